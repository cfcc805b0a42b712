"""Separable classes: whether some weights put every example on the right side, so that no likelihood is the largest.

Binary labels and many classes are one question: for each example and each wrong class, a linear function of the
weights must not be negative. Weights at which none is negative, and not all are zero, make the likelihood grow without
end. Three answers, from the cheapest to the surest: the margins of some weights may be all positive; the curvature
may prove that there is a minimum; a linear program decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from numeric.algorithms.blocks import blocks
from numeric.algorithms.newton import solver
from numeric.algorithms.result import Run
from numeric.inputs import Floats

SEPARABLE = "the classes are separable, so that the likelihood grows without end; give a penalty"
OPEN = "it was not decided in time whether the classes are separable"
TOUCHES = 1e-8
"""A margin below this share of the largest one counts as zero."""
SECONDS = 20.0
"""What the linear program may take."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What is known of an unpenalised likelihood at some weights.

    The likelihood is made of the scores w_k . x_i, for examples x_i and one weight vector w_k or more; `gradient` has a
    row for each. `least` bounds from below how much each example bends it by any of its scores, and `bend` how fast
    that changes, in units of the largest score: 1 for two classes, 2 for more. `rows` gives the linear functions that
    must not be negative.
    """

    separated: bool
    examples: Floats
    gradient: Floats
    least: Floats
    bend: float
    rows: Callable[[], Any]

    def verdict(self) -> bool | None:
        """Return whether the classes are separable, None if that was not decided in time."""
        return self.separated or (not has_minimum(self) and is_separable(self.rows()))


def judged(run: Run, evidence: Evidence | None) -> tuple[Run, bool]:
    """Return the run with what the evidence says about it, and whether the classes are separable.

    No evidence is needed where a penalty bounds the weights.
    """
    verdict = evidence is not None and evidence.verdict()
    if verdict is None:
        return replace(run, warning=OPEN), False
    return (replace(run, converged=False, stopped=SEPARABLE), True) if verdict else (run, False)


def separates(margins: Floats) -> bool:
    """Return whether margins of all examples show that the classes are separable: each is positive.

    >>> separates(np.array([0.5, 2.0])), separates(np.array([0.0, 1.0]))
    (True, False)
    """
    return bool(margins.size and margins.min() > 0)


def has_minimum(evidence: Evidence) -> bool:
    """Return whether gradient g and curvature H at these weights prove that the loss has a minimum.

    Along any direction the curvature falls off at most like exp(-S t), where S bounds the scores of a step of
    length 1 in the norm of H. So the slope rises from at least -|g| to at least 1/S - |g|, where g is measured in the
    norm of the inverse of H: it gets positive in every direction if |g| S < 1. On separable data that never holds.

    With c for the least bend of all, H is at least c X^T X, in whose norm no example is longer than 1/sqrt(c).
    Where that is too coarse, H is bounded by each example's own bend.
    """
    X, g = evidence.examples, evidence.gradient
    whole = solver(X.T @ X)
    length = np.sqrt(sum(float(row @ whole(row)) for row in g))
    if length * evidence.bend < evidence.least.min() / 2:
        return True
    return _bends_everywhere(X, g, (X * evidence.least[:, None]).T @ X, evidence.bend)


def _bends_everywhere(X: Floats, g: Floats, H: Floats, bend: float) -> bool:
    units = np.sqrt(np.diag(H))
    units[units == 0] = 1.0
    values, vectors = np.linalg.eigh(H / np.outer(units, units))
    kept = values > len(units) * np.finfo(np.float64).eps * values[-1]
    if not kept.all() and _touched(X / units, vectors[:, ~kept]):
        return False
    root = vectors[:, kept] / np.sqrt(values[kept]) / units[:, None]
    reach = max(float(np.linalg.norm(rows @ root, axis=1).max()) for rows in blocks(X))
    return bool(np.linalg.norm(g @ root) * bend * reach < 0.5)  # noqa: PLR2004 -- half of 1, as the numbers are rounded


def _touched(examples: Floats, directions: Floats) -> bool:
    """Return whether a step in one of the directions changes any score."""
    return bool(np.abs(examples @ directions).max() > 1e-6 * np.abs(examples).max())


def is_separable(rows: Any) -> bool | None:
    """Return whether there are weights with rows @ weights >= 0 that are not all zero; None if time runs out.

    `rows` may be sparse. What the linear program finds is checked before it is believed.

    >>> is_separable(np.array([[1.0, 1.0], [-1.0, 1.0]])), is_separable(np.array([[1.0], [-1.0]]))
    (True, False)
    """
    rows = csr_matrix(rows)
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=0)).ravel())
    lengths[lengths == 0] = 1.0
    scaled = csr_matrix(rows.multiply(1 / lengths))
    options = {"primal_feasibility_tolerance": 1e-10, "time_limit": SECONDS}
    total = np.asarray(scaled.sum(axis=0)).ravel()
    found = linprog(
        -total, A_ub=-scaled, b_ub=np.zeros(rows.shape[0]), bounds=(-1.0, 1.0), method="highs", options=options
    )
    if found.x is None or not found.success:
        return None
    return in_one_half(scaled @ found.x, size=float(abs(scaled).max()))


def in_one_half(margins: Floats, *, size: float) -> bool:
    """Return whether no margin is negative and some are positive, up to rounding; `size` is that of the numbers.

    >>> [in_one_half(np.array(each), size=1.0) for each in ([0.0, 2.0], [0.0, 0.0], [-0.1, 2.0])]
    [True, False, False]
    """
    peak = float(margins.max(initial=0.0))
    return bool(peak > 1e-6 * size and margins.min() >= -TOUCHES * peak)
