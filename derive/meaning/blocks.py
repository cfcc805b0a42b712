"""Matrices of blocks: products, transposes, traces and squares go block by block; a single entry they have not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from derive.expr import tree
from derive.expr.tree import Node
from derive.meaning.axes import Axis
from derive.meaning.errors import Clash
from derive.meaning.values import Blocks, Value, entrywise

Times = Callable[[Value, Value], Value]


def of_blocks(blocks: Blocks) -> Value:
    """Return some blocks as one value: one of columns below each other is a column, one of rows side by side a row.

    >>> of_blocks(((Value(None, None, lambda r, c: tree.ONE),),)).rank
    0
    """
    if len(blocks) == 1 and len(blocks[0]) == 1:
        return blocks[0][0]
    is_column = all(len(row) == 1 and row[0].columns is None for row in blocks)
    is_row = len(blocks) == 1 and all(each.rows is None for each in blocks[0])
    rows = None if is_row else Axis(hint="blocks")
    columns = None if is_column else Axis(hint="blocks")
    return Value(rows, columns, _no_entry, blocks=blocks)


def _no_entry(_row: Node | None, _column: Node | None) -> Node:
    raise Clash("a matrix of blocks has no places of its own")


def has_places(value: Value) -> None:
    """Raise `Clash` for a matrix of blocks where single entries are wanted."""
    if value.blocks is not None:
        raise Clash("a matrix of blocks has no places of its own")


def product(one: Value, other: Value, times: Times) -> Value:
    """Return a product of which at least one factor is of blocks. Raises `Clash` where they do not go together."""
    for number, value, first in ((one, other, True), (other, one, False)):
        if not number.rank and value.blocks is not None:
            ordered: Times = times if first else (lambda a, b: times(b, a))
            rows = (tuple(each if each.zero else ordered(number, each) for each in row) for row in value.blocks)
            return of_blocks(tuple(rows))
    mine, its = one.blocks or ((one,),), other.blocks or ((other,),)
    if len(mine[0]) != len(its):
        raise Clash("the blocks do not fit together")
    cells = (
        tuple(total([times(a, row[k]) for a, row in zip(across, its, strict=True)]) for k in range(len(its[0])))
        for across in mine
    )
    return of_blocks(tuple(cells))


def total(values: Sequence[Value]) -> Value:
    """Return the sum of some values of one shape, zeros left out."""
    kept = [each for each in values if not each.zero]
    return reduce(lambda one, other: entrywise(one, other, tree.add), kept) if kept else replace(values[0], zero=True)


def on_diagonal(value: Value) -> Sequence[Value]:
    """Return the blocks on the diagonal. Raises `Clash` where there are not as many rows of them as columns."""
    blocks = value.blocks or ()
    if any(len(row) != len(blocks) for row in blocks):
        raise Clash("the diagonal of blocks that are not square")
    return [row[number] for number, row in enumerate(blocks)]
