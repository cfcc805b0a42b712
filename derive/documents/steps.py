"""From a document to its steps: each relation with what it may mean, and all that was declared before it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from derive.documents.families import families
from derive.documents.files import Document
from derive.documents.parts import Formula, Part
from derive.documents.places import Place
from derive.documents.progress import Progress, know, prepare
from derive.documents.sentences import read_parts
from derive.documents.step import Step
from derive.latex.read.statements import Statement, read_display
from derive.latex.read.words import joined_words, words_in


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What a document says, step by step, and what it declares, as sentences with their places."""

    file: str
    steps: tuple[Step, ...]
    declared: tuple[tuple[str, Place], ...]


def steps_of(document: Document) -> Reasoning:
    r"""Return the steps of a document in order, with every reading of each.

    It is read twice: what is defined or declared anywhere in it holds everywhere.

    >>> from derive.documents.files import read_document
    >>> found = steps_of(read_document(r"Let $a, b \in \mathbb{R}$. Then $(a+b)^2 = a^2 + 2ab + b^2$."))
    >>> [(s.kind, s.relation, s.readings[0].lhs) for s in found.steps]
    [('claim', '=', (a + b)**2)]
    """
    read = [(part, _statements(part)) for part in document.parts]
    words = words_in(tree for _, found in read for s in found for tree in (s.tree, *s.guards))
    read = [(part, tuple(_with_words(s, words) for s in found)) for part, found in read]
    apart = families(s for _, found in read for s in found).apart
    read = [(part, tuple(map(apart, found))) for part, found in read]
    statements = [s for _, found in read for s in found]
    first, second = Progress(), Progress(emit=True)
    prepare(first, statements)
    read_parts(first, read)
    prepare(second, statements)
    know(second, first)
    read_parts(second, read, first)
    return Reasoning(document.file, tuple(second.found), tuple(second.said))


def _with_words(statement: Statement, words: set[str]) -> Statement:
    guards = tuple(joined_words(guard, words) for guard in statement.guards)
    return replace(statement, tree=joined_words(statement.tree, words), guards=guards)


def _statements(part: Part) -> tuple[Statement, ...]:
    return read_display(part.text, part.span.start) if isinstance(part, Formula) else ()
