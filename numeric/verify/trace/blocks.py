"""Arrays with symbolic sizes: an entry for any place, in blocks where an axis is made of parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeAlias

from sympy import Dummy, Expr, Integer, KroneckerDelta, Sum, Symbol

from numeric.verify.trace import cases
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.errors import Fork, Learned
from numeric.verify.trace.session import Trace
from numeric.verify.trace.sizes import MOST_UNITS, SizeTable, total

Segment: TypeAlias = tuple[Any, ...]
"""The sizes whose product is the length of one part of an axis; a single place has none."""
Axis: TypeAlias = tuple[Segment, ...]
Position: TypeAlias = tuple[int, ...]
Places: TypeAlias = tuple[tuple[Any, ...], ...]
"""For each axis the indices within its segment."""

UNIT: Axis = ((),)
MOST_CELLS = 512


@dataclass(frozen=True, slots=True)
class Cell:
    """The entries of one block: a family over these indices."""

    places: Places
    entry: Entry

    def at(self, places: Places) -> Entry:
        """Return the entry at other indices."""
        names = {
            old: new
            for olds, news in zip(self.places, places, strict=True)
            for old, new in zip(olds, news, strict=True)
            if old != new
        }
        return cases.renamed(self.entry, names)


@dataclass(frozen=True, slots=True)
class Gathered:
    """What entries were picked from: along the last `count` axes, the weights are one-hot."""

    values: Block
    weights: Block
    count: int


@dataclass(frozen=True, slots=True)
class Block:
    """An array as a value: its axes, and a cell for each combination of their segments.

    `codes` is set for whole numbers that serve as an index: one more axis, along which they are one-hot. `leaf` is the
    number of the input that the entries are taken from unchanged, if they are.
    """

    trace: Trace
    axes: tuple[Axis, ...]
    cells: dict[Position, Cell]
    codes: Block | None = None
    boolean: bool = False
    leaf: int | None = None
    gathered: Gathered | None = None

    def entry(self, position: Position, places: Places) -> Entry:
        """Return the entry of a block at these indices."""
        return self.cells[position].at(places)

    def scalar(self) -> Entry:
        """Return the entry of an array that has only one."""
        return self.entry((0,) * len(self.axes), ((),) * len(self.axes))


def build(
    trace: Trace,
    axes: tuple[Axis, ...],
    entry: Callable[[Position, Places], Entry],
    *,
    codes: Block | None = None,
    boolean: bool = False,
    leaf: int | None = None,
    like: tuple[Block, ...] = (),
) -> Block:
    """Return the array whose entry at a position and indices is what the function says.

    The indices are those of the first array in `like` that has the same axes, else fresh ones.
    """
    trace.check_time()
    positions = list(product(*(range(len(axis)) for axis in axes)))
    if len(positions) > MOST_CELLS:
        raise trace.end(f"{len(positions)} entries", "an array of so many separate entries")
    cells: dict[Position, Cell] = {}
    model = next((block for block in like if block.axes == axes), None)
    for position in positions:
        places = model.cells[position].places if model is not None else _fresh(trace, axes, position)
        cells[position] = Cell(places, entry(position, places))
    return Block(trace, axes, cells, codes, boolean, leaf)


def _fresh(trace: Trace, axes: tuple[Axis, ...], position: Position) -> Places:
    return tuple(tuple(trace.fresh(factor) for factor in axis[at]) for axis, at in zip(axes, position, strict=True))


def constant(trace: Trace, value: Any, axes: tuple[Axis, ...] = (), *, boolean: bool = False) -> Block:
    """Return an array that holds one value everywhere."""
    return build(trace, axes, lambda _position, _places: value, boolean=boolean)


def elementwise(
    trace: Trace, function: Callable[..., Entry], *blocks: Block, path_free: bool = False, boolean: bool = False
) -> Block:
    """Return a function of the entries of several arrays, broadcast against one another."""
    axes = broadcast(trace, *(block.axes for block in blocks))

    def entry(position: Position, places: Places) -> Entry:
        """Return the entry at a position."""
        found = [picked(block, position, places) for block in blocks]
        return function(*found) if path_free else cases.apply(trace, function, *found)

    return build(trace, axes, entry, boolean=boolean, like=blocks)


def picked(block: Block, position: Position, places: Places) -> Entry:
    """Return the entry that broadcasting puts at a place of a larger array."""
    extra = len(position) - len(block.axes)
    at = [
        (0, ()) if axis == UNIT else (p, place)
        for axis, p, place in zip(block.axes, position[extra:], places[extra:], strict=True)
    ]
    return block.entry(tuple(p for p, _ in at), tuple(place for _, place in at))


def broadcast(trace: Trace, *shapes: tuple[Axis, ...]) -> tuple[Axis, ...]:
    """Return the shape that these have together; learns sizes that the code forces to be equal."""
    rank = max((len(shape) for shape in shapes), default=0)
    result: list[Axis] = []
    for back in range(rank, 0, -1):
        here = [shape[-back] for shape in shapes if len(shape) >= back]
        wide = [axis for axis in here if axis != UNIT]
        for other in wide[1:]:
            unify(trace, wide[0], other)
        result.append(wide[0] if wide else UNIT)
    return tuple(result)


def unify(trace: Trace, one: Axis, other: Axis) -> None:
    """Make sure that two axes are one: equal already, or learned to be equal and traced again."""
    if one == other:
        return
    lengths = example_length(trace, one), example_length(trace, other)
    if lengths[0] != lengths[1] and not trace.table.answers:
        raise trace.end(f"{length(one)} and {length(other)}", "sizes that do not fit together")
    raise Learned(_equal_axes(trace, one, other))


def _equal_axes(trace: Trace, one: Axis, other: Axis) -> Callable[[SizeTable], None]:
    first, second = _classes(trace, one), _classes(trace, other)
    if len(first) == 1 and len(first[0]) == 1:
        (single,) = first[0]
        if len(second) == 1 and len(second[0]) == 1:
            return lambda table: table.merge(single, second[0][0])
        return lambda table: table.split(single, second)
    if len(second) == 1 and len(second[0]) == 1:
        return lambda table: table.split(second[0][0], first)
    pairs = _differing(first, second)
    if pairs is None:
        raise trace.end(f"{length(one)} and {length(other)}", "two axes that are split differently meet")

    def merge_all(table: SizeTable) -> None:
        """Learn that each pair is equally long."""
        for a, b in pairs:
            table.merge(a, b)

    return merge_all


def _differing(one: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]) -> list[tuple[int, int]] | None:
    if [len(s) for s in one] != [len(s) for s in other]:
        return None
    return [(a, b) for s, t in zip(one, other, strict=True) for a, b in zip(s, t, strict=True) if a != b]


def _classes(trace: Trace, axis: Axis) -> tuple[tuple[int, ...], ...]:
    numbers = {symbol: number for number, symbol in trace.symbols.items()}
    return tuple(tuple(numbers[factor] for factor in segment) for segment in axis)


def length(axis: Axis) -> Any:
    """Return how long an axis is, as an expression in the sizes."""
    return total(axis)


def example_length(trace: Trace, axis: Axis) -> Any:
    """Return how long an axis is in the example."""
    return length(axis).xreplace({s: Integer(trace.table.example[n]) for n, s in trace.symbols.items()})


def extent_of(axis: Axis, letters: Mapping[str, Any]) -> Any:
    """Return how long an axis is in the sizes of a framework, which has a letter of its own for each of ours.

    >>> extent_of((("N", "D"), ()), {"N": 5, "D": 3})
    16
    """
    parts: Any = (prod(letters[str(factor)] for factor in segment) for segment in axis)
    return sum(parts, start=0)


def equal_sizes(trace: Trace, one: Any, other: Any) -> bool:
    """Return whether two sizes are equal, where that is certain or was decided on this path; else fork."""
    difference = (one - other).expand()
    if difference.is_number:
        return bool(difference == 0)
    question = stable(trace, difference)
    for key in (question, stable(trace, -difference)):
        if key in trace.table.answers:
            return trace.table.answers[key]
    if never_zero(trace, difference):
        return False
    raise Fork(question, _solution(trace, difference))


def never_zero(trace: Trace, difference: Any) -> bool:
    """Return whether a difference is positive, or negative, for all sizes of at least 1."""
    shifted = difference.xreplace({s: Dummy(nonnegative=True) + 1 for s in trace.symbols.values()}).expand()
    return bool(shifted.is_positive or shifted.is_negative)


def stable(trace: Trace, expr: Any) -> Any:
    """Return a size in names that stay when sizes are learned."""
    return expr.xreplace({symbol: Symbol(f"class_{n}") for n, symbol in trace.symbols.items()})


def _solution(trace: Trace, difference: Any) -> Callable[[SizeTable], None] | None:
    """Return the change of the table that makes a difference of sizes zero, or None where it cannot be said."""
    for symbol in sorted(difference.free_symbols, key=str):
        slope = difference.coeff(symbol)
        if abs(slope) != 1 or difference.coeff(symbol, 0).has(symbol):
            continue
        value = (-slope * difference.coeff(symbol, 0)).expand()
        number = next(n for n, s in trace.symbols.items() if s == symbol)
        parts = _parts(trace, value)
        if parts is not None:
            merging = parts[0][0] if len(parts) == 1 and len(parts[0]) == 1 else None
            if merging is not None:
                return lambda table, a=number, b=merging: table.merge(a, b)
            return lambda table, a=number, b=parts: table.split(a, b)
    return None


def _parts(trace: Trace, value: Any) -> tuple[tuple[int, ...], ...] | None:
    """Return a length as segments, or None where it is none."""
    axis = axis_of_length(value)
    return None if axis is None else _classes(trace, axis)


def axis_of_length(value: Any) -> Axis | None:
    """Return an axis of a given length: a product of sizes, a few single places, or both; None for other lengths."""
    segments: list[Segment] = []
    for term in (value if isinstance(value, Expr) else Integer(value)).as_coefficients_dict().items():
        monomial, count = term
        powers = monomial.as_powers_dict()
        whole = all(e.is_Integer and e > 0 for e in powers.values() if e != 0) and count.is_Integer
        if not whole or not 0 < count <= MOST_UNITS:
            return None
        factors = tuple(b for b, e in sorted(powers.items(), key=str) for _ in range(int(e)) if b != 1)
        segments += [factors] * int(count)
    return tuple(sorted(segments, key=len)) if segments else ()


def delta(ones: tuple[Any, ...], others: tuple[Any, ...]) -> Any:
    """Return 1 where two places of one segment agree, else 0."""
    result: Any = Integer(1)
    for one, other in zip(ones, others, strict=True):
        result *= KroneckerDelta(one, other)
    return result


def summed(trace: Trace, entry: Entry, over: tuple[Any, ...]) -> Any:
    """Return the sum of an entry over indices, as one expression."""
    closed = cases.close(trace, entry)
    return Sum(closed, *over) if over and closed != 0 else closed


def add(trace: Trace, entries: list[Entry]) -> Entry:
    """Return the sum of a few entries: each as one expression, as in a sum over an index."""
    if len(entries) == 1:
        return entries[0]
    return sum((cases.close(trace, entry) for entry in entries), Integer(0))
