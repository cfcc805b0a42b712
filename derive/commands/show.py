"""`derive show`: one derivation, decided now."""

from __future__ import annotations

import sys

import click

from derive.commands.entries import entry_named
from derive.render import terminal
from derive.render.as_json import as_text, derivation_json
from derive.render.text import derivation_text
from derive.report.work import DerivationTask

EPILOG = """\b
Examples:
  derive show logistic-gradient
  derive show perceptron-bound --format json
"""


@click.command("show", epilog=EPILOG)
@click.argument("name")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="What to print.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def command(*, name: str, form: str, as_json: bool) -> None:
    """Show a derivation: every step with its reason, its verdict and its conditions.

    Every step is decided now. The exit code is 1 if the derivation is not proved.
    """
    view = DerivationTask(entry_named(name)).run()
    if as_json or form == "json":
        click.echo(as_text(derivation_json(view)), nl=False)
    else:
        terminal.show(derivation_text(view))
    sys.exit(view.status != "proved")
