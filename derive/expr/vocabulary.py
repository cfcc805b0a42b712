"""The first look at what SymPy hands over: which names occur, which are sizes or indices, how they are declared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sympy import (
    Add,
    Basic,
    Dummy,
    Eq,
    Expr,
    Float,
    Idx,
    Indexed,
    IndexedBase,
    KroneckerDelta,
    MatrixExpr,
    MatrixSymbol,
    Ne,
    Symbol,
)
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import Lambda, Subs
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import (
    BadIndexError,
    IndexClashError,
    NameClashError,
    ShapeMismatchError,
    UndeclaredRangeError,
    UnsupportedError,
)
from derive.names import Numbered

Range: TypeAlias = tuple[Expr, Expr]
"""The first and the last value of an index, as SymPy has them."""


def name_of(symbol: Basic) -> str:
    """Return the name by which a scope knows a symbol or an index: dummies of one name stay apart.

    >>> name_of(Symbol("i"))
    'i'
    """
    label: Any = symbol.label if isinstance(symbol, Idx) else symbol
    if isinstance(label, Dummy):
        return f"{label}_{label.dummy_index}"
    return label.name if isinstance(label, Symbol) else str(label)


def require_real(given: Basic) -> None:
    """Raise `UnsupportedError` for a symbol or function that is complex or does not commute."""
    if given.is_commutative is False:
        raise UnsupportedError(given, reason="it does not commute", way_out="use a MatrixSymbol for a matrix")
    if given.is_real is False or (given.is_complex and given.is_real is None):
        reason = "it is complex; the engine is about real numbers"
        raise UnsupportedError(given, reason=reason, way_out="declare it real")


def tensor_name(base: Basic) -> str:
    """Return the name of an IndexedBase or MatrixSymbol."""
    return base.name if isinstance(base, IndexedBase | MatrixSymbol) else str(base)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of one statement.

    `sizes` end ranges; `indices` stand free in the claim where an index stands, with the range that an `Idx` brings
    along (None for a plain symbol), and `apart` those of each hypothesis, which are its own; `tensors` are the bases,
    by name, with the number of their places; `symbols` are all other names; `binders` are the names that the author
    gave to bound indices; `decimals` says that numbers are written so.
    """

    sizes: Mapping[str, Symbol]
    indices: Mapping[str, tuple[Basic, Range | None]]
    tensors: Mapping[str, tuple[Any, int]]
    symbols: Mapping[str, Basic]
    binders: tuple[tuple[Range, Basic], ...]
    decimals: bool
    apart: tuple[Mapping[str, tuple[Basic, Range | None]], ...] = ()


def vocabulary(
    expressions: Iterable[Basic],
    *,
    apart: Iterable[Iterable[Basic]] = (),
    ends: Iterable[Any] = (),
    ranged: Iterable[Basic] = (),
) -> Vocabulary:
    """Return the names in expressions that belong together; the symbols in `ends` are sizes, those `ranged` indices.

    The expressions in `apart`, a group for each hypothesis, share the names but for their free indices. Raises the
    `ReadError` that fits where two things have one name, or one thing is declared in two ways.
    """
    look = _Look({}, {}, {}, {}, {}, [])
    groups: list[dict[str, tuple[Basic, Range | None]]] = []
    for group in (expressions, *apart):
        look.indices.clear()
        for expr in group:
            look.visit(expr, frozenset(), expr)
        groups.append(dict(look.indices))
    look.size_of(ends)
    for name, symbol in ((name_of(each), each) for each in ranged):
        for group in groups if look.symbols.get(name) is symbol else ():
            _ = group.setdefault(name, (symbol, None))
    own, *others = (
        {name: each for name, each in group.items() if name not in look.sizes or isinstance(each[0], Idx)}
        for group in groups
    )
    names = look.sizes, own, look.tensors, look.symbols, tuple(look.binders), bool(look.decimals)
    return Vocabulary(*names, tuple(others))


