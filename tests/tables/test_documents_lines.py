"""Documents of several lines: what is claimed, defined, assumed or followed from, and how one line bears on another."""

from __future__ import annotations

import pytest

from tests.documents import documents, marks, steps

TABLES = {
    "chains": r"""
=== each relation of a chain is a line: ++
Let $a, b \in \mathbb{R}$. Then
\begin{align} (a+b)^2 &= a^2 + 2ab + b^2 \\ &= b^2 + 2ab + a^2 . \end{align}
=== an inequality goes on where an equation ended: +-
Let $a, b \in \mathbb{R}$. Then
\begin{align} (a+b)^2 &= a^2 + 2ab + b^2 \\ &\ge 2ab + 1 . \end{align}
=== a line is judged on its own, also behind a wrong one: -+-
Let $a \in \mathbb{R}$. Then \begin{align} (a+1)^2 &= a^2 + 1 \\ &= 1 + a^2 \\ &= a^2 \end{align}
=== an implication uses the line before: ?+ for .+
Let $a, b \in \mathbb{R}$. \begin{align} & 2a = b + a \\ \implies & a = b \end{align}
=== implies and iff in words: .... for .+.+
Let $a, b \in \mathbb{R}$. So $a - b = 0$ implies $a = b$, and $a = 2b$ holds iff $a - 2b = 0$.
=== what does not follow is open: .?
Let $a, b \in \mathbb{R}$. So $a - b = 1$ implies $a = b$.
=== the number of an equation is no factor: +
Let $a, b \in \mathbb{R}$. $$\begin{aligned} & a + b && \quad (18) \\ & = b + a && (19) \end{aligned}$$
=== a number in a circle marks a row: +! for +-
Let $a, b \in \mathbb{R}$. $$ \textcircled{1} \quad a + b = b + a $$ $$ \textcircled{a} a = b $$
=== the columns of an alignment are no factor: ++
Let $a, b \in \mathbb{R}$. $$\begin{alignedat}{2} a - b &= -(b - a) & \quad a b &= b a \end{alignedat}$$
=== the same of an alignment that is a display of its own: ++
Let $a, b \in \mathbb{R}$. \begin{alignat}{2} a + b &= b + a \\ a b &= b a \end{alignat}
=== what follows a percent sign is not read: +
Let $a, b \in \mathbb{R}$. $$ a + b % + c
= b + a $$
=== an iterate is no entry: .?+ for ..+
Let $w, g \in \mathbb{R}^d$ and $\eta > 0$. $$w_{t+1} = w_t - \eta (g + \lambda w_t) = (1 - \eta\lambda) w_t - \eta g$$
""",
    "definitions": r"""
=== names, entries, functions and families stand for what defines them: :+:? for :+:+
Let $z \in \mathbb{R}^K$ and $p_i = e^{z_i} / \sum_j e^{z_j}$.
$$ \frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} - p_j) $$
Define $$ f(a, b) = a^2 - b^2 , $$ so that
$$ f(a + b, a) = 2ab + b^2 $$ for $a, b \in \mathbb{R}$.
=== a derivative by what is defined is taken before the definition is put in: ::::+??- for ::::+++-
Let $x \in \mathbb{R}^D$, $W \in \mathbb{R}^{H \times D}$, $v \in \mathbb{R}^H$ and $t \in \mathbb{R}$. Define
$$ a = W x, \quad h = \tanh(W x), \quad y = v^\top h, \quad L = \frac12 (y - t)^2 . $$ Then
\begin{align} \frac{\partial L}{\partial h} &= (y - t) v \\
\frac{\partial L}{\partial a} &= (y - t) v \odot (1 - h \odot h) \\
\frac{\partial L}{\partial W} &= \frac{\partial L}{\partial a} x^\top \\
\frac{\partial L}{\partial h} &= (y - t) h \end{align}
=== a layer before the last one: ::?::!!!! for ::::::++-
$$a_j = \sum_{i=1}^D w_{ji} x_i, \quad z_j = \tanh(a_j), \quad a_k = \sum_{j=1}^M v_{kj} z_j$$
$$E = \frac12 \sum_{k=1}^K (a_k - t_k)^2, \quad \delta_k = a_k - t_k$$
$$\delta_j = (1 - z_j^2) \sum_{k=1}^K v_{kj} \delta_k, \quad j = 1, \dots, M$$
$$\frac{\partial E}{\partial a_j} = \delta_j$$ $$\frac{\partial E}{\partial w_{ji}} = \delta_j x_i$$
$$\frac{\partial E}{\partial a_k} = -\delta_k$$
=== no line is proved by its own definition: :? for :-
Let $x_1, \dots, x_n \in \mathbb{R}$ and
$$ \ell(\mu, s) = -\frac{n}{2} \log s - \frac{1}{2 s} \sum_{i=1}^n (x_i - \mu)^2 . $$
Setting the derivative to zero gives $$ \hat s = \frac{1}{n - 1} \sum_{i=1}^n (x_i - \mu)^2 $$
=== what is set: ?::: for ::::
$$ k = k + 1 $$ $$ w \leftarrow w - \eta g $$ $$ q := 3 $$ $$ m = 4 $$
=== a value that is put into an equation is assumed: ?? for ?.
Then $q + r = 1$ and $$ q = 2 $$
=== a softmax that is called sigma is a definition: :
$$\sigma(z_k) = \frac{e^{z_k}}{\sum_{j=1}^K e^{z_j}}$$
=== two values of one function are not taken for each other: ::
$$P(C_1|x) = \sigma(w^\top x), \quad P(C_2|x) = 1 - \sigma(w^\top x)$$
=== a word is no product of letters: :+
$$F = \frac{2}{recall^{-1} + precision^{-1}} = 2 \cdot \frac{precision \cdot recall}{precision + recall}$$
=== the sign of what is only squared does not matter: +
$$\log s^2 = 2 \log \sqrt{s^2}$$
=== but where it stands itself, it does: ? for -
Let $s \in \mathbb{R}$. $$\sqrt{s^2} = s$$
""",
    "conditions": r"""
=== a condition beside a formula holds for it only: +-
Let $x \in \mathbb{R}$. $$|x| = x \quad\text{for } x > 0$$ and always $$|x| = x$$
=== for any unit vector: +
Let $u \in \mathbb{R}^D$. Then $\|u\|^2 = 1$ for any unit vector $u$.
=== if behind a claim: ..? for +.-
Let $u \in \mathbb{R}^D$. Then $\|u\|^4 = 1$ if $u^\top u = 1$. But $\|u\|^4 = 1$.
=== equal indices and others: ...... for +.+.-.
Let $z \in \mathbb{R}^K$. We have $\frac{\partial z_i}{\partial z_j} = 1$ if $i = j$ and
$\frac{\partial z_i}{\partial z_j} = 0$ if $i \neq j$, but $\frac{\partial z_i}{\partial z_j} = 0$ if $i = j$.
=== a condition in words that is not read: .? for ?-
Let $a \in \mathbb{R}$. Then $a^2 = a$ if the moon is full. Then $a^2 = a$.
=== for distributions: ? for +
We have $\sum_i p_i \log p_i - \sum_i p_i\log q_i \ge 0$ for distributions $p$, $q$.
# to turn: both are proved by the case that is over
=== a case that is over makes nothing true: +? for +-
Let $u \in \mathbb{R}^d$. For a unit vector $u$ we have $$ u^\top u = 1 $$

In general, $$ u^\top u = 1 $$
=== cases of indices: .+.?+ for .+.-+
Let $z \in \mathbb{R}^K$. For $i = j$: $$ \frac{\partial z_i}{\partial z_j} = 1 $$ and for $i \neq j$:
$$ \frac{\partial z_i}{\partial z_j} = 1, \qquad \frac{\partial z_i}{\partial z_j} = 0 $$
=== what holds where indices differ is claimed there, and nowhere else: :+.-..+:+.?. for :+.-..+:+.-.
Let $z \in \mathbb{R}^K$ and $p_i = e^{z_i} / \sum_j e^{z_j}$.
$$\frac{\partial p_i}{\partial z_j} = -p_i p_j, \quad i \neq j$$
$$\frac{\partial p_i}{\partial z_j} = p_i p_j, \quad i \neq j$$
If $i = j$, then $$\frac{\partial p_i}{\partial z_j} = p_i (1 - p_j)$$
Let $B_{ij} = 2 z_i - z_j$. Then $B_{ij} = z_j$ for $i = j$ and $B_{ij} = z_j$ for $i \neq j$.
=== what is said of some entries is said of no others: ..?.?
Let $A \in \mathbb{R}^{n \times n}$ with $A_{ij} = 0$ for $i \neq j$. Then $A_{ii} = 0$.
$$D_{ij} = a_i \quad \text{if } i = j$$ $$\sum_{j=1}^n D_{ij} = n a_i$$
=== what is not zero is a condition: .~.~
Let $x, y \in \mathbb{R}$. Assume $x \neq 0$. Then $x^2 + 1 > 1$. If $y \neq 0$, then $y^2 > 0$.
=== what is needed is a condition: ? for .
Let $a, b \in \mathbb{R}$. For the best $x$ we need $$ a - x b = 0. $$
=== what is to be shown is a claim: ? for -
Let $a, b \in \mathbb{R}$. We need to show that $$ a - b = 0. $$
# to turn: both are printed, and must come back as lines that are assumed
=== what a problem is subject to, and a distribution that gets a name, are no claims: : for .:
$$\min_{w,b} \frac12 \|w\|^2 \quad \text{s.t.} \quad y_i(w^\top x_i + b) \ge 1, \; i=1,\dots,n$$
Consider $p = \mathcal{N}(\mu_1, \sigma_1^2)$.
=== weights that sum to one beside a formula: :?+ for :.+
$$q = \sum_{k=1}^K \pi_k m_k, \qquad \sum_{k=1}^K \pi_k = 1$$ $$\sum_{k=1}^K 2 \pi_k = 2$$
=== rows that are told behind a formula: ? for -
Let $x_n \in \mathbb{R}^D$ for $n = 1, \dots, N$.
$$ \sum_{n=1}^N x_n x_n^\top = 2 X^\top X $$ for the matrix $X$ with rows $x_n^\top$.
=== an assumption that holds anyway does not stand in the way: +-
Let $z \in \mathbb{R}$ and $\tanh(z) = \frac{e^z - e^{-z}}{e^z + e^{-z}}$. Then $1 - \tanh(z) = e^z$.
""",
    "optima": r"""
=== a derivative that is set to zero is a condition: :+?+ for :+.+
Let $L(a) = (a - b)^2$. The gradient is $$ \frac{\partial L}{\partial a} = 2(a - b) = 0 \implies a = b $$
=== what does not solve it does not follow: :+?-
Let $L(a) = (a - b)^2$. The gradient is $$ \frac{\partial L}{\partial a} = 2(a - b) = 0 \implies a = b + 1 $$
=== what is to be zero, with a mark above the sign: ::+
Let $x_i \in \mathbb{R}$ for $i = 1, \dots, n$ and $L(m) = \sum_{i=1}^n (x_i - m)^2$. We want
$$ \sum_{i=1}^n (x_i - \hat m) \overset{!}{=} 0 \quad\Rightarrow\quad \hat m = \frac1n \sum_{i=1}^n x_i $$
=== a bar that is shown to be a slope is one on each name, in one layout: ::++-!
Let $A \in \mathbb{R}^{n \times d}$, $V \in \mathbb{R}^{d \times m}$, $O = A V$, and let
$\bar O = \partial L / \partial O$ be the gradient of the loss, with a bar for any other name.
$$\bar V = A^\top \bar O, \qquad \bar A = \bar O V^\top$$ $$\bar V = 2 A^\top \bar O$$ $$\bar V = \bar O A$$
=== what is called a minimiser is tried as a solution: :++
Let $x_i \in \mathbb{R}$ for $i = 1, \dots, n$ and $L(m) = \sum_{i=1}^n (x_i - m)^2$. Then
$$ \frac{dL}{dm} = 2 n m - 2 \sum_{i=1}^n x_i , $$ so the unique minimiser is $\hat m = \frac1n \sum_{i=1}^n x_i$.
=== another one is open, as it may lie at a boundary: :+?
Let $x_i \in \mathbb{R}$ for $i = 1, \dots, n$ and $L(m) = \sum_{i=1}^n (x_i - m)^2$. Then
$$ \frac{dL}{dm} = 2 n m - 2 \sum_{i=1}^n x_i , $$ so the unique minimiser is $\hat m = \sum_{i=1}^n x_i$.
=== a log-likelihood of another law is another one: :+?+-
Let $n \in \mathbb{N}$. $$\log L(p) = n \log p$$ $$\frac{d}{dp} \log L(p) = \frac{n}{p}$$ Now for another law:
$$\log L(a) = n a$$ $$\frac{d}{da} \log L(a) = n$$ $$\frac{d}{da} \log L(a) = \frac{n}{a}$$
=== what follows from it, and what does not: .?+. for :++-
Let $t_n \in \mathbb{R}$ for $n = 1, \dots, N$. For $J(m) = \sum_{n=1}^N (t_n - m)^2$ we have
$$ \frac{dJ}{dm} = -2 \sum_n (t_n - m) . $$
Setting this to zero gives $m = \frac1N \sum_{n=1}^N t_n$, and not $m = \sum_{n=1}^N t_n$.
=== a claim is not its own proof: :+-
Let $a, b \in \mathbb{R}$ and $J(a) = (a - b)^2$. $$ \frac{dJ}{da} = 2(a - b) $$ Setting this to zero gives $a = b + 1$.
=== the gradient need not be written: .:? for .:+
Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $c > 0$. $$J(w) = \frac12\|Xw - y\|^2 + \frac{c}{2}\|w\|^2$$
Setting the gradient to zero gives $$w = -\frac1c X^\top (Xw - y)$$
=== a wrong solution: .:? for .:-
Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $c > 0$. $$J(w) = \frac12\|Xw - y\|^2 + \frac{c}{2}\|w\|^2$$
Setting the gradient to zero gives $$w = \frac1c X^\top (Xw - y)$$
=== an equation that is set is rearranged: :++
Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $w \in \mathbb{R}^d$ and
$J(w) = \frac{1}{2n}\|Xw - y\|^2$. Then $$ \nabla J(w) = \frac1n X^\top (Xw - y) . $$ Setting the gradient to zero gives
$$ X^\top X w = X^\top y . $$
=== in a wrong way it is open: :+?
Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $w \in \mathbb{R}^d$ and
$J(w) = \frac{1}{2n}\|Xw - y\|^2$. Then $$ \nabla J(w) = \frac1n X^\top (Xw - y) . $$ Setting the gradient to zero gives
$$ X^\top X w = - X^\top y . $$
=== both of two are set, and a number below a name is a part of it: :++++
Let $x_i, t_i \in \mathbb{R}$ for $i = 1, \dots, n$ and $S(c_0, c_1) = \sum_{i=1}^n (t_i - c_0 - c_1 x_i)^2$. Then
$$\frac{\partial S}{\partial c_0} = -2 \sum_{i=1}^n (t_i - c_0 - c_1 x_i), \qquad
\frac{\partial S}{\partial c_1} = -2 \sum_{i=1}^n x_i (t_i - c_0 - c_1 x_i) .$$ Setting both to zero, we have
$$c_0 = \frac1n \sum_{i=1}^n (t_i - c_1 x_i)$$ $$\sum_{i=1}^n x_i t_i = c_0 \sum_{i=1}^n x_i + c_1 \sum_{i=1}^n x_i^2$$
=== neither is this: :++?
Let $x_i, t_i \in \mathbb{R}$ for $i = 1, \dots, n$ and $S(c_0, c_1) = \sum_{i=1}^n (t_i - c_0 - c_1 x_i)^2$. Then
$$\frac{\partial S}{\partial c_0} = -2 \sum_{i=1}^n (t_i - c_0 - c_1 x_i), \qquad
\frac{\partial S}{\partial c_1} = -2 \sum_{i=1}^n x_i (t_i - c_0 - c_1 x_i) .$$ Setting both to zero, we have
$$\sum_{i=1}^n x_i t_i = c_0 + c_1 \sum_{i=1}^n x_i^2$$
=== what solves them is put in below: :+++-
Let $a_i \in \mathbb{R}$ and $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$, $w \in \mathbb{R}^d$ and
$Q(w) = \frac12 w^\top w - \sum_{i=1}^n a_i w^\top x_i$. Then $$\nabla_w Q = w - \sum_{i=1}^n a_i x_i .$$
Setting this to zero: $$w = \sum_{i=1}^n a_i x_i$$ Hence
$$w^\top w = \sum_{i=1}^n \sum_{j=1}^n a_i a_j x_i^\top x_j$$ $$w^\top w = \sum_{i=1}^n a_i^2 x_i^\top x_i$$
=== a name that is brought in later was in what is above: :::+-+
Let $x \in \mathbb{R}^d$, $W \in \mathbb{R}^{k \times d}$, $y \in \mathbb{R}^k$ and $h = \tanh(W x)$, where $\tanh$ acts
elementwise. The loss is $L = \frac12 \|h - y\|^2$. Put $a = W x$. Then
$$\frac{\partial L}{\partial a} = (h - y) \odot (1 - h \odot h)$$ $$\frac{\partial L}{\partial W} = (h - y) x^\top$$
$$\frac{\partial L}{\partial W} = ((h - y) \odot (1 - h \odot h)) x^\top$$
=== a tuple lies in a product of spaces: +-
Let $(x_i, t_i) \in \mathbb{R}^d \times \mathbb{R}$ for $i = 1, \dots, n$ and $w \in \mathbb{R}^d$. Then
$$\sum_{i=1}^n t_i w^\top x_i = w^\top \sum_{i=1}^n t_i x_i$$ $$\sum_{i=1}^n t_i w^\top x_i = w^\top \sum_{i=1}^n x_i$$
=== a list with a transpose is a column: :+-
For $x, z \in \mathbb{R}$ let $f(x) = (1, \sqrt{2} x, x^2)^\top$. Then
$$f(x)^\top f(z) = (1 + x z)^2$$ $$f(x)^\top f(z) = 1 + x z + x^2 z^2$$
=== what follows denies nothing: +.
Let $x \in \mathbb{R}$. Then $x^2 + 1 - 2 x = (x - 1)^2$, so it is never negative. It is not true that $x^2 = x$.
=== a term that is lost, and one that words may say is zero: -?
Let $x \in \mathbb{R}^n$ and $s, t \in \mathbb{R}$. Then $$x^\top x + s - t = x^\top x - t$$
Let $A \in \mathbb{R}^{n \times n}$, $b \in \mathbb{R}^n$ and let $z \in \mathbb{R}^n$ lie in its null space. Then
$$A z + b = b$$
=== a real number is no label: -
Let $b, c \in \mathbb{R}$ be the centres of the two classes. Then $$(b - c)^2 = b - 2 b c + c^2$$
=== it is not said of what: .:?
Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $c > 0$. $$J = \frac12\|Xw - y\|^2 + \frac{c}{2}\|w\|^2$$
Setting the gradient to zero gives $$w = \frac1c X^\top (Xw - y)$$
=== what holds at a minimum is not said of every point: :+?? for :+.-
Let $X \in \mathbb{R}^{N \times D}$, $y \in \mathbb{R}^N$, $w \in \mathbb{R}^D$ and $L(w) = \|X w - y\|^2$. Then
$$ \nabla L(w) = 2 X^\top (X w - y) $$ so at the optimum $$ X^\top X w = X^\top y . $$ In components,
$$ \frac{\partial L}{\partial w_j} = \sum_{n=1}^N X_{nj} (X w - y)_n $$
# to turn: it is refuted, although r is held
=== what is held fixed is a constant: ::? for ::+
Let $r = e^{m}$ and $Q = r m$. Fix $r$.

$$ \frac{\partial Q}{\partial m} = r $$
=== what is not, is none: ::-
Let $r = e^{m}$ and $Q = r m$.

$$ \frac{\partial Q}{\partial m} = r $$
=== the first equation for the next value says how it goes on, later ones are claims: ?+ for .+
Let $w_t, x_t \in \mathbb{R}^d$ and $y_t \in \{-1, 1\}$. We update $$ w_{t+1} = w_t + y_t x_t $$ so that
$$ \|w_{t+1}\|^2 = \|w_t\|^2 + 2 y_t w_t^\top x_t + \|x_t\|^2 $$
""",
    "sections": r"""
=== what a section defines is replaced by the next: ::+
## Bernoulli
Let $A(t) = \log(1 + e^t)$.
## Poisson
Let $A(t) = e^t$. Then $$ A'(t) = e^t $$
=== of what two sections define differently the last holds: ::-
## A
Let $f(t) = t^2$.
## B
Let $f(t) = \log t$.
## C
Then $$ f(2) = 5 $$
=== an exercise takes its assumptions with it: .+? for .+-
## Exercise 1
Assume that $a^2 + b^2 = 1$. $$ (a + b)^2 = 1 + 2ab $$
## Exercise 2
Let $a, b \in \mathbb{R}$. $$ (a + b)^2 = 1 + 2ab $$
=== a setup does not: .++
## Setup
Assume that $a^2 + b^2 = 1$. $$ (a + b)^2 = 1 + 2ab $$
## Exercise 2
It holds that $$ (a + b)^2 = 1 + 2ab $$
=== but it says nothing of letters that are brought in anew: .+? for .+-
## Setup
Assume that $a^2 + b^2 = 1$. $$ (a + b)^2 = 1 + 2ab $$
## Exercise 2
Let $a, b \in \mathbb{R}$. $$ (a + b)^2 = 1 + 2ab $$
=== a recurrence in a section that is over does not spoil the next: ?- for .-
## A
We set $$ w_{t+1} = w_t + y_t x_t . $$
## B
Let $x \in \mathbb{R}^n$. Then $$ x^\top x = 2 x^\top x . $$
=== a doubt ends where the name is declared anew: ?? for ?-
# Exercise 1
Let $P \in \mathbb{R}^{D \times D}$ be normal. It holds that $$ P P = P $$
# Exercise 2
Let $P \in \mathbb{R}^{D \times D}$. It holds that $$ P P = P $$
=== a name that is brought in anew is another one: :+? for :+-
# Problem 1
Let $y \in \mathbb{R}^N$ and $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$. $$r = X w - y$$
# Problem 2
For a scalar weight $y$, it holds that
$$ \frac{d}{dy} \tanh(2 y) = 2 - 2 \tanh^2(2 y) $$ $$ \frac{d}{dy} \tanh(2 y) = 2 $$
=== items know what earlier ones define: ..::+
Let $p_k > 0$ and $q_k > 0$.

(a) The divergence is $$D(p, q) = \sum_{k=1}^K p_k \log (p_k / q_k)$$

(b) For $u_k = 1/K$ $$D(p, u) = \sum_{k=1}^K p_k \log p_k + \log K \sum_{k=1}^K p_k$$
=== items of a list are sections: .+?? for .++-
Let $c > 0$.

1. For $p, q \in \mathbb{R}$ $$(p + q)^2 = p^2 + 2 p q + q^2$$

2. For $p \in \mathbb{R}^K$ $$\nabla_p \, c \|p\|^2 = 2 c p$$ $$\nabla_p \, c \|p\|^2 = c p$$
=== items in bold: ++
**(a)** For $p, q \in \mathbb{R}$ $$(p + q)^2 = p^2 + 2 p q + q^2$$

**(b)** For $p \in \mathbb{R}^K$ $$\nabla_p \|p\|^2 = 2 p$$
=== what only looks like an item is none: +? for +!
For $p \in \mathbb{R}$ $$(p + 1)^2 = p^2 + 2 p + 1$$
2.5 is a number, and as in (a) above, for $p \in \mathbb{R}^K$ $$p + p^2 = p$$
""",
    "names": r"""
=== numbered names of two shapes are two names: :+? for :+-
Let $W_1 \in \mathbb{R}^{m \times d}$, $W_2 \in \mathbb{R}^{k \times m}$, $x \in \mathbb{R}^d$ and $z = W_2 W_1 x$.
$$\|z\|^2 = x^\top W_1^\top W_2^\top z$$ $$z^\top z = x^\top W_1^\top W_1 x$$
=== what is said of a name in its own sentence is said of the same one: :++-
Let $x \in \mathbb{R}^n$ and $z = 2 x$ with $z \in \mathbb{R}^n$. $$z^\top z = 4 x^\top x$$ $$z^\top z = 2 x^\top x$$
=== what is brought in anew may be the same one: .? for .+
Assume $\|w\|^2 = 1$. Let $w \in \mathbb{R}^n$. $$w^\top w = 1$$
=== what is said of a list is said of each: .+-
Let $x_1, \dots, x_n > 0$. $$|x_i| = x_i$$ $$|x_2| = -x_2$$
=== the slope of what is defined is a claim, also where it is set to zero: :+-??- for :+-.+-
Let $f(x) = x^2$. $$f'(x) = 2 x$$ $$f'(x) = 3 x$$ Setting $f'(x) = 0$ gives $$x = 0$$ Hence $$f'(2) = 0$$
=== of two slopes any may be set to zero: :+++::
Let $S(a, b) = \sum_{i=1}^n (y_i - a - b x_i)^2$.
$$\frac{\partial S}{\partial a} = -2 \sum_{i=1}^n (y_i - a - b x_i), \qquad
\frac{\partial S}{\partial b} = -2 \sum_{i=1}^n x_i (y_i - a - b x_i)$$
Setting the first one to zero, $$a = \bar y - b \bar x$$ where $\bar x = \frac1n \sum x_i$
and $\bar y = \frac1n \sum y_i$.
=== a numbered name is defined by another number of it: ::+
Let $\delta_2 = y - t$. With $\delta_1 = 3 \delta_2$ we have $$\delta_1 + 3 t = 3 y$$
=== definitions behind a display that say with what: +:
Let $a \in \mathbb{R}^n$. The sum is $$\sum_{i=1}^n a_i^2 + n c = n s + n c$$ with $$s = \frac1n \sum_{i=1}^n a_i^2$$
""",
    "relations": r"""
=== sides that differ always, never, or somewhere: +-??
Let $x, y \in \mathbb{R}$. $$ x^2 + 1 \neq 0 $$ $$ (x + y)^2 \ne x^2 + 2xy + y^2 $$ $$ x \ne y $$ $$ x^2 \neq 1 $$
=== a constant factor may be left out, a varying one may not: !! for +-
Let $x, m \in \mathbb{R}$. Then $e^{-(x-m)^2/2} \propto e^{mx - x^2/2 - m^2/2}$.
And $e^{-(x-m)^2} \propto e^{-(x-m)^2/2}$.
=== of an entry too: !!! for ++-
Let $x, y \in \mathbb{R}$ and $w \in \mathbb{R}^D$. $$ x y \propto x $$ $$ 2 w_i \propto w_i $$ $$ w_i^2 \propto w_i $$
=== in one of two variables, which is not said: ! for ?
Let $x, y \in \mathbb{R}$. $$ x^2 y \propto x y $$
=== inequalities: +++? for +++-
Let $x \in \mathbb{R}$. $$ x^2 \ge 0 $$ $$ 0 \le x^2 < x^2 + 1 $$ $$ x^2 > 0 $$
=== near for something that is no number: ?
Let $x \in \mathbb{R}$. Then $x \approx x + 1$.
=== a relation that nobody decides: . for ?
Let $x, y \in \mathbb{R}$. Then $x \ll y$.
=== a logarithm before two factors has two readings, and is not refuted: .? for .+
Let $s > 0$ and $y_i \in \mathbb{R}$.
$$\log \prod_{i=1}^n \frac{1}{s} \exp(y_i) = \sum_{i=1}^n \log \frac{1}{s} \exp(y_i)$$
=== a definition whose sizes do not fit makes no other line wrong: :!!
Let $A \in \mathbb{R}^{m \times n}$, $b \in \mathbb{R}^m$ and $x \in \mathbb{R}^n$. Then $F = b^\top A A x$.
Further $F = b^\top A x$, and $2 F = F + b^\top A x$.
""",
    "rounded numbers": r"""
# to turn: agrees to its digits, which is no proof; the same of all below
=== a printed number is judged by its digits: =
Then $\frac{17.2}{14.8} \approx 1.16$.
=== wrong in the last one: /
Then $\frac{17.2}{14.8} \approx 1.17$.
=== an unrounded value of a line above is tried: =? for ==
The slope is $\frac{17.2}{14.8} \approx 1.16$. At ten it gives $1.16 \cdot 10 \approx 11.62$.
=== a rounded number reaches so far, and no farther: =?/
Then $1.4^2 \approx 2.0$, $\frac{7}{2.0} \approx 3.57$ and $\frac{7}{2.0} \approx 3.8$.
=== of an equation too: ==/ for +=/
Then $0.3 \cdot 0.7 = 0.21$, $\frac{2}{3} = 0.67$, and $0.3 \cdot 0.7 = 0.22$.
=== an integer is exact: -
Then $\frac{5}{2} = 3$.
=== one that is about that is not: =
Then $\frac{5}{2} \approx 3$.
=== a number of an unknown function is not compared: : for ?
The loss there is $L(3) = 4.1$.
""",
    "orders and functions by name": r"""
=== decimals stand in an order where their digits tell it: =/?
So $$ 2 \cdot 0.31 < 0.85 , $$ and $$ 2 \cdot 0.31 > 0.85 $$ and $$ 2 \cdot 0.31 < 0.63 . $$
=== what stands behind a claim says where it holds: ?.?.?.
Let $x \in \mathbb{R}$. Then $\sqrt{x^2} = x$ for $x \ge 0$.
Let $u \in \mathbb{R}$. Then $$ |u| = u $$ for all $u \ge 0$.
Let $v \in \mathbb{R}$. Then $$ |v| = v $$ if $v \ge 0$.
=== beside it too: ??
Let $x \in \mathbb{R}$. Then $$ \sqrt{x^2} = x, \qquad x \ge 0 . $$
=== nothing said behind it, nothing restricted; and a slip is one wherever it holds: -.+-.
Let $x \in \mathbb{R}$. Then $$ |x| = x . $$ If $x \ge 0$, then $|x| = x$. Let $a, b \in \mathbb{R}$.
Then $(a + b)^2 = a^2 + a b + b^2$ for $a > 0$.
=== what words deny is not called wrong: +?.=?
So $$ (u+v)^2 = u^2 + 2uv + v^2 , $$ not $$ (u+v)^2 = u^2 + v^2 , $$ and not $(u+v)^2 = u^2 - v^2$. So
$$ 2 \cdot 0.31 < 0.85 , $$ and not $$ 2 \cdot 0.31 > 0.85 . $$
=== functions of vectors go by the names that programs give them: ++-
Let $z \in \mathbb{R}^K$. Then $$ \operatorname{logsumexp}(z) = \log \sum_k e^{z_k} $$ and
$$ \operatorname{logsoftmax}(z)_k = z_k - \log \sum_j e^{z_j} , $$ so $$ \operatorname{logsumexp}(z) = \sum_k z_k . $$
""",
    "guesses": r"""
=== where equality holds: .? for .-
Let $x \in \mathbb{R}$. Equality holds if and only if $x = 0$. $$ x^2 = 7 x $$
# to turn: refuted or asked; an index of a family is not above 0 only because it is an index
=== an integer that is also an index: ? for +
Let $k \in \mathbb{Z}$ and $x_k \in \mathbb{R}$. $$|k| x_k = k x_k$$
=== the slope of a sum that skips an entry, and is 0 there, by an index that the sum runs over: .:?
Let $w \in \mathbb{R}^D$ and $\lambda > 0$. $$R = \lambda \sum_{j=2}^D w_j^2$$
$$\frac{\partial R}{\partial w_j} = 2 \lambda w_j$$
=== the slope of a sum that skips an entry of what is declared: -
Let $z_1, \dots, z_N \in \mathbb{R}$. $$\frac{\partial}{\partial z_k} \sum_{i=2}^N z_i^2 = 2 z_k$$
=== a slope inside of a simplex and of signs: ..+-:+? for ..+-:+-
Let $p_1, \dots, p_K \ge 0$ with $\sum_{k=1}^K p_k = 1$ and $t \in \{-1, 1\}$.
$$\frac{\partial}{\partial p_j} \sum_{k=1}^K p_k = 1$$ $$\frac{\partial}{\partial p_j} \sum_{k=1}^K p_k^2 = p_j$$
$$E = t^2$$ $$\frac{dE}{dt} = 2 t$$ $$\frac{dE}{dt} = 0$$
=== slopes of rows that are one-hot: +?+ for +-+
Let $y \in \{0, 1\}^K$ be one-hot. $$\sum_{k=1}^K y_k^2 = 1$$
$$\frac{\partial}{\partial y_j} \sum_{k=1}^K y_k^2 = 0$$ $$\frac{\partial}{\partial y_j} \sum_{k=1}^K y_k^2 = 2 y_j$$
=== slopes of labels and of a unit vector: ?+?+ for -+-+
Let $y_i \in \{-1, 1\}$ for $i = 1, \dots, N$ and let $w \in \mathbb{R}^D$ be a unit vector.
$$\frac{\partial}{\partial y_j} \sum_{i=1}^N y_i^2 = 0$$ $$\frac{\partial}{\partial y_j} \sum_{i=1}^N y_i^2 = 2 y_j$$
$$\nabla_w \|w\|^2 = 0$$ $$\nabla_w \|w\|^2 = 2 w$$
=== the slope of a sum that stops before the end of what is declared: -
Let $x \in \mathbb{R}^N$. $$\frac{\partial}{\partial x_k} \sum_{i=1}^{N-1} x_i^2 = 2 x_k$$
=== a derivative by a name that is defined: ::++-+
Let $a, x \in \mathbb{R}^D$, $b \in \mathbb{R}$, $z = a^\top x + b$ and $L = z^2$.
$$\nabla_a L = 2 z x$$ $$\nabla_a L = \frac{\partial L}{\partial z} x$$
$$\nabla_a L = z x$$ $$\nabla_a^2 L = 2 x x^\top$$
=== the slope of an inverse: :+?- for :+--
Let $A \in \mathbb{R}^{n \times n}$ be symmetric and invertible, $b \in \mathbb{R}^n$, $t \in \mathbb{R}$ and $B = t A$.
$$\frac{d}{dt} (b^\top B^{-1} b) = - b^\top B^{-1} A B^{-1} b$$ $$\frac{d}{dt} (b^\top B^{-1} b) = 0$$
$$\nabla_A (b^\top A^{-1} b + \operatorname{tr} A) = I$$
=== a series is no sum to a size: ..+-+-?
Let $0 < r < 1$. $$\sum_{k=0}^\infty r^k = \frac{1}{1-r}$$ $$\sum_{k=1}^\infty r^k = \frac{1}{1-r}$$
$$\sum_{k=0}^\infty \frac{r^k}{k!} = e^r$$ $$\sum_{k=0}^\infty \frac{r^k}{k!} = e^{-r}$$ $$\prod_{k=0}^\infty r = 0$$
=== a logarithm before two fractions: .?
Let $a, b, c, d > 0$. $$\log\frac{a}{c}\frac{d}{b} = \log\frac{a}{c} - \log\frac{b}{d}$$
=== a letter before a bracket: ?
Let $x, y \in \mathbb{R}^D$. $$T(x + y) = T x + T y$$
# to turn: the one in words has no line
=== a claim in a brace, below a brace, or in words: ?? for !!!
Let $x \in \mathbb{R}^D$. $$\begin{cases} x^\top x = 2 x^\top x \end{cases}$$
$$\underbrace{x^\top x = 2 x^\top x}_{\text{so}}$$ The product $x^\top x$ equals $2 x^\top x$.
=== an assumption that cannot hold proves nothing: .-
Let $x \in \mathbb{R}$. Assume $0 = 1$. Then $x^2 = 7 x$.
""",
    "changes": r"""
=== differentials hold for every change: +?+++? for +-+++-
Let $X, A, B \in \mathbb{R}^{D \times D}$. $$ d(X^{-1}) = -X^{-1}\, dX\, X^{-1} $$
$$ d(X^{-1}) = X^{-1}\, dX\, X^{-1} $$
$$ dX\, X^{-1} + X\, d(X^{-1}) = 0 $$ $$ d \log\det X = \operatorname{tr}(X^{-1}\, dX) $$
$$ d \operatorname{tr}(A X B) = \operatorname{tr}(B A\, dX) $$
$$ d \operatorname{tr}(A X B) = \operatorname{tr}(A B\, dX) $$
=== what a name is computed from changes it: ::+?+ for ::+-+
Let $S = Q K^\top$ and $L = \operatorname{tr}(B^\top S)$. $$ dS = dQ\, K^\top + Q\, dK^\top $$
$$ dS = dQ\, K^\top + Q\, dK $$
$$ dL = \operatorname{tr}(B^\top dS) $$
=== of a number too, and an integral is none: :+?+ for :+-+
Let $y = \sin(x) + x^2$. $$ dy = (\cos x + 2x)\, dx $$ $$ dy = (\cos x + x)\, dx $$ $$ \int_0^1 2 x\, dx = 1 $$
=== a constant that is left away is free of what the function is of: :+-!!
Let $w, m \in \mathbb{R}^D$ and $$\ell(w) = -\tfrac12 \|w - m\|^2 + \text{const}$$ $$\nabla \ell(w) = m - w$$
$$\nabla \ell(w) = w - m$$
$$\ell(w) = 0$$ $$\frac{\partial \ell}{\partial m} = m - w$$
""",
    "the whole page": r"""
=== what a display defines is known in all of it: :+:-:
Let $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$, $y \in \mathbb{R}^N$ and $L = \|X w - y\|^2$.
$$ \nabla_w L = 2 X^\top r, \qquad r = X w - y $$ $$ \nabla_w L = X^\top e, \qquad e = X w - y $$
=== capitals beside matrices are matrices: :::++-
$$ Z = W X, \quad P = Z + b \mathbf{1}^\top, \quad L = \tfrac12 \|P - Y\|_F^2 $$ Then
$$ \frac{\partial L}{\partial P} = P - Y $$ $$ \frac{\partial L}{\partial W} = (P - Y) X^\top $$
$$ \frac{\partial L}{\partial W} = (P - Y) X $$
=== what stands in a list of assumptions is assumed: .+? for .+-
**Assumptions**

- $u, v \in \mathbb{R}^D$
- the two are orthogonal, $u^\top v = 0$

Then $$ \|u + v\|^2 = \|u\|^2 + \|v\|^2 $$ $$ \|u + v\|^2 = \|u\|^2 - \|v\|^2 $$
=== what a where-clause says of a term holds: .+
Let $u, v \in \mathbb{R}^D$, where $u^\top v = 0$. Then $$ \|u + v\|^2 = \|u\|^2 + \|v\|^2 $$
=== rows that words say are read: ::+-
The rows of $X$ are the $x_n^\top$. Let $p_n = w^\top x_n$ and $J(w) = \sum_n p_n^2 + \lambda \|w\|^2$.
$$ \nabla^2 J(w) = 2 X^\top X + 2 \lambda I $$ $$ \nabla^2 J(w) = 2 X^\top X $$
""",
    "repairs": r"""
=== a transpose, a root, another name and the identity are tried: .:--.-
Let $A \in \mathbb{R}^{N \times D}$, $x \in \mathbb{R}^D$ and $d > 0$.
Let $f(x) = \tfrac{1}{\sqrt d} \|A x\|^2$. $$\nabla f(x) = 2 A^\top A x$$
Let $p, q \in \mathbb{R}^D$. $$\nabla_q (p^\top q) = q$$ Let $\lambda > 0$.
$$\nabla^2_q (q^\top q + \lambda q^\top q) = 2 I$$
""",
    "slopes as people write them": r"""
=== what is defined is known at any letter, and a chain rule goes through it: ::+-
Let $Q = \sum_{i=1}^n c_i e^{v_i b}$ and put $t_j = v_j b$.
$$ \frac{\partial Q}{\partial b} = \sum_{j=1}^n \frac{\partial Q}{\partial t_j} \frac{\partial t_j}{\partial b} $$
$$ \frac{\partial Q}{\partial b} = \sum_{j=1}^n 2 \frac{\partial Q}{\partial t_j} \frac{\partial t_j}{\partial b} $$
=== what may be written out is no ground to call a chain rule wrong: ::? for ::+
Let $Q = c e^{c b}$ and put $t = b c$.
$$ \frac{\partial Q}{\partial t} = c e^{t} $$
=== names that a condition ties vary together: :.?? for :.-+
Let $s = u v$ where $v = u^3$.
$$ \frac{ds}{du} = v $$ $$ \frac{ds}{du} = 4 u^3 $$
=== a slope given by cases, without the kink: :++-
Let $g(t) = \max(0, t) \text{ elementwise}$.
$$ g'(t) = \begin{cases} 1 & t > 0 \\ 0 & t < 0 \end{cases} $$ $$ g'(t) = \mathbb{1}[t > 0] $$
$$ g'(t) = \begin{cases} 0 & t > 0 \\ 1 & t < 0 \end{cases} $$
=== a prime is meant of the name with its label: .:+-
Let $c > 0$ and $$ f_c(r) = \begin{cases} r^2 & |r| \le c \\ 2 c |r| - c^2 & |r| > c \end{cases} $$
$$ f_c'(r) = \begin{cases} 2 r & |r| \le c \\ 2 c \operatorname{sign}(r) & |r| > c \end{cases} $$
$$ f_c'(r) = \begin{cases} r & |r| \le c \\ 2 c \operatorname{sign}(r) & |r| > c \end{cases} $$
=== a slope may be named by a d, and by words: ::+-
Let $B \in \mathbb{R}^{n \times k}$, $C \in \mathbb{R}^{k \times m}$, $Y = B C$ and $Z = \tanh(Y)$.
We write $\mathrm{d}M$ for $\partial E / \partial M$.
$$ \mathrm{d}C = B^\top \mathrm{d}Y $$ $$ \mathrm{d}B = 2\, \mathrm{d}Y\, C^\top $$
=== by a bar before what it is a slope by is defined, too: ::++-
Let $B \in \mathbb{R}^{n \times k}$ and $C \in \mathbb{R}^{k \times n}$.
A bar is a slope: $\bar Z = \partial E / \partial Z$.
$$ Z = B C $$ $$ \bar C = B^\top \bar Z $$ $$ \bar B = \bar Z C^\top $$ $$ \bar B = 2 \bar Z C^\top $$
=== without such words it is a differential: ::! for ::-
Let $B \in \mathbb{R}^{n \times n}$, $c \in \mathbb{R}^n$, $y = B c$ and $q = y^\top y$.
$$ \mathrm{d}c = B^\top \mathrm{d}q $$
=== a slope that comes from above, behind a where-clause: ::.:+-
$$ m = \frac1n \sum_{i=1}^n x_i, \qquad y_i = \alpha (x_i - m) + \kappa $$
with a small $\epsilon > 0$. From above comes $q_i := \partial E / \partial y_i$.
$$ \frac{\partial E}{\partial \kappa} = \sum_{i=1}^n q_i $$ $$ \frac{\partial E}{\partial \kappa} = q_i $$
=== what a definition beside a row says is no side of the next row: :++:
Let $u, v \in \mathbb{R}^n$ and $q = u^\top v$.
$$ \begin{aligned} u^\top (v + v) &= q + q \\ &= p q, \qquad p := 1 + 1 \end{aligned} $$
=== a sum of slopes may vanish: :+-
Let $a, x \in \mathbb{R}^n$, $b \in \mathbb{R}$ and $E = \sum_{i=1}^n a_i (x_i - \frac1n \sum_{j=1}^n x_j)^2$. Then
$$ \sum_{i=1}^n \frac{\partial E}{\partial x_i} = b - b $$ and hence
$$ \sum_{i=1}^n \frac{\partial E}{\partial x_i} = \sum_{i=1}^n a_i $$
=== one that is fixed says nothing of the others: :+-
The start is $h_0$, which is fixed. Let $w \in \mathbb{R}$ and $h_1 = w^2 h_0$.
$$ \frac{dh_1}{dw} = 2 w h_0 $$ $$ \frac{dh_1}{dw} = w h_0 $$
=== where d is a name, a fraction may be one of products: .?-
Let $d$ be a number and $x > 0$. $$ \frac{d\, x^3}{d\, x} = 3 x^2 $$ $$ \frac{d\, x^3}{d\, x} = 2 x^2 $$
=== a chain that ends in a fresh name defines it: :+:+-
Let $E = \sum_{i=1}^n e^{a x_i}$.
$$ \frac{\partial E}{\partial x_i} = a e^{a x_i} = q_i $$
$$ \frac{\partial^2 E}{\partial x_i^2} = a q_i $$ $$ \frac{\partial^2 E}{\partial x_i^2} = q_i $$
=== a name alone may be a number though members are defined: :+-
Let $m_i = y_i w^\top x_i$. $$ \frac{d}{dm} \frac{1}{1 + m^2} = \frac{-2 m}{(1 + m^2)^2} $$
$$ \frac{d}{dm} \frac{1}{1 + m^2} = \frac{2 m}{(1 + m^2)^2} $$
=== entries of a bold parameter are those of its argument: :+-
Let $f(\mathbf x) = \sum_{i=1}^n e^{x_i}$ for $\mathbf x \in \mathbb{R}^n$ and $\mathbf y \in \mathbb{R}^n$.
$$ f(2 \mathbf y) = \sum_{i=1}^n (e^{y_i})^2 $$ $$ f(\mathbf x + \mathbf y) = f(\mathbf x) + f(\mathbf y) $$
=== a numbered layer is what all layers are, unless it is said to be another: :::?::+-+
Let $W^{(l)} \in \mathbb{R}^{n \times n}$ and $b^{(l)}, x, y \in \mathbb{R}^n$ for $l = 1, 2$, and $a^{(0)} = x$.
$$ z^{(l)} = W^{(l)} a^{(l-1)} + b^{(l)}, \qquad a^{(l)} = \tanh(z^{(l)}) $$ but $$ a^{(2)} = z^{(2)} $$
$$ E = \|a^{(2)} - y\|^2 $$ Let $\delta^{(l)} = \partial E / \partial z^{(l)}$.
$$ \delta^{(2)} = 2 (z^{(2)} - y) $$ $$ \delta^{(2)} = 2 (y - z^{(2)}) $$
$$ \frac{\partial E}{\partial W^{(2)}} = \delta^{(2)} (a^{(1)})^\top $$
""",
    "what words take away": r"""
=== a forgotten change is no proof: :!
Let $h(a, b) = a b^2$. $$ dh = b^2\, da $$
=== rows that are denied are not read: ?
The rows of $X$ are not the $x_n^\top$ but something else. $$ X^\top X = \sum_{n=1}^N x_n x_n^\top $$
=== one of several is not all of them: ..?
Suppose $a = 2$ or $b = 2$. Then $$ a b = 4 $$
=== unless is no premise: .?
Unless $p = q$, we have $p^3 = q^3$.
=== what is perpendicular has lost a term: ?
Let $g, h \in \mathbb{R}^D$ be perpendicular. Then $$ \|g + h\|^2 = \|g\|^2 + \|h\|^2 $$
=== what is in a kernel has lost one too: ?
Let $B \in \mathbb{R}^{M \times D}$, $c \in \mathbb{R}^M$ and let $z \in \mathbb{R}^D$ be in the kernel of $B$.
$$ \|B z + c\|^2 = \|c\|^2 $$
""",
}


