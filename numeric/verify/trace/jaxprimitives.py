"""JAX's primitives of whole arrays, in NumPy's functions."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sympy import IndexedBase, Integer

from numeric.verify.trace import blocks, linear, shapes
from numeric.verify.trace.blocks import Block
from numeric.verify.trace.creation import positions
from numeric.verify.trace.handles import array_of, by_name
from numeric.verify.trace.lengths import Length


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda _params, *inputs: function(*inputs)


def _reduced(method: str) -> Callable[..., Any]:
    return lambda params, a: getattr(a, method)(axis=tuple(params["axes"]))


def _same(_params: Any, a: Any) -> Any:
    return a


def _is(a: Any, value: int) -> bool:
    """Return whether an array has no axes and one known value."""
    return not a.ndim and isinstance(a.block.scalar(), Integer) and bool(a.block.scalar() == value)


def _unless_neutral(function: Callable[..., Any], neutral: int) -> Callable[..., Any]:
    def apply(_params: Any, a: Any, b: Any) -> Any:
        """Return one argument itself where the other changes nothing: an index stays an index."""
        return a if _is(b, neutral) else b if _is(a, neutral) else function(a, b)

    return apply


def _less(params: Any, a: Any, b: Any) -> Any:
    """Return where one is less; a count from zero, as an index is, is never negative."""
    if _is(b, 0) and _counts(a, params["given"][0]):
        return array_of(blocks.constant(a.trace, Integer(0), a.block.axes, boolean=True))
    return np.less(a, b)


def _counts(a: Any, kind: Any) -> bool:
    """Return whether an array holds codes, or is an input that is nowhere negative in the example, which is noted."""
    if np.dtype(kind).kind not in "iu" or a.block.codes is not None:
        return a.block.codes is not None
    if a.block.leaf is None or not a.trace.table.natural.get(a.block.leaf, False):
        return False
    names = {str(base) for cell in a.block.cells.values() for base in cell.entry.atoms(IndexedBase)}
    for name in names or {"a label"}:
        a.trace.conditions[f"{name} >= 0"] = "as in the example"
    return True


def _converted(params: Any, a: Any) -> Any:
    kind, given = np.dtype(params["new_dtype"]).kind, np.dtype(params["given"][0]).kind
    if kind == "f" and not a.block.boolean:
        return a
    return a if kind in "iu" and given in "iu" else a.astype(params["new_dtype"])


def _broadcast(params: Any, a: Any, *_: Any) -> Any:
    """Return the array with its axes at the named places of a larger shape; an index stays an index."""
    trace, at = params["trace"], params["broadcast_dimensions"]
    axes = shapes.wanted_axes(trace, None, tuple(params["shape"]))
    codes = a.block.codes
    wide = None if codes is None else _spread(codes, (*at, len(axes)), (*axes, codes.axes[-1]))
    return array_of(replace(_spread(a.block, tuple(at), axes), codes=wide, boolean=a.block.boolean, leaf=a.block.leaf))


def _spread(block: Block, at: tuple[int, ...], axes: tuple[Any, ...]) -> Block:
    def entry(position: Any, places: Any) -> Any:
        """Return the entry at a position."""
        inner = [(0, ()) if block.axes[n] == blocks.UNIT else (position[k], places[k]) for n, k in enumerate(at)]
        return block.entry(tuple(p for p, _ in inner), tuple(i for _, i in inner))

    return blocks.build(block.trace, axes, entry)


def _counted(params: Any) -> Any:
    """Return 0, 1, 2, ... along one axis."""
    axes = shapes.wanted_axes(params["trace"], None, tuple(params["shape"]))
    line = array_of(positions(params["trace"], axes[params["dimension"]]))
    return _broadcast({**params, "broadcast_dimensions": (params["dimension"],)}, line)


def _dot_general(params: Any, a: Any, b: Any) -> Any:
    (left, right), (batch_left, batch_right) = params["dimension_numbers"]
    one, other = list("abcdefgh"[: a.ndim]), list("mnopqrst"[: b.ndim])
    for x, y in (*zip(left, right, strict=True), *zip(batch_left, batch_right, strict=True)):
        other[y] = one[x]
    batch = [one[x] for x in batch_left]
    summed = {one[x] for x in left}
    output = batch + [c for c in (*one, *other) if c not in summed and c not in batch]
    inputs = [(a.block, "".join(one)), (b.block, "".join(other))]
    return array_of(linear.contract(a.trace, inputs, "".join(dict.fromkeys(output))))


def _selected(_params: Any, which: Any, *cases: Any) -> Any:
    if len(cases) != 2 or not which.block.boolean:  # noqa: PLR2004 -- yes or no
        raise which.trace.end("select_n", "a choice among more than two")
    return np.where(which, cases[1], cases[0])


def _sliced(params: Any, a: Any) -> Any:
    steps = params["strides"] or [1] * a.ndim
    bounds = zip(params["start_indices"], params["limit_indices"], steps, strict=True)
    return a[tuple(slice(*bound) for bound in bounds)]


def _clamped(_params: Any, low: Any, a: Any, high: Any) -> Any:
    return np.minimum(np.maximum(a, low), high)


def _split(params: Any, a: Any) -> list[Any]:
    """Return the parts of given lengths along an axis."""
    parts: list[Any] = []
    start: Any = 0
    for extent in params["sizes"]:
        parts.append(
            a[tuple(slice(start, start + extent) if n == params["axis"] else slice(None) for n in range(a.ndim))]
        )
        start += extent
    return parts


def _squeezed(params: Any, a: Any) -> Any:
    return a[tuple(0 if n in params["dimensions"] else slice(None) for n in range(a.ndim))]


def _place(params: Any, a: Any) -> Any:
    return a.argmax(axis=params["axes"][0])


def _size(params: Any) -> Any:
    size = params["dim"]
    return array_of(blocks.constant(params["trace"], size.expr if isinstance(size, Length) else Integer(size)))


PRIMITIVES: dict[str, Callable[..., Any]] = {
    **{name: _plain(function) for name, function in by_name(lambda names: names.jax).items()},
    "add": _unless_neutral(operator.add, 0),
    "add_any": _plain(operator.add),
    "sub": _plain(operator.sub),
    "mul": _unless_neutral(operator.mul, 1),
    "div": _plain(operator.truediv),
    "neg": _plain(operator.neg),
    "pow": _plain(operator.pow),
    "clamp": _clamped,
    "integer_pow": lambda params, a: a ** params["y"],
    "gt": _plain(np.greater),
    "lt": _less,
    "ge": _plain(np.greater_equal),
    "le": _plain(np.less_equal),
    "eq": _plain(np.equal),
    "ne": _plain(np.not_equal),
    "and": _plain(np.logical_and),
    "or": _plain(np.logical_or),
    "not": _plain(np.logical_not),
    "is_finite": _plain(np.isfinite),
    "reduce_sum": _reduced("sum"),
    "reduce_max": _reduced("max"),
    "reduce_min": _reduced("min"),
    "reduce_prod": _reduced("prod"),
    "argmax": _place,
    "iota": _counted,
    "dim_as_value": _size,
    "transpose": lambda params, a: a.transpose(params["permutation"]),
    "reshape": lambda params, a: a.reshape(tuple(params["new_sizes"])),
    "squeeze": _squeezed,
    "expand_dims": lambda params, a: np.expand_dims(a, params["dimensions"]),
    "broadcast_in_dim": _broadcast,
    "dot_general": _dot_general,
    "select_n": _selected,
    "slice": _sliced,
    "split": _split,
    "convert_element_type": _converted,
    "stop_gradient": _same,
    "copy": _same,
    "copy_p": _same,
    "optimization_barrier": _same,
}
"""What a primitive of JAX is in NumPy's functions."""
