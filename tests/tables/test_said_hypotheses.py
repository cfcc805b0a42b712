"""What is said beside or before a line, under a condition or by a comment, and holds for it alone, or from there on."""

from __future__ import annotations

import pytest

from derive.judge.line import Checked
from tests.documents import MARKS, checked, portions, wrong

pytestmark = pytest.mark.slow  # judges 60 claims

TABLES = {
    "all that words say at once": r"""
Let $A$ be a symmetric matrix. Let $u, v$ be unit vectors.
+ A^\top = A
+ \|u - v\|^2 = 2 - 2 u^\top v
- A^\top = 2 A
Here $A$ is a $D \times D$ matrix that is symmetric.
+ A^\top = A
Let $u, v$ be unit-norm vectors.
+ \|u - v\|^2 = 2 - 2 u^\top v
Let $u, v \in \mathbb{R}^d$ be vectors of norm one.
+ \|u - v\|^2 = 2 - 2 u^\top v
Let $x\in\mathbb{R}^n$ be zero-mean.
+ \sum_i (x_i - 1)^2 = \sum_i x_i^2 + n
Let $Q$ be an orthogonal matrix and $x$ a vector.
+ \|Q x\|^2 = \|x\|^2
Let $x_i \in \mathbb{R}^d$ for $i = 1, \dots, n$. Stack the $x_i$ as columns of $Z \in \mathbb{R}^{d \times n}$.
+ Z Z^\top = \sum_i x_i x_i^\top
Let $A$ be any square matrix.
- A^\top = A
Let $E(w) = \frac12 \sum_{i=1}^n (w^\top x_i - y_i)^2$ with $w, x_i \in \mathbb{R}^D$, $y_i \in \mathbb{R}$.
+ \nabla E(w) = \sum_{i=1}^n (w^\top x_i - y_i) x_i
""",
    "sets": r"""
Let $d \in [0, 1]$.
+ |1 - d| = 1 - d
- |d - 1| = d - 1
Let $n \in \mathbb{N}_0$ and $k \in \mathbb{Z}$.
+ |n| = n
? |k| = k
Let $y \in \{0,1\}^K$.
+ y_k^2 = y_k
Let $p \in \Delta_K$, $x \in \mathbb{R}_{>0}$, $v \in \mathbb{R}_+^n$ and $S \in \mathbb{S}_n^{+}$.
+ \sum_k p_k = 1
+ |x| = x
+ |v_i| = v_i
+ S^\top = S
Let $a \in (0,1)$ and $b \in [-1,1]$.
+ |a| = a
+ |1 - a| = 1 - a  % a < 1 (line 1)
- a^2 = a
""",
    "beside a line": r"""
Let $x \in \mathbb{R}$.
+ |x| = x \quad\text{for } x > 0
- |x| = -x \quad\text{for } x > 0  % sign
+ |x| = -x \quad\text{if } x \le 0
? |x| = x
Let $a_i \in \mathbb{R}$ for $i = 1, \dots, n$.
+ a_i a_j = a_i^2 \quad \text{if } i = j
- a_i a_j = a_i^3 \quad \text{if } i = j  % wrong power
? a_i a_j = a_i^2 \quad \text{for } i \ne j
Let $x_i \in \mathbb{R}$.
+ \sum_{i=1}^n x_i = \sum_{i=1}^{n-1} x_i \quad\text{when } x_n = 0
""",
    "apart": r"""
Let $a, b \in \mathbb{R}$.
+ a \neq a + 1
? (a + b)^2 \neq a^2 + b^2
! a \neq
""",
    "calls": r"""
Let $L(x) = x^3$ for $x \in \mathbb{R}$.
+ L(x + 1) = (x + 1)^3
- L(x + 1) = x^3 + 1
+ L(2) = 8
? L(a) = a^2  % or the name is defined anew
Let $D(p, q) = \sum_{k=1}^K p_k \log \frac{p_k}{q_k}$. Let $u_k = 1/K$.
+ D(p, u) = \sum_{k=1}^K p_k \log p_k + \log K \sum_{k=1}^K p_k  % if pᵢ > 0
""",
}
CLAIMS = portions(TABLES, 12)


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_said_is_a_hypothesis(name: str) -> None:
    """Each claim has its verdict under all that is said of it."""
    assert wrong(CLAIMS[name]) == {}


