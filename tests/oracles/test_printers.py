"""The page that compares printers is what its program prints."""

from __future__ import annotations

import subprocess
import sys

from tests.house.files import ROOT
from tests.katex_oracle import complaints, needs_katex


def test_the_page_is_current() -> None:
    """Nobody has written it by hand, and nothing has changed since."""
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
