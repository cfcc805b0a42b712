"""Rules for derivatives and what SymPy writes beside them: exact, by nested dual numbers."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Basic, Derivative, Indexed, MatrixSymbol, Subs, Symbol
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.recheck.grids import Grid, scalar
from derive.recheck.matrices import matrix_name
from derive.recheck.reading import Reader, name_of, rule
from derive.recheck.terms import At, Key, Term, join, remember, whole
from derive.recheck.values import ZERO, Dual, NotEvaluableError, Value


@rule.register
def _(node: Derivative, reader: Reader) -> Term:
    body = reader.read(node.args[0])
    if isinstance(node.args[1][0], MatrixSymbol):
        return _by_matrix(body, node, reader)
    steps = [(*_variable(v, reader), reader.read(count)) for v, count in node.args[1:]]

    def _run(at: At) -> Value:
        variables = [key(at) for key, _, count in steps for _ in range(whole(count.run(at)))]
        # Each level of dual numbers takes three products for one.
        at.meter.spend(3 ** len(variables))
        return slope(body, at, variables)

    return remember(join(_run, body, *(part for _, used, count in steps for part in (used, count))))


def _by_matrix(body: Term, node: Basic, reader: Reader) -> Term:
    (matrix, count), *others = node.args[1:]
    _, name = matrix_name(matrix, reader)
    rows, columns = (reader.size(length) for length in matrix.shape)
    if others or count != 1:
        raise NotEvaluableError("a second derivative by a matrix is not known here")

    def _run(at: At) -> Value:
        shape = rows.run(at), columns.run(at)
        at.meter.spend(shape[0] * shape[1])
        return Grid([[scalar(slope(body, at, [(name, (r, c))])) for c in range(shape[1])] for r in range(shape[0])])

    return remember(join(_run, body, reader.read(matrix), rows, columns, loops=2))


def slope(body: Term, at: At, variables: list[Basic | Key]) -> Value:
    """Return the derivative of a term by each of the variables, by nested dual numbers."""
    if not variables:
        return body.run(at)
    deeper = at.toward(variables[0])
    value = slope(body, deeper, variables[1:])
    return value.each(lambda x: _slope(x, deeper.level)) if isinstance(value, Grid) else _slope(value, deeper.level)


def _slope(value: Value, level: int) -> Value:
    return value.slope if isinstance(value, Dual) and value.level == level else ZERO


def _variable(node: Basic, reader: Reader) -> tuple[Callable[[At], Basic | Key], Term]:
    if isinstance(node, Symbol):
        return (lambda at: _symbol(node, at)), reader.read(node)
    if isinstance(node, Indexed):
        return reader.entry(node.base.label, name_of(node.base.label), node.indices)
    if isinstance(node, MatrixElement) and isinstance(node.args[0], MatrixSymbol):
        label, name = matrix_name(node.args[0], reader)
        return reader.entry(label, name, node.args[1:])
    raise NotEvaluableError(f"a derivative by {node} is not known here")


def _symbol(node: Basic, at: At) -> Basic | Key:
    if isinstance(at.bound.get(node), int):
        raise NotEvaluableError(f"a derivative by {node}, which is no real variable")
    return node if node in at.bound else (name_of(node), ())


@rule.register
def _(node: Subs, reader: Reader) -> Term:
    body, variables = reader.read(node.args[0]), list(node.args[1])
    values = [reader.read(v) for v in node.args[2]]
    inner = join(body.run, body)

    def _run(at: At) -> Value:
        return inner.run(at.within({s: scalar(v.run(at)) for s, v in zip(variables, values, strict=True)}))

    uses = frozenset(u for u in body.uses if u.symbol not in variables)
    outer = join(_run, *values, uses=uses)
    return Term(_run, outer.uses, outer.weight + body.weight, max(outer.depth, body.depth))
