"""Numbers, sums of terms, products, fractions, powers and relations."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.numbers import ImaginaryUnit, Infinity, NegativeInfinity
from sympy.core.relational import Relational

from derive.formula.measure import height
from derive.formula.signs import GREEK
from derive.formula.tree import Fraction, Letter, Node, Number, Root, Row, Script, Sign, Word, joined, row
from derive.formula.write.order import BIG, factors, is_reciprocal, roots_below, split_fraction, split_sign, terms
from derive.formula.write.page import Page
from derive.formula.write.pieces import Level, Piece, fenced, node_of, piece, raised, summed, write_by
from derive.formula.write.scope import name_of
from derive.formula.write.vectors import root_of_squares

LAST = 4
CONSTANTS: dict[str, Node] = {"pi": Letter("pi"), "Exp1": Letter("e", "italic")}


@piece.register
def _(expr: sympy.Rational, page: Page) -> Piece:
    return _signed(expr, page, lambda rest: _over([sympy.Integer(rest.p)], [sympy.Integer(rest.q)], page))


def _signed(expr: Any, page: Page, write: Any) -> Piece:
    minus, rest = split_sign(expr)
    return piece(rest, page).negated() if minus else write(rest)


def _decimal(value: Any) -> Piece:
    digits, _, power = str(value).partition("e")
    digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
    if not power:
        return Piece(Number(digits))
    exponent: Node = Number(power.lstrip("+-"))
    mantissa = [] if digits == "1" else [Number(digits), Sign("cdot")]
    power_of_ten = Script(Number("10"), sup=row(Sign("negative"), exponent) if power[0] == "-" else exponent)
    return Piece(row(*mantissa, power_of_ten), Level.PRODUCT if mantissa else Level.POWER)


@piece.register
def _(expr: sympy.NumberSymbol, page: Page) -> Piece:
    return Piece(CONSTANTS.get(type(expr).__name__.replace("Pi", "pi"), Word(type(expr).__name__)))


@piece.register
def _(expr: sympy.Add | sympy.MatAdd, page: Page) -> Piece:
    found = [split_sign(term) for term in (terms(expr) if isinstance(expr, sympy.Add) else expr.args)]
    # What is open ends at the next plus: a sum over an index needs no brackets here.
    return summed((minus, piece(rest, page).behind()) for minus, rest in found)


@piece.register
def _(expr: sympy.Mul, page: Page) -> Piece:
    minus, rest = split_sign(expr)
    if minus:
        return piece(rest, page).negated()
    above, below = roots_below(*split_fraction(factors(expr, lambda factor: _shift(factor, page))))
    return _over(above, below, page) if below else product(above, page)


@piece.register
def _(expr: sympy.MatMul, page: Page) -> Piece:
    minus, rest = split_sign(expr)
    return piece(rest, page).negated() if minus else product(list(rest.args), page)


def _shift(factor: Any, page: Page) -> float:
    """Return how much later a factor stands than others of its kind.

    Counts stand before Greek letters, those before other names, and the components of data last: the x_ij of
    (y_i - p_i) x_ij.
    """
    base = factor.base if isinstance(factor, sympy.Pow) else factor
    if isinstance(base, sympy.Indexed):
        name, rank = name_of(base.base.label), len(base.indices)
        # Where nothing is known of the range of x, it holds the data, as it does in every lecture.
        data = page.label(name).lower() == "x"
        if page.role(name, rank - 1) in ({"component", ""} if data else {"component"}) and (data or rank > 1):
            return LAST
        return 0.1 if page.label(name) in GREEK else 0.2
    if not isinstance(base, sympy.Symbol):
        return 0
    return -0.5 if base.is_integer else -0.25 * (page.label(base.name) in GREEK)


def product(found: list[Any], page: Page) -> Piece:
    """Return factors beside each other: brackets where they are needed, a dot between two numbers."""
    return _beside([piece(factor, page) for factor in found])


def _beside(shown: list[Piece]) -> Piece:
    if not shown:
        return Piece(Number("1"))
    if len(shown) == 1:
        return shown[0]
    parts: list[Node] = []
    dots = sum(factor.dot for factor in shown) > 1
    for place, factor in enumerate(shown):
        last = place == len(shown) - 1
        needs = (factor.minus and place > 0) or (dots and factor.dot)
        node = fenced(factor.node) if needs else factor.inside(Level.PRODUCT, last=last)
        parts += [Sign("cdot"), node] if parts and _needs_dot(parts[-1], node) else [node]
    return Piece(row(*parts), Level.PRODUCT, open=shown[-1].open, minus=shown[0].minus)


def _needs_dot(left: Node, right: Node) -> bool:
    first = right.parts[0] if isinstance(right, Row) else right
    first = first.base if isinstance(first, Script) else first
    last = left.parts[-1] if isinstance(left, Row) else left
    numeral = isinstance(first, Number) or (isinstance(first, Fraction) and _ends_in_digit(last))
    return numeral or (isinstance(last, Word) and isinstance(first, Word) and not first.operator)


def _ends_in_digit(node: Node) -> bool:
    return isinstance(node, Number) or (isinstance(node, Fraction) and isinstance(node.above, Number))


def _over(above: list[Any], below: list[Any], page: Page) -> Piece:
    """Return a fraction; what is too big for it, or is easier to read behind it, stands at its right."""
    if page.small:
        return _slashed(above, below, page)
    one_line = any(factor.has(sympy.Sum, sympy.Product) for factor in below)
    numbers = all(factor.is_Number for factor in below)
    shown = [(factor, piece(factor, page)) for factor in above]
    beside = [not one_line and _stands_beside(factor, written, numbers=numbers) for factor, written in shown]
    inside, outside = ([p for (_, p), out in zip(shown, beside, strict=True) if out is side] for side in (False, True))
    line = Fraction(_beside(inside).node, product(below, page).node)
    if not outside:
        return Piece(line, Level.PRODUCT)
    rest = _beside(outside)
    right = rest.behind()
    dot = [Sign("cdot")] if _needs_dot(line, right) else []
    return Piece(row(line, *dot, right), Level.PRODUCT, open=rest.open)


def _stands_beside(factor: Any, written: Piece, *, numbers: bool) -> bool:
    """Return whether a factor stands at the right of a fraction, or above its line; below may be only `numbers`."""
    if isinstance(factor, (*BIG, sympy.Trace)):
        return numbers or isinstance(factor, sympy.Derivative) or written.open
    base = factor.base if isinstance(factor, sympy.Pow) else factor
    if isinstance(factor, sympy.exp) and height(written.node) > 1:
        return True
    return numbers and (
        isinstance(base, (*BIG, sympy.Function)) or (base is not factor and isinstance(base, sympy.Add))
    )


def _slashed(above: list[Any], below: list[Any], page: Page) -> Piece:
    up, down = product(above, page), product(below, page)
    top = fenced(up.node) if up.open or up.level < Level.PRODUCT else up.node
    return Piece(row(top, Sign("/"), down.inside(Level.POWER, last=False)), Level.PRODUCT)


@piece.register
def _(expr: sympy.Pow, page: Page) -> Piece:
    base, exponent = expr.base, expr.exp
    if is_reciprocal(expr):
        return _over([], split_fraction([expr])[1], page)
    if exponent == sympy.Rational(1, 2):
        return root_of_squares(base, page) or Piece(Root(node_of(base, page)))
    if exponent.is_Rational and exponent.p == 1 and exponent.q > 1:
        return Piece(Root(node_of(base, page), Number(str(exponent.q))))
    return raised(piece(base, page), node_of(exponent, page.in_script()))


@piece.register
def _(expr: Relational, page: Page) -> Piece:
    both = page.around((expr.lhs, expr.rhs))
    return relation(node_of(expr.lhs, both), expr.rel_op, node_of(expr.rhs, both))


def relation(left: Node, sign: str, right: Node) -> Piece:
    """Return two sides with the sign of a relation between them."""
    return Piece(row(left, Sign(sign), right), Level.RELATION)


@piece.register
def _(expr: sympy.And | sympy.Or, page: Page) -> Piece:
    sign = "and" if isinstance(expr, sympy.And) else "or"
    shown = [(arg, piece(arg, page)) for arg in sorted(expr.args, key=str)]
    parts = [part.node if isinstance(arg, Relational) else part.inside(Level.ATOM) for arg, part in shown]
    return Piece(joined(parts, sign), Level.RELATION)


@piece.register
def _(expr: sympy.Not, page: Page) -> Piece:
    return Piece(row(Sign("not"), piece(expr.args[0], page).inside(Level.ATOM)), Level.PRODUCT)


write_by(
    {
        sympy.Number: lambda expr, page: _signed(expr, page, lambda rest: Piece(Number(str(rest)))),
        sympy.Integer: lambda expr, page: _signed(expr, page, lambda rest: Piece(Number(str(rest)))),
        sympy.Float: lambda expr, page: _signed(expr, page, _decimal),
        ImaginaryUnit: lambda _expr, _page: Piece(Letter("i", "upright")),
        sympy.UnevaluatedExpr: lambda expr, page: piece(expr.args[0], page),
        Infinity: lambda _expr, _page: Piece(Sign("infinity")),
        NegativeInfinity: lambda _expr, _page: Piece(Sign("infinity")).negated(),
    }
)
