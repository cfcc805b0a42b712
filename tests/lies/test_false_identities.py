"""Statements that are false and look true: at small sizes, by capture, without a fact, in the wrong range or order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sympy import (
    E,
    Eq,
    Expr,
    Ge,
    Gt,
    KroneckerDelta,
    Le,
    Lt,
    MatrixSymbol,
    Product,
    Rational,
    Sum,
    Symbol,
    exp,
    log,
    sqrt,
    tanh,
)
from sympy.core.relational import Relational

from derive import (
    binary,
    differentiate,
    gradient,
    inverse_pair,
    nonnegative,
    one_hot,
    positive,
    sigmoid,
    sign,
    simplex,
    substitute,
    symmetric,
    tensor,
)
from tests.cases import (
    A,
    D,
    N,
    S,
    Y,
    a,
    alpha,
    b,
    d,
    dot,
    i,
    j,
    k,
    m,
    n,
    o,
    p,
    q,
    r,
    softmax,
    t,
    total,
    u,
    w,
    x,
    y,
    z,
)
from tests.checked import status

TRACE = total(A[d, d], d)
CAYLEY_HAMILTON = (
    total(A[i, d] * A[d, j], d)
    - TRACE * A[i, j]
    + (TRACE**2 - total(A[d, p] * A[p, d], d, p)) / 2 * KroneckerDelta(i, j)
)
SIXTH = Symbol("e", integer=True)
HEXAGON = Sum(
    S[d, i] * S[i, j] * S[j, p] * S[p, q] * S[q, SIXTH] * S[SIXTH, d],
    *((index, 1, D) for index in (d, i, j, p, q, SIXTH)),
)
TRIANGLES = total(S[d, i] * S[i, j] * S[j, d], d, i, j) ** 2
P, V = MatrixSymbol("P", D, D), MatrixSymbol("V", D, D)

FALSE = {
    "Cayley-Hamilton of 2x2 matrices, true up to D = 2": (CAYLEY_HAMILTON, 0),
    "N^2 x = 3 N x, true at N = 3": (N**2 * a, 3 * N * a),
    "N = 2": (N, 2),
    "a polynomial in N with the roots 1 to 5": ((N - 1) * (N - 2) * (N - 3) * (N - 4) * (N - 5), 0),
    "a sum of products is a product of sums, true at N = 1": (total(x[n] * y[n], n), total(x[n], n) * total(y[n], n)),
    "a sum of squares is the square of the sum": (total(x[n] ** 2, n), total(x[n], n) ** 2),
    "N is D": (total(x[n], n) * N, total(x[n], n) * D),
    "a free index is a bound one": (total(x[n] * y[n], n), total(x[n] * y[m], n)),
    "a matrix is its transpose": (A[i, j], A[j, i]),
    "the trace of A^2 is the sum of squares": (total(A[i, p] * A[p, i], i, p), total(A[i, p] ** 2, i, p)),
    "entries of products commute": (total(A[i, d] * S[d, j], d), total(S[i, d] * A[d, j], d)),
    "matrices commute": (P * V, V * P),
    "the transpose of a product keeps the order": ((P * V).T, P.T * V.T),
    "a delta is one": (KroneckerDelta(n, m) * x[n], x[n]),
    "a delta says nothing of a third index": (KroneckerDelta(n, m) * x[n] * x[o], KroneckerDelta(n, m) * x[n] * x[m]),
    "two deltas are one": (
        KroneckerDelta(n, m) * KroneckerDelta(m, o) * x[n] * y[o],
        KroneckerDelta(n, m) * x[n] * y[o],
    ),
    "three indices never coincide": (KroneckerDelta(n, m) * KroneckerDelta(m, o) * x[n] * x[m] * x[o], 0),
    "exp of a sum is a sum of exp": (exp(total(x[n], n)), total(exp(x[n]), n)),
    "log of a sum of exp is the sum": (log(total(exp(x[n]), n)), total(x[n], n)),
    "sigmoid is odd": (sigmoid(-a), -sigmoid(a)),
    "tanh without the half": (tanh(a), 2 * sigmoid(a) - 1),
    "sigmoid is linear": (total(sigmoid(x[n]), n), sigmoid(total(x[n], n))),
    "softmax without its denominator": (softmax(k), exp(z[k])),
    "the root of a square is its base": (sqrt(x[n] ** 2), x[n]),
    "a difference of 1e-30": (exp(a), exp(a) + Rational(1, 10**30)),
    "a difference of 1e-200": (a, a + Rational(1, 10**200)),
    "e to 30 digits": (E, Rational(271828182845904523536028747135, 10**29)),
    "a product is a sum": (Product(exp(x[n]), (n, 1, N)), total(exp(x[n]), n)),
    "0..N-1 is 1..N": (Sum(x[n], (n, 0, N - 1)), Sum(x[n], (n, 1, N))),
    "1..N-1 is 1..N": (Sum(x[n] ** 2, (n, 1, N - 1)), Sum(x[n] ** 2, (n, 1, N))),
    "a hexagon is two triangles": (HEXAGON, TRIANGLES),
    "the first entry is any entry": (x[1], x[n]),
}


@pytest.mark.parametrize(("lhs", "rhs"), FALSE.values(), ids=FALSE)
def test_false_equality_is_refuted(lhs: Expr, rhs: Expr | int) -> None:
    """A false equality is refuted by numbers, however small the size or the difference that hides it."""
    assert status(lhs, rhs) == "refuted"


GRAM = tensor("B", N, N)
CAPTURED = {
    "a free index under a sum": (
        lambda: substitute(total(x[n] * a, n), a, y[n]),
        y[n] * total(x[m], m),
        total(x[m] * y[m], m),
    ),
    "a family under a sum of the same name": (
        lambda: substitute(total(t[n] * alpha[n], n), t[m], total(y[n] * GRAM[m, n], n)),
        total(alpha[o] * y[m] * GRAM[o, m], o, m),
        total(alpha[n] * y[n] * GRAM[n, n], n),
    ),
    "a free index of the replacement": (
        lambda: substitute(total(w[d] * u[d], d), w[i], A[i, d]),
        total(A[i, d] * u[i], i),
        total(A[i, i] * u[i], i),
    ),
    "a derivative by the bound name": (lambda: differentiate(dot(w, w), w[d]), 2 * w[d], total(2 * w[i], i)),
    "a gradient taken at the bound name": (
        lambda: gradient(total(w[d] * A[d, i] * w[i], d, i), w)[d],
        total((A[d, p] + A[p, d]) * w[p], p),
        total(2 * A[p, p] * w[p], p),
    ),
    "log-sum-exp by the bound name": (
        lambda: differentiate(log(total(exp(z[k]), k)), z[k]),
        exp(z[k]) / total(exp(z[r]), r),
        1,
    ),
}


@pytest.mark.parametrize(("make", "right", "captured"), CAPTURED.values(), ids=CAPTURED)
def test_capture_is_avoided(make: Callable[[], Expr], right: Expr, captured: Expr | int) -> None:
    """A free index keeps its meaning under a binder of the same name, and the captured form is refuted."""
    result = make()

    assert (status(result, right), status(result, captured)) == ("proved", "refuted")


G, H = tensor("G", D, D), tensor("H", D, D)
NEEDS = {
    "one-hot rows sum to one": (total(Y[n, k], k), 1, one_hot(Y)),
    "one-hot entries are their squares": (Y[n, k] ** 2, Y[n, k], one_hot(Y)),
    "one-hot classes exclude one another": (Y[n, k] * Y[n, r], KroneckerDelta(k, r) * Y[n, k], one_hot(Y)),
    "simplex rows sum to one": (total(Y[n, k], k), 1, simplex(Y)),
    "the square of a sign is one": (total(y[n] ** 2, n), N, sign(y)),
    "a binary entry is its square": (y[n] ** 2, y[n], binary(y)),
    "symmetric entries exchange": (S[i, j], S[j, i], symmetric(S)),
    "an inverse cancels": (total(G[i, d] * H[d, j], d), KroneckerDelta(i, j), inverse_pair(G, H)),
    "an inverse cancels from the right": (total(H[i, d] * G[d, j], d), KroneckerDelta(i, j), inverse_pair(G, H)),
    "a root of a square": (sqrt(x[n] ** 2), x[n], positive(x)),
    "an equation": (a + total(alpha[n] * y[n], n), a, Eq(total(alpha[n] * y[n], n), 0)),
    "an equation for every index": (total(A[i, d] * w[d], d), w[i], Eq(total(A[j, d] * w[d], d), w[j])),
}


@pytest.mark.parametrize(("lhs", "rhs", "fact"), NEEDS.values(), ids=NEEDS)
def test_fact_is_needed(lhs: Expr, rhs: Expr | int, fact: object) -> None:
    """With its fact the equality is proved, and right afterwards without it refuted: facts are local to the call."""
    assert (status(lhs, rhs, assuming=(fact,)), status(lhs, rhs)) == ("proved", "refuted")


TOO_WEAK = {
    "simplex is not one-hot": (Y[n, k] ** 2, Y[n, k], simplex(Y)),
    "binary is not one-hot": (total(Y[n, k], k), 1, binary(Y)),
    "one-hot is along the last axis": (total(Y[n, k], n), 1, one_hot(Y)),
    "a sign is not one": (y[n], 1, sign(y)),
    "a binary entry is not one": (y[n], 1, binary(y)),
    "a sign of another tensor": (y[n] ** 2, 1, sign(x)),
    "symmetry of another tensor": (A[i, j], A[j, i], symmetric(S)),
    "positive is not one": (x[n], 1, positive(x)),
    "an equation for one index": (total(A[i, d] * w[d], d), w[i], Eq(total(A[1, d] * w[d], d), w[1])),
}


@pytest.mark.parametrize(("lhs", "rhs", "fact"), TOO_WEAK.values(), ids=TOO_WEAK)
def test_fact_says_no_more_than_it_says(lhs: Expr, rhs: Expr | int, fact: object) -> None:
    """A fact that is weaker than needed, or speaks of something else, proves nothing."""
    assert status(lhs, rhs, assuming=(fact,)) in {"refuted", "undecided"}


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


@pytest.mark.parametrize("goal", FALSE_BOUNDS.values(), ids=FALSE_BOUNDS)
def test_false_bound_is_not_proved(goal: Relational) -> None:
    """A false inequality is never proved, reversed or strict or without what it needs."""
    assert status(goal) in {"refuted", "undecided"}


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
