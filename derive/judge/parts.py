"""A document as it is shown: words, formulas and lines of displays in their order, each with the steps in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from derive.documents.files import Document
from derive.documents.parts import Formula, Prose
from derive.documents.step import Step
from derive.judge.result import Part
from derive.latex.as_latex import as_latex
from derive.latex.as_mathml import mathml
from derive.latex.read import tree
from derive.latex.read.statements import ALIGNMENTS, Statement, read_display
from derive.latex.read.tree import Span, holes
from derive.latex.read.typeset import typeset
from derive.latex.signs import SIGNS
from derive.latex.tree import Node, Sign, row

_NAMES = "|".join(sorted(ALIGNMENTS))
AROUND = re.compile(
    rf"^(?:\s|&|\\begin\{{(?:{_NAMES})\*?\}})+|(?:\s|&|\\\\(?:\[[^\]]*\])?|\\end\{{(?:{_NAMES})\*?\}})+$"
)
Where = tuple[str, int, int, int]
"""A file, a cell (-1 where there are none), a line and a column."""


def parts_of(document: Document, steps: Sequence[Step]) -> Iterator[Part]:
    """Yield the parts of a document; what is said in comments is left out.

    >>> from derive.documents.files import read_document
    >>> [part.kind for part in parts_of(read_document("Then $x = 1$."), ())]
    ['prose', 'inline', 'prose']
    """
    places = [(_where(step), number) for number, step in enumerate(steps)]
    for part in document.parts:
        if part.aside:
            continue
        if isinstance(part, Prose):
            begin = part.source.place(part.span)
            yield Part(kind="prose", text=part.text, line=begin.line, cell=begin.cell)
        else:
            yield from _lines(part, places)


def _where(step: Step) -> Where:
    place = step.place
    return place.file, -1 if place.cell is None else place.cell, place.line, place.column


def _lines(part: Formula, places: Iterable[tuple[Where, int]]) -> Iterator[Part]:
    """Yield a formula, or the lines of a display: each holds the steps up to the beginning of the next."""
    statements = read_display(part.text, part.span.start) or (Statement(tree.Sequence(part.span, (), ())),)
    by_row = [list(group) for _, group in groupby(statements, key=lambda s: s.row if part.display else 0)]
    starts = [min(_span(statement).start for statement in group) for group in by_row]
    ends = [*starts[1:], part.span.end]
    for number, (group, end) in enumerate(zip(by_row, ends, strict=True)):
        start = part.span.start if number == 0 else starts[number]
        node = row(*_set(group))
        begin, stop = part.source.place(Span(starts[number], starts[number])), part.source.place(Span(end, end))
        first = part.source.place(Span(start, start))
        cell = -1 if begin.cell is None else begin.cell
        low, high = (begin.file, cell, first.line, first.column), (begin.file, cell, stop.line, stop.column)
        yield Part(
            kind="line" if part.display else "inline",
            text=_bare(part.source.text[start:end]),
            line=begin.line,
            cell=begin.cell,
            latex=as_latex(node),
            mathml=mathml(node, display=part.display),
            steps=tuple(step for where, step in places if low <= where < high),
        )


def _bare(text: str) -> str:
    """Return a line without what sets it below others: the alignment, its marks, the line break."""
    return AROUND.sub("", text).strip()


def _span(statement: Statement) -> Span:
    spans = [statement.tree.span, *(remark.span for remark in statement.remarks)]
    return min(spans)


def _set(statements: Iterable[Statement]) -> Iterator[Node]:
    """Yield the statements of a line with the words and conditions beside them."""
    for number, statement in enumerate(statements):
        if number:
            yield Sign("quad")
        yield typeset(statement.tree)
        for beside in (*statement.remarks, *statement.guards):
            yield Sign("quad")
            yield typeset(beside)


def side_mathml(step: Step) -> str:
    """Return the relation of a step and its right side; nothing where the side is not there, or not understood."""
    if step.rhs is None or holes(step.rhs):
        return ""
    sign = [Sign(step.relation)] if step.relation in SIGNS else []
    return mathml(row(*sign, typeset(step.rhs)), display=True)
