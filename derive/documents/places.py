"""Where something stands: offsets of the text that was read, and lines and columns of the file it came from."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from derive.latex.read.macros import Expanded
from derive.latex.read.tree import Span


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
    r"""One file, or one cell of a notebook: its text after macros, and the way back.

    >>> source_of("a\nbc", "x.md").place(Span(2, 4))
    Place(file='x.md', line=2, column=1, length=2, cell=None)
    """

    file: str
    expanded: Expanded
    lines: tuple[int, ...] = field(repr=False)
    cell: int | None = None

    @property
    def text(self) -> str:
        """Return the text that spans count in."""
        return self.expanded.text

    def place(self, span: Span) -> Place:
        """Return where a span of the text stands in the file; for what a macro brought in, where its call is."""
        start, end = self.expanded.origin(span)
        row = bisect_right(self.lines, start) - 1
        return Place(self.file, row + 1, start - self.lines[row] + 1, end - start, self.cell)


def source_of(text: str, file: str, expanded: Expanded | None = None, cell: int | None = None) -> Source:
    """Return the source for a text; `expanded` is the text with macros put in, if there are any."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    plain = Expanded(text, (0,), ((0, len(text), True),))
    return Source(file, expanded if expanded is not None else plain, tuple(starts), cell)