PAGES = {
    "a unit vector, for one sentence": (
        "Let $u \\in \\mathbb{R}^d$. For a unit vector $u$ we have $$u^\\top u = 1$$\n\nIn general, $$u^\\top u = 1$$",
        "+?",
    ),
    "what is behind then is claimed": ("If $A$ is a symmetric $D \\times D$ matrix, then $$A^\\top = A$$", "+"),
    "and no more behind it": ("If $A$ is a symmetric matrix, then $$A^\\top = A$$ \n\n Now $$A^\\top = A$$", "+?"),
    "a lie behind then": ("Let $a \\in \\mathbb{R}$. If $a > 0$, then $$|a| = -a$$", ".-"),
    "what may be meant later": (
        (
            "Let $A \\in \\mathbb{R}^{n\\times n}$. If $A$ is symmetric and $A^2 = A$, then $$A A^\\top = A$$"
            " Thus $$A A^\\top = A$$"
        ),
        ".+?",
    ),
    "implications": (
        "Let $a, b \\in \\mathbb{R}$. So $a - b = 0$ implies $a = b$, and $a = 2b$ holds iff $a - 2b = 0$.",
        "....",
    ),
    "a condition in words nobody reads": ("Let $n > 0$. If $n$ is even, then $$(-1)^n = 1$$", ".?"),
    "what is set to zero": (
        (
            "Let $L(m) = \\sum_{i=1}^n (x_i - m)^2$. $$\\frac{dL}{dm} = -2\\sum_{i=1}^n (x_i - m)$$"
            " Setting this to zero gives $$m = \\frac1n\\sum_{i=1}^n x_i$$"
        ),
        ":++",
    ),
    "a value that does not solve it": (
        (
            "Let $L(m) = \\sum_{i=1}^n (x_i - m)^2$. $$\\frac{dL}{dm} = -2\\sum_{i=1}^n (x_i - m)$$"
            " Setting the derivative to zero gives $$\\hat m = \\frac2n\\sum_{i=1}^n x_i$$"
        ),
        ":+-",
    ),
    "equal, and said to differ": ("Let $a \\in \\mathbb{R}$. $$2a \\neq a + a$$", "-"),
    "prose that may restrict": (
        "Let $u, v \\in \\mathbb{R}^d$ both live on the circumference.\n\n$$\\|u - v\\|^2 = 2 - 2 u^\\top v$$",
        "?",
    ),
}


def _marks(found: Checked) -> str:
    return "".join(MARKS[line.verdict] for line in found.lines if line.sign != "in")


@pytest.mark.parametrize("name", PAGES)
def test_how_far_a_hypothesis_reaches(name: str) -> None:
    """A condition holds for its own sentence with the display behind it; a mark for each line but declarations."""
    text, expected = PAGES[name]
    assert _marks(checked(text)) == expected


DIRECTIVES = {
    "A is symmetric": ("A^\\top = A", "+"),
    "z in R^K": ("\\|z\\|^2 = \\sum_{k=1}^K z_k^2", "+"),
    "TP, FP are names": ("1 - \\frac{TP}{TP + FP} = \\frac{FP}{TP + FP}", "+"),
    "s + t = 1": ("(s + t)^2 = 1", "+"),
    "the rows of P sum to one": ("\\sum_{j} P_{ij} = 1", "+"),
    "A, B are symmetric": ("(A + B)^\\top = A + B", "+"),
}


@pytest.mark.parametrize("directive", DIRECTIVES)
def test_directives_are_in_force(directive: str) -> None:
    """What a comment says holds from there on, and what rests on it says so."""
    claim, mark = DIRECTIVES[directive]
    found = checked(f"<!-- derive: {directive} -->\n\nThen\n$$ {claim} $$\n")
    assert (_marks(found), [told.text.split(" (")[0] for told in found.lines[0].directives]) == (mark, [directive])
    assert len(found.directives) == 1


def test_a_directive_that_is_not_understood_is_a_line() -> None:
    """It says what can be said."""
    found = checked("<!-- derive: A is nice -->\n\nLet $a = 1$.")
    assert found.lines[0].verdict == "not understood"
    assert "A is symmetric" in found.lines[0].says
