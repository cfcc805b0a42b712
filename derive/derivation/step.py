"""What a derivation consists of: steps, each with its relation, its reason and what was decided about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from derive.display import mimebundle
from derive.verdict import Condition, Verdict, issue
from derive.words import weakest

Kind = Literal["claim", "definition", "assumed", "given"]
"""A claim has a verdict; the other kinds claim nothing and are their own status word."""

RELATION_SIGNS = {"==": "=", "<=": "<=", "<": "<", ">=": ">=", ">": ">"}


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a lecture: its short name, and the line of the transcript.

    >>> print(Citation("l7", 381))
    l7:381
    """

    lecture: str
    line: int

    def __str__(self) -> str:
        """Return lecture and line."""
        return f"{self.lecture}:{self.line}"


@dataclass(frozen=True, slots=True)
class Step:
    """One line: `lhs relation rhs`, why, and the verdict (None for what claims nothing).

    `says` is the line in words, for steps that are no relation between two expressions. `uses` is what the step takes
    for granted beyond what the whole derivation assumes. `shown` is the left side to print where another one was
    decided: an equation before its solution was put in. `counter` is the number of steps of an induction, from 0 on,
    for all of which the line holds. `free` names what a derivative holds free, though an equation ties it.
    """

    relation: str
    lhs: Any
    rhs: Any
    reason: str
    kind: Kind = "claim"
    verdict: Verdict | None = None
    says: str = ""
    uses: tuple[Any, ...] = field(default=(), repr=False)
    shown: Any = None
    counter: Any = None
    free: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """Return the status word: that of the verdict, or the kind of a step that claims nothing."""
        return self.kind if self.verdict is None else self.verdict.status

    @property
    def method(self) -> str:
        """Return how it was decided, empty for what claims nothing."""
        return "" if self.verdict is None else self.verdict.method

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return the side conditions that the step rests on."""
        return () if self.verdict is None else self.verdict.conditions

    @property
    def opinion(self) -> str:
        """Return what the second opinion says of a proof; empty for what is not proved."""
        if self.verdict is None or self.status != "proved":
            return ""
        return "no opinion: it was not asked" if self.verdict.recheck is None else str(self.verdict.recheck)

    def __str__(self) -> str:
        """Return the step as one line of text."""
        line = self.says or f"{self.lhs} {RELATION_SIGNS.get(self.relation, self.relation)} {self.rhs}"
        given = ", ".join((*(said(fact) for fact in self.uses), *(f"{name} is held free" for name in self.free)))
        told = self.opinion.split(" at ")[0] if _agreeing(self.verdict) else self.opinion
        status = f"{self.status}{told and f'; second opinion: {told}'}"
        return f"{line}{given and f' where {given}'}    [{status}] {self.reason}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return what a notebook shows: text, LaTeX, HTML."""
        return mimebundle(self)


def said(fact: Any) -> str:
    """Return a relation with its sign between its sides, and anything else as it is printed."""
    sign = getattr(fact, "rel_op", "")
    return f"{fact.lhs} {RELATION_SIGNS[sign]} {fact.rhs}" if sign else str(fact)


@dataclass(frozen=True, slots=True)
class Opinions:
    """With how many of some proofs the second opinion agrees, and on which it has none, which is no agreement.

    >>> print(Opinions(2, ("line 3",)))
    agrees with 2 of 3 proofs, no opinion on line 3
    """

    agreeing: int
    silent: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool | None:
        """Return True where it agrees with all of them, else None."""
        return True if self.agreeing and not self.silent else None

    def __str__(self) -> str:
        """Return the count as one line."""
        without = f", no opinion on {', '.join(self.silent)}" if self.silent else ""
        return f"agrees with {self.agreeing} of {self.agreeing + len(self.silent)} proofs{without}"


def _agreeing(verdict: Verdict | None) -> bool:
    return getattr(getattr(verdict, "recheck", None), "agrees", None) is True


def opinions(parts: Sequence[tuple[str, Verdict]]) -> Opinions:
    """Return the second opinion on all named parts that are proved; a whole beside its parts is not counted again."""
    proved = [part for part in parts if part[1].status == "proved" and not isinstance(part[1].recheck, Opinions)]
    silent = tuple(name for name, verdict in proved if not _agreeing(verdict))
    return Opinions(len(proved) - len(silent), silent)


INCOMPLETE = "not every part is proved"


def joint(parts: Sequence[tuple[str, Verdict]], method: str) -> Verdict:
    """Return *proved* by `method` if every named part is proved, else *undecided* with the part that is not.

    The conditions and assumptions of all parts are those of the whole; `recheck` counts their second opinions.
    """
    conditions = tuple(dict.fromkeys(c for _, verdict in parts for c in verdict.conditions))
    assumptions = tuple(dict.fromkeys(a for _, verdict in parts for a in verdict.assumptions))
    missing = [f"{name} is {verdict.status}" for name, verdict in parts if verdict.status != "proved"]
    if missing or not parts:
        reason = "; ".join(missing) or "there is no part that could be proved"
        return issue("undecided", INCOMPLETE, reason=reason, conditions=conditions, assumptions=assumptions)
    return issue("proved", method, conditions=conditions, assumptions=assumptions, recheck=opinions(parts))


@dataclass(frozen=True, slots=True)
class Derivation:
    """A finished chain: where it comes from, its steps, and its result; it is proved only if every claim is."""

    name: str
    title: str
    source: tuple[Citation, ...]
    steps: tuple[Step, ...]
    result: Step

    @property
    def status(self) -> str:
        """Return the weakest status among the claims: refuted, undecided, sampled, or proved if all are."""
        return weakest(step.verdict.status for step in (*self.steps, self.result) if step.verdict is not None)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return the side conditions of all steps, each once."""
        return tuple(dict.fromkeys(c for step in (*self.steps, self.result) for c in step.conditions))

    @property
    def opinion(self) -> Opinions:
        """Return with how many of the proofs the second opinion agrees, and on which lines it has none."""
        return opinions(
            [(f"line {n}", step.verdict) for n, step in enumerate(self.steps, 1) if step.verdict is not None]
        )

    @property
    def lecture(self) -> str:
        """Return the short names of the lectures it comes from, joined by commas."""
        return ", ".join(dict.fromkeys(c.lecture for c in self.source))

    def __str__(self) -> str:
        """Return the whole derivation as text."""
        lines = [f"{self.name}: {self.title} [{self.status}]", *(f"  {step}" for step in self.steps)]
        ends = [f"  result: {self.result}", *(f"  if {c}" for c in self.conditions)]
        return "\n".join([*lines, *ends, f"  second opinion: {self.opinion}"])

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return what a notebook shows: text, LaTeX, HTML."""
        return mimebundle(self)
