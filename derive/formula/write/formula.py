"""From SymPy to the typeset tree: each kind of expression has one small function that writes it, found by `piece`.

The kinds are registered in the files beside this one: `arithmetic.py` first, then `entries.py`, `functions.py`,
`binders.py` and `matrices.py`.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sympy.printing.str import StrPrinter

from derive.formula.tree import Node, Phrase, Sign, Word, joined, row
from derive.formula.write.page import Page
from derive.formula.write.pieces import Piece, fenced


@singledispatch
def piece(expr: Any, page: Page) -> Piece:
    """Return an expression as a piece; what no function is registered for is written as name(arguments)."""
    args = getattr(expr, "args", ())
    if not args:
        return Piece(Phrase(StrPrinter().doprint(expr)))
    inside = joined([node_of(arg, page) for arg in args], ",")
    return Piece(row(Word(type(expr).__name__, operator=True), Sign("apply"), fenced(inside)))


def node_of(expr: Any, page: Page) -> Node:
    """Return an expression as a typeset tree, for a place where nothing stands beside it."""
    return piece(expr, page).node
