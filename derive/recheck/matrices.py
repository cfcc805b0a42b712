"""Rules for SymPy's matrix expressions. Everything is real, so an adjoint is a transpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import add, mul

from flint import fmpq
from sympy import Basic, ImmutableDenseMatrix, MatrixSymbol, S
from sympy.core.symbol import Str
from sympy.matrices.expressions import (
    Adjoint,
    Determinant,
    DiagMatrix,
    FunctionMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    OneMatrix,
    Trace,
    Transpose,
    ZeroMatrix,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagonalMatrix, DiagonalOf
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.recheck.grids import Grid, Shape, as_grid, diagonal, scalar
from derive.recheck.reading import Reader, Slot, name_of, rule
from derive.recheck.terms import At, Term, Use, join, remember, whole
from derive.recheck.values import ONE, ZERO, NotEvaluableError, UndefinedError, Value


def _shape(node: Basic, reader: Reader) -> tuple[Term, Callable[[At], Shape]]:
    rows, columns = (reader.size(length) for length in node.shape)

    def _run(at: At) -> Shape:
        shape = rows.run(at), columns.run(at)
        at.meter.spend(max(shape[0] * shape[1], 0))
        return shape

    return join(rows.run, rows, columns, loops=2), _run


def _filled(node: Basic, reader: Reader, fill: Callable[[At, int, int], Value], *uses: Use) -> Term:
    sizes, shape = _shape(node, reader)

    def _run(at: At) -> Grid:
        rows, columns = shape(at)
        return Grid([[fill(at, r, c) for c in range(columns)] for r in range(rows)], columns)

    return remember(join(_run, sizes, uses=frozenset(uses)))


@rule.register
def _(node: MatrixSymbol, reader: Reader) -> Term:
    label, name = matrix_name(node, reader)
    if reader.tensors.setdefault(name, label) != label:
        raise NotEvaluableError(f"two different things are called {name}")
    return _filled(node, reader, lambda at, r, c: at.entry((name, (r, c))), Use("entry", None, name))


def matrix_name(node: Basic, reader: Reader) -> tuple[Basic, str]:
    """Return a matrix symbol's label and name, and keep its shape."""
    label = node.args[0]
    name = str(label) if isinstance(label, Str) else name_of(label)
    for slot, length in enumerate(node.shape):
        place: Slot = (name, slot)
        reader.shapes[place] = (S.Zero, length - 1)
    return label, name


@rule.register
def _(node: Identity, reader: Reader) -> Term:
    return _filled(node, reader, lambda _at, r, c: fmpq(r == c))


@rule.register
def _(node: ZeroMatrix, reader: Reader) -> Term:
    return _filled(node, reader, lambda _at, _r, _c: ZERO)


@rule.register
def _(node: OneMatrix, reader: Reader) -> Term:
    return _filled(node, reader, lambda _at, _r, _c: ONE)


@rule.register
def _(node: ImmutableDenseMatrix, reader: Reader) -> Term:
    rows = [[reader.read(node[r, c]) for c in range(node.cols)] for r in range(node.rows)]
    return join(
        lambda at: Grid([[scalar(term.run(at)) for term in row] for row in rows], int(node.cols)),
        *(term for row in rows for term in row),
    )


@rule.register
def _(node: FunctionMatrix, reader: Reader) -> Term:
    sizes, shape = _shape(node, reader)
    body, variables = _function(node.lamda, reader)

    def _run(at: At) -> Grid:
        rows, columns = shape(at)
        inner = at.within({})

        def _fill(r: int, c: int) -> Value:
            inner.bound.update(zip(variables, (r, c), strict=True))
            return scalar(body.run(inner))

        return Grid([[_fill(r, c) for c in range(columns)] for r in range(rows)], columns)

    return join(_run, sizes, body)


def _function(node: Basic, reader: Reader) -> tuple[Term, tuple[Basic, ...]]:
    variables, body = tuple(node.args[0]), reader.read(node.args[1])
    uses = frozenset(u for u in body.uses if u.symbol not in variables)
    return Term(body.run, uses, body.weight, body.depth), variables


