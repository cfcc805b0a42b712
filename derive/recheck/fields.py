"""Functions and powers in each kind of number, and the rules by which they differentiate.

`Reals` keeps rational numbers exact and encloses the rest in balls. `Residues` knows `exp` and what it is made of.
`Degrees` counts. Each function is a row of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from flint import arb, fmpq, fmpz

from derive.recheck.values import (
    BITS_AT_MOST,
    MINUS_ONE,
    ONE,
    ZERO,
    Degree,
    Dual,
    ImpreciseError,
    NotEvaluableError,
    NotModularError,
    P,
    Residue,
    UndefinedError,
    Value,
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
    "erf": arb.erf,
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
# At these arguments the value is exact, and an assumption or a case distinction may depend on that.
_EXACT: Mapping[tuple[str, fmpq], fmpq] = {
    **{(name, ZERO): ZERO for name in ("sin", "tan", "sinh", "tanh", "asin", "atan", "erf")},
    **{(name, ZERO): ONE for name in ("exp", "cos", "cosh")},
    **{(name, ONE): ZERO for name in ("log", "acos", "loggamma")},
}

_Rule = Callable[["Field", Value, Value], Value]
# The derivative of each function at x, where it has the value y.
_SLOPES: Mapping[str, _Rule] = {
    "exp": lambda _f, _x, y: y,
    "log": lambda _f, x, _y: ONE / x,
    "sin": lambda f, x, _y: f.function("cos", x),
    "cos": lambda f, x, _y: -f.function("sin", x),
    "tan": lambda _f, _x, y: 1 + y * y,
    "sinh": lambda f, x, _y: f.function("cosh", x),
    "cosh": lambda f, x, _y: f.function("sinh", x),
    "tanh": lambda _f, _x, y: 1 - y * y,
    "asin": lambda f, x, _y: f.power(1 - x * x, fmpq(-1, 2)),
    "acos": lambda f, x, _y: -f.power(1 - x * x, fmpq(-1, 2)),
    "atan": lambda _f, x, _y: ONE / (1 + x * x),
    "erf": lambda f, x, _y: 2 * f.function("exp", -x * x) * f.power(f.constant("pi"), fmpq(-1, 2)),
    "gamma": lambda f, x, y: y * f.function("digamma", x),
    "loggamma": lambda f, x, _y: f.function("digamma", x),
}


class Field:
    """What every kind of number shares: integer powers, signs of rational numbers, derivatives of functions."""

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
        """Return -1, 0 or 1; `UndefinedError` where a derivative would depend on a boundary that x lies on."""
        if isinstance(x, Dual):
            sign = self.sign(x.value)
            if sign == 0 and not _vanishes(x.slope):
                raise UndefinedError
            return sign
        if isinstance(x, fmpq):
            return (x > 0) - (x < 0)
        raise NotModularError("an order")

    def power(self, base: Value, exponent: Value) -> Value:
        """Return a power; 0**0 is 1, and a root of a negative number is undefined."""
        if isinstance(exponent, fmpq) and exponent.q == 1:
            return self._integer_power(base, int(exponent.p))
        if isinstance(base, Dual) or isinstance(exponent, Dual):
            return self._dual_power(base, exponent)
        return self.root(base, exponent)

    def _integer_power(self, base: Value, n: int) -> Value:
        if isinstance(base, Dual):
            slope = n * self._integer_power(base.value, n - 1) * base.slope if n else ZERO
            return Dual(self._integer_power(base.value, n), slope, base.level)
        if isinstance(base, fmpq) and base not in (ZERO, ONE, MINUS_ONE):
            _refuse_huge(base, n)
        if n < 0 and isinstance(base, arb) and base.contains(0):
            raise ImpreciseError
        if n.bit_length() > BITS_AT_MOST:
            raise NotEvaluableError("a power is too large to compute")
        try:
            return base**n
        except ZeroDivisionError:
            raise UndefinedError from None

    def _dual_power(self, base: Value, exponent: Value) -> Value:
        if isinstance(exponent, fmpq):
            slope = exponent * self.power(base.value, exponent - 1) * base.slope
            return Dual(self.power(base.value, exponent), slope, base.level)
        return self.function("exp", exponent * self.function("log", base))


def _vanishes(x: Value) -> bool:
    return _vanishes(x.value) and _vanishes(x.slope) if isinstance(x, Dual) else bool(x == 0)


def _refuse_huge(base: fmpq, n: int) -> None:
    if n.bit_length() > BITS_AT_MOST or abs(n) * base.height_bits() > BITS_AT_MOST:
        raise NotEvaluableError("a power is too large to compute")


class Reals(Field):
    """Exact rational numbers, and balls around everything else.

    >>> Reals().function("exp", fmpq(0)), Reals().power(fmpq(9, 4), fmpq(1, 2))
    (1, 3/2)
    """

    def plain(self, name: str, x: Value) -> Value:
        """Return a ball around a function's value; `UndefinedError` outside of its domain."""
        if name == "log":
            _must_be_positive(x)
        ball = _BALLS[name](_ball(x))
        if not ball.is_finite():
            raise UndefinedError if isinstance(x, fmpq) else ImpreciseError
        return ball

    def constant(self, name: str) -> Value:
        """Return a ball around a constant."""
        if name not in _CONSTANTS:
            raise NotEvaluableError(f"the constant {name} is not known here")
        return _CONSTANTS[name]()

    def sign(self, x: Value) -> int:
        """Return -1, 0 or 1; `ImpreciseError` when the ball does not tell."""
        if not isinstance(x, arb):
            return super().sign(x)
        if x > 0 or x < 0:
            return 1 if x > 0 else -1
        if x == 0:
            return 0
        raise ImpreciseError

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
    """Numbers modulo two primes; `exp` is a power of `generator`, whose order is Q.

    >>> f = Residues()
    >>> (f.function("exp", fmpq(2)) * f.function("exp", fmpq(-2)) - 1).p
    0
    """

    def __init__(self, generator: int = 4) -> None:
        """Keep the generator; any square other than 0 and 1 will do."""
        self.generator = generator

    def plain(self, name: str, x: Value) -> Value:
        """Return `exp`, `sinh`, `cosh` or `tanh`; `NotModularError` for the others."""
        if name == "exp":
            return self._exp(x)
        if name not in {"sinh", "cosh", "tanh"}:
            raise NotModularError(name)
        up, down = self._exp(x), self._exp(-x)
        odd, even = (up - down) / fmpq(2), (up + down) / fmpq(2)
        return {"sinh": odd, "cosh": even}[name] if name != "tanh" else odd / even

    def _exp(self, x: Value) -> Residue:
        number = Residue(0, 0).lift(x)
        if number is None or number.q is None:
            raise NotModularError("an exponential inside of an exponential")
        return Residue(pow(self.generator, number.q, P), None)

    def constant(self, name: str) -> Value:
        """Return e; the other constants have no residue."""
        if name != "E":
            raise NotModularError(name)
        return self._exp(ONE)

    def root(self, base: Value, exponent: Value) -> Value:
        """Return a root of a rational number that is rational; other roots have no residue."""
        if isinstance(base, fmpq) and isinstance(exponent, fmpq) and base > 0:
            exact = _exact_root(base, int(exponent.q))
            if exact is not None:
                return self.power(exact, fmpq(exponent.p))
        raise NotModularError("a root")


