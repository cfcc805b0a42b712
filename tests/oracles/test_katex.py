"""KaTeX in strict mode accepts every formula of every note in every notation; and ours beside other printers."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.house.files import ROOT
from tests.katex_oracle import FOLDER, complaints, needs_katex
from tests.noted import NOTATIONS, page

pytestmark = pytest.mark.slow  # carries all derivations out, and starts KaTeX


@needs_katex
def test_every_formula_in_every_notation_is_accepted() -> None:
    """Whole displays as Markdown has them, formulas in sentences, and the rows of displays as LaTeX has them."""
    found = set[str]()
    for notation in NOTATIONS:
        text = page(notation, "markdown")
        found |= set(re.findall(r"\$\$\n(.*?)\n\$\$", text, re.DOTALL))
        prose = re.sub(r"\$\$.*?\$\$|```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
        found |= set(re.findall(r"\$([^$]+)\$", prose))
        found |= set(re.findall(r"\\reason\{.*?\$([^$]+)\$", page(notation, "latex")))
    assert len(found) > 1000
    assert complaints(sorted(found)) == {}


@needs_katex
def test_what_is_wrong_is_not_accepted() -> None:
    """The judge can say no."""
    wrong = [r"\frac{a}", r"\operatornam{f}", r"\left( a", "x_i_j", r"\text{ß}é"]
    assert list(complaints([*wrong, "x"])) == wrong


def test_the_lock_names_no_place_that_packages_come_from() -> None:
    """Where packages come from is the setting of the machine."""
    lock = (FOLDER / "package-lock.json").read_text(encoding="utf-8")
    funding = r'"url": "https://(?:opencollective|github)\.com[^"]*"|https://opencollective[^"]*|https://github[^"]*'
    assert "http" not in re.sub(funding, "", lock)


def test_the_page_that_compares_printers_is_current() -> None:
    """It is what its program prints: nobody has written it by hand, and nothing has changed since."""
    command = [sys.executable, "benchmarks/latex.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603 -- our own program
    assert done.stdout == (ROOT / "docs" / "latex.md").read_text(encoding="utf-8")


@needs_katex
def test_ours_is_accepted_and_the_shortest() -> None:
    """KaTeX takes all ten in strict mode, and nobody needs fewer marks for one of them."""
    sections = (ROOT / "docs" / "latex.md").read_text(encoding="utf-8").split("\n## ")[1:]
    printed = [[part.split("\n```")[0] for part in section.split("```latex\n")[1:]] for section in sections]
    assert [len(three) for three in printed] == [3] * 10
    assert complaints([ours for ours, _, _ in printed]) == {}
    assert [ours for ours, *others in printed if len(ours) > min(map(len, others))] == []
