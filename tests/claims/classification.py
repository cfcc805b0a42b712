"""Logistic regression, Gaussian naive Bayes, softmax, Rayleigh's quotient."""

from __future__ import annotations

from sympy import KroneckerDelta, Symbol, exp

from derive import differentiate, hessian, one_hot, positive, sigmoid, simplex, symmetric
from tests import cases
from tests.cases import SPREAD, A, S, W, X, Y, a, c, chance, i, j, k, n, p, r, softmax, total, w, z
from tests.claims.claim import Claim, enter

ODDS, SHARED = cases.LOG_ODDS, (positive(cases.variance),)
JOINT = [share * cases.likelihood(mean) for share, mean in ((cases.prior0, cases.mean0), (cases.prior1, cases.mean1))]
OTHER = Symbol("q", integer=True)
BETWEEN = total(w[i] * A[i, p] * w[p], i, p)
LEFT, RIGHT = total(A[j, p] * w[p], p) * SPREAD, total(S[j, p] * w[p], p) * BETWEEN
TRUE_BLOCK = chance(n, r) * (KroneckerDelta(r, OTHER) - chance(n, OTHER)) * X[n, i] * X[n, j]
FALSE_BLOCK = chance(n, r) * (1 - chance(n, OTHER)) * X[n, i] * X[n, j]

enter(
    {
        "the posterior of naive Bayes is the sigmoid of the log-odds": lambda: Claim(
            JOINT[1] / (JOINT[1] + JOINT[0]), sigmoid(ODDS), sigmoid(-ODDS), SHARED
        ),
        "a number added to all logits changes nothing": lambda: Claim(
            exp(z[k] + a) / total(exp(z[c] + a), c), softmax(k), exp(z[k] + a) / total(exp(z[c]), c)
        ),
        "the Hessian of the cross-entropy is sum_n p_nr (delta_rq - p_nq) x_ni x_nj, of a simplex": lambda: Claim(
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
