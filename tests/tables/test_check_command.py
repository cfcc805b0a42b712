"""`derive check`: exit codes, several files, standard input, and its JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from derive.cli import main
from derive.judge.line import Checked, Line, exit_code

pytestmark = pytest.mark.slow  # starts the process that judges

RIGHT = "Let $a, b \\in \\mathbb{R}$. Then $(a - b)^2 = a^2 - 2ab + b^2$.\n"
WRONG = "Let $a, b \\in \\mathbb{R}$. Then\n$$\n(a + b)^2 = a^2 + b^2 .\n$$\n"
OPEN = "Then $a \\boxminus b = 3$.\n"


def check(*arguments: str, given: str | None = None) -> Result:
    """Return what the command answers."""
    return CliRunner().invoke(main, ["check", *arguments], input=given)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a right, a wrong and an open document, and files that are none."""
    place = tmp_path_factory.mktemp("homework")
    texts = {"right.md": RIGHT, "wrong.tex": WRONG, "open.md": OPEN, ".hidden.md": WRONG, "a.png": ""}
    for name, text in texts.items():
        _ = (place / name).write_text(text, encoding="utf-8")
    return place


def listed(title: str) -> list[str]:
    """Return the fields that the page about JSON lists under a heading."""
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+`) \|", section, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_a_folder_is_judged_whole(folder: Path) -> None:
    """Every document in it, and no hidden one; the worst exit code counts; the fields are those that are documented."""
    result = check("--json", str(folder))
    documents: list[dict[str, Any]] = json.loads(result.output)
    found = {Path(document["file"]).name: document for document in documents}
    assert (result.exit_code, list(found)) == (1, ["open.md", "right.md", "wrong.tex"])
    told = [{word: count for word, count in each["summary"].items() if word != "definition"} for each in documents]
    assert told == [{"not-understood": 1}, {"proved": 1}, {"refuted": 1}]
    wrong = found["wrong.tex"]
    step = wrong["steps"][-1]
    assert (wrong["first_wrong"], step["line"], step["column"], step["relation"]) == (3, 3, 13, "=")
    assert (list(wrong), list(step)) == (["schema", *listed("Judged document")], listed("Judged step"))
    assert step["counterexample"].keys() == {*listed("Counterexample"), "latex"}
    assert step["counterexample"]["latex"].startswith("at $a = ")
    assert step["counterexample"]["lhs"] != step["counterexample"]["rhs"]
    assert step["diagnosis"]["latex"] == "the term $2a b$ is missing"


@pytest.mark.parametrize(("name", "code"), [("right.md", 0), ("open.md", 3)])
def test_the_exit_code_says_how_it_went(folder: Path, name: str, code: int) -> None:
    """0 nothing wrong, 3 something open; only what is not right is shown."""
    result = check(str(folder / name))
    assert (result.exit_code, "boxminus is not known" in result.output) == (code, code == 3)


def test_the_exit_code_of_several_documents() -> None:
    """A file that cannot be read comes before a wrong line, that before an open one; nothing to judge is not right."""

    def found(*verdicts: str, problem: str = "") -> Checked:
        lines = tuple(Line(line=1, column=1, left="", sign="=", right="", verdict=verdict) for verdict in verdicts)
        return Checked(file="a.md", lines=lines, problem=problem)

    lost, wrong, unclear, right = (
        found(problem="binary"),
        found("proved", "refuted"),
        found("undecided"),
        found("proved"),
    )
    assert [exit_code([lost, wrong]), exit_code([unclear, wrong]), exit_code([unclear, right])] == [2, 1, 3]
    assert [exit_code([right, found()]), exit_code([found()]), exit_code([found("definition")])] == [0, 2, 0]


SAID = ["it", "is", "empty.", "Give", "a", "document", "with", "formulas."]


def test_standard_input_is_read() -> None:
    """As a document by the name of `-`; an empty one is a wrong call, and not a right homework."""
    result = check("-", given=WRONG)
    assert (result.exit_code, result.output.startswith("-\n  first wrong: line 3; ")) == (1, True)
    empty = check("-", given="")
    assert (empty.exit_code, empty.output.split()) == (2, ["-", "'-':", *SAID])


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    """There is nothing to judge, which is not the same as nothing wrong."""
    assert check(str(tmp_path)).exit_code == 2
