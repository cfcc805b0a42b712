"""The conditions in force as hypotheses of a statement, read in the same reading; and those that could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from typing import Any

from derive.errors import DeriveError
from derive.expr import tree
from derive.formula.read import tree as surface
from derive.meaning.axes import Axis
from derive.meaning.closing import Sides, entries, ranges_of
from derive.meaning.errors import Clash, Need
from derive.meaning.here import Here, Record
from derive.meaning.keys import name_key, named, names_in, stem
from derive.meaning.reading import read
from derive.meaning.readings import sides_of
from derive.meaning.scope import Condition
from derive.meaning.spaces import at_each_outcome
from derive.statements.types import FreeIndex, Relation, Sign, Statement

SIGNS: Mapping[str, Sign] = {"=": "==", "equiv": "==", "<=": "<=", "<": "<", ">=": ">=", ">": ">"}
"""The signs of relations that the engine decides."""
DECIDED: Mapping[str, Sign] = {**SIGNS, "propto": "=="}
"""The signs of relations that are judged: a proportion is read as an equation."""
MET = ("tensors", "given", "inside", "depends", "spaces", "wholes")
"""What a reading puts down of the names that it meets."""
OF_KEPT = ("names", "varied", "generalised")
"""What a condition puts down only where it restricts a line."""
MOST_READINGS = 24
"""In how many ways a condition is read before it counts as not read."""
MOST = 8
"""How many conditions are taken, the nearest ones: each costs, and the far ones are seldom meant."""


@dataclass(frozen=True, slots=True)
class Told:
    """Conditions that share a name with a statement, as relations, those `aside` that do not restrict it, and others.

    These are not read, or stand at `others`: they say something of other names too, and are left out.
    """

    relations: tuple[tuple[Relation, Condition], ...] = ()
    aside: tuple[Condition, ...] = ()
    unread: tuple[Condition, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def hypotheses(self) -> tuple[Relation, ...]:
        """Return the relations alone."""
        return tuple(relation for relation, _ in self.relations)

    def about(self, names: frozenset[str], known: Iterable[str]) -> Told:
        """Return the conditions that speak of no other of the known quantities than some names."""
        others = frozenset(known) - names
        own = [each for each in self.relations if not others & (each[0].left.names | each[0].right.names)]
        return self if len(own) == len(self.relations) else replace(self, relations=tuple(own))

    def ties(self, record: Record, statement: Statement) -> bool:
        """Return whether one says what a name below a derivative is in terms of its variable: it is not held then.

        Of a loss that is only named, the slopes go through the definitions; such a name may be another way to it.
        """
        nodes = [each for side in (statement.left, statement.right) for each in tree.walk(side)]
        if not record.slopes:
            nodes = [each for each in nodes if isinstance(each, tree.Derivative | tree.At)]
        varied, told_of = record.varied, (each.left.names | each.right.names for each, _ in self.relations)
        below = frozenset[str]().union(*(each.names for each in nodes), *(told_of if record.slopes else ()))
        for relation, _ in self.relations:
            for side, other in ((relation.left, relation.right), (relation.right, relation.left)):
                is_name = isinstance(side, tree.Entry | tree.Scalar) and side.name in below - varied
                if is_name and relation.sign == "==" and other.names & varied:
                    return True
        return False


def told(conditions: Iterable[Condition], here: Here, beside: Sides | None = None) -> Told:
    """Return what conditions say in a reading; only those that speak of its names.

    All are read, then the sides of the line `beside` them, before any is a relation: a sum in one says how long a name
    in another is, and two names can only be of one length while nothing has said theirs.
    """
    taken: list[tuple[_Read, Condition]] = []
    unread: list[Condition] = []
    for condition in list(_relevant(conditions, here))[-MOST:]:
        try:
            taken.append((_cheapest(condition.relation, here), condition))
        except (Clash, DeriveError, RecursionError):
            if not condition.claimed and not _is_of_another(condition.relation, here):
                unread.append(condition)
    names = None if beside is None else frozenset[str]().union(*(e.names for e in entries(beside, here.record)[:2]))
    found: list[tuple[Relation, Condition]] = []
    reads: dict[int, _Read] = {}
    for read_, entry, condition in [(each, each.at_entries(here.record), condition) for each, condition in taken]:
        relation = entry.relation()
        own = [(each, condition) for each in (relation, *at_each_outcome(relation, here))]
        reads |= {id(each): read_ for each, _ in own}
        found += own
    kept = found if names is None else list(_connected(found, names))
    for relation, _ in kept:  # what was met in a condition that restricts nothing is no doubt
        for name in OF_KEPT:
            getattr(here.record, name).update(getattr(reads[id(relation)].record, name))
    aside = tuple(condition for each in found if each not in kept for _, condition in [each])
    return Told(tuple(kept), aside, tuple(unread))


def _connected(found: list[tuple[Relation, Condition]], names: frozenset[str]) -> Iterator[tuple[Relation, Condition]]:
    """Yield what is told and restricts the names of a line, by however many others, and what is not of open lines.

    What says what a name is that stands nowhere else restricts nothing.
    """
    kept = list(found)
    loose = [True]
    while any(loose):
        loose = [
            not _ties(each[0], names, [e[0] for e in kept if e is not each], claimed=each[1].claimed) for each in kept
        ]
        kept = [each for each, is_loose in zip(kept, loose, strict=True) if not is_loose]
    yield from kept


def _ties(relation: Relation, names: frozenset[str], others: list[Relation], *, claimed: bool) -> bool:
    """Return whether a relation restricts names of a line, alone or with other relations."""
    around = names.union(*(each.left.names | each.right.names for each in others))
    own = relation.left.names | relation.right.names
    if not own & around:
        return not claimed and not own
    sides = ((relation.left, relation.right), (relation.right, relation.left))
    is_met = relation.sign in {"==", "<=", ">="}  # where both sides are the same, each of these holds
    return not any(_is_free(head, around | body.names) for head, body in sides if is_met)


def _is_free(head: tree.Node, around: frozenset[str]) -> bool:
    """Return whether a side takes any value by a name that stands nowhere else: the name, or a logarithm with it."""
    if isinstance(head, tree.Call) and head.function == "log":
        inner = head.arguments[0]
        factors = inner.factors if isinstance(inner, tree.Mul) else (inner,)
        apart = [each.names.union(*(o.names for o in factors if o is not each)) - each.names for each in factors]
        return any(_is_free(each, around | rest) for each, rest in zip(factors, apart, strict=True))
    return isinstance(head, tree.Scalar | tree.Entry) and head.name not in around


def _is_of_another(chain: surface.Chain, here: Here) -> bool:
    """Return whether a condition only says what a name is that the statement does not hold: `S = ...`."""
    left, right = chain.members[0], chain.members[-1]
    base = named(left)
    if base is None or [sign.kind for sign in chain.relations] != ["="]:
        return False
    own = stem(name_key(base))
    return own not in {stem(name) for name in here.record.names} | {stem(key) for key in names_in(right)}


def _relevant(conditions: Iterable[Condition], here: Here) -> Iterator[Condition]:
    """Yield the conditions on the names of a reading; before them, as far as there is room, those on their names."""
    waiting, names = list(conditions), {stem(name) for name in here.record.names}
    near = [each for each in waiting if _values_of(each, here) & names]
    more = {stem(key) for each in near for key in names_in(each.relation)} - here.usage.sizes - here.usage.indices
    far = [each for each in waiting if each not in near and {stem(key) for key in names_in(each.relation)} & more]
    yield from (*far, *near) if len(near) < MOST else near


def _values_of(condition: Condition, here: Here) -> set[str]:
    """Return the letters of the names that a condition is about: a size in it is none, unless it is about sizes."""
    keys = names_in(condition.relation)
    return {stem(key) for key in keys - here.usage.sizes or keys}


@dataclass(frozen=True, slots=True)
class _Read:
    """A condition whose sides are read, and the record with its own letters."""

    kind: str
    sides: Sides
    record: Record

    def at_entries(self, record: Record) -> _Entry:
        """Return it at entries of its own, with its names put down."""
        mine, its, rows = entries(self.sides, self.record)
        free = {name: place.axis for name, place in self.record.free.items() if place.axis is not None}
        _put_down(self.record, record)
        return _Entry(self.kind, mine, its, {**free, **rows})


@dataclass(frozen=True, slots=True)
class _Entry:
    """A condition at entries, and the axes over which its indices run."""

    kind: str
    left: tree.Node
    right: tree.Node
    axes: Mapping[str, Axis]

    def relation(self) -> Relation:
        """Return it as a relation for all values of its own indices; what differs has a positive square."""
        ranges = ranges_of((self.left, self.right), self.axes)
        indices = tuple(FreeIndex(name, where, "as it is read") for name, where in ranges.items())
        if self.kind == "!=":
            return Relation(">", tree.Power(tree.subtract(self.left, self.right), tree.number(2)), tree.ZERO, indices)
        return Relation(SIGNS[self.kind], self.left, self.right, indices)


def _cheapest(chain: surface.Chain, here: Here) -> _Read:
    """Return a condition as it is read first. Raises `Clash` where that is unlikely, or another reading as near."""
    waiting: list[tuple[float, int, dict[tuple[Any, ...], Any]]] = [(0.0, 0, dict(here.choices))]
    order, found = count(1), list[tuple[float, _Read, Record]]()
    for _ in range(MOST_READINGS):
        if not waiting or (found and waiting[0][0] > found[0][0]):
            break
        cost, _, chosen = heappop(waiting)
        tried = replace(here, choices=chosen, record=_tried(here.record))
        try:
            found.append((cost, _read(chain, tried), tried.record))
        except Need as need:
            for value, price in need.options:
                heappush(waiting, (cost + price, next(order), {**chosen, need.key: value}))
        except (Clash, DeriveError):
            continue
    if len(found) != 1:
        raise Clash("a condition that has several readings")
    ((_, read_, record),) = found
    _put_down(record, here.record)
    return read_


def _put_down(record: Record, onto: Record) -> None:
    """Put down what one record says of the names that it met in another, which keeps what it says itself."""
    for field_name in MET:
        mine, its = getattr(onto, field_name), getattr(record, field_name)
        mine.update({**its, **mine} if isinstance(its, dict) else its)


def _tried(record: Record) -> Record:
    """Return a record with the same axes, in which names that are met do not stay."""
    return replace(record, **{name: type(met)(met) for name in MET for met in [getattr(record, name)]})


def _read(chain: surface.Chain, here: Here) -> _Read:
    """Return a condition with its sides read. Raises `Clash` for one that is not."""
    left, right = chain.members
    kind = chain.relations[0].kind
    if left is None or right is None or kind not in {*SIGNS, "!="}:
        raise Clash("a condition that is not read")
    apart = replace(here, record=_apart(here.record), formulas=(left, right))
    one, other = read(left, apart), read(right, apart)
    both = sides_of(one, other, kind, apart)
    if kind == "!=" and both.shape.rank:
        raise Clash("vectors that differ somewhere")
    return _Read(kind, both, apart.record)


def _apart(record: Record) -> Record:
    """Return a record that shares the names, and has free letters and unknown terms of its own."""
    own = {name: set[str]() for name in OF_KEPT}
    return replace(record, free={}, axes={}, read_as=set(), opaques=set(), **own)
