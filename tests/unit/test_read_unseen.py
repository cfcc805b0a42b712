"""What students write in their own ways, each with a line that then holds and one that does not."""

from __future__ import annotations

import pytest

from derive.documents.sections import headings
from derive.judge.step import decide
from tests.judged import judged, steps

SAMPLE = r"Let $x_1, \dots, x_n \in \mathbb{R}$. "
NORMAL = r"""
$$p(x \mid \mu, \sigma^2) = \frac{1}{\sqrt{2\pi\sigma^2}} \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right)$$
$$\ell(\mu, \sigma^2) = \sum_{i=1}^n \log p(x_i \mid \mu, \sigma^2)$$
"""
BOLD = r"Let $\mathbf{y} \in \mathbb{R}^n$, $\mathbf{x}, \mathbf{w} \in \mathbb{R}^d$. "
MACHINE = r"""
$$\mathcal{L} = \frac12\|w\|^2 - \sum_{i=1}^n \alpha_i\left[y_i(w^\top x_i + b) - 1\right]$$
"""

TRUE_AND_FALSE = [
    (
        r"Let $S = \frac1n \sum_{i=1}^n x_i x_i^\top$ be the covariance matrix, $x_i \in \mathbb{R}^d$.",
        r"u^\top S u = \frac1n \sum_{i=1}^n (u^\top x_i)^2",
        r"u^\top S u = \sum_{i=1}^n (u^\top x_i)^2",
    ),
    (
        SAMPLE + NORMAL,
        r"\frac{\partial\ell}{\partial\sigma^2} = -\frac{n}{2\sigma^2} + \frac{1}{2\sigma^4}\sum_{i=1}^n (x_i-\mu)^2",
        r"\frac{\partial\ell}{\partial\sigma^2} = -\frac{n}{\sigma} + \frac{1}{\sigma^3}\sum_{i=1}^n (x_i-\mu)^2",
    ),
    (
        SAMPLE + NORMAL,
        r"\ell(\mu, \sigma^2) = -\frac{n}{2}\log(2\pi\sigma^2) - \frac{1}{2\sigma^2}\sum_{i=1}^n (x_i - \mu)^2",
        r"\ell(\mu, \sigma^2) = -\frac{1}{2}\log(2\pi\sigma^2) - \frac{1}{2\sigma^2}\sum_{i=1}^n (x_i - \mu)^2",
    ),
    (
        SAMPLE + NORMAL + r"For $k_1, \dots, k_n$ the mass is $p(k \mid \lambda) = \lambda^k e^{-\lambda} / k!$.",
        r"\log p(k_1 \mid \lambda) = k_1 \log\lambda - \lambda - \log k_1!",
        r"\log p(k_1 \mid \lambda) = k_1 \log\lambda - \lambda",
    ),
    (
        SAMPLE + r"$$\log L(\theta) = n \log\theta - \theta \sum_{i=1}^n x_i$$",
        r"\frac{d}{d\theta} \log L(\theta) = \frac{n}{\theta} - \sum_{i=1}^n x_i",
        r"\frac{d}{d\theta} \log L(\theta) = n\theta - \sum_{i=1}^n x_i",
    ),
    (
        MACHINE,
        r"\nabla_w \mathcal{L} = w - \sum_{i=1}^n \alpha_i y_i x_i",
        r"\nabla_w \mathcal{L} = w + \sum_i \alpha_i y_i x_i",
    ),
    (
        MACHINE + r"For $x, z \in \mathbb{R}^2$ the kernel is $(x^\top z)^2$.",
        r"\frac{\partial\mathcal{L}}{\partial b} = -\sum_{i=1}^n \alpha_i y_i",
        r"\frac{\partial\mathcal{L}}{\partial b} = \sum_{i=1}^n \alpha_i y_i",
    ),
    (
        BOLD + r"The loss is $E(\mathbf{w}) = \frac12 (\mathbf{w}^\top \mathbf{x} - y)^2$.",
        r"\nabla E(\mathbf{w}) = (\mathbf{w}^\top \mathbf{x} - y) \mathbf{x}",
        r"\nabla E(\mathbf{w}) = (\mathbf{w}^\top \mathbf{x} + y) \mathbf{x}",
    ),
]


