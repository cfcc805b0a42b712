r"""Names of solutions: the `\hat\mu` and `\mu^*` that follow from a derivative set to zero are where it is zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.latex.read.heads import head_of
from derive.latex.read.table import Definition, Table
from derive.latex.read.tree import Bracket, Derivative, Factors, Name, Node, Scripted, Words, children, rebuilt

MARKS = frozenset({"hat", "star", "*", "opt", "ML", "MLE", "MAP", "ml", "mle", "map", "LS", "OLS", "ridge", "new"})
"""What is written above or below the name of what was solved for."""


def without_marks(lhs: Node, rhs: Node, table: Table) -> tuple[Node, Node]:
    r"""Return the sides of what follows from a derivative that is zero, with the names that were solved for.

    A name with a mark is left as it is where something defines it, or where the name without a mark stands beside it.

    >>> from derive.latex.read.parser import read
    >>> without_marks(read(r"\hat\mu"), read("x"), Table())[0].text
    'mu'
    """
    plain = _plain_in(lhs) | _plain_in(rhs)
    return _put(lhs, plain, table), _put(rhs, plain, table)


def _plain_in(node: Node) -> set[str]:
    """Return the names that stand in a tree without a mark."""
    if _unmarked(node) is not None:
        return set()
    head = head_of(node)
    return ({head.key} if head is not None else set()).union(*(_plain_in(child) for child in children(node)))


def gradient_by(lhs: Node, said: Sequence[object], table: Table) -> Node | None:
    """Return the gradient of the function defined last, by the name that is solved for; `None` where there is none."""
    bare = _unmarked(lhs) or lhs
    head = head_of(bare)
    if head is None or head.sup is not None or head.atoms:
        return None
    for item in reversed(said):
        if isinstance(item, Definition) and item.arguments == (head.key,) and not item.params:
            *marks, text = item.key.split(" ")
            font = next((mark for mark in marks if mark in FONTS), "")
            name = Name(lhs.span, text, font, tuple(mark for mark in marks if mark not in FONTS))
            call = Factors(lhs.span, ("", ""), (name, Bracket(lhs.span, "(", "(", bare)))
            return Derivative(lhs.span, "nabla", (bare,), call) if item.key in table.definitions else None
    return None


FONTS = frozenset({"bold", "calligraphic", "blackboard", "fraktur"})


def is_marked(side: Node) -> bool:
    r"""Return whether a side is a name with the mark of a solution, perhaps below a power.

    >>> from derive.latex.read.parser import read
    >>> is_marked(read(r"\hat\sigma^2")), is_marked(read(r"\sigma^2"))
    (True, False)
    """
    return _unmarked(side) is not None or (isinstance(side, Scripted) and _unmarked(side.base) is not None)


def _put(node: Node, plain: set[str], table: Table) -> Node:
    head = head_of(node)
    base = _unmarked(node) if head is not None and not table.definitions.get(head.key) else None
    other = head_of(base) if base is not None else None
    if base is not None and other is not None and other.key not in plain:
        return base
    return rebuilt(node, lambda child: _put(child, plain, table))


def _unmarked(node: Node) -> Node | None:
    """Return a name without the mark of a solution; `None` where it has none."""
    if isinstance(node, Name) and "hat" in node.accents:
        return replace(node, accents=tuple(a for a in node.accents if a != "hat"))
    if not isinstance(node, Scripted) or not isinstance(node.base, Name):
        return None
    if _is_mark(node.sup):
        return _bare(replace(node, sup=None))
    if _is_mark(node.sub):
        return _bare(replace(node, sub=None))
    return None


def _bare(node: Scripted) -> Node:
    return node.base if node.sub is None and node.sup is None and not node.primes else node


def _is_mark(node: Node | None) -> bool:
    """Return whether what stands above or below a name marks a solution: a star, ML, opt."""
    letters = node.parts if isinstance(node, Factors) and not any(node.signs) else (node,)
    text = "".join(part.text.strip() for part in letters if isinstance(part, Name | Words))
    return text in MARKS and all(isinstance(part, Name | Words) for part in letters)
