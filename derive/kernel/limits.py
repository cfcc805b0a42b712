"""Budgets: how much time, work and memory one question may cost, and the meter that counts."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one public call may spend before it stops and says which limit it reached.

    `seconds` of processor time, `steps` (products of terms and labelled candidates), `nodes` interned and `memory` in
    bytes, estimated from what the intern tables hold.
    """

    seconds: float = 20.0
    steps: int = 3_000_000
    nodes: int = 400_000
    memory: int = 512 * 2**20


@dataclass(frozen=True, slots=True)
class Bound:
    """How many of something are tried where there could be more: a search that stops there knows less, and says so."""

    most: int
    counted: str

    def __str__(self) -> str:
        """Return what was not tried.

        >>> print(Bound(48, "ways to align the sums of both sides"))
        more than 48 ways to align the sums of both sides
        """
        return f"more than {self.most} {self.counted}"


class LimitReached(Exception):  # noqa: N818 -- not a mistake of anyone: it ends a computation in good order
    """A budget ran out: `limit` is its name, `allowed` what it was."""

    def __init__(self, limit: str, allowed: object) -> None:
        """Keep which limit it was."""
        super().__init__(f"limit reached: {limit} = {allowed}")
        self.limit, self.allowed = limit, allowed


class Undefined(Exception):  # noqa: N818 -- a fact about an expression, not a failure of the program
    """An expression has no value anywhere: a division by zero, the logarithm of zero."""


class Meter:
    """Counts what a computation spends and raises `LimitReached` when a budget is used up.

    `met` are the bounds at which a search stopped.
    """

    __slots__ = ("_deadline", "_look", "limits", "met", "nodes", "size", "steps")

    def __init__(self, limits: Limits) -> None:
        """Start the clock."""
        self.limits = limits
        self.steps = self.nodes = self.size = self._look = 0
        self.met: dict[Bound, None] = {}
        self._deadline = time.thread_time() + limits.seconds

    def step(self, count: int = 1) -> None:
        """Count work; looks at the clock now and then, as asking the time costs more than a step."""
        self.steps += count
        if self.steps > self._look:
            self._look = self.steps + 200
            if self.steps > self.limits.steps:
                raise LimitReached("steps", self.limits.steps)
            if time.thread_time() > self._deadline:
                raise LimitReached("seconds", self.limits.seconds)

    def node(self, size: int) -> None:
        """Count an interned node of about `size` bytes."""
        self.nodes += 1
        self.size += size
        if self.nodes > self.limits.nodes:
            raise LimitReached("nodes", self.limits.nodes)
        if self.size > self.limits.memory:
            raise LimitReached("memory", self.limits.memory)
        self.step()

    def within(self, bound: Bound, count: int) -> bool:
        """Return whether so many may be tried, and note the bound where they may not."""
        if count > bound.most:
            self.met[bound] = None
        return count <= bound.most

    def first(self, bound: Bound, items: Iterable[T]) -> list[T]:
        """Return as many as may be tried, and note the bound where there are more."""
        found = list(islice(items, bound.most + 1))
        return found if self.within(bound, len(found)) else found[: bound.most]

    def rounds(self, bound: Bound) -> Iterator[int]:
        """Yield as many numbers as may be tried; who asks for another one has met the bound."""
        yield from range(bound.most)
        self.met[bound] = None

    def left(self) -> float:
        """Return how many seconds remain."""
        return self._deadline - time.thread_time()
