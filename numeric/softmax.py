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

from sympy import Sum, exp, log

from derive import Family, substitute, tensor
from derive.lectures import softmax as lecture
from derive.lectures.softmax import D, K, N, R, ell, i, j, k, m, p, q, r, w, x, y
from numeric.lowered import Topic

ERROR, GRADIENT, HESSIAN = (
    substitute(expr, p[i, k], lecture.probability(k, K)) for expr in (lecture.ERROR, lecture.GRADIENT, lecture.HESSIAN)
)
"""The formulas of the lecture, with the probabilities as what they are: the softmax of the scores."""
weights, labels = tensor("w", (1, R - 1), (1, D)), tensor("y", (1, N), (1, R - 1))
"""What W and Y are beside a class of reference: without the row and the column of the last class."""
TOTAL = 1 + Sum(exp(lecture.score(j, weights)), (j, 1, R - 1))
"""1 + the sum of the exponentials of the scores of all classes but the last."""
SCORES = Sum(labels[i, k] * lecture.score(k, weights), (k, 1, R - 1))

lowered, reference = Topic(__name__, W=w, X=x, Y=y), Topic(__name__, W=weights, X=x, Y=labels)
probabilities = lowered("probabilities(W, X)", "softmax-gradient", lecture.probability(k, K), i, k).says(
    "Return the probability of each class, a row for each example."
)
loss = lowered("loss(W, X, Y)", "softmax-gradient", ERROR).says(
    "Return the cross-entropy error: minus the sum of y_ik log p_ik."
)
gradient = lowered("gradient(W, X, Y)", "softmax-gradient", GRADIENT, ell, m).says(
    "Return the gradient of the cross-entropy error in the shape of W: sum_i (p_ik - y_ik) x_i for class k."
)
loss_and_gradient = lowered("loss_and_gradient(W, X, Y)", "softmax-gradient", (ERROR, Family((ell, m), GRADIENT))).says(
    "Return the cross-entropy error and its gradient, which share most of their work."
)
hessian = lowered("hessian(W, X)", "softmax-hessian", HESSIAN, ell, m, q, r).says(
    "Return the second derivatives of the cross-entropy error, of shape (K, D, K, D)."
)
reference_probabilities = reference(
    "reference_probabilities(W, X)", "softmax-reference", exp(lecture.score(k, weights)) / TOTAL, i, k
).says("Return the probability of each class but the last, a row for each example; W has R - 1 rows.")
reference_loss = reference("reference_loss(W, X, Y)", "softmax-reference", -Sum(SCORES - log(TOTAL), (i, 1, N))).says(
    "Return the cross-entropy error in R - 1 weight vectors; a row of Y is zero for an example of the last class."
)
reference_gradient = reference(
    "reference_gradient(W, X, Y)",
    "softmax-reference",
    Sum((exp(lecture.score(ell, weights)) / TOTAL - labels[i, ell]) * x[i, m], (i, 1, N)),
    *(ell, m),
).says("Return the gradient of that error, in the shape of W: sum_i (p_ik - y_ik) x_i.")
