"""Matrix expressions as functions of arrays: products, inverses, determinants, and vectors with one axis."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from inline_snapshot import snapshot
from sympy import (
    Determinant,
    HadamardProduct,
    Identity,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
    exp,
    log,
    symbols,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagMatrix

from derive import gradient, lambdify, sigmoid, size
from tests.balls import exact

N, D, K = size("N"), size("D"), size("K")
X, W, T = MatrixSymbol("X", N, D), MatrixSymbol("W", D, K), MatrixSymbol("T", N, K)
w, y, row = MatrixSymbol("w", D, 1), MatrixSymbol("y", N, 1), MatrixSymbol("r", 1, D)
A, S = MatrixSymbol("A", D, D), MatrixSymbol("S", D, D)
i, j = symbols("i j", integer=True)
t, lam = symbols("t lambda", real=True)
half = Rational(1, 2)
source = np.random.default_rng(11)
SQUARE = source.normal(size=(3, 3))
VALUES: dict[str, Any] = {
    "X": source.normal(size=(5, 3)),
    "W": source.normal(size=(3, 2)),
    "T": source.normal(size=(5, 2)),
    "w": source.normal(size=3),
    "y": source.normal(size=5),
    "r": source.normal(size=3),
    "A": source.normal(size=(3, 3)),
    "S": SQUARE @ SQUARE.T + np.eye(3),
    "lambda": 0.7,
}
SIZES = {"N": 5, "D": 3, "K": 2}


def each(function: Any, matrix: Any) -> Any:
    """Return the function of each entry."""
    return ElementwiseApplyFunction(Lambda(t, function(t)), matrix)


CASES = {
    "a product": (X * W - T, [X, W, T]),
    "a vector": (X.T * (X * w - y), [X, w, y]),
    "a row": (row * A, [row, A]),
    "a number": (y.T * X * w, [X, w, y]),
    "an outer product": (y * w.T, [y, w]),
    "half a square": (half * (X * w - y).T * (X * w - y), [X, w, y]),
    "a trace": (half * Trace((X * W - T).T * (X * W - T)), [X, W, T]),
    "least squares": ((X.T * X).I * X.T * y, [X, y]),
    "ridge": ((X.T * X + lam * Identity(D)).I * X.T * T, [X, T, lam]),
    "an inverse on the right": (w.T * S.I, [w, S]),
    "an inverse between": (w.T * S.I * w, [w, S]),
    "an inverse by itself": (S.I, [S]),
    "two inverses": (S.I * A * S.I, [S, A]),
    "an inverse of a product": ((S * A).I * w, [S, A, w]),
    "a determinant": (Determinant(S), [S]),
    "its logarithm": (log(Determinant(S)), [S]),
    "a Gaussian": (-half * log(Determinant(S)) - half * (w.T * S.I * w)[0, 0], [S, w]),
    "a density": (exp(-half * (w.T * S.I * w)[0, 0]) * Determinant(S) ** -half, [S, w]),
    "entry by entry": (HadamardProduct(X, X) + OneMatrix(N, D), [X]),
    "a function of entries": (each(sigmoid, X * w), [X, w]),
    "its gradient": (X.T * (each(sigmoid, X * w) - y), [X, w, y]),
    "a diagonal": (DiagMatrix(w) * A, [w, A]),
    "zeros": (ZeroMatrix(N, D) + X, [X]),
    "the identity": (2 * Identity(D) + A, [A]),
    "a power": (A**3, [A]),
    "a transpose": (Transpose(X * W), [X, W]),
    "an entry": (Sum(X[i, 0] * X[i, 1], (i, 0, N - 1)) * (X.T * y)[1, 0], [X, y]),
    "softmax": (HadamardProduct(each(exp, X * W), each(lambda v: 1 / v, each(exp, X * W) * OneMatrix(K, K))), [X, W]),
    "log softmax": (
        each(log, HadamardProduct(each(exp, X * W), each(lambda v: 1 / v, each(exp, X * W) * OneMatrix(K, K)))),
        [X, W],
    ),
}


@pytest.mark.parametrize("scale", [1, 300])
@pytest.mark.parametrize("name", CASES)
def test_the_value_is_that_of_linear_algebra(name: str, scale: float) -> None:
    """Each kind of matrix expression, and those with exponentials also where these overflow."""
    expr, args = CASES[name]
    arrays = {arg.name: VALUES[arg.name] for arg in args}
    arrays |= {"X": arrays["X"] * scale} if "X" in arrays else {}
    expected = exact(expr, arrays, SIZES)
    got = lambdify(expr, args)(*arrays.values())
    assert np.shape(got) == np.shape(expected)
    np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-12 * np.max(np.abs(expected)))


def test_a_gradient_by_a_matrix_is_lowered() -> None:
    """What `gradient` returns for a MatrixSymbol is a matrix expression like any other."""
    error = half * Trace((X * W - T).T * (X * W - T))
    slope = lambdify(gradient(error, W), [X, W, T])
    X_, W_, T_ = (VALUES[name] for name in "XWT")
    np.testing.assert_allclose(slope(X_, W_, T_), X_.T @ (X_ @ W_ - T_), rtol=1e-12)


def test_no_inverse_is_made_where_one_can_solve() -> None:
    """The normal equations are solved."""
    function = lambdify((X.T * X).I * X.T * y, [X, y], name="weights", doc="Return the weights.")
    assert function.source == snapshot('''\
import numpy as np


def weights(X, y):
    """Return the weights."""
    return np.linalg.solve(X.T @ X, y @ X)
''')


def test_the_log_of_a_determinant_does_not_overflow() -> None:
    """It is taken by `slogdet`, and it is NaN where the determinant is negative."""
    function = lambdify(log(Determinant(A)), [A])
    assert function(np.eye(400) * 1e10) == pytest.approx(400 * np.log(1e10), rel=1e-14)
    assert np.isnan(function(np.diag([1.0, -1.0])))


def test_a_matrix_beside_indices() -> None:
    """Entries of a matrix and of a tensor may stand in one expression."""
    from sympy import IndexedBase  # noqa: PLC0415 -- for this test alone

    v = IndexedBase("v")
    function = lambdify(Sum(X[i, j] * v[j], (j, 0, D - 1)), [X, v], [i])
    np.testing.assert_allclose(function(VALUES["X"], VALUES["w"]), VALUES["X"] @ VALUES["w"])


def test_a_scalar_argument_beside_matrices() -> None:
    """A symbol is a number."""
    scale = Symbol("c", real=True)
    np.testing.assert_allclose(lambdify(scale * A, [scale, A])(2.0, SQUARE), 2 * SQUARE)
