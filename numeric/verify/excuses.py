"""Where a made-up input asks too much: what a gradient does there is no fault of it, and a note says so.

Only inputs that were generated are excused. What is given is meant, and is judged as it is.
"""

from __future__ import annotations

import numpy as np

from numeric.verify import directions
from numeric.verify.directions import step
from numeric.verify.errors import LossFailedError
from numeric.verify.measure import Measure
from numeric.verify.point import Point
from numeric.verify.probe import Probe
from numeric.verify.rounding import names_of_steps
from numeric.verify.subject import Subject

MOST_ENTRIES = 24
MOVE = 0.37
ABSURD = 1e20


def not_finite(subject: Subject, found: Probe, rng: np.random.Generator) -> str:
    """Return why a gradient that is not finite is excused at a point where the loss is finite; empty where it is not.

    At a kink there is no gradient. Where every step that holds a parameter has underflowed, its slope is 0 to no digit.
    And a loss that overflows on its way has only by chance a value: unless it chooses
    between two ways, where that is how a careful loss is written.
    """
    if not any(finding.kind == "nonfinite" for finding in found.findings):
        return ""
    if overflows(subject, found.at) and "where" not in names_of_steps(subject, found.at):
        return f"the gradient is not finite at {found.at.tag}, and the loss overflows on the way to its value there"
    if _flat_where_not_finite(subject, found):
        return f"the gradient is not finite at {found.at.tag}, where the loss no longer depends on it"
    if has_kink(subject, found.at, rng):
        return f"the gradient is not finite at {found.at.tag}, where the loss has a kink and no gradient"
    return ""


def _flat_where_not_finite(subject: Subject, found: Probe) -> bool:
    """Return whether the loss is the same wherever the parameters go whose slopes are not finite."""
    size, value = directions.scales(found.at.params), subject.value(found.at)
    for name, slope in (found.slopes or {}).items():
        for n in np.flatnonzero(~np.isfinite(slope))[:MOST_ENTRIES]:
            unit = directions.unit(size, name, int(n))
            ends = [subject.value(found.at.moved(step(found.at.params, unit, t))) for t in (MOVE, -MOVE)]
            if {float(end) for end in ends if np.isfinite(end)} != {float(value)}:
                return False
    return found.slopes is not None


def overflows(subject: Subject, at: Point) -> bool:
    """Return whether a step of the loss leaves the range of floating-point numbers, though the loss is finite."""
    try:
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            _ = subject.value(at)
    except FloatingPointError:
        return True
    return False


def has_kink(subject: Subject, at: Point, rng: np.random.Generator) -> bool:
    """Return whether the one-sided slopes of the loss differ along a random direction."""
    try:
        measure = Measure(subject, at)
    except (LossFailedError, ArithmeticError, LookupError, TypeError, ValueError):
        return False
    return measure.slope(directions.plain(directions.scales(at.params), rng)).kink


def too_large(subject: Subject, at: Point, usual: float) -> bool:
    """Return whether the loss is so large that it has no digits left for what it is elsewhere."""
    return abs(float(subject.value(at))) > ABSURD * (1 + usual)


def unused(subject: Subject, at: Point) -> bool:
    """Return whether the loss is the same whatever some entry of the parameters is."""
    size, value = directions.scales(at.params), subject.value(at)
    for name, scale in size.items():
        for n in range(min(np.size(scale), MOST_ENTRIES)):
            moved = at.moved(step(at.params, directions.unit(size, name, n), MOVE))
            if subject.value(moved) == value:
                return True
    return False
