"""Thin conveniences for SymPy's own objects: sizes, indices, tensors, and the functions known by name."""

from __future__ import annotations

from typing import Any

from sympy import Function, Idx, IndexedBase, Integer, Symbol

from derive.errors import BadIndexError, NotAnExpressionError


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
    ends = over if isinstance(over, tuple) else (over,)
    for end in ends:
        if isinstance(end, float | str) or not getattr(
            Integer(end) if isinstance(end, int) else end, "is_integer", False
        ):
            reason = "an index ranges over a whole number of places"
            raise BadIndexError(repr(end), place=name, reason=reason, way_out='give a size such as size("N")')
    return Idx(_name(name), over)


def tensor(name: str, *shape: Any) -> IndexedBase:
    """Return a tensor of real numbers with that shape; without one, its places get their ranges from the sums.

    >>> tensor("X", size("N"), size("D")).shape
    (N, D)
    """
    return IndexedBase(_name(name), shape=shape) if shape else IndexedBase(_name(name))


def _name(name: Any) -> str:
    if not isinstance(name, str) or not name.strip():
        raise NotAnExpressionError(repr(name), reason="a name is wanted here", way_out='give text such as "N"')
    return name


sigmoid: Any = Function("sigmoid", real=True)
softplus: Any = Function("softplus", real=True)
