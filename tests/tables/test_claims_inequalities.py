"""Inequalities of squares, sums and facts, at symbolic size: by certificates that check, and beside false ones."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Eq, Expr, Ge, Gt, Le, Lt, MatrixSymbol, Rational, Symbol, log, sqrt, symbols

from derive import binary, nonnegative, positive, prove, sigmoid, sign, simplex, tensor
from tests.cases import LABELS, N, X, a, alpha, b, d, dot, k, m, mu, n, pr, softmax, total, u, v, w, x, xi, y, z
from tests.checked import Rows, in_parts, offenders, told

c, MARGIN, RADIUS, STEPS = Symbol("c", real=True), *symbols("gamma R t", positive=True)
s, t, rate, CAPACITY = symbols("s t lambda C", positive=True)
q, r = tensor("q", LABELS), tensor("r", LABELS)
TRUTH = Symbol("y", real=True)
ALONG = total(X[n, d] * v[d], d)


def activation(row: Symbol) -> Expr:
    """Return sigmoid(w . x_row)."""
    return sigmoid(total(X[row, d] * w[d], d))


QUARTIC = Ge(13 * a**4 + 6 * a**3 * b + 2 * a**2 * b**2 + 10 * a * b**3 + 5 * b**4, 0)
# Sums of squares, times what is positive, with denominators and roots cleared.
SQUARES: Rows = {
    "2ab": (Le(2 * a * b, a**2 + b**2), "proved"),
    "two squares, strictly": (Gt(a**2 + b**2, 2 * a * b), "refuted"),
    "two squares, too much": (Ge(a**2 + b**2, 3 * a * b), "refuted"),
    "a square, strictly": (Gt(a**2, 0), "refuted"),
    "a square is not negative": (Le(a**2, 0), "refuted"),
    "an expanded square": (Ge(4 * a**2 - 12 * a * b + 9 * b**2, 0), "proved"),
    "a quadratic form": (Ge(5 * a**2 + 2 * a * b + b**2 + c**2 - 2 * c + 1, 0), "proved"),
    "a form of one minimum": (Ge(a**2 - 3 * a * b + Rational(5, 2) * b**2, 0), "proved"),
    "a form of three": (Ge(2 * a**2 + 2 * b**2 + 2 * c**2 - a * b - b * c - 3 * c * a, 0), "proved"),
    "a form that is negative somewhere": (Ge(a**2 - 3 * a * b + b**2, 0), "refuted"),
    "three variables": (Ge(a**2 + b**2 + c**2, a * b + b * c + c * a), "proved"),
    "a quadratic above zero": (Gt(a**2 + a + 1, 0), "proved"),
    "squares, strict": (Gt(a**2 + b**2, 0), "refuted"),
    "a quartic above zero": (Gt(a**4 + a + 1, 0), "proved"),
    "a quartic form": (Ge(2 * a**4 + 2 * a**3 * b - a**2 * b**2 + 5 * b**4, 0), "proved"),
    "a quartic of large squares": (QUARTIC, "proved"),
    "barely negative": (Ge(a**4 - 2 * a**2 + Rational(99, 100), 0), "refuted"),
    "fourth powers": (Ge(a**4 + b**4, a**3 * b + a * b**3), "proved"),
    "third powers": (Ge(s**3 + t**3, s**2 * t + s * t**2), "proved"),
    "arithmetic and geometric mean": (Ge((s + t) / 2, sqrt(s * t)), "proved"),
    "arithmetic and geometric mean, of squares": (Ge((a + b) ** 2, 4 * a * b), "proved"),
    "a mean of roots, reversed": (Ge(sqrt(s * t), (s + t) / 2), "refuted"),
    "harmonic mean": (Le(2 / (1 / s + 1 / t), (s + t) / 2), "proved"),
    "a number and its reciprocal": (Ge(s + 1 / s, 2), "proved"),
    "a number and its reciprocal, strict": (Gt(s + 1 / s, 2), "refuted"),
    "a fraction": (Le(1 / (1 + a**2), 1), "proved"),
    "a fraction of both signs": (Le(a / (1 + a**2), Rational(1, 2)), "proved"),
    "convexity of the square": (Le(((1 - s) * a + s * b) ** 2, (1 - s) * a**2 + s * b**2), Lt(s, 1), "proved"),
    "a positive factor": (Ge(s * a**2 - 2 * s * a + s, 0), "proved"),
}
P_MEAN, P_SQUARES = total(pr[k] * z[k], k), total(pr[k] * z[k] ** 2, k)
WEIGHTED = Le(total(pr[k] * z[k] * q[k], k) ** 2, P_SQUARES * total(pr[k] * q[k] ** 2, k))
EXPANDED = Le(total(activation(n) ** 2 * ALONG**2, n), total(activation(n) * ALONG**2, n))
SPREAD = Ge(total((pr[k] - pr[k] ** 2) * z[k] ** 2, k), 0)
NEARER = Le(total((w[d] - rate * u[d]) ** 2, d), dot(w, w))
# Squares and products under sums, weighted by what is nonnegative.
SUMS: Rows = {
    "Cauchy-Schwarz": (Le(dot(u, w) ** 2, dot(u, u) * dot(w, w)), "proved"),
    "Cauchy-Schwarz, reversed": (Ge(dot(u, w) ** 2, dot(u, u) * dot(w, w)), "refuted"),
    "Cauchy-Schwarz with weights": (WEIGHTED, nonnegative(pr), "proved"),
    "Young": (Le(2 * dot(u, w), rate * dot(u, u) + dot(w, w) / rate), "proved"),
    "square of the mean": (Le((total(x[n], n) / N) ** 2, total(x[n] ** 2, n) / N), "proved"),
    "square of the mean, reversed": (Ge(total(x[n], n) ** 2, N * total(x[n] ** 2, n)), "refuted"),
    "variance": (Ge(total((x[n] - total(x[m], m) / N) ** 2, n), 0), "proved"),
    "Jensen for squares": (Ge(P_SQUARES, P_MEAN**2), simplex(pr), "proved"),
    "Jensen for squares, without weights that sum to one": (Ge(P_SQUARES, P_MEAN**2), positive(pr), "refuted"),
    "Jensen for squares, reversed": (Le(P_SQUARES, P_MEAN**2), simplex(pr), "refuted"),
    "Jensen for squares, of any weights": (Ge(total(pr[k], k) * P_SQUARES, P_MEAN**2), positive(pr), "proved"),
    "softmax Hessian": (Ge(total(softmax(k) * r[k] ** 2, k), total(softmax(k) * r[k], k) ** 2), "proved"),
    "logistic Hessian": (Ge(total(activation(n) * (1 - activation(n)) * ALONG**2, n), 0), "proved"),
    "logistic Hessian, multiplied out": (EXPANDED, "proved"),
    "ridge": (Gt(total(ALONG**2, n) + rate * dot(v, v), 0), Gt(dot(v, v), 0), "proved"),
    "ridge without a direction": (Gt(total(ALONG**2, n) + rate * dot(v, v), 0), "refuted"),
    "squares of probabilities": (Le(total(pr[k] ** 2, k), 1), simplex(pr), "proved"),
    "a probability": (Le(pr[k], 1), simplex(pr), "proved"),
    "probabilities below a half": (Le(pr[k], Rational(1, 2)), simplex(pr), "refuted"),
    "a variance of probabilities": (SPREAD, positive(pr), Le(pr[k], 1), "proved"),
    "a mean is no larger than a bound": (Le(total(x[n], n) / N, a), Le(x[n], a), "proved"),
    "a sum and a part of it": (Le(x[m], total(x[n], n)), positive(x), "proved"),
    "a sum and twice a part of it": (Le(2 * x[m], total(x[n], n)), positive(x), "refuted"),
    "one entry of a sum of both signs": (Le(x[m], total(x[n], n)), "refuted"),
    "one known entry of a sum": (Le(log(x[m]) + x[m], log(x[m]) + total(x[n], n)), "refuted"),
    "a sum of signs, too low": (Le(total(x[n], n), N - 1), sign(x), "refuted"),
    "a sum of bits": (Le(total(x[n], n), N), binary(x), "proved"),
    "a size above one": (Gt(N, 1), "refuted"),
    "a short sum, written out": (Le((x[1] + x[2] + x[3]) ** 2, 3 * (x[1] ** 2 + x[2] ** 2 + x[3] ** 2)), "proved"),
    "gradient step": (NEARER, Ge(2 * dot(w, u), rate * dot(u, u)), "proved"),
}
WEIGHED = Le(total(alpha[n] * x[n], n), total(alpha[n] * y[n], n))
# Facts added, multiplied, cleared and summed; each beside what lacks one, or says too much.
FACTS: Rows = {
    "a chain": (Lt(a, c), Le(a, b), Lt(b, c), "proved"),
    "a chain that is strict twice": (Lt(a, c), Lt(a, b), Lt(b, c), "proved"),
    "a chain that is not strict": (Le(a, c), Le(a, b), Le(b, c), "proved"),
    "a chain that is not strict, strictly": (Lt(a, c), Le(a, b), Le(b, c), "refuted"),
    "a chain backwards": (Le(c, a), Le(a, b), Le(b, c), "refuted"),
    "a chain with a gap": (Le(a, c), Le(a, b), "refuted"),
    "a fact the other way round": (Le(a, b), Ge(a, b), "refuted"),
    "three strict facts": (Gt(a + b + c, 6), Gt(a, 1), Gt(b, 2), Gt(c, 3), "proved"),
    "times a positive number": (Le(a * s, b * s), Le(a, b), "proved"),
    "times a number assumed positive": (Le(a * c, b * c), Le(a, b), Gt(c, 0), "proved"),
    "times a number of unknown sign": (Le(a * c, b * c), Le(a, b), "refuted"),
    "cancelling a positive number": (Le(a, b), Le(a * s, b * s), "proved"),
    "cancelling a number of unknown sign": (Le(a, b), Le(a * c, b * c), "refuted"),
    "cancelling a number that may be zero": (Le(a, b), Le(a * c, b * c), Ge(c, 0), "refuted"),
    "dividing by an unknown sign": (Le(a / c, b / c), Le(a, b), "refuted"),
    "a quotient of unknown sign": (Ge(a / c, 0), Ge(a, 0), "refuted"),
    "a fraction cleared": (Le(t * s**2, rate), Le(t, rate / s**2), "proved"),
    "a product of facts": (Ge(a * b, 1), Ge(a, 1), Ge(b, 1), "proved"),
    "a product of nonnegative ones": (Ge(x[n] * y[n], 0), nonnegative(x), nonnegative(y), "proved"),
    "a product of one nonnegative one": (Ge(x[n] * y[n], 0), nonnegative(x), "refuted"),
    "a product of positive ones": (Gt(a * b, 0), Gt(a, 0), Gt(b, 0), "proved"),
    "a product of nonnegative ones, strictly": (Gt(a * b, 0), Ge(a, 0), Ge(b, 0), "refuted"),
    "a product of two negative ones": (Gt((b - a) * (b - c), 0), Gt(a, b), Gt(c, b), "proved"),
    "a product with one negative one": (Gt((b - a) * (b - c), 0), Gt(a, b), "refuted"),
    "a product of three negative ones": (Gt((b - a) * (b - c) * (b - s), 0), Gt(a, b), Gt(c, b), Gt(s, b), "refuted"),
    "squares of ordered positive numbers": (Le(s**2, t**2), Le(s, t), "proved"),
    "squares of ordered numbers": (Le(a**2, b**2), Le(a, b), "refuted"),
    "reciprocals": (Ge(1 / s, 1 / t), Le(s, t), "proved"),
    "at a free index": (Le(x[m], y[m]), Le(x[n], y[n]), "proved"),
    "for one index": (Le(x[n], y[n]), Le(x[1], y[1]), "refuted"),
    "summed with weights": (WEIGHED, Le(x[n], y[n]), nonnegative(alpha), "proved"),
    "summed with weights of unknown sign": (WEIGHED, Le(x[n], y[n]), "refuted"),
    "a sign is at most one": (Le(y[n], 1), sign(y), "proved"),
    "with an equation": (Ge(a**2 + b**2, 1), Eq(a * b, Rational(1, 2)), "proved"),
}
PROGRESS, LENGTH = Ge(dot(w, u), STEPS * MARGIN), Le(dot(w, w), STEPS * RADIUS**2)
UPDATED = w[d] + TRUTH * v[d]
TURNED = Ge(total(UPDATED * u[d], d), (STEPS + 1) * MARGIN)
LENGTHENED = Le(total(UPDATED**2, d), (STEPS + 1) * RADIUS**2)
MISTAKES = Le(STEPS * MARGIN**2, RADIUS**2)
OF_LENGTH = Le(dot(v, v), RADIUS**2), LENGTH, Eq(TRUTH**2, 1)
# The two bounds of a step, and what follows from both; without the fact that carries it none of them.
PERCEPTRON: Rows = {
    "a mistake turns w towards u": (TURNED, Ge(TRUTH * dot(u, v), MARGIN), PROGRESS, "proved"),
    "a mistake turns w, without progress before": (TURNED, Ge(TRUTH * dot(u, v), MARGIN), "refuted | sampled"),
    "a mistake lengthens w by at most R^2": (LENGTHENED, Le(TRUTH * dot(w, v), 0), *OF_LENGTH, "proved"),
    "what is no mistake lengthens w more": (LENGTHENED, *OF_LENGTH, "refuted | sampled"),
    "at most R^2/gamma^2 mistakes": (MISTAKES, PROGRESS, LENGTH, Eq(dot(u, u), 1), "proved"),
    "any number of mistakes of any length": (MISTAKES, PROGRESS, Eq(dot(u, u), 1), "refuted | sampled"),
}
EXAMPLE = y[n] * (total(X[n, d] * w[d], d) + b)
DUAL, PRIMAL = total(alpha[n], n) - total(total(alpha[n] * y[n] * X[n, d], n) ** 2, d) / 2, dot(w, w) / 2
BALANCED, HARD = Eq(total(alpha[n] * y[n], n), 0), Ge(EXAMPLE, 1)
SOFT, SLACK = PRIMAL + CAPACITY * total(xi[n], n), (nonnegative(xi), Ge(EXAMPLE, 1 - xi[n]))
# The dual of a support vector machine is below the primal at every feasible point, and at others it is not.
DUALITY: Rows = {
    "hard margin": (Le(DUAL, PRIMAL), nonnegative(alpha), BALANCED, HARD, "proved"),
    "hard margin, without feasible multipliers": (Le(DUAL, PRIMAL), BALANCED, HARD, "refuted | sampled"),
    "hard margin, without balance": (Le(DUAL, PRIMAL), nonnegative(alpha), HARD, "refuted"),
    "hard margin, without the margin": (Le(DUAL, PRIMAL), nonnegative(alpha), BALANCED, "refuted"),
    "hard margin, reversed": (Ge(DUAL, PRIMAL), nonnegative(alpha), BALANCED, HARD, "refuted"),
    "soft margin": (Le(DUAL, SOFT), nonnegative(alpha), BALANCED, *SLACK, Le(alpha[n], CAPACITY), "proved"),
    "soft margin, both multipliers": (
        Le(DUAL, SOFT),
        *(nonnegative(alpha), BALANCED, *SLACK),
        *(nonnegative(mu), Eq(alpha[n] + mu[n], CAPACITY)),
        "proved",
    ),
}


@pytest.mark.parametrize("rows", in_parts(SQUARES, SUMS, FACTS, PERCEPTRON, DUALITY))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


def test_the_entry_of_a_quadratic_form_is_not_negative() -> None:
    """SymPy writes the one entry of w^T X^T X w as sums over dummies; names of dummies are kept apart."""
    D = Symbol("D", integer=True, positive=True)
    data, weights = MatrixSymbol("X", N, D), MatrixSymbol("w", D, 1)
    assert told(Ge((weights.T * data.T * data * weights)[0, 0], 0)) == "proved"


CERTIFICATES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "-a + c = [(-a + b)] + 1/2*[(-2*b + 2*c)]": (Le(a, c), (Le(a, b), Le(2 * b, 2 * c))),
    "a**2 - 2*a*b + b**2 = [(-a + b)**2]": (Ge(a**2 + b**2, 2 * a * b), ()),
    "a*b - a - b + 1 = [(b - 1)*(a - 1)]": (Ge(a * b, a + b - 1), (Ge(a, 1), Ge(b, 1))),
    "(s)*(s - 2 + 1/s) = [(1 - s)**2]": (Ge(s + 1 / s, 2), ()),
    "Sum(x[n]**2, (n, 1, N)) = [Sum(x[n]**2, (n, 1, N))]": (Ge(total(x[n] ** 2, n), 0), ()),
}


def test_a_certificate_is_the_goal_and_its_parts() -> None:
    """Left the goal, with what it was multiplied with, right the parts with their coefficients, in any order."""
    for text, (claim, facts) in CERTIFICATES.items():
        printed = str(prove(claim, assuming=facts).certificate)
        assert sorted(printed.split(" + ")) == sorted(text.split(" + ")), printed
