"""Geometric sums: (r - 1) times the sum of r^i for i = a..b is r^(b + 1) - r^a, whatever r is."""

from __future__ import annotations

from collections.abc import Callable

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.functions import exponential, symbolic_power
from derive.kernel.known import is_nonzero
from derive.kernel.label import dim_of
from derive.kernel.nodes import Atom, Coef, Compound, Entry, Exp, Form, Index, Mono, Poly, Sum, Tower
from derive.kernel.polynomials import multiply
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.sums import open_sum

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
    form = atom.form
    power = _ratio(ring, form) if isinstance(form, Sum) and len(form.bound) == 1 else None
    parts = _linear_in(ring, poly, atom)
    if power is None or parts is None or not isinstance(form, Sum):
        return None
    dim = dim_of(form.bound[0])
    if not dim.proper:
        return None
    first = dict(dim.lower)
    after = add(first, dict(dim.count))
    difference = subtract(power(after), power(first))
    gap = subtract(power(ring.constant(1)), ring.constant(1))
    return _replaced(ring, parts, difference, gap) if gap else None


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


def _linear_in(ring: Ring, poly: Poly, atom: Atom) -> tuple[Poly, Poly] | None:
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


def _ratio(ring: Ring, form: Sum) -> Power | None:
    """Return the ratio of neighbouring terms, raised to any exponent, if all factors are powers with the index."""
    (index,), body = open_sum(ring, form)
    if len(body) != 1:
        return None
    ((mono, coef),) = body.items()
    powers = [_power(ring, atom.form, exponent, index) for atom, exponent in mono.factors]
    if coef != 1 or not powers or any(power is None for power in powers):
        return None

    def raised(exponent: Poly) -> Poly:
        """Return the product of all powers."""
        result = ring.constant(1)
        for power in powers:
            result = multiply(ring, result, power(exponent)) if power is not None else result
        return result

    return raised


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


def _without_index(ring: Ring, power: Mono, index: Index) -> Poly | None:
    """Return the other factors of an exponent that holds the index once, as a factor."""
    here = [(a, e) for a, e in power.factors if isinstance(a.form, Entry) and a.form.tensor.name == INDEX_VALUE]
    rest = [factor for factor in power.factors if factor not in here]
    held = [(a.form.indices, e) for a, e in here if isinstance(a.form, Entry)]
    if held != [((index,), 1)] or any(index in atom.free for atom, _ in rest):
        return None
    return {ring.mono(rest): 1}
