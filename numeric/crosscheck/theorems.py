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
from numeric.algorithms.svm import SupportVectorMachine
from numeric.crosscheck.draws import Data, moments
from numeric.crosscheck.fits import apart, three_classes, two_classes, two_clouds
from numeric.crosscheck.rounding import EPS
from numeric.crosscheck.row import Row, Tally

RUNS = 40
FRACTIONS = (0.1, 0.5, 0.9, 0.99)
"""Which parts of the largest rate the runs take."""
ROUNDINGS = 256
"""How many roundings of the largest number around are granted to a run."""


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
        tally = self.count()
        return Row(
            self.topic,
            self.name,
            "theorem",
            self.says,
            "runs on generated data",
            tally.outcome,
            tally.figure(self.unit),
            derivation=self.derivation,
        )


def below(value: Any, bound: Any, *, size: Any, tally: Tally) -> Tally:
    """Return the tally with one more count: whether a value is at most its bound, up to the rounding at this size."""
    if value <= bound + ROUNDINGS * EPS * size:
        return tally.counted("right")
    return tally.counted("wrong" if np.isfinite(value) else "cannot tell", f"{value:.6g} is above {bound:.6g}")


def mistake_bound(bound: Callable[[float, float], float] = lambda radius, margin: (radius / margin) ** 2) -> Tally:
    """Return how many perceptrons make at most `bound(R, gamma)` mistakes on data of the radius R and the margin gamma.

    >>> mistake_bound().outcome
    'right'
    """
    tally = Tally()
    for rng, features in _settings(RUNS):
        truth = _unit(rng.normal(size=features))
        drawn = rng.normal(size=(60, features))
        X = drawn[np.abs(drawn @ truth) > 0.1]  # noqa: PLR2004 -- some margin
        y = np.where(X @ truth > 0, 1, -1)
        if len(set(y.tolist())) == 1:
            continue
        run = algorithms.fit_perceptron(X, y, intercept=False, max_iter=100_000)
        radius, margin = np.max(np.linalg.norm(X, axis=1)), np.min(y * (X @ truth))
        limit = bound(float(radius), float(margin))
        tally = below(float(run.updates), limit, size=limit, tally=tally)
    return tally


def descent(factor: float = 1.0) -> Tally:
    """Return how many runs with rates up to `factor` times 2/L descend in every step, on quadratics of curvature L.

    >>> descent(1.0).outcome, descent(1.2).outcome
    ('right', 'wrong')
    """
    tally = Tally()
    for rng, features in _settings(RUNS):
        X, y = rng.normal(size=(12, features)) * rng.uniform(0.1, 3, features), rng.normal(size=12)
        rate = factor * algorithms.largest_rate(least_squares.hessian(X)) * rng.choice(FRACTIONS)
        tally = _descends(least_squares, X, y, float(rate), tally)
    return tally


def logistic_descent(factor: float = 1.0) -> Tally:
    """Return the same for the logistic loss, whose curvature is nowhere above L, a quarter of that of least squares."""
    tally = Tally()
    for rng, features in _settings(RUNS):
        X, y = rng.normal(size=(12, features)) * rng.uniform(0.1, 3, features), np.arange(12.0) % 2
        rate = factor * algorithms.largest_rate(least_squares.hessian(X) / 4) * rng.choice(FRACTIONS)
        tally = _descends(logistic, X, y, float(rate), tally)
    return tally


def _descends(topic: Any, X: Any, y: Any, rate: float, tally: Tally) -> Tally:
    run = algorithms.descend(topic.loss, topic.gradient, X, y, rate=rate, max_iter=40, tol=1e-300).run
    rise = float(np.max(np.diff(run.history), initial=-np.inf))
    return below(max(rise, -1.0), 0.0, size=float(run.history[0]), tally=tally)


def stationary(moved: float = 0.0) -> Tally:
    """Return at how many fits the gradient vanishes, all weights `moved` by so much."""
    tally = Tally()
    for data in _all(two_classes):
        w = algorithms.fit_logistic(data["X"], data["y"], penalty=0.3, intercept=False, tol=1e-10).coef + moved
        tally = _vanishes(logistic.penalised_gradient(w, data["X"], data["y"], 0.3), data, tally)
        w = algorithms.fit_least_squares(data["X"], data["y"], intercept=False).coef + moved
        tally = _vanishes(least_squares.gradient(w, data["X"], data["y"]), data, tally)
    for data in _all(three_classes):
        W = algorithms.fit_softmax(data["X"], data["y"], penalty=0.3, intercept=False, tol=1e-10).coef + moved
        tally = _vanishes(softmax.gradient(W, data["X"], data["Y"]) + 0.6 * W, data, tally)
    return tally


def _vanishes(gradient: Any, data: Data, tally: Tally) -> Tally:
    """The fits stop where the gradient is 1e-10 an example, and what they sum is as large as the data."""
    size = float(np.sum(np.abs(data["X"])))
    return below(float(np.max(np.abs(gradient))), 1e-9 * size, size=size, tally=tally)


