"""Inequalities of machine learning and of textbooks: proved at symbolic size, each by a certificate that checks."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from sympy import (
    Abs,
    E,
    Eq,
    Expr,
    Ge,
    Gt,
    IndexedBase,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Min,
    Piecewise,
    Rational,
    Symbol,
    exp,
    log,
    sqrt,
    symbols,
    tanh,
)
from sympy.core.relational import Relational

from derive import nonnegative, positive, prove, sigmoid, sign, simplex, softplus, tensor
from tests.cases import K, N, X, a, alpha, b, d, dot, k, m, mu, n, pr, softmax, total, u, v, w, x, xi, y, z
from tests.checked import checked

c = Symbol("c", real=True)
s, t, rate = symbols("s t lambda", positive=True)
q, r = tensor("q", K), tensor("r", K)
residual = y[n] - total(X[n, d] * w[d], d)
HUBER = Piecewise((a**2 / 2, Abs(a) <= s), (s * (Abs(a) - s / 2), True))


@dataclass(frozen=True)
class Bound:
    """An inequality and the facts that it rests on."""

    goal: Relational
    facts: tuple[object, ...] = ()


def norm(vector: IndexedBase) -> Expr:
    """Return the length of a vector."""
    return sqrt(dot(vector, vector))


def margin_of(row: Symbol) -> Expr:
    """Return y_row (w . x_row + b)."""
    return y[row] * (total(X[row, d] * w[d], d) + b)


def activation(row: Symbol) -> Expr:
    """Return sigmoid(w . x_row)."""
    return sigmoid(total(X[row, d] * w[d], d))


ALONG = total(X[n, d] * v[d], d)
DUAL = total(alpha[n], n) - total(total(alpha[n] * y[n] * X[n, d], n) ** 2, d) / 2
FEASIBLE = (nonnegative(alpha), Eq(total(alpha[n] * y[n], n), 0))
SLACK = (*FEASIBLE, nonnegative(xi), Ge(margin_of(n), 1 - xi[n]))
CAPACITY = Symbol("C", positive=True)
SIMPLEX = (positive(pr), positive(q), Eq(total(pr[k], k), 1), Eq(total(q[k], k), 1))

SQUARES = {
    "2ab": Bound(Le(2 * a * b, a**2 + b**2)),
    "an expanded square": Bound(Ge(4 * a**2 - 12 * a * b + 9 * b**2, 0)),
    "a quadratic form": Bound(Ge(5 * a**2 + 2 * a * b + b**2 + c**2 - 2 * c + 1, 0)),
    "three variables": Bound(Ge(a**2 + b**2 + c**2, a * b + b * c + c * a)),
    "a quadratic above zero": Bound(Gt(a**2 + a + 1, 0)),
    "a quartic above zero": Bound(Gt(a**4 + a + 1, 0)),
    "a quartic form": Bound(Ge(2 * a**4 + 2 * a**3 * b - a**2 * b**2 + 5 * b**4, 0)),
    "fourth powers": Bound(Ge(a**4 + b**4, a**3 * b + a * b**3)),
    "third powers": Bound(Ge(s**3 + t**3, s**2 * t + s * t**2)),
    "arithmetic and geometric mean": Bound(Ge((s + t) / 2, sqrt(s * t))),
    "harmonic mean": Bound(Le(2 / (1 / s + 1 / t), (s + t) / 2)),
    "a number and its reciprocal": Bound(Ge(s + 1 / s, 2)),
    "a fraction": Bound(Le(1 / (1 + a**2), 1)),
    "a fraction of both signs": Bound(Le(a / (1 + a**2), Rational(1, 2))),
    "convexity of the square": Bound(Le(((1 - s) * a + s * b) ** 2, (1 - s) * a**2 + s * b**2), (Lt(s, 1),)),
}

SUMS = {
    "Cauchy-Schwarz": Bound(Le(dot(u, w) ** 2, dot(u, u) * dot(w, w))),
    "Cauchy-Schwarz with weights": Bound(
        Le(total(pr[k] * z[k] * q[k], k) ** 2, total(pr[k] * z[k] ** 2, k) * total(pr[k] * q[k] ** 2, k)),
        (nonnegative(pr),),
    ),
    "Young": Bound(Le(2 * dot(u, w), rate * dot(u, u) + dot(w, w) / rate)),
    "square of the mean": Bound(Le((total(x[n], n) / N) ** 2, total(x[n] ** 2, n) / N)),
    "variance": Bound(Ge(total((x[n] - total(x[m], m) / N) ** 2, n), 0)),
    "Jensen for squares, with weights": Bound(
        Ge(total(pr[k], k) * total(pr[k] * z[k] ** 2, k), total(pr[k] * z[k], k) ** 2), (positive(pr),)
    ),
    "softmax Hessian": Bound(Ge(total(softmax(k) * r[k] ** 2, k), total(softmax(k) * r[k], k) ** 2)),
    "logistic Hessian": Bound(Ge(total(activation(n) * (1 - activation(n)) * ALONG**2, n), 0)),
    "logistic Hessian, multiplied out": Bound(
        Le(total(activation(n) ** 2 * ALONG**2, n), total(activation(n) * ALONG**2, n))
    ),
    "ridge": Bound(Gt(total(ALONG**2, n) + rate * dot(v, v), 0), (Gt(dot(v, v), 0),)),
    "squares of probabilities": Bound(Le(total(pr[k] ** 2, k), 1), (simplex(pr),)),
    "a probability": Bound(Le(pr[k], 1), (simplex(pr),)),
    "a mean is no larger than a bound": Bound(Le(total(x[n], n) / N, a), (Le(x[n], a),)),
    "gradient step": Bound(Le(total((w[d] - rate * u[d]) ** 2, d), dot(w, w)), (Ge(2 * dot(w, u), rate * dot(u, u)),)),
}

FACTS = {
    "a chain": Bound(Lt(a, c), (Le(a, b), Lt(b, c))),
    "a chain that is strict twice": Bound(Lt(a, c), (Lt(a, b), Lt(b, c))),
    "three strict facts": Bound(Gt(a + b + c, 6), (Gt(a, 1), Gt(b, 2), Gt(c, 3))),
    "times a positive number": Bound(Le(a * s, b * s), (Le(a, b),)),
    "times a number assumed positive": Bound(Le(a * c, b * c), (Le(a, b), Gt(c, 0))),
    "cancelling a positive number": Bound(Le(a, b), (Le(a * s, b * s),)),
    "a fraction cleared": Bound(Le(t * s**2, rate), (Le(t, rate / s**2),)),
    "a product of facts": Bound(Ge(a * b, 1), (Ge(a, 1), Ge(b, 1))),
    "squares of ordered positive numbers": Bound(Le(s**2, t**2), (Le(s, t),)),
    "reciprocals": Bound(Ge(1 / s, 1 / t), (Le(s, t),)),
    "at a free index": Bound(Le(x[m], y[m]), (Le(x[n], y[n]),)),
    "summed with weights": Bound(
        Le(total(alpha[n] * x[n], n), total(alpha[n] * y[n], n)), (Le(x[n], y[n]), nonnegative(alpha))
    ),
    "a sign is at most one": Bound(Le(y[n], 1), (sign(y),)),
    "with an equation": Bound(Ge(a**2 + b**2, 1), (Eq(a * b, Rational(1, 2)),)),
    "weak duality, hard margin": Bound(Le(DUAL, dot(w, w) / 2), (*FEASIBLE, Ge(margin_of(n), 1))),
    "weak duality, soft margin": Bound(
        Le(DUAL, dot(w, w) / 2 + CAPACITY * total(xi[n], n)), (*SLACK, Le(alpha[n], CAPACITY))
    ),
    "weak duality, both multipliers": Bound(
        Le(DUAL, dot(w, w) / 2 + CAPACITY * total(xi[n], n)), (*SLACK, nonnegative(mu), Eq(alpha[n] + mu[n], CAPACITY))
    ),
}

FUNCTIONS = {
    "exp above its tangent": Bound(Ge(exp(a), 1 + a)),
    "exp above another tangent": Bound(Ge(exp(a), E * a)),
    "exp increases": Bound(Le(exp(a), exp(b)), (Le(a, b),)),
    "log below its tangent": Bound(Le(log(s), s - 1)),
    "log increases": Bound(Le(log(s), log(t)), (Le(s, t),)),
    "sigmoid below one": Bound(Lt(sigmoid(a), 1)),
    "sigmoid above zero": Bound(Gt(sigmoid(a), 0)),
    "slope of sigmoid": Bound(Le(sigmoid(a) * (1 - sigmoid(a)), Rational(1, 4))),
    "tanh": Bound(Lt(tanh(a), 1)),
    "softmax": Bound(Le(softmax(k), 1)),
    "softplus above zero": Bound(Gt(softplus(a), 0)),
    "softplus above its argument": Bound(Gt(softplus(a), a)),
    "softplus above its tangent": Bound(Ge(softplus(a), log(2) + a / 2)),
    "log-sum-exp": Bound(Ge(log(total(exp(z[k]), k)), z[m])),
    "relative entropy": Bound(Ge(total(pr[k] * log(pr[k] / q[k]), k), 0), SIMPLEX),
    "Gibbs": Bound(Le(-total(pr[k] * log(pr[k]), k), -total(pr[k] * log(q[k]), k)), SIMPLEX),
    "largest entropy": Bound(Le(-total(pr[k] * log(pr[k]), k), log(K)), (positive(pr), Eq(total(pr[k], k), 1))),
    "evidence lower bound": Bound(
        Ge(log(total(r[k], k)), total(q[k] * (log(r[k]) - log(q[k])), k)),
        (positive(q), positive(r), Eq(total(q[k], k), 1)),
    ),
    "Jensen for the logarithm": Bound(
        Ge(log(total(pr[k] * r[k], k)), total(pr[k] * log(r[k]), k)), (positive(r), *SIMPLEX)
    ),
    "triangle": Bound(Le(Abs(a + b), Abs(a) + Abs(b))),
    "triangle, reversed": Bound(Le(Abs(Abs(a) - Abs(b)), Abs(a - b))),
    "triangle for sums": Bound(Le(Abs(total(x[n], n)), total(Abs(x[n]), n))),
    "hinge": Bound(Ge(total(Max(0, 1 - y[n] * x[n]), n), N - total(y[n] * x[n], n))),
    "hinge is convex": Bound(Le(Max(0, (a + b) / 2), (Max(0, a) + Max(0, b)) / 2)),
    "the Gaussian kernel is at most one": Bound(Le(exp(-((a - b) ** 2) / (2 * s**2)), 1)),
    "the Gaussian kernel of two entries": Bound(Le(exp(-((x[n] - x[m]) ** 2)), 1)),
    "the quantile loss of a residual": Bound(Ge(Max(t * residual, (t - 1) * residual), 0), (Lt(t, 1),)),
    "Huber of a residual is below the square": Bound(Le(HUBER.xreplace({a: residual}), residual**2 / 2)),
    "triangle for two entries": Bound(Le(Abs(x[n] - x[m]), Abs(x[n]) + Abs(x[m]))),
    "positive parts of two entries": Bound(Le(Max(x[n], 0) * Max(x[m], 0), Abs(x[n] * x[m]))),
    "Huber is not negative": Bound(Ge(HUBER, 0)),
    "Huber is below the square": Bound(Le(HUBER, a**2 / 2)),
    "the hinge is above the number of mistakes": Bound(Le(Piecewise((1, a <= 0), (0, True)), Max(0, 1 - a))),
    "minimum and maximum": Bound(Le(Min(a, b), Max(a, b))),
}

ROOTS = {
    "Cauchy-Schwarz with norms": Bound(Le(dot(u, w), norm(u) * norm(w))),
    "Cauchy-Schwarz with norms, from below": Bound(Ge(dot(u, w), -norm(u) * norm(w))),
    "Cauchy-Schwarz with a unit vector": Bound(Le(dot(u, w), norm(w)), (Eq(dot(u, u), 1),)),
    "triangle with norms": Bound(Le(sqrt(total((u[d] + w[d]) ** 2, d)), norm(u) + norm(w))),
    "root of a sum of squares": Bound(Le(sqrt(a**2 + b**2), Abs(a) + Abs(b))),
    "roots of ordered numbers": Bound(Le(sqrt(s), sqrt(t)), (Le(s, t),)),
    "roots, strict": Bound(Lt(sqrt(s), sqrt(s + t))),
}

BOUNDS = {**SQUARES, **SUMS, **FACTS, **FUNCTIONS, **ROOTS}


@pytest.mark.parametrize("bound", BOUNDS.values(), ids=BOUNDS)
def test_bound_has_a_certificate_that_checks(bound: Bound) -> None:
    """The inequality is proved, the second opinion agrees, and the certificate adds up when it is expanded again."""
    verdict = checked(bound.goal, assuming=bound.facts)

    assert (verdict.status, verdict.certificate and verdict.certificate.check()) == ("proved", True)


def test_certificate_prints_the_identity() -> None:
    """Left the goal, right the parts with their coefficients."""
    verdict = prove(Le(a, c), assuming=(Le(a, b), Le(2 * b, 2 * c)))

    assert str(verdict.certificate) == "-a + c = [(-a + b)] + 1/2*[(-2*b + 2*c)]"


def test_multiplier_is_printed() -> None:
    """What the goal was multiplied with stands before it."""
    verdict = prove(Ge(s + 1 / s, 2))

    assert str(verdict.certificate).startswith("(s)*(s - 2 + 1/s) = ")


def test_conditions_ride_along() -> None:
    """A logarithm brings its condition into the verdict, and a proof may use it."""
    verdict = prove(Le(log(x[n]), x[n] - 1))

    assert (verdict.status, [str(condition) for condition in verdict.conditions]) == (
        "proved",
        ["x[n] > 0 (argument of log)"],
    )


def test_short_sums_are_written_out() -> None:
    """Sums over a few numbered places are compared term by term."""
    three = prove(Le((x[1] + x[2] + x[3]) ** 2, 3 * (x[1] ** 2 + x[2] ** 2 + x[3] ** 2)))

    assert three.status == "proved"


def test_the_entry_of_a_quadratic_form_is_not_negative() -> None:
    """SymPy writes the one entry of w^T X^T X w as sums over dummies; names of dummies are kept apart."""
    D = Symbol("D", integer=True, positive=True)
    data, weights = MatrixSymbol("X", N, D), MatrixSymbol("w", D, 1)
    form = (weights.T * data.T * data * weights)[0, 0]

    assert checked(Ge(form, 0)).status == "proved"
