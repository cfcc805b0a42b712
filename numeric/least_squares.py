"""Least squares with many inputs, and Gaussian noise: losses, gradients, Hessian and solutions of arrays.

X has a row for each example; w one weight for each column. A constant is a column of ones. The last three functions
are about several outputs: T has a column for each, and so has W.

>>> import numpy as np
>>> X, y = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 3.0, 5.0])
>>> solution(X, y).round(12)
array([1., 2.])
>>> gradient(np.array([1.0, 1.0]), X, y)
array([-3., -5.])
"""

from __future__ import annotations

from sympy import MatMul, Sum, Trace, Transpose, log

from derive.lectures import regression as lecture
from derive.lectures.regression import D, N, T, W, X, d, half, i, j, n, w, x, y
from numeric.lowered import Topic

RESIDUAL = Sum(x[n, d] * w[d], (d, 1, D)) - y[n]
ERROR = lecture.HYPOTHESIS - lecture.target
MISFIT = lecture.targets[i] - Sum(lecture.theta[j] * lecture.features[i, j], (j, 0, lecture.last))
SQUARES = half * Sum(MISFIT**2, (i, 1, lecture.examples))

lowered = Topic(__name__, w=w, X=x, y=y)
loss = lowered("loss(w, X, y)", "normal-equations", half * Sum(RESIDUAL**2, (n, 1, N))).says(
    "Return half the sum of squared errors: 1/2 sum_n (x_n . w - y_n)^2."
)
gradient = lowered("gradient(w, X, y)", "normal-equations", Sum(RESIDUAL * x[n, j], (n, 1, N)), j).says(
    "Return the gradient of half the sum of squared errors, X^T (X w - y): one entry for each weight."
)
hessian = lowered("hessian(X)", "normal-equations", Sum(x[n, i] * x[n, j], (n, 1, N)), i, j).says(
    "Return the matrix of second derivatives, X^T X, which is the same for all weights."
)

matrices = Topic(__name__, W=W, X=X, T=T, y=lecture.y_column)
solution = matrices("solution(X, y)", "normal-equations", (X.T * X).I * X.T * lecture.y_column).says(
    """Return the weights (X^T X)^-1 X^T y that solve the normal equations; the columns of X must be independent.

`numeric.algorithms.fit_least_squares` also takes data of lower rank, and loses fewer digits.
"""
)

one = Topic(__name__, theta=lecture.theta, x=lecture.inputs, y=lecture.target)
example_loss = one("example_loss(theta, x, y)", "lms", half * ERROR**2).says(
    "Return half the squared error of one example: 1/2 (theta . x - y)^2."
)
example_gradient = one("example_gradient(theta, x, y)", "lms", ERROR * lecture.inputs[j], j).says(
    "Return the gradient of half the squared error of one example: (theta . x - y) x."
)

noisy = Topic(__name__, theta=lecture.theta, X=lecture.features, y=lecture.targets, sigma=lecture.sigma)
log_likelihood = noisy(
    "log_likelihood(theta, X, y, sigma)",
    "gaussian-likelihood",
    lecture.examples * log(lecture.HEIGHT) - SQUARES / lecture.sigma**2,
).says("Return the log-likelihood of the weights where y is X theta plus Gaussian noise of standard deviation sigma.")

outputs_loss = matrices(
    "outputs_loss(W, X, T)",
    "least-squares-classifier",
    half * Trace(MatMul(Transpose(X * W - T), X * W - T)),
).says("Return half the sum of the squared entries of X W - T.")
outputs_gradient = matrices("outputs_gradient(W, X, T)", "least-squares-classifier", X.T * (X * W - T)).says(
    "Return the gradient X^T (X W - T), in the shape of W."
)
outputs_solution = matrices("outputs_solution(X, T)", "least-squares-classifier", (X.T * X).I * X.T * T).says(
    "Return the weights (X^T X)^-1 X^T T; the columns of X must be independent."
)
