"""Worked examples, computed again with exact fractions: perceptron runs, least squares, counts of a classifier.

A run depends on what a score of zero means, so the rule that calls an example a mistake is an argument of every run.
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
