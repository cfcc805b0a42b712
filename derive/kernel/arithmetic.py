"""Addition of polynomials: no relation of atoms plays a part in it, so no ring is needed."""

from __future__ import annotations

from derive.kernel.nodes import Coef, Poly, integral


def accumulate(total: Poly, poly: Poly, factor: Coef = 1) -> None:
    """Add `factor` times `poly` to `total`, in place."""
    for mono, coef in poly.items():
        value = total.get(mono, 0) + (coef if factor == 1 else factor * coef)
        if type(value) is not int:
            value = integral(value)
        if value:
            total[mono] = value
        else:
            _ = total.pop(mono, None)


def add(*polys: Poly) -> Poly:
    """Return the sum."""
    total: Poly = {}
    for poly in polys:
        accumulate(total, poly)
    return total


def scale(poly: Poly, factor: Coef) -> Poly:
    """Return the polynomial times a number."""
    if factor == 1:
        return poly
    return {mono: integral(coef * factor) for mono, coef in poly.items()} if factor else {}


def subtract(left: Poly, right: Poly) -> Poly:
    """Return the difference."""
    total = dict(left)
    accumulate(total, right, -1)
    return total
