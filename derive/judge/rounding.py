"""Numbers as they are printed: right to their digits, or with the unrounded value of a line above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sympy import Expr, Rational
from sympy.core.function import AppliedUndef

from derive.documents.readings import Reading
from derive.documents.step import Step
from derive.judge.finding import Finding
from derive.latex.read.tree import Node, Number, Terms
from derive.verdict import Counterexample

DIGITS = 40


@dataclass(frozen=True, slots=True)
class Rounded:
    """A number as it was printed on a line, and the value that it stands for."""

    printed: Rational
    exact: Expr


def decide_rounded(step: Step, reading: Reading, earlier: Sequence[Rounded]) -> Finding | None:
    """Return whether the left side rounds to the number printed on the right; None where this does not apply.

    Where it does not, the numbers on the left that were rounded on an earlier line are tried unrounded.
    """
    places = decimals_of(step.rhs)
    if places is None or not (_is_number(reading.lhs) and _is_number(reading.rhs)):
        return None
    if _rounds(reading.lhs, reading.rhs, places):
        return Finding(verdict="agrees to the digits", method="to the printed digits")
    for unrounded in _unrounded(reading.lhs, earlier):
        if _rounds(unrounded, reading.rhs, places):
            value = unrounded.evalf(places + 3)
            condition = f"with the unrounded values of the lines above, which give {value}"
            return Finding(verdict="agrees to the digits", method="to the printed digits", conditions=(condition,))
    left, right = (float(side.evalf(DIGITS)) for side in (reading.lhs, reading.rhs))
    return Finding(
        verdict="disagrees to the digits",
        method="to the printed digits",
        counterexample=Counterexample({}, {}, {}, left, right),
    )


def rounded_numbers(step: Step, reading: Reading) -> Iterator[Rounded]:
    """Yield the number that a line prints for the value of its left side."""
    if decimals_of(step.rhs) is not None and _is_number(reading.lhs) and isinstance(reading.rhs, Rational):
        yield Rounded(reading.rhs, reading.lhs)


def decimals_of(node: Node | None) -> int | None:
    """Return how many digits a printed number has behind its point; None for what is no plain number.

    >>> from derive.latex.read.parser import read
    >>> decimals_of(read("-0.50")), decimals_of(read("2 x"))
    (2, None)
    """
    if isinstance(node, Terms) and len(node.parts) == 1:
        node = node.parts[0]
    if not isinstance(node, Number):
        return None
    exponent = Decimal(node.text.replace(",", "")).as_tuple().exponent
    return -exponent if isinstance(exponent, int) else None


def _is_number(expr: Any) -> bool:
    known = isinstance(expr, Expr) and not expr.free_symbols and not expr.atoms(AppliedUndef)
    return known and bool(expr.is_real)


def _rounds(value: Expr, printed: Expr, places: int) -> bool:
    """Return whether a value lies within half a unit of the last printed place."""
    gap = abs((value - printed).evalf(DIGITS))
    return bool(gap <= Rational(1, 2) * Rational(1, 10**places))


def _unrounded(expr: Expr, earlier: Sequence[Rounded]) -> Iterator[Expr]:
    """Yield the expression with the numbers that were rounded before replaced by what they stand for."""
    known = {each.printed: each.exact for each in earlier if each.printed != each.exact}
    used = {number: known[number] for number in expr.atoms(Rational) if number in known}
    if used:
        yield expr.xreplace(used)
