"""The worked examples of the lectures as arrays. `derive.lectures.worked` has the numbers, as exact fractions.

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
from derive.lectures import worked
from derive.lectures.worked import Counts, Example, Vector
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
    starts = (worked.QUARTERS, worked.OTHER_START)
    return _of_examples(worked.STUDENTS, worked.STUDENT_NAMES, starts, Citation("l7", 629))


def five_points() -> LabelledData:
    """Return the five points that no line separates; class 1 is +1."""
    return _of_examples(worked.FIVE_POINTS, _numbered("y", 5), (worked.ONES,), Citation("l7", 758))


def two_points() -> LabelledData:
    """Return the two points of the worked example that starts at zero."""
    return _of_examples(worked.TWO_POINTS, worked.TWO_NAMES, (worked.ORIGIN,), Citation("m146", 222))


def logical_or() -> LabelledData:
    """Return the table of OR, as instances in the order of the run."""
    return _of_examples(worked.OR, _numbered("x", 4), (worked.ORIGIN,), Citation("cls", 532))


def exclusive_or() -> LabelledData:
    """Return the table of XOR."""
    return _of_examples(worked.XOR, _numbered("x", 4), (worked.ORIGIN,), Citation("cls", 551))


def blood_pressure() -> Moments:
    """Return what is known of systolic blood pressure and age."""
    numbers = (worked.MEAN_AGE, worked.MEAN_PRESSURE, worked.AGE_VARIANCE, worked.COVARIANCE)
    return Moments(*map(float, numbers), source=Citation("l7", 122))


def regression_points() -> Points:
    """Return the five points of the regression that is worked out by hand."""
    return Points(_floats(worked.INPUTS), _floats(worked.OUTPUTS), Citation("l7", 166))


def classifier_tables() -> dict[str, Confusion]:
    """Return the confusion matrices of the slides by name: four of two classes, and that of iris."""
    binary = {
        "twenty instances": worked.SMALL,
        "classifier 1": worked.FIRST,
        "classifier 2": worked.SECOND,
        "classifier 3": worked.THIRD,
    }
    species = np.array(["setosa", "versicolor", "virginica"])
    iris = Confusion(np.array(worked.IRIS).T, species)
    return {name: _of_counts(counts) for name, counts in binary.items()} | {"iris": iris}


def _of_counts(counts: Counts) -> Confusion:
    return Confusion.of_two(tp=counts.tp, fp=counts.fp, fn=counts.fn, tn=counts.tn)


def _of_examples(
    examples: Sequence[Example], names: tuple[str, ...], starts: Sequence[Vector], source: Citation
) -> LabelledData:
    """Return examples that have the constant 1 in front, without it."""
    rows = [features[1:] for features, _ in examples]
    labels = np.array([label for _, label in examples])
    return LabelledData(_matrix(rows), labels, names, tuple(map(_floats, starts)), source)


def _numbered(letter: str, size: int) -> tuple[str, ...]:
    return tuple(f"{letter}_{number}" for number in range(1, size + 1))


def _floats(numbers: Iterable[Fraction]) -> Floats:
    return np.array([float(number) for number in numbers])


def _matrix(rows: Iterable[Iterable[Fraction]]) -> Floats:
    return np.array([_floats(row) for row in rows])
