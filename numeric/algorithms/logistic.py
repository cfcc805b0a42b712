"""Logistic regression: the most likely weights for two classes, with a penalty or without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric import logistic
from numeric.algorithms.likelihood import Likelihood, centred, largest_entries, maximise, penalties
from numeric.algorithms.result import LinearRule, Run, Shown
from numeric.inputs import Floats, binary_labels, matrix, nonnegative


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LogisticFit(Shown):
    """The rule for the larger of the two labels, the loss with its penalty, and how the run went.

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


def fit_logistic(
    X: Any,
    y: Any,
    *,
    penalty: float = 0.0,
    method: str = "newton",
    intercept: bool = True,
    rate: float | None = None,
    tol: float = 1e-8,
    max_iter: int | None = None,
) -> LogisticFit:
    """Return the weights of the smallest cross-entropy error plus `penalty` times their squares, the intercept's not.

    The run converges where every entry of the gradient is at most `tol` times the largest value that it can have.
    `method` is "newton" or "ascent", which has a constant `rate`; left out, one that is safe. Raises a `DataError` for
    data that cannot be fitted.

    >>> fit = fit_logistic([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
    >>> fit.predict([[-1.0], [4.0]]), fit.separable
    (array([0, 1]), False)
    """
    given = matrix(X)
    known = binary_labels(y, length=len(given))
    lam = penalties(nonnegative(penalty, "penalty"), given.shape[1], intercept=intercept)
    rows, means = centred(given, intercept=intercept)
    bits = known.codes.astype(np.float64)
    problem = Likelihood(
        loss=lambda w: float(logistic.loss(w, rows, bits) + lam @ w**2),
        gradient=lambda w: logistic.gradient(w, rows, bits) + 2 * lam * w,
        hessian=lambda w: logistic.hessian(w, rows) + np.diag(2 * lam),
        scale=largest_entries(rows),
        rows=None if lam.any() else lambda: known.signs[:, None] * rows,
    )
    w, run, separable = maximise(problem, method=method, rate=rate, tol=tol, max_iter=max_iter)
    coef = w[int(intercept) :]
    rule = LinearRule(coef, float(w[0] - means @ coef) if intercept else 0.0, known.classes)
    return LogisticFit(rule, problem.loss(w), run, separable)
