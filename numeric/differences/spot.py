"""A function at a point: how it is evaluated around it, how precise its values are, and how many there were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.differences.noise import Reals, noise_of, units

Function = Callable[[Any], Any]


@dataclass(slots=True)
class Calls:
    """How often a function was evaluated."""

    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A function at the point x, with its value there.

    With `stacked` it takes many points at once, along a first axis, and gives their values along a first axis. `eps`
    is the precision of the values or of the coordinates, whichever is less.
    """

    function: Function
    x: Reals
    stacked: bool
    middle: Reals
    eps: float
    calls: Calls

    @classmethod
    def of(cls, function: Function, x: Any, *, stacked: bool) -> Spot:
        """Return the function at x, evaluated once; whole numbers become float64."""
        point = np.array(x)
        point = point if point.dtype.kind == "f" else point.astype(np.float64)
        calls = Calls()
        with np.errstate(all="ignore"):
            raw = _evaluate(function, point[None].copy(), stacked=stacked, calls=calls)
        types = [point.dtype, raw.dtype if raw.dtype.kind == "f" else np.dtype(np.float64)]
        eps = max(float(np.finfo(each).eps) for each in types)
        return cls(function, point, stacked, _wide(raw)[0], eps, calls)

    def values(self, moves: Reals) -> Reals:
        """Return the values at x + each of the moves, in float64 or better."""
        if not len(moves):
            return np.empty((0, *self.middle.shape))
        with np.errstate(all="ignore"):
            return _wide(_evaluate(self.function, self.x + moves, stacked=self.stacked, calls=self.calls))

    def noise(self, direction: Reals | None = None) -> Reals:
        """Return the rounding noise of the values, as it is seen along a direction that moves every coordinate."""
        whole = units(self.x) * signs(self.x.shape) if direction is None else direction
        moved = whole.astype(self.x.dtype)
        with np.errstate(all="ignore"):
            return noise_of(
                lambda t: self.values(_along(t.astype(moved.dtype), moved) * moved), self.middle, eps=self.eps
            )


def _evaluate(function: Function, points: Reals, *, stacked: bool, calls: Calls) -> NDArray[Any]:
    calls.number += len(points)
    if stacked:
        return np.asarray(function(points))
    return np.stack([np.asarray(function(point if point.ndim else point[()])) for point in points])


def _wide(values: NDArray[Any]) -> Reals:
    """Return values in at least double precision, where differences of float32 numbers are exact."""
    return values.astype(np.result_type(values.dtype, np.float64))


def signs(shape: tuple[int, ...]) -> Reals:
    """Return signs that alternate irregularly, so that a sum of all coordinates moves as well.

    >>> signs((6,))
    array([ 1.,  1.,  1., -1., -1.,  1.])
    """
    size = int(np.prod(shape))
    return np.where(np.sin(np.arange(1, size + 1) ** 2 * 0.7) < 0, -1.0, 1.0).reshape(shape)


def _along(steps: Reals, like: Reals) -> Reals:
    return steps.reshape(-1, *(1,) * like.ndim)
