"""Support vector machines: hard and soft margin, with a kernel or without, and a certificate of what was found.

>>> from numeric.algorithms import fit_svm
>>> found = fit_svm([[0, 0], [1, 1], [3, 3], [4, 4]], [-1, -1, 1, 1])
>>> found.coef.round(9), round(found.intercept, 9), found.support
(array([0.5, 0.5]), -2.0, array([1, 2]))
>>> found.certificate.check(1e-9)
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.algorithms.binary import decided, two_classes
from numeric.algorithms.certificate import Certificate, certify, least_eigenvalue
from numeric.algorithms.dual_problem import Products
from numeric.algorithms.gram import Kernel
from numeric.algorithms.margin import Effort, Solution, hard_margin, soft_margin
from numeric.algorithms.result import Run, described
from numeric.errors import NotFiniteError, SettingError
from numeric.inputs import Floats, Labels, matrix, whole
from numeric.inputs import positive as above_zero

SMALLEST = 1e-200
STEPS, LEAST_STEPS = 100, 100_000
FLAT = 1e-10
"""How far below zero the least eigenvalue may be by rounding, relative to the largest entry of the diagonal."""


@dataclass(frozen=True, slots=True, eq=False)
class SupportVectorMachine:
    """What was found: multipliers `alpha`, b, the support vectors (where alpha is above zero), and the certificate.

    `coef` are the weights, for the linear kernel; `margin` is the width 2/|w| between the planes at +1 and -1, in the
    space of the kernel, NaN where that is no space of inner products. `C` is infinite for the hard margin.
    """

    kernel: Kernel
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
    support_vectors: Floats = field(repr=False)

    @property
    def n_support(self) -> tuple[int, int]:
        """Return how many support vectors there are of the negative class, and of the positive one."""
        positive = int((self.signs[self.support] > 0).sum())
        return len(self.support) - positive, positive

    def scores(self, X: Any) -> Floats:
        """Return f at the examples; for a precomputed kernel, X has their kernel with each example of the fit."""
        if self.coef is not None:
            return matrix(X, columns=len(self.coef)) @ self.coef + self.intercept
        weights = (self.alpha * self.signs)[self.support]
        if self.kernel.name == "precomputed":
            return matrix(X, columns=len(self.alpha))[:, self.support] @ weights + self.intercept
        rows = matrix(X, columns=self.support_vectors.shape[1])
        return self.kernel.matrix(rows, self.support_vectors) @ weights + self.intercept

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels of examples; a score of zero goes to the negative class."""
        return decided(self.scores(X), self.classes)

    def __repr__(self) -> str:
        """Return the fields, one a line."""
        return described(self, n_support=self.n_support)


def fit_svm(
    X: Any,
    y: Any,
    *,
    C: float | None = None,
    kernel: Any = "linear",
    power: int | None = None,
    sigma: float | None = None,
    beta_0: float | None = None,
    beta_1: float | None = None,
    positive: Any = None,
    tol: float = 1e-9,
    max_iter: int | None = None,
) -> SupportVectorMachine:
    """Return the support vector machine of examples of two classes: with a hard margin, or with C a soft one.

    Kernels are "linear", "polynomial" (`power`, 2), "gaussian" (`sigma`, 1), "sigmoid" (`beta_0`, 1; `beta_1`, 0), a
    function of X and Z that returns their matrix, or "precomputed", where X is that matrix. The larger label is
    positive unless `positive` names one. No two scores are further than `tol` from where they should be at the end,
    unless that takes more than `max_iter` steps (100 an example, and at least 100,000). Raises `NotSeparableError`
    where there is no hard margin, a `DataError` for other bad data, and `SettingError` for a bad setting.

    >>> circle = [[0, 0], [0.5, 0], [0, 0.5], [2, 0], [0, 2], [-2, 0]]
    >>> fit_svm(circle, [0, 0, 0, 1, 1, 1], kernel="polynomial", power=2).predict([[0.1, 0.1], [2, 2]]).tolist()
    [0, 1]
    """
    rows = matrix(X)
    labels = two_classes(y, length=len(rows), positive=positive)
    chosen = Kernel.named(kernel, power=power, sigma=sigma, beta_0=beta_0, beta_1=beta_1)
    box = math.inf if C is None else above_zero(C, "C")
    task = _task(rows, labels, chosen, box)
    enough = max(LEAST_STEPS, STEPS * len(rows))
    effort = Effort(above_zero(tol, "tol"), whole(enough if max_iter is None else max_iter, "max_iter"), task.convex)
    return _result(task, _solved(task, effort))


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """What is to be solved; `centre` is where the linear kernel has its origin, `least` an eigenvalue to be feared."""

    rows: Floats
    labels: Labels
    kernel: Kernel
    C: float
    products: Products
    centre: Floats | None
    least: float | None

    @property
    def convex(self) -> bool:
        """Return whether no eigenvalue of the kernel matrix is below zero, but for rounding."""
        return self.least is None or self.least >= -FLAT * float(np.abs(self.products.diagonal).max())


