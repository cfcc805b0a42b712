"""The perceptron convergence theorem: mistakes turn w towards a separating direction faster than they lengthen it.

Each mistake is made on one of the examples; x and y stand for the one of the current step. The lecture starts from
zero, adds y x and asks for strict inequalities; here "at most" and "at least" are enough, so that the very first
step, where w.x y = 0, is covered too. The second derivation starts anywhere and takes any learning rate.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Ge, Integer, Le, Sum, Symbol, symbols
from sympy.core.relational import Relational

from derive.derivation import Chain, Citation, Derivation, Induction
from derive.facts import positive, sign
from derive.lectures.perceptron import product
from derive.names import size, tensor

D = size("D")
d = Symbol("d", integer=True)
k = Symbol("k", integer=True, nonnegative=True)
x, u, w, v, w0, a, b = (tensor(name, (1, D)) for name in ("x", "u", "w", "v", "w_0", "a", "b"))
y = Symbol("y", real=True)
gamma, R, eta, omega = symbols("gamma R eta omega", positive=True)


SIGN, UNIT = sign(y), Eq(product(u, u), 1)
MARGIN, RADIUS = Ge(y * product(u, x), gamma), Le(product(x, x), R**2)
MISTAKE = Le(y * product(w, x), 0)
SHORT, LATER_MISTAKE = Le(product(w0, w0), omega**2), Le(y * (product(w0, x) + eta * product(a, x)), 0)
GROWTH = R**2 + 2 * omega * R / eta


def perceptron_bound() -> Derivation:
    """Return the theorem: started at zero, the perceptron makes at most k = (R/gamma)^2 mistakes.

    >>> perceptron_bound().status
    'proved'
    """
    source = (Citation("m146", 400), Citation("m146", 463), Citation("m146", 483))
    chain = Chain("perceptron-bound", "The perceptron makes at most (R/gamma)^2 mistakes", source)
    _setting(chain)
    chain.assume(MISTAKE, reason="a step is taken only where w is wrong about x")
    progress = _progress(chain, w, v)
    _squared(chain, w)
    chain.link("<=", product(w, w) + product(x, x), "w was wrong about x", by=MISTAKE)
    chain.link("<=", product(w, w) + R**2, "the radius", by=RADIUS)
    _conclude(chain, w, progress, _length(chain, w, v, R**2), R**2)
    return chain.done(chain.steps[-1])


def perceptron_bound_any_start() -> Derivation:
    """Return the theorem for w = w_0 + eta a, where w_0 is no longer than omega: k <= (R^2 + 2 omega R/eta)/gamma^2.

    From zero every omega > 0 will do, at any rate: what remains is (R/gamma)^2.

    >>> perceptron_bound_any_start().status
    'proved'
    """
    title = "The perceptron from any start, at any learning rate, makes finitely many mistakes"
    chain = Chain("perceptron-bound-any-start", title, (Citation("m146", 483), Citation("l7", 600)))
    _setting(chain)
    chain.assume(SHORT, reason="omega bounds the length of the start w_0")
    chain.assume(LATER_MISTAKE, reason="a step is taken only where w = w_0 + eta a is wrong about x")
    progress, aside = _progress(chain, a, b), _against_the_start(chain)
    _squared(chain, a)
    chain.link("<=", product(a, a) + R**2 + 2 * (y * product(a, x)), "the radius", by=RADIUS)
    chain.link("<=", product(a, a) + R**2 - 2 * (y * product(w0, x)) / eta, "w was wrong about x", by=LATER_MISTAKE)
    chain.link("<=", product(a, a) + GROWTH, "the start cannot be righter than that", by=aside)
    _conclude(chain, a, progress, _length(chain, a, b, GROWTH), GROWTH)
    return chain.done(chain.steps[-1])


def _setting(chain: Chain) -> None:
    """Assume what the theorem needs of the examples: signs for labels, a margin, a radius."""
    chain.assume(SIGN, reason="labels are +1 or -1")
    chain.assume(UNIT, reason="u is a unit vector")
    chain.assume(MARGIN, reason="u separates every example with margin gamma")
    chain.assume(RADIUS, reason="no example is longer than R")


def _progress(chain: Chain, way: Any, after: Any) -> Relational:
    """Show that each step moves by at least gamma in the direction of u; return what k steps do."""
    chain.start(Sum((way[d] + y * x[d]) * u[d], (d, 1, D)), "along u, after the update")
    chain.equals(product(way, u) + y * product(x, u), "the inner product is linear", by=())
    chain.link(">=", product(way, u) + gamma, "the margin", by=MARGIN)
    start, update = Eq(way[d], 0), Eq(after[d], way[d] + y * x[d])
    claim = Induction(lambda state, steps: Ge(product(state, u), steps * gamma), k, start, update)
    return chain.induct(claim, by=chain.keep())


def _squared(chain: Chain, way: Any) -> None:
    """Expand the squared norm after the update."""
    chain.start(Sum((way[d] + y * x[d]) ** 2, (d, 1, D)), "the squared norm after the update")
    chain.equals(product(way, way) + y**2 * product(x, x) + 2 * (y * product(way, x)), "the square, expanded", by=())
    chain.equals(product(way, way) + product(x, x) + 2 * (y * product(way, x)), "y^2 = 1", by=SIGN)


def _length(chain: Chain, way: Any, after: Any, growth: Any) -> Relational:
    """Return that k steps make the squared norm at most k times as long as one step does."""
    start, update = Eq(way[d], 0), Eq(after[d], way[d] + y * x[d])
    claim = Induction(lambda state, steps: Le(product(state, state), steps * growth), k, start, update)
    return chain.induct(claim, by=chain.keep())


def _against_the_start(chain: Chain) -> Relational:
    """Show - y w_0.x <= omega R: the Cauchy-Schwarz inequality, without roots."""
    chain.start(-y * product(w0, x), "how far the start may be right about x")
    square = Sum((R * w0[d] + omega * y * x[d]) ** 2, (d, 1, D))
    chain.link("<=", -y * product(w0, x) + square / (2 * R * omega), "a sum of squares is not negative", by=())
    chain.equals(
        R * product(w0, w0) / (2 * omega) + omega * product(x, x) / (2 * R), "the square, with y^2 = 1", by=SIGN
    )
    chain.link("<=", omega * R, "both lengths are bounded", by=(SHORT, RADIUS))
    return chain.keep()


def _conclude(chain: Chain, way: Any, progress: Relational, length: Relational, growth: Any) -> None:
    """Put both results together; where there was no mistake, nothing is to be shown."""
    chain.start(k**2 * gamma**2, "the first result, squared")
    chain.link("<=", product(way, u) ** 2, "along u it is at least k gamma", by=progress)
    chain.link("<=", product(way, way) * product(u, u), "Cauchy-Schwarz", by=())
    chain.equals(product(way, way), "u is a unit vector", by=UNIT)
    chain.link("<=", k * growth, "the second result", by=length)
    both, bound = chain.keep(), growth / gamma**2
    chain.claim(Integer(0), bound, "no mistake, k = 0", relation="<=", by=())
    chain.claim(k, bound, "divided by k gamma^2", relation="<=", using=positive(k), by=both)
