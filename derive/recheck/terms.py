"""A `Term` is an expression ready to be evaluated; `At` is where: a field, a point, and what indices stand for."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from flint import fmpq
from sympy import Basic

from derive.recheck.fields import Field
from derive.recheck.values import ONE, BudgetError, Dual, NotEvaluableError, UndefinedError, Value

Key: TypeAlias = tuple[str, tuple[int, ...]]  # an entry: name and indices, without indices for a scalar
Run: TypeAlias = "Callable[[At], Value]"


class Use(NamedTuple):
    """How a name or a symbol occurs: as "free", "size", "slot", "shifted", "literal", "exponent", "entry", "function".

    For "slot", the symbol is the index in place `slot` of tensor `name`; "shifted" is the same inside x[i + 1], and
    "literal" a number in that place.
    """

    kind: str
    symbol: Basic | None = None
    name: str = ""
    slot: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """An expression as a program: `run` gives its value, `uses` what it mentions outside of its own binders.

    `weight` counts nodes and `depth` nested loops, for a first estimate of what an evaluation costs.
    """

    run: Run
    uses: frozenset[Use] = frozenset()
    weight: int = 1
    depth: int = 0

    def symbols(self) -> tuple[Basic, ...]:
        """Return the free symbols, in an order that does not depend on hashes."""
        return tuple(sorted({u.symbol for u in self.uses if u.symbol is not None}, key=str))

    def names(self, kind: str = "entry") -> frozenset[str]:
        """Return the names of the entries, or of the functions, that are mentioned."""
        return frozenset(u.name for u in self.uses if u.kind == kind)


def join(run: Run, *parts: Term, uses: frozenset[Use] = frozenset(), loops: int = 0) -> Term:
    """Return a term that is computed from others."""
    used = uses.union(*(p.uses for p in parts))
    return Term(run, used, 1 + sum(p.weight for p in parts), loops + max((p.depth for p in parts), default=0))


def remember(term: Term) -> Term:
    """Return a term that is computed once for the same values of its indices."""
    symbols, mark, run = term.symbols(), object(), term.run

    def _recall(at: At) -> Value:
        key = (mark, *map(at.bound.get, symbols))
        try:
            known = key in at.cache
        except ValueError:  # a ball that is no exact number has no hash
            return run(at)
        if not known:
            at.cache[key] = run(at)
        return at.cache[key]

    return Term(_recall, term.uses, term.weight, term.depth)


class Meter:
    """What an evaluation may still cost: steps for one point, and the time by which all must end."""

    __slots__ = ("deadline", "steps")

    def __init__(self, deadline: float, steps: int = 0) -> None:
        """Keep both limits."""
        self.deadline, self.steps = deadline, steps

    def spend(self, steps: int = 1) -> None:
        """Count steps; `BudgetError` when none is left, `TimeoutError` when the time is up."""
        self.steps -= steps
        if self.steps < 0:
            raise BudgetError
        # Asking the time costs more than a step, so it is asked at every sixteenth.
        if self.steps & 15 < steps and self.late():
            raise TimeoutError

    def late(self) -> bool:
        """Return whether the time is up."""
        return time.monotonic() > self.deadline


class Source(Protocol):
    """Where the values of entries and unknown functions come from."""

    def value(self, at: At, key: Key, /) -> Value:
        """Return the value of an entry."""
        ...

    def polynomial(self, name: str, arity: int, /) -> Mapping[tuple[int, ...], Value]:
        """Return the polynomial that stands for an unknown function, as exponents and coefficients."""
        ...


class At:
    """Where a term is evaluated: `bound` maps sizes and indices to integers, and local variables to values.

    `cache` holds what depends on `bound`, `store` the entries used so far, which do not.
    """

    __slots__ = ("bound", "cache", "field", "level", "meter", "point", "seeds", "store")

    def __init__(self, field: Field, point: Source, bound: Mapping[Basic, Value], meter: Meter) -> None:
        """Start with an empty memory and without derivatives."""
        self.field, self.point, self.bound, self.meter = field, point, dict(bound), meter
        self.cache: dict[tuple[Hashable, ...], Value] = {}
        self.store: dict[Key, Value] = {}
        self.seeds: dict[Key, tuple[int, ...]] = {}
        self.level = 0

    def entry(self, key: Key) -> Value:
        """Return the value of an entry, with slope one where it is differentiated by."""
        value = self.point.value(self, key)
        for level in self.seeds.get(key, ()):
            value = Dual(value, ONE, level)
        return value

    def within(self, bound: Mapping[Basic, Value]) -> At:
        """Return a place where more symbols have a value."""
        inner = At(self.field, self.point, {**self.bound, **bound}, self.meter)
        inner.seeds, inner.level, inner.store = self.seeds, self.level, self.store
        return inner

    def still(self) -> At:
        """Return this place without derivatives."""
        if not self.seeds:
            return self
        inner = At(self.field, self.point, self.bound, self.meter)
        inner.store = self.store
        return inner

    def toward(self, variable: Basic | Key) -> At:
        """Return a place one level deeper, where `variable`, an entry or a local variable, has slope one."""
        level = self.level + 1
        local = {variable: Dual(self.bound[variable], ONE, level)} if isinstance(variable, Basic) else {}
        inner = self.within(local)
        inner.level = level
        if not isinstance(variable, Basic):
            inner.seeds = {**self.seeds, variable: (*self.seeds.get(variable, ()), level)}
        return inner

    def index(self, symbol: Basic) -> int:
        """Return what an index stands for; `UndefinedError` for a local variable that is no integer."""
        value = self.bound.get(symbol)
        if value is None:
            raise NotEvaluableError(f"the index {symbol} has no range")
        return value if isinstance(value, int) else whole(value)


def whole(value: Value) -> int:
    """Return a value as an integer; `UndefinedError` when it is none."""
    if not isinstance(value, fmpq) or value.q != 1:
        raise UndefinedError
    return int(value.p)
