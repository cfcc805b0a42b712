"""How wide and how high a typeset tree will be, in em: enough to choose delimiters, and to break lines.

Computer Modern was measured: a lower-case letter takes about half its size, a relation with its spaces 1.3 of it. Lines
are broken before a relation, a plus or a minus. Where that is not enough, the widest brackets are opened: they get a
fixed size, and a break may fall between them. None falls inside of a fraction, a root or a script, so that each line
stands by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from derive.formula import tree
from derive.formula.signs import SIGNS
from derive.formula.tree import Node, row

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

    >>> width(tree.Number("10")), width(tree.Big("max"))
    (1.0, 1.7)
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


LINE = 30.0
"""How many em of formula stand in a line of a page."""


def lines(node: Node, longest: float = LINE, *, openly: bool = True) -> list[Node]:
    """Return the lines of a formula, none longer than this if it can be broken often enough.

    Where breaks should not be made `openly`, no brackets are opened for one.

    >>> long = row(*(part for digit in "123" for part in (tree.Sign("+"), tree.Number(digit * 20))))
    >>> [width(line) < 25 for line in lines(long, 25)]
    [True, True]
    """
    found: list[Node] = []
    current: list[Node] = []
    for part in _parts(node, longest, openly=openly):
        if current and width(row(*current, part)) > longest:
            found.append(row(*current))
            current = []
        current.append(part)
    return [*found, row(*current)]


def _parts(node: Node, longest: float, *, openly: bool) -> list[Node]:
    """Return what may not be broken: terms with their sign in front, and those inside of a term that is too long."""
    if not isinstance(node, tree.Row) or width(node) <= longest:
        return [node]
    terms = _terms(node)
    if not openly:
        return terms
    return [part for term in terms for part in ([term] if width(term) <= longest else _opened(term, longest))]


def _terms(node: tree.Row) -> list[Node]:
    found: list[list[Node]] = [[]]
    for part in node.parts:
        starts = isinstance(part, tree.Sign) and SIGNS[part.key].role in {"binary", "relation"} and part.key != "cdot"
        if starts and found[-1]:
            found.append([])
        found[-1].append(part)
    return [row(*parts) for parts in found]


def _opened(term: Node, longest: float) -> list[Node]:
    """Return the parts of a term that is too long: what stands in its widest brackets, which are opened for it."""
    fences = (
        [place for place, part in enumerate(term.parts) if isinstance(part, tree.Fence)]
        if isinstance(term, tree.Row)
        else []
    )
    if not isinstance(term, tree.Row) or not fences:
        return [term]
    widest = max(fences, key=lambda place: width(term.parts[place]))
    fence = term.parts[widest]
    if not isinstance(fence, tree.Fence) or not isinstance(fence.inside, tree.Row):
        return [term]
    inner = _terms(fence.inside)
    if len(inner) == 1:
        inner = _opened(inner[0], longest)
    if len(inner) == 1:
        return [term]
    tall = height(fence.inside) > 1
    left, right = tree.Bracket(fence.left, tall, opens=True), tree.Bracket(fence.right, tall, opens=False)
    inner[0] = row(*term.parts[:widest], left, inner[0])
    inner[-1] = row(inner[-1], right, *term.parts[widest + 1 :])
    return inner
