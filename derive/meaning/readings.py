"""All readings of a relation, least cost first: at an open choice the formula is read again with each option."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from operator import itemgetter
from time import thread_time
from typing import Any, Generic, TypeVar

from derive.errors import DeriveError
from derive.expr import tree
from derive.meaning import binders, calls, changes
from derive.meaning.blocks import total
from derive.meaning.chain import Graph
from derive.meaning.closing import Sides
from derive.meaning.conditions import where_said
from derive.meaning.errors import Clash, Need
from derive.meaning.extremes import same_extremes
from derive.meaning.here import Here
from derive.meaning.powers import squares
from derive.meaning.proportions import proportional
from derive.meaning.reading import read
from derive.meaning.values import Value, align, constant, mapped

Result = TypeVar("Result")
Choices = Mapping[tuple[Any, ...], Any]
MOST_RUNS = 1500
TOO_MANY = "it has too many readings"
READERS = (binders, calls, changes)
"""The files that register readers, with all that they import; they must be loaded before the first formula is read."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[Result]):
    """One reading: what it cost, what was chosen, the place with all that it put down, and the result."""

    cost: float
    choices: Choices
    here: Here
    result: Result


@dataclass(frozen=True, slots=True)
class Readings(Generic[Result]):
    """The readings that were found; where there are none, why, and whether all failed by their shapes alone."""

    found: tuple[Reading[Result], ...]
    reason: str = ""
    shapes: bool = False
    complete: bool = True


def readings(
    task: Callable[[Here], Result],
    place: Callable[[Choices], Here],
    given: Choices,
    *,
    runs: int = MOST_RUNS,
    slack: float = 0.0,
    most: int = 6,
    until: float = math.inf,
) -> Readings[Result]:
    """Return the cheapest readings of a task, and those that cost no more than `slack` above them.

    Where not all of these are met `until` the thread has worked so long, there are none: another may be as near.
    """
    waiting = _Waiting()
    found = list[Reading[Result]]()
    clashes: list[Clash] = []
    graph: Graph | None = None
    while waiting.paths and runs and len(found) < most:
        path = waiting.next(given)
        if found and path.cost > found[0].cost + slack:
            break
        if thread_time() > until:
            return Readings((), TOO_MANY, complete=False)
        runs -= 1
        here = place(path)
        here.record.graph = graph  # the definitions in force are the same whatever is chosen
        try:
            result = task(here)
        except Need as need:
            waiting.add(path, need.key, need.options)
        except Clash as clash:
            clashes.append(clash)
        except DeriveError as problem:
            clashes.append(Clash(str(problem)))
        except RecursionError:
            clashes.append(Clash("it is nested too deeply"))
        else:
            path.waiting = None
            found.append(Reading(path.cost, dict(path), here, result))
        graph = here.record.graph
    reason = clashes[0].reason if clashes else TOO_MANY
    shapes = bool(clashes) and not found and not waiting.paths and all(clash.shapes for clash in clashes)
    return Readings(tuple(found), reason, shapes, not waiting.paths or bool(found))


@dataclass(slots=True)
class _Waiting:
    """The readings that are still to be run, by what was chosen on the way to each, the cheapest first."""

    paths: list[tuple[float, int, dict[tuple[Any, ...], Any]]] = field(default_factory=lambda: [(0.0, 0, {})])
    order: Iterator[int] = field(default_factory=lambda: count(1))

    def next(self, given: Choices) -> Path:
        """Return the cheapest one, and take it out."""
        cost, _, chosen = heappop(self.paths)
        return Path(given, chosen, cost, self)

    def add(self, path: Path, key: tuple[Any, ...], options: Iterable[tuple[Any, float]]) -> None:
        """Add a path with each of some options."""
        for value, price in options:
            heappush(self.paths, (path.cost + price, next(self.order), {**path.chosen, key: value}))

    def has_as_near(self, cost: float) -> bool:
        """Return whether something that costs no more waits."""
        return bool(self.paths) and self.paths[0][0] <= cost


class Path(dict[tuple[Any, ...], Any]):
    """The choices of one run. At an open one it goes on with the cheapest option while nothing as near is waiting.

    A new start for each choice finds the same readings in the same order, and reads a formula some ten times more.
    """

    def __init__(
        self, given: Choices, chosen: dict[tuple[Any, ...], Any], cost: float, waiting: _Waiting | None
    ) -> None:
        """Keep what is given, what was chosen at what cost, and what waits."""
        super().__init__({**given, **chosen})
        self.chosen, self.cost, self.waiting = chosen, cost, waiting

    def take(self, key: tuple[Any, ...], options: Sequence[tuple[Any, float]]) -> Any:
        """Return the cheapest option, and let the others wait. Raises `Need` where another reading is as near."""
        first = min(options, key=itemgetter(1))
        if self.waiting is None or self.waiting.has_as_near(self.cost + first[1]):
            raise Need(key, options)
        self.waiting.add(self, key, [each for each in options if each is not first])
        self.chosen = {**self.chosen, key: first[0]}
        self.cost += first[1]
        self[key] = first[0]
        return first[0]


def sides(left: Any, right: Any, sign: str = "=") -> Callable[[Here], Sides]:
    """Return the task to read two sides and give them one shape.

    A relation of two extremes and a proportion are read as the equations that they stand for. What is said under a
    condition on indices is said where that holds.
    """

    def plain(here: Here) -> Sides:
        """Read both sides."""
        return sides_of(read(left, here), read(right, here), sign, here)

    if sign == "propto":
        task = proportional(left, right) or _unread_proportion
    else:
        task = (same_extremes(left, right) if sign == "=" else None) or plain
    return lambda here: where_said(task(here), sign, here)


def sides_of(one: Value, other: Value, sign: str, here: Here) -> Sides:
    """Return two values in one shape; those of blocks are the same where no square of their difference is left.

    Raises `Clash` for two shapes that differ, and for an order of blocks.
    """
    align(one, other)
    if one.blocks is None and other.blocks is None:
        return Sides(one, other)
    if sign not in {"=", "equiv"}:
        raise Clash("an order of blocks")
    apart = total([one, mapped(other, tree.negative)])
    return Sides(squares(apart, here), constant(0))


def _unread_proportion(here: Here) -> Sides:
    del here
    raise Clash("a proportion that does not say in what")
