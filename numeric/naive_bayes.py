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

from sympy import Sum, log

from derive import index, sigmoid, size, substitute, tensor
from derive.lectures import naive_bayes as lecture
from derive.lectures.naive_bayes import D, i, mu, prior_0, prior_1, sigma, x
from numeric.lowered import Topic

N = size("N")
X, center = tensor("X", (1, N), (1, D)), tensor("m", (1, D))
n, feature = index("n", (1, N)), index("j", (1, D))
DENSITY = substitute(lecture.density(1, sigma[i]), x[i], X[n, i]).xreplace({mu[i, 1]: center[i]})
OFFSET = log(prior_0 / prior_1) + Sum(lecture.OFFSET, (i, 1, D))
LINEAR = OFFSET + Sum(substitute(lecture.SLOPE * x[i], x[i], X[n, i]), (i, 1, D))

lowered = Topic(__name__, mean=center, means=mu, deviations=sigma, prior=prior_1, prior_0=prior_0, prior_1=prior_1, X=X)
log_joint = lowered(
    "log_joint(mean, deviations, prior, X)",
    "naive-bayes-to-logistic",
    log(prior_1) + Sum(log(DENSITY), (i, 1, D)),
    n,
).says("""Return the logarithm of the prior of a class times the density of each example in it.

`mean` and `deviations` have one entry for each feature.
""")
weights = lowered(
    "weights(means, deviations)", "naive-bayes-to-logistic", lecture.SLOPE.xreplace({i: feature}), feature
).says("Return the implied weights: the difference of the means, class 0 minus class 1, over the variance.")
offset = lowered("offset(means, deviations, prior_0, prior_1)", "naive-bayes-to-logistic", OFFSET).says(
    "Return the implied constant w_0, of priors and means."
)
posterior = lowered(
    "posterior(means, deviations, prior_0, prior_1, X)", "naive-bayes-to-logistic", sigmoid(-LINEAR), n
).says("Return P(Y=1|x) of each example, which is the sigmoid of minus a linear function.")
