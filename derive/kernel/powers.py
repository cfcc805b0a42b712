"""Powers: a polynomial as content times monomial times primitive part, reciprocals, roots, symbolic exponents."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import gcd, lcm

import flint

from derive.kernel.arithmetic import accumulate, scale, subtract
from derive.kernel.budget import DIGITS
from derive.kernel.limits import LimitReached, Undefined
from derive.kernel.nodes import (
    Atom,
    Before,
    Call,
    Coef,
    Compound,
    Delta,
    Entry,
    Exp,
    Factors,
    Mono,
    Poly,
    Prime,
    Sum,
    Terms,
    freeze,
    integral,
    quotient,
)
from derive.kernel.polynomials import (
    Mapping,
    merge,
    multiply,
    normalise,
    one_atom,
    power,
    power_of_mono,
    power_of_number,
    relation,
    told_apart,
    transform,
    transform_atom,
    without,
)
from derive.kernel.ring import Ring
from derive.kernel.roots import square_root
from derive.kernel.signs import assumed_sign, is_nonnegative, is_real, size_of


def primitive(ring: Ring, poly: Poly) -> tuple[Coef, Mono, Poly]:
    """Return `(c, m, P)` with poly = c * m * P, P without common factor or content, and with a sign of its own.

    The sign is chosen by shapes, not by index names, where that is possible.
    """
    poly = _settled(ring, poly)
    common: Factors = {}
    # An assumed equation would put the factor back, in another form, as fast as it is taken out.
    with ring.without_rules():
        while step := _common(poly):
            common = merge(common.items(), step.items())
            poly = _divided(ring, poly, step)
            if not poly:
                raise Undefined
    content = _content(poly) * (_known_sign(ring, poly) or _leading_sign(poly))
    return integral(content), ring.mono(common.items()), scale(poly, 1 / content)


def _divided(ring: Ring, poly: Poly, common: Factors) -> Poly:
    """Return a polynomial without a common factor.

    Exponents are added before cos^2 becomes 1 - sin^2: cos would be taken out of sin^2 / cos^2 for ever.
    """
    total: Poly = {}
    inverse = [(atom, -exponent) for atom, exponent in common.items()]
    special = any(atom.special for atom in common)
    for mono, coef in poly.items():
        factors = merge(mono.factors, inverse)
        plain = not special and not mono.special
        accumulate(total, {ring.mono(factors.items()): 1} if plain else normalise(ring, factors), coef)
    return total


def _settled(ring: Ring, poly: Poly) -> Poly:
    """Return a single monomial in normal form: one that was taken out as a common factor need not be."""
    if len(poly) != 1:
        return poly
    ((mono, coef),) = poly.items()
    return scale(normalise(ring, dict(mono.factors)), coef) if mono.special else poly


def _common(poly: Poly) -> Factors:
    exponents: dict[Atom, list[Coef]] = {}
    for mono in poly:
        for atom, exponent in mono.factors:
            exponents.setdefault(atom, []).append(exponent)
    low = {a: min(es) if len(es) == len(poly) else min(*es, 0) for a, es in exponents.items()}
    return {a: exponent for a, exponent in low.items() if exponent and not _is_chosen(a)}


def _is_chosen(atom: Atom) -> bool:
    """Return whether an atom is 0 for most values of its indices, or at the value of a label, and divides nothing."""
    return isinstance(atom.form, Delta | Before) or (atom.special and isinstance(atom.form, Sum))


def _content(poly: Poly) -> Fraction:
    coefs = poly.values()
    return Fraction(gcd(*(c.numerator for c in coefs)), lcm(*(c.denominator for c in coefs)))


def _known_sign(ring: Ring, poly: Poly) -> int:
    """Return 1 or -1 where an assumption says which sign the polynomial has, else 0."""
    if not ring.positive or len(poly) < 2:
        return 0
    return 1 if assumed_sign(ring, poly) else -1 if assumed_sign(ring, scale(poly, -1)) else 0


def _leading_sign(poly: Poly) -> int:
    """Return the sign of the first shape class whose coefficients do not cancel; by names only if all do."""
    classes: dict[str, Coef] = {}
    terms = freeze(poly)
    for mono, coef in terms:
        classes[mono.shape] = classes.get(mono.shape, 0) + coef
    leading = next((total for total in classes.values() if total), terms[0][1])
    return 1 if leading > 0 else -1


def raise_to(ring: Ring, poly: Poly, exponent: Coef) -> Poly:
    """Return a polynomial to a rational power. Raises `Undefined` for 0 to a negative power and roots of negatives."""
    if exponent == 0:
        return ring.constant(1)
    if not poly:
        if exponent < 0:
            raise Undefined
        return {}
    if isinstance(exponent, int) and exponent > 0:
        return power(ring, poly, exponent)
    told = told_apart(ring, (poly,), lambda given: raise_to(ring, given[0], exponent)) if ring.one_hot else None
    if told is not None:
        return told
    content, mono, rest = primitive(ring, poly)
    if isinstance(exponent, int):
        result = scale(power_of_mono(ring, mono, exponent), power_of_number(content, exponent))
        return multiply(ring, result, _opaque_power(ring, rest, exponent))
    return _root(ring, content, mono, rest, exponent)


def _root(ring: Ring, content: Coef, mono: Mono, rest: Poly, exponent: Coef) -> Poly:
    """Return the root; only factors that are known to be nonnegative may leave it, squares as absolute values."""
    good, squares, bad = split_by_sign(ring, mono)
    if bad is not ring.one or content < 0:
        rest = scale(multiply(ring, rest, {bad: 1}), 1 if content > 0 else -1)
    if rest == ring.constant(-1):
        raise Undefined
    result = multiply(ring, root_of_number(ring, abs(content), exponent), power_of_mono(ring, good, exponent))
    for atom, even in squares.factors:
        size = ring.single(Call("Abs", (0,), (freeze(one_atom(ring, atom)),)))
        result = multiply(ring, result, raise_to(ring, size, integral(even * exponent)))
    root = square_root(ring, rest)
    if root is not None:
        return multiply(ring, result, raise_to(ring, size_of(ring, primitive(ring, root)[2]), integral(2 * exponent)))
    return multiply(ring, result, _opaque_power(ring, rest, exponent))


def split_by_sign(ring: Ring, mono: Mono) -> tuple[Mono, Mono, Mono]:
    """Return the factors known to be nonnegative, then of the others the even powers, then the rest."""
    good = [(atom, e) for atom, e in mono.factors if is_nonnegative(ring, atom)]
    others = [f for f in mono.factors if f not in good]
    squares = [(atom, e) for atom, e in others if isinstance(e, int) and e % 2 == 0 and is_real(ring, atom)]
    return ring.mono(good), ring.mono(squares), ring.mono([f for f in others if f not in squares])


def _opaque_power(ring: Ring, poly: Poly, exponent: Coef) -> Poly:
    if poly == ring.constant(1):
        return poly
    return normalise(ring, {ring.atom(Compound(freeze(poly))): exponent})


def root_of_number(ring: Ring, value: Coef, exponent: Coef) -> Poly:
    """Return a positive rational to a rational power, its primes under exponents between 0 and 1."""
    factors: Factors = {}
    for prime, count in factor_number(ring, value):
        factors = merge(factors.items(), [(ring.atom(Prime(prime)), integral(count * exponent))])
    return normalise(ring, factors)


def factor_number(ring: Ring, value: Coef) -> list[tuple[int, int]]:
    """Return the primes of a positive rational with their exponents; a very large number counts as prime.

    >>> factor_number(Ring(), Fraction(12, 5))
    [(2, 2), (3, 1), (5, -1)]
    """
    value = Fraction(value)
    parts = ((value.numerator, 1), (value.denominator, -1))
    return [(prime, sign * count) for number, sign in parts for prime, count in _primes(ring, number)]


def _primes(ring: Ring, number: int) -> list[tuple[int, int]]:
    if number == 1:
        return []
    if not ring.meter.within(DIGITS, number.bit_length()):
        return [(number, 1)]
    return [(int(prime), int(count)) for prime, count in flint.fmpz(number).factor()]


@relation.register
def _prime(form: Prime, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    whole = exponent.numerator // exponent.denominator
    if whole == 0:
        return None
    rest = without(factors, atom)
    if exponent != whole:
        rest[atom] = exponent - whole
    return scale(normalise(ring, rest), power_of_number(form.number, whole))


@relation.register
def _compound(form: Compound, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    if exponent >= 1:
        return _expand(form, atom, exponent, factors, ring)
    if exponent > 0:
        return None
    divided = _divide_leading(form, atom, factors, ring)
    return divided if divided is not None else _divide_trailing(form, atom, factors, ring)


def _expand(form: Compound, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly:
    """P^e with e >= 1: multiply out the whole part."""
    whole = exponent.numerator // exponent.denominator
    rest = without(factors, atom)
    if exponent != whole:
        rest[atom] = exponent - whole
    if whole > ring.meter.limits.steps:
        raise LimitReached("steps", ring.meter.limits.steps)
    return multiply(ring, normalise(ring, rest), power(ring, dict(form.terms), whole))


def _divide_leading(form: Compound, atom: Atom, factors: Factors, ring: Ring) -> Poly | None:
    """Rewrite lead * P^e, e < 0, by lead = (P - tail) / c, so that no power of P stands beside its leading monomial."""
    lead = leading_term(ring, form.terms)
    if lead is None or not all(factors.get(a, 0) >= e for a, e in lead[0].factors):
        return None
    rest = merge(factors.items(), [(a, -e) for a, e in lead[0].factors])
    tail = {mono: coef for mono, coef in form.terms if mono is not lead[0]}
    up = normalise(ring, merge(rest.items(), [(atom, 1)]))
    return scale(subtract(up, multiply(ring, normalise(ring, rest), tail)), quotient(1, lead[1]))


def _divide_trailing(form: Compound, atom: Atom, factors: Factors, ring: Ring) -> Poly | None:
    """Rewrite x^-1 * P^e with P = c0 + c x and e < 0 by 1 = (P - c x) / c0, so that x^-1 and P^-1 part."""
    terms = dict(form.terms)
    constant = terms.get(ring.one)
    if not constant or len(terms) != 2:
        return None
    ((mono, coef),) = [(m, c) for m, c in form.terms if m is not ring.one]
    if not all(factors.get(a, 0) * e < 0 for a, e in mono.factors):
        return None
    up = normalise(ring, merge(factors.items(), [(atom, 1)]))
    down = normalise(ring, merge(factors.items(), mono.factors))
    return scale(subtract(up, scale(down, coef)), quotient(1, constant))


def leading_term(ring: Ring, terms: Terms) -> tuple[Mono, Coef] | None:
    """Return the term that is largest whatever the indices are called, or None where names would have to decide."""
    if terms not in ring.leads:
        ring.leads[terms] = _find_leading(ring, terms)
    return ring.leads[terms]


def _find_leading(ring: Ring, terms: Terms) -> tuple[Mono, Coef] | None:
    """A leading monomial must divide no other term, and lie between no two, or rewriting by it would never end."""
    ranked = sorted(terms, key=lambda term: _rank(ring, term[0]), reverse=True)
    ranks = [_rank(ring, mono) for mono, _ in ranked]
    for mono, coef in ranked:
        alone = ranks.count(_rank(ring, mono)) == 1
        if mono is not ring.one and alone and len(ranked) > 1 and not any(e < 0 for _, e in mono.factors):
            others = [other for other, _ in ranked if other is not mono]
            if not any(_divides(mono, other) for other in others) and not _is_between(mono, others):
                return mono, coef
        elif not alone:
            return None
    return None


def _is_between(mono: Mono, others: list[Mono]) -> bool:
    """Return whether the square of a monomial is the product of two others, as in x^2 + x y + y^2."""
    square = merge(mono.factors, mono.factors)
    return any(merge(one.factors, other.factors) == square for one, other in combinations(others, 2))


def _divides(mono: Mono, other: Mono) -> bool:
    exponents = dict(other.factors)
    return all(exponents.get(atom, 0) >= exponent for atom, exponent in mono.factors)


def _rank(ring: Ring, mono: Mono) -> tuple[bool, Coef, bool, int, int, str]:
    # A leading monomial without units (exponentials, positive scalars) leaves the more familiar remainder. The cosines
    # come first: their squares become sines, which would bring a leading product of sines back.
    cosines = sum(e for atom, e in mono.factors if isinstance(atom.form, Call) and atom.form.name == "cos")
    units = any(
        isinstance(a.form, Exp) or (isinstance(a.form, Entry) and "positive" in a.form.tensor.traits)
        for a, _ in mono.factors
    )
    return mono is not ring.one, cosines, not units, len(mono.factors), mono.level, mono.shape


@transform_atom.register
def _transform_compound(form: Compound, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    return raise_to(ring, transform(ring, dict(form.terms), mapping), exponent)


@transform_atom.register
def _transform_prime(form: Prime, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    return normalise(ring, {ring.atom(form): exponent})


@transform_atom.register
def _transform_entry(form: Entry, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    return raise_to(ring, mapping.entry(form), exponent)
