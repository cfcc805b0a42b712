"""Exponentials, logarithms and functions known by name: what each becomes in normal form."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Table
from fractions import Fraction
from typing import Any

import flint

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.limits import Undefined
from derive.kernel.nodes import Atom, Call, Coef, Compound, Exp, Factors, Mono, Poly, Prime, Terms, Tower, freeze
from derive.kernel.known import is_nonzero, sign_of
from derive.kernel.polynomials import (
    Mapping,
    merge,
    multiply,
    normalise,
    one_atom,
    relation,
    transform,
    transform_atom,
    without,
)
from derive.kernel.powers import factor_number, primitive, raise_to, split_by_sign
from derive.kernel.ring import Ring
from derive.kernel.signs import NONNEGATIVE, POSITIVE, is_positive, is_real, sign_of_terms, size_of

MOST_TERMS_FACTORED = 40


def exponential(ring: Ring, poly: Poly) -> Poly:
    """Return e to a polynomial: a product of powers of exponentials of its monomials; exp(c log P) becomes P^c."""
    result = ring.constant(1)
    for mono, coef in poly.items():
        argument = _argument_of_log(mono)
        step = ring.single(Exp(mono), coef) if argument is None else raise_to(ring, dict(argument), coef)
        result = multiply(ring, result, step)
    return result


def _argument_of_log(mono: Mono) -> Terms | None:
    if len(mono.factors) == 1:
        ((atom, exponent),) = mono.factors
        if exponent == 1 and isinstance(atom.form, Call) and atom.form.name == "log" and not any(atom.form.orders):
            return atom.form.arguments[0]
    return None


def logarithm(ring: Ring, poly: Poly) -> Poly:
    """Return the logarithm, split over every factor that is known to be nonnegative. Raises `Undefined` for log 0."""
    if not poly:
        raise Undefined
    content, mono, rest = primitive(ring, poly)
    good, squares, bad = split_by_sign(ring, mono)
    if bad is not ring.one or content < 0:
        rest = scale(multiply(ring, rest, {bad: 1}), 1 if content > 0 else -1)
    if rest == ring.constant(-1):
        raise Undefined
    total: Poly = {}
    for prime, count in factor_number(abs(content)):
        accumulate(total, log_atom(ring, ring.constant(prime)), count)
    for atom, exponent in (*good.factors, *squares.factors):
        accumulate(total, _log_of_factor(ring, atom, exponent))
    if rest != ring.constant(1):
        for part, count in _positive_factors(ring, rest):
            accumulate(total, log_atom(ring, part), count)
    return total


def log_atom(ring: Ring, poly: Poly) -> Poly:
    """Return the logarithm of a polynomial that does not split."""
    return ring.single(Call("log", (0,), (freeze(poly),)))


def _log_of_factor(ring: Ring, atom: Atom, exponent: Coef) -> Poly:
    form = atom.form
    if isinstance(form, Exp) and is_positive(ring, atom):
        return {form.power: exponent}
    if isinstance(form, Compound) and len(form.terms) > 1:
        return scale(log_atom(ring, dict(form.terms)), exponent)
    if isinstance(form, Prime):
        return scale(log_atom(ring, ring.constant(form.number)), exponent)
    whole = one_atom(ring, atom)
    if is_positive(ring, atom) or exponent % 2:
        return scale(log_atom(ring, whole), exponent)
    return scale(log_atom(ring, {ring.mono(((atom, 2),)): 1}), Fraction(exponent) / 2)


def _positive_factors(ring: Ring, poly: Poly) -> list[tuple[Poly, int]]:
    """Return the irreducible factors of a polynomial in positive generators, if all of them are positive."""
    generators = {atom: None for mono in poly for atom, _ in mono.factors}
    whole = all(isinstance(e, int) and e > 0 for mono in poly for _, e in mono.factors)
    if not 2 < len(poly) <= MOST_TERMS_FACTORED or not whole or not all(is_positive(ring, a) for a in generators):
        return [(poly, 1)]
    atoms = list(generators)
    context = flint.fmpz_mpoly_ctx.get([f"g{n}" for n in range(len(atoms))], "lex")
    exponents: Table[tuple[int, ...], Any] = {
        tuple(int(dict(mono.factors).get(a, 0)) for a in atoms): int(coef) for mono, coef in poly.items()
    }
    content, factors = context.from_dict(exponents).factor()
    parts = [(_from_exponents(ring, atoms, part.to_dict()), int(count)) for part, count in factors]
    if content != 1 or not all(coef > 0 for part, _ in parts for coef in part.values()):
        return [(poly, 1)]
    return parts


def _from_exponents(ring: Ring, atoms: list[Atom], terms: Table[tuple[int, ...], flint.fmpz]) -> Poly:
    return {ring.mono([(a, e) for a, e in zip(atoms, es, strict=True) if e]): int(c) for es, c in terms.items()}


def absolute(ring: Ring, poly: Poly) -> Poly:
    """Return the absolute value, multiplicative over factors, without the sign of the argument."""
    if not poly:
        return {}
    content, mono, rest = primitive(ring, poly)
    result = ring.constant(abs(content))
    for atom, exponent in mono.factors:
        inner = one_atom(ring, atom)
        result = multiply(ring, result, raise_to(ring, size_of(ring, inner), exponent))
    return multiply(ring, result, size_of(ring, rest))


def _sign(ring: Ring, z: Poly) -> Poly:
    """|z| / z, where z is not 0; so its square is 1, and -z has the opposite sign."""
    return multiply(ring, absolute(ring, z), raise_to(ring, z, -1)) if z else {}


def _signum(ring: Ring, z: Poly) -> Poly:
    """The sign of z, 0 at 0: multiplicative over factors; |z| / z where z is known not to be 0."""
    if not z:
        return {}
    known = sign_of(ring, z)
    if known == POSITIVE:
        return ring.constant(1)
    if is_nonzero(ring, z):
        return _sign(ring, z)
    content, mono, rest = primitive(ring, z)
    result = ring.constant(1 if content > 0 else -1)
    for atom, exponent in mono.factors:
        result = multiply(ring, result, _signum_of(ring, one_atom(ring, atom), exponent))
    return multiply(ring, result, _signum_of(ring, rest, 1)) if rest != ring.constant(1) else result


def _signum_of(ring: Ring, part: Poly, exponent: Coef) -> Poly:
    """Return the sign of a power of what has no factors; that of an even power is a square."""
    if sign_of_terms(ring, freeze(part)) == POSITIVE:
        return ring.constant(1)
    if is_nonzero(ring, part):
        return _sign(ring, part) if _is_odd(exponent) else ring.constant(1)
    whole = ring.single(Call("signum", (0,), (freeze(part),)))
    return whole if _is_odd(exponent) else multiply(ring, whole, whole)


def _is_odd(exponent: Coef) -> bool:
    return not isinstance(exponent, int) or exponent % 2 == 1


def _powers_of_signum(form: Call, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """s^3 = s, and s^2 = s where z is not negative; z s = |z|, z s^2 = z and |z| s = z for a single z."""
    argument = dict(form.arguments[0])
    least = 1 if sign_of_terms(ring, form.arguments[0]) == NONNEGATIVE else 2
    if not isinstance(exponent, int) or exponent < 1:
        return None
    if exponent > least:
        return normalise(ring, {**factors, atom: least if (exponent - least) % 2 == 0 or least == 1 else 1})
    inner = _single(argument)
    size = ring.atom(Call("Abs", (0,), form.arguments))
    if factors.get(size, 0) > 0 and exponent == 1:
        return multiply(ring, argument, normalise(ring, merge(without(factors, atom).items(), [(size, -1)])))
    if inner is None or factors.get(inner, 0) <= 0:
        return None
    rest = without(factors, atom)
    return normalise(ring, rest if exponent == 2 else merge(rest.items(), [(inner, -1), (size, 1)]))


def _single(poly: Poly) -> Atom | None:
    """Return the atom that a polynomial is, or None."""
    ((mono, coef), *more) = poly.items()
    alone = not more and coef == 1 and len(mono.factors) == 1 and mono.factors[0][1] == 1
    return mono.factors[0][0] if alone else None


def _extremum(ring: Ring, one: Poly, other: Poly, direction: int) -> Poly:
    """(a + b + |a - b|) / 2 for the larger of two, with a minus for the smaller."""
    gap = scale(absolute(ring, subtract(one, other)), direction)
    return scale(add(one, other, gap), Fraction(1, 2))


@relation.register
def _call_relation(form: Call, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """|p|^2 = p^2 and cos(p)^2 = 1 - sin(p)^2 for real p, and the powers of signs."""
    if form.name == "signum" and not any(form.orders):
        return _powers_of_signum(form, atom, exponent, factors, ring)
    square = SQUARES.get(form.name)
    several = isinstance(exponent, int) and (exponent > 1 or (form.name == "Abs" and exponent < 0))
    if square is None or any(form.orders) or not several or not is_real(ring, atom):
        return None
    odd = int(exponent) % 2
    rest = {**without(factors, atom), atom: 1} if odd else without(factors, atom)
    squares = raise_to(ring, square(ring, dict(form.arguments[0])), (int(exponent) - odd) // 2)
    return multiply(ring, normalise(ring, rest), squares)


def _square_of_cosine(ring: Ring, z: Poly) -> Poly:
    sine = call(ring, "sin", (z,))
    return subtract(ring.constant(1), multiply(ring, sine, sine))


SQUARES: Table[str, Callable[[Ring, Poly], Poly]] = {
    "Abs": lambda ring, z: raise_to(ring, z, 2),
    "cos": _square_of_cosine,
}
"""Functions whose square is another polynomial."""


def _sigmoid(ring: Ring, z: Poly) -> Poly:
    """1 / (1 + exp(-z))."""
    return raise_to(ring, add(ring.constant(1), exponential(ring, scale(z, -1))), -1)


def _softplus(ring: Ring, z: Poly) -> Poly:
    """log(1 + exp(z))."""
    return logarithm(ring, add(ring.constant(1), exponential(ring, z)))


def _tanh(ring: Ring, z: Poly) -> Poly:
    """2 sigmoid(2 z) - 1."""
    return subtract(scale(_sigmoid(ring, scale(z, 2)), 2), ring.constant(1))


def _sinh(ring: Ring, z: Poly) -> Poly:
    """(exp(z) - exp(-z)) / 2."""
    return scale(subtract(exponential(ring, z), exponential(ring, scale(z, -1))), Fraction(1, 2))


def _cosh(ring: Ring, z: Poly) -> Poly:
    """(exp(z) + exp(-z)) / 2."""
    return scale(add(exponential(ring, z), exponential(ring, scale(z, -1))), Fraction(1, 2))


DEFINITIONS: Table[str, Callable[[Ring, Poly], Poly]] = {
    "exp": exponential,
    "log": logarithm,
    "Abs": absolute,
    "sign": _sign,
    "signum": _signum,
    "sigmoid": _sigmoid,
    "softplus": _softplus,
    "tanh": _tanh,
    "sinh": _sinh,
    "cosh": _cosh,
}
"""Functions of one argument that the kernel rewrites: each row is a definition, stated in its docstring."""
EXTREMA: Table[str, int] = {"Max": 1, "Min": -1}
"""Functions that are rewritten for two arguments; the largest of three stays what it is."""


def call(ring: Ring, name: str, arguments: tuple[Poly, ...], orders: tuple[int, ...] | None = None) -> Poly:
    """Return a function applied to arguments: by its definition where it has one, else as an atom."""
    orders = orders or (0,) * len(arguments)
    definition = DEFINITIONS.get(name)
    if definition is not None and len(arguments) == 1 and not any(orders):
        return definition(ring, arguments[0])
    if name in EXTREMA and len(arguments) == 2:
        return _extremum(ring, *arguments, EXTREMA[name])
    if name in EXTREMA and ring.positive:
        found = _extreme(ring, arguments, EXTREMA[name])
        if found is not None:
            return found
    return ring.single(Call(name, orders, tuple(freeze(argument) for argument in arguments)))


def _extreme(ring: Ring, arguments: tuple[Poly, ...], direction: int) -> Poly | None:
    """Return the argument that is known to be the largest (or the smallest) of them, or None."""
    for one in arguments:
        gaps = [scale(subtract(one, other), direction) for other in arguments if other is not one]
        if all(not gap or sign_of_terms(ring, freeze(gap)) for gap in gaps):
            return one
    return None


def symbolic_power(ring: Ring, base: Poly, exponent: Poly, *, whole: bool) -> Poly:
    """Return base^exponent for a symbolic exponent: exp(exponent log base) unless the exponent is integer-valued.

    The base must then be positive, which the caller states as a condition. With `whole`, a base of unknown sign is
    kept as a tower, one for each monomial of the exponent.
    """
    if len(exponent) <= 1 and exponent.keys() <= {ring.one}:
        return raise_to(ring, base, exponent.get(ring.one, 0))
    if not base:
        return _power_of_zero(ring, exponent)
    if not whole:
        return exponential(ring, multiply(ring, exponent, logarithm(ring, base)))
    content, mono, rest = primitive(ring, base)
    pieces = [ring.constant(abs(content)), *([ring.constant(-1)] if content < 0 else []), rest]
    pieces += [raise_to(ring, one_atom(ring, atom), e) for atom, e in mono.factors]
    result = ring.constant(1)
    for piece in pieces:
        result = multiply(ring, result, _tower(ring, piece, exponent))
    return result


def _power_of_zero(ring: Ring, exponent: Poly) -> Poly:
    """0^e = 0 for e > 0; elsewhere it may be 1 or have no value."""
    if sign_of_terms(ring, freeze(exponent)) != POSITIVE:
        raise Undefined
    return {}


def _tower(ring: Ring, base: Poly, exponent: Poly) -> Poly:
    if base == ring.constant(1):
        return base
    if sign_of_terms(ring, freeze(base)) == POSITIVE:
        return exponential(ring, multiply(ring, exponent, logarithm(ring, base)))
    result = raise_to(ring, base, exponent.get(ring.one, 0))
    for mono, coef in exponent.items():
        if mono is not ring.one:
            result = multiply(ring, result, normalise(ring, {ring.atom(Tower(freeze(base), mono)): coef}))
    return result


@relation.register
def _tower_relation(form: Tower, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """((-1)^n)^2 = 1."""
    if dict(form.base) != ring.constant(-1) or exponent == 1 or not isinstance(exponent, int):
        return None
    rest = without(factors, atom)
    return normalise(ring, {**rest, atom: 1} if exponent % 2 else rest)


@transform_atom.register
def _transform_exp(form: Exp, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    return exponential(ring, scale(transform(ring, {form.power: 1}, mapping), exponent))


@transform_atom.register
def _transform_call(form: Call, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    arguments = tuple(transform(ring, dict(argument), mapping) for argument in form.arguments)
    return raise_to(ring, call(ring, form.name, arguments, form.orders), exponent)


@transform_atom.register
def _transform_tower(form: Tower, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    base = transform(ring, dict(form.base), mapping)
    power = scale(transform(ring, {form.power: 1}, mapping), exponent)
    return symbolic_power(ring, base, power, whole=True)