class Degrees(Field):
    """Degree bounds; the exponential of a polynomial counts with that polynomial's degree.

    >>> Degrees().function("exp", Degree(2, 0)).over
    2
    """

    def plain(self, name: str, x: Value) -> Value:
        """Return the degrees of a function that `Residues` knows."""
        size = max(1, x.over + x.under) if isinstance(x, Degree) else 1
        return Degree(size, size) if name == "exp" else Degree(4 * size, 4 * size)

    def constant(self, name: str) -> Value:
        """Return the degrees of a constant."""
        return Degree(1, 1) if name == "E" else ZERO

    def power(self, base: Value, exponent: Value) -> Value:
        """Return the degrees of an integer power."""
        if not isinstance(base, Degree) or not isinstance(exponent, fmpq):
            return super().power(base, exponent)
        n = int(exponent.p)
        return Degree(base.over * n, base.under * n) if n >= 0 else Degree(-base.under * n, -base.over * n)

    def root(self, base: Value, exponent: Value) -> Value:  # noqa: ARG002 -- the signature of every field
        """Return a root, which is a number where `Residues` knows it."""
        return base


def as_number(x: Value) -> Fraction | float:
    """Return an exact number as a fraction and the middle of a ball as a float."""
    return Fraction(int(x.p), int(x.q)) if isinstance(x, fmpq) else float(x.mid())
