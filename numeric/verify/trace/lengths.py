"""The length of a traced axis, as the traced code sees it: it counts like an integer, and has no number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn

from sympy import Integer, Mod

from numeric.verify.trace.blocks import equal_sizes, stable
from numeric.verify.trace.errors import Fork
from numeric.verify.trace.session import Trace

MOST_STEPS = 4
MANY = 14
"""A float that is written with fewer signs was written by somebody."""


class Length:
    """A whole number that is known as an expression in the sizes only. Sums and products are lengths again."""

    __slots__ = ("expr", "trace")

    def __init__(self, trace: Trace, expr: Any) -> None:
        """Keep the expression, and the run that it belongs to."""
        self.trace = trace
        self.expr: Any = expr

    def __index__(self) -> NoReturn:
        """Refuse to be a number: a loop over a size, above all."""
        raise self.trace.end(self.expr, "a symbolic size is used as a number, as in a loop over it")

    __int__ = __float__ = __index__

    def __bool__(self) -> bool:
        """Return True: no axis is empty."""
        return self != 0

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Take part in NumPy's functions as a number of the trace."""
        from numeric.verify.trace.traced import call_ufunc  # noqa: PLC0415 -- the two know each other

        return call_ufunc(self.trace, ufunc, method, inputs, options)

    def __hash__(self) -> int:
        """Hash on the expression, so that a shape can be a key."""
        return hash(self.expr)

    def __repr__(self) -> str:
        """Return the expression."""
        return str(self.expr)

    def _whole(self, other: Any) -> Any:
        if isinstance(other, Length):
            return other.expr
        return Integer(other) if isinstance(other, int) or type(other).__name__.startswith(("int", "uint")) else None

    def _count(self, other: Any, combine: Any) -> Any:
        whole = self._whole(other)
        if whole is None:
            return _as_number(self, other, combine)
        return _length(self.trace, combine(self.expr, whole).expand())

    def __add__(self, other: Any) -> Any:
        """Return the sum, a length where both are."""
        return self._count(other, lambda a, b: a + b)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        """Return the product, a length where both are."""
        return self._count(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> Any:
        """Return the difference, a length where both are."""
        return self._count(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        """Return the difference the other way round."""
        return self._count(other, lambda a, b: b - a)

    def __neg__(self) -> Any:
        """Return the negative, as an index from the end."""
        return Length(self.trace, -self.expr)

    def __floordiv__(self, other: Any) -> Any:
        """Return the quotient where it is certainly whole. Raises `UntraceableError` otherwise."""
        whole = self._whole(other)
        quotient = None if whole is None else (self.expr / whole).expand()
        if quotient is None or any(not c.is_Integer for c in quotient.as_coefficients_dict().values()):
            raise self.trace.end(f"{self.expr}//{other}", "the quotient of sizes is not whole for all of them")
        return _length(self.trace, quotient)

    def __mod__(self, other: Any) -> Any:
        """Return the remainder where it is certain. Raises `UntraceableError` otherwise."""
        left = Mod(self.expr, self._whole(other)) if self._whole(other) is not None else self.expr
        if not isinstance(left, Integer):
            raise self.trace.end(f"{self.expr}%{other}", "the remainder of sizes is not the same for all of them")
        return int(left)

    def __truediv__(self, other: Any) -> Any:
        """Return the quotient as a number of the trace."""
        return _as_number(self, other, lambda a, b: a / b)

    def __rtruediv__(self, other: Any) -> Any:
        """Return the quotient the other way round."""
        return _as_number(self, other, lambda a, b: b / a)

    def __pow__(self, other: Any) -> Any:
        """Return the power as a number of the trace."""
        return _as_number(self, other, lambda a, b: a**b)

    def __eq__(self, other: object) -> bool:
        """Return whether two lengths agree, on this path."""
        whole = self._whole(other)
        return whole is not None and equal_sizes(self.trace, self.expr, whole)

    def __lt__(self, other: Any) -> bool:
        """Return whether this is the smaller one, on this path."""
        return _less(self, other, self.expr, self._whole(other))

    def __gt__(self, other: Any) -> bool:
        """Return whether this is the larger one, on this path."""
        return _less(self, other, self._whole(other), self.expr)

    def __le__(self, other: Any) -> bool:
        """Return whether this is not the larger one, on this path."""
        return not self > other

    def __ge__(self, other: Any) -> bool:
        """Return whether this is not the smaller one, on this path."""
        return not self < other


def _as_number(length: Length, other: Any, combine: Any) -> Any:
    from numeric.verify.trace.traced import TracedArray, number  # noqa: PLC0415 -- the two know each other

    if isinstance(other, TracedArray):
        return NotImplemented
    return combine(number(length.trace, length.expr), other)


def _length(trace: Trace, expr: Any) -> Any:
    return int(expr) if expr.is_Integer else Length(trace, expr)


def _less(length: Length, other: Any, small: Any, large: Any) -> bool:
    """Return whether one size is below another, asking about equality with every number in between."""
    trace = length.trace
    if small is None or large is None:
        raise trace.end(f"{length.expr} and {other}", "a size is compared with what is no whole number")
    gap = (large - small).expand()
    least = gap.xreplace(dict.fromkeys(trace.symbols.values(), Integer(1)))
    rising = all(c > 0 for m, c in gap.as_coefficients_dict().items() if m != 1)
    falling = all(c < 0 for m, c in gap.as_coefficients_dict().items() if m != 1)
    if gap.is_number:
        return bool(gap > 0)
    if rising and least > -MOST_STEPS:
        return all(not equal_sizes(trace, gap, Integer(step)) for step in range(int(least), 1))
    if falling and least < MOST_STEPS:
        return any(equal_sizes(trace, gap, Integer(step)) for step in range(1, int(least) + 1))
    return not equal_sizes(trace, gap, Integer(0)) and _strictly(trace, gap)


def _strictly(trace: Trace, gap: Any) -> bool:
    question = ("positive", stable(trace, gap))
    if question not in trace.table.answers:
        raise Fork(question, None)
    return trace.table.answers[question]


def as_fraction(value: float) -> Fraction:
    """Return the simplest fraction that is this float, as `1 / 3` is for 0.333..., or what it is in binary.

    A float with many digits was computed or measured: in binary twice of it is twice the fraction.

    >>> import numpy as np
    >>> as_fraction(1 / 3), as_fraction(0.1), as_fraction(np.float32(0.1))
    (Fraction(1, 3), Fraction(1, 10), Fraction(1, 10))
    """
    simple = Fraction(float(value)).limit_denominator(10**6)
    if type(value)(float(simple)) == value:
        return simple
    written = str(value)
    return Fraction(written) if len(written) < MANY else Fraction(float(value))
