"""The data of the normal form: indices, tensors, atoms, monomials, polynomials. All frozen, all compared by identity.

A polynomial is a dictionary from monomials to rational coefficients; a monomial is a product of atoms with rational
exponents; an atom is whatever cannot be split further: a tensor entry, a delta, an exponential, a connected sum, ...
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

Coef = int | Fraction
"""A coefficient or an exponent; an integral value is always an `int`."""


@dataclass(frozen=True, slots=True, eq=False)
class Dim:
    """A range of integers from `lower` on, `count` many; both are polynomials in the sizes, as terms.

    `nonempty` says that there is at least one, whatever the sizes; `proper` that the count is never negative. Where it
    may be, at some sizes, the range is empty there, and the count is not how many integers it has.
    """

    name: str
    lower: Terms
    count: Terms
    nonempty: bool
    proper: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """A name that ranges over a `Dim`, one fixed integer `value`, or either of them moved.

    `base` and `shift` are there for t - 1 and for N - 1: a moving index and what is added to it, a polynomial in sizes;
    or no index, and a place that sizes determine. The `dim` of t - 1 is that of t, moved too; N - 1 has none. `parts`
    are there for -i, 2 i and i + j: indices with whole numbers as factors; the `dim` goes from the least place to the
    last one.
    """

    name: str
    dim: Dim | None
    value: int | None = None
    base: Index | None = None
    shift: Terms = ()
    parts: tuple[tuple[Index, int], ...] = ()

    @property
    def moving(self) -> Index | None:
        """Return the index that moves in this one: itself, the one that is shifted, or None for a fixed place."""
        return self.base if self.dim is None or self.base is not None else self

    @property
    def terms(self) -> tuple[tuple[Index, int], ...]:
        """Return the indices in this one with their factors, what is added to them aside."""
        moving = self.moving
        return () if moving is None else moving.parts or ((moving, 1),)

    @property
    def is_plain(self) -> bool:
        """Return whether it is an index as it is: nothing added, no other one in it."""
        return self.moving is self and not self.parts


@dataclass(frozen=True, slots=True, eq=False)
class Tensor:
    """A named family of numbers; `traits` such as "positive", "sign" or "symmetric" hold for every entry."""

    name: str
    traits: frozenset[str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a tensor; a scalar is a tensor without indices."""

    tensor: Tensor
    indices: tuple[Index, ...]


@dataclass(frozen=True, slots=True)
class Delta:
    """1 where the two indices agree, else 0."""

    left: Index
    right: Index


@dataclass(frozen=True, slots=True)
class Before:
    """1 where the left index is less than the right one, else 0; the left one moves, what is added stands right."""

    left: Index
    right: Index


@dataclass(frozen=True, slots=True)
class Exp:
    """e to the power of a monomial; its coefficient is the exponent of this atom."""

    power: Mono


@dataclass(frozen=True, slots=True)
class Call:
    """A function known by name, differentiated `orders[k]` times in its k-th argument."""

    name: str
    orders: tuple[int, ...]
    arguments: tuple[Terms, ...]


@dataclass(frozen=True, slots=True)
class Compound:
    """A primitive polynomial of several terms, kept whole because its exponent is no natural number."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class Tower:
    """A base of unknown sign to a symbolic, integer-valued power."""

    base: Terms
    power: Mono


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of a monomial over bound indices, connected and canonically labelled."""

    bound: tuple[Index, ...]
    body: Mono


@dataclass(frozen=True, slots=True)
class Product:
    """The product over bound indices of an atom that is not known to be positive."""

    bound: tuple[Index, ...]
    body: Mono


@dataclass(frozen=True, slots=True)
class Prime:
    """A prime under a fractional exponent, as in the root of 2."""

    number: int


@dataclass(frozen=True, slots=True)
class Determinant:
    """The determinant of the matrix with entries `terms` at row `bound[0]` and column `bound[1]`."""

    bound: tuple[Index, ...]
    terms: Terms


@dataclass(frozen=True, slots=True)
class InverseEntry:
    """The entry at `row`, `column` of the inverse of the matrix with entries `terms`."""

    row: Index
    column: Index
    bound: tuple[Index, ...]
    terms: Terms
    symmetric: bool


Form = Entry | Delta | Before | Exp | Call | Compound | Tower | Sum | Product | Prime | Determinant | InverseEntry


@dataclass(frozen=True, slots=True, eq=False)
class Atom:
    """An interned form, with what is asked of it often.

    `spelling` names it uniquely, `shape` likewise with every free index replaced by its range, `level` counts nested
    binders, `special` says that a product with it may simplify, `tensors` names all tensors inside.
    """

    form: Form
    free: frozenset[Index]
    spelling: str
    shape: str
    level: int
    special: bool
    tensors: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Mono:
    """An interned product of atoms, each with a nonzero exponent; the fields are as in `Atom`."""

    factors: tuple[tuple[Atom, Coef], ...]
    free: frozenset[Index]
    spelling: str
    level: int
    special: bool
    tensors: frozenset[str]

    @property
    def shape(self) -> str:
        """Return the spelling with every free index replaced by its range."""
        return "*".join(sorted(a.shape if e == 1 else f"{a.shape}^{e}" for a, e in self.factors))


Poly = dict[Mono, Coef]
Terms = tuple[tuple[Mono, Coef], ...]
Factors = dict[Atom, Coef]
NO_INDICES: frozenset[Index] = frozenset()
NO_NAMES: frozenset[str] = frozenset()


def integral(value: Coef) -> Coef:
    """Return the value as an `int` where it is one.

    >>> integral(Fraction(4, 2))
    2
    """
    return value if type(value) is int or value.denominator != 1 else value.numerator


def quotient(numerator: Coef, denominator: Coef) -> Coef:
    """Return the exact quotient.

    >>> quotient(3, 6)
    Fraction(1, 2)
    """
    return integral(Fraction(numerator) / Fraction(denominator))


def freeze(poly: Poly) -> Terms:
    """Return the terms in an order that depends on index names only among terms of one shape."""
    return tuple(sorted(poly.items(), key=lambda term: (term[0].shape, term[0].spelling)))


def free_of(monos: Iterable[Mono]) -> frozenset[Index]:
    """Return all free indices of the monomials."""
    return NO_INDICES.union(*(mono.free for mono in monos))
