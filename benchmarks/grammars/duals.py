"""Numbers for loops over arrays: exact fractions, reals of 50 digits, and dual numbers of any order over both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from mpmath import MPContext

REALS = MPContext()
REALS.dps = 50
Number = Any  # a Fraction, a real of 50 digits, or a Dual of these
TAGS = count(1)
ONE = Fraction(1)


class NoValueError(ArithmeticError):
    """The expression has no value here: a zero denominator, a place outside of an axis, a slope at a kink."""


class UnknownNodeError(NotImplementedError):
    """Nobody has said here what this kind of node is worth."""


@dataclass(frozen=True, slots=True)
class Dual:
    """A number and its slope along one entry; the tag says which derivative asked for it."""

    tag: int
    value: Number
    slope: Number


def parts_of(number: Number, tag: int) -> tuple[Number, Number]:
    """Return value and slope of a number for one derivative."""
    return (number.value, number.slope) if isinstance(number, Dual) and number.tag == tag else (number, Fraction(0))


def tag_of(*numbers: Number) -> int:
    """Return the last derivative that asked for one of these numbers; 0 if none did."""
    return max((n.tag for n in numbers if isinstance(n, Dual)), default=0)


def plain(number: Number) -> Any:
    """Return a number without its slopes."""
    while isinstance(number, Dual):
        number = number.value
    return number


def real(number: Any) -> Any:
    """Return a fraction as a real of 50 digits."""
    return REALS.mpf(number.numerator) / number.denominator if isinstance(number, Fraction) else number


def plus(a: Number, b: Number) -> Number:
    """Return a + b."""
    if tag := tag_of(a, b):
        (u, du), (v, dv) = parts_of(a, tag), parts_of(b, tag)
        return Dual(tag, plus(u, v), plus(du, dv))
    return a + b if isinstance(a, Fraction) and isinstance(b, Fraction) else real(a) + real(b)


def times(a: Number, b: Number) -> Number:
    """Return a * b."""
    if tag := tag_of(a, b):
        (u, du), (v, dv) = parts_of(a, tag), parts_of(b, tag)
        return Dual(tag, times(u, v), plus(times(u, dv), times(du, v)))
    return a * b if isinstance(a, Fraction) and isinstance(b, Fraction) else real(a) * real(b)


def inverse(a: Number) -> Number:
    """Return 1/a."""
    if isinstance(a, Dual):
        one = inverse(a.value)
        return Dual(a.tag, one, times(Fraction(-1), times(times(one, one), a.slope)))
    if a == 0:
        raise NoValueError
    return 1 / a


def minus(a: Number, b: Number) -> Number:
    """Return a - b."""
    return plus(a, times(Fraction(-1), b))


def power(a: Number, exponent: int) -> Number:
    """Return a to a whole power; nothing to the power 0 is 1."""
    result, base = Fraction(1), a if exponent >= 0 else inverse(a)
    for _ in range(abs(exponent)):
        result = times(result, base)
    return result


def _chain(value: Callable[[Any], Any], slope: Callable[[Number], Number]) -> Callable[[Number], Number]:
    def function(a: Number) -> Number:
        if isinstance(a, Dual):
            return Dual(a.tag, function(a.value), times(slope(a.value), a.slope))
        return value(real(a))

    return function


def _log_of(a: Any) -> Any:
    if a <= 0:
        raise NoValueError
    return REALS.log(a)


def _root_of(a: Any) -> Any:
    if a < 0:
        raise NoValueError
    return REALS.sqrt(a)


exponential = _chain(REALS.exp, lambda a: times(ONE, exponential(a)))
logarithm = _chain(_log_of, inverse)
root = _chain(_root_of, lambda a: times(Fraction(1, 2), inverse(root(a))))
logistic = _chain(lambda a: 1 / (1 + REALS.exp(-a)), lambda a: times(logistic(a), minus(Fraction(1), logistic(a))))
soft = _chain(lambda a: REALS.log(1 + REALS.exp(a)), logistic)
hyperbolic = _chain(REALS.tanh, lambda a: minus(Fraction(1), power(hyperbolic(a), 2)))
sine = _chain(REALS.sin, lambda a: times(ONE, cosine(a)))
cosine = _chain(REALS.cos, lambda a: times(Fraction(-1), sine(a)))


def compare(a: Number, b: Number) -> int:
    """Return the sign of a - b; a slope has none where both are equal."""
    difference = plain(minus(a, b))
    if difference == 0 and tag_of(a, b):
        raise NoValueError
    return (difference > 0) - (difference < 0)
