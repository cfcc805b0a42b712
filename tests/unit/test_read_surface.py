"""The surface parser: what each piece of notation becomes."""

from __future__ import annotations

import pytest

from derive.latex.read.parser import read
from derive.latex.read.tree import Number, Span, holes, walk
from tests.surface import shown

FORMS = [
    (r"a - b c + d", "(+a -(* b c) +d)"),
    (r"\frac12 x", "(* (/ 1 2) x)"),
    (r"x_i^2", "[x _i ^2]"),
    (r"x^2_i", "[x _i ^2]"),
    (r"{x}_{ij}^{\top}", "[x _(* i j) ^top]"),
    (r"w'(t)", "(* [w'] (t()"),
    (r"f''(x)", "(* [f''] (x()"),
    (r"\hat{\mathbf{w}}_0", "[hat.bold.w _0]"),
    (r"\boldsymbol{\beta}^\top \mathbf{x}_n", "(* [bold.beta ^top] [bold.x _n])"),
    (r"\mathcal{L}(w, b)", "(* calligraphic.L ((w, b)()"),
    (r"\mathbb{R}^{N \times D}", "[blackboard.R ^(* N times:D)]"),
    (r"2.50", "2.50"),
    (r"1{,}000{,}000", "1000000"),
    (r".5x", "(* .5 x)"),
    (r"x^{(i)}_j", "[x _j ^(i(]"),
    (r"\left( \frac{a}{b} \right)^2", "[((/ a b)( ^2]"),
    (r"\big[ a \big]", "[a["),
    (r"\lVert w \rVert_2^2", "[||w|| _2 ^2]"),
    (r"\|Xw - y\|^2", "[||(+(* X w) -y)|| ^2]"),
    (r"|x| |y|", "(* |x| |y|)"),
    (r"2|x|", "(* 2 |x|)"),
    (r"\langle u, v \rangle", "<(u, v)<"),
    (r"P(y \mid x; \theta)", "(* P ((y, x, theta)()"),
    (r"p(y|x)", "(* p ((y, x)()"),
    (r"E[|x| \mid y]", "(* E [(|x|, y)[)"),
    (r"K(p \| q)", "(* K ((p, q)()"),
    (r"\log p(x) + 1", "(+(log (* p (x()) +1)"),
    (r"\log \frac{a}{b}", "(log (/ a b))"),
    (r"\exp\left(-\frac{x}{2}\right)", "(exp ((-(/ x 2))()"),
    (r"\log_2 x", "(log _2 x)"),
    (r"\sin^2 x", "(sin ^2 x)"),
    (r"\tanh'(a)", "(tanh' (a()"),
    (r"\sum_{i=1}^N x_i y_i + b", "(+(sum i = 1 N (* [x _i] [y _i])) +b)"),
    (r"\sum\limits_i^n x_i", "(sum i n [x _i])"),
    (r"\sum_{n \in C_k} x_n", "(sum n in [C _k] - [x _n])"),
    (r"\prod_{j=1}^D \theta_j^{x_j}", "(prod j = 1 D [theta _j ^[x _j]])"),
    (r"\max(0, 1 - z)", "(max - - ((0, (+1 -z))()"),
    (r"\max_{x} f(x)", "(max x - (* f (x())"),
    (r"\arg\max_k p_k", "(argmax k - [p _k])"),
    (r"\operatorname{argmin}_w L(w)", "(argmin w - (* L (w())"),
    (r"\underset{w}{\arg\min}\, L(w)", "(argmin w - (* L (w())"),
    (r"\frac{\partial E}{\partial w_j}", "(D partial [w _j] E)"),
    (r"\frac{\partial}{\partial w_k} \sum_j w_j x_j", "(D partial [w _k] (sum j - (* [w _j] [x _j])))"),
    (r"\frac{\partial^2 f}{\partial x \partial y}", "(D^2 partial x y f)"),
    (r"\frac{d}{dz} \sigma(z)", "(D d z (* sigma (z())"),
    (r"\frac{\mathrm{d} f}{\mathrm{d} x}", "(D d x f)"),
    (r"\frac{a}{d}", "(/ a d)"),
    (r"\nabla_w E(w)", "(D nabla w (* E (w())"),
    (r"\nabla f(x)^\top d", "(* [(D nabla - (* f (x()) ^top] d)"),
    (r"\nabla_w \frac12 w^\top w", "(D nabla w (* (/ 1 2) [w ^top] w))"),
    (r"\nabla^2 f", "(D^2 nabla - f)"),
    (r"a \odot b", "(* a odot:b)"),
    (r"x := y", "x := y"),
    (r"x \overset{(a)}{=} y", "x = y"),
    (r"x \stackrel{\text{def}}{=} y", "x := y"),
    (r"x \propto y \approx z", "x propto y approx z"),
    (r"a \le b < c", "a <= b < c"),
    (r"i \ne j", "i != j"),
    (r"A \implies B", "A implies B"),
    (r"\underbrace{a + b}_{c} d", "(* (+a +b) d)"),
    (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "(pmatrix a & b; c & d)"),
    (r"\begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}", "(cases 1 & x > 0; 0 & otherwise)"),
    (r"[1 \ 2 \ -1]", "[(1, 2, (-1))["),
    (r"[a \quad b]", "[(a, b)["),
    (r"x_1 + \cdots + x_n", "(+[x _1] +... +[x _n])"),
    (r"\{-1, +1\}", "{((-1), (+1)){"),
    (r"1\{y = k\}", "(* 1 {y = k{)"),
    (r"\sqrt[3]{x}", "(root x 3)"),
    (r"\binom{n}{k}", "(binomial (n, k))"),
    (r"w^*", "[w ^star]"),
    (r"w^{-1}", "[w ^(-1)]"),
    (r"\vec{0}", "vec.0"),
    (r"\mathrm{ReLU}(x)", "(* roman.ReLU (x()"),
    (r"\text{Accuracy} + 1", "(+roman.Accuracy +1)"),
    (r"\boxed{x}", "x"),
    (r"∑_{i=1}^N αᵢ²", "(sum i = 1 N [alpha _i ^2])"),
    ("\U0001d431\u1d40\U0001d432 \u2264 \u2016\U0001d431\u2016", "(* [bold.x ^T] bold.y) <= ||bold.x||"),
    (r"x¹² + y₁₂", "(+[x ^12] +[y _12])"),
    (r"y log(p)", "(* y (log (p())"),
    (r"--x", "(+x)"),
    (r"a(-b)", "(* a ((-b)()"),
    (r"f(\cdot)", "(* f (cdot()"),
    (r"\left.f\right|_{x=0}", "[.f| _x = 0]"),
    (r"x \, y \; z", "(* x y z)"),
    (r"x_{i,j}", "[x _(i, j)]"),
    (r"a/b", "(* a /:b)"),
]


