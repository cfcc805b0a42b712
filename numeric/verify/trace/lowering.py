"""What `derive.lambdify` makes, run on traced arrays: its program, with the stable functions as mathematics."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from derive.lower.library import SPECIAL, Library
from numeric.verify.trace import shapes
from numeric.verify.trace.creation import positions
from numeric.verify.trace.handles import array_of, block_of, special, trace_of
from numeric.verify.trace.session import CURRENT


def _softplus(x: Any) -> Any:
    return np.log1p(np.exp(x))


def _sigmoid_slope(x: Any) -> Any:
    value = special("expit")(x)
    return value * (1 - value)


def _log_total(e: Any, axis: int) -> Any:
    return np.log(e.sum(axis=axis))


def _others(e: Any, axis: int) -> Any:
    return e.sum(axis=axis, keepdims=True) - e


def _log_complement(x: Any, axis: int) -> Any:
    e = np.exp(x)
    total = e.sum(axis=axis, keepdims=True)
    return np.log(total - e) - np.log(total)


def _log_determinant(matrix: Any) -> Any:
    return np.linalg.slogdet(matrix)[1]


def _squared_distances(a: Any, b: Any) -> Any:
    return ((a[:, None] - b[None]) ** 2).sum(-1)


def _axis(extent: Any) -> Any:
    (axis,) = shapes.wanted_axes(_trace(), None, (extent,))
    return axis


def _trace() -> Any:
    trace = CURRENT.get()
    if trace is None:
        raise TypeError
    return trace


def _identity(size: Any, _like: Any) -> Any:
    return array_of(shapes.identity(_trace(), _axis(size)))


def _positions(start: Any, stop: Any, _like: Any) -> Any:
    if not isinstance(start, int) or start:
        raise _trace().end(start, "positions that do not begin at 0")
    return array_of(positions(_trace(), _axis(stop)))


def _coincide(*bounds: Any) -> Any:
    start, stop, begin, end, _ = bounds
    if not all(isinstance(first, int) and not first for first in (start, begin)):
        raise _trace().end(start, "positions that do not begin at 0")
    return array_of(shapes.identity(_trace(), _axis(stop), _axis(end)))


def _heaviside(x: Any, middle: float = 0.5) -> Any:
    return np.heaviside(x, middle)


def _array(value: Any) -> Any:
    trace = trace_of(value)
    return array_of(block_of(trace, value))


def library() -> Library:
    """Return what a program finds when its arguments are traced arrays.

    >>> library().symbolic
    True
    """
    named: dict[str, Any] = {
        **{name: special(scipy) for name, scipy in SPECIAL.items()},
        "softplus": _softplus,
        "sigmoid_slope": _sigmoid_slope,
        "peak": lambda x, axis: x.max(axis=axis),
        "log_total": _log_total,
        "others": _others,
        "log_complement": _log_complement,
        "xlogy": special("xlogy"),
        "xlog1py": special("xlog1py"),
        "logdet": _log_determinant,
        "eye": _identity,
        "positions": _positions,
        "diagonal": _identity,
        "coincidence": _coincide,
        "coincide": _coincide,
        "squared_distances": _squared_distances,
        "heaviside": _heaviside,
    }
    return Library(
        name="traced",
        namespace={"np": np, "math": math, **named},
        array=_array,
        is_plain=lambda _: True,
        is_real=lambda _: True,
        common_type=lambda _: np.dtype(float),
        cast=lambda value, _: value,
        symbolic=True,
    )
