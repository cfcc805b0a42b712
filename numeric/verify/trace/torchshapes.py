"""Operations of torch that pick, place, reshape and make arrays, in NumPy's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from numeric.verify.trace import blocks, numpy_functions, shapes
from numeric.verify.trace.creation import positions
from numeric.verify.trace.handles import array_of, block_of
from numeric.verify.trace.session import CURRENT, Trace

ENDLESS = 2**62
"""A slice that ends here ends where the axis ends."""


def _present() -> Trace:
    trace = CURRENT.get()
    if trace is None:
        raise TypeError
    return trace


def _swapped(a: Any, one: int = 0, other: int = 1) -> Any:
    return a.swapaxes(one, other)


def _expanded(a: Any, shape: Any, *_: Any) -> Any:
    lead = len(shape) - a.ndim
    wanted = tuple(extent if _open(extent) is False else a.shape[n - lead] for n, extent in enumerate(shape))
    return np.broadcast_to(a, wanted)


def _open(extent: Any) -> bool:
    return isinstance(extent, int) and extent == -1


def _reshaped(a: Any, shape: Any, *_: Any) -> Any:
    return a.reshape(tuple(shape))


def _squeezed(a: Any, axis: Any = None) -> Any:
    if axis is None:
        return np.squeeze(a)
    wanted = [x % a.ndim for x in (axis if isinstance(axis, list | tuple) else [axis])]
    return np.squeeze(a, tuple(n for n in wanted if a.block.axes[n] == blocks.UNIT))


def _along(axis: int, rank: int, key: Any) -> tuple[Any, ...]:
    return tuple(key if n == axis % rank else slice(None) for n in range(rank))


def _end(at: Any) -> Any:
    return None if isinstance(at, int) and at >= ENDLESS else at


def _sliced(a: Any, axis: int = 0, *bounds: Any) -> Any:
    return a[_along(axis, a.ndim, _bounds(*bounds))]


def _bounds(start: Any = None, stop: Any = None, step: Any = 1) -> slice:
    return slice(start or None, _end(stop), None if step == 1 else step)


def _select(a: Any, axis: int, at: Any) -> Any:
    return a[_along(axis, a.ndim, at)]


def _with_slice(a: Any, part: Any, axis: int = 0, *bounds: Any) -> Any:
    target = array_of(a.block)
    target[_along(axis, a.ndim, _bounds(*bounds))] = part
    return target


def _with_part(a: Any, part: Any, axis: int, at: Any) -> Any:
    target = array_of(a.block)
    target[_along(axis, a.ndim, at)] = part
    return target


def _filled(value: Any) -> Callable[..., Any]:
    return lambda shape, *_, **__: _full(shape, value)


def _full(shape: Any, value: Any, *_: Any, **__: Any) -> Any:
    trace = _present()
    axes = shapes.wanted_axes(trace, None, tuple(shape))
    return array_of(blocks.constant(trace, block_of(trace, value).scalar(), axes))


def _full_like(a: Any, value: Any, *_: Any, **__: Any) -> Any:
    return _full(a.shape, value)


def _range(*bounds: Any, **_: Any) -> Any:
    start, stop = (0, bounds[0]) if len(bounds) == 1 else bounds[:2]
    trace = _present()
    if start != 0 or (len(bounds) > 2 and bounds[2] != 1):  # noqa: PLR2004 -- the third is the step
        raise trace.end("arange", "a range that does not begin at 0")
    (axis,) = shapes.wanted_axes(trace, None, (stop,))
    return array_of(positions(trace, axis))


def _identity(n: Any, m: Any = None, **_: Any) -> Any:
    trace = _present()
    rows, columns = shapes.wanted_axes(trace, None, (n, n if m is None else m))
    return array_of(shapes.identity(trace, rows, columns))


def _indexed(a: Any, keys: Any) -> Any:
    return a[tuple(slice(None) if key is None else key for key in keys)]


def _put(a: Any, keys: Any, values: Any, accumulate: Any = False) -> Any:  # noqa: FBT002 -- torch gives it by place
    target = array_of(a.block)
    if accumulate:
        numpy_functions.add_at(np.add, target, tuple(keys), values)
    else:
        target[tuple(slice(None) if key is None else key for key in keys)] = values
    return target


def _gathered(a: Any, axis: int, index: Any, *_: Any) -> Any:
    """Return along one axis the entries that an index picks, one index for each place of the other axes."""
    return a[_line_keys(a, axis, index)]


def _added_along(a: Any, axis: int, index: Any, values: Any) -> Any:
    """Return the array with values added along one axis where an index says."""
    target = array_of(a.block)
    numpy_functions.add_at(np.add, target, _line_keys(a, axis, index), values)
    return target


def _line_keys(a: Any, axis: int, index: Any) -> tuple[Any, ...]:
    """Return the keys that pick along one axis, one index for each place of the other axes."""
    trace, keys = a.trace, list[Any]()
    for n in range(a.ndim):
        if n == axis % a.ndim:
            keys.append(index)
            continue
        blocks.unify(trace, a.block.axes[n], index.block.axes[n])
        line = array_of(positions(trace, a.block.axes[n]))
        keys.append(line[tuple(slice(None) if m == n else None for m in range(a.ndim))])
    return tuple(keys)


def _looked_up(table: Any, index: Any, *_: Any) -> Any:
    return table[index]


def _added_up(g: Any, index: Any, count: Any, *_: Any) -> Any:
    """Return the gradient of a look-up: each row is added where it came from."""
    target = _full((count, g.shape[-1]), 0)
    numpy_functions.add_at(np.add, target, index, g)
    return target


def _written(a: Any, value: Any, *_: Any) -> Any:
    a[...] = value
    return a


SHAPES: dict[str, Callable[..., Any]] = {
    "t": lambda a: a.T,
    "transpose": _swapped,
    "permute": lambda a, order: a.transpose(tuple(order)),
    "view": _reshaped,
    "_unsafe_view": _reshaped,
    "reshape": _reshaped,
    "expand": _expanded,
    "unsqueeze": np.expand_dims,
    "squeeze": _squeezed,
    "select": _select,
    "slice": _sliced,
    "select_scatter": _with_part,
    "slice_scatter": _with_slice,
    "cat": lambda parts, axis=0: np.concatenate(parts, axis),
    "stack": lambda parts, axis=0: np.stack(parts, axis),
    "diagonal": lambda a, *_: a.diagonal(),
    "index": _indexed,
    "index_put": _put,
    "gather": _gathered,
    "scatter_add": _added_along,
    "embedding": _looked_up,
    "embedding_dense_backward": _added_up,
    "arange": _range,
    "eye": _identity,
    "full": _full,
    "zeros": _filled(0),
    "ones": _filled(1),
    "empty": _filled(0),
    "new_zeros": lambda _, shape, **__: _full(shape, 0),
    "new_ones": lambda _, shape, **__: _full(shape, 1),
    "new_full": lambda _, shape, value, **__: _full(shape, value),
    "full_like": _full_like,
    "ones_like": lambda a, **_: _full_like(a, 1),
    "zeros_like": lambda a, **_: _full_like(a, 0),
    "empty_like": lambda a, **_: _full_like(a, 0),
    "clone": numpy_functions.copied,
    "copy_": _written,
    "fill_": _written,
    "zero_": lambda a: _written(a, 0),
}
"""What an operation of this kind is in NumPy's functions."""
