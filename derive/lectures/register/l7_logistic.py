"""Claims of Lecture 7, lines 246 to 405: from Gaussian naive Bayes to logistic regression, and its likelihood.

The lecture has two forms of P(Y=1|X): 1/(1 + e^a) at lines 265, 269, 302 and 405, and e^a/(1 + e^a) at 331, 345 and
353, both with a = w_0 + sum_i w_i X_i. What depends on the form is decided under both.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import (
    Derivative,
    Eq,
    Ge,
    Gt,
    Integer,
    Le,
    Lt,
    Product,
    Rational,
    Sum,
    exp,
    log,
    pi,
    sqrt,
    symbols,
)

from derive.facts import positive
from derive.lectures.register.claim import At, Finding, all_of, claim_holds, derived, only, repaired
from derive.names import index, sigmoid, size, tensor

at = partial(At, "l7")
a, chance, bound, x, mu_0, mu_1 = symbols("a p M x mu_0 mu_1", real=True)
sigma_0, sigma_1, joint_0, joint_1 = symbols("sigma_0 sigma_1 J_0 J_1", positive=True)

ONE_OVER, EXP_OVER = 1 / (1 + exp(a)), exp(a) / (1 + exp(a))
"""The two forms of P(Y=1|X) for a score a."""
NEEDS_SHARED = (
    r"the standard deviation is $\sigma_i$, shared by the classes, as at line 247; not $\sigma_{ik}$, as at 261"
)


def log_ratio(*, shared: bool) -> Finding:
    """Decide whether the log-ratio of one feature is linear in it: for a shared deviation, as at line 263.

    A linear function has no second derivative.
    """
    deviations = (sigma_0, sigma_0) if shared else (sigma_0, sigma_1)
    ratio = log(_density(mu_0, deviations[0]) / _density(mu_1, deviations[1]))
    if not shared:
        return claim_holds(Derivative(ratio, (x, 2)), 0)
    linear = (mu_0 - mu_1) / sigma_0**2 * x + (mu_1**2 - mu_0**2) / (2 * sigma_0**2)
    return claim_holds(ratio, linear)


def _density(centre: Any, deviation: Any) -> Any:
    return exp(-((x - centre) ** 2) / (2 * deviation**2)) / (deviation * sqrt(2 * pi))


def linear_rule() -> Finding:
    """Decide whether class 0 is the more probable exactly where the score is positive; its odds are e^a."""
    more = all_of(claim_holds(exp(a), 1 + a, relation=">="), claim_holds(1 + a, 1, Gt(a, 0), relation=">"))
    return all_of(more, claim_holds(exp(a), 1, Le(a, 0), relation="<="))


def posteriors() -> Finding:
    """Decide whether the two posteriors sum to 1 and are not negative; then neither is more than 1."""
    positive_both = [claim_holds(posterior, 0, relation=">=") for posterior in (ONE_OVER, EXP_OVER)]
    return all_of(claim_holds(ONE_OVER + EXP_OVER, 1), *positive_both)


def logit_and_back() -> Finding:
    """Decide whether p = e^l/(1 + e^l) and l = log(p/(1 - p)) are inverse to one another."""
    between = (Gt(chance, 0), Lt(chance, 1))
    odds = chance / (1 - chance)
    return all_of(claim_holds(log(EXP_OVER / (1 - EXP_OVER)), a), claim_holds(odds / (1 + odds), chance, between))


def logit_below(*, below: bool) -> Finding:
    """Decide whether the logit of p is below every bound for p small enough, or above every bound for p near to 1.

    With p = sigma(l), a logit l on the other side of the bound M has p on the other side of sigma(M).
    """
    relation, fact = (">=", Ge(a, bound)) if below else ("<=", Ge(bound, a))
    inverse = claim_holds(log(sigmoid(a) / (1 - sigmoid(a))), a)
    return all_of(inverse, claim_holds(sigmoid(a), sigmoid(bound), fact, relation=relation))


def logit_of(form: Any, linear: Any) -> Finding:
    """Decide whether the logit of a form of P(Y=1|X) is the linear function."""
    return claim_holds(log(form / (1 - form)), linear)


NAIVE_BAYES = (
    at(
        246, r"the $X_i$ are independent given $Y$, Gaussian $N(\mu_{ik}, \sigma_i^2)$; $Y$ is 1 with probability $\pi$"
    ).defines("the model"),
    at(253, r"$P(Y=1 \mid X)$ by Bayes, with the total probability below").defines(
        "the definition of a conditional probability"
    ),
    at(255, "the posterior is 1 over 1 plus the odds of class 0").proved(
        lambda: claim_holds(joint_1 / (joint_1 + joint_0), 1 / (1 + joint_0 / joint_1))
    ),
    at(257, "odds are exp of their logarithm").proved(
        lambda: claim_holds(exp(log(joint_0 / joint_1), evaluate=False), joint_0 / joint_1)
    ),
    at(259, r"the log-odds are $\ln \frac{1-\pi}{\pi} + \sum_i \ln \frac{P(X_i \mid Y=0)}{P(X_i \mid Y=1)}$").proved(
        lambda: derived(
            "naive-bayes-to-logistic", "the priors: Y is 1 with probability pi_1", "the logarithm of a product"
        )
    ),
    at(
        261, r"with the density of standard deviation $\sigma_{ik}$ the log-odds of line 259 are linear in X, as at 263"
    ).refuted(
        lambda: repaired(log_ratio(shared=False), log_ratio(shared=True)),
        repair=r"$\sigma_i$ for $\sigma_{ik}$, as in the model of line 247",
    ),
    at(
        263,
        r"$\sum_i \ln \frac{P(X_i \mid Y=0)}{P(X_i \mid Y=1)} = \sum_i \left(\frac{\mu_{i0} - \mu_{i1}}{\sigma_i^2} X_i"
        r" + \frac{\mu_{i1}^2 - \mu_{i0}^2}{2 \sigma_i^2}\right)$; the left side is not printed",
    ).proved(lambda: only(log_ratio(shared=True), log_ratio(shared=False)), convention=NEEDS_SHARED),
    at(
        265, r"$P(Y=1 \mid X) = 1 / (1 + \exp(w_0 + \sum_i w_i X_i))$, with $w_0$ and $w_i$ read off lines 259 and 263"
    ).proved(
        lambda: derived(
            "naive-bayes-to-logistic",
            "one feature: the squares of x_i cancel, as the variances are equal",
            "the logarithm for each feature",
            "a linear function of x",
        ),
        convention=NEEDS_SHARED,
    ),
    at(273, r"then $P(Y=0 \mid X) = e^a/(1+e^a)$, with $a = w_0 + \sum_i w_i X_i$").proved(
        lambda: claim_holds(1 - ONE_OVER, EXP_OVER)
    ),
    at(277, "and their ratio is $e^a$").proved(lambda: claim_holds(EXP_OVER / ONE_OVER, exp(a))),
    at(279, "the classification rule is linear: class 0 exactly where $a > 0$").proved(linear_rule),
    at(285, r"$\ln \frac{P(Y=0 \mid X)}{P(Y=1 \mid X)} = w_0 + \sum_i w_i X_i$").proved(
        lambda: claim_holds(log(EXP_OVER / ONE_OVER), a)
    ),
    at(289, "posteriors sum to 1 and remain in $[0, 1]$").proved(posteriors),
)

LOGIT = (
    at(290, r"$\mathrm{logit}(p) = \log(p/(1-p)) = \alpha + \beta x$ is linear in x, for $p = P(Y=1 \mid X)$").proved(
        lambda: only(logit_of(ONE_OVER, -a), logit_of(ONE_OVER, a)),
        convention=r"$\alpha + \beta x$ is $-(w_0 + \sum_i w_i X_i)$, where $P(Y=1 \mid X)$ has the form of line 302",
    ),
    at(292, r"$p = e^l/(1+e^l)$ is the inverse of the logit").proved(logit_and_back),
    at(298, r"$p = 0$: the logit is $-\infty$").proved(
        lambda: logit_below(below=True), convention="as a limit: at $p = 0$ itself the logit has no value"
    ),
    at(299, r"$p = \frac{1}{2}$: the logit is 0").proved(
        lambda: claim_holds(log(Rational(1, 2) / (1 - Rational(1, 2))), Integer(0))
    ),
    at(300, r"$p = 1$: the logit is $+\infty$").proved(
        lambda: logit_below(below=False), convention="as a limit: at $p = 1$ itself the logit has no value"
    ),
    at(302, r"$P(Y=1 \mid X) = 1/(1+e^a)$ is the $p = e^l/(1+e^l)$ of line 292 for the linear $l = a$").refuted(
        lambda: repaired(logit_of(ONE_OVER, a), logit_of(EXP_OVER, a)),
        repair=r"$P(Y=1 \mid X) = e^a/(1+e^a)$, as at line 331; or $l = -a$",
    ),
    at(308, "$R - 1$ sets of weights are enough for R classes").proved(
        lambda: derived("softmax-reference", "the softmax of all R scores: subtract that of class R, t, from each")
    ),
    at(311, r"the probabilities of the classes $k < R$ and of class R (line 314) are positive and sum to 1").proved(
        lambda: derived(
            "softmax-reference",
            "exponentials are positive",
            "and so is 1",
            "the common denominator",
            "numerator and denominator are the same",
        )
    ),
)


L, D = size("L"), size("D")
ell, d, other = symbols("l d m", integer=True)
j = index("j", (1, D))
X, w = tensor("X", (1, L), (0, D)), tensor("w", (0, D))
Y, p = tensor("Y", (1, L)), tensor("P", (1, L))
w_0 = symbols("w_0", real=True)

SCORE = w_0 + Sum(w[d] * X[ell, d], (d, 1, D))
FIRST, SECOND = 1 / (1 + exp(SCORE)), exp(SCORE) / (1 + exp(SCORE))
"""The two forms of P(Y=1|X) for example l."""
LIKELIHOOD = Sum(Y[ell] * SCORE - log(1 + exp(SCORE)), (ell, 1, L))
"""The last row of line 347."""
NEEDS_SECOND = (
    r"$P(Y=1 \mid X) = e^a/(1+e^a)$ with $a = w_0 + \sum_i w_i X_i$, as at lines 331 and 345; "
    r"not $1/(1+e^a)$, as at 265, 302 and 405"
)


def bernoulli_row(chances: Any) -> Any:
    """Return the first row of line 347."""
    return Sum(Y[ell] * log(chances) + (1 - Y[ell]) * log(1 - chances), (ell, 1, L))


def collected_row(chances: Any) -> Any:
    """Return the second row of line 347."""
    return Sum(Y[ell] * log(chances / (1 - chances)) + log(1 - chances), (ell, 1, L))


def last_row(form: Any) -> Finding:
    """Decide whether the last row of line 347 is the log-likelihood under a form of P(Y=1|X)."""
    return claim_holds(collected_row(form), LIKELIHOOD)


def scope_of_sum() -> Finding:
    """Decide the last row with a sum that ends before the minus sign."""
    short = Sum(Y[ell] * SCORE, (ell, 1, L)) - log(1 + exp(SCORE)).xreplace({ell: other})
    return claim_holds(collected_row(SECOND), short)


def from_zero() -> Finding:
    """Decide the last row with sums over i that start at 0, with X_0 = 1."""
    score = w_0 + Sum(w[d] * X[ell, d], (d, 0, D))
    row = Sum(Y[ell] * score - log(1 + exp(score)), (ell, 1, L))
    return claim_holds(row, LIKELIHOOD, (Eq(w[0], w_0), Eq(X[ell, 0], 1)))


def gradient_with(form: Any) -> Finding:
    """Decide line 381 with a form of P(Y=1|X) in its right side."""
    return claim_holds(Derivative(LIKELIHOOD, w[j]), _step(form, X[ell, j]))


def gradient_at_zero(*, constant: bool) -> Finding:
    """Decide line 381 for w_0, with or without a feature X_0 that is 1."""
    facts = (Eq(X[ell, 0], 1),) if constant else ()
    return claim_holds(Derivative(LIKELIHOOD, w_0), _step(SECOND, X[ell, 0]), facts)


def ascends(form: Any) -> Finding:
    """Decide whether the step of line 393 is the gradient of the log-likelihood of the form that it uses."""
    return claim_holds(_step(form, X[ell, j]), Derivative(bernoulli_row(form), w[j]))


def descends(form: Any) -> Finding:
    """Decide whether that step is minus the gradient."""
    return claim_holds(_step(form, X[ell, j]), -Derivative(bernoulli_row(form), w[j]))


def _step(form: Any, feature_of_example: Any) -> Any:
    return Sum(feature_of_example * (Y[ell] - form), (ell, 1, L))


def other_sign() -> Finding:
    """Decide whether both forms are one model, as printed and with -w for w."""
    minus = exp(-a) / (1 + exp(-a))
    return repaired(claim_holds(EXP_OVER, ONE_OVER), claim_holds(minus, ONE_OVER))


LOGISTIC_CLAIMS = (
    at(321, r"$W_{MLE} = \arg\max_W P(D \mid W) = \arg\max_W \prod_l P(X^l, Y^l \mid W)$").defines(
        "the estimate, and the assumption that the examples are independent"
    ),
    at(331, r"$P(Y=1 \mid X, W) = e^a/(1+e^a)$ is the $P(Y=1 \mid X)$ of lines 265, 269 and 302").refuted(
        other_sign, repair=r"one form throughout: $P(Y=0 \mid X) = 1/(1+e^a)$, or $-W$ for W from here on"
    ),
    at(337, r"$W_{MCLE} = \arg\max_W \prod_l P(Y^l \mid W, X^l)$").defines("the estimate by conditional likelihood"),
    at(341, r"$\ln \prod_l P(Y^l \mid X^l, W) = \sum_l \ln P(Y^l \mid X^l, W)$").proved(
        lambda: claim_holds(log(Product(p[ell], (ell, 1, L))), Sum(log(p[ell]), (ell, 1, L)), positive(p))
    ),
    at(
        347, r"row 2: $\sum_l Y^l \ln \frac{P_1}{P_0} + \ln P_0$ is row 1, $\sum_l Y^l \ln P_1 + (1 - Y^l) \ln P_0$"
    ).proved(lambda: claim_holds(bernoulli_row(p[ell]), collected_row(p[ell]), (Gt(p[ell], 0), Lt(p[ell], 1)))),
    at(347, r"row 3: it is $\sum_l Y^l (w_0 + \sum_i w_i X_i^l) - \ln(1 + \exp(w_0 + \sum_i w_i X_i^l))$").proved(
        lambda: only(last_row(SECOND), last_row(FIRST)), convention=NEEDS_SECOND
    ),
    at(347, "the sum over l in all rows").proved(
        lambda: only(last_row(SECOND), scope_of_sum()),
        convention="the sum extends over the term behind the plus or minus sign",
        repair="brackets around the summand",
    ),
    at(355, r"$l(W)$ with $\sum_i^n$, whose start is not printed").proved(
        lambda: only(last_row(SECOND), from_zero()),
        convention="i runs from 1, as at line 265: from 0 it would count $w_0$ twice",
    ),
    at(357, r"$l(W)$ is concave").proved(lambda: derived("logistic-hessian")),
    at(359, r"there is no closed form for the maximum of $l(W)$").defines(
        "that no formula of some kind exists is not something that running code decides"
    ),
    at(371, r"$\Delta w = -\eta \nabla E(w)$, by components $\Delta w_i = -\eta\, \partial E / \partial w_i$").defines(
        "the training rule; the gradient is the vector of partial derivatives, by line 367"
    ),
    at(379, r"$l(W)$ once more, the product of line 341 in one step (again at 385)").proved(
        lambda: only(derived("logistic-likelihood"), last_row(FIRST)), convention=NEEDS_SECOND
    ),
    at(381, r"$\partial l(W) / \partial w_i = \sum_l X_i^l (Y^l - \hat P(Y^l=1 \mid X^l, W))$ (again at 387)").proved(
        lambda: only(gradient_with(SECOND), gradient_with(FIRST)), convention=NEEDS_SECOND
    ),
    at(391, r"the rule holds for all i: for $w_0$ too").proved(
        lambda: only(gradient_at_zero(constant=True), gradient_at_zero(constant=False)),
        convention="$X_0^l = 1$, which the lecture does not say",
    ),
    at(393, r"$w_i \leftarrow w_i + \eta \sum_l X_i^l (Y^l - \hat P(Y^l=1 \mid X^l, W))$ ascends $l(W)$").proved(
        lambda: only(ascends(SECOND), ascends(FIRST)), convention=NEEDS_SECOND
    ),
    at(
        405, r"the rule of line 393 ascends the likelihood of $P(Y=1 \mid X) = 1/(1+\exp(w_0 + \sum_i w_i X_i))$"
    ).refuted(
        lambda: repaired(ascends(FIRST), all_of(descends(FIRST), ascends(SECOND))),
        repair=r"$P(Y=1 \mid X) = e^a/(1+e^a)$; with the printed form the rule descends",
    ),
)

CLAIMS = (*NAIVE_BAYES, *LOGIT, *LOGISTIC_CLAIMS)
