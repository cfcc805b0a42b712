"""From SymPy to the tree: each kind of expression has one small function, and nothing is evaluated on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import singledispatch
from math import isfinite
from typing import Any

from sympy import (
    Abs,
    Add,
    And,
    Basic,
    Derivative,
    E,
    Expr,
    Float,
    Heaviside,
    I,
    Idx,
    ImmutableDenseMatrix,
    Indexed,
    IndexedBase,
    Integer,
    KroneckerDelta,
    MatrixBase,
    Max,
    Min,
    Mul,
    Not,
    Number,
    NumberSymbol,
    Or,
    Piecewise,
    Pow,
    Product,
    Rational,
    Subs,
    Sum,
    Symbol,
    exp,
    oo,
    polygamma,
    zoo,
)
from sympy.core.function import Application, UndefinedFunction
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue, true

from derive.errors import BeyondKernelError, NotAnExpressionError, UnsupportedError
from derive.expr import tree
from derive.expr.tree import Node
from derive.expr.vocabulary import Range, Vocabulary, name_of, require_real, show, tensor_name
from derive.functions import BY_NAME


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a statement, the nodes for which the names bound around an expression stand, and their ranges."""

    names: Vocabulary
    bound: Mapping[str, Node] = field(default_factory=dict)
    depth: int = 0
    ranges: Mapping[str, Range] = field(default_factory=dict)

    def open(self, *variables: str) -> tuple[tuple[tree.Index, ...], Scope]:
        """Return fresh indices for the variables, or for what has no name, and the scope inside."""
        fresh = tuple(tree.Index(f"^{self.depth + n}") for n in range(len(variables)))
        bound = {**self.bound, **dict(zip(variables, fresh, strict=True))}
        return fresh, Scope(self.names, bound, self.depth + len(variables), self.ranges)


def as_expression(given: Any) -> Any:
    """Return a SymPy expression; a plain number is one. Raises `NotAnExpressionError`, for a string above all."""
    if isinstance(given, bool | str | bytes) or given is None:
        way_out = "build it with SymPy: text is never evaluated"
        reason = f"this is a {type(given).__name__}, not an expression"
        raise NotAnExpressionError(repr(given), reason=reason, way_out=way_out)
    if isinstance(given, int):
        return Integer(given)
    if isinstance(given, float) and isfinite(given):
        return Float(given)
    if isinstance(given, Basic) and (isinstance(given, Expr) or getattr(given, "is_Matrix", False)):
        return given
    if isinstance(given, MatrixBase):
        return ImmutableDenseMatrix(given)
    reason = f"this is a {type(given).__name__}, not an expression"
    raise NotAnExpressionError(repr(given)[:80], reason=reason, way_out="pass a SymPy expression")


@singledispatch
def from_sympy(expr: Any, scope: Scope) -> Node:
    """Return an expression as a node; open to kinds of expressions.

    Raises `BeyondKernelError` for kinds that no function is registered for, and the error that fits for what can be no
    part of a statement about real numbers.
    """
    reason = f"{type(expr).__name__} is outside of the engine"
    raise BeyondKernelError(expr, reason=reason, way_out="write it with sums, exp and log")


@from_sympy.register
def _integer(expr: Integer, scope: Scope) -> Node:
    return tree.number(int(expr))


@from_sympy.register
def _number(expr: Number, scope: Scope) -> Node:
    if isinstance(expr, Rational | Float) and expr.is_finite:
        exact = Rational(str(expr)) if isinstance(expr, Float) else expr
        return tree.number(Fraction(int(exact.p), int(exact.q)))
    raise UnsupportedError(expr, reason="this is no finite number", way_out="use finite numbers")


@from_sympy.register(type(zoo))
def _unbounded(expr: Basic, scope: Scope) -> Node:
    raise UnsupportedError(expr, reason="this is no finite number", way_out="use finite numbers")


@from_sympy.register(type(I))
def _imaginary(expr: Basic, scope: Scope) -> Node:
    way_out = "write real and imaginary parts apart"
    raise UnsupportedError(expr, reason="the engine is about real numbers", way_out=way_out)


@from_sympy.register
def _constant(expr: NumberSymbol, scope: Scope) -> Node:
    return tree.Call("exp", (tree.ONE,)) if expr is E else tree.Constant(str(expr))


@from_sympy.register
def _name(expr: Symbol | Idx, scope: Scope) -> Node:
    """A name stands for what is bound to it; an index is a number too; any other is a scalar."""
    name = name_of(expr)
    if name in scope.bound:
        return scope.bound[name]
    if name in scope.names.indices and name not in scope.names.sizes:
        return tree.Index(name)
    return tree.Scalar(name)


def place(index: Basic, scope: Scope) -> Node:
    """Return what stands where an index stands: indices with whole numbers as factors, and what sizes make, added up.

    An entry may be the only index, if it is one of labels; which tensors hold such, the statement says.

    Raises `BeyondKernelError` for anything else, such as i*j and i/2.
    """
    node = from_sympy(index, scope)
    if not isinstance(node, tree.Index) and not _is_place(node, scope.names):
        reason = "only whole multiples of indices and sizes, added up, are understood as an index"
        raise BeyondKernelError(index, reason=reason, way_out="give the entry a name of its own")
    return node


