"""Documents to steps: what is declared, what is claimed, and what the claims are read as."""

from __future__ import annotations

import pytest

from derive.documents.files import read_document
from derive.documents.steps import steps_of
from tests.judged import judged, steps

VECTORS = r"Let $x_n \in \mathbb{R}^D$, $t_n \in \mathbb{R}$ for $n = 1, \dots, N$, and $w \in \mathbb{R}^D$. "
LOSS = VECTORS + r"Let $E(w) = \frac12 \sum_{n=1}^N (w^\top x_n - t_n)^2$. "

TRUE_AND_FALSE = [
    (LOSS, r"\nabla E(w) = \sum_n (w^\top x_n - t_n) x_n", r"\nabla E(w) = \sum_n (w^\top x_n + t_n) x_n"),
    (LOSS, r"\frac{\partial E}{\partial w_j} = \sum_n (w^T x_n - t_n) x_{nj}", r"\frac{\partial E}{\partial w_j} = 0"),
    (LOSS, r"\nabla^2 E(w) = \sum_n x_n x_n^\top", r"\nabla^2 E(w) = \sum_n x_n^\top x_n \mathbf{I}"),
    (VECTORS, r"\|w + x_n\|^2 = \|w\|^2 + 2 w^\top x_n + \|x_n\|^2", r"\|w + x_n\|^2 = \|w\|^2 + \|x_n\|^2"),
    (VECTORS, r"\sum_{n} a t_n + b = a \sum_n t_n + b", r"\sum_{n=1}^N (a t_n + b) = a \sum_n t_n + b"),
    (VECTORS, r"\sum_n t_n + t_n = 2 \sum_n t_n", r"\sum_n t_n = N t_1"),
    (r"Let $a, b > 0$. ", r"\log \frac{a}{b} = \log a - \log b", r"\log(a + b) = \log a + \log b"),
    (r"Let $a \in \mathbb{R}$. ", r"\sigma'(a) = \sigma(a)(1 - \sigma(a))", r"\sigma'(a) = \sigma(a)^2"),
    (r"Let $a \in \mathbb{R}$. ", r"\frac{d}{da} \tanh(a) = 1 - \tanh^2 a", r"\tanh(a) = \sigma(a)"),
    (r"Let $y \in \{-1, +1\}$ and $a \in \mathbb{R}$. ", "(y a)^2 = a^2", "y a = a"),
    (r"Let $y \in \{0, 1\}$. ", "y^2 = y", "y^2 = 1"),
    (r"Let $u \in \mathbb{R}^D$ be a unit vector. ", r"u^\top u = 1", r"u^\top u = 2"),
    (r"Let $u, v \in \mathbb{R}^D$ with $\|u\| = 1$. ", r"\|u\|^2 = 1", r"\|v\|^2 = 1"),
    (r"Let $z \in \mathbb{R}^2$. ", r"z^\top z = z_1^2 + z_2^2", r"z^\top z = (z_1 + z_2)^2"),
    (r"Let $A, B \in \mathbb{R}^{M \times M}$. ", r"(AB)^\top = B^\top A^\top", r"(AB)^\top = A^\top B^\top"),
    (r"Let $A, B \in \mathbb{R}^{M \times M}$. ", r"\operatorname{tr}(AB) = \operatorname{tr}(BA)", "AB = BA"),
    (r"Let $x, z \in \mathbb{R}^D$. ", r"\langle x, z \rangle = x^\top z", r"\langle x, z \rangle = \|x\| \|z\|"),
    (
        r"Let $a, b, c \in \mathbb{R}$ and $i, j$ range over $i, j = 1, \dots, K$. ",
        "a(b + c) = ab + ac",
        "a(b + c) = ab + c",
    ),
    (r"Let $p \in \mathbb{R}^K$ with $\sum_k p_k = 1$. ", r"\sum_k (p_k + 1) = K + 1", r"\sum_k p_k = K"),
    (r"Let $p \in \mathbb{R}^K$. ", r"\sum_{j \neq i} p_j = \sum_j p_j - p_i", r"\sum_{j \ne i} p_j = \sum_j p_j"),
    (r"Let $z \in \mathbb{R}^K$. ", r"\sum_j \delta_{ij} z_j = z_i", r"\sum_j \delta_{ij} z_j = z_j"),
    ("", r"1 + 2 + \cdots + 9 = 45", r"1 + 2 + \cdots + 9 = 46"),
    (r"Let $x_i \in \mathbb{R}$. ", r"x_1 + x_2 + \cdots + x_n = \sum_{i=1}^n x_i", r"x_1 + \cdots + x_n = n x_1"),
    (
        r"Let $a \in \mathbb{R}$. ",
        r"\underbrace{(a + 1)^2}_{\text{square}} = a^2 + 2a + 1",
        r"\boxed{(a+1)^2} = a^2 + 1",
    ),
]

