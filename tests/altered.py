"""Derivations and what is near them: a link that is looked up by its reason, altered, or with definitions put in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

from sympy import Abs, Derivative, Eq, Expr, Indexed, Max, Pow, Symbol, exp, log
from sympy.matrices.expressions.matexpr import MatrixElement

from derive import differentiate, prove
from derive.derivation import Derivation, Step
from derive.lectures import BY_NAME
from derive.verdict import Counterexample, Verdict
from tests.checked import value_at


@dataclass(frozen=True)
class Line:
    """What a chain asked about a link: its sides, what is known, and the relation."""

    lhs: Any
    rhs: Any
    assuming: tuple[Any, ...]
    relation: str


@cache
def _carried_out(name: str) -> tuple[Derivation, list[tuple[Verdict, Line]]]:
    """Return a derivation, and each verdict in it with what was asked."""
    asked: list[tuple[Verdict, Line]] = []

    def asking(lhs: Any, rhs: Any, assuming: tuple[Any, ...], *, relation: str, **options: Any) -> Verdict:
        verdict = prove(lhs, rhs, assuming, relation=relation, **options)
        asked.append((verdict, Line(lhs, rhs, assuming, relation)))
        return verdict

    with patch("derive.derivation.scope.prove", asking):
        return BY_NAME[name].derive(), asked


def derived(name: str) -> Derivation:
    """Return a derivation of the catalogue, decided once for all tests."""
    return _carried_out(name)[0]


def claims(name: str) -> list[Step]:
    """Return the steps of a derivation that claim something."""
    return [step for step in derived(name).steps if step.verdict is not None]


@dataclass(frozen=True)
class Lie:
    """The link with that reason, and what is altered about it: its right side, its relation, its assumptions.

    A `bare` link lacks what it alone takes for granted; `drop` picks what the whole derivation assumes and this lacks.
    """

    name: str
    reason: str
    alter: Callable[[Any], Any] = lambda rhs: rhs
    relation: str = ""
    bare: bool = False
    drop: Callable[[Any], bool] = lambda _: False


def negated(rhs: Any) -> Any:
    """Return the negative."""
    return -rhs


def doubled(rhs: Any) -> Any:
    """Return it twice."""
    return 2 * rhs


def halved(rhs: Any) -> Any:
    """Return half of it."""
    return rhs / 2


def equal_to(fact: Any) -> Callable[[Any], bool]:
    """Return what picks this fact."""
    return lambda given: given == fact


def told(lie: Lie) -> tuple[Verdict, Line]:
    """Return what is decided about the altered link, and what was asked."""
    step = next(step for step in claims(lie.name) if step.reason == lie.reason)
    true = next(line for verdict, line in _carried_out(lie.name)[1] if verdict is step.verdict)
    facts = tuple(fact for fact in true.assuming if not (lie.drop(fact) or (lie.bare and fact in step.uses)))
    rhs, relation = _altered(lie, step, true.rhs), lie.relation or true.relation
    altered = (rhs, relation) != (true.rhs, true.relation) or len(facts) < len(true.assuming)
    assert altered, "nothing was altered"
    return prove(true.lhs, rhs, facts, relation=relation), Line(true.lhs, rhs, facts, relation)


def _altered(lie: Lie, step: Step, rhs: Any) -> Any:
    """Return the altered right side; that of a derivative by a matrix is compared at one entry."""
    whole = isinstance(rhs, MatrixElement)
    return MatrixElement(lie.alter(step.rhs), *rhs.indices) if whole else lie.alter(rhs)


def breaks(verdict: Verdict, line: Line) -> bool:
    """Return whether the two sides, computed again from the printed sizes and values, break the relation."""
    witness: Any = verdict.counterexample
    left, right = (_value(witness, side, line.assuming) for side in (line.lhs, line.rhs))
    holds = {"==": left == right, "<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right}
    near = abs(left - right) <= 1e-9 * (1 + abs(left))
    return not holds[witness.relation] and (not near or witness.relation in {"<", ">"})


REFUTED = ("refuted", True, True)


def refutation(lie: Lie) -> tuple[str, bool, bool]:
    """Return the status of the altered link, whether its witness breaks it, and whether all of that is printed."""
    verdict, line = told(lie)
    witness = verdict.counterexample
    if witness is None:
        return verdict.status, False, False
    shown = {**witness.sizes, **witness.values}
    printed = all(f"{name} = {value}" in str(witness) for name, value in shown.items())
    return verdict.status, breaks(verdict, line), printed and bool(shown)


def _value(witness: Counterexample, side: Any, facts: Sequence[Any]) -> Any:
    return value_at(witness, _plain(witness, put_in(side, facts)))


def _plain(witness: Counterexample, side: Any) -> Any:
    """Return a side for the evaluation: derivatives taken, max(a, b) as (a + b + |a - b|)/2."""
    if isinstance(side, Derivative):
        return differentiate(side.expr, side.variables[0])
    if not isinstance(side, Expr) or not side.has(Derivative, Max, Pow):
        return side
    parts = [_plain(witness, part) for part in side.args]
    if isinstance(side, Max):
        return (parts[0] + parts[1] + Abs(parts[0] - parts[1])) / 2
    if isinstance(side, Pow) and not side.exp.is_number:
        return exp(parts[1] * log(parts[0]))
    return side.func(*parts)


def is_definition(fact: Any) -> bool:
    """Return whether a fact says what a symbol or every entry of a tensor stands for."""
    if not isinstance(fact, Eq):
        return False
    left: Any = fact.lhs
    return isinstance(left, Symbol) or (isinstance(left, Indexed) and all(isinstance(i, Symbol) for i in left.indices))


def put_in(expr: Any, facts: Sequence[Any]) -> Any:
    """Return the expression with the definitions among the facts put in, the last one first."""
    for fact in reversed([fact for fact in facts if is_definition(fact)]):
        expr = _replaced(expr, fact.lhs, fact.rhs) if hasattr(expr, "replace") else expr
    return expr


def _replaced(expr: Any, what: Any, value: Any) -> Any:
    if isinstance(what, Symbol):
        return expr.xreplace({what: value})

    def member(entry: Any) -> Any:
        return value.xreplace(dict(zip(what.indices, entry.indices, strict=True)))

    return expr.replace(lambda node: isinstance(node, Indexed) and node.base == what.base, member)
