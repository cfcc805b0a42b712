"""Determinants and inverses of a matrix given by its entries: a polynomial in a row and a column index."""

from __future__ import annotations

from dataclasses import dataclass

from derive.kernel.arithmetic import subtract
from derive.kernel.entries import delta
from derive.kernel.functions import symbolic_power
from derive.kernel.label import dim_of
from derive.kernel.limits import Undefined
from derive.kernel.nodes import Coef, Determinant, Dim, Index, InverseEntry, Poly, Terms, free_of, freeze
from derive.kernel.polynomials import Mapping, build, multiply, rename, transform, transform_atom
from derive.kernel.powers import primitive, raise_to
from derive.kernel.ring import Ring
from derive.kernel.rules import assume_zero
from derive.kernel.spell import spell_terms
from derive.kernel.sums import sum_over


@dataclass(frozen=True, slots=True)
class _Matrix:
    """A matrix as scalar factor and canonical entries; `symmetric` where transposing changes nothing."""

    scalar: Poly
    bound: tuple[Index, Index]
    terms: Terms
    symmetric: bool
    transposed: bool


def determinant(ring: Ring, row: Index, column: Index, entries: Poly) -> Poly:
    """Return the determinant of the matrix; det(c M) = c^D det M, and det M = det M^T is taken out."""
    if not entries:
        return symbolic_power(ring, {}, dict(dim_of(row).count), whole=True)
    matrix = _canonical(ring, row, column, entries)
    scalar = symbolic_power(ring, matrix.scalar, dict(dim_of(row).count), whole=True)
    if dict(matrix.terms) == delta(ring, *matrix.bound):
        return scalar
    return multiply(ring, scalar, ring.single(Determinant(matrix.bound, matrix.terms)))


def inverse_entry(ring: Ring, at: tuple[Index, Index], row: Index, column: Index, entries: Poly) -> Poly:
    """Return one entry of the inverse; that the matrix times its inverse is the identity becomes a rule.

    Raises `Undefined` for the inverse of zero.
    """
    if not entries:
        raise Undefined
    matrix = _canonical(ring, row, column, entries)
    scalar = raise_to(ring, matrix.scalar, -1)
    at = (at[1], at[0]) if matrix.transposed else at
    if dict(matrix.terms) == delta(ring, *matrix.bound):
        return multiply(ring, scalar, delta(ring, *at))
    form = InverseEntry(*at, matrix.bound, matrix.terms, matrix.symmetric)
    _assume_inverse(ring, form)
    return multiply(ring, scalar, build(form, ring))


@build.register
def _build_inverse(form: InverseEntry, ring: Ring) -> Poly:
    if form.symmetric and form.row.name > form.column.name:
        return ring.single(InverseEntry(form.column, form.row, form.bound, form.terms, symmetric=True))
    return ring.single(form)


def _canonical(ring: Ring, row: Index, column: Index, entries: Poly) -> _Matrix:
    content, mono, rest = primitive(ring, entries)
    outside = [(a, e) for a, e in mono.factors if a.free.isdisjoint((row, column))]
    inside = [(a, e) for a, e in mono.factors if not a.free.isdisjoint((row, column))]
    rest = multiply(ring, rest, {ring.mono(inside): 1})
    dim = dim_of(row)
    bound = _bound(ring, dim, 1 + max(m.level for m in rest))
    forms = [
        freeze(rename(ring, rest, dict(zip(order, bound, strict=True)))) for order in ((row, column), (column, row))
    ]
    spelled = [spell_terms(terms, {}, ring.meter) for terms in forms]
    scalar = {ring.mono(outside): content}
    swap = spelled[1] < spelled[0]
    return _Matrix(scalar, bound, forms[swap], dict(forms[0]) == dict(forms[1]), swap)


def _bound(ring: Ring, dim: Dim, level: int) -> tuple[Index, Index]:
    return ring.index(f"~{level}.r", dim), ring.index(f"~{level}.s", dim)


def _assume_inverse(ring: Ring, form: InverseEntry) -> None:
    """Assume M M^-1 = 1 and M^-1 M = 1, once for each family: what holds of M_k for every k holds of M_l."""
    free = sorted(free_of(mono for mono, _ in form.terms).difference(form.bound), key=lambda i: i.name)
    names = {index: f"?{place}:{dim_of(index).name}" for place, index in enumerate(free)}
    key = dim_of(form.bound[0]).name, spell_terms(form.terms, names, ring.meter)
    if key in ring.inverses:
        return
    ring.inverses.add(key)
    dim = dim_of(form.bound[0])
    left, middle, right = (ring.fresh(dim) for _ in range(3))
    for flip in (False, True):
        one, two = ((left, middle), (middle, right))
        here, there = (two, one) if flip else (one, two)
        entries = rename(ring, dict(form.terms), dict(zip(form.bound, here, strict=True)))
        inverse = build(InverseEntry(*there, form.bound, form.terms, form.symmetric), ring)
        product = sum_over(ring, [middle], multiply(ring, entries, inverse))
        _ = assume_zero(ring, subtract(product, delta(ring, left, right)), "an inverse cancels its matrix")


def open_matrix(ring: Ring, form: Determinant | InverseEntry) -> tuple[Index, Index, Poly]:
    """Return the entries of the matrix under a fresh row and column, and these."""
    row, column = ring.fresh(dim_of(form.bound[0])), ring.fresh(dim_of(form.bound[1]))
    return row, column, rename(ring, dict(form.terms), dict(zip(form.bound, (row, column), strict=True)))


@transform_atom.register
def _transform_determinant(form: Determinant, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    row, column, entries = open_matrix(ring, form)
    return raise_to(ring, determinant(ring, row, column, transform(ring, entries, mapping)), exponent)


@transform_atom.register
def _transform_inverse(form: InverseEntry, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    at = mapping.index(form.row), mapping.index(form.column)
    if not any(mapping.touches(mono) for mono, _ in form.terms):
        return raise_to(ring, build(InverseEntry(*at, form.bound, form.terms, form.symmetric), ring), exponent)
    row, column, entries = open_matrix(ring, form)
    return raise_to(ring, inverse_entry(ring, at, row, column, transform(ring, entries, mapping)), exponent)
