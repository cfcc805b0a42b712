"""Claims of Lecture 7, lines 321 to 405: the likelihood of logistic regression, its gradient, the ascent.

The lecture has two forms of P(Y=1|X): 1/(1 + e^a) at lines 265, 269, 302 and 405, and e^a/(1 + e^a) at 331, 345 and
353, both with a = w_0 + sum_i w_i X_i. What depends on the form is decided under both.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Derivative, Eq, Gt, IndexedBase, Lt, Product, Sum, exp, log, symbols

from derive.facts import positive
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, only, repaired
from derive.lectures.register.l7_naive_bayes import EXP_OVER, ONE_OVER, a
from derive.names import size

L7 = partial(Claim, "l7")
L, D = size("L"), size("D")
ell, d, j = symbols("l d j", integer=True)
X, Y, w, p = (IndexedBase(name) for name in ("X", "Y", "w", "P"))
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
    short = Sum(Y[ell] * SCORE, (ell, 1, L)) - log(1 + exp(SCORE)).xreplace({ell: j})
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


CLAIMS = (
    L7(
        321,
        r"$W_{MLE} = \arg\max_W P(D \mid W) = \arg\max_W \prod_l P(X^l, Y^l \mid W)$",
        "definition",
        lambda: definition("the estimate, and the assumption that the examples are independent"),
    ),
    L7(
        331,
        r"$P(Y=1 \mid X, W) = e^a/(1+e^a)$ is the $P(Y=1 \mid X)$ of lines 265, 269 and 302",
        "refuted",
        other_sign,
        repair=r"one form throughout: $P(Y=0 \mid X) = 1/(1+e^a)$, or $-W$ for W from here on",
    ),
    L7(
        337,
        r"$W_{MCLE} = \arg\max_W \prod_l P(Y^l \mid W, X^l)$",
        "definition",
        lambda: definition("the estimate by conditional likelihood"),
    ),
    L7(
        341,
        r"$\ln \prod_l P(Y^l \mid X^l, W) = \sum_l \ln P(Y^l \mid X^l, W)$",
        "proved",
        lambda: claim_holds(log(Product(p[ell], (ell, 1, L))), Sum(log(p[ell]), (ell, 1, L)), positive(p)),
    ),
    L7(
        347,
        r"row 2: $\sum_l Y^l \ln \frac{P_1}{P_0} + \ln P_0$ is row 1, $\sum_l Y^l \ln P_1 + (1 - Y^l) \ln P_0$",
        "proved",
        lambda: claim_holds(bernoulli_row(p[ell]), collected_row(p[ell]), (Gt(p[ell], 0), Lt(p[ell], 1))),
    ),
    L7(
        347,
        r"row 3: it is $\sum_l Y^l (w_0 + \sum_i w_i X_i^l) - \ln(1 + \exp(w_0 + \sum_i w_i X_i^l))$",
        "proved",
        lambda: only(last_row(SECOND), last_row(FIRST)),
        convention=NEEDS_SECOND,
    ),
    L7(
        347,
        "the sum over l in all rows",
        "proved",
        lambda: only(last_row(SECOND), scope_of_sum()),
        convention="the sum extends over the term behind the plus or minus sign",
        repair="brackets around the summand",
    ),
    L7(
        355,
        r"$l(W)$ with $\sum_i^n$, whose start is not printed",
        "proved",
        lambda: only(last_row(SECOND), from_zero()),
        convention="i runs from 1, as at line 265: from 0 it would count $w_0$ twice",
    ),
    L7(357, r"$l(W)$ is concave", "proved", lambda: derived("logistic-hessian")),
    L7(
        359,
        r"there is no closed form for the maximum of $l(W)$",
        "definition",
        lambda: definition("that no formula of some kind exists is not something that running code decides"),
    ),
    L7(
        371,
        r"$\Delta w = -\eta \nabla E(w)$, by components $\Delta w_i = -\eta\, \partial E / \partial w_i$",
        "definition",
        lambda: definition("the training rule; the gradient is the vector of partial derivatives, by line 367"),
    ),
    L7(
        379,
        r"$l(W)$ once more, the product of line 341 in one step (again at 385)",
        "proved",
        lambda: only(derived("logistic-likelihood"), last_row(FIRST)),
        convention=NEEDS_SECOND,
    ),
    L7(
        381,
        r"$\partial l(W) / \partial w_i = \sum_l X_i^l (Y^l - \hat P(Y^l=1 \mid X^l, W))$ (again at 387)",
        "proved",
        lambda: only(gradient_with(SECOND), gradient_with(FIRST)),
        convention=NEEDS_SECOND,
    ),
    L7(
        391,
        r"the rule holds for all i: for $w_0$ too",
        "proved",
        lambda: only(gradient_at_zero(constant=True), gradient_at_zero(constant=False)),
        convention="$X_0^l = 1$, which the lecture does not say",
    ),
    L7(
        393,
        r"$w_i \leftarrow w_i + \eta \sum_l X_i^l (Y^l - \hat P(Y^l=1 \mid X^l, W))$ ascends $l(W)$",
        "proved",
        lambda: only(ascends(SECOND), ascends(FIRST)),
        convention=NEEDS_SECOND,
    ),
    L7(
        405,
        r"the rule of line 393 ascends the likelihood of $P(Y=1 \mid X) = 1/(1+\exp(w_0 + \sum_i w_i X_i))$",
        "refuted",
        lambda: repaired(ascends(FIRST), all_of(descends(FIRST), ascends(SECOND))),
        repair=r"$P(Y=1 \mid X) = e^a/(1+e^a)$; with the printed form the rule descends",
    ),
)
"""In the order of their lines."""