def _of_one(change: Callable[[Grid], Value], node: Basic, reader: Reader) -> Term:
    part, degree = reader.read(node.args[0]), 4 if change in {Grid.inverse, Grid.determinant} else 2

    def _run(at: At) -> Value:
        grid = as_grid(part.run(at))
        at.meter.spend(max(grid.shape) ** degree // 4)
        return change(grid)

    return remember(join(_run, part, loops=degree // 2))


def _of_several(combine: Callable[[Value, Value], Value], node: Basic, reader: Reader) -> Term:
    parts, loops = [reader.read(a) for a in node.args], 3 if combine is mul else 2

    def _run(at: At) -> Value:
        values = [p.run(at) for p in parts]
        at.meter.spend(sum(max(v.shape) ** loops // 2 for v in values if isinstance(v, Grid)))
        return reduce(combine, values)

    return remember(join(_run, *parts, loops=loops - 1))


_CHANGES: dict[type[Basic], Callable[[Grid], Value]] = {
    Transpose: Grid.transpose,
    Adjoint: Grid.transpose,
    Inverse: Grid.inverse,
    Trace: Grid.trace,
    Determinant: Grid.determinant,
    DiagMatrix: lambda g: diagonal([v for row in g.rows for v in row]),
    DiagonalMatrix: lambda g: Grid([[v if r == c else ZERO for c, v in enumerate(w)] for r, w in enumerate(g.rows)]),
    DiagonalOf: lambda g: Grid([[row[k]] for k, row in enumerate(g.rows[: g.columns])]),
}
_FOLDS: dict[type[Basic], Callable[[Value, Value], Value]] = {
    MatAdd: add,
    MatMul: mul,
    HadamardProduct: lambda a, b: as_grid(a).with_each(as_grid(b), mul),
}


def _register() -> None:
    for kind, change in _CHANGES.items():
        _ = rule.register(kind, lambda node, reader, change=change: _of_one(change, node, reader))
    for kind, combine in _FOLDS.items():
        _ = rule.register(kind, lambda node, reader, combine=combine: _of_several(combine, node, reader))


_register()


@rule.register
def _(node: MatPow, reader: Reader) -> Term:
    base, exponent = reader.read(node.args[0]), reader.read(node.args[1])

    def _run(at: At) -> Value:
        matrix, power = as_grid(base.run(at)), scalar(exponent.run(at))
        if matrix.shape == (1, 1):
            return Grid([[at.field.power(scalar(matrix), power)]])
        n = whole(power)
        at.meter.spend(n.bit_length() * matrix.columns**3)
        return matrix.power(n)

    return remember(join(_run, base, exponent, loops=1))


@rule.register
def _(node: HadamardPower, reader: Reader) -> Term:
    base, exponent = reader.read(node.args[0]), reader.read(node.args[1])

    def _run(at: At) -> Grid:
        powers, matrix = exponent.run(at), as_grid(base.run(at))
        if isinstance(powers, Grid) and powers.shape != (1, 1):
            return matrix.with_each(powers, at.field.power)
        power = scalar(powers)
        return matrix.each(lambda v: at.field.power(v, power))

    return join(_run, base, exponent)


@rule.register
def _(node: ElementwiseApplyFunction, reader: Reader) -> Term:
    body, (variable,) = _function(node.function, reader)
    matrix = reader.read(node.expr)

    def _run(at: At) -> Grid:
        return as_grid(matrix.run(at)).each(lambda v: scalar(body.run(at.within({variable: v}))))

    return remember(join(_run, body, matrix, loops=1))


@rule.register
def _(node: MatrixElement, reader: Reader) -> Term:
    parent, *place = node.args
    if not isinstance(parent, MatrixSymbol):
        return _element(parent, place, reader)
    label, name = matrix_name(parent, reader)
    key, entry = reader.entry(label, name, place)
    lengths = [reader.size(length) for length in parent.shape]

    def _run(at: At) -> Value:
        found = key(at)
        if not all(0 <= k < length.run(at) for k, length in zip(found[1], lengths, strict=True)):
            raise UndefinedError
        return at.entry(found)

    return join(_run, entry, *lengths)


def _element(parent: Basic, place: Iterable[Basic], reader: Reader) -> Term:
    name = str(parent)
    for slot, length in enumerate(parent.shape):
        reader.shapes[name, slot] = (S.Zero, length - 1)
    slots = [reader.position(index, name, k) for k, index in enumerate(place)]
    matrix = reader.read(parent)

    def _run(at: At) -> Value:
        grid, (row, column) = as_grid(matrix.run(at)), (slot.run(at) for slot in slots)
        if not (0 <= row < len(grid.rows) and 0 <= column < grid.columns):
            raise UndefinedError
        return grid.rows[row][column]

    return join(_run, matrix, *slots)
