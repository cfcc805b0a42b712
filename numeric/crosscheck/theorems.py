"""Theorems of the lectures against runs of the algorithms: bounds, descent, duality, stationarity, convexity.

Each is a function that makes its runs and counts how many keep to the theorem. What the theorem claims is an argument,
so that a false claim can be put in its place, and has to be found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric import algorithms, fisher, kernels, least_squares, logistic, softmax, svm
from numeric.algorithms.perceptron import update_bound
from numeric.crosscheck.draws import Data, moments, three_classes, two_clouds
from numeric.crosscheck.row import Row, Tally

RUNS, SEEDS = 40, 5
FRACTIONS = (0.1, 0.5, 0.9, 0.99)
"""Which parts of the largest rate the runs take."""
ROUNDINGS = 256 * float(np.finfo(np.float64).eps)
"""What is granted to a run, as a share of the largest number around."""


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement about runs, and the function that counts the runs that keep to it; `unit` says what is counted."""

    topic: str
    name: str
    says: str
    count: Callable[[], Tally]
    unit: str
    derivation: str

    def decide(self) -> Row:
        """Return the row."""
        tally, against = self.count(), "runs on generated data"
        figure = tally.figure(self.unit)
        own = (self.topic, self.name, "theorem", self.says, against, tally.outcome, figure)
        return Row(*own, derivation=self.derivation)


def below(value: Any, bound: Any, *, size: Any, tally: Tally) -> Tally:
    """Return the tally with one more count: whether a value is at most its bound, up to the rounding at this size."""
    if value <= bound + ROUNDINGS * size:
        return tally.counted("right")
    return tally.counted("wrong" if np.isfinite(value) else "cannot tell", f"{value:.6g} is above {bound:.6g}")


def mistake_bound(bound: Callable[[float, float], float] = update_bound) -> Tally:
    """Return how many perceptrons make at most `bound(R, gamma)` mistakes on data of the radius R and the margin gamma.

    >>> mistake_bound().outcome
    'right'
    """
    tally = Tally()
    for rng, features in _settings():
        truth = rng.normal(size=features)
        found = rng.normal(size=(60, features))
        distances = found @ truth / np.linalg.norm(truth)
        X, y = found[np.abs(distances) > 0.1], np.sign(distances[np.abs(distances) > 0.1])  # noqa: PLR2004 -- some margin
        if len(set(y.tolist())) == 1:
            continue
        run = algorithms.fit_perceptron(X, y, intercept=False, max_iter=100_000)
        limit = bound(float(np.max(np.linalg.norm(X, axis=1))), float(np.min(y * (X @ truth)) / np.linalg.norm(truth)))
        tally = below(float(run.updates), limit, size=limit, tally=tally)
    return tally


def descent(topic: Any = least_squares, curvature: float = 1.0, factor: float = 1.0) -> Tally:
    """Return how many runs with rates up to `factor` times 2/L descend in every step; L is `curvature` times |X^T X|.

    >>> descent().outcome, descent(factor=1.2).outcome
    ('right', 'wrong')
    """
    tally = Tally()
    for rng, features in _settings():
        X = rng.normal(size=(12, features)) * rng.uniform(0.1, 3, features)
        y = rng.normal(size=12) if topic is least_squares else np.arange(12.0) % 2
        rate = factor * algorithms.largest_rate(curvature * least_squares.hessian(X)) * rng.choice(FRACTIONS)
        run = algorithms.descend(topic.loss, topic.gradient, X, y, rate=float(rate), max_iter=40, tol=1e-300).run
        rise = float(np.max(np.diff(run.history), initial=-np.inf))
        tally = below(max(rise, -1.0), 0.0, size=float(run.history[0]), tally=tally)
    return tally


def logistic_descent(factor: float = 1.0) -> Tally:
    """Return the same for the logistic loss, whose curvature is nowhere above a quarter of that of least squares."""
    return descent(logistic, 0.25, factor)


def stationary(moved: float = 0.0) -> Tally:
    """Return at how many fits the gradient vanishes, all weights `moved` by so much."""
    tally = Tally()
    how: Any = {"penalty": 0.3, "intercept": False, "tol": 1e-10}
    for data in _all(two_clouds):
        X, y = data["X"], data["z"]
        w = algorithms.fit_logistic(X, y, **how).coef + moved
        tally = _vanishes(logistic.penalised_gradient(w, X, y, 0.3), X, tally)
        w = algorithms.fit_least_squares(X, y, intercept=False).coef + moved
        tally = _vanishes(least_squares.gradient(w, X, y), X, tally)
    for data in _all(three_classes):
        W = algorithms.fit_softmax(data["X"], data["y"], **how).coef + moved
        tally = _vanishes(softmax.gradient(W, data["X"], data["Y"]) + 0.6 * W, data["X"], tally)
    return tally


def _vanishes(gradient: Any, X: Any, tally: Tally) -> Tally:
    """The fits stop where the gradient is 1e-10 an example, and what they sum is as large as the data."""
    size = float(np.sum(np.abs(X)))
    return below(float(np.max(np.abs(gradient))), 1e-9 * size, size=size, tally=tally)


