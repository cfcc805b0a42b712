"""What rounding does to a result: seen by moving the data by a few roundings, and used as the error of an oracle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.crosscheck.draws import Data
from numeric.differences import Agreement, Estimate, agrees

EPS = float(np.finfo(np.float64).eps)
NUDGES = 4
SPREADS = 16.0
"""How many times the largest change that was seen the error is said to be."""
ROUNDINGS = 64
RESOLUTION = 1e-6

Reals = NDArray[np.floating[Any]]


def rounding(function: Callable[[Data], Any], data: Data) -> Reals:
    """Return how far rounding may have moved each entry of a result; nothing where it is not finite.

    >>> bool(rounding(lambda data: data["x"] - 1, {"x": np.array(1 + 1e-9)}) > 1e-16)
    True
    """
    value, rng = np.asarray(function(data)), np.random.default_rng(0)
    moved = [np.abs(np.asarray(function(_nudged(data, rng))) - value) for _ in range(NUDGES)]
    finite = np.isfinite(value)
    error = SPREADS * np.max(moved, axis=0) + ROUNDINGS * EPS * np.max(np.abs(value), initial=0.0, where=finite)
    return np.where(finite, np.where(np.isfinite(error), error, np.inf), 0.0)


def compared(ours: Any, theirs: Any, error: Any, *, resolution: float = RESOLUTION) -> Agreement:
    """Return whether our result is that of an oracle, whose error is known. An oracle that fails tells nothing.

    >>> compared([1.0, 2.0], [1.0, 2.1], 1e-9).state
    'wrong'
    """
    value = np.asarray(theirs, dtype=np.float64)
    bound = np.where(np.isfinite(value) & np.isfinite(error), error, np.inf)
    none, ones = np.zeros(value.shape), np.ones(value.shape)
    known = Estimate(value, bound, value, value, none > 0, none, ones, EPS, "oracle", 0)
    return agrees(ours, known, resolution=resolution)


def _nudged(data: Data, rng: np.random.Generator) -> Data:
    """Return the data, moved by two roundings up or down; labels and other whole numbers stay."""
    return {name: _moved(np.asarray(value), rng) for name, value in data.items()}


def _moved(value: NDArray[Any], rng: np.random.Generator) -> Any:
    if value.dtype.kind != "f" or np.array_equal(value, np.round(value)):
        return value
    return (value * (1 + 2 * EPS * rng.choice([-1.0, 1.0], value.shape)))[()]
