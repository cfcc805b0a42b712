"""Claims of CSE 422, lines 147 to 195: the logistic hypothesis, its likelihood and gradient, and the perceptron.

Labels are 0 and 1. Examples are i = 1..n, features j = 0..d with x_0 = 1; X holds a row for each example.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from sympy import Derivative, Eq, Ge, Lt, Product, Sum, exp, log, symbols

from derive.lectures.register.claim import At, Finding, all_of, claim_holds, derived, only, repaired, shown
from derive.lectures.register.cse422_linear import HYPOTHESIS, X, Y, d, eta, i, j, k, m, n, theta, x
from derive.lectures.worked import Example, Mistake, Vector, by_sign, dot, moved, not_above_zero, sequential, vector
from derive.names import sigmoid, tensor

at = partial(At, "cse422")
z, y = symbols("z y", real=True)
h, better, epsilon = symbols("h q epsilon", positive=True)
H, p = tensor("h", (1, n)), tensor("p", (1, n))

OUTPUT = sigmoid(HYPOTHESIS)
SCORE = Sum(theta[k] * x[k], (k, 0, d))
LOG_LIKELIHOOD = Sum(Y[i] * log(H[i]) + (1 - Y[i]) * log(1 - H[i]), (i, 1, n))
IS_OUTPUT = Eq(H[i], OUTPUT)
FAR = log((1 - epsilon) / epsilon)

POINTS: Sequence[Example] = ((vector(1, 2), 1), (vector(1, -1), -1), (vector(1, 1), 1))


def _leaves_the_interval() -> Finding:
    found = [claim_holds(SCORE, end, relation=relation) for end, relation in ((0, ">="), (1, "<="))]
    what = f"below 0 {found[0].evidence}; above 1 {found[1].evidence}"
    return shown(what, holds=all(finding.outcome == "refuted" for finding in found))


def _bounded(low: int, high: int) -> Finding:
    return all_of(claim_holds(sigmoid(z), low, relation=">"), claim_holds(sigmoid(z), high, relation="<"))


def _limit(limit: Any, far: Any) -> Finding:
    """Show that g is at its limit up to epsilon at a place `far` out, for any epsilon < 1, and that it increases."""
    near = claim_holds(sigmoid(far), limit, Lt(epsilon, 1))
    return all_of(near, claim_holds(sigmoid(z), sigmoid(y), Ge(z, y), relation=">="))


def _slope(last: Any) -> Finding:
    """Decide the four rows of g', of which the last is given."""
    g = 1 / (1 + exp(-z))
    rows = Derivative(g, z), 1 / (1 + exp(-z)) ** 2 * exp(-z), g * (1 - g), last
    return all_of(*(claim_holds(one, two) for one, two in pairwise(rows)))


def _bernoulli(one: Any, zero: Any) -> Finding:
    formula = h**y * (1 - h) ** (1 - y)
    known = Lt(h, 1)
    return all_of(claim_holds(formula, one, (Eq(y, 1), known)), claim_holds(formula, zero, (Eq(y, 0), known)))


def _output_of(features: Any) -> Finding:
    """Compare the probability for example m with the output for some features."""
    return claim_holds(sigmoid(Sum(theta[k] * X[m, k], (k, 0, d))), sigmoid(Sum(theta[k] * features, (k, 0, d))))


def _product() -> Finding:
    each = OUTPUT ** Y[i] * (1 - OUTPUT) ** (1 - Y[i])
    return claim_holds(Product(p[i], (i, 1, n)), Product(each, (i, 1, n)), Eq(p[i], each))


def _log_of_product(log_likelihood: Any) -> Finding:
    product = Product(H[i] ** Y[i] * (1 - H[i]) ** (1 - Y[i]), (i, 1, n))
    return claim_holds(log(product), log_likelihood, IS_OUTPUT)


def _falls(sign: int) -> Finding:
    """Ask it of a loss that it is no larger where the probability q of the label 1 that occurred is larger than h."""
    known = Ge(better, h), Lt(better, 1)
    return claim_holds(sign * log(better), sign * log(h), known, relation="<=")


def _slope_of(sign: int) -> Finding:
    """Compare the derivative of plus or minus the log-likelihood of one example with (y - h) x_j."""
    g = sigmoid(SCORE)
    likelihood = y * log(g) + (1 - y) * log(1 - g)
    return claim_holds(Derivative(sign * likelihood, theta[j]), (y - g) * x[j])


def _four_rows() -> Finding:
    reasons = ("the derivative of the logarithm", "sigma' = sigma (1 - sigma)", "multiplied out")
    return derived("logistic-gradient", *reasons, "the score is linear, and the denominators cancel")


def _update(sign: int) -> Finding:
    """Compare line 181 with the step of line 46 for J = `sign` times the log-likelihood."""
    likelihood = Sum(Y[i] * log(OUTPUT) + (1 - Y[i]) * log(1 - OUTPUT), (i, 1, n))
    update = theta[j] + eta * Sum((Y[i] - OUTPUT) * X[i, j], (i, 1, n))
    return claim_holds(theta[j] - eta * Derivative(sign * likelihood, theta[j]), update)


