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

from typing import Any

from sympy import MatMul, Sum, Trace, Transpose, log

from derive.lectures import regression as lecture
from derive.lectures.regression import D, N, T, W, X, d, half, i, j, n, w, x, y
from numeric.lowered import Formula, lowered

RESIDUAL = Sum(x[n, d] * w[d], (d, 1, D)) - y[n]
DATA = (w, x, y)


@lowered("w", "X", "y", derivation="normal-equations")
def loss() -> Formula:
    """Return half the sum of squared errors: 1/2 sum_n (x_n . w - y_n)^2."""
    return Formula(half * Sum(RESIDUAL**2, (n, 1, N)), DATA)


@lowered("w", "X", "y", derivation="normal-equations")
def gradient() -> Formula:
    """Return the gradient of half the sum of squared errors, X^T (X w - y): one entry for each weight."""
    return Formula(Sum(RESIDUAL * x[n, j], (n, 1, N)), DATA, axes=(j,))


@lowered("X", derivation="normal-equations")
def hessian() -> Formula:
    """Return the matrix of second derivatives, X^T X, which is the same for all weights."""
    return Formula(Sum(x[n, i] * x[n, j], (n, 1, N)), (x,), axes=(i, j))


@lowered("X", "y", derivation="normal-equations")
def solution() -> Formula:
    """Return the weights (X^T X)^-1 X^T y that solve the normal equations; the columns of X must be independent.

    `numeric.algorithms.fit_least_squares` also takes data of lower rank, and loses fewer digits.
    """
    return Formula((X.T * X).I * X.T * lecture.y_column, (X, lecture.y_column))


@lowered("theta", "x", "y", derivation="lms")
def example_loss() -> Formula:
    """Return half the squared error of one example: 1/2 (theta . x - y)^2."""
    return Formula(half * (lecture.HYPOTHESIS - lecture.target) ** 2, (lecture.theta, lecture.inputs, lecture.target))


@lowered("theta", "x", "y", derivation="lms")
def example_gradient() -> Formula:
    """Return the gradient of half the squared error of one example: (theta . x - y) x."""
    slope = (lecture.HYPOTHESIS - lecture.target) * lecture.inputs[j]
    return Formula(slope, (lecture.theta, lecture.inputs, lecture.target), axes=(j,))


@lowered("theta", "X", "y", "sigma", derivation="gaussian-likelihood")
def log_likelihood() -> Formula:
    """Return the log-likelihood of the weights where y is X theta plus Gaussian noise of standard deviation sigma."""
    misfit = lecture.targets[i] - Sum(lecture.theta[j] * lecture.features[i, j], (j, 0, lecture.last))
    squares = half * Sum(misfit**2, (i, 1, lecture.examples))
    value = lecture.examples * log(lecture.HEIGHT) - squares / lecture.sigma**2
    return Formula(value, (lecture.theta, lecture.features, lecture.targets, lecture.sigma))


def _trace_error() -> Any:
    return half * Trace(MatMul(Transpose(X * W - T), X * W - T))


@lowered("W", "X", "T", derivation="least-squares-classifier")
def outputs_loss() -> Formula:
    """Return half the sum of the squared entries of X W - T."""
    return Formula(_trace_error(), (W, X, T))


@lowered("W", "X", "T", derivation="least-squares-classifier")
def outputs_gradient() -> Formula:
    """Return the gradient X^T (X W - T), in the shape of W."""
    return Formula(X.T * (X * W - T), (W, X, T))


@lowered("X", "T", derivation="least-squares-classifier")
def outputs_solution() -> Formula:
    """Return the weights (X^T X)^-1 X^T T; the columns of X must be independent."""
    return Formula((X.T * X).I * X.T * T, (X, T))
