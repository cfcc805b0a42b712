"""Reading LaTeX: what is not understood is a hole, and what is not known refutes nothing."""

from __future__ import annotations

import pytest

from derive.judge.step import judge
from derive.latex.read.parser import read
from derive.latex.read.statements import read_display
from derive.latex.read.tree import holes
from tests.judged import judged, status, steps

NOT_UNDERSTOOD = [
    (r"a + \mystery{b}", "the command \\mystery is not known"),
    (r"x^a^b", "two exponents on one base"),
    (r"x_a_b", "two indices on one base"),
    (r"x^10", "only the first digit is in the script; put braces around the number"),
    (r"\frac{a}", "an argument is missing here"),
    (r"(a + b", "it is never closed"),
    (r"a + b)", "')' is out of place here"),
    (r"(a + b]^2 + \{c)", "'{' is closed by ')'"),
    (r"{a + b", "a brace is opened and never closed"),
    (r"a + + ", "something is missing here"),
    (r"a \cdot", "something is missing here"),
    (r"|a", "a bar is opened and never closed"),
    (r"\left( a", "it is never closed"),
    (r"a @ b", "the sign '@' is not known in a formula"),
    (r"\begin{tabular} a \end{tabular}", "the environment tabular is not known"),
    (r"\begin{pmatrix} a", "the environment pmatrix is never ended"),
    (r"\begin{pmatrix} a \end{cases}", "the environment pmatrix is ended by cases"),
    (r"\hat{a + b}", "\\hat over something that is no name"),
    (r"a & b", "an alignment mark is out of place here"),
    ("(" * 60 + "x" + ")" * 60, "nested more than 50 levels deep"),
    ("9" * 300, "a number of more than 200 digits"),
]


@pytest.mark.parametrize(("text", "reason"), NOT_UNDERSTOOD)
def test_what_is_not_understood_is_a_hole(text: str, reason: str) -> None:
    """The hole has the reason and stands within the formula."""
    found = holes(read(text))
    assert reason in [hole.reason for hole in found]
    assert all(0 <= hole.span.start <= hole.span.end <= len(text) for hole in found)


def test_an_unknown_command_is_never_letters() -> None:
    r"""`\precision` is one hole, and not a product of letters."""
    assert [h.text for h in holes(read(r"\precision = 1"))] == [r"\precision"]


@pytest.mark.parametrize(
    "text",
    [
        r"a = \mystery",
        r"x_1 + \cdots + y_n = z",
        r"x_1 + x_3 + \cdots + x_n = z",
        r"\int_0^1 x \, dx = 1",
        r"\max_{k} a_k = 1",
        r"\text{the loss is small} = 1",
        r"a = b \pm c",
        r"\sum x = 1",
        r"\lim_{n \to \infty} a_n = 0",
        r"10^{100^{100}} = 1",
        r"(10^9)! = 1",
    ],
)
def test_what_has_no_known_meaning_is_not_judged(text: str) -> None:
    """It is not understood, whatever the other side says."""
    assert judged(f"Let $a, b, c \\in \\mathbb{{R}}$. Then $a = a$, so\n$$ {text} $$")[-1] == "not understood"


SHAPES = r"Let $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$ and $y \in \mathbb{R}^N$. Then"


@pytest.mark.parametrize(
    "text", [r"X y = w", r"w w = 1", r"X + w = X", r"X w = w", r"\log X w + 1 = w", r"X^{1/2} = X", r"\frac{y}{w} = 1"]
)
def test_shapes_that_do_not_fit_are_not_judged(text: str) -> None:
    """No transpose is put in silently."""
    assert judged(f"{SHAPES} $$ {text} $$") == ["not understood"]


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("", r"\hat y_i = b_0 + b_1 x_i = \bar y"),
        ("", r"f(x) = g(x)"),
        ("", r"P(A \mid B) = P(B \mid A)"),
        ("", r"\mathbb{E}[X] = \mu + \sigma"),
        (r"Let $C$ be a set.", r"\sum_{n \in C} x_n = \sum_n x_n"),
        (r"Let $x_t \in \mathbb{R}$ and $s_t = s_{t-1} + x_t$.", r"s_T = \sum_{t=1}^T x_t"),
        (r"Let $a \in \mathcal{A}$.", r"a^2 = a"),
        (r"Let $x \in \mathbb{R}$ with $\mystery{x} = 1$.", r"x = 1 + x^2"),
        (r"Let $w \in \mathbb{R}$.", r"\frac{\partial L}{\partial w} = 1"),
        (r"Let $x \in \mathbb{R}$.", r"d\ell = \ell'(x) dx"),
        (r"Let $x, y \in \mathbb{R}$ and $f(x) = x^2$.", r"df = dy"),
        (r"Let $w, c \in \mathbb{R}$ and $L = c^2$.", r"\frac{\partial L}{\partial w} = 1"),
        (r"Let $x_n \in \mathbb{R}$. We assume that the data are centred.", r"\sum_{n=1}^N x_n = 0"),
        (r"Let $z \in \mathbb{R}^K$ and consider $K = 2$.", r"\sum_{k=1}^K z_k = z_1 + z_2"),
        (r"Let $a \in \mathbb{R}$.", r"a = a^2 \quad \text{if the moon is full}"),
        ("", r"a \le b"),
        ("", r"Q^\top Q = M"),
    ],
)
def test_what_is_not_known_refutes_nothing(said: str, claim: str) -> None:
    """A claim about names that the document does not explain, or under a condition that is not read, is not refuted."""
    assert "refuted" not in judged(f"{said} The following holds: $a + x = c$ and $f + g = h$.\n$$ {claim} $$")


