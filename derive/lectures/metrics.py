"""Metrics of a classifier, from the four counts of its confusion matrix (the classification slides).

TP, FP, FN and TN count true and false positives, false and true negatives. A ratio has a value where its denominator
is not zero; the verdicts say which.
"""

from __future__ import annotations

from sympy import Integer, Symbol, symbols

from derive.derivation import Chain, Citation, Derivation

TP, FP, FN, TN = symbols("TP FP FN TN", nonnegative=True)
accuracy, precision, recall = symbols("accuracy precision recall", nonnegative=True)
TNR, FNR = symbols("TNR FNR", nonnegative=True)
beta = Symbol("beta", positive=True)

ALL = TP + FP + FN + TN


def metrics() -> Derivation:
    """Return accuracy and error rate, precision and recall, the F scores in their forms, and the four rates.

    >>> metrics().status
    'proved'
    """
    source = tuple(Citation("cls", line) for line in (176, 181, 217, 250, 290, 294, 300, 303, 306))
    chain = Chain("metrics", "Precision, recall, F measures and rates", source)
    _error_rate(chain)
    _rates(chain)
    _f_beta_score(chain)
    _f_score(chain)
    return chain.done()


def _error_rate(chain: Chain) -> None:
    chain.define(accuracy, (TP + TN) / ALL, "the share of all instances that is classified correctly")
    chain.start(1 - accuracy, "the error rate")
    chain.equals((FP + FN) / ALL, "the share that is not")


def _rates(chain: Chain) -> None:
    """Show that the rates of the actual positives add up to one, and so do those of the actual negatives."""
    chain.define(recall, TP / (TP + FN), "the share of the actual positives that is found")
    chain.define(FNR, FN / (TP + FN), "the miss rate")
    chain.start(TP / (TP + FN), "the true positive rate: the hits among the actual positives")
    chain.equals(recall, "it is the recall, also called sensitivity")
    chain.equals(1 - FNR, "a positive is found or missed")
    chain.define(TNR, TN / (FP + TN), "the specificity")
    chain.start(FP / (FP + TN), "the false positive rate: the false alarms among the actual negatives")
    chain.equals(1 - TNR, "a negative is rejected or raises a false alarm")


def _f_beta_score(chain: Chain) -> None:
    """Write F_beta in counts: a miss weighs beta^2 times as much as a false alarm."""
    chain.define(precision, TP / (TP + FP), "the share of the positive answers that is right")
    weight = 1 + beta**2
    chain.start(weight * precision * recall / (beta**2 * precision + recall), "the F_beta score")
    chain.equals(weight * TP / (weight * TP + beta**2 * FN + FP), "the definitions put in")
    chain.put(beta, Integer(1), 2 * TP / (2 * TP + FP + FN), "beta = 1: the F_1 score")


def _f_score(chain: Chain) -> None:
    """Write F_1 as the harmonic mean of precision and recall, and in counts."""
    chain.start(2 / (1 / recall + 1 / precision), "the harmonic mean of precision and recall")
    chain.equals(2 * precision * recall / (precision + recall), "multiplied by both, above and below")
    chain.equals(2 * TP / (2 * TP + FP + FN), "the definitions put in: true negatives do not count")
