"""`numpy.linalg` for traced matrices: inverse, solution of linear equations, determinant."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from numeric.verify.trace import blocks, cases, linear, named
from numeric.verify.trace.blocks import Block, Places, Position, build, constant
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.session import Trace


def inverse(trace: Trace, block: Block) -> Block:
    """Return the inverse of a matrix: a tensor of its own, of which its derivative and the product are known."""
    rows, columns, entry = _entries(trace, block)
    base, flipped = named.inverse(trace, entry, rows, columns)

    def value(_: Position, places: Places) -> Entry:
        """Return the entry at a position."""
        (row,), (column,) = places
        return base[column, row] if flipped else base[row, column]

    return build(trace, block.axes, value)


def _entries(trace: Trace, block: Block) -> tuple[Any, Any, Any]:
    if len(block.axes) != 2:  # noqa: PLR2004 -- a matrix
        raise trace.end("linalg", "only single matrices are traced")
    blocks.unify(trace, *block.axes)
    if len(block.axes[0]) != 1 or len(block.axes[0][0]) != 1:
        raise trace.end("linalg", "a matrix of several parts, or of a fixed size")
    (size,) = block.axes[0][0]
    row, column = trace.fresh(size), trace.fresh(size)
    return row, column, cases.close(trace, block.entry((0, 0), ((row,), (column,))))


def solve(trace: Trace, block: Block, right: Block) -> Block:
    """Return the solution of linear equations, for one right side or several."""
    letters = "y" if len(right.axes) == 1 else "yz"
    return linear.contract(trace, [(inverse(trace, block), "xy"), (right, letters)], letters.replace("y", "x"))


def log_determinant(trace: Trace, block: Block) -> tuple[Block, Block]:
    """Return the sign of a determinant, taken as +1 on condition, and the logarithm of its magnitude."""
    rows, columns, entry = _entries(trace, block)
    base = named.log_determinant(trace, entry, rows, columns)
    return constant(trace, Integer(1)), constant(trace, base[Integer(0)])
