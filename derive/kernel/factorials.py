"""Factorials and binomial coefficients: what becomes of whole numbers beside their arguments.

u! is Gamma(u + 1). A factorial is told by that of its argument without the number in it, where both arguments are known
to be above -1: there no factor between them vanishes.
"""

from __future__ import annotations

from math import factorial as whole_factorial

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.known import sign_of
from derive.kernel.limits import Undefined
from derive.kernel.nodes import Call, Coef, Poly, freeze, quotient
from derive.kernel.places import at_least, extent, gap_of
from derive.kernel.polynomials import multiply
from derive.kernel.powers import raise_to
from derive.kernel.ring import Ring
from derive.kernel.signs import CALL_SIGNS, POSITIVE, UNKNOWN

MOST_STEPS = 12
"""How many factors are taken out of a factorial, and how large a number may be below in a binomial coefficient."""


def factorial(ring: Ring, poly: Poly) -> Poly:
    """(u + 1)! = (u + 1) u! for u > -1 (DLMF 5.5.1). Raises `Undefined` for a negative whole number."""
    number = poly.get(ring.one, 0)
    if poly.keys() <= {ring.one} and isinstance(number, int) and number <= MOST_STEPS:
        if number < 0:
            raise Undefined
        return ring.constant(whole_factorial(number))
    base = subtract(poly, ring.constant(number))
    if not base or not isinstance(number, int) or not 0 < abs(number) <= MOST_STEPS:
        return _atom(ring, "factorial", poly)
    least = base if number > 0 else poly
    if not exceeds(ring, least, -1):
        return _atom(ring, "factorial", poly)
    result = _atom(ring, "factorial", base)
    for step in range(1, number + 1) if number > 0 else range(number + 1, 1):
        factor = add(base, ring.constant(step))
        result = multiply(ring, result, factor if number > 0 else raise_to(ring, factor, -1))
    return result


def _sign(ring: Ring, poly: Poly) -> int:
    """u! is positive for u > -1."""
    return POSITIVE if exceeds(ring, poly, -1) else UNKNOWN


CALL_SIGNS["factorial"] = _sign
CALL_SIGNS["gamma"] = lambda ring, poly: _sign(ring, subtract(poly, ring.constant(1)))


def gamma(ring: Ring, poly: Poly) -> Poly:
    """Gamma(u + 1) = u! (DLMF 5.4.1), told so where u + 1 is known to be positive."""
    above = subtract(poly, ring.constant(1))
    return factorial(ring, above) if exceeds(ring, above, -1) else _atom(ring, "gamma", poly)


def binomial(ring: Ring, arguments: tuple[Poly, ...]) -> Poly:
    """C(n, k) = n! / (k! (n - k)!) for 0 <= k <= n; n (n - 1) ... / k! for a number k; 0 for k < 0 or k > n.

    Elsewhere it stays as it is (Concrete 5.1, 5.3).
    """
    above, below = arguments
    number = below.get(ring.one, 0) if below.keys() <= {ring.one} else None
    if isinstance(number, int) and number <= MOST_STEPS:
        return _falling(ring, above, number) if number >= 0 else {}
    rest = subtract(above, below)
    if exceeds(ring, below, -1, whole=True) and exceeds(ring, rest, -1, whole=True):
        under = multiply(ring, factorial(ring, below), factorial(ring, rest))
        return multiply(ring, factorial(ring, above), raise_to(ring, under, -1))
    if exceeds(ring, above, -1, whole=True) and any(
        exceeds(ring, scale(each, -1), 0, whole=True) for each in (below, rest)
    ):
        return {}
    return ring.single(Call("binomial", (0, 0), (freeze(above), freeze(below))))


def _falling(ring: Ring, poly: Poly, count: int) -> Poly:
    """Return p (p - 1) ... (p - k + 1) / k!."""
    result = ring.constant(1)
    for step in range(count):
        result = multiply(ring, result, subtract(poly, ring.constant(step)))
    return scale(result, quotient(1, whole_factorial(count)))


def exceeds(ring: Ring, poly: Poly, number: Coef, *, whole: bool = False) -> bool:
    """Return whether a polynomial is known to be above a whole number; with `whole`, and to be one itself."""
    gap = gap_of(ring, poly)
    if gap is None:
        return not whole and sign_of(ring, subtract(poly, ring.constant(number))) == POSITIVE
    low = dict(gap[1])
    for index, factor in gap[0].items():
        low = add(low, scale(extent(ring, index)[0 if factor > 0 else 1], factor))
    return at_least(ring, low, ring.constant(number + 1))


def _atom(ring: Ring, name: str, poly: Poly) -> Poly:
    return ring.single(Call(name, (0,), (freeze(poly),)))
