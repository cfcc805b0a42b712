"""What an expression is worth, by plain loops: a small second semantics that the tests hold against the engine.

A `World` gives every size a number, every tensor entry a random value that obeys the facts, and every unknown
function a random table. Values live in a field: residues modulo a prime (exact, with `exp` as a ring homomorphism),
dual residues (exact derivatives), or reals of 60 digits (logarithms, roots).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
from sympy import (
    Abs,
    Add,
    E,
    Expr,
    Idx,
    Indexed,
    KroneckerDelta,
    MatrixSymbol,
    Mul,
    Pow,
    Product,
    Rational,
    Sum,
    Symbol,
    exp,
    log,
    oo,
    pi,
    tanh,
)
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixElement

from tests.fields import Real, Residue, UndefinedError

Value = Any  # a Residue, a Dual or a Real; one kind in each world
Entry = tuple[str, tuple[int, ...]]


@dataclass
class World:
    """Sizes, and a value for every entry: given ones first, else random ones that obey the facts.

    `facts` maps a tensor's name to kinds among "symmetric", "sign", "binary", "positive".
    """

    sizes: Mapping[str, int]
    seed: int = 0
    number: type = Residue
    facts: Mapping[str, str] = field(default_factory=dict)
    given: dict[Entry, Value] = field(default_factory=dict)

    def random(self, *key: object) -> random.Random:
        """Return a generator that depends on the seed and the key alone."""
        digest = hashlib.sha256(repr((self.seed, key)).encode()).digest()
        return random.Random(digest)  # noqa: S311 -- test data, no secrets

    def entry(self, name: str, indices: tuple[int, ...]) -> Value:
        """Return the value of one tensor entry."""
        kind = self.facts.get(name, "")
        at = tuple(sorted(indices)) if kind == "symmetric" else indices
        if (name, at) not in self.given:
            self.given[name, at] = self.number.of(self._draw(kind, name, at))
        return self.given[name, at]

    def _draw(self, kind: str, name: str, at: tuple[int, ...]) -> Fraction:
        source = self.random(name, at)
        if kind in ("sign", "binary"):
            return Fraction(source.choice((-1, 1) if kind == "sign" else (0, 1)))
        size = self.number.draw(source)
        return size if kind == "positive" else size * source.choice((-1, 1))


At = Mapping[Symbol, int]


def evaluate(expr: Expr, world: World, at: At | None = None) -> Value:
    """Return the value of an expression in a world, `at` giving numbers to the free indices."""
    at = at or {}
    for kinds, rule in RULES:
        if isinstance(expr, kinds):
            return rule(expr, world, at)
    raise NotImplementedError(type(expr))


def integer(expr: Expr, world: World, at: At) -> int:
    """Return the value of an index or a size."""
    if expr in at:
        return at[expr]
    if expr.is_Integer:
        return int(expr)
    if isinstance(expr, Symbol):
        return world.sizes[expr.name]
    if isinstance(expr, Indexed):
        return int(evaluate(expr, world, at).value)
    values = [integer(arg, world, at) for arg in expr.args]
    return int(expr.func(*values))


def _symbol(expr: Symbol, world: World, at: At) -> Value:
    if expr in at:
        return world.number.of(Fraction(at[expr]))
    if expr.name in world.sizes:
        return world.number.of(Fraction(world.sizes[expr.name]))
    return world.entry(expr.name, ())


def _indexed(expr: Indexed, world: World, at: At) -> Value:
    return world.entry(str(expr.base.label), tuple(integer(i, world, at) for i in expr.indices))


def _element(expr: MatrixElement, world: World, at: At) -> Value:
    if not isinstance(expr.parent, MatrixSymbol):
        raise NotImplementedError(expr)
    return world.entry(str(expr.parent), tuple(integer(i, world, at) for i in expr.indices))


def _rational(expr: Rational, world: World, _at: At) -> Value:
    return world.number.of(Fraction(int(expr.p), int(expr.q)))


def _pi(_expr: Expr, world: World, _at: At) -> Value:
    return Real(mpmath.mp.make_mpf(mpmath.libmp.mpf_pi(220))) if world.number is Real else world.entry("pi", ())


def _euler(_expr: Expr, world: World, _at: At) -> Value:
    return world.number.of(Fraction(1)).exp()


def _fold(combine: Callable[[Value, Value], Value], start: int) -> Callable[[Expr, World, At], Value]:
    def rule(expr: Expr, world: World, at: At) -> Value:
        total = world.number.of(Fraction(start))
        for arg in expr.args:
            total = combine(total, evaluate(arg, world, at))
        return total

    return rule


def _power(expr: Pow, world: World, at: At) -> Value:
    base, exponent = expr.args
    if exponent.is_Integer or (exponent.is_Symbol and (exponent in at or exponent.name in world.sizes)):
        return _repeat(evaluate(base, world, at), integer(exponent, world, at), world)
    if exponent.is_Rational and world.number is Real:
        return evaluate(base, world, at).power(Fraction(int(exponent.p), int(exponent.q)))
    raise UndefinedError


def _repeat(base: Value, times: int, world: World) -> Value:
    base, times = (base, times) if times >= 0 else (base.inverse(), -times)
    result = world.number.of(Fraction(1))
    while times:
        result, base, times = (result * base if times & 1 else result), base * base, times >> 1
    return result


def _exp(expr: exp, world: World, at: At) -> Value:
    return evaluate(expr.args[0], world, at).exp()


def _log(expr: log, world: World, at: At) -> Value:
    argument = evaluate(expr.args[0], world, at)
    if not hasattr(argument, "log"):
        raise UndefinedError
    return argument.log()


def _abs(expr: Abs, world: World, at: At) -> Value:
    argument = evaluate(expr.args[0], world, at)
    if not isinstance(argument, Real):
        raise UndefinedError
    return argument if argument.value >= 0 else argument * Real.of(Fraction(-1))


def _tanh(expr: tanh, world: World, at: At) -> Value:
    grown = evaluate(2 * expr.args[0], world, at).exp()
    one = world.number.of(Fraction(1))
    return (grown + world.number.of(Fraction(-1))) * (grown + one).inverse()


def _delta(expr: KroneckerDelta, world: World, at: At) -> Value:
    first, second = (integer(i, world, at) for i in expr.args[:2])
    return world.number.of(Fraction(int(first == second)))


TERMS = 1000
"""How many terms stand for a sum without an end, at points where it converges."""


def points(limits: tuple, world: World, at: At) -> Iterator[At]:
    """Return every assignment of the bound indices; the last limit is the outermost."""
    if not limits:
        yield at
        return
    variable, low, high = limits[-1]
    last = integer(low, world, at) + TERMS if high is oo else integer(high, world, at)
    for value in range(integer(low, world, at), last + 1):
        yield from points(limits[:-1], world, {**at, variable: value})


def _sum(expr: Sum, world: World, at: At) -> Value:
    total = world.number.of(Fraction(0))
    for here in points(expr.limits, world, at):
        total = total + evaluate(expr.function, world, here)
    return total


def _product(expr: Product, world: World, at: At) -> Value:
    total = world.number.of(Fraction(1))
    for here in points(expr.limits, world, at):
        total = total * evaluate(expr.function, world, here)
    return total


def _unknown(expr: AppliedUndef, world: World, at: At) -> Value:
    name = type(expr).__name__
    if name in NAMED:
        return evaluate(NAMED[name](*expr.args), world, at)
    keys = tuple(evaluate(arg, world, at).key() for arg in expr.args)
    return world.entry(f"{name}{keys}", ())


NAMED: dict[str, Callable[[Expr], Expr]] = {
    "sigmoid": lambda z: 1 / (1 + exp(-z)),
    "softplus": lambda z: log(1 + exp(z)),
}


def _named(expr: Expr, world: World, at: At) -> Value:
    name = type(expr).__name__
    if name not in NAMED:
        raise NotImplementedError(name)
    return evaluate(NAMED[name](*expr.args), world, at)


RULES: tuple[tuple[Any, Callable[[Expr, World, At], Value]], ...] = (
    (Rational, _rational),
    (type(pi), _pi),
    (type(E), _euler),
    ((Symbol, Idx), _symbol),
    (Indexed, _indexed),
    (MatrixElement, _element),
    (Add, _fold(lambda a, b: a + b, 0)),
    (Mul, _fold(lambda a, b: a * b, 1)),
    (exp, _exp),
    (Pow, _power),
    (log, _log),
    (Abs, _abs),
    (tanh, _tanh),
    (KroneckerDelta, _delta),
    (Sum, _sum),
    (Product, _product),
    (AppliedUndef, _unknown),
    (Expr, _named),
)


def assignments(ranges: Mapping[Symbol, str], sizes: Mapping[str, int]) -> Iterator[dict[Symbol, int]]:
    """Return every choice of the free indices, so every coincidence among them; `ranges` names the size of each."""
    names = list(ranges)
    for values in product(*(range(1, sizes[ranges[name]] + 1) for name in names)):
        yield dict(zip(names, values, strict=True))


def differ(lhs: Expr, rhs: Expr, worlds: Iterable[World], ranges: Mapping[Symbol, str] | None = None) -> bool | None:
    """Return whether the two sides have different values somewhere; `None` where no point could be evaluated."""
    seen = None
    for world in worlds:
        for at in assignments(ranges or {}, world.sizes):
            try:
                left, right = evaluate(lhs, world, at), evaluate(rhs, world, at)
            except UndefinedError:
                continue
            if not left.same(right):
                return True
            seen = False
    return seen
