"""Logistic and softmax regression: the most likely weights, by Newton's method or gradient ascent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np
from scipy.optimize import linprog

from numeric import logistic, softmax
from numeric.algorithms.result import Classifier, LinearRule, Run, Watch
from numeric.inputs import Floats, augmented, binary_labels, labels, matrix, one_of, positive, whole

LIMITS = {"newton": 100, "ascent": 10_000}
"""The methods, and how many iterations each may take if nothing is said."""
SEPARABLE = "the classes are separable, so that the likelihood grows without end; give a penalty"
ROUNDING = 1e-13
"""The share of the first loss by which a Newton step may raise it: near the minimum rounding hides what it gains."""


def gradient_ascent(
    w: Floats, eta: float, gradient: Callable[[Floats], Floats], goes_on: Callable[..., bool]
) -> Floats:
    """Return the weights where the stopping rule is content: steps along the gradient of the log-likelihood."""
    while goes_on(w):
        w = w + eta * gradient(w)
    return w


def newton(  # noqa: PLR0917 -- the pseudo-code of the notes is made from this function, and shows what it is given
    w: Floats,
    loss: Callable[[Floats], float],
    gradient: Callable[[Floats], Floats],
    hessian: Callable[[Floats], Floats],
    epsilon: float,
    goes_on: Callable[[Floats], bool],
) -> Floats:
    """Return the weights where the stopping rule is content: steps by the curvature, halved while the loss rises."""
    while goes_on(w):
        s = solve(hessian(w), gradient(w))
        while loss(w - s) > loss(w) + epsilon:
            s = s / 2
        w = w - s
    return w


def solve(H: Floats, g: Floats) -> Any:
    """Return a solution of H s = g for a positive semidefinite H, the shortest where H is singular.

    >>> solve(np.array([[4.0, 0.0], [0.0, 0.0]]), np.array([2.0, 0.0]))
    array([0.5, 0. ])
    """
    return np.linalg.lstsq(H, g, rcond=len(g) * np.finfo(np.float64).eps)[0]


@dataclass(frozen=True, slots=True)
class Likelihood:
    """The loss of a `topic`, logistic or softmax, as a function of flat weights, which have this `shape`.

    `penalties` has what the square of each weight costs.
    """

    topic: ModuleType
    X: Floats
    Y: Floats
    shape: tuple[int, ...]
    penalties: Floats

    def loss(self, w: Floats) -> float:
        """Return minus the log-likelihood, with its penalty."""
        return float(self.topic.loss(w.reshape(self.shape), self.X, self.Y) + self.penalties @ w**2)

    def gradient(self, w: Floats) -> Floats:
        """Return the gradient of the loss."""
        return self.topic.gradient(w.reshape(self.shape), self.X, self.Y).ravel() + 2 * self.penalties * w

    def hessian(self, w: Floats) -> Floats:
        """Return the second derivatives of the loss."""
        return self.topic.hessian(w.reshape(self.shape), self.X).reshape(len(w), -1) + np.diag(2 * self.penalties)

    def share(self, gradient: Floats) -> float:
        """Return the largest entry of a gradient as a share of the largest value that it can have."""
        sizes = np.broadcast_to(np.abs(self.X).sum(axis=0), self.shape).ravel()
        return float(np.max(np.abs(gradient) / np.where(sizes > 0, sizes, 1.0)))

    def maximised(self, method: str, tol: float, max_iter: int | None) -> tuple[Floats, Run]:
        """Return the most likely weights, from zero, and how the run went."""
        w, chosen = np.zeros(len(self.penalties)), one_of(method, "method", tuple(LIMITS))
        most = LIMITS[chosen] if max_iter is None else whole(max_iter, "max_iter")
        rule = f"the gradient is at most {positive(tol, 'tol'):g} of its scale"
        watch = Watch(self.loss, self.gradient, self.share, tol, most, rule)
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            if chosen == "newton":
                _ = newton(w, self.loss, self.gradient, self.hessian, ROUNDING * self.loss(w), watch.goes_on)
            else:  # no second derivative is larger than twice what it is at zero
                eta = 1 / (2 * float(np.linalg.eigvalsh(self.hessian(w))[-1]))
                _ = gradient_ascent(w, eta, lambda w: -self.gradient(w), watch.goes_on)
        return watch.best, watch.run()


def is_separable(rows: Floats) -> bool:
    """Return whether some weights make rows @ weights nowhere negative and somewhere positive, by a linear program.

    >>> [is_separable(np.array(rows)) for rows in ([[1.0], [0.0]], [[1.0], [-1.0]])]
    [True, False]
    """
    peaks = np.abs(rows).max(axis=0)
    scaled = rows / np.where(peaks > 0, peaks, 1.0)
    tight: dict[str, Any] = {"primal_feasibility_tolerance": 1e-10}
    found = linprog(-scaled.sum(axis=0), A_ub=-scaled, b_ub=np.zeros(len(rows)), bounds=(-1.0, 1.0), options=tight)
    margins = scaled @ found.x
    return bool(margins.max() > 1e-6 and margins.min() > -1e-8 * margins.max())  # noqa: PLR2004 -- what counts as zero


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LikelihoodFit(Classifier):
    """The rule that was learnt, the loss with its penalty, and how the run went.

    `separable` is true where no weights are the most likely: those given separate the classes, or nearly so, and would
    grow for ever.
    """

    rule: LinearRule
    loss: float
    run: Run
    separable: bool

    @property
    def coef(self) -> Floats:
        """Return the weight of each feature; of logistic regression those of the larger label, else a row a class."""
        return self.rule.coef

    @property
    def intercept(self) -> Any:
        """Return the weight of the constant, or that of each class."""
        return self.rule.intercept

    def probabilities(self, X: Any) -> Floats:
        """Return the probability of the larger label for each example; of softmax regression a row of all classes."""
        scores = self.rule.scores(X)
        if scores.ndim == 1:
            return logistic.probabilities(np.ones(1), scores[:, None])
        return softmax.probabilities(np.eye(len(self.rule.classes)), scores)


def fit_logistic(
    X: Any,
    y: Any,
    *,
    penalty: float = 0.0,
    method: str = "newton",
    intercept: bool = True,
    tol: float = 1e-8,
    max_iter: int | None = None,
) -> LikelihoodFit:
    """Return the weights of the smallest cross-entropy error plus `penalty` times their squares, the intercept's not.

    The run converges where every entry of the gradient is at most `tol` times the largest value that it can have.
    `method` is "newton" or "ascent", at a constant rate that is safe. Raises a `DataError` for data that cannot be
    fitted.

    >>> fit = fit_logistic([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
    >>> fit.predict([[-1.0], [4.0]]), fit.separable
    (array([0, 1]), False)
    """
    rows = augmented(matrix(X), intercept=intercept)
    known = binary_labels(y, length=len(rows))
    bits, lam = known.codes.astype(np.float64), _penalties(penalty, rows, intercept=intercept)
    likelihood = Likelihood(logistic, rows, bits, (rows.shape[1],), lam)
    w, run = likelihood.maximised(method, tol, max_iter)
    rule = LinearRule(w[int(intercept) :], float(w[0]) if intercept else 0.0, known.classes)
    return _told(likelihood, rule, run, known.signs[:, None] * rows, w)


def fit_softmax(
    X: Any,
    y: Any,
    *,
    penalty: float = 0.0,
    method: str = "newton",
    intercept: bool = True,
    tol: float = 1e-8,
    max_iter: int | None = None,
) -> LikelihoodFit:
    """Return the weights of the smallest cross-entropy error plus `penalty` times their squares, the intercepts' not.

    The settings are those of `fit_logistic`; there may be any number of classes from two on. A vector added to all
    rows of weights would change no probability; these rows sum to zero.

    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], ["a", "a", "b", "a", "c", "b"]
    >>> fit = fit_softmax(X, y, penalty=0.1)
    >>> fit.predict([[0.0], [5.0]]), fit.run.converged
    (array(['a', 'b'], dtype='<U1'), True)
    """
    rows = augmented(matrix(X), intercept=intercept)
    known = labels(y, length=len(rows))
    Y, classes = known.one_hot, len(known.classes)
    lam = np.tile(_penalties(penalty, rows, intercept=intercept), classes)
    likelihood = Likelihood(softmax, rows, Y, (classes, rows.shape[1]), lam)
    w, run = likelihood.maximised(method, tol, max_iter)
    W = w.reshape(likelihood.shape) - w.reshape(likelihood.shape).mean(axis=0)
    rule = LinearRule(W[:, int(intercept) :], W[:, 0] if intercept else np.zeros(classes), known.classes)
    # The score of each example's class minus that of each other class, as rows over the flat weights.
    others = [np.einsum("nk,nd->nkd", Y - np.eye(classes)[k], rows)[known.codes != k] for k in range(classes)]
    return _told(likelihood, rule, run, np.concatenate(others).reshape(-1, len(w)), W.ravel())


def _penalties(penalty: float, rows: Floats, *, intercept: bool) -> Floats:
    """Return the penalty of the weight of each column; that of the constant, which is first, is zero."""
    free = np.arange(rows.shape[1]) < int(intercept)
    return np.where(free, 0.0, positive(penalty, "penalty", or_zero=True))


def _told(likelihood: Likelihood, rule: LinearRule, run: Run, sides: Floats, w: Floats) -> LikelihoodFit:
    """Return the result, which says so where weights put all examples on their side: where `sides` @ w is above 0."""
    separable = not likelihood.penalties.any() and is_separable(sides)
    run = replace(run, converged=False, stopped=SEPARABLE) if separable else run
    return LikelihoodFit(rule, likelihood.loss(w), run, separable)
