"""The axes of tensors that nobody declared, from the indices in them: what a document leaves to its reader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sympy import Add, Basic, Idx, Indexed, IndexedBase, Integer, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import Lambda
from sympy.matrices.expressions.funcmatrix import FunctionMatrix

from derive.expr.vocabulary import Range, name_of, range_of
from derive.facts import Fact, as_assumptions

Scope = dict[str, Range | None]
"""The range of each bound name; None where a value is bound, not an index."""
Free = tuple[int, str]
"""A free index, and the number of the statement that it belongs to: that of an assumption is its own."""


@dataclass(slots=True)
class _Place:
    """One place of one tensor: the ranges of bound indices, the free indices and the numbers there.

    `moved` says that an entry is met somewhere else too, at an index with something added or at a size.
    """

    bound: set[Range] = field(default_factory=set[Range])
    free: set[Free] = field(default_factory=set[Free])
    fixed: set[Integer] = field(default_factory=set[Integer])
    moved: bool = False


def is_whole(where: Range) -> bool:
    """Return whether a range may be all of an axis: it begins at 0 or 1, and stops nowhere before a size.

    >>> from sympy import Symbol
    >>> N = Symbol("N", integer=True)
    >>> is_whole((1, N)), is_whole((0, N - 1)), is_whole((2, N)), is_whole((1, N - 1))
    (True, True, False, False)
    """
    first, last = where
    count = last - first + 1
    return first in {0, 1} and not any(part.is_negative for part in Add.make_args(count))


def guessed(expressions: Iterable[Basic], assuming: Any = ()) -> dict[Any, tuple[Range, ...]]:
    """Return the axes of the bases without a shape, as `prove` takes them in `ranges`, where all usage shows the same.

    The range of a free index that is an `Idx` counts before the limits of sums. A base gets no axes where sums use a
    place over two ranges, or over a part of an axis such as 2..N; the engine leaves them open then.

    >>> from sympy import Sum, symbols
    >>> x, i, N = IndexedBase("x"), symbols("i", integer=True), symbols("N", integer=True, positive=True)
    >>> guessed([Sum(x[i], (i, 1, N))])
    {x: ((1, N),)}
    >>> guessed([Sum(x[i], (i, 1, N)) - Sum(x[i], (i, 2, N))]), guessed([Sum(x[i], (i, 2, N))])
    ({}, {})
    """
    relations = [fact.args for fact in as_assumptions(assuming) if not isinstance(fact, Fact)]
    look = _Look()
    for look.number, group in enumerate([tuple(expressions), *relations]):
        for expr in group:
            look.visit(expr, {})
    found = {base: [axis for axis in map(look.axis, places) if axis] for base, places in look.places.items()}
    return {base: tuple(axes) for base, axes in found.items() if len(axes) == len(look.places[base])}


@dataclass(slots=True)
class _Look:
    """The places of each base without a shape, and the ranges that free indices bring along."""

    places: dict[Any, list[_Place]] = field(default_factory=dict[Any, list[_Place]])
    own: dict[Free, Range] = field(default_factory=dict[Free, Range])
    number: int = 0

    def visit(self, expr: Basic, scope: Scope) -> None:
        """Record what occurs in an expression; `scope` holds the ranges of the indices bound around it."""
        inner, parts = scope, expr.args
        if isinstance(expr, Idx) and name_of(expr) not in scope and (own := range_of(expr)) is not None:
            _ = self.own.setdefault((self.number, name_of(expr)), own)
        elif isinstance(expr, Indexed) and isinstance(expr.base, IndexedBase) and expr.base.shape is None:
            places = self.places.setdefault(expr.base, [_Place() for _ in expr.indices])
            for index, place in zip(expr.indices, places, strict=False):
                self._stand(index, place, scope)
        elif isinstance(expr, ExprWithLimits):
            inner, parts = dict(scope), (expr.function,)
            for limit in reversed(expr.limits):
                inner[name_of(limit[0])] = (limit[1], limit[2]) if len(limit) > 2 else None
        elif isinstance(expr, Lambda):
            inner, parts = {**scope, **dict.fromkeys(map(name_of, expr.variables))}, (expr.expr,)
        elif isinstance(expr, FunctionMatrix):
            ends = [(Integer(0), size - 1) for size in expr.shape]
            inner = {**scope, **dict(zip(map(name_of, expr.lamda.variables), ends, strict=True))}
            parts = (expr.lamda.expr,)
        for part in parts:
            self.visit(part, inner)

    def _stand(self, index: Any, place: _Place, scope: Scope) -> None:
        if isinstance(index, Integer):
            place.fixed.add(index)
        elif not isinstance(index, Symbol | Idx):
            place.moved = True
        elif name_of(index) not in scope:
            place.free.add((self.number, name_of(index)))
        elif (where := scope[name_of(index)]) is not None:
            depends = any(name_of(symbol) in scope for end in where for symbol in end.free_symbols)
            place.bound |= set() if depends else {where}

    def axis(self, shown: _Place) -> Range | None:
        """Return the range that all usage of a place shows, or None."""
        whole = [*({self.own[key] for key in shown.free if key in self.own} or shown.bound)]
        if len(whole) != 1 or not is_whole(whole[0]) or shown.moved:
            return None
        standing = [*shown.bound, *((at, at) for at in shown.fixed)]
        return whole[0] if all(_holds(whole[0], part) for part in standing) else None


def _holds(whole: Range, part: Range) -> bool:
    """Return whether nothing shows that a part leaves the whole."""
    return not ((part[0] - whole[0]).is_negative or (whole[1] - part[1]).is_negative)
