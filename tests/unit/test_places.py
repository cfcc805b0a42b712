"""Indices with something added, sizes as indices, ranges taken apart at their ends, and recursions."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Eq, Ge, Idx, IndexedBase, KroneckerDelta, Le, Product, Sum, Symbol, exp, log, symbols

from derive import differentiate, nonnegative, normalize, prove, sign, size, substitute
from derive.errors import DeriveError
from tests.checked import checked

T, N, M, D, k = map(size, ("T", "N", "M", "D", "k"))
t, i, j = symbols("t i j", integer=True)
tt, jj, nn = Idx("t", (1, T)), Idx("j", (1, D)), Idx("n", (0, T - 1))
inner = Idx("k", (1, T - 1))
a, w, x, y, u, mu = map(IndexedBase, ("a", "w", "x", "y", "u", "mu"))
rate, gamma = symbols("rate gamma", positive=True)
c = Symbol("c", real=True)


def over(body: Any, first: Any = 1, last: Any = N, index: Any = i) -> Any:
    """Return the sum of the body over an index."""
    return Sum(body, (index, first, last))


SPANS: dict[str, tuple[Any, Any]] = {
    "a telescoping sum": (over(a[i] - a[i - 1]), a[N] - a[0]),
    "of squares": (over(a[i] ** 2 - a[i - 1] ** 2), a[N] ** 2 - a[0] ** 2),
    "of products of neighbours": (over(a[i] * a[i + 1] - a[i - 1] * a[i]), a[N] * a[N + 1] - a[0] * a[1]),
    "a moved range": (over(x[i - 1]), over(x[i], 0, N - 1)),
    "a range moved by a size": (over(x[i + N], 1, M), over(x[i], N + 1, N + M)),
    "an index as a number in a moved range": (over(i * a[i - 1]), over((i + 1) * a[i], 0, N - 1)),
    "the last term": (over(x[i]), over(x[i], 1, N - 1) + x[N]),
    "the first term": (over(x[i], 0), x[0] + over(x[i])),
    "one more": (over(x[i], 1, N + 1), over(x[i]) + x[N + 1]),
    "a split in the middle": (over(x[i], 1, k) + over(x[i], k + 1, N), over(x[i])),
    "a split at a sum of sizes": (over(x[i]) + over(x[i], N + 1, N + M), over(x[i], 1, N + M)),
    "the border of a square": (
        Sum(x[i, j], (i, 1, N), (j, 1, N)),
        Sum(x[i, j], (i, 1, N - 1), (j, 1, N - 1)) + over(x[i, N], 1, N - 1) + over(x[N, i], 1, N - 1) + x[N, N],
    ),
    "summation by parts": (
        over(a[i] * (x[i] - x[i - 1])),
        a[N] * x[N] - a[0] * x[0] - over((a[i] - a[i - 1]) * x[i - 1]),
    ),
    "below a logarithm": (log(over(exp(x[i]))), log(over(exp(x[i]), 1, N - 1) + exp(x[N]))),
    "in a product": (
        Product(exp(x[i]), (i, 1, N)),
        exp(x[N]) * Product(exp(x[i]), (i, 1, N - 1)),
    ),
    "a mean that is brought up to date": (
        over(x[i]) / N,
        over(x[i], 1, N - 1) / N + x[N] / N,
    ),
    "a delta at the last place": (over(KroneckerDelta(i, N) * x[i]), x[N]),
    "a delta at a neighbour": (
        Sum(KroneckerDelta(i, j - 1) * x[i], (i, 1, N), (j, 2, N)),
        over(x[i], 1, N - 1),
    ),
    "short ranges": (over(x[i], 1, 4), over(x[i], 2, 4) + x[1]),
}


@pytest.mark.parametrize("case", SPANS)
def test_ranges_are_moved_and_split(case: str) -> None:
    """Both sides are equal at every size at which no range runs backwards."""
    assert checked(*SPANS[case]).status == "proved"


STEP = Eq(w[tt], w[tt - 1] + y[tt])
MISTAKE = Eq(w[tt, jj], w[tt - 1, jj] + y[tt] * x[tt, jj])
MARGIN = Ge(y[tt] * Sum(x[tt, j] * u[j], (j, 1, D)), gamma)


def inside(row: Any, other: Any) -> Any:
    """Return the inner product of a row of w and a vector."""
    return Sum(w[row, j] * other, (j, 1, D))


RECURSIONS: dict[str, tuple[Any, Any, list[Any]]] = {
    "one step": (w[T], w[T - 1] + y[T], [STEP]),
    "one step anywhere": (w[t], w[t - 1] - rate * x[t], [Eq(w[tt], w[tt - 1] - rate * x[tt])]),
    "written for t + 1": (w[t + 1], w[t] - rate * x[t], [Eq(w[nn + 1], w[nn] - rate * x[nn])]),
    "backwards": (a[T - 1], c * a[T], [Eq(a[nn], c * a[nn + 1])]),
    "the square of a step": (w[T] ** 2, w[T - 1] ** 2 + 2 * y[T] * w[T - 1] + y[T] ** 2, [STEP]),
    "the norm after a step": (
        inside(T, w[T, j]),
        inside(T - 1, w[T - 1, j]) + 2 * y[T] * inside(T - 1, x[T, j]) + Sum(x[T, j] ** 2, (j, 1, D)),
        [MISTAKE, sign(y)],
    ),
    "all steps": (w[T], w[0] + over(y[i], 1, T), [STEP]),
    "all steps from zero": (w[T], over(y[i], 1, T), [Eq(w[0], 0), STEP]),
    "what the steps add up to": (over(y[i], 1, T), w[T] - w[0], [STEP]),
    "equal steps": (w[T], w[0] + rate * T, [Eq(w[tt], w[tt - 1] + rate)]),
    "equal factors": (w[T], c**T * w[0], [Eq(w[tt], c * w[tt - 1])]),
    "three steps of numbers": (
        w[3],
        w[0] + y[1] + y[2] + y[3],
        [Eq(w[Idx("t", (1, 3))], w[Idx("t", (1, 3)) - 1] + y[Idx("t", (1, 3))])],
    ),
    "a running mean": (
        mu[N],
        mu[N - 1] + (x[N] - mu[N - 1]) / N,
        [Eq(mu[N], over(x[i]) / N), Eq(mu[N - 1], over(x[i], 1, N - 1) / (N - 1))],
    ),
}


@pytest.mark.parametrize("case", RECURSIONS)
def test_recursions_are_used(case: str) -> None:
    """Step by step, or added up over their range."""
    lhs, rhs, given = RECURSIONS[case]
    assert checked(lhs, rhs, assuming=given).status == "proved"


BOUNDS: dict[str, tuple[Any, list[Any]]] = {
    "one mistake of the perceptron": (
        Ge(inside(T, u[j]), inside(T - 1, u[j]) + gamma),
        [MISTAKE, MARGIN],
    ),
    "all mistakes of the perceptron": (Ge(inside(T, u[j]), T * gamma), [Eq(w[0, jj], 0), MISTAKE, MARGIN]),
    "steps that do not go down": (Ge(w[T], w[0]), [STEP, Ge(y[tt], 0)]),
    "one more term": (Le(over(x[i]), over(x[i], 1, N + 1)), [nonnegative(x)]),
    "a fact at the last place": (Ge(x[T], 0), [Ge(x[tt], 0)]),
    "a fact at a neighbour": (Ge(x[inner + 1], 0), [Ge(x[tt], 0)]),
}


@pytest.mark.parametrize("case", BOUNDS)
def test_inequalities_at_places(case: str) -> None:
    """Facts hold at sizes and at shifted indices that lie in their range, and are added up over all steps."""
    claim, given = BOUNDS[case]
    assert checked(claim, assuming=given).status == "proved"


def test_a_derivative_at_an_inner_place() -> None:
    """A square of differences meets an inner place twice."""
    slope = differentiate(over((a[i] - a[i - 1]) ** 2, 1, T), a[inner])
    assert checked(slope, 2 * (a[inner] - a[inner - 1]) - 2 * (a[inner + 1] - a[inner])).status == "proved"


def test_a_derivative_by_a_neighbour() -> None:
    """The place may have something added, too."""
    assert checked(differentiate(over(x[i] ** 2, 1, T), x[nn + 1]), 2 * x[nn + 1]).status == "proved"


def test_the_normal_form_moves_the_range() -> None:
    """A sum of shifted entries is written over the range that they take."""
    assert normalize(over(a[i - 1], 1, T)) == over(a[i], 0, T - 1)
    assert normalize(over(a[i - 1] * a[i], 1, T)) == over(a[i] * a[i + 1], 0, T - 1)


def test_a_family_is_replaced_at_shifted_places() -> None:
    """The value moves along with the index."""
    assert checked(substitute(over(x[i + 1]), x[j], j * y[j]), over((i + 1) * y[i + 1])).status == "proved"


def test_the_range_of_a_shifted_index_is_told() -> None:
    """Of x[t] - x[t-1] beside a sum over 0..T, only t in 1..T are asked about."""
    verdict = prove((x[t] - x[t - 1]) * over(x[i], 0, T), x[t] * over(x[i], 0, T) - x[t - 1] * over(x[i], 0, T))
    assert (verdict.status, verdict.assumptions) == ("proved", ("t in 1..T",))


REFUSED: dict[str, Any] = {
    "a multiple of an index": x[2 * i],
    "an index minus an index": x[i - j],
    "a size minus an index": x[N - i],
    "half a size": x[i + N / 2],
}


@pytest.mark.parametrize("case", REFUSED)
def test_other_places_are_left_to_evaluation(case: str) -> None:
    """What is no index plus sizes and numbers is never proved and never refuted by mistake."""
    whole = Sum(REFUSED[case], (i, 1, N), (j, 1, N))
    try:
        status = prove(whole, whole + over(x[i]) - Sum(x[j], (j, 1, N))).status
    except DeriveError:
        status = "not read"
    assert status in {"sampled", "undecided", "not read"}
