"""Places: what is known of the ends of a range, and whether a fixed integer lies in it, at every size."""

from __future__ import annotations

from derive.kernel.nodes import Coef, Dim, Index, Poly
from derive.kernel.polynomials import add, subtract
from derive.kernel.ring import Ring


def least(ring: Ring, count: Poly) -> Coef | None:
    """Return the least value of a polynomial in sizes, which are at least 1, or None where it may fall without end."""
    total: Coef = 0
    for mono, coef in count.items():
        if mono is not ring.one and coef < 0:
            return None
        total += coef
    return total


def lies_in(ring: Ring, value: int, dim: Dim) -> bool | None:
    """Return whether the integer lies in the range at every size, or at none; None where sizes decide."""
    lower, here = dict(dim.lower), ring.constant(value)
    beyond = add(lower, dict(dim.count))
    if _at_least(ring, here, lower) and _at_least(ring, beyond, add(here, ring.constant(1))):
        return True
    outside = _at_least(ring, lower, add(here, ring.constant(1))) or _at_least(ring, here, beyond)
    return False if outside else None


def covers(ring: Ring, moving: Index, index: Index) -> bool:
    """Return whether the index is one of the values that the moving one takes."""
    if moving.dim is None or index.dim is moving.dim:
        return moving.dim is not None
    return index.value is not None and lies_in(ring, index.value, moving.dim) is True


def _at_least(ring: Ring, one: Poly, other: Poly) -> bool:
    low = least(ring, subtract(one, other))
    return low is not None and low >= 0
