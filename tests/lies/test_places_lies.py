"""Near misses about shifted indices, ends of ranges and recursions: one place too far, one term too many."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Eq, Ge, Idx, IndexedBase, KroneckerDelta, Le, Product, Sum, Symbol, symbols

from derive import nonnegative, one_hot, sign, simplex, size
from tests.checked import checked

T, N, M, D, k = map(size, ("T", "N", "M", "D", "k"))
t, i, j = symbols("t i j", integer=True)
tt, jj, nn = Idx("t", (1, T)), Idx("j", (1, D)), Idx("n", (0, T - 1))
later = Idx("t", (2, T))
a, w, x, y, u, p = map(IndexedBase, ("a", "w", "x", "y", "u", "p"))
c = Symbol("c", real=True)
gamma = Symbol("gamma", positive=True)


def over(body: Any, first: Any = 1, last: Any = N, index: Any = i) -> Any:
    """Return the sum of the body over an index."""
    return Sum(body, (index, first, last))


STEP = Eq(w[tt], w[tt - 1] + y[tt])
MISTAKE = Eq(w[tt, jj], w[tt - 1, jj] + y[tt] * x[tt, jj])
MARGIN = Ge(y[tt] * Sum(x[tt, j] * u[j], (j, 1, D)), gamma)

FALSE: dict[str, tuple[Any, Any, list[Any]]] = {
    "a telescope that starts one late": (over(a[i] - a[i - 1]), a[N] - a[1], []),
    "a telescope that ends one early": (over(a[i] - a[i - 1]), a[N - 1] - a[0], []),
    "a shift without its range": (over(x[i - 1]), over(x[i]), []),
    "a shift the other way": (over(x[i + 1]), over(x[i], 0, N - 1), []),
    "an index as a number that stays": (over(i * a[i - 1]), over(i * a[i], 0, N - 1), []),
    "a split that counts the middle twice": (over(x[i], 1, k) + over(x[i], k, N), over(x[i]), []),
    "the wrong last term": (over(x[i]), over(x[i], 1, N - 1) + x[N - 1], []),
    "two sizes as places": (x[N], x[M], []),
    "places of two sizes exchanged": (x[N] * y[M], x[M] * y[N], []),
    "two sizes may agree": (KroneckerDelta(N, M) * x[N], 0, []),
    "neighbours of another distance": (over(a[i] * a[i + 1]), over(a[i] * a[i + 2]), []),
    "a border without its corner": (
        Sum(x[i, j], (i, 1, N), (j, 1, N)),
        Sum(x[i, j], (i, 1, N - 1), (j, 1, N - 1)) + over(x[i, N], 1, N - 1) + over(x[N, i], 1, N - 1),
        [],
    ),
    "a delta beyond the end": (Sum(KroneckerDelta(i, j - 1) * x[i], (i, 1, N), (j, 1, N)), over(x[i]), []),
    "a product without its last factor": (Product(x[i], (i, 1, N)), Product(x[i], (i, 1, N - 1)), []),
    "a sum of a fact over a part of its range": (over(x[i], 1, N - 1), 0, [Eq(over(x[i]), 0)]),
    "a sum of a fact over more than its range": (over(x[i], 0), 0, [Eq(over(x[i]), 0)]),
    "a simplex without its last entry": (over(p[i], 1, N - 1) * over(p[i]), 1, [simplex(p)]),
    "a step before the first": (w[0], w[-1] + y[0], [STEP]),
    "a step after the last": (w[T + 1], w[T] + y[T + 1], [STEP]),
    "one step too many": (w[T], w[0] + over(y[i], 0, T), [STEP]),
    "one step too few": (w[T], w[0] + over(y[i], 1, T - 1), [STEP]),
    "steps that begin later": (w[T], w[0] + over(y[i], 1, T), [Eq(w[later], w[later - 1] + y[later])]),
    "the wrong entry in a step": (w[t + 1], w[t] - x[t + 1], [Eq(w[nn + 1], w[nn] - x[nn])]),
    "a recursion of two steps": (w[T], w[T - 1] + y[T], [Eq(w[later], w[later - 2] + y[later])]),
    "the norm without the mixed term": (
        Sum(w[T, j] ** 2, (j, 1, D)),
        Sum(w[T - 1, j] ** 2 + x[T, j] ** 2, (j, 1, D)),
        [MISTAKE, sign(y)],
    ),
}


@pytest.mark.parametrize("case", FALSE)
def test_a_near_miss_is_refused(case: str) -> None:
    """It is refuted; in no case is it proved."""
    lhs, rhs, given = FALSE[case]
    assert checked(lhs, rhs, assuming=given).status == "refuted"


NOT_PROVED: dict[str, tuple[Any, list[Any]]] = {
    "one mistake too many": (
        Ge(Sum(w[T, j] * u[j], (j, 1, D)), (T + 1) * gamma),
        [Eq(w[0, jj], 0), MISTAKE, MARGIN],
    ),
    "a fact before its range": (Ge(x[0], 0), [Ge(x[tt], 0), Eq(over(x[i], 0, T), 0)]),
    "a fact one before": (Ge(x[tt - 1], 0), [Ge(x[tt], 0), Eq(over(x[i], 0, T), 0)]),
    "a fact one after": (Ge(x[T + 1], 0), [Ge(x[tt], 0), Eq(over(x[i], 1, T + 1), 0)]),
    "a fact at another size": (Ge(x[N], 0), [Ge(x[tt], 0), Eq(over(y[i]), 0)]),
    "more terms are not less": (Ge(over(x[i]), over(x[i], 1, N + 1)), [nonnegative(x)]),
    "one factor too many": (Eq(w[T], c ** (T + 1) * w[0]), [Eq(w[tt], c * w[tt - 1])]),
    "a one-hot row is met at its own places": (Eq(over(y[i - 1]), 1), [one_hot(y), Eq(over(y[i]), 1)]),
    "less terms of any sign": (Le(over(x[i], 1, N - 1), over(x[i])), []),
}


@pytest.mark.parametrize("case", NOT_PROVED)
def test_a_fact_does_not_reach_beyond_its_range(case: str) -> None:
    """What is known in a range is unknown one place further."""
    claim, given = NOT_PROVED[case]
    assert checked(claim, assuming=given).status != "proved"
