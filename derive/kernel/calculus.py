"""Differentiation of normal forms by an entry of a tensor. Positions become deltas, which the sums contract."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Table
from fractions import Fraction
from functools import singledispatch

from derive.kernel.arithmetic import accumulate, scale
from derive.kernel.entries import delta
from derive.kernel.functions import call, exponential
from derive.kernel.matrices import inverse_entry, open_matrix
from derive.kernel.nodes import (
    Call,
    Compound,
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
from derive.kernel.polynomials import build, multiply, one_atom, power
from derive.kernel.powers import raise_to
from derive.kernel.products import open_product
from derive.kernel.ring import PI, Ring
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
        inner = differentiate(ring, argument, at)
        if inner:
            accumulate(total, multiply(ring, _partial(ring, form, arguments, place), inner))
    return total


def _partial(ring: Ring, form: Call, arguments: tuple[Poly, ...], place: int) -> Poly:
    known = None if any(form.orders) else DERIVATIVES.get(form.name)
    if known is not None:
        return known(ring, *arguments)
    if form.name in WITHOUT_DERIVATIVE:
        raise NoDerivativeError(form.name)
    orders = tuple(order + (n == place) for n, order in enumerate(form.orders))
    return call(ring, form.name, arguments, orders)


def _reciprocal_root(ring: Ring, z: Poly, sign: int) -> Poly:
    square = scale(multiply(ring, z, z), sign)
    accumulate(square, ring.constant(1))
    return raise_to(ring, square, Fraction(-1, 2))


def _one_over_one_plus_square(ring: Ring, z: Poly) -> Poly:
    square = multiply(ring, z, z)
    accumulate(square, ring.constant(1))
    return raise_to(ring, square, -1)


def _gauss(ring: Ring, z: Poly) -> Poly:
    """2 exp(-z^2) / sqrt(pi)."""
    bell = exponential(ring, scale(multiply(ring, z, z), -1))
    return scale(multiply(ring, bell, raise_to(ring, ring.single(Entry(ring.tensor(PI), ())), Fraction(-1, 2))), 2)


def _tangent(ring: Ring, z: Poly) -> Poly:
    tangent = call(ring, "tan", (z,))
    square = multiply(ring, tangent, tangent)
    accumulate(square, ring.constant(1))
    return square


def _cotangent(ring: Ring, z: Poly) -> Poly:
    square = power(ring, call(ring, "cot", (z,)), 2)
    accumulate(square, ring.constant(1))
    return scale(square, -1)


def _step(ring: Ring, z: Poly) -> Poly:
    """sign(z), where z is not 0."""
    ring.kinks.append(freeze(z))
    return call(ring, "sign", (z,))


def _flat(ring: Ring, z: Poly) -> Poly:
    """0, where z is not 0."""
    ring.kinks.append(freeze(z))
    return {}


DERIVATIVES: Table[str, Callable[..., Poly]] = {
    "log": lambda ring, z: raise_to(ring, z, -1),
    "sin": lambda ring, z: call(ring, "cos", (z,)),
    "cos": lambda ring, z: scale(call(ring, "sin", (z,)), -1),
    "tan": _tangent,
    "cot": _cotangent,
    "sec": lambda ring, z: multiply(ring, call(ring, "sec", (z,)), call(ring, "tan", (z,))),
    "csc": lambda ring, z: scale(multiply(ring, call(ring, "csc", (z,)), call(ring, "cot", (z,))), -1),
    "asin": lambda ring, z: _reciprocal_root(ring, z, -1),
    "acos": lambda ring, z: scale(_reciprocal_root(ring, z, -1), -1),
    "atan": _one_over_one_plus_square,
    "asinh": lambda ring, z: _reciprocal_root(ring, z, 1),
    "erf": _gauss,
    "Abs": _step,
    "signum": _flat,
    "loggamma": lambda ring, z: call(ring, "digamma", (z,)),
}
"""The derivative of each function that stays an atom, as a function of its argument."""

WITHOUT_DERIVATIVE = frozenset({"Max", "Min", "floor", "ceiling", "gamma", "digamma", "factorial"})
"""Functions of which no derivative is taken: kinked, stepped, or outside of the language."""
