"""The sigmoid, maximum likelihood, class priors, and a loss that nobody has named."""

from __future__ import annotations

from sympy import (
    Derivative,
    Expr,
    Function,
    Subs,
    Symbol,
    exp,
    log,
    pi,
    tanh,
)

from derive import (
    differentiate,
    hessian,
    positive,
    sigmoid,
    softplus,
    substitute,
)
from tests.cases import (
    N,
    X,
    a,
    c,
    counts,
    i,
    j,
    k,
    m,
    n,
    pr,
    r,
    score,
    total,
    w,
    x,
)
from tests.claims.claim import Claim, claim

# sigmoid


@claim
def sigmoid_of_minus() -> Claim:
    """sigma(-a) = 1 - sigma(a)."""
    return Claim(sigmoid(-a), 1 - sigmoid(a), sigmoid(a))


@claim
def sigmoid_by_exponentials() -> Claim:
    """sigma(a) = e^a / (1 + e^a)."""
    return Claim(sigmoid(a), exp(a) / (1 + exp(a)), 1 / (1 + exp(a)))


@claim
def sigmoid_derivative() -> Claim:
    """sigma' = sigma (1 - sigma)."""
    return Claim(differentiate(sigmoid(a), a), sigmoid(a) * (1 - sigmoid(a)), sigmoid(a) * (1 + sigmoid(a)))


@claim
def sigmoid_second_derivative() -> Claim:
    """sigma'' = sigma (1 - sigma) (1 - 2 sigma)."""
    twice = differentiate(differentiate(sigmoid(a), a), a)
    first = sigmoid(a) * (1 - sigmoid(a))
    return Claim(twice, first * (1 - 2 * sigmoid(a)), first * (1 - sigmoid(a)))


@claim
def sigmoid_by_tanh() -> Claim:
    """sigma(a) = (1 + tanh(a/2))/2."""
    return Claim(sigmoid(a), (1 + tanh(a / 2)) / 2, (1 + tanh(a)) / 2)


@claim
def logit_inverts_sigmoid() -> Claim:
    """log(sigma/(1 - sigma)) = a."""
    return Claim(log(sigmoid(a) / (1 - sigmoid(a))), a, -a)


@claim
def softplus_derivative() -> Claim:
    """softplus' = sigma."""
    return Claim(differentiate(softplus(a), a), sigmoid(a), sigmoid(-a))


@claim
def softplus_difference() -> Claim:
    """softplus(a) - softplus(-a) = a."""
    return Claim(softplus(a) - softplus(-a), a, 2 * a)


@claim
def minus_log_sigmoid() -> Claim:
    """-log sigma(a) = softplus(-a)."""
    return Claim(-log(sigmoid(a)), softplus(-a), softplus(a))


# Gaussian maximum likelihood


CENTRE = Symbol("mu", real=True)
SPREAD_OF_X = Symbol("s2", positive=True)
LOG_LIKELIHOOD = total(-((x[n] - CENTRE) ** 2) / (2 * SPREAD_OF_X) - log(2 * pi * SPREAD_OF_X) / 2, n)
MEAN_X = total(x[m], m) / N


@claim
def gaussian_score_of_the_mean() -> Claim:
    """The derivative by the mean is sum_n (x_n - mu)/v."""
    answer = total(x[n] - CENTRE, n) / SPREAD_OF_X
    return Claim(differentiate(LOG_LIKELIHOOD, CENTRE), answer, 2 * answer)


@claim
def gaussian_score_of_the_variance() -> Claim:
    """The derivative by the variance is -N/(2v) + sum_n (x_n - mu)^2/(2v^2)."""
    squares = total((x[n] - CENTRE) ** 2, n)
    half = 2 * SPREAD_OF_X
    return Claim(
        differentiate(LOG_LIKELIHOOD, SPREAD_OF_X),
        -N / half + squares / (half * SPREAD_OF_X),
        N / half + squares / (half * SPREAD_OF_X),
    )


@claim
def gaussian_mean_is_the_average() -> Claim:
    """At the average the score of the mean vanishes."""
    return Claim(substitute(differentiate(LOG_LIKELIHOOD, CENTRE), CENTRE, MEAN_X), 0, x[1])


@claim
def gaussian_variance_is_the_mean_square() -> Claim:
    """At v = sum (x - mu)^2 / N the score of the variance vanishes."""
    root = total((x[m] - CENTRE) ** 2, m) / N
    return Claim(substitute(differentiate(LOG_LIKELIHOOD, SPREAD_OF_X), SPREAD_OF_X, root), 0, N)


@claim
def unbiased_variance_is_not_the_root() -> Claim:
    """Multiplied out, the score at v is S - N v; with N - 1 in place of N it is not zero."""
    squares = total((x[n] - CENTRE) ** 2, n)
    cleared = 2 * SPREAD_OF_X**2 * differentiate(LOG_LIKELIHOOD, SPREAD_OF_X)
    return Claim(cleared, squares - N * SPREAD_OF_X, squares - (N - 1) * SPREAD_OF_X)


# class priors


MULTIPLIER = Symbol("lambda", real=True)
PRIORS = total(counts[k] * log(pr[k]), k) - MULTIPLIER * (total(pr[k], k) - 1)


@claim
def prior_gradient() -> Claim:
    """The gradient of sum c_k log p_k - lambda (sum p_k - 1) is c_r/p_r - lambda."""
    return Claim(
        differentiate(PRIORS, pr[r]),
        counts[r] / pr[r] - MULTIPLIER,
        counts[r] / pr[r] + MULTIPLIER,
        (positive(pr),),
    )


@claim
def prior_is_stationary_at_count_over_multiplier() -> Claim:
    """p_k = c_k/lambda makes the gradient vanish."""
    facts = (positive(counts),)
    return Claim(substitute(differentiate(PRIORS, pr[r]), pr[k], counts[k] / MULTIPLIER), 0, MULTIPLIER, facts)


@claim
def multiplier_is_the_number_of_examples() -> Claim:
    """The constraint then says lambda = sum c_k: the priors c_k / sum c sum to one."""
    share = counts[k] / total(counts[c], c)
    return Claim(total(share, k), 1, total(share**2, k))


# an abstract loss


LOSS = Function("f")


def slope_of(function: Function, at: Expr, order: int = 1) -> Expr:
    """Return the derivative of an unknown function, taken at an expression."""
    argument = Symbol("s", real=True)
    return Subs(Derivative(function(argument), (argument, order)), argument, at)


@claim
def abstract_gradient() -> Claim:
    """The gradient of sum_n f(a_n) is sum_n f'(a_n) x_nj, for every f."""
    first = slope_of(LOSS, score(n))
    loss = total(LOSS(score(n)), n)
    return Claim(differentiate(loss, w[j]), total(first * X[n, j], n), total(LOSS(score(n)) * X[n, j], n))


@claim
def abstract_hessian() -> Claim:
    """The Hessian is sum_n f''(a_n) x_ni x_nj."""
    second, first = slope_of(LOSS, score(n), 2), slope_of(LOSS, score(n))
    return Claim(
        hessian(total(LOSS(score(n)), n), w)[i, j],
        total(second * X[n, i] * X[n, j], n),
        total(first * X[n, i] * X[n, j], n),
    )
