r"""Documents at the door of `derive check`, in this process: the verdict of each line, and how it was understood.

Tables of claims are written as documents are, words and then lines, each with the mark of its verdict:

    Let $a, b > 0$.
    + \log \frac{a}{b} = \log a - \log b
    - \log(a + b) = \log a + \log b  % log of a sum split

Each line is judged alone behind the words above it. Behind `  % ` stands what else is expected, between semicolons: of
a refuted line first the label of the slip; `if ...` for each condition of a proof, where there are any; else some words
of what is said. A line that begins with `# to turn:` says what the verdict on the next one should be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from derive.judge.document import events
from derive.judge.result import Checked, Part, Step
from derive.judge.run import Task, check_one
from derive.judge.watch import Watcher

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
SECONDS = 60.0
"""For each line: more than any of them needs, so that no verdict depends on the machine."""


@dataclass(frozen=True, slots=True)
class _Here:
    """What stands for the process that judges."""

    explained: bool = True

    def events(self, path: str, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield what that process would say; not what a wrong line looks like, if nobody wants an explanation."""
        if self.explained:
            yield from events(path, options)
            return
        start, count = 0, 1
        while start < count:
            for event in events(path, options, start):
                if event["event"] != "read" or not start:
                    yield event
                count = len(event.get("steps", range(count)))
                start = event["step"] + 1 if event["event"] == "step" else start
                if event.get("result", {}).get("verdict") in {"refuted", "disagrees to the digits"}:
                    break
            else:
                return


def opened(path: Path, *, explained: bool = True, **options: Any) -> Checked:
    """Return a file, judged as the command judges it."""
    task = Task(str(path), path.name, {"seconds": SECONDS, **options})
    return check_one(task, cast("Watcher", _Here(explained)))


def checked(text: str, kind: str = "md", **options: Any) -> Checked:
    """Return a document, judged as the command judges a file that ends so."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{kind}"
        _ = path.write_bytes(text.encode())
        return opened(path, **options)


def _read(text: str, kind: str) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{kind}"
        _ = path.write_bytes(text.encode())
        return next(events(str(path), {"shown": path.name, "parts": True}))


def parts(text: str, kind: str = "md") -> list[Part]:
    """Return the formulas of a document as they are shown again; nothing is judged."""
    return [Part(**part) for part in _read(text, kind)["parts"] if part["kind"] != "prose"]


def sides(text: str, kind: str = "md") -> list[tuple[str, str, str]]:
    """Return left side, relation and right side of each line, as they are written; nothing is judged."""
    return [(step["lhs"], step["relation"], step["rhs"]) for step in _read(text, kind)["steps"]]


def steps(text: str, kind: str = "md", *, explained: bool = True) -> tuple[Step, ...]:
    """Return the judged lines of a document."""
    return checked(text, kind, explained=explained).steps


def marks(text: str, kind: str = "md") -> str:
    """Return the verdicts of a document, a mark for each line."""
    return "".join(MARKS[step.verdict] for step in steps(text, kind, explained=False))


@dataclass(frozen=True, slots=True)
class Row:
    """A claim behind some words, the mark of its verdict, and what else is expected."""

    said: str
    claim: str
    mark: str
    expected: tuple[str, ...]

    def found(self) -> Step:
        """Return what is found of the claim."""
        return steps(f"{self.said}\n$$ {self.claim} $$\n", explained=self.mark in WRONG and bool(self.expected))[-1]


def rows(table: str) -> Iterator[Row]:
    """Yield the claims of a table."""
    said: list[str] = []
    ended = False
    for line in table.strip().splitlines():
        mark, _, rest = line.partition(" ")
        if line.startswith("# to turn:"):
            continue
        if mark not in MARKS.values():
            said, ended = ([] if ended else said) + [line], False
            continue
        ended = True
        claim, _, expected = rest.partition("  % ")
        yield Row("\n".join(said), claim, mark, tuple(part.strip() for part in expected.split(";") if part.strip()))


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


def _otherwise(row: Row, step: Step) -> str:
    mark, conditions = MARKS[step.verdict], {f"if {condition.text}" for condition in step.conditions}
    texts = (step.diagnosis, step.reason, step.method, step.sentence.text, *(said.text for said in step.assumptions))
    asked = {part for part in row.expected if part.startswith("if ")}
    lost = [part for part in row.expected if part not in asked and not any(part in text for text in texts)]
    if row.mark in WRONG and row.expected and row.expected[0] != step.diagnosis:
        lost.append(row.expected[0])
    found = step.counterexample
    shown = found is not None and (step.relation in {"<", ">"} or found["lhs"] != found["rhs"])
    if mark == row.mark and not lost and conditions == asked and shown == (mark in WRONG):
        return ""
    return f"{mark} {'; '.join(filter(None, (*texts, *conditions)))}{'' if shown else ' no numbers'}"


def documents(tables: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return the documents of tables with their marks, by their names.

    Above each stands a line with its name and its marks: `=== what it shows: +-`, or 0 where there are no lines.
    """
    found: dict[str, tuple[str, str]] = {}
    for table in tables.values():
        lines = [line for line in table.splitlines() if not line.startswith("# to turn:")]
        for document in "\n".join(lines).strip("\n").removeprefix("=== ").split("\n=== "):
            title, _, text = document.partition("\n")
            name, _, expected = title.rpartition(": ")
            assert name not in found
            found[name] = text, expected.replace("0", "")
    return found
