"""The kinds of number an expression is evaluated in, beside flint's rationals, residues, balls and polynomials.

| kind | holds | for |
|---|---|---|
| `Dual` | a value and its derivative | `Derivative` |
| `Affine` | a constant and coefficients of unknown entries | solving a hypothesis for its entries |

Both mix with flint's numbers through the usual operators; one that has no answer raises a signal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from flint import arb, fmpq, nmod

from derive.recheck.budget import BITS_AT_MOST

Value: TypeAlias = Any  # fmpq, arb, nmod, fmpq_poly, Dual or Affine: they mix, so no checker can tell
Own = TypeVar("Own", bound="Ring[Any]")
ZERO, ONE, MINUS_ONE = fmpq(0), fmpq(1), fmpq(-1)
Q = 1152921504606849959
P = 2 * Q + 1


class UndefinedError(Exception):
    """An expression has no real value at a point: a zero denominator, the logarithm of a negative number."""


class OutsideError(UndefinedError):
    """An entry stands outside of its axis; beside a delta that vanishes it does not count."""


class ImpreciseError(UndefinedError):
    """A ball is too wide to tell on which side of a boundary it lies; more bits may help."""


class NotEvaluableError(Exception):
    """Something is outside of what can be evaluated at all, whatever the point."""


class NotModularError(NotEvaluableError):
    """Something has no value modulo a prime, such as an order."""


class BudgetError(Exception):
    """A point costs more than it may."""


def is_zero(value: Value) -> bool:
    """Return whether a value is exactly zero; a ball around zero does not count."""
    return not isinstance(value, arb) and bool(value == 0)


def bounded(value: Value) -> Value:
    """Return a value; `NotEvaluableError` for an exact number so long that it would use up time and memory."""
    number = value.value if isinstance(value, Dual) else value
    if isinstance(number, fmpq) and number.height_bits() > BITS_AT_MOST:
        raise NotEvaluableError("a number is too large to compute")
    return value


class Ring(Generic[Own]):
    """Operators for a commutative ring, from `lift`, `plus`, `times` and `inverse` of a subclass."""

    __slots__ = ()

    def lift(self, other: Value) -> Own:
        """Return `other` as a value of this kind."""
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
        return self.plus(self.lift(other))

    __radd__ = __add__

    def __mul__(self, other: Value) -> Value:
        """Return the product."""
        return self.times(self.lift(other))

    __rmul__ = __mul__

    def __neg__(self) -> Value:
        """Return the opposite."""
        return self * -1

    def __sub__(self, other: Value) -> Value:
        """Return the difference."""
        return self + -other

    def __rsub__(self, other: Value) -> Value:
        """Return the difference, from the right."""
        return -self + other

    def __truediv__(self, other: Value) -> Value:
        """Return the quotient."""
        return self.times(self.lift(other).inverse())

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

    def lift(self, other: Value) -> Dual:
        """Return anything else as a dual number; a constant has slope zero."""
        return other if isinstance(other, Dual) else Dual(other, 0, self.level)

    def _parts(self, level: int) -> tuple[Value, Value]:
        return (self.value, self.slope) if self.level == level else (self, 0)

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
        inverse = reciprocal(self.value)
        return Dual(inverse, -self.slope * inverse * inverse, self.level)


def slope(value: Value, level: int) -> Value:
    """Return the derivative in the direction of a level; 0 for what does not move in it."""
    return ZERO + value.slope if isinstance(value, Dual) and value.level == level else ZERO


def reciprocal(value: Value) -> Value:
    """Return one over a value; `UndefinedError` where there is none, `ImpreciseError` where a ball does not tell."""
    if isinstance(value, Ring):
        return value.inverse()
    if isinstance(value, arb) and value.contains(0):
        raise UndefinedError if value == 0 else ImpreciseError
    if value == 0:
        raise UndefinedError
    return ONE / value if not isinstance(value, nmod) else value**-1


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

    def lift(self, other: Value) -> Affine:
        """Return a constant without unknowns."""
        return other if isinstance(other, Affine) else Affine(other, {})

    def plus(self, other: Affine) -> Affine:
        """Return the sum, coefficient by coefficient."""
        slopes = dict(self.slopes)
        for unknown, value in other.slopes.items():
            slopes[unknown] = slopes.get(unknown, 0) + value
        return Affine(self.constant + other.constant, {u: s for u, s in slopes.items() if not is_zero(s)})

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
        return Affine(reciprocal(self.constant), {})
