"""Two sums over one range are in order where their terms are: the statement of one term, as one about numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from derive.decide.cases import numbers_for, with_numbers
from derive.expr import tree
from derive.expr.tree import Node
from derive.statements import Name, Range, Relation, Statement
from derive.statements.types import Sign
from derive.verdict import Certificate

Side = list[tuple[Node, tree.Sum]]
"""Sums with what each is multiplied with."""
ENDS: Mapping[str, tuple[tuple[Sign, Node], ...]] = {
    "positive": ((">", tree.ZERO),),
    "nonnegative": ((">=", tree.ZERO),),
    "simplex": ((">=", tree.ZERO), ("<=", tree.ONE)),
    "binary": ((">=", tree.ZERO), ("<=", tree.ONE)),
    "one-hot": ((">=", tree.ZERO), ("<=", tree.ONE)),
}
"""What a property of a tensor says of one entry."""
HERE = "~term"


@dataclass(frozen=True, slots=True)
class Termwise:
    """Why `statement` holds: both sides are sums over one range, and `certificate` proves the order of the terms.

    The term is any one: what holds its index are numbers, of which the hypotheses are known at that index.
    """

    statement: Statement
    certificate: Certificate

    def check(self) -> bool:
        """Return whether the certificate is about one term, and checks."""
        wanted = of_one_term(self.statement)
        return (
            wanted is not None and getattr(self.certificate, "statement", None) == wanted and self.certificate.check()
        )

    def __str__(self) -> str:
        """Return the certificate of one term."""
        return f"term by term: {self.certificate}"


def of_one_term(statement: Statement) -> Statement | None:
    """Return what a statement says of one term where both sides are sums over one range, else None."""
    found = at_place(statement, HERE)
    if found is None:
        return None
    here, values = found
    told = [_at_term(relation) for relation in statement.relations if _runs_over(relation, values)]
    return _about_numbers(here, told)


def at_place(statement: Statement, place: str) -> tuple[Statement, Range] | None:
    """Return the terms of two sums over one range at an index of that name, and the range; else None."""
    sides = [_sums(side) for side in (statement.left, statement.right)]
    if statement.sign not in {"<=", ">="} or any(side is None for side in sides):
        return None
    left, right = (side or [] for side in sides)
    ends = {(total.first, total.last) for _, total in (*left, *right)}
    if len(ends) != 1:
        return None
    ((first, last),) = ends
    return replace(statement, left=_term(left, place), right=_term(right, place)), Range(first, last)


def _sums(side: Node) -> Side | None:
    """Return a side as a sum of multiples of sums, or None where it is none."""
    found: Side = []
    for term in side.terms if isinstance(side, tree.Add) else (side,):
        factors = term.factors if isinstance(term, tree.Mul) else (term,)
        totals = [factor for factor in factors if isinstance(factor, tree.Sum)]
        if len(totals) != 1 and term is not tree.ZERO:
            return None
        found += [(tree.multiply(*(f for f in factors if f is not total), tree.ONE), total) for total in totals]
    return found


def _term(side: Side, place: str) -> Node:
    terms = (tree.multiply(beside, tree.opened(total, tree.Index(place))) for beside, total in side)
    return tree.add(*terms, tree.ZERO)


def _runs_over(relation: Relation, values: Range) -> bool:
    return len(relation.indices) == 1 and relation.indices[0].range == values


def _at_term(relation: Relation) -> Relation:
    place = {tree.Index(relation.indices[0].name): tree.Index(HERE)}
    left, right = (tree.replace(side, place) for side in (relation.left, relation.right))
    return replace(relation, left=left, right=right, indices=())


def _about_numbers(here: Statement, told: list[Relation]) -> Statement | None:
    """Return the statement with numbers for all parts that hold the index, and with what is known of them."""
    numbers = numbers_for(here, told, lambda node: HERE in node.names)
    if numbers is None:
        return None
    known = [*told, *(each for part in numbers for each in _of_entry(part, here))]
    there, relations = with_numbers(here, known, numbers, lambda part: _kind(part, here))
    return replace(there, hypotheses=(*there.hypotheses, *relations))


def _of_entry(part: Node, here: Statement) -> Iterator[Relation]:
    """Yield what the properties of its tensor say of an entry."""
    for each in here.properties:
        if isinstance(part, tree.Entry) and any(_is_of(part, tensor) for tensor in each.tensors):
            yield from (Relation(sign, part, end, ()) for sign, end in ENDS.get(each.kind, ()))


def _is_of(part: tree.Entry, tensor: Name) -> bool:
    return tensor.name == part.name and len(tensor.axes) == len(part.indices)


def _kind(part: Node, here: Statement) -> frozenset[str]:
    kinds = (each.kind for each in here.names if isinstance(part, tree.Entry) and _is_of(part, each))
    return next(kinds, frozenset())
