"""Matrix expressions: products, transposes, inverses, traces, Hadamard products, and gradients by a matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from sympy import (
    HadamardProduct,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatrixExpr,
    MatrixSymbol,
    OneMatrix,
    Sum,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
)

from benchmarks.grammars.blocks import rows
from benchmarks.grammars.claims import Claim, Engine, Outcome, Point
from benchmarks.grammars.duals import NoValueError
from benchmarks.grammars.values import Kind, World, related, slope, value
from derive import size, symmetric

N, D = size("N"), size("D")
X, Y = MatrixSymbol("X", N, D), MatrixSymbol("Y", N, D)
A, B, S = (MatrixSymbol(name, N, N) for name in "ABS")
u, v = MatrixSymbol("u", N, 1), MatrixSymbol("v", N, 1)
n, m = Symbol("n", integer=True), Symbol("m", integer=True)
LEAVES: Mapping[tuple[Any, Any], tuple[MatrixExpr, ...]] = {
    (N, N): (A, B, S, A, Identity(N), A + Identity(N), MatMul(u, v.T)),
    (N, D): (X, Y),
    (D, N): (X.T, Y.T),
    (D, D): (X.T * Y, X.T * X),
    (N, 1): (u, v),
    (1, N): (u.T, v.T),
}


def mirrored(world: World, at: tuple[int, ...]) -> Any:
    """Return an entry of a symmetric matrix."""
    return world.entry("half of S", None, tuple(sorted(at)))


DRAWS = {"S": Kind(formula=mirrored)}


def block(source: Random, height: Any, width: Any, depth: int) -> MatrixExpr:
    """Return a random matrix expression of a shape."""
    if not depth or source.random() < 0.2:  # noqa: PLR2004 -- a leaf in between
        return source.choice(LEAVES[height, width])
    inner = source.choice([size_ for size_ in (N, D) if (height, size_) in LEAVES and (size_, width) in LEAVES])
    forms: list[Callable[[], MatrixExpr]] = [
        lambda: MatMul(block(source, height, inner, depth - 1), block(source, inner, width, depth - 1)),
        lambda: MatMul(block(source, height, inner, depth - 1), block(source, inner, width, depth - 1)),
        lambda: MatAdd(block(source, height, width, depth - 1), block(source, height, width, depth - 1)),
        lambda: Transpose(block(source, width, height, depth - 1)),
        lambda: HadamardProduct(block(source, height, width, depth - 1), block(source, height, width, depth - 1)),
    ]
    if (height, width) == (N, N):
        forms.append(lambda: Inverse(source.choice((A, B, A * B, Transpose(A)))))
    return source.choice(forms)()


def rewritten(expr: Any, source: Random) -> Any:
    """Return the same matrix, written otherwise."""
    rule = RULES.get(type(expr))
    if rule is None or not expr.args or isinstance(expr, MatrixSymbol | Identity):
        return expr
    return rule(expr, source)


def _product(expr: Any, source: Random) -> Any:
    factors = [rewritten(arg, source) for arg in expr.args]
    at = [i for i, factor in enumerate(factors) if isinstance(factor, MatAdd)]
    if at and source.random() < 0.5:  # noqa: PLR2004 -- half of the sums are multiplied out
        i = source.choice(at)
        return MatAdd(*(MatMul(*factors[:i], term, *factors[i + 1 :]) for term in factors[i].args))
    if source.random() < 0.3:  # noqa: PLR2004 -- some are turned
        return Transpose(MatMul(*(Transpose(factor) for factor in reversed(factors))))
    return MatMul(*factors)


def _total(expr: Any, source: Random) -> Any:
    terms = [rewritten(arg, source) for arg in expr.args]
    source.shuffle(terms)
    extra = source.choice(terms)
    return MatAdd(*terms, extra, MatMul(-1, extra))


def _turned(expr: Any, source: Random) -> Any:
    inside = expr.args[0]
    if isinstance(inside, MatMul | MatAdd | HadamardProduct):
        turned = [Transpose(rewritten(arg, source)) for arg in inside.args]
        return inside.func(*(reversed(turned) if isinstance(inside, MatMul) else turned))
    return Transpose(rewritten(inside, source))


def _entrywise(expr: Any, source: Random) -> Any:
    return HadamardProduct(*(rewritten(arg, source) for arg in reversed(expr.args)))


def _undone(expr: Any, _source: Random) -> Any:
    inside = expr.args[0]
    if isinstance(inside, MatMul):
        return MatMul(*(Inverse(arg) for arg in reversed(inside.args)))
    return MatMul(expr, inside, Inverse(inside))


RULES: dict[type, Callable[[Any, Random], Any]] = {
    MatMul: _product, MatAdd: _total, Transpose: _turned, HadamardProduct: _entrywise, Inverse: _undone,
}  # fmt: skip


def slipped(expr: Any, source: Random) -> Any:
    """Return a matrix of the same shape that is probably another one."""
    square = expr.shape[0] == expr.shape[1]
    slips: list[Callable[[], Any]] = [
        lambda: MatMul(-1, expr),
        lambda: expr + OneMatrix(*expr.shape),
        lambda: ZeroMatrix(*expr.shape),
    ]
    if square:
        slips += [lambda: Transpose(expr)] * 4
    if isinstance(expr, MatMul) and all(arg.shape == (N, N) for arg in expr.args if isinstance(arg, MatrixExpr)):
        slips += [lambda: MatMul(*reversed(expr.args))] * 4
    if isinstance(expr, MatMul | MatAdd | HadamardProduct):
        first, *rest = expr.args
        if isinstance(first, MatrixExpr):
            slips += [lambda: expr.func(slipped(first, source), *rest)] * 2
    return source.choice(slips)()


SHAPES = ((N, N), (N, N), (N, D), (D, N), (D, D), (N, 1))


def equal(source: Random) -> Claim:
    """Return two writings of a matrix or of its trace, or one and a slip; `S` is symmetric."""
    shape = source.choice(SHAPES)
    expr = block(source, *shape, 3)
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    other = rewritten(expr, source) if built else slipped(rewritten(expr, source), source)
    if shape[0] == shape[1] and source.random() < 0.4:  # noqa: PLR2004 -- four in ten are traces
        expr, other = Trace(expr), Trace(other)
    facts = (symmetric(S),) if built or source.random() < 0.5 else ()  # noqa: PLR2004 -- half of the slips without
    return Claim(expr, other, facts=facts, kinds=DRAWS if facts else {}, sizes=("N", "D"), built=built, seeds=1)


def known(source: Random) -> Claim:
    """Return an identity, or what is taken for one."""
    lhs, rhs, built, facts = source.choice(KNOWN)
    return Claim(lhs, rhs, facts=facts, kinds=DRAWS if facts else {}, sizes=("N", "D"), built=built, seeds=1)


KNOWN: tuple[tuple[Any, Any, bool, tuple[Any, ...]], ...] = (
    (Trace(A * B), Trace(B * A), True, ()),
    (Trace(A * B * S), Trace(B * A * S), False, ()),
    (Trace(A * B * S), Trace(B * A * S), False, (symmetric(S),)),
    (A * B, B * A, False, ()),
    (S.T * A, S * A, True, (symmetric(S),)),
    (S * A, A * S, False, (symmetric(S),)),
    (Inverse(A * B), Inverse(B) * Inverse(A), True, ()),
    (Inverse(A * B), Inverse(A) * Inverse(B), False, ()),
    (Inverse(A + B), Inverse(A) + Inverse(B), False, ()),
    (Transpose(Inverse(A)), Inverse(Transpose(A)), True, ()),
    (HadamardProduct(A, B) * u, HadamardProduct(B, A) * u, True, ()),
    (HadamardProduct(A, B) * S, HadamardProduct(A * S, B * S), False, ()),
    (Trace(X.T * Y), Sum(X[n, m] * Y[n, m], (n, 0, N - 1), (m, 0, D - 1)), True, ()),
    (Trace(X.T * Y), Sum(X[n, m] * Y[n, m], (n, 1, N - 1), (m, 0, D - 1)), False, ()),
    (Trace(X.T * Y), Sum(X[n, m] * Y[n, m], (n, 0, N - 1), (m, 0, D - 2)), False, ()),
    (Trace(A), A[0, 0] + Sum(A[n, n], (n, 1, N - 1)), True, ()),
    (Trace(A), Sum(A[n, n], (n, 1, N - 1)), False, ()),
    ((u.T * v)[0, 0], Sum(u[n, 0] * v[n, 0], (n, 0, N - 1)), True, ()),
    ((u.T * v)[0, 0], Sum(u[n, 0] * v[n, 0], (n, 0, N - 2)), False, ()),
    ((A * v)[0, 0], Sum(A[0, n] * v[n, 0], (n, 0, N - 1)), True, ()),
    ((A * v)[0, 0], Sum(A[n, 0] * v[n, 0], (n, 0, N - 1)), False, ()),
    ((S * v)[0, 0], Sum(S[n, 0] * v[n, 0], (n, 0, N - 1)), True, (symmetric(S),)),
    (A * Inverse(A), Identity(N), True, ()),
    (Trace(Identity(N)), N, True, ()),
    (Trace(OneMatrix(N, D) * X.T), Sum(X[n, m], (n, 0, N - 1), (m, 0, D - 1)), True, ()),
    (Trace(OneMatrix(N, D) * X.T), Sum(X[n, m], (n, 0, N - 1), (m, 1, D - 1)), False, ()),
)
LOSSES: tuple[tuple[Any, MatrixSymbol], ...] = (
    (Sum(u[n, 0] ** 2, (n, 1, N - 1)), u),
    (Sum(u[n, 0] ** 2, (n, 0, N - 2)), u),
    (Sum(u[n, 0] * u[n + 1, 0], (n, 0, N - 2)), u),
    (Sum(X[n, m] ** 2, (n, 1, N - 1), (m, 0, D - 1)), X),
    (Sum(X[n, m] ** 2, (n, 0, N - 1), (m, 0, D - 2)), X),
    (Sum(X[n, m] * Y[n, m], (n, 0, N - 2), (m, 1, D - 1)), X),
    (Sum((X[n, m] - X[n - 1, m]) ** 2, (n, 1, N - 1), (m, 0, D - 1)), X),
    (Sum((A[n, m] * u[m, 0]), (n, 0, N - 1), (m, 1, N - 1)) ** 2, u),
    (Sum(A[n, n] ** 2, (n, 1, N - 1)), A),
    (Sum(A[n, n], (n, 0, N - 1)) ** 2, A),
    (Trace(A * B * A.T), A),
    (Trace(X.T * A * X), X),
    (Trace(X.T * X) + Sum(X[n, 0], (n, 1, N - 1)), X),
    (Trace(Inverse(A) * B), A),
    ((u.T * A * u)[0, 0], u),
    ((u.T * A * v)[0, 0], A),
    (Sum(u[n, 0], (n, 1, N - 1)) * Sum(u[n, 0] ** 2, (n, 0, N - 2)), u),
)


@dataclass(frozen=True)
class Slope:
    """A gradient by a matrix, compared with dual numbers at every entry of the matrix."""

    expr: Any
    by: MatrixSymbol

    def __str__(self) -> str:
        """Return the case in one line."""
        return f"gradient of {self.expr} by {self.by}"

    def judge(self, engine: Engine, largest: int = 3) -> Outcome:
        """Ask for it, and compare."""
        made = engine.gradient(self.expr, self.by)
        for height in range(1, largest + 1):
            for width in range(1, largest + 1):
                world = World({"N": height, "D": width}, height)
                trouble = self._differs(made, world)
                if trouble:
                    return Outcome("wrong slope", self, f"{made}: {trouble}", Point(world, {}))
        return Outcome("fine", self, str(made))

    def _differs(self, made: Any, world: World) -> str:
        i, j = Symbol("i", integer=True), Symbol("j", integer=True)
        try:
            wanted = [
                [slope(self.expr, [self.by[i, j]], world, {"i": row, "j": column}) for column, _ in enumerate(line)]
                for row, line in enumerate(rows(self.by, world, {}))
            ]
        except NoValueError:
            return ""
        try:
            found = [[self._entry(made, r, c, world) for c in range(len(wanted[0]))] for r in range(len(wanted))]
        except NoValueError:
            return "it has no value"
        pairs = zip(chain(*wanted), chain(*found), strict=True)
        return "" if all(related(a, "==", b) for a, b in pairs) else f"{found} where {wanted} is wanted"

    @staticmethod
    def _entry(made: Any, row: int, column: int, world: World) -> Any:
        if isinstance(made, MatrixExpr):
            return rows(made, world, {})[row][column]
        at = (row, column)[: len(made.indices)]
        return value(made.expr, world, dict(zip(map(str, made.indices), at, strict=True)))


def draw(source: Random) -> Claim | Slope:
    """Return a case."""
    kind = source.choice((equal, equal, known, None))
    return kind(source) if kind else Slope(*source.choice(LOSSES))
