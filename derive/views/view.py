"""One result, ready to be shown: every formula printed, every verdict in words. All output is a view of this object.

A view holds text only. It travels between processes, which a derivation does not: SymPy evaluates what it unpickles,
and the written form would be lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sympy import Basic
from sympy.core.relational import Relational

from derive.formula.as_latex import as_latex
from derive.formula.write import Page, node_of, page_for
from derive.judge.witness import witness
from derive.views.chains import as_text, chains, expressions, problem_of, taken
from derive.views.plain import plain
from derive.words import row_of

if TYPE_CHECKING:
    from derive.derivation import Derivation, Step
    from derive.lectures.register import Claim, Finding
    from derive.verdict import Condition, Verdict


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression as SymPy prints it, in plain text, and in LaTeX; `latex` is empty for what is only words."""

    text: str
    plain: str
    latex: str


@dataclass(frozen=True, slots=True)
class ConditionView:
    """A side condition and why it is needed."""

    formula: Formula
    reason: str


@dataclass(frozen=True, slots=True)
class StepView:
    """One line of a derivation.

    `problem` says what is wrong where it is not proved, and is empty where it is. `shown` is the left side that a
    reader expects, where another one was compared: a solved equation before the solution was put in. A line that
    `continues` has the right side of the line before as its left side. `counter` is a number, from 0 on, for every
    value of which the line holds; empty for other lines.
    """

    relation: str
    lhs: Formula | None
    rhs: Formula | None
    says: str
    reason: str
    status: str
    method: str
    conditions: tuple[ConditionView, ...]
    using: tuple[Formula, ...]
    taking: tuple[str, ...]
    problem: str
    shown: Formula | None
    continues: bool
    counter: str

    @property
    def end(self) -> Formula | None:
        """Return the expression that the line ends with."""
        return self.lhs if self.rhs is None else self.rhs

    @property
    def holds(self) -> bool:
        """Return whether it is proved, or claims nothing."""
        return row_of(self.status).holds


@dataclass(frozen=True, slots=True)
class DerivationView:
    """A derivation: its steps, its result, and the lines of the lectures that it is about.

    With `agreeing` of its proofs the second opinion agrees; on the lines in `silent` it has none.
    """

    name: str
    title: str
    lecture: str
    source: tuple[tuple[str, int], ...]
    status: str
    steps: tuple[StepView, ...]
    result: StepView | None
    problem: str = ""
    agreeing: int = 0
    silent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim of a lecture, what was registered, and what was found."""

    lecture: str
    line: int
    says: str
    expected: str
    outcome: str
    evidence: str
    convention: str
    repair: str
    counterexample: dict[str, Any] | None

    @property
    def name(self) -> str:
        """Return lecture and line, as citations write them."""
        return f"{self.lecture}:{self.line}"

    @property
    def as_registered(self) -> bool:
        """Return whether what was found is what the register says."""
        return self.outcome == self.expected

    @property
    def is_erratum(self) -> bool:
        """Return whether it is wrong as it stands, or right only under a convention that it does not name."""
        return row_of(self.outcome).wrong or bool(self.convention)


class Printer:
    """Prints each expression once; a chain shows most of them twice."""

    def __init__(self, page: Page) -> None:
        """Start with nothing printed, on a page that says how everything is written."""
        self._page = page
        self._known: dict[Any, Formula] = {}

    def formula(self, expr: Any) -> Formula:
        """Return an expression printed in all forms; what is no expression is words."""
        if not isinstance(expr, Basic):
            return Formula(str(expr), str(expr), "")
        # Equal expressions may be written differently where they were not evaluated.
        key = (expr, _text(expr))
        if key not in self._known:
            self._known[key] = Formula(key[1], plain(expr), as_latex(node_of(expr, self._page)))
        return self._known[key]

    def side(self, expr: Any) -> Formula | None:
        """Return one side of a relation, printed; None where there is none."""
        return None if expr is None else self.formula(expr)

    def conditions(self, found: Iterable[Condition]) -> tuple[ConditionView, ...]:
        """Return side conditions, printed."""
        return tuple(ConditionView(self.formula(c.statement), c.reason) for c in found)


def view_derivation(derivation: Derivation) -> DerivationView:
    """Return the view of a derivation."""
    page = page_for(expressions((*derivation.steps, derivation.result)))
    steps = _steps(derivation.steps, page)
    source = tuple((c.lecture, c.line) for c in derivation.source)
    result = _step(derivation.result, Printer(page.around(expressions([derivation.result]))), [])
    result = replace(result, taking=_taking(*(step.verdict for step in (*derivation.steps, derivation.result))))
    name, title = derivation.name, derivation.title
    view = DerivationView(name, title, derivation.lecture, source, derivation.status, steps, result)
    return replace(view, agreeing=derivation.opinion.agreeing, silent=derivation.opinion.silent)


def view_failure(name: str, title: str, lectures: Iterable[str], problem: str) -> DerivationView:
    """Return the view of a derivation that could not be carried out."""
    return DerivationView(name, title, ", ".join(lectures), (), "undecided", (), None, problem)


def view_claim(claim: Claim, finding: Finding) -> ClaimView:
    """Return the view of a claim and of what was found."""
    shown = None if finding.counterexample is None else witness(finding.counterexample)
    told = (claim.lecture, claim.line, claim.says, claim.expected)
    return ClaimView(*told, finding.outcome, finding.evidence, claim.convention, claim.repair, shown)


def _steps(steps: Sequence[Step], page: Page) -> tuple[StepView, ...]:
    found: list[StepView] = []
    for chain in chains(steps):
        printer = Printer(page.around(expressions(chain)))
        for step in chain:
            found.append(_step(step, printer, found))
    return tuple(found)


def _step(step: Step, printer: Printer, before: list[StepView]) -> StepView:
    lhs, rhs = printer.side(step.lhs), printer.side(step.rhs)
    shown = lhs if step.shown is None else printer.side(step.shown)
    return StepView(
        relation=step.relation,
        lhs=lhs,
        rhs=rhs,
        says=step.says,
        reason=step.reason,
        status=step.status,
        method=step.method,
        conditions=printer.conditions(step.conditions),
        using=tuple(printer.formula(fact) for fact in step.uses),
        taking=_taking(step.verdict),
        problem="" if step.verdict is None else problem_of(step.verdict),
        shown=shown,
        continues=step.verdict is not None and bool(before) and shown is not None and before[-1].end == shown,
        counter="" if step.counter is None else str(step.counter),
    )


def _text(expr: Basic) -> str:
    """Return an expression as SymPy prints it, and a relation with its sign between its sides."""
    return f"{expr.lhs} {expr.rel_op} {expr.rhs}" if isinstance(expr, Relational) else str(expr)


def _taking(*verdicts: Verdict | None) -> tuple[str, ...]:
    said = (text for each in verdicts if each is not None for text in each.taken)
    return tuple(dict.fromkeys((*map(as_text, taken(*verdicts)), *said)))
