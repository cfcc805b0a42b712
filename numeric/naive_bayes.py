"""Gaussian naive Bayes with two classes and shared variances: densities, and the logistic weights they imply.

`means` has a row for each feature and a column for each of the classes 0 and 1; `deviations` has one entry for each
feature. The signs are those of the lecture: P(Y=1|x) = 1 / (1 + exp(offset + weights . x)).

>>> import numpy as np
>>> means, deviations = np.array([[0.0, 2.0]]), np.array([1.0])
>>> weights(means, deviations)
array([-2.])
>>> float(offset(means, deviations, 0.5, 0.5))
2.0
>>> posterior(means, deviations, 0.5, 0.5, np.array([[1.0], [50.0]]))
array([0.5, 1. ])
"""

from __future__ import annotations

from typing import Any

from sympy import Sum, log

from derive import index, sigmoid, size, substitute, tensor
from derive.lectures import naive_bayes as lecture
from derive.lectures.naive_bayes import D, i, mu, prior_0, prior_1, sigma, x
from numeric.lowered import Formula, lowered

N = size("N")
X, center = tensor("X", N, D), tensor("m", D)
n, feature = index("n", (1, N)), index("j", (1, D))
CLASSES = (mu, sigma, prior_0, prior_1, X)


def _at_example(expr: Any) -> Any:
    return substitute(expr, x[i], X[n, i])


def _offset() -> Any:
    return log(prior_0 / prior_1) + Sum(lecture.OFFSET, (i, 1, D))


@lowered("mean", "deviations", "prior", "X", derivation="naive-bayes-to-logistic")
def log_joint() -> Formula:
    """Return the logarithm of the prior of a class times the density of each example in it.

    `mean` and `deviations` have one entry for each feature.
    """
    density = _at_example(lecture.density(1, sigma[i])).xreplace({mu[i, 1]: center[i]})
    return Formula(log(prior_1) + Sum(log(density), (i, 1, D)), (center, sigma, prior_1, X), axes=(n,))


@lowered("means", "deviations", derivation="naive-bayes-to-logistic")
def weights() -> Formula:
    """Return the implied weights: the difference of the means, class 0 minus class 1, over the variance."""
    return Formula(lecture.SLOPE.xreplace({i: feature}), (mu, sigma), axes=(feature,))


@lowered("means", "deviations", "prior_0", "prior_1", derivation="naive-bayes-to-logistic")
def offset() -> Formula:
    """Return the implied constant w_0, of priors and means."""
    return Formula(_offset(), (mu, sigma, prior_0, prior_1))


@lowered("means", "deviations", "prior_0", "prior_1", "X", derivation="naive-bayes-to-logistic")
def posterior() -> Formula:
    """Return P(Y=1|x) of each example, which is the sigmoid of minus a linear function."""
    linear = _offset() + Sum(_at_example(lecture.SLOPE * x[i]), (i, 1, D))
    return Formula(sigmoid(-linear), CLASSES, axes=(n,))
