"""Ranges that end at another index: prefix sums and triangles, what they add up to, and what is nearly so.

Beside each claim that is proved stands what must not be: an end off by one, a wrong coefficient, the other order.
"""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    IndexedBase,
    KroneckerDelta,
    Max,
    Piecewise,
    Product,
    Sum,
    Symbol,
    exp,
    log,
    symbols,
)
from sympy import sign as sign_of

from derive import differentiate, index, normalize, prove, size, tensor
from tests.checked import Rows, in_parts, offenders

N, M = size("N"), size("M")
i, m = index("i", N), index("m", N)
j, k, n = symbols("j k n", integer=True)
x, y, z, A, B, S = (*(tensor(name, N) for name in "xyz"), *(tensor(name, N, N) for name in "ABS"))
a = Symbol("a", real=True)
r, g = Symbol("r", real=True), Symbol("g", positive=True)
bare = IndexedBase("q")


def total(body: Any, over: Any = j, first: Any = 0, last: Any = N - 1) -> Sum:
    """Return a sum, over the whole range where nothing else is said."""
    return Sum(body, (over, first, last))


def lower(body: Any, last: Any = j, first: Any = 0) -> Sum:
    """Return the sum over all j, and all k up to j where nothing else is said."""
    return Sum(body, (k, first, last), (j, 0, N - 1))


def upper(body: Any, first: Any = j) -> Sum:
    """Return the sum over all j, and all k from j on where nothing else is said."""
    return lower(body, N - 1, first)


RUNNING = total(total(x[k], k, 0, j) ** 2)
ATTENTION = exp(S[i, j]) / total(exp(S[i, k]), k, 0, i)
RANKING = total(z[j] - log(total(exp(z[k]), k, j)))
CHOSEN = total(exp(z[i]) / total(exp(z[k]), k, j), j, 0, i)
NEWTON = (total(x[j]) ** 3 - 3 * total(x[j]) * total(x[j] ** 2) + 2 * total(x[j] ** 3)) / 6
ADVANTAGE = x[k] + g * z[k] - y[k]