def test_a_claim_is_not_its_own_proof() -> None:
    """What is claimed is taken for granted from there on, and never for itself, in whatever order it is read."""
    said = "Let $a, b \\in \\mathbb{R}$ and $J(a) = (a - b)^2$.\n$$ \\frac{dJ}{da} = 2(a - b) $$\n"
    text = said + "Setting this to zero gives $a = b + 1$."
    assert judged(text)[-1] in {"refuted", "undecided"}


def test_a_second_wrong_line_is_found_after_a_first() -> None:
    """A line is judged on its own step: a wrong line before it is no premise."""
    text = "Let $a \\in \\mathbb{R}$. Then\n\\begin{align} (a+1)^2 &= a^2 + 1 \\\\ &= 1 + a^2 \\\\ &= a^2 \\end{align}"
    assert judged(text) == ["refuted", "proved", "refuted"]


def test_a_capture_is_read_as_it_is_written() -> None:
    """A fixed index that a sum also binds is two indices: the sum is over all, and the other stays free."""
    said = r"Let $p, t \in \mathbb{R}^K$ and $x \in \mathbb{R}^D$. Then "
    text = said + r"$$ (p_j - t_j) x_d = \sum_{j=1}^K (p_j - t_j) x_d . $$"
    assert judged(text) == ["refuted"]


def test_a_definition_does_not_capture_an_index() -> None:
    """Where a definition with a sum over j is used at the index j, the two are apart."""
    text = (
        r"Let $z \in \mathbb{R}^K$ and $s_i = z_i \sum_{j=1}^K z_j$. Then $$ \sum_{j=1}^K s_j = \sum_{j=1}^K z_j^2 . $$"
    )
    assert judged(text) == ["refuted"]
    assert judged(text.replace(r"\sum_{j=1}^K z_j^2", r"\Big(\sum_{j=1}^K z_j\Big)^2")) == ["proved"]


def test_a_display_that_continues_nothing_is_not_understood() -> None:
    """A relation at the very beginning has no left side, and none is invented."""
    (step,) = steps(r"$$ = a + b $$")
    assert (status(step), step.holes[0].reason) == ("not understood", "what this continues is not evident")


def test_a_sum_reaches_over_what_uses_its_index_only() -> None:
    """A constant behind a sum is outside of it; a term with the index is inside."""
    said = r"Let $a_i, b_i \in \mathbb{R}$ for $i = 1, \dots, N$ and $c \in \mathbb{R}$."
    assert judged(rf"{said} $$ \sum_{{i=1}}^N a_i + c = \sum_{{i=1}}^N (a_i + c) $$") == ["refuted"]
    assert judged(rf"{said} $$ \sum_{{i=1}}^N a_i + b_i = \sum_{{i=1}}^N (a_i + b_i) $$") == ["proved"]


def test_text_is_never_evaluated() -> None:
    """Python in a formula is letters."""
    (statement,) = read_display(r"\text{__import__('os').system('false')} = 1")
    assert holes(statement.tree) == ()
    assert judged(r"$$ \mathrm{exit}(1) = \text{\_\_import\_\_('os')} $$") == ["not understood"]


def test_the_case_that_is_over_makes_nothing_true() -> None:
    """What is said of unit vectors, or of equal indices, is not used once another case begins."""
    said = r"Let $u \in \mathbb{R}^d$. For a unit vector $u$ we have"
    assert judged(f"{said}\n$$ u^\\top u = 1 $$\n\nIn general,\n$$ u^\\top u = 1 $$\n") == ["proved", "refuted"]
    text = r"""Let $z \in \mathbb{R}^K$. For $i = j$:
$$ \frac{\partial z_i}{\partial z_j} = 1 $$
and for $i \neq j$:
$$ \frac{\partial z_i}{\partial z_j} = 1, \qquad \frac{\partial z_i}{\partial z_j} = 0 $$
"""
    assert judged(text) == ["proved", "undecided", "proved"]


