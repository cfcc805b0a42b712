"""Random expressions over tensors, drawn from a `random.Random`.

Bound names come from few letters on purpose, so that they shadow one another and the free ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from sympy import (
    Add,
    Expr,
    IndexedBase,
    Integer,
    KroneckerDelta,
    Mul,
    Pow,
    Product,
    Rational,
    Sum,
    Symbol,
    exp,
    log,
    symbols,
)

from derive import binary, positive, sigmoid, sign, size, symmetric, tensor

SIZES = {name: size(name) for name in "NDK"}
LETTERS = {
    "N": symbols("n m r", integer=True),
    "D": symbols("d i j", integer=True),
    "K": symbols("k l c", integer=True),
}
FREE = {letters[0]: name for name, letters in LETTERS.items()}
SHAPES = {
    "x": "N",
    "y": "N",
    "tb": "N",
    "sg": "N",
    "w": "D",
    "u": "D",
    "z": "K",
    "X": "ND",
    "W": "KD",
    "A": "DD",
    "B": "NN",
    "S": "DD",
    "px": "N",
}
TENSORS = {name: tensor(name, *((1, SIZES[axis]) for axis in axes)) for name, axes in SHAPES.items()}
SCALARS = symbols("a b", real=True)
POSITIVE = Symbol("p", positive=True)
KINDS = {"S": "symmetric", "tb": "binary", "sg": "sign", "px": "positive", "p": "positive"}
FACTS = (symmetric(TENSORS["S"]), binary(TENSORS["tb"]), sign(TENSORS["sg"]), positive(TENSORS["px"]))
ANCHOR = TENSORS["x"][LETTERS["N"][0]] * TENSORS["w"][LETTERS["D"][0]] * TENSORS["z"][LETTERS["K"][0]]
ROWS = tuple(name for name in SHAPES if name not in ("tb", "sg", "px"))
Scope = dict[Symbol, str]


def unevaluated(kind: type[Expr], *args: Expr) -> Expr:
    """Return a sum, product or power as it is written."""
    return kind(*args, evaluate=False)


def bind(body: Expr, index: Symbol, axis: str, kind: type[Sum | Product] = Sum) -> Expr:
    """Return the sum over one index, from 1 to its size."""
    return kind(body, (index, 1, SIZES[axis]))


@dataclass
class Maker:
    """Draws expressions; `without` names tensors that must not occur."""

    source: Random
    without: tuple[str, ...] = ()

    def index(self, scope: Scope, axis: str) -> Symbol | None:
        """Return an index in scope along an axis, if there is one."""
        fitting = [index for index, its_axis in scope.items() if its_axis == axis]
        return self.source.choice(fitting) if fitting else None

    def entry(self, scope: Scope, *, linear: bool = False) -> Expr:
        """Return a tensor entry with indices in scope, or a scalar."""
        names = [name for name in (ROWS if linear else SHAPES) if name not in self.without and name != "px"]
        axes = set(scope.values())
        fitting = [name for name in names if axes.issuperset(SHAPES[name])]
        if not fitting:
            return self.source.choice(SCALARS)
        name = self.source.choice(fitting)
        return TENSORS[name][tuple(self.index(scope, axis) for axis in SHAPES[name])]

    def inside(self, scope: Scope) -> tuple[Symbol, str, Scope]:
        """Return a bound index, its axis, and the scope under it; the name may hide one that is there."""
        axis = self.source.choice("NDK")
        index = self.source.choice(LETTERS[axis])
        return index, axis, {**scope, index: axis}

    def linear(self, scope: Scope, depth: int = 1) -> Expr:
        """Return an argument for an exponential: free of exponentials."""
        draw = self.source.random()
        if draw < 0.45 or depth == 0:
            return self.entry(scope, linear=True)
        if draw < 0.7:
            return self.linear(scope, depth - 1) + self.linear(scope, depth - 1)
        if draw < 0.8:
            return self.source.choice((-1, 2, -2)) * self.linear(scope, depth - 1)
        index, axis, under = self.inside(scope)
        return bind(self.entry(under, linear=True) * self.entry(under, linear=True), index, axis)

    def expression(self, scope: Scope, depth: int) -> Expr:
        """Return a random expression of sums, products, deltas, exponentials, sigmoids and reciprocals."""
        form = self.source.choice(FORMS) if depth else leaf
        return form(self, scope, depth - 1)

    def delta(self, scope: Scope) -> Expr:
        """Return a Kronecker delta of two indices of one axis."""
        axis = self.source.choice(list(scope.values()))
        return KroneckerDelta(self.index(scope, axis), self.index(scope, axis))

    def anchored(self, depth: int) -> Expr:
        """Return an expression in which every free index has a slot that says its range."""
        scope = dict(FREE)
        terms = (self.source.choice(BRANCHES)(self, scope, depth - 1) for _ in range(2))
        return unevaluated(Add, *terms, ANCHOR)

    def tied(self) -> Expr:
        """Return sums over differences: terms that only a relabelling of the bound indices can bring together."""
        axis = self.source.choice("ND")
        vector = TENSORS["x" if axis == "N" else "u"]
        letters = LETTERS[axis][: self.source.choice((2, 3))]
        terms = [
            unevaluated(Mul, *(self.atom(vector, letters) for _ in range(self.source.choice((2, 3)))))
            for _ in range(self.source.choice((1, 2)))
        ]
        body = unevaluated(Add, *terms) if len(terms) > 1 else terms[0]
        for index in letters:
            body = bind(body, index, axis)
        return body

    def atom(self, vector: IndexedBase, letters: tuple[Symbol, ...]) -> Expr:
        """Return a factor that looks alike under exchange of its indices, or nearly so."""
        first, second = (vector[self.source.choice(letters)] for _ in range(2))
        return self.source.choice(
            (sigmoid(first - second), 1 / (exp(first) + exp(second)), first, exp(first - 2 * second))
        )

    def positive(self, scope: Scope, depth: int) -> Expr:
        """Return an expression that is positive everywhere, as a logarithm needs it."""
        form = self.source.choice(POSITIVE_FORMS if depth else POSITIVE_LEAVES)
        return form(self, scope, depth - 1)

    def logarithmic(self) -> Expr:
        """Return a sum of logarithms of positive expressions."""
        terms = [
            self.entry(FREE) * log(self.positive(dict(FREE), 2))
            if self.source.random() < 0.7
            else self.positive(dict(FREE), 2)
            for _ in range(2)
        ]
        return unevaluated(Add, *terms, ANCHOR)


Form = Callable[[Maker, Scope, int], Expr]


def leaf(maker: Maker, scope: Scope, _depth: int) -> Expr:
    """Return an entry, or now and then a delta."""
    return maker.delta(scope) if maker.source.random() < 0.15 else maker.entry(scope)


def combined(kind: type[Expr]) -> Form:
    """Return the form of a sum or a product of two expressions."""
    return lambda maker, scope, depth: unevaluated(kind, *(maker.expression(scope, depth) for _ in range(2)))


def squared(maker: Maker, scope: Scope, depth: int) -> Expr:
    """Return a square."""
    return unevaluated(Pow, maker.expression(scope, depth), Integer(2))


def exponential(maker: Maker, scope: Scope, _depth: int) -> Expr:
    """Return an exponential of something linear."""
    return exp(maker.linear(scope))


def sigmoidal(maker: Maker, scope: Scope, _depth: int) -> Expr:
    """Return a sigmoid of something linear."""
    return sigmoid(maker.linear(scope))


def reciprocal(maker: Maker, scope: Scope, _depth: int) -> Expr:
    """Return one over a sum of exponentials."""
    index, axis, under = maker.inside(scope)
    return 1 / bind(exp(maker.linear(under)), index, axis)


def summed(maker: Maker, scope: Scope, depth: int) -> Expr:
    """Return a sum over an index."""
    index, axis, under = maker.inside(scope)
    return bind(maker.expression(under, depth), index, axis)


def positive_entry(maker: Maker, scope: Scope, _depth: int) -> Expr:
    """Return an entry that is positive by a fact, or a positive symbol."""
    row = maker.index(scope, "N")
    return TENSORS["px"][row] if row is not None and maker.source.random() < 0.5 else POSITIVE


def number(maker: Maker, _scope: Scope, _depth: int) -> Expr:
    """Return a small number."""
    return Integer(maker.source.choice((2, 3, 6)))


def positive_pair(kind: type[Expr]) -> Form:
    """Return the form of a sum or a product of two positive expressions."""
    return lambda maker, scope, depth: unevaluated(kind, *(maker.positive(scope, depth) for _ in range(2)))


def positive_power(maker: Maker, scope: Scope, depth: int) -> Expr:
    """Return a square, a root or a reciprocal of a positive expression."""
    power = maker.source.choice((Integer(-1), Integer(2), Rational(1, 2), Rational(-1, 2)))
    return unevaluated(Pow, maker.positive(scope, depth), power)


def positive_sum(maker: Maker, scope: Scope, depth: int) -> Expr:
    """Return a sum or a product over an index, of something positive."""
    index, axis, under = maker.inside(scope)
    return bind(maker.positive(under, depth), index, axis, maker.source.choice((Sum, Sum, Product)))


BRANCHES: tuple[Form, ...] = (
    *(4 * (combined(Add),)),
    *(5 * (combined(Mul),)),
    squared,
    exponential,
    sigmoidal,
    reciprocal,
    *(4 * (summed,)),
)
FORMS: tuple[Form, ...] = (*(2 * (leaf,)), *BRANCHES)
POSITIVE_LEAVES: tuple[Form, ...] = (*(3 * (positive_entry,)), exponential, exponential, number)
POSITIVE_FORMS: tuple[Form, ...] = (
    *POSITIVE_LEAVES,
    sigmoidal,
    *(2 * (positive_pair(Mul), positive_power, positive_pair(Add), positive_sum)),
)
