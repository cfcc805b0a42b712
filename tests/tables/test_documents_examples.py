"""Numbers, worked examples, matrices of blocks and of rows in documents; beside each right line stands a wrong one."""

from __future__ import annotations

import pytest

from tests.documents import documents, marks

TABLES = {
    "digits of vectors": r"""
=== each entry agrees to its digits: =
$$ (1/7, 5/7) \approx (0.14, 0.71) $$
=== one that does not is enough: /
$$ (1/7, 5/7) \approx (0.14, 0.72) $$
=== decimals in the middle of a chain are exact: ==
$$ \frac{0.3 \cdot 0.2}{0.3 \cdot 0.2 + 0.7 \cdot 0.2} = \frac{0.06}{0.20} = 0.3 $$
=== a slip in one entry is found: /
$$ (0.5, 0.7) + 0.2\,[(0.3, 0.9) - (0.1, -0.05)] = (0.5, 0.7) + 0.2\,(0.2, 0.85) $$
=== what may be rounded is open: ?
$$ 0.2468 \cdot 3 = 0.25 \cdot 3 + 0.01 $$
=== matrices too: =/
$$ \begin{pmatrix} 0.5 & 0.1 \\ 0.2 & 0.3 \end{pmatrix} \begin{pmatrix} 2 \\ 1 \end{pmatrix}
= \begin{pmatrix} 1.1 \\ 0.7 \end{pmatrix} = \begin{pmatrix} 1.1 \\ 0.8 \end{pmatrix} $$
=== per cent: =/
We find $5/8 \approx 63\,\%$ and $3/8 \approx 36\%$.
=== a function by its definition: :=/
With $\sigma(t) = 1/(1 + e^{-t})$ we get $\sigma(2) \approx 0.881$ and $\sigma(3) \approx 0.935$.
""",
    "worked examples": r"""
=== values put into what is defined; the size is that of the lists: :+?!=/
Let $s \in \mathbb{R}^M$ and $q_m = e^{s_m} / \sum_{l=1}^M e^{s_l}$. Then $\sum_{m=1}^M q_m = 1$.
## Numbers
Take $M = 3$ and $s = (0, \log 3, \log 4)$. Then $q = (1/8, 3/8, 1/2)$. We also have $q = (1/8, 1/4, 5/8)$.
=== lists of different lengths do not tell which size is which, nor what is claimed of one: :::????
An input $x_0,\dots,x_{n-1}$ and a kernel $w_0,\dots,w_{K-1}$ give an output of length $m = n-K+1$:
$$ y_i = \sum_{k=0}^{K-1} w_k x_{i+k} \qquad g_k = \sum_{i=0}^{m-1} y_i x_{i+k} $$
Example: take $x = (1,2,3,4)$ and $w = (1,-1)$. Then
- $m = 4-2+1$
- $y_0 = 1 \cdot 1 + (-1) \cdot 2$
=== a gradient that was derived, at a point: :+!.=/
Let $v, g \in \mathbb{R}^d$ and $h = \frac12 \|v - g\|^2$. Then $$ \nabla_v h = v - g $$
With $v = (2, 0.5)$ and $g = (1, 1)$ we get $\nabla_v h = (1, -0.5)$. So $\nabla_v h = (1, 0.5)$.
=== ratios of counts: ::...==/
Let $A = \frac{a}{a + b}$ and $B = \frac{a}{a + c}$. With $a = 12$, $b = 4$, $c = 3$ we get
$$ A = 0.75, \qquad B = 0.8, \qquad B = 0.7 $$
=== values end with their section: !!=?
Let $u, v \in \mathbb{R}^d$.
## An example
Take $u = (1, 2)$ and $v = (3, 1)$. Then $u^\top v = 5$.
## In general
We have $u^\top v = 6$.
=== and with their point of a list: ..=../
Let $u, v \in \mathbb{R}^d$.
- For $u = (1, 2)$ and $v = (3, 1)$ we get $u^\top v = 5$.
- For $u = (1, 3)$ and $v = (1, 1)$ we get $u^\top v = 5$.
=== one that is computed anew is another: ..??
Let $u, v \in \mathbb{R}^2$. Start with $u = (0, 0)$ and $v = (1, 2)$. After one step $u = (1, 2)$ and $u^\top v = 5$.
=== one of two is none: ..?
Suppose $a = 3$ or $b = 3$. Then $$ a b = 9 $$
=== a general line keeps its meaning: !+?
Let $u \in \mathbb{R}^d$. Take $u = (3, 4)$. For any number $c$ we have $\|c u\|^2 = c^2 \|u\|^2$ and $\|c
u\|^2 = c \|u\|^2$.
""",
    "blocks": r"""
=== data below data: ::++-
Let $B \in \mathbb{R}^{n \times p}$, $c \in \mathbb{R}^n$, $z \in \mathbb{R}^p$, and put
$$ \tilde B = \begin{bmatrix} B \\ \rho I_p \end{bmatrix}, \qquad \tilde c = \begin{bmatrix} c \\ 0 \end{bmatrix} $$
Then $$ \|\tilde c - \tilde B z\|^2 = \|c - B z\|^2 + \rho^2 \|z\|^2 $$
$$ \tilde B^\top \tilde B = B^\top B + \rho^2 I = B^\top B + \rho I $$
=== blocks are compared: :+-
Let $B \in \mathbb{R}^{n \times p}$, $c \in \mathbb{R}^n$, $z \in \mathbb{R}^p$
and $\tilde B = \begin{bmatrix} B \\ \rho I_p \end{bmatrix}$.
$$ \tilde B z = \begin{bmatrix} B z \\ \rho z \end{bmatrix} $$
$$ \tilde B z = \begin{bmatrix} B z \\ -\rho z \end{bmatrix} $$
=== a column of ones beside a matrix: ::+?
Let $B \in \mathbb{R}^{n \times p}$, $\mathbf 1 \in \mathbb{R}^n$, $z \in \mathbb{R}^p$, $\tilde B = [B, \mathbf 1]$,
$\tilde z = (z^\top, a)^\top$.
$$ \tilde B \tilde z = B z + a \mathbf 1 $$
$$ \tilde B^\top \tilde B = \begin{bmatrix} B^\top B & B^\top \mathbf 1 \\ \mathbf 1^\top B & n + 1 \end{bmatrix} $$
=== an order of blocks is none: !
Let $B \in \mathbb{R}^{n \times p}$. $$ \begin{bmatrix} B \\ I \end{bmatrix} \le \begin{bmatrix} B \\ I \end{bmatrix} $$
""",
    "rows": r"""
=== with rows: +-
Let $t_i \in \mathbb{R}$ for $i = 1, \dots, n$. The matrix $X$ is $n \times d$ with rows $x_i^\top$.
$$ \sum_{i=1}^n (x_i^\top w - t_i) x_i = X^\top (X w - t) $$
$$ \sum_{i=1}^n (x_i^\top w - t_i) x_i = X^\top (t - X w) $$
=== whose rows are: +
I assume that the design matrix $X$, whose rows are the $x_i^\top$, has full rank. $$ \sum_i x_i x_i^\top = X^\top X $$
=== as rows: +
Let $X$ be the $n \times d$ matrix with the $x_i$ as rows. $$ \sum_i x_i x_i^\top = X^\top X $$
=== a design matrix has them: +
Let $X \in \mathbb{R}^{n \times d}$ be the design matrix. $$ \sum_{i=1}^n x_i x_i^\top = X^\top X $$
=== a data matrix that is turned has not: !
Let $X \in \mathbb{R}^{d \times n}$ be the data matrix and $x_i \in \mathbb{R}^d$.
$$ \sum_{i=1}^n x_i x_i^\top = X^\top X $$
=== what is centred first is something else: ?
Let $X$ be the matrix with the centred $x_i$ as rows. $$ \sum_i x_i x_i^\top = X^\top X $$
=== a number of a family is no family: :+-
Let $y_i \in \{-1, 1\}$, $x_i \in \mathbb{R}^d$, $w \in \mathbb{R}^d$ and $m_i = y_i w^\top x_i$. For a number $m$,
$$ \frac{d}{dm} \log(1 + e^{-m}) = -\frac{1}{1 + e^m} $$
$$ \frac{d}{dm} \log(1 + e^{-m}) = \frac{1}{1 + e^m} $$
=== a size and a family of its letter: ..:+-
Let $\gamma_{ik} \ge 0$ with $\sum_{k=1}^K \gamma_{ik} = 1$ for $i = 1, \dots, N$, and $N_k = \sum_{i=1}^N \gamma_{ik}$.
$$ \sum_{k=1}^K N_k = N $$ $$ \sum_{k=1}^K N_k = K $$
=== whatever the names stand for: ::+-
Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$, $h_i = 1/(1 + e^{-w^\top x_i})$
and $S = \operatorname{diag}(h_1, \dots, h_n)$.
The rows of $X$ are $x_i^\top$.
$$ w - (X^\top S X)^{-1} X^\top h = (X^\top S X)^{-1} [X^\top S X w - X^\top h] $$
$$ w - (X^\top S X)^{-1} X^\top h = (X^\top S X)^{-1} [X^\top S X w + X^\top h] $$
=== a point below a bar: :+?
Let $f(t) = t^2 + 3 t$ and $a \in \mathbb{R}$.
$$ \frac{d}{dt} f(t) \Big|_{t = 1} = 5 $$ $$ \frac{d}{dt} f(t) \Big|_{t = 1} = 4 $$
""",
}


DOCUMENTS = documents(TABLES)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_line_has_its_verdict(name: str) -> None:
    """A right line is proved or agrees, a wrong one is found or at least open."""
    text, expected = DOCUMENTS[name]
    assert marks(text) == expected
