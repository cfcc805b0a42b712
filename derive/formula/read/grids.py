"""Environments of rows and cells inside of a formula: matrices, cases, alignments."""

from __future__ import annotations

from derive.formula.read.cursor import Cursor
from derive.formula.read.tree import Grid, Hole, Node, Sequence
from derive.formula.signs import words_of

_KNOWN = words_of(
    "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array cases dcases rcases aligned split gathered "
    "align align* alignedat gather gather* equation equation* eqnarray eqnarray* multline multline* subarray "
    "flalign flalign* alignat alignat* displaymath math psmallmatrix bsmallmatrix"
)


def grid(cursor: Cursor) -> Node:
    r"""Return an environment from its `\begin` to its `\end`."""
    opening = cursor.take()
    name, inner = opening.text.strip(), cursor.at
    if name in {"array", "alignedat", "alignat", "alignat*", "subarray"} and cursor.at in cursor.closes:
        cursor.at = cursor.closes[inner] + 1
    bars, cursor.bars = cursor.bars, []
    rows = _rows(cursor)
    cursor.bars = bars
    token = cursor.token
    if token is None or token.kind != "end":
        end = cursor.tokens[cursor.at - 1].span
        return Hole(opening.span | end, f"the environment {name} is never ended", name)
    closing = cursor.take()
    span = opening.span | closing.span
    if closing.text.strip() != name:
        return Hole(span, f"the environment {name} is ended by {closing.text.strip()}", name)
    if name not in _KNOWN:
        return Hole(span, f"the environment {name} is not known", name)
    return Grid(span, name.rstrip("*"), rows)


def _rows(cursor: Cursor) -> tuple[tuple[Node, ...], ...]:
    rows: list[tuple[Node, ...]] = []
    cells: list[Node] = []
    while True:
        cells.append(_cell(cursor))
        if cursor.sees("align"):
            _ = cursor.take()
        elif cursor.sees("row"):
            _ = cursor.take()
            rows.append(tuple(cells))
            cells = []
        else:
            rows.append(tuple(cells))
            break
    return tuple(row for row in rows if any(not _is_empty(cell) for cell in row))


def _is_empty(node: Node) -> bool:
    return isinstance(node, Sequence) and not node.items


def _cell(cursor: Cursor) -> Node:
    """Return one cell; what does not fit in it is a hole to its end."""
    token = cursor.token
    if token is None or token.kind in {"align", "row", "end"}:
        return Sequence(cursor.here(), (), ())
    body = cursor.grammar.read_list(cursor)
    token = cursor.token
    if token is None or token.kind in {"align", "row", "end"}:
        return body
    start = token
    while (token := cursor.token) is not None and token.kind not in {"align", "row", "end"}:
        _ = cursor.take()
    return Hole(body.span | cursor.tokens[cursor.at - 1].span, f"'{start.text}' does not fit in this cell", start.text)


def substack(cursor: Cursor) -> Node:
    r"""Return the lines of a `\substack` as a list."""
    command = cursor.take()
    close = cursor.closes.get(cursor.at)
    if close is None:
        return Hole(command.span, "an argument is missing here", "substack")
    _ = cursor.take()
    rows = _rows(cursor)
    end = cursor.tokens[close].span
    if cursor.at != close:
        cursor.at = close + 1
        return Hole(command.span | end, "it does not end where it should", "substack")
    cursor.at = close + 1
    items = tuple(cell for row in rows for cell in row)
    return Sequence(command.span | end, items, (",",) * max(len(items) - 1, 0))
