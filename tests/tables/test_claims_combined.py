"""Assumed equations together: what a combination of them says is proved, whichever of them is used first."""

from __future__ import annotations

from typing import Any

import pytest
from sympy.concrete import Sum
from sympy.core import Eq, symbols

from derive import size, symmetric, tensor
from tests.checked import Rows, in_parts, offenders

N, D = size("N"), size("D")
i, j, k, d, e = symbols("i j k d e", integer=True)
m, p, q, r, s, t = symbols("m p q r s t", real=True)
u, v, w, y = (tensor(name, (1, N)) for name in "uvwy")
A, B, C = (tensor(name, (1, N), (1, N)) for name in "ABC")


def total(body: Any, *indices: Any) -> Any:
    """Return the sum over each index from 1 to N."""
    return Sum(body, *((each, 1, N) for each in indices))


RIGHT, LEFT = Eq(total(A[i, j] * v[j], j), t * v[i]), Eq(total(w[i] * A[i, j], i), m * w[j])
SECOND, THIRD = Eq(total(A[i, j] * u[j], j), m * u[i]), Eq(total(B[i, j] * v[j], j), m * v[i])
TOGETHER: Rows = {
    "a left and a right eigenvector": ((t * total(w[i] * v[i], i), m * total(w[i] * v[i], i)), RIGHT, LEFT, "proved"),
    "eigenvectors of a symmetric matrix": (
        ((t - m) * total(u[i] * v[i], i), 0),
        symmetric(A),
        RIGHT,
        SECOND,
        "proved",
    ),
    "an eigenvector of two matrices": (
        (total(w[i] * A[i, j] * B[j, k] * v[k], i, j, k), t * m * total(w[i] * v[i], i)),
        RIGHT,
        THIRD,
        "proved",
    ),
    "two names of one product": (
        (p * s, p * r),
        Eq(q * s * p, q * r * p),
        Eq(q * s * p, p * s),
        Eq(p * r, p * q * r),
        "proved",
    ),
    "through what neither side holds": ((p * s**2, r**2 * q), Eq(p * s, r * m), Eq(m * s, r * q), "proved"),
}
FALSE: Rows = {
    "a value off by one": ((t * total(w[i] * v[i], i), (m + 1) * total(w[i] * v[i], i)), RIGHT, LEFT, "refuted"),
    "no symmetry": (((t - m) * total(u[i] * v[i], i), 0), RIGHT, SECOND, "refuted"),
    "the wrong side": ((t * total(u[i] * v[i], i), m * total(u[i] * v[i], i)), RIGHT, LEFT, "sampled"),
    "twice": ((2 * p * s**2, r**2 * q), Eq(p * s, r * m), Eq(m * s, r * q), "refuted"),
    "a square dropped": ((p * s, r * q), Eq(p * s, r * m), Eq(m * s, r * q), "refuted"),
}


@pytest.mark.parametrize("rows", in_parts(TOGETHER, FALSE))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What follows is proved, and what is like it and does not follow is not."""
    assert offenders(rows) == {}
