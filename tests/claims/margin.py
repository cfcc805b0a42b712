"""Kernels, support vector machines, principal components."""

from __future__ import annotations

from sympy import Eq, KroneckerDelta, Symbol, sqrt

from derive import differentiate, substitute, symmetric, tensor
from tests.cases import N, S, X, alpha, d, dot, i, j, m, mu, n, p, score, total, u, w, xi, y
from tests.claims.claim import Claim, enter

CAPACITY, MULTIPLIER = Symbol("C", real=True), Symbol("lambda", real=True)
# the polynomial kernel
PAIRS = total((1 - KroneckerDelta(i, p)) / 2 * (sqrt(2) * u[i] * u[p]) * (sqrt(2) * w[i] * w[p]), i, p)
SINGLE = 1 + total(sqrt(2) * u[i] * (sqrt(2) * w[i]), i) + total(u[i] ** 2 * w[i] ** 2, i)
# support vector machines
HARD = dot(w, w) / 2 - total(alpha[n] * (y[n] * score(n) - 1), n)
SLACKS = total(alpha[n] * (y[n] * score(n) - 1 + xi[n]), n) + total(mu[n] * xi[n], n)
SOFT = dot(w, w) / 2 + CAPACITY * total(xi[n], n) - SLACKS
BEST_W = total(alpha[n] * y[n] * X[n, d], n)
INNER = total(alpha[n] * alpha[m] * y[n] * y[m] * total(X[n, d] * X[m, d], d), n, m)
DUAL, FALSE_DUAL = total(alpha[n], n) - INNER / 2, total(alpha[n], n) + INNER / 2
BALANCED = Eq(total(alpha[n] * y[n], n), 0)
GRAM = tensor("G", N, N)
FOLDED = total(alpha[n], n) - total(alpha[n] * alpha[m] * y[n] * y[m] * GRAM[n, m], n, m) / 2
# principal components
PCA = total(u[i] * S[i, p] * u[p], i, p) - MULTIPLIER * (dot(u, u) - 1)
IMAGE = total(S[j, p] * u[p], p)
EIGEN = Eq(IMAGE, MULTIPLIER * u[j])

enter(
    {
        "(1 + u.w)^2 is the inner product of 1, sqrt2 u_i, u_i^2 and sqrt2 u_i u_p of each pair": lambda: Claim(
            (1 + dot(u, w)) ** 2, SINGLE + PAIRS, SINGLE + PAIRS / 2
        ),
        "the Lagrangian is stationary in w at sum_n alpha_n y_n x_n": lambda: Claim(
            substitute(differentiate(HARD, w[j]), w[d], BEST_W), 0, w[j]
        ),
        "a matrix of inner products can stand for them": lambda: Claim(
            substitute(HARD, w[d], BEST_W),
            FOLDED,
            FOLDED - total(alpha[n] ** 2 * GRAM[n, n], n),
            (BALANCED, Eq(GRAM[n, m], total(X[n, d] * X[m, d], d))),
        ),
        "with mu = C - alpha the slacks drop out of the dual": lambda: Claim(
            substitute(substitute(SOFT, w[d], BEST_W), mu[n], CAPACITY - alpha[n]), DUAL, FALSE_DUAL, (BALANCED,)
        ),
        "the gradient of u'Su - lambda (u'u - 1) vanishes where Su = lambda u": lambda: Claim(
            differentiate(PCA, u[j]), 0, u[j], (symmetric(S), EIGEN)
        ),
        "the variance along a unit eigenvector is lambda": lambda: Claim(
            total(u[i] * S[i, p] * u[p], i, p), MULTIPLIER, 2 * MULTIPLIER, (EIGEN, Eq(dot(u, u), 1))
        ),
    }
)
