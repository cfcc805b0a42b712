"""Linear regression: simple regression, the normal equations, the LMS rule, Gaussian noise, least squares for classes.

Indices run from 1, as in the lectures: x_nd, y_n, w_d. The matrix forms stand beside them in X, W and T, whose
entries are counted from 0. From Lecture 7 (simple regression), CS 4602 (the trace form) and CSE 422 (the rest).
"""

from __future__ import annotations

from typing import Any

from sympy import (
    Add,
    Derivative,
    Eq,
    Gt,
    Integer,
    Le,
    MatMul,
    MatrixSymbol,
    Mul,
    Pow,
    Product,
    Rational,
    Sum,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
    exp,
    log,
    pi,
    sqrt,
    symbols,
)

from derive.derivation import Chain, Citation, Derivation, take_logs
from derive.names import size, tensor

N, D, K = size("N"), size("D"), size("K")
n, d, i, j, k = symbols("n d i j k", integer=True)
half = Rational(1, 2)

# Simple regression: one input and one output for each n.
INPUT, OUTPUT = tensor("X", (1, N)), tensor("Y", (1, N))
beta0, beta1, hat0, hat1 = symbols("beta0 beta1 betahat0 betahat1", real=True)
x_bar, y_bar, S_x, S_y, S_xy = symbols("Xbar Ybar S_x S_y S_xy", real=True)
dx, dy = INPUT[n] - x_bar, OUTPUT[n] - y_bar
RESIDUAL = OUTPUT[n] - beta0 - beta1 * INPUT[n]
RSS = Sum(RESIDUAL**2, (n, 1, N))
SLOPE = Sum(dx * dy, (n, 1, N)) / Sum(dx**2, (n, 1, N))

# Many inputs: the same letters as sums, and as matrices.
x, y = tensor("x", (1, N), (1, D)), tensor("y", (1, N))
w, v = tensor("w", (1, D)), tensor("v", (1, D))
X, W, T, V = MatrixSymbol("X", N, D), MatrixSymbol("W", D, K), MatrixSymbol("T", N, K), MatrixSymbol("V", D, K)
y_column, w_column = MatrixSymbol("y", N, 1), MatrixSymbol("w", D, 1)


def simple_regression() -> Derivation:
    """Return the least-squares line: its closed form, that it passes through the means, and r = beta1 S_x / S_y.

    >>> simple_regression().status
    'proved'
    """
    source = tuple(Citation("l7", line) for line in (100, 116, 118, 145, 147, 157, 159, 226))
    chain = Chain("simple-regression", "Simple linear regression in closed form", source)
    chain.define(x_bar, Sum(INPUT[n], (n, 1, N)) / N, "the mean of the inputs")
    chain.define(y_bar, Sum(OUTPUT[n], (n, 1, N)) / N, "the mean of the outputs")
    _zero_derivatives(chain)
    _smallest_residuals(chain)
    _line_through_the_means(chain)
    _correlation(chain)
    return chain.done()


def _zero_derivatives(chain: Chain) -> None:
    """Set both derivatives of the sum of squares to zero, and solve for the intercept, then for the slope."""
    chain.start(RSS, "the residual sum of squares of the line beta0 + beta1 X")
    chain.differentiate(beta0, -2 * Sum(RESIDUAL, (n, 1, N)), "the chain rule")
    chain.solve(beta0, y_bar - beta1 * x_bar, "an equation linear in beta0")
    chain.start(RSS, "the same sum of squares")
    chain.differentiate(beta1, -2 * Sum(INPUT[n] * RESIDUAL, (n, 1, N)), "the chain rule")
    centred = -2 * Sum(dx * (dy - beta1 * dx), (n, 1, N))
    chain.put(beta0, y_bar - beta1 * x_bar, centred, "deviations from a mean sum to zero")
    chain.solve(beta1, SLOPE, "an equation linear in beta1")


def _smallest_residuals(chain: Chain) -> None:
    """Write hats on the solution; no other line has a smaller sum of squares."""
    chain.define(hat1, SLOPE, "the slope of the least-squares line")
    chain.define(hat0, y_bar - hat1 * x_bar, "its intercept")
    fitted = hat0 + hat1 * INPUT[n]
    chain.claim(Sum(OUTPUT[n] - fitted, (n, 1, N)), Integer(0), "its residuals sum to zero")
    chain.start(RSS, "the sum of squares of any line")
    smallest = Sum((OUTPUT[n] - fitted) ** 2, (n, 1, N))
    between = Sum((fitted - beta0 - beta1 * INPUT[n]) ** 2, (n, 1, N))
    chain.equals(smallest + between, "the residuals are orthogonal to 1 and to X")
    chain.link(">=", smallest, "a square is not negative")


def _line_through_the_means(chain: Chain) -> None:
    point = Symbol("x", real=True)
    chain.start(hat0 + hat1 * x_bar, "the line at the mean of the inputs")
    chain.equals(Add(y_bar - hat1 * x_bar, hat1 * x_bar, evaluate=False), "the intercept put in")
    chain.equals(y_bar, "the line passes through the means")
    chain.claim(hat0 + hat1 * point, y_bar + hat1 * (point - x_bar), "the same line, from its point at the means")


