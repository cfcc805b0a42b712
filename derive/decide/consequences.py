"""What a known inequality says without its outer function: a >= b from log a >= log b, and from e^a >= e^b."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derive import kernel
from derive.decide.budget import UNBOUND
from derive.kernel import nodes
from derive.kernel.known import sign_of
from derive.kernel.polynomials import merge, normalise
from derive.kernel.spans import entries_in

NO_VALUE = (kernel.Undefined, kernel.UnstableLabelError)


def consequences(ring: kernel.Ring, poly: kernel.Poly) -> Iterator[kernel.Poly]:
    """Yield what is at least zero where the polynomial is, and greater where it is."""
    if not ring.meter.within(UNBOUND, len(poly)):
        return
    found = (
        *_without_logarithm(ring, poly),
        *_as_logarithms(ring, _times_denominators(ring, poly)),
        *_squared(ring, poly),
    )
    yield from (each for each in found if each and each != poly)


def _without_logarithm(ring: kernel.Ring, poly: kernel.Poly) -> Iterator[kernel.Poly]:
    """Yield p - e^(-r/c) for c log p + r >= 0 with c > 0, and its opposite for c < 0."""
    for mono, coef in poly.items():
        form = mono.factors[0][0].form if len(mono.factors) == 1 and mono.factors[0][1] == 1 else None
        if not isinstance(form, nodes.Call) or form.name != "log" or any(form.orders):
            continue
        rest = kernel.subtract(poly, {mono: coef})
        try:
            bound = kernel.exponential(ring, kernel.scale(rest, kernel.quotient(-1, coef)))
        except NO_VALUE:
            continue
        yield kernel.scale(kernel.subtract(dict(form.arguments[0]), bound), 1 if coef > 0 else -1)


def _as_logarithms(ring: kernel.Ring, poly: kernel.Poly) -> Iterator[kernel.Poly]:
    """Yield log(a) - log(b) for a - b >= 0, both products of positive factors with an exponential among them."""
    large = {mono: coef for mono, coef in poly.items() if coef > 0}
    small = {mono: -coef for mono, coef in poly.items() if coef < 0}
    exponential = any(isinstance(atom.form, nodes.Exp) for mono in poly for atom, _ in mono.factors)
    sides = (large, small)
    if exponential and all(len(side) == 1 and sign_of(ring, side) == kernel.POSITIVE for side in sides):
        yield kernel.subtract(*(kernel.call(ring, "log", (side,)) for side in sides))


def _squared(ring: kernel.Ring, poly: kernel.Poly) -> Iterator[kernel.Poly]:
    """Yield a^2 - b^2 for a - b >= 0 with b a sum of nonnegative terms, where a root or an absolute value is in it."""
    small = {mono: -coef for mono, coef in poly.items() if coef < 0}
    large = kernel.add(poly, small)
    rooted = any(isinstance(e, Fraction) or _is_size(atom.form) for mono in poly for atom, e in mono.factors)
    if rooted and small and sign_of(ring, small):
        yield kernel.subtract(*(kernel.raise_to(ring, side, 2) for side in (large, small)))


def _is_size(form: nodes.Form) -> bool:
    return isinstance(form, nodes.Call) and form.name == "Abs"


def _times_denominators(ring: kernel.Ring, poly: kernel.Poly) -> kernel.Poly:
    """Return the polynomial times its denominators, all of which are positive; nothing where one is not known to be."""
    below: nodes.Factors = {}
    for mono in poly:
        for atom, exponent in mono.factors:
            if exponent < 0 and not isinstance(atom.form, nodes.Exp):
                below[atom] = max(below.get(atom, 0), -exponent)
    if any(sign_of(ring, {ring.mono([(atom, 1)]): 1}) != kernel.POSITIVE for atom in below):
        return {}
    parts = ((normalise(ring, merge(mono.factors, below.items())), coef) for mono, coef in poly.items())
    return kernel.add(*(kernel.scale(part, coef) for part, coef in parts))


def bounds_of_signs(ring: kernel.Ring, poly: kernel.Poly) -> Iterator[kernel.Poly]:
    """Yield 1 - y and 1 + y for entries y that are +1 or -1, at all of their places."""
    forms = (form for mono in poly for atom, _ in mono.factors for form in entries_in(atom.form))
    for form in dict.fromkeys(forms):
        if isinstance(form, nodes.Entry) and "sign" in form.tensor.traits:
            places = (i if i.moving is None else ring.fresh(i.dim) for i in form.indices)
            entry = kernel.entry(ring, form.tensor.name, *places)
            yield kernel.subtract(ring.constant(1), entry)
            yield kernel.add(ring.constant(1), entry)
