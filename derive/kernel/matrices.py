"""A matrix given by its entries, a polynomial in a row and a column index: in canonical form, and its inverse."""

from __future__ import annotations

from dataclasses import dataclass

from derive.kernel.arithmetic import subtract
from derive.kernel.chains import Link, product_of, square_factors
from derive.kernel.entries import delta
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
class Matrix:
    """A matrix as scalar factor and canonical entries; `symmetric` where transposing changes nothing."""

    scalar: Poly
    bound: tuple[Index, Index]
    terms: Terms
    symmetric: bool
    transposed: bool


def inverse_entry(ring: Ring, at: tuple[Index, Index], row: Index, column: Index, entries: Poly) -> Poly:
    """Return one entry of the inverse; that the matrix times its inverse is the identity becomes a rule.

    A product of square matrices that has an inverse has one of each factor: (A B)^-1 = B^-1 A^-1. Raises `Undefined`
    for the inverse of zero.
    """
    if not entries:
        raise Undefined
    matrix = canonical(ring, row, column, entries)
    scalar = raise_to(ring, matrix.scalar, -1)
    at = (at[1], at[0]) if matrix.transposed else at
    if dict(matrix.terms) == delta(ring, *matrix.bound):
        return multiply(ring, scalar, delta(ring, *at))
    factors = square_factors(ring, *matrix.bound, dict(matrix.terms))
    if len(factors) > 1 or (factors and factors[0].inverted()):
        return multiply(ring, scalar, _of_product(ring, at, factors))
    form = InverseEntry(*at, matrix.bound, matrix.terms, matrix.symmetric)
    _assume_inverse(ring, form)
    return multiply(ring, scalar, build(form, ring))


def _of_product(ring: Ring, at: tuple[Index, Index], factors: list[Link]) -> Poly:
    """Return an entry of the inverse of a product of square matrices."""
    links: list[Link] = []
    for link in reversed(factors):
        row, column = (ring.fresh(dim_of(index)) for index in link.ends)
        inverse = link.inverted()
        if inverse is None:
            entries = inverse_entry(ring, (row, column), *link.ends, link.entries)
        else:
            flipped = inverse.row is link.column
            places = (column, row) if flipped else (row, column)
            entries = rename(ring, dict(inverse.terms), dict(zip(inverse.bound, places, strict=True)))
        links.append(Link(entries, row, column))
    return product_of(ring, links, *at)


@build.register
def _build_inverse(form: InverseEntry, ring: Ring) -> Poly:
    if form.symmetric and form.row.name > form.column.name:
        return ring.single(InverseEntry(form.column, form.row, form.bound, form.terms, symmetric=True))
    return ring.single(form)


def canonical(ring: Ring, row: Index, column: Index, entries: Poly) -> Matrix:
    """Return the matrix or its transpose, whichever is spelled first, what does not depend on the place taken out."""
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
    return Matrix(scalar, bound, forms[swap], dict(forms[0]) == dict(forms[1]), swap)


def is_inverted(ring: Ring, row: Index, column: Index, entries: Poly) -> bool:
    """Return whether the inverse of a matrix, up to a number and a transpose, occurs in this question."""
    matrix = canonical(ring, row, column, entries)
    return matrix.scalar.keys() == {ring.one} and _key(ring, matrix.bound, matrix.terms) in ring.inverses


def _key(ring: Ring, bound: tuple[Index, ...], terms: Terms) -> tuple[str, str]:
    """Return what all matrices of one family share: what holds of M_k for every k holds of M_l."""
    free = sorted(free_of(mono for mono, _ in terms).difference(bound), key=lambda i: i.name)
    names = {index: f"?{place}:{dim_of(index).name}" for place, index in enumerate(free)}
    return dim_of(bound[0]).name, spell_terms(terms, names, ring.meter)


def _bound(ring: Ring, dim: Dim, level: int) -> tuple[Index, Index]:
    return ring.index(f"~{level}.r", dim), ring.index(f"~{level}.s", dim)


def _assume_inverse(ring: Ring, form: InverseEntry) -> None:
    """Assume M M^-1 = 1 and M^-1 M = 1, once for each family."""
    key = _key(ring, form.bound, form.terms)
    if key in ring.inverses:
        return
    ring.inverses[key] = form
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
def _transform_inverse(form: InverseEntry, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    at = mapping.index(form.row), mapping.index(form.column)
    if not any(mapping.touches(mono) for mono, _ in form.terms):
        return raise_to(ring, build(InverseEntry(*at, form.bound, form.terms, form.symmetric), ring), exponent)
    row, column, entries = open_matrix(ring, form)
    return raise_to(ring, inverse_entry(ring, at, row, column, transform(ring, entries, mapping)), exponent)
