"""A question ready to be asked at points: both sides, what is assumed, sizes, and free indices with their ranges."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from sympy import Basic, Dummy, Idx, IndexedBase, MatrixSymbol, S
from sympy.core.relational import Relational
from sympy.core.symbol import Str

from derive.facts import Assumption, Fact
from derive.recheck import derivatives, functions, grids  # noqa: F401 -- importing them registers their rules
from derive.recheck.fields import Reals
from derive.recheck.reading import Range, Reader, Slot, name_of
from derive.recheck.terms import At, Key, Meter, Term, Use
from derive.recheck.values import NotEvaluableError, UndefinedError, Value

RELATIONS = {"Equality": "==", "LessThan": "<=", "StrictLessThan": "<", "GreaterThan": ">=", "StrictGreaterThan": ">"}
ENUMERATED_AT_MOST = 2000
ALL_WHEN_AT_MOST = 8
WIDE = 7  # a size at which ranges are compared for width
Bound = Mapping[Basic, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation between two terms, for all values of `indices`; `nodes` are the two sides as SymPy has them."""

    left: Term
    right: Term
    relation: str
    indices: tuple[Basic, ...]
    nodes: tuple[Basic, Basic]

    def names(self) -> frozenset[str]:
        """Return the names of the tensors and scalars that occur."""
        scalars = (u.symbol for u in self.left.uses | self.right.uses if u.kind == "free")
        found = self.left.names() | self.right.names()
        return found | {name_of(s) for s in scalars if s is not None and s not in self.indices}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked; `ranges` holds the ends of every free index, `private` the sizes that nobody named."""

    goal: Statement
    relations: tuple[Statement, ...]
    facts: tuple[Fact, ...]
    sizes: tuple[Basic, ...]
    ranges: Mapping[Basic, tuple[Term, Term]]
    slots: Mapping[Slot, tuple[Term, Term]]
    private: frozenset[Basic]
    reader: Reader
    uses: frozenset[Use]

    def instances(self, statement: Statement, sizes: Bound) -> Iterator[dict[Basic, int]]:
        """Yield every value of a statement's free indices, with the sizes; none where a range is empty."""
        return self._assign(dict(sizes), self._ordered(statement.indices))

    def _ordered(self, indices: Iterable[Basic]) -> list[Basic]:
        # A range may depend on another index, as in j = 1..i.
        ordered: list[Basic] = []
        waiting = list(indices)
        while waiting:
            ready = [i for i in waiting if not set(waiting) & {s for end in self.ranges[i] for s in end.symbols()}]
            if not ready:
                raise NotEvaluableError("ranges depend on one another")
            ordered += ready
            waiting = [i for i in waiting if i not in ready]
        return ordered

    def _assign(self, bound: dict[Basic, int], indices: list[Basic]) -> Iterator[dict[Basic, int]]:
        if not indices:
            yield bound
            return
        low, high = self.ends(indices[0], bound)
        for value in range(low, high + 1):
            yield from self._assign({**bound, indices[0]: value}, indices[1:])

    def ends(self, index: Basic, bound: Bound) -> tuple[int, int]:
        """Return the range of a free index at these sizes."""
        low, high = self.ranges[index]
        return _integer(low, bound), _integer(high, bound)

    def extent(self, slots: Iterable[Slot], sizes: Bound) -> tuple[int, int]:
        """Return the range of the first of these places in a tensor whose range is known."""
        found = next((self.slots[slot] for slot in slots if slot in self.slots), None)
        if found is None:
            raise NotEvaluableError("a fact speaks of a tensor whose indices have no known range")
        return _integer(found[0], sizes), _integer(found[1], sizes)

    def patterns(self, sizes: Bound, dice: random.Random) -> list[dict[Basic, int]]:
        """Return values of the goal's free indices: one for each way in which some of them can coincide.

        Few combinations are returned whole, so that the ends of ranges and literal indices are met as well.
        """
        found = list(islice(self.instances(self.goal, sizes), ENUMERATED_AT_MOST))
        if len(found) <= ALL_WHEN_AT_MOST:
            return found
        if len(found) == ENUMERATED_AT_MOST:
            found = list(self._sampled(sizes, dice))
        dice.shuffle(found)
        chosen: dict[tuple[int, ...], dict[Basic, int]] = {}
        for bound in found:
            values = [bound[i] for i in self.goal.indices]
            _ = chosen.setdefault(tuple(values.index(v) for v in values), bound)
        return list(chosen.values())

    def _sampled(self, sizes: Bound, dice: random.Random) -> Iterator[dict[Basic, int]]:
        # Drawing each index on its own would almost never make many of them equal.
        order = self._ordered(self.goal.indices)
        for _ in range(ENUMERATED_AT_MOST):
            bound = dict(sizes)
            few = dice.randint(1, WIDE)
            for index in order:
                low, high = self.ends(index, bound)
                if low > high:
                    return
                bound[index] = dice.randint(low, min(high, low + few))
            yield bound


class Nowhere:
    """A point without entries, for what depends on sizes only."""

    def value(self, _at: At, key: Key) -> Value:
        """Refuse: a range that depends on an entry is not known before the entry is."""
        raise NotEvaluableError(f"a range depends on {key[0]}")

    def polynomial(self, name: str, _arity: int) -> Mapping[tuple[int, ...], Value]:
        """Refuse, for the same reason."""
        raise NotEvaluableError(f"a range depends on {name}")


