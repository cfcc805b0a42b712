"""The derivations of a first course in machine learning, each at symbolic size, each beside a lie like it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sympy import Eq

from derive import differentiate
from tests import cases
from tests.cases import a
from tests.checked import status
from tests.claims import classification, likelihood, margin, regression
from tests.claims.claim import CLAIMS, Claim

TOPICS = (regression, classification, likelihood, margin)


@pytest.mark.parametrize("make", CLAIMS, ids=lambda make: make.__name__)
def test_claim_is_proved(make: Callable[[], Claim]) -> None:
    """Every derivation holds for every size."""
    case = make()

    assert status(case.lhs, case.rhs, assuming=case.assuming) == "proved"


@pytest.mark.parametrize("make", CLAIMS, ids=lambda make: make.__name__)
def test_neighbouring_lie_is_refused(make: Callable[[], Claim]) -> None:
    """With one sign, factor or index altered it is refuted; under an assumed equation at least not proved."""
    case = make()
    allowed = {"refuted", "undecided"} if any(isinstance(fact, Eq) for fact in case.assuming) else {"refuted"}

    assert status(case.lhs, case.lie, assuming=case.assuming) in allowed


@pytest.mark.parametrize("case", cases.EQUALITIES, ids=lambda case: case.name)
def test_equality_of_the_table_is_proved(case: cases.Equality) -> None:
    """The thirteen equalities of the benchmark are proved."""
    assert status(case.lhs, case.rhs, assuming=case.assuming) == "proved"


@pytest.mark.parametrize("case", cases.EQUALITIES, ids=lambda case: case.name)
def test_doubled_side_is_refuted(case: cases.Equality) -> None:
    """None of the thirteen survives one more term on the right."""
    assert status(case.lhs, case.rhs + a, assuming=case.assuming) == "refuted"


@pytest.mark.parametrize("case", cases.DERIVATIVES, ids=lambda case: case.name)
def test_derivative_of_the_table_is_the_textbooks(case: cases.Derivative) -> None:
    """The seven derivatives of the benchmark are those of the textbooks."""
    assert status(differentiate(case.expr, case.by), case.answer, assuming=case.assuming) == "proved"


@pytest.mark.parametrize("case", cases.DERIVATIVES, ids=lambda case: case.name)
def test_derivative_is_clean(case: cases.Derivative) -> None:
    """A derivative holds no Piecewise and no Derivative that could be done."""
    text = str(differentiate(case.expr, case.by))

    assert [word for word in ("Piecewise", "Derivative", "Subs") if word in text] == []


@pytest.mark.parametrize("case", cases.DERIVATIVES, ids=lambda case: case.name)
def test_wrong_derivative_is_refuted(case: cases.Derivative) -> None:
    """The negative of a derivative is refuted."""
    assert status(differentiate(case.expr, case.by), -case.answer, assuming=case.assuming) == "refuted"


def test_every_topic_has_claims() -> None:
    """No topic is forgotten by the table."""
    assert {make.__module__ for make in CLAIMS} == {topic.__name__ for topic in TOPICS}
