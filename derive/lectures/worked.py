"""The worked examples of the lectures: their numbers as exact fractions, and what is computed of them.

There are perceptron runs, least squares, counts of a classifier. A run depends on what a score of zero means, so the
rule that calls an example a mistake is an argument of every run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle, islice
from typing import TypeAlias

Vector: TypeAlias = tuple[Fraction, ...]
Example: TypeAlias = tuple[Vector, int]
"""The features, with the constant 1 where the lecture has one, and the label, +1 or -1."""
Mistake: TypeAlias = Callable[[Fraction, int], bool]
"""Whether an example with this score and this label is misclassified."""

LONGEST = 10_000
"""Where a run that does not end is given up."""


def vector(*entries: int | str | Fraction) -> Vector:
    """Return a vector of fractions.

    >>> print(*vector(1, "-0.75"))
    1 -3/4
    """
    return tuple(Fraction(entry) for entry in entries)


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """Return the inner product of two vectors of the same length."""
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def moved(start: Vector, along: Vector, rate: Fraction | int = 1) -> Vector:
    """Return `start + rate * along`."""
    return tuple(a + rate * b for a, b in zip(start, along, strict=True))


def sign(score: Fraction, *, at_zero: int) -> int:
    """Return +1 or -1 by the sign of a score, and `at_zero` for a score of 0."""
    return (score > 0) - (score < 0) or at_zero


def by_sign(at_zero: int) -> Mistake:
    """Return the rule that a mistake is a label other than the sign of the score.

    >>> by_sign(-1)(Fraction(0), 1), by_sign(-1)(Fraction(0), -1)
    (True, False)
    """
    return lambda score, label: sign(score, at_zero=at_zero) != label


def below_zero(score: Fraction, label: int) -> bool:
    """Return the rule that a mistake has `label * score < 0`: a score of zero never is one."""
    return label * score < 0


def not_above_zero(score: Fraction, label: int) -> bool:
    """Return the rule that a mistake has `label * score <= 0`: a score of zero always is one."""
    return label * score <= 0


@dataclass(frozen=True, slots=True)
class Fed:
    """One example fed to a perceptron: its number from 0 on, its score, whether it was wrong, and the weights after."""

    number: int
    score: Fraction
    wrong: bool
    weights: Vector


def sequential(
    examples: Sequence[Example], start: Vector, mistake: Mistake, rate: Fraction | int = 1, *, most: int = LONGEST
) -> list[Fed]:
    """Feed the examples in turn, update on each mistake, and stop when all of them in a row were right.

    A run that does not stop is broken off after `most` examples; then the last ones are not all right.

    >>> both = [(vector(1, 1), 1), (vector(1, -1), -1)]
    >>> [step.wrong for step in sequential(both, vector(0, 0), not_above_zero)]
    [True, True, False, False]
    """
    run: list[Fed] = []
    for step in islice(_fed(examples, start, mistake, rate), most):
        run.append(step)
        if len(run) >= len(examples) and not any(fed.wrong for fed in run[-len(examples) :]):
            break
    return run


def _fed(examples: Sequence[Example], start: Vector, mistake: Mistake, rate: Fraction | int) -> Iterator[Fed]:
    weights = start
    for number, (features, label) in cycle(enumerate(examples)):
        score = dot(weights, features)
        wrong = mistake(score, label)
        weights = moved(weights, features, rate * label) if wrong else weights
        yield Fed(number, score, wrong, weights)


def batch(
    examples: Sequence[Example], start: Vector, mistake: Mistake, rate: Fraction | int = 1, *, most: int = LONGEST
) -> list[Vector]:
    """Return the start and the weights after each batch update, until there are no mistakes, or `most` updates.

    >>> both = [(vector(1, 1), 1), (vector(1, -1), -1)]
    >>> [tuple(map(int, weights)) for weights in batch(both, vector(0, 0), not_above_zero)]
    [(0, 0), (0, 2)]
    """
    weights = [start]
    while len(weights) <= most:
        wrong = [(x, y) for x, y in examples if mistake(dot(weights[-1], x), y)]
        if not wrong:
            break
        after = weights[-1]
        for features, label in wrong:
            after = moved(after, features, rate * label)
        weights.append(after)
    return weights


def updates(run: Sequence[Fed]) -> list[Vector]:
    """Return the weights after each update of a run."""
    return [step.weights for step in run if step.wrong]


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the single-sample rule: on what, from where, and what a mistake is.

    >>> [int(entry) for entry in Run(OR, ORIGIN, by_sign(-1)).last]
    [0, 1, 1]
    """

    examples: Sequence[Example]
    start: Vector
    mistake: Mistake
    most: int = LONGEST

    @property
    def steps(self) -> list[Fed]:
        """Return the steps, computed now."""
        return sequential(self.examples, self.start, self.mistake, most=self.most)

    @property
    def last(self) -> Vector:
        """Return the weights at the end."""
        return self.steps[-1].weights

    @property
    def updates(self) -> list[Vector]:
        """Return the weights after each update."""
        return updates(self.steps)

    @property
    def mistakes_at_the_end(self) -> int:
        """Return how many of the last examples were mistakes, once round."""
        return sum(step.wrong for step in self.steps[-len(self.examples) :])


