"""What follows a derivation in its note: pseudo-code from running code, NumPy programs beside formulas, figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from derive.formula.notation import Notation
from derive.notes import figures
from derive.notes.additions import with_additions
from derive.notes.figures import FIGURES, figures_of
from derive.notes.forms import figure_files, written
from derive.notes.model import Figure, Note, Section
from derive.notes.pseudocode import ALGORITHMS, PseudoCodeError, algorithm_of
from numeric.functions import functions_of
from tests.noted import NAMES
from tests.samples import run

NEUTRAL = Notation()
ENDINGS = (".tex", ".md", ".html")
with_matplotlib = pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")


def note_of(*sections: Section, name: str = "x") -> Note:
    """Return a note that consists of what follows a derivation."""
    return Note(name, "X", ("X",), (), "proved", "neutral", sections)


def printed(ending: str, *sections: Section) -> str:
    """Return it in the form of an ending."""
    return written([note_of(*sections)], "X", ending, part=True)


def added(ending: str, name: str) -> str:
    """Return what follows a derivation of the lectures, without the derivation."""
    return written([with_additions(note_of(name=name), NEUTRAL, programs=True, figures=False)], "X", ending, part=True)


def climb(w: float, eta: float, X: Any, wanted: Callable[[float], bool]) -> float:
    """Return something, by each kind of line."""
    k = 1
    while wanted(w) or w < 1:
        if eta > 0 and w != 0 and not k >= 2:
            w += eta**2 * X[k, 0]
        elif eta <= 0.5:
            w = -w / (eta + 1)
        else:
            w = abs(w) - eta * w
        k = k + 1
    for row in X:
        w = w + row
    return w


PSEUDO = r"""
function $\mathrm{climb}(w, \eta, X, \mathrm{wanted})$
 $k \gets 1$
 while $\mathrm{wanted}(w) \lor w < 1$ do
  if $\eta > 0 \land w \ne 0 \land \lnot (k \ge 2)$ then
   $w \gets w + \eta^2 X_{(k, 0)}$
  else
   if $\eta \le 0.5$ then
    $w \gets \frac{-w}{\eta + 1}$
   else
    $w \gets \lvert w \rvert - \eta w$
   end if
  end if
  $k \gets k + 1$
 end while
 for $\mathrm{row} \in X$ do
  $w \gets w + \mathrm{row}$
 end for
 return $w$
end function
"""


def test_pseudo_code_is_the_loop_line_by_line() -> None:
    """Conditions, fractions, powers, indices and signs, indented by their depth."""
    text = re.sub(r"\\textbf\{([^}]*)\}", r"\1", printed(".tex", algorithm_of(climb)))
    lines = re.findall(r"\\hspace\*\{([\d.]+)em\}(.*?)(?: \\\\)?$", text, re.MULTILINE)
    assert "\n".join(" " * int(float(depth) / 1.5) + line for depth, line in lines) == PSEUDO.strip()


def by_name(*, w: float) -> float:
    """Return a parameter that would be left out."""
    return w


def rounded(w: float) -> float:
    """Return what a formula has no sign for: a remainder, a condition in an expression, an argument by its name."""
    return round(w if w > 0 else -w % 2, ndigits=1)


def last(w: list[float]) -> float:
    """Return what is named by a text."""
    return {"w": w}["w"][-1]


def until(w: float) -> float:
    """Return out of the middle of a loop."""
    while w > 1:
        w /= 2
        break
    return w


def tried(w: float) -> float:
    """Return a value that may not be there."""
    try:
        return 1 / w
    except ZeroDivisionError:
        return 0.0


@pytest.mark.parametrize("function", [by_name, tried, rounded, last, until])
def test_what_pseudo_code_cannot_say_is_refused(function: Callable[..., object]) -> None:
    """Nothing is left out silently."""
    with pytest.raises(PseudoCodeError, match="plain loop"):
        _ = algorithm_of(function)


def test_every_derivation_has_what_belongs_to_it() -> None:
    """Its programs, each behind its formula, and its algorithms; long lines are folded on paper."""
    for name in NAMES:
        markdown, tex = added(".md", name), added(".tex", name)
        programs = re.findall(r"\\end\{aligned\}\n\$\$\n\n```python\n(.*?)\n```", markdown, re.DOTALL)
        assert programs == [function.source.strip() for _, function in functions_of(name)]
        assert re.findall(r"Pseudo-code of `(.*)`", markdown) == [*ALGORITHMS.get(name, ())]
        listings = re.findall(r"\\begin\{verbatim\}\n(.*?)\n\\end", tex, re.DOTALL)
        assert len(listings) == len(programs)
        assert [line for listing in listings for line in listing.splitlines() if len(line) > 100] == []


def test_a_program_is_left_out_where_it_is_not_wanted(tmp_path: Path) -> None:
    """By an option; what comes before it stays as it is."""
    out, found = tmp_path / "notes.md", dict[str, str]()
    for option in ("--programs", "--no-programs"):
        assert run("notes", "lms", option, "--no-figures", "--jobs", "1", "--out", out).exit_code == 0
        found[option] = out.read_text(encoding="utf-8")
    assert "def example_loss" in found["--programs"].removeprefix(found["--no-programs"].rstrip())
    assert found["--programs"].startswith(found["--no-programs"].rstrip())


CURVE = Figure("curve", ("A curve.",), 'It "rises" & falls.', '<svg><text fill="currentColor">a</text></svg>', b"%PDF")


def test_a_figure_in_all_forms() -> None:
    """Inside the HTML with words for who cannot see it, beside the others as a file."""
    tex, markdown, html = (printed(ending, CURVE) for ending in ENDINGS)
    assert 'role="img" aria-label="It &#34;rises&#34; &amp; falls."' in html
    assert "<figcaption>A curve.</figcaption>" in html
    assert "](figures/curve.svg)" in markdown
    assert r"\includegraphics[width=0.7\linewidth]{figures/curve.pdf}" in tex
    files = [figure_files([note_of(CURVE)], ending) for ending in (".html", ".pdf", ".md")]
    assert files[:2] == [{}, {"figures/curve.pdf": b"%PDF"}]
    assert files[2]["figures/curve.svg"].startswith(b'<svg style="background: #fff; color: #000"><text fill="current')


def test_without_matplotlib_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a figure would be, and nowhere else."""
    monkeypatch.setattr(figures, "find_spec", lambda _: None)
    for ending in ENDINGS:
        said, silent = (
            written([with_additions(note_of(name=name), NEUTRAL, programs=False, figures=True)], "X", ending)
            for name in ("sigmoid", "lms")
        )
        assert "matplotlib is not installed" in said
        assert "matplotlib" not in silent


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
