"""Softmax regression: the most likely weights for any number of classes, with a penalty or without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from numeric import softmax
from numeric.algorithms.likelihood import design, largest_entries, maximise, penalties
from numeric.algorithms.newton import solver
from numeric.algorithms.result import LinearRule, Run, described
from numeric.algorithms.separation import Evidence, separates
from numeric.inputs import Floats, labels, matrix, nonnegative


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SoftmaxFit:
    """A row of weights and an intercept for each class, the loss with its penalty, and how the run went.

    A vector added to all rows would change no probability; these rows sum to zero. `separable` is true where no weights
    are the most likely.
    """

    rule: LinearRule
    loss: float
    run: Run
    separable: bool

    @property
    def coef(self) -> Floats:
        """Return the weights, a row for each class."""
        return self.rule.coef

    @property
    def intercept(self) -> Floats:
        """Return the weight of the constant for each class."""
        return self.rule.intercept

    def probabilities(self, X: Any) -> Floats:
        """Return the probability of each class, a row for each example."""
        return softmax.probabilities(np.eye(len(self.rule.classes)), self.rule.scores(X))

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the most probable class of each example."""
        return self.rule.predict(X)

    def __repr__(self) -> str:
        """Return weights, loss and run."""
        return described(self)


def fit_softmax(
    X: Any,
    y: Any,
    *,
    penalty: float = 0.0,
    method: str | None = None,
    intercept: bool = True,
    rate: float | None = None,
    tol: float = 1e-8,
    max_iter: int | None = None,
) -> SoftmaxFit:
    """Return the weights of the smallest cross-entropy error plus `penalty` times their squares, the intercepts' not.

    In scikit-learn's terms `penalty` is 1/(2C). The settings are those of `fit_logistic`; there may be any number of
    classes from two on.

    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], ["a", "a", "b", "a", "c", "b"]
    >>> fit = fit_softmax(X, y, penalty=0.1)
    >>> fit.predict([[0.0], [5.0]]), fit.run.converged
    (array(['a', 'b'], dtype='<U1'), True)
    """
    given = matrix(X)
    known = labels(y, length=len(given))
    each = penalties(nonnegative(penalty, "penalty"), given.shape[1], intercept=intercept)
    rows, means = design(given, intercept=intercept)
    problem = _Problem(rows, known.one_hot, each)
    flat, run, separable = maximise(problem, method=method, rate=rate, tol=tol, max_iter=max_iter, examples=len(given))
    W = problem.centred(flat)
    coef = W[:, int(intercept) :]
    constants = W[:, 0] - coef @ means if intercept else np.zeros(len(W))
    rule = LinearRule(coef, constants, known.classes)
    return SoftmaxFit(rule, problem.value(flat)[0], run, separable)


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Examples with their constant, one-hot labels, and a penalty for each column. Weights are one flat vector."""

    X: Floats
    Y: Floats
    penalties: Floats

    @property
    def scale(self) -> Floats:
        """Return the largest value that each entry of the gradient can have."""
        return np.tile(largest_entries(self.X), self.Y.shape[1])

    def zeros(self) -> Floats:
        """Return the weights to start from."""
        return np.zeros(self.Y.shape[1] * self.X.shape[1])

    def weights(self, w: Floats) -> Floats:
        """Return the flat vector as a row for each class."""
        return w.reshape(self.Y.shape[1], self.X.shape[1])

    def centred(self, w: Floats) -> Floats:
        """Return the rows minus their mean, which changes no probability."""
        W = self.weights(w)
        return W - W.mean(axis=0)

    def value(self, w: Floats) -> tuple[float, Floats]:
        """Return the penalised error and its gradient."""
        W = self.weights(w)
        loss, gradient = softmax.loss_and_gradient(W, self.X, self.Y)
        return float(loss + (W**2 @ self.penalties).sum()), (gradient + 2 * W * self.penalties).ravel()

    def newton_step(self, w: Floats, g: Floats) -> Floats:
        """Solve with the Hessian.

        It maps a vector added to all classes to zero. As the gradient sums to zero over the classes, X^T X for that
        mean of the classes may be added: the solution is the same, and the matrix is regular.
        """
        classes = self.Y.shape[1]
        curved = softmax.hessian(self.weights(w), self.X).reshape(len(w), len(w))
        mean = np.kron(np.full((classes, classes), 1.0 / classes**2), self.X.T @ self.X)
        return solver(curved + mean + np.diag(np.tile(2 * self.penalties, classes)))(g)

    def first_step(self) -> Callable[[Floats], Floats]:
        """Solve with X^T X / K for each class: what the Hessian at zero is, for gradients that sum to zero."""
        solve = solver(self.X.T @ self.X / self.Y.shape[1] + np.diag(2 * self.penalties))
        return lambda g: np.concatenate([solve(row) for row in self.weights(g)])

    def largest_curvature(self) -> float:
        """Return half the largest curvature of X^T X, with that of the penalty: a variance is at most a quarter."""
        return float(np.linalg.eigvalsh(self.X.T @ self.X / 2 + np.diag(2 * self.penalties))[-1])

    def separated(self, w: Floats) -> bool:
        """Return whether these weights put every example on its side, where no penalty bounds them."""
        if self.penalties.any():
            return False
        scores = self.X @ self.weights(w).T
        own = (scores * self.Y).sum(axis=1)
        return separates(own - np.where(self.Y > 0, -np.inf, scores).max(axis=1))

    def evidence(self, w: Floats) -> Evidence | None:
        """Return what tells whether the classes are separable.

        For weights that sum to zero over the classes the curvature of one example is at least its smallest probability.
        """
        if self.penalties.any():
            return None
        least = softmax.probabilities(self.weights(w), self.X).min(axis=1)
        slope = self.weights(self.value(w)[1])
        return Evidence(self.separated(w), self.X, slope, least, bend=2.0, rows=self._differences)

    def _differences(self) -> Any:
        """Return a sparse row for each example and each wrong class: the score of the true one minus that one's."""
        features = self.X.shape[1]
        true = self.Y.argmax(axis=1)
        example, wrong = np.nonzero(self.Y == 0)
        places = np.arange(features)
        columns = np.hstack([true[example, None] * features + places, wrong[:, None] * features + places])
        values = np.hstack([self.X[example], -self.X[example]])
        pointers = np.arange(len(example) + 1) * 2 * features
        return csr_matrix((values.ravel(), columns.ravel(), pointers), shape=(len(example), self.zeros().size))
