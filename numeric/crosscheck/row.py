"""A row of the cross-check: what was compared with what, and how often it agreed. It is text, and travels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from derive.words import Word
from numeric.differences.estimate import State

Kind = Literal["derivative", "oracle", "theorem"]
Told = tuple[State, str]
"""What one comparison told, and the trouble in words."""
OUTCOMES: Mapping[State, Word] = {"wrong": "refuted", "cannot tell": "undecided", "right": "sampled"}
"""What comparisons come to, the worst of them first: numbers prove nothing."""


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
    outcome: Word
    figure: str
    error: str = ""
    derivation: str = ""


def counted(comparisons: Iterable[Told], unit: str) -> tuple[Word, str]:
    """Return the outcome of all comparisons, and how many were right, with the first trouble; of none, nothing.

    >>> counted([("right", ""), ("wrong", "2 was expected")], "values")
    ('refuted', '1 of 2 values; 2 was expected')
    """
    found = list(comparisons)
    states: list[State] = [state for state, _ in found] or ["cannot tell"]
    worst: State = next(state for state in OUTCOMES if state in states)
    trouble = next((f"; {text}" for state, text in found if state == worst != "right"), "")
    return OUTCOMES[worst], f"{states.count('right')} of {len(found)} {unit}{trouble}"
