"""The solution for the soft margin and, through a box that grows until no multiplier touches it, for the hard one."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lstsq

from numeric.algorithms.dual_problem import Dual, Products
from numeric.algorithms.interior import interior
from numeric.algorithms.polish import newton, solve
from numeric.errors import DataError
from numeric.inputs import Floats

FIRST_BOX, GROWTH, LARGEST_BOX = 1e2, 1e3, 1e14
"""The boxes that are tried for the hard margin, in the units in which a kernel is 1 on the average."""
NO_MARGIN = 1e-7
"""Below this margin, in the same units, rounding decides on which side an example is."""
PATIENCE = 40
"""How many pairwise steps an example are taken before the interior-point method is asked, where it can be."""
LARGEST_INTERIOR, FINISH = 3000, 10_000
"""For how many examples it can be asked, and how many pairwise steps more may follow it."""
UNBALANCED = 1e-9
WORTH = 1e-4
"""How far rounding may leave two scores from where they should be, for a solution to be one."""
GROWING = 1e-3
"""What share of the box a multiplier must have to be one that grows with it."""


class NotSeparableError(DataError):
    """There is no hard margin: the classes overlap, or are nearer to each other than rounding can tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Signed multipliers with b, the pairwise steps that were taken, and the violation that is left.

    `close` is what was to be reached: the tolerance, or what rounding makes of it where the multipliers are large.
    """

    beta: Floats
    b: float
    steps: int
    violation: float
    close: float

    @property
    def reached(self) -> bool:
        """Return whether the optimum was reached, to an accuracy that is worth the name."""
        return self.violation <= self.close <= WORTH


@dataclass(frozen=True, slots=True)
class Effort:
    """The violation to come down to, the most pairwise steps, and whether the kernel matrix is semidefinite."""

    tol: float
    max_iter: int
    convex: bool


def soft_margin(products: Products, signs: Floats, C: float, effort: Effort) -> Solution:
    """Return the solution with multipliers up to C.

    >>> two = Products.of_features(np.array([[1.0], [-1.0]]))
    >>> soft_margin(two, np.array([1.0, -1.0]), 0.25, Effort(1e-9, 100, convex=True)).beta
    array([ 0.25, -0.25])
    """
    unit = _unit(products)
    found = _boxed(Dual(products.scaled(unit), signs, C * unit), np.zeros(len(signs)), effort)
    return Solution(found.beta / unit, found.b, found.steps, found.violation, found.close)


def hard_margin(products: Products, signs: Floats, effort: Effort) -> Solution:
    """Return the solution with multipliers of any size. Raises `NotSeparableError` if there is no margin.

    The multipliers, divided by their sum, are weights of examples: no margin is wider than the length of what these
    examples, with their labels, add up to. That is the proof that the error gives. A solution that could not be reached
    with all steps comes back with its violation.

    >>> two = Products.of_features(np.array([[1.0], [-1.0]]))
    >>> hard_margin(two, np.array([1.0, -1.0]), Effort(1e-9, 100, convex=True)).beta.round(9)
    array([ 0.5, -0.5])
    """
    unit = _unit(products)
    inner, box, beta, steps = products.scaled(unit), FIRST_BOX, np.zeros(len(signs)), 0
    while True:
        problem = Dual(inner, signs, box)
        found = _boxed(problem, beta, effort)
        beta, steps = found.beta, steps + found.steps
        touched = bool((np.abs(beta) == box).any())
        if found.reached and not touched:
            return Solution(beta / unit, found.b, steps, found.violation, found.close)
        widest = _widest_margin(problem, beta)
        if widest <= NO_MARGIN or (touched and box >= LARGEST_BOX):
            raise _not_separable(widest * math.sqrt(unit))
        if box >= LARGEST_BOX:
            return Solution(beta / unit, found.b, steps, found.violation, found.close)
        box *= GROWTH


def _not_separable(widest: float) -> NotSeparableError:
    reason = f"no plane has a margin of more than {widest:.2g} to both classes: they overlap, touch, or nearly do"
    return NotSeparableError("the hard margin", place="X, y", reason=reason, way_out="give C, for a soft margin")


def _unit(products: Products) -> float:
    """Return the power of two next to the mean of the diagonal: scaling by it is exact, and tolerances are relative."""
    mean = float(products.diagonal.mean())
    return 2.0 ** (2 * round(math.log2(abs(mean)) / 2)) if mean and math.isfinite(mean) else 1.0


def _widest_margin(problem: Dual, beta: Floats) -> float:
    """Return what no margin exceeds: the length of the examples' sum, weighted by the multipliers over their total.

    That bound holds for any multipliers, so it is taken of some that make the sum still shorter, too. They need not
    be balanced quite: of a plane between the classes, b is no larger than the longest example.
    """
    longest = math.sqrt(float(np.abs(problem.products.diagonal).max()))
    bounds = [math.inf]
    for weights in (beta, _shortest_sum(problem, beta)):
        total = float(np.abs(weights).sum())
        if total > 0:
            square = max(0.0, float(weights @ problem.products.times(weights)))
            bounds.append((math.sqrt(square) + longest * abs(float(weights.sum()))) / total)
    return min(bounds)


def _shortest_sum(problem: Dual, beta: Floats) -> Floats:
    """Return multipliers as near as can be to those that grow with the box, whose examples add up to nothing at all."""
    large = np.flatnonzero(np.abs(beta) >= problem.C * GROWING)
    if not 0 < len(large) <= LARGEST_INTERIOR:
        return np.zeros(len(beta))
    system = np.vstack([_conditions(problem.products, large), np.ones(len(large))])
    correction = lstsq(system, system @ beta[large], cond=GROWING**3)[0]
    moved = problem.signs[large] * (beta[large] - correction)
    weights = np.zeros(len(beta))
    weights[large] = problem.signs[large] * np.maximum(0.0, moved)
    return weights


def _conditions(products: Products, large: NDArray[np.intp]) -> Floats:
    """Return the rows that must give zero for the examples to add up to nothing: features alike in size, or kernels."""
    if not products.from_features:
        return products.block(large)
    sizes = np.abs(products.rows).max(axis=0)
    return (products.rows[large] / np.where(sizes > 0, sizes, 1)).T


def _boxed(problem: Dual, start: Floats, effort: Effort) -> Solution:
    """Solve in one box: by the interior where that is cheap, else by pairs, and by the interior if that takes long."""
    size, beta, steps, near = len(start), start.copy(), 0, False
    if problem.products.from_features and effort.convex:
        beta, near = _from_interior(problem, start), True
    else:
        few = min(effort.max_iter, PATIENCE * size)
        steps = solve(problem, beta, tol=effort.tol, max_iter=few, convex=effort.convex)
        if steps >= few and effort.convex and size <= LARGEST_INTERIOR:
            beta, near = _from_interior(problem, beta), True
    most = max(0, effort.max_iter - steps)
    most = min(most, FINISH + PATIENCE * size) if near else most
    steps += solve(problem, beta, tol=effort.tol, max_iter=most, convex=effort.convex, near=near)
    residual = problem.residual(beta)
    left = problem.violation(beta, residual) if _balanced(beta) else math.inf
    close = max(effort.tol, problem.rounding(beta))
    return Solution(beta, problem.intercept(beta, residual), steps, left, close)


def _from_interior(problem: Dual, instead: Floats) -> Floats:
    """Return the optimum as the interior finds it, made exact by Newton steps; the other if it is not balanced."""
    beta = interior(problem)
    newton(problem, beta)
    return beta if _balanced(beta) else instead.copy()


def _balanced(beta: Floats) -> bool:
    return abs(float(beta.sum())) <= UNBALANCED * float(np.abs(beta).sum())
