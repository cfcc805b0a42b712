"""The engine as the lines of a document ask it: no statement is decided twice, and none once a line's time is over."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from time import thread_time
from typing import Any

from derive.decide.prove import decide, proves
from derive.decide.zeros import Zeros, equal_where
from derive.limits import Limits
from derive.recheck import Evidence, find
from derive.statements import Statement
from derive.verdict import Counterexample, Verdict

MOST = 2000
"""How many answers are kept."""
TICK = 1e-4
"""What a question may take at least, in seconds, whose time was not over when it was asked."""
SURE = frozenset({"proved", "refuted"})


class Late(Exception):  # noqa: N818 -- it is no error: whoever asks for a line hears that its time is over
    """The time of a line is over, and another question was asked."""


@dataclass(frozen=True, slots=True)
class Engine:
    """What decides statements until the thread has worked so long; the verdicts so far, each with the time it had.

    Every question takes `seconds` at the most. Raises `Late` where no time is left for one.
    """

    answers: dict[Any, tuple[Verdict, float, bool]] = field(default_factory=dict[Any, tuple[Verdict, float, bool]])
    until: float = inf

    def within(self, seconds: float) -> Engine:
        """Return the same for a line, which may take so many seconds."""
        return replace(self, until=min(self.until, thread_time() + seconds))

    def of(self, statement: Statement, seconds: float, *, recheck: bool = False, look: bool = True) -> Verdict:
        """Return the verdict on a statement, one that is open asked for again only where it has much more time.

        Without `recheck`, a proof has no second opinion; with `look`, what fails at a look is not tried to be proved.
        """
        words = statement.vocabulary  # a verdict speaks of names as they are written
        key = statement, look, *words.sizes.values(), *words.symbols.values(), *words.tensors.values()
        if key in self.answers:
            verdict, had, checked = self.answers[key]
            enough = verdict.status in SURE or seconds <= 2 * had
            if enough and (checked or verdict.status != "proved" or not recheck):
                return verdict
        allowed = self._left(seconds)
        verdict = decide(statement, limits=Limits(seconds=allowed), recheck=recheck, look=look)
        if len(self.answers) >= MOST:
            self.answers.clear()
        self.answers[key] = verdict, allowed, recheck
        return verdict

    def proves(self, statement: Statement, seconds: float, *, look: bool = True) -> bool:
        """Return whether the kernel soon proves a statement; few of those that are asked are true."""
        return proves(statement, limits=Limits(seconds=self._left(seconds)), look=look)

    def find(self, statement: Statement, seconds: float) -> Counterexample | Evidence:
        """Return a point at which a statement fails, or what was seen where it holds."""
        return find(statement, max_seconds=self._left(seconds))

    def equal_where(self, statement: Statement, seconds: float) -> Zeros:
        """Return where both sides of an equation are equal, if that is known."""
        return equal_where(statement, limits=Limits(seconds=self._left(seconds)))

    def in_time(self) -> float:
        """Return when the time of the line is over."""
        if thread_time() >= self.until:
            raise Late
        return self.until

    def _left(self, seconds: float) -> float:
        """Return how many of so many seconds there are."""
        return max(min(seconds, self.in_time() - thread_time()), TICK)