@pytest.mark.parametrize(("text", "tree"), FORMS)
def test_notation_is_read(text: str, tree: str) -> None:
    """Each formula becomes the tree beside it, without a hole."""
    found = read(text)
    assert shown(found) == tree
    assert holes(found) == ()


def test_spans_count_in_the_document() -> None:
    """The span of a node is where it stands, with its braces, shifted by where its formula begins."""
    tree = read(r"a + \frac{b}{17}", offset=100)
    assert [n.span for n in walk(tree) if isinstance(n, Number)] == [Span(112, 116)]
    assert tree.span == Span(100, 116)


def test_a_comment_is_no_part_of_a_formula() -> None:
    """What follows a percent sign is not read; an escaped one is."""
    assert shown(read("a + b % + c")) == "(+a +b)"
    assert shown(read("a % x\n+ b")) == "(+a +b)"


def test_a_font_switch_holds_to_the_end_of_its_group() -> None:
    r"""`{\bf x} y` is a bold x and a plain y."""
    assert shown(read(r"{\bf x} y")) == "(* bold.x y)"


def test_labels_and_tags_are_dropped() -> None:
    r"""`\label`, `\tag` and `\nonumber` are about the page."""
    assert shown(read(r"a = b \label{eq:a} \tag{3} \nonumber")) == "a = b"
