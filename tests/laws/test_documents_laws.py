"""True documents stay true when they are written otherwise; with one line altered, this line falls and no other."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.counting import calls_of
from tests.documents import marks, sides, steps
from tests.homework import NAMES, document, offending

pytestmark = pytest.mark.slow  # judges 90 documents

Terms = tuple[str, ...]
"""Each begins with its sign."""


@dataclass(frozen=True)
class Written:
    """A document: what is said, and claims, each with the terms of its right side. `<i>` is a bound letter."""

    said: str
    claims: tuple[tuple[str, Terms], ...]


TRUE = {
    "least squares": Written(
        r"""Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$ and $\theta \in \mathbb{R}^d$, and
        $$ J(\theta) = \frac{1}{2n} \left\|X\theta - y\right\|^2 . $$""",
        (
            (
                r"2 n J(\theta)",
                (r"+ \theta^\top X^\top X \theta", r"- 2 y^\top X \theta", r"+ \sum_{<i>=1}^n y_<i>^2"),
            ),
            (r"\nabla_\theta J(\theta)", (r"+ \frac{1}{n} X^\top X \theta", r"- \frac{1}{n} X^\top y")),
        ),
    ),
    "logistic": Written(
        r"""Let $x_<i> \in \mathbb{R}^D$ and $y_<i> \in \mathbb{R}$ for $<i> = 1, \dots, N$, $w \in \mathbb{R}^D$ and
        $p_<i> = \sigma(w^\top x_<i>)$ with the sigmoid $\sigma$. Let
        $E(w) = -\sum_{<i>=1}^N \left( y_<i> \log p_<i> + (1 - y_<i>) \log (1 - p_<i>) \right)$.""",
        (
            (r"\nabla_w E", (r"+ \sum_{<i>=1}^N p_<i> x_<i>", r"- \sum_{<j>=1}^N y_<j> x_<j>")),
            (
                r"\frac{\partial^2 E}{\partial w_a \partial w_b}",
                (r"+ \sum_{<i>=1}^N p_<i> x_{<i>a} x_{<i>b}", r"- \sum_{<i>=1}^N p_<i>^2 x_{<i>a} x_{<i>b}"),
            ),
        ),
    ),
    "softmax": Written(
        r"For $z \in \mathbb{R}^K$ let $p_c = \frac{e^{z_c}}{\sum_{<j>=1}^K e^{z_<j>}}$ for $c = 1, \dots, K$.",
        (
            (r"\frac{\partial p_c}{\partial z_b}", (r"+ p_c \delta_{cb}", r"- p_c p_b")),
            (r"\log p_c", (r"+ z_c", r"- \log \sum_{<i>=1}^K e^{z_<i>}")),
        ),
    ),
    "variance": Written(
        r"Let $x_<i> \in \mathbb{R}$ for $<i> = 1, \dots, n$ and $\bar{x} = \frac{1}{n} \sum_{<i>=1}^n x_<i>$.",
        (
            (r"\sum_{<j>=1}^n (x_<j> - \bar{x})^2", (r"+ \sum_{<i>=1}^n x_<i>^2", r"- n \bar{x}^2")),
            (
                r"\sum_{<i>=1}^n \sum_{<j>=1}^n (x_<i> - x_<j>)^2",
                (r"+ 2 n \sum_{<i>=1}^n x_<i>^2", r"- 2 n^2 \bar{x}^2"),
            ),
        ),
    ),
    "matrices": Written(
        r"Let $x, a, b \in \mathbb{R}^n$ and $A, B \in \mathbb{R}^{n \times n}$.",
        (
            (r"\nabla_x \left(x^\top A x\right)", (r"+ A x", r"+ A^\top x")),
            (
                r"\operatorname{tr}(A B + A)",
                (r"+ \sum_{<i>=1}^n \sum_{<j>=1}^n A_{<i><j>} B_{<j><i>}", r"+ \sum_{<i>} A_{<i><i>}"),
            ),
            (r"\|a - b\|^2", (r"+ \|a\|^2", r"- 2 a^\top b", r"+ \|b\|^2")),
        ),
    ),
}
LETTERS = "ijklst"
WAYS = (
    (),
    ((r"\top", "T"),),
    ((r"\left(", r"\bigl("), (r"\right)", r"\bigr)")),
    ((r"\log", r"\ln"), (r"\sum", r"\sum\limits")),
    ((r"\mid", "|"), (r"\le", r"\leq"), (r"\|", r"\Vert ")),
)
ALTERED = ("drop", "flip", "double")


def in_another_way(text: str, way: tuple[tuple[str, str], ...]) -> str:
    """Return a text with other commands in place of some; no letter before or behind becomes part of a command."""
    for old, new in way:
        ends = r"(?![a-zA-Z])" if old[-1].isalpha() else ""
        apart = re.sub(rf"(?<=[a-zA-Z]){re.escape(old)}{ends}", lambda _, old=old: f" {old}", text)
        text = re.sub(re.escape(old) + ends, lambda _, new=new: new, apart)
    return text


@st.composite
def texts(draw: st.DrawFn, name: str, altered: tuple[int, str] | None = None) -> str:
    """Return a document in other letters, another order and another notation; perhaps with one line altered."""
    written: list[str] = []
    for number, (left, terms) in enumerate(TRUE[name].claims):
        mixed = list(draw(st.permutations(terms)))
        if altered is not None and altered[0] == number:
            mixed[0] = _altered(mixed[0], altered[1])
        right = " ".join(f"{term[0]} ({term[1:].strip()})" for term in mixed if term)
        written.append(f"Then $$ {left} = {right} $$")  # without a word it may be an equation to be solved
    text = "\n".join([TRUE[name].said, *written])
    letters = draw(st.permutations(LETTERS))
    for slot, letter in zip(("<i>", "<j>"), letters, strict=False):
        text = text.replace(slot, letter)
    return in_another_way(text, draw(st.sampled_from(WAYS)))


def _altered(term: str, how: str) -> str:
    if how == "drop":
        return ""
    return {"+": "-", "-": "+"}[term[0]] + term[1:] if how == "flip" else f"{term[0]} 2 \\cdot {term[1:]}"


def claimed(text: str) -> str:
    """Return the marks of the claims of a document."""
    return marks(text).replace(":", "").replace(".", "")


@settings(max_examples=40)
@given(st.data(), st.sampled_from(sorted(TRUE)))
def test_a_true_document_stays_true(data: st.DataObject, name: str) -> None:
    """A bound letter is a name and no more, a sum is the same in any order, and signs are written in several ways."""
    text = data.draw(texts(name))
    assert claimed(text) == "+" * len(TRUE[name].claims), text


@settings(max_examples=30)
@given(st.data(), st.sampled_from(sorted(TRUE)), st.sampled_from(ALTERED))
def test_an_altered_line_falls_and_no_other(data: st.DataObject, name: str, how: str) -> None:
    """A term that is doubled, or has another sign, makes its line wrong, and is no premise of others.

    Without a term it is wrong too, or a question: what is left may be right for another meaning of a letter in it.
    """
    whole = len(TRUE[name].claims)
    number = data.draw(st.integers(0, whole - 1))
    text = data.draw(texts(name, (number, how)))
    found = claimed(text)
    assert found[number] in ("-" if how == "double" else "-?"), text
    assert found[:number] + found[number + 1 :] == "+" * (whole - 1), text


@settings(max_examples=8)
@given(st.sampled_from(NAMES), st.sampled_from(WAYS[1:]))
def test_another_notation_keeps_every_verdict(name: str, way: tuple[tuple[str, str], ...]) -> None:
    """Of each line of a homework: it is that of its label, however the signs are written."""
    path = document(name)
    text = path.read_text(encoding="utf-8")
    other = in_another_way(text, way)
    _ = assume(way[0][1] != "T" or re.search(r"(?<![a-zA-Z\\])T(?![a-zA-Z])", text) is None)
    _ = assume(other != text)
    _ = steps(text, path.suffix[1:])  # what is judged first in a process pays for its tables, out of a line's time
    assert offending(steps(other, path.suffix[1:]), name) == []


EXERCISE = r"""
## {heading}

Let $x_i \in \mathbb{{R}}^D$ for $i = 1, \dots, N$ and $w \in \mathbb{{R}}^D$.
We assume $\lambda > 0$ and $a^2 + b^2 = 1$. Let $L(w) = \sum_{{i=1}}^N (w^\top x_i)^2$. Then

$$ \nabla L(w) = 2 \sum_{{i=1}}^N (w^\top x_i) x_i, \qquad (a + b)^2 = 1 + 2ab $$
"""


def calls_to_read(sections: int, heading: str) -> int:
    """Return how many functions are called while a document with so many sections is read."""
    text = "".join(EXERCISE.format(heading=f"{heading} {number}") for number in range(sections))
    read: list[tuple[str, str, str]] = []
    calls = calls_of(lambda: read.extend(sides(text)))
    assert len(read) == 7 * sections
    return calls


@pytest.mark.parametrize("heading", ["Exercise", "Part", "Notes"])
def test_reading_takes_calls_in_proportion_to_the_document(heading: str) -> None:
    """Four times as many sections, taken apart or together, need not much more than four times as many calls."""
    _ = calls_to_read(2, heading)
    assert calls_to_read(24, heading) < 5.2 * calls_to_read(6, heading)
