"""One question being read: its ring, the names on both sides of the door, the conditions met on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from sympy import Add, Basic, Expr, Idx, IndexedBase, Integer, MatrixSymbol, Mul, NumberSymbol, Pow, Rational, Symbol

from derive import kernel
from derive.errors import BeyondKernelError, UnsupportedError
from derive.kernel import nodes
from derive.kernel.places import ends, least, range_from, shifted
from derive.language.ranges import Ranges
from derive.language.shifted import split_place
from derive.language.survey import Survey
from derive.language.symbols import Range, name_of, show
from derive.verdict import Condition

MOST_UNROLLED = 8
MOST_ROUNDS = 12
"""How often definitions are put in: a recursion leads to an entry that it defines, too."""

Scope = Mapping[str, "kernel.Index | kernel.Poly | int"]
"""What each name bound around an expression stands for: an index, a value, a fixed integer."""


@dataclass(frozen=True, slots=True)
class Need:
    """A side condition as it was met: `kind` of `expr`, its value in the ring, and the indices bound around it."""

    kind: str
    expr: Basic
    value: kernel.Poly
    scope: Scope
    reason: str
    group: int = 0

    @property
    def bound(self) -> tuple[kernel.Index, ...]:
        """Return the indices that are bound around the expression."""
        return tuple(i for i in self.scope.values() if isinstance(i, kernel.Index))

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the author calls these indices."""
        return tuple(name for name, i in self.scope.items() if isinstance(i, kernel.Index))


@dataclass(frozen=True, slots=True)
class Ways:
    """How ranges are taken apart: with `unroll`, sums over a few numbered places are written out.

    With `align`, ranges that differ at their ends, such as 1..N-1 and 0..N, are brought to common ones. With `add_up`,
    a recursion is used for what it says of the last entry, not step by step. With `solve`, an equation such as
    N m = S or n[k] / t[k] = c is solved for m or t[k].
    """

    unroll: bool = False
    align: bool = False
    add_up: bool = False
    solve: bool = False


WHOLE = Ways()


