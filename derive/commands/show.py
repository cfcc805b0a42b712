"""`derive show`: one derivation, decided now."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from derive.commands.entries import entry_named, slug
from derive.errors import DeriveError
from derive.report.work import DerivationTask, ExampleTask
from derive.views import terminal
from derive.views.as_json import as_text, derivation_json
from derive.views.pages import example_json
from derive.views.text import derivation_text
from derive.words import row_of
from numeric.examples import EXAMPLES

if TYPE_CHECKING:
    from derive.lectures.catalogue import Entry
    from numeric.examples import Example

EPILOG = """\b
Examples:
  derive show logistic-gradient
  derive show perceptron-bound --format json
  derive show softmax-gradient --format latex --notation cls
  derive show logistic-hessian --format numpy     the programs that are made from it
  derive show four-students                       a worked example, step by step
"""
EXAMPLE_FORMS = ("text", "markdown", "json")
TYPESET = ("latex", "html", "markdown", "mathml")
"""Formats that have a notation."""


@click.command("show", epilog=EPILOG)
@click.argument("name")
@click.option(
    "--format", "form", type=click.Choice(("text", "json", *TYPESET, "numpy")), default="text", help="What to print."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--notation", default="neutral", show_default=True, help="Of LaTeX, HTML, Markdown, MathML: a name or a TOML file."
)
def command(*, name: str, form: str, as_json: bool, notation: str) -> None:
    """Show a derivation: every step with its reason, its verdict and its conditions; or a worked example.

    Every step is decided now. The exit code is 1 if the derivation is refuted, 3 if it is open.
    """
    example = EXAMPLES.get(slug(name))
    if example is not None:
        _example(example, "json" if as_json else form)
        return
    entry = entry_named(name)
    if form == "numpy" and not as_json:
        _programs(entry)
        return
    if form in TYPESET and not as_json:
        sys.exit(row_of(_typeset(entry, form, notation)).exit_code)
    view = DerivationTask(entry).run()
    if as_json or form == "json":
        click.echo(as_text(derivation_json(view)), nl=False)
    else:
        terminal.show(derivation_text(view))
    sys.exit(row_of(view.status).exit_code)


def _example(example: Example, form: str) -> None:
    """Print a worked example, computed now, as a table."""
    if form not in EXAMPLE_FORMS:
        way_out = f"use --format {', '.join(EXAMPLE_FORMS)}"
        raise DeriveError(form, place=example.name, reason="a worked example is a table of numbers", way_out=way_out)
    view = ExampleTask(example).run()
    told = {"text": view.text + "\n", "markdown": view.markdown, "json": ""}[form]
    click.echo(told or as_text(example_json(view)), nl=False)


def _programs(entry: Entry) -> None:
    """Print the NumPy programs of the functions that come from a derivation, or of its lines where there are none."""
    from derive.lower.sources import sources  # noqa: PLC0415 -- other formats lower nothing
    from numeric.functions import functions_of  # noqa: PLC0415 -- nor do they load the functions

    found = [f"# {name}\n{function.source.strip()}" for name, function in functions_of(entry.name)]
    if not found:
        programs = (each.lowered for each in sources(entry.derive()))
        found = [lowered.source.strip() for lowered in programs if lowered is not None]
    if not found:
        way_out = "use --format text"
        raise DeriveError(entry.name, reason="no line of it is a function of arrays", way_out=way_out)
    click.echo("\n\n\n".join(found))


def _typeset(entry: Entry, form: str, notation: str) -> str:
    """Print the note of a derivation, and return its status."""
    from derive.formula.notation import notation_named  # noqa: PLC0415 -- text and JSON have no notation
    from derive.notes.forms import shown  # noqa: PLC0415 -- nor do they need the writers of notes
    from derive.notes.task import NoteTask  # noqa: PLC0415 -- the same

    note = NoteTask(entry, notation_named(notation)).run()
    click.echo(shown(note, form), nl=False)
    return note.status
