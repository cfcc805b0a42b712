"""What a wrong line looks like: the slip that is named, by its label and in a sentence with the letters of the line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from derive.judge.line import Checked, Line
from tests.documents import opened, portions, steps, wrong

pytestmark = pytest.mark.slow  # looks for what explains a wrong line

TABLES = {
    "signs": r"""
Let $a, b, c \in \mathbb{R}$ and $0 < p < 1$. Then
- a - b = b - a  % sign
- (a - b)^2 = a^2 + 2ab + b^2  % sign
- (a - b)(a + b) = -a^2 - b^2  % sign
- \log \frac{1}{p} = \log p  % sign
- e^{-a} = \exp(a)
- \frac{d}{da} \cos a = \sin a  % sign
- -(a - b) = -a - b  % sign
""",
    "factors": r"""
Let $a, b \in \mathbb{R}$, $q > 0$, $w, x_i \in \mathbb{R}^D$ and $y_i \in \mathbb{R}$ for $i = 1, \dots, n$. Then
- \nabla_w (w^\top w) = w  % factor 2
- (a + b)^2 = a^2 + ab + b^2  % factor 2
- a(a + b) = a^2 + 2ab  % factor 2
- \frac{d}{da} \frac{a^2}{2} = 2 a  % factor 2
- \frac{1}{n} \sum_{i=1}^n 2 y_i = 2 \sum_{i=1}^n y_i  % lost 1/N
- \sum_{i=1}^n 2 y_i = \frac{2}{n} \sum_{i=1}^n y_i  % extra factor
- \frac{1}{n} \sum_{i=1}^n (y_i - a) = \sum_{i=1}^n y_i - a  % lost 1/N
- \frac{d}{da} \exp(ab) = \exp(ab)  % missing factor
- \frac{d}{da} \log(q a) = \frac{q}{a}  % missing factor
- (a + b)^2 = (a + b)^2 a  % missing factor
- a^2 + b^2 + 1 = \frac{a^2 + b^2 + 1}{b^2 + 2}
- (n - 1) \frac{1}{n - 1} \sum_{i=1}^n y_i = \frac{n}{n - 1} \sum_{i=1}^n y_i  % extra factor
?- \frac{1}{n} \sum_{i=1}^n y_i = \frac{1}{n - 1} \sum_{i=1}^n y_i  % n - 1 for n
- a \cdot a = a
?- \|w\|^4 = \|w\|^3
?- \|w\|^3 + 1 = \|w\|^4 + 1
- \sum_i y_i^2 = \sum_i y_i
?- a = a^2
?- \frac{1}{q^2} = q^2
- \frac{a}{b} = \frac{b}{a}
""",
    "terms": r"""
Let $a, b, c, p \in \mathbb{R}$ and $x, z \in \mathbb{R}^D$.
- (a + b)^2 = a^2 + b^2  % missing term
- (a - b)(a + b) = a^2 - b^2 + ab  % extra term
- \|x - z\|^2 = \|x\|^2 + \|z\|^2  % missing term
- a (b + c) + p = ab + ac  % missing term
?- a (1 - p) = a p
- a p = a (1 - p)  % 1 - p for p
Let $a, b \in \mathbb{R}$ with $a > 1$.
?- a > a + b^2
?- a^2 + b^2 > 2ab
?- 2ab < a^2 + b^2
- b^2 < -1  % wrong relation
- b^2 + a \le 1  % wrong relation
- -b^2 \ge a  % wrong relation
""",
    "sums": r"""
Let $a_i > 0$ and $b_i > 0$ for $i = 1, \dots, n$, $c \in \mathbb{R}$ and $A \in \mathbb{R}^{n \times n}$. Then
- \sum_{i=1}^n (a_i + 1) = \sum_{i=1}^n a_i + 1  % lost sum
?- \sum_{i=1}^n (a_i + b_i c) = a_i + b_i c
?- \sum_{i=1}^n (a_i - c - 1) = \sum_{i=1}^n a_i - c - 1
?- a_i c = \sum_{i=1}^n a_i c
?- \sum_{i=1}^n a_i = \sum_{i=1}^{n-1} a_i
- \sum_{i=1}^n a_i \sum_{j=1}^n b_j = \sum_{i=1}^n \sum_{j=1}^n a_i b_i  % wrong index
- \sum_{i=1}^n (a_i - b_i)^2 = \sum_{i=1}^n (a_i^2 + b_i^2)  % missing term
?- \sum_{j=1}^n A_{ij} a_j = \sum_{j=1}^n A_{ji} a_j
Let $x_i \in \mathbb{R}$ for $i = 1, \dots, N$.
?- \sum_{i=1}^{N-1} x_i = \sum_{i=1}^N x_i
""",
    "logarithms": r"""
Let $a_i > 0$ and $b_i > 0$ for $i = 1, \dots, n$, and $p, q > 0$. Then
?- \log(p + q) = \log p + \log q
?- \ln(p + q) - p = -p + \ln p + \ln q
?- \sum_i a_i \ln(a_i + b_i) = \sum_i a_i \ln a_i + \sum_i a_i \ln b_i
- \log \sum_{i=1}^n a_i = \sum_{i=1}^n \log a_i  % log of a sum split
?- \sum_{i=1}^n \log a_i = \log \sum_{i=1}^n a_i
?- \log \sum_{i=1}^n e^{p a_i} = \sum_{i=1}^n p a_i
?- \exp(p + q) = \exp(p) + \exp(q)
""",
    "matrices": r"""
