"""Spans of sums: moved so that entries need no shift, split so that ranges which differ at their ends share them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

from derive.kernel.arithmetic import add, subtract
from derive.kernel.budget import PLACES
from derive.kernel.nodes import (
    Call,
    Coef,
    Compound,
    Determinant,
    Dim,
    Entry,
    Exp,
    Factors,
    Form,
    Index,
    InverseEntry,
    Mono,
    Poly,
    Product,
    Sum,
    Terms,
    Tower,
    free_of,
    freeze,
)
from derive.kernel.places import ends, gap_of, least, position, range_from, shifted
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.spell import spell_shift

Pieces = tuple[list[tuple[Coef, Dim]], list[tuple[Coef, Index]]]
"""Ranges and single places, each with a factor, that together make up a range."""


def offset(ring: Ring, factors: Factors, index: Index) -> Poly:
    """Return what is added to a bound index in the product, one and the same for all ways to number the range.

    Of x[t-1] x[t+1] it is -1: over t + 1 the same product is x[t] x[t+2]. An index as a number has a say only where no
    entry has one: in 1 / (t + 1) and log(t + 1).
    """
    standing_ = [position(ring, i) for i in _standing(factors, index)]
    found = {freeze(own): own for own in standing_ or _numbers(ring, factors, index)}
    return min(found.values(), key=lambda own: _seen_from(ring, own, found.values())) if found else {}


def _seen_from(ring: Ring, own: Poly, others: Iterable[Poly]) -> tuple[list[str], Coef]:
    """Return what does not change when all shifts grow by the same: the parts in sizes first, then the numbers."""
    gaps = [subtract(other, own) for other in others]
    sized = sorted(spell_shift(freeze({m: c for m, c in gap.items() if m is not ring.one})) for gap in gaps)
    return sized, -sum(gap.get(ring.one, 0) for gap in gaps)


def _numbers(ring: Ring, factors: Factors, index: Index) -> Iterator[Poly]:
    """Yield what is added to an index where it stands as a number below a power, or in a function."""
    for atom in factors:
        arguments = atom.form.arguments if isinstance(atom.form, Call) else ()
        terms = (atom.form.terms,) if isinstance(atom.form, Compound) else arguments
        for each in terms if index in atom.free else ():
            gap = gap_of(ring, dict(each))
            if gap is not None and gap[0] == {index: 1}:
                yield gap[1]


def _standing(factors: Factors, index: Index) -> Iterator[Index]:
    places = [place for atom in factors if index in atom.free for place in _places(atom.form)]
    plain = [place for place in places if place.moving is index]
    yield from plain or (place for place in places if (index, 1) in place.terms)


def _places(form: Form) -> Iterator[Index]:
    for each in entries_in(form):
        yield from each.indices if isinstance(each, Entry) else (each.row, each.column)


def standing(poly: Poly) -> list[Index]:
    """Return the indices at which entries stand in a polynomial, fixed and shifted ones too, bound ones aside."""
    found = dict.fromkeys(place for mono in poly for atom, _ in mono.factors for place in _places(atom.form))
    free = free_of(poly)
    return [place for place in found if place.moving is None or place.moving in free]


@singledispatch
def entries_in(form: Form) -> Iterator[Entry | InverseEntry]:
    """Yield the entries in a form but for indices as numbers, and deltas, where either index may be the shifted one."""
    yield from ()


def _of_monos(*monos: Mono) -> Iterator[Entry | InverseEntry]:
    for mono in monos:
        for atom, _ in mono.factors:
            yield from entries_in(atom.form)


def _of_terms(*polys: Terms) -> Iterator[Entry | InverseEntry]:
    return _of_monos(*(mono for terms in polys for mono, _ in terms))


@entries_in.register
def _entry(form: Entry) -> Iterator[Entry | InverseEntry]:
    yield from (form,) if form.tensor.name != INDEX_VALUE else ()


@entries_in.register
def _exp(form: Exp) -> Iterator[Entry | InverseEntry]:
    return _of_monos(form.power)


@entries_in.register
def _call(form: Call) -> Iterator[Entry | InverseEntry]:
    return _of_terms(*form.arguments)


@entries_in.register(Compound)
@entries_in.register(Determinant)
def _of_own_terms(form: Compound | Determinant) -> Iterator[Entry | InverseEntry]:
    return _of_terms(form.terms)


@entries_in.register
def _tower(form: Tower) -> Iterator[Entry | InverseEntry]:
    yield from _of_terms(form.base, ((form.power, 1),))


@entries_in.register(Sum)
@entries_in.register(Product)
def _binder(form: Sum | Product) -> Iterator[Entry | InverseEntry]:
    return _of_monos(form.body)


@entries_in.register
def _inverse(form: InverseEntry) -> Iterator[Entry | InverseEntry]:
    yield form
    yield from _of_terms(form.terms)


def pieces(ring: Ring, dim: Dim) -> Pieces | None:
    """Return ranges 1..p and single places that add up to the range, or None where it is one of these already.

    With F(p + c) = F(p) + f(p+1) + ... + f(p+c), the sum from a to b is F(b) - F(a-1). That holds for every range that
    does not run backwards; and p is a size, so that 1..p does not either.
    """
    if not dim.proper:
        return None
    low, high = ends(ring, dim)
    ranges: dict[Terms, Coef] = {}
    single: dict[Terms, Coef] = {}
    for end, sign in ((high, 1), (subtract(low, ring.constant(1)), -1)):
        size = {mono: coef for mono, coef in end.items() if mono is not ring.one}
        more = end.get(ring.one, 0)
        if (size and (least(ring, size) or 0) < 1) or not isinstance(more, int):
            return None
        if not ring.meter.within(PLACES, abs(more)):
            return None
        if size:
            ranges[freeze(size)] = ranges.get(freeze(size), 0) + sign
        for step in range(1, more + 1) if more > 0 else range(more + 1, 1):
            place = freeze(add(size, ring.constant(step)))
            single[place] = single.get(place, 0) + (sign if more > 0 else -sign)
    return _if_news(ring, dim, ranges, single)


def _if_news(ring: Ring, dim: Dim, ranges: dict[Terms, Coef], single: dict[Terms, Coef]) -> Pieces | None:
    one, zero = ring.constant(1), ring.literal(0)
    whole = [(sign, range_from(ring, one, dict(size))) for size, sign in ranges.items() if sign]
    fixed = [(sign, shifted(ring, zero, dict(place))) for place, sign in single.items() if sign]
    return None if not fixed and whole == [(1, dim)] else (whole, fixed)
