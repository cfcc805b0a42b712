"""The conditions in force as hypotheses of a statement, read in the same reading; and those that could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from derive.errors import DeriveError
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.meaning.axes import Axis
from derive.meaning.closing import Sides, entries, ranges_of
from derive.meaning.errors import Clash, Need
from derive.meaning.here import Here, Record
from derive.meaning.keys import names_in, stem
from derive.meaning.readings import Choices, readings, sides
from derive.meaning.scope import Condition
from derive.meaning.spaces import at_each_outcome
from derive.statements.types import FreeIndex, Relation, Sign

SIGNS: Mapping[str, Sign] = {"=": "==", "equiv": "==", "<=": "<=", "<": "<", ">=": ">=", ">": ">"}
"""The signs of relations that the engine decides."""
DECIDED: Mapping[str, Sign] = {**SIGNS, "propto": "=="}
"""The signs of relations that are judged: a proportion is read as an equation."""
RUNS = 60
"""How many readings of a condition are tried, where it holds more than the line."""
MOST = 8
"""How many conditions are taken, the nearest ones: each costs, and the far ones are seldom meant."""


@dataclass(frozen=True, slots=True)
class Told:
    """Conditions that share a name with a statement, as relations, and those that are not read.

    Those that are `guessed` hold names that the line does not, which were read in the cheapest way.
    """

    relations: tuple[tuple[Relation, Condition], ...] = ()
    unread: tuple[Condition, ...] = ()
    guessed: tuple[Condition, ...] = ()
    bounded: frozenset[str] = field(default_factory=frozenset)

    @property
    def hypotheses(self) -> tuple[Relation, ...]:
        """Return the relations alone."""
        return tuple(relation for relation, _ in self.relations)


def told(conditions: Iterable[Condition], here: Here, beside: Sides | None = None, *, guess: bool = False) -> Told:
    """Return what conditions say in a reading; only those that speak of its names.

    One that holds more names than the line is read in its cheapest way if it may be a `guess`, and is unread else.
    All are read before any is a relation, and after the sides of the line `beside` them: a sum in one says how long a
    name in another is, and two names can only be of one length while nothing has said theirs.
    """
    taken: list[tuple[_Read, Condition]] = []
    unread: list[Condition] = []
    guessed: list[Condition] = []
    for condition in list(_relevant(conditions, here))[-MOST:]:
        try:
            each = _read(condition.relation, here, guess=guess and not condition.claimed)
        except (Clash, Need, DeriveError, RecursionError):
            if not condition.claimed:
                unread.append(condition)
            continue
        taken.append((each, condition))
        if each.choices:
            guessed.append(condition)
            here = replace(here, choices={**here.choices, **each.choices})
    _ = None if beside is None else entries(beside, here.record)
    said = [(each.at_entries(here.record), condition) for each, condition in taken]
    found: list[tuple[Relation, Condition]] = []
    for entry, condition in said:
        relation = entry.relation()
        found.append((relation, condition))
        found += [(again, condition) for again in at_each_outcome(relation, here)]
    return Told(tuple(found), tuple(unread), tuple(guessed))


def _relevant(conditions: Iterable[Condition], here: Here) -> Iterator[Condition]:
    names = {stem(name) for name in here.record.names}
    for each in conditions:
        if each.relation.relations[0].kind in SIGNS and {stem(key) for key in names_in(each.relation)} & names:
            yield each


@dataclass(frozen=True, slots=True)
class _Read:
    """A condition whose sides are read, the record with its own letters, and what was chosen for it alone."""

    sign: Sign
    sides: Sides
    record: Record
    choices: Choices

    def at_entries(self, record: Record) -> _Entry:
        """Return it at entries of its own, with what was generalised on the way put down."""
        mine, its, rows = entries(self.sides, self.record)
        free = {name: place.axis for name, place in self.record.free.items() if place.axis is not None}
        record.generalised |= self.record.generalised
        return _Entry(self.sign, mine, its, {**free, **rows})


@dataclass(frozen=True, slots=True)
class _Entry:
    """A condition at entries, and the axes over which its indices run."""

    sign: Sign
    left: Expression
    right: Expression
    axes: Mapping[str, Axis]

    def relation(self) -> Relation:
        """Return it as a relation for all values of its own indices."""
        ranges = ranges_of((self.left, self.right), self.axes)
        indices = tuple(FreeIndex(name, where, "as it is read") for name, where in ranges.items())
        return Relation(self.sign, self.left, self.right, indices)


def _read(chain: surface.Chain, here: Here, *, guess: bool) -> _Read:
    """Return a condition with its sides read, by a `guess` where one reading is cheapest. Raises `Clash` or `Need`."""
    left, right = chain.members
    kind = chain.relations[0].kind
    if left is None or right is None or kind not in SIGNS:
        raise Clash("a condition that is not read")
    task = sides(left, right)
    apart = replace(here, record=_apart(here.record), formulas=(left, right))
    try:
        return _Read(SIGNS[kind], task(apart), apart.record, {})
    except Need:
        if not guess:
            raise
        found = readings(
            task, lambda choices: replace(apart, record=Record(), choices=choices), here.choices, runs=RUNS
        )
        if len(found.found) != 1:
            raise
    chosen = {key: value for key, value in found.found[0].choices.items() if key not in here.choices}
    again = replace(apart, choices={**here.choices, **chosen}, record=_apart(here.record))
    return _Read(SIGNS[kind], task(again), again.record, chosen)


def _apart(record: Record) -> Record:
    """Return a record that shares the names, and has free letters and unknown terms of its own."""
    return replace(record, free={}, axes={}, generalised=set(), read_as=set(), opaques=set())
