"""What binds an index or a variable: sums, products, integrals, limits, derivatives."""

from __future__ import annotations

from typing import Any

from sympy import Add, Derivative, IndexedBase, Integral, Limit, MatrixSymbol, Product, Subs, Sum

from derive.formula.measure import height, width
from derive.formula.tree import Big, Fence, Fraction, Node, Script, Sign, joined, row
from derive.formula.write.order import limits
from derive.formula.write.page import Page
from derive.formula.write.pieces import Level, Piece, node_of, piece, raised
from derive.formula.write.scope import free_names, name_of
from derive.formula.write.vectors import inner_product, written_sum

LONGEST_ABOVE = 4.0
"""The widest expression, in em, that is written above the line of its derivative."""


@piece.register
def _(expr: Sum | Product, page: Page) -> Piece:
    vectors = inner_product(expr, page) if isinstance(expr, Sum) else None
    if vectors is not None:
        return vectors
    names = [name_of(limit[0]) for limit in expr.limits]
    if len(set(names)) < len(names):
        return _one_in_another(expr, page)
    inner = page.binding(names, free_names(expr))
    return written_sum(expr, limits(expr), inner, piece(expr.function, inner))


def _one_in_another(expr: Any, page: Page) -> Piece:
    """Return a sum in which a letter is bound twice: each of the two is a sum of its own, and gets its own letter."""
    *within, outer = expr.limits
    inner = page.binding([name_of(outer[0])], free_names(expr))
    return written_sum(expr, [outer], inner, piece(type(expr)(expr.function, *within), inner))


@piece.register
def _(expr: Integral, page: Page) -> Piece:
    signs: list[Node] = []
    ends: list[Node] = []
    for limit in expr.limits:
        low, high = (node_of(end, page.in_script()) for end in limit[1:]) if len(limit) > 2 else (None, None)
        signs.append(Sign("int") if low is None else Script(Sign("int"), low, high))
        ends += [Sign("thin"), Sign("d"), node_of(limit[0], page)]
    return Piece(row(*signs, piece(expr.function, page).inside(Level.PRODUCT, last=False), *ends), Level.PRODUCT)


@piece.register
def _(expr: Limit, page: Page) -> Piece:
    body, variable, point = expr.args[:3]
    small = page.in_script()
    under = row(node_of(variable, small), Sign("to"), node_of(point, small))
    return Piece(row(Big("lim", under), piece(body, page).inside(Level.PRODUCT)), Level.PRODUCT, open=True)


@piece.register
def _(expr: Subs, page: Page) -> Piece:
    places = [
        row(node_of(v, page.in_script()), Sign("="), node_of(p, page.in_script()))
        for v, p in zip(expr.variables, expr.point, strict=True)
    ]
    return Piece(Script(Fence("[", node_of(expr.expr, page), "]"), joined(places, ",")))


@piece.register
def _(expr: Derivative, page: Page) -> Piece:
    body, variables = piece(expr.expr, page), list(expr.variable_count)
    order = Add(*(count for _, count in variables))
    if _by_whole(variables[0][0]) and page.notation.gradient == "nabla" and order == 1:
        nabla = Script(Sign("nabla"), node_of(variables[0][0], page.in_script()))
        return Piece(row(nabla, body.behind()), Level.PRODUCT, open=True)
    sign = _differential(expr, [variable for variable, _ in variables])
    above: Node = sign if order == 1 else Script(sign, sup=node_of(order, page.in_script()))
    below = [part for variable, count in variables for part in (sign, _power(variable, count, page))]
    if body.level == Level.ATOM and height(body.node) <= 1 and width(body.node) <= LONGEST_ABOVE:
        return Piece(Fraction(row(above, body.node), row(*below)), Level.PRODUCT)
    return Piece(row(Fraction(above, row(*below)), body.behind()), Level.PRODUCT, open=True)


def _by_whole(variable: Any) -> bool:
    return isinstance(variable, MatrixSymbol | IndexedBase)


def _differential(expr: Derivative, variables: list[Any]) -> Node:
    others = expr.expr.free_symbols - set(variables)
    return Sign("partial") if others or _by_whole(variables[0]) else Sign("d")


def _power(variable: Any, count: Any, page: Page) -> Node:
    shown = piece(variable, page)
    return shown.node if count == 1 else raised(shown, node_of(count, page.in_script())).node
