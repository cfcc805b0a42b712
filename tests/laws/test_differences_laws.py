"""Estimated derivatives of random functions: a right one is never blamed, a wrong one is never called right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from numeric.differences import METHODS, Estimate, Method, agrees, gradient, hessian, jacobian
from tests.functions import Smooth, smooth

law = settings(max_examples=60, suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much))
REASONABLE = 1e60
POINTS = 4
COORDINATES = 3


@dataclass(frozen=True, eq=False)
class Known:
    """A function at a point, in coordinates of some scale, with its exact gradient."""

    f: Smooth
    x: NDArray[np.floating]
    scale: NDArray[np.float64]
    offset: float
    gradient: NDArray[np.float64]

    def value(self, x: NDArray[np.floating]) -> np.floating:
        """Return the value of the function at a point."""
        return self.f(x / self.scale.astype(x.real.dtype)) + x.real.dtype.type(self.offset)


@st.composite
def known(draw: st.DrawFn, *, dtype: type = np.float64, scales: bool = False, offsets: bool = False) -> list[Known]:
    """Draw a function and several points, with the exact gradients; those that are too large are left out."""
    f = draw(smooth(COORDINATES))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    found: list[Known] = []
    for _ in range(POINTS):
        scale = np.power(10.0, rng.integers(-8, 9, COORDINATES) if scales else np.zeros(COORDINATES))
        x = (rng.choice([rng.normal(size=COORDINATES), rng.integers(-2, 3, COORDINATES)]) * scale).astype(dtype)
        inner = (x / scale.astype(dtype)).tolist()
        value, slopes = f.exactly(inner)
        if max(abs(number) for number in (value, *slopes)) < REASONABLE:
            exact = np.array([float(slope) for slope in slopes]) / scale
            found.append(Known(f, x, scale, 10.0 ** rng.integers(0, 17) if offsets else 0.0, exact))
    _ = assume(found)
    return found


def held(one: Known, found: Estimate) -> None:
    """Hold an estimate to its bound, and to what it says of the exact gradient and of one that is far away."""
    told = agrees(one.gradient, found)
    assert told.state != "wrong", told
    far = one.gradient + 10 * (found.error + np.abs(one.gradient).max() * 1e-3 + 1e-12 / one.scale)
    assert not found.found.any() or agrees(far, found).state == "wrong"


@pytest.mark.parametrize("method", METHODS)
@law
@given(known())
def test_what_is_right_is_never_blamed(method: Method, cases: list[Known]) -> None:
    """The exact gradient of a smooth function lies within the error of every method."""
    for one in cases:
        held(one, gradient(one.value, one.x, method=method))


@law
@given(known(scales=True))
def test_nor_in_other_units(cases: list[Known]) -> None:
    """The same with coordinates between 1e-8 and 1e8."""
    for one in cases:
        held(one, gradient(one.value, one.x))


@law
@given(known(offsets=True))
def test_nor_where_rounding_drowns_it(cases: list[Known]) -> None:
    """The same beside a constant of up to 1e16, where the answer is more and more often that nothing can be told."""
    for one in cases:
        found = gradient(one.value, one.x)
        assert agrees(one.gradient, found).state != "wrong"


@law
@given(known(dtype=np.float32))
def test_nor_in_single_precision(cases: list[Known]) -> None:
    """The same for functions of float32 numbers."""
    for one in cases:
        found = gradient(one.value, one.x)
        assert agrees(one.gradient, found).state != "wrong"


@law
@given(known(), st.integers(0, COORDINATES - 1), st.sampled_from([1e-6, -1e-4, 1.0, -2.0]))
def test_a_wrong_coordinate_is_noticed(cases: list[Known], place: int, change: float) -> None:
    """A coordinate that is wrong by a millionth of the gradient is not called right, if the estimate is that fine."""
    for one in cases:
        lie = one.gradient.copy()
        lie[place] += change * np.abs(one.gradient).max()
        found = gradient(one.value, one.x)
        if found.found.all() and (3 * found.error < np.abs(lie - one.gradient).max()).all():
            assert agrees(lie, found).state == "wrong"


@law
@given(known())
def test_second_derivatives_agree_with_each_other(cases: list[Known]) -> None:
    """The Hessian from values lies within the errors of the Jacobian of the estimated gradient's exact function."""

    def exact_gradient(one: Known, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([float(slope) for slope in one.f.exactly((x / one.scale).tolist())[1]])

    one = cases[0]
    twice, once = hessian(one.value, one.x), jacobian(lambda x: exact_gradient(one, x), one.x)
    both = twice.found & once.found
    assert (np.abs(twice.value - once.value)[both] <= (twice.error + once.error)[both] * 1.01).all()
