"""The labelled documents of `tests/homework`, read and judged once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from derive.documents.files import open_document
from derive.documents.step import Step
from derive.documents.steps import steps_of
from derive.judge.step import judge

FOLDER = Path(__file__).parent / "homework"
NAMES = sorted(path.name.removesuffix(".gold.json") for path in FOLDER.glob("*.gold.json"))


@dataclass(frozen=True, slots=True)
class Labelled:
    """A step of a document, and whether it is true: "true", "false" or "definition"."""

    step: Step
    truth: str


def document(name: str) -> Path:
    """Return where a document stands."""
    return next(path for path in FOLDER.glob(f"{name}.*") if path.suffix in {".md", ".tex"})


@cache
def labelled(name: str) -> tuple[Labelled, ...]:
    """Return the steps of a document with their labels. Raises `KeyError` for a label without a step."""
    steps = steps_of(open_document(str(document(name)))).steps
    labels = json.loads((FOLDER / f"{name}.gold.json").read_text(encoding="utf-8"))["steps"]
    at = {(step.place.line, step.place.column): step for step in steps}
    return tuple(Labelled(at[label["line"], label["col"]], label["truth"]) for label in labels)


@cache
def statuses(name: str) -> tuple[tuple[Labelled, str], ...]:
    """Return the steps of a document with what is found of them."""
    return tuple((item, judge(item.step).verdict) for item in labelled(name))
