"""Sentences with names in them: `y_i`, `sigma`, `w^T x` in the reason of a step are set as formulas."""

from __future__ import annotations

import re
from collections.abc import Callable

from sympy import Symbol

from derive.formula.signs import GREEK
from derive.formula.tree import Letter, Node, Number, Phrase, Root, Script, Sign, row
from derive.formula.write import Page
from derive.formula.write.names import bold_name, entry_node, name_node, plain, transpose_sign, vector_node
from derive.formula.write.pieces import fenced
from derive.notes.model import Text

GREEK_WORD = "|".join(sorted((key for key in GREEK if key != "ell"), key=len, reverse=True))
TOKENS = re.compile(
    rf"""(?<![\w\\])(?<!\w')(?:
      sqrt\((?P<root>\w+)\)
      | (?P<base>(?:{GREEK_WORD}|[A-Za-z])(?:hat|bar)?\d?)(?P<sub>_[A-Za-z0-9]+)?(?P<prime>'(?!\w))?
        (?:[\^.](?P<sup>T(?!\w)|(?<=\^)-?\w|(?<=\^)[-+*](?!\w)))?(?![\w\\])
      | (?P<number>\d+)(?=\s[-+=<>]=?\s)
      | (?P<sign><=|>=|!=|(?<=\s)-(?=\s))
    )
    | (?P<dot>(?<=\b[A-Za-z])\.(?=\(|[A-Za-z]\b))
    | \|(?P<inner>[^|\s][^|]*)\|(?:\^(?P<square>\d))?
    | (?P<close>[)])\^(?P<power>-?\w)(?!\w)""",
    re.VERBOSE,
)
MARKS = {"+": Sign("plus"), "-": Sign("minus"), "*": Sign("star")}
TWO = 2
GLUE = {" ", "*"}
ARTICLES = {"a", "A", "I"}
"""Letters that are words where nothing is attached to them."""


def words(text: str, page: Page) -> Text:
    """Return a sentence with its names as formulas, written as they are on the page.

    >>> from derive.formula.write.page import page_for
    >>> words("a label y_i", page_for([]))[:1]
    ('a label ',)
    >>> words("Fisher's criterion", page_for([]))
    ("Fisher's criterion",)
    """
    found: list[str | Node] = []
    end = 0
    for match in TOKENS.finditer(text):
        node = _node(match, page)
        if node is not None:
            found += [text[end : match.start()], node]
            end = match.end()
    return _merged([part for part in (*found, text[end:]) if part != ""])


def _merged(parts: list[str | Node]) -> Text:
    """Return words in which formulas with nothing but a space or a star between them are one formula."""
    merged: list[str | Node] = []
    for part in parts:
        before = merged[-2] if len(merged) > 1 and merged[-1] in GLUE else merged[-1] if merged else ""
        if isinstance(part, str) or isinstance(before, str):
            merged.append(part)
        else:
            merged[-2 if merged[-1] in GLUE else -1 :] = [row(before, part)]
    return tuple(merged)


def _node(match: re.Match[str], page: Page) -> Node | None:
    simple = next((kind for kind in SIMPLE if match[kind]), None)
    if simple is not None:
        return SIMPLE[simple](match[simple])
    if match["inner"]:
        return _between_bars(match["inner"], match["square"], page)
    if match["close"]:
        return Script(Phrase(match["close"]), sup=_above(match["power"], page))
    base, sub, sup = match["base"], match["sub"] or "", match["sup"]
    if base in ARTICLES and not (sub or sup or match["prime"]):
        return None
    # Only a name that is on the page has a hat: "that" is a word.
    if base.rstrip("0123456789").endswith(("hat", "bar")) and base not in page.scope.names:
        return None
    script = _entry(base, sub[1:], page)
    if script is None:
        whole = not sub and base in page.scope.ranks.keys() | page.scope.matrices and base not in page.scope.symbols
        named = bold_name(page.label(base), page) if whole else name_node(_label(base, page))
        script = Script(named.base, _below(sub[1:], page) if sub else named.sub)
    marks = [mark for mark in (script.sup, _above(sup, page) if sup else None) if mark is not None]
    marks += [Sign("prime")] if match["prime"] else []
    return plain(Script(script.base, script.sub, row(*marks) if marks else None))


SIMPLE: dict[str, Callable[[str], Node]] = {
    "sign": Sign,
    "number": Number,
    "dot": lambda _: Sign("cdot"),
    "root": lambda inside: Root(plain(name_node(inside))),
}
"""What stands for itself, wherever it is."""


def _between_bars(text: str, square: str | None, page: Page) -> Node | None:
    """Return an absolute value, or the norm of a vector; None where there is more between the bars than a formula."""
    inner = words(text, page)
    if len(inner) != 1 or isinstance(inner[0], str):
        return None
    vector = text.partition("_")[0] in page.scope.ranks and page.notation.norm == "double"
    size = fenced(inner[0], "||" if vector else "|")
    return Script(size, sup=Number(square)) if square else size


def _entry(base: str, sub: str, page: Page) -> Script | None:
    """Return an entry of a tensor, or a row of a table, with its indices where the notation has them."""
    name = base if base in page.scope.ranks else base.upper()
    rank = max(page.scope.ranks.get(name, {0}))
    if not sub.isalpha() or (name != base and name not in page.lower):
        return None
    indices = [Symbol(letter) for letter in sub]
    node = entry_node(name, indices, page) if len(sub) == rank else None
    if len(sub) == rank - 1 and page.role(name, rank - 1) == "component":
        node = vector_node(name, indices, page)
    return None if node is None else node if isinstance(node, Script) else Script(node)


def _below(sub: str, page: Page) -> Node | None:
    indices = len(sub) <= TWO and sub.isalpha()
    return row(*(Letter(page.label(letter)) for letter in sub)) if indices else name_node(f"x_{sub}").sub


def _above(sup: str, page: Page) -> Node:
    if sup in MARKS:
        return MARKS[sup]
    if sup == "T":
        return transpose_sign(page)
    sign, text = (Sign("negative"), sup[1:]) if sup[0] == "-" else (None, sup)
    node: Node = Number(text) if text.isdecimal() else Letter(text)
    return node if sign is None else row(sign, node)


def _label(base: str, page: Page) -> str:
    return page.sigmoid if base == "sigma" and "sigma" not in page.scope.names else page.label(base)
