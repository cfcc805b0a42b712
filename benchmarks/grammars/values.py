"""What a SymPy expression is worth on real arrays: exact fractions, plain loops, and slopes by dual numbers.

A tensor with a declared shape has the places 0..N-1 of each axis and no others; one without is a function of any
integer. A reversed range is empty. Nothing here rewrites: no `doit`, no `subs`, nothing of `derive` but its names
`sigmoid` and `softplus`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import singledispatch
from random import Random
from typing import Any

from sympy import (
    Abs,
    Add,
    And,
    Derivative,
    Expr,
    Float,
    Heaviside,
    Idx,
    Indexed,
    KroneckerDelta,
    Max,
    Min,
    Mul,
    Not,
    NumberSymbol,
    Or,
    Piecewise,
    Pow,
    Product,
    Rational,
    Sum,
    Symbol,
    cos,
    exp,
    log,
    sign,
    sin,
    tanh,
)
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from benchmarks.grammars.duals import (
    REALS,
    TAGS,
    Dual,
    NoValueError,
    Number,
    UnknownNodeError,
    compare,
    cosine,
    exponential,
    hyperbolic,
    logarithm,
    logistic,
    minus,
    parts_of,
    plain,
    plus,
    power,
    real,
    root,
    sine,
    soft,
    tag_of,
    times,
)

At = Mapping[str, int]
Entry = tuple[str, tuple[int, ...]]


Row = Callable[[Random, int], list[Fraction]]


@dataclass(frozen=True)
class Kind:
    """How entries are drawn along the last axis: all of them, or those from `low` to `high`, the others freely.

    Where `formula` is given, an entry is what it returns for the world and the place.
    """

    row: Row | None = None
    low: Any = None
    high: Any = None
    formula: Callable[[World, tuple[int, ...]], Number] | None = None


def anything(source: Random, size: int) -> list[Fraction]:
    """Return small fractions, zero among them."""
    return [Fraction(source.randint(-4, 4), source.randint(1, 3)) for _ in range(size)]


@dataclass
class World:
    """Numbers for the sizes, for plain symbols, and for every entry of every tensor.

    `axes` has the ranges of tensors whose shape does not say them.
    """

    sizes: Mapping[str, int]
    seed: int = 0
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    lifted: Mapping[Entry, Number] = field(default_factory=dict)
    drawn: dict[Entry, Number] = field(default_factory=dict)
    axes: Mapping[str, tuple[tuple[Any, Any], ...]] = field(default_factory=dict)

    def entry(self, name: str, shape: Any, at: tuple[int, ...]) -> Number:
        """Return one entry. Raises `NoValueError` for a place that the declared shape does not have."""
        ends = self._ends(name, shape)
        if any(not low <= place <= high for place, (low, high) in zip(at, ends, strict=bool(ends))):
            raise NoValueError
        if (name, at) not in self.drawn:
            self._draw(name, at, ends)
        return self.lifted.get((name, at), self.drawn[name, at])

    def _ends(self, name: str, shape: Any) -> list[tuple[int, int]]:
        declared = self.axes.get(name, () if shape is None else tuple((0, end - 1) for end in shape))
        return [(whole(low, self, {}), whole(high, self, {})) for low, high in declared]

    def _draw(self, name: str, at: tuple[int, ...], ends: list[tuple[int, int]]) -> None:
        kind = self.kinds.get(name, Kind())
        row = kind.row or anything
        if kind.formula:
            self.drawn[name, at] = kind.formula(self, at)
            return
        if not ends:
            self.drawn[name, at] = row(self.random(name, at), 1)[0]
            return
        source, (first, last) = self.random(name, at[:-1]), ends[-1]
        values = anything(source, last - first + 1)
        low = first if kind.low is None else max(first, whole(kind.low, self, {}))
        high = last if kind.high is None else min(last, whole(kind.high, self, {}))
        if low <= high:
            values[low - first : high - first + 1] = row(source, high - low + 1)
        for place, number in enumerate(values, first):
            _ = self.drawn.setdefault((name, (*at[:-1], place)), number)

    def random(self, *key: object) -> Random:
        """Return a generator that depends on the seed and the key alone."""
        digest = hashlib.sha256(repr((self.seed, sorted(self.sizes.items()), key)).encode()).digest()
        return Random(digest)  # noqa: S311 -- test data, no secrets

    def with_slope(self, entry: Entry, tag: int) -> World:
        """Return the same numbers, one of them with slope 1."""
        moved = Dual(tag, self.lifted.get(entry, self.drawn[entry]), Fraction(1))
        lifted = {**self.lifted, entry: moved}
        return World(self.sizes, self.seed, self.kinds, lifted, self.drawn, self.axes)


def whole(expr: Any, world: World, at: At) -> int:
    """Return the value of an index or of an end of a range."""
    found = plain(value(expr, world, at))
    if not isinstance(found, Fraction) or found.denominator != 1:
        raise NoValueError
    return int(found)


@singledispatch
def value(expr: Any, world: World, at: At) -> Number:
    """Return what an expression is worth in a world, with numbers for its free indices by name.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> n, N = symbols("n N", integer=True, positive=True)
    >>> str(value(Sum(n, (n, 3, N)), World({"N": 4}), {})), str(value(Sum(n, (n, 3, N)), World({"N": 1}), {}))
    ('7', '0')
    """
    name = type(expr).__name__
    if name in NAMED:
        return NAMED[name](value(expr.args[0], world, at))
    raise UnknownNodeError(name)


NAMED = {"sigmoid": logistic, "softplus": soft}


@value.register
def _(expr: int, _world: World, _at: At) -> Number:
    return Fraction(expr)


@value.register
def _(expr: Rational, _world: World, _at: At) -> Number:
    return Fraction(int(expr.p), int(expr.q))


@value.register
def _(expr: Float, _world: World, _at: At) -> Number:
    return REALS.mpf(str(expr))


@value.register
def _(expr: NumberSymbol, _world: World, _at: At) -> Number:
    return REALS.mpf({"pi": REALS.pi, "E": REALS.e}[str(expr)])


@value.register(Symbol)
@value.register(Idx)
def _(expr: Any, world: World, at: At) -> Number:
    name = str(expr)
    if name in at:
        return Fraction(at[name])
    if name in world.sizes:
        return Fraction(world.sizes[name])
    if isinstance(expr, Idx) or (expr.is_integer and not world.kinds.get(name)):
        raise KeyError(name)
    return world.entry(name, None, ())


@value.register
def _(expr: Indexed, world: World, at: At) -> Number:
    return world.entry(*place(expr, world, at))


def place(expr: Any, world: World, at: At) -> tuple[str, Any, tuple[int, ...]]:
    """Return name, declared shape and place of an entry, of a tensor or of a matrix."""
    base: Any = expr.base if isinstance(expr, Indexed) else expr.parent
    name = base.label if isinstance(expr, Indexed) else base.name
    return str(name), base.shape, tuple(whole(i, world, at) for i in expr.indices)


@value.register
def _(expr: Add, world: World, at: At) -> Number:
    total: Number = Fraction(0)
    for arg in expr.args:
        total = plus(total, value(arg, world, at))
    return total


@value.register
def _(expr: Mul, world: World, at: At) -> Number:
    """Multiply; an indicator that is 0 guards what stands beside it."""
    result: Number = Fraction(1)
    for arg in sorted(expr.args, key=lambda arg: not _is_indicator(arg)):
        factor = value(arg, world, at)
        if factor == 0 and _is_indicator(arg):
            return factor
        result = times(result, factor)
    return result


def _is_indicator(factor: Any) -> bool:
    """Return whether a factor only tests indices: a delta, a Piecewise, or what is made of them without an entry."""
    return factor.has(KroneckerDelta, Piecewise) and not factor.has(Indexed)


@value.register
def _(expr: Pow, world: World, at: At) -> Number:
    base, exponent = value(expr.args[0], world, at), plain(value(expr.args[1], world, at))
    if not isinstance(exponent, Fraction):
        raise NoValueError
    if exponent.denominator == 1:
        return power(base, int(exponent))
    if exponent.denominator == 2:  # noqa: PLR2004 -- a square root
        return power(root(base), exponent.numerator)
    raise NoValueError


FUNCTIONS: dict[type, Callable[[Number], Number]] = {
    exp: exponential, log: logarithm, tanh: hyperbolic, sin: sine, cos: cosine,
}  # fmt: skip


def _function(expr: Any, world: World, at: At) -> Number:
    return FUNCTIONS[expr.func](value(expr.args[0], world, at))


for _kind in FUNCTIONS:
    _ = value.register(_kind)(_function)


@value.register
def _(expr: sign, world: World, at: At) -> Number:
    return Fraction(compare(value(expr.args[0], world, at), Fraction(0)))


@value.register
def _(expr: Heaviside, world: World, at: At) -> Number:
    if not (side := compare(value(expr.args[0], world, at), Fraction(0))):
        return value(expr.args[1], world, at)
    return Fraction(side > 0)


@value.register
def _(expr: Abs, world: World, at: At) -> Number:
    inside = value(expr.args[0], world, at)
    return times(Fraction(compare(inside, Fraction(0))), inside)


@value.register(Min)
@value.register(Max)
def _(expr: Any, world: World, at: At) -> Number:
    values = [value(arg, world, at) for arg in expr.args]
    best = values[0]
    for other in values[1:]:
        side = compare(other, best)
        best = other if (side > 0 if isinstance(expr, Max) else side < 0) else best
    return best


@value.register
def _(expr: Piecewise, world: World, at: At) -> Number:
    for branch, test in expr.args:
        if holds(test, world, at):
            return value(branch, world, at)
    raise NoValueError


@value.register
def _(expr: KroneckerDelta, world: World, at: At) -> Number:
    return Fraction(whole(expr.args[0], world, at) == whole(expr.args[1], world, at))


def points(limits: tuple[Any, ...], world: World, at: At) -> Iterator[At]:
    """Return every assignment of bound indices; the last limit is the outermost, and a reversed range is empty."""
    if not limits:
        yield at
        return
    variable = limits[-1][0]
    low, high = limits[-1][1:] if len(limits[-1]) > 1 else (variable.lower, variable.upper)
    for number in range(whole(low, world, at), whole(high, world, at) + 1):
        yield from points(limits[:-1], world, {**at, str(variable): number})


@value.register
def _(expr: Sum, world: World, at: At) -> Number:
    total: Number = Fraction(0)
    for point in points(expr.limits, world, at):
        total = plus(total, value(expr.function, world, point))
    return total


@value.register
def _(expr: Product, world: World, at: At) -> Number:
    result: Number = Fraction(1)
    for point in points(expr.limits, world, at):
        result = times(result, value(expr.function, world, point))
    return result


@value.register
def _(expr: Derivative, world: World, at: At) -> Number:
    return slope(expr.expr, [v for v, times_ in expr.variable_count for _ in range(int(times_))], world, at)


def slope(expr: Expr, variables: list[Any], world: World, at: At) -> Number:
    """Return the derivative of an expression by entries or symbols, one after another."""
    if not variables:
        return value(expr, world, at)
    *inner, last = variables
    entry = place(last, world, at) if hasattr(last, "indices") else (str(last), None, ())
    tag = next(TAGS)
    _ = world.entry(*entry)
    found = slope(expr, inner, world.with_slope((entry[0], entry[2]), tag), at)
    return parts_of(found, tag)[1]


def holds(test: Any, world: World, at: At) -> bool:
    """Return whether a condition is true."""
    if isinstance(test, BooleanAtom | bool):
        return bool(test)
    if isinstance(test, And | Or | Not):
        parts = [holds(arg, world, at) for arg in test.args]
        return {And: all(parts), Or: any(parts), Not: not parts[0]}[test.func]
    if not isinstance(test, Relational):
        raise UnknownNodeError(type(test).__name__)
    return related(value(test.lhs, world, at), test.rel_op, value(test.rhs, world, at))


def related(a: Number, relation: str, b: Number) -> bool:
    """Return whether two numbers stand in a relation; reals are equal when 30 digits agree."""
    if tag_of(a, b) and relation in {"==", "!="}:
        return (plain(a) == plain(b)) == (relation == "==")
    difference = plain(minus(a, b))
    small = 0 if isinstance(difference, Fraction) else (1 + abs(real(plain(a)))) * REALS.mpf(10) ** -30
    side = 0 if abs(difference) <= small else (1 if difference > 0 else -1)
    if not side and tag_of(a, b):
        raise NoValueError
    truths = {"==": side == 0, "!=": side != 0, "<": side < 0, "<=": side <= 0, ">": side > 0, ">=": side >= 0}
    return truths[relation]
