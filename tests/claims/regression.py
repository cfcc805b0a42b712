"""Least squares, simple regression, and the closed form."""

from __future__ import annotations

from sympy import Eq, Expr, KroneckerDelta, Symbol, symbols

from derive import differentiate, gradient, hessian, substitute, tensor
from tests.cases import LEAST_SQUARES, D, N, X, a, d, dot, i, j, m, n, o, p, q, residual, total, w, x, y
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
        "half the negative gradient is X'y - X'Xw": lambda: Claim(
            -differentiate(LEAST_SQUARES, w[j]) / 2, TARGETS - FITTED, TARGETS + FITTED
        ),
        "where X'Xw = X'y the gradient vanishes": lambda: Claim(
            differentiate(LEAST_SQUARES, w[j]), 0, total(X[n, j], n), (Eq(FITTED, TARGETS),)
        ),
        "the Hessian of the squared error is 2 X'X": lambda: Claim(
            hessian(LEAST_SQUARES, w)[i, j], 2 * total(X[n, i] * X[n, j], n), total(X[n, i] * X[n, j], n)
        ),
        "a penalty lambda |w|^2 adds 2 lambda w_j": lambda: Claim(
            differentiate(LEAST_SQUARES + a * dot(w, w), w[j]), FIT + 2 * a * w[j], FIT + a * w[j]
        ),
        "S_xy = sum (x - mean x) y": lambda: Claim(SXY, total((x[n] - MEAN_X) * y[n], n), total(x[n] * y[n], n)),
        "beta0 = mean y - beta1 mean x makes the derivative by beta0 vanish, whatever beta1 is": lambda: Claim(
            substitute(differentiate(LINE, OFFSET), OFFSET, BEST_OFFSET), 0, SLOPE
        ),
        "with that beta0, beta1 = S_xy/S_xx makes the derivative by beta1 vanish": lambda: Claim(
            substitute(substitute(differentiate(LINE, SLOPE), OFFSET, BEST_OFFSET), SLOPE, SXY / SXX), 0, SXY
        ),
        "the closed form makes the gradient vanish": lambda: Claim(
            substitute(differentiate(LEAST_SQUARES, w[j]), w[d], ROOT), 0, w[j], OLS
        ),
        "the trace of the hat matrix is D": lambda: Claim(total(hat(n, n), n), D, N, OLS),
        "the hat matrix is its own square": lambda: Claim(
            total(hat(n, o) * hat(o, m), o), hat(n, m), 2 * hat(n, m), OLS
        ),
        "the residuals are orthogonal to every column of X": lambda: Claim(
            total(X[n, j] * LEFT, n), 0, total(X[n, j] * y[n], n), OLS
        ),
        "RSS = y'y - y'Hy": lambda: Claim(total(LEFT**2, n), SQUARES - EXPLAINED, SQUARES + EXPLAINED, OLS),
    }
)
