"""Notes: one model, four forms; every line of a derivation is in each of them, with its reason and its grounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from sympy import Eq, IndexedBase, Sum, Symbol, symbols
from syrupy.assertion import SnapshotAssertion

from derive import prove, size
from derive.cli import main
from derive.commands import notes as command
from derive.derivation import Chain, Derivation, Step
from derive.errors import DeriveError
from derive.facts import sign
from derive.latex.as_latex import as_latex
from derive.latex.notation import Notation, notation_named, profiles
from derive.latex.write import page_for
from derive.notes import pdf
from derive.notes.as_html import article
from derive.notes.as_latex import fragment, text_latex
from derive.notes.as_markdown import document
from derive.notes.build import failed_note, note_of
from derive.notes.evidence import opinions, range_said
from derive.notes.forms import written
from derive.notes.jupyter import mimebundle
from derive.notes.model import Note
from derive.notes.words import words
from tests import samples
from tests.noted import ALL, derivation, lines, note

GOLDEN = dict(
    zip(
        profiles(),
        (
            "normal-equations",
            "softmax-gradient",
            "svm-margin",
            "logistic-gradient",
            "naive-bayes-to-logistic",
            "perceptron-update",
        ),
        strict=True,
    )
)
"""A derivation for each notation, whose LaTeX is kept."""
n, j, d = symbols("n j d", integer=True)
N, D = size("N"), size("D")
y, w = IndexedBase("y"), IndexedBase("w")


@pytest.mark.parametrize(("notation", "name"), GOLDEN.items())
def test_golden(notation: str, name: str, snapshot: SnapshotAssertion) -> None:
    """The LaTeX of a handful of notes, one in each notation; a change of it reads as mathematics."""
    assert fragment(note(name, notation)) == snapshot


@pytest.mark.parametrize(("name", "notation"), ALL)
def test_every_step_has_its_line(name: str, notation: str) -> None:
    """No step is lost, and no line that claims something looks the same on both sides."""
    steps, found = derivation(name).steps, list(lines(note(name, notation)))
    assert [line.number for line in found] == [*range(1, len(steps) + 1), 0]
    assert [line.status for line in found[:-1]] == [step.status for step in steps]
    for step, line in zip(steps, found, strict=False):
        assert line.reason
        assert line.left != line.right or step.lhs == step.rhs


@pytest.mark.parametrize("form", [fragment, document, article])
def test_all_forms_say_all(form: Callable[[Note], str]) -> None:
    """Every line's number and status is in the text of every form."""
    for name in ("perceptron-bound", "svm-dual", "logistic-gradient"):
        found = note(name, "neutral")
        text = form(found)
        for line in lines(found):
            assert not line.number or re.search(
                rf'\({line.number}\)|value="{line.number}"|^{line.number}\.', text, re.MULTILINE
            )


def test_a_refuted_line_says_so_in_all_forms() -> None:
    """The status and the counterexample are in the text; nothing is rounded up."""
    lying = note_of(samples.lying(), Notation(), rechecked=False)
    for form in (fragment, document, article):
        text = form(lying)
        assert "refuted" in text.lower()
        assert "y[1] = 1" in text.replace(r"y\[1\]", "y[1]").replace(r"y\_", "y_")
        assert "very line is proved" not in text


def test_conditions_and_facts_are_listed() -> None:
    """What a line rests on stands beside it."""
    found = note_of(samples.honest(), Notation(), rechecked=False)
    last = list(lines(found))[5]
    assert "t \\ne 0" in text_latex(last.evidence.conditions[0])
    assert "in a denominator" in fragment(found)


def test_an_assumed_fact_is_a_formula() -> None:
    """`y is +1 or -1` is said of its entries."""
    chain = Chain("squares", "Squares of signs")
    chain.assume(sign(y), reason="labels")
    chain.claim(Sum(y[n] ** 2, (n, 1, N)), N, "each is one")
    assumed = next(lines(note_of(chain.done(), Notation(), rechecked=False)))
    assert assumed.left is not None
    assert as_latex(assumed.left) == r"y_n \in \lbrace -1, +1 \rbrace"


def test_gradients_by_a_component_become_gradients() -> None:
    """Where every line of a chain is a component of a vector, it is written in vectors, but not with partials."""
    chain = Chain("ridge", "The gradient of the penalty")
    chain.start(Sum(w[d] ** 2, (d, 1, D)), "the penalty")
    chain.differentiate(w[j], 2 * w[j], "the chain rule")
    derived = chain.done()
    nabla = fragment(note_of(derived, Notation(), rechecked=False))
    assert r"\nabla_w \lVert w \rVert^2" in nabla
    assert "& = 2w &&" in nabla
    partials = fragment(note_of(derived, Notation(gradient="partials"), rechecked=False))
    assert r"\frac{\partial}{\partial w_j} \lVert w \rVert^2" in partials
    assert "& = 2 w_j" in partials


