"""Gaussian naive Bayes: features that are independent and normal within each class, and the weights this implies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from numeric import naive_bayes
from numeric.algorithms.result import LinearRule, Shown
from numeric.errors import DataError
from numeric.inputs import Floats, labels, matrix


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NaiveBayesFit(Shown):
    """Priors, and a row of means and of standard deviations for each class; `shared` if all deviation rows are one."""

    classes: NDArray[Any]
    priors: Floats
    means: Floats
    deviations: Floats
    shared: bool

    def log_joint(self, X: Any) -> Floats:
        """Return log P(class) + log p(x|class): a row for each example, a column for each class."""
        rows = matrix(X, columns=self.means.shape[1])
        each = zip(self.means, self.deviations, self.priors, strict=True)
        return np.column_stack([naive_bayes.log_joint(m, s, prior, rows) for m, s, prior in each])

    def probabilities(self, X: Any) -> Floats:
        """Return the probability of each class, a row for each example."""
        joint = self.log_joint(X)
        return np.exp(joint - logsumexp(joint, axis=1, keepdims=True))

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the most probable class of each example."""
        return self.classes[np.argmax(self.log_joint(X), axis=1)]

    def implied(self) -> LinearRule:
        """Return the logistic regression that gives the same posterior, for two classes with shared variances.

        Its score is the log-odds of `classes[1]`: minus the linear function of the lecture, whose signs are those of
        1 / (1 + exp(w_0 + w . x)). Raises `DataError` where the posterior is not logistic.
        """
        if len(self.classes) > 2 or not self.shared:  # noqa: PLR2004 -- two classes
            reason = "only two classes with shared variances have a logistic posterior"
            raise DataError(repr(self.classes.tolist()), reason=reason, way_out="fit with shared=True")
        means, deviations = self.means.T, self.deviations[0]
        offset = naive_bayes.offset(means, deviations, self.priors[0], self.priors[1])
        return LinearRule(-naive_bayes.weights(means, deviations), -float(offset), self.classes)


def fit_naive_bayes(X: Any, y: Any, *, shared: bool = False) -> NaiveBayesFit:
    """Return the most likely priors, means and deviations; `shared` takes one variance of a feature for all classes.

    Raises a `DataError` for a feature that does not vary within a class, as its density would be infinite.

    >>> fit = fit_naive_bayes([[0.0], [2.0], [4.0], [6.0]], ["low", "low", "high", "high"], shared=True)
    >>> fit.implied()
    LinearRule
      coef: [-4.]
      intercept: 12
      classes: ['high', 'low']
      tie: 0
    """
    rows = matrix(X)
    known = labels(y, length=len(rows))
    counts = known.one_hot.sum(axis=0)
    means = known.one_hot.T @ rows / counts[:, None]
    squares = (rows - means[known.codes]) ** 2
    variances = known.one_hot.T @ squares / counts[:, None]
    if shared:
        variances = np.broadcast_to(squares.mean(axis=0), means.shape)
    # Of a constant, rounding may leave a variance.
    flat = np.argwhere(variances <= (8 * np.finfo(np.float64).eps * np.abs(rows).max(axis=0)) ** 2)
    for label, feature in flat[:1]:
        where = "every class" if shared else f"class {known.classes[label]}"
        reason = f"this feature is constant in {where}, which makes its density infinite"
        raise DataError(f"column {feature}", place="X", reason=reason, way_out="leave it out")
    return NaiveBayesFit(known.classes, counts / len(rows), means, np.sqrt(variances), shared)
