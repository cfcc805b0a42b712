"""Functions with kinks and steps: their derivatives off the kink, and cases that are decided by a sign."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Expr, Heaviside, IndexedBase, Max, Min, Ne, Piecewise, Rational, Sum, Symbol, exp, sign, symbols

from derive import differentiate, prove, sigmoid, size
from derive.errors import BeyondKernelError
from tests.checked import checked

N, D = size("N"), size("D")
i, j, k = symbols("i j k", integer=True)
X, w, y = IndexedBase("X"), IndexedBase("w"), IndexedBase("y")
z, b = symbols("z b", real=True)
delta = Symbol("delta", positive=True)
MARGIN = 1 - y[i] * Sum(X[i, j] * w[j], (j, 1, D))


def over(body: Expr) -> Expr:
    """Return the sum over the examples."""
    return Sum(body, (i, 1, N))


def step(condition: Any, one: Any, other: Any) -> Any:
    """Return one value where a condition holds, else the other."""
    return Piecewise((one, condition), (other, True))


HUBER = step(Abs(z) <= delta, z**2 / 2, delta * (Abs(z) - delta / 2))

SLOPES: dict[str, tuple[Expr, Any, Expr]] = {
    "absolute value": (Abs(z), z, sign(z)),
    "its cube": (Abs(z) ** 3, z, 3 * z * Abs(z)),
    "positive part": (Max(0, z), z, Heaviside(z)),
    "minimum": (Min(b, z), z, step(z < b, 1, 0)),
    "hinge": (over(Max(0, MARGIN)), w[k], -over(y[i] * X[i, k] * step(MARGIN > 0, 1, 0))),
    "squared hinge": (over(Max(0, MARGIN) ** 2), w[k], -2 * over(y[i] * X[i, k] * Max(0, MARGIN))),
    "lasso": (Sum(Abs(w[j]), (j, 1, D)), w[k], sign(w[k])),
    "Huber": (HUBER, z, step(Abs(z) <= delta, z, delta * sign(z))),
    "leaky": (step(z > 0, z, z / 10), z, step(z > 0, 1, Rational(1, 10))),
    "exponential unit": (step(z > 0, z, exp(z) - 1), z, step(z > 0, 1, exp(z))),
}

EQUAL: dict[str, tuple[Expr, Expr]] = {
    "a sign is odd": (sign(-z), -sign(z)),
    "a sign has no size": (sign(3 * z), sign(z)),
    "a sign squared": (sign(z) ** 2, 1),
    "larger and smaller": (Max(z, b) + Min(z, b), z + b),
    "larger of two": (Max(z, b), (z + b + Abs(z - b)) / 2),
    "cases that agree": (step(z >= 0, 1 / (1 + exp(-z)), exp(z) / (1 + exp(z))), sigmoid(z)),
    "a condition the other way round": (step(z > b, 1, 0), step(b < z, 1, 0)),
    "a condition and its opposite": (step(z > b, 1, 0), step(z <= b, 0, 1)),
}

LIES: dict[str, tuple[Any, Any]] = {
    "a sign is 1": (sign(z), 1),
    "a slope that is 1 everywhere": (differentiate(Max(0, z), z), 1),
    "the other side of the hinge": (step(MARGIN > 0, 1, 0), step(MARGIN < 0, 1, 0)),
    "cases that differ": (step(z >= 0, z, 2 * z), z),
    "Huber's other branch": (step(Abs(z) <= delta, z, delta * sign(z)), step(Abs(z) <= delta, z, -delta * sign(z))),
}


@pytest.mark.parametrize("name", SLOPES)
def test_slope_off_the_kink(name: str) -> None:
    """The derivative is the one of the textbooks, and its double is not."""
    function, by, slope = SLOPES[name]
    assert checked(differentiate(function, by), slope).status == "proved"
    assert prove(differentiate(function, by), 2 * slope).status == "refuted"


@pytest.mark.parametrize("name", EQUAL)
def test_cases_are_decided(name: str) -> None:
    """Both sides are one normal form."""
    assert checked(*EQUAL[name]).status == "proved"


@pytest.mark.parametrize("name", LIES)
def test_cases_that_differ_are_refuted(name: str) -> None:
    """With numbers on the side where they differ."""
    assert prove(*LIES[name]).status == "refuted"


def test_the_kink_is_excluded_by_a_condition() -> None:
    """At 0 an absolute value has no derivative, and a step no side; one condition says so, once."""
    verdict = prove(differentiate(Abs(z), z), sign(z))
    assert [condition.statement for condition in verdict.conditions] == [Ne(z, 0)]


def test_what_is_smooth_in_spite_of_a_kink_needs_no_condition() -> None:
    """The square of a positive part is smooth."""
    assert prove(differentiate(Max(0, z) ** 2, z), 2 * Max(0, z)).conditions == ()


def test_cases_that_leave_a_gap_are_outside() -> None:
    """A function without a value somewhere is not guessed."""
    with pytest.raises(BeyondKernelError, match="no value outside of its cases"):
        differentiate(Piecewise((z, z > 0)), z)
