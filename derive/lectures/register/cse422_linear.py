"""Claims of CSE 422, lines 30 to 141: the linear hypothesis, gradient descent, least squares under Gaussian noise.

Examples are i = 1..n, features j = 0..d with x_0 = 1; X holds a row for each example.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sympy import (
    Derivative,
    Eq,
    Ge,
    Gt,
    KroneckerDelta,
    Le,
    Lt,
    Product,
    Rational,
    Sum,
    exp,
    log,
    pi,
    sqrt,
    symbols,
)

from derive.derivation import Chain, Induction
from derive.lectures.register.claim import (
    At,
    Finding,
    all_of,
    claim_holds,
    decided,
    derived,
    equivalent,
    only,
    repaired,
)
from derive.names import size, tensor

at = partial(At, "cse422")
n, d = size("n"), size("d")
i, j, k, m = symbols("i j k m", integer=True)
steps = symbols("steps", integer=True, nonnegative=True)
theta, x, e, u, g = (tensor(name, (0, d)) for name in ("theta", "x", "e", "u", "g"))
X, Y, H = tensor("X", (1, n), (0, d)), tensor("Y", (1, n)), tensor("H", (1, n))
eta, L, start, fall, gain = symbols("eta L E s c", positive=True)

HYPOTHESIS = Sum(theta[k] * X[i, k], (k, 0, d))
LOSS = Sum((HYPOTHESIS - Y[i]) ** 2, (i, 1, n)) / 2
ORTHOGONAL = "the residuals of w are orthogonal to the columns of X"


def _hypothesis(last: Any, sizes: Sequence[Any]) -> Finding:
    """Compare theta_0 + theta_1 x_1 + ... up to the place `last` of x with the sum over 0..d, for some d.

    There are more features than d, so that there is one at each place of both sums.
    """
    return all_of(*(_up_to(last(size), size) for size in sizes))


def _up_to(place: Any, size: Any) -> Finding:
    theta, x = (tensor(name, (0, size + place)) for name in ("theta", "x"))
    some, every = Sum(theta[k] * x[k], (k, 1, place)), Sum(theta[k] * x[k], (k, 0, size))
    return claim_holds(theta[0] + some, every, Eq(x[0], 1))


def _all_but_the_first() -> Finding:
    others = Sum((1 - KroneckerDelta(k, 0)) * theta[k] * x[k], (k, 0, d))
    return claim_holds(theta[0] + others, Sum(theta[k] * x[k], (k, 0, d)), Eq(x[0], 1))


def _steepest() -> Finding:
    """Along a unit vector u the derivative is g.u, which is least at u = -g / |g|."""
    norm, along = Sum(g[k] ** 2, (k, 0, d)), Sum(g[k] * u[k], (k, 0, d))
    best = -g[k] / sqrt(norm)
    return all_of(
        claim_holds(along**2, norm, Eq(Sum(u[k] ** 2, (k, 0, d)), 1), relation="<="),
        claim_holds(Sum(best**2, (k, 0, d)), 1, Gt(norm, 0)),
        claim_holds(Sum(g[k] * best, (k, 0, d)), -sqrt(norm), Gt(norm, 0)),
    )


def _of_all_examples() -> Finding:
    """Ask whether the derivative of the loss of line 40 is that of a single example m."""
    single = Sum(theta[k] * X[m, k], (k, 0, d)) - Y[m]
    return claim_holds(Derivative(LOSS, theta[j]), single * X[m, j])


def _update(output: Any, *known: Any) -> Finding:
    """Compare a step against the gradient of the loss of example i with the update that has an output in it."""
    loss = (HYPOTHESIS - Y[i]) ** 2 / 2
    return claim_holds(theta[j] - eta * Derivative(loss, theta[j]), theta[j] + eta * (Y[i] - output) * X[i, j], known)


def _batch(factor: Any) -> Finding:
    step = Sum((Y[i] - HYPOTHESIS) * X[i, j], (i, 1, n))
    return claim_holds(theta[j] - eta * Derivative(LOSS, theta[j]), theta[j] + factor * eta * step)


def _image(vector: Any) -> Any:
    """Return |X v|^2."""
    return Sum(Sum(X[i, k] * vector[k], (k, 0, d)) ** 2, (i, 1, n))


def _one_minimum(known: Any) -> Finding:
    """Between a minimum and a point that is u away the loss grows by |X u|^2 / 2."""
    return claim_holds(_image(u) / 2, 0, known, relation=">")


def _contracts(bound: Any) -> Finding:
    """One step along a direction of curvature L multiplies the distance from the minimum by 1 - eta L."""
    return claim_holds((1 - eta * L) ** 2, 1, bound, relation="<")


def _nearer(bound: Any) -> Finding:
    """One step at the point e away from a minimum, where no curvature is above L: |e|^2 falls by a share of the gap."""
    slope = Sum(Sum(X[i, k] * e[k], (k, 0, d)) * X[i, j], (i, 1, n))
    before, after = Sum(e[j] ** 2, (j, 0, d)), Sum((e[j] - eta * slope) ** 2, (j, 0, d))
    curvature = Le(Sum(slope**2, (j, 0, d)), L * _image(e))
    nearer = claim_holds(after, before - eta * (2 - eta * L) * _image(e), curvature, relation="<=")
    share = claim_holds(eta * (2 - eta * L), 0, bound, relation=">")
    return all_of(_contracts(bound), share, nearer)


def _adds_up() -> Finding:
    """Show that what falls by at least c at each step falls by c k in k steps: gaps above c are few."""
    state, after = symbols("r q", real=True)
    chain = Chain("telescope", "Falls add up")
    first, update = Eq(state, start), Eq(after, state - fall)
    falls = Induction(lambda now, count: Le(now, start - count * gain), steps, first, update)
    chain.assume(Gt(fall, gain), reason="each step falls by more than c")
    _ = chain.induct(falls)
    return all_of(*(decided(step.verdict) for step in chain.steps if step.verdict is not None))


def _oscillates(target: int) -> Finding:
    """Fit one weight, with x = 1, to the target 0 and then to another one, again and again; the least loss is between.

    Started at `target / (2 - eta)` the weight is back there after each pass, for every rate below 2.
    """
    first = target / (2 - eta)
    second = first + eta * (0 - first)
    known, middle = Lt(eta, 2), Rational(target, 2)
    return all_of(
        claim_holds(second + eta * (target - second), first, known),
        claim_holds(second, middle, known, relation="<"),
        claim_holds(first, middle, known, relation=">"),
    )


LINEAR_CLAIMS = (
    at(
        30, r"$h_\theta(x) = \theta_0 + \theta_1 x_1 + \dots + \theta_n x_n$, which is the sum over $0..d$ of line 34"
    ).refuted(
        lambda: repaired(_hypothesis(lambda _: n, [d]), _hypothesis(lambda last: last, range(1, 6))),
        repair=r"the last term is $\theta_d x_d$: n is the number of examples at lines 13 and 40",
    ),
    at(34, r"$h(x) = \sum_{i=0}^d \theta_i x_i$ with $x_0 = 1$ is $\theta_0$ plus the other terms").proved(
        _all_but_the_first
    ),
    at(40, r"$J(\theta) = \frac{1}{2} \sum_{i=1}^n (h_\theta(x^{(i)}) - y^{(i)})^2$").defines(
        "the least-squares loss; i counts examples here, and features at line 34"
    ),
    at(46, r"$\theta_j := \theta_j - \eta \frac{\partial}{\partial \theta_j} J(\theta)$").defines("an assignment"),
    at(48, "a step against the gradient goes in the direction of the steepest decrease").proved(_steepest),
    at(
        52, r"for one example, $\frac{\partial}{\partial \theta_j} J(\theta) = (h_\theta(x) - y) x_j$, in four rows"
    ).proved(
        lambda: only(
            derived("lms", "the chain rule", "2 times 1/2", "the hypothesis is linear in theta"), _of_all_examples()
        )
    ),
    at(
        56, r"$\theta_j := \theta_j + \eta (y^{(i)} - h_\theta(x^{(i)})) x_j^{(i)}$ is that step for one example"
    ).proved(lambda: _update(HYPOTHESIS)),
    at(58, "the loss has no local optima other than global ones").proved(
        lambda: derived("normal-equations", ORTHOGONAL, "a square is not negative: w is a minimum")
    ),
    at(58, "the loss has only one global optimum").proved(
        lambda: only(
            all_of(derived("normal-equations", ORTHOGONAL), _one_minimum(Gt(_image(u), 0))),
            _one_minimum(Gt(Sum(u[k] ** 2, (k, 0, d)), 0)),
        ),
        convention=r"the columns of X are independent: $Xu \ne 0$ for $u \ne 0$",
        repair=r"with $\theta$, all $\theta + u$ with $Xu = 0$ are global minima; there are no others",
    ),
    at(60, r"gradient descent converges to the global minimum, if $\eta$ is not too large").proved(
        lambda: only(all_of(_nearer(Lt(eta * L, 2)), _adds_up()), _contracts(Ge(eta * L, 2))),
        convention=r"$0 < \eta < 2/L$ for the largest curvature L; it is the loss that converges to its minimum",
    ),
    at(
        71,
        r"batch descent: $\theta := \theta + \eta \sum_i (y^{(i)} - h_\theta(x^{(i)})) x^{(i)}$ is the step of line 46",
    ).proved(lambda: _batch(1)),
    at(88, r"stochastic descent: $\theta := \theta + \eta (y^{(i)} - h_\theta^{(i)}) x^{(i)}$").refuted(
        lambda: repaired(_update(H[i]), _update(H[i], Eq(H[i], HYPOTHESIS))),
        repair=r"$h_\theta(x^{(i)})$ for $h_\theta^{(i)}$, which has no argument",
    ),
    at(94, "stochastic descent may never converge, and oscillate around the minimum").proved(lambda: _oscillates(1)),
)

p, w = tensor("p", (1, n)), tensor("w", (1, n))
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


NOISE_CLAIMS = (
    at(100, r"$y^{(i)} = \theta^\top x^{(i)} + \epsilon^{(i)}$, with Gaussian noise").defines("a model assumption"),
    at(104, r"$f(\epsilon) = \frac{1}{\sqrt{2\pi}\sigma} \exp(-\epsilon^2 / (2\sigma^2))$").defines(
        "the Gaussian density; that it integrates to 1 is outside of the engine"
    ),
    at(
        108, r"this implies $f(y | x; \theta) = \frac{1}{\sqrt{2\pi}\sigma} \exp(-(y - \theta^\top x)^2 / (2\sigma^2))$"
    ).proved(lambda: _implied(2)),
    at(114, r"$L(\theta) = p(y | x; \theta)$").defines(
        "the likelihood; the density, called f at line 108, is called p here"
    ),
    at(118, r"$L(\theta)$ is the product of the densities of the examples").proved(_independent),
    at(122, r"$L(\theta)$ may be replaced by a strictly increasing function, such as its log").equivalent(
        lambda: equivalent(
            claim_holds(log(less), less),
            claim_holds(log(less), log(more), Lt(less, more), relation="<"),
            claim_holds(log(less), log(more), Gt(less, more), relation=">"),
        )
    ),
    at(
        126, r"$\ell(\theta) = n \log \frac{1}{\sqrt{2\pi}\sigma} - \frac{1}{\sigma^2} J(\theta)$, J the squared error"
    ).proved(
        lambda: derived(
            "gaussian-likelihood",
            "the log of a product is the sum of the logs",
            "the log of exp is its exponent; the constant is summed n times",
        )
    ),
    at(135, r"to maximise $\ell(\theta)$ is to minimise the least-squares loss $J(\theta)$").equivalent(_same_answer),
    at(141, "with a feature $x^2$ the fit may be better: it is never worse").proved(_no_worse),
)

CLAIMS = (*LINEAR_CLAIMS, *NOISE_CLAIMS)
