"""Sizes for generated inputs: one example, one feature, square, tall, wide, and every pair of sizes that coincide."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from numeric.verify.roles import Layout

SMALL = (3, 4, 5, 2, 6, 7, 8, 9)
PAIRS = 3

Sizes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes for all classes of axes, and what is special about them."""

    tag: str
    sizes: Sizes


def plans(layout: Layout) -> list[Plan]:
    """Return the plans for a layout, the most telling first; none where no axis has a size."""
    batch, count = layout.batch, len(layout.sizes)
    if not count:
        return []
    free = [axis for axis in range(count) if axis != batch]
    least = [2 if axis in _tied(layout) else 1 for axis in range(count)]
    base = _filled(count, batch, 7, SMALL)
    made = [Plan("other sizes", base)]
    if batch is not None:
        made.append(Plan("one example", _with(base, {batch: 1})))
    made.append(Plan("all sizes equal", (4,) * count))
    for a, b in itertools.islice(itertools.combinations(range(count), 2), 2 * PAIRS):
        made.append(Plan(f"two sizes equal ({a}, {b})", _with(base, {b: base[a]})))
    if free:
        made.append(Plan("one feature", _with(base, {axis: least[axis] for axis in free})))
    if batch is not None:
        made += [Plan("tall", _with(base, {batch: 20})), Plan("wide", _with(base, {batch: 2}))]
    return made


def _tied(layout: Layout) -> set[int]:
    """Return the axes that labels or whole numbers are bound to: a single class would leave nothing to learn."""
    return {role.of_axis for role in layout.roles.values() if role.of_axis is not None}


def _filled(count: int, batch: int | None, first: int, others: Sequence[int]) -> Sizes:
    rest = itertools.chain(others, itertools.count(10))
    return tuple(first if axis == batch else next(rest) for axis in range(count))


def _with(sizes: Sizes, changed: dict[int, int]) -> Sizes:
    return tuple(changed.get(axis, size) for axis, size in enumerate(sizes))


Relation = Callable[[Sizes], Sizes]


def relations(layout: Layout) -> Iterator[Relation]:
    """Yield guesses of how sizes hang together, from "not at all" to "they are fixed".

    A size that is one more than another may count a bias, and one that is a product may be a flattened matrix.
    """
    sizes, count = layout.sizes, len(layout.sizes)
    yield lambda wanted: wanted
    for a, b in itertools.permutations(range(count), 2):
        if abs(sizes[a] - sizes[b]) == 1:
            yield _sum_of(a, b, sizes[a] - sizes[b])
    for a, b, c in itertools.permutations(range(count), 3):
        if b < c and sizes[a] == sizes[b] * sizes[c]:
            yield _product_of(a, (b, c))
    for a, b in itertools.permutations(range(count), 2):
        if sizes[a] == sizes[b] ** 2 or (sizes[a] > sizes[b] > 1 and sizes[a] % sizes[b] == 0):
            yield _multiple_of(a, b, sizes[a] // sizes[b])
    if layout.batch is not None:
        yield lambda wanted: _with(sizes, {layout.batch or 0: wanted[layout.batch or 0]})
    for kept in range(count):
        yield _fixed(kept, sizes[kept])
    yield lambda _wanted: sizes


def _sum_of(a: int, b: int, more: int) -> Relation:
    return lambda wanted: _with(wanted, {a: max(wanted[b] + more, 1), b: max(wanted[b], 1 - more)})


def _product_of(a: int, parts: tuple[int, int]) -> Relation:
    return lambda wanted: _with(wanted, {a: wanted[parts[0]] * wanted[parts[1]]})


def _multiple_of(a: int, b: int, times: int) -> Relation:
    return lambda wanted: _with(wanted, {a: wanted[b] * times})


def _fixed(kept: int, size: int) -> Relation:
    return lambda wanted: _with(wanted, {kept: size})
