"""Sums, products, means and maxima along axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Indexed, Integer, Product, Sum, sqrt

from numeric.verify.trace import cases, named
from numeric.verify.trace.blocks import UNIT, Axis, Block, Places, Position, add, build, elementwise, length, summed
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.elementwise import exponential, larger, logarithm
from numeric.verify.trace.session import Trace


def axes_of(trace: Trace, block: Block, axis: Any) -> tuple[int, ...]:
    """Return the axes that a reduction is along, as numbers from the front."""
    rank = len(block.axes)
    given = range(rank) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    if any(not isinstance(a, int) or not -rank <= a < rank for a in given):
        raise trace.end(f"axis={axis}", "there is no such axis")
    return tuple(a % rank for a in given)


def reduced(
    trace: Trace,
    block: Block,
    axis: Any,
    *,
    keepdims: Any,
    combine: Callable[[Position, Places, tuple[int, ...]], Entry],
) -> Block:
    """Return the block whose entries `combine` makes of the places outside of the axes."""
    along = axes_of(trace, block, axis)
    kept = [a for a in range(len(block.axes)) if a not in along]
    axes = [UNIT if a in along else block.axes[a] for a in range(len(block.axes)) if keepdims or a in kept]

    def entry(position: Position, places: Places) -> Entry:
        """Return the entry at a position."""
        if keepdims:
            position, places = tuple(position[a] for a in kept), tuple(places[a] for a in kept)
        return combine(position, places, along)

    return build(trace, tuple(axes), entry)


def inside(
    trace: Trace, block: Block, position: Position, places: Places, along: tuple[int, ...]
) -> list[tuple[Entry, tuple[Any, ...]]]:
    """Return the entries along the axes, one for each combination of segments, with the indices they run over."""
    found: list[tuple[Position, Places, tuple[Any, ...]]] = [(position, places, ())]
    for a in sorted(along):
        wider: list[tuple[Position, Places, tuple[Any, ...]]] = []
        for at, inner, over in found:
            for number, segment in enumerate(block.axes[a]):
                fresh = tuple(trace.fresh(factor) for factor in segment)
                wider.append(((*at[:a], number, *at[a:]), (*inner[:a], fresh, *inner[a:]), (*over, *fresh)))
        found = wider
    return [(block.entry(at, inner), over) for at, inner, over in found]


def total(trace: Trace, block: Block, axis: Any = None, *, keepdims: Any = False) -> Block:
    """Return the sum along axes."""

    def combine(position: Position, places: Places, along: tuple[int, ...]) -> Entry:
        """Return what is left of the places along the axes."""
        parts = inside(trace, block, position, places, along)
        return add(trace, [summed(trace, entry, over) if over else entry for entry, over in parts])

    return reduced(trace, block, axis, keepdims=keepdims, combine=combine)


def product(trace: Trace, block: Block, axis: Any = None, *, keepdims: Any = False) -> Block:
    """Return the product along axes."""

    def combine(position: Position, places: Places, along: tuple[int, ...]) -> Entry:
        """Return what is left of the places along the axes."""
        result: Any = Integer(1)
        for entry, over in inside(trace, block, position, places, along):
            closed = cases.close(trace, entry)
            result *= Product(closed, *((i, 0, i.upper) for i in over)) if over else closed
        return result

    return reduced(trace, block, axis, keepdims=keepdims, combine=combine)


def count(trace: Trace, block: Block, axis: Any) -> Any:
    """Return how many entries lie along axes."""
    result: Any = Integer(1)
    for a in axes_of(trace, block, axis):
        result *= length(block.axes[a])
    return result


def mean(trace: Trace, block: Block, axis: Any = None, *, keepdims: Any = False) -> Block:
    """Return the mean along axes."""
    many = count(trace, block, axis)
    return elementwise(trace, lambda s: s / many, total(trace, block, axis, keepdims=keepdims))


def variance(trace: Trace, block: Block, axis: Any = None, *, keepdims: Any = False, ddof: Any = 0) -> Block:
    """Return the mean square distance from the mean."""
    centred = elementwise(trace, lambda x, m: x - m, block, mean(trace, block, axis, keepdims=True))
    many = count(trace, block, axis)
    squares = total(trace, elementwise(trace, lambda x: x**2, centred), axis, keepdims=keepdims)
    return elementwise(trace, lambda s: s / (many - ddof), squares)


def deviation(trace: Trace, block: Block, axis: Any = None, *, keepdims: Any = False, ddof: Any = 0) -> Block:
    """Return the root of the variance."""
    return elementwise(trace, sqrt, variance(trace, block, axis, keepdims=keepdims, ddof=ddof))


def log_sum_exp(trace: Trace, block: Block, axis: Any = None, *, keepdims: Any = False) -> Block:
    """Return the logarithm of the sum of exponentials."""
    return elementwise(trace, logarithm, total(trace, elementwise(trace, exponential, block), axis, keepdims=keepdims))


def maximum(trace: Trace, block: Block, axis: Any = None, *, keepdims: Any = False) -> Block:
    """Return the maximum along axes: an opaque number, of which the result must turn out to be independent.

    Where it is not, the maximum is written as the entry at its place, with one-hot codes for the place.
    """

    def combine(position: Position, places: Places, along: tuple[int, ...]) -> Entry:
        """Return what is left of the places along the axes."""
        parts: list[Entry] = [
            named.maximum(trace, cases.close(trace, entry), over) if over else entry
            for entry, over in inside(trace, block, position, places, along)
        ]
        if len(parts) > 1 and not position and not any(isinstance(part, cases.Cases) for part in parts):
            return named.top(trace, tuple(parts))
        result = parts[0]
        for part in parts[1:]:
            result = cases.apply(trace, lambda a, b: larger(trace, a, b), result, part)
        return result

    return reduced(trace, block, axis, keepdims=keepdims, combine=combine)


def place_of_maximum(trace: Trace, block: Block, axis: Any = None) -> Block:
    """Return the place of the maximum along one axis, as codes: one-hot entries of a target are their own."""
    (along,) = axes_of(trace, block, axis) if axis is not None or len(block.axes) == 1 else (-1,)
    last: Axis = block.axes[along] if along >= 0 else ()
    if len(last) != 1 or len(last[0]) != 1:
        raise trace.end("argmax", "the place of a maximum over several parts")

    def codes(position: Position, places: Places) -> Entry:
        """Return 1 or 0: whether the maximum is at that place."""
        ((entry, over),) = inside(trace, block, position[:-1], places[:-1], (along,))
        closed = cases.close(trace, entry)
        if isinstance(closed, Indexed) and closed.base in trace.targets and closed.indices[-1:] == over:
            return closed.base[(*closed.indices[:-1], *places[-1])]
        return named.place(trace, closed, over, places[-1])

    axes = tuple(a for n, a in enumerate(block.axes) if n != along)
    hot = build(trace, (*axes, last), codes)

    def value(position: Position, places: Places) -> Entry:
        """Return the entry at a position."""
        k = trace.fresh(last[0][0])
        return Sum(k * hot.entry((*position, 0), (*places, (k,))), k)

    return build(trace, axes, value, codes=hot)
