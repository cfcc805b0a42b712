"""Which place of a product its bound index stands for: sums over x[i - j] and over x[N - 1 - j] are sums over x[j]."""

from __future__ import annotations

from collections.abc import Iterator

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.label import dim_of
from derive.kernel.nodes import Before, Dim, Entry, Factors, Form, Index, Poly
from derive.kernel.order import before
from derive.kernel.places import at_least, combined, ends, gathered, moved, range_from, shifted, solved
from derive.kernel.polynomials import multiply, normalise, rename
from derive.kernel.ring import Ring
from derive.kernel.spans import entries_in
from derive.kernel.spell import spell_form

Key = tuple[int, list[str]]
"""How many places are no plain ones, and the entries without the names of their indices."""


Framed = tuple[Index, Index, Poly]
"""A bound index, the fresh one that takes its place, and the product that is to be summed over it."""


def reframed(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Framed | None:
    """Return a product with a bound index told by a place that it stands in, or None where that is not simpler.

    Simpler is what has fewer places that are not plain, then what is spelled first without the names of indices. What
    would need more orders than there are is none: then the places are those of a parallelogram.
    """
    best, chosen = _key(ring, factors, {}), None
    orders = sum(isinstance(atom.form, Before) for atom in factors)
    for index in bound:
        for fresh, image in _images(ring, index, factors):
            key = _key(ring, factors, {index: image})
            if key < best:
                poly = _at(ring, index, image, factors)
                if all(sum(isinstance(atom.form, Before) for atom, _ in mono.factors) <= orders for mono in poly):
                    best, chosen = key, (index, fresh, poly)
    return chosen


def _images(ring: Ring, index: Index, factors: Factors) -> Iterator[tuple[Index, Index]]:
    """Yield fresh indices, each with what the bound one is by it: the place of an entry, or its range turned around."""
    turned = False
    for place in _places(factors, index):
        fresh = ring.fresh(_range(ring, index, place, factors))
        image = solved(ring, index, gathered(ring, [(place, 1), (fresh, -1)], {}))
        turned = turned or dict(place.terms)[index] < 0
        if image is not None:
            yield fresh, image
    if turned:
        fresh = ring.fresh(dim_of(index))
        yield fresh, combined(ring, [(fresh, -1)], add(*ends(ring, dim_of(index))))


def _at(ring: Ring, index: Index, image: Index, factors: Factors) -> Poly:
    """Return the product with an index replaced, where that is in the range of the index.

    sum_j f(i - j) = sum_k [a <= i - k] [i - k <= b] f(k), k over all that i - j can be.
    """
    (low, high), zero, one = ends(ring, dim_of(index)), ring.literal(0), ring.constant(1)
    early, late = shifted(ring, zero, subtract(low, one)), shifted(ring, zero, add(high, one))
    inside = multiply(ring, before(ring, early, image), before(ring, image, late))
    return multiply(ring, rename(ring, normalise(ring, factors), {index: image}), inside)


def _places(factors: Factors, index: Index) -> Iterator[Index]:
    """Yield the places of entries, each once, that hold an index among others, or turned around."""
    found = (place for atom in factors if index in atom.free for place in _standing(atom.form))
    yield from dict.fromkeys(place for place in found if dict(place.terms).get(index) in {1, -1} and _is_linear(place))


def _standing(form: Form) -> Iterator[Index]:
    for each in entries_in(form):
        yield from each.indices if isinstance(each, Entry) else (each.row, each.column)


def _is_linear(place: Index) -> bool:
    return place.moving is not None and bool(place.moving.parts)


def _key(ring: Ring, factors: Factors, names: dict[Index, Index]) -> Key:
    """Return how the entries of a product look under new names for indices, these hidden."""
    entries = [
        Entry(each.tensor, tuple(moved(ring, place, names) for place in each.indices))
        for atom in factors
        for each in entries_in(atom.form)
        if isinstance(each, Entry)
    ]
    hidden = {part: "?" for each in entries for place in each.indices for part, _ in place.terms}
    spelled = sorted(spell_form(each, hidden, ring.meter) for each in entries)
    return sum(_is_linear(place) for each in entries for place in each.indices), spelled


def _range(ring: Ring, index: Index, place: Index, factors: Factors) -> Dim:
    """Return over what a place runs: all that its indices allow, and what the orders in the product leave of it."""
    low, high = ends(ring, dim_of(place))
    one = ring.constant(1)
    for atom in factors:
        if isinstance(atom.form, Before) and index in atom.free:
            gap = [(atom.form.right, 1), (atom.form.left, -1)]
            for sign in (1, -1):
                terms, apart = gathered(ring, [(place, 1), *((each, -sign * factor) for each, factor in gap)], {})
                # The place is sign * gap + apart, and the gap is at least 1.
                end = add(apart, scale(one, sign))
                if not terms:
                    low = end if sign > 0 and at_least(ring, end, low) else low
                    high = end if sign < 0 and at_least(ring, high, end) else high
    return range_from(ring, low, add(subtract(high, low), one))