@pytest.mark.parametrize(
    ("said", "claim", "verdicts"),
    [
        ("be orthogonal", r"\lVert A x \rVert^2 = \lVert x \rVert^2", ["proved"]),
        ("be an orthogonal matrix", r"\lVert A x \rVert^2 = 2 \lVert x \rVert^2", ["refuted"]),
        ("have pairwise orthogonal columns", r"\lVert A x \rVert^2 = \lVert x \rVert^2", ["undecided"]),
        ("be skew-symmetric", r"x^\top A x = 0", ["undecided"]),
        ("be a projection matrix", r"A^2 = A", ["undecided"]),
        ("be a matrix whose rows sum to one", r"A \mathbf{1} = \mathbf{1}", ["undecided"]),
        ("be positive definite", r"x^\top A x \ge 0", ["undecided"]),
        ("be a positive semidefinite matrix", r"x^\top A x \ge 0", ["undecided"]),
        ("be positive definite", r"\nabla_x x^\top A x = A x", ["refuted"]),
        ("be symmetric", r"x^\top A x \ge 0", ["refuted"]),
    ],
)
def test_what_is_said_of_a_matrix_is_used_or_keeps_from_refuting(said: str, claim: str, verdicts: list[str]) -> None:
    """An author who says that a matrix is definite knows more than the engine, where it is about an inequality."""
    text = rf"Let $A \in \mathbb{{R}}^{{D \times D}}$ {said}. Let $x \in \mathbb{{R}}^D$.{chr(10)}$$ {claim} $$"
    assert judged(text) == verdicts


def test_what_holds_at_a_minimum_is_not_said_of_every_point() -> None:
    """Where the gradient is zero twice it is the gradient too: that hides no lost factor."""
    text = r"""Let $X \in \mathbb{R}^{N \times D}$, $y \in \mathbb{R}^N$, $w \in \mathbb{R}^D$ and
$L(w) = \|X w - y\|^2$. Then
$$ \nabla L(w) = 2 X^\top (X w - y) $$
so at the optimum
$$ X^\top X w = X^\top y . $$
In components,
$$ \frac{\partial L}{\partial w_j} = \sum_{n=1}^N X_{nj} (X w - y)_n $$
"""
    assert judged(text) == ["proved", "proved", "refuted"]


def test_a_distribution_that_is_not_used_refutes_nothing() -> None:
    """The fourth moment of a Gaussian is 3: no counterexample with another distribution counts."""
    text = r"Let $X \sim \mathcal{N}(0, 1)$. Then $$ \mathbb{E}[X^4] = 3, \qquad \mathbb{E}[X^2] = 1 $$"
    assert judged(text) == ["undecided", "proved"]


def test_what_two_sections_define_differently_is_not_guessed() -> None:
    """A third section that uses the name may mean either."""
    text = "## A\n\nLet $f(t) = t^2$.\n\n## B\n\nLet $f(t) = \\log t$.\n\n## C\n\nThen\n$$ f(2) = 5 $$\n"
    assert judged(text) == ["undecided"]


@pytest.mark.parametrize("claim", [r"\frac{dL(x)}{dx} = 2(x - 1)", r"L(3) = 4"])
def test_a_definition_with_an_argument_put_in_is_no_product_for_sure(claim: str) -> None:
    """`L = ...` and then `L(x)`: that may be L times x, and it may be L."""
    said = r"Let $x \in \mathbb{R}$ and $L = (x - 1)^2$. Then"
    assert judged(f"{said} $$ {claim} $$") == ["undecided"]
    assert judged(rf"{said} $$ L (x + 1) = (x + 1)^3 $$") == ["refuted"]


def test_no_line_is_proved_by_its_own_definition() -> None:
    """An estimate of which nothing else is said is defined by its line: that proves nothing of it, right or wrong."""
    said = r"""# Exercise 1
Let $x_1, \dots, x_n \in \mathbb{R}$ and
$$ \ell(\mu, \sigma^2) = -\frac{n}{2} \log(2\pi\sigma^2) - \frac{1}{2\sigma^2} \sum_{i=1}^n (x_i - \mu)^2 . $$
Setting the derivative to zero gives"""
    line = r"\hat\sigma^2 = \frac{1}{n - 1} \sum_{i=1}^n (x_i - \mu)^2"
    assert judged(f"{said}\n$$ {line} $$") == ["definition", "definition"]
    slope = r"\frac{\partial \ell}{\partial \sigma^2} = -\frac{n}{2\sigma^2} + \frac{1}{2\sigma^4} \sum_i (x_i - \mu)^2"
    written = said.replace("Setting", f"Then $$ {slope} $$ Setting")
    assert judged(f"{written}\n$$ {line} $$") == ["definition", "proved", "refuted"]


def test_a_number_of_an_unknown_function_is_not_compared_by_its_digits() -> None:
    """L(3) of a function that nobody defined is no number that could be rounded."""
    (step,) = steps(r"The loss there is $L(3) = 4.1$.")
    assert judge(step).verdict == "undecided"
