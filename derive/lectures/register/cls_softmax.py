"""Claims of the classification slides, lines 1065 to 1129: softmax regression, its error and its gradient.

Examples are i = 1..N, features d = 1..D, classes k, l = 1..K; m is the component by which one differentiates.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from sympy import Derivative, Eq, Ge, Gt, KroneckerDelta, Le, MatrixSymbol, Product, Sum, Trace, exp, log, symbols

from derive.facts import one_hot, positive
from derive.lectures.register.claim import At, Finding, all_of, claim_holds, computed, only, refused, repaired
from derive.lectures.register.cls_logistic import rows_equal
from derive.lectures.softmax import ERROR, GRADIENT, D, K, N, d, ell, i, j, k, m, p, probability, score, w, x, y, z
from derive.names import sigmoid

at = partial(At, "cls")
DEFINED = Eq(p[i, k], probability(k, K), evaluate=False)
BY = w[ell, m]
SOFTMAX = exp(z[k]) / Sum(exp(z[j]), (j, 1, K))
c = symbols("c", integer=True)
eta = symbols("eta", positive=True)


def _over_all(term: Any) -> Any:
    """Return minus the sum over examples and classes."""
    return -Sum(term, (k, 1, K), (i, 1, N))


def _scores() -> Finding:
    """Entry k of W x is the inner product of row k with x."""
    weights, features = MatrixSymbol("W", K, D + 1), MatrixSymbol("x", D + 1, 1)
    return claim_holds((weights * features)[k, 0], Sum(weights[k, d] * features[d, 0], (d, 0, D)))


def _distribution() -> Finding:
    """The softmax of the scores is positive and adds up to one over the classes."""
    return all_of(claim_holds(probability(k, K), 0, relation=">"), claim_holds(Sum(probability(k, K), (k, 1, K)), 1))


def one_argument() -> Finding:
    """Read sigma(z_k) as the sigmoid of a single score."""
    return claim_holds(sigmoid(z[k]), SOFTMAX)


def _largest_is_label() -> Finding:
    """The largest probability, compared with the number of its class, which is 2."""
    return claim_holds(SOFTMAX.xreplace({z[k]: z[2]}), 2, Ge(z[2], z[j]))


def _class_of_largest() -> Finding:
    """The class with the largest score has the largest probability: any two of the classes, 1 and 2, are compared."""
    one, two = (SOFTMAX.xreplace({z[k]: z[at]}) for at in (1, 2))
    return all_of(
        claim_holds(one, two, Gt(z[1], z[2]), relation=">"), claim_holds(one, two, Le(z[1], z[2]), relation="<=")
    )


def _picks_a_class() -> Finding:
    """The product over the classes is the probability of the class with the 1."""
    factors = Product(p[i, k] ** KroneckerDelta(k, c), (k, 1, K))
    return claim_holds(factors, p[i, c], positive(p))


def targets(*, rows: bool) -> Finding:
    """Take the entries y_ik of all examples i and classes k from targets with a row, or a column, for each example."""
    targets = MatrixSymbol("Y", N, K) if rows else MatrixSymbol("Y", K, N)
    logs = MatrixSymbol("L", N, K)
    entries = Sum(targets[i, k] * logs[i, k], (k, 0, K - 1), (i, 0, N - 1))
    return refused(lambda: claim_holds(entries, Trace(targets.T * logs)))


def _cross_entropy() -> Finding:
    likelihood = Product(p[i, k] ** y[i, k], (k, 1, K), (i, 1, N))
    return rows_equal(-log(likelihood), ERROR, _over_all(y[i, k] * log(probability(k, K))), facts=DEFINED)


LOGS = y[i, k] * Derivative(log(probability(k, K)), BY)
SPLIT = y[i, k] * Derivative(score(k) - log(Sum(exp(score(j)), (j, 1, K))), BY)
ROWS = (Derivative(_over_all(y[i, k] * log(probability(k, K))), BY), _over_all(LOGS), _over_all(LOGS), GRADIENT)
"""The four rows of line 1118, as printed."""


def gradient(*facts: Any) -> Finding:
    """Decide the last row from the first: the step that is missing between them included."""
    through = rows_equal(ROWS[1], _over_all(SPLIT))
    return all_of(through, claim_holds(_over_all(SPLIT), GRADIENT, (DEFINED, *facts)))


def different_rows(rows: tuple[Any, ...]) -> Finding:
    """Count the rows of four that are another formula than the row above."""
    return computed("rows that differ from the one above", sum(b != a for a, b in pairwise(rows)), 3)


def update(*facts: Any) -> Finding:
    """Decide the update of line 1129 from the gradient, under what is known of the targets."""
    after = BY + eta * Sum((y[i, ell] - p[i, ell]) * x[i, m], (i, 1, N))
    return claim_holds(BY - eta * Derivative(ERROR, BY), after, (DEFINED, *facts))


ONE_LABEL = r"the targets of an example add up to one, as one-hot targets do"

MODEL = (
    at(1073, r"$W$ has the rows $w_1^T \dots w_K^T$").defines("the weights of all classes, a row for each"),
    *(at(line, r"$W x = [w_1^T x \dots w_K^T x]^T = [z_1 \dots z_K]^T$").proved(_scores) for line in (1080, 1086)),
    at(1090, r"$P(C_k|x) = \sigma(z_k) = e^{z_k} / \sum_j e^{z_j}$ are probabilities of K classes").proved(
        lambda: only(_distribution(), one_argument()),
        convention=r"$\sigma(z_k)$ is a component of the softmax of all scores, and not the sigmoid of line 927",
    ),
    at(1094, r"the class that is predicted is $\hat y = \max_k P(C_k|x)$").refuted(
        lambda: repaired(_largest_is_label(), _class_of_largest()),
        repair=r"$\hat y = \arg\max_k P(C_k|x)$; the largest probability is no class",
    ),
)

LIKELIHOOD = (
    at(
        1104, r"$p(y|w_1 \dots w_K) = \prod_i \prod_k p_{ik}^{y_{ik}}$: each example gives the $p_{ik}$ of its class"
    ).proved(_picks_a_class),
    at(1106, r"the targets $y_{ik}$ are a matrix of size $K \times N$").refuted(
        lambda: repaired(targets(rows=False), targets(rows=True)), repair=r"$N \times K$, a row for each example"
    ),
    at(1108, r"$p_{ik} = P(C_k|x_i) = e^{w_k^T x_i} / \sum_j e^{w_j^T x_i}$").defines(
        "the probability of line 1090, for example i"
    ),
    at(1112, r"$E = -\ln p(y|w_1 \dots w_K) = -\sum_i \sum_k y_{ik} \ln p_{ik}$, in four sides").proved(_cross_entropy),
)

GRADIENTS = (
    at(1120, r"$\nabla_{w_l} E = -\sum_i \sum_k y_{ik} \nabla_{w_l} \ln p_{ik}$").proved(
        lambda: rows_equal(ROWS[0], ROWS[1])
    ),
    at(1121, "each row of the gradient is a step further than the row above").comes_out(
        "disagrees to the digits",
        lambda: repaired(different_rows(ROWS), all_of(different_rows((*ROWS[:2], _over_all(SPLIT), ROWS[3])))),
        repair=r"$-\sum_i \sum_k y_{ik} \nabla_{w_l} (w_k^T x_i - \ln \sum_j e^{w_j^T x_i})$ in row three",
    ),
    at(1122, r"$\nabla_{w_l} E = -\sum_{i=1}^N (y_{il} - p_{il}) x_i$").proved(
        lambda: only(gradient(one_hot(y)), gradient()), convention=ONE_LABEL
    ),
    at(1129, r"$w_l^{t+1} = w_l^t + \eta \sum_{i=1}^N (y_{il} - p_{il}) x_i$").proved(
        lambda: only(update(one_hot(y)), update()), convention=ONE_LABEL
    ),
)

CLAIMS = (*MODEL, *LIKELIHOOD, *GRADIENTS)
