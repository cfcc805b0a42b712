"""Programs against ball arithmetic where the written form overflows or cancels: logits of 1, of 40 and of 1000."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import KroneckerDelta, Product, Sum, cosh, exp, log, symbols

from derive import gradient, hessian, lambdify, sigmoid, size, softplus, tensor
from derive.lectures import logistic, softmax
from tests.balls import exact

pytestmark = pytest.mark.slow  # balls of many bits

N, D, K = size("N"), size("D"), size("K")
i, n, d, j, k, ell, q, m = symbols("i n d j k l q m", integer=True)
z, y, s = (tensor(name, (1, K)) for name in "zys")
K_K, J_K = (k, 1, K), (j, 1, K)
SIZES = {"N": 3, "D": 2, "K": 4}
CLASS, BOTH = [("k", 1, 4)], [("k", 1, 4), ("l", 1, 4)]
TOTAL = Sum(exp(z[j]), J_K)
BESIDE_ONE = 1 + TOTAL
WEIGHTS = Sum(y[j] * exp(z[j]), J_K)
RATE = exp(z[k])
SCALES = (1, 40, 1000)


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
LIKELIHOOD = -log(Product(P ** logistic.y[i] * Q ** (1 - logistic.y[i]), (i, 1, N)))
OF_LOGITS: dict[str, tuple[Any, list[Any]]] = {
    "log-sum-exp": (log(TOTAL), []),
    "its Hessian, as the engine returns it": (hessian(log(TOTAL), z), [("i", 1, 4), ("j", 1, 4)]),
    "softmax": (share(k), CLASS),
    "log softmax": (log(share(k)), CLASS),
    "one minus softmax": (1 - share(k), CLASS),
    "log of one minus softmax": (log(1 - share(k)), CLASS),
    "odds": (log(share(k) / (1 - share(k))), CLASS),
    "variance": (share(k) * (1 - share(k)), CLASS),
    "Jacobian": (share(k) * (KroneckerDelta(k, ell) - share(ell)), BOTH),
    "Jacobian, multiplied out": (share(k) * KroneckerDelta(k, ell) - share(k) * share(ell), BOTH),
    "entropy": (-Sum(share(k) * log(share(k)), K_K), []),
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
    "a product of shares": (log(Product(share(k), K_K)), []),
    "a mean of exponentials": (log(TOTAL / K), []),
    "a power of a total": (exp(2 * z[k]) / TOTAL**2, CLASS),
    "nested": (log(Sum(share(k) * exp(z[k]), K_K)), []),
    "one minus an exponential": (1 - exp(-(z[k] ** 2)), CLASS),
    "a temperature": (exp(z[k] / 7) / Sum(exp(z[j] / 7), J_K), CLASS),
    "a prior in front": (3 * exp(z[k]) / Sum(3 * exp(z[j]), J_K), CLASS),
}
WEIGHTED: dict[str, tuple[Any, list[Any]]] = {
    "responsibilities": (y[k] * exp(z[k]) / WEIGHTS, CLASS),
    "a mean with weights": (Sum(y[k] * exp(z[k]) * s[k], K_K) / WEIGHTS, []),
    "a log of a weighted total": (log(WEIGHTS), []),
    "a power of a weighted total": (WEIGHTS**2 * exp(-2 * z[1]), []),
    "a count less its rate": (((RATE - s[k]) / (1 + 3 * RATE)), CLASS),
    "a count less its rate, beside a factor": (Sum((RATE - s[k]) * y[k] / (1 + 3 * RATE), K_K), []),
    "the curvature of a rate": ((1 + 3 * s[k]) * RATE / (1 + 3 * RATE) ** 2, CLASS),
}
SIGNED: dict[str, tuple[Any, list[Any]]] = {
    "a log of an opposite": (log(-WEIGHTS), []),
    "a log of a square": (log(WEIGHTS**2), []),
    "a log of a product": (log(WEIGHTS * Sum(y[j] * exp(2 * z[j]), J_K)), []),
    "a reciprocal beside a positive number": (1 / WEIGHTS + exp(z[1]), []),
    "a log of one plus a reciprocal": (log(3 + 1 / WEIGHTS), []),
    "a share": (exp(z[k]) / WEIGHTS, CLASS),
}
LOGISTIC: dict[str, tuple[Any, list[Any]]] = {
    "loss": (put(logistic.ERROR), []),
    "gradient": (put(logistic.GRADIENT), [("j", 1, 2)]),
    "gradient with quotients": (QUOTIENTS, [("j", 1, 2)]),
    "Hessian": (put(logistic.HESSIAN), [("j", 1, 2), ("k", 1, 2)]),
    "likelihood as a product": (LIKELIHOOD, []),
    "gradient, as the engine returns it": (gradient(put(logistic.ERROR), logistic.w), [("j", 1, 2)]),
    "Hessian, as the engine returns it": (hessian(put(logistic.ERROR), logistic.w), [("j", 1, 2), ("k", 1, 2)]),
}
SOFTMAX: dict[str, tuple[Any, list[Any]]] = {
    "loss": (soft(softmax.ERROR), []),
    "gradient": (soft(softmax.GRADIENT), [("l", 1, 4), ("m", 1, 2)]),
    "Hessian": (soft(softmax.HESSIAN), [("l", 1, 4), ("m", 1, 2), ("q", 1, 4), ("r", 1, 2)]),
}
OF_THE_ENGINE: dict[str, tuple[Any, list[Any]]] = {
    "gradient, as the engine returns it": (gradient(soft(softmax.ERROR), softmax.w), [("l", 1, 4), ("m", 1, 2)]),
    "Hessian, as the engine returns it": (hessian(soft(softmax.ERROR), softmax.w), [("l", 1, 4), ("m", 1, 2)] * 2),
}
source = np.random.default_rng(3)
NORMAL, LABELS = source.normal(size=(6, 4, 2)), np.eye(4)[[0, 2, 3]]
POSITIVE, NEGATIVE = np.array([0.1, 0.4, 0.2, 0.3]), np.array([-0.5, 0.3, -0.9, 0.2])
REGRESSION = {logistic.w: NORMAL[2, 0], logistic.X: NORMAL[3, :3], logistic.y: np.array([0.0, 1, 1])}
CLASSES = {softmax.w: NORMAL[4], softmax.x: NORMAL[5, :3], softmax.y: LABELS}
# Expressions, the arrays that they are given, the one that is scaled, and how.
KINDS: dict[str, tuple[dict[str, tuple[Any, list[Any]]], list[dict[Any, Any]], Any, tuple[float, ...]]] = {
    "of logits": (
        OF_LOGITS,
        [{z: values} for values in (NORMAL[0, :, 0], np.array([1.0, -1.0, 0.5, -0.5]), np.zeros(4))],
        z,
        SCALES,
    ),
    "with weights": (WEIGHTED, [{z: np.array([2.0, -1.0, 1.5, 0.3]), y: POSITIVE, s: NORMAL[1, :, 0]}], z, SCALES),
    "with negative weights": (SIGNED, [{z: np.array([0.5, -1.0, 0.2, 0.1]), y: NEGATIVE}], z, (1,)),
    "of logistic regression": (LOGISTIC, [REGRESSION], logistic.X, SCALES),
    "of softmax regression": (SOFTMAX, [CLASSES], softmax.x, SCALES),
    "of softmax regression, large": (OF_THE_ENGINE, [CLASSES], softmax.x, (40,)),
}


def error_of(expr: Any, arrays: dict[Any, Any], axes: list[Any]) -> float:
    """Return the largest error beside the largest value; infinity where something overflowed on the way."""
    given = {str(tensor.label): value for tensor, value in arrays.items()}
    if hasattr(expr, "indices") and hasattr(expr, "expr"):
        axes = [(str(index), low, high) for index, (_, low, high) in zip(expr.indices, axes, strict=True)]
        got, expr = lambdify(expr, list(arrays))(*given.values()), expr.expr
    else:
        axis_of = {str(index): index for index in (i, d, j, k, ell, q, m, *expr.free_symbols)}
        got = lambdify(expr, list(arrays), [axis_of[name] for name, _, _ in axes])(*given.values())
    expected = exact(expr, given, SIZES, axes)
    largest = float(np.max(np.abs(expected))) or 1.0
    return float(np.max(np.abs(got - expected))) / largest if np.all(np.isfinite(got)) else np.inf


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, row in KINDS.items() for name in row[0]])
def test_accuracy(kind: str, name: str) -> None:
    """Every function is accurate to 10^-12 of its largest value, and nothing overflows on the way."""
    table, given, scaled, scales = KINDS[kind]
    worlds = [{**arrays, scaled: arrays[scaled] * scale} for arrays in given for scale in scales]
    errors = [error_of(table[name][0], arrays, table[name][1]) for arrays in worlds]
    assert [error for error in errors if not error <= 1e-12] == []


@pytest.mark.parametrize("scale", SCALES)
def test_the_log_of_a_hyperbolic_cosine(scale: float) -> None:
    """It does not overflow; the oracle is asked for the exponentials in it."""
    values = np.array([1.0, -1.0, 0.5, 0.0]) * scale
    expected = exact(log(exp(z[k]) + exp(-z[k])) - log(2), {"z": values}, SIZES, CLASS)
    np.testing.assert_allclose(lambdify(log(cosh(z[k])), [z], [k])(values), expected, rtol=1e-14, atol=1e-15)


def test_each_entry_is_accurate() -> None:
    """Not only beside the largest: also what is nearly zero has its digits, where the exponentials are exact ones."""
    values = np.array([40.0, 0.0, -40.0, 3.0])
    for name in ("softmax", "log softmax", "one minus softmax", "Jacobian", "log of one minus softmax"):
        expr, axes = OF_LOGITS[name]
        got = lambdify(expr, [z], [k, ell][: len(axes)])(values)
        np.testing.assert_allclose(got, exact(expr, {"z": values}, SIZES, axes), rtol=1e-13, err_msg=name)


def test_zero_times_log_zero() -> None:
    """The entropy convention: y log p is 0 where y is, also where p is 0."""
    entropy = -Sum(y[n] * log(s[n]) + (1 - y[n]) * log(1 - s[n]), (n, 1, K))
    function = lambdify(entropy, [y, s])
    assert function([0.0, 1.0], [0.0, 1.0]) == 0.0
    assert np.isnan(function([0.0], [np.nan]))
    likelihood = lambdify(log(Product(s[n] ** y[n] * (1 - s[n]) ** (1 - y[n]), (n, 1, K))), [y, s])
    assert likelihood([0.0, 1.0], [0.0, 1.0]) == 0.0


def test_infinite_logits() -> None:
    """An impossible class has probability zero, and the others share what is left."""
    np.testing.assert_array_equal(lambdify(share(k), [z], [k])(np.array([0.0, -np.inf, 0.0])), [0.5, 0.0, 0.5])


def test_close_points_have_exact_distances() -> None:
    """The squared length of a difference is not the difference of large squared lengths."""
    X = tensor("X", (1, N), (1, D))
    function = lambdify(Sum((X[n, d] - X[m, d]) ** 2, (d, 1, D)), [X], [n, m])
    points = 1e6 + np.array([[0.0, 0.0], [1e-3, 0.0], [0.0, 3e-3], [2.0, 1.0]])
    gaps = points[:, None] - points
    np.testing.assert_allclose(function(points), np.sum(gaps**2, axis=2), rtol=1e-13)
