"""What stands in a document and could not be taken in at all: it is said, and never dropped."""

from __future__ import annotations

from dataclasses import dataclass

from derive.documents.places import Place


@dataclass(frozen=True, slots=True)
class Unread:
    """A stretch of a document, as it is written, and why it was not read."""

    place: Place
    text: str
    reason: str
