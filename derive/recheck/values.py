"""The kinds of number an expression is evaluated in, beside flint's exact rationals, balls and polynomials.

| kind | holds | for |
|---|---|---|
| `Residue` | a rational number modulo two primes | exact tests of identities with `exp` |
| `Dual` | a value and its derivative | `Derivative` |
| `Affine` | a constant and coefficients of unknown entries | solving an assumption for its entries |
| `Degree` | degrees of numerator and denominator | the chance that a false identity passes |

All of them mix with `fmpq` through the usual operators; one that has no answer raises a signal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

from flint import fmpq

Value: TypeAlias = Any  # fmpq, arb, fmpq_poly, Residue, Dual, Affine, Degree or Grid: they mix, so no checker can tell
Own = TypeVar("Own", bound="Ring[Any]")
ZERO, ONE, MINUS_ONE = fmpq(0), fmpq(1), fmpq(-1)
Q = 1152921504606849959
P = 2 * Q + 1
BITS_AT_MOST = 1 << 16  # of an exact number


class UndefinedError(Exception):
    """An expression has no real value at a point: a zero denominator, the logarithm of a negative number."""


class ImpreciseError(UndefinedError):
    """A ball is too wide to tell on which side of a boundary it lies; more bits may help."""


class NotEvaluableError(Exception):
    """Something is outside of what can be evaluated at all, whatever the point."""


class NotModularError(NotEvaluableError):
    """Something has no value modulo a prime, such as a logarithm or a square root."""


class BudgetError(Exception):
    """A point costs more than it may."""


def bounded(value: Value) -> Value:
    """Return a value; `NotEvaluableError` for an exact number so long that it would use up time and memory."""
    number = value.value if isinstance(value, Dual) else value
    if isinstance(number, fmpq) and number.height_bits() > BITS_AT_MOST:
        raise NotEvaluableError("a number is too large to compute")
    return value


class Ring(Generic[Own]):
    """Operators for a commutative ring, from `lift`, `plus`, `times` and `inverse` of a subclass."""

    __slots__ = ()

    def lift(self, other: Value) -> Own | None:
        """Return `other` as a value of this kind, or None where it is of a kind that takes over."""
        raise NotImplementedError

    def plus(self, other: Own) -> Own:
        """Return the sum of two values of this kind."""
        raise NotImplementedError

    def times(self, other: Own) -> Own:
        """Return the product of two values of this kind."""
        raise NotImplementedError

    def inverse(self) -> Own:
        """Return the reciprocal; `UndefinedError` where there is none."""
        raise NotImplementedError

    def __add__(self, other: Value) -> Value:
        """Return the sum."""
        lifted = self.lift(other)
        return NotImplemented if lifted is None else self.plus(lifted)

    __radd__ = __add__

    def __mul__(self, other: Value) -> Value:
        """Return the product."""
        lifted = self.lift(other)
        return NotImplemented if lifted is None else self.times(lifted)

    __rmul__ = __mul__

    def __neg__(self) -> Value:
        """Return the opposite."""
        return self * MINUS_ONE

    def __sub__(self, other: Value) -> Value:
        """Return the difference."""
        return self + -other

    def __rsub__(self, other: Value) -> Value:
        """Return the difference, from the right."""
        return -self + other

    def __truediv__(self, other: Value) -> Value:
        """Return the quotient; `UndefinedError` where the divisor has no reciprocal."""
        lifted = self.lift(other)
        return NotImplemented if lifted is None else self.times(lifted.inverse())

    def __rtruediv__(self, other: Value) -> Value:
        """Return the quotient, from the right."""
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Value:
        """Return an integer power, by repeated squaring."""
        if exponent < 0:
            return self.inverse() ** -exponent
        result, square = ONE, self
        while exponent:
            result = result * square if exponent & 1 else result
            exponent >>= 1
            square = square * square if exponent else square
        return result


class Residue(Ring["Residue"]):
    """A number modulo P = 2Q + 1 and, as long as no exponential is involved, modulo Q.

    ``g**(a mod Q)`` with g of order Q turns sums into products, as `exp` does; hence the two moduli.

    >>> half = Residue(1, 1) / fmpq(2)
    >>> (half + half).p, (half + half).q
    (1, 1)
    """

    __slots__ = ("p", "q")

    def __init__(self, p: int, q: int | None) -> None:
        """Keep both remainders; q is None for what came out of an exponential."""
        self.p, self.q = p, q

    def lift(self, other: Value) -> Residue | None:
        """Return a rational number as its residue."""
        if isinstance(other, Residue):
            return other
        if isinstance(other, int):
            return residue(other)
        return residue(int(other.p), int(other.q)) if isinstance(other, fmpq) else None

    def plus(self, other: Residue) -> Residue:
        """Return the sum modulo both primes."""
        return Residue((self.p + other.p) % P, None if self.q is None or other.q is None else (self.q + other.q) % Q)

    def times(self, other: Residue) -> Residue:
        """Return the product modulo both primes."""
        return Residue(self.p * other.p % P, None if self.q is None or other.q is None else self.q * other.q % Q)

    def inverse(self) -> Residue:
        """Return the reciprocal modulo both primes."""
        if not self.p or self.q == 0:
            raise UndefinedError
        return Residue(pow(self.p, -1, P), None if self.q is None else pow(self.q, -1, Q))

    def __pow__(self, exponent: int) -> Residue:
        """Return an integer power."""
        base = self if exponent >= 0 else self.inverse()
        return Residue(pow(base.p, abs(exponent), P), None if base.q is None else pow(base.q, abs(exponent), Q))

    def is_zero(self) -> bool:
        """Return whether both remainders vanish."""
        return not self.p and not self.q


@lru_cache(maxsize=4096)
def residue(numerator: int, denominator: int = 1) -> Residue:
    """Return the residue of a rational number; `UndefinedError` when a prime divides its denominator."""
    top = Residue(numerator % P, numerator % Q)
    return top if denominator == 1 else top.times(Residue(denominator % P, denominator % Q).inverse())


class Dual(Ring["Dual"]):
    """A value and its derivative in one direction; `level` keeps the directions of nested derivatives apart.

    >>> x = Dual(fmpq(3), fmpq(1), level=1)
    >>> (x * x + 1 / x).slope
    53/9
    """

    __slots__ = ("level", "slope", "value")

    def __init__(self, value: Value, slope: Value, level: int) -> None:
        """Keep the three parts."""
        self.value, self.slope, self.level = value, slope, level

    def lift(self, other: Value) -> Dual | None:
        """Return anything but a matrix as a dual number; a constant has slope zero."""
        if isinstance(other, Dual):
            return other
        return None if hasattr(other, "rows") else Dual(other, ZERO, self.level)

    def _parts(self, level: int) -> tuple[Value, Value]:
        return (self.value, self.slope) if self.level == level else (self, ZERO)

    def plus(self, other: Dual) -> Dual:
        """Return the sum; of two levels the higher one is outside."""
        level = max(self.level, other.level)
        (a, da), (b, db) = self._parts(level), other._parts(level)
        return Dual(a + b, da + db, level)

    def times(self, other: Dual) -> Dual:
        """Return the product, by Leibniz' rule."""
        level = max(self.level, other.level)
        (a, da), (b, db) = self._parts(level), other._parts(level)
        return Dual(a * b, da * b + a * db, level)

    def inverse(self) -> Dual:
        """Return the reciprocal."""
        inverse = ONE / self.value
        return Dual(inverse, -self.slope * inverse * inverse, self.level)


