"""Which symbols are indices and which are sizes, and over what each index runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sympy import Add, Basic, Dummy, Idx, IndexedBase, MatrixSymbol, S
from sympy.core.symbol import Str

from derive.facts import Fact
from derive.recheck.fields import Reals
from derive.recheck.reading import Range, Reader, Slot, name_of
from derive.recheck.terms import At, Key, Meter, Term, Use
from derive.recheck.values import NotEvaluableError, UndefinedError, Value

WIDE = 12  # a size at which ranges are compared
Bound = Mapping[Basic, int]


class Nowhere:
    """A point without entries, for what depends on sizes only."""

    def value(self, _at: At, key: Key) -> Value:
        """Refuse: a range that depends on an entry is not known before the entry is."""
        raise NotEvaluableError(f"a range depends on {key[0]}")

    def polynomial(self, name: str, _arity: int) -> Mapping[tuple[int, ...], Value]:
        """Refuse, for the same reason."""
        raise NotEvaluableError(f"a range depends on {name}")


def integer(term: Term, bound: Bound) -> int:
    """Return the value of a limit or a dimension at these sizes."""
    return term.run(At(Reals(), Nowhere(), bound, Meter(float("inf"), 1000)))


def ties(facts: Iterable[Fact]) -> list[set[Slot]]:
    """Return the places in tensors that have one range because a fact says that a matrix is square."""
    names = [[tensor_name(t) for t in fact.tensors] for fact in facts if fact.kind in {"symmetric", "inverse pair"}]
    return [{(name, slot) for name in group for slot in (0, 1)} for group in names]


def tensor_name(tensor: Basic) -> str:
    """Return the name under which the entries of a tensor are kept."""
    if isinstance(tensor, IndexedBase):
        return name_of(tensor.label)
    label = tensor.args[0] if isinstance(tensor, MatrixSymbol) else tensor
    return str(label) if isinstance(label, Str) else name_of(label)


def own_range(index: Any) -> Range | None:
    """Return the range that an index brings along."""
    if not isinstance(index, Idx) or index.lower is None or index.upper is None:
        return None
    return index.lower, index.upper


class Finder:
    """Finds the range of each free index of several statements: the goal, which has number 0, and its assumptions."""

    def __init__(
        self, reader: Reader, uses: Sequence[frozenset[Use]], given: Mapping[str, Range], ties: list[set[Slot]]
    ) -> None:
        """Tell indices from sizes: what stands in a slot and ends no range is an index."""
        self.reader, self.uses, self.given, self.ties = reader, uses, given, ties
        self.private: frozenset[Basic] = frozenset()
        every = frozenset[Use]().union(*uses)
        own = [pair for u in every if (pair := own_range(u.symbol)) is not None]
        ends = [end for pair in (*given.values(), *own) for end in self.terms(pair)]
        self._sized = {u.symbol for u in every if u.kind == "size"} | {s for end in ends for s in end.symbols()}
        placed = {u.symbol for u in every if u.kind in {"slot", "shifted"}} - self._sized
        self._indices = {u.symbol for u in every if isinstance(u.symbol, Idx) or str(u.symbol) in given} | placed
        self._found: dict[tuple[int, Basic], Range] = {}
        self._find_all()

    def ranges(self, number: int) -> Mapping[Basic, tuple[Term, Term]]:
        """Return the range of each free index of a statement, by name; the goal has number 0."""
        found = {index: ends for (n, index), ends in self._found.items() if n == number}
        return {index: self.terms(found[index]) for index in sorted(found, key=str)}

    def sizes(self) -> tuple[Basic, ...]:
        """Return all sizes, by name."""
        ends = [end for pair in (*self._found.values(), *self.reader.shapes.values()) for end in self.terms(pair)]
        named = {u.symbol for uses in self.uses for u in uses if u.kind == "size"} | self.private
        named |= {s for end in ends for s in end.symbols()}
        return tuple(sorted((s for s in named - self._indices if s is not None), key=str))

    def slots(self) -> Mapping[Slot, tuple[Term, Term]]:
        """Return the range of every place in a tensor: of bound indices, of a free one, or as declared.

        A place where indices run over ranges of which none contains the others has no entry.
        """
        known = {slot: ends for key, ends in self._found.items() for slot in self._slots(key)}
        for slot in {*self.reader.limits, *self.reader.shapes}:
            bound = self._widest(slot)
            if bound and not bound[1]:
                _ = known.pop(slot, None)
            elif bound:
                known[slot] = bound[0]
            elif slot in self.reader.shapes and slot not in known:
                known[slot] = self._numbered(slot)
        return {slot: self.terms(ends) for slot, ends in known.items()}

    def terms(self, ends: Range) -> tuple[Term, Term]:
        """Return the ends of a range, ready to be evaluated."""
        return self.reader.size(ends[0]), self.reader.size(ends[1])

    def _find_all(self) -> None:
        # The surest source of a range comes first.
        waiting = [(number, symbol) for number in range(len(self.uses)) for symbol in self._indices_of(number)]
        asked = [self._given, self._own, self._bound, self._declared, self._linked, self._beside_delta]
        assumed = [self._own, self._bound, self._linked, self._given, self._declared, self._beside_delta]
        while waiting:
            tiers = zip(asked, assumed, strict=True)
            hits = ((key, ends) for tier in tiers for key in waiting if (ends := tier[key[0] > 0](key)))
            key, ends = next(hits, (waiting[0], None))
            self._found[key] = ends or self._new()
            waiting.remove(key)

    def _indices_of(self, number: int) -> list[Basic]:
        symbols = {u.symbol for u in self.uses[number] if u.symbol is not None}
        return sorted(symbols & self._indices, key=str)

    def _given(self, key: tuple[int, Basic]) -> Range | None:
        return self.given.get(str(key[1]))

    def _own(self, key: tuple[int, Basic]) -> Range | None:
        return own_range(key[1])

    def _bound(self, key: tuple[int, Basic]) -> Range | None:
        slots = (slot for slot in self._slots(key) if not slot[0].startswith("delta("))
        return next((found[0] for slot in slots if (found := self._widest(slot))), None)

    def _declared(self, key: tuple[int, Basic]) -> Range | None:
        return next((self._numbered(slot) for slot in self._slots(key) if slot in self.reader.shapes), None)

    def _linked(self, key: tuple[int, Basic]) -> Range | None:
        slots = set(self._slots(key))
        return next((ends for other, ends in self._found.items() if slots & set(self._slots(other))), None)

    def _beside_delta(self, key: tuple[int, Basic]) -> Range | None:
        return next((found[0] for slot in self._slots(key) if (found := self._widest(slot))), None)

    def _new(self) -> Range:
        size = Dummy(f"size{len(self.private) + 1}", positive=True, integer=True)
        self.private |= {size}
        return S.One, size

    def _slots(self, key: tuple[int, Basic]) -> list[Slot]:
        number, index = key
        uses = [u for u in self.uses[number] if u.symbol == index]
        plain = {(u.name, u.slot) for u in uses if u.kind == "slot"}
        own = plain or {(u.name, u.slot) for u in uses if u.kind == "shifted"}
        tied = set[Slot]().union(*(tie for tie in self.ties if tie & own))
        return [*sorted(own), *sorted(tied - own)]

    def _numbered(self, slot: Slot) -> Range:
        """Return a declared range, from 1 where sums over the same size count so and never from 0."""
        low, high = self.reader.shapes[slot]
        seen = {tuple(ends) for every in self.reader.limits.values() for ends in every}
        from_one = (S.One, Add(high, 1))
        moved = slot in self.reader.renumbered and from_one in seen and (low, high) not in seen
        return from_one if moved else (low, high)

    def _widest(self, slot: Slot) -> tuple[Range, bool] | None:
        """Return the widest range of a bound index in a place, and whether it contains all others."""
        spans = [(span, ends) for ends in self.reader.limits.get(slot, []) if (span := self._span(ends)) is not None]
        if not spans:
            return None
        (low, high), ends = max(spans, key=lambda pair: pair[0][1] - pair[0][0])
        return ends, all(low <= other[0] and other[1] <= high for other, _ in spans)

    def _span(self, ends: Range) -> tuple[int, int] | None:
        low, high = self.terms(ends)
        symbols = {*low.symbols(), *high.symbols()}
        if not symbols <= self._sized or symbols & self._indices:
            return None  # they depend on another index, which is bound somewhere else
        sizes = dict.fromkeys(symbols, WIDE)
        try:
            return integer(low, sizes), integer(high, sizes)
        except (NotEvaluableError, UndefinedError):
            return None
