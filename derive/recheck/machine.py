"""A machine: what it takes to evaluate nodes in one kind of number at one point, and what was found out there.

A node becomes a closure (`terms`) that takes a frame, a list of integers: the values of bound indices by their level,
then those of free indices, then the sizes. (Below `At` a place of the frame holds a value.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import count
from operator import itemgetter
from time import thread_time
from typing import TYPE_CHECKING, Any, TypeAlias

from derive.expr import tree
from derive.expr.tree import Node
from derive.recheck.budget import POWER_AT_MOST
from derive.recheck.fields import Field
from derive.recheck.values import BudgetError, Dual, NotEvaluableError, UndefinedError, Value
from derive.statements.types import FreeIndex, Range

if TYPE_CHECKING:
    from derive.recheck.points import Point

Frame: TypeAlias = list[Any]
Run: TypeAlias = Callable[[Frame], Value]
Key: TypeAlias = tuple[Any, ...]
"""A name and the places of an entry."""
Compile: TypeAlias = "Callable[[Node, Machine], Run]"
WINDOW = 2
"""How far below 0 and beyond the sizes an index without ends is tried."""


class Meter:
    """What evaluation may still cost: a number of steps for each point, and a time when all ends."""

    def __init__(self, deadline: float) -> None:
        """Allow no step yet."""
        self.deadline, self.left, self.spent, self._allowed = deadline, 0, 0, 0

    def refill(self, steps: int) -> None:
        """Allow so many steps from now on; `spent` counts those that were taken before."""
        self.spent += self._allowed - self.left
        self.left = self._allowed = steps

    def allow(self, steps: int) -> None:
        """Allow so many steps from now on; `TimeoutError` when the time is up."""
        self.refill(steps)
        if thread_time() > self.deadline:
            raise TimeoutError

    def spend(self, steps: int) -> None:
        """Count steps; `BudgetError` when they are used up, `TimeoutError` when the time is."""
        self.left -= steps
        if self.left < 0:
            raise BudgetError
        if not self.left & 63 and thread_time() > self.deadline:
            raise TimeoutError


class Frames:
    """Where in a frame each index and each size of some nodes has its place."""

    def __init__(self, level: int, indices: list[str], sizes: list[str], nodes: Mapping[Node, int]) -> None:
        """Put indices and sizes behind the levels, as deep as these nodes need; they stand in so many places."""
        self._shared = frozenset(node for node, times in nodes.items() if times > 1 and isinstance(node, _ARITHMETIC))
        self._valued = frozenset(node.at for node in nodes if isinstance(node, tree.At))
        self.places = {name: level + 1 + n for n, name in enumerate([*indices, *sizes])}
        self.sizes, self.width = frozenset(sizes), level + 1 + len(indices) + len(sizes)
        self._whole = dict[Node, Callable[[Frame], int]]()
        self._loose = dict[Node, frozenset[int]]()

    def lasting(self, node: Node) -> bool:
        """Return whether the value of a node is worth being remembered."""
        return isinstance(node, _REMEMBERED) or node in self._shared

    def keyed(self, node: Node) -> tuple[int, ...] | None:
        """Return the places of the frame that tell values of a node apart; None where such a place holds no index."""
        places = self.loose(node)
        return None if places & self._valued else tuple(sorted(places))

    def whole(self, node: Node) -> Callable[[Frame], int]:
        """Return the closure of a node that is an integer made of indices and sizes."""
        found = self._whole.get(node)
        if found is None:
            found = self._whole[node] = _whole(node, self)
        return found

    def frame(self, sizes: Mapping[str, int]) -> Frame:
        """Return a frame with sizes, where nothing else is known yet."""
        frame = [0] * self.width
        for name, value in sizes.items():
            frame[self.places[name]] = value
        return frame

    def ends(self, index: FreeIndex, frame: Frame) -> tuple[int, int]:
        """Return over what an index runs; a window around 0 and the sizes where it has no end."""
        largest = max((frame[self.places[name]] for name in self.sizes), default=1)
        first, last = index.range.first, index.range.last
        low = -WINDOW if first is None else self.whole(first)(frame)
        return low, max(low, largest) + WINDOW if last is None else self.whole(last)(frame)

    def span(self, axis: Range, frame: Frame) -> tuple[int, int]:
        """Return the first and the last place of an axis."""
        if axis.first is None or axis.last is None:
            raise NotEvaluableError("an axis without end")
        return self.whole(axis.first)(frame), self.whole(axis.last)(frame)

    def length(self, first: Node, last: Node, size: int) -> int:
        """Return the number of integers in a range where all sizes are as large."""
        frame = self.frame(dict.fromkeys(self.sizes, size))
        return self.whole(last)(frame) - self.whole(first)(frame) + 1

    def instances(self, indices: tuple[FreeIndex, ...], frame: Frame) -> Iterator[Frame]:
        """Yield the frame at every value of the indices; none where a range is empty."""
        return self._assigned(self.ordered(indices), frame)

    def _assigned(self, indices: list[FreeIndex], frame: Frame) -> Iterator[Frame]:
        if not indices:
            yield frame
            return
        place = self.places[indices[0].name]
        low, high = self.ends(indices[0], frame)
        for value in range(low, high + 1):
            frame[place] = value
            yield from self._assigned(indices[1:], frame)

    @staticmethod
    def ordered(indices: tuple[FreeIndex, ...]) -> list[FreeIndex]:
        """Return indices, each after those on which its range depends."""
        waiting, found = list(indices), list[FreeIndex]()
        while waiting:
            names = {index.name for index in waiting}
            ready = [
                i for i in waiting if all(e is None or names.isdisjoint(e.names) for e in (i.range.first, i.range.last))
            ]
            if not ready:
                raise NotEvaluableError("ranges depend on one another")
            found += ready
            waiting = [index for index in waiting if index not in ready]
        return found

    def loose(self, node: Node) -> frozenset[int]:
        """Return the places of the frame on which a node depends, sizes left out."""
        found = self._loose.get(node)
        if found is None:
            found = frozenset[int]().union(*map(self.loose, node.children))
            if isinstance(node, tree.Bound):
                found = frozenset({node.at})
            elif isinstance(node, tree.Index):
                found = frozenset({self.places[node.name]})
            elif isinstance(node, tree.BINDERS):
                own = {node.at, node.at - 1} if isinstance(node, tree.Determinant | tree.Inverse) else {node.at}
                outside = frozenset[int]().union(*(self.loose(part) for part in node.children if part is not node.body))
                found = (self.loose(node.body) - own) | outside
            self._loose[node] = found
        return found


class Machine:
    """Compiles nodes for one kind of number and keeps what was found out at one point.

    `exact` evaluates what must be an exact number, and `inner` what stands in an exponent: modulo a prime both are
    other numbers.
    """

    def __init__(self, frames: Frames, field: Field, compiled: Compile, *, exact: Machine | None = None) -> None:
        """Compile nothing yet."""
        self.frames, self.field, self.exact, self._compiled = frames, field, exact or self, compiled
        self.inner: Machine | None = None
        self.generator: Value = None
        self.point: Point = None  # type: ignore[assignment] -- `at` comes before the first evaluation
        self.meter: Meter = Meter(float("inf"))
        self.meter.left = 1 << 60
        self.seeds: tuple[Key, ...] = ()
        self.store: dict[Key, Value] = {}
        self._tables: dict[tuple[Key, ...], dict[Key, Value]] = {(): self.store}
        self.numbers = count()
        self._code: dict[Node, Run] = {}

    def at(self, point: Point, meter: Meter) -> None:
        """Go to another point, and forget what was found out."""
        self.point, self.meter, self.seeds, self.store = point, meter, (), {}
        self._tables = {(): self.store}
        for other in (self.exact, self.inner):
            if other is not None and other is not self:
                other.at(point, meter)

    def move(self, seeds: tuple[Key, ...]) -> None:
        """Differentiate by these entries from now on; values without and with each direction are kept apart."""
        self.seeds = seeds
        self.store = self._tables.setdefault(seeds, {})

    def missing(self, key: Key) -> Value:
        """Return an entry that is met for the first time."""
        if not self.seeds:
            value = self.store[key] = self.point.value(key, self)
            return value
        value = self.point.defined(key, self) if key not in self.seeds else None
        if value is None:
            base = self._tables[()]
            value = base.get(key)
            if value is None:
                seeds = self.seeds
                self.move(())
                try:
                    value = base[key] = self.point.value(key, self)
                finally:
                    self.move(seeds)
            for level, seed in enumerate(self.seeds, 1):
                value = Dual(value, 1, level) if seed == key else value
        self.store[key] = value
        return value

    def moves(self, names: frozenset[str]) -> bool:
        """Return whether something of these names varies in the present direction."""
        return bool(self.seeds) and not names.isdisjoint(
            self.point.moving(frozenset(str(seed[0]) for seed in self.seeds))
        )

    def run(self, node: Node) -> Run:
        """Return the closure of a node; `NotEvaluableError` for what is outside of what can be evaluated."""
        found = self._code.get(node)
        if found is None:
            found = self._compiled(node, self)
            places = self.frames.keyed(node) if self.frames.lasting(node) else None
            found = found if places is None else self._remembered(found, places)
            self._code[node] = found
        return found

    def _remembered(self, run: Run, places: tuple[int, ...]) -> Run:
        number = next(self.numbers)
        key: Callable[[Frame], Any] = itemgetter(*places) if places else lambda _frame: None

        def again(frame: Frame) -> Value:
            at = number, key(frame)
            store = self.store
            value = store.get(at)
            if value is None:
                value = store[at] = run(frame)
            return value

        return again


_ARITHMETIC = (tree.Add, tree.Mul, tree.Power)
_REMEMBERED = (tree.Sum, tree.Product, tree.Series, tree.Call, tree.Determinant, tree.Inverse, tree.Derivative, tree.At)


def _whole(node: Node, frames: Frames) -> Callable[[Frame], Any]:  # noqa: PLR0911 -- one for each kind
    if isinstance(node, tree.Number):
        value: Any = int(node.value) if node.value.denominator == 1 else node.value
        return lambda _frame: value
    if isinstance(node, tree.Bound):
        return itemgetter(node.at)
    if isinstance(node, tree.Index | tree.Scalar) and node.name in frames.places:
        return itemgetter(frames.places[node.name])
    parts = [_whole(part, frames) for part in node.children]
    if isinstance(node, tree.Add):
        first, *rest = parts
        if len(rest) == 1:
            (second,) = rest
            return lambda frame: _integer(first(frame) + second(frame))
        return lambda frame: _integer(sum(part(frame) for part in parts))
    if isinstance(node, tree.Mul):
        return lambda frame: _integer(reduce(lambda a, b: a * b, (Fraction(part(frame)) for part in parts)))
    if isinstance(node, tree.Power):
        return lambda frame: _integer(_power(*(part(frame) for part in parts)))
    raise NotEvaluableError(f"a range depends on {min(node.names, default='a value')}")


def _power(base: Any, exponent: Any) -> Any:
    if abs(exponent) > POWER_AT_MOST or (base == 0 and exponent < 0):
        raise BudgetError
    return Fraction(base) ** exponent


def _integer(value: Any) -> int:
    if type(value) is int:
        return value
    if value.denominator != 1:
        raise UndefinedError
    return int(value)
