"""How entries are drawn that must be signs, bits, positive, a distribution, or one of several and 0 elsewhere."""

from __future__ import annotations

from fractions import Fraction
from random import Random


def signs(source: Random, size: int) -> list[Fraction]:
    """Return numbers that are 1 or -1."""
    return [Fraction(source.choice((-1, 1))) for _ in range(size)]


def bits(source: Random, size: int) -> list[Fraction]:
    """Return numbers that are 0 or 1."""
    return [Fraction(source.choice((0, 1))) for _ in range(size)]


def positives(source: Random, size: int) -> list[Fraction]:
    """Return positive numbers."""
    return [Fraction(source.randint(1, 6), source.randint(1, 4)) for _ in range(size)]


def negatives(source: Random, size: int) -> list[Fraction]:
    """Return negative numbers."""
    return [-number for number in positives(source, size)]


def nonnegatives(source: Random, size: int) -> list[Fraction]:
    """Return numbers that are not negative, zero among them."""
    return [Fraction(source.randint(0, 4), source.randint(1, 3)) for _ in range(size)]


def distribution(source: Random, size: int) -> list[Fraction]:
    """Return nonnegative numbers of sum 1."""
    drawn = nonnegatives(source, size)
    total = sum(drawn)
    return [number / total for number in drawn] if total else one_of(source, size)


def one_of(source: Random, size: int) -> list[Fraction]:
    """Return a 1 among zeros."""
    at = source.randrange(size) if size else 0
    return [Fraction(place == at) for place in range(size)]


def ones(_source: Random, size: int) -> list[Fraction]:
    """Return nothing but ones."""
    return [Fraction(1)] * size