MATRICES = r"Let $X \in \mathbb{R}^{N \times D}$, $Y \in \mathbb{R}^{N \times K}$, $W \in \mathbb{R}^{D \times K}$. "
DIFFERENTIALS = [
    (
        MATRICES + r"Let $E(W) = \frac12 \|X W - Y\|_F^2$. ",
        r"dE = \operatorname{tr}((X W - Y)^\top X \, dW)",
        r"dE = \operatorname{tr}((X W + Y)^\top X \, dW)",
    ),
    (r"Let $x \in \mathbb{R}$ and $f(x) = x^3$. ", r"\mathrm{d} f = 3 x^2 \mathrm{d} x", "df = 2 x dx"),
    (r"Let $x, y \in \mathbb{R}$ and $f(x, y) = x^2 y$. ", r"df = 2xy\,dx + x^2 dy", r"df = 2xy\,dx + x\,dy"),
    (r"Let $x \in \mathbb{R}^D$ and $L = \|x\|^2$. ", r"dL = 2 \sum_i x_i dx_i", r"dL = \sum_i x_i dx_i"),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$ and $L = \|X w\|^2$. ",
        r"dL = 2 w^\top X^\top X dw",
        r"dL = w^\top X^\top X dw",
    ),
    (
        r"Let $A, X \in \mathbb{R}^{n \times n}$ be invertible. ",
        r"d \log |X| = \operatorname{tr}(X^{-1} dX)",
        r"d(X A X) = dX \, A X + X A X",
    ),
    (r"Let $a, d, x, y \in \mathbb{R}$. ", "d x + d y = d(x + y)", "d x = d y"),
]

CHANCES = [
    (
        r"Suppose $X$ is a random variable with mean $\mu$. ",
        r"\mathbb{E}[(X - \mu)^2] = \mathbb{E}[X^2] - \mu^2",
        r"\mathbb{E}[(X - \mu)^2] = \mathbb{E}[X^2] + \mu^2",
    ),
    (
        r"Let $X$ be a random variable with mean $\mu$ and variance $\sigma^2$. ",
        r"\mathbb{E}[X^2] = \mu^2 + \sigma^2",
        r"\mathbb{E}[X^2] = \mu^2",
    ),
    (
        r"For an estimator $\hat\theta$ of a constant $\theta$: ",
        r"\mathbb{E}[(\hat\theta - \theta)^2] = \mathrm{Var}(\hat\theta) + (\mathbb{E}\hat\theta - \theta)^2",
        r"\mathbb{E}[(\hat\theta - \theta)^2] = \mathrm{Var}(\hat\theta) + \mathbb{E}\hat\theta - \theta",
    ),
    (
        r"Let $X$ and $Y$ be random variables. ",
        r"\mathrm{Cov}(X, Y) = \mathbb{E} X Y - \mathbb{E} X \, \mathbb{E} Y",
        r"\mathbb{E} X^2 = (\mathbb{E} X)^2",
    ),
]

ONES = [
    (
        r"""Let $S \in \mathbb{R}^{d \times d}$ be symmetric and $u \in \mathbb{R}^d$, and
        $\mathcal{L}(u, \lambda) = u^\top S u - \lambda (u^\top u - 1)$. """,
        r"\nabla_u \mathcal{L} = 2 S u - 2 \lambda u",
        r"\nabla_u \mathcal{L} = 2 S u + 2 \lambda u",
    ),
    (
        r"Let $K$ classes have scores $z_k$. ",
        r"\sum_k (z_k - 1) = \sum_k z_k - K",
        r"\sum_k (z_k - 1) = \sum_k z_k - 1",
    ),
    (
        r"Let $x, \mathbf{1} \in \mathbb{R}^n$, where $\mathbf{1}$ is the vector of ones. ",
        r"(\mathbf{1}^\top x)^2 = x^\top \mathbf{1} \mathbf{1}^\top x + 1 - 1",
        r"\mathbf{1}^\top \mathbf{1} = 1",
    ),
    (r"Let $x \in \mathbb{R}^n$. ", r"\mathbf{1}_n^\top x = \sum_{i=1}^n x_i", r"\mathbf{1}_n^\top \mathbf{1}_n = 1"),
]


