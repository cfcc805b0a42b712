"""From SymPy to terms over named axes: the written form, entry by entry, nothing simplified."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

import sympy
from sympy import (
    Basic,
    Dummy,
    Function,
    Idx,
    Indexed,
    IndexedBase,
    Integer,
    KroneckerDelta,
    Piecewise,
    Product,
    Sum,
    Symbol,
)
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.expr.vocabulary import name_of, tensor_name
from derive.functions import BY_NAME
from derive.lower.errors import LoweringError
from derive.lower.places import WHOLE_RANGE, Extent, Layout
from derive.lower.terms import (
    MINUS_ONE,
    Array,
    Axis,
    Entry,
    Number,
    Place,
    Term,
    add,
    call,
    delta,
    mul,
    negative,
    position,
    power,
)
from derive.lower.walk import fresh, reduce
from derive.names import OWN, expression

Scope = Mapping[str, Place]
"""What each index in scope stands for."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one expression: where its tensors lie, which symbols are arguments, and what is named in errors.

    `needs` collects what only the sizes of a call decide: numbers of places that must not be negative. `ends` are the
    last values of ranges that may run backwards, as they are written.
    """

    places: Layout
    args: frozenset[str]
    tensors: frozenset[str]
    whole: Any
    needs: dict[Any, str]
    ends: dict[Axis, Any] = field(default_factory=dict[Axis, Any])

    def bound(self, low: Any, high: Any) -> Axis:
        """Return an axis for a sum or a product; of a range that runs backwards it is empty."""
        if (high - low + 1).is_nonnegative:
            _ = self.need(high - low + 1, f"the range {low}..{high} runs backwards")
            return fresh(Axis("", low, high))
        axis = fresh(Axis("", low, sympy.Max(low - 1, high)))
        self.ends[axis] = high
        return axis

    def need(self, number: Any, words: str) -> bool:
        """Return whether a number of places can be as it must, at some sizes; note one that is not so at all sizes."""
        least = number.xreplace({s: Dummy(s.name, integer=True, nonnegative=True) for s in number.free_symbols})
        if not least.is_nonnegative:
            self.needs[number] = words
        return not number.is_negative

    def refuse(self, value: Any, reason: str, way_out: str) -> LoweringError:
        """Return the error for a part of the expression."""
        return LoweringError(value, place=self.whole, reason=reason, way_out=way_out)


@singledispatch
def read(expr: Any, reader: Reader, scope: Scope) -> Term:
    """Return a scalar expression as a term. Raises `LoweringError` for what has no place in a function of arrays."""
    raise reader.refuse(expr, f"{type(expr).__name__} has no counterpart in NumPy", "write it without that")


def place_of(index: Any, reader: Reader, scope: Scope) -> Place:
    """Return where an index points: an index in scope plus a shift, or a position that depends on sizes only."""
    shift: Any = Integer(0)
    axis: Axis | None = None
    for term in sympy.Add.make_args(index):
        known = scope.get(name_of(term)) if isinstance(term, Symbol | Idx) else None
        if known is None:
            shift += term
        elif known.axis is None:
            shift += known.shift
        elif axis is None:
            axis, shift = known.axis, shift + known.shift
        else:
            raise reader.refuse(index, "this index adds two indices", "use one index and a number")
    if any(name_of(symbol) in scope for symbol in shift.free_symbols):
        raise reader.refuse(index, "this index is not one index plus a number", "use one index and a number")
    return Place(axis, shift)


@read.register
def _number(expr: sympy.Number, reader: Reader, scope: Scope) -> Term:
    if not expr.is_finite:
        raise reader.refuse(expr, "it is not finite", "write finite numbers only")
    return Number(expr)


@read.register
def _constant(expr: sympy.NumberSymbol, reader: Reader, scope: Scope) -> Term:
    return Number(expr)


@read.register
def _imaginary(expr: sympy.core.numbers.ImaginaryUnit, reader: Reader, scope: Scope) -> Term:
    raise reader.refuse(expr, "functions of real arrays only", "write it without the imaginary unit")


@read.register
def _symbol(expr: Symbol | Idx, reader: Reader, scope: Scope) -> Term:
    name = name_of(expr)
    if name in scope:
        return position(scope[name])
    if name in reader.args:
        return Entry(Array(name, 0, bool(expr.is_positive)), ())
    return Number(expr)


@read.register
def _indexed(expr: Indexed, reader: Reader, scope: Scope) -> Term:
    return entry(expr.base, expr.indices, reader, scope)


@read.register
def _element(expr: MatrixElement, reader: Reader, scope: Scope) -> Term:
    from derive.lower.matrices import matrix_entry  # noqa: PLC0415 -- the two directions read each other

    row, column = (place_of(index, reader, scope) for index in expr.indices)
    return matrix_entry(expr.parent, (row, column), reader, scope)


def entry(tensor: Any, indices: Any, reader: Reader, scope: Scope) -> Term:
    """Return an entry of an IndexedBase, its places counted from the beginning of the array."""
    name = tensor_name(tensor)
    if name not in reader.tensors:
        raise reader.refuse(name, "this tensor is no argument", f"give {name} as an argument, or put in what it is")
    found = [place_of(index, reader, scope) for index in indices]
    extents = reader.places.extents[name]
    places = tuple(Place(p.axis, p.shift - extent.first) for p, extent in zip(found, extents, strict=True))
    for index, place, extent in zip(indices, places, extents, strict=True):
        require_inside(f"{name}[{', '.join(map(str, indices))}]", index, place, extent, reader)
    label = tensor.label if isinstance(tensor, IndexedBase) else tensor
    return Entry(Array(name, len(found), bool(getattr(label, "is_positive", False))), places)


def require_inside(shown: str, index: Any, place: Place, extent: Extent, reader: Reader) -> None:
    """Raise `LoweringError` for an index that surely leaves its place; at which sizes it does is known at a call."""
    axis = place.axis
    low, high = (axis.low, reader.ends.get(axis, axis.high)) if axis is not None else (0, 0)
    reason = f"the index {index} leaves the places {extent.first}..{extent.first + extent.length - 1}"
    before, after = low + place.shift, extent.length - 1 - high - place.shift
    fits = [reader.need(room, f"in {shown}, {reason}") for room in (before, after)]
    if not all(fits):
        way_out = "correct the range, or declare the axis; an entry that a test leaves out has to exist too"
        raise reader.refuse(shown, reason, way_out)


@read.register
def _add(expr: sympy.Add, reader: Reader, scope: Scope) -> Term:
    return add(*(read(part, reader, scope) for part in expr.args))


@read.register
def _mul(expr: sympy.Mul, reader: Reader, scope: Scope) -> Term:
    factors = [read(part, reader, scope) for part in expr.args]
    sums = [n for n, factor in enumerate(factors) if factor != MINUS_ONE]
    if MINUS_ONE in factors and len(sums) == 1:
        return negative(factors[sums[0]])
    return mul(*factors)


@read.register
def _power(expr: sympy.Pow, reader: Reader, scope: Scope) -> Term:
    return power(read(expr.base, reader, scope), read(expr.exp, reader, scope))


@read.register
def _delta(expr: KroneckerDelta, reader: Reader, scope: Scope) -> Term:
    left, right = expr.args[:2]
    if left.has(Indexed) or right.has(Indexed):
        return read(Piecewise((1, sympy.Eq(left, right)), (0, True)), reader, scope)
    return delta(place_of(left, reader, scope), place_of(right, reader, scope))


@read.register
def _sum(expr: Sum, reader: Reader, scope: Scope) -> Term:
    return _binder("sum", expr, reader, scope)


@read.register
def _product(expr: Product, reader: Reader, scope: Scope) -> Term:
    return _binder("product", expr, reader, scope)


def _binder(kind: Any, expr: Any, reader: Reader, scope: Scope) -> Term:
    axes: list[Axis] = []
    inner = dict(scope)
    for variable, low, high in reversed(expr.limits):
        ends = [place_of(end, reader, inner) for end in (low, high)]
        if any(end.axis is not None for end in ends):
            reason = f"the range {low}..{high} depends on another index"
            raise reader.refuse(expr, reason, WHOLE_RANGE)
        axis = reader.bound(*(end.shift for end in ends))
        axes.append(axis)
        inner[name_of(variable)] = Place(axis, Integer(0))
    body = read(expr.function, reader, inner)
    for axis in reversed(axes):
        body = reduce(kind, axis, body)
    return body


@read.register
def _exp(expr: sympy.exp, reader: Reader, scope: Scope) -> Term:
    return call("exp", read(expr.args[0], reader, scope))


@read.register
def _function(expr: Function | sympy.Max | sympy.Min, reader: Reader, scope: Scope) -> Term:
    row = BY_NAME.get(type(expr).__name__)
    name, whole = (row.names.in_programs, row.definition) if row is not None else ("", None)
    if not name and whole is None:
        way_out = f"substitute what {type(expr).__name__} stands for"
        raise reader.refuse(expr, "nothing says how to compute this function", way_out)
    args = [read(arg, reader, scope) for arg in expr.args]
    if all(isinstance(arg, Number) for arg in args):
        # SymPy knows the value of its own functions only.
        return Number(expression(whole or 0, z=expr.args[0]) if type(expr).__name__ in OWN else expr)
    if not name and whole is not None:
        return read(expression(whole, z=expr.args[0]), reader, scope)
    if name == "log":
        return call(name, args[0]) if len(args) == 1 else mul(call(name, args[0]), power(args[1], MINUS_ONE))
    return _fold(name, args) if row is not None and row.several else call(name, *args)


@read.register
def _polygamma(expr: sympy.polygamma, reader: Reader, scope: Scope) -> Term:
    """SymPy's name for digamma is polygamma of order 0; other orders are numbers too."""
    order, x = (read(arg, reader, scope) for arg in expr.args)
    if not isinstance(order, Number) or not order.value.is_Integer:
        raise reader.refuse(expr, "its order is no whole number", "write the order as a number")
    return call("digamma", x) if order.value == 0 else call("polygamma", order, x)


