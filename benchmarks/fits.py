"""Fits beside scikit-learn's: the time, and the value of the objective that was reached, on the same data in one run.

Run `python -m benchmarks.fits`; it prints Markdown, with one BLAS thread. A faster worse optimum does not count, so
each row says by how much either objective is above the better of the two. The objectives are computed here, by hand.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, log
from time import perf_counter
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import log_expit, log_softmax
from sklearn.linear_model import LinearRegression, LogisticRegression, Perceptron
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from numeric.algorithms import fit_least_squares, fit_logistic, fit_perceptron, fit_softmax, fit_svm

SIZES = ((400, 10), (2_000, 20), (5_000, 50))
CLASSES = 5
MARGIN = 0.1
TIGHT: dict[str, Any] = {"tol": 1e-10, "max_iter": 10_000}


@dataclass(frozen=True)
class Contest:
    """One row: two ways to fit the same data, and the objective that each result has."""

    name: str
    size: tuple[int, int]
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    our_value: Callable[[Any], float]
    their_value: Callable[[Any], float]


@dataclass(frozen=True)
class Outcome:
    """Times in seconds, and how far either objective is above the better one, as a share of it."""

    contest: Contest
    ours: float
    theirs: float
    our_excess: float
    their_excess: float

    @property
    def ratio(self) -> float:
        """Return our time over theirs: below 1, ours is faster."""
        return self.ours / self.theirs

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table."""
        count, features = self.contest.size
        times = f"{self.ours * 1e3:.2f}", f"{self.theirs * 1e3:.2f}", f"{self.ratio:.2f}"
        return (
            self.contest.name,
            f"{count:,} x {features}",
            *times,
            _excess(self.our_excess),
            _excess(self.their_excess),
        )


def _excess(value: float) -> str:
    return f"{value:.0e}" if value > 1e-15 else "0"  # noqa: PLR2004 -- the rounding of a double


def examples(size: tuple[int, int], *, alike: float) -> tuple[np.random.Generator, Any]:
    """Return data whose features have a common part: with `alike` near 1 they hardly differ."""
    source = np.random.default_rng(size[0])
    common = source.normal(size=(size[0], 1))
    return source, alike * common + np.sqrt(1 - alike**2) * source.normal(size=size)


def least_squares(size: tuple[int, int]) -> Iterator[Contest]:
    """Yield the row of linear regression."""
    source, X = examples(size, alike=0.5)
    y = X @ source.normal(size=size[1]) + source.normal(size=size[0])

    def value(fit: Any, weights: str) -> float:
        """Return the objective of a fit."""
        return float(((X @ getattr(fit, weights) + getattr(fit, weights.replace("coef", "intercept")) - y) ** 2).sum())

    yield Contest(
        "least squares",
        size,
        lambda: fit_least_squares(X, y),
        lambda: LinearRegression().fit(X, y),
        lambda fit: value(fit, "coef"),
        lambda fit: value(fit, "coef_"),
    )


def logistic(size: tuple[int, int]) -> Iterator[Contest]:
    """Yield the rows of logistic regression."""
    for alike, penalty in ((0.0, 0.5), (0.0, 0.0), (0.99, 0.5), (0.99, 0.0)):
        source, X = examples(size, alike=alike)
        w = source.normal(size=size[1]) * 2 / np.sqrt(size[1])
        y = (source.random(size[0]) < 1 / (1 + np.exp(-X @ w))).astype(int)

        def value(coef: Any, intercept: Any, *, X: Any = X, y: Any = y, penalty: float = penalty) -> float:
            """Return the objective of a fit."""
            scores = X @ coef + intercept
            return float(penalty * coef @ coef - log_expit(np.where(y, scores, -scores)).sum())

        yield Contest(
            f"logistic, penalty {penalty:g}{', features alike' if alike else ''}",
            size,
            lambda X=X, y=y, penalty=penalty: fit_logistic(X, y, penalty=penalty),
            lambda X=X, y=y, penalty=penalty: LogisticRegression(C=strength(penalty), **TIGHT).fit(X, y),
            lambda fit, value=value: value(fit.coef, fit.intercept),
            lambda fit, value=value: value(fit.coef_[0], fit.intercept_[0]),
        )


def softmax(size: tuple[int, int]) -> Iterator[Contest]:
    """Yield the rows of softmax regression."""
    for alike, penalty in ((0.0, 0.5), (0.0, 0.0), (0.99, 0.5)):
        source, X = examples(size, alike=alike)
        W = source.normal(size=(CLASSES, size[1])) * 2 / np.sqrt(size[1])
        y = (X @ W.T + source.gumbel(size=(size[0], CLASSES))).argmax(axis=1)

        def value(coef: Any, intercept: Any, *, X: Any = X, y: Any = y, penalty: float = penalty) -> float:
            """Return the objective of a fit."""
            logs = log_softmax(X @ coef.T + intercept, axis=1)
            return float(penalty * (coef**2).sum() - logs[np.arange(len(y)), y].sum())

        yield Contest(
            f"softmax, {CLASSES} classes, penalty {penalty:g}{', features alike' if alike else ''}",
            size,
            lambda X=X, y=y, penalty=penalty: fit_softmax(X, y, penalty=penalty),
            lambda X=X, y=y, penalty=penalty: LogisticRegression(C=strength(penalty), **TIGHT).fit(X, y),
            lambda fit, value=value: value(fit.coef, fit.intercept),
            lambda fit, value=value: value(fit.coef_, fit.intercept_),
        )