@pytest.mark.parametrize(("said", "true", "false"), ONES + TRUE_AND_FALSE + DIFFERENTIALS + CHANCES)
def test_a_true_claim_is_proved_and_a_false_one_refuted(said: str, true: str, false: str) -> None:
    """The same declarations, one claim that holds and one that does not."""
    assert judged(f"{said}Then\n$$ {true} $$\n") == ["proved"]
    assert judged(f"{said}Then\n$$ {false} $$\n") == ["refuted"]


def test_each_relation_of_a_chain_is_a_step() -> None:
    """The place is where the right side begins; the left side of a row is the member before."""
    said = "Let $a, b \\in \\mathbb{R}$. Then\n"
    found = steps(said + "\\begin{align}\n(a+b)^2 &= a^2 + 2ab + b^2 \\\\\n&\\ge 2ab .\n\\end{align}")
    assert [(s.place.line, s.place.column, s.relation, s.kind) for s in found] == [
        (3, 12, "=", "claim"),
        (4, 6, ">=", "claim"),
    ]


def test_a_definition_is_used_in_later_lines() -> None:
    """Names, entries, functions and families that are defined stand for what defines them."""
    text = r"""Let $z \in \mathbb{R}^K$ and $p_i = e^{z_i} / \sum_j e^{z_j}$.
$$ \frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} - p_j) $$
Define $$ f(a, b) = a^2 - b^2 , $$ so that
$$ f(a + b, a) = 2ab + b^2 $$ for $a, b \in \mathbb{R}$."""
    assert judged(text) == ["proved", "definition", "proved"]


def test_a_derivative_by_what_is_defined_is_taken_before_the_definition_is_put_in() -> None:
    """The chain rule, layer by layer."""
    text = r"""Let $x \in \mathbb{R}^D$, $W \in \mathbb{R}^{H \times D}$, $v \in \mathbb{R}^H$ and
$t \in \mathbb{R}$. Define
$$ a = W x, \quad h = \tanh(W x), \quad y = v^\top h, \quad L = \frac12 (y - t)^2 . $$
Then
\begin{align}
\frac{\partial L}{\partial h} &= (y - t) v \\
\frac{\partial L}{\partial a} &= (y - t) v \odot (1 - h \odot h) \\
\frac{\partial L}{\partial W} &= \frac{\partial L}{\partial a} x^\top \\
\frac{\partial L}{\partial h} &= (y - t) h
\end{align}"""
    assert judged(text)[4:] == ["proved", "proved", "proved", "refuted"]


def test_what_follows_from_a_zero_gradient_is_an_implication() -> None:
    """The condition is assumed for the step, and its result from there on."""
    text = LOSS.replace("x_n \\in \\mathbb{R}^D", "s_n \\in \\mathbb{R}") + (
        "\nFor $J(m) = \\sum_{n=1}^N (t_n - m)^2$ we have\n$$ \\frac{dJ}{dm} = -2 \\sum_n (t_n - m) . $$\n"
        "Setting this to zero gives $m = \\frac1N \\sum_{n=1}^N t_n$, and not $m = \\sum_{n=1}^N t_n$."
    )
    found = steps(text)
    assert [s.kind for s in found[-3:]] == ["claim", "implies", "implies"]
    gradient, right, wrong = judged(text)[-3:]
    assert gradient == "proved"
    assert right in {"proved", "sampled"}
    assert wrong in {"undecided", "refuted"}


def test_an_implication_between_lines_uses_the_line_before() -> None:
    r"""`\implies` makes the statement before it a premise; what it says is not refuted on its own."""
    text = "Let $a, b \\in \\mathbb{R}$.\n\\begin{align} & 2a = b + a \\\\ \\implies & a = b \\end{align}"
    assert judged(text)[-1:] == ["proved"]


def test_every_assumption_says_where_it_was_said() -> None:
    """The assumption, its sentence and its place are in the reading."""
    document = read_document(
        "Let $p \\in \\mathbb{R}^K$\nwith $\\sum_k p_k = 1$. Then $\\sum_k 2 p_k = 2$.", file="a.md"
    )
    (step,) = steps_of(document).steps
    (assumption,) = [a for a in step.readings[0].assumptions if a.fact is not None]
    assert assumption.text == r"\sum_k p_k = 1"
    assert str(assumption.source.place(assumption.span)) == "a.md:2:7"


