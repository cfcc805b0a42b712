"""Assumed equations, oriented: the largest product becomes the rest, wherever it stands."""

from __future__ import annotations

from derive.kernel.arithmetic import scale, subtract
from derive.kernel.nodes import Atom, Before, Coef, Delta, Factors, Index, Mono, Poly, Sum, quotient
from derive.kernel.polynomials import merge
from derive.kernel.ring import Ring
from derive.kernel.rule import Rule
from derive.kernel.sums import open_sum

Pattern = tuple[tuple[Index, ...], tuple[tuple[Atom, Coef], ...], int]


def assume_zero(ring: Ring, poly: Poly, statement: str) -> bool:
    """Turn the equation poly = 0 into a rule, valid for all values of its free indices.

    Returns whether a term was found that can be rewritten by the others.
    """
    opened = _patterns(ring, poly)
    if not opened:
        return False
    pattern, lead = max(opened, key=lambda item: (_weight(item[0][1]), len(item[0][0]), item[1].level, item[1].shape))
    ring.rules.append(_rule(statement, poly, pattern, lead))
    return True


def oriented(ring: Ring, rule: Rule) -> list[Rule]:
    """Return the equation behind a rule as rules that each rewrite another of its terms."""
    poly = subtract({ring.mono(rule.closed): 1}, rule.result)
    return [_rule(rule.statement, poly, pattern, lead) for pattern, lead in _patterns(ring, poly)]


def _patterns(ring: Ring, poly: Poly) -> list[tuple[Pattern, Mono]]:
    """Return the terms that the others can take the place of: they can be matched, and tell all free indices."""
    opened = [(pattern, mono) for mono in poly if (pattern := open_pattern(ring, mono)) is not None]
    return [(pattern, mono) for pattern, mono in opened if all(other.free <= mono.free for other in poly)]


def _rule(statement: str, poly: Poly, pattern: Pattern, lead: Mono) -> Rule:
    bound, factors, sign = pattern
    rest = {mono: coef for mono, coef in poly.items() if mono is not lead}
    return Rule(statement, bound, factors, lead.factors, scale(rest, quotient(-sign, poly[lead])))


def _weight(factors: tuple[tuple[Atom, Coef], ...]) -> tuple[int, int]:
    """Return how many factors there are; deltas and orders count least, as y_k y_l should become delta_kl y_k."""
    return sum(not isinstance(atom.form, Delta | Before) for atom, _ in factors), len(factors)


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
