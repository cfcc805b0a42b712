"""Recursions: equations that say what a family is at t by what it is at t - 1, and what they add up to over all t."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derive import kernel
from derive.kernel import nodes
from derive.kernel.cases import with_entry
from derive.kernel.places import ends, is_open, lies_in, position, relative, shifted
from derive.kernel.polynomials import merge, normalise
from derive.kernel.spans import entries_in
from derive.normal.budget import REPEATED

Definition = tuple[kernel.Place, kernel.Poly]


@dataclass(frozen=True, slots=True)
class Recursion:
    """What the entries of a tensor are, by entries of the same tensor that all stand before (or behind) on one axis."""

    name: str
    indices: tuple[kernel.Index, ...]
    axis: int
    value: kernel.Poly

    @property
    def definition(self) -> Definition:
        """Return it as a definition: wherever the index is in the range, an entry is replaced by its value."""
        return (self.name, self.indices), self.value


def recursion_of(ring: kernel.Ring, entry: nodes.Entry, value: kernel.Poly) -> Recursion | None:
    """Return what the equation of an entry and a value says, or None where its entries have no such order."""
    moving = [index.moving for index in entry.indices]
    free = [index for index in moving if index is not None]
    apart = len(set(free)) == len(free) and not any(index.parts for index in free)
    if not apart or not all(mono.free <= set(free) for mono in value):
        return None
    axis = next(_axes(ring, entry, value), None)
    if axis is None:
        return None
    # x[t+1] for t in 0..T-1 is x[s] for s in 1..T.
    indices = tuple(i if i.moving is None else ring.fresh(i.dim) for i in entry.indices)
    pairs = zip(entry.indices, indices, strict=True)
    names = {old.moving: relative(ring, old, new) for old, new in pairs if old.moving is not None}
    return Recursion(entry.tensor.name, indices, axis, kernel.rename(ring, value, names))


def _axes(ring: kernel.Ring, entry: nodes.Entry, value: kernel.Poly) -> Iterator[int]:
    """Yield the axes along which all entries of the same tensor in the value come before, or all come after."""
    others = [e for e in _entries(value) if isinstance(e, nodes.Entry) and e.tensor is entry.tensor]
    if not others:
        yield 0
    for axis, index in enumerate(entry.indices):
        gaps = [_gap(ring, index, other.indices[axis]) for other in others]
        if index.moving is not None and (all(gap < 0 for gap in gaps) or all(gap > 0 for gap in gaps)):
            yield axis


def _entries(poly: kernel.Poly) -> Iterator[nodes.Entry | nodes.InverseEntry]:
    for mono in poly:
        for atom, _ in mono.factors:
            yield from entries_in(atom.form)


def _gap(ring: kernel.Ring, index: kernel.Index, other: kernel.Index) -> kernel.Coef:
    """Return by how many places the other index stands behind; 0 where that is no number."""
    if other.moving is not index.moving:
        return 0
    gap = kernel.subtract(position(ring, other), position(ring, index))
    return gap.get(ring.one, 0) if gap.keys() <= {ring.one} else 0


def added_up(ring: kernel.Ring, known: Recursion) -> Definition | None:
    """Return what x[t] = v(t) for all t in a..b says of the last entry: x[b] = x[a-1] + sum of v(t) - x[t-1].

    Where v(t) is a multiple c(t) x[t-1], that is x[b] = x[a-1] times the product of c(t). Where the range is empty,
    both are the same entry. None where the order is on no moving index.
    """
    index = known.indices[known.axis]
    if index.dim is None:
        return None
    before = shifted(ring, index, ring.constant(-1))
    earlier = kernel.entry(ring, known.name, *_at(known, before))
    low, high = ends(ring, index.dim)
    zero = ring.literal(0)
    start, end = shifted(ring, zero, kernel.subtract(low, ring.constant(1))), shifted(ring, zero, high)
    first = kernel.entry(ring, known.name, *_at(known, start))
    ratio = _ratio(ring, known, earlier)
    if ratio is not None:
        return (known.name, _at(known, end)), kernel.multiply(ring, first, kernel.product_over(ring, [index], ratio))
    total = kernel.sum_over(ring, [index], kernel.subtract(known.value, earlier))
    return (known.name, _at(known, end)), kernel.add(first, total)


def is_endless(ring: kernel.Ring, known: Recursion) -> bool:
    """Return whether the order has no end in its own direction: put in again and again, it never comes to rest."""
    dim = known.indices[known.axis].dim
    return dim is not None and any(is_open(ring, end) for end in ends(ring, dim))


def met(ring: kernel.Ring, known: Recursion, poly: kernel.Poly) -> kernel.Poly:
    """Return a polynomial with the recursion put in where two entries stand some places apart, as far as they meet."""
    for _ in ring.meter.rounds(REPEATED):
        entry = _further(ring, known, poly)
        if entry is None:
            break
        names = dict(zip(known.indices, entry.indices, strict=True))
        value = kernel.rename(ring, known.value, {old: new for old, new in names.items() if old.moving is not None})
        poly = with_entry(ring, poly, entry, value)
    return poly


def _further(ring: kernel.Ring, known: Recursion, poly: kernel.Poly) -> nodes.Entry | None:
    """Return an entry of the family that another one stands before, in the order of the recursion."""
    forms = dict.fromkeys(e for e in _entries(poly) if isinstance(e, nodes.Entry) and e.tensor.name == known.name)
    sought = known.indices[known.axis]
    backwards = all(_gap(ring, sought, each.indices[known.axis]) < 0 for each in _own_entries(known))
    for one in forms:
        inside = sought.dim is not None and lies_in(ring, one.indices[known.axis], sought.dim) is True
        gaps = [
            _gap(ring, one.indices[known.axis], other.indices[known.axis])
            for other in forms
            if _beside(known, one, other)
        ]
        if inside and any(gap < 0 if backwards else gap > 0 for gap in gaps):
            return one
    return None


def _own_entries(known: Recursion) -> list[nodes.Entry]:
    return [e for e in _entries(known.value) if isinstance(e, nodes.Entry) and e.tensor.name == known.name]


def _beside(known: Recursion, one: nodes.Entry, other: nodes.Entry) -> bool:
    """Return whether two entries differ along the axis of the recursion only."""
    pairs = zip(one.indices, other.indices, strict=True)
    return all(a is b for axis, (a, b) in enumerate(pairs) if axis != known.axis)


def _ratio(ring: kernel.Ring, known: Recursion, earlier: kernel.Poly) -> kernel.Poly | None:
    """Return c where the value is c times the earlier entry, and c is without entries of this tensor."""
    ((entry, _),) = next(iter(earlier)).factors
    parts = [(merge(mono.factors, [(entry, -1)]), coef) for mono, coef in known.value.items()]
    ratio = kernel.add(*(kernel.scale(normalise(ring, factors), coef) for factors, coef in parts))
    return None if any(known.name in mono.tensors for mono in ratio) else ratio


def _at(known: Recursion, place: kernel.Index) -> tuple[kernel.Index, ...]:
    return (*known.indices[: known.axis], place, *known.indices[known.axis + 1 :])


def apart(ring: kernel.Ring, one: kernel.Place, other: kernel.Place) -> bool:
    """Return whether two definitions speak of no common entry: of two tensors, or of places that never meet."""
    if one[0] != other[0]:
        return True
    return any(_never_meet(ring, *pair) for pair in zip(one[1], other[1], strict=True))


def _never_meet(ring: kernel.Ring, one: kernel.Index, other: kernel.Index) -> bool:
    if other.dim is None:
        one, other = other, one
    return not kernel.delta(ring, one, other) if other.dim is None else lies_in(ring, one, other.dim) is False
