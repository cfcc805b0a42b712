"""Claims of CS 4602, lines 220 to 287: least squares for classes, and Fisher's linear discriminant."""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Eq, Gt, Integer, MatMul, MatrixSymbol, Rational, Sum, Trace, sqrt, symbols

from derive.lectures.register.claim import At, Finding, all_of, claim_holds, derived, only, refused, repaired
from derive.names import size, tensor

at = partial(At, "cs4602")
N, D, K = size("N"), size("D"), size("K")
i, j, n, d, k = symbols("i j n d k", integer=True)
X, W, T = MatrixSymbol("X", N, D), MatrixSymbol("W", D, K), MatrixSymbol("T", N, K)
w, g, m_1, m_2 = (tensor(name, (1, D)) for name in ("w", "g", "m_1", "m_2"))
X_1, scores = tensor("X", (1, N), (1, D)), tensor("y", (1, N))
mean = symbols("m", real=True)


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
    x = tensor("x", (1, examples), (1, 2))
    (a, b), (_, c) = ([Sum(x[n, one] * x[n, two], (n, 1, examples)) for two in (1, 2)] for one in (1, 2))
    return claim_holds(a * c - b**2, 0, relation=">")


def _unit_vectors() -> Finding:
    """No unit vector has a larger inner product with g = m_2 - m_1 than g / |g|."""
    norm, unit_norm = Sum(g[d] ** 2, (d, 1, D)), Sum(w[d] ** 2, (d, 1, D))
    along, best = Sum(w[d] * g[d], (d, 1, D)), g[d] / sqrt(norm)
    return all_of(
        claim_holds(along**2, norm, Eq(unit_norm, 1), relation="<="),
        claim_holds(Sum(best**2, (d, 1, D)), 1, Gt(norm, 0)),
        claim_holds(Sum(best * g[d], (d, 1, D)), sqrt(norm), Gt(norm, 0)),
    )


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


CLAIMS = (
    at(220, r"$y(X) = W^T X$, for X with a row for each example").refuted(
        lambda: repaired(_outputs(W.T, X), _outputs(X, W)), repair="$y(X) = X W$, as in $R(W) = XW - T$"
    ),
    at(234, r"$\frac{1}{2} \sum_{i,j} R_{ij}^2 = \frac{1}{2} \mathrm{Tr}\{R^T R\}$ for $R = XW - T$").proved(
        lambda: _trace_form(Rational(1, 2))
    ),
    at(238, r"$\mathrm{tr}(A) = a_{11} + a_{22} + a_{33}$").proved(lambda: _trace_of_three(3)),
    at(242, r"the derivative vanishes at $W = (X^T X)^{-1} X^T T$").proved(
        lambda: only(derived("least-squares-classifier"), _can_be_inverted(1)),
        convention="$X^T X$ can be inverted, for which there must be at least as many examples as features",
    ),
    at(261, r"$m_k = \frac{1}{N_k} \sum_{n \in C_k} x_n$").defines("the means of the two classes"),
    at(263, r"the norm is written $\lVert w \rVert$ here, and $|w|$ from line 388 on").defines(
        "two signs for one norm: nothing is claimed"
    ),
    at(267, r"$w^T (m_2 - m_1)$ with $\lVert w \rVert = 1$ is largest for $w \propto m_2 - m_1$").proved(_unit_vectors),
    at(273, "$m_k = w^T m_k$: the mean of the scores is the score of the mean").proved(_mean_score),
    at(275, r"$s_k^2 = \sum_{n \in C_k} (y_n - m_k)^2$ is a variance").refuted(
        lambda: repaired(_variance(1), _variance(N)),
        repair="it is the scatter, $N_k$ times the variance; so are the matrices of lines 283 and 285",
    ),
    at(279, r"$J(w) = \frac{(m_2 - m_1)^2}{s_1^2 + s_2^2} = \frac{w^T S_B w}{w^T S_W w}$").proved(_two_forms),
    at(283, r"$S_B = (m_2 - m_1)(m_2 - m_1)^T$, of rank one, so that $w^T S_B w = (w^T (m_2 - m_1))^2$").proved(
        lambda: _rank_one(1)
    ),
    at(287, r"$J(w)$ is largest for $w \propto S_W^{-1} (m_2 - m_1)$").proved(lambda: derived("fisher")),
)
