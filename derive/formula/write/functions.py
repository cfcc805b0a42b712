"""Functions: exponentials, logarithms, the sigmoid, unknown functions, absolute values, maxima, traces, cases."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from derive.formula.measure import height, width
from derive.formula.tree import Big, Fence, Fraction, Grid, Letter, Node, Phrase, Script, Sign, Word, joined, row
from derive.formula.write.names import bold_name, call, function_name, name_node, plain, transpose_sign
from derive.formula.write.page import Page
from derive.formula.write.pieces import Level, Piece, fenced, node_of, piece
from derive.formula.write.vectors import weights_and_data

BARS = {sympy.Abs: "|", sympy.floor: "floor", sympy.ceiling: "ceil"}
WORDS = {sympy.sign: "sign", sympy.Trace: "tr", sympy.Determinant: "det"}
"""Functions that stand between bars, and those that have the same name everywhere."""
LONGEST_EXPONENT, HIGHEST_EXPONENT = 5.5, 2
"""The widest exponent, in em of the line, and the highest, that may still be read easily when it is set small."""


@piece.register
def _(expr: sympy.Function, page: Page) -> Piece:
    return call(function_name(type(expr).__name__, page), [node_of(arg, page) for arg in expr.args])


@piece.register
def _(expr: AppliedUndef, page: Page) -> Piece:
    name = type(expr).__name__
    hypothesis = _hypothesis(expr, page) if name == "sigmoid" and page.hypothesis else None
    if hypothesis is not None:
        return hypothesis
    if name in {"argmax", "argmin"} and len(expr.args) == 2:
        body = piece(expr.args[0], page)
        under = Big(name, node_of(expr.args[1], page.in_script()))
        return Piece(row(under, Sign("apply"), body.inside(Level.PRODUCT)), Level.PRODUCT, open=True)
    return call(function_name(name, page), [node_of(arg, page) for arg in expr.args])


def hypothesis_node(page: Page) -> Node:
    """Return what the hypothesis stands for, as `h_w(x) = sigma(w.x)`."""
    weights, data = (plain(bold_name(page.label(name), page)) for name in ("w", "x"))
    score = row(Script(weights, sup=transpose_sign(page)), data)
    short = call(Script(plain(name_node(page.hypothesis)), weights), [data])
    return row(short.node, Sign("="), call(function_name("sigmoid", page), [score]).node)


def _hypothesis(expr: Any, page: Page) -> Piece | None:
    """Return the sigmoid of a score as the hypothesis h_theta(x); None where the argument is no inner product."""
    found = weights_and_data(expr.args[0], page)
    if found is None:
        return None
    weights, data = found
    return call(Script(plain(name_node(page.hypothesis)), weights), [data])


@piece.register
def _(expr: sympy.log, page: Page) -> Piece:
    name, argument = function_name("log", page), piece(expr.args[0], page)
    closed = call(name, [argument.node]).node
    if not _stands_alone(argument):
        return Piece(closed)
    return Piece(row(name, Sign("apply"), argument.node), Level.PRODUCT, open=True, closed=closed)


def _stands_alone(argument: Piece) -> bool:
    """Return whether an argument needs no brackets: a single name or call, a fraction, or a sum over an index."""
    if argument.minus:
        return False
    starts_big = isinstance(argument.node, Fraction) or isinstance(getattr(argument.node, "parts", (None,))[0], Big)
    return starts_big or (argument.level >= Level.POWER and not isinstance(argument.node, Fence))


@piece.register
def _(expr: sympy.exp, page: Page) -> Piece:
    """Write a power of e, or exp(...) where that is easier to read, or where e is something else on the page."""
    argument, style, taken = expr.args[0], page.notation.exp, "e" in page.labels.values()
    if not taken and (page.small or style == "power"):
        return Piece(Script(Letter("e"), sup=node_of(argument, page.in_script())), Level.POWER)
    inside = node_of(argument, page)
    # Only what is narrow may be short with a slash for the line of a fraction; the rest is not written twice.
    if not taken and style == "auto" and width(inside) <= LONGEST_EXPONENT and height(inside) <= HIGHEST_EXPONENT:
        small = node_of(argument, page.in_script())
        if width(small) <= LONGEST_EXPONENT and height(small) <= 1:
            return Piece(Script(Letter("e"), sup=small), Level.POWER)
    return call(Word("exp", operator=True), [inside])


@piece.register
def _(expr: sympy.Abs | sympy.floor | sympy.ceiling, page: Page) -> Piece:
    return Piece(fenced(node_of(expr.args[0], page), BARS[type(expr)]))


@piece.register
def _(expr: sympy.factorial, page: Page) -> Piece:
    return Piece(row(piece(expr.args[0], page).inside(Level.ATOM), Sign("!")), Level.POWER)


@piece.register
def _(expr: sympy.sign | sympy.Trace | sympy.Determinant, page: Page) -> Piece:
    return call(Word(WORDS[type(expr)], operator=True), [node_of(expr.args[0], page)])


@piece.register
def _(expr: sympy.Max | sympy.Min, page: Page) -> Piece:
    numbers_first = sorted(expr.args, key=lambda arg: (not arg.is_Number, str(arg)))
    name = Word(type(expr).__name__.lower(), operator=True)
    return call(name, [node_of(arg, page) for arg in numbers_first])


@piece.register
def _(expr: sympy.Heaviside, page: Page) -> Piece:
    return call(function_name("Heaviside", page), [node_of(expr.args[0], page)])


@piece.register
def _(expr: sympy.Tuple | sympy.FiniteSet, page: Page) -> Piece:
    listed = joined([node_of(part, page) for part in expr.args], ",")
    return Piece(fenced(listed, "{" if isinstance(expr, sympy.FiniteSet) else "("))


@piece.register
def _(expr: sympy.Lambda, page: Page) -> Piece:
    names = [node_of(variable, page) for variable in expr.variables]
    left = names[0] if len(names) == 1 else fenced(joined(names, ","))
    return Piece(row(left, Sign("mapsto"), node_of(expr.expr, page)), Level.RELATION)


@piece.register
def _(expr: sympy.Piecewise, page: Page) -> Piece:
    rows = tuple((node_of(value, page), _case(condition, page)) for value, condition in expr.args)
    return Piece(Grid(rows, cases=True), Level.SUM)


def _case(condition: Any, page: Page) -> Node:
    if condition == True:  # noqa: E712 -- SymPy's own truth, which is not Python's
        return Phrase("otherwise")
    return row(Phrase("if "), node_of(condition, page))
