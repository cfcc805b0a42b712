"""One run of the traced code: its indices, its atoms and maxima, what was assumed, and the time that is left."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import thread_time
from typing import Any

from sympy import Eq, Idx, Product, Sum, Symbol

from derive import index, normalize, one_hot, prove
from derive.errors import DeriveError
from derive.limits import Limits
from numeric.verify.trace import branches, relations, signs
from numeric.verify.trace.cases import Entry, Path
from numeric.verify.trace.defined import Defined
from numeric.verify.trace.errors import ContractError, UntraceableError, untraceable
from numeric.verify.trace.families import Family
from numeric.verify.trace.sizes import SizeTable

STEP = Limits(seconds=2.0)


@dataclass(frozen=True, slots=True)
class Mark:
    """How far the notes of a run went at some time."""

    atoms: int
    maxima: int
    defined: int
    conditions: dict[str, str]
    facts: dict[Any, str]


@dataclass(slots=True)
class Trace:
    """What the arrays of one run share."""

    table: SizeTable
    deadline: float
    symbols: dict[int, Symbol] = field(default_factory=dict[int, Symbol])
    values: dict[Any, tuple[Any, ...]] = field(default_factory=dict[Any, tuple[Any, ...]])
    numbers: dict[Any, float] = field(default_factory=dict[Any, float])
    atoms: list[Family] = field(default_factory=list[Family])
    maxima: list[Family] = field(default_factory=list[Family])
    tops: dict[Any, tuple[Any, ...]] = field(default_factory=dict[Any, tuple[Any, ...]])
    defined: list[Defined] = field(default_factory=list[Defined])
    bound: list[int] = field(default_factory=list[int])
    facts: dict[Any, str] = field(default_factory=dict[Any, str])
    conditions: dict[str, str] = field(default_factory=dict[str, str])
    positive: list[Any] = field(default_factory=list[Any])
    codes: list[Any] = field(default_factory=list[Any])
    targets: list[Any] = field(default_factory=list[Any])
    ended: UntraceableError | None = None
    made: int = 0
    forms: dict[Any, signs.Form] = field(default_factory=dict[Any, signs.Form])
    ranks: dict[Any, tuple[int, str]] = field(default_factory=dict[Any, tuple[int, str]])
    equal: dict[Any, bool] = field(default_factory=dict[Any, bool])
    seen: dict[Path, bool] = field(default_factory=dict[Path, bool])

    def fresh(self, over: Any) -> Idx:
        """Return an index that no expression holds yet."""
        self.made += 1
        return index(f"ix{self.made}", over)

    def end(self, value: object, reason: str, *, contract: bool = False) -> UntraceableError:
        """Note that tracing ended here, even where the traced code swallows the error, and return the error."""
        error = untraceable(value, reason)
        if contract:
            error = ContractError(value, reason=reason, way_out="compute it from copies, at every call anew")
        self.ended = self.ended or error
        return error

    def mark(self) -> Mark:
        """Return how far the notes go, for `forget`."""
        return Mark(len(self.atoms), len(self.maxima), len(self.defined), dict(self.conditions), dict(self.facts))

    def forget(self, mark: Mark) -> None:
        """Drop what was noted after a mark: it is about calls at another point."""
        del (
            self.atoms[mark.atoms :],
            self.maxima[mark.maxima :],
            self.bound[mark.maxima :],
            self.defined[mark.defined :],
        )
        self.conditions, self.facts = mark.conditions, mark.facts

    def check_time(self) -> None:
        """Raise where the budget is spent."""
        if thread_time() > self.deadline:
            raise self.end("budget", "the time for tracing is spent")

    def order(self, atom: Any) -> Any:
        """Return the place of an atom: older families first, then by index."""
        if atom not in self.ranks:
            self.ranks[atom] = int(str(atom.base).rsplit("_", 1)[1]), str(atom.indices)
        return self.ranks[atom]

    def same(self, one: Any, other: Any) -> bool:
        """Return whether two expressions have one normal form."""
        key = (one, other)
        if key not in self.equal:
            self.equal[key] = one == other or self.plain(one - other) == 0
        return self.equal[key]

    def normal(self, expr: Any) -> Any:
        """Return the normal form, with bound indices that nothing else has; or the expression where there is none."""
        return self.refreshed(self.plain(expr))

    def plain(self, expr: Any) -> Any:
        """Return the normal form with the engine's own names for bound indices: equal expressions are the same."""
        self.check_time()
        try:
            return normalize(expr, limits=STEP)
        except DeriveError:
            return expr

    def refreshed(self, expr: Any) -> Any:
        """Return an expression whose bound indices no other expression has, so that none is captured later."""
        if not expr.args or not expr.has(Sum, Product):
            return expr
        args = [self.refreshed(part) for part in expr.args]
        if not isinstance(expr, Sum | Product):
            return expr.func(*args)
        names = {limit[0]: self.fresh(limit[2] - limit[1] + 1) for limit in expr.limits if limit[1] == 0}
        return expr.func(args[0].xreplace(names), *(names.get(limit[0], limit) for limit in expr.limits))

    def same_at(self, atom: Any, one: Any, other: Any) -> bool:
        """Return whether two expressions are equal where an atom's quantity is zero."""
        if self.same(one, other):
            return True
        try:
            zero = Eq(self.quantity(atom), 0)
            return prove(one, other, assuming=[zero], recheck=False, limits=STEP).status == "proved"
        except DeriveError:
            return False

    def form(self, expr: Any) -> signs.Form:
        """Return a quantity as a linear form in the monomials of its normal form."""
        if expr not in self.forms:
            self.forms[expr] = signs.linear_form(self.plain(expr))
        return self.forms[expr]

    def quantity(self, atom: Any) -> Any:
        """Return the expression whose sign an atom is about."""
        return next(family.at(atom.indices) for family in self.atoms if family.base == atom.base)

    def indicator(self, atom: Any) -> Any:
        """Return the 0-1 tensor entry that stands for a positive quantity."""
        return atom

    def possible(self, path: Path) -> bool:
        """Return whether the signs on a path can occur together."""
        if path not in self.seen:
            with tracing(None):
                self.seen[path] = not relations.contradictory(self, path)
        return self.seen[path]

    def choose(self, expr: Any, below: Entry, at: Entry, above: Entry) -> Entry:
        """Return one of three entries, by the sign of an expression."""
        return branches.choose(self, expr, below, at, above)

    def guard(self, expr: Any, words: str) -> Any:
        """Return a probability without the guard that keeps it off 0 and 1; that it does not act is a condition."""
        self.conditions[f"the guard {words} does not act"] = "numerical guards are left out"
        return expr

    def hot(self, base: Any, why: str) -> None:
        """Assume that a tensor is one-hot along its last axis."""
        self.facts[one_hot(base)] = why


CURRENT: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def tracing(trace: Trace | None) -> Generator[None]:
    """Let the creation functions know that their results will meet traced arrays; None for a pause of our own."""
    token = CURRENT.set(trace)
    try:
        yield
    finally:
        CURRENT.reset(token)
