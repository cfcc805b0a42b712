"""What each view of `derive check` says, read back from its text by a reader that knows the form and not the writer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from derive.judge.result import Checked, Step
from derive.render.checked_forms import FORMS, written
from derive.words import ROWS, named

Seen = list[tuple[str, str]]
"""Line, or cell and line, or file and line, and the verdict on what stands there; in the order of the page."""
WORDS = {row.mark: row.word for row in ROWS if row.claims}
ROOM = r"(?:cell \d+, |[\w.]+\.tex, )?"


def _from_json(text: str) -> Seen:
    found: list[dict[str, Any]] = json.loads(text)["steps"]
    rooms = [f"{s['source']}, " if "source" in s else f"cell {s['cell']}, " if "cell" in s else "" for s in found]
    return [(f"{room}{step['line']}", named(step["verdict"]).word) for room, step in zip(rooms, found, strict=True)]


def _from_text(text: str) -> Seen:
    rows = re.findall(rf"^ +({ROOM}\d+):\d+  (\S+) ", text, re.MULTILINE)
    return [(place, WORDS.get(mark) or mark) for place, mark in rows]


def _from_markdown(text: str) -> Seen:
    rows = re.findall(rf"^- ({ROOM}line \d+):\d+: \*\*([\w ]+)\*\*", text.replace("\\_", "_"), re.MULTILINE)
    return [(place.replace("line ", ""), verdict) for place, verdict in rows]


def _from_latex(text: str) -> Seen:
    rows = re.findall(rf"\\textbf{{([\w ]+)}}}}}}, ({ROOM}line \d+):\d+$", text.replace("\\_", "_"), re.MULTILINE)
    return [(place.replace("line ", ""), verdict) for verdict, place in rows]


def _from_html(text: str) -> Seen:
    row = rf'<summary><span class="badge \w+">([\w ]+)</span> <span class="place">({ROOM}line \d+)</span>'
    return [(place.replace("line ", ""), verdict) for verdict, place in re.findall(row, text)]


def _from_gradescope(text: str) -> Seen:
    names = "\n".join(test["name"] for test in json.loads(text)["tests"])
    return re.findall(rf"^[\w.]+, ({ROOM}\d+):\d+: ([\w ]+)$", names, re.MULTILINE)


READERS: dict[str, Callable[[str], Seen]] = {
    "text": _from_text,
    "json": _from_json,
    "html": _from_html,
    "markdown": _from_markdown,
    "latex": _from_latex,
    "gradescope": _from_gradescope,
}


def _place(step: Step) -> str:
    room = f"{step.source}, " if step.source else "" if step.cell is None else f"cell {step.cell}, "
    return f"{room}{step.line}"


def disagreeing(document: Checked, meant: Checked | None = None) -> list[str]:
    """Return the forms in which a document says something else than is meant: its own verdicts, if nothing is."""
    own = meant or document
    told = {
        form: [(_place(s), s.verdict) for s in own.steps if form != "gradescope" or s.word.claims] for form in FORMS
    }
    return [form for form in FORMS if READERS[form](written([document], form, every=True)) != told[form]]
