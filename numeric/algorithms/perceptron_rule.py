"""The perceptron's rule by the book: a plain loop to read, and to hold the fast run of `fit_perceptron` against."""

from __future__ import annotations

from numeric.inputs import Floats


def perceptron(w: Floats, X: Floats, y: Floats, eta: float, passes: int) -> Floats:
    """Return the weights after a pass without a mistake, or after so many passes; a score of zero is a mistake.

    >>> import numpy as np
    >>> X, y = np.array([[1.0, 0.0], [1.0, 2.0]]), np.array([-1.0, 1.0])
    >>> perceptron(np.zeros(2), X, y, eta=1.0, passes=10)
    array([-1.,  2.])
    """
    k = 0
    mistakes = 1
    while mistakes > 0 and k < passes:
        mistakes = 0
        for n in range(len(y)):
            if y[n] * (w @ X[n]) <= 0:
                w = w + eta * y[n] * X[n]
                mistakes = mistakes + 1
        k = k + 1
    return w
