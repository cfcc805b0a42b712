"""`derive notes`: lecture notes, in the lecturer's own notation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from derive.commands.entries import entry_named
from derive.commands.kinds import NamedPath
from derive.commands.outputs import refuse_unwritable
from derive.errors import DeriveError
from derive.lectures.catalogue import CATALOGUE, Entry
from derive.notes.task import NoteTask
from derive.report.work import JOBS
from derive.runner.pool import run_tasks
from derive.views.terminal import progress
from derive.words import exit_code

if TYPE_CHECKING:
    from derive.notes.model import Note

EPILOG = """\b
Examples:
  derive notes --out notes.html                                    all derivations
  derive notes softmax-gradient --notation cse422 --out softmax.tex
  derive notes logistic-gradient --notation mine.toml --out gradient.pdf
  derive notes lms --fragment --out lms.tex                        to \\input
"""


@click.command("notes", epilog=EPILOG)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--notation", default="neutral", show_default=True, help="l7, m146, cls, cs4602, cse422, or a TOML file.")
@click.option(
    "--out",
    metavar="FILE",
    type=NamedPath(),
    default=Path("notes.html"),
    show_default=True,
    help=".html, .tex, .pdf, .md",
)
@click.option("--fragment", is_flag=True, help="No document round the notes: to put into one's own.")
@click.option("--title", default="", help="The title of the document.")
@click.option("--recheck/--no-recheck", default=None, help="Ask a second program too (default: if NAMEs are given).")
@click.option("--programs/--no-programs", default=True, help="Pseudo-code and NumPy programs too (default: yes).")
@click.option("--figures/--no-figures", default=None, help="Figures too, by matplotlib (default: if NAMEs are given).")
@click.option(
    "--jobs", metavar="NUMBER", type=click.IntRange(1), default=JOBS, show_default=True, help="Processes to use."
)
def command(
    *,
    names: tuple[str, ...],
    notation: str,
    out: Path,
    fragment: bool,
    title: str,
    recheck: bool | None,
    programs: bool,
    figures: bool | None,
    jobs: int,
) -> None:
    """Write lecture notes: every line proved now, in LaTeX, PDF, HTML or Markdown.

    The ending of --out says in which form. The HTML needs no network and no script; its lines open to show how they
    were decided. The exit code is 1 if a derivation is refuted, 3 if one is open.
    """
    from derive.formula.notation import notation_named  # noqa: PLC0415 -- the page of help does not need the notations
    from derive.notes.forms import ending_of, write_notes  # noqa: PLC0415 -- nor the writers

    entries = [entry_named(name) for name in dict.fromkeys(names)] or list(CATALOGUE)
    ending = ending_of(out, part=fragment)
    refuse_unwritable(out, beside=True)
    if figures:
        _refuse_undrawable()
    rechecked = ending == ".html" and (bool(names) if recheck is None else recheck)
    drawn = bool(names) if figures is None else figures
    tasks = [NoteTask(entry, notation_named(notation), rechecked, programs, drawn) for entry in entries]
    with progress("deciding", len(tasks)) as advance:
        notes: list[Note] = run_tasks(tasks, jobs=jobs, advance=advance)
    write_notes(notes, title or _title(entries), out, part=fragment)
    click.echo(f"written to {out}")
    for note in notes:
        if note.status != "proved":
            click.echo(f"{note.name} is {note.status}", err=True)
    sys.exit(exit_code(note.status for note in notes))


def _refuse_undrawable() -> None:
    from derive.notes.figures import INSTALL, can_draw  # noqa: PLC0415 -- the page of help draws nothing

    if not can_draw():
        way_out = f"install it by `{INSTALL}`"
        raise DeriveError("--figures", reason="matplotlib, which draws them, is not installed", way_out=way_out)


def _title(entries: list[Entry]) -> str:
    return entries[0].title if len(entries) == 1 else "Lecture notes"
