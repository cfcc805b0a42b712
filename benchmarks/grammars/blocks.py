"""What a matrix expression is worth: rows of numbers, by the schoolbook."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import singledispatch
from typing import Any

from sympy import (
    BlockMatrix,
    Determinant,
    DiagMatrix,
    DiagonalMatrix,
    FunctionMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Inverse,
    KroneckerProduct,
    MatAdd,
    MatMul,
    MatPow,
    MatrixExpr,
    MatrixSymbol,
    OneMatrix,
    Trace,
    Transpose,
    ZeroMatrix,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from benchmarks.grammars.duals import NoValueError, Number, UnknownNodeError, inverse, minus, plain, plus, power, times
from benchmarks.grammars.values import World, value, whole

Rows = list[list[Number]]
At = Mapping[str, int]
ZERO, ONE = Fraction(0), Fraction(1)


@singledispatch
def rows(expr: Any, _world: World, _at: At) -> Rows:
    """Return the rows of a matrix expression.

    >>> from sympy import MatrixSymbol
    >>> A = MatrixSymbol("A", 2, 2)
    >>> rows(A * Inverse(A), World({}), {}) == rows(Identity(2), World({}), {})
    True
    """
    raise UnknownNodeError(type(expr).__name__)


def shape(expr: Any, world: World, at: At) -> tuple[int, int]:
    """Return numbers of rows and columns."""
    return whole(expr.shape[0], world, at), whole(expr.shape[1], world, at)


def _filled(expr: Any, world: World, at: At, diagonal: Number, rest: Number) -> Rows:
    height, width = shape(expr, world, at)
    return [[diagonal if i == j else rest for j in range(width)] for i in range(height)]


@rows.register
def _(expr: MatrixSymbol, world: World, at: At) -> Rows:
    height, width = shape(expr, world, at)
    return [[world.entry(expr.name, expr.shape, (i, j)) for j in range(width)] for i in range(height)]


@rows.register
def _(expr: Identity, world: World, at: At) -> Rows:
    return _filled(expr, world, at, ONE, ZERO)


@rows.register
def _(expr: ZeroMatrix, world: World, at: At) -> Rows:
    return _filled(expr, world, at, ZERO, ZERO)


@rows.register
def _(expr: OneMatrix, world: World, at: At) -> Rows:
    return _filled(expr, world, at, ONE, ONE)


@rows.register
def _(expr: Transpose, world: World, at: At) -> Rows:
    return [list(column) for column in zip(*rows(expr.args[0], world, at), strict=True)]


@rows.register
def _(expr: MatAdd, world: World, at: At) -> Rows:
    total, *others = (rows(arg, world, at) for arg in expr.args)
    for other in others:
        total = _each(plus, total, other)
    return total


@rows.register
def _(expr: HadamardProduct, world: World, at: At) -> Rows:
    total, *others = (rows(arg, world, at) for arg in expr.args)
    for other in others:
        total = _each(times, total, other)
    return total


@rows.register
def _(expr: HadamardPower, world: World, at: At) -> Rows:
    exponent = whole(expr.args[1], world, at)
    return [[power(entry, exponent) for entry in row] for row in rows(expr.args[0], world, at)]


@rows.register
def _(expr: FunctionMatrix, world: World, at: At) -> Rows:
    height, width = shape(expr, world, at)
    (i, j), body = (str(name) for name in expr.lamda.variables), expr.lamda.expr
    return [[value(body, world, {**at, i: row, j: column}) for column in range(width)] for row in range(height)]


def _diagonal(expr: Any, world: World, at: At) -> Rows:
    block = rows(expr.args[0], world, at)
    entries = [row[0] for row in block] if isinstance(expr, DiagMatrix) else [row[i] for i, row in enumerate(block)]
    return [[entry if i == j else ZERO for j in range(len(entries))] for i, entry in enumerate(entries)]


for _kind in (DiagMatrix, DiagonalMatrix):
    rows.register(_kind)(_diagonal)


def _each(combine: Any, left: Rows, right: Rows) -> Rows:
    return [[combine(a, b) for a, b in zip(one, two, strict=True)] for one, two in zip(left, right, strict=True)]


@rows.register
def _(expr: MatMul, world: World, at: At) -> Rows:
    factor: Number = ONE
    product: Rows | None = None
    for arg in expr.args:
        if isinstance(arg, MatrixExpr):
            block = rows(arg, world, at)
            product = block if product is None else multiplied(product, block)
        else:
            factor = times(factor, value(arg, world, at))
    return [[times(factor, entry) for entry in row] for row in product or []]


def multiplied(left: Rows, right: Rows) -> Rows:
    """Return the matrix product."""
    return [[_dot(row, column) for column in zip(*right, strict=True)] for row in left]


def _dot(row: Any, column: Any) -> Number:
    total: Number = ZERO
    for a, b in zip(row, column, strict=True):
        total = plus(total, times(a, b))
    return total


@rows.register
def _(expr: KroneckerProduct, world: World, at: At) -> Rows:
    total, *others = (rows(arg, world, at) for arg in expr.args)
    for other in others:
        total = [[times(a, b) for a in one for b in two] for one in total for two in other]
    return total


@rows.register
def _(expr: BlockMatrix, world: World, at: At) -> Rows:
    height, width = expr.blocks.shape
    strips = [[rows(expr.blocks[i, j], world, at) for j in range(width)] for i in range(height)]
    return [[entry for block in strip for entry in block[k]] for strip in strips for k in range(len(strip[0]))]


@rows.register
def _(expr: Inverse, world: World, at: At) -> Rows:
    return inverted(rows(expr.args[0], world, at))


@rows.register
def _(expr: MatPow, world: World, at: At) -> Rows:
    base, exponent = rows(expr.args[0], world, at), whole(expr.args[1], world, at)
    result, factor = _unit(len(base)), inverted(base) if exponent < 0 else base
    for _ in range(abs(exponent)):
        result = multiplied(result, factor)
    return result


def _unit(size: int) -> Rows:
    return [[ONE if i == j else ZERO for j in range(size)] for i in range(size)]


def inverted(block: Rows) -> Rows:
    """Return the inverse, by Gauss and Jordan. Raises `NoValueError` for a singular matrix."""
    size = len(block)
    wide = [[*row, *unit] for row, unit in zip(block, _unit(size), strict=True)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if plain(wide[i][column]) != 0), None)
        if pivot is None:
            raise NoValueError
        wide[column], wide[pivot] = wide[pivot], wide[column]
        one = inverse(wide[column][column])
        wide[column] = [times(one, entry) for entry in wide[column]]
        for i in range(size):
            if i != column:
                by = wide[i][column]
                wide[i] = [minus(a, times(by, b)) for a, b in zip(wide[i], wide[column], strict=True)]
    return [row[size:] for row in wide]


@value.register
def _(expr: Trace, world: World, at: At) -> Number:
    block = rows(expr.args[0], world, at)
    total: Number = ZERO
    for i, row in enumerate(block):
        total = plus(total, row[i])
    return total


@value.register
def _(expr: Determinant, world: World, at: At) -> Number:
    return _determinant(rows(expr.args[0], world, at))


def _determinant(block: Rows) -> Number:
    if not block:
        return ONE
    total: Number = ZERO
    for column, entry in enumerate(block[0]):
        minor = [[*row[:column], *row[column + 1 :]] for row in block[1:]]
        total = plus(total, times(times(Fraction((-1) ** column), entry), _determinant(minor)))
    return total


@value.register
def _(expr: MatrixElement, world: World, at: At) -> Number:
    i, j = (whole(index, world, at) for index in expr.indices)
    if isinstance(expr.parent, MatrixSymbol):
        return world.entry(expr.parent.name, expr.parent.shape, (i, j))
    block = rows(expr.parent, world, at)
    if not (0 <= i < len(block) and 0 <= j < len(block[0])):
        raise NoValueError
    return block[i][j]


def numbers(expr: Any, world: World, at: At) -> list[Number]:
    """Return all entries of a matrix, or the one value of a number."""
    if isinstance(expr, MatrixExpr):
        return [entry for row in rows(expr, world, at) for entry in row]
    return [value(expr, world, at)]
