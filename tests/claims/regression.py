"""Least squares, simple regression, and the closed form."""

from __future__ import annotations

from sympy import Eq, Expr, KroneckerDelta, Symbol, symbols

from derive import differentiate, gradient, substitute, tensor
from tests.cases import LEAST_SQUARES, D, N, X, d, i, j, m, n, o, p, q, residual, total, w, x, y
from tests.claims.claim import Claim, enter

FIT = -2 * total(residual(n) * X[n, j], n)
TARGETS = total(X[n, j] * y[n], n)
FITTED = total(total(X[n, j] * X[n, d], n) * w[d], d)
# simple regression
MEAN_X, MEAN_Y = total(x[m], m) / N, total(y[m], m) / N
SXX = total((x[n] - MEAN_X) ** 2, n)
SXY = total((x[n] - MEAN_X) * (y[n] - MEAN_Y), n)
SLOPE, OFFSET = symbols("beta1 beta0", real=True)
LINE = total((y[n] - OFFSET - SLOPE * x[n]) ** 2, n)
BEST_OFFSET = MEAN_Y - SLOPE * MEAN_X
# ordinary least squares in closed form
INVERSE = tensor("G", D, D)
OLS = (Eq(total(total(X[n, i] * X[n, p], n) * INVERSE[p, q], p), KroneckerDelta(i, q)),)
ROOT = total(INVERSE[d, p] * total(X[n, p] * y[n], n), p)


def hat(row: Symbol, column: Symbol) -> Expr:
    """Return the entry of X (X'X)^-1 X'."""
    return total(X[row, d] * INVERSE[d, i] * X[column, i], d, i)


LEFT = y[n] - total(hat(n, o) * y[o], o)
SQUARES, EXPLAINED = total(y[n] ** 2, n), total(y[n] * hat(n, m) * y[m], n, m)

enter(
    {
        "`gradient` is the family of -2 sum_n (y_n - w.x_n) x_nj, taken at any index": lambda: Claim(
            gradient(LEAST_SQUARES, w)[j], FIT, FIT / 2
        ),
        "where X'Xw = X'y the gradient vanishes": lambda: Claim(
            differentiate(LEAST_SQUARES, w[j]), 0, total(X[n, j], n), (Eq(FITTED, TARGETS),)
        ),
        "with that beta0, beta1 = S_xy/S_xx makes the derivative by beta1 vanish": lambda: Claim(
            substitute(substitute(differentiate(LINE, SLOPE), OFFSET, BEST_OFFSET), SLOPE, SXY / SXX), 0, SXY
        ),
        "the closed form makes the gradient vanish": lambda: Claim(
            substitute(differentiate(LEAST_SQUARES, w[j]), w[d], ROOT), 0, w[j], OLS
        ),
        "the hat matrix is its own square": lambda: Claim(
            total(hat(n, o) * hat(o, m), o), hat(n, m), 2 * hat(n, m), OLS
        ),
        "the residuals are orthogonal to every column of X": lambda: Claim(
            total(X[n, j] * LEFT, n), 0, total(X[n, j] * y[n], n), OLS
        ),
        "RSS = y'y - y'Hy": lambda: Claim(total(LEFT**2, n), SQUARES - EXPLAINED, SQUARES + EXPLAINED, OLS),
    }
)
