"""Angles: sines and cosines of sums and of multiples, by the addition theorems.

Only a question that is open otherwise is asked anew so. In normal form they stay as they are written: sin(a x + b) is
at most 1 there, and its derivative is a cos(a x + b).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial, reduce
from math import gcd, prod

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.budget import ANGLES
from derive.kernel.functions import TURNING, call, symbolic_power
from derive.kernel.maps import built_anew
from derive.kernel.nodes import Call, Coef, Entry, Mono, Poly, integral, quotient
from derive.kernel.polynomials import multiply
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, PI, Ring

Pair = tuple[Poly, Poly]
"""The sine and the cosine of an angle."""
Units = dict[str, Coef]
"""For each shape of a term, the largest number of which the terms of all angles in a question are whole multiples."""


def with_angles_split(ring: Ring, poly: Poly) -> Poly:
    """Return a polynomial with the sines and cosines of its angles in those of single terms, without multiples.

    cos(a) and cos(a / 2) are told by a / 2. A tangent becomes a quotient, which has a value where the tangent has one.
    What would become more products than `ANGLES` allows stays whole.
    """
    if not ring.turning:
        return poly
    units: Units = {}
    _ = built_anew(ring, poly, partial(_noted, units))
    return built_anew(ring, poly, partial(_split, units))


def _noted(units: Units, ring: Ring, form: Call, arguments: tuple[Poly, ...]) -> Poly:
    """Make the units small enough for an angle; the function stays as it is."""
    for mono, coef in arguments[0].items() if form.name in TURNING else ():
        if _known(ring, mono, coef) is None:
            units[mono.shape] = _common(Fraction(coef), Fraction(units.get(mono.shape, 0)))
    return call(ring, form.name, arguments, form.orders)


def _common(one: Fraction, other: Fraction) -> Coef:
    """Return the largest number of which both are whole multiples."""
    p, q = one.denominator, other.denominator
    return integral(Fraction(gcd(one.numerator * q, other.numerator * p), p * q))


def _split(units: Units, ring: Ring, form: Call, arguments: tuple[Poly, ...]) -> Poly:
    """Return sin^m cos^n of an angle in those of its terms, else the function as it is."""
    pair = _of_angle(ring, arguments[0], units) if form.name in TURNING and form.orders == (0,) else None
    if pair is not None:
        powers = list(zip(pair, TURNING[form.name], strict=True))
        if all(part or exponent >= 0 for part, exponent in powers):
            sine, cosine = (raise_to(ring, part, exponent) for part, exponent in powers)
            return multiply(ring, sine, cosine)
    return call(ring, form.name, arguments, form.orders)


def _of_angle(ring: Ring, angle: Poly, units: Units) -> Pair | None:
    """Return the sine and the cosine of an angle by those of its terms; None where these are too many products."""
    known = {mono: _known(ring, mono, coef) for mono, coef in angle.items()}
    counted = [_counted(units, mono, coef) for mono, coef in angle.items() if known[mono] is None]
    if not ring.meter.within(ANGLES, prod(abs(times) + 1 for _, times in counted)):
        return None
    parts = [*(pair for pair in known.values() if pair), *(_of_multiple(ring, *each) for each in counted)]
    return reduce(partial(_of_sum, ring), parts, ({}, ring.constant(1)))


def _counted(units: Units, mono: Mono, coef: Coef) -> tuple[Poly, int]:
    """Return a term as an angle and how many times that; the argument of a function that was split may have no unit."""
    unit = units.get(mono.shape, abs(coef))
    times = quotient(coef, unit)
    return ({mono: unit}, times) if isinstance(times, int) else ({mono: coef}, 1)


def _of_sum(ring: Ring, one: Pair, other: Pair) -> Pair:
    """sin(a + b) = sin a cos b + cos a sin b and cos(a + b) = cos a cos b - sin a sin b (DLMF 4.21.2, 4.21.3)."""
    (s, c), (t, d) = one, other
    sine = add(multiply(ring, s, d), multiply(ring, c, t))
    return sine, subtract(multiply(ring, c, d), multiply(ring, s, t))


def _of_multiple(ring: Ring, angle: Poly, times: int) -> Pair:
    """Return those of a whole multiple; sin(-a) = -sin a and cos(-a) = cos a."""
    single: Pair = call(ring, "sin", (angle,)), call(ring, "cos", (angle,))
    sine, cosine = reduce(partial(_of_sum, ring), [single] * abs(times))
    return (scale(sine, -1), cosine) if times < 0 else (sine, cosine)


def _known(ring: Ring, mono: Mono, coef: Coef) -> Pair | None:
    """Return sin(n pi) = 0 and cos(n pi) = (-1)^n for an integer n, and those of the usual parts of pi, else None."""
    factors = dict(mono.factors)
    if factors.pop(ring.atom(Entry(ring.tensor(PI), ())), 0) != 1:
        return None
    if not factors:
        sine, cosine = (_sine(ring, Fraction(coef) + more) for more in (Fraction(0), Fraction(1, 2)))
        return None if sine is None or cosine is None else (sine, cosine)
    whole = all(isinstance(e, int) and e > 0 and _is_integer(atom.form) for atom, e in factors.items())
    if not whole or not isinstance(coef, int):
        return None
    return {}, symbolic_power(ring, ring.constant(-1), {ring.mono(factors.items()): coef}, whole=True)


def _is_integer(form: object) -> bool:
    return isinstance(form, Entry) and (form.tensor.name == INDEX_VALUE or "integer" in form.tensor.traits)


def _sine(ring: Ring, part: Fraction) -> Poly | None:
    """Return the sine of a part of pi, from the first quadrant: sin(a + pi) = -sin a and sin(pi - a) = sin a."""
    turned = part % 2
    first = min(turned % 1, 1 - turned % 1)
    if first not in SQUARED_SINES:
        return None
    return scale(raise_to(ring, ring.constant(SQUARED_SINES[first]), Fraction(1, 2)), -1 if turned > 1 else 1)


SQUARED_SINES: Mapping[Fraction, Coef] = {
    Fraction(0): 0,
    Fraction(1, 6): Fraction(1, 4),
    Fraction(1, 4): Fraction(1, 2),
    Fraction(1, 3): Fraction(3, 4),
    Fraction(1, 2): 1,
}
"""sin^2 of parts of pi (DLMF Table 4.17.1)."""
