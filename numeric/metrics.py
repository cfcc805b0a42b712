"""Metrics of classifiers as functions of labels, for two classes and for any number of them.

Arguments are in the order of scikit-learn. For two classes a ratio is that of the larger label, or of
`positive_class`. Otherwise `average` says what comes back: the "macro" mean over the classes, the same "weighted" by
how often each occurs, the "micro" ratio of the counts added up, or None for an entry each. What stands for 0/0,
`zero_division` says: 0, 1 or nan; "warn" is 0 with a warning.

>>> from numeric import metrics
>>> actual, predicted = [1, 1, 1, 0], [1, 1, 0, 0]
>>> metrics.recall(actual, predicted), metrics.precision(actual, predicted)
(0.6666666666666666, 1.0)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.confusion import Average, Confusion, ZeroDivision, averaged
from numeric.inputs import Floats, positive


def confusion_matrix(actual: Any, predicted: Any, *, classes: Any = None) -> NDArray[np.intp]:
    """Return the counts, a row for each actual class and a column for each predicted one, as scikit-learn does.

    >>> confusion_matrix(["a", "b", "b"], ["a", "b", "a"]).tolist()
    [[1, 0], [1, 1]]
    """
    return Confusion.of(actual, predicted, classes=classes).counts


def accuracy(actual: Any, predicted: Any) -> float:
    """Return the share of the examples that is classified correctly.

    >>> accuracy([1, 0, 1, 1], [1, 0, 0, 1])
    0.75
    """
    return Confusion.of(actual, predicted).accuracy


def error_rate(actual: Any, predicted: Any) -> float:
    """Return the share of the examples that is misclassified.

    >>> error_rate([1, 0, 1, 1], [1, 0, 0, 1])
    0.25
    """
    return Confusion.of(actual, predicted).error_rate


def precision(
    actual: Any,
    predicted: Any,
    *,
    average: Average = "binary",
    positive_class: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return the share of the positive answers that is right, TP / (TP + FP).

    >>> precision([0, 1, 2, 2], [0, 2, 2, 2], average="micro")
    0.75
    """
    table = Confusion.of(actual, predicted)
    return table.ratio("precision", average=average, positive_class=positive_class, zero_division=zero_division)


def recall(
    actual: Any,
    predicted: Any,
    *,
    average: Average = "binary",
    positive_class: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return the share of the positives that is found, TP / (TP + FN), also called TPR or sensitivity.

    >>> recall([1, 1, 0], [1, 0, 0])
    0.5
    """
    table = Confusion.of(actual, predicted)
    return table.ratio("recall", average=average, positive_class=positive_class, zero_division=zero_division)


def specificity(
    actual: Any,
    predicted: Any,
    *,
    average: Average = "binary",
    positive_class: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return the share of the negatives that is rejected, TN / (FP + TN), also called TNR.

    >>> specificity([1, 0, 0], [1, 0, 1])
    0.5
    """
    table = Confusion.of(actual, predicted)
    return table.ratio("specificity", average=average, positive_class=positive_class, zero_division=zero_division)


def false_positive_rate(
    actual: Any,
    predicted: Any,
    *,
    average: Average = "binary",
    positive_class: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return the share of the negatives that raises a false alarm, FP / (FP + TN).

    >>> false_positive_rate([1, 0, 0, 0], [1, 0, 1, 0])
    0.3333333333333333
    """
    table = Confusion.of(actual, predicted)
    return table.ratio(
        "false_positive_rate", average=average, positive_class=positive_class, zero_division=zero_division
    )


def false_negative_rate(
    actual: Any,
    predicted: Any,
    *,
    average: Average = "binary",
    positive_class: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return the share of the positives that is missed, FN / (TP + FN).

    >>> false_negative_rate([1, 1, 0], [1, 0, 0])
    0.5
    """
    table = Confusion.of(actual, predicted)
    return table.ratio(
        "false_negative_rate", average=average, positive_class=positive_class, zero_division=zero_division
    )


def f1(
    actual: Any,
    predicted: Any,
    *,
    average: Average = "binary",
    positive_class: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return the harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN).

    >>> f1([1, 1, 0], [1, 0, 0])
    0.6666666666666666
    """
    table = Confusion.of(actual, predicted)
    return table.ratio("f1", average=average, positive_class=positive_class, zero_division=zero_division)


def f_beta(
    actual: Any,
    predicted: Any,
    *,
    beta: float,
    average: Average = "binary",
    positive_class: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return F_beta, in which a miss weighs beta^2 times as much as a false alarm. Raises for a beta not above 0.

    >>> f_beta([1, 1, 0], [1, 0, 0], beta=2)
    0.5555555555555556
    """
    squared = positive(beta, "beta") ** 2
    table = Confusion.of(actual, predicted)

    def _weighed(tp: Floats, fp: Floats, fn: Floats, tn: Floats) -> tuple[Floats, Floats]:
        del tn
        return (1 + squared) * tp, (1 + squared) * tp + squared * fn + fp

    return averaged(
        table, _weighed, name="f_beta", average=average, positive_class=positive_class, zero_division=zero_division
    )
