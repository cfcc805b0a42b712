"""The labelled documents of `tests/homework`, and what their lines may be judged to be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from derive.judge.result import Step
from tests.documents import opened

FOLDER = Path(__file__).parent / "homework"
ALLOWED = {
    "true": {"proved", "sampled", "agrees to the digits"},
    "false": {"refuted", "disagrees to the digits"},
    "definition": {"definition", "assumed"},
}
NAMES = sorted(path.name.removesuffix(".gold.json") for path in FOLDER.glob("*.gold.json"))


def document(name: str) -> Path:
    """Return where a document stands."""
    return next(path for path in FOLDER.glob(f"{name}.*") if path.suffix in {".md", ".tex"})


def truths(name: str) -> list[str]:
    """Return the label of each line of a document in their order: "true", "false" or "definition"."""
    return [label["truth"] for label in _labels(name)]


def labelled(name: str) -> list[tuple[Step, str]]:
    """Return the judged lines of a document, each with its label."""
    found = opened(document(name), explained=False).steps
    labels = _labels(name)
    assert [(step.line, step.column) for step in found] == [(label["line"], label["col"]) for label in labels]
    return list(zip(found, truths(name), strict=True))


def _labels(name: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / f"{name}.gold.json").read_text(encoding="utf-8"))["steps"]