@dataclass(slots=True)
class Session:
    """Everything that reading and writing of one question share."""

    ring: kernel.Ring
    seen: Survey
    ranges: Ranges
    ways: Ways = WHOLE
    group: int = 0
    limits: dict[kernel.Dim, Range] = field(default_factory=dict)
    names: dict[kernel.Dim, list[Any]] = field(default_factory=dict)
    objects: dict[str, Basic] = field(default_factory=dict)
    free: dict[kernel.Index, Any] = field(default_factory=dict)
    needs: list[Need] = field(default_factory=list)
    extra: dict[str, Condition] = field(default_factory=dict)
    definitions: list[tuple[kernel.Place, kernel.Poly]] = field(default_factory=list)
    recursive: bool = False
    soluble: bool = False
    values: int = 0

    def settle(self, poly: kernel.Poly) -> kernel.Poly:
        """Return a polynomial with all assumed definitions put in."""
        for _ in range(MOST_ROUNDS):
            before = poly
            for place, value in self.definitions:
                poly = kernel.substitute(self.ring, poly, place, value)
            if poly == before:
                break
        return poly

    def fresh_value(self) -> tuple[str, kernel.Poly]:
        """Return a scalar that occurs nowhere else: its name and itself."""
        self.values += 1
        name = f"#{self.values}"
        return name, kernel.entry(self.ring, name)

    def scalar(self, symbol: Basic) -> kernel.Poly:
        """Return a scalar as a polynomial; it is real unless declared otherwise."""
        require_real(symbol)
        return kernel.entry(self.ring, self.scalar_name(symbol))

    def scalar_name(self, symbol: Basic) -> str:
        """Return the kernel's name for a scalar; dummies of one name stay apart."""
        name = f"#{symbol}" if isinstance(symbol, NumberSymbol) else name_of(symbol)
        self._remember(name, symbol)
        return name

    def tensor(self, base: IndexedBase | MatrixSymbol) -> str:
        """Return the kernel's name for a tensor. Raises `UnsupportedError` for one that is not real."""
        if isinstance(base, IndexedBase):
            require_real(base.label)
        name = tensor_key(base, self.seen)
        self._remember(name, base)
        return name

    def _remember(self, name: str, given: Basic) -> None:
        if name not in self.objects:
            self.objects[name] = given
            if name not in self.ring.traits:
                self.ring.traits[name] = traits_of(given)
            elif not self.ring.traits[name] >= traits_of(given):
                self.ring.traits[name] |= traits_of(given)

    def dim(self, where: Range, place: object = "") -> kernel.Dim:
        """Return the kernel's range for a pair of limits, conditions on the sizes included."""
        low, high = self.bound_end(where[0], place), self.bound_end(where[1], place)
        count = kernel.add(kernel.subtract(high, low), self.ring.constant(1))
        dim = range_from(self.ring, low, count, show(where))
        if dim not in self.limits:
            self._check_count(where, count)
            self.limits[dim] = where
            self.names[dim] = [s for r, symbols in self.seen.binders.items() if r == where for s in symbols]
            self._count_with(dim, count)
        return dim

    def limits_of(self, dim: kernel.Dim) -> Range:
        """Return the ends of a range as they were given, or written anew for one that arose by a shift."""
        if dim in self.limits:
            return self.limits[dim]
        low, high = ends(self.ring, dim)
        return self.written(low), self.written(high)

    def written(self, size: kernel.Poly) -> Any:
        """Return a polynomial in sizes as a SymPy expression."""
        return Add(*(Mul(Rational(coef), *map(self._power, mono.factors)) for mono, coef in size.items()))

    def _power(self, factor: tuple[nodes.Atom, kernel.Coef]) -> Any:
        return Pow(self.objects[factor[0].spelling], Rational(factor[1]))

    def bound_end(self, end: Expr, place: object = "") -> kernel.Poly:
        """Return the end of a range: a polynomial in sizes with rational coefficients."""
        if isinstance(end, Integer):
            return self.ring.constant(number(end))
        if isinstance(end, Symbol):
            self._size(end)
            return self.scalar(end)
        if end.is_Add or end.is_Mul:
            parts = [self.bound_end(part, place) for part in end.args]
            result = parts[0]
            for part in parts[1:]:
                result = kernel.add(result, part) if end.is_Add else kernel.multiply(self.ring, result, part)
            return result
        if end.is_Pow and isinstance(end.args[1], Integer) and end.args[1].is_positive:
            return kernel.raise_to(self.ring, self.bound_end(end.args[0], place), int(end.args[1]))
        reason = "a range must end at a size or a whole number"
        raise UnsupportedError(end, place=place, reason=reason, way_out="use a symbol for the size")

    def _size(self, symbol: Symbol) -> None:
        """A size is a positive integer; where the symbol does not say so, the verdict does."""
        name = name_of(symbol)
        self.ring.traits[name] = self.ring.traits.get(name, frozenset()) | {"positive", "integer"}
        if not (symbol.is_integer and symbol.is_positive):
            _ = self.extra.setdefault(name, Condition(f"{name} is a positive integer", "it is a size"))

    def _check_count(self, where: Range, count: kernel.Poly) -> None:
        low = least(self.ring, count)
        if low is not None and low < 0 and count.keys() <= {self.ring.one}:
            way_out = "give the lower limit first"
            raise UnsupportedError(show(where), reason="this range ends before it begins", way_out=way_out)
        if low is None or low < 0:
            _ = self.extra.setdefault(
                show(where), Condition(f"{where[1]} >= {where[0] - 1}", "a range does not run backwards")
            )

    def _count_with(self, dim: kernel.Dim, count: kernel.Poly) -> None:
        if len(count) == 1:
            ((mono, coef),) = count.items()
            if coef == 1 and len(mono.factors) == 1 and mono.factors[0][1] == 1:
                _ = self.ring.sizes.setdefault(mono.factors[0][0], dim)

    def index(self, given: Basic, scope: Scope) -> kernel.Index:
        """Return the kernel's index for what stands at an index position."""
        if isinstance(given, Integer):
            return self.ring.literal(int(given))
        bound = scope.get(name_of(given))
        if isinstance(bound, int):
            return self.ring.literal(bound)
        if isinstance(bound, kernel.Index):
            return bound
        if bound is not None or not isinstance(given, Symbol | Idx | Add | Mul):
            raise _no_index(given)
        if isinstance(given, Symbol | Idx) and name_of(given) not in self.seen.sizes:
            return self.free_index(given)
        return self._place(given, scope)

    def _place(self, given: Basic, scope: Scope) -> kernel.Index:
        """Return a size, or an index to which whole numbers and sizes are added, as an index."""
        index, by = split_place(given, self.seen, scope)
        if any(name_of(s) in scope or name_of(s) not in self.seen.sizes for s in by.free_symbols):
            raise _no_index(given)
        here = self.ring.literal(0) if index is None else self.index(index, scope)
        return shifted(self.ring, here, self.bound_end(by))

    def free_index(self, given: Basic) -> kernel.Index:
        """Return the kernel's index for a free index; an assumption's indices are its own."""
        key = (self.group, name_of(given))
        if key not in self.ranges.free:
            raise _no_index(given)
        name = key[1] if self.group == 0 else f"{key[1]}'{self.group}"
        index = self.ring.index(name, self.dim(self.ranges.free[key]))
        self.free.setdefault(index, given)
        if self.group == 0:
            self.ring.own.add(index)
        return index

    def need(self, need: Need) -> None:
        """Remember a side condition, and in which statement it was met."""
        self.needs.append(replace(need, group=self.group))


def _no_index(given: Basic) -> BeyondKernelError:
    reason = "only an index plus whole numbers and sizes is understood as an index"
    return BeyondKernelError(given, reason=reason, way_out="write it as i + c, or give the entry a name of its own")


def require_real(given: Basic) -> None:
    """Raise `UnsupportedError` for a symbol or function that is complex or does not commute."""
    if given.is_commutative is False:
        raise UnsupportedError(given, reason="it does not commute", way_out="use a MatrixSymbol for a matrix")
    if given.is_real is False or (given.is_complex and given.is_real is None):
        raise UnsupportedError(
            given, reason="it is complex; the engine is about real numbers", way_out="declare it real"
        )


def tensor_key(base: Basic, seen: Survey) -> str:
    """Return a name that no scalar has: the rank is part of it."""
    name = str(base.label) if isinstance(base, IndexedBase) else str(base)
    return f"{name}/{seen.ranks.get(name, 0)}"


def traits_of(given: Basic) -> frozenset[str]:
    """Return what SymPy's assumptions say, in the kernel's words."""
    label: Any = given.label if isinstance(given, IndexedBase) else given
    if isinstance(label, MatrixSymbol) or not isinstance(label, Symbol | NumberSymbol):
        return frozenset()
    found = {word for word in ("positive", "nonnegative", "integer") if getattr(label, f"is_{word}")}
    return frozenset(found)


def number(value: Basic) -> kernel.Coef:
    """Return a SymPy rational as a coefficient."""
    exact = Rational(value)
    return int(exact.p) if exact.q == 1 else Fraction(int(exact.p), int(exact.q))
