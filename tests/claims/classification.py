"""Logistic regression, Gaussian naive Bayes, softmax, Rayleigh's quotient."""

from __future__ import annotations

from sympy import KroneckerDelta, Symbol, exp

from derive import differentiate, hessian, one_hot, positive, sigmoid, simplex, symmetric
from tests import cases
from tests.cases import (
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
    i,
    j,
    k,
    n,
    p,
    r,
    score,
    softmax,
    t,
    total,
    w,
    z,
)
from tests.claims.claim import Claim, enter

ODDS, SHARED = cases.LOG_ODDS, (positive(cases.variance),)
JOINT = [share * cases.likelihood(mean) for share, mean in ((cases.prior0, cases.mean0), (cases.prior1, cases.mean1))]
OTHER = Symbol("q", integer=True)
ERROR = total((chance(n, r) - Y[n, r]) * X[n, j], n)
BETWEEN = total(w[i] * A[i, p] * w[p], i, p)
LEFT, RIGHT = total(A[j, p] * w[p], p) * SPREAD, total(S[j, p] * w[p], p) * BETWEEN
TRUE_BLOCK = chance(n, r) * (KroneckerDelta(r, OTHER) - chance(n, OTHER)) * X[n, i] * X[n, j]
FALSE_BLOCK = chance(n, r) * (1 - chance(n, OTHER)) * X[n, i] * X[n, j]

enter(
    {
        "the derivative of the logistic loss by the bias is sum_n (sigma(a_n) - t_n)": lambda: Claim(
            differentiate(LOGISTIC, b), total(sigmoid(score(n)) - t[n], n), total(sigmoid(score(n)) + t[n], n)
        ),
        "the Hessian of the logistic loss is sum_n sigma (1 - sigma) x_ni x_nj": lambda: Claim(
            hessian(LOGISTIC, w)[i, j],
            total(sigmoid(score(n)) * (1 - sigmoid(score(n))) * X[n, i] * X[n, j], n),
            total(sigmoid(score(n)) * (1 + sigmoid(score(n))) * X[n, i] * X[n, j], n),
        ),
        "the posterior of naive Bayes is the sigmoid of the log-odds": lambda: Claim(
            JOINT[1] / (JOINT[1] + JOINT[0]), sigmoid(ODDS), sigmoid(-ODDS), SHARED
        ),
        "a number added to all logits changes nothing": lambda: Claim(
            exp(z[k] + a) / total(exp(z[c] + a), c), softmax(k), exp(z[k] + a) / total(exp(z[c]), c)
        ),
        "with one-hot targets the gradient of the cross-entropy is sum_n (p_nr - y_nr) x_nj": lambda: Claim(
            differentiate(cases.CROSS_ENTROPY, W[r, j]), ERROR, -ERROR, (one_hot(Y),)
        ),
        "its Hessian is sum_n p_nr (delta_rq - p_nq) x_ni x_nj, when the targets sum to one": lambda: Claim(
            hessian(cases.CROSS_ENTROPY, W)[r, i, OTHER, j], total(TRUE_BLOCK, n), total(FALSE_BLOCK, n), (simplex(Y),)
        ),
        "different classes exclude one another: y_nk y_nr = delta_kr y_nk": lambda: Claim(
            Y[n, k] * Y[n, r], KroneckerDelta(k, r) * Y[n, k], Y[n, k], (one_hot(Y),)
        ),
        "the gradient of w'Aw / w'Sw is 2 (Aw (w'Sw) - Sw (w'Aw)) / (w'Sw)^2, of symmetric A and S": lambda: Claim(
            differentiate(BETWEEN / SPREAD, w[j]),
            2 * (LEFT - RIGHT) / SPREAD**2,
            2 * (LEFT + RIGHT) / SPREAD**2,
            (symmetric(A), symmetric(S)),
        ),
    }
)
