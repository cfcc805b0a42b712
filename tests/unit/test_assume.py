"""What is assumed: read as traits, definitions or rules, at the indices for which it is given and at no others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    Function,
    Ge,
    Gt,
    Idx,
    IndexedBase,
    KroneckerDelta,
    Le,
    Lt,
    MatrixSymbol,
    Ne,
    Sum,
    Symbol,
    exp,
    log,
    symbols,
)

from derive import (
    binary,
    inverse_pair,
    nonnegative,
    one_hot,
    positive,
    prove,
    sign,
    simplex,
    size,
    symmetric,
)
from derive.errors import BadFactError, UnsupportedError

N, D, K = size("N"), size("D"), size("K")
i, j, k, n, m, p, q = symbols("i j k n m p q", integer=True)
s, r = symbols("s r")
a, b, w, x, y, z, A, X, Y = map(IndexedBase, "abwxyzAXY")
f = Function("f")
P, Q = MatrixSymbol("P", N, N), MatrixSymbol("Q", N, N)


def total(body: Any, *indices: Any, upto: Any = N) -> Any:
    """Return the sum over each index from 1."""
    return Sum(body, *((each, 1, upto) for each in indices))


@dataclass(frozen=True)
class Case:
    """Two sides, and what is assumed."""

    lhs: Any
    rhs: Any
    assuming: Any


PROVED: dict[str, Case] = {
    "a sign by equation": Case(total(y[i] ** 2, i), N, Eq(y[j] ** 2, 1)),
    "a sign by name": Case(total(y[i] ** 3 * x[i], i), total(y[i] * x[i], i), sign(y)),
    "a binary by equation": Case(b[p] ** 3, b[p], Eq(b[i] ** 2, b[i])),
    "a binary by name": Case(total(b[i] ** 2, i), total(b[i], i), binary(b)),
    "positive": Case(log(a[p] * x[p] ** 2), log(a[p]) + log(x[p] ** 2), positive(a)),
    "nonnegative": Case(total(Abs(a[i]), i), total(a[i], i), nonnegative(a)),
    "at least zero by relation": Case(total(Abs(a[i]), i), total(a[i], i), Ge(a[j], 0)),
    "at most zero turned": Case(Abs(a[p]), a[p], Le(0, a[j])),
    "one more than zero": Case(Abs(s + 1), s + 1, Gt(s + 1, 0)),
    "symmetric": Case(total(A[i, j] * x[i] * y[j], i, j), total(A[i, j] * y[i] * x[j], i, j), symmetric(A)),
    "symmetric by equation": Case(A[p, q], A[q, p], Eq(A[i, j], A[j, i])),
    "one-hot sums to one": Case(total(Y[n, k] * x[n], n, k), total(x[n], n), one_hot(Y)),
    "one-hot squared": Case(total(Y[n, k] * z[k], k) ** 2, total(Y[n, k] * z[k] ** 2, k), one_hot(Y)),
    "one-hot twice": Case(Y[n, i] * Y[n, j] * z[i], KroneckerDelta(i, j) * Y[n, j] * z[j], one_hot(Y)),
    "a simplex": Case(total(a[k] * s, k), s, simplex(a)),
    "an inverse pair": Case(total(A[i, j] * X[j, k] * x[i] * y[k], i, j, k), total(x[i] * y[i], i), inverse_pair(A, X)),
    "a definition": Case(total(z[n], n), total(X[n, j] * w[j], n, j), Eq(z[n], total(X[n, j] * w[j], j))),
    "a definition of a definition": Case(x[p], exp(2 * s), [Eq(y[i], exp(s)), Eq(x[i], y[i] ** 2)]),
    "orthonormal columns": Case(
        total(X[i, p] * X[i, q], i), KroneckerDelta(p, q), Eq(total(X[i, j] * X[i, k], i), KroneckerDelta(j, k))
    ),
    "a column of length one": Case(total(X[i, p] ** 2, i), 1, Eq(total(X[i, j] * X[i, k], i), KroneckerDelta(j, k))),
    "a diagonal": Case(total(A[i, i], i), N, Eq(A[i, i], 1)),
    "a matrix equation": Case(P * Q * P, Q * P * P, Eq(P * Q, Q * P)),
    "one entry": Case(x[1] * s, 5 * s, Eq(x[1], 5)),
    "one entry of a range": Case(x[1] * x[2] ** 2, s * x[2] ** 2, Eq(x[1], s)),
    "an explicit range": Case(total(x[i], i, upto=3), 3 * s, Eq(x[Idx("k", (1, 3))], s)),
}


@pytest.mark.parametrize("case", PROVED)
def test_what_is_assumed_is_used(case: str) -> None:
    """An equation with a free index holds for all its values, a fact for the whole tensor."""
    given = PROVED[case]
    assert prove(given.lhs, given.rhs, given.assuming).status == "proved"


@pytest.mark.parametrize("case", PROVED)
def test_without_the_assumption_nothing_is_proved(case: str) -> None:
    """The same statement alone is not proved without a condition, and nothing is remembered."""
    given = PROVED[case]
    verdict = prove(given.lhs, given.rhs)
    assert verdict.status != "proved" or verdict.conditions != ()


SHORT = Idx("k", (1, 3))

FALSE: dict[str, Case] = {
    "one entry says nothing of all": Case(total(y[i] ** 2, i), N, Eq(y[1] ** 2, 1)),
    "1..3 is not 1..N, a sign": Case(total(y[i] ** 2, i), N, Eq(y[SHORT] ** 2, 1)),
    "1..3 is not 1..N, a definition": Case(total(y[i], i), N, Eq(y[SHORT], 1)),
    "1..3 is not 1..N, positive": Case(total(Abs(y[i]), i), total(y[i], i), Gt(y[SHORT], 0)),
    "0 is not in 1..N, a rule": Case(x[0] ** 2 * y[0], 1, Eq(x[Idx("k", (1, N))] ** 2 * y[Idx("k", (1, N))], 1)),
    "0 is not in 1..N, a definition": Case(x[0], 1, Eq(x[Idx("k", (1, N))], 1)),
    "0 is not in 1..N, a sign": Case(x[0] ** 2, 1, Eq(x[Idx("k", (1, N))] ** 2, 1)),
    "the diagonal is not the matrix": Case(total(A[i, j], i, j), N * N, Eq(A[i, i], 1)),
    "a positive diagonal": Case(Abs(A[p, q]), A[p, q], Ge(A[i, i], 0)),
    "rows for columns": Case(
        total(X[p, i] * X[q, i], i), KroneckerDelta(p, q), Eq(total(X[i, j] * X[i, k], i), KroneckerDelta(j, k))
    ),
    "the same index says nothing of two": Case(x[p] * y[q], 0, Eq(x[i] * y[i], 0)),
    "another sum": Case(total(x[i] * y[i], i), total(y[i], i), Eq(total(x[i], i), 1)),
    "another range": Case(Sum(x[i], (i, 0, N)), 1, Eq(total(x[i], i), 1)),
    "a sum that is not negative": Case(total(Abs(x[i]), i), total(x[i], i), Ge(total(x[i], i), 0)),
    "one-hot is not a square": Case(total(Y[n, k] * z[k], k) ** 2, total(Y[n, k] * z[k], k), one_hot(Y)),
    "two rows of one-hot": Case(total(Y[n, k] * Y[m, k], k), 1, one_hot(Y)),
    "a sign is not one": Case(y[p], 1, sign(y)),
    "greater than -1": Case(Abs(s), s, Gt(s, -1)),
    "less than": Case(Abs(s), s, Lt(s, 5)),
    "a scalar's sign is not the tensor's": Case(total(y[i] ** 2, i), N, sign(Symbol("y"))),
    "contradictory rules prove no third thing": Case(s, r, [Eq(x[1] * x[2], 1), Eq(x[1] * x[2], 2)]),
}


@pytest.mark.parametrize("case", FALSE)
def test_an_assumption_says_no_more_than_it_says(case: str) -> None:
    """A false neighbour of a rule is not proved."""
    given = FALSE[case]
    assert prove(given.lhs, given.rhs, given.assuming).status != "proved"


REFUSED: dict[str, Any] = {
    "one-hot of a number": one_hot(s),
    "a simplex of a number": simplex(s),
    "an inverse pair of numbers": inverse_pair(s, r),
    "an inverse pair of vectors": inverse_pair(x, y),
    "an inverse pair that is not square": inverse_pair(X, A),
    "a symmetric matrix that is not square": symmetric(X),
    "text": "x > 0",
    "truth": [True],
    "not equal": Ne(s, 0),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_fact_is_refused(case: str) -> None:
    """An error that says why, and no traceback."""
    body = Sum(X[n, j] * A[i, n] * x[n] * y[n] * w[j], (n, 1, N), (i, 1, N), (j, 1, D))
    with pytest.raises(BadFactError):
        _ = prove(body * s * r, body * r * s + 1, REFUSED[case])


def test_a_derivative_does_not_see_an_assumption_about_values() -> None:
    """Where the sum of p_k is 1, its derivative by p_j is still 1, not 0."""
    summed, given = Derivative(total(x[k], k), x[j]), Eq(total(x[k], k), 1)
    assert prove(summed, 1, given).status == "proved"
    assert prove(summed, 0, given).status != "proved"


def test_a_derivative_sees_a_definition() -> None:
    """With z_n defined by w, the derivative of f(z_n) by w_j goes through it."""
    given = Eq(z[n], total(X[n, j] * w[j], j, upto=D))
    assert prove(Derivative(z[n], w[j]), X[n, j], given).status == "proved"
    assert prove(Derivative(z[n], w[j]), 0, given).status != "proved"


CONSTRAINED: dict[str, tuple[Any, Any]] = {
    "a sign": (Derivative(y[p] ** 2, y[p]), sign(y)),
    "a binary": (Derivative(y[p] ** 2, y[p]), binary(y)),
    "a symmetric matrix": (Derivative(A[p, q], A[p, q]), symmetric(A)),
    "what is defined": (Derivative(s**2, s), Eq(s, 1)),
}


@pytest.mark.parametrize("case", CONSTRAINED)
def test_what_does_not_vary_freely_has_no_derivative(case: str) -> None:
    """Such a derivative could be two things at once."""
    expr, given = CONSTRAINED[case]
    with pytest.raises(UnsupportedError):
        _ = prove(expr, 0, given)


def test_conditions_of_an_assumption_are_told() -> None:
    """A definition by log a_i needs a_i > 0, also when it is read again under other conditions."""
    given = Eq(x[i], log(a[i]))
    verdict = prove(log(x[p]) + total(log(x[i]), i), log(log(a[p])) + total(log(log(a[i])), i), given)
    told = " ".join(str(condition) for condition in verdict.conditions)
    assert (verdict.status, "a[i] > 0" in told, "a[p] > 0" in told) == ("proved", True, True)
