"""The worked examples of the lectures as arrays. The register of claims has the numbers, as exact fractions.

>>> from numeric import data
>>> data.four_students().X[0], data.four_students().y
(array([ 1.,  1., -1., -1.]), array([ 1, -1, -1,  1]))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from derive.derivation import Citation
from derive.lectures.register import cls_metrics, cls_run, l7_examples, l7_points, l7_students, m146_example
from derive.lectures.worked import Counts, Example
from numeric.confusion import Confusion
from numeric.inputs import Floats


@dataclass(frozen=True, slots=True, eq=False)
class LabelledData:
    """Examples without the constant, labels +1 and -1, and what the lecture calls the examples and where it has them.

    `starts` has the weights that the lecture begins with, the intercept first.
    """

    X: Floats
    y: NDArray[np.intp]
    names: tuple[str, ...]
    starts: tuple[Floats, ...]
    source: Citation


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Inputs and outputs of a regression with one feature."""

    x: Floats
    y: Floats
    source: Citation


@dataclass(frozen=True, slots=True)
class Moments:
    """Means, variance of the inputs and covariance of a regression whose examples the lecture does not give."""

    mean_x: float
    mean_y: float
    variance_x: float
    covariance: float
    source: Citation


def four_students() -> LabelledData:
    """Return the four students: attendance, tall, sleeps, gum; grade A is +1. Both starts of the lecture."""
    rows = [features for features, _ in l7_students.STUDENTS]
    y = [1 if grade == "A" else -1 for _, grade in l7_students.STUDENTS]
    starts = (_floats(l7_students.FIRST_WEIGHTS), _floats(l7_students.OTHER_START))
    return LabelledData(_matrix(rows), np.array(y), l7_students.NAMES, starts, Citation("l7", 629))


def five_points() -> LabelledData:
    """Return the five points that no line separates; class 1 is +1."""
    rows = [features for features, _ in l7_points.POINTS]
    y = [-1 if label == l7_points.SECOND_CLASS else 1 for _, label in l7_points.POINTS]
    return LabelledData(
        _matrix(rows), np.array(y), _numbered("y", len(rows)), (_floats(l7_points.ONES),), Citation("l7", 758)
    )


def two_points() -> LabelledData:
    """Return the two points of the worked example that starts at zero."""
    start = _floats(m146_example.ZERO)
    return _of_examples(m146_example.EXAMPLES, m146_example.NAMES, start, Citation("m146", 222))


def logical_or() -> LabelledData:
    """Return the table of OR, as instances in the order of the run."""
    return _of_examples(cls_run.OR, _numbered("x", len(cls_run.OR)), _floats(cls_run.START), Citation("cls", 532))


def exclusive_or() -> LabelledData:
    """Return the table of XOR."""
    return _of_examples(cls_run.XOR, _numbered("x", len(cls_run.XOR)), _floats(cls_run.START), Citation("cls", 551))


def blood_pressure() -> Moments:
    """Return what is known of systolic blood pressure and age."""
    numbers = (l7_examples.MEAN_AGE, l7_examples.MEAN_PRESSURE, l7_examples.AGE_VARIANCE, l7_examples.COVARIANCE)
    return Moments(*map(float, numbers), source=Citation("l7", 122))


def regression_points() -> Points:
    """Return the five points of the regression that is worked out by hand."""
    return Points(_floats(l7_examples.INPUTS), _floats(l7_examples.OUTPUTS), Citation("l7", 166))


def classifier_tables() -> dict[str, Confusion]:
    """Return the confusion matrices of the slides by name: four of two classes, and that of iris."""
    binary = {
        "twenty instances": cls_metrics.SMALL,
        "classifier 1": cls_metrics.FIRST,
        "classifier 2": cls_metrics.SECOND,
        "classifier 3": cls_metrics.THIRD,
    }
    species = np.array(["setosa", "versicolor", "virginica"])
    iris = Confusion(np.array(cls_metrics.IRIS).T, species)
    return {name: _of_counts(counts) for name, counts in binary.items()} | {"iris": iris}


def _of_counts(counts: Counts) -> Confusion:
    return Confusion.of_two(tp=counts.tp, fp=counts.fp, fn=counts.fn, tn=counts.tn)


def _of_examples(examples: Sequence[Example], names: tuple[str, ...], start: Floats, source: Citation) -> LabelledData:
    """Return examples that have the constant 1 in front, without it."""
    rows = [features[1:] for features, _ in examples]
    return LabelledData(_matrix(rows), np.array([label for _, label in examples]), names, (start,), source)


def _numbered(letter: str, size: int) -> tuple[str, ...]:
    return tuple(f"{letter}_{number}" for number in range(1, size + 1))


def _floats(numbers: Iterable[Fraction]) -> Floats:
    return np.array([float(number) for number in numbers])


def _matrix(rows: Iterable[Iterable[Fraction]]) -> Floats:
    return np.array([_floats(row) for row in rows])
