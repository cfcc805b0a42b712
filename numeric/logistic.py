"""Logistic regression: the cross-entropy error, its gradient and Hessian, with a quadratic penalty or without.

X has a row for each example, w one weight for each column (a constant is a column of ones), and the labels y are 0 or
1. Probabilities may underflow: all values stay right for scores far beyond +-700.

>>> import numpy as np
>>> w, X, y = np.array([1.0]), np.array([[1000.0], [-1000.0]]), np.array([1.0, 0.0])
>>> float(loss(-w, X, y)), probabilities(w, X)
(2000.0, array([1., 0.]))
"""

from __future__ import annotations

from sympy import KroneckerDelta, Sum

from derive import Family, sigmoid, substitute
from derive.lectures import logistic as lecture
from derive.lectures.logistic import D, X, d, i, j, k, lam, w, y
from numeric.lowered import Topic

SQUARE = Sum(w[d] ** 2, (d, 1, D))
LOG_LIKELIHOOD, ERROR, GRADIENT, HESSIAN = (
    substitute(expr, lecture.p[i], sigmoid(lecture.score(w)))
    for expr in (lecture.LOG_LIKELIHOOD, lecture.ERROR, lecture.GRADIENT, lecture.HESSIAN)
)
"""The formulas of the lecture, with the probabilities as what they are: p_i = sigmoid(w . x_i)."""

lowered = Topic(__name__, w=w, X=X, y=y, penalty=lam)
probabilities = lowered("probabilities(w, X)", "logistic-gradient", sigmoid(lecture.score(w)), i).says(
    "Return the probability of label 1 for each example: sigmoid(w . x_i)."
)
log_likelihood = lowered("log_likelihood(w, X, y)", "logistic-gradient", LOG_LIKELIHOOD).says(
    "Return the log-likelihood: sum_i y_i log p_i + (1 - y_i) log(1 - p_i)."
)
loss = lowered("loss(w, X, y)", "logistic-gradient", ERROR).says(
    "Return the cross-entropy error, which is minus the log-likelihood."
)
gradient = lowered("gradient(w, X, y)", "logistic-gradient", GRADIENT, j).says(
    "Return the gradient of the cross-entropy error, sum_i (p_i - y_i) x_i: one entry for each weight."
)
loss_and_gradient = lowered("loss_and_gradient(w, X, y)", "logistic-gradient", (ERROR, Family((j,), GRADIENT))).says(
    "Return the cross-entropy error and its gradient, which share most of their work."
)
hessian = lowered("hessian(w, X)", "logistic-hessian", HESSIAN, j, k).says(
    "Return the matrix of second derivatives of the cross-entropy error: sum_i p_i (1 - p_i) x_i x_i^T."
)
penalised_loss = lowered("penalised_loss(w, X, y, penalty)", "logistic-regularized", ERROR + lam * SQUARE).says(
    "Return the cross-entropy error plus penalty times the squared norm of the weights."
)
penalised_gradient = lowered(
    "penalised_gradient(w, X, y, penalty)", "logistic-regularized", GRADIENT + 2 * lam * w[j], j
).says("Return the gradient of the penalised error: that of the error plus 2 penalty w.")
penalised_hessian = lowered(
    "penalised_hessian(w, X, penalty)", "logistic-regularized", HESSIAN + 2 * lam * KroneckerDelta(j, k), j, k
).says("Return the second derivatives of the penalised error: those of the error, plus 2 penalty on the diagonal.")
