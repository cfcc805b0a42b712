"""Programs against ball arithmetic, where the written form overflows or cancels: logits of 1, of 40 and of 1000."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import IndexedBase, KroneckerDelta, Product, Sum, cosh, exp, log, symbols

from derive import gradient, hessian, lambdify, sigmoid, size, softplus
from derive.lectures import logistic, softmax
from tests.balls import exact

N, D, K = size("N"), size("D"), size("K")
i, n, d, j, k, ell, q, m = symbols("i n d j k l q m", integer=True)
z, y, s = IndexedBase("z"), IndexedBase("y"), IndexedBase("s")
a, b = symbols("a b", real=True)
SIZES = {"N": 6, "D": 3, "K": 4}
CLASS = [("k", 1, 4)]
BOTH = [*CLASS, ("l", 1, 4)]
TOTAL = Sum(exp(z[j]), (j, 1, K))
BESIDE_ONE = 1 + TOTAL


def share(at: Any) -> Any:
    """Return the softmax of z at a class."""
    return exp(z[at]) / TOTAL


def put(expr: Any) -> Any:
    """Return a formula of the logistic lecture with its probabilities put in."""
    return expr.xreplace({logistic.p[logistic.i]: sigmoid(logistic.score(logistic.w))})


def soft(expr: Any) -> Any:
    """Return a formula of the softmax lecture with its probabilities put in."""
    labels = (softmax.k, softmax.ell, softmax.q)
    return expr.xreplace({softmax.p[softmax.i, at]: softmax.probability(at, softmax.K) for at in labels})


P, Q = put(logistic.p[logistic.i]), 1 - put(logistic.p[logistic.i])
QUOTIENTS = Sum((logistic.y[i] / P - (1 - logistic.y[i]) / Q) * P * Q * logistic.X[i, j], (i, 1, N))
LOGISTIC = {
    "loss": (put(logistic.ERROR), []),
    "gradient": (put(logistic.GRADIENT), [("j", 1, 3)]),
    "gradient with quotients": (QUOTIENTS, [("j", 1, 3)]),
    "Hessian": (put(logistic.HESSIAN), [("j", 1, 3), ("k", 1, 3)]),
    "likelihood as a product": (
        -log(Product(P ** logistic.y[i] * Q ** (1 - logistic.y[i]), (i, 1, N))),
        [],
    ),
}
SOFTMAX = {
    "loss": (soft(softmax.ERROR), []),
    "gradient": (soft(softmax.GRADIENT), [("l", 1, 4), ("m", 1, 3)]),
    "Hessian": (soft(softmax.HESSIAN), [("l", 1, 4), ("m", 1, 3), ("q", 1, 4), ("r", 1, 3)]),
}
CLASSES = {
    "log-sum-exp": (log(TOTAL), []),
    "softmax": (share(k), CLASS),
    "log softmax": (log(share(k)), CLASS),
    "one minus softmax": (1 - share(k), CLASS),
    "log of one minus softmax": (log(1 - share(k)), CLASS),
    "odds": (log(share(k) / (1 - share(k))), CLASS),
    "variance": (share(k) * (1 - share(k)), CLASS),
    "Jacobian": (share(k) * (KroneckerDelta(k, ell) - share(ell)), BOTH),
    "Jacobian, multiplied out": (share(k) * KroneckerDelta(k, ell) - share(k) * share(ell), BOTH),
    "entropy": (-Sum(share(k) * log(share(k)), (k, 1, K)), []),
    "beside one": (exp(z[k]) / BESIDE_ONE, CLASS),
    "log beside one": (log(exp(z[k]) / BESIDE_ONE), CLASS),
    "the class of reference": (1 / BESIDE_ONE, []),
    "log of the class of reference": (log(1 / BESIDE_ONE), []),
    "all but the class of reference": (1 - 1 / BESIDE_ONE, []),
    "two of them": (exp(z[1]) / (exp(z[1]) + exp(z[2])), []),
    "sigmoid": (sigmoid(z[k]), CLASS),
    "one minus sigmoid": (1 - sigmoid(z[k]), CLASS),
    "sigmoid, written out": (1 / (1 + exp(-z[k])), CLASS),
    "sigmoid, the other way": (exp(z[k]) / (1 + exp(z[k])), CLASS),
    "its square": (1 / (1 + exp(-z[k])) ** 2, CLASS),
    "its derivative, written out": (exp(-z[k]) / (1 + exp(-z[k])) ** 2, CLASS),
    "its second derivative": (sigmoid(z[k]) * (1 - sigmoid(z[k])) * (1 - 2 * sigmoid(z[k])), CLASS),
    "softplus": (log(1 + exp(z[k])), CLASS),
    "softplus by name": (softplus(z[k]), CLASS),
    "log sigmoid": (log(sigmoid(z[k])), CLASS),
    "log of one minus sigmoid": (log(1 - sigmoid(z[k])), CLASS),
    "the logit": (log(sigmoid(z[k]) / (1 - sigmoid(z[k]))), CLASS),
    "a product with an exponential": (sigmoid(z[k]) * exp(-z[k]), CLASS),
    "three exponentials": (log(exp(z[1]) + exp(z[2]) + exp(z[3])), []),
    "a product of shares": (log(Product(share(k), (k, 1, K))), []),
    "a mean of exponentials": (log(TOTAL / K), []),
    "a power of a total": (exp(2 * z[k]) / TOTAL**2, CLASS),
    "nested": (log(Sum(share(k) * exp(z[k]), (k, 1, K))), []),
    "one minus an exponential": (1 - exp(-(z[k] ** 2)), CLASS),
    "a temperature": (exp(z[k] / 7) / Sum(exp(z[j] / 7), (j, 1, K)), CLASS),
    "a prior in front": (3 * exp(z[k]) / Sum(3 * exp(z[j]), (j, 1, K)), CLASS),
}


WEIGHTS = Sum(y[j] * exp(z[j]), (j, 1, K))
RATE = exp(z[k])
WEIGHTED = {
    "responsibilities": (y[k] * exp(z[k]) / WEIGHTS, CLASS),
    "a mean with weights": (Sum(y[k] * exp(z[k]) * s[k], (k, 1, K)) / WEIGHTS, []),
    "a log of a weighted total": (log(WEIGHTS), []),
    "a power of a weighted total": (WEIGHTS**2 * exp(-2 * z[1]), []),
    "a count less its rate": (((RATE - s[k]) / (1 + 3 * RATE)), CLASS),
    "a count less its rate, beside a factor": (Sum((RATE - s[k]) * y[k] / (1 + 3 * RATE), (k, 1, K)), []),
    "the curvature of a rate": ((1 + 3 * s[k]) * RATE / (1 + 3 * RATE) ** 2, CLASS),
}


def compare(expr: Any, args: list[Any], arrays: dict[str, Any], axes: list[Any], most: float = 1e-12) -> None:
    """Assert that the largest error is small beside the largest value, and that nothing overflowed on the way."""
    axis_of = {str(index): index for index in (i, d, j, k, ell, q, m, *expr.free_symbols)}
    got = lambdify(expr, args, [axis_of[name] for name, _, _ in axes])(*arrays.values())
    expected = exact(expr, arrays, SIZES, axes)
    assert np.all(np.isfinite(got))
    largest = float(np.max(np.abs(expected)))
    assert float(np.max(np.abs(got - expected))) <= most * largest


@pytest.mark.parametrize("scale", [1, 40, 1000])
@pytest.mark.parametrize("name", CLASSES)
def test_functions_of_logits(name: str, scale: float) -> None:
    """Each is accurate for small logits, for large ones, and where one class is nearly sure."""
    expr, axes = CLASSES[name]
    source = np.random.default_rng(3)
    for values in (source.normal(size=4) * scale, np.array([1.0, -1.0, 0.5, -0.5]) * scale, np.zeros(4)):
        compare(expr, [z], {"z": values}, axes)


@pytest.mark.parametrize("scale", [1, 40, 1000])
@pytest.mark.parametrize("name", WEIGHTED)
def test_exponentials_with_weights(name: str, scale: float) -> None:
    """Nothing says that the weights are positive; the exponentials are shifted all the same."""
    expr, axes = WEIGHTED[name]
    source = np.random.default_rng(4)
    arrays = {"z": source.normal(size=4) * scale, "y": np.array([0.1, 0.4, 0.2, 0.3]), "s": source.normal(size=4)}
    if name.startswith("a power"):
        arrays["z"][0] = arrays["z"].max()
    compare(expr, [z, y, s], arrays, axes)


@pytest.mark.parametrize("scale", [1, 40, 1000])
def test_the_log_of_a_hyperbolic_cosine(scale: float) -> None:
    """It does not overflow; the oracle is asked for the exponentials in it."""
    values = np.array([1.0, -1.0, 0.5, 0.0]) * scale
    got = lambdify(log(cosh(z[k])), [z], [k])(values)
    expected = exact(log(exp(z[k]) + exp(-z[k])) - log(2), {"z": values}, SIZES, CLASS)
    np.testing.assert_allclose(got, expected, rtol=1e-14, atol=1e-15)


SIGNED = {
    "a log of an opposite": (log(-WEIGHTS), []),
    "a log of a square": (log(WEIGHTS**2), []),
    "a log of a product": (log(WEIGHTS * Sum(y[j] * exp(2 * z[j]), (j, 1, K))), []),
    "a reciprocal beside a positive number": (1 / WEIGHTS + exp(z[1]), []),
    "a log of one plus a reciprocal": (log(3 + 1 / WEIGHTS), []),
    "a share": (exp(z[k]) / WEIGHTS, CLASS),
}


@pytest.mark.parametrize("name", SIGNED)
def test_a_weighted_total_may_be_negative(name: str) -> None:
    """A total with negative weights is not taken for a positive number."""
    expr, axes = SIGNED[name]
    compare(expr, [z, y], {"z": np.array([0.5, -1.0, 0.2, 0.1]), "y": np.array([-0.5, 0.3, -0.9, 0.2])}, axes)


@pytest.mark.parametrize("scale", [1, 40, 1000])
@pytest.mark.parametrize("name", LOGISTIC)
def test_logistic_regression(name: str, scale: float) -> None:
    """Loss, gradient and Hessian, with inputs scaled up."""
    expr, axes = LOGISTIC[name]
    source = np.random.default_rng(5)
    arrays = {"w": source.normal(size=3), "X": source.normal(size=(6, 3)) * scale, "y": np.array([0.0, 1, 1, 0, 0, 1])}
    compare(expr, [logistic.w, logistic.X, logistic.y], arrays, axes)


@pytest.mark.parametrize("scale", [1, 40, 1000])
@pytest.mark.parametrize("name", SOFTMAX)
def test_softmax_regression(name: str, scale: float) -> None:
    """Loss, gradient and Hessian, with inputs scaled up."""
    expr, axes = SOFTMAX[name]
    source = np.random.default_rng(6)
    labels = np.eye(4)[[0, 1, 2, 3, 0, 1]]
    arrays = {"w": source.normal(size=(4, 3)), "x": source.normal(size=(6, 3)) * scale, "y": labels}
    compare(expr, [softmax.w, softmax.x, softmax.y], arrays, axes)


@pytest.mark.parametrize(
    "name", ["softmax", "log softmax", "one minus softmax", "Jacobian", "log of one minus softmax"]
)
def test_each_entry_is_accurate(name: str) -> None:
    """Not only beside the largest: also what is nearly zero has its digits, where the exponentials are exact ones."""
    expr, axes = CLASSES[name]
    values = np.array([40.0, 0.0, -40.0, 3.0])
    got = lambdify(expr, [z], [k, ell][: len(axes)])(values)
    np.testing.assert_allclose(got, exact(expr, {"z": values}, SIZES, axes), rtol=1e-13)


FROM_THE_ENGINE = {
    "logistic gradient": gradient(put(logistic.ERROR), logistic.w),
    "logistic Hessian": hessian(put(logistic.ERROR), logistic.w),
    "softmax gradient": gradient(soft(softmax.ERROR), softmax.w),
    "softmax Hessian": hessian(soft(softmax.ERROR), softmax.w),
    "Hessian of log-sum-exp": hessian(log(TOTAL), z),
}


@pytest.mark.parametrize("name", FROM_THE_ENGINE)
def test_derivatives_as_the_engine_returns_them(name: str) -> None:
    """A normal form is a sum of sums that cancel; they are joined before they are computed."""
    family, scale = FROM_THE_ENGINE[name], 40
    source = np.random.default_rng(8)
    data = {"X": source.normal(size=(6, 3)), "x": source.normal(size=(6, 3)), "z": source.normal(size=4) * scale}
    given: dict[str, tuple[list[Any], dict[str, Any]]] = {
        "log": (
            [logistic.w, logistic.X, logistic.y],
            {"w": source.normal(size=3) * scale, "X": data["X"], "y": np.array([0.0, 1, 1, 0, 0, 1])},
        ),
        "sof": (
            [softmax.w, softmax.x, softmax.y],
            {"w": source.normal(size=(4, 3)) * scale, "x": data["x"], "y": np.eye(4)[[0, 1, 2, 3, 0, 1]]},
        ),
        "Hes": ([z], {"z": data["z"]}),
    }
    args, arrays = given[name[:3]]
    lengths = (4, 3, 4, 3) if name[0] == "s" else (4, 4) if name[0] == "H" else (3, 3)
    axes = [(str(index), 1, length) for index, length in zip(family.indices, lengths, strict=False)]
    expected = exact(family.expr, arrays, SIZES, axes)
    got = lambdify(family, args)(*arrays.values())
    assert np.max(np.abs(got - expected)) <= 1e-12 * np.max(np.abs(expected))


def test_zero_times_log_zero() -> None:
    """The entropy convention: y log p is 0 where y is, also where p is 0."""
    entropy = -Sum(y[n] * log(s[n]) + (1 - y[n]) * log(1 - s[n]), (n, 1, N))
    function = lambdify(entropy, [y, s])
    assert function([0.0, 1.0], [0.0, 1.0]) == 0.0
    assert np.isnan(function([0.0], [np.nan]))
    likelihood = lambdify(log(Product(s[n] ** y[n] * (1 - s[n]) ** (1 - y[n]), (n, 1, N))), [y, s])
    assert likelihood([0.0, 1.0], [0.0, 1.0]) == 0.0


def test_infinite_logits() -> None:
    """An impossible class has probability zero, and the others share what is left."""
    got = lambdify(share(k), [z], [k])(np.array([0.0, -np.inf, 0.0]))
    np.testing.assert_array_equal(got, [0.5, 0.0, 0.5])


def test_close_points_have_exact_distances() -> None:
    """The squared length of a difference is not the difference of large squared lengths."""
    X = IndexedBase("X")
    function = lambdify(Sum((X[n, d] - X[m, d]) ** 2, (d, 1, D)), [X], [n, m])
    points = 1e6 + np.array([[0.0, 0.0], [1e-3, 0.0], [0.0, 3e-3], [2.0, 1.0]])
    gaps = points[:, None] - points
    np.testing.assert_allclose(function(points), np.sum(gaps**2, axis=2), rtol=1e-13)
