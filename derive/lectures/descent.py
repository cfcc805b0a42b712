"""Gradient descent on a quadratic: a step goes down for every learning rate below 2 over the largest curvature.

Lecture 7 and the classification slides step against the gradient, and say that a step too large may overshoot. For
f(w) = 1/2 w.Aw - b.w, with no curvature above L, the border is at eta = 2/L; at and above it some quadratic does not
descend.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Ge, Gt, Integer, KroneckerDelta, Lt, Sum, Symbol, symbols

from derive.derivation import Chain, Citation, Derivation
from derive.facts import symmetric
from derive.names import size, tensor

D = size("D")
d, i, j, k = symbols("d i j k", integer=True)
A, B = (tensor(name, (1, D), (1, D)) for name in ("A", "B"))
b, g, v, w = (tensor(name, (1, D)) for name in ("b", "g", "v", "w"))
eta, L = symbols("eta L", positive=True)
u = Symbol("w", real=True)

NORM = Sum(g[i] ** 2, (i, 1, D))
CURVATURE = Sum(g[i] * A[i, j] * g[j], (i, 1, D), (j, 1, D))


def _quadratic(at: Any) -> Any:
    """Return f at the point with the entries `at(i)`."""
    squares = Sum(at(i) * A[i, j] * at(j), (i, 1, D), (j, 1, D)) / 2
    return squares - Sum(b[i] * at(i), (i, 1, D))


def gradient_descent() -> Derivation:
    """Return that a step against the gradient descends for 0 < eta < 2/L, and that 2/L is the border.

    >>> gradient_descent().status
    'proved'
    """
    source = (Citation("l7", 531), Citation("l7", 548), Citation("cls", 432), Citation("cls", 437))
    chain = Chain("gradient-descent", "Gradient descent on a quadratic descends for small steps", source)
    chain.assume(symmetric(A), reason="the matrix of second derivatives")
    chain.start(_quadratic(lambda at: w[at]), "a quadratic error")
    chain.differentiate(w[k], Sum(A[k, j] * w[j], (j, 1, D)) - b[k], "the chain rule, A being symmetric")
    _curvature(chain)
    _overshoot(chain)
    _one_step(chain)
    return chain.done()


def _curvature(chain: Chain) -> None:
    """Say that no curvature is above L, as a factor of L I - A: then v.Av <= L v.v in every direction v."""
    factor = Eq(A[i, j], L * KroneckerDelta(i, j) - Sum(B[k, i] * B[k, j], (k, 1, D)), evaluate=False)
    chain.assume(factor, reason="L I - A is positive semidefinite: it has a factor, L I - A = B^T B")
    along, norm = Sum(v[i] * A[i, j] * v[j], (i, 1, D), (j, 1, D)), Sum(v[i] ** 2, (i, 1, D))
    chain.start(L * norm - along, "how far the curvature along v stays below L")
    chain.equals(Sum(Sum(B[k, i] * v[i], (i, 1, D)) ** 2, (k, 1, D)), "the squared norm of B v")
    chain.link(">=", Integer(0), "a square is not negative")


def _one_step(chain: Chain) -> None:
    """Compare f before and after the step w - eta g, where g is the gradient at w."""
    before, after = _quadratic(lambda at: w[at]), _quadratic(lambda at: w[at] - eta * g[at])
    gradient = Eq(g[i], Sum(A[i, j] * w[j], (j, 1, D)) - b[i], evaluate=False)
    small = Lt(eta * L, 2)
    chain.start(before - after, "what one step w - eta g gains")
    chain.equals(eta * NORM - eta**2 * CURVATURE / 2, "g is the gradient at w; f is quadratic", using=gradient)
    chain.link(">=", eta * NORM - eta**2 * L * NORM / 2, "the curvature along g is at most L")
    chain.equals(eta * (1 - eta * L / 2) * NORM, "a common factor")
    gain = "for eta < 2/L the step does not go up"
    chain.claim(chain.current, Integer(0), "it goes down unless g = 0", relation=">", using=(small, Gt(NORM, 0)))
    chain.link(">=", Integer(0), gain, using=small)


def _overshoot(chain: Chain) -> None:
    """In one dimension, f(w) = L w^2 / 2 does not descend from eta = 2/L on."""
    chain.start(L * (u - eta * (L * u)) ** 2 / 2, "f(w) = L w^2 / 2 after a step against its gradient L w")
    chain.equals((1 - eta * L) ** 2 * (L * u**2 / 2), "w is multiplied by 1 - eta L")
    chain.link(">=", L * u**2 / 2, "for eta >= 2/L it overshoots: the border is sharp", using=Ge(eta * L, 2))
