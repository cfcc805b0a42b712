"""Metrics of classifiers, by the counts of the confusion matrix: of one class, of each, or averaged over them.

Arguments are in the order of scikit-learn. For two classes it is the ratio of the larger label. Else `average` says
what comes back: the "macro" mean over the classes, the same "weighted" by how often each occurs, the "micro" ratio of
the counts added up, or None for an entry each. A ratio 0/0 is NaN.

>>> from numeric import metrics
>>> actual, predicted = [1, 1, 1, 0], [1, 1, 0, 0]
>>> metrics.precision(actual, predicted), metrics.accuracy(actual, predicted)
(1.0, 0.75)
>>> metrics.recall(["a", "b", "c"], ["a", "c", "c"], average=None)
array([1., 0., 1.])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.errors import SettingError, WrongLabelsError
from numeric.inputs import label_array, one_of, positive

AVERAGES = ("binary", "macro", "micro", "weighted")
RATIOS = {
    "precision": ((1, 0, 0, 0), (1, 1, 0, 0)),
    "recall": ((1, 0, 0, 0), (1, 0, 1, 0)),
    "specificity": ((0, 0, 0, 1), (0, 1, 0, 1)),
    "false_positive_rate": ((0, 1, 0, 0), (0, 1, 0, 1)),
    "false_negative_rate": ((0, 0, 1, 0), (1, 0, 1, 0)),
    "f1": ((2, 0, 0, 0), (2, 1, 1, 0)),
}
"""How often TP, FP, FN and TN stand above and below the line; recall is the true positive rate."""


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """Counts of examples: `counts[a, p]` of them are of class `classes[a]` and were taken for `classes[p]`.

    >>> Confusion.of([1, 1, 0], [1, 0, 0]).counts.tolist()
    [[1, 0], [1, 1]]
    """

    counts: NDArray[Any]
    classes: NDArray[Any]

    @classmethod
    def of(cls, actual: Any, predicted: Any) -> Confusion:
        """Return the matrix of these labels. Raises a `DataError` for none, and for lists of different lengths."""
        true = label_array(actual, "actual")
        guess = label_array(predicted, "predicted", length=len(true))
        if (true.dtype.kind in "US") != (guess.dtype.kind in "US"):
            reason, way_out = f"the actual ones are of type {true.dtype}", "give such labels"
            raise WrongLabelsError(f"type {guess.dtype}", place="predicted", reason=reason, way_out=way_out)
        known, codes = np.unique([true, guess], return_inverse=True)
        first, second = codes.reshape(2, -1)
        return cls(np.bincount(len(known) * first + second, minlength=len(known) ** 2).reshape(len(known), -1), known)

    @property
    def accuracy(self) -> float:
        """Return the share of the examples that is on the diagonal."""
        return float(np.trace(self.counts) / self.counts.sum())

    @property
    def error_rate(self) -> float:
        """Return the share of the examples that is off the diagonal."""
        return float((self.counts.sum() - np.trace(self.counts)) / self.counts.sum())

    def ratio(self, terms: Any, *, average: str | None = "binary") -> Any:
        """Return a ratio, one of `RATIOS` or such terms, as `average` says. Raises for an unknown setting.

        >>> Confusion.of([0, 1, 2], [0, 2, 2]).ratio("recall", average="macro")
        0.6666666666666666
        """
        how = None if average is None else one_of(average, "average", AVERAGES)
        if how == "binary" and len(self.classes) != 2:  # noqa: PLR2004 -- two classes
            reason, way_out = f"there are {len(self.classes)} classes", "give another average"
            raise SettingError("binary", place="average", reason=reason, way_out=way_out)
        hits = np.diag(self.counts)
        alarms, misses = self.counts.sum(axis=0) - hits, self.counts.sum(axis=1) - hits
        each = np.array([hits, alarms, misses, self.counts.sum() - hits - alarms - misses])
        terms = RATIOS[one_of(terms, "terms", tuple(RATIOS))] if isinstance(terms, str) else terms
        upper, lower = np.array(terms, dtype=float) @ (each.sum(axis=1) if how == "micro" else each)
        with np.errstate(invalid="ignore"):
            found: Any = np.divide(upper, lower)
        if how in {"macro", "weighted"}:
            return float(np.average(found, weights=self.counts.sum(axis=1) if how == "weighted" else None))
        return found if how is None else float(found[1] if how == "binary" else found)


def confusion_matrix(actual: Any, predicted: Any) -> NDArray[Any]:
    """Return the counts: a row for each actual class, a column for each predicted one, classes in their order."""
    return Confusion.of(actual, predicted).counts


def accuracy(actual: Any, predicted: Any) -> float:
    """Return the share of the examples that is predicted right."""
    return Confusion.of(actual, predicted).accuracy


def error_rate(actual: Any, predicted: Any) -> float:
    """Return the share of the examples that is predicted wrong."""
    return Confusion.of(actual, predicted).error_rate


def _metric(name: str, says: str) -> Callable[..., Any]:
    """Return the function of actual and predicted labels, with `average` by name, of a ratio."""

    def metric(actual: Any, predicted: Any, *, average: str | None = "binary") -> Any:
        """Return the ratio."""
        return Confusion.of(actual, predicted).ratio(name, average=average)

    metric.__name__, metric.__doc__ = name, says
    return metric


precision = _metric("precision", "Return the share of the alarms that is right, TP / (TP + FP).")
recall = _metric("recall", "Return the share of the positives that is found, TP / (TP + FN).")
specificity = _metric("specificity", "Return the share of the negatives that is rejected, TN / (FP + TN).")
false_positive_rate = _metric("false_positive_rate", "Return the share of the negatives that is alarmed at.")
false_negative_rate = _metric("false_negative_rate", "Return the share of the positives that is missed.")
f1 = _metric("f1", "Return the harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN).")


def f_beta(actual: Any, predicted: Any, *, beta: float, average: str | None = "binary") -> Any:
    """Return F_beta, in which a miss weighs beta^2 times as much as a false alarm.

    >>> f_beta([1, 1, 0], [1, 0, 0], beta=2)
    0.5555555555555556
    """
    square = positive(beta, "beta") ** 2
    terms = ((1 + square, 0, 0, 0), (1 + square, 1, square, 0))
    return Confusion.of(actual, predicted).ratio(terms, average=average)
