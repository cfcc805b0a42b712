"""Least squares in closed form: the line through points, many inputs of any rank, a penalty, and a classifier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric import least_squares, simple_regression
from numeric.algorithms.result import Classifier, LinearRule, Regression, Shown
from numeric.errors import DataError
from numeric.inputs import Floats, examples, labels, matrix, positive, vector

EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LineFit(Shown):
    """The least-squares line: `intercept`, `slope`, the sum of squares it leaves, and the correlation r.

    `correlation` is NaN where all outputs are the same, as r is then 0/0.
    """

    intercept: float
    slope: float
    loss: float
    correlation: float

    def predict(self, x: Any) -> Floats:
        """Return the points of the line at these inputs."""
        return self.intercept + self.slope * vector(x, place="x")


def fit_line(x: Any, y: Any) -> LineFit:
    """Return the least-squares line through the points (x_n, y_n).

    Raises a `DataError` where all x are the same, as no slope is better than another then.

    >>> fit_line([1, 2, 3], [3, 5, 7])
    LineFit
      intercept: 1
      slope: 2
      loss: 0
      correlation: 1
    """
    x = vector(x, place="x")
    y = vector(y, length=len(x))
    if np.ptp(x) == 0:
        reason = "all inputs are the same, so that every slope is as good"
        raise DataError(f"{x[0]:g}", place="x", reason=reason, way_out="give two different inputs")
    slope, intercept = float(simple_regression.slope(x, y)), float(simple_regression.intercept(x, y))
    correlation = float(simple_regression.correlation(x, y)) if np.ptp(y) > 0 else float("nan")
    return LineFit(intercept, slope, float(simple_regression.loss(intercept, slope, x, y)), correlation)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LinearFit(Regression):
    """A linear fit: weights, intercept, the rank of the (centred) data, and half the sum of squares that is left.

    Where the rank is below the number of features many weights are equally good, and `unique` is false; these are the
    shortest.
    """

    coef: Floats
    intercept: float
    rank: int
    loss: float
    unique: bool


def fit_least_squares(X: Any, y: Any, *, penalty: float = 0.0, intercept: bool = True) -> LinearFit:
    """Return the weights of half the squared error plus `penalty` times their squares, and of many the shortest.

    >>> fit = fit_least_squares([[0, 0], [1, 1], [2, 2]], [1, 3, 5])
    >>> fit.rank, fit.unique, fit.coef.round(12)
    (1, False, array([1., 1.]))
    """
    rows, outputs = examples(X, y)
    means, mean = (rows.mean(axis=0), float(outputs.mean())) if intercept else (np.zeros(rows.shape[1]), 0.0)
    lam = positive(penalty, "penalty", or_zero=True)
    w, rank = least_squares_by_svd(rows - means, outputs - mean, lam)
    loss = float(least_squares.loss(w, rows - means, outputs - mean))
    return LinearFit(w, mean - float(means @ w), rank, loss, unique=lam > 0 or rank == len(w))


def least_squares_by_svd(X: Floats, Y: Floats, penalty: float = 0.0) -> tuple[Floats, int]:
    """Return (X^T X + 2 penalty I)^-1 X^T Y with the inverses of nonzero singular values alone, and the rank of X.

    >>> least_squares_by_svd(np.array([[3.0, 4.0]]), np.array([25.0]))[0].round(12)
    array([3., 4.])
    """
    U, s, V = np.linalg.svd(X, full_matrices=False)
    rank = int(np.count_nonzero(s > max(X.shape) * EPSILON * s[0]))
    inverse = s[:rank] / (s[:rank] ** 2 + 2 * penalty)
    return (V[:rank].T * inverse) @ (U[:, :rank].T @ Y), rank


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LeastSquaresClassifier(Classifier):
    """A linear rule with an output for each class; the rank of the centred data; half the squared error that is left.

    The outputs of an example, `scores(X)`, sum to one, but they are no probabilities: they may be negative.
    """

    rule: LinearRule
    rank: int
    loss: float


def fit_least_squares_classifier(X: Any, y: Any) -> LeastSquaresClassifier:
    """Return the weights with which X W is closest to the one-hot labels, with an intercept for each class.

    >>> fit = fit_least_squares_classifier([[0.0], [1.0], [3.0]], ["low", "low", "high"])
    >>> fit.predict([[0.5], [4.0]])
    array(['low', 'high'], dtype='<U4')
    """
    rows = matrix(X)
    known = labels(y, length=len(rows))
    means, shares = rows.mean(axis=0), known.one_hot.mean(axis=0)
    W, rank = least_squares_by_svd(rows - means, known.one_hot - shares)
    rule = LinearRule(W.T, shares - means @ W, known.classes)
    return LeastSquaresClassifier(
        rule, rank, float(least_squares.outputs_loss(W, rows - means, known.one_hot - shares))
    )
