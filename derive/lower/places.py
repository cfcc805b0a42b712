"""Where the entries of a tensor lie in its array: from which number each place counts, and how long it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, MatrixSymbol

from derive.errors import ShapeMismatchError
from derive.inference.ranges import Ranges
from derive.inference.survey import Slot, Survey
from derive.inference.symbols import tensor_name
from derive.lower.terms import Axis


@dataclass(frozen=True, slots=True)
class Extent:
    """One place of a tensor: its first index, its length in sizes, and whether it may be longer than that."""

    first: Any
    length: Any
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Layout:
    """The extents of all places of all tensors, and the axes of the free indices."""

    extents: dict[Slot, Extent]
    free: dict[str, Axis]

    def of(self, tensor: Any, rank: int) -> tuple[Extent, ...]:
        """Return the extents of a tensor that occurs."""
        return tuple(self.extents[tensor_name(tensor), axis] for axis in range(rank))


def layout(seen: Survey, ranges: Ranges) -> Layout:
    """Return where all tensors of a survey lie."""
    free = {name: Axis(name, *where) for (_, name), where in ranges.free.items()}
    extents = {slot: _extent(seen, ranges, slot) for slot in seen.places}
    return Layout(extents, free)


def _extent(seen: Survey, ranges: Ranges, slot: Slot) -> Extent:
    place = seen.places[slot]
    tensor: Any = seen.tensors.get(slot[0])
    runs = [*place.bound, *(ranges.free[key] for key in place.free if key in ranges.free)]
    fixed = [(number, number) for number in place.fixed]
    declared = place.declared[1] + 1 if place.declared is not None else None
    if isinstance(tensor, MatrixSymbol):
        return Extent(Integer(0), declared)
    first = _first([*runs, *fixed], declared)
    if declared is not None:
        return Extent(first, declared)
    last = _largest((high for _, high in [*runs, *fixed]), slot)
    return Extent(first, last - first + 1, exact=bool(runs))


def _first(runs: list[tuple[Any, Any]], declared: Any) -> Any:
    """Return 0 where some index starts there, or where only then the largest one fits into the declared size."""
    lows = [low for low, _ in runs if low.is_number]
    if any(low <= 0 for low in lows):
        return min(lows)
    if lows and min(lows) == 1:
        return Integer(1)
    inside = declared is not None and all((declared - 1 - high).is_nonnegative for _, high in runs)
    return Integer(0) if inside else Integer(1)


def _largest(ends: Iterable[Expr], slot: Slot) -> Any:
    """Return the end that is at least all others; they may differ by numbers only."""
    found: Any = None
    for end in ends:
        beyond: Any = None if found is None else end - found
        if beyond is not None and not beyond.is_number and not beyond.is_nonpositive and not beyond.is_nonnegative:
            reason = f"place {slot[1] + 1} runs to {found} and to {end}, and nothing says which is larger"
            raise ShapeMismatchError(slot[0], reason=reason, way_out=f"declare the shape of {slot[0]}")
        found = end if beyond is None or beyond.is_nonnegative else found
    return Integer(0) if found is None else found
