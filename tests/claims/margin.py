"""Kernels, support vector machines, principal components."""

from __future__ import annotations

from sympy import (
    Eq,
    KroneckerDelta,
    Symbol,
    sqrt,
)

from derive import (
    differentiate,
    substitute,
    symmetric,
    tensor,
)
from tests.cases import (
    N,
    S,
    X,
    alpha,
    b,
    d,
    dot,
    i,
    j,
    m,
    mu,
    n,
    p,
    score,
    total,
    u,
    w,
    xi,
    y,
)
from tests.claims.claim import Claim, claim

# polynomial kernel


@claim
def kernel_by_all_pairs() -> Claim:
    """(1 + u.w)^2 is the inner product of (1, sqrt2 u_i, u_i u_p) over all pairs."""
    pairs = total(u[i] * u[p] * (w[i] * w[p]), i, p)
    linear = total(sqrt(2) * u[i] * (sqrt(2) * w[i]), i)
    return Claim((1 + dot(u, w)) ** 2, 1 + linear + pairs, 1 + linear / 2 + pairs)


@claim
def kernel_by_different_pairs() -> Claim:
    """The same with u_i^2 and sqrt2 u_i u_p for each unordered pair of different indices."""
    different = (1 - KroneckerDelta(i, p)) / 2
    pairs = total(different * (sqrt(2) * u[i] * u[p]) * (sqrt(2) * w[i] * w[p]), i, p)
    linear = total(sqrt(2) * u[i] * (sqrt(2) * w[i]), i)
    squares = total(u[i] ** 2 * w[i] ** 2, i)
    return Claim((1 + dot(u, w)) ** 2, 1 + linear + squares + pairs, 1 + linear + squares + pairs / 2)


# support vector machines


SLACK = Symbol("C", real=True)
NORM = dot(w, w) / 2
HARD = NORM - total(alpha[n] * (y[n] * score(n) - 1), n)
SOFT = NORM + SLACK * total(xi[n], n) - total(alpha[n] * (y[n] * score(n) - 1 + xi[n]), n) - total(mu[n] * xi[n], n)
BEST_W = total(alpha[n] * y[n] * X[n, d], n)
PAIRS = total(alpha[n] * alpha[m] * y[n] * y[m] * total(X[n, d] * X[m, d], d), n, m)
DUAL, FALSE_DUAL = total(alpha[n], n) - PAIRS / 2, total(alpha[n], n) + PAIRS / 2
BALANCED = Eq(total(alpha[n] * y[n], n), 0)


@claim
def hard_margin_stationarity() -> Claim:
    """The Lagrangian is stationary in w at sum_n alpha_n y_n x_n."""
    return Claim(substitute(differentiate(HARD, w[j]), w[d], BEST_W), 0, w[j])


@claim
def hard_margin_bias() -> Claim:
    """The derivative by the bias is -sum_n alpha_n y_n."""
    return Claim(differentiate(HARD, b), -total(alpha[n] * y[n], n), total(alpha[n] * y[n], n))


@claim
def hard_margin_dual() -> Claim:
    """At the stationary w the Lagrangian is sum alpha - 1/2 sum alpha alpha y y x.x, when sum alpha y = 0."""
    return Claim(substitute(HARD, w[d], BEST_W), DUAL, FALSE_DUAL, (BALANCED,))


@claim
def soft_margin_slack() -> Claim:
    """The derivative by a slack is C - alpha - mu."""
    return Claim(differentiate(SOFT, xi[m]), SLACK - alpha[m] - mu[m], SLACK + alpha[m] - mu[m])


@claim
def soft_margin_dual() -> Claim:
    """With mu = C - alpha the slacks drop out and the dual is that of the hard margin."""
    at_w = substitute(SOFT, w[d], BEST_W)
    return Claim(substitute(at_w, mu[n], SLACK - alpha[n]), DUAL, FALSE_DUAL, (BALANCED,))


@claim
def dual_with_a_kernel() -> Claim:
    """A matrix of inner products can stand for them: kernel folding."""
    gram = tensor("G", N, N)
    folded = total(alpha[n], n) - total(alpha[n] * alpha[m] * y[n] * y[m] * gram[n, m], n, m) / 2
    fact = Eq(gram[n, m], total(X[n, d] * X[m, d], d))
    unfolded_twice = folded - total(alpha[n] ** 2 * gram[n, n], n)
    return Claim(substitute(HARD, w[d], BEST_W), folded, unfolded_twice, (BALANCED, fact))


# principal components


MULTIPLIER = Symbol("lambda", real=True)
PCA = total(u[i] * S[i, p] * u[p], i, p) - MULTIPLIER * (dot(u, u) - 1)


@claim
def pca_gradient() -> Claim:
    """The gradient of u'Su - lambda (u'u - 1) is 2 Su - 2 lambda u."""
    direction = total(S[j, p] * u[p], p)
    return Claim(
        differentiate(PCA, u[j]),
        2 * direction - 2 * MULTIPLIER * u[j],
        direction - 2 * MULTIPLIER * u[j],
        (symmetric(S),),
    )


@claim
def pca_stationary_points_are_eigenvectors() -> Claim:
    """Where Su = lambda u the gradient vanishes."""
    eigen = Eq(total(S[j, p] * u[p], p), MULTIPLIER * u[j])
    return Claim(differentiate(PCA, u[j]), 0, u[j], (symmetric(S), eigen))


@claim
def pca_value_is_the_eigenvalue() -> Claim:
    """For a unit eigenvector the variance u'Su is lambda."""
    eigen = Eq(total(S[j, p] * u[p], p), MULTIPLIER * u[j])
    variance_along = total(u[i] * S[i, p] * u[p], i, p)
    return Claim(variance_along, MULTIPLIER, 2 * MULTIPLIER, (eigen, Eq(dot(u, u), 1)))
