"""Which symbols are indices and which are sizes, and over what each index runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sympy import Basic, Dummy, Idx, IndexedBase, MatrixSymbol, S
from sympy.core.symbol import Str

from derive.facts import Fact
from derive.recheck.fields import Reals
from derive.recheck.reading import Range, Reader, Slot, name_of
from derive.recheck.terms import At, Key, Meter, Term, Use
from derive.recheck.values import NotEvaluableError, UndefinedError, Value

WIDE = 7  # a size at which ranges are compared
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


class Finder:
    """Tells indices from sizes, and finds the range of each free index."""

    def __init__(self, reader: Reader, uses: frozenset[Use], given: Mapping[str, Range], ties: list[set[Slot]]) -> None:
        """Look at how each symbol is used."""
        self.reader, self.uses, self.given, self.ties = reader, uses, given, ties
        self.private: frozenset[Basic] = frozenset()
        self._found: dict[Basic, tuple[Term, Term]] = {}
        ends = [end for pair in given.values() for end in self._terms(pair)]
        self._sized = {u.symbol for u in uses if u.kind == "size"} | {s for end in ends for s in end.symbols()}
        placed = {u.symbol for u in uses if u.kind in {"slot", "shifted"}} - self._sized
        self._indices = {u.symbol for u in uses if isinstance(u.symbol, Idx) or str(u.symbol) in given} | placed
        self._indices.discard(None)

    def indices(self, *terms: Term) -> tuple[Basic, ...]:
        """Return the free indices of some terms, by name."""
        return tuple(sorted({s for t in terms for s in t.symbols() if s in self._indices}, key=str))

    def sizes(self) -> tuple[Basic, ...]:
        """Return all sizes, by name, after the ranges are known."""
        named = {u.symbol for u in self.uses if u.kind == "size"} | self.private
        named |= {s for ends in self._found.values() for end in ends for s in end.symbols()}
        named |= {s for slot in self.reader.shapes for s in self._shape_symbols(slot)}
        return tuple(sorted((s for s in named - self._indices if s is not None), key=str))

    def _shape_symbols(self, slot: tuple[str, int]) -> set[Basic]:
        return {s for end in self.reader.shapes[slot] for s in self.reader.size(end).symbols()}

    def ranges(self) -> Mapping[Basic, tuple[Term, Term]]:
        """Return the range of every free index: given, declared, of its neighbours, or up to a private size."""
        for index in sorted(self._indices, key=str):
            ends = self.given.get(str(index)) or _declared(index) or self._beside(index, deltas=False)
            if ends:
                self._found[index] = self._terms(ends)
        while len(self._found) < len(self._indices):
            waiting = sorted(self._indices - self._found.keys(), key=str)
            index = next((i for i in waiting if self._linked(i)), waiting[0])
            ends = self._beside(index, deltas=True)
            self._found[index] = self._linked(index) or self._terms(ends or self._new())
        return self._found

    def _terms(self, ends: Range) -> tuple[Term, Term]:
        return self.reader.size(ends[0]), self.reader.size(ends[1])

    def _new(self) -> Range:
        size = Dummy("size", positive=True, integer=True)
        self.private |= {size}
        return S.One, size

    def _slots(self, index: Basic) -> list[tuple[str, int]]:
        own = {(u.name, u.slot) for u in self.uses if u.kind == "slot" and u.symbol == index}
        tied = set[Slot]().union(*(tie for tie in self.ties if tie & own))
        return [*sorted(own), *sorted(tied - own)]

    def _linked(self, index: Basic) -> tuple[Term, Term] | None:
        slots = set(self._slots(index))
        links = (self._found[i] for i in sorted(self._found, key=str) if slots & set(self._slots(i)))
        return next(links, None)

    def _beside(self, index: Basic, *, deltas: bool) -> Range | None:
        slots = [s for s in self._slots(index) if deltas or not s[0].startswith("delta(")]
        bound = [widest[0] for slot in slots if (widest := self._widest(slot))]
        declared = [self.reader.shapes[slot] for slot in slots if slot in self.reader.shapes]
        return next(iter((*bound, *declared)), None)

    def _span(self, ends: Range) -> tuple[int, int] | None:
        low, high = self._terms(ends)
        symbols = {*low.symbols(), *high.symbols()}
        if not symbols <= self._sized or symbols & self._indices:
            return None  # they depend on another index, which is bound somewhere else
        sizes = dict.fromkeys(symbols, WIDE)
        try:
            return integer(low, sizes), integer(high, sizes)
        except (NotEvaluableError, UndefinedError):
            return None

    def slots(self) -> Mapping[Slot, tuple[Term, Term]]:
        """Return the range of every place in a tensor: of bound indices, of a free one, or as declared.

        A place where indices run over ranges of which none contains the others has no entry.
        """
        known = {slot: self._found[index] for index in self._found for slot in self._slots(index)}
        for slot in {*self.reader.limits, *self.reader.shapes}:
            bound = self._widest(slot)
            if bound and not bound[1]:
                _ = known.pop(slot, None)
            elif bound:
                known[slot] = self._terms(bound[0])
            elif slot not in known:
                known[slot] = self._terms(self.reader.shapes[slot])
        return known

    def _widest(self, slot: Slot) -> tuple[Range, bool] | None:
        """Return the widest range of a bound index in a place, and whether it contains all others."""
        spans = [(span, ends) for ends in self.reader.limits.get(slot, []) if (span := self._span(ends)) is not None]
        if not spans:
            return None
        (low, high), ends = max(spans, key=lambda pair: pair[0][1] - pair[0][0])
        return ends, all(low <= other[0] and other[1] <= high for other, _ in spans)


def _declared(index: Basic) -> Range | None:
    if isinstance(index, Idx) and index.lower is not None and index.upper is not None:
        return index.lower, index.upper
    return None