def mean(values: Sequence[Fraction]) -> Fraction:
    """Return the mean.

    >>> print(mean(vector(1, 2, -1, 3, 4)))
    9/5
    """
    return sum(values, Fraction(0)) / len(values)


def about_mean(values: Sequence[Fraction]) -> Vector:
    """Return the deviations from the mean."""
    middle = mean(values)
    return tuple(value - middle for value in values)


def least_squares(inputs: Sequence[Fraction], outputs: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the intercept and the slope of the least-squares line.

    >>> print(*least_squares(vector(0, 1, 2), vector(1, 3, 5)))
    1 2
    """
    deviations = about_mean(inputs)
    slope = dot(deviations, about_mean(outputs)) / dot(deviations, deviations)
    return mean(outputs) - slope * mean(inputs), slope


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a classifier of two classes: true and false positives, false and true negatives.

    >>> Counts(tp=90, fp=10, fn=10, tn=90).accuracy
    Fraction(9, 10)
    """

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def total(self) -> int:
        """Return how many instances were tested."""
        return self.tp + self.fp + self.fn + self.tn

    @property
    def accuracy(self) -> Fraction:
        """Return the share of the instances that is classified correctly."""
        return Fraction(self.tp + self.tn, self.total)

    @property
    def precision(self) -> Fraction:
        """Return the share of the positive answers that is right."""
        return Fraction(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Fraction:
        """Return the share of the positives that is found."""
        return Fraction(self.tp, self.tp + self.fn)


# The examples. Vectors begin with the constant 1.

MEAN_AGE, MEAN_PRESSURE = Fraction("45.13"), Fraction("142.53")
AGE_VARIANCE, COVARIANCE = Fraction("233.91"), Fraction("227.10")
"""Lecture 7, lines 122 to 126: blood pressure by age. The data are not in the lecture."""

INPUTS, OUTPUTS = vector(1, 2, -1, 3, 4), vector(2, 4, 0, 4, 6)
"""Lecture 7, lines 166 to 170: five points of a regression."""

STUDENT_NAMES = ("Jane", "Steve", "Mary", "Peter")
STUDENTS: tuple[Example, ...] = (
    (vector(1, 1, 1, -1, -1), 1),
    (vector(1, 1, 1, 1, 1), -1),
    (vector(1, -1, -1, -1, 1), -1),
    (vector(1, 1, -1, -1, 1), 1),
)
"""Lecture 7, lines 629 to 632: attendance, tall, sleeps, gum; the grade A is +1 and F is -1."""
QUARTERS, OTHER_START = vector(*["0.25"] * 5), vector(0, "0.5", "0.5", 0, 0)
"""Where the runs on the students start, lines 677 and 747."""

FIVE_POINTS: tuple[Example, ...] = (
    (vector(1, 2, 1), 1),
    (vector(1, 4, 3), 1),
    (vector(1, 3, 5), 1),
    (vector(1, 1, 3), -1),
    (vector(1, 5, 6), -1),
)
"""Lecture 7, lines 758 and 759: five points that no line separates; class 2 is -1."""
ONES = vector(1, 1, 1)
"""Where the run on the five points starts."""

TWO_NAMES = ("x_o", "x_*")
TWO_POINTS: tuple[Example, ...] = ((vector(1, 1, 2), 1), (vector(1, 2, 1), -1))
"""ECE M146, lines 222 and 224: x_o, which is looked at first, and x_*."""
ORIGIN = vector(0, 0, 0)

OR: tuple[Example, ...] = tuple((vector(1, a, b), 1 if a or b else -1) for a in (0, 1) for b in (0, 1))
XOR: tuple[Example, ...] = tuple((vector(1, a, b), 1 if a != b else -1) for a in (0, 1) for b in (0, 1))
"""The classification slides, lines 532 and 551."""

FIRST = Counts(tp=90, fp=10, fn=10, tn=90)
SECOND = Counts(tp=10, fp=10, fn=10, tn=170)
THIRD = Counts(tp=20, fp=20, fn=0, tn=160)
"""The classification slides, lines 186, 194 and 276: three classifiers."""
SMALL = Counts(tp=10, fp=2, fn=3, tn=5)
"""The table of line 128."""
IRIS = ((13, 0, 0), (0, 10, 6), (0, 0, 9))
"""The table of line 144: a row for each predicted class, a column for each actual one."""
