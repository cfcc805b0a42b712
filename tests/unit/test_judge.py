"""Documents judged line by line: what is right is proved, what is wrong is found and named, nothing else refuted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from derive.documents.files import read_document
from derive.documents.steps import steps_of
from derive.judge.finding import Finding
from derive.judge.rounding import Rounded, rounded_numbers
from derive.judge.step import judge

RIDGE = r"""
Let $A \in \mathbb{R}^{n \times p}$, $t \in \mathbb{R}^n$, $\beta \in \mathbb{R}^p$ and $\mu > 0$. Define
$$
R(\beta) = \| A\beta - t \|^2 + \mu \|\beta\|^2 .
$$
Then
$$
\nabla_\beta R = 2 A^\top (A \beta - t) + 2 \mu \beta
= 2 (A^\top A + \mu I) \beta - 2 A^\top t .
$$
"""

ENTROPY = r"""
Let $a_i > 0$ and $b_i > 0$ for $i = 1, \dots, m$, with $\sum_{i=1}^m a_i = \sum_{i=1}^m b_i = 1$.
Since $\ln x \le x - 1$ for $x > 0$,
$$
\sum_{i=1}^m a_i \ln \frac{b_i}{a_i} \le \sum_{i=1}^m a_i \left( \frac{b_i}{a_i} - 1 \right) = 0 .
$$
"""

NUMBERS = r"""
The slope is $\frac{17.2}{14.8} \approx 1.16$, and the intercept
$$
1.8 - 1.16 \cdot 0.6 \approx 1.10 .
$$
"""


@dataclass(frozen=True)
class Slip:
    """A right document with one thing changed, and the label of the slip."""

    text: str
    right: str
    wrong: str
    label: str

    @property
    def document(self) -> str:
        """Return the document with the slip in it."""
        assert self.right in self.text
        return self.text.replace(self.right, self.wrong, 1)


SLIPS = {
    "a sign": Slip(RIDGE, r"+ 2 \mu \beta", r"- 2 \mu \beta", "sign"),
    "a factor": Slip(RIDGE, r"2 A^\top (A \beta - t) + 2", r"A^\top (A \beta - t) + 2", "factor 2"),
    "a forgotten penalty": Slip(RIDGE, r"+ 2 \mu \beta", "", "missing term"),
    "an equality that is strict": Slip(ENTROPY, r"\le \sum", r"< \sum", "strict"),
    "a direction": Slip(ENTROPY, r"{a_i} \le", r"{a_i} \ge", "direction"),
}


def findings(text: str, kind: str = "markdown") -> list[tuple[str, Finding]]:
    """Return each step of a document as it is written, and what is found of it."""
    earlier: list[Rounded] = []
    found: list[tuple[str, Finding]] = []
    for step in steps_of(read_document(text, kind=kind)).steps:
        found.append((step.text, judge(step, earlier)))
        earlier += [number for reading in step.readings for number in rounded_numbers(step, reading)]
    return found


@pytest.mark.parametrize("text", [RIDGE, ENTROPY, NUMBERS], ids=["ridge", "entropy", "numbers"])
def test_a_right_document_is_proved(text: str) -> None:
    """Every claim in it, and there are some."""
    claims = [finding for _, finding in findings(text) if finding.verdict != "definition"]
    assert len(claims) > 1
    assert {finding.verdict for finding in claims} <= {"proved", "assumed"}


@pytest.mark.parametrize("name", SLIPS)
def test_one_slip_makes_one_line_fall(name: str) -> None:
    """The altered line is refuted with numbers, and what it looks like is said; the lines before stay right."""
    slip = SLIPS[name]
    wrong = [finding for _, finding in findings(slip.document) if finding.verdict == "refuted"]
    assert wrong, findings(slip.document)
    assert wrong[0].counterexample is not None
    assert wrong[0].slip is not None
    assert wrong[0].slip.label == slip.label


def test_a_rounded_number_is_judged_by_its_digits() -> None:
    """17.2 / 14.8 is 1.162: right to two digits, wrong as 1.17."""
    assert [f.verdict for _, f in findings(r"Then $\frac{17.2}{14.8} \approx 1.16$.")] == ["proved"]
    assert [f.verdict for _, f in findings(r"Then $\frac{17.2}{14.8} \approx 1.17$.")] == ["refuted"]


def test_an_unrounded_value_of_a_line_above_is_tried() -> None:
    """With 1.16 the product is 11.6, with the unrounded slope 11.62."""
    text = r"The slope is $\frac{17.2}{14.8} \approx 1.16$. At ten it gives $1.16 \cdot 10 \approx 11.62$."
    last = findings(text)[-1][1]
    assert last.verdict == "proved"
    assert "unrounded" in str(last.conditions[0])


def test_what_is_not_understood_is_said_and_not_refuted() -> None:
    """An unknown sign is a hole."""
    (_, finding), *_ = findings(r"Then $a \boxminus b = 3$.")
    assert (finding.verdict, bool(finding.reason)) == ("not-understood", True)


def test_what_is_unknown_to_the_reader_refutes_nothing() -> None:
    """Something of which nothing is said may be what makes the line true."""
    assert {f.verdict for _, f in findings(r"Then $f(x) = g(x)$.")} <= {"undecided", "not-understood", "definition"}


def test_proportionality() -> None:
    """A constant factor may be left out, a varying one may not."""
    start = r"Let $x, m \in \mathbb{R}$. Then "
    right = findings(start + r"$e^{-(x-m)^2/2} \propto e^{mx - x^2/2 - m^2/2}$.")[-1][1]
    wrong = findings(start + r"$e^{-(x-m)^2} \propto e^{-(x-m)^2/2}$.")[-1][1]
    assert (right.verdict, wrong.verdict) == ("proved", "refuted")


def test_that_two_sides_differ() -> None:
    """It is proved where one is always the smaller, refuted where they are always equal, and else left open."""
    said = "Let $x, y \\in \\mathbb{R}$.\n"
    text = said + "$$ x^2 + 1 \\neq 0 $$ $$ (x + y)^2 \\ne x^2 + 2xy + y^2 $$ $$ x \\ne y $$ $$ x^2 \\neq 1 $$"
    document = read_document(text)
    assert [judge(step).verdict for step in steps_of(document).steps] == ["proved", "refuted", "undecided", "undecided"]


def test_the_lines_and_columns_are_those_of_the_file(tmp_path: Path) -> None:
    """The place is where the right side begins."""
    file = tmp_path / "notes.md"
    _ = file.write_text("First line.\n\nThen $1 + 1 = 2$ holds.\n", encoding="utf-8")
    (step,) = steps_of(read_document(file.read_text(encoding="utf-8"))).steps
    assert (step.place.line, step.place.column) == (3, 15)


def test_the_number_of_an_equation_is_no_factor() -> None:
    """Behind `&&` or a wide space at the end of a row, a number in brackets counts the rows."""
    text = r"Let $a, b \in \mathbb{R}$. $$\begin{aligned} & a + b && \quad (18) \\ & = b + a && (19) \end{aligned}$$"
    assert [finding.verdict for _, finding in findings(text)] == ["proved"]


def test_a_word_is_no_product_of_letters() -> None:
    """The power is that of the whole word."""
    text = r"$$F = \frac{2}{recall^{-1} + precision^{-1}} = 2 \cdot \frac{precision \cdot recall}{precision + recall}$$"
    assert findings(text)[-1][1].verdict == "proved"


def test_two_values_of_one_function_are_not_taken_for_each_other() -> None:
    """P(C_1 | x) says nothing of P(C_2 | x)."""
    text = r"$$P(C_1|x) = \sigma(w^\top x), \quad P(C_2|x) = 1 - \sigma(w^\top x)$$"
    assert "refuted" not in {finding.verdict for _, finding in findings(text)}


def test_a_sigma_that_is_a_softmax_is_a_definition() -> None:
    """Nobody said that it is the logistic function, and with a sum on the right it is not."""
    text = r"$$\sigma(z_k) = \frac{e^{z_k}}{\sum_{j=1}^K e^{z_j}}$$"
    assert [finding.verdict for _, finding in findings(text)] == ["definition"]


def test_a_logarithm_before_two_factors_has_two_readings() -> None:
    """It may reach over the exponential, so the line is not refuted."""
    equation = r"\log \prod_{i=1}^n \frac{1}{s} \exp(y_i) = \sum_{i=1}^n \log \frac{1}{s} \exp(y_i)"
    text = rf"Let $s > 0$ and $y_i \in \mathbb{{R}}$. $${equation}$$"
    assert findings(text)[-1][1].verdict in {"proved", "sampled"}


RECTANGLE = r"Let $A \in \mathbb{R}^{m \times n}$, $b \in \mathbb{R}^m$ and $x \in \mathbb{R}^n$. Then "


def test_sizes_that_do_not_fit_are_wrong_where_equal_sizes_do_not_help() -> None:
    """The slip is still named, with the sizes as they are."""
    (_, wrong), *_ = findings(RECTANGLE + r"$\nabla_x \|A x - b\|^2 = 2 A (A x - b)$.")
    assert (wrong.verdict, wrong.slip and wrong.slip.label) == ("refuted", "transposed")
    assert "do not fit together" in wrong.method
    assert wrong.counterexample is not None


@pytest.mark.parametrize(
    "line",
    [r"$A + A^\top = A^\top + A$", r"$\frac{\partial}{\partial A} (b^\top A x) = x b^\top$", r"$A y = z$"],
    ids=["holds for squares", "the other layout", "nothing is said of the letters"],
)
def test_sizes_that_do_not_fit_refute_nothing_else(line: str) -> None:
    """It may have been meant for square matrices, or by another convention."""
    assert {f.verdict for _, f in findings(RECTANGLE + line)} <= {"not-understood", "undecided"}


def test_a_definition_whose_sizes_do_not_fit_makes_no_other_line_wrong() -> None:
    """The fault is where it is written, and not where the name is used."""
    text = RECTANGLE + r"$F = b^\top A A x$. Further $F = b^\top A x$, and $2 F = F + b^\top A x$."
    assert "refuted" not in {f.verdict for _, f in findings(text)}


def test_an_assumption_that_holds_anyway_does_not_stand_in_the_way() -> None:
    """What tanh is, is no equation to be solved before a point can be tried."""
    text = r"Let $z \in \mathbb{R}$ and $\tanh(z) = \frac{e^z - e^{-z}}{e^z + e^{-z}}$. Then $1 - \tanh(z) = e^z$."
    assert findings(text)[-1][1].verdict == "refuted"


@pytest.mark.parametrize(
    ("line", "label"),
    [
        (
            r"\sum_{i=1}^n a_i \ln(a_i + b_i) = \sum_{i=1}^n a_i \ln a_i + \sum_{i=1}^n a_i \ln b_i",
            "log of a sum split",
        ),
        (r"\log \sum_{i=1}^n a_i = \sum_{i=1}^n \log a_i", "log of a sum split"),
        (r"\sum_{i=1}^n (a_i + 1) = \sum_{i=1}^n a_i + 1", "lost sum"),
        (r"\frac{1}{n} \sum_{i=1}^n 2 a_i = 2 \sum_{i=1}^n a_i", "lost 1/N"),
        (r"\sum_{i=1}^n a_i \sum_{j=1}^n b_j = \sum_{i=1}^n \sum_{j=1}^n a_i b_i", "wrong index"),
        (r"\sum_{i=1}^n (a_i - b_i)^2 = \sum_{i=1}^n (a_i^2 + b_i^2)", "missing term"),
    ],
    ids=lambda value: value if len(value) < 20 else "",
)
def test_slips_with_sums(line: str, label: str) -> None:
    """Those that are made most often, each named."""
    wrong = findings(rf"Let $a_i > 0$ and $b_i > 0$ for $i = 1, \dots, n$. Then $${line}$$")[-1][1]
    assert (wrong.verdict, wrong.slip and wrong.slip.label) == ("refuted", label)