def _correlation(chain: Chain) -> None:
    chain.assume(Gt(N, 1), reason="there are at least two examples")
    chain.define(S_xy, Sum(dx * dy, (n, 1, N)) / (N - 1), "the covariance")
    chain.define(S_x, sqrt(Sum(dx**2, (n, 1, N)) / (N - 1)), "the standard deviation of the inputs")
    chain.define(S_y, sqrt(Sum(dy**2, (n, 1, N)) / (N - 1)), "the standard deviation of the outputs")
    chain.claim(hat1, S_xy / S_x**2, "both sums divided by N - 1")
    chain.start(S_xy / (S_x * S_y), "the correlation coefficient r")
    chain.equals(hat1 * S_x / S_y, "S_xy = beta1 S_x^2")


# Many inputs


def _squared_error(weights: Any) -> Any:
    """Return half the sum of squared errors of a weight vector."""
    return half * Sum((Sum(x[n, d] * weights[d], (d, 1, D)) - y[n]) ** 2, (n, 1, N))


def normal_equations() -> Derivation:
    """Return the normal equations in index and in matrix form, that their solution is a minimum, and what it is.

    >>> normal_equations().status
    'proved'
    """
    source = (Citation("cse422", 40), Citation("cs4602", 242), Citation("l7", 100))
    chain = Chain("normal-equations", "Least squares: the normal equations", source)
    _by_index(chain)
    _convex(chain)
    _minimum(chain)
    _by_matrices(chain)
    return chain.done()


def _by_index(chain: Chain) -> None:
    """Differentiate by w_j, and once more by w_i."""
    residual = Sum(x[n, d] * w[d], (d, 1, D)) - y[n]
    chain.start(_squared_error(w), "half the sum of squared errors")
    chain.differentiate(w[j], Sum(residual * x[n, j], (n, 1, N)), "the chain rule")
    products = Sum(Sum(x[n, j] * x[n, d], (n, 1, N)) * w[d], (d, 1, D))
    chain.equals(products - Sum(x[n, j] * y[n], (n, 1, N)), "multiplied out; zero where X^T X w = X^T y")
    chain.differentiate(w[i], Sum(x[n, i] * x[n, j], (n, 1, N)), "linear in w: the Hessian is X^T X")


def _convex(chain: Chain) -> None:
    """The Hessian is positive semidefinite."""
    curvature = Sum(x[n, i] * x[n, j], (n, 1, N))
    chain.start(Sum(v[i] * curvature * v[j], (i, 1, D), (j, 1, D)), "the Hessian in any direction v")
    chain.equals(Sum(Sum(x[n, d] * v[d], (d, 1, D)) ** 2, (n, 1, N)), "the squared norm of X v")
    chain.link(">=", Integer(0), "a square is not negative")


def _minimum(chain: Chain) -> None:
    """Where the gradient vanishes the error is smallest."""
    gradient = Sum((Sum(x[n, d] * w[d], (d, 1, D)) - y[n]) * x[n, j], (n, 1, N))
    chain.start(_squared_error(v), "the error of any weights v, where w solves the normal equations")
    between = half * Sum(Sum(x[n, d] * (v[d] - w[d]), (d, 1, D)) ** 2, (n, 1, N))
    reason = "the residuals of w are orthogonal to the columns of X"
    chain.equals(_squared_error(w) + between, reason, using=Eq(gradient, 0))
    chain.link(">=", _squared_error(w), "a square is not negative: w is a minimum")


def _by_matrices(chain: Chain) -> None:
    """The same gradient in matrices, and the weights at which it vanishes."""
    residual = X * w_column - y_column
    row = Sum(X[n, d] * w_column[d, 0], (d, 0, D - 1)) - y_column[n, 0]
    chain.start(half * Sum(row**2, (n, 0, N - 1)), "the error, rows and columns counted from 0")
    chain.equals(MatMul(half, Transpose(residual), residual), "the inner product of Xw - y with itself")
    chain.differentiate(w_column, X.T * residual, "the chain rule, for all weights at once")
    chain.equals(X.T * X * w_column - X.T * y_column, "multiplied out; zero where X^T X w = X^T y")
    solution = (X.T * X).I * X.T * y_column
    chain.start(X.T * (y_column - X * solution), "the residuals of w = (X^T X)^-1 X^T y, against every column of X")
    chain.equals(ZeroMatrix(D, 1), "orthogonal: this w solves the normal equations")


# One example

last = size("d")
theta, inputs = tensor("theta", (0, last)), tensor("x", (0, last))
target, eta = symbols("y eta", real=True)
HYPOTHESIS = Sum(theta[i] * inputs[i], (i, 0, last))
NORM = Sum(inputs[i] ** 2, (i, 0, last))


