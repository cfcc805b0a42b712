"""Inequalities of sums over parts, with facts about all of an axis or about a part of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sympy import Abs, Expr, Ge, Gt, Idx, Integer, Le, Sum, Symbol, exp, log

from benchmarks.grammars.claims import Claim
from benchmarks.grammars.facts import WHOLE, Given, Span, inside, span
from benchmarks.grammars.kinds import bits, distribution, nonnegatives, one_of, positives
from benchmarks.grammars.values import Kind
from derive import binary, nonnegative, one_hot, positive, simplex, size, tensor

N = size("N")
x, y, t, p = (tensor(name, N) for name in "xytp")
n, k = Symbol("n", integer=True), Symbol("k", integer=True)
s = Symbol("s", real=True)
Body = Callable[[Any], Expr]
SEEDS = 4


def over(body: Body, part: Span) -> Expr:
    """Return the sum of a body over a part."""
    return Sum(body(n), (n, *part))


def parts(source: Random) -> Claim:
    """Return what holds where one part lies in another: Cauchy and Schwarz, the triangle, sums of squares."""
    small, first, second = (source.choice((WHOLE, span(source), span(source))) for _ in range(3))
    cauchy = over(lambda i: x[i] * y[i], small) ** 2
    squares = over(lambda i: x[i] ** 2, first)
    others, both = over(lambda i: y[i] ** 2, second), inside(small, first) and inside(small, second)
    forms: tuple[tuple[Expr, Expr, bool], ...] = (
        (cauchy, squares * others, both),
        (over(lambda i: x[i] ** 2, small), squares, inside(small, first)),
        (Abs(over(lambda i: x[i], small)), over(lambda i: Abs(x[i]), first), inside(small, first)),
        (over(lambda i: x[i], small) ** 2, N * squares, inside(small, first)),
        (over(lambda i: x[i], small) ** 2, (small[1] - small[0]) * squares, False),
        (x[0] ** 2, squares, first[0] == 0 and first[1] == N - 1),
        (2 * over(lambda i: x[i] * y[i], small), squares + others, both),
    )
    low, high, built = source.choice(forms)
    return Claim(low, high, "<=", built=built, seeds=SEEDS)


def shares(source: Random) -> Claim:
    """Return what holds of a distribution, a one-hot tensor or bits."""
    fact, row = source.choice(((simplex(t), distribution), (one_hot(t), one_of), (binary(t), bits)))
    adds_up = row is not bits
    part, other = span(source), source.choice((WHOLE, span(source)))
    total, mean = over(lambda i: t[i], part), over(lambda i: t[i] * x[i], part)
    forms: tuple[tuple[Any, str, Any, bool], ...] = (
        (total, "<=", Integer(1), adds_up),
        (total, ">=", Integer(1), False),
        (total, "<", Integer(1), False),
        (total, ">=", Integer(0), True),
        (total, ">", Integer(0), False),
        (over(lambda i: t[i] ** 2, part), "<=", over(lambda i: t[i], other), inside(part, other)),
        (t[0] + total, "<=", Integer(1), adds_up and part[0] > 0),
        (t[0] * t[N - 1], "<=", Integer(1), True),
        (mean**2, "<=", over(lambda i: t[i] * x[i] ** 2, other), adds_up and inside(part, other)),
    )
    low, relation, high, built = source.choice(forms)
    return Claim(low, high, relation, facts=(fact,), kinds={"t": Kind(row)}, built=built, seeds=SEEDS)


def assumed(source: Random) -> tuple[Given, Span, bool]:
    """Return that `p` is positive, or not negative, on all of its axis or on a part; and whether it is positive."""
    strict = source.random() < 0.5  # noqa: PLR2004 -- half of them strictly
    row = positives if strict else nonnegatives
    if source.random() < 0.3:  # noqa: PLR2004 -- three in ten are facts about the whole axis
        return Given((positive(p) if strict else nonnegative(p),), {"p": Kind(row)}), WHOLE, strict
    part = span(source)
    index = Idx("d", part)
    relation = (Gt if strict else Ge)(p[index], 0)
    return Given((relation,), {"p": Kind(row, *part)}, {"d": part}), part, strict


def weights(source: Random) -> Claim:
    """Return what holds of weights that are not negative on a part."""
    given, part, strict = assumed(source)
    claimed = source.choice((part, part, span(source)))
    fits = inside(claimed, part)
    index, where = source.choice(((Idx("k", claimed), claimed), (k, WHOLE)))
    forms: tuple[tuple[Any, str, Any, bool, bool], ...] = (
        (over(lambda i: p[i] * x[i] ** 2, claimed), ">=", Integer(0), fits, False),
        (over(lambda i: p[i], claimed), ">", Integer(0), False, False),
        (p[0] + over(lambda i: p[i], claimed), ">", Integer(0), fits and strict and part[0] == 0, False),
        (over(lambda i: log(1 + p[i]), claimed), "<=", over(lambda i: p[i], claimed), fits, False),
        (over(lambda i: p[i] * exp(x[i]), claimed), ">=", over(lambda i: p[i] * (1 + x[i]), claimed), fits, False),
        (p[index] * x[index] ** 2, ">=", Integer(0), inside(where, part), True),
        (Abs(p[index]), "<=", p[index], inside(where, part), True),
        ((p[index] + 1) ** 2, ">=", Integer(1), inside(where, part), True),
        (p[index], ">" if strict else ">=", Integer(0), inside(where, part), True),
    )
    low, relation, high, built, free = source.choice(forms)
    ranges = {"k": where} if free else {}
    return Claim(low, high, relation, given.facts, given.kinds, ranges, among=given.among, built=built, seeds=SEEDS)


def capped(source: Random) -> Claim:
    """Return what follows from a bound for the entries of a part."""
    part, claimed = span(source), source.choice((WHOLE, span(source), span(source)))
    index = Idx("d", part)
    length = claimed[1] - claimed[0] + 1
    built = inside(claimed, part)
    total = over(lambda i: x[i], claimed)
    kinds = {"x": Kind(formula=None)}
    return Claim(total, s * length, "<=", (Le(x[index], s),), kinds, among={"d": part}, built=built, seeds=SEEDS)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice((parts, shares, weights, weights, capped))(source)
