"""The sigmoid, maximum likelihood, class priors, and a loss that nobody has named."""

from __future__ import annotations

from sympy import Derivative, Expr, Function, Subs, Symbol, log, pi, tanh

from derive import differentiate, hessian, positive, sigmoid, substitute
from tests.cases import N, X, a, counts, i, j, k, m, n, pr, r, score, total, w, x
from tests.claims.claim import Claim, enter

SLOPE = sigmoid(a) * (1 - sigmoid(a))
CENTRE, SPREAD = Symbol("mu", real=True), Symbol("s2", positive=True)
LOG_LIKELIHOOD = total(-((x[n] - CENTRE) ** 2) / (2 * SPREAD) - log(2 * pi * SPREAD) / 2, n)
SQUARES = total((x[n] - CENTRE) ** 2, n)
MULTIPLIER = Symbol("lambda", real=True)
PRIORS = total(counts[k] * log(pr[k]), k) - MULTIPLIER * (total(pr[k], k) - 1)
LOSS = Function("f")
WHOLE = total(LOSS(score(n)), n)


def slope_of(at: Expr, order: int = 1) -> Expr:
    """Return the derivative of the unknown loss, taken at an expression."""
    argument = Symbol("s", real=True)
    return Subs(Derivative(LOSS(argument), (argument, order)), argument, at)


enter(
    {
        "sigma'' = sigma (1 - sigma) (1 - 2 sigma)": lambda: Claim(
            differentiate(differentiate(sigmoid(a), a), a), SLOPE * (1 - 2 * sigmoid(a)), SLOPE * (1 - sigmoid(a))
        ),
        "sigma = (1 + tanh(a/2))/2": lambda: Claim(sigmoid(a), (1 + tanh(a / 2)) / 2, (1 + tanh(a)) / 2),
        "log(sigma/(1 - sigma)) = a": lambda: Claim(log(sigmoid(a) / (1 - sigmoid(a))), a, -a),
        "the score of the variance is -N/(2v) + sum_n (x_n - mu)^2/(2v^2)": lambda: Claim(
            differentiate(LOG_LIKELIHOOD, SPREAD),
            -N / (2 * SPREAD) + SQUARES / (2 * SPREAD**2),
            N / (2 * SPREAD) + SQUARES / (2 * SPREAD**2),
        ),
        "the score of the variance vanishes at v = sum (x - mu)^2 / N": lambda: Claim(
            substitute(differentiate(LOG_LIKELIHOOD, SPREAD), SPREAD, total((x[m] - CENTRE) ** 2, m) / N), 0, N
        ),
        "multiplied out the score is S - N v, and N - 1 in place of N is wrong": lambda: Claim(
            2 * SPREAD**2 * differentiate(LOG_LIKELIHOOD, SPREAD), SQUARES - N * SPREAD, SQUARES - (N - 1) * SPREAD
        ),
        "the gradient of sum c_k log p_k - lambda (sum p_k - 1) vanishes at p_k = c_k/lambda": lambda: Claim(
            substitute(differentiate(PRIORS, pr[r]), pr[k], counts[k] / MULTIPLIER), 0, MULTIPLIER, (positive(counts),)
        ),
        "the Hessian of sum_n f(a_n) is sum_n f''(a_n) x_ni x_nj": lambda: Claim(
            hessian(WHOLE, w)[i, j],
            total(slope_of(score(n), 2) * X[n, i] * X[n, j], n),
            total(slope_of(score(n)) * X[n, i] * X[n, j], n),
        ),
    }
)
