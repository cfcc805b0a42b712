"""An index as a number: it may be 0, and where nothing says its range it may be negative."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Derivative, Eq, Idx, IndexedBase, KroneckerDelta, Max, Min, Piecewise, Sum, Symbol, sign, symbols

from benchmarks.grammars.claims import FAR
from derive import positive, size, tensor
from tests.lies.known import believed, false, mislabelled, true

N, D = size("N"), size("D")
x, y = tensor("x", N), tensor("y", N)
A = tensor("A", N, D)
q, p = IndexedBase("q"), IndexedBase("p")
n, m, k, j = symbols("n m k j", integer=True)
a = Symbol("a", real=True)
natural = Symbol("k", integer=True, nonnegative=True)
counted = Symbol("k", integer=True, positive=True)
EARLY = Idx("k", (-1, N))
ANY, AXIS = {"k": FAR}, {"k": (0, N - 1)}
BESIDE = Sum(x[n] ** 2, (n, 1, N - 1))
SHOWS = Sum(q[n] ** 2, (n, 1, N))
SHOWN = {"k": (1, N)}


def part(body: Any, low: Any = 0, high: Any = N - 1) -> Sum:
    """Return the sum of a body in n over a range."""
    return Sum(body, (n, low, high))


def step(test: Any, then: Any = 1, other: Any = 0) -> Piecewise:
    """Return a Piecewise of two branches."""
    return Piecewise((then, test), (other, True))


FREE = {
    "sign": false(sign(k) * q[k], q[k], free=ANY),
    "the size of an index": false(Abs(k) * q[k], k * q[k], free=ANY),
    "a maximum with 0": false(Max(k, 0) * q[k], k * q[k], free=ANY),
    "a minimum with 0": false(Min(k, 0) * q[k], 0, free=ANY),
    "a test": false(step(k > 0, q[k]), q[k], free=ANY),
    "a test at 0": false(step(k >= 0, q[k]), q[k], free=ANY),
    "two tests": false(step(k > 0, q[k]), step(k >= 0, q[k]), free=ANY),
    "a test for 0": false(step(Eq(k, 0), q[k], a), a, free=ANY),
    "two indices": false(sign(k - j) * q[k] * q[j], q[k] * q[j], free={"k": (-2, 2), "j": (-2, 2)}),
    "a square, weighed": false(k * q[k] ** 2, 0, relation=">=", free=ANY),
    "a square, weighed by a cube": false(k**3 * q[k] ** 2, 0, relation=">=", free=ANY),
    "at least 1": false(Abs(k), 1, relation=">=", free=ANY),
    "an index alone": false(k * a**2, 0, relation=">=", free=ANY),
    "beside a sum over a part": false(sign(k) * q[k] * BESIDE, q[k] * BESIDE, free=ANY),
    "at an axis": false(sign(k) * x[k], x[k], free=AXIS),
    "at an axis, beside a part": false(sign(k) * x[k] * BESIDE, x[k] * BESIDE, free=AXIS),
    "the rows of two axes": false(sign(k) * A[k, j], A[k, j], free={**AXIS, "j": (0, D - 1)}, sizes=("N", "D")),
    "from -1 on": false(Abs(EARLY) * q[EARLY], EARLY * q[EARLY], free={"k": (-1, N)}),
    "a derivative": false(Derivative(sign(k) * q[k] ** 2, q[k]), 2 * q[k], free=ANY),
    "a natural number": false(sign(natural) * q[natural], q[natural], free={"k": (0, 5)}),
    "with a fact": false(k * p[k], 0, positive(p), relation=">=", free=ANY),
    "right: a natural number": true(Abs(natural) * q[natural], natural * q[natural], free={"k": (0, 5)}),
    "right: a positive one": true(sign(counted) * q[counted], q[counted], free={"k": (1, 5)}),
    "right: at an axis": true(Abs(k) * x[k], k * x[k], free=AXIS),
    "right: from 1": true(sign(Idx("k", (1, N))) * q[Idx("k", (1, N))], q[Idx("k", (1, N))], free={"k": (1, N)}),
    "right: from 0": true(k * x[k] ** 2, 0, relation=">=", free=AXIS),
    "right: of any sign": true(step(k > 0, q[k]), step(k >= 1, q[k]), free=ANY),
    "right: a sign and a size": true(k * sign(k) * q[k], Abs(k) * q[k], free=ANY),
    "right: not 0": true(sign(k) ** 2 * q[k], q[k] * (1 - KroneckerDelta(k, 0)), free=ANY),
    "right: squares": true(k**2 * q[k] ** 2, k * q[k] ** 2, relation=">=", free=ANY),
}
# Over all integers these are false, over the range that a sum beside them shows they are true: neither may be said.
SHOWN_ONLY = {
    "sign": false(sign(k) * q[k] * SHOWS, q[k] * SHOWS, free=ANY, shown=SHOWN, fits=True),
    "size": false(Abs(k) * q[k] + SHOWS, k * q[k] + SHOWS, free=ANY, shown=SHOWN, fits=True),
    "a test": false(step(k > 0, q[k]) * SHOWS, q[k] * SHOWS, free=ANY, shown=SHOWN, fits=True),
    "a square": false(k * q[k] ** 2 + SHOWS, 0, relation=">=", free=ANY, shown=SHOWN, fits=True),
    "a delta": false(Sum(KroneckerDelta(n, k) * q[n], (n, 1, N)), q[k], free=ANY, shown=SHOWN, fits=True),
}
SUMMED = {
    "sign from 0": false(part(sign(n) * q[n]), part(q[n])),
    "sign from 0, of an axis": false(part(sign(n) * x[n]), part(x[n])),
    "a test from 0": false(part(step(n > 0, q[n])), part(step(n >= 0, q[n]))),
    "a test for 0": false(part(step(Eq(n, 0), x[n])), 0),
    "a maximum with 1": false(part(Max(n, 1) * x[n]), part(n * x[n])),
    "a size from -1": false(part(Abs(n) * q[n], -1), part(n * q[n], -1)),
    "a minimum": false(part(Min(n, 0) * q[n], -2), 0),
    "differences of indices": false(
        Sum(sign(n - m) * x[n] * y[m], (n, 0, N - 1), (m, 0, N - 1)), Sum(x[n] * y[m], (n, 0, N - 1), (m, 0, N - 1))
    ),
    "nested": false(part(sign(n) * Sum(x[m], (m, 0, N - 1)) * y[n]), part(Sum(x[m], (m, 0, N - 1)) * y[n])),
    "two axes": false(
        Sum(sign(m) * A[n, m], (n, 0, N - 1), (m, 0, D - 1)),
        Sum(A[n, m], (n, 0, N - 1), (m, 0, D - 1)),
        sizes=("N", "D"),
    ),
    "weighed squares from -1": false(part(n * q[n] ** 2, -1, 1), 0, relation=">="),
    "a shifted test": false(part(step(n > 1, x[n]), 1), part(x[n], 1)),
    "right: sign from 1": true(part(sign(n) * q[n], 1), part(q[n], 1)),
    "right: sign from 0": true(part(sign(n) * q[n]), part(q[n], 1)),
    "right: size from 0": true(part(Abs(n) * q[n]), part(n * q[n])),
    "right: weighed squares": true(part(n * q[n] ** 2), 0, relation=">="),
    "right: signs of differences cancel": true(Sum(sign(n - m) * x[n] * x[m], (n, 0, N - 1), (m, 0, N - 1)), 0),
    "right: a padded neighbour": true(part(step(n < N - 1, x[Min(n + 1, N - 1)] - x[n])), x[N - 1] - x[0]),
}
TABLES = {"free": FREE, "shown only": SHOWN_ONLY, "summed": SUMMED}


@pytest.mark.parametrize("table", TABLES)
def test_the_rows_are_what_they_are_said_to_be(table: str) -> None:
    """Loops over arrays break every false row, and no true one."""
    assert mislabelled(TABLES[table]) == {}


@pytest.mark.parametrize("table", TABLES)
def test_no_lie_is_told(table: str) -> None:
    """What is false is not proved, and what is true is not refuted, with the second opinion and without."""
    assert believed(TABLES[table]) == {}
