"""Which coordinates are wrong among very many: groups are halved while their slope is wrong.

Each test takes two evaluations of the loss, so one wrong coordinate of a hundred thousand takes fewer than a hundred.
The rounding of the loss is measured first: the sum of a million terms has more of it than its size tells. Whatever the
halving ends at is measured by itself, and counts only where it is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from numeric.verify import directions
from numeric.verify.directions import Direction
from numeric.verify.ladder import Slope
from numeric.verify.measure import Measure
from numeric.verify.point import Array
from numeric.verify.reading import Claim, agrees_quickly, level_floor

MOST_WRONG = 4
MOST_TESTS = 120
CLEARLY = 10


@dataclass(frozen=True, slots=True)
class Found:
    """A wrong coordinate: its parameter, its place, the claimed and the true slope, both by the coordinate itself."""

    parameter: str
    place: tuple[int, ...]
    claimed: float
    true: Slope


def wrong_coordinates(measure: Measure, own: Claim, rng: np.random.Generator, *, most: int = MOST_WRONG) -> list[Found]:
    """Return the wrong coordinates; empty where there are more than a few, or where none can be told apart."""
    size = directions.scales(measure.given.params)
    _ = measure.rounding(directions.plain(size, rng))
    level = directions.level(size, own.slopes, level_floor(measure))
    groups = _Groups(measure, own, level, rng)
    waiting = [(name, np.arange(np.size(s))) for name, s in size.items()]
    found: list[tuple[str, int]] = []
    for _ in range(MOST_TESTS):
        if not waiting:
            break
        name, places = waiting.pop()
        if groups.right(name, places):
            continue
        if len(places) == 1:
            found.append((name, int(places[0])))
            if len(found) > most:
                return []
            continue
        middle = len(places) // 2
        waiting += [(name, places[:middle]), (name, places[middle:])]
    else:
        return []
    each = [_measured(measure, own, size, name, at) for name, at in found]
    return [f for f in each if abs(f.claimed - f.true.value) > CLEARLY * f.true.error]


def only_these(measure: Measure, own: Claim, found: list[Found], rng: np.random.Generator) -> bool:
    """Return whether these coordinates are wrong at another point too, and all others right."""
    level = directions.level(directions.scales(measure.given.params), own.slopes, level_floor(measure))
    drawn = directions.plain(level, rng)
    for one in found:
        drawn[one.parameter][one.place] = 0.0
        alone = {one.parameter: np.zeros(np.shape(level[one.parameter]))}
        alone[one.parameter][one.place] = level[one.parameter][one.place]
        if agrees_quickly(measure, own, alone):
            return False
    return agrees_quickly(measure, own, drawn)


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    measure: Measure
    own: Claim
    level: Direction
    rng: np.random.Generator

    def right(self, name: str, places: Array) -> bool:
        """Return whether the slope along a random direction of these coordinates is right.

        No coordinate moves by less than half its scale, so that none can hide.
        """
        moves = np.zeros(np.size(self.level[name]))
        drawn = self.rng.standard_normal(len(places))
        moves[places] = np.sign(drawn) * (0.5 + np.abs(drawn))
        return agrees_quickly(
            self.measure, self.own, {name: self.level[name] * moves.reshape(np.shape(self.level[name]))}
        )


def _measured(measure: Measure, own: Claim, size: Direction, name: str, at: int) -> Found:
    direction = directions.unit(size, name, at)
    scale = float(np.ravel(size[name])[at])
    claimed = directions.dot(own.slopes, direction)
    slope = measure.slope(direction, 1e-7 * max(abs(claimed), 1e-300))
    place = tuple(int(n) for n in np.unravel_index(at, np.shape(size[name])))
    return Found(name, place, claimed / scale, Slope(slope.value / scale, slope.error / scale))