def duality_gap(shrunk: float = 1.0) -> Tally:
    """Return at how many support vector machines primal and dual objective meet, the multipliers `shrunk` by a factor.

    >>> duality_gap(0.99).outcome
    'wrong'
    """
    tally = Tally()
    for C in (1.3, None):
        for data in _all(two_clouds):
            # With a hard margin there must be room between the classes, and there are no slacks to pay for.
            X = data["X"] if C else 0.4 * data["X"] + 2 * data["y"][:, None]
            fit = algorithms.fit_svm(X, data["y"], C=C, tol=1e-10)
            w: Any = fit.coef
            primal = float(svm.objective(w, fit.intercept, X, fit.signs, C) if C else w @ w / 2)
            dual = float(svm.dual(shrunk * fit.alpha, fit.signs, X))
            tally = below(abs(primal - dual), 1e-7 * primal, size=primal, tally=tally)
    return tally


def weak_duality(dual: Callable[..., Any] = svm.dual) -> Tally:
    """Return how many multipliers within the constraints have a dual value below the primal optimum.

    They lie between random ones and the optimal ones, so that some come close.
    """
    tally, C = Tally(), 1.3
    for number, data in enumerate(_all(two_clouds)):
        rng, X = np.random.default_rng(number), data["X"]
        fit = algorithms.fit_svm(X, data["y"], C=C, tol=1e-10)
        primal, positive = float(svm.objective(fit.coef, fit.intercept, X, fit.signs, C)), fit.signs > 0
        for near in np.linspace(0, 0.999, 100):
            alpha = rng.uniform(0, C, len(fit.signs))
            totals = np.sum(alpha[positive]), np.sum(alpha[~positive])
            balanced = alpha * np.where(positive, min(totals) / totals[0], min(totals) / totals[1])
            value = float(dual(near * fit.alpha + (1 - near) * balanced, fit.signs, X))
            tally = below(value, primal, size=primal, tally=tally)
    return tally


def fisher_direction(direction: Callable[..., Any] = fisher.direction) -> Tally:
    """Return how many random directions, and directions nearby, have at most the criterion of Fisher's.

    >>> fisher_direction(lambda S_W, m_1, m_2: m_2 - m_1).outcome
    'wrong'
    """
    tally = Tally()
    for data in _all(moments):
        rng, known = np.random.default_rng(0), (data["S_W"], data["m_1"], data["m_2"])
        best = direction(*known)
        peak = float(fisher.criterion(best, *known))
        for number in range(100):
            away = rng.normal(size=len(best))
            w = away if number % 2 else best + 0.1 * np.linalg.norm(best) * away
            tally = below(float(fisher.criterion(w, *known)), peak, size=peak, tally=tally)
    return tally


def semidefinite_hessians(sign: float = 1.0) -> Tally:
    """Return how many Hessians of the three losses, times `sign`, have no negative eigenvalue."""
    tally = Tally()
    for number, data in enumerate(_all(three_classes)):
        X, W = data["X"], np.random.default_rng(number).normal(size=(3, data["X"].shape[1]))
        second = softmax.hessian(W, X).reshape(W.size, W.size)
        tally = _semidefinite(sign, (second, logistic.hessian(W[0], X), least_squares.hessian(X)), tally)
    return tally


def semidefinite_kernels(sign: float = 1.0) -> Tally:
    """Return how many linear, polynomial and Gaussian kernel matrices, times `sign`, have no negative eigenvalue."""
    tally = Tally()
    for data in _all(three_classes):
        X = data["X"]
        made = (kernels.linear(X, X), kernels.polynomial(X, X, 3.0), kernels.gaussian(X, X, 0.7))
        tally = _semidefinite(sign, made, tally)
    return tally


def _semidefinite(sign: float, matrices: tuple[Any, ...], tally: Tally) -> Tally:
    for matrix in matrices:
        values = np.linalg.eigvalsh(sign * matrix)
        tally = below(-float(values[0]), 0.0, size=float(np.abs(values).max()), tally=tally)
    return tally


def _all(draw: Callable[..., Data]) -> Iterator[Data]:
    """Yield data of one to five features, and more and more examples."""
    return (draw(np.random.default_rng([7, seed]), 4 * seed + 3, seed + 1, 1.0) for seed in range(SEEDS))


def _settings() -> Iterator[tuple[np.random.Generator, int]]:
    """Yield generators and numbers of features."""
    return ((np.random.default_rng([11, seed]), 2 + seed % 4) for seed in range(RUNS))


_STEPS, _SLOPE = "every step descends at rates below $2 / L$", "runs descend in every step"
_HESSIANS = "the Hessians of all losses are positive semidefinite"
_KERNELS = "linear, polynomial and Gaussian kernel matrices are positive semidefinite"
_BOUND, _BEST = "mistakes are at most $(R / \\gamma)^2$", "no direction has a larger $J$ than the closed form"
_GAP, _WEAK = "the gap between primal and dual closes", "no dual value is above the primal"
_ROWS = (
    ("perceptron", "mistake bound", _BOUND, mistake_bound, "runs within the bound", "perceptron-bound"),
    ("least_squares", "descent", _STEPS, descent, _SLOPE, "gradient-descent"),
    ("logistic", "descent", _STEPS, logistic_descent, _SLOPE, "logistic-hessian"),
    ("logistic", "stationarity", "the gradient vanishes at the fit", stationary, "fits", "logistic-regularized"),
    ("svm", "strong duality", _GAP, duality_gap, "fits", "svm-soft-dual"),
    ("svm", "weak duality", _WEAK, weak_duality, "multipliers", "svm-soft-dual"),
    ("fisher", "best direction", _BEST, fisher_direction, "directions", "fisher"),
    ("softmax", "convexity", _HESSIANS, semidefinite_hessians, "matrices", "softmax-hessian"),
    ("kernels", "semidefinite kernels", _KERNELS, semidefinite_kernels, "matrices", "kernel-gaussian"),
)
THEOREMS = tuple(Theorem(*row) for row in _ROWS)
