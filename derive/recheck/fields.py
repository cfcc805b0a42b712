"""Functions, powers and signs in each kind of number, and the rules by which functions differentiate.

`Reals` keeps rational numbers exact and encloses the rest in balls. `Residues` are numbers modulo a prime, in which a
function that has no meaning there is one that nobody knows: what holds for such a function holds for every one. Each
function is a row of a table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import factorial

from flint import arb, arb_mat, fmpq, fmpq_mat, fmpz, nmod, nmod_mat

from derive.recheck.budget import BITS_AT_MOST, FACTORIAL_AT_MOST
from derive.recheck.values import (
    MINUS_ONE,
    ONE,
    ZERO,
    Affine,
    Dual,
    ImpreciseError,
    NotEvaluableError,
    NotModularError,
    UndefinedError,
    Value,
    reciprocal,
)

_BALLS: Mapping[str, Callable[[arb], arb]] = {
    "exp": arb.exp,
    "log": arb.log,
    "sin": arb.sin,
    "cos": arb.cos,
    "tan": arb.tan,
    "sinh": arb.sinh,
    "cosh": arb.cosh,
    "tanh": arb.tanh,
    "asin": arb.asin,
    "acos": arb.acos,
    "atan": arb.atan,
    "asinh": arb.asinh,
    "acosh": arb.acosh,
    "atanh": arb.atanh,
    "coth": arb.coth,
    "erf": arb.erf,
    "erfc": arb.erfc,
    "gamma": arb.gamma,
    "loggamma": arb.lgamma,
    "digamma": arb.digamma,
}
_CONSTANTS: Mapping[str, Callable[[], arb]] = {
    "pi": arb.pi,
    "E": arb.const_e,
    "EulerGamma": arb.const_euler,
    "Catalan": arb.const_catalan,
}
FUNCTIONS = frozenset(_BALLS)
# At these arguments the value is exact, and a hypothesis or a case distinction may depend on that.
_EXACT: Mapping[tuple[str, fmpq], fmpq] = {
    **{(name, ZERO): ZERO for name in ("sin", "tan", "sinh", "tanh", "asin", "atan", "asinh", "atanh", "erf")},
    **{(name, ZERO): ONE for name in ("exp", "cos", "cosh")},
    **{(name, ONE): ZERO for name in ("log", "acos", "acosh", "loggamma")},
}

_Rule = Callable[["Field", Value, Value], Value]
# The derivative of each function at x, where it has the value y.
_SLOPES: Mapping[str, _Rule] = {
    "exp": lambda _f, _x, y: y,
    "log": lambda _f, x, _y: reciprocal(x),
    "sin": lambda f, x, _y: f.function("cos", x),
    "cos": lambda f, x, _y: -f.function("sin", x),
    "tan": lambda _f, _x, y: 1 + y * y,
    "sinh": lambda f, x, _y: f.function("cosh", x),
    "cosh": lambda f, x, _y: f.function("sinh", x),
    "tanh": lambda _f, _x, y: 1 - y * y,
    "asin": lambda f, x, _y: f.power(1 - x * x, fmpq(-1, 2)),
    "acos": lambda f, x, _y: -f.power(1 - x * x, fmpq(-1, 2)),
    "atan": lambda _f, x, _y: reciprocal(1 + x * x),
    "asinh": lambda f, x, _y: f.power(1 + x * x, fmpq(-1, 2)),
    "acosh": lambda f, x, _y: f.power(x * x - 1, fmpq(-1, 2)),
    "atanh": lambda _f, x, _y: reciprocal(1 - x * x),
    "coth": lambda _f, _x, y: 1 - y * y,
    "erfc": lambda f, x, _y: -2 * f.function("exp", -x * x) * f.power(f.constant("pi"), fmpq(-1, 2)),
    "erf": lambda f, x, _y: 2 * f.function("exp", -x * x) * f.power(f.constant("pi"), fmpq(-1, 2)),
    "gamma": lambda f, x, y: y * f.function("digamma", x),
    "loggamma": lambda f, x, _y: f.function("digamma", x),
    "factorial": lambda f, x, y: y * f.function("digamma", x + 1),
}


class Field:
    """What every kind of number shares: integer powers and derivatives of functions."""

    def number(self, value: Fraction | int) -> Value:
        """Return a rational number as one of this kind."""
        raise NotImplementedError

    def function(self, name: str, x: Value) -> Value:
        """Return a function of the table at x; at a dual number, with its derivative."""
        if not isinstance(x, Dual):
            known = _EXACT.get((name, x)) if isinstance(x, fmpq) else None
            return self.plain(name, x) if known is None else known
        if name not in _SLOPES:
            raise NotEvaluableError(f"the derivative of {name} is not known here")
        y = self.function(name, x.value)
        return Dual(y, _SLOPES[name](self, x.value, y) * x.slope, x.level)

    def plain(self, name: str, x: Value) -> Value:
        """Return a function at a number without derivative."""
        raise NotImplementedError

    def constant(self, name: str) -> Value:
        """Return a constant such as pi."""
        raise NotImplementedError

    def root(self, base: Value, exponent: Value) -> Value:
        """Return a power whose exponent is no integer."""
        raise NotImplementedError

    def sign(self, x: Value) -> int:
        """Return -1, 0 or 1; `UndefinedError` where x moves and lies on the boundary."""
        raise NotImplementedError

    def power(self, base: Value, exponent: Value) -> Value:
        """Return a power; 0**0 is 1, and a root of a negative number is undefined."""
        if isinstance(exponent, fmpq) and exponent.q == 1:
            return self._integer_power(base, int(exponent.p))
        if isinstance(base, Dual) or isinstance(exponent, Dual):
            return self._dual_power(base, exponent)
        return self.root(base, exponent)

    def _integer_power(self, base: Value, n: int) -> Value:
        if isinstance(base, Dual):
            moved = n * self._integer_power(base.value, n - 1) * base.slope if n else ZERO
            return Dual(self._integer_power(base.value, n), moved, base.level)
        if n == -1:
            return reciprocal(base)
        if isinstance(base, fmpq) and base not in (ZERO, ONE, MINUS_ONE):
            _refuse_huge(base, n)
        if n < 0:
            return reciprocal(self._integer_power(base, -n))
        if n.bit_length() > BITS_AT_MOST:
            raise NotEvaluableError("a power is too large to compute")
        return base**n

    def _dual_power(self, base: Value, exponent: Value) -> Value:
        if isinstance(exponent, fmpq):
            moved = exponent * self.power(base.value, exponent - 1) * base.slope
            return Dual(self.power(base.value, exponent), moved, base.level)
        return self.function("exp", exponent * self.function("log", base))

    def determinant(self, rows: list[list[Value]]) -> Value:
        """Return the determinant of a square matrix, of dual numbers row by row."""
        level = _level(rows)
        if not level:
            return self._matrix(rows).det() if rows else self.number(1)
        still, moving = _split(rows, level)
        turned = (self.determinant([*still[:n], moving[n], *still[n + 1 :]]) for n in range(len(rows)))
        return Dual(self.determinant(still), sum(turned, ZERO), level)

    def inverse(self, rows: list[list[Value]]) -> list[list[Value]]:
        """Return the inverse of a square matrix, its derivative included; `UndefinedError` where there is none."""
        level = _level(rows)
        if not level:
            return self._inverse(rows)
        still, moving = _split(rows, level)
        inverse = self.inverse(still)
        turned = _product(_product(inverse, moving), inverse)
        return [
            [Dual(a, -b, level) for a, b in zip(one, other, strict=True)]
            for one, other in zip(inverse, turned, strict=True)
        ]

    def _inverse(self, rows: list[list[Value]]) -> list[list[Value]]:
        try:
            return self._matrix(rows).inv().tolist()
        except ZeroDivisionError:
            inexact = any(isinstance(value, arb) for row in rows for value in row)
            raise ImpreciseError if inexact else UndefinedError from None

    def _matrix(self, rows: list[list[Value]]) -> Value:
        raise NotImplementedError


def _level(rows: list[list[Value]]) -> int:
    if any(isinstance(value, Affine) for row in rows for value in row):
        raise NotEvaluableError
    return max((value.level for row in rows for value in row if isinstance(value, Dual)), default=0)


def _split(rows: list[list[Value]], level: int) -> tuple[list[list[Value]], list[list[Value]]]:
    pairs = [[(v.value, v.slope) if isinstance(v, Dual) and v.level == level else (v, ZERO) for v in r] for r in rows]
    return [[a for a, _ in row] for row in pairs], [[b for _, b in row] for row in pairs]


def _product(left: list[list[Value]], right: list[list[Value]]) -> list[list[Value]]:
    columns = list(zip(*right, strict=True))
    return [[sum((a * b for a, b in zip(row, column, strict=True)), ZERO) for column in columns] for row in left]


def _refuse_huge(base: fmpq, n: int) -> None:
    if n.bit_length() > BITS_AT_MOST or abs(n) * base.height_bits() > BITS_AT_MOST:
        raise NotEvaluableError("a power is too large to compute")


class Reals(Field):
    """Exact rational numbers, and balls around everything else.

    >>> Reals().function("exp", fmpq(0)), Reals().power(fmpq(9, 4), fmpq(1, 2))
    (1, 3/2)
    """

    def number(self, value: Fraction | int) -> fmpq:
        """Return a rational number as it is."""
        return fmpq(value.numerator, value.denominator)

    def plain(self, name: str, x: Value) -> Value:
        """Return a ball around a function's value; `UndefinedError` outside of its domain."""
        if name == "factorial":
            return self._factorial(x)
        if name == "log":
            _must_be_positive(x)
        ball = _BALLS[name](_ball(x))
        if not ball.is_finite():
            raise UndefinedError if isinstance(x, fmpq) else ImpreciseError
        return ball

    def _factorial(self, x: Value) -> Value:
        if not isinstance(x, fmpq) or x.q != 1:
            return self.function("gamma", x + 1)
        if x < 0:
            raise UndefinedError
        if x > FACTORIAL_AT_MOST:
            raise NotEvaluableError("a factorial is too large to compute")
        return fmpq(factorial(int(x.p)))

    def constant(self, name: str) -> Value:
        """Return a ball around a constant."""
        if name not in _CONSTANTS:
            raise NotEvaluableError(f"the constant {name} is not known here")
        return _CONSTANTS[name]()

    def sign(self, x: Value) -> int:
        """Return -1, 0 or 1; `ImpreciseError` when the ball does not tell, `UndefinedError` at a kink."""
        if isinstance(x, Dual):
            sign = self.sign(x.value)
            if sign == 0:
                raise UndefinedError
            return sign
        if isinstance(x, arb):
            if not (x > 0 or x < 0 or x == 0):
                raise ImpreciseError
        elif not isinstance(x, fmpq | int):
            raise NotEvaluableError("an order of unknown entries")
        return (x > 0) - (x < 0)

    def root(self, base: Value, exponent: Value) -> Value:
        """Return a real power: exact where it is rational."""
        if isinstance(base, fmpq) and base == 0:
            if self.sign(exponent) <= 0:
                raise UndefinedError
            return ZERO
        _must_be_positive(base)
        if not isinstance(exponent, fmpq):
            return self.plain("exp", exponent * self.function("log", base))
        index = int(exponent.q)
        exact = _exact_root(base, index) if isinstance(base, fmpq) else None
        return self.power(_ball(base).root(index) if exact is None else exact, fmpq(exponent.p))

    def _matrix(self, rows: list[list[Value]]) -> Value:
        exact = all(isinstance(value, fmpq | int) for row in rows for value in row)
        return (fmpq_mat if exact else arb_mat)(rows)


