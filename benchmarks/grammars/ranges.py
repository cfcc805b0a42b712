"""Sums over parts of an axis: ends such as 1 and N - 2, shifted and fixed entries, free indices beside them."""

from __future__ import annotations

from random import Random
from typing import Any

from sympy import Expr, Idx, IndexedBase, Integer, KroneckerDelta, Max, Piecewise, Sum, Symbol, exp

from benchmarks.grammars.claims import FAR, Claim
from benchmarks.grammars.parts import LETTERS, Body, Part, rewritten, slipped, written
from derive import size, tensor

N = size("N")
x, y = tensor("x", N), tensor("y", N)
A = tensor("A", N, N)
q, h = IndexedBase("q"), IndexedBase("h")
a = Symbol("a", real=True)
j, k = Symbol("j", integer=True), Symbol("k", integer=True)
BODIES: tuple[tuple[Body, int, int], ...] = (
    (lambda n: x[n], 0, 0),
    (lambda n: x[n] * y[n], 0, 0),
    (lambda n: (x[n] - a) ** 2, 0, 0),
    (lambda n: x[n] * x[n + 1], 0, 1),
    (lambda n: (x[n + 1] - x[n]) ** 2, 0, 1),
    (lambda n: x[n - 1] * y[n + 1], 1, 1),
    (lambda n: x[n] * (y[n - 1] + a), 1, 0),
    (lambda n: Integer(1) + a * x[n], 0, 0),
    (lambda n: x[0] * y[n] + x[n] * y[N - 1], 0, 0),
    (lambda n: x[n] * Sum(y[j], (j, 1, N - 1)), 0, 0),
    (lambda n: Sum(A[n, j] * x[j], (j, 0, N - 2)), 0, 0),
    (lambda n: Sum(A[n, j] * A[j, n + 1], (j, 0, N - 1)), 0, 1),
    (lambda n: A[n, n] + A[n - 1, 0], 1, 0),
    (lambda n: Piecewise((x[n], n > 0), (y[0], True)), 0, 0),
    (lambda n: exp(x[n] - y[n]), 0, 0),
)
BARE: tuple[Body, ...] = (
    lambda n: q[n],
    lambda n: q[n] * h[n + 1],
    lambda n: (q[n] - q[n - 1]) ** 2,
    lambda n: q[n] ** 2 + a * h[n - 1],
)
"""Bodies, and how many places they need before and after their index; and bodies without an axis."""
ENDS: tuple[tuple[Any, Any], ...] = (
    *(
        (0, N - 1),
        (1, N),
        (2, N - 1),
        (3, N),
        (-1, N - 2),
        (N + 3, 0),
        (N + 1, N),
        (N, 2 * N),
        (-N, N),
        (N, 3),
        (2 - N, 0),
    ),
)


def part(source: Random) -> Part:
    """Return a sum over a part of an axis that stays within it."""
    if source.random() < 0.2:  # noqa: PLR2004 -- one in five has no axis
        return Part(source.choice(BARE), source.randint(-1, 2), N + source.randint(-2, 1))
    body, before, after = source.choice(BODIES)
    return Part(body, before + source.choice((0, 1, 1, 2)), N - 1 - after - source.choice((0, 0, 1, 2)))


def sums(source: Random) -> Claim:
    """Return two writings of sums over parts, or one and a slip."""
    side = [part(source) for _ in range(source.randint(1, 2))]
    other = rewritten(list(side), source, source.randint(1, 4))
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    if not built:
        other = slipped(other, source)
    return Claim(written(side, source), written(other, source), built=built)


def indices(source: Random) -> tuple[Any, dict[str, Any]]:
    """Return a free index of `x` and its range: declared as a whole or in part, or read off the axis."""
    low = source.choice((0, 1))
    return source.choice(
        (
            (k, {"k": (0, N - 1)}),
            (Idx("k", N), {"k": (0, N - 1)}),
            (Idx("k", (low, N - 1)), {"k": (low, N - 1)}),
        )
    )


def picked(source: Random) -> Claim:
    """Return a sum over a part that picks a free index by a delta: the entry where the part has it, and 0 elsewhere."""
    index, free = indices(source)
    low, cut = source.choice((0, 1, 2)), source.choice((0, 1))
    n = source.choice(LETTERS)
    whole: Expr = Sum(KroneckerDelta(n, index) * x[n] * y[n], (n, low, N - 1 - cut))
    out = [Integer(place) for place in range(low)] + [N - 1 - place for place in range(cut)]
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    if not built and out:
        _ = out.pop(source.randrange(len(out)))
    rest = x[index] * y[index]
    for place in out:
        rest -= KroneckerDelta(index, place) * x[index] * y[index]
    return Claim(whole, rest, free=free, built=built)


def beside(source: Random) -> Claim:
    """Return a claim of sums times an entry at a free index, whose range the sums do not tell."""
    claim = sums(source)
    index, free = indices(source)
    base = source.choice((x, y, q))
    span = free if base is not q or isinstance(index, Idx) else {"k": FAR}
    return Claim(base[index] * claim.lhs, base[index] * claim.rhs, free=span, built=claim.built)


def counted(source: Random) -> Claim:
    """Return how many terms a sum has: none where its range is reversed, which for some is at small sizes only."""
    low, high = source.choice(ENDS)
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    terms = Max(high - low + 1, 0) if built else high - low + source.choice((0, 1, 1, 1))
    return Claim(Sum(a, (source.choice(LETTERS), low, high)), a * terms, built=built)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice((sums, sums, picked, beside, counted))(source)
