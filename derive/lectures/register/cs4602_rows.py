"""Claims of CS 4602 that are shown by numbers: runs of the perceptron, and Fisher's criterion of two small sets.

The algorithm starts at w = 0 and updates where y w^T x <= 0; by line 62 a score of zero belongs to C_1.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from fractions import Fraction

from derive.lectures.register.row import Check, Row, Shows, claims_of_rows, listed, of
from derive.lectures.worked import (
    ORIGIN,
    Example,
    Mistake,
    Run,
    Vector,
    by_sign,
    dot,
    mean,
    moved,
    not_above_zero,
    updates,
    vector,
)

AWAY = vector(0, -1, 2)
FOUR: tuple[Example, ...] = ((vector(1, 3, 1), 1), (vector(1, 1, 2), 1), (vector(1, 1, -1), -1), (vector(1, -2, 1), -1))
"""Separable examples, with a 1 in front."""
TWO: tuple[Example, ...] = ((vector(1, 0), 1), (vector(2, -1), -1))
BOTH_WRONG = vector(-1, -3)


def _wrong_at_zero(mistake: Mistake) -> list[int]:
    """Return the labels for which a score of zero is a mistake."""
    return [label for label in (1, -1) if mistake(Fraction(0), label)]


def everything_is_wrong(mistake: Mistake) -> list[Check]:
    """Return whether at w = 0, where every score is zero, all examples are mistakes."""
    wrong = of(_wrong_at_zero, mistake)
    return [Shows("of the labels +1 and -1, a score of 0 is wrong for {}", of(operator.eq, wrong, [1, -1]), (wrong,))]


def errors(weights: Vector, *examples: Example) -> list[Fraction]:
    """Return what each example adds to E(w)."""
    return [max(Fraction(0), -label * dot(weights, features)) for features, label in examples]


def _rises(before: list[Fraction], after: list[Fraction]) -> bool:
    """Return whether the first example was a mistake, and yet the total is larger after the update on it."""
    return before[0] > 0 and sum(after) > sum(before)


def _updates_of(*sizes: int) -> list[int]:
    """Separate k from k - 1: relative to the size of the examples, the gap is ever smaller."""
    runs = (Run(((vector(1, k), 1), (vector(1, k - 1), -1)), vector(0, 0), not_above_zero) for k in sizes)
    return [len(updates(run.steps)) for run in runs]


def _increases(counts: list[int]) -> bool:
    return counts == sorted(set(counts))


def direction(weights: Vector) -> Vector:
    """Return weights over the largest of them: the same for all weights that decide alike."""
    return tuple(entry / max(map(abs, weights)) for entry in weights)


def _solution(start: Vector, *order: Example) -> Vector:
    return direction(Run(order, start, not_above_zero).last)


def differ(start: Vector, order: Sequence[Example]) -> Check:
    """Return whether the run from this start, on this order, ends otherwise than that from 0 on the usual order."""
    usual, other = of(_solution, ORIGIN, *FOUR), of(_solution, start, *order)
    told = (of(listed, usual), of(listed, other))
    return Shows("the solutions have the directions ({}) and ({})", of(operator.ne, usual, other), told)


BEFORE, AFTER = of(errors, BOTH_WRONG, *TWO), of(errors, of(moved, BOTH_WRONG, *TWO[0]), *TWO)
COUNTS = of(_updates_of, 2, 4, 8, 16)


SHEARED = (
    (vector(0, 0), vector(2, 1), vector(4, 2), vector(2, 0)),
    (vector(0, 2), vector(2, 3), vector(4, 4), vector(2, 2)),
)
"""Two classes in the plane, each of them spread along a slanted line."""
ROUND = (
    (vector(1, 0), vector(-1, 0), vector(0, 1), vector(0, -1)),
    (vector(5, 2), vector(3, 2), vector(4, 3), vector(4, 1)),
)
"""Two classes in the plane, each spread alike in all directions."""


def _mean(points: Sequence[Vector]) -> Vector:
    return tuple(map(mean, zip(*points, strict=True)))


def gap(*classes: Sequence[Vector]) -> Vector:
    """Return m_2 - m_1."""
    first, second = map(_mean, classes)
    return moved(second, first, -1)


def scatter(*classes: Sequence[Vector]) -> tuple[Vector, Vector]:
    """Return S_W, row by row."""
    centred = [moved(point, _mean(points), -1) for points in classes for point in points]
    rows = [vector(*(sum((c[one] * c[two] for c in centred), Fraction(0)) for two in (0, 1))) for one in (0, 1)]
    return rows[0], rows[1]


def best(*classes: Sequence[Vector]) -> Vector:
    """Return S_W^-1 (m_2 - m_1)."""
    (a, b), (_, c) = scatter(*classes)
    p, q = gap(*classes)
    return vector((c * p - b * q) / (a * c - b * b), (a * q - b * p) / (a * c - b * b))


def criterion(direction: Vector, *classes: Sequence[Vector]) -> Fraction:
    """Return J along a direction: the squared distance of the mean scores, over the scatter of the scores."""
    spread = dot(direction, tuple(dot(row, direction) for row in scatter(*classes)))
    return dot(direction, gap(*classes)) ** 2 / spread


def gap_is_worse(classes: tuple[Sequence[Vector], Sequence[Vector]]) -> list[Check]:
    """Return whether the direction between the means is worse than the best one."""
    along, most = (of(criterion, of(way, *classes), *classes) for way in (gap, best))
    return [
        Shows("J is {} along m_2 - m_1, and {} along S_W^-1 (m_2 - m_1)", of(operator.lt, along, most), (along, most))
    ]


ROWS = (
    Row(142, r"$w = 0$ misclassifies everything").refuted(
        *everything_is_wrong(by_sign(1)),
        repair="by line 62 it is right on all of $C_1$; say that by the test of line 128 it counts as wrong everywhere",
        mended=everything_is_wrong(not_above_zero),
    ),
    Row(169, "an update may raise the total error").proved(
        Shows(
            "errors {} before an update on the first example, {} after it",
            of(_rises, BEFORE, AFTER),
            (of(listed, BEFORE), of(listed, AFTER)),
        )
    ),
    Row(201, "convergence may be slow").proved(
        Shows("for k = 2, 4, 8, 16 the updates are {}", of(_increases, COUNTS), (of(listed, COUNTS),))
    ),
    Row(204, "the solution depends on the initialization and on the order of the examples").proved(
        differ(AWAY, FOUR), differ(ORIGIN, tuple(reversed(FOUR)))
    ),
    Row(269, "the direction between the means is not the best where the classes are not isotropic").proved(
        *gap_is_worse(SHEARED), otherwise=gap_is_worse(ROUND)
    ),
)

CLAIMS = claims_of_rows("cs4602", ROWS)
