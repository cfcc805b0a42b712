"""Fisher's linear discriminant: the criterion in both forms, where it is stationary, and that this is its maximum.

From CS 4602. The classes are two lists of examples, X with N_1 of them and Z with N_2; m_1 and m_2 are their means,
and a direction w gives every example the score w.x.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Gt, Integer, Sum, Symbol, symbols

from derive.derivation import Chain, Citation, Derivation
from derive.facts import inverse_pair, symmetric
from derive.names import size, tensor

D, N_1, N_2 = size("D"), size("N_1"), size("N_2")
n, d, i, j, k = symbols("n d i j k", integer=True)
X, Z = tensor("X", (1, N_1), (1, D)), tensor("Z", (1, N_2), (1, D))
m_1, m_2, u, w = (tensor(name, (1, D)) for name in ("m_1", "m_2", "u", "w"))
S_B, S_W, inverse = (tensor(name, (1, D), (1, D)) for name in ("S_B", "S_W", "S_W_inv"))
c = Symbol("c", positive=True)

MEANS = Eq(m_1[d], Sum(X[n, d], (n, 1, N_1)) / N_1), Eq(m_2[d], Sum(Z[n, d], (n, 1, N_2)) / N_2)
BETWEEN = Eq(S_B[i, j], (m_2[i] - m_1[i]) * (m_2[j] - m_1[j]))
ONES = Sum((X[n, i] - m_1[i]) * (X[n, j] - m_1[j]), (n, 1, N_1))
TWOS = Sum((Z[n, i] - m_2[i]) * (Z[n, j] - m_2[j]), (n, 1, N_2))
WITHIN = Eq(S_W[i, j], ONES + TWOS)
SOLVED = Eq(Sum(S_W[i, j] * w[j], (j, 1, D)), m_2[i] - m_1[i])


def _centred(direction: Any, examples: Any, mean: Any) -> Any:
    """Return the score of an example minus that of the mean of its class."""
    return Sum(direction[d] * (examples[n, d] - mean[d]), (d, 1, D))


# The centred scores along u and along w, in class 1 and in class 2.
p, q, r, s = tensor("p", (1, N_1)), tensor("q", (1, N_1)), tensor("r", (1, N_2)), tensor("s", (1, N_2))
ALONG_U, ALSO_U = Eq(p[n], _centred(u, X, m_1)), Eq(r[n], _centred(u, Z, m_2))
ALONG_W, ALSO_W = Eq(q[n], _centred(w, X, m_1)), Eq(s[n], _centred(w, Z, m_2))


def _dot(one: Any, other: Any, two: Any, last: Any) -> Any:
    """Return the inner product of two lists of scores, over both classes."""
    return Sum(one[n] * other[n], (n, 1, N_1)) + Sum(two[n] * last[n], (n, 1, N_2))


def _form(left: Any, matrix: Any, right: Any) -> Any:
    """Return left . matrix right."""
    return Sum(left[i] * matrix[i, j] * right[j], (i, 1, D), (j, 1, D))


def _gap(direction: Any) -> Any:
    """Return the distance of the means along a direction."""
    return Sum(direction[d] * (m_2[d] - m_1[d]), (d, 1, D))


def _criterion(direction: Any) -> Any:
    """Return J, with the scatter between the classes written as a square."""
    return _gap(direction) ** 2 / _form(direction, S_W, direction)


def fisher() -> Derivation:
    """Return both forms of the criterion J, and that w = S_W^-1 (m_2 - m_1) is stationary and a maximum.

    >>> fisher().status
    'proved'
    """
    source = tuple(Citation("cs4602", line) for line in (261, 273, 275, 277, 279, 283, 285, 287))
    chain = Chain("fisher", "Fisher's criterion and its maximiser", source)
    _two_forms(chain)
    _stationary(chain)
    _maximum(chain)
    return chain.done()


def _two_forms(chain: Chain) -> None:
    """The squared distance of the mean scores over their scatter, in scores and in matrices."""
    ones, twos = Sum(w[d] * X[n, d], (d, 1, D)), Sum(w[d] * Z[n, d], (d, 1, D))
    mean_1, mean_2 = Sum(w[d] * m_1[d], (d, 1, D)), Sum(w[d] * m_2[d], (d, 1, D))
    chain.claim(Sum(ones, (n, 1, N_1)) / N_1, mean_1, "the mean score is the score of the mean", using=MEANS[0])
    chain.claim(Sum(twos, (n, 1, N_2)) / N_2, mean_2, "and in the second class", using=MEANS[1])
    spread = Sum((ones - mean_1) ** 2, (n, 1, N_1)) + Sum((twos - mean_2) ** 2, (n, 1, N_2))
    chain.start((mean_2 - mean_1) ** 2 / spread, "the criterion J(w), in scores")
    matrices = _form(w, S_B, w) / _form(w, S_W, w)
    chain.equals(matrices, "the scatter between the classes over that within them", using=(BETWEEN, WITHIN))
    chain.equals(_criterion(w), "the scatter between the classes has rank one", using=BETWEEN)


def _stationary(chain: Chain) -> None:
    """Take the gradient of the quotient; it vanishes where S_W w = m_2 - m_1."""
    solution = Eq(w[i], Sum(inverse[i, j] * (m_2[j] - m_1[j]), (j, 1, D)))
    known = (inverse_pair(S_W, inverse), solution)
    chain.claim(SOLVED.lhs, SOLVED.rhs, "w = S_W^-1 (m_2 - m_1) solves S_W w = m_2 - m_1", using=known)
    chain.claim(S_W[i, j], S_W[j, i], "a sum of products of centred entries", using=WITHIN)
    chain.assume(symmetric(S_W), reason="as just shown")
    scatter, pull = _form(w, S_W, w), Sum(S_W[k, j] * w[j], (j, 1, D))
    gradient = 2 * _gap(w) * (m_2[k] - m_1[k]) / scatter - 2 * _gap(w) ** 2 * pull / scatter**2
    chain.start(_criterion(w), "the criterion, with the scatter between the classes as a square")
    chain.differentiate(w[k], gradient, "the quotient rule")
    chain.assume(SOLVED, reason="w solves S_W w = m_2 - m_1")
    chain.equals(Integer(0), "S_W w = m_2 - m_1: the gradient vanishes", by=SOLVED)
    scaled = _form(w, S_W, w).xreplace({w[i]: c * w[i], w[j]: c * w[j]})
    chain.claim((c * _gap(w)) ** 2 / scaled, _criterion(w), "only the direction of w matters", by=())


def _maximum(chain: Chain) -> None:
    """No direction u has a larger J than the solution w: Cauchy-Schwarz for the lists of centred scores."""
    both, own, best = _form(u, S_W, w), _form(u, S_W, u), _form(w, S_W, w)
    scatters = Gt(own, 0)
    chain.assume(WITHIN, reason="by definition: the scatter within the classes")
    chain.assume(ALONG_U, ALSO_U, reason="the centred scores along any direction u, in class 1 and in class 2")
    chain.assume(ALONG_W, ALSO_W, reason="the centred scores along w")
    chain.assume(scatters, reason="the scores along u are not all the same, so that J(u) has a value")
    u_u = _kept(chain, own, _dot(p, p, r, r), (WITHIN, ALONG_U, ALSO_U))
    u_w = _kept(chain, both, _dot(p, q, r, s), (WITHIN, ALONG_U, ALSO_U, ALONG_W, ALSO_W))
    w_w = _kept(chain, best, _dot(q, q, s, s), (WITHIN, ALONG_W, ALSO_W))
    chain.start(both**2, "the inner product of u and w, squared")
    chain.link("<=", own * best, "Cauchy-Schwarz for the lists of scores", by=(u_u, u_w, w_w))
    cauchy_schwarz = chain.keep()
    chain.start(_criterion(u), "the criterion of any direction u")
    chain.equals(both**2 / own, "m_2 - m_1 = S_W w", by=SOLVED)
    chain.link("<=", best, "Cauchy-Schwarz", by=(cauchy_schwarz, scatters))
    chain.equals(_criterion(w), "S_W w = m_2 - m_1: w is a maximum", by=SOLVED)


def _kept(chain: Chain, form: Any, scores: Any, by: Any) -> Any:
    """Show that an inner product by S_W is one of centred scores, and keep that."""
    chain.start(form, "an inner product by S_W")
    chain.equals(scores, "in centred scores", by=by)
    return chain.keep()
