"""One judged document, its view in each form: every line once, at its place, with all that is said of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.judge.line import Ask, Assumption, Checked, Line, Part, packed, strict, unpacked
from derive.judge.told import Told
from derive.views.checked import FORMS, written
from derive.words import row_of, said_by
from tests.checked_views import disagreeing, silent

STATEMENT = Told("for all N and every a: a = b")
TAKEN = Told("a = b (line 4)", "$a = b$ (line 4)", "<math>a=b</math> (line 4)")
REPAIR = Told("2ab", "$2ab$", "<math>2ab</math>")
BLANK = Line(line=1, column=3, left="x", sign="=", right="y", verdict="")


@st.composite
def lines(draw: st.DrawFn) -> Line:
    """Return a line of any verdict with any of what may be said of it."""

    def maybe(value: Told) -> Told:
        return draw(st.sampled_from((Told(""), value)))

    room = draw(st.sampled_from(("", "part.tex", "a_b.tex", "cell")))
    asked = draw(st.sampled_from(((), (Ask(directive="A is symmetric"), Ask(directive="z in R^K", verdict="refuted")))))
    return replace(
        BLANK,
        verdict=draw(st.sampled_from(said_by("check"))),
        says=draw(st.sampled_from(("", "it is not **proved** & 5 % refuted", r"\textbf{proved}, line 9:9"))),
        cell=1 if room == "cell" else None,
        source="" if room == "cell" else room,
        reached=draw(st.booleans()),
        statement=maybe(STATEMENT),
        reading=draw(st.sampled_from(((), (Told("x is a vector"), Told("sum over all i"))))),
        assuming=draw(st.sampled_from(((), (TAKEN,)))),
        directives=draw(st.sampled_from(((), (Told("w is in R (line 2)"),)))),
        unstated=draw(st.sampled_from(((), (Told("b is 0"),)))),
        asks=asked,
        should_be=maybe(REPAIR),
        holds_where=maybe(Told("only where N = 1")),
        conditions=(Told("x != 0"),),
    )


@st.composite
def documents(draw: st.DrawFn) -> Checked:
    """Return a document with such lines, in words or in displays."""
    found = [replace(line, line=number) for number, line in enumerate(draw(st.lists(lines(), max_size=4)), 1)]
    kind = draw(st.sampled_from(("inline", "line")))
    part = Part(kind=kind, text="x = y", latex="x = y", mathml="<math></math>", line=1)
    parts = [replace(part, line=line.line, cell=line.cell, judged=(number,)) for number, line in enumerate(found)]
    said = (Assumption(says=Told("w is in R"), line=2, column=1, source="a.md", directive=True),)
    parts = parts[: draw(st.integers(0, 4))]  # a line that is in no part is shown all the same
    return Checked(file="a.md", lines=tuple(found), parts=tuple(parts), assumptions=draw(st.sampled_from(((), said))))


@given(document=documents())
def test_every_view_shows_every_verdict(document: Checked) -> None:
    """In its place and its order, whatever the reasons quote."""
    assert disagreeing(document) == []


def told(line: Line, file: str) -> list[str]:
    """Return what every view has to say of a line."""
    asked = [ask.question for ask in line.asks]
    pasted = [] if line.should_be else [ask.paste(line.source or file) for ask in line.asks]
    repaired = [line.should_be.text, line.holds_where.text]
    resting = [each.text for each in (*line.assuming, *line.directives, *line.unstated)]
    return [line.statement.text, *(each.text for each in line.reading), *resting, *asked, *pasted, *repaired]


@given(document=documents())
def test_every_view_says_all_of_it(document: Checked) -> None:
    """The summary, what was judged, how it was read, on what it rests, what would decide it, and what it should be."""
    said = [each for line in document.lines if line.word.claims for each in told(line, document.file)]
    assert silent(document, document.summary, *said) == []


FULL = replace(
    BLANK, verdict="undecided", statement=STATEMENT, assuming=(TAKEN,), asks=(Ask(directive="A is symmetric"),)
)
PARTS = (Part(kind="line", text="x = y", latex="x = y", line=1, judged=(0,)),)


@pytest.mark.parametrize(
    "lie",
    [
        replace(FULL, statement=Told("")),
        replace(FULL, assuming=()),
        replace(FULL, asks=()),
        replace(FULL, verdict="proved"),
        replace(FULL, should_be=REPAIR),
    ],
)
def test_a_view_that_leaves_something_out_is_noticed(lie: Line) -> None:
    """The statement, an assumption, a question, the summary, or the line to paste: in all forms."""
    honest = Checked(file="a.md", lines=(FULL,), parts=PARTS)
    assert silent(honest, honest.summary, *told(FULL, "a.md")) == []
    assert silent(replace(honest, lines=(lie,)), honest.summary, *told(FULL, "a.md")) == list(FORMS)


@given(document=documents())
def test_a_hypothesis_beside_a_repair_is_not_offered(document: Checked) -> None:
    """It would hand out what makes a wrong line true."""
    repaired = replace(document, lines=tuple(replace(line, should_be=REPAIR) for line in document.lines))
    for form in FORMS:
        assert "derive: A is symmetric" not in written([repaired], form, every=True).replace("&#45;", "-")


@given(document=documents())
def test_what_travels_between_processes_arrives(document: Checked) -> None:
    """All of it, through JSON."""
    assert unpacked(Checked, json.loads(json.dumps(packed(document)))) == document


@given(document=documents())
def test_under_strict_nothing_unstated_decides(document: Checked) -> None:
    """What rests on a directive, or on nothing that is said, is open; the rest is as it was."""
    for line, found in zip(document.lines, strict(document).lines, strict=True):
        doubtful = line.word.claims and bool(line.directives or line.unstated)
        assert found.is_open if doubtful else found == line


def test_a_view_of_another_result_is_noticed() -> None:
    """The readers can tell: one verdict, one line, or one line less."""
    line = replace(BLANK, line=3, verdict="sampled")
    honest = Checked(file="a.md", lines=(line,), parts=(replace(PARTS[0], line=3),))
    assert disagreeing(honest) == []
    for lie in (replace(line, verdict="proved"), replace(line, line=4)):
        assert disagreeing(replace(honest, lines=(lie,)), honest) == list(FORMS)
    assert disagreeing(Checked(file="a.md"), honest) == list(FORMS)


@given(verdicts=st.lists(st.sampled_from(said_by("check")), max_size=4))
def test_what_is_sampled_or_open_is_not_marked_as_proved(verdicts: list[str]) -> None:
    """A line of a display is green only where everything that it claims is proved."""
    found = tuple(replace(BLANK, line=number, verdict=verdict) for number, verdict in enumerate(verdicts, 1))
    part = Part(kind="line", text="x = y", line=1, judged=tuple(range(len(found))))
    page = written([Checked(file="a.md", lines=found, parts=(part,))], "html")
    claims = [row for row in map(row_of, verdicts) if row.claims]
    assert ('<div class="line good">' in page) == (bool(claims) and all(row.holds for row in claims))
    assert ('<div class="line bad">' in page) == any(row.wrong for row in claims)
