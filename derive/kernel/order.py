"""The order of indices: [i < j] is 1 where i is less than j, else 0. What holds for it, alone and in products."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.budget import BESIDE
from derive.kernel.entries import delta
from derive.kernel.nodes import Atom, Before, Coef, Delta, Factors, Index, Poly
from derive.kernel.places import (
    Gap,
    at_least,
    combined,
    ends,
    extent,
    gap_of,
    gathered,
    position,
    positive,
    relative,
    shifted,
)
from derive.kernel.polynomials import Mapping, build, multiply, normalise, relation, transform_atom, without
from derive.kernel.powers import raise_to
from derive.kernel.ring import Ring
from derive.kernel.signs import NONNEGATIVE, sign_of_form


def before(ring: Ring, left: Index, right: Index) -> Poly:
    """Return 1 where the left index is less than the right one, else 0, as a polynomial."""
    return build(Before(left, right), ring)


def complement(ring: Ring, left: Index, right: Index) -> Poly:
    """Return [left < right] by the opposite order: 1 - [right < left] - delta."""
    return subtract(ring.constant(1), before(ring, right, shifted(ring, left, ring.constant(1))))


@build.register
def _build_before(form: Before, ring: Ring) -> Poly:
    """The moving index stands left, alone; a number that is added to the other becomes deltas."""
    left, right = form.left, form.right
    ring.ordered = True
    if left.moving is right.moving:
        return _of_gap(ring, subtract(position(ring, right), position(ring, left)))
    if any(each.moving is not None and each.moving.parts for each in (left, right)):
        return _of_sum(ring, gathered(ring, [(right, 1), (left, -1)], {}))
    if left.moving is None:
        return complement(ring, left, right)
    right, left = relative(ring, left, right), left.moving
    known = _settled(ring, left, right)
    if known is not None:
        return ring.constant(int(known))
    near = _near_end(ring, left, right) if right.moving is None else None
    return near if near is not None else _without_number(ring, left, right)


def _of_gap(ring: Ring, gap: Poly) -> Poly:
    """Return [0 < gap] for a gap that sizes determine."""
    one = ring.constant(1)
    if at_least(ring, gap, one):
        return one
    if at_least(ring, {}, gap):
        return {}
    zero = ring.literal(0)
    return ring.single(Before(zero, shifted(ring, zero, gap)))


def _of_sum(ring: Ring, gap: Gap) -> Poly:
    """Return [0 < gap]: what is added stands left, the indices right, their factors with a positive sum."""
    (terms, by), one = gap, ring.constant(1)
    ordered = sorted(terms, key=lambda part: terms[part])
    if [terms[part] for part in ordered] == [-1, 1]:
        return before(ring, ordered[0], shifted(ring, ordered[1], by))
    left = shifted(ring, ring.literal(0), scale(by, -1))
    if not terms or list(terms.values()) == [1]:
        return before(ring, left, combined(ring, terms.items(), {}))
    if positive(terms) < 0:
        return subtract(one, _of_sum(ring, ({part: -factor for part, factor in terms.items()}, subtract(one, by))))
    common = gcd(*terms.values())
    if common > 1 and by.keys() <= {ring.one}:
        whole = {part: factor // common for part, factor in terms.items()}
        return _of_sum(ring, (whole, ring.constant(-(-by.get(ring.one, 0) // common))))
    return _from_place(ring, left, combined(ring, terms.items(), {}))


def _from_place(ring: Ring, left: Index, right: Index) -> Poly:
    """Return [p < i + j]; a number in p becomes deltas."""
    known, number = _settled(ring, left, right), position(ring, left).get(ring.one, 0)
    if known is not None:
        return ring.constant(int(known))
    if not number or not ring.meter.within(BESIDE, int(abs(number))):
        return ring.single(Before(left, right))
    whole = shifted(ring, left, ring.constant(-number))
    steps = range(1, int(number) + 1) if number > 0 else range(int(number) + 1, 1)
    between = _deltas(ring, right, [shifted(ring, whole, ring.constant(step)) for step in steps])
    return add(before(ring, whole, right), scale(between, -1 if number > 0 else 1))


def _settled(ring: Ring, left: Index, right: Index) -> bool | None:
    """Return whether one index is less than the other for all values of both, or for none; None where it depends."""
    first, last = extent(ring, left)
    low, high = extent(ring, right)
    if at_least(ring, low, add(last, ring.constant(1))):
        return True
    return False if at_least(ring, first, high) else None


def _near_end(ring: Ring, left: Index, place: Index) -> Poly | None:
    """[i < a + c] = delta_{a,i} + ... + delta_{a+c-1,i} for a range from a on; and likewise from its other end."""
    if left.dim is None:
        return None
    (first, last), here, one = ends(ring, left.dim), position(ring, place), ring.constant(1)
    below, above = _number(ring, subtract(here, first)), _number(ring, subtract(add(last, one), here))
    if below is not None and below >= 0 and ring.meter.within(BESIDE, below):
        return _deltas(ring, left, [shifted(ring, place, ring.constant(-n)) for n in range(1, below + 1)])
    if above is not None and above >= 0 and ring.meter.within(BESIDE, above):
        return subtract(one, _deltas(ring, left, [shifted(ring, place, ring.constant(n)) for n in range(above)]))
    return None


def _number(ring: Ring, gap: Poly) -> int | None:
    return int(gap.get(ring.one, 0)) if gap.keys() <= {ring.one} else None


def _deltas(ring: Ring, index: Index, places: list[Index]) -> Poly:
    return add(*(delta(ring, place, index) for place in places))


def _without_number(ring: Ring, left: Index, right: Index) -> Poly:
    """[i < j + c] = [i < j] + delta_{i,j} + ... + delta_{i,j+c-1}, and likewise for c < 0."""
    number = position(ring, right).get(ring.one, 0)
    if number and ring.meter.within(BESIDE, int(abs(number))):
        whole = shifted(ring, right, ring.constant(-number))
        steps = range(int(number)) if number > 0 else range(int(number), 0)
        between = _deltas(ring, left, [shifted(ring, whole, ring.constant(step)) for step in steps])
        return add(before(ring, left, whole), scale(between, 1 if number > 0 else -1))
    if ring.oriented and right.moving in ring.own and left in ring.own and right.moving.name < left.name:
        return complement(ring, left, right)
    return ring.single(Before(left, right))


@transform_atom.register
def _transform_before(form: Before, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    return raise_to(ring, before(ring, mapping.index(form.left), mapping.index(form.right)), exponent)


@sign_of_form.register
def _sign_of_before(form: Before, ring: Ring) -> int:
    return NONNEGATIVE


@relation.register
def _before_relation(form: Before, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """[p]^e = [p]; d_ij [j < k] = d_ij [i < k]; [i < j] [j < i] = 0; [i < j] [j < k] [i < k] = [i < j] [j < k]."""
    rest = without(factors, atom)
    if exponent != 1:
        return normalise(ring, {**rest, atom: 1})
    moved_ = _beside_delta(ring, form, rest)
    if moved_ is not None:
        return multiply(ring, moved_, normalise(ring, rest))
    known = _beside_others(ring, form, [other.form for other in rest if isinstance(other.form, Before)])
    return None if known is None else normalise(ring, rest) if known else {}


def _beside_delta(ring: Ring, form: Before, factors: Factors) -> Poly | None:
    """Return the order with the one index of a delta in the place of the other, whatever their ranges; or None."""
    for other in factors:
        gone = other.form.right.moving if isinstance(other.form, Delta) else None
        if isinstance(other.form, Delta) and gone is not None and gone in (form.left, form.right.moving):
            there = relative(ring, other.form.right, other.form.left)
            return before(ring, *(_at(ring, each, gone, there) for each in (form.left, form.right)))
    return None


def _at(ring: Ring, index: Index, gone: Index, there: Index) -> Index:
    return shifted(ring, there, position(ring, index)) if index.moving is gone else index


def _beside_others(ring: Ring, form: Before, others: list[Before]) -> bool | None:
    """Return True where a chain of the others implies that it holds, False where one excludes it.

    Each says that left - moving is at most a number, as do the ranges of indices, so that a chain adds up. What is
    implied leaves the product: of a strict order there is one least set of pairs that implies all.
    """
    if not others:
        return None
    own, one = _bound(ring, form), ring.constant(1)
    if any(at_least(ring, own, total) for total in _chains(ring, others, form.left.moving, form.right.moving)):
        return True
    back = _chains(ring, others, form.right.moving, form.left.moving)
    return False if any(at_least(ring, {}, add(own, total, one)) for total in back) else None


def _bound(ring: Ring, form: Before) -> Poly:
    return subtract(subtract(position(ring, form.right), position(ring, form.left)), ring.constant(1))


def _chains(ring: Ring, forms: list[Before], start: Index | None, end: Index | None) -> Iterator[Poly]:
    """Yield the bounds on start - end that chains of these forms give; None stands for 0, and ranges link it to all."""
    for form in forms:
        to, left = form.right.moving, form.left.moving
        if left is start or start is None:
            here = _bound(ring, form)
            if left is not start and left is not None:
                here = subtract(here, extent(ring, left)[0])
            if to is end:
                yield here
            elif to is not None:
                over = add(here, extent(ring, to)[1])
                yield over if end is None else subtract(over, extent(ring, end)[0])
                rest = [other for other in forms if other is not form]
                for total in _chains(ring, rest, to, end):
                    yield add(here, total)


def order_of(ring: Ring, gap: Poly) -> Poly | None:
    """Return the sign of a sum of indices and sizes with whole numbers by its order; None for others."""
    place = gap_of(ring, gap)
    if place is None or not place[0]:
        return None
    terms, by = place
    return subtract(_of_sum(ring, place), _of_sum(ring, ({part: -f for part, f in terms.items()}, scale(by, -1))))
