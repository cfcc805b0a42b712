"""Derivatives and lowered functions of sums over parts, compared with numbers on real arrays, entry by entry.

A derivative is compared with dual numbers, a lowered function with plain loops, and a normal form and a substitution
with what they were made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

import numpy as np
from sympy import Derivative, Eq, Expr, Idx, IndexedBase, KroneckerDelta, Max, Piecewise, Sum, Symbol, exp, log

from benchmarks.grammars.claims import FAR, Claim, Engine, Outcome, Point, Span, Word, spans
from benchmarks.grammars.duals import NoValueError, real
from benchmarks.grammars.values import Kind, World, related, slope, value
from derive import sigmoid, size, tensor

N, D = size("N"), size("D")
w, y, A = tensor("w", N), tensor("y", N), tensor("A", N, D)
q = IndexedBase("q")
a = Symbol("a", real=True)
n, m, k, j = (Symbol(name, integer=True) for name in "nmkj")
Body = Callable[[Any], Expr]
BODIES: tuple[tuple[Body, int, int], ...] = (
    (lambda i: w[i] ** 2, 0, 0),
    (lambda i: y[i] * w[i], 0, 0),
    (lambda i: (w[i] - y[i]) ** 2, 0, 0),
    (lambda i: w[i] * w[i + 1], 0, 1),
    (lambda i: (w[i + 1] - w[i]) ** 2, 0, 1),
    (lambda i: w[i - 1] * w[i + 1] * y[i], 1, 1),
    (lambda i: exp(y[i] * w[i]), 0, 0),
    (lambda i: log(1 + w[i] ** 2), 0, 0),
    (lambda i: sigmoid(w[i] - w[0]), 0, 0),
    (lambda i: w[i] ** 3 * w[N - 1], 0, 0),
    (lambda i: Max(w[i], 0), 0, 0),
    (lambda i: Piecewise((w[i + 1] * y[i], i < N - 1), (w[i], True)), 0, 0),
    (lambda i: KroneckerDelta(i, 1) * w[i] ** 2, 0, 0),
)
"""Bodies, and how many places they need before and after their index."""


def total(source: Random) -> Expr:
    """Return a sum over a part of the axis."""
    body, before, after = source.choice(BODIES)
    letter = source.choice((n, m))
    low, high = before + source.choice((0, 1, 1, 2)), N - 1 - after - source.choice((0, 0, 1, 2))
    return Sum(body(letter), (letter, low, high))


def loss(source: Random) -> Expr:
    """Return a function of `w`."""
    first = total(source)
    forms: tuple[Callable[[], Expr], ...] = (
        lambda: first,
        lambda: first,
        lambda: first + total(source),
        lambda: first * total(source),
        lambda: a * first + w[0] ** 2,
        lambda: log(1 + Sum(exp(w[m]), (m, 1, N - 1))) - first,
        lambda: Sum(A[n, m] * w[n] ** 2, (n, 1, N - 1), (m, 0, D - source.choice((1, 2)))),
        lambda: Sum((Sum(A[n, m] * w[n], (n, source.choice((0, 1)), N - 1)) - a) ** 2, (m, 1, D - 1)),
    )
    return source.choice(forms)()


def entry(source: Random) -> tuple[Any, dict[str, Span]]:
    """Return an index of `w` and its range."""
    low = source.choice((0, 1))
    options = ((k, 0), (Idx("k", N), 0), (Idx("k", (low, N - 1)), low))
    index, first = source.choice(options)
    return index, {"k": (first, N - 1)}


Pair = tuple[Any, Any]  # what should be, and what is
Numbers = Callable[[World, Mapping[str, int]], Pair]


@dataclass(frozen=True)
class Made:
    """Something that the engine makes of an expression, and numbers that say whether it is right."""

    what: Literal["differentiate", "gradient", "hessian", "normalize", "substitute", "lambdify", "lowered gradient"]
    expr: Any
    index: Any = k
    free: Mapping[str, Span] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the case in one line."""
        return (
            f"{self.what} of {self.expr}, {', '.join(f'{i} in {low}..{high}' for i, (low, high) in self.free.items())}"
        )

    def judge(self, engine: Engine, largest: int = 4) -> Outcome:
        """Ask for it, and compare at every size and every entry."""
        made, numbers = MAKERS[self.what](self, engine)
        word: Word = "wrong slope" if self.what in {"differentiate", "gradient", "hessian"} else "wrong numbers"
        for world, at in _points(self, largest):
            try:
                wanted = numbers[0](world, at)
            except NoValueError:
                continue
            try:
                found = numbers[1](world, at)
            except NoValueError as error:
                return Outcome(word, self, f"{made} has no value {error}, and {wanted} is wanted", Point(world, at))
            if not _same(wanted, found):
                return Outcome(word, self, f"{made} is {found}, and {wanted} is wanted", Point(world, at))
        return Outcome("fine", self, str(made))


def _points(case: Made, largest: int) -> Iterator[tuple[World, Mapping[str, int]]]:
    for number in range(1, largest + 1):
        for depth in (1, 2, 3):
            world = World({"N": number, "D": depth}, depth)
            for at in spans(case.free, world):
                yield world, at


def _same(wanted: Any, found: Any) -> bool:
    if isinstance(found, float):
        return bool(np.isclose(float(wanted), found, rtol=1e-9, atol=1e-9))
    return related(wanted, "==", found)


Maker = Callable[[Made, Engine], tuple[Any, tuple[Callable[..., Any], Callable[..., Any]]]]


def _differentiated(case: Made, engine: Engine) -> Any:
    made = engine.differentiate(case.expr, w[case.index])
    return made, (lambda world, at: slope(case.expr, [w[case.index]], world, at), lambda *at: value(made, *at))


