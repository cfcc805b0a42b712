"""How wide and how high a typeset tree will be, in em: enough to choose delimiters and lines.

Computer Modern was measured: a lower-case letter takes about half its size, a relation with its spaces 1.3 of it.
"""

from __future__ import annotations

from functools import singledispatch
from itertools import zip_longest

from derive.formula.signs import SIGNS
from derive.formula.tree import (
    Accent,
    Big,
    Bracket,
    Fence,
    Fraction,
    Grid,
    Group,
    Letter,
    Node,
    Noted,
    Number,
    Phrase,
    Root,
    Row,
    Script,
    Sign,
    Unread,
    Word,
)

TALL = 1
"""Up to this height delimiters need not grow: an index or a power fits between them."""
SCRIPT = 0.7
"""How much smaller an index is."""
CAPITAL, SMALL, DIGIT = 0.8, 0.55, 0.5
WIDTHS = {"binary": 1.25, "relation": 1.35, "prefix": 0.75, "mark": 0.6, "punctuation": 0.45, "space": 0.6}
UNEVEN = {"quad": 1.0, "thin": 0.2, "apply": 0.0, "start": 0.0}
"""Widths of signs by role, with the spaces that TeX sets round them, and of those that differ."""


@singledispatch
def width(node: Node) -> float:
    """Return the width of a node in em.

    >>> width(Number("10"))
    1.0
    """
    raise TypeError(type(node).__name__)


@singledispatch
def height(node: Node) -> int:
    """Return 0 for what is as high as a line, 1 for what stands out of it, 2 and more for what fills several.

    >>> height(Fraction(Number("1"), Number("2")))
    2
    """
    raise TypeError(type(node).__name__)


@width.register
def _(node: Letter) -> float:
    return CAPITAL if node.key[0].isupper() or node.key in {"omega", "psi"} else SMALL


@width.register
def _(node: Word) -> float:
    return DIGIT * len(node.text) + 0.2 * node.operator


@width.register
def _(node: Phrase) -> float:
    return 0.46 * len(node.text)


@width.register
def _(node: Number) -> float:
    return DIGIT * len(node.text)


@width.register
def _(node: Sign) -> float:
    return UNEVEN[node.key] if node.key in UNEVEN else WIDTHS[SIGNS[node.key].role]


@width.register
def _(node: Row) -> float:
    return sum(width(part) for part in node.parts)


@width.register
def _(node: Fraction) -> float:
    return max(width(node.above), width(node.below)) + 0.25


@width.register
def _(node: Root) -> float:
    return width(node.inside) + 0.9


@width.register
def _(node: Script) -> float:
    scripts = [SCRIPT * width(script) for script in (node.sub, node.sup) if script is not None]
    return width(node.base) + max(scripts, default=0.0)


@width.register
def _(node: Accent) -> float:
    return width(node.base)


@width.register
def _(node: Big) -> float:
    scripts = [SCRIPT * width(script) for script in (node.under, node.over) if script is not None]
    return max(1.5, *scripts) + 0.2


@width.register
def _(node: Fence) -> float:
    return width(node.inside) + (1.4 if height(node.inside) > 1 else 0.8)


@width.register
def _(node: Grid) -> float:
    columns = zip_longest(*node.rows, fillvalue=Row(()))
    return sum(max(width(cell) for cell in column) + 1 for column in columns) + 1


@width.register
def _(node: Bracket) -> float:
    return 0.6 if node.tall else 0.4


@width.register
def _(node: Group) -> float:
    return width(node.inside)


@width.register
def _(node: Noted) -> float:
    return max(width(node.base), 0.0 if node.note is None else SCRIPT * width(node.note))


@width.register
def _(node: Unread) -> float:
    return DIGIT * len(node.text)


@height.register
def _(node: Group) -> int:
    return height(node.inside)


@height.register
def _(node: Noted) -> int:
    return height(node.base) + (1 if node.note is None else 1 + height(node.note))


@height.register
def _(node: Bracket) -> int:
    return 2 * node.tall


@height.register
def _(node: Letter | Word | Phrase | Number | Sign | Accent | Unread) -> int:  # noqa: ARG001 -- these are all as high as a line
    return 0


@height.register
def _(node: Row) -> int:
    return max(map(height, node.parts), default=0)


@height.register
def _(node: Fraction) -> int:
    return 2 + height(node.above) // 2 + height(node.below) // 2


@height.register
def _(node: Root) -> int:
    return max(1, height(node.inside))


@height.register
def _(node: Script) -> int:
    return max(1, height(node.base), *(1 + height(s) // 2 for s in (node.sub, node.sup) if s is not None))


@height.register
def _(node: Big) -> int:  # noqa: ARG001 -- its limits make every one of them high
    return 3


@height.register
def _(node: Fence) -> int:
    return height(node.inside)


@height.register
def _(node: Grid) -> int:
    return 2 * len(node.rows)
