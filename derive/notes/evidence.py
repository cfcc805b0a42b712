"""How a step was decided, in words: the method, its conditions and facts, and what the second opinion says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any, get_args

from sympy import IndexedBase, MatrixSymbol, Symbol

from derive.derivation import Step
from derive.errors import DeriveError
from derive.facts import Fact, Kind
from derive.formula.tree import Node, Sign, row
from derive.formula.write import Page, node_of
from derive.formula.write.names import name_node, plain
from derive.formula.write.statements import statement
from derive.notes.model import Evidence, Text
from derive.notes.words import words
from derive.recheck import recheck
from derive.statements import Statement
from derive.views.chains import Taken, as_text, expressions, taken
from derive.words import row_of

POINTS, SECONDS = 4, 10.0  # far more than four points take: a busy machine must not change what is printed
"""How many points the second opinion tries for a step of a note, and for how long."""
RELATIONS = {"==", "<=", "<", ">=", ">"}


def evidence(step: Step, page: Page, opinion: str = "") -> Evidence:
    """Return how a step was decided, and what it rests on."""
    using = tuple(text for fact in step.uses if (text := said(fact, page)))
    if step.verdict is None:
        return Evidence(using=using)
    verdict = step.verdict
    conditions = tuple(_condition(c.statement, c.reason, page) for c in verdict.conditions)
    taking = (*(range_said(each, page) for each in taken(verdict)), *(words(text, page) for text in verdict.taken))
    certificate = "" if verdict.certificate is None else str(verdict.certificate)
    return Evidence(verdict.method, conditions, using, taking, certificate, opinion, _problem(verdict))


def said(fact: Any, page: Page) -> Text:
    """Return a fact or a relation as a formula, and as words where it is none."""
    node = statement(fact, page)
    return words(str(fact), page) if node is None else (node,)


def range_said(found: Taken, page: Page) -> Text:
    r"""Return the range of an index as a formula, in words where an end is open.

    >>> from sympy import Integer
    >>> from derive.formula.write.page import page_for
    >>> from derive.formula.as_latex import as_latex
    >>> as_latex(range_said((Symbol("j"), Integer(1), Symbol("D")), page_for([]))[0])
    'j = 1, \\dots, D'
    """
    index, first, last = found
    if first is None or last is None:
        return words(as_text(found), page)
    ends = [node_of(end, page) for end in (first, last)]
    return (row(_name(str(index), page), Sign("="), ends[0], Sign(","), Sign("dots"), Sign(","), ends[1]),)


def _name(name: str, page: Page) -> Node:
    return plain(name_node(page.label(name)))


def _condition(what: object, reason: str, page: Page) -> Text:
    return (*said(what, page), *((f" ({reason})",) if reason else ()))


def _problem(verdict: Any) -> str:
    if row_of(verdict.status).holds:
        return ""
    return verdict.reason if verdict.counterexample is None else str(verdict.counterexample)


def facts_said(steps: Sequence[Step]) -> dict[str, Fact]:
    """Return the facts about the tensors of some steps, each by the sentence that says it.

    An assumed fact stands in its step as this sentence.
    """
    kinds = (IndexedBase, MatrixSymbol, Symbol)
    held = {tensor for expr in expressions(steps) for tensor in expr.atoms(*kinds)}
    tensors = sorted(held, key=lambda tensor: (isinstance(tensor, Symbol), str(tensor)))
    kinds_of_one = [kind for kind in get_args(Kind) if kind not in {"inverse pair", "labels"}]
    single = [Fact(kind, (t,)) for kind in kinds_of_one for t in reversed(tensors)]
    matrices = [t for t in tensors if isinstance(t, IndexedBase | MatrixSymbol)]
    pairs = [Fact("inverse pair", pair) for pair in permutations(matrices, 2)] if len(matrices) < MANY else []
    return {str(fact): fact for fact in (*single, *pairs)}


MANY = 20
"""From so many tensors on, pairs of them are not looked at."""


def opinions(steps: Sequence[Step]) -> list[str]:
    """Return what the second opinion says of each step, of the very statement that was decided.

    It shares no code with the prover. Empty for steps that claim nothing.
    """
    return [_opinion(step) for step in steps]


def _opinion(step: Step) -> str:
    if step.verdict is None:
        return ""
    if step.relation not in RELATIONS or step.counter is not None:
        return "no opinion: it evaluates at points, and this is said of every number of steps"
    claim = step.verdict.statement
    if not isinstance(claim, Statement):
        return step.opinion or "no opinion: what was decided is no single statement"
    try:
        return str(recheck(claim, points=POINTS, max_seconds=SECONDS))
    except DeriveError as problem:
        return f"no opinion: {problem}"