def _integer(term: Term, bound: Bound) -> int:
    return term.run(At(Reals(), Nowhere(), bound, Meter(float("inf"), 1000)))


def ask(
    sides: tuple[Basic, Basic],
    relation: str,
    assumptions: Iterable[Assumption],
    ranges: Mapping[str, Range],
) -> Question:
    """Return the question whether two sides are in a relation; `NotEvaluableError` when they cannot be read."""
    reader, given = Reader(), tuple(assumptions)
    pairs = [(sides, relation)] + [((a.args[0], a.args[1]), _sign_of(a)) for a in given if isinstance(a, Relational)]
    terms = [(reader.statement(left), reader.statement(right)) for (left, right), _ in pairs]
    uses = frozenset(use for pair in terms for term in pair for use in term.uses)
    facts = tuple(a for a in given if isinstance(a, Fact))
    finder = _Finder(reader, uses, ranges, _ties(facts))
    statements = [
        Statement(left, right, sign, finder.indices(left, right), nodes)
        for (nodes, sign), (left, right) in zip(pairs, terms, strict=True)
    ]
    found, slots = finder.ranges(), finder.slots()
    _refuse_complex(uses, reader)
    return Question(
        goal=statements[0],
        relations=tuple(statements[1:]),
        facts=facts,
        sizes=finder.sizes(),
        ranges=found,
        slots=slots,
        private=finder.private,
        reader=reader,
        uses=uses,
    )


def _ties(facts: Iterable[Fact]) -> list[set[Slot]]:
    """Return the places in tensors that have one range because a fact says that a matrix is square."""
    names = [[tensor_name(t) for t in fact.tensors] for fact in facts if fact.kind in {"symmetric", "inverse pair"}]
    return [{(name, slot) for name in group for slot in (0, 1)} for group in names]


def tensor_name(tensor: Basic) -> str:
    """Return the name under which the entries of a tensor are kept."""
    if isinstance(tensor, IndexedBase):
        return name_of(tensor.label)
    label = tensor.args[0] if isinstance(tensor, MatrixSymbol) else tensor
    return str(label) if isinstance(label, Str) else name_of(label)


def _sign_of(relation: Relational) -> str:
    name = type(relation).__name__
    if name not in RELATIONS:
        raise NotEvaluableError(f"the assumption {relation} is not known here")
    return RELATIONS[name]


def _refuse_complex(uses: frozenset[Use], reader: Reader) -> None:
    scalars = {u.symbol for u in uses if u.kind == "free" and u.symbol is not None}
    for symbol in (*scalars, *reader.tensors.values()):
        if getattr(symbol, "is_extended_real", None) is False:
            raise NotEvaluableError(f"{symbol} is not real")
    names = [name_of(s) for s in scalars]
    clashes = {n for n in names if names.count(n) > 1 or n in reader.tensors}
    if clashes:
        raise NotEvaluableError(f"two different things are called {min(clashes)}")


class _Finder:
    """Tells indices from sizes, and finds the range of each free index."""

    def __init__(
        self, reader: Reader, uses: frozenset[Use], given: Mapping[str, Range], ties: list[set[Slot]]
    ) -> None:
        """Look at how each symbol is used."""
        self.reader, self.uses, self.given, self.ties = reader, uses, given, ties
        self.private: frozenset[Basic] = frozenset()
        self._found: dict[Basic, tuple[Term, Term]] = {}
        self._sized = {u.symbol for u in uses if u.kind == "size"}
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
        bound = [ends for slot in slots if (ends := self._bound(slot))]
        declared = [self.reader.shapes[slot] for slot in slots if slot in self.reader.shapes]
        return next(iter((*bound, *declared)), None)

    def _width(self, ends: Range) -> int | None:
        low, high = self._terms(ends)
        symbols = {*low.symbols(), *high.symbols()}
        if not symbols <= self._sized or symbols & self._indices:
            return None  # they depend on another index, which is bound somewhere else
        try:
            return _integer(high, dict.fromkeys(symbols, WIDE)) - _integer(low, dict.fromkeys(symbols, WIDE))
        except (NotEvaluableError, UndefinedError):
            return None

    def slots(self) -> Mapping[Slot, tuple[Term, Term]]:
        """Return the range of every place in a tensor: of bound indices, as declared, or of a free index."""
        known = {slot: self._found[index] for index in self._found for slot in self._slots(index)}
        for slot in {*self.reader.limits, *self.reader.shapes}:
            ends = self._bound(slot) or self.reader.shapes.get(slot)
            known |= {slot: self._terms(ends)} if ends else {}
        return known

    def _bound(self, slot: Slot) -> Range | None:
        wide = [(self._width(ends), ends) for ends in self.reader.limits.get(slot, [])]
        known = [(width, ends) for width, ends in wide if width is not None]
        return max(known, key=lambda pair: pair[0])[1] if known else None


def _declared(index: Basic) -> Range | None:
    if isinstance(index, Idx) and index.lower is not None and index.upper is not None:
        return index.lower, index.upper
    return None

