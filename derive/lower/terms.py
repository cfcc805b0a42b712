"""The written form as a small tree over named axes: what the rewriting to a stable form and the emission work on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sympy import Integer, Rational

Kind = Literal["sum", "product", "peak", "log_total"]


@dataclass(frozen=True, slots=True)
class Axis:
    """An index: its name and the range that it runs over, both ends included."""

    name: str
    low: Any
    high: Any

    @property
    def length(self) -> Any:
        """Return how many values the index takes."""
        return self.high - self.low + 1


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry is looked up along one axis of its array: an index plus a shift, or a fixed position."""

    axis: Axis | None
    shift: Any


@dataclass(frozen=True, slots=True)
class Number:
    """A number, which may depend on sizes."""

    value: Any


@dataclass(frozen=True, slots=True)
class Array:
    """An argument: its name, and whether all its entries are positive or real by declaration."""

    name: str
    rank: int
    positive: bool = False


@dataclass(frozen=True, slots=True)
class Computed:
    """An array that a function of linear algebra makes of others: each operand is a body over its bound axes."""

    function: str
    operands: tuple[tuple[Term, tuple[Axis, ...]], ...]
    lengths: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of an array."""

    array: Array | Computed
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The value of an index, as a number."""

    place: Place


@dataclass(frozen=True, slots=True)
class Delta:
    """One where two places coincide, else zero."""

    left: Place
    right: Place


@dataclass(frozen=True, slots=True)
class Add:
    """A sum of terms."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Mul:
    """A product of factors."""

    factors: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Pow:
    """A power."""

    base: Term
    exponent: Term


@dataclass(frozen=True, slots=True)
class Call:
    """A function of each entry, such as `exp` or `maximum`."""

    name: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Reduce:
    """A sum, a product, a maximum, or the logarithm of a sum, over a bound axis."""

    kind: Kind
    axis: Axis
    body: Term


@dataclass(frozen=True, slots=True)
class Others:
    """What all entries but the one at `at` add up to along the bound axis, or the logarithm of their share."""

    kind: Literal["others", "log_complement"]
    axis: Axis
    body: Term
    at: Axis


Term = Number | Entry | Position | Delta | Add | Mul | Pow | Call | Reduce | Others

ZERO, ONE, MINUS_ONE = Number(Integer(0)), Number(Integer(1)), Number(Integer(-1))


def add(*terms: Term) -> Term:
    """Return a sum, flat, its numbers added up.

    >>> add(ONE, MINUS_ONE) == ZERO
    True
    """
    flat = [t for term in terms for t in (term.terms if isinstance(term, Add) else (term,))]
    number = sum((t.value for t in flat if isinstance(t, Number)), Integer(0))
    rest = [t for t in flat if not isinstance(t, Number)]
    if not rest:
        return Number(number)
    whole = (Number(number), *rest) if number != 0 else tuple(rest)
    return whole[0] if len(whole) == 1 else Add(whole)


def mul(*factors: Term) -> Term:
    """Return a product, flat, its numbers multiplied."""
    flat = [f for factor in factors for f in (factor.factors if isinstance(factor, Mul) else (factor,))]
    number = Integer(1)
    for factor in flat:
        number = number * factor.value if isinstance(factor, Number) else number
    rest = [f for f in flat if not isinstance(f, Number)]
    if not rest or number == 0:
        return Number(number)
    whole = (Number(number), *rest) if number != 1 else tuple(rest)
    return whole[0] if len(whole) == 1 else Mul(whole)


def power(base: Term, exponent: Term) -> Term:
    """Return a power, with the trivial ones carried out."""
    if ONE in {exponent, base}:
        return base
    if exponent == ZERO:
        return ONE
    if isinstance(base, Number) and isinstance(exponent, Number):
        return Number(base.value**exponent.value)
    if isinstance(base, Pow) and isinstance(exponent, Number) and exponent.value.is_Integer:
        return power(base.base, mul(base.exponent, exponent))
    return Pow(base, exponent)


def negative(term: Term) -> Term:
    """Return minus a term; the terms of a sum change their signs one by one."""
    return add(*map(negative, term.terms)) if isinstance(term, Add) else mul(MINUS_ONE, term)


def call(name: str, *args: Term) -> Term:
    """Return a function of terms."""
    return Call(name, args)


def position(place: Place) -> Term:
    """Return the value of an index, a number where it is fixed."""
    return Number(place.shift) if place.axis is None else Position(place)


def delta(left: Place, right: Place) -> Term:
    """Return a Kronecker delta, decided where it can be."""
    if left == right:
        return ONE
    if left.axis == right.axis and (left.shift - right.shift).is_number:
        return ZERO
    return Delta(left, right)


def is_number(term: Term, value: int) -> bool:
    """Return whether a term is this whole number."""
    return isinstance(term, Number) and term.value == value


def split_coefficient(term: Term) -> tuple[Any, Term]:
    """Return the rational factor of a term, and the rest.

    >>> split_coefficient(mul(MINUS_ONE, position(Place(Axis("i", 1, 2), 0))))[0]
    -1
    """
    if isinstance(term, Number) and isinstance(term.value, Rational):
        return term.value, ONE
    if isinstance(term, Mul) and isinstance(term.factors[0], Number) and isinstance(term.factors[0].value, Rational):
        return term.factors[0].value, mul(*term.factors[1:])
    return Integer(1), term
