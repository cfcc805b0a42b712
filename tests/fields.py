"""Three kinds of numbers: residues modulo a prime, residues with a slope, and reals of 60 digits."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from fractions import Fraction

import mpmath

Q = (2305843009213699919 - 1) // 2
P = 2 * Q + 1
GENERATOR = 4
DIGITS = 60


class UndefinedError(ArithmeticError):
    """The expression has no value here: a zero denominator, or a function that the field does not know."""


@dataclass(frozen=True, slots=True)
class Residue:
    """A number modulo P and, as long as no exponential is involved, modulo Q; the exponential goes from Q to P."""

    p: int
    q: int | None

    @classmethod
    def of(cls, number: Fraction) -> Residue:
        """Return the residue of a rational number."""
        return cls(*(number.numerator * pow(number.denominator, -1, m) % m for m in (P, Q)))

    def __add__(self, other: Residue) -> Residue:
        """Add."""
        return Residue((self.p + other.p) % P, None if self.q is None or other.q is None else (self.q + other.q) % Q)

    def __mul__(self, other: Residue) -> Residue:
        """Multiply."""
        return Residue(self.p * other.p % P, None if self.q is None or other.q is None else self.q * other.q % Q)

    def inverse(self) -> Residue:
        """Return 1/self."""
        if self.p == 0 or self.q == 0:
            raise UndefinedError
        return Residue(pow(self.p, -1, P), None if self.q is None else pow(self.q, -1, Q))

    def exp(self) -> Residue:
        """Return the exponential; that of an exponential is unknown."""
        if self.q is None:
            raise UndefinedError
        return Residue(pow(GENERATOR, self.q, P), None)

    def key(self) -> object:
        """Return what an unknown function of this number may depend on."""
        return self.p

    @staticmethod
    def draw(source: random.Random) -> Fraction:
        """Return a random positive number, from so many that an accident is out of the question."""
        return Fraction(source.randint(1, 10**12), source.randint(1, 10**6))

    def same(self, other: Residue) -> bool:
        """Return whether both are one number modulo P."""
        return self.p == other.p


@dataclass(frozen=True, slots=True)
class Dual:
    """A residue and its derivative along one entry."""

    value: Residue
    slope: Residue

    @classmethod
    def of(cls, number: Fraction) -> Dual:
        """Return a constant."""
        return cls(Residue.of(number), Residue.of(Fraction(0)))

    def __add__(self, other: Dual) -> Dual:
        """Add."""
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other: Dual) -> Dual:
        """Multiply, with Leibniz."""
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)

    def inverse(self) -> Dual:
        """Return 1/self."""
        one = self.value.inverse()
        return Dual(one, Residue.of(Fraction(-1)) * one * one * self.slope)

    def exp(self) -> Dual:
        """Return the exponential, which is its own slope."""
        value = self.value.exp()
        return Dual(value, value * self.slope)

    def log(self) -> Dual:
        """Return the logarithm: a value that nobody knows, and its slope."""
        nobody = int.from_bytes(hashlib.sha256(repr(self.value.p).encode()).digest()[:7])
        return Dual(Residue(nobody, None), self.slope * self.value.inverse())

    @staticmethod
    def draw(source: random.Random) -> Fraction:
        """Return a random positive number."""
        return Residue.draw(source)


@dataclass(frozen=True, slots=True)
class Real:
    """A real number of 60 digits."""

    value: mpmath.mpf

    @classmethod
    def of(cls, number: Fraction) -> Real:
        """Return the real number nearest to a rational one."""
        with mpmath.workdps(DIGITS):
            return cls(mpmath.mpf(number.numerator) / number.denominator)

    def __add__(self, other: Real) -> Real:
        """Add."""
        with mpmath.workdps(DIGITS):
            return Real(self.value + other.value)

    def __mul__(self, other: Real) -> Real:
        """Multiply."""
        with mpmath.workdps(DIGITS):
            return Real(self.value * other.value)

    def inverse(self) -> Real:
        """Return 1/self."""
        if self.value == 0:
            raise UndefinedError
        with mpmath.workdps(DIGITS):
            return Real(1 / self.value)

    def exp(self) -> Real:
        """Return the exponential."""
        with mpmath.workdps(DIGITS):
            return Real(mpmath.exp(self.value))

    def log(self) -> Real:
        """Return the logarithm of a positive number."""
        if self.value <= 0:
            raise UndefinedError
        with mpmath.workdps(DIGITS):
            return Real(mpmath.log(self.value))

    def power(self, exponent: Fraction) -> Real:
        """Return the root of a positive number."""
        if self.value <= 0:
            raise UndefinedError
        with mpmath.workdps(DIGITS):
            return Real(self.value ** (mpmath.mpf(exponent.numerator) / exponent.denominator))

    def key(self) -> object:
        """Return what an unknown function of this number may depend on."""
        return mpmath.nstr(self.value, 25)

    @staticmethod
    def draw(source: random.Random) -> Fraction:
        """Return a random positive number, small enough that exponentials keep their digits."""
        return Fraction(source.randint(1, 12), source.choice((5, 7, 8, 11)))

    def same(self, other: Real) -> bool:
        """Return whether both agree to 40 digits."""
        with mpmath.workdps(DIGITS):
            scale = 1 + abs(self.value) + abs(other.value)
            return abs(self.value - other.value) < scale * mpmath.mpf(10) ** -40
