"""Matrix identities about random words: inverses, determinants, traces, push-through, transposes, projections.

A row is an identity of any square matrices, rectangles and vectors. What is put in are random words; both sides may
then be transposed or put into a product. A false claim has a slip in the order, a sign, a transpose, an inverse or a
factor, or lacks a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from sympy import (
    Basic,
    BlockMatrix,
    Determinant,
    Eq,
    Identity,
    Inverse,
    KroneckerProduct,
    MatAdd,
    MatMul,
    MatrixExpr,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
    log,
    preorder_traversal,
)

from benchmarks.grammars.claims import Claim
from benchmarks.grammars.duals import NoValueError, inverse, minus, plus, times
from benchmarks.grammars.matrices import Slope, mirrored
from benchmarks.grammars.values import Kind, World
from derive import size, symmetric

N, D = size("N"), size("D")
A, B, S, T, Q = (MatrixSymbol(name, N, N) for name in "ABSTQ")
X, Y, C = MatrixSymbol("X", N, D), MatrixSymbol("Y", N, D), MatrixSymbol("C", D, D)
u, v = MatrixSymbol("u", N, 1), MatrixSymbol("v", N, 1)
a = Symbol("a", real=True)
IN, ID, ONES = Identity(N), Identity(D), OneMatrix(N, 1)
Word = Callable[[Any, Any], Any]


def turned(world: World, at: tuple[int, ...]) -> Any:
    """Return an entry of an antisymmetric matrix."""
    i, j = at
    half = world.entry("half of T", None, tuple(sorted(at)))
    return times(Fraction((i < j) - (i > j)), half)


def reflection(world: World, at: tuple[int, ...]) -> Any:
    """Return an entry of the reflection at a plane, which is orthogonal."""
    i, j = at
    normal = [plus(Fraction(1), world.entry("normal of Q", None, (k,))) for k in range(world.sizes["N"])]
    if not any(normal):
        raise NoValueError
    square = sum((times(entry, entry) for entry in normal), Fraction(0))
    return minus(Fraction(i == j), times(Fraction(2), times(times(normal[i], normal[j]), inverse(square))))


KINDS: Mapping[Any, tuple[Any, Kind]] = {
    S: (symmetric(S), Kind(formula=mirrored)),
    T: (Eq(Transpose(T), -T), Kind(formula=turned)),
    Q: (Eq(Transpose(Q) * Q, IN), Kind(formula=reflection)),
}
"""Matrices of a kind: what says so, and how such a one is drawn."""
WORDS: tuple[Any, ...] = (A, B, A, B, A.T, A * B, A + B, A + IN, S, Inverse(B), A - B)


def number(word: Any) -> Any:
    """Return the one entry of a matrix of one row and one column."""
    return word[0, 0]


BLOCKS: tuple[tuple[Word, Word], ...] = (
    (lambda p, q: Inverse(p * q), lambda p, q: Inverse(q) * Inverse(p)),
    (lambda p, _: Inverse(p.T), lambda p, _: Inverse(p).T),
    (lambda p, q: (p * q).T, lambda p, q: q.T * p.T),
    (lambda p, q: Inverse(IN + p * q) * p, lambda p, q: p * Inverse(IN + q * p)),
    (lambda p, q: Inverse(Inverse(p) + Inverse(q)), lambda p, q: q * Inverse(p + q) * p),
    (lambda p, q: Inverse(p) - Inverse(p + q), lambda p, q: Inverse(p) * q * Inverse(p + q)),
    (lambda p, q: Inverse(p) + Inverse(q), lambda p, q: Inverse(p) * (p + q) * Inverse(q)),
    (lambda p, _: Inverse(IN + p), lambda p, _: IN - p * Inverse(IN + p)),
    (lambda p, _: Inverse(p + X * C * Y.T),
     lambda p, _: Inverse(p) - Inverse(p) * X * Inverse(Inverse(C) + Y.T * Inverse(p) * X) * Y.T * Inverse(p)),
    (lambda p, _: Inverse(p + u * v.T),
     lambda p, _: Inverse(p) - Inverse(p) * u * v.T * Inverse(p) / (1 + number(v.T * Inverse(p) * u))),
    (lambda p, _: p * X * Inverse(ID + Y.T * p * X), lambda p, _: Inverse(IN + p * X * Y.T) * p * X),
    (lambda *_: Inverse(X.T * X + a * ID) * X.T, lambda *_: X.T * Inverse(X * X.T + a * IN)),
    (lambda *_: (X * Inverse(X.T * X) * X.T) ** 2, lambda *_: X * Inverse(X.T * X) * X.T),
    (lambda p, _: X.T * (p - X * Inverse(X.T * X) * X.T * p), lambda *_: ZeroMatrix(D, N)),
    (lambda *_: (IN - ONES * ONES.T / N) ** 2, lambda *_: IN - ONES * ONES.T / N),
    (lambda *_: (IN - 2 * u * u.T / number(u.T * u)) ** 2, lambda *_: IN),
    (lambda p, q: (p + q) ** 2, lambda p, q: p**2 + p * q + q * p + q**2),
    (lambda p, q: KroneckerProduct(p, C) * KroneckerProduct(q, C), lambda p, q: KroneckerProduct(p * q, C * C)),
    (lambda p, _: KroneckerProduct(p, C).T, lambda p, _: KroneckerProduct(p.T, C.T)),
)  # fmt: skip
"""Two writings of a matrix."""
NUMBERS: tuple[tuple[Word, Word], ...] = (
    (lambda p, q: Determinant(p * q), lambda p, q: Determinant(p) * Determinant(q)),
    (lambda p, _: Determinant(p.T), lambda p, _: Determinant(p)),
    (lambda p, _: Determinant(Inverse(p)), lambda p, _: 1 / Determinant(p)),
    (lambda p, _: Determinant(a * p), lambda p, _: a**N * Determinant(p)),
    (lambda p, q: Determinant(Inverse(q) * p * q), lambda p, _: Determinant(p)),
    (lambda *_: Determinant(IN + X * Y.T), lambda *_: Determinant(ID + Y.T * X)),
    (lambda p, q: Determinant(IN + p * q), lambda p, q: Determinant(IN + q * p)),
    (lambda p, _: Determinant(p + u * v.T), lambda p, _: Determinant(p) * (1 + number(v.T * Inverse(p) * u))),
    (lambda p, _: Determinant(p + X * C * Y.T),
     lambda p, _: Determinant(p) * Determinant(C) * Determinant(Inverse(C) + Y.T * Inverse(p) * X)),
    (lambda p, _: Determinant(BlockMatrix([[p, X], [Y.T, C]])),
     lambda p, _: Determinant(p) * Determinant(C - Y.T * Inverse(p) * X)),
    (lambda p, q: Trace(p * q), lambda p, q: Trace(q * p)),
    (lambda p, q: Trace(p * q * A), lambda p, q: Trace(A * p * q)),
    (lambda p, q: Trace(Inverse(q) * p * q), lambda p, _: Trace(p)),
    (lambda p, q: Trace(p.T * q), lambda p, q: Trace(q.T * p)),
    (lambda p, _: Trace(p * X * Y.T), lambda p, _: Trace(Y.T * p * X)),
    (lambda p, _: number(u.T * p * v), lambda p, _: Trace(p * v * u.T)),
    (lambda p, _: number(u.T * p * u), lambda p, _: number(u.T * (p + p.T) * u) / 2),
    (lambda *_: Trace(X * Inverse(X.T * X) * X.T), lambda *_: D),
    (lambda p, _: Trace(KroneckerProduct(p, C)), lambda p, _: Trace(p) * Trace(C)),
)  # fmt: skip
"""Two writings of a number."""
OF_A_KIND: tuple[tuple[Any, Word, Word], ...] = (
    (S, lambda p, _: (p * S).T, lambda p, _: S * p.T),
    (S, lambda *_: Inverse(S).T, lambda *_: Inverse(S)),
    (S, lambda p, _: Trace(S * p.T), lambda p, _: Trace(S * p)),
    (S, lambda *_: number(u.T * S * v), lambda *_: number(v.T * S * u)),
    (S, lambda *_: number((u + v).T * S * (u + v)),
     lambda *_: number(u.T * S * u) + 2 * number(u.T * S * v) + number(v.T * S * v)),
    (T, lambda *_: number(u.T * T * u), lambda *_: 0 * a),
    (T, lambda p, _: Trace(T * (p + p.T)), lambda *_: 0 * a),
    (T, lambda p, _: Trace(T * p), lambda p, _: -Trace(T * p.T)),
    (T, lambda *_: Trace(T), lambda *_: 0 * a),
    (T, lambda *_: (IN - T).T, lambda *_: IN + T),
    (Q, lambda *_: Inverse(Q), lambda *_: Q.T),
    (Q, lambda p, _: Trace(Q.T * p * Q), lambda p, _: Trace(p)),
    (Q, lambda *_: number((Q * u).T * Q * v), lambda *_: number(u.T * v)),
    (Q, lambda *_: Determinant(Q) ** 2, lambda *_: 1 + 0 * a),
    (Q, lambda p, _: Inverse(Q * p * Q.T), lambda p, _: Q * Inverse(p) * Q.T),
    (Q, lambda p, _: Determinant(Q * p * Q.T), lambda p, _: Determinant(p)),
    (Q, lambda *_: Q * Q.T, lambda *_: IN),
)  # fmt: skip
"""What holds of matrices of a kind."""
WRAPS: tuple[Callable[[Any], Any], ...] = (
    lambda word: word, lambda word: word, lambda word: word.T, lambda word: 2 * word - word.T * word,
)  # fmt: skip


@dataclass(frozen=True)
class Chance:
    """A node of an expression, and what may be written for it by mistake."""

    node: Basic
    instead: Callable[[], Any]


def _chances(expr: Any) -> Iterator[Chance]:
    scaled = not expr.has(KroneckerProduct)  # SymPy takes a factor out of it as a number, and then fails
    for node in preorder_traversal(expr):
        square = isinstance(node, MatrixExpr) and node.shape[0] == node.shape[1]
        if isinstance(node, Inverse):
            yield Chance(node, lambda node=node: node.args[0])
        if isinstance(node, Transpose) and square:
            yield Chance(node, lambda node=node: node.args[0])
        if scaled and isinstance(node, MatAdd):
            yield Chance(node, lambda node=node: node - 2 * node.args[-1])
        if isinstance(node, MatMul) and all(getattr(arg, "shape", (N, N)) == (N, N) for arg in node.args):
            yield Chance(node, lambda node=node: node.func(*reversed(node.args)))
        if isinstance(node, MatMul) and square:
            yield Chance(node, lambda node=node: Transpose(node))
        if scaled and isinstance(node, MatMul | Determinant | Trace):
            yield Chance(node, lambda node=node: -2 * node)


def slipped(expr: Any, source: Random) -> Any:
    """Return a matrix, or a number, with one mistake."""
    chances = list(_chances(expr))
    if not chances:
        return 2 * expr if isinstance(expr, MatrixExpr) and expr.shape != (N, N) else 2 * expr + expr**0
    chance = source.choice(chances)
    return expr.xreplace({chance.node: chance.instead()})


def told(left: Any, right: Any, source: Random, facts: tuple[Any, ...] = ()) -> Claim:
    """Return a claim, with a slip in half of the cases; what is said to be of a kind is drawn so."""
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    right = right if built else slipped(right, source)
    if source.random() < 0.3 and isinstance(left, MatrixExpr):  # noqa: PLR2004 -- three in ten
        wrap = source.choice(WRAPS)
        left, right = (wrap(side) if left.shape == (N, N) else side.T for side in (left, right))
    drawn = {matrix.name: kind for matrix, (fact, kind) in KINDS.items() if fact in facts}
    return Claim(left, right, facts=facts, kinds=drawn, sizes=("N", "D"), built=built, seeds=1)


def general(source: Random) -> Claim:
    """Return an identity of any matrices, about two words."""
    p, q = source.choice(WORDS), source.choice(WORDS)
    left, right = source.choice(source.choice((BLOCKS, NUMBERS)))
    return told(left(p, q), right(p, q), source)


def of_a_kind(source: Random) -> Claim:
    """Return what holds of a symmetric, an antisymmetric or an orthogonal matrix, with the fact or without it."""
    matrix, left, right = source.choice(OF_A_KIND)
    p = source.choice(WORDS[:-4])
    if source.random() < 0.3:  # noqa: PLR2004 -- three in ten lack the fact
        return Claim(left(p, p), right(p, p), sizes=("N", "D"), built=False, seeds=1)
    return told(left(p, p), right(p, p), source, (KINDS[matrix][0],))


LOSSES: tuple[tuple[Any, MatrixSymbol], ...] = (
    (log(Determinant(A) ** 2), A),
    (log(Determinant(A + B) ** 2) * Trace(A), A),
    (log(Determinant(IN + X * X.T)), X),
    (log(Determinant(X.T * X)), X),
    (Trace(Inverse(A) * B), A),
    (Trace(Inverse(A + B) * B), A),
    (Trace(X * Inverse(X.T * X) * X.T * B), X),
    (number(u.T * Inverse(A) * v), A),
    (number(u.T * Inverse(IN + X * X.T) * u), X),
    (Trace(A * A * B), A),
    (number(u.T * Inverse(A) * u), u),
)


def draw(source: Random) -> Claim | Slope:
    """Return a claim, or a gradient by a matrix."""
    kind = source.choice((general, general, general, of_a_kind, of_a_kind, None))
    return kind(source) if kind else Slope(*source.choice(LOSSES))
