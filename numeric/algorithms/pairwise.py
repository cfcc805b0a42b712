"""Sequential minimal optimisation: two multipliers at a time, by opposite amounts, so that they still sum to zero.

The first of the pair is the one that most wants to rise; the second is the one that, together with it, brings the
objective down furthest if the box is left out of account.
"""

from __future__ import annotations

import numpy as np

from numeric.algorithms.dual_problem import Dual
from numeric.inputs import Floats

FLATTEST = 1e-12
"""The least curvature along a pair, relative to the diagonal: two examples may be one and the same."""


def by_pairs(problem: Dual, beta: Floats, *, tol: float, most: int) -> int:
    """Move pairs of multipliers, in place, until no violation is above `tol`, at most so many; return how many.

    >>> from numeric.algorithms.dual_problem import Products
    >>> beta = np.zeros(2)
    >>> problem = Dual(Products.of_matrix(np.eye(2)), np.array([1.0, -1.0]), 10.0)
    >>> by_pairs(problem, beta, tol=1e-9, most=10), beta.tolist()
    (1, [1.0, -1.0])
    """
    products, lower, upper = problem.products, problem.lower, problem.upper
    half = products.diagonal / 2
    flattest = FLATTEST * (float(np.abs(half).max()) or 1.0)
    residual = problem.residual(beta)
    rising = np.where(beta < upper, residual, -np.inf)
    falling = np.where(beta > lower, residual, np.inf)
    gap, bend = np.empty_like(beta), np.empty_like(beta)
    for moved in range(most):
        i = int(rising.argmax())
        row = products.row(i)
        _ = np.subtract(rising[i], falling, out=gap)
        _ = np.maximum(gap, 0.0, out=gap)
        _ = np.subtract(half, row, out=bend)
        bend += half[i]
        _ = np.maximum(bend, flattest, out=bend)
        j = int((gap * gap / bend).argmax())
        if gap[j] <= tol and gap.max() <= tol:
            return moved
        here, there = rising[i], falling[j]
        step = min(gap[j] / (2 * bend[j]), upper[i] - beta[i], beta[j] - lower[j])
        _ = np.subtract(row, products.row(j), out=bend)
        bend *= step
        rising -= bend
        falling -= bend
        beta[i] = upper[i] if step == upper[i] - beta[i] else beta[i] + step
        beta[j] = lower[j] if step == beta[j] - lower[j] else beta[j] - step
        for at, value in ((i, here - bend[i]), (j, there - bend[j])):
            rising[at] = value if beta[at] < upper[at] else -np.inf
            falling[at] = value if beta[at] > lower[at] else np.inf
    return most
