"""One judged document, six views of it: each shows every line once, at its place, with its verdict."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from derive.judge.result import Checked, Part, Step
from derive.judge.told import words
from derive.render.checked_forms import FORMS, written
from derive.words import row_of, said_by
from tests.checked_views import disagreeing


@st.composite
def documents(draw: st.DrawFn) -> Checked:
    """Return a document with lines of any verdict, in words, in displays, in cells and in included files."""
    verdicts = draw(st.lists(st.sampled_from(said_by("check")), max_size=6))
    room = draw(st.sampled_from(("", "part.tex", "a_b.tex", "cell")))
    reason = draw(st.sampled_from(("", "it is not **proved** & 5 % refuted", r"\textbf{proved}, line 9:9")))
    cell, source = (1, "") if room == "cell" else (None, room)
    blank = Step(line=1, column=3, relation="=", lhs="x", rhs="y", verdict="", cell=cell, source=source, reason=reason)
    blank = replace(blank, conditions=(words("x != 0"),))
    steps = [replace(blank, line=line, verdict=verdict) for line, verdict in enumerate(verdicts, 1)]
    kind = draw(st.sampled_from(("inline", "line")))
    part = Part(kind=kind, text="x = y", latex="x = y", mathml="<math></math>", line=1, cell=cell)
    parts = [replace(part, line=step.line, steps=(number,)) for number, step in enumerate(steps)]
    return Checked(file="a.md", steps=tuple(steps), parts=tuple(parts))


@given(document=documents())
def test_every_view_shows_every_verdict(document: Checked) -> None:
    """In its place and its order, whatever the reasons quote."""
    assert disagreeing(document) == []


def test_a_view_of_another_result_is_noticed() -> None:
    """The readers can tell: one verdict, one line, or one step less."""
    step = Step(line=3, column=1, relation="=", lhs="x", rhs="y", verdict="sampled")
    part = Part(kind="line", text="x = y", latex="x = y", line=3, steps=(0,))
    honest = Checked(file="a.md", steps=(step,), parts=(part,))
    assert disagreeing(honest) == []
    for lie in (replace(step, verdict="proved"), replace(step, line=4)):
        assert disagreeing(replace(honest, steps=(lie,)), honest) == list(FORMS)
    assert disagreeing(Checked(file="a.md"), honest) == list(FORMS)


@given(verdicts=st.lists(st.sampled_from(said_by("check")), max_size=4))
def test_what_is_sampled_or_open_is_not_marked_as_proved(verdicts: list[str]) -> None:
    """A line of a display is green only where everything that it claims is proved."""
    steps = tuple(Step(line=n, column=1, relation="=", lhs="x", rhs="y", verdict=v) for n, v in enumerate(verdicts, 1))
    part = Part(kind="line", text="x = y", line=1, steps=tuple(range(len(steps))))
    page = written([Checked(file="a.md", steps=steps, parts=(part,))], "html")
    claims = [row for row in map(row_of, verdicts) if row.claims]
    assert ('<div class="line good">' in page) == (bool(claims) and all(row.holds for row in claims))
    assert ('<div class="line bad">' in page) == any(row.wrong for row in claims)
