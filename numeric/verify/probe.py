"""One point, probed: what is called, along which directions, and what was found there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from numeric.verify import directions
from numeric.verify.directions import Direction
from numeric.verify.errors import LossFailedError
from numeric.verify.ladder import FIRST_STEP
from numeric.verify.measure import EPS, Measure
from numeric.verify.point import Point, cast
from numeric.verify.reading import Claim, Reading, claim, level_floor, read
from numeric.verify.rounding import rounding_bound
from numeric.verify.subject import GradientFailed, Slopes, Subject, finite

SAFELY = 4
"""The rounding of two values, twice."""
GROUPS = 4
"""A thorough probe looks at each parameter by itself, or at so many groups of them."""
DOUBLE = 8
BEYOND = {2: 1e2, 4: 1e30, 8: 1e290, 16: 1e290}
"""By the bytes of a number: a loss above this excuses a gradient that overflows."""


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """Something wrong that is no matter of slopes: its kind, a sentence, and where."""

    kind: str
    says: str
    at: Point


@dataclass(slots=True, eq=False)
class Probe:
    """What one point showed."""

    at: Point
    slopes: Slopes | None = None
    readings: list[Reading] = field(default_factory=list[Reading])
    findings: list[Finding] = field(default_factory=list[Finding])
    skipped: str = ""

    @property
    def wrong(self) -> bool:
        """Return whether the gradient is wrong here."""
        return bool(self.findings) or any(reading.wrong for reading in self.readings)

    @property
    def kink(self) -> bool:
        """Return whether the loss has a kink here."""
        return any(reading.measured.kink for reading in self.readings)

    @property
    def telling(self) -> bool:
        """Return whether anything can be learned here: the loss is finite, and its slope not drowned."""
        return not self.skipped and (self.settled or self.wrong or self.kink)

    @property
    def settled(self) -> bool:
        """Return whether every reading agrees."""
        return bool(self.readings) and all(r.status in {"agrees", "kink agrees"} for r in self.readings)


def probe(subject: Subject, at: Point, rng: np.random.Generator, *, thorough: bool, ladder: bool = False) -> Probe:
    """Return what the gradient shows at a point.

    A thorough probe takes several directions for the whole and one for each parameter; else one is taken. With
    `ladder` the first direction is measured by the ladder. A point where the loss has no finite value is skipped.
    What is wrong in single precision and right at the same point in double precision is rounding.
    """
    found = _probed(subject, at, rng, thorough=thorough, ladder=ladder)
    if found.wrong and at.dtype.itemsize < DOUBLE and all(f.kind == "nonfinite" for f in found.findings):
        wide = replace(at, params=cast(at.params, np.float64), data=cast(at.data, np.float64))
        again = _probed(subject, wide, rng, thorough=True, ladder=False)
        if again.readings and not again.wrong:
            found.findings.clear()
            found.readings = [replace(r, status="unresolved") if r.wrong else r for r in found.readings]
    return found


def _probed(subject: Subject, at: Point, rng: np.random.Generator, *, thorough: bool, ladder: bool) -> Probe:
    found = Probe(at)
    try:
        measure = Measure(subject, at)
    except (
        LossFailedError,
        ArithmeticError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        RuntimeError,
    ) as error:
        found.skipped = f"the loss cannot be computed there: {error}"[:200]
        return found
    try:
        slopes = subject.slope(at)
    except GradientFailed as failed:
        found.findings.append(Finding(failed.kind, failed.says, at))
        return found
    found.slopes = {name: np.array(slope) for name, slope in slopes.items()}
    if not finite(found.slopes) and abs(float(measure.value)) > BEYOND[at.dtype.itemsize]:
        found.skipped = "the loss is close to the largest number there is"
        return found
    if not finite(found.slopes):
        bad = next(name for name, slope in found.slopes.items() if not np.isfinite(slope).all())
        found.findings.append(Finding("nonfinite", f"the gradient of {bad} is not finite where the loss is", at))
        return found
    own = claim(subject, at, found.slopes, rng)
    chosen = _thorough(measure, own, rng) if thorough else _one(measure, own, rng)
    for number, direction in enumerate(chosen):
        found.readings.append(read(measure, own, direction, quick=not (ladder and number == 0)))
        if found.readings[-1].status == "differs":
            break
    _excuse_kinks(found, measure, rng)
    _excuse_rounding(found, measure)
    return found


def _one(measure: Measure, own: Claim, rng: np.random.Generator) -> Iterator[Direction]:
    yield _level(measure, directions.scales(measure.given.params), own, rng)


def _thorough(measure: Measure, own: Claim, rng: np.random.Generator) -> Iterator[Direction]:
    """Yield two plain directions, two level ones, and one for each parameter."""
    size = directions.scales(measure.given.params)
    for _ in range(2):
        yield directions.plain(size, rng)
        yield _level(measure, size, own, rng)
    if len(size) > 1:
        for names in _grouped(list(size)):
            yield _level(measure, {name: size[name] for name in names}, own, rng)


def _grouped(names: list[str]) -> list[list[str]]:
    """Return the names one by one, or in a few groups where there are many."""
    return [names[n::GROUPS] for n in range(min(len(names), GROUPS))]


def _level(measure: Measure, size: Direction, own: Claim, rng: np.random.Generator) -> Direction:
    return directions.plain(directions.level(size, own.slopes, level_floor(measure)), rng)


def _excuse_kinks(found: Probe, measure: Measure, rng: np.random.Generator) -> None:
    """Turn "outside of the one-sided slopes" into "ambiguous" where the loss is not convex.

    At a kink of a convex loss a gradient lies between the one-sided slopes along every direction. Elsewhere it need
    not: the usual convention of a slope 0 for `max(0, x)` at 0 may put it outside.
    """
    differing = [
        n
        for n, reading in enumerate(found.readings)
        if reading.status == "kink differs"
        or (reading.status == "differs" and _jumps_here(found, measure, reading, rng))
    ]
    if not differing:
        return
    concave = any(r.measured.kink and r.measured.jump < 0 for r in found.readings)
    if concave or not all(_convex(measure, rng, width) for width in (2.0, 0.5, 0.1)):
        for n in differing:
            found.readings[n] = replace(found.readings[n], status="ambiguous")


def _excuse_rounding(found: Probe, measure: Measure) -> None:
    """Turn what differs by less than the rounding of the steps of the loss into "unresolved".

    No difference can tell more: it sees that rounding over the longest step at the least.
    """
    if not any(reading.wrong for reading in found.readings):
        return
    least = SAFELY * rounding_bound(measure.subject, measure.at, measure.precision) / FIRST_STEP
    for n, reading in enumerate(found.readings):
        if reading.wrong and abs(reading.claimed - reading.measured.value) - abs(reading.measured.jump) / 2 <= least:
            found.readings[n] = replace(reading, status="unresolved")


def _jumps_here(found: Probe, measure: Measure, reading: Reading, rng: np.random.Generator) -> bool:
    """Return whether the gradient itself jumps at the point: kinks along one direction may cancel."""
    if reading.at is not found.at or found.slopes is None:
        return False
    for side in (1e-7, -1e-7, 1e-7, -1e-7):
        near = directions.step(found.at.params, directions.plain(directions.scales(found.at.params), rng), side)
        try:
            slopes = measure.subject.slope(found.at.moved(near))
        except GradientFailed:
            return False
        if not finite(slopes) or abs(directions.dot(slopes, reading.direction) - reading.claimed) > 1e-3 * reading.size:
            return True
    return False


def _convex(measure: Measure, rng: np.random.Generator, width: float, count: int = 60) -> bool:
    """Return whether the loss lies below its chords between random pairs of points."""
    size = directions.scales(measure.given.params)
    for _ in range(count):
        a, b = directions.plain(size, rng), directions.plain(size, rng)
        middle = {name: (a[name] + b[name]) / 2 for name in a}
        at_a, at_b, between = (float(measure.along(v, width)) for v in (a, b, middle))
        if between > (at_a + at_b) / 2 + 1e-9 * (abs(at_a) + abs(at_b)) + 64 * EPS * abs(float(measure.value)):
            return False
    return True
