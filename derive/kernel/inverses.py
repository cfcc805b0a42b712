"""Inverses multiplied away: where M is invertible, a family is zero just when M times it is, from the left or right."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import flint

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.budget import CUTS, MEETING, MULTIPLIED
from derive.kernel.entries import delta
from derive.kernel.known import is_nonzero
from derive.kernel.label import dim_of
from derive.kernel.nodes import (
    Atom,
    Coef,
    Delta,
    Dim,
    Entry,
    Factors,
    Index,
    InverseEntry,
    Mono,
    Poly,
    Sum,
    free_of,
)
from derive.kernel.polynomials import build, merge, multiply, normalise, rename
from derive.kernel.powers import raise_to
from derive.kernel.ring import Ring
from derive.kernel.sums import open_sum, sum_over

NOTHING: frozenset[object] = frozenset()


@dataclass(frozen=True, slots=True)
class Factor:
    """A matrix by which to multiply at a free index, on the side where its inverse stands there."""

    form: InverseEntry
    index: Index

    def times(self, ring: Ring, poly: Poly) -> Poly:
        """Return the sum of M[k, i] E[i] over i, k being called i again; of M[i, k] E[i] where i is a column."""
        fresh = ring.fresh(self.index.dim)
        # The entries are renamed first: the inverse keeps the index, and meets its matrix under the sum.
        place = (self.index, fresh) if self.form.row is self.index else (fresh, self.index)
        matrix = rename(ring, dict(self.form.terms), dict(zip(self.form.bound, place, strict=True)))
        return sum_over(ring, [fresh], multiply(ring, matrix, rename(ring, poly, {self.index: fresh})))

    def key(self) -> tuple[object, ...]:
        """Return what all entries of one inverse at this index have in common."""
        return self.form.bound, self.form.terms, self.index, self.form.symmetric or self.form.row is self.index


def factors_of(polys: Sequence[Poly]) -> list[Factor]:
    """Return the inverses that stand outermost at a free index, their matrices without that index, each once."""
    found: dict[tuple[object, ...], Factor] = {}
    for mono in (mono for poly in polys for mono in poly):
        for form in _inverse_entries(mono):
            own = free_of(m for m, _ in form.terms)
            for index in (form.row, form.column):
                if index in mono.free and index not in own and index.dim is form.bound[0].dim:
                    factor = Factor(form, index)
                    _ = found.setdefault(factor.key(), factor)
    return list(found.values())


def _inverse_entries(mono: Mono) -> Iterator[InverseEntry]:
    for atom, _ in mono.factors:
        for inner, exponent in atom.form.body.factors if isinstance(atom.form, Sum) else ((atom, 1),):
            if isinstance(inner.form, InverseEntry) and exponent == 1:
                yield inner.form


def multiplied_away(
    ring: Ring, polys: Sequence[Poly], shown: Callable[[Sequence[Poly]], bool], places: frozenset[Index] | None = None
) -> bool:
    """Return whether some products with matrices make the polynomials pass a test.

    All are multiplied alike, so that what is zero of their sums afterwards was zero before. With `places`, only at
    these free indices.
    """
    waiting, before = deque([(polys, NOTHING)]), ring.meter.steps
    seen = {_state(polys)}
    while waiting:
        here, used = waiting.popleft()
        for factor in factors_of(here):
            if not ring.meter.within(MULTIPLIED, ring.meter.steps - before):
                return False
            # Once more at the same place would only make the products longer.
            if factor.key() not in used and (places is None or factor.index in places):
                image = [factor.times(ring, poly) for poly in here]
                if _state(image) not in seen:
                    if shown(image):
                        return True
                    seen.add(_state(image))
                    waiting.append((image, used | {factor.key()}))
    return False


def _state(polys: Sequence[Poly]) -> object:
    """Return what tells families apart: products that undo each other, or come in another order, lead nowhere new."""
    return tuple(frozenset(poly.items()) for poly in polys)


def cut_open(ring: Ring, poly: Poly) -> bool:
    """Return whether a number is zero as a sum over i of E[i, i], with E zero once inverses are multiplied away.

    Every term is cut at one of its bound indices: that which it has on one side is called p, on the other q. So a
    trace becomes a matrix, and x' A y a product of A y with x. Terms of different degree in what no inverse holds are
    zero apart, or together.
    """
    if not any(_holds_inverse(atom) for mono in poly for atom, _ in mono.factors):
        return False
    groups = _by_degree(ring, poly)
    if len(groups) > 1 and all(len(group) > 1 and _cut(ring, group) for group in groups):
        return True
    if _cut(ring, poly):
        return True
    with ring.without_rules():
        expanded = _expanded(ring, poly)
    return expanded is not None and _cut(ring, expanded)


def _expanded(ring: Ring, poly: Poly) -> Poly | None:
    """Return a polynomial with M^-1 = (1 - M^-1 P) / c put in for M = c + P, or None where there is no such inverse.

    So the trace of (1 + A B)^-1, in which B A has no place, becomes one of B (1 + A B)^-1 A.
    """
    total: Poly = {}
    news = False
    for mono, coef in poly.items():
        sums = [(a, e) for a, e in mono.factors if e == 1 and isinstance(a.form, Sum | InverseEntry)]
        images = [(atom, image) for atom, _ in sums if (image := _expanded_sum(ring, atom)) is not None]
        rest = merge(mono.factors, [(atom, -1) for atom, _ in images])
        term: Poly = {ring.mono(rest.items()): coef}
        for _, image in images:
            term = multiply(ring, term, image)
        news |= bool(images)
        total = add(total, term)
    return total if news else None


def _expanded_sum(ring: Ring, atom: Atom) -> Poly | None:
    bound, body = open_sum(ring, atom.form) if isinstance(atom.form, Sum) else ((), {ring.mono(((atom, 1),)): 1})
    for mono in body:
        for inner, exponent in mono.factors:
            form = inner.form
            image = _without_identity(ring, form) if isinstance(form, InverseEntry) and exponent == 1 else None
            if image is not None:
                rest: Poly = {ring.mono(merge(mono.factors, [(inner, -1)]).items()): body[mono]}
                return sum_over(ring, bound, multiply(ring, rest, image))
    return None


def _without_identity(ring: Ring, form: InverseEntry) -> Poly | None:
    """Return (1 - M^-1 P) / c at the place of the entry, for M = c + P with a number c that is not 0."""
    ((identity, _),) = delta(ring, *form.bound).items()
    number = {m: c for m, c in form.terms if identity.factors[0] in m.factors and m.free == identity.free}
    others = {m: c for m, c in form.terms if m not in number}
    scalar = multiply(ring, number, {ring.mono([(a, -e) for a, e in identity.factors]): 1})
    if not others or not is_nonzero(ring, scalar):
        return None
    between = ring.fresh(dim_of(form.bound[0]))
    inverse = build(InverseEntry(form.row, between, form.bound, form.terms, form.symmetric), ring)
    rest = rename(ring, others, dict(zip(form.bound, (between, form.column), strict=True)))
    product = sum_over(ring, [between], multiply(ring, inverse, rest))
    return multiply(ring, raise_to(ring, scalar, -1), subtract(delta(ring, form.row, form.column), product))


def _holds_inverse(atom: Atom) -> bool:
    return isinstance(atom.form, Sum) and any(isinstance(a.form, InverseEntry) for a, _ in atom.form.body.factors)


def _by_degree(ring: Ring, poly: Poly) -> list[Poly]:
    """Return the parts of a polynomial of one degree in each tensor that stands in products only, and is no size."""
    hidden = {name for atom in ring.sizes for name in atom.tensors}
    contents = {mono: _content(mono, hidden) for mono in poly}
    groups: dict[tuple[tuple[str, Coef], ...], Poly] = {}
    for mono, coef in poly.items():
        degree = tuple(sorted(each for each in contents[mono].items() if each[0] not in hidden))
        groups.setdefault(degree, {})[mono] = coef
    return list(groups.values())


def _content(mono: Mono, hidden: set[str]) -> dict[str, Coef]:
    found: dict[str, Coef] = {}
    for atom, exponent in mono.factors:
        inside: dict[str, Coef] = {}
        if isinstance(atom.form, Entry):
            inside = {atom.form.tensor.name: 1}
        elif isinstance(atom.form, Sum):
            inside = _content(atom.form.body, hidden)
        elif not isinstance(atom.form, Delta):
            hidden |= atom.tensors
        for name, count in inside.items():
            found[name] = found.get(name, 0) + count * exponent
    return found


def _cut(ring: Ring, poly: Poly) -> bool:
    """Cut beside a vector that all terms have, or where there is none, anywhere."""
    vectors = [_vectors(mono) for mono in poly]
    shared = [each for each in vectors[0] if all(each in others for others in vectors)]
    if shared:
        return any(_cut_at(ring, poly, dim, name) for name, dim in shared)
    dims = dict.fromkeys(
        dim_of(index) for mono in poly for atom, _ in mono.factors if _holds_inverse(atom) for index in _bound(atom)
    )
    return any(_cut_at(ring, poly, dim) for dim in dims)


def _bound(atom: Atom) -> tuple[Index, ...]:
    return atom.form.bound if isinstance(atom.form, Sum) else ()


def _vectors(mono: Mono) -> dict[tuple[str, Dim], None]:
    """Return the tensors that stand under a sum with one index, which is bound."""
    return {
        (inner.form.tensor.name, dim_of(index)): None
        for atom, _ in mono.factors
        if isinstance(atom.form, Sum)
        for inner, _ in atom.form.body.factors
        if isinstance(inner.form, Entry) and len(inner.free) == 1
        for index in inner.free.intersection(atom.form.bound)
    }


def _cut_at(ring: Ring, poly: Poly, dim: Dim, vector: str = "") -> bool:
    """Return whether weights of the ways to cut each term, which add up to 1, make the sum of all vanish."""
    ends = ring.fresh(dim), ring.fresh(dim)
    ways: list[Poly] = []
    owners: list[int] = []
    for number, (mono, coef) in enumerate(poly.items()):
        found = [scale(way, coef) for way in _cuts(ring, mono, ends, vector)]
        if not found or not ring.meter.within(CUTS, len(ways) + len(found)):
            return False
        ways += found
        owners += [number] * len(found)

    def shown(families: Sequence[Poly]) -> bool:
        """Return whether some weights make the families add up to zero."""
        return _add_up_to_zero(families, owners)

    return shown(ways) or multiplied_away(ring, ways, shown, frozenset(ends))


Ends = tuple[Index, Index]


def _cuts(ring: Ring, mono: Mono, ends: Ends, vector: str) -> Iterator[Poly]:
    """Yield the ways to write a term at p and q so that it is the sum over p = q; a size is the trace of the identity.

    With a vector, p is the index of that alone.
    """
    for atom, exponent in mono.factors:
        if not isinstance(exponent, int) or exponent < 1:
            continue
        rest = normalise(ring, merge(mono.factors, [(atom, -1)]))
        if ring.sizes.get(atom) is ends[0].dim and not vector:
            yield multiply(ring, rest, delta(ring, *ends))
        elif isinstance(atom.form, Sum):
            bound, body = open_sum(ring, atom.form)
            for index in bound:
                if index.dim is ends[0].dim and len(body) == 1:
                    left = [each for each in bound if each is not index]
                    for image in _parted(ring, body, index, ends, vector):
                        yield multiply(ring, rest, sum_over(ring, left, image))


def _parted(ring: Ring, body: Poly, index: Index, ends: Ends, vector: str) -> Iterator[Poly]:
    """Yield a product with the index called p in some factors and q in the others."""
    ((mono, coef),) = body.items()
    touching = [(atom, exponent) for atom, exponent in mono.factors if index in atom.free]
    away: Factors = {atom: exponent for atom, exponent in mono.factors if index not in atom.free}
    beside = [isinstance(a.form, Entry) and a.form.tensor.name == vector and len(a.free) == 1 for a, _ in touching]
    if len(touching) == 1 and touching[0][1] == 1 and not vector:
        for image in _parted_entry(ring, touching[0][0], index, ends):
            yield scale(multiply(ring, normalise(ring, away), image), coef)
    if len(touching) < 2 or not ring.meter.within(MEETING, len(touching)):
        return
    for sides in product(ends, repeat=len(touching)):
        if [side is ends[0] for side in sides] == beside and sum(beside) == 1 if vector else len(set(sides)) > 1:
            image: Poly = {ring.mono(away.items()): coef}
            for factor, side in zip(touching, sides, strict=True):
                image = multiply(ring, image, rename(ring, {ring.mono((factor,)): 1}, {index: side}))
            yield image


def _parted_entry(ring: Ring, atom: Atom, index: Index, ends: Ends) -> Iterator[Poly]:
    """Yield M[p, q] and M[q, p] for M[i, i]."""
    form = atom.form
    for row, column in (ends, ends[::-1]):
        if isinstance(form, InverseEntry) and form.row is form.column is index:
            yield build(InverseEntry(row, column, form.bound, form.terms, form.symmetric), ring)
        elif isinstance(form, Entry) and form.indices == (index, index):
            yield build(Entry(form.tensor, (row, column)), ring)


def _add_up_to_zero(families: Sequence[Poly], owners: Sequence[int]) -> bool:
    """Return whether weights that add up to 1 for each owner make the families add up to zero: linear equations."""
    rows: dict[object, dict[int, Coef]] = {owner: {} for owner in owners}
    for number, (family, owner) in enumerate(zip(families, owners, strict=True)):
        rows[owner][number] = 1
        for mono, coef in family.items():
            rows.setdefault(mono, {})[number] = coef
    width = len(families) + 1
    cells = [
        flint.fmpq(*_ratio(1 if isinstance(key, int) and place == width - 1 else row.get(place, 0)))
        for key, row in rows.items()
        for place in range(width)
    ]
    reduced, rank = flint.fmpq_mat(len(rows), width, cells).rref()
    last = [reduced[rank - 1, place] for place in range(width)]
    return any(value != 0 for value in last[:-1])


def _ratio(value: Coef) -> tuple[int, int]:
    return value.numerator, value.denominator
