"""The dual of the support vector machine in signed multipliers beta = alpha y, where the labels are in the box only.

Minimise (1/2) beta.K beta - y.beta over the beta that sum to zero, each between 0 and C y. The gradient is K beta - y;
what is kept is its negative, the residual y - K beta. At the optimum it is b wherever beta is inside of its box.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from numeric.inputs import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Products:
    """The matrix K of inner products: as it is, or by the features whose inner products it has, which may be few.

    >>> Products.of_features(np.array([[1.0], [2.0]])).row(1)
    array([2., 4.])
    """

    rows: Floats
    from_features: bool

    @classmethod
    def of_features(cls, features: Floats) -> Products:
        """Return the products of the rows of a matrix, none of which is computed before it is wanted."""
        return cls(features, from_features=True)

    @classmethod
    def of_matrix(cls, gram: Floats) -> Products:
        """Return the products of a kernel matrix."""
        return cls(gram, from_features=False)

    @property
    def diagonal(self) -> Floats:
        """Return the diagonal of K."""
        return np.einsum("nd,nd->n", self.rows, self.rows) if self.from_features else self.rows.diagonal()

    def row(self, at: int) -> Floats:
        """Return one row of K."""
        return self.rows @ self.rows[at] if self.from_features else self.rows[at]

    def block(self, at: NDArray[np.intp]) -> Floats:
        """Return K for some of the examples."""
        return self.rows[at] @ self.rows[at].T if self.from_features else self.rows[np.ix_(at, at)]

    def times(self, beta: Floats) -> Floats:
        """Return K beta. Multipliers that are zero cost nothing if most are; else no rows are copied."""
        support = np.flatnonzero(beta)
        weighted = beta[support] @ self.rows[support] if 3 * len(support) < len(beta) else beta @ self.rows
        return self.rows @ weighted if self.from_features else weighted

    def scaled(self, by: float) -> Products:
        """Return the products divided by a number; a power of two leaves all digits as they are.

        >>> Products.of_matrix(np.array([[8.0]])).scaled(4.0).diagonal
        array([2.])
        """
        if by == 1:
            return self
        return Products(self.rows / (math.sqrt(by) if self.from_features else by), self.from_features)

    def inverse_with(self, diagonal: Floats) -> Callable[[Floats], Floats]:
        """Return the solver of (K + diagonal) x = v. Raises `LinAlgError` where rounding leaves it indefinite.

        >>> Products.of_features(np.array([[1.0], [2.0]])).inverse_with(np.ones(2))(np.array([1.0, 2.0])).round(6)
        array([0.166667, 0.333333])
        """
        if not self.from_features:
            whole = cho_factor(self.rows + np.diag(diagonal))
            return lambda right: cho_solve(whole, right)
        scaled = self.rows / diagonal[:, None]
        inner = cho_factor(np.eye(self.rows.shape[1]) + self.rows.T @ scaled)
        return lambda right: right / diagonal - scaled @ cho_solve(inner, scaled.T @ right)


@dataclass(frozen=True, slots=True, eq=False)
class Dual:
    """The inner products, the signs of the labels and the upper end of the box."""

    products: Products
    signs: Floats
    C: float

    @property
    def lower(self) -> Floats:
        """Return the lower ends of the signed multipliers."""
        return np.minimum(0.0, self.signs * self.C)

    @property
    def upper(self) -> Floats:
        """Return the upper ends of the signed multipliers."""
        return np.maximum(0.0, self.signs * self.C)

    def residual(self, beta: Floats) -> Floats:
        """Return y - K beta, computed afresh.

        >>> Dual(Products.of_matrix(np.eye(2)), np.array([1.0, -1.0]), 1.0).residual(np.array([0.5, -0.5]))
        array([ 0.5, -0.5])
        """
        return self.signs - self.products.times(beta)

    def can_rise(self, beta: Floats) -> NDArray[np.bool_]:
        """Return which multipliers are below the upper end of their box."""
        return beta < self.upper

    def can_fall(self, beta: Floats) -> NDArray[np.bool_]:
        """Return which multipliers are above the lower end of their box."""
        return beta > self.lower

    def violation(self, beta: Floats, residual: Floats) -> float:
        """Return how far the pair that is most wrong is from optimal: above zero, there is a better point.

        >>> problem = Dual(Products.of_matrix(np.eye(2)), np.array([1.0, -1.0]), 1.0)
        >>> problem.violation(np.zeros(2), problem.residual(np.zeros(2)))
        2.0
        """
        rising, falling = residual[self.can_rise(beta)], residual[self.can_fall(beta)]
        return float(rising.max() - falling.min()) if len(rising) and len(falling) else 0.0

    def rounding(self, beta: Floats) -> float:
        """Return how large a violation may be by rounding alone: large multipliers cancel in the residual.

        >>> Dual(Products.of_matrix(np.eye(2)), np.array([1.0, -1.0]), 1.0).rounding(np.zeros(2))
        0.0
        """
        largest = float(np.abs(self.products.diagonal).max())
        return float(np.finfo(float).eps) * float(np.abs(beta).sum()) * largest

    def intercept(self, beta: Floats, residual: Floats) -> float:
        """Return b: the mean residual where a multiplier is inside of its box, else the middle of what b may be."""
        rises, falls = self.can_rise(beta), self.can_fall(beta)
        inside = rises & falls
        if inside.any():
            return float(residual[inside].mean())
        ends = [residual[rises].max()] * bool(rises.any()) + [residual[falls].min()] * bool(falls.any())
        return float(np.mean(ends))
