"""A judged document: what is said of each of its lines in every view, and the view for a terminal.

What is said below a line comes from one table, `notes`; a view only sets it in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from derive.formula.signs import SIGNS
from derive.judge.line import FROM_PROBLEM, Ask, Assumption, Checked, Line
from derive.judge.told import NOTHING, Told, joined
from derive.views import terminal

LONGEST = 800
"""How many characters of a line a terminal shows."""
FORMS = {
    "text": "checked",
    "json": "checked_data",
    "html": "checked_html",
    "markdown": "checked_pages",
    "latex": "checked_pages",
    "gradescope": "checked_data",
    "sarif": "checked_data",
    "junit": "checked_data",
}
"""The forms in which `derive check` writes what it found, and the modules that do."""
WITH_PARTS = frozenset({"html", "markdown", "latex"})
"""The forms that show the document itself."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is said below a line: what it is about, the words before it in running text, and its style.

    What is `code` is to be copied as it stands. What is `apart` has a place of its own in views with little room.
    """

    about: str
    before: str
    says: Told
    style: str = "dim"
    code: bool = False
    apart: bool = False


def notes(line: Line, file: str) -> Iterator[Note]:
    """Yield what is said below a line of a file: on what it rests, what is wrong or open, what was judged, and how."""
    found = (
        Note("assuming", "assuming ", joined(line.rests_on), apart=True),
        Note("should be", "it should be ", line.should_be if line.word.wrong else NOTHING, "red"),
        Note("as it stands", "as it stands it holds ", line.holds_where, "red"),
        Note("looks like", "looks like: ", line.looks_like, "red"),
        Note("fails", "", line.witness, "red"),
        Note("because", "", Told(line.says), "yellow"),
        *(note for ask in line.asks for note in _asked(ask, line, file)),
        Note("or else", "or else it should be ", NOTHING if line.word.wrong else line.should_be, "yellow"),
        *(Note("if", "if ", condition) for condition in line.conditions),
        Note("states", "states: ", line.statement),
        Note("read as", "read as: ", joined(line.reading, "; ")),
        Note("decided", "decided by ", Told(line.method), apart=True),
        Note("second opinion", "second opinion: ", Told(line.opinion), apart=True),
    )
    yield from (note for note in found if note.says)


def _asked(ask: Ask, line: Line, file: str) -> Iterator[Note]:
    yield Note("question", "", Told(ask.question), "yellow")
    if ask in line.pastes:
        yield Note("to say so", "to say so, add: ", Told(ask.paste(line.source or file)), "yellow", code=True)


def judged(line: Line) -> str:
    """Return the verdict on a line, with what it rests on.

    >>> taken = Told("a = b (line 4)")
    >>> judged(Line(line=9, column=1, left="a", sign="=", right="b", verdict="proved", assuming=(taken,)))
    'proved, assuming a = b (line 4)'
    """
    return f"{line.word.word}{resting(line)}"


def resting(line: Line) -> str:
    """Return what a line rests on, as it stands behind its verdict."""
    return f", assuming {joined(line.rests_on).text}" if line.rests_on else ""


def written(documents: Sequence[Checked], form: str, *, every: bool = False, points: float = 100.0) -> str:
    """Return judged documents in one of `FORMS`.

    With `every`, right lines are told too where they are not anyway; `points` are for Gradescope.

    >>> print(written([Checked(file="a.md")], "text").strip())
    a.md
      nothing to judge: no formula ...
    """
    module = import_module(f"derive.views.{FORMS[form]}")  # each only where it is asked for
    return getattr(module, f"as_{form}")(documents, every=every, points=points)


def as_text(documents: Sequence[Checked], *, every: bool = False, **_: object) -> str:
    """Return judged documents for a terminal: what is wrong, open, or rests on something; with `every` all lines."""
    return terminal.laid_out(Group(*(part for document in documents for part in _document(document, every=every))))


def _document(document: Checked, *, every: bool) -> Iterator[RenderableType]:
    yield Text(document.file, "bold")
    yield Text(f"  {document.summary}", "bold red" if document.problem or document.first_wrong else "")
    for line in document.lines:
        if is_told(line, every=every):
            yield from _line(line, document.file)
    if document.directives:
        yield Text("  by directives:", "dim")
        yield from (
            Text(f"    {said.says.text} ({said_at(said, document.file)})", "dim") for said in document.directives
        )
    yield Text("")


def is_told(line: Line, *, every: bool) -> bool:
    """Return whether a view tells of a line that tells only of what somebody should look at."""
    return every or not line.word.passes or bool(line.rests_on)


def _line(line: Line, file: str) -> Iterator[RenderableType]:
    mark = line.word.mark or line.verdict
    head = Text.assemble(f"{place_of(line):>9}  ", (f"{mark:<6}", terminal.style(line.verdict)))
    row = Table.grid(padding=(0, 1))
    row.add_column(no_wrap=True)
    row.add_column(overflow="fold")
    row.add_row(head, Text(cut(shown(line))))
    yield Padding(row, (0, 0, 0, 2))
    if line.rests_on:
        yield Padding(Text(f"{mark}{resting(line)}"), (0, 0, 0, 20))
    for note in notes(line, file):
        if not note.apart:
            overflow = "ignore" if note.code else "fold"  # what is to be copied is not broken
            told = Text(f"{note.before}{note.says.text}", note.style, no_wrap=note.code, overflow=overflow)
            yield Padding(told, (0, 0, 0, 20))


def shown(line: Line) -> str:
    """Return a line as it is written, its relation as a character.

    >>> shown(Line(line=1, column=1, left="", sign="<=", right="b"))
    '≤ b'
    """
    return f"{line.left} {sign(line.sign)} {line.right}".strip()


def cut(text: str) -> str:
    """Return a line as a terminal shows it: one that fills the screen is cut.

    >>> cut("x" * 5000)[-16:]
    'xxxxxxxxxxxx ...'
    """
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def place_of(line: Line) -> str:
    """Return where a line stands: line and column, with the cell of a notebook, or the file that was taken in.

    >>> place_of(Line(line=3, column=7, left="x", sign="=", right="x", source="part.tex"))
    'part.tex, 3:7'
    """
    return f"{line.room}{line.line}:{line.column}"


def said_at(said: Assumption, file: str) -> str:
    """Return where something was said; the file only where it is not that of the document.

    >>> said_at(Assumption(says=Told("x in R"), line=2, column=5, source="a.ipynb", cell=1), "a.ipynb")
    'cell 1, line 2'
    """
    if said.source.startswith(FROM_PROBLEM):
        return said.source
    cell = "" if said.cell is None else f"cell {said.cell}, "
    source = "" if said.source == file else f"{said.source}, "
    return f"{source}{cell}line {said.line}{', by a directive' if said.directive else ''}"


def sign(relation: str) -> str:
    """Return a relation as a character, where its LaTeX is a command.

    >>> sign("<="), sign(":="), sign("perp"), sign("another")
    ('≤', ':=', '⟂', 'another')
    """
    form = SIGNS.get(relation)
    return form.text if form is not None and form.latex.startswith("\\") else relation
