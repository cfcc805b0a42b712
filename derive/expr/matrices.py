"""Matrix algebra, entry by entry: each kind of matrix says what its entry at a row and a column is."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sympy import Basic, Determinant, ImmutableDenseMatrix, Integer, MatrixSymbol, Trace
from sympy.matrices.expressions import (
    Adjoint,
    HadamardPower,
    HadamardProduct,
    Identity,
    Inverse,
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
from derive.expr.from_sympy import Scope, from_sympy, place, put
from derive.expr.tree import ONE, ZERO, Node
from derive.expr.vocabulary import name_of

At = tuple[Node, Node]
"""The row and the column of an entry."""
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


def _last(size: Any, scope: Scope) -> Node:
    return tree.subtract(from_sympy(_size(size), scope), ONE)


def _size(size: Any) -> Any:
    return Integer(size) if isinstance(size, int) else size


def _axis(size: Any, scope: Scope) -> tuple[Node, Scope]:
    """Return a fresh index for an axis, or the fixed 0 where there is only one place."""
    if size == 1:
        return ZERO, scope
    (index,), inside = scope.open("")
    return index, inside


def _sum(index: Node, size: Any, body: Node, scope: Scope) -> Node:
    return (
        tree.bind(tree.Sum, index.name, ZERO, _last(size, scope), body=body) if isinstance(index, tree.Index) else body
    )


@entry_of.register
def _symbol(matrix: MatrixSymbol, at: At, scope: Scope) -> Node:
    for index, size in zip(at, matrix.shape, strict=True):
        if isinstance(index, tree.Number) and not 0 <= index.value < (
            int(size) if isinstance(size, Integer) else index.value + 1
        ):
            reason = f"there is no entry {index.value} in 0..{size - 1}"
            raise ShapeMismatchError(matrix, reason=reason, way_out="correct the index")
    return tree.Entry(matrix.name, at)


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
    between, inside = _axis(last.shape[0], scope)
    body = tree.multiply(_chain(others, (at[0], between), inside), entry_of(last, (between, at[1]), inside))
    return _sum(between, last.shape[0], body, scope)


@entry_of.register
def _transpose(matrix: Transpose | Adjoint, at: At, scope: Scope) -> Node:
    return entry_of(matrix.args[0], at[::-1], scope)


@entry_of.register
def _identity(matrix: Identity, at: At, scope: Scope) -> Node:
    return tree.Delta(*at)


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
    return tree.replace(from_sympy(matrix.lamda.expr, inside), dict(zip(fresh, at, strict=True)))


@entry_of.register
def _diagonal(matrix: DiagMatrix, at: At, scope: Scope) -> Node:
    vector: Any = matrix.args[0]
    where = (at[0], ZERO) if vector.shape[1] == 1 else (ZERO, at[0])
    return tree.multiply(tree.Delta(*at), entry_of(vector, where, scope))


@entry_of.register
def _diagonal_of(matrix: DiagonalOf, at: At, scope: Scope) -> Node:
    return entry_of(matrix.args[0], (at[0], at[0]), scope)


@entry_of.register
def _explicit(matrix: ImmutableDenseMatrix, at: At, scope: Scope) -> Node:
    """An explicit matrix at a place: each entry times the deltas that select it."""
    if all(isinstance(index, tree.Number) for index in at):
        return from_sympy(matrix[tuple(int(index.value) for index in at if isinstance(index, tree.Number))], scope)
    chosen = [
        tree.multiply(from_sympy(matrix[row, column], scope), *_selecting(at, (row, column)))
        for row in range(matrix.rows)
        for column in range(matrix.cols)
    ]
    return tree.add(*chosen)


def _selecting(at: At, wanted: tuple[int, int]) -> list[Node]:
    return [tree.Delta(index, tree.number(value)) for index, value in zip(at, wanted, strict=True)]


@entry_of.register
def _power(matrix: MatPow, at: At, scope: Scope) -> Node:
    base, exponent = matrix.args
    if not isinstance(exponent, Integer) or abs(int(exponent)) > LARGEST_POWER:
        reason = "only small integer powers of a matrix are read"
        raise BeyondKernelError(matrix, reason=reason, way_out="write the product out")
    if exponent == 0:
        return tree.Delta(*at)
    return _chain([base if exponent > 0 else Inverse(base)] * abs(int(exponent)), at, scope)


@entry_of.register
def _inverse(matrix: Inverse, at: At, scope: Scope) -> Node:
    """Return the entry of an inverse; that of a product of square matrices is the product of inverses."""
    inner: Any = matrix.args[0]
    if isinstance(inner, Inverse):
        return entry_of(inner.args[0], at, scope)
    if isinstance(inner, Transpose):
        return entry_of(Inverse(inner.args[0]), at[::-1], scope)
    if isinstance(inner, MatMul) and all(not p.is_Matrix or p.shape[0] == p.shape[1] for p in inner.args):
        scalars = [tree.reciprocal(from_sympy(part, scope)) for part in inner.args if not part.is_Matrix]
        factors: list[Any] = [part for part in reversed(inner.args) if part.is_Matrix]
        inverse = (
            _chain([Inverse(part) for part in factors], at, scope) if len(factors) > 1 else _kept(factors[0], at, scope)
        )
        return tree.multiply(*scalars, inverse)
    return _kept(inner, at, scope)


def _kept(inner: Any, at: At, scope: Scope) -> Node:
    if inner.shape[0] == 1:
        return tree.reciprocal(entry_of(inner, (ZERO, ZERO), scope))
    (row, column), inside = scope.open("", " ")
    return tree.bind_matrix(
        row.name, column.name, from_sympy(_size(inner.shape[0]), scope), entry_of(inner, (row, column), inside), at
    )


@from_sympy.register
def _trace(expr: Trace, scope: Scope) -> Node:
    size = expr.arg.shape[0]
    index, inside = _axis(size, scope)
    return _sum(index, size, entry_of(expr.arg, (index, index), inside), scope)


@from_sympy.register
def _determinant(expr: Determinant, scope: Scope) -> Node:
    return _determinant_of(expr.args[0], scope)


def _determinant_of(matrix: Any, scope: Scope) -> Node:
    """Return a determinant: det(AB) = det A det B for square factors, det A^-1 = 1 / det A."""
    if isinstance(matrix, MatMul) and all(not p.is_Matrix or p.shape[0] == p.shape[1] for p in matrix.args):
        parts = [_determinant_of(part, scope) for part in matrix.args if part.is_Matrix]
        size = from_sympy(_size(matrix.shape[0]), scope)
        return tree.multiply(*parts, *(tree.Power(from_sympy(p, scope), size) for p in matrix.args if not p.is_Matrix))
    if isinstance(matrix, Inverse):
        return tree.reciprocal(_determinant_of(matrix.args[0], scope))
    if matrix.shape[0] == 1:
        return entry_of(matrix, (ZERO, ZERO), scope)
    (row, column), inside = scope.open("", " ")
    return tree.bind_matrix(
        row.name, column.name, from_sympy(_size(matrix.shape[0]), scope), entry_of(matrix, (row, column), inside)
    )


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
