"""Assumed equations, oriented: the largest product becomes the rest, wherever it stands."""

from __future__ import annotations

from derive.kernel.arithmetic import scale
from derive.kernel.nodes import Atom, Before, Coef, Delta, Factors, Index, Mono, Poly, Sum, quotient
from derive.kernel.polynomials import merge
from derive.kernel.ring import Ring
from derive.kernel.rule import Rule
from derive.kernel.sums import open_sum


def assume_zero(ring: Ring, poly: Poly, statement: str) -> bool:
    """Turn the equation poly = 0 into a rule, valid for all values of its free indices.

    Returns whether a term was found that can be rewritten by the others.
    """
    opened = [(pattern, mono) for mono in poly if (pattern := open_pattern(ring, mono)) is not None]
    opened = [(p, m) for p, m in opened if all(other.free <= m.free for other in poly)]
    if not opened:
        return False
    (bound, factors, sign), lead = max(
        opened, key=lambda item: (_weight(item[0][1]), len(item[0][0]), item[1].level, item[1].shape)
    )
    rest = {mono: coef for mono, coef in poly.items() if mono is not lead}
    result = scale(rest, quotient(-sign, poly[lead]))
    ring.rules.append(Rule(statement, bound, factors, lead.factors, result))
    return True


def _weight(factors: tuple[tuple[Atom, Coef], ...]) -> tuple[int, int]:
    """Return how many factors there are; deltas and orders count least, as y_k y_l should become delta_kl y_k."""
    return sum(not isinstance(atom.form, Delta | Before) for atom, _ in factors), len(factors)


Pattern = tuple[tuple[Index, ...], tuple[tuple[Atom, Coef], ...], int]


def open_pattern(ring: Ring, mono: Mono) -> Pattern | None:
    """Return the monomial with its sums opened: bound indices, factors, sign; None where it cannot be matched."""
    bound: tuple[Index, ...] = ()
    factors: Factors = {}
    sign = 1
    for atom, exponent in mono.factors:
        if not isinstance(exponent, int) or exponent < 0:
            return None
        if not isinstance(atom.form, Sum):
            factors = merge(factors.items(), [(atom, exponent)])
            continue
        for _ in range(exponent):
            fresh, body = open_sum(ring, atom.form)
            if len(body) != 1:
                return None
            ((inner, coef),) = body.items()
            bound, sign = (*bound, *fresh), sign * (1 if coef > 0 else -1)
            factors = merge(factors.items(), inner.factors)
    return (bound, tuple(factors.items()), sign) if factors else None
