"""Inequalities of functions: tangents, orders, cases and roots, at symbolic size, each kind beside false ones."""

from __future__ import annotations

from typing import Any

import pytest
from sympy.concrete import Product, Sum
from sympy.core import E, Eq, Expr, Ge, Gt, Le, Lt, Pow, Rational, Symbol, pi, symbols
from sympy.functions import Abs, Max, Min, Piecewise, acos, atan, erf, exp, log, sin, sqrt, tanh
from sympy.tensor import IndexedBase

from derive import positive, prove, sigmoid, sign, softplus, tensor
from tests.cases import LABELS, K, N, X, a, b, d, dot, k, m, n, pr, softmax, total, u, w, x, y, z
from tests.checked import Rows, in_parts, offenders

c = Symbol("c", real=True)
s, t, rate = symbols("s t lambda", positive=True)
e = Symbol("e", nonnegative=True)
q, r = tensor("q", LABELS), tensor("r", LABELS)
residual = y[n] - total(X[n, d] * w[d], d)
HUBER = Piecewise((a**2 / 2, Abs(a) <= s), (s * (Abs(a) - s / 2), True))
SQUARE, OTHER = (a - b) ** 2, (b - c) ** 2


def norm(vector: IndexedBase) -> Expr:
    """Return the length of a vector."""
    return sqrt(dot(vector, vector))


