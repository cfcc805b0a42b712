"""The sigmoid, maximum likelihood, class priors, and a loss that nobody has named."""

from __future__ import annotations

from sympy import Derivative, Expr, Function, Subs, Symbol, exp, log, pi, tanh

from derive import differentiate, hessian, positive, sigmoid, softplus, substitute
from tests.cases import N, X, a, c, counts, i, j, k, m, n, pr, r, score, total, w, x
from tests.claims.claim import Claim, enter

SLOPE = sigmoid(a) * (1 - sigmoid(a))
CENTRE, SPREAD = Symbol("mu", real=True), Symbol("s2", positive=True)
LOG_LIKELIHOOD = total(-((x[n] - CENTRE) ** 2) / (2 * SPREAD) - log(2 * pi * SPREAD) / 2, n)
MEAN, SQUARES = total(x[m], m) / N, total((x[n] - CENTRE) ** 2, n)
ERRORS = total(x[n] - CENTRE, n) / SPREAD
MULTIPLIER = Symbol("lambda", real=True)
PRIORS = total(counts[k] * log(pr[k]), k) - MULTIPLIER * (total(pr[k], k) - 1)
SHARE = counts[k] / total(counts[c], c)
LOSS = Function("f")
WHOLE = total(LOSS(score(n)), n)


def slope_of(at: Expr, order: int = 1) -> Expr:
    """Return the derivative of the unknown loss, taken at an expression."""
    argument = Symbol("s", real=True)
    return Subs(Derivative(LOSS(argument), (argument, order)), argument, at)


enter(
    {
        "sigma(-a) = 1 - sigma(a)": lambda: Claim(sigmoid(-a), 1 - sigmoid(a), sigmoid(a)),
        "sigma = e^a / (1 + e^a)": lambda: Claim(sigmoid(a), exp(a) / (1 + exp(a)), 1 / (1 + exp(a))),
        "sigma' = sigma (1 - sigma)": lambda: Claim(differentiate(sigmoid(a), a), SLOPE, sigmoid(a) * (1 + sigmoid(a))),
        "sigma'' = sigma (1 - sigma) (1 - 2 sigma)": lambda: Claim(
            differentiate(differentiate(sigmoid(a), a), a), SLOPE * (1 - 2 * sigmoid(a)), SLOPE * (1 - sigmoid(a))
        ),
        "sigma = (1 + tanh(a/2))/2": lambda: Claim(sigmoid(a), (1 + tanh(a / 2)) / 2, (1 + tanh(a)) / 2),
        "log(sigma/(1 - sigma)) = a": lambda: Claim(log(sigmoid(a) / (1 - sigmoid(a))), a, -a),
        "softplus' = sigma": lambda: Claim(differentiate(softplus(a), a), sigmoid(a), sigmoid(-a)),
        "softplus(a) - softplus(-a) = a": lambda: Claim(softplus(a) - softplus(-a), a, 2 * a),
        "-log sigma(a) = softplus(-a)": lambda: Claim(-log(sigmoid(a)), softplus(-a), softplus(a)),
        "the score of the mean is sum_n (x_n - mu)/v": lambda: Claim(
            differentiate(LOG_LIKELIHOOD, CENTRE), ERRORS, 2 * ERRORS
        ),
        "it vanishes at the average": lambda: Claim(
            substitute(differentiate(LOG_LIKELIHOOD, CENTRE), CENTRE, MEAN), 0, x[1]
        ),
        "the score of the variance is -N/(2v) + sum_n (x_n - mu)^2/(2v^2)": lambda: Claim(
            differentiate(LOG_LIKELIHOOD, SPREAD),
            -N / (2 * SPREAD) + SQUARES / (2 * SPREAD**2),
            N / (2 * SPREAD) + SQUARES / (2 * SPREAD**2),
        ),
        "it vanishes at v = sum (x - mu)^2 / N": lambda: Claim(
            substitute(differentiate(LOG_LIKELIHOOD, SPREAD), SPREAD, total((x[m] - CENTRE) ** 2, m) / N), 0, N
        ),
        "multiplied out it is S - N v, and N - 1 in place of N is wrong": lambda: Claim(
            2 * SPREAD**2 * differentiate(LOG_LIKELIHOOD, SPREAD), SQUARES - N * SPREAD, SQUARES - (N - 1) * SPREAD
        ),
        "the gradient of sum c_k log p_k - lambda (sum p_k - 1) is c_r/p_r - lambda": lambda: Claim(
            differentiate(PRIORS, pr[r]),
            counts[r] / pr[r] - MULTIPLIER,
            counts[r] / pr[r] + MULTIPLIER,
            (positive(pr),),
        ),
        "it vanishes at p_k = c_k/lambda": lambda: Claim(
            substitute(differentiate(PRIORS, pr[r]), pr[k], counts[k] / MULTIPLIER), 0, MULTIPLIER, (positive(counts),)
        ),
        "the priors c_k / sum c sum to one": lambda: Claim(total(SHARE, k), 1, total(SHARE**2, k)),
        "the gradient of sum_n f(a_n) is sum_n f'(a_n) x_nj, for every f": lambda: Claim(
            differentiate(WHOLE, w[j]), total(slope_of(score(n)) * X[n, j], n), total(LOSS(score(n)) * X[n, j], n)
        ),
        "its Hessian is sum_n f''(a_n) x_ni x_nj": lambda: Claim(
            hessian(WHOLE, w)[i, j],
            total(slope_of(score(n), 2) * X[n, i] * X[n, j], n),
            total(slope_of(score(n)) * X[n, i] * X[n, j], n),
        ),
    }
)
