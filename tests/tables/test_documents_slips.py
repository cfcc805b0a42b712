"""What words may excuse of a line with a slip, and what they may not; and what is no evidence of a slip."""

from __future__ import annotations

import pytest

from derive.formula.as_latex import as_latex
from derive.formula.read.parser import read
from derive.formula.read.typeset import typeset
from derive.judge.edits import edits
from tests.documents import portions, wrong

pytestmark = pytest.mark.slow  # judges some 50 claims

TABLES = {
    "a multiple is the same only of zero": r"""
Let $a, b \in \mathbb{R}$, and let $a$ be mesmerising in the sense of the appendix.
- (a - b)(a + b) = b^2 - a^2  % sign
- (a - b)(a + b) = 2 (a^2 - b^2)  % factor 2
Let $u, v \in \mathbb{R}^D$. By convention the sign of $u$ is understood.
? u^\top (u + v) = -u^\top u - u^\top v
If you would rather see numbers, let $a, b \in \mathbb{R}$. Then
- (a - b)(a + b) = b^2 - a^2
Let $a, b \in \mathbb{R}$. If the moon is full,
? (a - b)(a + b) = b^2 - a^2
""",
    "terms and factors are left away by words about them": r"""
Let $w, c \in \mathbb{R}^D$ and $\lambda \in \mathbb{R}$. From here on we drop the penalty.
? \nabla_w (\|w - c\|^2 + \lambda \|w\|^2) = 2 (w - c)
Let $w, c \in \mathbb{R}^D$ and $\lambda \in \mathbb{R}$. The slope is taken with care.
- \nabla_w (\|w - c\|^2 + \lambda \|w\|^2) = 2 (w - c)  % missing term
Let $u, v \in \mathbb{R}^D$ be perpendicular.
? \|u + v\|^2 = \|u\|^2 + \|v\|^2
Let $t, \beta \in \mathbb{R}$, where $\beta$ is rescaled to unit size.
? \frac{d}{dt} \sin(\beta t) = \cos(\beta t)
Let $t, \beta \in \mathbb{R}$, where $\beta$ says how fast it turns.
- \frac{d}{dt} \sin(\beta t) = \cos(\beta t)
""",
    "what is no evidence": r"""
Let $x_i \in \mathbb{R}$ for $i = 1, \dots, n$.
? \sum_{i=1}^n \sum_{j=1}^n (x_i - x_j)^2 = \sum_{j=1}^n \Bigl( \sum_{i=1}^n (x_i - m)^2 + n (m - x_j)^2 \Bigr)
Let $z, v \in \mathbb{R}^K$ and let $q_k = e^{z_k} / \sum_j e^{z_j}$ be taken along $z + t v$.
? \frac{d}{dt} q_k = q_k v_k
""",
    "what is defined by a parameter is meant at its argument": r"""
Let $p_i = \sigma(w^\top x_i)$ with the sigmoid $\sigma$, and $$L(w) = -\sum_{i=1}^n \log p_i.$$
+ L(2 w) = \sum_{i=1}^n \log(1 + e^{-2 w^\top x_i})
?- L(2 w) = L(w)
+ L(0) = n \log 2
?- L(0) = n
Let $a_i = w^\top x_i$, $q_i = \tanh(a_i)$ and $F(w) = \sum_i q_i$.
+ F(3 w) = \sum_i \tanh(3 w^\top x_i)
?- F(3 w) = F(w)
+ \nabla F(w) = \sum_i (1 - q_i^2) x_i
""",
    "what a page denies": r"""
Let $a, b \in \mathbb{R}$. It is not true that
? (a + b)^2 = a^2 + b^2
Let $a, b \in \mathbb{R}$. A common mistake is to write
? (a + b)^2 = a^2 + b^2
Let $a, b \in \mathbb{R}$. It is easy to see that
- (a + b)^2 = a^2 + b^2
""",
    "bars may be another norm": r"""
Let $v = (3, 4)^\top$, and let $\|v\|$ be the maximum norm of $v$.
? \|v\| = 5
+ \|v\|_2 = 5
Let $v = (3, 4)^\top$.
+ \|v\| = 5
- \|v\| = 7
""",
    "what another clause denies": r"""
Let $a, b \in \mathbb{R}$. The sum $(a + b) + (a - b) = 2 a$ does not surprise.
+ (a + b) + (a - b) = 2 a
""",
    "cases": r"""
Let $z \in \mathbb{R}^K$ and $p_k = e^{z_k} / \sum_l e^{z_l}$.

Case $j \ne k$:
+ \frac{\partial p_k}{\partial z_j} = -p_k p_j
- \frac{\partial p_k}{\partial z_j} = p_k p_j  % sign
""",
    "how far a derivative reaches": r"""
Nothing is said.
+ \frac{\partial}{\partial w} (X w - y)^\top (X w - y) = 2 X^\top (X w - y)
? \frac{d}{dx} (x^2 + 1) (x + 3) = 2 x (x + 3)
Let $\ell = -\log \sigma(u_o^\top v) - \sum_{k=1}^K \log \sigma(-u_k^\top v)$
with the sigmoid $\sigma$ and vectors $u_k, v$.
? \frac{\partial \ell}{\partial u_o} = (\sigma(u_o^\top v) - 1) v  % among what is summed
""",
    "a line that contradicts a definition": r"""
Let $w, a \in \mathbb{R}$, $\lambda > 0$ and $J(w) = (w - a)^2$.
From here on a penalty is added: $J(w) = (w - a)^2 + \lambda w^2$.
+ J'(w) = 2 (w - a) + 2 \lambda w
? J'(w) = 3 (w - a)
""",
    "what an open line is no evidence of": r"""
Let $x_n \sim \mathcal{N}(\mu, \sigma^2)$ and $\bar x = \frac{1}{N} \sum_n x_n$. We have
? \mathbb{E}[\bar x^2] = \mu^2 + \sigma^2
? \mathbb{E}[x_1^2] - \mathbb{E}[\bar x^2] = \mu^2 + \sigma^2 - \mu^2 - \frac{\sigma^2}{N}
""",
    "what is so anyway": r"""
With the sigmoid $\sigma$ we used $1 - \sigma(z) = \sigma(-z)$ here.
+ 1 - \sigma(z) = \sigma(-z)
""",
    "an equation for another one": r"""
We get $\vec x = \begin{pmatrix} 1 \\ 0 \end{pmatrix}$ for the other one.
? \begin{pmatrix} 0 & 0 \\ 1 & 0 \end{pmatrix} \vec x = 0
Let $A \in \mathbb{R}^{n \times m}$ and $B \in \mathbb{R}^{m \times n}$.
? (A B)_{j,i}^T = (A B)_{i,j}
""",
    "values of another direction": r"""
Let $f(x, y) = x + y$. *First:* Let $ y = 0 $, then:

$$f(x, 0) = x$$

*Second:* Let $ x = 0 $, then:

$$f(0, y) = y$$

Now along a line, say
? y = 3 x
""",
    "members before brackets": r"""
Let $J(w) = \sum_{i=1}^n c_i (y_i - w^\top x_i)^2$ with $c_i > 0$, $C = \operatorname{diag}(c)$
and the rows of $X$ being $x_i^\top$.
+ \nabla J(w) = -2 \sum_{i=1}^n c_i (y_i - w^\top x_i) x_i
+ \nabla J(w) = -2 X^\top C (y - X w)
- \nabla^2 J(w) = X^\top C X  % factor 2
""",
    "what stands in a list": r"""
Let $x_1, \dots, x_n$ be numbers, and $m = \frac{1}{n} \sum_i x_i$.
+ \sum_i (x_i - m) = 0
- \sum_i (x_i - m)^2 = \sum_i x_i^2 - m^2
We have centred data $x_1, \dots, x_n \in \mathbb{R}^d$,
stacked as columns of $X = [x_1, \dots, x_n] \in \mathbb{R}^{d \times n}$.
+ \sum_{i=1}^n x_i x_i^\top = X X^\top
- \sum_{i=1}^n x_i x_i^\top = X^\top X  % wrong order
""",
    "what is called by capitals": r"""
There are four counts, TP, FP, FN and TN, and $P, N \in \mathbb{R}$.
+ (TP + FP) (TP - FP) = TP^2 - FP^2
- (TP + FP) (TP - FP) = TP^2 + FP^2
With $TP = 45$, $FP = 15$ and $FN = 5$, and $P, N \in \mathbb{R}$,
- (TP + FP) (TP - FP) = TP^2 + FP^2
Let $A, B \in \mathbb{R}^{n \times n}$. The product AB is not BA.
+ (A B)^\top = B^\top A^\top
? A B = B A
""",
    "laws": r"""
Take $p = \mathcal{N}(\mu_1, \sigma_1^2)$ and $q = \mathcal{N}(\mu_2, \sigma_2^2)$.
+ \frac{1}{2} \log \sigma_2^2 - \frac{1}{2} \log \sigma_1^2 = \log \frac{\sigma_2}{\sigma_1}
- \frac{1}{2} \log \sigma_2^2 - \frac{1}{2} \log \sigma_1^2 = \log \frac{\sigma_1}{\sigma_2}
We have a latent variable model $p(x, z)$ and an encoder $q(z|x)$.
? \log p(x) = \mathbb{E}_{q(z|x)}[\log p(x)]
""",
    "what a parameter is": r"""
Let $r \sim \mathrm{Bernoulli}(p)$.
+ \mathbb{E}[r^2] = p
- \mathbb{E}[r^2] = p^2
Let $p, s \in \mathbb{R}^n$ with positive $p$, let $\tau > 0$ and $J(p) = \sum_i p_i s_i - \tau \sum_i p_i \log p_i$.
+ \frac{\partial J}{\partial p_i} = s_i - \tau \log p_i - \tau  % if pᵢ > 0
- \frac{\partial J}{\partial p_i} = s_i - \tau \log p_i  % missing term
""",
    "all are arbitrary": r"""
All matrices are square and otherwise arbitrary.
+ \frac{\partial}{\partial X} \operatorname{tr}(X^\top A X) = A X + A^\top X
- \frac{\partial}{\partial X} \operatorname{tr}(X^\top A X) = 2 A X
All matrices are square.
? \frac{\partial}{\partial X} \operatorname{tr}(X^\top A X) = 2 A X
""",
    "means": r"""
Let $x_1, \dots, x_n$ and $y_1, \dots, y_n$ be numbers. Write $\bar x$, $\bar y$ for their sample means.
+ \sum_{i=1}^n (x_i - \bar x) (y_i - \bar y) = \sum_{i=1}^n x_i y_i - n \bar x \bar y
- \sum_{i=1}^n (x_i - \bar x) (y_i - \bar y) = \sum_{i=1}^n x_i y_i - \bar x \bar y
Let $x_1, \dots, x_n$ be numbers.
- \sum_{i=1}^n (x_i^2 - 2 x_i \bar x + \bar x^2) = \sum_{i=1}^n x_i^2 - 2 n \bar x^2 + \bar x^2  % lost sum
? \sum_{i=1}^n (x_i - \bar x)^2 = \sum_{i=1}^n x_i^2 - n \bar x^2
Let $a, b \in \mathbb{R}$.
- a^2 + b^2 \le 2 a b - 1  % wrong relation
Let $x_1, \dots, x_n$ be numbers, and $\bar x$ another one.
? \sum_{i=1}^n (x_i - \bar x)^2 = \sum_{i=1}^n x_i^2 - n \bar x^2
""",
    "examples and a new point": r"""
With $f(x) = w^\top x + b$ the loss of the examples is $L(w, b) = \frac{1}{2} \sum_{i=1}^N (y_i - w^\top x_i - b)^2$.
+ \nabla_w L = -\sum_{i=1}^N (y_i - w^\top x_i - b) x_i
- \nabla_w L = \sum_{i=1}^N (y_i - w^\top x_i - b) x_i
+ \nabla_x f = w
""",
    "powers": r"""
Two groups are merged, of $n_a$ and $n_b$ points.
+ \frac{n_a n_b^2 + n_b n_a^2}{(n_a + n_b)^2} = \frac{n_a n_b}{n_a + n_b}  % if nₐ + n_b ≠ 0
+ \frac{n_a^3 - n_b^3}{n_a^2 + n_a n_b + n_b^2} = n_a - n_b  % if nₐ² + nₐ n_b + n_b² ≠ 0
- \frac{n_a^3 - n_b^3}{n_a^2 + n_a n_b + n_b^2} = n_a + n_b
Let $s \in \mathbb{R}$ and $a \in \mathbb{R}^n$ and $K \in \mathbb{R}^{n \times n}$.
- \|s a\|^2 + s \, a^\top K a = s \, a^\top a + s \, a^\top K a
""",
    "what a page claims of an operator": r"""
Take $c \in \mathbb{R}$. We find $\mathrm{MSE}(c) = c^2 + 1$.
+ \mathrm{MSE}(3) = 10
+ \mathrm{MSE}'(c) = 2 c
? \mathrm{MSE}(3) = 11
? \mathrm{MSE}'(3) = 7
Take $c \in \mathbb{R}$. We find $\mathrm{MSE}(c) = c^2 + 1$. At $c = 3$ we get the number.
? \mathrm{MSE}'(3) = 7
""",
    "what stands above": r"""
Let $p \in \mathbb{R}$ with $p < 1$. Then $\frac{1}{1 - p} = 4$.
- \frac{p}{1 - p} = 3
""",
    "customs": r"""
For a symmetric matrix $\mathbf{C}$ and a vector $\mathbf{x}$ we look at the form.
+ \frac{\partial}{\partial \mathbf{x}} \mathbf{x}^\top \mathbf{C} \mathbf{x} = 2 \mathbf{C} \mathbf{x}
Let $Q \in \mathbb{R}^{k \times m}$ have orthonormal rows.
+ \operatorname{tr}(Q Q^\top) = k
? Q^\top Q = I_m
Let $z \in \mathbb{R}^K$, $s = 3$, and $y \in \mathbb{R}^K$ one-hot.
+ \sum_k y_k = 1
? \sum_k z_k = 1
""",
}
CLAIMS = portions(TABLES, 3)


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_said_decides(name: str) -> None:
    """Each claim has its verdict behind these words, for the reason beside it."""
    assert wrong(CLAIMS[name]) == {}


SLIPS = {
    r"\sum_k a_k^2": r"\left( \sum_k a_k \right)^2",
    r"\left( \sum_k a_k \right)^2": r"\sum_k (a_k)^2",
    r"q - u \odot u \odot q": r"q - u u^\top q",
    r"\frac{a b}{c d}": r"\frac{c b}{a d}",
    r"H^\top (R + S) R^{-1}": r"H^\top R^{-1} (R + S)",
}


@pytest.mark.parametrize("written", SLIPS)
def test_what_was_meant_is_one_edit_away(written: str) -> None:
    """A side with a slip of a kind has the side without it among its edits, and a side is no edit of itself."""
    made = [as_latex(typeset(each.tree)) for each in edits(read(written))]
    assert SLIPS[written] in made
    assert as_latex(typeset(read(written))) not in made
