"""Families: an expression for every index, read at an index without capture."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Expr, IndexedBase, KroneckerDelta, MatrixSymbol, Sum, Symbol, exp, log, symbols

from derive import differentiate, gradient, hessian, prove, size, tensor
from derive.errors import (
    BadIndexError,
    NotAnExpressionError,
    ShapeMismatchError,
    UndeclaredRangeError,
    UnsupportedError,
)

N, D = size("N"), size("D")
i, j, k, n, p = symbols("i j k n p", integer=True)
s = Symbol("s")
x, w = map(IndexedBase, "xw")
X = IndexedBase("X")
squares = Sum(x[i] ** 2, (i, 1, N))
quadratic = Sum(X[n, i] * w[i] * X[n, j] * w[j], (n, 1, N), (i, 1, D), (j, 1, D))

MEMBERS: dict[str, tuple[Expr, Expr]] = {
    "by a name": (gradient(squares, x)[p], 2 * x[p]),
    "by the bound name": (gradient(squares, x)[i], 2 * x[i]),
    "by a number": (gradient(squares, x)[3], 2 * x[3]),
    "of a double sum": (gradient(quadratic, w)[i], 2 * Sum(X[n, i] * X[n, j] * w[j], (n, 1, N), (j, 1, D))),
    "of log-sum-exp": (gradient(log(Sum(exp(x[i]), (i, 1, N))), x)[i], exp(x[i]) / Sum(exp(x[j]), (j, 1, N))),
    "a second derivative": (hessian(squares, x)[i, j] * x[i], 2 * KroneckerDelta(i, j) * x[j]),
    "on the diagonal": (hessian(squares, x)[i, i], 2 * x[i] / x[i]),
    "of a quadratic form": (hessian(quadratic, w)[j, i], 2 * Sum(X[n, i] * X[n, j], (n, 1, N))),
}


@pytest.mark.parametrize("case", MEMBERS)
def test_members(case: str) -> None:
    """The member at an index is the derivative by that entry, whatever names the expression binds."""
    member, expected = MEMBERS[case]
    beside = Sum(x[i] + w[k], (i, 1, N), (k, 1, D))
    assert prove(member + beside, expected + beside).status == "proved"


@pytest.mark.parametrize("at", [1.5, "a", None, i + 1, slice(1, 2), True, s + 1])
def test_what_is_no_index(at: Any) -> None:
    """A family is read at integers and names only; a string is never evaluated."""
    with pytest.raises(BadIndexError):
        _ = gradient(squares, x)[at]


def test_too_few_or_many_indices() -> None:
    """A family has as many indices as its tensor has places."""
    with pytest.raises(ShapeMismatchError):
        _ = gradient(squares, x)[i, j]
    with pytest.raises(ShapeMismatchError):
        _ = hessian(squares, x)[i]


def test_families_are_compared_at_common_indices() -> None:
    """Two families are equal where all their members are; a family is no number."""
    assert prove(gradient(squares, x), gradient(Sum(x[k] ** 2, (k, 1, N)), x)).status == "proved"
    assert prove(gradient(squares, x), gradient(2 * squares, x)).status != "proved"
    with pytest.raises(ShapeMismatchError):
        _ = prove(gradient(squares, x), 2)


def test_a_tensor_at_numbers_only_has_no_known_range() -> None:
    """The gradient of x_1^2 by x needs the shape of x; with it, there is a delta."""
    with pytest.raises(UndeclaredRangeError):
        _ = gradient(x[1] ** 2, x)
    with pytest.raises(UndeclaredRangeError):
        _ = hessian(x[1] ** 2, x)
    declared = tensor("x", N)
    assert prove(gradient(declared[1] ** 2, declared)[1], 2 * declared[1]).status == "proved"


def test_a_tensor_that_does_not_occur() -> None:
    """Its places have no ranges."""
    with pytest.raises(NotAnExpressionError):
        _ = gradient(s, IndexedBase("absent"))


def test_entries_outside_of_a_sum_have_derivative_zero() -> None:
    """The sum over 1..N does not hold x_0."""
    assert differentiate(squares, x[0]) == 0
    assert differentiate(squares, x[1]) == 2 * x[1]


def test_sizes_and_indices_do_not_vary() -> None:
    """There is no derivative by a size or by an index, also where its symbol does not say what it is."""
    plain, at = Symbol("M"), Symbol("t")
    for expr, by in ((plain * Sum(x[i], (i, 1, plain)), plain), (at * x[at], at)):
        with pytest.raises(UnsupportedError):
            _ = differentiate(expr, by)


def test_a_gradient_by_a_matrix_is_a_matrix() -> None:
    """Not a family."""
    M = MatrixSymbol("M", N, D)
    assert gradient(Sum(M[i, j] ** 2, (i, 0, N - 1), (j, 0, D - 1)), M) == 2 * M
