"""Why is it nonnegative? A table: each kind of reason has a value made of polynomials, and a sign that it vouches for.

The search builds reasons from this table, and the check of a certificate asks the table again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from derive import kernel
from derive.decide.ground import Ground
from derive.kernel import NONNEGATIVE, POSITIVE, UNKNOWN, nodes
from derive.kernel.known import settled_sign
from derive.kernel.nodes import free_of
from derive.kernel.signs import assumed_sign

Polys = tuple[kernel.Poly, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reason: what it is worth, and the sign that is known of that, both for given polynomials."""

    value: Callable[[Ground, Polys], kernel.Poly]
    sign: Callable[[Ground, Polys], int]


def _itself(_ground: Ground, polys: Polys) -> kernel.Poly:
    """Return p."""
    return polys[0]


def _known(ground: Ground, polys: Polys) -> int:
    """Return what the kernel knows of the sign."""
    return ground.sign(polys[0])


def _assumed(ground: Ground, polys: Polys) -> int:
    """Return the sign that an assumption states, at any values of its indices."""
    return assumed_sign(ground.ring, polys[0])


def _square(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return p^2."""
    return kernel.raise_to(ground.ring, polys[0], 2)


def _real(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative for all real numbers."""
    return NONNEGATIVE if ground.is_real(*polys) else UNKNOWN


def _above_tangent(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return e^p - 1 - p."""
    tangent = kernel.add(ground.ring.constant(1), polys[0])
    return kernel.subtract(kernel.exponential(ground.ring, polys[0]), tangent)


def _below_tangent(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return p - 1 - log p."""
    tangent = kernel.subtract(polys[0], ground.ring.constant(1))
    return kernel.subtract(tangent, kernel.call(ground.ring, "log", (polys[0],)))


def _positive_real(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative where p > 0."""
    return _real(ground, polys) if ground.sign(polys[0]) == POSITIVE else UNKNOWN


def _logarithms(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return log p - log q."""
    left, right = (kernel.call(ground.ring, "log", (poly,)) for poly in polys)
    return kernel.subtract(left, right)


def _ordered_positive(ground: Ground, polys: Polys) -> int:
    """Return the sign of p - q, which is that of log p - log q, where both are positive."""
    if not all(ground.sign(poly) == POSITIVE for poly in polys):
        return UNKNOWN
    return _ordered(ground, polys)


def _exponentials(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return e^p - e^q."""
    left, right = (kernel.exponential(ground.ring, poly) for poly in polys)
    return kernel.subtract(left, right)


def _ordered(ground: Ground, polys: Polys) -> int:
    """Return the sign of p - q, of a square that was multiplied out too; a sum is at least each nonnegative term."""
    gap = kernel.subtract(polys[0], polys[1])
    known = max(ground.sign(gap), settled_sign(ground.ring, gap)) if ground.is_real(*polys) else UNKNOWN
    if known or not polys[1]:
        return known
    rests = (
        kernel.subtract(polys[0], total) for index in free_of(polys[1]) if (total := _total(ground, polys[1], index))
    )
    return NONNEGATIVE if any(not rest or ground.sign(rest) for rest in rests) else UNKNOWN


def _total(ground: Ground, poly: kernel.Poly, index: kernel.Index) -> kernel.Poly:
    """Return the sum of nonnegative terms over an index, and 0 where not all of them are known to be that."""
    again = ground.ring.fresh(index.dim)
    # A fresh index: what is known at one value of the index only must not count for the others.
    terms = kernel.rename(ground.ring, poly, {index: again})
    return kernel.sum_over(ground.ring, [again], terms) if ground.sign(terms) else {}


def _rest_of_sum(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return the sum of p over an index without the term at that index; the index is given as its value."""
    index = index_of(polys[1])
    return {} if index is None else kernel.subtract(_total(ground, polys[0], index), polys[0])


def _nonnegative_terms(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative where all terms are."""
    index = index_of(polys[1])
    return NONNEGATIVE if index is not None and _total(ground, polys[0], index) else UNKNOWN


def index_of(poly: kernel.Poly) -> kernel.Index | None:
    """Return the moving index whose value a polynomial is, or None."""
    if len(poly) != 1:
        return None
    ((mono, coef),) = poly.items()
    if coef != 1 or len(mono.factors) != 1 or mono.factors[0][1] != 1:
        return None
    form = mono.factors[0][0].form
    entry = isinstance(form, nodes.Entry) and form.tensor.name == kernel.INDEX_VALUE
    return form.indices[0] if isinstance(form, nodes.Entry) and entry and form.indices[0].dim is not None else None


def _excess(_ground: Ground, polys: Polys) -> kernel.Poly:
    """Return p - q."""
    return kernel.subtract(polys[0], polys[1])


def _size_and_value(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return |p| - p."""
    return kernel.subtract(kernel.call(ground.ring, "Abs", (polys[0],)), polys[0])


def _is_argument_of(name: str, call: kernel.Poly, argument: kernel.Poly) -> bool:
    if len(call) != 1:
        return False
    ((mono, coef),) = call.items()
    if coef != 1 or len(mono.factors) != 1 or mono.factors[0][1] != 1:
        return False
    form = mono.factors[0][0].form
    named = isinstance(form, nodes.Call) and form.name == name and not any(form.orders)
    return isinstance(form, nodes.Call) and named and any(dict(given) == argument for given in form.arguments)


def _largest(ground: Ground, polys: Polys) -> int:
    """Return that Max(..., q, ...) - q is nonnegative."""
    return _real(ground, polys) if _is_argument_of("Max", *polys) else UNKNOWN


def _smallest(ground: Ground, polys: Polys) -> int:
    """Return that p - Min(..., p, ...) is nonnegative."""
    return _real(ground, polys) if _is_argument_of("Min", polys[1], polys[0]) else UNKNOWN


KINDS: Mapping[str, Kind] = {
    "sign": Kind(_itself, _known),
    "fact": Kind(_itself, _assumed),
    "square": Kind(_square, _real),
    "exp above its tangent": Kind(_above_tangent, _real),
    "log below its tangent": Kind(_below_tangent, _positive_real),
    "log increases": Kind(_logarithms, _ordered_positive),
    "exp increases": Kind(_exponentials, _ordered),
    "sum of nonnegative terms": Kind(_rest_of_sum, _nonnegative_terms),
    "absolute value": Kind(_size_and_value, _real),
    "maximum": Kind(_excess, _largest),
    "minimum": Kind(_excess, _smallest),
}
