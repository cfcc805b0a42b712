"""Indexing as NumPy does it: slices and numbers give views, arrays of whole numbers pick by their one-hot codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sympy import Integer

from numeric.verify.trace import blocks
from numeric.verify.trace.blocks import UNIT, Block
from numeric.verify.trace.errors import Learned
from numeric.verify.trace.gathering import gather, scattered, wider
from numeric.verify.trace.handles import array_of, is_array, is_mask
from numeric.verify.trace.session import Trace
from numeric.verify.trace.slices import placed, plan_of, taken

if TYPE_CHECKING:
    from numeric.verify.trace.traced import TracedArray


ONE = Integer(1)


def get(array: TracedArray, key: Any) -> Any:
    """Return `array[key]`: a view for slices and numbers, else a copy."""
    from numeric.verify.trace.traced import TracedArray, View  # noqa: PLC0415 -- the two know each other

    trace, keys = array.trace, _expanded(array, key)
    if any(is_array(k) for k in keys):
        return TracedArray(gather(trace, array.block, keys))
    plan = plan_of(trace, array.block, keys)
    view = View(array, lambda base: taken(base, plan), lambda base, new: placed(base, plan, new))
    return TracedArray(array.block, view=view)


def put(trace: Trace, block: Block, key: Any, value: Block) -> Block:
    """Return the block after `block[key] = value`."""
    keys = _expanded(array_of(block), key)
    if any(is_mask(k) for k in keys):
        return _masked(trace, block, keys, value)
    if any(is_array(k) for k in keys):
        return scattered(trace, block, keys, value)
    return placed(block, plan_of(trace, block, keys), value)


def _expanded(array: Any, key: Any) -> list[Any]:
    """Return one key for each axis, with the ellipsis written out and whole numbers as such."""
    keys = [np.asarray(k) if isinstance(k, range) else k for k in (key if isinstance(key, tuple) else (key,))]
    from numeric.verify.trace.lengths import Length  # noqa: PLC0415 -- the two know each other

    known = (int, np.integer, slice, Length, type(None), type(...))
    for each in keys:
        if isinstance(each, bool) or not (isinstance(each, known) or is_array(each)):
            raise array.trace.end(f"[{each!r}]", "this kind of index is not traced")
    rank = array.ndim - sum(1 for k in keys if k is not None and k is not ...) - _extra_axes(keys)
    at = next((i for i, k in enumerate(keys) if k is ...), len(keys))
    return [*keys[:at], *[slice(None)] * rank, *(k for k in keys[at:] if k is not ...)]


def _extra_axes(keys: list[Any]) -> int:
    """Return how many axes more than one the boolean masks among the keys take."""
    return sum(k.ndim - 1 for k in keys if is_mask(k))


def _masked(trace: Trace, block: Block, keys: list[Any], value: Block) -> Block:
    """Return the block with a value where a mask is true."""
    mask = keys[0].block if len(keys) == 1 and hasattr(keys[0], "block") else None
    if mask is None or value.axes:
        raise trace.end("[mask] =", "a mask together with other indices, or an array of values for it")
    lead = len(block.axes) - len(mask.axes)
    wide = Block(
        trace,
        (*mask.axes, *(UNIT,) * lead),
        {(*at, *(0,) * lead): wider(cell, lead) for at, cell in mask.cells.items()},
        boolean=True,
    )
    return where(trace, wide, value, block)


def where(trace: Trace, condition: Block, yes: Block, no: Block) -> Block:
    """Return one entry where a condition is true, another where it is not."""
    if not condition.boolean:
        condition = blocks.elementwise(trace, lambda c: trace.choose(c, ONE, Integer(0), ONE), condition, boolean=True)

    known = {cell.entry for cell in condition.cells.values()}
    if known in ({ONE}, {Integer(0)}):
        chosen = yes if known == {ONE} else no
        if blocks.broadcast(trace, condition.axes, yes.axes, no.axes) == chosen.axes:
            return chosen

    def choice(c: Any, a: Any, b: Any) -> Any:
        """Return one of two entries."""
        return a if c == 1 else b if c == 0 else c * a + (1 - c) * b

    return blocks.elementwise(trace, choice, condition, yes, no, boolean=yes.boolean and no.boolean)


def learn_count(array: Any) -> None:
    """Learn that an input is a count, where it can be one."""
    leaf = array.block.leaf
    if leaf is not None and array.ndim == 0 and leaf in array.trace.table.whole:
        raise Learned(lambda table: table.count(leaf))
