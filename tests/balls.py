"""What an expression is worth at given arrays, by plain loops in ball arithmetic: the oracle for lowered programs.

Numbers are taken as the floats that they are; the result is exact to the last bit of a double, or the test fails.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import singledispatchmethod
from itertools import product
from typing import Any

import flint
import numpy as np
import sympy
from flint import arb, arb_mat
from sympy import (
    Idx,
    Indexed,
    IndexedBase,
    KroneckerDelta,
    MatrixSymbol,
    Piecewise,
    Product,
    Sum,
    Symbol,
    Trace,
)
from sympy.matrices.expressions.determinant import Determinant
from sympy.matrices.expressions.matexpr import MatrixElement

BITS = (300, 3000, 30_000, 300_000)


@contextmanager
def bits(count: int) -> Generator[None]:
    """Compute with so many bits."""
    before = flint.ctx.prec
    flint.ctx.prec = count
    try:
        yield
    finally:
        flint.ctx.prec = before


@dataclass(frozen=True)
class Balls:
    """Arrays and sizes, and from which number the indices of each tensor count (1 unless said)."""

    arrays: Mapping[str, Any]
    sizes: Mapping[str, int]
    first: Mapping[str, int]

    def whole(self, expr: Any, at: Mapping[str, int]) -> int:
        """Return the value of an index or of an end of a range."""
        if isinstance(expr, Idx):
            return at[str(expr.label)]
        if isinstance(expr, Symbol):
            return at[expr.name] if expr.name in at else int(self.sizes.get(expr.name) or self.arrays[expr.name])
        if expr.is_Integer:
            return int(expr)
        return int(expr.func(*(sympy.Integer(self.whole(arg, at)) for arg in expr.args)))

    def number(self, expr: Any, at: Mapping[str, int]) -> Any:
        """Return the value of an expression as a ball."""
        return self._number(expr, at)

    @singledispatchmethod
    def _number(self, expr: Any, at: Mapping[str, int]) -> Any:
        name = type(expr).__name__
        args = [self.number(arg, at) for arg in expr.args]
        return NAMED[name](*args)

    @_number.register
    def _rational(self, expr: sympy.Rational, _at: Mapping[str, int]) -> Any:
        return arb(int(expr.p)) / int(expr.q)

    @_number.register
    def _pi(self, _expr: sympy.core.numbers.Pi, _at: Mapping[str, int]) -> Any:
        return arb.pi()

    @_number.register
    def _euler(self, _expr: sympy.core.numbers.Exp1, _at: Mapping[str, int]) -> Any:
        return arb(1).exp()

    @_number.register
    def _symbol(self, expr: Symbol | Idx, at: Mapping[str, int]) -> Any:
        name = str(expr.label) if isinstance(expr, Idx) else expr.name
        if name in at:
            return arb(at[name])
        return ball(self.arrays[name]) if name in self.arrays else arb(self.sizes[name])

    @_number.register
    def _indexed(self, expr: Indexed, at: Mapping[str, int]) -> Any:
        name = str(expr.base.label)
        where = [self.whole(index, at) - self.first.get(name, 1) for index in expr.indices]
        assert min(where, default=0) >= 0
        return ball(self.arrays[name][tuple(where)])

    @_number.register
    def _element(self, expr: MatrixElement, at: Mapping[str, int]) -> Any:
        return self.matrix(expr.parent)[tuple(self.whole(index, at) for index in expr.indices)]

    @_number.register
    def _add(self, expr: sympy.Add, at: Mapping[str, int]) -> Any:
        return sum((self.number(arg, at) for arg in expr.args), arb(0))

    @_number.register
    def _mul(self, expr: sympy.Mul, at: Mapping[str, int]) -> Any:
        total = arb(1)
        for arg in expr.args:
            total *= self.number(arg, at)
        return total

    @_number.register
    def _power(self, expr: sympy.Pow, at: Mapping[str, int]) -> Any:
        base = self.number(expr.base, at)
        if expr.exp.is_integer:
            return base ** self.whole(expr.exp, at)
        return base ** self.number(expr.exp, at)

    @_number.register
    def _delta(self, expr: KroneckerDelta, at: Mapping[str, int]) -> Any:
        one, other = (self.whole(index, at) for index in expr.args[:2])
        return arb(int(one == other))

    @_number.register
    def _sum(self, expr: Sum, at: Mapping[str, int]) -> Any:
        return sum((self.number(expr.function, here) for here in self._points(expr.limits, at)), arb(0))

    @_number.register
    def _product(self, expr: Product, at: Mapping[str, int]) -> Any:
        total = arb(1)
        for here in self._points(expr.limits, at):
            total *= self.number(expr.function, here)
        return total

    @_number.register
    def _piecewise(self, expr: Piecewise, at: Mapping[str, int]) -> Any:
        for value, condition in expr.args:
            if condition == sympy.true or COMPARED[condition.rel_op](
                self.number(condition.lhs, at), self.number(condition.rhs, at)
            ):
                return self.number(value, at)
        raise AssertionError

    @_number.register
    def _trace(self, expr: Trace, _at: Mapping[str, int]) -> Any:
        matrix = self.matrix(expr.arg)
        return sum((matrix[n, n] for n in range(matrix.nrows())), arb(0))

    @_number.register
    def _determinant(self, expr: Determinant, _at: Mapping[str, int]) -> Any:
        return self.matrix(expr.arg).det()

    def _points(self, limits: Any, at: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
        if not limits:
            yield at
            return
        variable, low, high = limits[-1]
        name = getattr(variable, "label", variable).name
        for value in range(self.whole(low, at), self.whole(high, at) + 1):
            yield from self._points(limits[:-1], {**at, name: value})

    def matrix(self, expr: Any) -> Any:
        """Return the value of a matrix expression."""
        kind = type(expr).__name__
        rows, columns = (self.whole(size, {}) for size in expr.shape)
        if kind == "MatrixSymbol":
            values = np.asarray(self.arrays[expr.name], float).reshape(rows, columns)
            return arb_mat([[arb(float(v)) for v in row] for row in values])
        if kind in SPECIAL:
            return arb_mat([[arb(SPECIAL[kind](i, j)) for j in range(columns)] for i in range(rows)])
        if kind == "ElementwiseApplyFunction":
            (name,) = expr.function.variables
            return _entries(self.matrix(expr.expr), lambda v: self._applied(expr.function.expr, name, v))
        if kind in POWERS:
            return POWERS[kind](*([self.matrix(expr.base)] * int(expr.exp)))
        parts = [self.matrix(arg) if getattr(arg, "is_Matrix", False) else self.number(arg, {}) for arg in expr.args]
        return MATRICES[kind](parts)

    def _applied(self, body: Any, name: Any, value: Any) -> Any:
        inner = Balls({**self.arrays, str(name): value}, self.sizes, self.first)
        return inner.number(body.xreplace({name: Symbol(str(name))}), {})


def ball(value: Any) -> Any:
    """Return a float as a ball without a radius."""
    return value if isinstance(value, arb) else arb(float(value))


def _entries(matrix: Any, change: Any) -> Any:
    return arb_mat([[change(matrix[i, j]) for j in range(matrix.ncols())] for i in range(matrix.nrows())])


def _folded(combine: Any) -> Any:
    def fold(parts: list[Any]) -> Any:
        result = parts[0]
        for part in parts[1:]:
            result = combine(result, part)
        return result

    return fold


def _hadamard(one: Any, other: Any) -> Any:
    pairs = product(range(one.nrows()), range(one.ncols()))
    result = arb_mat(one.nrows(), one.ncols())
    for at in pairs:
        result[at] = one[at] * other[at]
    return result


POWERS = {
    "MatPow": lambda *parts: _folded(lambda a, b: a * b)(list(parts)),
    "HadamardPower": lambda *parts: _folded(_hadamard)(list(parts)),
}
SPECIAL = {"Identity": lambda i, j: int(i == j), "OneMatrix": lambda *_: 1, "ZeroMatrix": lambda *_: 0}
MATRICES = {
    "MatAdd": _folded(lambda a, b: a + b),
    "MatMul": _folded(lambda a, b: a * b),
    "Transpose": lambda parts: parts[0].transpose(),
    "Inverse": lambda parts: parts[0].inv(),
    "HadamardProduct": _folded(_hadamard),
    "DiagMatrix": lambda parts: arb_mat(
        [[parts[0][i, 0] if i == j else arb(0) for j in range(parts[0].nrows())] for i in range(parts[0].nrows())]
    ),
}
NAMED = {
    "exp": lambda z: z.exp(),
    "log": lambda z: z.log(),
    "tanh": lambda z: z.tanh(),
    "sin": lambda z: z.sin(),
    "cos": lambda z: z.cos(),
    "Abs": abs,
    "sign": lambda z: z.sgn(),
    "Max": lambda *zs: _folded(lambda a, b: a.max(b))(list(zs)),
    "Min": lambda *zs: _folded(lambda a, b: a.min(b))(list(zs)),
    "sigmoid": lambda z: 1 / (1 + (-z).exp()),
    "softplus": lambda z: (1 + z.exp()).log(),
}
COMPARED = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


def exact(
    expr: Any,
    arrays: Mapping[str, Any],
    sizes: Mapping[str, int],
    axes: Sequence[tuple[str, int, int]] = (),
    first: Mapping[str, int] | None = None,
) -> Any:
    """Return the values of an expression at given arrays, an axis for each free index (its name, and both its ends)."""
    world = Balls(arrays, sizes, first or {})
    for count in BITS:
        with bits(count), suppress(ArithmeticError):
            return _values(world, expr, axes)
    raise ArithmeticError


def _values(world: Balls, expr: Any, axes: Sequence[tuple[str, int, int]]) -> Any:
    if getattr(expr, "is_Matrix", False):
        matrix = world.matrix(expr)
        rows = [[_float(matrix[i, j]) for j in range(matrix.ncols())] for i in range(matrix.nrows())]
        return np.array(rows).reshape([size for size in (matrix.nrows(), matrix.ncols()) if size != 1])
    values = np.zeros([high - low + 1 for _, low, high in axes])
    for at in product(*(range(low, high + 1) for _, low, high in axes)):
        here = dict(zip((name for name, _, _ in axes), at, strict=True))
        place = tuple(value - low for value, (_, low, _) in zip(at, axes, strict=True))
        values[place] = _float(world.number(expr, here))
    return values


def _float(value: Any) -> float:
    if value.rel_accuracy_bits() < 60 and not abs(value) < arb(2) ** -1100:
        raise ArithmeticError
    return float(value)


@dataclass(frozen=True)
class Drawn:
    """A tensor whose entries are drawn when they are asked for, so that it shows which indices it has."""

    draw: Callable[[], float]
    entries: dict[tuple[int, ...], float]

    def __getitem__(self, where: tuple[int, ...]) -> float:
        """Return an entry."""
        return self.entries.setdefault(where, self.draw())

    def array(self) -> Any:
        """Return the entries as an array, from 0, or from 1 where no index is 0, to the largest index."""
        first, last = (tuple(map(end, zip(*self.entries, strict=True))) for end in (min, max))
        first = tuple(min(start, 1) for start in first)
        values = np.array(
            [self.draw() for _ in range(int(np.prod([b - a + 1 for a, b in zip(first, last, strict=True)])))]
        )
        values = values.reshape([b - a + 1 for a, b in zip(first, last, strict=True)])
        for where, value in self.entries.items():
            values[tuple(i - a for i, a in zip(where, first, strict=True))] = value
        return values


def declared(tensor: Any, sizes: Mapping[str, int]) -> list[tuple[int, int]]:
    """Return the first and the last place of each axis that a tensor declares, at these sizes."""
    numbers = {symbol: sympy.Integer(sizes[symbol.name]) for size in tensor.shape for symbol in size.free_symbols}
    pairs = getattr(tensor, "ranges", None) or [(sympy.Integer(0), size - 1) for size in tensor.shape]
    return [(int(first.xreplace(numbers)), int(last.xreplace(numbers))) for first, last in pairs]


def drawn(
    expr: Any,
    args: Sequence[Any],
    sizes: Mapping[str, int],
    axes: Sequence[tuple[str, int, int]],
    draw: Any,
    *,
    whole: int = 2,
) -> tuple[list[Any], Any]:
    """Return random arrays for the arguments of an expression, and its values there."""
    arrays: dict[str, Any] = {}
    for arg in args:
        name = str(arg.label) if isinstance(arg, IndexedBase) else arg.name
        if isinstance(arg, IndexedBase):
            arrays[name] = Drawn(lambda: float(draw(())), {})
        elif isinstance(arg, MatrixSymbol):
            shape = [
                int(size.xreplace({s: sympy.Integer(sizes[s.name]) for s in size.free_symbols})) for size in arg.shape
            ]
            arrays[name] = draw(tuple(size for size in shape if size != 1))
        else:
            arrays[name] = float(whole) if arg.is_integer else draw(())
    value = exact(expr, arrays, sizes, axes, dict.fromkeys(arrays, 0))
    for arg in args:
        if isinstance(arg, IndexedBase) and arg.shape is not None:
            for corner in zip(*declared(arg, sizes), strict=True):
                _ = arrays[str(arg.label)][corner]
    return [own.array() if isinstance(own, Drawn) else own for own in arrays.values()], value
