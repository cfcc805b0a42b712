"""Regression and descent with one link altered: a sign, a factor, an index, an assumption that is dropped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sympy import Sum, ZeroMatrix

from derive.derivation import Chain
from derive.errors import UnsupportedError
from derive.facts import symmetric
from derive.lectures import descent, regression
from derive.lectures.regression import INPUT, OUTPUT, RESIDUAL, RSS, N, X, beta0, beta1, n, x_bar, y_bar
from tests.altered import Lie, refutation

MIRRORED = {regression.S_x: regression.S_y, regression.S_y: regression.S_x}

LIES = (
    Lie("simple-regression", "the chain rule", lambda rhs: -rhs),
    Lie("simple-regression", "the residuals are orthogonal to 1 and to X", lambda rhs: 2 * rhs),
    Lie("simple-regression", "its residuals sum to zero", lambda _: regression.hat0),
    Lie("simple-regression", "the line passes through the means", lambda _: x_bar),
    Lie("simple-regression", "both sums divided by N - 1", lambda rhs: rhs * regression.S_x),
    Lie("simple-regression", "S_xy = beta1 S_x^2", lambda rhs: rhs.xreplace(MIRRORED)),
    Lie("normal-equations", "the chain rule", lambda rhs: rhs.xreplace({regression.j: regression.i})),
    Lie("normal-equations", "multiplied out; zero where X^T X w = X^T y", lambda rhs: -rhs),
    Lie("normal-equations", "linear in w: the Hessian is X^T X", lambda rhs: 2 * rhs),
    Lie("normal-equations", "the residuals of w are orthogonal to the columns of X", bare=True),
    Lie("normal-equations", "the chain rule, for all weights at once", lambda rhs: -rhs),
    Lie("normal-equations", "orthogonal: this w solves the normal equations", lambda _: X.T * regression.y_column),
    Lie("lms", "2 times 1/2", lambda rhs: 2 * rhs),
    Lie("lms", "the hypothesis is linear in theta", lambda rhs: -rhs),
    Lie("lms", "the minus sign, inside the bracket", lambda rhs: rhs.xreplace({regression.eta: -regression.eta})),
    Lie("lms", "the error of the example shrinks by 1 - eta |x|^2", lambda rhs: -rhs),
    Lie("gaussian-likelihood", "the log of a product is the sum of the logs", lambda rhs: -rhs),
    Lie(
        "gaussian-likelihood",
        "the log of exp is its exponent; the constant is summed n times",
        lambda rhs: rhs * regression.sigma,
    ),
    Lie("gaussian-likelihood", "the constant drops out", lambda rhs: -rhs),
    Lie("gaussian-likelihood", "where it is larger, theta is less likely", bare=True),
    Lie("least-squares-classifier", "the squared entries of R add up to the trace of R^T R", lambda rhs: 2 * rhs),
    Lie("least-squares-classifier", "the chain rule", lambda rhs: 2 * rhs),
    Lie("least-squares-classifier", "multiplied out; zero where X^T X W = X^T T", lambda rhs: -rhs),
    Lie("least-squares-classifier", "R is orthogonal to X V", bare=True),
    Lie("least-squares-classifier", "the normal equations, linear in W", lambda _: X.T * regression.T),
    Lie("gradient-descent", "the chain rule, A being symmetric", drop=(symmetric(descent.A),)),
    Lie("gradient-descent", "g is the gradient at w; f is quadratic", lambda rhs: rhs * 2),
    Lie("gradient-descent", "g is the gradient at w; f is quadratic", bare=True),
    Lie("gradient-descent", "the curvature along g is at most L", lambda rhs: rhs.xreplace({descent.L: descent.L / 2})),
    Lie("gradient-descent", "a common factor", lambda rhs: rhs.xreplace({descent.L: 2 * descent.L})),
    Lie("gradient-descent", "for eta < 2/L the step does not go up", bare=True),
    Lie("gradient-descent", "it goes down unless g = 0", relation="<"),
    Lie("gradient-descent", "for eta >= 2/L it overshoots: the border is sharp", bare=True),
)


@pytest.mark.parametrize("lie", LIES, ids=str)
def test_altered_link_is_refuted(lie: Lie) -> None:
    """The altered link is refuted at printed sizes and values, where its two sides, computed again, break it."""
    assert refutation(lie) == ("refuted", True, True)


def _means(chain: Chain) -> None:
    chain.define(x_bar, Sum(INPUT[n], (n, 1, N)) / N, "the mean of the inputs")
    chain.define(y_bar, Sum(OUTPUT[n], (n, 1, N)) / N, "the mean of the outputs")


def _intercept(chain: Chain) -> None:
    _means(chain)
    chain.start(RSS, "the sum of squares")
    chain.differentiate(beta0, -2 * Sum(RESIDUAL, (n, 1, N)), "the chain rule")
    chain.solve(beta0, y_bar + beta1 * x_bar, "the sign of the slope is wrong")


def _slope(chain: Chain) -> None:
    _means(chain)
    chain.start(Sum(INPUT[n] * (OUTPUT[n] - beta1 * INPUT[n]), (n, 1, N)), "half the derivative, without its sign")
    uncentred = Sum(INPUT[n] * OUTPUT[n], (n, 1, N)) / Sum((INPUT[n] - x_bar) ** 2, (n, 1, N))
    chain.solve(beta1, uncentred, "the slope is centred below and not above")


def _whole_matrix(chain: Chain) -> None:
    solution = X.T * X * X.T * regression.y_column
    chain.start(X.T * (regression.y_column - X * solution), "the residuals of X^T X X^T y, against every column of X")
    chain.equals(ZeroMatrix(regression.D, 1), "the inverse was forgotten")


@pytest.mark.parametrize("build", [_intercept, _slope, _whole_matrix])
def test_false_solution_is_refuted(build: Callable[[Chain], None]) -> None:
    """A chain whose solution does not solve is refuted, and says so as a whole."""
    chain = Chain("false", "A false solution")
    build(chain)

    derivation = chain.done()
    assert (derivation.status, derivation.result.status) == ("refuted", "undecided")


def test_matrix_gradient_refuses_definitions() -> None:
    """Where something is defined, a gradient by a whole matrix is refused: it would not look into the definition."""
    chain = Chain("false", "A gradient that would be too small")
    chain.define(x_bar, regression.W[0, 0], "an entry by another name")
    chain.start(x_bar**2, "a function of that entry")
    with pytest.raises(UnsupportedError, match=r"W\[i, j\]"):
        chain.differentiate(regression.W, 0 * regression.W, "it is not zero")
