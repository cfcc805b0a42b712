"""Inverse and determinant of a matrix that is put together: of blocks, as a Kronecker product, of products of these."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sympy import Integer, Mul
from sympy.matrices.expressions import BlockMatrix, Inverse, KroneckerProduct, MatMul, MatPow, Transpose, ZeroMatrix

from derive.errors import BeyondKernelError
from derive.expr.axes import Blocks, Pairs, axis_of, size_of

Grid = list[list[Any]]
Powers = list[tuple[Any, Any]]
"""Matrices, each with an exponent."""


def is_put_together(matrix: Any) -> bool:
    """Return whether the places of a matrix are pairs, or in blocks."""
    return any(isinstance(axis_of(matrix, side), Pairs | Blocks) for side in (0, 1))


@singledispatch
def inverse_by_parts(matrix: Any) -> Any:
    """Return the inverse of such a matrix, with inverses of its parts only. Open to kinds of matrices.

    Raises `BeyondKernelError` for a sum, and for what has parts that are not square.
    """
    raise _beyond(matrix, "it has no inverse by its parts")


@singledispatch
def determinants_by_parts(matrix: Any) -> Powers:
    """Return matrices and exponents whose determinants, to these powers, multiply to that of such a matrix.

    Open to kinds of matrices. Raises `BeyondKernelError` for a sum, and for what has parts that are not square.
    """
    raise _beyond(matrix, "it has no determinant by its parts")


def _beyond(matrix: Any, reason: str) -> BeyondKernelError:
    way_out = "add the matrices up block by block, and choose blocks and factors that are square"
    return BeyondKernelError(matrix, reason=reason, way_out=way_out)


def _square_parts(matrix: Any) -> list[Any]:
    parts = [part for part in matrix.args if getattr(part, "is_Matrix", False)]
    if any((part.shape[0] - part.shape[1]) != 0 for part in parts):
        raise _beyond(matrix, "a factor is not square")
    return parts


def _scalars(matrix: Any) -> list[Any]:
    return [part for part in matrix.args if not getattr(part, "is_Matrix", False)]


@inverse_by_parts.register
def _of_turned(matrix: Transpose) -> Any:
    return Transpose(Inverse(matrix.args[0]))


@inverse_by_parts.register
def _of_pairs(matrix: KroneckerProduct) -> Any:
    """(A kron B)^-1 = A^-1 kron B^-1."""
    return KroneckerProduct(*map(Inverse, _square_parts(matrix)))


@inverse_by_parts.register
def _of_product(matrix: MatMul) -> Any:
    """(A B)^-1 = B^-1 A^-1 for square A and B."""
    scalars = [1 / each for each in _scalars(matrix)]
    return MatMul(*scalars, *(Inverse(part) for part in reversed(_square_parts(matrix))))


@inverse_by_parts.register
def _of_power(matrix: MatPow) -> Any:
    return MatPow(Inverse(matrix.args[0]), matrix.args[1])


@determinants_by_parts.register
def _turned(matrix: Transpose) -> Powers:
    return [(matrix.args[0], Integer(1))]


@determinants_by_parts.register
def _inverted(matrix: Inverse) -> Powers:
    return [(matrix.args[0], Integer(-1))]


@determinants_by_parts.register
def _pairs(matrix: KroneckerProduct) -> Powers:
    """det(A kron B) = det(A)^M det(B)^N for A with N rows and B with M."""
    parts = _square_parts(matrix)
    sizes = [size_of(part.shape[0]) for part in parts]
    return [(part, Mul(*sizes[:n], *sizes[n + 1 :])) for n, part in enumerate(parts)]


@determinants_by_parts.register
def _product(matrix: MatMul) -> Powers:
    """det(c A B) = c^N det A det B for square A and B."""
    if _scalars(matrix):
        raise _beyond(matrix, "a number stands before it")
    return [(part, Integer(1)) for part in _square_parts(matrix)]


@determinants_by_parts.register
def _power(matrix: MatPow) -> Powers:
    return [(matrix.args[0], matrix.args[1])]


@determinants_by_parts.register
def _blocks(matrix: BlockMatrix) -> Powers:
    """det [[A, B], [C, D]] = det A det(D - C A^-1 B) where A is invertible; where B or C is 0, det A det D anyway."""
    grid = _grid(matrix)
    found: Powers = []
    while grid:
        _check_square(grid[0][0], matrix)
        found.append((grid[0][0], Integer(1)))
        grid = _complement(grid)
    return found


@inverse_by_parts.register
def _of_blocks(matrix: BlockMatrix) -> Any:
    """Return the inverse of a 2 x 2 block matrix, where A and the Schur complement D - C A^-1 B are invertible.

    If both are, so is the whole, and the other way round where A is. Raises `BeyondKernelError` for more blocks.
    """
    grid = _grid(matrix)
    if len(grid) != 2 or len(grid[0]) != 2:
        raise _beyond(matrix, "only 2 x 2 blocks are inverted")
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
        raise _beyond(matrix, "a block of the diagonal is not square")