def test_a_step_that_vectors_would_hide_is_written_with_indices() -> None:
    """A renamed index is a step; as inner products both sides would look the same."""
    v = IndexedBase("v")
    chain = Chain("renamed", "An index is renamed")
    chain.claim(Sum(w[d] * v[d], (d, 1, D)), Sum(w[j] * v[j], (j, 1, D)), "the index does not matter")
    line = next(lines(note_of(chain.done(), Notation(), rechecked=False)))
    assert line.left is not None
    assert line.right is not None
    assert [as_latex(side) for side in (line.left, line.right)] == [r"\sum_{d=1}^D v_d w_d", r"\sum_{j=1}^D v_j w_j"]


def test_the_second_opinion_is_told() -> None:
    """It agrees with what is proved, under what was assumed and defined before; with a lie it does not."""
    told = opinions(samples.honest().steps)
    assert [bool(one) for one in told] == [step.verdict is not None for step in samples.honest().steps]
    assert all(one.startswith("agrees at") for one in told if one)
    assert opinions(samples.lying().steps)[1].startswith("disagrees")
    assert "shares no code" in article(note_of(samples.honest(), Notation()))


WORDS = [
    ("the label y_i", "the label $y_n$"),
    ("sigma' = sigma (1 - sigma)", r"$\sigma^\prime$ = $\sigma$ ($1 - \sigma$)"),
    ("X^T X w = X^T y", r"$X^\top Xw$ = $X^\top y$"),
    ("a vector, and I say that a is small", "a vector, and I say that a is small"),
    ("at least |x|^2, or (X^T X)^-1", r"at least $\lvert x \rvert^2$, or ($X^\top X \text{)}^{-1}$"),
    ("x^+ with w.(x^+ - x^-) = 2", r"$x^+$ with $w \cdot$($x^+ - x^-$) = 2"),
    ("the distance |y - f|, sqrt(2)", r"the distance $\lvert y - f \rvert$, $\sqrt{2}$"),
    ("50% of x & y", r"50\% of $x$ \& $y$"),
]


@pytest.mark.parametrize(("text", "tex"), WORDS)
def test_names_in_sentences_are_formulas(text: str, tex: str) -> None:
    """They are written as on the page; articles stay words."""
    page = page_for([y[n]], Notation(prefer={"i": "n"}))
    assert text_latex(words(text, replace(page, labels={**page.labels, "i": "n"}))) == tex


def test_ranges_in_words() -> None:
    """A range is a formula where its ends are names and numbers."""
    page = page_for([])
    assert text_latex(range_said("k in 1..R - 1", page)) == r"$k = 1, \dots, R - 1$"
    assert text_latex(range_said("any order", page)) == "any order"


def test_what_could_not_be_carried_out_says_so() -> None:
    """A note of a failed derivation has the reason, in every form."""
    failed = failed_note("x", "A title", "out of time & luck", Notation())
    assert r"out of time \& luck" in fragment(failed)
    assert "out of time & luck" in document(failed)
    assert "out of time &amp; luck" in article(failed)


def test_a_title_has_formulas_too() -> None:
    """And a page with a single note says its title once."""
    found = note("perceptron-bound", "neutral")
    assert r"\section{The perceptron makes at most ($R$/$\gamma \text{)}^2$ mistakes}" in fragment(found)
    page = written([found], found.title, ".html")
    assert page.count("mistakes</h") == 1
    assert "<title>The perceptron makes at most (R/gamma)^2 mistakes</title>" in page


def test_the_page_is_self_contained() -> None:
    """One file: no script, nothing from elsewhere, the title escaped."""
    page = written([note("lms", "neutral")], "A < B", ".html")
    assert "<title>A &lt; B</title>" in page
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    assert "url(" not in page
    assert "@import" not in page


def run(*arguments: str) -> tuple[int, str]:
    """Return the exit code of the command, and what it says."""
    done = CliRunner().invoke(main, ["notes", *arguments, "--jobs", "1"])
    return done.exit_code, done.output


