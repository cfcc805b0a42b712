"""Alterations of products and fractions: a factor too many, one that is missing, two in the wrong order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive.judge.alter.edit import HALF, NOWHERE, TWO, Edit, Scope, complement, difference, over, times, turned
from derive.latex.read.tree import Apply, Bracket, Factors, Fraction, Name, Node, Number, Scripted, Terms

MISSING = "the factor {0} is missing at {1}"


def of_factors(node: Factors, scope: Scope) -> Iterator[Edit]:
    """Yield a product without one factor, with one more, or with two of them in the other order."""
    for place, factor in enumerate(node.parts):
        if len(node.parts) > 1 and not isinstance(factor, Number):
            yield Edit(_without(node, place), "extra factor", "the factor {0} is too many", (factor,))
    for place in range(len(node.parts) - 1):
        yield from _swapped(node, place)
    yield from _doubled(node)
    yield from factors_of(node, scope)


def _without(node: Factors, place: int) -> Node:
    signs, parts = node.signs[:place] + node.signs[place + 1 :], node.parts[:place] + node.parts[place + 1 :]
    return parts[0] if len(parts) == 1 else Factors(node.span, ("", *signs[1:]), parts)


def _swapped(node: Factors, place: int) -> Iterator[Edit]:
    one, other = node.parts[place : place + 2]
    if isinstance(one, Number) or isinstance(other, Number | Bracket):
        return
    parts = (*node.parts[:place], other, one, *node.parts[place + 2 :])
    says = "{0} and {1} are in the wrong order"
    yield Edit(replace(node, parts=parts), "wrong order", says, (one, other))


def _doubled(node: Factors) -> Iterator[Edit]:
    r"""Yield `A + A^\top` for `2 A`, which is the same for a symmetric matrix only."""
    for place, (one, other) in enumerate(zip(node.parts, node.parts[1:], strict=False)):
        if one == replace(TWO, span=one.span) and isinstance(other, Name | Scripted):
            both = Bracket(other.span, "(", "(", Terms(NOWHERE, ("", "+"), (other, turned(other))))
            parts = (*node.parts[:place], both, *node.parts[place + 2 :])
            altered = Factors(node.span, ("",) * len(parts), parts)
            says = "2 {0} stands for {0} + {1}: nothing says that it is symmetric"
            yield Edit(altered, "not symmetric", says, (other, turned(other)))


def factors_of(node: Node, scope: Scope) -> Iterator[Edit]:
    """Yield a tree with one more factor: a size below it, or a quantity of the document."""
    for size in scope.sizes:
        yield Edit(over(node, size), "lost 1/N", "the factor 1/{0} is missing at {1}", (size, node))
    for quantity in scope.quantities:
        yield Edit(times(quantity, node), "missing factor", MISSING, (quantity, node))
        yield Edit(times(complement(quantity), node), "missing factor", MISSING, (complement(quantity), node))
        yield Edit(over(node, quantity), "missing factor", "the factor 1/{0} is missing at {1}", (quantity, node))


def of_fraction(node: Fraction, scope: Scope) -> Iterator[Edit]:
    """Yield a fraction upside down, with its part above or below alone, or with another one below."""
    yield Edit(over(node.bottom, node.top), "wrong power", "{0} is upside down", (node,))
    yield Edit(times(TWO, node), "factor 2", "a factor of 2 at {0} is missing", (node,))
    yield Edit(times(HALF, node), "factor 2", "a factor of 2 at {0} is too many", (node,))
    if not isinstance(node.bottom, Number):
        yield Edit(node.top, "extra factor", "the division by {0} is too many", (node.bottom,))
    if node.bottom in scope.sizes or _is_lowered(node.bottom):
        one = Number(NOWHERE, "1")
        lowered = node.bottom.parts[0] if isinstance(node.bottom, Terms) else None
        other = lowered or difference([("+", node.bottom), ("-", one)], node.span)
        yield Edit(over(node.top, other), "n - 1 for n", "{0} stands for {1}", (node.bottom, other))


def _is_lowered(node: Node) -> bool:
    """Return whether a tree is a name less one."""
    if not (isinstance(node, Terms) and len(node.parts) == 2 and node.signs[1] == "-"):  # noqa: PLR2004 -- the two terms of n - 1
        return False
    first, second = node.parts
    return isinstance(first, Name) and isinstance(second, Number) and second.text == "1"


def of_argument(node: Apply) -> Iterator[Edit]:
    """Yield a function of its argument with the other sign."""
    inside = node.argument.body if isinstance(node.argument, Bracket) else node.argument
    if inside is not None and node.head:
        other = Bracket(NOWHERE, "(", "(", Terms(NOWHERE, ("-",), (Bracket(NOWHERE, "(", "(", inside),)))
        yield Edit(replace(node, argument=other, bracketed=True), "sign", "the sign in {0}", (node,))
