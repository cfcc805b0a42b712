"""Indices that occur as numbers and in orders only: their sums are told by the ends of what they run over."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from math import comb

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.entries import entry
from derive.kernel.label import dim_of
from derive.kernel.nodes import Atom, Before, Entry, Factors, Form, Index, Poly, quotient
from derive.kernel.order import before
from derive.kernel.places import ends, extent, gathered, is_from, is_to, shifted, solved
from derive.kernel.polynomials import multiply, normalise, power, without
from derive.kernel.ring import INDEX_VALUE, Ring


def sum_of_powers(ring: Ring, first: Poly, last: Poly, exponent: int) -> Poly:
    """Return first^k + ... + last^k, which is 0 where the last number is that before the first one (Faulhaber)."""
    before_first = subtract(first, ring.constant(1))
    return subtract(_faulhaber(ring, last, exponent), _faulhaber(ring, before_first, exponent))


def _faulhaber(ring: Ring, last: Poly, k: int) -> Poly:
    """Return 1^k + ... + last^k, from the telescoping sum of (i + 1)^(k+1) - i^(k+1)."""
    sums: list[Poly] = []
    for degree in range(k + 1):
        total = subtract(power(ring, add(last, ring.constant(1)), degree + 1), ring.constant(1))
        for lower, known in enumerate(sums):
            accumulate(total, known, -comb(degree + 1, lower))
        sums.append(scale(total, quotient(1, degree + 1)))
    return sums[k]


def counted(ring: Ring, index: Index, factors: Factors) -> Poly | None:
    """Return the sum of a product over an index that occurs in it as a number and in orders only; None for others.

    sum_j [i < j] [j < k] j^e = [i < k] (F(k - 1) - F(i)), F the sum of powers. Two orders on one side are told apart
    first; then the index is still there.
    """
    inside = {atom: exponent for atom, exponent in factors.items() if index in atom.free}
    above, below = bounds_in(ring, index, inside)
    added = _added(ring, index, without(inside, *above, *below))
    if added is None or not dim_of(index).proper:
        return None
    for bounds in (above, below):
        if len(bounds) > 1:
            return _told_apart(ring, factors, bounds, largest=bounds is below)
    found = span(ring, index, next(iter(below.values()), None), next(iter(above.values()), None))
    if found is None:
        return None
    holds, first, last = found
    rest = normalise(ring, without(factors, *inside))
    return multiply(ring, multiply(ring, holds, added(first, last)), rest)


def _told_apart(ring: Ring, factors: Factors, bounds: dict[Atom, Index], *, largest: bool) -> Poly:
    """[j < a] [j < b] = [a < b] [j < a] + (1 - [a < b]) [j < b], and so for [a < j] [b < j]."""
    (one, left), (other, right), *_ = bounds.items()
    less = before(ring, left, right)
    first, second = (normalise(ring, without(factors, atom)) for atom in ((one, other) if largest else (other, one)))
    return add(multiply(ring, less, first), multiply(ring, subtract(ring.constant(1), less), second))


def bounds_in(ring: Ring, index: Index, factors: Factors) -> tuple[dict[Atom, Index], dict[Atom, Index]]:
    """Return what an index is less than in a product, and what it is greater than, each by what says so."""
    above: dict[Atom, Index] = {}
    below: dict[Atom, Index] = {}
    for atom in factors:
        form = atom.form
        if isinstance(form, Before) and index in atom.free:
            # left < right is 0 < i + ... or 0 < -i + ..., and what i is where that is 0 bounds it.
            gap = gathered(ring, [(form.right, 1), (form.left, -1)], {})
            other = solved(ring, index, gap)
            if other is not None:
                (below if gap[0][index] > 0 else above)[atom] = other
    return above, below


Added = Callable[[Poly, Poly], Poly]
"""The sum from a first to a last place."""


def _added(ring: Ring, index: Index, inside: Factors) -> Added | None:
    """Return the sum of a product from one place to another, where it is a power of its index or has a rule."""
    if not inside or any(INDEX_VALUE in atom.tensors for atom in inside):
        value = ring.atom(Entry(ring.tensor(INDEX_VALUE), (index,)))
        exponent = inside.get(value, 0)
        if not without(inside, value) and isinstance(exponent, int) and exponent >= 0:
            return lambda first, last: sum_of_powers(ring, first, last, exponent)
    forms = [atom.form for atom, power in inside.items() if power == 1]
    return added_up(forms[0], index, ring) if len(forms) == len(inside) == 1 else None


@singledispatch
def added_up(form: Form, index: Index, ring: Ring) -> Added | None:
    """Return the sum of a form over an index; None where none is known. Open to kinds."""
    return None


def bound_by(ring: Ring, atom: Atom, index: Index) -> tuple[Index, int] | None:
    """Return the last place of an index that an order leaves, with 1, or the first one, with -1; None for no such.

    None too where that place may lie outside of the range of the index, next to it aside.
    """
    above, below = bounds_in(ring, index, {atom: 1})
    for other, sign in [(each, 1) for each in above.values()] + [(each, -1) for each in below.values()]:
        inside = span(ring, index, None, other) if sign > 0 else span(ring, index, other, None)
        return None if inside is None else (shifted(ring, other, ring.constant(-sign)), sign)
    return None


def span(ring: Ring, index: Index, low: Index | None, high: Index | None) -> tuple[Poly, Poly, Poly] | None:
    """Return whether an index has places between two others, the first and the last of them.

    The ends of its range stand for an index that is not given. Neither may leave the range by more than a place: None
    where that is not known. Where there is no place, the last may come before the first.
    """
    first, last = ends(ring, dim_of(index))
    one, zero = ring.constant(1), ring.literal(0)
    early, late = subtract(first, one), add(last, one)
    if low is not None and not is_from(ring, extent(ring, low)[0], early):
        return None
    if high is not None and not is_to(ring, extent(ring, high)[1], late):
        return None
    between = low or shifted(ring, zero, early), high or shifted(ring, zero, late)
    holds = one if low is None and high is None else before(ring, *between)
    after, until = (entry(ring, INDEX_VALUE, each) for each in between)
    return holds, add(after, one), subtract(until, one)
