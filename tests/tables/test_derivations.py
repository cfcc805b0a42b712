"""The derivations of a first course in machine learning, each at symbolic size, each beside a lie like it."""

from __future__ import annotations

from sympy import Eq

from derive import differentiate
from tests.cases import DERIVATIVES, EQUALITIES, a
from tests.checked import status
from tests.claims import classification, likelihood, margin, regression
from tests.claims.claim import CLAIMS

TOPICS = (regression, classification, likelihood, margin)


def test_claims_are_proved() -> None:
    """Every derivation holds for every size; no topic is forgotten by the table."""
    found = {make.__name__: make() for make in CLAIMS}
    verdicts = {name: status(case.lhs, case.rhs, assuming=case.assuming) for name, case in found.items()}

    assert {name: got for name, got in verdicts.items() if got != "proved"} == {}
    assert {make.__module__ for make in CLAIMS} == {topic.__name__ for topic in TOPICS}


def test_neighbouring_lies_are_refused() -> None:
    """With one sign, factor or index altered it is refuted; under an assumed equation at least not proved."""
    wrong: dict[str, str] = {}
    for make in CLAIMS:
        case = make()
        allowed = {"refuted", "undecided"} if any(isinstance(fact, Eq) for fact in case.assuming) else {"refuted"}
        got = status(case.lhs, case.lie, assuming=case.assuming)
        wrong |= {} if got in allowed else {make.__name__: got}

    assert wrong == {}


def test_equalities_of_the_table() -> None:
    """The thirteen equalities of the benchmark are proved; none survives one more term on the right."""
    found = {
        case.name: [status(case.lhs, rhs, assuming=case.assuming) for rhs in (case.rhs, case.rhs + a)]
        for case in EQUALITIES
    }

    assert found == {case.name: ["proved", "refuted"] for case in EQUALITIES}


def test_derivatives_of_the_table() -> None:
    """The seven derivatives of the benchmark are those of the textbooks, and not their negatives.

    None of them holds a Piecewise, or a Derivative that could be done.
    """
    slopes = {case: differentiate(case.expr, case.by) for case in DERIVATIVES}
    answers = {case.name: (case.answer, -case.answer) for case in DERIVATIVES}
    found = {
        case.name: [status(slope, answer, assuming=case.assuming) for answer in answers[case.name]]
        for case, slope in slopes.items()
    }

    assert found == {name: ["proved", "refuted"] for name in answers}
    words = ("Piecewise", "Derivative", "Subs")
    assert [(case.name, word) for case, slope in slopes.items() for word in words if word in str(slope)] == []
