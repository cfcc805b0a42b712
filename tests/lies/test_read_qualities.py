"""Words about a name that are not understood: a line that may need them is not refuted, and any other one is."""

from __future__ import annotations

import pytest

from derive.documents.qualities import odd_before, odd_behind
from tests.judged import judged

SQUARE = r"\in \mathbb{R}^{D \times D}"
NEEDED = [
    (rf"Let $P {SQUARE}$ be the orthogonal projection onto the span of $a$.", "P P = P"),
    (rf"Let $R {SQUARE}$ be a Householder reflection.", r"R R = I"),
    (rf"Suppose that $A {SQUARE}$ is normal.", r"A A^\top = A^\top A"),
    (r"Let $S$ be a Toeplitz-like $D \times D$ matrix.", r"S S^\top = S^\top S"),
    (r"Let $S$ be a $D \times D$ matrix with commuting factors.", r"S S^\top = S^\top S"),
    (r"Let $y_n$ be binary labels.", "y_n^2 = y_n"),
    (r"Let $u, v \in \mathbb{R}^D$ be conjugate vectors.", r"u^\top v = 0"),
    (r"Let $a, b \in \mathbb{R}$ both be positive.", r"a b \ge 0"),
    (rf"Let $M {SQUARE}$, which satisfies the braid relation.", "M M = M"),
    (rf"For every unimodular matrix $U {SQUARE}$ we have", r"U^\top U = I"),
    (r"Let $m \in \mathbb{R}^D$ be the mean of the $x_n \in \mathbb{R}^D$.", r"\sum_{n=1}^N (x_n - m) = 0"),
]
HARMLESS = [
    (r"Let $w \in \mathbb{R}^D$ be the weight vector of the model.", r"w^\top w = 2 w^\top w"),
    (r"Let $x_n \in \mathbb{R}^D$ be the feature vectors of the training examples.", r"\sum_n x_n = 2 \sum_n x_n"),
    (r"Let $a, b \in \mathbb{R}$ be given real parameters.", "a b = a b + a"),
    (r"Let $\eta \in \mathbb{R}$ be the learning rate and $L$ the loss.", r"\eta^2 = \eta"),
    (r"Let $X$ be an $N \times D$ data matrix with rows $x_n^\top$.", r"X^\top X = 2 X^\top X"),
    (r"Let $a, b \in \mathbb{R}$ be positive.", "a b = a b + a"),
    (r"Let $z \in \mathbb{R}^K$ be the logits, and $y \in \mathbb{R}^K$ with entries $y_k$.", r"z^\top z = 2 z^\top z"),
    (r"Let $a \in \mathbb{R}$. Then $b = a^2$ is tremendous.", "b = a"),
]


@pytest.mark.parametrize(("said", "claim"), NEEDED)
def test_what_words_say_of_a_name_may_be_needed(said: str, claim: str) -> None:
    """A claim about a name is not refuted where more is said of it than is understood."""
    assert "refuted" not in judged(f"{said} It holds that\n$$ {claim} $$")


@pytest.mark.parametrize(("said", "claim"), HARMLESS)
def test_what_a_name_is_for_weakens_nothing(said: str, claim: str) -> None:
    """A wrong claim is refuted where words only say what a name stands for."""
    assert judged(f"{said} It holds that\n$$ {claim} $$")[-1] == "refuted"


def test_a_doubt_ends_where_the_name_is_declared_anew() -> None:
    """What one exercise says of a name says nothing of that name in another one."""
    first = rf"# Exercise 1{chr(10)}Let $P {SQUARE}$ be normal. It holds that{chr(10)}$$ P P = P $$"
    second = rf"# Exercise 2{chr(10)}Let $P {SQUARE}$. It holds that{chr(10)}$$ P P = P $$"
    assert judged(f"{first}\n{second}") == ["undecided", "refuted"]


@pytest.mark.parametrize("said", ["be centred, i.e.", "have zero mean, so that", "be centred with"])
def test_a_doubt_ends_where_a_formula_says_it(said: str) -> None:
    """Data that are centred have a sum that is zero: once this is written, nothing more is needed."""
    text = rf"Let $c, x_n \in \mathbb{{R}}^D$. Let $x_n$ {said} $\sum_{{n=1}}^N x_n = 0$. Then"
    found = judged(f"{text}\n$$ \\sum_{{n=1}}^N (x_n - c) = -N c $$ $$ \\sum_{{n=1}}^N (x_n - c) = N c $$")
    assert found == ["proved", "refuted"]


@pytest.mark.parametrize("said", [r"be unit-norm vectors", r"be unit vectors", r"be vectors of norm one"])
def test_a_norm_of_one_is_a_fact(said: str) -> None:
    """What follows from a norm of one is proved, and what does not is refuted."""
    text = rf"Let $u, v \in \mathbb{{R}}^D$ {said}. Then"
    line = r"\lVert u - v \rVert^2 = 2 -"
    assert judged(rf"{text} $$ {line} 2 u^\top v $$ $$ {line} u^\top v $$") == ["proved", "refuted"]


def test_what_is_odd_is_named() -> None:
    """The words that are not understood are given back, before a name and behind it."""
    assert odd_behind(" is normal and bistochastic.", claimed=False, shaped=False) == ("normal", "bistochastic")
    assert odd_behind(" is normal.", claimed=True, shaped=False) == ()
    assert odd_behind(" has prevalence ", claimed=False, shaped=False) == ()
    assert odd_behind(" matrix with commuting factors.", claimed=False, shaped=True) == ("commuting", "factors")
    assert odd_before("and for any bistochastic matrix ") == ("bistochastic",)
