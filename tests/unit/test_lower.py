"""What `lambdify` takes and gives: arguments, axes, sizes, types, several results, the text of a program."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from inline_snapshot import snapshot
from sympy import (
    Abs,
    Heaviside,
    Idx,
    IndexedBase,
    KroneckerDelta,
    Max,
    Min,
    Piecewise,
    Product,
    Rational,
    Sum,
    Symbol,
    digamma,
    erf,
    exp,
    gamma,
    log,
    loggamma,
    pi,
    polygamma,
    sign,
    sqrt,
    symbols,
    tanh,
)

from derive import gradient, hessian, index, lambdify, sigmoid, size, softplus, tensor
from derive.lectures import svm
from tests.balls import exact

N, D, K = size("N"), size("D"), size("K")
n, m, d, j, k, ell = symbols("n m d j k l", integer=True)
X, w, x, y, z, A = (IndexedBase(name) for name in ("X", "w", "x", "y", "z", "A"))
a, b = symbols("a b", real=True)
source = np.random.default_rng(7)
VALUES: dict[str, Any] = {
    "X": source.normal(size=(5, 3)),
    "w": source.normal(size=3),
    "x": source.normal(size=5),
    "y": source.uniform(0.2, 0.8, size=5),
    "z": source.normal(size=3),
    "A": source.normal(size=(5, 5)),
    "a": 0.3,
    "b": -1.7,
}
SIZES = {"N": 5, "D": 3, "K": 3}
SCORE = Sum(X[n, d] * w[d], (d, 1, D))


def of(*tensors: IndexedBase | Symbol) -> list[Any]:
    """Return the values of arguments."""
    return [VALUES[str(getattr(one, "label", one))] for one in tensors]


CASES = {
    "a product of matrix and vector": (SCORE, [X, w], [n]),
    "indices from 0": (Sum(X[n, d] * w[d], (d, 0, D - 1)), [X, w], [n]),
    "a part of a range": (Sum(x[n], (n, 2, N - 1)) + Sum(x[n], (n, 1, N)), [x], []),
    "a shifted index": (Sum(x[n + 1] * x[n], (n, 1, N - 1)) + Sum(x[n], (n, 1, N)), [x], []),
    "a fixed entry": (x[1] * Sum(x[n], (n, 1, N)), [x], []),
    "a row": (Sum(X[1, d] * X[n, d], (d, 1, D)) + Sum(X[m, 1], (m, 1, N)), [X], [n]),
    "a trace": (Sum(A[n, n], (n, 1, N)), [A], []),
    "a diagonal": (A[n, n] + Sum(A[m, n], (m, 1, N)), [A], [n]),
    "a bilinear form": (Sum(x[n] * A[n, m] * y[m], (n, 1, N), (m, 1, N)), [x, A, y], []),
    "an outer product": (x[n] * y[m] + Sum(x[m], (m, 1, N)) * y[n], [x, y], [m, n]),
    "a delta in a sum": (Sum(KroneckerDelta(n, m) * x[m] * y[n], (m, 1, N)), [x, y], [n]),
    "a free delta": (A[n, m] + 2 * KroneckerDelta(n, m) + Sum(A[n, m], (n, 1, N), (m, 1, N)), [A], [n, m]),
    "a delta with a number": (x[n] * KroneckerDelta(n, 2) + Sum(x[m], (m, 1, N)), [x], [n]),
    "a delta of neighbours": (Sum(A[n, m] * KroneckerDelta(n, m + 1), (n, 1, N), (m, 1, N)), [A], []),
    "the number of examples": (Sum(x[n], (n, 1, N)) / N, [x], []),
    "a sum of a constant": (Sum(a, (n, 1, N)) + Sum(x[n], (n, 1, N)), [x, a], []),
    "a product": (Product(1 + x[n] ** 2, (n, 1, N)), [x], []),
    "a product of nothing that varies": (Product(a, (n, 1, N)) * Sum(x[n], (n, 1, N)), [a, x], []),
    "the index as a number": (Sum(n * x[n], (n, 1, N)), [x], []),
    "nested sums": (Sum((SCORE - y[n]) ** 2, (n, 1, N)), [X, w, y], []),
    "a sum in a product": (Sum(Sum(x[n], (n, 1, N)) * y[m], (m, 1, N)), [x, y], []),
    "pairs": (Sum((x[n] - x[m]) ** 2 * y[n], (n, 1, N), (m, 1, N)), [x, y], []),
    "squared distances": (Sum((X[n, d] - X[m, d]) ** 2, (d, 1, D)) + Sum(x[n], (n, 1, N)), [X, x], [n, m]),
    "a batch of products": (Sum(X[n, d] * X[n, j] * w[d] * z[j], (d, 1, D), (j, 1, D)), [X, w, z], [n]),
    "row by row": (Sum(X[n, d] * X[n, d] * w[d], (d, 1, D)), [X, w], [n]),
    "hinge": (Sum(Max(0, 1 - y[n] * x[n]), (n, 1, N)), [x, y], []),
    "the least": (Min(x[n], y[n], a) + Sum(x[m], (m, 1, N)), [x, y, a], [n]),
    "cases": (Sum(Piecewise((x[n], x[n] > y[n]), (y[n] ** 2, True)), (n, 1, N)), [x, y], []),
    "three cases": (Sum(Piecewise((1, x[n] < -a), (2, x[n] < a), (x[n], True)), (n, 1, N)), [x, a], []),
    "roots and constants": (Sum(sqrt(y[n]) / sqrt(2 * pi), (n, 1, N)), [y], []),
    "a power": (Sum(y[n] ** Rational(3, 2) + y[n] ** a, (n, 1, N)), [y, a], []),
    "tanh, absolute value, sign": (Sum(tanh(x[n]) * Abs(x[n]) + sign(x[n]), (n, 1, N)), [x], []),
    "functions known by name": (Sum(sigmoid(x[n]) * softplus(x[n]), (n, 1, N)), [x], []),
    "functions at numbers": (sigmoid(0) + Sum(x[n], (n, 1, N)) * exp(1) * log(2), [x], []),
    "many operands": (
        Sum(A[n, m] * A[m, j] * A[j, k] * x[k] * y[n], (n, 1, N), (m, 1, N), (j, 1, N), (k, 1, N)),
        [A, x, y],
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_value_is_that_of_the_loops(name: str) -> None:
    """Each kind of expression has the value that plain loops give."""
    expr, args, axes = CASES[name]
    arrays = {str(getattr(arg, "label", arg)): VALUES[str(getattr(arg, "label", arg))] for arg in args}
    low = 0 if name == "indices from 0" else 1
    lengths = [(str(axis), low, low + 4) for axis in axes]
    expected = exact(expr, arrays, SIZES, lengths, dict.fromkeys(arrays, low))
    got = lambdify(expr, args, axes)(*arrays.values())
    assert np.shape(got) == np.shape(expected)
    np.testing.assert_allclose(got, expected, rtol=1e-13, atol=1e-14 * np.max(np.abs(expected)))


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (erf(a), 0.3286267594591274),
        (gamma(a), 2.991568987687590),
        (loggamma(a), 1.0957979948180756),
        (Heaviside(a), 1),
        (digamma(a), -3.502524222200133),
        (polygamma(1, a), 12.2453645461077313),
    ],
    ids=str,
)
def test_special_functions(expr: Any, expected: float) -> None:
    """Functions that NumPy lacks come from SciPy."""
    assert lambdify(expr + Sum(x[n], (n, 1, N)), [a, x])(0.3, np.zeros(2)) == pytest.approx(expected, rel=1e-14)


def test_arguments_go_by_name() -> None:
    """A name of the formula, or its spelling in Python."""
    lam = Symbol("lambda", positive=True)
    plus = IndexedBase("x^+")
    function = lambdify(lam * Sum(plus[n], (n, 1, N)), [lam, plus])
    assert function.args == ("lambda_", "x_plus")
    assert function(x_plus=[1.0, 2.0], lambda_=3.0) == 9.0
    assert function(3.0, **{"x^+": [1.0, 2.0]}) == 9.0


def test_arguments_that_do_not_occur() -> None:
    """A Hessian keeps the arguments of its gradient, and a tensor that is there for its shape alone shows a size."""
    curvature = lambdify(Sum(X[n, j] * X[n, k], (n, 1, N)), [w, X, y], [j, k])
    assert curvature(*of(w, X, y)).shape == (3, 3)
    shown = tensor("w", D)
    np.testing.assert_array_equal(
        lambdify(2 * KroneckerDelta(j, k), [shown], [(j, 1, D), (k, 1, D)])([0.0, 0.0]), 2 * np.eye(2)
    )


def test_sizes_as_arguments() -> None:
    """A size that no array shows is an argument, and one that arrays show is checked against them."""
    function = lambdify(Sum(a, (n, 1, N)) * K, [a, N, K])
    assert [function(0.5, 4, 3), function(0.5, 6, 3)] == [6.0, 9.0]
    assert lambdify(Sum(x[n], (n, 1, N)) / N, [x, N])([1.0, 3.0], 2) == 2.0


def test_sizes_that_are_off_by_one() -> None:
    """The classes but one: R is one more than the entries."""
    R = size("R")
    function = lambdify(Sum(z[k], (k, 1, R - 1)) * R, [z])
    assert function([1.0, 1.0]) == 6.0
    weights = lambdify(w[0] + Sum(w[d] * x[d], (d, 1, D)), [w, x])
    assert weights([1.0, 2.0, 3.0], [10.0, 100.0]) == 321.0


def test_an_idx_brings_its_range() -> None:
    """Indices made with their ranges, from 0 and from 1."""
    row, column = index("n", N), index("d", (1, D))
    np.testing.assert_allclose(lambdify(x[row] * x[row], [x], [row])(VALUES["x"]), VALUES["x"] ** 2)
    entries = lambdify(w[column] ** 2, [w], [Idx("d", (1, D))])
    np.testing.assert_allclose(entries(VALUES["w"]), VALUES["w"] ** 2)


def test_a_range_that_nothing_shows() -> None:
    """An elementwise function needs no declared size."""
    np.testing.assert_allclose(lambdify(x[n] * y[n], [x, y], [n])(*of(x, y)), VALUES["x"] * VALUES["y"])


def test_families_have_their_own_axes() -> None:
    """A gradient and a Hessian are lowered as they are returned."""
    error = Sum((SCORE - y[n]) ** 2, (n, 1, N)) / 2
    residual = VALUES["X"] @ VALUES["w"] - VALUES["y"]
    slope = lambdify(gradient(error, w), [w, X, y])
    np.testing.assert_allclose(slope(*of(w, X, y)), VALUES["X"].T @ residual, rtol=1e-12)
    curvature = lambdify(hessian(error, w), [w, X, y])
    np.testing.assert_allclose(curvature(*of(w, X, y)), VALUES["X"].T @ VALUES["X"], rtol=1e-12)


def test_several_results_share_their_steps() -> None:
    """Value and gradient in one program: the scores are computed once."""
    loss = Sum(softplus(SCORE) - y[n] * SCORE, (n, 1, N))
    both = lambdify((loss, gradient(loss, w)), [w, X, y], name="value_and_gradient")
    value, slope = both(*of(w, X, y))
    assert value == pytest.approx(lambdify(loss, [w, X, y])(*of(w, X, y)), rel=1e-14)
    np.testing.assert_allclose(slope, lambdify(gradient(loss, w), [w, X, y])(*of(w, X, y)), rtol=1e-13)
    assert both.source.count("X @ w") == 1


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64, np.int8, bool])
def test_the_type_is_kept(kind: type) -> None:
    """Single precision stays single; whole numbers become doubles, or what the floating arrays have."""
    function = lambdify(Sum(sigmoid(x[n]) * y[n] / N, (n, 1, N)) * sqrt(2) + x[n], [x, y], [n])
    given = np.array([1, 0, 1]).astype(kind)
    wanted = np.float32 if kind is np.float32 else np.float64
    assert function(given, given).dtype == wanted
    assert function(given, given.astype(np.float32)).dtype == (np.float64 if kind is np.float64 else np.float32)


def test_types_do_not_change_the_value() -> None:
    """Lists, whole numbers and floats give the same."""
    function = lambdify(Sum(exp(x[n] * a), (n, 1, N)), [x, a])
    values = [function(given, 1) for given in ([0, 1], np.array([0, 1]), np.array([0.0, 1.0]), (0, 1))]
    assert len({float(value) for value in values}) == 1


def test_a_nan_passes_through() -> None:
    """What is not a number is not checked, and not lost."""
    function = lambdify(Sum(y[n] * log(x[n]), (n, 1, N)), [x, y])
    assert np.isnan(function([np.nan, 1.0], [0.0, 1.0]))


def test_empty_arrays() -> None:
    """A sum over no examples is zero, and so is its gradient."""
    function = lambdify(Sum(sigmoid(SCORE) * X[n, j], (n, 1, N)), [w, X], [j])
    np.testing.assert_array_equal(function(np.zeros(3), np.zeros((0, 3))), np.zeros(3))


def test_the_text_of_a_program() -> None:
    """It is Python that reads like NumPy by hand, and says what it computes."""
    slope = Sum((sigmoid(SCORE) - y[n]) * X[n, j], (n, 1, N))
    function = lambdify(slope, [w, X, y], [j], name="gradient", doc="Return the gradient of the cross-entropy.")
    assert function.source == snapshot('''\
from derive.lower.runtime import sigmoid


def gradient(w, X, y):
    """Return the gradient of the cross-entropy."""
    return (sigmoid(X @ w) - y) @ X
''')
    assert (function.args, function.axes) == (("w", "X", "y"), ("j",))


@pytest.mark.parametrize(
    ("loss", "program"),
    [
        (Sum((SCORE - y[n]) ** 2, (n, 1, N)) / 2, ["r = X @ w - y", "return ((1/2) * (r @ r), r @ X,)"]),
        (Sum(y[n] * SCORE, (n, 1, N)), ["z = y @ X", "return (z @ w, z,)"]),
    ],
    ids=["least squares", "linear"],
)
def test_a_value_with_its_gradient(loss: Any, program: list[str]) -> None:
    """Sums of a normal form that run alike are joined, and what both results need is computed once."""
    text = lambdify((loss, gradient(loss, w)), [w, X, y]).source
    assert [line.strip() for line in text.splitlines()[-2:]] == program


def test_a_quadratic_form_is_not_joined_to_a_sum() -> None:
    """The dual of a support vector machine goes through the examples once."""
    function = lambdify(svm.DUAL, [svm.alpha, svm.y, svm.X])
    lines = [line.strip() for line in function.source.splitlines()[-2:]]
    assert lines == ["z = (alpha * y) @ X", "return np.sum(alpha) - (1/2) * (z @ z)"]


def test_names_are_kept_apart() -> None:
    """An argument that is called like a step, or like a size, does not meet it."""
    e, total, N_ = IndexedBase("e"), IndexedBase("total"), IndexedBase("N")
    shares = exp(e[k]) / Sum(exp(e[j]), (j, 1, K)) * total[k] + Sum(N_[n], (n, 1, size("N"))) / size("N")
    values = lambdify(shares, [e, total, N_], [k])([0.0, 0.0], [1.0, 3.0], [1.0, 2.0, 6.0])
    np.testing.assert_allclose(values, [3.5, 4.5])
