"""A claim of a lecture as data, what running code finds of it, and findings that are made of others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from sympy import Rational

from derive.decide import prove
from derive.derivation import Step
from derive.errors import DeriveError, ShapeMismatchError
from derive.lectures.catalogue import BY_NAME
from derive.verdict import Counterexample, Verdict
from derive.words import Word, row_of


@dataclass(frozen=True, slots=True)
class Finding:
    """What came out: the outcome, the evidence in one sentence, and the counterexample where there is one."""

    outcome: Word
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
    expected: Word
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
    """Return the finding that a verdict amounts to; of a proof on which there is no second opinion, it says so."""
    if verdict.status == "refuted":
        return Finding("refuted", str(verdict.counterexample), verdict.counterexample)
    if verdict.status != "proved":
        return Finding("undecided", f"{verdict.status}: {verdict.reason}")
    rests = "; ".join(str(c) for c in verdict.conditions)
    agrees = getattr(verdict.recheck, "agrees", None)
    silent = "" if agrees else f"; second opinion: {verdict.recheck or 'it was not asked'}"
    return Finding("proved", verdict.method + (f", if {rests}" if rests else "") + silent)


def claim_holds(lhs: Any, rhs: Any, assuming: Any = (), *, relation: str = "==") -> Finding:
    """Return the finding of `prove` for one relation, the second opinion asked about a proof."""
    return decided(prove(lhs, rhs, assuming, relation=relation, recheck=True))


def all_of(*findings: Finding) -> Finding:
    """Return the first finding that is not the good one of its kind, else that all parts hold."""
    for finding in findings:
        if finding.outcome not in {"proved", "agrees to the digits", "definition"}:
            return finding
    return Finding(findings[0].outcome, "; ".join(dict.fromkeys(f.evidence for f in findings)))


def printed(value: Fraction | Rational | int, shown: str) -> Finding:
    """Return whether a number, computed exactly, rounds to what is printed; half a unit of the last digit counts.

    >>> printed(Fraction(57, 100) ** 2, "0.345").outcome
    'disagrees to the digits'
    >>> printed(Fraction(57, 100) ** 2, "0.325").outcome
    'agrees to the digits'
    """
    exact, written = Fraction(str(value)) if not isinstance(value, Fraction) else value, Fraction(shown)
    digits = len(shown.partition(".")[2])
    right = abs(exact - written) <= Fraction(1, 2 * 10**digits)
    shown_exact = str(exact) if exact.denominator == 1 else f"{float(exact):.6g}"
    outcome: Word = "agrees to the digits" if right else "disagrees to the digits"
    return Finding(outcome, f"computed {shown_exact}, printed {shown}")


def computed(what: str, got: object, shown: object) -> Finding:
    """Return whether something computed exactly, such as a trace of weights, is what the lecture shows."""
    outcome: Word = "agrees to the digits" if got == shown else "disagrees to the digits"
    return Finding(outcome, f"{what}: computed {got}, printed {shown}")


GOOD = {"proved", "agrees to the digits"}


def only(holds: Finding, otherwise: Finding) -> Finding:
    """Return what holds under a convention, where it does not without; a convention that nothing needs is no finding.

    >>> only(Finding("proved", "normal form"), Finding("refuted", "at y = 0: left side 1, right side 0")).evidence
    'normal form; without the convention it is refuted: at y = 0: left side 1, right side 0'
    """
    if holds.outcome not in GOOD:
        return holds
    if not row_of(otherwise.outcome).wrong:
        return Finding("undecided", f"without the convention it is not refuted: {otherwise.evidence}")
    return Finding(
        holds.outcome, f"{holds.evidence}; without the convention it is {otherwise.outcome}: {otherwise.evidence}"
    )


def repaired(as_printed: Finding, repair: Finding) -> Finding:
    """Return what is found of a claim as printed, and in the evidence that it is right once it is repaired."""
    if not row_of(as_printed.outcome).wrong:
        return as_printed
    if repair.outcome not in GOOD:
        return Finding("undecided", f"the repair is {repair.outcome}: {repair.evidence}")
    evidence = f"{as_printed.evidence}; repaired it is {repair.outcome}: {repair.evidence}"
    return Finding(as_printed.outcome, evidence, as_printed.counterexample)


def equivalent(equal: Finding, *alike: Finding) -> Finding:
    """Return that two things are not equal, which `equal` asked, and yet order or decide alike in every way given."""
    weak = next((finding for finding in alike if finding.outcome != "proved"), None)
    if weak is not None:
        return weak
    if equal.outcome != "refuted":
        return equal
    how = "; ".join(dict.fromkeys(finding.evidence for finding in alike))
    return Finding("equivalent", f"in the same order: {how}; not equal: {equal.evidence}")


def refused(question: Callable[[], Finding]) -> Finding:
    """Return a refutation if the engine refuses a formula because its shapes do not fit together."""
    try:
        return question()
    except ShapeMismatchError as refusal:
        return Finding("refuted", str(refusal))


def shown(what: str, *, holds: bool) -> Finding:
    """Return what an exactly computed example shows: that something happens, or that it does not happen there."""
    return Finding("proved" if holds else "refuted", f"computed: {what}")


def derived(name: str, *reasons: str) -> Finding:
    """Return whether a derivation is proved, all of it, or those of its claims that are given by their reasons.

    >>> derived("lms", "the chain rule").evidence
    "1 claim of the derivation 'lms', proved"
    """
    derivation = BY_NAME[name].derive()
    steps = [step for step in derivation.steps if step.kind == "claim" and (not reasons or step.reason in reasons)]
    missing = set(reasons) - {step.reason for step in steps}
    if missing or not steps:
        return Finding("undecided", f"the derivation {name!r} has no claim {', '.join(sorted(missing)) or 'at all'}")
    weak = next((step for step in steps if step.status != "proved"), None)
    if weak is not None:
        return _weak(name, weak)
    conditions = "; ".join(dict.fromkeys(str(c) for step in steps for c in step.conditions))
    many = f"{len(steps)} claim{'s'[: len(steps) - 1]} of the derivation {name!r}, proved"
    return Finding("proved", many + (f", if {conditions}" if conditions else ""))


def _weak(name: str, step: Step) -> Finding:
    """Return what is wrong with a step of a derivation."""
    where = f"the derivation {name!r}, {step.reason}"
    if step.verdict is not None and step.verdict.status == "refuted":
        return Finding("refuted", f"{where}: {step.verdict.counterexample}", step.verdict.counterexample)
    return Finding("undecided", f"{where}: {step.status}")


@dataclass(frozen=True, slots=True)
class At:
    """What a lecture says at a line; from here to the claim that it is, by what is known of it."""

    lecture: str
    line: int
    says: str

    def comes_out(
        self, outcome: Word, check: Callable[[], Finding], *, convention: str = "", repair: str = ""
    ) -> Claim:
        """Return the claim."""
        return Claim(self.lecture, self.line, self.says, outcome, check, convention, repair)

    def proved(self, check: Callable[[], Finding], *, convention: str = "", repair: str = "") -> Claim:
        """Return a claim that is proved, perhaps under a convention only."""
        return self.comes_out("proved", check, convention=convention, repair=repair)

    def refuted(self, check: Callable[[], Finding], *, repair: str) -> Claim:
        """Return a claim that is wrong, with what should stand there."""
        return self.comes_out("refuted", check, repair=repair)

    def equivalent(self, check: Callable[[], Finding], *, convention: str = "") -> Claim:
        """Return a claim that is no equality, and in the same order."""
        return self.comes_out("equivalent", check, convention=convention)

    def defines(self, what: str, *, convention: str = "") -> Claim:
        """Return a definition, a model assumption or an assignment: nothing is claimed."""
        return self.comes_out("definition", partial(Finding, "definition", what), convention=convention)
