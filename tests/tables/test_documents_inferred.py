"""What a page shows without saying it: signs of transposes, shapes in words, laws by their letters, what a name is."""

from __future__ import annotations

import pytest

from tests.documents import documents, marks

pytestmark = pytest.mark.slow  # judges some 90 lines

DOCUMENTS = documents({
    "primes": r"""
=== a matrix beside its prime shows what primes are: ::++-
Let $y = Z\gamma + u$ and $g = (Z'Z)^{-1}Z'y$.
$$ Z'Zg = Z'y $$ $$ g = \gamma + (Z'Z)^{-1}Z'u $$ $$ (y - Zg)'(y - Zg) = y'y - y'Zg + g'Z'y $$
=== so does a quadratic form, and what stands between: +-
Let $S$ be symmetric.
$$ (a - b)'S(a - b) = a'Sa - 2b'Sa + b'Sb $$ $$ (a - b)'S(a - b) = a'Sa + 2b'Sa + b'Sb $$
=== the primes of functions are slopes: :+
Let $f(t) = t^2$. $$ f(t) f'(t) = 2 t^3 $$
=== where something else turns, they are names: :?
Let $w' = 2 w$. $$ \|w'\|^2 = w^\top w $$
""",
    "what e is": r"""
=== the number, and an error later on: +:+-
For all $t$ we have $1 + t \le e^{t}$. Let $x, z \in \mathbb{R}^d$, $B \in \mathbb{R}^{d \times d}$.
Write $e = x - z$. Then
$$ (x - z)^\top B (x - z) = e^\top B e $$ $$ \|x - z\|^2 = 2 e^\top e $$
=== an exponential in t: :+
Let $A(t) = e^t$. $$ A'(t) = e^t $$
""",
    "sizes": r"""
=== one with a subscript: :+
Let $Q, K \in \mathbb{R}^{n \times d_k}$ and $S = QK^\top / \sqrt{d_k}$.
$$ S_{ij} = \frac{1}{\sqrt{d_k}} \sum_{l=1}^{d_k} Q_{il} K_{jl} $$
=== in words: :+-
Let $Z$ be $n \times m$ with full column rank, and $M = I_n - Z(Z^\top Z)^{-1}Z^\top$.
$$ \operatorname{tr}(M) = n - m $$ $$ \operatorname{tr}(M) = m - n $$
=== in words, in front and in plain letters: :+
For the $n \times m$ design matrix $Z$ let $M = Z(Z^\top Z)^{-1}Z^\top$. $$ tr(M) = m $$
=== a sum to one size, and from there to another: +-
$$ \sum_{j=1}^p a_j - \sum_{j=1}^m a_j = \sum_{j=m+1}^p a_j $$
$$ \sum_{j=1}^p a_j - \sum_{j=1}^m a_j = \sum_{j=m}^p a_j $$
=== what is computed is of a shape: +-+-
Let $Z \in \mathbb{R}^{n \times m}$ and $u \in \mathbb{R}^m$.
Then $Z^\top Z \in \mathbb{R}^{m \times m}$, $ZZ^\top \in \mathbb{R}^{m \times m}$,
$Zu \in \mathbb{R}^n$ and $u u^\top \in \mathbb{R}^{n \times n}$.
""",
    "what is random": r"""
=== a name that random ones define, however far off: :??:++?
Model: $y = Xb + \varepsilon$, $E[\varepsilon] = 0$, $E[\varepsilon\varepsilon^\top] = s^2 I_n$.
$$ \hat b = (X^\top X)^{-1} X^\top y $$
$$ E[\hat b] = b + (X^\top X)^{-1} X^\top E[\varepsilon] $$ $$ E[\hat b] = b $$ $$ E[\hat b] - b = -b $$
=== what is behind a bar is given: :?:+
$$ y = Xb + u, \qquad E(u \mid X) = 0, \qquad g = b + (X^\top X)^{-1}X^\top u $$
$$ E(g \mid X) = b $$
=== plain letters are numbers where nothing is transposed: +-
$$ \mathrm{Var}(aX + bY) = a^2 \mathrm{Var}(X) + b^2 \mathrm{Var}(Y) + 2ab\,\mathrm{Cov}(X, Y) $$
$$ \mathrm{Var}(aX + bY) = a^2 \mathrm{Var}(X) + b^2 \mathrm{Var}(Y) + ab\,\mathrm{Cov}(X, Y) $$
=== what words say a number is of others may be anything: ?
Use $X$ and $X'$ with the same law, and $\rho$ the correlation of $f(X)$ and $f(X')$.
$$ \mathrm{Var}(f(X) + f(X')) = 2 \mathrm{Var}(f(X)) (1 + \rho) $$
""",
    "laws": r"""
=== two letters, two laws: ::?
Let $H(X) = -\sum_x p(x) \log p(x)$ and $H(Y) = -\sum_y p(y) \log p(y)$. $$ H(X) = H(Y) $$
=== entropies are of the joint law: :+-
$$ H(X) = -\sum_x p(x) \log p(x) $$
$$ H(X, Y) = H(X) - \sum_{x, y} p(x, y) \log p(y \mid x) $$
$$ H(X) + H(Y) - H(X, Y) = H(Y) + H(Y \mid X) $$
=== the base that words say is one of what is put in: :?
All logarithms are to base 2. $$ H(Z) = -2 \cdot \tfrac12 \log \tfrac12 $$ $$ H(Z) + 0.5 \approx 1.5 $$
""",
    "solutions": r"""
=== what a starred name is said to be: :+?+
Let $B$ be symmetric and $f(x) = \tfrac12 x^\top B x - c^\top x$.
Then $\nabla f(x) = B x - c$, and at the minimum $B x^* = c$.
$$ f(x) - f(x^*) = \tfrac12 (x - x^*)^\top B (x - x^*) $$
=== a star ends no row: :++
Let $B \in \mathbb{R}^{d \times d}$.
$$ \begin{aligned} r &= B x - B x^* \\ &= B (x - x^*) \\ &= -B (x^* - x) \end{aligned} $$
""",
    "slopes": r"""
=== what both sides hold may be anything: -
$$ g(u) - a\|\nabla g(u)\|^2 + \tfrac{L a^2}{2} \|\nabla g(u)\|^2 = g(u) - a(1 - L a) \|\nabla g(u)\|^2 $$
=== a name beside what it is made of: :::-+
$$ m = \frac1n \sum_{i=1}^n x_i, \qquad v = \frac1n \sum_{i=1}^n (x_i - m)^2 $$
$$ z_i = (x_i - m) (v + \epsilon)^{-1/2} $$
Here (keeping $m$ fixed)
$$ \sum_{i=1}^n \frac{\partial J}{\partial z_i} \frac{\partial z_i}{\partial v}
= -\frac12 \sum_{i=1}^n \frac{\partial J}{\partial z_i} (x_i - m) (v + \epsilon)^{-1/2} $$
$$ \sum_{i=1}^n \frac{\partial J}{\partial z_i} \frac{\partial z_i}{\partial v}
= -\frac12 \sum_{i=1}^n \frac{\partial J}{\partial z_i} (x_i - m) (v + \epsilon)^{-3/2} $$
=== a softmax of each row: ::-+
Let $S \in \mathbb{R}^{n \times n}$ and $V \in \mathbb{R}^{n \times m}$.
Let $A = \text{softmax}_{\text{row}}(S)$ and $O = A V$.
$$ \frac{\partial J}{\partial V} = A \frac{\partial J}{\partial O} $$
$$ \frac{\partial J}{\partial V} = A^\top \frac{\partial J}{\partial O} $$
""",
})  # fmt: skip


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_a_page_shows_is_taken_in(name: str) -> None:
    """What is right is proved, what is wrong is refuted or open, and each page says it in its own way."""
    text, expected = DOCUMENTS[name]
    assert marks(text) == expected
