"""Products over bound indices: exp of a sum of logarithms where the body is positive, an atom of its own elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from derive.kernel.functions import exponential, logarithm, symbolic_power
from derive.kernel.label import dim_of, label
from derive.kernel.nodes import Atom, Coef, Compound, Exp, Index, Poly, Product, freeze
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
