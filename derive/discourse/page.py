"""A page: what a reader of the printed document sees, in order, with the place of everything."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal

from derive.discourse.tape import Tape
from derive.formula.read.statements import Statement
from derive.formula.read.tree import Span


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a file: line and column count from 1; `cell` counts from 0 and is of a notebook."""

    file: str
    line: int
    column: int
    length: int
    cell: int | None = None

    def __str__(self) -> str:
        """Return the place as an editor understands it."""
        cell = "" if self.cell is None else f"cell {self.cell}:"
        return f"{self.file}:{cell}{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or a cell of a notebook, as it is; `lines` are the offsets at which its lines begin."""

    file: str
    cell: int | None
    text: str = field(repr=False)
    lines: tuple[int, ...] = field(repr=False)

    def place(self, span: Span) -> Place:
        """Return where a stretch stands."""
        row = bisect_right(self.lines, span.start) - 1
        return Place(self.file, row + 1, span.start - self.lines[row] + 1, span.end - span.start, self.cell)


def source(text: str, file: str, cell: int | None = None) -> Source:
    r"""Return the source that a text is.

    >>> source("a\nbc", "x.md").place(Span(2, 4))
    Place(file='x.md', line=2, column=1, length=2, cell=None)
    """
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return Source(file, cell, text, tuple(starts))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a page after macros, in which all spans count, and the sources that it comes from."""

    tape: Tape = field(repr=False)
    sources: tuple[Source, ...] = field(repr=False)

    def place(self, span: Span) -> Place:
        """Return where a stretch of the text stands in its file; for what a macro brought in, where its call is."""
        number, found = self.tape.origin(span)
        return self.sources[number].place(found)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, read once. `outer` holds its delimiters too, where they stand in the text."""

    display: bool
    statements: tuple[Statement, ...]
    span: Span
    outer: Span
    sheet: Sheet = field(repr=False, compare=False)

    def place(self, span: Span | None = None) -> Place:
        """Return where a span of the tree stands in the file."""
        return self.sheet.place(self.span if span is None else span)

    def text(self, span: Span | None = None) -> str:
        """Return how a span of the tree is written, after macros."""
        span = self.span if span is None else span
        return self.sheet.tape.text[span.start : span.end]


BEGINS = frozenset({"wall", "part", "heading"})
"""The kinds of what begins something."""
Kind = Literal["wall", "part", "heading", "item", "paragraph", "words", "display", "directive"]


@dataclass(frozen=True, slots=True)
class Event:
    r"""What comes next on a page. In its words, `\x01k\x02` stands for its formula number k.

    A wall begins what its siblings do not see, such as a problem; a part (b) goes on with what those before it define,
    and not with what they suppose. `level` counts from 1 for the highest heading; 8 is an exercise that has no heading,
    9 an item, 10 a part that has none.
    """

    kind: Kind
    level: int
    words: str
    formulas: tuple[Formula, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Unread:
    """Something visible that could not be taken in: it becomes a line that is not understood."""

    place: Place
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something that nobody sees on the page and that holds mathematics or redefines a sign; it changed nothing."""

    place: Place
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Page:
    """A document as a reader sees it; `text` is what spans count in, with macros put in."""

    file: str
    kind: str
    events: tuple[Event, ...]
    unread: tuple[Unread, ...]
    notes: tuple[Note, ...] = ()
    text: str = ""
