"""Does the loss jump? Over a long segment its difference must be the integral of the claimed slope.

Where it is not, the segment is halved towards the mismatch. What remains on a segment of no length is a jump.
"""

from __future__ import annotations

import numpy as np

from numeric.verify import directions
from numeric.verify.directions import Direction
from numeric.verify.measure import Measure
from numeric.verify.reading import FINE, INNER
from numeric.verify.subject import GradientFailed, finite

REACH = 0.25
SHORTEST = 1e-8
MOST_CALLS = 60
SMALLEST = 1e-9
"""A jump is at least this large, relative to the loss and what it changes by."""


class _Segments:
    """The loss and the integral of the claimed slope along one direction."""

    def __init__(self, measure: Measure, direction: Direction) -> None:
        self.measure, self.direction, self.calls = measure, direction, 0
        self.values: dict[float, float] = {}

    def value(self, t: float) -> float:
        """Return the loss, which is evaluated once at each place."""
        if t not in self.values:
            self.values[t] = float(self.measure.along(self.direction, t))
        return self.values[t]

    def slope(self, t: float) -> float:
        """Return the claimed slope; NaN where it is not finite."""
        self.calls += 1
        at = self.measure.given.moved(directions.step(self.measure.given.params, self.direction, t))
        slopes = self.measure.subject.slope(at)
        return directions.dot(slopes, self.direction) if finite(slopes) else float("nan")

    def integral(self, a: float, b: float, depth: int = 0) -> tuple[float, float]:
        """Return the integral of the claimed slope and its error; it is refined while the error is no small share."""
        middle, half = (a + b) / 2, (b - a) / 2
        nodes = [self.slope(middle + half * x) for x in (-1.0, -INNER, 0.0, INNER, 1.0)]
        fine = float(half * np.dot(FINE, nodes))
        coarse = half * (nodes[0] + 4 * nodes[2] + nodes[4]) / 3
        error = abs(fine - coarse)
        if error <= 1e-9 * abs(half) * max(map(abs, nodes)) or self.calls > MOST_CALLS or depth > 4:  # noqa: PLR2004 -- deep enough
            return fine, error
        (left, e), (right, f) = self.integral(a, middle, depth + 1), self.integral(middle, b, depth + 1)
        return left + right, e + f

    def mismatch(self, a: float, b: float) -> tuple[float, float]:
        """Return by how much the loss changes over a segment without the claimed slope, and the error of that."""
        self.calls = 0
        claimed, error = self.integral(a, b)
        return self.value(b) - self.value(a) - claimed, error


def jump(measure: Measure, direction: Direction) -> float:
    """Return by how much the loss jumps along the direction close to the point; 0 where it does not."""
    segments = _Segments(measure, direction)
    a, b = -REACH, REACH
    try:
        first, error = segments.mismatch(a, b)
        least = SMALLEST * (abs(float(measure.value)) + measure.moves)
        if not abs(first) > 10 * error + least:
            return 0.0
        left = first
        while b - a > SHORTEST:
            middle = (a + b) / 2
            before, after = segments.mismatch(a, middle)[0], segments.mismatch(middle, b)[0]
            a, b, left = (a, middle, before) if abs(before) > abs(after) else (middle, b, after)
            if not abs(left) > max(0.05 * abs(first), least):
                return 0.0
        if not abs(left) > 100 * measure.rounding(direction):
            return 0.0
    except GradientFailed:
        return 0.0
    return left
