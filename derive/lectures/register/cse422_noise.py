"""Claims of CSE 422, lines 100 to 141: least squares as maximum likelihood under Gaussian noise."""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Eq, Gt, IndexedBase, Lt, Product, Sum, exp, log, pi, sqrt, symbols

from derive.lectures.register.claim import Claim, Finding, claim_holds, definition
from derive.lectures.register.combine import derived, equivalent
from derive.lectures.register.cse422_linear import HYPOTHESIS, LOSS, Y, d, i, k, n, theta, x

p, w = IndexedBase("p"), IndexedBase("w")
y, epsilon, theta_1, theta_2 = symbols("y epsilon theta_1 theta_2", real=True)
sigma, less, more = symbols("sigma a b", positive=True)


def _density(at: Any, scale: Any = 2) -> Any:
    return exp(-(at**2) / (scale * sigma**2)) / (sqrt(2 * pi) * sigma)


def _implied(scale: Any) -> Finding:
    """Put the noise y - theta.x into its density."""
    noise = y - Sum(theta[k] * x[k], (k, 0, d))
    return claim_holds(_density(epsilon), _density(noise, scale), Eq(epsilon, noise))


def _independent() -> Finding:
    each = _density(Y[i] - HYPOTHESIS)
    return claim_holds(Product(p[i], (i, 1, n)), Product(each, (i, 1, n)), Eq(p[i], each))


def _logarithm() -> Finding:
    """The logarithm keeps the order of likelihoods, both ways, and changes their values."""
    return equivalent(
        claim_holds(log(less), less),
        claim_holds(log(less), log(more), Lt(less, more), relation="<"),
        claim_holds(log(less), log(more), Gt(less, more), relation=">"),
    )


def _same_answer() -> Finding:
    """Fewer squares, more likelihood: two parameter vectors compared."""
    misfit = Sum((Y[i] - HYPOTHESIS) ** 2, (i, 1, n)) / 2
    likelihood = n * log(1 / (sqrt(2 * pi) * sigma)) - misfit / sigma**2
    closer = "where the squared error of theta is no larger than that of phi, theta is no less likely"
    order = derived("gaussian-likelihood", closer, "where it is larger, theta is less likely")
    return equivalent(claim_holds(-likelihood, misfit), order, claim_holds(misfit, LOSS))


def _no_worse() -> Finding:
    """With theta_2 = 0 the square does nothing, so the best theta_2 is no worse."""
    line = theta[0] + theta_1 * w[i]
    squares, lines = (Sum((fit - Y[i]) ** 2, (i, 1, n)) / 2 for fit in (line + theta_2 * w[i] ** 2, line))
    return claim_holds(squares, lines, Eq(theta_2, 0))


claim = partial(Claim, "cse422")

CLAIMS = (
    claim(
        100,
        r"$y^{(i)} = \theta^\top x^{(i)} + \epsilon^{(i)}$, with Gaussian noise",
        "definition",
        lambda: definition("a model assumption"),
    ),
    claim(
        104,
        r"$f(\epsilon) = \frac{1}{\sqrt{2\pi}\sigma} \exp(-\epsilon^2 / (2\sigma^2))$",
        "definition",
        lambda: definition("the Gaussian density; that it integrates to 1 is outside of the engine"),
    ),
    claim(
        108,
        r"this implies $f(y | x; \theta) = \frac{1}{\sqrt{2\pi}\sigma} \exp(-(y - \theta^\top x)^2 / (2\sigma^2))$",
        "proved",
        lambda: _implied(2),
    ),
    claim(
        114,
        r"$L(\theta) = p(y | x; \theta)$",
        "definition",
        lambda: definition("the likelihood; the density, called f at line 108, is called p here"),
    ),
    claim(118, r"$L(\theta)$ is the product of the densities of the examples", "proved", _independent),
    claim(
        122, r"$L(\theta)$ may be replaced by a strictly increasing function, such as its log", "equivalent", _logarithm
    ),
    claim(
        126,
        r"$\ell(\theta) = n \log \frac{1}{\sqrt{2\pi}\sigma} - \frac{1}{\sigma^2} J(\theta)$, J the squared error",
        "proved",
        lambda: derived(
            "gaussian-likelihood",
            "the log of a product is the sum of the logs",
            "the log of exp is its exponent; the constant is summed n times",
        ),
    ),
    claim(
        135, r"to maximise $\ell(\theta)$ is to minimise the least-squares loss $J(\theta)$", "equivalent", _same_answer
    ),
    claim(141, "with a feature $x^2$ the fit may be better: it is never worse", "proved", _no_worse),
)
"""The claims, in the order of their lines."""
