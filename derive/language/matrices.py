"""Reading matrix algebra: each kind of matrix says what its entry at a row and a column is."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Determinant, Expr, ImmutableDenseMatrix, Integer, MatrixSymbol, Trace
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

from derive import kernel
from derive.errors import BeyondKernelError, ShapeMismatchError
from derive.language.read import entry_of, read
from derive.language.session import Need, Scope, Session
from derive.language.symbols import name_of

At = tuple[kernel.Index, kernel.Index]
LARGEST_POWER = 64


def axis(session: Session, size: Expr) -> kernel.Index:
    """Return a fresh index over 0..size-1, or the fixed 0 where there is only one place."""
    last = Integer(size - 1) if isinstance(size, int) else size - 1
    return session.ring.literal(0) if size == 1 else session.ring.fresh(session.dim((Integer(0), last)))


def _sum(session: Session, index: kernel.Index, poly: kernel.Poly) -> kernel.Poly:
    return poly if index.dim is None else kernel.sum_over(session.ring, [index], poly)


@entry_of.register
def _symbol(matrix: MatrixSymbol, at: At, session: Session, scope: Scope) -> kernel.Poly:
    for index, size in zip(at, matrix.shape, strict=True):
        if index.value is not None and not 0 <= index.value < (size if isinstance(size, Integer) else index.value + 1):
            raise ShapeMismatchError(
                matrix, reason=f"there is no entry {index.value} in 0..{size - 1}", way_out="correct the index"
            )
    return kernel.entry(session.ring, session.tensor(matrix), *at)


@entry_of.register
def _add(matrix: MatAdd, at: At, session: Session, scope: Scope) -> kernel.Poly:
    for part in matrix.args:
        check_shape(matrix, matrix.args[0], part)
    return kernel.add(*(entry_of(part, at, session, scope) for part in matrix.args))


@entry_of.register
def _mul(matrix: MatMul, at: At, session: Session, scope: Scope) -> kernel.Poly:
    scalars = [part for part in matrix.args if not part.is_Matrix]
    factors = [part for part in matrix.args if part.is_Matrix]
    result = _chain(factors, at, session, scope)
    for part in scalars:
        result = kernel.multiply(session.ring, result, read(part, session, scope))
    return result


def _chain(factors: list[Any], at: At, session: Session, scope: Scope) -> kernel.Poly:
    """The entry of a product, the factors joined one at a time from the left."""
    result = None
    row = at[0]
    for place, factor in enumerate(factors):
        if place and factors[place - 1].shape[1] != factor.shape[0]:
            reason = f"the sizes {factors[place - 1].shape[1]} and {factor.shape[0]} inside the product differ"
            raise ShapeMismatchError(factor, reason=reason, way_out="transpose one factor or correct a size")
        column = at[1] if place == len(factors) - 1 else axis(session, factor.shape[1])
        entry = entry_of(factor, (row, column), session, scope)
        result = entry if result is None else _sum(session, row, kernel.multiply(session.ring, result, entry))
        row = column
    return result if result is not None else session.ring.constant(1)


@entry_of.register
def _transpose(matrix: Transpose | Adjoint, at: At, session: Session, scope: Scope) -> kernel.Poly:
    return entry_of(matrix.args[0], at[::-1], session, scope)


@entry_of.register
def _identity(matrix: Identity, at: At, session: Session, scope: Scope) -> kernel.Poly:
    return kernel.delta(session.ring, *at)


@entry_of.register
def _zero(matrix: ZeroMatrix, at: At, session: Session, scope: Scope) -> kernel.Poly:
    return {}


@entry_of.register
def _one(matrix: OneMatrix, at: At, session: Session, scope: Scope) -> kernel.Poly:
    return session.ring.constant(1)


@entry_of.register
def _hadamard(matrix: HadamardProduct, at: At, session: Session, scope: Scope) -> kernel.Poly:
    result = session.ring.constant(1)
    for part in matrix.args:
        check_shape(matrix, matrix.args[0], part)
        result = kernel.multiply(session.ring, result, entry_of(part, at, session, scope))
    return result


@entry_of.register
def _hadamard_power(matrix: HadamardPower, at: At, session: Session, scope: Scope) -> kernel.Poly:
    exponent = matrix.args[1]
    if not isinstance(exponent, Integer):
        raise BeyondKernelError(matrix, reason="only integer powers of entries are read", way_out="use applyfunc")
    base = entry_of(matrix.args[0], at, session, scope)
    if exponent.is_negative:
        session.need(Need("nonzero", matrix.args[0], base, scope, "in a denominator"))
    return kernel.raise_to(session.ring, base, int(exponent))


@entry_of.register
def _elementwise(matrix: ElementwiseApplyFunction, at: At, session: Session, scope: Scope) -> kernel.Poly:
    (variable,) = matrix.function.variables
    value = entry_of(matrix.expr, at, session, scope)
    return read(matrix.function.expr, session, {**scope, name_of(variable): value})


@entry_of.register
def _function_matrix(matrix: FunctionMatrix, at: At, session: Session, scope: Scope) -> kernel.Poly:
    rows, columns = (name_of(v) for v in matrix.lamda.variables)
    inner = {name: i.value if i.value is not None else i for name, i in zip((rows, columns), at, strict=True)}
    return read(matrix.lamda.expr, session, {**scope, **inner})


@entry_of.register
def _diagonal(matrix: DiagMatrix, at: At, session: Session, scope: Scope) -> kernel.Poly:
    vector: Any = matrix.args[0]
    first = session.ring.literal(0)
    where = (at[0], first) if vector.shape[1] == 1 else (first, at[0])
    return kernel.multiply(session.ring, kernel.delta(session.ring, *at), entry_of(vector, where, session, scope))


@entry_of.register
def _diagonal_of(matrix: DiagonalOf, at: At, session: Session, scope: Scope) -> kernel.Poly:
    return entry_of(matrix.args[0], (at[0], at[0]), session, scope)


@entry_of.register
def _explicit(matrix: ImmutableDenseMatrix, at: At, session: Session, scope: Scope) -> kernel.Poly:
    """An explicit matrix at a moving place: each entry times the deltas that select it."""
    total: kernel.Poly = {}
    for row in range(matrix.rows):
        for column in range(matrix.cols):
            picked = read(matrix[row, column], session, scope)
            for index, value in zip(at, (row, column), strict=True):
                picked = kernel.multiply(
                    session.ring, picked, kernel.delta(session.ring, index, session.ring.literal(value))
                )
            total = kernel.add(total, picked)
    return total


@entry_of.register
def _power(matrix: MatPow, at: At, session: Session, scope: Scope) -> kernel.Poly:
    base, exponent = matrix.args
    if not isinstance(exponent, Integer) or abs(int(exponent)) > LARGEST_POWER:
        raise BeyondKernelError(
            matrix, reason="only small integer powers of a matrix are read", way_out="write the product out"
        )
    if exponent == 0:
        return kernel.delta(session.ring, *at)
    factor = base if exponent > 0 else Inverse(base)
    return _chain([factor] * abs(int(exponent)), at, session, scope)


@entry_of.register
def _inverse(matrix: Inverse, at: At, session: Session, scope: Scope) -> kernel.Poly:
    """The inverse of a product of square matrices is the product of inverses; else the kernel keeps the inverse."""
    inner: Any = matrix.args[0]
    if isinstance(inner, Inverse):
        return entry_of(inner.args[0], at, session, scope)
    if isinstance(inner, Transpose):
        return entry_of(Inverse(inner.args[0]), at[::-1], session, scope)
    if isinstance(inner, MatMul) and all(not p.is_Matrix or p.shape[0] == p.shape[1] for p in inner.args):
        return _inverse_of_product(inner, at, session, scope)
    row, column = axis(session, inner.shape[0]), axis(session, inner.shape[0])
    entries = entry_of(inner, (row, column), session, scope)
    if row.dim is None:
        session.need(Need("nonzero", inner, entries, scope, "in a denominator"))
        return kernel.raise_to(session.ring, entries, -1)
    session.need(Need("invertible", inner, {}, scope, "inverted"))
    return kernel.inverse_entry(session.ring, at, row, column, entries)


def _inverse_of_product(inner: MatMul, at: At, session: Session, scope: Scope) -> kernel.Poly:
    scalars = [part for part in inner.args if not part.is_Matrix]
    factors: list[Any] = [Inverse(part) for part in reversed(inner.args) if part.is_Matrix]
    if len(factors) == 1:
        row, column = axis(session, factors[0].shape[0]), axis(session, factors[0].shape[0])
        entries = entry_of(factors[0].args[0], (row, column), session, scope)
        session.need(Need("invertible", factors[0].args[0], {}, scope, "inverted"))
        result = kernel.inverse_entry(session.ring, at, row, column, entries)
    else:
        result = _chain(factors, at, session, scope)
    for part in scalars:
        value = read(part, session, scope)
        session.need(Need("nonzero", part, value, scope, "in a denominator"))
        result = kernel.multiply(session.ring, result, kernel.raise_to(session.ring, value, -1))
    return result


@read.register
def _trace(expr: Trace, session: Session, scope: Scope) -> kernel.Poly:
    index = axis(session, expr.arg.shape[0])
    return _sum(session, index, entry_of(expr.arg, (index, index), session, scope))


@read.register
def _determinant(expr: Determinant, session: Session, scope: Scope) -> kernel.Poly:
    return _determinant_of(expr.args[0], session, scope)


def _determinant_of(matrix: Any, session: Session, scope: Scope) -> kernel.Poly:
    """det(AB) = det A det B for square factors, det A^-1 = 1 / det A."""
    if isinstance(matrix, MatMul) and all(not p.is_Matrix or p.shape[0] == p.shape[1] for p in matrix.args):
        parts = [_determinant_of(p, session, scope) for p in matrix.args if p.is_Matrix]
        count = session.bound_end(matrix.shape[0])
        parts += [
            kernel.symbolic_power(session.ring, read(p, session, scope), count, whole=True)
            for p in matrix.args
            if not p.is_Matrix
        ]
        result = session.ring.constant(1)
        for part in parts:
            result = kernel.multiply(session.ring, result, part)
        return result
    if isinstance(matrix, Inverse):
        session.need(Need("invertible", matrix.args[0], {}, scope, "inverted"))
        return kernel.raise_to(session.ring, _determinant_of(matrix.args[0], session, scope), -1)
    row, column = axis(session, matrix.shape[0]), axis(session, matrix.shape[0])
    entries = entry_of(matrix, (row, column), session, scope)
    return entries if row.dim is None else kernel.determinant(session.ring, row, column, entries)


def check_shape(whole: Basic, one: Any, other: Any) -> None:
    """Raise `ShapeMismatchError` unless two matrices have one shape."""
    if any((a - b) != 0 for a, b in zip(one.shape, other.shape, strict=True)):
        reason = f"a {one.shape[0]} x {one.shape[1]} matrix meets a {other.shape[0]} x {other.shape[1]} matrix"
        raise ShapeMismatchError(whole, reason=reason, way_out="transpose one of them or correct a size")


def is_matrix(expr: Any) -> bool:
    """Return whether an expression is a matrix that is not a single number."""
    return bool(getattr(expr, "is_Matrix", False)) and tuple(expr.shape) != (1, 1)


def read_scalar(expr: Any, session: Session, scope: Scope) -> kernel.Poly:
    """Return an expression as a polynomial; a 1 x 1 matrix counts as its entry."""
    if getattr(expr, "is_Matrix", False):
        first = session.ring.literal(0)
        return entry_of(expr, (first, first), session, scope)
    return read(expr, session, scope)
