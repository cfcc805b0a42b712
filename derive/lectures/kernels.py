"""Kernels: the feature map of the quadratic kernel, and why the Gaussian kernel is positive semidefinite.

A kernel that is an inner product of features is positive semidefinite: its quadratic form is a sum of squares. For the
Gaussian kernel the features are without end, so the proof goes through the partial sums of the exponential series.
That these converge is a limit, which is assumed and named; everything before and after it is proved.
"""

from __future__ import annotations

from typing import Any

from sympy import Add, Eq, Ge, Integer, KroneckerDelta, Mul, Sum, Symbol, exp, sqrt, symbols
from sympy.core.relational import Relational

from derive.derivation import Chain, Citation, Derivation, Induction
from derive.lectures.perceptron import product
from derive.names import size, tensor

N, D = size("N"), size("D")
n, m, d, e = symbols("n m d e", integer=True)
k = Symbol("k", integer=True, nonnegative=True)
X, a, c = tensor("X", (1, N), (1, D)), tensor("a", (1, N)), tensor("c", (1, N))
x, z, u, v = (tensor(name, (1, D)) for name in ("x", "z", "u", "v"))
U, V = tensor("U", (1, D), (1, D)), tensor("V", (1, D), (1, D))
T, S, T_after, S_after = (tensor(name, (1, N), (1, N)) for name in ("T", "S", "U", "V"))
sigma, epsilon, q = symbols("sigma epsilon q", positive=True)


def _pairs(body: Any) -> Any:
    return Sum(body, (d, 1, D), (e, 1, D))


def _form(weights: Any, entry: Any) -> Any:
    """Return the quadratic form of a kernel matrix, given its entry n, m."""
    return Sum(weights[n] * weights[m] * entry, (n, 1, N), (m, 1, N))


INNER = Sum(X[n, d] * X[m, d], (d, 1, D))
SCALED = INNER / sigma**2


def kernel_quadratic() -> Derivation:
    """Return that (1 + x.z)^2 is the inner product of 1, x_d^2, sqrt(2) x_d and sqrt(2) x_d x_e for d < e.

    >>> kernel_quadratic().status
    'proved'
    """
    title = "The feature map of the quadratic kernel"
    chain = Chain("kernel-quadratic", title, (Citation("cs4602", 473), Citation("cs4602", 477)))
    _two_components(chain)
    _semidefinite(chain)
    _features(chain)
    chain.start((1 + product(x, z)) ** 2, "the quadratic kernel")
    chain.equals(1 + 2 * product(x, z) + product(x, z) ** 2, "the square of a sum")
    chain.equals(
        1 + 2 * product(x, z) + _pairs((x[d] * x[e]) * (z[d] * z[e])), "(x.z)^2 has all products of two as features"
    )
    chain.equals(1 + product(u, v) + _pairs((x[d] * x[e]) * (z[d] * z[e])), "2 = sqrt(2) sqrt(2)")
    squares, unequal = Sum(x[d] ** 2 * z[d] ** 2, (d, 1, D)), (1 - KroneckerDelta(d, e)) / 2
    mixed = _pairs(unequal * U[d, e] * V[d, e])
    chain.equals(
        1 + product(u, v) + squares + mixed, "x_d x_e and x_e x_d as one feature: half of all d, e with d != e"
    )
    return chain.done()


def _features(chain: Chain) -> None:
    """Define the features of x and of z that have a factor sqrt(2)."""
    chain.define(u[d], sqrt(2) * x[d], "linear features of x")
    chain.define(v[d], sqrt(2) * z[d], "linear features of z")
    chain.define(U[d, e], sqrt(2) * x[d] * x[e], "mixed features of x")
    chain.define(V[d, e], sqrt(2) * z[d] * z[e], "mixed features of z")


def _two_components(chain: Chain) -> None:
    """Show the six features of the lecture's example, where x has two components."""
    first, second = tensor("x", (1, 2)), tensor("z", (1, 2))
    features = [_six(first), _six(second)]
    written = Add(*(Mul(one, other, evaluate=False) for one, other in zip(*features, strict=True)), evaluate=False)
    kernel = (1 + first[1] * second[1] + first[2] * second[2]) ** 2
    chain.claim(kernel, written, "with two components: six features")


def _six(vector: Any) -> list[Any]:
    first, second = vector[1], vector[2]
    mixed = sqrt(2) * first * second
    return [Integer(1), first**2, mixed, second**2, sqrt(2) * first, sqrt(2) * second]


