"""Fisher's discriminant: the criterion J(w), its gradient, the scatters, and the direction that maximises it.

The examples of the two classes are the rows of X and of Z; m_1 and m_2 are their means, S_W is the scatter within
the classes.

>>> import numpy as np
>>> X, Z = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), np.array([[3.0, 0.0], [4.0, 2.0]])
>>> m_1, m_2 = mean(X), mean(Z)
>>> S_W = within_scatter(X, Z, m_1, m_2)
>>> w = direction(S_W, m_1, m_2)
>>> bool(np.abs(gradient(w, S_W, m_1, m_2)).max() < 1e-12)
True
"""

from __future__ import annotations

from typing import Any

from sympy import MatrixSymbol, Sum

from derive.lectures import projection as lecture
from derive.lectures.projection import S_W, D, X, Z, d, i, j, k, m_1, m_2, w
from numeric.lowered import Formula, lowered

WITHIN, FIRST, SECOND = MatrixSymbol("S_W", D, D), MatrixSymbol("m_1", D, 1), MatrixSymbol("m_2", D, 1)
MOMENTS = (w, S_W, m_1, m_2)


def _gap() -> Any:
    return Sum(w[d] * (m_2[d] - m_1[d]), (d, 1, D))


def _spread() -> Any:
    return Sum(w[i] * S_W[i, j] * w[j], (i, 1, D), (j, 1, D))


@lowered("X", derivation="fisher")
def mean() -> Formula:
    """Return the mean of the rows."""
    return Formula(lecture.MEANS[0].rhs, (X,), axes=(d,))


@lowered("X", "Z", "m_1", "m_2", derivation="fisher")
def within_scatter() -> Formula:
    """Return the scatter within the classes, S_W: the products of deviations from the class means, summed."""
    return Formula(lecture.WITHIN.rhs, (X, Z, m_1, m_2), axes=(i, j))


@lowered("m_1", "m_2", derivation="fisher")
def between_scatter() -> Formula:
    """Return the scatter between the classes, S_B: the products of the differences of the means."""
    return Formula(lecture.BETWEEN.rhs, (m_1, m_2), axes=(i, j))


@lowered("w", "S_W", "m_1", "m_2", derivation="fisher")
def criterion() -> Formula:
    """Return J(w): the squared distance of the means along w, over the scatter within the classes along w."""
    return Formula(_gap() ** 2 / _spread(), MOMENTS)


@lowered("w", "S_W", "m_1", "m_2", derivation="fisher")
def gradient() -> Formula:
    """Return the gradient of J, for a symmetric S_W: one entry for each weight."""
    pull = Sum(S_W[k, j] * w[j], (j, 1, D))
    value = 2 * _gap() * (m_2[k] - m_1[k]) / _spread() - 2 * _gap() ** 2 * pull / _spread() ** 2
    return Formula(value, MOMENTS, axes=(k,))


@lowered("S_W", "m_1", "m_2", derivation="fisher")
def direction() -> Formula:
    """Return the direction S_W^-1 (m_2 - m_1), which maximises J; S_W must be invertible."""
    return Formula(WITHIN.I * (SECOND - FIRST), (WITHIN, FIRST, SECOND))
