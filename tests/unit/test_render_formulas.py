"""Formulas in LaTeX and in plain text: written as by hand, in the order they were written in."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    Add,
    Derivative,
    Eq,
    IndexedBase,
    KroneckerDelta,
    Le,
    MatrixSymbol,
    Mul,
    Ne,
    Product,
    Rational,
    Sum,
    Trace,
    exp,
    log,
    sqrt,
    symbols,
)

from derive import index, sigmoid, size
from derive.latex.formulas import latex
from derive.latex.relations import latex_relation
from derive.render.plain import plain

N, D = size("N"), size("D")
n, j, k, d = symbols("n j k d", integer=True)
X, w, y, p, S = (IndexedBase(name) for name in ("X", "w", "y", "p", "S_W"))
a, b, eta, z, TP, betahat1, Xbar, S_xy = symbols("a b eta z TP betahat1 Xbar S_xy")
A, V = MatrixSymbol("A", N, D), MatrixSymbol("X_m", N, D)
total = Sum(w[d], (d, 1, D))

FORMULAS = [
    (y[n] - p[n], "y_n - p_n", "y[n] - p[n]"),
    (Add(-p[n], y[n], evaluate=False), "y_n - p_n", "y[n] - p[n]"),
    (w[j] + eta * X[n, j], r"w_j + \eta X_{nj}", "w[j] + eta*X[n,j]"),
    (1 - a, "1 - a", "1 - a"),
    (1 + exp(-z), "1 + e^{-z}", "1 + exp(-z)"),
    (-2 * total, r"-2 \sum_{d=1}^D w_d", "-2*sum[d=1..D](w[d])"),
    (a * (b - a), "a (b - a)", "a*(b - a)"),
    ((1 - a) * log(b), r"(1 - a) \log b", "(1 - a)*log(b)"),
    (total / N, r"\frac{1}{N} \sum_{d=1}^D w_d", "sum[d=1..D](w[d])/N"),
    (total * a, r"a \sum_{d=1}^D w_d", "a*sum[d=1..D](w[d])"),
    (total**2, r"\left( \sum_{d=1}^D w_d \right)^2", "sum[d=1..D](w[d])^2"),
    (a / total, r"\frac{a}{\sum_{d=1}^D w_d}", "a/sum[d=1..D](w[d])"),
    (1 / (1 + exp(-z)), r"\frac{1}{1 + e^{-z}}", "1/(1 + exp(-z))"),
    (exp(total), r"\exp\left( \sum_{d=1}^D w_d \right)", "exp(sum[d=1..D](w[d]))"),
    (Sum(a - w[d], (d, 1, D)), r"\sum_{d=1}^D (a - w_d)", "sum[d=1..D](a - w[d])"),
    (Product(w[d], (d, 1, D)), r"\prod_{d=1}^D w_d", "prod[d=1..D](w[d])"),
    (sigmoid(z) * (1 - sigmoid(z)), r"\sigma(z) (1 - \sigma(z))", None),
    (sigmoid(z) ** 2, r"\sigma(z)^2", "sigmoid(z)^2"),
    (KroneckerDelta(j, k), r"\delta_{jk}", "delta[j,k]"),
    (S[j, k], "S_{W,jk}", "S_W[j,k]"),
    (V[j, k], "X_{m,jk}", "X_m[j,k]"),
    (betahat1 * Xbar, r"\bar{X} \hat{\beta}_1", "Xbar*betahat1"),
    (S_xy, "S_{xy}", "S_xy"),
    (2 * TP, r"2 \mathrm{TP}", "2*TP"),
    (Derivative(total, w[j]), r"\frac{\partial}{\partial w_j} \sum_{d=1}^D w_d", "d/dw[j](sum[d=1..D](w[d]))"),
    (Derivative(exp(z), z), r"\frac{d}{dz} e^z", "d/dz(exp(z))"),
    (Mul(2, Rational(1, 2), a, evaluate=False), r"2 \cdot \frac{1}{2} a", "2*(1/2)*a"),
    (Trace(A.T * A) / 2, r"\frac{1}{2} \operatorname{tr}(A^\top A)", None),
    (sqrt(a), r"\sqrt{a}", "sqrt(a)"),
    (Eq(a, b), "a = b", "a = b"),
    (Le(a, b), r"a \le b", "a <= b"),
    (Ne(a, b), r"a \ne b", "a != b"),
    (Sum(w[index("i", D)], index("i", D)), r"\sum_{i=0}^{D-1} w_i", "sum[i=0..D - 1](w[i])"),
]


@pytest.mark.parametrize(("expr", "tex", "text"), FORMULAS, ids=lambda value: value if isinstance(value, str) else "")
def test_formula(expr: Any, tex: str, text: str | None) -> None:
    """Each formula is printed as one would write it by hand, in LaTeX and in plain text."""
    assert latex(expr) == tex
    assert text is None or plain(expr) == text


def test_ranges_keep_the_order_they_were_written_in() -> None:
    """Independent ranges from left to right; a range that depends on another one after it."""
    assert latex(Sum(X[n, d], (n, 1, N), (d, 1, D))).startswith(r"\sum_{n=1}^N \sum_{d=1}^D")
    assert latex(Sum(X[n, d], (d, 1, n), (n, 1, N))).startswith(r"\sum_{n=1}^N \sum_{d=1}^n")


def test_a_written_form_is_kept() -> None:
    """What SymPy would have put together stays apart, in the order of the author."""
    apart = Add(Mul(a, b, evaluate=False), Mul(-1, Add(b, -a, evaluate=False), evaluate=False), evaluate=False)
    assert latex(apart) == "a b - (b - a)"
    assert plain(apart) == "a*b - (b - a)"


def test_an_unknown_relation_is_a_word() -> None:
    """A relation that has no sign is set as text."""
    assert latex_relation("a", "leads to", "b") == r"a \text{ leads to } b"
