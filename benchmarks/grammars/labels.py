"""Labels: a tensor of integers whose entries stand where an index stands, `z[y[n]]`, beside deltas and tests on them.

The labels lie in the whole axis of what they are put into. A false claim has a slip, a label that is one further, a sum
that leaves a class out, an axis of another size, or no declaration at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from sympy import (
    Abs,
    Derivative,
    Eq,
    Expr,
    Ge,
    Idx,
    IndexedBase,
    Integer,
    KroneckerDelta,
    Le,
    Max,
    Ne,
    Piecewise,
    Sum,
    Symbol,
    exp,
    log,
)

from benchmarks.grammars.claims import Claim, Span, is_placed
from benchmarks.grammars.slips import altered
from benchmarks.grammars.values import Kind, World
from derive import labels, size, tensor

N, K = size("N"), size("K")
y, t = (IndexedBase(name, shape=(N,), integer=True) for name in "yt")
x, z, v, Z = tensor("x", N), tensor("z", K), tensor("v", K), tensor("Z", N, K)
E, q = tensor("E", K, K), IndexedBase("q")
a = Symbol("a", real=True)
n, m, c, r, k, i = (Symbol(name, integer=True) for name in "nmcrki")
ONE, ZERO = Integer(1), Integer(0)
OVER_N, OVER_K = (n, 0, N - 1), (c, 0, K - 1)
AT_N: Mapping[str, Span] = {"i": (0, N - 1)}
AT_K: Mapping[str, Span] = {"k": (0, K - 1)}
SIZES = ("N", "K")


def among(tensor: Any, source: Random) -> tuple[Any, ...]:
    """Return what declares that every entry of a tensor is one of 0..K-1: the fact, or two relations."""
    place = Idx("d", N)
    if source.random() < 0.5:  # noqa: PLR2004 -- half of them by the fact
        return (labels(tensor, K),)
    return Ge(tensor[place], 0), Le(tensor[place], K - 1)


def drawn(world: World, at: tuple[int, ...]) -> Fraction:
    """Return a label."""
    return Fraction(world.random("label", at).randrange(world.sizes["K"]))


def anywhere(world: World, at: tuple[int, ...]) -> Fraction:
    """Return an integer that need not be a label."""
    return Fraction(world.random("integer", at).randint(-1, world.sizes["K"]))


def other(world: World, at: tuple[int, ...]) -> Fraction:
    """Return a label of a second tensor."""
    return Fraction(world.random("other label", at).randrange(world.sizes["K"]))


def is_label(place: Any, which: Any = c, family: Any = y) -> Any:
    """Return 1 where a label is that class and 0 elsewhere."""
    return KroneckerDelta(family[place], which)


def where_label(place: Any, then: Any, which: Any = c) -> Any:
    """Return a number where a label is that class and 0 elsewhere, by a test."""
    return Piecewise((then, Eq(y[place], which)), (0, True))


@dataclass(frozen=True)
class Row:
    """Two writings, and what is free."""

    left: Any
    right: Any
    free: Mapping[str, Span]
    relation: str = "=="


def over(body: Any) -> Expr:
    """Return the sum over the classes."""
    return Sum(body, OVER_K)


def total(body: Any) -> Expr:
    """Return the sum over the places of the labels."""
    return Sum(body, OVER_N)


BOTH: Mapping[str, Span] = {**AT_N, **AT_K}
LOOKED_UP: tuple[Row, ...] = (
    Row(z[y[i]], over(is_label(i) * z[c]), AT_N),
    Row(z[y[i]], over(where_label(i, z[c])), AT_N),
    Row(over(is_label(i)), ONE, AT_N),
    Row(over(where_label(i, ONE)), ONE, AT_N),
    Row(z[y[i]] ** 2 * x[i], x[i] * over(is_label(i) * z[c] ** 2), AT_N),
    Row(exp(z[y[i]] - a), over(is_label(i) * exp(z[c] - a)), AT_N),
    Row(Max(z[y[i]], 0), over(is_label(i) * Max(z[c], 0)), AT_N),
    Row(Z[i, y[i]], over(is_label(i) * Z[i, c]), AT_N),
    Row(over(Z[i, c] * (is_label(i) - a)), Z[i, y[i]] - a * over(Z[i, c]), AT_N),
    Row(over(Piecewise((z[c], Ne(c, y[i])), (0, True))), over(z[c]) - z[y[i]], AT_N),
    Row(over((1 - is_label(i)) * z[c]), over(z[c]) - z[y[i]], AT_N),
    Row(over(Piecewise((Max(0, 1 + z[c] - z[y[i]]), Ne(c, y[i])), (0, True))),
        over(Max(0, 1 + z[c] - z[y[i]])) - 1, AT_N),
    Row(over(c * is_label(i)), y[i], AT_N),
    Row(is_label(i, k) * z[y[i]], is_label(i, k) * z[k], BOTH),
    Row(where_label(i, z[y[i]], k), is_label(i, k) * z[k], BOTH),
    Row(is_label(i, k) ** 2 * x[i], x[i] * where_label(i, ONE, k), BOTH),
    Row(over(is_label(i) * KroneckerDelta(c, k)), is_label(i, k), BOTH),
    Row(-log(exp(z[y[i]]) / over(exp(z[c]))), log(over(exp(z[c]))) - z[y[i]], AT_N),
    Row(E[y[i], k], over(is_label(i) * E[c, k]), BOTH),
    Row(q[y[i] + 1], over(is_label(i) * q[c + 1]), AT_N),
    Row(y[i], K - 1, AT_N, "<="),
    Row(y[i], ZERO, AT_N, ">="),
    Row(z[y[i]] ** 2, over(z[c] ** 2), AT_N, "<="),
    Row(exp(z[y[i]]), over(exp(z[c])), AT_N, "<="),
    Row(Abs(z[y[i]]), over(Abs(z[c])), AT_N, "<="),
)  # fmt: skip
"""What a label picks, at a free place."""
SUMMED: tuple[Row, ...] = (
    Row(total(z[y[n]]), over(z[c] * total(is_label(n))), {}),
    Row(total(x[n] * z[y[n]]), over(z[c] * total(x[n] * is_label(n))), {}),
    Row(total(x[n] * z[y[n]]), Sum(where_label(n, x[n] * z[c]), OVER_N, OVER_K), {}),
    Row(total(Z[n, y[n]]), total(over(is_label(n) * Z[n, c])), {}),
    Row(over(total(is_label(n))), N, {}),
    Row(over(total(is_label(n)) ** 2), total(Sum(KroneckerDelta(y[n], y[m]), (m, 0, N - 1))), {}),
    Row(over(total(is_label(n) * is_label(n, c, t))), total(KroneckerDelta(y[n], t[n])), {}),
    Row(total((x[n] - z[y[n]]) ** 2), over(total(is_label(n) * (x[n] - z[c]) ** 2)), {}),
    Row(total(E[y[n], t[n]]), over(Sum(E[c, r] * total(is_label(n) * is_label(n, r, t)), (r, 0, K - 1))), {}),
    Row(total(over((is_label(n) - z[c]) ** 2)), N - 2 * total(z[y[n]]) + N * over(z[c] ** 2), {}),
    Row(total(z[y[n]] * v[y[n]]), over(z[c] * v[c] * total(is_label(n))), {}),
    Row(total(Ind := Piecewise((1, Ne(y[n], t[n])), (0, True))), N - total(KroneckerDelta(y[n], t[n])), {}),
    Row(total(x[n] * Ind), total(x[n]) - total(x[n] * KroneckerDelta(y[n], t[n])), {}),
)
"""What labels pick, added up."""
SLOPES: tuple[Row, ...] = (
    Row(Derivative(total(x[n] * z[y[n]]), z[k]), total(x[n] * is_label(n, k)), AT_K),
    Row(Derivative(total(z[y[n]] ** 2), z[k]), 2 * z[k] * total(is_label(n, k)), AT_K),
    Row(Derivative(total(exp(z[y[n]])), z[k]), total(where_label(n, exp(z[k]), k)), AT_K),
    Row(Derivative(total(x[n] * Z[n, y[n]]), Z[i, k]), x[i] * is_label(i, k), BOTH),
    Row(Derivative(log(over(exp(z[c]))) - z[y[i]], z[k]), exp(z[k]) / over(exp(z[c])) - is_label(i, k), BOTH),
    Row(Derivative(total(log(over(exp(Z[n, c]))) - Z[n, y[n]]), Z[i, k]),
        exp(Z[i, k]) / over(exp(Z[i, c])) - is_label(i, k), BOTH),
    Row(Derivative(total((x[n] - z[y[n]]) ** 2) / 2, z[k]), total(is_label(n, k) * (z[k] - x[n])), AT_K),
)  # fmt: skip
"""Slopes by what a label may pick."""


def told(row: Row, source: Random) -> Claim:
    """Return a claim with its labels declared: as it is, with a slip, or with one more step of a label."""
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    right = row.right if built else altered(row.right, source)
    used = tuple(tensor for tensor in (y, t) if row.left.has(tensor) or right.has(tensor))
    facts = tuple(fact for tensor in used for fact in among(tensor, source))
    kinds = {"y": Kind(formula=drawn), "t": Kind(formula=other)}
    return Claim(
        row.left, right, row.relation, facts, kinds, row.free, sizes=SIZES, built=built, among={"d": (0, N - 1)}
    )


def free(source: Random) -> Claim:
    """Return what a label picks at a free place, by a symbol or by an `Idx`."""
    row = source.choice(LOOKED_UP)
    index = {i: Idx("i", N)} if source.random() < 0.5 else {}  # noqa: PLR2004 -- half of them declare the place
    if not is_placed(k, row.left):
        index[k] = Idx("k", K)
    row = Row(row.left.xreplace(index), row.right.xreplace(index), row.free, row.relation)
    return told(row, source)


def summed(source: Random) -> Claim:
    """Return what labels pick, added up; or a slope."""
    return told(source.choice((*SUMMED, *SLOPES)), source)


def undeclared(source: Random) -> Claim:
    """Return what would hold of labels, of integers that may be none."""
    row = source.choice(tuple(row for row in (*LOOKED_UP, *SUMMED) if row.free is not BOTH))
    kinds = {"y": Kind(formula=anywhere), "t": Kind(formula=anywhere)}
    return Claim(row.left, row.right, row.relation, (), kinds, row.free, sizes=SIZES, built=False)


def astray(source: Random) -> Claim:
    """Return a look-up over the wrong classes: some of them, shifted, of another axis, or numbered from 1."""
    low, high = source.choice(((1, K - 1), (0, K - 2), (1, K), (0, N - 1), (0, K)))
    base = x if (low, high) == (0, N - 1) and source.random() < 0.5 else q  # noqa: PLR2004 -- half of these by an axis
    body: Callable[[Any], Any] = source.choice(
        (lambda at: base[at], lambda at: base[at] ** 2, lambda at: exp(base[at]))
    )
    right = Sum(is_label(i) * body(c), (c, low, high))
    kinds = {"y": Kind(formula=drawn)}
    built = (low, high) == (0, K) or base is x
    return Claim(
        body(y[i]), right, "==", among(y, source), kinds, AT_N, sizes=SIZES, built=built, among={"d": (0, N - 1)}
    )


DRAWS: tuple[Callable[[Random], Claim], ...] = (free, free, summed, summed, summed, undeclared, astray)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice(DRAWS)(source)
