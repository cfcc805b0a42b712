"""Traced expressions at numbers: each index is an axis of a NumPy array."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np
from sympy import (
    Add,
    Basic,
    Idx,
    Indexed,
    Integer,
    KroneckerDelta,
    Mul,
    Number,
    NumberSymbol,
    Pow,
    Product,
    Sum,
    Symbol,
)
from sympy.core.function import Application

from derive.functions import BY_NAME
from numeric.verify.elementary import ROWS, is_special, numpy_function
from numeric.verify.trace.errors import untraceable
from numeric.verify.trace.session import Trace

MOST_NUMBERS = 1_000_000
REAL = np.longdouble
"""Expressions are evaluated as they stand, and not as stable code does it, so a wide range is wanted."""


@dataclass(frozen=True, slots=True)
class Point:
    """Numbers for the sizes, the symbols and the tensors."""

    trace: Trace
    sizes: dict[Any, int]
    numbers: dict[Any, Any]


@dataclass(frozen=True, slots=True)
class Labelled:
    """An array whose axes are named by indices."""

    array: Any
    indices: tuple[Any, ...]

    def along(self, indices: tuple[Any, ...]) -> Any:
        """Return the array with these axes; those it lacks have length 1."""
        order = [self.indices.index(i) for i in indices if i in self.indices]
        shape = iter(self.array.transpose(order).shape)
        return self.array.transpose(order).reshape([next(shape) if i in self.indices else 1 for i in indices])


def evaluate(expr: Any, point: Point, indices: tuple[Any, ...] = ()) -> Any:
    """Return an expression's values, with an axis for each of these indices.

    Raises `UntraceableError` for a function that has no numbers here, or for too many numbers.

    >>> from derive import index, tensor
    >>> from numeric.verify.trace.sizes import SizeTable
    >>> x, i = tensor("x", 3), index("i", 3)
    >>> evaluate(Sum(x[i] ** 2, i), Point(Trace(SizeTable(), float("inf")), {}, {x: np.array([1.0, 2.0, 2.0])}))
    array(9.)
    """
    with np.errstate(all="ignore"):
        found = _value(expr, point)
    wide = found.along(indices)
    shape = [_extent(i, point) for i in indices]
    return np.broadcast_to(wide, shape).astype(float) if shape else wide.astype(float)


def _extent(index: Any, point: Point) -> int:
    return int(_size(index.upper - index.lower + 1, point))


def _size(expr: Any, point: Point) -> int:
    return int(expr.xreplace({s: Integer(n) for s, n in point.sizes.items()}))


@singledispatch
def _value(expr: Basic, point: Point) -> Labelled:
    _ = point
    raise untraceable(type(expr).__name__, "there are no numbers for it")


@_value.register
def _number(expr: Number, point: Point) -> Labelled:
    _ = point
    return Labelled(np.asarray(float(expr), REAL), ())


@_value.register
def _constant(expr: NumberSymbol, point: Point) -> Labelled:
    _ = point
    return Labelled(np.asarray(float(expr), REAL), ())


@_value.register
def _symbol(expr: Symbol, point: Point) -> Labelled:
    value = point.sizes.get(expr, point.numbers.get(expr))
    if value is None and expr in point.trace.tops:
        value = max(float(evaluate(part, point)) for part in point.trace.tops[expr])
    if value is None:
        raise untraceable(expr, "there is no number for it")
    return Labelled(np.asarray(value, REAL), ())


@_value.register
def _index(expr: Idx, point: Point) -> Labelled:
    return Labelled(np.arange(_extent(expr, point), dtype=REAL), (expr,))


@_value.register
def _indexed(expr: Indexed, point: Point) -> Labelled:
    array = _tensor(expr.base, point)
    keys = [int(i) if isinstance(i, Integer) else slice(None) for i in expr.indices]
    axes = [i for i in expr.indices if not isinstance(i, Integer)]
    array = array[tuple(keys)]
    if len(set(axes)) == len(axes):
        return Labelled(array, tuple(axes))
    distinct = list(dict.fromkeys(axes))
    letters = "".join(chr(97 + distinct.index(i)) for i in axes)
    return Labelled(np.einsum(f"{letters}->{''.join(dict.fromkeys(letters))}", array), tuple(distinct))


def _tensor(base: Any, point: Point) -> Any:
    """Return a tensor's numbers: an input, or a sign or maximum that is found from inputs."""
    if base not in point.numbers:
        name, _, number = str(base).rpartition("_")
        made = {
            "positive": _signs,
            "max": _maxima,
            "largest": _places,
            "inverse": _inverse,
            "logdet": _log_determinant,
        }.get(name)
        made = _activation if made is None and name in BY_NAME else made
        if made is None:
            raise untraceable(base, "there are no numbers for it")
        point.numbers[base] = made(int(number), point)
    return np.asarray(point.numbers[base], REAL)


