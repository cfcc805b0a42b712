"""Matrices and vectors that are written out, with blocks and ellipses."""

from __future__ import annotations

from collections.abc import Sequence

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Place
from derive.meaning.blocks import of_blocks
from derive.meaning.conditions import cases
from derive.meaning.dots import LETTER, general_member
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.opaque import opaque
from derive.meaning.powers import determinant
from derive.meaning.reading import read
from derive.meaning.values import Value, align, kind, transposed

CASES = frozenset({"cases", "rcases", "dcases", "numcases"})
ACROSS = frozenset({frozenset({"matrix", "column"}), frozenset({"row", "number"})})
"""What stands beside one another in a list."""
DETERMINANTS = frozenset({"vmatrix"})


@read.register
def _grid(node: surface.Grid, here: Here) -> Value:
    if node.environment.rstrip("*") in CASES:
        return cases(node, here)
    rows = [row for row in node.rows if row]
    if any(isinstance(each, surface.Dots) for each in surface.walk(node)):
        value = _dotted(rows, here)
    else:
        value = _written_out(rows, here)
    if value is None:
        if here.general:
            raise Clash("a matrix of blocks that do not fit together")
        return opaque(node, "a matrix that is not read", here)
    return determinant(value, here) if node.environment in DETERMINANTS else value


def _written_out(rows: Sequence[Sequence[Node]], here: Here) -> Value | None:
    """Return a matrix of numbers; None where a cell is a block or the rows differ in length."""
    return _of_cells([[read(each, here) for each in row] for row in rows])


def _of_cells(cells: Sequence[Sequence[Value]]) -> Value | None:
    if len({len(row) for row in cells}) != 1 or any(value.rank for row in cells for value in row):
        return _lined_up(cells) or _of_blocks(cells)
    height, width = len(cells), len(cells[0])

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the entry that stands at a place, picked by deltas."""
        terms = [
            tree.multiply(*_picks(row, i, height), *_picks(column, j, width), cells[i][j].number)
            for i in range(height)
            for j in range(width)
        ]
        return tree.add(*terms)

    return Value(_counted(height), _counted(width), at)


def _counted(count: int) -> Axis | None:
    return Axis((tree.ONE, tree.number(count)), "n", declared=True) if count > 1 else None


def _picks(place: Expression | None, number: int, count: int) -> tuple[Expression, ...]:
    return () if place is None or count == 1 else (tree.Delta(place, tree.number(number + 1)),)


def _of_blocks(cells: Sequence[Sequence[Value]]) -> Value | None:
    """Return a matrix of blocks; None where its rows differ in length."""
    if len({len(row) for row in cells}) != 1:
        return None
    return of_blocks(tuple(map(tuple, cells)))


def _lined_up(cells: Sequence[Sequence[Value]]) -> Value | None:
    """Return columns side by side, or rows below each other, as a matrix; other blocks have no places of their own."""
    if len(cells) > 1 and all(len(row) == 1 for row in cells):
        found = _lined_up([[transposed(row[0]) for row in cells]])
        return None if found is None else transposed(found)
    if len(cells) != 1 or len(cells[0]) == 1 or any(each.rows is None or each.columns is not None for each in cells[0]):
        return None
    columns = cells[0]
    for each in columns[1:]:
        align(columns[0], each)

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the entry of the column that stands at a place."""
        terms = (
            tree.multiply(*_picks(column, number, len(columns)), each.along(row or tree.ONE))
            for number, each in enumerate(columns)
        )
        return tree.add(*terms)

    return Value(columns[0].rows, _counted(len(columns)), at)


def _dotted(rows: Sequence[Sequence[Node]], here: Here) -> Value | None:
    """Return a column, a row or a diagonal with an ellipsis, by its general member."""
    if all(len(row) == 1 for row in rows):
        return vector_of([row[0] for row in rows], here)
    if len(rows) == 1:
        found = vector_of(list(rows[0]), here)
        return None if found is None else transposed(found)
    return None


def vector_of(listed: Sequence[Node], here: Here) -> Value | None:
    """Return a list as a column: written out, or by its general member where it has an ellipsis."""
    if not any(isinstance(each, surface.Dots) for each in listed):
        if any(isinstance(each, surface.Sequence | surface.Chain) for each in listed):
            return None
        cells = [read(each, here) for each in listed]
        return _of_cells([cells] if _is_across(cells) else [[each] for each in cells])
    found = general_member(listed[0], listed[-1])
    if found is None:
        return None
    first, last, member = found
    name = here.fresh(LETTER)
    axis = Axis(here.ends((first, last)), LETTER)
    body = read(member, here.binding({LETTER: Place(tree.Index(name), axis)}))
    if body.rank > 1:
        raise Clash("a list of matrices")
    lined = body if body.rows is None else transposed(body)
    here.record.read_as.add("a list with dots has all members between its ends")

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the member at a place."""
        if row is None:
            raise Clash("a list without its place")
        return tree.replace(lined.at(None, column), {tree.Index(name): row})

    return Value(axis, lined.columns, at)


def _is_across(cells: Sequence[Value]) -> bool:
    r"""Return whether a list goes on to the right: a matrix and a column, as `[X, \mathbf 1]`; a row and a number."""
    return frozenset(map(kind, cells)) in ACROSS
