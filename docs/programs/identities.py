"""The identities that make the normal form: each with its side condition as the engine states it, and its source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import (
    Abs,
    Derivative,
    Determinant,
    Function,
    IndexedBase,
    Integer,
    Inverse,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Product,
    Sum,
    Symbol,
    Trace,
    Transpose,
    cos,
    exp,
    factorial,
    log,
    oo,
    sin,
    sqrt,
    symbols,
)
from sympy import Identity as Eye

from derive import Fact, Statement, Verdict, index, labels, prove, size, tensor
from derive.formula.as_latex import latex_relation
from derive.formula.formulas import latex
from derive.views.markdown import for_forge

N, D = size("N"), size("D")
i, j, k = index("i", (1, N)), index("j", (1, N)), index("k", (1, D))
x, y, A = tensor("x", (1, N)), tensor("y", (1, N)), tensor("A", (1, N), (1, D))
m, h, v = index("m", N), tensor("h", N), tensor("v", (1, D))
a, b, c = symbols("a b c", real=True)
p = Symbol("p", positive=True)
z, n = IndexedBase("z"), Symbol("n", integer=True)
f, g = Function("f", real=True), Function("g", real=True)
P, Q = MatrixSymbol("P", N, N), MatrixSymbol("Q", N, N)
U, V = MatrixSymbol("U", N, D), MatrixSymbol("V", D, N)


class NotProvedError(Exception):
    """A statement of the page does not hold as it is written there."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A statement about two expressions, what it is called, and where it stands."""

    name: str
    left: Any
    right: Any
    source: str
    facts: tuple[Fact, ...] = ()

    def row(self) -> tuple[str, ...]:
        """Return the row of the page. Raises `NotProvedError` for a statement that the engine does not prove."""
        verdict = prove(self.left, self.right, self.facts)
        if verdict.status != "proved":
            message = f"{self.name}: {verdict}"
            raise NotProvedError(message)
        where = "; ".join([*map(str, self.facts), *filter(None, [stated(verdict)])])
        return self.name, f"${formula(self.left)} = {formula(self.right)}$", where, self.source


def formula(expr: Any) -> str:
    """Return an expression as LaTeX that may stand in a table of Markdown."""
    return for_forge(latex(expr))


def stated(verdict: Verdict) -> str:
    """Return the conditions of a verdict, its relations as formulas, and the sizes that must be larger than 1."""
    sizes = verdict.statement.sizes if isinstance(verdict.statement, Statement) else ()
    least = [f"${each.name} \\ge {each.least}$" for each in sizes if each.least > 1]
    return "; ".join([*(_condition(condition.statement) for condition in verdict.conditions), *least])


def _condition(statement: Any) -> str:
    if isinstance(statement, str):
        return statement
    return f"${for_forge(latex_relation(latex(statement.lhs), statement.rel_op, latex(statement.rhs)))}$"


def identities() -> Iterator[tuple[str, ...]]:
    """Yield the rows of all identities, each proved while it is written."""
    return (identity.row() for identity in (*SUMS, *FUNCTIONS, *MATRICES, *CALCULUS))


SUMS = (
    Identity("a constant leaves a sum", Sum(c * x[i], i), c * Sum(x[i], i), "Concrete 2.3, the distributive law"),
    Identity(
        "a sum splits",
        Sum(x[i] + y[i], i),
        Sum(x[i], i) + Sum(y[i], i),
        "Concrete 2.3, the associative law",
    ),
    Identity("an index has no name", Sum(x[i], i), Sum(x[j], j), "Concrete 2.1"),
    Identity("the sum of a constant", Sum(c, i), N * c, "Concrete 2.3"),
    Identity(
        "sums change places",
        Sum(Sum(A[i, k], i), k),
        Sum(Sum(A[i, k], k), i),
        "Concrete 2.4, interchanging the order",
    ),
    Identity(
        "a product of sums",
        Sum(x[i], i) * Sum(y[j], j),
        Sum(x[i] * y[j], i, j),
        "Concrete 2.4, the general distributive law",
    ),
    Identity("a delta uses up a sum", Sum(KroneckerDelta(i, j) * x[i], i), x[j], "the definition of the delta"),
    Identity(
        "an entry at a label",
        Sum(KroneckerDelta(h[m], k) * v[k], k),
        v[h[m]],
        "the definition of the delta",
        (labels(h, (1, D)),),
    ),
    Identity(
        "a label has one value", Sum(KroneckerDelta(h[m], k), k), Integer(1), "one case holds", (labels(h, (1, D)),)
    ),
    Identity(
        "a function at a label",
        exp(v[h[m]]),
        Sum(KroneckerDelta(h[m], k) * exp(v[k]), k),
        "one case holds",
        (labels(h, (1, D)),),
    ),
    Identity("a range splits at its end", Sum(z[n], (n, 1, N)), Sum(z[n], (n, 1, N - 1)) + z[N], "Concrete 2.3"),
    Identity("an index is shifted", Sum(z[n + 1], (n, 0, N - 1)), Sum(z[n], (n, 1, N)), "Concrete 2.3"),
    Identity("a sum telescopes", Sum(z[n + 1] - z[n], (n, 1, N)), z[N + 1] - z[1], "Concrete 2.6"),
    Identity("a geometric sum", (1 - p) * Sum(p**n, (n, 1, N)), p - p ** (N + 1), "Concrete 2.3"),
    Identity("a geometric series", Sum(n * a**n, (n, 0, oo)), a / (1 - a) ** 2, "Concrete 7.2"),
    Identity("an exponential series", Sum(a**n / factorial(n), (n, 0, oo)), exp(a), "DLMF 4.2.19"),
    Identity("a product of a product", Product(x[i] * y[i], i), Product(x[i], i) * Product(y[i], i), "Concrete 2.1"),
)
"""Sums, products and deltas, at any size."""

