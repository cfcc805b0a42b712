"""A counterexample, computed again: it must lie in the range of the claim, meet the facts, and break the claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.grammars.values import Kind, World, whole


def world_of(witness: Any, sizes: tuple[str, ...], kinds: Mapping[str, Kind], axes: Mapping[str, Any]) -> World:
    """Return the numbers of a counterexample; what it does not name is drawn."""
    given = {entry(name): number for name, number in witness.values.items()}
    return World({**dict.fromkeys(sizes, 1), **witness.sizes}, 0, kinds, drawn=given, axes=axes)


def entry(printed: str) -> tuple[str, tuple[int, ...]]:
    """Return name and place of an entry such as ``X[1, 2]``.

    >>> entry("X[1, -2]"), entry("a")
    (('X', (1, -2)), ('a', ()))
    """
    name, _, places = printed.rstrip("]").partition("[")
    return name, tuple(int(place) for place in places.split(",") if place.strip())


def is_inside(place: int, span: tuple[Any, Any], world: World) -> bool:
    """Return whether a place lies in the range of an index; one between two numbers stands for all integers."""
    low, high = span
    return (isinstance(low, int) and isinstance(high, int)) or whole(low, world, {}) <= place <= whole(high, world, {})
