"""Under the binders of terms: bound axes opened and closed, free ones found and renamed.

A bound axis inside a reduction is named by the height of the reduction, `~1` for the innermost, so that two terms
which differ by the names of their bound indices are one. `opened` gives such an axis a fresh name before anybody looks
inside, and `reduce` closes it again: nothing can be captured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, singledispatch
from itertools import count
from typing import Any

from derive.lower.terms import (
    Add,
    Axis,
    Call,
    Computed,
    Delta,
    Entry,
    Kind,
    Mul,
    Others,
    Place,
    Position,
    Pow,
    Reduce,
    Term,
    add,
    call,
    delta,
    mul,
    position,
    power,
)

REMEMBERED = 10_000
_fresh = count()  # like the numbers of SymPy's dummies: no two opened axes have one name


def fresh(axis: Axis) -> Axis:
    """Return an axis of the same range under a name that nobody has."""
    return Axis(f"#{next(_fresh)}", axis.low, axis.high)


def reduce(kind: Kind, axis: Axis, body: Term) -> Term:
    """Return a reduction over an axis that is free in the body."""
    bound = Axis(f"~{height(body) + 1}", axis.low, axis.high)
    return Reduce(kind, bound, rename(body, {axis: bound}))


def others(kind: Any, axis: Axis, body: Term, at: Axis) -> Term:
    """Return the sum over all values of an axis but one."""
    bound = Axis(f"~{height(body) + 1}", axis.low, axis.high)
    return Others(kind, bound, rename(body, {axis: bound}), at)


def opened(term: Reduce | Others) -> tuple[Axis, Term]:
    """Return the bound axis under a fresh name, and the body with it."""
    axis = fresh(term.axis)
    return axis, rename(term.body, {term.axis: axis})


def opened_operand(operand: tuple[Term, tuple[Axis, ...]]) -> tuple[Term, tuple[Axis, ...]]:
    """Return the body of an operand with fresh names for its axes."""
    body, axes = operand
    names = {axis: fresh(axis) for axis in axes}
    return rename(body, names), tuple(names.values())


def computed(function: str, operands: tuple[tuple[Term, tuple[Axis, ...]], ...], lengths: tuple[Any, ...]) -> Computed:
    """Return an array made by linear algebra, the axes of its operands bound."""
    closed: list[tuple[Term, tuple[Axis, ...]]] = []
    for body, axes in operands:
        level = height(body) + 1
        names = {axis: Axis(f"~{level}.{n}", axis.low, axis.high) for n, axis in enumerate(axes)}
        closed.append((rename(body, names), tuple(names.values())))
    return Computed(function, tuple(closed), lengths)


def parts(term: Term) -> tuple[Term, ...]:
    """Return the terms directly inside, those of bound bodies too."""
    match term:
        case Add(inner) | Mul(inner) | Call(_, inner):
            return inner
        case Pow(base, exponent):
            return base, exponent
        case Reduce(_, _, body) | Others(_, _, body, _):
            return (body,)
        case Entry(Computed(_, operands, _), _):
            return tuple(body for body, _ in operands)
        case _:
            return ()


def walk(term: Term) -> Iterator[Term]:
    """Yield a term and all terms inside of it, bound axes under the names that they have there."""
    yield term
    for part in parts(term):
        yield from walk(part)


@lru_cache(maxsize=REMEMBERED)
def height(term: Term) -> int:
    """Return how many reductions stand inside one another."""
    inner = max(map(height, parts(term)), default=0)
    binds = isinstance(term, Reduce | Others) or (isinstance(term, Entry) and isinstance(term.array, Computed))
    return inner + binds


@lru_cache(maxsize=REMEMBERED)
def free(term: Term) -> frozenset[Axis]:
    """Return the axes that are free in a term."""
    inner = frozenset[Axis]().union(*map(free, parts(term)))
    return (inner - _bound(term)) | _own(term)


def _bound(term: Term) -> frozenset[Axis]:
    match term:
        case Entry(Computed(_, operands, _), _):
            return frozenset(axis for _, axes in operands for axis in axes)
        case Reduce(_, axis, _) | Others(_, axis, _, _):
            return frozenset({axis})
        case _:
            return frozenset()


def _own(term: Term) -> frozenset[Axis]:
    match term:
        case Entry(_, places):
            return _axes_of(places)
        case Position(place):
            return _axes_of((place,))
        case Delta(left, right):
            return _axes_of((left, right))
        case Others(_, _, _, at):
            return frozenset({at})
        case _:
            return frozenset()


def _axes_of(places: tuple[Place, ...]) -> frozenset[Axis]:
    return frozenset(place.axis for place in places if place.axis is not None)


Names = Mapping[Axis, Axis | Place]


def rename(term: Term, names: Names) -> Term:
    """Return the term with free axes replaced by others, or by fixed places."""
    if not any(axis in names for axis in free(term)):
        return term
    return _rename(term, names)


@singledispatch
def _rename(term: Any, names: Names) -> Any:
    return rebuilt(term, lambda part: rename(part, names))


@_rename.register
def _entry(term: Entry, names: Names) -> Term:
    array = term.array
    if isinstance(array, Computed):
        operands = tuple((rename(body, names), axes) for body, axes in array.operands)
        array = Computed(array.function, operands, array.lengths)
    return Entry(array, tuple(moved(place, names) for place in term.places))


@_rename.register
def _reduction(term: Reduce, names: Names) -> Term:
    """Rename under the binder as it is: a name that is put in is never that of a bound axis further in."""
    return Reduce(term.kind, term.axis, rename(term.body, names))


@_rename.register
def _position(term: Position, names: Names) -> Term:
    return position(moved(term.place, names))


@_rename.register
def _delta(term: Delta, names: Names) -> Term:
    return delta(moved(term.left, names), moved(term.right, names))


@_rename.register
def _others(term: Others, names: Names) -> Term:
    at = names.get(term.at, term.at)
    if isinstance(at, Place):
        raise TypeError(at)
    return Others(term.kind, term.axis, rename(term.body, names), at)


def moved(place: Place, names: Names) -> Place:
    """Return a place after its axis was replaced."""
    if place.axis is None or place.axis not in names:
        return place
    new = names[place.axis]
    return Place(new.axis, new.shift + place.shift) if isinstance(new, Place) else Place(new, place.shift)


Change = Callable[[Term], Term]


def rebuilt(term: Term, change: Change) -> Term:
    """Return the term with a change applied to the terms directly inside; bound axes get fresh names first."""
    return _rebuilt(term, change)


@singledispatch
def _rebuilt(term: Any, _change: Change) -> Term:
    return term


@_rebuilt.register
def _(term: Add, change: Change) -> Term:
    return add(*map(change, term.terms))


@_rebuilt.register
def _(term: Mul, change: Change) -> Term:
    return mul(*map(change, term.factors))


@_rebuilt.register
def _(term: Pow, change: Change) -> Term:
    return power(change(term.base), change(term.exponent))


@_rebuilt.register
def _(term: Call, change: Change) -> Term:
    return call(term.name, *map(change, term.args))


@_rebuilt.register
def _(term: Reduce, change: Change) -> Term:
    axis, body = opened(term)
    return reduce(term.kind, axis, change(body))


@_rebuilt.register
def _(term: Others, change: Change) -> Term:
    axis, body = opened(term)
    return others(term.kind, axis, change(body), term.at)


@_rebuilt.register
def _(term: Entry, change: Change) -> Term:
    if not isinstance(term.array, Computed):
        return term
    inner = [opened_operand(operand) for operand in term.array.operands]
    operands = tuple((change(body), axes) for body, axes in inner)
    return Entry(computed(term.array.function, operands, term.array.lengths), term.places)
