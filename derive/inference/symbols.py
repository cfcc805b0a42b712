"""Ranges as the author wrote them."""

from __future__ import annotations

from derive.expr.vocabulary import Range


def unrelated(one: Range, other: Range) -> bool:
    """Return whether two ranges differ in length by more than a number.

    >>> from sympy import Integer, Symbol
    >>> unrelated((Integer(1), Symbol("N")), (Integer(1), Symbol("D")))
    True
    """
    difference = (one[1] - one[0]) - (other[1] - other[0])
    return not difference.is_number and bool(one[1].free_symbols) and bool(other[1].free_symbols)


__all__ = ["Range", "unrelated"]
