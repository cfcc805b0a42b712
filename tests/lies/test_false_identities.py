"""Statements that are false and look true: at small sizes, by capture, without a fact, in the wrong range or order."""

from __future__ import annotations

import pytest
from sympy import E, Eq, Expr, Ge, Gt, KroneckerDelta, Le, Lt, Rational, Sum, exp, log

from derive import nonnegative, sigmoid
from tests.cases import A, D, N, S, a, b, c, d, dot, i, j, k, m, n, o, p, q, softmax, total, u, w, x, y, z
from tests.checked import status

TRACE = total(A[d, d], d)
CAYLEY_HAMILTON = (
    total(A[i, d] * A[d, j], d)
    - TRACE * A[i, j]
    + (TRACE**2 - total(A[d, p] * A[p, d], d, p)) / 2 * KroneckerDelta(i, j)
)
HEXAGON = Sum(
    S[d, i] * S[i, j] * S[j, p] * S[p, q] * S[q, c] * S[c, d], *((index, 1, D) for index in (d, i, j, p, q, c))
)
TRIANGLES = total(S[d, i] * S[i, j] * S[j, d], d, i, j) ** 2
nm, mo = KroneckerDelta(n, m), KroneckerDelta(m, o)

FALSE: dict[str, dict[str, tuple[Expr, Expr | int]]] = {
    "sizes and sums": {
        "Cayley-Hamilton of 2x2 matrices, true up to D = 2": (CAYLEY_HAMILTON, 0),
        "N^2 x = 3 N x, true at N = 3": (N**2 * a, 3 * N * a),
        "N = 2": (N, 2),
        "a polynomial in N with the roots 1 to 5": ((N - 1) * (N - 2) * (N - 3) * (N - 4) * (N - 5), 0),
        "a sum of squares is the square of the sum": (total(x[n] ** 2, n), total(x[n], n) ** 2),
        "a free index is a bound one": (total(x[n] * y[n], n), total(x[n] * y[m], n)),
    },
    "indices and matrices": {
        "a matrix is its transpose": (A[i, j], A[j, i]),
        "the trace of A^2 is the sum of squares": (total(A[i, p] * A[p, i], i, p), total(A[i, p] ** 2, i, p)),
        "entries of products commute": (total(A[i, d] * S[d, j], d), total(S[i, d] * A[d, j], d)),
        "a delta is one": (nm * x[n], x[n]),
        "a delta says nothing of a third index": (nm * x[n] * x[o], nm * x[n] * x[m]),
        "two deltas are one": (nm * mo * x[n] * y[o], nm * x[n] * y[o]),
        "three indices never coincide": (nm * mo * x[n] * x[m] * x[o], 0),
    },
    "functions and numbers": {
        "exp of a sum is a sum of exp": (exp(total(x[n], n)), total(exp(x[n]), n)),
        "log of a sum of exp is the sum": (log(total(exp(x[n]), n)), total(x[n], n)),
        "sigmoid is odd": (sigmoid(-a), -sigmoid(a)),
        "sigmoid is linear": (total(sigmoid(x[n]), n), sigmoid(total(x[n], n))),
        "softmax without its denominator": (softmax(k), exp(z[k])),
        "a difference of 1e-30": (exp(a), exp(a) + Rational(1, 10**30)),
        "a difference of 1e-200": (a, a + Rational(1, 10**200)),
        "e to 30 digits": (E, Rational(271828182845904523536028747135, 10**29)),
        "a hexagon is two triangles": (HEXAGON, TRIANGLES),
        "the first entry is any entry": (x[1], x[n]),
    },
}


@pytest.mark.parametrize("kind", FALSE)
def test_false_equality_is_refuted(kind: str) -> None:
    """A false equality is refuted by numbers, however small the size or the difference that hides it."""
    assert {name: sides for name, sides in FALSE[kind].items() if status(*sides) != "refuted"} == {}


FALSE_BOUNDS = {
    "Cauchy-Schwarz, reversed": Ge(dot(u, w) ** 2, dot(u, u) * dot(w, w)),
    "Cauchy-Schwarz, strict": Lt(dot(u, w) ** 2, dot(u, u) * dot(w, w)),
    "a square is not positive": Le(a**2, 0),
    "a square is positive, also at 0": Gt(a**2, 0),
    "a sum of squares is positive": Gt(total(x[n] ** 2, n), 0),
    "the square of a sum is at most the sum of squares": Le(total(x[n], n) ** 2, total(x[n] ** 2, n)),
    "an exponential is at least one": Ge(exp(a), 1),
    "a sigmoid is at most one half": Le(sigmoid(a), Rational(1, 2)),
    "a probability is at least one": Ge(softmax(k), 1),
    "a product is nonnegative": Ge(x[n] * y[n], 0),
    "the mean square is at most the square of the mean": Le(N * total(x[n] ** 2, n), total(x[n], n) ** 2),
    "a number is less than itself": Lt(a, a + 0 * b - Rational(1, 10**20)),
}


@pytest.mark.parametrize("name", FALSE_BOUNDS)
def test_false_bound_is_not_proved(name: str) -> None:
    """A false inequality is never proved, reversed or strict or without what it needs."""
    assert status(FALSE_BOUNDS[name]) in {"refuted", "undecided"}


def test_bound_needs_both_facts() -> None:
    """A product is nonnegative when both factors are, and not when one of them is."""
    goal = Ge(x[n] * y[n], 0)

    both, one = status(goal, assuming=(nonnegative(x), nonnegative(y))), status(goal, assuming=(nonnegative(x),))
    assert (both, one == "proved") == ("proved", False)


def test_arrow_forms_agree() -> None:
    """`prove(lhs, rhs)`, `prove(Eq(lhs, rhs))` and `prove(lhs, rhs, relation="<=")` refuse alike."""
    lhs, rhs = total(x[n], n) ** 2, total(x[n] ** 2, n)

    statuses = status(lhs, rhs), status(Eq(lhs, rhs)), status(lhs, rhs, relation="<=") == "proved"
    assert statuses == ("refuted", "refuted", False)
