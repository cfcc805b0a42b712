"""The confusion matrix of a classifier, and the ratios of its counts: of one class, of each, or averaged.

The matrix has a row for each actual class and a column for each predicted one, as in scikit-learn. The slides have it
the other way round; `Confusion.predicted_by_actual` is their table.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from numeric.errors import EmptyDataError, SettingError, WrongLabelsError, WrongShapeError
from numeric.inputs import Floats

Average = Literal["binary", "macro", "micro", "weighted"] | None
ZeroDivision = Literal["warn", 0, 1, "nan"] | float
Terms = Callable[[Floats, Floats, Floats, Floats], tuple[Floats, Floats]]
"""What stands above and below the line of a ratio, in TP, FP, FN and TN."""

AVERAGES = ("binary", "macro", "micro", "weighted")


class UndefinedRatioWarning(UserWarning):
    """A metric has no value, because its denominator is zero; 0 was put in its place."""


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """Counts of examples: `counts[a, p]` of them are of class `classes[a]` and were taken for `classes[p]`.

    >>> Confusion.of([1, 1, 0], [1, 0, 0]).counts.tolist()
    [[1, 0], [1, 1]]
    """

    counts: NDArray[np.intp]
    classes: NDArray[Any]

    @classmethod
    def of(cls, actual: Any, predicted: Any, *, classes: Any = None) -> Confusion:
        """Return the matrix of these labels; of these classes in this order, if they are given.

        Raises a `DataError` for no examples, for lists of different lengths, and for a label not among the classes.
        """
        true, guess = _labels(actual, "actual"), _labels(predicted, "predicted")
        if true.shape != guess.shape:
            reason = f"there are {len(true)} actual labels and {len(guess)} predicted ones"
            raise WrongShapeError("predicted", reason=reason, way_out="give one of each for every example")
        known = _classes(true, guess, classes)
        size = len(known)
        cells = size * _codes(true, known, "actual") + _codes(guess, known, "predicted")
        return cls(np.bincount(cells, minlength=size**2).reshape(size, size), known)

    @classmethod
    def of_two(cls, *, tp: int, fp: int, fn: int, tn: int) -> Confusion:
        """Return the matrix of the classes 0 and 1 with these counts.

        >>> Confusion.of_two(tp=90, fp=10, fn=10, tn=90).accuracy
        0.9
        """
        return cls(np.array([[tn, fp], [fn, tp]]), np.array([0, 1]))

    @property
    def predicted_by_actual(self) -> NDArray[np.intp]:
        """Return the table of the slides, positive class first: a row for each predicted class."""
        table = self.counts.T
        return table[::-1, ::-1] if len(self.classes) == 2 else table  # noqa: PLR2004 -- two classes

    @property
    def total(self) -> int:
        """Return how many examples there are."""
        return int(self.counts.sum())

    @property
    def accuracy(self) -> float:
        """Return the share of the examples that is on the diagonal."""
        return float(np.trace(self.counts) / self.total)

    @property
    def error_rate(self) -> float:
        """Return the share of the examples that is off the diagonal."""
        return (self.total - int(np.trace(self.counts))) / self.total

    @property
    def each(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Return TP, FP, FN and TN, with an entry for each class taken against the rest."""
        hits = np.diag(self.counts).astype(float)
        alarms, misses = self.counts.sum(axis=0) - hits, self.counts.sum(axis=1) - hits
        return hits, alarms, misses, self.total - hits - alarms - misses

    def ratio(
        self,
        name: str,
        *,
        average: Average = "binary",
        positive_class: Any = None,
        zero_division: ZeroDivision = "warn",
    ) -> Any:
        """Return the ratio of this name, such as "recall", of the positive class or averaged; see `RATIOS`.

        >>> Confusion.of([0, 1, 2], [0, 2, 2]).ratio("recall", average=None)
        array([1., 0., 1.])
        """
        if name not in RATIOS:
            way_out = f"give one of {', '.join(RATIOS)}"
            raise SettingError(repr(name), place="name", reason="there is no such ratio", way_out=way_out)
        return averaged(
            self,
            RATIOS[name],
            name=name,
            average=average,
            positive_class=positive_class,
            zero_division=zero_division,
        )


RATIOS: dict[str, Terms] = {
    "precision": lambda tp, fp, fn, tn: (tp, tp + fp),  # noqa: ARG005 -- all ratios are functions of the four counts
    "recall": lambda tp, fp, fn, tn: (tp, tp + fn),  # noqa: ARG005 -- the same
    "specificity": lambda tp, fp, fn, tn: (tn, fp + tn),  # noqa: ARG005 -- the same
    "false_positive_rate": lambda tp, fp, fn, tn: (fp, fp + tn),  # noqa: ARG005 -- the same
    "false_negative_rate": lambda tp, fp, fn, tn: (fn, tp + fn),  # noqa: ARG005 -- the same
    "f1": lambda tp, fp, fn, tn: (2 * tp, 2 * tp + fp + fn),  # noqa: ARG005 -- the same
}
"""The ratios of the slides by name; recall is the true positive rate, specificity the true negative rate."""


