"""NumPy's functions of whole arrays, and the methods of an array, for traced ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sympy import Integer

from numeric.verify.trace import blocks, gathering, indexing, linear, reductions, shapes
from numeric.verify.trace.blocks import Block, build, constant, elementwise
from numeric.verify.trace.handles import array_of, block_of, trace_of
from numeric.verify.trace.joining import column_stack, concatenate, hstack, stack, vstack
from numeric.verify.trace.products import PRODUCTS, diagonal, dot, trace_sum
from numeric.verify.trace.reshaping import expand, flatten, ravel, reshape, squeeze, swapaxes, transpose


def _along(function: Callable[..., Block]) -> Callable[..., Any]:
    """Return a reduction as NumPy calls it."""

    def apply(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, **options: Any) -> Any:
        """Return what the function makes of these arguments."""
        trace = trace_of(a)
        if (options.pop("where", None) is not None) or "initial" in options:
            raise trace.end("reduction", "the options `where` and `initial` are not traced")
        _ = dtype
        result = array_of(function(trace, block_of(trace, a), axis, **options))
        if out is not None:
            out[...] = result
        return result if out is None else out

    return apply


def _extreme(a: Any, axis: Any = None, out: Any = None, **options: Any) -> Any:
    return _along(reductions.maximum)(a, axis, None, out, **options)


def _least(a: Any, axis: Any = None, out: Any = None, **options: Any) -> Any:
    return -_extreme(-a, axis, out, **options)


def _place(a: Any, axis: Any = None, **_: Any) -> Any:
    trace = trace_of(a)
    return array_of(reductions.place_of_maximum(trace, block_of(trace, a), axis))


def copied(a: Any, *_: Any, **__: Any) -> Any:
    """Return a copy that shares nothing."""
    trace = trace_of(a)
    return array_of(block_of(trace, a))


def _asarray(a: Any, *_: Any, **__: Any) -> Any:
    from numeric.verify.trace.traced import TracedArray  # noqa: PLC0415 -- the two know each other

    return a if isinstance(a, TracedArray) else copied(a)


def _astype(a: Any, dtype: Any = None, **_: Any) -> Any:
    kind = np.dtype(dtype).kind
    if kind in "iu" and not (a.block.boolean or a.block.codes is not None):
        return _whole(a)
    if kind == "b" and not a.block.boolean:
        raise a.trace.end("astype(bool)", "numbers are turned into truth values")
    block = a.block
    return array_of(Block(block.trace, block.axes, block.cells, block.codes if kind in "iu" else None, kind == "b"))


def _whole(a: Any) -> Any:
    """Return an input that is cast to whole numbers as itself: it may serve as an index."""
    if a.block.leaf is None or not a.trace.table.integral.get(a.block.leaf, False):
        raise a.trace.end("astype(int)", "numbers are rounded")
    return a


def where(condition: Any, yes: Any = None, no: Any = None) -> Any:
    """Return one entry where a condition is true, another where it is not."""
    trace = trace_of(condition, yes, no)
    if yes is None or no is None:
        raise trace.end("where", "the shape of the result depends on values")
    return array_of(indexing.where(trace, block_of(trace, condition), block_of(trace, yes), block_of(trace, no)))


def _select(conditions: Any, choices: Any, default: Any = 0) -> Any:
    result = default
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = where(condition, choice, result)
    return result


def _clip(a: Any, a_min: Any = None, a_max: Any = None, **options: Any) -> Any:
    low, high = options.get("min", a_min), options.get("max", a_max)
    lifted = a if low is None else np.maximum(a, low)
    return lifted if high is None else np.minimum(lifted, high)


def _at_least(rank: int) -> Callable[..., Any]:
    def apply(a: Any) -> Any:
        """Return what the function makes of these arguments."""
        array = _asarray(a)
        while array.ndim < rank:
            array = array[None]
        return array

    return apply


def _full_like(value: Any) -> Callable[..., Any]:
    def apply(a: Any, *_: Any, **__: Any) -> Any:
        """Return what the function makes of these arguments."""
        trace = trace_of(a)
        return array_of(constant(trace, Integer(value), block_of(trace, a).axes))

    return apply


def _filled_like(a: Any, fill_value: Any, **_: Any) -> Any:
    return _full_like(0)(a) + fill_value


def reduce(ufunc: Any, array: Any, axis: Any = 0, **options: Any) -> Any:
    """Return what a universal function's `reduce` gives."""
    known = {np.add: FUNCTIONS[np.sum], np.multiply: FUNCTIONS[np.prod], np.maximum: _extreme, np.minimum: _least}
    if ufunc not in known:
        raise trace_of(array).end(f"{ufunc.__name__}.reduce", "this reduction is not traced")
    return known[ufunc](array, axis, **options)


def add_at(ufunc: Any, target: Any, key: Any, value: Any = None) -> None:
    """Add to the places that an array of whole numbers says, each as often as it is said."""
    trace = trace_of(target, key, value)
    keys = key if isinstance(key, tuple) else (key,)
    if ufunc is not np.add or value is None or not hasattr(target, "assign") or len(keys) > target.ndim:
        raise trace.end(f"{ufunc.__name__}.at", "only np.add.at on a traced array is traced")
    block, given = target.block, block_of(trace, value)
    codes = [gathering.coded(trace, block_of(trace, k), block.axes[n]) for n, k in enumerate(keys)]
    outer = blocks.broadcast(trace, *(code.axes[:-1] for code in codes))
    rest = block.axes[len(keys) :]
    given = (
        build(trace, (*outer, *rest), lambda at, places: blocks.picked(given_, at, places))
        if (given_ := given)
        else given
    )
    names = "abcd"[: len(outer)]
    inputs = [(code, names[len(outer) - len(code.axes) + 1 :] + "klmn"[n]) for n, code in enumerate(codes)]
    tail = "uvw"[: len(rest)]
    moved = linear.contract(trace, [*inputs, (given, names + tail)], "klmn"[: len(keys)] + tail)
    target.assign(elementwise(trace, lambda a, b: a + b, block, moved))


