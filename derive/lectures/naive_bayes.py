"""Gaussian naive Bayes: shared variances make the log-odds linear, and the posterior logistic.

From `l7`. Features are i = 1..D, classes are 0 and 1; feature i of class c is Gaussian with mean mu_ic and standard
deviation sigma_i. The lecture states the result for sigma_i, with the signs of its first convention, P(Y=1|X) =
1 / (1 + exp(w_0 + w . x)), but writes the density with sigma_ic: `class_dependent_variances` shows that the result is
false for these.
"""

from __future__ import annotations

from typing import Any

from sympy import Derivative, Eq, Gt, Integer, Product, Sum, Symbol, exp, log, pi, sqrt, symbols

from derive.decide import prove
from derive.derivation import Chain, Citation, Derivation, Step
from derive.names import sigmoid, size, tensor

D = size("D")
i = Symbol("i", integer=True)
x, sigma, w, f_0, f_1 = (tensor(name, (1, D)) for name in ("x", "sigma", "w", "f_0", "f_1"))
mu, sigma_of_class = tensor("mu", (1, D), (0, 1)), tensor("sigma", (1, D), (0, 1))
w_0, posterior = symbols("w_0 P_1", real=True)
prior_0, prior_1, likelihood_0, likelihood_1 = symbols("pi_0 pi_1 L_0 L_1", positive=True)

SLOPE = (mu[i, 0] - mu[i, 1]) / sigma[i] ** 2
OFFSET = (mu[i, 1] ** 2 - mu[i, 0] ** 2) / (2 * sigma[i] ** 2)
LINEAR = w_0 + Sum(w[i] * x[i], (i, 1, D))


def density(c: int, deviation: Any) -> Any:
    """Return the Gaussian density of feature i in class c.

    >>> density(1, sigma[i])
    sqrt(2)*exp(-(-mu[i, 1] + x[i])**2/(2*sigma[i]**2))/(2*sqrt(pi)*sigma[i])
    """
    return exp(-((x[i] - mu[i, c]) ** 2) / (2 * deviation**2)) / (deviation * sqrt(2 * pi))


def naive_bayes_to_logistic() -> Derivation:
    """Return P(Y=1|X) = 1 / (1 + exp(w_0 + w . x)), with w_0 and w_i explicit, and what follows from it.

    >>> naive_bayes_to_logistic().status
    'proved'
    """
    source = tuple(Citation("l7", line) for line in (253, 255, 257, 259, 263, 265, 273, 277, 285))
    chain = Chain("naive-bayes-to-logistic", "Gaussian naive Bayes has a logistic posterior", source)
    chain.assume(Gt(sigma[i], 0), reason="the standard deviation of a feature, the same in both classes")
    bernoulli = (Eq(prior_0, 1 - prior_1),)
    chain.claim(prior_0 / prior_1, (1 - prior_1) / prior_1, "the priors: Y is 1 with probability pi_1", using=bernoulli)
    chain.define(f_0[i], density(0, sigma[i]), "the density of feature i in class 0")
    chain.define(f_1[i], density(1, sigma[i]), "the density of feature i in class 1")
    chain.define(likelihood_0, Product(f_0[i], (i, 1, D)), "P(X|Y=0): the features are independent, given the class")
    chain.define(likelihood_1, Product(f_1[i], (i, 1, D)), "P(X|Y=1)")
    ratio = log(f_0[i] / f_1[i])
    chain.claim(ratio, SLOPE * x[i] + OFFSET, "one feature: the squares of x_i cancel, as the variances are equal")
    _posterior(chain, ratio)
    _consequences(chain)
    return chain.done()


def _posterior(chain: Chain, ratio: Any) -> None:
    odds = prior_0 * likelihood_0 / (prior_1 * likelihood_1)
    chain.start(prior_1 * likelihood_1 / (prior_1 * likelihood_1 + prior_0 * likelihood_0), "P(Y=1|X), by Bayes")
    chain.equals(1 / (1 + odds), "divided by the numerator")
    chain.equals(1 / (1 + exp(log(odds), evaluate=False)), "the odds are positive")
    chain.equals(_one_over(log(prior_0 / prior_1) + Sum(ratio, (i, 1, D))), "the logarithm of a product")
    linear = log(prior_0 / prior_1) + Sum(SLOPE * x[i] + OFFSET, (i, 1, D))
    chain.equals(_one_over(linear), "the logarithm for each feature")
    chain.define(w_0, log(prior_0 / prior_1) + Sum(OFFSET, (i, 1, D)), "what is free of x")
    chain.define(w[i], SLOPE, "the factor of x_i")
    chain.equals(_one_over(LINEAR), "a linear function of x")
    chain.equals(sigmoid(-LINEAR), "the sigmoid of its negative")


def _one_over(power: Any) -> Any:
    return 1 / (1 + exp(power, evaluate=False))


def _consequences(chain: Chain) -> None:
    """Give the other class, the odds and their logarithm."""
    chain.define(posterior, 1 / (1 + exp(LINEAR)), "P(Y=1|X)")
    chain.claim(1 - posterior, exp(LINEAR) / (1 + exp(LINEAR)), "P(Y=0|X)")
    odds = (1 - posterior) / posterior
    chain.claim(odds, exp(LINEAR), "the odds of class 0")
    chain.claim(log(odds), LINEAR, "the log-odds are linear in x: a linear rule")


def class_dependent_variances() -> Step:
    """Return the refuted claim that the log-odds stay linear in x when each class has variances of its own.

    A linear function has no second derivative; that of the log-odds is 1/sigma_i1^2 - 1/sigma_i0^2.

    >>> class_dependent_variances().status
    'refuted'
    """
    deviations = sigma_of_class[i, 0], sigma_of_class[i, 1]
    ratio = density(0, deviations[0]) / density(1, deviations[1])
    shown, zero = Derivative(log(ratio), (x[i], 2)), Integer(0)
    facts = (Gt(deviations[0], 0), Gt(deviations[1], 0))
    verdict = prove(shown, zero, facts, recheck=False)
    return Step("==", shown, zero, "the log-odds would be linear in x_i", verdict=verdict, uses=facts)