def test_declarations_are_listed() -> None:
    """What was taken in from the prose is in the result, with its place."""
    found = steps_of(read_document("Let $x_i \\in \\mathbb{R}^D$ for $i = 1, \\dots, N$.", file="a.md"))
    assert [(text, str(place)) for text, place in found.declared] == [
        (r"x_i \in \mathbb{R}^D", "a.md:1:6"),
        (r"i = 1, \dots, N", "a.md:1:33"),
    ]


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        (r"<!-- derive: let $A$ be a symmetric matrix, $A \in \mathbb{R}^{D \times D}$. -->", r"A^\top = A"),
        (r"If $A$ is a symmetric $D \times D$ matrix, then", r"A^\top = A"),
        (r"Here $A$ is a $D \times D$ matrix that is symmetric.", r"A^\top = A"),
        (r"Let $Q \in \mathbb{R}^{D \times D}$ be an orthogonal matrix.", r"Q^\top Q = \mathbf{I}"),
        (r"Let $y \in \mathbb{R}^K$ be a one-hot vector.", r"\sum_k y_k = 1"),
        (r"Let $p \in \mathbb{R}^K$ be a probability vector.", r"\sum_k p_k = 1"),
        (r"Let $TP, FP > 0$.", r"\frac{TP}{TP + FP} = 1 - \frac{FP}{TP + FP}"),
        (r"Let $x_1, \dots, x_N \in \mathbb{R}$.", r"\sum_{i=1}^N 2 x_i = 2 \sum_{i=1}^N x_i"),
        (
            r"Let $(x_i, y_i) \in \mathbb{R}^D \times \mathbb{R}$, $i = 1, \dots, N$.",
            r"x_i^\top x_i y_i = y_i \|x_i\|^2",
        ),
        (r"Let $x^{(i)} \in \mathbb{R}^D$ for $i = 1, \dots, m$.", r"\|x^{(i)}\|^2 = \sum_{j=1}^D (x^{(i)}_j)^2"),
        (
            r"Let $\mathbf{X} \in \mathbb{R}^{N \times D}$.",
            r"\operatorname{tr}(\mathbf{X}^\top \mathbf{X}) = \sum_{n,d} X_{nd}^2",
        ),
        (r"Let $h \in \mathbb{R}^H$, $v \in \mathbb{R}^K$. In this exercise $H = K$.", r"v^\top h = h^\top v"),
    ],
)
def test_prose_declares(said: str, claim: str) -> None:
    """Sentences about names are understood well enough to prove what rests on them."""
    assert judged(f"{said}\n$$ {claim} $$\n") == ["proved"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (r"Let $a, b \in \mathbb{R}$. For the best $x$ we need $$ a - x b = 0. $$", ["condition"]),
        (r"Let $a, b \in \mathbb{R}$. We need to show that $$ a - b = 0. $$", ["claim"]),
        (r"Let $w, x \in \mathbb{R}^d$. After a mistake $w^\top x \le 0$ we get $$ w = w. $$", ["claim"]),
        (r"$$ k = k + 1 $$", ["assignment"]),
        (r"$$ w \leftarrow w - \eta g $$", ["assignment"]),
        (r"$$ q := 3 $$", ["definition"]),
        (r"Then $q + r = 1$ and $$ q = 2 $$", ["claim", "assumption"]),
    ],
)
def test_kinds_of_equations(text: str, kinds: list[str]) -> None:
    """An equation is not always a claim."""
    assert [s.kind for s in steps(text)] == kinds


