"""Factorials, Gamma, binomial coefficients, and what they add up to; beside each claim what is nearly so."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Piecewise, Product, Sum, Symbol, binomial, digamma, exp, factorial, gamma, log, loggamma, symbols
from sympy import sign as sign_of

from derive import index, positive, size, tensor
from tests.checked import Rows, in_parts, offenders

N, n = size("N"), size("n")
k, p = index("k", (1, n)), index("p", (0, n))
j, f, i = symbols("j f i", integer=True)
r = index("r", (0, n + 1))
a, b, c, q = symbols("a b c q", real=True)
x = Symbol("x", positive=True)
X = tensor("X", N)


def over(body: Any, first: Any = 0, last: Any = n) -> Sum:
    """Return a sum over 0..n, where nothing else is said."""
    return Sum(body, (j, first, last))


PARTED = Piecewise((c * gamma(c), c > 0), (0, True)) + Piecewise((c * gamma(c), c < 0), (0, True))
CHANCE = binomial(n, j) * q**j * (1 - q) ** (n - j)
ONE = "proved if 1 - q != 0"

RECURSIONS: Rows = {
    "a factorial": ((factorial(n + 1), (n + 1) * factorial(n)), "proved"),
    "a factorial, off by one": ((factorial(n + 1), n * factorial(n)), "refuted"),
    "a factorial, downwards": ((factorial(n), n * factorial(n - 1)), "proved"),
    "a quotient of factorials": ((factorial(n + 2) / factorial(n), (n + 1) * (n + 2)), "proved"),
    "Gamma of a positive number": ((gamma(x + 1), x * gamma(x)), "proved"),
    "Gamma, without its factor": ((gamma(x + 1), gamma(x)), "refuted"),
    "Gamma, three steps": ((gamma(x + 3) / gamma(x), x * (x + 1) * (x + 2)), "proved"),
    "Gamma of any number keeps its sign": ((gamma(c + 1) * sign_of(c) ** 2, gamma(c + 1)), "refuted"),
    "Gamma of whole numbers": ((gamma(n + 1), factorial(n)), "proved"),
    "a product of numbers": ((Product(j, (j, 1, n)), factorial(n)), "proved"),
    "a product of numbers, one too many": ((Product(j, (j, 1, n)), factorial(n + 1)), "refuted"),
}
COEFFICIENTS: Rows = {
    "Pascal": ((binomial(n + 1, k), binomial(n, k) + binomial(n, k - 1)), "proved"),
    "Pascal, one of them twice": ((binomial(n + 1, k), binomial(n, k) + 2 * binomial(n, k - 1)), "refuted"),
    "symmetric": ((binomial(n, p), binomial(n, n - p)), "proved"),
    "symmetric, off by one": ((binomial(n + 1, p), binomial(n, n - p)), "refuted"),
    "absorbed": ((k * binomial(n, k), n * binomial(n - 1, k - 1)), "proved"),
    "absorbed, off by one": ((k * binomial(n, k), n * binomial(n - 1, k)), "refuted"),
    "the next one": ((k * binomial(n, k), (n - k + 1) * binomial(n, k - 1)), "proved"),
    "two of them": ((binomial(n, 2), n * (n - 1) / 2), "proved"),
    "two of them, and again": ((binomial(n, 2), n * (n + 1) / 2), "refuted"),
    "a hockey stick": ((over(binomial(j, 2), 2), binomial(n + 1, 3)), "proved"),
    "a hockey stick, off by one": ((over(binomial(j, 2), 2), binomial(n, 3)), "refuted"),
}
SUMS: Rows = {
    "the binomial theorem": ((over(binomial(n, j) * a**j * b ** (n - j)), (a + b) ** n), "proved if b != 0"),
    "the binomial theorem, without an end": (
        (over(binomial(n, j) * a**j * b ** (n - j), 0, n - 1), (a + b) ** n),
        "refuted",
    ),
    "all of them": ((over(binomial(n, j)), 2**n), "proved"),
    "all but one": ((over(binomial(n, j), 1), 2**n), "refuted"),
    "alternating": ((over((-1) ** j * binomial(n, j)), 0), "proved"),
    "with a number": ((over(j * binomial(n, j)), n * 2 ** (n - 1)), "proved"),
    "with a number, twice": ((over(j * binomial(n, j)), n * 2**n), "refuted"),
    "with a square": ((over(j**2 * binomial(n, j)), n * (n + 1) * 2 ** (n - 2)), "proved"),
    "with a square, nearly": ((over(j**2 * binomial(n, j)), n**2 * 2 ** (n - 2)), "refuted"),
    "a distribution": ((over(CHANCE), 1), ONE),
    "its mean": ((over(j * CHANCE), n * q), ONE),
    "its mean, of the others": ((over(j * CHANCE), n * (1 - q)), "refuted"),
    "its variance": ((over((j - n * q) ** 2 * CHANCE), n * q * (1 - q)), ONE),
    "its moments": ((over(exp(c * j) * CHANCE), (1 - q + q * exp(c)) ** n), ONE),
}
FREE: Rows = {
    "Pascal": ((binomial(n + 1, f), binomial(n, f) + binomial(n, f - 1)), "proved"),
    "Pascal, k + 1": ((binomial(n + 1, f), binomial(n, f) + binomial(n, f + 1)), "refuted"),
    "Pascal, n - 1": ((binomial(n + 1, f), binomial(n - 1, f) + binomial(n, f - 1)), "refuted"),
    "Pascal of a real number": ((binomial(c + 1, f), binomial(c, f) + binomial(c, f - 1)), "proved"),
    "Pascal below a real number": ((binomial(n + 1, a), binomial(n, a) + binomial(n, a - 1)), "undecided"),
    "Pascal, twice": ((binomial(n + 2, f), binomial(n, f) + 2 * binomial(n, f - 1) + binomial(n, f - 2)), "proved"),
    "Pascal, squared": (
        (binomial(n + 1, f) ** 2, (binomial(n, f) + binomial(n, f - 1)) * binomial(n + 1, f)),
        "proved",
    ),
    "Pascal, one place more": ((binomial(n + 1, r), binomial(n, r) + binomial(n, r - 1)), "proved"),
    "Pascal, one place more and off": ((binomial(n + 1, r), binomial(n, r) + binomial(n, r + 1)), "refuted"),
    "Pascal, upside down": ((binomial(n + 1, n + 1 - f), binomial(n, f) + binomial(n, n - f + 1)), "proved"),
    "symmetric": ((binomial(n, f), binomial(n, n - f)), "proved"),
    "symmetric for any integer": ((binomial(i, f), binomial(i, i - f)), "refuted"),
    "symmetric below 0": ((binomial(n - 3, f), binomial(n - 3, n - 3 - f)), "refuted"),
    "absorbed": ((f * binomial(c, f), c * binomial(c - 1, f - 1)), "proved"),
    "absorbed, off by one": ((f * binomial(n, f), n * binomial(n - 1, f)), "refuted"),
    "absorbed, twice": ((f * (f - 1) * binomial(n, f), n * (n - 1) * binomial(n - 2, f - 2)), "proved"),
    "left out": (((n - f) * binomial(n, f), n * binomial(n - 1, f)), "proved"),
    "left out, off by one": (((n - f + 1) * binomial(n, f), n * binomial(n - 1, f)), "refuted"),
    "the next one": ((f * binomial(n, f), (n - f + 1) * binomial(n, f - 1)), "proved"),
    "the next one, off by one": ((f * binomial(n, f), (n - f) * binomial(n, f - 1)), "refuted"),
    "at 0 there is one": ((sign_of(f) ** 2 * binomial(n, f), binomial(n, f)), "refuted"),
}
KEPT: Rows = {
    "Gamma of any number": ((gamma(c + 1), c * gamma(c)), "proved"),
    "Gamma of any number, two steps": ((gamma(c + 2), c * (c + 1) * gamma(c)), "proved"),
    "Gamma of any number, off by one": ((gamma(c + 1), (c + 1) * gamma(c)), "refuted"),
    "Gamma at a pole": ((gamma(c + 2) * sign_of(c + 1) ** 2, gamma(c + 2)), "refuted"),
    "Gamma where it does not count": ((PARTED, gamma(c + 1)), "refuted"),
    "Gamma at halves": ((gamma((x + 3) / 2) / gamma((x + 1) / 2), (x + 1) / 2), "proved"),
    "Gamma at halves, off by one": ((gamma((x + 3) / 2) / gamma((x + 1) / 2), (x + 3) / 2), "refuted"),
    "its logarithm": ((loggamma(x + 1), log(x) + loggamma(x)), "proved"),
    "its logarithm, off by one": ((loggamma(x + 1), log(x + 1) + loggamma(x)), "refuted"),
    "its logarithm, of any number": ((loggamma(c + 1), log(c) + loggamma(c)), "proved if c > 0"),
    "its logarithm, by name": ((log(gamma(x)), loggamma(x)), "proved"),
    "digamma": ((digamma(x + 1), digamma(x) + 1 / x), "proved"),
    "digamma, the other way": ((digamma(x + 1), digamma(x) - 1 / x), "refuted"),
    "digamma of any number": ((digamma(c + 2), digamma(c) + 1 / c + 1 / (c + 1)), "proved if c != 0, c + 1 != 0"),
    "digamma, off by one": ((digamma(x + 2), digamma(x) + 1 / x + 1 / (x + 2)), "refuted"),
}
TELESCOPES: Rows = {
    "quotients of neighbours": ((over(1 / (j * (j + 1)), 1), n / (n + 1)), "proved"),
    "quotients of neighbours, the limit": ((over(1 / (j * (j + 1)), 1), 1), "refuted"),
    "a product of quotients": ((Product((j + 1) / j, (j, 1, n)), n + 1), "proved"),
    "a product of quotients, off by one": ((Product((j + 1) / j, (j, 1, n)), n), "refuted"),
    "a product of entries": ((Product(X[j + 1] / X[j], (j, 0, N - 2)), X[N - 1] / X[0]), positive(X), "proved"),
    "logarithms of Gamma": ((loggamma(x + 1), loggamma(x)), "refuted"),
}


@pytest.mark.parametrize("rows", in_parts(RECURSIONS, COEFFICIENTS, FREE, KEPT, SUMS, TELESCOPES))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}
