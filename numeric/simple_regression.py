"""Simple linear regression: the line intercept + slope x through points (x_n, y_n), as functions of arrays.

>>> import numpy as np
>>> x, y = np.array([1.0, 2.0, 3.0, 4.0]), np.array([3.0, 5.0, 7.0, 9.0])
>>> float(slope(x, y)), float(intercept(x, y)), float(correlation(x, y))
(2.0, 1.0, 1.0)
>>> float(loss(1.0, 2.0, x, y))
0.0
"""

from __future__ import annotations

from typing import Any

from sympy import Sum, sqrt

from derive import substitute
from derive.lectures.regression import INPUT, OUTPUT, RESIDUAL, RSS, SLOPE, N, beta0, beta1, dx, dy, n, x_bar, y_bar
from numeric.lowered import Formula, lowered

LINE = (beta0, beta1, INPUT, OUTPUT)


def _with_means(expr: Any) -> Any:
    """Return the expression with the means as what they are."""
    for mean, values in ((x_bar, INPUT), (y_bar, OUTPUT)):
        expr = substitute(expr, mean, Sum(values[n], (n, 1, N)) / N)
    return expr


@lowered("intercept", "slope", "x", "y", derivation="simple-regression")
def loss() -> Formula:
    """Return the residual sum of squares of a line: sum_n (y_n - intercept - slope x_n)^2."""
    return Formula(RSS, LINE)


@lowered("intercept", "slope", "x", "y", derivation="simple-regression")
def gradient_intercept() -> Formula:
    """Return the derivative of the residual sum of squares by the intercept: minus twice the sum of residuals."""
    return Formula(-2 * Sum(RESIDUAL, (n, 1, N)), LINE)


@lowered("intercept", "slope", "x", "y", derivation="simple-regression")
def gradient_slope() -> Formula:
    """Return the derivative of the residual sum of squares by the slope: minus twice the sum of x_n times residual."""
    return Formula(-2 * Sum(INPUT[n] * RESIDUAL, (n, 1, N)), LINE)


@lowered("x", "y", derivation="simple-regression")
def slope() -> Formula:
    """Return the slope of the least-squares line: the covariance of x and y over the variance of x."""
    return Formula(_with_means(SLOPE), (INPUT, OUTPUT))


@lowered("x", "y", derivation="simple-regression")
def intercept() -> Formula:
    """Return the intercept of the least-squares line, which passes through the means."""
    return Formula(_with_means(y_bar - SLOPE * x_bar), (INPUT, OUTPUT))


@lowered("x", "y", derivation="simple-regression")
def correlation() -> Formula:
    """Return the correlation coefficient r of x and y."""
    products, squares, others = (Sum(body, (n, 1, N)) / (N - 1) for body in (dx * dy, dx**2, dy**2))
    return Formula(_with_means(products / (sqrt(squares) * sqrt(others))), (INPUT, OUTPUT))
