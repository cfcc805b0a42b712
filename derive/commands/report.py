"""`derive report`: everything decided, and written as pages."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from derive.commands.kinds import NamedPath
from derive.lectures.catalogue import CATALOGUE, LECTURES
from derive.report.build import report_files
from derive.report.folder import report_folder, write_files
from derive.report.work import JOBS, SHARES, Results, decide_all
from derive.views.pages import failures
from derive.views.terminal import progress, show
from derive.views.text import summary_table
from numeric.crosscheck import tasks
from numeric.examples import EXAMPLES

EPILOG = """\b
Examples:
  derive report                  write ./reports
  derive report --out pages      write another folder
"""


@click.command("report", epilog=EPILOG)
@click.option(
    "--out", metavar="FOLDER", type=NamedPath(), default=Path("reports"), show_default=True, help="The folder."
)
@click.option(
    "--jobs", metavar="NUMBER", type=click.IntRange(1), default=JOBS, show_default=True, help="Processes to use."
)
def command(*, out: Path, jobs: int) -> None:
    """Decide every derivation and every claim of the lectures, and write a report.

    The report is Markdown, with formulas as forges show them, verification.json, and the notes of each lecture in its
    own notation, in LaTeX and HTML too. It takes the place of the folder
    when all is done, and not before. The exit code is 1 if a derivation is not proved or a claim comes out otherwise
    than registered.
    """
    with report_folder(out) as draft:
        results = _decide(jobs)
        write_files(draft, report_files(results))
    show(summary_table(results.derivations, results.claims))
    click.echo(f"\nwritten to {out}")
    sys.exit(bool(failures(results.derivations, results.claims, results.checks)))


def _decide(jobs: int) -> Results:
    examples, topics = tuple(EXAMPLES.values()), tasks()
    total = len(CATALOGUE) + len(examples) + len(topics) + SHARES * len(LECTURES)
    with progress("deciding", total) as advance:
        return decide_all(CATALOGUE, LECTURES, examples, topics, jobs=jobs, advance=advance)
