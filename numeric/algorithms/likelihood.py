"""What logistic and softmax regression share: the largest likelihood, by Newton's method, L-BFGS or gradient ascent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from numeric.algorithms.blocks import blocks
from numeric.algorithms.least_squares import centre
from numeric.algorithms.newton import Objective, minimise
from numeric.algorithms.quasi_newton import Memory
from numeric.algorithms.result import Run
from numeric.algorithms.separation import SEPARABLE, Evidence, judged
from numeric.algorithms.watch import Watch
from numeric.errors import SettingError
from numeric.inputs import Floats, one_of, positive, whole

LIMITS = {"newton": 100, "lbfgs": 1000, "ascent": 10_000}
"""The methods, and how many iterations each may take if nothing is said."""
CHEAP = 5e6
"""Up to this many operations (examples times weights squared) the matrix of Newton's method is worth its cost."""


class Likelihood(Protocol):
    """A convex loss of a flat vector of weights, minus a log-likelihood with its penalty."""

    @property
    def scale(self) -> Floats:
        """Return the largest value that each entry of the gradient can have."""
        ...

    def zeros(self) -> Floats:
        """Return the weights to start from."""
        ...

    def value(self, w: Floats) -> tuple[float, Floats]:
        """Return the loss and its gradient."""
        ...

    def newton_step(self, w: Floats, g: Floats) -> Floats:
        """Return the solution of the Newton equation for the gradient g."""
        ...

    def first_step(self) -> Callable[[Floats], Floats]:
        """Return what solves with the matrix of second derivatives at the start, for gradients of this loss."""
        ...

    def largest_curvature(self) -> float:
        """Return a bound of the second derivative in any direction, at any weights."""
        ...

    def evidence(self, w: Floats) -> Evidence | None:
        """Return what tells whether the classes are separable, None where a penalty bounds the weights."""
        ...

    def separated(self, w: Floats) -> bool:
        """Return whether these weights put all examples on the right side, where no penalty bounds the weights."""
        ...


def gradient_ascent(
    w: Floats, eta: float, gradient: Callable[[Floats], Floats], goes_on: Callable[..., bool]
) -> Floats:
    """Return the weights where the stopping rule is content: steps along the gradient of the log-likelihood."""
    g = gradient(w)
    while goes_on(w, g):
        w = w + eta * g
        g = gradient(w)
    return w


def maximise(
    problem: Likelihood, *, method: str | None, rate: float | None, tol: float, max_iter: int | None, examples: int
) -> tuple[Floats, Run, bool]:
    """Return the most likely weights, how the run went, and whether the classes are separable.

    Without a method, Newton's is taken where its matrix is cheap, else L-BFGS. Raises `SettingError` for
    a rate where the method has none.
    """
    cheap = examples * problem.zeros().size ** 2 <= CHEAP
    chosen = one_of(method or ("newton" if cheap else "lbfgs"), "method", tuple(LIMITS))
    limit = LIMITS[chosen] if max_iter is None else whole(max_iter, "max_iter")
    if rate is not None and chosen != "ascent":
        reason = f"the method {chosen!r} finds its own steps"
        raise SettingError(repr(rate), place="rate", reason=reason, way_out="leave it out, or take method='ascent'")
    accuracy = positive(tol, "tol")
    with np.errstate(over="ignore", invalid="ignore"):
        if chosen == "ascent":
            w, run = _ascend(problem, rate, accuracy, limit)
        else:
            step = problem.newton_step if chosen == "newton" else Memory(problem.first_step()).direction
            objective = Objective(problem.value, step, problem.scale, _ending(problem))
            w, run = minimise(objective, problem.zeros(), tol=accuracy, max_iter=limit)
    return (w, *judged(run, problem.evidence(w)))


def _ending(problem: Likelihood) -> Callable[[Floats], str]:
    """Return what says why the weights would grow for ever, if weights show it."""
    return lambda w: SEPARABLE if problem.separated(w) else ""


def _ascend(problem: Likelihood, rate: float | None, tol: float, max_iter: int) -> tuple[Floats, Run]:
    eta = 1.0 / problem.largest_curvature() if rate is None else positive(rate, "rate")

    def relative(g: Floats) -> float:
        """Return the largest entry of a gradient, as a share of what it can be."""
        return float(np.max(np.abs(g) / problem.scale))

    watch = Watch(
        loss=lambda w: problem.value(w)[0],
        gradient=lambda w: problem.value(w)[1],
        size=relative,
        tol=tol,
        max_iter=max_iter,
        rule=f"the gradient is at most {tol:g} of its scale",
        diverges=_ending(problem),
    )
    _ = gradient_ascent(problem.zeros(), eta, lambda w: -problem.value(w)[1], watch.goes_on)
    return watch.best, watch.run()


def design(X: Floats, *, intercept: bool) -> tuple[Floats, Floats]:
    """Return the examples to work with and what was taken off their columns: with an intercept, the means.

    The fit is the same, but where the features lie then costs no digits. The constant stands in front.

    >>> design(np.array([[1.0], [3.0]]), intercept=True)
    (array([[ 1., -1.],
           [ 1.,  1.]]), array([2.]))
    """
    if not intercept:
        return X, np.zeros(X.shape[1])
    rows = np.ones((X.shape[0], X.shape[1] + 1))
    return rows, centre(X, into=rows[:, 1:])[1]


def penalties(penalty: float, features: int, *, intercept: bool) -> Floats:
    """Return the penalty of each weight; that of the constant, which is first, is zero.

    >>> penalties(0.5, 2, intercept=True)
    array([0. , 0.5, 0.5])
    """
    return np.concatenate([np.zeros(int(intercept)), np.full(features, penalty)])


def largest_entries(X: Floats) -> Floats:
    """Return the sum of the sizes of each column, 1 for a column of zeros: what bounds an entry of the gradient.

    >>> largest_entries(np.array([[1.0, 0.0], [-2.0, 0.0]]))
    array([3., 1.])
    """
    largest: Any = sum(np.abs(rows).sum(axis=0) for rows in blocks(X))
    return np.where(largest > 0, largest, 1.0)
