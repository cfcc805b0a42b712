"""What follows a derivation in its note: pseudo-code from running code, NumPy programs beside formulas, figures."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from derive.cli import main
from derive.latex.as_latex import as_latex
from derive.latex.notation import notation_named, profiles
from derive.lectures.catalogue import BY_NAME, CATALOGUE
from derive.notes import figures
from derive.notes.additions import with_additions
from derive.notes.algorithms import ALGORITHMS, algorithms_of
from derive.notes.as_html import article
from derive.notes.as_latex import fragment
from derive.notes.as_markdown import document
from derive.notes.build import failed_note, note_of
from derive.notes.drawings import MARGINS, _mistakes_and_bound
from derive.notes.figures import FIGURES, figures_of, inlined, standalone
from derive.notes.forms import figure_files
from derive.notes.latexified import UnknownLatexError, tree_of
from derive.notes.model import Algorithm, Figure, Note, Paragraph, Program
from derive.notes.programs import programs_of
from derive.notes.pseudocode import PseudoCodeError, algorithm_of
from numeric.algorithms import lms
from numeric.algorithms.perceptron_run import batch
from numeric.functions import functions_of
from tests.katex_oracle import complaints, needs_katex
from tests.noted import derivation

NEUTRAL = notation_named("neutral")
with_matplotlib = pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")


def bare(name: str, notation: str = "neutral", *, drawn: bool = False) -> Note:
    """Return what follows a derivation, as a note of its own."""
    held = notation_named(notation)
    return with_additions(failed_note(name, BY_NAME[name].title, "", held), held, programs=True, figures=drawn)


def pseudo(algorithm: Algorithm) -> list[str]:
    """Return pseudo-code as lines of text."""
    return [
        " " * line.depth + " ".join(part for part in (line.before, _tex(line.formula), line.after) if part)
        for line in algorithm.lines
    ]


def _tex(formula: Any) -> str:
    return "" if formula is None else as_latex(formula)


def test_the_rule_of_widrow_and_hoff() -> None:
    """The pseudo-code is the loop that `fit_lms` runs, line by line."""
    (found,) = algorithms_of("lms")
    assert pseudo(found) == [
        r"function \mathrm{lms}(\theta, X, y, \eta, \mathrm{order}, \text{goes\_on})",
        r" k \gets 1",
        r" while \text{goes\_on}(\theta) do",
        r"  for n \in \mathrm{order}() do",
        r"   \theta \gets \theta - \eta(k) \cdot \text{example\_gradient}(\theta, X_n, y_n)",
        r"  end for",
        r"  k \gets k + 1",
        r" end while",
        r" return \theta",
        r"end function",
    ]


def climb(w: float, eta: float) -> float:
    """Return something, by each kind of line."""
    while w < 1:
        if eta > 0 and w != 0:
            w += eta**2
        else:
            w = -w / (eta + 1)
    return w


def test_each_kind_of_line() -> None:
    """Conditions, fractions, powers and signs."""
    assert pseudo(algorithm_of(climb))[1:-1] == [
        r" while w < 1 do",
        r"  if \eta > 0 \land w \ne 0 then",
        r"   w \gets w + \eta^2",
        r"  else",
        r"   w \gets \frac{-w}{\eta + 1}",
        r"  end if",
        r" end while",
        r" return w",
    ]


def by_name(*, w: float) -> float:
    """Return a parameter that latexify would leave out."""
    return w


def chosen(w: float) -> float:
    """Return a choice, which is no formula of pseudo-code."""
    return 1.0 if w else w


def tried(w: float) -> float:
    """Return a value that may not be there."""
    try:
        return 1 / w
    except ZeroDivisionError:
        return 0.0


@pytest.mark.parametrize("function", [by_name, chosen, tried, batch])
def test_what_pseudo_code_cannot_say_is_refused(function: Callable[..., object]) -> None:
    """Nothing is left out silently."""
    with pytest.raises(PseudoCodeError, match="plain loop"):
        _ = algorithm_of(function)


@pytest.mark.parametrize("latex", [r"\mystery", r"\left< x \right>", r"x_", r"\frac{a}", "x}"])
def test_unknown_latex_is_refused(latex: str) -> None:
    """Another version of latexify may write something else; that is noticed."""
    with pytest.raises(UnknownLatexError):
        _ = tree_of(latex)


def test_pseudo_code_follows_the_code() -> None:
    """Every algorithm of the table is a function that runs, and its assignments are those of the source."""
    for name in ALGORITHMS:
        assert name in BY_NAME
        for algorithm in algorithms_of(name):
            assert len(pseudo(algorithm)) > 5
    source = inspect.getsource(lms.lms)
    (found,) = algorithms_of("lms")
    assert len(re.findall(r"^\s+\w+ = ", source, re.MULTILINE)) == sum(r"\gets" in line for line in pseudo(found))


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_every_program_stands_beside_its_formula(entry: object) -> None:
    """The source is that of the function, for every function that comes from the derivation."""
    name = str(getattr(entry, "name", ""))
    found = programs_of(name, NEUTRAL)
    assert [program.source for program in found] == [function.source.strip() for _, function in functions_of(name)]
    assert all(program.line.left is not None for program in found)


def test_a_program_in_all_forms() -> None:
    """Its call, its formula and its source."""
    note = bare("logistic-hessian")
    for form in (fragment, document, article):
        text = form(note)
        assert "numeric.logistic.hessian(w, X)[j, k]" in text.replace(r"\allowbreak{}", "")
        assert "def hessian(w, X):" in text
        assert "newton" in text
    assert r"x_{i_1,j} x_{i_1,k}" in document(note)


def test_long_lines_of_programs_are_folded_on_paper() -> None:
    """No line of a listing is wider than the page."""
    for entry in CATALOGUE:
        for listing in re.findall(r"\\begin\{verbatim\}\n(.*?)\n\\end", fragment(bare(entry.name)), re.DOTALL):
            assert max(map(len, listing.splitlines())) <= 100


@needs_katex
def test_displays_are_accepted_by_katex() -> None:
    """In every notation."""
    pages = [document(bare(entry.name, notation)) for notation in profiles() for entry in CATALOGUE]
    displays = {display for page in pages for display in re.findall(r"\$\$\n(.*?)\n\$\$", page, re.DOTALL)}
    assert len(displays) > 60
    assert complaints(sorted(displays)) == {}


def test_without_matplotlib_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a figure would be, and nowhere else."""
    monkeypatch.setattr(figures, "find_spec", lambda _: None)
    (said,) = figures_of("sigmoid", NEUTRAL)
    assert isinstance(said, Paragraph)
    assert "matplotlib is not installed" in str(said.text)
    assert figures_of("lms", NEUTRAL) == ()
    for form in (fragment, document, article):
        assert "matplotlib is not installed" in form(bare("sigmoid", drawn=True))