def duality_gap(shrunk: float = 1.0) -> Tally:
    """Return at how many support vector machines primal and dual objective meet, the multipliers `shrunk` by a factor.

    >>> duality_gap(0.99).outcome
    'wrong'
    """
    tally = Tally()
    for draw, C in ((two_clouds, 1.3), (apart, None)):
        for data in _all(draw):
            fit = algorithms.fit_svm(data["X"], data["y"], C=C, tol=1e-10)
            primal = _primal(fit, data["X"], C)
            dual = float(svm.dual(shrunk * fit.alpha, fit.signs, data["X"]))
            tally = below(abs(primal - dual), 1e-7 * primal, size=primal, tally=tally)
    return tally


def _primal(fit: SupportVectorMachine, X: Any, C: float | None) -> float:
    """Return the primal objective; with a hard margin there are no slacks to pay for."""
    w: Any = fit.coef
    return float(w @ w / 2 if C is None else svm.objective(w, fit.intercept, X, fit.signs, C))


def weak_duality(dual: Callable[..., Any] = svm.dual) -> Tally:
    """Return how many multipliers within the constraints have a dual value below the primal optimum.

    They lie between random ones and the optimal ones, so that some come close.
    """
    tally, C = Tally(), 1.3
    for number, data in enumerate(_all(two_clouds)):
        rng = np.random.default_rng(number)
        fit = algorithms.fit_svm(data["X"], data["y"], C=C, tol=1e-10)
        primal, positive = _primal(fit, data["X"], C), fit.signs > 0
        for near in np.linspace(0, 0.999, 100):
            alpha = rng.uniform(0, C, len(fit.signs))
            totals = np.sum(alpha[positive]), np.sum(alpha[~positive])
            balanced = alpha * np.where(positive, min(totals) / totals[0], min(totals) / totals[1])
            value = float(dual(near * fit.alpha + (1 - near) * balanced, fit.signs, data["X"]))
            tally = below(value, primal, size=primal, tally=tally)
    return tally


def fisher_direction(direction: Callable[..., Any] = fisher.direction, *, others: int = 500) -> Tally:
    """Return how many random directions, and directions nearby, have at most the criterion of Fisher's.

    >>> fisher_direction(lambda S_W, m_1, m_2: m_2 - m_1).outcome
    'wrong'
    """
    tally = Tally()
    for data in _all(moments):
        rng, known = np.random.default_rng(0), (data["S_W"], data["m_1"], data["m_2"])
        best = direction(*known)
        peak = float(fisher.criterion(best, *known))
        for number in range(others // len(SEEDS)):
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
        for matrix in (second, logistic.hessian(W[0], X), least_squares.hessian(X)):
            tally = _semidefinite(sign * matrix, tally)
    return tally


def semidefinite_kernels(sign: float = 1.0) -> Tally:
    """Return how many linear, polynomial and Gaussian kernel matrices, times `sign`, have no negative eigenvalue."""
    tally = Tally()
    for data in _all(three_classes):
        X = data["X"]
        for matrix in (kernels.linear(X, X), kernels.polynomial(X, X, 3.0), kernels.gaussian(X, X, 0.7)):
            tally = _semidefinite(sign * matrix, tally)
    return tally


def _semidefinite(matrix: Any, tally: Tally) -> Tally:
    values = np.linalg.eigvalsh(matrix)
    return below(-float(values[0]), 0.0, size=float(np.abs(values).max()), tally=tally)


SEEDS = range(5)


def _all(draw: Callable[..., Data]) -> Iterator[Data]:
    """Yield data of one to five features, and more and more examples."""
    for seed in SEEDS:
        yield draw(np.random.default_rng([7, seed]), 4 * seed + 3, seed + 1, 1.0)


def _settings(number: int) -> Iterator[tuple[np.random.Generator, int]]:
    """Yield generators and numbers of features."""
    for seed in range(number):
        yield np.random.default_rng([11, seed]), 2 + seed % 4


def _unit(vector: Any) -> Any:
    return vector / np.linalg.norm(vector)


THEOREMS = (
    Theorem(
        "perceptron",
        "mistake bound",
        "mistakes are at most $(R / \\gamma)^2$",
        mistake_bound,
        "runs within the bound",
        "perceptron-bound",
    ),
    Theorem(
        "least_squares",
        "descent",
        "every step descends at rates below $2 / L$",
        descent,
        "runs descend in every step",
        "gradient-descent",
    ),
    Theorem(
        "logistic",
        "descent",
        "every step descends at rates below $2 / L$",
        logistic_descent,
        "runs descend in every step",
        "logistic-hessian",
    ),
    Theorem("logistic", "stationarity", "the gradient vanishes at the fit", stationary, "fits", "logistic-regularized"),
    Theorem("svm", "strong duality", "the gap between primal and dual closes", duality_gap, "fits", "svm-soft-dual"),
    Theorem("svm", "weak duality", "no dual value is above the primal", weak_duality, "multipliers", "svm-soft-dual"),
    Theorem(
        "fisher",
        "best direction",
        "no direction has a larger $J$ than the closed form",
        fisher_direction,
        "directions",
        "fisher",
    ),
    Theorem(
        "softmax",
        "convexity",
        "the Hessians of all losses are positive semidefinite",
        semidefinite_hessians,
        "matrices",
        "softmax-hessian",
    ),
    Theorem(
        "kernels",
        "semidefinite kernels",
        "linear, polynomial and Gaussian kernel matrices are positive semidefinite",
        semidefinite_kernels,
        "matrices",
        "kernel-gaussian",
    ),
)
