"""Logistic and softmax regression: the most likely weights, by Newton's method or gradient ascent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import linprog

from numeric import logistic, softmax
from numeric.algorithms.result import Classifier, LinearRule, Run, Watch
from numeric.errors import SettingError
from numeric.inputs import Floats, Labels, binary_labels, labels, matrix, nonnegative, one_of, positive, whole

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


def solve(H: Floats, g: Floats) -> Floats:
    """Return a solution of H s = g for a positive semidefinite H; up to units the shortest, where H is singular.

    >>> solve(np.array([[4.0, 0.0], [0.0, 0.0]]), np.array([2.0, 0.0]))
    array([0.5, 0. ])
    """
    units = np.sqrt(np.diag(H))
    units[units == 0] = 1.0
    s = np.linalg.lstsq(H / np.outer(units, units), g / units, rcond=len(g) * np.finfo(np.float64).eps)[0]
    return s / units


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A convex loss of a flat vector of weights: minus a log-likelihood, with its penalty.

    `scale` is the largest value that each entry of the gradient can have. `wrong(w)` has the linear functions of the
    weights that are positive where all examples are on their side, and `rows` their coefficients, a row each: where all
    can be nonnegative, and some positive, no weights are the most likely. None where a penalty bounds the weights.
    """

    loss: Callable[[Floats], float]
    gradient: Callable[[Floats], Floats]
    hessian: Callable[[Floats], Floats]
    scale: Floats
    rows: Callable[[], Floats] | None


def maximise(
    problem: Likelihood, *, method: str, rate: float | None, tol: float, max_iter: int | None
) -> tuple[Floats, Run, bool]:
    """Return the most likely weights, how the run went, and whether the classes are separable.

    Raises `SettingError` for a rate where the method has none.
    """
    chosen = one_of(method, "method", tuple(LIMITS))
    if rate is not None and chosen != "ascent":
        reason = f"the method {chosen!r} finds its own steps"
        raise SettingError(repr(rate), place="rate", reason=reason, way_out="leave it out, or take method='ascent'")
    w = np.zeros(len(problem.scale))
    watch = Watch(
        loss=problem.loss,
        gradient=problem.gradient,
        size=lambda g: float(np.max(np.abs(g) / problem.scale)),
        tol=positive(tol, "tol"),
        max_iter=LIMITS[chosen] if max_iter is None else whole(max_iter, "max_iter"),
        rule=f"the gradient is at most {tol:g} of its scale",
    )
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        if chosen == "newton":
            _ = newton(w, problem.loss, problem.gradient, problem.hessian, ROUNDING * problem.loss(w), watch.goes_on)
        else:
            eta = 1 / largest_curvature(problem) if rate is None else positive(rate, "rate")
            _ = gradient_ascent(w, eta, lambda w: -problem.gradient(w), watch.goes_on)
    run = watch.run()
    if problem.rows is None or not is_separable(problem.rows(), watch.best):
        return watch.best, run, False
    return watch.best, replace(run, converged=False, stopped=SEPARABLE), True


def largest_curvature(problem: Likelihood) -> float:
    """Return a bound of the second derivative in any direction: twice its largest value at zero."""
    return 2 * float(np.linalg.eigvalsh(problem.hessian(np.zeros(len(problem.scale))))[-1])


