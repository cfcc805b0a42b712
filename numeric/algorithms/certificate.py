"""The Karush-Kuhn-Tucker conditions of a support vector machine as numbers: anyone can check a solution by them.

Everything is computed afresh from the multipliers, b and the kernel matrix, by the objectives of the lecture and not
by the solver. The numbers are relative, so that they do not depend on the units of the data.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh

from numeric import svm
from numeric.algorithms.dual_problem import Products
from numeric.algorithms.result import described
from numeric.inputs import Floats, positive

SMALL = 500
"""Up to how many examples all eigenvalues of a kernel matrix are computed; beyond it, the least one by iteration."""
FLAT = 1e-10
"""How far below zero, relative to the largest diagonal entry, an eigenvalue may be by rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """How far a solution is from optimal, condition by condition; all of the numbers are zero at the optimum.

    `stationary_w` is the distance of w from the sum of alpha y x, `stationary_b` the sum of alpha y; `primal` is by how
    much an example is short of its margin after its slack (only the hard margin has no slack); `dual` by how much a
    multiplier is out of its box; `slackness` the largest product of a multiplier and what it prices; `gap` the primal
    minus the dual objective. `least_eigenvalue` is that of the kernel matrix: below zero the dual is not concave, and
    a solution need not be the best one. It is None where a derivation shows that there is no such eigenvalue.
    """

    stationary_w: float
    stationary_b: float
    primal: float
    dual: float
    slackness: float
    gap: float
    primal_objective: float
    dual_objective: float
    least_eigenvalue: float | None
    convex: bool

    def failures(self, tol: float = 1e-6) -> tuple[str, ...]:
        """Return the names of the conditions that do not hold within `tol`; an objective that is not concave is one."""
        limit = positive(tol, "tol")
        names = ("stationary_w", "stationary_b", "primal", "dual", "slackness", "gap")
        missed = tuple(name for name in names if not abs(getattr(self, name)) <= limit)
        return missed if self.convex else (*missed, "convex")

    def check(self, tol: float = 1e-6) -> bool:
        """Return whether all conditions hold within `tol`, so that the solution is optimal to that accuracy."""
        return not self.failures(tol)

    @property
    def guarantee(self) -> str:
        """Return in a sentence what the conditions are worth with this kernel."""
        if self.convex:
            return "the problem is convex: where the conditions hold, no other solution is better"
        return (
            f"the kernel matrix has the eigenvalue {self.least_eigenvalue:.3g}: the problem is not convex, "
            "and where the conditions hold the solution is stationary, but need not be the best"
        )

    def __repr__(self) -> str:
        """Return the numbers, one a line, and what they are worth."""
        return described(self, guarantee=self.guarantee)


def certify(
    *,
    alpha: Floats,
    b: float,
    signs: Floats,
    products: Products,
    C: float,
    coef: Floats | None = None,
    least: float | None = None,
) -> Certificate:
    """Return the certificate of these multipliers and this b; C is infinite for the hard margin.

    `coef`, of the linear kernel, is compared with the weights that the multipliers stand for. `least` is the least
    eigenvalue of the kernel matrix, or None if none can be below zero.

    >>> pair = Products.of_features(np.array([[1.0], [-1.0]]))
    >>> solution = {"alpha": np.array([0.5, 0.5]), "b": 0.0, "signs": np.array([1.0, -1.0]), "C": np.inf}
    >>> certify(**solution, products=pair).check(1e-12)
    True
    >>> certify(**solution | {"b": 0.1}, products=pair).failures()
    ('primal', 'slackness')
    """
    beta = alpha * signs
    product = products.times(beta)
    margins = signs * (product + b)
    slack = np.zeros(len(signs)) if np.isinf(C) else np.maximum(0.0, 1 - margins)
    norm, total = float(beta @ product), max(float(np.abs(alpha).sum()), float(np.finfo(float).tiny))
    losses = 0.0 if np.isinf(C) else C * float(slack.sum())
    primal, dual = (
        norm / 2 + losses,
        float((svm.dual if products.from_features else svm.kernel_dual)(alpha, signs, products.rows)),
    )
    return Certificate(
        stationary_w=_distance(coef, products, beta),
        stationary_b=float(beta.sum()) / total,
        primal=float(np.maximum(0.0, 1 - slack - margins).max()),
        dual=float(np.maximum(-alpha, alpha - C).max(initial=0.0)) / float(np.abs(alpha).max(initial=1e-300)),
        slackness=_slackness(alpha, margins - 1 + slack, slack, C),
        gap=(primal - dual) / max(abs(primal), abs(dual), float(np.finfo(float).tiny)),
        primal_objective=primal,
        dual_objective=dual,
        least_eigenvalue=least,
        convex=least is None or least >= -FLAT * float(np.abs(products.diagonal).max()),
    )


def _distance(coef: Floats | None, products: Products, beta: Floats) -> float:
    """Return how far the weights are from those that the multipliers stand for; a kernel has no weights to compare."""
    if coef is None or not products.from_features:
        return 0.0
    return float(np.linalg.norm(coef - beta @ products.rows)) / (float(np.linalg.norm(coef)) or 1.0)


def _slackness(alpha: Floats, excess: Floats, slack: Floats, C: float) -> float:
    """Return the largest alpha times excess over the margin, and (C - alpha) times slack, relative to alpha and C."""
    inside = float(np.abs(alpha * excess).max()) / float(np.abs(alpha).max(initial=1e-300))
    return inside if np.isinf(C) else max(inside, float(np.abs((1 - alpha / C) * slack).max()))


def least_eigenvalue(gram: Floats) -> float:
    """Return the least eigenvalue of a symmetric matrix; for a large one, the least that an iteration finds.

    >>> least_eigenvalue(np.array([[1.0, 2.0], [2.0, 1.0]])).__round__(12)
    -1.0
    """
    if len(gram) <= SMALL:
        return float(eigh(gram, eigvals_only=True, subset_by_index=(0, 0))[0])
    start = np.random.default_rng(0).normal(size=len(gram))
    return float(eigsh(gram, k=1, which="SA", v0=start, tol=1e-6, return_eigenvectors=False)[0])
