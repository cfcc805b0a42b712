"""The classification slides: a check of an altered claim comes out otherwise than the claim that is registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sympy import Eq, Ge, Gt, Integer, Le

from derive.facts import one_hot
from derive.lectures.register import (
    cls_decisions,
    cls_descent,
    cls_logistic,
    cls_metrics,
    cls_penalty,
    cls_perceptron,
    cls_run,
    cls_softmax,
    cls_voted,
)
from derive.lectures.register.claim import Finding
from derive.lectures.worked import Counts, vector

# A number that is altered


@pytest.mark.parametrize(("number", "step"), list(enumerate(cls_run.STEPS, 1)))
def test_altered_step_is_wrong(number: int, step: cls_run.Step) -> None:
    """Each number of each step of the run is compared: the score, the guess, what is said of it, the weights."""
    said = cls_run.WRONG if step.said == cls_run.CORRECT else cls_run.CORRECT
    weights = (step.weights[0] + 1, *step.weights[1:])
    altered = [replace(step, score=step.score + 1), replace(step, guess=-step.guess), replace(step, said=said)]

    assert {cls_run.step_holds(number, other).outcome for other in altered} == {"wrong as printed"}
    assert cls_run.weights_hold(number, replace(step, weights=weights)).outcome == "wrong as printed"


@pytest.mark.parametrize(
    "altered",
    [
        (cls_run.AS_USED, 12, 4, (0, 1, 1)),
        (cls_run.AS_USED, 13, 5, (0, 1, 1)),
        (cls_run.AS_USED, 13, 4, (0, 1, 2)),
        (1, 13, 4, (0, 1, 1)),
    ],
)
def test_altered_run_is_wrong(altered: tuple[int, int, int, cls_run.Printed]) -> None:
    """The run of 13 steps has 4 updates and ends at [0, 1, 1], with the sign -1 of zero and no other."""
    assert cls_run.run_holds(*altered).outcome == "wrong as printed"


def test_sign_of_zero_as_defined() -> None:
    """With sign(0) = 0, as defined, the run has 21 steps, 9 updates, and ends at [-1, 2, 2]."""
    assert cls_run.run_holds(cls_run.AS_DEFINED, 21, 9, (-1, 2, 2)).outcome == "right as printed"


@pytest.mark.parametrize(
    "altered",
    [
        ("accuracy", cls_metrics.FIRST, ((90, 91), (200,)), "90"),
        ("accuracy", cls_metrics.FIRST, ((90, 90), (201,)), "90"),
        ("accuracy", cls_metrics.FIRST, ((90, 90), (200,)), "91"),
        ("accuracy", cls_metrics.SECOND, ((90, 90), (200,)), "90"),
        ("precision", cls_metrics.SECOND, ((10,), (10, 10)), "60"),
        ("recall", cls_metrics.THIRD, ((20,), (20, 20)), "50"),
    ],
)
def test_altered_ratio_is_wrong(altered: tuple[str, Counts, cls_metrics.Terms, str]) -> None:
    """A ratio holds with the terms of its own table and the value that they give."""
    assert cls_metrics.ratio(*altered).outcome == "wrong as printed"


# A convention, a fact or a formula that is altered

BEFORE, AFTER = (cls_decisions.g_i, cls_decisions.g_j), (cls_decisions.g_i, cls_decisions.g_j + 1)

LIES: dict[str, tuple[Callable[[], Finding], str]] = {
    "another order": (lambda: cls_descent.all_are_fed([1, 2, 4, 3]), "wrong as printed"),
    "other codes": (lambda: cls_decisions.ordinal_codes(4, (1, 3), (3, 2)), "wrong as printed"),
    "a nearer guess": (lambda: cls_decisions.ordinal_codes(4, (3, 1), (1, 3)), "refuted"),
    "a score moved": (lambda: cls_decisions.order_kept(BEFORE, AFTER), "refuted"),
    "classes for points": (lambda: cls_decisions.total_probability(cls_decisions.K), "proved"),
    "the captured index": (lambda: cls_decisions.one_index_for_two(cls_decisions.i), "refuted"),
    "no weight on the axis": (lambda: cls_perceptron.above(Eq(cls_perceptron.w[cls_perceptron.m], 0)), "refuted"),
    "below with a positive weight is not above": (
        lambda: cls_perceptron.below(Gt(0, cls_perceptron.w[cls_perceptron.m])),
        "refuted",
    ),
    "a margin of zero": (lambda: cls_perceptron.solves(Ge(cls_perceptron.SCORE * cls_perceptron.y, 0)), "refuted"),
    "a strict product": (
        lambda: cls_perceptron.classified(Gt(cls_perceptron.SCORE * cls_perceptron.y, 0)),
        "refuted",
    ),
    "one rate for all steps": (lambda: cls_descent.rate_by_step(cls_descent.rate), "proved"),
    "no class outvoted": (lambda: cls_descent.falls_on(cls_descent.OPPOSED, 21), "proved"),
    "a class outvoted": (lambda: cls_descent.falls_on(cls_descent.OUTVOTED, 21), "refuted"),
    "one label alone": (lambda: cls_descent.converges(cls_descent.OPPOSED[1:], 21), "proved"),
    "the number 0": (lambda: cls_descent.all_are_fed(cls_descent.numbers_in_sequence(4)), "wrong as printed"),
    "weights that misclassify": (lambda: cls_run.all_correct((1, 1, 1), cls_run.AS_USED), "refuted"),
    "weights with a constant": (lambda: cls_run.linear((1, 1, 1)), "refuted"),
    "a guess of the other sign": (lambda: cls_run.stray_factor(-1), "wrong as printed"),
    "data that a line separates": (lambda: cls_voted.never_ends(cls_run.OR), "refuted"),
    "voting from w_0": (lambda: cls_voted.starts(0), "refuted"),
    "branches swapped": (lambda: cls_voted.learns(swapped=True), "refuted"),
    "too few epochs": (lambda: cls_voted.learns(swapped=False, epochs=2), "refuted"),
    "a tie for the other class": (lambda: cls_logistic.by_score(">"), "refuted"),
    "a gradient turned round": (
        lambda: cls_logistic.rows_equal(cls_softmax.GRADIENT, -cls_softmax.GRADIENT),
        "refuted",
    ),
    "C with a factor of two": (lambda: cls_penalty.inverse_strength(1, 1 / (2 * cls_penalty.lam)), "refuted"),
    "half the penalty": (lambda: cls_penalty.inverse_strength(cls_logistic.HALF, 1 / cls_penalty.lam), "refuted"),
    "the error times two": (lambda: cls_penalty.same_minimiser(Integer(2)), "refuted"),
    "targets of any sum": (cls_softmax.gradient, "refuted"),
    "one-hot targets": (lambda: cls_softmax.gradient(one_hot(cls_softmax.y)), "proved"),
    "an update with any targets": (cls_softmax.update, "refuted"),
    "targets in columns": (lambda: cls_softmax.targets(rows=False), "refuted"),
    "targets in rows": (lambda: cls_softmax.targets(rows=True), "proved"),
    "a row that stands twice": (lambda: cls_softmax.different_rows(cls_softmax.ROWS), "wrong as printed"),
    "the sigmoid for the softmax": (cls_softmax.one_argument, "refuted"),
    "a table that counts otherwise": (lambda: cls_metrics.diagonal(((1, 2), (3, 4))), "proved"),
    "a mistake of the other kind": (lambda: cls_metrics.fewer_mistakes(_without_hits, cls_metrics.FP), "refuted"),
}


def _without_hits(mistakes: Any) -> Any:
    return mistakes / (cls_metrics.TP + mistakes)


@pytest.mark.parametrize("lie", LIES)
def test_altered_claim_comes_out_otherwise(lie: str) -> None:
    """The checks decide: with a fact, a convention, a sign or an example changed, something else is found."""
    check, outcome = LIES[lie]

    assert check().outcome == outcome


def test_criterion_of_a_tie() -> None:
    """A misclassified tie adds nothing to the criterion, and a positive instance on the wrong side adds its score."""
    assert cls_descent.criterion([(vector(1, 1), 1), (vector(1, 0), 1)], vector(0, -2)) == Fraction(2)


def test_a_tie_decides_for_no_class() -> None:
    """Where two scores are equal, their difference is not positive: the order is kept with <= as well."""
    tie = cls_decisions.order_kept(BEFORE, (cls_decisions.g_i - cls_decisions.g_j, Integer(0)), Le(*BEFORE))

    assert tie.outcome == "proved"


def test_strength_of_the_penalty_in_scikit_learn() -> None:
    """An oracle: scikit-learn minimises the error with the penalty lambda |w|^2 for C = 1/(2 lambda), not 1/lambda."""
    points = np.array([[1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [1.0, 2.0, 0.5]])
    labels, penalty = np.array([0, 1, 1, 0, 1]), 0.7

    def slope_at_the_minimum(strength: float) -> float:
        fit = LogisticRegression(C=strength, fit_intercept=False, tol=1e-10, max_iter=1000).fit(points, labels)
        weights = fit.coef_[0]
        chances = 1 / (1 + np.exp(-points @ weights))
        return float(np.abs(-(labels - chances) @ points + 2 * penalty * weights).max())

    assert slope_at_the_minimum(1 / (2 * penalty)) < 1e-6
    assert slope_at_the_minimum(1 / penalty) > 1e-2
