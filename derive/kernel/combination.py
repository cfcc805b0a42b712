"""Is a polynomial a combination of what is assumed? Every equation is used in all directions, so none hides another.

As rules, two equations can miss what they imply together: with A v = l v and w A = m w, neither l w.v nor m w.v holds
anything that a rule rewrites, and both are w A v. Here each use of an equation at a term gives a polynomial that is
zero; the terms that it brings are rewritten in their turn, and linear algebra tells whether the question is a sum of
such zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from derive.kernel.arithmetic import accumulate, integral, scale, subtract
from derive.kernel.budget import COMBINED, COMBINING
from derive.kernel.match import rewritings
from derive.kernel.nodes import Mono, Poly
from derive.kernel.polynomials import multiply, normalise
from derive.kernel.ring import Ring
from derive.kernel.rule import Rule
from derive.kernel.rules import oriented
from derive.kernel.sums import prenex, sum_over


@dataclass(frozen=True, slots=True)
class Span:
    """Polynomials that are zero, in echelon form: each has a term of its own that stands in no later one."""

    rows: dict[Mono, Poly] = field(default_factory=dict[Mono, Poly])

    def reduced(self, poly: Poly) -> Poly:
        """Return what is left of a polynomial when the rows are subtracted."""
        left = dict(poly)
        for mono, row in self.rows.items():
            if mono in left:
                accumulate(left, row, -integral(Fraction(left[mono]) / row[mono]))
        return left

    def add(self, zero: Poly) -> None:
        """Add a polynomial that is zero."""
        left = self.reduced(zero)
        if left:
            self.rows[next(iter(left))] = left


def is_combination(ring: Ring, poly: Poly) -> bool:
    """Return whether a polynomial is a sum of products of assumed equations, found by rewriting its terms.

    Sound whatever is found: each row is an assumed equation, true at all values of its free indices, times a factor.
    """
    rules = [turned for rule in ring.rules for turned in oriented(ring, rule)]
    if not rules:
        return False
    with ring.without_rules():
        span, waiting, seen, started = Span(), list(poly), set(poly), ring.meter.steps
        for mono in waiting:
            for zero in _zeros(ring, mono, rules):
                if not ring.meter.within(COMBINING, ring.meter.steps - started):
                    return False
                span.add(zero)
                fresh = [other for other in zero if other not in seen]
                waiting += fresh if ring.meter.within(COMBINED, len(waiting) + len(fresh)) else []
                seen.update(fresh)
            if not span.reduced(poly):
                return True
    return False


def _zeros(ring: Ring, mono: Mono, rules: list[Rule]) -> Iterator[Poly]:
    """Yield a term minus what an assumed equation makes of it, for every place where one applies."""
    bound, body = prenex(ring, mono)
    for inner, coef in body.items():
        for rule in rules:
            for left, rest, result in rewritings(ring, rule, bound, dict(inner.factors)):
                image = sum_over(ring, left, multiply(ring, normalise(ring, rest), result))
                others = sum_over(ring, bound, {m: c for m, c in body.items() if m is not inner})
                yield subtract(subtract({mono: 1}, scale(image, coef)), others)
