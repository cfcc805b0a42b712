"""The support vector machine: the dual of the lecture, solved by an active set, and the conditions of its optimum.

Whatever the solver says it has found, the certificate says whether it is optimal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lstsq

from numeric import kernels, svm
from numeric.algorithms.result import Run, Shown
from numeric.errors import DataError, NotFiniteError, SettingError, WrongShapeError
from numeric.inputs import Floats, binary_labels, matrix, positive, whole

Kernel = Callable[[Floats, Floats], Floats]
EPSILON = float(np.finfo(np.float64).eps)
FLAT = 1e-10
"""How far below zero the least eigenvalue of a kernel matrix may be by rounding, relative to its largest entry."""
SINGULAR = 0.1
"""The share of the residuals that no change of the multipliers moves, for a change to count as one without end."""
UNCERTAIN = 0.1
"""How uncertain rounding may leave the scores of a hard margin, which are 1 and more, for it to be told from none."""


class NotSeparableError(DataError):
    """No plane separates the two classes, so that there is no hard margin."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Certificate(Shown):
    """How far a solution is from optimal, by the conditions of Karush, Kuhn and Tucker; all are zero at the optimum.

    `stationary` is the sum of alpha y, relative to that of alpha; `primal` by how much an example is short of its
    margin after its slack (only the hard margin has none); `dual` by how much a multiplier is out of its box;
    `slackness` the largest product of a multiplier and what it prices; `gap` primal minus dual objective, relative.
    """

    stationary: float
    primal: float
    dual: float
    slackness: float
    gap: float

    def failures(self, tol: float = 1e-6) -> tuple[str, ...]:
        """Return the names of the conditions that do not hold within `tol`: of a solution that is optimal, none."""
        return tuple(name for name, value in asdict(self).items() if not abs(value) <= tol)


