"""Quadratics under denominators, roots and logarithms: the sign of one that was multiplied out, and sums over them."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Expr, IndexedBase, Sum, Symbol, log, sqrt, symbols

from derive import differentiate, prove, size
from tests.checked import checked

N, D = size("N"), size("D")
i, j, k = symbols("i j k", integer=True)
X, w, y = IndexedBase("X"), IndexedBase("w"), IndexedBase("y")
nu = Symbol("nu", positive=True)
a, b, c = symbols("a b c", real=True)
SCORE = Sum(X[i, j] * w[j], (j, 1, D))
GAP = (y[i] - SCORE) ** 2

WITHOUT: dict[str, Expr] = {
    "a square and 1": 1 / (1 + (a - b) ** 2),
    "a square and a positive number": log(nu + (a - b) ** 2),
    "two squares and 1": 1 / (1 + (a - b) ** 2 + (b - c) ** 2),
    "a root of a square": sqrt((a - b) ** 2),
    "a definite form": 1 / (1 + a**2 + a * b + b**2),
    "a residual": 1 / (nu + GAP),
}
WITH: dict[str, Expr] = {
    "a square alone": 1 / (a - b) ** 2,
    "an indefinite form": 1 / (1 + a**2 + 3 * a * b + b**2),
    "a definite form less 1": log(a**2 + a * b + b**2 - 1),
    "a leading coefficient of unknown sign": 1 / (c * a**2 + 1),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_a_definite_quadratic_needs_no_condition(name: str) -> None:
    """Its discriminant shows that it never vanishes."""
    assert not prove(WITHOUT[name] + a, a + WITHOUT[name]).conditions


@pytest.mark.parametrize("name", WITH)
def test_a_quadratic_that_may_vanish_keeps_its_condition(name: str) -> None:
    """What can be zero, or negative under a logarithm, is said."""
    assert prove(WITH[name] + a, a + WITH[name]).conditions


@pytest.mark.parametrize("numerator", [1, SCORE, SCORE**2, X[i, k] * SCORE, X[i, k] * (y[i] - SCORE), y[i] * SCORE])
def test_sums_over_a_quadratic_denominator_end(numerator: Any) -> None:
    """A score beside a denominator whose leading term holds it, but not alone, cancels nothing."""
    one, other = Sum(numerator / (nu + GAP), (i, 1, N)), Sum(3 * numerator / (3 * nu + 3 * GAP), (i, 1, N))
    assert checked(one, other).status == "proved"
    assert checked(one, 2 * other).status == "refuted"


def test_the_gradient_of_a_heavy_tailed_loss() -> None:
    """The negative log-likelihood under noise of Student's t."""
    loss = Sum((nu + 1) / 2 * log(1 + GAP / nu), (i, 1, N))
    slope = -Sum((nu + 1) * (y[i] - SCORE) * X[i, k] / (nu + GAP), (i, 1, N))
    verdict = prove(differentiate(loss, w[k]), slope)
    assert (verdict.status, verdict.conditions) == ("proved", ())
