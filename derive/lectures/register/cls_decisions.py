"""Claims of the classification slides, lines 11 to 118 and 126 to 314: coding, deciding, and rates of a classifier.

The scores of two classes i and j are p_i pi_i and p_j pi_j, the densities at one point times the priors. What replaces
a score decides alike if it keeps the order of any two classes, both ways.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Eq, Gt, Integer, KroneckerDelta, Le, Sum, log, symbols

from derive.calculus import differentiate
from derive.facts import one_hot, positive
from derive.lectures.rates import FN, FNR, FP, TN, TNR, TP, accuracy, beta, precision, recall
from derive.lectures.register.claim import At, Finding, all_of, claim_holds, equivalent, only, repaired
from derive.names import index, size, tensor

at = partial(At, "cls")
K, n = size("K"), size("n")
i, j, k = symbols("i j k", integer=True)
a, b = index("a", (1, K)), index("b", (1, K))
p, pi, y = (tensor(name, (1, K)) for name in ("p", "pi", "y"))
p_i, p_j, pi_i, pi_j, evidence, factor = symbols("p_i p_j pi_i pi_j P h", positive=True)
f_i, f_j, g_i, g_j, posterior = symbols("f_i f_j g_i g_j q", real=True)
KNOWN = (positive(p), positive(pi))
EVIDENCE = Sum(p[k] * pi[k], (k, 1, K))
TWO_SCORES = p[1] * pi[1], p[2] * pi[2]
"""Of any two of the classes. An order of p_i and p_j for all i and j would hold for i = j, too."""
JOINT = p_i * pi_i, p_j * pi_j
POSTERIORS = p_i * pi_i / (p_i * pi_i + p_j * pi_j), p_j * pi_j / (p_i * pi_i + p_j * pi_j)
LOG_JOINT = log(p_i) + log(pi_i), log(p_j) + log(pi_j)
LOG_ODDS = log(p_i / p_j) + log(pi_i / pi_j)


def order_kept(old: tuple[Any, Any], new: tuple[Any, Any], *facts: Any) -> Finding:
    """Decide whether two new scores are in the order of the old ones, whatever that order is."""
    return all_of(
        claim_holds(*new, (*facts, Gt(*old)), relation=">"), claim_holds(*new, (*facts, Le(*old)), relation="<=")
    )


def _equally_far() -> Finding:
    """Any two classes have the same squared distance 2 where they are coded one-hot."""
    distance = Sum((KroneckerDelta(k, a) - KroneckerDelta(k, b)) ** 2, (k, 1, K))
    return claim_holds(distance, 2 - 2 * KroneckerDelta(a, b))


def total_probability(classes: Any) -> Finding:
    """With P(x) as this sum, the posteriors of the K classes should add up to one.

    There are more than K classes, so that all over which the sum runs have a density and a prior.
    """
    p, pi = (tensor(name, (1, K + classes)) for name in ("p", "pi"))
    joint = Sum(p[j] * pi[j], (j, 1, classes))
    return claim_holds(Sum(p[k] * pi[k] / joint, (k, 1, K)), 1, (positive(p), positive(pi)))


def _any_increasing_function() -> Finding:
    """A strictly increasing f has f_i - f_j = h (g_i - g_j) with some h > 0; not so a constant f."""
    strictly = order_kept((g_i, g_j), (f_i, f_j), Eq(f_i - f_j, factor * (g_i - g_j)))
    return only(strictly, claim_holds(f_i, f_j, (Eq(f_i, 1), Eq(f_j, 1)), relation=">"))


def one_index_for_two(inside: Any) -> Finding:
    """Read the i of the sum in the denominator: as an index of its own, or as the i of the left side."""
    printed = p[i] * pi[i] / Sum(p[inside] * pi[inside], (k, 1, K))
    return claim_holds(printed, p[i] * pi[i] / Sum(p[j] * pi[j], (j, 1, K)), KNOWN)


def _without_the_evidence() -> Finding:
    equal = claim_holds(p[i] * pi[i], p[i] * pi[i] / EVIDENCE, KNOWN)
    return equivalent(equal, order_kept(TWO_SCORES, tuple(score / EVIDENCE for score in TWO_SCORES), *KNOWN))


def _logarithms() -> Finding:
    sums = claim_holds(log(JOINT[0]), LOG_JOINT[0])
    return equivalent(claim_holds(LOG_JOINT[0], JOINT[0]), sums, order_kept(JOINT, LOG_JOINT))


def _posterior_difference() -> Finding:
    difference = POSTERIORS[0] - POSTERIORS[1]
    alike = order_kept(JOINT, (difference, Integer(0)))
    return equivalent(claim_holds(difference, JOINT[0] - JOINT[1]), alike)


def _log_odds() -> Finding:
    """Decide whether the log odds are the difference of the scores of line 102, and decide as line 116 does."""
    difference = POSTERIORS[0] - POSTERIORS[1]
    same = claim_holds(LOG_ODDS, LOG_JOINT[0] - LOG_JOINT[1])
    alike = all_of(order_kept(JOINT, (LOG_ODDS, Integer(0))), order_kept(JOINT, (difference, Integer(0))))
    return equivalent(claim_holds(LOG_ODDS, difference), same, alike)


def _argmax() -> Finding:
    """The largest posterior and the largest joint density belong to the same class, whichever two are compared."""
    divided = TWO_SCORES[0] / EVIDENCE, TWO_SCORES[1] / EVIDENCE
    return all_of(order_kept(TWO_SCORES, divided, *KNOWN), claim_holds(EVIDENCE, 0, KNOWN, relation=">"))


CODING = (
    at(15, r"targets of two classes are coded 0 and 1, or -1 and 1; in both codes 1 stands for $C_1$").defines(
        "two codes; the perceptron takes -1 and 1, logistic regression takes 0 and 1"
    ),
    at(20, r"the components of a one-hot target can be read as probabilities: $y_j \ge 0$ and $\sum_j y_j = 1$").proved(
        lambda: all_of(
            claim_holds(Sum(y[k], (k, 1, K)), 1, one_hot(y)), claim_holds(y[k], 0, one_hot(y), relation=">=")
        )
    ),
    at(26, "two wrong classes are equally bad; one-hot codes say so").proved(_equally_far),
    at(27, "mean squared error is no longer a popular loss for classification").defines(
        "a statement about habits, which no computation decides"
    ),
)

DISCRIMINANTS = (
    at(11, r"the training set is $(x_1, y_1) \dots (x_n, y_n)$; the classes are $C_1 \dots C_K$").defines(
        "n points and K classes; from line 470 on the number of points is called N",
        convention="n and N are one number, that of the training points",
    ),
    at(72, r"$x$ is assigned to $C_i$ if $g_i(x) > g_j(x)$ for all $j \ne i$").defines(
        "the decision rule; where two discriminants tie at the top, it assigns no class"
    ),
    at(82, r"$g_i(x) = P(C_i|x)$").defines("an example of a discriminant"),
    at(84, r"$P(C_i|x) = P(x|C_i) P(C_i) / P(x)$").proved(
        lambda: claim_holds(posterior, p_i * pi_i / evidence, Eq(posterior * evidence, p_i * pi_i))
    ),
    at(86, r"$P(x) = \sum_{j=1}^n P(x|C_j) P(C_j)$, where $n$ is the number of points").refuted(
        lambda: repaired(total_probability(n), total_probability(K)),
        repair=r"the sum runs over the classes, $j = 1 \dots K$, as at line 98",
    ),
    at(
        96, r"$g_i$ can be replaced by $f(g_i)$ if $f$ is monotonically increasing: the same class has the largest"
    ).proved(
        _any_increasing_function, convention="increasing means strictly increasing; a constant f makes all classes tie"
    ),
    at(98, r"$P(C_i|x) = P(x|C_i) P(C_i) / \sum_{i=1}^K P(x|C_i) P(C_i)$").proved(
        lambda: only(one_index_for_two(k), one_index_for_two(i)),
        convention="the i under the sum is not the i on the left",
        repair=r"$\sum_{j=1}^K P(x|C_j) P(C_j)$ in the denominator",
    ),
    at(100, r"$g_i(x) = P(x|C_i) P(C_i)$ for $P(C_i|x)$").equivalent(_without_the_evidence),
    at(102, r"$g_i(x) = \ln P(x|C_i) + \ln P(C_i)$ for $P(x|C_i) P(C_i)$").equivalent(_logarithms),
    at(112, r"with $g = g_1 - g_2$: $g > 0$ where $g_1 > g_2$, and otherwise $g \le 0$").proved(
        lambda: order_kept((g_i, g_j), (g_i - g_j, Integer(0)))
    ),
    at(116, r"$g(x) = P(C_1|x) - P(C_2|x)$ for $g_1 - g_2$").equivalent(_posterior_difference),
    at(118, r"$g(x) = \ln (P(x|C_1) / P(x|C_2)) + \ln (P(C_1) / P(C_2))$ for the difference of line 116").equivalent(
        _log_odds
    ),
    at(314, r"$\hat y = \arg\max_i P(C_i|x) = \arg\max_i P(x|C_i) P(C_i)$").proved(_argmax),
)


P, R = symbols("p r", positive=True)
more = symbols("FP_2", nonnegative=True)
F_BETA = (1 + beta**2) * P * R / (beta**2 * P + R)
SCORES = Eq(precision, TP / (TP + FP)), Eq(recall, TP / (TP + FN)), Gt(TP, 0)


def fewer_mistakes(ratio_at: Any, mistakes: Any) -> Finding:
    """The ratio is 1 where there are no such mistakes, and with fewer of them it is not smaller."""
    hit = Gt(TP, 0)
    return all_of(
        claim_holds(ratio_at(mistakes), 1, (Eq(mistakes, 0), hit)),
        claim_holds(ratio_at(mistakes), ratio_at(more), (Le(mistakes, more), hit), relation=">="),
    )


def _importance() -> Finding:
    """At r = beta p a little more recall is worth as much as a little more precision; as a weight it counts beta^2."""
    traded = claim_holds(differentiate(F_BETA, P), differentiate(F_BETA, R), Eq(R, beta * P))
    weighed = claim_holds(F_BETA, (1 + beta) / (1 / P + beta / R))
    squared = claim_holds(F_BETA, (1 + beta**2) / (1 / P + beta**2 / R))
    return only(all_of(traded, squared), weighed)


def _f_beta() -> Finding:
    """F_1 is the case beta = 1, and in counts a miss weighs beta^2 times as much as a false alarm."""
    score = F_BETA.xreplace({P: precision, R: recall})
    counts = (1 + beta**2) * TP / ((1 + beta**2) * TP + beta**2 * FN + FP)
    return all_of(claim_holds(F_BETA, 2 * P * R / (P + R), Eq(beta, 1)), claim_holds(score, counts, SCORES))


def _error_rate() -> Finding:
    total = TP + FP + FN + TN
    return claim_holds(1 - accuracy, (FP + FN) / total, Eq(accuracy, (TP + TN) / total))


COUNTS = (
    at(
        155, "TP, FP, FN, TN: true and false positives, false and true negatives, by predicted and actual class"
    ).defines("four names, used in all that follows"),
    at(178, r"accuracy $= (TP + TN) / (TP + FP + FN + TN)$").defines(
        "the share of the instances that is classified correctly"
    ),
    at(182, r"error rate $= 1 - $ accuracy $= (FP + FN) / (TP + FP + FN + TN)$").proved(_error_rate),
    at(221, r"precision $= TP / (TP + FP)$").defines("the share of the positive answers that is right"),
    at(225, "few false positives make precision close to 100%").proved(
        lambda: fewer_mistakes(lambda wrong: TP / (TP + wrong), FP)
    ),
    at(256, r"recall $= TP / (TP + FN)$").defines("the share of the positives that is found"),
    at(259, "few false negatives make recall close to 100%").proved(
        lambda: fewer_mistakes(lambda wrong: TP / (TP + wrong), FN)
    ),
    at(292, r"$F_1 = 2 / (r^{-1} + p^{-1}) = 2 p r / (p + r)$, the harmonic mean of precision p and recall r").proved(
        lambda: claim_holds(2 / (1 / R + 1 / P), 2 * P * R / (P + R))
    ),
    at(294, r"in $F_\beta$ recall is considered $\beta$ times as important as precision").proved(
        _importance,
        convention=r"importance is the ratio r/p at which a little of either is worth the same; as weights in the "
        r"harmonic mean, recall has $\beta^2$ times that of precision",
    ),
    at(296, r"$F_\beta = (1 + \beta^2) p r / (\beta^2 p + r)$, with $F_1$ at $\beta = 1$").proved(_f_beta),
    at(300, r"$TPR = TP / (TP + FN) = $ recall $ = 1 - FNR$").proved(
        lambda: claim_holds(recall, 1 - FNR, (Eq(recall, TP / (TP + FN)), Eq(FNR, FN / (TP + FN))))
    ),
    at(303, r"$FPR = FP / (FP + TN) = 1 - TNR$").proved(
        lambda: claim_holds(FP / (FP + TN), 1 - TNR, Eq(TNR, TN / (FP + TN)))
    ),
    at(306, r"specificity $= TNR = TN / (FP + TN)$").defines("the rate of line 304, by its name"),
)


CLAIMS = (*CODING, *DISCRIMINANTS, *COUNTS)
