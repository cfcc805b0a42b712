"""The units in which coordinates are moved, and the rounding noise of a function around a point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.floating[Any]]

SPACINGS = (0.75, 0.5, 0.25)
"""Powers of the machine precision: how far apart the points are at which noise is looked for, the closest first."""
PLACES = np.array([-7.178, -5.807, -3.929, -3.213, -1.137, 0.0, 1.871, 2.512, 4.403, 5.291, 8.091]) / 8.091
"""Irregular, because equal distances hide the steps of a function that is rounded to a grid."""
SMOOTH = np.linalg.qr(np.vander(PLACES, 4))[0]
"""What a cubic can follow at these places; the rest of a function, so close together, is noise."""
DISTINCT = 8
"""So many of the values must differ, or they are those of a grid."""


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
