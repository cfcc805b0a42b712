"""How wide and how high a typeset tree will be, in em: enough to choose delimiters and lines.

Computer Modern was measured: a lower-case letter takes about half its size, a relation with its spaces 1.3 of it.
"""

from __future__ import annotations

from functools import singledispatch
from itertools import zip_longest
from typing import NamedTuple

from derive.formula import tree
from derive.formula.signs import SIGNS
from derive.formula.tree import Node

TALL = 1
"""Up to this height delimiters need not grow: an index or a power fits between them."""
SCRIPT = 0.7
"""How much smaller an index is."""
CAPITAL, SMALL, DIGIT, PROSE = 0.8, 0.55, 0.5, 0.46
WIDTHS = {"binary": 1.25, "relation": 1.35, "prefix": 0.75, "mark": 0.6, "punctuation": 0.45, "space": 0.6}
UNEVEN = {"quad": 1.0, "thin": 0.2, "apply": 0.0, "start": 0.0}
"""Widths of signs by role, with the spaces that TeX sets round them, and of those that differ."""


class Size(NamedTuple):
    """A width in em; a height of 0 for what is as high as a line, 1 for what stands out of it, 2 for several."""

    width: float
    height: int = 0


def width(node: Node) -> float:
    """Return the width of a node in em.

    >>> width(tree.Number("10"))
    1.0
    """
    return size(node).width


def height(node: Node) -> int:
    """Return 0 for what is as high as a line, 1 for what stands out of it, 2 and more for what fills several.

    >>> height(tree.Fraction(tree.Number("1"), tree.Number("2")))
    2
    """
    return size(node).height


@singledispatch
def size(node: Node) -> Size:
    """Return how wide and how high a node is."""
    raise TypeError(type(node).__name__)


def _sizes(*nodes: Node | None) -> list[Size]:
    """Return the sizes of those that are there."""
    return [size(node) for node in nodes if node is not None]


@size.register
def _(node: tree.Letter) -> Size:
    return Size(CAPITAL if node.key[0].isupper() or node.key in {"omega", "psi"} else SMALL)


@size.register
def _(node: tree.Word) -> Size:
    return Size(DIGIT * len(node.text) + 0.2 * node.operator)


@size.register
def _(node: tree.Phrase) -> Size:
    return Size(PROSE * len(node.text))


@size.register
def _(node: tree.Number | tree.Unread) -> Size:
    return Size(DIGIT * len(node.text))


@size.register
def _(node: tree.Sign) -> Size:
    return Size(UNEVEN[node.key] if node.key in UNEVEN else WIDTHS[SIGNS[node.key].role])


@size.register
def _(node: tree.Row) -> Size:
    parts = _sizes(*node.parts)
    return Size(sum(part.width for part in parts), max((part.height for part in parts), default=0))


@size.register
def _(node: tree.Fraction) -> Size:
    above, below = _sizes(node.above, node.below)
    return Size(max(above.width, below.width) + 0.25, 2 + above.height // 2 + below.height // 2)


@size.register
def _(node: tree.Root) -> Size:
    inside = size(node.inside)
    return Size(inside.width + 0.9, max(1, inside.height))


@size.register
def _(node: tree.Script) -> Size:
    base, *scripts = _sizes(node.base, node.sub, node.sup)
    beside = max((SCRIPT * script.width for script in scripts), default=0.0)
    return Size(base.width + beside, max(1, base.height, *(1 + script.height // 2 for script in scripts)))


@size.register
def _(node: tree.Accent) -> Size:
    return Size(size(node.base).width)


@size.register
def _(node: tree.Big) -> Size:
    limits = _sizes(node.under, node.over)
    return Size(max(1.5, *(SCRIPT * limit.width for limit in limits), 0.0) + 0.2, 3)


@size.register
def _(node: tree.Fence) -> Size:
    inside = size(node.inside)
    return Size(inside.width + (1.4 if inside.height > 1 else 0.8), inside.height)


@size.register
def _(node: tree.Grid) -> Size:
    columns = zip_longest(*node.rows, fillvalue=tree.Row(()))
    return Size(sum(max(width(cell) for cell in column) + 1 for column in columns) + 1, 2 * len(node.rows))


@size.register
def _(node: tree.Bracket) -> Size:
    return Size(0.6 if node.tall else 0.4, 2 * node.tall)


@size.register
def _(node: tree.Group) -> Size:
    return size(node.inside)


@size.register
def _(node: tree.Noted) -> Size:
    base, *notes = _sizes(node.base, node.note)
    beside = max((SCRIPT * note.width for note in notes), default=0.0)
    return Size(max(base.width, beside), base.height + 1 + sum(note.height for note in notes))
