"""Sizes grown until no range runs backwards, and a statement at one value of a size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from derive.expr import tree
from derive.expr.tree import Node
from derive.statements.sizes import Polynomial, difference, lowest, required
from derive.statements.types import Name, Property, Range, Relation, Statement


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

    def axis(where: Range | None) -> Range | None:
        """Return an axis with the number put in."""
        return (
            None if where is None else Range(*(None if end is None else put(end) for end in (where.first, where.last)))
        )

    def named(each: Name) -> Name:
        """Return a name with the number in its axes."""
        return replace(each, axes=tuple(map(axis, each.axes)))

    def indexed(each: Any) -> Any:
        """Return a relation or a statement with the number in its sides and in the ranges of its indices."""
        indices = tuple(replace(i, range=axis(i.range)) for i in each.indices)
        return replace(each, left=put(each.left), right=put(each.right), indices=indices)

    hypotheses = tuple(
        indexed(each)
        if isinstance(each, Relation)
        else Property(each.kind, tuple(map(named, each.tensors)), axis(each.among))
        for each in claim.hypotheses
    )
    sizes = tuple(size for size in claim.sizes if size.name != name)
    return replace(indexed(claim), sizes=sizes, names=tuple(map(named, claim.names)), hypotheses=hypotheses)


def _folded(node: Node) -> Node:
    """Return a node with its sums of literals added up: 3 - 1 became the end of a range."""
    inner = tree.with_children(node, _folded)
    return tree.add(*inner.terms) if isinstance(inner, tree.Add) else inner
