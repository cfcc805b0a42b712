"""Regression and descent: every derivation proved at symbolic size, every link seen by the second opinion."""

from __future__ import annotations

import pytest

from derive.lectures import BY_NAME
from tests.altered import claims, derived, second_opinion

NAMES = (
    "simple-regression",
    "normal-equations",
    "lms",
    "gaussian-likelihood",
    "least-squares-classifier",
    "gradient-descent",
)


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


@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        ("simple-regression", {"Sum((-Xbar + X[n])**2, (n, 1, N)) != 0", "S_x != 0", "S_y != 0"}),
        ("normal-equations", {"X.T*X is invertible"}),
        ("lms", set()),
        ("gaussian-likelihood", set()),
        ("least-squares-classifier", {"X.T*X is invertible"}),
        ("gradient-descent", set()),
    ],
)
def test_conditions_are_shown(name: str, conditions: set[str]) -> None:
    """What must not vanish is a condition of the derivation, and nothing else is, roots of a variance aside."""
    needed = [condition for condition in derived(name).conditions if condition.reason != "under a root"]

    assert {str(condition).removesuffix(f" ({condition.reason})") for condition in needed} == conditions
