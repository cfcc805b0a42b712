"""Brackets and bars. A bar opens, closes or separates: what stands before it and how many follow decide."""

from __future__ import annotations

from functools import partial

from derive.formula.read.cursor import Cursor
from derive.formula.read.tokens import Token
from derive.formula.read.tree import Bracket, Hole, Name, Node
from derive.formula.signs import BARS, LEFT_FENCES, OPERATORS, RIGHT_FENCES

_ANY_FENCE = {**LEFT_FENCES, **RIGHT_FENCES, **BARS, "<": "<", ">": "<", ".": ".", "/": "/"}


def opens_bar(cursor: Cursor) -> bool:
    """Return whether a bar behind a finished factor opens an absolute value: its partner is still to come."""
    token = cursor.token
    if token is None or (cursor.bars and cursor.bars[-1] == BARS.get(token.text)):
        return False
    if is_double(cursor):
        return not cursor.bars and cursor.bars_after.get(cursor.at, 0) >= 3
    return not cursor.bars and cursor.bars_after.get(cursor.at, 0) % 2 == 1


def bracket(cursor: Cursor) -> Node:
    """Return what stands between the bracket or bar at the cursor and its partner."""
    opening = cursor.take()
    if opening.text in BARS:
        return _barred(cursor, opening)
    kind = LEFT_FENCES[opening.text]
    body = _inside(cursor, spaced=kind == "[")
    token = cursor.token
    if token is None or not token.is_in(RIGHT_FENCES):
        return _unclosed(cursor, opening, body)
    closing = cursor.take()
    return _made(opening, closing, kind, RIGHT_FENCES[closing.text], body)


def _made(opening: Token, closing: Token, left: str, right: str, body: Node | None) -> Node:
    span = opening.span | closing.span
    if left != right and {left, right} != {"(", "["} and "." not in {left, right} and right not in {"|", "||"}:
        return Hole(span, f"'{opening.text}' is closed by '{closing.text}'", opening.text)
    return Bracket(span, left, right, body)


def _unclosed(cursor: Cursor, opening: Token, body: Node | None) -> Node:
    span = opening.span if body is None else opening.span | body.span
    return Hole(span | cursor.here() if span.start <= cursor.here().start else span, "it is never closed", opening.text)


def _inside(cursor: Cursor, *, spaced: bool = False) -> Node | None:
    token = cursor.token
    if token is None or token.is_in(RIGHT_FENCES):
        return None
    following = cursor.ahead()
    if token.text in OPERATORS and following is not None and following.is_in(RIGHT_FENCES):
        return Name(cursor.take().span, OPERATORS[token.text])
    return cursor.without_bars(partial(cursor.grammar.read_list, spaced=spaced))


def _barred(cursor: Cursor, opening: Token) -> Node:
    kind, span = BARS[opening.text], opening.span
    if kind == "|" and _is_second(cursor.token, opening):
        kind, span = "||", span | cursor.take().span
    cursor.bars.append(kind)
    body = cursor.grammar.read_list(cursor)
    _ = cursor.bars.pop()
    token = cursor.token
    if token is None or not token.is_in(BARS):
        return Hole(span | body.span, "a bar is opened and never closed", opening.text)
    span |= cursor.take().span
    if kind == "||" and BARS[token.text] == "|":
        second = cursor.token
        if second is None or BARS.get(second.text) != "|":
            return Hole(span | body.span, "a double bar is closed by a single one", opening.text)
        span |= cursor.take().span
    return Bracket(span | body.span, kind, kind, body)


def is_double(cursor: Cursor) -> bool:
    """Return whether two bars stand at the cursor that touch one another."""
    return cursor.token is not None and _is_second(cursor.ahead(), cursor.token)


def _is_second(second: Token | None, first: Token) -> bool:
    return second is not None and second.text == "|" == first.text and second.span.start == first.span.end


def left_right(cursor: Cursor) -> Node:
    r"""Return what stands between `\left` and `\right`."""
    opening = cursor.take()
    left = cursor.take() if cursor.token is not None else opening
    empty = cursor.sees("command", "right") or cursor.token is None
    body = None if empty else cursor.without_bars(partial(cursor.grammar.read_list, spaced=left.text == "["))
    if not cursor.sees("command", "right"):
        return _unclosed(cursor, opening, body)
    closing = cursor.take()
    right = cursor.take() if cursor.token is not None else closing
    kinds = _ANY_FENCE.get(left.text), _ANY_FENCE.get(right.text)
    if None in kinds:
        return Hole(opening.span | right.span, f"'{left.text}' and '{right.text}' are no brackets", left.text)
    span = opening.span | right.span
    return Bracket(span, str(kinds[0]), str(kinds[1]), body)
