"""From SymPy to the kernel: each kind of expression has one small function that reads it."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Table
from dataclasses import replace
from fractions import Fraction
from functools import singledispatch
from typing import Any

from sympy import (
    Abs,
    Add,
    Basic,
    Derivative,
    E,
    Float,
    I,
    Idx,
    Indexed,
    Integer,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Min,
    Mul,
    Number,
    NumberSymbol,
    Pow,
    Product,
    Rational,
    Subs,
    Sum,
    Symbol,
    exp,
    polygamma,
    zoo,
)
from sympy.core.function import Application, UndefinedFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derive import kernel
from derive.errors import BeyondKernelError, NotAnExpressionError, UnsupportedError
from derive.kernel import nodes
from derive.language.domains import need_domain
from derive.language.ranges import WHOLE_RANGE
from derive.language.rewrite import rename_indices
from derive.language.session import MOST_UNROLLED, Need, Scope, Session, number, require_real
from derive.language.symbols import name_of


@singledispatch
def read(expr: Basic, session: Session, scope: Scope) -> kernel.Poly:
    """Return a SymPy expression as a polynomial of the kernel.

    Raises `UnsupportedError` for kinds that no function is registered for.
    """
    reason = f"{type(expr).__name__} is outside of the engine"
    raise BeyondKernelError(expr, reason=reason, way_out="write it with sums, exp and log")


@read.register
def _number(expr: Number, session: Session, scope: Scope) -> kernel.Poly:
    if isinstance(expr, Rational) and expr.is_finite:
        return session.ring.constant(number(expr))
    if isinstance(expr, Float) and expr.is_finite:
        return session.ring.constant(number(Rational(str(expr))))
    raise UnsupportedError(expr, reason="this is no finite number", way_out="use finite numbers")


@read.register
def _constant(expr: NumberSymbol, session: Session, scope: Scope) -> kernel.Poly:
    return kernel.exponential(session.ring, session.ring.constant(1)) if expr is E else session.scalar(expr)


@read.register(type(zoo))
def _unbounded(expr: Basic, session: Session, scope: Scope) -> kernel.Poly:
    raise UnsupportedError(expr, reason="this is no finite number", way_out="use finite numbers")


@read.register(type(I))
def _imaginary(expr: Basic, session: Session, scope: Scope) -> kernel.Poly:
    raise UnsupportedError(
        expr, reason="the engine is about real numbers", way_out="write real and imaginary parts apart"
    )


@read.register
def _symbol(expr: Symbol, session: Session, scope: Scope) -> kernel.Poly:
    return _value(expr, session, scope)


@read.register
def _idx(expr: Idx, session: Session, scope: Scope) -> kernel.Poly:
    return _value(expr, session, scope)


def _value(expr: Basic, session: Session, scope: Scope) -> kernel.Poly:
    """A name stands for what is bound to it; an index is a number too; any other is a scalar."""
    bound = scope.get(name_of(expr))
    if isinstance(bound, int):
        return session.ring.constant(bound)
    if isinstance(bound, kernel.Index):
        return kernel.entry(session.ring, kernel.INDEX_VALUE, bound)
    if bound is not None:
        return bound
    if isinstance(expr, Idx) or (
        (session.group, name_of(expr)) in session.ranges.free and name_of(expr) not in session.seen.sizes
    ):
        return kernel.entry(session.ring, kernel.INDEX_VALUE, session.free_index(expr))
    return session.scalar(expr)


@read.register
def _indexed(expr: Indexed, session: Session, scope: Scope) -> kernel.Poly:
    base: Any = expr.base
    return kernel.entry(session.ring, session.tensor(base), *(session.index(i, scope) for i in expr.indices))


@read.register
def _add(expr: Add, session: Session, scope: Scope) -> kernel.Poly:
    return kernel.add(*(read(part, session, scope) for part in expr.args))


@read.register
def _mul(expr: Mul, session: Session, scope: Scope) -> kernel.Poly:
    result = session.ring.constant(1)
    for part in expr.args:
        result = kernel.multiply(session.ring, result, read(part, session, scope))
    return result


@read.register
def _exp(expr: exp, session: Session, scope: Scope) -> kernel.Poly:
    return kernel.exponential(session.ring, read(expr.args[0], session, scope))


@read.register
def _pow(expr: Pow, session: Session, scope: Scope) -> kernel.Poly:
    base, exponent = read(expr.args[0], session, scope), read(expr.args[1], session, scope)
    if not exponent.keys() <= {session.ring.one}:
        return _symbolic_power(expr, base, exponent, session, scope)
    rational = exponent.get(session.ring.one, 0)
    if isinstance(rational, Fraction):
        kind = "positive" if rational < 0 else "nonnegative"
        session.need(Need(kind, expr.args[0], base, scope, "under a root"))
    elif rational < 0:
        session.need(Need("nonzero", expr.args[0], base, scope, "in a denominator"))
    return kernel.raise_to(session.ring, base, rational)


def _symbolic_power(expr: Pow, base: kernel.Poly, exponent: kernel.Poly, session: Session, scope: Scope) -> kernel.Poly:
    whole = bool(expr.args[1].is_integer) or all(_is_whole(session, mono, coef) for mono, coef in exponent.items())
    if not whole:
        session.need(Need("positive", expr.args[0], base, scope, "base of a power"))
    elif not expr.args[1].is_nonnegative:
        session.need(Need("nonzero", expr.args[0], base, scope, "base of a power"))
    return kernel.symbolic_power(session.ring, base, exponent, whole=whole)


def _is_whole(session: Session, mono: kernel.Mono, coef: kernel.Coef) -> bool:
    names = mono.tensors
    powers = all(isinstance(e, int) and e > 0 and isinstance(a.form, nodes.Entry) for a, e in mono.factors)
    known = all(name == kernel.INDEX_VALUE or "integer" in session.ring.traits.get(name, ()) for name in names)
    return isinstance(coef, int) and powers and known


@read.register
def _sum(expr: Sum, session: Session, scope: Scope) -> kernel.Poly:
    return _binder(expr, session, scope)


@read.register
def _product(expr: Product, session: Session, scope: Scope) -> kernel.Poly:
    return _binder(expr, session, scope)


def _binder(expr: Sum | Product, session: Session, scope: Scope) -> kernel.Poly:
    return _limits(expr, list(reversed(expr.limits)), (), session, scope)


Opened = tuple[kernel.Index, ...]


def _limits(expr: Sum | Product, limits: list[Any], opened: Opened, session: Session, scope: Scope) -> kernel.Poly:
    """Open the binders from outside in, each with a fresh index, then close all of them at once around the body."""
    if not limits:
        close = kernel.sum_over if isinstance(expr, Sum) else kernel.product_over
        return close(session.ring, opened, read(expr.function, session, scope))
    (variable, low, high), inner = limits[0], limits[1:]
    if {name_of(s) for s in (low.free_symbols | high.free_symbols)} & scope.keys():
        reason = f"the range of {variable} depends on another index"
        raise BeyondKernelError(expr, reason=reason, way_out=WHOLE_RANGE)
    if (
        session.ways.unroll
        and isinstance(low, Integer)
        and isinstance(high, Integer)
        and 0 <= high - low < MOST_UNROLLED
    ):
        return _written_out(expr, limits, opened, session, scope)
    dim = session.dim((low, high), expr)
    if not dim.count:
        return session.ring.constant(int(isinstance(expr, Product)))
    index = session.ring.fresh(dim)
    return _limits(expr, inner, (*opened, index), session, {**scope, name_of(variable): index})


def _written_out(expr: Sum | Product, limits: list[Any], opened: Opened, session: Session, scope: Scope) -> kernel.Poly:
    """Return a sum or product over a few numbers, term by term."""
    (variable, low, high), inner = limits[0], limits[1:]
    result = session.ring.constant(int(isinstance(expr, Product)))
    for number_ in range(int(low), int(high) + 1):
        value = _limits(expr, inner, opened, session, {**scope, name_of(variable): number_})
        result = kernel.add(result, value) if isinstance(expr, Sum) else kernel.multiply(session.ring, result, value)
    return result


@read.register
def _delta(expr: KroneckerDelta, session: Session, scope: Scope) -> kernel.Poly:
    left, right = (session.index(i, scope) for i in expr.args[:2])
    return kernel.delta(session.ring, left, right)


@read.register
def _function(expr: Application, session: Session, scope: Scope) -> kernel.Poly:
    """A function by its name: `log` needs a positive argument, `sigmoid` may be declared by anyone."""
    if isinstance(type(expr), UndefinedFunction):
        require_real(expr)
    name = type(expr).__name__
    arguments = tuple(read(part, session, scope) for part in expr.args)
    need_domain(expr, arguments, session, scope)
    if not isinstance(type(expr), UndefinedFunction) and any(part.is_Boolean for part in expr.args):
        raise BeyondKernelError(
            expr, reason="conditions are outside of the engine", way_out="state each case by itself"
        )
    return kernel.call(session.ring, name, arguments)


@read.register
def _polygamma(expr: polygamma, session: Session, scope: Scope) -> kernel.Poly:
    """SymPy's name for digamma is polygamma of order 0."""
    arguments = tuple(read(part, session, scope) for part in expr.args)
    digamma = expr.args[0] == 0
    return kernel.call(session.ring, "digamma" if digamma else "polygamma", arguments[1:] if digamma else arguments)


