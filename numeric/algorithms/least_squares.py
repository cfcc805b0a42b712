"""Least squares in closed form: the line through points, and many inputs by QR, of any rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import qr, solve_triangular

from numeric import least_squares, simple_regression
from numeric.algorithms.result import described
from numeric.errors import DataError
from numeric.inputs import Floats, examples, matrix, vector

EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LineFit:
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

    def __repr__(self) -> str:
        """Return the fields, one a line."""
        return described(self)


def fit_line(x: Any, y: Any) -> LineFit:
    """Return the least-squares line through the points (x_n, y_n), of any units.

    Raises a `DataError` where all x are the same, as no slope is better than another then.

    >>> fit_line([1, 2, 3], [3, 5, 7])
    LineFit
      intercept: 1
      slope: 2
      loss: 0
      correlation: 1
    """
    inputs = vector(x, place="x")
    outputs = vector(y, length=len(inputs))
    if np.ptp(inputs) == 0:
        reason = "all inputs are the same, so that every slope is as good"
        raise DataError(f"{inputs[0]:g}", place="x", reason=reason, way_out="give two different inputs")
    units = float(np.ptp(inputs)), float(np.ptp(outputs)) or 1.0
    x, targets = inputs / units[0], outputs / units[1]
    slope = float(simple_regression.slope(x, targets)) * units[1] / units[0]
    intercept = float(simple_regression.intercept(x, targets)) * units[1]
    varies = bool(np.ptp(outputs) > 0)
    correlation = float(simple_regression.correlation(x, targets)) if varies else float("nan")
    return LineFit(intercept, slope, float(simple_regression.loss(intercept, slope, inputs, outputs)), correlation)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LinearFit:
    """A linear fit: weights, intercept, the rank of the (centred) data, and half the sum of squares that is left.

    Where the rank is below the number of features many weights are equally good; these are the shortest.
    """

    coef: Floats
    intercept: float
    rank: int
    loss: float

    @property
    def unique(self) -> bool:
        """Return whether no other weights are as good."""
        return self.rank == len(self.coef)

    def predict(self, X: Any) -> Floats:
        """Return the fitted values of the examples."""
        return matrix(X, columns=len(self.coef)) @ self.coef + self.intercept

    def __repr__(self) -> str:
        """Return the fields, one a line."""
        return described(self, unique=self.unique)


def fit_least_squares(X: Any, y: Any, *, intercept: bool = True) -> LinearFit:
    """Return the weights of the smallest squared error, and among these the shortest.

    >>> fit = fit_least_squares([[0, 0], [1, 1], [2, 2]], [1, 3, 5])
    >>> fit.rank, fit.unique, fit.coef.round(12)
    (1, False, array([1., 1.]))
    """
    rows, targets = examples(X, y)
    if not intercept:
        weights, rank = shortest_solution(rows, targets[:, None])
        return LinearFit(weights[:, 0], 0.0, rank, float(least_squares.loss(weights[:, 0], rows, targets)))
    centred, means = centre(rows)
    shifted = targets - targets.mean()
    weights, rank = shortest_solution(centred, shifted[:, None])
    coef = weights[:, 0]
    return LinearFit(
        coef, float(targets.mean() - means @ coef), rank, float(least_squares.loss(coef, centred, shifted))
    )


def centre(X: Floats, *, into: Floats | None = None) -> tuple[Floats, Floats]:
    """Return the columns minus their means, and the means; a column that is constant up to rounding becomes zero.

    The result is written `into` an array of the same shape, if one is given.

    >>> centre(np.array([[1.0, 5.0], [3.0, 5.0]]))[0]
    array([[-1.,  0.],
           [ 1.,  0.]])
    """
    means = X.mean(axis=0)
    centred = np.subtract(X, means, out=into)
    centred[:, _peaks(centred) <= 4 * EPSILON * _peaks(X)] = 0.0
    return centred, means


def _peaks(X: Floats) -> Floats:
    """Return the largest size of an entry of each column, without a copy of the matrix."""
    return np.maximum(X.max(axis=0), -X.min(axis=0))


def shortest_solution(A: Floats, B: Floats) -> tuple[Floats, int]:
    """Return the W of the smallest |A W - B|, and among these the shortest, with the rank of A.

    A tall problem is first made small: the triangle R of [A B] = Q R holds all of it. Columns are brought to one
    length before the rank is counted, so that it does not depend on units.

    >>> shortest_solution(np.array([[3.0, 4.0]]), np.array([[25.0]]))[0].ravel().round(12)
    array([3., 4.])
    """
    small, targets = _compressed(A, B)
    peaks = _peaks(small)
    peaks[peaks == 0] = 1.0
    scale = peaks * np.maximum(np.linalg.norm(small / peaks, axis=0), 1.0)
    weights, null = _by_pivoted_qr(small / scale, targets)
    weights, null = weights / scale[:, None], null / scale[:, None]
    if null.shape[1]:
        weights = _shortest(weights, null)
    return weights, A.shape[1] - null.shape[1]


def _compressed(A: Floats, B: Floats) -> tuple[Floats, Floats]:
    if len(A) <= A.shape[1] + B.shape[1]:
        return A, B
    triangle: Any = np.linalg.qr(np.column_stack([A, B]), mode="r")
    return triangle[:, : A.shape[1]], triangle[:, A.shape[1] :]


def _by_pivoted_qr(A: Floats, B: Floats) -> tuple[Floats, Floats]:
    """Return one solution, and a basis of the directions that A maps to zero."""
    Q, R, order = qr(A, mode="economic", pivoting=True)
    steps = np.abs(np.diag(R))
    rank = int(np.count_nonzero(steps > max(A.shape) * EPSILON * steps[0]))
    weights, null = np.zeros((A.shape[1], B.shape[1])), np.zeros((A.shape[1], A.shape[1] - rank))
    head = solve_triangular(R[:rank, :rank], np.column_stack([Q[:, :rank].T @ B, R[:rank, rank:]]))
    weights[order[:rank]] = head[:, : B.shape[1]]
    null[order[:rank]] = -head[:, B.shape[1] :]
    null[order[rank:]] = np.eye(A.shape[1] - rank)
    return weights, null


def _shortest(weights: Floats, null: Floats) -> Floats:
    """Return the weights without their part along the null directions."""
    basis = np.linalg.qr(null)[0]
    return weights - basis @ (basis.T @ weights)
