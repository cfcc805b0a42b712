"""The register of CSE 422: a check that is altered comes out otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sympy import Eq, Ge, Integer, Le

from derive.lectures.register import cse422_linear as linear
from derive.lectures.register import cse422_logistic as logistic
from derive.lectures.register.claim import Finding
from derive.lectures.register.cse422_linear import (
    _batch,
    _contracts,
    _hypothesis,
    _image,
    _nearer,
    _one_minimum,
    _oscillates,
    _update,
)
from derive.lectures.register.cse422_logistic import (
    _bernoulli,
    _bounded,
    _falls,
    _is_the_perceptron,
    _limit,
    _log_of_product,
    _output_of,
    _slope,
    _slope_of,
    _threshold_run,
)
from derive.lectures.register.cse422_logistic import _update as _update_logistic
from derive.lectures.register.cse422_noise import _implied
from derive.lectures.worked import not_above_zero, vector
from derive.names import sigmoid

eta, L, h, z = linear.eta, linear.L, logistic.h, logistic.z
ALTERED: dict[str, tuple[Callable[[], Finding], str]] = {
    "30, up to d": (lambda: _hypothesis(lambda last: last, range(1, 4)), "proved"),
    "30, one too many": (lambda: _hypothesis(lambda last: last + 1, range(1, 4)), "refuted"),
    "56, another sign": (lambda: _update(-linear.HYPOTHESIS), "refuted"),
    "58, dependent columns": (lambda: _one_minimum(Ge(_image(linear.u), 0)), "refuted"),
    "60, a rate that is too large": (lambda: _nearer(Le(eta * L, 4)), "refuted"),
    "60, another border": (lambda: _contracts(Le(eta * L, 2)), "refuted"),
    "71, twice": (lambda: _batch(2), "refuted"),
    "88, with an argument": (
        lambda: _update(linear.H[linear.i], Eq(linear.H[linear.i], linear.HYPOTHESIS)),
        "proved",
    ),
    "94, equal targets": (lambda: _oscillates(0), "refuted"),
    "108, without the 2": (lambda: _implied(1), "refuted"),
    "159, another slope": (lambda: _slope(sigmoid(z)), "refuted"),
    "157, another bound": (lambda: _bounded(0, Integer(1) / 2), "refuted"),
    "155, another limit": (lambda: _limit(logistic.epsilon, logistic.FAR), "refuted"),
    "165, exchanged": (lambda: _bernoulli(1 - h, h), "refuted"),
    "167, with the superscript": (lambda: _output_of(logistic.X[logistic.m, logistic.k]), "proved"),
    "173, another sign": (lambda: _log_of_product(-logistic.LOG_LIKELIHOOD), "refuted"),
    "175, another sign": (lambda: _falls(-1), "proved"),
    "177, another sign": (lambda: _slope_of(1), "proved"),
    "181, another sign": (lambda: _update_logistic(1), "refuted"),
    "195, another tie": (lambda: _is_the_perceptron(not_above_zero), "refuted"),
}
"""Checks with a number, a sign or an assumption altered, and what comes out then."""


@pytest.mark.parametrize(("check", "outcome"), ALTERED.values(), ids=list(ALTERED))
def test_altered_check_comes_out_otherwise(check: Callable[[], Finding], outcome: str) -> None:
    """No outcome is written down in a check: with another number it is another one."""
    assert check().outcome == outcome


def test_threshold_run_by_hand() -> None:
    """From zero, the first example is right (a score of 0 gives 1), the second is wrong and is subtracted."""
    assert _threshold_run(logistic.POINTS[:2], 1) == vector(-1, 1)
