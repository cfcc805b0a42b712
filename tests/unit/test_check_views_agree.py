"""One judged document, six views of it: each shows every step once, at one place, with one verdict.

What a view says is read back from its text, by a reader that knows the form and not the writer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.judge.result import CLAIMS, VERDICTS, Assumption, Checked, Part, Step
from derive.judge.run import Task, check_all
from derive.judge.told import words
from derive.render.checked import MARK
from derive.render.checked_forms import FORMS, written

Seen = list[tuple[str, str]]
"""Line, or cell and line, or file and line, and the verdict on what stands there; in the order of the page."""
ROOM = r"(?:cell \d+, |[\w.]+\.tex, )?"


def _place(step: Step) -> str:
    room = f"{step.source}, " if step.source else "" if step.cell is None else f"cell {step.cell}, "
    return f"{room}{step.line}"


def _from_json(text: str) -> Seen:
    found = json.loads(text)["steps"]
    rooms: list[str] = [
        f"{s['source']}, " if "source" in s else f"cell {s['cell']}, " if "cell" in s else "" for s in found
    ]
    return [(f"{room}{step['line']}", step["verdict"]) for room, step in zip(rooms, found, strict=True)]


def _from_text(text: str) -> Seen:
    verdicts: dict[str, str] = {mark: verdict for verdict, mark in MARK.items()}
    rows = re.findall(rf"^ +({ROOM}\d+):\d+  (\S+) ", text, re.MULTILINE)
    return [(place, verdicts.get(mark) or mark) for place, mark in rows]


def _from_markdown(text: str) -> Seen:
    rows = re.findall(rf"^- ({ROOM}line \d+):\d+: \*\*([\w-]+)\*\*", text.replace("\\_", "_"), re.MULTILINE)
    return [(place.replace("line ", ""), verdict) for place, verdict in rows]


def _from_latex(text: str) -> Seen:
    rows = re.findall(rf"\\textbf{{([\w-]+)}}}}}}, ({ROOM}line \d+):\d+$", text.replace("\\_", "_"), re.MULTILINE)
    return [(place.replace("line ", ""), verdict) for verdict, place in rows]


def _from_html(text: str) -> Seen:
    row = rf'<summary><span class="badge ([\w-]+)">\1</span> <span class="place">({ROOM}line \d+)</span>'
    return [(place.replace("line ", ""), verdict) for verdict, place in re.findall(row, text)]


def _from_gradescope(text: str) -> Seen:
    rows = [re.search(rf"^[\w.]+, ({ROOM}\d+):\d+: ([\w-]+)$", test["name"]) for test in json.loads(text)["tests"]]
    return [(row[1], row[2]) for row in rows if row is not None]


READERS: dict[str, Callable[[str], Seen]] = {
    "text": _from_text,
    "json": _from_json,
    "html": _from_html,
    "markdown": _from_markdown,
    "latex": _from_latex,
    "gradescope": _from_gradescope,
}


def shown(document: Checked, form: str) -> Seen:
    """Return what one view says."""
    return READERS[form](written([document], form, every=True))


def meant(document: Checked, form: str) -> Seen:
    """Return what it has to say; only claims are graded."""
    steps = [step for step in document.steps if form != "gradescope" or step.is_claim]
    return [(_place(step), step.verdict) for step in steps]


@st.composite
def documents(draw: st.DrawFn) -> Checked:
    """Return a document with steps of any verdict, in words, in displays, in cells and in included files."""
    verdicts = draw(st.lists(st.sampled_from(VERDICTS), max_size=6))
    room = draw(st.sampled_from(("", "part.tex", "a_b.tex", "cell")))
    cell, source = (1, "") if room == "cell" else (None, room)
    steps = [
        Step(line=line, column=3, relation="=", lhs="x", rhs="y", verdict=verdict, cell=cell, source=source)
        for line, verdict in enumerate(verdicts, 1)
    ]
    reason = draw(st.sampled_from(("", "it is not **proved** & 5 % refuted", r"\textbf{proved}, line 9:9")))
    steps = [replace(step, reason=reason, conditions=(words("x != 0"),)) for step in steps]
    kinds = st.sampled_from(("inline", "line"))
    parts = [
        Part(
            kind=draw(kinds), text="x = y", latex="x = y", mathml="<math></math>", line=step.line, cell=cell, steps=(n,)
        )
        for n, step in enumerate(steps)
    ]
    return Checked(file="a.md", steps=tuple(steps), parts=tuple(parts))


@pytest.mark.parametrize("form", FORMS)
@given(document=documents())
def test_every_view_shows_every_verdict(form: str, document: Checked) -> None:
    """In its place and its order, whatever the reasons quote."""
    assert shown(document, form) == meant(document, form)


@pytest.mark.parametrize("form", FORMS)
def test_a_view_of_another_result_is_noticed(form: str) -> None:
    """The readers can tell: one verdict, one line, or one step less."""
    step = Step(line=3, column=1, relation="=", lhs="x", rhs="y", verdict="sampled")
    part = Part(kind="line", text="x = y", latex="x = y", line=3, steps=(0,))
    honest = Checked(file="a.md", steps=(step,), parts=(part,))
    assert shown(honest, form) == meant(honest, form)
    lies = [replace(honest, steps=(replace(step, **change),)) for change in ({"verdict": "proved"}, {"line": 4})]
    lies.append(Checked(file="a.md"))
    assert [shown(lie, form) == meant(honest, form) for lie in lies] == [False, False, False]


@given(verdicts=st.lists(st.sampled_from(VERDICTS), max_size=4))
def test_what_is_sampled_or_open_is_not_marked_as_proved(verdicts: list[str]) -> None:
    """A line of a display is green only where everything that it claims is proved."""
    steps = tuple(Step(line=n, column=1, relation="=", lhs="x", rhs="y", verdict=v) for n, v in enumerate(verdicts, 1))
    part = Part(kind="line", text="x = y", line=1, steps=tuple(range(len(steps))))
    page = written([Checked(file="a.md", steps=steps, parts=(part,))], "html")
    claims = set(verdicts) & set(CLAIMS)
    assert ('<div class="line proved">' in page) == (claims == {"proved"})
    assert ('<div class="line refuted">' in page) == ("refuted" in claims)


@pytest.mark.parametrize("form", ["html", "markdown", "latex"])
@pytest.mark.parametrize(
    ("source", "cell", "place"),
    [
        ("a.ipynb", 2, "cell 2, line 7"),
        ("b.md", None, "b.md, line 7"),
        ("from --problem lms", None, "from --problem lms"),
    ],
)
def test_every_view_says_where_an_assumption_stands(form: str, source: str, cell: int | None, place: str) -> None:
    """In which cell, in which other file, or in no file."""
    said = Assumption(says=words("x"), line=7, column=1, source=source, cell=cell)
    page = written([Checked(file="a.ipynb", assumptions=(said,))], form)
    (line,) = [line for line in page.splitlines() if place in line]
    assert (line.count("line 7"), "a.ipynb" in line) == (place.count("line 7"), False)


def test_a_step_of_an_included_file_says_so(tmp_path: Path) -> None:
    """Its line is that of the other file, and every view names that file."""
    main, part = tmp_path / "main.tex", tmp_path / "part.tex"
    _ = main.write_text("Let $x \\in \\mathbb{R}$.\n\\input{part}\n$$x + x = 2 x$$\n", encoding="utf-8")
    _ = part.write_text("In the part:\n\n\n\n$$(x + 1)^2 = x^2 + 1$$\n", encoding="utf-8")
    (document,) = check_all([Task(str(main), "main.tex", {"parts": True})])
    assert [(step.source, step.line) for step in document.steps] == [("part.tex", 5), ("", 3)]
    for form in FORMS:
        assert shown(document, form) == [("part.tex, 5", "refuted"), ("3", "proved")]
