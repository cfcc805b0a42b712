"""`Grid`: a matrix of values, of any kind that has sums and products. Rows and columns count from 0."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add

from flint import fmpq

from derive.recheck.values import ONE, ZERO, NotEvaluableError, UndefinedError, Value, bounded

Shape = tuple[int, int]


class Grid:
    """A matrix of values.

    >>> Grid([[fmpq(1), fmpq(2)], [fmpq(3), fmpq(4)]]).inverse().rows
    [[-2, 1], [3/2, -1/2]]
    """

    __slots__ = ("columns", "rows")

    def __init__(self, rows: list[list[Value]], columns: int | None = None) -> None:
        """Keep the rows; `columns` is only needed when there are none."""
        self.rows = rows
        self.columns = len(rows[0]) if rows else columns or 0

    @property
    def shape(self) -> Shape:
        """Return the numbers of rows and columns."""
        return len(self.rows), self.columns

    def each(self, change: Callable[[Value], Value]) -> Grid:
        """Return the matrix whose entries are changed one by one."""
        return Grid([[change(v) for v in row] for row in self.rows], self.columns)

    def transpose(self) -> Grid:
        """Return the matrix with rows and columns exchanged."""
        return Grid([[row[c] for row in self.rows] for c in range(self.columns)], len(self.rows))

    def with_each(self, other: Grid, combine: Callable[[Value, Value], Value]) -> Grid:
        """Return two matrices of one shape combined entry by entry."""
        if self.shape != other.shape:
            raise NotEvaluableError(f"shapes {self.shape} and {other.shape} do not fit")
        pairs = zip(self.rows, other.rows, strict=True)
        return Grid([[combine(a, b) for a, b in zip(r, s, strict=True)] for r, s in pairs], self.columns)

    def __matmul__(self, other: Grid) -> Grid:
        """Return the matrix product."""
        if self.columns != len(other.rows):
            raise NotEvaluableError(f"shapes {self.shape} and {other.shape} do not fit")
        columns = other.transpose().rows
        return Grid([[_dot(row, column) for column in columns] for row in self.rows], other.columns)

    def __add__(self, other: Value) -> Value:
        """Return the sum; a matrix with a single entry adds to a number as that entry."""
        if isinstance(other, Grid):
            return self.with_each(other, add)
        return self if isinstance(other, fmpq) and other == 0 else scalar(self) + other

    __radd__ = __add__

    def __sub__(self, other: Value) -> Value:
        """Return the difference."""
        return self + -other

    def __rsub__(self, other: Value) -> Value:
        """Return the difference, from the right."""
        return -self + other

    def __neg__(self) -> Grid:
        """Return the opposite."""
        return self.each(lambda v: -v)

    def __mul__(self, other: Value) -> Value:
        """Return the product with a number, or with a matrix; one with a single entry is a number here."""
        if not isinstance(other, Grid):
            return self.each(lambda v: v * other)
        if self.columns == len(other.rows):
            return self @ other
        return other * scalar(self) if self.shape == (1, 1) else self * scalar(other)

    __rmul__ = __mul__

    def trace(self) -> Value:
        """Return the sum of the diagonal."""
        return reduce(add, (row[k] for k, row in enumerate(self.rows)), ZERO)

    def power(self, exponent: int) -> Grid:
        """Return an integer power, by repeated squaring."""
        if exponent < 0:
            return self.inverse().power(-exponent)
        result = identity(self.columns)
        for bit in f"{exponent:b}":
            result = result @ result
            result = result @ self if bit == "1" else result
        return result

    def determinant(self) -> Value:
        """Return the determinant."""
        return self._adjugate()[0]

    def inverse(self) -> Grid:
        """Return the inverse; `UndefinedError` for a singular matrix."""
        determinant, adjugate = self._adjugate()
        try:
            factor = ONE / determinant
        except ZeroDivisionError:
            raise UndefinedError from None
        return adjugate.each(lambda v: v * factor)

    def _adjugate(self) -> tuple[Value, Grid]:
        # Faddeev and LeVerrier: divides by 1..n only, so it needs no pivots and no test for zero in any kind of number.
        n, columns = self.shape
        if n != columns:
            raise NotEvaluableError(f"a matrix of shape {self.shape} is not square")
        coefficient, factor, last = ONE, identity(n), identity(n)
        for k in range(1, n + 1):
            product = self @ factor
            coefficient, last = product.trace() * fmpq(-1, k), factor
            factor = product + diagonal([coefficient] * n)
        sign = fmpq((-1) ** n)
        return coefficient * sign, last.each(lambda v: v * -sign)


def _dot(row: list[Value], column: list[Value]) -> Value:
    products = [a * b for a, b in zip(row, column, strict=True)]
    return bounded(reduce(add, products)) if products else ZERO


def diagonal(values: list[Value]) -> Grid:
    """Return the diagonal matrix of these values."""
    return Grid([[v if r == c else ZERO for c in range(len(values))] for r, v in enumerate(values)])


def identity(n: int) -> Grid:
    """Return the identity matrix."""
    return diagonal([ONE] * n)


def as_grid(value: Value) -> Grid:
    """Return a value as a matrix; a number has one entry."""
    return value if isinstance(value, Grid) else Grid([[value]])


def scalar(value: Value) -> Value:
    """Return a value that is no matrix; one with a single entry counts as that entry."""
    if not isinstance(value, Grid):
        return value
    if value.shape != (1, 1):
        raise NotEvaluableError("a matrix stands where a number is wanted")
    return value.rows[0][0]
