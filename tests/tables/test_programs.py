"""What the programs of `lambdify` are worth, against plain loops in ball arithmetic; arguments, sizes, types, texts."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from sympy import Determinant, IndexedBase, KroneckerDelta, MatrixSymbol, Piecewise, Product, Rational, Sum, exp, log
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from derive import gradient, hessian, index, lambdify, sigmoid, size, softplus, tensor
from derive.lectures import svm
from tests.balls import exact
from tests.known_functions import FUNCTIONS
from tests.known_functions import t as of

N, D, K, R = size("N"), size("D"), size("K"), size("R")
n, m, d, j, k = sp.symbols("n m d j k", integer=True)
X, w, x, y, z, A = (IndexedBase(name) for name in ("X", "w", "x", "y", "z", "A"))
x1, y1 = tensor("x", (1, N)), tensor("y", (1, N))
a, t = sp.symbols("a t", real=True)
N_N, M_N, D_D = (n, 1, N), (m, 1, N), (d, 1, D)
W_D = {w: (1, D)}
source = np.random.default_rng(7)
square = source.normal(size=(3, 3))
VALUES: dict[str, Any] = {
    "X": source.normal(size=(5, 3)),
    "w": source.normal(size=3),
    "x": source.normal(size=5),
    "y": source.uniform(0.2, 0.8, size=5),
    "z": source.normal(size=3),
    "A": source.normal(size=(5, 5)),
    "M": source.normal(size=(5, 3)),
    "W": source.normal(size=(3, 2)),
    "T": source.normal(size=(5, 2)),
    "v": source.normal(size=3),
    "u": source.normal(size=5),
    "r": source.normal(size=3),
    "Q": source.normal(size=(3, 3)),
    "S": square @ square.T + np.eye(3),
    "a": 0.3,
}
SIZES = {"N": 5, "D": 3, "K": 2}
SCORE = Sum(X[n, d] * w[d], D_D)
TOTAL = Sum(x[n], N_N)
ERROR, LINEAR = Sum((SCORE - y[n]) ** 2, N_N) / 2, Sum(y[n] * SCORE, N_N)

# An expression, its arguments, and the axes of the result.
ENTRIES: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "a product of matrix and vector": (SCORE, [X, w], [n]),
    "indices from 0": (Sum(X[n, d] * w[d], (d, 0, D - 1)), [X, w], [n]),
    "a part of a range": (Sum(x1[n], (n, 2, N - 1)) + Sum(x1[n], N_N), [x1], []),
    "a shifted index": (Sum(x1[n + 1] * x1[n], (n, 1, N - 1)), [x1], []),
    "a fixed entry": (x[1] * TOTAL, [x], []),
    "a row": (Sum(X[1, d] * X[n, d], D_D) + Sum(X[m, 1], M_N), [X], [n]),
    "a trace": (Sum(A[n, n], N_N), [A], []),
    "a diagonal": (A[n, n] + Sum(A[m, n], M_N), [A], [n]),
    "a bilinear form": (Sum(x[n] * A[n, m] * y[m], N_N, M_N), [x, A, y], []),
    "an outer product": (x[n] * y[m] + Sum(x[m], M_N) * y[n], [x, y], [m, n]),
    "a delta in a sum": (Sum(KroneckerDelta(n, m) * x[m] * y1[n], M_N), [x, y1], [n]),
    "a free delta": (A[n, m] + 2 * KroneckerDelta(n, m) + Sum(A[n, m], N_N, M_N), [A], [n, m]),
    "a delta with a number": (x[n] * KroneckerDelta(n, 2) + Sum(x[m], M_N), [x], [n]),
    "a delta of neighbours": (Sum(A[n, m] * KroneckerDelta(n, m + 1), N_N, M_N), [A], []),
    "the number of examples": (TOTAL / N, [x], []),
    "a sum of a constant": (Sum(a, N_N) + TOTAL, [x, a], []),
    "a product": (Product(1 + x[n] ** 2, N_N), [x], []),
    "a product of nothing that varies": (Product(a, N_N) * TOTAL, [a, x], []),
    "the index as a number": (Sum(n * x[n], N_N), [x], []),
    "nested sums": (Sum((SCORE - y[n]) ** 2, N_N), [X, w, y], []),
    "a sum in a product": (Sum(TOTAL * y[m], M_N), [x, y], []),
    "pairs": (Sum((x[n] - x[m]) ** 2 * y[n], N_N, M_N), [x, y], []),
    "squared distances": (Sum((X[n, d] - X[m, d]) ** 2, D_D) + TOTAL, [X, x], [n, m]),
    "a batch of products": (Sum(X[n, d] * X[n, j] * w[d] * z[j], D_D, (j, 1, D)), [X, w, z], [n]),
    "row by row": (Sum(X[n, d] * X[n, d] * w[d], D_D), [X, w], [n]),
    "hinge": (Sum(sp.Max(0, 1 - y[n] * x[n]), N_N), [x, y], []),
    "the least": (sp.Min(x[n], y[n], a) + Sum(x[m], M_N), [x, y, a], [n]),
    "cases": (Sum(Piecewise((x[n], x[n] > y[n]), (y[n] ** 2, True)), N_N), [x, y], []),
    "three cases": (Sum(Piecewise((1, x[n] < -a), (2, x[n] < a), (x[n], True)), N_N), [x, a], []),
    "roots and constants": (Sum(sp.sqrt(y[n]) / sp.sqrt(2 * sp.pi), N_N), [y], []),
    "a power": (Sum(y[n] ** Rational(3, 2) + y[n] ** a, N_N), [y, a], []),
    "tanh, absolute value, sign": (Sum(sp.tanh(x[n]) * sp.Abs(x[n]) + sp.sign(x[n]), N_N), [x], []),
    "functions known by name": (Sum(sigmoid(x[n]) * softplus(x[n]), N_N), [x], []),
    "functions at numbers": (sigmoid(0) + TOTAL * exp(1) * log(2), [x], []),
    "many operands": (
        Sum(A[n, m] * A[m, j] * A[j, k] * x[k] * y[n], *((index, 1, N) for index in (n, m, j, k))),
        [A, x, y],
        [],
    ),
    "a matrix beside indices": (
        Sum(MatrixSymbol("M", N, D)[n, d] * w[d], (d, 0, D - 1)),
        [MatrixSymbol("M", N, D), w],
        [n],
    ),
}


def name_of(arg: Any) -> str:
    """Return the name of an argument."""
    return str(getattr(arg, "label", arg))


@pytest.mark.parametrize("part", range(4))
def test_entries(part: int) -> None:
    """Each kind of expression by indices has the value that plain loops give."""
    wrong = {}
    for name, (expr, args, axes) in list(ENTRIES.items())[part::4]:
        arrays = {name_of(arg): VALUES[name_of(arg)] for arg in args}
        low = 0 if name in ("indices from 0", "a matrix beside indices") else 1
        lengths = [(str(axis), low, low + 4) for axis in axes]
        expected = exact(expr, arrays, SIZES, lengths, dict.fromkeys(arrays, low))
        got = lambdify(expr, args, axes)(*arrays.values())
        if not same(got, expected, 1e-13):
            wrong[name] = got, expected
    assert wrong == {}


def same(got: Any, expected: Any, most: float) -> bool:
    """Return whether two arrays have one shape, and the same values, beside the largest."""
    largest = np.max(np.abs(expected))
    return np.shape(got) == np.shape(expected) and bool(np.max(np.abs(got - expected)) <= most * largest)


M, W, T = MatrixSymbol("M", N, D), MatrixSymbol("W", D, K), MatrixSymbol("T", N, K)
v, u, r = MatrixSymbol("v", D, 1), MatrixSymbol("u", N, 1), MatrixSymbol("r", 1, D)
Q, S = MatrixSymbol("Q", D, D), MatrixSymbol("S", D, D)
half = Rational(1, 2)


def each(function: Any, matrix: Any) -> Any:
    """Return the function of each entry."""
    return ElementwiseApplyFunction(sp.Lambda(t, function(t)), matrix)


SOFTMAX = sp.HadamardProduct(each(exp, M * W), each(lambda c: 1 / c, each(exp, M * W) * sp.OneMatrix(K, K)))
MATRICES: dict[str, tuple[Any, list[Any]]] = {
    "a product": (M * W - T, [M, W, T]),
    "a vector": (M.T * (M * v - u), [M, v, u]),
    "a row": (r * Q, [r, Q]),
    "a number": (u.T * M * v, [M, v, u]),
    "an outer product": (u * v.T, [u, v]),
    "half a square": (half * (M * v - u).T * (M * v - u), [M, v, u]),
    "a trace": (half * sp.Trace((M * W - T).T * (M * W - T)), [M, W, T]),
    "its gradient": (gradient(half * sp.Trace((M * W - T).T * (M * W - T)), W), [M, W, T]),
    "least squares": ((M.T * M).I * M.T * u, [M, u]),
    "ridge": ((M.T * M + a * sp.Identity(D)).I * M.T * T, [M, T, a]),
    "an inverse on the right": (v.T * S.I, [v, S]),
    "an inverse between": (v.T * S.I * v, [v, S]),
    "an inverse by itself": (S.I, [S]),
    "two inverses": (S.I * Q * S.I, [S, Q]),
    "an inverse of a product": ((S * Q).I * v, [S, Q, v]),
    "a determinant": (Determinant(S), [S]),
    "its logarithm": (log(Determinant(S)), [S]),
    "a Gaussian": (-half * log(Determinant(S)) - half * (v.T * S.I * v)[0, 0], [S, v]),
    "a density": (exp(-half * (v.T * S.I * v)[0, 0]) * Determinant(S) ** -half, [S, v]),
    "entry by entry": (sp.HadamardProduct(M, M) + sp.OneMatrix(N, D), [M]),
    "a function of entries": (each(sigmoid, M * v), [M, v]),
    "the gradient of a function of entries": (M.T * (each(sigmoid, M * v) - u), [M, v, u]),
    "a diagonal": (sp.DiagMatrix(v) * Q, [v, Q]),
    "zeros": (sp.ZeroMatrix(N, D) + M, [M]),
    "the identity": (2 * sp.Identity(D) + Q, [Q]),
    "a power": (Q**3, [Q]),
    "a transpose": (sp.Transpose(M * W), [M, W]),
    "an entry": (Sum(M[n, 0] * M[n, 1], (n, 0, N - 1)) * (M.T * u)[1, 0], [M, u]),
    "a scalar": (a * Q, [a, Q]),
    "softmax": (SOFTMAX, [M, W]),
    "log softmax": (each(log, SOFTMAX), [M, W]),
}


@pytest.mark.parametrize("scale", [1, 300])
@pytest.mark.parametrize("part", range(3))
def test_matrices(part: int, scale: float) -> None:
    """Each kind of matrix expression has the value of linear algebra, also where exponentials overflow."""
    wrong = {}
    for name, (expr, args) in list(MATRICES.items())[part::3]:
        arrays = {name_of(arg): VALUES[name_of(arg)] for arg in args}
        arrays |= {"M": arrays["M"] * scale} if "M" in arrays else {}
        got, expected = lambdify(expr, args)(*arrays.values()), exact(expr, arrays, SIZES)
        if not same(got, expected, 1e-9):
            wrong[name] = got, expected
    assert wrong == {}


# to turn: a logarithm to another base is computed as the natural one, and is to be divided by log 3, or refused.
WRONG = {"log to another base"}
REFUSED_AT_FIRST = {"a factorial"}


def test_functions() -> None:
    """Each function that is known, and its derivative, is what mpmath says; those that NumPy lacks come from SciPy."""
    found: dict[str, tuple[float, ...]] = {}
    for name, (node, oracle, slope) in FUNCTIONS.items():
        if name not in REFUSED_AT_FIRST:
            expected = oracle(mpmath.mpf(3) / 7), mpmath.diff(oracle, mpmath.mpf(3) / 7)
            got = [lambdify(expr + TOTAL, [of, x])(3 / 7, np.zeros(2)) for expr in (node, slope)]
            found[name] = tuple(float(abs(mine / right - 1)) for mine, right in zip(got, expected, strict=True))
    assert {name for name, errors in found.items() if max(errors) > 1e-14} == WRONG
    more = {sp.Heaviside(a): 1, sp.polygamma(1, a): 12.2453645461077313}
    assert {expr: lambdify(expr + TOTAL, [a, x])(0.3, np.zeros(2)) for expr in more} == pytest.approx(more, rel=1e-14)


longer, fewer = tensor("w", (0, D)), tensor("z", (1, R - 1))
shown, row, column = tensor("w", D), index("n", N), index("d", (1, D))
e, total, N_ = IndexedBase("e"), IndexedBase("total"), IndexedBase("N")
SHARES = exp(e[k]) / Sum(exp(e[j]), (j, 1, K)) * total[k] + Sum(N_[n], N_N) / N
LOGDET = log(Determinant(Q))
# An expression, its arguments and axes, what it is given, and what comes out.
CALLS: dict[str, tuple[Any, Any, Any, list[Any], Any]] = {
    "a size that no array shows": (Sum(a, N_N) * K, [a, N, K], [], [0.5, 4, 3], 6.0),
    "a size that an array shows": (TOTAL / N, [x, N], [], [[1.0, 3.0], 2], 2.0),
    "the classes but one": (Sum(fewer[k], (k, 1, R - 1)) * R, [fewer], [], [[1.0, 1.0]], 6.0),
    "one entry more": (
        longer[0] + Sum(longer[d] * x[d], D_D),
        [longer, x],
        [],
        [[1.0, 2.0, 3.0], [10.0, 100.0]],
        321.0,
    ),
    "an index with its range, from 0": (x[row] ** 2, [x], [row], [[1.0, 3.0]], [1.0, 9.0]),
    "an index with its range, from 1": (w[column] ** 2, [w], [column], [[1.0, 3.0]], [1.0, 9.0]),
    "a range that nothing shows": (x[n] * y[n], [x, y], [n], [[1.0, 3.0], [2.0, 4.0]], [2.0, 12.0]),
    "a single argument and index, without brackets": (x[n] + 1, x, n, [[1.0, 2.0]], [2.0, 3.0]),
    "an argument that shows a size alone": (
        2 * KroneckerDelta(j, k),
        [shown],
        [(j, 1, D), (k, 1, D)],
        [[0.0, 0.0]],
        [[2.0, 0.0], [0.0, 2.0]],
    ),
    "arguments that do not occur": (
        Sum(X[n, j] * X[n, k], N_N),
        [w, X, y],
        [j, k],
        [[0.0] * 2, [[1.0, 2.0]], [0.0]],
        [[1.0, 2.0], [2.0, 4.0]],
    ),
    "whole numbers": (Sum(exp(x[n] * a), N_N), [x, a], [], [(0, 0), 1], 2.0),
    "no examples": (Sum(sigmoid(SCORE) * X[n, j], N_N), [w, X], [j], [np.zeros(3), np.zeros((0, 3))], [0.0] * 3),
    "not a number": (Sum(y[n] * log(x[n]), N_N), [x, y], [], [[np.nan, 1.0], [0.0, 1.0]], np.nan),
    "names like those of steps and sizes": (
        SHARES,
        [e, total, N_],
        [k],
        [[0.0, 0.0], [1.0, 3.0], [1.0, 2.0, 6.0]],
        [3.5, 4.5],
    ),
    "a log of a determinant that overflows": (LOGDET, [Q], [], [np.eye(400) * 1e10], 400 * np.log(1e10)),
    "a log of a negative determinant": (LOGDET, [Q], [], [np.diag([1.0, -1.0])], np.nan),
}


def test_calls() -> None:
    """Sizes, ranges and types are taken from the arguments."""
    for name, (expr, args, axes, given, expected) in CALLS.items():
        got = lambdify(expr, args, axes)(*given)
        assert np.shape(got) == np.shape(expected), name
        np.testing.assert_allclose(got, expected, rtol=1e-14, err_msg=name)


def test_arguments_go_by_name() -> None:
    """A name of the formula, or its spelling in Python."""
    lam, plus = sp.Symbol("lambda", positive=True), IndexedBase("x^+")
    function = lambdify(lam * Sum(plus[n], N_N), [lam, plus])
    assert (function.args, function.axes) == (("lambda_", "x_plus"), ())
    assert [function(x_plus=[1.0, 2.0], lambda_=3.0), function(3.0, **{"x^+": [1.0, 2.0]})] == [9.0, 9.0]


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64, np.int8, bool])
def test_the_type_is_kept(kind: type) -> None:
    """Single precision stays single; whole numbers become doubles, or what the floating arrays have."""
    function = lambdify(Sum(sigmoid(x[n]) * y[n] / N, N_N) * sp.sqrt(2) + x[n], [x, y], [n])
    given = np.array([1, 0, 1]).astype(kind)
    assert function(given, given).dtype == (np.float32 if kind is np.float32 else np.float64)
    assert function(given, given.astype(np.float32)).dtype == (np.float64 if kind is np.float64 else np.float32)


def test_families_have_their_own_axes() -> None:
    """A gradient and a Hessian are lowered as they are returned, and a value with its gradient as one program."""
    given = VALUES["w"], VALUES["X"], VALUES["y"]
    residual = VALUES["X"] @ VALUES["w"] - VALUES["y"]
    value, slope = lambdify((ERROR, gradient(ERROR, w, ranges=W_D)), [w, X, y])(*given)
    assert value == pytest.approx(residual @ residual / 2)
    np.testing.assert_allclose(slope, VALUES["X"].T @ residual, rtol=1e-12)
    curvature = lambdify(hessian(ERROR, w, ranges=W_D), [w, X, y])(*given)
    np.testing.assert_allclose(curvature, VALUES["X"].T @ VALUES["X"], rtol=1e-12)


def test_the_text_of_a_program() -> None:
    """It is Python that reads like NumPy by hand, and says what it computes."""
    slope = Sum((sigmoid(SCORE) - y[n]) * X[n, j], N_N)
    function = lambdify(slope, [w, X, y], [j], name="gradient", doc="Return the gradient of the cross-entropy.")
    assert function.source == (
        '''\
from derive.lower.runtime import sigmoid


def gradient(w, X, y):
    """Return the gradient of the cross-entropy."""
    return (sigmoid(X @ w) - y) @ X
'''
    )
    assert (function.args, function.axes) == (("w", "X", "y"), ("j",))


TEXTS: dict[str, tuple[Any, list[Any], list[str]]] = {
    "least squares": (
        (ERROR, gradient(ERROR, w, ranges=W_D)),
        [w, X, y],
        ["r = X @ w - y", "return ((1/2) * (r @ r), r @ X,)"],
    ),
    "linear": ((LINEAR, gradient(LINEAR, w, ranges=W_D)), [w, X, y], ["z = y @ X", "return (z @ w, z,)"]),
    "a quadratic form goes through the examples once": (
        svm.DUAL,
        [svm.alpha, svm.y, svm.X],
        ["z = (alpha * y) @ X", "return np.sum(alpha) - (1/2) * (z @ z)"],
    ),
    "normal equations are solved": ((M.T * M).I * M.T * u, [M, u], ["return np.linalg.solve(M.T @ M, u @ M)"]),
}


def test_what_is_needed_twice_is_computed_once() -> None:
    """Sums of a normal form that run alike are joined, and no inverse is made where one can solve."""
    for name, (expr, args, text) in TEXTS.items():
        lines = [line.strip() for line in lambdify(expr, args).source.splitlines()]
        assert lines[-len(text) :] == text, name
    likelihood = Sum(softplus(SCORE) - y[n] * SCORE, N_N)
    assert lambdify((likelihood, gradient(likelihood, w, ranges=W_D)), [w, X, y]).source.count("X @ w") == 1
