"""Triangles: ranges that depend on an outer index, prefixes, reflected places, every second place, telescoping.

A triangle is a body and one of four regions of a square. It is written by an inner range, in either order, by a guard,
by what is left of the square, with its diagonal apart, or reflected; two writings are claimed to be equal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from sympy import (
    Derivative,
    Expr,
    Idx,
    IndexedBase,
    Integer,
    Max,
    Piecewise,
    Product,
    Sum,
    Symbol,
    exp,
)

from benchmarks.grammars.claims import Claim, Span, is_placed
from benchmarks.grammars.kinds import positives
from benchmarks.grammars.slips import altered
from benchmarks.grammars.values import Kind
from derive import positive, size, tensor

N = size("N")
x, y, p = tensor("x", N), tensor("y", N), tensor("p", N)
A = tensor("A", N, N)
q, h = IndexedBase("q"), IndexedBase("h")
a = Symbol("a", real=True)
i, j, m, n, k = (Symbol(name, integer=True) for name in "ijmnk")
LAST = N - 1
ONE, ZERO = Integer(1), Integer(0)
Body = Callable[[Any, Any], Any]
BODIES: tuple[Body, ...] = (
    lambda i, j: A[i, j],
    lambda i, j: A[i, j] * x[j],
    lambda i, j: x[i] * y[j],
    lambda i, j: (x[i] - x[j]) ** 2,
    lambda i, j: Max(x[i] - y[j], 0),
    lambda i, j: exp(x[i] - x[j]),
    lambda _, j: x[j],
    lambda i, _: x[i],
    lambda i, j: i * x[j],
    lambda i, j: (i - j) * x[i],
    lambda *_: a,
    lambda i, j: Max(A[i, j], 0),
)
Region = Literal["<=", "<", ">=", ">"]
"""Where the second index lies, seen from the first."""
OPPOSITE: dict[Region, Region] = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}
OPEN_OR_CLOSED: dict[Region, Region] = {"<=": "<", "<": "<=", ">=": ">", ">": ">="}
MIRRORED: dict[Region, Region] = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def inner(region: Region, at: Any) -> Span:
    """Return the range of an inner index."""
    return {"<=": (ZERO, at), "<": (ZERO, at - 1), ">=": (at, LAST), ">": (at + 1, LAST)}[region]


def test(region: Region, first: Any, second: Any) -> Any:
    """Return that the second index lies in the region."""
    return {"<=": second <= first, "<": second < first, ">=": second >= first, ">": second > first}[region]


@dataclass(frozen=True)
class Triangle:
    """A body to be added up over a region of the square."""

    body: Body
    region: Region

    def nested(self) -> Expr:
        """Return a sum whose inner range depends on the outer index."""
        return Sum(self.body(i, j), (j, *inner(self.region, i)), (i, 0, LAST))

    def exchanged(self) -> Expr:
        """Return the sum in the other order."""
        return Sum(self.body(i, j), (i, *inner(MIRRORED[self.region], j)), (j, 0, LAST))

    def guarded(self) -> Expr:
        """Return a sum over the square with a test."""
        counted = Piecewise((self.body(i, j), test(self.region, i, j)), (0, True))
        return Sum(counted, (j, 0, LAST), (i, 0, LAST))

    def rest(self) -> Expr:
        """Return the square without the opposite triangle."""
        return Sum(self.body(i, m), (m, 0, LAST), (i, 0, LAST)) - Triangle(self.body, OPPOSITE[self.region]).nested()

    def cut(self) -> Expr:
        """Return the triangle with its diagonal apart."""
        diagonal = Sum(self.body(n, n), (n, 0, LAST))
        rest = Triangle(self.body, OPEN_OR_CLOSED[self.region]).nested()
        return rest + diagonal if "=" in self.region else rest - diagonal

    def reflected(self) -> Expr:
        """Return the triangle with both indices counted from the end."""
        return Triangle(lambda i, j: self.body(LAST - i, LAST - j), MIRRORED[self.region]).nested()

    def shifted(self) -> Expr:
        """Return the triangle with the inner index counted from the outer one, or the outer one from 1."""
        if self.region in {"<=", "<"}:
            low = 0 if self.region == "<=" else 1
            return Sum(self.body(i, i - m), (m, low, i), (i, 0, LAST))
        return Sum(self.body(i - 1, j), (j, *inner(self.region, i - 1)), (i, 1, N))


WRITINGS = tuple(
    getattr(Triangle, name) for name in ("nested", "exchanged", "guarded", "rest", "cut", "reflected", "shifted")
)


def told(left: Any, right: Any, source: Random, *, free: dict[str, Span] | None = None, **given: Any) -> Claim:
    """Return a claim, with a slip in half of the cases."""
    built = source.random() < 0.5  # noqa: PLR2004 -- as many true ones as false ones
    return Claim(left, right if built else altered(right, source), free=free or {}, built=built, **given)


def writings(source: Random) -> Claim:
    """Return two writings of a triangle."""
    triangle = Triangle(source.choice(BODIES), source.choice(tuple(OPPOSITE)))
    first, second = source.sample(WRITINGS, 2)
    return told(first(triangle), second(triangle), source)


def upto(place: Any, low: Any = 0) -> Any:
    """Return a prefix of x."""
    return Sum(x[j], (j, low, place))


def within(place: Any) -> tuple[Any, Any, Any]:
    """Return an index with the range of the axis."""
    return place, 0, LAST


COUNTED: tuple[tuple[Any, Any], ...] = (
    (Sum(upto(i), within(i)), Sum((N - n) * x[n], within(n))),
    (Sum(upto(i - 1), within(i)), Sum((LAST - n) * x[n], within(n))),
    (Sum(Sum(x[j], (j, i, LAST)), within(i)), Sum((n + 1) * x[n], within(n))),
    (Sum(x[i] * upto(i), within(i)), (Sum(x[n], within(n)) ** 2 + Sum(x[n] ** 2, within(n))) / 2),
    (Sum(x[i] * upto(i - 1), within(i)), (Sum(x[n], within(n)) ** 2 - Sum(x[n] ** 2, within(n))) / 2),
    (Sum(upto(i) - upto(i - 1), within(i)), Sum(x[n], within(n))),
    (Sum(ONE, (j, 0, i), within(i)), N * (N + 1) / 2),
    (Sum(j, (j, 0, i), within(i)), N * (N**2 - 1) / 6),
    (Sum(Sum(ONE, (j, i + 1, LAST)), within(i)), N * (N - 1) / 2),
    (Sum(Sum((x[i] - x[j]) ** 2, (j, i + 1, LAST)), within(i)), N * Sum(x[n] ** 2, within(n)) - upto(LAST) ** 2),
    (Sum(Sum(x[j] * y[i - j], (j, 0, i)), within(i)), Sum(Sum(x[j] * y[n], (n, 0, LAST - j)), within(j))),
)
"""What prefixes and triangles add up to."""
AT_A_PLACE: tuple[tuple[Any, Any], ...] = (
    (upto(k), x[k] + upto(k - 1)),
    (upto(k) + Sum(x[j], (j, k + 1, LAST)), Sum(x[n], within(n))),
    (upto(k) - upto(k - 1), x[k]),
    (upto(k), Sum(Piecewise((x[n], n <= k), (0, True)), within(n))),
    (upto(k), Sum(x[k - m], (m, 0, k))),
    (Sum(x[j] * y[k - j], (j, 0, k)), Sum(x[k - j] * y[j], (j, 0, k))),
    (upto(k) ** 2, upto(k - 1) ** 2 + 2 * x[k] * upto(k - 1) + x[k] ** 2),
    (Sum(a ** (k - j) * x[j], (j, 0, k)), x[k] + a * Sum(a ** (k - 1 - j) * x[j], (j, 0, k - 1))),
    (Sum(exp(x[j]) / Sum(exp(x[m]), (m, 0, k)), (j, 0, k)), ONE),
    (Sum((j + 1) * x[j], (j, 0, k)), Sum(Sum(x[j], (j, i, k)), (i, 0, k))),
    (Derivative(Sum(upto(i) ** 2, within(i)) / 2, x[k]), Sum(upto(i), (i, k, LAST))),
    (Derivative(Sum(A[i, j] * x[i] * x[j], (j, 0, i), within(i)), x[k]),
     Sum(A[k, j] * x[j], (j, 0, k)) + Sum(A[i, k] * x[i], (i, k, LAST))),
    (x[LAST - k] + Sum(x[LAST - j], (j, 0, k - 1)), Sum(x[n], (n, LAST - k, LAST))),
)  # fmt: skip
"""What holds of a prefix that ends at a free index, at 0 too."""


def prefixes(source: Random) -> Claim:
    """Return what prefixes add up to, or one that ends at a free index."""
    at = source.random() < 0.6  # noqa: PLR2004 -- these are more rows
    sides = source.choice(AT_A_PLACE if at else COUNTED)
    index = k if is_placed(k, sides[0]) and source.random() < 0.3 else Idx("k", N)  # noqa: PLR2004 -- most declare it
    left, right = (side.xreplace({k: index}) for side in sides)
    return told(left, right, source, free={"k": (0, LAST)} if at else {})


def mirrored(source: Random) -> Claim:
    """Return a sum over reflected places, or over every second one."""
    e = tensor("e", 2 * N)
    base = source.choice((q, e))
    double = (n, 0, 2 * N - 1)
    even, odd = Sum(base[2 * n], (n, 0, LAST)), Sum(base[2 * n + 1], (n, 0, LAST))
    body = source.choice((lambda v: v, lambda v: v**2, exp))
    rows: tuple[tuple[Any, Any], ...] = (
        (Sum(base[n], double), even + odd),
        (Sum((-1) ** n * base[n], double), even - odd),
        (even, Sum(base[2 * N - 2 - 2 * n], (n, 0, LAST))),
        (Sum(base[n] * base[2 * N - 1 - n], double), 2 * Sum(base[n] * base[2 * N - 1 - n], (n, 0, LAST))),
        (Sum(base[n + N], (n, 0, LAST)), Sum(base[n], double) - Sum(base[n], (n, 0, LAST))),
        (Sum(n * body(x[LAST - n]), within(n)), Sum((LAST - n) * body(x[n]), within(n))),
        (Sum(y[n] * body(x[LAST - n]), within(n)), Sum(y[LAST - n] * body(x[n]), within(n))),
        (Sum(body(q[N - n]), (n, 1, N)), Sum(body(q[n]), within(n))),
        (Sum(A[n, LAST - n], within(n)), Sum(A[LAST - n, n], within(n))),
        (Product(p[LAST - n], within(n)), Product(p[n], within(n))),
    )
    left, right = source.choice(rows)
    given: dict[str, Any] = {"facts": (positive(p),), "kinds": {"p": Kind(positives)}} if left.has(p) else {}
    return told(left, right, source, **given)


def telescoping(source: Random) -> Claim:
    """Return differences that add up to those of the ends, or quotients that multiply to theirs, or sums by parts."""
    low, high = source.choice((0, 0, 1, -1)), source.choice((LAST, N, N + 1))
    ends: tuple[Callable[[Any], Any], ...] = (
        lambda at: q[at],
        lambda at: q[at] ** 2,
        lambda at: at * q[at],
        lambda at: at**2 * a,
        lambda at: exp(q[at]),
        lambda at: a**2 * at**3,
        lambda at: q[2 * at],
        lambda at: q[-at],
        lambda at: ONE / (at + 4),
    )
    end = source.choice(ends)
    rows: tuple[tuple[Any, Any], ...] = (
        (Sum(end(n + 1) - end(n), (n, low, high)), end(high + 1) - end(low)),
        (Sum(end(n) - end(n - 1), (n, low, high)), end(high) - end(low - 1)),
        (Sum(end(n + 2) - end(n), (n, low, high)), end(high + 2) + end(high + 1) - end(low) - end(low + 1)),
        (Product(exp(q[n + 1] - q[n]), (n, low, high)), exp(q[high + 1] - q[low])),
        (Product((n + 3) / (n + 2), (n, low, high)), (high + 3) / (low + Integer(2))),
        (Sum(h[n] * (q[n + 1] - q[n]), (n, low, high)) + Sum(q[n + 1] * (h[n + 1] - h[n]), (n, low, high)),
         h[high + 1] * q[high + 1] - h[low] * q[low]),
    )  # fmt: skip
    left, right = source.choice(rows)
    return told(left, right, source)


def draw(source: Random) -> Claim:
    """Return a claim."""
    return source.choice((writings, writings, prefixes, mirrored, telescoping))(source)