FUNCTIONS = (
    Identity("the exponential of a sum", exp(Sum(x[i], i)), Product(exp(x[i]), i), "DLMF 4.8.16"),
    Identity("the logarithm of a product", log(a * b), log(a) + log(b), "DLMF 4.8.2"),
    Identity("the logarithm of a power", log(p**c), c * log(p), "DLMF 4.8.13"),
    Identity("a power of a product", (a * b + a) ** c, a**c * (b + 1) ** c, "DLMF 4.8.15"),
    Identity("a root of a product", sqrt(a * b), sqrt(a) * sqrt(b), "DLMF 4.8.15"),
    Identity("a root of a square", sqrt(a**2 + 2 * a * b + b**2), Abs(a + b), "the definition of the root"),
    Identity("a maximum, by its cases", Max(a, 0) + log(1 + exp(-Abs(a))), log(1 + exp(a)), "the cases a >= 0, a < 0"),
    Identity("Pythagoras", sin(a) ** 2 + cos(a) ** 2, Integer(1), "DLMF 4.21.12"),
    Identity("an angle that is a sum", sin(a + b), sin(a) * cos(b) + cos(a) * sin(b), "DLMF 4.21.2"),
    Identity("an angle that is a multiple", cos(2 * a), 2 * cos(a) ** 2 - 1, "DLMF 4.21.28"),
    Identity("an absolute value of a product", Abs(a * b + a), Abs(a) * Abs(b + 1), "DLMF 1.9(i)"),
    Identity("a common denominator", a / b + c / b, (a + c) / b, "arithmetic of fractions"),
    Identity("a reciprocal has one form", 1 / (1 + exp(-a)), exp(a) / (1 + exp(a)), "arithmetic of fractions"),
)
"""Exponentials, logarithms, powers and quotients; `p` is positive, the other letters are real."""

MATRICES = (
    Identity("a trace", Trace(P), Sum(P[m, m], m), "definition"),
    Identity("a trace is cyclic", Trace(P * Q), Trace(Q * P), "Magnus 1.10"),
    Identity("a transpose of a product", Trace(Transpose(P * Q)), Trace(Q.T * P.T), "Magnus 1.4"),
    Identity("an inverse of a product", Trace(Inverse(P * Q)), Trace(Inverse(Q) * Inverse(P)), "Magnus 1.8"),
    Identity("a determinant of a product", Determinant(P * Q), Determinant(P) * Determinant(Q), "Magnus 1.9"),
    Identity("a determinant of a transpose", Determinant(P.T), Determinant(P), "Magnus 1.9"),
    Identity(
        "a product turns in a determinant",
        Determinant(Eye(N) + U * V),
        Determinant(Eye(D) + V * U),
        "Sylvester; Bishop C.14",
    ),
    Identity(
        "a determinant of a sum",
        Determinant(P + U * V),
        Determinant(P) * Determinant(Eye(D) + V * Inverse(P) * U),
        "Bishop C.14",
    ),
    Identity(
        "a trace of inverses at two sizes",
        N - Trace(Inverse(Eye(N) + U * V)),
        D - Trace(Inverse(Eye(D) + V * U)),
        "Bishop C.5 and C.9",
    ),
)
"""Matrices at any size; a square has N rows."""

CALCULUS = (
    Identity(
        "the product rule",
        Derivative(f(a) * g(a), a),
        g(a) * Derivative(f(a), a) + f(a) * Derivative(g(a), a),
        "DLMF 1.4(iii)",
    ),
    Identity("a sum, an entry at a time", Derivative(Sum(x[i] ** 2, i), x[j]), 2 * x[j], "DLMF 1.5(i), 1.4(iii)"),
    Identity(
        "the chain rule",
        Derivative(exp(Sum(x[i] ** 2, i)), x[j]),
        2 * x[j] * exp(Sum(x[i] ** 2, i)),
        "DLMF 1.4(iii)",
    ),
    Identity(
        "a product over an index",
        Derivative(Product(x[i], i), x[j]),
        Product(x[i], i) / x[j],
        "the product rule, by induction over N",
    ),
    Identity(
        "a determinant",
        Derivative(Determinant(P), P[1, 0]),
        Determinant(P) * Inverse(P)[0, 1],
        "Jacobi's formula; Magnus 8.3",
    ),
)
"""Derivatives; those of single functions have a table of their own."""
