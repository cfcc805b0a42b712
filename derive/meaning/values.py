"""Values: a number, a column, a row or a matrix, given by its axes and the entry at each place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from derive.expr import tree
from derive.expr.tree import Node
from derive.meaning.axes import Axis, unify
from derive.meaning.errors import Clash

Entry = Callable[[Node | None, Node | None], Node]
Blocks: TypeAlias = "tuple[tuple[Value, ...], ...]"


@dataclass(frozen=True, slots=True)
class Value:
    """What a formula means: `at` gives the entry at a row and a column, None where there is no such axis.

    `zero` is the zero of every shape, as in `= 0` beside a vector. One of `blocks` has no entries, but products.
    """

    rows: Axis | None
    columns: Axis | None
    at: Entry
    zero: bool = False
    blocks: Blocks | None = None

    @property
    def rank(self) -> int:
        """Return how many axes it has."""
        return (self.rows is not None) + (self.columns is not None)

    @property
    def axis(self) -> Axis:
        """Return the axis of a row or a column."""
        only = self.rows or self.columns
        if only is None or self.rank != 1:
            raise Clash("a vector is wanted here", shapes=True)
        return only

    def along(self, place: Node) -> Node:
        """Return the entry of a row or a column."""
        return self.at(place, None) if self.rows is not None else self.at(None, place)

    @property
    def number(self) -> Node:
        """Return a number as its node. Raises `Clash` for a vector or a matrix."""
        if self.rank:
            raise Clash(f"a number is wanted here, and this is a {kind(self)}", shapes=True)
        return self.at(None, None)


def kind(value: Value) -> str:
    """Return how a value of this shape is called."""
    return ("number", "column" if value.rows is not None else "row", "matrix")[value.rank]


def scalar(make: Callable[[], Node]) -> Value:
    """Return a number that is made when it is asked for."""
    return Value(None, None, lambda _row, _column: make())


def constant(value: int | Fraction) -> Value:
    """Return a number.

    >>> constant(2).number
    Number(value=2)
    """
    node = tree.number(value)
    return Value(None, None, lambda _row, _column: node, zero=not value)


def transposed(value: Value) -> Value:
    """Return a value turned over."""
    blocks = None
    if value.blocks is not None:
        blocks = tuple(tuple(map(transposed, row)) for row in zip(*value.blocks, strict=True))
    return Value(value.columns, value.rows, lambda row, column: value.at(column, row), value.zero, blocks)


def mapped(value: Value, change: Callable[[Node], Node]) -> Value:
    """Return a value with each entry changed. Raises `Clash` for blocks of zeros of which none stays one."""
    blocks = None if value.blocks is None else tuple(tuple(_changed(e, change) for e in row) for row in value.blocks)
    return Value(value.rows, value.columns, lambda row, column: change(value.at(row, column)), blocks=blocks)


def _changed(block: Value, change: Callable[[Node], Node]) -> Value:
    if block.zero and change(tree.ZERO) is not tree.ZERO:
        raise Clash("a block of zeros of no size")
    return block if block.zero else mapped(block, change)


def align(one: Value, other: Value) -> None:
    """Give two values one shape. Raises `Clash` where they have not."""
    if one.zero or other.zero:
        return
    if kind(one) != kind(other):
        raise Clash(f"a {kind(one)} and a {kind(other)} do not go together", shapes=True)
    for mine, its in ((one.rows, other.rows), (one.columns, other.columns)):
        if mine is not None and its is not None:
            unify(mine, its)


def entrywise(one: Value, other: Value, join: Callable[[Node, Node], Node]) -> Value:
    """Return two values of one shape joined entry by entry; a number goes with every entry.

    Raises `Clash` for two shapes that differ.
    """
    if one.blocks is not None or other.blocks is not None:
        return _by_blocks(one, other, join)
    if not one.rank or not other.rank:
        shape = other if not one.rank else one

        def at(row: Node | None, column: Node | None) -> Node:
            """Return the entry, the number beside it."""
            places = (row, column)
            return join(one.at(*places) if one.rank else one.number, other.at(*places) if other.rank else other.number)

        return Value(shape.rows, shape.columns, at)
    align(one, other)
    return Value(one.rows, one.columns, lambda row, column: join(one.at(row, column), other.at(row, column)))


def _by_blocks(one: Value, other: Value, join: Callable[[Node, Node], Node]) -> Value:
    """Return two matrices of as many blocks joined block by block; zeros go with a block of any shape."""
    mine, its = one.blocks, other.blocks
    if mine is None or its is None or [len(row) for row in mine] != [len(row) for row in its]:
        raise Clash("the blocks do not fit together")
    cells: list[tuple[Value, ...]] = []
    for pair in zip(mine, its, strict=True):
        row = list(zip(*pair, strict=True))
        for a, b in row:
            align(a, b)
        cells.append(tuple(replace(entrywise(a, b, join), zero=a.zero and b.zero) for a, b in row))
    return replace(one, blocks=tuple(cells))


def divided(one: Node, other: Node) -> Node:
    """Return a quotient."""
    return tree.multiply(one, tree.reciprocal(other))


def call(name: str) -> Callable[[Node], Node]:
    """Return a function of the table, to be applied to an entry."""
    return lambda node: tree.Call(name, (node,))


def sigmoid(node: Node) -> Node:
    """Return the logistic function of a node."""
    return tree.Call("sigmoid", (node,))
