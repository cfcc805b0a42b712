"""Signs: which atoms and polynomials are known to be positive or nonnegative, for every value of what is in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import singledispatch
from itertools import product
from math import prod

from derive.functions import FUNCTIONS
from derive.kernel.arithmetic import scale, subtract
from derive.kernel.budget import CHOICES, SQUARED
from derive.kernel.nodes import (
    Atom,
    Call,
    Coef,
    Compound,
    Delta,
    Entry,
    Exp,
    Form,
    Index,
    Mono,
    Poly,
    Prime,
    Product,
    Sum,
    Terms,
    free_of,
    freeze,
)
from derive.kernel.places import covers
from derive.kernel.polynomials import multiply, rename
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.spans import standing

POSITIVE, NONNEGATIVE, UNKNOWN = 2, 1, 0
"""What is known of a sign, in order of strength."""
SIGNS = {row.name: {"positive": POSITIVE, "nonnegative": NONNEGATIVE}[row.sign] for row in FUNCTIONS if row.sign}
"""The functions whose range tells their sign."""
CALL_SIGNS: dict[str, Callable[[Ring, Poly], int]] = {}
"""The functions whose sign depends on their argument: each is registered beside its construction."""
LEAST_TERMS = 3
"""A square that was multiplied out has three terms at least: a^2 - 2ab + b^2."""


def is_positive(ring: Ring, atom: Atom) -> bool:
    """Return whether the atom is known to be greater than zero."""
    return sign_of_atom(ring, atom) == POSITIVE


def is_nonnegative(ring: Ring, atom: Atom) -> bool:
    """Return whether the atom is known to be at least zero."""
    return sign_of_atom(ring, atom) >= NONNEGATIVE


def is_real(ring: Ring, atom: Atom) -> bool:
    """Return whether every tensor in the atom is real, as all are unless declared otherwise."""
    return not any("complex" in ring.tensor(name).traits for name in atom.tensors) if ring.traits else True


def sign_of_atom(ring: Ring, atom: Atom) -> int:
    """Return what is known of the sign of an atom."""
    known = sign_of_form(atom.form, ring)
    return max(known, assumed_sign(ring, {ring.mono(((atom, 1),)): 1})) if ring.positive and known < POSITIVE else known


def sign_of_mono(ring: Ring, mono: Mono) -> int:
    """Return what is known of the sign of a monomial; even powers of real atoms are nonnegative."""
    return min((_sign_of_power(ring, atom, exponent) for atom, exponent in mono.factors), default=POSITIVE)


def _sign_of_power(ring: Ring, atom: Atom, exponent: Coef) -> int:
    known = sign_of_atom(ring, atom)
    if known == UNKNOWN and (not isinstance(exponent, int) or exponent % 2 == 0) and is_real(ring, atom):
        return NONNEGATIVE
    return POSITIVE if known == NONNEGATIVE and exponent < 0 else known


def sign_of_terms(ring: Ring, terms: Terms) -> int:
    """Return what is known of the sign of a sum of terms without cancellation."""
    signs = [sign_of_mono(ring, mono) if coef > 0 else UNKNOWN for mono, coef in terms]
    if not signs or UNKNOWN in signs:
        return max(UNKNOWN, assumed_sign(ring, dict(terms)))
    return max(signs)


def sign_of_quadratic(ring: Ring, terms: Terms) -> int:
    """Return the sign of a s^2 + b s + c for some atom s, with a positive: by that of 4 a c - b^2.

    So a square that was multiplied out is still known not to be negative, and 1 + (y - s)^2 to be positive. A sign
    that is seen this way keeps conditions away; a certificate shows its squares.
    """
    if len(terms) < LEAST_TERMS or not ring.meter.within(SQUARED, len(terms)):
        return UNKNOWN
    squared = dict.fromkeys(
        atom for mono, coef in terms if coef > 0 for atom, exponent in mono.factors if exponent == 2
    )
    return max((_sign_as_quadratic_in(ring, atom, terms) for atom in squared if is_real(ring, atom)), default=UNKNOWN)


def _sign_as_quadratic_in(ring: Ring, atom: Atom, terms: Terms) -> int:
    parts: dict[Coef, Poly] = {0: {}, 1: {}, 2: {}}
    for mono, coef in terms:
        exponent = dict(mono.factors).get(atom, 0)
        if exponent not in parts:
            return UNKNOWN
        rest = ring.mono([factor for factor in mono.factors if factor[0] is not atom])
        parts[exponent][rest] = coef
    if sign_of_terms(ring, freeze(parts[2])) != POSITIVE:
        return UNKNOWN
    four = scale(multiply(ring, parts[2], parts[0]), 4)
    return _sign_of_difference(ring, four, multiply(ring, parts[1], parts[1]))


def _sign_of_difference(ring: Ring, left: Poly, right: Poly) -> int:
    """Return what is known of the sign of left - right; nothing at all is not negative."""
    rest = dict(left)
    for mono, coef in right.items():
        rest[mono] = rest.get(mono, 0) - coef
    terms = freeze({mono: coef for mono, coef in rest.items() if coef})
    return max(sign_of_terms(ring, terms), sign_of_quadratic(ring, terms)) if terms else NONNEGATIVE


def assumed_sign(ring: Ring, poly: Poly) -> int:
    """Return the strongest sign that was assumed of this polynomial, up to a positive factor and index names."""
    found = UNKNOWN
    for terms, strict in ring.positive:
        same = (POSITIVE if strict else NONNEGATIVE) if is_instance(ring, terms, poly) else UNKNOWN
        found = max(found, same, _sign_above(ring, poly, dict(terms), strict=strict))
    return found


def _sign_above(ring: Ring, poly: Poly, known: Poly, *, strict: bool) -> int:
    """Return the sign of a multiple of what is known, and more: N > 1 from N >= 2, x + c > 0 from x >= c > 0."""
    found = UNKNOWN
    for multiple in _multiples(ring, poly, known):
        rest = subtract(poly, scale(known, multiple))
        signs = [_plain_sign(ring, mono) if coef > 0 else UNKNOWN for mono, coef in rest.items()]
        if UNKNOWN not in signs:
            found = max(found, POSITIVE if strict else NONNEGATIVE, *signs)
    return found


def _multiples(ring: Ring, poly: Poly, known: Poly) -> set[Coef]:
    """Return how many times the known polynomial may be in the other, by the terms that they share."""
    if not ring.meter.within(SQUARED, len(poly)):
        return set()
    shared = known.keys() & poly.keys() - {ring.one}
    return {Fraction(poly[mono]) / known[mono] for mono in shared if poly[mono] * known[mono] > 0}


def _plain_sign(ring: Ring, mono: Mono) -> int:
    """Return the sign of a product of entries, powers and exponentials, without a look at what was assumed of sums."""
    signs = [_sign_of_plain(ring, atom, exponent) for atom, exponent in mono.factors]
    return min(signs, default=POSITIVE)


def _sign_of_plain(ring: Ring, atom: Atom, exponent: Coef) -> int:
    known = sign_of_form(atom.form, ring) if isinstance(atom.form, Entry | Exp | Prime | Call) else UNKNOWN
    even = isinstance(exponent, int) and exponent % 2 == 0 and is_real(ring, atom)
    return max(known, NONNEGATIVE if even else UNKNOWN) if exponent > 0 or known == POSITIVE else UNKNOWN


def is_instance(ring: Ring, terms: Terms, poly: Poly) -> bool:
    """Return whether some choice of indices turns the assumed terms into a positive multiple of the polynomial.

    The statement's own free indices stay: what is needed at one of them says nothing of the others.
    """
    target = freeze(poly)
    if len(terms) != len(target):
        return False
    same_shape = [m.shape for m, _ in terms] == [m.shape for m, _ in target]
    if not same_shape and (not ring.meter.within(SQUARED, len(poly)) or _outline(terms) != _outline(target)):
        return False
    offered = free_of(poly) if same_shape else standing(poly)
    wanted = sorted(free_of(dict(terms)) - ring.own, key=lambda i: i.name)
    choices = [[i for i in sorted(offered, key=lambda i: i.name) if covers(ring, each, i)] for each in wanted]
    if not same_shape and (not wanted or not ring.meter.within(CHOICES, prod(len(c) for c in choices))):
        return False
    images = (rename(ring, dict(terms), dict(zip(wanted, choice, strict=True))) for choice in product(*choices))
    return any(_is_multiple(image, poly) for image in images)


def _outline(terms: Terms) -> list[str]:
    """Return the terms without their indices, fixed ones or others: what an instance has in common with a family."""
    return sorted(re.sub(r"\[[^]]*\]", "", mono.spelling) for mono, _ in terms)


def _is_multiple(left: Poly, right: Poly) -> bool:
    if left.keys() != right.keys() or not left:
        return False
    mono = next(iter(left))
    return left[mono] * right[mono] > 0 and scale(left, right[mono]) == scale(right, left[mono])


def size_of(ring: Ring, poly: Poly) -> Poly:
    """Return the absolute value of a polynomial without common factors: itself or its opposite where that is known."""
    if sign_of_terms(ring, freeze(poly)) != UNKNOWN:
        return poly
    if ring.positive and sign_of_terms(ring, freeze(scale(poly, -1))) != UNKNOWN:
        return scale(poly, -1)
    if _is_sign(poly):
        return ring.constant(1)
    return ring.single(Call("Abs", (0,), (freeze(poly),)))


def _is_sign(poly: Poly) -> bool:
    atoms = [atom for mono in poly for atom, _ in mono.factors]
    return len(poly) == len(atoms) == 1 and isinstance(atoms[0].form, Entry) and "sign" in atoms[0].form.tensor.traits


@singledispatch
def sign_of_form(form: Form, ring: Ring) -> int:
    """Return what is known of the sign of a form by its kind."""
    return UNKNOWN


@sign_of_form.register
def _entry(form: Entry, ring: Ring) -> int:
    traits = form.tensor.traits
    if form.tensor.name == INDEX_VALUE:
        return _sign_of_index(form.indices[0], ring)
    return POSITIVE if "positive" in traits else NONNEGATIVE if traits & {"nonnegative", "binary"} else UNKNOWN


def _sign_of_index(index: Index, ring: Ring) -> int:
    """An index is at least the number its range begins with."""
    lower = dict(index.dim.lower) if index.dim is not None else {}
    if not lower.keys() <= {ring.one}:
        return UNKNOWN
    first = lower.get(ring.one, 0)
    return POSITIVE if first > 0 else NONNEGATIVE if first == 0 else UNKNOWN


@sign_of_form.register
def _delta(form: Delta, ring: Ring) -> int:
    return NONNEGATIVE


@sign_of_form.register
def _exp(form: Exp, ring: Ring) -> int:
    return POSITIVE if all(is_real(ring, atom) for atom, _ in form.power.factors) else UNKNOWN


@sign_of_form.register
def _prime(form: Prime, ring: Ring) -> int:
    return POSITIVE


@sign_of_form.register
def _call(form: Call, ring: Ring) -> int:
    """The range of a function of real numbers; an absolute value is one for complex ones too; log p > 0 for p > 1."""
    if form.name in CALL_SIGNS:
        return CALL_SIGNS[form.name](ring, dict(form.arguments[0])) if not any(form.orders) else UNKNOWN
    known = SIGNS.get(form.name, UNKNOWN)
    if form.name == "log" and form.orders == (0,):
        known = sign_of_terms(ring, freeze(subtract(dict(form.arguments[0]), ring.constant(1))))
    if known == UNKNOWN or form.orders != (0,):
        return UNKNOWN
    atoms = (atom for mono, _ in form.arguments[0] for atom, _ in mono.factors)
    return known if form.name == "Abs" or all(is_real(ring, atom) for atom in atoms) else UNKNOWN


@sign_of_form.register
def _compound(form: Compound, ring: Ring) -> int:
    return max(sign_of_terms(ring, form.terms), sign_of_quadratic(ring, form.terms))


@sign_of_form.register
def _sum(form: Sum, ring: Ring) -> int:
    known = sign_of_mono(ring, form.body)
    if ring.one_hot and known == NONNEGATIVE:
        known = _sign_where_chosen(ring, form)
    if known == POSITIVE and not all(index.dim is not None and index.dim.nonempty for index in form.bound):
        return NONNEGATIVE
    return known


def _sign_where_chosen(ring: Ring, form: Sum) -> int:
    """Return the sign of sum_k [y = k] f(k), which is that of f(y), so that of f where all f(k) have one."""
    taken: set[Index] = set()
    rest: list[tuple[Atom, Coef]] = []
    for atom, exponent in form.body.factors:
        value = ring.chosen(atom.form, form.bound) if exponent == 1 else None
        if value is None or value in taken:
            rest.append((atom, exponent))
        else:
            taken.add(value)
    return sign_of_mono(ring, ring.mono(rest)) if taken else NONNEGATIVE


@sign_of_form.register
def _product(form: Product, ring: Ring) -> int:
    return sign_of_mono(ring, form.body)
