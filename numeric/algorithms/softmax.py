"""Softmax regression: the most likely weights for any number of classes, with a penalty or without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric import softmax
from numeric.algorithms.likelihood import Likelihood, centred, largest_entries, maximise, penalties
from numeric.algorithms.result import LinearRule, Run, Shown
from numeric.inputs import Floats, Labels, labels, matrix, nonnegative


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SoftmaxFit(Shown):
    """The rule with a row of weights for each class, the loss with its penalty, and how the run went.

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


def fit_softmax(
    X: Any,
    y: Any,
    *,
    penalty: float = 0.0,
    method: str = "newton",
    intercept: bool = True,
    rate: float | None = None,
    tol: float = 1e-8,
    max_iter: int | None = None,
) -> SoftmaxFit:
    """Return the weights of the smallest cross-entropy error plus `penalty` times their squares, the intercepts' not.

    The settings are those of `fit_logistic`; there may be any number of classes from two on.

    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], ["a", "a", "b", "a", "c", "b"]
    >>> fit = fit_softmax(X, y, penalty=0.1)
    >>> fit.predict([[0.0], [5.0]]), fit.run.converged
    (array(['a', 'b'], dtype='<U1'), True)
    """
    given = matrix(X)
    known = labels(y, length=len(given))
    lam = penalties(nonnegative(penalty, "penalty"), given.shape[1], intercept=intercept)
    rows, means = centred(given, intercept=intercept)
    Y, shape = known.one_hot, (len(known.classes), rows.shape[1])
    problem = Likelihood(
        loss=lambda w: float(softmax.loss(w.reshape(shape), rows, Y) + (w.reshape(shape) ** 2 @ lam).sum()),
        gradient=lambda w: (softmax.gradient(w.reshape(shape), rows, Y) + 2 * lam * w.reshape(shape)).ravel(),
        hessian=lambda w: (
            softmax.hessian(w.reshape(shape), rows).reshape(len(w), -1) + np.diag(np.tile(2 * lam, len(Y.T)))
        ),
        scale=np.tile(largest_entries(rows), shape[0]),
        rows=None if lam.any() else lambda: _differences(rows, known),
    )
    w, run, separable = maximise(problem, method=method, rate=rate, tol=tol, max_iter=max_iter)
    W = w.reshape(shape) - w.reshape(shape).mean(axis=0)
    coef = W[:, int(intercept) :]
    rule = LinearRule(coef, W[:, 0] - coef @ means if intercept else np.zeros(len(W)), known.classes)
    return SoftmaxFit(rule, problem.loss(W.ravel()), run, separable)


def _differences(X: Floats, known: Labels) -> Floats:
    """Return the score of each example's class minus that of each other class, as rows over the flat weights."""
    own, classes = known.one_hot, len(known.classes)
    rows = [
        np.einsum("nk,nd->nkd", own - np.eye(classes)[k], X)[known.codes != k].reshape(-1, classes * X.shape[1])
        for k in range(classes)
    ]
    return np.concatenate(rows)
