r"""Text that knows where each of its characters comes from, through comments, quotes, cells, files and macros."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from derive.formula.read.tree import Span


class Piece(NamedTuple):
    """Where a stretch comes from: it begins `at` here; in the source it is copied from `start`, or stands for all."""

    at: int
    source: int
    start: int
    end: int
    copied: bool


NOWHERE = Piece(0, 0, 0, 0, copied=False)
"""Where something comes from that stands in no source."""
_BRACES = re.compile(r"\\verb\*?([^a-zA-Z\s*])[^\n]{0,200}?\1|\\.|%[^\n]*|[{}]", re.DOTALL)


class Tape:
    """A text with the origins of its stretches.

    >>> tape = whole("a b", 0)
    >>> tape.text, tape.origin(Span(2, 3))
    ('a b', (0, Span(start=2, end=3)))
    """

    __slots__ = ("__dict__", "pieces", "text")

    def __init__(self, text: str, pieces: tuple[Piece, ...]) -> None:
        """Keep a text and its pieces, in order; the first begins at 0."""
        self.text = text
        self.pieces = pieces

    @cached_property
    def _starts(self) -> list[int]:
        return [piece.at for piece in self.pieces]

    @cached_property
    def closes(self) -> dict[int, int]:
        r"""Return for each opening brace where it is closed; a comment and `\{` are passed over."""
        found: dict[int, int] = {}
        opened: list[int] = []
        for match in _BRACES.finditer(self.text):
            if match.group() == "{":
                opened.append(match.start())
            elif match.group() == "}" and opened:
                found[opened.pop()] = match.start()
        return found

    def part(self, start: int, end: int) -> Tape:
        """Return a stretch as a tape of its own."""
        found = Recorder()
        found.copy(self, start, end)
        return found.tape()

    def cut(self, start: int, end: int) -> Iterator[tuple[str, Piece]]:
        """Yield the stretches between two offsets, each with where it comes from."""
        number = max(bisect_right(self._starts, start) - 1, 0)
        while number < len(self.pieces) and start < end:
            piece = self.pieces[number]
            after = self.pieces[number + 1].at if number + 1 < len(self.pieces) else len(self.text)
            stop = min(after, end)
            if stop > start:
                skipped = start - piece.at
                from_here = (
                    piece._replace(at=start, start=piece.start + skipped, end=piece.start + skipped + stop - start)
                    if piece.copied
                    else piece._replace(at=start)
                )
                yield self.text[start:stop], from_here
                start = stop
            number += 1

    def origin(self, span: Span) -> tuple[int, Span]:
        """Return the source that a stretch comes from and where it stands there; of several, that of the first."""
        if not self.pieces:
            return 0, Span(0, 0)
        if span.end <= span.start:
            source, found = self.origin(Span(max(span.start - 1, 0), max(span.start - 1, 0) + 1))
            return source, Span(found.end, found.end) if span.start else Span(found.start, found.start)
        first = self.piece(span.start)
        last = self.piece(span.end - 1)
        start, end = first.start, last.end
        if last.source != first.source or end < start:
            end = first.end
        return first.source, Span(start, end)

    def piece(self, at: int) -> Piece:
        """Return where one character comes from."""
        piece = self.pieces[max(bisect_right(self._starts, at) - 1, 0)]
        if not piece.copied:
            return piece
        start = piece.start + at - piece.at
        return Piece(at, piece.source, start, start + 1, copied=True)


def whole(text: str, source: int) -> Tape:
    """Return the tape of the text of a source."""
    return Tape(text, (Piece(0, source, 0, len(text), copied=True),))


@dataclass(slots=True)
class Recorder:
    """A tape that is being written."""

    texts: list[str] = field(default_factory=list[str])
    pieces: list[Piece] = field(default_factory=list[Piece])
    length: int = 0

    def copy(self, tape: Tape, start: int, end: int) -> None:
        """Write a stretch of another tape; it keeps where it comes from."""
        for text, piece in tape.cut(start, end):
            self.put(text, piece)

    def put(self, text: str, piece: Piece) -> None:
        """Write a text that comes from a place."""
        if text:
            self.texts.append(text)
            self.pieces.append(piece._replace(at=self.length))
            self.length += len(text)

    def tape(self) -> Tape:
        """Return what was written."""
        return Tape("".join(self.texts), tuple(self.pieces))
