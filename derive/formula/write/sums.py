"""The signs of sums and products with their ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Product, Sum, Symbol

from derive.formula.tree import Big, Node, Sign, row
from derive.formula.write.formula import node_of
from derive.formula.write.page import Page
from derive.formula.write.pieces import Level, Piece, fenced
from derive.formula.write.scope import name_of

SIGNS = {Sum: "sum", Product: "prod"}


def written_sum(expr: Any, ranges: Sequence[Any], inner: Page, body: Piece) -> Piece:
    """Return the signs of a sum or a product with these ranges, in front of what is summed.

    Terms stand in brackets, as the next plus would end the sum. `inner` is the page on which the indices are bound.
    """
    signs = [_sign(SIGNS[type(expr)], limit, inner) for limit in ranges]
    brackets = "{" if inner.notation.brackets == "braces" else "("
    shown = fenced(body.node, brackets) if body.minus else body.inside(Level.PRODUCT, brackets=brackets)
    return Piece(row(*signs, shown), Level.PRODUCT, open=True)


def _sign(key: str, limit: Any, page: Page) -> Node:
    small, name = page.in_script(), name_of(limit[0])
    index = node_of(Symbol(name), small)
    low, high = limit[1:] if len(limit) > 1 else (getattr(limit[0], "lower", None), getattr(limit[0], "upper", None))
    if low is None or (page.notation.bounds == "none" and page.scope.ranges.get(name) == [(low, high)]):
        return Big(key, index)
    return Big(key, row(index, Sign("="), node_of(low, small)), node_of(high, small))
