"""Logistic regression: the sigmoid, the log-likelihood, its gradient and Hessian, a quadratic penalty.

From `l7` (the log-likelihood in three rows, with a weight w_0 apart), `cls` (the cross-entropy error E(w) and its
gradient over all examples) and `cse422` (the derivative of the sigmoid, and the gradient for a single example).

Examples are i = 1..N and features d = 1..D; j and k are the components by which one differentiates. A label y_i is 0
or 1, and p_i is the probability that it is 1. The matrix form has a row of X for each example; the entries of a matrix
are counted from 0.
"""

from __future__ import annotations

from typing import Any

from sympy import (
    Derivative,
    Eq,
    Ge,
    Gt,
    KroneckerDelta,
    Lambda,
    Le,
    Lt,
    MatrixSymbol,
    OneMatrix,
    Product,
    Rational,
    Sum,
    exp,
    log,
    symbols,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from derive.derivation import Chain, Citation, Derivation
from derive.names import sigmoid as sigma
from derive.names import size, softplus, tensor

N, D = size("N"), size("D")
i, j, k, d = symbols("i j k d", integer=True)
X = tensor("X", (1, N), (1, D))
y, p = tensor("y", (1, N)), tensor("p", (1, N))
w, u, v, x, theta = (tensor(name, (1, D)) for name in ("w", "u", "v", "x", "theta"))
a, z, label, chance, w_0 = symbols("a z y p w_0", real=True)
lam, C = symbols("lambda C", positive=True)

LOG_LIKELIHOOD = Sum(y[i] * log(p[i]) + (1 - y[i]) * log(1 - p[i]), (i, 1, N))
ERROR = -LOG_LIKELIHOOD
GRADIENT = -Sum((y[i] - p[i]) * X[i, j], (i, 1, N))
HESSIAN = Sum(p[i] * (1 - p[i]) * X[i, j] * X[i, k], (i, 1, N))


def score(weights: Any) -> Any:
    """Return the inner product of the weights with example i.

    >>> score(w)
    Sum(X[i, d]*w[d], (d, 1, D))
    """
    return Sum(weights[d] * X[i, d], (d, 1, D))


# The sigmoid


def sigmoid() -> Derivation:
    """Return sigma' = sigma (1 - sigma), with the symmetry of the sigmoid and its inverse, the logit.

    >>> sigmoid().status
    'proved'
    """
    source = (Citation("cse422", 159), Citation("cls", 927), Citation("cls", 931), Citation("l7", 290))
    chain = Chain("sigmoid", "The sigmoid: derivative, symmetry, inverse", source)
    g = 1 / (1 + exp(-z))
    chain.claim(sigma(z), g, "what sigma stands for")
    _symmetry_and_inverse(chain)
    chain.start(Derivative(sigma(z), z), "the derivative of the sigmoid")
    chain.equals(Derivative(g, z), "what sigma stands for")
    chain.equals(1 / (1 + exp(-z)) ** 2 * exp(-z), "the chain rule")
    chain.equals(g * (1 - g), "e^-z = (1 + e^-z) - 1")
    chain.equals(sigma(z) * (1 - sigma(z)), "sigma put back")
    return chain.done()


def _symmetry_and_inverse(chain: Chain) -> None:
    chain.claim(sigma(z), exp(z) / (1 + exp(z)), "numerator and denominator times e^z")
    chain.claim(1 - sigma(z), sigma(-z), "the probability of the other class changes the sign of the score")
    chain.claim(log(sigma(z) / (1 - sigma(z))), z, "the logit of the sigmoid is the score")
    between = (Gt(chance, 0), Lt(chance, 1))
    chain.claim(sigma(log(chance / (1 - chance))), chance, "the sigmoid of the logit is the probability", using=between)
    chain.claim(sigma(0), Rational(1, 2), "a score of 0 is undecided")
    chain.claim(sigma(z), sigma(a), "the sigmoid increases", relation=">=", using=(Ge(z, a),))


# The likelihood


def logistic_likelihood() -> Derivation:
    """Return the log-likelihood of Bernoulli labels with log-odds w_0 + w . x: a sum of y a - ln(1 + e^a).

    The probability of label 1 is e^a / (1 + e^a), the second of the two conventions in `l7`.

    >>> logistic_likelihood().status
    'proved'
    """
    source = (Citation("l7", 347), Citation("cls", 975), Citation("cls", 983), Citation("cse422", 169))
    chain = Chain("logistic-likelihood", "The conditional log-likelihood of logistic regression", source)
    _bernoulli(chain)
    product = Product(p[i] ** y[i] * (1 - p[i]) ** (1 - y[i]), (i, 1, N))
    chain.claim(-log(product), ERROR, "the cross-entropy error is minus the log-likelihood")
    chain.start(log(product), "the logarithm of the likelihood of independent labels")
    chain.equals(LOG_LIKELIHOOD, "the logarithm of a product")
    chain.equals(Sum(y[i] * log(p[i] / (1 - p[i])) + log(1 - p[i]), (i, 1, N)), "collected at y_i")
    total = w_0 + score(w)
    chain.equals(Sum(y[i] * total - log(1 + exp(total)), (i, 1, N)), "the log-odds of p_i are w_0 + w . x_i")
    chain.equals(Sum(y[i] * total - softplus(total), (i, 1, N)), "softplus(a) = ln(1 + e^a)")
    return chain.done()


def _bernoulli(chain: Chain) -> None:
    """Say what p_i is, and that p^y (1 - p)^(1 - y) is the probability of the label y."""
    total = w_0 + score(w)
    chain.define(p[i], exp(total) / (1 + exp(total)), "the probability that y_i = 1")
    chain.claim(p[i], sigma(total), "it is the sigmoid of the score")
    chain.claim(1 - p[i], 1 / (1 + exp(total)), "the probability that y_i = 0")
    bernoulli = p[i] ** y[i] * (1 - p[i]) ** (1 - y[i])
    chain.claim(bernoulli, p[i], "a label that is 1", using=(Eq(y[i], 1),))
    chain.claim(bernoulli, 1 - p[i], "a label that is 0", using=(Eq(y[i], 0),))


# The gradient


def logistic_gradient() -> Derivation:
    """Return the gradient of the cross-entropy error: for one example, in matrix form, and over all examples.

    >>> logistic_gradient().status
    'proved'
    """
    source = (Citation("cse422", 177), Citation("cls", 1000), Citation("cls", 1006), Citation("cls", 1010))
    source = (*source, Citation("l7", 381))
    chain = Chain("logistic-gradient", "The gradient of the logistic log-likelihood", source)
    _gradient_for_one_example(chain)
    _gradient_in_matrix_form(chain)
    chain.define(p[i], sigma(score(w)), "the probability that y_i = 1")
    _gradient_of_a_probability(chain)
    _gradient_over_all_examples(chain)
    chain.claim(Derivative(LOG_LIKELIHOOD, w[j]), Sum(X[i, j] * (y[i] - p[i]), (i, 1, N)), "minus the error: ascent")
    return chain.done()


def _gradient_for_one_example(chain: Chain) -> None:
    total = Sum(theta[d] * x[d], (d, 1, D))
    g = sigma(total)
    factor = label * (1 / g) - (1 - label) * (1 / (1 - g))
    chain.start(Derivative(label * log(g) + (1 - label) * log(1 - g), theta[j]), "the log-likelihood of one example")
    chain.equals(factor * Derivative(g, theta[j]), "the derivative of the logarithm")
    chain.equals(factor * g * (1 - g) * Derivative(total, theta[j]), "sigma' = sigma (1 - sigma)")
    chain.equals((label * (1 - g) - (1 - label) * g) * x[j], "the score is linear, and the denominators cancel")
    chain.equals((label - g) * x[j], "multiplied out")


def _gradient_in_matrix_form(chain: Chain) -> None:
    data, weights, labels = MatrixSymbol("X", N, D), MatrixSymbol("w", D, 1), MatrixSymbol("y", N, 1)
    ones = OneMatrix(N, 1)
    chances = _each(sigma, data * weights)
    error = -(labels.T * _each(log, chances) + (ones - labels).T * _each(log, ones - chances))
    chain.start(error, "the cross-entropy error of all examples")
    chain.equals(ones.T * _each(softplus, data * weights) - labels.T * data * weights, "the row with softplus")
    chain.differentiate(weights, data.T * (chances - labels), "the gradient for one example, added up by X^T")


def _each(function: Any, matrix: Any) -> Any:
    """Return the function of each entry."""
    return ElementwiseApplyFunction(Lambda(z, function(z)), matrix)


def _gradient_of_a_probability(chain: Chain) -> None:
    total = score(w)
    chain.start(Derivative(p[i], w[j]), "the gradient of the probability")
    chain.equals(Derivative(sigma(total), w[j]), "what p_i stands for")
    chain.equals(sigma(total) * (1 - sigma(total)) * X[i, j], "the chain rule, and sigma' = sigma (1 - sigma)")
    chain.equals(p[i] * (1 - p[i]) * X[i, j], "p_i put back")


def _gradient_over_all_examples(chain: Chain) -> None:
    logs = y[i] * Derivative(log(p[i]), w[j]) + (1 - y[i]) * Derivative(log(1 - p[i]), w[j])
    slope = Derivative(p[i], w[j])
    factor = y[i] / p[i] - (1 - y[i]) / (1 - p[i])
    chain.start(Derivative(ERROR, w[j]), "the gradient of the cross-entropy error")
    chain.equals(-Sum(logs, (i, 1, N)), "the derivative of a sum")
    logs = y[i] / p[i] * slope - (1 - y[i]) / (1 - p[i]) * slope
    chain.equals(-Sum(logs, (i, 1, N)), "the derivative of a logarithm")
    chain.equals(-Sum(factor * slope, (i, 1, N)), "collected")
    chain.equals(-Sum(factor * p[i] * (1 - p[i]) * X[i, j], (i, 1, N)), "the gradient of p_i")
    chain.equals(-Sum((y[i] * (1 - p[i]) - (1 - y[i]) * p[i]) * X[i, j], (i, 1, N)), "the denominators cancel")
    chain.equals(GRADIENT, "multiplied out")


# The Hessian


def logistic_hessian() -> Derivation:
    """Return the Hessian H of the log-likelihood, and v^T H v <= 0: the log-likelihood is concave.

    >>> print(logistic_hessian().result.relation)
    <=
    """
    chain = Chain(
        "logistic-hessian", "The logistic log-likelihood is concave", (Citation("cls", 992), Citation("l7", 357))
    )
    chain.define(p[i], sigma(score(w)), "the probability that y_i = 1")
    chain.start(LOG_LIKELIHOOD, "the log-likelihood")
    chain.differentiate(w[j], -GRADIENT, "its gradient")
    chain.differentiate(w[k], -HESSIAN, "the labels are constant, and p_i' = p_i (1 - p_i) x_i")
    chain.claim(p[i], 0, "an exponential is positive", relation=">")
    chain.claim(p[i], 1, "and 1 + e^-a is more than 1", relation="<")
    chain.start(Sum(v[j] * -HESSIAN * v[k], (j, 1, D), (k, 1, D)), "the quadratic form v^T H v, for any v")
    chain.equals(-Sum(p[i] * (1 - p[i]) * score(v) ** 2, (i, 1, N)), "the sums over j and k are both v . x_i")
    chain.link("<=", 0, "minus a sum of squares with positive weights")
    return chain.done()


# The penalty


def logistic_regularized() -> Derivation:
    """Return gradient and Hessian of E(w) + lambda |w|^2, its curvature, and its two equivalent forms.

    >>> logistic_regularized().status
    'proved'
    """
    source = (Citation("cls", 1044), Citation("cls", 1050), Citation("cls", 1052))
    chain = Chain("logistic-regularized", "Logistic regression with a quadratic penalty", source)
    chain.define(p[i], sigma(score(w)), "the probability that y_i = 1")
    chain.start(ERROR + lam * _square(w), "the cross-entropy error with a quadratic penalty")
    chain.differentiate(w[j], GRADIENT + 2 * lam * w[j], "the gradient of the error, and that of the penalty")
    curvature = HESSIAN + 2 * lam * KroneckerDelta(j, k)
    chain.differentiate(w[k], curvature, "the penalty adds 2 lambda on the diagonal")
    chain.start(Sum(v[j] * curvature * v[k], (j, 1, D), (k, 1, D)), "the quadratic form v^T H v, for any v")
    squares = Sum(p[i] * (1 - p[i]) * score(v) ** 2, (i, 1, N))
    chain.equals(squares + 2 * lam * _square(v), "the delta leaves the square of v")
    chain.link(">=", 2 * lam * _square(v), "the first sum is not negative")
    chain.link(">", 0, "for v other than 0: strictly convex", using=(Gt(_square(v), 0),))
    result = chain.done().result
    _equivalent_objectives(chain)
    return chain.done(result)


def _square(weights: Any) -> Any:
    return Sum(weights[d] ** 2, (d, 1, D))


def _equivalent_objectives(chain: Chain) -> None:
    """Divide by lambda; C = 1/lambda. The factor changes no comparison, so the minimiser is the same."""
    penalised = ERROR + lam * _square(w)
    chain.claim(1 / lam * ERROR + _square(w), 1 / lam * penalised, "the whole, divided by lambda")
    chain.define(C, 1 / lam, "the inverse strength of the penalty")
    chain.claim(C * ERROR + _square(w), C * penalised, "the objectives differ by the factor C")
    here, there = (-Sum(_logs(weights), (i, 1, N)) for weights in (w, u))
    better = Le(here + lam * _square(w), there + lam * _square(u))
    chain.claim(
        C * here + _square(w),
        C * there + _square(u),
        "weights that are no worse for one objective are no worse for the other",
        relation="<=",
        using=(better,),
    )


def _logs(weights: Any) -> Any:
    """Return the log-likelihood of example i under these weights."""
    probability = sigma(score(weights))
    return y[i] * log(probability) + (1 - y[i]) * log(1 - probability)
