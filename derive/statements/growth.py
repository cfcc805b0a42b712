"""Sizes grown until no range runs backwards, and statements with something put in, such as a value of a size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from derive.expr import tree
from derive.expr.tree import Node
from derive.statements.sizes import Polynomial, difference, lowest, required
from derive.statements.types import Name, Property, Range, Relation, Statement

Put = Callable[[Node], Node]


def grown(claim: Statement) -> Statement:
    """Return the statement for sizes so large that no range in it runs backwards; the same one where none can.

    A range of which no size alone decides is left to whoever reads it.
    """
    least = {size.name: size.least for size in claim.sizes}
    sides = [claim.left, claim.right, *(side for each in claim.relations for side in (each.left, each.right))]
    for count in (each for side in dict.fromkeys(sides) for each in _counts(side)):
        if (lowest(count, least) or 0) < 0 and not _always_empty(count, least):
            least.update(required(count, least) or {})
    sizes = tuple(replace(size, least=least[size.name]) for size in claim.sizes)
    return claim if sizes == claim.sizes else replace(claim, sizes=sizes)


def _counts(node: Node) -> Iterator[Polynomial]:
    """Yield how many values each binder has, where that depends on sizes only."""
    found = (each for each in tree.walk(node) if isinstance(each, tree.Sum | tree.Product))
    for first, last in dict.fromkeys((each.first, each.last) for each in found):
        count = difference(tree.add(last, tree.ONE), first)
        if count is not None:
            yield count


def may_run_backwards(claim: Statement) -> bool:
    """Return whether a sum or product of the claim runs over a range that ends before it begins, at some sizes."""
    least = {size.name: size.least for size in claim.sizes}
    counts = (each for side in (claim.left, claim.right) for each in _counts(side))
    return any((lowest(count, least) or 0) < 0 or lowest(count, least) is None for count in counts)


def _always_empty(count: Polynomial, least: dict[str, int]) -> bool:
    low = lowest({key: -value for key, value in count.items()}, least)
    return low is not None and low >= 0


def at_size(claim: Statement, name: str, value: int) -> Statement:
    """Return the statement with a number in the place of a size."""
    images: dict[Node, Node] = {tree.Scalar(name): tree.number(value)}

    def put(node: Node) -> Node:
        """Return a node with the number put in, its literals added up."""
        return _folded(tree.replace(node, images))

    def named(each: Name) -> Name:
        """Return a name with the number in its axes."""
        return name_with(each, put)

    hypotheses = tuple(given_with(each, put, named) for each in claim.hypotheses)
    sizes = tuple(size for size in claim.sizes if size.name != name)
    return replace(sides_with(claim, put), sizes=sizes, names=tuple(map(named, claim.names)), hypotheses=hypotheses)


def range_with(where: Range | None, put: Put) -> Range | None:
    """Return a range with something put into its ends."""
    return None if where is None else Range(*(None if end is None else put(end) for end in (where.first, where.last)))


def name_with(name: Name, put: Put) -> Name:
    """Return a name with something put into its axes."""
    return replace(name, axes=tuple(range_with(axis, put) for axis in name.axes))


def sides_with(stated: Any, put: Put) -> Any:
    """Return a relation or a statement with something put into its sides, and into the ranges of its indices."""
    indices = tuple(replace(each, range=range_with(each.range, put)) for each in stated.indices)
    return replace(stated, left=put(stated.left), right=put(stated.right), indices=indices)


def given_with(given: Relation | Property, put: Put, named: Callable[[Name], Name]) -> Relation | Property:
    """Return a hypothesis with something put into it, about the names that `named` gives."""
    if isinstance(given, Relation):
        return sides_with(given, put)
    return Property(given.kind, tuple(map(named, given.tensors)), range_with(given.among, put))


def _folded(node: Node) -> Node:
    """Return a node with its sums of literals added up: 3 - 1 became the end of a range."""
    inner = tree.with_children(node, _folded)
    return tree.add(*inner.terms) if isinstance(inner, tree.Add) else inner
