"""The typeset tree on one line of text, with the characters of Unicode: for terminals."""

from __future__ import annotations

from functools import singledispatch

from derive.formula import tree
from derive.formula.signs import BIG, FENCES, GREEK, MARKS, SIGNS, SYMBOLS
from derive.formula.tree import Node

BELOW = str.maketrans("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")  # noqa: RUF001 -- characters that look alike
ABOVE = str.maketrans("0123456789+-−=()⊤TDKMNPnkmtixz′⋆", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵀᵀᴰᴷᴹᴺᴾⁿᵏᵐᵗⁱˣᶻ′*")  # noqa: RUF001 -- characters that look alike
SPACED = frozenset({"binary", "relation"})
GAPS = {"punctuation": "{} ", "space": " "}


@singledispatch
def as_text(node: Node) -> str:
    """Return a formula on one line of text.

    >>> as_text(tree.Script(tree.Letter("theta"), tree.Number("1")))
    'θ₁'
    """
    raise TypeError(type(node).__name__)


@as_text.register
def _(node: tree.Letter) -> str:
    return GREEK.get(node.key, SYMBOLS.get(node.key, node.key))


@as_text.register
def _(node: tree.Word) -> str:
    return node.text + " " if node.operator else node.text


@as_text.register(tree.Phrase | tree.Number | tree.Unread)
def _(node: tree.Phrase | tree.Number | tree.Unread) -> str:
    return node.text


@as_text.register
def _(node: tree.Sign) -> str:
    if node.key == "apply":
        return ""
    form = SIGNS[node.key]
    if form.role in SPACED:
        return f" {form.text} "
    return GAPS.get(form.role, "{}").format(form.text)


@as_text.register
def _(node: tree.Row) -> str:
    text = ""
    for before, part in zip((None, *node.parts), node.parts, strict=False):
        piece = as_text(part)
        left = isinstance(before, tree.Fraction | tree.Script | tree.Word)
        apart = not isinstance(part, tree.Sign) and (left or isinstance(part, tree.Word))
        text += f" {piece}" if apart and text[-1:] not in {"", " ", "("} and not isinstance(part, tree.Fence) else piece
    return text.strip() if text.startswith("  ") else text


@as_text.register
def _(node: tree.Fraction) -> str:
    above, below = _held(node.above), _held(node.below)
    return f"{above}/{below}" if node.line else f"({above} choose {below})"


def _held(node: Node) -> str:
    """Return something as a part of a fraction or under a root: in brackets, if it is more than one thing."""
    inside = node.inside if isinstance(node, tree.Group) else node
    text = as_text(node)
    slope = isinstance(inside, tree.Row) and inside.parts[:1] == (tree.Sign("partial"),)
    return f"({text})" if isinstance(inside, tree.Row | tree.Fraction) and len(text) > 1 and not slope else text


@as_text.register
def _(node: tree.Root) -> str:
    degree = "" if node.degree is None else as_text(node.degree).translate(ABOVE)
    return f"{degree}√{_held(node.inside)}"


@as_text.register
def _(node: tree.Script) -> str:
    below = "" if node.sub is None else _script(as_text(node.sub), BELOW, "_")
    above = "" if node.sup is None else _script(as_text(node.sup), ABOVE, "^")
    return f"{as_text(node.base)}{below}{above}"


def _script(text: str, small: dict[int, int], mark: str) -> str:
    """Return what stands below or above, in small characters where there are some for all of it."""
    bare = "".join(text.split())
    if all(ord(character) in small for character in bare):
        return bare.translate(small)
    return f"{mark}{bare}" if len(bare) == 1 else f"{mark}({text.strip()})"


@as_text.register
def _(node: tree.Accent) -> str:
    base = as_text(node.base)
    return base[:1] + MARKS[node.mark][1] + base[1:]


@as_text.register
def _(node: tree.Big) -> str:
    sign = BIG[node.key][1] if node.key in BIG else node.key
    below = "" if node.under is None else _script(as_text(node.under), BELOW, "_")
    above = "" if node.over is None else _script(as_text(node.over), ABOVE, "^")
    return f"{sign}{below}{above} "


@as_text.register
def _(node: tree.Fence) -> str:
    return f"{FENCES[node.left][1]}{as_text(node.inside)}{FENCES[node.right][1]}"


@as_text.register
def _(node: tree.Bracket) -> str:
    return FENCES[node.key][1]


@as_text.register
def _(node: tree.Grid) -> str:
    rows = ["  ".join(map(as_text, row)) for row in node.rows]
    if all(len(row) == 1 for row in node.rows) and not node.cases:
        return f"({', '.join(rows)})"
    return f"{{{'; '.join(rows)}}}" if node.cases else f"[{'; '.join(rows)}]"


@as_text.register
def _(node: tree.Group) -> str:
    return as_text(node.inside)


@as_text.register
def _(node: tree.Noted) -> str:
    return as_text(node.base)
