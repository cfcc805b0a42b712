"""Places with an index turned around, twice an index, and a difference of two: reversed, even and odd, convolved.

Beside each claim that is proved stands what must not be.
"""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Derivative, KroneckerDelta, Sum, symbols

from derive import index, prove, size, tensor
from tests.checked import Rows, in_parts, offenders

N, K = size("N"), size("K")
i, m, c = index("i", N), index("m", N), index("c", K)
j, k = symbols("j k", integer=True)
x, y, A, f = tensor("x", N), tensor("y", N), tensor("A", N, N), tensor("f", K)
long, wide, around = tensor("X", 2 * N), tensor("u", N + K - 1), tensor("t", 2 * N - 1)


def total(body: Any, over: Any = j, first: Any = 0, last: Any = N - 1) -> Sum:
    """Return a sum, over the whole range where nothing else is said."""
    return Sum(body, (over, first, last))


CONVOLVED = total(f[k] * wide[j + k], k, 0, K - 1)
LOSS = total((CONVOLVED - y[j]) ** 2) / 2

TURNED: Rows = {
    "from the end": ((total(x[N - 1 - j]), total(x[j])), "proved"),
    "from the end, without the first": ((total(x[N - 1 - j], last=N - 2), total(x[j], last=N - 2)), "refuted"),
    "both from the end": ((total(x[N - 1 - j] * y[N - 1 - j]), total(x[j] * y[j])), "proved"),
    "one from the end": ((total(x[N - 1 - j] * y[j]), total(x[j] * y[j])), "refuted"),
    "one from the end, and the other": ((total(x[N - 1 - j] * y[j]), total(x[j] * y[N - 1 - j])), "proved"),
    "a number from the end": ((total(j * x[N - 1 - j]), total((N - 1 - j) * x[j])), "proved"),
    "a number, not from the end": ((total(j * x[N - 1 - j]), total((N - j) * x[j])), "refuted"),
    "a matrix from its corner": (
        (Sum(A[N - 1 - j, N - 1 - k], (k, 0, N - 1), (j, 0, N - 1)), total(total(A[j, k], k))),
        "proved",
    ),
    "a prefix from the end": ((total(x[N - 1 - j], last=i), total(x[j], j, N - 1 - i)), "proved"),
    "a prefix from the end, off by one": ((total(x[N - 1 - j], last=i), total(x[j], j, N - i)), "refuted"),
    "the slope of a square": ((Derivative(total(x[N - 1 - j] ** 2), x[i]), 2 * x[i]), "proved"),
    "the slope of a palindrome": ((Derivative(total(x[N - 1 - j] * x[j]), x[i]), 2 * x[N - 1 - i]), "proved"),
    "the slope of a palindrome, from the front": ((Derivative(total(x[N - 1 - j] * x[j]), x[i]), 2 * x[i]), "refuted"),
    "the slope of a palindrome, half of it": ((Derivative(total(x[N - 1 - j] * x[j]), x[i]), x[N - 1 - i]), "refuted"),
    "a place beyond the end": ((total(x[N - j]), 1), "BadIndexError"),
}
CONVOLUTIONS: Rows = {
    "a kernel, flipped": (
        (total(f[K - 1 - k] * wide[i + k], k, 0, K - 1), total(f[k] * wide[i + K - 1 - k], k, 0, K - 1)),
        "proved",
    ),
    "a kernel, flipped on one side": (
        (total(f[K - 1 - k] * wide[i + k], k, 0, K - 1), total(f[k] * wide[i + k], k, 0, K - 1)),
        "refuted",
    ),
    "the slope of a kernel": ((Derivative(LOSS, f[c]), total((CONVOLVED - y[j]) * wide[j + c])), "proved"),
    "the slope of a kernel, flipped": (
        (Derivative(LOSS, f[c]), total((CONVOLVED - y[j]) * wide[j + K - 1 - c])),
        "refuted",
    ),
    "causal, either way": ((total(x[j] * y[i - j], last=i), total(y[j] * x[i - j], last=i)), "proved"),
    "causal, not turned": ((total(x[j] * y[i - j], last=i), total(x[j] * y[j], last=i)), "refuted"),
    "what came before, from now on": ((total(x[i - j], last=i), total(x[j], last=i)), "proved"),
    "what came before, without now": ((total(x[i - j], last=i), total(x[j], last=i - 1)), "refuted"),
    "the sum of a convolution": (
        (total(total(x[k] * y[j - k], k, 0, j)), total(x[k] * total(y[j], last=N - 1 - k), k)),
        "proved",
    ),
    "the sum of a convolution, all of it": (
        (total(total(x[k] * y[j - k], k, 0, j)), total(x[j]) * total(y[j])),
        "refuted",
    ),
    "an operator and its transpose": (
        (total(x[j] * total(around[j - k + N - 1] * y[k], k)), total(y[k] * total(around[j - k + N - 1] * x[j]), k)),
        "proved",
    ),
    "below the other diagonal": ((Sum(1, (k, 0, N - 1 - j), (j, 0, N - 1)), N * (N + 1) / 2), "proved"),
    "below the other diagonal, without it": ((Sum(1, (k, 0, N - 1 - j), (j, 0, N - 1)), N * (N - 1) / 2), "refuted"),
    "below the other diagonal, exchanged": (
        (Sum(A[j, k], (k, 0, N - 1 - j), (j, 0, N - 1)), Sum(A[j, k], (j, 0, N - 1 - k), (k, 0, N - 1))),
        "proved",
    ),
}
PARITY: Rows = {
    "even and odd": ((total(long[2 * j]) + total(long[2 * j + 1]), total(long[j], last=2 * N - 1)), "proved"),
    "all, as even and odd": ((total(long[j], last=2 * N - 1), total(long[2 * j]) + total(long[2 * j + 1])), "proved"),
    "even, twice": ((2 * total(long[2 * j]), total(long[j], last=2 * N - 1)), "refuted"),
    "even less odd": ((total(long[2 * j] - long[2 * j + 1]), total((-1) ** j * long[j], last=2 * N - 1)), "proved"),
    "odd less even": ((total(long[2 * j + 1] - long[2 * j]), total((-1) ** j * long[j], last=2 * N - 1)), "refuted"),
    "a slope at even places": ((Derivative(total(long[2 * j] ** 2), long[2 * i]), 2 * long[2 * i]), "proved"),
    "a slope at odd places": ((Derivative(total(long[2 * j] ** 2), long[2 * i + 1]), 0), "proved"),
    "a slope at any place": ((Derivative(total(long[2 * j] ** 2), long[i]), 2 * long[i]), "refuted"),
    "a delta of doubles": ((KroneckerDelta(2 * i, 2 * m), KroneckerDelta(i, m)), "proved"),
    "a delta of a double": ((KroneckerDelta(2 * i, m), KroneckerDelta(i, m)), "refuted"),
}


@pytest.mark.parametrize("rows", in_parts(TURNED, CONVOLUTIONS, PARITY))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


def test_a_product_of_indices_is_no_place() -> None:
    """The reason says what is one."""
    assert "whole multiples of indices" in prove(total(x[j * j]), 0).reason
