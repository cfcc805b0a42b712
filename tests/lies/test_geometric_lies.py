"""Geometric sums with a slip: one term too many, the wrong ratio, the wrong end."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Sum, symbols

from derive import kernel, prove, size
from derive.kernel.geometric import without_geometric_sums

t = size("t")
s = symbols("s", integer=True)
b, c = symbols("beta gamma", positive=True)
r = symbols("r", real=True)


def total(body: Any, low: Any = 0, high: Any = t - 1) -> Sum:
    """Return the sum over s."""
    return Sum(body, (s, low, high))


FALSE: dict[str, tuple[Any, Any]] = {
    "one power too few": ((1 - b) * total(b ** (t - s), 1, t), 1 - b ** (t - 1)),
    "one power too many": ((1 - b) * total(b ** (t - s), 1, t), 1 - b ** (t + 1)),
    "the wrong beginning": (total(b**s, 1, t), (1 - b ** (t + 1)) / (1 - b)),
    "one too many": (total(2**s), 2**t),
    "another ratio": ((1 - c) * total(b**s), 1 - b**t),
    "the factor lost": (total(b**s), 1 - b**t),
    "the factor squared": ((r - 1) ** 2 * total(r**s, 0, t), r ** (t + 1) - 1),
    "a range that is shifted": (total(b**s), total(b**s, 1, t)),
    "a ratio that depends on the place": ((1 - b) * total(b ** (s * s)), 1 - b**t),
    "a factor beside the power": ((1 - b) * total(s * b**s), 1 - b**t),
    "the opposite ratio": ((1 + b) * total((-b) ** s), 1 - b**t),
}


@pytest.mark.parametrize("case", FALSE)
def test_a_wrong_geometric_sum_is_refuted(case: str) -> None:
    """By numbers."""
    assert prove(*FALSE[case], recheck=True).status == "refuted"


def test_what_holds_no_geometric_sum_stays() -> None:
    """The same object comes back, so that nothing is tried twice."""
    ring = kernel.Ring()
    poly = kernel.entry(ring, "a")
    assert without_geometric_sums(ring, poly) is poly
