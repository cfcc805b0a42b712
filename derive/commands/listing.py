"""`derive list`: the derivations, and their status. SymPy is loaded only where they have to be decided."""

from __future__ import annotations

from collections.abc import Mapping

import click
from rich.console import Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from derive.lectures.catalogue import CATALOGUE
from derive.report.statuses import statuses
from derive.report.work import JOBS, DerivationTask
from derive.runner.pool import run_tasks
from derive.views.as_json import as_text
from derive.views.terminal import console, progress, show, style
from derive.words import row_of
from numeric.examples import EXAMPLES

EPILOG = """\b
Examples:
  derive list              names, titles, lectures, and the status
  derive list --check      the same, decided anew
  derive list --json       the same, for programs
"""
WIDTH_OF_A_FILE = 150


@click.command("list", epilog=EPILOG)
@click.option("--check", is_flag=True, help="Carry all derivations out now, whatever was kept.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: objects with name, title, lecture, status.")
def command(*, check: bool, as_json: bool) -> None:
    """List the derivations and their status.

    They are carried out where that was not done before with the engine as it is; the statuses are kept in the cache
    folder of the user.
    """
    known = statuses([entry.name for entry in CATALOGUE], _decided, anew=check)
    rows = [
        {"name": entry.name, "title": entry.title, "lecture": ", ".join(entry.lectures), "status": known[entry.name]}
        for entry in CATALOGUE
    ]
    if as_json:
        click.echo(as_text([{**row, "status": row_of(row["status"]).json} for row in rows]), nl=False)
    else:
        show(_listed(rows), width=WIDTH_OF_A_FILE)


def _decided() -> Mapping[str, str]:
    tasks = [DerivationTask(entry) for entry in CATALOGUE]
    with progress("deciding", len(tasks)) as advance:
        return {view.name: view.status for view in run_tasks(tasks, jobs=JOBS, advance=advance)}


def _listed(rows: list[dict[str, str]]) -> RenderableType:
    table, wide = _table(rows), console(width=WIDTH_OF_A_FILE)
    needed = Measurement.get(wide, wide.options.update(width=WIDTH_OF_A_FILE), table).minimum
    laid_out = table if needed <= wide.width else _blocks(rows)
    worked = Text(f"\nworked examples, for `derive show`: {', '.join(EXAMPLES)}")
    return Group(laid_out, worked)


def _table(rows: list[dict[str, str]]) -> RenderableType:
    name, status = Column("name", no_wrap=True), Column("status", no_wrap=True)
    title, lecture = Column("title", overflow="fold"), Column("lecture", overflow="fold")
    table = Table(name, title, lecture, status, box=None, pad_edge=False)
    for row in rows:
        table.add_row(row["name"], row["title"], row["lecture"], _status(row))
    return table


def _blocks(rows: list[dict[str, str]]) -> RenderableType:
    """Return each row on lines of its own: a name that a narrow column cuts cannot be typed."""
    return Group(
        *(
            Group(Text(f"{row['name']} ") + _status(row), Padding(f"{row['title']} ({row['lecture']})", (0, 0, 0, 2)))
            for row in rows
        )
    )


def _status(row: dict[str, str]) -> Text:
    return Text(row["status"], style(row["status"]))
