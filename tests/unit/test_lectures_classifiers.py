"""Logistic regression, naive Bayes, softmax: proved at symbolic size, every link seen by the second opinion."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Derivative, MatrixExpr

from derive.derivation import Step
from derive.lectures import BY_NAME
from derive.recheck import Recheck, recheck
from tests.altered import claims, derived, second_opinion
from tests.written_out import is_definition, put_in

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


def opinion(step: Step) -> Recheck:
    """Return the second opinion; a derivative of what is defined is looked at with the definitions put in.

    The evaluation knows a defined entry by its value at a point, and a value at a point has no derivative.
    """
    statement: Any = step.verdict.statement if step.verdict is not None else None
    facts = statement.assuming
    if isinstance(step.lhs, MatrixExpr) or not (step.lhs.has(Derivative) or step.rhs.has(Derivative)):
        return second_opinion(step)
    rest = tuple(fact for fact in facts if not is_definition(fact))
    return recheck(put_in(step.lhs, facts), put_in(step.rhs, facts), relation=step.relation, assuming=rest)


@pytest.mark.parametrize("name", NAMES)
def test_derivation_is_proved(name: str) -> None:
    """Every link is proved at every size, and the derivation is filed under its name, title and lectures."""
    derivation = derived(name)

    assert [step.reason for step in claims(name) if step.status != "proved"] == []
    assert (derivation.status, derivation.result.status) == ("proved", "proved")
    assert (derivation.name, derivation.title) == (name, BY_NAME[name].title)
    assert set(BY_NAME[name].lectures) <= set(derivation.lecture.split(", "))


@pytest.mark.parametrize("name", NAMES)
def test_second_opinion_agrees(name: str) -> None:
    """The independent evaluation agrees with every link; it has an opinion on each."""
    opinions = {step.reason: opinion(step) for step in claims(name)}

    assert {reason: str(said) for reason, said in opinions.items() if said.agrees is not True} == {}


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
