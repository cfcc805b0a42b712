"""Softmax regression: gradient and Hessian of the cross-entropy, and what it has to do with logistic regression.

From `cls` (one weight vector w_k for each of K classes, one-hot labels) and `l7` (R - 1 weight vectors, and a class of
reference).

Examples are i = 1..N, features d = 1..D, classes j, k, l, q = 1..K; m and r are the components of a weight vector by
which one differentiates. In the matrix form, W has a row for each class, X and Y have one for each example; the entries
of a matrix are counted from 0.
"""

from __future__ import annotations

from typing import Any

from sympy import (
    Derivative,
    Eq,
    HadamardProduct,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Product,
    Sum,
    Trace,
    Transpose,
    exp,
    log,
    symbols,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from derive.derivation import Chain, Citation, Derivation
from derive.facts import one_hot
from derive.names import sigmoid, size, tensor

N, D, K, R = size("N"), size("D"), size("K"), size("R")
i, d, m, r = symbols("i d m r", integer=True)
j, k, ell, q = symbols("j k l q", integer=True)
x, z, sigma = tensor("x", (1, N), (1, D)), tensor("z", (1, K)), tensor("sigma", (1, K))
w, v, omega = (tensor(name, (1, K), (1, D)) for name in ("w", "v", "omega"))
y, p, u = (tensor(name, (1, N), (1, K)) for name in ("y", "p", "u"))
s, t, p_last = symbols("s t p_R", real=True)

ERROR = -Sum(y[i, k] * log(p[i, k]), (k, 1, K), (i, 1, N))
GRADIENT = -Sum((y[i, ell] - p[i, ell]) * x[i, m], (i, 1, N))
HESSIAN = Sum(p[i, ell] * (KroneckerDelta(ell, q) - p[i, q]) * x[i, m] * x[i, r], (i, 1, N))


def score(label: Any, weights: Any = w) -> Any:
    """Return the inner product of the weights of a class with example i.

    >>> score(k)
    Sum(w[k, d]*x[i, d], (d, 1, D))
    """
    return Sum(weights[label, d] * x[i, d], (d, 1, D))


def probability(label: Any, classes: Any, weights: Any = w) -> Any:
    """Return the softmax of the scores of example i, at a class.

    >>> probability(k, K)
    exp(Sum(w[k, d]*x[i, d], (d, 1, D)))/Sum(exp(Sum(w[j, d]*x[i, d], (d, 1, D))), (j, 1, K))
    """
    return exp(score(label, weights)) / Sum(exp(score(j, weights)), (j, 1, classes))


# The gradient


def softmax_gradient() -> Derivation:
    """Return the gradient of the cross-entropy error, in matrix form and by the weights of one class.

    It is a sum of (p_il - y_il) x_i only where the labels of an example sum to one.

    >>> softmax_gradient().status
    'proved'
    """
    source = tuple(Citation("cls", line) for line in (1090, 1104, 1108, 1112, 1118))
    chain = Chain("softmax-gradient", "The gradient of the softmax cross-entropy", source)
    _gradient_in_matrix_form(chain)
    chain.define(p[i, k], probability(k, K), "the probability of class k")
    likelihood = Product(p[i, k] ** y[i, k], (k, 1, K), (i, 1, N))
    chain.claim(-log(likelihood), ERROR, "the cross-entropy error is minus the log-likelihood")
    _gradient_by_one_class(chain)
    return chain.done()


def _gradient_in_matrix_form(chain: Chain) -> None:
    data, weights, labels = MatrixSymbol("X", N, D), MatrixSymbol("W", K, D), MatrixSymbol("Y", N, K)
    square = OneMatrix(K, K)
    powers = _each(exp, data * weights.T)
    softmax = HadamardProduct(powers, _each(_inverse, powers * square))
    chain.start(-Trace(labels.T * _each(log, softmax)), "the cross-entropy error of all examples, -tr(Y^T log P)")
    weighted = HadamardProduct(labels * square, softmax) - labels
    chain.differentiate(weights, Transpose(weighted) * data, "P, times the sums of the labels, minus the labels")
    chances = MatrixSymbol("P", N, K)
    chain.define(chances, softmax, "the probabilities, a row for each example")
    rows = Eq(labels * square, OneMatrix(N, K))
    chain.equals((chances - labels).T * data, "each row of Y sums to one", using=(rows,))


def _each(function: Any, matrix: Any) -> Any:
    """Return the function of each entry."""
    return ElementwiseApplyFunction(Lambda(s, function(s)), matrix)


def _inverse(value: Any) -> Any:
    return 1 / value


def _gradient_by_one_class(chain: Chain) -> None:
    by = w[ell, m]
    logs = score(k) - log(Sum(exp(score(j)), (j, 1, K)))
    one = (KroneckerDelta(k, ell) - p[i, ell]) * x[i, m]
    chain.start(Derivative(log(p[i, k]), by), "the logarithm of a probability")
    chain.equals(Derivative(logs, by), "a score minus the log-sum-exp of all scores")
    chain.equals(one, "the gradient of log-sum-exp is the softmax")
    chain.start(Derivative(ERROR, by), "the gradient by the weights of class l")
    chain.equals(-Sum(y[i, k] * Derivative(log(p[i, k]), by), (k, 1, K), (i, 1, N)), "the derivative of a sum")
    chain.equals(-Sum(y[i, k] * one, (k, 1, K), (i, 1, N)), "the gradient of a logarithm")
    weighted = (y[i, ell] - Sum(y[i, k], (k, 1, K)) * p[i, ell]) * x[i, m]
    chain.equals(-Sum(weighted, (i, 1, N)), "the delta picks class l")
    _one_label(chain)
    chain.equals(GRADIENT, "the labels of an example sum to one")


def _one_label(chain: Chain) -> None:
    total = Sum(y[i, k], (k, 1, K))
    chain.claim(total, 1, "one-hot labels sum to one", using=(one_hot(y),))
    chain.assume(Eq(total, 1), reason="the labels of an example sum to one")


# The Hessian


def softmax_hessian() -> Derivation:
    """Return the Jacobian of the softmax, the Hessian H of the cross-entropy, and v^T H v >= 0: it is convex.

    >>> print(softmax_hessian().result.relation)
    >=
    """
    chain = Chain("softmax-hessian", "The softmax cross-entropy is convex", (Citation("cls", 1112),))
    chain.define(sigma[k], exp(z[k]) / Sum(exp(z[j]), (j, 1, K)), "the softmax of the scores z")
    jacobian = sigma[k] * (KroneckerDelta(k, ell) - sigma[ell])
    chain.claim(Derivative(sigma[k], z[ell]), jacobian, "the quotient rule: the Jacobian of the softmax")
    chain.define(p[i, k], probability(k, K), "the probability of class k")
    _one_label(chain)
    chain.start(ERROR, "the cross-entropy error")
    chain.differentiate(w[ell, m], GRADIENT, "its gradient")
    chain.differentiate(w[q, r], HESSIAN, "the Jacobian of the softmax")
    chain.start(p[i, k], "a probability")
    chain.link(">", 0, "exponentials are positive")
    positive = chain.keep()
    chain.claim(Sum(p[i, k], (k, 1, K)), 1, "the probabilities of an example sum to one")
    _convexity(chain, positive)
    return chain.done()


def _convexity(chain: Chain, positive: Any) -> None:
    chain.define(u[i, k], Sum(v[k, d] * x[i, d], (d, 1, D)), "the score of class k under any v")
    form = Sum(v[ell, m] * HESSIAN * v[q, r], (ell, 1, K), (m, 1, D), (q, 1, K), (r, 1, D))
    mean = Sum(p[i, j] * u[i, j], (j, 1, K))
    square = Sum(p[i, k] * u[i, k] ** 2, (k, 1, K))
    chain.start(form, "the quadratic form v^T H v")
    chain.equals(Sum(square - mean**2, (i, 1, N)), "the sums over components are scores")
    variance = Sum(p[i, k] * (u[i, k] - mean) ** 2, (k, 1, K), (i, 1, N))
    chain.equals(variance, "a mean square minus a squared mean is a variance")
    chain.link(">=", 0, "a sum of squares with positive weights", by=positive)


# Two classes


pair, of_two, chosen = tensor("w", (1, 2), (1, D)), tensor("p", (1, N), (1, 2)), tensor("y", (1, N), (1, 2))
"""The weights, the probabilities and the labels of two classes."""
shift, contrast = tensor("u", (1, D)), tensor("v", (1, D))


def softmax_binary() -> Derivation:
    """Return that softmax with two classes is logistic regression in the difference of the weight vectors.

    >>> softmax_binary().status
    'proved'
    """
    source = (Citation("cls", 1090), Citation("cls", 1112), Citation("cls", 961))
    chain = Chain("softmax-binary", "Softmax with two classes is logistic regression", source)
    moved = [exp(Sum((omega[label, d] + shift[d]) * x[i, d], (d, 1, D))) for label in (k, j)]
    same = "a vector added to the weights omega of K classes changes no probability: only differences count"
    chain.claim(moved[0] / Sum(moved[1], (j, 1, K)), probability(k, K, omega), same)
    chain.define(of_two[i, k], probability(k, 2, pair), "the probability of class k, of two")
    chain.define(contrast[d], pair[1, d] - pair[2, d], "the difference of the weights")
    logistic = sigmoid(Sum(contrast[d] * x[i, d], (d, 1, D)))
    _probability_of_two(chain, logistic)
    chain.assume(Eq(chosen[i, 2], 1 - chosen[i, 1]), reason="an example belongs to one of the classes")
    cross_entropy = -Sum(chosen[i, k] * log(of_two[i, k]), (k, 1, 2), (i, 1, N))
    slope = Sum((chosen[i, 1] - logistic) * x[i, m], (i, 1, N))
    chain.claim(Derivative(cross_entropy, pair[1, m]), -slope, "the gradient of logistic regression")
    chain.claim(Derivative(cross_entropy, pair[2, m]), slope, "and its negative")
    chain.start(cross_entropy, "the cross-entropy error of two classes")
    chain.equals(
        -Sum(chosen[i, 1] * log(of_two[i, 1]) + chosen[i, 2] * log(of_two[i, 2]), (i, 1, N)), "both terms, written out"
    )
    binary = -Sum(chosen[i, 1] * log(logistic) + (1 - chosen[i, 1]) * log(1 - logistic), (i, 1, N))
    chain.equals(binary, "the error of logistic regression")
    return chain.done()


def _probability_of_two(chain: Chain, logistic: Any) -> None:
    chain.start(of_two[i, 1], "the probability of class 1")
    chain.equals(exp(score(1, pair)) / (exp(score(1, pair)) + exp(score(2, pair))), "the softmax of two scores")
    chain.equals(1 / (1 + exp(-(score(1, pair) - score(2, pair)))), "divided by the numerator")
    chain.equals(logistic, "the scores are linear in the weights")
    chain.claim(of_two[i, 2], 1 - logistic, "the probability of class 2")


# A class of reference


against, point, chances = tensor("w", (1, R - 1), (0, D)), tensor("x", (1, D)), tensor("p", (1, R - 1))
"""The weights of all classes but the last, entry 0 the constant; one example; the probabilities of these classes."""
others = tensor("z", (1, R - 1))


def softmax_reference() -> Derivation:
    """Return that R - 1 weight vectors and a class of reference, R, give probabilities: they sum to one.

    >>> softmax_reference().status
    'proved'
    """
    chain = Chain("softmax-reference", "Softmax with a reference class", (Citation("l7", 311), Citation("l7", 314)))
    total = 1 + Sum(exp(_linear(j)), (j, 1, R - 1))
    chain.define(chances[k], exp(_linear(k)) / total, "the probability of class k < R")
    chain.define(p_last, 1 / total, "the probability of class R")
    chain.claim(chances[k], 0, "exponentials are positive", relation=">")
    chain.claim(p_last, 0, "and so is 1", relation=">")
    chain.claim(log(chances[k] / p_last), _linear(k), "the log-odds against class R are linear in x")
    _from_softmax(chain)
    chain.start(Sum(chances[k], (k, 1, R - 1)) + p_last, "the probabilities of all classes")
    chain.equals(Sum(exp(_linear(k)), (k, 1, R - 1)) / total + 1 / total, "the common denominator")
    chain.equals(1, "numerator and denominator are the same")
    return chain.done()


def _linear(label: Any) -> Any:
    """Return w_k0 + w_k . x for a class."""
    return against[label, 0] + Sum(against[label, d] * point[d], (d, 1, D))


def _from_softmax(chain: Chain) -> None:
    """Divide the softmax of R scores, t that of class R, by e^t: the form with differences of scores."""
    whole = exp(others[k]) / (exp(t) + Sum(exp(others[j]), (j, 1, R - 1)))
    differences = exp(others[k] - t) / (1 + Sum(exp(others[j] - t), (j, 1, R - 1)))
    chain.claim(whole, differences, "the softmax of all R scores: subtract that of class R, t, from each")
