"""Every example in every document runs, and shows what it says it shows.

Python blocks run as doctests or as programs. A `console` block is a session in the shell: what follows a command is
what it prints, with `...` for what differs from run to run. A block under `<!-- file: NAME -->` is a file of that name,
which the session finds in its folder.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.example import SybilFailure
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

from tests.house.files import ROOT, documents, name

pytestmark = pytest.mark.slow  # runs every example of the documents

SECONDS = 120
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FILE = re.compile(r"^<!-- file: (?P<name>[\w./-]+) -->\n+(?=```\w*\n(?P<text>.*?)^```)", re.MULTILINE | re.DOTALL)


def files(document: Document) -> Iterator[Region]:
    """Yield the marks of files; each writes its block."""
    for mark in FILE.finditer(document.text):
        yield Region(mark.start(), mark.start() + 1, (mark["name"], mark["text"]), _write)


def unnamed(text: str) -> list[str]:
    """Complain about files whose name a reader does not see, because only the mark has it."""
    marks = ((mark["name"], text[: mark.start()].rstrip().rpartition("\n\n")[2]) for mark in FILE.finditer(text))
    return [name for name, before in marks if f"`{name}`" not in before]


def _write(example: Example) -> None:
    file, text = example.parsed
    assert Path(file).write_text(text)


def session(example: Example) -> str | None:
    """Run the commands of a console block, and return where they print something else than is shown."""
    for block in re.split(r"^\$ ", example.parsed, flags=re.MULTILINE)[1:]:
        command, _, shown = block.partition("\n")
        printed = _printed(command)
        if not doctest.OutputChecker().check_output(shown, printed, FLAGS):
            return f"{command}\nprinted:\n{printed}\nand not:\n{shown}"
    return None


def _printed(command: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    # What programs add where they find themselves in CI, or under pytest, is not on the page.
    kept = {"HOME", "LANG", "LC_ALL", "TMPDIR", "TEMP", "SYSTEMROOT", "VIRTUAL_ENV"}
    surroundings = {k: v for k, v in os.environ.items() if k in kept} | {"PATH": path, "NO_COLOR": "1"}
    shell = ["/bin/bash", "-c", f"exec 2>&1\n{command}"]
    return subprocess.run(
        shell, env=surroundings, stdout=subprocess.PIPE, text=True, timeout=SECONDS, check=False
    ).stdout


EXAMPLES = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=FLAGS),
        CodeBlockParser(language="console", evaluator=session),
        SkipParser(),
        files,
    ]
)


def run_examples(path: Path) -> None:
    """Run the examples of a document in order, in one namespace. A page may skip what needs a package."""
    document = EXAMPLES.parse(path)
    document.namespace["find_spec"] = find_spec
    for example in document.examples():
        example.evaluate()


WITH_EXAMPLES = [
    path for path in documents() if re.search(r"^```(?:python|console)", path.read_text("utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=name)
def test_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All examples of a document hold when they are run from top to bottom, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    try:
        run_examples(path)
    finally:
        for file in tmp_path.glob("*.py"):
            _ = sys.modules.pop(file.stem, None)


def test_a_file_is_named_before_it_is_shown() -> None:
    """Somebody who follows a page knows under which name to save what it shows."""
    assert {
        name(path): unnamed(path.read_text(encoding="utf-8")) for path in WITH_EXAMPLES if unnamed(path.read_text())
    } == {}
    assert unnamed("This is `a.txt`:\n\n<!-- file: a.txt -->\n\n```text\n1\n```\n") == []
    assert unnamed("Save this:\n\n<!-- file: a.txt -->\n\n```text\n1\n```\n") == ["a.txt"]


def test_the_readme_copies_the_comparison_with_other_checkers() -> None:
    """The figures beside other checkers stand on the page that says how they were measured."""
    rows = (ROOT / "README.md").read_text().partition("| checker |")[2].partition("\n\n")[0].splitlines()
    assert len(rows) > 4
    page = (ROOT / "docs" / "explanation" / "performance.md").read_text().splitlines()
    assert [row for row in rows[1:] if row not in page] == []


WRONG = (
    "```python\n>>> 1 + 1\n3\n```\n",
    "```console\n$ echo two\n$ echo three\nthree\n```\n",
    "<!-- file: number.txt -->\n\n```text\n2\n```\n\n```console\n$ cat number.txt\n3\n```\n",
)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_example_is_noticed(wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An example that shows something else than what happens is a failure."""
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    assert page.write_text(f"A page.\n\n{wrong}")
    with pytest.raises(SybilFailure):
        run_examples(page)
