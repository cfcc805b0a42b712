"""The first look at what was given: which tensors, indices, ranges and names occur, and whether they fit together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sympy import (
    Add,
    Basic,
    Dummy,
    Expr,
    Float,
    Idx,
    Indexed,
    IndexedBase,
    Integer,
    KroneckerDelta,
    MatrixSymbol,
    S,
    Symbol,
)
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import Lambda, Subs
from sympy.matrices.expressions.funcmatrix import FunctionMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import (
    BadIndexError,
    IndexClashError,
    NameClashError,
    ShapeMismatchError,
    UndeclaredRangeError,
    UnsupportedError,
)
from derive.expr.vocabulary import name_of, range_of, show, tensor_name
from derive.inference.symbols import Range, unrelated

Slot = tuple[str, int]
Scope = dict[str, Range | None]
"""The range of each bound name; None where a value is bound, not an index."""


@dataclass(slots=True)
class Place:
    """One place of one tensor: ranges of bound indices, its declared size, the free indices and numbers there.

    `moved` says that an entry is met somewhere else too, at an index with something added or at a size.
    """

    bound: list[Range] = field(default_factory=list)
    declared: Range | None = None
    free: list[tuple[int, str]] = field(default_factory=list)
    fixed: list[Integer] = field(default_factory=list)
    moved: bool = False


@dataclass(slots=True)
class Free:
    """A free index: its symbol, and the range that it brings along as an `Idx`."""

    symbol: Expr
    own: Range | None = None


@dataclass(slots=True)
class Survey:
    """All that was seen. Free indices are kept by statement, as an assumption's are its own."""

    places: dict[Slot, Place] = field(default_factory=dict)
    free: dict[tuple[int, str], Free] = field(default_factory=dict)
    symbols: dict[str, Basic] = field(default_factory=dict)
    tensors: dict[str, Basic] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)

    def place(self, slot: Slot) -> Place:
        """Return what is known of a slot, starting with nothing."""
        return self.places.setdefault(slot, Place())


def survey(statements: Iterable[Iterable[Basic]]) -> Survey:
    """Return what occurs in the statements, each a group of expressions that share their free indices.

    Raises the `ReadError` that fits for names, indices and ranges that do not fit together.
    """
    seen = Survey()
    for number, group in enumerate(statements):
        for expr in group:
            _Walk(seen, number, expr).visit(expr, {})
    return seen


