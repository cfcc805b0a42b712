"""Matrix algebra: transposes, inverses, traces, determinants, functions of each entry, and matrices written out."""

from __future__ import annotations

from typing import Any

from sympy import (
    Determinant,
    HadamardPower,
    HadamardProduct,
    Identity,
    Inverse,
    MatPow,
    MatrixBase,
    MatrixSymbol,
    OneMatrix,
    Trace,
    Transpose,
    ZeroMatrix,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from derive.formula.tree import Grid, Letter, Number, Script, Sign, Word, joined, row
from derive.formula.write.calls import call, function_name
from derive.formula.write.entries import atom
from derive.formula.write.formula import node_of, piece
from derive.formula.write.names import bold_name, plain, transpose_sign
from derive.formula.write.order import applied
from derive.formula.write.page import Page
from derive.formula.write.pieces import Level, Piece, fenced
from derive.formula.write.powers import raised


@piece.register
def _(expr: MatrixSymbol, page: Page) -> Piece:
    return atom(plain(bold_name(page.label(expr.name), page)))


@piece.register
def _(expr: Transpose, page: Page) -> Piece:
    return raised(piece(expr.arg, page), transpose_sign(page))


@piece.register
def _(expr: Inverse, page: Page) -> Piece:
    return raised(piece(expr.arg, page), row(Sign("negative"), Number("1")))


@piece.register
def _(expr: MatPow, page: Page) -> Piece:
    return raised(piece(expr.base, page), node_of(expr.exp, page.in_script()))


@piece.register
def _(expr: Trace, page: Page) -> Piece:
    return call(Word("tr", operator=True), [node_of(expr.arg, page)])


@piece.register
def _(expr: Determinant, page: Page) -> Piece:
    return call(Word("det", operator=True), [node_of(expr.arg, page)])


@piece.register
def _(expr: HadamardProduct, page: Page) -> Piece:
    return Piece(joined([piece(arg, page).inside(Level.POWER, last=False) for arg in expr.args], "odot"), Level.SUM)


@piece.register
def _(expr: HadamardPower, page: Page) -> Piece:
    return raised(piece(expr.base, page), row(Sign("odot"), node_of(expr.exp, page.in_script())))


@piece.register
def _(expr: OneMatrix, page: Page) -> Piece:
    node = Letter("1", "bold")
    return raised(Piece(node), transpose_sign(page)) if expr.shape[0] == 1 else Piece(node)


@piece.register
def _(expr: ZeroMatrix, page: Page) -> Piece:
    return Piece(Number("0"))


@piece.register
def _(expr: Identity, page: Page) -> Piece:
    return Piece(Letter("I", "bold" if page.notation.vectors == "bold" else "italic"))


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
def _(expr: MatrixBase, page: Page) -> Piece:
    width: Any = expr.shape[1]
    cells = [node_of(cell, page) for cell in expr]
    return Piece(Grid(tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width))))
