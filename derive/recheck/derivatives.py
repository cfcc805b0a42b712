"""Rules for derivatives and what SymPy writes beside them: exact, by nested dual numbers."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Basic, Derivative, Indexed, Subs, Symbol

from derive.recheck.reading import Reader, name_of, rule, scalar
from derive.recheck.terms import At, Key, Term, join, remember, whole
from derive.recheck.values import ZERO, Dual, NotEvaluableError, Value

@rule.register
def _(node: Derivative, reader: Reader) -> Term:
    body = reader.read(node.args[0])
    steps = [(*_variable(v, reader), reader.read(count)) for v, count in node.args[1:]]

    def run(at: At) -> Value:
        variables = [key(at) for key, _, count in steps for _ in range(whole(count.run(at)))]
        return slope(body, at, variables)

    return remember(join(run, body, *(part for _, used, count in steps for part in (used, count))))


def slope(body: Term, at: At, variables: list[Basic | Key]) -> Value:
    """Return the derivative of a term by each of the variables, by nested dual numbers."""
    if not variables:
        return body.run(at)
    deeper = at.toward(variables[0])
    value = slope(body, deeper, variables[1:])
    return value.each(lambda x: _slope(x, deeper.level)) if hasattr(value, "rows") else _slope(value, deeper.level)


def _slope(value: Value, level: int) -> Value:
    return value.slope if isinstance(value, Dual) and value.level == level else ZERO


def _variable(node: Basic, reader: Reader) -> tuple[Callable[[At], Basic | Key], Term]:
    if isinstance(node, Symbol):
        return (lambda at: _symbol(node, at)), reader.read(node)
    if isinstance(node, Indexed):
        return reader.entry(node.base.label, name_of(node.base.label), node.indices)
    if node.is_MatrixElement and node.args[0].is_symbol:
        name = node.args[0].args[0]
        return reader.entry(name, str(name), node.args[1:])
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

    def run(at: At) -> Value:
        return inner.run(at.within({s: scalar(v.run(at)) for s, v in zip(variables, values, strict=True)}))

    uses = frozenset(u for u in body.uses if u.symbol not in variables)
    outer = join(run, *values, uses=uses)
    return Term(run, outer.uses, outer.weight + body.weight, max(outer.depth, body.depth))
