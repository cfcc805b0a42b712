"""A question ready to be asked at points: both sides, what is assumed, sizes, and free indices with their ranges."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sympy import Basic
from sympy.core.relational import Relational

from derive.facts import Assumption, Fact
from derive.recheck import derivatives, functions, matrices
from derive.recheck.ranges import WIDE, Bound, Finder, integer, ties
from derive.recheck.reading import Range, Reader, Slot, name_of
from derive.recheck.terms import Term, Use
from derive.recheck.values import NotEvaluableError, UndefinedError

RULES = (functions, derivatives, matrices)  # importing them registers them
RELATIONS = {"Equality": "==", "LessThan": "<=", "StrictLessThan": "<", "GreaterThan": ">=", "StrictGreaterThan": ">"}
ENUMERATED_AT_MOST = 700
ALL_WHEN_AT_MOST = 8


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A relation between two terms, for all values of its free indices, whose ends are in `ranges`, sorted by name.

    `nodes` are the two sides as SymPy has them.
    """

    left: Term
    right: Term
    relation: str
    ranges: Mapping[Basic, tuple[Term, Term]]
    nodes: tuple[Basic, Basic]

    @property
    def indices(self) -> tuple[Basic, ...]:
        """Return the free indices, by name."""
        return tuple(self.ranges)

    @property
    def uses(self) -> frozenset[Use]:
        """Return what both sides mention."""
        return self.left.uses | self.right.uses

    def names(self) -> frozenset[str]:
        """Return the names of the tensors and scalars that occur."""
        scalars = (u.symbol for u in self.uses if u.kind == "free")
        found = self.left.names() | self.right.names()
        return found | {name_of(s) for s in scalars if s is not None and s not in self.ranges}

    def ends(self, index: Basic, bound: Bound) -> tuple[int, int]:
        """Return the range of a free index at these sizes, from 1 for one that is declared positive, such as a size."""
        low, high = (integer(end, bound) for end in self.ranges[index])
        return max(low, _least(index, low)), high

    def instances(self, sizes: Bound) -> Iterator[dict[Basic, int]]:
        """Yield every value of the free indices, with the sizes; none where a range is empty."""
        return self._assign(dict(sizes), self.ordered())

    def ordered(self) -> list[Basic]:
        """Return the indices, each after those on which its range depends."""
        ordered, waiting = list[Basic](), list(self.indices)
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


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what is assumed; `private` holds the sizes that nobody named."""

    goal: Statement
    relations: tuple[Statement, ...]
    facts: tuple[Fact, ...]
    sizes: tuple[Basic, ...]
    slots: Mapping[Slot, tuple[Term, Term]]
    private: frozenset[Basic]
    reader: Reader

    @property
    def uses(self) -> frozenset[Use]:
        """Return what all statements mention."""
        return self.goal.uses.union(*(s.uses for s in self.relations))

    def extent(self, slots: Iterable[Slot], sizes: Bound) -> tuple[int, int]:
        """Return the range of these places in tensors; `UndefinedError` where they differ at these sizes."""
        found = [self.slots[slot] for slot in slots if slot in self.slots]
        spans = {(integer(low, sizes), integer(high, sizes)) for low, high in found}
        if not spans:
            raise NotEvaluableError("a fact speaks of a tensor whose indices have no known range")
        if len(spans) > 1:
            raise UndefinedError
        return spans.pop()

    def patterns(self, sizes: Bound, dice: random.Random) -> list[dict[Basic, int]]:
        """Return values of the goal's free indices: one for each way in which some of them can coincide.

        Few combinations are returned whole, so that the ends of ranges and literal indices are met as well.
        """
        found = list(islice(self.goal.instances(sizes), ENUMERATED_AT_MOST))
        if len(found) == ENUMERATED_AT_MOST:
            found = list(self._sampled(sizes, dice))
        dice.shuffle(found)
        if len(found) <= ALL_WHEN_AT_MOST:
            return found
        chosen: dict[tuple[int, ...], dict[Basic, int]] = {}
        for bound in found:
            _ = chosen.setdefault(self.pattern(bound), bound)
        return list(chosen.values())

    def pattern(self, bound: Bound) -> tuple[int, ...]:
        """Return which of the goal's free indices coincide."""
        values = [bound[i] for i in self.goal.indices]
        return tuple(values.index(v) for v in values)

    def _sampled(self, sizes: Bound, dice: random.Random) -> Iterator[dict[Basic, int]]:
        # Drawing each index on its own would almost never make many of them equal.
        order = self.goal.ordered()
        for _ in range(ENUMERATED_AT_MOST):
            bound = dict(sizes)
            few = dice.randint(1, WIDE)
            for index in order:
                low, high = self.goal.ends(index, bound)
                if low > high:
                    return
                bound[index] = dice.randint(low, min(high, low + few))
            yield bound


def ask(
    sides: tuple[Basic, Basic],
    relation: str,
    assumptions: Iterable[Assumption],
    ranges: Mapping[str, Range],
) -> Question:
    """Return the question whether two sides are in a relation; `NotEvaluableError` when they cannot be read."""
    reader, given = Reader(), tuple(assumptions)
    pairs = [(sides, relation)] + [(_sides_of(a), _sign_of(a)) for a in given if not isinstance(a, Fact)]
    terms = [(reader.statement(left), reader.statement(right)) for (left, right), _ in pairs]
    uses = [left.uses | right.uses for left, right in terms]
    facts = tuple(a for a in given if isinstance(a, Fact))
    finder = Finder(reader, uses, ranges, ties(facts))
    statements = [
        Statement(left, right, sign, finder.ranges(number), nodes)
        for number, ((nodes, sign), (left, right)) in enumerate(zip(pairs, terms, strict=True))
    ]
    _refuse_complex(uses, reader)
    return Question(
        goal=statements[0],
        relations=tuple(statements[1:]),
        facts=facts,
        sizes=finder.sizes(),
        slots=finder.slots(),
        private=finder.private,
        reader=reader,
    )


def _least(index: Basic, otherwise: int) -> int:
    assumed: Any = index
    return 1 if assumed.is_positive else 0 if assumed.is_nonnegative else otherwise


def _sides_of(relation: Relational) -> tuple[Basic, Basic]:
    left, right = relation.args
    return left, right


def _sign_of(relation: Relational) -> str:
    name = type(relation).__name__
    if name not in RELATIONS:
        raise NotEvaluableError(f"the assumption {relation} is not known here")
    return RELATIONS[name]


def _refuse_complex(uses: Iterable[frozenset[Use]], reader: Reader) -> None:
    scalars = {u.symbol for used in uses for u in used if u.kind == "free" and u.symbol is not None}
    for symbol in (*scalars, *reader.tensors.values()):
        if getattr(symbol, "is_extended_real", None) is False:
            raise NotEvaluableError(f"{symbol} is not real")
    names = [name_of(s) for s in scalars]
    clashes = {n for n in names if names.count(n) > 1 or n in reader.tensors}
    if clashes:
        raise NotEvaluableError(f"two different things are called {min(clashes)}")
