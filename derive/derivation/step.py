"""What a derivation consists of: steps, each with its relation, its reason and what was decided about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from derive.display import mimebundle
from derive.verdict import Condition, Verdict

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
    for all of which the line holds.
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

    def __str__(self) -> str:
        """Return the step as one line of text."""
        line = self.says or f"{self.lhs} {RELATION_SIGNS.get(self.relation, self.relation)} {self.rhs}"
        given = ", ".join(_said(fact) for fact in self.uses)
        return f"{line}{given and f' where {given}'}    [{self.status}] {self.reason}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return what a notebook shows: text, LaTeX, HTML."""
        return mimebundle(self)


def _said(fact: Any) -> str:
    sign = getattr(fact, "rel_op", "")
    return f"{fact.lhs} {RELATION_SIGNS[sign]} {fact.rhs}" if sign else str(fact)


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
        found = {step.verdict.status for step in (*self.steps, self.result) if step.verdict is not None}
        return next((s for s in ("refuted", "undecided", "sampled") if s in found), "proved" if found else "undecided")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return the side conditions of all steps, each once."""
        return tuple(dict.fromkeys(c for step in (*self.steps, self.result) for c in step.conditions))

    @property
    def lecture(self) -> str:
        """Return the short names of the lectures it comes from, joined by commas."""
        return ", ".join(dict.fromkeys(c.lecture for c in self.source))

    def __str__(self) -> str:
        """Return the whole derivation as text."""
        lines = [f"{self.name}: {self.title} [{self.status}]", *(f"  {step}" for step in self.steps)]
        return "\n".join([*lines, f"  result: {self.result}", *(f"  if {c}" for c in self.conditions)])

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return what a notebook shows: text, LaTeX, HTML."""
        return mimebundle(self)