def _ball(x: Value) -> arb:
    if not isinstance(x, fmpq | arb):
        raise NotEvaluableError("a function of an unknown entry")
    return arb(x)


def _must_be_positive(x: Value) -> None:
    if isinstance(x, fmpq) and x <= 0:
        raise UndefinedError
    if isinstance(x, arb) and not x > 0:
        raise UndefinedError if x < 0 else ImpreciseError


def _exact_root(base: fmpq, index: int) -> fmpq | None:
    if index > BITS_AT_MOST:
        return None
    top, bottom = (fmpz(part).root(index) for part in (base.p, base.q))
    return fmpq(top, bottom) if top**index == base.p and bottom**index == base.q else None


class Residues(Field):
    """Numbers modulo a prime. A function that has no meaning there has a value of its own at each argument.

    >>> f = Residues(7)
    >>> f.number(Fraction(1, 2)), f.function("log", f.number(3)) == f.function("log", f.number(10))
    (4, True)
    """

    def __init__(self, prime: int, seed: int = 0) -> None:
        """Keep the prime; the seed decides which values unknown functions have."""
        self.prime, self._seed, self._known = prime, seed, dict[tuple[object, ...], nmod]()

    def number(self, value: Fraction | int) -> nmod:
        """Return the residue of a rational number; `UndefinedError` when the prime divides its denominator."""
        if value.denominator == 1:
            return nmod(value.numerator, self.prime)
        return nmod(value.numerator, self.prime) * reciprocal(nmod(value.denominator, self.prime))

    @property
    def guessed(self) -> bool:
        """Return whether some function was taken for one that nobody knows: then a difference says nothing."""
        return bool(self._known)

    def plain(self, name: str, x: Value) -> Value:
        """Return what stands for the function at x."""
        return self.unknown(name, x)

    def unknown(self, name: str, *at: Value) -> nmod:
        """Return the value of a function that nobody knows; at the same place it is the same."""
        if not all(isinstance(x, nmod | fmpq | int) for x in at):
            raise NotModularError(name)
        key = (name, *(int(self._residue(x)) for x in at))
        if key not in self._known:
            dice = random.Random(f"{self._seed}/{self.prime}/{key}")  # noqa: S311 -- no secret
            self._known[key] = nmod(dice.randrange(1, self.prime), self.prime)
        return self._known[key]

    def _residue(self, x: Value) -> nmod:
        return x if isinstance(x, nmod) else self.number(Fraction(int(x.p), int(x.q))) if isinstance(x, fmpq) else x

    def constant(self, name: str) -> Value:
        """Return what stands for a constant."""
        return self.unknown(name)

    def root(self, base: Value, exponent: Value) -> Value:
        """Return what stands for a root, and its powers."""
        if not isinstance(exponent, fmpq):
            raise NotModularError("a power of an unknown exponent")
        return self.power(self.unknown(f"root {exponent.q}", base), fmpq(exponent.p))

    def sign(self, x: Value) -> int:  # noqa: ARG002 -- the signature of every field
        """Raise `NotModularError`: there is no order."""
        raise NotModularError("an order")

    def _matrix(self, rows: list[list[Value]]) -> Value:
        flat = [self._residue(value) for row in rows for value in row]
        return nmod_mat(len(rows), len(rows[0]), flat, self.prime)


def as_number(x: Value) -> Fraction | float:
    """Return an exact number as a fraction and the middle of a ball as a float."""
    if isinstance(x, int):
        return Fraction(x)
    return Fraction(int(x.p), int(x.q)) if isinstance(x, fmpq) else float(x.mid())
