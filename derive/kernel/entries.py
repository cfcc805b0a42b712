"""Tensor entries and deltas: how they are built, and what holds in a product with them."""

from __future__ import annotations

from derive.kernel.nodes import Atom, Coef, Delta, Entry, Factors, Index, Mono, Poly
from derive.kernel.polynomials import (
    Mapping,
    build,
    multiply,
    normalise,
    relation,
    rename,
    transform_atom,
    without,
)
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, Ring


def entry(ring: Ring, name: str, *indices: Index) -> Poly:
    """Return one entry of the tensor of that name as a polynomial."""
    return build(Entry(ring.tensor(name), indices), ring)


def delta(ring: Ring, left: Index, right: Index) -> Poly:
    """Return 1 where the indices agree, else 0, as a polynomial."""
    return build(Delta(left, right), ring)


@build.register
def _build_entry(form: Entry, ring: Ring) -> Poly:
    if form.tensor.name == INDEX_VALUE and form.indices[0].value is not None:
        return ring.constant(form.indices[0].value)
    if "symmetric" in form.tensor.traits:
        ordered = sorted(form.indices[-2:], key=lambda i: i.name)
        form = Entry(form.tensor, (*form.indices[:-2], *ordered))
    return ring.single(form)


@build.register
def _build_delta(form: Delta, ring: Ring) -> Poly:
    left, right = sorted((form.left, form.right), key=lambda i: (i.value is None, i.name))
    if left is right:
        return ring.constant(1)
    if left.value is not None and right.value is not None:
        return {}
    return ring.single(Delta(left, right))


@relation.register
def _entry_relation(form: Entry, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """y^2 = 1 for a sign, b^2 = b for a binary entry."""
    if not isinstance(exponent, int) or exponent in {0, 1}:
        return None
    rest = without(factors, atom)
    if "sign" in form.tensor.traits:
        return normalise(ring, {**rest, atom: 1} if exponent % 2 else rest)
    return normalise(ring, {**rest, atom: 1}) if exponent > 1 else None


@relation.register
def _delta_relation(form: Delta, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """delta^e = delta, and delta_ij f(j) = delta_ij f(i) where both indices have one range."""
    rest = without(factors, atom)
    if exponent != 1:
        return normalise(ring, {**rest, atom: 1})
    if form.left.dim is not form.right.dim and form.left.value is None:
        return None
    if not any(form.right in other.free for other in rest):
        return None
    moved = rename(ring, {ring.mono(rest.items()): 1}, {form.right: form.left})
    return multiply(ring, {ring.mono(((atom, 1),)): 1}, moved)


@transform_atom.register
def _transform_delta(form: Delta, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    return raise_to(ring, delta(ring, mapping.index(form.left), mapping.index(form.right)), exponent)


def indices_of(mono: Mono) -> list[Index]:
    """Return the free indices in the order of their names."""
    return sorted(mono.free, key=lambda index: index.name)
