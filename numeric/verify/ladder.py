"""The slope of a function of one number at 0: a ladder of steps, with an error that is estimated and not assumed.

Central differences on shrinking steps are extrapolated; the error is how much the extrapolations disagree, plus the
rounding of the function divided by the step. Second differences on the same ladder show a kink at 0: one-sided slopes
that differ.

`numeric.differences` has a ladder too, for another question: the best derivative that can be had, along many directions
of a function with values of any shape. Here a slope is wanted as exactly as a comparison needs, in few evaluations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Path = Callable[[float], Any]

FIRST_STEP, RATIO, RUNGS, DEPTH = 0.25, 4.0, 13, 5
IRREGULAR = np.array([0.0, 1.137, 1.871, 3.213, 3.929, 5.291, 5.807, 7.178, 8.091])
"""Places for measuring noise: equal spacing would mistake the steps of a quantised function for its shape."""
CUBICS = np.linalg.qr(np.vander(IRREGULAR / IRREGULAR[-1], 4))[0]


@dataclass(frozen=True, slots=True)
class Slope:
    """A slope with its error, and by how much it jumps at 0 with the error of that."""

    value: float
    error: float
    jump: float = 0.0
    jump_error: float = np.inf

    @property
    def kink(self) -> bool:
        """Return whether the one-sided slopes differ beyond doubt."""
        return abs(self.jump) > 8 * self.jump_error + 1e-7 * abs(self.value)

    @property
    def sides(self) -> tuple[float, float]:
        """Return the smaller and the larger one-sided slope."""
        half = abs(self.jump) / 2
        return self.value - half, self.value + half


UNKNOWN = Slope(np.nan, np.inf)


def noise(path: Path, middle: float, eps: float) -> float:
    """Return the rounding of the function: what is left of a cubic through nine irregular places close to 0.

    >>> 1e-17 < noise(lambda t: np.sin(1 + t), np.sin(1.0), 2.2e-16) < 1e-14
    True
    """
    floor = 0.5 * eps * abs(float(middle))
    for width in (1e-6, 1e-5, 1e-4):
        values = np.array([middle, *(path(float(t) * width) for t in IRREGULAR[1:])], np.longdouble)
        if np.isfinite(values).all() and len(np.unique(values)) >= 7:  # noqa: PLR2004 -- else it is flat or quantised
            rest = values - values[0]
            rest = rest - CUBICS @ (CUBICS.T @ rest)
            return max(float(np.sqrt(rest @ rest / 5)), floor)
    far = [abs(float(path(t) - middle)) for t in (0.25, -0.25)]
    return max(floor, eps * max([f for f in far if np.isfinite(f)], default=0.0))


@dataclass(slots=True)
class _Table:
    """The extrapolations of one ladder while it grows; the best entry so far."""

    row: list[float] = field(default_factory=list[float])
    noises: list[float] = field(default_factory=list[float])
    jumps: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    best: tuple[float, float] = (np.nan, np.inf)
    jump: tuple[float, float] = (0.0, np.inf)

    def add(self, quotient: float, second: float, rounding: float) -> None:
        """Add a rung: the central difference, the second difference, and the rounding of the first."""
        row, noises, weight = [quotient], [rounding], 1.0
        for before, noise_before in zip(self.row[:DEPTH], self.noises[:DEPTH], strict=True):
            weight *= RATIO * RATIO
            better = (weight * row[-1] - before) / (weight - 1)
            noises.append((weight * noises[-1] + noise_before) / (weight - 1))
            error = max(abs(better - row[-1]), abs(better - before)) + 3 * noises[-1]
            row.append(better)
            if error < self.best[1]:
                self.best = (better, error)
        self.row, self.noises = row, noises
        self.jumps.append((second, 4 * rounding))
        if len(self.jumps) > 2:  # noqa: PLR2004 -- two extrapolations are compared
            (a, na), (b, nb), (c, _) = self.jumps[-1], self.jumps[-2], self.jumps[-3]
            here, there = (RATIO * a - b) / (RATIO - 1), (RATIO * b - c) / (RATIO - 1)
            error = abs(here - there) + 3 * (RATIO * na + nb) / (RATIO - 1)
            if error < self.jump[1]:
                self.jump = (here, error)

    def settled(self, needed: float) -> bool:
        """Return whether more rungs would not help: the error is small enough, or rounding has taken over."""
        if len(self.jumps) < 3:  # noqa: PLR2004 -- the jump needs three rungs
            return False
        value, error = self.best
        known = self.jump[1] <= max(1e-6 * abs(value), 100 * needed)
        return 3 * self.noises[0] > 20 * error or (error <= needed and known)


def slope(path: Path, middle: float, rounding: float, *, eps: float, needed: float = 0.0) -> Slope:
    """Return the slope at 0, with its error and the jump; `needed` is an error that is small enough to stop.

    >>> found = slope(lambda t: np.exp(t), 1.0, 1e-16, eps=2.2e-16)
    >>> abs(found.value - 1) <= found.error < 1e-9
    True
    >>> slope(lambda t: abs(t), 0.0, 1e-16, eps=2.2e-16).kink
    True
    """
    table = _Table()
    for rung in range(RUNGS):
        step = FIRST_STEP / RATIO**rung
        ahead, behind = path(step), path(-step)
        if not (np.isfinite(ahead) and np.isfinite(behind)):
            table = _Table()
            continue
        here = max(rounding, 0.25 * eps * max(abs(float(ahead)), abs(float(behind))))
        table.add(float((ahead - behind) / (2 * step)), float((ahead - 2 * middle + behind) / step), here / step)
        if table.settled(needed):
            break
    return Slope(*table.best, *table.jump)