CURVE = Figure("curve", ("A curve.",), 'It "rises" & falls.', '<svg><text fill="currentColor">a</text></svg>', b"%PDF")


def test_a_figure_in_all_forms() -> None:
    """Inside the HTML with words for who cannot see it, beside the others as a file."""
    note = Note("curve", "Curve", ("Curve",), (), "proved", "neutral", (CURVE,))
    html = article(note)
    assert 'role="img" aria-label="It &#34;rises&#34; &amp; falls."' in html
    assert "<figcaption>A curve.</figcaption>" in html
    assert "](figures/curve.svg)" in document(note)
    assert r"\includegraphics[width=0.7\linewidth]{figures/curve.pdf}" in fragment(note)
    assert figure_files([note], ".html") == {}
    assert figure_files([note], ".pdf") == {"figures/curve.pdf": b"%PDF"}
    assert figure_files([note], ".md") == {"figures/curve.svg": standalone(CURVE).encode()}


def test_two_figures_do_not_share_ids() -> None:
    """Each has its own, and nothing of it reaches the page around."""
    svg = '<?xml version="1.0"?><svg><defs>\n<style>*{}</style></defs><path id="a"/><use xlink:href="#a"/></svg>'
    assert inlined(svg, "one") == '<svg><path id="one-a"/><use xlink:href="#one-a"/></svg>'


@with_matplotlib
@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_drawn(name: str) -> None:
    """Twice the same to the letter, with ink that follows the page, and no request in it."""
    (first,), (second,) = figures_of(name, NEUTRAL), figures_of(name, NEUTRAL)
    assert isinstance(first, Figure)
    assert first == second
    assert "currentColor" in first.svg
    assert not re.search(r"#000000|<style|<metadata|<!DOCTYPE", first.svg)
    assert not re.search(r'(?:href|src)="(?!#)', first.svg)
    assert first.pdf.startswith(b"%PDF")


def test_the_perceptron_stays_below_its_bound() -> None:
    """What the figure shows, as numbers."""
    found = [_mistakes_and_bound(margin) for margin in MARGINS]
    assert all(0 < made <= allowed for made, allowed in found)


def test_the_options_of_the_command(tmp_path: Path) -> None:
    """Programs unless they are not wanted."""
    for option, held in (("--programs", True), ("--no-programs", False)):
        out = tmp_path / "notes.md"
        done = CliRunner().invoke(main, ["notes", "lms", option, "--no-figures", "--jobs", "1", "--out", str(out)])
        assert done.exit_code == 0
        assert ("def example_loss" in out.read_text(encoding="utf-8")) is held


def test_additions_do_not_touch_the_lines() -> None:
    """A note keeps its sections; what follows stands behind them."""
    note = note_of(derivation("lms"), NEUTRAL, rechecked=False)
    more = with_additions(note, NEUTRAL, programs=True, figures=False)
    assert more.sections[: len(note.sections)] == note.sections
    assert [type(section) for section in more.sections[len(note.sections) :]] == [Algorithm, Program, Program]
    assert with_additions(note, NEUTRAL, programs=False, figures=False) == note
