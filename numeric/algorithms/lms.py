"""The least-mean-squares rule: theta := theta + eta (y - theta . x) x, for one example after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric import least_squares
from numeric.algorithms.descent import Rate, as_rate, watching
from numeric.algorithms.result import Regression, Run
from numeric.inputs import Floats, augmented, examples


def lms(  # noqa: PLR0917 -- the pseudo-code of the notes is made from this function, and shows what it is given
    theta: Floats,
    X: Floats,
    y: Floats,
    eta: Rate,
    order: Callable[[], Iterable[int]],
    goes_on: Callable[[Floats], bool],
) -> Floats:
    """Return the weights where the stopping rule is content: in each epoch one update for every example."""
    k = 1
    while goes_on(theta):
        for n in order():
            theta = theta - eta(k) * least_squares.example_gradient(theta, X[n], y[n])
        k = k + 1
    return theta


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LmsFit(Regression):
    """Weights and intercept of the smallest loss that the run saw, and how it went: `run.history` has the losses."""

    coef: Floats
    intercept: float
    loss: float
    run: Run


def fit_lms(X: Any, y: Any, *, rate: float | Rate, tol: float = 1e-6, max_iter: int = 1000) -> LmsFit:
    """Return the weights found by the rule, epoch after epoch, in the order of the examples.

    With a constant rate the weights come near the least-squares solution and stay at a distance, unless the residuals
    are zero; with a decaying one they reach it.

    >>> fit = fit_lms([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0], rate=0.2)
    >>> fit.coef.round(4), round(fit.intercept, 4), fit.run.converged
    (array([2.]), 1.0, True)
    """
    given, outputs = examples(X, y)
    rows, eta = augmented(given), as_rate(rate)
    loss, slope = (lambda w, f=f: f(w, rows, outputs) for f in (least_squares.loss, least_squares.gradient))
    watch = watching(loss, slope, eta, tol=tol, max_iter=max_iter)
    with np.errstate(over="ignore", invalid="ignore"):
        _ = lms(np.zeros(rows.shape[1]), rows, outputs, eta, lambda: range(len(rows)), watch.goes_on)
    return LmsFit(watch.best[1:], float(watch.best[0]), watch.smallest, watch.run())
