"""Entries of an array at indices: the whole array, a part of it, a fixed place, a diagonal."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any

from sympy import Max, Symbol

from derive.lower.code import Code
from derive.lower.elementwise import Value
from derive.lower.terms import Axis, Place

OPEN = Symbol("_")
"""Stands for an end of a slice that is left out."""


def entry_of(array: Any, places: Sequence[Place], lengths: Sequence[Any]) -> Value:
    """Return the entries of an array at places, its axes as long as `lengths` says.

    >>> i = Axis("i", 0, Symbol("N") - 1)
    >>> entry_of(Symbol("x"), [Place(i, 0)], [Symbol("N")]).code
    x
    """
    parts = [_part(place, length) for place, length in zip(places, lengths, strict=True)]
    if any(part != Code.of("range", "", OPEN, OPEN) for part in parts):
        array = Code.of("slice", "", array, *parts)
    axes = tuple(place.axis for place in places if place.axis is not None)
    return _diagonal(array, axes)


def _part(place: Place, length: Any) -> Any:
    if place.axis is None:
        return place.shift
    start, stop = place.axis.low + place.shift, _plain(place.axis.high + place.shift + 1)
    return Code.of("range", "", OPEN if start == 0 else start, OPEN if stop == length else stop)


def _plain(stop: Any) -> Any:
    """Return an end without the choice that keeps a range from running backwards: a slice is empty then by itself."""
    for choice in stop.atoms(Max):
        found = [end for each in choice.args if (end := stop.xreplace({choice: each})).free_symbols]
        if len(found) == 1 and found[0].is_nonnegative:
            return found[0]
    return stop


def _diagonal(array: Any, axes: tuple[Axis, ...]) -> Value:
    """Return the entries where axes of one name coincide."""
    distinct = tuple(dict.fromkeys(axes))
    if len(distinct) == len(axes):
        return Value(array, axes)
    letters = dict(zip(distinct, ascii_lowercase, strict=False))
    spec = "".join(letters[axis] for axis in axes) + "->" + "".join(letters[axis] for axis in distinct)
    return Value(Code.of("einsum", spec, array), distinct)
