"""Values: numbers, columns, rows and matrices, each as the expression of its entry at given places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Add, Integer, Mul, Sum

from derive.latex.read.axes import Axis, small
from derive.latex.read.scene import Scene
from derive.latex.read.tree import Span
from derive.latex.read.trouble import NotReadError

Entry = Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Value:
    """A number (no axis), a column (`rows`), a row (`cols`) or a matrix (both); `at` gives the entry at two places."""

    rows: Axis | None
    cols: Axis | None
    at: Entry

    @property
    def is_number(self) -> bool:
        """Return whether it has no axis."""
        return self.rows is None and self.cols is None


def number(expr: Any) -> Value:
    """Return the value of a number.

    >>> number(Integer(2)).at(None, None)
    2
    """
    return Value(None, None, lambda r, c: expr)


def lazy(make: Callable[[], Any]) -> Value:
    """Return a number that is built when it is asked for, after all axes are known."""
    return Value(None, None, lambda r, c: make())


def transposed(value: Value) -> Value:
    """Return the value with rows and columns exchanged.

    >>> transposed(Value(Axis(), None, lambda r, c: r)).at(None, 3)
    3
    """
    return Value(value.cols, value.rows, lambda r, c: value.at(c, r))


def mapped(value: Value, function: Callable[[Any], Any]) -> Value:
    """Return a function of every entry."""
    return Value(value.rows, value.cols, lambda r, c: function(value.at(r, c)))


def added(scene: Scene, parts: list[tuple[str, Value]], span: Span) -> Value:
    """Return a sum; a number may be added to numbers only. Raises `NotReadError` for shapes that differ."""
    first = next((v for _, v in parts if not v.is_number), parts[0][1])
    for _, part in parts:
        # A number is looked at only beside a column: that fixes its axes, and those of numbers may not be known yet.
        if first.is_number or not (part.is_number and _is_zero(part)):
            align(scene, first, part, span)

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        return Add(*(_signed(sign, _at(part, r, c)) for sign, part in parts), evaluate=False)

    return Value(first.rows, first.cols, entry)


def _is_zero(value: Value) -> bool:
    return bool(value.at(None, None) == 0)


def _signed(sign: str, expr: Any) -> Any:
    return Mul(Integer(-1), expr, evaluate=False) if sign == "-" else expr


def align(scene: Scene, one: Value, other: Value, span: Span) -> None:
    """Make the axes of two values the same. Raises `NotReadError` where one has an axis that the other lacks."""
    for mine, yours in ((one.rows, other.rows), (one.cols, other.cols)):
        if (mine is None) != (yours is None):
            raise NotReadError(span, f"{kind_of(one)} and {kind_of(other)} do not go together")
        if mine is not None and yours is not None:
            scene.trail.unify(mine, yours, span)


def kind_of(value: Value) -> str:
    """Return what a value is, in words.

    >>> kind_of(number(Integer(1)))
    'a number'
    """
    return {(False, False): "a number", (True, False): "a column", (False, True): "a row", (True, True): "a matrix"}[
        value.rows is not None, value.cols is not None
    ]


def multiplied(scene: Scene, one: Value, other: Value, span: Span) -> Value:
    """Return the product of two values. Raises `NotReadError` where their shapes do not allow one."""
    if one.is_number or other.is_number:
        shape = other if one.is_number else one
        return Value(shape.rows, shape.cols, lambda r, c: Mul(_at(one, r, c), _at(other, r, c), evaluate=False))
    if one.cols is not None and other.rows is not None:
        scene.trail.unify(one.cols, other.rows, span)
        return Value(one.rows, other.cols, _contracted(scene, one.cols, lambda r, k, c: one.at(r, k) * other.at(k, c)))
    if one.cols is None and other.rows is None:
        return Value(one.rows, other.cols, lambda r, c: one.at(r, None) * other.at(None, c))
    raise NotReadError(span, f"{kind_of(one)} times {kind_of(other)} is not defined; a transpose may be missing")


def _at(value: Value, r: Any, c: Any) -> Any:
    return value.at(None, None) if value.is_number else value.at(r, c)


def _contracted(scene: Scene, axis: Axis, term: Callable[[Any, Any, Any], Any]) -> Entry:
    index = scene.fresh_index(axis)
    return lambda r, c: summed(scene, axis, index(), lambda k: term(r, k, c))


def summed(scene: Scene, axis: Axis, index: Any, term: Callable[[Any], Any]) -> Any:
    """Return a sum over an axis: written out where it has few places."""
    ends = scene.ends(axis)
    count = small(ends)
    if count is not None:
        return Add(*(term(Integer(int(ends[0]) + n)) for n in range(count)))
    return Sum(term(index), (index, *ends))


def entrywise(scene: Scene, one: Value, other: Value, span: Span) -> Value:
    """Return the product entry by entry."""
    if one.is_number or other.is_number:
        return multiplied(scene, one, other, span)
    align(scene, one, other, span)
    return Value(one.rows, one.cols, lambda r, c: one.at(r, c) * other.at(r, c))


def inner(scene: Scene, one: Value, other: Value, span: Span) -> Value:
    """Return the inner product of two values of one shape, as a number."""
    align(scene, one, other, span)
    if one.is_number:
        return multiplied(scene, one, other, span)
    rows = scene.fresh_index(one.rows) if one.rows is not None else None
    cols = scene.fresh_index(one.cols) if one.cols is not None else None

    def total() -> Any:
        """Return the sum of all products."""

        def over_columns(r: Any) -> Any:
            """Return the sum along one row."""
            if one.cols is None or cols is None:
                return one.at(r, None) * other.at(r, None)
            return summed(scene, one.cols, cols(), lambda c: one.at(r, c) * other.at(r, c))

        if one.rows is None or rows is None:
            return over_columns(None)
        return summed(scene, one.rows, rows(), over_columns)

    return lazy(total)
