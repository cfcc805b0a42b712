"""The support vector machine: the dual of the lecture, solved by an active set, and the conditions of its optimum.

Whatever the solver says it has found, the certificate says whether it is optimal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lstsq

from numeric import kernels, svm
from numeric.algorithms.result import Run, Shown
from numeric.errors import DataError, NotFiniteError, SettingError, WrongShapeError
from numeric.inputs import Floats, finite, matrix, two_classes, whole
from numeric.inputs import positive as above_zero

EPSILON = float(np.finfo(np.float64).eps)
FLAT = 1e-10
"""How far below zero the least eigenvalue of a kernel matrix may be by rounding, relative to its largest entry."""
SINGULAR = 0.1
"""The share of the residuals that no change of the multipliers moves, for a change to count as one without end."""
SETTINGS: dict[str, dict[str, float]] = {
    "linear": {},
    "polynomial": {"power": 2.0},
    "gaussian": {"sigma": 1.0},
    "sigmoid": {"beta_0": 1.0, "beta_1": 0.0},
    "precomputed": {},
    "callable": {},
}
"""The settings of each kernel, in the order of its function, with the values they have unless others are given."""


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
    `convex` says whether the kernel matrix has no negative eigenvalue: only then is a solution the best one.
    """

    stationary: float
    primal: float
    dual: float
    slackness: float
    gap: float
    convex: bool

    def failures(self, tol: float = 1e-6) -> tuple[str, ...]:
        """Return the names of the conditions that do not hold within `tol`."""
        limit = above_zero(tol, "tol")
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        missed = tuple(name for name, value in found.items() if name != "convex" and not abs(value) <= limit)
        return missed if self.convex else (*missed, "convex")

    def check(self, tol: float = 1e-6) -> bool:
        """Return whether all conditions hold within `tol`, so that the solution is optimal to that accuracy."""
        return not self.failures(tol)


def certify(alpha: Floats, b: float, y: Floats, K: Floats, *, C: float, convex: bool = True) -> Certificate:
    """Return the certificate of these multipliers and this b, computed afresh; C is infinite for the hard margin.

    >>> K, y = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    >>> certify(np.array([0.5, 0.5]), 0.0, y, K, C=np.inf).check(1e-12)
    True
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
        convex=convex,
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SupportVectorMachine(Shown):
    """What was found: multipliers `alpha`, b, the support vectors (where alpha is above zero), and the certificate.

    `coef` are the weights, for the linear kernel; `margin` is the width 2/|w| between the planes at +1 and -1, in the
    space of the kernel, NaN where that is no space of inner products. `C` is infinite for the hard margin.
    """

    kernel: str
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
    _products: Callable[[Floats], Floats] = field(repr=False)

    def scores(self, X: Any) -> Floats:
        """Return f at the examples; for a precomputed kernel, X has their kernel with each example of the fit."""
        if self.coef is not None:
            return matrix(X, columns=len(self.coef)) @ self.coef + self.intercept
        return self._products(X) @ (self.alpha * self.signs) + self.intercept

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels of examples; a score of zero goes to the negative class."""
        return self.classes[(self.scores(X) > 0).astype(np.intp)]


