"""Sines and cosines of sums, of multiples and of parts: rotations, Fourier features; beside each claim a false one."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    Derivative,
    Eq,
    Ge,
    Le,
    Matrix,
    Piecewise,
    Rational,
    Sum,
    cos,
    cosh,
    cot,
    csc,
    exp,
    pi,
    sec,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
)

from derive import differentiate, index, normalize, prove, size, tensor
from tests.checked import Rows, in_parts, offenders

N, D = size("N"), size("D")
n, m, d = index("n", N), index("m", N), index("d", D)
x, v, theta = tensor("x", N), tensor("v", N), tensor("theta", D)
X, w, q, k = tensor("X", N, D), tensor("w", D), tensor("q", D, 2), tensor("k", D, 2)
a, b, c, s, t = symbols("a b c s t", real=True)
i, j = symbols("i j", integer=True)
HALF = Rational(1, 2)


def turned(angle: Any) -> Matrix:
    """Return the matrix of a rotation."""
    return Matrix([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])


def pair(of: Any, place: Any) -> tuple[Any, Any]:
    """Return a pair of entries, rotated by its place times its frequency."""
    angle, first, second = place * theta[d], of[d, 0], of[d, 1]
    return first * cos(angle) - second * sin(angle), first * sin(angle) + second * cos(angle)


def score(sign: int = 1) -> Any:
    """Return the product of two rotated vectors as a function of how far apart they are."""
    same, other = q[d, 0] * k[d, 0] + q[d, 1] * k[d, 1], q[d, 0] * k[d, 1] - q[d, 1] * k[d, 0]
    return Sum(same * cos((i - j) * theta[d]) + sign * other * sin((i - j) * theta[d]), d)


def feature(at: Any) -> Any:
    """Return the product of the frequencies with a row of X."""
    return Sum(w[d] * X[at, d], d)


def kernel_sum(of: Any) -> Any:
    """Return a quadratic form of a function of differences."""
    return Sum(v[n] * v[m] * of(x[n] - x[m]), n, m)


def overall(of: Any) -> Any:
    """Return a sum over n."""
    return Sum(of(x[n]), n)


ROTATED = Sum(sum(one * other for one, other in zip(pair(q, i), pair(k, j), strict=True)), d)
MANY = symbols("v1:8", real=True)

SUMS: Rows = {
    "a sum": ((sin(a + b), sin(a) * cos(b) + cos(a) * sin(b)), "proved"),
    "a sum, by the other sign": ((sin(a + b), sin(a) * cos(b) - cos(a) * sin(b)), "refuted"),
    "a difference": ((cos(a - b), cos(a) * cos(b) + sin(a) * sin(b)), "proved"),
    "a difference, by the other sign": ((cos(a - b), cos(a) * cos(b) - sin(a) * sin(b)), "refuted"),
    "a difference, sine for cosine": ((sin(a - b), cos(a) * cos(b) + sin(a) * sin(b)), "refuted"),
    "four of them": ((cos(a + b + c + t), cos(a + b) * cos(c + t) - sin(a + b) * sin(c + t)), "proved"),
    "a product to a sum": ((sin(a) * cos(b), (sin(a + b) + sin(a - b)) / 2), "proved"),
    "a product to a sum, not halved": ((sin(a) * cos(b), sin(a + b) + sin(a - b)), "refuted"),
    "a sum to a product": ((sin(a) + sin(b), 2 * sin((a + b) / 2) * cos((a - b) / 2)), "proved"),
    "a sum to a product, not halved": ((sin(a) + sin(b), 2 * sin(a + b) * cos(a - b)), "refuted"),
    "an assumed sum": ((sin(a), sin(b) * cos(c) + cos(b) * sin(c)), Eq(a, b + c), "proved"),
    "an assumed sum, by the other sign": ((sin(a), sin(b) * cos(c) - cos(b) * sin(c)), Eq(a, b + c), "refuted"),
    "of a sine": ((sin(3 * sin(a) ** 2) + sin(cos(2 * a)), sin(3 * sin(a) ** 2) + sin(1 - 2 * sin(a) ** 2)), "proved"),
    "of a sine, a part lost": ((sin(3 * sin(a) ** 2) + sin(cos(2 * a)), sin(3 * sin(a) ** 2) + sin(1)), "refuted"),
    "in an exponential": ((exp(cos(a - b)), exp(cos(a) * cos(b)) * exp(sin(a) * sin(b))), "proved"),
    "in a denominator": (
        (c / (2 + cos(2 * a)), c / (1 + 2 * cos(a) ** 2)),
        "proved if 2*cos(a)**2 + 1 != 0, cos(2*a) + 2 != 0",
    ),
    "in a branch": (
        (Piecewise((sin(2 * a), a > 0), (0, True)), Piecewise((2 * sin(a) * cos(a), a > 0), (0, True))),
        "proved",
    ),
    "too many": (
        (cos(sum(MANY)), cos(MANY[0]) * cos(sum(MANY[1:])) - sin(MANY[0]) * sin(sum(MANY[1:]))),
        "sampled",
    ),
    "hyperbolic": ((sinh(a + b), sinh(a) * cosh(b) + cosh(a) * sinh(b)), "proved"),
}
MULTIPLES: Rows = {
    "twice": ((sin(2 * a), 2 * sin(a) * cos(a)), "proved"),
    "twice, without its factor": ((sin(2 * a), sin(a) * cos(a)), "refuted"),
    "twice, a cosine": ((cos(2 * a), 1 - 2 * sin(a) ** 2), "proved"),
    "twice, a cosine and a sine": ((cos(2 * a), 1 - 2 * sin(a) * cos(a)), "refuted"),
    "three times": ((sin(3 * a), 3 * sin(a) - 4 * sin(a) ** 3), "proved"),
    "three times, of degree 2": ((sin(3 * a), 3 * sin(a) - 4 * sin(a) ** 2), "refuted"),
    "eight times": (
        (cos(8 * a), 128 * cos(a) ** 8 - 256 * cos(a) ** 6 + 160 * cos(a) ** 4 - 32 * cos(a) ** 2 + 1),
        "proved",
    ),
    "many times": ((cos(128 * a), 2 * cos(64 * a) ** 2 - 1), "proved"),
    "a half": ((cos(a), 2 * cos(a / 2) ** 2 - 1), "proved"),
    "a half, by the other sign": ((cos(a), 2 * cos(a / 2) ** 2 + 1), "refuted"),
    "thirds and halves": ((sin(a / 3 + a / 2), sin(a / 3) * cos(a / 2) + cos(a / 3) * sin(a / 2)), "proved"),
    "a fourth power": ((sin(a) ** 4, (3 - 4 * cos(2 * a) + cos(4 * a)) / 8), "proved"),
    "a number": ((sin(2), 2 * sin(1) * cos(1)), "proved"),
    "a number, without its factor": ((sin(2), sin(1) * cos(1)), "refuted"),
    "the other way round": ((sin(a - b), -sin(b - a)), "proved"),
    "the other way round, even": ((sin(a - b), sin(b - a)), "refuted"),
}
PARTS_OF_PI: Rows = {
    "a third": ((sin(a + pi / 3), sin(a) / 2 + sqrt(3) * cos(a) / 2), "proved"),
    "a third, exchanged": ((sin(a + pi / 3), sqrt(3) * sin(a) / 2 + cos(a) / 2), "refuted"),
    "a quarter": ((sin(a) + cos(a), sqrt(2) * sin(a + pi / 4)), "proved"),
    "a quarter, backwards": ((sin(a) + cos(a), sqrt(2) * sin(a - pi / 4)), "refuted"),
    "five thirds": ((cos(a - 5 * pi / 3), cos(a) / 2 - sqrt(3) * sin(a) / 2), "proved"),
    "whole turns": ((cos(2 * pi * n * (N - m) / N), cos(2 * pi * n * m / N)), "proved"),
    "whole turns, a sine": ((sin(2 * pi * n * (N - m) / N), -sin(2 * pi * n * m / N)), "proved"),
    "whole turns, the sign lost": ((sin(2 * pi * n * (N - m) / N), sin(2 * pi * n * m / N)), "refuted"),
    "half turns": ((cos(pi * n * (N - m) / N), (-1) ** n * cos(pi * n * m / N)), "proved"),
    "half turns, the sign lost": ((cos(pi * n * (N - m) / N), cos(pi * n * m / N)), "refuted"),
    "half turns of no integer": ((cos(pi * (a + b)), (2 * cos(pi * a / 2) ** 2 - 1) * cos(pi * b)), "refuted"),
}
QUOTIENTS: Rows = {
    "Pythagoras": ((1 + tan(a) ** 2, sec(a) ** 2), "proved if cos(a) != 0"),
    "Pythagoras, by the other sign": ((1 - tan(a) ** 2, sec(a) ** 2), "refuted"),
    "Pythagoras, of sines": ((csc(a) ** 2 - cot(a) ** 2, 1), "proved if sin(a) != 0"),
    "Pythagoras, a fraction": ((cos(a) ** 2, 1 / (1 + sin(a) ** 2 / cos(a) ** 2)), "proved if cos(a) != 0"),
    "a slope": ((Derivative(tan(a), a), 1 / cos(a) ** 2), "proved if cos(a) != 0"),
    "a half": ((cos(a), (1 - tan(a / 2) ** 2) / (1 + tan(a / 2) ** 2)), "proved if cos(a/2) != 0"),
    "a half, turned over": ((cos(a), (1 + tan(a / 2) ** 2) / (1 - tan(a / 2) ** 2)), "refuted"),
    "a tangent of a sum, by the other sign": ((tan(a + b), (tan(a) + tan(b)) / (1 + tan(a) * tan(b))), "refuted"),
}
FIELD: Rows = {
    "rotations": ((turned(a) * turned(b), turned(a + b)), "proved"),
    "rotations, one of them back": ((turned(a) * turned(b), turned(a - b)), "refuted"),
    "rotated pairs": ((ROTATED, score()), "proved"),
    "rotated pairs, the wrong way": ((ROTATED, score(-1)), "refuted"),
    "a place shifted": ((sin((i + j) * w[d]), sin(i * w[d]) * cos(j * w[d]) + cos(i * w[d]) * sin(j * w[d])), "proved"),
    "features": (
        (cos(feature(n) - feature(m)), cos(feature(n)) * cos(feature(m)) + sin(feature(n)) * sin(feature(m))),
        "proved",
    ),
    "features, of products": (
        (cos(Sum(w[d] * (X[n, d] - X[m, d]), d)), cos(feature(n)) * cos(feature(m))),
        "refuted",
    ),
    "features with a phase": (
        (
            Sum(2 * cos(w[d] * s + theta[d]) * cos(w[d] * t + theta[d]), d),
            Sum(cos(w[d] * (s - t)) + cos(w[d] * (s + t) + 2 * theta[d]), d),
        ),
        "proved",
    ),
    "all pairs": ((Sum(cos(x[n] - x[m]), n, m), overall(cos) ** 2 + overall(sin) ** 2), "proved"),
    "all pairs, of cosines": ((Sum(cos(x[n] - x[m]), n, m), overall(cos) ** 2), "refuted"),
    "a positive kernel": (Ge(kernel_sum(cos), 0), "proved"),
    "a kernel that is not": (Ge(kernel_sum(lambda z: cos(z) - 1), 0), "refuted"),
    "a sine of a sum is at most one": (Le(sin(a + b), 1), "proved"),
    "a sine of a sum is at most a half": (Le(sin(a + b), HALF), "refuted"),
    "a slope": ((Derivative(sin(a + b) * cos(a + b), a), cos(2 * a + 2 * b)), "proved"),
    "a slope, one of them once": ((Derivative(sin(a + b) * cos(a + b), a), cos(2 * a + b)), "refuted"),
    "a slope of features": (
        (
            Derivative(Sum(cos(w[d] * (s - t)), d), s),
            Sum(w[d] * (cos(w[d] * s) * sin(w[d] * t) - sin(w[d] * s) * cos(w[d] * t)), d),
        ),
        "proved",
    ),
}


@pytest.mark.parametrize("rows", in_parts(SUMS, MULTIPLES, PARTS_OF_PI, QUOTIENTS, FIELD))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


def test_results_stay_as_they_are_written() -> None:
    """Angles are split to decide a question, and for nothing else."""
    assert differentiate(sin(a * s + b), s) == a * cos(a * s + b)
    assert normalize(sin(a + b) + sin(2 * a)) == sin(a + b) + sin(2 * a)


def test_what_is_left_whole_is_said() -> None:
    """An angle of too many terms is a bound that an open verdict names."""
    lhs = cos(MANY[0]) * cos(sum(MANY[1:])) - sin(MANY[0]) * sin(sum(MANY[1:]))
    assert "more than 64 products that the sine of a sum becomes" in prove(cos(sum(MANY)), lhs).reason
