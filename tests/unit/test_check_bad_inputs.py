"""Bad inputs: each is answered with the value, the place, the reason and a way out, and with an exit code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from syrupy.assertion import SnapshotAssertion

from derive.cli import main
from derive.judge.run import Task, check_one
from derive.judge.watch import Watcher
from derive.render.checked_forms import written

FILES: Mapping[str, bytes] = {
    "binary.md": b"a\0b",
    "picture.png": b"\x89PNG",
    "broken.ipynb": b"{",
    "no-cells.ipynb": b'{"cells": 3}',
    "empty.md": b" \n",
    "latin.md": "F\u00fcr $x = 3$ gilt $x + \u00a7 = 2$.".encode("cp1252"),
    "braces.md": rb"Then $$ \frac{1{2} = 3 $$",
    "unclosed.md": b"Then\n$$ a = b\n\nand so on.",
    "cyclic.tex": rb"\newcommand{\a}{\b}\newcommand{\b}{\a} Then $\a = 1$.",
    "endless.tex": b"\\input{endless}\nThen $1 = 1$.",
    "outside.tex": b"\\input{../secret}\n\\input{/etc/passwd}\n\\input{missing}\nThen $1 = 1$.",
    "deep.md": b"$$" + b"{" * 300 + b"x" + b"}" * 300 + b" = 1$$",
    "long.md": b"$$" + b"x + " * 30_000 + b"x = 1$$",
    "power.md": b"Then $10^{10^{10}} = 1$.",
    "comment.md": b"<!-- derive: let the frobnicator be blue -->\nThen $1 = 1$.",
    "shapes.md": rb"Let $A \in \mathbb{R}^{n \times m}$. Then $A + A^\top = A^\top + A$.",
    "undeclared.md": rb"Let $a \in \mathbb{R}$. Then $\sum_{i \in S} a = 3$.",
    "mystery.md": rb"Then $a \boxminus b = 3$ and $\mystery{a} = 1$.",
    "script.md": b"Then $<script>alert(1)</script> = 1$.",
}
CALLS = {
    "a file that is not there": ["missing.md"],
    "a folder without documents": ["folder"],
    "a link to itself": ["loop.md"],
    "no file": [],
    "a format that is none": ["ok.md", "--format", "docx"],
    "a problem that is none": ["ok.md", "--problem", "lgistic-gradient"],
    "points for no grade": ["ok.md", "--points", "3"],
    "a folder as output": ["ok.md", "--out", "folder"],
    "an output in no folder": ["ok.md", "--out", "nowhere/out.txt"],
    "no time": ["ok.md", "--timeout", "0"],
    "too little memory": ["ok.md", "--memory", "10"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all files."""
    place = tmp_path_factory.mktemp("bad")
    for name, content in FILES.items():
        _ = (place / name).write_bytes(content)
    _ = (place / "ok.md").write_text("Then $1 = 1$.")
    (place / "folder").mkdir()
    (place / "loop.md").symlink_to(place / "loop.md")
    return place


def answer(arguments: list[str], given: str | None = None) -> str:
    """Return what the command says, and how it ends, which is never as where nothing is wrong."""
    result = CliRunner().invoke(main, ["check", *arguments], input=given)
    assert isinstance(result.exception, SystemExit), result.output
    assert result.exit_code in {2, 3}
    return re.sub(r"[ \t]+\n", "\n", f"exit code {result.exit_code}\n{result.output}")


@pytest.mark.parametrize("name", CALLS)
def test_a_bad_call_is_answered(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    """With a message that helps."""
    monkeypatch.chdir(folder)
    assert answer(CALLS[name]) == snapshot


def test_an_empty_standard_input_is_said(snapshot: SnapshotAssertion) -> None:
    """It is a wrong call, and not a right homework."""
    assert answer(["-"], given="") == snapshot


@pytest.fixture(scope="module")
def watcher() -> Iterator[Watcher]:
    """Yield one process for all files."""
    held = Watcher()
    yield held
    held.close()


@pytest.mark.parametrize("name", FILES)
def test_a_bad_file_is_answered(
    name: str, folder: Path, watcher: Watcher, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    """With the place, the reason, and an exit code that says that it is not all right."""
    monkeypatch.setenv("COLUMNS", "100")
    found = check_one(Task(str(folder / name), name), watcher)
    assert found.exit_code in {2, 3}
    text = written([found], "text")
    assert re.sub(r"[ \t]+\n", "\n", f"exit code {found.exit_code}\n{text}") == snapshot
