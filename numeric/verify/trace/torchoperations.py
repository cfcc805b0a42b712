"""Operations of torch, in NumPy's functions."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from numeric.verify.trace import numpy_functions
from numeric.verify.trace.handles import axes_given, by_name, special
from numeric.verify.trace.torchlayers import LAYERS
from numeric.verify.trace.torchshapes import SHAPES


def _reduced(method: str) -> Callable[..., Any]:
    def apply(a: Any, axes: Any = None, keepdim: Any = False, *_: Any, **__: Any) -> Any:  # noqa: FBT002 -- torch gives it by place
        """Return what the method makes of these axes."""
        return getattr(a, method)(axis=axes_given(axes), keepdims=keepdim)

    return apply


def _spread(method: str) -> Callable[..., Any]:
    def apply(a: Any, axes: Any = None, *_: Any, correction: Any = 1, keepdim: Any = False, **__: Any) -> Any:
        """Return a variance, or its root."""
        ddof = 1 if correction is None else correction
        return getattr(a, method)(axis=axes_given(axes), keepdims=keepdim, ddof=ddof)

    return apply


def _largest(a: Any, axis: Any = None, keepdim: Any = False, *_: Any) -> Any:  # noqa: FBT002 -- the same
    value = a.max(axis=axes_given(axis), keepdims=keepdim)
    return value if axis is None else (value, a.argmax(axis=axis))


def _norm(a: Any, order: Any = 2, axes: Any = None, keepdim: Any = False, **_: Any) -> Any:  # noqa: FBT002 -- the same
    if order not in {1, 2}:
        raise a.trace.end(f"norm(ord={order})", "only the norms of sums of squares or magnitudes are traced")
    inner = np.abs(a) if order == 1 else np.square(a)
    total = inner.sum(axis=axes_given(axes), keepdims=keepdim)
    return total if order == 1 else np.sqrt(total)


def _converted(a: Any, *_: Any, dtype: Any = None, **__: Any) -> Any:
    if dtype is None or not hasattr(a, "block"):
        return a
    if a.block.boolean:
        return a.astype(float) if dtype.is_floating_point else a.astype(int)
    if dtype.is_floating_point or a.block.codes is not None:
        return numpy_functions.copied(a)
    return a if a.block.leaf is not None and a.trace.table.integral.get(a.block.leaf, False) else a.astype(int)


def _clamped(a: Any, low: Any = None, high: Any = None, *, min: Any = None, max: Any = None) -> Any:  # noqa: A002 -- torch's names
    return np.clip(a, low if min is None else min, high if max is None else max)


def _masked(a: Any, mask: Any, value: Any) -> Any:
    return np.where(mask, value, a)


def _chosen(condition: Any, yes: Any, no: Any) -> Any:
    return np.where(condition, yes, no)


def _same(a: Any, *_: Any, **__: Any) -> Any:
    return a


def _solved(a: Any, b: Any, *_: Any, **__: Any) -> tuple[Any, ...]:
    return np.linalg.solve(a, b), None, None, None


def _log_determinant(a: Any) -> tuple[Any, ...]:
    return (*np.linalg.slogdet(a), None, None)


def _count(a: Any, axis: int) -> Any:
    return a.shape[axis]


def _matrix_plus(c: Any, a: Any, b: Any, *, beta: Any = 1) -> Any:
    return beta * c + a @ b


OPERATIONS: dict[str, Callable[..., Any]] = {
    **SHAPES,
    **LAYERS,
    **by_name(lambda names: names.torch),
    "add": operator.add,
    "sub": operator.sub,
    "rsub": lambda a, b, *_: b - a,
    "mul": operator.mul,
    "div": operator.truediv,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "neg": operator.neg,
    "pow": operator.pow,
    "mm": operator.matmul,
    "mv": operator.matmul,
    "bmm": operator.matmul,
    "dot": operator.matmul,
    "vdot": operator.matmul,
    "matmul": operator.matmul,
    "addmm": _matrix_plus,
    "addmv": _matrix_plus,
    "baddbmm": _matrix_plus,
    "xlogy": special("xlogy"),
    "sgn": np.sign,
    "clamp": _clamped,
    "clamp_min": np.maximum,
    "clamp_max": np.minimum,
    "gt": np.greater,
    "lt": np.less,
    "ge": np.greater_equal,
    "le": np.less_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
    "logical_not": np.logical_not,
    "bitwise_and": np.logical_and,
    "bitwise_or": np.logical_or,
    "bitwise_not": np.logical_not,
    "where": _chosen,
    "masked_fill": _masked,
    "sum": _reduced("sum"),
    "mean": _reduced("mean"),
    "amax": _reduced("max"),
    "amin": _reduced("min"),
    "prod": _reduced("prod"),
    "max": _largest,
    "argmax": lambda a, axis=None, *_: a.argmax(axis=axis),
    "var": _spread("var"),
    "std": _spread("std"),
    "linalg_vector_norm": _norm,
    "scalar_tensor": _same,
    "sym_size": _count,
    "sym_numel": lambda a: a.size,
    "sym_float": _same,
    "linalg_inv_ex": lambda a, **_: (np.linalg.inv(a), None),
    "_linalg_solve_ex": _solved,
    "_linalg_slogdet": _log_determinant,
    "detach": _same,
    "alias": _same,
    "lift_fresh_copy": _same,
    "_to_copy": _converted,
    "convert_element_type": lambda a, dtype: _converted(a, dtype=dtype),
    "getitem": operator.getitem,
}
"""What an operation of torch is in NumPy's functions. One whose name ends with a bar, and is not here, is the same
without it, written to its first argument."""
MUTATING = {"copy_", "fill_", "zero_"}
WHOLE = {
    "nll_loss_forward",
    "nll_loss_backward",
    "softplus",
    "softplus_backward",
    "_softmax",
    "_log_softmax",
    "logsumexp",
    "embedding_dense_backward",
    "linalg_vector_norm",
    "var",
    "std",
}
"""Operations that torch does not take apart, because they are known as a whole."""
