"""Views of traced arrays: the same entries under other axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Integer

from numeric.verify.trace import blocks, reductions, shapes
from numeric.verify.trace.blocks import UNIT, Block
from numeric.verify.trace.handles import array_of, trace_of


def _view(array: Any, read: Callable[[Block], Block], write: Callable[[Block, Block], Block]) -> Any:
    from numeric.verify.trace.traced import TracedArray, View  # noqa: PLC0415 -- the two know each other

    return TracedArray(array.block, view=View(array, read, write))


def transpose(a: Any, *axes: Any) -> Any:
    """Return the transpose, a view; the axes may be given in another order."""
    rank = a.ndim
    given = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
    order = tuple(x % rank for x in given) if given else tuple(reversed(range(rank)))
    back = tuple(order.index(i) for i in range(rank))
    return _view(a, lambda b: shapes.permuted(b, order), lambda _b, new: shapes.permuted(new, back))


def swapaxes(a: Any, one: int, other: int) -> Any:
    """Return the array with two axes exchanged."""
    order = list(range(a.ndim))
    order[one], order[other] = order[other], order[one]
    return transpose(a, order)


def reshape(a: Any, *shape: Any, **_: Any) -> Any:
    """Return the entries in another shape, a view, where the sizes show that it fits."""
    trace = trace_of(a)
    wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple | list) else shape
    axes = shapes.wanted_axes(trace, a.block, tuple(wanted))
    old = a.block.axes
    return _view(a, lambda b: shapes.reshaped(trace, b, axes), lambda _b, new: shapes.reshaped(trace, new, old))


def ravel(a: Any, *_: Any, **__: Any) -> Any:
    """Return all entries in row order, a view."""
    return reshape(a, -1)


def flatten(a: Any, *_: Any, **__: Any) -> Any:
    """Return all entries in row order, a copy."""
    return array_of(reshape(a, -1).block)


def squeeze(a: Any, axis: Any = None) -> Any:
    """Return the array without its axes of length 1, or without the named ones."""
    drop = (
        [
            n
            for n, x in enumerate(a.block.axes)
            if x == UNIT or blocks.equal_sizes(a.trace, blocks.length(x), Integer(1))
        ]
        if axis is None
        else reductions.axes_of(a.trace, a.block, axis)
    )
    return a[tuple(0 if n in drop else slice(None) for n in range(a.ndim))]


def expand(a: Any, axis: Any) -> Any:
    """Return the array with one more axis of length 1."""
    rank = a.ndim + 1
    return a[tuple(None if n == axis % rank else slice(None) for n in range(rank))]
