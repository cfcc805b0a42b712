"""How a step was decided, in words: the method, its conditions and facts, and what the second opinion says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Any, get_args

from sympy import IndexedBase, MatrixSymbol, Symbol

from derive.derivation import Step
from derive.errors import DeriveError
from derive.facts import Fact, Kind
from derive.latex.tree import Node, Sign, row
from derive.latex.write import Page
from derive.latex.write.names import name_node, plain
from derive.latex.write.statements import statement
from derive.notes.model import Evidence, Text
from derive.notes.words import words
from derive.recheck import recheck
from derive.render.chains import expressions
from derive.statement import statement as stated
from derive.words import row_of

RANGE = re.compile(r"(\w+) in (\w+)\.\.(.+)")
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
    taking = tuple(range_said(text, page) for text in verdict.taken)
    certificate = "" if verdict.certificate is None else str(verdict.certificate)
    return Evidence(verdict.method, conditions, using, taking, certificate, opinion, _problem(verdict))


def said(fact: Any, page: Page) -> Text:
    """Return a fact or a relation as a formula, and as words where it is none."""
    node = statement(fact, page)
    return words(str(fact), page) if node is None else (node,)


def range_said(text: str, page: Page) -> Text:
    r"""Return `j in 1..D` as a formula.

    >>> from derive.latex.write.page import page_for
    >>> from derive.latex.as_latex import as_latex
    >>> as_latex(range_said("j in 1..D", page_for([]))[0])
    'j = 1, \\dots, D'
    """
    found = RANGE.fullmatch(text)
    if found is None:
        return words(text, page)
    index, low, high = found.groups()
    ends = [_short(end, page) for end in (low, high)]
    if ends[1] is None or ends[0] is None:
        return words(text, page)
    return (row(_name(index, page), Sign("="), ends[0], Sign(","), Sign("dots"), Sign(","), ends[1]),)


def _short(end: str, page: Page) -> Node | None:
    found = re.fullmatch(r"(\w+)(?: - (\d+))?", end)
    if found is None:
        return None
    first = _name(found[1], page)
    return first if found[2] is None else row(first, Sign("-"), _name(found[2], page))


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
    single = [Fact(kind, (t,)) for kind in get_args(Kind) if kind != "inverse pair" for t in reversed(tensors)]
    matrices = [t for t in tensors if isinstance(t, IndexedBase | MatrixSymbol)]
    pairs = [Fact("inverse pair", pair) for pair in permutations(matrices, 2)] if len(matrices) < MANY else []
    return {str(fact): fact for fact in (*single, *pairs)}


MANY = 20
"""From so many tensors on, pairs of them are not looked at."""


def opinions(steps: Sequence[Step]) -> list[str]:
    """Return what the second opinion says of each step, under what was assumed and defined before it.

    It shares no code with the prover. Empty for steps that claim nothing.
    """
    known: list[Any] = []
    by_words = facts_said(steps)
    found: list[str] = []
    for step in steps:
        found.append(_opinion(step, known))
        if step.kind in {"definition", "assumed"}:
            fact = by_words.get(step.says) if step.lhs is None else _relation(step)
            known += [] if fact is None else [fact]
    return found


def _relation(step: Step) -> Any:
    from derive.statement import RELATIONS as MADE  # noqa: PLC0415 -- only where a second opinion is wanted

    return MADE["==" if step.relation == ":=" else step.relation](step.lhs, step.rhs, evaluate=False)


def _opinion(step: Step, known: Sequence[Any]) -> str:
    if step.verdict is None:
        return ""
    if step.relation not in RELATIONS or step.counter is not None:
        return "no opinion: it evaluates at points, and this is said of every number of steps"
    try:
        claim = stated(step.lhs, step.rhs, (*known, *step.uses), relation=step.relation)
        return str(recheck(claim, points=POINTS, max_seconds=SECONDS))
    except DeriveError as problem:
        return f"no opinion: {problem}"
