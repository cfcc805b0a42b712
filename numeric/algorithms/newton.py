"""Newton's method, and those like it, for a convex loss: a step that is halved until the loss falls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from numeric.algorithms.result import Run
from numeric.inputs import Floats

EPSILON = float(np.finfo(np.float64).eps)
ENOUGH = 1e-4
"""The share of the decrease that the gradient promises with which a step is content."""
GAIN = 1e-4
"""A run has not converged while a step promises to lower the loss by more than this times `tol`, as a share of it."""
HALVINGS = 40
EVERY = 8
"""After this many iterations each it is asked whether the weights grow for ever."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A convex function of a vector of weights, and what is needed to minimise it.

    `value(w)` is the loss and its gradient; `direction(w, g)` is the step against the gradient g, which Newton's method
    finds by its equation; `scale` is what each entry of the gradient is compared with; `diverges(w)` says why there is
    no minimum, once the weights show that, and is empty else.
    """

    value: Callable[[Floats], tuple[float, Floats]]
    direction: Callable[[Floats, Floats], Floats]
    scale: Floats
    diverges: Callable[[Floats], str]

    def shortened(self, w: Floats, f: float, g: Floats, step: Floats) -> tuple[Floats, float, Floats]:
        """Return the weights after the longest step w - s, w - s/2, ... that lowers the loss, with loss and gradient.

        They are what they were if there is none. A step whose gain is lost in the rounding of the loss, or of the
        scores it is made of, is taken as it is.
        """
        slack = EPSILON * (16 * abs(f) + float(np.abs(w) @ self.scale))
        promised, share = float(g @ step), 1.0
        for _ in range(HALVINGS):
            moved = w - share * step
            reached, slope = self.value(moved)
            if reached <= f - ENOUGH * share * promised + slack:
                return moved, reached, slope
            share /= 2
        return w, f, g


def newton(
    w: Floats,
    value: Callable[[Floats], tuple[float, Floats]],
    direction: Callable[[Floats, Floats], Floats],
    shortened: Callable[[Floats, float, Floats, Floats], tuple[Floats, float, Floats]],
    goes_on: Callable[[Floats, float, Floats, Floats], bool],
) -> Floats:
    """Return the weights where the stopping rule is content: steps that the curvature gives, shortened where needed."""
    f, g = value(w)
    s = direction(w, g)
    while goes_on(w, f, g, s):
        w, f, g = shortened(w, f, g, s)
        s = direction(w, g)
    return w


def minimise(objective: Objective, w: Floats, *, tol: float, max_iter: int) -> tuple[Floats, Run]:
    """Return the weights at the minimum, and how the run went. It converges where the gradient is below `tol` of scale.

    Where features nearly depend on each other a small gradient is not enough: the step must promise nothing more.

    >>> one = np.ones(1)
    >>> both = lambda w: (float(np.cosh(w[0])), np.sinh(w))
    >>> cosh = Objective(both, lambda w, g: g / np.cosh(w), one, lambda w: "")
    >>> w, run = minimise(cosh, one, tol=1e-9, max_iter=20)
    >>> bool(abs(w[0]) < 1e-9), run.converged
    (True, True)
    """
    ending = _Ending(objective, tol, max_iter)
    found = newton(w, objective.value, objective.direction, objective.shortened, ending.goes_on)
    return found, ending.run()


@dataclass(slots=True, eq=False)
class _Ending:
    """The stopping rule, and the losses so far."""

    objective: Objective
    tol: float
    max_iter: int
    history: list[float] = field(default_factory=list[float])
    last: Floats | None = None
    stopped: str = ""
    converged: bool = False

    def goes_on(self, w: Floats, f: float, g: Floats, step: Floats) -> bool:
        """Return whether there is to be another step; the reason why not is kept."""
        size = float(np.max(np.abs(g) / self.objective.scale))
        if w is self.last:
            self.stopped = (
                f"no step makes the loss smaller in double precision, the gradient is {size:.2g} of its scale"
            )
            return False
        self.history.append(f)
        gain = float(g @ step) / 2
        self.last, self.converged = w, size <= self.tol and gain <= max(GAIN * self.tol, 16 * EPSILON) * abs(f)
        if self.converged:
            self.stopped = f"the gradient is at most {self.tol:g} of its scale"
        elif len(self.history) > self.max_iter:
            self.stopped = (
                f"the limit of {self.max_iter} iterations is reached, the gradient is {size:.2g} of its scale"
            )
        elif len(self.history) % EVERY == 0:
            self.stopped = self.objective.diverges(w)
        return not self.stopped

    def run(self) -> Run:
        """Return how it went."""
        return Run(len(self.history) - 1, self.converged, self.stopped, np.array(self.history))


def solver(matrix: Floats) -> Callable[[Floats], Floats]:
    """Return what solves with a positive semidefinite matrix; up to units the shortest solution, where it is singular.

    As curvatures are squares, features that differ by less than about 1e-7 of their size count as dependent.

    >>> solver(np.array([[4.0, 0.0], [0.0, 0.0]]))(np.array([2.0, 0.0]))
    array([0.5, 0. ])
    """
    units = np.sqrt(np.diag(matrix))
    units[units == 0] = 1.0
    scaled = matrix / np.outer(units, units)
    try:
        factor = cho_factor(scaled, lower=True, check_finite=False)
        if np.diag(factor[0]).min() > len(units) * np.sqrt(EPSILON):
            return lambda g: cho_solve(factor, g / units, check_finite=False) / units
    except LinAlgError:
        pass
    values, vectors = np.linalg.eigh(scaled)
    kept = values > len(units) * EPSILON * values[-1]
    root = vectors[:, kept] / np.sqrt(values[kept]) / units[:, None]
    return lambda g: root @ (g @ root)