LAYERS = r"""
$$a_j = \sum_{i=1}^D w_{ji} x_i, \quad z_j = \tanh(a_j), \quad a_k = \sum_{j=1}^M v_{kj} z_j$$
$$E = \frac12 \sum_{k=1}^K (a_k - t_k)^2, \quad \delta_k = a_k - t_k$$
$$\delta_j = (1 - z_j^2) \sum_{k=1}^K v_{kj} \delta_k, \quad j = 1, \dots, M$$
"""
SCORES = r"""Let $x_n \in \mathbb{R}^D$ and $w \in \mathbb{R}^D$, $a_n = w^\top x_n$ and $y_n = \sigma(w^\top x_n)$,
$E(w) = \sum_{n=1}^N y_n$, $X$ is the $N \times D$ matrix with rows $x_n^\top$, and $R$ is diagonal with
$R_{nn} = y_n (1 - y_n)$. """

MORE_TRUE_AND_FALSE = [
    (LAYERS, r"\frac{\partial E}{\partial a_k} = \delta_k", r"\frac{\partial E}{\partial a_k} = -\delta_k"),
    (LAYERS, r"\frac{\partial E}{\partial a_j} = \delta_j", r"\frac{\partial E}{\partial a_j} = 2 \delta_j"),
    (
        LAYERS,
        r"\frac{\partial E}{\partial w_{ji}} = \delta_j x_i",
        r"\frac{\partial E}{\partial w_{ji}} = \delta_j x_i z_j",
    ),
    (
        SCORES,
        r"\frac{\partial y_n}{\partial a_n} = y_n (1 - y_n)",
        r"\frac{\partial y_n}{\partial a_n} = y_n (1 + y_n)",
    ),
    (SCORES, r"\nabla a_n = x_n", r"\nabla a_n = 2 x_n"),
    (
        SCORES,
        r"\sum_{n=1}^N y_n (1 - y_n) x_n x_n^\top = X^\top R X",
        r"\sum_{n=1}^N y_n x_n x_n^\top = X^\top R X",
    ),
    (
        r"$$RSS(w) = \sum_{i=1}^n (y_i - w^\top x_i)^2$$",
        r"\nabla RSS(w) = -2 \sum_{i=1}^n (y_i - w^\top x_i) x_i",
        r"\nabla RSS(w) = -\sum_{i=1}^n (y_i - w^\top x_i) x_i",
    ),
]


@pytest.mark.parametrize(("said", "true", "false"), TRUE_AND_FALSE + MORE_TRUE_AND_FALSE)
def test_what_is_said_is_used(said: str, true: str, false: str) -> None:
    """A true line is proved, and a false one refuted."""
    assert judged(f"{said}\n\n$$ {true} $$\n")[-1] == "proved"
    assert judged(f"{said}\n\n$$ {false} $$\n")[-1] == "refuted"


def test_a_name_with_a_mark_is_what_was_solved_for() -> None:
    """A hat, a star, or ML below it: where the derivative is zero; a wrong solution is refuted."""
    given = (
        SAMPLE + r"$$E = \sum_{i=1}^n (x_i - m)^2$$ $$\frac{dE}{dm} = -2 \sum_{i=1}^n (x_i - m)$$ Setting this to zero"
    )
    for marked in (r"\hat m", "m^*", r"m_{ML}", r"m_{\text{opt}}"):
        assert judged(rf"{given} $$ {marked} = \frac1n \sum_{{i=1}}^n x_i $$")[-1] == "proved"
        assert judged(rf"{given} $$ {marked} = \sum_{{i=1}}^n x_i $$")[-1] == "refuted"


def test_the_rows_of_a_matrix_may_be_told_behind_a_formula() -> None:
    """What is defined anywhere in a section holds in all of it."""
    said = r"Let $x_n \in \mathbb{R}^D$ for $n = 1, \dots, N$. $$ %s $$ for the matrix $X$ with rows $x_n^\top$."
    assert judged(said % r"\sum_{n=1}^N x_n x_n^\top = X^\top X") == ["proved"]
    assert judged(said % r"\sum_{n=1}^N x_n x_n^\top = 2 X^\top X") == ["refuted"]


def test_an_iterate_is_no_entry() -> None:
    """Each `w_t` is a column, where w is one."""
    said = r"Let $w, g \in \mathbb{R}^d$ and $\eta > 0$. "
    right = r"$$w_{t+1} = w_t - \eta (g + \lambda w_t) = (1 - \eta\lambda) w_t - \eta g$$"
    assert judged(said + right)[-1] == "proved"
    assert judged(said + right.replace("(1 -", "(1 +"))[-1] != "proved"


