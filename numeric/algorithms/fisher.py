"""Fisher's discriminant: the direction along which two classes are furthest apart for their scatter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric import fisher
from numeric.algorithms.result import LinearRule, Shown
from numeric.errors import DataError
from numeric.inputs import Floats, binary_labels, matrix

REGULAR = 1e-12
"""The scatter counts as singular where its smallest eigenvalue, in units of the features, is not above this."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FisherFit(Shown):
    """The direction w = S_W^-1 (m_2 - m_1), the threshold on w . x, the criterion J(w), and the class means.

    `classes[1]` is the class above the threshold.
    """

    direction: Floats
    threshold: float
    criterion: float
    means: Floats
    classes: NDArray[Any]

    def project(self, X: Any) -> Floats:
        """Return w . x for each example."""
        return matrix(X, columns=len(self.direction)) @ self.direction

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class on whose side of the threshold each example is."""
        return LinearRule(self.direction, -self.threshold, self.classes).predict(X)


def fit_fisher(X: Any, y: Any) -> FisherFit:
    """Return the direction of the largest criterion; the threshold is halfway between the projected means.

    Raises a `DataError` where the scatter within the classes has no inverse: there are too few examples, or features
    that depend on each other.

    >>> fit = fit_fisher([[0, 0], [1, 1], [0, 1], [3, 0], [4, 2]], [0, 0, 0, 1, 1])
    >>> fit.predict([[0, 0], [4, 1]])
    array([0, 1])
    """
    rows = matrix(X)
    known = binary_labels(y, length=len(rows))
    first, second = rows[known.codes == 0], rows[known.codes == 1]
    m_1, m_2 = fisher.mean(first), fisher.mean(second)
    scatter = fisher.within_scatter(first, second, m_1, m_2)
    _check_regular(scatter)
    w = fisher.direction(scatter, m_1, m_2)
    if not w.any():
        reason = "both classes have the same mean, so that no direction tells them apart"
        raise DataError(f"{m_1}", place="X", reason=reason, way_out="use another classifier")
    criterion = float(fisher.criterion(w, scatter, m_1, m_2))
    return FisherFit(w, float(w @ (m_1 + m_2)) / 2, criterion, np.stack([m_1, m_2]), known.classes)


def _check_regular(scatter: Floats) -> None:
    units = np.sqrt(np.diag(scatter))
    if units.min() > 0 and np.linalg.eigvalsh(scatter / np.outer(units, units))[0] > REGULAR:
        return
    reason = "it has no inverse: there are too few examples, or features that depend on each other"
    raise DataError("S_W", place="fit_fisher", reason=reason, way_out="leave features out")
