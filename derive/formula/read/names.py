"""Names: letters, Greek letters, words in a font of their own, accents."""

from __future__ import annotations

from dataclasses import replace

from derive.formula.read.tokens import Token
from derive.formula.read.tree import Factors, Name, Node, Number, Scripted, Span, Terms, Words
from derive.formula.signs import CUSTOMARY, NAMES, SAME_NAME


def named(token: Token) -> Name | None:
    r"""Return the name that a command stands for, such as `\alpha`; `None` for a command that is no name."""
    if token.text in CUSTOMARY:
        return Name(token.span, *CUSTOMARY[token.text])
    text = SAME_NAME.get(token.text, token.text)
    return Name(token.span, text) if token.text in NAMES else None


def in_font(node: Node, font: str, span: Span) -> Node:
    r"""Return what is written in a font: letters become one word in an upright font, else each gets the font.

    >>> in_font(Name(Span(8, 9), "x"), "bold", Span(0, 10)).font
    'bold'
    """
    if font in {"roman", "sans"}:
        word = _word(node)
        if word is not None:
            return Name(span, word, font)
    if isinstance(node, Name):
        return replace(node, span=span, font=font or node.font)
    if isinstance(node, Number) and font in {"blackboard", "bold"}:
        return Name(span, node.text, font)
    if isinstance(node, Scripted):
        return replace(node, span=span, base=in_font(node.base, font, span))
    if isinstance(node, Factors | Terms):
        parts = tuple(in_font(part, font, part.span) for part in node.parts)
        return replace(node, span=span, parts=parts)
    return node


def _word(node: Node) -> str | None:
    """Return the letters of a node as one word, or `None` where there is more than letters."""
    if isinstance(node, Name):
        return node.text
    if isinstance(node, Words):
        return node.text.strip()
    if isinstance(node, Factors) and not any(node.signs):
        words = [_word(part) if not isinstance(part, Number) else part.text for part in node.parts]
        return "".join(w for w in words if w is not None) if None not in words else None
    return None


def accented(node: Node, accent: str, span: Span) -> Node | None:
    r"""Return a name with an accent; `None` where the accent is over something that is no name.

    >>> accented(Name(Span(5, 6), "x"), "hat", Span(0, 7)).accents
    ('hat',)
    """
    if isinstance(node, Name):
        return replace(node, span=span, accents=(accent, *node.accents))
    if isinstance(node, Scripted) and isinstance(node.base, Name):
        return replace(node, span=span, base=replace(node.base, accents=(accent, *node.base.accents)))
    word = node.text if isinstance(node, Number) else _word(node)
    return Name(span, word, "", (accent,)) if word is not None else None
