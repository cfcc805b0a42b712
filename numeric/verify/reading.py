"""One direction at one point: whether the slope that the gradient claims agrees with the loss.

The quick way needs two evaluations of the loss: its difference over a short segment must be the integral of the
claimed slope, which a Lobatto rule gives far more exactly than any difference quotient. What does not agree in the
quick way is measured by the ladder, and only the ladder can say that it differs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from numeric.verify import directions
from numeric.verify.directions import Direction
from numeric.verify.errors import LossFailedError
from numeric.verify.ladder import CUBICS, IRREGULAR, Slope
from numeric.verify.measure import EPS, Measure
from numeric.verify.point import Point, shrunk
from numeric.verify.subject import GradientFailed, Slopes, Subject, finite

Status = Literal["agrees", "differs", "kink agrees", "kink differs", "ambiguous", "unresolved"]

SEGMENTS = (1e-3, 1e-1)
MANY = 100
"""Of more entries than that each moves so little along a level direction that the longer segment is the finer one."""
SHORT = 3e-5
STEADY = 0.3
INNER = float(np.sqrt(3 / 7))
NODES = (-1.0, -INNER, INNER, 1.0)
FINE = (1 / 10, 49 / 90, 32 / 45, 49 / 90, 1 / 10)
"""The Lobatto weights of -1, the inner nodes, 0 and 1."""
WANTED = 1e-6
"""How fine the answer should be, relative to the size of the terms."""
FAIR = 1e-4
"""How fine it must be beside a kink, where only a short segment is left."""
ROUGH = 1e-2
"""A comparison that is rougher than this settles nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one comparison showed: the claimed and the measured slope, and how far they may be apart."""

    status: Status
    at: Point
    direction: Direction
    claimed: float
    measured: Slope
    bound: float
    size: float

    @property
    def wrong(self) -> bool:
        """Return whether the claimed slope is wrong beyond the error of the measurement."""
        return self.status in {"differs", "kink differs"}

    @property
    def resolution(self) -> float:
        """Return the relative error of the slope that would have been noticed."""
        return self.bound / max(self.size, abs(self.measured.value), 1e-300)


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """The gradient at a point, the rounding of its code, and its machine precision."""

    slopes: Slopes
    rounding: Slopes
    eps: float
    top: float

    @property
    def wanted(self) -> float:
        """Return how fine the comparison should be: a gradient in single precision is judged as one."""
        return max(WANTED, 2000 * self.eps)

    def allowance(self, direction: Direction, moves: float, *, kink: bool) -> float:
        """Return how far a right gradient may be off along the direction, for its own rounding alone."""
        size = directions.size_of(self.slopes, direction)
        own = 0.0 if kink else 4 * directions.spread_of(self.rounding, direction)
        return 64 * self.eps * (size + self.top + moves) + own + 1e-9 * directions.spread_of(self.slopes, direction)


def claim(subject: Subject, at: Point, slopes: Slopes, rng: np.random.Generator) -> Claim:
    """Return the claim at a point: the gradient is called twice more, at inputs that differ by rounding."""
    eps = float(np.finfo(np.result_type(*(s.dtype for s in slopes.values()), np.float32)).eps)
    off = {name: np.zeros(s.shape) for name, s in slopes.items()}
    for _ in range(2):
        try:
            near = subject.slope(_jiggled(at, eps if at.dtype == np.float32 else EPS, rng))
        except GradientFailed:
            continue
        off = {n: np.maximum(off[n], np.abs(np.asarray(near[n], float) - np.asarray(slopes[n], float))) for n in off}
    size = directions.scales(at.params)
    top = max(
        (float(np.max(np.abs(np.asarray(slopes[n], float) * s), initial=0.0)) for n, s in size.items()), default=0.0
    )
    return Claim(slopes, {name: np.nan_to_num(4 * o) for name, o in off.items()}, eps, top)


def read(measure: Measure, own: Claim, direction: Direction, *, quick: bool = True) -> Reading:
    """Return the comparison along one direction; with `quick` off, by the ladder at once."""
    if quick:
        for width in segments(direction):
            seen = _segment(measure, own, direction, width)
            if seen is not None and seen.agrees:
                if seen.reading.resolution <= own.wanted:
                    return seen.reading
                continue
            if seen is not None and _steady(measure, own, direction, seen):
                break
            if width != SEGMENTS[0]:
                continue
            reading = _across(measure, own, direction)
            if reading is not None:
                return reading
            break
    else:
        rough = _judged(measure, own, direction, measure.rough_slope(direction, _needed(own, direction)))
        if rough.status == "agrees" and rough.resolution <= own.wanted:
            return rough
    return _by_ladder(measure, own, direction)


def level_floor(measure: Measure) -> float:
    """Return the share of a coordinate of which a millionth still shows over a short segment."""
    return 1e6 * max(2 * measure.eps * abs(float(measure.value)), measure.known_rounding) / SEGMENTS[0]


def segments(direction: Direction) -> tuple[float, ...]:
    """Return the lengths of the segments to look at, the first one first."""
    many = sum(np.size(v) for v in direction.values()) > MANY
    return SEGMENTS[::-1] if many else SEGMENTS


def agrees_quickly(measure: Measure, own: Claim, direction: Direction) -> bool:
    """Return whether the claimed slope agrees over a short segment; two evaluations of the loss."""
    seen = _segment(measure, own, direction, segments(direction)[0])
    return seen is not None and seen.agrees


def _by_ladder(measure: Measure, own: Claim, direction: Direction) -> Reading:
    return _judged(measure, own, direction, measure.slope(direction, _needed(own, direction)))


def _needed(own: Claim, direction: Direction) -> float:
    return 0.1 * own.wanted * max(directions.size_of(own.slopes, direction), 1e-300)


def _across(measure: Measure, own: Claim, direction: Direction) -> Reading | None:
    """Return a reading on a much shorter segment, where the longer one crosses a kink or the gradient errs beside it.

    Both ends of the longer segment are looked at too. None where the shorter one does not agree either.
    """
    seen = _segment(measure, own, direction, SHORT)
    if seen is None or not seen.agrees or seen.reading.resolution > max(FAIR, own.wanted):
        return None
    for end in (SEGMENTS[0], -SEGMENTS[0]):
        at = measure.given.moved(directions.step(measure.given.params, direction, end))
        try:
            there, slopes = Measure(measure.subject, at), measure.subject.slope(at)
        except (GradientFailed, LossFailedError):
            continue
        other = replace(own, slopes=slopes)
        beside = _segment(there, other, direction, SHORT)
        if beside is None or not beside.agrees:
            reading = _by_ladder(there, other, direction)
            if reading.wrong:
                return reading
    return seen.reading


@dataclass(frozen=True, slots=True, eq=False)
class _Segment:
    """The comparison over a segment: by how much the claimed slope is off there, and the reading where it agrees."""

    width: float
    gap: float
    reading: Reading

    @property
    def agrees(self) -> bool:
        """Return whether the gap is within the bound."""
        return abs(self.gap) <= self.reading.bound


def _steady(measure: Measure, own: Claim, direction: Direction, seen: _Segment) -> bool:
    """Return whether a gap is the same on a shorter segment: a kink, somewhere on it, would make another one."""
    if seen.width == SEGMENTS[0]:
        return False
    shorter = _segment(measure, own, direction, STEADY * seen.width)
    return shorter is not None and not shorter.agrees and 2 * abs(shorter.gap - seen.gap) < abs(seen.gap)


def _segment(measure: Measure, own: Claim, direction: Direction, width: float) -> _Segment | None:
    """Return the comparison over a segment; None where it cannot be computed."""
    inner = _claimed_along(measure, direction, width)
    if inner is None:
        return None
    left, before, after, right = inner
    middle = directions.dot(own.slopes, direction)
    fine = float(np.dot(FINE, (left, before, middle, after, right))) / 2
    coarse = (left + right + 4 * middle) / 6
    ahead, behind = measure.along(direction, width), measure.along(direction, -width)
    if not (np.isfinite(ahead) and np.isfinite(behind)):
        return None
    mean = float((ahead - behind) / (2 * width))
    largest = max(abs(float(ahead)), abs(float(behind)), abs(float(measure.value)))
    rounding = max(2 * measure.eps * largest, measure.known_rounding) / width
    error = rounding + abs(fine - coarse)
    bound = 10 * error + own.allowance(direction, measure.moves, kink=False)
    size = directions.size_of(own.slopes, direction)
    found = Slope(middle + mean - fine, error)
    return _Segment(width, mean - fine, Reading("agrees", measure.given, direction, middle, found, bound, size))


def _claimed_along(measure: Measure, direction: Direction, width: float) -> list[float] | None:
    found: list[float] = []
    for node in NODES:
        at = measure.given.moved(directions.step(measure.given.params, direction, node * width))
        try:
            slopes = measure.subject.slope(at)
        except GradientFailed:
            return None
        if not finite(slopes):
            return None
        found.append(directions.dot(slopes, direction))
    return found


def _judged(measure: Measure, own: Claim, direction: Direction, found: Slope) -> Reading:
    claimed, size = directions.dot(own.slopes, direction), directions.size_of(own.slopes, direction)
    bound = 10 * found.error + own.allowance(direction, measure.moves, kink=found.kink)
    status: Status = "agrees"
    if not np.isfinite(found.error) or not np.isfinite(bound):
        status = "unresolved"
    elif found.kink:
        low, high = found.sides
        bound += 2 * found.jump_error + 1e-6 * max(abs(low), abs(high))
        status = "kink agrees" if low - bound <= claimed <= high + bound else "kink differs"
    elif abs(claimed - found.value) > bound:
        bound += 20 * _rounding_of_claim(measure, own, direction, claimed, found)
        status = "differs" if abs(claimed - found.value) > bound else "unresolved"
        if status == "differs" and abs(claimed - found.value) <= _rounding_unsaturated(measure, own, direction):
            status = "unresolved"
    elif bound > ROUGH * max(size, abs(found.value)) and not size == claimed == 0:
        status = "unresolved"
    if status in {"differs", "kink differs"} and measure.jumps(direction):
        status = "unresolved"
    return Reading(status, measure.given, direction, claimed, found, bound, size)


def _rounding_unsaturated(measure: Measure, own: Claim, direction: Direction) -> float:
    """Return the rounding that the gradient's intermediate results have at small parameters.

    A saturated function has a tiny slope that is the difference of numbers of ordinary size; their rounding stays.
    """
    try:
        ordinary = measure.subject.slope(measure.given.moved(shrunk(measure.given.params, 1e-3)))
    except GradientFailed:
        return 4 * EPS
    size = directions.size_of(ordinary, direction)
    return 8 * own.eps * max(size, 1.0) if np.isfinite(size) else 4 * EPS


def _rounding_of_claim(measure: Measure, own: Claim, direction: Direction, claimed: float, found: Slope) -> float:
    """Return the rounding of the gradient's own code, measured where the difference is small enough to be that."""
    size = directions.size_of(own.slopes, direction)
    if not (abs(claimed - found.value) <= 1e-4 * size or abs(claimed - found.value) <= 1e-13):  # noqa: PLR2004 -- rounding
        return 0.0
    worst, far = 0.0, directions.lengthened(measure.given.params, direction)
    for width in (1e-6, 1e-5, 1e-4):
        values = [claimed]
        for t in IRREGULAR[1:]:
            at = measure.given.moved(directions.step(measure.given.params, far, float(t) * width))
            try:
                values.append(directions.dot(measure.subject.slope(at), direction))
            except GradientFailed:
                return 0.0
        rest = np.array(values) - claimed
        rest = rest - CUBICS @ (CUBICS.T @ rest)
        if np.isfinite(rest).all():
            worst = max(worst, float(np.sqrt(rest @ rest / 5)))
    return worst


def _jiggled(at: Point, eps: float, rng: np.random.Generator) -> Point:
    """Return the point with every entry that is no whole number changed by a rounding error."""

    def _near(leaf: object) -> object:
        array = np.asarray(leaf)
        if array.dtype.kind != "f" or not array.ndim or np.array_equal(array, np.round(array)):
            return leaf
        return (array * (1 + eps * (2.0 * rng.integers(0, 2, array.shape, np.int8) - 1.0))).astype(array.dtype)

    params = {name: _near(leaf) for name, leaf in at.params.items()}
    return replace(at, params=params, data={name: _near(leaf) for name, leaf in at.data.items()})
