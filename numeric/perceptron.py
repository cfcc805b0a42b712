"""The perceptron criterion and its gradient; the labels are +1 and -1, and a constant is a column of ones in X.

>>> import numpy as np
>>> w, X, y = np.array([1.0, 0.0]), np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1.0, -1.0])
>>> float(criterion(w, X, y)), gradient(w, X, y)
(2.0, array([2., 1.]))
"""

from __future__ import annotations

from typing import Any

from sympy import Max, sign

from derive import substitute
from derive.lectures.perceptron import CRITERION, DIRECTION, SCORE, X, Y, j, m, n, w
from numeric.lowered import Formula, lowered

MISCLASSIFIED = sign(Max(0, -SCORE * Y[n]))
"""1 where the score and the label have opposite signs, else 0: there is no gradient where a score is 0."""


def _misclassified(expr: Any) -> Any:
    """Return the expression with the set as what it is at these weights."""
    return substitute(expr, m[n], MISCLASSIFIED)


@lowered("w", "X", derivation="perceptron-gradient")
def scores() -> Formula:
    """Return the score of each example: w.x."""
    return Formula(SCORE, (w, X), axes=(n,))


@lowered("w", "X", "y", derivation="perceptron-gradient")
def criterion() -> Formula:
    """Return the perceptron criterion: minus the sum of w.x y over the misclassified examples."""
    return Formula(_misclassified(CRITERION), (w, X, Y))


@lowered("w", "X", "y", derivation="perceptron-gradient")
def gradient() -> Formula:
    """Return the gradient of the criterion, the misclassified examples held fixed: minus the sum of x y over them."""
    return Formula(_misclassified(-DIRECTION), (w, X, Y), axes=(j,))


@lowered("w", "X", "y", "m", derivation="perceptron-gradient")
def criterion_on() -> Formula:
    """Return the criterion of a given set of examples: m is 1 for those in the set and 0 for the others."""
    return Formula(CRITERION, (w, X, Y, m))


@lowered("X", "y", "m", derivation="perceptron-gradient")
def gradient_on() -> Formula:
    """Return the gradient of the criterion of a given set of examples: it does not depend on the weights."""
    return Formula(-DIRECTION, (X, Y, m), axes=(j,))
