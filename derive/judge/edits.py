"""Small edits of a right side, likely slips first: what its author may have meant. Nothing is judged here.

An edit is a row of a table: how likely it is, the label of the slip that it undoes, a sentence about it, for which
kinds of trees in which roles it is, and what makes it. To add one, write a row. A slip is named where the edited line
is *proved* and nowhere else, so an edit can be no lie; but it costs time for every wrong line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from derive.formula.read.tree import Name, Node, Number, Scripted, Terms, walk
from derive.judge.editing.compose import TOP, Shapes, placed
from derive.judge.editing.names import NAMES
from derive.judge.editing.places import Place, places
from derive.judge.editing.products import PRODUCTS
from derive.judge.editing.rows import BroughtIn, Row
from derive.judge.editing.sums import SUMS
from derive.meaning.keys import is_transpose

ROWS: tuple[Row, ...] = (*PRODUCTS, *NAMES, *SUMS)
"""All edits. Within a rank the rows are tried in their order at each place, from the outside in."""


NOTHING = BroughtIn()

OF_LEFT = 1
"""The rank of the few edits that the left side gives."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An edited tree, the label of the slip that it undoes, and a sentence about `parts`, at `{0}`, that says which.

    `rank` says how likely it is, 0 first; `place` is what was edited, `whole` says that it was the side as a whole,
    `is_linear` that the side is a multiple of it, and perhaps something beside it.
    """

    rank: int
    what: str
    tree: Node
    says: str
    parts: tuple[Node, ...]
    place: Node
    whole: bool
    is_linear: bool = True


def edits(tree: Node, brought_in: BroughtIn = NOTHING) -> Iterator[Edit]:
    r"""Yield a tree with one edit each, the likeliest first, each tree once, and never the one that was given.

    A bare number has no edits: so little is written there that one of them would be true by chance.

    >>> from derive.formula.as_latex import as_latex
    >>> from derive.formula.read.parser import read
    >>> from derive.formula.read.typeset import typeset
    >>> [as_latex(typeset(each.tree)) for each in edits(read("a - b")) if each.what == "sign"]
    ['-(a - b)', '-a - b', 'a + b', 'b - a']
    """
    top = next((n.sup for n in walk(tree) if isinstance(n, Scripted) and is_transpose(n.sup)), TOP)
    scope = replace(brought_in, top=top if isinstance(top, Name) else TOP)
    shapes, found = Shapes(), () if isinstance(tree, Number) else tuple(places(tree))
    seen = {shapes.of(tree)}
    for rank in sorted({row.rank for row in ROWS}):
        for place in found:
            for edit in _at(place, rank, scope):
                shape = shapes.of(edit.tree)
                if shape not in seen:
                    seen.add(shape)
                    yield edit


def lost_terms(left: Node, right: Node) -> Iterator[Edit]:
    r"""Yield a right side with one more term, which the left side has and its author may have forgotten.

    >>> from derive.formula.as_latex import as_latex
    >>> from derive.formula.read.parser import read
    >>> from derive.formula.read.typeset import typeset
    >>> [as_latex(typeset(each.tree)) for each in lost_terms(read("a - b"), read("c"))]
    ['c + a', 'c - b']
    """
    if not isinstance(left, Terms) or len(left.parts) == 1:
        return
    whole = right if isinstance(right, Terms) else Terms(right.span, ("",), (right,))
    for sign, part in zip(left.signs, left.parts, strict=True):
        more = replace(whole, signs=(*whole.signs, sign or "+"), parts=(*whole.parts, placed(part, right.span)))
        yield Edit(OF_LEFT, "missing term", more, "the term {0} is missing", (part,), right, whole=True)


def _at(place: Place, rank: int, scope: BroughtIn) -> Iterator[Edit]:
    """Yield the edits of one rank at one place; of zero there are none, as most would change nothing."""
    for row in ROWS if not (isinstance(place.node, Number) and place.node.text == "0") else ():
        if row.rank == rank and place.role in row.roles and isinstance(place.node, row.kinds):
            for new, *parts in row.make(place.node, scope):
                whole = place.role == "root"
                yield Edit(rank, row.what, place.put(new), row.says, tuple(parts), place.node, whole, place.is_linear)
