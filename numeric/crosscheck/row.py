"""A row of the cross-check: what was compared with what, and how often it agreed. It is text, and travels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["derivative", "oracle", "theorem"]
Outcome = Literal["right", "wrong", "cannot tell"]


@dataclass(frozen=True, slots=True)
class Row:
    """A check and its outcome.

    `figure` says how often it held and `error` by which bound that was judged. Both hold on every machine: no digits
    that depend on rounding are among them, unless something is wrong. `derivation` is the one that it puts to the test.
    """

    topic: str
    name: str
    kind: Kind
    compares: str
    against: str
    outcome: Outcome
    figure: str
    error: str = ""
    derivation: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many comparisons were right, wrong, and beyond what can be told; the first trouble in words.

    >>> tally = Tally().counted("right").counted("wrong", "2 was expected")
    >>> tally.outcome, tally.figure("values")
    ('wrong', '1 of 2 values; 2 was expected')
    """

    right: int = 0
    wrong: int = 0
    unknown: int = 0
    trouble: str = ""

    def counted(self, state: Outcome, told: str = "") -> Tally:
        """Return the tally with one more comparison."""
        if state == "right":
            return replace(self, right=self.right + 1)
        # What is wrong is told before what is only unknown.
        first = told if not self.trouble or (state == "wrong" and not self.wrong) else self.trouble
        if state == "wrong":
            return replace(self, wrong=self.wrong + 1, trouble=first)
        return replace(self, unknown=self.unknown + 1, trouble=first)

    @property
    def outcome(self) -> Outcome:
        """Return "wrong" if anything is, then "cannot tell"; where nothing was compared, nothing is right."""
        if self.wrong:
            return "wrong"
        return "cannot tell" if self.unknown or not self.right else "right"

    def figure(self, unit: str) -> str:
        """Return how many of all were right, and the first trouble."""
        counted = f"{self.right} of {self.right + self.wrong + self.unknown} {unit}"
        return counted + (f"; {self.trouble}" if self.trouble else "")
