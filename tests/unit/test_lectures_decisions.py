"""Fisher's criterion, metrics and discriminants: every derivation proved, every link seen by the second opinion."""

from __future__ import annotations

import pytest

from derive.lectures import BY_NAME
from tests.altered import claims, derived, second_opinion

NAMES = ("fisher", "metrics", "discriminants")


@pytest.mark.parametrize("name", NAMES)
def test_derivation_is_proved(name: str) -> None:
    """Every link is proved at every size, and the derivation is filed under its name and title."""
    derivation = derived(name)

    assert [step.reason for step in claims(name) if step.status != "proved"] == []
    assert (derivation.status, derivation.result.status) == ("proved", "proved")
    assert (derivation.name, derivation.title) == (name, BY_NAME[name].title)
    assert set(derivation.lecture.split(", ")) == set(BY_NAME[name].lectures)


@pytest.mark.parametrize("name", NAMES)
def test_second_opinion_agrees(name: str) -> None:
    """The independent evaluation agrees with every link; it has an opinion on each."""
    opinions = {step.reason: second_opinion(step) for step in claims(name)}

    assert {reason: str(opinion) for reason, opinion in opinions.items() if opinion.agrees is not True} == {}


def test_scores_need_no_conditions() -> None:
    """With a hit, precision, recall and both F scores have values; the rates need instances of their own class."""
    shown = {str(condition.statement) for condition in derived("metrics").conditions}

    assert shown == {"Ne(FN + FP + TN + TP, 0)", "Ne(FN + TP, 0)", "Ne(FP + TN, 0)"}


def test_discriminants_need_no_conditions() -> None:
    """Positive densities and priors are all that is needed."""
    assert derived("discriminants").conditions == ()
