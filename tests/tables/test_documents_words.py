"""What documents say of their names, in words and in signs, each with claims that then hold and claims that do not."""

from __future__ import annotations

import pytest

from tests.documents import portions, wrong

pytestmark = pytest.mark.slow  # judges 200 claims

TABLES = {
    "notations": r"""
All logarithms are natural, and the gradient has the shape of its variable. Let $x \in \mathbb{R}^n$ and $t > 0$.
+ \frac{d}{dt} \log t = \frac{1}{t}  % if t > 0
+ \nabla_x \|x\|^2 = 2 x
- \nabla_x \|x\|^2 = x
Here a logarithm asks for how many halvings. Let $t > 0$.
? \frac{d}{dt} \log t = \frac{1}{t}  % what words say of the logarithm is not understood
? \frac{d}{dt} \log t = \frac{2}{t}  % what words say of the logarithm is not understood
+ \frac{d}{dt} t^2 = 2 t
- \frac{d}{dt} t^2 = 3 t
By $\log$ we mean the one of the engineers. Let $t > 0$ and $L = \log t$.
? \frac{dL}{dt} = \frac{1}{t}  % what words say of the logarithm is not understood
Each derivative is a row. Let $a, x \in \mathbb{R}^n$.
? \nabla_x (a^\top x) = a  % what words say of the gradient is not understood
+ (a + x)^\top (a + x) = a^\top a + 2 a^\top x + x^\top x
The double bars see nothing but the biggest part. Let $x \in \mathbb{R}^n$.
? \|x\|^2 = x^\top x  % what words say of the norm is not understood
In this sheet letters side by side are combined place by place. Let $A \in \mathbb{R}^{n \times n}$.
? A I = A  % what words say of the product is not understood
Let $x \in \mathbb{C}^n$.
? x^\top x = \|x\|^2  % what words say of the complex number is not understood
The angle is given in degrees. Let $t \in \mathbb{R}$.
? \frac{d}{dt} \sin t = \cos t  % what words say of the sine is not understood
""",
    "what two names are to each other": r"""
The vectors $a$ and $b$ in $\mathbb{R}^n$ stand like a mast on a deck.
? \|a + b\|^2 = \|a\|^2 + \|b\|^2
- \|2 a\|^2 = 2 \|a\|^2
""",
    "vectors": r"""
Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$ and let $X \in \mathbb{R}^{n \times d}$ have rows $x_i^\top$.
+ X^\top X = \sum_i x_i x_i^\top
?- X^\top X = 2 \sum_i x_i x_i^\top
Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$. Stack the $x_i$ as columns of $Z \in \mathbb{R}^{d \times n}$.
+ Z Z^\top = \sum_i x_i x_i^\top
?- Z Z^\top = 0
Let $s_i \in \mathbb{R}$ and $S = \operatorname{diag}(s_1, \dots, s_n)$. Let $u \in \mathbb{R}^n$.
+ u^\top S u = \sum_{i=1}^n s_i u_i^2
- u^\top S u = \sum_{i=1}^n s_i^2 u_i^2
Let $x_i \in \mathbb{R}^D$ for $i = 1, \dots, N$. The rows of $X \in \mathbb{R}^{N \times D}$ are $x_i^\top$.
+ X^\top X = \sum_i x_i x_i^\top
!- X X^\top = \sum_i x_i x_i^\top
Let $x_1, \dots, x_N \in \mathbb{R}^D$, and let $X \in \mathbb{R}^{N \times D}$ have rows $x_1^\top, \dots, x_N^\top$.
+ X^\top X = \sum_i x_i x_i^\top
Let $X \in \mathbb{R}^{N \times D}$ be the matrix with rows $x_n^\top$.
+ X^\top X = \sum_n x_n x_n^\top
? X^\top X = \sum_n x_n  % it may be an equation to be solved
Let $x_n \in \mathbb{R}^D$ for $n = 1, \dots, N$, and $w \in \mathbb{R}^D$.
+ \|w + x_n\|^2 = \|w\|^2 + 2 w^\top x_n + \|x_n\|^2
- \|w + x_n\|^2 = \|w\|^2 + \|x_n\|^2
Let $x^{(i)} \in \mathbb{R}^D$ for $i = 1, \dots, m$.
+ \|x^{(i)}\|^2 = \sum_{j=1}^D (x^{(i)}_j)^2
?- \|x^{(i)}\|^2 = \sum_{j=1}^D x^{(i)}_j
Let $(x_i, y_i) \in \mathbb{R}^D \times \mathbb{R}$, $i = 1, \dots, N$.
+ x_i^\top x_i y_i = y_i \|x_i\|^2
?- x_i^\top x_i y_i = y_i^2 \|x_i\|^2
Let $S = \frac1n \sum_{i=1}^n x_i x_i^\top$ be the covariance matrix, $x_i \in \mathbb{R}^d$.
+ u^\top S u = \frac1n \sum_{i=1}^n (u^\top x_i)^2
- u^\top S u = \sum_{i=1}^n (u^\top x_i)^2
Let $x, \mathbf{1} \in \mathbb{R}^n$, where $\mathbf{1}$ is the vector of ones.
+ (\mathbf{1}^\top x)^2 = x^\top \mathbf{1} \mathbf{1}^\top x + 1 - 1
?- \mathbf{1}^\top \mathbf{1} = 1
Let $x_n \in \mathbb{R}^D$ and $w \in \mathbb{R}^D$, $y_n = \sigma(w^\top x_n)$, $X$ is the $N \times D$ matrix with
rows $x_n^\top$, and $R$ is diagonal with $R_{nn} = y_n (1 - y_n)$.
?+ \sum_{n=1}^N y_n (1 - y_n) x_n x_n^\top = X^\top R X
?- \sum_{n=1}^N y_n x_n x_n^\top = X^\top R X
""",
    "matrices": r"""
Let $A \in \mathbb{R}^{n \times m}$.
+ I_n A = A I_m
- I_n A = 2 A
Let $A, B \in \mathbb{R}^{M \times M}$.
+ (AB)^\top = B^\top A^\top
?- (AB)^\top = A^\top B^\top
+ \operatorname{tr}(AB) = \operatorname{tr}(BA)
?- AB = BA
Let $A, B \in \mathbb{R}^{n \times n}$ be invertible.
+ \det(AB) = \det(A) \det(B)
?- \det(AB) = \det(A) + \det(B)
+ \log\det(A^{-1}) = -\log\det A  % if A is invertible; if det (A) > 0
- \log\det(A^{-1}) = \log\det A
+ \nabla_A \log\det A = (A^{-1})^\top  % if A is invertible; if det (A) > 0; if the differentiated determinant is not 0
?- \nabla_A \log\det A = 0
<!-- derive: let $A$ be a symmetric matrix, $A \in \mathbb{R}^{D \times D}$. -->
?+ A^\top = A
?- A^\top = -A
If $A$ is a symmetric $D \times D$ matrix, then
+ A^\top = A
Here $A$ is a $D \times D$ matrix that is symmetric.
+ A^\top = A
Let $Q \in \mathbb{R}^{D \times D}$ be an orthogonal matrix.
+ Q^\top Q = \mathbf{I}
?- Q^\top Q = Q
Let $\mathbf{X} \in \mathbb{R}^{N \times D}$.
+ \operatorname{tr}(\mathbf{X}^\top \mathbf{X}) = \sum_{n,d} X_{nd}^2
?- \operatorname{tr}(\mathbf{X}^\top \mathbf{X}) = \sum_{n,d} X_{nd}
Let $h \in \mathbb{R}^H$, $v \in \mathbb{R}^K$. In this exercise $H = K$.
!+ v^\top h = h^\top v
!- v^\top h = v^\top v
Let $h \in \mathbb{R}^H$, $v \in \mathbb{R}^K$.
! v^\top h = h^\top v  % the sizes do not fit together
""",
    "numbers": r"""
Let $0 < p < 1$.
+ \log \frac{p}{1-p} = \log p - \log(1-p)  % if 1 - p > 0; if 1 - p ≠ 0; if p > 0
- \log \frac{p}{1-p} = \log p + \log(1-p)
Let $n_k > 0$ and $n = \sum_{k=1}^K n_k$.
+ \sum_{k=1}^K \frac{n_k}{n} = 1
?- \sum_{k=1}^K \frac{n_k}{n} = n
Let $s_k = e^{a_k} / \sum_{j=1}^K e^{a_j}$ and $c > 0$.
+ \frac{e^{a_k + c}}{\sum_j e^{a_j + c}} = s_k
?- \frac{e^{2 a_k}}{\sum_j e^{2 a_j}} = s_k
? \sum_{k=1}^K s_k = 2
Let $a_k \in \mathbb{R}$ and $s_k = e^{a_k} / \sum_{j=1}^K e^{a_j}$.
?- \sum_{k=1}^K s_k = 2
Let $y \in \{-1, +1\}$ and $a \in \mathbb{R}$.
+ (y a)^2 = a^2
- y a = a
Let $y \in \{0, 1\}$.
+ y^2 = y
?- y^2 = 1
Let $y \in \mathbb{R}^K$ be a one-hot vector.
+ \sum_k y_k = 1
?- \sum_k y_k = 2
Let $p \in \mathbb{R}^K$ be a probability vector.
+ \sum_k p_k = 1
?- \sum_k p_k^2 = 1
Let $p \in \mathbb{R}^K$ with $\sum_k p_k = 1$.
+ \sum_k (p_k + 1) = K + 1
?- \sum_k p_k = K
Let $K$ classes have scores $z_k$.
?+ \sum_k (z_k - 1) = \sum_k z_k - K
?- \sum_k (z_k - 1) = \sum_k z_k - 1
Let $TP, FP > 0$.
+ \frac{TP}{TP + FP} = 1 - \frac{FP}{TP + FP}  % if FP + PT ≠ 0
?- \frac{TP}{TP + FP} = 1 - \frac{TP}{TP + FP}
Let $x_1, \dots, x_N \in \mathbb{R}$.
+ \sum_{i=1}^N 2 x_i = 2 \sum_{i=1}^N x_i
- \sum_{i=1}^N 2 x_i = \sum_{i=1}^N x_i
Let $a, b, c \in \mathbb{R}$ and $i, j$ range over $i, j = 1, \dots, K$.
+ a(b + c) = ab + ac
- a(b + c) = ab + c  % missing factor
Let $w \in \mathbb{R}^d$ and $$E(w) = \lambda w^\top w, \quad \lambda > 0.$$
?+ E(w) \ge 0
?- E(w) \le 0
Let $x_1, \dots, x_n \in \mathbb{R}$ and
$$\bar x = \frac1n \sum_{i=1}^n x_i, \quad s^2 = \frac1n \sum_{i=1}^n (x_i - \bar x)^2$$
+ n s^2 = \sum_{i=1}^n x_i^2 - n \bar x^2
- n s^2 = \sum_{i=1}^n x_i^2 + n \bar x^2
""",
    "sets": r"""
Let $a \in \mathbb{R}_+$, $b \in \mathbb{R}_{>0}$, $c \in \mathbb{R}^+$,
$d \in \mathbb{R}_{++}$ and $e \in \mathbb{R}_{\ge 0}$.
+ |a c e| = a c e
+ \frac{1}{b d} = b^{-1} d^{-1}  % if bd ≠ 0; if d ≠ 0
?- 2 a = 3 e
Let $n \in \mathbb{N}_0$, $m \in \{0, 1, 2, \dots\}$, $k \in \{1, 2, \dots\}$ and $j \in \mathbb{Z}_{\ge 0}$.
?+ |n m j| = n m j
+ \frac{1}{k} = k^{-1}  % if k ≠ 0
?- 2 n = 3 m
Let $a \in [0, \infty)$, $b \in (0, \infty)$, $c \in (0, 1)$ and $d \in [0, 1]$.
+ |a| = a
+ \log b^2 = 2 \log b
+ \log(c - c^2) = \log c + \log(1 - c)  % if 1 - c > 0
+ |1 - d| = 1 - d
- |d - 1| = d - 1
Let $a \in (-1, 1)$, $b \in (2, \infty)$ and $c \in \mathbb{F}$.
? |a| = a
+ |b| = b
? c = 2 c
Let $(x, y) \in \mathbb{R}^2$.
+ x y = y x
?- x y = x
Let $x_1 = 2$, $x_2 = 3$ and $x_3 = 7$.
?+ \sum_{i=1}^3 x_i = 12
?- \sum_{i=1}^3 x_i = 11
+ x_1 x_2 = 6
Let $a = 0.5$ be given.
=+ a + 1 = 1.5
/ 2 a = 1.1
""",
    "norms": r"""
Let $u \in \mathbb{R}^D$ be a unit vector.
+ u^\top u = 1
?- u^\top u = 2
Let $u, v \in \mathbb{R}^D$ with $\|u\| = 1$.
?+ \|u\|^2 = 1
?- \|v\|^2 = 1
Let $u, v \in \mathbb{R}^D$ be unit-norm vectors.
+ \lVert u - v \rVert^2 = 2 - 2 u^\top v
- \lVert u - v \rVert^2 = 2 - u^\top v
Let $u, v \in \mathbb{R}^D$ be unit vectors.
+ \lVert u - v \rVert^2 = 2 - 2 u^\top v
Let $u, v \in \mathbb{R}^D$ be vectors of norm one.
+ \lVert u - v \rVert^2 = 2 - 2 u^\top v
Let $c, x_n \in \mathbb{R}^D$. Let $x_n$ be centred, i.e. $\sum_{n=1}^N x_n = 0$. Then
+ \sum_{n=1}^N (x_n - c) = -N c
- \sum_{n=1}^N (x_n - c) = N c
Let $c, x_n \in \mathbb{R}^D$. Let $x_n$ have zero mean, so that $\sum_{n=1}^N x_n = 0$. Then
+ \sum_{n=1}^N (x_n - c) = -N c
?- \sum_{n=1}^N (x_n - c) = N c
""",
    "random variables": r"""
Let $X$ and $Y$ be random variables, and let $a, b$ be constants.
+ \mathbb{E}[a X + b] = a \mathbb{E}[X] + b
?- \mathbb{E}[a X + b] = a \mathbb{E}[X]
?+ \operatorname{Var}(a X) = a^2 \operatorname{Var}(X)
?- \operatorname{Var}(a X) = a \operatorname{Var}(X)
+ \operatorname{Cov}(X, Y) = \mathbb{E}[X Y] - \mathbb{E}[X] \mathbb{E}[Y]
?- \mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]
?+ \mathrm{Cov}(X, Y) = \mathbb{E} X Y - \mathbb{E} X \, \mathbb{E} Y
?- \mathbb{E} X^2 = (\mathbb{E} X)^2
Let $X$ be a random variable with mean $\mu$ and variance $v$.
?+ \mathbb{E}[X^2] = v + \mu^2
?- \mathbb{E}[X^2] = v - \mu^2
Let $X$ and $Y$ be independent random variables.
+ \mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]
+ \operatorname{Var}(X + Y) = \operatorname{Var}(X) + \operatorname{Var}(Y)
?- \operatorname{Var}(X + Y) = \operatorname{Var}(X)
Let $X$ be a zero-mean random variable.
?+ \operatorname{Var}(X) = \mathbb{E}[X^2]
? \mathbb{E}[X] = 1
Let $\epsilon$ be noise with $\operatorname{Var}(\epsilon) = v$ and $\mathbb{E}[\epsilon] = 0$.
+ \mathbb{E}[\epsilon^2] = v
Let $X, Y \in \mathbb{R}^D$ be random vectors.
+ \operatorname{Cov}(X, Y) = \mathbb{E}[X Y^\top] - \mathbb{E}[X] \mathbb{E}[Y]^\top
?- \operatorname{Cov}(X, Y) = 0
Suppose $X$ is a random variable with mean $\mu$.
?+ \mathbb{E}[(X - \mu)^2] = \mathbb{E}[X^2] - \mu^2
?- \mathbb{E}[(X - \mu)^2] = \mathbb{E}[X^2] + \mu^2
For an estimator $\hat\theta$ of a constant $\theta$:
+ \mathbb{E}[(\hat\theta - \theta)^2] = \mathrm{Var}(\hat\theta) + (\mathbb{E}\hat\theta - \theta)^2
?- \mathbb{E}[(\hat\theta - \theta)^2] = \mathrm{Var}(\hat\theta) + \mathbb{E}\hat\theta - \theta
Let $X \sim \mathcal{N}(\mu, \sigma^2)$ and let $Y$ be a random variable with $\mathbb{E}[Y] = 2$.
+ \mathbb{E}[X] = \mu
+ \operatorname{Var}(X) = \sigma^2
+ \mathbb{E}[2 Y + X] = 4 + \mu
? \operatorname{Cov}(X, Y) = 0
Let $X \sim \mathcal{N}(0, 1)$. Then
+ \mathbb{E}[X^2] = 1
""",
    "distributions": r"""
Let $q(z) > 0$ be a distribution over $z \in \{1, \dots, K\}$, so $\sum_{z=1}^K q(z) = 1$.
?+ \sum_{z=1}^K q(z) \log(c q(z)) = \log c + \sum_{z=1}^K q(z) \log q(z)
?- \sum_{z=1}^K q(z) (1 + q(z)) = 1
Let $P(A) = 0.3$, $P(B \mid A) = 0.5$ and $P(B \mid \neg A) = 0.1$.
=+ P(B \mid A) P(A) = 0.15
:+ P(\neg A) = 0.7
:/ P(\neg A) = 0.3
:+ P(\neg B \mid A) = 0.5
: P(B) = P(B \mid A) P(A) + P(B \mid \neg A) P(\neg A)
:+ P(A \mid B) = \frac{P(B \mid A) P(A)}{P(B)}
Let $P(+) = 0.3$.
:+ P(-) = 0.7
:/ P(-) = 0.3
Let $x_1, \dots, x_n \in \mathbb{R}$.
$$p(x \mid \mu, \sigma^2) = \frac{1}{\sqrt{2\pi\sigma^2}} \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right)$$
$$\ell(\mu, \sigma^2) = \sum_{i=1}^n \log p(x_i \mid \mu, \sigma^2)$$
?+ \ell(\mu, \sigma^2) = -\frac{n}{2}\log(2\pi\sigma^2) - \frac{1}{2\sigma^2}\sum_{i=1}^n (x_i - \mu)^2
Let $x_1, \dots, x_n \in \mathbb{R}$. $$\log L(\theta) = n \log\theta - \theta \sum_{i=1}^n x_i$$
+ \frac{d}{d\theta} \log L(\theta) = \frac{n}{\theta} - \sum_{i=1}^n x_i  % if θ > 0
- \frac{d}{d\theta} \log L(\theta) = n\theta - \sum_{i=1}^n x_i
For $k_1, \dots, k_n$ the mass is $p(k \mid \lambda) = \lambda^k e^{-\lambda} / k!$ and $\lambda > 0$.
:+ \log p(k_1 \mid \lambda) = k_1 \log\lambda - \lambda - \log k_1!
:- \log p(k_1 \mid \lambda) = k_1 \log\lambda - \lambda
Let $x_1, \dots, x_n > 0$. $$\ell(a, b) = n a \log b - n \log\Gamma(a) - b \sum_{i=1}^n x_i$$
- \frac{\partial\ell}{\partial b} = \frac{na}{b} + \sum_{i=1}^n x_i
Let $n, c > 0$ and $$\ell(\mu, \sigma^2) = -\frac{n}{2}\log \sigma^2 - \frac{c}{2\sigma^2}$$
+ \frac{\partial\ell}{\partial\sigma^2} = -\frac{n}{2\sigma^2} + \frac{c}{2\sigma^4}  % if σ > 0
?- \frac{\partial\ell}{\partial\sigma^2} = -\frac{n}{\sigma} + \frac{c}{\sigma^3}
""",  # noqa: RUF001 -- a claim with its conditions, which are in the letters of the document
    "losses": r"""
$$\mathcal{L} = \frac12\|w\|^2 - \sum_{i=1}^n \alpha_i\left[y_i(w^\top x_i + b) - 1\right]$$
+ \nabla_w \mathcal{L} = w - \sum_{i=1}^n \alpha_i y_i x_i
- \nabla_w \mathcal{L} = w + \sum_i \alpha_i y_i x_i
$$\mathcal{L} = \frac12\|w\|^2 - \sum_{i=1}^n \alpha_i\left[y_i(w^\top x_i + b) - 1\right]$$
For $x, z \in \mathbb{R}^2$ the kernel is $(x^\top z)^2$.
?+ \frac{\partial\mathcal{L}}{\partial b} = -\sum_{i=1}^n \alpha_i y_i
?- \frac{\partial\mathcal{L}}{\partial b} = \sum_{i=1}^n \alpha_i y_i
Let $\mathbf{y} \in \mathbb{R}^n$, $\mathbf{x}, \mathbf{w} \in \mathbb{R}^d$.
The loss is $E(\mathbf{w}) = \frac12 (\mathbf{w}^\top \mathbf{x} - y)^2$.
+ \nabla E(\mathbf{w}) = (\mathbf{w}^\top \mathbf{x} - y) \mathbf{x}
- \nabla E(\mathbf{w}) = (\mathbf{w}^\top \mathbf{x} + y) \mathbf{x}
Let $x_n \in \mathbb{R}^D$ and $w \in \mathbb{R}^D$, $a_n = w^\top x_n$, $y_n = \sigma(w^\top x_n)$
and $E(w) = \sum_{n=1}^N y_n$.
?+ \frac{\partial y_n}{\partial a_n} = y_n (1 - y_n)
?- \frac{\partial y_n}{\partial a_n} = y_n (1 + y_n)
?+ \nabla a_n = x_n
?- \nabla a_n = 2 x_n
$$RSS(w) = \sum_{i=1}^n (y_i - w^\top x_i)^2$$
?+ \nabla RSS(w) = -2 \sum_{i=1}^n (y_i - w^\top x_i) x_i
?- \nabla RSS(w) = -\sum_{i=1}^n (y_i - w^\top x_i) x_i
Let $S \in \mathbb{R}^{d \times d}$ be symmetric and $u \in \mathbb{R}^d$, and
$\mathcal{L}(u, \lambda) = u^\top S u - \lambda (u^\top u - 1)$.
+ \nabla_u \mathcal{L} = 2 S u - 2 \lambda u
- \nabla_u \mathcal{L} = 2 S u + 2 \lambda u
""",
    "moved indices": r"""
Let $a_t \in \mathbb{R}$.
+ \sum_{t=1}^T (a_t - a_{t-1}) = a_T - a_0
- \sum_{t=1}^T (a_t - a_{t-1}) = a_T - a_1  % wrong index
+ \sum_{t=1}^{T-1} (a_{t+1} - a_t) = a_T - a_1
Let $w_t, x_t \in \mathbb{R}^d$ and $y_t \in \{-1, 1\}$ for $t = 1, \dots, T$, and $w_t = w_{t-1} + y_t x_t$. Then
+ \|w_t\|^2 = \|w_{t-1}\|^2 + 2 y_t w_{t-1}^\top x_t + \|x_t\|^2
- \|w_t\|^2 = \|w_{t-1}\|^2 + y_t w_{t-1}^\top x_t + \|x_t\|^2  % factor 2
+ w_T = w_0 + \sum_{t=1}^T y_t x_t
Let $b, c_t, m_t \in \mathbb{R}$ and $m_t = b m_{t-1} + c_t$.
+ (1 - b) \sum_{k=1}^K b^k = b - b^{K+1}
- (1 - b) \sum_{k=1}^K b^k = 1 - b^K  % missing factor
Let $x_i \in \mathbb{R}$ for $i = 1, \dots, N$.
+ \sum_{i=1}^{N-1} x_i + x_N = \sum_{i=1}^N x_i
?- \sum_{i=1}^{N-1} x_i = \sum_{i=1}^N x_i
""",
    "what a matrix is": r"""
Let $A \in \mathbb{R}^{D \times D}$ be orthogonal. Let $x \in \mathbb{R}^D$.
+ \lVert A x \rVert^2 = \lVert x \rVert^2
?- \lVert A x \rVert^2 = 2 \lVert x \rVert^2
Let $A \in \mathbb{R}^{D \times D}$ be an orthogonal matrix. Let $x \in \mathbb{R}^D$.
?- \lVert A x \rVert^2 = 2 \lVert x \rVert^2
Let $A \in \mathbb{R}^{D \times D}$ have pairwise orthogonal columns. Let $x \in \mathbb{R}^D$.
? \lVert A x \rVert^2 = \lVert x \rVert^2
Let $A \in \mathbb{R}^{D \times D}$ be skew-symmetric. Let $x \in \mathbb{R}^D$.
? x^\top A x = 0
Let $A \in \mathbb{R}^{D \times D}$ be a projection matrix.
+ A^2 = A
Let $A \in \mathbb{R}^{D \times D}$ be a matrix whose rows sum to one.
? A \mathbf{1} = \mathbf{1}
Let $A \in \mathbb{R}^{D \times D}$ be positive definite. Let $x \in \mathbb{R}^D$.
? x^\top A x \ge 0
- \nabla_x x^\top A x = A x
Let $A \in \mathbb{R}^{D \times D}$ be symmetric. Let $x \in \mathbb{R}^D$.
?- x^\top A x \ge 0
""",
    "words that are not understood": r"""
Let $P \in \mathbb{R}^{D \times D}$ be the orthogonal projection onto the span of $a$.
? P P = P
Let $R \in \mathbb{R}^{D \times D}$ be a Householder reflection.
? R R = I
Suppose that $A \in \mathbb{R}^{D \times D}$ is normal and bistochastic.
? A A^\top = A^\top A
Let $S$ be a Toeplitz-like $D \times D$ matrix.
? S S^\top = S^\top S
Let $S$ be a $D \times D$ matrix with commuting factors.
? S S^\top = S^\top S
Let $y_n$ be binary labels.
? y_n^2 = y_n
Let $u, v \in \mathbb{R}^D$ be conjugate vectors.
? u^\top v = 0
Let $a, b \in \mathbb{R}$ both be positive.
+ a b \ge 0
Let $M \in \mathbb{R}^{D \times D}$, which satisfies the braid relation.
? M M = M
For every unimodular matrix $U \in \mathbb{R}^{D \times D}$ we have
? U^\top U = I
Let $m \in \mathbb{R}^D$ be the mean of the $x_n \in \mathbb{R}^D$.
? \sum_{n=1}^N (x_n - m) = 0
""",
    "words that say what a name is for": r"""
Let $w \in \mathbb{R}^D$ be the weight vector of the model.
?- w^\top w = 2 w^\top w
Let $x_n \in \mathbb{R}^D$ be the feature vectors of the training examples.
?- \sum_n x_n = 2 \sum_n x_n
Let $a, b \in \mathbb{R}$ be given real parameters.
?- a b = a b + a
Let $\eta \in \mathbb{R}$ be the learning rate and $L$ the loss.
- \eta^2 = \eta
Let $X$ be an $N \times D$ data matrix with rows $x_n^\top$.
?- X^\top X = 2 X^\top X
Let $z \in \mathbb{R}^K$ be the logits, and $y \in \mathbb{R}^K$ with entries $y_k$.
?- z^\top z = 2 z^\top z
Let $a \in \mathbb{R}$. Then $b = a^2$ is tremendous.
?- b = a
""",
    "what is not known refutes nothing": r"""
The following holds: $a + x = c$ and $f + g = h$.
? \hat y_i = b_0 + b_1 x_i = \bar y
: f(x) = g(x)
: P(A \mid B) = P(B \mid A)
? \mathbb{E}[X] = \mu + \sigma
? a \le b
? Q^\top Q = M
? \Gamma(a + 1) = 2 \Gamma(a)
Let $C$ be a set.
? \sum_{n \in C} x_n = \sum_n x_n
Let $x_t \in \mathbb{R}$ and $s_t = s_{t-1} + x_t$.
? s_T = \sum_{t=1}^T x_t
Let $a \in \mathcal{A}$.
# to turn: it is refuted, although a may be from {0, 1}
? a^2 = a
Let $x \in \mathbb{R}$ with $\mystery{x} = 1$.
? x = 1 + x^2
Let $w, c, x, y \in \mathbb{R}$, $L = c^2$ and $f(x) = x^2$.
? \frac{\partial E}{\partial w} = 1  % the slope of a loss that is not known stands in it
? \frac{\partial L}{\partial w} = 1
! d\ell = \ell'(x) dx
! df = dy
Let $x_n \in \mathbb{R}$. We assume that the data are centred.
?. \sum_{n=1}^N x_n = 0
Let $z \in \mathbb{R}^K$ and consider $K = 2$.
? \sum_{k=1}^K z_k = z_1 + z_2
Let $a \in \mathbb{R}$.
# to turn: it is refuted, although it is claimed under a condition only
? a = a^2 \quad \text{if the moon is full}
Let $x_n \in \mathbb{R}$ for $n = 1, \dots, N$.
? \sum_{k=1}^K N_k = N
Let $x \in \mathbb{R}$ and $L = (x - 1)^2$. Then
+ \frac{dL(x)}{dx} = 2(x - 1)
:+ L(3) = 4
:- L (x + 1) = (x + 1)^3
""",
}


CLAIMS = portions(TABLES, 6)


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_said_decides(name: str) -> None:
    """Each claim has its verdict behind these words, for the reason beside it."""
    assert wrong(CLAIMS[name]) == {}
