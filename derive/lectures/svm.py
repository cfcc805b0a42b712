"""Support vector machines: the margin, the dual of the hard and the soft margin, kernels, and the hinge loss.

The labels are +1 and -1, f(x) = w.x + b. The duals come from Lagrangians: stationary in w, b and the slacks, what is
left is a quadratic in the multipliers. That the primal minus the dual is a sum of squares and of products of
nonnegative numbers gives weak duality, and complementary slackness where both are equal.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Ge, Le, Lt, MatrixSymbol, Max, Sum, sqrt, symbols
from sympy.matrices.expressions import HadamardProduct, OneMatrix

from derive.derivation import Chain, Citation, Constraint, Derivation, Program
from derive.facts import nonnegative, sign
from derive.lectures.perceptron import product
from derive.names import size, tensor

N, D, P = size("N"), size("D"), size("P")
n, m, d, j, p = symbols("n m d j p", integer=True)
X, K, Phi = tensor("X", (1, N), (1, D)), tensor("K", (1, N), (1, N)), tensor("Phi", (1, N), (1, P))
w, x, plus, minus = (tensor(name, (1, D)) for name in ("w", "x", "x^+", "x^-"))
y, alpha, mu, xi, g = (tensor(name, (1, N)) for name in ("y", "alpha", "mu", "xi", "g"))
s, c, f, k = (tensor(name, (1, N)) for name in ("s", "c", "f", "k"))
omega, phi = tensor("w", (1, P)), tensor("phi", (1, P))
"""The weights of features, and those of a new point."""
b, label, score = symbols("b y f", real=True)
C, r, q = symbols("C r q", positive=True)


def _over(body: Any) -> Any:
    return Sum(body, (n, 1, N))


NORM = product(w, w)
SCORE = Sum(w[d] * X[n, d], (d, 1, D)) + b
WEIGHTS = Sum(alpha[m] * y[m] * X[m, d], (m, 1, N))
BALANCED = Eq(_over(alpha[n] * y[n]), 0)
GRAM = Sum(X[n, d] * X[m, d], (d, 1, D))
DISTANCE = Sum((w[d] - WEIGHTS) ** 2, (d, 1, D)) / 2
"""Half the squared distance of w from its stationary value."""


def _dual(inner: Any) -> Any:
    """Return the dual objective, for a given inner product of the examples n and m."""
    return _over(alpha[n]) - Sum(alpha[n] * alpha[m] * y[n] * y[m] * inner, (n, 1, N), (m, 1, N)) / 2


DUAL = _dual(GRAM)
CORRECT = Constraint(1 - y[n] * SCORE, alpha[n], ((n, 1, N),))
HARD = Program(NORM / 2, (CORRECT,))
NEARLY, NOT_NEGATIVE = (
    Constraint(1 - xi[n] - y[n] * SCORE, alpha[n], ((n, 1, N),)),
    Constraint(-xi[n], mu[n], ((n, 1, N),)),
)
SOFT = Program(NORM / 2 + C * _over(xi[n]), (NEARLY, NOT_NEGATIVE))


def svm_margin() -> Derivation:
    """Return that the two planes f = +1 and f = -1 are 2/|w| apart, and that a wide margin is a short w.

    >>> svm_margin().status
    'proved'
    """
    title = "The margin is 2 over the norm of w"
    chain = Chain("svm-margin", title, (Citation("cs4602", 388), Citation("cs4602", 408)))
    _shortest_is_widest(chain)
    chain.assume(Eq(product(w, plus) + b, 1), reason="x^+ lies on the plane of the positive examples")
    chain.assume(Eq(product(w, minus) + b, -1), reason="x^- lies on the plane of the negative examples")
    chain.claim(product(w, plus) - product(w, minus), 2, "the difference of the two")
    _no_shorter_way(chain)
    chain.start(Sum((plus[d] - minus[d]) * w[d], (d, 1, D)) / sqrt(NORM), "the way from x^- to x^+, along w/|w|")
    chain.equals((product(w, plus) - product(w, minus)) / sqrt(NORM), "the inner product is linear")
    chain.equals(2 / sqrt(NORM), "the difference is 2")
    return chain.done()


def _shortest_is_widest(chain: Chain) -> None:
    """Show that 2/|w| and (1/2)|w|^2 put any two lengths r and q in opposite orders."""
    margin, half = Le(2 / q, 2 / r), Le(r**2 / 2, q**2 / 2)
    chain.claim(2 / q, 2 / r, "the shorter has the wider margin", relation="<=", using=Le(r, q))
    chain.claim(r, q, "the wider margin is the shorter", relation="<=", using=margin)
    chain.claim(r**2 / 2, q**2 / 2, "squares keep the order of lengths", relation="<=", using=Le(r, q))
    chain.claim(r, q, "and so do roots: both programs have one solution", relation="<=", using=half)


def _no_shorter_way(chain: Chain) -> None:
    """Show that any two points of the planes are at least 2/|w| apart, and that those along w are not further."""
    apart, step = Sum((plus[d] - minus[d]) ** 2, (d, 1, D)), 2 * w[d] / NORM
    chain.claim(product(w, minus) + Sum(w[d] * step, (d, 1, D)) + b, 1, "x^- + 2 w/|w|^2 lies on the other plane")
    chain.claim(Sum(step**2, (d, 1, D)), 4 / NORM, "it is 2/|w| away")
    chain.start(apart, "the squared distance of any two points")
    chain.link(">=", apart - Sum((plus[d] - minus[d] - step) ** 2, (d, 1, D)), "a sum of squares is not negative")
    chain.equals(4 / NORM, "the square, with w.(x^+ - x^-) = 2")


def svm_dual() -> Derivation:
    """Return the dual of the hard margin, in indices and matrices, with slackness and the decision function.

    >>> svm_dual().status
    'proved'
    """
    source = (Citation("cs4602", 418), Citation("cs4602", 426), Citation("cs4602", 433))
    chain = Chain("svm-dual", "The dual of the hard-margin support vector machine", source)
    _stationary(chain, HARD)
    chain.start(HARD.lagrangian(), "the Lagrangian again")
    chain.put(w[d], WEIGHTS, DUAL, "w put in; b drops out, as sum alpha y = 0")
    dual = chain.steps[-1]
    _in_matrices(chain)
    _weak_duality(chain)
    _decision(chain)
    return chain.done(dual)


def _stationary(chain: Chain, program: Program) -> None:
    """Differentiate the Lagrangian by w and by b, and set both to zero."""
    chain.start(program.lagrangian(), "the Lagrangian: the objective and the priced constraints")
    chain.differentiate(w[j], w[j] - _over(alpha[n] * y[n] * X[n, j]), "the chain rule")
    chain.solve(w[d], WEIGHTS, "stationary in w")
    chain.start(program.lagrangian(), "the Lagrangian again")
    chain.differentiate(b, -_over(alpha[n] * y[n]), "b stands in every constraint")
    chain.assume(BALANCED, reason="stationary in b")


def _in_matrices(chain: Chain) -> None:
    """Write the dual with matrices, whose rows and columns are numbered from 0."""
    a, t, rows = MatrixSymbol("a", N, 1), MatrixSymbol("t", N, 1), MatrixSymbol("X_m", N, D)
    signed = HadamardProduct(t * t.T, rows * rows.T)
    both = ((n, 0, N - 1), (m, 0, N - 1))
    inner = Sum(rows[n, d] * rows[m, d], (d, 0, D - 1))
    pairs = Sum(a[n, 0] * a[m, 0] * t[n, 0] * t[m, 0] * inner, *both)
    in_indices = Sum(a[n, 0], (n, 0, N - 1)) - pairs / 2
    chain.claim(a.T * OneMatrix(N, 1) - a.T * signed * a / 2, in_indices, "the same in matrices")


def _weak_duality(chain: Chain) -> None:
    """Show that the dual is at most the primal, and what follows where they are equal."""
    exceeds, prices = Eq(y[n] * SCORE, 1 + g[n]), (nonnegative(alpha), nonnegative(g))
    chain.assume(nonnegative(alpha), reason="multipliers of inequalities are not negative")
    chain.assume(nonnegative(g), reason="w and b are feasible: y f(x) exceeds 1 by g, which is not negative")
    chain.assume(exceeds, reason="this is g")
    chain.start(NORM / 2 - DUAL, "the duality gap, for any feasible w, b and alpha")
    chain.equals(DISTANCE + _over(alpha[n] * g[n]), "the square, completed")
    chain.link(">=", 0, "no term is negative: weak duality", by=prices)
    optimal = Eq(NORM / 2, DUAL)
    chain.assume(optimal, reason="at the optimum there is no gap (strong duality of a convex quadratic program)")
    chain.start(alpha[n] * g[n], "one product of multiplier and constraint")
    chain.link("<=", _over(alpha[n] * g[n]), "at most the sum of all, none of which is negative", by=prices)
    chain.link("<=", DISTANCE + _over(alpha[n] * g[n]), "a square is not negative", by=prices)
    chain.equals(NORM / 2 - DUAL, "the gap", by=(BALANCED, exceeds))
    chain.equals(0, "there is none: complementary slackness", by=optimal)
    chain.claim(alpha[n] * g[n], 0, "so it is zero, being nonnegative too", relation=">=", by=prices)


def _decision(chain: Chain) -> None:
    """Show that the decision needs the examples with alpha > 0 only."""
    support = Eq(s[n] * alpha[n], alpha[n])
    chain.assume(support, reason="s marks the support vectors: it is 1 where alpha > 0")
    chain.start(product(w, x) + b, "f at a new point x")
    every = _over(alpha[n] * y[n] * Sum(X[n, d] * x[d], (d, 1, D))) + b
    chain.put(w[d], WEIGHTS, every, "w put in", by=())
    chain.equals(_over(s[n] * alpha[n] * y[n] * Sum(X[n, d] * x[d], (d, 1, D))) + b, "support vectors only", by=support)


def svm_soft_dual() -> Derivation:
    """Return the dual of the soft margin: the same quadratic, in the box 0 <= alpha <= C.

    >>> svm_soft_dual().status
    'proved'
    """
    source = (Citation("cs4602", 549), Citation("cs4602", 551))
    chain = Chain("svm-soft-dual", "The dual of the soft-margin support vector machine", source)
    _stationary(chain, SOFT)
    chain.start(SOFT.lagrangian(), "the Lagrangian again")
    chain.differentiate(xi[m], C - alpha[m] - mu[m], "each slack stands in three terms")
    _ = chain.solve_for(mu[m], "stationary in the slacks")
    chain.start(SOFT.lagrangian(), "the Lagrangian again")
    without = NORM / 2 - _over(alpha[n] * (y[n] * SCORE - 1))
    chain.put(mu[n], C - alpha[n], without, "the slacks drop out: the Lagrangian of the hard margin is left")
    chain.put(w[d], WEIGHTS, DUAL, "w put in; b drops out, as sum alpha y = 0")
    dual = chain.steps[-1]
    _box(chain)
    return chain.done(dual)


def _box(chain: Chain) -> None:
    """Show the box, and that the dual is at most the primal in it."""
    exceeds, prices = Eq(y[n] * SCORE, 1 - xi[n] + g[n]), (nonnegative(alpha), Ge(C - alpha[n], 0))
    chain.assume(prices[0], reason="multipliers of inequalities are not negative")
    chain.assume(prices[1], reason="mu = C - alpha is a multiplier too")
    chain.claim(alpha[n], C, "so alpha ends at C", relation="<=", by=prices)
    slacks = (nonnegative(xi), nonnegative(g))
    chain.assume(slacks[0], reason="slacks are not negative")
    chain.assume(slacks[1], reason="w, b and xi are feasible: y f(x) exceeds 1 - xi by g, which is not negative")
    chain.assume(exceeds, reason="this is g")
    products = _over(alpha[n] * g[n]) + _over((C - alpha[n]) * xi[n])
    chain.start(SOFT.objective - DUAL, "the duality gap")
    chain.equals(DISTANCE + products, "the square, completed", by=(BALANCED, exceeds))
    chain.link(">=", 0, "no term is negative: weak duality", by=(*prices, *slacks))


def svm_kernel_dual() -> Derivation:
    """Return the dual after a feature map phi: the examples enter it, and the decision, by K alone.

    >>> svm_kernel_dual().status
    'proved'
    """
    source = (Citation("cs4602", 468), Citation("cs4602", 487))
    chain = Chain("svm-kernel-dual", "The dual in a kernel", source)
    program, kernel = _in_features(), _inner(Phi[n, p], Phi[m, p])
    weights = Sum(alpha[m] * y[m] * Phi[m, p], (m, 1, N))
    chain.start(program.lagrangian(), "the Lagrangian, with phi(x) in the place of x")
    chain.differentiate(omega[p], omega[p] - _over(alpha[n] * y[n] * Phi[n, p]), "the chain rule")
    chain.solve(omega[p], weights, "stationary in w")
    chain.assume(BALANCED, reason="stationary in b, as before")
    chain.assume(Eq(K[n, m], kernel), reason="the kernel is the inner product of features")
    chain.start(program.lagrangian(), "the Lagrangian again")
    chain.put(omega[p], weights, _dual(kernel), "w put in: the dual in features")
    chain.equals(_dual(K[n, m]), "the examples stand in inner products only")
    dual = chain.steps[-1]
    _kernel_matrix(chain)
    _kernel_decision(chain, weights)
    return chain.done(dual)


def _inner(left: Any, right: Any) -> Any:
    return Sum(left * right, (p, 1, P))


def _in_features() -> Program:
    """Return the hard margin with phi(x) in the place of x."""
    return Program(
        _inner(omega[p], omega[p]) / 2,
        (Constraint(1 - y[n] * (_inner(omega[p], Phi[n, p]) + b), alpha[n], ((n, 1, N),)),),
    )


def _kernel_matrix(chain: Chain) -> None:
    """Show that the matrix of a kernel is symmetric and positive semidefinite."""
    chain.claim(K[n, m], K[m, n], "the inner product is symmetric")
    chain.start(Sum(c[n] * c[m] * K[n, m], (n, 1, N), (m, 1, N)), "the quadratic form of the kernel matrix")
    chain.equals(Sum(_over(c[n] * Phi[n, p]) ** 2, (p, 1, P)), "the sums over n and m are one, squared")
    chain.link(">=", 0, "a sum of squares: the dual is concave", by=())


def _kernel_decision(chain: Chain, weights: Any) -> None:
    """Show that the decision at a new point needs its kernel with the examples only."""
    chain.define(k[n], _inner(Phi[n, p], phi[p]), "the kernel of example n and the new point")
    chain.start(_inner(omega[p], phi[p]) + b, "f at the new point")
    chain.put(omega[p], weights, _over(alpha[n] * y[n] * k[n]) + b, "w put in")


def svm_hinge() -> Derivation:
    """Return that the best slacks are max(0, 1 - y f), so that the soft margin minimises the hinge loss.

    >>> svm_hinge().status
    'proved'
    """
    chain = Chain("svm-hinge", "The slack form is the hinge loss", (Citation("cs4602", 551), Citation("cs4602", 533)))
    _slack_of_one(chain)
    hinge, feasible = Max(0, 1 - y[n] * f[n]), (Ge(xi[n], 0), Ge(xi[n], 1 - y[n] * f[n]))
    chain.claim(hinge, 0, "max(0, 1 - y f) is not negative", relation=">=")
    chain.claim(hinge, 1 - y[n] * f[n], "and large enough: it may be the slack", relation=">=")
    chain.assume(*feasible, reason="what a slack must satisfy")
    chain.start(xi[n], "any slack that may be")
    chain.link(">=", hinge, "it is at least both", by=feasible)
    least = chain.keep()
    chain.start(SOFT.objective, "the objective of the soft margin")
    chain.link(">=", NORM / 2 + C * _over(hinge), "each slack at its least: the hinge loss", by=least)
    return chain.done()


def _slack_of_one(chain: Chain) -> None:
    """Show what max(0, 1 - y f) is on either side of the margin, on the boundary and beyond it."""
    hinge, margin = Max(0, 1 - label * score), label * score
    for relation in ("<=", ">="):
        chain.claim(hinge, 0, "beyond the margin it is 0", relation=relation, using=Ge(margin, 1))
        chain.claim(hinge, 1 - margin, "within the margin it is 1 - y f", relation=relation, using=Le(margin, 1))
        chain.claim(hinge, 1, "on the boundary it is 1", relation=relation, using=Eq(score, 0))
    chain.claim((1 - margin) ** 2, (label - score) ** 2, "1 - y f is the distance |y - f|", using=sign(label))
    chain.claim(hinge, 1, "on the wrong side it is more than 1", relation=">", using=Lt(margin, 0))
