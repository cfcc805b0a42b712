"""The axes of tensors that nobody declared, as the sums over them show: only where all of them agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Add, Dummy, Integer

from derive.errors import UndeclaredRangeError
from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.vocabulary import Vocabulary, show
from derive.statements.ranges import Place, leaves, same_axis
from derive.statements.sizes import indexed
from derive.statements.types import Range, Statement

Slot = tuple[str, int]
Pair = tuple[Any, Any]


@dataclass(slots=True)
class _Group:
    """Places and free indices that run alike, and the ranges that are shown for them."""

    slots: set[Slot] = field(default_factory=set[Slot])
    indices: set[str] = field(default_factory=set[str])
    ranges: list[tuple[Range, Vocabulary]] = field(default_factory=list[tuple[Range, Vocabulary]])

    def show(self, where: Range, names: Vocabulary) -> None:
        """Add a range, with the names that it is written in, if it is another one."""
        if not any(same_axis(where, other) for other, _ in self.ranges):
            self.ranges.append((where, names))


def shown_axes(claims: Iterable[Statement], fixed: frozenset[str] = frozenset()) -> dict[Any, tuple[Pair, ...]]:
    """Return the axes that sums and free indices show for each tensor that declares none.

    An axis over which nothing but a free index runs gets a size that is made up, `n_i`. The names in `fixed` stand for
    one place each. Raises `UndeclaredRangeError` for a place that is shown in two ways, in
    a part such as 2..N, or in none.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> from derive.statements import statement
    >>> n, N, x = symbols("n", integer=True), symbols("N", integer=True, positive=True), IndexedBase("x")
    >>> shown_axes([statement(Sum(x[n], (n, 1, N)), 0)])
    {x: ((1, N),)}
    """
    claims = tuple(claims)
    bases = {name: each for claim in claims for name, each in claim.vocabulary.tensors.items()}
    open_ = [(each.name, axis) for claim in claims for each in claim.names for axis in _undeclared(each.axes)]
    groups = [_Group({slot}) for slot in dict.fromkeys(open_)]
    for claim in claims:
        for index, slot in _standing(claim, groups, fixed):
            _join(groups, index, slot)
    found = {slot: axis for group in groups for axis in (_axis(group),) for slot in group.slots}
    tensors = dict.fromkeys(name for name, _ in found)
    return {bases[name][0]: tuple(found[name, axis] for axis in range(bases[name][1])) for name in tensors}


def _undeclared(axes: tuple[Range | None, ...]) -> Iterator[int]:
    return (number for number, axis in enumerate(axes) if axis is None)


def _standing(claim: Statement, groups: list[_Group], fixed: frozenset[str]) -> Iterator[tuple[str, Slot]]:
    """Yield free indices that nothing declares with the places where they stand; note the ranges of all others."""
    free = {index.name: index.range for index in claim.indices}
    nodes = [each for side in (claim.left, claim.right) for each in tree.walk(side)]
    for place in (each for leaf in leaves(claim.left, claim.right) for each in leaf.places()):
        slot = place.entry.name, place.axis
        group = next((each for each in groups if slot in each.slots), None)
        where = _range_of(place, free)
        at = place.node
        if group is None or where is None or not isinstance(at, tree.Index | tree.Bound) or indexed(at) in fixed:
            continue
        if not where.is_open:
            group.show(where, claim.vocabulary)
        else:
            yield indexed(at), slot
    for delta in (each for each in nodes if isinstance(each, tree.Delta)):
        yield from _beside(delta, free, groups)


def _range_of(place: Place, free: Mapping[str, Range]) -> Range | None:
    """Return over what the index in a place runs; None where none stands there, or its range depends on another."""
    at = place.node
    if not isinstance(at, tree.Index | tree.Bound):
        return None
    name = indexed(at)
    where = place.around.get(name)
    if where is None:
        return free.get(name)
    ends = [each for end in (where.first, where.last) if end is not None for each in tree.walk(end)]
    return None if any(isinstance(each, tree.Index | tree.Bound) for each in ends) else where


def _beside(delta: tree.Delta, free: Mapping[str, Range], groups: list[_Group]) -> Iterator[tuple[str, Slot]]:
    """Yield an index with the places of another one that stands beside it in a delta."""
    names = [each.name for each in (delta.left, delta.right) if isinstance(each, tree.Index) and each.name in free]
    for one, other in (names, names[::-1]) if len(names) == 2 else ():
        group = next((each for each in groups if other in each.indices), None)
        if group is not None and free[one].is_open:
            yield one, next(iter(group.slots))


def _join(groups: list[_Group], index: str, slot: Slot) -> None:
    """Put an index into the group of a place; two groups with one index run alike."""
    joined = [each for each in groups if index in each.indices or slot in each.slots]
    first, *others = joined
    first.indices.add(index)
    for other in others:
        first.slots |= other.slots
        first.indices |= other.indices
        for where, names in other.ranges:
            first.show(where, names)
        groups.remove(other)


def _axis(group: _Group) -> Pair:
    """Return the range of a group. Raises `UndeclaredRangeError` where there are two, a part, or none."""
    found = [_written(where, names) for where, names in group.ranges]
    if len(found) == 1 and is_whole(found[0]):
        return found[0]
    if not found and group.indices:
        return Integer(1), Dummy(f"n_{min(group.indices)}", integer=True, positive=True)
    name, axis = min(group.slots)
    several = " and over ".join(map(show, found)) + ("" if len(found) > 1 else ", which may be a part of its axis")
    reason = f"its indices in place {axis + 1} run over {several}" if found else "nothing shows where its axis begins"
    way_out = f'declare the axis, as in tensor("{name}", (1, N)), or ranges={{{name}: (1, N)}}'
    raise UndeclaredRangeError(name, reason=reason, way_out=way_out)


def _written(where: Range, names: Vocabulary) -> Pair:
    first, last = (to_sympy(end, names, evaluate=True) for end in (where.first, where.last) if end is not None)
    return first, last


def is_whole(where: Pair) -> bool:
    """Return whether a range may be all of an axis: it begins at 0 or 1, and stops nowhere before a size.

    >>> from sympy import Symbol
    >>> N = Symbol("N", integer=True)
    >>> is_whole((1, N)), is_whole((0, N - 1)), is_whole((2, N)), is_whole((1, N - 1))
    (True, True, False, False)
    """
    first, last = where
    count = last - first + 1
    return first in {0, 1} and not any(part.is_negative for part in Add.make_args(count))
