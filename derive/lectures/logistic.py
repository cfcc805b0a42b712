"""Logistic regression: the sigmoid, the log-likelihood, its gradient and Hessian, a quadratic penalty.

From `l7` (the likelihood in three rows, with a weight w_0 apart), `cls` (the cross-entropy error and its gradient, in
batch form) and `cse422` (the derivative of the sigmoid and the gradient for a single example, row by row).

Examples are i = 1..N, features d = 1..D, and j, k are the components by which one differentiates. A label y_i is 0 or
1, and p_i is the probability that it is 1. The matrix form has one row of X for each example; its entries are counted
from 0, as everywhere in SymPy.
"""

from __future__ import annotations

from typing import Any

from sympy import (
    Derivative,
    Eq,
    Ge,
    Gt,
    IndexedBase,
    KroneckerDelta,
    Lambda,
    Le,
    Lt,
    MatrixSymbol,
    OneMatrix,
    Product,
    Rational,
    Sum,
    Symbol,
    exp,
    log,
    symbols,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from derive.derivation import Chain, Citation, Derivation
from derive.names import sigmoid, size, softplus

N, D = size("N"), size("D")
i, j, k, d = symbols("i j k d", integer=True)
X, w, u, v, y, p = (IndexedBase(name) for name in ("X", "w", "u", "v", "y", "p"))
x, theta = IndexedBase("x"), IndexedBase("theta")
a, z, label, odds, w_0 = symbols("a z y q w_0", real=True)
lam, C = symbols("lambda C", positive=True)


def over_examples(body: Any) -> Any:
    """Return the sum of an expression in i over all examples.

    >>> over_examples(y[i])
    Sum(y[i], (i, 1, N))
    """
    return Sum(body, (i, 1, N))


def score(weights: Any) -> Any:
    """Return w . x_i for these weights.

    >>> score(w)
    Sum(X[i, d]*w[d], (d, 1, D))
    """
    return Sum(weights[d] * X[i, d], (d, 1, D))


LOG_LIKELIHOOD = over_examples(y[i] * log(p[i]) + (1 - y[i]) * log(1 - p[i]))
"""ln p(y | w): the cross-entropy error is its negative."""

GRADIENT = -over_examples((y[i] - p[i]) * X[i, j])
"""The gradient of the cross-entropy error."""

HESSIAN = over_examples(p[i] * (1 - p[i]) * X[i, j] * X[i, k])
"""The second derivatives of the cross-entropy error."""


def sigmoid_() -> Derivation:
    """Placeholder."""
    raise NotImplementedError
