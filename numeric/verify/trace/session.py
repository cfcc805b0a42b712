"""One run of the traced code: its indices, its atoms and maxima, what was assumed, and the time that is left."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations, product
from time import monotonic
from typing import Any

from sympy import Eq, Idx, Indexed, Integer, Mul, Product, Rational, Sum, Symbol

from derive import binary, index, normalize, one_hot, prove, tensor
from derive.errors import DeriveError
from derive.limits import Limits
from numeric.verify.trace import signs
from numeric.verify.trace.cases import Cases, Entry, Path
from numeric.verify.trace.defined import Defined
from numeric.verify.trace.errors import ContractError, UntraceableError, untraceable
from numeric.verify.trace.signs import is_positive
from numeric.verify.trace.sizes import SizeTable

STEP = Limits(seconds=2.0)


@dataclass(frozen=True, slots=True)
class Family:
    """A quantity for all values of some indices, and the tensor that stands for what is known of it."""

    indices: tuple[Any, ...]
    expr: Any
    base: Any

    def at(self, indices: tuple[Any, ...]) -> Any:
        """Return the quantity at other indices."""
        return self.expr.xreplace(dict(zip(self.indices, indices, strict=True))) if self.indices else self.expr


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
        if monotonic() > self.deadline:
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
            return prove(one, other, assuming=[Eq(self.quantity(atom), 0)], limits=STEP).status == "proved"
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
            self.seen[path] = not self._contradictory(path)
        return self.seen[path]

    def _contradictory(self, path: Path) -> bool:
        quantities = [(self.quantity(atom), sign) for atom, sign in path]
        strict = [self.form(sign * expr) for expr, sign in quantities if sign]
        zero = [self.form(expr) for expr, sign in quantities if not sign]
        known = [self.form(p) for p in self.positive] + self._of_scalars()
        latest = set(self.form(quantities[-1][0])) - {Integer(1)}
        elsewhere = {m for f in (*(self.form(q) for q, _ in quantities[:-1]), *known) for m in f}
        if not latest <= elsewhere:
            return False
        with tracing(None):
            found = signs.contradictory([*strict, *known], zero)
        if found:
            self._note_scalars(latest)
        return found

    def _of_scalars(self) -> list[signs.Form]:
        """Return the signs that the hyper-parameters have in the example."""
        return [{symbol: Fraction(1 if value > 0 else -1)} for symbol, value in self.numbers.items() if value]

    def _note_scalars(self, monomials: set[Any]) -> None:
        for symbol in monomials & self.numbers.keys():
            self.conditions[f"{symbol if self.numbers[symbol] > 0 else -symbol} > 0"] = "as in the example"

    def choose(self, expr: Any, below: Entry, at: Entry, above: Entry) -> Entry:
        """Return one of three entries, by the sign of an expression.

        A number decides at once. Labels with two values decide by interpolation. A hyper-parameter's sign is taken from
        the example, as a condition. What remains becomes an atom.
        """
        if below == at == above:
            return at
        expr = self.normal(expr)
        if expr.is_number:
            return below if expr < 0 else above if expr > 0 else at
        if is_positive(expr) or is_positive(-expr):
            return above if is_positive(expr) else below
        labels = self._over_labels(expr, below, at, above)
        if labels is not None:
            return labels
        sign = self._known_sign(expr)
        if sign is not None:
            return above if sign > 0 else below
        atom, flipped = self._atom(expr)
        return Cases(atom, above, at, below) if flipped else Cases(atom, below, at, above)

    def _over_labels(self, expr: Any, below: Any, at: Any, above: Any) -> Any:
        entries = expr.atoms(Indexed)
        bases = {entry.base for entry in entries}
        if len(entries) != 1 or not bases <= self.values.keys() or expr.free_symbols & set(self.numbers):
            return None
        (entry,) = entries
        low, high = self.values[entry.base]
        ends = [self.normal(expr.xreplace({entry: value})) for value in (low, high)]
        if not all(end.is_number for end in ends) or any(isinstance(e, Cases) for e in (below, at, above)):
            return None
        first, second = (below if end < 0 else above if end > 0 else at for end in ends)
        self.conditions[f"the entries of {entry.base} are {low} or {high}"] = "as in the example"
        return first + (second - first) * (entry - low) / (high - low)

    def _known_sign(self, expr: Any) -> int | None:
        """Return the sign of what is built from sizes and hyper-parameters only, as in the example."""
        scalars = expr.free_symbols - set(self.symbols.values())
        if expr.atoms(Indexed) or expr.atoms(Sum) or not scalars <= set(self.numbers):
            return None
        sizes = {s: Integer(self.table.example[n]) for n, s in self.symbols.items()}
        value = expr.xreplace({**sizes, **{s: Rational(str(self.numbers[s])) for s in scalars}})
        if value == 0:
            raise self.end(expr, "a branch on a number that is exactly zero in the example")
        sign = 1 if value > 0 else -1
        self.positive.append(sign * expr)
        self.seen.clear()
        plain = sum(Rational(c.numerator, c.denominator) * m for m, c in self.primitive(sign * expr).items())
        self.conditions[f"{plain} > 0"] = "as in the example"
        return sign

    def _atom(self, expr: Any) -> tuple[Any, bool]:
        """Return the atom of an expression's sign, and whether the atom is about its negative."""
        indices = tuple(sorted((s for s in expr.atoms(Idx) if s not in bound_in(expr)), key=str))
        for family in self.atoms:
            for arrangement in arrangements(family.indices, indices):
                known = family.at(arrangement)
                for sign in (1, -1):
                    if self.primitive(expr) == self.primitive(sign * known):
                        return entry_of(family.base, arrangement), sign < 0
        return self._new_atom(expr, indices), False

    def primitive(self, expr: Any) -> signs.Form:
        """Return a quantity's form without the positive numbers and sizes that multiply all of it."""
        form, sizes = self.form(expr), set(self.symbols.values())
        lead = min(form, key=str)
        common = Mul(*(base**power for base, power in lead.as_powers_dict().items() if base in sizes))
        inner = form if common == 1 else self.form(expr / common)
        first = abs(inner[min(inner, key=str)])
        return {monomial: coefficient / first for monomial, coefficient in inner.items()}

    def _new_atom(self, expr: Any, indices: tuple[Any, ...]) -> Any:
        base = tensor_over(f"positive_{len(self.atoms)}", indices)
        self.atoms.append(Family(indices, expr, base))
        self.facts[binary(base)] = ""
        return entry_of(base, indices)

    def guard(self, expr: Any, words: str) -> Any:
        """Return a probability without the guard that keeps it off 0 and 1; that it does not act is a condition."""
        self.conditions[f"the guard {words} does not act"] = "numerical guards are left out"
        return expr

    def relations(self) -> list[Any]:
        """Return what the atoms imply of one another, as equations between their indicators."""
        found: list[Any] = []
        for one, other in combinations(self.atoms, 2):
            for arrangement in arrangements(other.indices, one.indices):
                first, second = entry_of(one.base, one.indices), entry_of(other.base, arrangement)
                for sign, against in product((1, -1), repeat=2):
                    if not self.possible(((first, sign), (second, against))):
                        factors = [a if s > 0 else 1 - a for a, s in ((first, sign), (second, against))]
                        found.append(Eq(factors[0] * factors[1], 0))
        return found

    def hot(self, base: Any, why: str) -> None:
        """Assume that a tensor is one-hot along its last axis."""
        self.facts[one_hot(base)] = why


def arrangements(wanted: tuple[Any, ...], given: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Return the orders of the given indices whose ranges fit the wanted ones."""
    if len(wanted) != len(given):
        return
    for order in permutations(given):
        if all(i.upper == j.upper for i, j in zip(wanted, order, strict=True)):
            yield order


def bound_in(expr: Any) -> set[Any]:
    """Return the indices that sums and products in an expression run over."""
    return {limit[0] for summation in expr.atoms(Sum, Product) for limit in summation.limits}


def tensor_over(name: str, indices: tuple[Any, ...]) -> Any:
    """Return a tensor with an axis for each index; without one, it has a single entry."""
    return tensor(name, *(i.upper + 1 for i in indices)) if indices else tensor(name, 1)


def entry_of(base: Any, indices: tuple[Any, ...]) -> Any:
    """Return the entry of such a tensor."""
    return base[indices] if indices else base[Integer(0)]


CURRENT: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def tracing(trace: Trace | None) -> Generator[None]:
    """Let the creation functions know that their results will meet traced arrays; None for a pause of our own."""
    token = CURRENT.set(trace)
    try:
        yield
    finally:
        CURRENT.reset(token)
