"""Sums without an end: geometric ones with their condition, those over a factorial; beside each what is nearly so."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    Ge,
    Gt,
    IndexedBase,
    Integer,
    Le,
    Lt,
    Mul,
    Piecewise,
    Pow,
    Product,
    Rational,
    Subs,
    Sum,
    binomial,
    exp,
    factorial,
    log,
    oo,
    sqrt,
    symbols,
)

from derive import prove, size, statement
from derive.errors import UnsupportedError
from derive.verdict import Counterexample
from tests.checked import Rows, in_parts, offenders

N = size("N")
n, i = symbols("n i", integer=True)
c, l, s, t, v = symbols("c l s t v", real=True)  # noqa: E741 -- the mean of a Poisson distribution
x = IndexedBase("x")
SMALL = Lt(Abs(s), 1)


def without_end(body: Any, first: Any = 0) -> Sum:
    """Return a sum over n from the first one on."""
    return Sum(body, (n, first, oo))


ALL = without_end(s**n)
POISSON = exp(-l) * l**n / factorial(n)

CONDITIONS: Rows = {
    "by its absolute value": ((ALL, 1 / (1 - s)), SMALL, "proved"),
    "by both ends": ((ALL, 1 / (1 - s)), Lt(s, 1), Gt(s, -1), "proved"),
    "from 0 on": ((ALL, 1 / (1 - s)), Lt(s, 1), Ge(s, 0), "proved"),
    "without one": ((ALL, 1 / (1 - s)), "proved if Abs(s) < 1"),
    "one end": ((ALL, 1 / (1 - s)), Lt(s, 1), "proved if Abs(s) < 1"),
    "with its ends": ((ALL, 1 / (1 - s)), Le(Abs(s), 1), "proved if Abs(s) < 1"),
    "at 1": ((ALL, c), Eq(s, 1), "undecided"),
    "at -1": ((ALL, Rational(1, 2)), Eq(s, -1), "undecided"),
    "beyond 1": ((ALL, 1 / (1 - s)), Gt(s, 1), "undecided if Abs(s) < 1"),
    "beyond 1, and false": ((ALL, 2 / (1 - s)), Gt(s, 1), "undecided"),
    "at 2, as its closed form has a value there": ((ALL, -1), Eq(s, 2), "undecided"),
    "at 2, put in": ((Subs(ALL, s, 2), -1), "undecided"),
    "at a half, put in": ((Subs(ALL, s, Rational(1, 2)), 2), "proved"),
    "where it converges, 1 - s is positive": ((sqrt((1 - s) ** 2) * ALL, 1), "proved if Abs(s) < 1"),
    "where it does not, nothing is": ((sqrt((1 - s) ** 2) * ALL, 1), Gt(s, 2), "undecided"),
    "its logarithm": ((log(ALL), -log(1 - s)), "proved if Abs(s) < 1"),
    "it says nothing of another": ((ALL + sqrt((1 - t) ** 2), 1 / (1 - s) + 1 - t), "refuted"),
    "it says nothing of another, in an order": (Gt(ALL + 1 - t, 1 / (1 - s)), "refuted"),
    "a constant": ((without_end(c), c), "undecided"),
    "powers of 2": ((without_end(Integer(2) ** n), -1), "undecided"),
    "powers of a half": ((without_end(Rational(1, 2) ** n), 2), "proved"),
    "a ratio of its own": ((without_end(2**n * s**n), 1 / (1 - 2 * s)), SMALL, "proved if 2*Abs(s) < 1"),
    "half a ratio": ((without_end((s / 2) ** n), 2 / (2 - s)), Le(Abs(s), 1), "proved"),
    "a square": ((without_end(s ** (2 * n)), 1 / (1 - s**2)), SMALL, "proved"),
    "a product": ((without_end((s * t) ** n), 1 / (1 - s * t)), Le(Abs(t), 1), SMALL, "proved"),
    "a product, its ends": (
        (without_end((s * t) ** n), 1 / (1 - s * t)),
        Le(Abs(t), 1),
        Le(Abs(s), 1),
        "proved if Abs(s*t) < 1",
    ),
    "below a power": ((without_end((1 + s) ** (-n)), (1 + s) / s), Gt(s, 0), "proved"),
    "an exponential": ((without_end(exp(-l * n)), 1 / (1 - exp(-l))), Gt(l, 0), "proved"),
    "an exponential that grows": (
        (without_end(exp(l * n)), 1 / (1 - exp(l))),
        "proved if exp(l) < 1",
    ),
    "its branch": (
        (Piecewise((ALL, Abs(s) < 1), (0, True)), Piecewise((1 / (1 - s), Abs(s) < 1), (0, True))),
        "proved if 1 - s != 0 where Abs(s) < 1",
    ),
}
GEOMETRIC: Rows = {
    "a late start": ((without_end(s**n, 1), s / (1 - s)), SMALL, "proved"),
    "a late start, as if from 0": ((without_end(s**n, 1), 1 / (1 - s)), SMALL, "refuted"),
    "from a size on": ((without_end(s**n, N), s**N / (1 - s)), SMALL, "proved"),
    "from a size on, off by one": ((without_end(s**n, N), s ** (N + 1) / (1 - s)), SMALL, "refuted"),
    "from below 0 on": ((without_end(s**n, -1), 1 / s / (1 - s)), SMALL, "proved if s != 0"),
    "a factor": ((without_end(c * s**n), c / (1 - s)), SMALL, "proved"),
    "a factor, dropped": ((without_end(c * s**n), 1 / (1 - s)), SMALL, "refuted"),
    "another sign": ((ALL, 1 / (1 + s)), SMALL, "refuted"),
    "another sign, without condition": ((ALL, 1 / (1 + s)), "refuted"),
    "alternating": ((without_end((-1) ** n * s**n), 1 / (1 + s)), SMALL, "proved"),
    "n": ((without_end(n * s**n), s / (1 - s) ** 2), SMALL, "proved"),
    "n, one power less": ((without_end(n * s**n), 1 / (1 - s) ** 2), SMALL, "refuted"),
    "n squared": ((without_end(n**2 * s**n), s * (1 + s) / (1 - s) ** 3), SMALL, "proved"),
    "n squared, another sign": ((without_end(n**2 * s**n), s * (1 - s) / (1 - s) ** 3), SMALL, "refuted"),
    "n + 1": ((without_end((n + 1) * s**n), 1 / (1 - s) ** 2), SMALL, "proved"),
    "a binomial coefficient": ((without_end(binomial(n + 2, 2) * s**n), 1 / (1 - s) ** 3), SMALL, "proved"),
    "a binomial coefficient, off by one": (
        (without_end(binomial(n + 1, 2) * s**n), 1 / (1 - s) ** 3),
        SMALL,
        "refuted",
    ),
    "the mean of trials": ((without_end(n * s * (1 - s) ** (n - 1), 1), 1 / s), Gt(s, 0), Lt(s, 1), "proved"),
    "the mean of failures": ((without_end(n * s * (1 - s) ** n), 1 / s), Gt(s, 0), Lt(s, 1), "refuted"),
    "one step": ((ALL, 1 + s * ALL), "proved if Abs(s) < 1"),
    "one step, its first term dropped": ((ALL, s * ALL), "refuted"),
    "cut in two": ((ALL, Sum(s**n, (n, 0, N - 1)) + s**N * ALL), "proved if Abs(s) < 1"),
    "a value": ((v, c + s * v), Eq(v, without_end(c * s**n)), SMALL, "proved"),
    "a value, without its condition": ((v, c + s * v), Eq(v, without_end(c * s**n)), "proved if Abs(s) < 1"),
    "for each i": (
        (Sum(without_end(x[i] ** n), (i, 1, N)), Sum(1 / (1 - x[i]), (i, 1, N))),
        "proved if Abs(x[i]) < 1",
    ),
    "a sum of entries": (
        (without_end(Sum(x[i] * s**n, (i, 1, N))), Sum(x[i], (i, 1, N)) / (1 - s)),
        SMALL,
        "proved",
    ),
    "a sum of powers": (
        (without_end(Sum(x[i] ** n, (i, 1, N))), Sum(1 / (1 - x[i]), (i, 1, N))),
        "proved if Abs(x[i]) < 1",
    ),
    "a sum of powers, without the first": (
        (without_end(Sum(x[i] ** n, (i, 1, N)), 1), Sum(1 / (1 - x[i]), (i, 1, N))),
        "refuted",
    ),
    "its slope": ((Derivative(ALL, s), 1 / (1 - s) ** 2), SMALL, "proved"),
    "its slope, another sign": ((Derivative(ALL, s), -1 / (1 - s) ** 2), SMALL, "refuted"),
    "its slope at a place": ((Subs(Derivative(ALL, s), s, c), 1 / (1 - c) ** 2), "proved if Abs(c) < 1"),
    "a bound": (Ge(ALL, 1 + s), Ge(s, 0), Lt(s, 1), "proved"),
    "a bound, turned": (Le(ALL, 1 + s), Ge(s, 0), Lt(s, 1), "refuted"),
    "its sign below 0": (Gt(ALL, 1), SMALL, "refuted"),
}
OVER_FACTORIALS: Rows = {
    "exp": ((without_end(s**n / factorial(n)), exp(s)), "proved"),
    "exp, another sign": ((without_end(s**n / factorial(n)), exp(-s)), "refuted"),
    "from 1 on": ((without_end(s**n / factorial(n), 1), exp(s) - 1), "proved"),
    "from 1 on, as if from 0": ((without_end(s**n / factorial(n), 1), exp(s)), "refuted"),
    "from 3 on": ((without_end(s**n / factorial(n), 3), exp(s) - 1 - s - s**2 / 2), "proved"),
    "the next factorial": ((without_end(s**n / factorial(n + 1)), (exp(s) - 1) / s), "proved if s != 0"),
    "the next factorial, as if it were this": ((without_end(s**n / factorial(n + 1)), exp(s)), "refuted"),
    "the last factorial": ((without_end(s**n / factorial(n - 1), 1), s * exp(s)), "proved"),
    "the last factorial, of -1": ((without_end(s**n / factorial(n - 1)), s * exp(s)), "undecided"),
    "n": ((without_end(n * s**n / factorial(n)), s * exp(s)), "proved"),
    "n, without its factor": ((without_end(n * s**n / factorial(n)), exp(s)), "refuted"),
    "chances": ((without_end(POISSON), 1), "proved"),
    "chances, one missing": ((without_end(POISSON, 1), 1), "refuted"),
    "the mean": ((without_end(n * POISSON), l), "proved"),
    "the mean of squares": ((without_end(n**2 * POISSON), l + l**2), "proved"),
    "the mean of squares, as if it were the variance": ((without_end(n**2 * POISSON), l), "refuted"),
    "the variance": ((without_end((n - l) ** 2 * POISSON), l), "proved"),
    "the moments": ((without_end(exp(t * n) * POISSON), exp(l * (exp(t) - 1))), "proved"),
    "the moments, another sign": ((without_end(exp(t * n) * POISSON), exp(l * (exp(t) + 1))), "refuted"),
    "its factorial squared": ((without_end(s**n / factorial(n) ** 2), exp(s)), "undecided"),
    "every other factorial": ((without_end(s**n / factorial(2 * n)), exp(s)), "undecided"),
}
OTHERS: Rows = {
    "a harmonic sum": ((without_end(s**n / (n + 1)), c), "undecided"),
    "what divides by 0 at one place": (
        (without_end(Mul(n - 1, Pow(n - 1, -1), s**n, evaluate=False)), 1 / (1 - s)),
        SMALL,
        "undecided",
    ),
    "entries": ((without_end(s**n * x[n]), c), "UnsupportedError"),
    "a product": ((Product(s, (n, 0, oo)), c), "UnsupportedError"),
    "no beginning": ((Sum(s**n, (n, -oo, 0)), c), "UnsupportedError"),
    "infinity itself": ((s + oo, c), "UnsupportedError"),
}


@pytest.mark.parametrize("rows", in_parts(CONDITIONS, GEOMETRIC, OVER_FACTORIALS, OTHERS))
def test_each_series_has_its_verdict(rows: Rows) -> None:
    """What converges is proved on its condition; what does not has no value, and nothing is said of it."""
    assert offenders(rows) == {}


@pytest.mark.parametrize("claim", [(ALL, 1 / (1 + s)), (without_end(n * s**n), s / (1 - s)), (ALL, 2 / (1 - s))])
def test_a_counterexample_lies_where_the_series_converges(claim: tuple[Any, Any]) -> None:
    """At other points the series has no value."""
    found = prove(*claim).counterexample
    assert isinstance(found, Counterexample)
    assert abs(found.values["s"]) < 1


def test_the_sentence_says_infinity() -> None:
    """In text and in LaTeX."""
    told = statement(ALL, 1 / (1 - s))
    assert str(told) == "for all s in R: Sum(s**n, (n, 0, oo)) = 1/(1 - s)"
    assert r"\sum_{n=0}^{\infty} s^{n}" in told.latex()


def test_a_series_of_entries_says_what_is_understood() -> None:
    """It names the families, and a way out."""
    with pytest.raises(UnsupportedError, match=r"powers and polynomials.*not entries. Let it end at a size"):
        _ = prove(without_end(s**n * x[n]), c)
