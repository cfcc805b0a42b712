"""Metrics of a classifier, from the four counts of its confusion matrix (the classification slides).

TP, FP, FN and TN count true and false positives, false and true negatives. A ratio has a value where its denominator
is not zero; the verdicts say which.
"""

from __future__ import annotations

from sympy import Eq, Gt, Symbol, symbols

from derive.derivation import Chain, Citation, Derivation

TP, FP, FN, TN = symbols("TP FP FN TN", nonnegative=True)
accuracy, precision, recall = symbols("accuracy precision recall", nonnegative=True)
TNR, FNR = symbols("TNR FNR", nonnegative=True)
beta = Symbol("beta", positive=True)


def metrics() -> Derivation:
    """Return accuracy and error rate, precision and recall, the F scores in their forms, and the four rates.

    >>> metrics().status
    'proved'
    """
    source = tuple(Citation("cls", line) for line in (176, 180, 221, 256, 292, 296, 300, 303, 306))
    chain = Chain("metrics", "Precision, recall, F measures and rates", source)
    _error_rate(chain)
    _rates(chain)
    _f_beta_score(chain)
    _f_score(chain)
    return chain.done()


def _error_rate(chain: Chain) -> None:
    correct = Eq(accuracy, (TP + TN) / (TP + FP + FN + TN))
    chain.start(1 - accuracy, "the error rate: what is not classified correctly")
    chain.equals((FP + FN) / (TP + FP + FN + TN), "the other two counts", using=correct)


def _rates(chain: Chain) -> None:
    """Show that the rates of the actual positives add up to one, and so do those of the actual negatives."""
    chain.define(recall, TP / (TP + FN), "the share of the actual positives that is found")
    chain.start(TP / (TP + FN), "the true positive rate: the hits among the actual positives")
    chain.equals(recall, "it is the recall, also called sensitivity")
    chain.equals(1 - FNR, "a positive is found or missed", using=Eq(FNR, FN / (TP + FN)))
    chain.start(FP / (FP + TN), "the false positive rate: the false alarms among the actual negatives")
    chain.equals(1 - TNR, "a negative is rejected or raises a false alarm", using=Eq(TNR, TN / (FP + TN)))


def _f_beta_score(chain: Chain) -> None:
    """Write F_beta in counts: a miss weighs beta^2 times as much as a false alarm."""
    chain.assume(Gt(TP, 0), reason="something is found; without a hit precision and recall are 0, and F has no value")
    chain.define(precision, TP / (TP + FP), "the share of the positive answers that is right")
    weight = 1 + beta**2
    score, f_1 = weight * precision * recall / (beta**2 * precision + recall), 2 * TP / (2 * TP + FP + FN)
    chain.start(score, "the F_beta score")
    chain.equals(weight * TP / (weight * TP + beta**2 * FN + FP), "the definitions put in")
    chain.claim(score, f_1, "the F_1 score is the case beta = 1", using=Eq(beta, 1))


def _f_score(chain: Chain) -> None:
    """Write F_1 as the harmonic mean of precision and recall, and in counts."""
    chain.start(2 / (1 / recall + 1 / precision), "the harmonic mean of precision and recall")
    chain.equals(2 * precision * recall / (precision + recall), "multiplied by both, above and below")
    chain.equals(2 * TP / (2 * TP + FP + FN), "the definitions put in: true negatives do not count")
