"""Arrays with named axes, and elementwise operations on them by broadcasting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Integer, Rational

from derive.lower.code import Code, function, is_plain, transposed, view
from derive.lower.terms import Axis


@dataclass(frozen=True, slots=True)
class Value:
    """A step and the axes of the array that it makes, in order; a Python number has none."""

    code: Any
    axes: tuple[Axis, ...] = ()


def to_axes(value: Value, axes: tuple[Axis, ...]) -> Any:
    """Return the code of a value laid out along more axes, so that it broadcasts against them."""
    if not value.axes:
        return value.code
    kept = [axis for axis in axes if axis in value.axes]
    code = transposed(value.code, tuple(value.axes.index(axis) for axis in kept))
    first = axes.index(kept[0])
    marks = [":" if axis in value.axes else "None" for axis in axes[first:]]
    return view(code, ", ".join(marks)) if "None" in marks else code


def transpose_to(value: Value, axes: tuple[Axis, ...]) -> Any:
    """Return the code of a value with exactly these axes, in this order."""
    return transposed(value.code, tuple(value.axes.index(axis) for axis in axes))


def all_axes(values: Sequence[Value]) -> tuple[Axis, ...]:
    """Return the axes of the result of an elementwise operation: the order of the largest operand, then new ones."""
    ordered = sorted(values, key=lambda value: -len(value.axes))
    return tuple(dict.fromkeys(axis for value in ordered for axis in value.axes))


def applied(text: str, values: Sequence[Value]) -> Value:
    """Return a function of NumPy applied to each entry."""
    axes = all_axes(values)
    return Value(function(text, *(to_axes(value, axes) for value in values)), axes)


def _grouped(values: Sequence[tuple[Any, Value]]) -> list[list[tuple[Any, Value]]]:
    """Return the values in groups of equal axes, few axes first."""
    groups: dict[frozenset[Axis], list[tuple[Any, Value]]] = {}
    for mark, value in values:
        groups.setdefault(frozenset(value.axes), []).append((mark, value))
    return sorted(groups.values(), key=lambda group: len(group[0][1].axes))


def summed(terms: Sequence[tuple[str, Value]]) -> Value:
    """Return a sum of values with a sign each; small arrays are added up before they meet large ones."""
    total: tuple[str, Value] | None = None
    for group in _grouped(terms):
        members = [*group, *([total] if total is not None else [])]
        members.sort(key=lambda member: member[0] == "-")
        total = _one_sum(members)
    return _signed(total) if total is not None else Value(Integer(0))


def _one_sum(members: Sequence[tuple[str, Value]]) -> tuple[str, Value]:
    if len(members) == 1:
        return members[0]
    if all(sign == "-" for sign, _ in members):
        return "-", _one_sum([("+", value) for _, value in members])[1]
    axes = all_axes([value for _, value in members])
    codes = [to_axes(value, axes) for _, value in members]
    if all(map(is_plain, codes)):
        total = sum(
            (code if sign == "+" else -code for (sign, _), code in zip(members, codes, strict=True)), Integer(0)
        )
        return "+", Value(total)
    return "+", Value(Code.of("plus", "".join(sign for sign, _ in members), *codes), axes)


def _signed(total: tuple[str, Value]) -> Value:
    sign, value = total
    return value if sign == "+" else negated(value)


def negated(value: Value) -> Value:
    """Return minus a value."""
    if not is_plain(value.code) and value.code.operation == "negate":
        return Value(value.code.operands[0], value.axes)
    return Value(-value.code if is_plain(value.code) else Code.of("negate", "", value.code), value.axes)


def product(above: Sequence[Value], below: Sequence[Value]) -> Value:
    """Return a quotient of products; numbers and small arrays are multiplied before they meet large ones."""
    total: Value | None = None
    waiting: list[Value] = []
    for group in _grouped([(False, value) for value in above] + [(True, value) for value in below]):
        numerator = [value for is_below, value in group if not is_below]
        numerator = [total, *numerator] if total is not None else numerator
        waiting += [value for is_below, value in group if is_below]
        if numerator:
            total, waiting = _quotient(numerator, waiting), []
    return _quotient([total] if total is not None else [], waiting)


def _quotient(above: Sequence[Value], below: Sequence[Value]) -> Value:
    top = _times(above)
    if not below:
        return top
    bottom = _times(below)
    if is_plain(top.code) and is_plain(bottom.code):
        return Value(top.code / bottom.code)
    axes = all_axes([top, bottom])
    return Value(Code.of("divide", "", to_axes(top, axes), to_axes(bottom, axes)), axes)


def _times(values: Sequence[Value]) -> Value:
    plain = [value.code for value in values if is_plain(value.code)]
    arrays = [value for value in values if not is_plain(value.code)]
    number: Any = Integer(1)
    for code in plain:
        number *= code
    if not arrays:
        return Value(number)
    axes = all_axes(arrays)
    codes = [to_axes(value, axes) for value in arrays]
    if number == -1:
        return negated(Value(_joined(codes), axes))
    return Value(_joined([*([number] if number != 1 else []), *codes]), axes)


def _joined(codes: list[Any]) -> Any:
    return codes[0] if len(codes) == 1 else Code.of("times", "", *codes)


def raised(base: Value, exponent: Value) -> Value:
    """Return a power, with roots and squares as NumPy computes them fastest."""
    if is_plain(base.code) and is_plain(exponent.code):
        return Value(base.code**exponent.code)
    if exponent.code == Rational(1, 2):
        return Value(function("np.sqrt", base.code), base.axes)
    axes = all_axes([base, exponent])
    return Value(Code.of("power", "", to_axes(base, axes), to_axes(exponent, axes)), axes)
