"""The notes of every derivation, in every notation: each derivation is carried out once for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from derive.derivation import Derivation
from derive.latex.notation import notation_named, profiles
from derive.latex.tree import Node
from derive.lectures.catalogue import CATALOGUE
from derive.notes.build import note_of
from derive.notes.model import Chain, Evidence, Line, Note, Paragraph, Result, Text

ALL = tuple((entry.name, notation) for notation in profiles() for entry in CATALOGUE)
"""Every derivation with every notation."""


@cache
def derivation(name: str) -> Derivation:
    """Return a derivation, carried out now or before."""
    return next(entry for entry in CATALOGUE if entry.name == name).derive()


@cache
def note(name: str, notation: str) -> Note:
    """Return the note of a derivation in a notation."""
    return note_of(derivation(name), notation_named(notation), rechecked=False)


def lines(found: Note) -> Iterator[Line]:
    """Yield all lines of a note, the result last."""
    for section in found.sections:
        if isinstance(section, Chain):
            yield from section.lines
        elif isinstance(section, Result):
            yield section.line


def nodes(found: Note) -> Iterator[Node]:
    """Yield every formula of a note."""
    for section in found.sections:
        if isinstance(section, Paragraph):
            yield from _in(section.text)
    for line in lines(found):
        yield from (part for part in (line.left, line.right, line.counter) if part is not None)
        yield from (node for text in (line.says, line.reason, *_texts(line.evidence)) for node in _in(text))


def _texts(proof: Evidence) -> tuple[Text, ...]:
    return (*proof.conditions, *proof.using, *proof.taking)


def _in(text: Text) -> Iterator[Node]:
    yield from (part for part in text if not isinstance(part, str))
