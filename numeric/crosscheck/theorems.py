"""Theorems of the lectures against runs of the algorithms: bounds, descent, duality, stationarity, convexity.

Each makes its runs, and yields of each what is at most what, and how large the numbers around are. What the theorem
claims is an argument, so that a false claim can be put in its place, and has to be found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric import algorithms, fisher, kernels, least_squares, logistic, softmax, svm
from numeric.algorithms.perceptron import update_bound
from numeric.crosscheck.draws import Data, moments, three_classes, two_clouds
from numeric.crosscheck.row import Row, Told, counted

RUNS, SEEDS = 40, 5
FRACTIONS = (0.1, 0.5, 0.9, 0.99)
"""Which parts of the largest rate the runs take."""
ROUNDINGS = 256 * float(np.finfo(np.float64).eps)
"""What is granted to a run, as a share of the largest number around."""
Bounds = Iterator[tuple[float, float, float]]
"""Of each run a value, its bound, and the size of what rounding moves."""


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement about runs, and the bounds that have to hold; `unit` says what is counted."""

    topic: str
    name: str
    says: str
    runs: Callable[[], Bounds]
    unit: str
    derivation: str

    def decide(self) -> Row:
        """Return the row."""
        outcome, figure = counted(kept(self.runs()), self.unit)
        own = (self.topic, self.name, "theorem", self.says, "runs on generated data", outcome, figure)
        return Row(*own, derivation=self.derivation)


def kept(bounds: Bounds) -> Iterator[Told]:
    """Yield whether each value is at most its bound, up to the rounding at its size."""
    for value, bound, size in bounds:
        state = "right" if value <= bound + ROUNDINGS * size else "wrong" if np.isfinite(value) else "cannot tell"
        yield state, f"{value:.6g} is above {bound:.6g}"


def mistake_bound(bound: Callable[[float, float], float] = update_bound) -> Bounds:
    """Perceptrons make at most `bound(R, gamma)` mistakes on data of the radius R and the margin gamma."""
    for rng, features in _settings():
        truth = rng.normal(size=features)
        found = rng.normal(size=(60, features))
        distances = found @ truth / np.linalg.norm(truth)
        X, gaps = found[np.abs(distances) > 0.1], distances[np.abs(distances) > 0.1]  # noqa: PLR2004 -- some margin
        if abs(np.sign(gaps).sum()) == len(gaps):  # one class
            continue
        run = algorithms.fit_perceptron(X, np.sign(gaps), intercept=False, max_iter=100_000)
        limit = bound(float(np.max(np.linalg.norm(X, axis=1))), float(np.min(np.abs(gaps))))
        yield run.updates, limit, limit


def descent(topic: Any = least_squares, curvature: float = 1.0, factor: float = 1.0) -> Bounds:
    """Runs with rates up to `factor` times 2/L descend in every step; L is `curvature` times |X^T X|."""
    for rng, features in _settings():
        X = rng.normal(size=(12, features)) * rng.uniform(0.1, 3, features)
        y = rng.normal(size=12) if topic is least_squares else np.arange(12.0) % 2
        rate = factor * algorithms.largest_rate(curvature * least_squares.hessian(X)) * rng.choice(FRACTIONS)
        run = algorithms.descend(topic.loss, topic.gradient, X, y, rate=float(rate), max_iter=40, tol=1e-300).run
        yield max(np.max(np.diff(run.history), initial=-np.inf), -1.0), 0.0, run.history[0]


def logistic_descent(factor: float = 1.0) -> Bounds:
    """The same holds of the logistic loss, whose curvature is nowhere above a quarter of that of least squares."""
    return descent(logistic, 0.25, factor)


def stationary(moved: float = 0.0) -> Bounds:
    """The gradient vanishes at the fits, all weights `moved` by so much."""
    how: Any = {"penalty": 0.3, "intercept": False, "tol": 1e-10}
    for data in _all(two_clouds):
        X, y = data["X"], data["z"]
        w = algorithms.fit_logistic(X, y, **how).coef + moved
        yield _largest(logistic.penalised_gradient(w, X, y, 0.3), X)
        w = algorithms.fit_least_squares(X, y, intercept=False).coef + moved
        yield _largest(least_squares.gradient(w, X, y), X)
    for data in _all(three_classes):
        W = algorithms.fit_softmax(data["X"], data["y"], **how).coef + moved
        yield _largest(softmax.gradient(W, data["X"], data["Y"]) + 0.6 * W, data["X"])


