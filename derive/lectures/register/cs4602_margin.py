"""Claims of CS 4602, lines 320 to 433: the margin, the quadratic program, its dual, and the decision."""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Eq, Ge, IndexedBase, Le, Sum, sqrt, symbols

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, equivalent, only, repaired
from derive.lectures.svm import BALANCED, HARD
from derive.names import size

N, D = size("N"), size("D")
n, m, i, d = symbols("n m i d", integer=True)
X, w, x, y = IndexedBase("X"), IndexedBase("w"), IndexedBase("x"), IndexedBase("y")
alpha, c, s = IndexedBase("alpha"), IndexedBase("c"), IndexedBase("s")
plus, minus = IndexedBase("x^+"), IndexedBase("x^-")
label, score, b, bound = symbols("y f b c", real=True)
r, q = symbols("r q", positive=True)
price = symbols("alpha", nonnegative=True)

STATIONARY = Eq(w[d], Sum(alpha[n] * y[n] * X[n, d], (n, 1, N)))
EXPANSION = Sum(alpha[n] * y[n] * Sum(X[n, d] * x[d], (d, 1, D)), (n, 1, N)) + b
SUPPORT = Eq(s[n] * alpha[n], alpha[n])
"""The mark s is 1 for support vectors, where alpha is not 0, and 0 for the others."""


def _dot(left: Any, right: Any) -> Any:
    return Sum(left[d] * right[d], (d, 1, D))


# The margin

PLANES = Eq(_dot(w, plus) + b, 1), Eq(_dot(w, minus) + b, -1)


def _difference(shown: int) -> Finding:
    return claim_holds(Sum(w[d] * (plus[d] - minus[d]), (d, 1, D)), shown, PLANES)


def _margin(numerator: int) -> Finding:
    """The way from x^- to x^+ along w / |w|."""
    length = sqrt(_dot(w, w))
    return claim_holds(Sum((plus[d] - minus[d]) * w[d], (d, 1, D)) / length, numerator / length, PLANES)


def _one_condition(least: int) -> Finding:
    """Decide whether f >= 1 for y = +1 and f <= -1 for y = -1 is the same as y f >= `least`, both ways."""
    sides, product = ((Eq(label, 1), Ge(score, 1)), (Eq(label, -1), Le(score, -1))), Ge(label * score, least)
    there = (claim_holds(label * score, least, case, relation=">=") for case in sides)
    back = (claim_holds(side.lhs, side.rhs, (which, product), relation=side.rel_op) for which, side in sides)
    return all_of(*there, *back)


def _shortest_is_widest() -> Finding:
    """Any two lengths r and q are in opposite orders by 2/|w| and by |w|^2 / 2."""
    wider, smaller = Ge(2 / r, 2 / q), Le(r**2 / 2, q**2 / 2)
    return equivalent(
        claim_holds(2 / r, r**2 / 2),
        claim_holds(r, q, wider, relation="<="),
        claim_holds(r**2 / 2, q**2 / 2, Le(r, q), relation="<="),
        claim_holds(r, q, smaller, relation="<="),
        claim_holds(2 / r, 2 / q, Le(r, q), relation=">="),
    )


# The dual


def _concave() -> Finding:
    """Minus the quadratic part of W is a sum of squares, so a local maximum is a global one."""
    inner = Sum(X[n, d] * X[m, d], (d, 1, D))
    return claim_holds(Sum(c[n] * c[m] * y[n] * y[m] * inner, (n, 1, N), (m, 1, N)), 0, relation=">=")


def _bounded_for_one_point() -> Finding:
    """Ask for a bound of W for one point with both labels, where alpha_1 = alpha_2 by line 420."""
    labels = (1, -1)
    quadratic = sum(price**2 * one * two * _dot(x, x) for one in labels for two in labels)
    return claim_holds(price + price - quadratic / 2, bound, relation="<=")


def boundary(at: Any) -> Finding:
    """Compare w.`at` + b with the expansion of f in the examples, which is f at x."""
    return claim_holds(Sum(w[d] * at, (d, 1, D)) + b, EXPANSION, STATIONARY)


def _support_vectors_only(mark: Any) -> Finding:
    marked = Sum(s[n] * alpha[n] * y[n] * Sum(X[n, d] * x[d], (d, 1, D)), (n, 1, N)) + b
    return claim_holds(_dot(w, x) + b, marked, (STATIONARY, *mark))


claim = partial(Claim, "cs4602")

CLAIMS = (
    claim(
        320,
        r"$f(x, w, b) = \mathrm{sign}(wx + b)$",
        "definition",
        lambda: definition("the classifier; wx is the inner product, written w^T x elsewhere"),
    ),
    claim(
        349,
        "the margin is the width by which the boundary may grow before it touches an example",
        "definition",
        lambda: definition("the margin is defined"),
    ),
    claim(
        372,
        "only support vectors matter, the other examples may be left out",
        "proved",
        lambda: derived("svm-dual", "there is none: complementary slackness", "support vectors only"),
    ),
    claim(386, r"$w (x^+ - x^-) = 2$ for $w x^+ + b = 1$ and $w x^- + b = -1$", "proved", lambda: _difference(2)),
    claim(
        388, r"$M = (x^+ - x^-) \cdot w / |w| = 2 / |w|$", "proved", lambda: all_of(_margin(2), derived("svm-margin"))
    ),
    claim(
        398,
        r"$w x_i + b \ge 1$ for $y_i = +1$ and $\le -1$ for $y_i = -1$ is $y_i (w x_i + b) \ge 1$ for all i",
        "proved",
        lambda: _one_condition(1),
    ),
    claim(
        408,
        r"to maximise $2 / |w|$ is the same as to minimise $\frac{1}{2} w^T w$",
        "equivalent",
        _shortest_is_widest,
    ),
    claim(
        412,
        r"minimise $\Phi(w) = \frac{1}{2} w^T w$ subject to $y_i (w x_i + b) \ge 1$",
        "definition",
        lambda: definition("the quadratic program; the letter is a feature map at line 466"),
    ),
    claim(
        418,
        r"maximise $W(\alpha) = \sum_i \alpha_i - \frac{1}{2} \sum_{i,j} \alpha_i \alpha_j y_i y_j x_i^T x_j$",
        "proved",
        lambda: derived("svm-dual"),
    ),
    claim(
        420,
        r"the constraint $\sum_i \alpha_i y_i = 0$: it makes the Lagrangian stationary in b",
        "proved",
        lambda: claim_holds(HARD.stationarity(b), 0, BALANCED),
    ),
    claim(
        423,
        r"a global maximum of $W(\alpha)$ can always be found",
        "proved",
        lambda: only(_concave(), _bounded_for_one_point()),
        convention="the examples are separable; for one point with both labels W grows without bound",
    ),
    claim(
        426,
        r"$w = \sum_i \alpha_i y_i x_i$: it makes the Lagrangian stationary in w",
        "proved",
        lambda: claim_holds(HARD.stationarity(w[d]), 0, STATIONARY),
    ),
    claim(
        431,
        r"the decision boundary: $w x_i + b = \sum_{i \in SV} \alpha_i y_i (x_i^T x) + b$",
        "refuted",
        lambda: repaired(boundary(X[i, d]), boundary(x[d])),
        repair="$w x + b$ on the left: i is bound on the right",
    ),
    claim(
        433,
        r"$y = \mathrm{sign}(\sum_{i \in SV} \alpha_i y_i (x_i^T x) + b)$",
        "proved",
        lambda: _support_vectors_only((SUPPORT,)),
    ),
)
"""The claims, in the order of their lines."""
