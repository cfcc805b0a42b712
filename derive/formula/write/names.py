"""Names of symbols, tensors, entries and functions: hats, subscripts and indices where the notation puts them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from sympy import Idx, Symbol

from derive.formula.signs import GREEK
from derive.formula.tree import Accent, Face, Letter, Mark, Node, Number, Script, Sign, Word, joined, row
from derive.formula.write.page import Page
from derive.formula.write.pieces import Piece, fenced, node_of
from derive.formula.write.scope import name_of
from derive.functions import FUNCTIONS

MARKS: dict[str, Mark] = {"hat": "hat", "bar": "bar", "tilde": "tilde", "dot": "dot", "vec": "vec", "prime": "prime"}
PARTS = re.compile(r"([_^])")
TRAILING_NUMBER = re.compile(r"(?<=[A-Za-z])(\d+)$")
NONE: frozenset[str] = frozenset()
SPECIAL: dict[str, Node] = {"+": Sign("plus"), "-": Sign("minus"), "*": Sign("star")}
CHARACTERS = {character: key for key, character in GREEK.items()}
"""Greek letters that are typed as such, and their keys."""
SYMPY_NAMES = {row.name: row.names.latex.removeprefix("\\") for row in FUNCTIONS if row.names.latex}
"""How functions are written, by the names that SymPy has for them."""
SHORT_WORD = 2
"""A subscript of so many letters is a product of indices, as in S_xy, and no word."""


def name_node(
    name: str, face: Face = "italic", *, accent: Mark | None = None, indices: AbstractSet[str] = NONE
) -> Script:
    r"""Return a name as SymPy spells it, taken apart; its base is never a script itself.

    A subscript that belongs to the name is upright where the same letter is one of the `indices` on the page.

    >>> from derive.formula.as_latex import as_latex
    >>> [as_latex(plain(name_node(name))) for name in ("betahat0", "S_xy", "w_opt", "TP", "x^+")]
    ['\\hat{\\beta}_0', 'S_{xy}', 'w_{\\mathrm{opt}}', '\\mathrm{TP}', 'x^+']
    """
    base, subs, sups = _split(name.lstrip("_") or name)
    node = _marked(base, face)
    if accent is not None:
        node = Accent(node, accent)
    return Script(node, _places(subs, indices), _places(sups, indices))


def plain(script: Script) -> Node:
    """Return a script, or its base where nothing is attached to it."""
    return script.base if script.sub is None and script.sup is None else script


def attached(script: Script, sub: Node | None = None, sup: Node | None = None) -> Node:
    """Return a name with further indices after those that it has."""
    return plain(Script(script.base, _with(script.sub, sub), _with(script.sup, sup)))


def index_node(index: Any, page: Page) -> Node:
    """Return an index, small as it stands beside a name."""
    return node_of(index, page.in_script())


def entry_node(name: str, indices: Sequence[Any], page: Page) -> Node:
    """Return an entry of a tensor: its indices below the name, but that of the example where the notation wants it."""
    script = name_node(page.tensor_label(name, len(indices)), indices=page.index_labels)
    upper = _example_place(name, len(indices), page)
    below = [index_node(index, page) for place, index in enumerate(indices) if place != upper]
    sub = _indices(below) if below else None
    return attached(script, sub, None if upper is None else _above(index_node(indices[upper], page), page))


def vector_node(name: str, indices: Sequence[Any], page: Page) -> Node:
    """Return a tensor without its last index, or a whole one: a vector, in the face that the notation gives vectors."""
    script = bold_name(page.tensor_label(name, len(indices) + 1), page)
    upper = _example_place(name, len(indices) + 1, page)
    below = [index_node(index, page) for place, index in enumerate(indices) if place != upper]
    sup = None if upper is None else _above(index_node(indices[upper], page), page)
    return attached(script, _indices(below) if below else None, sup)


def bold_name(label: str, page: Page) -> Script:
    """Return the name of a vector or a matrix as the notation sets them apart."""
    style = page.notation.vectors
    if style == "arrow" and not label[0].isupper():
        return name_node(label, accent="vec", indices=page.index_labels)
    return name_node(label, "bold" if style != "plain" else "italic", indices=page.index_labels)


def symbol_node(symbol: Symbol | Idx, page: Page) -> Node:
    """Return the name of a symbol or of an index."""
    return plain(name_node(page.label(name_of(symbol)), indices=page.index_labels))


def transpose_sign(page: Page) -> Node:
    """Return what stands above a transposed matrix."""
    name = page.notation.transpose
    return Sign("top") if name == "top" else Letter(name)


def _example_place(name: str, rank: int, page: Page) -> int | None:
    """Return the axis whose index stands above: the only one that counts examples, in a notation that wants it."""
    if page.notation.example == "lower":
        return None
    places = [place for place in range(rank) if page.role(name, place) == "example"]
    return places[0] if len(places) == 1 else None


def _above(index: Node, page: Page) -> Node:
    return fenced(index) if page.notation.example == "upper-brackets" else index


def _split(name: str) -> tuple[str, list[str], list[str]]:
    """Return base, subscripts and superscripts of a name such as `betahat0_opt^*`."""
    base, *rest = PARTS.split(name)
    found: dict[str, list[str]] = {"_": [], "^": []}
    for kind, text in zip(rest[::2], rest[1::2], strict=True):
        found[kind] += [text.strip("{}")] if text.strip("{}") else []
    number = TRAILING_NUMBER.search(base)
    if number:
        base = base[: number.start()]
        found["_"].insert(0, number[1])
    return base or name, found["_"], found["^"]


def _marked(base: str, face: Face) -> Node:
    for ending, mark in MARKS.items():
        stem = base.removesuffix(ending)
        if stem != base and (len(stem) == 1 or stem in GREEK):
            return Accent(_letters(stem, face), mark)
    return _letters(base, face)


def _letters(text: str, face: Face) -> Node:
    if text in SPECIAL:
        return SPECIAL[text]
    if text.isdecimal():
        return Number(text)
    key = CHARACTERS.get(text, text.removeprefix("\\"))
    letter = key in GREEK or (len(key) == 1 and key.isascii() and key.isalpha())
    return Letter(key, face) if letter else Word(text)


def _places(texts: list[str], indices: AbstractSet[str]) -> Node | None:
    return _indices([_index(text, indices) for text in texts]) if texts else None


def _index(text: str, indices: AbstractSet[str]) -> Node:
    """Return a subscript that is part of a name; two letters are two of them, more are a word."""
    if len(text) == SHORT_WORD and text.isalpha() and text not in GREEK:
        return row(*(_index(letter, indices) for letter in text))
    return _marked(text, "upright" if text in indices else "italic")


def _indices(nodes: list[Node]) -> Node:
    """Return indices beside each other where each is one sign, with commas between them else."""
    single = all(isinstance(node, Letter | Number) for node in nodes)
    digits = sum(isinstance(node, Number) for node in nodes)
    long = any(isinstance(node, Number) and len(node.text) > 1 for node in nodes)
    if single and digits <= 1 and not (long and len(nodes) > 1):
        return row(*nodes)
    return joined(nodes, "comma")


def _with(held: Node | None, more: Node | None) -> Node | None:
    if held is None or more is None:
        return more if held is None else held
    return row(held, Sign("comma"), more)


def call(name: Node, arguments: Sequence[Node]) -> Piece:
    """Return a function with its arguments in brackets."""
    return Piece(row(name, Sign("apply"), fenced(joined(list(arguments), ","))))


def function_name(name: str, page: Page) -> Node:
    """Return the name of a function as the notation has it."""
    if name == "sigmoid":
        return plain(name_node(page.sigmoid))
    if name == "log":
        return Word(page.notation.log, operator=True)
    shown = plain(name_node(page.label(SYMPY_NAMES.get(name, name))))
    return Word(shown.text, operator=True) if isinstance(shown, Word) else shown
