"""Pieces: a typeset tree, and how tightly it holds together. Whether brackets are needed is decided here alone.

Each kind of SymPy's expressions has one small function that writes it, found by `piece`. The kinds are registered
beside this file: `arithmetic.py` first, then `matrices.py`, `functions.py` and `binders.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import singledispatch
from typing import Any

from sympy.printing.str import StrPrinter

from derive.formula.signs import closing
from derive.formula.tree import Fence, Node, Number, Phrase, Row, Script, Sign, Word, joined, row
from derive.formula.write.page import Page


class Level(IntEnum):
    """How tightly a piece holds together, loosest first."""

    RELATION = 0
    SUM = 1
    PRODUCT = 2
    POWER = 3
    ATOM = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """A node with its level. An `open` piece extends to its right as far as it can, as a sum over an index does.

    `closed` is the same in a form that ends by itself, where that is not the piece in brackets: `log(x)` for `log x`.
    A `dot` is a product of a row and a column: two of them side by side would read as one product of four.
    """

    node: Node
    level: Level = Level.ATOM
    open: bool = False
    closed: Node | None = None
    minus: bool = False
    dot: bool = False

    def inside(self, level: Level, *, last: bool = True, brackets: str = "(") -> Node:
        """Return the node as it stands where at least this level is needed, and something follows unless it is `last`.

        >>> from derive.formula.tree import Letter
        >>> Piece(Letter("x"), Level.SUM).inside(Level.PRODUCT)
        Fence(left='(', inside=Letter(key='x', face='italic'), right=')')
        """
        if self.level < level or (self.open and not last and self.closed is None):
            return fenced(self.node, brackets)
        return self.closed if self.open and not last and self.closed is not None else self.node

    def behind(self, brackets: str = "(") -> Node:
        """Return the node as it stands behind an operator: what begins with a minus sign is put in brackets."""
        return fenced(self.node, brackets) if self.minus else self.inside(Level.PRODUCT, brackets=brackets)

    def negated(self) -> Piece:
        """Return the piece with a minus sign in front; a sum, and what has a sign already, is put in brackets."""
        node = row(Sign("negative"), fenced(self.node) if self.minus else self.inside(Level.PRODUCT))
        return Piece(node, Level.PRODUCT, open=self.open, minus=True)


def fenced(node: Node, brackets: str = "(") -> Node:
    """Return a node in brackets.

    >>> from derive.formula.tree import Number
    >>> fenced(Number("1"), "{")
    Fence(left='{', inside=Number(text='1'), right='}')
    """
    return Fence(brackets, node, closing(brackets))


def raised(base: Piece, exponent: Node) -> Piece:
    """Return a power of a piece; brackets stand round what has an exponent already, or is no single sign."""
    squared = base.node
    if isinstance(squared, Script) and _is_squared_norm(squared) and isinstance(exponent, Number):
        return Piece(Script(squared.base, sup=Number(str(2 * int(exponent.text)))), Level.POWER)
    node = base.inside(Level.ATOM, last=False)
    if isinstance(node, Script) and node.sup is None:
        return Piece(Script(node.base, node.sub, exponent), Level.POWER)
    if isinstance(node, Row) and isinstance(node.parts[-1], Fence):
        return Piece(row(*node.parts[:-1], Script(node.parts[-1], sup=exponent)), Level.POWER)
    return Piece(Script(node, sup=exponent), Level.POWER)


def _is_squared_norm(node: Script) -> bool:
    return isinstance(node.base, Fence) and node.base.left in {"|", "||"} and node.sup == Number("2")


def summed(terms: Iterable[tuple[bool, Node]]) -> Piece:
    """Return the sum of some nodes, each with whether a minus sign stands before it."""
    parts: list[Node] = []
    for minus, node in terms:
        sign = Sign("-" if parts else "negative") if minus else Sign("+")
        parts += [sign, node] if parts or minus else [node]
    return Piece(row(*parts), Level.SUM)


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


def write_by(rows: Mapping[type[Any], Callable[[Any, Page], Piece]]) -> None:
    """Register the kinds of expressions that are written in one line each."""
    for kind, write in rows.items():
        _ = piece.register(kind, write)
