"""How the places of a matrix are counted: one by one, as pairs (Kronecker products), or in blocks.

A place of a Kronecker product is a tuple of places, one for each factor; a place of a block matrix says in which block
it lies, and where there. So an entry of either is one of a part, and no division with remainder, and no test of an
index, is needed to say of which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, TypeAlias

from sympy import Basic, Integer
from sympy.matrices.expressions import (
    Adjoint,
    BlockMatrix,
    Identity,
    Inverse,
    KroneckerProduct,
    MatAdd,
    MatMul,
    MatPow,
    OneMatrix,
    Transpose,
    ZeroMatrix,
)

from derive.errors import BeyondKernelError
from derive.expr import tree
from derive.expr.from_sympy import Scope, from_sympy
from derive.expr.tree import ONE, ZERO, Node


@dataclass(frozen=True, slots=True)
class Part:
    """A place in one block of many."""

    block: int
    place: Place


Place: TypeAlias = "Node | Part | tuple[Place, ...]"
At = tuple[Place, Place]
"""The row and the column of an entry."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """An axis whose places are tuples of places, one for each factor."""

    factors: tuple[Axis, ...]


@dataclass(frozen=True, slots=True)
class Blocks:
    """An axis whose places are those of one block after the other."""

    blocks: tuple[Axis, ...]


Axis: TypeAlias = "Any | Pairs | Blocks"
"""A size, or how places are put together; None where any way of counting will do."""


@singledispatch
def axis_of(matrix: Any, side: int) -> Axis:
    """Return how the rows (side 0) or the columns (side 1) of a matrix are counted. Open to kinds of matrices."""
    return Integer(matrix.shape[side]) if isinstance(matrix.shape[side], int) else matrix.shape[side]


@axis_of.register
def _of_any(matrix: Identity | ZeroMatrix | OneMatrix, side: int) -> Axis:
    return ONE_PLACE if matrix.shape[side] == 1 else None


ONE_PLACE = Integer(1)


@axis_of.register
def _of_turned(matrix: Transpose | Adjoint | Inverse, side: int) -> Axis:
    return axis_of(matrix.args[0], 1 - side)


@axis_of.register
def _of_power(matrix: MatPow, side: int) -> Axis:
    return common(matrix, axis_of(matrix.args[0], 0), axis_of(matrix.args[0], 1))


@axis_of.register
def _of_sum(matrix: MatAdd, side: int) -> Axis:
    found: Axis = None
    for part in matrix.args:
        found = common(matrix, found, axis_of(part, side))
    return found


@axis_of.register
def _of_product(matrix: MatMul, side: int) -> Axis:
    """Return the axis of the outermost factor that says how it counts; an identity counts as its neighbour does."""
    factors = [part for part in matrix.args if getattr(part, "is_Matrix", False)]
    for part in factors if side == 0 else reversed(factors):
        found = axis_of(part, side)
        if found is not None or not isinstance(part, Identity):
            return found
    return None


@axis_of.register
def _of_pairs(matrix: KroneckerProduct, side: int) -> Axis:
    found = [axis_of(part, side) for part in matrix.args]
    whole = [matrix.args[n].shape[side] if axis is None else axis for n, axis in enumerate(found)]
    flat = [each for axis in whole for each in (axis.factors if isinstance(axis, Pairs) else (axis,)) if each != 1]
    return Pairs(tuple(flat)) if len(flat) > 1 else flat[0] if flat else ONE_PLACE


@axis_of.register
def _of_blocks(matrix: BlockMatrix, side: int) -> Axis:
    count = matrix.blockshape[side]
    lines = [[_block(matrix, n, side, other) for other in range(matrix.blockshape[1 - side])] for n in range(count)]
    found: list[Axis] = []
    for line in lines:
        axis: Axis = None
        for part in line:
            axis = common(matrix, axis, axis_of(part, side))
        found.append(line[0].shape[side] if axis is None else axis)
    return Blocks(tuple(found)) if count > 1 else found[0]


def _block(matrix: BlockMatrix, n: int, side: int, other: int) -> Any:
    return matrix.blocks[(n, other) if side == 0 else (other, n)]


def common(where: Basic, one: Axis, other: Axis) -> Axis:
    """Return the way in which two axes of one size are counted.

    Raises `BeyondKernelError` where one is counted in pairs or blocks and the other is not alike.
    """
    if one is None or other is None:
        return one if other is None else other
    if one == other or not (isinstance(one, Pairs | Blocks) or isinstance(other, Pairs | Blocks)):
        return one
    reason = "one axis is counted in blocks or pairs, the other in another way"
    raise BeyondKernelError(where, reason=reason, way_out="write both sides with blocks, or products, of equal sizes")


def size_of(size: Any) -> Any:
    """Return a size as SymPy's object."""
    return Integer(size) if isinstance(size, int) else size


