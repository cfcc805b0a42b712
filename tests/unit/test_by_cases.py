"""Equations with absolute values and maxima, case by case; squares under roots; squares of a cosine."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, IndexedBase, Max, Min, Piecewise, Sum, Symbol, cos, exp, log, sin, sqrt, symbols

from derive import differentiate, sigmoid, size, softplus, tensor
from tests.checked import checked

N = size("N")
i = Symbol("i", integer=True)
x, w = map(IndexedBase, ("x", "w"))
a, b, c, z, y = symbols("a b c z y", real=True)
delta = Symbol("delta", positive=True)
D = size("D")
d, k, m = symbols("d k m", integer=True)
X, v = tensor("X", N, D), tensor("v", D)
HUBER = Piecewise((a**2 / 2, Abs(a) <= delta), (delta * (Abs(a) - delta / 2), True))
residual = w[i] - Sum(X[i, d] * v[d], (d, 1, D))
mean = Sum(x[m], (m, 1, N)) / N


def total(body: Any) -> Sum:
    """Return the sum over i."""
    return Sum(body, (i, 1, N))


def stable(score: Any) -> Any:
    """Return log(1 + e^score) as programs write it."""
    return Max(score, 0) + log(1 + exp(-Abs(score)))


EQUAL: dict[str, tuple[Any, Any]] = {
    "stable softplus": (stable(z), log(1 + exp(z))),
    "stable softplus of a difference": (stable(a - b), softplus(a - b)),
    "stable softplus below a sum": (total(stable(x[i])), total(softplus(x[i]))),
    "stable cross-entropy": (
        Max(z, 0) - z * y + log(1 + exp(-Abs(z))),
        -y * log(sigmoid(z)) - (1 - y) * log(1 - sigmoid(z)),
    ),
    "stable sigmoid": (
        exp(Min(z, 0)) / (1 + exp(-Abs(z))),
        sigmoid(z),
    ),
    "a larger of three in two steps": (Max(a, b, c), Max(Max(a, b, evaluate=False), c, evaluate=False)),
    "the larger of three and the smaller of their opposites": (Max(a, b, c), -Min(-a, -b, -c)),
    "a number added to the larger of three": (Max(a + z, b + z, c + z), Max(a, b, c) + z),
    "a log-sum-exp of two": (Max(a, b) + log(1 + exp(-Abs(a - b))), log(exp(a) + exp(b))),
    "a positive and a negative part": (Max(a, 0) * Max(-a, 0), 0),
    "clipping in two orders": (Max(Min(a, 1), -1), Min(Max(a, -1), 1)),
    "clipping at any height": (Max(Min(a, delta), -delta), Min(Max(a, -delta), delta)),
    "the derivative of Huber is a clipped residual": (differentiate(HUBER, a), Max(-delta, Min(delta, a))),
    "the derivative of Huber in three cases": (
        differentiate(HUBER, a),
        Piecewise((delta, a > delta), (-delta, a < -delta), (a, True)),
    ),
    "the gradient of Huber regression": (
        differentiate(total(HUBER.xreplace({a: residual})), v[k]),
        -total(Max(-delta, Min(delta, residual)) * X[i, k]),
    ),
    "a gradient below a sum, with a sum over the same range inside": (
        total(Max(0, -Abs(x[i] - mean)) + Abs(x[i] - mean)),
        total(Max(x[i] - mean, mean - x[i])),
    ),
    "Huber by a minimum": (
        Piecewise((a**2 / 2, Abs(a) <= delta), (delta * (Abs(a) - delta / 2), True)),
        Min(Abs(a), delta) * (Abs(a) - Min(Abs(a), delta) / 2),
    ),
    "the root of a square of a sum": (sqrt(a**2 + 2 * a * b + b**2), Abs(a + b)),
    "the root of a square with sums": (sqrt(total(x[i]) ** 2 - 2 * total(x[i]) + 1), Abs(total(x[i]) - 1)),
    "the root of a fourth power": (sqrt((a - b) ** 4), (a - b) ** 2),
    "with a root of a number": (sqrt(2) * Max(a, b, c) + sqrt(8), sqrt(2) * (Max(Max(a, b, evaluate=False), c) + 2)),
    "a square of a cosine": (sin(a) ** 2 + cos(a) ** 2, 1),
    "fourth powers": (cos(a) ** 4 - sin(a) ** 4, cos(a) ** 2 - sin(a) ** 2),
    "a rotation keeps the length": (
        (cos(a) * b - sin(a) * c) ** 2 + (sin(a) * b + cos(a) * c) ** 2,
        b**2 + c**2,
    ),
    "a derivative of a cosine": (differentiate(sin(a) * cos(a), a), 1 - 2 * sin(a) ** 2),
}


@pytest.mark.parametrize("case", EQUAL)
def test_what_holds_in_each_case_is_proved(case: str) -> None:
    """For all real values."""
    assert checked(*EQUAL[case]).status == "proved"


def test_the_method_says_that_there_were_cases() -> None:
    """A reader sees that no single normal form did it."""
    assert checked(stable(z), softplus(z)).method == "normal form, by cases"