def _is_place(node: Node, names: Vocabulary) -> bool:
    """Return whether a node is multiples of indices, or one entry, plus what is made of whole numbers and sizes."""
    terms = node.terms if isinstance(node, tree.Add) else (node,)
    entries = [term for term in terms if isinstance(term, tree.Entry)]
    indices = [term for term in terms if _is_multiple(term)]
    rest = [term for term in terms if term not in entries and term not in indices]
    labelled = not entries or (len(entries) == 1 and not indices)
    return labelled and all(_is_size(part, names) for term in rest for part in tree.walk(term))


def _is_multiple(node: Node) -> bool:
    """Return whether a node is an index with a whole number as its factor."""
    number, index = node.factors if isinstance(node, tree.Mul) and len(node.factors) == 2 else (tree.ONE, node)
    whole = isinstance(number, tree.Number) and number.value.denominator == 1
    return whole and isinstance(index, tree.Index)


def _is_size(node: Node, names: Vocabulary) -> bool:
    if isinstance(node, tree.Number):
        return node.value.denominator == 1
    return isinstance(node, tree.Add | tree.Mul | tree.Power) or (
        isinstance(node, tree.Scalar) and node.name in names.sizes
    )


@from_sympy.register
def _indexed(expr: Indexed, scope: Scope) -> Node:
    return tree.Entry(tensor_name(expr.base), tuple(place(index, scope) for index in expr.indices))


@from_sympy.register
def _add(expr: Add, scope: Scope) -> Node:
    return tree.add(*(from_sympy(part, scope) for part in expr.args))


@from_sympy.register
def _mul(expr: Mul, scope: Scope) -> Node:
    return tree.multiply(*(from_sympy(part, scope) for part in expr.args))


@from_sympy.register
def _exp(expr: exp, scope: Scope) -> Node:
    return tree.Call("exp", (from_sympy(expr.args[0], scope),))


@from_sympy.register
def _pow(expr: Pow, scope: Scope) -> Node:
    return tree.Power(from_sympy(expr.args[0], scope), from_sympy(expr.args[1], scope))


@from_sympy.register
def _binder(expr: Sum | Product, scope: Scope) -> Node:
    kind = tree.Sum if isinstance(expr, Sum) else tree.Product
    return _limits(kind, expr, list(reversed(expr.limits)), scope)


def _limits(kind: Any, expr: Sum | Product, limits: list[Any], scope: Scope) -> Node:
    if not limits:
        return from_sympy(expr.function, scope)
    (variable, low, high), *inner = limits
    kind_here = tree.Series if high is oo and kind is tree.Sum else kind
    ends = [_end(end, expr, scope) for end in ((low,) if kind_here is tree.Series else (low, high))]
    name = name_of(variable)
    index = tree.Index(f"^{scope.depth}")
    ranges = {**scope.ranges, name: (low, high)}
    inside = Scope(scope.names, {**scope.bound, name: index}, scope.depth + 1, ranges)
    body = _limits(kind, expr, inner, inside)
    if kind_here is tree.Series:
        _refuse_tensors(body, index, expr)
    return tree.bind(kind_here, index.name, *ends, body=body)


def _refuse_tensors(body: Node, index: tree.Index, expr: Basic) -> None:
    """Raise `UnsupportedError` for a series over entries: nothing says that it converges."""
    for part in tree.walk(body):
        if isinstance(part, tree.Entry | tree.Delta) and index.name in part.names:
            reason = "only powers and polynomials, also over a factorial, are summed without an end, not entries"
            raise UnsupportedError(expr, reason=reason, way_out="let it end at a size")


def _end(end: Basic, expr: Basic, scope: Scope) -> Node:
    """Return the end of a range. Raises `UnsupportedError` for one that is no whole number made of sizes."""
    if (isinstance(end, Number) and not isinstance(end, Integer)) or (scope.names.decimals and end.has(Float)):
        reason = "a range must end at a size or a whole number"
        raise UnsupportedError(end, place=expr, reason=reason, way_out="use a symbol for the size")
    return from_sympy(end, scope)


@from_sympy.register
def _delta(expr: KroneckerDelta, scope: Scope) -> Node:
    """1 where both indices agree; a range of its own must be that of one of them, so that it says nothing new."""
    given = tuple(expr.args[2]) if len(expr.args) > 2 else None
    if given is not None and not any(_range_of(index, scope) == given for index in expr.args[:2]):
        reason = "this delta has a range of its own, which its indices may leave"
        raise UnsupportedError(expr, place=show(given), reason=reason, way_out="write KroneckerDelta(i, j)")
    left, right = (place(index, scope) for index in expr.args[:2])
    return tree.Delta(left, right)


def _range_of(index: Any, scope: Scope) -> Range | None:
    own = scope.names.indices.get(name_of(index), (index, None))[1]
    return scope.ranges.get(name_of(index)) if name_of(index) in scope.bound else own