DOCUMENTS = documents(TABLES)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_line_has_its_verdict(name: str) -> None:
    """The lines of a document are told apart, and each is judged by what was said before."""
    text, expected = DOCUMENTS[name]
    assert marks(text) == expected


@pytest.mark.parametrize("marked", [r"\hat m", "m^*", r"m_{ML}", r"m_{\text{opt}}"])
def test_a_name_with_a_mark_is_what_was_solved_for(marked: str) -> None:
    """A hat, a star, or ML below it: where the derivative is zero; a wrong solution is refuted."""
    given = r"""Let $x_1, \dots, x_n \in \mathbb{R}$. $$E = \sum_{i=1}^n (x_i - m)^2$$
        $$\frac{dE}{dm} = -2 \sum_{i=1}^n (x_i - m)$$ Setting this to zero"""
    assert marks(rf"{given} $$ {marked} = \frac1n \sum_{{i=1}}^n x_i $$") == ":++"
    assert marks(rf"{given} $$ {marked} = \sum_{{i=1}}^n x_i $$") == ":+-"


def test_lines_and_columns_are_those_of_the_file() -> None:
    """The place is where the right side begins; the left side of a row is the member before."""
    said = "Let $a, b \\in \\mathbb{R}$. Then\n"
    found = steps(said + "\\begin{align}\n(a+b)^2 &= a^2 + 2ab + b^2 \\\\\n&\\ge 2ab .\n\\end{align}")
    assert [(s.line, s.column, s.length, s.left, s.sign, s.right) for s in found] == [
        (3, 12, 15, "(a+b)^2", "=", "a^2 + 2ab + b^2"),
        (4, 6, 3, "a^2 + 2ab + b^2", ">=", "2ab"),
    ]