def certify(alpha: Floats, b: float, y: Floats, K: Floats, *, C: float) -> Certificate:
    """Return the certificate of these multipliers and this b, computed afresh; C is infinite for the hard margin.

    >>> K, y = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    >>> certify(np.array([0.5, 0.5]), 0.0, y, K, C=np.inf).failures(1e-12)
    ()
    >>> certify(np.array([0.5, 0.5]), 0.1, y, K, C=np.inf).failures()
    ('primal', 'slackness')
    """
    beta, largest = alpha * y, float(np.abs(alpha).max(initial=1e-300))
    margins, hard = y * (K @ beta + b), math.isinf(C)
    slack = np.zeros(len(y)) if hard else np.maximum(0.0, 1 - margins)
    primal, dual = beta @ K @ beta / 2 + (0.0 if hard else C * slack.sum()), svm.kernel_dual(alpha, y, K)
    priced = np.abs(alpha * (margins - 1 + slack)).max() / largest
    return Certificate(
        stationary=float(beta.sum() / max(np.abs(alpha).sum(), 1e-300)),
        primal=float(np.maximum(0.0, 1 - slack - margins).max()),
        dual=float(np.maximum(-alpha, alpha - C).max(initial=0.0)) / largest,
        slackness=float(priced if hard else max(priced, np.abs((1 - alpha / C) * slack).max())),
        gap=float((primal - dual) / max(abs(primal), abs(dual), 1e-300)),
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SupportVectorMachine(Shown):
    """What was found: multipliers `alpha`, b, the support vectors (where alpha is above zero), and the certificate.

    `coef` are the weights, for the linear kernel; `margin` is the width 2/|w| between the planes at +1 and -1, in the
    space of the kernel, NaN where there is none. `C` is infinite for the hard margin.
    """

    C: float
    alpha: Floats
    intercept: float
    coef: Floats | None
    support: NDArray[np.intp]
    margin: float
    run: Run
    certificate: Certificate
    classes: NDArray[Any]
    signs: Floats = field(repr=False)
    kernel: Kernel = field(repr=False)
    examples: Floats = field(repr=False)

    def scores(self, X: Any) -> Floats:
        """Return f at the examples, which is w.x + b for the linear kernel."""
        rows = matrix(X, columns=self.examples.shape[1])
        if self.coef is not None:
            return rows @ self.coef + self.intercept
        return self.kernel(rows, self.examples) @ (self.alpha * self.signs) + self.intercept

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels of examples; a score of zero goes to the negative class."""
        return self.classes[(self.scores(X) > 0).astype(np.intp)]


def fit_svm(
    X: Any,
    y: Any,
    *,
    C: float | None = None,
    kernel: Kernel = kernels.linear,
    tol: float = 1e-9,
    max_iter: int = 10_000,
) -> SupportVectorMachine:
    """Return the support vector machine of examples of two classes: with a hard margin, or with C a soft one.

    The kernel is a function of X and Z that returns their matrix, such as those of `numeric.kernels`. The larger label
    is positive. It converges where no two scores are further than `tol` from where they should be, unless that takes
    more than `max_iter` steps; where a condition of the optimum fails, the run has not converged. Raises
    `NotSeparableError` where there is no hard margin, a `DataError` for other bad data, and `SettingError` for a bad
    setting.

    >>> from functools import partial
    >>> circle = [[0, 0], [0.5, 0], [0, 0.5], [2, 0], [0, 2], [-2, 0]]
    >>> fit = fit_svm(circle, [0, 0, 0, 1, 1, 1], kernel=partial(kernels.polynomial, power=2))
    >>> fit.predict([[0.1, 0.1], [2, 2]]).tolist()
    [0, 1]
    """
    rows = matrix(X)
    known = binary_labels(y, length=len(rows))
    linear, box = kernel is kernels.linear, math.inf if C is None else positive(C, "C")
    centre = rows.mean(axis=0) if linear else np.zeros(rows.shape[1])
    K = _kernel_matrix(kernel, rows - centre)
    beta, b, run = solve_dual(K, known.signs, box, tol=positive(tol, "tol"), max_iter=whole(max_iter, "max_iter"))
    certificate, square = certify(np.abs(beta), b, known.signs, K, C=box), float(beta @ K @ beta)
    if run.converged and certificate.failures():
        failed = ", ".join(certificate.failures())
        run = replace(run, converged=False, stopped=f"rounding leaves a condition of the optimum unmet: {failed}")
    if np.linalg.eigvalsh(K)[0] < -FLAT * np.abs(K).max():
        reason = "the kernel matrix has a negative eigenvalue: other multipliers may be better"
        run = replace(run, converged=False, stopped=reason)
    coef = beta @ (rows - centre) if linear else None
    return SupportVectorMachine(
        C=box,
        alpha=np.abs(beta),
        intercept=b if coef is None else b - float(coef @ centre),
        coef=coef,
        support=np.flatnonzero(beta),
        margin=2 / math.sqrt(square) if square > 0 else math.nan,
        run=run,
        certificate=certificate,
        classes=known.classes,
        signs=known.signs,
        kernel=kernel,
        examples=rows,
    )


def _kernel_matrix(kernel: Kernel, rows: Floats) -> Floats:
    with np.errstate(over="ignore"):
        K = np.asarray(kernel(rows, rows), dtype=np.float64)
    if K.shape != (len(rows), len(rows)):
        reason, way_out = "a kernel matrix has a row and a column for each example", "mend the kernel"
        raise WrongShapeError(f"shape {K.shape}", place="kernel", reason=reason, way_out=way_out)
    if not np.isfinite(K).all():
        way_out = "scale X, or take another kernel"
        raise NotFiniteError("an infinity", place="the kernel matrix", reason="it is too large", way_out=way_out)
    if np.abs(K - K.T).max() > 1e-8 * np.abs(K).max():
        reason = "its matrix is not symmetric, and so none of inner products"
        raise SettingError(repr(kernel), place="kernel", reason=reason, way_out="give a symmetric kernel")
    return K


def solve_dual(K: Floats, y: Floats, C: float, *, tol: float, max_iter: int) -> tuple[Floats, float, Run]:
    """Return the signed multipliers beta = alpha y that maximise the dual, b, and how it went, by an active set.

    The residuals r = y - K beta of the multipliers inside of their box are brought to one value, b, as far as the box
    allows; a multiplier that meets its wall stays there. Then the one joins that could gain most: its residual is above
    b though it can rise, or below though it can fall. Where there is none, no multipliers are better. Raises
    `NotSeparableError` where the multipliers of a hard margin can grow without end.

    >>> K = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> beta, b, run = solve_dual(K, K[0], 10.0, tol=1e-9, max_iter=9)
    >>> beta, b, run.converged
    (array([ 0.5, -0.5]), 0.0, True)
    """
    low, high = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    beta, inside = np.zeros(len(y)), np.zeros(len(y), dtype=bool)
    left, b = math.inf, 0.0
    for step in range(max_iter + 1):
        r, rounding = y - K @ beta, 64 * EPSILON * float((np.abs(K) @ np.abs(beta)).max())
        i, j = np.argmax(np.where(beta < high, r, -np.inf)), np.argmin(np.where(beta > low, r, np.inf))
        left, b = float(r[i] - r[j]), float(r[i] + r[j]) / 2
        if left <= tol:
            stopped = f"no two scores are more than {tol:.2g} from where they should be"
            return beta, b, Run(step, converged=True, stopped=stopped)
        if math.isinf(C) and rounding > UNCERTAIN:
            raise _inseparable()
        if left <= rounding:
            stopped = f"rounding leaves scores uncertain by {rounding:.2g}: scale the features alike, or lower C"
            return beta, b, Run(step, converged=False, stopped=stopped)
        if not inside.any():
            inside[[i, j]] = True
        elif np.ptp(r[inside]) <= max(tol / 2, rounding / 4):
            inside[i if r[i] + r[j] > 2 * r[inside].mean() else j] = True
        way, length = _towards_one_residual(K[np.ix_(inside, inside)], r[inside], float(beta.sum()))
        beta[inside], met = _as_far_as_the_box(beta[inside], way, length, low[inside], high[inside])
        inside[np.flatnonzero(inside)[met]] = False
    stopped = f"no more steps are allowed, and scores are {left:.2g} from where they should be"
    return beta, b, Run(max_iter, converged=False, stopped=stopped)


def _inseparable() -> NotSeparableError:
    reason = "no plane separates the two classes with a margin that can be told from zero"
    return NotSeparableError("y", place="fit_svm", reason=reason, way_out="give C, or another kernel")


def _towards_one_residual(K: Floats, r: Floats, excess: float) -> tuple[Floats, float]:
    """Return the change that makes all residuals the same; where none does, one that gains without end."""
    unit = np.full((len(r), 1), float(np.abs(K).max()) or 1.0)
    system, sides = np.block([[K, unit], [unit.T, np.zeros((1, 1))]]), np.append(r, -excess * unit[0])
    found = lstsq(system, sides, cond=1e-13, lapack_driver="gelsy", check_finite=False)[0]
    rest = (sides - system @ found)[:-1]
    gains = np.abs(rest).max() > SINGULAR * np.ptp(r)
    return (rest, math.inf) if gains else (found[:-1], 1.0)


def _as_far_as_the_box(
    beta: Floats, way: Floats, length: float, low: Floats, high: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the multipliers moved along the way, by the length or to the first wall, and which have met theirs."""
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(way == 0, np.inf, np.where(way > 0, high - beta, low - beta) / way)
    length = min(length, float(room.min()))
    if math.isinf(length):
        raise _inseparable()
    met = room <= length
    return np.where(met, np.where(way > 0, high, low), beta + length * way), met
