"""Discriminants: what may be done to the scores of the classes without changing which of them is the largest.

The classification slides decide for the class of the largest g_i(x), and replace g_i by increasing functions of it.
Here g_i and g_j are the scores p(x|C_i) P(C_i) of any two classes at one point x. A replacement keeps their order both
ways, g_i > g_j and g_i <= g_j, so that every comparison comes out as before, and with it the arg max.
"""

from __future__ import annotations

from sympy import Ge, Integer, Sum, Symbol, log, symbols

from derive.derivation import Chain, Citation, Derivation, same_order
from derive.facts import positive
from derive.names import size, tensor

K = size("K")
k = Symbol("k", integer=True)
likelihood, prior = tensor("p", (1, K)), tensor("pi", (1, K))
EVIDENCE = Sum(likelihood[k] * prior[k], (k, 1, K))

p_i, p_j, pi_i, pi_j = symbols("p_i p_j pi_i pi_j", positive=True)
p_1, p_2, pi_1, pi_2 = symbols("p_1 p_2 pi_1 pi_2", positive=True)
largest = Symbol("g_max", positive=True)


def discriminants() -> Derivation:
    """Return that posterior, joint density and its logarithm decide alike, and the discriminant of two classes.

    >>> discriminants().status
    'proved'
    """
    source = tuple(Citation("cls", line) for line in (84, 86, 98, 100, 102, 108, 116, 118))
    chain = Chain("discriminants", "Discriminants that decide alike", source)
    chain.assume(positive(likelihood), positive(prior), reason="the densities at x and the priors of the K classes")
    _posterior(chain)
    _logarithm(chain)
    _two_classes(chain)
    return chain.done()


def _posterior(chain: Chain) -> None:
    """The evidence P(x) is the same for all classes, so it drops out of the comparison of posteriors."""
    g_i, g_j = p_i * pi_i, p_j * pi_j
    chain.claim(EVIDENCE, Integer(0), "the evidence P(x) is positive", relation=">")
    chain.claim(Sum(likelihood[k] * prior[k] / EVIDENCE, (k, 1, K)), Integer(1), "the posteriors add up to one")
    same_order(chain, (g_i, g_j), (g_i / EVIDENCE, g_j / EVIDENCE), "both are divided by the same positive P(x)")
    wins = Ge(largest, likelihood[k] * prior[k])
    posterior = likelihood[k] * prior[k] / EVIDENCE
    chain.claim(largest / EVIDENCE, posterior, "the class with the largest score wins", relation=">=", using=wins)


def _logarithm(chain: Chain) -> None:
    """The logarithm increases."""
    g_i, g_j = p_i * pi_i, p_j * pi_j
    chain.start(log(g_i), "the logarithm of a score")
    chain.equals(log(p_i) + log(pi_i), "the log of a product is the sum of the logs")
    sums = log(p_i) + log(pi_i), log(p_j) + log(pi_j)
    same_order(chain, (g_i, g_j), sums, "the logarithm increases")
    wins = Ge(largest, likelihood[k] * prior[k])
    logs = log(likelihood[k]) + log(prior[k])
    chain.claim(log(largest), logs, "the class with the largest score wins", relation=">=", using=wins)


def _two_classes(chain: Chain) -> None:
    """One discriminant g = g_1 - g_2 decides by its sign, in each of its forms."""
    g_1, g_2, zero = p_1 * pi_1, p_2 * pi_2, Integer(0)
    same_order(chain, (g_1, g_2), (g_1 - g_2, zero), "one discriminant, compared with zero")
    posteriors = g_1 / (g_1 + g_2) - g_2 / (g_1 + g_2)
    same_order(chain, (g_1, g_2), (posteriors, zero), "the difference of the posteriors, compared with zero")
    odds = log(p_1 / p_2) + log(pi_1 / pi_2)
    same_order(chain, (g_1, g_2), (odds, zero), "the log odds, compared with zero")
    chain.start(log(g_1) - log(g_2), "the discriminant in logarithms")
    chain.equals(odds, "the log of a ratio is the difference of the logs")
