"""Matrices whose rows or columns are named: what words such as "with rows" say of two names."""

from __future__ import annotations

import re
from dataclasses import replace

from derive.documents.forms import label_key
from derive.documents.parts import Formula
from derive.documents.progress import Progress, say, text_of
from derive.latex.read.axes import Axis
from derive.latex.read.heads import Head, head_of, key_of, without_transpose
from derive.latex.read.table import Definition, Known
from derive.latex.read.tree import Dots, Name, Node, Scripted, Sequence, Span

_BEFORE = re.compile(
    r"\b(?P<kind>rows?|columns?)\b(?:\s+(?:are|is|being|given by|vectors?|equal to|the|of the form)\b)*\s*$",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\b(?P<kind>rows?|columns?)\s+(?:of|in|into)\b(?:\s+(?:an?|the|one|design|data|feature|input|matrix)\b)*\s*$",
    re.IGNORECASE,
)
_ENTRY = "entry"


def take_lines(progress: Progress, tree: Node, part: Formula) -> None:
    """Take in a name that stands where words speak of rows or columns: of the matrix before it, or of itself."""
    behind, before = _BEFORE.search(progress.words), _OF.search(progress.words)
    if before is not None and _line(tree) is None:
        line = next((s for s in reversed(progress.named) if _line(s) is not None), None)
        progress.lines = (tree, before["kind"])
        if line is not None and re.search(r"\b(?:as|into|the)\b", progress.words):
            _define(progress, tree, line, before["kind"], part)
    elif behind is not None and _line(tree) is not None:
        matrix = next((s for s in reversed(progress.named) if _is_matrix(progress, s)), None)
        if matrix is not None:
            _define(progress, matrix, tree, behind["kind"], part)
    elif progress.lines is not None and _line(tree) is not None and re.match(r"\s*(?:are|is|being)\b", progress.words):
        _define(progress, progress.lines[0], tree, progress.lines[1], part)


def _is_matrix(progress: Progress, tree: Node) -> bool:
    head = head_of(tree)
    if head is None or head.atoms or head.sup is not None:
        return False
    known = progress.table.known.get(head.key, [])
    return known[0].rank == 2 if known else head.key.split(" ")[-1][:1].isupper()


def _line(tree: Node) -> tuple[Head, str] | None:
    r"""Return the name and the index of `x_i^\top`, or of `x_1, \dots, x_N`."""
    if isinstance(tree, Sequence) and any(isinstance(item, Dots) for item in tree.items):
        tree = tree.items[0]
        head = head_of(without_transpose(tree)[0])
        return (head, "i") if head is not None and len(head.atoms) == 1 and head.sup is None else None
    head = head_of(without_transpose(tree)[0])
    if head is None or len(head.atoms) != 1 or head.sup is not None or not isinstance(head.atoms[0], Name):
        return None
    return head, key_of(head.atoms[0])


def _define(progress: Progress, matrix: Node, line: Node, kind: str, part: Formula) -> None:
    named, found = head_of(matrix), _line(line)
    if named is None or found is None or named.key == found[0].key:
        return
    head, letter = found
    across = kind.lower().startswith("col")
    _share_shape(progress, named, head, across=across)
    first, second = Name(Span(0, 0), letter), Name(Span(0, 0), _ENTRY)
    bare = line.items[0] if isinstance(line, Sequence) else line
    base = without_transpose(bare)[0]
    below = Sequence(Span(0, 0), (first, second), (",",))
    body = _with_indices(base, below)
    params = (_ENTRY, letter) if across else (letter, _ENTRY)
    text = f"{named.key} has the {kind.rstrip('s').lower()}s {text_of(part, line.span)}"
    progress.table.define(Definition(named.key, params, None, body, line.span, part.source, text))
    at = (progress.section, label_key((named.key, params, None)))
    progress.counts[at] = progress.counts.get(at, 0) + 1
    say(progress, text_of(part, line.span), part.source, line.span)


def _with_indices(base: Node, below: Sequence) -> Node:
    r"""Return `x_i` as `x_{i, entry}`, and `x^{(i)}` as `x^{(i)}_{entry}`."""
    if isinstance(base, Scripted) and base.sub is None:
        return replace(base, sub=below.items[1])
    return replace(base, sub=below) if isinstance(base, Scripted) else base


def _share_shape(progress: Progress, matrix: Head, line: Head, *, across: bool) -> None:
    """Where only the matrix was declared, its rows are columns of as many numbers as it has columns."""
    table = progress.table
    shape = next((k for k in table.known.get(matrix.key, []) if k.rank == 2), None)
    if (
        shape is None
        or shape.rows is None
        or shape.cols is None
        or any(k.declared for k in table.known.get(line.key, []))
    ):
        return
    outer, inner = (shape.cols, shape.rows) if across else (shape.rows, shape.cols)
    table.declare(Known(line.key, ("*",), (Axis(outer.known()),), Axis(inner.known())))