def test_what_a_problem_is_subject_to_is_no_claim() -> None:
    """Nor is a distribution that is given a name."""
    problem = r"$$\min_{w,b} \frac12 \|w\|^2 \quad \text{s.t.} \quad y_i(w^\top x_i + b) \ge 1, \; i=1,\dots,n$$"
    assert judged(problem) == []
    assert judged(r"Consider $p = \mathcal{N}(\mu_1, \sigma_1^2)$.") == []


def test_a_gradient_that_is_set_to_zero_need_not_be_written() -> None:
    """It is that of the function defined last; where there is none, nothing is refuted."""
    said = r"Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $c > 0$. "
    loss = said + r"$$J(w) = \frac12\|Xw - y\|^2 + \frac{c}{2}\|w\|^2$$ "
    setting = "Setting the gradient to zero gives "
    assert judged(loss + setting + r"$$w = -\frac1c X^\top (Xw - y)$$")[-1] == "proved"
    assert judged(loss + setting + r"$$w = \frac1c X^\top (Xw - y)$$")[-1] == "refuted"
    assert judged(loss.replace("J(w)", "J") + setting + r"$$w = \frac1c X^\top (Xw - y)$$")[-1] == "undecided"


def test_numbers_that_sum_to_one_beside_a_formula_are_a_condition() -> None:
    """But not where something defines them, or was said of them before."""
    assert judged(r"$$q = \sum_{k=1}^K \pi_k m_k, \qquad \sum_{k=1}^K \pi_k = 1$$ $$\sum_{k=1}^K 2 \pi_k = 2$$")[
        1:
    ] == [
        "assumption",
        "proved",
    ]
    said = r"Let $a_k \in \mathbb{R}$ and $s_k = e^{a_k} / \sum_{j=1}^K e^{a_j}$. "
    assert judged(said + r"$$\sum_{k=1}^K s_k = 2$$") == ["refuted"]


def test_a_square_may_be_what_is_defined() -> None:
    """A variance is given by its square."""
    said = SAMPLE + r"$$\bar x = \frac1n \sum_{i=1}^n x_i, \quad s^2 = \frac1n \sum_{i=1}^n (x_i - \bar x)^2$$ "
    assert judged(said + r"$$n s^2 = \sum_{i=1}^n x_i^2 - n \bar x^2$$")[-1] == "proved"
    assert judged(said + r"$$n s^2 = \sum_{i=1}^n x_i^2 + n \bar x^2$$")[-1] == "refuted"


def test_a_function_of_which_nothing_is_said_matters_only_where_it_stands() -> None:
    """A derivative that is not of it may be refuted."""
    said = r"Let $x_1, \dots, x_n > 0$. $$\ell(a, b) = n a \log b - n \log\Gamma(a) - b \sum_{i=1}^n x_i$$ "
    assert judged(said + r"$$\frac{\partial\ell}{\partial b} = \frac{na}{b} + \sum_{i=1}^n x_i$$")[-1] == "refuted"
    assert judged(r"$$\Gamma(a + 1) = 2 \Gamma(a)$$")[-1] != "refuted"


def test_a_name_like_a_size_is_no_size() -> None:
    """Nothing is said of `N_k`, though N is a size."""
    assert judged(r"Let $x_n \in \mathbb{R}$ for $n = 1, \dots, N$. $$\sum_{k=1}^K N_k = N$$") == ["undecided"]


def test_a_prime_may_transpose() -> None:
    """So it does where it can be nothing else; a name with a prime that is defined stays one."""
    said = r"Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$ and $w \in \mathbb{R}^d$. "
    assert judged(said + r"$$\sum_{i=1}^n (w'x_i)^2 = w' \sum_i x_i x_i' w$$") == ["proved"]
    assert judged(said + r"$$\sum_{i=1}^n (w'x_i)^2 = 2 w' \sum_i x_i x_i' w$$") == ["refuted"]
    assert judged(said + r"Let $w' = 2 w$. $$\|w'\|^2 = 4 \|w\|^2$$") == ["proved"]


