"""Results for the terminal. What is returned is for a rich console, which wraps and colours it, or does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from derive.views.pages import outcomes, summary
from derive.views.plain import sign
from derive.views.terminal import style

if TYPE_CHECKING:
    from derive.views.view import ClaimView, ConditionView, DerivationView, StepView

INDENT, DEEPER = 5, 7
ON_ONE_LINE = 60


def derivation_text(view: DerivationView) -> RenderableType:
    """Return a whole derivation: head, numbered steps, result and the conditions it rests on."""
    head = [Text(view.title, "bold"), Text.assemble(f"{view.name}, {_cited(view)}: ", _word(view.status)), Text()]
    steps = [part for number, step in enumerate(view.steps, 1) for part in _step(step, str(number))]
    result = [] if view.result is None else list(_step(view.result, "", "result"))
    trouble = [_indented(f"not carried out: {view.problem}")] if view.problem else []
    return Group(*head, *steps, *trouble, *result)


def errata_text(claims: Sequence[ClaimView]) -> RenderableType:
    """Return what is wrong in the lectures, claim by claim: what it says, why it is wrong, how to repair it."""
    if not claims:
        return Text("nothing is wrong here")
    return Group(*(part for claim in claims for part in _erratum(claim)))


def summary_table(derivations: Sequence[DerivationView], claims: Sequence[ClaimView]) -> RenderableType:
    """Return the table that ends a report: a row a lecture, and what is not as it should be below."""
    total = summary(derivations, claims)
    table = Table("lecture", "derivations", "proved", "claims", "outcomes", box=None, pad_edge=False)
    for lecture in dict.fromkeys(claim.lecture for claim in claims):
        own = [view for view in derivations if lecture in view.lecture.split(", ")]
        table.add_row(lecture, *_row(own, [claim for claim in claims if claim.lecture == lecture]))
    table.add_row("all", *_row(derivations, claims))
    return Group(table, *(Text(f"! {failure}", "bold red") for failure in total["failures"]))


def _row(derivations: Sequence[DerivationView], claims: Sequence[ClaimView]) -> tuple[str, ...]:
    proved = sum(view.status == "proved" for view in derivations)
    counts = ", ".join(f"{number} {outcome}" for outcome, number in outcomes(claims).items())
    return str(len(derivations)), str(proved), str(len(claims)), counts


def _step(step: StepView, number: str, title: str = "") -> Iterator[RenderableType]:
    if title:
        yield Text(title, "bold")
    yield _numbered(number, _formula(step))
    by = f": {step.method}" if step.method else ""
    yield _indented(Text.assemble(f"{step.reason} [", _word(step.status), f"{by}]"), deeper=True)
    for note in _notes(step):
        yield _indented(note, deeper=True)
    yield Text()


def _numbered(number: str, formula: str) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=INDENT - 2, justify="right")
    grid.add_column(overflow="fold")
    grid.add_row(Text(number, "dim"), Text(formula))
    return grid


def _formula(step: StepView) -> str:
    """Return the formula of a line; the left side is left out where the line before ends with it."""
    if step.shown is None:
        return step.says
    left, relation = step.shown.plain, sign(step.relation)
    if step.rhs is None:
        return left
    if step.continues:
        return f"  {relation} {step.rhs.plain}"
    quantified = f"for all {step.counter} >= 0: " if step.counter else ""
    gap = "\n  " if len(quantified + left + step.rhs.plain) > ON_ONE_LINE else " "
    return f"{quantified}{left}{gap}{relation} {step.rhs.plain}"


def _notes(step: StepView) -> Iterator[Text]:
    yield from (Text(f"using {fact.plain}") for fact in step.using)
    yield from (Text(f"if {_condition(condition)}") for condition in step.conditions)
    yield from (Text(f"taking {taken}") for taken in step.taking)
    if step.problem:
        yield Text(step.problem, "bold red")


def _condition(condition: ConditionView) -> str:
    return f"{condition.formula.plain} ({condition.reason})" if condition.reason else condition.formula.plain


def _erratum(claim: ClaimView) -> Iterator[RenderableType]:
    yield Text.assemble((claim.name, "bold"), " ", _word(claim.outcome))
    yield _indented(claim.says)
    yield _indented(Text.assemble(("found: ", "dim"), claim.evidence))
    if claim.convention:
        yield _indented(Text.assemble(("needs the convention: ", "dim"), claim.convention))
    if claim.repair:
        yield _indented(Text.assemble(("repair: ", "dim"), claim.repair))
    yield Text()


def _indented(text: str | Text, *, deeper: bool = False) -> Padding:
    return Padding(text if isinstance(text, Text) else Text(text), (0, 0, 0, DEEPER if deeper else INDENT))


def _word(status: str) -> tuple[str, str]:
    return status, style(status)


def _cited(view: DerivationView) -> str:
    return ", ".join(f"{lecture}:{line}" for lecture, line in view.source) or view.lecture
