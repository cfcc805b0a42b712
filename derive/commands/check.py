"""`derive check`: every line of a homework or a lecture, judged."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from click.core import ParameterSource

from derive.commands.kinds import Megabytes, NamedPath, Number, seconds
from derive.commands.outputs import refuse_unwritable
from derive.errors import DeriveError
from derive.judge.cluster import check_on
from derive.judge.files import documents_in
from derive.judge.line import Checked, exit_code, strict
from derive.judge.problems import declarations_of
from derive.judge.run import Task, check_all
from derive.runner.worker import Bounds
from derive.views import terminal
from derive.views.checked import FORMS, WITH_PARTS, written

EPILOG = """\b
Examples:
  derive check hw3.md
  derive check --all notes/ hw3.tex
  derive check --format html --out hw3.html hw3.md
  derive check --strict --no-directives hw3.md
  derive check --format sarif --out derive.sarif notes/
  derive check --format gradescope --points 20 --problem logistic-gradient --out results.json hw3.tex
  cat hw3.md | derive check -

\b
Exit code: 0 nothing is wrong and all is understood, 1 something is wrong, 3 something is open,
2 a wrong call, a file that cannot be read, or nothing to judge.
"""


LIMITS = (
    click.option(
        "--timeout", metavar="SECONDS", type=seconds(0.01), default=6.0, show_default=True, help="For each line."
    ),
    click.option(
        "--whole", metavar="SECONDS", type=seconds(0.1), default=300.0, show_default=True, help="For each document."
    ),
    click.option(
        "--memory", metavar="MEGABYTES", type=Megabytes(256), default=4096, show_default=True, help="For each process."
    ),
    click.option(
        "--jobs",
        metavar="NUMBER",
        type=click.IntRange(1),
        default=min(2, os.cpu_count() or 1),
        show_default=True,
        help="Processes.",
    ),
)


def _limited(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say what judging may take."""
    return reduce(lambda made, option: option(made), reversed(LIMITS), command)


@click.command("check", epilog=EPILOG)
@click.argument("paths", nargs=-1, required=True, type=NamedPath(allow_dash=True))
@click.option(
    "--format", "form", type=click.Choice(tuple(FORMS)), default="text", show_default=True, help="What to write."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--out", metavar="FILE", type=NamedPath(), help="A file for it, in place of the terminal.")
@click.option(
    "--points", metavar="POINTS", type=Number(0), default=100.0, show_default=True, help="What Gradescope gives."
)
@click.option("--problem", default="", metavar="NAME", help="Take as known what this derivation of `derive list` does.")
@click.option("--scheduler", default="", metavar="ADDRESS", help="Judge on a running Dask cluster.")
@click.option("--all", "every", is_flag=True, help="Show right lines too.")
@click.option(
    "--strict", "is_strict", is_flag=True, help="Leave open what rests on a directive, or on what nothing says."
)
@click.option("--directives/--no-directives", default=True, help="Whether comments `derive: ...` are heard.")
@_limited
@click.pass_context
def command(
    context: click.Context,
    *,
    paths: Sequence[Path],
    form: str,
    as_json: bool,
    out: Path | None,
    points: float,
    every: bool,
    is_strict: bool,
    **asked: Any,
) -> None:
    """Judge every line of documents: Markdown, LaTeX, notebooks, folders of them, or standard input as `-`.

    A line is proved, refuted with numbers that show it, or left open with the reason. Nothing in a document is run.
    """
    form = "json" if as_json else form
    if form != "gradescope" and context.get_parameter_source("points") is not ParameterSource.DEFAULT:
        raise DeriveError(points, place="--points", reason=f"{form} has no points", way_out="add --format gradescope")
    if out is not None:
        refuse_unwritable(out)
    documents = _judged(paths, parts=form in WITH_PARTS, **asked)
    documents = [strict(document) for document in documents] if is_strict else documents
    text = written(documents, form, every=every, points=points)
    if out is None:
        click.echo(text, nl=False)
    else:
        _save(out, text)
    sys.exit(exit_code(documents))


def _judged(
    paths: Sequence[Path], *, scheduler: str, timeout: float, whole: float, memory: int, jobs: int, **options: Any
) -> list[Checked]:
    if options["problem"]:
        _ = declarations_of(options["problem"])
    bounds = Bounds(seconds=timeout + 5, whole=whole, megabytes=memory)
    with _tasks(paths, {**options, "seconds": timeout}) as tasks, terminal.progress("judging", len(tasks)) as advance:
        if scheduler:
            return check_on(scheduler, tasks, bounds=bounds, advance=advance)
        return check_all(tasks, jobs=jobs, bounds=bounds, advance=advance)


def _save(out: Path, text: str) -> None:
    try:
        _ = out.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise DeriveError(
            str(out), place="--out", reason=f"it cannot be written ({problem.strerror})", way_out="name another file"
        ) from None


@contextmanager
def _tasks(paths: Sequence[Path], options: Mapping[str, Any]) -> Generator[list[Task]]:
    """Yield a task for each document; what comes through a pipe lies in a file as long as it is judged."""
    with ExitStack() as kept:
        tasks: list[Task] = []
        for path in dict.fromkeys(paths):
            if _is_pipe(path):
                found = _kept(path, Path(kept.enter_context(TemporaryDirectory())))
                tasks.append(Task(str(found), str(path), options))
            else:
                tasks += [Task(str(found), str(found), options) for found in documents_in([path])]
        yield tasks


def _is_pipe(path: Path) -> bool:
    """Return whether what a path names can be read once, and by this process only, as `-` and `<(...)` of a shell."""
    try:
        return str(path) == "-" or path.is_fifo()
    except OSError:
        return False


def _kept(pipe: Path, folder: Path) -> Path:
    kept = folder / "standard-input.md"
    _ = kept.write_bytes(sys.stdin.buffer.read() if str(pipe) == "-" else pipe.read_bytes())
    return kept