def test_a_sum_without_an_index_has_the_only_one_there_is() -> None:
    """Where two are possible, it is not understood."""
    said = r"Let $x_i \in \mathbb{R}$ for $i = 1..n$ and $y_j \in \mathbb{R}$ for $j = 1, \dots, m$. "
    assert judged(said + r"$$\sum 2 x_i = 2 \sum_{i=1}^n x_i$$") == ["proved"]
    assert judged(said + r"$$\sum 2 x_i = \sum_{i=1}^n x_i$$") == ["refuted"]
    assert judged(said + r"$$\sum x_i y_j = 0$$") == ["not understood"]


@pytest.mark.parametrize(
    ("line", "way_out"),
    [
        (r"\sum x = 3", "Write the index below it"),
        (r"\nabla f = 2", "Write the variable below it"),
        (r"\frac{\partial g}{\partial z} = 2", "Say what it is"),
    ],
)
def test_a_reason_says_what_to_write(line: str, way_out: str) -> None:
    """What is not understood comes with the way out."""
    assert way_out in decide(steps(f"$$ {line} $$")[0]).reason


def test_items_know_what_earlier_ones_define() -> None:
    """A function that an item defines is not defined anew by what the next one claims of it."""
    first = (
        "Let $p_k > 0$ and $q_k > 0$.\n\n(a) The divergence is $$D(p, q) = \\sum_{k=1}^K p_k \\log (p_k / q_k)$$\n\n"
    )
    second = "(b) For $u_k = 1/K$ $$D(p, u) = \\sum_{k=1}^K p_k \\log p_k + \\log K \\sum_{k=1}^K p_k$$\n\n"
    assert judged(first + second) == ["definition", "proved"]
    assert judged(first + second.replace("+", "-")) == ["definition", "refuted"]


def test_items_of_a_list_are_sections() -> None:
    """A name that is declared anew in an item is another one there; other names go on."""
    first = "Let $c > 0$.\n\n1. For $p, q \\in \\mathbb{R}$\n$$(p + q)^2 = p^2 + 2 p q + q^2$$\n\n"
    second = "2. For $p \\in \\mathbb{R}^K$\n$$\\nabla_p \\, c \\|p\\|^2 = 2 c p$$\n"
    assert judged(first + second) == ["proved", "proved"]
    assert judged(first + second.replace("2 c p", "c p"))[-1] == "refuted"


@pytest.mark.parametrize(
    ("words", "levels"),
    [("\n1. For", [9]), ("\n**(a)** For", [10]), ("\n(ii) For", [10]), ("as in (a) above", []), ("\n2.5 is", [])],
)
def test_what_begins_an_item(words: str, levels: list[int]) -> None:
    """A number with a point, a letter in brackets, at the beginning of a line."""
    assert [heading.level for heading in headings(words)] == levels


def test_the_sign_of_a_number_whose_square_alone_occurs_does_not_matter() -> None:
    """But where the number itself occurs, it does."""
    assert judged(r"$$\log s^2 = 2 \log \sqrt{s^2}$$") == ["proved"]
    assert judged(r"Let $s \in \mathbb{R}$. $$\sqrt{s^2} = s$$") == ["refuted"]


@pytest.mark.parametrize(
    ("introduced", "true", "false"),
    [
        (
            "For a one-hot vector $y$,",
            r"\sum_k y_k (b_k - a) = \sum_k y_k b_k - a",
            r"\sum_k y_k (b_k - a) = \sum_k y_k b_k + a",
        ),
        ("For a scalar weight $y$,", r"\frac{d}{dy} \tanh(2 y) = 2 - 2 \tanh^2(2 y)", r"\frac{d}{dy} \tanh(2 y) = 2"),
        ("Let $y$ be a scalar.", r"(y + 1)^2 = y^2 + 2 y + 1", r"(y + 1)^2 = y^2 + 1"),
    ],
)
def test_a_name_that_is_brought_in_anew_is_another(introduced: str, true: str, false: str) -> None:
    """A later problem that says what its y is does not mean the vector of an earlier one."""
    first = r"Let $y \in \mathbb{R}^N$ and $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$. $$r = X w - y$$"
    second = rf"Let $b \in \mathbb{{R}}^K$ and $a \in \mathbb{{R}}$. {introduced} it holds that"
    text = f"# Problem 1\n{first}\n# Problem 2\n{second}\n$$ {true} $$\n$$ {false} $$"
    assert judged(text)[-2:] == ["proved", "refuted"]
