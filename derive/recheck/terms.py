"""Nodes as Python closures: each kind of node has one small function that says what it is worth at a point.

A closure takes a frame, a list of integers: the values of bound indices by their level, then those of free indices,
then the sizes. (Below `At` a place of the frame holds a value.) Everything else that a value depends on is in the
`Machine`: the entries of the point, and the direction in which a derivative moves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce, singledispatch
from itertools import count
from operator import itemgetter
from time import monotonic
from typing import Any, Protocol, TypeAlias

from flint import arb, fmpq, nmod

from derive.expr import tree
from derive.expr.tree import Node
from derive.recheck.fields import FUNCTIONS, Field, Reals, Residues
from derive.recheck.values import (
    ZERO,
    BudgetError,
    Dual,
    NotEvaluableError,
    NotModularError,
    OutsideError,
    P,
    Q,
    UndefinedError,
    Value,
    bounded,
    slope,
)
from derive.statement.types import FreeIndex, Range

Frame: TypeAlias = list[Any]
Run: TypeAlias = Callable[[Frame], Value]
Key: TypeAlias = tuple[Any, ...]
"""A name and the places of an entry."""
WINDOW = 2
"""How far below 0 and beyond the sizes an index without ends is tried."""


class Meter:
    """What evaluation may still cost: a number of steps for each point, and a time when all ends."""

    def __init__(self, deadline: float) -> None:
        """Allow no step yet."""
        self.deadline, self.left, self.spent, self._allowed = deadline, 0, 0, 0

    def allow(self, steps: int) -> None:
        """Allow so many steps from now on; `spent` counts those that were taken before."""
        self.spent += self._allowed - self.left
        self.left = self._allowed = steps
        if monotonic() > self.deadline:
            raise TimeoutError

    def spend(self, steps: int) -> None:
        """Count steps; `BudgetError` when they are used up, `TimeoutError` when the time is."""
        self.left -= steps
        if self.left < 0:
            raise BudgetError
        if not self.left & 63 and monotonic() > self.deadline:
            raise TimeoutError


class Frames:
    """Where in a frame each index and each size of some nodes has its place."""

    def __init__(self, level: int, indices: list[str], sizes: list[str], nodes: Mapping[Node, int]) -> None:
        """Put indices and sizes behind the levels, as deep as these nodes need; they stand in so many places."""
        self._shared = frozenset(node for node, times in nodes.items() if times > 1 and isinstance(node, _ARITHMETIC))
        self._valued = frozenset(node.at for node in nodes if isinstance(node, tree.At))
        self.places = {name: level + 1 + n for n, name in enumerate([*indices, *sizes])}
        self.sizes, self.width = frozenset(sizes), level + 1 + len(indices) + len(sizes)
        self._ends = Machine(self, Reals())
        self._loose = dict[Node, frozenset[int]]()

    def lasting(self, node: Node) -> bool:
        """Return whether a value is worth being remembered: what depends on a value below `At` is too fleeting."""
        return isinstance(node, _REMEMBERED) or node in self._shared

    def keyed(self, node: Node) -> tuple[int, ...] | None:
        """Return the places of the frame that tell values of a node apart; None where such a place holds no index."""
        places = self.loose(node)
        return None if places & self._valued else tuple(sorted(places))

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
        low = -WINDOW if first is None else self._ends.whole(first)(frame)
        return low, max(low, largest) + WINDOW if last is None else self._ends.whole(last)(frame)

    def span(self, axis: Range, frame: Frame) -> tuple[int, int]:
        """Return the first and the last place of an axis."""
        if axis.first is None or axis.last is None:
            raise NotEvaluableError("an axis without end")
        return self._ends.whole(axis.first)(frame), self._ends.whole(axis.last)(frame)

    def length(self, first: Node, last: Node, size: int) -> int:
        """Return the number of integers in a range where all sizes are as large."""
        frame = self.frame(dict.fromkeys(self.sizes, size))
        return self._ends.whole(last)(frame) - self._ends.whole(first)(frame) + 1

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
            ready = [i for i in waiting if all(e is None or names.isdisjoint(e.names) for e in (i.range.first, i.range.last))]
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
                outside = frozenset[int]().union(
                    *(self.loose(part) for part in node.children if part is not node.body)
                )
                found = (self.loose(node.body) - own) | outside
            self._loose[node] = found
        return found


class Source(Protocol):
    """Where a machine gets entries and unknown functions from."""

    def value(self, key: Key, machine: Machine) -> Value:
        """Return the value of an entry, without derivatives."""
        ...

    def defined(self, key: Key, machine: Machine) -> Value | None:
        """Return what an entry is defined to be, in the directions of the machine; None where it is not."""
        ...

    def moving(self, names: frozenset[str]) -> frozenset[str]:
        """Return all names that vary with some."""
        ...

    def polynomial(self, name: str, arity: int, machine: Machine) -> Mapping[tuple[int, ...], Value]:
        """Return the polynomial that stands for an unknown function."""
        ...


class Machine:
    """Compiles nodes for one kind of number and keeps what was found out at one point.

    `exact` evaluates what must be an exact number, and `inner` what stands in an exponent: modulo a prime both are
    other numbers.
    """

    def __init__(self, frames: Frames, field: Field, *, exact: Machine | None = None) -> None:
        """Compile nothing yet."""
        self.frames, self.field, self.exact = frames, field, exact or self
        self.inner: Machine | None = None
        self.generator: Value = None
        self.point: Source = None  # type: ignore[assignment] -- `at` comes before the first evaluation
        self.meter: Meter = Meter(float("inf"))
        self.meter.left = 1 << 60
        self.seeds: tuple[Key, ...] = ()
        self.store: dict[Key, Value] = {}
        self._tables: dict[tuple[Key, ...], dict[Key, Value]] = {(): self.store}
        self.numbers = count()
        self._code: dict[Node, Run] = {}
        self._whole: dict[Node, Callable[[Frame], int]] = {}

    def at(self, point: Source, meter: Meter) -> None:
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
        value = self.point.defined(key, self) if self.seeds and key not in self.seeds else None
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
            found = compiled(node, self)
            places = self.frames.keyed(node) if self.frames.lasting(node) else None
            found = found if places is None else self._remembered(found, places)
            self._code[node] = found
        return found

    def whole(self, node: Node) -> Callable[[Frame], int]:
        """Return the closure of a node that is an integer made of indices and sizes."""
        found = self._whole.get(node)
        if found is None:
            found = self._whole[node] = _whole(node, self.frames)
        return found

    def _remembered(self, run: Run, places: tuple[int, ...]) -> Run:
        number = next(self.numbers)
        if len(places) == 0:

            def key(_frame: Frame) -> Any:
                return number
        elif len(places) == 1:
            (place,) = places

            def key(frame: Frame) -> Any:
                return number, frame[place]
        else:
            several = itemgetter(*places)

            def key(frame: Frame) -> Any:
                return number, several(frame)

        def again(frame: Frame) -> Value:
            at = key(frame)
            store = self.store
            value = store.get(at)
            if value is None:
                value = store[at] = run(frame)
            return value

        return again


def modular(frames: Frames, seed: int) -> Machine:
    """Return a machine modulo P whose exponents are computed modulo Q: P = 2Q + 1, so squares have the order Q."""
    machine = Machine(frames, Residues(P, seed), exact=Machine(frames, Reals()))
    machine.inner = Machine(frames, Residues(Q, seed), exact=machine.exact)
    machine.generator = nmod(pow(seed % (P - 3) + 2, 2, P), P)
    return machine


_ARITHMETIC = (tree.Add, tree.Mul, tree.Power)
_REMEMBERED = (tree.Sum, tree.Product, tree.Call, tree.Determinant, tree.Inverse, tree.Derivative, tree.At)


def _whole(node: Node, frames: Frames) -> Callable[[Frame], Any]:
    if isinstance(node, tree.Number):
        value: Any = int(node.value) if node.value.denominator == 1 else node.value
        return lambda _frame: value
    if isinstance(node, tree.Bound):
        return itemgetter(node.at)
    if isinstance(node, tree.Index | tree.Scalar) and node.name in frames.places:
        return itemgetter(frames.places[node.name])
    if isinstance(node, tree.Add) and len(node.terms) == 2 and isinstance(node.terms[1], tree.Number):
        one, shift = _whole(node.terms[0], frames), _whole(node.terms[1], frames)([])
        return lambda frame: one(frame) + shift if type(shift) is int else _integer(one(frame) + shift)
    parts = [_whole(part, frames) for part in node.children]
    if isinstance(node, tree.Add):
        return lambda frame: _integer(sum(part(frame) for part in parts))
    if isinstance(node, tree.Mul):
        return lambda frame: _integer(reduce(lambda a, b: a * b, (Fraction(part(frame)) for part in parts)))
    if isinstance(node, tree.Power):
        return lambda frame: _integer(_power(*(part(frame) for part in parts)))
    raise NotEvaluableError(f"a range depends on {min(node.names, default='a value')}")


def _power(base: Any, exponent: Any) -> Any:
    if abs(exponent) > 64 or (base == 0 and exponent < 0):
        raise BudgetError
    return Fraction(base) ** exponent


def _integer(value: Any) -> int:
    if value.denominator != 1:
        raise UndefinedError
    return int(value)


@singledispatch
def compiled(node: Node, machine: Machine) -> Run:
    """Return the closure of one kind of node; open to kinds of nodes."""
    raise NotEvaluableError(f"{type(node).__name__} is not known here")


@compiled.register
def _number(node: tree.Number, machine: Machine) -> Run:
    value = machine.field.number(node.value)
    return lambda _frame: value


@compiled.register
def _constant(node: tree.Constant, machine: Machine) -> Run:
    name, field = node.name, machine.field
    return lambda _frame: field.constant(name)


@compiled.register
def _scalar(node: tree.Scalar, machine: Machine) -> Run:
    if node.name in machine.frames.sizes:
        return _numbered(machine.frames.places[node.name], machine)
    key = (node.name,)

    def run(_frame: Frame) -> Value:
        value = machine.store.get(key)
        return machine.missing(key) if value is None else value

    return run


def _numbered(place: int, machine: Machine) -> Run:
    number = machine.field.number
    return lambda frame: number(frame[place])


@compiled.register
def _index(node: tree.Index, machine: Machine) -> Run:
    return _numbered(machine.frames.places[node.name], machine)


@compiled.register
def _bound(node: tree.Bound, machine: Machine) -> Run:
    place, number, prime = node.at, machine.field.number, getattr(machine.field, "prime", 0)

    def run(frame: Frame) -> Value:
        value = frame[place]
        if type(value) is int:
            return number(value)
        if _modulus(value) != prime:
            raise NotModularError("a value in an exponent")
        return value

    return run


def _modulus(value: Value) -> int:
    while isinstance(value, Dual):
        value = value.value
    return int(value.modulus()) if isinstance(value, nmod) else 0


def _key(node: tree.Entry, machine: Machine) -> Callable[[Frame], Key]:
    name, places = node.name, [machine.whole(index) for index in node.indices]
    if len(places) == 1:
        (one,) = places
        return lambda frame: (name, one(frame))
    if len(places) == 2:  # noqa: PLR2004 -- a matrix
        row, column = places
        return lambda frame: (name, row(frame), column(frame))
    return lambda frame: (name, *(place(frame) for place in places))


@compiled.register
def _entry(node: tree.Entry, machine: Machine) -> Run:
    place = _key(node, machine)

    def run(frame: Frame) -> Value:
        key = place(frame)
        value = machine.store.get(key)
        return machine.missing(key) if value is None else value

    return run


@compiled.register
def _add(node: tree.Add, machine: Machine) -> Run:
    first, *rest = (machine.run(term) for term in node.terms)
    if len(rest) == 1:
        (second,) = rest
        return lambda frame: first(frame) + second(frame)

    def run(frame: Frame) -> Value:
        total = first(frame)
        for term in rest:
            total = total + term(frame)
        return total

    return run


@compiled.register
def _mul(node: tree.Mul, machine: Machine) -> Run:
    deltas = [machine.run(factor) for factor in node.factors if isinstance(factor, tree.Delta)]
    first, *rest = (machine.run(factor) for factor in node.factors)
    if len(rest) == 1 and not deltas:
        (second,) = rest
        return lambda frame: first(frame) * second(frame)

    def run(frame: Frame) -> Value:
        total = first(frame)
        for factor in rest:
            total = total * factor(frame)
        return bounded(total)

    def selected(frame: Frame) -> Value:
        try:
            return run(frame)
        except OutsideError:
            if all(delta(frame) != 0 for delta in deltas):
                raise
            return machine.field.number(0)

    return selected if deltas else run


@compiled.register
def _power_of(node: tree.Power, machine: Machine) -> Run:
    base, field = machine.run(node.base), machine.field
    if isinstance(node.exponent, tree.Number):
        fixed = fmpq(node.exponent.value.numerator, node.exponent.value.denominator)
        return lambda frame: field.power(base(frame), fixed)
    if machine.exact is machine:
        exponent = machine.run(node.exponent)
        return lambda frame: bounded(field.power(base(frame), exponent(frame)))
    whole, names = machine.exact.run(node.exponent), node.exponent.names

    def run(frame: Frame) -> Value:
        if machine.moves(names):
            raise NotModularError("an exponent that is no integer")
        number = whole(frame)
        if not isinstance(number, fmpq):
            raise NotModularError("an exponent that is no rational number")
        return field.power(base(frame), number)

    return run


@compiled.register
def _delta(node: tree.Delta, machine: Machine) -> Run:
    left, right = machine.whole(node.left), machine.whole(node.right)
    one, zero = machine.field.number(1), machine.field.number(0)
    return lambda frame: one if left(frame) == right(frame) else zero


@compiled.register(tree.Sum)
@compiled.register(tree.Product)
def _loop(node: tree.Sum | tree.Product, machine: Machine) -> Run:
    first, last, body, at = machine.whole(node.first), machine.whole(node.last), machine.run(node.body), node.at
    added, empty = isinstance(node, tree.Sum), machine.field.number(0 if isinstance(node, tree.Sum) else 1)

    def run(frame: Frame) -> Value:
        low, high = first(frame), last(frame)
        if high < low:
            return empty
        machine.meter.spend(high - low + 1)
        frame[at] = low
        total = body(frame)
        for value in range(low + 1, high + 1):
            frame[at] = value
            total = total + body(frame) if added else total * body(frame)
        return bounded(total)

    return run


@compiled.register
def _at(node: tree.At, machine: Machine) -> Run:
    value, body, at = machine.run(node.value), machine.run(node.body), node.at

    def run(frame: Frame) -> Value:
        frame[at] = value(frame)
        return body(frame)

    return run


def _rows(node: Any, machine: Machine) -> Callable[[Frame], list[list[Value]]]:
    size, body, at = machine.whole(node.size), machine.run(node.body), node.at

    def entry(frame: Frame, row: int, column: int) -> Value:
        frame[at], frame[at - 1] = row, column
        return body(frame)

    def rows(frame: Frame) -> list[list[Value]]:
        places = range(size(frame))
        machine.meter.spend(len(places) ** 2)
        return [[entry(frame, row, column) for column in places] for row in places]

    return rows


@compiled.register
def _determinant(node: tree.Determinant, machine: Machine) -> Run:
    rows, field = _rows(node, machine), machine.field
    return lambda frame: field.determinant(rows(frame))


@compiled.register
def _inverse(node: tree.Inverse, machine: Machine) -> Run:
    rows, field = _rows(node, machine), machine.field
    row, column = machine.whole(node.row), machine.whole(node.column)
    matrix = tree.Determinant(node.at, node.size, node.body)
    places, number = machine.frames.keyed(matrix), next(machine.numbers)

    def run(frame: Frame) -> Value:
        at = row(frame), column(frame)
        key = None if places is None else (number, *(frame[place] for place in places))
        inverse = machine.store.get(key)
        if inverse is None:
            inverse = field.inverse(rows(frame))
            if key is not None:
                machine.store[key] = inverse
        if not (0 <= at[0] < len(inverse) and 0 <= at[1] < len(inverse)):
            raise OutsideError
        return inverse[at[0]][at[1]]

    return run


@compiled.register
def _derivative(node: tree.Derivative, machine: Machine) -> Run:
    """Take nested dual numbers, one direction for each time; each level takes three products for one."""
    body = machine.run(node.body)
    steps = [step for variable, times in node.by for step in [_step(variable, machine)] * times]

    def run(frame: Frame) -> Value:
        before = machine.seeds
        machine.meter.spend(3 ** len(steps))
        seeds, depth, held = before, len(before), list[tuple[int, Value]]()
        for place, key in steps:
            seeds += (key(frame) if key is not None else ("", place),)
            if place is not None:
                held.append((place, frame[place]))
                frame[place] = Dual(frame[place], 1, len(seeds))
        machine.move(seeds)
        try:
            value = body(frame)
        finally:
            machine.move(before)
            for place, old in reversed(held):
                frame[place] = old
        for level in range(len(seeds), depth, -1):
            value = slope(value, level)
        return value

    return run


def _step(variable: Node, machine: Machine) -> tuple[int | None, Callable[[Frame], Key] | None]:
    if isinstance(variable, tree.Bound):
        return variable.at, None
    if isinstance(variable, tree.Scalar):
        key = (variable.name,)
        return None, lambda _frame: key
    if isinstance(variable, tree.Entry):
        return None, _key(variable, machine)
    raise NotEvaluableError("a derivative by what is no real variable")


@compiled.register
def _cases(node: tree.Cases, machine: Machine) -> Run:
    branches = [(condition(when, machine), machine.run(value)) for when, value in node.branches]

    def run(frame: Frame) -> Value:
        for when, value in branches:
            if when(frame):
                return value(frame)
        raise UndefinedError

    return run


SIGNS: Mapping[str, tuple[int, ...]] = {
    "==": (0,),
    "!=": (-1, 1),
    "<": (-1,),
    "<=": (-1, 0),
    ">": (1,),
    ">=": (0, 1),
}


def condition(node: Node, machine: Machine) -> Callable[[Frame], bool]:
    """Return a closure that decides a condition exactly, or raises."""
    if isinstance(node, tree.Truth):
        holds = node.holds
        return lambda _frame: holds
    if isinstance(node, tree.Compare):
        return _comparison(node, machine)
    parts = [condition(part, machine) for part in node.children]
    if isinstance(node, tree.Both):
        return lambda frame: all(part(frame) for part in parts)
    if isinstance(node, tree.Either):
        return lambda frame: any(part(frame) for part in parts)
    if isinstance(node, tree.Not):
        return lambda frame: not parts[0](frame)
    raise NotEvaluableError("this condition is not known here")


def _comparison(node: tree.Compare, machine: Machine) -> Callable[[Frame], bool]:
    exact, signs, names = machine.exact, SIGNS[node.sign], node.names
    left, right = exact.run(node.left), exact.run(node.right)

    def holds(frame: Frame) -> bool:
        if exact is not machine and machine.moves(names):
            raise NotModularError("an order")
        return exact.field.sign(left(frame) - right(frame)) in signs

    return holds


def _one_plus_exp(x: Node, sign: int) -> Node:
    return tree.add(tree.ONE, tree.Call("exp", (tree.multiply(tree.number(sign), x),)))


def _half(x: Node, sign: int) -> Node:
    up, down = (tree.Call("exp", (tree.multiply(tree.number(s), x),)) for s in (1, -1))
    return tree.multiply(tree.number(Fraction(1, 2)), tree.add(up, tree.multiply(tree.number(sign), down)))


WRITTEN_OUT: Mapping[str, Callable[[Node], Node]] = {
    "sigmoid": lambda x: tree.reciprocal(_one_plus_exp(x, -1)),
    "softplus": lambda x: tree.Call("log", (_one_plus_exp(x, 1),)),
    "sqrt": lambda x: tree.Power(x, tree.number(Fraction(1, 2))),
    "cot": lambda x: tree.multiply(tree.Call("cos", (x,)), tree.reciprocal(tree.Call("sin", (x,)))),
    "sec": lambda x: tree.reciprocal(tree.Call("cos", (x,))),
    "csc": lambda x: tree.reciprocal(tree.Call("sin", (x,))),
}
"""Functions that are others in disguise."""
MODULAR: Mapping[str, Callable[[Node], Node]] = {
    "sinh": lambda x: _half(x, -1),
    "cosh": lambda x: _half(x, 1),
    "tanh": lambda x: tree.multiply(_half(x, -1), tree.reciprocal(_half(x, 1))),
}
"""Functions made of exponentials, which alone have a meaning modulo a prime."""


@compiled.register
def _call(node: tree.Call, machine: Machine) -> Run:
    name, arity = node.function, len(node.arguments)
    table = WRITTEN_OUT if machine.exact is machine else {**WRITTEN_OUT, **MODULAR}
    if name in table and arity == 1:
        return machine.run(table[name](node.arguments[0]))
    if name == "log" and arity == 2:  # noqa: PLR2004 -- argument and base
        top, bottom = (tree.Call("log", (argument,)) for argument in node.arguments)
        return machine.run(tree.multiply(top, tree.reciprocal(bottom)))
    if name == "exp" and machine.exact is not machine:
        return _exponential(node.arguments[0], machine)
    arguments = [machine.run(argument) for argument in node.arguments]
    if name in _CHOOSING:
        return _CHOOSING[name](arguments, machine)
    if arity == 1 and (name in FUNCTIONS or name == "factorial"):
        (argument,), field = arguments, machine.field
        return lambda frame: field.function(name, argument(frame))
    if name in FUNCTIONS or _is_known(name):
        raise NotEvaluableError(f"the function {name} is not known here")
    return _unknown(name, arguments, machine)


def _is_known(name: str) -> bool:
    import sympy  # noqa: PLC0415 -- only to ask whether it has a function of that name

    return isinstance(getattr(sympy, name, None), sympy.FunctionClass)


def _exponential(argument: Node, machine: Machine) -> Run:
    """Return a power of the generator; its exponent has the other modulus, its derivative has this one."""
    if machine.inner is None:
        raise NotModularError("an exponential inside of an exponential")
    exponent, moving, generator = machine.inner.run(argument), machine.run(argument), machine.generator

    def turned(x: Value, y: Value) -> Value:
        if not isinstance(x, Dual):
            return y
        still = turned(x.value, y)
        return Dual(still, still * x.slope, x.level)

    def run(frame: Frame) -> Value:
        value = generator ** int(exponent(frame))
        return turned(moving(frame), value) if machine.seeds else value

    return run


def _sign_of(arguments: list[Run], machine: Machine) -> Run:
    (x,), field = arguments, machine.field
    return lambda frame: field.number(field.sign(x(frame)))


def _absolute(arguments: list[Run], machine: Machine) -> Run:
    (x,), field = arguments, machine.field

    def run(frame: Frame) -> Value:
        value = x(frame)
        if isinstance(value, arb):
            return abs(value)
        if isinstance(field, Residues):
            return field.unknown("Abs", value)
        return value if field.sign(value) >= 0 else -value

    return run


def _extreme(direction: int) -> Callable[[list[Run], Machine], Run]:
    def better(field: Field, a: Value, b: Value) -> Value:
        # Two balls that overlap still have a largest element, up to their width.
        if isinstance(a, arb) and isinstance(b, arb):
            return a.max(b) if direction > 0 else a.min(b)
        return a if field.sign(a - b) * direction >= 0 else b

    def build(arguments: list[Run], machine: Machine) -> Run:
        field = machine.field

        def run(frame: Frame) -> Value:
            values = [argument(frame) for argument in arguments]
            if isinstance(field, Residues):
                if not all(isinstance(value, nmod) for value in values):
                    raise NotModularError("an order")
                return field.unknown(f"extreme {direction}", *sorted(values, key=int))
            return reduce(lambda a, b: better(field, a, b), values)

        return run

    return build


_CHOOSING: Mapping[str, Callable[[list[Run], Machine], Run]] = {
    "sign": _sign_of,
    "Abs": _absolute,
    "Max": _extreme(1),
    "Min": _extreme(-1),
}


def _unknown(name: str, arguments: list[Run], machine: Machine) -> Run:
    """Return a polynomial in the arguments, of a degree above the order of all derivatives."""
    field, arity = machine.field, len(arguments)

    def run(frame: Frame) -> Value:
        values, total = [argument(frame) for argument in arguments], ZERO
        for exponents, coefficient in machine.point.polynomial(name, arity, machine).items():
            term = coefficient
            for value, exponent in zip(values, exponents, strict=True):
                term = term * field.power(value, fmpq(exponent)) if exponent else term
            total = term + total
        return total

    return run
