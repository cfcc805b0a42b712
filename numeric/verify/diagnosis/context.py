"""One wrong point, measured in full: what the gradient claims and what the loss says, along many directions.

A candidate explanation predicts the claimed slopes; it fits where every prediction is within the error of measurement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.verify import directions
from numeric.verify.directions import Direction
from numeric.verify.errors import LossFailedError
from numeric.verify.measure import Measure
from numeric.verify.point import Point
from numeric.verify.subject import Slopes, Subject, finite

Numbers = NDArray[np.float64]
PER_PARAMETER = 24
FEW = 6


class Context:
    """A point where the gradient is wrong. Raises `LossFailedError` or `GradientFailed` where it cannot be."""

    def __init__(self, subject: Subject, at: Point, rng: np.random.Generator, *, limit: int = PER_PARAMETER) -> None:
        """Measure the slopes along every coordinate, or along random directions of a parameter with many."""
        self.subject, self.at, self.rng = subject, at, rng
        self.measure = Measure(subject, at)
        self.size = directions.scales(at.params)
        self.slopes: Slopes = {name: np.array(slope) for name, slope in subject.slope(at).items()}
        if not finite(self.slopes):
            raise LossFailedError("grad", place=at.tag, reason="it is not finite", way_out="see the finding")
        self.lines, self.names, self.places = self._lines(limit)
        self.of = np.array(self.names)
        self.single = np.dtype(at.dtype).itemsize < 8  # noqa: PLR2004 -- bytes of a double
        self.claimed = np.array([directions.dot(self.slopes, v) for v in self.lines])
        self.known: dict[Any, tuple[Numbers, Numbers] | None] = {}
        self.true, self.error = self._measured(self.measure, self.lines)

    def _lines(self, limit: int) -> tuple[list[Direction], list[str], list[int | None]]:
        lines: list[Direction] = []
        names: list[str] = []
        places: list[int | None] = []
        for name, scale in self.size.items():
            every = np.size(scale) <= limit
            for at in range(np.size(scale) if every else min(limit, FEW)):
                lines.append(
                    directions.unit(self.size, name, at) if every else directions.plain({name: scale}, self.rng)
                )
                names.append(name)
                places.append(at if every else None)
        return lines, names, places

    def _measured(self, measure: Measure, lines: Sequence[Direction]) -> tuple[Numbers, Numbers]:
        found = [measure.slope(v, 1e-9 * max(abs(u), 1e-300)) for v, u in zip(lines, self.claimed, strict=True)]
        return np.array([f.value for f in found]), np.array([f.error for f in found])

    def elsewhere(
        self, key: Any, data: Mapping[str, Any] | None = None, lines: Callable[[Direction], Direction] | None = None
    ) -> tuple[Numbers, Numbers] | None:
        """Return the true slopes with other data, or along changed directions; None where they cannot be measured.

        The answer is kept under the key.
        """
        if key not in self.known:
            try:
                measure = Measure(self.subject, self.at.fed(data)) if data is not None else self.measure
                self.known[key] = self._measured(measure, [lines(v) for v in self.lines] if lines else self.lines)
            except Exception:  # noqa: BLE001 -- the loss may refuse such data in any way
                self.known[key] = None
        return self.known[key]

    @property
    def exact(self) -> bool:
        """Return whether every coordinate was measured by itself."""
        return all(place is not None for place in self.places)

    @property
    def top(self) -> float:
        """Return the largest claimed or true slope."""
        return float(max(np.max(np.abs(self.claimed), initial=0.0), np.nanmax(np.abs(self.true), initial=0.0)))

    def tolerance(self, predicted: Numbers, error: Numbers | None = None) -> Numbers:
        """Return how far the claimed slopes may be from predicted ones that have these errors."""
        relative, floor = (2e-4, 1e-6) if self.single else (2e-6, 1e-11)
        known = self.error if error is None else np.maximum(self.error, error)
        rounding = 1e-13 * self.measure.moves
        return 20 * known + relative * np.maximum(np.abs(predicted), np.abs(self.claimed)) + floor * self.top + rounding

    def matches(self, predicted: Numbers, error: Numbers | None = None, only: NDArray[np.bool_] | None = None) -> bool:
        """Return whether the claimed slopes are the predicted ones, at the chosen places if some are chosen."""
        fitting = np.abs(self.claimed - predicted) <= self.tolerance(predicted, error)
        return bool(np.all(fitting if only is None else fitting[only]))

    def fitted(self, columns: Sequence[Numbers], only: NDArray[np.bool_] | None = None) -> list[float] | None:
        """Return coefficients with which the columns add up to the claimed slopes; None where none do."""
        table = np.stack(columns, 1)
        rows = np.ones(len(table), bool) if only is None else only
        if not np.isfinite(table[rows]).all() or not rows.any():
            return None
        weight = 1 / np.maximum(
            np.maximum(np.abs(table[rows]).max(1), np.abs(self.claimed[rows])), 1e-12 * self.top + 1e-300
        )
        found = np.linalg.lstsq(table[rows] * weight[:, None], self.claimed[rows] * weight, rcond=1e-10)[0]
        return [float(c) for c in found] if self.matches(table @ found, only=rows) else None

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Return where the claimed slope is wrong."""
        return np.abs(self.claimed - self.true) > self.tolerance(self.true)

    def wrong_names(self) -> list[str]:
        """Return the parameters with a wrong slope."""
        return [name for name in self.size if bool(self.wrong[self.of == name].any())]

    def examples(self, batch: Sequence[str]) -> int | None:
        """Return the number of examples, which is the length of these arrays."""
        return len(self.at.data[batch[0]]) if batch else None
