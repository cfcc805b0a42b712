"""Derivations and what is near them: a link that is looked up by its reason, and the same link altered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
from sympy import Derivative, Matrix, MatrixExpr, MatrixSymbol, Rational, Trace, eye, zeros
from sympy.matrices.expressions import Identity, Inverse, MatAdd, MatMul, Transpose, ZeroMatrix

from derive import differentiate, prove
from derive.derivation import Derivation, Step
from derive.lectures import BY_NAME
from derive.recheck import Recheck, recheck
from derive.verdict import Counterexample, Verdict
from tests.checked import value_at


@cache
def derived(name: str) -> Derivation:
    """Return a derivation of the catalogue, decided once for all tests."""
    return BY_NAME[name].derive()


def claims(name: str) -> list[Step]:
    """Return the steps of a derivation that claim something."""
    return [step for step in derived(name).steps if step.verdict is not None]


def second_opinion(step: Step) -> Recheck:
    """Return the second opinion on a step as it is written, under what it was decided under."""
    return recheck(step.lhs, step.rhs, relation=step.relation, assuming=_statement(step).assuming)


@dataclass(frozen=True)
class Lie:
    """The link with that reason, and what is altered about it: its right side, its relation, its assumptions.

    A `bare` link lacks what it alone takes for granted; `drop` names what the whole derivation assumes and this lacks.
    """

    name: str
    reason: str
    alter: Callable[[Any], Any] = lambda rhs: rhs
    relation: str = ""
    bare: bool = False
    drop: tuple[Any, ...] = ()

    def __str__(self) -> str:
        """Return a name for the test."""
        return f"{self.name}: {self.reason}"


def told(lie: Lie) -> tuple[Verdict, Any, Any]:
    """Return what is decided about the altered link, and its two sides."""
    step = next(step for step in claims(lie.name) if step.reason == lie.reason)
    true = _statement(step)
    gone = (*lie.drop, *(step.uses if lie.bare else ()))
    facts = tuple(fact for fact in true.assuming if fact not in gone)
    rhs, relation = lie.alter(true.rhs), lie.relation or true.relation
    altered = (rhs, relation) != (true.rhs, true.relation) or len(facts) < len(true.assuming)
    assert altered, "nothing was altered"
    return prove(true.lhs, rhs, facts, relation=relation), true.lhs, rhs


def breaks(witness: Counterexample, lhs: Any, rhs: Any) -> bool:
    """Return whether the two sides, computed again from the printed sizes and values, break the relation."""
    left, right = _value(witness, lhs), _value(witness, rhs)
    holds = {"==": left == right, "<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right}
    near = abs(left - right) <= 1e-9 * (1 + abs(left))
    return not holds[witness.relation] and (not near or witness.relation in {"<", ">"})


def refutation(lie: Lie) -> tuple[str, bool, bool]:
    """Return the status of the altered link, whether its witness breaks it, and whether all of that is printed."""
    verdict, lhs, rhs = told(lie)
    witness = verdict.counterexample
    if witness is None:
        return verdict.status, False, False
    shown = {**witness.sizes, **witness.values}
    printed = all(f"{name} = {value}" in str(witness) for name, value in shown.items())
    return verdict.status, breaks(witness, lhs, rhs), printed


def _statement(step: Step) -> Any:
    assert step.verdict is not None
    statement: Any = step.verdict.statement
    return statement


def _value(witness: Counterexample, side: Any) -> Any:
    if isinstance(side, MatrixExpr):
        entry = _matrix(witness, side)[witness.indices.get("row", 0), witness.indices.get("column", 0)]
        return mpmath.mpf(int(entry.p)) / int(entry.q)
    known = {node: differentiate(node.expr, node.variables[0]) for node in side.atoms(Derivative)}
    traces = {node: _matrix(witness, node.arg).trace() for node in side.atoms(Trace)}
    return value_at(witness, side.xreplace(known | traces))


def _matrix(witness: Counterexample, expr: Any) -> Any:
    """Return a matrix expression in numbers."""
    rows, columns = (size if size.is_Integer else witness.sizes[size.name] for size in expr.shape)
    if isinstance(expr, MatrixSymbol):
        return Matrix(int(rows), int(columns), lambda i, j: _entry(witness, f"{expr.name}[{i}, {j}]"))
    if isinstance(expr, MatAdd | MatMul):
        scalars = [arg for arg in expr.args if not isinstance(arg, MatrixExpr)]
        parts = [_matrix(witness, arg) for arg in expr.args if isinstance(arg, MatrixExpr)]
        total = parts[0]
        for part in parts[1:]:
            total = total + part if isinstance(expr, MatAdd) else total * part
        for scalar in scalars:
            total = total * scalar
        return total
    leaves: dict[type, Callable[[], Any]] = {
        Transpose: lambda: _matrix(witness, expr.args[0]).T,
        Inverse: lambda: _matrix(witness, expr.args[0]).inv(),
        ZeroMatrix: lambda: zeros(int(rows), int(columns)),
        Identity: lambda: eye(int(rows)),
    }
    return leaves[type(expr)]()


def _entry(witness: Counterexample, name: str) -> Rational:
    value: Fraction = witness.values[name]
    return Rational(value.numerator, value.denominator)
