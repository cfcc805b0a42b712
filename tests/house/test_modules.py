"""Every module says in its first sentence what it owns, and no two say the same."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.house.files import ROOT, name, sources

FEWEST_WORDS = 3
PROGRAMS = sorted(path for folder in ("benchmarks", "docs/programs") for path in (ROOT / folder).glob("*.py"))


def first_sentence(source: str) -> str:
    """Return the first paragraph of the docstring of a module, in one line."""
    return " ".join((ast.get_docstring(ast.parse(source)) or "").partition("\n\n")[0].split())


def unclear(sentence: str) -> list[str]:
    """Complain about what is no sentence."""
    complaints = ["it does not end as a sentence does"] if not sentence.endswith((".", "?", ":")) else []
    return complaints + (["it says too little"] if len(sentence.split()) < FEWEST_WORDS else [])


@pytest.mark.parametrize("path", [*sources(), *PROGRAMS], ids=name)
def test_a_module_says_what_it_owns(path: Path) -> None:
    """In one sentence, at its top."""
    assert unclear(first_sentence(path.read_text(encoding="utf-8"))) == []


def test_no_two_modules_say_the_same() -> None:
    """Where two sentences are alike, one of the files is one too many, or named too widely."""
    said = Counter(first_sentence(path.read_text(encoding="utf-8")) for path in sources())
    assert [sentence for sentence, count in said.items() if count > 1] == []


@pytest.mark.parametrize("source", ["x = 1\n", '"""Utilities."""\n', '"""no end to this one"""\n'])
def test_a_module_that_says_nothing_is_noticed(source: str) -> None:
    """The check can fail."""
    assert unclear(first_sentence(source)) != []