@read.register
def _abs(expr: Abs, session: Session, scope: Scope) -> kernel.Poly:
    return kernel.call(session.ring, "Abs", (read(expr.args[0], session, scope),))


@read.register
def _extremum(expr: Max | Min, session: Session, scope: Scope) -> kernel.Poly:
    arguments = tuple(read(part, session, scope) for part in sorted(expr.args, key=str))
    return kernel.call(session.ring, type(expr).__name__, arguments)


@read.register
def _derivative(expr: Derivative, session: Session, scope: Scope) -> kernel.Poly:
    """A derivative is taken, not kept: only those of unknown functions remain.

    Values bound around it stay constant. What is assumed of values holds at points, so it is used afterwards only.
    """
    values = {name: value for name, value in scope.items() if isinstance(value, dict)}
    fresh = {name: session.fresh_value() for name in values}
    inner = {**scope, **{name: poly for name, (_, poly) in fresh.items()}}
    before = len(session.needs)
    with session.ring.without_rules():
        result = session.settle(read(expr.args[0], session, inner))
        for variable, count in expr.variable_count:
            place = _varied(variable, session, scope, {name: key for name, (key, _) in fresh.items()})
            for _ in range(_times(count, expr)):
                result = kernel.differentiate(session.ring, result, place)
    images = {key: values[name] for name, (key, _) in fresh.items()}
    _move_needs(session, before, images, lambda need: replace(need, scope={**need.scope, **values}))
    return kernel.rebuild(session.ring, _put(session, result, images))


