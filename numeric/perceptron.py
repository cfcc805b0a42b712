"""The perceptron criterion and its gradient; the labels are +1 and -1, and a constant is a column of ones in X.

>>> import numpy as np
>>> w, X, y = np.array([1.0, 0.0]), np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1.0, -1.0])
>>> float(criterion(w, X, y)), gradient(w, X, y)
(2.0, array([2., 1.]))
"""

from __future__ import annotations

from sympy import Max, sign

from derive import substitute
from derive.lectures.perceptron import CRITERION, DIRECTION, SCORE, X, Y, j, m, n, w
from numeric.lowered import Topic

MISCLASSIFIED = sign(Max(0, -SCORE * Y[n]))
"""1 where the score and the label have opposite signs, else 0: there is no gradient where a score is 0."""

lowered = Topic(__name__, w=w, X=X, y=Y, m=m)
scores = lowered("scores(w, X)", "perceptron-gradient", SCORE, n).says("Return the score of each example: w.x.")
criterion = lowered("criterion(w, X, y)", "perceptron-gradient", substitute(CRITERION, m[n], MISCLASSIFIED)).says(
    "Return the perceptron criterion: minus the sum of w.x y over the misclassified examples."
)
gradient = lowered("gradient(w, X, y)", "perceptron-gradient", substitute(-DIRECTION, m[n], MISCLASSIFIED), j).says(
    "Return the gradient of the criterion, the misclassified examples held fixed: minus the sum of x y over them."
)
criterion_on = lowered("criterion_on(w, X, y, m)", "perceptron-gradient", CRITERION).says(
    "Return the criterion of a given set of examples: m is 1 for those in the set and 0 for the others."
)
gradient_on = lowered("gradient_on(X, y, m)", "perceptron-gradient", -DIRECTION, j).says(
    "Return the gradient of the criterion of a given set of examples: it does not depend on the weights."
)
