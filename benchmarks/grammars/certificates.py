"""Inequalities that hold by construction: sums of squares, Jensen, norms, Gibbs, means, chains from assumed bounds.

Each row is true of all numbers of its kind. A false claim is turned round, strict at what may be equal, has another
constant, or lacks the fact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

from sympy import Abs, Eq, Expr, Ge, Gt, Idx, Integer, Le, Max, Min, Rational, Sum, Symbol, exp, expand, log, sqrt, tanh

from benchmarks.grammars.claims import Claim, Span
from benchmarks.grammars.duals import inverse, minus, times
from benchmarks.grammars.kinds import nonnegatives, positives
from benchmarks.grammars.values import Kind, World
from derive import nonnegative, positive, sigmoid, simplex, size, softplus, tensor

N = size("N")
x, y, w, p, r, g = (tensor(name, N) for name in "xywprg")
s, t, c, f, h = (Symbol(name, real=True) for name in "stcfh")
b = Symbol("b", positive=True)
n, k = Symbol("n", integer=True), Symbol("k", integer=True)
ZERO, ONE, HALF, QUARTER = Integer(0), Integer(1), Rational(1, 2), Rational(1, 4)
AXIS = (n, 0, N - 1)
AT_K: Mapping[str, Span] = {"k": (0, N - 1)}


def total(body: Any) -> Expr:
    """Return the sum over the axis."""
    return Sum(body, AXIS)


def full(source: Random, size_: int) -> list[Fraction]:
    """Return positive numbers of sum 1."""
    drawn = positives(source, size_)
    return [number / sum(drawn) for number in drawn]


def parts_of_one(source: Random, size_: int) -> list[Fraction]:
    """Return numbers from 0 to 1, both among them."""
    return [source.choice((Fraction(0), Fraction(1), Fraction(source.randint(0, 5), 5))) for _ in range(size_)]


@dataclass(frozen=True)
class Bound:
    """The first is at most the second, for numbers of these kinds."""

    low: Any
    high: Any
    facts: tuple[Any, ...] = ()
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    free: Mapping[str, Span] = field(default_factory=dict)
    among: Mapping[str, Span] = field(default_factory=dict)

    def claim(self, relation: str, low: Any, high: Any, *, built: bool) -> Claim:
        """Return a claim about these numbers."""
        given: dict[str, Any] = {
            "facts": self.facts,
            "kinds": {"b": Kind(positives), **self.kinds},
            "among": self.among,
        }
        return Claim(low, high, relation, free=self.free, built=built, seeds=4, **given)


def told(bound: Bound, source: Random) -> Claim:
    """Return what holds, written either way round, or what is mistaken for it."""
    if source.random() < 0.5:  # noqa: PLR2004 -- as many true ones as false ones
        if source.random() < 0.5:  # noqa: PLR2004 -- half of them the other way round
            return bound.claim(">=", bound.high, bound.low, built=True)
        return bound.claim("<=", bound.low, bound.high, built=True)
    slips: tuple[Callable[[], Claim], ...] = (
        lambda: bound.claim(">=", bound.low, bound.high, built=False),
        lambda: bound.claim("<", bound.low, bound.high, built=False),
        lambda: bound.claim("<=", bound.low, bound.high * source.choice((HALF, QUARTER)), built=False),
        lambda: bound.claim("<=", bound.low * 2, bound.high, built=False),
        lambda: bound.claim("<=", bound.low, bound.high - source.choice((ONE, QUARTER)), built=False),
        lambda: replace(bound, facts=(), kinds={}, among={}).claim("<=", bound.low, bound.high, built=False),
    )
    return source.choice(slips)()


def squares(source: Random) -> Claim:
    """Return a random sum of squares, multiplied out, in a sum or at a place; or one from which too much is taken."""
    place = source.choice((k, n))
    entries = (x[place], y[place], s, x[0], ONE)
    parts = [[source.randint(-2, 2) for _ in entries] for _ in range(source.randint(1, 3))]
    squares_ = [sum((a * e for a, e in zip(row, entries, strict=True)), ZERO) ** 2 for row in parts]
    body = expand(sum(squares_, ZERO))
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    if not built:
        body -= source.choice((entries[0] ** 2, QUARTER, entries[1] ** 2 / 2, s**2 + QUARTER))
    side, free = (total(body), {}) if place is n else (body, AT_K)
    low, high = source.choice(((side, ZERO), (side + w[0], w[0])))
    return Claim(low, high, ">=", free=free, built=built, seeds=8)


CONVEX: tuple[tuple[Callable[[Any], Any], bool], ...] = (
    (exp, False),
    (lambda v: v**2, False),
    (lambda v: v**4, False),
    (Abs, False),
    (lambda v: Max(v, 0), False),
    (lambda v: Max(0, 1 - v) ** 2, False),
    (softplus, False),
    (lambda v: -log(v), True),
    (lambda v: v * log(v), True),
    (lambda v: 1 / v, True),
    (lambda v: v**3, True),
)
"""Convex functions, and whether they are so for positive numbers alone."""


def jensen(source: Random) -> Claim:
    """Return that a convex function of a mean is at most the mean of the function."""
    phi, is_positive = source.choice(CONVEX)
    facts: tuple[Any, ...] = (positive(x), positive(y)) if is_positive else ()
    kinds = dict.fromkeys("xy", Kind(positives)) if is_positive else {}
    rows: tuple[Callable[[], Bound], ...] = (
        lambda: Bound(
            phi(total(p[n] * x[n])), total(p[n] * phi(x[n])), (*facts, simplex(p)), {**kinds, "p": Kind(full)}
        ),
        lambda: Bound(phi(total(x[n]) / N), total(phi(x[n])) / N, facts, kinds),
        lambda: Bound(phi((x[k] + y[k]) / 2), (phi(x[k]) + phi(y[k])) / 2, facts, kinds, AT_K),
        lambda: Bound(
            total(phi(t * x[n] + (1 - t) * y[n])),
            t * total(phi(x[n])) + (1 - t) * total(phi(y[n])),
            (*facts, Ge(t, 0), Le(t, 1)),
            {**kinds, "t": Kind(parts_of_one)},
        ),
    )
    return told(source.choice(rows)(), source)


SIZE = {"x": Kind(positives)}
NORMS: tuple[Bound, ...] = (
    Bound(total(x[n] ** 2), total(Abs(x[n])) ** 2),
    Bound(total(Abs(x[n])) ** 2, N * total(x[n] ** 2)),
    Bound(Abs(x[k]), total(Abs(x[n])), free=AT_K),
    Bound(x[k] ** 2, total(x[n] ** 2), free=AT_K),
    Bound(sqrt(total((x[n] + y[n]) ** 2)), sqrt(total(x[n] ** 2)) + sqrt(total(y[n] ** 2))),
    Bound(total(Abs(x[n] + y[n])), total(Abs(x[n])) + total(Abs(y[n]))),
    Bound(Abs(total(x[n] * y[n])), total(Abs(x[n]) * Abs(y[n]))),
    Bound(total(x[n] * y[n]) ** 2, total(x[n] ** 2) * total(y[n] ** 2)),
    Bound(total(Abs(x[n])) - total(Abs(y[n])), total(Abs(x[n] - y[n]))),
    Bound(total((x[n] - total(x[n]) / N) ** 2), total(x[n] ** 2)),
    Bound(total((x[n] - total(x[n]) / N) ** 2), total((x[n] - s) ** 2)),
    Bound(2 * total(x[n] * y[n]), b * total(x[n] ** 2) + total(y[n] ** 2) / b),
    Bound(total(x[n] ** 2), total(Abs(x[n])), (Le(Abs(x[Idx("d", N)]), 1),), {"x": Kind(parts_of_one)},
          among={"d": (0, N - 1)}),
)  # fmt: skip
TWO = {"p": Kind(full), "r": Kind(full)}
OF_P, OF_BOTH = (simplex(p), positive(p)), (simplex(p), positive(p), simplex(r), positive(r))
ENTROPIES: tuple[Bound, ...] = (
    Bound(ZERO, total(p[n] * log(p[n] / r[n])), OF_BOTH, TWO),
    Bound(-total(p[n] * log(p[n])), -total(p[n] * log(r[n])), OF_BOTH, TWO),
    Bound(-total(p[n] * log(p[n])), log(N), OF_P, TWO),
    Bound(total(p[n] * log(p[n] / r[n])), total(p[n] ** 2 / r[n]) - 1, OF_BOTH, TWO),
    Bound(1 / N, total(p[n] ** 2), OF_P, TWO),
    Bound(total(p[n] ** 2), ONE, OF_P, TWO),
    Bound(total(sqrt(p[n] * r[n])), ONE, OF_BOTH, TWO),
    Bound(ONE, total(p[n] ** 2 / r[n]), OF_BOTH, TWO),
    Bound(
        total(x[n]) * log(total(x[n]) / total(y[n])), total(x[n] * log(x[n] / y[n])), (positive(x), positive(y)),
        dict.fromkeys("xy", Kind(positives)),
    ),
    Bound(total(x[n]) - total(y[n]), total(x[n] * log(x[n] / y[n])), (positive(x), positive(y)),
          dict.fromkeys("xy", Kind(positives))),
    Bound(total(p[n] * x[n]), log(total(p[n] * exp(x[n]))), OF_P, TWO),
    Bound(N**2, total(x[n]) * total(1 / x[n]), (positive(x),), SIZE),
    Bound(total(log(x[n])) / N, log(total(x[n]) / N), (positive(x),), SIZE),
    Bound(x[k], log(total(exp(x[n]))), free=AT_K),
    Bound(total(x[n]) / N + log(N), log(total(exp(x[n])))),
)  # fmt: skip
SCALARS: tuple[Bound, ...] = (
    Bound(s * t, b * s**2 / 2 + t**2 / (2 * b)),
    Bound(log(b), b - 1),
    Bound(1 - 1 / b, log(b)),
    Bound(1 + s, exp(s)),
    Bound(sigmoid(s) * (1 - sigmoid(s)), QUARTER),
    Bound(Max(s, 0), softplus(s)),
    Bound(softplus(s), Max(s, 0) + log(2)),
    Bound(tanh(s) ** 2, ONE),
    Bound(exp(-s), 1 - s + s**2 / 2, (Ge(s, 0),), {"s": Kind(nonnegatives)}),
    Bound(sqrt(b), (1 + b) / 2),
    Bound(Integer(2), b + 1 / b),
    Bound(exp(t * s + (1 - t) * h), t * exp(s) + (1 - t) * exp(h), (Ge(t, 0), Le(t, 1)), {"t": Kind(parts_of_one)}),
    Bound(Abs(Max(s, 0) - Max(t, 0)), Abs(s - t)),
    Bound(Min(s, t), (s + t) / 2),
    Bound(1 + N * s, (1 + s) ** N, (Ge(s, -1),), {"s": Kind(lambda source, _: [Fraction(source.randint(-3, 6), 3)])}),
)


def stepped(world: World, at: tuple[int, ...]) -> Any:
    """Return an entry of y, one step of gradient descent from x."""
    step = times(inverse(world.entry("b", None, ())), world.entry("g", (N,), at))
    return minus(world.entry("x", (N,), at), step)


def below(world: World, _at: tuple[int, ...]) -> Any:
    """Return a value that the step has brought down at least as far as smoothness says, or just so far."""
    size_ = world.sizes["N"]
    square = sum((times(v, v) for v in (world.entry("g", (N,), (place,)) for place in range(size_))), Fraction(0))
    gain = times(square, inverse(times(Fraction(2), world.entry("b", None, ()))))
    rest = world.random("rest").choice((Fraction(0), Fraction(1, 2), Fraction(3)))
    return minus(minus(world.entry("h", None, ()), gain), rest)


def smaller(world: World, at: tuple[int, ...]) -> Any:
    """Return an entry that is at most that of y."""
    return minus(world.entry("y", (N,), at), world.random("less", at).choice((Fraction(0), Fraction(1, 3))))


d = Idx("d", N)
SMOOTH = Le(f, h + total(g[n] * (y[n] - x[n])) + b * total((y[n] - x[n]) ** 2) / 2)
STEP: dict[str, Any] = {
    "facts": (SMOOTH, Eq(y[d], x[d] - g[d] / b)),
    "kinds": {"y": Kind(formula=stepped), "f": Kind(formula=below), "b": Kind(positives)},
    "among": {"d": (0, N - 1)},
}
ORDERED: dict[str, Any] = {
    "facts": (Le(x[d], y[d]), nonnegative(w)),
    "kinds": {"x": Kind(formula=smaller), "w": Kind(nonnegatives)},
    "among": {"d": (0, N - 1)},
}
SMALL: dict[str, Any] = {
    "facts": (Ge(x[d], 0), Le(x[d], 1)), "kinds": {"x": Kind(parts_of_one)}, "among": {"d": (0, N - 1)},
}  # fmt: skip
CHAINS: tuple[Bound, ...] = (
    Bound(f, h - total(g[n] ** 2) / (2 * b), **STEP),
    Bound(f, h, **STEP),
    Bound(total(w[n] * x[n]), total(w[n] * y[n]), **ORDERED),
    Bound(total(exp(x[n])), total(exp(y[n])), **ORDERED),
    Bound(w[k] * x[k], w[k] * y[k], free=AT_K, **ORDERED),
    Bound(total(x[n] ** 2), total(x[n]), **SMALL),
    Bound(total(x[n] * (1 - x[n])), N / 4, **SMALL),
    Bound(total(x[n] ** 2) / N - (total(x[n]) / N) ** 2, QUARTER, **SMALL),
    Bound(total(x[n]), N, **SMALL),
    Bound(f, t, (Le(f, s), Le(s, t)), {"s": Kind(lambda *_: [Fraction(1)]), "t": Kind(lambda *_: [Fraction(1)]),
                                        "f": Kind(lambda *_: [Fraction(1)])}),
    Bound(s * f, s * t, (Le(f, t), Gt(s, 0)), {"s": Kind(positives), "t": Kind(positives),
                                               "f": Kind(lambda source, _: [-v for v in positives(source, 1)])}),
)  # fmt: skip


def draw(source: Random) -> Claim:
    """Return a claim."""
    kind = source.choice((squares, jensen, NORMS, ENTROPIES, SCALARS, CHAINS))
    return told(source.choice(kind), source) if isinstance(kind, tuple) else kind(source)
