"""Logistic regression, naive Bayes, softmax: the conditions that are left, and what the derivations rest on."""

from __future__ import annotations

import pytest

from tests.altered import derived

NAMES = (
    "sigmoid",
    "logistic-likelihood",
    "logistic-gradient",
    "logistic-hessian",
    "logistic-regularized",
    "naive-bayes-to-logistic",
    "softmax-gradient",
    "softmax-hessian",
    "softmax-binary",
    "softmax-reference",
)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left_to_hope(name: str) -> None:
    """No condition remains: every denominator, logarithm and root is known to be defined."""
    assert [str(condition) for condition in derived(name).conditions] == []


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("logistic-gradient", []),
        ("logistic-hessian", []),
        ("logistic-regularized", []),
        ("naive-bayes-to-logistic", ["sigma[i] > 0"]),
        ("softmax-gradient", ["Sum(y[i, k], (k, 1, K)) == 1"]),
        ("softmax-hessian", ["Sum(y[i, k], (k, 1, K)) == 1"]),
        ("softmax-binary", ["y[i, 2] == 1 - y[i, 1]"]),
        ("softmax-reference", []),
    ],
)
def test_assumptions_are_few(name: str, taken: list[str]) -> None:
    """What is assumed is what the lectures assume, and it stands in the derivation."""
    steps = derived(name).steps

    assert [f"{step.lhs} {step.relation} {step.rhs}" for step in steps if step.kind == "assumed"] == taken


def test_strictness_needs_a_direction() -> None:
    """That the penalised error is strictly convex is said for v other than 0, in the result too."""
    result = derived("logistic-regularized").result

    assert (result.relation, [str(fact) for fact in result.uses]) == (">", ["Sum(v[d]**2, (d, 1, D)) > 0"])
