"""What stands in the formulas of one note: which names there are, over what each index runs, and how tensors are used.

Every decision that must be the same on a whole page is made from this: whether two things would look alike, which
axis of a tensor counts examples, and whether a sum runs over a whole vector.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, TypeAlias

from sympy import Basic, Derivative, Idx, Indexed, IndexedBase, Lambda, MatrixSymbol, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixElement

Range: TypeAlias = tuple[Any, Any]
Axis: TypeAlias = tuple[str, int]
"""A tensor by its name, and the place of an axis."""


@dataclass(slots=True)
class Scope:
    """What is used in some formulas. It is filled by `look`, and only read afterwards."""

    names: set[str] = field(default_factory=set)
    symbols: set[str] = field(default_factory=set)
    indices: set[str] = field(default_factory=set)
    matrices: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    ranks: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    ranges: dict[str, list[Range]] = field(default_factory=lambda: defaultdict(list))
    shapes: dict[Axis, Any] = field(default_factory=dict)
    axes: dict[Axis, list[Range]] = field(default_factory=lambda: defaultdict(list))
    entries: dict[Axis, list[str]] = field(default_factory=lambda: defaultdict(list))

    def size_of(self, axis: Axis) -> str:
        """Return the name of the size that an axis runs over, empty where that is unknown or not one."""
        ends = [high for _, high in self.axes.get(axis, ())] or [self.shapes.get(axis)]
        names = {str(symbol) for end in ends if end is not None for symbol in end.free_symbols}
        return names.pop() if len(names) == 1 else ""

    def sizes(self) -> set[str]:
        """Return the names in the ends of ranges and in shapes."""
        ranges = [*self.ranges.values(), *self.axes.values()]
        ends = [end for held in ranges for limits in held for end in limits] + list(self.shapes.values())
        return {name for end in ends for name in free_names(end)}

    def whole(self, axis: Axis, limits: Range) -> bool:
        """Return whether these limits are the only ones that an axis is ever summed over."""
        return axis in self.axes and all(known == limits for known in self.axes[axis])


def scope_of(exprs: Iterable[Any]) -> Scope:
    """Return what stands in some expressions and relations.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> w, d, D = IndexedBase("w"), *symbols("d D")
    >>> found = scope_of([Sum(w[d] ** 2, (d, 1, D))])
    >>> found.size_of(("w", 0)), found.ranges["d"]
    ('D', [(1, D)])
    """
    found = Scope()
    kept = [expr for expr in exprs if isinstance(expr, Basic)]
    for expr in kept:
        _look(expr, found, {})
    for expr in kept:
        _look_at_free_entries(expr, found)
    return found


def _look(expr: Any, found: Scope, bound: Mapping[str, Range]) -> None:
    _note(expr, found, bound)
    if isinstance(expr, ExprWithLimits):
        _look_under_a_sign(expr, found, bound)
    elif isinstance(expr, Lambda):
        _look(expr.expr, found, bound)
    elif not isinstance(expr, Symbol | Idx | IndexedBase | MatrixSymbol):
        for arg in expr.args:
            _look(arg, found, bound)


def _look_under_a_sign(expr: Any, found: Scope, bound: Mapping[str, Range]) -> None:
    inner = dict(bound)
    for limit in reversed(expr.limits):
        variable, low, high = _limit(limit)
        name = str(getattr(variable, "label", variable))
        found.names.add(name)
        found.indices.add(name)
        if low is not None:
            inner[name] = (low, high)
            _add(found.ranges[name], (low, high))
            for end in (low, high):
                _look(end, found, bound)
    _look(expr.function, found, inner)


def _limit(limit: Any) -> tuple[Any, Any, Any]:
    if len(limit) == 3:
        return tuple(limit)
    variable = limit[0]
    return variable, getattr(variable, "lower", None), getattr(variable, "upper", None)


@singledispatch
def _note(expr: Any, found: Scope, bound: Mapping[str, Range]) -> None:
    """Take a note of one node; most kinds say nothing."""


@_note.register
def _(expr: Symbol, found: Scope, bound: Mapping[str, Range]) -> None:
    found.names.add(expr.name)
    if expr.name not in bound:
        found.symbols.add(expr.name)


@_note.register
def _(expr: Idx, found: Scope, bound: Mapping[str, Range]) -> None:
    name = str(expr.label)
    found.names.add(name)
    found.indices.add(name)
    if expr.lower is not None:
        _add(found.ranges[name], (expr.lower, expr.upper))
        for end in (expr.lower, expr.upper):
            _look(end, found, {})


@_note.register
def _(expr: IndexedBase, found: Scope, bound: Mapping[str, Range]) -> None:
    found.names.add(str(expr.label))


@_note.register
def _(expr: MatrixSymbol, found: Scope, bound: Mapping[str, Range]) -> None:
    found.names.add(expr.name)
    found.matrices.add(expr.name)
    for end in expr.shape:
        _look(end, found, bound)


@_note.register
def _(expr: AppliedUndef, found: Scope, bound: Mapping[str, Range]) -> None:
    found.functions.add(type(expr).__name__)


@_note.register
def _(expr: Indexed, found: Scope, bound: Mapping[str, Range]) -> None:
    _note_entry(str(expr.base.label), expr.indices, found, bound)
    for place, end in enumerate(expr.base.shape or ()):
        _look(end, found, {})
        found.shapes[str(expr.base.label), place] = end


@_note.register
def _(expr: MatrixElement, found: Scope, bound: Mapping[str, Range]) -> None:
    for index in (expr.i, expr.j):
        if _index_name(index):
            found.indices.add(_index_name(index))
    _ = bound


def _note_entry(name: str, indices: Iterable[Any], found: Scope, bound: Mapping[str, Range]) -> None:
    places = tuple(indices)
    found.ranks[name].add(len(places))
    for place, index in enumerate(places):
        label = _index_name(index)
        if label:
            found.indices.add(label)
            _add(found.entries[name, place], label)
            limits = bound.get(label) or _own_range(index)
            if limits is not None:
                _add(found.axes[name, place], limits)


def _look_at_free_entries(expr: Any, found: Scope) -> None:
    """Take the range of an index that is free from where the same index is bound, if it is always the same."""
    for entry in expr.atoms(Indexed):
        for place, index in enumerate(entry.indices):
            axis, known = (str(entry.base.label), place), found.ranges.get(_index_name(index), [])
            if axis not in found.axes and len(known) == 1:
                found.axes[axis].append(known[0])


def _own_range(index: Any) -> Range | None:
    return None if not isinstance(index, Idx) or index.lower is None else (index.lower, index.upper)


def _index_name(index: Any) -> str:
    return str(getattr(index, "label", index)) if isinstance(index, Symbol | Idx) else ""


def _add(held: list[Any], value: Any) -> None:
    if value not in held:
        held.append(value)


def free_names(expr: Any) -> set[str]:
    """Return the names of all symbols and tensors that are free in an expression, whatever else is known of them.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> w, d, D = IndexedBase("w"), *symbols("d D")
    >>> sorted(free_names(Sum(w[d], (d, 1, D))))
    ['D', 'w']
    """
    if not isinstance(expr, Basic):
        return set()
    found = {name_of(symbol) for symbol in expr.free_symbols if not isinstance(symbol, Indexed)}
    # SymPy does not count what stands below the line of a derivative.
    for derivative in expr.atoms(Derivative):
        found |= {name for variable, _ in derivative.variable_count for name in free_names(variable)}
    return found


def name_of(symbol: Any) -> str:
    """Return the name of a symbol, an index or a tensor.

    >>> name_of(IndexedBase("w"))
    'w'
    """
    if isinstance(symbol, Symbol | MatrixSymbol):
        return symbol.name
    return str(getattr(symbol, "label", symbol))
