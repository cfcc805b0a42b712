"""The labelled documents of `tests/homework`, and what their lines may be judged to be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from derive.judge.line import Line
from tests.documents import DECLARES, opened

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


def labelled(name: str) -> list[tuple[Line, str]]:
    """Return the lines of a document that do more than declare a name, each with its label."""
    found = [line for line in opened(document(name)).lines if line.says != DECLARES]
    assert [(step.line, step.column) for step in found] == [(label["line"], label["col"]) for label in _labels(name)]
    return list(zip(found, truths(name), strict=True))


def offending(lines: Iterable[Line], name: str) -> list[tuple[int, str, str, str]]:
    """Return the lines whose verdict is neither that of their label nor what the label says is found in its place."""
    both = zip(lines, _labels(name), strict=True)
    return [
        (line.line, line.right, label["truth"], line.verdict)
        for line, label in both
        if line.verdict not in ALLOWED[label["truth"]] and line.verdict != label.get("found")
    ]


def _labels(name: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / f"{name}.gold.json").read_text(encoding="utf-8"))["steps"]
