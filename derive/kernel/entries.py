"""Tensor entries and deltas: how they are built, and what holds in a product with them."""

from __future__ import annotations

from math import gcd

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.label import dim_of
from derive.kernel.nodes import Atom, Coef, Delta, Entry, Factors, Index, Poly, quotient
from derive.kernel.places import Gap, at_least, combined, gathered, lies_in, position, positive, relative, shifted
from derive.kernel.polynomials import (
    Mapping,
    beside,
    build,
    multiply,
    normalise,
    relation,
    rename,
    transform_atom,
    without,
)
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, ONE_HOT, Ring


def entry(ring: Ring, name: str, *indices: Index) -> Poly:
    """Return one entry of the tensor of that name as a polynomial."""
    return build(Entry(ring.tensor(name), indices), ring)


def delta(ring: Ring, left: Index, right: Index) -> Poly:
    """Return 1 where the indices agree, else 0, as a polynomial."""
    return build(Delta(left, right), ring)


@build.register
def _build_entry(form: Entry, ring: Ring) -> Poly:
    if form.tensor.name == INDEX_VALUE:
        return _value_of_index(form, ring)
    if "symmetric" in form.tensor.traits:
        ordered = sorted(form.indices[-2:], key=lambda i: i.name)
        form = Entry(form.tensor, (*form.indices[:-2], *ordered))
    return ring.single(form)


def _value_of_index(form: Entry, ring: Ring) -> Poly:
    (index,) = form.indices
    moving = (scale(ring.single(Entry(form.tensor, (part,))), factor) for part, factor in index.terms)
    return add(*moving, position(ring, index))


@build.register
def _build_delta(form: Delta, ring: Ring) -> Poly:
    """The fixed place stands left, else the first name; what is added to the left one goes to the other side."""
    left, right = sorted((form.left, form.right), key=lambda i: (i.moving is not None, (i.moving or i).name))
    if left is right:
        return ring.constant(1)
    if (left.moving or left).parts or (right.moving or right).parts:
        return _delta_of_sum(ring, gathered(ring, [(left, 1), (right, -1)], {}))
    if right.moving is None or left.moving is right.moving:
        return _delta_of_places(ring, subtract(position(ring, left), position(ring, right)), left, right)
    if left.moving is None:
        return ring.single(Delta(relative(ring, right, left), right.moving))
    return ring.single(Delta(left.moving, relative(ring, left, right)))


def _delta_of_sum(ring: Ring, gap: Gap) -> Poly:
    """Return 1 where a gap is 0: what is added stands left, the indices right, divided by their common factor."""
    (terms, by), zero = gap, ring.literal(0)
    common = gcd(*terms.values())
    if common > 1 and by.keys() <= {ring.one} and by.get(ring.one, 0) % common:
        return {}
    divisor = common if common > 1 and all(coef % common == 0 for coef in by.values()) else 1
    divisor *= positive(terms) if terms else 1
    parts, by = {part: factor // divisor for part, factor in terms.items()}, scale(by, quotient(1, divisor))
    if sorted(parts.values()) == [-1, 1]:
        gone, kept = sorted(parts, key=lambda part: parts[part])
        return delta(ring, shifted(ring, kept, by), gone)
    left, right = shifted(ring, zero, scale(by, -1)), combined(ring, parts.items(), {})
    if not right.parts:
        return delta(ring, left, right)
    return {} if lies_in(ring, left, dim_of(right)) is False else ring.single(Delta(left, right))


def _delta_of_places(ring: Ring, gap: Poly, left: Index, right: Index) -> Poly:
    """Two different places never meet, unless sizes may make them one, as N and M."""
    one = ring.constant(1)
    if at_least(ring, gap, one) or at_least(ring, scale(gap, -1), one):
        return {}
    if left.moving is not None:
        left, right = ring.literal(0), shifted(ring, ring.literal(0), gap)
    return ring.single(Delta(left, right))


@relation.register
def _entry_relation(form: Entry, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """y^2 = 1 for a sign, b^2 = b for a binary entry, [y = k] f([y = l]) = [y = k] f(delta_kl) for a one-hot one."""
    if not isinstance(exponent, int) or exponent in {0, 1}:
        known = ring.one_hot.get(form.tensor.name) if ONE_HOT in form.tensor.traits and exponent == 1 else None
        return None if known is None else beside(known, form, atom, factors, ring)
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
    gone = form.right.moving
    if gone is None or (form.left.dim is not form.right.dim and form.left.moving is not None):
        return None
    if not any(gone in other.free for other in rest):
        return None
    # A place that is in the range at some sizes only may be no place of a tensor at the others.
    if (
        form.left.moving is None
        and gone.dim is not None
        and lies_in(ring, relative(ring, form.right, form.left), gone.dim) is not True
    ):
        return None
    image = rename(ring, {ring.mono(rest.items()): 1}, {gone: relative(ring, form.right, form.left)})
    return multiply(ring, {ring.mono(((atom, 1),)): 1}, image)


@transform_atom.register
def _transform_delta(form: Delta, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    return raise_to(ring, delta(ring, mapping.index(form.left), mapping.index(form.right)), exponent)
