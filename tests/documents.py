r"""Documents at the door of `derive check`, in this process: the verdict of each line, and how it was understood.

Tables of claims are written as documents are, words and then lines, each with the mark of its verdict:

    Let $a, b > 0$.
    + \log \frac{a}{b} = \log a - \log b
    - \log(a + b) = \log a + \log b  % log of a sum split

Each line is judged alone behind the words above it. Behind `  % ` stands what else is expected, between semicolons: of
a refuted line first the label of the slip; `if ...` for each condition of a proof; else some words
of what is said. What is true or wrong and not found to be has a second mark: `?- \log(a + b) = a + b`. A line that
begins with `# to turn:` says what the verdict on the next one should be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from derive.discourse.files import KINDS, read_page
from derive.judge.document import parts_of
from derive.judge.line import Checked, Line, Part
from derive.judge.run import Task, answers, check_one
from derive.judge.telling import written
from derive.judge.walk import walk
from derive.runner.serve import Event
from derive.runner.worker import Bounds, Worker

MARKS = {
    "proved": "+",
    "proved for larger sizes": "^",
    "agrees to the digits": "=",
    "sampled": "~",
    "refuted": "-",
    "disagrees to the digits": "/",
    "undecided": "?",
    "not understood": "!",
    "definition": ":",
    "assumed": ".",
}
WRONG = "-/"
"""The marks of what is wrong."""
DECLARES = "a declaration"
"""What is said of a line such as `x \\in \\mathbb{R}^D`, which stands in every document and is left out here."""
HEAD = re.compile(r"(?P<name>.*): (?P<marks>[^\s\w]+|0)(?: for \S+)?")
SECONDS = 60.0
"""For each line: more than any of them needs, so that no verdict depends on the machine."""


@dataclass(frozen=True, slots=True)
class _Here:
    """What stands for the process that judges."""

    bounds: Bounds = field(default_factory=Bounds)

    def asked(self, request: Mapping[str, Any], _until: float) -> Iterator[Event]:
        """Yield what that process would say."""
        yield from answers(request)


def opened(path: Path, **options: Any) -> Checked:
    """Return a file, judged as the command judges it."""
    task = Task(str(path), path.name, {"seconds": SECONDS, **options})
    return check_one(task, cast("Worker", _Here()))


def checked(text: str, kind: str = "md", **options: Any) -> Checked:
    """Return a document, judged as the command judges a file that ends so."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{kind}"
        _ = path.write_bytes(text.encode())
        return opened(path, **options)


def parts(text: str, kind: str = "md") -> list[Part]:
    """Return the formulas of a document as they are shown again; nothing is judged."""
    page = read_page(text, kind=KINDS[f".{kind}"])
    return [part for part in parts_of(page, ()) if part.kind in {"inline", "line"}]


def sides(text: str, kind: str = "md") -> list[tuple[str, str, str]]:
    """Return left side, relation and right side of each line, as they are written; nothing is judged."""
    page = read_page(text, kind=KINDS[f".{kind}"])
    lines = (written(claim, page.file) for claim in walk(page))
    return [(line.left, line.sign, line.right) for line in lines]


def steps(text: str, kind: str = "md") -> tuple[Line, ...]:
    """Return the lines of a document that do more than declare a name."""
    return tuple(line for line in checked(text, kind).lines if line.says != DECLARES)


def marks(text: str, kind: str = "md") -> str:
    """Return the verdicts of a document, a mark for each line."""
    return "".join(MARKS[step.verdict] for step in steps(text, kind))


@dataclass(frozen=True, slots=True)
class Row:
    """A claim behind some words, the mark of its verdict, the mark that it should have, and what else is expected."""

    said: str
    claim: str
    mark: str
    right: str
    expected: tuple[str, ...]

    def found(self) -> Line | None:
        """Return what is found of the claim, of the last of several; None where it is lost."""
        above = self.said.count("\n") + 1
        return next((line for line in reversed(steps(f"{self.said}\n$$ {self.claim} $$\n")) if line.line > above), None)


def rows(table: str) -> Iterator[Row]:
    """Yield the claims of a table."""
    said: list[str] = []
    ended = False
    for line in table.strip().splitlines():
        mark, _, rest = line.partition(" ")
        if line.startswith("# to turn:"):
            continue
        if not 0 < len(mark) <= len("?+") or not set(mark) <= set(MARKS.values()):
            said, ended = ([] if ended else said) + [line], False
            continue
        ended = True
        claim, _, expected = rest.partition("  % ")
        asked = tuple(part.strip() for part in expected.split(";") if part.strip())
        yield Row("\n".join(said), claim, mark[0], mark[-1], asked)


def portions(tables: Mapping[str, str], size: int) -> dict[str, tuple[Row, ...]]:
    """Return the claims of tables, so many together, under the name of their table and a number."""
    found: dict[str, tuple[Row, ...]] = {}
    for name, table in tables.items():
        claims = tuple(rows(table))
        for start in range(0, len(claims), size):
            found[f"{name} {start}"] = claims[start : start + size]
    return found


def wrong(claims: Iterable[Row]) -> dict[str, str]:
    """Return the claims that come out otherwise, and how."""
    return {f"{row.said}\n{row.claim}": other for row in claims if (other := _otherwise(row, row.found()))}


def _otherwise(row: Row, step: Line | None) -> str:
    if step is None:
        return "lost"
    mark, conditions = MARKS[step.verdict], {_needed(condition.text) for condition in step.conditions}
    told = (step.looks_like, *step.reading, *step.assuming)
    texts = (step.diagnosis, step.says, step.method, *(said.text for said in told))
    asked = {part for part in row.expected if part.startswith("if ")}
    lost = [part for part in row.expected if part not in asked and not any(part in text for text in texts)]
    if row.mark in WRONG and row.expected and row.expected[0] != step.diagnosis:
        lost.append(row.expected[0])
    found = step.counterexample
    shown = found is not None and (step.sign in {"<", ">"} or found["lhs"] != found["rhs"])
    has_numbers = mark in WRONG and str(step.says) != "the shapes do not fit"
    if mark == row.mark and not lost and conditions == asked and shown == has_numbers:
        return ""
    return f"{mark} {'; '.join(filter(None, (*texts, *conditions)))}{'' if shown else ' no numbers'}"


def _needed(condition: str) -> str:
    """Return a condition as the tables write it: without its reason."""
    return "if " + re.sub(r" \([^()]*\)$", "", condition).replace("\u2212", "-")


def documents(tables: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return the documents of tables with their marks, by their names.

    Above each stands a line with its name and its marks: `=== what it shows: +-`, or 0 where there are no lines; what
    is right, where something else is found, stands behind it: `=== what it shows: +? for +-`.
    """
    found: dict[str, tuple[str, str]] = {}
    for table in tables.values():
        lines = [line for line in table.splitlines() if not line.startswith("# to turn:")]
        for document in "\n".join(lines).strip("\n").removeprefix("=== ").split("\n=== "):
            title, _, text = document.partition("\n")
            told = HEAD.fullmatch(title)
            assert told is not None
            assert told["name"] not in found
            found[told["name"]] = text, told["marks"].replace("0", "")
    return found