def _activation(number: int, point: Point) -> Any:
    definition = point.trace.defined[number]
    values = evaluate(definition.family.expr, point, definition.family.indices)
    return np.atleast_1d(numpy_function(BY_NAME[definition.kind])(values))


def _inverse(number: int, point: Point) -> Any:
    family = point.trace.defined[number].family
    return np.linalg.inv(evaluate(family.expr, point, family.indices))


def _log_determinant(number: int, point: Point) -> Any:
    family = point.trace.defined[number].family
    return np.atleast_1d(np.linalg.slogdet(evaluate(family.expr, point, family.indices))[1])


def _signs(number: int, point: Point) -> Any:
    family = point.trace.atoms[number]
    values = evaluate(family.expr, point, family.indices)
    return np.atleast_1d((values > 0).astype(float))


def _family(number: int, point: Point) -> Any:
    family, count = point.trace.maxima[number], point.trace.bound[number]
    values = evaluate(family.expr, point, (*family.indices[count:], *family.indices[:count]))
    return values.reshape(*values.shape[: values.ndim - count], -1), values.shape


def _maxima(number: int, point: Point) -> Any:
    return np.atleast_1d(_family(number, point)[0].max(-1))


def _places(number: int, point: Point) -> Any:
    flat, shape = _family(number, point)
    return np.eye(flat.shape[-1])[flat.argmax(-1)].reshape(shape)


def _combined(parts: list[Labelled], combine: Callable[..., Any]) -> Labelled:
    indices = tuple(dict.fromkeys(i for part in parts for i in part.indices))
    lengths = {i: n for part in parts for i, n in zip(part.indices, part.array.shape, strict=True)}
    if math.prod(lengths.values()) > MOST_NUMBERS:
        raise untraceable(math.prod(lengths.values()), "too many numbers")
    result = parts[0].along(indices)
    for part in parts[1:]:
        result = combine(result, part.along(indices))
    return Labelled(np.asarray(result), indices)


@_value.register
def _add(expr: Add, point: Point) -> Labelled:
    return _combined([_value(part, point) for part in expr.args], np.add)


@_value.register
def _mul(expr: Mul, point: Point) -> Labelled:
    return _combined([_value(part, point) for part in expr.args], np.multiply)


@_value.register
def _pow(expr: Pow, point: Point) -> Labelled:
    return _combined([_value(part, point) for part in expr.args], np.power)


@_value.register
def _delta(expr: KroneckerDelta, point: Point) -> Labelled:
    parts = [Labelled(np.asarray(float(i)), ()) if isinstance(i, Integer) else _value(i, point) for i in expr.args[:2]]
    return _combined(parts, lambda a, b: (a == b).astype(float))


@_value.register
def _sum(expr: Sum, point: Point) -> Labelled:
    return _folded(expr, point, np.sum)


@_value.register
def _product(expr: Product, point: Point) -> Labelled:
    return _folded(expr, point, np.prod)


def _folded(expr: Any, point: Point, fold: Callable[..., Any]) -> Labelled:
    body, bound = expr.function, [limit[0] for limit in expr.limits]
    ranges = {limit[0]: _size(limit[2] - limit[1] + 1, point) for limit in expr.limits}
    own = {i: i if isinstance(i, Idx) and _extent(i, point) == ranges[i] else Idx(str(i), ranges[i]) for i in bound}
    inner = _value(body.xreplace(own), point)
    keep = tuple(i for i in inner.indices if i not in own.values())
    present = [i for i in own.values() if i in inner.indices]
    array = fold(inner.along((*keep, *present)), axis=tuple(range(len(keep), len(keep) + len(present))))
    for index in (i for i in own.values() if i not in inner.indices):
        array = array * _extent(index, point) if fold is np.sum else array ** _extent(index, point)
    return Labelled(np.asarray(array), keep)


@_value.register
def _function(expr: Application, point: Point) -> Labelled:
    name = type(expr).__name__
    row = BY_NAME.get(name)
    parts = [_value(part, point) for part in expr.args]
    if name == "softplus":
        return Labelled(np.logaddexp(0, parts[0].array), parts[0].indices)
    if name == "polygamma":
        from scipy import special  # noqa: PLC0415 -- heavy, and not always needed

        return _combined([_in_double(part) for part in parts], special.polygamma)
    if row not in ROWS or row.several:
        raise untraceable(name, "there are no numbers for it")
    part = _in_double(parts[0]) if is_special(row) else parts[0]
    return Labelled(numpy_function(row)(part.array), part.indices)


def _in_double(part: Labelled) -> Labelled:
    """Return numbers of the precision that SciPy knows."""
    return Labelled(part.array.astype(float), part.indices)