@dataclass(frozen=True, slots=True)
class _Walk:
    """One walk over one expression, for the place that an error names."""

    seen: Survey
    number: int
    whole: Basic

    def visit(self, expr: Basic, scope: Scope) -> None:
        """Record what occurs in `expr`; `scope` holds the ranges of the indices bound around it."""
        if isinstance(expr, Indexed):
            self._indexed(expr, scope)
        elif isinstance(expr, ExprWithLimits):
            self._binder(expr, scope)
        elif isinstance(expr, KroneckerDelta):
            self._delta(expr, scope)
        elif isinstance(expr, MatrixSymbol):
            self._matrix(expr)
        elif isinstance(expr, MatrixElement):
            self._element(expr, scope)
        elif isinstance(expr, FunctionMatrix):
            self._function_matrix(expr, scope)
        elif isinstance(expr, Lambda | Subs):
            self._parameters(expr, scope)
        elif isinstance(expr, Symbol | Idx):
            self._name(expr)
        else:
            for part in expr.args:
                self.visit(part, scope)

    def _indexed(self, expr: Indexed, scope: Scope) -> None:
        base = expr.base
        if not isinstance(base, IndexedBase):
            raise UnsupportedError(
                expr, place=self.whole, reason="only an IndexedBase can be indexed", way_out="use IndexedBase"
            )
        name = tensor_name(base)
        self._tensor(name, base, len(expr.indices), expr)
        for axis, index in enumerate(expr.indices):
            place = self.seen.place((name, axis))
            if base.shape is not None and place.declared is None:
                place.declared = (Integer(0), base.shape[axis] - 1)
            self._index(index, (name, axis), scope, expr)

    def _tensor(self, name: str, base: Basic, rank: int, expr: Basic) -> None:
        known: Any = self.seen.tensors.setdefault(name, base)
        self._same_shape(known, base, expr)
        if type(known) is not type(base) or _assumptions(known) != _assumptions(base):
            way_out = "use one kind of object, with the same assumptions, for one name"
            raise NameClashError(
                name, place=self.whole, reason="two different tensors share this name", way_out=way_out
            )
        if self.seen.ranks.setdefault(name, rank) != rank:
            reason = f"{name} has {self.seen.ranks[name]} indices elsewhere and {rank} here"
            raise ShapeMismatchError(
                expr, place=self.whole, reason=reason, way_out="give every entry the same number of indices"
            )

    def _same_shape(self, known: Any, base: Any, expr: Basic) -> None:
        shapes = [getattr(b, "shape", None) for b in (known, base)]
        if None not in shapes and shapes[0] != shapes[1]:
            reason = f"{base} has shape {shapes[0]} elsewhere and {shapes[1]} here"
            raise ShapeMismatchError(
                expr, place=self.whole, reason=reason, way_out="declare it once and use it everywhere"
            )

    def _whole(self, index: Basic, expr: Basic) -> None:
        if isinstance(index, Float) or not (index.is_integer or isinstance(index, Symbol)):
            way_out = "use an integer, a Symbol or an Idx as index"
            raise BadIndexError(index, place=expr, reason="this is no integer index", way_out=way_out)

    def _index(self, index: Basic, slot: Slot, scope: Scope, expr: Basic) -> None:
        self._whole(index, expr)
        if isinstance(index, Integer):
            self.seen.place(slot).fixed.append(index)
            return
        if not isinstance(index, Symbol | Idx):
            self._shifted_index(index, slot, scope)
            return
        name = name_of(index)
        if name in scope:
            self._name(index)
            self._same_range(index, scope[name], expr)
            where = scope[name] or ()
            depends = any(name_of(symbol) in scope for end in where for symbol in end.free_symbols)
            self._stand(slot, None if depends else scope[name], expr)
        else:
            _ = self._free(index)
            self.seen.place(slot).free.append((self.number, name))

    def _shifted_index(self, index: Expr, slot: Slot, scope: Scope) -> None:
        """An index to which something is added takes the places of its range, moved."""
        self.seen.place(slot).moved = True
        for part in Add.make_args(index):
            if not isinstance(part, Symbol | Idx):
                self.visit(part, scope)
            elif name_of(part) not in scope:
                _ = self._free(part)

    def _same_range(self, index: Basic, where: Range | None, expr: Basic) -> None:
        own = range_of(index)
        if own is not None and where is not None and unrelated(own, where):
            reason = f"this index ranges over {show(own)}, and the sum around it over {show(where)}"
            raise IndexClashError(index, place=expr, reason=reason, way_out="use two names for two indices")

    def _stand(self, slot: Slot, where: Range | None, expr: Basic) -> None:
        if where is None:
            return
        place = self.seen.place(slot)
        place.bound += [where] if where not in place.bound else []
        if place.declared is not None and unrelated(place.declared, where):
            reason = (
                f"the index ranges over {show(where)}, but this place of {slot[0]} has size {place.declared[1] + 1}"
            )
            raise IndexClashError(
                expr, place=self.whole, reason=reason, way_out="rename the index or correct its range or the shape"
            )

    def _free(self, index: Basic) -> Free:
        own = range_of(index)
        known = self.seen.free.setdefault((self.number, name_of(index)), Free(index, own))
        if own is not None and known.own is not None and own != known.own:
            reason = f"this index ranges over {show(known.own)} and over {show(own)}"
            raise IndexClashError(index, place=self.whole, reason=reason, way_out="use two names for two indices")
        known.own = known.own or own
        self._name(index)
        return known

    def _binder(self, expr: ExprWithLimits, scope: Scope) -> None:
        inner = dict(scope)
        for limit in reversed(expr.limits):
            if len(limit) != 3:
                way_out = f"write the range, such as ({limit[0]}, 1, N)"
                raise UndeclaredRangeError(limit[0], place=expr, reason="this index has no range", way_out=way_out)
            variable, low, high = limit
            for end in (low, high):
                self.visit(end, inner)
                self._finite(end, expr)
            inner[name_of(variable)] = (low, high)
            self._name(variable)
        self.visit(expr.function, inner)

    def _finite(self, end: Basic, expr: Basic) -> None:
        if end.has(S.Infinity, S.NegativeInfinity, S.NaN, S.ComplexInfinity):
            reason = "a range must end at a size or a whole number"
            raise UnsupportedError(end, place=expr, reason=reason, way_out="use a symbol for the size")

    def _delta(self, expr: KroneckerDelta, scope: Scope) -> None:
        pair = expr.args[:2]
        if len(expr.args) > len(pair) and tuple(expr.args[2]) not in [scope.get(name_of(index)) for index in pair]:
            reason = "this delta has a range that no sum around it has"
            raise UnsupportedError(expr, place=self.whole, reason=reason, way_out="write KroneckerDelta(i, j)")
        for index in pair:
            self._whole(index, expr)
            if isinstance(index, Symbol | Idx) and name_of(index) not in scope:
                _ = self._free(index)

    def _matrix(self, expr: MatrixSymbol) -> None:
        self._tensor(expr.name, expr, 2, expr)
        for axis, size in enumerate(expr.shape):
            place = self.seen.place((expr.name, axis))
            place.declared = (Integer(0), size - 1)
            place.bound += [place.declared] if place.declared not in place.bound else []

    def _element(self, expr: MatrixElement, scope: Scope) -> None:
        self.visit(expr.parent, scope)
        for axis, index in enumerate(expr.indices):
            size = expr.parent.shape[axis]
            if index.is_negative or (index - size).is_nonnegative:
                reason = f"the entries of a matrix are numbered 0..{size - 1}"
                raise BadIndexError(index, place=expr, reason=reason, way_out="count from 0")
            name = expr.parent.name if isinstance(expr.parent, MatrixSymbol) else f"{expr.parent}"
            where = scope.get(name_of(index))
            if where is not None and (where[0].is_negative or (where[1] - size + 1).is_positive):
                reason = f"the index ranges over {show(where)}, but the entries of a matrix are numbered 0..{size - 1}"
                raise BadIndexError(index, place=expr, reason=reason, way_out=f"sum over ({index}, 0, {size - 1})")
            self.seen.place((name, axis)).declared = (Integer(0), size - 1)
            self._index(index, (name, axis), scope, expr)
            if where is None:
                self.seen.place((name, axis)).bound[:] = [(Integer(0), size - 1)]

    def _parameters(self, expr: Lambda | Subs, scope: Scope) -> None:
        if isinstance(expr, Subs):
            for part in (*expr.point, expr.expr):
                self.visit(part, scope)
            return
        self.visit(expr.expr, {**scope, **dict.fromkeys(map(name_of, expr.variables))})

    def _function_matrix(self, expr: FunctionMatrix, scope: Scope) -> None:
        ranges = {name_of(v): (Integer(0), n - 1) for v, n in zip(expr.lamda.variables, expr.shape, strict=True)}
        self.visit(expr.lamda.expr, {**scope, **ranges})

    def _name(self, expr: Any) -> None:
        label = expr.label if isinstance(expr, Idx) else expr
        if isinstance(label, Dummy) or not isinstance(label, Symbol):
            return
        if label.name.startswith("#") or re.search(r"/\d+$", label.name):
            reason = "the engine keeps this name for itself"
            raise NameClashError(label.name, place=self.whole, reason=reason, way_out="give it another name")
        known = self.seen.symbols.setdefault(label.name, label)
        if known != label:
            reason = f"two symbols of this name have different assumptions, {_differing(known, label)}"
            raise NameClashError(
                label.name, place=self.whole, reason=reason, way_out="make the symbol once and use it everywhere"
            )


def _assumptions(base: Basic) -> object:
    if isinstance(base, IndexedBase):
        label = base.label
        return label.assumptions0 if isinstance(label, Symbol) else None
    return base.shape if isinstance(base, MatrixSymbol) else None


def _differing(one: Basic, other: Basic) -> str:
    left, right = one.assumptions0, other.assumptions0
    keys = sorted(k for k in {*left, *right} if left.get(k) != right.get(k))
    return "such as " + ", ".join(keys[:3])
