"""Why is it nonnegative? A table: each kind of reason has a value made of polynomials, and a sign that it vouches for.

The search builds reasons from this table, and the check of a certificate asks the table again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from derive import kernel
from derive.decide.bounds import ABOVE, BOUNDS, Bound
from derive.decide.ground import Ground
from derive.functions import BY_NAME, FUNCTIONS, Function
from derive.kernel import NONNEGATIVE, POSITIVE, UNKNOWN, nodes
from derive.kernel.known import settled_sign
from derive.kernel.nodes import free_of
from derive.kernel.products import open_product
from derive.kernel.signs import assumed_sign
from derive.kernel.sums import open_sum

Polys = tuple[kernel.Poly, ...]
INCREASING = "increasing"
VERBS = {INCREASING: "increases", "decreasing": "decreases"}
REQUIRED = {"positive": POSITIVE, "nonnegative": NONNEGATIVE, "nonzero": POSITIVE}
"""The sign that is enough for each need of a function."""
MONOTONE = tuple(row for row in FUNCTIONS if row.monotone and row.definition is None)
"""The functions that stay what they are, and increase or decrease; of the others, their definition tells."""
RANGES = {
    row.name: tuple(None if end is None else kernel.compiled(end) for end in (row.range.low, row.range.high))
    for row in FUNCTIONS
    if row.definition is None
}
"""Where the ranges of functions that stay what they are begin and end."""


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


def _bound(bound: Bound) -> Kind:
    """Return that a function lies above or below of something, where that is so."""
    rule = kernel.compiled(bound.tree)
    where = [(NONNEGATIVE, kernel.compiled(tree)) for tree in bound.where]
    needs = [*where, *((REQUIRED[kind], kernel.compiled(tree)) for kind, tree in bound.row.domain)]

    def value(ground: Ground, polys: Polys) -> kernel.Poly:
        """Return the larger one minus the smaller one."""
        gap = kernel.subtract(kernel.call(ground.ring, bound.function, polys), rule(ground.ring, polys))
        return gap if bound.side == ABOVE else kernel.scale(gap, -1)

    def sign(ground: Ground, polys: Polys) -> int:
        """Return that it is nonnegative."""
        holds = all(ground.sign(need(ground.ring, polys)) >= least for least, need in needs)
        return NONNEGATIVE if holds and ground.is_real(*polys) else UNKNOWN

    value.__doc__ = f"Return {bound.difference('p')}."
    sign.__doc__ = f"Return that it is nonnegative where {bound.conditions('p') or 'it has a value'}."
    return Kind(value, sign)


def _power(ground: Ground, base: kernel.Poly, exponent: kernel.Poly) -> kernel.Poly:
    names = (name for mono in exponent for name in mono.tensors)
    whole = all("integer" in ground.ring.traits.get(name, frozenset()) for name in names)
    return kernel.symbolic_power(ground.ring, base, exponent, whole=whole)


def _above_bernoulli(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return p^q - 1 - q (p - 1)."""
    one = ground.ring.constant(1)
    line = kernel.multiply(ground.ring, polys[1], kernel.subtract(polys[0], one))
    return kernel.subtract(kernel.subtract(_power(ground, *polys), one), line)