def _largest(gradient: Any, X: Any) -> tuple[float, float, float]:
    """The fits stop where the gradient is 1e-10 an example, and what they sum is as large as the data."""
    size = float(np.sum(np.abs(X)))
    return float(np.max(np.abs(gradient))), 1e-9 * size, size


def duality_gap(shrunk: float = 1.0) -> Bounds:
    """Primal and dual objective of support vector machines meet, the multipliers `shrunk` by a factor."""
    for C in (1.3, None):
        for data in _all(two_clouds):
            # With a hard margin there must be room between the classes, and there are no slacks to pay for.
            X = data["X"] if C else 0.4 * data["X"] + 2 * data["y"][:, None]
            fit = algorithms.fit_svm(X, data["y"], C=C, tol=1e-10)
            w: Any = fit.coef
            primal = float(svm.objective(w, fit.intercept, X, fit.signs, C) if C else w @ w / 2)
            yield abs(primal - svm.dual(shrunk * fit.alpha, fit.signs, X)), 1e-7 * primal, primal


def weak_duality(dual: Callable[..., Any] = svm.dual) -> Bounds:
    """Multipliers within the constraints, random ones to optimal ones, have a dual value below the primal optimum."""
    C = 1.3
    for number, data in enumerate(_all(two_clouds)):
        rng, X = np.random.default_rng(number), data["X"]
        fit = algorithms.fit_svm(X, data["y"], C=C, tol=1e-10)
        primal, positive = float(svm.objective(fit.coef, fit.intercept, X, fit.signs, C)), fit.signs > 0
        for near in np.linspace(0, 0.999, 100):
            alpha = rng.uniform(0, C, len(fit.signs))
            totals = np.sum(alpha[positive]), np.sum(alpha[~positive])
            balanced = alpha * np.where(positive, min(totals) / totals[0], min(totals) / totals[1])
            yield float(dual(near * fit.alpha + (1 - near) * balanced, fit.signs, X)), primal, primal


def fisher_direction(direction: Callable[..., Any] = fisher.direction) -> Bounds:
    """Random directions, and directions nearby, have at most the criterion of Fisher's."""
    for data in _all(moments):
        rng, known = np.random.default_rng(0), (data["S_W"], data["m_1"], data["m_2"])
        best = direction(*known)
        peak = float(fisher.criterion(best, *known))
        for number in range(100):
            away = rng.normal(size=len(best))
            w = away if number % 2 else best + 0.1 * np.linalg.norm(best) * away
            yield float(fisher.criterion(w, *known)), peak, peak


def semidefinite_hessians(sign: float = 1.0) -> Bounds:
    """The Hessians of the three losses, times `sign`, have no negative eigenvalue."""
    for number, data in enumerate(_all(three_classes)):
        X, W = data["X"], np.random.default_rng(number).normal(size=(3, data["X"].shape[1]))
        second = softmax.hessian(W, X).reshape(W.size, W.size)
        yield from map(_least, (sign * second, sign * logistic.hessian(W[0], X), sign * least_squares.hessian(X)))


def semidefinite_kernels(sign: float = 1.0) -> Bounds:
    """Linear, polynomial and Gaussian kernel matrices, times `sign`, have no negative eigenvalue."""
    for X in (data["X"] for data in _all(three_classes)):
        made = (kernels.linear(X, X), kernels.polynomial(X, X, 3.0), kernels.gaussian(X, X, 0.7))
        yield from (_least(sign * matrix) for matrix in made)


def _least(matrix: Any) -> tuple[float, float, float]:
    values = np.linalg.eigvalsh(matrix)
    return -float(values[0]), 0.0, float(np.abs(values).max())


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
THEOREMS = (
    Theorem("perceptron", "mistake bound", _BOUND, mistake_bound, "runs within the bound", "perceptron-bound"),
    Theorem("least_squares", "descent", _STEPS, descent, _SLOPE, "gradient-descent"),
    Theorem("logistic", "descent", _STEPS, logistic_descent, _SLOPE, "logistic-hessian"),
    Theorem("logistic", "stationarity", "the gradient vanishes at the fit", stationary, "fits", "logistic-regularized"),
    Theorem("svm", "strong duality", _GAP, duality_gap, "fits", "svm-soft-dual"),
    Theorem("svm", "weak duality", _WEAK, weak_duality, "multipliers", "svm-soft-dual"),
    Theorem("fisher", "best direction", _BEST, fisher_direction, "directions", "fisher"),
    Theorem("softmax", "convexity", _HESSIANS, semidefinite_hessians, "matrices", "softmax-hessian"),
    Theorem("kernels", "semidefinite kernels", _KERNELS, semidefinite_kernels, "matrices", "kernel-gaussian"),
)
