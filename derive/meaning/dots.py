r"""Sums and products with an ellipsis, as `x_1 + \cdots + x_n`: by their general member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.keys import spelled

LETTER = "i~"
"""The letter of the general member, which nobody writes."""


@dataclass(frozen=True, slots=True)
class Dotted:
    """What an ellipsis goes over: which items it takes the place of, its ends, and the general member."""

    begin: int
    end: int
    first: surface.Number
    last: Node
    member: Node

    def as_big(self, head: str, span: surface.Span) -> surface.Big:
        """Return it as a sum or a product."""
        letter = surface.Name(span, LETTER)
        low = surface.Chain(span, (letter, self.first), (surface.Sign(span, "="),))
        return surface.Big(span, head, low, self.last, self.member)


def has_dots(parts: Sequence[Node]) -> bool:
    """Return whether an ellipsis stands among some items."""
    return any(isinstance(each, surface.Dots) for each in parts)


def dotted(parts: Sequence[Node]) -> Dotted | None:
    r"""Return what the only ellipsis among some items stands for; None where the items do not tell.

    Items before it must be members too; one alone tells only where it is numbered 0 or 1.
    """
    places = [number for number, each in enumerate(parts) if isinstance(each, surface.Dots)]
    if len(places) != 1 or not 0 < places[0] < len(parts) - 1:
        return None
    (dots,) = places
    found = general_member(parts[dots - 1], parts[dots + 1])
    if found is None:
        return None
    first, last, member = found
    begin, number = dots - 1, int(first.text)
    while begin and number and spelled(parts[begin - 1]) == spelled(_put(member, number - 1)):
        begin, number = begin - 1, number - 1
    alike = begin > 0 and general_member(parts[begin - 1], parts[dots + 1]) is not None
    if (begin == dots - 1 and number > 1) or alike:
        return None
    return Dotted(begin, dots + 2, surface.Number(first.span, str(number)), last, member)


def general_member(first: Node, last: Node) -> tuple[surface.Number, Node, Node] | None:
    """Return the first and the last number of a list and its general member, by comparing two members."""
    pairs = _differences(first, last)
    if not pairs or len({(spelled(a), spelled(b)) for a, b in pairs}) != 1:
        return None
    start, end = pairs[0]
    if not isinstance(start, surface.Number) or not start.text.isdigit() or not _is_end(end):
        return None
    if spelled(_merged(first, last, end)) != spelled(last):
        return None
    return start, end, _merged(first, last, surface.Name(end.span, LETTER))


def _is_end(node: Node) -> bool:
    if isinstance(node, surface.Terms):
        return all(isinstance(each, surface.Name | surface.Number) for each in node.parts)
    return isinstance(node, surface.Name) or (isinstance(node, surface.Number) and node.text.isdigit())


def _differences(one: Node, other: Node) -> list[tuple[Node, Node]]:
    if spelled(one) == spelled(other):
        return []
    mine, its = surface.children(one), surface.children(other)
    if type(one) is not type(other) or len(mine) != len(its) or not mine:
        return [(one, other)]
    return [pair for a, b in zip(mine, its, strict=True) for pair in _differences(a, b)]


def _merged(one: Node, other: Node, new: Node) -> Node:
    """Return the first of two trees with something put in where they differ."""
    if spelled(one) == spelled(other):
        return one
    mine, its = surface.children(one), surface.children(other)
    if type(one) is not type(other) or len(mine) != len(its) or not mine:
        return new
    others = iter(its)
    return surface.rebuilt(one, lambda each: _merged(each, next(others), new))


def _put(member: Node, number: int) -> Node:
    """Return the member of that number as it is written: a first power without its 1, and 1 for one to the power 0."""
    if isinstance(member, surface.Name) and member.text == LETTER:
        return surface.Number(member.span, str(number))
    if isinstance(member, surface.Scripted) and isinstance(member.sup, surface.Name) and member.sup.text == LETTER:
        if number == 0:
            return surface.Number(member.span, "1")
        if number == 1 and member.sub is None and not member.primes:
            return _put(member.base, number)
    return surface.rebuilt(member, lambda each: _put(each, number))
