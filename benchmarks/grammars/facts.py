"""Facts about a part of an axis, or about all of it, used in sums over parts and at free indices.

Each row says what is assumed, how such entries are drawn, an identity that follows, and on which part it does. It is
claimed on parts inside and outside of that one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from sympy import Abs, Eq, Expr, Ge, Gt, Idx, IndexedBase, Integer, Le, Sum, Symbol

from benchmarks.grammars.claims import FAR, Claim
from benchmarks.grammars.duals import plus, power, times
from benchmarks.grammars.kinds import bits, distribution, negatives, nonnegatives, one_of, ones, positives, signs
from benchmarks.grammars.values import Kind, World
from derive import binary, nonnegative, one_hot, positive, simplex, size, tensor
from derive import sign as signs_of

N = size("N")
x, y, t = tensor("x", N), tensor("y", N), tensor("t", N)
h, b = IndexedBase("h"), Symbol("b", real=True)
n, m, k = (Symbol(name, integer=True) for name in "nmk")
ONE, ZERO = Integer(1), Integer(0)
Weight = Callable[[Any], Expr]
Span = tuple[Any, Any]
WHOLE: Span = (0, N - 1)


@dataclass(frozen=True)
class Given:
    """What is assumed, the draws that meet it, and the ranges of the indices in it."""

    facts: tuple[Any, ...]
    kinds: Mapping[str, Kind]
    among: Mapping[str, Span] = field(default_factory=dict)

    def claim(self, sides: Sequence[Any], relation: str, free: Mapping[str, Span], *, built: bool) -> Claim:
        """Return a claim under these assumptions."""
        left, right = sides
        return Claim(
            left, right, relation, facts=self.facts, kinds=self.kinds, free=free, among=self.among, built=built
        )


def on(part: Span, relation: Callable[[Any], Any], row: Any) -> Given:
    """Return a relation for the entries of `y` on a part, by an `Idx`."""
    index = Idx("d", part)
    return Given((relation(y[index]),), {"y": Kind(row, *part)}, {"d": part})


SQUARE = (lambda i: y[i] ** 2, lambda _: ONE, "==")
CUBE = (lambda i: y[i] ** 3, lambda i: y[i], "==")
ITSELF = (lambda i: y[i] ** 2, lambda i: y[i], "==")
SIZE = (lambda i: Abs(y[i]), lambda i: y[i], "==")
OTHER = (lambda i: Abs(y[i]), lambda i: -y[i], "==")
FIXED = (lambda i: y[i], lambda _: ONE, "==")
AT_LEAST = (lambda i: y[i], lambda _: ZERO, ">=")
AT_MOST = (lambda i: y[i], lambda _: ONE, "<=")
RELATIONS: tuple[tuple[Callable[[Any], Any], Any, tuple[Any, ...]], ...] = (
    (lambda v: Eq(v**2, 1), signs, (SQUARE, CUBE)),
    (lambda v: Eq(v**2, v), bits, (ITSELF, CUBE, SIZE, AT_LEAST, AT_MOST)),
    (lambda v: Eq(v, 1), ones, (FIXED, SQUARE, CUBE, SIZE)),
    (lambda v: Gt(v, 0), positives, (SIZE, AT_LEAST)),
    (lambda v: Ge(v, 0), nonnegatives, (SIZE, AT_LEAST)),
    (lambda v: Le(v, 0), lambda s, c: [-v for v in nonnegatives(s, c)], (OTHER,)),
    (lambda v: Eq(Abs(v), -v), negatives, (OTHER,)),
)
FACTS: tuple[tuple[Any, Any, tuple[Any, ...]], ...] = (
    (signs_of(y), signs, (SQUARE, CUBE)),
    (binary(y), bits, (ITSELF, SIZE, AT_LEAST, AT_MOST)),
    (positive(y), positives, (SIZE, AT_LEAST)),
    (nonnegative(y), nonnegatives, (SIZE, AT_LEAST)),
    (one_hot(y), one_of, (ITSELF, CUBE, AT_MOST)),
    (simplex(y), distribution, (SIZE, AT_LEAST, AT_MOST)),
)


def span(source: Random) -> Span:
    """Return a part of the axis."""
    return source.choice((0, 1, 1, 2)), N - source.choice((1, 1, 2))


def inside(part: Span, other: Span) -> bool:
    """Return whether a part lies in another at every size."""
    return part[0] >= other[0] and (part[1] - other[1]).is_nonpositive


def given(source: Random) -> tuple[Given, Span, tuple[Any, ...]]:
    """Return what is assumed, on which part it holds, and what follows there."""
    if source.random() < 0.3:  # noqa: PLR2004 -- three in ten are facts about the whole axis
        fact, row, rows = source.choice(FACTS)
        return Given((fact,), {"y": Kind(row)}), WHOLE, rows
    relation, row, rows = source.choice(RELATIONS)
    part = source.choice((span(source), span(source), WHOLE))
    return on(part, relation, row), part, rows


def entries(source: Random) -> Claim:
    """Return what follows for entries, in a sum or at a free index."""
    assumed, part, rows = given(source)
    left, right, relation = source.choice(rows)
    weight: Weight = (lambda i: x[i]) if relation == "==" else (lambda i: x[i] ** 2)
    claimed = source.choice((part, span(source), span(source)))
    built = inside(claimed, part)
    if source.random() < 0.5:  # noqa: PLR2004 -- half of them in a sum
        sides = [Sum(side(n) * weight(n), (n, *claimed)) for side in (left, right)]
        return assumed.claim(sides, relation, {}, built=built)
    index, claimed = source.choice(((Idx("k", claimed), claimed), (k, WHOLE)))
    sides = [side(index) * weight(index) for side in (left, right)]
    return assumed.claim(sides, relation, {"k": claimed}, built=inside(claimed, part))


def totals(source: Random) -> Claim:
    """Return what a distribution or a one-hot tensor adds up to, over a part or over all of its axis."""
    part = source.choice((WHOLE, span(source), span(source)))
    claimed = source.choice((part, WHOLE, span(source)))
    fact, row = source.choice(((simplex(t), distribution), (one_hot(t), one_of)))
    if source.random() < 0.5:  # noqa: PLR2004 -- half of them by an equation for the sum of a part
        assumed = Given((Eq(Sum(t[m], (m, *part)), 1),), {"t": Kind(row, *part)})
    else:
        part, assumed = WHOLE, Given((fact,), {"t": Kind(row)})
    total = Sum(t[n], (n, *claimed))
    left, right = source.choice(
        ((total, ONE), (t[0] + total, 1 + t[0]), (x[0] * total, x[0]), (total**2, ONE), (t[0] + total - t[0], ONE))
    )
    return Claim(left, right, facts=assumed.facts, kinds=assumed.kinds, built=claimed == part)


def powers(world: World, at: tuple[int, ...]) -> Any:
    """Return c b^n, the solution of h[n + 1] = b h[n]."""
    return times(world.entry("c", None, ()), power(world.entry("b", None, ()), at[0]))


def line(world: World, at: tuple[int, ...]) -> Any:
    """Return c + n b, the solution of h[n + 1] = h[n] + b."""
    return plus(world.entry("c", None, ()), times(Fraction(at[0]), world.entry("b", None, ())))


def same(world: World, _at: tuple[int, ...]) -> Any:
    """Return b, whatever the place."""
    return world.entry("b", None, ())


Jump = Callable[[Any, int], Expr]
LAWS: tuple[tuple[Any, Any, Jump, Callable[[Any], Any]], ...] = (
    (Eq(h[m + 1], b * h[m]), powers, lambda at, by: b**by * h[at], lambda total: b * total),
    (Eq(h[m + 1], h[m] + b), line, lambda at, by: h[at] + by * b, lambda total: total + N * b),
    (Eq(h[m], b), same, lambda _, __: b, lambda total: total),
    (Eq(h[m] - h[m - 1], b), line, lambda at, by: h[at] + by * b, lambda total: total + N * b),
)
"""A law for entries of any place, what solves it, an entry some places on, and a sum one place on."""


def shifted(source: Random) -> Claim:
    """Return what a law that ties neighbours says of an entry some places on, or of a sum one place on."""
    law, formula, jump, moved = source.choice(LAWS)
    built = source.random() < 0.6  # noqa: PLR2004 -- more true ones: these are the ones that were refuted
    kinds = {"h": Kind(formula=formula), "b": Kind(positives)}
    wrong = 0 if built else source.choice((-1, 1))
    start = source.choice((-1, 0, 1))
    if source.random() < 0.4:  # noqa: PLR2004 -- four in ten are sums
        lhs = Sum(h[n], (n, start + 1 + wrong, N + start + wrong))
        rhs = moved(Sum(h[n], (n, start, N + start - 1)))
        return Claim(lhs, rhs, facts=(law,), kinds=kinds, among={"m": FAR}, built=built)
    by = source.choice((-1, 1, 2))
    at = source.choice((k, k + 1, 2 * k))
    sides = h[at + by] ** 2 * x[0], jump(at, by + wrong) ** 2 * x[0]
    return Claim(*sides, facts=(law,), kinds=kinds, free={"k": (-1, 3)}, among={"m": FAR}, built=built)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice((entries, entries, totals, shifted))(source)