def averaged(
    table: Confusion,
    terms: Terms,
    *,
    name: str,
    average: Average = "binary",
    positive_class: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return a ratio of the counts: of the positive class, of each class, or averaged over them as `average` says.

    Raises `SettingError` for an unknown average, and for "binary" with more than two classes.

    >>> averaged(Confusion.of([0, 1, 2], [0, 2, 2]), RATIOS["recall"], name="recall", average="macro")
    0.6666666666666666
    """
    if average not in (*AVERAGES, None):
        way_out = f"give one of {', '.join(AVERAGES)}, or None"
        raise SettingError(repr(average), place="average", reason="there is no such average", way_out=way_out)
    if average == "binary":
        upper, lower = terms(*_of_positive(table, positive_class))
        return float(_divided(upper, lower, name, zero_division)[0])
    upper, lower = terms(*table.each)
    if average == "micro":
        return float(_divided(upper.sum(keepdims=True), lower.sum(keepdims=True), name, zero_division)[0])
    values = _divided(upper, lower, name, zero_division)
    if average is None:
        return values
    weights = table.counts.sum(axis=1) if average == "weighted" else np.ones(len(values))
    known = ~np.isnan(values)
    return float(np.average(values[known], weights=weights[known])) if weights[known].any() else float("nan")


def _of_positive(table: Confusion, positive_class: Any) -> list[Floats]:
    """Return the counts of the positive class: the one that is named, else the larger of two.

    Where one class alone occurs, it is not taken for the positive one: that is 1, if the labels are 0, 1 or -1.
    """
    known = table.classes.tolist()
    if len(known) > 2:  # noqa: PLR2004 -- two classes
        reason = f"there are {len(known)} classes, so that none is the positive one"
        raise SettingError(
            "binary", place="average", reason=reason, way_out='give "macro", "micro", "weighted" or None'
        )
    named = _larger(known) if positive_class is None else positive_class
    if named not in known and len(known) > 1:
        reason = f"the classes are {known[0]} and {known[1]}"
        raise WrongLabelsError(repr(named), place="positive_class", reason=reason, way_out="name one of them")
    if named not in known:
        return [np.array([count]) for count in (0.0, 0.0, 0.0, float(table.total))]
    at = known.index(named)
    return [count[at : at + 1] for count in table.each]


def _larger(known: list[Any]) -> Any:
    if len(known) > 1:
        return known[-1]
    if known[0] in (-1, 0, 1):
        return 1
    raise WrongLabelsError(
        repr(known[0]),
        place="actual",
        reason="no other class occurs, so that it is not clear which is the positive one",
        way_out="name the positive_class",
    )


def _divided(upper: Floats, lower: Floats, name: str, zero: ZeroDivision) -> Floats:
    """Divide; where both are zero, put in what is to stand for 0/0."""
    empty = lower == 0
    if not empty.any():
        return upper / lower
    if zero == "warn":
        message = (
            f"{name} is 0/0 for {int(empty.sum())} of {len(lower)}, and was set to 0; zero_division says otherwise"
        )
        warnings.warn(message, UndefinedRatioWarning, stacklevel=4)
    elif zero not in (0, 1) and not (isinstance(zero, float) and np.isnan(zero)) and zero != "nan":
        way_out = 'give 0, 1, nan or "warn"'
        raise SettingError(repr(zero), place="zero_division", reason="this cannot stand for 0/0", way_out=way_out)
    value = 0.0 if zero == "warn" else float(zero)
    return np.where(empty, value, upper / np.where(empty, 1, lower))


def _labels(value: Any, place: str) -> NDArray[Any]:
    array = np.asarray(value)
    if array.ndim != 1:
        reason = f"one label for each example is wanted, and this has {array.ndim} axes"
        raise WrongShapeError(f"shape {array.shape}", place=place, reason=reason, way_out="give a flat list")
    if not len(array):
        raise EmptyDataError("[]", place=place, reason="there is no example", way_out="give at least one")
    strange = array.dtype.kind not in "biufUS" or (array.dtype.kind == "f" and not np.isfinite(array).all())
    if strange:
        raise WrongLabelsError(
            str(array[:3]), place=place, reason="these are no labels", way_out="give whole numbers, text or booleans"
        )
    return array


def _classes(true: NDArray[Any], guess: NDArray[Any], classes: Any) -> NDArray[Any]:
    if {true.dtype.kind in "US", guess.dtype.kind in "US"} == {True, False}:
        reason = "one list of labels is text and the other is not"
        raise WrongLabelsError(str(guess[0]), place="predicted", reason=reason, way_out="use the same labels in both")
    if classes is None:
        return np.union1d(true, guess)
    known = _labels(classes, "classes")
    if len(np.unique(known)) != len(known):
        raise WrongLabelsError(str(known), place="classes", reason="a class is named twice", way_out="name each once")
    return known


def _codes(array: NDArray[Any], known: NDArray[Any], place: str) -> NDArray[np.intp]:
    order = np.argsort(known, kind="stable")
    at = np.minimum(np.searchsorted(known, array, sorter=order), len(known) - 1)
    codes = order[at]
    wrong = known[codes] != array
    if wrong.any():
        label = str(array[wrong.argmax()])
        raise WrongLabelsError(label, place=place, reason="it is not among the classes", way_out="name it there, too")
    return codes
