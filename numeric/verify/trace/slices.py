"""Slices and single places of an array: what they take of each axis, read and written."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from sympy import Integer

from numeric.verify.trace import blocks
from numeric.verify.trace.blocks import UNIT, Axis, Block, Places, Position, broadcast, build, picked
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.errors import Learned
from numeric.verify.trace.session import Trace
from numeric.verify.trace.sizes import MOST_UNITS, SizeTable


@dataclass(frozen=True, slots=True)
class Part:
    """What a basic index takes of one axis: these segments, in this order; `kept` is False for a single number."""

    segments: tuple[int, ...]
    kept: bool = True


def plan_of(trace: Trace, block: Block, keys: list[Any]) -> list[Part | None]:
    """Return what the keys take of each axis; None stands for a new axis."""
    plan: list[Part | None] = []
    axes = iter(block.axes)
    for key in keys:
        if key is None:
            plan.append(None)
            continue
        axis = next(axes, None)
        if axis is None:
            raise trace.end("[...]", "too many indices")
        plan.append(_part(trace, axis, key))
    return plan


def _part(trace: Trace, axis: Axis, key: Any) -> Part:
    if not isinstance(key, slice):
        return Part((_at(trace, axis, key),), kept=False)
    step = 1 if key.step is None else key.step
    if step not in {1, -1} or (step == -1 and (any(axis) or key.start is not None or key.stop is not None)):
        if all(segment == () for segment in axis) and isinstance(step, int):
            return Part(tuple(range(len(axis)))[key])
        raise trace.end(f"[::{key.step}]", "a slice with steps along a symbolic axis")
    start = 0 if key.start is None else _cut(trace, axis, key.start)
    stop = len(axis) if key.stop is None else _cut(trace, axis, key.stop)
    chosen = tuple(range(start, max(start, stop)))
    return Part(chosen[::step])


def _cut(trace: Trace, axis: Axis, at: Any) -> int:
    """Return the number of the segment that begins at a place, splitting an axis where none does."""
    place = _from_start(trace, axis, at)
    ends = [Integer(0), *accumulate(blocks.length((segment,)) for segment in axis)]
    for number, end in enumerate(ends):
        if (end - place).expand() == 0:
            return number
    if place.is_Integer and ends[-1].is_Integer:
        return len(axis)
    raise _split(trace, axis, place, ends)


def _from_start(trace: Trace, axis: Axis, at: Any) -> Any:
    place = at.expr if not isinstance(at, int | np.integer) else Integer(int(at))
    below = place.is_negative or (not place.is_number and (-place).is_positive)
    place = (place + blocks.length(axis)).expand() if below else place
    if place.is_Integer and place < 0:
        raise trace.end(f"[{at}]", "an index before the beginning")
    return place


def _at(trace: Trace, axis: Axis, key: Any) -> int:
    """Return the number of the single place that an index means, splitting an axis where it lies inside."""
    start = _cut(trace, axis, key)
    if start < len(axis) and axis[start] == ():
        return start
    if start == len(axis):
        raise trace.end(f"[{key}]", "an index past the end")
    return _cut(trace, axis, _next(trace, axis, key)) - 1


def _next(trace: Trace, axis: Axis, key: Any) -> Any:
    from numeric.verify.trace.lengths import Length  # noqa: PLC0415 -- the two know each other

    place = _from_start(trace, axis, key) + 1
    return int(place) if place.is_Integer else Length(trace, place)


def _split(trace: Trace, axis: Axis, place: Any, ends: list[Any]) -> BaseException:
    """Return what there is to learn when a segment must end at a place within it."""
    example = {s: Integer(trace.table.example[n]) for n, s in trace.symbols.items()}
    where = place.xreplace(example)
    inside = next((n for n, e in enumerate(ends[1:]) if ends[n].xreplace(example) <= where < e.xreplace(example)), None)
    if inside is None and where == ends[-1].xreplace(example):
        inside = len(axis) - 1
    if inside is None or len(axis[inside]) != 1:
        return trace.end(f"[{place}]", "a cut inside of an axis that cannot be split there")
    before, after = (place - ends[inside]).expand(), (ends[inside + 1] - place).expand()
    number = next(n for n, s in trace.symbols.items() if s == axis[inside][0])
    left, right = (before.xreplace(example), after.xreplace(example))
    return Learned(_two_parts(trace, number, (before, left), (after, right)))


def _two_parts(trace: Trace, number: int, before: Any, after: Any) -> Any:
    """Return the change that splits a class: the side that is known by itself, and the rest."""
    numbers = {symbol: n for n, symbol in trace.symbols.items()}
    symbol = trace.symbols[number]
    first, second = (None if expr.has(symbol) else blocks.axis_of_length(expr) for expr, _ in (before, after))
    known = first if first is not None else second
    if known is None or len(known) > MOST_UNITS:
        raise trace.end(trace.symbols[number], "an axis is cut at a place that is no size")
    classes = tuple(tuple(numbers[f] for f in segment) for segment in known)
    rest = int(after[1] if first is not None else before[1])

    def change(table: SizeTable) -> None:
        """Split the class."""
        other: tuple[tuple[int, ...], ...] = ((table.fresh(rest),),) if rest > 0 else ()
        table.split(number, (*classes, *other) if first is not None else (*other, *classes))

    return change


def taken(block: Block, plan: list[Part | None]) -> Block:
    """Return what a plan takes of an array."""
    axes = tuple(axis_of(part, block, plan) for part in plan if part is None or part.kept)
    codes = None if block.codes is None else taken(block.codes, [*plan, Part(tuple(range(len(block.codes.axes[-1]))))])
    source = lambda at, places: block.entry(*_source(plan, at, places))  # noqa: E731 -- it has a name for what it is
    return build(block.trace, axes, source, codes=codes, boolean=block.boolean, leaf=block.leaf)


def axis_of(part: Part | None, block: Block, plan: list[Part | None]) -> Axis:
    """Return the axis that a part of a plan makes of one of the array's."""
    if part is None:
        return UNIT
    axis = block.axes[sum(1 for p in plan[: _position(plan, part)] if p is not None)]
    return tuple(axis[segment] for segment in part.segments)