def is_separable(rows: Floats, w: Floats) -> bool:
    """Return whether some weights make rows @ weights nowhere negative and somewhere positive; w may be such weights.

    It is decided by a linear program, if these weights do not show it.

    >>> [is_separable(np.array(rows), np.zeros(1)) for rows in ([[1.0], [0.0]], [[1.0], [-1.0]])]
    [True, False]
    """
    if (rows @ w).min() > 0:
        return True
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
    rate: float | None = None,
    tol: float = 1e-8,
    max_iter: int | None = None,
) -> LikelihoodFit:
    """Return the weights of the smallest cross-entropy error plus `penalty` times their squares, the intercept's not.

    The run converges where every entry of the gradient is at most `tol` times the largest value that it can have.
    `method` is "newton" or "ascent", which has a constant `rate`; left out, one that is safe. Raises a `DataError` for
    data that cannot be fitted.

    >>> fit = fit_logistic([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
    >>> fit.predict([[-1.0], [4.0]]), fit.separable
    (array([0, 1]), False)
    """
    given = matrix(X)
    known = binary_labels(y, length=len(given))
    lam = penalties(nonnegative(penalty, "penalty"), given.shape[1], intercept=intercept)
    rows, means = centred(given, intercept=intercept)
    bits = known.codes.astype(np.float64)
    problem = Likelihood(
        loss=lambda w: float(logistic.loss(w, rows, bits) + lam @ w**2),
        gradient=lambda w: logistic.gradient(w, rows, bits) + 2 * lam * w,
        hessian=lambda w: logistic.hessian(w, rows) + np.diag(2 * lam),
        scale=largest_entries(rows),
        rows=None if lam.any() else lambda: known.signs[:, None] * rows,
    )
    w, run, separable = maximise(problem, method=method, rate=rate, tol=tol, max_iter=max_iter)
    coef = w[int(intercept) :]
    rule = LinearRule(coef, float(w[0] - means @ coef) if intercept else 0.0, known.classes)
    return LikelihoodFit(rule, problem.loss(w), run, separable)


def fit_softmax(
    X: Any,
    y: Any,
    *,
    penalty: float = 0.0,
    method: str = "newton",
    intercept: bool = True,
    rate: float | None = None,
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
    given = matrix(X)
    known = labels(y, length=len(given))
    lam = penalties(nonnegative(penalty, "penalty"), given.shape[1], intercept=intercept)
    rows, means = centred(given, intercept=intercept)
    Y, shape = known.one_hot, (len(known.classes), rows.shape[1])
    problem = Likelihood(
        loss=lambda w: float(softmax.loss(w.reshape(shape), rows, Y) + (w.reshape(shape) ** 2 @ lam).sum()),
        gradient=lambda w: (softmax.gradient(w.reshape(shape), rows, Y) + 2 * lam * w.reshape(shape)).ravel(),
        hessian=lambda w: (
            softmax.hessian(w.reshape(shape), rows).reshape(len(w), -1) + np.diag(np.tile(2 * lam, len(Y.T)))
        ),
        scale=np.tile(largest_entries(rows), shape[0]),
        rows=None if lam.any() else lambda: _differences(rows, known),
    )
    w, run, separable = maximise(problem, method=method, rate=rate, tol=tol, max_iter=max_iter)
    W = w.reshape(shape) - w.reshape(shape).mean(axis=0)
    coef = W[:, int(intercept) :]
    rule = LinearRule(coef, W[:, 0] - coef @ means if intercept else np.zeros(len(W)), known.classes)
    return LikelihoodFit(rule, problem.loss(W.ravel()), run, separable)


def _differences(X: Floats, known: Labels) -> Floats:
    """Return the score of each example's class minus that of each other class, as rows over the flat weights."""
    own, classes = known.one_hot, len(known.classes)
    rows = [
        np.einsum("nk,nd->nkd", own - np.eye(classes)[k], X)[known.codes != k].reshape(-1, classes * X.shape[1])
        for k in range(classes)
    ]
    return np.concatenate(rows)


def centred(X: Floats, *, intercept: bool) -> tuple[Floats, Floats]:
    """Return the examples with a constant in front and columns of mean zero, and the means; or as they are, and zeros.

    >>> centred(np.array([[1.0], [3.0]]), intercept=True)
    (array([[ 1., -1.],
           [ 1.,  1.]]), array([2.]))
    """
    if not intercept:
        return X, np.zeros(X.shape[1])
    means = X.mean(axis=0)
    return np.column_stack([np.ones(len(X)), X - means]), means


def penalties(penalty: float, features: int, *, intercept: bool) -> Floats:
    """Return the penalty of each weight; that of the constant, which is first, is zero."""
    return np.concatenate([np.zeros(int(intercept)), np.full(features, penalty)])


def largest_entries(X: Floats) -> Floats:
    """Return the sum of the sizes of each column, 1 for a column of zeros: what bounds an entry of the gradient."""
    sizes = np.abs(X).sum(axis=0)
    return np.where(sizes > 0, sizes, 1.0)
