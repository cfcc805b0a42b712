"""On record: what claims in documents are read as, with what is assumed for it and what is not known of it."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from derive.documents.step import Step
from tests.judged import steps

SAID: dict[str, tuple[str, tuple[str, ...]]] = {
    "numbers": (
        r"Let $a, b, x, y \in \mathbb{R}$ and $n, k \in \mathbb{N}$.",
        (
            r"\log_2 x = \ln x",
            r"\lg x = \operatorname{logit}(x)",
            r"\sin^2 x + \cos^2 x = 1",
            r"\tan x = \cot x",
            r"\sec x = \csc x",
            r"\arcsin x = \arccos x",
            r"\arctan x = \tanh x",
            r"\operatorname{relu}(x) = \max(0, x)",
            r"\min\{a, b, x\} = \max\{a, b\}",
            r"\sigma(a) = 1 - \sigma(-a)",
            r"\sigma'(a) = \sigma(a)",
            r"\operatorname{softplus}(a) = \log(1 + e^a)",
            r"n! = (n - 1)!",
            r"5! = 120",
            r"\binom{n}{k} = 1",
            r"\sqrt{a^2} = |a|",
            r"\sqrt[3]{a} = a^{1/3}",
            r"2^3 = 8",
            r"a^{-1} = \frac{1}{a}",
            r"0.5 a = 1.50",
            r"a / b = a \div b",
            r"\pi e = \infty",
            r"\frac{d}{dx} x^2 = 2x",
            r"\frac{d^2}{dx^2} x^3 = 6x",
            r"\frac{\partial^2}{\partial x \partial y} x y = 1",
            r"\exp(a)^2 = e^{2a}",
            r"a \le b",
            r"[a > 0] = 1",
            r"\mathbb{1}\{a > b\} = 0",
            r"x_1 + x_2 + \cdots + x_n = \sum_{i=1}^n x_i",
            r"x_1 x_2 \cdots x_n = \prod_{i=1}^n x_i",
            r"1 + 2 + \cdots + n = \frac{n(n+1)}{2}",
            r"a \pm b = 0",
            r"\sinh x = \cosh x",
            r"\sin' x = \cos x",
            r"\log^2 a = b",
            r"\log' a = b",
        ),
    ),
    "matrices": (
        (
            r"Let $X \in \mathbb{R}^{N \times D}$, $w, v \in \mathbb{R}^D$, $y \in \mathbb{R}^N$ and $A, B "
            r"\in \mathbb{R}^{D \times D}$ with $A$ invertible."
        ),
        (
            r"X w = y",
            r"w^\top v = v^\top w",
            r"\langle w, v \rangle = w \cdot v",
            r"w v^\top = A",
            r"\|w\|^2 = w^\top w",
            r"\|w\|_1 = \|w\|_2",
            r"\|A\|_F^2 = \operatorname{tr}(A^\top A)",
            r"w \odot v = v \odot w",
            r"(X w)_n = \sum_d X_{nd} w_d",
            r"(A B)_{ij} = \sum_k A_{ik} B_{kj}",
            r"(A^\top)_{ij} = A_{ji}",
            r"A^{-1} A = I",
            r"A^2 = A A",
            r"|A| = \det(A)",
            r"\operatorname{diag}(w) v = w \odot v",
            r"\operatorname{tr}(w v^\top) = w^\top v",
            r"\mathbf{1}^\top w = \sum_d w_d",
            r"\mathbf{0} = w",
            r"I_D w = w",
            r"e^w = \exp(w)",
            r"\nabla_w w^\top A w = (A + A^\top) w",
            r"\nabla_w^2 w^\top A w = A + A^\top",
            r"\frac{\partial}{\partial w_j} \|y - X w\|^2 = 0",
            r"\frac{\partial w_i}{\partial w_j} = \delta_{ij}",
            r"\nabla_A \operatorname{tr}(A B) = B^\top",
            r"\operatorname{softmax}(w)_k = \frac{e^{w_k}}{\sum_j e^{w_j}}",
            r"\sum_n y_n X_{nd} = (X^\top y)_d",
            r"\sum_{i \ne j} w_i w_j = 0",
            r"\sum_{i < j} w_i w_j = 0",
            r"\sum_{d=1}^{D-1} w_d = w_D",
            r"\sum_{n \in C} y_n = 0",
            r"\frac{1}{N} \sum_n y_n = \bar{y}",
            r"\sum_{i,j} A_{ij} w_i w_j = w^\top A w",
            r"\max_d w_d = 0",
            r"w^{(1)} = w^{(2)}",
            r"w_{\text{opt}} = w_{\text{new}}",
            r"w + 1 = v",
            r"\sigma(X w) = y",
            r"\nabla w^\top v = v",
            r"(1, 2)^\top = w",
            r"A v = \lambda v",
        ),
    ),
    "written matrices": (
        (
            r"Let $A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}$ and $u = \begin{pmatrix} 5 \\ 6 "
            r"\end{pmatrix}$."
        ),
        (
            r"A u = \begin{pmatrix} 17 \\ 39 \end{pmatrix}",
            r"A_{12} = 2",
            r"u^\top u = 61",
            r"\det A = -2",
            r"A^{-1} u = u",
            r"u_1 + u_2 = 11",
            r"[5 \quad 6] u = 61",
        ),
    ),
    "random variables": (
        r"Let $X, Y$ be random variables and $c \in \mathbb{R}$.",
        (
            r"\mathbb{E}[X + c] = \mathbb{E}[X] + c",
            r"E[X Y] = E[X] E[Y]",
            r"\operatorname{Var}(X + c) = \operatorname{Var}(X)",
            r"\operatorname{Cov}(X, X) = \operatorname{Var}(X)",
            r"\operatorname{Var}(X) = \mathbb{E}[X^2] - \mathbb{E}[X]^2",
            r"\mathbb{E}[(X - \mathbb{E}[X])^2] = 0",
            r"\mathbb{E}[X \mid Y] = X",
        ),
    ),
    "probabilities": (
        r"Let $P(A) = 0.3$, $P(B \mid A) = 0.5$ and $P(B \mid \neg A) = 0.1$.",
        (
            r"P(\neg A) = 0.7",
            r"P(A, B) = P(B \mid A) P(A)",
            r"P(B) = P(B \mid A) P(A) + P(B \mid \neg A) P(\neg A)",
            r"P(A \mid B) = \frac{P(B \mid A) P(A)}{P(B)}",
            r"P(\neg B \mid A) = 0.5",
        ),
    ),
    "functions": (
        r"Let $f(x) = x^2 + c$ and $g(x, y) = x f(y)$ with $c \in \mathbb{R}$.",
        (
            r"f(3) = 9 + c",
            r"f'(x) = 2x",
            r"f''(x) = 2",
            r"g(1, 2) = 4 + c",
            r"f(f(0)) = c^2 + c",
            r"\frac{df}{dx} = 2x",
            r"\frac{\partial g}{\partial y} = 2xy",
            r"\nabla f(x) = 2x",
            r"f^{-1}(x) = x",
            r"df = 2x \, dx",
            r"h(x) = f(x)",
            r"f(a + b) = f(a) + f(b)",
        ),
    ),
    "classes": (
        (
            r"Let $x_i \in \mathbb{R}^D$ and $y_i \in \{0, 1\}$ for $i = 1, \dots, N$, $w \in \mathbb{R}^D$ "
            r"and $p_i = \sigma(w^\top x_i)$."
        ),
        (
            r"\log p_i = -\log(1 + e^{-w^\top x_i})",
            r"\nabla_w p_i = p_i (1 - p_i) x_i",
            r"\sum_{i=1}^N y_i \log p_i + (1 - y_i) \log(1 - p_i) = \ell",
            r"\sum_i x_i x_i^\top = S",
            r"x_{ij} = x_{i,j}",
            r"y_i^2 = y_i",
            r"\prod_{i=1}^N p_i^{y_i} = 1",
            r"N = \sum_{i=1}^N 1",
        ),
    ),
    "means of groups": (
        (
            r"Let $N_k = \sum_{n=1}^N r_{nk}$ and $\mu_k = \frac{1}{N_k} \sum_{n=1}^N r_{nk} x_n$ with $x_n "
            r"\in \mathbb{R}^D$, $r_{nk} \ge 0$."
        ),
        (
            r"\sum_k N_k = \sum_{n,k} r_{nk}",
            r"N_k \mu_k = \sum_n r_{nk} x_n",
            r"\mu_{kd} = \mu_{k}",
        ),
    ),
    "entries of matrices": (
        r"Let $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$ and $E = \frac12 \sum_n (y_n - w^\top x_n)^2$.",
        (
            r"x_{nd} = X_{nd}",
            r"\frac{\partial E}{\partial w} = -\sum_n (y_n - w^\top x_n) x_n",
            r"\nabla E = 0",
            r"\nabla_X E = 0",
            r"\nabla_w E(w) = 0",
            r"\left. E \right|_{w=0} = \frac12 \sum_n y_n^2",
            r"\frac{d}{dw} E = 0",
            r"\frac{\partial^2 E}{\partial w_i \partial w_j} = \sum_n x_{ni} x_{nj}",
            r"\frac{\partial^2 E}{\partial w^2} = X^\top X",
            r"\frac{\partial E}{\partial w} \cdot w = 0",
            r"X^\top (y - X w) = 0",
            r"\|y - X w\|^2 = 2 E",
        ),
    ),
    "powers and factorials": (
        r"Let $x, a \in \mathbb{R}$ with $x > 0$, and let $k$ be an integer.",
        (
            r"0! = 1",
            r"201! = 1",
            r"\frac{d}{dx} x^a = a x^{a-1}",
            r"\frac{d}{dx} a^x = a^x \log a",
            r"\frac{d}{dx} \log^2 x = \frac{2 \log x}{x}",
            r"\frac{d}{dx} \frac{a}{x} = -\frac{a}{x^2}",
            r"x^{-1/2} = \frac{1}{\sqrt{x}}",
            r"\log^{-1} x = e^x",
            r"x^{10} = x^5 x^5",
            r"\left. x^2 \right|_{x=3} = 9",
            r"\max(a, x, 1) = \max(a, \max(x, 1))",
            r"-x^2 = (-x)^2",
            r"+x = x",
            r"2 \cdot 3 x = 6x",
            r"x = a = 3",
        ),
    ),
    "means": (
        r"Let $X \sim \mathcal{N}(\mu, \sigma^2)$ and let $Y$ be a random variable with $\mathbb{E}[Y] = 2$.",
        (
            r"\mathbb{E}[X] = \mu",
            r"\operatorname{Var}(X) = \sigma^2",
            r"\mathbb{E} X = \mu",
            r"\mathbb{E}[Y]^2 = 4",
            r"\mathbb{E}[2 Y + X] = 4 + \mu",
            r"\mathbb{E}\left[\frac{X - \mu}{\sigma}\right] = 0",
            r"\operatorname{Cov}(X, Y) = 0",
        ),
    ),
}
CLAIMS = [(name, claim) for name, (_, claims) in SAID.items() for claim in claims]


def described(step: Step) -> list[str]:
    """Return what a step was read as, a line each."""
    lines = [f"{step.kind} {step.relation}", *(f"not understood: {hole.reason}" for hole in step.holes)]
    for reading in step.readings:
        lines.append(f"{reading.lhs} | {reading.rhs}")
        lines += [f"assumed: {each.text} ({each.fact})" for each in reading.assumptions]
        lines += [f"unknown: {each}" for each in reading.unknown]
    return lines


@pytest.mark.parametrize(("name", "claim"), CLAIMS)
def test_a_claim_means_what_is_on_record(name: str, claim: str, snapshot: SnapshotAssertion) -> None:
    """Both sides as SymPy has them, at symbolic size."""
    assert described(steps(f"{SAID[name][0]} Then\n$$ {claim} $$\n")[-1]) == snapshot
