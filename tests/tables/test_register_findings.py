"""Findings made of others: what counts as good, and what no combination may pass off as found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import MatrixSymbol, symbols

from derive.lectures.catalogue import BY_NAME
from derive.lectures.register import claim
from derive.lectures.register.claim import (
    At,
    Finding,
    all_of,
    claim_holds,
    derived,
    equivalent,
    only,
    refused,
    repaired,
    shown,
)
from tests import samples

YES, NO = Finding("proved", "yes"), Finding("refuted", "no")
RIGHT, MISPRINT, OPEN = Finding("right as printed", "1"), Finding("wrong as printed", "2"), Finding("undecided", "open")
z = symbols("z", real=True)
COMBINED = (
    # a convention must be needed; what is open stays open
    (only(YES, NO), "proved"),
    (only(RIGHT, MISPRINT), "right as printed"),
    (only(NO, NO), "refuted"),
    (only(OPEN, NO), "undecided"),
    (only(YES, YES), "undecided"),
    (only(YES, OPEN), "undecided"),
    # an error is one whatever its repair; a repair that does not hold is none
    (repaired(NO, YES), "refuted"),
    (repaired(MISPRINT, RIGHT), "wrong as printed"),
    (repaired(YES, YES), "proved"),
    (repaired(NO, OPEN), "undecided"),
    (repaired(NO, NO), "undecided"),
    # what is equal is not merely equivalent, and the order has to be proved in every way
    (equivalent(NO, YES, YES), "equivalent"),
    (equivalent(YES, YES), "proved"),
    (equivalent(NO, YES, NO), "refuted"),
    (equivalent(NO, OPEN), "undecided"),
    # all parts must hold
    (all_of(YES, RIGHT), "proved"),
    (all_of(YES, OPEN, NO), "undecided"),
    (all_of(RIGHT, MISPRINT), "wrong as printed"),
    # an example shows what happens in it
    (shown("so", holds=True), "proved"),
    (shown("so", holds=False), "refuted"),
)


def test_combined_findings() -> None:
    """What comes out of findings that are combined."""
    assert [(found, expected) for found, expected in COMBINED if found.outcome != expected] == []
    assert only(YES, NO).evidence == "yes; without the convention it is refuted: no"
    assert repaired(NO, YES).evidence == "no; repaired it is proved: yes"
    assert equivalent(NO, YES, YES).evidence == "in the same order: yes; not equal: no"
    assert all_of(YES, RIGHT, YES).evidence == "yes; 1"


def test_counterexample_is_kept() -> None:
    """What is refuted keeps its counterexample beside a repair."""
    refuted = claim_holds(z, 2 * z)

    assert repaired(refuted, YES).counterexample is refuted.counterexample is not None


def test_only_shapes_are_refused() -> None:
    """A product whose sizes differ is refuted by the engine's refusal; one whose sizes fit is decided."""
    wide, tall = MatrixSymbol("A", 2, 3), MatrixSymbol("B", 3, 2)

    assert refused(lambda: claim_holds(wide * tall, wide)).outcome == "refuted"
    assert refused(lambda: claim_holds(wide, wide)).outcome == "proved"
    assert At("l7", 1, "A B = A").proved(lambda: claim_holds(wide * tall, wide)).find().outcome == "undecided"


def test_derivation_that_lies_is_not_passed_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A derivation is asked now, nothing is remembered: a false one is refuted, with its counterexample."""
    samples.install(monkeypatch)
    lying = replace(BY_NAME["lms"], name="lying", module="samples")
    entries = {entry.name: entry for entry in samples.LIES} | {"lms": lying}
    monkeypatch.setattr(claim, "BY_NAME", entries)

    assert derived("honest").outcome == "proved"
    assert (derived("lying").outcome, derived("lms").outcome) == ("refuted", "refuted")
    assert derived("lying").counterexample is not None


def test_reasons_select_claims() -> None:
    """A claim that a derivation does not have is undecided; conditions are told."""
    assert derived("lms", "the chain rule").evidence == "1 claim of the derivation 'lms', proved"
    assert derived("lms", "no such reason").outcome == "undecided"
    assert "if" in derived("svm-margin").evidence
