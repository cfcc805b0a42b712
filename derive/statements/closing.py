"""`close`: a statement from nodes, by whoever knows every name, axis and range already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sympy import IndexedBase, MatrixSymbol, Symbol

from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.tree import Node
from derive.expr.vocabulary import Vocabulary
from derive.statements.labels import standing_as_index, with_labels
from derive.statements.ranges import least_sizes, leaves
from derive.statements.types import EVERYWHERE, FreeIndex, Name, Property, Range, Relation, Sign, Size, Statement

MATRIX = 2
"""How many axes a matrix has."""


def close(
    sign: Sign,
    left: Node,
    right: Node,
    *,
    names: Sequence[Name],
    indices: Mapping[str, Range],
    hypotheses: Sequence[Relation | Property] = (),
    rows: Sequence[str] = (),
    printed: Mapping[str, str] | None = None,
    decimals: bool = False,
) -> Statement:
    """Return the statement of two nodes: what is no name of `names` and no index is a size.

    `indices` are the ranges of the free indices of the two sides, `printed` says how names are written where that
    differs. Raises the `ReadError` that fits for an entry outside of its axis.

    >>> N, i = tree.Scalar("N"), tree.Index("i")
    >>> axis = Range(tree.ONE, N)
    >>> entry = tree.Entry("x", (i,))
    >>> print(close("==", entry, entry, names=[Name("x", (axis,), frozenset())], indices={"i": axis}))
    for all N >= 1, x in R^N, numbered 1..N, and every i in 1..N: x[i] = x[i]
    """
    free = tuple(FreeIndex(name, where, "as it is read") for name, where in sorted(indices.items()))
    goal = Relation(sign, left, right, free)
    stated = [goal, *(each for each in hypotheses if isinstance(each, Relation))]
    occurring = _occurring(stated, hypotheses)
    used = tuple(sorted((each for each in names if each.name in occurring), key=lambda each: each.name))
    standing = {each: leaves(each.left, each.right) for each in stated}
    labelled = standing_as_index(leaf for each in stated for leaf in standing[each])
    if labelled:
        hypotheses = with_labels(tuple(hypotheses), [each for each in used if each.name in labelled])
    least = dict.fromkeys(_sizes(stated, used, hypotheses), 1)
    axes = {each.name: each.axes for each in used if each.axes}
    labels = {p.tensors[0].name: p.among for p in hypotheses if isinstance(p, Property) and p.among is not None}
    for each in stated:
        ranges = {index.name: index.range for index in each.indices}
        least = least_sizes(standing[each], axes, ranges, least, labels)
    sizes = tuple(Size(name, least[name]) for name in sorted(least))
    return Statement(
        sign, left, right, sizes, used, free, tuple(hypotheses), tuple(rows),
        vocabulary=_vocabulary(used, stated, least, printed or {}, decimals=decimals),
    )  # fmt: skip


def _occurring(stated: Iterable[Relation], hypotheses: Iterable[Relation | Property]) -> frozenset[str]:
    said = {tensor.name for each in hypotheses if isinstance(each, Property) for tensor in each.tensors}
    return tree.NO_NAMES.union(said, *(side.names for each in stated for side in (each.left, each.right)))


def _sizes(stated: Iterable[Relation], names: Sequence[Name], hypotheses: Sequence[Relation | Property]) -> set[str]:
    """Return all scalars that are no names: they end ranges, or stand for how many there are."""
    ranges = [axis for name in names for axis in name.axes if axis is not None]
    ranges += [index.range for each in stated for index in each.indices]
    ranges += [each.among for each in hypotheses if isinstance(each, Property) and each.among is not None]
    ends = [end for each in ranges for end in (each.first, each.last) if end is not None]
    nodes = [*ends, *(side for each in stated for side in (each.left, each.right))]
    known = {name.name for name in names}
    return {n.name for node in nodes for n in tree.walk(node) if isinstance(n, tree.Scalar) and n.name not in known}


def _vocabulary(
    names: Sequence[Name],
    stated: Sequence[Relation],
    sizes: Iterable[str],
    printed: Mapping[str, str],
    *,
    decimals: bool,
) -> Vocabulary:
    def shown(name: str) -> str:
        """Return how a name is written."""
        return printed.get(name, name)

    indices: list[dict[str, Any]] = [
        {index.name: (Symbol(shown(index.name), integer=True), None) for index in each.indices} for each in stated
    ]
    symbols: dict[str, Any] = {each.name: Symbol(shown(each.name), real=True) for each in names if not each.axes}
    ends = {name: Symbol(shown(name), integer=True, positive=True) for name in sizes}
    known = Vocabulary(ends, indices[0], {}, {**symbols, **ends}, (), decimals, tuple(indices[1:]))
    tensors = {each.name: (_base(shown(each.name), each, known), len(each.axes)) for each in names if each.axes}
    return replace(known, tensors=tensors)


def _base(shown: str, name: Name, known: Vocabulary) -> Any:
    """Return what stands for a tensor in SymPy: a matrix where its places are those of SymPy's, which begin at 0."""
    if len(name.axes) != MATRIX or not all(axis is not None and axis.first is tree.ZERO for axis in name.axes):
        return IndexedBase(shown)
    lasts = (axis.last for axis in name.axes if axis is not None and axis.last is not None)
    shape = [to_sympy(tree.add(last, tree.ONE), known, evaluate=True) for last in lasts]
    return MatrixSymbol(shown, *shape) if len(shape) == MATRIX else IndexedBase(shown)


