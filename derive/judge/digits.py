"""Numbers as they are printed: a claim about decimals agrees to the digits, disagrees, or is open; it has no proof."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.vocabulary import Vocabulary
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import Claim, Finding
from derive.judge.heads import head_of
from derive.meaning.closing import Sides, entries
from derive.meaning.here import Here
from derive.meaning.reading import read
from derive.verdict import Counterexample

DIGITS = 40
METHOD = "to the printed digits"
NOTHING = Vocabulary({}, {}, {}, {}, (), decimals=True)
ROUNDING = Fraction(1, 10**30)
"""What the last of these digits may be off."""
CARRIED = 2
"""How many times the reach of rounded numbers a result may be off: it need not be linear in them."""
MOST = 6
"""From how many rounded numbers a result may be made."""


def has_decimals(node: Node | None) -> bool:
    """Return whether a number in a formula has digits behind its point."""
    return any(isinstance(each, surface.Number) and "." in each.text for each in surface.walk(node))


def half_unit(node: Node | None) -> Fraction | None:
    """Return half a unit of the last printed place of a plain number, 0 for a whole one; None for what is none.

    >>> from derive.formula.read.parser import read
    >>> half_unit(read("-0.50"))
    Fraction(1, 200)
    """
    if isinstance(node, surface.Terms) and len(node.parts) == 1:
        node = node.parts[0]
    if not isinstance(node, surface.Number):
        return None
    digits = node.text.partition(".")[2]
    return Fraction(1, 2 * 10 ** len(digits)) if digits else Fraction(0)


def by_digits(claim: Claim, sides: Sides, here: Here) -> Finding:
    """Return whether the exact left side rounds to what is printed on the right."""
    if claim.is_first and head_of(claim.left)[0] is not None and here.record.used:
        return Finding(verdict="undecided", reason="a name stands alone on its left: it may have another value now")
    left, right, _ = entries(sides, here.record)
    if left.names or right.names:
        return Finding(verdict="undecided", reason="how near is near enough is said for numbers only")
    room = half_unit(claim.right)
    if room is None:
        return Finding(verdict="undecided", reason="only a printed number on the right has digits to agree to")
    if not room and claim.sign.kind == "approx":
        room = Fraction(1, 2)
    one, other = _value(left), _value(right)
    if one is None or other is None:
        return Finding(verdict="undecided", reason="its value is not computed")
    return _within(claim, one, other, room, here)


def _within(claim: Claim, left: Fraction, right: Fraction, room: Fraction, here: Here) -> Finding:
    """Return what two numbers say, where half a unit of the printed one is the room that their gap has."""
    gap = abs(left - right)
    if gap <= room + ROUNDING:
        return Finding(verdict="agrees to the digits", method=METHOD)
    reach = _reach(claim, left, here)
    if reach is None or gap <= room + CARRIED * reach:
        reason = "the numbers on its left may be rounded; then it is within their reach"
        return Finding(verdict="undecided", reason=reason)
    seen = Counterexample({}, {}, {}, float(left), float(right))
    return Finding(verdict="disagrees to the digits", method=METHOD, counterexample=seen)


def _reach(claim: Claim, value: Fraction, here: Here) -> Fraction | None:
    """Return how far a side is moved by the rounding of numbers in it that stand above as results; None if unknown.

    Each of them is moved by half a unit of its last place, and all of that is added up.
    """
    rounded = {
        each.text: half_unit(each) or Fraction(0)
        for each in surface.walk(claim.left)
        if isinstance(each, surface.Number) and each.text in claim.printed
    }
    if len(rounded) > MOST or claim.left is None:
        return None
    moved = [_value(_moved(claim.left, text, half, here)) for text, half in rounded.items()]
    gaps = [abs(each - value) for each in moved if each is not None]
    return sum(gaps, Fraction(0)) if len(gaps) == len(rounded) else None


def _moved(side: Node, text: str, by: Fraction, here: Here) -> tree.Node:
    """Return a side of numbers with one of them moved."""
    more = str(Decimal(text) + Decimal(by.numerator) / by.denominator)
    return read(_with_number(side, text, more), here).number


def _with_number(node: Node, text: str, other: str) -> Node:
    if isinstance(node, surface.Number):
        return replace(node, text=other) if node.text == text else node
    return surface.rebuilt(node, lambda part: _with_number(part, text, other))


def _value(side: tree.Node) -> Fraction | None:
    """Return a number with its first digits; None where that is not computed."""
    try:
        return Fraction(str(to_sympy(side, NOTHING).evalf(DIGITS)))
    except (ValueError, TypeError, ArithmeticError, AttributeError):
        return None
