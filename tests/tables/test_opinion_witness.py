"""Witnesses: points of sizes of at least 2 that meet all that is assumed, and at which both sides have a value."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Derivative, Eq, Ge, Gt, IndexedBase, Le, Lt, Sum, Symbol, exp, log, sqrt, symbols

from derive import index, inverse_pair, one_hot, positive, sigmoid, simplex, size, symmetric, tensor
from derive.expr import tree
from derive.recheck import witness
from derive.statements import statement

N, D, K = size("N"), size("D"), size("K")
i, d, c = index("i", N), index("d", D), index("c", K)
X, x, y, w, p = tensor("X", N, D), tensor("x", N), tensor("y", N), tensor("w", D), tensor("p", K)
A, B = tensor("A", D, D), tensor("B", D, D)
s, t = symbols("s t", real=True)
n, m = symbols("n m", integer=True)
h = IndexedBase("h")

EXIST: dict[str, tuple[Any, Any, Any]] = {
    "nothing assumed": (Sum(x[i], i) ** 2, Sum(x[i] ** 2, i), ()),
    "a logarithm": (Sum(log(x[i]), i), 0, ()),
    "a logarithm of what is positive": (log(s), 0, Gt(s, 0)),
    "a root of a sum": (sqrt(Sum(x[i], i)), 0, ()),
    "a quotient": (1 / (s - t), 0, ()),
    "a derivative": (Derivative(log(s), s), 1 / s, ()),
    "shares": (Sum(p[c], c), 1, [simplex(p), positive(p)]),
    "one of several": (Sum(p[c], c), 1, one_hot(p)),
    "a pair of inverses": (A[0, 0], B[0, 0], inverse_pair(A, B)),
    "a symmetric matrix": (A[0, 1], A[1, 0], symmetric(A)),
    "a definition": (Sum(log(y[i]), i), 0, Eq(y[i], sigmoid(x[i]))),
    "an equation": (s, 0, Eq(Sum(x[i] * s, i), 2)),
    "a recursion": (h[n], 0, Eq(h[m + 1], s * h[m])),
    "bounds": (s * t, 0, [Ge(s, 2), Lt(s, t), Le(t, 5)]),
    "a sum that is large": (Sum(x[i], i), 1, Ge(Sum(x[i], i), 40)),
    "equal sizes": (N, D, [Eq(N, D), Ge(N, 2)]),
}
NONE: dict[str, tuple[Any, Any, Any]] = {
    "a logarithm of what is negative": (log(-1 - s**2), 0, ()),
    "a logarithm of what is assumed to be so": (log(s), 0, Lt(s, 0)),
    "a quotient by nothing": (1 / (s - t), 0, Eq(s, t)),
    "two values": (s, 0, [Eq(s, 1), Eq(s, 2)]),
    "a square below 0": (s, 0, Lt(Sum(x[i] ** 2, i), 0)),
    "shares of nothing positive": (p[0], 1, [simplex(p), Lt(p[c], 0)]),
    "a size of 1": (x[0], 0, Eq(N, 1)),
    "a kink": (Derivative(abs(s), s), 1, Eq(s, 0)),
}


@pytest.mark.parametrize("name", EXIST)
def test_a_witness_is_found(name: str) -> None:
    """With sizes of at least 2, and with what the sides mention."""
    lhs, rhs, facts = EXIST[name]
    claim = statement(lhs, rhs, facts)
    found = witness(claim)
    assert found is not None
    assert set(found.sizes) == {each.name for each in claim.sizes}
    assert min(found.sizes.values(), default=2) >= 2
    assert str(found).startswith(("at ", "anywhere"))


@pytest.mark.parametrize("name", NONE)
def test_where_there_is_none(name: str) -> None:
    """Nothing is claimed where no point meets what is assumed, or no side has a value."""
    lhs, rhs, facts = NONE[name]
    assert witness(statement(lhs, rhs, facts), max_seconds=1) is None


def test_a_witness_meets_conditions() -> None:
    """For every value of their free indices."""
    claim = statement(Sum(x[i], i), 0)
    entry = tree.Entry("x", (tree.Index("i"),))
    indices = statement(x[i], 0).indices
    above = tree.Compare(">", entry, tree.number(1))
    found = witness(claim, conditions=(above,), indices=indices)
    assert found is not None
    assert min(found.values.values()) > 1
    never = tree.Compare("!=", entry, entry)
    assert witness(claim, conditions=(above, never), indices=indices, max_seconds=1) is None


def test_a_witness_says_its_values() -> None:
    """In the author's names; symbols of one name are one."""
    z = Symbol("z", positive=True)
    assert str(witness(statement(exp(z) * x[0], 0))) == "at N = 2, x[0] = -2, z = 2"
