"""Arrays of whole numbers as an index: what they pick, and writing to the places they say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Integer

from numeric.verify.trace import blocks, cases, linear
from numeric.verify.trace.blocks import UNIT, Axis, Block, Gathered, Places, Position, broadcast, build, picked
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.errors import Learned
from numeric.verify.trace.handles import block_of, is_array, is_mask
from numeric.verify.trace.session import Trace
from numeric.verify.trace.slices import axis_of, plan_of


def scattered(trace: Trace, block: Block, keys: list[Any], value: Block) -> Block:
    """Return the block after values are written to places that arrays of whole numbers say, no place twice."""
    count = sum(1 for key in keys if is_array(key))
    if any(is_array(key) != (at < count) for at, key in enumerate(keys)) or any(k != slice(None) for k in keys[count:]):
        raise trace.end("[...] =", "arrays of indices together with other indices")
    codes = [coded(trace, block_of(trace, key), block.axes[at]) for at, key in enumerate(keys[:count])]
    outer = broadcast(trace, *(code.axes[:-1] for code in codes))
    if (outer and not any(_each_once(code) for code in codes)) or any(
        len(code.axes) != len(outer) + 1 for code in codes
    ):
        raise trace.end("[...] =", "one place may be written to twice")
    names, tail = "abcd"[: len(outer)], "uvw"[: len(block.axes) - count]
    inputs = [(code, names + "klmn"[at]) for at, code in enumerate(codes)]
    hit = linear.contract(trace, inputs, "klmn"[:count])
    hit = Block(
        trace,
        (*hit.axes, *(UNIT,) * len(tail)),
        {(*at, *(0,) * len(tail)): wider(c, len(tail)) for at, c in hit.cells.items()},
    )
    wide = (*outer, *block.axes[count:])
    _ = broadcast(trace, wide, value.axes)
    given = build(trace, wide, lambda at, places: picked(value, at, places))
    moved = linear.contract(trace, [*inputs, (given, names + tail)], "klmn"[:count] + tail)
    return blocks.elementwise(trace, lambda old, h, new: old * (1 - h) + new, block, hit, moved)


def _each_once(code: Block) -> bool:
    """Return whether an array of indices is 0, 1, 2, ...: its codes are the identity matrix."""
    if len(code.axes) != 2 or code.axes[0] != code.axes[1]:  # noqa: PLR2004 -- a matrix
        return False
    return all(cell.entry == (blocks.delta(*cell.places) if at[0] == at[1] else 0) for at, cell in code.cells.items())


def wider(cell: blocks.Cell, count: int) -> blocks.Cell:
    """Return a cell with more axes of length 1 at the end."""
    return blocks.Cell((*cell.places, *((),) * count), cell.entry)


def gather(trace: Trace, block: Block, keys: list[Any]) -> Block:
    """Return what arrays of whole numbers pick; slices beside them are kept whole."""
    if any(is_mask(k) for k in keys) or any(k is None for k in keys):
        raise trace.end("[mask]", "the shape of the result depends on values")
    arrays = [i for i, k in enumerate(keys) if not isinstance(k, slice)]
    if arrays != list(range(arrays[0], arrays[-1] + 1)):
        raise trace.end("[...]", "arrays of indices on both sides of a slice")
    plan = plan_of(trace, block, [slice(None) if is_array(k) else k for k in keys])
    axes = [axis_of(part, block, plan) for part in plan]
    codes = {i: coded(trace, block_of(trace, keys[i]), block.axes[i]) for i in arrays if is_array(keys[i])}
    outer = broadcast(trace, *(code.axes[:-1] for code in codes.values()))
    direct = {i for i, code in codes.items() if _each_once(code) and code.axes[:-1] == outer}
    picking = [i for i in codes if i not in direct]
    shape = (*axes[: arrays[0]], *outer, *axes[arrays[-1] + 1 :])
    classes = tuple(axes[i] for i in picking)
    cut, rank = arrays[0], len(outer)

    def inner(position: Position, places: Places) -> Entry:
        """Return the entry that is picked from."""
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
        """Return the one-hot weight of that entry."""
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
