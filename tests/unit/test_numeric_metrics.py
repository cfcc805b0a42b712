"""The metrics of classifiers: against scikit-learn, against the exact counts of the slides, and where they are 0/0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as oracle

from derive.errors import DeriveError
from derive.lectures.register.cls_metrics import FIRST, SECOND, SMALL, THIRD
from derive.lectures.worked import Counts
from numeric import metrics
from numeric.confusion import RATIOS, Average, Confusion, UndefinedRatioWarning
from numeric.errors import EmptyDataError, SettingError, WrongLabelsError, WrongShapeError

Metric = Callable[..., Any]
PAIRS: tuple[tuple[Metric, Metric], ...] = (
    (metrics.precision, oracle.precision_score),
    (metrics.recall, oracle.recall_score),
    (metrics.f1, oracle.f1_score),
)
AVERAGES: tuple[Average, ...] = ("macro", "micro", "weighted", None)


def _labels(classes: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    return rng.integers(0, classes, 50), rng.integers(0, classes, 50)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("classes", [2, 3, 6])
@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_ratios_are_those_of_scikit_learn(ours: Metric, theirs: Metric, classes: int, average: Average) -> None:
    """For any number of classes, and every average."""
    actual, predicted = _labels(classes, seed=classes)
    expected = theirs(actual, predicted, average=average)
    assert ours(actual, predicted, average=average) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("average", AVERAGES)
def test_f_beta_is_that_of_scikit_learn(beta: float, average: Average) -> None:
    """A miss weighs beta^2 times as much as a false alarm."""
    actual, predicted = _labels(4, seed=1)
    expected = oracle.fbeta_score(actual, predicted, beta=beta, average=average)
    assert metrics.f_beta(actual, predicted, beta=beta, average=average) == pytest.approx(expected, rel=1e-14)


def test_the_matrix_is_that_of_scikit_learn() -> None:
    """A row for each actual class; the table of the slides is the other way round, positive class first."""
    actual, predicted = ["b", "a", "c", "a"], ["b", "c", "c", "a"]
    assert metrics.confusion_matrix(actual, predicted).tolist() == oracle.confusion_matrix(actual, predicted).tolist()
    order = ["c", "a", "b", "d"]
    ours = metrics.confusion_matrix(actual, predicted, classes=order)
    assert ours.tolist() == oracle.confusion_matrix(actual, predicted, labels=order).tolist()
    assert Confusion.of_two(tp=10, fp=2, fn=3, tn=5).predicted_by_actual.tolist() == [[10, 2], [3, 5]]


@pytest.mark.parametrize("counts", [FIRST, SECOND, THIRD, SMALL])
def test_the_ratios_of_the_slides(counts: Counts) -> None:
    """The classifiers of the slides have the exact ratios."""
    table = Confusion.of_two(tp=counts.tp, fp=counts.fp, fn=counts.fn, tn=counts.tn)
    assert table.accuracy == float(counts.accuracy)
    assert table.error_rate == float(1 - counts.accuracy)
    assert table.ratio("precision") == float(counts.precision)
    assert table.ratio("recall") == float(counts.recall)
    assert table.ratio("specificity") == counts.tn / (counts.tn + counts.fp)
    assert table.ratio("false_positive_rate") == counts.fp / (counts.tn + counts.fp)
    assert table.ratio("false_negative_rate") == counts.fn / (counts.tp + counts.fn)


def test_functions_and_ratios_are_the_same() -> None:
    """Each ratio is a function of labels, too; and so are accuracy and error rate."""
    actual, predicted = _labels(2, seed=3)
    table = Confusion.of(actual, predicted)
    for name in RATIOS:
        assert getattr(metrics, name)(actual, predicted) == table.ratio(name)
    assert metrics.accuracy(actual, predicted) == oracle.accuracy_score(actual, predicted) == table.accuracy
    assert metrics.error_rate(actual, predicted) == pytest.approx(1 - table.accuracy)


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
@pytest.mark.parametrize("zero", [0, 1])
def test_nothing_over_nothing_is_what_is_asked_for(ours: Metric, theirs: Metric, zero: int) -> None:
    """Where the ratio is 0/0, the number that is given stands for it, for two classes and on the average."""
    none = [0, 0, 0]
    assert ours(none, none, zero_division=zero) == theirs(none, none, zero_division=zero) == zero
    actual, predicted = [0, 1, 2, 0], [0, 1, 1, 0]
    for average in AVERAGES:
        expected = theirs(actual, predicted, average=average, zero_division=zero)
        assert ours(actual, predicted, average=average, zero_division=zero) == pytest.approx(expected)


def test_nothing_over_nothing_is_zero_with_a_warning_by_default() -> None:
    """It never is silent."""
    with pytest.warns(UndefinedRatioWarning, match="precision is 0/0"):
        assert metrics.precision([0, 1], [0, 0]) == 0
    assert np.isnan(metrics.precision([0, 1], [0, 0], zero_division=float("nan")))
    assert metrics.precision([0, 1, 2], [0, 1, 1], average="macro", zero_division=float("nan")) == 0.75


def test_the_positive_class_is_the_larger_or_the_named_one() -> None:
    """The two classes change places where the smaller one is named."""
    actual, predicted = ["no", "yes", "yes"], ["no", "no", "yes"]
    assert metrics.recall(actual, predicted) == 0.5
    assert metrics.recall(actual, predicted, positive_class="no") == 1.0
    assert metrics.recall([-1, -1], [-1, -1], zero_division=0) == 0
    assert metrics.specificity([-1, -1], [-1, -1]) == 1
    assert metrics.recall(["no", "no"], ["no", "no"], positive_class="yes", zero_division=1) == 1


REFUSED = (
    (lambda: metrics.accuracy([], []), EmptyDataError, "no example"),
    (lambda: metrics.accuracy([1, 0], [1]), WrongShapeError, "2 actual labels and 1"),
    (lambda: metrics.accuracy([[1, 0]], [[1, 0]]), WrongShapeError, "2 axes"),
    (lambda: metrics.accuracy([1.0, float("nan")], [1.0, 0.0]), WrongLabelsError, "actual"),
    (lambda: metrics.accuracy([1, 0], ["a", "b"]), WrongLabelsError, "text"),
    (lambda: metrics.recall([0, 1, 2], [0, 1, 2]), SettingError, "3 classes"),
    (lambda: metrics.recall([0, 1], [0, 1], positive_class=5), WrongLabelsError, "positive_class"),
    (lambda: metrics.recall(["a", "a"], ["a", "a"]), WrongLabelsError, "no other class"),
    (lambda: metrics.recall([0, 1], [0, 1], average="mean"), SettingError, "average"),  # pyright: ignore[reportArgumentType] -- the lie
    (lambda: metrics.recall([0, 0], [0, 0], zero_division=3), SettingError, "zero_division"),
    (lambda: metrics.f_beta([0, 1], [0, 1], beta=0), SettingError, "beta"),
    (lambda: metrics.confusion_matrix([0, 1], [0, 1], classes=[0]), WrongLabelsError, "not among"),
    (lambda: metrics.confusion_matrix([0, 1], [0, 1], classes=[0, 1, 1]), WrongLabelsError, "twice"),
    (lambda: Confusion.of([0], [1]).ratio("luck"), SettingError, "luck"),
)


@pytest.mark.parametrize(("call", "error", "said"), REFUSED)
def test_bad_input_is_refused(call: Callable[[], Any], error: type[DeriveError], said: str) -> None:
    """What has no answer is refused, by an error that says why."""
    with pytest.raises(error) as caught:
        _ = call()
    assert said in str(caught.value)
