"""Facts that hold for other entries, at one size only, never, or not around the point where one differentiates."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    Ge,
    Gt,
    Idx,
    IndexedBase,
    Integer,
    Le,
    Lt,
    Sum,
    exp,
    log,
    sqrt,
    symbols,
)

from benchmarks.grammars.duals import power, times
from benchmarks.grammars.kinds import bits, distribution, one_of, positives, signs
from benchmarks.grammars.values import Kind, World
from derive import binary, one_hot, positive, prove, simplex, size, tensor
from derive import sign as signs_of
from derive.errors import DeriveError
from tests.lies.known import believed, false, mislabelled, true

N, K = size("N"), size("K")
x, y, t, z = (tensor(name, N) for name in "xytz")
q, h = IndexedBase("q"), IndexedBase("h")
n, m, k = symbols("n m k", integer=True)
a, b, s, v = symbols("a b s v", real=True)
NEAR: Any = {"k": (-1, 3)}
AXIS: Any = {"k": (0, N - 1)}


def total(body: Any, low: Any = 0, high: Any = N - 1) -> Sum:
    """Return the sum of a body in n."""
    return Sum(body, (n, low, high))


def always(row: Any, *names: str) -> dict[str, Kind]:
    """Return how the entries of tensors, or numbers, are drawn."""
    return dict.fromkeys(names, Kind(row))


def of(formula: Any) -> Kind:
    """Return entries of a formula of the world and the place."""
    return Kind(formula=lambda world, at: formula(world, *at))


def number(world: World, name: str) -> Any:
    """Return the value of a plain symbol."""
    return world.entry(name, None, ())


POWERS = {
    "h": of(lambda world, i: times(number(world, "c"), power(number(world, "a"), i))),
    "a": Kind(lambda *_: [Fraction(-2)]),
    "c": Kind(lambda *_: [Fraction(3)]),
}
CONSTANT = {"h": of(lambda world, _: number(world, "s"))}
STEPS = {"h": of(lambda world, i: number(world, "c") + i * number(world, "s"))}
GROWS, SAME, WALKS = Eq(h[m + 1], a * h[m]), Eq(h[m], s), Eq(h[m + 1], h[m] + s)
ANYWHERE: Any = {"among": {"m": (-2, 6)}}
SHIFTED = {
    "right: a constant, shifted": true(h[k + 1] ** 2, s**2, SAME, free=NEAR, kinds=CONSTANT, **ANYWHERE),
    "right: a constant, at 2k": true(h[2 * k], s, SAME, free=NEAR, kinds=CONSTANT, **ANYWHERE),
    "right: one step back": true(h[k], a * h[k - 1], GROWS, free=NEAR, kinds=POWERS, **ANYWHERE),
    "right: two steps": true(h[k + 2], a**2 * h[k], GROWS, free=NEAR, kinds=POWERS, **ANYWHERE),
    "right: a sum of steps": true(total(h[n], 1, N), a * total(h[n]), GROWS, kinds=POWERS, **ANYWHERE),
    "right: a walk": true(h[k + 1] - h[k - 1], 2 * s, WALKS, free=NEAR, kinds=STEPS, **ANYWHERE),
    "right: differences of a walk": true(total(h[n + 1] - h[n]), N * s, WALKS, kinds=STEPS, **ANYWHERE),
    "one step, taken for none": false(h[k + 1], h[k], GROWS, free=NEAR, kinds=POWERS, **ANYWHERE),
    "two steps, taken for one": false(h[k + 2], a * h[k], GROWS, free=NEAR, kinds=POWERS, **ANYWHERE),
    "backwards": false(h[k - 1], a * h[k], GROWS, free=NEAR, kinds=POWERS, **ANYWHERE),
    "a sum of one step too many": false(total(h[n], 1, N), a * total(h[n], 1, N), GROWS, kinds=POWERS, **ANYWHERE),
    "a walk of one step": false(h[k + 1] - h[k - 1], s, WALKS, free=NEAR, kinds=STEPS, **ANYWHERE),
}
SIGNED: Any = {"kinds": always(signs, "y")}
SHARED: Any = {"kinds": always(distribution, "t")}
LOSS = total(t[n] ** 2)
EQUATION = Eq(y[Idx("d", N)] ** 2, 1)
LINE = {"s": of(lambda world: 2 * number(world, "a"))}
UNDER = {
    "simplex makes no slope 0": false(Derivative(total(t[n]), t[k]), 0, simplex(t), free=AXIS, **SHARED),
    "simplex makes no square constant": false(Derivative(total(t[n]) ** 2, t[k]), 0, simplex(t), free=AXIS, **SHARED),
    "simplex from 1": false(Derivative(total(t[n], 1), t[0]), -1, simplex(t), **SHARED),
    "simplex in a logarithm": false(Derivative(log(total(t[n] * exp(a))), t[k]), 0, simplex(t), free=AXIS, **SHARED),
    "one-hot makes no square linear": false(
        Derivative(LOSS, t[k]), 1, one_hot(t), free=AXIS, kinds=always(one_of, "t")
    ),
    "bits make no square linear": false(Derivative(LOSS, t[k]), 1, binary(t), free=AXIS, kinds=always(bits, "t")),
    "signs make no square constant": false(Derivative(total(y[n] ** 2), y[k]), 0, signs_of(y), free=AXIS, **SIGNED),
    "y^2 = 1 makes no square constant": false(
        Derivative(total(y[n] ** 2), y[k]), 0, EQUATION, free=AXIS, among={"d": (0, N - 1)}, **SIGNED
    ),
    "y^2 = 1 makes no cube linear": false(Derivative(y[0] ** 3, y[0]), 1, EQUATION, among={"d": (0, N - 1)}, **SIGNED),
    "a number with square 1": false(Derivative(s**2, s), 0, Eq(s**2, 1), kinds=always(signs, "s")),
    "a linear one": false(Derivative(s**2, s), 8 * a**2, Eq(s, 2 * a), kinds={**LINE}),
    "a value": false(Derivative(s**2 + a * s, s), 0, Eq(s, 2), kinds={"s": Kind(lambda *_: [Fraction(2)])}),
    "a constraint": false(Derivative(total(x[n] * t[n]), t[0]), x[0] - x[N - 1], Eq(total(t[n]), 1), **SHARED),
    "an inequality at its end": false(Derivative(Abs(s), s), 0, Ge(s, 0), kinds=always(positives, "s")),
    "right: a linear one": true(Derivative(s**2, s), 4 * a, Eq(s, 2 * a), kinds=LINE),
    "right: the free slope": true(Derivative(total(t[n]), t[k]), 1, simplex(t), free=AXIS, **SHARED),
    "right: a fact after the slope": true(Derivative(total(y[n] ** 3), y[k]), 3, signs_of(y), free=AXIS, **SIGNED),
    "right: the slope of a size": true(Derivative(Abs(s), s), 1, Gt(s, 0), kinds=always(positives, "s")),
}


D_ALL = Idx("d", N)
NOBODY: dict[str, tuple[Any, Any, tuple[Any, ...]]] = {
    "positive and negative": (s, 5, (Gt(s, 0), Lt(s, 0))),
    "at least 2 and at most 1": (a, b, (Ge(s, 2), Le(s, 1))),
    "two values": (a, b, (Eq(s, 0), Eq(s, 1))),
    "a square of -1": (a, b, (Eq(s**2, -1),)),
    "negative, under a logarithm": (log(s) + log(s), 2 * log(s), (Lt(s, 0),)),
    "negative, under a root": ((sqrt(s) + 1) ** 2, s + 2 * sqrt(s) + 1, (Lt(s, 0),)),
    "0, in a denominator": (s / s + a / s, 1 + a / s, (Eq(s, 0),)),
    "positive entries of sum 0": (x[k], 7, (positive(x), Eq(total(x[n]), 0))),
    "a positive and a negative entry": (x[k] ** 3, x[k], (positive(x), Lt(x[D_ALL], 0))),
    "signs that are 0": (y[k], 3, (signs_of(y), Eq(y[D_ALL], 0))),
    "a one-hot tensor of zeros": (t[k], 1, (one_hot(t), Eq(t[D_ALL], 0))),
    "a distribution of negative shares": (total(t[n]), 1, (simplex(t), Lt(t[D_ALL], 0))),
    "bits above 1": (total(t[n] ** 2), total(t[n]), (binary(t), Gt(t[D_ALL], 1))),
    "a distribution of sum 2": (total(t[n]), 2, (simplex(t), Eq(total(t[n]), 2))),
    "a square that is negative": (s**2, a, (Lt(s**2, 0),)),
    "an exponential that is 0": (exp(s), a, (Eq(exp(s), 0),)),
}
# Each holds at N = 1 and for no larger size, so what follows is about one entry and not about sums.
ONE_SIZE: dict[str, tuple[Any, Any, tuple[Any, ...]]] = {
    "one-hot, and all entries 1": (total(x[n]), x[0], (one_hot(t), Eq(t[D_ALL], 1))),
    "a distribution, and all entries 1": (total(t[n]), N, (simplex(t), Eq(t[D_ALL], 1))),
    "a distribution above one half": (total(t[n] ** 2), 1, (simplex(t), Gt(t[D_ALL], Integer(1) / 2))),
    "a sum of ones that is 1": (total(t[n] * x[n]), x[0], (Eq(total(t[n]), 1), Eq(t[D_ALL], 1))),
    "sums of squares of signs": (total(y[n]), y[0], (signs_of(y), Eq(total(y[n] ** 2), 1))),
}


@pytest.mark.parametrize("name", [*NOBODY, *ONE_SIZE])
def test_nothing_is_proved_of_what_there_is_not(name: str) -> None:
    """Of hypotheses that nothing meets, or nothing but a tensor of one entry, no proof is given; an error is right."""
    lhs, rhs, facts = {**NOBODY, **ONE_SIZE}[name]
    for recheck in (False, True):
        try:
            verdict = prove(lhs, rhs, assuming=facts, recheck=recheck)
        except DeriveError:
            continue
        assert not verdict.status.startswith("proved"), str(verdict)


SOLVES = {
    "right: an earlier line is not trivial": true(
        s,
        v / a,
        Eq(a * s, v),
        Gt(a, 0),
        kinds={"a": Kind(positives), "s": of(lambda world: number(world, "v") / number(world, "a"))},
    ),
    "another solution": false(
        s,
        v * a,
        Eq(a * s, v),
        kinds={"a": Kind(positives), "s": of(lambda world: number(world, "v") / number(world, "a"))},
    ),
    "a root taken with one sign": false(s, v, Eq(s**2, v**2), kinds={"s": Kind(signs), "v": Kind(signs)}),
    "a root of a square": false(s, 1, Eq(s**2, 1), kinds=always(signs, "s")),
    "a product that is 0": false(s, 0, Eq(a * s, 0), kinds={"a": Kind(lambda *_: [Fraction(0)])}),
    "a fixed point": false(s, 0, Eq(s, s**3), kinds=always(signs, "s")),
    "a mean of zero": false(
        x[0], 0, Eq(total(x[n]), 0), kinds={"x": of(lambda world, i: Fraction(world.sizes["N"] - 1 if i == 0 else -1))}
    ),
    "equal sums": false(
        total(x[n] ** 2),
        total(y[n] ** 2),
        Eq(total(x[n]), total(y[n])),
        kinds={"x": of(lambda _, i: Fraction(i)), "y": of(lambda world, _: Fraction(world.sizes["N"] - 1) / 2)},
    ),
    "an entry that is given": false(
        total(x[n]), N * s, Eq(x[0], s), kinds={"x": of(lambda world, i: number(world, "s") + i)}
    ),
}
TABLES = {"shifted": SHIFTED, "under a derivative": UNDER, "equations that solve": SOLVES}


@pytest.mark.parametrize("table", TABLES)
def test_the_rows_are_what_they_are_said_to_be(table: str) -> None:
    """Loops over arrays break every false row, and no true one."""
    assert mislabelled(TABLES[table]) == {}


@pytest.mark.parametrize("table", TABLES)
def test_no_lie_is_told(table: str) -> None:
    """What is false is not proved, and what is true is not refuted, with the second opinion and without."""
    assert believed(TABLES[table]) == {}
