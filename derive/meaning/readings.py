"""All readings of a relation, least cost first: at an open choice the formula is read again with each option."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any, Generic, TypeVar

from derive.errors import DeriveError
from derive.meaning import binders, calls, changes
from derive.meaning.chain import Graph
from derive.meaning.closing import Sides
from derive.meaning.conditions import where_said
from derive.meaning.errors import Clash, Need
from derive.meaning.extremes import same_extremes
from derive.meaning.here import Here
from derive.meaning.proportions import proportional
from derive.meaning.reading import read
from derive.meaning.values import align

Result = TypeVar("Result")
Choices = Mapping[tuple[Any, ...], Any]
MOST_RUNS = 1500
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
) -> Readings[Result]:
    """Return the cheapest readings of a task, and those that cost no more than `slack` above them."""
    waiting: list[tuple[float, int, dict[tuple[Any, ...], Any]]] = [(0.0, 0, {})]
    order, found = count(1), list[Reading[Result]]()
    clashes: list[Clash] = []
    graph: Graph | None = None
    while waiting and runs and len(found) < most:
        cost, _, chosen = heappop(waiting)
        if found and cost > found[0].cost + slack:
            break
        runs -= 1
        here = place({**given, **chosen})
        here.record.graph = graph  # the definitions in force are the same whatever is chosen
        try:
            result = task(here)
        except Need as need:
            for value, price in need.options:
                heappush(waiting, (cost + price, next(order), {**chosen, need.key: value}))
        except Clash as clash:
            clashes.append(clash)
        except DeriveError as problem:
            clashes.append(Clash(str(problem)))
        except RecursionError:
            clashes.append(Clash("it is nested too deeply"))
        else:
            found.append(Reading(cost, {**given, **chosen}, here, result))
        graph = here.record.graph
    reason = clashes[0].reason if clashes else "it has too many readings"
    shapes = bool(clashes) and not found and not waiting and all(clash.shapes for clash in clashes)
    return Readings(tuple(found), reason, shapes, not waiting or bool(found))


def sides(left: Any, right: Any, sign: str = "=") -> Callable[[Here], Sides]:
    """Return the task to read two sides and give them one shape.

    A relation of two extremes and a proportion are read as the equations that they stand for. What is said under a
    condition on indices is said where that holds.
    """

    def plain(here: Here) -> Sides:
        """Read both sides."""
        one, other = read(left, here), read(right, here)
        align(one, other)
        return Sides(one, other)

    if sign == "propto":
        task = proportional(left, right) or _unread_proportion
    else:
        task = (same_extremes(left, right) if sign == "=" else None) or plain
    return lambda here: where_said(task(here), sign, here)


def _unread_proportion(here: Here) -> Sides:
    del here
    raise Clash("a proportion that does not say in what")