def test_macros_and_latex() -> None:
    """A LaTeX document with macros of its own is judged like any other."""
    text = r"""\newcommand{\R}{\mathbb{R}}\newcommand{\vw}{\mathbf{w}}\newcommand{\norm}[1]{\left\| #1 \right\|}
\begin{document}
Let $\vw, \mathbf{x} \in \R^D$. Then
\begin{align*}
\norm{\vw - \mathbf{x}}^2 &= \norm{\vw}^2 - 2 \vw^\top \mathbf{x} + \norm{\mathbf{x}}^2 \\
&= \norm{\vw}^2 + \norm{\mathbf{x}}^2 .
\end{align*}
\end{document}"""
    assert judged(text, kind="latex") == ["proved", "refuted"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"We have $\sum_i p_i \log p_i - \sum_i p_i\log q_i \ge 0$ for distributions $p$, $q$.", ["proved"]),
        (r"Let $u \in \mathbb{R}^D$. Then $\|u\|^2 = 1$ for any unit vector $u$.", ["proved"]),
        (r"Let $u \in \mathbb{R}^D$. Then $\|u\|^4 = 1$ if $u^\top u = 1$. But $\|u\|^4 = 1$.", ["proved", "refuted"]),
        (
            r"""Let $z \in \mathbb{R}^K$. We have $\frac{\partial z_i}{\partial z_j} = 1$ if $i = j$ and
            $\frac{\partial z_i}{\partial z_j} = 0$ if $i \neq j$,
            but $\frac{\partial z_i}{\partial z_j} = 0$ if $i = j$.""",
            ["proved", "proved", "refuted"],
        ),
        (
            r"Let $a, b \in \mathbb{R}$. So $a - b = 0$ implies $a = b$, and $a = 2b$ holds iff $a - 2b = 0$.",
            ["proved"] * 2,
        ),
        (r"Let $a, b \in \mathbb{R}$. So $a - b = 1$ implies $a = b$.", ["undecided"]),
        (r"Let $a \in \mathbb{R}$. Then $a^2 = a$ if the moon is full. Then $a^2 = a$.", ["undecided", "refuted"]),
    ],
)
def test_what_stands_behind_a_claim_is_its_condition(text: str, found: list[str]) -> None:
    """It is taken in before the claim is judged, and is no claim itself."""
    assert judged(text) == found


def test_how_something_goes_on_in_a_section_that_is_over_does_not_spoil_the_next() -> None:
    """A recurrence that is not understood is no reason to doubt what another section says of the same letter."""
    text = "## A\n\nWe set\n$$ w_{t+1} = w_t + y_t x_t . $$\n\n## B\n\nLet $x \\in \\mathbb{R}^n$. Then\n"
    text += "$$ x^\\top x = 2 x^\\top x . $$\n"
    assert judged(text)[-1] == "refuted"


RUNNING = r"""Let $w_t, x_t \in \mathbb{R}^d$ and $y_t \in \{-1, 1\}$ for $t = 1, \dots, T$, and
$w_t = w_{t-1} + y_t x_t$. Then
"""


@pytest.mark.parametrize(
    ("said", "claim", "found"),
    [
        (r"Let $a_t \in \mathbb{R}$. ", r"\sum_{t=1}^T (a_t - a_{t-1}) = a_T - a_0", "proved"),
        (r"Let $a_t \in \mathbb{R}$. ", r"\sum_{t=1}^T (a_t - a_{t-1}) = a_T - a_1", "undecided"),
        (r"Let $a_t \in \mathbb{R}$. ", r"\sum_{t=1}^{T-1} (a_{t+1} - a_t) = a_T - a_1", "proved"),
        (RUNNING, r"\|w_t\|^2 = \|w_{t-1}\|^2 + 2 y_t w_{t-1}^\top x_t + \|x_t\|^2", "proved"),
        (RUNNING, r"\|w_t\|^2 = \|w_{t-1}\|^2 + y_t w_{t-1}^\top x_t + \|x_t\|^2", "undecided"),
        (
            r"Let $b, c_t, m_t \in \mathbb{R}$ and $m_t = b m_{t-1} + c_t$. ",
            r"(1 - b) \sum_{k=1}^K b^k = 1 - b^K",
            "refuted",
        ),
        (RUNNING, r"w_T = w_0 + \sum_{t=1}^T y_t x_t", "proved"),
        (
            r"Let $x_i \in \mathbb{R}$ for $i = 1, \dots, N$. ",
            r"\sum_{i=1}^{N-1} x_i + x_N = \sum_{i=1}^N x_i",
            "proved",
        ),
        (r"Let $x_i \in \mathbb{R}$ for $i = 1, \dots, N$. ", r"\sum_{i=1}^{N-1} x_i = \sum_{i=1}^N x_i", "refuted"),
    ],
)
def test_moved_indices_and_parts_of_a_range(said: str, claim: str, found: str) -> None:
    """They are handed on as they are written; where an index moves, what is known may not be all."""
    assert judged(f"{said}$$ {claim} $$")[-1:] == [found]
