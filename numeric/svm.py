"""The support vector machine: the primal with its hinge losses, the dual, and what leads from one to the other.

The labels are +1 and -1, the score of an example is w.x + b.

>>> import numpy as np
>>> X, y, alpha = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), np.array([0.5, 0.5])
>>> w = weights(alpha, y, X)
>>> w, float(objective(w, 0.0, X, y, 1.0)), float(dual(alpha, y, X))
(array([1.]), 0.5, 0.5)
"""

from __future__ import annotations

from typing import Any

from sympy import Max, Sum, sign, sqrt

from derive import substitute
from derive.lectures.svm import DUAL, NORM, SCORE, WEIGHTS, C, K, N, X, alpha, b, d, j, k, m, n, w, y
from numeric.lowered import Formula, lowered

SHORTFALL = 1 - y[n] * SCORE
SLACK = Max(0, SHORTFALL)
VIOLATED = sign(SLACK)
"""1 where an example is within the margin or beyond it, else 0."""


def _over(body: Any) -> Any:
    return Sum(body, (n, 1, N))


@lowered("w", "b", "X", derivation="svm-dual")
def scores() -> Formula:
    """Return the score of each example: w.x + b."""
    return Formula(SCORE, (w, b, X), axes=(n,))


@lowered("w", "b", "X", "y", derivation="svm-hinge")
def slacks() -> Formula:
    """Return the hinge loss of each example, which is its least slack: max(0, 1 - y (w.x + b))."""
    return Formula(SLACK, (w, b, X, y), axes=(n,))


@lowered("w", "b", "X", "y", "C", derivation="svm-hinge")
def objective() -> Formula:
    """Return the objective of the soft margin: |w|^2 / 2 plus C times the sum of the hinge losses."""
    return Formula(NORM / 2 + C * _over(SLACK), (w, b, X, y, C))


@lowered("w", "b", "X", "y", "C", derivation="svm-hinge")
def subgradient() -> Formula:
    """Return a subgradient of the objective by w: w minus C times the sum of y x over the examples with a slack."""
    return Formula(w[j] - C * _over(VIOLATED * y[n] * X[n, j]), (w, b, X, y, C), axes=(j,))


@lowered("w", "b", "X", "y", "C", derivation="svm-hinge")
def intercept_subgradient() -> Formula:
    """Return a subgradient of the objective by b: minus C times the sum of y over the examples with a slack."""
    return Formula(-C * _over(VIOLATED * y[n]), (w, b, X, y, C))


@lowered("w", derivation="svm-margin")
def margin() -> Formula:
    """Return the width of the margin: 2 / |w|."""
    return Formula(2 / sqrt(NORM), (w,))


@lowered("alpha", "y", "X", derivation="svm-dual")
def weights() -> Formula:
    """Return the weights that multipliers stand for: the sum of alpha y x."""
    return Formula(substitute(WEIGHTS, d, j), (alpha, y, X), axes=(j,))


@lowered("alpha", "y", "X", derivation="svm-dual")
def dual() -> Formula:
    """Return the dual objective: the sum of alpha minus half the squared norm of the weights they stand for."""
    return Formula(DUAL, (alpha, y, X))


@lowered("alpha", "y", "K", derivation="svm-kernel-dual")
def kernel_dual() -> Formula:
    """Return the dual objective in a kernel matrix K."""
    pairs = Sum(alpha[n] * alpha[m] * y[n] * y[m] * K[n, m], (n, 1, N), (m, 1, N))
    return Formula(_over(alpha[n]) - pairs / 2, (alpha, y, K))


@lowered("alpha", "y", "k", "b", derivation="svm-kernel-dual")
def kernel_score() -> Formula:
    """Return the score of a new point: k has its kernel with each example."""
    return Formula(_over(alpha[n] * y[n] * k[n]) + b, (alpha, y, k, b))
