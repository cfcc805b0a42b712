"""Directions in relative coordinates: every parameter moves by a share of its own size.

A plain random direction drowns a small block in a large one. A level direction shrinks the coordinates whose share of
the directional derivative is large, until all contribute alike, as far as the rounding of the loss allows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numeric.verify.point import Array, Leaves, is_float
from numeric.verify.subject import Slopes

Direction = dict[str, Array]


def scales(params: Leaves) -> Direction:
    """Return the natural size of a step for each coordinate: its own, or the typical one of its array where it is 0.

    >>> scales({"w": np.array([3.0, 0.0])})["w"]
    array([3., 3.])
    """
    return {name: _scale(np.asarray(leaf, float)) for name, leaf in params.items() if is_float(leaf)}


def _scale(array: Array) -> Array:
    size = np.abs(array)
    some = size[size > 0]
    fill = float(np.exp(np.mean(np.log(some)))) if some.size else 1.0
    return np.where(size > 0, size, fill)


def plain(size: Direction, rng: np.random.Generator) -> Direction:
    """Return a Gaussian direction in the parameters whose scales are given."""
    return {name: s * rng.standard_normal(np.shape(s)) for name, s in size.items()}


def level(size: Direction, slopes: Slopes, floor: float) -> Direction:
    """Return the scales with large shares of the slope shrunk to the smallest one that is not below the floor."""
    shares = {name: np.abs(np.asarray(slopes[name], float) * s) for name, s in size.items()}
    some = np.concatenate([np.ravel(share[share > 0]) for share in shares.values()] or [np.zeros(0)])
    if not some.size:
        return size
    top = max(float(some.min()), floor)
    return {name: s * np.minimum(1.0, top / np.maximum(shares[name], top * 1e-300)) for name, s in size.items()}


def unit(size: Direction, name: str, at: int) -> Direction:
    """Return the direction of one coordinate."""
    one = np.zeros(np.size(size[name]))
    one[at] = 1.0
    return {name: size[name] * one.reshape(np.shape(size[name]))}


def dot(slopes: Slopes, direction: Direction) -> float:
    """Return the directional derivative that a gradient claims."""
    return float(sum(np.sum(np.asarray(slopes[n], np.longdouble) * v) for n, v in direction.items()))


def size_of(slopes: Slopes, direction: Direction) -> float:
    """Return the sum of the sizes of all terms of the directional derivative."""
    return float(sum(np.sum(np.abs(np.asarray(slopes[n], float) * v)) for n, v in direction.items()))


def spread_of(slopes: Slopes, direction: Direction) -> float:
    """Return the root of the sum of squares of all terms: what a random direction typically shows."""
    return float(np.sqrt(sum(np.sum((np.asarray(slopes[n], float) * v) ** 2) for n, v in direction.items())))


def lengthened(params: Leaves, direction: Direction) -> Direction:
    """Return the direction in which the same coordinates move the same way, each by its own size.

    >>> lengthened({"w": np.array([2.0, -4.0])}, {"w": np.array([1e-9, -1.0])})["w"]
    array([ 2., -4.])
    """
    size = scales(params)
    return {name: size[name] * np.sign(v) for name, v in direction.items()}


def step(params: Leaves, direction: Direction, t: float, dtype: Any = None) -> Leaves:
    """Return the parameters moved by t along the direction, in the type of each or in the one that is given."""
    return {
        name: (np.asarray(leaf, dtype) + np.asarray(direction[name] * t)).astype(dtype or np.asarray(leaf).dtype)
        if name in direction
        else np.asarray(leaf, dtype)
        if dtype is not None and is_float(leaf)
        else leaf
        for name, leaf in params.items()
    }
