"""What the engine answered so far: of the lines of a document, and of their readings, many are the same statement."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from derive.decide.prove import decide
from derive.limits import Limits
from derive.statements import Statement
from derive.verdict import Verdict

MOST = 2000
"""How many answers are kept."""
SURE = frozenset({"proved", "refuted"})


@dataclass(frozen=True, slots=True)
class Answers:
    """The verdicts on statements that were asked for while one document is judged, each with the time that it had."""

    known: dict[Any, tuple[Verdict, float, bool]] = field(default_factory=dict[Any, tuple[Verdict, float, bool]])

    def of(self, statement: Statement, seconds: float, *, recheck: bool = False, look: bool = True) -> Verdict:
        """Return the verdict on a statement, one that is open asked for again only where it has much more time.

        Without `recheck`, a proof has no second opinion; with `look`, what fails at a look is not tried to be proved.
        """
        words = statement.vocabulary  # a verdict speaks of names as they are written
        key = statement, look, *words.sizes.values(), *words.symbols.values(), *words.tensors.values()
        if key in self.known:
            verdict, had, checked = self.known[key]
            enough = verdict.status in SURE or seconds <= 2 * had
            if enough and (checked or verdict.status != "proved" or not recheck):
                return verdict
        verdict = decide(statement, limits=Limits(seconds=seconds), recheck=recheck, look=look)
        if len(self.known) >= MOST:
            self.known.clear()
        self.known[key] = verdict, seconds, recheck
        return verdict
