"""Sizes as indices, and indices to which something is added: told apart once it is known what the sizes are."""

from __future__ import annotations

from collections.abc import Container

from sympy import Add, Expr, Idx, Symbol

from derive.inference.survey import Survey
from derive.inference.symbols import name_of


def settle_sizes(seen: Survey) -> None:
    """Take sizes out of the free indices: in x[N] with a sum up to N, N stands for one place and does not run."""
    for key in [key for key in seen.free if key[1] in seen.sizes and not isinstance(seen.free[key].symbol, Idx)]:
        for slot in seen.free.pop(key).slots:
            place = seen.place(slot)
            place.free, place.moved = [other for other in place.free if other != key], True


def split_place(given: Expr, seen: Survey, scope: Container[str]) -> tuple[Expr | None, Expr]:
    """Return the index in a place such as t - 1, and what is added to it; the index is None where there is not one.

    >>> from sympy import symbols
    >>> t, s = symbols("t s", integer=True)
    >>> split_place(t - 1, Survey(), ())
    (t, -1)
    >>> split_place(t + s, Survey(), ())
    (None, s + t)
    """
    parts = [p for p in Add.make_args(given) if isinstance(p, Symbol | Idx)]
    found = [p for p in parts if name_of(p) in scope or name_of(p) not in seen.sizes]
    return (found[0], given - found[0]) if len(found) == 1 else (None, given)
