"""Lecture 7: a check with a number, sign or form altered comes out otherwise than registered."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from derive.lectures.register import (
    l7_descent,
    l7_examples,
    l7_logistic,
    l7_naive_bayes,
    l7_perceptron,
    l7_points,
    l7_students,
)
from derive.lectures.register.claim import Finding
from derive.lectures.register.l7 import CLAIMS
from derive.lectures.worked import below_zero, least_squares, not_above_zero, vector

WRONG = {"refuted", "wrong as printed"}


# A number that is altered


def flipped(text: str) -> str:
    """Return a printed number with another last digit."""
    return text[:-1] + ("0" if text[-1] == "5" else "5")


EX, ST, PT = l7_examples, l7_students, l7_points
BENT = (*l7_students.FIRST_WEIGHTS[:-1], Fraction(-3))


@pytest.mark.parametrize(
    ("module", "constant", "value", "line"),
    [
        (EX, "SHOWN_SLOPE", flipped(EX.SHOWN_SLOPE), 126),
        (EX, "SHOWN_INTERCEPT", "98.75", 128),
        (EX, "COVARIANCE", Fraction("227.9"), 130),
        (EX, "MEANS", {"x": "1.9", "y": "3.2"}, 174),
        (EX, "INPUTS", vector(1, 2, -1, 3, 5), 183),
        (EX, "DEVIATIONS", ((183, "-0.8", "-1.2", "0.95"), *EX.DEVIATIONS[1:]), 183),
        (EX, "OUTPUTS", vector(2, 4, 0, 4, 7), 188),
        (EX, "SUMS", {"xy": "17.2", "xx": "14.9", "yy": "20.8"}, 192),
        (EX, "SPREADS", {"s_x": "1.92", "s_y": "2.29", "r": "0.98"}, 198),
        (EX, "SPREADS", {"s_x": "1.92", "s_y": "2.28", "r": "0.97"}, 200),
        (EX, "LINE", ("1.12", "1.16"), 204),
        (EX, "FITTED", ("2.28", *EX.FITTED[1:]), 212),
        (EX, "RESIDUALS", ((221, "-0.26", "0.073"), *EX.RESIDUALS[1:]), 221),
        (EX, "RESIDUALS", (EX.RESIDUALS[0], (222, "0.57", "0.325"), *EX.RESIDUALS[2:]), 222),
        (EX, "SQUARE_SUM", "0.831", 226),
        (ST, "NORMALIZED", ((648, vector(1, 1, 1, 1, -1)), *ST.NORMALIZED[1:]), 648),
        (ST, "LAST_COMPONENT", 5, 670),
        (ST, "FIRST_WEIGHTS", BENT, 687),
        (ST, "SIGNS", ((679, "Jane", "<", ""), *ST.SIGNS[1:]), 679),
        (ST, "SIGNS", ((679, "Mary", ">", ""), *ST.SIGNS[1:]), 679),
        (ST, "SIGNS", (*ST.SIGNS, ST.SIGNS[0]), 722),
        (ST, "WEIGHTS", ((687, BENT), *ST.WEIGHTS[1:]), 687),
        (ST, "BORDER", Fraction("0.5"), 730),
        (ST, "DISCRIMINANT", vector("1.25", "-0.75", "-0.75", "0.75"), 734),
        (ST, "OTHER_END", vector(-1, "1.5", "-0.5", -1, 1), 747),
        (ST, "OTHER_START", vector(0, 0, "0.5", 0, 0), 747),
        (ST, "OTHER_BORDER", Fraction(3), 749),
        (ST, "TALL", 2, 753),
        (PT, "POINTS", (*PT.POINTS[:4], (vector(5, 6), 1)), 760),
        (PT, "BALANCE", (2, 0, 11, 7, 5), 760),
        (PT, "LISTED", 5, 769),
        (PT, "REFLECTED", (vector(1, 2, 2), *PT.REFLECTED[1:]), 773),
        (PT, "ONES", vector(1, 1, 2), 783),
        (PT, "SCORES", (*PT.SCORES[:3], (803, "-4"), *PT.SCORES[4:]), 803),
        (PT, "SCORES", (*PT.SCORES[:5], (809, "> 0"), *PT.SCORES[6:]), 809),
        (PT, "TURNS", ((805, 3, vector(0, 0, -1)), *PT.TURNS[1:]), 805),
        (PT, "UPPER_LIMIT", 2, 846),
    ],
)
def test_altered_number_is_found(
    monkeypatch: pytest.MonkeyPatch, module: Any, constant: str, value: object, line: int
) -> None:
    """What is printed is altered, or what it is computed from: then a claim at that line comes out otherwise."""
    monkeypatch.setattr(module, constant, value)
    there = [claim for claim in CLAIMS if claim.line == line]

    assert [claim.name for claim in there if claim.find().outcome != claim.expected] != []


def test_rounded_and_unrounded_are_told_apart() -> None:
    """A number that is right only from unrounded ones is wrong as printed, and the evidence has both."""
    found = l7_examples.intercept_of_the_first()

    assert "98.7539" in found.evidence
    assert "98.7139" in found.evidence


def test_line_by_hand() -> None:
    """The least-squares line of the example, exactly."""
    assert least_squares(l7_examples.INPUTS, l7_examples.OUTPUTS) == (Fraction(41, 37), Fraction(43, 37))


# A statement that is altered

FIRST, SECOND = l7_logistic.FIRST, l7_logistic.SECOND
Q, A = l7_perceptron, l7_naive_bayes.a
LIES: dict[str, Callable[[], Finding]] = {
    "without a shared variance": lambda: l7_naive_bayes.log_ratio(shared=False),
    "the logit with the other sign": lambda: l7_naive_bayes.logit_of(l7_naive_bayes.EXP_OVER, -A),
    "the likelihood of the other form": lambda: l7_logistic.last_row(FIRST),
    "the gradient of the other form": lambda: l7_logistic.gradient_with(FIRST),
    "ascent for the other form": lambda: l7_logistic.ascends(FIRST),
    "descent for this form": lambda: l7_logistic.descends(SECOND),
    "the sum ends too early": l7_logistic.scope_of_sum,
    "i from 0": l7_logistic.from_zero,
    "w_0 without a constant": lambda: l7_logistic.gradient_at_zero(constant=False),
    "no constant feature": lambda: l7_descent.augmented(constant=False),
    "the gradient somewhere else": lambda: l7_descent.update_at(l7_descent.place),
    "fewer steps at a smaller rate": lambda: l7_descent.slower(("1/8", "1/4")),
    "a criterion below 0": lambda: Q.criterion_is("<="),
    "distances in the plane": lambda: Q.sum_of_distances(from_first=1),
    "a rate that is small enough": lambda: Q.rates(vector(1, -2), vector(1, 0), vector(-1, 1), ("1/2", "1/2")),
    "a row times a row": lambda: l7_points.rows_multiplied(transposed=False),
    "a run without ties": lambda: l7_points.weights_under(2, below_zero),
    "all iterations alike": lambda: l7_points.good_and_bad(901, 902),
}


@pytest.mark.parametrize("name", LIES)
def test_lie_is_refuted(name: str) -> None:
    """A statement with one thing altered is refuted, or wrong as printed."""
    assert LIES[name]().outcome in WRONG


def test_convention_is_needed() -> None:
    """The run under the rule of line 561 is another one than that under the rule of 605, from the score of 0 on."""
    strict, loose = ([step.wrong for step in l7_points.run(rule)] for rule in (below_zero, not_above_zero))

    assert strict[:8] == loose[:8]
    assert (strict[8], loose[8]) == (False, True)
