"""Functions at arguments that differ by whole numbers, told by one of them: Gamma, its logarithm, digamma, binomials.

None is a rewriting of normal forms: Gamma(c + 1) = c Gamma(c) has no right side at c = 0. Here the function at the
least argument stands in the question itself, so that its value there is a condition of the question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from math import comb, floor

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.budget import STEPS
from derive.kernel.factorials import is_whole, rising
from derive.kernel.functions import logarithm
from derive.kernel.known import sign_of
from derive.kernel.nodes import Atom, Call, Coef, Mono, Poly, Terms, freeze
from derive.kernel.polynomials import multiply, one_atom
from derive.kernel.powers import raise_to
from derive.kernel.ring import Ring
from derive.kernel.signs import POSITIVE, is_positive

Family = tuple[str, tuple[Terms, ...]]
"""A function, and its arguments without the whole numbers in them."""
Place = tuple[int, ...]
"""The whole numbers in the arguments."""


def told_by_neighbours(ring: Ring, poly: Poly) -> Poly:
    """Return the polynomial with functions at neighbouring arguments told by one of them; itself where there are none.

    It is the same wherever it is defined, but for the places where it has no value.
    """
    for (name, base), found in _families(ring, poly).items():
        poly = RECURSIONS[name](ring, poly, (name, base), found)
    return poly


def _families(ring: Ring, poly: Poly) -> dict[Family, dict[Atom, Place]]:
    """Return the functions that stand at several arguments in one class, each with its place there."""
    families: dict[Family, dict[Atom, Place]] = defaultdict(dict)
    for atom in dict.fromkeys(atom for mono in poly for atom, _ in mono.factors):
        named = _named(ring, atom)
        if named is not None:
            whole = tuple(floor(each.get(ring.one, 0)) for each in named[1])
            base = tuple(freeze(subtract(p, ring.constant(n))) for p, n in zip(named[1], whole, strict=True))
            families[named[0], base][atom] = whole
    return {
        family: found
        for family, found in families.items()
        if len(found) > 1 and _has_value(ring, family, found) and ring.meter.within(STEPS, _apart(found))
    }


def _has_value(ring: Ring, family: Family, found: dict[Atom, Place]) -> bool:
    """Return whether the least argument is no pole wherever the question has a value.

    One read below a test or in a sum that may be empty can be a pole, and only known signs tell that it is none.
    """
    name, base = family
    if ring.astray.isdisjoint(POLES.get(name, ())):
        return True
    (least,) = min(found.values())
    return sign_of(ring, add(dict(base[0]), ring.constant(least))) == POSITIVE


def _apart(found: dict[Atom, Place]) -> int:
    """Return by how much the arguments of a family differ at most."""
    return max(max(each) - min(each) for each in zip(*found.values(), strict=True))


def _named(ring: Ring, atom: Atom) -> tuple[str, list[Poly]] | None:
    """Return the family of a function and its arguments there: u! is Gamma(u + 1)."""
    form = atom.form
    if not isinstance(form, Call) or any(form.orders):
        return None
    name, arguments = form.name, [dict(each) for each in form.arguments]
    if name == "factorial":
        return "gamma", [add(arguments[0], ring.constant(1))]
    if name == "binomial":
        return (name, arguments) if is_whole(ring, arguments[1]) else None
    if name == "log" and len(arguments[0]) == 1:
        ((mono, coef),) = arguments[0].items()
        if not mono.factors:
            return None
        inner = mono.factors[0][0]
        named = _named(ring, inner) if one_atom(ring, inner) == arguments[0] and coef == 1 else None
        known = named is not None and named[0] == "gamma" and is_positive(ring, inner)
        return ("loggamma", named[1]) if named is not None and known else None
    return (name, arguments) if name in RECURSIONS else None


def _with_images(ring: Ring, poly: Poly, images: Mapping[Atom, Poly]) -> Poly:
    total: Poly = {}
    for mono, coef in poly.items():
        image: Poly = {ring.mono([factor for factor in mono.factors if factor[0] not in images]): coef}
        for atom, exponent in mono.factors:
            if atom in images:
                image = multiply(ring, image, raise_to(ring, images[atom], exponent))
        accumulate(total, image, 1)
    return total


def _gamma(ring: Ring, least: Poly, start: Poly, count: int) -> Poly:
    """Gamma(x + 1) = x Gamma(x), unless x is a whole number that is not positive (DLMF 5.5.1)."""
    return multiply(ring, least, rising(ring, subtract(start, ring.constant(1)), count))


def _loggamma(ring: Ring, least: Poly, start: Poly, count: int) -> Poly:
    """Log Gamma(x + 1) = log x + log Gamma(x) for x > 0, as it is where log Gamma(x) is defined (DLMF 5.5.1)."""
    return add(least, *(logarithm(ring, add(start, ring.constant(n))) for n in range(count)))


def _digamma(ring: Ring, least: Poly, start: Poly, count: int) -> Poly:
    """Psi(x + 1) = psi(x) + 1 / x, unless x is a whole number that is not positive (DLMF 5.5.2)."""
    return add(least, *(raise_to(ring, add(start, ring.constant(n)), -1) for n in range(count)))


STEPS_UP: Mapping[str, Callable[[Ring, Poly, Poly, int], Poly]] = {
    "gamma": _gamma,
    "loggamma": _loggamma,
    "digamma": _digamma,
}
"""What a function is so many steps above x, told by x and by its value there."""


def _by_least(ring: Ring, poly: Poly, family: Family, found: dict[Atom, Place]) -> Poly:
    """Return the polynomial with functions of one argument told by that at the least one."""
    (name, (base,)), ((first,), least) = (
        family,
        min(((place, atom) for atom, place in found.items()), key=lambda pair: pair[0]),
    )
    start = add(dict(base), ring.constant(first))
    step, value = STEPS_UP[name], one_atom(ring, least)
    return _with_images(ring, poly, {atom: step(ring, value, start, up - first) for atom, (up,) in found.items()})


def _binomials(ring: Ring, poly: Poly, family: Family, found: dict[Atom, Place]) -> Poly:
    """Tell coefficients C(r, k) by those with the least r, and these by one another as far as they can be divided.

    C(r + d, k) is the sum over i of C(d, i) C(r, k - i), which is Pascal's rule d times, and k C(r, k) is
    (r - k + 1) C(r, k - 1): for any real r and any integer k, as C(r, k) = 0 for k < 0 (Concrete 5.8, 5.6 and 5.7).
    No C(r, k) is replaced but beside a multiple of k, as k may be 0.
    """
    (_, (top, bottom)), first = family, min(above for above, _ in found.values())
    above = add(dict(top), ring.constant(first))

    def coefficient(place: int) -> Poly:
        terms = freeze(above), freeze(add(dict(bottom), ring.constant(place)))
        return ring.single(Call("binomial", (0, 0), terms))

    images = {
        atom: add(*(scale(coefficient(place - i), comb(up - first, i)) for i in range(up - first + 1)))
        for atom, (up, place) in found.items()
    }
    places = [place - i for up, place in found.values() for i in range(up - first + 1)]
    poly = _with_images(ring, poly, images)
    for place in range(max(places), min(places), -1):
        ((mono, _),) = coefficient(place).items()
        below = add(dict(bottom), ring.constant(place))
        under = multiply(ring, add(subtract(above, below), ring.constant(1)), coefficient(place - 1))
        poly = _reduced(ring, poly, mono.factors[0][0], (below, under))
    return poly


def _reduced(ring: Ring, poly: Poly, atom: Atom, rule: tuple[Poly, Poly]) -> Poly:
    """Return the polynomial with p a replaced by what it is, for an atom a, wherever p divides."""
    divisor, image = rule
    parts: dict[Coef, Poly] = defaultdict(dict)
    for mono, coef in poly.items():
        factors = dict(mono.factors)
        exponent = factors.pop(atom, 0)
        parts[exponent][ring.mono(factors.items())] = coef
    result: Poly = {}
    for exponent in range(int(max(parts, default=0)), 0, -1):
        quotient, parts[exponent] = _divided(ring, parts[exponent], divisor)
        accumulate(parts[exponent - 1], multiply(ring, quotient, image), 1)
    for exponent, part in parts.items():
        accumulate(result, multiply(ring, part, raise_to(ring, one_atom(ring, atom), exponent)), 1)
    return result


def _divided(ring: Ring, poly: Poly, divisor: Poly) -> tuple[Poly, Poly]:
    """Return quotient and rest of a division by c v + p, for an atom v that is not in p."""
    alone = [m for m in divisor if len(m.factors) == 1 and m.factors[0][1] == 1]
    mono = next((m for m in alone if sum(m.factors[0][0] in dict(each.factors) for each in divisor) == 1), None)
    if mono is None:
        return {}, poly
    atom, quotient, rest = mono.factors[0][0], dict[Mono, Coef](), dict(poly)
    for degree in range(int(max((dict(m.factors).get(atom, 0) for m in poly), default=0)), 0, -1):
        leading = {m: coef for m, coef in rest.items() if dict(m.factors).get(atom, 0) == degree}
        by = raise_to(ring, {mono: divisor[mono]}, -1)
        part = multiply(ring, leading, by)
        accumulate(quotient, part, 1)
        accumulate(rest, multiply(ring, part, divisor), -1)
    return quotient, rest


RECURSIONS: Mapping[str, Callable[[Ring, Poly, Family, dict[Atom, Place]], Poly]] = {
    **dict.fromkeys(STEPS_UP, _by_least),
    "binomial": _binomials,
}
"""How the functions of one family are told by few of them."""
POLES: Mapping[str, tuple[str, ...]] = {"gamma": ("gamma", "factorial"), "digamma": ("digamma",)}
"""The families with poles, and how functions in them are called; log Gamma has a condition of its own."""
RECURSIVE = ("binomial(", "factorial(", "gamma(")
"""How functions with such a rule are spelled: `gamma(` ends three of their names."""