def fit_svm(
    X: Any,
    y: Any,
    *,
    C: float | None = None,
    kernel: Any = "linear",
    positive: Any = None,
    tol: float = 1e-9,
    max_iter: int = 10_000,
    **settings: Any,
) -> SupportVectorMachine:
    """Return the support vector machine of examples of two classes: with a hard margin, or with C a soft one.

    Kernels are "linear", "polynomial" (`power`, 2), "gaussian" (`sigma`, 1), "sigmoid" (`beta_0`, 1; `beta_1`, 0), a
    function of X and Z that returns their matrix, or "precomputed", where X is that matrix. The larger label is
    positive unless `positive` names one. It converges where no two scores are further than `tol` from where they should
    be, unless that takes more than `max_iter` steps. Raises `NotSeparableError` where there is no hard margin, a
    `DataError` for other bad data, and `SettingError` for a bad setting.

    >>> circle = [[0, 0], [0.5, 0], [0, 0.5], [2, 0], [0, 2], [-2, 0]]
    >>> fit_svm(circle, [0, 0, 0, 1, 1, 1], kernel="polynomial", power=2).predict([[0.1, 0.1], [2, 2]]).tolist()
    [0, 1]
    """
    rows = matrix(X)
    known = two_classes(y, length=len(rows), positive=positive)
    name, products = _kernel(kernel, rows, settings)
    centre = rows.mean(axis=0) if name == "linear" else np.zeros(rows.shape[1])
    own: dict[str, Any] = {"linear": lambda X: (X - centre) @ (X - centre).T, "precomputed": lambda X: X}
    K = own.get(name, products)(rows)
    _check_matrix(K, name)
    convex = name in {"linear", "polynomial", "gaussian"} or _is_semidefinite(K)
    box = math.inf if C is None else above_zero(C, "C")
    if C is None and not convex:
        reason = "a hard margin is one of a space of inner products, and its matrix has a negative eigenvalue"
        raise SettingError(name, place="kernel", reason=reason, way_out="give C, or another kernel")
    beta, b, run = solve_dual(K, known.signs, box, tol=above_zero(tol, "tol"), max_iter=whole(max_iter, "max_iter"))
    coef, square = beta @ (rows - centre) if name == "linear" else None, float(beta @ K @ beta)
    certificate = certify(np.abs(beta), b, known.signs, K, C=box, convex=convex)
    missed = ", ".join(name for name in certificate.failures() if name != "convex")
    if run.converged and missed:
        run = replace(run, converged=False, stopped=f"rounding leaves a condition of the optimum unmet: {missed}")
    warning = "" if convex else "the kernel matrix has a negative eigenvalue: other multipliers may be better"
    return SupportVectorMachine(
        kernel=name,
        C=box,
        alpha=np.abs(beta),
        intercept=b - float(coef @ centre) if coef is not None else b,
        coef=coef,
        support=np.flatnonzero(beta),
        margin=math.inf if square == 0 else math.nan if square < 0 else 2 / math.sqrt(square),
        run=replace(run, warning=warning),
        certificate=certificate,
        classes=known.classes,
        signs=known.signs,
        _products=products,
    )


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


def _kernel(kernel: Any, rows: Floats, settings: dict[str, Any]) -> tuple[str, Callable[[Any], Floats]]:
    """Return the name of the kernel, and the function from examples to their kernel with those of the fit."""
    if not callable(kernel) and (not isinstance(kernel, str) or kernel not in SETTINGS or kernel == "callable"):
        way_out = f"give one of {', '.join(list(SETTINGS)[:-1])}, or a function"
        raise SettingError(repr(kernel), place="kernel", reason="there is no such kernel", way_out=way_out)
    name: str = "callable" if callable(kernel) else kernel
    function: Any = getattr(kernels, name, kernel)
    for strange in settings.keys() - SETTINGS[name].keys():
        raise SettingError(
            strange, place="kernel", reason=f"the {name} kernel has no such setting", way_out="leave it out"
        )
    values = [_setting(one, settings.get(one, usual)) for one, usual in SETTINGS[name].items()]
    if name == "precomputed":
        return name, lambda X: matrix(X, columns=len(rows))

    def products(X: Any) -> Floats:
        """Return a row of kernels for each example."""
        given = matrix(X, columns=rows.shape[1])
        with np.errstate(over="ignore"):
            made: Any = function(given, rows, *values)
        if np.shape(made) != (len(given), len(rows)):
            reason = f"the kernel gave a matrix of shape {np.shape(made)}"
            raise WrongShapeError(f"shape {(len(given), len(rows))}", place="kernel", reason=reason, way_out="mend it")
        return np.asarray(made, dtype=np.float64)

    return name, products


def _setting(name: str, value: Any) -> float:
    """Return a setting: powers are whole, widths above zero, the numbers of the sigmoid any."""
    if name == "power":
        return float(whole(int(value) if isinstance(value, float) and value.is_integer() else value, name))
    return above_zero(value, name) if name == "sigma" else finite(value, name)


def _check_matrix(K: Floats, name: str) -> None:
    if K.shape[0] != K.shape[1]:
        reason = "a kernel matrix has a row and a column for each example"
        raise WrongShapeError(f"shape {K.shape}", place="X", reason=reason, way_out="give a square matrix")
    if not np.isfinite(K).all():
        way_out = "scale X, or change the settings of the kernel"
        raise NotFiniteError("an infinity", place="the kernel matrix", reason="it is too large", way_out=way_out)
    if np.abs(K - K.T).max() > 1e-8 * np.abs(K).max():
        reason = "it is not symmetric, and so no matrix of inner products"
        raise SettingError(name, place="kernel", reason=reason, way_out="give a symmetric kernel")


def _is_semidefinite(K: Floats) -> bool:
    return float(np.linalg.eigvalsh(K)[0]) >= -FLAT * float(np.abs(K).max())
