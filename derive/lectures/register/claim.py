"""A claim of a lecture as data, and what running code finds of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from sympy import Rational

from derive.decide import prove
from derive.errors import DeriveError
from derive.verdict import Counterexample, Verdict

Outcome = Literal["proved", "refuted", "right as printed", "wrong as printed", "equivalent", "definition", "undecided"]
"""What the machine says. *Equivalent*: not equal, but with the same arg max, minimiser or decision, as was proved."""

OUTCOMES: tuple[Outcome, ...] = (
    "proved",
    "refuted",
    "right as printed",
    "wrong as printed",
    "equivalent",
    "definition",
    "undecided",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What came out: the outcome, the evidence in one sentence, and the counterexample where there is one."""

    outcome: Outcome
    evidence: str
    counterexample: Counterexample | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim: where it stands, what it says (in formula and own words), and the code that decides it.

    `expected` is what was found when the claim was registered; `convention` names what it needs to be true, such as
    a rule for the sign of zero; `repair` says what the lecture should say where it is wrong.
    """

    lecture: str
    line: int
    says: str
    expected: Outcome
    check: Callable[[], Finding]
    convention: str = ""
    repair: str = ""

    @property
    def name(self) -> str:
        """Return lecture and line, as citations write them."""
        return f"{self.lecture}:{self.line}"

    def find(self) -> Finding:
        """Return what the code finds now; what cannot be read is undecided and says why."""
        try:
            return self.check()
        except DeriveError as problem:
            return Finding("undecided", str(problem))


def decided(verdict: Verdict) -> Finding:
    """Return the finding that a verdict amounts to."""
    if verdict.status == "refuted":
        return Finding("refuted", str(verdict.counterexample), verdict.counterexample)
    if verdict.status != "proved":
        return Finding("undecided", f"{verdict.status}: {verdict.reason}")
    rests = "; ".join(str(c) for c in verdict.conditions)
    return Finding("proved", verdict.method + (f", if {rests}" if rests else ""))


def claim_holds(lhs: Any, rhs: Any, assuming: Any = (), *, relation: str = "==") -> Finding:
    """Return the finding of `prove` for one relation."""
    return decided(prove(lhs, rhs, assuming, relation=relation))


def all_of(*findings: Finding) -> Finding:
    """Return the first finding that is not the good one of its kind, else that all parts hold."""
    for finding in findings:
        if finding.outcome not in {"proved", "right as printed", "definition"}:
            return finding
    return Finding(findings[0].outcome, "; ".join(dict.fromkeys(f.evidence for f in findings)))


def printed(value: Fraction | Rational | int, shown: str) -> Finding:
    """Return whether a number, computed exactly, rounds to what is printed; half a unit of the last digit counts.

    >>> printed(Fraction(57, 100) ** 2, "0.345").outcome
    'wrong as printed'
    >>> printed(Fraction(57, 100) ** 2, "0.325").outcome
    'right as printed'
    """
    exact, written = Fraction(str(value)) if not isinstance(value, Fraction) else value, Fraction(shown)
    digits = len(shown.partition(".")[2])
    right = abs(exact - written) <= Fraction(1, 2 * 10**digits)
    shown_exact = str(exact) if exact.denominator == 1 else f"{float(exact):.6g}"
    outcome: Outcome = "right as printed" if right else "wrong as printed"
    return Finding(outcome, f"computed {shown_exact}, printed {shown}")


def computed(what: str, got: object, shown: object) -> Finding:
    """Return whether something computed exactly, such as a trace of weights, is what the lecture shows."""
    outcome: Outcome = "right as printed" if got == shown else "wrong as printed"
    return Finding(outcome, f"{what}: computed {got}, printed {shown}")


def definition(what: str) -> Finding:
    """Return the finding for a definition, a model assumption or an assignment: nothing is claimed."""
    return Finding("definition", what)
