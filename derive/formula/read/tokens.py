"""From the text of a formula to tokens. Every character belongs to a token, to space, or to a comment."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from derive.formula.read.tree import Span


class Token(NamedTuple):
    """A piece of a formula: its kind, its text without backslash or braces, and where it stands.

    Kinds: command, letter, digit, open, close, sup, sub, align, row, space, sign, prime, words, begin, end, broken.
    """

    kind: str
    text: str
    span: Span

    def is_in(self, table: Container[str]) -> bool:
        r"""Return whether it is a sign or a command of a table; a brace is one as `\{` only."""
        return self.kind in {"sign", "command"} and self.text in table


_CHARACTERS = {
    "{": "open",
    "}": "close",
    "^": "sup",
    "_": "sub",
    "&": "align",
    "'": "prime",
    "′": "prime",
    "’": "prime",
}
_PATTERN = re.compile(
    r"""(?P<space>(?:\s|~)+)
    |(?P<comment>%[^\n]*\n?)
    |(?P<row>\\\\(?:\*|(?=[^*]|$))(?:\s*\[-?[\d.]*\s*(?:pt|em|ex|cm|mm|in|baselineskip)?\])?|\\cr(?![a-zA-Z])|\\newline(?![a-zA-Z]))
    |(?P<command>\\(?:operatorname\*|[a-zA-Z]+|.))
    |(?P<digit>[0-9])
    |(?P<words>(?<![a-zA-Z])(?!(?<=\{)(?<!\}\{)(?<!frac\{)(?<!sqrt\{)[a-z]+\})[a-z]{5,}(?![a-zA-Z(\[]))
    |(?P<letter>[^\W\d_])
    |(?P<sign>.)
    |(?P<broken>\\)""",
    re.VERBOSE | re.DOTALL,
)

RAW = {
    **dict.fromkeys(("text", "textrm", "textit", "textbf", "texttt", "textsf", "mbox", "hbox", "intertext"), "words"),
    **dict.fromkeys(("shortintertext", "textnormal", "textup", "textsc", "emph"), "words"),
    **dict.fromkeys(("tag", "tag*", "label", "ref", "eqref", "cite", "hspace", "hspace*", "vspace", "color"), "space"),
    **dict.fromkeys(("phantom", "hphantom", "vphantom", "textcolor", "class", "cssId", "href", "footnote"), "space"),
    **dict.fromkeys(("mspace", "kern", "rule", "ensuremath@", "vspace*", "citep", "citet", "cline"), "space"),
    "begin": "begin",
    "end": "end",
}
"""Commands whose argument is no mathematics, and the kind of token they become. `\\tag` and `\\label` are space.

Five small letters in a row are a word as well, and no product: `recall^{-1}` is that of the recall.
"""


def tokens_of(text: str, offset: int = 0) -> tuple[Token, ...]:
    r"""Return the tokens of a formula; `offset` is where it begins in its document. Nothing makes this fail.

    >>> [t.text for t in tokens_of(r"\frac12")]
    ['frac', '1', '2']
    """
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _PATTERN.match(text, at)
        if match is None:
            break
        at = _take(text, match, offset, found)
    return tuple(found)


def _take(text: str, match: re.Match[str], offset: int, found: list[Token]) -> int:
    kind, written = str(match.lastgroup), match.group()
    start, end = match.span()
    if kind == "comment":
        return end
    points = re.compile(r"\.{2,}").match(text, start)
    if points is not None:
        found.append(Token("command", "dots", Span(offset + start, offset + points.end())))
        return points.end()
    if kind == "command":
        star = "*" if text.startswith("*", end) and written[1:] + "*" in RAW else ""
        if written[1:] in RAW:
            return _take_raw(text, written[1:] + star, (start, end + len(star)), offset, found)
        written = written[1:] or written
    kind = _CHARACTERS.get(written, kind) if kind in {"sign", "letter"} else kind
    found.append(Token(kind, written, Span(offset + start, offset + end)))
    return end


def _take_raw(text: str, command: str, here: tuple[int, int], offset: int, found: list[Token]) -> int:
    """Take a command together with the argument that is no mathematics."""
    start, end = here
    opening = re.compile(r"\s*\{").match(text, end)
    if opening is None:
        found.append(
            Token("command" if command not in {"begin", "end"} else "broken", command, _at(offset, start, end))
        )
        return end
    close = closing_brace(text, opening.end())
    if close is None:
        found.append(Token("broken", text[start:], _at(offset, start, len(text))))
        return len(text)
    found.append(Token(RAW[command], text[opening.end() : close], _at(offset, start, close + 1)))
    return close + 1


def _at(offset: int, start: int, end: int) -> Span:
    return Span(offset + start, offset + end)


_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)


def closing_brace(text: str, at: int) -> int | None:
    r"""Return where the brace that was opened just before `at` is closed, or `None`.

    >>> closing_brace("{a{b}c}", 1), closing_brace("{a{b", 1)
    (6, None)
    """
    depth = 1
    for match in _BRACES.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth == 0:
            return match.start()
    return None
