"""Ten expressions as `derive`, SymPy and latexify print them: writes the page docs/latex.md.

Run `python benchmarks/latex.py > docs/latex.md`; a test holds the page to what this program prints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import latexify
import sympy
from sympy import (
    Derivative,
    IndexedBase,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Product,
    Sum,
    exp,
    log,
    pi,
    sqrt,
    symbols,
)

from derive import sigmoid, size
from derive.formula.formulas import latex
from derive.views.markdown import for_forge

N, D, K = size("N"), size("D"), size("K")
i, j, k, d, m = symbols("i j k d m", integer=True)
x, y, p, w, z, alpha = (IndexedBase(name) for name in ("x", "y", "p", "w", "z", "alpha"))
s = symbols("sigma", positive=True)
b, C = symbols("b C", real=True)
X, theta, t = MatrixSymbol("X", N, D), MatrixSymbol("theta", D, 1), MatrixSymbol("t", N, 1)
score = Sum(w[d] * x[i, d], (d, 1, D))


@dataclass(frozen=True, slots=True)
class Case:
    """One formula: what it is, for SymPy and us as an expression, for latexify as a function, and what is better."""

    title: str
    expr: Any
    function: Callable[..., Any]
    better: str


# What latexify reads is the source of these functions; nobody calls them.


def difference(y: Any, p: Any, x: Any, N: Any) -> Any:
    """Return the gradient of logistic regression."""
    return -sum((y[i] - p[i]) * x[i, j] for i in range(1, N + 1))


def entropy(y: Any, p: Any, N: Any) -> Any:
    """Return the cross-entropy."""
    return -sum(y[i] * log(p[i]) + (1 - y[i]) * log(1 - p[i]) for i in range(1, N + 1))


def loss(w: Any, x: Any, y: Any, N: Any, D: Any) -> Any:
    """Return half the squared error."""
    return 1 / 2 * sum((sum(w[d] * x[i, d] for d in range(1, D + 1)) - y[i]) ** 2 for i in range(1, N + 1))


def softmax(z: Any, K: Any) -> Any:
    """Return the softmax."""
    return exp(z[k]) / sum(exp(z[j]) for j in range(1, K + 1))


def jacobian(p: Any, delta: Any) -> Any:
    """Return the Jacobian of the softmax."""
    return p[k] * (delta[k, j] - p[j])


def density(x: Any, z: Any, sigma: Any, D: Any) -> Any:
    """Return a Gaussian density."""
    return exp(-sum((x[d] - z[d]) ** 2 for d in range(1, D + 1)) / (2 * sigma**2)) / (sqrt(2 * pi) * sigma)


def normal(X: Any, theta: Any, t: Any) -> Any:
    """Return the gradient of least squares."""
    return X.T @ (X @ theta - t)


def hinge(w: Any, x: Any, y: Any, *, b: Any, C: Any) -> Any:
    """Return the objective of the soft margin."""
    norm = sum(w[d] ** 2 for d in range(1, D + 1))
    return norm / 2 + C * sum(
        max(0, 1 - y[i] * (sum(w[d] * x[i, d] for d in range(1, D + 1)) + b)) for i in range(1, N + 1)
    )


def likelihood(p: Any, y: Any, N: Any) -> Any:
    """Return the likelihood of Bernoulli labels."""
    return prod(p[i] ** y[i] * (1 - p[i]) ** (1 - y[i]) for i in range(1, N + 1))


def slope(sigmoid: Any, w: Any, x: Any, D: Any) -> Any:
    """Return a probability, to be differentiated; Python has no derivative."""
    return sigmoid(sum(w[d] * x[i, d] for d in range(1, D + 1)))


CASES = (
    Case("A gradient", -Sum((y[i] - p[i]) * x[i, j], (i, 1, N)), difference, "order of the difference, indices"),
    Case(
        "The cross-entropy",
        -Sum(y[i] * log(p[i]) + (1 - y[i]) * log(1 - p[i]), (i, 1, N)),
        entropy,
        "order of the terms, brackets only where needed",
    ),
    Case("The squared error", Sum((score - y[i]) ** 2, (i, 1, N)) / 2, loss, "the inner sum is an inner product"),
    Case("The softmax", exp(z[k]) / Sum(exp(z[j]), (j, 1, K)), softmax, "brackets only where needed"),
    Case("Its Jacobian", p[k] * (KroneckerDelta(k, j) - p[j]), jacobian, "order of the difference, indices"),
    Case(
        "A Gaussian density",
        exp(-Sum((x[d] - z[d]) ** 2, (d, 1, D)) / (2 * s**2)) / (sqrt(2 * pi) * s),
        density,
        "a norm; one root; the exponent on the line, where it can be read",
    ),
    Case("The normal equations", X.T * (X * theta - t), normal, "order of the difference"),
    Case(
        "The soft margin",
        Sum(w[d] ** 2, (d, 1, D)) / 2 + C * Sum(Max(0, 1 - y[i] * (score + b)), (i, 1, N)),
        hinge,
        "a norm, an inner product, order of the terms",
    ),
    Case(
        "A likelihood",
        Product(p[i] ** y[i] * (1 - p[i]) ** (1 - y[i]), (i, 1, N)),
        likelihood,
        "order of the differences, brackets only where needed",
    ),
    Case("A derivative", Derivative(sigmoid(score), w[m]), slope, "the sigmoid by its letter, the inner product"),
)

HEAD = """\
# Ten formulas, three printers

What `derive.latex`, `sympy.latex` and `latexify` make of the same ten expressions, and what is better about ours. The
page is written by `python benchmarks/latex.py > docs/latex.md`, and a test holds it to that. Where a lecture writes
otherwise, a [notation](../derive/formula/notation/__init__.py) says how.
"""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *map(_section, CASES)])


def _section(case: Case) -> str:
    printed = {
        "derive": latex(case.expr),
        "sympy.latex": sympy.latex(case.expr),
        "latexify": latexify.get_latex(case.function),
    }
    rows = "\n".join(
        f"**{name}**\n\n$$\n{for_forge(tex)}\n$$\n\n```latex\n{tex}\n```\n" for name, tex in printed.items()
    )
    return f"## {case.title}\n\nBetter: {case.better}.\n\n{rows}"


if __name__ == "__main__":
    print(page(), end="")