@dataclass(frozen=True, slots=True)
class _Look:
    """What was met so far, in one walk over everything."""

    sizes: dict[str, Symbol]
    indices: dict[str, tuple[Basic, Range | None]]
    tensors: dict[str, tuple[Any, int]]
    symbols: dict[str, Basic]
    binders: dict[tuple[Range, Basic], None]
    decimals: list[Float]

    def visit(self, expr: Basic, bound: frozenset[str], whole: Basic) -> None:
        """Record what occurs in `expr`, whose names in `bound` belong to binders around it."""
        inner = bound
        if isinstance(expr, ExprWithLimits):
            inner = self._limits(expr, bound, whole)
        elif isinstance(expr, Lambda):
            inner = bound | set(map(name_of, expr.variables))
        elif isinstance(expr, Subs):
            inner = bound | set(map(name_of, expr.variables))
            for point in expr.point:
                self.visit(point, bound, whole)
        elif isinstance(expr, MatrixExpr):
            self.size_of(expr.shape)
        for part in self._parts(expr, bound, whole):
            self.visit(part, inner, whole)

    def _parts(self, expr: Basic, bound: frozenset[str], whole: Basic) -> tuple[Any, ...]:
        """Record a leaf, or what holds indices; return the parts that are to be visited."""
        if isinstance(expr, Symbol | Idx):
            self._name(expr, bound, whole)
        elif isinstance(expr, MatrixSymbol):
            self._tensor(expr, 2, whole)
        elif isinstance(expr, Float):
            self.decimals.append(expr)
        else:
            return self._inner(expr, bound, whole)
        return ()

    def _inner(self, expr: Basic, bound: frozenset[str], whole: Basic) -> tuple[Any, ...]:
        if isinstance(expr, Indexed | MatrixElement):
            return self._entry(expr, bound, whole)
        if isinstance(expr, KroneckerDelta):
            for index in expr.args[:2]:
                self._index(index, bound, expr)
            return tuple(expr.args[:2])
        if isinstance(expr, Eq | Ne):
            self._compared(*expr.args, bound=bound)
        if isinstance(expr, ExprWithLimits):
            return (expr.function,)
        if isinstance(expr, Lambda | Subs):
            return (expr.expr,)
        return expr.args

    def _compared(self, left: Any, right: Any, bound: frozenset[str]) -> None:
        """Take an integer symbol for an index that an entry is compared with: `Eq(y[n], k)` is a delta of both."""
        for one, other in ((left, right), (right, left)):
            if (
                isinstance(one, Indexed)
                and isinstance(other, Symbol)
                and other.is_integer
                and name_of(other) not in bound
            ):
                _ = self.indices.setdefault(name_of(other), (other, None))

    def _entry(self, expr: Indexed | MatrixElement, bound: frozenset[str], whole: Basic) -> tuple[Any, ...]:
        base: Any = expr.base if isinstance(expr, Indexed) else expr.parent
        if isinstance(expr, Indexed):
            if not isinstance(base, IndexedBase):
                raise UnsupportedError(
                    expr, place=whole, reason="only an IndexedBase can be indexed", way_out="use IndexedBase"
                )
            self._tensor(base, len(expr.indices), whole)
            self.size_of(end for pair in base.ranges for end in pair) if isinstance(base, Numbered) else self.size_of(
                base.shape or ()
            )
        for index in expr.indices:
            self._index(index, bound, expr)
        return (*(() if isinstance(expr, Indexed) else (base,)), *expr.indices)

    def _index(self, index: Basic, bound: frozenset[str], expr: Basic) -> None:
        parts = (part.is_integer or isinstance(part, Indexed) for part in Add.make_args(index))
        if isinstance(index, Float) or not (isinstance(index, Symbol) or all(parts)):
            way_out = "use an integer, a Symbol or an Idx as index"
            raise BadIndexError(index, place=expr, reason="this is no integer index", way_out=way_out)
        for term in Add.make_args(index):
            part = term.as_coeff_Mul()[1]
            if isinstance(part, Symbol | Idx) and name_of(part) not in bound:
                _ = self.indices.setdefault(name_of(part), (part, None))

    def _tensor(self, base: Any, rank: int, whole: Basic) -> None:
        name = tensor_name(base)
        if name not in self.tensors and isinstance(base, IndexedBase):
            require_real(base.label)
        other, places = self.tensors.setdefault(name, (base, rank))
        if other is base and places == rank and (base.shape is None or len(base.shape) == rank):
            return
        if type(other) is not type(base) or _assumptions(other) != _assumptions(base):
            way_out = "use one kind of object, with the same assumptions, for one name"
            raise NameClashError(name, place=whole, reason="two different tensors share this name", way_out=way_out)
        shapes = other.shape, base.shape
        if None not in shapes and shapes[0] != shapes[1]:
            reason = f"{name} has shape {shapes[0]} elsewhere and {shapes[1]} here"
            raise ShapeMismatchError(name, place=whole, reason=reason, way_out="declare it once and use it everywhere")
        if places != rank or (base.shape is not None and len(base.shape) != rank):
            count = places if places != rank else len(base.shape)
            reason = f"{name} has {count} indices elsewhere and {rank} here"
            raise ShapeMismatchError(
                name, place=whole, reason=reason, way_out="give every entry the same number of indices"
            )
        if other.shape is None:
            self.tensors[name] = base, rank

    def _limits(self, expr: ExprWithLimits, bound: frozenset[str], whole: Basic) -> frozenset[str]:
        inner = bound
        for limit in reversed(expr.limits):
            if len(limit) != 3:
                way_out = f"write the range, such as ({limit[0]}, 1, N)"
                raise UndeclaredRangeError(limit[0], place=expr, reason="this index has no range", way_out=way_out)
            variable, low, high = limit
            for end in (low, high):
                self.visit(end, inner, whole)
            self.size_of((low, high), inner)
            inner |= {name_of(variable)}
            self._name(variable, inner, whole)
            self.binders[(low, high), variable] = None
        return inner

    def size_of(self, ends: Iterable[Any], bound: frozenset[str] = frozenset()) -> None:
        """Take the symbols in the ends of a range for sizes."""
        for end in ends:
            for symbol in (end,) if isinstance(end, Symbol) else getattr(end, "free_symbols", ()):
                if isinstance(symbol, Symbol) and name_of(symbol) not in bound:
                    _ = self.sizes.setdefault(name_of(symbol), symbol)

    def _name(self, expr: Any, bound: frozenset[str], whole: Basic) -> None:
        self._range(expr, bound, whole)
        label: Any = expr.label if isinstance(expr, Idx) else expr
        name = name_of(expr)
        if self.symbols.get(name) is label:
            return
        if name not in bound and isinstance(label, Symbol):
            require_real(label)
        if isinstance(label, Dummy) or not isinstance(label, Symbol):
            _ = self.symbols.setdefault(name, label)
            return
        if label.name[:1] in "#~^" or re.search(r"/\d+$", label.name):
            reason = "the engine keeps this name for itself"
            raise NameClashError(label.name, place=whole, reason=reason, way_out="give it another name")
        other = self.symbols.setdefault(label.name, label)
        if other != label:
            reason = f"two symbols of this name have different assumptions, {_differing(other, label)}"
            way_out = "make the symbol once and use it everywhere"
            raise NameClashError(label.name, place=whole, reason=reason, way_out=way_out)

    def _range(self, expr: Basic, bound: frozenset[str], whole: Basic) -> None:
        """Note the range that an `Idx` declares, where it stands free."""
        if not isinstance(expr, Idx) or name_of(expr) in bound:
            return
        own = range_of(expr)
        self.size_of(own or ())
        _, other = self.indices.get(name_of(expr), (expr, None))
        if own is not None and other is not None and own != other:
            reason = f"this index ranges over {show(other)} and over {show(own)}"
            raise IndexClashError(expr, place=whole, reason=reason, way_out="use two names for two indices")
        self.indices[name_of(expr)] = expr, own or other


def range_of(index: Basic) -> Range | None:
    """Return the range that an `Idx` declares, or None."""
    if isinstance(index, Idx) and index.lower is not None and index.upper is not None:
        return index.lower, index.upper
    return None


def show(where: Range) -> str:
    """Return a range as people write it.

    >>> from sympy import Integer, Symbol
    >>> show((Integer(1), Symbol("N")))
    '1..N'
    """
    return f"{where[0]}..{where[1]}"


def _assumptions(base: Basic) -> object:
    if isinstance(base, IndexedBase):
        return base.label.assumptions0 if isinstance(base.label, Symbol) else None
    return base.shape if isinstance(base, MatrixSymbol) else None


def _differing(one: Basic, other: Basic) -> str:
    left, right = one.assumptions0, other.assumptions0
    keys = sorted(k for k in {*left, *right} if left.get(k) != right.get(k))
    return "such as " + ", ".join(keys[:3])
