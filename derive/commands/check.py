"""`derive check`: every line of a homework or a lecture, judged."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from derive.judge.files import documents_in
from derive.judge.result import Checked, exit_code
from derive.judge.run import Task, check_all
from derive.judge.watch import Bounds
from derive.render import checked, terminal
from derive.render.as_json import as_text

EPILOG = """\b
Examples:
  derive check hw3.md
  derive check --all notes/ hw3.tex
  derive check --format json solution.ipynb
  cat hw3.md | derive check -

\b
Exit code: 0 nothing is wrong and all is understood, 1 something is refuted, 3 something is open, 2 a wrong call.
"""


@click.command("check", epilog=EPILOG)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="What to print.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--all", "every", is_flag=True, help="Show right lines too.")
@click.option(
    "--timeout", type=click.FloatRange(0, min_open=True), default=6.0, show_default=True, help="Seconds a line."
)
@click.option("--memory", type=click.IntRange(256), default=4096, show_default=True, help="Megabytes for each process.")
@click.option(
    "--jobs", type=click.IntRange(1), default=min(2, os.cpu_count() or 1), show_default=True, help="Processes."
)
def command(
    *, paths: Sequence[Path], form: str, as_json: bool, every: bool, timeout: float, memory: int, jobs: int
) -> None:
    """Judge every line of documents: Markdown, LaTeX, notebooks, folders of them, or standard input as `-`.

    A line is proved, refuted with numbers that show it, or left open with the reason. Nothing in a document is run.
    """
    bounds = Bounds(seconds=timeout + 5, megabytes=memory)
    with _tasks(paths, timeout) as tasks, terminal.progress("judging", len(tasks)) as advance:
        documents = check_all(tasks, jobs=jobs, bounds=bounds, advance=advance)
    _print(documents, "json" if as_json else form, every=every)
    sys.exit(exit_code(documents))


@contextmanager
def _tasks(paths: Sequence[Path], timeout: float) -> Generator[list[Task]]:
    """Yield a task for each document; what comes on standard input lies in a file as long as it is judged."""
    options = {"seconds": timeout}
    with TemporaryDirectory() as folder:
        tasks: list[Task] = []
        for path in paths:
            if str(path) == "-":
                kept = Path(folder) / "standard-input.md"
                _ = kept.write_bytes(sys.stdin.buffer.read())
                tasks.append(Task(str(kept), "-", options))
            else:
                tasks += [Task(str(found), str(found), options) for found in documents_in([path])]
        yield tasks


def _print(documents: Sequence[Checked], form: str, *, every: bool) -> None:
    if form == "json":
        found = [checked.checked_json(document) for document in documents]
        click.echo(as_text(found[0] if len(found) == 1 else found), nl=False)
    else:
        terminal.show(checked.checked_text(documents, every=every))