# Above their tangents, and increasing.
EXPONENTIALS: Rows = {
    "exp above its tangent": (Ge(exp(a), 1 + a), "proved"),
    "exp above its tangent, strictly": (Gt(exp(a), 1 + a), "refuted"),
    "exp above more than its tangent": (Ge(exp(a), 1 + 2 * a), "refuted"),
    "exp above another tangent": (Ge(exp(a), E * a), "proved"),
    "exp increases": (Le(exp(a), exp(b)), Le(a, b), "proved"),
    "exp increases, strictly": (Lt(exp(a), exp(b)), Lt(a, b), "proved"),
    "exp does not decrease": (Ge(exp(a), exp(b)), Le(a, b), "refuted"),
    "a sum of exponentials": (Gt(total(exp(x[n]), n), 0), "proved"),
    "a sum of exponentials over what may be empty": (Gt(Sum(exp(x[n]), (n, 2, N)), 0), "refuted"),
    "sigmoid below one": (Lt(sigmoid(a), 1), "proved"),
    "sigmoid above zero": (Gt(sigmoid(a), 0), "proved"),
    "sigmoid above one half": (Gt(sigmoid(a), Rational(1, 2)), "refuted"),
    "slope of sigmoid": (Le(sigmoid(a) * (1 - sigmoid(a)), Rational(1, 4)), "proved"),
    "tanh": (Lt(tanh(a), 1), "proved"),
    "softmax": (Le(softmax(k), 1), "proved"),
    "the Gaussian kernel is at most one": (Le(exp(-((a - b) ** 2) / (2 * s**2)), 1), "proved"),
    "the Gaussian kernel of two entries": (Le(exp(-((x[n] - x[m]) ** 2)), 1), "proved"),
}
SHARES = positive(pr), positive(q), Eq(total(pr[k], k), 1), Eq(total(q[k], k), 1)
ENTROPY = total(pr[k] * log(pr[k] / q[k]), k)
ELBO = Ge(log(total(r[k], k)), total(q[k] * (log(r[k]) - log(q[k])), k))
JENSEN = Ge(log(total(pr[k] * r[k], k)), total(pr[k] * log(r[k]), k))
# Below their tangents, weighted and summed; that a logarithm has a value is a condition which a proof may use.
LOGARITHMS: Rows = {
    "log below its tangent": (Le(log(s), s - 1), "proved"),
    "log below its tangent, where it has a value": (Le(log(a), a - 1), "proved if a > 0"),
    "log below less than its tangent": (Le(log(s), s / 2 - 1), "refuted"),
    "log above nothing": (Ge(log(s), 0), "refuted"),
    "log increases": (Le(log(s), log(t)), Le(s, t), "proved"),
    "log does not decrease": (Le(log(t), log(s)), Le(s, t), "refuted"),
    "softplus above zero": (Gt(softplus(a), 0), "proved"),
    "softplus above its argument": (Gt(softplus(a), a), "proved"),
    "softplus below its argument": (Le(softplus(a), a), "refuted"),
    "softplus above its tangent": (Ge(softplus(a), log(2) + a / 2), "proved"),
    "log-sum-exp": (Ge(log(total(exp(z[k]), k)), z[m]), "proved"),
    "relative entropy": (Ge(ENTROPY, 0), *SHARES, "proved"),
    "relative entropy of measures": (Ge(ENTROPY, 0), positive(pr), positive(q), "refuted"),
    "relative entropy, reversed": (Le(ENTROPY, 0), *SHARES, "refuted"),
    "Gibbs": (Le(-total(pr[k] * log(pr[k]), k), -total(pr[k] * log(q[k]), k)), *SHARES, "proved"),
    "largest entropy": (Le(-total(pr[k] * log(pr[k]), k), log(K)), positive(pr), Eq(total(pr[k], k), 1), "proved"),
    "evidence lower bound": (ELBO, *(positive(q), positive(r), Eq(total(q[k], k), 1)), "proved"),
    "Jensen for the logarithm": (JENSEN, *(positive(r), *SHARES), "proved"),
}
# In the range of their function, and in the order of their arguments, where the table of functions says so.
VALUES: Rows = {
    "a sine below one": (Le(sin(a), 1), "proved"),
    "a sine below one, strictly": (Lt(sin(a), 1), "sampled"),  # to turn: refuted at pi/2
    "a sine below one half": (Le(sin(a), Rational(1, 2)), "refuted"),
    "a sum of sines": (Le(total(sin(x[n]), n), N), "proved"),
    "a sum of sines, below half of that": (Le(total(sin(x[n]), n), N / 2), "refuted"),
    "a product with a sine": (Le(s * sin(a), s), "proved"),
    "a product of any sign with a sine": (Le(b * sin(a), b), "refuted"),
    "an arc tangent below a right angle": (Lt(atan(a), pi / 2), "proved"),
    "an arc tangent below half of one": (Lt(atan(a), pi / 4), "refuted"),
    "an arc cosine above zero": (Ge(s * acos(a) + b**2, 0), "proved if 1 - a**2 >= 0"),
    "an arc cosine below a right angle": (Le(acos(a), pi / 2), "refuted"),
    "the error function above minus one": (Gt(erf(a), -1), "proved"),
    "the error function above zero": (Gt(erf(a), 0), "refuted"),
    "the error function of a positive number": (Gt(erf(a), 0), Gt(a, 0), "proved"),
    "erf increases": (Le(erf(a), erf(b)), Le(a, b), "proved"),
    "erf increases, strictly": (Lt(erf(a), erf(b)), Lt(a, b), "proved"),
    "erf does not decrease": (Ge(erf(a), erf(b)), Le(a, b), "refuted"),
    "acos decreases": (Ge(acos(a), acos(b)), Le(a, b), "proved if 1 - a**2 >= 0, 1 - b**2 >= 0"),
    "acos does not increase": (Le(acos(a), acos(b)), Le(a, b), "refuted"),
    "atan increases, in a sum": (Le(total(atan(x[n]), n), total(atan(y[n]), n)), Le(x[n], y[n]), "proved"),
    "the sine does not increase": (Le(sin(a), sin(b)), Le(a, b), "refuted"),
}
STEP = Piecewise((1, a <= 0), (0, True))
OF_RESIDUAL = Le(HUBER.xreplace({a: residual}), residual**2 / 2)
# Absolute values, maxima, minima and branches: each of the values that they may take.
CASES: Rows = {
    "triangle": (Le(Abs(a + b), Abs(a) + Abs(b)), "proved"),
    "triangle, the other way": (Ge(Abs(a + b), Abs(a) + Abs(b)), "refuted"),
    "triangle, reversed": (Le(Abs(Abs(a) - Abs(b)), Abs(a - b)), "proved"),
    "triangle for sums": (Le(Abs(total(x[n], n)), total(Abs(x[n]), n)), "proved"),
    "triangle for sums, the other way": (Le(total(Abs(x[n]), n), Abs(total(x[n], n))), "refuted"),
    "triangle for two entries": (Le(Abs(x[n] - x[m]), Abs(x[n]) + Abs(x[m])), "proved"),
    "one case only": (Ge(a * Abs(a), 0), "refuted"),
    "one case of a maximum": (Le(Max(a, b), a), "refuted"),
    "minimum and maximum": (Le(Min(a, b), Max(a, b)), "proved"),
    "hinge": (Ge(total(Max(0, 1 - y[n] * x[n]), n), N - total(y[n] * x[n], n)), "proved"),
    "hinge is convex": (Le(Max(0, (a + b) / 2), (Max(0, a) + Max(0, b)) / 2), "proved"),
    "hinge, strict": (Gt(Max(0, a), 0), "refuted"),
    "the hinge is above the number of mistakes": (Le(STEP, Max(0, 1 - a)), "proved"),
    "a hinge that begins too late": (Le(STEP, Max(0, 1 - 2 * a) / 2), "refuted"),
    "the quantile loss of a residual": (Ge(Max(t * residual, (t - 1) * residual), 0), Lt(t, 1), "proved"),
    "positive parts of two entries": (Le(Max(x[n], 0) * Max(x[m], 0), Abs(x[n] * x[m])), "proved"),
    "a positive part above another entry": (Ge(Max(x[n], 0), x[m]), "refuted"),
    "a positive part below the size of another": (Le(Max(x[n], 0), Abs(x[m])), "refuted"),
    "an entry and a symbol of its name": (Ge(Max(x[n], 0), Symbol("x[n]", real=True)), "refuted"),
    "a symbol of its name that is assumed": (Ge(Max(x[n], -1), 0), Ge(Symbol("x[n]", real=True), 0), "refuted"),
    "Huber is not negative": (Ge(HUBER, 0), "proved"),
    "Huber is below the square": (Le(HUBER, a**2 / 2), "proved"),
    "Huber is below half of the square": (Le(HUBER, a**2 / 4), "refuted"),
    "Huber of a residual is below the square": (OF_RESIDUAL, "proved"),
}
TURNED = Ge(sqrt(total((u[d] + w[d]) ** 2, d)), norm(u) + norm(w))
# Of a side that is not negative and another one, the squares decide.
ROOTS: Rows = {
    "Cauchy-Schwarz with norms": (Le(dot(u, w), norm(u) * norm(w)), "proved"),
    "Cauchy-Schwarz with norms, strict": (Lt(dot(u, w), norm(u) * norm(w)), "refuted"),
    "Cauchy-Schwarz with norms, reversed": (Ge(dot(u, w), norm(u) * norm(w)), "refuted"),
    "Cauchy-Schwarz with norms, from below": (Ge(dot(u, w), -norm(u) * norm(w)), "proved"),
    "Cauchy-Schwarz with a unit vector": (Le(dot(u, w), norm(w)), Eq(dot(u, u), 1), "proved"),
    # to turn: a sum of squares is not negative, so that no condition is needed.
    "triangle with norms": (Le(TURNED.lhs, TURNED.rhs), "proved if Sum((u[d] + w[d])**2, (d, 1, D)) >= 0"),
    "triangle with norms, reversed": (TURNED, "refuted"),
    "root of a sum of squares": (Le(sqrt(a**2 + b**2), Abs(a) + Abs(b)), "proved"),
    "roots of ordered numbers": (Le(sqrt(s), sqrt(t)), Le(s, t), "proved"),
    "roots, strict": (Lt(sqrt(s), sqrt(s + t)), "proved"),
    "a root and a number": (Le(sqrt(a), 1 + a), Ge(a, 0), "proved"),
    "a root beside a number": (Ge(sqrt(s) + t, a), Le(a, t), "proved"),
    "a negative side below a root": (Le(sqrt(s), a), Le(s, a**2), "refuted"),
}
# Written as products, powers and sums whose signs show only before they are multiplied out; SymPy knows none of them.
P, Q, R = symbols("P Q R", real=True)
POSITIVE, NONNEGATIVE = (Gt(P, 0), Gt(Q, 0)), Ge(R, 0)
# A sign that shows as it is written, and would be lost if it were multiplied out.
WRITTEN: Rows = {
    "a sum of squares": (Ge(SQUARE + P * OTHER, 0), *POSITIVE, "proved"),
    "a square and a positive number": (Gt(SQUARE + P, 0), *POSITIVE, "proved"),
    "a square and a nonnegative number": (Gt(SQUARE + R, 0), NONNEGATIVE, "refuted"),
    "a square and any number": (Ge(SQUARE + c, 0), "refuted"),
    "two positive numbers": (Gt((P + SQUARE) * (Q + OTHER), 0), *POSITIVE, "proved"),
    "a positive number and a nonnegative one": (Ge((P + SQUARE) * OTHER, 0), *POSITIVE, "proved"),
    "a positive number and a nonnegative one, strictly": (Gt((P + SQUARE) * OTHER, 0), *POSITIVE, "refuted"),
    "two negative numbers": (Gt((-P - exp(a)) * (-Q - exp(b)), 0), *POSITIVE, "proved"),
    "three negative numbers": (Gt((-P - exp(a)) * (-Q - exp(b)) * (-P - Q), 0), *POSITIVE, "refuted"),
    "one negative number": (Gt((-P - exp(a)) * (Q + exp(b)), 0), *POSITIVE, "refuted"),
    "any number": (Ge((P + SQUARE) * c, 0), *POSITIVE, "refuted"),
    "an odd power": (Ge((a - b) ** 3, 0), "refuted"),
    "an odd power of what is nonnegative": (Ge((SQUARE + R) ** 3, 0), NONNEGATIVE, "proved"),
    "a reciprocal": (Gt(1 / (SQUARE + P), 0), *POSITIVE, "proved"),
    "a reciprocal of what is nonnegative": (Gt(1 / (SQUARE + R), 0), NONNEGATIVE, "proved if R + (a - b)**2 != 0"),
    "a reciprocal of a square": (Gt((a - b) ** -2, 0), "proved if a - b != 0"),
    "a reciprocal of a third power": (Gt((a - b) ** -3, 0), "refuted"),
    "a root": (Gt(sqrt(SQUARE + P), 0), *POSITIVE, "proved"),
    "a power with any exponent": (Gt(Pow(SQUARE + P, c), 0), *POSITIVE, "proved"),
    "a sum over a full range": (Gt(Sum((x[m] - a) ** 2 + P, (m, 1, N)), 0), *POSITIVE, "proved"),
    "a sum of squares over a full range": (Gt(Sum((x[m] - a) ** 2, (m, 1, N)), 0), "refuted"),
    "a sum over a range that may be empty": (Ge(Sum((x[m] - a) ** 2 + P, (m, 2, N)), 0), *POSITIVE, "proved"),
    "the same, strictly": (Gt(Sum((x[m] - a) ** 2 + P, (m, 2, N)), 0), *POSITIVE, "refuted"),
    "a product over a range that may be empty": (Gt(Product((x[m] - a) ** 2 + P, (m, 2, N)), 0), *POSITIVE, "proved"),
    "two sums over one range": (Ge(Sum((x[m] - a) ** 2 + x[m] ** 2, (m, 1, N)), Sum(x[m] ** 2, (m, 1, N))), "proved"),
    "two sums over two ranges": (Ge(Sum(x[m] ** 2, (m, 2, N)), Sum(x[m] ** 2, (m, 1, N))), "refuted"),
    "a maximum with a positive number": (Gt(Max(P, a), 0), *POSITIVE, "proved"),
    "a maximum with a nonnegative number": (Ge(Max(R, a), 0), NONNEGATIVE, "proved"),
    "a maximum with a nonnegative number, strictly": (Gt(Max(R, a), 0), NONNEGATIVE, "refuted"),
    "a minimum of positive numbers": (Gt(Min(P, Q), 0), *POSITIVE, "proved"),
    "a minimum of a positive number and a nonnegative one": (Gt(Min(P, R), 0), *POSITIVE, NONNEGATIVE, "refuted"),
    "a minimum with any number": (Ge(Min(P, a), 0), *POSITIVE, "refuted"),
    "a product of signs, squared": (Gt((y[n] * s) ** 2, 0), sign(y), "proved"),
}