@pytest.mark.parametrize("ending", ["tex", "html", "md"])
def test_the_command_writes_the_form_of_the_ending(tmp_path: Path, ending: str) -> None:
    """Each form has its own beginning, and a fragment has no document round it."""
    out = tmp_path / f"notes.{ending}"
    assert run("lms", "--notation", "cse422", "--out", str(out)) == (0, f"written to {out}\n")
    begins = {"tex": r"\documentclass", "html": "<!DOCTYPE html>", "md": "# The least"}[ending]
    assert out.read_text(encoding="utf-8").startswith(begins)
    assert run("lms", "--out", str(out), "--fragment")[0] == 0
    assert (r"\documentclass" in out.read_text(encoding="utf-8")) is False
    assert ("<!DOCTYPE" in out.read_text(encoding="utf-8")) is False


REFUSED = [
    (("lsm", "--out", "{0}/x.tex"), "Try lms"),
    (("lms", "--out", "{0}/x.doc"), "End it with one of .tex, .html, .md, .pdf"),
    (("lms", "--out", "{0}/none/x.tex"), "there is no folder none"),
    (("lms", "--out", "{0}/folder.tex"), "this is a folder"),
    (("lms", "--out", "{0}/x.tex", "--notation", "cls2"), "Try cls"),
    (("lms", "--out", "{0}/x.pdf", "--fragment"), "a PDF is no fragment"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_a_mistake_is_said_before_work_starts(
    tmp_path: Path, arguments: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, exit code 2, and nothing is proved first."""
    (tmp_path / "folder.tex").mkdir()
    monkeypatch.setattr(command, "run_tasks", lambda *_, **__: pytest.fail("work was started"))
    code, output = run(*(argument.format(tmp_path) for argument in arguments))
    assert (code, said in output) == (2, True), output
    assert "Traceback" not in output


def test_a_notation_that_clashes_is_said(tmp_path: Path) -> None:
    """The clash is found when the formulas are known, and is one sentence."""
    mine = tmp_path / "mine.toml"
    _ = mine.write_text('[names]\nx = "y"\n')
    code, output = run("lms", "--notation", str(mine), "--out", str(tmp_path / "x.tex"))
    assert code == 2
    assert "would both be written like this" in output


def test_without_a_tex_the_latex_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what to install."""
    monkeypatch.setattr(pdf, "which", lambda _: None)
    code, output = run("lms", "--out", str(tmp_path / "x.pdf"))
    assert code == 2
    assert "install a TeX" in output.replace("Install", "install")
    assert (tmp_path / "x.tex").read_text(encoding="utf-8").startswith(r"\documentclass")
    assert not (tmp_path / "x.pdf").exists()


def test_an_unproved_derivation_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notes are written, and the exit code says that not all is proved."""
    lying = note_of(samples.lying(), Notation(), rechecked=False)
    monkeypatch.setattr(command, "run_tasks", lambda *_, **__: [lying])
    code, output = run("lms", "--out", str(tmp_path / "x.md"))
    assert code == 1
    assert "lying is refuted" in output


@pytest.mark.parametrize("form", ["latex", "html", "markdown", "mathml"])
def test_show_prints_each_format(form: str) -> None:
    """What is printed is of the format, in the notation that was asked for."""
    done = CliRunner().invoke(main, ["show", "lms", "--format", form, "--notation", "cse422"])
    assert done.exit_code == 0
    begins = {"latex": r"\providecommand", "html": "<!DOCTYPE", "markdown": "# The", "mathml": "<math"}[form]
    assert done.output.startswith(begins)


def test_a_notebook_shows_derivations_steps_and_verdicts() -> None:
    """Each has its text, and its forms beside it."""
    honest: Derivation = samples.honest()
    assert set(mimebundle(honest)) == {"text/plain", "text/html", "text/markdown"}
    shown = mimebundle(honest.steps[1])
    assert shown["text/latex"].startswith(r"$\displaystyle \frac{\partial}")
    assert "<math" in shown["text/html"]
    verdict = prove(Eq(Symbol("x"), Symbol("y")))
    assert "refuted" in mimebundle(verdict)["text/html"]
    assert set(mimebundle(Step("", None, None, "r", says="words"))) == {"text/plain", "text/html"}


def test_an_error_is_never_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a derivation cannot be typeset, its text is all there is."""

    def refuse(*_: object, **__: object) -> Note:
        raise DeriveError("x", reason="no", way_out="none")

    monkeypatch.setattr("derive.notes.jupyter.note_of", refuse)
    assert mimebundle(samples.honest()) == {"text/plain": str(samples.honest())}


def test_the_notation_is_named_in_the_note() -> None:
    """A note knows in which notation it is written."""
    assert note("lms", "cls").notation == notation_named("cls").title
