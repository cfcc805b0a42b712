"""An index as a number: under `sign`, `Abs`, `Min`, `Max` and `Piecewise`, in sums and free, from 0, from 1 or before.

Each row is an identity with the least integer from which it holds. It is written in a sum or at a free index, of an
axis, of an `Idx`, or of any integer; where the range begins too early, the claim is false.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sympy import Abs, Eq, Expr, Idx, IndexedBase, Integer, KroneckerDelta, Max, Min, Piecewise, Sum, Symbol, sign

from benchmarks.grammars.claims import FAR, Claim
from derive import size, tensor

N = size("N")
x, q = tensor("x", N), IndexedBase("q")
n, k = Symbol("n", integer=True), Symbol("k", integer=True)
EVERY = -(10**9)
Weight = Callable[[Any], Expr]
ZERO, ONE = Integer(0), Integer(1)
EQUAL: tuple[tuple[Weight, Weight, int], ...] = (
    (sign, lambda _: ONE, 1),
    (sign, lambda i: 1 - KroneckerDelta(i, 0), 0),
    (Abs, lambda i: i, 0),
    (lambda i: Max(i, 0), lambda i: i, 0),
    (lambda i: Max(i, 1), lambda i: i, 1),
    (lambda i: Min(i, 0), lambda _: ZERO, 0),
    (lambda i: Piecewise((i, i > 0), (0, True)), lambda i: i, 0),
    (lambda i: Piecewise((1, i > 0), (0, True)), lambda _: ONE, 1),
    (lambda i: Piecewise((1, i >= 1), (0, True)), lambda _: ONE, 1),
    (lambda i: Piecewise((1, i > 0), (0, True)), lambda i: Piecewise((1, i >= 0), (0, True)), 1),
    (lambda i: Piecewise((1, Eq(i, 0)), (0, True)), lambda _: ZERO, 1),
    (lambda i: sign(i - 1), lambda _: ONE, 2),
    (lambda i: Abs(i - 1), lambda i: i - 1, 1),
    (lambda i: Max(i, 2), lambda i: i, 2),
    (lambda i: i * sign(i), Abs, EVERY),
    (lambda i: sign(i) ** 2, lambda i: 1 - KroneckerDelta(i, 0), EVERY),
    (lambda i: Abs(i) ** 2, lambda i: i**2, EVERY),
    (lambda i: Min(i, 1) + Max(i, 1), lambda i: i + 1, EVERY),
    (lambda i: Piecewise((1, i > 0), (0, True)), lambda i: Piecewise((1, i >= 1), (0, True)), EVERY),
    (lambda i: 2 * Max(i, 0), lambda i: i + Abs(i), EVERY),
    (lambda i: Piecewise((i, i > 0), (-i, True)), Abs, EVERY),
)
AT_LEAST: tuple[tuple[Weight, Weight, int], ...] = (
    (lambda i: i, lambda _: ZERO, 0),
    (lambda i: i, lambda _: ONE, 1),
    (lambda i: i - 1, lambda _: ZERO, 1),
    (Abs, lambda _: ONE, 1),
    (lambda i: i**3, lambda _: ZERO, 0),
    (Abs, lambda i: i, EVERY),
    (lambda i: i**2, lambda i: i, EVERY),
    (lambda i: i * (i - 1), lambda _: ZERO, EVERY),
    (lambda i: Max(i, 0), lambda i: i, EVERY),
    (lambda i: i**2, lambda i: 2 * i - 1, EVERY),
)
"""The left side is at least the right one, as weights of squares; from the least integer on."""


def place(source: Random, base: Any) -> tuple[Any, int, dict[str, Any]]:
    """Return a free index of a base, the least value it has, and its range."""
    low = source.choice((0, 1, 1, 2))
    part = (Idx("k", (low, N - 1)), low, {"k": (low, N - 1)})
    if base is x:
        return source.choice(((k, 0, {"k": (0, N - 1)}), (Idx("k", N), 0, {"k": (0, N - 1)}), part))
    early = Idx("k", (-1, N)), -1, {"k": (-1, N)}
    return source.choice(((k, EVERY, {"k": FAR}), part, early))


def free(source: Random) -> Claim:
    """Return an identity at a free index."""
    base = source.choice((x, q))
    index, least, span = place(source, base)
    relation, rows = source.choice((("==", EQUAL), ("==", EQUAL), (">=", AT_LEAST)))
    left, right, begins = source.choice(rows)
    entry = base[index] if relation == "==" else base[index] ** 2
    shown: dict[str, Any] = {}
    if source.random() < 0.3:  # noqa: PLR2004 -- three in ten beside a sum over a part, which tells nothing
        low = source.choice((1, 2))
        entry *= Sum(base[n] ** 2, (n, low, N - 1))
        shown = {"k": (low, N - 1)} if span == {"k": FAR} else {}
    fits = begins <= (shown["k"][0] if shown else least)
    sides = (left(index) * entry, right(index) * entry)
    return Claim(*sides, relation=relation, free=span, shown=shown, built=begins <= least, fits=fits)


def summed(source: Random) -> Claim:
    """Return an identity in a sum over a part."""
    base = source.choice((x, q))
    low = source.choice((0, 1, 2) if base is x else (-2, -1, 0, 1, 2))
    high = N - source.choice((1, 2))
    relation, rows = source.choice((("==", EQUAL), ("==", EQUAL), (">=", AT_LEAST)))
    left, right, begins = source.choice(rows)
    entry = base[n] if relation == "==" else base[n] ** 2
    sides = (Sum(side(n) * entry, (n, low, high)) for side in (left, right))
    return Claim(*sides, relation=relation, built=begins <= low)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice((free, summed))(source)
