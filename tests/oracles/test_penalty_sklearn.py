"""The claim on the penalty of scikit-learn, compared with what scikit-learn does."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LogisticRegression


def test_strength_of_the_penalty_in_scikit_learn() -> None:
    """It minimises the error with the penalty lambda |w|^2 for C = 1/(2 lambda), not 1/lambda (slides, line 1054)."""
    points = np.array([[1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [1.0, 2.0, 0.5]])
    labels, penalty = np.array([0, 1, 1, 0, 1]), 0.7

    def slope_at_the_minimum(strength: float) -> float:
        fit = LogisticRegression(C=strength, fit_intercept=False, tol=1e-10, max_iter=1000).fit(points, labels)
        weights = fit.coef_[0]
        chances = 1 / (1 + np.exp(-points @ weights))
        return float(np.abs(-(labels - chances) @ points + 2 * penalty * weights).max())

    assert slope_at_the_minimum(1 / (2 * penalty)) < 1e-6
    assert slope_at_the_minimum(1 / penalty) > 1e-2
