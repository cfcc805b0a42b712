"""From a good guess to the optimum: Newton steps on the multipliers that are inside of their boxes.

Which multipliers are inside is what the pairwise steps find out; how large these are is then a linear system. A step
that would leave the box ends at its wall, and the next one is without the multiplier that met it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import LinAlgError, cho_factor, cho_solve, lstsq
from scipy.linalg.lapack import dpocon

from numeric.algorithms.dual_problem import Dual
from numeric.algorithms.pairwise import by_pairs
from numeric.inputs import Floats

WALLS = 8
"""How many walls the Newton steps may meet before the pairwise steps look again which multipliers are inside."""
ROUGH = 1e-3
SINGULAR = 1e-11
AFFORDABLE = 1000
"""How many multipliers the linear systems may have in all, beyond the first: large ones cost more than pairs do."""
CHUNK, FEW = 4, 16
"""How many pairwise steps are taken before the first Newton step: so many an example, or near the optimum in all."""


def solve(problem: Dual, beta: Floats, *, tol: float, max_iter: int, convex: bool = True, near: bool = False) -> int:
    """Move the multipliers in place to where no violation is above `tol`, or rounding; return the pairwise steps taken.

    It may take all of `max_iter` steps and not get there: `violation` tells. Newton steps are taken only where
    the kernel is `convex`: elsewhere they may lead uphill. A point that is
    `near` the optimum is not moved far by pairs before they are tried.

    >>> from numeric.algorithms.dual_problem import Products
    >>> products, beta = Products.of_matrix(np.array([[2.0, 1.0], [1.0, 2.0]])), np.zeros(2)
    >>> solve(Dual(products, np.array([1.0, -1.0]), 1.0), beta, tol=1e-12, max_iter=100), beta.tolist()
    (1, [1.0, -1.0])
    """
    aim, taken = (tol if near else max(tol, ROUGH)), 0
    chunk = FEW if near else CHUNK * len(beta)
    while True:
        least = max(tol, problem.rounding(beta))
        moved = by_pairs(problem, beta, tol=max(aim, least) if convex else least, most=min(chunk, max_iter - taken))
        taken += moved
        if violation(problem, beta) > least and convex:
            newton(problem, beta)
        left = violation(problem, beta)
        if left <= least or taken >= max_iter or (moved == 0 and aim <= least):
            return taken
        aim = max(tol, min(aim, left) / 10) if moved < chunk else aim
        chunk *= 2


def violation(problem: Dual, beta: Floats) -> float:
    """Return the violation that is left, with the residual computed afresh."""
    return problem.violation(beta, problem.residual(beta))


def newton(problem: Dual, beta: Floats) -> None:
    """Take Newton steps in place, until one is not stopped by a wall, or `WALLS` of them were met."""
    for met in range(WALLS):
        inside = np.flatnonzero(problem.can_rise(beta) & problem.can_fall(beta))
        if len(inside) < 2 or met * len(inside) > AFFORDABLE or not _one_step(problem, beta, inside):  # noqa: PLR2004 -- one alone cannot move
            return


def _one_step(problem: Dual, beta: Floats, inside: NDArray[np.intp]) -> bool:
    """Step towards the optimum of the multipliers inside, the others fixed; return whether a wall was met."""
    gram = problem.products.block(inside)
    direction = _direction(gram, problem.residual(beta)[inside], float(beta.sum()))
    here, lower, upper = beta[inside], problem.lower[inside], problem.upper[inside]
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(direction > 0, (upper - here) / direction, (lower - here) / direction)
    room[direction == 0] = np.inf
    length = min(1.0, float(room.min()))
    moved = np.clip(here + length * direction, lower, upper)
    met = room <= length
    beta[inside] = np.where(met, np.where(direction > 0, upper, lower), moved)
    return length < 1.0


def _direction(gram: Floats, residual: Floats, excess: float) -> Floats:
    """Solve gram d + b = residual, sum d = -excess; of many solutions the shortest, the sum exact in any case.

    What all residuals have in common belongs to b, and is taken away first: it would drown the rest in rounding.
    """
    ones, residual = np.ones(len(gram)), residual - residual.mean()
    factor = _factor(gram)
    if factor is None:
        bordered = np.block([[gram, ones[:, None]], [ones[None, :], np.zeros((1, 1))]])
        shortest = lstsq(bordered, np.append(residual, -excess), cond=SINGULAR)[0][:-1]
        return shortest - (shortest.sum() + excess) / len(gram)
    along, plain = cho_solve(factor, ones), cho_solve(factor, residual)
    return plain - (plain.sum() + excess) / along.sum() * along


def _factor(gram: Floats) -> tuple[Floats, bool] | None:
    """Return the Cholesky factor; None for a matrix that is singular but for rounding."""
    try:
        factor = cho_factor(gram)
    except LinAlgError:
        return None
    size = float(np.abs(gram).sum(axis=0).max())
    reciprocal_condition, _ = dpocon(factor[0], size, uplo="L" if factor[1] else "U")
    return factor if reciprocal_condition >= SINGULAR else None
