"""What documents say of their names in words and signs, each with a claim that then holds and one that does not."""

from __future__ import annotations

import pytest

from tests.judged import judged, steps

VECTORS = r"Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$ and $w \in \mathbb{R}^d$. "
CHANCES = r"Let $X$ and $Y$ be random variables, and let $a, b$ be constants. "
SQUARE = r"Let $A, B \in \mathbb{R}^{n \times n}$ be invertible and $c > 0$. "

TRUE_AND_FALSE = [
    (
        VECTORS + r"Let $X \in \mathbb{R}^{n \times d}$ have rows $x_i^\top$.",
        r"X^\top X = \sum_i x_i x_i^\top",
        r"X^\top X = 2 \sum_i x_i x_i^\top",
    ),
    (
        VECTORS + r"Stack the $x_i$ as columns of $Z \in \mathbb{R}^{d \times n}$.",
        r"Z Z^\top = \sum_i x_i x_i^\top",
        r"Z Z^\top = 0",
    ),
    (
        VECTORS + r"Let $s_i \in \mathbb{R}$ and $S = \operatorname{diag}(s_1, \dots, s_n)$. Let $u \in \mathbb{R}^n$.",
        r"u^\top S u = \sum_{i=1}^n s_i u_i^2",
        r"u^\top S u = \sum_{i=1}^n s_i^2 u_i^2",
    ),
    (
        r"Let $s_k = e^{a_k} / \sum_{j=1}^K e^{a_j}$.",
        r"\frac{e^{a_k + c}}{\sum_j e^{a_j + c}} = s_k",
        r"\frac{e^{2 a_k}}{\sum_j e^{2 a_j}} = s_k",
    ),
    (
        r"Let $w \in \mathbb{R}^d$ and $$E(w) = \lambda w^\top w, \quad \lambda > 0.$$",
        r"E(w) \ge 0",
        r"E(w) \le 0",
    ),
    (r"Let $A \in \mathbb{R}^{n \times m}$.", r"I_n A = A I_m", r"I_n A = 2 A"),
    (r"Let $t \in \mathbb{R}$.", r"\frac{e^{t}}{1 + e^{t}} = \frac{1}{1 + e^{-t}}", "e^t = e^{-t}"),
    (r"Let $0 < p < 1$.", r"\log \frac{p}{1-p} = \log p - \log(1-p)", r"\log \frac{p}{1-p} = \log p + \log(1-p)"),
    (
        r"Let $n_k > 0$ and $n = \sum_{k=1}^K n_k$.",
        r"\sum_{k=1}^K \frac{n_k}{n} = 1",
        r"\sum_{k=1}^K \frac{n_k}{n} = n",
    ),
    (CHANCES, r"\mathbb{E}[a X + b] = a \mathbb{E}[X] + b", r"\mathbb{E}[a X + b] = a \mathbb{E}[X]"),
    (
        CHANCES,
        r"\operatorname{Var}(a X) = a^2 \operatorname{Var}(X)",
        r"\operatorname{Var}(a X) = a \operatorname{Var}(X)",
    ),
    (
        CHANCES,
        r"\operatorname{Cov}(X, Y) = \mathbb{E}[X Y] - \mathbb{E}[X] \mathbb{E}[Y]",
        r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]",
    ),
    (
        r"Let $X$ be a random variable with mean $\mu$ and variance $v$.",
        r"\mathbb{E}[X^2] = v + \mu^2",
        r"\mathbb{E}[X^2] = v - \mu^2",
    ),
    (
        r"Let $q(z) > 0$ be a distribution over $z \in \{1, \dots, K\}$, so $\sum_{z=1}^K q(z) = 1$.",
        r"\sum_{z=1}^K q(z) \log(c q(z)) = \log c + \sum_{z=1}^K q(z) \log q(z)",
        r"\sum_{z=1}^K q(z) (1 + q(z)) = 1",
    ),
    ("Let $P(A) = 0.2$ and $P(B \\mid A) = 0.5$.", r"P(B \mid A) P(A) = 0.1", r"P(\neg A) = 0.7"),
    (SQUARE, r"\det(AB) = \det(A) \det(B)", r"\det(AB) = \det(A) + \det(B)"),
    (SQUARE, r"\log\det(A^{-1}) = -\log\det A", r"\log\det(A^{-1}) = \log\det A"),
    (SQUARE, r"\nabla_A \log\det A = (A^{-1})^\top", r"\operatorname{tr}(A^\top) = 0"),
]


