"""Labels believed to be others: of another range, another entry, beyond the end of an axis."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import Abs, Derivative, Eq, KroneckerDelta, Max, Piecewise, Sum, exp, symbols

from benchmarks.grammars.kinds import one_of
from benchmarks.grammars.values import Kind, World
from derive import labels, one_hot, size, tensor
from tests.lies.known import believed, false, mislabelled, true

N, K = size("N"), size("K")
n, m, k, j = symbols("n m k j", integer=True)
y, g, w, v = tensor("y", N), tensor("g", N), tensor("w", N), tensor("v", (0, N))
x, z, t = tensor("x", K), tensor("z", N, K), tensor("t", (0, K))
AMONG, BOTH = labels(y, K), (labels(y, K), labels(g, K))
PLACES = labels(y, N)


def drawn(last: str, low: int = 0) -> Kind:
    """Return labels up to one less than a size."""

    def label(world: World, at: tuple[int, ...]) -> Fraction:
        """Return one label, the same at each look."""
        return Fraction(world.random("label", last, at).randint(low, world.sizes[last] - 1 + low))

    return Kind(formula=label)


def other(world: World, at: tuple[int, ...]) -> Fraction:
    """Return one label of another kind."""
    return Fraction(world.random("other", at).randint(0, world.sizes["K"] - 1))


SIZES: Any = {"sizes": ("N", "K"), "seeds": 4}
KINDS: Any = {"kinds": {"y": drawn("K"), "g": Kind(formula=other)}, **SIZES}
OWN: Any = {"kinds": {"y": drawn("N")}, "seeds": 4}
AT: Any = {"free": {"n": (0, N - 1), "k": (0, K - 1)}, "ranges": {n: (0, N - 1), k: (0, K - 1)}, **KINDS}
TWO: Any = {
    "free": {"n": (0, N - 1), "m": (0, N - 1), "k": (0, K - 1)},
    "ranges": {n: (0, N - 1), m: (0, N - 1), k: (0, K - 1)},
    **KINDS,
}
ALONE: Any = {"free": {"n": (0, N - 1)}, "ranges": {n: (0, N - 1)}}


def of(label: Any, value: Any) -> Any:
    """Return the indicator of a label."""
    return KroneckerDelta(label, value)


def over(body: Any, first: Any = 0, last: Any = K - 1) -> Sum:
    """Return the sum over classes."""
    return Sum(body, (j, first, last))


def rows(body: Any, first: Any = 0, last: Any = N - 1) -> Sum:
    """Return the sum over examples."""
    return Sum(body, (m, first, last))


ENTRIES = {
    "right: at a label": true(x[y[n]], over(of(y[n], j) * x[j]), AMONG, **ALONE, **KINDS),
    "its square": false(x[y[n]] ** 2, over(of(y[n], j) * x[j]), AMONG, **ALONE, **KINDS),
    "without the first class": false(x[y[n]], over(of(y[n], j) * x[j], 1), AMONG, **ALONE, **KINDS),
    "without the last class": false(over(of(y[n], j), 0, K - 2), 1, AMONG, **ALONE, **KINDS),
    "right: with one class more": true(over(of(y[n], j), 0, K), 1, AMONG, **ALONE, **KINDS),
    "right: classes from 1 on": true(
        over(of(y[n], j), 1, K), 1, labels(y, (1, K)), kinds={"y": drawn("K", 1)}, **ALONE, **SIZES
    ),
    "classes from 1 on, summed from 0": false(
        over(of(y[n], j)), 1, labels(y, (1, K)), kinds={"y": drawn("K", 1)}, **ALONE, **SIZES
    ),
    "right: two of one label": true(of(y[n], k) * x[y[n]], of(y[n], k) * x[k], AMONG, **AT),
    "two of two labels": false(of(y[n], k) * x[g[n]], of(y[n], k) * x[k], *BOTH, **AT),
    "two of two examples": false(of(y[n], k) * x[y[m]], of(y[n], k) * x[k], AMONG, **TWO),
    "right: where they agree": true(of(y[n], y[m]) * x[y[n]], of(y[n], y[m]) * x[y[m]], AMONG, **TWO),
    "agreeing labels of different entries": false(of(y[n], y[m]) * z[n, k], of(y[n], y[m]) * z[m, k], AMONG, **TWO),
    "agreement is no equality of examples": false(of(y[n], y[m]), of(n, m), AMONG, **TWO),
}
FUNCTIONS = {
    "right: a function at a label": true(Abs(x[y[n]] - 1), over(of(y[n], j) * Abs(x[j] - 1)), AMONG, **ALONE, **KINDS),
    "a function of the sum of two": false(
        Abs(x[y[n]] + x[g[n]]), over(of(y[n], j) * Abs(2 * x[j])), *BOTH, **ALONE, **KINDS
    ),
    "right: a function of an indicator": true(exp(of(y[n], k)) - 1, (exp(1) - 1) * of(y[n], k), AMONG, **AT),
    "a function of an indicator, at 0": false(exp(of(y[n], k)), (exp(1) - 1) * of(y[n], k), AMONG, **AT),
    "right: the larger of two": true(
        Max(x[y[n]], x[g[n]]), over(of(y[n], j) * Max(x[j], x[g[n]])), *BOTH, **ALONE, **KINDS
    ),
    "the larger at one label": false(
        Max(x[y[n]], x[g[n]]), over(of(y[n], j) * Max(x[j], x[y[n]])), *BOTH, **ALONE, **KINDS
    ),
    "a function of a sum of examples": false(exp(rows(x[y[m]])), over(rows(of(y[m], j)) * exp(x[j])), AMONG, **KINDS),
    "right: a quotient at a label": true(
        1 / (1 + x[y[n]] ** 2), over(of(y[n], j) / (1 + x[j] ** 2)), AMONG, **ALONE, **KINDS
    ),
    "a test at another value": false(Piecewise((x[k], Eq(y[n], k)), (0, True)), x[y[n]], AMONG, **AT),
    "right: a test of order": true(Piecewise((1, y[n] > 0), (0, True)), over(of(y[n], j), 1), AMONG, **ALONE, **KINDS),
    "a test of order, with its end": false(
        Piecewise((1, y[n] >= 0), (0, True)), over(of(y[n], j), 1), AMONG, **ALONE, **KINDS
    ),
}
SUMS = {
    "right: by classes": true(rows(x[y[m]]), over(x[j] * rows(of(y[m], j))), AMONG, **KINDS),
    "each class once": false(rows(x[y[m]]), over(x[j]), AMONG, **KINDS),
    "one example left out": false(rows(x[y[m]], 1), over(x[j] * rows(of(y[m], j))), AMONG, **KINDS),
    "right: counts add up": true(over(rows(of(y[m], j))), N, AMONG, **KINDS),
    "counts squared": false(over(rows(of(y[m], j)) ** 2), N, AMONG, **KINDS),
    "no permutation": false(rows(w[y[m]]), rows(w[m]), PLACES, **OWN),
    "right: a label of a label": true(rows(w[y[y[m]]]), rows(Sum(of(y[y[m]], k) * w[k], (k, 0, N - 1))), PLACES, **OWN),
    "a label of a label is no square": false(rows(w[y[y[m]]]), rows(w[m]), PLACES, **OWN),
    "right: beside a label": true(rows(v[y[m] + 1]), rows(Sum(of(y[m], k) * v[k + 1], (k, 0, N - 1))), PLACES, **OWN),
    "not beside it": false(rows(v[y[m] + 1]), rows(Sum(of(y[m], k) * v[k], (k, 0, N - 1))), PLACES, **OWN),
    "a one-hot row, two examples": false(
        rows(z[m, 0] ** 2), rows(z[m, 0]) ** 2, one_hot(z), kinds={"z": Kind(one_of)}, **SIZES
    ),
}
SLOPES = {
    "right: a slope at a label": true(Derivative(rows(x[y[m]] ** 2), x[k]), 2 * x[k] * rows(of(y[m], k)), AMONG, **AT),
    "a slope of all": false(Derivative(rows(x[y[m]] ** 2), x[k]), 2 * N * x[k], AMONG, **AT),
    "a slope of one": false(Derivative(x[y[n]] ** 2, x[k]), 2 * x[y[n]], AMONG, **AT),
    "right: by an entry at a label": true(Derivative(x[y[n]] ** 2, x[y[n]]), 2 * x[y[n]], AMONG, **ALONE, **KINDS),
}


@pytest.mark.parametrize("rows_", [ENTRIES, FUNCTIONS, SUMS, SLOPES], ids=["entries", "functions", "sums", "slopes"])
def test_no_lie_about_labels_is_believed(rows_: Any) -> None:
    """Each row is what loops over real arrays say it is; no false one is proved, no true one refuted."""
    assert mislabelled(rows_) == {}
    assert believed(rows_) == {}
