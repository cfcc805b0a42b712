"""Indices with something added, sizes as indices, ranges taken apart at their ends, and recursions."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Eq, Ge, Idx, IndexedBase, KroneckerDelta, Le, Lt, Product, Sum, Symbol, exp, log, symbols

from derive import differentiate, nonnegative, normalize, one_hot, sign, simplex, size, substitute, tensor
from tests.checked import Rows, in_parts, offenders

T, N, M, D, k = map(size, ("T", "N", "M", "D", "k"))
t, i, j = symbols("t i j", integer=True)
tt, jj, nn, begun = Idx("t", (1, T)), Idx("j", (1, D)), Idx("n", (0, T - 1)), Idx("t", (0, T - 1))
inner, later, third = Idx("k", (1, T - 1)), Idx("t", (2, T)), Idx("t", (1, 3))
a, w, x, y, u, mu = map(IndexedBase, ("a", "w", "x", "y", "u", "mu"))
p, row = tensor("p", (1, N)), tensor("y", (0, N))
rate, gamma = symbols("rate gamma", positive=True)
c = Symbol("c", real=True)


OPEN = "refuted | undecided | sampled"


def over(body: Any, first: Any = 1, last: Any = N, index: Any = i) -> Any:
    """Return the sum of the body over an index."""
    return Sum(body, (index, first, last))


WITHOUT_CORNER = Sum(x[i, j], (i, 1, N - 1), (j, 1, N - 1)) + over(x[i, N], 1, N - 1) + over(x[N, i], 1, N - 1)
BY_PARTS = (over(a[i] * (x[i] - x[i - 1])), a[N] * x[N] - a[0] * x[0] - over((a[i] - a[i - 1]) * x[i - 1]))
NEIGHBOUR = (Sum(KroneckerDelta(i, j - 1) * x[i], (i, 1, N), (j, 2, N)), over(x[i], 1, N - 1))
BOTH = (over(x[i], 1, 3) + over(a[i] - a[i - 1]), x[1] + x[2] + x[3] + a[N] - a[0])
SPLIT = (over(x[i], 1, k) + over(x[i], k + 1, N), over(x[i]))
# Both sides are equal at every size at which no range runs backwards; beside each, one place too far.
SPANS: Rows = {
    "a telescoping sum": ((over(a[i] - a[i - 1]), a[N] - a[0]), "proved"),
    "a telescope that starts one late": ((over(a[i] - a[i - 1]), a[N] - a[1]), "refuted"),
    "a telescope that ends one early": ((over(a[i] - a[i - 1]), a[N - 1] - a[0]), "refuted"),
    "of squares": ((over(a[i] ** 2 - a[i - 1] ** 2), a[N] ** 2 - a[0] ** 2), "proved"),
    "of products of neighbours": ((over(a[i] * a[i + 1] - a[i - 1] * a[i]), a[N] * a[N + 1] - a[0] * a[1]), "proved"),
    "neighbours of another distance": ((over(a[i] * a[i + 1]), over(a[i] * a[i + 2])), "refuted"),
    "a moved range": ((over(x[i - 1]), over(x[i], 0, N - 1)), "proved"),
    "a shift without its range": ((over(x[i - 1]), over(x[i])), "refuted"),
    "a shift the other way": ((over(x[i + 1]), over(x[i], 0, N - 1)), "refuted"),
    "a range moved by a size": ((over(x[i + N], 1, M), over(x[i], N + 1, N + M)), "proved"),
    "an index as a number in a moved range": ((over(i * a[i - 1]), over((i + 1) * a[i], 0, N - 1)), "proved"),
    "an index as a number that stays": ((over(i * a[i - 1]), over(i * a[i], 0, N - 1)), "refuted"),
    "the last term": ((over(x[i]), over(x[i], 1, N - 1) + x[N]), "proved"),
    "the wrong last term": ((over(x[i]), over(x[i], 1, N - 1) + x[N - 1]), "refuted"),
    "the first term": ((over(x[i], 0), x[0] + over(x[i])), "proved"),
    "one more": ((over(x[i], 1, N + 1), over(x[i]) + x[N + 1]), "proved"),
    "a split in the middle": (SPLIT, Le(k, N), "proved"),
    "a split that may lie beyond the end": (SPLIT, "refuted"),
    "the last term of what may be empty": ((over(x[i], k), over(x[i], k, N - 1) + x[N]), "refuted"),
    "a count of what may be empty": ((over(c, k), c * (N - k + 1)), "refuted | sampled"),
    "a count of what has at least one term": ((over(c, k), c * (N - k + 1)), Le(k, N), "proved"),
    "a count that is known to be at least zero": ((over(c, k), c * (N - k + 1)), Lt(k - 2, N), "proved"),
    "a count that may be minus one": ((over(c, k), c * (N - k + 1)), Le(k - 2, N), "refuted | sampled"),
    "a split that counts the middle twice": ((over(x[i], 1, k) + over(x[i], k, N), over(x[i])), "refuted"),
    "a split at a sum of sizes": ((over(x[i]) + over(x[i], N + 1, N + M), over(x[i], 1, N + M)), "proved"),
    "the border of a square": ((Sum(x[i, j], (i, 1, N), (j, 1, N)), WITHOUT_CORNER + x[N, N]), "proved"),
    "a border without its corner": ((Sum(x[i, j], (i, 1, N), (j, 1, N)), WITHOUT_CORNER), "refuted"),
    "summation by parts": (BY_PARTS, "proved"),
    "below a logarithm": ((log(over(exp(x[i]))), log(over(exp(x[i]), 1, N - 1) + exp(x[N]))), "proved"),
    "in a product": ((Product(exp(x[i]), (i, 1, N)), exp(x[N]) * Product(exp(x[i]), (i, 1, N - 1))), "proved"),
    "a product without its last factor": ((Product(x[i], (i, 1, N)), Product(x[i], (i, 1, N - 1))), "refuted"),
    "a mean that is brought up to date": ((over(x[i]) / N, over(x[i], 1, N - 1) / N + x[N] / N), "proved"),
    "a delta at the last place": ((over(KroneckerDelta(i, N) * x[i]), x[N]), "proved"),
    "a delta at a neighbour": (NEIGHBOUR, "proved"),
    "a delta beyond the end": ((Sum(KroneckerDelta(i, j - 1) * x[i], (i, 1, N), (j, 1, N)), over(x[i])), "refuted"),
    "short ranges": ((over(x[i], 1, 4), over(x[i], 2, 4) + x[1]), "proved"),
    "a short range and neighbours": (BOTH, "proved"),
    "two sizes as places": ((x[N], x[M]), "refuted"),
    "places of two sizes exchanged": ((x[N] * y[M], x[M] * y[N]), "refuted"),
    "two sizes may agree": ((KroneckerDelta(N, M) * x[N], 0), "refuted"),
}
STEP = Eq(w[tt], w[tt - 1] + y[tt])
MISTAKE = Eq(w[tt, jj], w[tt - 1, jj] + y[tt] * x[tt, jj])
MARGIN = Ge(y[tt] * Sum(x[tt, j] * u[j], (j, 1, D)), gamma)
LATER = Eq(w[later], w[later - 1] + y[later])


def inside(row: Any, other: Any) -> Any:
    """Return the inner product of a row of w and a vector."""
    return Sum(w[row, j] * other, (j, 1, D))


NORM = (
    inside(T, w[T, j]),
    inside(T - 1, w[T - 1, j]) + 2 * y[T] * inside(T - 1, x[T, j]) + Sum(x[T, j] ** 2, (j, 1, D)),
)
NO_MIXED = (inside(T, w[T, j]), Sum(w[T - 1, j] ** 2 + x[T, j] ** 2, (j, 1, D)))
RUNNING = (mu[N], mu[N - 1] + (x[N] - mu[N - 1]) / N)
# Step by step, or added up over their range, and nowhere else.
RECURSIONS: Rows = {
    "one step": ((w[T], w[T - 1] + y[T]), STEP, "proved"),
    "a step before the first": ((w[0], w[-1] + y[0]), STEP, "refuted"),
    "a step after the last": ((w[T + 1], w[T] + y[T + 1]), STEP, "refuted"),
    "one step anywhere": ((w[t], w[t - 1] - rate * x[t]), Eq(w[tt], w[tt - 1] - rate * x[tt]), "undecided"),
    "written for t + 1": ((w[begun + 1], w[begun] - rate * x[begun]), Eq(w[nn + 1], w[nn] - rate * x[nn]), "proved"),
    "written for t + 1, anywhere": ((w[t + 1], w[t] - rate * x[t]), Eq(w[nn + 1], w[nn] - rate * x[nn]), "undecided"),
    "the wrong entry in a step": ((w[t + 1], w[t] - x[t + 1]), Eq(w[nn + 1], w[nn] - x[nn]), "refuted"),
    "backwards": ((a[T - 1], c * a[T]), Eq(a[nn], c * a[nn + 1]), "proved"),
    "the square of a step": ((w[T] ** 2, w[T - 1] ** 2 + 2 * y[T] * w[T - 1] + y[T] ** 2), STEP, "proved"),
    "the norm after a step": (NORM, *(MISTAKE, sign(y)), "proved"),
    "the norm without the mixed term": (NO_MIXED, *(MISTAKE, sign(y)), "refuted"),
    "all steps": ((w[T], w[0] + over(y[i], 1, T)), STEP, "proved"),
    "one step too many": ((w[T], w[0] + over(y[i], 0, T)), STEP, "refuted"),
    "one step too few": ((w[T], w[0] + over(y[i], 1, T - 1)), STEP, "refuted"),
    "steps that begin later": ((w[T], w[0] + over(y[i], 1, T)), LATER, "refuted"),
    "a recursion of two steps": ((w[T], w[T - 1] + y[T]), Eq(w[later], w[later - 2] + y[later]), "refuted"),
    "all steps from zero": ((w[T], over(y[i], 1, T)), Eq(w[0], 0), STEP, "proved"),
    "what the steps add up to": ((over(y[i], 1, T), w[T] - w[0]), STEP, "proved"),
    "equal steps": ((w[T], w[0] + rate * T), Eq(w[tt], w[tt - 1] + rate), "proved"),
    "equal factors": ((w[T], c**T * w[0]), Eq(w[tt], c * w[tt - 1]), "proved"),
    "one factor too many": ((w[T], c ** (T + 1) * w[0]), Eq(w[tt], c * w[tt - 1]), OPEN),
    "three steps of numbers": ((w[3], w[0] + y[1] + y[2] + y[3]), Eq(w[third], w[third - 1] + y[third]), "proved"),
    "a running mean": (
        RUNNING,
        *(Eq(mu[N], over(x[i]) / N), Eq(mu[N - 1], over(x[i], 1, N - 1) / (N - 1))),
        "proved if N - 1 != 0",
    ),
    "a recursion over all integers": ((x[j + 1], c * x[j]), Eq(x[i + 1], c * x[i]), "proved"),
    "a recursion for m + 1, used at m": ((x[j], c * x[j - 1]), Eq(x[i + 1], c * x[i]), "proved"),
    "a constant, at the next place": ((x[j + 1] ** 2, c**2), Eq(x[i], c), "proved"),
}
BEFORE, AFTER = Eq(over(x[i], 0, T), 0), Eq(over(x[i], 1, T + 1), 0)
# At sizes and at shifted indices that lie in it, and not one place further.
FACTS: Rows = {
    "one mistake of the perceptron": (Ge(inside(T, u[j]), inside(T - 1, u[j]) + gamma), MISTAKE, MARGIN, "proved"),
    "steps that do not go down": (Ge(w[T], w[0]), STEP, Ge(y[tt], 0), "proved"),
    "one more term": (Le(over(x[i]), over(x[i], 1, N + 1)), nonnegative(x), "proved"),
    "more terms are not less": (Ge(over(x[i]), over(x[i], 1, N + 1)), nonnegative(x), "refuted"),
    "less terms of any sign": (Le(over(x[i], 1, N - 1), over(x[i])), "refuted"),
    "at the last place": (Ge(x[T], 0), Ge(x[tt], 0), "proved"),
    "at a neighbour": (Ge(x[inner + 1], 0), Ge(x[tt], 0), "proved"),
    "before its range": (Ge(x[0], 0), Ge(x[tt], 0), BEFORE, OPEN),
    "one before": (Ge(x[tt - 1], 0), Ge(x[tt], 0), BEFORE, OPEN),
    "one after": (Ge(x[T + 1], 0), Ge(x[tt], 0), AFTER, OPEN),
    "at another size": (Ge(x[N], 0), Ge(x[tt], 0), Eq(over(y[i]), 0), OPEN),
    "a one-hot row is met at its own places": ((over(row[i - 1]), 1), one_hot(row), Eq(over(row[i]), 1), "refuted"),
    "a sum over a part of its range": ((over(x[i], 1, N - 1), 0), Eq(over(x[i]), 0), "refuted"),
    "a sum over more than its range": ((over(x[i], 0), 0), Eq(over(x[i]), 0), "refuted"),
    "a simplex without its last entry": ((over(p[i], 1, N - 1) * over(p[i]), 1), simplex(p), "refuted"),
}
TOO_MANY = Ge(inside(T, u[j]), (T + 1) * gamma)
# As often as there are steps, which takes 3 s.
ALL_MISTAKES: Rows = {
    "all mistakes of the perceptron": (Ge(inside(T, u[j]), T * gamma), Eq(w[0, jj], 0), MISTAKE, MARGIN, "proved"),
    "one mistake too many": (TOO_MANY, *(Eq(w[0, jj], 0), MISTAKE, MARGIN), OPEN),
}
TWICE = (
    differentiate(over((a[i] - a[i - 1]) ** 2, 1, T), a[inner]),
    4 * a[inner] - 2 * a[inner - 1] - 2 * a[inner + 1],
)
# Also a place with something added may be what one differentiates by.
DERIVATIVES: Rows = {
    "a square of differences, which meets an inner place twice": (TWICE, "proved"),
    "by a neighbour": ((differentiate(over(x[i] ** 2, 1, T), x[nn + 1]), 2 * x[nn + 1]), "proved"),
    "a family at shifted places": ((substitute(over(x[i + 1]), x[j], j * y[j]), over((i + 1) * y[i + 1])), "proved"),
}
# Whole multiples of indices and sizes, added up, are places.
WHOLE = Sum(x[i] - x[j], (i, 1, N), (j, 1, N))
MULTIPLE = (Sum(x[2 * i], (i, 1, N)) + over(x[i]), Sum(x[2 * j], (j, 1, N)) + over(x[j], index=j))
DIFFERENCE = (Sum(x[i - j], (i, 1, N), (j, 1, N)) + WHOLE, Sum(x[i - j], (i, 1, N), (j, 1, N)))
OTHER_PLACES: Rows = {
    "a multiple of an index": (MULTIPLE, "proved"),
    "an index minus an index": (DIFFERENCE, "proved"),
    "a size minus an index": ((over(x[N - i]) + WHOLE, over(x[N - i])), "proved"),
    "half a size": ((over(x[i + N / 2]) + WHOLE, over(x[i + N / 2])), "BadIndexError"),
}


@pytest.mark.parametrize(
    "rows",
    [
        *in_parts(SPANS, RECURSIONS, FACTS, DERIVATIVES, OTHER_PLACES),
        pytest.param(ALL_MISTAKES, marks=pytest.mark.slow),
    ],
)
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


def test_the_normal_form_moves_the_range() -> None:
    """A sum of shifted entries is written over the range that they take."""
    assert normalize(over(a[i - 1], 1, T)) == over(a[i], 0, T - 1)
    assert normalize(over(a[i - 1] * a[i], 1, T)) == over(a[i] * a[i + 1], 0, T - 1)
