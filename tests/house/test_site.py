"""The documentation as a site: pages that are made from the code are current, labels are listed, all of it builds."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from sympy import Sum

import derive
from docs.programs.identities import Identity, NotProvedError, i, x
from docs.programs.imports import edges, reduced
from docs.programs.pages import DOCS, PAGES
from docs.programs.sources import REASONS, source_of
from tests.house.files import ROOT
from tests.katex_oracle import missing

LABELS = (DOCS / "reference" / "labels.md").read_text()
WRITERS = {
    "Row": (1, "derive/judge/editing"),
    "Diagnosis": (0, "numeric/verify"),
    "Factor": (0, "numeric/verify"),
}
"""What makes a diagnosis, the place of the label among its arguments, and where it is called."""


@pytest.mark.parametrize("name", PAGES)
def test_pages_made_from_the_code_are_current(name: str) -> None:
    """`python -m docs.programs.pages` would change nothing."""
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]()


def test_the_drawing_leaves_out_only_what_follows() -> None:
    """From the arrows that are drawn, the rooms that a room rests on can be found again."""
    whole = edges()

    def below(graph: dict[str, set[str]], room: str) -> set[str]:
        return graph[room].union(*(below(graph, other) for other in graph[room]))

    assert {room: below(reduced(whole), room) for room in whole} == {room: below(whole, room) for room in whole}


def test_a_statement_that_is_false_is_not_written() -> None:
    """The page of rules cannot hold an identity that the engine does not prove."""
    with pytest.raises(NotProvedError, match="too much"):
        _ = Identity("too much", Sum(x[i], i), 2 * Sum(x[i], i), "nowhere").row()


def test_a_rule_needs_a_source() -> None:
    """A rule that is added to the engine is refused by the page until somebody says where it comes from."""
    with pytest.raises(LookupError, match="has no source"):
        _ = source_of("no such rule", REASONS)


def undescribed(names: Iterable[str], page: str) -> list[str]:
    """Complain about public names whose docstring a page does not show."""
    return [name for name in names if not re.search(rf":: {name}(?:\(.*\))?$", page, re.MULTILINE)]


def test_the_page_about_python_shows_every_docstring() -> None:
    """What can be imported from `derive` is described, not only listed."""
    assert undescribed(derive.__all__, (DOCS / "reference" / "api.md").read_text()) == []
    assert undescribed(["prove", "pro"], ".. autofunction:: prove\n") == ["pro"]


def labels(call: str) -> Iterator[str]:
    """Yield the labels that stand in the code as text."""
    place, folder = WRITERS[call]
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call:
                label = node.args[place] if len(node.args) > place else None
                if isinstance(label, ast.Constant) and isinstance(label.value, str):
                    yield label.value


def unlisted(found: set[str], page: str) -> list[str]:
    """Complain about labels that a page does not list."""
    return sorted(found - set(re.findall(r"`([^`]+)`", page)))


def test_labels_are_listed() -> None:
    """Every label of a diagnosis is on the page about labels."""
    found = {call: set(labels(call)) for call in WRITERS}
    assert min(map(len, found.values())) > 5
    assert {call: unlisted(every, LABELS) for call, every in found.items()} == {call: [] for call in WRITERS}
    assert unlisted({"sign", "no such label"}, LABELS) == ["no such label"]


needs_sphinx = pytest.mark.skipif(
    find_spec("furo") is None or bool(missing()), reason="Sphinx or KaTeX is not installed: pip install '.[docs]'"
)


@needs_sphinx
def test_the_site_builds(tmp_path: Path) -> None:
    """No warning; the formulas are MathML, and no page asks a network for anything."""
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    pages = [page.read_text() for page in (tmp_path / "site").rglob("*.html")]
    assert sum(page.count("<math") for page in pages) >= 30
    assert not [page for page in pages if re.search(r"""(?:src|href)=["']https?://[^"']+\.(?:js|css|woff)""", page)]
