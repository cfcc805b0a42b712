"""What is found of one step, before it is tied to its place in the document."""

from __future__ import annotations

from dataclasses import dataclass

from derive.judge.told import Told
from derive.latex.read.scene import Assumption
from derive.verdict import Condition, Counterexample
from derive.words import Word


@dataclass(frozen=True, slots=True)
class Slip:
    """What a wrong line looks like: a label for programs, and a sentence for people."""

    label: str
    says: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A verdict in a word, how it was reached, on which conditions, and what speaks for it.

    `opinion` is what the second opinion says of a proof: that it agrees, or why it has none.
    """

    verdict: Word
    method: str = ""
    reason: str = ""
    conditions: tuple[Condition | str, ...] = ()
    counterexample: Counterexample | None = None
    slip: Slip | None = None
    assumptions: tuple[Assumption | str, ...] = ()
    opinion: str = ""
