"""Claims of the classification slides, lines 921 to 1054: logistic regression, its gradient, and its penalty.

Examples are i = 1..N and features d = 1..D; a label y_i is 0 or 1, and p_i is the sigmoid of the score w^T x_i.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from sympy import Derivative, Eq, Ge, Gt, Le, Lt, Product, Rational, Sum, exp, log, symbols

from derive.lectures.logistic import ERROR, GRADIENT, C, D, N, X, a, d, i, j, lam, p, score, w, y
from derive.lectures.register.claim import At, Finding, all_of, claim_holds, equivalent, only, repaired
from derive.names import sigmoid, tensor

at = partial(At, "cls")
HALF = Rational(1, 2)
DEFINED = Eq(p[i], sigmoid(score(w)), evaluate=False)
LIKELIHOOD_OF_ALL = Product(p[i] ** y[i] * (1 - p[i]) ** (1 - y[i]), (i, 1, N))
s = symbols("s", real=True)
likelihood, other_likelihood, eta = symbols("L_1 L_2 eta", positive=True)


def rows_equal(*rows: Any, facts: Any = ()) -> Finding:
    """Decide a chain of equalities, row by row."""
    return all_of(*(claim_holds(above, below, facts) for above, below in pairwise(rows)))


def _sigmoid() -> Finding:
    """The sigmoid turns any score into a number between 0 and 1."""
    return all_of(claim_holds(sigmoid(a), 0, relation=">"), claim_holds(sigmoid(a), 1, relation="<"))


def _two_probabilities() -> Finding:
    other = 1 - sigmoid(a)
    return all_of(claim_holds(other, 0, relation=">"), claim_holds(sigmoid(a) + other, 1), _sigmoid())


def _largest_is_label() -> Finding:
    """The largest of P(C_1|x) and P(C_2|x), compared with the label that line 941 gives."""
    return all_of(claim_holds(sigmoid(s), 1, Ge(s, 0)), claim_holds(1 - sigmoid(s), 0, Lt(s, 0)))


def _class_of_largest() -> Finding:
    """The class of the larger probability is C_1 where the sigmoid is at least 1/2, and else C_2."""
    return all_of(
        claim_holds(sigmoid(s), 1 - sigmoid(s), Ge(sigmoid(s), HALF), relation=">="),
        claim_holds(sigmoid(s), 1 - sigmoid(s), Lt(sigmoid(s), HALF), relation="<"),
    )


def by_score(relation: str) -> Finding:
    """Decide whether a score of at least 0 has a sigmoid of at least, or more than, 1/2, and any other has less."""
    return all_of(
        claim_holds(sigmoid(s), HALF, Lt(s, 0), relation="<"),
        claim_holds(sigmoid(s), HALF, Ge(s, 0), relation=relation),
    )


def _bernoulli() -> Finding:
    probability = p[i] ** y[i] * (1 - p[i]) ** (1 - y[i])
    return all_of(
        claim_holds(probability, p[i], (DEFINED, Eq(y[i], 1))),
        claim_holds(probability, 1 - p[i], (DEFINED, Eq(y[i], 0))),
    )


def _cross_entropy() -> Finding:
    """The error is minus the logarithm of the likelihood."""
    return claim_holds(-log(LIKELIHOOD_OF_ALL), ERROR, DEFINED)


def _most_likely() -> Finding:
    """Weights that are at least as likely have at most the error of others, and less likely ones have more."""
    here, there = -log(likelihood), -log(other_likelihood)
    return equivalent(
        claim_holds(here, likelihood),
        claim_holds(here, there, Ge(likelihood, other_likelihood), relation="<="),
        claim_holds(here, there, Lt(likelihood, other_likelihood), relation=">"),
    )


def _gradient_rows() -> Finding:
    """The five sides of line 1000."""
    slope = Derivative(p[i], w[j])
    logs = y[i] * Derivative(log(p[i]), w[j]) + (1 - y[i]) * Derivative(log(1 - p[i]), w[j])
    chained = y[i] / p[i] * slope - (1 - y[i]) / (1 - p[i]) * slope
    collected = (y[i] / p[i] - (1 - y[i]) / (1 - p[i])) * slope
    sums = [-Sum(term, (i, 1, N)) for term in (logs, chained, collected)]
    return rows_equal(Derivative(ERROR, w[j]), *sums, facts=DEFINED)


def _slope_rows() -> Finding:
    """The four sides of line 1006."""
    total = sigmoid(score(w))
    rows = Derivative(p[i], w[j]), Derivative(total, w[j]), total * (1 - total) * X[i, j], p[i] * (1 - p[i]) * X[i, j]
    return rows_equal(*rows, facts=DEFINED)


def _collected_rows() -> Finding:
    """The four sides of line 1010."""
    factor = y[i] / p[i] - (1 - y[i]) / (1 - p[i])
    terms = factor * p[i] * (1 - p[i]), y[i] * (1 - p[i]) - (1 - y[i]) * p[i], y[i] - p[i]
    sums = [-Sum(term * X[i, j], (i, 1, N)) for term in terms]
    return rows_equal(Derivative(ERROR, w[j]), *sums, facts=DEFINED)


def _update() -> Finding:
    after = w[j] + eta * Sum((y[i] - p[i]) * X[i, j], (i, 1, N))
    return claim_holds(w[j] - eta * Derivative(ERROR, w[j]), after, DEFINED)


MODEL = (
    at(921, r"the training set is $(x_1, y_1) \dots (x_N, y_N)$, where $y_i$ is 0 or 1").defines(
        "the labels are 0 and 1 from here on; those of the perceptron were -1 and 1"
    ),
    at(925, "the sigmoid makes a score a probability between 0 and 1").proved(_sigmoid),
    at(927, r"$\sigma(a) = 1 / (1 + e^{-a})$").proved(lambda: claim_holds(sigmoid(a), 1 / (1 + exp(-a)))),
    *(
        at(line, r"$\sigma'(a) = \sigma(a) (1 - \sigma(a))$").proved(
            lambda: claim_holds(Derivative(1 / (1 + exp(-a)), a), sigmoid(a) * (1 - sigmoid(a)))
        )
        for line in (931, 1004)
    ),
    *(
        at(line, r"$P(C_1|x) = \sigma(w^T x)$ and $P(C_2|x) = 1 - \sigma(w^T x)$ are probabilities").proved(
            _two_probabilities
        )
        for line in (937, 961)
    ),
    at(941, r"$\hat y = \max_k P(C_k|x)$ is 1 if $\sigma(w^T x) \ge 1/2$, and 0 otherwise").refuted(
        lambda: repaired(_largest_is_label(), _class_of_largest()),
        repair=r"$\arg\max_k P(C_k|x)$, with 1 for $C_1$ and 0 for $C_2$; the largest probability is no class",
    ),
    at(945, r"equivalently, $\hat y = 1$ if $w^T x \ge 0$, and 0 otherwise").proved(
        lambda: only(by_score(">="), by_score(">")),
        convention=r"a score of 0 is decided for $C_1$; in the perceptron of line 362 it is $C_2$",
    ),
)

LIKELIHOOD = (
    at(967, r"$P(Y_i = y_i)$ is $p_i$ if $y_i = 1$, and $1 - p_i$ if $y_i = 0$").defines(
        "the model: labels are Bernoulli variables"
    ),
    at(971, r"$P(Y_i = y_i) = p_i^{y_i} (1 - p_i)^{1 - y_i}$").proved(_bernoulli),
    at(975, r"$p(y|w) = \prod_{i=1}^N p_i^{y_i} (1 - p_i)^{1 - y_i}$").defines(
        "the likelihood: the labels are independent"
    ),
    *(
        at(line, r"$E(w) = -\ln p(y|w) = -\sum_{i=1}^N (y_i \ln p_i + (1 - y_i) \ln(1 - p_i))$").proved(_cross_entropy)
        for line in (983, 992)
    ),
    at(986, "minimising E(w) is equivalent to maximising the likelihood").equivalent(_most_likely),
)

GRADIENTS = (
    at(996, r"$p_i = \sigma(w^T x_i) = 1 / (1 + e^{-w^T x_i})$").proved(
        lambda: claim_holds(p[i], 1 / (1 + exp(-score(w))), DEFINED)
    ),
    at(1000, r"$\nabla E = -\sum_i (y_i / p_i - (1 - y_i) / (1 - p_i)) \nabla p_i$, in five sides").proved(
        _gradient_rows
    ),
    at(1006, r"$\nabla p_i = \nabla \sigma(w^T x_i) = \sigma (1 - \sigma) x_i = p_i (1 - p_i) x_i$").proved(
        _slope_rows
    ),
    at(1010, r"$\nabla E = -\sum_{i=1}^N (y_i - p_i) x_i$, in four sides").proved(_collected_rows),
    at(1014, r"$w_{k+1} = w_k - \eta \nabla E(w_k) = w_k + \eta \sum_{i=1}^N (y_i - p_i) x_i$").proved(_update),
    at(1014, r"the steps are counted in $w_k$; in the perceptron $w^k$, at line 1129 $w_l^t$").defines(
        "three ways to write the number of a step, below or above",
        convention="k below is the number of a step here, and that of a class from line 1073 on",
    ),
)


u, q, m = tensor("u", (1, D)), tensor("q", (1, N)), tensor("m", (1, N))
any_margin, loss, other_loss, norm, other_norm = symbols("t E_1 E_2 n_1 n_2", real=True)
scale, margin, least, small = symbols("c t g epsilon", positive=True)


def _no_minimum() -> Finding:
    """Along any u that separates the data the error falls, wherever one is: its slope is a sum of negative terms."""
    along = Sum(u[d] * X[i, d], (d, 1, D))
    slope = Sum(u[j] * GRADIENT, (j, 1, D))
    term = -(y[i] - p[i]) * along
    return all_of(
        claim_holds(slope, Sum(term, (i, 1, N))),
        claim_holds(term, 0, (DEFINED, Eq(y[i], 1), Gt(along, 0)), relation="<"),
        claim_holds(term, 0, (DEFINED, Eq(y[i], 0), Lt(along, 0)), relation="<"),
        claim_holds(Sum(q[i], (i, 1, N)), 0, Lt(q[i], 0), relation="<"),
    )


def _error_goes_to_zero() -> Finding:
    """Under c u, with margins t of at least cg, an error ln(1 + e^-t) is at most 1/(1 + cg), and all below epsilon."""
    bound = 1 / (1 + scale * least)
    return all_of(
        claim_holds(log(1 + exp(-margin)), 0, relation=">"),
        claim_holds(log(1 + exp(-any_margin)), exp(-any_margin), relation="<="),
        claim_holds(exp(-margin), 1 / (1 + margin), relation="<="),
        claim_holds(1 / (1 + margin), bound, Ge(margin, scale * least), relation="<="),
        claim_holds(Sum(m[i], (i, 1, N)), N * bound, Le(m[i], bound), relation="<="),
        claim_holds(N * bound, small, Eq(scale, N / (small * least)), relation="<"),
    )


def _penalised(error: Any, square: Any) -> Any:
    return error + lam * square


def same_minimiser(factor: Any) -> Finding:
    """The objective times a factor: not the same function, but in the same order at any two weights."""
    here, there = (factor * loss + norm), (factor * other_loss + other_norm)
    old, old_there = _penalised(loss, norm), _penalised(other_loss, other_norm)
    known = Eq(C, 1 / lam)
    return equivalent(
        claim_holds(here, old, known),
        claim_holds(here, factor * old, known),
        claim_holds(here, there, (known, Le(old, old_there)), relation="<="),
        claim_holds(here, there, (known, Gt(old, old_there)), relation=">"),
    )


def _penalised_likelihood() -> Finding:
    square = Sum(w[d] ** 2, (d, 1, D))
    return claim_holds(_penalised(-log(LIKELIHOOD_OF_ALL), square), _penalised(ERROR, square), DEFINED)


def inverse_strength(part: Any, value: Any) -> Finding:
    """Decide whether C E + part |w|^2 is a multiple of E + lambda |w|^2 where C has that value."""
    return claim_holds(C * loss + part * norm, C * _penalised(loss, norm), Eq(C, value))


PENALTY_CLAIMS = (
    at(1030, "where the data are linearly separable, the weights go to infinity").proved(_no_minimum),
    at(1032, "where the data are linearly separable, E(w) goes to zero").proved(_error_goes_to_zero),
    at(1034, r"the sigmoid of the score is $1 / (1 + e^{w^T x})$").refuted(
        lambda: repaired(
            claim_holds(sigmoid(score(w)), 1 / (1 + exp(score(w)))),
            claim_holds(sigmoid(score(w)), 1 / (1 + exp(-score(w)))),
        ),
        repair=r"$1 / (1 + e^{-w^T x})$, as at line 996",
    ),
    at(1044, r"$E(w) = -\ln p(y|w) + \lambda \|w\|^2$ is the cross-entropy with a penalty $\lambda \|w\|^2$").proved(
        _penalised_likelihood
    ),
    at(1050, r"this is equivalent to $E(w) = -\frac{1}{\lambda} \ln p(y|w) + \|w\|^2$").equivalent(
        lambda: same_minimiser(1 / lam),
        convention=r"E names another function than at line 1044, with the same minimiser",
    ),
    at(1052, r"and to $E(w) = -C \ln p(y|w) + \|w\|^2$ with $C = 1/\lambda$").equivalent(
        lambda: same_minimiser(C), convention=r"E names another function than at line 1044, with the same minimiser"
    ),
    at(1054, r"$C = 1/\lambda$, as in scikit-learn").proved(
        lambda: all_of(
            only(inverse_strength(1, 1 / lam), inverse_strength(HALF, 1 / lam)), inverse_strength(HALF, 1 / (2 * lam))
        ),
        convention=r"the objective is $-C \ln p(y|w) + \|w\|^2$ of line 1052; scikit-learn has "
        r"$-C \ln p(y|w) + \frac{1}{2} \|w\|^2$, where $C = 1/(2\lambda)$",
    ),
)

CLAIMS = (*MODEL, *LIKELIHOOD, *GRADIENTS, *PENALTY_CLAIMS)
