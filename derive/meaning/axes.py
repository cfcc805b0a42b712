"""Axes: what an index runs over. One that nothing was said about takes its ends from what it meets."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from derive.expr import tree
from derive.expr.tree import Node
from derive.meaning.errors import Clash
from derive.statements.ranges import tree_text
from derive.statements.sizes import constant, difference
from derive.statements.types import EVERYWHERE, Range

Ends = tuple[Node, Node]


@dataclass(slots=True, eq=False)
class Axis:
    """A range whose ends are known or still to be met; `hint` names its size where nothing else does.

    `declared` ends are binding. Where a part of an axis or a moved index was met, it is `partial`: then, unless its
    ends are declared, it has none, which says less and is sound. Where nothing tells the ends of a whole that needs
    them, they are `invented`.
    One that numbers the members of a `family`, and no entries of a vector, is open where a place outside of it was met.
    """

    ends: Ends | None = None
    hint: str = ""
    declared: bool = False
    partial: bool = False
    invented: bool = False
    same: Axis | None = None
    family: bool = False
    outside: bool = False

    def root(self) -> Axis:
        """Return the axis that stands for all those found to be the same."""
        axis = self
        while axis.same is not None:
            axis = axis.same
        return axis

    @property
    def known(self) -> Ends | None:
        """Return the ends as far as they are known."""
        return self.root().ends

    @property
    def is_open(self) -> bool:
        """Return whether nothing says where it ends, though a part of it was met."""
        root = self.root()
        return root.partial and not root.declared

    def range(self) -> Range:
        """Return the range that a tensor has along it; an axis without ends is open."""
        root = self.root()
        if self.outside:
            return EVERYWHERE
        return EVERYWHERE if root.ends is None or self.is_open else Range(*root.ends)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands: the index, and the axis over which it runs where it stands there unmoved."""

    node: Node
    axis: Axis | None = None


def unify(one: Axis, other: Axis) -> None:
    """Make two axes the same. Raises `Clash` where their ends differ."""
    one, other = one.root(), other.root()
    if one is other:
        return
    if one.ends is not None and other.ends is not None and not _agree(one.ends, other.ends):
        raise Clash(f"the sizes do not fit together: {shown(one.ends)} and {shown(other.ends)}", shapes=True)
    if one.ends is None and other.ends is not None:
        one, other = other, one
    one.declared, one.partial = one.declared or other.declared, one.partial or other.partial
    one.hint = one.hint or other.hint
    other.same = one


def reach(whole: Axis, place: Place, nested: Container[tuple[str, str]] = ()) -> None:
    """Let an entry stand at a place of an axis: at any of it, or at a part. Raises `Clash` for another size.

    Of two sizes that are `nested` one is a part of the other.
    """
    if whole.family and place.axis is None and _is_outside(place.node):
        whole.outside = True
    whole = whole.root()
    if place.axis is None:
        whole.partial = True
        return
    part = place.axis.root()
    if part is whole:
        return
    if part.ends is not None and (_moves(part.ends) or (whole.ends is None and _is_part(part.ends))):
        whole.partial = True
    elif part.ends is None or whole.ends is None or _agree(part.ends, whole.ends):
        unify(whole, part)
    elif _end_apart_by_number(part.ends, whole.ends) or _are_nested(part.ends, whole.ends, nested):
        whole.partial = True
    else:
        raise Clash(f"the sizes do not fit together: {shown(part.ends)} and {shown(whole.ends)}", shapes=True)


def moves(node: Node) -> bool:
    """Return whether a place depends on an index."""
    return any(isinstance(each, tree.Index) for each in tree.walk(node))


def _is_outside(node: Node) -> bool:
    """Return whether a place may lie outside of the numbers of a family: an index that is moved, and 0."""
    return (isinstance(node, tree.Add) and moves(node)) or node == tree.ZERO


def _is_part(ends: Ends) -> bool:
    """Return whether a range shows by its ends that it is a part of something: it begins at 2, or ends early."""
    first, last = ends
    return first not in {tree.ZERO, tree.ONE} or (first == tree.ONE and isinstance(last, tree.Add))


def _end_apart_by_number(one: Ends, other: Ends) -> bool:
    gap = difference(one[1], other[1])
    return gap is not None and constant(gap) is not None


def _are_nested(one: Ends, other: Ends, nested: Container[tuple[str, str]]) -> bool:
    low, high = one[1], other[1]
    if not isinstance(low, tree.Scalar) or not isinstance(high, tree.Scalar) or one[0] is not other[0]:
        return False
    return (low.name, high.name) in nested or (high.name, low.name) in nested


def _agree(one: Ends, other: Ends) -> bool:
    return all((gap := difference(a, b)) is not None and not gap for a, b in zip(one, other, strict=True))


def _moves(ends: Ends) -> bool:
    """Return whether an end is an index, so that the range differs from place to place."""
    return any(isinstance(each, tree.Index | tree.Bound) for end in ends for each in tree.walk(end))


def shown(ends: Ends) -> str:
    """Return a range as people write it.

    >>> shown((tree.ONE, tree.Scalar("N")))
    '1..N'
    """
    return f"{tree_text(ends[0])}..{tree_text(ends[1])}"