def from_zero(
    sides: Sequence[Node], names: Sequence[Name], indices: Mapping[str, Range]
) -> tuple[list[Node], list[Name], dict[str, Range]]:
    """Return nodes, names and ranges with every axis that begins at 1 counted from 0.

    The rules for inverses and determinants know matrices whose places begin at 0.
    """
    first = {name.name: tuple(axis is not None and axis.first is tree.ONE for axis in name.axes) for name in names}
    moved = {name for name, where in indices.items() if where.first is tree.ONE}
    images: dict[Node, Node] = {tree.Index(name): tree.add(tree.Index(name), tree.ONE) for name in moved}
    nodes = [_from_zero(tree.replace(side, images), first) for side in sides]
    shifted = [Name(name.name, tuple(map(_range_from_zero, name.axes)), name.kind) for name in names]
    ranges = {name: _range_from_zero(where) or EVERYWHERE for name, where in indices.items()}
    return nodes, shifted, ranges


def _range_from_zero(where: Range | None) -> Range | None:
    if where is None or where.first is not tree.ONE or where.last is None:
        return where
    return Range(tree.ZERO, tree.subtract(where.last, tree.ONE))


def _from_zero(node: Node, first: Mapping[str, tuple[bool, ...]]) -> Node:
    """Return a node with sums from 1 begun at 0, and the places of the tensors moved with them."""
    if isinstance(node, tree.Entry) and node.name in first:
        places = [
            tree.subtract(_from_zero(place, first), tree.ONE) if one else _from_zero(place, first)
            for place, one in zip(node.indices, first[node.name], strict=True)
        ]
        return tree.Entry(node.name, tuple(places))
    if isinstance(node, tree.Sum | tree.Product) and node.first is tree.ONE:
        own = f"^{node.at}"
        body = _from_zero(tree.opened(node, tree.add(tree.Index(own), tree.ONE)), first)
        last = tree.subtract(_from_zero(node.last, first), tree.ONE)
        return tree.bind(type(node), own, tree.ZERO, last, body=body)
    if isinstance(node, tree.BINDERS):
        return tree.rebound(node, lambda part: _from_zero(part, first))
    if isinstance(node, tree.Add):
        return tree.add(*(_from_zero(part, first) for part in node.terms))
    if isinstance(node, tree.Delta):
        one, other = (_from_zero(part, first) for part in node.children)
        both = all(isinstance(each, tree.Add) and tree.ONE in each.terms for each in (one, other))
        return (
            tree.Delta(tree.subtract(one, tree.ONE), tree.subtract(other, tree.ONE)) if both else tree.Delta(one, other)
        )
    return tree.with_children(node, lambda part: _from_zero(part, first))
