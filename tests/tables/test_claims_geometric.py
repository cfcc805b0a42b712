"""Geometric sums, added up where the ratio is not 1, or the sum is multiplied by it less one: *claim, verdict*."""

from __future__ import annotations

from typing import Any

from sympy import Rational, Sum, exp, symbols

from derive import prove, size
from tests.checked import checked, status

t, N = size("t"), size("N")
s, n = symbols("s n", integer=True)
b, c, one = symbols("beta gamma one", positive=True)
g, r = symbols("g r", real=True)
HALF = Rational(1, 2)


def total(body: Any, low: Any = 0, high: Any = t - 1) -> Sum:
    """Return the sum over s."""
    return Sum(body, (s, low, high))


closed = (1 - b**t) / (1 - b)
PROVED: list[tuple[Any, Any]] = [
    ((1 - b) * total(b ** (t - s) * g, 1, t), (1 - b**t) * g),  # Adam's correction of the first moment
    ((1 - b) * total(b**s), 1 - b**t),
    (total(b**s), closed),
    ((r - 1) * total(r**s, 0, t), r ** (t + 1) - 1),
    ((r - 1) ** 2 * total(r**s, 0, t), (r - 1) * (r ** (t + 1) - 1)),
    (total(2**s), 2**t - 1),
    (total(HALF**s, 1, t), 1 - HALF**t),
    (total((-1) ** s, 0, t), (1 + (-1) ** t) / 2),
    ((1 - b * c) * total((b * c) ** s), 1 - (b * c) ** t),
    ((1 - b**2) * total(b ** (2 * s)), 1 - b ** (2 * t)),
    (Sum(exp(-g * n), (n, 0, N - 1)) * (1 - exp(-g)), 1 - exp(-g * N)),
    ((1 - b) * total(b**s, 3, t + 2), b**3 - b ** (t + 3)),
    ((1 - b) * total(b**s) + (1 - c) * total(c**s), 2 - b**t - c**t),
    (b * total(b**s), total(b**s, 1, t)),
]
REFUTED: list[tuple[Any, Any]] = [
    ((1 - b) * total(b ** (t - s), 1, t), 1 - b ** (t - 1)),
    ((1 - b) * total(b ** (t - s), 1, t), 1 - b ** (t + 1)),
    (total(b**s, 1, t), (1 - b ** (t + 1)) / (1 - b)),
    (total(2**s), 2**t),
    ((1 - c) * total(b**s), 1 - b**t),
    (total(b**s), 1 - b**t),
    ((r - 1) ** 2 * total(r**s, 0, t), r ** (t + 1) - 1),
    (total(b**s), total(b**s, 1, t)),
    ((1 - b) * total(b ** (s * s)), 1 - b**t),
    ((1 - b) * total(s * b**s), 1 - b**t),
    ((1 + b) * total((-b) ** s), 1 - b**t),
]


def test_geometric_sums_are_added_up() -> None:
    """At a symbolic number of terms."""
    found = {sides: checked(*sides) for sides in PROVED}
    method = "normal form, geometric sums added up"
    assert [sides for sides, verdict in found.items() if (verdict.status, verdict.method) != ("proved", method)] == []


def test_a_wrong_geometric_sum_is_refuted() -> None:
    """One term too many, the wrong ratio, the wrong end."""
    assert [sides for sides in REFUTED if prove(*sides, recheck=True).status != "refuted"] == []


def test_the_ratio_must_not_be_one_where_it_divides() -> None:
    """The condition is that of the denominator; an assumption discharges it; at 1 the sum is its length."""
    assert any("beta != 0" in str(condition) for condition in checked(total(b**s), closed).conditions)
    assert checked(total(b**s), closed, assuming=b < 1).conditions == ()
    assert status(total(one**s), t, assuming=one >= 1) == "refuted"


def test_what_is_not_added_up_is_sampled() -> None:
    """Forwards and backwards a sum is one where the ratio is not 1; a square of sums is not looked into."""
    assert status(total(b ** (t - s), 1, t), total(b**s), assuming=b < 1) == "proved"
    assert status(total(b ** (t - s), 1, t), total(b**s)) == "sampled"
    assert status((1 - b) ** 2 * total(b**s) ** 2, (1 - b**t) ** 2) == "sampled"
