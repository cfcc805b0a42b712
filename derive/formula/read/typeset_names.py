"""Names as they are set: letters with their font and accents, words upright, symbols that stand like letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from derive.formula.read.tree import Name
from derive.formula.signs import GREEK, OPERATORS, SYMBOLS
from derive.formula.tree import Accent, Face, Letter, Mark, Node, Sign, Word, row

FACES: dict[str, Face] = {
    "": "italic",
    "roman": "upright",
    "bold": "bold",
    "calligraphic": "calligraphic",
    "blackboard": "blackboard",
    "sans": "sans",
    "fraktur": "fraktur",
}
SIGNS = {"partial": "partial", "nabla": "nabla", "+": "plus", "-": "minus", "/": "/"}

PREFIXES: Mapping[str, Node] = {"neg": Sign("neg"), "d": Letter("d", "upright")}
"""Accents that stand before a name: `dW` may be a name of its own."""


def name(node: Name) -> Node:
    r"""Return a name as it is set.

    >>> from derive.formula.read.tree import Span
    >>> name(Name(Span(0, 15), "x", "bold", ("hat",)))
    Accent(base=Letter(key='x', face='bold'), mark='hat')
    """
    found = _plain(node)
    for accent in reversed(node.accents):
        if accent in PREFIXES:
            found = row(PREFIXES[accent], found)
            continue
        found = Accent(found, cast("Mark", accent))
    return found


def _plain(node: Name) -> Node:
    if not node.font and node.text in SIGNS:
        return Sign(SIGNS[node.text])
    command = node.text in GREEK or node.text in SYMBOLS or node.text in OPERATORS
    if node.font == "roman" and len(node.text) > 1 and not command:
        return Word(node.text)
    return Word(node.text) if not node.font and node.text == "Pr" else Letter(node.text, FACES[node.font])
