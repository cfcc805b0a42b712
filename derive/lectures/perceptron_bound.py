"""The perceptron convergence theorem: mistakes turn w towards a separating direction faster than they lengthen it.

Each mistake is made on one of the examples; x and y stand for the one of the current step. The lecture starts from
zero, adds y x and asks for strict inequalities; here "at most" and "at least" are enough, so that the very first
step, where w.x y = 0, is covered too. The second derivation starts anywhere and takes any learning rate.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Ge, Gt, IndexedBase, Integer, Le, Sum, Symbol, symbols
from sympy.core.relational import Relational

from derive.derivation import Chain, Citation, Derivation, Induction
from derive.facts import sign
from derive.names import size

D = size("D")
d = Symbol("d", integer=True)
k = Symbol("k", integer=True, nonnegative=True)
x, u, w, v = IndexedBase("x"), IndexedBase("u"), IndexedBase("w"), IndexedBase("v")
w0, a, b = IndexedBase("w_0"), IndexedBase("a"), IndexedBase("b")
y = Symbol("y", real=True)
gamma, R, eta, omega = symbols("gamma R eta omega", positive=True)


def _dot(left: Any, right: Any) -> Any:
    return Sum(left[d] * right[d], (d, 1, D))


SIGN, UNIT = sign(y), Eq(_dot(u, u), 1)
MARGIN, RADIUS = Ge(y * _dot(u, x), gamma), Le(_dot(x, x), R**2)
MISTAKE = Le(y * _dot(w, x), 0)
START, UPDATE = Eq(w[d], 0), Eq(v[d], w[d] + y * x[d])

SHORT = Le(_dot(w0, w0), omega**2)
LATER_MISTAKE = Le(y * (_dot(w0, x) + _dot(a, x)), 0)
WAY_START, WAY_UPDATE = Eq(a[d], 0), Eq(b[d], a[d] + eta * y * x[d])
GROWTH = eta**2 * R**2 + 2 * eta * omega * R


def perceptron_bound() -> Derivation:
    """Return the theorem: started at zero, the perceptron makes at most k = (R/gamma)^2 mistakes.

    >>> perceptron_bound().status
    'proved'
    """
    source = (Citation("m146", 400), Citation("m146", 463), Citation("m146", 483))
    chain = Chain("perceptron-bound", "The perceptron makes at most (R/gamma)^2 mistakes", source)
    _setting(chain)
    progress, length = _progress(chain), _length(chain)
    chain.start(k**2 * gamma**2, "the first result, squared")
    chain.link("<=", _dot(w, u) ** 2, "w.u is at least k gamma", by=progress)
    _conclude(chain, w, k * R**2, length)
    chain.claim(Integer(0), R**2 / gamma**2, "no mistake, k = 0", relation="<=", by=())
    chain.claim(k, R**2 / gamma**2, "divided by k gamma^2", relation="<=", using=Gt(k, 0), by=chain.keep())
    return chain.done(chain.steps[-1])


def perceptron_bound_any_start() -> Derivation:
    """Return the theorem for a start w_0 no longer than omega, and a rate eta: k <= (R^2 + 2 omega R/eta)/gamma^2.

    >>> perceptron_bound_any_start().status
    'proved'
    """
    title = "The perceptron from any start, at any learning rate, makes finitely many mistakes"
    chain = Chain("perceptron-bound-any-start", title, (Citation("m146", 483), Citation("l7", 600)))
    _setting(chain)
    chain.assume(SHORT, reason="omega bounds the length of the start w_0")
    progress, length = _way_progress(chain), _way_length(chain)
    chain.start(k**2 * eta**2 * gamma**2, "the first result, squared")
    tangent = 2 * k * eta * gamma * _dot(a, u) - k**2 * eta**2 * gamma**2
    chain.link("<=", tangent, "a.u is at least k eta gamma", by=progress)
    chain.link("<=", _dot(a, u) ** 2, "the square of the difference is not negative", by=())
    _conclude(chain, a, k * GROWTH, length)
    bound = (R**2 + 2 * omega * R / eta) / gamma**2
    chain.claim(Integer(0), bound, "no mistake, k = 0", relation="<=", by=())
    chain.claim(k, bound, "divided by k eta^2 gamma^2", relation="<=", using=Gt(k, 0), by=chain.keep())
    return chain.done(chain.steps[-1])


def _setting(chain: Chain) -> None:
    """Assume what the theorem needs of the examples: signs for labels, a margin, a radius."""
    chain.assume(SIGN, reason="labels are +1 or -1")
    chain.assume(UNIT, reason="u is a unit vector")
    chain.assume(MARGIN, reason="u separates every example with margin gamma")
    chain.assume(RADIUS, reason="no example is longer than R")


def _progress(chain: Chain) -> Relational:
    """Show that each mistake moves w by at least gamma in the direction of u."""
    chain.start(Sum((w[d] + y * x[d]) * u[d], (d, 1, D)), "the updated weights, along u")
    chain.equals(_dot(w, u) + y * _dot(x, u), "the inner product is linear")
    chain.link(">=", _dot(w, u) + gamma, "the margin", by=MARGIN)
    return chain.induct(Induction(lambda state, steps: Ge(_dot(state, u), steps * gamma), k, START, UPDATE), by=MARGIN)


def _length(chain: Chain) -> Relational:
    """Show that each mistake adds at most R^2 to the squared norm of w."""
    chain.start(Sum((w[d] + y * x[d]) ** 2, (d, 1, D)), "the squared norm of the updated weights")
    chain.equals(_dot(w, w) + y**2 * _dot(x, x) + 2 * (y * _dot(w, x)), "the square, expanded")
    chain.equals(_dot(w, w) + _dot(x, x) + 2 * (y * _dot(w, x)), "y^2 = 1", by=SIGN)
    chain.link("<=", _dot(w, w) + _dot(x, x), "w was wrong about x", using=MISTAKE, by=())
    chain.link("<=", _dot(w, w) + R**2, "the radius", by=RADIUS)
    claim = Induction(lambda state, steps: Le(_dot(state, state), steps * R**2), k, START, UPDATE)
    return chain.induct(claim, using=MISTAKE, by=(SIGN, RADIUS))


def _way_progress(chain: Chain) -> Relational:
    """Show that each mistake moves a, the way from the start, by at least eta gamma in the direction of u."""
    chain.start(Sum((a[d] + eta * y * x[d]) * u[d], (d, 1, D)), "the way a = w - w_0 after one more update, along u")
    chain.equals(_dot(a, u) + eta * (y * _dot(x, u)), "the inner product is linear")
    chain.link(">=", _dot(a, u) + eta * gamma, "the margin", by=MARGIN)
    claim = Induction(lambda state, steps: Ge(_dot(state, u), steps * eta * gamma), k, WAY_START, WAY_UPDATE)
    return chain.induct(claim, by=MARGIN)


def _way_length(chain: Chain) -> Relational:
    """Show that each mistake adds at most eta^2 R^2 + 2 eta omega R to the squared length of the way."""
    bounded = _against_the_start(chain)
    chain.start(Sum((a[d] + eta * y * x[d]) ** 2, (d, 1, D)), "the squared length of the way after one more update")
    chain.equals(_dot(a, a) + eta**2 * _dot(x, x) + 2 * eta * (y * _dot(a, x)), "the square, with y^2 = 1", by=SIGN)
    chain.link("<=", _dot(a, a) + eta**2 * R**2 + 2 * eta * (y * _dot(a, x)), "the radius", by=RADIUS)
    start_aside = _dot(a, a) + eta**2 * R**2 - 2 * eta * (y * _dot(w0, x))
    chain.link("<=", start_aside, "w_0 + a was wrong about x", using=LATER_MISTAKE, by=())
    chain.link("<=", _dot(a, a) + GROWTH, "the start cannot be better than that", by=bounded)
    claim = Induction(lambda state, steps: Le(_dot(state, state), steps * GROWTH), k, WAY_START, WAY_UPDATE)
    return chain.induct(claim, using=LATER_MISTAKE, by=(SIGN, RADIUS, bounded))


def _against_the_start(chain: Chain) -> Relational:
    """Show y w_0.x >= - omega R: the Cauchy-Schwarz inequality without a root."""
    chain.start(-y * _dot(w0, x), "how far the start may be right about x")
    square = Sum((R * w0[d] + omega * y * x[d]) ** 2, (d, 1, D))
    chain.link("<=", -y * _dot(w0, x) + square / (2 * R * omega), "a sum of squares is not negative", by=())
    chain.equals(R * _dot(w0, w0) / (2 * omega) + omega * _dot(x, x) / (2 * R), "the square, with y^2 = 1", by=SIGN)
    chain.link("<=", omega * R, "both lengths are bounded", by=(SHORT, RADIUS))
    return chain.keep()


def _conclude(chain: Chain, way: Any, most: Any, length: Relational) -> None:
    """Go on from (way.u)^2 to the bound on the squared norm; where there was no mistake, nothing is to be shown."""
    chain.link("<=", _dot(way, way) * _dot(u, u), "Cauchy-Schwarz", by=())
    chain.equals(_dot(way, way), "u is a unit vector", by=UNIT)
    chain.link("<=", most, "the second result", by=length)
