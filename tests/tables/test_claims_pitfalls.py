"""Where SymPy 1.14 is silently wrong or stuck: its answer, pinned, beside ours.

When a new SymPy answers rightly its half of a test fails here, and the row can be retired.
"""

from __future__ import annotations

from typing import Any

import pytest
from sympy.concrete import Product, Sum
from sympy.core import Integer, Lambda, symbols
from sympy.functions import KroneckerDelta, Piecewise, exp, log
from sympy.matrices.expressions import Determinant, Inverse, MatrixSymbol, Trace, ZeroMatrix
from sympy.simplify import simplify  # noqa: TID251 -- its answers are what is pinned here
from sympy.solvers import solve
from sympy.tensor import IndexedBase
from sympy.tensor.array.expressions import convert_indexed_to_array

from derive import differentiate, gradient, normalize, substitute
from tests.rows import Rows, offenders, told

N, D, K = symbols("N D K", positive=True, integer=True)
i, j, k, r, m, n, p = symbols("i j k r m n p", integer=True)
a, w, x, y, z, A, X = map(IndexedBase, ["a", "w", "x", "y", "z", "A", "X"])
c, q = symbols("c q", real=True)
V, U = MatrixSymbol("V", D, K), MatrixSymbol("U", D, K)
B, S = MatrixSymbol("B", D, D), MatrixSymbol("S", D, D)
v = MatrixSymbol("v", D, 1)


def over(body: Any, index: Any = i, last: Any = N) -> Any:
    """Return the sum over an index from 1."""
    return Sum(body, (index, 1, last))


LOG_SUM, LOG_COLUMN = (log(Sum(exp(term), (i, 0, D - 1))) for term in (w[i], v[i, 0]))
WEIGHTED, SQUARES = over(x[i] * q), over(w[i] ** 2, last=D)
DATA, ENTRY = a[n] * X[n, i], over(a[n] * w[i], n)
BY_Y = over(x[i] * y[i]), substitute(WEIGHTED, q, y[i]), y[i] * over(x[j], j)
TRIPLED = 9 * over(x[i] ** 2, last=D)
# What SymPy answers, what is pinned as its answer, what we answer, and what is right.
SILENT: dict[str, tuple[Any, Any, Any, Any]] = {
    "log-sum-exp by the bound index": (
        *(LOG_SUM.diff(w[i]), 1, differentiate(LOG_SUM, w[i])),
        exp(w[i]) / Sum(exp(w[j]), (j, 0, D - 1)),
    ),
    "log-sum-exp of a matrix's column by the bound index": (
        *(LOG_COLUMN.diff(v[i, 0]), 1, differentiate(LOG_COLUMN, v[i, 0])),
        exp(v[i, 0]) / Sum(exp(v[j, 0]), (j, 0, D - 1)),
    ),
    "sum of squares by the bound index": (
        *(SQUARES.diff(w[i]), over(2 * w[i], last=D), differentiate(SQUARES, w[i])),
        2 * w[i],
    ),
    "capture of a number by subs": (WEIGHTED.subs(q, y[i]), *BY_Y),
    "capture of an entry": (
        *(ENTRY.subs(w[i], DATA), over(X[n, i] * a[n] ** 2, n), substitute(ENTRY, w[i], DATA)),
        DATA * over(a[m], m),
    ),
    "a family under a sum is left alone": (
        *(SQUARES.subs(w[j], 3 * x[j]), SQUARES, substitute(SQUARES, w[j], 3 * x[j])),
        TRIPLED,
    ),
    "the bound name of a family under a sum": (
        *(SQUARES.subs(w[i], 3 * x[i]), SQUARES, substitute(SQUARES, w[i], 3 * x[i])),
        TRIPLED,
    ),
}


def test_sympy_is_silently_wrong_and_we_are_right() -> None:
    """SymPy's answer is the one that is pinned, and it is refuted; ours is proved."""
    for name, (theirs, wrong, ours, right) in SILENT.items():
        assert theirs == wrong, name
        assert (told((wrong, right)), told((ours, right))) == ("refuted", "proved"), name


NORM, QUADRATIC, MIXED = Trace(V.T * V), Trace(V.T * B * V), (B + B.T) * V
MATRICES: dict[str, tuple[Any, Any, Any, Any]] = {
    "v'v": ((v.T * v)[0, 0], v, ZeroMatrix(D, 1), 2 * v),
    "log of a trace": (log(NORM), V, ZeroMatrix(D, K), 2 * V / NORM),
    "exp of a trace": (exp(NORM), V, ZeroMatrix(D, K), 2 * exp(NORM) * V),
    "reciprocal of a trace": (1 / QUADRATIC, V, ZeroMatrix(D, K), -MIXED / QUADRATIC**2),
    "sum of traces": (NORM + Trace(U.T * V), V, ZeroMatrix(D, K), 2 * V + U),
    "quotient of traces": (*(NORM / QUADRATIC, V, 2 / QUADRATIC * V), 2 * V / QUADRATIC - NORM * MIXED / QUADRATIC**2),
    "log of a determinant": (log(Determinant(S)), S, ZeroMatrix(D, D), Inverse(S).T),
}