def _times(count: Basic, expr: Basic) -> int:
    if not isinstance(count, Integer):
        raise UnsupportedError(expr, reason=f"it is taken {count} times", way_out="give a number of times")
    return int(count)


def _varied(variable: Basic, session: Session, scope: Scope, fresh: Table[str, str]) -> kernel.Place:
    """Return the place to differentiate by. Raises `UnsupportedError` for what does not vary freely and smoothly."""
    if isinstance(variable, Symbol) and name_of(variable) in fresh:
        return fresh[name_of(variable)], ()
    place = place_of(variable, session, scope)
    traits = session.ring.tensor(place[0]).traits & {"sign", "binary", "symmetric"}
    if traits or any(place[0] == defined for (defined, _), _ in session.definitions):
        why = f"its entries are {min(traits)}" if traits else "it is defined by an assumption"
        raise UnsupportedError(variable, reason=f"{why}, so they do not vary freely", way_out="assume it afterwards")
    return place


def _put(session: Session, poly: kernel.Poly, images: Table[str, kernel.Poly]) -> kernel.Poly:
    for name, value in images.items():
        poly = kernel.substitute(session.ring, poly, (name, ()), value)
    return poly


def _move_needs(
    session: Session, before: int, images: Table[str, kernel.Poly], outside: Callable[[Need], Need]
) -> None:
    """Tell the conditions met inside of a binder of values as they are outside of it."""
    session.needs[before:] = [
        replace(outside(need), value=_put(session, need.value, images)) for need in session.needs[before:]
    ]


