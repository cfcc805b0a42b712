"""Difference quotients as data, and the extrapolation of a ladder of them to the step zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.floating[Any]]

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


def _known(error: Reals) -> Reals:
    return np.where(np.isfinite(error), error, np.inf)


def _finite(excess: Reals) -> Reals:
    return np.where(np.isfinite(excess), excess, 0.0)
