r"""The formulas that latexify writes, read into the typeset tree: what it writes is a small part of LaTeX.

>>> from derive.formula.as_latex import as_latex
>>> as_latex(tree_of(r"w \gets w - \eta \mathopen{}\left( k \mathclose{}\right) \cdot g"))
'w \\gets w - \\eta(k) \\cdot g'
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from derive.formula.signs import GREEK
from derive.formula.tree import Fence, Fraction, Letter, Node, Number, Root, Row, Script, Sign, Word, row

PIECES = re.compile(r"\\(?:mathrm|mathbf|textrm)\{(?P<word>(?:[^{}\\]|\\.)*)\}|\\[A-Za-z]+|\d+(?:\.\d+)?|\S")
COMMANDS = {
    "cdot": "cdot",
    "ge": ">=",
    "gets": "assign",
    "in": "in",
    "infty": "infinity",
    "equiv": "equiv",
    "land": "and",
    "le": "<=",
    "lnot": "not",
    "lor": "or",
    "ne": "!=",
}
"""The signs that latexify writes as commands, by our keys."""
SIGNS = {mark: mark for mark in "+/=<>,.!"} | {f"\\{command}": sign for command, sign in COMMANDS.items()}
BRACKETS = {"(": ")", "[": "]", "|": "|.", r"\lfloor": "floor.", r"\lceil": "ceil."}
LEFT = {r"\lfloor": "floor", r"\lceil": "ceil"}


class UnknownLatexError(ValueError):
    """latexify wrote what is not known here; the message is the piece of LaTeX."""


def tree_of(latex: str) -> Node:
    """Return a formula of latexify as a typeset tree. Raises `UnknownLatexError` for what is not known here."""
    plain = latex.replace(r"\mathopen{}", "").replace(r"\mathclose{}", "")
    reader = _Reader([(match[0], match["word"]) for match in PIECES.finditer(plain)])
    tree = reader.row_until("")
    if reader.left():
        raise UnknownLatexError(reader.next())
    return tree


def name_node(name: str) -> Node:
    r"""Return a name of the program as it stands in a formula.

    >>> name_node(r"goes\_on")
    Word(text='goes_on', operator=False)
    """
    plain = name.replace(r"\_", "_").removeprefix("\\")
    return Letter(plain) if len(plain) == 1 or plain in GREEK else Word(plain)


@dataclass(slots=True)
class _Reader:
    """The pieces of a formula, each with the name that it is, and how far they are read."""

    pieces: list[tuple[str, str | None]]
    at: int = 0

    def left(self) -> bool:
        """Return whether a piece is left."""
        return self.at < len(self.pieces)

    def peek(self) -> str:
        """Return the next piece; empty at the end."""
        return self.pieces[self.at][0] if self.left() else ""

    def next(self) -> str:
        """Return the next piece, and go on."""
        self.at += 1
        return self.pieces[self.at - 1][0] if self.at <= len(self.pieces) else ""

    def row_until(self, end: str) -> Node:
        """Return what stands before this piece, which is not read."""
        parts: list[Node] = []
        while self.left() and self.peek() != end:
            part = self._part(starts=not parts or isinstance(parts[-1], Sign))
            if isinstance(part, Fence) and parts and not isinstance(parts[-1], Sign):
                parts.append(Sign("apply"))
            parts.append(part)
        return Row(()) if not parts else row(*parts)

    def _part(self, *, starts: bool) -> Node:
        node = self._atom(starts=starts)
        sub, sup = self._script("_"), self._script("^")
        return node if sub is None and sup is None else Script(node, sub, sup)

    def _script(self, mark: str) -> Node | None:
        if self.peek() != mark:
            return None
        _ = self.next()
        return self._group()

    def _group(self) -> Node:
        """Return what stands between braces."""
        self._expect("{")
        inside = self.row_until("}")
        self._expect("}")
        return inside

    def _expect(self, piece: str) -> None:
        found = self.next()
        if found != piece:
            raise UnknownLatexError(found or f"no {piece}")

    def _atom(self, *, starts: bool) -> Node:
        piece = self.next()
        word = self.pieces[self.at - 1][1]
        if word is not None:
            return name_node(word)
        if piece == "-":
            return Sign("negative" if starts else "-")
        if piece in SIGNS:
            return Sign(SIGNS[piece])
        if piece[0].isdigit():
            return Number(piece)
        if piece.removeprefix("\\") in GREEK or (len(piece) == 1 and piece.isalpha()):
            return name_node(piece)
        return self._built(piece)

    def _built(self, piece: str) -> Node:
        """Return a fraction, a root or brackets, with what they hold."""
        if piece == r"\frac":
            return Fraction(self._group(), self._group())
        if piece == r"\sqrt":
            return Root(self._group())
        if piece == "{":
            self.at -= 1
            return self._group()
        if piece != r"\left":
            raise UnknownLatexError(piece)
        opening = self.next()
        if opening not in BRACKETS:
            raise UnknownLatexError(opening)
        inside = self.row_until(r"\right")
        self._expect(r"\right")
        _ = self.next()
        return Fence(LEFT.get(opening, opening), inside, BRACKETS[opening])
