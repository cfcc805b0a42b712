"""Lies that lean on what words, guards and comments say: none is proved, and nothing true is called wrong."""

from __future__ import annotations

import pytest

from derive.judge.line import Checked
from tests.documents import checked

pytestmark = pytest.mark.slow  # judges each document

LIES = {
    "a premise is none in the next paragraph": (
        "Let $u \\in \\mathbb{R}^d$. For a unit vector $u$ we have $u^\\top u = 1$.\n\n$$u^\\top u + 1 = 2$$"
    ),
    "a guard is none on the next line": (
        "Let $x \\in \\mathbb{R}$. $$|x| = x \\quad\\text{for } x > 0$$\n\n$$|x| + 1 = x + 1$$"
    ),
    "a guard that denies": "Let $a_i \\in \\mathbb{R}$. $$ a_i a_j = a_i^2 \\quad \\text{if } i \\neq j$$",
    "an implication proves neither side": "Let $a, b \\in \\mathbb{R}$. So $a - b = 0$ implies $a = b$.\n\n$$2a = 2b$$",
    "a negated custom": "Let $A$ be a square matrix that is not symmetric. $$A^\\top = A$$",
    "a conditional custom": "Whether $A$ is symmetric is open.\n\n$$A^\\top = A$$",
    "a custom of another name": "Let $A$ be a symmetric matrix and $B$ a square matrix. $$B^\\top = B$$",
    "those that commute are others": (
        "Let $A, B, C \\in \\mathbb{R}^{n \\times n}$, where $A$ and $B$ commute. $$A C = C A$$"
    ),
    "a directive of another name": "<!-- derive: A is symmetric -->\n\n$$B^\\top = B$$",
    "a directive behind a wall": (
        "# Problem 1\n\n<!-- derive: A is symmetric -->\n\n$$A^\\top = A$$\n\n# Problem 2\n\n$$A^\\top + A = 2 A$$"
    ),
    "a diagonal says nothing of the rest": (
        "Let $x \\in \\mathbb{R}^N$. The matrix $R$ is diagonal with $R_{nn} = r_n$."
        " $$x^\\top R x = \\sum_{i=1}^N r_i x_i \\sum_{j=1}^N x_j$$"
    ),
    "entries of a diagonal are not all entries": "Let $A_{nn} = 1$. $$A_{ij} = 1$$",
    "customs that contradict each other": (
        "Let $u \\in \\mathbb{R}^n$ be a unit vector on the simplex, centred. $$\\sum_i u_i^3 = 5$$"
    ),
    "counting is no interval": "Let $k \\in \\mathbb{Z}$. $$|k| = k$$",
    "an interval has both ends": "Let $b \\in [-1, 1]$. $$|b| = b$$",
    "rows are no columns": (
        "Let $x_i \\in \\mathbb{R}^d$ for $i = 1, \\dots, n$."
        " The rows of $Z \\in \\mathbb{R}^{n \\times d}$ are the $x_i$."
        " $$Z Z^\\top = \\sum_i x_i x_i^\\top$$"
    ),
    "a solution of another equation": (
        "Let $L(m) = \\sum_{i=1}^n (x_i - m)^2$. $$\\frac{dL}{dm} = -2\\sum_{i=1}^n (x_i - m)$$"
        " Setting this to zero gives $$m = \\sum_{i=1}^n x_i$$"
    ),
    "only the first call": "Let $L(x) = x^3$ for $x \\in \\mathbb{R}$. $$L(x + 1) = x^3$$",
}


def _last(found: Checked) -> str:
    return found.lines[-1].verdict


@pytest.mark.parametrize("name", LIES)
def test_no_lie_is_proved(name: str) -> None:
    """What holds elsewhere, or of another name, proves nothing here."""
    assert _last(checked(LIES[name])) not in {"proved", "proved for larger sizes", "sampled", "assumed"}


TRUE = {
    "a set that is not understood": "Let $x \\in \\{y : y^2 = y\\}$. $$x^2 = x$$",
    "a premise that may be meant": (
        "Let $A \\in \\mathbb{R}^{n\\times n}$. If $A$ is symmetric, then $A^\\top = A$. Hence $$A A^\\top = A^2$$"
    ),
    "a condition in words": "Let $n > 0$. If $n$ is even, then $$(-1)^n = 1$$",
    "words in no table": (
        "Let $u, v \\in \\mathbb{R}^d$ both live on the sphere of radius one.\n\n$$\\|u - v\\|^2 = 2 - 2 u^\\top v$$"
    ),
    "letters that differ": (
        "Let $a_i \\in \\mathbb{R}$ and $I_{ij} = \\frac{a_i - a_j}{a_i - a_j}$. "
        "$$I_{ij} = 1 \\quad \\text{if } i \\neq j$$"
    ),
    "a definite matrix": "Let $S \\in \\mathbb{S}^n_{++}$. $$|x^\\top S x| = x^\\top S x$$",
}


@pytest.mark.parametrize("name", TRUE)
def test_nothing_true_is_wrong(name: str) -> None:
    """A hypothesis that is not taken in is a doubt."""
    assert not checked(TRUE[name]).lines[-1].word.wrong


AB = "Let $a, b \\in \\mathbb{R}$. "
PASSED_OVER = {
    "a variable is no hypothesis": AB + "Expanding with respect to both,\n\n$$(a + b)^2 = a^2 + b^2$$",
    "nor is it without a blank line": AB + "Expanding with respect to both,\n$$(a + b)^2 = a^2 + b^2$$",
    "what is given leads to it": AB + "Given the above, we obtain\n\n$$(a + b)^2 = a^2 + b^2$$",
    "here": AB + "Here\n\n$$(a + b)^2 = a^2 + b^2$$",
    "among words": AB + "Differentiating with respect to $b$, we get $(a + b)^2 = a^2 + b^2$.",
    "let us": AB + "Let us expand this:\n\n$$(a + b)^2 = a^2 + b^2$$",
    "what is inserted": AB + "Insert the definition of $a$:\n\n$$(a + b)^2 = a^2 + b^2$$",
    "a solution": "Let $f(x) = x^2 - 2 a x$. Setting the derivative to zero gives\n\n$$\\hat{x} = 2 a$$",
    "behind a condition": AB + "When we expand both,\n\n$$(a + b)^2 = a^2 + b^2$$",
}
"""What is claimed behind words that also stand in hypotheses."""


@pytest.mark.parametrize("name", PASSED_OVER)
def test_no_claim_is_passed_over_as_a_hypothesis(name: str) -> None:
    """A wrong line behind such words is judged: an assumption would end with exit code 0."""
    last = checked(PASSED_OVER[name]).lines[-1]
    assert last.verdict in {"refuted", "undecided"}


def test_a_where_clause_makes_no_hypothesis_of_what_stands_before_it() -> None:
    """It is read before the display, and what it leads to is another one."""
    said = (
        AB
        + "\n\n$$(a + b)^2 = a^2 + b^2 + c$$\n\nwhere $c = a b$. We maximise this subject to $a > 1$, with\n\n$$a = a$$"
    )
    assert checked(said).lines[1].verdict in {"refuted", "undecided"}


def test_what_is_imposed_is_a_hypothesis() -> None:
    """A display behind words that impose it is one, and is used."""
    said = (
        "Let $c \\in \\mathbb{R}^N$. Assume that\n\n$$\\sum_{i=1}^N c_i = 1.$$\n\nThen\n\n$$\\sum_{i=1}^N 2 c_i = 2$$"
    )
    assert [line.verdict for line in checked(said).lines[-2:]] == ["assumed", "proved"]