def _gradient(case: Made, engine: Engine) -> Any:
    made = engine.gradient(case.expr, w)
    member = made[k]
    return made, (lambda world, at: slope(case.expr, [w[k]], world, at), lambda *at: value(member, *at))


def _hessian(case: Made, engine: Engine) -> Any:
    made = engine.hessian(case.expr, w)
    member = made[k, j]
    return made, (lambda world, at: slope(case.expr, [w[k], w[j]], world, at), lambda *at: value(member, *at))


def _normal(case: Made, engine: Engine) -> Any:
    made = engine.normalize(case.expr)
    return made, (lambda *at: value(case.expr, *at), lambda *at: value(made, *at))


def _substituted(case: Made, engine: Engine) -> Any:
    """Replace every entry of `w`; the numbers are those of a world in which `w` is what replaces it."""
    made = engine.substitute(case.expr, w[k], a * y[k] + k)

    def formula(world: World, at: tuple[int, ...]) -> Any:
        return value(a * y[k] + k, world, {"k": at[0]})

    def wanted(world: World, at: Mapping[str, int]) -> Any:
        return value(case.expr, World(world.sizes, world.seed, {"w": Kind(formula=formula)}), at)

    return made, (wanted, lambda *at: value(made, *at))


def arrays(world: World) -> list[Any]:
    """Return `w`, `y`, `A` and `a` as arrays of the declared shapes."""
    size_, depth = world.sizes["N"], world.sizes["D"]
    vectors = [np.array([float(world.entry(name, (N,), (place,))) for place in range(size_)]) for name in ("w", "y")]
    rows = [[float(world.entry("A", (N, D), (row, column))) for column in range(depth)] for row in range(size_)]
    return [*vectors, np.array(rows), float(world.entry("a", None, ()))]


def _lowered(case: Made, engine: Engine) -> Any:
    axes = [case.index] if case.free else []
    made = engine.lambdify(case.expr, [w, y, A, a], axes)
    return made, (lambda *at: real(value(case.expr, *at)), _called(made, case.free))


def _called(made: Any, free: Mapping[str, Span]) -> Callable[..., Any]:
    def found(world: World, at: Mapping[str, int]) -> Any:
        with np.errstate(all="ignore"):  # what is compared are numbers
            values = np.asarray(made(*arrays(world)))
        lows = [int(low) for low, _ in free.values()]
        shape = tuple(world.sizes["N"] - low for low in lows)
        if values.shape != shape:
            wrong = f"(its shape is {values.shape})"
            raise NoValueError(wrong)
        return float(values[tuple(at[i] - low for i, low in zip(free, lows, strict=True))])

    return found


def _lowered_gradient(case: Made, engine: Engine) -> Any:
    made = engine.lambdify(engine.gradient(case.expr, w), [w, y, A, a])
    return made, (lambda world, at: real(slope(case.expr, [w[k]], world, at)), _called(made, case.free))


MAKERS: dict[str, Maker] = {
    "differentiate": _differentiated,
    "gradient": _gradient,
    "hessian": _hessian,
    "normalize": _normal,
    "substitute": _substituted,
    "lambdify": _lowered,
    "lowered gradient": _lowered_gradient,
}
AXIS: Span = (0, N - 1)


def made(source: Random) -> Made:
    """Return a derivative, a normal form, a substitution or a lowered function of a random function."""
    what: Any = source.choice(tuple(MAKERS))
    expr = loss(source)
    match what:
        case "differentiate":
            return Made(what, expr, *entry(source))
        case "gradient" | "lowered gradient":
            return Made(what, expr, free={"k": AXIS})
        case "hessian":
            return Made(what, expr, free={"k": AXIS, "j": AXIS})
        case "lambdify" if source.random() < 0.5:  # noqa: PLR2004 -- half of them have an axis
            index, free = entry(source)
            return Made(what, w[index] * expr, index, free)
        case _:
            return Made(what, expr)


SQUARES: tuple[tuple[Body, Body], ...] = (
    (lambda i: w[i] ** 2, lambda i: 2 * w[i]),
    (lambda i: y[i] * w[i], lambda i: y[i]),
    (lambda i: (w[i] - y[i]) ** 2, lambda i: 2 * (w[i] - y[i])),
    (lambda i: exp(y[i] * w[i]), lambda i: y[i] * exp(y[i] * w[i])),
    (lambda i: w[i] ** 3 / 3, lambda i: w[i] ** 2),
)


def stated(source: Random) -> Claim:
    """Return a claim about a `Derivative`: with the places that the sum leaves out taken away, or some forgotten."""
    body, by = source.choice(SQUARES)
    low, cut = source.choice((0, 1, 1, 2)), source.choice((0, 0, 1))
    function = Sum(body(n), (n, low, N - 1 - cut))
    if source.random() < 0.2:  # noqa: PLR2004 -- one in five has no axis, and each integer is a place
        return _bare(source)
    index, free = entry(source)
    out = [*range(low), *([N - 1] if cut else [])]
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    if not built and out:
        _ = out.pop(source.randrange(len(out)))
    rest = by(index)
    for place in out:
        rest = Piecewise((0, Eq(index, place)), (rest, True))
    return Claim(Derivative(function, w[index]), rest, free=free, built=built)


def _bare(source: Random) -> Claim:
    low = source.choice((-1, 0, 1))
    inside = Piecewise((2 * q[k], (k >= low) & (k <= N - 1)), (0, True))
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    function = Sum(q[n] ** 2, (n, low, N - 1))
    return Claim(Derivative(function, q[k]), inside if built else 2 * q[k], free={"k": FAR}, built=built)


def draw(source: Random) -> Made | Claim:
    """Return a case."""
    return source.choice((made, made, stated))(source)
