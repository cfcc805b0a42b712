"""The examples on the pages of help: each page has one, and each runs in a folder that has the files it names."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from derive.cli import main
from derive.notes.pdf import tex_program
from tests import samples

pytestmark = pytest.mark.slow  # starts the command

HOMEWORK = """Let $x \\in \\mathbb{R}$.

$$(x + 1)^2 = x^2 + 2 x + 1$$
"""
DRAWN = "rng.normal(size=3), rng.normal(size=(5, 3)), rng.integers(0, 2, 5) * 1.0"
MODEL = f"""import numpy as np


def loss(w, X, y, lam=0.0):
    return -np.sum(y * (X @ w) - np.logaddexp(0, X @ w)) + lam * w @ w


def grad(w, X, y, lam=0.0):
    return X.T @ (1 / (1 + np.exp(-X @ w)) - y) + 2 * lam * w


def ridge_loss(w, X, y):
    return np.mean((X @ w - y) ** 2) + w @ w


def ridge_grad(w, X, y):
    return 2 * X.T @ (X @ w - y) / len(y) + 2 * w


def inputs(rng):
    return {DRAWN}


small_problem = inputs
"""
FILES = {
    "homework.md": HOMEWORK,
    "hw3.md": HOMEWORK,
    "hw3.tex": HOMEWORK,
    "notes/page.md": HOMEWORK,
    "model.py": MODEL,
    "mine.toml": 'based_on = "cls"\n',
}
"""What the examples name, so that each of them finds nothing wrong."""
OF_EVERYTHING = {
    ("list", "--check"): (),
    ("errata",): ("--jobs", "1"),
    ("report",): ("--jobs", "1"),
    ("notes", "--out"): ("--jobs", "1"),
}
"""Beginnings of examples that decide all there is, and what keeps them in this process, where all is a small sample."""


def pages() -> dict[str, str]:
    """Return the page of help of `derive` and of each command."""
    names = ("", *main.list_commands(click.Context(main)))
    return {name: CliRunner().invoke(main, [*name.split(), "--help"], prog_name="derive").output for name in names}


def examples(page: str) -> list[str]:
    """Return the commands that a page shows as examples, without what is said of them beside."""
    shown = re.search(r"^  Examples?:\n((?:    .*\n)+)", page, re.MULTILINE)
    return [re.split(r" {3,}", line.strip())[0] for line in shown[1].splitlines()] if shown else []


def run(example: str) -> Result:
    """Return what an example answers; `cat FILE | derive ...` is given the file."""
    before, _, command = example.rpartition(" | ")
    program, *arguments = shlex.split(command)
    assert program == "derive"
    given = Path(before.removeprefix("cat ")).read_text(encoding="utf-8") if before else None
    extra = next((more for start, more in OF_EVERYTHING.items() if tuple(arguments[: len(start)]) == start), ())
    return CliRunner().invoke(main, [*arguments, *extra], input=given, prog_name="derive")


def test_every_page_of_help_has_an_example() -> None:
    """Of that command, and of no other; on the page of `derive`, of several."""
    found = {name: examples(page) for name, page in pages().items()}
    found["none"] = examples("Usage: derive list\n\n  List them.\n")
    assert [name for name, shown in found.items() if not shown] == ["none"]
    named = {name: re.compile(rf"(?:^|\| )derive {name or '[a-z]+'}(?: |$)") for name in found}
    assert [each for name, shown in found.items() for each in shown if not named[name].search(each)] == []


@pytest.mark.parametrize("example", dict.fromkeys(each for page in pages().values() for each in examples(page)))
def test_examples_of_help_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everything is decided, everything is a small sample of derivations and claims."""
    monkeypatch.chdir(tmp_path)
    for file, text in FILES.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        _ = (tmp_path / file).write_text(text, encoding="utf-8")
    if any(example.split()[1 : 1 + len(start)] == [*start] for start in OF_EVERYTHING):
        claims = tuple(replace(claim, lecture=lecture) for lecture in ("l7", "cse422") for claim in samples.CLAIMS)
        samples.install(monkeypatch, claims=claims)
        monkeypatch.setattr("derive.commands.notes.CATALOGUE", samples.ENTRIES)
    answer = run(example)
    if ".pdf" in example and tex_program() is None:
        assert "no TeX is installed" in answer.output
    else:
        assert answer.exit_code == 0, answer.output
