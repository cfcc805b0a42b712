"""Parts and steps, functions of x and x', values that solve nothing, and what shows that a line is wrong anyhow."""

from __future__ import annotations

import pytest

from tests.documents import documents, marks

pytestmark = pytest.mark.slow  # judges some 80 lines

DOCUMENTS = documents({
    "parts": r"""
=== one goes on with what those before it define: :+-
(a) Let $J(u) = \|M u - g\|^2$.

(b) $$ \nabla J(u) = 2 M^\top (M u - g) $$ $$ \nabla J(u) = M^\top (M u - g) $$
=== and not with what they suppose: .+?
Let $x \in \mathbb{R}^n$ and $M \in \mathbb{R}^{n \times n}$.

(a) Suppose $M = M^\top$. Then $$ \nabla_x \, x^\top M x = 2 M x $$

(b) Now for any matrix: $$ \nabla_x \, x^\top M x = 2 M x $$
=== titles are parts too: :+-
## (a) Loss
$$ J(u) = \tfrac12 \|u\|^2 $$
## (b) Slope
$$ \nabla J(u) = u $$ $$ \nabla J(u) = 2 u $$
=== problems know nothing of each other: :?
## Problem 1
$$ J(u) = \tfrac12 \|u\|^2 $$
## Problem 2
$$ \nabla J(u) = u $$
=== a step goes on with all that was said: :+-
**1) Loss.** $$ J(a, b) = (a - b)^2 + c (a + b) $$

**2) Slopes.** $$ \frac{\partial J}{\partial a} = 2(a - b) + c $$ $$ \frac{\partial J}{\partial a} = 2(a - b) $$
""",
    "functions": r"""
=== of a name and the same with a prime: :+++-
$$ k(x, x') = s^2 \exp\left(-\frac{\|x - x'\|^2}{2 r^2}\right) $$
$$ k(z, z) = s^2 $$ $$ k(x, x') = k(x', x) $$
$$ \frac{\partial k(x, x')}{\partial r} = \frac{\|x - x'\|^2}{r^3} k(x, x') $$
$$ \frac{\partial k(x, x')}{\partial r} = \frac{\|x - x'\|^2}{r^2} k(x, x') $$
=== each in its place: :+?
Let $f(u, u') = u - 2 u'$. $$ f(a, b) = a - 2 b $$ $$ f(b, a) = a - 2 b $$
=== densities below slopes: :+
$$ \log \pi(a \mid s) = -\frac{(a - m)^2}{2 r^2} - \log r - \tfrac12 \log(2 \pi) $$
$$ \frac{\partial \log \pi}{\partial m} = \frac{a - m}{r^2} $$
=== a spread that stands twice is no convention: :+-
$$ p(z \mid \sigma) = \frac{1}{\sqrt{2\pi}\, \sigma} e^{-z^2 / (2 \sigma^2)} $$
$$ \frac{\partial \log p}{\partial \sigma} = \frac{z^2}{\sigma^3} - \frac{1}{\sigma} $$
$$ \frac{\partial \log p}{\partial \sigma} = \frac{z^2}{\sigma^2} - \frac{1}{\sigma} $$
=== what words make of another name: :+?
Let $Z = X W$ with $X \in \mathbb{R}^{n \times d}$ and $W \in \mathbb{R}^{d \times k}$,
and $P$ the row-wise softmax of $Z$.
$$ \sum_{j=1}^k P_{ij} = 1 $$ $$ \sum_{i=1}^n P_{ij} = 1 $$
=== a name and itself less one are multiplied: +
$$ \frac{1}{B^2}(B s^2 + B(B - 1) r s^2) = r s^2 + \frac{(1 - r) s^2}{B} $$
=== brackets that round: +/
$$ \left\lfloor \frac{15}{2} \right\rfloor + 1 = 8 $$ $$ \lceil 2.5 \rceil = 2 $$
""",
    "labels": r"""
=== plus or minus one: +
Labels are $y = \pm 1$. $$ \|u + y v\|^2 = \|u\|^2 + 2 y\, u^\top v + \|v\|^2 $$
=== in a set: +
Let $y_i \in \{\pm 1\}$. $$ (y_i a)^2 = a^2 $$
=== a result is none: .!
Let $x^2 = 4$. Hence $x = \pm 1$.
=== a bias that is absorbed is no factor: -
The bias is absorbed into the weights. Let $u, v \in \mathbb{R}^n$.
$$ \|u + v\|^2 = \|u\|^2 + u^\top v + \|v\|^2 $$
=== what is ignored below is not ignored above: .?+
Let $a > 0$. $$ 2 \sqrt{a} = \sqrt{2 a} $$

We go on. $$ (a + 1)^2 = a^2 + 2 a + 1 $$

From here on, ignoring the constant factor, nothing is exact.
""",
    "solutions": r"""
=== a value that nearly solves two equations: ..??-
Let $\alpha > 1$ and $\beta > 1$. The slope is $\frac{\alpha - 1}{u} - \frac{\beta - 1}{1 - u}$. Setting it to zero:
$$ \frac{\alpha - 1}{u} - \frac{\beta - 1}{1 - u} = 0 $$ $$ (\alpha - 1)(1 - u) = (\beta - 1) u $$
and solving for $u$: $$ u = \frac{\alpha - 1}{\alpha + \beta - 1} $$
=== one equation that nothing proves may be what is wrong: :??
$$ g = -2 a + K s = 0 $$ and so $$ K = a s^{-1} $$
""",
    "moments": r"""
=== of a law of which they are all that is known: :??::+:?
Model: $y = X b + e$, $E[e] = 0$, $E[e e^\top] = s^2 I_n$, $\hat b = (X^\top X)^{-1} X^\top y$.
$$ \begin{aligned} V &= E[(\hat b - b)(\hat b - b)^\top] \\ &= s^2 (X^\top X)^{-1} \end{aligned} $$
$$ \begin{aligned} U &= E[(\hat b - b)(\hat b - b)^\top] \\ &= 2 s^2 (X^\top X)^{-1} \end{aligned} $$
""",
    "evidence": r"""
=== where a wrong line would hold: :-
$$ \begin{aligned} v &= \frac{1}{n^2}(n s^2 + n (n - 1) r s^2) \\ &= r s^2 + \frac{s^2}{n} \end{aligned} $$
=== what words throw away is not written: !:?
Whatever does not contain $t$ is thrown away: $=$ means equal up to it.
$$ \begin{aligned} h(t) &= -\tfrac12 (x - t)^2 \\ &= x t - \tfrac12 t^2 \end{aligned} $$
=== a hypothesis that makes a term idle is not meant: ..::-
Let $\sum_k y_k = 1$ and $p_k > 0$, and $G(y) = -\sum_k y_k \log y_k$.
$$ \begin{aligned} D &= \sum_k y_k \log y_k - \sum_k y_k \log p_k \\ &= G(y) - \sum_k y_k \log p_k \end{aligned} $$
=== a factor forgotten below a sum: :+-
$$ J = \tfrac12 w^\top w - \sum_i a_i [ y_i (w^\top x_i + b) - 1 ] $$
$$ \frac{\partial J}{\partial b} = -\sum_i a_i y_i $$ $$ \frac{\partial J}{\partial b} = -\sum_i a_i $$
=== a quotient below a logarithm: +
$$ \tfrac12 \log(2 \pi a^2) - \tfrac12 \log(2 \pi b^2) = \log \frac{a}{b} $$
=== the size of an identity: +-
Let $X \in \mathbb{R}^{n \times m}$ have full column rank.
$$ \operatorname{tr}((X^\top X)^{-1} X^\top X) = \operatorname{tr}(I_m) $$
$$ \operatorname{tr}((X^\top X)^{-1} X^\top X) = \operatorname{tr}(I_n) $$
=== how a vector lies is a convention: +.
Let $u \in \mathbb{R}^n$ and $M \in \mathbb{R}^{n \times n}$.
Then $u^\top M \in \mathbb{R}^{1 \times n}$ and $M u \in \mathbb{R}^{1 \times n}$.
""",
})  # fmt: skip


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_a_page_builds_on_is_taken_in(name: str) -> None:
    """What is right is proved, what is wrong is refuted or open, and each page says it in its own way."""
    text, expected = DOCUMENTS[name]
    assert marks(text) == expected
