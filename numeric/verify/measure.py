"""Numerical slopes of one loss at one point, as exactly as its arithmetic allows.

First in double precision, whatever the parameters are; where that is too rough, in extended precision; and where the
loss is analytic, by a complex step, which is believed only where the differences confirm it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from numeric.verify import directions, ladder
from numeric.verify.directions import Direction, step
from numeric.verify.errors import LossFailedError
from numeric.verify.ladder import Slope
from numeric.verify.point import Point, cast
from numeric.verify.subject import OutOfBudget, Subject

EPS = float(np.finfo(np.float64).eps)
EXTENDED = float(np.finfo(np.longdouble).eps)
TINY = 1e-40


class Measure:
    """The loss around a point: values along directions, and slopes with their errors.

    Raises `LossFailedError` where the loss has no finite value at the point.
    """

    def __init__(self, subject: Subject, at: Point) -> None:
        """Evaluate the loss at the point."""
        self.subject, self.given = subject, at
        self.at, self.value = self._best_precision(at)
        if not np.isfinite(self.value):
            reason, way_out = f"the loss is {self.value} there", "give parameters and data where it is finite"
            raise LossFailedError("loss", place=at.tag, reason=reason, way_out=way_out)
        self.eps = float(np.finfo(np.asarray(self.value).dtype).eps)
        self.moves = 0.0
        self._rounding: float | None = None
        self._no_extended = False

    def _best_precision(self, at: Point) -> tuple[Point, Any]:
        double = replace(at, params=cast(at.params, np.float64), data=cast(at.data, np.float64))
        if at.dtype == np.float64:
            return double, self.subject.value(at)
        try:
            return double, self.subject.value(double)
        except OutOfBudget:
            raise
        except Exception:  # noqa: BLE001 -- the user's code may raise anything
            return at, self.subject.value(at)

    def along(self, direction: Direction, t: float) -> Any:
        """Return the loss at t along the direction; NaN where it raises."""
        try:
            value = self.subject.value(self.at.moved(step(self.at.params, direction, t, self.at.dtype)))
        except OutOfBudget:
            raise
        except Exception:  # noqa: BLE001 -- the user's code may raise anything
            return np.float64(np.nan)
        if abs(t) <= ladder.FIRST_STEP and np.isfinite(value):
            self.moves = max(self.moves, abs(float(value - self.value)))
        return value

    def rough_slope(self, direction: Direction, needed: float) -> Slope:
        """Return the slope with the least rounding error that the loss can have: enough to agree, not to differ."""
        rounding = self._rounding or 2 * self.eps * abs(float(self.value))
        path = lambda t: self.along(direction, t)  # noqa: E731 -- a path is a function of one number
        return ladder.slope(path, self.value, rounding, eps=self.eps, needed=needed)

    def slope(self, direction: Direction, needed: float = 0.0) -> Slope:
        """Return the slope along the direction; `needed` is the error that would settle the question."""
        rounding = self.rounding(direction)
        path = lambda t: self.along(direction, t)  # noqa: E731 -- a path is a function of one number
        found = ladder.slope(path, self.value, rounding, eps=self.eps, needed=needed)
        if found.error <= needed or found.kink:
            return found
        better = self._extended_slope(direction, needed)
        if better.error < found.error and not abs(better.value - found.value) > 4 * (better.error + found.error):
            found = better
        if found.error <= needed or found.kink or not np.isfinite(found.error):
            return found
        complex_step = self._complex_slope(direction)
        if complex_step is None or abs(complex_step - found.value) > found.error:
            return found
        # What amplifies the rounding of the loss amplifies that of its slope.
        amplified = max(1.0, rounding / (self.eps * abs(float(self.value)) or np.inf))
        error = 64 * EPS * amplified * max(abs(complex_step), needed)
        return replace(found, value=complex_step, error=error) if error < found.error else found

    def jumps(self, direction: Direction) -> bool:
        """Return whether the loss jumps right here: it changes over no distance, by more than rounding."""
        least = 100 * self.rounding(direction) + 1e-3 * self.moves
        return any(not abs(float(self.along(direction, t) - self.value)) <= least for t in (1e-10, -1e-10))

    @property
    def precision(self) -> float:
        """Return the machine precision of the finest arithmetic that the loss is computed in."""
        return self.eps if self._extended_value({}, 0.0) is None else EXTENDED

    @property
    def known_rounding(self) -> float:
        """Return the rounding error of the loss around the point; 0 where it was not measured yet."""
        return self._rounding or 0.0

    def rounding(self, direction: Direction) -> float:
        """Return the rounding error of the loss around the point, measured once.

        Every coordinate of the first direction moves by a share of its size: over less nothing inside would round anew.
        """
        if self._rounding is None:
            far = directions.lengthened(self.at.params, direction)
            self._rounding = ladder.noise(lambda t: self.along(far, t), self.value, self.eps)
            self._rounding = max(self._rounding, self._against_extended(direction))
        return self._rounding

    def _against_extended(self, direction: Direction) -> float:
        """Return by how much the loss in double precision is off from the same in extended precision."""
        worst = 0.0
        for t in (0.0, 1e-3, -0.1):
            there = self._extended_value(direction, t)
            here = self.along(direction, t)
            if there is not None and np.isfinite(there) and np.isfinite(here):
                worst = max(worst, abs(float(there - here)))
        return worst

    def _extended_value(self, direction: Direction, t: float) -> Any:
        """Return the loss in extended precision; None where it is not computed in it."""
        if self._no_extended or EXTENDED >= EPS or self.subject.framework != "numpy" or self.eps > EPS:
            return None
        at = self.at
        wide = replace(at, params=step(at.params, direction, t, np.longdouble), data=cast(at.data, np.longdouble))
        try:
            value = self.subject.value(wide)
        except OutOfBudget:
            raise
        except Exception:  # noqa: BLE001 -- the user's code may raise anything
            value = None
        if value is None or np.asarray(value).dtype != np.longdouble:
            self._no_extended = True
            return None
        return value

    def _extended_slope(self, direction: Direction, needed: float) -> Slope:
        middle = self._extended_value(direction, 0.0)
        if middle is None or not np.isfinite(middle):
            return ladder.UNKNOWN
        path = lambda t: self._extended_value(direction, t) if not self._no_extended else np.nan  # noqa: E731 -- a path is a function of one number
        rounding = max(ladder.noise(path, middle, EXTENDED), (self._rounding or 0.0) * EXTENDED / EPS)
        return ladder.slope(path, middle, rounding, eps=EXTENDED, needed=needed)

    def _complex_slope(self, direction: Direction) -> float | None:
        if self.subject.framework != "numpy":
            return None
        here = self.at.params.items()
        params = {n: np.asarray(p) + 1j * TINY * direction[n] if n in direction else p for n, p in here}
        try:
            with np.errstate(all="raise"):
                value = self.subject.raw_value(self.at.moved(params))
        except OutOfBudget:
            raise
        except Exception:  # noqa: BLE001 -- the user's code may raise anything
            return None
        found = np.asarray(value)
        if found.size != 1 or found.dtype.kind != "c" or not np.isfinite(found).all():
            return None
        return float(np.imag(found).item() / TINY)
