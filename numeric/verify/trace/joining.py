"""Traced arrays side by side, along an axis that they have or along a new one."""

from __future__ import annotations

from typing import Any

from numeric.verify.trace import shapes
from numeric.verify.trace.handles import array_of, block_of, trace_of
from numeric.verify.trace.reshaping import expand, ravel
from numeric.verify.trace.session import Trace


def _asarray_in(trace: Trace, value: Any) -> Any:
    return array_of(block_of(trace, value))


def stack(arrays: Any, axis: int = 0, **_: Any) -> Any:
    """Return arrays side by side along a new axis."""
    trace = trace_of(*arrays)
    parts = [expand(_asarray_in(trace, a), axis) for a in arrays]
    return concatenate(parts, axis)


def concatenate(arrays: Any, axis: int | None = 0, **_: Any) -> Any:
    """Return arrays end to end: the axis has their parts, one after the other."""
    trace = trace_of(*arrays)
    parts = [_asarray_in(trace, a) for a in arrays]
    if axis is None:
        parts, axis = [ravel(part) for part in parts], 0
    return array_of(shapes.joined(trace, [part.block for part in parts], axis))


def hstack(arrays: Any, **_: Any) -> Any:
    """Return arrays side by side: along the only axis, or along the second one."""
    trace = trace_of(*arrays)
    parts = [_asarray_in(trace, a) for a in arrays]
    parts = [ravel(part) if part.ndim == 0 else part for part in parts]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def vstack(arrays: Any, **_: Any) -> Any:
    """Return rows one below the other."""
    trace = trace_of(*arrays)
    parts = [_asarray_in(trace, a) for a in arrays]
    return concatenate([part[None] if part.ndim == 1 else part for part in parts], 0)


def column_stack(arrays: Any) -> Any:
    """Return columns side by side."""
    trace = trace_of(*arrays)
    parts = [_asarray_in(trace, a) for a in arrays]
    return concatenate([part[:, None] if part.ndim == 1 else part for part in parts], 1)
