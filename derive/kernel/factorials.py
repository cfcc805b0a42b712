"""Factorials and binomial coefficients: what becomes of whole numbers beside their arguments.

u! is Gamma(u + 1). A factorial is told by that of its argument without the number in it, where both arguments are known
to be above -1: there no factor between them vanishes.
"""

from __future__ import annotations

from math import factorial as whole_factorial
from math import floor

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.budget import STEPS
from derive.kernel.known import sign_of
from derive.kernel.limits import Undefined
from derive.kernel.nodes import Atom, Call, Coef, Entry, Poly, freeze, quotient
from derive.kernel.places import at_least, extent, gap_of
from derive.kernel.polynomials import multiply
from derive.kernel.powers import raise_to
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.signs import CALL_SIGNS, POSITIVE, UNKNOWN


def factorial(ring: Ring, poly: Poly) -> Poly:
    """(u + 1)! = (u + 1) u! for u > -1 (DLMF 5.5.1). Raises `Undefined` for a negative whole number.

    It is told by u! for the least u known to be above -1 among those from 0 to 1 up, and the whole numbers behind.
    """
    number = poly.get(ring.one, 0)
    if poly.keys() <= {ring.one} and isinstance(number, int):
        if number < 0:
            raise Undefined
        return ring.constant(whole_factorial(number)) if ring.meter.within(STEPS, number) else _factorial(ring, poly)
    whole = floor(number)
    base = subtract(poly, ring.constant(whole))
    if not whole or not ring.meter.within(STEPS, abs(whole)):
        return _factorial(ring, poly)
    if whole < 0:
        factors = rising(ring, poly, -whole) if exceeds(ring, poly, -1) else {}
        below = raise_to(ring, factors, -1) if factors else {}
        return multiply(ring, _factorial(ring, base), below) if below else _factorial(ring, poly)
    first = next((n for n in range(whole) if exceeds(ring, add(base, ring.constant(n)), -1)), whole)
    least = add(base, ring.constant(first))
    return multiply(ring, _factorial(ring, least), rising(ring, least, whole - first))


def rising(ring: Ring, poly: Poly, count: int) -> Poly:
    """Return (p + 1) (p + 2) ... (p + k), which is (p + k)! / p!."""
    result = ring.constant(1)
    for step in range(1, count + 1):
        result = multiply(ring, result, add(poly, ring.constant(step)))
    return result


def _sign(ring: Ring, poly: Poly) -> int:
    """u! is positive for u > -1."""
    return POSITIVE if exceeds(ring, poly, -1) else UNKNOWN


CALL_SIGNS["factorial"] = _sign
CALL_SIGNS["gamma"] = lambda ring, poly: _sign(ring, subtract(poly, ring.constant(1)))


def gamma(ring: Ring, poly: Poly) -> Poly:
    """Gamma(u + 1) = u! (DLMF 5.4.1), told so where u + 1 is known to be positive."""
    above = subtract(poly, ring.constant(1))
    return factorial(ring, above) if exceeds(ring, above, -1) else ring.single(Call("gamma", (0,), (freeze(poly),)))


def binomial(ring: Ring, arguments: tuple[Poly, ...]) -> Poly:
    """C(n, k) = n! / (k! (n - k)!) for 0 <= k <= n; n (n - 1) ... / k! for a number k; 0 for k < 0 or k > n.

    Elsewhere it stays as it is (Concrete 5.1, 5.3).
    """
    above, below = arguments
    number = below.get(ring.one, 0) if below.keys() <= {ring.one} else None
    if isinstance(number, int) and ring.meter.within(STEPS, number):
        if number < 0:
            return {}
        falling = rising(ring, subtract(above, ring.constant(number)), number)
        return scale(falling, quotient(1, whole_factorial(number)))
    rest = subtract(above, below)
    if not exceeds(ring, above, -1, whole=True):
        return _binomial(ring, above, below)
    if any(exceeds(ring, scale(each, -1), 0, whole=True) for each in (below, rest)):
        return {}
    missing = [_missing(ring, each) for each in (below, rest)]
    if None in missing:
        # C(n, k) = C(n, n - k) for a natural number n (Concrete 5.4): both are called by the shorter one of k, n - k.
        return _binomial(ring, above, min(below, rest, key=lambda each: _outline(ring, each)))
    result = factorial(ring, above)
    for each, count in zip((below, rest), missing, strict=True):
        beyond = factorial(ring, add(each, ring.constant(count or 0)))
        result = multiply(ring, multiply(ring, result, rising(ring, each, count or 0)), raise_to(ring, beyond, -1))
    return result


def _missing(ring: Ring, poly: Poly) -> int | None:
    """Return the least c for which p + c is known to be a natural number.

    1 / p! is then (p + 1) ... (p + c) / (p + c)!, which is 0 for p = -1, ..., -c, as a binomial coefficient is there.
    """
    counts = range(STEPS.most + 1)
    return next((c for c in counts if exceeds(ring, add(poly, ring.constant(c)), -1, whole=True)), None)


def _outline(ring: Ring, poly: Poly) -> tuple[int, str, Coef]:
    """Return by what one of k and n - k is chosen: the same one for all numbers that are added to them."""
    rest = {mono: coef for mono, coef in poly.items() if mono is not ring.one}
    return len(rest), " ".join(f"{coef} {mono.spelling}" for mono, coef in freeze(rest)), poly.get(ring.one, 0)


def _binomial(ring: Ring, above: Poly, below: Poly) -> Poly:
    return ring.single(Call("binomial", (0, 0), (freeze(above), freeze(below))))


def exceeds(ring: Ring, poly: Poly, number: Coef, *, whole: bool = False) -> bool:
    """Return whether a polynomial is known to be above a whole number; with `whole`, and to be one itself."""
    gap = gap_of(ring, poly)
    if gap is None:
        fits = not whole or is_whole(ring, poly)
        return fits and sign_of(ring, subtract(poly, ring.constant(number))) == POSITIVE
    low = dict(gap[1])
    for index, factor in gap[0].items():
        low = add(low, scale(extent(ring, index)[0 if factor > 0 else 1], factor))
    return at_least(ring, low, ring.constant(number + 1))


def is_whole(ring: Ring, poly: Poly) -> bool:
    """Return whether a polynomial is known to be a whole number: one in indices, sizes and integers."""
    return all(
        isinstance(coef, int)
        and all(isinstance(e, int) and e > 0 and _is_whole(ring, atom) for atom, e in mono.factors)
        for mono, coef in poly.items()
    )


def _is_whole(ring: Ring, atom: Atom) -> bool:
    form = atom.form
    named = isinstance(form, Entry) and (form.tensor.name == INDEX_VALUE or "integer" in form.tensor.traits)
    return named or atom in ring.least


def _factorial(ring: Ring, poly: Poly) -> Poly:
    return ring.single(Call("factorial", (0,), (freeze(poly),)))