def _cumulative(a: Any, *_: Any, **__: Any) -> Any:
    raise trace_of(a).end("cumsum", "sums up to a place are not traced")


def _softmax(x: Any, axis: Any = None) -> Any:
    e = np.exp(x)
    return e / _along(reductions.total)(e, axis, keepdims=True)


def _log_softmax(x: Any, axis: Any = None) -> Any:
    return x - _along(reductions.log_sum_exp)(x, axis, keepdims=True)


def _logsumexp(a: Any, axis: Any = None, b: Any = None, *, keepdims: Any = False, **_: Any) -> Any:
    if b is not None:
        return np.log(_along(reductions.total)(b * np.exp(a), axis, keepdims=keepdims))
    return _along(reductions.log_sum_exp)(a, axis, keepdims=keepdims)


def _fill(a: Any, value: Any) -> None:
    a[...] = value


def _average(a: Any, axis: Any = None, weights: Any = None, **options: Any) -> Any:
    if weights is None:
        return _along(reductions.mean)(a, axis, **options)
    total = _along(reductions.total)
    if axis is not None and np.ndim(a) != np.ndim(weights):
        weights = weights[tuple(slice(None) if n == axis % a.ndim else None for n in range(a.ndim))]
    return total(a * weights, axis) / total(weights * np.ones_like(a), axis)


def _broadcast_to(a: Any, shape: Any, **_: Any) -> Any:
    trace = trace_of(a, shape)
    block = block_of(trace, a)
    axes = shapes.wanted_axes(trace, None, tuple(shape) if isinstance(shape, tuple | list) else (shape,))
    wide = blocks.broadcast(trace, axes, block.axes)
    return array_of(build(trace, wide, lambda at, places: blocks.picked(block, at, places), boolean=block.boolean))


def _difference(a: Any, n: int = 1, axis: int = -1) -> Any:
    for _ in range(n):
        ends = [tuple(part if at == axis % a.ndim else slice(None) for at in range(a.ndim)) for part in PAIR]
        a = a[ends[0]] - a[ends[1]]
    return a


def _shape(a: Any) -> Any:
    return a.shape


def _nan_to_num(a: Any, *_: Any, **__: Any) -> Any:
    return _asarray(a)


PAIR = slice(1, None), slice(None, -1)
_SUM, _MEAN, _PROD = _along(reductions.total), _along(reductions.mean), _along(reductions.product)
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **PRODUCTS,
    np.sum: _SUM,
    np.nansum: _SUM,
    np.mean: _MEAN,
    np.average: _average,
    np.prod: _PROD,
    np.var: _along(reductions.variance),
    np.std: _along(reductions.deviation),
    np.max: _extreme,
    np.amax: _extreme,
    np.min: _least,
    np.amin: _least,
    np.argmax: _place,
    np.argmin: lambda a, axis=None, **_: _place(-a, axis),
    np.transpose: transpose,
    np.swapaxes: swapaxes,
    np.moveaxis: lambda a, s, d: transpose(a, shapes.moved(a.ndim, s, d)),
    np.reshape: lambda a, shape=None, *_, newshape=None, **__: reshape(a, shape if newshape is None else newshape),
    np.ravel: ravel,
    np.squeeze: squeeze,
    np.expand_dims: expand,
    np.copy: copied,
    np.where: where,
    np.select: _select,
    np.clip: _clip,
    np.stack: stack,
    np.concatenate: concatenate,
    np.hstack: hstack,
    np.vstack: vstack,
    np.column_stack: column_stack,
    np.append: lambda a, b, axis=None: concatenate([a, b], axis),
    np.atleast_1d: _at_least(1),
    np.atleast_2d: _at_least(2),
    np.zeros_like: _full_like(0),
    np.ones_like: _full_like(1),
    np.empty_like: _full_like(0),
    np.full_like: _filled_like,
    np.cumsum: _cumulative,
    np.diff: _difference,
    np.broadcast_to: _broadcast_to,
    np.shape: _shape,
    np.ndim: lambda a: a.ndim,
    np.size: lambda a, axis=None: a.size if axis is None else a.shape[axis],
    np.nan_to_num: _nan_to_num,
    np.real: _asarray,
    np.count_nonzero: lambda a, axis=None, **_: _SUM(np.not_equal(a, 0), axis),
}


METHODS: dict[str, Callable[..., Any]] = {
    "sum": _SUM,
    "mean": _MEAN,
    "prod": _PROD,
    "var": FUNCTIONS[np.var],
    "std": FUNCTIONS[np.std],
    "max": _extreme,
    "min": _least,
    "argmax": _place,
    "argmin": FUNCTIONS[np.argmin],
    "transpose": transpose,
    "swapaxes": swapaxes,
    "reshape": reshape,
    "ravel": ravel,
    "flatten": flatten,
    "squeeze": squeeze,
    "copy": copied,
    "__copy__": copied,
    "__deepcopy__": copied,
    "astype": _astype,
    "dot": dot,
    "clip": _clip,
    "trace": trace_sum,
    "diagonal": diagonal,
    "fill": _fill,
    "conj": _asarray,
}


def special_functions() -> dict[Any, Callable[..., Any]]:
    """Return those of `scipy.special` that work along axes."""
    from scipy import special  # noqa: PLC0415 -- heavy, and not always needed

    return {special.softmax: _softmax, special.log_softmax: _log_softmax, special.logsumexp: _logsumexp}
