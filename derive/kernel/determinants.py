"""Determinants: of scalars times matrices and of products when they are built, of sums where a question calls for it.

Taken apart, a determinant is brought to the form det(1 + P), with P the smallest of its rotations, by

    det(A B) = det A det B             where A and B are square;
    det A^-1 = 1 / det A               where A is invertible, as the question has it inverted;
    det(1 + A B) = det(1 + B A)        where A B and B A are square (Sylvester).

So det(A + U R V) is det A det(1 + U R V A^-1) wherever the inverse of A occurs, and what is equal by the determinant
lemma or by a Schur complement becomes the same. The three hold at any size, one and none included.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import combinations, permutations

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.budget import APART, COUNTED, WRITTEN_OUT
from derive.kernel.chains import Chain, Link, chain_of, chains_of, key_of, matrix_of, pieces_of, square_factors
from derive.kernel.entries import delta
from derive.kernel.functions import symbolic_power
from derive.kernel.inverses import factors_of
from derive.kernel.known import is_nonzero
from derive.kernel.label import dim_of
from derive.kernel.maps import built_anew
from derive.kernel.matrices import Matrix, canonical, inverse_entry, is_inverted, open_matrix
from derive.kernel.nodes import Coef, Determinant, Index, InverseEntry, Poly, free_of, freeze, quotient
from derive.kernel.polynomials import Mapping, multiply, rename, transform, transform_atom
from derive.kernel.powers import raise_to
from derive.kernel.products import product_over
from derive.kernel.ring import Ring
from derive.kernel.rules import assume_zero
from derive.kernel.spell import spell_terms
from derive.kernel.sums import sum_over


def determinant(ring: Ring, row: Index, column: Index, entries: Poly) -> Poly:
    """Return the determinant of the matrix; det(c M) = c^D det M, and det M = det M^T is taken out."""
    if not entries:
        return symbolic_power(ring, {}, dict(dim_of(row).count), whole=True)
    matrix = canonical(ring, row, column, entries)
    scalar = symbolic_power(ring, matrix.scalar, dict(dim_of(row).count), whole=True)
    if dict(matrix.terms) == delta(ring, *matrix.bound):
        return scalar
    if ring.apart and (size := few_places(ring, matrix.bound[0])):
        return multiply(ring, scalar, _written_out(ring, size, matrix))
    diagonal = _diagonal(ring, matrix)
    if diagonal is not None:
        return multiply(ring, scalar, diagonal)
    form = Determinant(matrix.bound, matrix.terms)
    factors = square_factors(ring, *open_matrix(ring, form))
    if len(factors) > 1 or (factors and factors[0].inverted()):
        return multiply(ring, scalar, _product(ring, [_of_link(ring, each) for each in factors]))
    ring.determinants = True
    return multiply(ring, scalar, _taken_apart(ring, form) if ring.apart else ring.single(form))


def _diagonal(ring: Ring, matrix: Matrix) -> Poly | None:
    """Return the product of the diagonal where nothing stands beside it: every term has the delta of row and column."""
    row, column = matrix.bound
    ((identity, _),) = delta(ring, row, column).items()
    if not all(identity.factors[0] in mono.factors for mono, _ in matrix.terms):
        return None
    fresh = ring.fresh(row.dim)
    return product_over(ring, [fresh], rename(ring, dict(matrix.terms), {row: fresh, column: fresh}))


def few_places(ring: Ring, index: Index) -> int:
    """Return how many places an index has, from 0 on, where that is a small number; else 0."""
    dim = dim_of(index)
    numbers = [coef for mono, coef in dim.count if not mono.factors and len(dim.count) == 1 and not dim.lower]
    many = int(numbers[0]) if numbers else 0
    return many if many > 0 and ring.meter.within(WRITTEN_OUT, many) else 0


def _written_out(ring: Ring, size: int, matrix: Matrix) -> Poly:
    """Return the determinant of a small matrix as the signed sum over all permutations (Leibniz)."""
    total: Poly = {}
    for order in permutations(range(size)):
        turned = sum(order[one] > order[other] for one, other in combinations(range(size), 2))
        places = [(ring.literal(row), ring.literal(column)) for row, column in enumerate(order)]
        parts = (rename(ring, dict(matrix.terms), dict(zip(matrix.bound, at, strict=True))) for at in places)
        total = add(total, scale(_product(ring, parts), -1 if turned % 2 else 1))
    return total


def _product(ring: Ring, parts: Iterable[Poly]) -> Poly:
    result = ring.constant(1)
    for part in parts:
        result = multiply(ring, result, part)
    return result


def _of_link(ring: Ring, link: Link) -> Poly:
    """Return the determinant of a square link; that of an inverse is one over that of the matrix."""
    inverse = link.inverted()
    if inverse is not None:
        return raise_to(ring, determinant(ring, *open_matrix(ring, inverse)), -1)
    return determinant(ring, *link.ends, link.entries)


def taken_apart(ring: Ring, poly: Poly) -> Poly:
    """Return a polynomial with its determinants taken apart, and what is known to be positive alike."""
    known = list(ring.positive)
    with _apart(ring, apart=True):
        _equate_determinants(ring)
        images = [(freeze(built_anew(ring, dict(terms))), strict) for terms, strict in known]
        ring.positive += [each for each in images if each not in known]
        try:
            return built_anew(ring, poly)
        finally:
            ring.positive[:] = known


def _equate_determinants(ring: Ring) -> None:
    """Assume det L = det R for the equations L = R between square matrices."""
    waiting, ring.equations = ring.equations, []
    for row, column, terms in waiting:
        (mono, coef), *rest = terms
        one: Poly = {mono: 1}
        sides = one, scale(dict(rest), quotient(-1, coef))
        # Under its own rule the equation would say nothing.
        with ring.without_rules():
            left, right = (determinant(ring, row, column, side) for side in sides)
        if left != right:
            _ = assume_zero(ring, subtract(left, right), "equal matrices have equal determinants")


def assume_equation(ring: Ring, poly: Poly, statement: str) -> None:
    """Assume that a family is zero for all its free indices; of two of one range, that matrices are.

    If a product of square matrices is a number c that is not 0, then so is every rotation: A B = c has B = c A^-1, and
    B A = c. Where a factor is not square, Q'Q = 1 says nothing of Q Q'. Of A = B^-1, A B = 1 is the first rotation.
    """
    free = sorted(free_of(poly), key=lambda index: index.name)
    pairs = [(one, other) for one, other in combinations(free, 2) if one.dim is other.dim]
    pairs = pairs if ring.meter.within(COUNTED, len(free)) else []
    # Under its own rule, the equation times a matrix would say nothing.
    news = [poly, *(factor.times(ring, poly) for factor in factors_of([poly]))] if pairs else []
    _ = assume_zero(ring, poly, statement)
    for row, column in pairs:
        ring.equations.append((row, column, freeze(poly)))
        for each in news:
            _assume_rotations(ring, row, column, each, statement)


def _assume_rotations(ring: Ring, row: Index, column: Index, poly: Poly, statement: str) -> None:
    chains = chains_of(ring, row, column, poly) if len(poly) == 2 else None
    if chains is None or sum(bool(each.links) for each in chains) != 1:
        return
    product, identity = sorted(chains, key=lambda each: not each.links)
    pieces = pieces_of(ring, product.links)
    if is_nonzero(ring, product.scalar) and is_nonzero(ring, identity.scalar):
        for cut in range(1, len(pieces)):
            rotated = Chain(product.scalar, (*pieces[cut:], *pieces[:cut]))
            _ = assume_zero(ring, matrix_of(ring, [rotated, identity], row, column), statement)


@contextmanager
def _apart(ring: Ring, *, apart: bool) -> Generator[None]:
    before, ring.apart = ring.apart, apart
    try:
        yield
    finally:
        ring.apart = before


def _taken_apart(ring: Ring, form: Determinant) -> Poly:
    """Return the determinant of a sum as a product of determinants, the last of them that of 1 + P where it can be."""
    row, column, entries = open_matrix(ring, form)
    result = ring.constant(1)
    with _apart(ring, apart=False):
        if rename(ring, entries, {row: column, column: row}) == scale(entries, -1):
            turned = symbolic_power(ring, ring.constant(-1), dict(dim_of(row).count), whole=True)
            whole = ring.single(form)
            _ = assume_zero(ring, subtract(whole, multiply(ring, turned, whole)), "a matrix and its transpose")
        for _ in ring.meter.rounds(APART):
            found = _without_outer_inverse(ring, row, column, entries) or _without_common_factor(
                ring, row, column, entries
            )
            if found is None:
                break
            taken, entries = found
            result = multiply(ring, result, taken)
        pivot = _pivot(ring, row, column, entries)
        if pivot is None:
            return multiply(ring, result, determinant(ring, row, column, entries))
        taken, rest = pivot
        return _product(ring, [result, taken, _smallest_rotation(ring, rest, row, column)])


def _without_outer_inverse(ring: Ring, row: Index, column: Index, entries: Poly) -> tuple[Poly, Poly] | None:
    """det M = det(A M) / det A where a term of M begins with A^-1, and so at the end."""
    for at, other in ((row, column), (column, row)):
        chains = [chain_of(ring, at, other, mono) for mono in entries]
        first = [each.links[0] for each in chains if each is not None and each.links]
        inverses = sorted((key_of(ring, link), n) for n, link in enumerate(first) if link.inverted() is not None)
        form = first[inverses[0][1]].inverted() if inverses else None
        if form is not None:
            fresh = ring.fresh(at.dim)
            own_row, own_column, matrix = open_matrix(ring, form)
            names = {own_row: at, own_column: fresh} if form.row is at else {own_row: fresh, own_column: at}
            product = multiply(ring, rename(ring, matrix, names), rename(ring, entries, {at: fresh}))
            return raise_to(ring, determinant(ring, own_row, own_column, matrix), -1), sum_over(ring, [fresh], product)
    return None


def _without_common_factor(ring: Ring, row: Index, column: Index, entries: Poly) -> tuple[Poly, Poly] | None:
    """det(A B + A C) = det A det(B + C) where A is square, and so at the end."""
    for at, other in ((row, column), (column, row)):
        chains = chains_of(ring, at, other, entries)
        if chains is None:
            return None
        pieces = [pieces_of(ring, each.links) for each in chains]
        if len(chains) < 2 or not all(pieces) or len({key_of(ring, each[0]) for each in pieces}) > 1:
            continue
        rest = [Chain(each.scalar, tuple(found[1:])) for each, found in zip(chains, pieces, strict=True)]
        return _of_link(ring, pieces[0][0]), matrix_of(ring, rest, at, other)
    return None


def _pivot(ring: Ring, row: Index, column: Index, entries: Poly) -> tuple[Poly, list[Chain]] | None:
    """Return det T and the terms of T^-1 M, without the identity, for a part T of M that has an inverse."""
    for taken, divided in _divisions(ring, row, column, entries):
        rest = chains_of(ring, row, column, subtract(divided, delta(ring, row, column)))
        if rest and all(each.links for each in rest):
            return taken, rest
    return None


def _divisions(ring: Ring, row: Index, column: Index, entries: Poly) -> Iterator[tuple[Poly, Poly]]:
    """Yield det T and T^-1 M: for the largest T that occurs inverted, then for products of such, and of numbers."""
    for form in sorted(ring.inverses.values(), key=lambda each: (-len(each.terms), *_spelled(ring, dict(each.terms)))):
        part = _part(ring, form, row, column, entries)
        if part is not None:
            with _apart(ring, apart=True):
                taken = determinant(ring, row, column, part)
            yield taken, _divided(ring, Link(part, row, column), row, entries)
    for chain in _by_name(ring, [chain_of(ring, row, column, mono, coef) for mono, coef in entries.items()]):
        if (
            len(entries) > 1
            and is_nonzero(ring, chain.scalar)
            and all(_has_inverse(ring, each) for each in chain.links)
        ):
            divided = multiply(ring, entries, raise_to(ring, chain.scalar, -1))
            for link in chain.links:
                divided = _divided(ring, link, row, divided)
            size = symbolic_power(ring, chain.scalar, dict(dim_of(row).count), whole=True)
            yield _product(ring, [size, *(_of_link(ring, each) for each in chain.links)]), divided


def _part(ring: Ring, form: InverseEntry, row: Index, column: Index, entries: Poly) -> Poly | None:
    """Return the matrix of an inverse, or its transpose, where all its terms are among those of a larger one."""
    for at in ((row, column), (column, row)):
        if form.bound[0].dim is row.dim:
            part = rename(ring, dict(form.terms), dict(zip(form.bound, at, strict=True)))
            if len(part) < len(entries) and all(entries.get(mono) == coef for mono, coef in part.items()):
                return part
    return None


def _by_name(ring: Ring, chains: list[Chain | None]) -> list[Chain]:
    found = [each for each in chains if each is not None]
    return sorted(found, key=lambda each: [key_of(ring, link) for link in each.links])


def _has_inverse(ring: Ring, link: Link) -> bool:
    return link.inverted() is not None or (link.is_square and is_inverted(ring, *link.ends, link.entries))


def _divided(ring: Ring, link: Link, row: Index, entries: Poly) -> Poly:
    """Return the entries of A^-1 M for a link A."""
    fresh = ring.fresh(row.dim)
    inverse = inverse_entry(ring, (row, fresh), *link.ends, link.entries)
    return sum_over(ring, [fresh], multiply(ring, inverse, rename(ring, entries, {row: fresh})))


def _smallest_rotation(ring: Ring, chains: list[Chain], row: Index, column: Index) -> Poly:
    """Return det(1 + P) = det(1 + B A) for the smallest of the rotations B A of P = A B; a number where B A is one."""
    found = [(_range(column), _one_plus(ring, chains, row, column))]
    for rotated, middle in _rotations(ring, chains):
        at = (None, None) if middle is None else (ring.fresh(middle.dim), ring.fresh(middle.dim))
        found.append((_range(middle), _one_plus(ring, rotated, *at)))
    return min(found, key=lambda each: (each[0], *_spelled(ring, each[1])))[1]


def _spelled(ring: Ring, poly: Poly) -> tuple[int, str]:
    spelling = spell_terms(freeze(poly), {}, ring.meter)
    return len(spelling), spelling


def _range(index: Index | None) -> str:
    return "" if index is None else dim_of(index).name


def _one_plus(ring: Ring, chains: list[Chain], row: Index | None, column: Index | None) -> Poly:
    product = matrix_of(ring, chains, row, column)
    if row is None or column is None:
        return add(ring.constant(1), product)
    return determinant(ring, row, column, add(delta(ring, row, column), product))


def _rotations(ring: Ring, chains: list[Chain]) -> Iterator[tuple[list[Chain], Index | None]]:
    """Yield B A for all A B that the terms are, with A, or B, in all of them; and the index between A and B."""
    shortest = min(len(each.links) for each in chains)
    for cut in range(1, shortest + (len(chains) > 1)):
        for forward in (True, False):
            heads = [each.links[:cut] if forward else each.links[-cut:] for each in chains]
            if len({tuple(key_of(ring, link) for link in head) for head in heads}) == 1:
                parts = [
                    (*each.links[cut:], *each.links[:cut]) if forward else (*each.links[-cut:], *each.links[:-cut])
                    for each in chains
                ]
                middle = heads[0][-1].column if forward else heads[0][0].row
                yield [Chain(each.scalar, part) for each, part in zip(chains, parts, strict=True)], middle


@transform_atom.register
def _transform_determinant(form: Determinant, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    row, column, entries = open_matrix(ring, form)
    return raise_to(ring, determinant(ring, row, column, transform(ring, entries, mapping)), exponent)
