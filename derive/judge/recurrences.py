r"""Recurrences put in once: `w_{t+1} = w_t - \eta g_t` says what the last step of a line is made of, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derive.expr import tree
from derive.expr.tree import Node
from derive.statements.types import EVERYWHERE, Relation


@dataclass(frozen=True, slots=True)
class _Step:
    """A family that a recurrence tells: a member of it, its counter, by how much that is moved, and what it is."""

    head: tree.Entry
    letter: tree.Index
    moved: int
    body: Node


def put_in_once(sides: tuple[Node, Node], told: tuple[Relation, ...]) -> tuple[Node, Node] | None:
    """Return two sides with the furthest steps written by the recurrences among what is told; None without one.

    >>> from derive.statements.types import FreeIndex
    >>> at = lambda node: tree.Entry("w", (node,))
    >>> t, one = tree.Index("t"), tree.ONE
    >>> every = FreeIndex("t", EVERYWHERE, "")
    >>> step = Relation("==", at(tree.add(t, one)), tree.add(at(t), tree.Scalar("g")), (every,))
    >>> put_in_once((at(tree.add(t, one)), at(t)), (step,))[1] is at(t)
    True
    """
    steps = [step for each in told for step in _steps(each)]
    images = {old: new for step in steps for old, new in _furthest(sides, step)}
    if not images:
        return None
    left, right = (tree.replace(side, images) for side in sides)
    return left, right


def _steps(relation: Relation) -> Iterator[_Step]:
    """Yield a relation as a recurrence, if it is one: a member on its left, another one of the family on its right."""
    head = relation.left
    if relation.sign != "==" or not isinstance(head, tree.Entry) or not head.indices:
        return
    found = _counter(head.indices[0])
    others = head.indices[1:]
    if found is None or not all(isinstance(each, tree.Index) for each in others):
        return
    is_open = any(each.name == found[0].name and each.range == EVERYWHERE for each in relation.indices)
    binds = any(isinstance(each, tree.Bound) for each in tree.walk(relation.right))
    if is_open and not binds and head.name in relation.right.names:
        yield _Step(head, found[0], found[1], relation.right)


def _counter(place: Node) -> tuple[tree.Index, int] | None:
    """Return a place as an index and by how much it is moved."""
    if isinstance(place, tree.Index):
        return place, 0
    if not isinstance(place, tree.Add) or len(parts := list(place.terms)) != 2:  # noqa: PLR2004 -- an index and a number
        return None
    letters = [each for each in parts if isinstance(each, tree.Index)]
    numbers = [each.value for each in parts if isinstance(each, tree.Number)]
    if len(letters) != 1 or len(numbers) != 1 or numbers[0] != int(numbers[0]):
        return None
    return letters[0], int(numbers[0])


def _furthest(sides: tuple[Node, Node], step: _Step) -> Iterator[tuple[Node, Node]]:
    """Yield the members furthest on, of each counter, with what the recurrence says of them."""
    met: dict[Node, list[tuple[int, tree.Entry]]] = {}
    for node in (each for side in sides for each in tree.walk(side)):
        if isinstance(node, tree.Entry) and node.name == step.head.name and len(node.indices) == len(step.head.indices):
            found = _counter(node.indices[0])
            if found is not None:
                met.setdefault(found[0], []).append((found[1], node))
    for letter, members in met.items():
        last = max(moved for moved, _ in members)
        for moved, node in members:
            if moved == last:
                counter = tree.add(letter, tree.number(moved - step.moved))
                places = dict(zip(step.head.indices[1:], node.indices[1:], strict=True))
                yield node, tree.replace(step.body, {step.letter: counter, **places})
