"""Logistic regression: the cross-entropy error, its gradient and Hessian, with a quadratic penalty or without.

X has a row for each example, w one weight for each column (a constant is a column of ones), and the labels y are 0 or
1. Probabilities may underflow: all values stay right for scores far beyond +-700.

>>> import numpy as np
>>> w, X, y = np.array([1.0]), np.array([[1000.0], [-1000.0]]), np.array([1.0, 0.0])
>>> float(loss(-w, X, y)), probabilities(w, X)
(2000.0, array([1., 0.]))
"""

from __future__ import annotations

from typing import Any

from sympy import KroneckerDelta, Sum

from derive import Family, sigmoid, substitute
from derive.lectures import logistic as lecture
from derive.lectures.logistic import D, X, d, i, j, k, lam, w, y
from numeric.lowered import Formula, lowered

DATA = (w, X, y)
SQUARE = Sum(w[d] ** 2, (d, 1, D))


def _known(expr: Any) -> Any:
    """Return the expression with the probabilities as what they are: p_i = sigmoid(w . x_i)."""
    return substitute(expr, lecture.p[i], sigmoid(lecture.score(w)))


@lowered("w", "X", derivation="logistic-gradient")
def probabilities() -> Formula:
    """Return the probability of label 1 for each example: sigmoid(w . x_i)."""
    return Formula(sigmoid(lecture.score(w)), (w, X), axes=(i,))


@lowered("w", "X", "y", derivation="logistic-gradient")
def log_likelihood() -> Formula:
    """Return the log-likelihood: sum_i y_i log p_i + (1 - y_i) log(1 - p_i)."""
    return Formula(_known(lecture.LOG_LIKELIHOOD), DATA)


@lowered("w", "X", "y", derivation="logistic-gradient")
def loss() -> Formula:
    """Return the cross-entropy error, which is minus the log-likelihood."""
    return Formula(_known(lecture.ERROR), DATA)


@lowered("w", "X", "y", derivation="logistic-gradient")
def gradient() -> Formula:
    """Return the gradient of the cross-entropy error, sum_i (p_i - y_i) x_i: one entry for each weight."""
    return Formula(_known(lecture.GRADIENT), DATA, axes=(j,))


@lowered("w", "X", "y", derivation="logistic-gradient")
def loss_and_gradient() -> Formula:
    """Return the cross-entropy error and its gradient, which share most of their work."""
    return Formula((loss.formula, Family(gradient.axes, gradient.formula)), DATA)


@lowered("w", "X", derivation="logistic-hessian")
def hessian() -> Formula:
    """Return the matrix of second derivatives of the cross-entropy error: sum_i p_i (1 - p_i) x_i x_i^T."""
    return Formula(_known(lecture.HESSIAN), (w, X), axes=(j, k))


@lowered("w", "X", "y", "penalty", derivation="logistic-regularized")
def penalised_loss() -> Formula:
    """Return the cross-entropy error plus penalty times the squared norm of the weights."""
    return Formula(_known(lecture.ERROR) + lam * SQUARE, (*DATA, lam))


@lowered("w", "X", "y", "penalty", derivation="logistic-regularized")
def penalised_gradient() -> Formula:
    """Return the gradient of the penalised error: that of the error plus 2 penalty w."""
    return Formula(_known(lecture.GRADIENT) + 2 * lam * w[j], (*DATA, lam), axes=(j,))


@lowered("w", "X", "penalty", derivation="logistic-regularized")
def penalised_hessian() -> Formula:
    """Return the second derivatives of the penalised error: those of the error, plus 2 penalty on the diagonal."""
    return Formula(_known(lecture.HESSIAN) + 2 * lam * KroneckerDelta(j, k), (w, X, lam), axes=(j, k))
