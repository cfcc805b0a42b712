"""Derivatives from values, against exact ones: at all scales, in both precisions, at kinks, edges and in noise."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from derive.errors import AmbiguousTruthError
from numeric.differences import (
    METHODS,
    Method,
    NotAnalyticError,
    NotScalarError,
    agrees,
    along,
    gradient,
    hessian,
    jacobian,
)
from numeric.errors import SettingError, WrongShapeError

A = np.array([[2.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 1.0]])


@dataclass(frozen=True)
class Case:
    """A function, a point, and its derivative there, written down by hand."""

    f: Callable[[Any], Any]
    x: Any
    derivative: Any


CASES = {
    "power": Case(lambda x: x**5, 1.5, 5 * 1.5**4),
    "exponential": Case(np.exp, -3.0, math.exp(-3)),
    "sine": Case(np.sin, 2.0, math.cos(2)),
    "a sine in step with halving": Case(lambda x: np.sin(128 * np.pi * x), 1.0, 128 * math.pi),
    "logarithm near its edge": Case(np.log, 1e-9, 1e9),
    "reciprocal": Case(lambda x: 1 / x, -1e-3, -1e6),
    "a bend far sharper than the point": Case(lambda x: np.tanh(1e5 * x), 0.0, 1e5),
    "a pole next door": Case(lambda x: 1 / (x - 1.001), 1.0, -1e6),
    "zero slope": Case(lambda x: (x - 2.0) ** 2 + 5, 2.0, 0.0),
    "flat": Case(lambda x: x * 0 + 7.0, 3.0, 0.0),
    "zero everywhere": Case(lambda x: x * 0, 3.0, 0.0),
    "quadratic form": Case(lambda x: x @ A @ x, np.array([1.0, -2.0, 0.5]), 2 * A @ np.array([1.0, -2.0, 0.5])),
    "matrix argument": Case(lambda x: np.sum(x**3), np.arange(1.0, 7.0).reshape(2, 3), None),
    "mixed scales": Case(
        lambda x: x[0] ** 2 * 1e16 + np.cos(x[1] * 1e-8) + x[2],
        np.array([3e-8, 1e8, 0.0]),
        np.array([6e8, -math.sin(1) * 1e-8, 1.0]),
    ),
    "no coordinate": Case(lambda _: 1.0, np.empty(0), np.empty(0)),
    "whole numbers": Case(lambda x: x[0] * x[1], np.array([2, 3]), np.array([3.0, 2.0])),
}


@pytest.mark.parametrize("name", CASES)
def test_exact_derivatives_are_right(name: str) -> None:
    """What is exact is right by every method, or the method says that it cannot tell."""
    case = CASES[name]
    exact = 3 * case.x**2 if case.derivative is None else case.derivative
    for method in METHODS:
        if method == "complex" and name == "no coordinate":
            continue  # a constant gives no complex value
        found = gradient(case.f, case.x, method=method)
        rough = method == "forward" and name in {"zero slope", "a pole next door", "a bend far sharper than the point"}
        assert agrees(exact, found).state in ({"right", "cannot tell"} if rough else {"right"}), method
        assert (np.abs(found.value - exact) <= found.error).all(), method


@pytest.mark.parametrize("height", [1e-8, 1.0, 1e8])
def test_scales_do_not_matter(height: float) -> None:
    """A function in other units has the same digits."""
    for scale in (10.0**power for power in range(-8, 9)):
        found = gradient(lambda x, s=scale: height * np.exp(np.sin(x / s)), 0.7 * scale)
        exact = height / scale * math.cos(0.7) * math.exp(math.sin(0.7))
        assert agrees(exact, found).state == "right", scale
        assert agrees(exact * (1 + 1e-9), found).state == "wrong", scale


@pytest.mark.parametrize("method", ["forward", "central", "richardson"])
def test_single_precision_is_judged_as_such(method: Method) -> None:
    """A float32 function is right to a few of its digits, and a hundredth too much is noticed."""
    x = np.array([0.5, -1.5, 2.0], dtype=np.float32)
    found = gradient(lambda x: np.sum(np.log1p(np.exp(x))), x, method=method)
    exact = 1 / (1 + np.exp(-x.astype(np.float64)))
    assert agrees(exact, found, resolution=0.05).state == "right"
    assert agrees(exact * 1.05, found).state == "wrong"
    assert (found.error > 1e-8).all()


def test_the_methods_are_as_precise_as_they_should_be() -> None:
    """Each method gains what its order promises."""
    for method, error in zip(METHODS, (1e-6, 1e-8, 1e-10, 1e-13), strict=True):
        assert float(gradient(lambda x: np.exp(np.sin(x)), 0.7, method=method).error) < error


def test_directions() -> None:
    """The derivative along a direction is the product with the gradient, however long the direction is."""
    x, direction = np.array([1.0, 2.0, 3.0]), np.array([1e-3, 2.0, -5.0])
    for length in (1e-6, 1.0, 1e6):
        found = along(lambda x: x @ A @ x, x, length * direction)
        assert agrees(length * (2 * A @ x @ direction), found).state == "right"
        assert agrees(length * (2 * A @ x @ direction) * (1 + 1e-7), found).state == "wrong"


def test_jacobian_and_hessian() -> None:
    """A Jacobian has the axes of the value first; a Hessian is symmetric, and so are its errors."""
    x = np.array([1.0, -2.0, 0.5])
    assert agrees(A, jacobian(lambda x: A @ x, x)).state == "right"
    assert agrees(A, jacobian(lambda x: A @ x, x, method="complex")).state == "right"
    second = hessian(lambda x: np.exp(x @ A @ x / 10), x)
    grown = np.exp(x @ A @ x / 10) * (A / 5 + np.outer(A @ x, A @ x) / 25)
    assert agrees(grown, second).state == "right"
    assert agrees(grown + 1e-5 * np.eye(3)[[0]].T @ np.eye(3)[[1]], second).state == "wrong"
    assert np.array_equal(second.error, second.error.T)


def test_stacked_functions_give_the_same() -> None:
    """A function of many points at once is called for all directions together, and gives the same digits."""
    calls: list[int] = []

    def together(points: NDArray[np.float64]) -> NDArray[np.float64]:
        calls.append(len(points))
        return np.sum(np.sin(points) * points, axis=-1)

    x = np.linspace(-1, 2, 20)
    one, many = gradient(lambda x: np.sum(np.sin(x) * x), x), gradient(together, x, stacked=True)
    assert np.allclose(one.value, many.value, rtol=0, atol=1e-12)
    assert one.evaluations == many.evaluations == sum(calls)
    assert len(calls) < 40


def test_a_kink_is_said() -> None:
    """At a kink whatever lies between the one-sided derivatives cannot be told, and what lies outside is wrong."""
    found = gradient(lambda x: np.maximum(x[0], 0) + np.abs(x[1] - 1) + x[2], np.array([0.0, 1.0, 2.0]))
    assert found.kink.tolist() == [True, True, False]
    assert found.left.round(6).tolist() == [0, -1, 1]
    assert found.right.round(6).tolist() == [1, 1, 1]
    assert agrees([0.0, 0.0, 1.0], found).state == "cannot tell"
    assert "kink, with the derivative 0 from the left and 1 from the right" in str(agrees([1.0, 0.0, 1.0], found))
    assert agrees([1.5, 0.0, 1.0], found).state == "wrong"
    assert agrees([1.0, 0.0, 1.1], found).state == "wrong"


def test_a_kink_nearby_is_stepped_over() -> None:
    """Smaller steps are on one side of it."""
    for distance in (1e-3, 1e-5):
        found = gradient(lambda x, off=distance: np.abs(x - (1 + off)), 1.0)
        assert [agrees(slope, found).state for slope in (-1.0, 1.0)] == ["right", "wrong"]


UNKNOWABLE: dict[str, tuple[Callable[[Any], Any], float, float]] = {
    "the edge of a square root": (np.sqrt, 0.0, 1e8),
    "outside of a logarithm": (np.log, -1.0, -1.0),
    "an infinity": (lambda x: x * np.inf, 1.0, 1.0),
    "a jump": (np.floor, 2.0, 0.0),
    "an offset that drowns it": (lambda x: 1e18 + x, 1.0, 1.0),
    "an offset that drowns it, flat": (lambda x: 1e18 + x, 1.0, 0.0),
    "noise": (lambda x: x + 1e-2 * np.sin(1e9 * x), 1.0, 1.0),
    "values in steps": (lambda x: np.round(x, 4), 1.0, 1.0001),
}


def test_what_cannot_be_told_is_not_told() -> None:
    """Where there is no derivative, or it is lost in rounding, nothing is right or wrong by a small step."""
    found = {name: agrees(claimed, gradient(f, x)).state for name, (f, x, claimed) in UNKNOWABLE.items()}
    assert found == dict.fromkeys(UNKNOWABLE, "cannot tell")
    x = np.float32(0.0012411)  # log(1 + x^2) in float32 moves in steps near 0; that it does not move proves nothing
    assert agrees(2 * x / (1 + x * x), gradient(lambda x: np.log(np.float32(1) + x * x), x)).state != "wrong"


@pytest.mark.parametrize(("others", "state"), [((1.0, 1.0), "cannot tell"), ((-1e5, 2e5), "wrong")])
def test_a_scale_that_nothing_says(others: tuple[float, float], state: str) -> None:
    """At 0 a coordinate tells no scale, and those of the others are far too large for it."""
    # to turn: the second is right too, so it must not be called wrong; that nothing can be told is the honest answer.
    found = gradient(lambda x: np.arctan(np.arctan(x[0] / 1e-8)), np.array([0.0, *others]))
    assert agrees([1e8, 0.0, 0.0], found).state == state


def test_complex_steps_are_refused_where_they_do_not_exist() -> None:
    """A function that drops or refuses imaginary parts is said to; what loses one on the way is not believed."""
    with pytest.raises(NotAnalyticError, match="raised TypeError at a complex point"):
        _ = gradient(lambda x: np.logaddexp(0, x), 1.0, method="complex")
    with pytest.raises(NotAnalyticError, match="is real"):
        _ = gradient(np.abs, 1.0, method="complex")
    found = gradient(lambda x: x[0] + np.abs(x[1]), np.array([1.0, 2.0]), method="complex")
    assert found.found.tolist() == [True, False]
    assert agrees([1.0, 0.0], found).state == "cannot tell"


def test_mistakes_are_said() -> None:
    """A gradient of an array, a direction or an expectation of another shape, a method that does not exist."""
    with pytest.raises(NotScalarError, match="Use jacobian"):
        _ = gradient(lambda x: x, np.ones(2))
    with pytest.raises(WrongShapeError, match=r"the point has shape \(2,\)"):
        _ = along(np.sum, np.ones(2), np.ones(3))
    with pytest.raises(WrongShapeError, match=r"the derivatives have shape \(2,\)"):
        _ = agrees(np.ones(3), gradient(np.sum, np.ones(2)))
    with pytest.raises(SettingError, match="there is no such choice"):
        _ = gradient(np.sum, np.ones(2), method="exact")  # pyright: ignore[reportArgumentType] # that is the mistake


def test_what_an_agreement_says() -> None:
    """Of several wrong entries the worst is shown, with both numbers; what is no number is wrong; it is no truth."""
    told = agrees([1.0, 1.1, 3.0], gradient(np.sum, np.ones(3)))
    assert (told.state, told.where, told.expected) == ("wrong", (2,), 3.0)
    assert "3 was expected, and 1 was found" in str(told)
    assert agrees([1.0, math.nan], gradient(np.sum, np.ones(2))).state == "wrong"
    assert agrees([1.0, math.inf], gradient(np.sum, np.ones(2))).state == "wrong"
    with pytest.raises(AmbiguousTruthError, match="neither true nor false"):
        assert told
