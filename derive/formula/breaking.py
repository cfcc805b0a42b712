"""Lines: a formula that would be too long for one is broken before a relation, a plus or a minus.

Where that is not enough, the widest brackets are opened: they get a fixed size, and a break may fall between them. No
break falls inside of a fraction, a root or a script, so that each line stands by itself.
"""

from __future__ import annotations

from derive.formula.measure import height, width
from derive.formula.signs import SIGNS
from derive.formula.tree import Bracket, Fence, Node, Row, Sign, row

LINE = 30.0
"""How many em of formula stand in a line of a page."""


def lines(node: Node, longest: float = LINE, *, openly: bool = True) -> list[Node]:
    """Return the lines of a formula, none longer than this if it can be broken often enough.

    Where breaks should not be made `openly`, no brackets are opened for one.

    >>> from derive.formula.tree import Number
    >>> long = row(Number("1" * 20), Sign("+"), Number("2" * 20), Sign("+"), Number("3" * 20))
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
    if not isinstance(node, Row) or width(node) <= longest:
        return [node]
    terms = _terms(node)
    if not openly:
        return terms
    return [part for term in terms for part in ([term] if width(term) <= longest else _opened(term, longest))]


def _terms(node: Row) -> list[Node]:
    found: list[list[Node]] = [[]]
    for part in node.parts:
        starts = isinstance(part, Sign) and SIGNS[part.key].role in {"binary", "relation"} and part.key != "cdot"
        if starts and found[-1]:
            found.append([])
        found[-1].append(part)
    return [row(*parts) for parts in found]


def _opened(term: Node, longest: float) -> list[Node]:
    """Return the parts of a term that is too long: what stands in its widest brackets, which are opened for it."""
    fences = (
        [place for place, part in enumerate(term.parts) if isinstance(part, Fence)] if isinstance(term, Row) else []
    )
    if not isinstance(term, Row) or not fences:
        return [term]
    widest = max(fences, key=lambda place: width(term.parts[place]))
    fence = term.parts[widest]
    if not isinstance(fence, Fence) or not isinstance(fence.inside, Row):
        return [term]
    inner = _terms(fence.inside)
    if len(inner) == 1:
        inner = _opened(inner[0], longest)
    if len(inner) == 1:
        return [term]
    tall = height(fence.inside) > 1
    left, right = Bracket(fence.left, tall, opens=True), Bracket(fence.right, tall, opens=False)
    inner[0] = row(*term.parts[:widest], left, inner[0])
    inner[-1] = row(inner[-1], right, *term.parts[widest + 1 :])
    return inner
