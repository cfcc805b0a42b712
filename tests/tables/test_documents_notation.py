"""What each notation means: an equation with its meaning, written plainly, is proved, and one with another is not."""

from __future__ import annotations

import pytest

from tests.documents import portions, wrong

TABLES = {
    "arithmetic": r"""
Let $a, b, x, y > 0$ and let $n$ be an integer.
?+ \frac12 x = 0.5 x
?+ .5 x = x / 2
+ a / b = a \div b  % if b ≠ 0
- a / b c = a / (b c)
+ 2 \cdot 3 x = 6 \times x
+ 1{,}000 = 10^3
+ 2^3 = 8
- -x^2 = (-x)^2
+ +x = x
+ --x = x
+ a(-b) = -a b
+ x^{-1/2} = \frac{1}{\sqrt{x}}  % if x > 0
+ \sqrt[3]{x} = x^{1/3}  % if x ≥ 0
?- \sqrt[3]{x} = x^{1/2}
+ \sqrt x y = y \sqrt{x}  % if x ≥ 0
+ x^{10} = x^5 x^5
+ x''^2 = (x'')^2
+ \underbrace{(a + 1)^2}_{\text{square}} = a^2 + 2a + 1
?- \boxed{(a+1)^2} = a^2 + 1
+ \{ a + [b + (x + y)] \} = a + b + x + y
+ \left( \frac{a}{b} \right)^2 = \big[ a \big]^2 / b^2  % if b ≠ 0
+ \left|x - |y|\right| = |x - \lvert y \rvert|
- \left|x - |y|\right| = |x + \lvert y \rvert|
! |x - |y|| = |x - y|  % something is missing here
+ 2|x| = |2 x|
""",
    "functions": r"""
Let $a, b \in \mathbb{R}$ and $x > 0$ and let $n$ be an integer.
+ \log_2 x = \frac{\ln x}{\ln 2}  % if x > 0
+ \log_{10} x = \lg x  % if x > 0
?- \log_2 x = \ln x
+ \log \frac{x}{2} + 1 = 1 + \ln(x) - \log 2  % if x/2 > 0
+ \log x^2 = 2 \log x  % if x > 0
?- \log^2 x = 2 \log x
+ \log^{2} x = (\log x)^2  % if x > 0
?- \log^{-1} x = e^x
+ \exp\left(-\frac{a}{2}\right) = e^{-a/2}
+ \exp(a)^2 = e^{2a}
+ \sin^2 a + \cos^2 a = 1
+ \sin' a = \cos a
+ \tanh'(a) = 1 - \tanh(a)^2
+ \log' x = 1 / x  % if x > 0
?- \log' x = \log x
+ \operatorname{relu}(a) = \max(0, a)
+ \mathrm{relu}(a) = \max\{a, 0\}
?- \min\{a, b, x\} = \max\{a, b\}
~+ \max(a, x, 1) = \max(a, \max(x, 1))
?+ \sigma(a) = 1 - \sigma(-a)
+ \sigma'(a) = \sigma(a)(1 - \sigma(a))
?- \sigma'(a) = \sigma(a)^2
+ \operatorname{softplus}(a) = \log(1 + e^a)
+ 5! = 120
+ 0! = 1
- n! = (n - 1)!
?- \tanh(a) = \sigma(a)
?- \arcsin x = \arccos x
?- \sinh x = \cosh x
?- \sec x = \csc x
?- \arctan x = \tanh x
""",
    "defined functions": r"""
Let $f(x) = x^2 + c$ and $g(x, y) = x f(y)$ with $c \in \mathbb{R}$.
+ f(3) = 9 + c
+ f'(x) = 2x
+ f''(x) = 2
?- f''(x) = f'(x)^2
+ g(1, 2) = 4 + c
- g(1, 2) = g(2, 1)
+ f(f(0)) = c^2 + c
+ \frac{df}{dx} = 2x
+ \frac{\partial g}{\partial y} = 2xy
?- \frac{\partial g}{\partial x} = 2xy
+ \nabla f(x) = 2x
+ \frac{\partial g}{\partial x \partial y} = 2y
?- \frac{\partial^2 g}{\partial y^2} = 2y
? g'(x, y) = 1  % a derivative that is not read
?+ \frac{df}{dx}(2) = 4
? f^{-1}(x) = x  % a function with something above it
+ df = 2x \, dx
: h(x) = f(x)
?- f(a + b) = f(a) + f(b)
""",
    "derivatives": r"""
Let $x > 0$, $y, a \in \mathbb{R}$.
+ \frac{d}{dx} x^2 = 2x
+ \frac{\mathrm{d} x^2}{\mathrm{d} x} = 2x
?- \frac{d}{dx} x^2 = x^2
+ \frac{d^2}{dx^2} x^3 = 6x
+ \frac{\partial^2}{\partial x \partial y} x y = 1
?- \frac{\partial^2}{\partial x \partial y} x y = 0
+ \frac{d}{dx} x^a = a x^{a-1}  % if x > 0
+ \frac{d}{dx} \log^2 x = \frac{2 \log x}{x}  % if x > 0
+ \frac{d x^4}{d x^2} = 2 x^2  % if 2x ≠ 0
?- \frac{d x^4}{d x^2} = 4 x^3
+ \frac{d}{dx} \frac{a}{x} = -\frac{a}{x^2}  % if x ≠ 0
+ \frac{\partial}{\partial x} (x + y)^2 = 2 (x + y)
+ \frac{\partial \log x}{\partial x} = \frac{1}{x}  % if x > 0
+ \frac{a}{2} = a / 2
+ \frac{d}{dy} \tanh(2 y) = 2 - 2 \tanh^2(2 y)
- \frac{d}{dy} \tanh(2 y) = 1 - \tanh^2(2 y)
+ d x + d y = d(x + y)
! d x = d y
? \nabla f = 2  % a gradient that does not say by what
? \frac{\partial g}{\partial z} = 2  % the slope of a loss that is not known stands in it
""",
    "slopes of vectors": r"""
Let $A, B \in \mathbb{R}^{D \times D}$, $w, v \in \mathbb{R}^D$,
$X \in \mathbb{R}^{N \times D}$ and $y \in \mathbb{R}^N$.
+ \nabla_w w^\top A w = (A + A^\top) w
?- \nabla_w w^\top A w = 2 A w
+ \nabla_w \frac12 w^\top w = w
+ \nabla_w^2 w^\top A w = A + A^\top
- \nabla_w^2 w^\top A w = A
+ \frac{\partial}{\partial w_j} \|y - X w\|^2 = -2 \sum_n (y - X w)_n X_{nj}
?- \frac{\partial}{\partial w_j} \|y - X w\|^2 = 0
+ \frac{\partial w_i}{\partial w_j} = \delta_{ij}
+ \frac{\partial}{\partial w} (w^\top v) = v
?+ \frac{\partial A w}{\partial w} = A
!+ \nabla_w A w = A^\top
+ \nabla_A \operatorname{tr}(A B) = B^\top
?- \nabla_A \operatorname{tr}(A B) = B
? \nabla w^\top v = v  % a gradient that does not say by what
Let $x_n \in \mathbb{R}^D$, $t_n \in \mathbb{R}$ for $n = 1, \dots, N$, $w \in \mathbb{R}^D$.
Let $E(w) = \frac12 \sum_{n=1}^N (w^\top x_n - t_n)^2$.
+ \nabla E(w) = \sum_n (w^\top x_n - t_n) x_n
- \nabla E(w) = \sum_n (w^\top x_n + t_n) x_n
+ \frac{\partial E}{\partial w_j} = \sum_n (w^T x_n - t_n) x_{nj}
?- \frac{\partial E}{\partial w_j} = 0
+ \nabla^2 E(w) = \sum_n x_n x_n^\top
+ \frac{\partial^2 E}{\partial w_i \partial w_j} = \sum_n x_{ni} x_{nj}
+ \frac{\partial E}{\partial w} \cdot w = \sum_n (w^\top x_n - t_n) x_n^\top w
Let $w \in \mathbb{R}^D$, $a_i = w_i^2$ and $b_i = e^{a_i}$ for $i = 1, \dots, D$, and $L = \sum_{i=1}^D b_i$.
+ \frac{\partial L}{\partial a_i} = b_i
+ \frac{\partial L}{\partial w_i} = 2 w_i b_i
- \frac{\partial L}{\partial b_i} = b_i
+ \frac{\partial b_i}{\partial a_j} = \delta_{ij} b_i
Consider an $N \times D$ matrix $X$ and a $D$-dimensional vector $w$, and let $f(x) = x^3$.
+ \|X w\|^2 = w^\top X^\top X w
!- \|X w\|^2 = w^\top X^\top w
?+ \nabla \nabla f(x) = 6 x
""",
    "differentials": r"""
Let $X \in \mathbb{R}^{N \times D}$, $Y \in \mathbb{R}^{N \times K}$, $W \in \mathbb{R}^{D \times K}$
and $E(W) = \frac12 \|X W - Y\|_F^2$.
+ dE = \operatorname{tr}((X W - Y)^\top X \, dW)
?- dE = \operatorname{tr}((X W + Y)^\top X \, dW)
Let $x, y \in \mathbb{R}$, $f(x) = x^3$ and $g(x, y) = x^2 y$.
+ \mathrm{d} f = 3 x^2 \mathrm{d} x
?- df = 2 x dx
+ dg = 2xy\,dx + x^2 dy
?- dg = 2xy\,dx + x\,dy
Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $L = \|X w\|^2$ and $M = \|w\|^2$.
+ dL = 2 w^\top X^\top X dw
?- dL = w^\top X^\top X dw
+ dM = 2 \sum_i w_i dw_i
Let $A, X \in \mathbb{R}^{n \times n}$ be invertible.
+ d \operatorname{tr}(A X A) = \operatorname{tr}(A^2 \, dX)
?- d(X A X) = dX \, A X + X A X
""",
    "vectors and matrices": r"""
Let $A, B \in \mathbb{R}^{D \times D}$ with $A$ invertible, $w, v \in \mathbb{R}^D$,
$X \in \mathbb{R}^{N \times D}$ and $y \in \mathbb{R}^N$.
?- X w = y
+ w^\top v = v^\top w
+ w^T v = \langle w, v \rangle
+ \langle w, v \rangle = w \cdot v
?- \langle w, v \rangle = \|w\| \|v\|
?- w v^\top = v w^\top
+ \|w\|^2 = w^\top w
+ \lVert w \rVert_2^2 = \sum_d w_d^2
+ \|w\|_1 = \sum_d |w_d|
?- \|w\|_1 = \|w\|_2
+ \|A\|_F^2 = \operatorname{tr}(A^\top A)
+ w \odot v = \operatorname{diag}(w) v
?- (w \odot v)_d = w_d + v_d
+ (X w)_n = \sum_d X_{nd} w_d
+ (A B)_{ij} = \sum_k A_{ik} B_{kj}
?- (A B)_{ij} = \sum_k A_{ki} B_{kj}
+ (A^\top)_{ij} = A_{ji}
+ A^{-1} A = I  % if A is invertible
+ A^2 = A A
?- A^2 = A^\top A
+ |A| = \det(A)  % bars around a matrix are its determinant
+ \operatorname{tr}(w v^\top) = w^\top v
+ \operatorname{diag}(A)_i = A_{ii}
?- \operatorname{diag}(A)_i = A_{ij}
+ w^\top \operatorname{diag}(v_i^2) w = \sum_i v_i^2 w_i^2
?- w^\top \operatorname{diag}(v_i^2) w = \sum_i v_i w_i
+ \det(-A) = (-1)^D \det A
+ \det(2 A) = 2^D \det A
?- \det(2 A) = 2 \det A
+ \det(A^3) = \det(A)^3
?- \det(A^3) = \det A
+ \det(I) = 1
+ \mathbf{0}^\top \mathbf{0} = 0
?- w \cdot w = \|w\|
+ \mathbf{1}^\top w = \sum_d w_d
?- \mathbf{1}_D^\top \mathbf{1}_D = 1
: \mathbf{0} = w
+ I_D w = w
+ w + 1 = w + \mathbf{1}
+ \operatorname{softmax}(w)_k = \frac{e^{w_k}}{\sum_j e^{w_j}}
?- \operatorname{softmax}(w)_k = e^{w_k}
+ \sigma(X w)_n = \frac{1}{1 + e^{-(X w)_n}}
""",
    "shapes": r"""
Let $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$ and $y \in \mathbb{R}^N$. Then
!- X y = w
! w w = 1
? X + w = X  % it was taken that a vector is added to every row of a matrix
!- X w = w
!- \log X w + 1 = w
! X^{1/2} = X
! \frac{y}{w} = 1
+ e^w = \exp(w)  % exp is taken of each entry
! (1, 2)^\top = w
: \frac{1}{N} \sum_n y_n = \bar{y}
Let $A \in \mathbb{R}^{m \times n}$, $b \in \mathbb{R}^m$ and $x \in \mathbb{R}^n$. Then
- \nabla_x \|A x - b\|^2 = 2 A (A x - b)  % transposed
! A + A^\top = A^\top + A
+ \frac{\partial}{\partial A} (b^\top A x) = x b^\top
? A y = z
""",
    "written matrices": r"""
Let $A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}$ and $u = \begin{pmatrix} 5 \\ 6 \end{pmatrix}$.
+ A u = \begin{pmatrix} 17 \\ 39 \end{pmatrix}
- A u = \begin{bmatrix} 17 \\ 38 \end{bmatrix}
+ u^\top A = \begin{bmatrix} 23 & 34 \end{bmatrix}
+ A_{12} = 2
+ u^\top u = 61
+ u_1 + u_2 = 11
- u_1 - u_2 = 1
+ [5 \quad 6] u = 61
+ [5 \ -6] u = -11
+ \det A = -2
""",
    "sums": r"""
Let $a_i, b_i, c \in \mathbb{R}$ for $i = 1, \dots, n$.
+ \sum_{i=1}^n a_i + c = c + \sum_{i=1}^n a_i
- \sum_{i=1}^n a_i + c = \sum_{i=1}^n (a_i + c)
# to turn: not proved; the sum may end before the term with its index, and then the line is false
+ \sum_{i=1}^n a_i + b_i = \sum_{i=1}^n (a_i + b_i)
# to turn: not proved, for the same reason
+ \sum_i a_i + a_i = 2 \sum_i a_i
+ \sum\limits_i^n c a_i = c \sum_i a_i
+ \sum_{1 \le i \le n} a_i = \sum_{i=1}^n a_i
+ \sum_{j \neq i} a_j = \sum_j a_j - a_i
?- \sum_{j \ne i} a_j = \sum_j a_j
+ \sum_{i,j} a_i b_j = \sum_i a_i \sum_j b_j
?- \sum_{i,j} a_i b_j = \sum_i a_i b_i
+ \sum_{i, j = 1}^n a_i b_j = \sum_i a_i \sum_j b_j
?- \sum_{i, j = 1}^n a_i b_j = \sum_i a_i b_i
+ \sum_{i=1}^n c (a_i + b_i) + a_i = c \sum_i b_i + (c + 1) \sum_i a_i
+ c \sum_{i=1}^n a_i + b_i = c \sum_i (a_i + b_i)
+ \sum_{i=1}^{n-1} a_i = \sum_{i=1}^n a_i - a_n
+ \sum_j \delta_{ij} a_j = a_i
- \sum_j \delta_{ij} a_j = a_j
+ \sum_{i=1}^n 1 = n
+ ∑_{i=1}^n aᵢ² = \sum_i a_i^2
+ \prod_{i=1}^n e^{a_i} = e^{\sum_i a_i}
?- \prod_{i=1}^n e^{a_i} = \sum_i e^{a_i}
?- \sum_{i=1}^n a_i = n a_1
? \sum_{i \in C} a_i = c
? \sum_{i < j} a_i a_j = 0  % names stand on one side only: it may hold at one point
Let $x_i \in \mathbb{R}$ for $i = 1..n$ and $y_j \in \mathbb{R}$ for $j = 1, \dots, m$.
+ \sum 2 x_i = 2 \sum_{i=1}^n x_i
- \sum 2 x_i = \sum_{i=1}^n x_i
? \sum x_i y_j = 0
! \sum z = 3
""",
    "ellipses": r"""
Let $x_i \in \mathbb{R}$.
+ x_1 + x_2 + \cdots + x_n = \sum_{i=1}^n x_i
?- x_1 + \cdots + x_n = n x_1
+ 1 + 2 + \cdots + 9 = 45
- 1 + 2 + \cdots + 9 = 46
+ 1 + 2 + \cdots + n = \frac{n(n+1)}{2}
+ x_1 + ... + x_n = \sum_{i=1}^n x_i
Let $a_i, b_i, c \in \mathbb{R}$ for $i = 1, \dots, n$.
+ a_1 b_1 + a_2 b_2 + \cdots + a_n b_n = \sum_{i=1}^n a_i b_i
?- a_1 b_1 + a_2 b_2 + \cdots + a_n b_n = \sum_{i=1}^n a_i
+ a_1 (b_1 + c) + \dots + a_n (b_n + c) = \sum_i a_i b_i + c \sum_i a_i
? (a_1 - b_n) + \cdots + (a_n - b_1) = c  % an ellipsis that is not read
Let $x_i \in \mathbb{R}$.
? x_1 + \cdots + y_n = z  % an ellipsis that is not read
? x_1 + x_3 + \cdots + x_n = z  % an ellipsis that is not read
+ x_1 x_2 \cdots x_n = \prod_{i=1}^n x_i
""",
    "indices": r"""
Let $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$ and $p, t \in \mathbb{R}^K$.
+ \sum_n X_{nd} w_d = w_d \sum_n X_{n,d}
+ \sum_n x_{nd} = \sum_n X_{nd}
?- (p_j - t_j) w_d = \sum_{j=1}^K (p_j - t_j) w_d
: w^{(1)} = w^{(2)}
: w_{\text{opt}} = w_{\text{new}}
? (X w)_n = \lambda
Let $Z \in \mathbb{R}^{2 \times 2}$.
+ Z_{12} + Z_{21} = Z_{1,2} + Z_{2,1}
?- Z_{12} = Z_{21}
Let $z \in \mathbb{R}^2$.
+ z^\top z = z_1^2 + z_2^2
- z^\top z = (z_1 + z_2)^2  % power of a sum split
Let $z \in \mathbb{R}^K$ and $s_i = z_i \sum_{j=1}^K z_j$. Then
- \sum_{j=1}^K s_j = \sum_{j=1}^K z_j^2
+ \sum_{j=1}^K s_j = \Big(\sum_{j=1}^K z_j\Big)^2
Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$ and $w \in \mathbb{R}^d$.
+ \sum_{i=1}^n (w'x_i)^2 = w' \sum_i x_i x_i' w
- \sum_{i=1}^n (w'x_i)^2 = 2 w' \sum_i x_i x_i' w
Let $w \in \mathbb{R}^d$ and $w' = 2 w$.
+ \|w'\|^2 = 4 \|w\|^2
Let $x_i \in \mathbb{R}^D$ and $y_i \in \{0, 1\}$ for $i = 1, \dots, N$, $w \in \mathbb{R}^D$ and
$p_i = \sigma(w^\top x_i)$.
?+ \log p_i = -\log(1 + e^{-w^\top x_i})
+ \nabla_w p_i = p_i (1 - p_i) x_i
?- \nabla_w p_i = p_i x_i
+ y_i^2 = y_i
?- \prod_{i=1}^N p_i^{y_i} = 1
Let $N_k = \sum_{n=1}^N r_{nk}$ and $\mu_k = \frac{1}{N_k} \sum_{n=1}^N r_{nk} x_n$
with $x_n \in \mathbb{R}^D$, $r_{nk} \ge 0$.
+ \sum_k N_k = \sum_{n,k} r_{nk}
+ N_k \mu_k = \sum_n r_{nk} x_n  % if ∑ⱼ₌₁ᴺ rⱼₖ ≠ 0
""",
    "guesses": r"""
Let $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$ and $E = \frac12 \sum_n (y_n - w^\top x_n)^2$.
? \nabla_X E = 0
? \nabla_w E(w) = 0
? \nabla E = 0  % a gradient that does not say by what
? \frac{\partial^2 E}{\partial w^2} = X^\top X
? X^\top (y - X w) = 0
Let $g$ be a convex function.
? g(2a) = 2 g(a)
Let $p(x | \theta)$ be a density.
? \frac\partial{\partial\theta}\log p(x|\theta)=0
""",
    "probabilities": r"""
Let $X, Y$ be random variables and $c \in \mathbb{R}$.
+ E[X + c] = \mathbb{E} X + c
+ \operatorname{Var}(X + c) = \operatorname{Var}(X)
- \operatorname{Var}(X + c) = \operatorname{Var}(X) + c
+ \operatorname{Cov}(X, X) = \operatorname{Var}(X)
?- \mathbb{E}[(X - \mathbb{E}[X])^2] = 0
? \mathbb{E}[X \mid Y] = X
""",
}


CLAIMS = portions(TABLES, 8)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_notation_has_its_meaning(name: str) -> None:
    """It is proved to be what is meant, and what it is easily taken for is refuted, or at least not proved."""
    assert wrong(CLAIMS[name]) == {}