@pytest.mark.parametrize("rows", in_parts(EXPONENTIALS, LOGARITHMS, VALUES, CASES, ROOTS, WRITTEN))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


REVERSED = Abs(Abs(a) - Abs(b))
SIZES = "Abs(a) + Abs(b) - Abs(a + b)"
IF_MORE = "if SIZE is Abs(a) - Abs(b): -Abs(a) + Abs(b) + Abs(a - b) = [(Abs(b) + Abs(a - b) - Abs(a))]"
IF_LESS = "if SIZE is -Abs(a) + Abs(b): Abs(a) - Abs(b) + Abs(a - b) = [(Abs(a) + Abs(-a + b) - Abs(b))]"
ROOT = "sqrt(s + t) >= 0, and of the squares: t = [t]"
ARGUMENTS = "-a - c + 2*Max(a, b, c) = [(Max(a, b, c) - (a))] + [(Max(a, b, c) - (c))]"
SMALLEST = "a + c - 2*Min(a, b, c) = [(a - Min(a, b, c))] + [(c - Min(a, b, c))]"
ORDER = "-exp(a) + exp(a + s) = [(exp(a + s) - exp(a))]"
TERM = "-x[m] + Sum(x[n], (n, 1, N)) = [(sum over m of x[m], without that at m)]"
PARTS = "(c + (a - b)**2)*(s + (b - c)**2)"
PRINTED: list[tuple[Any, str, str]] = [
    (Le(Abs(a + b), Abs(a) + Abs(b)), "facts and squares", f"{SIZES} = [({SIZES})]"),
    (Le(REVERSED, Abs(a - b)), "by cases", f"{IF_MORE}; {IF_LESS}".replace("SIZE", str(REVERSED))),
    (Lt(sqrt(s), sqrt(s + t)), "squares of both sides", ROOT),
    (Ge(2 * Max(a, b, c), a + c), "facts and squares", ARGUMENTS),
    (Le(2 * Min(a, b, c), a + c), "facts and squares", SMALLEST),
    (Le(log(s), s - 1), "facts and squares", "s - log(s) - 1 = [(s - 1 - log(s))]"),
    (Ge(exp(a), 1 + a), "facts and squares", "-a + exp(a) - 1 = [(exp(a) - (1 + a))]"),
    (Le(log(s), log(s + t)), "sign", "-log(s) + log(s + t) = [(log(s + t) - log(s))]"),
    (Le(exp(a), exp(a + s)), "facts and squares", ORDER),
    (Le(x[m], total(x[n], n)), "facts and squares", TERM),
    (Gt((c + SQUARE) * (s + OTHER), 0), "sign of the written form", f"{PARTS} = [{PARTS}]"),
]


def test_a_certificate_reads_as_mathematics() -> None:
    """Where only one is short, it is that one; the parts stand in any order."""
    for claim, method, text in PRINTED:
        verdict = prove(claim, assuming=(positive(x), Gt(c, 0)))
        assert verdict.method == f"certificate: {method}"
        assert sorted(str(verdict.certificate).split(" + ")) == sorted(text.split(" + "))
