"""Thin conveniences for SymPy's own objects: sizes, indices, tensors, and the functions known by name."""

from __future__ import annotations

from typing import Any, Self

import sympy
from sympy import Expr, Function, Idx, IndexedBase, Integer, Rational, Symbol

from derive.errors import BadIndexError, NotAnExpressionError, ShapeMismatchError
from derive.functions import FUNCTIONS, Leaf, Tree, applied, fold


def size(name: str) -> Symbol:
    """Return a size: a symbol that is a positive integer.

    >>> size("N").is_positive
    True
    """
    return Symbol(_name(name), integer=True, positive=True)


def index(name: str, over: Any) -> Idx:
    """Return an index over 0..over-1, or over a pair of limits. Raises `BadIndexError` for a size that is none.

    >>> index("i", (1, size("N"))).upper
    N
    """
    match over:
        case tuple((low, high)):
            ends = (low, high)
        case _:
            ends = (over,)
    for end in ends:
        if not _is_whole(end):
            reason = "an index ranges over a whole number of places"
            raise BadIndexError(repr(end), place=name, reason=reason, way_out='give a size such as size("N")')
    return Idx(_name(name), over)


def _is_whole(end: Any) -> bool:
    whole: Any = Integer(end) if isinstance(end, int) and not isinstance(end, bool) else end
    return isinstance(whole, Expr) and bool(whole.is_integer) and not whole.is_negative


class Numbered(IndexedBase):
    """A tensor whose axes are ranges of integers that need not begin at 0, as in lectures that count from 1.

    `ranges` holds the first and the last place of each axis, and `shape` how many there are.
    """

    def __new__(cls, label: Any, ranges: Any, *_: Any) -> Self:
        """Return the tensor of that label and these ranges, which SymPy keeps among its arguments."""
        pairs = sympy.Tuple(*(sympy.Tuple(*pair) for pair in ranges))
        made: Any = IndexedBase.__new__(cls, label, shape=tuple(last - first + 1 for first, last in pairs))
        made._args = (made.label, pairs)  # noqa: SLF001 -- SymPy compares and rebuilds by the arguments
        return made

    @property
    def ranges(self) -> tuple[tuple[Any, Any], ...]:
        """Return the first and the last place of each axis."""
        return tuple((first, last) for first, last in self.args[1])


def tensor(name: str, *shape: Any) -> IndexedBase:
    """Return a tensor of real numbers: for each axis its size, or its first and its last place.

    Without any, nothing declares its axes; then no property of the whole tensor can be stated. Raises
    `ShapeMismatchError` for an axis that is neither.

    >>> tensor("X", size("N"), size("D")).shape
    (N, D)
    >>> tensor("w", (0, size("D"))).ranges
    ((0, D),)
    """
    for axis in shape:
        if not all(map(_is_whole, axis if isinstance(axis, tuple) and len(axis) == 2 else (axis,))):
            reason = "a tensor has a whole number of places along each axis"
            way_out = 'give sizes such as size("N"), or ranges such as (1, size("N"))'
            raise ShapeMismatchError(repr(axis), place=name, reason=reason, way_out=way_out)
    if any(isinstance(axis, tuple) for axis in shape):
        return Numbered(_name(name), [axis if isinstance(axis, tuple) else (0, axis - 1) for axis in shape])
    return IndexedBase(_name(name), shape=shape) if shape else IndexedBase(_name(name))


def _name(name: Any) -> str:
    if not isinstance(name, str) or not name.strip():
        reason = "the name of a size, an index or a tensor is wanted here"
        raise NotAnExpressionError(repr(name), reason=reason, way_out='give text such as "N"')
    return name


OWN: dict[str, Any] = {row.name: Function(row.name, real=True) for row in FUNCTIONS if not hasattr(sympy, row.name)}
"""The functions of the table that SymPy has not."""
sigmoid: Any = OWN["sigmoid"]
softplus: Any = OWN["softplus"]


def function(name: str) -> Any:
    """Return a function of the table of functions as a SymPy function.

    >>> function("tanh"), function("sigmoid")
    (tanh, sigmoid)
    """
    return OWN.get(name) or getattr(sympy, name)


def expression(tree: Tree, **given: Any) -> Any:
    """Return a tree of the table of functions as an expression, each name in it as it is given.

    >>> expression(("/", 1, ("+", 1, ("exp", "z"))), z=Symbol("x"))
    1/(exp(x) + 1)
    """

    def leaf(value: Leaf) -> Any:
        """Return a number or a name."""
        if isinstance(value, str):
            return given[value] if value in given else getattr(sympy, value)
        return Rational(value.numerator, value.denominator)

    return fold(tree, leaf, lambda name, parts: applied(name, parts, function))
