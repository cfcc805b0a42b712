"""Findings made of others: true under a convention only, wrong but repaired, alike but not equal, refused, derived."""

from __future__ import annotations

from collections.abc import Callable

from derive.derivation import Step
from derive.errors import ShapeMismatchError
from derive.lectures.catalogue import BY_NAME
from derive.lectures.register.claim import Finding

GOOD = {"proved", "right as printed"}
BAD = {"refuted", "wrong as printed"}


def only(holds: Finding, otherwise: Finding) -> Finding:
    """Return what holds under a convention, where it does not without; a convention that nothing needs is no finding.

    >>> only(Finding("proved", "normal form"), Finding("refuted", "at y = 0: left side 1, right side 0")).evidence
    'normal form; without the convention it is refuted: at y = 0: left side 1, right side 0'
    """
    if holds.outcome not in GOOD:
        return holds
    if otherwise.outcome not in BAD:
        return Finding("undecided", f"without the convention it is not refuted: {otherwise.evidence}")
    return Finding(
        holds.outcome, f"{holds.evidence}; without the convention it is {otherwise.outcome}: {otherwise.evidence}"
    )


def repaired(as_printed: Finding, repair: Finding) -> Finding:
    """Return what is found of a claim as printed, and in the evidence that it is right once it is repaired."""
    if as_printed.outcome not in BAD:
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
