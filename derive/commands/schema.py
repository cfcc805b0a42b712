"""`derive schema`: the JSON Schema of what a command prints."""

from __future__ import annotations

from json import dumps

import click

from derive.views.schemas import COMMANDS, schema

EPILOG = """\b
Examples:
  derive schema check      to validate what `derive check --json` prints
  derive schema report     to validate verification.json
"""


@click.command("schema", epilog=EPILOG)
@click.argument("name", metavar="COMMAND", type=click.Choice(COMMANDS))
def command(*, name: str) -> None:
    """Print the JSON Schema (draft 2020-12) of what a command prints as JSON.

    COMMAND is list, show, errata, check, verify or report.
    """
    click.echo(dumps(schema(name), indent=2, ensure_ascii=False))