Let $A, B \in \mathbb{R}^{D \times D}$, $x, z \in \mathbb{R}^D$. Then
?- \nabla_x (x^\top A x) = 2 A x
?- (A B)^\top = A^\top B^\top
?- \operatorname{tr}(A^\top B) = \operatorname{tr}(A B)
?- x^\top A z = x^\top A^\top z
?- \|A\|_F^2 = \operatorname{tr}(A^2)
- (A + B)^\top = A + B
""",
}


CLAIMS = portions(TABLES, 2)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_slip_is_named(name: str) -> None:
    """The altered line is proved, so what it is called is no guess; numbers show that it is wrong as it stands."""
    assert wrong(CLAIMS[name]) == {}


FOLDER = Path(__file__).parents[1] / "wrong_lines"
EXPECTED: dict[str, dict[str, str]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


def _shown(step: Line) -> str:
    """Return what is wrong with the numbers of a line: a name of the engine in them, or a size that is not told."""
    found: Any = step.counterexample
    told = step.witness
    if found is None or found["lhs"] == found["rhs"] or re.search(r"\w[\[_]", told.text):
        return f"{step.line}: {told.text}"
    sizes = found["sizes"].values()
    lost = [size for size in sizes if f"${size}$" not in told.latex and f"= {size}$" not in told.latex]
    return f"{step.line}: {lost} are not told" if lost or "<math" not in told.html else ""


@pytest.mark.parametrize("name", EXPECTED)
def test_exactly_the_wrong_lines_fall(name: str) -> None:
    """Each is named by its label, if a simple slip explains it, and shown by numbers; the others are open."""
    document: Checked = opened(FOLDER / name)
    fallen = [step for step in document.lines if step.word.wrong]
    known = {line: label for line, label in EXPECTED[name].items() if label != "open"}
    assert {str(step.line): step.diagnosis for step in fallen} == known
    lost = {line for line, label in EXPECTED[name].items() if label == "open"}
    assert lost <= {str(step.line) for step in document.lines if step.is_open}
    assert [said for step in fallen if step.verdict == "refuted" and (said := _shown(step))] == []


TOLD = {
    ("least_squares.md", 16): (
        "the factor 1/n is missing",
        "at d = 1, n = 2, X = (1, 2), θ₁ = 2, y = (-2, 2): entry 1: left side 4, right side 8",
    ),
}


def test_what_is_said_has_the_letters_of_the_document() -> None:
    """Both the slip and the numbers."""
    documents = {name: opened(FOLDER / name) for name, _ in TOLD}
    found = {(name, step.line): step for name, document in documents.items() for step in document.lines}
    told = {place: (found[place].looks_like.text, found[place].witness.text) for place in TOLD}
    assert {place: tuple(text.replace("\u2212", "-") for text in said) for place, said in told.items()} == TOLD


NUMBERS = {
    r"Let $a, b \in \mathbb{R}$. Then $$ a + b = a $$": "at a = #, b = #: left side #, right side #",
    r"Let $x, y \in \mathbb{R}^n$. Then $$ x_i y_j = x_j y_i $$": (
        "at n = #, i = #, j = #, x = (#, #), y = (#, #): left side #, right side #"
    ),
    r"Let $W_1, W_2 \in \mathbb{R}^{2 \times 2}$. Then $$ W_1 W_2 = W_2 W_1 $$": (
        "at (W₁)₁₁ = #, (W₁)₁₂ = #, (W₁)₂₁ = #, "
        "(W₂)₁₁ = #, (W₂)₁₂ = #, (W₂)₂₁ = #: row #, column #: left side #, right side #"
    ),
    r"Let $x_i \in \mathbb{R}^D$ for $i = 1, \dots, N$ and $t \in \mathbb{R}$. Then $$ t \sum_i x_i = x_j $$": (
        "at D = #, N = #, j = #, t = #, (x₁)₁ = #: entry #: left side #, right side #"
    ),
    r"Let $w_{\text{new}}, w' \in \mathbb{R}$. Then $$ 2 w_{\text{new}} = 3 w_{\text{new}} - w' $$": (
        "at w\u2032 = #, w_(new) = #: left side #, right side #"
    ),
    r"Let $w^{\text{new}}, w^* \in \mathbb{R}$. Then $$ w^{\text{new}} + w^* = 2 w^{\text{new}} $$": (
        "at w^(new) = #, w* = #: left side #, right side #"
    ),
    r"Let $\hat{y}_i \in \mathbb{R}$ for $i = 1, \dots, N$. Then $$ \sum_i \hat{y}_i = \hat{y}_1 $$": (
        "at N = #, y\u0302₁ = #, y\u0302₂ = #: left side #, right side #"
    ),
}


def test_numbers_are_told_in_the_notation_of_the_document() -> None:
    """Every size, index and entry that both sides need, and which entry is compared; whatever the numbers are."""
    found = {text: steps(text)[-1].witness.text for text in NUMBERS}
    assert {text: re.sub("\u2212?\\d+(?:[/.]\\d+)?", "#", told) for text, told in found.items()} == NUMBERS
