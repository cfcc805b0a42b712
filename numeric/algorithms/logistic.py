"""Logistic regression: the most likely weights for two classes, with a penalty or without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric import logistic
from numeric.algorithms.likelihood import design, largest_entries, maximise, penalties
from numeric.algorithms.newton import solver
from numeric.algorithms.result import LinearRule, Run, described
from numeric.algorithms.separation import Evidence, separates
from numeric.inputs import Floats, binary_labels, matrix, nonnegative


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LogisticFit:
    """Weights (`coef`, `intercept`) for the larger of the two labels, the loss with its penalty, and how the run went.

    `separable` is true where no weights are the most likely: those given separate the classes, or nearly so, and would
    grow for ever.
    """

    rule: LinearRule
    loss: float
    run: Run
    separable: bool

    @property
    def coef(self) -> Floats:
        """Return the weight of each feature."""
        return self.rule.coef

    @property
    def intercept(self) -> float:
        """Return the weight of the constant."""
        return self.rule.intercept

    def probabilities(self, X: Any) -> Floats:
        """Return the probability of the larger label for each example."""
        return logistic.probabilities(np.ones(1), self.rule.scores(X)[:, None])

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the more probable label of each example."""
        return self.rule.predict(X)

    def __repr__(self) -> str:
        """Return weights, loss and run."""
        return described(self)


def fit_logistic(
    X: Any,
    y: Any,
    *,
    penalty: float = 0.0,
    method: str | None = None,
    intercept: bool = True,
    rate: float | None = None,
    tol: float = 1e-8,
    max_iter: int | None = None,
) -> LogisticFit:
    """Return the weights of the smallest cross-entropy error plus `penalty` times their squares, the intercept's not.

    In scikit-learn's terms `penalty` is 1/(2C). The run converges where every entry of the gradient is at most `tol`
    times the largest value that it can have. `method` is "newton", "lbfgs" or "ascent"; left out, the faster of the
    first two. Gradient ascent has a constant `rate`; left out, one that is safe. Raises a `DataError` for data that
    cannot be fitted.

    >>> fit = fit_logistic([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
    >>> fit.predict([[-1.0], [4.0]]), fit.separable
    (array([0, 1]), False)
    """
    given = matrix(X)
    known = binary_labels(y, length=len(given))
    each = penalties(nonnegative(penalty, "penalty"), given.shape[1], intercept=intercept)
    rows, means = design(given, intercept=intercept)
    problem = _Problem(rows, known.codes.astype(np.float64), each)
    w, run, separable = maximise(problem, method=method, rate=rate, tol=tol, max_iter=max_iter, examples=len(given))
    coef = w[int(intercept) :]
    rule = LinearRule(coef, float(w[0] - means @ coef) if intercept else 0.0, known.classes)
    return LogisticFit(rule, problem.value(w)[0], run, separable)


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Examples with their constant, labels 0 and 1, and a penalty for each weight."""

    X: Floats
    y: Floats
    penalties: Floats

    @property
    def scale(self) -> Floats:
        """Return the largest value that each entry of the gradient can have."""
        return largest_entries(self.X)

    def zeros(self) -> Floats:
        """Return the weights to start from."""
        return np.zeros(self.X.shape[1])

    def value(self, w: Floats) -> tuple[float, Floats]:
        """Return the penalised error and its gradient."""
        loss, gradient = logistic.loss_and_gradient(w, self.X, self.y)
        return float(loss + self.penalties @ w**2), gradient + 2 * self.penalties * w

    def hessian(self, w: Floats) -> Floats:
        """Return the matrix of second derivatives."""
        return logistic.hessian(w, self.X) + np.diag(2 * self.penalties)

    def newton_step(self, w: Floats, g: Floats) -> Floats:
        """Solve the Newton equation."""
        return solver(self.hessian(w))(g)

    def first_step(self) -> Callable[[Floats], Floats]:
        """Return what solves with the Hessian at zero."""
        return solver(self.X.T @ self.X / 4 + np.diag(2 * self.penalties))

    def largest_curvature(self) -> float:
        """Return the largest curvature at zero, where every p (1 - p) is largest."""
        return float(np.linalg.eigvalsh(self.hessian(self.zeros()))[-1])

    def separated(self, w: Floats) -> bool:
        """Return whether these weights put every example on its side, where no penalty bounds them."""
        return not self.penalties.any() and separates((2 * self.y - 1) * (self.X @ w))

    def evidence(self, w: Floats) -> Evidence | None:
        """Return what tells whether the classes are separable, None where a penalty bounds the weights."""
        if self.penalties.any():
            return None
        slope, p = self.value(w)[1][None, :], logistic.probabilities(w, self.X)
        return Evidence(self.separated(w), self.X, slope, p * (1 - p), bend=1.0, rows=self._signed)

    def _signed(self) -> Floats:
        """Return the examples, those with label 0 turned round."""
        return (2 * self.y - 1)[:, None] * self.X
