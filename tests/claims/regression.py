"""Least squares, simple regression, and the closed form."""

from __future__ import annotations

from sympy import (
    Eq,
    Expr,
    KroneckerDelta,
    Symbol,
    symbols,
)

from derive import (
    differentiate,
    gradient,
    hessian,
    substitute,
    tensor,
)
from tests.cases import (
    LEAST_SQUARES,
    D,
    N,
    X,
    a,
    d,
    dot,
    i,
    j,
    m,
    n,
    o,
    p,
    q,
    residual,
    total,
    w,
    x,
    y,
)
from tests.claims.claim import Claim, claim

# least squares


@claim
def least_squares_gradient() -> Claim:
    """The gradient of the squared error is -2 sum_n (y_n - w.x_n) x_nj."""
    answer = total(residual(n) * X[n, j], n)
    return Claim(differentiate(LEAST_SQUARES, w[j]), -2 * answer, 2 * answer)


@claim
def least_squares_gradient_as_a_family() -> Claim:
    """`gradient` is the same family, taken at any index."""
    return Claim(gradient(LEAST_SQUARES, w)[j], -2 * total(residual(n) * X[n, j], n), -total(residual(n) * X[n, j], n))


@claim
def normal_equations() -> Claim:
    """Half the negative gradient is X'y - X'Xw."""
    gram = total(X[n, j] * X[n, d], n)
    return Claim(
        -differentiate(LEAST_SQUARES, w[j]) / 2,
        total(X[n, j] * y[n], n) - total(gram * w[d], d),
        total(X[n, j] * y[n], n) + total(gram * w[d], d),
    )


@claim
def normal_equations_are_stationarity() -> Claim:
    """Where X'Xw = X'y the gradient vanishes."""
    solved = Eq(total(total(X[n, j] * X[n, d], n) * w[d], d), total(X[n, j] * y[n], n))
    return Claim(differentiate(LEAST_SQUARES, w[j]), 0, total(X[n, j], n), (solved,))


@claim
def least_squares_hessian() -> Claim:
    """The Hessian of the squared error is 2 X'X."""
    return Claim(hessian(LEAST_SQUARES, w)[i, j], 2 * total(X[n, i] * X[n, j], n), total(X[n, i] * X[n, j], n))


@claim
def ridge_gradient() -> Claim:
    """A penalty lambda |w|^2 adds 2 lambda w_j."""
    loss = LEAST_SQUARES + a * dot(w, w)
    fit = -2 * total(residual(n) * X[n, j], n)
    return Claim(differentiate(loss, w[j]), fit + 2 * a * w[j], fit + a * w[j])


# simple regression


MEAN_X, MEAN_Y = total(x[m], m) / N, total(y[m], m) / N
SXX = total((x[n] - MEAN_X) ** 2, n)
SXY = total((x[n] - MEAN_X) * (y[n] - MEAN_Y), n)
SLOPE, OFFSET = symbols("beta1 beta0", real=True)
LINE = total((y[n] - OFFSET - SLOPE * x[n]) ** 2, n)


@claim
def deviations_cancel() -> Claim:
    """Deviations from the average sum to zero."""
    return Claim(total(x[n] - MEAN_X, n), 0, total(x[n], n))


@claim
def centred_squares() -> Claim:
    """S_xx = sum x^2 - (sum x)^2 / N."""
    return Claim(SXX, total(x[n] ** 2, n) - total(x[n], n) ** 2 / N, total(x[n] ** 2, n) - total(x[n], n) ** 2 / N**2)


@claim
def one_centred_factor_is_enough() -> Claim:
    """S_xy = sum (x - mean x) y."""
    return Claim(SXY, total((x[n] - MEAN_X) * y[n], n), total(x[n] * y[n], n))


@claim
def intercept_is_a_root() -> Claim:
    """beta0 = mean y - beta1 mean x makes the derivative by beta0 vanish, whatever beta1 is."""
    return Claim(substitute(differentiate(LINE, OFFSET), OFFSET, MEAN_Y - SLOPE * MEAN_X), 0, SLOPE)


@claim
def slope_is_a_root() -> Claim:
    """With that beta0, beta1 = S_xy/S_xx makes the derivative by beta1 vanish."""
    at_offset = substitute(differentiate(LINE, SLOPE), OFFSET, MEAN_Y - SLOPE * MEAN_X)
    return Claim(substitute(at_offset, SLOPE, SXY / SXX), 0, SXY)


# ordinary least squares in closed form


INVERSE = tensor("G", D, D)
OLS_FACT = Eq(total(total(X[n, i] * X[n, p], n) * INVERSE[p, q], p), KroneckerDelta(i, q))
OLS_ROOT = total(INVERSE[d, p] * total(X[n, p] * y[n], n), p)


def hat(row: Symbol, column: Symbol) -> Expr:
    """Return the entry of X (X'X)^-1 X'."""
    return total(X[row, d] * INVERSE[d, i] * X[column, i], d, i)


def fitted(row: Symbol) -> Expr:
    """Return the fitted value of a row."""
    return total(hat(row, o) * y[o], o)


@claim
def ols_root() -> Claim:
    """The closed form makes the gradient vanish."""
    return Claim(substitute(differentiate(LEAST_SQUARES, w[j]), w[d], OLS_ROOT), 0, w[j], (OLS_FACT,))


@claim
def hat_trace() -> Claim:
    """The trace of the hat matrix is D."""
    return Claim(total(hat(n, n), n), D, N, (OLS_FACT,))


@claim
def hat_is_idempotent() -> Claim:
    """The hat matrix is its own square."""
    return Claim(total(hat(n, o) * hat(o, m), o), hat(n, m), 2 * hat(n, m), (OLS_FACT,))


@claim
def residuals_are_orthogonal() -> Claim:
    """The residuals are orthogonal to every column of X."""
    return Claim(total(X[n, j] * (y[n] - fitted(n)), n), 0, total(X[n, j] * y[n], n), (OLS_FACT,))


@claim
def residual_sum_of_squares() -> Claim:
    """RSS = y'y - y'Hy."""
    squares, explained = total(y[n] ** 2, n), total(y[n] * hat(n, m) * y[m], n, m)
    return Claim(total((y[n] - fitted(n)) ** 2, n), squares - explained, squares + explained, (OLS_FACT,))
