"""The support vector machine: the primal with its hinge losses, the dual, and what leads from one to the other.

The labels are +1 and -1, the score of an example is w.x + b.

>>> import numpy as np
>>> X, y, alpha = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), np.array([0.5, 0.5])
>>> w = weights(alpha, y, X)
>>> w, float(objective(w, 0.0, X, y, 1.0)), float(dual(alpha, y, X))
(array([1.]), 0.5, 0.5)
"""

from __future__ import annotations

from sympy import Max, Sum, sign, sqrt

from derive import substitute
from derive.lectures.svm import DUAL, NORM, SCORE, WEIGHTS, C, K, N, X, alpha, b, d, j, k, m, n, w, y
from numeric.lowered import Topic

ALL = (n, 1, N)
SLACK = Max(0, 1 - y[n] * SCORE)
VIOLATED = sign(SLACK)
"""1 where an example is within the margin or beyond it, else 0."""
PAIRS = Sum(alpha[n] * alpha[m] * y[n] * y[m] * K[n, m], ALL, (m, 1, N))

lowered = Topic(__name__, w=w, b=b, X=X, y=y, C=C, alpha=alpha, K=K, k=k)
scores = lowered("scores(w, b, X)", "svm-dual", SCORE, n).says("Return the score of each example: w.x + b.")
slacks = lowered("slacks(w, b, X, y)", "svm-hinge", SLACK, n).says(
    "Return the hinge loss of each example, which is its least slack: max(0, 1 - y (w.x + b))."
)
objective = lowered("objective(w, b, X, y, C)", "svm-hinge", NORM / 2 + C * Sum(SLACK, ALL)).says(
    "Return the objective of the soft margin: |w|^2 / 2 plus C times the sum of the hinge losses."
)
subgradient = lowered(
    "subgradient(w, b, X, y, C)", "svm-hinge", w[j] - C * Sum(VIOLATED * y[n] * X[n, j], ALL), j
).says("Return a subgradient of the objective by w: w minus C times the sum of y x over the examples with a slack.")
intercept_subgradient = lowered(
    "intercept_subgradient(w, b, X, y, C)", "svm-hinge", -C * Sum(VIOLATED * y[n], ALL)
).says("Return a subgradient of the objective by b: minus C times the sum of y over the examples with a slack.")
margin = lowered("margin(w)", "svm-margin", 2 / sqrt(NORM)).says("Return the width of the margin: 2 / |w|.")
weights = lowered("weights(alpha, y, X)", "svm-dual", substitute(WEIGHTS, d, j), j).says(
    "Return the weights that multipliers stand for: the sum of alpha y x."
)
dual = lowered("dual(alpha, y, X)", "svm-dual", DUAL).says(
    "Return the dual objective: the sum of alpha minus half the squared norm of the weights they stand for."
)
kernel_dual = lowered("kernel_dual(alpha, y, K)", "svm-kernel-dual", Sum(alpha[n], ALL) - PAIRS / 2).says(
    "Return the dual objective in a kernel matrix K."
)
kernel_score = lowered("kernel_score(alpha, y, k, b)", "svm-kernel-dual", Sum(alpha[n] * y[n] * k[n], ALL) + b).says(
    "Return the score of a new point: k has its kernel with each example."
)
