"""Every Python example in every document runs, and shows what it says it shows."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.example import SybilFailure
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

from tests.house.files import ROOT, documents, name

EXAMPLES = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), SkipParser()]
)


def run_examples(path: Path) -> None:
    """Run the examples of a document in order, in one namespace."""
    for example in EXAMPLES.parse(path).examples():
        example.evaluate()


@pytest.mark.parametrize("path", documents(), ids=name)
def test_examples_run(path: Path) -> None:
    """All examples of a document hold when they are run from top to bottom."""
    run_examples(path)


def test_the_readme_has_examples() -> None:
    """The README is not silently empty of examples."""
    assert len(list(EXAMPLES.parse(ROOT / "README.md").examples())) >= 5


def test_a_wrong_example_is_noticed(tmp_path: Path) -> None:
    """An example that shows something else than what happens is a failure."""
    page = tmp_path / "page.md"
    assert page.write_text("A page.\n\n```python\n>>> 1 + 1\n3\n```\n")
    with pytest.raises(SybilFailure, match="Expected"):
        run_examples(page)
