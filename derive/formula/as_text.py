"""The typeset tree on one line of text, with the characters of Unicode: for terminals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derive.formula import tree
from derive.formula.signs import BIG, FENCES, MARKS, SIGNS, character
from derive.formula.tree import Node

BELOW = str.maketrans("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")  # noqa: RUF001 -- characters that look alike
ABOVE = str.maketrans("0123456789+-−=()⊤TDKMNPnkmtixz′⋆", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵀᵀᴰᴷᴹᴺᴾⁿᵏᵐᵗⁱˣᶻ′*")  # noqa: RUF001 -- characters that look alike
SPACED = frozenset({"binary", "relation"})
GAPS = {"punctuation": "{} ", "space": " "}


def as_text(node: Node) -> str:
    """Return a formula on one line of text.

    >>> as_text(tree.Script(tree.Letter("theta"), tree.Number("1")))
    'θ₁'
    """
    return _WRITTEN[type(node)](node)


def _sign(node: tree.Sign) -> str:
    form = SIGNS[node.key]
    if node.key == "apply":
        return ""
    return f" {form.text} " if form.role in SPACED else GAPS.get(form.role, "{}").format(form.text)


def _row(node: tree.Row) -> str:
    text = ""
    for before, part in zip((None, *node.parts), node.parts, strict=False):
        piece = as_text(part)
        left = isinstance(before, tree.Fraction | tree.Script | tree.Word)
        apart = not isinstance(part, tree.Sign) and (left or isinstance(part, tree.Word))
        text += f" {piece}" if apart and text[-1:] not in {"", " ", "("} and not isinstance(part, tree.Fence) else piece
    return text.strip() if text.startswith("  ") else text


def _fraction(node: tree.Fraction) -> str:
    above, below = _held(node.above), _held(node.below)
    return f"{above}/{below}" if node.line else f"({above} choose {below})"


def _held(node: Node) -> str:
    """Return something as a part of a fraction or under a root: in brackets, if it is more than one thing."""
    inside = node.inside if isinstance(node, tree.Group) else node
    text = as_text(node)
    slope = isinstance(inside, tree.Row) and inside.parts[:1] == (tree.Sign("partial"),)
    return f"({text})" if isinstance(inside, tree.Row | tree.Fraction) and len(text) > 1 and not slope else text


def _scripts(below: Node | None, above: Node | None) -> str:
    """Return what stands below and above, in small characters where there are some for all of it."""
    written = ""
    for node, small, mark in ((below, BELOW, "_"), (above, ABOVE, "^")):
        text = "" if node is None else as_text(node)
        bare = "".join(text.split())
        if all(ord(character) in small for character in bare):
            written += bare.translate(small)
        else:
            written += f"{mark}{bare}" if len(bare) == 1 else f"{mark}({text.strip()})"
    return written


def _accent(node: tree.Accent) -> str:
    base = as_text(node.base)
    return base[:1] + MARKS[node.mark][1] + base[1:]


def _big(node: tree.Big) -> str:
    return f"{BIG[node.key][1] if node.key in BIG else node.key}{_scripts(node.under, node.over)} "


def _grid(node: tree.Grid) -> str:
    rows = ["  ".join(map(as_text, row)) for row in node.rows]
    if all(len(row) == 1 for row in node.rows) and not node.cases:
        return f"({', '.join(rows)})"
    return f"{{{'; '.join(rows)}}}" if node.cases else f"[{'; '.join(rows)}]"


_WRITTEN: dict[type[Any], Callable[[Any], str]] = {
    tree.Letter: lambda node: character(node.key),
    tree.Word: lambda node: node.text + " " * node.operator,
    tree.Phrase: lambda node: node.text,
    tree.Number: lambda node: node.text,
    tree.Unread: lambda node: node.text,
    tree.Sign: _sign,
    tree.Row: _row,
    tree.Fraction: _fraction,
    tree.Root: lambda node: f"{as_text(node.degree).translate(ABOVE) if node.degree else ''}√{_held(node.inside)}",
    tree.Script: lambda node: as_text(node.base) + _scripts(node.sub, node.sup),
    tree.Accent: _accent,
    tree.Big: _big,
    tree.Fence: lambda node: f"{FENCES[node.left][1]}{as_text(node.inside)}{FENCES[node.right][1]}",
    tree.Bracket: lambda node: FENCES[node.key][1],
    tree.Grid: _grid,
    tree.Group: lambda node: as_text(node.inside),
    tree.Noted: lambda node: as_text(node.base),
}
"""How each kind of node is written."""