def _at_least_first_power(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative where p >= 0 and q >= 1."""
    more = kernel.subtract(polys[1], ground.ring.constant(1))
    return _real(ground, polys) if ground.sign(polys[0]) and ground.sign(more) else UNKNOWN


def _power_and_tangent(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return p^r - q^r - r q^(r - 1) (p - q), and its opposite for 0 < r < 1."""
    ring, (at, touching, exponent) = ground.ring, polys
    r = exponent.get(ring.one, 0)
    powers = [kernel.raise_to(ring, at, r), kernel.scale(kernel.raise_to(ring, touching, r), r - 1)]
    slope = kernel.scale(kernel.multiply(ring, at, kernel.raise_to(ring, touching, r - 1)), -r)
    return kernel.scale(kernel.add(*powers, slope), 1 if r * (r - 1) > 0 else -1)


def _is_convex(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative for p, q > 0, for p, q >= 0 where r > 1, and for all p and q where r is even."""
    at, touching, exponent = polys
    r = exponent.get(ground.ring.one, 0)
    if exponent.keys() != {ground.ring.one} or r in {0, 1}:
        return UNKNOWN
    even = isinstance(r, int) and r > 0 and r % 2 == 0
    least = UNKNOWN if even else NONNEGATIVE if r > 1 else POSITIVE
    return _real(ground, polys) if min(ground.sign(at), ground.sign(touching)) >= least else UNKNOWN


def _between_powers(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return p^r - q^r."""
    large, small, exponent = polys
    return kernel.subtract(_power(ground, large, exponent), _power(ground, small, exponent))


def _ordered_bases(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative where p >= q >= 0 and r >= 0."""
    large, small, exponent = polys
    if not (ground.sign(small) and ground.sign(exponent) and ground.is_real(*polys)):
        return UNKNOWN
    return min(NONNEGATIVE, _ordered(ground, polys[:2]) or _by_tangent(ground, kernel.subtract(large, small)))


def _below_chord(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return (r - p) e^q + (p - q) e^r - (r - q) e^p."""
    at, low, high = polys
    gaps = ((high, at, low), (at, low, high), (low, high, at))
    parts = (
        kernel.multiply(ground.ring, kernel.subtract(one, other), kernel.exponential(ground.ring, power))
        for one, other, power in gaps
    )
    return kernel.add(*parts)


def _between(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative where q <= p <= r, as exp is convex."""
    at, low, high = polys
    ordered = ground.sign(kernel.subtract(at, low)) and ground.sign(kernel.subtract(high, at))
    return _real(ground, polys) if ordered else UNKNOWN


def _ordered(ground: Ground, polys: Polys) -> int:
    """Return the sign of p - q, of a square that was multiplied out too; a sum is at least each nonnegative term."""
    gap = kernel.subtract(polys[0], polys[1])
    known = max(ground.sign(gap), settled_sign(ground.ring, gap)) if ground.is_real(*polys) else UNKNOWN
    known = known or _sign_of_exponentials(ground, gap)
    if known or not polys[1]:
        return known
    rests = (
        kernel.subtract(polys[0], total) for index in free_of(polys[1]) if (total := _total(ground, polys[1], index))
    )
    return NONNEGATIVE if any(not rest or ground.sign(rest) for rest in rests) else UNKNOWN


def _sign_of_exponentials(ground: Ground, gap: kernel.Poly) -> int:
    """Return the sign of c (e^p - e^q), with c > 0, by that of p - q."""
    powers = [(coef, _exponent_of(mono)) for mono, coef in sorted(gap.items(), key=lambda term: -term[1])]
    if sum(gap.values()) or [power is None for _, power in powers] != [False, False]:
        return UNKNOWN
    return ground.sign(kernel.subtract(powers[0][1] or {}, powers[1][1] or {}))


def _by_tangent(ground: Ground, gap: kernel.Poly) -> int:
    """Return the sign of c e^p + r, with c > 0, by that of c (1 + p) + r."""
    for mono, coef in gap.items():
        power = _exponent_of(mono)
        if power and coef > 0:
            tangent = kernel.scale(kernel.add(ground.ring.constant(1), power), coef)
            rest = kernel.add(kernel.subtract(gap, {mono: coef}), tangent)
            return NONNEGATIVE if not rest or ground.sign(rest) else UNKNOWN
    return UNKNOWN


def _exponent_of(mono: kernel.Mono) -> kernel.Poly | None:
    """Return p for e^p, and 0 for 1."""
    forms = [(atom.form, exponent) for atom, exponent in mono.factors]
    if not all(isinstance(form, nodes.Exp) for form, _ in forms):
        return None
    return kernel.add(*({form.power: exponent} for form, exponent in forms if isinstance(form, nodes.Exp)))


def _total(ground: Ground, poly: kernel.Poly, index: kernel.Index) -> kernel.Poly:
    """Return the sum of nonnegative terms over an index, and 0 where not all of them are known to be that."""
    again = ground.ring.fresh(index.dim)
    # A fresh index: what is known at one value of the index only must not count for the others.
    terms = kernel.rename(ground.ring, poly, {index: again})
    known = ground.sign(terms) or settled_sign(ground.ring, terms)
    return kernel.sum_over(ground.ring, [again], terms) if known else {}


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


def _triangle(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return |p| + |q| - |p + q|, of any number of terms."""
    sizes = [kernel.call(ground.ring, "Abs", (poly,)) for poly in (*polys, kernel.add(*polys))]
    return kernel.subtract(kernel.add(*sizes[:-1]), sizes[-1])


def _mean_of_exponentials(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return r e^p + (1 - r) e^q - e^(r p + (1 - r) q)."""
    ring, (one, other, weight) = ground.ring, polys
    shares = weight, kernel.subtract(ring.constant(1), weight)
    parts = [kernel.multiply(ring, share, kernel.exponential(ring, p)) for share, p in zip(shares, polys, strict=False)]
    mean = kernel.add(*(kernel.multiply(ring, share, p) for share, p in zip(shares, (one, other), strict=True)))
    return kernel.subtract(kernel.add(*parts), kernel.exponential(ring, mean))


def _is_share(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative where 0 <= r <= 1, as exp is convex."""
    rest = kernel.subtract(ground.ring.constant(1), polys[2])
    return _real(ground, polys) if ground.sign(polys[2]) and (not rest or ground.sign(rest)) else UNKNOWN


def factors_of(ring: kernel.Ring, poly: kernel.Poly) -> tuple[kernel.Index, kernel.Poly] | None:
    """Return the index and the factor of a product over one index, also of e^(sum of logarithms); else None."""
    forms = [atom.form for mono in poly for atom, exponent in mono.factors if exponent == 1]
    form = forms[0] if len(forms) == 1 and list(poly.values()) == [1] else None
    if isinstance(form, nodes.Product):
        bound, body = open_product(ring, form)
        return (bound[0], body) if len(bound) == 1 else None
    inner = form.power.factors if isinstance(form, nodes.Exp) else ()
    total = inner[0][0].form if len(inner) == 1 and inner[0][1] == 1 else None
    if not isinstance(total, nodes.Sum) or len(total.bound) != 1:
        return None
    bound, body = open_sum(ring, total)
    log = _call_of(body)
    return (bound[0], dict(log.arguments[0])) if log is not None and log.name == "log" else None


def _product_and_sum(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return p - 1 - the sum of q - 1, where p is the product of q over an index."""
    found = factors_of(ground.ring, polys[0])
    if found is None:
        return {}
    one = ground.ring.constant(1)
    total = kernel.sum_over(ground.ring, [found[0]], kernel.subtract(found[1], one))
    return kernel.subtract(kernel.subtract(polys[0], one), total)


def _on_one_side(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative where all q are at least 1, and where all lie between 0 and 1."""
    found = factors_of(ground.ring, polys[0])
    if found is None:
        return UNKNOWN
    gap = kernel.subtract(found[1], ground.ring.constant(1))
    below = ground.sign(found[1]) and ground.sign(kernel.scale(gap, -1))
    return _real(ground, polys) if ground.sign(gap) or below else UNKNOWN


def _arithmetic_and_geometric(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return r p + s q - p^r q^s, of any number of terms with their weights."""
    ring, geometric, arithmetic = ground.ring, ground.ring.constant(1), dict[kernel.Mono, kernel.Coef]()
    for poly, weight in zip(polys[::2], polys[1::2], strict=True):
        geometric = kernel.multiply(ring, geometric, kernel.raise_to(ring, poly, weight.get(ring.one, 0)))
        arithmetic = kernel.add(arithmetic, kernel.multiply(ring, weight, poly))
    return kernel.subtract(arithmetic, geometric)


def _weights(ground: Ground, polys: Polys) -> int:
    """Return that it is nonnegative where p and q are, and r and s are positive numbers that sum to 1."""
    one = ground.ring.constant(1)
    numbers = all(weight.keys() == one.keys() and weight[ground.ring.one] > 0 for weight in polys[1::2])
    known = numbers and kernel.add(*polys[1::2]) == one and all(ground.sign(poly) for poly in polys[::2])
    return _real(ground, polys) if known else UNKNOWN


def _call_of(poly: kernel.Poly) -> nodes.Call | None:
    """Return the function that a polynomial is the value of, or None."""
    if len(poly) != 1:
        return None
    ((mono, coef),) = poly.items()
    if coef != 1 or len(mono.factors) != 1 or mono.factors[0][1] != 1:
        return None
    form = mono.factors[0][0].form
    return form if isinstance(form, nodes.Call) and not any(form.orders) else None


def _is_argument_of(name: str, call: kernel.Poly, argument: kernel.Poly) -> bool:
    form = _call_of(call)
    return form is not None and form.name == name and any(dict(given) == argument for given in form.arguments)


def _largest(ground: Ground, polys: Polys) -> int:
    """Return that Max(..., q, ...) - q is nonnegative."""
    return _real(ground, polys) if _is_argument_of("Max", *polys) else UNKNOWN


def _smallest(ground: Ground, polys: Polys) -> int:
    """Return that p - Min(..., p, ...) is nonnegative."""
    return _real(ground, polys) if _is_argument_of("Min", polys[1], polys[0]) else UNKNOWN


def _above_least(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return f(p) - c, where c is where the range of f begins."""
    rule = _end_of_range(polys, 0)
    return kernel.subtract(polys[0], rule(ground.ring, ())) if rule is not None else {}


def _below_largest(ground: Ground, polys: Polys) -> kernel.Poly:
    """Return c - f(p), where c is where the range of f ends."""
    rule = _end_of_range(polys, 1)
    return kernel.subtract(rule(ground.ring, ()), polys[0]) if rule is not None else {}


def _end_of_range(polys: Polys, which: int) -> kernel.Rule | None:
    form = _call_of(polys[0])
    return RANGES[form.name][which] if form is not None and form.name in RANGES else None


def _in_range(ground: Ground, polys: Polys) -> int:
    """Return what the range of f says, for real numbers."""
    form = _call_of(polys[0])
    if form is None or form.name not in RANGES or len(form.arguments) > 1 or not ground.is_real(*polys):
        return UNKNOWN
    return NONNEGATIVE if BY_NAME[form.name].range.closed else POSITIVE


def _monotone(row: Function) -> Kind:
    """Return what the order of two numbers says of a function that increases or decreases wherever it has a value."""
    needs = [(REQUIRED[kind], kernel.compiled(tree)) for kind, tree in row.domain]

    def value(ground: Ground, polys: Polys) -> kernel.Poly:
        """Return the larger value minus the smaller one."""
        large, small = (kernel.call(ground.ring, row.name, (poly,)) for poly in polys)
        return kernel.subtract(large, small) if row.monotone == INCREASING else kernel.subtract(small, large)

    def sign(ground: Ground, polys: Polys) -> int:
        """Return the sign of p - q, where the function has a value at both."""
        has_values = all(ground.sign(rule(ground.ring, (p,))) >= least for least, rule in needs for p in polys)
        return _ordered(ground, polys) if has_values else UNKNOWN

    value.__doc__ = "Return " + order_of(row).format("p", "q") + "."
    return Kind(value, sign)


def order_of(row: Function) -> str:
    """Return how the order of two values is written.

    >>> order_of(BY_NAME["log"])
    'log({0}) - log({1})'
    """
    first, second = (0, 1) if row.monotone == INCREASING else (1, 0)
    return f"{row.name}({{{first}}}) - {row.name}({{{second}}})"


KINDS: Mapping[str, Kind] = {
    "sign": Kind(_itself, _known),
    "fact": Kind(_itself, _assumed),
    "square": Kind(_square, _real),
    **{bound.name: _bound(bound) for bound in BOUNDS},
    "exp below its chord": Kind(_below_chord, _between),
    "mean of exponentials": Kind(_mean_of_exponentials, _is_share),
    "means": Kind(_arithmetic_and_geometric, _weights),
    "Bernoulli": Kind(_above_bernoulli, _at_least_first_power),
    "power and its tangent": Kind(_power_and_tangent, _is_convex),
    "Weierstrass": Kind(_product_and_sum, _on_one_side),
    "powers increase": Kind(_between_powers, _ordered_bases),
    **{f"{row.name} {VERBS[row.monotone]}": _monotone(row) for row in MONOTONE},
    "sum of nonnegative terms": Kind(_rest_of_sum, _nonnegative_terms),
    "absolute value": Kind(_size_and_value, _real),
    "triangle": Kind(_triangle, _real),
    "maximum": Kind(_excess, _largest),
    "minimum": Kind(_excess, _smallest),
    "end of a range": Kind(_below_largest, _in_range),
    "beginning of a range": Kind(_above_least, _in_range),
}
