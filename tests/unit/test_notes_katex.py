"""KaTeX in strict mode accepts every formula of every note in every notation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from derive.latex.as_latex import as_latex
from derive.notes.as_markdown import document
from derive.render.markdown import for_forge
from tests.katex_oracle import FOLDER, complaints, needs_katex
from tests.noted import ALL, nodes, note

LEAST = 2000
"""So many different formulas there are at least."""


@needs_katex
def test_every_formula_in_every_notation_is_accepted() -> None:
    """One process reads them all; what is written for forges is read too."""
    formulas = {as_latex(node) for name, notation in ALL for node in nodes(note(name, notation))}
    assert len(formulas) > LEAST
    assert complaints(sorted(formulas | set(map(for_forge, formulas)))) == {}


@needs_katex
def test_every_display_of_the_markdown_is_accepted() -> None:
    """Whole displays, with their alignment and their numbers."""
    pages = [document(note(name, notation)) for name, notation in ALL]
    displays = {display for page in pages for display in re.findall(r"\$\$\n(.*?)\n\$\$", page, re.DOTALL)}
    assert displays
    assert complaints(sorted(displays)) == {}


@needs_katex
@pytest.mark.parametrize("wrong", [r"\frac{a}", r"\operatornam{f}", r"\left( a", "x_i_j", r"\text{ß}é"])
def test_what_is_wrong_is_not_accepted(wrong: str) -> None:
    """The judge can say no."""
    assert wrong in complaints([wrong, "x"])


def test_the_lock_names_no_place_that_packages_come_from() -> None:
    """Where packages come from is the setting of the machine."""
    lock = (Path(__file__).parents[1] / "katex" / "package-lock.json").read_text(encoding="utf-8")
    assert "http" not in re.sub(
        r'"url": "https://(?:opencollective|github)\.com[^"]*"|https://opencollective[^"]*|https://github[^"]*',
        "",
        lock,
    )
    assert FOLDER.is_dir()