def separable(size: tuple[int, int]) -> Iterator[Contest]:
    """Yield the row of the perceptron, on examples with a margin; what counts is how many are misclassified."""
    source, everything = examples(size, alike=0.0)
    score = everything @ source.normal(size=size[1]) / np.sqrt(size[1])
    apart = np.abs(score) > MARGIN
    X, y = everything[apart], np.sign(score[apart])
    passes = fit_perceptron(X, y, max_iter=10_000).run.n_iter  # theirs does not see that all are right
    yield Contest(
        "perceptron, separable",
        X.shape,
        lambda: fit_perceptron(X, y, max_iter=10_000),
        lambda: Perceptron(shuffle=False, tol=None, max_iter=passes).fit(X, y),
        lambda fit: float((fit.predict(X) != y).sum()),
        lambda fit: float((fit.predict(X) != y).sum()),
    )


def machines(size: tuple[int, int]) -> Iterator[Contest]:
    """Yield the rows of support vector machines, linear and with a Gaussian kernel; the objective is the primal."""
    source, X = examples(size, alike=0.0)
    noise = 0.3 * source.normal(size=size[0])
    labels = {"linear": np.sign(X[:, 0] + noise + 0.1), "gaussian": np.sign(X[:, 0] * X[:, 1] + X[:, 2] / 2 + noise)}
    width = float(np.sqrt(size[1]))
    for kernel, box in (("linear", 1.0), ("linear", 10.0), ("gaussian", 1.0), ("gaussian", 10.0)):
        y = labels[kernel]
        gram = X @ X.T if kernel == "linear" else np.exp(-cdist(X, X, "sqeuclidean") / (2 * width**2))

        def value(beta: Any, b: float, *, gram: Any = gram, y: Any = y, box: float = box) -> float:
            """Return the objective of a fit."""
            scores = gram @ beta
            return float(beta @ scores / 2 + box * np.maximum(0, 1 - y * (scores + b)).sum())

        own: dict[str, Any] = {"kernel": kernel} | ({"sigma": width} if kernel == "gaussian" else {})
        theirs: dict[str, Any] = {"kernel": "rbf", "gamma": 1 / (2 * width**2)} if "sigma" in own else own
        yield Contest(
            f"SVM, {kernel}, C = {box:g}",
            size,
            lambda y=y, box=box, own=own: fit_svm(X, y, C=box, **own),
            lambda y=y, box=box, theirs=theirs: SVC(C=box, cache_size=1000, **theirs).fit(X, y),
            lambda fit, value=value: value(fit.alpha * fit.signs, fit.intercept),
            lambda fit, value=value, y=y: value(_multipliers(fit, len(y)), fit.intercept_[0]),
        )


def _multipliers(fit: Any, size: int) -> Any:
    """Return the multipliers of all examples, with the signs of their labels."""
    beta = np.zeros(size)
    beta[fit.support_] = fit.dual_coef_[0]
    return beta


def strength(penalty: float) -> float:
    """Return the C of scikit-learn for a penalty."""
    return 1 / (2 * penalty) if penalty else np.inf


ROWS: tuple[Callable[[tuple[int, int]], Iterator[Contest]], ...] = (
    least_squares,
    logistic,
    softmax,
    separable,
    machines,
)
"""What yields the rows of one kind of model for a number of examples and of features."""


def timed(fit: Callable[[], Any], repeat: int) -> tuple[float, Any]:
    """Return the best time of several runs, after one that warms up, and the result."""
    result, best = fit(), float("inf")
    for _ in range(repeat):
        begin = perf_counter()
        result = fit()
        best = min(best, perf_counter() - begin)
    return best, result


def held(contest: Contest, repeat: int) -> Outcome:
    """Return the outcome of one row."""
    (ours, our_fit), (theirs, their_fit) = timed(contest.ours, repeat), timed(contest.theirs, repeat)
    values = contest.our_value(our_fit), contest.their_value(their_fit)
    best = min(values)
    size = max(abs(best), 1.0)
    return Outcome(contest, ours, theirs, (values[0] - best) / size, (values[1] - best) / size)


def main(arguments: list[str]) -> None:
    """Print the table, and the geometric mean of the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--repeat", type=int, default=5, help="runs of each fit, the best counts")
    _ = parser.add_argument("--only", default="", help="rows whose name has this in it")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")  # a solver that warns of no convergence is judged by its objective
    head = ("fit", "examples", "ours, ms", "scikit-learn, ms", "ratio", "our excess", "their excess")
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    outcomes: list[Outcome] = []
    with threadpool_limits(1):
        for contest in (c for rows in ROWS for size in SIZES for c in rows(size) if options.only in c.name):
            outcomes.append(held(contest, options.repeat))
            print(f"| {' | '.join(outcomes[-1].cells())} |", flush=True)
    mean = exp(sum(log(outcome.ratio) for outcome in outcomes) / len(outcomes))
    worse = sum(outcome.our_excess > outcome.their_excess + 1e-12 for outcome in outcomes)
    print(f"\nGeometric mean of the ratio {mean:.2f}, over {len(outcomes)} fits. ", end="")
    print(f"Our objective is the worse one, by more than 1e-12 of it, in {worse}.")


if __name__ == "__main__":
    main(sys.argv[1:])
