"""The register of CS 4602: a check that is altered comes out otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sympy import Eq, Ge, Gt, Rational, sqrt

from derive.lectures.register import cs4602_algorithm as algorithm
from derive.lectures.register import cs4602_margin as margin
from derive.lectures.register import cs4602_perceptron as perceptron
from derive.lectures.register import cs4602_projection as projection
from derive.lectures.register.claim import Finding
from derive.lectures.register.cs4602_algorithm import (
    _comes_back,
    _others_rise,
    _rate_matters,
    _slow,
    _sound_end,
    _start_and_order,
    _test_finds_mistakes,
    _total_rises,
    _wrong_at_zero,
)
from derive.lectures.register.cs4602_kernels import _distance, _quadratic_kernel, _slack
from derive.lectures.register.cs4602_margin import _difference, _margin, _one_condition, _support_vectors_only
from derive.lectures.register.cs4602_perceptron import _inner_product, _same_as_product
from derive.lectures.register.cs4602_projection import (
    _can_be_inverted,
    _criterion,
    _gap,
    _gap_is_worse,
    _outputs,
    _rank_one,
    _scatter,
    _trace_form,
    _trace_of_three,
    _variance,
)
from derive.lectures.worked import below_zero, by_sign, not_above_zero, vector

score, label = perceptron.score, perceptron.y
ALTERED: dict[str, tuple[Callable[[], Finding], str]] = {
    "62, the tie in neither class": (lambda: _test_finds_mistakes(Gt(score, 0)), "proved"),
    "70, as columns": (lambda: _inner_product(rows=False), "proved"),
    "101, another side for -1": (
        lambda: _same_as_product(Gt(score, 0), Gt(score, 0), Gt(label * score, 0)),
        "refuted",
    ),
    "142, zero is right for -1": (lambda: _wrong_at_zero(by_sign(-1)), "refuted"),
    "168, a separating start": (lambda: _others_rise(vector(1, 3), algorithm.TWO), "refuted"),
    "169, a separating start": (lambda: _total_rises(vector(1, 3), algorithm.TWO), "refuted"),
    "201, in the other order": (lambda: _slow((8, 4)), "refuted"),
    "202, separable examples": (lambda: _comes_back(algorithm.FOUR), "refuted"),
    "203, the strict test": (lambda: _sound_end(below_zero, algorithm.PASSED_IF_STRICT), "refuted"),
    "203, the test at line 128": (lambda: _sound_end(not_above_zero, algorithm.PASSED), "proved"),
    "204, the same start": (lambda: _start_and_order(algorithm.ZERO, algorithm.FOUR), "refuted"),
    "204, from zero": (lambda: _rate_matters(algorithm.ZERO), "refuted"),
    "220, as repaired": (lambda: _outputs(projection.X, projection.W), "proved"),
    "234, without 1/2": (lambda: _trace_form(1), "refuted"),
    "238, one entry less": (lambda: _trace_of_three(2), "refuted"),
    "242, more examples": (lambda: _can_be_inverted(2), "refuted"),
    "269, isotropic": (lambda: _gap_is_worse(projection.ROUND), "refuted"),
    "275, N times a variance": (lambda: _variance(projection.N), "proved"),
    "283, twice": (lambda: _rank_one(2), "refuted"),
    "386, another number": (lambda: _difference(1), "refuted"),
    "388, another number": (lambda: _margin(1), "refuted"),
    "398, another number": (lambda: _one_condition(2), "refuted"),
    "431, at x": (lambda: margin.boundary(perceptron.x[perceptron.d]), "proved"),
    "433, any mark": (lambda: _support_vectors_only(()), "refuted"),
    "477, without the root": (lambda: _quadratic_kernel(1), "refuted"),
    "477, another root": (lambda: _quadratic_kernel(sqrt(3)), "refuted"),
    "532, a narrower margin": (lambda: _slack(0, Ge(margin.label * margin.score, Rational(1, 2))), "refuted"),
    "533, beyond the margin": (lambda: _distance(Ge(margin.label * margin.score, 1)), "refuted"),
    "534, another number": (lambda: _slack(2, Eq(margin.score, 0)), "refuted"),
}
"""Checks with a number, a sign or an assumption altered, and what comes out then."""


@pytest.mark.parametrize(("check", "outcome"), ALTERED.values(), ids=list(ALTERED))
def test_altered_check_comes_out_otherwise(check: Callable[[], Finding], outcome: str) -> None:
    """No outcome is written down in a check: with another number it is another one."""
    assert check().outcome == outcome


def test_criterion_by_hand() -> None:
    """The criterion of round classes is what one computes on paper: gap (4, 2), scatter 4 I, J = 20^2 / (4 * 20)."""
    assert _gap(projection.ROUND) == vector(4, 2)
    assert _scatter(projection.ROUND) == (vector(4, 0), vector(0, 4))
    assert _criterion(vector(4, 2), projection.ROUND) == 5
