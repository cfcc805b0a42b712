"""How wide and how high a typeset tree will be, in em: enough to choose delimiters and lines.

Computer Modern was measured: a lower-case letter takes about half its size, a relation with its spaces 1.3 of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

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


def size(node: Node) -> Size:
    """Return how wide and how high a node is."""
    return _SIZES[type(node)](node)


def _sizes(*nodes: Node | None) -> list[Size]:
    """Return the sizes of those that are there."""
    return [size(node) for node in nodes if node is not None]


def _row(node: tree.Row) -> Size:
    parts = _sizes(*node.parts)
    return Size(sum(part.width for part in parts), max((part.height for part in parts), default=0))


def _fraction(node: tree.Fraction) -> Size:
    above, below = _sizes(node.above, node.below)
    return Size(max(above.width, below.width) + 0.25, 2 + above.height // 2 + below.height // 2)


def _root(node: tree.Root) -> Size:
    inside = size(node.inside)
    return Size(inside.width + 0.9, max(1, inside.height))


def _script(node: tree.Script) -> Size:
    base, *scripts = _sizes(node.base, node.sub, node.sup)
    return Size(base.width + _widest(scripts), max(1, base.height, *(1 + script.height // 2 for script in scripts)))


def _widest(scripts: Sequence[Size]) -> float:
    return max((SCRIPT * script.width for script in scripts), default=0.0)


def _fence(node: tree.Fence) -> Size:
    inside = size(node.inside)
    return Size(inside.width + (1.4 if inside.height > 1 else 0.8), inside.height)


def _grid(node: tree.Grid) -> Size:
    columns = zip_longest(*node.rows, fillvalue=tree.Row(()))
    return Size(sum(max(width(cell) for cell in column) + 1 for column in columns) + 1, 2 * len(node.rows))


def _noted(node: tree.Noted) -> Size:
    base, *notes = _sizes(node.base, node.note)
    return Size(max(base.width, _widest(notes)), base.height + 1 + sum(note.height for note in notes))


_SIZES: dict[type[Any], Callable[[Any], Size]] = {
    tree.Letter: lambda node: Size(CAPITAL if node.key[0].isupper() or node.key in {"omega", "psi"} else SMALL),
    tree.Word: lambda node: Size(DIGIT * len(node.text) + 0.2 * node.operator),
    tree.Phrase: lambda node: Size(PROSE * len(node.text)),
    tree.Number: lambda node: Size(DIGIT * len(node.text)),
    tree.Unread: lambda node: Size(DIGIT * len(node.text)),
    tree.Sign: lambda node: Size(UNEVEN[node.key] if node.key in UNEVEN else WIDTHS[SIGNS[node.key].role]),
    tree.Row: _row,
    tree.Fraction: _fraction,
    tree.Root: _root,
    tree.Script: _script,
    tree.Accent: lambda node: Size(width(node.base)),
    tree.Big: lambda node: Size(max(1.5, _widest(_sizes(node.under, node.over))) + 0.2, 3),
    tree.Fence: _fence,
    tree.Bracket: lambda node: Size(0.6 if node.tall else 0.4, 2 * node.tall),
    tree.Grid: _grid,
    tree.Group: lambda node: size(node.inside),
    tree.Noted: _noted,
}
"""How large each kind of node is."""
