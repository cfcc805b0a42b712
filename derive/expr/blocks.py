"""Determinant and inverse of a block matrix, by Schur complements."""

from __future__ import annotations

from typing import Any

from sympy.matrices.expressions import BlockMatrix, Inverse, ZeroMatrix

from derive.errors import BeyondKernelError

Grid = list[list[Any]]


def pivots(matrix: BlockMatrix) -> list[Any]:
    """Return square matrices whose determinants multiply to that of a block matrix.

    det [[A, B], [C, D]] = det A det(D - C A^-1 B) where A is invertible; of a triangular matrix, they are the blocks of
    the diagonal, invertible or not. Raises `BeyondKernelError` where a block of the diagonal is not square.
    """
    grid = _grid(matrix)
    found: list[Any] = []
    while grid:
        _check_square(grid[0][0], matrix)
        found.append(grid[0][0])
        grid = _complement(grid)
    return found


def inverse_of_blocks(matrix: BlockMatrix) -> Any:
    """Return the inverse of a 2 x 2 block matrix, where A and the Schur complement D - C A^-1 B are invertible.

    If both are, so is the whole, and the other way round where A is. Raises `BeyondKernelError` for more blocks.
    """
    grid = _grid(matrix)
    if len(grid) != 2 or len(grid[0]) != 2:
        way_out = "put blocks together, until there are 2 x 2"
        raise BeyondKernelError(matrix, reason="only 2 x 2 blocks are inverted", way_out=way_out)
    (a, b), (c, d) = grid
    _check_square(a, matrix)
    _check_square(d, matrix)
    ((schur,),) = _complement(grid)
    upper, lower = Inverse(a), Inverse(schur)
    right, left = _times(upper, b), _times(c, upper)
    first = upper + _times(_times(right, lower), left)
    return BlockMatrix([[first, -_times(right, lower)], [-_times(lower, left), lower]])


def _grid(matrix: BlockMatrix) -> Grid:
    rows, columns = matrix.blockshape
    return [[matrix.blocks[row, column] for column in range(columns)] for row in range(rows)]


def _complement(grid: Grid) -> Grid:
    """Return D - C A^-1 B for the blocks A, B, C, D, of which A is the first."""
    inverse = Inverse(grid[0][0])
    return [
        [each - _times(_times(row[0], inverse), above) for each, above in zip(row[1:], grid[0][1:], strict=True)]
        for row in grid[1:]
    ]


def _times(left: Any, right: Any) -> Any:
    """Return a product, zero where a factor is: then nothing has to be invertible for its sake."""
    zero = isinstance(left, ZeroMatrix) or isinstance(right, ZeroMatrix)
    return ZeroMatrix(left.shape[0], right.shape[1]) if zero else left * right


def _check_square(block: Any, matrix: BlockMatrix) -> None:
    if (block.shape[0] - block.shape[1]) != 0:
        way_out = "choose blocks that are square on the diagonal"
        raise BeyondKernelError(matrix, reason="a block of the diagonal is not square", way_out=way_out)
