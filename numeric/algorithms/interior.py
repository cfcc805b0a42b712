"""A primal-dual interior-point method for the dual of the support vector machine.

It needs some twenty rounds whatever C is, where steps on pairs may need millions. With a linear kernel of few
features each round costs little, as the matrix to be inverted is diagonal but for a product of low rank.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError

from numeric.algorithms.dual_problem import Dual
from numeric.inputs import Floats

ROUNDS = 100
WORSE = 100.0
"""How much further from stationary than before a point may be; beyond it, rounding has taken over."""
CLOSE = 1e-15
"""Where the products of distances and prices are small enough to tell walls from the inside, in units of C up to 1."""
SHORTEN = 0.995
"""How much of the way to the nearest wall a step may go."""


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """Distances of the signed multipliers from both walls of their boxes, the prices of the walls, and b."""

    below: Floats
    above: Floats
    low: Floats
    high: Floats
    b: float

    def products(self) -> float:
        """Return the mean product of a distance and its price: zero at the optimum."""
        return float(self.below @ self.low + self.above @ self.high) / (2 * len(self.below))

    def moved(self, step: Point, length: float) -> Point:
        """Return this point, moved along a step."""
        return Point(
            self.below + length * step.below,
            self.above + length * step.above,
            self.low + length * step.low,
            self.high + length * step.high,
            self.b + length * step.b,
        )

    def room(self, step: Point) -> float:
        """Return how far a step may go until a distance or a price is zero, at most 1 of it."""
        worst = max(
            float((-way / here).max())
            for here, way in (
                (self.below, step.below),
                (self.above, step.above),
                (self.low, step.low),
                (self.high, step.high),
            )
        )
        return min(1.0, 1 / worst) if worst > 0 else 1.0


def interior(problem: Dual) -> Floats:
    """Return signed multipliers that are optimal up to rounding; those next to a wall are put on it.

    >>> from numeric.algorithms.dual_problem import Products
    >>> products = Products.of_features(np.array([[1.0], [-1.0]]))
    >>> interior(Dual(products, np.array([1.0, -1.0]), 10.0)).round(6)
    array([ 0.5, -0.5])
    """
    size = len(problem.signs)
    half = np.full(size, problem.C / 2)
    point = before = Point(half, half, np.ones(size), np.ones(size), 0.0)
    least, wrong = np.inf, np.inf
    for _ in range(ROUNDS):
        beta = _signed(problem, point)
        stationary = point.b - point.low + point.high - problem.residual(beta)
        wrong = float(np.abs(stationary).max())
        if point.products() <= CLOSE * min(1.0, problem.C) or not wrong <= WORSE * least:
            break
        least, before = min(least, wrong), point
        try:
            point = _round(problem, point, stationary, float(beta.sum()))
        except LinAlgError:
            break
    return _on_walls(problem, before if not wrong <= WORSE * least else point)


def _signed(problem: Dual, point: Point) -> Floats:
    """Return the multipliers, from the nearer wall, so that small distances are not lost in large ones."""
    return np.where(point.below < point.above, problem.lower + point.below, problem.upper - point.above)


def _on_walls(problem: Dual, point: Point) -> Floats:
    """Put each multiplier on the wall whose distance is small against its price."""
    unit = min(1.0, problem.C)
    beta = np.where(point.below / unit < point.low, problem.lower, _signed(problem, point))
    return np.where(point.above / unit < point.high, problem.upper, beta)


def _round(problem: Dual, point: Point, stationary: Floats, excess: float) -> Point:
    """Predict where the optimum is, then correct for what the prediction overlooked, with one factorisation."""
    inverse = problem.products.inverse_with(point.low / point.below + point.high / point.above)
    along = inverse(np.ones(len(stationary)))

    def step(below: Floats, above: Floats) -> Point:
        """Solve for the step that brings the products of distance and price to zero but for these remainders."""
        low, high = below / point.below - point.low, above / point.above - point.high
        plain = inverse(low - high - stationary)
        b = (float(plain.sum()) + excess) / float(along.sum())
        way = plain - b * along
        return Point(way, -way, low - point.low / point.below * way, high + point.high / point.above * way, b)

    nothing = np.zeros(len(stationary))
    first = step(nothing, nothing)
    mean = point.products()
    ahead = point.moved(first, point.room(first)).products()
    aim = (ahead / mean) ** 3 * mean
    second = step(aim - first.below * first.low, aim - first.above * first.high)
    return point.moved(second, SHORTEN * point.room(second))
