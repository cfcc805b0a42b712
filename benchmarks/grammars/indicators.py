"""Indicators: tests, `Max`, `Min`, `Abs`, `sign`, `Heaviside`; in sums, in slopes, beside signs and bits.

A row is two writings of a function of one or two numbers. What is put in is a symbol, an entry, or a linear form; a
false claim has a slip, or lacks the fact that the row needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from sympy import (
    Abs,
    And,
    Derivative,
    Eq,
    Expr,
    Ge,
    Gt,
    Heaviside,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Ne,
    Or,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    sign,
)

from benchmarks.grammars.claims import Claim, Span
from benchmarks.grammars.kinds import bits, one_of, signs
from benchmarks.grammars.slips import altered
from benchmarks.grammars.values import Kind
from derive import binary, one_hot, size, tensor
from derive import sign as signs_of

N = size("N")
x, y, b, t, w, g = (tensor(name, N) for name in "xybtwg")
s, c = Symbol("s", real=True), Symbol("c", real=True)
n, k = Symbol("n", integer=True), Symbol("k", integer=True)
HALF, ONE, ZERO = Rational(1, 2), Integer(1), Integer(0)
SEEDS = 8
Form = Callable[[Any, Any], Any]


def step(test: Any, then: Any = ONE, other: Any = ZERO) -> Any:
    """Return one number where a test holds, and another elsewhere.

    >>> step(s > 0)
    Piecewise((1, s > 0), (0, True))
    """
    return Piecewise((then, test), (other, True))


PURE: tuple[tuple[Form, Form], ...] = (
    (Max, lambda u, v: u + Max(v - u, 0)),
    (Max, lambda u, v: (u + v + Abs(u - v)) / 2),
    (Min, lambda u, v: -Max(-u, -v)),
    (Max, lambda u, v: step(u > v, u, v)),
    (lambda u, v: v * Max(u, 0), lambda u, v: u * v * step(u > 0)),
    (lambda u, _: Max(u, 0), lambda u, _: step(u >= 0, u)),
    (lambda u, _: Abs(u), lambda u, _: Max(u, 0) + Max(-u, 0)),
    (lambda u, _: Abs(u), lambda u, _: u * (step(u > 0) - step(u < 0))),
    (lambda u, v: v * sign(u), lambda u, v: v * step(u > 0) - v * step(u < 0)),
    (lambda u, v: step(Gt(u, v)), lambda u, v: 1 - step(Le(u, v))),
    (lambda u, v: step(Ge(u, v)), lambda u, v: step(Gt(u, v)) + step(Eq(u, v))),
    (lambda u, v: step(Lt(u, v)) + step(Gt(u, v)), lambda u, v: step(Ne(u, v))),
    (lambda u, v: step(u > 0) * step(v > 0), lambda u, v: step(And(u > 0, v > 0))),
    (lambda u, v: step(Or(u > 0, v > 0)), lambda u, v: step(u > 0) + step(v > 0) - step(u > 0) * step(v > 0)),
    (lambda u, v: step(u > 0) * step(u <= 0) * v, lambda *_: ZERO),
    (lambda u, v: v * step(u > 0) ** 2, lambda u, v: v * step(u > 0)),
    (lambda u, v: step(u > 0, v, c), lambda u, v: c + (v - c) * step(u > 0)),
    (lambda u, v: Piecewise((v, u > 0), (c, u < 0), (0, True)), lambda u, v: v * step(u > 0) + c * step(u < 0)),
    (lambda u, v: v * step(2 * u > 0), lambda u, v: v * step(-u < 0)),
    (lambda u, v: v * step(u * Abs(u) > 0), lambda u, v: v * step(u > 0)),
    (lambda u, v: v * Heaviside(u, 1), lambda u, v: v * step(u >= 0)),
    (lambda u, v: v * Heaviside(u, HALF), lambda u, v: v * (1 + sign(u)) / 2),
    (lambda u, _: Min(Max(u, -1), 1), lambda u, _: Max(u + 1, 0) - Max(u - 1, 0) - 1),
    (lambda u, _: Max(u, u / 10), lambda u, _: Max(u, 0) + Min(u, 0) / 10),
    (lambda u, _: step(Abs(u) <= 1, u**2, 2 * Abs(u) - 1), lambda u, _: u**2 - Max(Abs(u) - 1, 0) ** 2),
    (lambda u, _: sign(u) * Max(Abs(u) - 1, 0), lambda u, _: u - Max(-1, Min(u, 1))),
    (lambda u, _: u * (c - step(u < 0)), lambda u, _: c * Max(u, 0) + (1 - c) * Max(-u, 0)),
    (lambda u, v: Max(u, v, 0), lambda u, v: Max(u, 0) + Max(v - Max(u, 0), 0)),
)
"""Two writings of a function of two numbers."""
BELOW: tuple[tuple[Form, Form], ...] = (
    (lambda u, _: step(u <= 0), lambda u, _: Max(0, 1 - u)),
    (lambda u, _: step(u < 0), lambda u, _: (1 - u) ** 2),
    (lambda u, _: u, lambda u, _: Max(u, 0)),
    (lambda u, v: Max(u + v, 0), lambda u, v: Max(u, 0) + Max(v, 0)),
    (lambda u, v: Abs(Max(u, 0) - Max(v, 0)), lambda u, v: Abs(u - v)),
    (lambda u, v: step(And(u > 0, v > 0)), lambda u, _: step(u > 0)),
    (Min, lambda u, v: (u + v) / 2),
)
"""The first is at most the second."""
Row = tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]
SIGNS: tuple[Row, ...] = (
    (lambda v, _: Abs(v), lambda *_: ONE),
    (lambda v, _: sign(v), lambda v, _: v),
    (lambda v, _: step(v > 0), lambda v, _: (1 + v) / 2),
    (lambda v, u: Max(v * u, -v * u), lambda _, u: Abs(u)),
    (lambda v, u: step(v * u > 0), lambda v, u: (1 + v) / 2 * step(u > 0) + (1 - v) / 2 * step(u < 0)),
    (lambda v, u: Max(0, 1 - v * u), lambda v, u: step(v > 0, Max(0, 1 - u), Max(0, 1 + u))),
    (lambda v, u: Abs(v - u), lambda v, u: Abs(1 - v * u)),
    (lambda v, u: step(Ne(sign(u), v)), lambda v, u: step(v * u <= 0)),
)
BITS: tuple[Row, ...] = (
    (lambda v, _: step(v > 0), lambda v, _: v),
    (lambda v, u: Max(v * u, 0), lambda v, u: v * Max(u, 0)),
    (lambda v, u: Abs(v * u), lambda v, u: v * Abs(u)),
    (lambda v, u: step(Eq(v, 1), u, c), lambda v, u: v * u + (1 - v) * c),
    (lambda v, u: v * step(v * u > 0), lambda v, u: v * step(u > 0)),
    (lambda v, u: sign(v - HALF) * u, lambda v, u: (2 * v - 1) * u),
    (lambda v, u: Min(v, u) + Max(v, u) - v * u, lambda v, u: v + (1 - v) * u),
)
"""Two writings of a function of a sign, or of a bit, and another number."""
PHI: tuple[Callable[[Any], Any], ...] = (Abs, sign, lambda u: Max(u, 0), lambda u: step(u > 0), lambda u: Min(u, 1))
"""What may be taken into a sum over a one-hot tensor: each is 0 at 0."""
SLOPES: tuple[tuple[Callable[[Any], Any], Callable[[Any], Any]], ...] = (
    (lambda u: Max(u, 0), lambda u: step(u > 0)),
    (lambda u: Max(u, 0), lambda u: step(u >= 0)),
    (Abs, sign),
    (lambda u: Max(u, 0) ** 2, lambda u: 2 * Max(u, 0)),
    (lambda u: Max(0, 1 - u), lambda u: -step(u < 1)),
    (lambda u: Max(0, 1 - u) ** 2, lambda u: -2 * Max(0, 1 - u)),
    (lambda u: step(Abs(u) <= 1, u**2 / 2, Abs(u) - HALF), lambda u: Max(-1, Min(u, 1))),
    (lambda u: c * Max(u, 0) + (1 - c) * Max(-u, 0), lambda u: c - step(u < 0)),
    (lambda u: Max(u, u / 10), lambda u: step(u > 0, ONE, ONE / 10)),
    (lambda u: Min(Max(u, -1), 1), lambda u: step(And(u > -1, u < 1))),
    (lambda u: step(u > 0, u**3, u**2), lambda u: step(u > 0, 3 * u**2, 2 * u)),
)
"""A function and its slope, off the kinks."""


@dataclass(frozen=True)
class Setting:
    """What is put in, what is done with the two sides, and what is free."""

    first: Any
    second: Any
    wrap: Callable[[Any], Any] = lambda form: form
    free: Mapping[str, Span] | None = None
    index: Any = None


def setting(source: Random, *, alone: bool = True) -> Setting:
    """Return numbers, entries at a free index, or a sum over the axis or a part of it."""
    part = (n, source.choice((0, 0, 1)), N - source.choice((1, 1, 2)))
    kinds = (
        Setting(x[k], source.choice((g[k], s)), free={"k": (0, N - 1)}, index=k),
        Setting(x[n] - s, g[n], lambda form: Sum(form, part), index=n),
        Setting(x[n], source.choice((g[n], x[0])), lambda form: Sum(w[n] * form, part), index=n),
        Setting(x[n] * s, g[n] - x[n], lambda form: Sum(form, part) / N, index=n),
        Setting(s, source.choice((c - s, c))),
    )
    return source.choice(kinds if alone else kinds[:-1])


def told(sides: tuple[Any, Any], at: Setting, source: Random, relation: str = "==", **given: Any) -> Claim:
    """Return a claim, with a slip in half of the cases."""
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    left, right = sides
    if not built:
        right = altered(right, source)
    return Claim(at.wrap(left), at.wrap(right), relation, free=at.free or {}, built=built, seeds=SEEDS, **given)


def pure(source: Random) -> Claim:
    """Return two writings of a function, or one that is at most the other."""
    at = setting(source)
    if source.random() < 0.8:  # noqa: PLR2004 -- most are equations
        row = source.choice(PURE)
        return told((row[0](at.first, at.second), row[1](at.first, at.second)), at, source)
    low, high = source.choice(BELOW)
    positive = at if at.index is not n else Setting(at.first, at.second, lambda form: Sum(form, (n, 0, N - 1)), index=n)
    return told((low(at.first, at.second), high(at.first, at.second)), positive, source, "<=")


def marked(source: Random) -> Claim:
    """Return what holds of signs or bits, with the fact or without it."""
    at = setting(source, alone=False)
    base, fact, row, rows = source.choice(((y, signs_of(y), signs, SIGNS), (b, binary(b), bits, BITS)))
    left, right = source.choice(rows)
    sides = left(base[at.index], at.first), right(base[at.index], at.first)
    if source.random() < 0.3:  # noqa: PLR2004 -- three in ten lack the fact
        return Claim(at.wrap(sides[0]), at.wrap(sides[1]), free=at.free or {}, built=False, seeds=SEEDS)
    return told(sides, at, source, facts=(fact,), kinds={str(base.label): Kind(row)})


def picked(source: Random) -> Claim:
    """Return a function of what a one-hot tensor picks, taken into the sum."""
    phi = source.choice(PHI)
    inside, outside = Sum(t[n] * phi(x[n]), (n, 0, N - 1)), phi(Sum(t[n] * x[n], (n, 0, N - 1)))
    known = source.random() < 0.6  # noqa: PLR2004 -- four in ten lack the fact
    given: dict[str, Any] = {"facts": (one_hot(t),), "kinds": {"t": Kind(one_of)}} if known else {}
    built = known and source.random() < 0.7  # noqa: PLR2004 -- of the others, three in ten have a slip
    right = outside if built or not known else altered(outside, source)
    return Claim(inside, right, built=built, seeds=SEEDS, **given)


def slopes(source: Random) -> Claim:
    """Return the slope of a sum of functions with kinks, by a number or by an entry."""
    phi, rise = source.choice(SLOPES)
    given: dict[str, Any] = {}
    factor: Expr = g[n]
    if source.random() < 0.3:  # noqa: PLR2004 -- three in ten have signs, which are no variable
        factor, given = y[n], {"facts": (signs_of(y),), "kinds": {"y": Kind(signs)}}
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    by = source.choice((s, w[k]))
    inner = factor * (s if by is s else w[n]) - x[n]
    loss, gate = Sum(phi(inner), (n, 0, N - 1)), factor * rise(inner)
    right = Sum(gate, (n, 0, N - 1)) if by is s else gate.xreplace({n: k})
    right = right if built else altered(right, source)
    free: dict[str, Span] = {} if by is s else {"k": (0, N - 1)}
    return Claim(Derivative(loss, by), right, free=free, built=built, seeds=SEEDS, **given)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice((pure, pure, marked, picked, slopes))(source)
