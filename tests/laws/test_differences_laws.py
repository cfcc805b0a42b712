"""Estimated derivatives of random functions: a right one is never blamed, a wrong one is never called right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from numeric.differences import METHODS, Estimate, Method, agrees, gradient, hessian, jacobian

law = settings(max_examples=40, suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much))
REASONABLE = 1e60
POINTS = 4
COORDINATES = 3
DIGITS = 60


FUNCTIONS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], Any]]] = {
    "sin": (np.sin, mpmath.sin, mpmath.cos),
    "exp": (np.exp, mpmath.exp, mpmath.exp),
    "tanh": (np.tanh, mpmath.tanh, lambda u: mpmath.sech(u) ** 2),
    "arctan": (np.arctan, mpmath.atan, lambda u: 1 / (1 + u * u)),
    "softplus": (
        lambda u: np.log1p(np.exp(u)),
        lambda u: mpmath.log1p(mpmath.exp(u)),
        lambda u: 1 / (1 + mpmath.exp(-u)),
    ),
    "log": (lambda u: np.log1p(u * u), lambda u: mpmath.log1p(u * u), lambda u: 2 * u / (1 + u * u)),
    "square": (lambda u: u * u, lambda u: u * u, lambda u: 2 * u),
}
"""A smooth function of one number: of floats, of exact numbers, and its derivative."""


@dataclass(frozen=True)
class Smooth:
    """A tree: a coordinate, a constant, a function of a tree, or an operation on two."""

    operation: str
    parts: tuple[Smooth, ...] = ()
    number: float = 0.0

    def __call__(self, x: Any) -> Any:
        """Return the value at x, whose last axis has the coordinates."""
        if self.operation == "x":
            return x[..., int(self.number)]
        if self.operation == "constant":
            return 0 * x[..., 0] + x.dtype.type(self.number)
        values = [part(x) for part in self.parts]
        return FUNCTIONS[self.operation][0](*values) if len(values) == 1 else _combined(self.operation, *values)

    def exactly(self, x: Sequence[float]) -> tuple[Any, list[Any]]:
        """Return value and gradient with so many digits that they count as exact."""
        with mpmath.workdps(DIGITS):
            return self.dual(x)

    def dual(self, x: Sequence[float]) -> tuple[Any, list[Any]]:
        """Return value and gradient by the rules of differentiation, in the precision that is set."""
        if self.operation == "x":
            return mpmath.mpf(x[int(self.number)]), [mpmath.mpf(i == int(self.number)) for i in range(len(x))]
        if self.operation == "constant":
            return mpmath.mpf(self.number), [mpmath.mpf(0)] * len(x)
        if len(self.parts) == 1:
            value, slopes = self.parts[0].dual(x)
            factor = FUNCTIONS[self.operation][2](value)
            return FUNCTIONS[self.operation][1](value), [factor * slope for slope in slopes]
        (left, by_left), (right, by_right) = (part.dual(x) for part in self.parts)
        first, second = _partial(self.operation, left, right)
        slopes = [first * a + second * b for a, b in zip(by_left, by_right, strict=True)]
        return _combined(self.operation, left, right), slopes


def _combined(operation: str, left: Any, right: Any) -> Any:
    return {"+": left + right, "-": left - right, "*": left * right, "/": left / (1 + right * right)}[operation]


def _partial(operation: str, left: Any, right: Any) -> tuple[Any, Any]:
    under = 1 + right * right
    return {"+": (1, 1), "-": (1, -1), "*": (right, left), "/": (1 / under, -2 * left * right / under**2)}[operation]


def smooth(coordinates: int, *, leaves: int = 12) -> st.SearchStrategy[Smooth]:
    """Return a strategy for functions of that many coordinates."""
    numbers = st.integers(-30, 30).map(lambda n: Smooth("constant", number=n / 8))
    places = st.integers(0, coordinates - 1).map(lambda i: Smooth("x", number=i))

    def grown(trees: st.SearchStrategy[Smooth]) -> st.SearchStrategy[Smooth]:
        return st.one_of(
            st.builds(lambda name, tree: Smooth(name, (tree,)), st.sampled_from(sorted(FUNCTIONS)), trees),
            st.builds(lambda sign, *two: Smooth(sign, two), st.sampled_from("+-*/"), trees, trees),
        )

    return st.recursive(st.one_of(places, places, numbers), grown, max_leaves=leaves)


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
        whole = rng.choice([-2, -1, 1, 2] if scales else [-2, -1, 0, 1, 2], COORDINATES)  # 0 would not tell its scale
        x = (rng.choice([rng.normal(size=COORDINATES), whole]) * scale).astype(dtype)
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
    """The same with coordinates between 1e-8 and 1e8, none of which is 0: each is of its own scale."""
    for one in cases:
        held(one, gradient(one.value, one.x))


@law
@given(known(offsets=True), known(dtype=np.float32))
def test_nor_where_rounding_drowns_it(offset: list[Known], single: list[Known]) -> None:
    """Beside a constant of up to 1e16 nothing can be told more and more often; nor are functions of float32 blamed."""
    for one in (*offset, *single):
        assert agrees(one.gradient, gradient(one.value, one.x)).state != "wrong"


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
