"""Entries of matrix expressions: products become sums, inverses and determinants are left to linear algebra.

A dimension of size one is no axis: a `D x 1` matrix is a vector, and its entries have one index.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any

from sympy import HadamardProduct, Identity, Integer, MatAdd, MatMul, MatPow, MatrixExpr, MatrixSymbol, Trace, Transpose
from sympy.core.function import Lambda
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.determinant import Determinant
from sympy.matrices.expressions.diagonal import DiagMatrix, DiagonalMatrix, DiagonalOf
from sympy.matrices.expressions.funcmatrix import FunctionMatrix
from sympy.matrices.expressions.hadamard import HadamardPower
from sympy.matrices.expressions.inverse import Inverse
from sympy.matrices.expressions.special import OneMatrix, ZeroMatrix

from derive.expr.vocabulary import name_of
from derive.lower.places import Extent
from derive.lower.reading import Reader, Scope, read, require_inside
from derive.lower.terms import ONE, ZERO, Array, Axis, Entry, Place, Term, add, delta, mul, power
from derive.lower.walk import computed, fresh, rebuilt, reduce, rename

Pair = tuple[Place, Place]
ORIGIN = Place(None, Integer(0))


def along(size: Any) -> Place:
    """Return a place that runs over a dimension, or stays where the dimension is one."""
    return ORIGIN if size == 1 else Place(fresh(Axis("", Integer(0), size - 1)), Integer(0))


@singledispatch
def matrix_entry(expr: Any, at: Pair, reader: Reader, scope: Scope) -> Term:
    """Return the entry of a matrix expression at two places. Raises `LoweringError` for kinds that NumPy has not."""
    raise reader.refuse(expr, f"{type(expr).__name__} has no counterpart in NumPy", "write it by entries")


@matrix_entry.register
def _symbol(expr: MatrixSymbol, at: Pair, reader: Reader, scope: Scope) -> Term:
    if expr.name not in reader.tensors:
        way_out = f"give {expr.name} as an argument, or put in what it is"
        raise reader.refuse(expr.name, "this matrix is no argument", way_out)
    for place, size in zip(at, expr.shape, strict=True):
        require_inside(expr.name, place.shift, place, Extent(Integer(0), size), reader)
    places = tuple(place for place, size in zip(at, expr.shape, strict=True) if size != 1)
    return Entry(Array(expr.name, len(places)), places)


@matrix_entry.register
def _add(expr: MatAdd, at: Pair, reader: Reader, scope: Scope) -> Term:
    return add(*(matrix_entry(part, at, reader, scope) for part in expr.args))


@matrix_entry.register
def _transpose(expr: Transpose, at: Pair, reader: Reader, scope: Scope) -> Term:
    return matrix_entry(expr.arg, (at[1], at[0]), reader, scope)


@matrix_entry.register
def _hadamard(expr: HadamardProduct, at: Pair, reader: Reader, scope: Scope) -> Term:
    return mul(*(matrix_entry(part, at, reader, scope) for part in expr.args))


@matrix_entry.register
def _hadamard_power(expr: HadamardPower, at: Pair, reader: Reader, scope: Scope) -> Term:
    return power(matrix_entry(expr.base, at, reader, scope), read(expr.exp, reader, scope))


@matrix_entry.register
def _each(expr: ElementwiseApplyFunction, at: Pair, reader: Reader, scope: Scope) -> Term:
    """Read the function at a stand-in for the entry, and put the entry there."""
    value = matrix_entry(expr.expr, at, reader, scope)
    (parameter,) = expr.function.variables
    return _applied(expr.function.expr, parameter, value, reader, scope)


def _applied(body: Any, parameter: Any, value: Term, reader: Reader, scope: Scope) -> Term:
    inner = replace(reader, args=reader.args | {name_of(parameter)})
    hidden = {name: place for name, place in scope.items() if name != name_of(parameter)}
    return _put(read(body, inner, hidden), name_of(parameter), value)


def _put(term: Term, name: str, value: Term) -> Term:
    if isinstance(term, Entry) and isinstance(term.array, Array) and term.array.name == name and not term.places:
        return value
    return rebuilt(term, lambda part: _put(part, name, value))


@matrix_entry.register
def _one(expr: OneMatrix, at: Pair, reader: Reader, scope: Scope) -> Term:
    return ONE


@matrix_entry.register
def _zero(expr: ZeroMatrix, at: Pair, reader: Reader, scope: Scope) -> Term:
    return ZERO


@matrix_entry.register
def _identity(expr: Identity, at: Pair, reader: Reader, scope: Scope) -> Term:
    return delta(*at)


@matrix_entry.register
def _function_matrix(expr: FunctionMatrix, at: Pair, reader: Reader, scope: Scope) -> Term:
    lamda: Lambda = expr.lamda
    inner = dict(zip(map(name_of, lamda.variables), at, strict=True))
    return read(lamda.expr, reader, {**scope, **inner})


@matrix_entry.register
def _diag_matrix(expr: DiagMatrix, at: Pair, reader: Reader, scope: Scope) -> Term:
    return mul(delta(*at), _vector_entry(expr.args[0], at[0], reader, scope))


def _vector_entry(expr: Any, at: Place, reader: Reader, scope: Scope) -> Term:
    return matrix_entry(expr, (ORIGIN, at) if expr.shape[0] == 1 else (at, ORIGIN), reader, scope)


@matrix_entry.register
def _diagonal_matrix(expr: DiagonalMatrix, at: Pair, reader: Reader, scope: Scope) -> Term:
    return mul(delta(*at), matrix_entry(expr.arg, at, reader, scope))


@matrix_entry.register
def _diagonal_of(expr: DiagonalOf, at: Pair, reader: Reader, scope: Scope) -> Term:
    return matrix_entry(expr.arg, (at[0], at[0]), reader, scope)


@matrix_entry.register
def _matmul(expr: MatMul, at: Pair, reader: Reader, scope: Scope) -> Term:
    scalars = [read(part, reader, scope) for part in expr.args if not getattr(part, "is_Matrix", False)]
    matrices = [part for part in expr.args if getattr(part, "is_Matrix", False)]
    return mul(*scalars, _chain(matrices, at, reader, scope))


def _chain(matrices: list[Any], at: Pair, reader: Reader, scope: Scope) -> Term:
    """Return the product; an inverse is solved against what stands on its right, else against what is on its left."""
    found = next((n for n, matrix in enumerate(matrices) if isinstance(matrix, Inverse)), None)
    if len(matrices) == 1 or found is None:
        return _sums(matrices, at, reader, scope)
    left, inverse, right = matrices[:found], matrices[found], matrices[found + 1 :]
    if right:
        middle = along(inverse.shape[0])
        solved = _solve(inverse.arg, right, (middle, at[1]), reader, scope)
        return _joined(left, solved, (at[0], middle), reader, scope)
    transposed = [Transpose(matrix) for matrix in reversed(left)]
    return _solve(Transpose(inverse.arg), transposed, (at[1], at[0]), reader, scope)


def _joined(left: list[Any], right: Term, at: Pair, reader: Reader, scope: Scope) -> Term:
    """Return the sum over the place between a product of matrices and a term; none is needed without matrices."""
    row, middle = at
    if not left:
        return right if middle.axis is None else rename(right, {middle.axis: row})
    body = mul(_sums(left, at, reader, scope), right)
    return body if middle.axis is None else reduce("sum", middle.axis, body)


def _solve(matrix: Any, right: list[Any], at: Pair, reader: Reader, scope: Scope) -> Term:
    """Return an entry of the solution Z of A Z = B."""
    row, column, width = along(matrix.shape[0]), along(matrix.shape[1]), along(right[-1].shape[1])
    if row.axis is None:
        value = matrix_entry(matrix, (ORIGIN, ORIGIN), reader, scope)
        return mul(_chain(right, at, reader, scope), power(value, read(Integer(-1), reader, scope)))
    coefficients = matrix_entry(matrix, (row, column), reader, scope), _axes((row, column))
    values = _chain(right, (row, width), reader, scope), _axes((row, width))
    places = tuple(place for place, own in zip(at, (row, width), strict=True) if own.axis is not None)
    lengths = tuple(size for size in (matrix.shape[0], right[-1].shape[1]) if size != 1)
    return Entry(computed("solve", (coefficients, values), lengths), places)


def _axes(places: Pair) -> tuple[Axis, ...]:
    return tuple(place.axis for place in places if place.axis is not None)


def _sums(matrices: list[Any], at: Pair, reader: Reader, scope: Scope) -> Term:
    """Return the product of matrices as a sum over the places between them."""
    between = [along(matrix.shape[1]) for matrix in matrices[:-1]]
    stops = [at[0], *between, at[1]]
    factors = [
        matrix_entry(matrix, (row, column), reader, scope)
        for matrix, row, column in zip(matrices, stops, stops[1:], strict=False)
    ]
    body = mul(*factors)
    for place in reversed(between):
        body = body if place.axis is None else reduce("sum", place.axis, body)
    return body


@matrix_entry.register
def _power(expr: MatPow, at: Pair, reader: Reader, scope: Scope) -> Term:
    if not expr.exp.is_Integer or expr.exp < 1:
        raise reader.refuse(expr, "only whole positive powers of a matrix can be computed", "write the product out")
    return _sums([expr.base] * int(expr.exp), at, reader, scope)


@matrix_entry.register
def _inverse(expr: Inverse, at: Pair, reader: Reader, scope: Scope) -> Term:
    row, column = along(expr.shape[0]), along(expr.shape[1])
    value = matrix_entry(expr.arg, (row, column), reader, scope)
    if row.axis is None:
        return power(value, read(Integer(-1), reader, scope))
    return Entry(computed("inv", ((value, _axes((row, column))),), expr.shape), at)


@read.register
def _trace(expr: Trace, reader: Reader, scope: Scope) -> Term:
    place = along(expr.arg.shape[0])
    body = matrix_entry(expr.arg, (place, place), reader, scope)
    return body if place.axis is None else reduce("sum", place.axis, body)


@read.register
def _determinant(expr: Determinant, reader: Reader, scope: Scope) -> Term:
    row, column = along(expr.arg.shape[0]), along(expr.arg.shape[1])
    value = matrix_entry(expr.arg, (row, column), reader, scope)
    return value if row.axis is None else Entry(computed("det", ((value, _axes((row, column))),), ()), ())


@read.register
def _one_by_one(expr: MatrixExpr, reader: Reader, scope: Scope) -> Term:
    if expr.shape != (1, 1):
        raise reader.refuse(expr, "a matrix stands where a number is wanted", "take an entry, a trace or a norm")
    return matrix_entry(expr, (ORIGIN, ORIGIN), reader, scope)
