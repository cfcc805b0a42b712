"""Geometric sums: (r - 1) times the sum of r^i for i = a..b is r^(b + 1) - r^a, whatever r is; and those of i^k r^i."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce
from math import comb

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.counted import bounds_in, span
from derive.kernel.entries import entry
from derive.kernel.functions import exponential, symbolic_power
from derive.kernel.known import is_nonzero
from derive.kernel.label import dim_of
from derive.kernel.nodes import Atom, Before, Coef, Compound, Entry, Exp, Factors, Form, Index, Mono, Poly, Sum, Tower
from derive.kernel.polynomials import multiply, normalise, power, without
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.sums import open_sum, sum_over

Power = Callable[[Poly], Poly]
"""What is raised to an exponent: the ratio of a geometric sum."""


def without_geometric_sums(ring: Ring, poly: Poly) -> Poly:
    """Return the polynomial with its geometric sums added up, times what must not vanish for that."""
    for atom in dict.fromkeys(atom for mono in poly for atom, _ in mono.factors):
        summed = _added_up(ring, poly, atom)
        if summed is not None:
            return without_geometric_sums(ring, summed)
    return poly


def _added_up(ring: Ring, poly: Poly, atom: Atom) -> Poly | None:
    """Return the polynomial without this sum, or None where it is none such, or nothing shows that its ratio is not 1.

    Where the sum is multiplied by its ratio less one, or by a multiple of that, the ratio may be 1.
    """
    if not isinstance(atom.form, Sum) or INDEX_VALUE not in atom.tensors:
        return None
    parts = linear_in(ring, poly, atom)
    found = _summed(ring, atom.form) if parts is not None else None
    return _replaced(ring, parts, *found) if parts is not None and found is not None else None


def _summed(ring: Ring, form: Sum) -> tuple[Poly, Poly] | None:
    """Return (r - 1) times a sum of i^k r^i, and r - 1; None where no index of the sum is in such powers only."""
    bound, body = open_sum(ring, form)
    ((mono, coef), *more) = body.items()
    for index in bound if not more else ():
        series = _series(ring, index, dict(mono.factors))
        gap = subtract(series.raised(ring.constant(1)), ring.constant(1)) if series is not None else {}
        if series is not None and gap and all(each.free.isdisjoint(bound) for each in gap):
            total = multiply(ring, series.rest, _difference(ring, index, series))
            return scale(sum_over(ring, [i for i in bound if i is not index], total), coef), gap
    return None


@dataclass(frozen=True, slots=True)
class _Series:
    """The sum of p i^k r^i for i from `first` to `last`, times the rest.

    `raised` is r to any exponent, p the product of the `orders` of i, and it `holds` that there is such a range.
    """

    degree: int
    raised: Power
    orders: Poly
    rest: Poly
    holds: Poly
    first: Poly
    last: Poly


def _series(ring: Ring, index: Index, factors: Factors) -> _Series | None:
    """Return a product as the terms of such a sum over one of its indices, or None."""
    inside = {atom: exponent for atom, exponent in factors.items() if index in atom.free}
    orders = {atom: e for atom, e in inside.items() if isinstance(atom.form, Before)}
    above, below = bounds_in(ring, index, orders)
    degree, raised = powers_with(ring, index, without(inside, *orders))
    if raised is None or len(inside) == len(orders) + bool(degree) or not dim_of(index).proper:
        return None
    if len(above) + len(below) < len(orders) or max(len(above), len(below)) > 1:
        return None
    found = span(ring, index, next(iter(below.values()), None), next(iter(above.values()), None))
    rest = normalise(ring, without(factors, *inside))
    return None if found is None else _Series(degree, raised, normalise(ring, orders), rest, *found)


def powers_with(ring: Ring, index: Index, factors: Factors) -> tuple[int, Power | None]:
    """Return k and r, raised to any exponent, for a product i^k r^i of all powers with an index; None for others."""
    value = ring.atom(Entry(ring.tensor(INDEX_VALUE), (index,)))
    degree = factors.get(value, 0)
    powers = [_power(ring, atom.form, exponent, index) for atom, exponent in without(factors, value).items()]
    known = [each for each in powers if each is not None]
    whole = isinstance(degree, int) and degree >= 0 and len(known) == len(powers)
    return int(degree), _product(ring, known) if whole else None


def _product(ring: Ring, powers: list[Power]) -> Power:
    return lambda exponent: reduce(partial(multiply, ring), [each(exponent) for each in powers], ring.constant(1))


def _difference(ring: Ring, index: Index, series: _Series) -> Poly:
    """Return (r - 1) times the sum of i^k r^i: what telescopes, less the sums of r C(k, m) i^m r^i for m < k.

    For the sum of (i + 1)^k r^(i + 1) - i^k r^i telescopes.
    """
    one, here = ring.constant(1), entry(ring, INDEX_VALUE, index)
    places = add(series.last, one), series.first
    end, begin = (multiply(ring, power(ring, at, series.degree), series.raised(at)) for at in places)
    total = multiply(ring, series.holds, subtract(end, begin))
    terms = multiply(ring, series.orders, series.raised(add(here, one)))
    for lower in range(series.degree):
        sums = sum_over(ring, [index], multiply(ring, terms, power(ring, here, lower)))
        accumulate(total, sums, -comb(series.degree, lower))
    return total


def _replaced(ring: Ring, parts: tuple[Poly, Poly], difference: Poly, gap: Poly) -> Poly | None:
    """Return q d + rest for parts = (q g, rest), d the difference and g the gap; or all of it times the gap.

    A denominator that the polynomial has already does not vanish where the polynomial has a value.
    """
    around, rest = parts
    quotient = multiply(ring, around, raise_to(ring, gap, -1))
    if _denominators(quotient) <= _denominators(around) | _denominators(rest):
        return add(multiply(ring, quotient, difference), rest)
    if not is_nonzero(ring, gap):
        return None
    return add(multiply(ring, around, difference), multiply(ring, gap, rest))


def _denominators(poly: Poly) -> set[Atom]:
    return {atom for mono in poly for atom, e in mono.factors if isinstance(atom.form, Compound | Entry) and e < 0}


def with_factorial_sums(ring: Ring, poly: Poly, added_up: Callable[[Ring, Sum], Poly | None]) -> Poly:
    """Return a polynomial with its sums of factorials as they are added up; those for which that is None stay."""
    for atom in dict.fromkeys(atom for mono in poly for atom, _ in mono.factors):
        value = added_up(ring, atom.form) if isinstance(atom.form, Sum) and "factorial(" in atom.spelling else None
        parts = linear_in(ring, poly, atom) if value is not None else None
        if value is not None and parts is not None:
            return with_factorial_sums(ring, add(multiply(ring, parts[0], value), parts[1]), added_up)
    return poly


def linear_in(ring: Ring, poly: Poly, atom: Atom) -> tuple[Poly, Poly] | None:
    """Return what the atom is multiplied by, and the terms without it; None where it stands in a power."""
    around: Poly = {}
    rest: Poly = {}
    for mono, coef in poly.items():
        ring.meter.step()
        exponent = dict(mono.factors).get(atom, 0)
        if exponent not in {0, 1}:
            return None
        kept = ring.mono([factor for factor in mono.factors if factor[0] is not atom])
        accumulate(around if exponent else rest, {kept: coef})
    return around, rest


def _power(ring: Ring, form: Form, exponent: Coef, index: Index) -> Power | None:
    """Return b^(c e) as a function of e for a factor b^(c i)."""
    rest = _without_index(ring, form.power, index) if isinstance(form, Exp | Tower) else None
    if rest is None:
        return None
    times = scale(rest, exponent)
    if isinstance(form, Tower):
        base = dict(form.base)
        return lambda e: symbolic_power(ring, base, multiply(ring, e, times), whole=True)
    return lambda e: exponential(ring, multiply(ring, e, times))


def _without_index(ring: Ring, exponent: Mono, index: Index) -> Poly | None:
    """Return the other factors of an exponent that holds the index once, as a factor."""
    here = [(a, e) for a, e in exponent.factors if isinstance(a.form, Entry) and a.form.tensor.name == INDEX_VALUE]
    rest = [factor for factor in exponent.factors if factor not in here]
    held = [(a.form.indices, e) for a, e in here if isinstance(a.form, Entry)]
    if held != [((index,), 1)] or any(index in atom.free for atom, _ in rest):
        return None
    return {ring.mono(rest): 1}
