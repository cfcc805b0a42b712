"""What follows from a known inequality by itself: of squares, from absolute values and roots; the bounds of signs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derive import kernel
from derive.kernel import nodes
from derive.kernel.known import sign_of
from derive.kernel.spans import entries_in

MOST_TERMS = 6


def consequences(ring: kernel.Ring, poly: kernel.Poly) -> Iterator[kernel.Poly]:
    """Yield a^2 - b^2 for a - b >= 0 with b a sum of nonnegative terms, where a root or an absolute value is in it."""
    small = {mono: -coef for mono, coef in poly.items() if coef < 0}
    large = kernel.add(poly, small)
    rooted = any(isinstance(e, Fraction) or _is_size(atom.form) for mono in poly for atom, e in mono.factors)
    if rooted and small and len(poly) <= MOST_TERMS and sign_of(ring, small):
        yield kernel.subtract(*(kernel.raise_to(ring, side, 2) for side in (large, small)))


def _is_size(form: nodes.Form) -> bool:
    return isinstance(form, nodes.Call) and form.name == "Abs"


def bounds_of_signs(ring: kernel.Ring, poly: kernel.Poly) -> Iterator[kernel.Poly]:
    """Yield 1 - y and 1 + y for entries y that are +1 or -1, at all of their places."""
    forms = (form for mono in poly for atom, _ in mono.factors for form in entries_in(atom.form))
    for form in dict.fromkeys(forms):
        if isinstance(form, nodes.Entry) and "sign" in form.tensor.traits:
            places = (i if i.moving is None else ring.fresh(i.dim) for i in form.indices)
            entry = kernel.entry(ring, form.tensor.name, *places)
            yield kernel.subtract(ring.constant(1), entry)
            yield kernel.add(ring.constant(1), entry)
