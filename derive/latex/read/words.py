"""Letters that stand side by side and are one word, because the document declares them so."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from derive.latex.read.tree import Factors, Name, Node, Scripted, rebuilt


def joined_words(node: Node, words: AbstractSet[str]) -> Node:
    """Return a tree in which the letters of each declared word are one name.

    >>> from derive.latex.read.parser import read
    >>> joined_words(read("TP"), {"TP"}).text
    'TP'
    """
    return _joined(node, words) if words else node


def _joined(node: Node, words: AbstractSet[str]) -> Node:
    inner = rebuilt(node, lambda child: _joined(child, words))
    return _factors(inner, words) if isinstance(inner, Factors) else inner


def _factors(node: Factors, words: AbstractSet[str]) -> Node:
    signs, parts, at = list[str](), list[Node](), 0
    while at < len(node.parts):
        found = _word_at(node, at, words)
        signs.append(node.signs[at])
        parts.append(found[0] if found is not None else node.parts[at])
        at += found[1] if found is not None else 1
    return parts[0] if len(parts) == 1 else replace(node, signs=tuple(signs), parts=tuple(parts))


def _word_at(node: Factors, at: int, words: AbstractSet[str]) -> tuple[Node, int] | None:
    """Return the longest word that begins here, and of how many parts it is made."""
    best, text, last_end = None, "", None
    for count, part in enumerate(node.parts[at:], 1):
        name = part.base if isinstance(part, Scripted) else part
        plain = isinstance(name, Name) and len(name.text) == 1 and not name.font and not name.accents
        if not isinstance(name, Name) or not plain or (count > 1 and node.signs[at + count - 1]):
            break
        if last_end is not None and last_end != name.span.start:
            break
        text, last_end = text + name.text, name.span.end
        if text in words:
            word = Name(node.parts[at].span | name.span, text)
            best = (word if part is name else replace(part, base=word, span=word.span | part.span), count)
        if part is not name:
            break
    return best
