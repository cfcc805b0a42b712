"""Numbers as they are printed: a claim about decimals agrees to the digits, disagrees, or is open; it has no proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import prod

from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.vocabulary import Vocabulary
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.functions import BY_NAME, Leaf, fold
from derive.judge.claim import Claim, Finding
from derive.judge.heads import head_of
from derive.meaning.axes import Axis
from derive.meaning.closing import Sides, entries
from derive.meaning.errors import Clash, Need
from derive.meaning.here import Here, Record
from derive.meaning.keys import in_units, name_key, names_in, untransposed
from derive.meaning.reading import read
from derive.meaning.values import divided
from derive.verdict import Counterexample

DIGITS = 40
METHOD, EXACTLY = "to the printed digits", "to all digits"
NOTHING = Vocabulary({}, {}, {}, {}, (), decimals=True)
ROUNDING = Fraction(1, 10**30)
"""What the last of these digits may be off."""
CARRIED, LINEAR = 2, Fraction(11, 10)
"""How many times the reach of a rounded number a result may be off, and where it is linear in it."""
DECIMAL = re.compile(r"\d+\.\d+")
SEVERAL = 3
"""From how many digits on a whole number may be a rounded one."""
MOST, MOST_PLACES = 6, 36
"""From how many rounded numbers a result may be made, and how many places a vector may have."""
JOINS: Mapping[str, Callable[..., tree.Node]] = {
    "+": tree.add,
    "-": tree.subtract,
    "*": tree.multiply,
    "/": divided,
    "^": tree.Power,
}
GRAVE = ("disagrees to the digits", "undecided")
"""What one place says of them all, the gravest first."""


def has_decimals(node: Node | None) -> bool:
    """Return whether a number in a formula has digits behind its point."""
    numbers = (in_units(each) for each in surface.walk(node))
    return any(isinstance(each, surface.Number) and "." in each.text for each in numbers)


def half_unit(node: Node | None) -> Fraction | None:
    """Return half a unit of the last printed place of a plain number, 0 for a whole one; None for what is none.

    >>> from derive.formula.read.parser import read
    >>> half_unit(read("-0.50"))
    Fraction(1, 200)
    """
    if isinstance(node, surface.Terms) and len(node.parts) == 1:
        node = node.parts[0]
    node = in_units(node)
    if not isinstance(node, surface.Number):
        return None
    digits = node.text.partition(".")[2]
    return Fraction(1, 2 * 10 ** len(digits)) if digits else Fraction(0)


def by_digits(claim: Claim, sides: Sides, here: Here) -> Finding:
    """Return whether the exact left side rounds to what is printed on the right, at each place of a vector."""
    head, arguments = head_of(claim.left)
    is_at_numbers = arguments is not None and not any(map(names_in, arguments))
    if claim.is_first and head is not None and here.record.used and not is_at_numbers:
        return Finding(verdict="undecided", reason="a name stands alone on its left: it may have another value now")
    left, right, rows = entries(sides, here.record)
    places = _places(rows)
    if places is None:
        return Finding(verdict="undecided", reason="how long its vectors are is not said in numbers")
    if any(tree.replace(side, places[0]).names for side in (left, right)):
        return Finding(verdict="undecided", reason="how near is near enough is said for numbers only")
    found = [_at(_Place(claim, here, left, right, at, number)) for number, at in enumerate(places)]
    return next((each for verdict in GRAVE for each in found if each.verdict == verdict), found[0])


def _places(rows: Mapping[str, Axis]) -> list[dict[tree.Node, tree.Node]] | None:
    """Return the places of vectors whose lengths are numbers, and no more than `MOST_PLACES`; else None."""
    ranges: list[range] = []
    for axis in rows.values():
        first, last = axis.known or (None, None)
        if not isinstance(first, tree.Number) or not isinstance(last, tree.Number):
            return None
        ranges.append(range(int(first.value), int(last.value) + 1))
    if prod(map(len, ranges)) not in range(1, MOST_PLACES + 1):
        return None
    indices = [tree.Index(name) for name in rows]
    return [dict(zip(indices, map(tree.number, each), strict=True)) for each in product(*ranges)]


@dataclass(frozen=True, slots=True)
class _Place:
    """Two sides at one of their places, the `number`-th, as they are before anything is put `at` its indices."""

    claim: Claim
    here: Here
    left: tree.Node
    right: tree.Node
    at: Mapping[tree.Node, tree.Node]
    number: int

    @property
    def values(self) -> tuple[Fraction, Fraction] | None:
        """Return both sides as numbers; None where they are not computed."""
        one, other = (_value(tree.replace(side, self.at)) for side in (self.left, self.right))
        return None if one is None or other is None else (one, other)

    def moved(self, text: str, half: Fraction, *, both: bool) -> _Place | None:
        """Return it with a printed number moved by half a unit on its left, or wherever it is printed; None if lost."""
        claim, more = self.claim, str(Decimal(text) + Decimal(half.numerator) / half.denominator)
        if claim.left is None or claim.right is None:
            return None
        one = _with_number(claim.left, text, more)
        other = _with_number(claim.right, text, more) if both else claim.right
        here = replace(self.here, record=Record())
        try:
            left, right, rows = entries(Sides(read(one, here), read(other, here)), here.record)
        except (Clash, Need):
            return None
        at = dict(zip(map(tree.Index, rows), self.at.values(), strict=True))
        return replace(self, left=left, right=right, at=at)


def _at(place: _Place) -> Finding:
    """Return what two numbers say, where half a unit of the printed one is the room that their gap has.

    What is no plain number has no room: its numbers are printed to be computed with, or one of them is rounded.
    """
    if place.values is None:
        return Finding(verdict="undecided", reason="its value is not computed")
    left, right = place.values
    claim, gap = place.claim, abs(left - right)
    if claim.sign.kind in ORDERED:
        return _in_order(place)
    if gap <= ROUNDING:
        return Finding(verdict="agrees to the digits", method=EXACTLY)
    printed = half_unit(_entry(claim.right, place.number))
    if printed == 0 and claim.sign.kind == "approx":
        printed = Fraction(1, 2)
    room = half_unit(_entry(claim.left, place.number)) if printed is None else printed
    if room is not None and gap <= room + ROUNDING:
        return Finding(verdict="agrees to the digits", method=METHOD)
    rounded = decimals(claim.left) & claim.printed
    if printed is None:
        rounded |= decimals(claim.right) - decimals(claim.left)
        if claim.sign.kind == "approx":
            rounded |= _wholes(claim.right) - _wholes(claim.left)
    reach = _reach(place, rounded, both=printed is None)
    if reach is None or gap <= (room or 0) + reach:
        reason = "its numbers may be rounded; then it is within their reach"
        return Finding(verdict="undecided", reason=reason)
    seen = Counterexample({}, {}, {}, float(left), float(right))
    return Finding(verdict="disagrees to the digits", method=METHOD, counterexample=seen)


ORDERED = {"<": "<", "<=": "<", ">": ">", ">=": ">"}
"""The signs of an order, each with what holds between numbers that differ by more than they may be rounded."""


def _in_order(place: _Place) -> Finding:
    """Return whether two numbers stand in an order; open where both are as near as their digits tell."""
    left, right = place.values or (Fraction(0), Fraction(0))
    printed = decimals(place.claim.left) | decimals(place.claim.right)
    reach = _reach(place, printed, both=True)
    if reach is None or abs(left - right) <= reach + ROUNDING:
        return Finding(verdict="undecided", reason="its numbers may be rounded; then it is within their reach")
    sign = ORDERED[place.claim.sign.kind]
    if (left < right) == (sign == "<"):
        return Finding(verdict="agrees to the digits", method=METHOD)
    seen = Counterexample({}, {}, {}, float(left), float(right), relation=place.claim.sign.kind)
    return Finding(verdict="disagrees to the digits", method=METHOD, counterexample=seen)


def _entry(node: Node | None, number: int) -> Node | None:
    """Return the entry that is printed at a place of a list; anything else as it is."""
    body = node.body if isinstance(node, surface.Bracket) else None
    if isinstance(body, surface.Sequence):
        return body.items[number] if number < len(body.items) else None
    cells = [cell for row in node.rows for cell in row] if isinstance(node, surface.Grid) else [node]
    return cells[number] if number < len(cells) else None


def decimals(node: Node | None) -> frozenset[str]:
    """Return the numbers with a point in a formula, as they are printed."""
    return frozenset(e.text for e in surface.walk(node) if isinstance(e, surface.Number) and "." in e.text)


def _wholes(node: Node | None) -> frozenset[str]:
    """Return the whole numbers of several digits in a formula: behind `approx` one may be a rounded root."""
    numbers = (e.text for e in surface.walk(node) if isinstance(e, surface.Number))
    return frozenset(text for text in numbers if text.isdigit() and len(text) >= SEVERAL)


def _reach(place: _Place, rounded: frozenset[str], *, both: bool) -> Fraction | None:
    """Return how far numbers that may be rounded move the gap of two sides, all added up; None if unknown.

    Each of them is moved by half a unit of its last place, on both sides where it stands on both.
    """
    if len(rounded) > MOST or place.values is None:
        return None
    gap, total = place.values[0] - place.values[1], Fraction(0)
    for text in sorted(rounded):
        half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
        moved = [_gap(place.moved(text, half * times, both=both)) for times in (1, 2)]
        if None in moved:
            return None
        once, twice = (each - gap for each in moved if each is not None)
        total += abs(once) * (LINEAR if abs(twice - 2 * once) <= ROUNDING else CARRIED)
    return total


def _gap(place: _Place | None) -> Fraction | None:
    values = None if place is None else place.values
    return None if values is None else values[0] - values[1]


def _with_number(node: Node, text: str, other: str) -> Node:
    if isinstance(node, surface.Number):
        return replace(node, text=other) if node.text == text else node
    return surface.rebuilt(node, lambda part: _with_number(part, text, other))


def _value(side: tree.Node) -> Fraction | None:
    """Return a number with its first digits; None where that is not computed."""
    try:
        return Fraction(str(to_sympy(_written_out(side), NOTHING).evalf(DIGITS)))
    except (ValueError, TypeError, ArithmeticError, AttributeError):
        return None


def _written_out(node: tree.Node) -> tree.Node:
    """Return a node with functions such as the logistic one by what they are defined as."""
    inner = tree.with_children(node, _written_out)
    row = BY_NAME.get(inner.function) if isinstance(inner, tree.Call) else None
    if row is None or row.definition is None or not isinstance(inner, tree.Call) or len(inner.arguments) != 1:
        return inner
    (argument,) = inner.arguments
    return fold(row.definition, lambda leaf: argument if leaf == "z" else _leaf(leaf), _joined)


def _leaf(leaf: Leaf) -> tree.Node:
    return tree.Constant(leaf) if isinstance(leaf, str) else tree.number(leaf)


def _joined(name: str, parts: list[tree.Node]) -> tree.Node:
    return JOINS[name](*parts) if name in JOINS else tree.Call(name, tuple(parts))


def is_plain(node: Node | None) -> bool:
    """Return whether a side is made of numbers alone."""
    inside = list(surface.walk(node))
    odd = (surface.Hole, surface.Words, surface.Dots, surface.Chain, surface.Big, surface.Derivative)
    letters = {name_key(each) for each in inside if isinstance(each, surface.Name)}
    return any(isinstance(each, surface.Number) for each in inside) and not (
        letters - {"pi", "e"} or any(isinstance(each, odd) for each in inside)
    )


def is_array(node: Node | None) -> bool:
    """Return whether a side is a list or a matrix of numbers: the value of an example, and of no general line."""
    kinds, inner = surface.Sequence | surface.Grid, None if node is None else untransposed(node)
    return is_plain(inner) and any(isinstance(each, kinds) for each in surface.walk(inner))
