"""A check by an oracle: a lowered function or an algorithm, against another way to the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from numeric.crosscheck.draws import Data, Draw, drawn
from numeric.crosscheck.rounding import RESOLUTION, compared, rounding
from numeric.crosscheck.row import Row, Tally

Way = Callable[[Data], Any]


@dataclass(frozen=True, slots=True)
class Oracle:
    """A lowered function or an algorithm `ours`, and another way `theirs` to the same numbers.

    `error` bounds the error of theirs, given the data and what they found; by default it is what rounding can do.
    It must be below `resolution`. `derivation` is the one that is put to the test. The row
    is skipped where the package `needs` is not installed.
    """

    topic: str
    name: str
    against: str
    draw: Draw
    ours: Way
    theirs: Way
    derivation: str
    error: Callable[[Data, Any], Any] | None = None
    needs: str = ""
    resolution: float = RESOLUTION

    def decide(self) -> Row:
        """Return the row, from random data of several sizes."""
        if self.needs and find_spec(self.needs) is None:
            return self._row("skipped", f"{self.needs} is not installed", "")
        tally = Tally()
        for data in drawn(self.draw):
            ours, theirs = self.ours(data), self.theirs(data)
            error = rounding(self.theirs, data) if self.error is None else self.error(data, theirs)
            told = compared(ours, theirs, error + rounding(self.ours, data), resolution=self.resolution)
            tally = tally.counted(told.state, str(told))
        return self._row(tally.outcome, tally.figure("within the error of both"), f"{self.resolution:.0e}")

    def _row(self, outcome: Any, figure: str, error: str) -> Row:
        return Row(self.topic, self.name, "oracle", self.name, self.against, outcome, figure, error, self.derivation)
