"""Probability as pages write it: laws in words, densities of events, policies, counts; and beside each a lie."""

from __future__ import annotations

import pytest

from tests.documents import documents, marks

DOCUMENTS = documents({
    "laws in words": r"""
=== a sample mean is named at the end of a chain, and spreads as its law says: +:+-
Let $y_1, \dots, y_m$ be i.i.d. draws from $\mathcal N(\nu, V)$ in several dimensions.
$$ \frac{2}{2m} \sum_{i=1}^m y_i = \frac1m \sum_{i=1}^m y_i = \bar y $$
$$ \operatorname{Cov}(\bar y) = \frac{1}{m^2} \sum_{i=1}^m \operatorname{Cov}(y_i) = \frac{1}{m^2} V $$
=== a covariance is symmetric wherever its law stands: .+
The noise is $e \sim \mathcal N(0, V)$. Then $$ (V u)^\top v = u^\top V v . $$
=== a matrix that is no covariance need not be: ?
Then $$ (V u)^\top v = u^\top V v . $$
""",
    "sums of laws": r"""
=== a distribution sums to one, and a divergence is not negative: ::+++
For distributions, $$ H(p) = -\sum_x p(x) \log p(x), \qquad H(p, q) = -\sum_x p(x) \log q(x) . $$
Then $$ \sum_x q(x) = 1, \qquad H(p, q) \ge H(p), \qquad H(q, q) = H(q) . $$
=== what is cut off does not: ?
Then $$ \sum_{x=1}^n p(x) = 1 . $$
=== responsibilities add up to the size, and counts are no column of it: ::+-
Let $$ g_{ik} = p(z_i = k \mid x_i), \qquad M_k = \sum_{i=1}^M g_{ik} . $$
Then $$ \sum_{k=1}^K M_k = M , $$ and $$ \sum_{k=1}^K M_k = K . $$
=== a distribution function is no sum over all: ?
Then $$ \sum_{k=0}^n P(X = k) = 1 . $$
""",
    "what is drawn": r"""
=== the score has mean zero, and what depends on what is drawn stays inside: .+++?
An action is $u \sim \pi_\theta(\cdot \mid s)$. Then
$$ \sum_u \nabla_\theta \pi_\theta(u \mid s) = 0 $$
$$ \nabla_\theta \log \pi_\theta(u \mid s) = \frac{\nabla_\theta \pi_\theta(u \mid s)}{\pi_\theta(u \mid s)} $$
$$ \nabla_\theta \sum_u \pi_\theta(u \mid s) f(s, u)
= \sum_u \pi_\theta(u \mid s) f(s, u) \nabla_\theta \log \pi_\theta(u \mid s) $$
$$ \sum_u \nabla_\theta \log \pi_\theta(u \mid s) = 0 $$
""",
    "events": r"""
=== the rule of Bayes at events: ::++
Let $c \in \{0, 1\}$ with $r = p(c = 1)$, and $p(v \mid c) = \prod_{j=1}^d p(v_j \mid c)$. Then
$$ \log \frac{p(c = 1 \mid v)}{p(c = 0 \mid v)}
= \log \frac{r \prod_{j=1}^d p(v_j \mid c = 1)}{(1 - r) \prod_{j=1}^d p(v_j \mid c = 0)}
= \log \frac{r}{1 - r} + \sum_{j=1}^d \log \frac{p(v_j \mid c = 1)}{p(v_j \mid c = 0)} . $$
=== the prior is not left out: ::?
Let $c \in \{0, 1\}$ with $r = p(c = 1)$, and $p(v \mid c) = \prod_{j=1}^d p(v_j \mid c)$. Then
$$ \log \frac{p(c = 1 \mid v)}{p(c = 0 \mid v)}
= \log \frac{\prod_{j=1}^d p(v_j \mid c = 1)}{\prod_{j=1}^d p(v_j \mid c = 0)} . $$
""",
    "solutions": r"""
=== a solution keeps its indices: :?+
Let $W_k = \sum_{i=1}^W w_{ik}$. The equation is
$$ \sum_{i=1}^W w_{ik} (x_{id} - m_{kd})
= 0 \quad\Longrightarrow\quad \hat m_{kd} = \frac{1}{W_k} \sum_{i=1}^W w_{ik} x_{id} . $$
=== and another value is none: :??
Let $W_k = \sum_{i=1}^W w_{ik}$. The equation is
$$ \sum_{i=1}^W w_{ik} (x_{id} - m_{kd})
= 0 \quad\Longrightarrow\quad \hat m_{kd} = \frac{1}{W} \sum_{i=1}^W w_{ik} x_{id} . $$
=== a function with a number has arguments of its own: ::+?
Let $$ F(u, a) = u^2 - a, \qquad F_2(u, a, b) = u^2 - a - b u . $$
Then $$ F_2(u, a, 0) = u^2 - a $$ and $$ F_2(u, 0, b) = u^2 + b u . $$
""",
    "correlations": r"""
=== a correlation has no unit: +-+
Let $X$ and $Y$ be random variables. Then $$ \operatorname{Corr}(X, X) = 1 . $$
So $$ \operatorname{Corr}(2X, Y) = 2 \operatorname{Corr}(X, Y) $$ and
$$ \operatorname{Corr}(X, Y) = \operatorname{Corr}(Y, X) . $$
""",
    "words that change what is meant": r"""
=== a value in words is heard: :?
Let $n = 3$. Later, $n$ is 4. $$\sum_{i=1}^n i = 10$$
=== a weight that is switched off may be zero: :?
Let $J(w) = (w - 1)^2 + \kappa w^2$. The factor $\kappa$ is switched off from here on. $$ J'(w) = 2 (w - 1) $$
=== nothing said, nothing heard: :-
Let $J(w) = (w - 1)^2 + \kappa w^2$ with a real number $\kappa$. $$ J'(w) = 2 (w - 1) $$
""",
})  # fmt: skip


@pytest.mark.parametrize("name", DOCUMENTS)
def test_probability_is_read_as_people_write_it(name: str) -> None:
    """What everybody sees is proved, and what nobody said is not."""
    text, expected = DOCUMENTS[name]
    assert marks(text) == expected
