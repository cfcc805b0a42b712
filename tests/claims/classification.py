"""Logistic regression, Gaussian naive Bayes, softmax, Fisher's discriminant."""

from __future__ import annotations

from sympy import (
    KroneckerDelta,
    Symbol,
    exp,
    log,
)

from derive import (
    differentiate,
    hessian,
    one_hot,
    positive,
    sigmoid,
    simplex,
    softplus,
    symmetric,
)
from tests.cases import (
    CROSS_ENTROPY,
    FISHER,
    LOG_ODDS,
    LOG_SUM_EXP,
    LOGISTIC,
    SPREAD,
    A,
    S,
    W,
    X,
    Y,
    a,
    b,
    c,
    chance,
    d,
    dot,
    i,
    j,
    k,
    likelihood,
    mean0,
    mean1,
    n,
    p,
    prior0,
    prior1,
    r,
    score,
    softmax,
    t,
    total,
    v,
    variance,
    w,
    z,
)
from tests.claims.claim import Claim, claim

# logistic regression


@claim
def logistic_gradient() -> Claim:
    """The gradient of the cross-entropy is sum_n (sigma(a_n) - t_n) x_nj."""
    answer = total((sigmoid(score(n)) - t[n]) * X[n, j], n)
    return Claim(differentiate(LOGISTIC, w[j]), answer, -answer)


@claim
def logistic_gradient_in_the_bias() -> Claim:
    """The derivative by the bias is sum_n (sigma(a_n) - t_n)."""
    return Claim(differentiate(LOGISTIC, b), total(sigmoid(score(n)) - t[n], n), total(sigmoid(score(n)) + t[n], n))


@claim
def logistic_hessian() -> Claim:
    """The Hessian is sum_n sigma (1 - sigma) x_ni x_nj."""
    chance_n = sigmoid(score(n))
    return Claim(
        hessian(LOGISTIC, w)[i, j],
        total(chance_n * (1 - chance_n) * X[n, i] * X[n, j], n),
        total(chance_n * (1 + chance_n) * X[n, i] * X[n, j], n),
    )


@claim
def logistic_loss_by_softplus() -> Claim:
    """The cross-entropy is sum_n softplus(a_n) - t_n a_n."""
    return Claim(
        LOGISTIC,
        total(softplus(score(n)) - t[n] * score(n), n),
        total(softplus(-score(n)) - t[n] * score(n), n),
    )


# Gaussian naive Bayes


SHARED = (positive(variance),)


@claim
def naive_bayes_log_odds() -> Claim:
    """With shared variances the log-odds are linear: w_i = (mu1_i - mu0_i)/v_i, and a bias w_0."""
    odds = log(prior1 * likelihood(mean1) / (prior0 * likelihood(mean0)))
    wrong_bias = total((mean1[d] ** 2 - mean0[d] ** 2) / variance[d], d)
    return Claim(odds, LOG_ODDS, LOG_ODDS + wrong_bias, SHARED)


@claim
def naive_bayes_posterior() -> Claim:
    """The posterior of class 1 is the sigmoid of the log-odds."""
    joint1, joint0 = prior1 * likelihood(mean1), prior0 * likelihood(mean0)
    return Claim(joint1 / (joint1 + joint0), sigmoid(LOG_ODDS), sigmoid(-LOG_ODDS), SHARED)


# softmax


@claim
def log_sum_exp_gradient() -> Claim:
    """The gradient of log-sum-exp is the softmax; it is not 1."""
    return Claim(differentiate(LOG_SUM_EXP, z[r]), softmax(r), 1)


@claim
def softmax_jacobian() -> Claim:
    """The Jacobian is p_k (delta_kr - p_r)."""
    return Claim(
        differentiate(softmax(k), z[r]),
        softmax(k) * (KroneckerDelta(k, r) - softmax(r)),
        softmax(k) * (KroneckerDelta(k, r) + softmax(r)),
    )


@claim
def softmax_sums_to_one() -> Claim:
    """The probabilities sum to one; their squares do not."""
    return Claim(total(softmax(k), k), 1, total(softmax(k) ** 2, k))


@claim
def softmax_ignores_shifts() -> Claim:
    """A number added to all logits changes nothing."""
    shifted = exp(z[k] + a) / total(exp(z[c] + a), c)
    return Claim(shifted, softmax(k), exp(z[k] + a) / total(exp(z[c]), c))


@claim
def cross_entropy_gradient_for_any_targets() -> Claim:
    """Without a fact about the targets, sum_k Y_nk stays before the probability."""
    weight = total(Y[n, k], k)
    return Claim(
        differentiate(CROSS_ENTROPY, W[r, j]),
        total((weight * chance(n, r) - Y[n, r]) * X[n, j], n),
        total((chance(n, r) - Y[n, r]) * X[n, j], n),
    )


@claim
def cross_entropy_gradient_for_one_hot_targets() -> Claim:
    """With one-hot targets the gradient is exactly sum_n (p_nr - y_nr) x_nj."""
    return Claim(
        differentiate(CROSS_ENTROPY, W[r, j]),
        total((chance(n, r) - Y[n, r]) * X[n, j], n),
        total((Y[n, r] - chance(n, r)) * X[n, j], n),
        (one_hot(Y),),
    )


@claim
def cross_entropy_hessian() -> Claim:
    """The Hessian in W is sum_n p_nr (delta_rq - p_nq) x_ni x_nj, when the targets sum to one."""
    other = Symbol("q", integer=True)
    block = chance(n, r) * (KroneckerDelta(r, other) - chance(n, other))
    return Claim(
        hessian(CROSS_ENTROPY, W)[r, i, other, j],
        total(block * X[n, i] * X[n, j], n),
        total(chance(n, r) * (1 - chance(n, other)) * X[n, i] * X[n, j], n),
        (simplex(Y),),
    )


@claim
def one_hot_products() -> Claim:
    """Different classes exclude one another: y_nk y_nr = delta_kr y_nk."""
    return Claim(Y[n, k] * Y[n, r], KroneckerDelta(k, r) * Y[n, k], Y[n, k], (one_hot(Y),))


# Fisher's discriminant


@claim
def fisher_gradient() -> Claim:
    """The quotient rule for (w.m)^2 / w'Sw with symmetric S."""
    scatter = total(S[j, p] * w[p], p)
    first = 2 * dot(w, v) * v[j] / SPREAD
    second = dot(w, v) ** 2 * scatter / SPREAD**2
    return Claim(differentiate(FISHER, w[j]), first - 2 * second, first - second, (symmetric(S),))


@claim
def rayleigh_gradient() -> Claim:
    """The gradient of w'Aw / w'Sw is 2 (Aw (w'Sw) - Sw (w'Aw)) / (w'Sw)^2 for symmetric A and S."""
    between = total(w[i] * A[i, p] * w[p], i, p)
    left, right = total(A[j, p] * w[p], p) * SPREAD, total(S[j, p] * w[p], p) * between
    facts = (symmetric(A), symmetric(S))
    return Claim(
        differentiate(between / SPREAD, w[j]), 2 * (left - right) / SPREAD**2, 2 * (left + right) / SPREAD**2, facts
    )
