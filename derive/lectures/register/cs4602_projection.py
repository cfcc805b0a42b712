"""Claims of CS 4602, lines 220 to 287: least squares for classes, and Fisher's linear discriminant."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from sympy import Eq, Gt, IndexedBase, Integer, MatMul, MatrixSymbol, Rational, Sum, Trace, sqrt, symbols

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, only, refused, repaired, shown
from derive.lectures.worked import Vector, dot, moved, vector
from derive.names import size

N, D, K = size("N"), size("D"), size("K")
i, j, n, d, k = symbols("i j n d k", integer=True)
X, W, T = MatrixSymbol("X", N, D), MatrixSymbol("W", D, K), MatrixSymbol("T", N, K)
x, w, g, scores = IndexedBase("x"), IndexedBase("w"), IndexedBase("g"), IndexedBase("y")
X_1, m_1, m_2 = IndexedBase("X"), IndexedBase("m_1"), IndexedBase("m_2")
mean = symbols("m", real=True)

Classes = tuple[Sequence[Vector], Sequence[Vector]]
SHEARED: Classes = (
    (vector(0, 0), vector(2, 1), vector(4, 2), vector(2, 0)),
    (vector(0, 2), vector(2, 3), vector(4, 4), vector(2, 2)),
)
"""Two classes in the plane, each of them spread along a slanted line."""
ROUND: Classes = (
    (vector(1, 0), vector(-1, 0), vector(0, 1), vector(0, -1)),
    (vector(5, 2), vector(3, 2), vector(4, 3), vector(4, 1)),
)
"""Two classes in the plane, each spread alike in all directions."""


# Least squares


def _outputs(left: Any, right: Any) -> Finding:
    """Let the engine read a product, which should hold an output for each example and class."""
    product, entry = MatMul(left, right), Sum(X[n, d] * W[d, k], (d, 0, D - 1))
    return refused(lambda: all_of(claim_holds(product, product), claim_holds(product[n, k], entry)))


def _trace_form(factor: Any) -> Finding:
    """The squared entries of R = X W - T, summed, are the trace of R^T R."""
    residual, entry = X * W - T, Sum(X[i, d] * W[d, j], (d, 0, D - 1)) - T[i, j]
    squares = Sum(entry**2, (i, 0, N - 1), (j, 0, K - 1))
    return claim_holds(squares / 2, factor * Trace(residual.T * residual))


def _trace_of_three(last: int) -> Finding:
    three = MatrixSymbol("A", 3, 3)
    diagonal = Sum(three[i, i], (i, 0, 2))
    entries = sum((three[at, at] for at in range(last)), Integer(0))
    return all_of(claim_holds(Trace(three), diagonal), claim_holds(diagonal, entries))


def _can_be_inverted(examples: int) -> Finding:
    """Whether the determinant of X^T X is positive, with two features and so many examples."""
    (a, b), (_, c) = ([Sum(x[n, one] * x[n, two], (n, 1, examples)) for two in (1, 2)] for one in (1, 2))
    return claim_holds(a * c - b**2, 0, relation=">")


# The direction between the means


def _unit_vectors() -> Finding:
    """No unit vector has a larger inner product with g = m_2 - m_1 than g / |g|."""
    norm, unit_norm = Sum(g[d] ** 2, (d, 1, D)), Sum(w[d] ** 2, (d, 1, D))
    along, best = Sum(w[d] * g[d], (d, 1, D)), g[d] / sqrt(norm)
    return all_of(
        claim_holds(along**2, norm, Eq(unit_norm, 1), relation="<="),
        claim_holds(Sum(best**2, (d, 1, D)), 1, Gt(norm, 0)),
        claim_holds(Sum(best * g[d], (d, 1, D)), sqrt(norm), Gt(norm, 0)),
    )


def _mean(points: Sequence[Vector]) -> Vector:
    total = vector(0, 0)
    for point in points:
        total = moved(total, point)
    return tuple(entry / len(points) for entry in total)


def _gap(classes: Classes) -> Vector:
    """Return m_2 - m_1."""
    first, second = map(_mean, classes)
    return moved(second, first, -1)


def _scatter(classes: Classes) -> tuple[Vector, Vector]:
    """Return S_W, row by row."""
    centred = [moved(point, _mean(points), -1) for points in classes for point in points]
    rows = [vector(*(sum((c[one] * c[two] for c in centred), Fraction(0)) for two in (0, 1))) for one in (0, 1)]
    return rows[0], rows[1]


def _best(classes: Classes) -> Vector:
    """Return S_W^-1 (m_2 - m_1)."""
    (a, b), (_, c) = _scatter(classes)
    p, q = _gap(classes)
    return vector((c * p - b * q) / (a * c - b * b), (a * q - b * p) / (a * c - b * b))


def _criterion(direction: Vector, classes: Classes) -> Fraction:
    """Return J along a direction: the squared distance of the mean scores, over the scatter of the scores."""
    spread = dot(direction, tuple(dot(row, direction) for row in _scatter(classes)))
    return dot(direction, _gap(classes)) ** 2 / spread


def _gap_is_worse(classes: Classes) -> Finding:
    gap, best = _criterion(_gap(classes), classes), _criterion(_best(classes), classes)
    return shown(f"J is {gap} along m_2 - m_1, and {best} along S_W^-1 (m_2 - m_1)", holds=gap < best)


def _mean_score() -> Finding:
    centre = Sum(X_1[n, d], (n, 1, N)) / N
    return claim_holds(Sum(Sum(w[d] * X_1[n, d], (d, 1, D)), (n, 1, N)) / N, Sum(w[d] * centre, (d, 1, D)))


def _two_forms() -> Finding:
    """Write the scatter of the scores of each class, and the gap of their means, by matrices."""
    score, middle = Sum(w[d] * X_1[n, d], (d, 1, D)), Sum(w[d] * m_1[d], (d, 1, D))
    within = Sum((X_1[n, i] - m_1[i]) * (X_1[n, j] - m_1[j]), (n, 1, N))
    return all_of(
        claim_holds(Sum((score - middle) ** 2, (n, 1, N)), Sum(w[i] * within * w[j], (i, 1, D), (j, 1, D))),
        _rank_one(1),
    )


def _rank_one(factor: Any) -> Finding:
    form = Sum(w[i] * (m_2[i] - m_1[i]) * (m_2[j] - m_1[j]) * w[j], (i, 1, D), (j, 1, D))
    apart = Sum(w[d] * m_2[d], (d, 1, D)) - Sum(w[d] * m_1[d], (d, 1, D))
    return claim_holds(form, factor * apart**2)


def _variance(factor: Any) -> Finding:
    """Compare s_k^2 with the mean of the squared distances from the mean score, times a factor."""
    squares = Sum((scores[n] - mean) ** 2, (n, 1, N))
    return claim_holds(squares, factor * squares / N)


claim = partial(Claim, "cs4602")

CLAIMS = (
    claim(
        220,
        r"$y(X) = W^T X$, for X with a row for each example",
        "refuted",
        lambda: repaired(_outputs(W.T, X), _outputs(X, W)),
        repair="$y(X) = X W$, as in $R(W) = XW - T$",
    ),
    claim(
        234,
        r"$\frac{1}{2} \sum_{i,j} R_{ij}^2 = \frac{1}{2} \mathrm{Tr}\{R^T R\}$ for $R = XW - T$",
        "proved",
        lambda: _trace_form(Rational(1, 2)),
    ),
    claim(238, r"$\mathrm{tr}(A) = a_{11} + a_{22} + a_{33}$", "proved", lambda: _trace_of_three(3)),
    claim(
        242,
        r"the derivative vanishes at $W = (X^T X)^{-1} X^T T$",
        "proved",
        lambda: only(derived("least-squares-classifier"), _can_be_inverted(1)),
        convention="$X^T X$ can be inverted, for which there must be at least as many examples as features",
    ),
    claim(
        261,
        r"$m_k = \frac{1}{N_k} \sum_{n \in C_k} x_n$",
        "definition",
        lambda: definition("the means of the two classes"),
    ),
    claim(
        263,
        r"the norm is written $\lVert w \rVert$ here, and $|w|$ from line 388 on",
        "definition",
        lambda: definition("two signs for one norm: nothing is claimed"),
    ),
    claim(
        267,
        r"$w^T (m_2 - m_1)$ with $\lVert w \rVert = 1$ is largest for $w \propto m_2 - m_1$",
        "proved",
        _unit_vectors,
    ),
    claim(
        269,
        "the direction between the means is not the best where the classes are not isotropic",
        "proved",
        lambda: only(_gap_is_worse(SHEARED), _gap_is_worse(ROUND)),
    ),
    claim(
        273,
        "$m_k = w^T m_k$: the mean of the scores is the score of the mean",
        "proved",
        _mean_score,
    ),
    claim(
        275,
        r"$s_k^2 = \sum_{n \in C_k} (y_n - m_k)^2$ is a variance",
        "refuted",
        lambda: repaired(_variance(1), _variance(N)),
        repair="it is the scatter, $N_k$ times the variance; so are the matrices of lines 283 and 285",
    ),
    claim(
        279,
        r"$J(w) = \frac{(m_2 - m_1)^2}{s_1^2 + s_2^2} = \frac{w^T S_B w}{w^T S_W w}$",
        "proved",
        _two_forms,
    ),
    claim(
        283,
        r"$S_B = (m_2 - m_1)(m_2 - m_1)^T$, of rank one, so that $w^T S_B w = (w^T (m_2 - m_1))^2$",
        "proved",
        lambda: _rank_one(1),
    ),
    claim(
        287,
        r"$J(w)$ is largest for $w \propto S_W^{-1} (m_2 - m_1)$",
        "proved",
        lambda: derived("fisher"),
    ),
)
"""The claims, in the order of their lines."""
