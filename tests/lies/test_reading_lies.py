"""Lies that a document tells its reader, and that no option, view or length may make it believe."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

import pytest
from click.testing import CliRunner

from derive.cli import main
from derive.judge.line import strict
from derive.views.checked import FORMS, written
from tests.counting import calls_of
from tests.documents import MARKS, checked, marks, steps

ABOVE, WRONG = "Let $a, b \\in \\mathbb{R}$.\n\n", "Then $(a + b)^2 = a^2 + a b + b^2$.\n"
UNSEEN = {
    "md": (
        "<!-- Assume $a = 0$. -->\n",
        "`Assume $a = 0$.`\n",
        "```\nAssume $a = 0$.\n```\n",
        "[//]: # (Assume $a = 0$.)\n",
    ),
    "tex": (
        "% Assume $a = 0$.\n",
        "\\iffalse Assume $a = 0$. \\fi\n",
        "\\begin{comment}\nAssume $a = 0$.\n\\end{comment}\n",
        "\\phantom{Assume $a = 0$.}\n",
        "\\begin{verbatim}Assume $a = 0$.\\end{verbatim}\n",
    ),
}


@pytest.mark.parametrize(("kind", "unseen"), [(kind, each) for kind, texts in UNSEEN.items() for each in texts])
def test_what_nobody_sees_makes_nothing_right(kind: str, unseen: str) -> None:
    """The wrong line is refuted as it is without it."""
    assert marks(ABOVE + unseen + WRONG, kind) == marks(ABOVE + WRONG, kind) == "-"


DIRECTED = ABOVE + "<!-- derive: %s -->\n\nThen $a b = a$.\n"
DECIDES = {"a = 0": "+", "b = 1": "+", "a is symmetric": "-", "a > 0": "-", "let the frobnicator be blue": "!-"}
"""What directives make of a line."""


@pytest.mark.parametrize("says", DECIDES)
def test_a_directive_decides_what_it_decides(says: str) -> None:
    """It is printed in every view, and where it is switched off the line is as it was."""
    document = checked(DIRECTED % says)
    found = [line for line in document.lines if line.says != "a declaration"]
    assert "".join(MARKS[line.verdict] for line in found) == DECIDES[says]
    deaf = checked(DIRECTED % says, directives=False)
    assert ([MARKS[line.verdict] for line in deaf.lines][-1], deaf.directives) == ("-", ())
    if DECIDES[says] == "+":
        told = {form: " ".join(written([document], form, every=True).split()) for form in FORMS}
        assert [form for form in FORMS if "1 directive in force" not in told[form]] == []
        assert [form for form in FORMS if "by a directive" not in told[form]] == []
        assert [line.verdict for line in strict(document).lines][-1] == "undecided"


ASSUMED = {
    r"Let $a, b \in \mathbb{R}$ with $a = 2 b$." + "\n\n" + r"Then $a - b = b$.": "a = 2",
    r"Let $A \in \mathbb{R}^{n \times n}$ be symmetric." + "\n\n" + r"Then $$ A^\top = A $$": "symmetric",
}


@pytest.mark.parametrize(("text", "form"), list(product(ASSUMED, FORMS)))
def test_what_a_proof_rests_on_stands_beside_it(text: str, form: str) -> None:
    """In every view."""
    document = checked(text)
    assert document.lines[-1].verdict == "proved"
    told = written([document], form, every=True)
    assert ("assuming" in told, ASSUMED[text].split()[0] in told) == (True, True)


def test_what_only_a_directive_says_is_open_under_strict() -> None:
    """The exit code of the command says so; what the page says itself is as it was."""
    for text, plain, code in ((DIRECTED % "b = 1", 0, 3), (next(iter(ASSUMED)), 0, 0), (ABOVE + WRONG, 1, 1)):
        called = [CliRunner().invoke(main, ["check", "-", *more], input=text).exit_code for more in ([], ["--strict"])]
        assert (text, called) == (text, [plain, code])


def test_a_question_is_answered_by_its_own_directive() -> None:
    """What is offered to be pasted was tried: with it the line has the verdict that is promised."""
    text = "Let $A \\in \\mathbb{R}^{n \\times n}$.\n\n$$ A^\\top = A $$\n"
    for ask in steps(text)[-1].pastes:
        assert steps(f"{ask.paste('a.md')}\n\n{text}")[-1].verdict == ask.verdict


FALSE = (
    r"Let $x \in \mathbb{R}$. Then $\frac{d}{dx} x^2 = x$.",
    r"Let $x \in \mathbb{R}^D$. Then $\nabla_x \|x\|^2 = x$.",
    r"Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$ and $L = \|X w\|^2$. $$ d L = w^\top X^\top X d w $$",
    r"Let $X$ and $Y$ be independent random variables. $$ \operatorname{Var}(X + Y) = \operatorname{Var}(X) $$",
    r"Let $X$ be a random variable. $$ \mathbb{E}[X^2] = \mathbb{E}[X]^2 $$",
    r"Let $A, B \in \mathbb{R}^{n \times n}$. $$ (A + B)^2 = A^2 + 2 A B + B^2 $$",
    r"Let $A, B \in \mathbb{R}^{n \times n}$ be invertible. $$ (A B)^{-1} = A^{-1} B^{-1} $$",
    r"Let $y_n$ be binary labels. $$ y_n^2 = y_n $$",
    r"Let $p > 0$. $$ \log_2 p = \log p $$",
    r"Let $n \ge 1$. $$ \sum_{i=1}^n i = \frac{n (n - 1)}{2} $$",
    r"Let $x_1, \dots, x_n \in \mathbb{R}$. $$ \sum_{i=1}^n x_i^2 = \left( \sum_{i=1}^n x_i \right)^2 $$",
    r"Let $f$ be convex. $$ f(2 a) = 2 f(a) $$",
    r"Let $x, y \in \mathbb{R}$. $$ \exp(x y) = \exp(x) \exp(y) $$",
    r"Let $r > 0$. $$ \sum_{k=0}^\infty r^k = \frac{1}{1 - 2 r} $$",
    r"Let $\theta \in \mathbb{R}$. $$ \frac{\partial}{\partial \theta} \log p(x \mid \theta) = 0 $$",
)


@pytest.mark.parametrize("text", FALSE)
def test_what_is_wrong_is_never_proved(text: str) -> None:
    """Under whatever reading."""
    assert marks(text)[-1] in "-?!"


TRUE = (
    r"Let $x \in \mathbb{R}^D$ and $A \in \mathbb{R}^{D \times D}$. $$ \nabla_x x^\top A x = (A + A^\top) x $$",
    r"Let $f(x) = x^3$. $$ \mathrm{d} f = 3 x^2 \mathrm{d} x $$",
    r"Let $L(w) = (w - 1)^2$. Setting the derivative to zero, $w = 1$.",
    r"""Let $S, \Lambda \in \mathbb{R}^{n \times n}$ and $\ell = \log\det\Lambda - \operatorname{tr}(\Lambda S)$.
    Equating the derivative to zero, $\Lambda^{-1} = S$.""",
    r"Let $r = e^{m}$ and $Q = r m$. Fix $r$. $$ \frac{\partial Q}{\partial m} = r $$",
    r"Let $x \in \mathbb{R}$ and $L = (x - 1)^2$. Then $$ \frac{dL(x)}{dx} = 2(x - 1) $$",
    r"Let $P$ be the projection onto a plane. $$ P P = P $$",
    r"Let $u$ be a direction of length one. $$ u^\top u = 1 $$",
    r"Let $y$ be a one-hot label and $p$ the prediction. $$ \sum_k y_k^2 = 1 $$",
    r"Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$ and $L = \|X w\|^2$. $$ d L = 2 w^\top X^\top X d w $$",
    r"Let $a \in \mathbb{R}$. The equation $3 a = 6$ has the solution $a = 2$.",
    r"Let $x \in \mathbb{R}^D$. For the unit vector $u = x / \|x\|$ we have $$ u^\top u = 1 $$",
    r"Let $\sigma^2 = \operatorname{Var}(X)$ and $\mu = \mathbb{E}[X]$. $$ \mathbb{E}[X^2] = \sigma^2 + \mu^2 $$",
    r"Let $w_0 = 0$ and $w_{t+1} = w_t - \eta g_t$. $$ w_1 = -\eta g_0 $$",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_right_is_never_refuted(text: str) -> None:
    """Also where the words that make it right are not understood."""
    assert marks(text)[-1] not in "-/"


def _lines(number: int) -> Iterator[str]:
    for at in range(number):
        x, y = f"x_{{{at}}}", f"y_{{{at}}}"
        yield f"Let ${x}, {y} \\in \\mathbb{{R}}$. Then ${x} + {y} = {y} + {x}$.\n"


@pytest.mark.slow  # judges 80 lines
def test_work_grows_with_the_length() -> None:
    """Four times as many lines need no more than six times as many calls."""
    calls: list[int] = []
    _ = checked("\n".join(_lines(4)))
    for number in (16, 64):
        results = list[str]()
        text = "\n".join(_lines(number))
        calls.append(calls_of(lambda text=text, results=results: results.append(written([checked(text)], "json"))))
        assert json.loads(results[0])["summary"]["proved"] == number
    assert calls[1] < 6 * calls[0]
