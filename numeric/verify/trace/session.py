"""One run of the traced code: its indices, its atoms and maxima, what was assumed, and the time that is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations, product
from time import monotonic
from typing import Any

from sympy import Eq, Idx, Indexed, Integer, Mul, Product, Rational, Sum, Symbol

from derive import binary, differentiate, index, inverse_pair, normalize, one_hot, prove, tensor
from derive.errors import DeriveError
from derive.limits import Limits
from numeric.verify.trace import signs
from numeric.verify.trace.cases import Cases, Entry, Path, apply, close
from numeric.verify.trace.defined import Defined
from numeric.verify.trace.errors import ContractError, UntraceableError, untraceable
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
        """Return the normal form, or the expression itself where the engine knows none; nothing can be captured in it."""
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
        labels = self._over_labels(expr, below, at, above)
        if labels is not None:
            return labels
        sign = self._known_sign(expr)
        if sign is not None:
            return above if sign > 0 else below
        atom, flipped = self._atom(expr)
        return Cases(atom, above, at, below) if flipped else Cases(atom, below, at, above)

    def _over_labels(self, expr: Any, below: Entry, at: Entry, above: Entry) -> Entry | None:
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
        indices = tuple(sorted((s for s in expr.atoms(Idx) if s not in _bound(expr)), key=str))
        for family in self.atoms:
            for arrangement in _arrangements(family.indices, indices):
                known = family.at(arrangement)
                for sign in (1, -1):
                    if self.primitive(expr) == self.primitive(sign * known):
                        return _entry(family.base, arrangement), sign < 0
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
        base = _over(f"positive_{len(self.atoms)}", indices)
        self.atoms.append(Family(indices, expr, base))
        self.facts[binary(base)] = ""
        return _entry(base, indices)

    def activation(self, kind: str, expr: Any) -> Any:
        """Return an activation of a quantity under a name of its own: the same for the same quantity."""
        expr = self.normal(expr)
        if expr.is_number:
            expr += Integer(0)
        indices = tuple(sorted((s for s in expr.atoms(Idx) if s not in _bound(expr)), key=str))
        known = self._defined(kind, expr, indices)
        if known is None:
            base = _over(f"{kind}_{len(self.defined)}", indices)
            self.defined.append(Defined(kind, Family(indices, expr, base)))
            return _entry(base, indices)
        return _entry(known[0].family.base, known[1])

    def _defined(self, kind: str, expr: Any, indices: tuple[Any, ...]) -> tuple[Defined, tuple[Any, ...]] | None:
        for definition in self.defined:
            if definition.kind == kind:
                for arrangement in _arrangements(definition.family.indices, indices):
                    if self.same(definition.family.at(arrangement), expr):
                        return definition, arrangement
        return None

    def inverse(self, expr: Any, row: Any, column: Any) -> tuple[Any, bool]:
        """Return the tensor that stands for the inverse of a matrix with these entries, and whether to transpose it."""
        expr = self.normal(expr)
        known = [d.family for d in self.defined if d.kind == "inverse" and d.family.indices[0].upper == row.upper]
        for family in known:
            for flipped, places in ((False, (row, column)), (True, (column, row))):
                if self.same(family.at(places), expr):
                    return family.base, flipped
        base = tensor(f"inverse_{len(self.defined)}", row.upper + 1, column.upper + 1)
        self.defined.append(Defined("inverse", Family((row, column), expr, base)))
        if isinstance(expr, Indexed) and expr.indices == (row, column):
            self.facts[inverse_pair(expr.base, base)] = ""
        self.conditions[f"the matrix with the entries {self.plain(expr)} has an inverse"] = "linear algebra"
        return base, False

    def log_determinant(self, expr: Any, row: Any, column: Any) -> Any:
        """Return the tensor whose only entry stands for the log-determinant of a matrix with these entries."""
        inverse, _ = self.inverse(expr, row, column)
        for definition in self.defined:
            if definition.kind == "logdet" and definition.other == inverse:
                return definition.family.base
        base = tensor(f"logdet_{len(self.defined)}", 1)
        self.defined.append(Defined("logdet", Family((row, column), self.normal(expr), base), inverse))
        self.conditions["the determinants are positive"] = "linear algebra"
        return base

    def guard(self, expr: Any, words: str) -> Any:
        """Return a probability without the guard that keeps it off 0 and 1; that it does not act is a condition."""
        self.conditions[f"the guard {words} does not act"] = "numerical guards are left out"
        return expr

    def maximum(self, expr: Any, over: tuple[Any, ...]) -> Any:
        """Return the symbol of a maximum over indices: whatever it is called with again has the same one."""
        number, free = self._largest(expr, over)
        return _entry(_over(f"max_{number}", free), free)

    def top(self, parts: tuple[Any, ...]) -> Any:
        """Return the symbol of the largest of a few expressions."""
        for symbol, known in self.tops.items():
            if len(known) == len(parts) and all(self.same(a, b) for a, b in zip(known, parts, strict=True)):
                return symbol
        symbol = Symbol(f"top_{len(self.tops)}", real=True)
        self.tops[symbol] = parts
        return symbol

    def place(self, expr: Any, over: tuple[Any, ...], at: tuple[Any, ...]) -> Any:
        """Return 1 or 0: whether the maximum over indices is at this place."""
        number, free = self._largest(expr, over)
        return self.codes(number)[(*free, *at)]

    def codes(self, number: int) -> Any:
        """Return the one-hot tensor of the place of a maximum."""
        family, count = self.maxima[number], self.bound[number]
        sizes = [i.upper + 1 for i in (*family.indices[count:], *family.indices[:count])]
        base = tensor(f"largest_{number}", *sizes)
        self.facts[one_hot(base)] = ""
        self.conditions["the largest entry is a single one"] = "kinks are left out"
        return base

    def without_maxima(self, expr: Any, facts: tuple[Any, ...]) -> Any:
        """Return an expression without opaque maxima.

        One that the expression does not depend on, such as a common shift of all logits, is put to zero. Any other is
        written as the entry at its place.
        """
        for number, family in enumerate(self.maxima):
            base = _over(f"max_{number}", family.indices[self.bound[number] :])
            entries = [entry for entry in expr.atoms(Indexed) if entry.base == base]
            if not entries:
                continue
            free = family.indices[self.bound[number] :]
            if self._is_shift(expr, _entry(base, tuple(self.fresh(i.upper + 1) for i in free)), facts):
                expr = expr.xreplace(dict.fromkeys(entries, Integer(0)))
            else:
                expr = expr.xreplace({entry: self._at_its_place(number, entry) for entry in entries})
        for symbol in reversed([s for s in self.tops if expr.has(s)]):
            value = Integer(0) if self._is_shift(expr, symbol, facts) else self._largest_part(self.tops[symbol])
            expr = expr.xreplace({symbol: value})
        return expr

    def _is_shift(self, expr: Any, place: Any, facts: tuple[Any, ...]) -> bool:
        try:
            slope = differentiate(expr, place, limits=STEP)
            shift = prove(slope, 0, assuming=facts, limits=STEP).status == "proved"
        except DeriveError:
            return False
        if shift:
            self.conditions["a common shift of all logits changes nothing"] = ""
        return shift

    def _largest_part(self, parts: tuple[Any, ...]) -> Any:
        """Return the largest of a few expressions by the signs of their differences."""
        result: Entry = parts[0]
        for part in parts[1:]:
            result = apply(self, lambda a, b: self.choose(a - b, b, b, a), result, part)
        return close(self, result)

    def _at_its_place(self, number: int, found: Any) -> Any:
        family, count = self.maxima[number], self.bound[number]
        over = tuple(self.fresh(i.upper + 1) for i in family.indices[:count])
        outer = found.indices if family.indices[count:] else ()
        inner = self.codes(number)[(*outer, *over)] * family.at((*over, *outer))
        return Sum(self.refreshed(inner), *over)

    def _largest(self, expr: Any, over: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        """Return the number of the family of a maximum, known or new, and its free indices in the family's order."""
        expr = self.normal(expr)
        free = tuple(sorted((s for s in expr.atoms(Idx) if s not in _bound(expr) and s not in over), key=str))
        for number, family in enumerate(self.maxima):
            count = self.bound[number]
            for inner in _arrangements(family.indices[:count], over):
                for outer in _arrangements(family.indices[count:], free):
                    if self.same(family.at((*inner, *outer)), expr):
                        return number, outer
        self.maxima.append(Family((*over, *free), expr, None))
        self.bound.append(len(over))
        return len(self.maxima) - 1, free

    def relations(self) -> list[Any]:
        """Return what the atoms imply of one another, as equations between their indicators."""
        found: list[Any] = []
        for one, other in combinations(self.atoms, 2):
            for arrangement in _arrangements(other.indices, one.indices):
                first, second = _entry(one.base, one.indices), _entry(other.base, arrangement)
                for sign, against in product((1, -1), repeat=2):
                    if not self.possible(((first, sign), (second, against))):
                        factors = [a if s > 0 else 1 - a for a, s in ((first, sign), (second, against))]
                        found.append(Eq(factors[0] * factors[1], 0))
        return found

    def hot(self, base: Any, why: str) -> None:
        """Assume that a tensor is one-hot along its last axis."""
        self.facts[one_hot(base)] = why


def _arrangements(wanted: tuple[Any, ...], given: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Return the orders of the given indices whose ranges fit the wanted ones."""
    if len(wanted) != len(given):
        return
    for order in permutations(given):
        if all(i.upper == j.upper for i, j in zip(wanted, order, strict=True)):
            yield order


def _bound(expr: Any) -> set[Any]:
    return {limit[0] for summation in expr.atoms(Sum, Product) for limit in summation.limits}


def _over(name: str, indices: tuple[Any, ...]) -> Any:
    return tensor(name, *(i.upper + 1 for i in indices)) if indices else tensor(name, 1)


def _entry(base: Any, indices: tuple[Any, ...]) -> Any:
    return base[indices] if indices else base[Integer(0)]


CURRENT: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def tracing(trace: Trace | None) -> Iterator[None]:
    """Let the creation functions know that their results will meet traced arrays; None for a pause of our own."""
    token = CURRENT.set(trace)
    try:
        yield
    finally:
        CURRENT.reset(token)
