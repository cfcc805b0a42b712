"""What each view of `derive check` says, read back from its text by a reader that knows the form and not the writer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

from derive.judge.line import Checked, Line
from derive.views.checked import FORMS, written
from derive.words import ROWS, named

Seen = list[tuple[str, str]]
"""Line, or cell and line, or file and line, and the verdict on what stands there; in the order of the page."""
WORDS = {row.mark: row.word for row in ROWS if row.claims}
ROOM = r"(?:cell \d+, |[\w.]+\.tex, )?"
TAG = re.compile(r"<(?!!--)[^<>]*>")
COMMANDS = {"{}": "", r"\textasciicircum": "^", r"\textless": "<", r"\textgreater": ">"}
CLAIMS_ONLY = frozenset({"gradescope", "junit"})
"""The forms that tell of claims, and of nothing else."""


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
    row = rf'<summary title="[^"]*"><span class="badge \w+">([\w ]+)</span> <span class="place">({ROOM}line \d+)</span>'
    return [(place.replace("line ", ""), verdict) for verdict, place in re.findall(row, text)]


def _from_gradescope(text: str) -> Seen:
    names = "\n".join(test["name"] for test in json.loads(text)["tests"])
    return re.findall(rf"^[\w.]+, ({ROOM}\d+):\d+: ([\w ]+)(?:, assuming .*)?$", names, re.MULTILINE)


def _from_sarif(text: str) -> Seen:
    found = json.loads(text)["runs"][0]["results"]
    places = [re.match(rf"({ROOM}\d+):\d+: ", result["message"]["text"]) for result in found]
    return [(at[1], named(each["ruleId"]).word) for at, each in zip(places, found, strict=True) if at is not None]


def _from_junit(text: str) -> Seen:
    cases = ET.fromstring(text).iter("testcase")  # noqa: S314 -- it is ours
    names = "\n".join(case.attrib["name"] for case in cases)
    return re.findall(rf"^({ROOM}\d+):\d+: ([\w ]+)(?:, assuming .*)?$", names, re.MULTILINE)


READERS: dict[str, Callable[[str], Seen]] = {
    "text": _from_text,
    "json": _from_json,
    "html": _from_html,
    "markdown": _from_markdown,
    "latex": _from_latex,
    "gradescope": _from_gradescope,
    "sarif": _from_sarif,
    "junit": _from_junit,
}


def _place(line: Line) -> str:
    room = f"{line.source}, " if line.source else "" if line.cell is None else f"cell {line.cell}, "
    return f"{room}{line.line}"


def disagreeing(document: Checked, meant: Checked | None = None) -> list[str]:
    """Return the forms in which a document says something else than is meant: its own verdicts, if nothing is."""
    own = meant or document
    told = {
        form: [(_place(line), line.verdict) for line in own.lines if form not in CLAIMS_ONLY or line.word.claims]
        for form in FORMS
    }
    return [form for form in FORMS if READERS[form](written([document], form, every=True)) != told[form]]


def bare(text: str, form: str = "text") -> str:
    """Return what a reader sees of a view: no escapes, no tags of HTML, and no blanks, at which lines are folded."""
    seen = unescape(TAG.sub(" ", text) if form == "html" else text).replace('\\"', '"')
    if form == "latex":
        for command, sign in COMMANDS.items():
            seen = seen.replace(command, sign)
    return re.sub(r"(?:\s|\\n|\\(?=[\W_])|\$)+", "", seen)


def silent(document: Checked, *said: str) -> list[str]:
    """Return the forms in which something is not said."""
    views = {form: bare(written([document], form, every=True), form) for form in FORMS}
    return [form for form, text in views.items() if not all(bare(each) in text for each in said)]