def _looks_identical() -> Finding:
    """The update is one formula in the output h, and two functions of theta."""
    linear, logistic = (theta[j] + eta * Sum((Y[i] - f) * X[i, j], (i, 1, n)) for f in (HYPOTHESIS, OUTPUT))
    formula = theta[j] + eta * Sum((Y[i] - H[i]) * X[i, j], (i, 1, n))
    same = claim_holds(formula, linear, Eq(H[i], HYPOTHESIS)), claim_holds(formula, logistic, IS_OUTPUT)
    differ = claim_holds(linear, logistic)
    what = f"put in, the outputs make the updates differ {differ.evidence}"
    return all_of(*same, shown(what, holds=differ.outcome == "refuted"))


def _threshold_run(examples: Sequence[Example], passes: int) -> Vector:
    """Return the weights after line 193 with labels 0 and 1, the threshold of line 189, and the rate 1."""
    weights = vector(*(0 for _ in examples[0][0]))
    for features, label in [*examples] * passes:
        output = 1 if dot(weights, features) >= 0 else 0
        weights = moved(weights, features, Fraction(label + 1, 2) - output)
    return weights


def _is_the_perceptron(mistake: Mistake) -> Finding:
    """Compare the weights with those of the perceptron with labels -1 and 1, as long as that runs."""
    run = sequential(POINTS, vector(0, 0), mistake)
    passes = len(run) // len(POINTS)
    ours, theirs = _threshold_run(POINTS, passes), run[passes * len(POINTS) - 1].weights
    what = f"the weights are ({', '.join(map(str, ours))}), and ({', '.join(map(str, theirs))}) with labels -1 and 1"
    return shown(what, holds=ours == theirs)


CLAIMS = (
    at(147, r"a linear $h_\theta(x)$ takes values above 1 and below 0").proved(_leaves_the_interval),
    at(149, r"$h_\theta(x) = g(\theta^\top x) = \frac{1}{1 + e^{-\theta^\top x}}$").defines(
        "the logistic hypothesis; g is the sigmoid"
    ),
    at(155, r"$g(z) \to 1$ as $z \to \infty$, $g(z) \to 0$ as $z \to -\infty$").proved(
        lambda: all_of(_limit(1 - epsilon, FAR), _limit(epsilon, -FAR))
    ),
    at(157, "g(z) is always between 0 and 1").proved(lambda: _bounded(0, 1)),
    at(159, r"$g'(z) = \frac{1}{(1 + e^{-z})^2} e^{-z} = g(z) (1 - g(z))$, in four rows").proved(
        lambda: _slope(sigmoid(z) * (1 - sigmoid(z)))
    ),
    at(165, r"$p(y | x; \theta) = h^y (1 - h)^{1 - y}$ is h for $y = 1$ and $1 - h$ for $y = 0$").proved(
        lambda: _bernoulli(h, 1 - h)
    ),
    at(167, r"$y^{(i)}$ has the distribution $\mathcal{B}(h_\theta(x))$").refuted(
        lambda: repaired(_output_of(x[k]), _output_of(X[m, k])), repair=r"$\mathcal{B}(h_\theta(x^{(i)}))$"
    ),
    at(169, r"$L(\theta) = \prod_i h_\theta(x^{(i)})^{y^{(i)}} (1 - h_\theta(x^{(i)}))^{1 - y^{(i)}}$").proved(
        _product
    ),
    at(173, r"$\ell(\theta) = \sum_i y^{(i)} \log h(x^{(i)}) + (1 - y^{(i)}) \log(1 - h(x^{(i)}))$").proved(
        lambda: _log_of_product(LOG_LIKELIHOOD)
    ),
    at(175, r"$\ell(\theta)$ is the log loss function").refuted(
        lambda: repaired(_falls(1), _falls(-1)),
        repair=r"the log loss is $-\ell(\theta)$: $\ell$ grows as the predictions get better",
    ),
    at(
        177, r"the derivative of the loss is $\frac{\partial}{\partial \theta_j} J(\theta) = (y - h_\theta(x)) x_j$"
    ).refuted(
        lambda: repaired(_slope_of(-1), _slope_of(1)),
        repair=r"$\frac{\partial}{\partial \theta_j} \ell(\theta)$ on the left, or $(h_\theta(x) - y) x_j$",
    ),
    at(
        177, r"the right sides of the four rows equal each other, and $\frac{\partial}{\partial \theta_j} \ell(\theta)$"
    ).proved(_four_rows),
    at(
        181, r"thus $\theta := \theta + \eta \sum_i (y^{(i)} - h_\theta(x^{(i)})) x^{(i)}$, by the step of line 46"
    ).proved(
        lambda: only(_update(-1), _update(1)),
        convention=r"J is $-\ell$, so that the step descends J and ascends $\ell$; with $J = \ell$ the sign is wrong",
    ),
    at(183, "the update looks like that of linear regression, and is not the same").proved(_looks_identical),
    at(189, r"$g(z) = 1$ if $z \ge 0$, and 0 if $z < 0$").defines("the threshold function; a score of zero gives 1"),
    at(193, r"$\theta_j := \theta_j + \alpha (y^{(i)} - h_\theta(x^{(i)})) x_j^{(i)}$").defines(
        "an assignment; the learning rate, called eta so far, is called alpha"
    ),
    at(195, "this is the perceptron learning algorithm").proved(
        lambda: only(
            all_of(derived("perceptron-labels"), _is_the_perceptron(by_sign(1))), _is_the_perceptron(not_above_zero)
        ),
        convention=r"a score of zero is the class 1, as at line 189; where it is a mistake for both, the runs differ",
    ),
)
