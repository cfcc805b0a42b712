"""Kernel matrices: the inner products of the examples of X and of Z, in the spaces that the lectures name.

Each function gives a matrix with a row for each example of X and a column for each of Z.

>>> import numpy as np
>>> X = np.array([[1.0, 2.0], [3.0, 0.0]])
>>> linear(X, X)
array([[5., 3.],
       [3., 9.]])
>>> float(gaussian(X, X, 2.0)[0, 1].round(6))
0.367879
"""

from __future__ import annotations

from sympy import IndexedBase, Sum, exp, symbols, tanh

from derive.lectures.kernels import D, X, d, m, n, sigma
from numeric.lowered import Formula, lowered

Z = IndexedBase("Z")
power = symbols("p", positive=True)
beta_0, beta_1 = symbols("beta_0 beta_1", real=True)
INNER = Sum(X[n, d] * Z[m, d], (d, 1, D))
SQUARED_DISTANCE = Sum((X[n, d] - Z[m, d]) ** 2, (d, 1, D))


@lowered("X", "Z", derivation="svm-kernel-dual")
def linear() -> Formula:
    """Return the linear kernel: x.z."""
    return Formula(INNER, (X, Z), axes=(n, m))


@lowered("X", "Z", "power", derivation="kernel-quadratic")
def polynomial() -> Formula:
    """Return the polynomial kernel: (1 + x.z)^power."""
    return Formula((1 + INNER) ** power, (X, Z, power), axes=(n, m))


@lowered("X", "Z", "sigma", derivation="kernel-gaussian")
def gaussian() -> Formula:
    """Return the Gaussian kernel: exp(-|x - z|^2 / (2 sigma^2))."""
    return Formula(exp(-SQUARED_DISTANCE / (2 * sigma**2)), (X, Z, sigma), axes=(n, m))


@lowered("X", "Z", "beta_0", "beta_1", derivation="svm-kernel-dual")
def sigmoid() -> Formula:
    """Return the sigmoid kernel: tanh(beta_0 x.z + beta_1), which need not be positive semidefinite."""
    return Formula(tanh(beta_0 * INNER + beta_1), (X, Z, beta_0, beta_1), axes=(n, m))
