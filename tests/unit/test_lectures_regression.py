"""Regression and descent: the conditions that their derivations leave."""

from __future__ import annotations

import pytest

from tests.altered import derived


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
