"""Derivatives along directions: quotients as data, on a ladder of steps that ends where rounding takes over."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numeric.differences.estimate import Estimate, Reals
from numeric.differences.spot import Spot

COARSEST = 0.3
RATIO = 3.3
"""No power of two, nor close to one: the steps must not fall into step with a periodic function."""
FINEST = 2 / 3
LAST_LOOK = 1 / 2
"""Powers of the machine precision: the least step of the ladder, and the step of the last look."""
SAFETY = 4.0
"""How many times the error that was observed is reported; laws on random functions hold it to that."""
DROWNED = 10.0
"""The ladder ends where the rounding of a quotient is so many times the error that was reached."""
LEAST_RUNGS = 4
ROUNDINGS_INSIDE = 64
"""How wide a mesh of values may be, in roundings of 1 or of the value, to be taken for a rounding inside."""
DEPTH = 6
"""How many times a ladder is extrapolated."""
SIGMAS = 3.0
"""How many times its typical size a rounding error is allowed to be."""


@dataclass(frozen=True, slots=True)
class Stencil:
    """A weighted sum of values over step^order; its error is a series in step^power.

    A point is given by how many steps it lies along a first and a second direction.
    """

    points: tuple[tuple[int, int], ...]
    weights: tuple[float, ...]
    order: int
    power: int

    def quotient(self, step: float, values: Reals) -> Reals:
        """Return the quotient at one step; `values` has an axis for the points in front."""
        return np.tensordot(np.asarray(self.weights, dtype=values.dtype), values, axes=1) / step**self.order

    def rounding(self, step: float, noise: Reals) -> Reals:
        """Return what the noise of the values, shaped like them, can do to the quotient."""
        return np.tensordot(np.abs(np.asarray(self.weights, dtype=noise.dtype)), noise, axes=1) / step**self.order


AROUND = ((1, 0), (0, 0), (-1, 0))
CENTRAL = Stencil(AROUND, (0.5, 0.0, -0.5), order=1, power=2)
RIGHT = Stencil(AROUND, (1.0, -1.0, 0.0), order=1, power=1)
LEFT = Stencil(AROUND, (0.0, 1.0, -1.0), order=1, power=1)
MIXED = Stencil(((1, 1), (1, -1), (-1, 1), (-1, -1)), (0.25, -0.25, -0.25, 0.25), order=2, power=2)


@dataclass(frozen=True, slots=True, eq=False)
class Rung:
    """A quotient with its extrapolations, by Neville's rule from all coarser steps; the best of them, and its error.

    The error of an extrapolation is what it changed last, and what rounding can do.

    >>> two, power = np.array([2.0]), np.array([2])
    >>> first = Rung.first(1.0, two + 1.0, np.zeros(1))
    >>> first.finer(0.5, two + 0.25, np.zeros(1), power=power, depth=1).entries[1]
    array([2.])
    """

    steps: tuple[float, ...]
    entries: tuple[Reals, ...]
    noises: tuple[Reals, ...]
    change: Reals
    value: Reals
    error: Reals

    @classmethod
    def first(cls, step: float, quotient: Reals, rounding: Reals) -> Rung:
        """Return the coarsest rung, of which nothing is known."""
        return cls((step,), (quotient,), (rounding,), np.zeros_like(quotient), quotient, np.full_like(quotient, np.inf))

    def finer(self, step: float, quotient: Reals, rounding: Reals, *, power: Reals, depth: int = DEPTH) -> Rung:
        """Return the next rung, for a smaller step; `power` is that of the series of the error."""
        steps = (*self.steps, step)
        entries, noises = [quotient], [rounding]
        # Two changes, because one may vanish by chance; the earlier one shrinks with the step.
        change = np.abs(quotient - self.entries[0])
        both = np.fmax(change, self.change * (step / self.steps[-1]) ** power)
        value, error = quotient, _known(both + SIGMAS * rounding)
        for j in range(1, min(len(self.steps), depth) + 1):
            ratio = (steps[-1 - j] / step) ** power
            entries.append(entries[-1] + (entries[-1] - self.entries[j - 1]) / (ratio - 1))
            noises.append((ratio * noises[-1] + self.noises[j - 1]) / (ratio - 1))
            moved = np.maximum(np.abs(entries[j] - entries[j - 1]), np.abs(entries[j] - self.entries[j - 1]))
            least = _known(moved + SIGMAS * noises[j])
            value, error = np.where(least < error, entries[j], value), np.fmin(least, error)
        return Rung(steps, tuple(entries), tuple(noises), change, value, error)


def settled(rungs: Sequence[Rung], last: tuple[Reals, Reals] | None = None) -> tuple[Reals, Reals]:
    """Return the value with the least error among those that no finer rung contradicts, and that error.

    `last` are a quotient at a far smaller step and its rounding. It is never the best, as it had no chance to show
    its truncation; where it contradicts the best, the error is raised to what lies between them.

    >>> rungs = [Rung.first(1.0, np.array([0.0]), np.zeros(1))]
    >>> rungs.append(rungs[0].finer(0.5, np.array([0.0]), np.zeros(1), power=np.array([2])))
    >>> settled(rungs, (np.array([3.0]), np.array([0.5])))
    (array([0.]), array([1.5]))
    """
    values, errors = np.stack([rung.value for rung in rungs]), np.stack([rung.error for rung in rungs])
    apart = np.abs(values[:, None] - values[None]) > errors[:, None] + errors[None]
    finer = np.triu(np.ones((len(rungs), len(rungs)), dtype=np.bool_), 1).reshape(
        *apart.shape[:2], *(1,) * (apart.ndim - 2)
    )
    contradicted = (apart & finer).any(axis=1)
    chosen = np.argmin(np.where(contradicted, np.inf, errors), axis=0, keepdims=True)
    value, error = (np.take_along_axis(one, chosen, axis=0)[0] for one in (values, errors))
    if last is not None:
        error = np.fmax(error, _finite(np.abs(last[0] - value) - SIGMAS * last[1]))
    return np.where(np.isfinite(error), value, np.nan), error


@dataclass(frozen=True, slots=True)
class Rule:
    """Which quotients are taken, the first being the estimate, and how often they are extrapolated."""

    name: str
    stencils: tuple[Stencil, ...]
    depth: int


FORWARD_RULE = Rule("forward", (RIGHT,), depth=0)
CENTRAL_RULE = Rule("central", (CENTRAL, RIGHT, LEFT), depth=0)
RICHARDSON_RULE = Rule("richardson", (CENTRAL, RIGHT, LEFT), depth=DEPTH)
MIXED_RULE = Rule("richardson", (MIXED,), depth=DEPTH)


def steps_of(eps: float) -> tuple[float, ...]:
    """Return the steps of a ladder, in units of the coordinates, each of few enough bits to be exact.

    >>> [round(step, 4) for step in steps_of(2.0**-23)[:3]]
    [0.3, 0.0909, 0.0275]
    """
    number = int(math.log(COARSEST / eps**FINEST, RATIO)) + 1
    return tuple(_exact(COARSEST / RATIO**k, eps) for k in range(number))


def climb(spot: Spot, first: Reals, second: Reals, noise: Reals, *, rule: Rule) -> Estimate:
    """Return the derivative along each of the first directions, or along each first and second for a mixed rule.

    The directions are in units of the coordinates, and lie along the first axis; so do the derivatives.
    """
    rungs: list[Rung] = []
    slope = np.zeros((len(first), *spot.middle.shape))
    last_look = _exact(spot.eps ** (LAST_LOOK / rule.stencils[0].order), spot.eps)
    with np.errstate(all="ignore"):
        for step, quotients, rounding in _quotients(spot, (first, second), noise, steps_of(spot.eps), rule):
            slope = np.fmax(slope, np.max(_finite(np.abs(quotients)) - SIGMAS * rounding, axis=0))
            rungs.append(_next(rungs, step, quotients, rounding, rule))
            if len(rungs) >= LEAST_RUNGS and _ends(rungs, rounding, rule):
                break
        _, quotients, rounding = next(_quotients(spot, (first, second), noise, (last_look,), rule))
        value, error = settled(rungs, (quotients, rounding))
        return _estimate(spot, value, SAFETY * error, slope, rule)


def _quotients(
    spot: Spot, directions: tuple[Reals, Reals], noise: Reals, steps: Sequence[float], rule: Rule
) -> Iterator[tuple[float, Reals, Reals]]:
    """Yield for each step the quotients of all stencils, which share their points, and what rounding can do to them."""
    mesh = np.full((len(directions[0]), *spot.middle.shape), np.inf)
    for step in steps:
        values = np.stack([_at(spot, directions, step, point) for point in rule.stencils[0].points])
        mesh, noise = _with_mesh(spot, values, mesh, noise)
        # A value far away may be larger than the one in the middle, and so may be its rounding.
        noises = np.maximum(noise, spot.eps / 2 * np.abs(values))
        yield (
            step,
            np.stack([stencil.quotient(step, values) for stencil in rule.stencils]),
            np.stack([stencil.rounding(step, noises) for stencil in rule.stencils]),
        )


def _with_mesh(spot: Spot, values: Reals, mesh: Reals, noise: Reals) -> tuple[Reals, Reals]:
    """Return the least move of the function so far, and the noise, raised to it where the function has stopped moving.

    A function that moves for large steps and not at all for small ones may be rounded inside, as log(1 + x^2) is near
    0. Only a mesh that could be of such a rounding is taken for one: the flat parts of a hinge are flat.
    """
    moves = np.abs(values - spot.middle)
    least = np.fmin(mesh, np.min(np.where(moves > 0, moves, np.inf), axis=0))
    stopped = (least == mesh) & (np.min(moves[[0, -1]], axis=0) == 0)
    plausible = least <= ROUNDINGS_INSIDE * spot.eps * np.maximum(np.abs(spot.middle), 1.0)
    return least, np.where(stopped & plausible, np.fmax(noise, least), noise)


def _at(spot: Spot, directions: tuple[Reals, Reals], step: float, point: tuple[int, int]) -> Reals:
    first, second = directions
    if point == (0, 0):
        return np.broadcast_to(spot.middle, (len(first), *spot.middle.shape))
    move = point[0] * step * first + (point[1] * step * second if point[1] else 0.0)
    return spot.values(move.astype(spot.x.dtype))


def _next(rungs: Sequence[Rung], step: float, quotients: Reals, rounding: Reals, rule: Rule) -> Rung:
    if not rungs:
        return Rung.first(step, quotients, rounding)
    powers = np.array([stencil.power for stencil in rule.stencils]).reshape(-1, *(1,) * (quotients.ndim - 1))
    return rungs[-1].finer(step, quotients, rounding, power=powers, depth=rule.depth)


def _ends(rungs: Sequence[Rung], rounding: Reals, rule: Rule) -> bool:
    """Return whether smaller steps can tell nothing more: all have drowned, and no kink has to be looked at."""
    least = np.min(np.stack([rung.error[0] for rung in rungs]), axis=0)
    if not (np.isfinite(least) & (SIGMAS * rounding[0] >= DROWNED * least)).all():
        return False
    value, error = settled(rungs)
    if len(rule.stencils) > 1 and _kinks(value, error).any():
        return False
    return bool((SIGMAS * rounding[0] >= DROWNED * error[0]).all())


def _kinks(value: Reals, error: Reals) -> NDArray[np.bool_]:
    """Return where the derivatives from the right and from the left differ by more than their errors."""
    return np.abs(value[1] - value[2]) > SAFETY * (error[1] + error[2])


def _estimate(spot: Spot, value: Reals, error: Reals, slope: Reals, rule: Rule) -> Estimate:
    if not np.isfinite(spot.middle).all():
        error = np.where(np.isfinite(spot.middle), error, np.inf)
    least = np.fmax(error[0], 4 * spot.eps * np.abs(value[0]))
    one_sided = len(rule.stencils) > 1
    return Estimate(
        value=np.where(np.isfinite(least), value[0], np.nan),
        error=least,
        left=value[2] if one_sided else value[0],
        right=value[1] if one_sided else value[0],
        kink=np.abs(value[1] - value[2]) > error[1] + error[2] if one_sided else np.zeros(least.shape, dtype=np.bool_),
        slope=slope,
        unit=np.ones(least.shape),
        eps=spot.eps,
        method=rule.name,
        evaluations=spot.calls.number,
    )


def _finite(values: Reals) -> Reals:
    return np.where(np.isfinite(values), values, 0.0)


def _exact(step: float, eps: float) -> float:
    """Return a step of whole multiples of four roundings, so that adding it in units of a coordinate loses nothing."""
    return max(round(step / (4 * eps)), 1) * 4 * eps


def _known(error: Reals) -> Reals:
    return np.where(np.isfinite(error), error, np.inf)
