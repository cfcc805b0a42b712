"""Products over bound indices: exp of a sum of logarithms where the body is positive, an atom of its own elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from derive.kernel.arithmetic import add, subtract
from derive.kernel.functions import exponential, logarithm, symbolic_power
from derive.kernel.label import dim_of, label
from derive.kernel.nodes import Atom, Coef, Compound, Delta, Exp, Form, Index, Poly, Product, freeze
from derive.kernel.places import lies_in, relative
from derive.kernel.polynomials import Mapping, multiply, one_atom, rename, transform, transform_atom
from derive.kernel.powers import primitive, raise_to
from derive.kernel.ring import Ring
from derive.kernel.signs import POSITIVE, is_positive, sign_of_terms
from derive.kernel.sums import UnstableLabelError, how_many, label_binder, sum_over


def product_over(ring: Ring, bound: Sequence[Index], poly: Poly) -> Poly:
    """Return the product of a polynomial over indices that occur nowhere else."""
    for index in bound:
        poly = _over_one(ring, index, poly)
    return poly


def product_where(ring: Ring, bound: Sequence[Index], holds: Poly, poly: Poly) -> Poly:
    """Return the product of a polynomial over those values of the indices where `holds` is 1, and not 0.

    Factor by factor, a part of `holds` after the other where they exclude each other: a product over j <= i is that
    over j < i times the factor at i. A factor f that counts where p does is f^p if it is positive, else 1 + p (f - 1).
    """
    content, mono, rest = primitive(ring, poly) if poly else (1, ring.one, {})
    factors = [ring.constant(content), *(raise_to(ring, one_atom(ring, atom), e) for atom, e in mono.factors), rest]
    result = ring.constant(1)
    for part in _apart(ring, holds):
        for factor in factors:
            result = multiply(ring, result, _factor_where(ring, tuple(bound), part, factor))
    return result


def _apart(ring: Ring, holds: Poly) -> list[Poly]:
    """Return the terms of what is 0 or 1 where no two of them are 1 at once, else the whole."""
    parts = [{mono: coef} for mono, coef in holds.items()]
    several = any(multiply(ring, one, other) for one, other in combinations(parts, 2))
    return [holds] if several or any(coef != 1 for coef in holds.values()) else parts


def _factor_where(ring: Ring, bound: tuple[Index, ...], holds: Poly, factor: Poly) -> Poly:
    if factor and sign_of_terms(ring, freeze(factor)) == POSITIVE:
        return exponential(ring, sum_over(ring, bound, multiply(ring, holds, logarithm(ring, factor))))
    at = _only_place(ring, bound, holds)
    if at is not None:
        gone, kept = at
        return product_over(ring, [i for i in bound if i is not gone], rename(ring, factor, {gone: kept}))
    gap = subtract(factor, ring.constant(1))
    return product_over(ring, bound, add(ring.constant(1), multiply(ring, holds, gap)))


def _only_place(ring: Ring, bound: tuple[Index, ...], holds: Poly) -> tuple[Index, Index] | None:
    """Return a bound index with the one place of its range at which the product counts, where a delta says that."""
    form = single_form(holds)
    if isinstance(form, Delta):
        for gone, other in ((form.left, form.right), (form.right, form.left)):
            index, kept = gone.moving, relative(ring, gone, other)
            if index is not None and index in bound:
                return (index, kept) if lies_in(ring, kept, dim_of(index)) else None
    return None


def single_form(poly: Poly) -> Form | None:
    """Return the form of the one atom that a polynomial is, or None."""
    if len(poly) != 1:
        return None
    ((mono, coef),) = poly.items()
    return mono.factors[0][0].form if coef == 1 and len(mono.factors) == 1 and mono.factors[0][1] == 1 else None


def open_product(ring: Ring, form: Product) -> tuple[tuple[Index, ...], Poly]:
    """Return the body of a product under fresh indices, and these."""
    fresh = tuple(ring.fresh(dim_of(i)) for i in form.bound)
    return fresh, rename(ring, {form.body: 1}, dict(zip(form.bound, fresh, strict=True)))


def _over_one(ring: Ring, index: Index, poly: Poly) -> Poly:
    count = how_many(ring, index)
    if not poly:
        return poly if dim_of(index).nonempty else _zero_or_empty()
    content, mono, rest = primitive(ring, poly)
    result = symbolic_power(ring, ring.constant(content), count, whole=True)
    for atom, exponent in mono.factors:
        result = multiply(ring, result, raise_to(ring, _of_atom(ring, index, atom), exponent))
    return multiply(ring, result, _of_rest(ring, index, rest))


def _zero_or_empty() -> Poly:
    raise UnstableLabelError


def _of_rest(ring: Ring, index: Index, rest: Poly) -> Poly:
    if rest == ring.constant(1):
        return rest
    if sign_of_terms(ring, freeze(rest)) == POSITIVE:
        return exponential(ring, sum_over(ring, [index], logarithm(ring, rest)))
    if not any(index in mono.free for mono in rest):
        return symbolic_power(ring, rest, how_many(ring, index), whole=True)
    return _of_terms(ring, (index,), rest)


def _of_atom(ring: Ring, index: Index, atom: Atom) -> Poly:
    one = one_atom(ring, atom)
    if index not in atom.free:
        return symbolic_power(ring, one, how_many(ring, index), whole=True)
    if isinstance(atom.form, Exp):
        return exponential(ring, sum_over(ring, [index], {atom.form.power: 1}))
    if is_positive(ring, atom):
        return exponential(ring, sum_over(ring, [index], logarithm(ring, one)))
    if isinstance(atom.form, Product):
        return _nest(ring, index, atom.form)
    return label_binder(ring, Product, (index,), {atom: 1})


def _nest(ring: Ring, index: Index, form: Product) -> Poly:
    fresh, body = open_product(ring, form)
    content, mono, rest = primitive(ring, body)
    bound, atoms = (index, *fresh), dict(mono.factors)
    if content == 1 and not atoms:
        return _of_terms(ring, bound, rest)
    if content != 1 or len(atoms) != 1 or rest != ring.constant(1):
        raise UnstableLabelError
    return label_binder(ring, Product, bound, atoms)


def _of_terms(ring: Ring, bound: tuple[Index, ...], terms: Poly) -> Poly:
    """Return the product of a sum of several terms, which stay together."""
    whole = ((ring.atom(Compound(freeze(terms))), 1),)
    order, _ = label(bound, whole, {}, ring.meter)
    level = 1 + whole[0][0].level
    names = {i: ring.index(f"~{level}.{place}", dim_of(i)) for place, i in enumerate(order)}
    body = ring.mono(((ring.atom(Compound(freeze(rename(ring, terms, names)))), 1),))
    return ring.single(Product(tuple(names[i] for i in order), body))


@transform_atom.register
def _transform_product(form: Product, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    fresh, body = open_product(ring, form)
    return raise_to(ring, product_over(ring, fresh, transform(ring, body, mapping)), exponent)
