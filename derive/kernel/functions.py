"""Exponentials, logarithms and functions known by name: what each becomes in normal form."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Table
from fractions import Fraction
from functools import partial
from typing import Any

import flint

from derive.functions import BY_NAME, FUNCTIONS, Leaf, Tree, fold
from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.budget import FACTORED
from derive.kernel.counted import Added, added_up
from derive.kernel.factorials import binomial, factorial, gamma
from derive.kernel.known import is_nonzero, sign_of
from derive.kernel.limits import Undefined
from derive.kernel.nodes import (
    Atom,
    Call,
    Coef,
    Compound,
    Entry,
    Exp,
    Factors,
    Index,
    Mono,
    Poly,
    Prime,
    Terms,
    Tower,
    freeze,
)
from derive.kernel.order import order_of
from derive.kernel.places import at_least, extent
from derive.kernel.polynomials import (
    Mapping,
    merge,
    multiply,
    normalise,
    one_atom,
    relation,
    told_apart,
    transform,
    transform_atom,
    without,
)
from derive.kernel.powers import factor_number, primitive, raise_to, split_by_sign
from derive.kernel.ring import INDEX_VALUE, PI, Ring
from derive.kernel.signs import NONNEGATIVE, POSITIVE, is_positive, is_real, sign_of_terms, size_of


def exponential(ring: Ring, poly: Poly) -> Poly:
    """Return e to a polynomial: a product of powers of exponentials of its monomials; exp(c log P) becomes P^c."""
    told = told_apart(ring, (poly,), lambda given: exponential(ring, given[0])) if ring.one_hot else None
    if told is not None:
        return told
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
    told = told_apart(ring, (poly,), lambda given: logarithm(ring, given[0])) if ring.one_hot else None
    if told is not None:
        return told
    content, mono, rest = primitive(ring, poly)
    good, squares, bad = split_by_sign(ring, mono)
    if bad is not ring.one or content < 0:
        rest = scale(multiply(ring, rest, {bad: 1}), 1 if content > 0 else -1)
    if rest == ring.constant(-1):
        raise Undefined
    total: Poly = {}
    for prime, count in factor_number(ring, abs(content)):
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
    several = len(poly) > 2 and ring.meter.within(FACTORED, len(poly))
    if not several or not whole or not all(is_positive(ring, a) for a in generators):
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


@added_up.register
def _sum_of_logarithms(form: Call, index: Index, ring: Ring) -> Added | None:
    """log a + ... + log b = log b! - log (a - 1)!, for numbers from 1 on."""
    here = freeze(ring.single(Entry(ring.tensor(INDEX_VALUE), (index,))))
    one, low = ring.constant(1), extent(ring, index)[0]
    if form != Call("log", (0,), (here,)) or not at_least(ring, low, one):
        return None

    def added(first: Poly, last: Poly) -> Poly:
        """Return the difference of two logarithms of factorials."""
        return subtract(*(logarithm(ring, factorial(ring, place)) for place in (last, subtract(first, one))))

    return added


def absolute(ring: Ring, poly: Poly) -> Poly:
    """Return the absolute value, multiplicative over factors, without the sign of the argument."""
    if not poly:
        return {}
    if ring.oriented and order_of(ring, poly) is not None:
        return multiply(ring, poly, _signum(ring, poly))
    content, mono, rest = primitive(ring, poly)
    result = ring.constant(abs(content))
    for atom, exponent in mono.factors:
        inner = one_atom(ring, atom)
        result = multiply(ring, result, raise_to(ring, size_of(ring, inner), exponent))
    return multiply(ring, result, size_of(ring, rest))


def _quotient_sign(ring: Ring, z: Poly) -> Poly:
    """|z| / z, where z is not 0; so its square is 1, and -z has the opposite sign."""
    return multiply(ring, absolute(ring, z), raise_to(ring, z, -1)) if z else {}


def _signum(ring: Ring, z: Poly) -> Poly:
    """The sign of z, 0 at 0: multiplicative over factors; |z| / z where z is known not to be 0."""
    if not z:
        return {}
    known = sign_of(ring, z)
    if known == POSITIVE:
        return ring.constant(1)
    order = order_of(ring, z)
    if order is not None:
        return order
    if is_nonzero(ring, z):
        return _quotient_sign(ring, z)
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
        return _quotient_sign(ring, part) if _is_odd(exponent) else ring.constant(1)
    whole = ring.single(Call("sign", (0,), (freeze(part),)))
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


@relation.register
def _call_relation(form: Call, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """|p|^2 = p^2 and cos(p)^2 = 1 - sin(p)^2 for real p, and the powers of signs."""
    if form.name == "sign" and not any(form.orders):
        return _powers_of_signum(form, atom, exponent, factors, ring)
    square = SQUARES.get(form.name)
    several = isinstance(exponent, int) and (exponent > 1 or (form.name == "Abs" and exponent < 0))
    if square is None or any(form.orders) or not several or not is_real(ring, atom):
        return None
    odd = int(exponent) % 2
    rest = {**without(factors, atom), atom: 1} if odd else without(factors, atom)
    squares = raise_to(ring, square(ring, (dict(form.arguments[0]),)), (int(exponent) - odd) // 2)
    return multiply(ring, normalise(ring, rest), squares)


NATIVE: Table[str, Callable[[Ring, Poly], Poly]] = {
    "exp": exponential,
    "log": logarithm,
    "Abs": absolute,
    "sign": _signum,
    "gamma": gamma,
    "factorial": factorial,
}
"""Functions that the kernel works out by algorithms of its own."""

Rule = Callable[[Ring, tuple[Poly, ...]], Poly]
"""A function of a ring, and of a polynomial for each argument."""
Part = Rule | Coef


def compiled(tree: Tree, arguments: tuple[str, ...] = ("z",)) -> Rule:
    """Return a tree of the table of functions as a rule; it is compiled once, when the kernel is imported."""
    return _rule(fold(tree, partial(_leaf, arguments), _node))


def _rule(part: Part) -> Rule:
    return part if callable(part) else lambda ring, _: ring.constant(part)


def _leaf(arguments: tuple[str, ...], leaf: Leaf) -> Part:
    """Return the rule of a name; numbers stay, so that they cost no product of polynomials."""
    if not isinstance(leaf, str):
        return leaf
    if leaf == "pi":
        return lambda ring, _: ring.single(Entry(ring.tensor(PI), ()))
    place = arguments.index(leaf)
    return lambda _, given: given[place]


def _node(operation: str, parts: list[Part]) -> Part:
    return OPERATIONS[operation](*parts) if operation in OPERATIONS else _called(operation, *parts)


def _called(name: str, *parts: Part) -> Rule:
    rules, native = [_rule(part) for part in parts], NATIVE.get(name)
    if native is not None:
        return lambda ring, given: native(ring, rules[0](ring, given))
    return lambda ring, given: call(ring, name, tuple([rule(ring, given) for rule in rules]))


def _sum(*parts: Part) -> Rule:
    rules = [_rule(part) for part in parts]
    return lambda ring, given: add(*[rule(ring, given) for rule in rules])


def _difference(one: Part, other: Part) -> Rule:
    left, right = _rule(one), _rule(other)
    return lambda ring, given: subtract(left(ring, given), right(ring, given))


def _product(first: Part, second: Part, *others: Part) -> Rule:
    if others:
        return _product(first, _product(second, *others))
    left, right = _rule(first), _rule(second)
    if callable(first):
        return lambda ring, given: multiply(ring, left(ring, given), right(ring, given))
    return lambda ring, given: scale(right(ring, given), first)


def _quotient(above: Part, below: Part) -> Rule:
    if not callable(below):
        return _product(Fraction(1) / below, above)
    reciprocal = _power(below, -1)
    return reciprocal if above == 1 else _product(above, reciprocal)


def _power(base: Part, exponent: Part) -> Rule:
    rule = _rule(base)
    if callable(exponent):
        raise TypeError(exponent)
    return lambda ring, given: raise_to(ring, rule(ring, given), exponent)


OPERATIONS: Table[str, Callable[..., Rule]] = {
    "+": _sum,
    "-": _difference,
    "*": _product,
    "/": _quotient,
    "^": _power,
}


DEFINITIONS: Table[str, Rule] = {
    **{name: _called(name, lambda _, given: given[0]) for name in NATIVE},
    "binomial": binomial,
    **{
        row.name: compiled(row.definition, row.arguments)
        for row in FUNCTIONS
        if row.definition is not None and not row.kept
    },
}
"""Functions that the kernel rewrites; one of several arguments where it has two of them."""
SQUARES: Table[str, Rule] = {row.name: compiled(row.square) for row in FUNCTIONS if row.square is not None}
"""Functions whose square is another polynomial."""
VALUES: Table[str, Table[Coef, Rule]] = {
    row.name: {argument: compiled(value) for argument, value in row.values if isinstance(argument, int)}
    for row in FUNCTIONS
    if row.name not in DEFINITIONS
}
"""What the functions that stay are worth at some whole numbers."""
DIRECTIONS: Table[str, int] = {"Max": 1, "Min": -1}
"""The functions of several arguments: which one of them they are, the largest or the smallest."""
TURNING: Table[str, tuple[int, int]] = {
    "sin": (1, 0),
    "cos": (0, 1),
    "tan": (1, -1),
    "cot": (-1, 1),
    "sec": (0, -1),
    "csc": (-1, 0),
}
"""The functions of an angle: the powers of its sine and of its cosine that they are."""


def call(ring: Ring, name: str, arguments: tuple[Poly, ...], orders: tuple[int, ...] | None = None) -> Poly:
    """Return a function applied to arguments: by its definition where it has one, else as an atom."""
    orders = orders or (0,) * len(arguments)
    told = told_apart(ring, arguments, lambda given: call(ring, name, given, orders)) if ring.one_hot else None
    if told is not None:
        return told
    definition = DEFINITIONS.get(name)
    if definition is not None and len(arguments) == len(BY_NAME[name].arguments) and not any(orders):
        return definition(ring, arguments)
    if name in VALUES and orders == (0,) and arguments[0].keys() <= {ring.one}:
        value = VALUES[name].get(arguments[0].get(ring.one, 0))
        if value is not None:
            return value(ring, ())
    if name in DIRECTIONS and ring.positive:
        found = _extreme(ring, arguments, DIRECTIONS[name])
        if found is not None:
            return found
    ring.turning = ring.turning or name in TURNING
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
    if ring.one_hot:
        pair = (base, exponent)
        told = told_apart(ring, pair, lambda given: symbolic_power(ring, *given, whole=whole))
        if told is not None:
            return told
    if len(exponent) <= 1 and exponent.keys() <= {ring.one}:
        return raise_to(ring, base, exponent.get(ring.one, 0))
    if not base:
        return _power_of_zero(ring, exponent)
    if not whole:
        return exponential(ring, multiply(ring, exponent, logarithm(ring, base)))
    content, mono, rest = primitive(ring, base)
    pieces = [(each, exponent) for each in (ring.constant(abs(content)), ring.constant(1 if content > 0 else -1), rest)]
    for atom, e in mono.factors:
        # (b^2)^n = (b^n)^2: so that (1 / b)^n cancels b^n.
        one, whole = one_atom(ring, atom), isinstance(e, int)
        pieces.append((one, scale(exponent, e)) if whole else (raise_to(ring, one, e), exponent))
    result = ring.constant(1)
    for piece, power in pieces:
        result = multiply(ring, result, _tower(ring, piece, power))
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
    image = mapping.call(ring, form, arguments) if mapping.call else call(ring, form.name, arguments, form.orders)
    return raise_to(ring, image, exponent)


@transform_atom.register
def _transform_tower(form: Tower, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    base = transform(ring, dict(form.base), mapping)
    power = scale(transform(ring, {form.power: 1}, mapping), exponent)
    return symbolic_power(ring, base, power, whole=True)
