"""Axes and indices declared beside a claim: `ranges={q: (1, N)}` for a base that has no shape and counts from 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from sympy import Derivative, Expr, IndexedBase, Integer, KroneckerDelta, Piecewise, Sum, Symbol

from benchmarks.grammars.claims import FAR, Claim, Span
from benchmarks.grammars.integers import AT_LEAST, EQUAL
from benchmarks.grammars.kinds import distribution, nonnegatives, one_of
from benchmarks.grammars.parts import Body, Part, rewritten, slipped, written
from benchmarks.grammars.values import Kind
from derive import nonnegative, one_hot, simplex, size

N, K = size("N"), size("K")
q, h, Q = IndexedBase("q"), IndexedBase("h"), IndexedBase("Q")
n, m, k = (Symbol(name, integer=True) for name in "nmk")
ONE = Integer(1)
AXES: tuple[Span, ...] = ((1, N), (1, N), (0, N), (-1, N), (2, N), (1, N - 1))
FILLED = AXES[:4]
"""These have a place at every size, without which nothing adds up to 1."""
BODIES: tuple[tuple[Body, int, int], ...] = (
    (lambda i: q[i], 0, 0),
    (lambda i: q[i] * h[i], 0, 0),
    (lambda i: (q[i + 1] - q[i]) ** 2, 0, 1),
    (lambda i: q[i - 1] * h[i], 1, 0),
    (lambda i: q[i] * i, 0, 0),
)


def within(source: Random, axis: Span, before: int = 0, after: int = 0) -> Span:
    """Return a part of an axis that leaves some places at both ends."""
    return axis[0] + before + source.choice((0, 0, 1)), axis[1] - after - source.choice((0, 0, 1))


def of(claim: Claim, axis: Span) -> Claim:
    """Return a claim whose tensors have that axis."""
    return replace(claim, ranges={base: axis for base in (q, h) if claim.lhs.has(base) or claim.rhs.has(base)})


def sums(source: Random) -> Claim:
    """Return two writings of a sum over a part of the axis, or one and a slip that may leave it."""
    axis = source.choice(AXES)
    body, before, after = source.choice(BODIES)
    side = [Part(body, *within(source, axis, before, after))]
    other = rewritten(side, source, source.randint(1, 3))
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    if not built:
        other = slipped(other, source)
    return of(Claim(written(side, source), written(other, source), built=built), axis)


def numbered(source: Random) -> Claim:
    """Return an identity of a free index as a number: the axis says which numbers it has, or the index itself."""
    axis = source.choice(AXES)
    relation, rows = source.choice((("==", EQUAL), (">=", AT_LEAST)))
    left, right, begins = source.choice(rows)
    entry: Expr = q[k] if relation == "==" else q[k] ** 2
    declared = {source.choice((q, k)): axis}
    return Claim(
        left(k) * entry,
        right(k) * entry,
        relation=relation,
        free={"k": axis},
        built=begins <= axis[0],
        ranges=declared,
    )


def bare(source: Random) -> Claim:
    """Return an identity of an index that is declared in another claim, and any integer in this one."""
    claim = numbered(source)
    return Claim(claim.lhs, claim.rhs, claim.relation, free={"k": FAR}, built=False)


def totals(source: Random) -> Claim:
    """Return what entries add up to, over the axis or a part of it."""
    axis = source.choice(FILLED)
    claimed = source.choice((axis, within(source, axis)))
    fact, row = source.choice(((simplex(q), distribution), (one_hot(q), one_of)))
    total = Sum(q[n], (n, *claimed))
    forms: tuple[tuple[Any, str, Any, bool], ...] = (
        (total, "==", ONE, claimed == axis),
        (total * h[k], "==", h[k], claimed == axis),
        (total, "<=", ONE, True),
        (total, ">=", ONE, claimed == axis),
        (Sum(q[n] ** 2, (n, *claimed)), "<=", total, True),
    )
    left, relation, right, built = source.choice(forms)
    free = {"k": axis} if left.has(h) else {}
    return of(Claim(left, right, relation, facts=(fact,), kinds={"q": Kind(row)}, free=free, built=built), axis)


def slopes(source: Random) -> Claim:
    """Return a claim about a slope at a place of the axis."""
    axis = source.choice(AXES)
    low, high = within(source, axis)
    forms: tuple[tuple[Body, Body], ...] = (
        (lambda i: q[i] ** 2, lambda i: 2 * q[i]),
        (lambda i: q[i] * h[i], lambda i: h[i]),
        (lambda i: q[i] ** 3 * h[i], lambda i: 3 * q[i] ** 2 * h[i]),
    )
    body, by = source.choice(forms)
    inside = Piecewise((by(k), (k >= low) & (k <= high)), (0, True))
    rest, built = source.choice(((inside, True), (by(k), (low, high) == axis)))
    return of(Claim(Derivative(Sum(body(n), (n, low, high)), q[k]), rest, free={"k": axis}, built=built), axis)


def tables(source: Random) -> Claim:
    """Return claims of two axes, each with its own range."""
    axes: tuple[Span, Span] = ((1, N), source.choice(((1, K), (0, K))))
    rows, columns = within(source, axes[0]), within(source, axes[1])
    total = Sum(Q[n, m], (n, *rows), (m, *columns))
    forms: tuple[tuple[Any, str, Any, bool], ...] = (
        (Sum(Q[k, m], (m, *columns)), "==", ONE, columns == axes[1]),
        (total, "==", rows[1] - rows[0] + 1, columns == axes[1]),
        (Sum(Q[k, m], (m, *columns)), "<=", ONE, True),
        (Sum(KroneckerDelta(n, k) * Q[n, m], (n, *rows), (m, *axes[1])), "==", ONE, rows == axes[0]),
    )
    left, relation, right, built = source.choice(forms)
    free = {"k": axes[0]} if left.has(k) else {}
    given: dict[str, Any] = {"facts": (simplex(Q),), "kinds": {"Q": Kind(distribution)}, "sizes": ("N", "K")}
    return Claim(left, right, relation, free=free, built=built, ranges={Q: axes}, **given)


def signs(source: Random) -> Claim:
    """Return what follows from entries that are not negative on their axis."""
    axis = source.choice(AXES)
    claimed = within(source, axis)
    forms: tuple[tuple[Any, str, Any, bool], ...] = (
        (Sum(q[n] * h[n] ** 2, (n, *claimed)), ">=", Integer(0), True),
        (Sum(q[n], (n, *claimed)), "<=", Sum(q[n], (n, *axis)), True),
        (Sum(q[n], (n, *axis)), "<=", Sum(q[n], (n, *claimed)), claimed == axis),
        (q[k], ">", Integer(0), False),
    )
    left, relation, right, built = source.choice(forms)
    free = {"k": axis} if left.has(k) else {}
    given: dict[str, Any] = {"facts": (nonnegative(q),), "kinds": {"q": Kind(nonnegatives)}, "seeds": 4}
    return of(Claim(left, right, relation, free=free, built=built, **given), axis)


DRAWS: tuple[Callable[[Random], Claim], ...] = (sums, numbered, bare, totals, slopes, tables, signs)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice(DRAWS)(source)
