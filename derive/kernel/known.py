"""What is known of the value of a whole polynomial: its sign, and whether it can vanish."""

from __future__ import annotations

from itertools import combinations

from derive.kernel.arithmetic import scale
from derive.kernel.nodes import Entry, Index, Poly, Prime, freeze
from derive.kernel.one_hot import at_values, has_values
from derive.kernel.polynomials import one_atom, rename
from derive.kernel.powers import primitive
from derive.kernel.ring import Ring
from derive.kernel.signs import (
    NONNEGATIVE,
    POSITIVE,
    UNKNOWN,
    assumed_sign,
    is_instance,
    sign_of_mono,
    sign_of_quadratic,
    sign_of_terms,
)


def sign_of(ring: Ring, poly: Poly) -> int:
    """Return what is known of the sign of a polynomial, its common factors taken out."""
    if not poly:
        return NONNEGATIVE
    direct = sign_of_terms(ring, freeze(poly))
    if direct == POSITIVE:
        return direct
    if ring.one_hot and has_values(ring, poly):
        return max(direct, min((sign_of(ring, each) for each in told(ring, poly)), default=UNKNOWN))
    content, mono, rest = primitive(ring, poly)
    if rest != ring.constant(1):
        rest_sign = max(sign_of_terms(ring, freeze(rest)), assumed_sign(ring, rest))
        flipped = sign_of_terms(ring, freeze(scale(rest, -1)))
        content, rest_sign = (-content, flipped) if flipped > rest_sign else (content, rest_sign)
    else:
        rest_sign = POSITIVE
    return max(direct, min(rest_sign, sign_of_mono(ring, mono)) if content > 0 else UNKNOWN)


def told(ring: Ring, poly: Poly) -> list[Poly]:
    """Return a polynomial at the values of the labels in it, nothing where these are too many or it has no value."""
    found = list(at_values(ring, poly))
    return [] if any(has_values(ring, each) for each in found) else found


def settled_sign(ring: Ring, poly: Poly) -> int:
    """Return what is known of the sign of a polynomial, of a quadratic by its discriminant."""
    return max(sign_of(ring, poly), sign_of_quadratic(ring, freeze(poly)))


def is_nonzero(ring: Ring, poly: Poly) -> bool:
    """Return whether the polynomial is known not to vanish, whatever the values."""
    if not poly:
        return False
    if POSITIVE in {settled_sign(ring, poly), settled_sign(ring, scale(poly, -1))}:
        return True
    if ring.one_hot and has_values(ring, poly):
        values = told(ring, poly)
        return bool(values) and all(is_nonzero(ring, each) for each in values)
    _, mono, rest = primitive(ring, poly)
    factors = [one_atom(ring, atom) for atom, _ in mono.factors] + ([rest] if rest != ring.constant(1) else [])
    return all(_never_zero(ring, factor) for factor in factors)


def _never_zero(ring: Ring, factor: Poly) -> bool:
    """Return whether a factor is a sign, a prime, positive, or what is known not to vanish."""
    factors = next(iter(factor)).factors if len(factor) == 1 else ()
    form = factors[0][0].form if factors else None
    if isinstance(form, Prime) or (isinstance(form, Entry) and form.tensor.traits & {"sign", "nonzero"}):
        return True
    if POSITIVE in {sign_of_terms(ring, freeze(factor)), sign_of_terms(ring, freeze(scale(factor, -1)))}:
        return True
    return any(is_instance(ring, terms, each) for terms in ring.nonzero for each in (factor, scale(factor, -1)))


def vanishes_at_coincidence(ring: Ring, poly: Poly, bound: tuple[Index, ...]) -> tuple[Index, Index] | None:
    """Return two indices whose meeting makes the polynomial zero, one of them bound: both must run over one range."""
    free = sorted({i for mono in poly for i in mono.free}, key=lambda i: i.name)
    for one, other in combinations(free, 2):
        if one.dim is other.dim and (one in bound or other in bound) and not rename(ring, poly, {one: other}):
            return one, other
    return None
