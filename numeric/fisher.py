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

from sympy import MatrixSymbol, Sum

from derive.lectures import projection as lecture
from derive.lectures.projection import S_W, D, X, Z, d, i, j, k, m_1, m_2, w
from numeric.lowered import Topic

WITHIN, FIRST, SECOND = MatrixSymbol("S_W", D, D), MatrixSymbol("m_1", D, 1), MatrixSymbol("m_2", D, 1)
GAP = Sum(w[d] * (m_2[d] - m_1[d]), (d, 1, D))
SPREAD = Sum(w[i] * S_W[i, j] * w[j], (i, 1, D), (j, 1, D))
PULL = Sum(S_W[k, j] * w[j], (j, 1, D))
SLOPE = 2 * GAP * (m_2[k] - m_1[k]) / SPREAD - 2 * GAP**2 * PULL / SPREAD**2

lowered = Topic(__name__, X=X, Z=Z, w=w, S_W=S_W, m_1=m_1, m_2=m_2)
mean = lowered("mean(X)", "fisher", lecture.MEANS[0].rhs, d).says("Return the mean of the rows.")
within_scatter = lowered("within_scatter(X, Z, m_1, m_2)", "fisher", lecture.WITHIN.rhs, i, j).says(
    "Return the scatter within the classes, S_W: the products of deviations from the class means, summed."
)
between_scatter = lowered("between_scatter(m_1, m_2)", "fisher", lecture.BETWEEN.rhs, i, j).says(
    "Return the scatter between the classes, S_B: the products of the differences of the means."
)
criterion = lowered("criterion(w, S_W, m_1, m_2)", "fisher", GAP**2 / SPREAD).says(
    "Return J(w): the squared distance of the means along w, over the scatter within the classes along w."
)
gradient = lowered("gradient(w, S_W, m_1, m_2)", "fisher", SLOPE, k).says(
    "Return the gradient of J, for a symmetric S_W: one entry for each weight."
)

matrices = Topic(__name__, S_W=WITHIN, m_1=FIRST, m_2=SECOND)
direction = matrices("direction(S_W, m_1, m_2)", "fisher", WITHIN.I * (SECOND - FIRST)).says(
    "Return the direction S_W^-1 (m_2 - m_1), which maximises J; S_W must be invertible."
)
