"""A row of the cross-check: what was compared with what, and how often it agreed. It is text, and travels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["derivative", "oracle", "theorem"]
Outcome = Literal["right", "wrong", "cannot tell"]
Told = tuple[Outcome, str]
"""What one comparison told, and the trouble in words."""


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


def counted(comparisons: Iterable[Told], unit: str) -> Told:
    """Return the outcome of all comparisons, and how many were right, with the first trouble; of none, nothing.

    >>> counted([("right", ""), ("wrong", "2 was expected")], "values")
    ('wrong', '1 of 2 values; 2 was expected')
    """
    found = list(comparisons)
    states = [state for state, _ in found] or ["cannot tell"]
    outcome: Outcome = "wrong" if "wrong" in states else "cannot tell" if "cannot tell" in states else "right"
    trouble = next((f"; {text}" for state, text in found if state == outcome != "right"), "")
    return outcome, f"{states.count('right')} of {len(found)} {unit}{trouble}"
