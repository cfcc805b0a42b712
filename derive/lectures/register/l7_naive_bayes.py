"""Claims of Lecture 7, lines 246 to 314: from Gaussian naive Bayes to logistic regression, the logit, more classes.

Here P(Y=1|X) is 1/(1 + e^a) with a = w_0 + sum_i w_i X_i; from line 329 on it is e^a/(1 + e^a), see `l7_logistic.py`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Derivative, Ge, Gt, Integer, Le, Lt, Rational, exp, log, pi, sqrt, symbols

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, only, repaired
from derive.names import sigmoid

L7 = partial(Claim, "l7")
a, chance, bound, x, mu_0, mu_1 = symbols("a p M x mu_0 mu_1", real=True)
sigma_0, sigma_1, joint_0, joint_1 = symbols("sigma_0 sigma_1 J_0 J_1", positive=True)

ONE_OVER, EXP_OVER = 1 / (1 + exp(a)), exp(a) / (1 + exp(a))
"""The two forms of P(Y=1|X) for a score a."""
NEEDS_SHARED = (
    r"the standard deviation is $\sigma_i$, shared by the classes, as at line 247; not $\sigma_{ik}$, as at 261"
)


# Naive Bayes


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


# The logit


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
    L7(
        246,
        r"the $X_i$ are independent given $Y$, Gaussian $N(\mu_{ik}, \sigma_i^2)$; $Y$ is 1 with probability $\pi$",
        "definition",
        lambda: definition("the model"),
    ),
    L7(
        253,
        r"$P(Y=1 \mid X)$ by Bayes, with the total probability below",
        "definition",
        lambda: definition("the definition of a conditional probability"),
    ),
    L7(
        255,
        "the posterior is 1 over 1 plus the odds of class 0",
        "proved",
        lambda: claim_holds(joint_1 / (joint_1 + joint_0), 1 / (1 + joint_0 / joint_1)),
    ),
    L7(
        257,
        "odds are exp of their logarithm",
        "proved",
        lambda: claim_holds(exp(log(joint_0 / joint_1), evaluate=False), joint_0 / joint_1),
    ),
    L7(
        259,
        r"the log-odds are $\ln \frac{1-\pi}{\pi} + \sum_i \ln \frac{P(X_i \mid Y=0)}{P(X_i \mid Y=1)}$",
        "proved",
        lambda: derived(
            "naive-bayes-to-logistic", "the priors: Y is 1 with probability pi_1", "the logarithm of a product"
        ),
    ),
    L7(
        261,
        r"with the density of standard deviation $\sigma_{ik}$ the log-odds of line 259 are linear in X, as at 263",
        "refuted",
        lambda: repaired(log_ratio(shared=False), log_ratio(shared=True)),
        repair=r"$\sigma_i$ for $\sigma_{ik}$, as in the model of line 247",
    ),
    L7(
        263,
        r"$\sum_i \ln \frac{P(X_i \mid Y=0)}{P(X_i \mid Y=1)} = \sum_i \left(\frac{\mu_{i0} - \mu_{i1}}{\sigma_i^2} X_i"
        r" + \frac{\mu_{i1}^2 - \mu_{i0}^2}{2 \sigma_i^2}\right)$; the left side is not printed",
        "proved",
        lambda: only(log_ratio(shared=True), log_ratio(shared=False)),
        convention=NEEDS_SHARED,
    ),
    L7(
        265,
        r"$P(Y=1 \mid X) = 1 / (1 + \exp(w_0 + \sum_i w_i X_i))$, with $w_0$ and $w_i$ read off lines 259 and 263",
        "proved",
        lambda: derived(
            "naive-bayes-to-logistic",
            "one feature: the squares of x_i cancel, as the variances are equal",
            "the logarithm for each feature",
            "a linear function of x",
        ),
        convention=NEEDS_SHARED,
    ),
    L7(
        273,
        r"then $P(Y=0 \mid X) = e^a/(1+e^a)$, with $a = w_0 + \sum_i w_i X_i$",
        "proved",
        lambda: claim_holds(1 - ONE_OVER, EXP_OVER),
    ),
    L7(277, "and their ratio is $e^a$", "proved", lambda: claim_holds(EXP_OVER / ONE_OVER, exp(a))),
    L7(279, "the classification rule is linear: class 0 exactly where $a > 0$", "proved", linear_rule),
    L7(
        285,
        r"$\ln \frac{P(Y=0 \mid X)}{P(Y=1 \mid X)} = w_0 + \sum_i w_i X_i$",
        "proved",
        lambda: claim_holds(log(EXP_OVER / ONE_OVER), a),
    ),
    L7(289, "posteriors sum to 1 and remain in $[0, 1]$", "proved", posteriors),
)

LOGIT = (
    L7(
        290,
        r"$\mathrm{logit}(p) = \log(p/(1-p)) = \alpha + \beta x$ is linear in x, for $p = P(Y=1 \mid X)$",
        "proved",
        lambda: only(logit_of(ONE_OVER, -a), logit_of(ONE_OVER, a)),
        convention=r"$\alpha + \beta x$ is $-(w_0 + \sum_i w_i X_i)$, where $P(Y=1 \mid X)$ has the form of line 302",
    ),
    L7(292, r"$p = e^l/(1+e^l)$ is the inverse of the logit", "proved", logit_and_back),
    L7(
        298,
        r"$p = 0$: the logit is $-\infty$",
        "proved",
        lambda: logit_below(below=True),
        convention="as a limit: at $p = 0$ itself the logit has no value",
    ),
    L7(
        299,
        r"$p = \frac{1}{2}$: the logit is 0",
        "proved",
        lambda: claim_holds(log(Rational(1, 2) / (1 - Rational(1, 2))), Integer(0)),
    ),
    L7(
        300,
        r"$p = 1$: the logit is $+\infty$",
        "proved",
        lambda: logit_below(below=False),
        convention="as a limit: at $p = 1$ itself the logit has no value",
    ),
    L7(
        302,
        r"$P(Y=1 \mid X) = 1/(1+e^a)$ is the $p = e^l/(1+e^l)$ of line 292 for the linear $l = a$",
        "refuted",
        lambda: repaired(logit_of(ONE_OVER, a), logit_of(EXP_OVER, a)),
        repair=r"$P(Y=1 \mid X) = e^a/(1+e^a)$, as at line 331; or $l = -a$",
    ),
    L7(
        308,
        "$R - 1$ sets of weights are enough for R classes",
        "proved",
        lambda: derived("softmax-reference", "the softmax of all R scores: subtract that of class R, t, from each"),
    ),
    L7(
        311,
        r"the probabilities of the classes $k < R$ and of class R (line 314) are positive and sum to 1",
        "proved",
        lambda: derived(
            "softmax-reference",
            "exponentials are positive",
            "and so is 1",
            "the common denominator",
            "numerator and denominator are the same",
        ),
    ),
)

CLAIMS = (*NAIVE_BAYES, *LOGIT)
"""In the order of their lines."""
