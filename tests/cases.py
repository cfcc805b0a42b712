"""Thirteen equalities and seven derivatives of machine learning: the tables that tests and benchmarks share.

Axes are numbered from 1 as on a blackboard: `total(body, n, d)` is the sum over n = 1..N and d = 1..D.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import (
    Expr,
    Indexed,
    IndexedBase,
    KroneckerDelta,
    Product,
    Rational,
    Sum,
    Symbol,
    exp,
    log,
    pi,
    sqrt,
    symbols,
)

from derive import positive, sigmoid, size, softplus, tensor

N, D, K = size("N"), size("D"), size("K")
n, m, o = symbols("n m o", integer=True)
d, i, j, p, q = symbols("d i j p q", integer=True)
k, c, r = symbols("k c r", integer=True)
RANGES = {**dict.fromkeys((n, m, o), N), **dict.fromkeys((d, i, j, p, q), D), **dict.fromkeys((k, c, r), K)}

ROWS, COLUMNS, LABELS = (1, N), (1, D), (1, K)

x, y, t, alpha, xi, mu = (tensor(name, ROWS) for name in ("x", "y", "t", "alpha", "xi", "mu"))
w, u, v, s, point = (tensor(name, COLUMNS) for name in ("w", "u", "v", "s", "x_0"))
z, pr, counts = (tensor(name, LABELS) for name in ("z", "p", "c_"))
X, W, Y = tensor("X", ROWS, COLUMNS), tensor("W", LABELS, COLUMNS), tensor("Y", ROWS, LABELS)
A, S = (tensor(name, COLUMNS, COLUMNS) for name in "AS")
mean0, mean1, variance = (tensor(name, COLUMNS) for name in ("mu0", "mu1", "v"))
a, b = symbols("a b", real=True)
prior0, prior1 = symbols("p0 p1", positive=True)


@dataclass(frozen=True)
class Equality:
    """Two forms of one thing."""

    name: str
    lhs: Expr
    rhs: Expr
    assuming: tuple[object, ...] = ()


@dataclass(frozen=True)
class Derivative:
    """An expression, what to differentiate it by, and the answer of the textbooks."""

    name: str
    expr: Expr
    by: Indexed
    answer: Expr
    assuming: tuple[object, ...] = ()


def total(body: Expr, *indices: Symbol) -> Sum:
    """Return the sum over each index, from 1 to its size."""
    return Sum(body, *((index, 1, RANGES[index]) for index in indices))


def product(body: Expr, index: Symbol) -> Product:
    """Return the product over an index, from 1 to its size."""
    return Product(body, (index, 1, RANGES[index]))


def dot(left: IndexedBase, right: IndexedBase) -> Sum:
    """Return the inner product of two D-vectors."""
    return total(left[d] * right[d], d)


def score(row: Symbol) -> Expr:
    """Return w . x_row + b."""
    return total(X[row, d] * w[d], d) + b


def logit(row: Symbol, label: Symbol) -> Expr:
    """Return w_label . x_row."""
    return total(W[label, d] * X[row, d], d)


def softmax(label: Symbol) -> Expr:
    """Return the probability of a label under the logits z."""
    return exp(z[label]) / total(exp(z[c]), c)


def chance(row: Symbol, label: Symbol) -> Expr:
    """Return the probability of a label of a row under the weights W."""
    return exp(logit(row, label)) / total(exp(logit(row, c)), c)


def residual(row: Symbol) -> Expr:
    """Return y_row - w . x_row."""
    return y[row] - total(X[row, d] * w[d], d)


def normal(value: Expr, mean: Expr, spread: Expr) -> Expr:
    """Return the density of a Gaussian of variance `spread`."""
    return exp(-((value - mean) ** 2) / (2 * spread)) / sqrt(2 * pi * spread)


def likelihood(mean: IndexedBase) -> Product:
    """Return the density of a point whose D entries are independent, with the variances that all classes share."""
    return product(normal(point[d], mean[d], variance[d]), d)


SHARED = (positive(variance),)
LOG_ODDS_WEIGHT = (mean1[d] - mean0[d]) / variance[d]
LOG_ODDS_BIAS = log(prior1 / prior0) + total((mean0[d] ** 2 - mean1[d] ** 2) / (2 * variance[d]), d)
LOG_ODDS = LOG_ODDS_BIAS + total(LOG_ODDS_WEIGHT * point[d], d)

LEAST_SQUARES = total(residual(n) ** 2, n)
LOGISTIC = -total(t[n] * log(sigmoid(score(n))) + (1 - t[n]) * log(1 - sigmoid(score(n))), n)
LOG_SUM_EXP = log(total(exp(z[k]), k))
CROSS_ENTROPY = -total(Y[n, k] * log(chance(n, k)), k, n)
QUADRATIC = total(w[i] * A[i, p] * w[p], i, p)
SPREAD = total(w[i] * S[i, p] * w[p], i, p)
FISHER = dot(w, v) ** 2 / SPREAD

EQUALITIES = (
    Equality(
        "LS expand",
        LEAST_SQUARES,
        total(y[n] ** 2, n)
        - 2 * total(y[n] * X[n, d] * w[d], d, n)
        + total(w[d] * w[i] * total(X[n, d] * X[n, i], n), d, i),
    ),
    Equality(
        "LS normal eq",
        -2 * total(X[n, j] * residual(n), n),
        2 * (total(total(X[n, j] * X[n, d], n) * w[d], d) - total(X[n, j] * y[n], n)),
    ),
    Equality("logistic nll", LOGISTIC, total(softplus(score(n)) - t[n] * score(n), n)),
    Equality(
        "logistic grad 2 forms",
        total((sigmoid(score(n)) - t[n]) * X[n, j], n),
        -total((t[n] * (1 - sigmoid(score(n))) - (1 - t[n]) * sigmoid(score(n))) * X[n, j], n),
    ),
    Equality("GNB log odds", log(prior1 * likelihood(mean1) / (prior0 * likelihood(mean0))), LOG_ODDS, SHARED),
    Equality("softmax sums to 1", total(softmax(k), k), Rational(1)),
    Equality("softmax jac row sum", total(softmax(k) * (KroneckerDelta(k, r) - softmax(r)), r), Rational(0)),
    Equality("softmax entropy", -total(softmax(k) * log(softmax(k)), k), LOG_SUM_EXP - total(softmax(k) * z[k], k)),
    Equality(
        "centred xy",
        total((x[n] - total(x[m], m) / N) * (y[n] - total(y[m], m) / N), n),
        total(x[n] * y[n], n) - total(x[n], n) * total(y[n], n) / N,
    ),
    Equality("kernel", (1 + dot(u, w)) ** 2, 1 + 2 * dot(u, w) + total(u[i] * u[p] * w[i] * w[p], i, p)),
    Equality(
        "Lagrange identity",
        dot(u, u) * dot(w, w) - dot(u, w) ** 2,
        total((u[i] * w[p] - u[p] * w[i]) ** 2, i, p) / 2,
    ),
    Equality("sigmoid product", total(sigmoid(x[n]) * sigmoid(-x[n]), n), total(sigmoid(x[n]) - sigmoid(x[n]) ** 2, n)),
    Equality(
        "SVM dual quadratic",
        total(total(alpha[n] * y[n] * X[n, d], n) ** 2, d),
        total(alpha[n] * alpha[m] * y[n] * y[m] * total(X[n, d] * X[m, d], d), n, m),
    ),
)

DERIVATIVES = (
    Derivative("LS grad", LEAST_SQUARES, w[j], -2 * total(residual(n) * X[n, j], n)),
    Derivative("quadratic form", QUADRATIC, w[j], total((A[j, p] + A[p, j]) * w[p], p)),
    Derivative("logistic grad", LOGISTIC, w[j], total((sigmoid(score(n)) - t[n]) * X[n, j], n)),
    Derivative("LSE grad", LOG_SUM_EXP, z[r], softmax(r)),
    Derivative("softmax Jacobian", softmax(k), z[r], softmax(k) * (KroneckerDelta(k, r) - softmax(r))),
    Derivative(
        "softmax CE grad in W",
        CROSS_ENTROPY,
        W[r, j],
        total((chance(n, r) * total(Y[n, k], k) - Y[n, r]) * X[n, j], n),
    ),
    Derivative(
        "Fisher grad",
        FISHER,
        w[j],
        2 * dot(w, v) * v[j] / SPREAD - dot(w, v) ** 2 * total((S[j, p] + S[p, j]) * w[p], p) / SPREAD**2,
    ),
)
