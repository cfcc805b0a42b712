"""Metrics of classifiers, by the counts of the confusion matrix: of one class, of each, or averaged over them.

Arguments are in the order of scikit-learn. For two classes a ratio is that of the larger label, or of
`positive_class`. Otherwise `average` says what comes back: the "macro" mean over the classes, the same "weighted" by
how often each occurs, the "micro" ratio of the counts added up, or None for an entry each. A ratio 0/0 is NaN.

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

from numeric.errors import EmptyDataError, SettingError, WrongLabelsError, WrongShapeError
from numeric.inputs import Floats, one_of, positive

AVERAGES = ("binary", "macro", "micro", "weighted")
RATIOS: dict[str, Callable[..., Any]] = {
    "precision": lambda TP, FP, FN, TN: (TP, TP + FP),  # noqa: ARG005 -- all ratios are functions of the four counts
    "recall": lambda TP, FP, FN, TN: (TP, TP + FN),  # noqa: ARG005 -- the same
    "specificity": lambda TP, FP, FN, TN: (TN, FP + TN),  # noqa: ARG005 -- the same
    "false_positive_rate": lambda TP, FP, FN, TN: (FP, FP + TN),  # noqa: ARG005 -- the same
    "false_negative_rate": lambda TP, FP, FN, TN: (FN, TP + FN),  # noqa: ARG005 -- the same
    "f1": lambda TP, FP, FN, TN: (2 * TP, 2 * TP + FP + FN),  # noqa: ARG005 -- the same
}
"""What stands above and below the line; recall is the true positive rate, specificity the true negative rate."""


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
        true, guess = _labels(actual, "actual"), _labels(predicted, "predicted")
        if true.shape != guess.shape or (true.dtype.kind in "US") != (guess.dtype.kind in "US"):
            reason = f"the actual ones are {len(true)} of type {true.dtype}"
            shown = f"{len(guess)} of type {guess.dtype}"
            raise WrongShapeError(shown, place="predicted", reason=reason, way_out="give such a label for each example")
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

    def ratio(
        self, terms: str | Callable[..., Any], *, average: str | None = "binary", positive_class: Any = None
    ) -> Any:
        """Return a ratio, one of `RATIOS` or of such a function, as `average` says. Raises for an unknown setting.

        >>> Confusion.of([0, 1, 2], [0, 2, 2]).ratio("recall", average="macro")
        0.6666666666666666
        """
        above_and_below = RATIOS[one_of(terms, "terms", tuple(RATIOS))] if isinstance(terms, str) else terms
        hits = np.diag(self.counts).astype(float)
        alarms, misses = self.counts.sum(axis=0) - hits, self.counts.sum(axis=1) - hits
        upper, lower = above_and_below(hits, alarms, misses, self.counts.sum() - hits - alarms - misses)
        if average is None:
            return _divided(upper, lower)
        if one_of(average, "average", AVERAGES) == "binary":
            return float(_divided(upper, lower)[self._positive(positive_class)])
        if average == "micro":
            return float(_divided(upper.sum(), lower.sum()))
        weights = self.counts.sum(axis=1) if average == "weighted" else None
        return float(np.average(_divided(upper, lower), weights=weights))

    def _positive(self, named: Any) -> int:
        """Return the place of the positive class: the one that is named, else the larger of two."""
        known = self.classes.tolist()
        if named is None and len(known) != 2:  # noqa: PLR2004 -- two classes
            reason, way_out = f"there are {len(known)} classes", "name the positive_class, or give another average"
            raise SettingError("binary", place="average", reason=reason, way_out=way_out)
        if named is not None and named not in known:
            reason = f"the classes are {', '.join(map(str, known))}"
            raise WrongLabelsError(repr(named), place="positive_class", reason=reason, way_out="name one of them")
        return known.index(named) if named is not None else 1


def _divided(upper: Any, lower: Any) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.divide(upper, lower)


def _labels(value: Any, place: str) -> NDArray[Any]:
    array = np.asarray(value)
    if array.ndim != 1:
        reason = f"one label for each example is wanted, and this has {array.ndim} axes"
        raise WrongShapeError(f"shape {array.shape}", place=place, reason=reason, way_out="give a flat list")
    if not len(array):
        raise EmptyDataError("[]", place=place, reason="there is no example", way_out="give at least one")
    if array.dtype.kind not in "biufUS" or (array.dtype.kind == "f" and not np.isfinite(array).all()):
        way_out = "give whole numbers, text or booleans"
        raise WrongLabelsError(str(array[:3]), place=place, reason="these are no labels", way_out=way_out)
    return array


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
    """Return the function of actual and predicted labels, with `average` and `positive_class` by name, of a ratio."""

    def metric(actual: Any, predicted: Any, **options: Any) -> Any:
        """Return the ratio."""
        return Confusion.of(actual, predicted).ratio(name, **options)

    metric.__name__, metric.__doc__ = name, says
    return metric


precision = _metric("precision", "Return the share of the alarms that is right, TP / (TP + FP).")
recall = _metric("recall", "Return the share of the positives that is found, TP / (TP + FN).")
specificity = _metric("specificity", "Return the share of the negatives that is rejected, TN / (FP + TN).")
false_positive_rate = _metric("false_positive_rate", "Return the share of the negatives that is alarmed at.")
false_negative_rate = _metric("false_negative_rate", "Return the share of the positives that is missed.")
f1 = _metric("f1", "Return the harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN).")


def f_beta(actual: Any, predicted: Any, *, beta: float, **options: Any) -> Any:
    """Return F_beta, in which a miss weighs beta^2 times as much as a false alarm.

    >>> f_beta([1, 1, 0], [1, 0, 0], beta=2)
    0.5555555555555556
    """
    square = positive(beta, "beta") ** 2
    weighed = lambda tp, fp, fn, _: ((1 + square) * tp, (1 + square) * tp + square * fn + fp)  # noqa: E731 -- four counts
    return Confusion.of(actual, predicted).ratio(weighed, **options)
