"""Claims of the classification slides, lines 921 to 1014: logistic regression, its error and its gradient.

Examples are i = 1..N and features d = 1..D; a label y_i is 0 or 1, and p_i is the sigmoid of the score w^T x_i.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sympy import Derivative, Eq, Ge, Lt, Product, Rational, Sum, exp, log, symbols

from derive.lectures.logistic import ERROR, N, X, a, i, j, p, score, w, y
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import equivalent, only, repaired
from derive.names import sigmoid

HALF = Rational(1, 2)
DEFINED = Eq(p[i], sigmoid(score(w)), evaluate=False)
LIKELIHOOD_OF_ALL = Product(p[i] ** y[i] * (1 - p[i]) ** (1 - y[i]), (i, 1, N))
s = symbols("s", real=True)
likelihood, other_likelihood, eta = symbols("L_1 L_2 eta", positive=True)


def rows_equal(*rows: Any, facts: Any = ()) -> Finding:
    """Decide a chain of equalities, row by row."""
    return all_of(*(claim_holds(above, below, facts) for above, below in pairwise(rows)))


# The model and its decision


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


# The likelihood


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


# The gradient


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
    Claim(
        "cls",
        921,
        r"the training set is $(x_1, y_1) \dots (x_N, y_N)$, where $y_i$ is 0 or 1",
        "definition",
        lambda: definition("the labels are 0 and 1 from here on; those of the perceptron were -1 and 1"),
    ),
    Claim("cls", 925, "the sigmoid makes a score a probability between 0 and 1", "proved", _sigmoid),
    Claim(
        "cls",
        927,
        r"$\sigma(a) = 1 / (1 + e^{-a})$",
        "proved",
        lambda: claim_holds(sigmoid(a), 1 / (1 + exp(-a))),
    ),
    *(
        Claim(
            "cls",
            line,
            r"$\sigma'(a) = \sigma(a) (1 - \sigma(a))$",
            "proved",
            lambda: claim_holds(Derivative(1 / (1 + exp(-a)), a), sigmoid(a) * (1 - sigmoid(a))),
        )
        for line in (931, 1004)
    ),
    *(
        Claim(
            "cls",
            line,
            r"$P(C_1|x) = \sigma(w^T x)$ and $P(C_2|x) = 1 - \sigma(w^T x)$ are probabilities",
            "proved",
            _two_probabilities,
        )
        for line in (937, 961)
    ),
    Claim(
        "cls",
        941,
        r"$\hat y = \max_k P(C_k|x)$ is 1 if $\sigma(w^T x) \ge 1/2$, and 0 otherwise",
        "refuted",
        lambda: repaired(_largest_is_label(), _class_of_largest()),
        repair=r"$\arg\max_k P(C_k|x)$, with 1 for $C_1$ and 0 for $C_2$; the largest probability is no class",
    ),
    Claim(
        "cls",
        945,
        r"equivalently, $\hat y = 1$ if $w^T x \ge 0$, and 0 otherwise",
        "proved",
        lambda: only(by_score(">="), by_score(">")),
        convention=r"a score of 0 is decided for $C_1$; in the perceptron of line 362 it is $C_2$",
    ),
)

LIKELIHOOD = (
    Claim(
        "cls",
        967,
        r"$P(Y_i = y_i)$ is $p_i$ if $y_i = 1$, and $1 - p_i$ if $y_i = 0$",
        "definition",
        lambda: definition("the model: labels are Bernoulli variables"),
    ),
    Claim("cls", 971, r"$P(Y_i = y_i) = p_i^{y_i} (1 - p_i)^{1 - y_i}$", "proved", _bernoulli),
    Claim(
        "cls",
        975,
        r"$p(y|w) = \prod_{i=1}^N p_i^{y_i} (1 - p_i)^{1 - y_i}$",
        "definition",
        lambda: definition("the likelihood: the labels are independent"),
    ),
    *(
        Claim(
            "cls",
            line,
            r"$E(w) = -\ln p(y|w) = -\sum_{i=1}^N (y_i \ln p_i + (1 - y_i) \ln(1 - p_i))$",
            "proved",
            _cross_entropy,
        )
        for line in (983, 992)
    ),
    Claim("cls", 986, "minimising E(w) is equivalent to maximising the likelihood", "equivalent", _most_likely),
)

GRADIENTS = (
    Claim(
        "cls",
        996,
        r"$p_i = \sigma(w^T x_i) = 1 / (1 + e^{-w^T x_i})$",
        "proved",
        lambda: claim_holds(p[i], 1 / (1 + exp(-score(w))), DEFINED),
    ),
    Claim(
        "cls",
        1000,
        r"$\nabla E = -\sum_i (y_i / p_i - (1 - y_i) / (1 - p_i)) \nabla p_i$, in five sides",
        "proved",
        _gradient_rows,
    ),
    Claim(
        "cls",
        1006,
        r"$\nabla p_i = \nabla \sigma(w^T x_i) = \sigma (1 - \sigma) x_i = p_i (1 - p_i) x_i$",
        "proved",
        _slope_rows,
    ),
    Claim("cls", 1010, r"$\nabla E = -\sum_{i=1}^N (y_i - p_i) x_i$, in four sides", "proved", _collected_rows),
    Claim(
        "cls",
        1014,
        r"$w_{k+1} = w_k - \eta \nabla E(w_k) = w_k + \eta \sum_{i=1}^N (y_i - p_i) x_i$",
        "proved",
        _update,
    ),
    Claim(
        "cls",
        1014,
        r"the steps are counted in $w_k$; in the perceptron $w^k$, at line 1129 $w_l^t$",
        "definition",
        lambda: definition("three ways to write the number of a step, below or above"),
        convention="k below is the number of a step here, and that of a class from line 1073 on",
    ),
)

CLAIMS = (*MODEL, *LIKELIHOOD, *GRADIENTS)
"""By subject; the register puts them in the order of their lines."""