def lms() -> Derivation:
    """Return the gradient of the squared error of one example, the LMS update, and what it does to the error.

    >>> lms().status
    'proved'
    """
    source = (Citation("cse422", 34), Citation("cse422", 52), Citation("cse422", 56))
    chain = Chain("lms", "The least-mean-squares update of a single example", source)
    error, slope = HYPOTHESIS - target, Derivative(HYPOTHESIS - target, theta[j])
    gradient = Derivative(half * error**2, theta[j])
    chain.start(gradient, "half the squared error of one example, with x_0 = 1")
    chain.equals(Mul(2, half, error, slope, evaluate=False), "the chain rule")
    chain.equals(error * slope, "2 times 1/2")
    chain.equals(error * inputs[j], "the hypothesis is linear in theta")
    chain.start(theta[j] - eta * gradient, "a step against the gradient")
    chain.equals(theta[j] + eta * (target - HYPOTHESIS) * inputs[j], "the minus sign, inside the bracket")
    updated = theta[i] + eta * (target - HYPOTHESIS) * inputs[i]
    after, factor = target - Sum(updated * inputs[i], (i, 0, last)), 1 - eta * NORM
    chain.claim(after, factor * (target - HYPOTHESIS), "the error of the example shrinks by 1 - eta |x|^2")
    return chain.done()


# Gaussian noise

examples, sigma = size("n"), Symbol("sigma", positive=True)
features, targets = tensor("x", (1, examples), (0, last)), tensor("y", (1, examples))
phi = tensor("phi", (0, last))


HEIGHT = Pow(Mul(Pow(2 * pi, half, evaluate=False), sigma, evaluate=False), -1, evaluate=False)


def _misfit(weights: Any) -> Any:
    return targets[i] - Sum(weights[j] * features[i, j], (j, 0, last))


def _density(weights: Any) -> Any:
    return Mul(HEIGHT, exp(-(_misfit(weights) ** 2) / (2 * sigma**2)), evaluate=False)


def _least_squares(weights: Any) -> Any:
    return half * Sum(_misfit(weights) ** 2, (i, 1, examples))


def _log_likelihood(weights: Any) -> Any:
    return examples * log(HEIGHT) - _least_squares(weights) / sigma**2


def gaussian_likelihood() -> Derivation:
    """Return the log-likelihood under Gaussian noise, and that to maximise it is to minimise the squared error.

    >>> gaussian_likelihood().status
    'proved'
    """
    source = tuple(Citation("cse422", line) for line in (108, 118, 126, 135))
    title = "Maximum likelihood under Gaussian noise is least squares"
    chain = Chain("gaussian-likelihood", title, source)
    chain.start(Product(_density(theta), (i, 1, examples)), "the likelihood of independent examples")
    take_logs(chain, Sum(log(_density(theta)), (i, 1, examples)), "the log of a product is the sum of the logs")
    chain.equals(_log_likelihood(theta), "the log of exp is its exponent; the constant is summed n times")
    _same_order(chain)
    return chain.done()


def _same_order(chain: Chain) -> None:
    """Of two parameter vectors, the one with the smaller squared error is the likelier, and the other way round."""
    ours, theirs = _log_likelihood(theta), _log_likelihood(phi)
    error, other = _least_squares(theta), _least_squares(phi)
    chain.start(Add(ours, Mul(-1, theirs, evaluate=False), evaluate=False), "two parameter vectors compared")
    chain.equals((other - error) / sigma**2, "the constant drops out")
    likelier = "where the squared error of theta is no larger than that of phi, theta is no less likely"
    chain.claim(ours, theirs, likelier, relation=">=", using=Le(error, other))
    chain.claim(ours, theirs, "where it is larger, theta is less likely", relation="<", using=Gt(error, other))


# Several classes


def _trace_error(weights: Any) -> Any:
    """Return half the trace of R^T R for R = XW - T."""
    residual = X * weights - T
    return half * Trace(MatMul(Transpose(residual), residual))


def least_squares_classifier() -> Derivation:
    """Return the error of the least-squares classifier in trace form, its gradient, its solution, and the minimum.

    >>> least_squares_classifier().status
    'proved'
    """
    source = (Citation("cs4602", 234), Citation("cs4602", 242))
    chain = Chain("least-squares-classifier", "The least-squares classifier in trace form", source)
    entry = Sum(X[i, d] * W[d, j], (d, 0, D - 1)) - T[i, j]
    chain.start(half * Sum(entry**2, (i, 0, N - 1), (j, 0, K - 1)), "half the squared entries of R = XW - T, summed")
    chain.equals(_trace_error(W), "the squared entries of R add up to the trace of R^T R")
    chain.differentiate(W, X.T * (X * W - T), "the chain rule")
    chain.equals(X.T * X * W - X.T * T, "multiplied out; zero where X^T X W = X^T T")
    _ = chain.solve_for(W, "the normal equations, linear in W")
    _best_weights(chain)
    return chain.done()


def _best_weights(chain: Chain) -> None:
    """No other W has a smaller error than a solution of the normal equations."""
    rest = half * Trace(MatMul(Transpose(X * V), X * V))
    chain.start(_trace_error(W + V), "the error beside a solution W of the normal equations")
    chain.equals(_trace_error(W) + rest, "R is orthogonal to X V", using=Eq(X.T * X * W, X.T * T))
    chain.link(">=", _trace_error(W), "a sum of squares is not negative: W is a minimum")
