"""Words for polynomials of the kernel, for the tests of its rooms."""

from __future__ import annotations

from derive.kernel import Poly, Ring, multiply


def product_of(ring: Ring, *polys: Poly) -> Poly:
    """Return the product; of nothing, 1."""
    result = ring.constant(1)
    for poly in polys:
        result = multiply(ring, result, poly)
    return result
