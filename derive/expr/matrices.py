"""Matrix algebra, entry by entry: each kind of matrix says what its entry at a row and a column is."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sympy import Basic, Determinant, ImmutableDenseMatrix, Integer, MatrixSymbol, Trace
from sympy.matrices.expressions import (
    Adjoint,
    BlockMatrix,
    HadamardPower,
    HadamardProduct,
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
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagMatrix, DiagonalOf
from sympy.matrices.expressions.funcmatrix import FunctionMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import BadIndexError, BeyondKernelError, ShapeMismatchError
from derive.expr import tree
from derive.expr.axes import At, Part, Place, axis_of, common, plain, same, size_of, split, total
from derive.expr.blocks import determinants_by_parts, inverse_by_parts, is_put_together
from derive.expr.from_sympy import Scope, from_sympy, place, put
from derive.expr.tree import ONE, ZERO, Node
from derive.expr.vocabulary import name_of

LARGEST_POWER = 64


def is_matrix(expr: Any) -> bool:
    """Return whether an expression is a matrix that is not a single number."""
    return bool(getattr(expr, "is_Matrix", False)) and tuple(expr.shape) != (1, 1)


def scalar(expr: Any, scope: Scope) -> Node:
    """Return an expression as a node; a 1 x 1 matrix counts as its entry."""
    return entry_of(expr, (ZERO, ZERO), scope) if getattr(expr, "is_Matrix", False) else from_sympy(expr, scope)


@singledispatch
def entry_of(matrix: Basic, at: At, scope: Scope) -> Node:
    """Return one entry of a matrix expression. Open to kinds of matrices.

    Raises `BeyondKernelError` for kinds that no function is registered for.
    """
    way_out = "write it with products, sums, transposes and inverses of MatrixSymbols"
    raise BeyondKernelError(
        matrix, reason=f"the matrix {type(matrix).__name__} is outside of the engine", way_out=way_out
    )


@entry_of.register
def _symbol(matrix: MatrixSymbol, at: At, scope: Scope) -> Node:
    places = plain(at[0]), plain(at[1])
    for index, size in zip(places, matrix.shape, strict=True):
        if isinstance(index, tree.Number) and not 0 <= index.value < (
            int(size) if isinstance(size, Integer) else index.value + 1
        ):
            reason = f"there is no entry {index.value} in 0..{size - 1}"
            raise ShapeMismatchError(matrix, reason=reason, way_out="correct the index")
    return tree.Entry(matrix.name, places)


@entry_of.register
def _add(matrix: MatAdd, at: At, scope: Scope) -> Node:
    for part in matrix.args:
        _check_shape(matrix, matrix.args[0], part)
    return tree.add(*(entry_of(part, at, scope) for part in matrix.args))


@entry_of.register
def _mul(matrix: MatMul, at: At, scope: Scope) -> Node:
    scalars = [from_sympy(part, scope) for part in matrix.args if not part.is_Matrix]
    return tree.multiply(*scalars, _chain([part for part in matrix.args if part.is_Matrix], at, scope))


def _chain(factors: list[Any], at: At, scope: Scope) -> Node:
    """Return the entry of a product, the factors joined one at a time from the left."""
    if not factors:
        return ONE
    *others, last = factors
    if not others:
        return entry_of(last, at, scope)
    if others[-1].shape[1] != last.shape[0]:
        reason = f"the sizes {others[-1].shape[1]} and {last.shape[0]} inside the product differ"
        raise ShapeMismatchError(last, reason=reason, way_out="transpose one factor or correct a size")
    between = common(last, axis_of(others[-1], 1), axis_of(last, 0))

    def body(place: Place, inside: Scope) -> Node:
        """Return the product of what stands before and behind a place between."""
        return tree.multiply(_chain(others, (at[0], place), inside), entry_of(last, (place, at[1]), inside))

    return total(last.shape[0] if between is None else between, scope, body)


@entry_of.register
def _transpose(matrix: Transpose | Adjoint, at: At, scope: Scope) -> Node:
    return entry_of(matrix.args[0], at[::-1], scope)


@entry_of.register
def _identity(matrix: Identity, at: At, scope: Scope) -> Node:
    return same(*at)


@entry_of.register
def _zero(matrix: ZeroMatrix, at: At, scope: Scope) -> Node:
    return ZERO


@entry_of.register
def _one(matrix: OneMatrix, at: At, scope: Scope) -> Node:
    return ONE


@entry_of.register
def _hadamard(matrix: HadamardProduct, at: At, scope: Scope) -> Node:
    for part in matrix.args:
        _check_shape(matrix, matrix.args[0], part)
    return tree.multiply(*(entry_of(part, at, scope) for part in matrix.args))


@entry_of.register
def _hadamard_power(matrix: HadamardPower, at: At, scope: Scope) -> Node:
    exponent = matrix.args[1]
    if not isinstance(exponent, Integer):
        raise BeyondKernelError(matrix, reason="only integer powers of entries are read", way_out="use applyfunc")
    return tree.Power(entry_of(matrix.args[0], at, scope), tree.number(int(exponent)))


@entry_of.register
def _elementwise(matrix: ElementwiseApplyFunction, at: At, scope: Scope) -> Node:
    (variable,) = matrix.function.variables
    value = entry_of(matrix.expr, at, scope)
    fresh, inside = scope.open(name_of(variable))
    return put(from_sympy(matrix.function.expr, inside), fresh, [value])


@entry_of.register
def _function_matrix(matrix: FunctionMatrix, at: At, scope: Scope) -> Node:
    fresh, inside = scope.open(*map(name_of, matrix.lamda.variables))
    return tree.replace(from_sympy(matrix.lamda.expr, inside), dict(zip(fresh, map(plain, at), strict=True)))


@entry_of.register
def _diagonal(matrix: DiagMatrix, at: At, scope: Scope) -> Node:
    vector: Any = matrix.args[0]
    where = (at[0], ZERO) if vector.shape[1] == 1 else (ZERO, at[0])
    return tree.multiply(same(*at), entry_of(vector, where, scope))


@entry_of.register
def _diagonal_of(matrix: DiagonalOf, at: At, scope: Scope) -> Node:
    return entry_of(matrix.args[0], (at[0], at[0]), scope)


@entry_of.register
def _explicit(matrix: ImmutableDenseMatrix, at: At, scope: Scope) -> Node:
    """An explicit matrix at a place: each entry times the deltas that select it."""
    at = plain(at[0]), plain(at[1])
    if all(isinstance(index, tree.Number) for index in at):
        return from_sympy(matrix[tuple(int(index.value) for index in at if isinstance(index, tree.Number))], scope)
    chosen = [
        tree.multiply(from_sympy(matrix[row, column], scope), *_selecting(at, (row, column)))
        for row in range(matrix.rows)
        for column in range(matrix.cols)
    ]
    return tree.add(*chosen)


def _selecting(at: tuple[Node, Node], wanted: tuple[int, int]) -> list[Node]:
    return [tree.Delta(index, tree.number(value)) for index, value in zip(at, wanted, strict=True)]


@entry_of.register
def _power(matrix: MatPow, at: At, scope: Scope) -> Node:
    base, exponent = matrix.args
    if not isinstance(exponent, Integer) or abs(int(exponent)) > LARGEST_POWER:
        reason = "only small integer powers of a matrix are read"
        raise BeyondKernelError(matrix, reason=reason, way_out="write the product out")
    if exponent == 0:
        return same(*at)
    return _chain([base if exponent > 0 else Inverse(base)] * abs(int(exponent)), at, scope)


@entry_of.register
def _inverse(matrix: Inverse, at: At, scope: Scope) -> Node:
    """Return the entry of an inverse; of one whose places are pairs or in blocks, by its parts."""
    inner: Any = matrix.args[0]
    if isinstance(inner, Inverse):
        return entry_of(inner.args[0], at, scope)
    if is_put_together(inner):
        return entry_of(inverse_by_parts(inner), at, scope)
    return _kept(inner, at, scope)


def _kept(inner: Any, at: At, scope: Scope) -> Node:
    if inner.shape[0] == 1:
        return tree.reciprocal(entry_of(inner, (ZERO, ZERO), scope))
    (row, column), inside = scope.open("", " ")
    return tree.bind_matrix(
        row.name,
        column.name,
        from_sympy(size_of(inner.shape[0]), scope),
        entry_of(inner, (row, column), inside),
        (plain(at[0]), plain(at[1])),
    )


@entry_of.register
def _kronecker(matrix: KroneckerProduct, at: At, scope: Scope) -> Node:
    """(A kron B)[(i, k), (j, l)] = A[i, j] B[k, l]."""
    sides = [split(at[side], [axis_of(part, side) for part in matrix.args]) for side in (0, 1)]
    return tree.multiply(
        *(entry_of(part, (row, column), scope) for part, row, column in zip(matrix.args, *sides, strict=True))
    )


@entry_of.register
def _blocks(matrix: BlockMatrix, at: At, scope: Scope) -> Node:
    """Return the entry of the block in which the place lies."""
    (row, one), (column, other) = (_in_block(place) for place in at)
    return entry_of(matrix.blocks[row, column], (one, other), scope)


def _in_block(place: Place) -> tuple[int, Place]:
    return (place.block, place.place) if isinstance(place, Part) else (0, place)


@from_sympy.register
def _trace(expr: Trace, scope: Scope) -> Node:
    axis = common(expr, axis_of(expr.arg, 0), axis_of(expr.arg, 1))
    size = expr.arg.shape[0] if axis is None else axis
    return total(size, scope, lambda at, inside: entry_of(expr.arg, (at, at), inside))


@from_sympy.register
def _determinant(expr: Determinant, scope: Scope) -> Node:
    """Return a determinant; of a matrix whose places are pairs or in blocks, as powers of those of its parts."""
    matrix: Any = expr.args[0]
    if is_put_together(matrix):
        powers = ((_determinant(Determinant(part), scope), times) for part, times in determinants_by_parts(matrix))
        return tree.multiply(
            *(value if times == 1 else tree.Power(value, from_sympy(times, scope)) for value, times in powers)
        )
    if matrix.shape[0] == 1:
        return entry_of(matrix, (ZERO, ZERO), scope)
    (row, column), inside = scope.open("", " ")
    size = from_sympy(size_of(matrix.shape[0]), scope)
    return tree.bind_matrix(row.name, column.name, size, entry_of(matrix, (row, column), inside))


@from_sympy.register
def _element(expr: MatrixElement, scope: Scope) -> Node:
    for index, size in zip(expr.indices, expr.parent.shape, strict=True):
        if index.is_negative or (index - size).is_nonnegative:
            reason = f"the entries of a matrix are numbered 0..{size - 1}"
            raise BadIndexError(index, place=expr, reason=reason, way_out="count from 0")
    row, column = (place(index, scope) for index in expr.indices)
    return entry_of(expr.parent, (row, column), scope)


def _check_shape(whole: Basic, one: Any, other: Any) -> None:
    if any((a - b) != 0 for a, b in zip(one.shape, other.shape, strict=True)):
        reason = f"a {one.shape[0]} x {one.shape[1]} matrix meets a {other.shape[0]} x {other.shape[1]} matrix"
        raise ShapeMismatchError(whole, reason=reason, way_out="transpose one of them or correct a size")
