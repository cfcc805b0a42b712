"""The derivative rules of NumPy's operations, as tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from derive.functions import SCIPY, Function, replaced
from numeric.verify.elementary import ROWS, worth
from numeric.verify.tape import linear
from numeric.verify.tape.node import Array, Link, Taped, UntapedError
from numeric.verify.tape.opaque import elementwise, opaque

Local = Callable[..., Any]


def _slope(row: Function) -> Local:
    """Return the derivative of a row, as a function of its value and of its argument."""
    derivative = replaced(row.derivative or 0, (row.name, "z"), "a")
    return lambda a, x: worth(derivative, a=a, z=x) + np.zeros_like(x)


UNARY: dict[str, Local] = {
    **{row.names.numpy.removeprefix(SCIPY): _slope(row) for row in ROWS if row.derivative is not None},
    **dict.fromkeys(("negative",), lambda _a, x: -np.ones_like(x)),
    **dict.fromkeys(("positive", "conjugate"), lambda _a, x: np.ones_like(x)),
    **dict.fromkeys(("absolute", "fabs"), lambda _a, x: np.sign(x)),
    **dict.fromkeys(("floor", "ceil", "rint"), lambda _a, x: np.zeros_like(x)),
}
BINARY: dict[str, tuple[Local, Local]] = {
    "add": (lambda _a, x, _y: np.ones_like(x, float), lambda _a, _x, y: np.ones_like(y, float)),
    "subtract": (lambda _a, x, _y: np.ones_like(x, float), lambda _a, _x, y: -np.ones_like(y, float)),
    "multiply": (lambda _a, _x, y: y, lambda _a, x, _y: x),
    "divide": (lambda _a, _x, y: 1 / y, lambda a, _x, y: -a / y),
    "power": (
        lambda _a, x, y: y * np.power(x, np.where(y == 0, 1, y - 1)),
        lambda a, x, _y: a * np.log(np.where(x > 0, x, 1)),
    ),
    "maximum": (lambda _a, x, y: (x > y) + 0.5 * (x == y), lambda _a, x, y: (y > x) + 0.5 * (x == y)),
    "minimum": (lambda _a, x, y: (x < y) + 0.5 * (x == y), lambda _a, x, y: (y < x) + 0.5 * (x == y)),
    "logaddexp": (lambda a, x, _y: np.exp(x - a), lambda a, _x, y: np.exp(y - a)),
    "hypot": (lambda a, x, _y: x / a, lambda a, _x, y: y / a),
    "arctan2": (lambda _a, x, y: y / (x * x + y * y), lambda _a, x, y: -x / (x * x + y * y)),
    "xlogy": (lambda _a, _x, y: np.log(y), lambda _a, x, y: x / y),
}
BINARY["float_power"], BINARY["fmax"], BINARY["fmin"] = BINARY["power"], BINARY["maximum"], BINARY["minimum"]
REDUCED = {"add": np.sum, "maximum": np.max, "minimum": np.min, "multiply": np.prod, "logaddexp": linear.logsumexp}


def value(item: Any) -> Any:
    """Return the plain value of anything recorded, also inside lists and tuples."""
    if isinstance(item, Taped):
        return item.value
    return type(item)(value(part) for part in item) if isinstance(item, list | tuple) else item


def apply_ufunc(function: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Return the recorded result of a universal function; comparisons give plain values."""
    name = function.__name__
    if method == "reduce" and name in REDUCED:
        chosen = {k: v for k, v in options.items() if k in {"axis", "keepdims"} and v is not None}
        return apply_function(REDUCED[name], inputs, {"axis": 0, **chosen})
    into: tuple[Any, ...] = options.get("out") or ()
    # `a += b` asks for the place of a; the record makes another node, and a record that is wrong by that is noticed.
    if method != "__call__" or "where" in options or not all(isinstance(place, Taped) for place in into):
        raise _unknown(f"{name}.{method}")
    if name == "matmul":
        return linear.FUNCTIONS["matmul"](*inputs)
    plain = [value(item) for item in inputs]
    answer = function(*plain)
    if np.asarray(answer).dtype.kind == "b":
        return answer
    locals_ = (UNARY[name],) if name in UNARY else BINARY.get(name)
    if locals_ is None and len(inputs) == 1 and inputs[0].value.dtype.kind == "f":
        locals_ = (lambda _a, x: elementwise(function, x),)
    if locals_ is None:
        return opaque(name, function, inputs, {})
    links: list[Link] = []
    for item, local in zip(inputs, locals_, strict=True):
        if isinstance(item, Taped):
            link = _elementwise(item, np.asarray(local(answer, *plain), float), np.shape(answer))
            links.append(_product(link, inputs, np.shape(answer)) if name == "multiply" else link)
    return Taped(answer, name, tuple(links))


def _elementwise(source: Taped, local: Array, shape: tuple[int, ...]) -> Link:
    full = np.broadcast_to(local, shape)
    return Link(source, lambda slope: linear.unbroadcast(slope * full, source.shape), full)


def _product(link: Link, inputs: tuple[Any, ...], shape: tuple[int, ...]) -> Link:
    """Return the link of a product entry by entry, which can be made with another factor."""
    other = inputs[1] if inputs[0] is link.source else inputs[0]
    return replace(
        link, factor=other, pull_with=lambda factor: _elementwise(link.source, np.asarray(factor, float), shape).pull
    )


def apply_function(function: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Return the recorded result of a function of NumPy; one without a rule is differenced."""
    name = function.__name__
    if name in PLAIN:
        return function(*(value(a) for a in args), **{k: value(v) for k, v in options.items()})
    rule = linear.FUNCTIONS.get(name)
    try:
        if rule is not None:
            return rule(*args, **options)
    except (UntapedError, TypeError):
        pass
    return opaque(name, function, args, options)


def _unknown(name: str) -> UntapedError:
    return UntapedError(name, reason="the record does not know it", way_out="no way is needed")


PLAIN = {
    "zeros_like",
    "ones_like",
    "empty_like",
    "full_like",
    "shape",
    "ndim",
    "size",
    "argmax",
    "argmin",
    "isfinite",
    "any",
    "all",
    "sign",
    "allclose",
    "array_equal",
    "isnan",
    "argsort",
    "result_type",
}
"""What has no derivative: it is computed from the plain values."""


METHODS: dict[str, Callable[..., Any]] = {
    **{
        name: linear.FUNCTIONS[name]
        for name in (
            "sum",
            "mean",
            "max",
            "min",
            "dot",
            "ravel",
            "squeeze",
            "trace",
            "var",
            "std",
            "clip",
            "prod",
            "swapaxes",
            "diagonal",
            "take",
            "repeat",
            "cumsum",
        )
    },
    "flatten": linear.FUNCTIONS["ravel"],
    "reshape": lambda t, *shape, **_: linear.FUNCTIONS["reshape"](t, shape[0] if len(shape) == 1 else shape),
    "transpose": lambda t, *axes: linear.FUNCTIONS["transpose"](t, (axes[0] if len(axes) == 1 else axes) or None),
    "copy": lambda t, *_: t,
    "astype": lambda t, *_args, **_options: t,
    "item": lambda t: t,
    "conj": lambda t: t,
    "argmax": lambda t, *args, **options: np.argmax(t.value, *args, **options),
    "argmin": lambda t, *args, **options: np.argmin(t.value, *args, **options),
    "any": lambda t, *args: np.any(t.value, *args),
    "all": lambda t, *args: np.all(t.value, *args),
    "tolist": list,
}