def total(axis: Axis, scope: Scope, body: Callable[[Place, Scope], Node]) -> Node:
    """Return the sum of the body over all places of an axis."""
    if isinstance(axis, Blocks):
        parts = (total(each, scope, _in_block(body, n)) for n, each in enumerate(axis.blocks))
        return tree.add(*parts)
    if isinstance(axis, Pairs):
        return _total_of_pairs(axis.factors, (), scope, body)
    if axis == 1:
        return body(ZERO, scope)
    (index,), inside = scope.open("")
    last = tree.subtract(from_sympy(size_of(axis), scope), ONE)
    return tree.bind(tree.Sum, index.name, ZERO, last, body=body(index, inside))


def _in_block(body: Callable[[Place, Scope], Node], block: int) -> Callable[[Place, Scope], Node]:
    return lambda place, inside: body(Part(block, place), inside)


def _total_of_pairs(
    axes: tuple[Axis, ...], taken: tuple[Place, ...], scope: Scope, body: Callable[[Place, Scope], Node]
) -> Node:
    if not axes:
        return body(taken, scope)
    return total(axes[0], scope, lambda at, inside: _total_of_pairs(axes[1:], (*taken, at), inside, body))


def same(left: Place, right: Place) -> Node:
    """Return 1 where two places are one, else 0."""
    if isinstance(left, tuple) and isinstance(right, tuple) and len(left) == len(right):
        return tree.multiply(*(same(one, other) for one, other in zip(left, right, strict=True)))
    if isinstance(left, Part) and isinstance(right, Part):
        return same(left.place, right.place) if left.block == right.block else ZERO
    return tree.Delta(plain(left), plain(right))


def plain(place: Place) -> Node:
    """Return a place that is counted one by one. Raises `BeyondKernelError` for another."""
    if isinstance(place, tuple | Part):
        reason = "its places are not counted in blocks or pairs"
        raise BeyondKernelError("an entry of a matrix", reason=reason, way_out="write it with blocks of equal sizes")
    return place


def split(place: Place, axes: list[Axis]) -> Iterator[Place]:
    """Yield the place for each factor of a Kronecker product: one that has a single place takes none."""
    places = list(place) if isinstance(place, tuple) else [place]
    for axis in axes:
        if isinstance(axis, Pairs):
            yield tuple(places[: len(axis.factors)])
            places = places[len(axis.factors) :]
        elif axis == 1:
            yield ZERO
        else:
            yield places.pop(0)


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a free place lies: what is 1 there and 0 elsewhere, and the place."""

    chosen: tuple[Node, ...]
    place: Place


def free_places(axis: Axis, names: Iterator[str], ranges: dict[str, Any]) -> list[Choice]:
    """Return the places of an axis at free indices, whose sizes go into `ranges`; one for each block.

    Of a block matrix, one index more says which block is meant.
    """
    if isinstance(axis, Blocks):
        which = next(names)
        ranges[which] = Integer(len(axis.blocks))
        inside = [free_places(each, names, ranges) for each in axis.blocks]
        return [
            Choice((tree.Delta(tree.Index(which), tree.number(n)), *each.chosen), Part(n, each.place))
            for n, found in enumerate(inside)
            for each in found
        ]
    if isinstance(axis, Pairs):
        found = [Choice((), ())]
        for factor in axis.factors:
            more = free_places(factor, names, ranges)
            found = [_beside(one, other) for one in found for other in more]
        return found
    if axis == 1:
        return [Choice((), ZERO)]
    name = next(names)
    ranges[name] = axis
    return [Choice((), tree.Index(name))]


def _beside(one: Choice, other: Choice) -> Choice:
    places = one.place if isinstance(one.place, tuple) else (one.place,)
    return Choice((*one.chosen, *other.chosen), (*places, other.place))
