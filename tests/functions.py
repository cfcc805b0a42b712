"""Random smooth functions of several numbers, with their exact values and gradients by automatic differentiation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

DIGITS = 60


@dataclass(frozen=True)
class Applied:
    """A smooth function of one number: of floats, of exact numbers, and its derivative."""

    of_floats: Callable[[Any], Any]
    exact: Callable[[Any], Any]
    slope: Callable[[Any], Any]


FUNCTIONS = {
    "sin": Applied(np.sin, mpmath.sin, mpmath.cos),
    "exp": Applied(np.exp, mpmath.exp, mpmath.exp),
    "tanh": Applied(np.tanh, mpmath.tanh, lambda u: mpmath.sech(u) ** 2),
    "arctan": Applied(np.arctan, mpmath.atan, lambda u: 1 / (1 + u * u)),
    "sigmoid": Applied(
        lambda u: 1 / (1 + np.exp(-u)), lambda u: 1 / (1 + mpmath.exp(-u)), lambda u: 1 / (4 * mpmath.cosh(u / 2) ** 2)
    ),
    "softplus": Applied(
        lambda u: np.log1p(np.exp(u)), lambda u: mpmath.log1p(mpmath.exp(u)), lambda u: 1 / (1 + mpmath.exp(-u))
    ),
    "log": Applied(lambda u: np.log1p(u * u), lambda u: mpmath.log1p(u * u), lambda u: 2 * u / (1 + u * u)),
    "square": Applied(lambda u: u * u, lambda u: u * u, lambda u: 2 * u),
}


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
        return FUNCTIONS[self.operation].of_floats(*values) if len(values) == 1 else _combined(self.operation, *values)

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
            factor = FUNCTIONS[self.operation].slope(value)
            return FUNCTIONS[self.operation].exact(value), [factor * slope for slope in slopes]
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
