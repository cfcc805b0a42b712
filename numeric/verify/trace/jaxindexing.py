"""JAX's primitives that pick from arrays and write to them: their index arrays as keys of NumPy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Integer

from numeric.verify.trace import blocks, numpy_functions
from numeric.verify.trace.blocks import UNIT
from numeric.verify.trace.creation import positions
from numeric.verify.trace.handles import array_of
from numeric.verify.trace.lengths import Length


@dataclass(frozen=True, slots=True)
class Columns:
    """Index arrays side by side along a last axis, each as it was before."""

    parts: tuple[Any, ...]

    @property
    def shape(self) -> tuple[Any, ...]:
        """Return the shape that the parts have together."""
        return (*self.parts[0].shape[:-1], len(self.parts))

    def array(self) -> Any:
        """Return one array, as for any other purpose."""
        return np.concatenate(self.parts, -1)


def _concatenated(params: Any, *parts: Any) -> Any:
    whole = all(kind is not None and np.dtype(kind).kind in "iu" for kind in params["given"])
    last = params["dimension"] == parts[0].ndim - 1
    if whole and last and all(not isinstance(p, Columns) and p.block.axes[-1] == UNIT for p in parts):
        return Columns(parts)
    return np.concatenate([p.array() if isinstance(p, Columns) else p for p in parts], params["dimension"])


def _columns(indices: Any) -> list[Any]:
    """Return the index arrays, each without the last axis."""
    if isinstance(indices, Columns):
        return [part[..., 0] for part in indices.parts]
    return [indices[..., at] for at in range(indices.shape[-1])] if indices.ndim else [indices]


def _key(column: Any) -> Any:
    """Return an index as a number where it is one, else as an array."""
    entry: Any = column.block.scalar() if not column.ndim else None
    return int(entry) if isinstance(entry, Integer) else column


def _keys(trace: Any, a: Any, indices: Any, names: Any, extents: Any) -> dict[int, Any]:
    """Return the keys by axis: a number or an array for a single place, a slice for several.

    `names` are the axes that are indexed, those whose place is written out, and the pairs of axes that go together.
    """
    indexed, dropped, paired = names
    keys: dict[int, Any] = {}
    for column, axis in zip(_columns(indices), indexed, strict=True):
        key = _key(column)
        if axis in dropped:
            keys[axis] = key
        elif isinstance(key, int):
            keys[axis] = slice(key, key + extents[axis])
        else:
            raise trace.end("gather", "a slice at a place that depends on values")
    rank = len(indices.shape) - 1
    for axis, along in paired:
        places = positions(trace, a.block.axes[axis])
        keys[axis] = array_of(places)[(*(None,) * along, slice(None), *(None,) * (rank - along - 1))]
    return keys


def _in_front(a: Any, keys: dict[int, Any]) -> tuple[Any, tuple[Any, ...], tuple[int, ...]]:
    """Return the array with the axes of single places in front, the keys in that order, and the order."""
    single = [axis for axis in sorted(keys) if not isinstance(keys[axis], slice)]
    order = (*single, *(axis for axis in range(a.ndim) if axis not in single))
    return a.transpose(order), tuple(keys.get(axis, slice(None)) for axis in order), order


def _gathered(params: Any, a: Any, indices: Any) -> Any:
    """Return what index arrays pick: axes of the indices and of the slices in the wanted order."""
    names = params["dimension_numbers"]
    paired = list(zip(names.operand_batching_dims, names.start_indices_batching_dims, strict=True))
    dropped = {*names.collapsed_slice_dims, *names.operand_batching_dims}
    keys = _keys(params["trace"], a, indices, (names.start_index_map, dropped, paired), params["slice_sizes"])
    front, key, _ = _in_front(a, keys)
    picked = front[key]
    outer = len(indices.shape) - 1
    places = iter(range(outer))
    slices = iter(range(outer, picked.ndim))
    order = tuple(next(slices if axis in names.offset_dims else places) for axis in range(picked.ndim))
    return picked.transpose(order) if order != tuple(range(picked.ndim)) else picked


def _scattered(params: Any, a: Any, indices: Any, updates: Any, *, adding: bool) -> Any:
    """Return the array after values are written or added to the places that index arrays say."""
    names = params["dimension_numbers"]
    paired = list(zip(names.operand_batching_dims, names.scatter_indices_batching_dims, strict=True))
    dropped = {*names.inserted_window_dims, *names.operand_batching_dims}
    windows = [axis for axis in range(a.ndim) if axis not in dropped]
    extents = {axis: updates.shape[at] for axis, at in zip(windows, names.update_window_dims, strict=True)}
    keys = _keys(params["trace"], a, indices, (names.scatter_dims_to_operand_dims, dropped, paired), extents)
    target = array_of(a.block)
    front, key, _ = _in_front(target, keys)
    outer = [axis for axis in range(updates.ndim) if axis not in names.update_window_dims]
    values = updates.transpose((*outer, *names.update_window_dims)) if updates.ndim else updates
    if adding and any(hasattr(each, "block") for each in key):
        count = sum(hasattr(each, "block") or isinstance(each, int) for each in key)
        numpy_functions.add_at(np.add, front, key[:count], values)
    else:
        front[key] = front[key] + values if adding else values
    return target


def _start(index: Any) -> Any:
    entry: Any = index.block.scalar()
    return int(entry) if isinstance(entry, Integer) else Length(index.trace, entry)


def _cut(params: Any, a: Any, *starts: Any) -> Any:
    """Return a slice of given extents that begins at given places; JAX moves one that sticks out back inside."""
    begins = [_start(start) for start in starts]
    extents = params["slice_sizes"]
    keys = [
        slice(None) if extent == n else slice(b, b + extent)
        for b, extent, n in zip(begins, extents, a.shape, strict=True)
    ]
    return a[tuple(keys)]


def _replaced(_params: Any, a: Any, values: Any, *starts: Any) -> Any:
    begins = [_start(start) for start in starts]
    target = array_of(a.block)
    target[tuple(slice(b, b + extent) for b, extent in zip(begins, values.shape, strict=True))] = values
    return target


def _padded(params: Any, a: Any, value: Any) -> Any:
    """Return the array with a value before and after it along each axis."""
    for axis, (before, after, between) in enumerate(params["padding_config"]):
        if between:
            raise params["trace"].end("pad", "values are put in between")
        parts = [_filled(a, axis, before, value), a, _filled(a, axis, after, value)]
        a = np.concatenate([part for part in parts if part is not None], axis)
    return a


def _filled(a: Any, axis: int, extent: Any, value: Any) -> Any:
    if isinstance(extent, int) and extent < 0:
        raise a.trace.end("pad", "an axis is cut by a negative padding")
    if isinstance(extent, int) and not extent:
        return None
    wide = blocks.axis_of_length(extent.expr if isinstance(extent, Length) else extent)
    if wide is None:
        raise a.trace.end("pad", "this is no length")
    axes = (*a.block.axes[:axis], wide, *a.block.axes[axis + 1 :])
    return array_of(blocks.constant(a.trace, value.block.scalar(), axes))


INDEXING: dict[str, Callable[..., Any]] = {
    "concatenate": _concatenated,
    "gather": _gathered,
    "scatter": lambda params, *given: _scattered(params, *given, adding=False),
    "scatter-add": lambda params, *given: _scattered(params, *given, adding=True),
    "dynamic_slice": _cut,
    "dynamic_update_slice": _replaced,
    "pad": _padded,
}
"""Primitives that may get index arrays side by side."""
