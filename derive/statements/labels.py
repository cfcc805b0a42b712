"""Labels: tensors whose entries are integers of a known range, so that an entry may stand where an index stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from derive.expr import tree
from derive.expr.tree import Node
from derive.statements.ranges import Leaf, same_axis
from derive.statements.sizes import polynomial
from derive.statements.types import EVERYWHERE, Name, Property, Range, Relation

FLIPPED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
Hypotheses = tuple[Relation | Property, ...]


def standing_as_index(found: Iterable[Leaf]) -> frozenset[str]:
    """Return the tensors of which an entry stands where an index stands, in a place or in a delta."""
    slots = (slot for leaf in found for slot in leaf.node.children if slot.children)
    return frozenset(entry.name for slot in slots for entry in tree.walk(slot) if isinstance(entry, tree.Entry))


def with_labels(hypotheses: Hypotheses, names: Iterable[Name]) -> Hypotheses:
    """Return the hypotheses with `0 <= y[n]` and `y[n] <= K - 1` told as what they are: y holds labels.

    Both must hold at every place of y, for an integer y of these names.
    """
    bounds: dict[str, list[tuple[Relation, Range]]] = {}
    whole = {name.name: name for name in names if name.axes and "integer" in name.kind}
    for each in hypotheses if whole else ():
        if isinstance(each, Relation):
            for name, where in _bounds(each, whole):
                bounds.setdefault(name, []).append((each, where))
    for name, said in bounds.items():
        first, last = (next((r for r in said if getattr(r[1], end) is not None), None) for end in ("first", "last"))
        if first is not None and last is not None:
            labels = Property("labels", (whole[name],), Range(first[1].first, last[1].last))
            rest = tuple(each for each in hypotheses if each is not first[0] and each is not last[0])
            hypotheses = (*rest, labels)
    return hypotheses


def _bounds(relation: Relation, names: Mapping[str, Name]) -> Iterator[tuple[str, Range]]:
    """Yield the tensor that a relation bounds over its whole axis, and the end that it gives."""
    ways = (relation.left, relation.right, relation.sign), (relation.right, relation.left, FLIPPED.get(relation.sign))
    for entry, end, sign in ways:
        name = names.get(entry.name) if isinstance(entry, tree.Entry) else None
        known = sign in FLIPPED and name is not None and _is_everywhere(entry, relation, name)
        moving = any(isinstance(each, tree.Index | tree.Bound) for each in tree.walk(end))
        if known and name is not None and not moving and polynomial(end) is not None:
            beyond = {"<": -1, ">": 1}.get(str(sign), 0)
            closed = tree.add(end, tree.number(beyond)) if beyond else end
            yield name.name, Range(None, closed) if str(sign)[0] == "<" else Range(closed, None)


def _is_everywhere(entry: Node, relation: Relation, name: Name) -> bool:
    """Return whether an entry stands at any place of its axes."""
    places = [place.name for place in entry.children if isinstance(place, tree.Index)]
    ranges = {index.name: index.range for index in relation.indices}
    return len(set(places)) == len(name.axes) == len(entry.children) and all(
        same_axis(ranges[place], axis or EVERYWHERE) for place, axis in zip(places, name.axes, strict=True)
    )
