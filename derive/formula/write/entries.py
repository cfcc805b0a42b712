"""Symbols, indices, entries of tensors and matrices, and Kronecker's delta."""

from __future__ import annotations

from sympy import Idx, Indexed, IndexedBase, KroneckerDelta, Symbol
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.formula.tree import Letter, Node, Script, joined, row
from derive.formula.write.formula import piece
from derive.formula.write.names import bold_name, entry_node, index_node, plain, symbol_node
from derive.formula.write.page import Page
from derive.formula.write.pieces import Level, Piece, fenced
from derive.formula.write.scope import name_of


def atom(node: Node) -> Piece:
    """Return a name as a piece; one that has something above it needs brackets before it is raised to a power.

    >>> atom(Script(Letter("x"), sup=Letter("i"))).level.name
    'POWER'
    """
    return Piece(node, Level.POWER if isinstance(node, Script) and node.sup is not None else Level.ATOM)


@piece.register
def _(expr: Symbol | Idx, page: Page) -> Piece:
    return atom(symbol_node(expr, page))


@piece.register
def _(expr: IndexedBase, page: Page) -> Piece:
    return atom(plain(bold_name(page.label(name_of(expr)), page)))


@piece.register
def _(expr: Indexed, page: Page) -> Piece:
    return atom(entry_node(name_of(expr.base.label), expr.indices, page))


@piece.register
def _(expr: MatrixElement, page: Page) -> Piece:
    if expr.parent.is_symbol:
        # A column is a vector, whose entries have one index.
        indices = (expr.i,) if expr.parent.shape[1] == 1 and expr.j == 0 else (expr.i, expr.j)
        return atom(entry_node(expr.parent.name, indices, page))
    places = [index_node(index, page) for index in (expr.i, expr.j)]
    short = all(isinstance(place, Letter) for place in places)
    sub = row(*places) if short else joined(places, "comma")
    return Piece(Script(fenced(piece(expr.parent, page).node), sub))


@piece.register
def _(expr: KroneckerDelta, page: Page) -> Piece:
    """Write the delta with its indices; where something else is called so, a bracket that is 1 where they are equal."""
    places = [index_node(index, page) for index in expr.args[:2]]
    if "delta" in page.labels.values():
        return Piece(fenced(joined(places, "="), "["))
    short = all(isinstance(place, Letter) for place in places)
    return Piece(Script(Letter("delta"), row(*places) if short else joined(places, "comma")))
