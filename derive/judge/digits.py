"""Numbers as they are printed: a claim about decimals agrees to the digits, disagrees, or is open; it has no proof."""

from __future__ import annotations

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
from derive.verdict import Counterexample

DIGITS = 40
METHOD = "to the printed digits"
NOTHING = Vocabulary({}, {}, {}, {}, (), decimals=True)
ROUNDING = Fraction(1, 10**30)
"""What the last of these digits may be off."""
CARRIED = 20
"""How many half units a result may be off that is made of rounded numbers."""


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
    return _within(claim, one, other, room)


def _within(claim: Claim, left: Fraction, right: Fraction, room: Fraction) -> Finding:
    """Return what two numbers say, where half a unit of the printed one is the room that their gap has."""
    gap = abs(left - right)
    if gap <= room + ROUNDING:
        return Finding(verdict="agrees to the digits", method=METHOD)
    rounded = any(isinstance(each, surface.Number) and each.text in claim.printed for each in surface.walk(claim.left))
    if rounded and gap <= CARRIED * room:
        reason = "the numbers on its left may be rounded; then it is within their reach"
        return Finding(verdict="undecided", reason=reason)
    seen = Counterexample({}, {}, {}, float(left), float(right))
    return Finding(verdict="disagrees to the digits", method=METHOD, counterexample=seen)


def _value(side: tree.Node) -> Fraction | None:
    """Return a number with its first digits; None where that is not computed."""
    try:
        return Fraction(str(to_sympy(side, NOTHING).evalf(DIGITS)))
    except (ValueError, TypeError, ArithmeticError, AttributeError):
        return None
