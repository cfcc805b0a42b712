"""A counterexample as JSON has it, here and in reports: one form."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction
from typing import Any

from derive.verdict import Counterexample

LONGEST = 3000
"""How many bits a number may have that is written with all its digits."""


def witness(found: Counterexample) -> dict[str, Any]:
    """Return a counterexample as JSON has it: whole numbers as numbers, fractions as text, exactly.

    >>> witness(Counterexample({"N": 2}, {}, {"x[1]": Fraction(1, 2)}, Fraction(1), 0.5))["values"]
    {'x[1]': '1/2'}
    """
    return {
        "sizes": dict(found.sizes),
        "indices": dict(found.indices),
        "values": {name: _number(value) for name, value in found.values.items()},
        "functions": dict(found.functions),
        "lhs": _number(found.lhs),
        "relation": found.relation,
        "rhs": _number(found.rhs),
    }


def _number(value: Fraction | float) -> int | float | str:
    if isinstance(value, float):
        return value
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > LONGEST:
        return f"about {rounded(Fraction(value))}"
    return int(value) if value == int(value) else str(value)


def rounded(value: Fraction, figures: int = 6) -> str:
    """Return a number with a few figures and a power of ten, however large it is.

    >>> rounded(Fraction(-(7**900)))
    '-3.87468e+760'
    """
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = figures, MAX_EMAX, MIN_EMIN
        top, bottom = (Decimal(first) * Decimal(2) ** left_out for first, left_out in map(_shortened, _parts(value)))
        return f"{top / bottom:.{figures - 1}e}"


def _parts(value: Fraction) -> tuple[int, int]:
    return value.numerator, value.denominator


def _shortened(number: int) -> tuple[int, int]:
    """Return the first bits of a whole number, and how many were left out: a decimal of all of them takes long."""
    left_out = max(number.bit_length() - 128, 0)
    return (abs(number) >> left_out) * (-1 if number < 0 else 1), left_out
