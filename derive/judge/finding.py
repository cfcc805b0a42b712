"""What is found of one step, before it is tied to its place in the document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from derive.judge.edits import Edit
from derive.verdict import Counterexample

Word = Literal["proved", "refuted", "sampled", "undecided", "not-understood", "definition", "assumed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A verdict in a word, how it was reached, on which conditions, and what speaks for it."""

    verdict: Word
    method: str = ""
    reason: str = ""
    conditions: tuple[str, ...] = ()
    counterexample: Counterexample | None = None
    slip: Edit | None = None
    assumptions: tuple[str, ...] = ()
