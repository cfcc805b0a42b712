r"""Pages as lines of text, to be compared: what is seen of a document, in order, and what is not taken in.

words: Let ⟨x = 1⟩ be.
⟨a &= b⟩              a display
wall 8: Problem 2
! 3: this formula never ends     of what is seen and not read, the line and the reason
~ 4: it stands in a comment      of what is not seen
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.discourse.files import read_page
from derive.discourse.page import Event, Page
from derive.formula.read.tree import Chain, walk


def lines(page: Page) -> Iterator[str]:
    """Yield what is seen on a page, a line each; where a paragraph begins is left out."""
    for event in page.events:
        if event.kind != "paragraph":
            yield _line(event)
    for unread in page.unread:
        yield f"! {unread.place.line}: {unread.reason}"
    for note in page.notes:
        yield f"~ {note.place.line}: {note.reason}"


def _line(event: Event) -> str:
    words = re.sub("\x01(\\d+)\x02", lambda hit: f"⟨{_flat(event.formulas[int(hit[1])].text())}⟩", event.words)
    if event.kind == "display":
        return f"⟨{_flat(event.formulas[0].text())}⟩"
    return f"{event.kind}{f' {event.level}' if event.level else ''}: {words}".rstrip()


def _flat(text: str) -> str:
    return " ".join(text.split())


def seen(text: str, kind: str = "markdown") -> list[str]:
    """Return what is seen of a text."""
    return list(lines(read_page(text, kind=kind)))


def relations(page: Page) -> int:
    """Return how many relation signs stand in the formulas of a page."""
    trees = [
        tree
        for event in page.events
        for formula in event.formulas
        for statement in formula.statements
        for tree in (statement.tree, *statement.guards)
    ]
    return sum(len(part.relations) for tree in trees for part in walk(tree) if isinstance(part, Chain))
