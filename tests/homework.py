"""The labelled documents of `tests/homework`, judged once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from derive.judge.result import Step
from tests.documents import opened

FOLDER = Path(__file__).parent / "homework"
NAMES = sorted(path.name.removesuffix(".gold.json") for path in FOLDER.glob("*.gold.json"))


def document(name: str) -> Path:
    """Return where a document stands."""
    return next(path for path in FOLDER.glob(f"{name}.*") if path.suffix in {".md", ".tex"})


@cache
def lines(name: str) -> tuple[Step, ...]:
    """Return the judged lines of a document."""
    return opened(document(name), explained=False).steps


def labelled(name: str) -> list[tuple[Step, str]]:
    """Return the lines of a document, each with its label, which is "true", "false" or "definition"."""
    at = {(step.line, step.column): step for step in lines(name)}
    labels = json.loads((FOLDER / f"{name}.gold.json").read_text(encoding="utf-8"))["steps"]
    assert len(labels) == len(at)
    return [(at[label["line"], label["col"]], label["truth"]) for label in labels]
