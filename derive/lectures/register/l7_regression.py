"""Claims of Lecture 7, lines 60 to 226: simple linear regression. Its worked examples stand in `l7_rows.py`."""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Add, Eq, Integer, Sum, exp, pi, sqrt, symbols

from derive.lectures.register.claim import At, Finding, all_of, claim_holds, derived
from derive.lectures.regression import INPUT, OUTPUT, SLOPE, N, beta0, beta1, dx, dy, hat0, hat1, n, x_bar, y_bar
from derive.names import tensor

at = partial(At, "l7")
x, noise, fitted, S_x, S_y, S_xy = symbols("x epsilon Yhat S_x S_y S_xy", real=True)
outcome = symbols("Y", real=True)
sigma = symbols("sigma", positive=True)


def noise_moves_to_mean() -> Finding:
    """Decide whether the density of the noise is that of Y about the mean, beta0 + beta1 X."""
    line = beta0 + beta1 * x
    here, there = _gauss(noise, Integer(0)), _gauss(outcome, line)
    return claim_holds(here, there, Eq(noise, outcome - line))


def _gauss(value: Any, centre: Any) -> Any:
    return exp(-((value - centre) ** 2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi))


def residual_sums() -> Finding:
    """Decide whether the three ways to write the sum of squares are the same, by lines 87, 89 and 141."""
    shown, left_over, line = tensor("Yhat", (1, N)), tensor("epsilonhat", (1, N)), hat0 + hat1 * INPUT[n]
    known = (Eq(shown[n], line), Eq(left_over[n], OUTPUT[n] - hat0 - hat1 * INPUT[n]))
    values = (OUTPUT[n] - hat0 - hat1 * INPUT[n], OUTPUT[n] - shown[n], left_over[n])
    first, second, third = (Sum(value**2, (n, 1, N)) for value in values)
    return all_of(claim_holds(first, second, known), claim_holds(second, third, known))


def one_slope_however_divided() -> Finding:
    """Decide whether S_xy / S_x^2 is the slope, with both sums divided by N - 1, by N, or not at all."""
    products, squares = Sum(dx * dy, (n, 1, N)), Sum(dx**2, (n, 1, N))
    return all_of(*(claim_holds((products / c) / (squares / c), SLOPE) for c in (Integer(1), N, N - 1)))


def through_the_means() -> Finding:
    """Decide whether the line at the mean of the inputs is the mean of the outputs, in two steps."""
    put_in = Add(y_bar - hat1 * x_bar, hat1 * x_bar, evaluate=False)
    intercept = Eq(hat0, y_bar - hat1 * x_bar)
    return all_of(claim_holds(hat0 + hat1 * x_bar, put_in, intercept), claim_holds(put_in, y_bar))


def residuals_sum_to_zero() -> Finding:
    """Decide whether the residuals of the line through the means sum to zero."""
    known = (Eq(x_bar, Sum(INPUT[n], (n, 1, N)) / N), Eq(y_bar, Sum(OUTPUT[n], (n, 1, N)) / N))
    line = y_bar - hat1 * x_bar + hat1 * INPUT[n]
    return claim_holds(Sum(OUTPUT[n] - line, (n, 1, N)), 0, known)


CLAIMS = (
    at(122, "the means and variances of the ages and pressures").defines("the data are not shown"),
    at(226, r"the residuals of a least-squares line sum to zero, $\sum (y_i - \hat y_i) = 0$").proved(
        residuals_sum_to_zero
    ),
    at(60, r"$\mu_{Y \mid X} = \beta_0 + \beta_1 X$").defines("the assumption of linearity"),
    at(69, r"$Y \sim N(\mu_{Y \mid X}, \sigma^2)$").defines("the assumption of normality"),
    at(73, r"$Y_i = \beta_0 + \beta_1 X_i + \varepsilon_i$").defines("the model with noise"),
    at(77, r"if the noise is $N(0, \sigma^2)$, then $Y_i$ is $N(\beta_0 + \beta_1 X_i, \sigma^2)$ given $X_i$").proved(
        noise_moves_to_mean
    ),
    at(79, r"$E(Y_i \mid X_i) = \beta_0 + \beta_1 X_i$, and the variance of $Y_i$ given $X_i$ is $\sigma^2$").defines(
        "the moments of the density of line 77; expectations are outside of what the engine decides"
    ),
    at(
        87, r"$\hat\varepsilon_i = Y_i - \hat\beta_0 - \hat\beta_1 X_i$, and $\hat Y_i = \hat\beta_0 + \hat\beta_1 X_i$"
    ).defines("residual and fitted value"),
    at(89, r"$Y_i - \hat\beta_0 - \hat\beta_1 X_i = Y_i - \hat Y_i$").proved(
        lambda: claim_holds(OUTPUT[n] - hat0 - hat1 * INPUT[n], OUTPUT[n] - fitted, Eq(fitted, hat0 + hat1 * INPUT[n]))
    ),
    at(
        100, r"$\sum (Y_i - \hat\beta_0 - \hat\beta_1 X_i)^2 = \sum (Y_i - \hat Y_i)^2 = \sum \hat\varepsilon_i^2$"
    ).proved(residual_sums),
    at(
        116, r"the slope of the least-squares line is $\sum (X_i - \bar X)(Y_i - \bar Y) / \sum (X_i - \bar X)^2$"
    ).proved(lambda: derived("simple-regression")),
    at(118, r"its intercept is $\bar Y - \hat\beta_1 \bar X$").proved(
        lambda: derived(
            "simple-regression", "the chain rule", "an equation linear in beta0", "a square is not negative"
        )
    ),
    at(
        124, r"$\hat\beta_1 = S_{xy} / S_x^2$ (157), whether $s$ or $S$, whether sums or sums divided by $n$ or $n - 1$"
    ).proved(one_slope_however_divided),
    at(132, r"one year more is $\hat\beta_1$ more of pressure").proved(
        lambda: claim_holds(hat0 + hat1 * (x + 1) - (hat0 + hat1 * x), hat1)
    ),
    at(145, r"$\hat\beta_0 + \hat\beta_1 \bar X = (\bar Y - \hat\beta_1 \bar X) + \hat\beta_1 \bar X = \bar Y$").proved(
        through_the_means
    ),
    at(147, r"$\hat Y = \bar Y + \hat\beta_1 (X - \bar X)$").proved(
        lambda: claim_holds(hat0 + hat1 * x, y_bar + hat1 * (x - x_bar), Eq(hat0, y_bar - hat1 * x_bar))
    ),
    at(159, r"$r_{xy} = S_{xy} / (S_x S_y)$, so that $r_{xy} = \hat\beta_1 S_x / S_y$").proved(
        lambda: claim_holds(S_xy / (S_x * S_y), hat1 * S_x / S_y, Eq(hat1, S_xy / S_x**2))
    ),
)