@pytest.mark.parametrize(("said", "true", "false"), TRUE_AND_FALSE)
def test_what_is_said_is_used(said: str, true: str, false: str) -> None:
    """The same words, one claim that holds by them and one that does not."""
    assert judged(f"{said} Let $c > 0$. Then\n$$ {true} $$\n")[-1] in {"proved", "sampled"}
    assert judged(f"{said} Let $c > 0$. Then\n$$ {false} $$\n")[-1] == "refuted"


def test_a_condition_beside_a_formula_holds_for_it_only() -> None:
    """`for x > 0` makes one line true, and not the next."""
    assert judged(r"Let $x \in \mathbb{R}$. $$|x| = x \quad\text{for } x > 0$$ and always $$|x| = x$$") == [
        "proved",
        "refuted",
    ]


def test_a_derivative_that_is_set_to_zero_is_a_condition() -> None:
    """It is not judged; what follows from it is."""
    text = r"""Let $L(a) = (a - b)^2$. The gradient is
$$ \frac{\partial L}{\partial a} = 2(a - b) = 0 \implies a = b $$
"""
    assert judged(text) == ["proved", "condition", "proved"]


def test_what_a_section_defines_is_replaced_by_the_next() -> None:
    """A is the one of its section; an earlier one is used where there is no other, and that is said."""
    text = r"""
## Bernoulli

Let $A(t) = \log(1 + e^t)$.

## Poisson

Let $A(t) = e^t$. Then
$$ A'(t) = e^t $$
"""
    assert judged(text) == ["proved"]
    later = steps("## One\n\nLet $f(t) = t^2$.\n\n## Two\n\nThen\n$$ f(2) = 4 $$\n")[-1]
    assert any("an earlier section" in a.text for a in later.readings[0].assumptions)


def test_an_exercise_takes_its_assumptions_with_it() -> None:
    """What one assumes makes nothing true in the next."""
    first = "## Exercise 1\n\nAssume that $a^2 + b^2 = 1$.\n\n$$ (a + b)^2 = 1 + 2ab $$\n"
    second = "## Exercise 2\n\nLet $a, b \\in \\mathbb{R}$.\n\n$$ (a + b)^2 = 1 + 2ab $$\n"
    assert judged(first + second) == ["proved", "refuted"]
    assert judged(first.replace("Exercise 1", "Setup") + second) == ["proved", "proved"]


def test_names_that_are_held_fixed_are_constants() -> None:
    """The responsibilities of EM depend on the means, and are not differentiated."""
    said = r"Let $r = e^{m}$ and $Q = r m$. "
    claim = r"$$ \frac{\partial Q}{\partial m} = r $$"
    assert judged(f"{said} Fix $r$.\n\n{claim}\n")[-1] == "proved"
    assert judged(f"{said}\n\n{claim}\n")[-1] == "refuted"


def test_a_recurrence_is_taken_as_it_is_written() -> None:
    """The first equation for the next value says how it goes on; later ones are claims."""
    text = r"""Let $w_t, x_t \in \mathbb{R}^d$ and $y_t \in \{-1, 1\}$. We update
$$ w_{t+1} = w_t + y_t x_t $$
so that
$$ \|w_{t+1}\|^2 = \|w_t\|^2 + 2 y_t w_t^\top x_t + \|x_t\|^2 $$
"""
    assert judged(text) == ["assumption", "proved"]