class Affine(Ring["Affine"]):
    """A constant plus a linear combination of unknowns; `NotEvaluableError` for what is not of that form.

    >>> x = Affine(fmpq(0), {"x": fmpq(1)})
    >>> (2 * (x + 3)).constant, (2 * (x + 3)).slopes
    (6, {'x': 2})
    """

    __slots__ = ("constant", "slopes")

    def __init__(self, constant: Value, slopes: Mapping[Any, Value]) -> None:
        """Keep the constant and the coefficient of each unknown."""
        self.constant, self.slopes = constant, slopes

    def lift(self, other: Value) -> Affine | None:
        """Return a constant without unknowns."""
        if isinstance(other, Affine):
            return other
        return None if hasattr(other, "rows") else Affine(other, {})

    def plus(self, other: Affine) -> Affine:
        """Return the sum, coefficient by coefficient."""
        slopes = dict(self.slopes)
        for unknown, slope in other.slopes.items():
            slopes[unknown] = slopes.get(unknown, ZERO) + slope
        return Affine(self.constant + other.constant, slopes)

    def times(self, other: Affine) -> Affine:
        """Return the product, one factor of which must be constant."""
        if self.slopes and other.slopes:
            raise NotEvaluableError
        sloped, scale = (self, other.constant) if self.slopes else (other, self.constant)
        return Affine(sloped.constant * scale, {u: s * scale for u, s in sloped.slopes.items()})

    def inverse(self) -> Affine:
        """Return the reciprocal of a constant."""
        if self.slopes:
            raise NotEvaluableError
        return Affine(ONE / self.constant, {})


class Degree(Ring["Degree"]):
    """Bounds on the degrees of numerator and denominator, as polynomials in entries and their exponentials.

    >>> x = Degree(1, 0)
    >>> (1 / x + x / (1 + x)).over, (1 / x + x / (1 + x)).under
    (2, 2)
    """

    __slots__ = ("over", "under")

    def __init__(self, over: int, under: int) -> None:
        """Keep both degrees."""
        self.over, self.under = over, under

    def lift(self, other: Value) -> Degree | None:
        """Return the degrees of a number."""
        if isinstance(other, Degree):
            return other
        return None if hasattr(other, "rows") or isinstance(other, Dual) else Degree(0, 0)

    def plus(self, other: Degree) -> Degree:
        """Return the degrees of the sum over a common denominator."""
        if not self.under and not other.under:
            return Degree(max(self.over, other.over), 0)
        return Degree(max(self.over + other.under, other.over + self.under), self.under + other.under)

    def times(self, other: Degree) -> Degree:
        """Return the degrees of the product."""
        return Degree(self.over + other.over, self.under + other.under)

    def inverse(self) -> Degree:
        """Return the degrees of the reciprocal."""
        return Degree(self.under, self.over)
