"""Equations with absolute values, maxima and branches; squares under roots; squares of a cosine; geometric sums."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    Abs,
    Eq,
    Ge,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    cos,
    exp,
    log,
    sign,
    sin,
    sqrt,
    symbols,
)

from derive import differentiate, nonnegative, sigmoid, size, softplus, tensor
from tests.checked import checked, status

N, D = size("N"), size("D")
i, d, j, k, m = symbols("i d j k m", integer=True)
ROWS, COLUMNS = (1, N), (1, D)
x, w = tensor("x", ROWS), tensor("w", ROWS)
a, b, c, z, y = symbols("a b c z y", real=True)
p = Symbol("delta", positive=True)
X, v = tensor("X", ROWS, COLUMNS), tensor("v", COLUMNS)
residual = w[i] - Sum(X[i, d] * v[d], (d, 1, D))
Claims = list[tuple[Any, Any]]


def total(body: Any, index: Any = i) -> Sum:
    """Return the sum over 1..N."""
    return Sum(body, (index, 1, N))


def step(condition: Any, one: Any, other: Any) -> Any:
    """Return one value where a condition holds, else the other."""
    return Piecewise((one, condition), (other, True))


def stable(score: Any) -> Any:
    """Return log(1 + e^score) as programs write it."""
    return Max(score, 0) + log(1 + exp(-Abs(score)))


def clipped(low: Any, value: Any, high: Any) -> Any:
    """Return a value that is cut off at two heights."""
    return Max(low, Min(high, value))


t, u = size("t"), Symbol("u", integer=True)
beta, gamma, one = symbols("beta gamma one", positive=True)
g, r = symbols("g r", real=True)


def power_sum(body: Any, low: Any = 0, high: Any = t - 1) -> Sum:
    """Return the sum over u."""
    return Sum(body, (u, low, high))


HALF, closed = Rational(1, 2), (1 - beta**t) / (1 - beta)
mean = total(x[m], m) / N
margin = 1 - w[i] * Sum(X[i, j] * v[j], (j, 1, D))
HUBER = step(Abs(a) <= p, a**2 / 2, p * (Abs(a) - p / 2))
TRUE: dict[str, Claims] = {
    "stable programs": [
        (stable(z), log(1 + exp(z))),
        (stable(a - b), softplus(a - b)),
        (total(stable(x[i])), total(softplus(x[i]))),
        (Max(z, 0) - z * y + log(1 + exp(-Abs(z))), -y * log(sigmoid(z)) - (1 - y) * log(1 - sigmoid(z))),
        (exp(Min(z, 0)) / (1 + exp(-Abs(z))), sigmoid(z)),
        (Max(a, b) + log(1 + exp(-Abs(a - b))), log(exp(a) + exp(b))),
        (step(z >= 0, 1 / (1 + exp(-z)), exp(z) / (1 + exp(z))), sigmoid(z)),
    ],
    "maxima": [
        (Max(a, b, c), Max(Max(a, b, evaluate=False), c, evaluate=False)),
        (Max(a, b, c), -Min(-a, -b, -c)),
        (Max(a + z, b + z, c + z), Max(a, b, c) + z),
        (Max(z, b) + Min(z, b), z + b),
        (Max(z, b), (z + b + Abs(z - b)) / 2),
        (Max(a, 0) * Max(-a, 0), 0),
        (Max(Min(a, 1), -1), Min(Max(a, -1), 1)),
        (Max(Min(a, p), -p), Min(Max(a, -p), p)),
        (total(Max(0, -Abs(x[i] - mean)) + Abs(x[i] - mean)), total(Max(x[i] - mean, mean - x[i]))),
        (sqrt(2) * Max(a, b, c) + sqrt(8), sqrt(2) * (Max(Max(a, b, evaluate=False), c) + 2)),
    ],
    "Huber": [
        (differentiate(HUBER, a), clipped(-p, a, p)),
        (differentiate(HUBER, a), Piecewise((p, a > p), (-p, a < -p), (a, True))),
        (differentiate(total(HUBER.xreplace({a: residual})), v[k]), -total(clipped(-p, residual, p) * X[i, k])),
        (HUBER, Min(Abs(a), p) * (Abs(a) - Min(Abs(a), p) / 2)),
    ],
    "signs and conditions": [
        (sign(-z), -sign(z)),
        (sign(3 * z), sign(z)),
        (sign(z) ** 2 * z, z),
        (sign(z) * Abs(z), z),
        (step(z > b, 1, 0), step(b < z, 1, 0)),
        (step(z > b, 1, 0), step(z <= b, 0, 1)),
    ],
    "roots of squares": [
        (sqrt(a**2 + 2 * a * b + b**2), Abs(a + b)),
        (sqrt(total(x[i]) ** 2 - 2 * total(x[i]) + 1), Abs(total(x[i]) - 1)),
        (sqrt((a - b) ** 4), (a - b) ** 2),
    ],
    "cosines": [
        (sin(a) ** 2 + cos(a) ** 2, 1),
        (cos(a) ** 4 - sin(a) ** 4, cos(a) ** 2 - sin(a) ** 2),
        ((cos(a) * b - sin(a) * c) ** 2 + (sin(a) * b + cos(a) * c) ** 2, b**2 + c**2),
        (differentiate(sin(a) * cos(a), a), 1 - 2 * sin(a) ** 2),
    ],
    "geometric sums": [
        ((1 - beta) * power_sum(beta ** (t - u) * g, 1, t), (1 - beta**t) * g),  # Adam'u correction of the first moment
        ((1 - beta) * power_sum(beta**u), 1 - beta**t),
        (power_sum(beta**u), closed),
        ((r - 1) * power_sum(r**u, 0, t), r ** (t + 1) - 1),
        ((r - 1) ** 2 * power_sum(r**u, 0, t), (r - 1) * (r ** (t + 1) - 1)),
        (power_sum(2**u), 2**t - 1),
        (power_sum(HALF**u, 1, t), 1 - HALF**t),
        (power_sum((-1) ** u, 0, t), (1 + (-1) ** t) / 2),
        ((1 - beta * gamma) * power_sum((beta * gamma) ** u), 1 - (beta * gamma) ** t),
        ((1 - beta**2) * power_sum(beta ** (2 * u)), 1 - beta ** (2 * t)),
        (Sum(exp(-g * m), (m, 0, N - 1)) * (1 - exp(-g)), 1 - exp(-g * N)),
        ((1 - beta) * power_sum(beta**u, 3, t + 2), beta**3 - beta ** (t + 3)),
        ((1 - beta) * power_sum(beta**u) + (1 - gamma) * power_sum(gamma**u), 2 - beta**t - gamma**t),
        (beta * power_sum(beta**u), power_sum(beta**u, 1, t)),
    ],
}
FALSE: dict[str, Claims] = {
    "stable programs": [
        (Max(z, 0) + log(1 + exp(Abs(z))), softplus(z)),
        (Min(z, 0) + log(1 + exp(-Abs(z))), softplus(z)),
        (z + log(1 + exp(-Abs(z))), softplus(z)),
        (exp(Min(z, 0)) / (1 + exp(-Abs(z))), sigmoid(Abs(z))),
    ],
    "right in one case": [
        (Abs(z), z),
        (Abs(z), -z),
        (Max(a, b, c), Max(a, b)),
        (Max(a, 0) + Max(b, 0), Max(a + b, 0)),
        (total(Abs(x[i])), Abs(total(x[i]))),
        (sign(z), 1),
        (sign(z) ** 2, 1),
        (step(margin > 0, 1, 0), step(margin < 0, 1, 0)),
        (step(z >= 0, z, 2 * z), z),
    ],
    "a case is about one entry": [
        (Abs(x[i]) * x[k], x[i] * Abs(x[k])),
        (Abs(x[i]) * Abs(x[k]), Abs(x[i]) * x[k]),
        ((x[i] + Abs(x[i])) * total(Abs(x[k]), k), (x[i] + Abs(x[i])) * total(x[k], k)),
    ],
    "Huber": [
        (step(Abs(a) <= p, a, p * sign(a)), step(Abs(a) <= p, a, -p * sign(a))),
        (Max(Min(a, p), -p), Min(Max(a, -2 * p), p)),
        (differentiate(HUBER, a), clipped(-p, a, 2 * p)),
        (differentiate(HUBER, a), clipped(-p, -a, p)),
        (total(clipped(-p, residual, p)), total(clipped(-p, residual, 2 * p))),
        (total(clipped(-p, residual, p) * x[i]), total(clipped(-p, residual, p)) * x[k]),
    ],
    "roots and cosines": [
        (sqrt(a**2 - 2 * a * b + b**2), a - b),
        (sqrt(a**2 + a * b + b**2), Abs(a + b)),
        (sin(a) ** 2 - cos(a) ** 2, 1),
        (sin(a) ** 2 + cos(b) ** 2, 1),
    ],
    "geometric sums": [
        ((1 - beta) * power_sum(beta ** (t - u), 1, t), 1 - beta ** (t - 1)),
        ((1 - beta) * power_sum(beta ** (t - u), 1, t), 1 - beta ** (t + 1)),
        (power_sum(beta**u, 1, t), (1 - beta ** (t + 1)) / (1 - beta)),
        (power_sum(2**u), 2**t),
        ((1 - gamma) * power_sum(beta**u), 1 - beta**t),
        (power_sum(beta**u), 1 - beta**t),
        ((r - 1) ** 2 * power_sum(r**u, 0, t), r ** (t + 1) - 1),
        (power_sum(beta**u), power_sum(beta**u, 1, t)),
        ((1 - beta) * power_sum(beta ** (u * u)), 1 - beta**t),
        ((1 - beta) * power_sum(u * beta**u), 1 - beta**t),
        ((1 + beta) * power_sum((-beta) ** u), 1 - beta**t),
    ],
}


def otherwise(claims: Claims, expected: str) -> list[tuple[Any, str]]:
    """Return the claims whose verdict is not the one that is expected."""
    found = [(sides, status(Eq(*sides, evaluate=False))) for sides in claims]
    return [(sides, verdict) for sides, verdict in found if verdict != expected]


@pytest.mark.parametrize("kind", TRUE)
def test_what_holds_in_each_case_is_proved(kind: str) -> None:
    """For all real values."""
    assert otherwise(TRUE[kind], "proved") == []


@pytest.mark.parametrize("kind", FALSE)
def test_what_fails_in_one_case_is_refuted(kind: str) -> None:
    """With numbers in the case where it fails."""
    assert otherwise(FALSE[kind], "refuted") == []


def test_an_assumption_beside_a_case_stays_what_it_is() -> None:
    """The fact is about one name; the case about another."""
    assert checked(Abs(w[i]) + Abs(x[i]), w[i] + x[i], assuming=nonnegative(w)).status == "refuted"
    assert checked(Abs(a) + Abs(b), a + b, assuming=Ge(a, 0)).status == "refuted"


def test_the_method_says_that_there_were_cases() -> None:
    """A reader sees that no single normal form did it."""
    assert checked(stable(z), softplus(z)).method == "normal form, by cases"
    assert checked(power_sum(beta**u), closed).method == "normal form, geometric sums added up"


def test_the_ratio_must_not_be_one_where_it_divides() -> None:
    """The condition is that of the denominator; an assumption discharges it; at 1 the sum is its length."""
    assert any("beta != 0" in str(condition) for condition in checked(power_sum(beta**u), closed).conditions)
    assert checked(power_sum(beta**u), closed, assuming=beta < 1).conditions == ()
    assert status(power_sum(one**u), t, assuming=one >= 1) == "refuted"


def test_what_is_not_added_up_is_sampled() -> None:
    """Forwards and backwards a sum is one where the ratio is not 1; a square of sums is not looked into."""
    backwards = power_sum(beta ** (t - u), 1, t), power_sum(beta**u)
    assert (status(*backwards, assuming=beta < 1), status(*backwards)) == ("proved", "sampled")
    assert status((1 - beta) ** 2 * power_sum(beta**u) ** 2, (1 - beta**t) ** 2) == "sampled"
