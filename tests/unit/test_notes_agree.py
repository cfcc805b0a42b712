"""One derivation, seven views of it: each says of every line, and of the result, what was decided.

What a view says is read back from its text, by a reader that knows the form and not the writer. In LaTeX a line that
is proved or given carries no word, and any other line does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.latex.tree import Letter, Sign
from derive.notes.as_html import article
from derive.notes.as_latex import UNMARKED, fragment
from derive.notes.as_markdown import document
from derive.notes.model import Chain, Evidence, Line, Note, Result
from derive.render.as_json import derivation_json
from derive.render.markdown import derivation_page
from derive.render.terminal import laid_out
from derive.render.text import derivation_text
from derive.render.view import DerivationView, Formula, StepView

STATUSES = ("proved", "refuted", "sampled", "undecided", "definition", "assumed", "given")
WORD = rf"({'|'.join(STATUSES)})"


@dataclass(frozen=True, slots=True)
class Told:
    """What a derivation says: the status of each line, and of the result."""

    lines: tuple[str, ...]
    result: str


def view_of(told: Told) -> DerivationView:
    """Return a derivation with such lines, as the terminal, JSON and the pages of a report take it."""
    x = Formula("x", "x", "x")
    step = StepView("==", x, x, "", "why", "", "", (), (), (), "", x, continues=False, counter="")
    steps = tuple(replace(step, status=status) for status in told.lines)
    return DerivationView("name", "Title", "l7", (), told.result, steps, replace(step, status=told.result))


def note_of(told: Told) -> Note:
    """Return the same as notes take it."""
    lines = [
        Line(number, Letter("x"), Sign("="), Letter("y"), (), ("why",), status, Evidence())
        for number, status in enumerate((*told.lines, told.result), 1)
    ]
    sections = (*([Chain(tuple(lines[:-1]))] if told.lines else []), Result(replace(lines[-1], number=0)))
    return Note("name", "Title", ("Title",), (), told.result, "neutral", sections)


def _json(told: Told) -> Told:
    data = derivation_json(view_of(told))
    return Told(tuple(step["verdict"] for step in data["steps"]), data["result"]["verdict"])


def _found(text: str, line: str, result: str) -> Told:
    lines = re.findall(line, text, re.MULTILINE)
    (whole,) = re.findall(result, text, re.MULTILINE)
    return Told(tuple(lines), whole)


def _text(told: Told) -> Told:
    text = laid_out(derivation_text(view_of(told)))
    *lines, result = re.findall(rf"why \[{WORD}\]", text)
    return Told(tuple(lines), result)


def _report(told: Told) -> Told:
    return _found(derivation_page(view_of(told)), rf"^\d+\. why \(\*+{WORD}\*+\)$", rf"^\*+{WORD}\*+\.$")


def _html(told: Told) -> Told:
    text = article(note_of(told))
    *lines, result = re.findall(rf'<span class="status">{WORD}</span>', text)
    assert re.findall(rf'<li class="step {WORD}"', text) == [*lines, result]
    return Told(tuple(lines), result)


def _markdown(told: Told) -> Told:
    result = rf"^\*\*Result\*\*(?: \(\*\*{WORD}\*\*\))?$"
    return _found(document(note_of(told)), rf"^\d+\. why \(\*+{WORD}\*+\)$", result)


def _latex(told: Told) -> Told:
    result = rf"\\paragraph{{Result}}(?:, \\emph{{{WORD}}})?$"
    return _found(fragment(note_of(told)), rf"\(\d+\) why(?:, \\emph{{{WORD}}})?}}", result)


UNSAID: dict[str, tuple[set[str], set[str]]] = {
    "latex": (UNMARKED, UNMARKED),
    "markdown": (set(), {"proved", "definition", "assumed", "given"}),
}
"""Which words a view leaves out at a line, and at the result: those that a reader takes for granted."""
VIEWS: dict[str, Callable[[Told], Told]] = {
    "json": _json,
    "text": _text,
    "report": _report,
    "html": _html,
    "markdown": _markdown,
    "latex": _latex,
}


def expected(told: Told, view: str) -> Told:
    """Return what a view has to say."""
    at_line, at_result = UNSAID.get(view, (set[str](), set[str]()))
    lines = tuple("" if status in at_line else status for status in told.lines)
    return Told(lines, "" if told.result in at_result else told.result)


@pytest.mark.parametrize("view", VIEWS)
@given(lines=st.lists(st.sampled_from(STATUSES), max_size=5), result=st.sampled_from(STATUSES[:4]))
def test_every_view_says_what_was_decided(view: str, lines: Sequence[str], result: str) -> None:
    """Of each line, in its order, and of the result."""
    told = Told(tuple(lines), result)
    assert VIEWS[view](told) == expected(told, view)


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_of_another_derivation_is_noticed(view: str) -> None:
    """The readers can tell a line, and a result, that is only sampled from one that is proved."""
    told = Told(("definition", "sampled"), "sampled")
    for lie in (Told(("definition", "proved"), "sampled"), Told(("definition", "sampled"), "proved")):
        assert VIEWS[view](lie) != expected(told, view)


@pytest.mark.parametrize("view", ["html", "latex", "markdown"])
@pytest.mark.parametrize("status", STATUSES[:4])
def test_the_head_says_proved_only_of_what_is(view: str, status: str) -> None:
    """The first sentence of a note is that every line is proved, or its status."""
    head = {"html": article, "latex": fragment, "markdown": document}[view](note_of(Told((), status)))[:600]
    assert ("very line is proved" in head) == (status == "proved")
    assert (status in head.lower()) or status == "proved"
