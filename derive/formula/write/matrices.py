"""Symbols, indices, entries of tensors, Kronecker's delta, and the algebra of matrices."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.formula.tree import Grid, Letter, Node, Number, Script, Sign, joined, row
from derive.formula.write.names import (
    bold_name,
    call,
    entry_node,
    function_name,
    index_node,
    plain,
    symbol_node,
    transpose_sign,
)
from derive.formula.write.order import applied
from derive.formula.write.page import Page
from derive.formula.write.pieces import Level, Piece, fenced, node_of, piece, raised, write_by
from derive.formula.write.scope import name_of


def atom(node: Node) -> Piece:
    """Return a name as a piece; one that has something above it needs brackets before it is raised to a power.

    >>> atom(Script(Letter("x"), sup=Letter("i"))).level.name
    'POWER'
    """
    return Piece(node, Level.POWER if isinstance(node, Script) and node.sup is not None else Level.ATOM)


@piece.register
def _(expr: MatrixElement, page: Page) -> Piece:
    if expr.parent.is_symbol:
        # A column is a vector, whose entries have one index.
        indices = (expr.i,) if expr.parent.shape[1] == 1 and expr.j == 0 else (expr.i, expr.j)
        return atom(entry_node(expr.parent.name, indices, page))
    return Piece(Script(fenced(piece(expr.parent, page).node), _below((expr.i, expr.j), page)))


@piece.register
def _(expr: sympy.KroneckerDelta, page: Page) -> Piece:
    """Write the delta with its indices; where something else is called so, a bracket that is 1 where they are equal."""
    if "delta" in page.labels.values():
        return Piece(fenced(joined([index_node(index, page) for index in expr.args[:2]], "="), "["))
    return Piece(Script(Letter("delta"), _below(expr.args[:2], page)))


def _below(indices: Any, page: Page) -> Node:
    places = [index_node(index, page) for index in indices]
    return row(*places) if all(isinstance(place, Letter) for place in places) else joined(places, "comma")


@piece.register
def _(expr: sympy.HadamardProduct, page: Page) -> Piece:
    return Piece(joined([piece(arg, page).inside(Level.POWER, last=False) for arg in expr.args], "odot"), Level.SUM)


@piece.register
def _(expr: sympy.HadamardPower, page: Page) -> Piece:
    return raised(piece(expr.base, page), row(Sign("odot"), node_of(expr.exp, page.in_script())))


@piece.register
def _(expr: sympy.OneMatrix, page: Page) -> Piece:
    node = Letter("1", "bold")
    return raised(Piece(node), transpose_sign(page)) if expr.shape[0] == 1 else Piece(node)


@piece.register
def _(expr: ElementwiseApplyFunction, page: Page) -> Piece:
    """Write f of a matrix, entry by entry, as f of the matrix where f has a name; a reciprocal as a power."""
    names = applied(expr.function)
    if names:
        inner = node_of(expr.expr, page)
        for name in reversed(names):
            inner = call(function_name(type(name).__name__, page), [inner]).node
        return Piece(inner)
    body = expr.function.expr
    power = Script(fenced(node_of(expr.expr, page)), sup=row(Sign("odot"), Sign("negative"), Number("1")))
    if body == 1 / expr.function.variables[0]:
        return Piece(power, Level.POWER)
    return call(fenced(node_of(expr.function, page)), [node_of(expr.expr, page)])


@piece.register
def _(expr: sympy.MatrixBase, page: Page) -> Piece:
    width: Any = expr.shape[1]
    cells = [node_of(cell, page) for cell in expr]
    return Piece(Grid(tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width))))


write_by(
    {
        sympy.Symbol: lambda expr, page: atom(symbol_node(expr, page)),
        sympy.Idx: lambda expr, page: atom(symbol_node(expr, page)),
        sympy.IndexedBase: lambda expr, page: atom(plain(bold_name(page.label(name_of(expr)), page))),
        sympy.MatrixSymbol: lambda expr, page: atom(plain(bold_name(page.label(name_of(expr)), page))),
        sympy.Indexed: lambda expr, page: atom(entry_node(name_of(expr.base.label), expr.indices, page)),
        sympy.Transpose: lambda expr, page: raised(piece(expr.arg, page), transpose_sign(page)),
        sympy.Inverse: lambda expr, page: raised(piece(expr.arg, page), row(Sign("negative"), Number("1"))),
        sympy.MatPow: lambda expr, page: raised(piece(expr.base, page), node_of(expr.exp, page.in_script())),
        sympy.ZeroMatrix: lambda _expr, _page: Piece(Number("0")),
        sympy.Identity: lambda _expr, page: Piece(Letter("I", "bold" if page.notation.vectors == "bold" else "italic")),
    }
)
