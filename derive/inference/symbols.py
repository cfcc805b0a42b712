"""What symbols and tensors are called, and over what an index ranges, as the author wrote them."""

from __future__ import annotations

from typing import Any, TypeAlias

from sympy import Basic, Dummy, Expr, Idx, IndexedBase, MatrixSymbol, Symbol

Range: TypeAlias = tuple[Expr, Expr]
"""The first and the last value of an index."""


def name_of(symbol: Basic) -> str:
    """Return the name by which a scope knows a symbol: dummies of one name stay apart.

    >>> name_of(Symbol("i"))
    'i'
    """
    label: Any = symbol.label if isinstance(symbol, Idx) else symbol
    if isinstance(label, Dummy):
        return f"{label}_{label.dummy_index}"
    return label.name if isinstance(label, Symbol) else str(label)


def tensor_name(base: Basic) -> str:
    """Return the name of an IndexedBase or MatrixSymbol."""
    return base.name if isinstance(base, IndexedBase | MatrixSymbol) else str(base)


def idx_range(index: Basic) -> Range | None:
    """Return the range that an `Idx` declares, or None."""
    if isinstance(index, Idx) and index.lower is not None and index.upper is not None:
        return index.lower, index.upper
    return None


def unrelated(one: Range, other: Range) -> bool:
    """Return whether the two ranges differ in length by more than a number."""
    difference = (one[1] - one[0]) - (other[1] - other[0])
    return not difference.is_number and bool(one[1].free_symbols) and bool(other[1].free_symbols)


def show(where: Range) -> str:
    """Return a range as people write it.

    >>> from sympy import Integer, Symbol
    >>> show((Integer(1), Symbol("N")))
    '1..N'
    """
    return f"{where[0]}..{where[1]}"
