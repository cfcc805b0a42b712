"""Findings made of others: what counts as good, and what no combination may pass off as found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import MatrixSymbol, symbols

from derive.lectures.catalogue import BY_NAME
from derive.lectures.register import combine
from derive.lectures.register.claim import Finding, claim_holds
from derive.lectures.register.combine import derived, equivalent, only, refused, repaired, shown
from tests import samples

YES, NO = Finding("proved", "yes"), Finding("refuted", "no")
OPEN = Finding("undecided", "open")
z = symbols("z", real=True)


def test_convention_must_be_needed() -> None:
    """A claim holds under a convention only if it fails without; what is open stays open."""
    assert only(YES, NO).outcome == "proved"
    assert only(NO, NO).outcome == "refuted"
    assert only(OPEN, NO).outcome == "undecided"
    assert only(YES, YES).outcome == "undecided"
    assert only(YES, OPEN).outcome == "undecided"


def test_repair_must_hold() -> None:
    """An error is an error whatever its repair; a repair that is not proved is not one."""
    refuted = claim_holds(z, 2 * z)

    assert repaired(refuted, YES).outcome == "refuted"
    assert repaired(refuted, YES).counterexample is refuted.counterexample is not None
    assert repaired(YES, YES).outcome == "proved"
    assert repaired(NO, OPEN).outcome == "undecided"
    assert repaired(NO, NO).outcome == "undecided"


def test_equivalent_is_not_equal() -> None:
    """What is equal is not merely equivalent, and the order has to be proved in every way."""
    assert equivalent(NO, YES, YES).outcome == "equivalent"
    assert equivalent(YES, YES).outcome == "proved"
    assert equivalent(NO, YES, NO).outcome == "refuted"
    assert equivalent(NO, OPEN).outcome == "undecided"


def test_only_shapes_are_refused() -> None:
    """A product whose sizes differ is refuted by the engine's refusal; one whose sizes fit is decided."""
    wide, tall = MatrixSymbol("A", 2, 3), MatrixSymbol("B", 3, 2)

    assert refused(lambda: claim_holds(wide * tall, wide)).outcome == "refuted"
    assert refused(lambda: claim_holds(wide, wide)).outcome == "proved"


def test_example_shows_or_does_not() -> None:
    """What happens in an example is proved by it, what does not is refuted."""
    assert (shown("so", holds=True).outcome, shown("so", holds=False).outcome) == ("proved", "refuted")


def test_derivation_that_lies_is_not_passed_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The status of a derivation is asked of the derivation: a false one is refuted, with its counterexample."""
    samples.install(monkeypatch)
    monkeypatch.setattr(combine, "BY_NAME", {entry.name: entry for entry in samples.LIES})

    assert derived("honest").outcome == "proved"
    assert derived("lying").outcome == "refuted"
    assert derived("lying").counterexample is not None


def test_reasons_select_claims() -> None:
    """A claim that a derivation does not have is undecided; conditions are told."""
    assert derived("lms", "the chain rule").outcome == "proved"
    assert derived("lms", "no such reason").outcome == "undecided"
    assert "if" in derived("svm-margin").evidence


def test_entries_are_asked_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered: with another function behind a name, another thing is found."""
    samples.install(monkeypatch)
    lying = replace(BY_NAME["lms"], name="lying", module="samples")
    monkeypatch.setattr(combine, "BY_NAME", {"lms": lying})

    assert derived("lms").outcome == "refuted"
