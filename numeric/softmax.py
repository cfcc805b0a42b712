"""Softmax regression: the cross-entropy error of K classes, its gradient and Hessian, and the reference-class form.

X has a row for each example and W a row of weights for each class; Y is one-hot, a row for each example. In the form
with a class of reference, W and Y lack the row and the column of the last class, whose score is 0.

>>> import numpy as np
>>> W, X, Y = np.zeros((3, 1)), np.array([[1.0], [2.0]]), np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
>>> probabilities(W, X)[0].round(4)
array([0.3333, 0.3333, 0.3333])
>>> abs(gradient(W, X, Y)).round(4)
array([[0.],
       [1.],
       [1.]])
"""

from __future__ import annotations

from typing import Any

from sympy import Sum, exp, log

from derive import Family, substitute
from derive.lectures import softmax as lecture
from derive.lectures.softmax import K, N, R, ell, i, j, k, m, p, q, r, w, x, y
from numeric.lowered import Formula, lowered

DATA = (w, x, y)


def _known(expr: Any) -> Any:
    """Return the expression with the probabilities as what they are: the softmax of the scores."""
    return substitute(expr, p[i, k], lecture.probability(k, K))


@lowered("W", "X", derivation="softmax-gradient")
def probabilities() -> Formula:
    """Return the probability of each class, a row for each example."""
    return Formula(lecture.probability(k, K), (w, x), axes=(i, k))


@lowered("W", "X", "Y", derivation="softmax-gradient")
def loss() -> Formula:
    """Return the cross-entropy error: minus the sum of y_ik log p_ik."""
    return Formula(_known(lecture.ERROR), DATA)


@lowered("W", "X", "Y", derivation="softmax-gradient")
def gradient() -> Formula:
    """Return the gradient of the cross-entropy error in the shape of W: sum_i (p_ik - y_ik) x_i for class k."""
    return Formula(_known(lecture.GRADIENT), DATA, axes=(ell, m))


@lowered("W", "X", "Y", derivation="softmax-gradient")
def loss_and_gradient() -> Formula:
    """Return the cross-entropy error and its gradient, which share most of their work."""
    return Formula((loss.formula, Family(gradient.axes, gradient.formula)), DATA)


@lowered("W", "X", derivation="softmax-hessian")
def hessian() -> Formula:
    """Return the second derivatives of the cross-entropy error, of shape (K, D, K, D)."""
    return Formula(_known(lecture.HESSIAN), (w, x), axes=(ell, m, q, r))


def _total() -> Any:
    """Return 1 + the sum of the exponentials of the scores of all classes but the last."""
    return 1 + Sum(exp(lecture.score(j)), (j, 1, R - 1))


@lowered("W", "X", derivation="softmax-reference")
def reference_probabilities() -> Formula:
    """Return the probability of each class but the last, a row for each example; W has R - 1 rows."""
    return Formula(exp(lecture.score(k)) / _total(), (w, x), axes=(i, k))


@lowered("W", "X", "Y", derivation="softmax-reference")
def reference_loss() -> Formula:
    """Return the cross-entropy error in R - 1 weight vectors; a row of Y is zero for an example of the last class."""
    scores = Sum(y[i, k] * lecture.score(k), (k, 1, R - 1))
    return Formula(-Sum(scores - log(_total()), (i, 1, N)), DATA)


@lowered("W", "X", "Y", derivation="softmax-reference")
def reference_gradient() -> Formula:
    """Return the gradient of that error, in the shape of W: sum_i (p_ik - y_ik) x_i."""
    return Formula(Sum((exp(lecture.score(ell)) / _total() - y[i, ell]) * x[i, m], (i, 1, N)), DATA, axes=(ell, m))