def _semidefinite(chain: Chain) -> None:
    """Show that the kernel matrix is positive semidefinite."""
    weighted = c[n] * X[n, d]
    constant, linear = Sum(c[n], (n, 1, N)) ** 2, Sum(Sum(weighted, (n, 1, N)) ** 2, (d, 1, D))
    chain.start(_form(c, (1 + INNER) ** 2), "the quadratic form of the kernel matrix")
    chain.equals(constant + 2 * linear + _pairs(Sum(weighted * X[n, e], (n, 1, N)) ** 2), "a square for each feature")
    chain.link(">=", 0, "a sum of squares")


def kernel_gaussian() -> Derivation:
    """Return that the Gaussian kernel is positive semidefinite: all partial sums are, by induction, and so their limit.

    >>> kernel_gaussian().status
    'proved'
    """
    chain = Chain("kernel-gaussian", "The Gaussian kernel is positive semidefinite", (Citation("cs4602", 498),))
    _three_factors(chain)
    _first_powers(chain)
    limit = _limit(chain, _partial_sums(chain, _every_power(chain)))
    square = Sum((X[n, d] - X[m, d]) ** 2, (d, 1, D))
    taken_in = Eq(a[n], c[n] * exp(-Sum(X[n, d] ** 2, (d, 1, D)) / (2 * sigma**2)))
    chain.start(_form(c, exp(-square / (2 * sigma**2))), "the quadratic form of the Gaussian kernel matrix, for any c")
    chain.equals(_form(a, exp(SCALED)), "the three factors: weights a take in the outer ones", using=taken_in, by=())
    chain.link(">=", 0, "the limit", by=limit)
    return chain.done()


def _three_factors(chain: Chain) -> None:
    """Show that the kernel is exp(x.z/sigma^2) with a factor for x and one for z."""
    square, width = Sum((x[d] - z[d]) ** 2, (d, 1, D)), 2 * sigma**2
    chain.start(exp(-square / width), "the Gaussian kernel")
    chain.equals(exp(-(product(x, x) - 2 * product(x, z) + product(z, z)) / width), "the square, expanded")
    parts = exp(-product(x, x) / width) * exp(product(x, z) / sigma**2) * exp(-product(z, z) / width)
    chain.equals(parts, "the exponential of a sum")


def _first_powers(chain: Chain) -> None:
    """Show for the first powers of the inner product what their features are: all products of so many components."""
    weighted = a[n] * X[n, d]
    chain.claim(_form(a, 1), Sum(a[n], (n, 1, N)) ** 2, "power 0: a constant")
    chain.claim(_form(a, INNER), Sum(Sum(weighted, (n, 1, N)) ** 2, (d, 1, D)), "power 1: the components")
    chain.claim(_form(a, INNER**2), _pairs(Sum(weighted * X[n, e], (n, 1, N)) ** 2), "power 2: products of two")


def _every_power(chain: Chain) -> Relational:
    """Show by induction, for all weights at once, that the power k of the inner products is positive semidefinite."""
    start, update = Eq(T[n, m], 1), Eq(T_after[n, m], T[n, m] * SCALED)
    power = Induction(lambda state, steps: Eq(state[n, m], SCALED**steps), k, start, update)
    _ = chain.induct(power, by=())
    claim = Induction(lambda state, _: Ge(_form(a, state[n, m]), 0), k, start, update, at=((a[n], a[n] * X[n, d]),))
    return chain.induct(claim, by=())


def _partial_sums(chain: Chain, powers: Relational) -> Relational:
    """Show by induction that partial sums with positive coefficients, such as q = 1/k!, are positive semidefinite."""
    start, update = Eq(S[n, m], 0), Eq(S_after[n, m], S[n, m] + q * T[n, m])
    return chain.induct(Induction(lambda state, _: Ge(_form(a, state[n, m]), 0), k, start, update), by=powers)


def _limit(chain: Chain, partial: Relational) -> Relational:
    """Assume what the exponential series does in the limit, which is outside of the engine, and say so."""
    whole, near = (
        _form(a, exp(SCALED)),
        "limit, assumed: a late partial sum S of the exponential series is within epsilon",
    )
    close = Ge(whole, _form(a, S[n, m]) - epsilon)
    chain.assume(close, reason=near)
    chain.start(whole, "the quadratic form of the exponential of the inner products")
    chain.link(">=", _form(a, S[n, m]) - epsilon, "S is within epsilon", by=close)
    chain.link(">=", -epsilon, "the form of S is not negative", by=partial)
    limit = Ge(whole, 0)
    chain.assume(limit, reason="limit, assumed: what is at least -epsilon for every epsilon > 0 is at least 0")
    return limit
