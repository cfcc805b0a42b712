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

from sympy import Sum, exp, symbols, tanh

from derive import size, tensor
from derive.lectures.kernels import D, X, d, m, n, sigma
from numeric.lowered import Topic

Z = tensor("Z", (1, size("M")), (1, D))
power = symbols("p", positive=True)
beta_0, beta_1 = symbols("beta_0 beta_1", real=True)
INNER = Sum(X[n, d] * Z[m, d], (d, 1, D))
SQUARED_DISTANCE = Sum((X[n, d] - Z[m, d]) ** 2, (d, 1, D))

lowered = Topic(__name__, X=X, Z=Z, power=power, sigma=sigma, beta_0=beta_0, beta_1=beta_1)
linear = lowered("linear(X, Z)", "svm-kernel-dual", INNER, n, m).says("Return the linear kernel: x.z.")
polynomial = lowered("polynomial(X, Z, power)", "kernel-quadratic", (1 + INNER) ** power, n, m).says(
    "Return the polynomial kernel: (1 + x.z)^power."
)
gaussian = lowered("gaussian(X, Z, sigma)", "kernel-gaussian", exp(-SQUARED_DISTANCE / (2 * sigma**2)), n, m).says(
    "Return the Gaussian kernel: exp(-|x - z|^2 / (2 sigma^2))."
)
sigmoid = lowered("sigmoid(X, Z, beta_0, beta_1)", "svm-kernel-dual", tanh(beta_0 * INNER + beta_1), n, m).says(
    "Return the sigmoid kernel: tanh(beta_0 x.z + beta_1), which need not be positive semidefinite."
)
