"""Branches and definedness: what has no value in one branch does no harm in another, and an indicator excludes nothing.

Each claim compares two Piecewise forms, in a sum or alone. They differ in one branch, at the edge of a test, or not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from sympy import (
    Abs,
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
    Piecewise,
    Sum,
    Symbol,
    log,
    sign,
    sqrt,
)

from benchmarks.grammars.claims import Claim
from benchmarks.grammars.kinds import nonnegatives, positives
from benchmarks.grammars.values import Kind
from derive import nonnegative, positive, size, tensor

N = size("N")
x, y = tensor("x", N), tensor("y", N)
z, a = Symbol("z", real=True), Symbol("a", real=True)
n, k = Symbol("n", integer=True), Symbol("k", integer=True)
Form = Callable[[Any], Expr]
ZERO, ONE = Integer(0), Integer(1)
GUARDED: tuple[tuple[Callable[[Any], Any], Form, Form], ...] = (
    (lambda v: Gt(v, 0), log, lambda v: 2 * log(v) - log(v)),
    (lambda v: Gt(v, 0), lambda v: log(v**2), lambda v: 2 * log(v)),
    (lambda v: Ne(v, 0), lambda v: 1 / v, lambda v: v / v**2),
    (lambda v: Ne(v, 0), lambda v: v / v, lambda _: ONE),
    (lambda v: Gt(v, 0), sqrt, lambda v: v / sqrt(v)),
    (lambda v: Lt(v, 0), lambda v: log(-v), lambda v: log(Abs(v))),
    (lambda v: Gt(v, 0), Abs, lambda v: v),
    (lambda v: Le(v, 0), lambda v: -v, Abs),
    (lambda v: Gt(v, 1), lambda v: 1 / (v - 1), lambda v: (v + 1) / (v**2 - 1)),
)
"""A test, a form that has a value where it holds, and the same written otherwise."""
EDGES: tuple[tuple[Form, Form, bool], ...] = (
    (lambda v: step(Gt(v, 0)), lambda v: step(Ge(v, 0)), False),
    (lambda v: step(Le(2 * v, 0)), lambda v: step(Lt(2 * v, 0)), False),
    (lambda v: step(Gt(v, 0)) + step(Lt(v, 0)), lambda _: ONE, False),
    (lambda v: step(Gt(v, 0)) + step(Le(v, 0)), lambda _: ONE, True),
    (lambda v: sign(v) ** 2, lambda _: ONE, False),
    (lambda v: sign(v) ** 2, lambda v: step(Ne(v, 0)), True),
    (lambda v: Heaviside(v, 1), lambda v: step(Ge(v, 0)), True),
    (lambda v: Heaviside(v, 1), lambda v: step(Gt(v, 0)), False),
    (lambda v: step(Ge(v, 0), v), lambda v: Max(v, 0), True),
    (lambda v: step(Gt(v, 0), v + 1), lambda v: step(Ge(v, 0), v + 1), False),
    (lambda v: step(Gt(v, 0), v), lambda v: step(Ge(v, 0), v), True),
    (lambda v: step(Eq(v, 0)), lambda _: ZERO, False),
    (lambda v: Max(v, 0) + Min(v, 0), lambda v: v, True),
    (lambda v: v * sign(v), Abs, True),
    (lambda v: (1 + sign(v)) / 2, lambda v: step(Gt(v, 0)), False),
)
"""Two forms, and whether they are the same at the edge too."""


def step(test: Any, then: Any = ONE, other: Any = ZERO) -> Any:
    """Return a Piecewise of two branches."""
    return Piecewise((then, test), (other, True))


@dataclass(frozen=True)
class Setting:
    """Where forms stand: what their variable is, what is done with them, and what is free."""

    variable: Any
    wrap: Form
    name: str
    free: dict[str, Any]


def setting(source: Random) -> Setting:
    """Return a number, an entry, or a sum over the axis or a part of it."""
    part = (n, source.choice((0, 1)), N - source.choice((1, 2)))
    kinds = (
        Setting(z, lambda form: form, "z", {}),
        Setting(z, lambda form: form + a * z, "z", {}),
        Setting(x[k], lambda form: form * y[k], "x", {"k": (0, N - 1)}),
        Setting(x[n], lambda form: Sum(form, part), "x", {}),
        Setting(x[n], lambda form: Sum(form * y[n], part), "x", {}),
    )
    return source.choice(kinds)


def guarded(source: Random) -> Claim:
    """Return a form under its test beside another number where the test fails."""
    at = setting(source)
    test, form, other = source.choice(GUARDED)
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    rest = source.choice((ZERO, ONE, a))
    left = step(test(at.variable), form(at.variable), rest)
    right = step(test(at.variable), other(at.variable), rest if built else rest + source.choice((1, 5)))
    return Claim(at.wrap(left), at.wrap(right), free=at.free, built=built, seeds=8)


def edges(source: Random) -> Claim:
    """Return two forms that differ at most at the edge of a test, with a fact that excludes the edge or does not."""
    at = setting(source)
    left, right, same = source.choice(EDGES)
    fact, row, strict = source.choice((*[(None, None, False)] * 3, (Ge, nonnegatives, False), (Gt, positives, True)))
    facts: tuple[Any, ...] = ()
    if fact:
        facts = (fact(z, 0),) if at.name == "z" else (positive(x) if strict else nonnegative(x),)
    kinds = {at.name: Kind(row)} if fact else {}
    sides = (at.wrap(form(at.variable)) for form in (left, right))
    return Claim(*sides, facts=facts, kinds=kinds, free=at.free, built=same, seeds=8)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice((guarded, edges))(source)
