"""`derive errata`: what is wrong in the lectures."""

from __future__ import annotations

import click

from derive.errors import DeriveError
from derive.lectures.catalogue import LECTURES
from derive.report.work import JOBS, claims_tasks, in_order
from derive.runner.pool import run_tasks
from derive.views.as_json import as_text, claim_json
from derive.views.terminal import progress, show
from derive.views.text import errata_text

EPILOG = """\b
Examples:
  derive errata                    what is wrong in any lecture, and how to repair it
  derive errata --lecture cse422   in one of them
  derive errata --json             for programs
"""


@click.command("errata", epilog=EPILOG)
@click.option("--lecture", type=click.Choice(tuple(LECTURES)), help="Only this lecture.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of claims.")
@click.option(
    "--jobs", metavar="NUMBER", type=click.IntRange(1), default=JOBS, show_default=True, help="Processes to use."
)
def command(*, lecture: str | None, as_json: bool, jobs: int) -> None:
    """Show what is wrong in the lectures: the claim, the counterexample, the repair.

    Every claim is decided now. Also shown are claims that are right only under a convention that has to be named.
    """
    tasks = claims_tasks([lecture] if lecture else LECTURES)
    with progress("deciding", len(tasks)) as advance:
        claims = in_order(run_tasks(tasks, jobs=jobs, advance=advance))
    if not claims:
        way_out = "`derive list` shows the derivations, which are"
        raise DeriveError(lecture or "the register", reason="no claims are registered of it yet", way_out=way_out)
    wrong = [claim for claim in claims if claim.is_erratum]
    if as_json:
        click.echo(as_text([claim_json(claim) for claim in wrong]), nl=False)
    else:
        show(errata_text(wrong))
