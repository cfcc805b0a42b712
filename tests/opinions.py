"""Rows of the second opinion: a claim, what is assumed, and what is said about it."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

from sympy import Rational

from derive.recheck import recheck
from derive.statements import statement

AGREES, CONTRADICTED = "agrees", "contradicted"
UNDEFINED = "undefined at every point that was tried"
IMPOSSIBLE = "no point was found that satisfies the assumptions"
SLIGHTLY = Rational(1, 10**6)
FAILS = {"==": operator.ne, "<": operator.ge, "<=": operator.gt, ">": operator.le, ">=": operator.lt}


def opinion(
    lhs: Any,
    relation: str,
    rhs: Any,
    facts: object = (),
    *,
    seed: int = 0,
    ranges: dict[Any, Any] | None = None,
) -> str:
    """Return what is said of a claim: that it agrees, that it is contradicted, or why there is no opinion."""
    claim = statement(lhs, rhs, facts, relation=relation, ranges=ranges)
    found = recheck(claim, seed=seed, max_seconds=60)
    if found.agrees is not False:
        assert found.counterexample is None
        return AGREES if found.agrees else found.reason
    assert found.counterexample is not None
    sides = found.counterexample.lhs, found.counterexample.rhs
    if all(isinstance(side, Fraction) for side in sides):
        assert FAILS[relation](*sides)
    return CONTRADICTED


def off(value: Any) -> Any:
    """Return a value that is slightly wrong, of a matrix in its last entry alone."""
    if not getattr(value, "is_Matrix", False):
        return value + SLIGHTLY
    changed = value.as_mutable()
    changed[-1, -1] += SLIGHTLY
    return changed