@from_sympy.register
def _function(expr: Application, scope: Scope) -> Node:
    if isinstance(type(expr), UndefinedFunction):
        require_real(expr)
    elif any(part.is_Boolean for part in expr.args):
        reason = "conditions are outside of the engine"
        raise BeyondKernelError(expr, reason=reason, way_out="state each case by itself")
    name = type(expr).__name__
    own = isinstance(type(expr), UndefinedFunction) or name in BY_NAME
    return tree.Call(name if own else tree.SYMPY + name, tuple(from_sympy(part, scope) for part in expr.args))


@from_sympy.register
def _polygamma(expr: polygamma, scope: Scope) -> Node:
    """SymPy's name for digamma is polygamma of order 0."""
    name, given = ("digamma", expr.args[1:]) if expr.args[0] == 0 else (f"{tree.SYMPY}polygamma", expr.args)
    return tree.Call(name, tuple(from_sympy(part, scope) for part in given))


@from_sympy.register
def _abs(expr: Abs, scope: Scope) -> Node:
    return tree.Call("Abs", (from_sympy(expr.args[0], scope),))


@from_sympy.register
def _extremum(expr: Max | Min, scope: Scope) -> Node:
    arguments = sorted(expr.args, key=str)
    return tree.Call(type(expr).__name__, tuple(from_sympy(part, scope) for part in arguments))


@from_sympy.register
def _heaviside(expr: Heaviside, scope: Scope) -> Node:
    """1 above 0, 0 below, and at 0 what its second argument says."""
    inside = from_sympy(expr.args[0], scope)
    at_zero = from_sympy(expr.args[1], scope)
    above, below = (tree.Compare(sign, inside, tree.ZERO) for sign in (">", "<"))
    return tree.Cases(((above, tree.ONE), (below, tree.ZERO), (condition(true, scope), at_zero)))


@from_sympy.register
def _piecewise(expr: Piecewise, scope: Scope) -> Node:
    return tree.Cases(tuple((condition(when, scope), from_sympy(value, scope)) for value, when in expr.args))


def condition(when: Basic, scope: Scope) -> Node:
    """Return a condition as a node. Raises `BeyondKernelError` for other than relations, and, or, not."""
    if isinstance(when, BooleanTrue | BooleanFalse):
        return tree.Truth(isinstance(when, BooleanTrue))
    if isinstance(when, And | Or):
        return (tree.Both if isinstance(when, And) else tree.Either)(tuple(condition(p, scope) for p in when.args))
    if isinstance(when, Not):
        return tree.Not(condition(when.args[0], scope))
    if isinstance(when, Relational):
        left, right = (from_sympy(side, scope) for side in when.args)
        return tree.Compare(when.rel_op, left, right)
    way_out = "state each case by itself, or use an order such as x > 0"
    raise BeyondKernelError(when, reason="this condition is outside of the engine", way_out=way_out)


@from_sympy.register
def _derivative(expr: Derivative, scope: Scope) -> Node:
    steps = [(variable_of(each, scope), _times(count, expr)) for each, count in expr.variable_count]
    return tree.Derivative(from_sympy(expr.expr, scope), tuple(steps))


def variable_of(variable: Basic, scope: Scope) -> Node:
    """Return what one differentiates by. Raises `NotAnExpressionError` for what is no entry and no symbol.

    An index and a size do not vary smoothly: `UnsupportedError`.
    """
    node = from_sympy(variable, scope)
    if isinstance(node, tree.Index) and node.name.startswith("^") and name_of(variable) in scope.bound:
        return node
    if isinstance(node, tree.Index) or (isinstance(node, tree.Scalar) and node.name in scope.names.sizes):
        reason = "a size or an index does not vary smoothly"
        raise UnsupportedError(variable, reason=reason, way_out="use an entry or a number that is no size")
    if not isinstance(node, tree.Entry | tree.Scalar):
        reason = "only an entry or a symbol can be varied"
        raise NotAnExpressionError(variable, reason=reason, way_out="use w[j], W[i, j] or a Symbol")
    return node


def _times(count: Basic, expr: Basic) -> int:
    if not isinstance(count, Integer):
        raise UnsupportedError(expr, reason=f"it is taken {count} times", way_out="give a number of times")
    return int(count)


@from_sympy.register
def _subs(expr: Subs, scope: Scope) -> Node:
    """Put values for names, all at once, after all derivatives inside were taken."""
    if any(not isinstance(variable, Symbol) for variable in expr.variables):
        raise UnsupportedError(expr, reason="only names are replaced", way_out="use substitute for a family of entries")
    points = [from_sympy(point, scope) for point in expr.point]
    fresh, inside = scope.open(*map(name_of, expr.variables))
    return put(from_sympy(expr.expr, inside), fresh, points)


def put(body: Node, names: tuple[tree.Index, ...], values: list[Node]) -> Node:
    """Return the body at values of its names."""
    for name, value in zip(names, values, strict=True):
        body = tree.bind(tree.At, name.name, value, body=body)
    return body


__all__ = [
    "IndexedBase",
    "Scope",
    "as_expression",
    "condition",
    "from_sympy",
    "place",
    "put",
    "variable_of",
]
