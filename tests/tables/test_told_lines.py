"""What was found of a line, as a reader is told it: with the letters of the document, and its arrays whole."""

from __future__ import annotations

import re

import pytest

from derive.decide.prove import decide
from derive.discourse.files import read_page
from derive.judge.claim import Claim, Finding
from derive.judge.document import parts_of
from derive.judge.judging import Judge
from derive.judge.line import Line
from derive.judge.telling import line_of, told_witness
from derive.judge.walk import walk


def judged(text: str) -> list[tuple[Claim, Finding]]:
    """Return the claims of a page, each with what is found of it."""
    judge, walker, found = Judge(seconds=60.0), walk(read_page(text)), list[tuple[Claim, Finding]]()
    claim = next(walker, None)
    while claim is not None:
        found.append((claim, judge(claim)))
        try:
            claim = walker.send(found[-1][1])
        except StopIteration:
            break
    return found


NUMBERS = {
    r"Let $a, b \in \mathbb{R}$. $$ a + b = a $$": "at a = #, b = #: left side #, right side #",
    r"Let $x, y \in \mathbb{R}^2$. $$ x_i y_j = x_j y_i $$": (
        "at i = #, j = #, x = (#, #), y = (#, #): left side #, right side #"
    ),
    r"Let $A, B \in \mathbb{R}^{2 \times 2}$. $$ A B = B A $$": (
        "at A₁₁ = #, A₁₂ = #, A₂₁ = #, B₁₁ = #, B₁₂ = #, B₂₁ = #: row #, column #: left side #, right side #"
    ),
    r"Let $\hat{b} \in \mathbb{R}$, $\theta_{\text{opt}} > 0$. $$ \hat{b} + \theta_{\text{opt}} = \hat{b} $$": (
        "at b̂ = #, θₒₚₜ = #: left side #, right side #"
    ),
    r"Let $x^{(i)} \in \mathbb{R}$ for $i = 1, \dots, m$. $$ \sum_{i=1}^m x^{(i)} = m x^{(j)} $$": (
        "at m = #, j = #, x⁽¹⁾ = #, x⁽²⁾ = #: left side #, right side #"
    ),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_a_counterexample_has_the_letters_of_the_document(text: str) -> None:
    """With accents, words and places as they are written; lists and matrices whole."""
    claim, finding = judged(text)[-1]
    assert finding.statement is not None
    found = decide(finding.statement).counterexample
    assert found is not None
    told = told_witness(found, claim, finding.statement)
    assert re.sub("\N{MINUS SIGN}?[0-9]+(?:/[0-9]+)?", "#", told.text) == NUMBERS[text]
    assert "<math" in told.html


def test_a_line_says_what_was_judged_and_how_it_was_read() -> None:
    """The statement as a sentence, in LaTeX too; where it stands, and both sides as they are written."""
    (*_, (claim, finding)) = judged(r"Let $a, b \in \mathbb{R}$. Then $(a + b)^2 = a^2 + 2 a b + b^2$.")
    line: Line = line_of(claim, finding, "-")
    assert (line.line, line.column, line.verdict, line.left, line.sign) == (1, 46, "proved", "(a + b)^2", "=")
    assert line.statement.text == str(finding.statement)
    assert "$" in line.statement.latex
    assert line.says == ""
    assert "<math" in line.mathml


PAGE = r"""# Problem 1

(a) Let $x = 1$. Then

$$
\begin{aligned} x + x &= 2 \\ &= 3 \end{aligned}
$$
"""


def test_a_page_is_shown_as_it_stands() -> None:
    """Headings, words with their formulas, and each line of a display with what is judged in it."""
    page = read_page(PAGE)
    (formula,) = (each for event in page.events if event.kind == "display" for each in event.formulas)
    ends = [each.tree.span.end for each in formula.statements]
    found = list(parts_of(page, [(formula, ends[0] - 1), (formula, ends[1] - 1), (None, 0)]))
    assert [(part.kind, part.judged) for part in found if part.kind not in {"prose", "inline"}] == [
        ("heading", ()),
        ("line", (0,)),
        ("line", (1,)),
    ]
    assert "".join(part.text for part in found if part.kind in {"prose", "inline"}).count("(a)") == 1
