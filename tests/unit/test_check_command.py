"""`derive check`: exit codes, formats, several files, standard input, and calls that are wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from derive.cli import main

RIGHT = "Let $a, b \\in \\mathbb{R}$. Then $(a - b)^2 = a^2 - 2ab + b^2$.\n"
WRONG = "Let $a, b \\in \\mathbb{R}$. Then\n$$\n(a - b)^2 = a^2 - b^2 .\n$$\n"
OPEN = "Then $a \\boxminus b = 3$.\n"


def check(*arguments: str, given: str | None = None) -> Result:
    """Return what the command answers."""
    return CliRunner().invoke(main, ["check", *arguments], input=given)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a right, a wrong and an open document, and files that are none."""
    for name, text in {
        "right.md": RIGHT,
        "wrong.tex": WRONG,
        "open.md": OPEN,
        ".hidden.md": WRONG,
        "a.png": "",
    }.items():
        _ = (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("name", "code"), [("right.md", 0), ("wrong.tex", 1), ("open.md", 3)])
def test_the_exit_code_says_how_it_went(folder: Path, name: str, code: int) -> None:
    """0 nothing wrong, 1 something refuted, 3 something open."""
    assert check(str(folder / name)).exit_code == code


def test_a_folder_is_judged_whole(folder: Path) -> None:
    """Every document in it, and no hidden one; the worst exit code counts."""
    result = check("--json", str(folder))
    assert [Path(found["file"]).name for found in json.loads(result.output)] == ["open.md", "right.md", "wrong.tex"]
    assert result.exit_code == 1


def test_the_json_has_what_the_documentation_says(folder: Path) -> None:
    """The wrong line, its place, its numbers, what it looks like."""
    found = json.loads(check("--json", str(folder / "wrong.tex")).output)
    (step,) = found["steps"]
    assert (found["first_wrong"], found["summary"]) == (3, {"refuted": 1})
    assert (step["line"], step["column"], step["relation"], step["verdict"]) == (3, 13, "=", "refuted")
    assert step["counterexample"]["lhs"] != step["counterexample"]["rhs"]
    assert set(step["counterexample"]["values"]) == {"a", "b"}


def test_standard_input_is_read() -> None:
    """As a document by the name of `-`."""
    result = check("-", given=WRONG)
    assert result.exit_code == 1
    assert result.output.startswith("-\n  first wrong: 3:13")


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.md", None, "there is no such file"),
        ("picture.png", b"\x89PNG", "this kind of file is not read"),
        ("binary.md", b"a\0b", "it is binary"),
        ("broken.ipynb", b"{", "its JSON cannot be read"),
    ],
)
def test_a_file_that_is_none_is_said(tmp_path: Path, name: str, content: bytes | None, says: str) -> None:
    """With the reason, and exit code 2."""
    if content is not None:
        _ = (tmp_path / name).write_bytes(content)
    result = check(str(tmp_path / name))
    assert (result.exit_code, says in " ".join(result.output.split())) == (2, True)


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    """There is nothing to judge, which is not the same as nothing wrong."""
    assert check(str(tmp_path)).exit_code == 2


def listed(title: str) -> list[str]:
    """Return the fields that the page about JSON lists under a heading."""
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [
        name for row in re.findall(r"^\| (`[^|]+`) \|", section, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    ]


def test_the_json_has_the_fields_that_are_documented(folder: Path) -> None:
    """A document, its steps, and the counterexample of a wrong one, which also stands in LaTeX."""
    _ = (folder / "slip.md").write_text(r"Let $a, b \in \mathbb{R}$. Then $(a + b)^2 = a^2 + b^2$.", encoding="utf-8")
    found = json.loads(check("--json", str(folder / "slip.md")).output)
    (step,) = found["steps"]
    assert list(found) == listed("Judged document")
    assert list(step) == listed("Judged step")
    assert set(step["counterexample"]) == {*listed("Counterexample"), "latex"}
    assert step["counterexample"]["latex"].startswith("at $a = ")
    assert step["diagnosis"]["latex"] == "the term $2a b$ is missing"
