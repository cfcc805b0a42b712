"""Indexing as NumPy does it: slices and numbers give views, arrays of whole numbers pick by their one-hot codes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
from sympy import Integer

from numeric.verify.trace import blocks, cases, linear
from numeric.verify.trace.blocks import UNIT, Axis, Block, Gathered, Places, Position, broadcast, build, picked
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.errors import Learned
from numeric.verify.trace.session import Trace
from numeric.verify.trace.sizes import MOST_UNITS, SizeTable

if TYPE_CHECKING:
    from numeric.verify.trace.traced import TracedArray


@dataclass(frozen=True, slots=True)
class Part:
    """What a basic index takes of one axis: these segments, in this order; `kept` is False for a single number."""

    segments: tuple[int, ...]
    kept: bool = True


NEW = None
ONE = Integer(1)


def get(array: TracedArray, key: Any) -> Any:
    """Return `array[key]`: a view for slices and numbers, else a copy."""
    from numeric.verify.trace.traced import TracedArray, View  # noqa: PLC0415 - the two know each other

    trace, keys = array.trace, _expanded(array, key)
    if any(_is_array(k) for k in keys):
        return TracedArray(_gathered(trace, array.block, keys))
    plan = _plan(trace, array.block, keys)
    view = View(array, lambda base: _taken(base, plan), lambda base, new: _placed(base, plan, new))
    return TracedArray(array.block, view=view)


def put(trace: Trace, block: Block, key: Any, value: Block) -> Block:
    """Return the block after `block[key] = value`."""
    from numeric.verify.trace.traced import TracedArray  # noqa: PLC0415

    keys = _expanded(TracedArray(block), key)
    masks = [k for k in keys if isinstance(k, TracedArray) and k.block.boolean]
    if masks:
        return _masked(trace, block, keys, value)
    if any(_is_array(k) for k in keys):
        return _scattered(trace, block, keys, value)
    return _placed(block, _plan(trace, block, keys), value)


def _is_array(key: Any) -> bool:
    from numeric.verify.trace.traced import TracedArray  # noqa: PLC0415

    return isinstance(key, TracedArray | np.ndarray | list)


def _expanded(array: Any, key: Any) -> list[Any]:
    """Return one key for each axis, with the ellipsis written out and whole numbers as such."""
    keys: list[Any] = list(key) if isinstance(key, tuple) else [key]
    from numeric.verify.trace.lengths import Length  # noqa: PLC0415

    known = (int, np.integer, slice, Length, type(None), type(...))
    for each in keys:
        if isinstance(each, bool) or not (isinstance(each, known) or _is_array(each)):
            raise array.trace.end(f"[{each!r}]", "this kind of index is not traced")
    rank = array.ndim - sum(1 for k in keys if k is not NEW and k is not ...) - _extra_axes(keys)
    at = next((i for i, k in enumerate(keys) if k is ...), len(keys))
    return [*keys[:at], *[slice(None)] * rank, *(k for k in keys[at:] if k is not ...)]


def _extra_axes(keys: list[Any]) -> int:
    """Return how many axes more than one the boolean masks among the keys take."""
    from numeric.verify.trace.traced import TracedArray  # noqa: PLC0415

    return sum(k.ndim - 1 for k in keys if isinstance(k, TracedArray) and k.block.boolean)


def _plan(trace: Trace, block: Block, keys: list[Any]) -> list[Part | None]:
    """Return what the keys take of each axis; None stands for a new axis."""
    plan: list[Part | None] = []
    axes = iter(block.axes)
    for key in keys:
        if key is NEW:
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
    from numeric.verify.trace.lengths import Length  # noqa: PLC0415

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
    first, second = (None if expr.has(symbol) else blocks.axis_of_length(trace, expr) for expr, _ in (before, after))
    known = first if first is not None else second
    if known is None or len(known) > MOST_UNITS:
        raise trace.end(trace.symbols[number], "an axis is cut at a place that is no size")
    classes = tuple(tuple(numbers[f] for f in segment) for segment in known)
    rest = int(after[1] if first is not None else before[1])

    def change(table: SizeTable) -> None:
        other: tuple[tuple[int, ...], ...] = ((table.fresh(rest),),) if rest > 0 else ()
        table.split(number, (*classes, *other) if first is not None else (*other, *classes))

    return change


def _taken(block: Block, plan: list[Part | None]) -> Block:
    axes = tuple(_axis_of(part, block, plan) for part in plan if part is None or part.kept)
    codes = None if block.codes is None else _taken(block.codes, [*plan, Part(tuple(range(len(block.codes.axes[-1]))))])
    source = lambda at, places: block.entry(*_source(plan, at, places))  # noqa: E731 - it has a name for what it is
    return build(block.trace, axes, source, codes=codes, boolean=block.boolean, leaf=block.leaf)


def _axis_of(part: Part | None, block: Block, plan: list[Part | None]) -> Axis:
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


def _placed(block: Block, plan: list[Part | None], value: Block) -> Block:
    """Return the base with a value in the place of what a plan takes."""
    trace = block.trace
    axes = tuple(_axis_of(part, block, plan) for part in plan if part is None or part.kept)
    if len(value.axes) > len(axes):
        value = build(trace, value.axes[-len(axes) :], lambda at, places: picked_last(value, at, places))
    _ = broadcast(trace, axes, value.axes)
    parts = [part for part in plan if part is not None]

    def entry(position: Position, places: Places) -> Entry:
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


def _masked(trace: Trace, block: Block, keys: list[Any], value: Block) -> Block:
    """Return the block with a value where a mask is true."""
    mask = keys[0].block if len(keys) == 1 and hasattr(keys[0], "block") else None
    if mask is None or value.axes:
        raise trace.end("[mask] =", "a mask together with other indices, or an array of values for it")
    lead = len(block.axes) - len(mask.axes)
    wide = Block(
        trace,
        (*mask.axes, *(UNIT,) * lead),
        {(*at, *(0,) * lead): _wider(cell, lead) for at, cell in mask.cells.items()},
    )
    return where(trace, wide, value, block)


def _scattered(trace: Trace, block: Block, keys: list[Any], value: Block) -> Block:
    """Return the block after values are written to places that arrays of whole numbers say, no place twice."""
    from numeric.verify.trace.traced import as_block  # noqa: PLC0415

    count = sum(1 for key in keys if _is_array(key))
    if any(_is_array(key) != (at < count) for at, key in enumerate(keys)) or any(
        k != slice(None) for k in keys[count:]
    ):
        raise trace.end("[...] =", "arrays of indices together with other indices")
    codes = [coded(trace, as_block(trace, key), block.axes[at]) for at, key in enumerate(keys[:count])]
    outer = broadcast(trace, *(code.axes[:-1] for code in codes))
    if not any(_each_once(code) for code in codes) or any(len(code.axes) != len(outer) + 1 for code in codes):
        raise trace.end("[...] =", "one place may be written to twice")
    names, tail = "abcd"[: len(outer)], "uvw"[: len(block.axes) - count]
    inputs = [(code, names + "klmn"[at]) for at, code in enumerate(codes)]
    hit = linear.contract(trace, inputs, "klmn"[:count])
    hit = Block(
        trace,
        (*hit.axes, *(UNIT,) * len(tail)),
        {(*at, *(0,) * len(tail)): _wider(c, len(tail)) for at, c in hit.cells.items()},
    )
    wide = (*outer, *block.axes[count:])
    _ = broadcast(trace, wide, value.axes)
    given = build(trace, wide, lambda at, places: picked(value, at, places))
    moved = linear.contract(trace, [*inputs, (given, names + tail)], "klmn"[:count] + tail)
    return blocks.elementwise(trace, lambda old, h, new: old * (1 - h) + new, block, hit, moved)


def _each_once(code: Block) -> bool:
    """Return whether an array of indices is 0, 1, 2, ...: its codes are the identity matrix."""
    if len(code.axes) != 2 or code.axes[0] != code.axes[1]:  # noqa: PLR2004 - a matrix
        return False
    return all(cell.entry == (blocks.delta(*cell.places) if at[0] == at[1] else 0) for at, cell in code.cells.items())


def _wider(cell: blocks.Cell, count: int) -> blocks.Cell:
    return blocks.Cell((*cell.places, *((),) * count), cell.entry)


def where(trace: Trace, condition: Block, yes: Block, no: Block) -> Block:
    """Return one entry where a condition is true, another where it is not."""
    if not condition.boolean:
        condition = blocks.elementwise(trace, lambda c: trace.choose(c, ONE, Integer(0), ONE), condition, boolean=True)

    def choice(c: Any, a: Any, b: Any) -> Any:
        return a if c == 1 else b if c == 0 else c * a + (1 - c) * b

    return blocks.elementwise(trace, choice, condition, yes, no, boolean=yes.boolean and no.boolean)


def _gathered(trace: Trace, block: Block, keys: list[Any]) -> Block:
    """Return what arrays of whole numbers pick; slices beside them are kept whole."""
    from numeric.verify.trace.traced import TracedArray, as_block  # noqa: PLC0415

    if any(isinstance(k, TracedArray) and k.block.boolean for k in keys) or any(k is NEW for k in keys):
        raise trace.end("[mask]", "the shape of the result depends on values")
    arrays = [i for i, k in enumerate(keys) if not isinstance(k, slice)]
    if arrays != list(range(arrays[0], arrays[-1] + 1)):
        raise trace.end("[...]", "arrays of indices on both sides of a slice")
    plan = _plan(trace, block, [slice(None) if _is_array(k) else k for k in keys])
    axes = [_axis_of(part, block, plan) for part in plan]
    codes = {i: coded(trace, as_block(trace, keys[i]), block.axes[i]) for i in arrays if _is_array(keys[i])}
    outer = broadcast(trace, *(code.axes[:-1] for code in codes.values()))
    direct = {i for i, code in codes.items() if _each_once(code) and code.axes[:-1] == outer}
    picking = [i for i in codes if i not in direct]
    shape = (*axes[: arrays[0]], *outer, *axes[arrays[-1] + 1 :])
    classes = tuple(axes[i] for i in picking)
    cut, rank = arrays[0], len(outer)

    def inner(position: Position, places: Places) -> Entry:
        every = list(zip(position, places, strict=True))
        middle, chosen = every[cut : cut + rank], every[len(shape) :]
        slices = iter((*every[:cut], *every[cut + rank : len(shape)]))
        at: list[tuple[int, tuple[Any, ...]]] = []
        for axis, part in enumerate(plan):
            if axis in codes:
                at.append(middle[0] if axis in direct else chosen[picking.index(axis)])
            else:
                number, place = next(slices) if part is not None and part.kept else (0, ())
                at.append((part.segments[number] if part is not None else 0, place))
        return block.entry(tuple(p for p, _ in at), tuple(i for _, i in at))

    def weight(position: Position, places: Places) -> Entry:
        middle = position[cut : cut + rank], places[cut : cut + rank]
        found = [
            picked(codes[i], (*middle[0], position[len(shape) + n]), (*middle[1], places[len(shape) + n]))
            for n, i in enumerate(picking)
        ]
        return cases.apply(trace, _product, *found)

    values = build(trace, (*shape, *classes), inner, boolean=block.boolean)
    return gathered(trace, values, build(trace, values.axes, weight), len(picking)) if picking else values


def _product(*leaves: Any) -> Any:
    result: Any = Integer(1)
    for leaf in leaves:
        result *= leaf
    return result


def gathered(trace: Trace, values: Block, weights: Block, count: int) -> Block:
    """Return the entries that one-hot weights pick along the last axes, and remember what they were picked from."""
    letters = "abcdefghijklmnop"[: len(values.axes)]
    result = linear.contract(trace, [(values, letters), (weights, letters)], letters[: len(letters) - count])
    return replace(result, boolean=values.boolean, gathered=Gathered(values, weights, count))


def coded(trace: Trace, block: Block, axis: Axis) -> Block:
    """Return the one-hot codes of an array of whole numbers that indexes an axis; learns what labels are about."""
    if block.codes is not None:
        blocks.unify(trace, axis, block.codes.axes[-1])
        return block.codes
    leaf = block.leaf if block.leaf is not None and trace.table.integral.get(block.leaf, False) else None
    if leaf is not None and len(axis) == 1 and len(axis[0]) == 1:
        number = next(n for n, s in trace.symbols.items() if s == axis[0][0])
        raise Learned(lambda table: table.labels.update({leaf: number}))
    if leaf is not None and all(segment == () for segment in axis):
        raise Learned(lambda table: table.fixed_labels.update({leaf: len(axis)}))
    values = {at: cell.entry for at, cell in block.cells.items()}
    if all(segment == () for segment in axis) and all(isinstance(v, Integer) for v in values.values()):
        extent = len(axis)
        return build(
            trace,
            (*block.axes, axis),
            lambda at, _: Integer(int(int(str(values[at[:-1]])) % extent == at[-1])),
        )
    raise trace.end("[array]", "an index that is computed from values")


def learn_count(array: Any) -> None:
    """Learn that an input is a count, where it can be one."""
    leaf = array.block.leaf
    if leaf is not None and array.ndim == 0 and leaf in array.trace.table.whole:
        raise Learned(lambda table: table.count(leaf))
