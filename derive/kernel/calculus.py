"""Differentiation of normal forms by an entry of a tensor. Positions become deltas, which the sums contract."""

from __future__ import annotations

from collections.abc import Mapping as Table
from functools import singledispatch

from derive.functions import BY_NAME, FUNCTIONS
from derive.kernel.arithmetic import accumulate, scale, subtract
from derive.kernel.entries import delta
from derive.kernel.functions import Rule, call, compiled
from derive.kernel.matrices import inverse_entry, open_matrix
from derive.kernel.nodes import (
    Call,
    Compound,
    Delta,
    Determinant,
    Entry,
    Exp,
    Form,
    Index,
    InverseEntry,
    Mono,
    Poly,
    Product,
    Sum,
    Terms,
    Tower,
    freeze,
)
from derive.kernel.places import relative
from derive.kernel.polynomials import build, multiply, one_atom, rename
from derive.kernel.powers import raise_to
from derive.kernel.products import open_product
from derive.kernel.ring import Ring
from derive.kernel.sums import open_sum, sum_over

Place = tuple[str, tuple[Index, ...]]
"""A tensor by name, and the indices of the entry to differentiate by."""


class NoDerivativeError(Exception):
    """A function has no derivative that the kernel knows."""


def differentiate(ring: Ring, poly: Poly, at: Place) -> Poly:
    """Return the derivative of a polynomial by the entry `at`."""
    total: Poly = {}
    for mono, coef in poly.items():
        if at[0] in mono.tensors:
            accumulate(total, _of_mono(ring, mono, at), coef)
    return total


def _of_mono(ring: Ring, mono: Mono, at: Place) -> Poly:
    """The product rule; d a^e = e a^(e-1) da."""
    total: Poly = {}
    for place, (atom, exponent) in enumerate(mono.factors):
        if at[0] in atom.tensors:
            others: Poly = {ring.mono(mono.factors[:place] + mono.factors[place + 1 :]): 1}
            lowered = raise_to(ring, one_atom(ring, atom), exponent - 1) if exponent != 1 else ring.constant(1)
            inner = multiply(ring, multiply(ring, others, lowered), of_form(atom.form, at, ring))
            accumulate(total, inner, exponent)
    return total


def _of_terms(ring: Ring, terms: Terms, at: Place) -> Poly:
    return differentiate(ring, dict(terms), at)


@singledispatch
def of_form(form: Form, at: Place, ring: Ring) -> Poly:
    """Return the derivative of a form; zero for kinds that hold no tensor."""
    return {}


@of_form.register
def _entry(form: Entry, at: Place, ring: Ring) -> Poly:
    result = ring.constant(int(form.tensor.name == at[0]))
    for mine, wanted in zip(form.indices, at[1], strict=True):
        result = multiply(ring, result, delta(ring, mine, wanted))
    return result


@of_form.register
def _exp(form: Exp, at: Place, ring: Ring) -> Poly:
    return multiply(ring, ring.single(form), differentiate(ring, {form.power: 1}, at))


@of_form.register
def _compound(form: Compound, at: Place, ring: Ring) -> Poly:
    return _of_terms(ring, form.terms, at)


@of_form.register
def _tower(form: Tower, at: Place, ring: Ring) -> Poly:
    """d b^m = m b^(m-1) db; an exponent that varies is outside, as b may be negative."""
    if at[0] in form.power.tensors:
        raise NoDerivativeError(form.power.spelling)
    outer = multiply(ring, {form.power: 1}, raise_to(ring, dict(form.base), -1))
    return multiply(ring, multiply(ring, outer, ring.single(form)), _of_terms(ring, form.base, at))


@of_form.register
def _sum(form: Sum, at: Place, ring: Ring) -> Poly:
    fresh, body = open_sum(ring, form)
    return sum_over(ring, fresh, differentiate(ring, body, at))


@of_form.register
def _product(form: Product, at: Place, ring: Ring) -> Poly:
    """d prod b = (prod b) sum db / b, where no b vanishes."""
    ring.note("no factor of the differentiated product is 0")
    fresh, body = open_product(ring, form)
    ratio = multiply(ring, differentiate(ring, body, at), raise_to(ring, body, -1))
    return multiply(ring, ring.single(form), sum_over(ring, fresh, ratio))


@of_form.register
def _determinant(form: Determinant, at: Place, ring: Ring) -> Poly:
    """d det M = det M tr(M^-1 dM), where M is invertible."""
    ring.note("the differentiated determinant is not 0")
    row, column, entries = open_matrix(ring, form)
    inner, other, again = open_matrix(ring, form)
    change = differentiate(ring, entries, at)
    inverse = inverse_entry(ring, (column, row), inner, other, again)
    return multiply(ring, ring.single(form), sum_over(ring, (row, column), multiply(ring, inverse, change)))


@of_form.register
def _inverse(form: InverseEntry, at: Place, ring: Ring) -> Poly:
    """d M^-1 = -M^-1 dM M^-1."""
    row, column, entries = open_matrix(ring, form)
    left = build(InverseEntry(form.row, row, form.bound, form.terms, form.symmetric), ring)
    right = build(InverseEntry(column, form.column, form.bound, form.terms, form.symmetric), ring)
    inner = multiply(ring, multiply(ring, left, differentiate(ring, entries, at)), right)
    return scale(sum_over(ring, (row, column), inner), -1)


@of_form.register
def _call(form: Call, at: Place, ring: Ring) -> Poly:
    """The chain rule, an argument at a time."""
    total: Poly = {}
    arguments = tuple(dict(argument) for argument in form.arguments)
    for place, argument in enumerate(arguments):
        inner, before = differentiate(ring, argument, at), len(ring.kinks)
        if inner:
            accumulate(total, multiply(ring, _partial(ring, form, arguments, place), inner))
            ring.kinks[before:] = [_where_it_counts(ring, kink, inner) for kink in ring.kinks[before:]]
    return total


def _where_it_counts(ring: Ring, kink: Terms, inner: Poly) -> Terms:
    """Return a kink at the place where a sum meets what is varied: of |x_i|, summed over i, x_j is to be no 0."""
    deltas = [{atom.form for atom, _ in mono.factors if isinstance(atom.form, Delta)} for mono in inner]
    names: dict[Index, Index] = {}
    for meeting in set.intersection(*deltas):
        for one, other in ((meeting.left, meeting.right), (meeting.right, meeting.left)):
            met = one.moving
            if met is not None and met not in ring.own and (other.moving is None or other.moving in ring.own):
                names[met] = relative(ring, one, other)
    return freeze(rename(ring, dict(kink), names))


def _partial(ring: Ring, form: Call, arguments: tuple[Poly, ...], place: int) -> Poly:
    row = None if any(form.orders) else BY_NAME.get(form.name)
    if row is None or (len(arguments) != len(row.arguments) and not row.several):
        orders = tuple(order + (n == place) for n, order in enumerate(form.orders))
        return call(ring, form.name, arguments, orders)
    if row.name not in DERIVATIVES:
        raise NoDerivativeError(form.name)
    for kink in row.kinks:
        ring.kinks.append(freeze(subtract(arguments[place], compiled(kink)(ring, arguments))))
    return DERIVATIVES[row.name](ring, arguments)


DERIVATIVES: Table[str, Rule] = {
    row.name: compiled(row.derivative)
    for row in FUNCTIONS
    if row.derivative is not None and (row.definition is None or row.kept)
}
"""The derivative of each function that stays an atom, as a function of its argument."""
