"""A function with its arguments, and the name that the notation gives it."""

from __future__ import annotations

from collections.abc import Sequence

from derive.formula.tree import Node, Sign, Word, joined, row
from derive.formula.write.names import name_node, plain
from derive.formula.write.page import Page
from derive.formula.write.pieces import Piece, fenced
from derive.functions import FUNCTIONS

SYMPY_NAMES = {row.name: row.names.latex.removeprefix("\\") for row in FUNCTIONS if row.names.latex}
"""How functions are written, by the names that SymPy has for them."""


def call(name: Node, arguments: Sequence[Node]) -> Piece:
    """Return a function with its arguments in brackets."""
    return Piece(row(name, Sign("apply"), fenced(joined(list(arguments), ","))))


def function_name(name: str, page: Page) -> Node:
    """Return the name of a function as the notation has it."""
    if name == "sigmoid":
        return plain(name_node(page.sigmoid))
    if name == "log":
        return Word(page.notation.log, operator=True)
    shown = plain(name_node(page.label(SYMPY_NAMES.get(name, name))))
    return Word(shown.text, operator=True) if isinstance(shown, Word) else shown