def _position(plan: list[Part | None], part: Part) -> int:
    return next(i for i, p in enumerate(plan) if p is part)


def _source(plan: list[Part | None], at: Position, places: Places) -> tuple[Position, Places]:
    """Return where in the base an entry of the view comes from."""
    position: list[int] = []
    inner: list[tuple[Any, ...]] = []
    shown = iter(zip(at, places, strict=True))
    for part in plan:
        if part is None:
            _ = next(shown)
        elif part.kept:
            number, place = next(shown)
            position.append(part.segments[number])
            inner.append(place)
        else:
            position.append(part.segments[0])
            inner.append(())
    return tuple(position), tuple(inner)


def placed(block: Block, plan: list[Part | None], value: Block) -> Block:
    """Return the base with a value in the place of what a plan takes."""
    trace = block.trace
    axes = tuple(axis_of(part, block, plan) for part in plan if part is None or part.kept)
    if len(value.axes) > len(axes):
        value = build(trace, value.axes[-len(axes) :], lambda at, places: picked_last(value, at, places))
    _ = broadcast(trace, axes, value.axes)
    parts = [part for part in plan if part is not None]

    def entry(position: Position, places: Places) -> Entry:
        """Return the entry at a position."""
        if any(number not in part.segments for number, part in zip(position, parts, strict=True)):
            return block.entry(position, places)
        shown = _shown(plan, position, places)
        return picked(value, tuple(p for p, _ in shown), tuple(i for _, i in shown))

    return build(trace, block.axes, entry, boolean=block.boolean and value.boolean)


def picked_last(value: Block, at: Position, places: Places) -> Entry:
    """Return the entry of an array whose leading axes are all 1."""
    lead = len(value.axes) - len(at)
    return value.entry((*(0,) * lead, *at), (*((),) * lead, *places))


def _shown(plan: list[Part | None], position: Position, places: Places) -> list[tuple[int, tuple[Any, ...]]]:
    base = iter(zip(position, places, strict=True))
    shown: list[tuple[int, tuple[Any, ...]]] = []
    for part in plan:
        if part is None:
            shown.append((0, ()))
            continue
        number, place = next(base)
        if part.kept:
            shown.append((part.segments.index(number), place))
    return shown
