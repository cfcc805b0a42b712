"""Labels read: an entry where an index stands is the sum over its values, `x[y[n]] = sum_k [y[n] = k] x[k]`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from derive import kernel
from derive.expr import tree
from derive.expr.tree import Node
from derive.kernel.places import shifted
from derive.normal.session import Scope, Session

Places = tuple[kernel.Index, ...]


@dataclass(slots=True)
class _Told:
    """The indices that stand for labels, and for each that it is their value: [y[n] = k]."""

    session: Session
    scope: Scope
    bound: list[kernel.Index] = field(default_factory=list)
    factors: list[kernel.Poly] = field(default_factory=list)

    def index(self, place: Node) -> kernel.Index:
        """Return the kernel's index for a place, a new one for a label in it."""
        entry = label_in(place)
        if entry is None:
            return self.session.index(place, self.scope)
        terms = place.terms if isinstance(place, tree.Add) else (place,)
        by = kernel.add(*(self.session.size(term, self.scope) for term in terms if term is not entry))
        return shifted(self.session.ring, self.value(entry), by)

    def value(self, entry: tree.Entry) -> kernel.Index:
        """Return a new index that stands for the value of an entry."""
        ring, (name, dim) = self.session.ring, self.session.label(entry)
        lead, index = [self.index(place) for place in entry.indices], self.session.ring.fresh(dim)
        self.factors.append(kernel.entry(ring, name, *lead, index))
        self.bound.append(index)
        return index

    def summed(self, poly: kernel.Poly) -> kernel.Poly:
        """Return what stands at the values, summed over them."""
        for factor in self.factors:
            poly = kernel.multiply(self.session.ring, factor, poly)
        return kernel.sum_over(self.session.ring, self.bound, poly)


def label_in(place: Node) -> tree.Entry | None:
    """Return the entry that stands in a place, alone or with something added, or None."""
    terms = place.terms if isinstance(place, tree.Add) else (place,)
    return next((term for term in terms if isinstance(term, tree.Entry)), None)


def at_places(
    places: Sequence[Node], session: Session, scope: Scope, make: Callable[[Places], kernel.Poly]
) -> kernel.Poly:
    """Return what is made of the indices in some places, summed over the values of the labels among them."""
    if not session.labels:
        return make(tuple(session.index(place, scope) for place in places))
    told = _Told(session, scope)
    indices = tuple(told.index(place) for place in places)
    return told.summed(make(indices))


def number_of(entry: tree.Entry, session: Session, scope: Scope) -> kernel.Poly:
    """Return a label as a number: `y[n] = sum_k [y[n] = k] k`."""
    told = _Told(session, scope)
    return told.summed(kernel.entry(session.ring, kernel.INDEX_VALUE, told.value(entry)))


def is_place(node: Node, session: Session, scope: Scope) -> bool:
    """Return whether a node is an index or a label, with whole numbers and sizes added."""
    terms = node.terms if isinstance(node, tree.Add) else (node,)
    moving = [term for term in terms if not _is_size(term, session)]
    return len(moving) == 1 and _moves(moving[0], session, scope)


def is_fixed(node: Node, session: Session) -> bool:
    """Return whether a node is made of whole numbers and sizes."""
    return all(_is_size(term, session) for term in (node.terms if isinstance(node, tree.Add) else (node,)))


def _moves(node: Node, session: Session, scope: Scope) -> bool:
    if isinstance(node, tree.Entry):
        return node.name in session.labels and all(
            is_place(i, session, scope) or is_fixed(i, session) for i in node.indices
        )
    return isinstance(node, tree.Index | tree.Bound) and not isinstance(scope.bound.get(node), dict)


def _is_size(node: Node, session: Session) -> bool:
    if isinstance(node, tree.Number):
        return node.value.denominator == 1
    if isinstance(node, tree.Mul):
        return all(_is_size(factor, session) for factor in node.factors)
    return isinstance(node, tree.Scalar) and any(size.name == node.name for size in session.claim.sizes)
