"""Forms of notation: a line that is true is proved in each, and its wrong twin never is."""

from __future__ import annotations

import pytest

from derive.discourse.files import read_page
from derive.judge.judging import Judge
from derive.judge.walk import walk

TRUE = [
    r"Let $z_1, \dots, z_N \in \mathbb{R}$. Then $$\frac{\partial}{\partial z_k} \sum_{i=1}^N z_i^2 = 2 z_k$$",
    (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^d$ and $w \in \mathbb{R}^d$. Then $$\sum_{i=1}^n w^\top x_i = "
        r"w^\top \sum_{i=1}^n x_i$$"
    ),
    (
        r"Let $z \in \mathbb{R}^K$ and $$p_i = \frac{e^{z_i}}{\sum_{j=1}^K e^{z_j}}.$$ Then $$\frac{\partial "
        r"p_i}{\partial z_j} = p_i (\delta_{ij} - p_j)$$"
    ),
    r"Let $a \in \mathbb{R}^K$. Then $$\sum_{j=1}^K \delta_{ij} a_j = a_i$$",
    r"Let $w, x_i \in \mathbb{R}^d$ and $p_i = \sigma(w^\top x_i)$. Then $$\nabla_w p_i = p_i(1-p_i) x_i$$",
    r"Let $w, g \in \mathbb{R}^d$. Update $$w_{t+1} = w_t - \eta (g + \lambda w_t) = (1-\eta\lambda) w_t - \eta g$$",
    (
        r"Let $w, g \in \mathbb{R}^d$. Update $$w^{(t+1)} = w^{(t)} - \eta (g + \lambda w^{(t)}) = "
        r"(1-\eta\lambda) w^{(t)} - \eta g$$"
    ),
    (
        r"Let $w_t, x_t \in \mathbb{R}^d$ for $t = 1, \dots, T$ and $w_t = w_{t-1} + y_t x_t$. Then "
        r"$$\|w_t\|^2 = \|w_{t-1}\|^2 + 2 y_t w_{t-1}^\top x_t + y_t^2 \|x_t\|^2$$"
    ),
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$x_1 + \cdots + x_n = \sum_{i=1}^n x_i$$",
    r"Let $a, b \in \mathbb{R}^n$. Then $$a^\top b = a_1 b_1 + \dots + a_n b_n$$",
    r"Let $n$ be an integer. Then $$1 + 2 + \cdots + n = \frac{n(n+1)}{2}$$",
    r"Let $x_1, \dots, x_n > 0$. Then $$\log(x_1 x_2 \cdots x_n) = \sum_{i=1}^n \log x_i$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\sum 2 x_i = 2 \sum_{i} x_i$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\sum\limits_i^n 2 x_i = 2 \sum_{i=1}^n x_i$$",
    (
        r"Let $A \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$. Then $$x^\top A x = \sum_{i,j=1}^n "
        r"A_{ij} x_i x_j$$"
    ),
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{j \ne i} a_j = \sum_{j} a_j - a_i$$",
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{j=1, j \ne i}^n a_j = \sum_{j=1}^n a_j - a_i$$",
    (
        r"Let $a \in \mathbb{R}^n$. Then $$\left(\sum_{i=1}^n a_i\right)^2 = \sum_{i=1}^n a_i^2 + 2\sum_{1 "
        r"\le i < j \le n} a_i a_j$$"
    ),
    (
        r"Let $a \in \mathbb{R}^n$. Then $$\left(\sum_{i=1}^n a_i\right)^2 = \sum_{i=1}^n a_i^2 + 2\sum_{i < "
        r"j \le n} a_i a_j$$"
    ),
    r"Let $x_1, \dots, x_T \in \mathbb{R}$. Then $$\sum_{t=1}^{T-1} x_t = \sum_{t=1}^T x_t - x_T$$",
    r"Let $w, x \in \mathbb{R}^d$. Then $$w'x = x'w$$",
    r"Let $a \in \mathbb{R}$. Then $$\tanh'(a) = 1 - \tanh^2(a)$$",
    r"Let $w \in \mathbb{R}^d$. Then $$\|w + \mathbf{1}\|^2 = \|w\|^2 + 2 \mathbf{1}^\top w + d$$",
    (
        r"Let $X \in \mathbb{R}^{N \times D}$ and $w \in \mathbb{R}^D$. Then $$\|Xw\|^2 = \sum_{n=1}^N "
        r"\left(\sum_{d=1}^D x_{nd} w_d\right)^2$$"
    ),
    r"Let $u \in \mathbb{R}^2$. Then $$[5 \quad 6] u = 5 u_1 + 6 u_2$$",
    r"Let $$Z = \begin{pmatrix} a & b \\ c & d \end{pmatrix}.$$ Then $$Z_{12} = b$$",
    r"Let $v, x \in \mathbb{R}^n$. Then $$x^\top \operatorname{diag}(v_i^2) x = \sum_{i=1}^n v_i^2 x_i^2$$",
    (
        r"Let $z \in \mathbb{R}^K$ and $$f(x) = \begin{cases} 1 & \text{if } x > 0 \\ 0 & \text{otherwise.} "
        r"\end{cases}$$ Then $$f(2) = 1$$"
    ),
    (
        r"Let $a \in \mathbb{R}^K$ and $$d_{jk} = \begin{cases} 1 & \text{if } k = j \\ 0 & \text{if } k \ne "
        r"j \end{cases}$$ Then $$\sum_{k=1}^K d_{jk} a_k = a_j$$"
    ),
    r"Let $x \in \mathbb{R}$. Then $$\max(0, x) = \begin{cases} x & x > 0 \\ 0 & \text{else} \end{cases}$$",
    (
        r"Let $y_1, \dots, y_n \in \{1, \dots, K\}$ and $n_c = \sum_{i=1}^n \mathbf{1}[y_i = c]$. Then "
        r"$$\sum_{c=1}^K n_c = n$$"
    ),
    r"Let $x \in \mathbb{R}$. Then $$\mathbf{1}[x > 0] x = \max(0, x)$$",
    r"Let $z, w \in \mathbb{R}^n$. Then $$w^\top \max(0, z) = \sum_{i=1}^n w_i \max(0, z_i)$$",
    r"Let $z, w \in \mathbb{R}^n$. Then $$w^\top \operatorname{relu}(z) = \sum_{i=1}^n w_i \max(0, z_i)$$",
    r"Let $x \in \mathbb{R}$. Then $$|x| = x \operatorname{sign}(x)$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\operatorname{mean}(x) = \frac1n \sum_{i=1}^n x_i$$",
    r"Let $a \in \mathbb{R}^n$. Then $$a^{\odot 2} = a \odot a$$",
    r"Let $a, b, c \in \mathbb{R}^n$. Then $$(a \odot b)^\top c = a^\top (b \odot c)$$",
    r"Let $a, b \in \mathbb{R}^n$. Then $$(a \oslash b) \odot b \odot b = a \odot b$$",
    r"Let $A \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^n$. Then $$(A x)_i = A_{i:} x$$",
    r"Let $A \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^n$. Then $$(A x)_i = A_{i,:} x$$",
    r"Let $A \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^n$. Then $$A x = \sum_{j=1}^n x_j A_{:,j}$$",
    r"Let $z \in \mathbb{R}^K$. Then $$\mathrm{softmax}(z)_k = \frac{e^{z_k}}{\sum_{j=1}^K e^{z_j}}$$",
    r"Let $x > 0$. Then $$\log_2 x = \frac{\ln x}{\ln 2}$$",
    r"Let $x \in \mathbb{R}$. Then $$\frac{d}{dx} 2^x = 2^x \ln 2$$",
    r"Let $A, B \in \mathbb{R}^{m \times n}$. Then $$\langle A, B \rangle_F = \operatorname{tr}(A^\top B)$$",
    (
        r"Let $\mu_k, x_n \in \mathbb{R}^d$, $y_n \in \{1, \dots, K\}$. Then $$\sum_{n=1}^N \|x_n - "
        r"\mu_{y_n}\|^2 = \sum_{n=1}^N \sum_{k=1}^K \mathbf{1}[y_n = k] \|x_n - \mu_k\|^2$$"
    ),
    (
        r"Let $y_1, \dots, y_n \in \{1, \dots, K\}$ and $x_1, \dots, x_n \in \mathbb{R}$. Then $$\sum_{i: "
        r"y_i = c} x_i = \sum_{i=1}^n \mathbf 1[y_i = c] x_i$$"
    ),
    (
        r"Let $z_n \in \mathbb{R}^K$, $y_n \in \{1, \dots, K\}$ and $$\ell = -\sum_{n=1}^N z_{n, y_n}.$$ "
        r"Then $$\frac{\partial \ell}{\partial z_{nk}} = -\mathbf{1}[y_n = k]$$"
    ),
    (
        r"Let $u, v \in \mathbb{R}^n$. Then $$\begin{pmatrix} u \\ v \end{pmatrix}^\top \begin{pmatrix} u \\ "
        r"v \end{pmatrix} = u^\top u + v^\top v$$"
    ),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$ and $w \in \mathbb{R}^d$, $b \in \mathbb{R}$. Then "
        r"$$\begin{pmatrix} X & \mathbf{1} \end{pmatrix} \begin{pmatrix} w \\ b \end{pmatrix} = Xw + "
        r"b\mathbf{1}$$"
    ),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$ and $v \in \mathbb{R}^d$, $M \in \mathbb{R}^{n \times d}$. "
        r"Then $$(X \odot M) v = \sum_{j=1}^d v_j X_{:,j} \odot M_{:,j}$$"
    ),
    r"Let $s \in \mathbb{R}^{100}$. Then $$s^\top s = \sum_{i=1}^{100} s_i^2$$",
    r"Let $f(x) = x^3$ for $x \in \mathbb{R}$. Then $$f'(x) = 3x^2$$",
    (
        r"Let $x_1, \dots, x_n \in \mathbb{R}$ and $\bar x = \frac1n \sum_i x_i$. Then $$\sum_{i=1}^n (x_i - "
        r"\bar x) = 0$$"
    ),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $b \in \mathbb{R}^d$. Then $$(y - "
        r"Xb)'(y - Xb) = y'y - 2 b'X'y + b'X'Xb$$"
    ),
    r"Let $a, b \in \mathbb{R}^n$. Then $$a^\top b = \sum a_i b_i$$",
    (
        r"Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$ and $w \in \mathbb{R}^d$. Then $$\nabla_w "
        r"\sum_{i} (w^\top x_i)^2 = 2 \sum_i (w^\top x_i) x_i$$"
    ),
    r"Let $\sigma(z) = 1/(1+e^{-z})$. Then $$\sigma'(z) = \sigma(z)(1-\sigma(z))$$",
    r"Let $z \in \mathbb{R}$. Then $$1_{z > 0}\, z = \max(z, 0)$$",
    r"Let $y_i \in \{1, \dots, K\}$ for $i = 1, \dots, n$. Then $$\sum_{k=1}^K \mathbb{1}_{y_i = k} = 1$$",
    r"Let $y_i \in \{1, \dots, K\}$ for $i = 1, \dots, n$. Then $$\sum_{k=1}^K \mathbb{1}_{\{y_i = k\}} = 1$$",
    r"Let $y_i \in \{1, \dots, K\}$ for $i = 1, \dots, n$. Then $$\sum_{k=1}^K \mathbb{I}(y_i = k) = 1$$",
    r"Let $y_i \in \{1, \dots, K\}$ for $i = 1, \dots, n$. Then $$\sum_{k=1}^K I\{y_i = k\} = 1$$",
    r"Let $u, v, z \in \mathbb{R}^n$. Then $$u^\top (v \odot [z > 0]) = \sum_{i=1}^n u_i v_i [z_i > 0]$$",
    r"Let $A \in \mathbb{R}^{2 \times 2}$. Then $$\det A = A_{11} A_{22} - A_{12} A_{21}$$",
    (
        r"Let $A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$ and $x = \begin{bmatrix} 5 \\ 6 "
        r"\end{bmatrix}$. Then $$A x = \begin{bmatrix} 17 \\ 39 \end{bmatrix}$$"
    ),
    (
        r"Let $u, v \in \mathbb{R}^n$ and $U = \begin{pmatrix} u & v \end{pmatrix}$. Then $$U^\top U = "
        r"\begin{pmatrix} u^\top u & u^\top v \\ v^\top u & v^\top v \end{pmatrix}$$"
    ),
    r"Let $0 < r < 1$. Then $$1 + r + r^2 + \cdots + r^n = \frac{1 - r^{n+1}}{1 - r}$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\|x\|^2 = x_1^2 + x_2^2 + \cdots + x_n^2$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\nabla_x (x_1^2 + \cdots + x_n^2) = 2x$$",
    (
        r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$\bar x = \frac{x_1 + x_2 + \cdots + x_n}{n}.$$ So $$n "
        r"\bar x = \sum_{i=1}^n x_i$$"
    ),
    (
        r"Let $w, x_n \in \mathbb{R}^d$ and $a_n = w^\top x_n$, $y_n = \sigma(a_n)$. Then $$\frac{\partial "
        r"y_n}{\partial a_n} = y_n (1 - y_n)$$"
    ),
    (
        r"Let $\theta_t \in \mathbb{R}^d$ and $\theta_{t+1} = \theta_t - \eta g_t$. Then $$\|\theta_{t+1} - "
        r"\theta^*\|^2 = \|\theta_t - \theta^*\|^2 - 2 \eta g_t^\top (\theta_t - \theta^*) + \eta^2 "
        r"\|g_t\|^2$$"
    ),
    (
        r"Let $a \in \mathbb{R}^n$. Then $$\sum_{i=1}^{n} \sum_{j \neq i} a_i a_j = \left(\sum_i "
        r"a_i\right)^2 - \sum_i a_i^2$$"
    ),
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{i \ne j} a_i a_j = \left(\sum_i a_i\right)^2 - \sum_i a_i^2$$",
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{1 \le i \le n} a_i = \sum_{i \le n} a_i$$",
    (
        r"Let $z \in \mathbb{R}^K$ and $p = \operatorname{softmax}(z)$. Then $$\frac{\partial p_i}{\partial "
        r"z_j} = p_i (\mathbf{1}[i = j] - p_j)$$"
    ),
    (
        r"Let $z \in \mathbb{R}^K$ and $p = \operatorname{softmax}(z)$. Then $$\frac{\partial p_i}{\partial "
        r"z_j} = \begin{cases} p_i(1 - p_i) & \text{if } i = j \\ -p_i p_j & \text{otherwise} \end{cases}$$"
    ),
    (
        r"Let $a, b \in \mathbb{R}^n$, $A \in \mathbb{R}^{n \times n}$. Then $$\operatorname{diag}(a) A "
        r"\operatorname{diag}(b) = (a b^\top) \odot A$$"
    ),
    (
        r"Let $x \in \mathbb{R}^n$, $\mu = \frac{1}{n} \mathbf{1}^\top x$. Then $$\mathbf{1}^\top (x - \mu "
        r"\mathbf{1}) = 0$$"
    ),
    (
        r"Let $w_1, w_2, x_1, x_2 \in \mathbb{R}$ and $z = w_1 x_1 + w_2 x_2$. Then $$\frac{\partial "
        r"z}{\partial w_2} = x_2$$"
    ),
    (
        r"Let $w \in \mathbb{R}^d$ and $w_{k+1} = w_k - \eta \nabla f(w_k)$. Then $$w_{k+1} - w_k = -\eta "
        r"\nabla f(w_k)$$"
    ),
    r"Let $A \in \mathbb{R}^{n \times n}$ be invertible and $b \in \mathbb{R}^n$. Then $$A A^{-1} b = b$$",
    (
        r"Let $n, c > 0$ and $$\ell(\mu, \sigma^2) = -\frac{n}{2}\log \sigma^2 - \frac{c}{2\sigma^2}.$$ Then "
        r"$$ \frac{\partial\ell}{\partial\sigma^2} = -\frac{n}{2\sigma^2} + \frac{c}{2\sigma^4} $$\n+ Let "
        r"$z_n \in \mathbb{R}^K$, $y_n \in \{1, \dots, K\}$ and $$\ell = -\sum_{n=1}^N z_{n, y_n}.$$ Then "
        r"$$\frac{\partial \ell}{\partial z_{nk}} = -\mathbf{1}[y_n = k]$$"
    ),
    (
        r"Let $z_{n} \in \mathbb{R}^K$, $y_n \in \{1, \dots, K\}$ for $n = 1, \dots, N$ and $$\ell = "
        r"-\sum_{n=1}^N \log \frac{e^{z_{n, y_n}}}{\sum_k e^{z_{nk}}}.$$ Then $$\frac{\partial "
        r"\ell}{\partial z_{nk}} = \frac{e^{z_{nk}}}{\sum_j e^{z_{nj}}} - \mathbf{1}[y_n = k]$$"
    ),
    (
        r"Let $u, v \in \mathbb{R}^n$. Then $$\begin{pmatrix} u \\ v \end{pmatrix}^\top \begin{pmatrix} u \\ "
        r"v \end{pmatrix} = u^\top u + v^\top v$$"
    ),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$ and $w \in \mathbb{R}^d$, $b \in \mathbb{R}$. Then "
        r"$$\begin{pmatrix} X & \mathbf{1} \end{pmatrix} \begin{pmatrix} w \\ b \end{pmatrix} = Xw + "
        r"b\mathbf{1}$$"
    ),
    (
        r"Let $w, x \in \mathbb{R}^d$, $b \in \mathbb{R}$, $\tilde w = \begin{pmatrix} w \\ b \end{pmatrix}$ "
        r"and $\tilde x = \begin{pmatrix} x \\ 1 \end{pmatrix}$. Then $$\tilde w^\top \tilde x = w^\top x + "
        r"b$$"
    ),
    (
        r"Let $w \in \mathbb{R}^d$ and $b \in \mathbb{R}$. Then $$\left\| \begin{pmatrix} w \\ b "
        r"\end{pmatrix} \right\|^2 = \|w\|^2 + b^2$$"
    ),
    (
        r"Let $A \in \mathbb{R}^{n \times n}$ and $B \in \mathbb{R}^{m \times m}$. Then $$\operatorname{tr} "
        r"\begin{pmatrix} A & 0 \\ 0 & B \end{pmatrix} = \operatorname{tr} A + \operatorname{tr} B$$"
    ),
    (
        r"Let $A \in \mathbb{R}^{n \times n}$, $B \in \mathbb{R}^{m \times m}$, $x \in \mathbb{R}^n$, $y \in "
        r"\mathbb{R}^m$. Then $$\begin{pmatrix} x \\ y \end{pmatrix}^\top \begin{pmatrix} A & 0 \\ 0 & B "
        r"\end{pmatrix} \begin{pmatrix} x \\ y \end{pmatrix} = x^\top A x + y^\top B y$$"
    ),
    r"Let $$Z = \begin{pmatrix} a & b \\ c & e \end{pmatrix}.$$ Then $$Z_{12} = b$$",
    r"Let $s_k = \sum_{i=1}^k x_i$. Then $$s_{k+1} - s_k = x_{k+1}$$",
    r"Let $v_t = \beta v_{t-1} + (1-\beta) g_t$. Then $$v_t - g_t = \beta (v_{t-1} - g_t)$$",
    (
        r"Let $w_{t+1} = w_t - \eta g_t$ and $w_0 = 0$, $w_t \in \mathbb{R}^d$ for $t = 1, \dots, T$. Then "
        r"$$w_{t+1} + \eta g_t = w_t$$"
    ),
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$\prod_{i=1}^n e^{x_i} = e^{x_1 + \cdots + x_n}$$",
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$(x_1 + \cdots + x_{n-1}) + x_n = \sum_{i=1}^n x_i$$",
    r"Let $w, x \in \mathbb{R}^d$. Then $$\nabla_w w'x = x$$",
]
WRONG = [
    r"Let $z_1, \dots, z_N \in \mathbb{R}$. Then $$\frac{\partial}{\partial z_k} \sum_{i=2}^N z_i^2 = 2 z_k$$",
    (
        r"Let $z \in \mathbb{R}^K$ and $$p_i = \frac{e^{z_i}}{\sum_{j=1}^K e^{z_j}}.$$ Then $$\frac{\partial "
        r"p_i}{\partial z_j} = p_i (\delta_{ij} + p_j)$$"
    ),
    r"Let $a \in \mathbb{R}^K$. Then $$\sum_{j=1}^K \delta_{ij} a_j = 2 a_i$$",
    r"Let $w, x_i \in \mathbb{R}^d$ and $p_i = \sigma(w^\top x_i)$. Then $$\nabla_w p_i = p_i(1+p_i) x_i$$",
    r"Let $w, g \in \mathbb{R}^d$. Update $$w_{t+1} = w_t - \eta (g + \lambda w_t) = (1+\eta\lambda) w_t - \eta g$$",
    (
        r"Let $w_t, x_t \in \mathbb{R}^d$ for $t = 1, \dots, T$ and $w_t = w_{t-1} + y_t x_t$. Then "
        r"$$\|w_t\|^2 = \|w_{t-1}\|^2 + 2 y_t w_{t-1}^\top x_t + y_t \|x_t\|^2$$"
    ),
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$x_1 + \cdots + x_n = 2\sum_{i=1}^n x_i$$",
    r"Let $a, b \in \mathbb{R}^n$. Then $$a^\top b = a_1 b_1 + \dots + a_n^2 b_n$$",
    r"Let $a, b \in \mathbb{R}^n$. Then $$a^\top b = a_1 b_1 + \dots + a_n a_n$$",
    r"Let $n$ be an integer. Then $$1 + 2 + \cdots + n = \frac{n(n-1)}{2}$$",
    r"Let $x_1, \dots, x_n > 0$. Then $$\log(x_1 x_2 \cdots x_n) = 2\sum_{i=1}^n \log x_i$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\sum 2 x_i = 3 \sum_{i=1}^n x_i$$",
    (
        r"Let $A \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$. Then $$x^\top A x = \sum_{i,j=1}^n "
        r"A_{ij} x_i x_i$$"
    ),
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{j \ne i} a_j = \sum_{j} a_j + a_i$$",
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{j=1, j \ne i}^n a_j = \sum_{j=1}^n a_j$$",
    (
        r"Let $a \in \mathbb{R}^n$. Then $$\left(\sum_{i=1}^n a_i\right)^2 = \sum_{i=1}^n a_i^2 + \sum_{1 "
        r"\le i < j \le n} a_i a_j$$"
    ),
    r"Let $x_1, \dots, x_T \in \mathbb{R}$. Then $$\sum_{t=1}^{T-1} x_t = \sum_{t=1}^T x_t - x_1$$",
    r"Let $w, x \in \mathbb{R}^d$. Then $$w'x = 2x'w$$",
    r"Let $a \in \mathbb{R}$. Then $$\tanh'(a) = 1 + \tanh^2(a)$$",
    r"Let $w \in \mathbb{R}^d$. Then $$\|w + \mathbf{1}\|^2 = \|w\|^2 + 2 \mathbf{1}^\top w + 1$$",
    (
        r"Let $X \in \mathbb{R}^{N \times D}$ and $w \in \mathbb{R}^D$. Then $$\|Xw\|^2 = \sum_{n=1}^N "
        r"\left(\sum_{d=1}^D x_{nd} w_d\right)^3$$"
    ),
    r"Let $u \in \mathbb{R}^2$. Then $$[5 \quad 6] u = 6 u_1 + 5 u_2$$",
    r"Let $$Z = \begin{pmatrix} a & b \\ c & d \end{pmatrix}.$$ Then $$Z_{12} = c$$",
    r"Let $v, x \in \mathbb{R}^n$. Then $$x^\top \operatorname{diag}(v_i^2) x = \sum_{i=1}^n v_i x_i^2$$",
    (
        r"Let $a \in \mathbb{R}^K$ and $$d_{jk} = \begin{cases} 1 & \text{if } k = j \\ 0 & j \ne k "
        r"\end{cases}$$ Then $$\sum_{k=1}^K d_{jk} a_k = 2 a_j$$"
    ),
    (
        r"Let $y_1, \dots, y_n \in \{1, \dots, K\}$ and $n_c = \sum_{i=1}^n \mathbf{1}[y_i = c]$. Then "
        r"$$\sum_{c=1}^K n_c = K$$"
    ),
    r"Let $x \in \mathbb{R}$. Then $$\mathbf{1}[x > 0] x = \max(0, -x)$$",
    r"Let $z, w \in \mathbb{R}^n$. Then $$w^\top \max(0, z) = \sum_{i=1}^n w_i z_i$$",
    r"Let $x \in \mathbb{R}$. Then $$|x| = -x \operatorname{sign}(x)$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\operatorname{mean}(x) = \sum_{i=1}^n x_i$$",
    r"Let $a \in \mathbb{R}^n$. Then $$a^{\odot 2} = a \odot a \odot a$$",
    r"Let $a, b \in \mathbb{R}^n$. Then $$(a \oslash b) \odot b = a \odot b$$",
    r"Let $A \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^n$. Then $$A x = 2\sum_{j=1}^n x_j A_{:,j}$$",
    r"Let $z \in \mathbb{R}^K$. Then $$\mathrm{softmax}(z)_k = \frac{e^{-z_k}}{\sum_{j=1}^K e^{z_j}}$$",
    r"Let $x > 0$. Then $$\log_2 x = \ln x$$",
    r"Let $x \in \mathbb{R}$. Then $$\frac{d}{dx} 2^x = x 2^{x-1}$$",
    r"Let $x \in \mathbb{R}^n$ and $c > 0$. Then $$\|c x\|_\infty = c^2 \|x\|_\infty$$",
    r"Let $A, B \in \mathbb{R}^{m \times n}$. Then $$\langle A, B \rangle_F = 2\operatorname{tr}(A^\top B)$$",
    r"Let $A \in \mathbb{R}^{m \times n}$. Then $$\operatorname{vec}(A + A) = 3 \operatorname{vec}(A)$$",
    (
        r"Let $\mu_k, x_n \in \mathbb{R}^d$, $y_n \in \{1, \dots, K\}$. Then $$\sum_{n=1}^N \|x_n - "
        r"\mu_{y_n}\|^2 = 2\sum_{n=1}^N \sum_{k=1}^K \mathbf{1}[y_n = k] \|x_n - \mu_k\|^2$$"
    ),
    (
        r"Let $y_1, \dots, y_n \in \{1, \dots, K\}$ and $x_1, \dots, x_n \in \mathbb{R}$. Then $$\sum_{i: "
        r"y_i = c} x_i = \sum_{i=1}^n \mathbf 1[y_i = c] x_i^2$$"
    ),
    (
        r"Let $z_n \in \mathbb{R}^K$, $y_n \in \{1, \dots, K\}$ and $$\ell = -\sum_{n=1}^N z_{n, y_n}.$$ "
        r"Then $$\frac{\partial \ell}{\partial z_{nk}} = \mathbf{1}[y_n = k]$$"
    ),
    (
        r"Let $u, v \in \mathbb{R}^n$. Then $$\begin{pmatrix} u \\ v \end{pmatrix}^\top \begin{pmatrix} u \\ "
        r"v \end{pmatrix} = u^\top u - v^\top v$$"
    ),
    (
        r"Let $x_1, \dots, x_n \in \mathbb{R}$ and $\bar x = \frac1n \sum_i x_i$. Then $$\sum_{i=1}^n (x_i - "
        r"\bar x) = 1$$"
    ),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $b \in \mathbb{R}^d$. Then $$(y - "
        r"Xb)'(y - Xb) = y'y - b'X'y + b'X'Xb$$"
    ),
    (
        r"Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$ and $w \in \mathbb{R}^d$. Then $$\nabla_w "
        r"\sum_{i} (w^\top x_i)^2 = \sum_i (w^\top x_i) x_i$$"
    ),
    r"Let $\sigma(z) = 1/(1+e^{-z})$. Then $$\sigma'(z) = \sigma(z)(1+\sigma(z))$$",
    r"Let $y_i \in \{1, \dots, K\}$ for $i = 1, \dots, n$. Then $$\sum_{k=1}^K \mathbb{1}_{y_i = k} = 2$$",
    r"Let $u, v, z \in \mathbb{R}^n$. Then $$u^\top (v \odot [z > 0]) = \sum_{i=1}^n u_i v_i [z_i < 0]$$",
    r"Let $A \in \mathbb{R}^{2 \times 2}$. Then $$\det A = A_{11} A_{22} + A_{12} A_{21}$$",
    (
        r"Let $A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$ and $x = \begin{bmatrix} 5 \\ 6 "
        r"\end{bmatrix}$. Then $$A x = \begin{bmatrix} 17 \\ 38 \end{bmatrix}$$"
    ),
    (
        r"Let $u, v \in \mathbb{R}^n$ and $U = \begin{pmatrix} u & v \end{pmatrix}$. Then $$U^\top U = "
        r"\begin{pmatrix} u^\top u & u^\top v \\ v^\top u & u^\top v \end{pmatrix}$$"
    ),
    r"Let $0 < r < 1$. Then $$1 + r + r^2 + \cdots + r^n = \frac{1 - r^{n}}{1 - r}$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\|x\|^2 = x_1^2 + x_2^2 + \cdots + x_n$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\nabla_x (x_1^2 + \cdots + x_n^2) = x$$",
    (
        r"Let $\theta_t \in \mathbb{R}^d$ and $\theta_{t+1} = \theta_t - \eta g_t$. Then $$\|\theta_{t+1} - "
        r"\theta^*\|^2 = \|\theta_t - \theta^*\|^2 - \eta g_t^\top (\theta_t - \theta^*) + \eta^2 "
        r"\|g_t\|^2$$"
    ),
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{i \ne j} a_i a_j = \left(\sum_i a_i\right)^2 + \sum_i a_i^2$$",
    (
        r"Let $z \in \mathbb{R}^K$ and $p = \operatorname{softmax}(z)$. Then $$\frac{\partial p_i}{\partial "
        r"z_j} = p_j (\mathbf{1}[i = j] - p_j)$$"
    ),
    (
        r"Let $z \in \mathbb{R}^K$ and $p = \operatorname{softmax}(z)$. Then $$\frac{\partial p_i}{\partial "
        r"z_j} = \begin{cases} p_i(1 - p_i) & \text{if } i = j \\ p_i p_j & \text{otherwise} \end{cases}$$"
    ),
    (
        r"Let $u, v \in \mathbb{R}^n$. Then $$\begin{pmatrix} u \\ v \end{pmatrix}^\top \begin{pmatrix} u \\ "
        r"v \end{pmatrix} = u^\top u - v^\top v$$"
    ),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$ and $w \in \mathbb{R}^d$, $b \in \mathbb{R}$. Then "
        r"$$\begin{pmatrix} X & \mathbf{1} \end{pmatrix} \begin{pmatrix} w \\ b \end{pmatrix} = Xw - "
        r"b\mathbf{1}$$"
    ),
    (
        r"Let $w, x \in \mathbb{R}^d$, $b \in \mathbb{R}$, $\tilde w = \begin{pmatrix} w \\ b \end{pmatrix}$ "
        r"and $\tilde x = \begin{pmatrix} x \\ 1 \end{pmatrix}$. Then $$\tilde w^\top \tilde x = w^\top x - "
        r"b$$"
    ),
    (
        r"Let $w \in \mathbb{R}^d$ and $b \in \mathbb{R}$. Then $$\left\| \begin{pmatrix} w \\ b "
        r"\end{pmatrix} \right\|^2 = \|w\|^2 + b$$"
    ),
    (
        r"Let $A \in \mathbb{R}^{n \times n}$ and $B \in \mathbb{R}^{m \times m}$. Then $$\operatorname{tr} "
        r"\begin{pmatrix} A & 0 \\ 0 & B \end{pmatrix} = \operatorname{tr} A - \operatorname{tr} B$$"
    ),
    (
        r"Let $A \in \mathbb{R}^{n \times n}$, $B \in \mathbb{R}^{m \times m}$, $x \in \mathbb{R}^n$, $y \in "
        r"\mathbb{R}^m$. Then $$\begin{pmatrix} x \\ y \end{pmatrix}^\top \begin{pmatrix} A & 0 \\ 0 & B "
        r"\end{pmatrix} \begin{pmatrix} x \\ y \end{pmatrix} = x^\top A x - y^\top B y$$"
    ),
    (
        r"Let $n, c > 0$ and $$\ell(\mu, \sigma^2) = -\frac{n}{2}\log \sigma^2 - \frac{c}{2\sigma^2}$$ $$ "
        r"\frac{\partial\ell}{\partial\sigma^2} = -\frac{n}{\sigma} + \frac{c}{\sigma^3} $$"
    ),
    r"Let $s_k = \sum_{i=1}^k x_i$. Then $$s_{k+1} - s_k = x_{k}$$",
    r"Let $v_t = \beta v_{t-1} + (1-\beta) g_t$. Then $$v_t - g_t = \beta (v_{t-1} + g_t)$$",
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$\prod_{i=1}^n e^{x_i} = e^{x_1 + \cdots + x_{n-1}}$$",
    r"Then $$\frac{\partial}{\partial x_{n-1}} \sum_{i=1}^n x_i^2 = 0$$",
    r"Then $$\frac{\partial}{\partial x_{1}} \sum_{i=1}^n x_i^2 = 0$$",
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$\frac{\partial}{\partial x_{n-1}} \sum_{i=1}^n x_i^2 = 0$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\frac{\partial}{\partial x_{n-1}} \|x\|^2 = 0$$",
    r"Then $$\frac{\partial}{\partial x_{n}} \|x\|^2 = 0$$",
    r"Let $X \in \mathbb{R}^{n \times d}$ and $f = \|X\|_F^2$. Then $$\frac{\partial f}{\partial x_{ij}} = 0$$",
    (
        r"Let $w \in \mathbb{R}^{d}$ and $w_{t+1} = w_t - g$, $f = \|w\|^2$. Then $$\frac{\partial "
        r"f}{\partial w_{j}} = 0$$"
    ),
    r"Let $w \in \mathbb{R}^{d}$ and $w_{t+1} = w_t - g$, $f(w) = \|w\|^2$. Then $$\nabla f(w_t) = w_t$$",
    r"Let $x \in \mathbb{R}^n$. Then $$\frac{\partial}{\partial x_k} (x_1^2 + \cdots + x_n^2) = 0$$",
    r"Let $w, x \in \mathbb{R}^d$. Then $$\nabla_w w'x = w$$",
    r"Let $z \in \mathbb{R}^K$. Then $$\frac{\partial}{\partial z_k} \sum_{i \ne 1} z_i = 1$$",
    r"Let $y \in \mathbb{R}^n$. Then $$\sum_{i, j = 1}^n y_i = \sum_{i=1}^n y_i$$",
    (
        r"Let $u, v \in \mathbb{R}^n$. Then $$\nabla_u \begin{pmatrix} u \\ v \end{pmatrix}^\top "
        r"\begin{pmatrix} u \\ v \end{pmatrix} = u$$"
    ),
    (
        r"Let $w \in \mathbb{R}^d$ and $w_{t+1} = w_t - \eta g$. Let $f = \|w\|^2$. Then $$\frac{\partial "
        r"f}{\partial w_t} = 0$$"
    ),
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$1 + 2 + 4 + \cdots + n = \frac{n(n+1)}{2}$$",
    r"Let $n$ be even. Then $$2 + 4 + \cdots + n = \frac{n(n+1)}{2}$$",
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$x_1 + x_3 + \cdots + x_n = \sum_{i=1}^n x_i$$",
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. Then $$x_1 - x_2 + \cdots + x_n = \sum_{i=1}^n x_i$$",
    r"Let $a \in \mathbb{R}^n$. Then $$a_1 a_2 \cdots a_n = \sum_{i=1}^n a_i$$",
    r"We have $$\sigma(-x) = 1 - \sigma(x)$$",
    r"Let $z, y \in \mathbb{R}$ with $y = \sigma(z)$. Then $$\frac{dy}{dz} = y(1+y)$$",
    r"Let $k(x, x') = x^\top x'$ with $x, x' \in \mathbb{R}^d$. Then $$k(x, x') = x^\top x$$",
    r"Let $x \in \mathbb{R}^d$ and let $x'$ be another point. Then $$\|x - x'\|^2 = 0$$",
    r"Let $X \in \mathbb{R}^{n \times d}$. Then $$X'X = XX'$$",
    r"Let $A \in \mathbb{R}^{m \times n}$. Then $$A_{i:} = A_{:i}$$",
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{1 \le i \le j \le n} a_i a_j = \sum_{1 \le i < j \le n} a_i a_j$$",
    r"Let $a \in \mathbb{R}^n$. Then $$\sum_{i=1, i \ne 1}^n a_i = \sum_{i=1}^n a_i$$",
    r"Let $z_1, \dots, z_N \in \mathbb{R}$. Then $$\sum_{i=2}^N z_i = \sum_{i=1}^N z_i$$",
    (
        r"Let $z_i \in \mathbb{R}$ for $i = 1, \dots, N$. Then $$\frac{\partial}{\partial z_k} \sum_{i=2}^N "
        r"z_i^2 = 2 z_k$$"
    ),
    r"Then $$\frac{\partial}{\partial z_k} \sum_{i=2}^N z_i^2 = 2 z_k$$",
    r"Then $$\frac{\partial}{\partial z_k} \sum_{i=1}^{N-1} z_i^2 = 2 z_k$$",
    r"Let $z \in \mathbb{R}^N$. Then $$\frac{\partial}{\partial z_k} \sum_{i=1}^{N-1} z_i^2 = 2 z_k$$",
]
UNREAD = [
    r"$$ \sum_{\substack{i} = c $$",
    r"$$ \sqrt[3 a = 1 $$",
    r"$$ a \choose b = 1 $$",
    r"$$|x - |y = |x - y|$$",
]


def verdicts(document: str) -> list[str]:
    """Return what is found of each claim of a document, in order."""
    lines, judge, found = walk(read_page(document)), Judge(), []
    try:
        claim = next(lines)
        while True:
            finding = judge(claim)
            found.append(finding.verdict)
            claim = lines.send(finding)
    except StopIteration:
        return found


@pytest.mark.parametrize("document", TRUE)
def test_a_true_line_is_proved(document: str) -> None:
    """Each form is read as it is meant."""
    assert verdicts(document)[-1] == "proved"


@pytest.mark.parametrize("document", WRONG)
def test_a_wrong_line_is_never_proved(document: str) -> None:
    """A wrong twin is refuted or open; it is never proved, nor taken for a definition."""
    assert verdicts(document)[-1] in {"refuted", "undecided", "not understood"}


@pytest.mark.parametrize("document", UNREAD)
def test_a_relation_that_is_not_understood_is_a_line(document: str) -> None:
    """A hole never swallows a relation."""
    assert verdicts(document) == ["not understood"]
