"""Arithmetic of polynomials. A product of monomials simplifies where a relation of its atoms says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch

from derive.kernel.arithmetic import accumulate, scale
from derive.kernel.budget import LENGTH
from derive.kernel.limits import LimitReached, Undefined
from derive.kernel.nodes import Atom, Before, Call, Coef, Delta, Entry, Factors, Form, Index, Mono, Poly, integral
from derive.kernel.places import moved
from derive.kernel.ring import Ring
from derive.kernel.rule import OneHot, Rule


def multiply(ring: Ring, left: Poly, right: Poly) -> Poly:
    """Return the product, expanded."""
    total: Poly = {}
    for one, coef in left.items():
        ring.meter.step(len(right))
        for other, factor in right.items():
            accumulate(total, multiply_monos(ring, one, other), coef * factor)
    return total


def multiply_monos(ring: Ring, left: Mono, right: Mono) -> Poly:
    """Return the product of two monomials; relations may turn it into a polynomial."""
    if left is ring.one:
        return {right: 1}
    if right is ring.one:
        return {left: 1}
    factors = merge(left.factors, right.factors)
    if left.special or right.special or ring.rules:
        return normalise(ring, factors)
    return {ring.mono(factors.items()): 1}


def merge(*parts: Iterable[tuple[Atom, Coef]]) -> Factors:
    """Return the product of factor lists: exponents add, and those that cancel go."""
    factors: Factors = {}
    for part in parts:
        for atom, exponent in part:
            total = factors.get(atom, 0) + exponent
            if type(total) is not int:
                total = integral(total)
            if total:
                factors[atom] = total
            else:
                _ = factors.pop(atom, None)
    return factors


def without(factors: Factors, *atoms: Atom) -> Factors:
    """Return the factors without those atoms."""
    return {atom: exponent for atom, exponent in factors.items() if atom not in atoms}


def normalise(ring: Ring, factors: Factors) -> Poly:
    """Return the product of the factors after all relations and assumed equations."""
    ring.meter.step()
    for atom, exponent in factors.items():
        if atom.special:
            simpler = relation(atom.form, atom, exponent, factors, ring)
            if simpler is not None:
                return simpler
    for rule in ring.rules:
        rewritten = apply_rule(rule, factors, ring)
        if rewritten is not None:
            return rewritten
    return {ring.mono(factors.items()): 1}


def one_atom(ring: Ring, atom: Atom) -> Poly:
    """Return an atom to the power 1 as a polynomial: a compound is multiplied out, a prime becomes its number."""
    return normalise(ring, {atom: 1})


@singledispatch
def apply_rule(rule: Rule, factors: Factors, ring: Ring) -> Poly | None:
    """Return the product of `factors` rewritten by an assumed equation, or None where it does not occur."""
    raise TypeError(type(rule))


@singledispatch
def relation(form: Form, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """Return the product of `factors` simplified by what holds for `atom` to that exponent, or None. Open to kinds."""
    return None


Apart = Callable[[tuple[Poly, ...]], Poly]
"""A function of polynomials."""


@singledispatch
def apart(known: OneHot, ring: Ring, polys: tuple[Poly, ...], make: Apart) -> Poly | None:
    """Return a function of polynomials as a sum over the values of a one-hot family in them, None without any."""
    raise TypeError(type(known))


@singledispatch
def beside(known: OneHot, form: Entry, atom: Atom, factors: Factors, ring: Ring) -> Poly | None:
    """Return the product with what is beside a one-hot entry as it is where that is 1, None where nothing changes."""
    raise TypeError(type(known))


def told_apart(ring: Ring, polys: tuple[Poly, ...], make: Apart) -> Poly | None:
    """Return a function of polynomials with the values of the one-hot families in them told apart, None without any.

    Values become deltas and orders of indices, which are told apart too: f(delta) = delta f(1) + (1 - delta) f(0),
    where both exist.
    """
    found = (apart(known, ring, polys, make) for known in ring.one_hot.values())
    told = next((each for each in found if each is not None), None)
    delta = _delta_in(polys) if told is None else None
    if delta is None:
        return told
    try:
        one, zero = (make(tuple(_with_delta(ring, poly, delta, n) for poly in polys)) for n in (1, 0))
    except Undefined:
        return None
    total, here = dict(zero), ring.single(delta.form)
    accumulate(total, multiply(ring, here, one))
    accumulate(total, multiply(ring, here, zero), -1)
    return total


def _delta_in(polys: tuple[Poly, ...]) -> Atom | None:
    atoms = (atom for poly in polys for mono in poly for atom, _ in mono.factors)
    return next((atom for atom in atoms if isinstance(atom.form, Delta | Before)), None)


def _with_delta(ring: Ring, poly: Poly, delta: Atom, value: int) -> Poly:
    """Return a polynomial with a number, 0 or 1, for a delta in it."""
    total: Poly = {}
    for mono, coef in poly.items():
        factors = dict(mono.factors)
        if delta not in factors:
            accumulate(total, {mono: coef})
        elif value:
            accumulate(total, normalise(ring, without(factors, delta)), coef)
    return total


def power(ring: Ring, poly: Poly, exponent: int) -> Poly:
    """Return a natural power, expanded; squarings keep the number of products small."""
    if exponent == 1:
        return poly
    result, base = ring.constant(1), poly
    if len(poly) == 1:
        ((mono, coef),) = poly.items()
        return scale(power_of_mono(ring, mono, exponent), power_of_number(coef, exponent))
    while exponent:
        if exponent & 1:
            result = multiply(ring, result, base)
        exponent >>= 1
        if exponent:
            base = multiply(ring, base, base)
    return result


def power_of_mono(ring: Ring, mono: Mono, exponent: Coef) -> Poly:
    """Return the monomial with all exponents multiplied; sound for integer powers and for nonnegative factors."""
    factors = {atom: integral(e * exponent) for atom, e in mono.factors}
    if mono.special or ring.rules:
        return normalise(ring, factors)
    return {ring.mono(factors.items()): 1}


def power_of_number(value: Coef, exponent: int) -> Coef:
    """Return an integer power of a rational number; refuses numbers of absurd length."""
    if exponent == 1 or value == 1:
        return value
    digits = max(abs(value.numerator).bit_length(), value.denominator.bit_length()) * abs(exponent)
    if digits > LENGTH.most and value not in (1, -1):
        raise LimitReached("binary digits of a number", LENGTH.most)
    return integral(Fraction(value) ** exponent)


Applied = Callable[[Ring, Call, tuple[Poly, ...]], Poly]
"""What a function becomes, with the images of its arguments."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """What a homomorphism does: which nodes it can change, where an index goes, what an entry becomes.

    `call` says what becomes of a function with the images of its arguments; without, it is applied to these.
    """

    touches: Callable[[Atom | Mono], bool]
    index: Callable[[Index], Index]
    entry: Callable[[Entry], Poly]
    call: Applied | None = None


def transform(ring: Ring, poly: Poly, mapping: Mapping) -> Poly:
    """Return the image of a polynomial; everything is rebuilt in normal form on the way."""
    total: Poly = {}
    for mono, coef in poly.items():
        accumulate(total, _transform_mono(ring, mono, mapping), coef)
    return total


def _transform_mono(ring: Ring, mono: Mono, mapping: Mapping) -> Poly:
    if not mapping.touches(mono):
        return {mono: 1}
    factors: Factors = {}
    number: Coef = 1
    sums: list[Poly] = []
    for atom, exponent in mono.factors:
        if not mapping.touches(atom):
            factors = merge(factors.items(), ((atom, exponent),))
            continue
        image = transform_atom(atom.form, exponent, mapping, ring)
        if len(image) == 1:
            ((single, coef),) = image.items()
            factors, number = merge(factors.items(), single.factors), number * coef
        else:
            sums.append(image)
    product = scale(normalise(ring, factors), number)
    for image in sums:
        product = multiply(ring, product, image)
    return product


@singledispatch
def transform_atom(form: Form, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    """Return the image of a form, to that exponent. Open to kinds: each registers beside its own construction."""
    raise TypeError(type(form))


def rename(ring: Ring, poly: Poly, names: dict[Index, Index]) -> Poly:
    """Return the polynomial with free indices replaced, all at once."""
    moving = {old: new for old, new in names.items() if old is not new}
    if not moving:
        return poly
    mapping = Mapping(
        touches=lambda node: not node.free.isdisjoint(moving),
        index=lambda index: moved(ring, index, moving),
        entry=lambda form: build(Entry(form.tensor, tuple([moved(ring, i, moving) for i in form.indices])), ring),
    )
    return transform(ring, poly, mapping)


@singledispatch
def build(form: Form, ring: Ring) -> Poly:
    """Return a form as a polynomial, in the order and with the values that its kind prescribes. Open to kinds."""
    return ring.single(form)
