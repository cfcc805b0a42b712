"""Indicators under sums: hinge, Huber, quantile, clips, masks, the 0-1 loss, and where their slopes are none."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Derivative, E, Eq, Max, Min, Ne, Piecewise, Sum, Symbol, exp, log, symbols
from sympy import sign as signum

from derive import index, sign, size, softplus, tensor
from tests.checked import Rows, in_parts, offenders

N, D = size("N"), size("D")
i, j, e = index("i", N), index("j", N), index("e", D)
n, d = symbols("n d", integer=True)
x, y, u, t, w, X = tensor("x", N), tensor("y", N), tensor("u", N), tensor("t", N), tensor("w", D), tensor("X", N, D)
a, b, c, q, slope = symbols("a b c q slope", real=True)
delta = Symbol("delta", positive=True)
LABELS, GUESSES = sign(y), sign(u)


def total(body: Any) -> Sum:
    """Return the sum over all examples."""
    return Sum(body, (n, 0, N - 1))


def of(condition: Any, yes: Any = 1, no: Any = 0) -> Any:
    """Return the indicator of a condition, or one of two values."""
    return Piecewise((yes, condition), (no, True))


def relu(value: Any) -> Any:
    """Return the positive part."""
    return Max(0, value)


score = Sum(w[d] * X[n, d], (d, 0, D - 1))
HUBER = of(Abs(x[n]) <= delta, x[n] ** 2 / 2, delta * (Abs(x[n]) - delta / 2))
TRUE: Rows = {
    "both parts": ((relu(a) - relu(-a), a), "proved"),
    "leaky": ((total(Max(x[n], x[n] / 10)), total(of(x[n] > 0, x[n], x[n] / 10))), "proved"),
    "leaky, with a slope": ((of(a > 0, a, slope * a), slope * a + (1 - slope) * relu(a)), "proved"),
    "a mask": ((total(of(x[n] > 0, x[n])), total(relu(x[n]))), "proved"),
    "three counts": ((total(of(x[n] > 0)) + total(of(x[n] < 0)) + total(of(Eq(x[n], 0))), N), "proved"),
    "quantile loss": ((x[i] * (q - of(x[i] < 0)), q * relu(x[i]) + (1 - q) * relu(-x[i])), "proved"),
    "the slope of the quantile loss": (
        (Derivative(total((t[n] - c) * (q - of(t[n] - c < 0))), c), total(of(t[n] < c)) - N * q),
        "proved if c - t[n] != 0",
    ),
    "Huber by the smaller one": (
        (total(HUBER), total(Min(Abs(x[n]), delta) * (Abs(x[n]) - Min(Abs(x[n]), delta) / 2))),
        "proved",
    ),
    "the slope of a clip": (
        (Derivative(Max(-1, Min(1, a)), a), of(Abs(a) < 1)),
        "proved if 1 - a != 0, a - Abs(a - 1) + 3 != 0",
    ),
    "the slope of sizes, summed": ((Derivative(total(Abs(x[n])), x[j]), signum(x[j])), "proved if x[j] != 0"),
    "the slope of the hinge": (
        (Derivative(total(relu(1 - y[n] * score)), w[e]), total(-of(y[n] * score < 1) * y[n] * X[n, e])),
        LABELS,
        "proved if -y[n]*Sum(X[n, d]*w[d], (d, 0, D - 1)) + 1 != 0",
    ),
    "the slope of a network": (
        (Derivative(total((relu(score) - t[n]) ** 2), w[e]), total(2 * (relu(score) - t[n]) * of(score > 0) * X[n, e])),
        "proved if Sum(X[n, d]*w[d], (d, 0, D - 1)) != 0",
    ),
    "the slope of a squared hinge": ((Derivative(relu(1 - a) ** 2, a), -2 * relu(1 - a)), "proved if 1 - a != 0"),
    "the 0-1 loss of signs": ((total(of(Ne(y[n], u[n]))), total((1 - y[n] * u[n]) / 2)), LABELS, GUESSES, "proved"),
    "the 0-1 loss, by both mistakes": (
        (total(of(x[n] * t[n] < 0)), total(of(x[n] < 0) * of(t[n] > 0)) + total(of(x[n] > 0) * of(t[n] < 0))),
        "proved",
    ),
    "right and wrong": ((N - total(of(Ne(x[n], t[n]))), total(of(Eq(x[n], t[n])))), "proved"),
    "AdaBoost": (
        (total(exp(-y[n] * u[n])), total(of(Eq(y[n], u[n]))) / E + E * total(of(Ne(y[n], u[n])))),
        LABELS,
        GUESSES,
        "proved",
    ),
    "AdaBoost with weights": (
        (
            total(t[n] * exp(-a * y[n] * u[n])),
            exp(-a) * total(t[n]) + (exp(a) - exp(-a)) * total(t[n] * of(Ne(y[n], u[n]))),
        ),
        LABELS,
        GUESSES,
        "proved",
    ),
    "perceptron": ((relu(-y[i] * a), of(y[i] * a <= 0) * -y[i] * a), "proved"),
    "a stump": ((total(of(x[n] > c, a, b)), a * total(of(x[n] > c)) + b * (N - total(of(x[n] > c)))), "proved"),
    "soft threshold": (
        (of(a > delta, a - delta, of(a < -delta, a + delta)), signum(a) * relu(Abs(a) - delta)),
        "proved",
    ),
    "insensitive": ((relu(Abs(a) - delta), relu(a - delta) + relu(-a - delta)), "proved"),
    "hard tanh": ((Max(-1, Min(1, a)), relu(a + 1) - relu(a - 1) - 1), "proved"),
    "softplus, as programs have it": ((relu(a) + log(1 + exp(-Abs(a))), softplus(a)), "proved"),
}
LIES: Rows = {
    "the perceptron's mistake at 0": ((total(of(2 * x[n] <= 0)), total(of(2 * x[n] < 0))), "refuted"),
    "above and below, without 0": ((of(a > 0) + of(a < 0), 1), "refuted"),
    "a positive part of a sum": ((total(relu(x[n])), relu(total(x[n]))), "refuted"),
    "quantile loss, of the wrong sign": (
        (x[i] * (q - of(x[i] < 0)), q * relu(x[i]) - (1 - q) * relu(-x[i])),
        "refuted",
    ),
    "the 0-1 loss of the right ones": (
        (total(of(Ne(y[n], u[n]))), total((1 + y[n] * u[n]) / 2)),
        LABELS,
        GUESSES,
        "refuted",
    ),
    "the 0-1 loss of numbers": ((total(of(Ne(x[n], t[n]))), total((1 - x[n] * t[n]) / 2)), "refuted"),
    "AdaBoost, of numbers": ((exp(-x[i] * t[i]), of(Eq(x[i], t[i])) / E + E * of(Ne(x[i], t[i]))), "refuted"),
    "AdaBoost, exchanged": (
        (exp(-y[i] * u[i]), of(Ne(y[i], u[i])) / E + E * of(Eq(y[i], u[i]))),
        LABELS,
        GUESSES,
        "refuted",
    ),
    "signs of one alone": ((exp(-y[i] * x[i]), of(Eq(y[i], x[i])) / E + E * of(Ne(y[i], x[i]))), LABELS, "refuted"),
    "a clip beyond its height": ((Derivative(Max(-1, Min(1, a)), a), of(Abs(a) <= 2)), "refuted"),
    "the slope of a network, of the other side": (
        (Derivative(total((relu(score) - t[n]) ** 2), w[e]), total(2 * (relu(score) - t[n]) * X[n, e])),
        "refuted",
    ),
    "the slope of sizes at another place": ((Derivative(total(Abs(x[n])), x[j]), signum(x[i])), "refuted"),
    "Huber beyond its height": ((Derivative(total(HUBER), x[j]), x[j]), "refuted"),
    "soft threshold, of the wrong side": (
        (relu(a - delta) + relu(-a - delta), signum(a) * relu(Abs(a) - delta)),
        "refuted",
    ),
    "a positive scale alone": ((relu(b * a), b * relu(a)), "refuted"),
}


@pytest.mark.parametrize("rows", in_parts(TRUE, LIES, size=13))
def test_indicators(rows: Rows) -> None:
    """They exclude nothing: what holds, holds at 0 too, and only a derivative leaves its kinks out."""
    assert offenders(rows) == {}
