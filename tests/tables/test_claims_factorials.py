"""Factorials, Gamma, binomial coefficients, and what they add up to; beside each claim what is nearly so."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Product, Sum, Symbol, binomial, exp, factorial, gamma, loggamma, symbols
from sympy import sign as sign_of

from derive import index, positive, size, tensor
from tests.checked import Rows, in_parts, offenders

N, n = size("N"), size("n")
k, p = index("k", (1, n)), index("p", (0, n))
j = symbols("j", integer=True)
a, b, c, q = symbols("a b c q", real=True)
x = Symbol("x", positive=True)
X = tensor("X", N)


def over(body: Any, first: Any = 0, last: Any = n) -> Sum:
    """Return a sum over 0..n, where nothing else is said."""
    return Sum(body, (j, first, last))


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
TELESCOPES: Rows = {
    "quotients of neighbours": ((over(1 / (j * (j + 1)), 1), n / (n + 1)), "proved"),
    "quotients of neighbours, the limit": ((over(1 / (j * (j + 1)), 1), 1), "refuted"),
    "a product of quotients": ((Product((j + 1) / j, (j, 1, n)), n + 1), "proved"),
    "a product of quotients, off by one": ((Product((j + 1) / j, (j, 1, n)), n), "refuted"),
    "a product of entries": ((Product(X[j + 1] / X[j], (j, 0, N - 2)), X[N - 1] / X[0]), positive(X), "proved"),
    "logarithms of Gamma": ((loggamma(x + 1), loggamma(x)), "refuted"),
}


@pytest.mark.parametrize("rows", in_parts(RECURSIONS, COEFFICIENTS, SUMS, TELESCOPES))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}
