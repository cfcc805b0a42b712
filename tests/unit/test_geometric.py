"""Geometric sums: added up where the ratio is not 1, and where the sum is multiplied by the ratio less one."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Rational, Sum, Symbol, exp, symbols

from derive import size
from tests.checked import checked

t, N = size("t"), size("N")
s, n = symbols("s n", integer=True)
b, c = symbols("beta gamma", positive=True)
g, r = symbols("g r", real=True)
HALF = Rational(1, 2)


def total(body: Any, low: Any = 0, high: Any = t - 1) -> Sum:
    """Return the sum over s."""
    return Sum(body, (s, low, high))


EQUAL: dict[str, tuple[Any, Any]] = {
    "Adam's correction of the first moment": ((1 - b) * total(b ** (t - s) * g, 1, t), (1 - b**t) * g),
    "the other way round": ((1 - b) * total(b**s), 1 - b**t),
    "with a denominator": (total(b**s), (1 - b**t) / (1 - b)),
    "of unknown sign": ((r - 1) * total(r**s, 0, t), r ** (t + 1) - 1),
    "times more than is needed": ((r - 1) ** 2 * total(r**s, 0, t), (r - 1) * (r ** (t + 1) - 1)),
    "powers of two": (total(2**s), 2**t - 1),
    "powers of a half": (total(HALF**s, 1, t), 1 - HALF**t),
    "alternating": (total((-1) ** s, 0, t), (1 + (-1) ** t) / 2),
    "a product of two rates": ((1 - b * c) * total((b * c) ** s), 1 - (b * c) ** t),
    "every other power": ((1 - b**2) * total(b ** (2 * s)), 1 - b ** (2 * t)),
    "an exponential": (Sum(exp(-g * n), (n, 0, N - 1)) * (1 - exp(-g)), 1 - exp(-g * N)),
    "from a later place": ((1 - b) * total(b**s, 3, t + 2), b**3 - b ** (t + 3)),
    "two sums": ((1 - b) * total(b**s) + (1 - c) * total(c**s), 2 - b**t - c**t),
    "each a multiple of the other": (b * total(b**s), total(b**s, 1, t)),
}


@pytest.mark.parametrize("case", EQUAL)
def test_geometric_sums_are_added_up(case: str) -> None:
    """At a symbolic number of terms."""
    verdict = checked(*EQUAL[case])
    assert (verdict.status, verdict.method) == ("proved", "normal form, geometric sums added up")


def test_the_ratio_must_not_be_one_where_it_divides() -> None:
    """The condition is that of the denominator; an assumption discharges it."""
    closed = (1 - b**t) / (1 - b)
    assert any("beta != 0" in str(condition) for condition in checked(total(b**s), closed).conditions)
    assert checked(total(b**s), closed, assuming=b < 1).conditions == ()


def test_forwards_and_backwards_are_one_sum() -> None:
    """Both are added up, which is known where the ratio is not 1."""
    assert checked(total(b ** (t - s), 1, t), total(b**s), assuming=b < 1).status == "proved"
    assert checked(total(b ** (t - s), 1, t), total(b**s)).status == "sampled"


def test_a_sum_in_a_square_is_not_added_up() -> None:
    """Then the verdict does not say more than it knows."""
    assert checked((1 - b) ** 2 * total(b**s) ** 2, (1 - b**t) ** 2).status == "sampled"


def test_a_ratio_that_may_be_one_is_not_divided_by() -> None:
    """At c = 1, nothing is said of a sum that is not multiplied."""
    one = Symbol("one", positive=True)
    assert checked(total(one**s), t, assuming=one >= 1).status == "refuted"
