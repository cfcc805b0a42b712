"""The complex step: the imaginary part of f(x + ih) over h, which cancels nothing, for functions that are analytic."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.differences.estimate import Estimate, NotAnalyticError, Reals
from numeric.differences.spot import Function, Spot, roughness, signs, units

SPREADS = 8.0
"""How many times the noise of the answers, close to the point, their error is said to be."""
ROUNDINGS = 16


def complex_step(spot: Spot, directions: Reals, witness: Estimate) -> Estimate:
    """Return the derivative along each direction, if the witness, found from real values, does not contradict it.

    The error is infinite where it does: an absolute value or a maximum drops the imaginary part and says nothing.
    Raises `NotAnalyticError` where the function takes no complex numbers or gives none back.
    """
    value = _slopes(spot, np.zeros_like(spot.x), directions)
    noise = roughness(lambda t: _path(spot, t, directions), eps=spot.eps)
    truncation = _step(spot.x) ** 2 * witness.slope
    error = SPREADS * noise + ROUNDINGS * (spot.eps * np.abs(value) + truncation)
    believed = np.abs(value - witness.value) <= witness.error + error
    value, error = np.where(believed, value, np.nan), np.where(believed, error, np.inf)
    return replace(witness, value=value, error=error, method="complex", evaluations=spot.calls.number)


def _path(spot: Spot, times: Reals, directions: Reals) -> Reals:
    """Return the slopes at points nearby, in units of the coordinates."""
    away = units(spot.x) * signs(spot.x.shape)
    return np.stack([_slopes(spot, (time * away).astype(spot.x.dtype), directions) for time in times])


def _slopes(spot: Spot, move: Reals, directions: Reals) -> Reals:
    step = _step(spot.x)
    points = (spot.x + move) + 1j * step * directions
    spot.calls.number += len(points)
    if spot.stacked:
        return _value(spot.function, points, whole=spot.x) / step
    parts = [_value(spot.function, point if point.ndim else point[()], whole=spot.x) for point in points]
    return np.stack(parts) / step


def _step(x: Reals) -> float:
    """Return a step, in units of the coordinates, whose square is nothing and yet a number."""
    return 2.0 ** (int(np.finfo(x.dtype).minexp) // 4)


def _value(function: Function, point: NDArray[np.complexfloating], *, whole: Reals) -> Reals:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("error", np.exceptions.ComplexWarning)
        try:
            value: NDArray[Any] = np.asarray(function(point))
        except Exception as problem:  # whatever the function raises, it does not take complex numbers
            raise _refused(f"it raised {type(problem).__name__} at a complex point", whole) from problem
    if not np.iscomplexobj(value):
        raise _refused("its value at a complex point is real", whole)
    return np.imag(value)


def _refused(reason: str, x: Reals) -> NotAnalyticError:
    way_out = 'use the method "richardson", which needs real values only'
    return NotAnalyticError("complex step", place=f"a point of shape {x.shape}", reason=reason, way_out=way_out)
