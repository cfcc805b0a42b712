"""Factors: an atom with what is below, above and behind it. Commands have a table of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from derive.formula.read.commands import COMMANDS, known_command, named
from derive.formula.read.cursor import Cursor, is_relation
from derive.formula.read.fences import bracket, opens_bar
from derive.formula.read.operators import OPERATOR_WORDS, operator_word
from derive.formula.read.scripts import scripted
from derive.formula.read.tokens import Token
from derive.formula.read.tree import Dots, Hole, Name, Node, Number, Sequence, Words
from derive.formula.signs import BARS, DOTS, LEFT_FENCES, OPERATORS, PLUS, RIGHT_FENCES, words_of

_NEVER_START = frozenset({"right", "middle", "mid", "colon", "over", "choose", "atop"})
_NOTED_SIGNS = frozenset({"overset", "stackrel", "underset"})


def starts_factor(cursor: Cursor) -> bool:
    """Return whether the next token begins a factor, rather than joining, separating or closing something."""
    token = cursor.token
    if token is None:
        return False
    if token.kind in {"sign", "command"}:
        return _sign_starts(cursor, token)
    return token.kind not in {"close", "align", "row", "end"}


def _sign_starts(cursor: Cursor, token: Token) -> bool:
    if token.text in BARS:
        return opens_bar(cursor)
    if is_relation(token) or token.is_in(RIGHT_FENCES) or token.text in _NEVER_START:
        return False
    if token.kind == "command" and token.text in _NOTED_SIGNS and _is_noted_relation(cursor):
        return False
    if token.kind == "sign" and token.text == ".":
        following = cursor.ahead()
        return following is not None and following.kind == "digit" and following.span.start == token.span.end
    return token.text not in OPERATORS and token.text not in PLUS and token.text not in {",", ";", ":"}


def _is_noted_relation(cursor: Cursor) -> bool:
    first = cursor.at + 1
    second = cursor.closes.get(first, first) + 1
    end = cursor.closes.get(second, second)
    inner = cursor.tokens[second + 1 : end] if end != second else cursor.tokens[second : second + 1]
    return len(inner) == 1 and is_relation(inner[0])


def factor(cursor: Cursor) -> Node:
    """Return one atom with its scripts. The next token must begin a factor."""
    return scripted(cursor, atom(cursor))


def atom(cursor: Cursor) -> Node:
    """Return what stands at the cursor, without scripts."""
    token = cursor.token
    if token is None:
        return Hole(cursor.here(), "something is missing here")
    by_kind = _BY_KIND.get(token.kind)
    if by_kind is not None:
        return by_kind(cursor)
    if token.kind in {"sign", "command"}:
        return _sign(cursor, token)
    return _words(cursor, token) if token.kind == "words" else _plain(cursor.take())


def _sign(cursor: Cursor, token: Token) -> Node:
    if token.text == "." and token.kind == "sign":
        return _number(cursor)
    if token.is_in(LEFT_FENCES) or token.text in BARS:
        return bracket(cursor)
    if token.text in DOTS:
        return Dots(cursor.take().span)
    return _command(cursor) if token.kind == "command" else _plain(cursor.take())


def _words(cursor: Cursor, token: Token) -> Node:
    if not _is_name(token.text):
        return _plain(cursor.take())
    name = Name(cursor.take().span, token.text.strip(), "roman")
    return operator_word(cursor, name) if name.text in OPERATOR_WORDS else name


LONGEST_NUMBER = 200
_JOINING = words_of(
    "if for and or where when else otherwise with such that is are of by on at in as so then the a an to from all "
    "any const constant since because hence thus"
)


def _is_name(words: str) -> bool:
    r"""Return whether the words are one word that names a quantity, as in `1 - \text{Accuracy}`."""
    word = words.strip()
    return word.isalpha() and word.isascii() and word.lower() not in _JOINING


def _plain(token: Token) -> Node:
    if token.kind == "letter":
        return Name(token.span, token.text)
    if token.kind == "named":
        font, _, text = token.text.rpartition(" ")
        return Name(token.span, text, font)
    if token.kind == "words":
        return Words(token.span, token.text)
    reason = "it is never closed" if token.kind == "broken" else f"the sign '{token.text}' is not known in a formula"
    return Hole(token.span, reason, token.text)


def _command(cursor: Cursor) -> Node:
    token = cursor.tokens[cursor.at]
    handler = COMMANDS.get("begin" if token.kind == "begin" else token.text)
    if handler is not None:
        return handler(cursor)
    name = named(token)
    if name is not None:
        _ = cursor.take()
        return name
    return known_command(cursor)


def _group(cursor: Cursor) -> Node:
    r"""Return what is in braces. A font switch such as `\bf` holds to their end."""
    opening = cursor.take()
    body = cursor.without_bars(_nothing if cursor.sees("close") else cursor.grammar.read_list)
    if cursor.sees("close"):
        return replace(body, span=opening.span | cursor.take().span)
    token = cursor.token
    if token is None:
        return Hole(opening.span | body.span, "a brace is opened and never closed", "{")
    return _rest_of_group(cursor, opening, body)


def _nothing(cursor: Cursor) -> Node:
    return Sequence(cursor.here(), (), ())


def _rest_of_group(cursor: Cursor, opening: Token, body: Node) -> Node:
    """The group holds something that does not fit: skip to its end, which was found beforehand."""
    start = cursor.at
    number = next((n for n in range(start - 1, -1, -1) if cursor.tokens[n] is opening), start)
    end = cursor.closes.get(number)
    if end is None:
        return Hole(opening.span | body.span, "a brace is opened and never closed", "{")
    cursor.at = end + 1
    span = opening.span | cursor.tokens[end].span
    return Hole(span, f"'{cursor.tokens[start].text}' does not fit in this group", cursor.tokens[start].text)


def _number(cursor: Cursor) -> Node:
    """Return a number with its decimals; `{,}` and a comma between groups of three digits separate thousands."""
    first = last = cursor.take()
    text, point = first.text, first.text == "."
    while (token := cursor.token) is not None:
        adjacent = token.span.start == last.span.end
        following = cursor.ahead()
        if token.kind == "digit" and adjacent:
            text += token.text
        elif token.text == "." and token.kind == "sign" and adjacent and not point and _is_digit(following, token):
            text, point = text + ".", True
        elif _thousands(cursor, text):
            cursor.at += 2
        elif _bare_thousands(cursor, text):
            pass
        else:
            break
        last = cursor.take()
    if len(text) > LONGEST_NUMBER:
        return Hole(first.span | last.span, f"a number of more than {LONGEST_NUMBER} digits", text[:20])
    return Number(first.span | last.span, text)


def _bare_thousands(cursor: Cursor, text: str) -> bool:
    """Return whether a comma separates thousands: outside of brackets, between digits that touch it."""
    near = [cursor.ahead(n) for n in range(-1, 5)]
    kinds = [("" if t is None else t.text if t.kind == "sign" else t.kind) for t in near]
    if cursor.depth != 1 or not text.isdigit() or kinds[:5] != ["digit", ",", "digit", "digit", "digit"]:
        return False
    touching = all(a is not None and b is not None and a.span.end == b.span.start for a, b in pairwise(near[:5]))
    return touching and kinds[5] != "digit"


def _is_digit(token: Token | None, before: Token) -> bool:
    return token is not None and token.kind == "digit" and token.span.start == before.span.end


def _thousands(cursor: Cursor, text: str) -> bool:
    """Return whether `{,}` and three digits follow; after a bare comma they may be another item."""
    ahead = [cursor.ahead(n) for n in range(7)]
    pattern = [("" if t is None else t.kind if t.kind == "digit" else t.text) for t in ahead]
    return text.isdigit() and pattern[:6] == ["{", ",", "}", "digit", "digit", "digit"] and pattern[6] != "digit"


_BY_KIND: dict[str, Callable[[Cursor], Node]] = {
    **dict.fromkeys(("sup", "sub", "prime"), _nothing),
    "open": _group,
    "digit": _number,
    "begin": _command,
}
