"""Simple linear regression: the line intercept + slope x through points (x_n, y_n), as functions of arrays.

>>> import numpy as np
>>> x, y = np.array([1.0, 2.0, 3.0, 4.0]), np.array([3.0, 5.0, 7.0, 9.0])
>>> float(slope(x, y)), float(intercept(x, y)), float(correlation(x, y))
(2.0, 1.0, 1.0)
>>> float(loss(1.0, 2.0, x, y))
0.0
"""

from __future__ import annotations

from sympy import Sum, sqrt

from derive import substitute
from derive.lectures.regression import INPUT, OUTPUT, RESIDUAL, RSS, SLOPE, N, beta0, beta1, dx, dy, n, x_bar, y_bar
from numeric.lowered import Topic

MOMENTS = tuple(Sum(body, (n, 1, N)) / (N - 1) for body in (dx * dy, dx**2, dy**2))
STEEPNESS, HEIGHT, R = (
    substitute(substitute(expr, x_bar, Sum(INPUT[n], (n, 1, N)) / N), y_bar, Sum(OUTPUT[n], (n, 1, N)) / N)
    for expr in (SLOPE, y_bar - SLOPE * x_bar, MOMENTS[0] / (sqrt(MOMENTS[1]) * sqrt(MOMENTS[2])))
)
"""Slope, intercept and correlation, with the means as what they are."""

lowered = Topic(__name__, intercept=beta0, slope=beta1, x=INPUT, y=OUTPUT)
loss = lowered("loss(intercept, slope, x, y)", "simple-regression", RSS).says(
    "Return the residual sum of squares of a line: sum_n (y_n - intercept - slope x_n)^2."
)
gradient_intercept = lowered(
    "gradient_intercept(intercept, slope, x, y)", "simple-regression", -2 * Sum(RESIDUAL, (n, 1, N))
).says("Return the derivative of the residual sum of squares by the intercept: minus twice the sum of residuals.")
gradient_slope = lowered(
    "gradient_slope(intercept, slope, x, y)", "simple-regression", -2 * Sum(INPUT[n] * RESIDUAL, (n, 1, N))
).says("Return the derivative of the residual sum of squares by the slope: minus twice the sum of x_n times residual.")
slope = lowered("slope(x, y)", "simple-regression", STEEPNESS).says(
    "Return the slope of the least-squares line: the covariance of x and y over the variance of x."
)
intercept = lowered("intercept(x, y)", "simple-regression", HEIGHT).says(
    "Return the intercept of the least-squares line, which passes through the means."
)
correlation = lowered("correlation(x, y)", "simple-regression", R).says(
    "Return the correlation coefficient r of x and y."
)
