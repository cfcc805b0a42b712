"""Changing the shape of a block: order of axes, reshape, and parts laid end to end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Integer

from numeric.verify.trace import blocks
from numeric.verify.trace.blocks import Axis, Block, Places, Position, Segment, build, length
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.session import Trace


def permuted(block: Block, order: tuple[int, ...]) -> Block:
    """Return the block with its axes in another order."""
    back = [order.index(axis) for axis in range(len(order))]
    codes = None if block.codes is None else permuted(block.codes, (*order, len(order)))
    return build(
        block.trace,
        tuple(block.axes[axis] for axis in order),
        lambda at, places: block.entry(tuple(at[i] for i in back), tuple(places[i] for i in back)),
        codes=codes,
        boolean=block.boolean,
        leaf=block.leaf,
    )


def moved(rank: int, source: Any, destination: Any) -> tuple[int, ...]:
    """Return the order of axes that `moveaxis` makes.

    >>> moved(3, 0, -1)
    (1, 2, 0)
    """
    sources = [s % rank for s in ([source] if isinstance(source, int) else source)]
    targets = [d % rank for d in ([destination] if isinstance(destination, int) else destination)]
    order = [axis for axis in range(rank) if axis not in sources]
    for target, axis in sorted(zip(targets, sources, strict=True)):
        order.insert(target, axis)
    return tuple(order)


def joined(trace: Trace, parts: list[Block], axis: int) -> Block:
    """Return blocks end to end along an axis."""
    rank = len(parts[0].axes)
    axis %= rank
    if any(len(part.axes) != rank for part in parts):
        raise trace.end("concatenate", "arrays with different numbers of axes")
    others = [part.axes[:axis] + part.axes[axis + 1 :] for part in parts]
    for other in others[1:]:
        for one, two in zip(others[0], other, strict=True):
            blocks.unify(trace, one, two)
    whole = tuple(segment for part in parts for segment in part.axes[axis])
    starts = [sum(len(part.axes[axis]) for part in parts[:n]) for n in range(len(parts))]

    def entry(position: Position, places: Places) -> Entry:
        """Return the entry at a position."""
        number = max(n for n, start in enumerate(starts) if start <= position[axis] and parts[n].axes[axis])
        inner = position[axis] - starts[number]
        return parts[number].entry((*position[:axis], inner, *position[axis + 1 :]), places)

    axes = (*parts[0].axes[:axis], whole, *parts[0].axes[axis + 1 :])
    return build(trace, axes, entry, boolean=all(part.boolean for part in parts))


def wanted_axes(trace: Trace, block: Block | None, shape: tuple[Any, ...]) -> tuple[Axis, ...]:
    """Return the axes for a shape as the code writes it, -1 included. Raises where they cannot be known."""
    axes: list[Axis | None] = []
    for extent in shape:
        expr = extent.expr if hasattr(extent, "expr") else _count(trace, extent)
        axes.append(None if expr == -1 else blocks.axis_of_length(expr))
        if expr != -1 and axes[-1] is None:
            raise trace.end(expr, "no array has this length")
    if None not in axes:
        return tuple(a for a in axes if a is not None)
    if block is None:
        raise trace.end("-1", "the length of an axis is left open")
    return _with_rest(trace, block, axes)


def _count(trace: Trace, extent: Any) -> Any:
    from numeric.verify.trace.indexing import learn_count  # noqa: PLC0415 -- the two know each other

    if hasattr(extent, "block"):
        learn_count(extent)
    try:
        return Integer(int(extent))
    except TypeError:
        raise trace.end(extent, "this is no length") from None


def _with_rest(trace: Trace, block: Block, axes: list[Axis | None]) -> tuple[Axis, ...]:
    """Return the axes with the open one filled: what is left of the segments in order."""
    at = axes.index(None)
    if len([a for a in axes if a is None]) > 1:
        raise trace.end("reshape", "more than one axis is left open")
    segments = _flat(trace, block)
    if len(axes) == 1:
        return (segments,)
    known: Any = Integer(1)
    for axis in axes:
        known *= Integer(1) if axis is None else length(axis)
    rest = (length(segments) / known).expand()
    factors = segments[0] if len(segments) == 1 else ()
    lead = sum(len(a[0]) for a in axes[:at] if a is not None and len(a) == 1)
    tail = sum(len(a[0]) for a in axes[at + 1 :] if a is not None and len(a) == 1)
    inner: Axis | None = (factors[lead : len(factors) - tail],) if len(segments) == 1 else None
    if inner is None or (length(inner) - rest).expand() != 0:
        inner = blocks.axis_of_length(rest)
    if inner is None:
        raise trace.end("reshape", "the length that is left is no product of sizes")
    return tuple(inner if a is None else a for a in axes)


def _flat(trace: Trace, block: Block) -> Axis:
    """Return the one axis of all entries in row order; only the first axis may have parts that are not single."""
    result: Axis = ((),)
    for axis in block.axes:
        if len(axis) > 1 and any(segment != () for segment in result) and result != ((),):
            raise trace.end("ravel", "an axis of several parts lies inside of a symbolic one")
        if len(axis) > 1 and any(axis) and len(result) == 1:
            result = axis
            continue
        result = tuple((*left, *right) for left in result for right in axis)
    return result


def reshaped(trace: Trace, block: Block, axes: tuple[Axis, ...]) -> Block:
    """Return the block with its entries in row order under other axes, through the one axis of all of them."""
    if block.axes == axes:
        return block
    codes = block.codes
    if codes is not None:
        bare = reshaped(trace, replace(block, codes=None), axes)
        return replace(bare, codes=reshaped(trace, codes, (*axes, codes.axes[-1])))
    source, target = _rows(trace, block.axes), _rows(trace, axes)
    if [s for s, _ in source] != [s for s, _ in target]:
        return _learned(trace, source, target)

    def entry(position: Position, places: Places) -> Entry:
        """Return the entry at a position."""
        row = next(number for number, (_, at) in enumerate(target) if at == position)
        flat = tuple(index for place in places for index in place)
        back: list[tuple[Any, ...]] = []
        at = source[row][1]
        for axis, number in zip(block.axes, at, strict=True):
            width = len(axis[number])
            back.append(flat[:width])
            flat = flat[width:]
        return block.entry(at, tuple(back))

    return build(trace, axes, entry, boolean=block.boolean, leaf=block.leaf)


def _rows(trace: Trace, axes: tuple[Axis, ...]) -> list[tuple[Segment, Position]]:
    """Return the segments of all entries in row order, with their position."""
    result: list[tuple[Segment, Position]] = [((), ())]
    for axis in axes:
        if len(axis) > 1 and any(segment for segment, _ in result):
            raise trace.end("reshape", "an axis of several parts lies inside of a symbolic one")
        result = [((*left, *segment), (*at, n)) for left, at in result for n, segment in enumerate(axis)]
    return result


def _learned(trace: Trace, source: list[tuple[Segment, Position]], target: list[tuple[Segment, Position]]) -> Block:
    """Learn that the axis that is reshaped is made of the wanted sizes, or give up."""
    blocks.unify(trace, tuple(s for s, _ in source), tuple(s for s, _ in target))
    raise trace.end("reshape", "the entries are regrouped across sizes")


def identity(trace: Trace, rows: Axis, columns: Axis | None = None) -> Block:
    """Return the identity matrix; its rows are their own one-hot codes."""
    across = rows if columns is None else columns
    blocks.unify(trace, rows, across)

    def entry(position: Position, places: Places) -> Entry:
        """Return the entry at a position."""
        if position[0] != position[1]:
            return Integer(0)
        return blocks.delta(places[0], places[1])

    return build(trace, (rows, across), entry)