@read.register
def _subs(expr: Subs, session: Session, scope: Scope) -> kernel.Poly:
    """Put values for names, all at once, after all derivatives inside were taken."""
    if any(not isinstance(variable, Symbol) for variable in expr.variables):
        raise UnsupportedError(expr, reason="only names are replaced", way_out="use substitute for a family of entries")
    fresh = {name_of(variable): session.fresh_value() for variable in expr.variables}
    points = dict(zip(expr.variables, expr.point, strict=True))
    values = [read(p, session, scope) for p in points.values()]
    before = len(session.needs)
    result = read(expr.expr, session, {**scope, **{name: poly for name, (_, poly) in fresh.items()}})
    images = {name: value for (name, _), value in zip(fresh.values(), values, strict=True)}

    def outside(need: Need) -> Need:
        """Return the condition as it is around the binder."""
        kept = {name: bound for name, bound in need.scope.items() if name not in fresh}
        around = {name: bound for name, bound in scope.items() if name in fresh}
        return replace(need, expr=rename_indices(need.expr, points), scope={**kept, **around})

    _move_needs(session, before, images, outside)
    return _put(session, result, images)


def place_of(variable: Basic, session: Session, scope: Scope) -> kernel.Place:
    """Return the entry that a derivative or a substitution is about, in the kernel's words."""
    if isinstance(variable, Indexed):
        base: Any = variable.base
        return session.tensor(base), tuple(session.index(i, scope) for i in variable.indices)
    if isinstance(variable, MatrixElement) and isinstance(variable.parent, MatrixSymbol):
        at = tuple(session.index(i, scope) for i in variable.indices)
        require_plain(variable, *at)
        return session.tensor(variable.parent), at
    if isinstance(variable, Symbol):
        name = name_of(variable)
        if name in session.seen.sizes or name in scope or (session.group, name) in session.ranges.free:
            reason = "a size or an index does not vary smoothly"
            raise UnsupportedError(variable, reason=reason, way_out="use an entry or a number that is no size")
        return session.scalar_name(variable), ()
    raise NotAnExpressionError(
        variable, reason="only an entry or a symbol can be varied", way_out="use w[j], W[i, j] or a Symbol"
    )


def require_plain(expr: Basic, *indices: kernel.Index) -> None:
    """Raise `BeyondKernelError` for a place of a matrix such as t - 1, which may lie outside of it."""
    if any(index.shift for index in indices):
        reason = "something is added to an index of a matrix"
        raise BeyondKernelError(expr, reason=reason, way_out="use an IndexedBase, whose entries have no end")


@read.register
def _element(expr: MatrixElement, session: Session, scope: Scope) -> kernel.Poly:
    row, column = (session.index(i, scope) for i in expr.indices)
    require_plain(expr, row, column)
    return entry_of(expr.parent, (row, column), session, scope)


@singledispatch
def entry_of(matrix: Basic, at: tuple[kernel.Index, kernel.Index], session: Session, scope: Scope) -> kernel.Poly:
    """Return one entry of a matrix expression. Open to kinds of matrices.

    Raises `UnsupportedError` for kinds that no function is registered for.
    """
    way_out = "write it with products, sums, transposes and inverses of MatrixSymbols"
    raise BeyondKernelError(
        matrix, reason=f"the matrix {type(matrix).__name__} is outside of the engine", way_out=way_out
    )
