"""A function at a point: the units in which it is moved, its values around, their rounding noise, and their number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.differences.estimate import Reals

Function = Callable[[Any], Any]
SPACINGS = (0.75, 0.5, 0.25)
"""Powers of the machine precision: how far apart the points are at which noise is looked for, the closest first."""
PLACES = np.array([-7.178, -5.807, -3.929, -3.213, -1.137, 0.0, 1.871, 2.512, 4.403, 5.291, 8.091]) / 8.091
"""Irregular, because equal distances hide the steps of a function that is rounded to a grid."""
SMOOTH = np.linalg.qr(np.vander(PLACES, 4))[0]
"""What a cubic can follow at these places; the rest of a function, so close together, is noise."""
DISTINCT = 8
"""So many of the values must differ, or they are those of a grid."""


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


def units(x: Any) -> Reals:
    """Return the power of two below each coordinate; at zero, one that is typical for the others, or 1.

    Steps that are few bits long in these units are exact: x + step loses nothing.

    >>> units(np.array([3.0, -0.3, 0.0]))
    array([2.  , 0.25, 0.5 ])
    """
    sizes = np.abs(np.asarray(x))
    logs = np.log2(sizes, out=np.full(sizes.shape, np.nan, dtype=sizes.dtype), where=sizes > 0)
    known = logs[np.isfinite(logs)]
    usual = np.mean(known) if known.size else 0.0
    return np.exp2(np.floor(np.where(np.isfinite(logs), logs, usual))).astype(sizes.dtype)


def noise_of(path: Callable[[Reals], Reals], middle: Reals, *, eps: float) -> Reals:
    """Return the typical rounding error of the values on a path around 0, entry by entry.

    `path` takes steps in units of the coordinates, and gives a value for each; `middle` is its value at 0. What is
    returned is the part of the values that no cubic follows, at the closest spacing where the function moves; at
    least half a rounding of the value.

    >>> rough = noise_of(lambda t: np.round(3 * t + 1, 6), np.asarray(1.0), eps=2.0**-52)
    >>> bool(1e-7 < rough < 1e-5)
    True
    """
    noise, unseen = np.zeros_like(middle), np.isfinite(middle)
    for spacing in SPACINGS:
        if not unseen.any():
            break
        values = path(eps**spacing * PLACES.astype(middle.dtype)) - middle
        rest, moved = _rest(values), _distinct(values)
        # Few distinct values are those of a grid: then its meshes are the noise.
        seen = np.where(moved >= DISTINCT, rest, np.fmax(rest, _quantum(values)))
        noise = np.where(unseen & (moved > 1), seen, noise)
        unseen = unseen & (moved <= 1)
    return np.maximum(noise, eps / 2 * np.abs(middle))


def roughness(path: Callable[[Reals], Reals], *, eps: float) -> Reals:
    """Return what no cubic follows in the values on a path around 0, at the two closest spacings.

    >>> bool(roughness(lambda t: 1 + t, eps=2.0**-52) < 1e-15)
    True
    """
    return np.maximum(*(_rest(path(eps**spacing * PLACES)) for spacing in SPACINGS[:2]))


def _rest(values: Reals) -> Reals:
    flat = values.reshape(len(values), -1)
    smooth = SMOOTH.astype(flat.dtype)
    rest = flat - smooth @ (smooth.T @ flat)
    return np.sqrt(np.sum(rest**2, axis=0) / (len(PLACES) - 4)).reshape(values.shape[1:])


def _distinct(values: Reals) -> NDArray[np.intp]:
    finite = np.isfinite(values).all(axis=0)
    return np.where(finite, 1 + np.count_nonzero(np.diff(np.sort(values, axis=0), axis=0), axis=0), 0)


def _quantum(values: Reals) -> Reals:
    """Return the least difference of two values that are not the same; 0 where there is none."""
    gaps = np.diff(np.sort(values, axis=0), axis=0)
    least = np.min(np.where(gaps > 0, gaps, np.inf), axis=0)
    return np.where(np.isfinite(least), least, 0.0)
