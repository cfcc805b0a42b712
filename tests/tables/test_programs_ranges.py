"""Over what programs run: parts of a declared axis, shifted and fixed entries, against plain Python loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sympy import Function, IndexedBase, KroneckerDelta, Ne, Piecewise, Product, Sum, log, symbols

from derive import differentiate, gradient, hessian, index, lambdify, size, tensor
from derive.errors import DeriveError
from derive.lower import ArrayError, LoweringError

N, D, K = size("N"), size("D"), size("K")
n, m, i, k = symbols("n m i k", integer=True)
x, X, w = tensor("x", N), tensor("X", N, D), tensor("w", D)
x1, x0 = tensor("x", (1, N)), tensor("x", (0, N))
b = IndexedBase("x")
row, inner, tail, single = index("n", N), index("n", (1, N - 2)), index("n", (2, N)), index("n", (2, 3))
whole = symbols("a", integer=True, positive=True)

Loop = Callable[[list[Any]], Any]


def at(values: list[Any]) -> range:
    """Return the places of a list."""
    return range(len(values))


# An expression, its tensor, its axes, the ranges that are given, and the same by plain loops over a list.
VECTORS: dict[str, tuple[Any, Any, list[Any], dict[Any, Any], Loop]] = {
    "a sum but for the first": (
        Sum(x[n] ** 2, (n, 1, N - 1)),
        x,
        [],
        {},
        lambda v: sum(v[p] ** 2 for p in at(v) if p > 0),
    ),
    "a sum but for the last": (Sum(x[n], (n, 0, N - 2)), x, [], {}, lambda v: sum(v[p] for p in at(v)[:-1])),
    "it times each entry": (
        x[row] * Sum(x[m], (m, 0, N - 2)),
        x,
        [row],
        {},
        lambda v: [v[p] * sum(v[:-1]) for p in at(v)],
    ),
    "it times each entry, a plain index": (
        x[n] * Sum(x[m], (m, 0, N - 2)),
        x,
        [n],
        {},
        lambda v: [v[p] * sum(v[:-1]) for p in at(v)],
    ),
    "a sum but for the ends": (Sum(x[n], (n, 1, N - 2)), x, [], {}, lambda v: sum(v[p] for p in at(v)[1:-1])),
    "a sum of three": (Sum(x[n], (n, 1, 3)), x, [], {}, lambda v: v[1] + v[2] + v[3]),
    "two parts": (
        Sum(x[n], (n, 0, N - 2)) * Sum(x[n], (n, 1, N - 1)),
        x,
        [],
        {},
        lambda v: sum(v[:-1]) * sum(v[1:]),
    ),
    "neighbours": (
        Sum((x[n + 1] - x[n]) ** 2, (n, 0, N - 2)),
        x,
        [],
        {},
        lambda v: sum((v[p + 1] - v[p]) ** 2 for p in at(v)[:-1]),
    ),
    "neighbours, from the other side": (
        Sum(x[n] * x[n - 1], (n, 1, N - 1)),
        x,
        [],
        {},
        lambda v: sum(v[p] * v[p - 1] for p in at(v)[1:]),
    ),
    "steps of two": (
        Sum(x[n] * x[n + 2], (n, 0, N - 3)),
        x,
        [],
        {},
        lambda v: sum(v[p] * v[p + 2] for p in at(v)[:-2]),
    ),
    "counted from 1": (Sum(n * x1[n], (n, 1, N)), x1, [], {}, lambda v: sum((p + 1) * v[p] for p in at(v))),
    "counted from 0": (Sum(n * x[n], (n, 0, N - 1)), x, [], {}, lambda v: sum(p * v[p] for p in at(v))),
    "a part, counted from 1": (Sum(x1[n], (n, 2, N - 1)), x1, [], {}, lambda v: sum(v[p] for p in at(v)[1:-1])),
    "neighbours, counted from 1": (
        Sum(x1[n] * x1[n - 1], (n, 2, N)),
        x1,
        [],
        {},
        lambda v: sum(v[p] * v[p - 1] for p in at(v)[1:]),
    ),
    "an entry before the first": (
        x0[0] + 10 * Sum(x0[n], (n, 1, N)),
        x0,
        [],
        {},
        lambda v: v[0] + 10 * sum(v[1:]),
    ),
    "the first, the second, the last": (
        x[0] + 2 * x[1] + 3 * x[N - 1],
        x,
        [],
        {},
        lambda v: v[0] + 2 * v[1] + 3 * v[-1],
    ),
    "the last, counted from 1": (x1[N] / x1[1], x1, [], {}, lambda v: v[-1] / v[0]),
    "each beside the first": (x[row] - x[0], x, [row], {}, lambda v: [v[p] - v[0] for p in at(v)]),
    "each beside the next": (x[n + 1] - x[n], x, [n], {}, lambda v: [v[p + 1] - v[p] for p in at(v)[:-1]]),
    "an index over a part": (x[inner] ** 2, x, [inner], {}, lambda v: [v[p] ** 2 for p in at(v)[1:-1]]),
    "an index over a part, counted from 1": (
        x1[tail] * tail,
        x1,
        [tail],
        {},
        lambda v: [v[p] * (p + 1) for p in at(v)[1:]],
    ),
    "an index over two places": (x[single], x, [single], {}, lambda v: [v[2], v[3]]),
    "an index with its range": (x[n], x, [(n, 1, N - 1)], {}, lambda v: v[1:]),
    "given ranges": (Sum(b[n], (n, 1, N - 1)), b, [], {b: (0, N - 1)}, lambda v: sum(v[1:])),
    "given ranges, counted from 1": (
        b[n] * Sum(b[m], (m, 2, N)),
        b,
        [n],
        {b: (1, N)},
        lambda v: [v[p] * sum(v[1:]) for p in at(v)],
    ),
    "a given range of an index": (x[n], x, [n], {n: (1, N - 2)}, lambda v: v[1:-1]),
    "what all sums show": (b[n] * Sum(b[m], (m, 1, K)), b, [n], {}, lambda v: [v[p] * sum(v) for p in at(v)]),
    "a delta at a place": (x[row] * KroneckerDelta(row, 1), x, [row], {}, lambda v: [v[p] * (p == 1) for p in at(v)]),
    "a delta in a part": (
        Sum(KroneckerDelta(m, row) * x[m], (m, 1, N - 2)),
        x,
        [row],
        {},
        lambda v: [v[p] if 1 <= p <= len(v) - 2 else 0 for p in at(v)],
    ),
    "a delta of neighbours": (
        Sum(KroneckerDelta(m + 1, row) * x[m], (m, 0, N - 2)),
        x,
        [row],
        {},
        lambda v: [v[p - 1] if p else 0 for p in at(v)],
    ),
    "a sum of deltas": (Sum(KroneckerDelta(2, n), (n, 0, N - 1)) * x[0], x, [], {}, lambda v: v[0] * (len(v) > 2)),
    "a test on an index": (
        Sum(Piecewise((x[n], n > 1), (0, True)), (n, 0, N - 1)),
        x,
        [],
        {},
        lambda v: sum(v[p] for p in at(v) if p > 1),
    ),
    "a test between indices": (
        Sum(Piecewise((x[n] * x[m], Ne(n, m)), (0, True)), (n, 0, N - 1), (m, 0, N - 1)),
        x,
        [],
        {},
        lambda v: sum(v[p] * v[q] for p in at(v) for q in at(v) if p != q),
    ),
    "a product over a part": (Product(x[n], (n, 1, N - 1)), x, [], {}, lambda v: float(np.prod(v[1:]))),
    "a derivative of a part": (
        differentiate(Sum(x[n] ** 2, (n, 1, N - 1)), x[row]),
        x,
        [row],
        {},
        lambda v: [2 * v[p] * (p > 0) for p in at(v)],
    ),
    "a derivative of neighbours": (
        differentiate(Sum((x[n + 1] - x[n]) ** 2, (n, 0, N - 2)), x[row]),
        x,
        [row],
        {},
        lambda v: [
            (2 * (v[p] - v[p - 1]) if p else 0) - (2 * (v[p + 1] - v[p]) if p + 1 < len(v) else 0) for p in at(v)
        ],
    ),
    "a gradient of a part": (
        gradient(log(Sum(x[n] ** 2, (n, 1, N - 1))), x),
        x,
        [],
        {},
        lambda v: [2 * v[p] * (p > 0) / sum(e**2 for e in v[1:]) for p in at(v)],
    ),
}
VALUES = (0.5, 2.0, -1.5, 3.25, 0.75)


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str) -> None:
    """A program sums over the part that is written, of the axis that is declared, and has an entry for each index."""
    expr, argument, axes, ranges, loop = VECTORS[name]
    got = lambdify(expr, argument, axes, ranges=ranges)(np.array(VALUES))
    expected = np.asarray(loop(list(VALUES)), float)
    assert np.shape(got) == np.shape(expected)
    np.testing.assert_allclose(got, expected, rtol=1e-13)


T = np.arange(12.0).reshape(4, 3) ** 1.5 - 4
COLUMN = [1.0, -2.0, 0.5]
j = index("j", D)
# An expression of a matrix and a vector, its axes, and the same by NumPy on the parts.
MATRICES: dict[str, tuple[Any, list[Any], Any]] = {
    "a block": (Sum(X[n, m], (n, 1, N - 1), (m, 0, D - 2)), [], T[1:, :-1].sum()),
    "rows against a part of the columns": (Sum(X[n, m] * w[m], (m, 1, D - 1)), [n], T[:, 1:] @ np.array(COLUMN[1:])),
    "shifted rows": (Sum(X[n + 1, j] - X[n, j], (n, 0, N - 2)), [j], T[-1] - T[0]),
    "one row": (X[1, j] * w[j], [j], T[1] * COLUMN),
    "one row beside a part": (X[0, j] + Sum(X[n, j], (n, 2, N - 1)), [j], T[0] + T[2:].sum(axis=0)),
    "one column": (X[row, D - 1], [row], T[:, -1]),
    "both axes apart": (
        X[row, j] * Sum(X[n, j], (n, 1, N - 1)) * Sum(X[row, m], (m, 0, D - 2)),
        [row, j],
        T * T[1:].sum(axis=0) * T[:, :-1].sum(axis=1)[:, None],
    ),
    "a gradient of a block": (
        gradient(Sum(X[n, m] ** 2, (n, 1, N - 1), (m, 0, D - 2)), X),
        [],
        2 * T * np.outer([0, 1, 1, 1], [1, 1, 0]),
    ),
    "a Hessian of a part": (
        hessian(Sum(w[m] ** 3, (m, 1, D - 1)), w),
        [],
        np.diag([0.0, -12.0, 3.0]),
    ),
}


@pytest.mark.parametrize("name", MATRICES)
def test_matrices(name: str) -> None:
    """The same along two axes."""
    expr, axes, expected = MATRICES[name]
    got = lambdify(expr, [X, w], axes)(T, np.array(COLUMN))
    assert np.shape(got) == np.shape(expected)
    np.testing.assert_allclose(got, expected, rtol=1e-13, atol=1e-13)


def test_two_arrays_of_one_axis() -> None:
    """A part of one array beside the whole of another, and axes that begin at different numbers."""
    y = tensor("y", (1, N))
    given = np.array(VALUES), np.array(VALUES) ** 2
    moved = lambdify(Sum(x[n - 1] * y[n], (n, 1, N)), [x, y])(*given)
    assert moved == pytest.approx(given[0] @ given[1])
    part = lambdify(Sum(x[n] * y[n], (n, 1, N - 1)), [x, y])(*given)
    assert part == pytest.approx(given[0][1:] @ given[1][:-1])
    assert lambdify(Sum(y[n], (n, 2, N)) * whole, [y, whole])(given[1], 3) == pytest.approx(3 * given[1][1:].sum())
    with pytest.raises(ArrayError, match="N = 5 by x"):
        _ = lambdify(Sum(x[n] * y[n], (n, 1, N - 1)), [x, y])(given[0], given[1][1:])


def test_an_argument_declares_its_axis() -> None:
    """Where the expression has a base without a shape, the argument of that name says what it is."""
    assert lambdify(Sum(b[n], (n, 1, N - 1)), [x])(VALUES) == pytest.approx(sum(VALUES[1:]))
    assert lambdify(Sum(b[n], (n, 2, N)), [x1])(VALUES) == pytest.approx(sum(VALUES[1:]))
    with pytest.raises(DeriveError, match="the index runs over"):
        _ = lambdify(Sum(b[n], (n, 1, N)), [x])


EMPTY: dict[str, tuple[Any, list[float]]] = {
    "a sum": (Sum(x[n], (n, 0, N - 5)) + x[0], [1.0, 1.0, 1.0, 1.0, 2.0, 3.0]),
    "a part in the middle": (Sum(x[n], (n, 2, N - 3)) + x[0], [1.0, 1.0, 1.0, 1.0, 2.0, 3.0]),
    "shifted": (Sum(x[n + 3], (n, 0, N - 5)) + x[0], [1.0, 1.0, 1.0, 1.0, 2.0, 3.0]),
    "a product": (Product(2 * x[n], (n, 3, N - 1)), [1.0, 1.0, 1.0, 2.0, 4.0, 8.0]),
    "a number of terms": (Sum(1, (n, 3, N)) * x[0], [0.0, 0.0, 1.0, 2.0, 3.0, 4.0]),
    "a mean": (Sum(x[n], (n, 1, N - 3)) / N, [0.0, 0.0, 0.0, 1 / 4, 2 / 5, 3 / 6]),
    "the index as a number": (Sum(n * x[n], (n, 2, N - 3)) + x[0], [1.0, 1.0, 1.0, 1.0, 3.0, 6.0]),
    "two sums": (Sum(x[n] * x[m], (n, 1, N - 3), (m, 0, N - 4)), [0.0, 0.0, 0.0, 1.0, 4.0, 9.0]),
}


@pytest.mark.parametrize("name", EMPTY)
def test_a_range_that_runs_backwards_is_empty(name: str) -> None:
    """NumPy would count from the end, and a number of terms would be negative."""
    expr, expected = EMPTY[name]
    function = lambdify(expr, x)
    assert [function(np.ones(length)) for length in range(1, 7)] == pytest.approx(expected)


def test_arrays_that_are_too_short() -> None:
    """An entry has to exist, and an axis of the result as well."""
    for expr, axes, length, words in (
        (x[4] + x[0], [], 3, "the index 4 leaves the places 0..N - 1"),
        (Sum(x[n], (n, 1, 3)), [], 3, "the index n leaves the places 0..N - 1"),
        (x[i] ** 2, [(i, 3, N - 1)], 1, "of i runs backwards"),
    ):
        function = lambdify(expr, x, axes)
        with pytest.raises(ArrayError, match=words):
            _ = function(np.ones(length))
        assert np.isfinite(function(np.ones(length + 3))).all()


def test_whole_numbers_as_arguments() -> None:
    """A place that is an argument has to exist."""
    place = lambdify(x[whole] + x[0], [x, whole])
    assert place(np.array(VALUES), 2) == VALUES[2] + VALUES[0]
    with pytest.raises(ArrayError, match="leaves the places"):
        _ = place(np.array(VALUES), 5)


def test_what_is_refused_is_of_one_family() -> None:
    """An axis that nothing declares, and a function that nobody knows."""
    parts = (Sum(b[n], (n, 2, N)), Sum(b[n], (n, 1, N - 1)), b[inner], Sum(b[n - 1], (n, 1, N)))
    for expr in (Sum(b[n], (n, 1, N)) + Sum(b[n], (n, 0, N)), b[2], *parts):
        with pytest.raises(DeriveError, match="Declare the axis"):
            _ = lambdify(expr, b)
    with pytest.raises(LoweringError, match="nothing says how to compute"):
        _ = lambdify(Function("f", real=True)(x[0]), x)