PREFIX: Rows = {
    "a step of a prefix sum": ((total(x[j], last=i), total(x[j], last=i - 1) + x[i]), "proved"),
    "a step, forgotten": ((total(x[j], last=i), total(x[j], last=i - 1)), "refuted"),
    "before, at and behind": ((total(x[j], last=i - 1) + x[i] + total(x[j], first=i + 1), total(x[j])), "proved"),
    "at, twice": ((total(x[j], last=i) + x[i] + total(x[j], first=i + 1), total(x[j])), "refuted"),
    "the sum of prefix sums": ((total(total(x[k], k, 0, j)), total((N - j) * x[j])), "proved"),
    "the sum of prefix sums, off by one": ((total(total(x[k], k, 0, j)), total((N - 1 - j) * x[j])), "refuted"),
    "telescoping up to an index": ((total(x[j + 1] - x[j], last=i - 1), x[i] - x[0]), "proved"),
    "telescoping, without its beginning": ((total(x[j + 1] - x[j], last=i - 1), x[i]), "refuted"),
    "between two indices": ((total(x[j], j, i, m), total(x[j], j, i, m - 1) + x[m]), "refuted"),
    "a definition": ((y[N - 1], total(x[j])), Eq(y[i], total(x[j], last=i)), "proved"),
    "a definition, off by one": ((y[N - 1], total(x[j])), Eq(y[i], total(x[j], last=i - 1)), "refuted"),
    "an empty range": ((total(x[j], j, i, i - 1), 0), "proved"),
    "a range that may be empty": ((total(1, j, i, m), m - i + 1), "refuted"),
    "a range that is never empty": ((total(1, j, i, N - 1), N - i), "proved"),
    "a step of a sum to a size": ((total(bare[j], j, 0, n), total(bare[j], j, 0, n - 1) + bare[n]), "proved"),
}
TRIANGLES: Rows = {
    "exchanged": ((lower(A[j, k]), Sum(A[j, k], (j, k, N - 1), (k, 0, N - 1))), "proved"),
    "exchanged, without the diagonal": ((lower(A[j, k]), Sum(A[j, k], (j, k + 1, N - 1), (k, 0, N - 1))), "refuted"),
    "exchanged the wrong way": ((lower(A[j, k]), Sum(A[j, k], (j, 0, k), (k, 0, N - 1))), "refuted"),
    "the square": ((upper(A[j, k], 0), lower(A[j, k], j - 1) + total(A[j, j]) + upper(A[j, k], j + 1)), "proved"),
    "the square, its diagonal twice": ((upper(A[j, k], 0), lower(A[j, k]) + upper(A[j, k])), "refuted"),
    "pairs": ((upper(x[j] * x[k], j + 1), (total(x[j]) ** 2 - total(x[j] ** 2)) / 2), "proved"),
    "pairs of two": ((upper(x[j] * y[k], j + 1), (total(x[j]) * total(y[j]) - total(x[j] * y[j])) / 2), "refuted"),
    "threes": ((Sum(x[j] * x[k] * x[n], (n, k + 1, N - 1), (k, j + 1, N - 1), (j, 0, N - 1)), NEWTON), "proved"),
    "threes, two of them equal": (
        (Sum(x[j] * x[k] * x[n], (n, k, N - 1), (k, j, N - 1), (j, 0, N - 1)), NEWTON),
        "refuted",
    ),
    "half of a symmetric sum": ((upper(Abs(x[j] - x[k]), 0), 2 * lower(Abs(x[j] - x[k]), j - 1)), "proved"),
    "half of any sum": ((upper(A[j, k], 0), 2 * lower(A[j, k], j - 1) + total(A[j, j])), "refuted"),
    "Lagrange": (
        (upper((x[j] * y[k] - x[k] * y[j]) ** 2, j + 1), total(x[j] ** 2) * total(y[j] ** 2) - total(x[j] * y[j]) ** 2),
        "proved",
    ),
    "Abel": ((total(x[j] * total(y[k], k, 0, j)), total(y[j] * total(x[k], k, j))), "proved"),
    "Abel, summed from the same side": (
        (total(x[j] * total(y[k], k, 0, j)), total(y[j] * total(x[k], k, 0, j))),
        "refuted",
    ),
    "how many": ((lower(1), N * (N + 1) / 2), "proved"),
    "how many, without the diagonal": ((lower(1), N * (N - 1) / 2), "refuted"),
    "how many threes": ((Sum(1, (n, 0, k), (k, 0, j), (j, 0, N - 1)), N * (N + 1) * (N + 2) / 6), "proved"),
    "numbers": ((lower(k), (N - 1) * N * (N + 1) / 6), "proved"),
    "numbers, from 1 on": ((lower(k, j, 1), (N - 1) * N * (N + 1) / 6), "proved"),
    "numbers, from 2 on": ((lower(k, j, 2), (N - 1) * N * (N + 1) / 6), "refuted"),
    "where a difference is not 0": ((lower((j - k) * A[j, k] / (j - k), j - 1), lower(A[j, k], j - 1)), "proved"),
    "another size": ((Sum(1, (k, 0, j), (j, 0, M - 1)), N * (N + 1) / 2), "refuted"),
}
WRITTEN: Rows = {
    "a test for a range": ((total(Piecewise((x[j], j <= i), (0, True))), total(x[j], last=i)), "proved"),
    "a test for a range, strictly": ((total(Piecewise((x[j], j < i), (0, True))), total(x[j], last=i)), "refuted"),
    "a sign for two ranges": (
        (upper(sign_of(j - k) * A[j, k], 0), lower(A[j, k], j - 1) - upper(A[j, k], j + 1)),
        "proved",
    ),
    "a sign, the wrong way": (
        (upper(sign_of(k - j) * A[j, k], 0), lower(A[j, k], j - 1) - upper(A[j, k], j + 1)),
        "refuted",
    ),
    "the larger index": ((Max(i, m), Piecewise((i, i > m), (m, True))), "proved"),
    "the distance of indices": ((Abs(i - m), Piecewise((i - m, i > m), (m - i, True))), "proved"),
    "the distance, without its sign": ((Abs(i - m), i - m), "refuted"),
    "a product and the factor at its end": ((Product(x[j], (j, 0, i)), x[i] * Product(x[j], (j, 0, i - 1))), "proved"),
    "a product, its end twice": ((Product(x[j], (j, 0, i)), x[i] * Product(x[j], (j, 0, i))), "refuted"),
    "a product of exponentials": ((Product(exp(x[j]), (j, 0, i)), exp(total(x[j], last=i))), "proved"),
    "a product of products": (
        (Product(x[j] * y[j], (j, 0, i)), Product(x[j], (j, 0, i)) * Product(y[j], (j, 0, i))),
        "proved",
    ),
}
SLOPES: Rows = {
    "of prefix sums": ((Derivative(total(total(x[k], k, 0, j)), x[i]), N - i), "proved"),
    "of prefix sums, off by one": ((Derivative(total(total(x[k], k, 0, j)), x[i]), N - i - 1), "refuted"),
    "of their squares": ((Derivative(RUNNING, x[i]), 2 * total(total(x[k], k, 0, j), j, i)), "proved"),
    "of their squares, all of them": ((Derivative(RUNNING, x[i]), 2 * total(total(x[k], k, 0, j))), "refuted"),
    "causal attention": ((total(ATTENTION, last=i), 1), "proved"),
    "causal attention, without the present": ((total(ATTENTION, last=i - 1), 1), "refuted"),
    "of a ranking": ((Derivative(RANKING, z[i]), 1 - CHOSEN), "proved"),
    "of a ranking, off by one": ((Derivative(RANKING, z[i]), 1 - CHOSEN + total(0, j, 0, 0) + 1), "refuted"),
    "of an entry that a prefix leaves out": ((Derivative(total(x[j], last=i), x[m]), 1), "refuted"),
    "of an entry that a prefix has": (
        (Derivative(total(x[j], last=i), x[m]), Piecewise((1, m <= i), (0, True))),
        "proved",
    ),
}
POWERS: Rows = {
    "a part of a geometric sum": ((total(r**j, last=i), (1 - r ** (i + 1)) / (1 - r)), "proved if 1 - r != 0"),
    "a part of a geometric sum, off by one": ((total(r**j, last=i), (1 - r**i) / (1 - r)), "refuted"),
    "discounted": (
        (total(g ** (j - i) * x[j], j, i), x[i] + g * total(g ** (j - i - 1) * x[j], j, i + 1)),
        "proved",
    ),
    "discounted a step too much": (
        (total(g ** (j - i) * x[j], j, i), x[i] + total(g ** (j - i - 1) * x[j], j, i + 1)),
        "refuted",
    ),
    "advantages, exchanged": (
        (upper(g ** (k - j) * ADVANTAGE), total(ADVANTAGE * total(g ** (k - j), j, 0, k), k)),
        "proved",
    ),
    "a moving average": ((total((1 - g) * g ** (i - j) * a, last=i), a * (1 - g ** (i + 1))), "proved"),
    "a moving average, off by one": ((total((1 - g) * g ** (i - j) * a, last=i), a * (1 - g**i)), "refuted"),
    "an index times powers": ((total(j * 2**j), (N - 2) * 2**N + 2), "proved"),
    "an index times powers, nearly": ((total(j * 2**j), (N - 2) * 2**N + 1), "refuted"),
    "squares times powers": ((total(j**2 * 2**j), 2**N * (N**2 - 4 * N + 6) - 6), "proved"),
    "squares times powers, nearly": ((total(j**2 * 2**j), 2**N * (N**2 - 4 * N + 5) - 6), "refuted"),
    "times powers of anything": (
        (total(j * r**j), (r - N * r**N + (N - 1) * r ** (N + 1)) / (1 - r) ** 2),
        "proved if 1 - r != 0",
    ),
    "alternating": ((total((-1) ** j * j), ((-1) ** (N + 1) * (2 * N - 1) - 1) / 4), "proved"),
    "alternating, the other sign": ((total((-1) ** j * j), ((-1) ** N * (2 * N - 1) - 1) / 4), "refuted"),
}


@pytest.mark.parametrize("rows", in_parts(PREFIX, TRIANGLES, WRITTEN, SLOPES, POWERS))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


def test_what_comes_back_has_such_ranges() -> None:
    """A normal form and a derivative are written with a range that ends at an index, where it does."""
    assert normalize(total(x[j], last=i - 1)) == Sum(x[j], (j, 0, i - 1))
    assert normalize(total(x[j], first=i + 1)) == Sum(x[j], (j, i + 1, N - 1))
    slope = differentiate(total(total(x[k], k, 0, j) ** 2), x[i])
    assert prove(slope, 2 * total(total(x[k], k, 0, j), j, i)).status == "proved"
    assert KroneckerDelta not in map(type, slope.atoms(KroneckerDelta))
