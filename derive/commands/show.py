"""`derive show`: one derivation, decided now."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from derive.commands.entries import entry_named
from derive.render import terminal
from derive.render.as_json import as_text, derivation_json
from derive.render.text import derivation_text
from derive.report.work import DerivationTask

if TYPE_CHECKING:
    from derive.lectures.catalogue import Entry

EPILOG = """\b
Examples:
  derive show logistic-gradient
  derive show perceptron-bound --format json
  derive show softmax-gradient --format latex --notation cls
"""
TYPESET = ("latex", "html", "markdown", "mathml")
"""Formats that have a notation."""


@click.command("show", epilog=EPILOG)
@click.argument("name")
@click.option("--format", "form", type=click.Choice(("text", "json", *TYPESET)), default="text", help="What to print.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--notation", default="neutral", show_default=True, help="Of LaTeX, HTML, Markdown, MathML: a name or a TOML file."
)
def command(*, name: str, form: str, as_json: bool, notation: str) -> None:
    """Show a derivation: every step with its reason, its verdict and its conditions.

    Every step is decided now. The exit code is 1 if the derivation is not proved.
    """
    entry = entry_named(name)
    if form in TYPESET and not as_json:
        sys.exit(_typeset(entry, form, notation) != "proved")
    view = DerivationTask(entry).run()
    if as_json or form == "json":
        click.echo(as_text(derivation_json(view)), nl=False)
    else:
        terminal.show(derivation_text(view))
    sys.exit(view.status != "proved")


def _typeset(entry: Entry, form: str, notation: str) -> str:
    """Print the note of a derivation, and return its status."""
    from derive.latex.notation import notation_named  # noqa: PLC0415 -- text and JSON have no notation
    from derive.notes.forms import shown  # noqa: PLC0415 -- nor do they need the writers of notes
    from derive.notes.task import NoteTask  # noqa: PLC0415 -- the same

    note = NoteTask(entry, notation_named(notation)).run()
    click.echo(shown(note, form), nl=False)
    return note.status
