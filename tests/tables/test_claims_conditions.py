"""Side conditions: they ride along with a proof, hold of themselves, or can never hold, and then there is no proof."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Add, Eq, Ge, Le, MatrixSymbol, Mul, Piecewise, Pow, Sum, Symbol, Trace, exp, log, sqrt, symbols

from derive import differentiate, positive, sigmoid
from tests.cases import N, X, alpha, d, i, j, m, n, total, w, x, y
from tests.rows import Rows, offenders, told

a, b, c = symbols("a b c", real=True)
s, nu = symbols("s nu", positive=True)
e = Symbol("e", nonnegative=True)
A, B = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N)
NOTHING = sigmoid(a) + sigmoid(-a) - 1
BALANCE = total(alpha[n] * y[n], n)
ZERO = Add(a, Mul(-1, a, evaluate=False), evaluate=False)
HARD = sqrt(3 + 2 * sqrt(2))

NEVER: Rows = {
    "a sum over all pairs divides by x_n - x_n": ((total(x[n] * x[m] / (x[n] - x[m]), n, m), 0), "undecided"),
    "the same without a numerator": ((total(1 / (x[n] - x[m]), n, m), 0), "undecided"),
    "a denominator that is zero in disguise": ((b / NOTHING, 2 * b / NOTHING), "undecided"),
    "the same on both sides": ((b / NOTHING, b / NOTHING), "undecided"),
    "a division by zero as written": ((Pow(ZERO, -1, evaluate=False), Pow(ZERO, -1, evaluate=False)), "undecided"),
    "a denominator that a fact makes zero": ((a / BALANCE, b / BALANCE), Eq(BALANCE, 0), "undecided"),
    "a logarithm of something negative": ((log(-exp(a)), log(-exp(a)) + 0 * a), "undecided"),
    "a logarithm of minus a square": ((log(-(x[n] ** 2)) - log(-(x[n] ** 2) * 2), -log(2)), "undecided"),
    "a root of something negative": ((sqrt(-exp(a)) ** 2 + sqrt(-exp(a)), -exp(a) + sqrt(-exp(a))), "UnsupportedError"),
}
FORM = a**2 + a * b + b**2
SQUARE = (a - b) ** 2
GAP = (y[i] - total(X[i, d] * w[d], d)) ** 2
KEPT: Rows = {
    "a denominator": (((a**2 - b**2) / (a - b), a + b), "proved if a - b != 0"),
    "the argument of a logarithm": ((log(exp(a) * b), a + log(b)), "proved if b > 0"),
    "a denominator that is a sum": (
        (total(x[n], n) ** 2 / total(x[m], m), total(x[n], n)),
        "proved if Sum(x[m], (m, 1, N)) != 0",
    ),
    "a square alone": ((1 / SQUARE + a, a + 1 / SQUARE), "proved if a - b != 0"),
    "an indefinite form": (
        (1 / (1 + a**2 + 3 * a * b + b**2) + a, a + 1 / (1 + a**2 + 3 * a * b + b**2)),
        "proved if a**2 + 3*a*b + b**2 + 1 != 0",
    ),
    "a definite form less 1": ((log(FORM - 1) + a, a + log(FORM - 1)), "proved if a**2 + a*b + b**2 - 1 > 0"),
    "a leading coefficient of unknown sign": (
        (1 / (c * a**2 + 1) + a, a + 1 / (c * a**2 + 1)),
        "proved if a**2*c + 1 != 0",
    ),
}
HOLD: Rows = {
    "1 + e^a is positive": ((exp(a) / (1 + exp(a)), sigmoid(a)), "proved"),
    "a sum of exponentials is positive": ((log(total(exp(x[n] + a), n)), a + log(total(exp(x[n]), n))), "proved"),
    "a positive denominator": (
        (x[n] * y[m] / (x[n] + x[m]), y[m] - x[m] * y[m] / (x[n] + x[m])),
        positive(x),
        "proved",
    ),
    "a size is not zero": ((total(x[n] + 1 / N, n), total(x[n], n) + 1), "proved"),
    "a square and 1": ((1 / (1 + SQUARE) + a, a + 1 / (1 + SQUARE)), "proved"),
    "a square and a positive number": ((log(nu + SQUARE) + a, a + log(nu + SQUARE)), "proved"),
    "two squares and 1": ((1 / (1 + SQUARE + (b - c) ** 2) + a, a + 1 / (1 + SQUARE + (b - c) ** 2)), "proved"),
    "a root of a square": ((sqrt(SQUARE) + a, a + sqrt(SQUARE)), "proved"),
    "a definite form": ((1 / (1 + FORM) + a, a + 1 / (1 + FORM)), "proved"),
    "a residual": ((1 / (nu + GAP) + a, a + 1 / (nu + GAP)), "proved"),
}
# An inequality may rest on what its own sides need for a value, and on nothing else.
OF_INEQUALITIES: Rows = {
    "an entry with a logarithm": (Ge(log(x[n]) + x[n], log(x[n])), "proved if x[n] > 0"),
    "an entry with a logarithm, another one": (Ge(log(x[n]) + x[m], log(x[n])), "refuted"),
    "an entry with a logarithm, times a number": (Ge(log(x[n]) + s * x[n], log(x[n])), "proved if x[n] > 0"),
    "an entry with a logarithm, times any number": (Ge(log(x[n]) + a * x[n], log(x[n])), "refuted"),
    "an entry with a logarithm, times a nonnegative one": (Ge(log(x[n]) + e * x[n], log(x[n])), "proved if x[n] > 0"),
    "two entries with logarithms": (
        Ge(log(x[n]) + log(y[n]) + x[n] * y[n], log(x[n]) + log(y[n])),
        "proved if x[n] > 0, y[n] > 0",
    ),
    "a difference with a logarithm": (
        Ge(log(x[n] - y[n]) + x[n], log(x[n] - y[n]) + y[n]),
        "proved if x[n] - y[n] > 0",
    ),
    "a sum beside the logarithm of a difference": (Ge(log(x[n] - y[n]) + x[n], log(x[n] - y[n]) - y[n]), "refuted"),
    "all entries with logarithms": (Ge(total(log(x[n]), n) + x[m], total(log(x[n]), n)), "proved if x[n] > 0"),
    "a root of what has a logarithm": (Ge(log(a) + sqrt(a), log(a)), "proved if a > 0, a >= 0"),
    "a number under a root": (Ge(sqrt(a) + a, sqrt(a)), "proved if a >= 0"),
    "a number under a root, strictly": (Ge(sqrt(a) + a, sqrt(a) + 1), "refuted"),
    "a reciprocal of what has a root": (Ge(1 / sqrt(a) + a, 1 / sqrt(a)), "proved if a > 0"),
    "a reciprocal": (Ge(1 / a + a, 1 / a), "refuted"),
    "a tangent of log where there is no log": (Le(log(a**2) / 2, a - 1), "refuted"),
    "a root of the squares of both sides": (Le(sqrt(a), a + 1), "proved if a >= 0"),
    "a trace of an inverse": (Ge(Trace(A.I * B) + a**2, Trace(B * A.I)), "proved if A is invertible"),
}
HARD_BUT_TRUE: Rows = {
    "nested roots": ((HARD, 1 + sqrt(2)), "sampled"),
    "roots of squares": ((sqrt(x[n] ** 2) * sqrt(y[n] ** 2), sqrt(x[n] ** 2 * y[n] ** 2)), "proved"),
    "an exponential of an exponential": ((exp(exp(a) + exp(b)), exp(exp(a)) * exp(exp(b))), "proved"),
    "logarithms of numbers": ((log(6), log(2) + log(3)), "proved"),
    "a logarithm of a square": (
        (log((a * b) ** 2), log(a**2) + log(b**2)),
        "proved if a**2 > 0, a**2*b**2 > 0, b**2 > 0",
    ),
}
FLAG = Piecewise((1, c > 0), (0, True))
# to turn: an indicator differs from 1, and from another one, at its edge. The first row is false, and is proved where
# the second opinion is not asked.
BRANCHES: Rows = {
    "the other branch differs": (
        (Piecewise((log(c), c > 0), (0, True)), Piecewise((log(c), c > 0), (5, True))),
        "undecided if c > 0",
    ),
    "an indicator, by an order that is not strict": ((FLAG, 1), Ge(c, 0), "proved if c != 0"),
    "edges of two indicators": (
        (
            Sum(Piecewise((1, 2 * x[n] <= 0), (0, True)), (n, 0, N - 1)),
            Sum(Piecewise((1, 2 * x[n] < 0), (0, True)), (n, 0, N - 1)),
        ),
        "proved if -x[n] != 0",
    ),
}


def test_a_condition_that_never_holds_proves_nothing() -> None:
    """An expression that is nowhere defined is left undecided, also beside itself."""
    assert offenders(NEVER) == {}


def test_a_condition_rides_along() -> None:
    """What can be zero, or negative under a logarithm, is said."""
    assert offenders(KEPT) == {}


def test_a_condition_that_always_holds_is_not_mentioned() -> None:
    """What is positive by itself, by a fact or by its discriminant needs no condition."""
    assert offenders(HOLD) == {}


def test_an_inequality_may_use_its_own_conditions() -> None:
    """Where log x_n has a value x_n is positive, and nothing is known of other entries."""
    assert offenders(OF_INEQUALITIES) == {}


def test_true_but_hard_is_never_refuted() -> None:
    """What cannot be proved is sampled at points, which is no proof."""
    assert offenders(HARD_BUT_TRUE) == {}


def test_branches() -> None:
    """Two functions with branches are compared where their conditions hold."""
    assert offenders(BRANCHES) == {}


SCORE = total(X[i, d] * w[d], d)


@pytest.mark.parametrize("numerator", [1, SCORE, SCORE**2, X[i, j] * SCORE, X[i, j] * (y[i] - SCORE), y[i] * SCORE])
def test_sums_over_a_quadratic_denominator_end(numerator: Any) -> None:
    """A score beside a denominator whose leading term holds it, but not alone, cancels nothing."""
    one, other = Sum(numerator / (nu + GAP), (i, 1, N)), Sum(3 * numerator / (3 * nu + 3 * GAP), (i, 1, N))
    assert (told((one, other)), told((one, 2 * other))) == ("proved", "refuted")


def test_the_gradient_of_a_heavy_tailed_loss() -> None:
    """The negative log-likelihood under noise of Student's t."""
    loss = Sum((nu + 1) / 2 * log(1 + GAP / nu), (i, 1, N))
    slope = -Sum((nu + 1) * (y[i] - SCORE) * X[i, j] / (nu + GAP), (i, 1, N))
    assert told((differentiate(loss, w[j]), slope)) == "proved"
