"""What is shown of a number, however long, and of a result in a notebook: here a room below names one above."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction
from importlib import import_module

LONGEST = 3000
"""How many bits a number may have that is written with all its digits: Python writes no more than 4,300 digits."""


def mimebundle(shown: object) -> dict[str, str]:
    """Return text, LaTeX and HTML of a result, as far as it has them; what typesets it is loaded only now.

    >>> from derive import prove
    >>> from sympy.abc import x
    >>> sorted(mimebundle(prove(x + x, 2 * x)))
    ['text/html', 'text/plain']
    """
    return import_module("derive.notes.jupyter").mimebundle(shown)


def number(value: Fraction | float) -> str:
    """Return a number as text, however long it is; of a long one some figures, and how many digits it has.

    >>> number(Fraction(1, 3)), number(10**5000), number(Fraction(1, 10**5000))
    ('1/3', '1.00000e+5000 (5,001 digits)', '1.00000e-5000 (1 digit over 5,001)')
    """
    if isinstance(value, float) or not is_long(value):
        return str(value)
    counts = [f"{_digits(part):,} digit{'s'[: _digits(part) - 1]}" for part in _parts(value)]
    told = counts[0] if value == int(value) else f"{counts[0]} over {counts[1].partition(' ')[0]}"
    return f"{rounded(value)} ({told})"


def is_long(value: Fraction | int) -> bool:
    """Return whether a number is too long to be written with all its digits."""
    return max(part.bit_length() for part in _parts(value)) > LONGEST


def rounded(value: Fraction | int, figures: int = 6) -> str:
    """Return a number with a few figures and a power of ten, however large it is.

    >>> rounded(Fraction(-(7**900)))
    '-3.87468e+760'
    """
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = figures, MAX_EMAX, MIN_EMIN
        top, bottom = (Decimal(first) * Decimal(2) ** left_out for first, left_out in map(_shortened, _parts(value)))
        return f"{top / bottom:.{figures - 1}e}"


def _parts(value: Fraction | int) -> tuple[int, int]:
    return value.numerator, value.denominator


def _digits(value: int) -> int:
    """Return how many decimal digits a whole number has; the first bits tell it up to one."""
    with localcontext() as context:
        context.Emax, context.Emin = MAX_EMAX, MIN_EMIN
        first, left_out = _shortened(abs(value))
        about = (Decimal(first) * Decimal(2) ** left_out).adjusted()
    power = 10**about
    return about + (abs(value) >= power) + (abs(value) >= 10 * power) if value else 1


def _shortened(whole: int) -> tuple[int, int]:
    """Return the first bits of a whole number, and how many were left out: a decimal of all of them takes long."""
    left_out = max(whole.bit_length() - 128, 0)
    return (abs(whole) >> left_out) * (-1 if whole < 0 else 1), left_out
