"""On record: for each piece of notation, how it is set again, and which part of the source each node stands for."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from derive.latex.as_latex import as_latex
from derive.latex.read.parser import read
from derive.latex.read.tree import Node, walk
from derive.latex.read.typeset import typeset
from tests.surface import shown
from tests.unit.test_read_surface import FORMS

MORE = (
    # fractions, roots and derivatives
    r"\dfrac{a}{b} + \tfrac12 + \cfrac{1}{1 + x}",
    r"\sqrt{2x} + \sqrt[n]{y}",
    r"\sqrt[3",
    r"\frac{\partial^2}{\partial w_i \partial w_j} (a + b)",
    r"\frac{\partial \log p}{\partial \theta} c",
    r"\frac{d^2 f}{d x^2}",
    r"\frac{\partial}{\partial x}",
    r"\frac{\partial x y}{\partial x}",
    r"\nabla",
    r"\nabla_\theta^2 (f + g) + h",
    r"\nabla f = \nabla_w g(w)",
    r"\nabla w^\top w",
    r"f''' + g'_i(x)^2",
    # sums, products, and their scopes
    r"\sum_{i} \sum_{j} a_{ij} b_j + c",
    r"\sum_{\substack{i \ne j \\ k}} x_i",
    r"\sum_{i < j} a_i a_j",
    r"\sum\nolimits_{k=1}^{K} (a_k + b_k) c",
    r"\prod_{i=1}^{n-1} \frac{x_i}{i} \cdot y",
    r"\sum -x_i",
    r"\int_0^1 f(x) dx",
    r"\lim_{n \to \infty} a_n",
    r"\mathop{\mathrm{argmax}}_{k} p_k",
    r"\operatorname*{arg\,min}_w L",
    r"\overset{\ast}{w} + \underset{k}{\max} z_k",
    r"\max\{a, b\} - \min(c, d, e)",
    # functions
    r"\log^2 x y + \ln(x) y",
    r"\log_{10} 5",
    r"\exp -x",
    r"\sin\cos x",
    r"\tanh'(x) \sigma'(x) \sigma(x)^2",
    r"\operatorname{tr}(A B) + \mathrm{diag}(v) + \det A",
    r"n! + (n-1)! / k!",
    r"\binom{n}{k} \dbinom{n}{2}",
    r"\operatorname{softmax}(z)_k",
    r"\mathbb{E}_{x \sim p}[f(x)] + \operatorname{Var}(X \mid Y)",
    r"\mathbb{1}\{y = k\} + \mathbf{1}_N",
    r"\Pr(A, B \mid C) + p(x; \mu, \sigma^2)",
    # brackets
    r"\left\{ a + \left[ b \right] \right\} + \bigl( c \bigr)",
    r"\left| x \right| + \lvert y \rvert + \lVert z \rVert_1 + \|A\|_F^2",
    r"\langle a + b, c \rangle \lfloor x \rfloor",
    r"\left( a \right]",
    r"|x - |y|| + 1",
    r"\{x_1, \dots, x_n\} + (a, b; c)",
    r"(1, 2)^\top [a, b]^T",
    r"[1 \quad -2 \quad 3]",
    r"()",
    # names, fonts and accents
    r"\tilde{x} \bar{y}_i \dot{z} \widehat{ab} \overline{w}",
    r"\mathbf x \bm{\mu} \mathsf{A} \mathtt{b} \mathfrak{g} \mathscr{L} \mathit{c}",
    r"{\rm d}x + {\cal L} + \bf w",
    r"\varepsilon \vartheta \varphi \ell \hbar \Re \infty \emptyset",
    r"w_{\text{new}} + w_{\mathrm{opt}}^{(t+1)} + w^{[l]}",
    r"x_{i,j}^{k} + x_{i j} + x_{12} + x_i{}^2 + {x_i}^2",
    r"A^{-\top} + A^{-1} + A^{\dagger} + A' B",
    r"\neg A + \lnot B \wedge C",
    r"\text{loss} = \text{data term} + \mathit{penalty}",
    # signs
    r"a \times b \ast c \star d \circ e / f : g",
    r"a \pm b \mp c",
    r"-a - -b + +c",
    r"a \oplus b \otimes c",
    r"x \in A \subset B, y \notin C",
    r"a \ne b \neq c \not= d \geq e \leqslant f \ll g \equiv h \sim i \to j \mapsto k",
    r"a \coloneqq b := c =: d \triangleq e \doteq f",
    r"A \iff B \Rightarrow C \Leftrightarrow D \implies E",
    r"a =_{(1)} b \stackrel{(2)}{\le} c \overset{!}{=} d",
    r"a <= b >= c",
    "x \u2264 y \u2260 z \u2208 S \u2227 \u03b1\u00b7\u03b2 \u00d7 \u03b3\u00b2 \u2202f \u2207g \u221a2 \u221e",
    r"x_1, \ldots, x_n, ... , \cdots",
    r"\forall i \exists j: a_i \ge b_j",
    # grids
    r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \\ \end{bmatrix}^{-1}",
    r"\begin{vmatrix} a \end{vmatrix} \begin{array}{cc} a & b \end{array}",
    r"\begin{cases} x & \text{if } x > 0, \\ 0, & \text{else.} \end{cases}",
    r"\left[ \begin{smallmatrix} a & b \end{smallmatrix} \right]",
    # decorations
    r"\boxed{a = b} \underline{c} \phantom{d} \color{red} e",
    r"\underbrace{a + b}_{\text{first}} + \overbrace{c}^{n}",
    r"a \label{x} \tag{1} \nonumber \notag \\ b",
    r"a~b\,c\;d\!e\quad f\qquad g \hspace{1em} h \mathrel{=} i",
    r"\displaystyle \textstyle a \limits b",
    # what is wrong
    r"\frac{a}{} + \hat{} + \sqrt{}",
    r"a^ + b_ ^c",
    r"_i + ^2",
    r"\left( a + b",
    r"a ) b ] c \} d",
    r"\begin{matrix} a \end{cases} b",
    r"\over \choose \unknown{a}",
    r"a # b $ c & d",
    r"1.2.3 + 1,000 + 0.5e3 + 1{,}5",
)


def parts(node: Node, source: str) -> list[str]:
    """Return the kind of each node below one, with what it stands for in the source."""
    return [f"{type(each).__name__}: {source[slice(*each.span)]}" for each in walk(node)]


@pytest.mark.parametrize("text", [*(text for text, _ in FORMS), *MORE])
def test_a_piece_of_notation_is_read_and_set(text: str, snapshot: SnapshotAssertion) -> None:
    """Its tree, the LaTeX that it is set as, and the place of each part."""
    tree = read(text)
    assert [shown(tree), as_latex(typeset(tree)), *parts(tree, text)] == snapshot


@pytest.mark.parametrize("text", [*(text for text, _ in FORMS), *MORE])
def test_a_place_moves_with_the_formula(text: str) -> None:
    """A formula further down in a document has the same tree, every part of it as much further down."""
    here, there = walk(read(text)), walk(read(text, offset=1000))
    pairs = [(one.span, other.span) for one, other in zip(here, there, strict=True)]
    assert all((one.start + 1000, one.end + 1000) == other for one, other in pairs)