def _fold(name: str, args: list[Term]) -> Term:
    """Return a function of many arguments as one of two, a number last."""
    ordered = sorted(args, key=lambda arg: isinstance(arg, Number))
    result = ordered[0]
    for arg in ordered[1:]:
        result = call(name, result, arg)
    return result


@read.register
def _piecewise(expr: Piecewise, reader: Reader, scope: Scope) -> Term:
    result: Term = Number(sympy.nan)
    for value, condition in reversed(expr.args):
        branch = read(value, reader, scope)
        result = (
            branch if condition == sympy.true else call("where", _condition(condition, reader, scope), branch, result)
        )
    return result


COMPARISONS = {"<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal", "==": "equal", "!=": "not_equal"}
CONNECTIVES = {"And": "logical_and", "Or": "logical_or", "Not": "logical_not"}


def _condition(expr: Basic, reader: Reader, scope: Scope) -> Term:
    if isinstance(expr, Relational):
        sides = [read(side, reader, scope) for side in (expr.lhs, expr.rhs)]
        return call(COMPARISONS[expr.rel_op], *sides)
    name = CONNECTIVES.get(type(expr).__name__)
    if not isinstance(expr, BooleanFunction) or name is None:
        raise reader.refuse(expr, "this condition has no counterpart in NumPy", "use comparisons, And, Or and Not")
    parts = [_condition(part, reader, scope) for part in expr.args]
    return call(name, *parts) if name == "logical_not" else _fold(name, parts)
