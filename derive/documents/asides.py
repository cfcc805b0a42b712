"""Comments that speak to `derive`: one that declares nothing was not understood, and its author should know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from derive.documents.files import Document
from derive.documents.parts import Formula, Part
from derive.documents.places import Place
from derive.documents.unread import Unread
from derive.latex.read.statements import read_display
from derive.latex.read.tree import Chain, holes, walk

OPENING = re.compile(r"^\s*(?:<!--|%+)?\s*derive:")
REASON = "nothing is declared here that is understood; docs/reference/declarations.md lists what may be said"


def unheard(document: Document, declared: Iterable[Place]) -> Iterator[Unread]:
    """Yield the comments for `derive` of which nothing was taken in; `declared` are the places where something was.

    >>> from derive.documents.files import read_document
    >>> found = unheard(read_document("<!-- derive: the frobnicator is blue -->"), [])
    >>> [(each.place.line, each.text) for each in found]
    [(1, 'the frobnicator is blue')]
    """
    places = {(place.file, place.cell, place.line, place.column) for place in declared}
    for parts in _asides(document.parts):
        first = parts[0].source.place(parts[0].span)
        end = parts[-1].source.place(parts[-1].span)
        low, high = (first.line, first.column), (end.line, end.column)
        heard = any(
            (file, cell) == (first.file, first.cell) and low <= (line, column) <= high
            for file, cell, line, column in places
        )
        if not heard and not any(_relates(part) for part in parts):
            written = parts[0].source.text[parts[0].span.start : parts[-1].span.end]
            yield Unread(first, " ".join(OPENING.sub("", written).split()), REASON)


def _asides(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """Yield what belongs to one comment: an empty stretch of prose ends it."""
    for aside, run in groupby(parts, key=lambda part: part.aside):
        comment: list[Part] = []
        for part in run if aside else ():
            comment.append(part)
            if part.span.start == part.span.end:
                yield comment
                comment = []


def _relates(part: Part) -> bool:
    """Return whether a part is a formula with a relation that was understood."""
    statements = read_display(part.text, part.span.start) if isinstance(part, Formula) else ()
    trees = [statement.tree for statement in statements if not holes(statement.tree)]
    return any(isinstance(node, Chain) for tree in trees for node in walk(tree))