def _task(rows: Floats, labels: Labels, kernel: Kernel, C: float) -> _Task:
    products, centre = _products(rows, kernel)
    least = None if kernel.known_semidefinite else least_eigenvalue(products.rows)
    return _Task(rows, labels, kernel, C, products, centre, least)


def _solved(task: _Task, effort: Effort) -> Solution:
    if math.isinf(task.C):
        if not task.convex:
            reason = (
                f"a hard margin is one of a space of inner products, and its matrix has the eigenvalue {task.least:.3g}"
            )
            raise SettingError(task.kernel.name, place="kernel", reason=reason, way_out="give C, or another kernel")
        return hard_margin(task.products, task.labels.signs, effort)
    return soft_margin(task.products, task.labels.signs, task.C, effort)


def _products(rows: Floats, kernel: Kernel) -> tuple[Products, Floats | None]:
    """Return the inner products, and for the linear kernel the centre of the examples, which is put at the origin.

    The multipliers are the same wherever the origin is, as they are balanced; digits are lost far away from it.
    """
    if kernel.name != "linear":
        return Products.of_matrix(kernel.square(rows)), None
    centre = rows.mean(axis=0)
    centred = rows - centre
    _check_range(centred)
    few = centred.shape[1] < len(centred)
    return (Products.of_features(centred) if few else Products.of_matrix(centred @ centred.T)), centre


def _check_range(centred: Floats) -> None:
    """Refuse examples whose squared distances are no finite numbers, or so small that nothing is left of them."""
    with np.errstate(over="ignore", under="ignore"):
        largest = float(np.einsum("nd,nd->n", centred, centred).max())
    if not math.isfinite(largest) or (largest < SMALLEST and centred.any()):
        size = float(np.abs(centred).max())
        reason = f"examples are {size:.2g} from their mean, and the square of that is out of range"
        raise NotFiniteError(f"{size:.2g}", place="X", reason=reason, way_out="scale X")


def _result(task: _Task, found: Solution) -> SupportVectorMachine:
    products, signs = task.products, task.labels.signs
    alpha, support = np.abs(found.beta), np.flatnonzero(found.beta)
    coef, moved = None, 0.0
    if task.centre is not None:
        coef = found.beta[support] @ (task.rows[support] - task.centre)
        moved = float(coef @ task.centre)
    certificate = certify(alpha=alpha, b=found.b, signs=signs, products=products, C=task.C, coef=coef, least=task.least)
    return SupportVectorMachine(
        kernel=task.kernel,
        C=task.C,
        alpha=alpha,
        intercept=found.b - moved,
        coef=coef,
        support=support,
        margin=_width(float(found.beta @ products.times(found.beta))),
        run=_how_it_went(found, certificate),
        certificate=certificate,
        classes=task.labels.classes,
        signs=signs,
        support_vectors=task.rows[support],
    )


def _width(square: float) -> float:
    """Return 2/|w|: without end for w = 0, and no number where the kernel gives w a negative squared length."""
    if square <= 0:
        return math.nan if square < 0 else math.inf
    return 2 / math.sqrt(square)


def _how_it_went(found: Solution, certificate: Certificate) -> Run:
    if found.reached:
        stopped = f"no two scores are more than {found.close:.2g} from where they should be"
    elif found.violation <= found.close:
        stopped = f"rounding leaves scores uncertain by {found.close:.2g}: scale the features alike, or lower C"
    else:
        stopped = "no more steps are allowed"
    return Run(found.steps, found.reached, stopped, warning="" if certificate.convex else certificate.guarantee)