@pytest.mark.parametrize("case", MATRICES)
def test_sympy_differentiates_matrices_wrongly_and_we_rightly(case: str) -> None:
    """SymPy's gradient is zero, or half of the quotient rule, and is not proved equal to ours, the textbook's."""
    expr, by, wrong, right = MATRICES[case]
    assert expr.diff(by) in (wrong, 0)
    assert [told((gradient(expr, by), side)).startswith("proved") for side in (right, wrong)] == [True, False]


STUCK: Rows = {
    "three names": ((over(x[i] + y[i]), over(x[j], j) + over(y[k], k)), "proved"),
    "another order of limits": ((over(over(X[i, j]), j), over(over(X[i, j], j))), "proved"),
    "a square and a double sum": ((over(x[i]) ** 2, over(over(x[i] * x[j]), j)), "proved"),
    "a quadratic form": ((over(over(A[i, j] * w[i] * w[j]), j), over(over(A[j, i] * w[i] * w[j]), j)), "proved"),
    "deviations from the mean": ((over(x[i] - over(x[j], j) / N), Integer(0)), "proved"),
    "softmax sums to one": ((over(exp(x[k]) / over(exp(x[r]), r, K), k, K), Integer(1)), "proved"),
    "log of a product of densities": ((log(Product(exp(-(x[i] ** 2)), (i, 1, N))), -over(x[i] ** 2)), "proved"),
}


def test_equal_expressions_have_one_normal_form() -> None:
    """SymPy's `simplify` sees none of these, and takes its time, or all of the stack, to say so."""
    assert offenders(STUCK) == {}
    assert [name for name, ((lhs, rhs), _) in STUCK.items() if normalize(lhs) != normalize(rhs)] == []


SURPRISAL = over(-y[k] * (z[k] - log(over(exp(z[j]), j, K))), k, K)
LIKELIHOOD = Product(exp(x[i] * w[i]), (i, 1, D))
DELTA = Sum(KroneckerDelta(i, j) * a[j] * w[j], (j, 0, D - 1))
OUTER = Sum(KroneckerDelta(k, p) * A[i, k] * z[p], (i, 1, D), (k, 1, K))
GAPS = over(y[i] - c)
GRADIENT = (differentiate(SURPRISAL, z[m]), exp(z[m]) / over(exp(z[k]), k, K) * over(y[k], k, K) - y[m])
OTHERS: Rows = {
    "a delta in the outer limit": ((OUTER, over(A[i, p] * z[p], last=D)), "proved"),
    "the gradient of the cross-entropy": (GRADIENT, "proved"),
    "the mean is a solution": ((substitute(GAPS, c, over(y[j], j) / N), 0), "proved"),
    "a family at a free index": ((substitute(x[n], x[i], over(X[i, n], n)), over(X[n, m], m)), "proved"),
    "a delta under a sum": ((DELTA, a[i] * w[i]), "proved"),
    "a derivative of a product": ((differentiate(LIKELIHOOD, w[j]), x[j] * LIKELIHOOD), "proved"),
    "a symbol called like a constant": ((symbols("e", real=True), exp(Integer(1))), "refuted"),
}


def test_what_sympy_does_not_see_or_loses() -> None:
    """Deltas in any limit, families, products; each beside what SymPy makes of it."""
    assert offenders(OTHERS) == {}
    assert OUTER.doit().has(KroneckerDelta)
    assert solve(GAPS, c) == []
    assert Lambda(i, over(X[i, n], n))(n) == over(X[n, n], n)
    assert "KroneckerDelta" not in str(convert_indexed_to_array(DELTA))
    assert "Dummy" in str(LIKELIHOOD.diff(w[j]))
    with pytest.raises(StopIteration):
        simplify(SURPRISAL.diff(z[m]))
    with pytest.raises(ValueError, match="derivative"):
        w.diff(w)


def test_answers_are_short() -> None:
    """SymPy's derivative of a sum of squares has branches, its sigmoid of a sum products, and its sum of 0 is none."""
    logistic = exp(over(x[i])) / (1 + exp(over(x[i])))
    assert (over(x[i] ** 2).diff(x[k]).doit().func, differentiate(over(x[i] ** 2), x[k])) == (Piecewise, 2 * x[k])
    assert (simplify(logistic).has(Product), normalize(logistic).has(Product)) == (True, False)
    assert (over(Integer(0)) == 0, normalize(over(Integer(0)))) == (False, 0)
