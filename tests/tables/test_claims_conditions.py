"""Side conditions: they ride along with a proof, hold of themselves, or can never hold, and then there is no proof."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    Abs,
    Add,
    Derivative,
    Eq,
    Ge,
    Gt,
    Le,
    MatrixSymbol,
    Max,
    Mul,
    Piecewise,
    Pow,
    Sum,
    Symbol,
    Trace,
    exp,
    log,
    sign,
    sqrt,
    symbols,
)

from derive import differentiate, positive, prove, sigmoid
from tests.cases import N, X, alpha, d, i, j, m, n, total, w, x, y
from tests.checked import Rows, in_parts, offenders, told

a, b, c = symbols("a b c", real=True)
s, nu = symbols("s nu", positive=True)
e = Symbol("e", nonnegative=True)
A, B = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N)
NOTHING = sigmoid(a) + sigmoid(-a) - 1
BALANCE = total(alpha[n] * y[n], n)
ZERO = Add(a, Mul(-1, a, evaluate=False), evaluate=False)

# An expression that is nowhere defined is left undecided, also beside itself.
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
FORM, MIXED = a**2 + a * b + b**2, 1 + a**2 + 3 * a * b + b**2
SQUARE, OTHER = (a - b) ** 2, (b - c) ** 2
GAP = (y[i] - total(X[i, d] * w[d], d)) ** 2
# What can be zero, or negative under a logarithm, is said.
KEPT: Rows = {
    "a denominator": (((a**2 - b**2) / (a - b), a + b), "proved if a - b != 0"),
    "the argument of a logarithm": ((log(exp(a) * b), a + log(b)), "proved if b > 0"),
    "a sum": ((total(x[n], n) ** 2 / total(x[m], m), total(x[n], n)), "proved if Sum(x[m], (m, 1, N)) != 0"),
    "squares": ((log((a * b) ** 2), log(a**2) + log(b**2)), "proved if a**2 > 0, a**2*b**2 > 0, b**2 > 0"),
    "a square alone": ((1 / SQUARE + a, a + 1 / SQUARE), "proved if a - b != 0"),
    "an indefinite form": ((1 / MIXED + a, a + 1 / MIXED), "proved if a**2 + 3*a*b + b**2 + 1 != 0"),
    "a definite form less 1": ((log(FORM - 1) + a, a + log(FORM - 1)), "proved if a**2 + a*b + b**2 - 1 > 0"),
    "a coefficient of any sign": ((1 / (c * a**2 + 1) + a, a + 1 / (c * a**2 + 1)), "proved if a**2*c + 1 != 0"),
}
# What is positive by itself, by a fact or by its discriminant needs no condition.
HOLD: Rows = {
    "1 + e^a is positive": ((exp(a) / (1 + exp(a)), sigmoid(a)), "proved"),
    "a sum of exponentials": ((log(total(exp(x[n] + a), n)), a + log(total(exp(x[n]), n))), "proved"),
    "a positive denominator": ((x[n] / (x[n] + x[m]), 1 - x[m] / (x[n] + x[m])), positive(x), "proved"),
    "a size is not zero": ((total(x[n] + 1 / N, n), total(x[n], n) + 1), "proved"),
    "a square and 1": ((1 / (1 + SQUARE) + a, a + 1 / (1 + SQUARE)), "proved"),
    "a square and a positive number": ((log(nu + SQUARE) + a, a + log(nu + SQUARE)), "proved"),
    "two squares and 1": ((1 / (1 + SQUARE + OTHER) + a, a + 1 / (1 + SQUARE + OTHER)), "proved"),
    "a root of a square": ((sqrt(SQUARE) + a, a + sqrt(SQUARE)), "proved"),
    "a definite form": ((1 / (1 + FORM) + a, a + 1 / (1 + FORM)), "proved"),
    "roots of squares": ((sqrt(x[n] ** 2) * sqrt(y[n] ** 2), sqrt(x[n] ** 2 * y[n] ** 2)), "proved"),
    "exponentials of exponentials": ((exp(exp(a) + exp(b)), exp(exp(a)) * exp(exp(b))), "proved"),
    "a residual": ((1 / (nu + GAP) + a, a + 1 / (nu + GAP)), "proved"),
}
TWO_LOGS = Ge(log(x[n]) + log(y[n]) + x[n] * y[n], log(x[n]) + log(y[n]))
LOG_OF_GAP = Ge(log(x[n] - y[n]) + x[n], log(x[n] - y[n]) + y[n])
# An inequality may rest on what its own sides need for a value, and on nothing else.
# Where log x_n has a value x_n is positive, and nothing is known of other entries.
OF_INEQUALITIES: Rows = {
    "an entry with a logarithm": (Ge(log(x[n]) + x[n], log(x[n])), "proved if x[n] > 0"),
    "an entry with a logarithm, another one": (Ge(log(x[n]) + x[m], log(x[n])), "refuted"),
    "an entry with a logarithm, times a number": (Ge(log(x[n]) + s * x[n], log(x[n])), "proved if x[n] > 0"),
    "an entry with a logarithm, times any number": (Ge(log(x[n]) + a * x[n], log(x[n])), "refuted"),
    "an entry with a logarithm, times a nonnegative one": (Ge(log(x[n]) + e * x[n], log(x[n])), "proved if x[n] > 0"),
    "two entries with logarithms": (TWO_LOGS, "proved if x[n] > 0, y[n] > 0"),
    "a difference with a logarithm": (LOG_OF_GAP, "proved if x[n] - y[n] > 0"),
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
FLAG = Piecewise((1, c > 0), (0, True))
BRANCHED = (Piecewise((log(c), c > 0), (0, True)), Piecewise((log(c), c > 0), (5, True)))
LOOSE = Piecewise((log(c), c >= 0), (0, True))
EDGES = (
    total(Piecewise((1, 2 * x[n] <= 0), (0, True)), n),
    total(Piecewise((1, 2 * x[n] < 0), (0, True)), n),
)
# A condition that is met in a branch is needed under its test only; and an indicator has a value at its edge, too.
BRANCHES: Rows = {
    "the same branches": ((BRANCHED[0] + a, a + BRANCHED[0]), "proved"),
    "the other branch differs": (BRANCHED, "refuted"),
    "a branch that needs more than its test": ((LOOSE + a, a + LOOSE), "proved if c > 0 where c >= 0"),
    "an indicator, by an order that is not strict": ((FLAG, 1), Ge(c, 0), "refuted"),
    "an indicator, by a strict order": ((FLAG, 1), Gt(c, 0), "proved"),
    "an indicator that counts only where it is 1": ((FLAG * a * c, a * Max(c, 0)), "proved"),
    "edges of two indicators": (EDGES, "refuted"),
}


@pytest.mark.parametrize("rows", in_parts(NEVER, KEPT, HOLD, OF_INEQUALITIES, BRANCHES))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


REASONS: dict[str, tuple[Any, Any]] = {
    "a - b != 0 (in a denominator)": ((a**2 - b**2) / (a - b), a + b),
    "b > 0 (argument of log)": (log(exp(a) * b), a + log(b)),
    "x[n] > 0 (argument of log, for every n in 1..N)": (total(log(x[n]) + a, n), total(log(x[n]), n) + N * a),
    "b >= 0 (under a root)": (sqrt(b) * exp(a), exp(a) * sqrt(b)),
    "A is invertible (inverted)": (Trace(A.I * B), Trace(B * A.I)),
    "b - c != 0 (there is no derivative at a kink)": (Derivative(Abs(c - b), c), sign(c - b)),
}


def test_a_condition_says_why_it_is_needed() -> None:
    """Beside what it says."""
    assert {text: [str(each) for each in prove(*sides).conditions] for text, sides in REASONS.items()} == {
        text: [text] for text in REASONS
    }


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
