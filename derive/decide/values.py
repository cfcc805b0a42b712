"""An inequality at labels holds where it holds at any value of theirs, and one of sums where it holds for each term."""

from __future__ import annotations

from dataclasses import dataclass, replace

from derive.decide.terms import at_place
from derive.expr import tree
from derive.expr.to_sympy import LETTERS
from derive.expr.tree import Node
from derive.statements import FreeIndex, Statement
from derive.verdict import Certificate


@dataclass(frozen=True, slots=True)
class AtAnyValue:
    """Why `statement` holds: `certificate` proves it with any index of their range for the labels at free indices.

    Of two sums over one range, it is about a term at any place.
    """

    statement: Statement
    certificate: Certificate

    def check(self) -> bool:
        """Return whether the certificate is about any value, and checks."""
        wanted = at_any_value(self.statement)
        own = getattr(self.certificate, "statement", None)
        return wanted is not None and own == wanted and self.certificate.check()

    def __str__(self) -> str:
        """Return the certificate for any value."""
        return f"at any value of the labels: {self.certificate}"


def at_any_value(claim: Statement) -> Statement | None:
    """Return a statement that implies this one: with an index for each label at free indices, where it has any.

    A label that a hypothesis mentions keeps what is said of it.
    """
    known = claim.labels
    if not known:
        return None
    place, *letters = _unused(claim)
    here = _at_any_place(claim, place) or claim
    told = tree.NO_NAMES.union(*(side.names for each in claim.relations for side in (each.left, each.right)))
    names = {index.name for index in here.indices}
    found = [each for each in _entries(here, names) if each.name in known and each.name not in told]
    if not 0 < len(found) <= len(letters):
        return None
    values: dict[Node, Node] = {node: tree.Index(name) for node, name in zip(found, letters, strict=False)}
    own = (FreeIndex(name, known[node.name], "a label") for node, name in zip(found, letters, strict=False))
    left, right = (tree.replace(side, values) for side in (here.left, here.right))
    return replace(here, left=left, right=right, indices=(*here.indices, *own))


def _unused(claim: Statement) -> list[str]:
    """Return letters that nothing in a statement is called."""
    names = claim.vocabulary
    used = {*names.symbols, *names.tensors, *names.sizes, *names.indices, *(index.name for index in claim.indices)}
    return [letter for letter in LETTERS if letter not in used]


def _entries(claim: Statement, names: set[str]) -> list[tree.Entry]:
    """Return the entries at free indices, each once."""
    nodes = (node for side in (claim.left, claim.right) for node in tree.walk(side) if isinstance(node, tree.Entry))
    return [
        node
        for node in dict.fromkeys(nodes)
        if all(isinstance(place, tree.Index) and place.name in names for place in node.indices)
    ]


def _at_any_place(claim: Statement, place: str) -> Statement | None:
    """Return the statement of a term of two sums over one range, else None."""
    found = at_place(claim, place)
    if found is None:
        return None
    here, values = found
    return replace(here, indices=(*claim.indices, FreeIndex(place, values, "a term")))
