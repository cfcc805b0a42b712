"""Capture-avoiding substitution on the written form: binders step aside, nothing else changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import singledispatch
from itertools import count
from typing import Any

from sympy import Basic, Derivative, Dummy, Idx, Indexed, MatrixSymbol, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import Lambda, Subs
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import UnsupportedError
from derive.expr.vocabulary import tensor_name

Names = Mapping[Any, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """What is replaced: names of indices and scalars by `names`, and the entries of `tensor` by what `entry` gives.

    `occupied` are the names in the replacements: a sum that binds one of them renames its index first.
    """

    names: Names
    entry: Callable[[Basic, tuple[Any, ...]], Any] | None
    tensor: Basic | None
    occupied: frozenset[str]


def rename_indices(expr: Any, names: Names) -> Any:
    """Return the expression with free names replaced; a binder of a name that is put in gets another name.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> n, m, N = symbols("n m N", integer=True)
    >>> X = IndexedBase("X")
    >>> rename_indices(Sum(X[n, m], (n, 1, N)), {m: n})
    Sum(X[n1, n], (n1, 1, N))
    """
    return rewrite(expr, Change(names, None, None, names_in(*names.values())))


def replace_entries(expr: Any, tensor: Any, parameters: tuple[Any, ...], value: Any) -> Any:
    """Return the expression with every entry of the tensor replaced by `value` at the entry's indices."""

    def entry(_: Basic, indices: tuple[Any, ...]) -> Any:
        """Return the value at the indices of this entry."""
        return rename_indices(value, dict(zip(parameters, indices, strict=True)))

    return rewrite(expr, Change({}, entry, tensor, names_in(value)))


def names_in(*values: Any) -> frozenset[str]:
    """Return the names of everything free in the values."""
    return frozenset(str(s) for value in values for s in (value.free_symbols if isinstance(value, Basic) else ()))


@singledispatch
def rewrite(expr: Any, change: Change) -> Any:
    """Return the expression changed; kinds with names of their own register below."""
    if not isinstance(expr, Basic) or not expr.args:
        return expr
    parts = [rewrite(part, change) for part in expr.args]
    return expr if all(a is b for a, b in zip(parts, expr.args, strict=True)) else expr.func(*parts)


@rewrite.register
def _symbol(expr: Symbol, change: Change) -> Any:
    return change.names.get(expr, expr)


@rewrite.register
def _idx(expr: Idx, change: Change) -> Any:
    return change.names.get(expr, expr)


@rewrite.register
def _indexed(expr: Indexed, change: Change) -> Any:
    indices = tuple(rewrite(i, change) for i in expr.indices)
    if change.entry is not None and tensor_name(expr.base) == tensor_name(change.tensor):
        return change.entry(expr, indices)
    return expr.base[indices]


@rewrite.register
def _matrix_symbol(expr: MatrixSymbol, change: Change) -> Any:
    if expr == change.tensor:
        reason = "it stands as a whole, and only its entries are replaced"
        raise UnsupportedError(expr, reason=reason, way_out="write the expression by entries")
    return expr


@rewrite.register
def _derivative(expr: Derivative, change: Change) -> Any:
    """A derivative by what is replaced, or by what is put in, would become another one."""
    heads = {head_of(variable) for variable, _ in expr.variable_count}
    replaced = {str(name) for name in change.names} | ({head_of(change.tensor)} if change.tensor is not None else set())
    if heads & (replaced | change.occupied):
        reason = "it differentiates by what is replaced or put in"
        raise UnsupportedError(expr, reason=reason, way_out="take the derivative first, with normalize")
    steps = [(rewrite(variable, change), count) for variable, count in expr.variable_count]
    return Derivative(rewrite(expr.expr, change), *steps)


def head_of(variable: Any) -> str:
    """Return the name of the tensor of an entry, or of the symbol."""
    return tensor_name(getattr(variable, "base", getattr(variable, "parent", variable)))


@rewrite.register
def _element(expr: MatrixElement, change: Change) -> Any:
    indices = tuple(rewrite(i, change) for i in expr.indices)
    if change.entry is not None and expr.parent == change.tensor:
        return change.entry(expr, indices)
    return rewrite(expr.parent, change)[indices]


@rewrite.register
def _binder(expr: ExprWithLimits, change: Change) -> Any:
    """Rewrite limits in the scope outside of them; rename the bound names that would capture."""
    limits: list[tuple[Any, ...]] = []
    for variable, *ends in reversed(expr.limits):
        outer = tuple(rewrite(end, change) for end in ends)
        change, fresh = _step_aside(variable, expr, change)
        limits.append((fresh, *outer))
    return expr.func(rewrite(expr.function, change), *reversed(limits))


@rewrite.register
def _lambda(expr: Lambda, change: Change) -> Any:
    fresh: list[Any] = []
    for variable in expr.variables:
        change, symbol = _step_aside(variable, expr, change)
        fresh.append(symbol)
    return Lambda(tuple(fresh), rewrite(expr.expr, change))


@rewrite.register
def _subs(expr: Subs, change: Change) -> Any:
    points = [rewrite(p, change) for p in expr.point]
    inner = change
    fresh: list[Any] = []
    for variable in expr.variables:
        inner, symbol = _step_aside(variable, expr, inner)
        fresh.append(symbol)
    return Subs(rewrite(expr.expr, inner), tuple(fresh), tuple(points))


def _step_aside(variable: Any, expr: Basic, change: Change) -> tuple[Change, Any]:
    """Return the change inside a binder of `variable`, and the name that the binder takes."""
    names = {old: new for old, new in change.names.items() if old != variable}
    if str(variable) not in change.occupied or isinstance(variable, Dummy):
        return Change(names, change.entry, change.tensor, change.occupied), variable
    taken = change.occupied | names_in(*expr.args) | {str(s) for s in expr.atoms(Symbol)}
    name = next(f"{variable}{n}" for n in count(1) if f"{variable}{n}" not in taken)
    fresh = Symbol(name, **_assumptions(variable))
    return Change({**names, variable: fresh}, change.entry, change.tensor, change.occupied | {name}), fresh


def _assumptions(variable: Any) -> dict[str, Any]:
    label = variable.label if isinstance(variable, Idx) else variable
    return dict(label.assumptions0)
