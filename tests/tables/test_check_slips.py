"""What a wrong line looks like: the slip that is named, by its label and in a sentence with the letters of the line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from derive.judge.result import Checked, Step
from tests.documents import opened, portions, steps, wrong

pytestmark = pytest.mark.slow  # looks for what explains a wrong line

TABLES = {
    "signs": r"""
Let $a, b, c \in \mathbb{R}$ and $0 < p < 1$. Then
- a - b = b - a  % sign; the sign of the whole side
- (a - b)^2 = a^2 + 2ab + b^2  % sign; the sign of 2ab
- (a - b)(a + b) = -a^2 - b^2  % sign; the sign of a²
- \log \frac{1}{p} = \log p  % sign
- e^{-a} = \exp(a)  % sign; the sign in exp (a)
- \frac{d}{da} \cos a = \sin a  % sign
- -(a - b) = -a - b  % sign; the sign of b
""",
    "factors": r"""
Let $a, b \in \mathbb{R}$, $q > 0$, $w, x_i \in \mathbb{R}^D$ and $y_i \in \mathbb{R}$ for $i = 1, \dots, n$. Then
- \nabla_w (w^\top w) = w  % factor 2; a factor of 2 is missing
- (a + b)^2 = a^2 + ab + b^2  % factor 2; a factor of 2 at ab is missing
- a(a + b) = a^2 + 2ab  % factor 2; a factor of 2 at 2ab is too many
- \frac{d}{da} \frac{a^2}{2} = 2 a  % factor 2; there is a factor of 2 too many
- \frac{1}{n} \sum_{i=1}^n 2 y_i = 2 \sum_{i=1}^n y_i  % lost 1/N; the factor 1/n is missing
- \sum_{i=1}^n 2 y_i = \frac{2}{n} \sum_{i=1}^n y_i  % lost 1/N; there is a factor 1/n too many, or a factor n
- \frac{1}{n} \sum_{i=1}^n (y_i - a) = \sum_{i=1}^n y_i - a  % lost 1/N; the factor 1/n is missing at ∑ᵢ₌₁ⁿ yᵢ
- \frac{d}{da} \exp(ab) = \exp(ab)  % missing factor; the factor b is missing at exp (ab)
- \frac{d}{da} \log(q a) = \frac{q}{a}  % missing factor; the factor 1/q is missing at
- (a + b)^2 = (a + b)^2 a  % extra factor; the factor a is too many
- a^2 + b^2 + 1 = \frac{a^2 + b^2 + 1}{b^2 + 2}  % extra factor; the division by b² + 2 is too many
- (n - 1) \frac{1}{n - 1} \sum_{i=1}^n y_i = \frac{n}{n - 1} \sum_{i=1}^n y_i  % n - 1 for n
- \frac{1}{n} \sum_{i=1}^n y_i = \frac{1}{n - 1} \sum_{i=1}^n y_i  % n - 1 for n
- a \cdot a = a  % wrong power; a square is missing
- \|w\|^4 = \|w\|^3  % wrong power; the power of ‖w‖ is one too low
- \|w\|^3 + 1 = \|w\|^4 + 1  % wrong power; the power of ‖w‖ is one too high
- \sum_i y_i^2 = \sum_i y_i  % missing factor; the factor yᵢ is missing at yᵢ
# to turn: wrong power; a number is not transposed
- a = a^2  % transposed; the whole is transposed
- \frac{1}{q^2} = q^2  % wrong power; q² stands on the wrong side of the fraction
- \frac{a}{b} = \frac{b}{a}  % wrong power; b/a is upside down
""",
    "terms": r"""
