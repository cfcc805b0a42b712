"""What follows from facts by solving them: for a factor, below a function, from several of them together."""

from __future__ import annotations

import pytest
from sympy import Abs, Eq, Ge, Gt, Le, Lt, Max, Min, Rational, Symbol, exp, log, sqrt, symbols

from derive import nonnegative, positive, sigmoid, sign, simplex, tensor
from tests.cases import ROWS, K, N, c, counts, k, m, n, pr, total, x, y, z
from tests.checked import Rows, in_parts, offenders

a, b, g, mean, factor = symbols("a b g m h", real=True)
s, t, u, v, rate = symbols("s t u v rate", positive=True)
e = Symbol("e", nonnegative=True)
S = Symbol("S", real=True)
q = tensor("q", ROWS)
SUM, OF_MEAN = total(x[n], n), Eq(N * mean, total(x[n], n))
COUNTED = Eq(counts[k] / pr[k] - factor, 0)
SHARES, RECIPROCALS = Eq(exp(a) + exp(b), 1), Eq(1 / s + 1 / t, 1)
WEIGHTED = total(pr[k] * z[k], k)

# For what stands once in it, times or below something that is not zero.
SOLVED: Rows = {
    "a mean": ((mean, SUM / N), OF_MEAN, "proved"),
    "a mean in a fraction": (((mean**2 + 1) ** -1, 1 / ((SUM / N) ** 2 + 1)), OF_MEAN, "proved"),
    "a regularised mean": ((mean, SUM / (N + rate)), Eq((N + rate) * mean, SUM), "proved"),
    "a factor that the claim divides by": ((mean, SUM / factor), Eq(factor * mean, SUM), "proved if h != 0"),
    "a multiplier": (
        (pr[k], counts[k] / factor),
        Eq(total(pr[c], c), 1),
        COUNTED,
        positive(counts),
        "proved if h != 0, p[k] != 0",
    ),
    "the multiplier put in": (
        (pr[k], counts[k] / total(counts[c], c)),
        Eq(total(pr[c], c), 1),
        COUNTED,
        positive(counts),
        "proved if p[k] != 0",
    ),
    "for a size nothing new": ((mean, S), Eq(N * mean, N * S), "proved"),
    "a factor that may be zero": ((mean, 1), Eq(factor * mean, factor), "refuted"),
    "a mean of another size": ((mean, SUM / K), OF_MEAN, Eq(WEIGHTED, 0), "refuted"),
    "a multiplier upside down": ((pr[k], factor / counts[k]), COUNTED, positive(counts), "refuted"),
}
# A logarithm and an exponential increase, so their arguments are in the same order.
BELOW_FUNCTIONS: Rows = {
    "below logarithms": (Gt(u, v), Gt(log(u), log(v)), "proved"),
    "below logarithms, the other order": (Ge(v, u), Gt(log(u), log(v)), "refuted"),
    "below logarithms with a number": (Ge(u, exp(1) * v), Ge(log(u), log(v) + 1), "proved"),
    "below multiples of logarithms": (Le(s, t), Le(3 * log(s), 3 * log(t)), "proved"),
    "below multiples of logarithms, the other way": (Le(t, s), Le(3 * log(s), 3 * log(t)), "refuted"),
    "in exponents": (Gt(a, b), Gt(exp(a), exp(b)), "proved"),
    "in exponents, strict from what is not": (Gt(a, b), Ge(exp(a), exp(b)), "sampled"),
    "in exponents, a number too much": (Ge(a, b + 1), Ge(exp(a), exp(b)), "refuted"),
    "in exponents of unlike signs": (Ge(a, b), Ge(-exp(a), -exp(b)), "refuted"),
    "in sigmoids": (Ge(a, b), Ge(sigmoid(a), sigmoid(b)), "proved"),
    "in a ratio of exponentials": (Ge(a - b, log(2)), Ge(exp(a) / exp(b), 2), "proved"),
    "of a family": (Ge(SUM, total(q[n], n)), Ge(exp(x[n]), exp(q[n])), "proved"),
    "signs are at most 1": (Le(total(y[n], n), N), sign(y), "proved"),
    "signs are not nonnegative": (Ge(total(y[n], n), 0), sign(y), "refuted"),
    "a margin of signs": (Le(total(y[n] * q[n], n), total(q[n], n)), sign(y), nonnegative(q), "proved"),
    "a margin with weights of any sign": (Le(total(y[n] * q[n], n), total(q[n], n)), sign(y), "refuted"),
    "Jensen for exp": (Le(exp(WEIGHTED), total(pr[k] * exp(z[k]), k)), simplex(pr), "proved"),
    "Jensen for exp, the other way": (Ge(exp(WEIGHTED), total(pr[k] * exp(z[k]), k)), simplex(pr), "refuted"),
    "Jensen for exp, of another sum": (Le(exp(WEIGHTED), total(pr[k] * exp(z[k]), k)), nonnegative(pr), "refuted"),
}
# What adds up to a known number is bounded; sizes are at least 1; facts hold at all of their indices.
FROM_EQUATIONS: Rows = {
    "a reciprocal of two that add up to 1": (Lt(1 / s, 1), RECIPROCALS, "proved"),
    "a product of numbers whose reciprocals add up to 1": (Ge(s * t, s + t), RECIPROCALS, "proved"),
    # to turn, of shares: proved; no numbers a and b are found whose exponentials add up to 1.
    "a share": (Le(exp(a), 1), SHARES, "undecided"),
    "a square of a share": (Le(exp(2 * a), exp(a)), SHARES, "undecided"),
    "a product of shares": (Le(exp(a) * exp(b), Rational(1, 4)), SHARES, "undecided"),
    "a square of a share, the other way": (Ge(exp(2 * a), exp(a)), SHARES, "undecided"),
    "an end and a nonnegative number": (Le(a, g), Eq(a + e, g), "proved"),
    "an end and a positive number, strictly": (Lt(a, g), Eq(a + s, g), "proved"),
    "an end and a nonnegative number, strictly": (Lt(a, g), Eq(a + e, g), "refuted"),
    "an end and a nonnegative number, the other way": (Le(g, a), Eq(a + e, g), "refuted"),
    "a size is at least 1": (Ge(s * N, s), "proved"),
    "a size is more than 1": (Gt(s * N, s), "refuted"),
    "a power of a size": (Ge(N**2, N), "proved"),
    "an order of entries at all places": (Le(x[n], s), Le(x[m], s), "proved"),
    "three facts multiplied": (Ge(a * b * g, 1), Ge(a, 1), Ge(b, 1), Ge(g, 1), "proved"),
    "a weighted mean below a bound": (Le(WEIGHTED, a), simplex(pr), Le(z[k], a), "proved"),
    "a sign times a number": (Le(y[n] * a, Abs(a)), sign(y), "proved"),
    "a sign at one place": (Le(x[1] ** 2 * y[1], x[1] ** 2), sign(y), "proved"),
    "a sign at the last place": (Le(x[m] ** 2 * y[N], x[m] ** 2), sign(y), "proved"),
}
WEIGHTED_SIZES = total(q[n] * Abs(x[n]), n)
# Tangents, largest and smallest ones, single terms, each weighted by what it is multiplied with.
FUNCTIONS: Rows = {
    "smallest and largest": (Le(Min(a, b, g), Max(a, b, g)), "proved"),
    "largest and smallest": (Le(Max(a, b, g), Min(a, b, g)), "refuted"),
    "a largest one, weighted": (Ge(s * Max(a, b, g), s * b), "proved"),
    "a largest one, with any weight": (Ge(x[m] * Max(a, b, g), x[m] * b), "refuted"),
    "largest ones below a sum": (Ge(total(Max(x[n], q[n], y[n]), n), total(q[n], n)), "proved"),
    "smallest ones below a sum": (Le(total(Min(x[n], q[n], y[n]), n), total(q[n], n)), "proved"),
    "smallest ones below a sum, the other way": (Ge(total(Min(x[n], q[n], y[n]), n), total(q[n], n)), "refuted"),
    "sizes, weighted": (Ge(WEIGHTED_SIZES, total(q[n] * x[n], n)), nonnegative(q), "proved"),
    "sizes, weighted, from below": (Ge(WEIGHTED_SIZES, -total(q[n] * x[n], n)), nonnegative(q), "proved"),
    "sizes, with any weights": (Ge(WEIGHTED_SIZES, total(q[n] * x[n], n)), "refuted"),
    "a tangent of exp elsewhere": (Ge(exp(a), exp(b) * (1 + a - b)), "proved"),
    "a mean of exponentials": (Ge(total(exp(x[n]), n) / N, exp(SUM / N)), "proved"),
    "a tangent of log elsewhere": (Le(log(s), log(t) + s / t - 1), "proved"),
    "a tangent of log at a product": (Le(log(s) + log(t), s * t - 1), "proved"),
    "log of a mean": (Ge(log((s + t) / 2), (log(s) + log(t)) / 2), "proved"),
    "logarithms of more": (Le(log(s) - log(t), log(s + e) - log(t)), "proved"),
    "logarithms of more, strictly": (Lt(log(s), log(s + e)), "refuted"),
    "exponentials of more, twice": (Le(exp(a) + exp(b), exp(a + s) + exp(b + t)), "proved"),
    "an entry of a sum of exponentials": (Le(exp(x[n]), total(exp(x[m]), m)), "proved"),
    "an entry of a sum of squares": (Le(x[n] ** 2, total(x[m] ** 2, m)), "proved"),
    "a root of a product": (Le(sqrt(s * t), (s + t) / 2), "proved"),
    "a root of a sum": (Le(sqrt(s + t), sqrt(s) + sqrt(t)), "proved"),
    "an odd power as a weight": (Ge(s**3 * a**2 + s**3, 2 * s**3 * a), "proved"),
    "halves of odd powers": (Ge(s**3 + s, 2 * s**2), "proved"),
    "quartics with mixed terms": (Ge(a**4 + b**4 + g**4, a * b * g * (a + b + g)), "proved"),
    "a half between two others": (Ge(a**4 + a**2 * b**2 + b**4, a**3 * b + a * b**3), "proved"),
}


@pytest.mark.parametrize("rows", in_parts(SOLVED, BELOW_FUNCTIONS, FROM_EQUATIONS, FUNCTIONS))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}
