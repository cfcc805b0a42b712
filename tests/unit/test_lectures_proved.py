"""Every derivation of the lectures: proved at symbolic size, and every link of it seen by the second opinion."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Derivative, MatrixExpr

from derive.derivation import Step
from derive.lectures import BY_NAME
from derive.recheck import Recheck, recheck
from tests.altered import claims, derived, second_opinion
from tests.written_out import is_definition, put_in

NO_OPINION = {"there is none: complementary slackness"}
"""Links at which no point satisfies all that is assumed within the time: an optimum of a quadratic program is one."""

each_derivation = pytest.mark.parametrize("name", BY_NAME)


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


@each_derivation
def test_a_derivation_is_proved(name: str) -> None:
    """Every link is proved at every size, and the derivation is filed under its name, title and lectures."""
    derivation = derived(name)

    assert [step.reason for step in claims(name) if step.status != "proved"] == []
    assert (derivation.status, derivation.result.status) == ("proved", "proved")
    assert (derivation.name, derivation.title) == (name, BY_NAME[name].title)
    assert set(BY_NAME[name].lectures) <= set(derivation.lecture.split(", "))


@each_derivation
def test_the_second_opinion_agrees(name: str) -> None:
    """The independent evaluation agrees with every link, and has no opinion only on those that are named here."""
    decided = [step for step in claims(name) if getattr(step.verdict, "statement", None) is not None]
    opinions = {step.reason: opinion(step) for step in decided}

    assert {reason: str(said) for reason, said in opinions.items() if said.agrees is False} == {}
    assert {reason for reason, said in opinions.items() if said.agrees is None} <= NO_OPINION
    assert any(said.agrees for said in opinions.values())