Let $a, b, c, p \in \mathbb{R}$ and $x, z \in \mathbb{R}^D$.
- (a + b)^2 = a^2 + b^2  % missing term; the term 2ab is missing
- (a - b)(a + b) = a^2 - b^2 + ab  % extra term; the term ab is too many
- \|x - z\|^2 = \|x\|^2 + \|z\|^2  % missing term
- a (b + c) + p = ab + ac  % missing term; the term p is missing
- a (1 - p) = a p  % 1 - p for p; p stands for 1 - p
- a p = a (1 - p)  % 1 - p for p; stands for 1 - (
Let $a, b \in \mathbb{R}$ with $a > 1$.
- a > a + b^2  % direction; the inequality holds the other way round
- a^2 + b^2 > 2ab  % strict; both sides may be equal: the inequality is not strict
- 2ab < a^2 + b^2  % strict
- b^2 < -1  % direction
- b^2 + a \le 1  % direction
- -b^2 \ge a  % direction
""",
    "sums": r"""
Let $a_i > 0$ and $b_i > 0$ for $i = 1, \dots, n$, $c \in \mathbb{R}$ and $A \in \mathbb{R}^{n \times n}$. Then
- \sum_{i=1}^n (a_i + 1) = \sum_{i=1}^n a_i + 1  % lost sum; 1 is counted once, and not n times
- \sum_{i=1}^n (a_i + b_i c) = a_i + b_i c  % lost sum; the sum over i is missing
- \sum_{i=1}^n (a_i - c - 1) = \sum_{i=1}^n a_i - c - 1  % lost sum; the terms without a sum are counted once
- a_i c = \sum_{i=1}^n a_i c  % extra sum
- \sum_{i=1}^n a_i = \sum_{i=1}^{n-1} a_i  % wrong range; the sum ends one too early
- \sum_{i=1}^n a_i \sum_{j=1}^n b_j = \sum_{i=1}^n \sum_{j=1}^n a_i b_i  % wrong index; aᵢ has the index i for j
- \sum_{i=1}^n (a_i - b_i)^2 = \sum_{i=1}^n (a_i^2 + b_i^2)  % missing term
- \sum_{j=1}^n A_{ij} a_j = \sum_{j=1}^n A_{ji} a_j  % transposed; the indices of Aⱼᵢ are in the wrong order
Let $x_i \in \mathbb{R}$ for $i = 1, \dots, N$.
- \sum_{i=1}^{N-1} x_i = \sum_{i=1}^N x_i  % wrong range; the sum ends one too late
""",
    "logarithms": r"""
Let $a_i > 0$ and $b_i > 0$ for $i = 1, \dots, n$, and $p, q > 0$. Then
- \log(p + q) = \log p + \log q  % log of a sum split; the log of a sum is not the sum of the values of log
- \ln(p + q) - p = -p + \ln p + \ln q  % log of a sum split
- \sum_i a_i \ln(a_i + b_i) = \sum_i a_i \ln a_i + \sum_i a_i \ln b_i  % log of a sum split
- \log \sum_{i=1}^n a_i = \sum_{i=1}^n \log a_i  % log of a sum split; the log of a sum is not the sum of the logs
- \sum_{i=1}^n \log a_i = \log \sum_{i=1}^n a_i  % log of a sum split; the sum of the logs is not the log of the sum
- \log \sum_{i=1}^n e^{p a_i} = \sum_{i=1}^n p a_i  % log of a sum split; the log of a sum of exponentials is not
- \exp(p + q) = \exp(p) + \exp(q)  % exp of a sum split
""",
    "matrices": r"""
Let $A, B \in \mathbb{R}^{D \times D}$, $x, z \in \mathbb{R}^D$. Then
- \nabla_x (x^\top A x) = 2 A x  % not symmetric; 2 A stands for A + Aᵀ: nothing says that it is symmetric
- (A B)^\top = A^\top B^\top  % wrong order; Aᵀ and Bᵀ are in the wrong order
- \operatorname{tr}(A^\top B) = \operatorname{tr}(A B)  % transposed; the transpose of A is missing
- x^\top A z = x^\top A^\top z  % transposed; Aᵀ is transposed, and should not be
- \|A\|_F^2 = \operatorname{tr}(A^2)  % transposed; A² stands for
- (A + B)^\top = A + B  % transposed; the whole is transposed
""",
}


CLAIMS = portions(TABLES, 2)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_slip_is_named(name: str) -> None:
    """The altered line is proved, so what it is called is no guess; numbers show that it is wrong as it stands."""
    assert wrong(CLAIMS[name]) == {}


FOLDER = Path(__file__).parents[1] / "wrong_lines"
EXPECTED: dict[str, dict[str, str]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


def _shown(step: Step) -> str:
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
    """Each is named by its label, if a simple slip explains it, and shown by numbers; every other claim is proved."""
    document: Checked = opened(FOLDER / name)
    fallen = [step for step in document.steps if step.word.wrong]
    assert {str(step.line): step.diagnosis for step in fallen} == EXPECTED[name]
    assert document.counts.keys() <= DECIDED
    assert [said for step in fallen if (said := _shown(step))] == []


DECIDED = {"proved", "refuted", "agrees to the digits", "disagrees to the digits", "definition", "assumed"}
TOLD = {
    ("least_squares.md", 16): (
        "the factor 1/n is missing",
        "at d = 1, n = 2, X = (2, 2), θ₁ = 1, y = (-2, 2): entry 1: left side 4, right side 8",
    ),
    ("matrices.md", 13): (
        "A² stands for Aᵀ A",
        "at n = 2, A = [0  0; 1  2], B = [2  0; -3  -1]: left side -8, right side -4",
    ),
    ("matrices.md", 11): (
        "the whole is transposed",
        "at n = 2, A = [-1  1; 1  2], a = (2, 2), b = (-2, 2): row 2, column 1: left side -4, right side 4",
    ),
    ("margin.tex", 18): (
        "xᵢᵀ has the index i for j",
        "at d = 1, n = 2, α₁ = 2, α₂ = 2, x₁₁ = 2, x₂₁ = -2, y₁ = -1, y₂ = 1: left side 64, right side 0",
    ),
    ("numbers.md", 6): ("the sign of 0.1 ⋅ (0.6225 - 1) ⋅ 2", "left side 0.4755, right side 0.3245"),
}


def test_what_is_said_has_the_letters_of_the_document() -> None:
    """Both the slip and the numbers."""
    documents = {name: opened(FOLDER / name) for name, _ in TOLD}
    found = {(name, step.line): step for name, document in documents.items() for step in document.steps}
    told = {place: (found[place].sentence.text, found[place].witness.text) for place in TOLD}
    assert {place: tuple(text.replace("\u2212", "-") for text in said) for place, said in told.items()} == TOLD


NUMBERS = {
    r"Let $a, b \in \mathbb{R}$. $$ a + b = a $$": "at a = #, b = #: left side #, right side #",
    r"Let $x, y \in \mathbb{R}^n$. $$ x_i y_j = x_j y_i $$": (
        "at n = #, i = #, j = #, x = (#, #), y = (#, #): left side #, right side #"
    ),
    r"Let $W_1, W_2 \in \mathbb{R}^{2 \times 2}$. $$ W_1 W_2 = W_2 W_1 $$": (
        "at (W₁)_(#, #) = #, (W₁)_(#, #) = #, (W₁)_(#, #) = #, "
        "(W₂)_(#, #) = #, (W₂)_(#, #) = #, (W₂)_(#, #) = #: row #, column #: left side #, right side #"
    ),
    r"Let $x_i \in \mathbb{R}^D$ for $i = 1, \dots, N$ and $t \in \mathbb{R}$. $$ t \sum_i x_i = x_j $$": (
        "at D = #, N = #, j = #, t = #, x₁₁ = #: entry #: left side #, right side #"
    ),
    r"Let $x^{(i)} \in \mathbb{R}$ for $i = 1, \dots, m$. $$ \sum_{i=1}^m x^{(i)} = x^{(1)} $$": (
        "at m = #, x⁽¹⁾ = #, x⁽²⁾ = #: left side #, right side #"
    ),
    r"Let $w_{\text{new}}, w' \in \mathbb{R}$. $$ w_{\text{new}} = 2 w_{\text{new}} - w' $$": (
        "at w\u2032 = #, w_(new) = #: left side #, right side #"
    ),
    r"Let $w^{\text{new}}, w^* \in \mathbb{R}$. $$ w^{\text{new}} + w^* = 2 w^{\text{new}} $$": (
        "at w^(new) = #, w* = #: left side #, right side #"
    ),
    r"Let $\hat{y}_i \in \mathbb{R}$ for $i = 1, \dots, N$. $$ \sum_i \hat{y}_i = \hat{y}_1 $$": (
        "at N = #, y\u0302₁ = #, y\u0302₂ = #: left side #, right side #"
    ),
}


def test_numbers_are_told_in_the_notation_of_the_document() -> None:
    """Every size, index and entry that both sides need, and which entry is compared; whatever the numbers are."""
    found = {text: steps(text, explained=False)[-1].witness.text for text in NUMBERS}
    assert {text: re.sub("\u2212?\\d+(?:[/.]\\d+)?", "#", told) for text, told in found.items()} == NUMBERS
