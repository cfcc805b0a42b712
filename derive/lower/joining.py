"""Sums that run alike and have factors in common become one: what cancels between them cancels term by term."""

from __future__ import annotations

from dataclasses import dataclass

from derive.lower.terms import Add, Axis, Mul, Number, Reduce, Term, add, mul, split_coefficient
from derive.lower.walk import free, opened, rebuilt, reduce, rename


@dataclass(frozen=True, slots=True)
class Nest:
    """A term as sums over axes, outermost first, of a product."""

    axes: tuple[Axis, ...]
    factors: tuple[Term, ...]


def joined(term: Term) -> Term:
    """Return a term with `sum a c - sum b c` written as `sum (a - b) c`, wherever the sums have the same ranges.

    >>> from derive.lower.terms import ONE
    >>> joined(ONE) == ONE
    True
    """
    inside = rebuilt(term, joined)
    if not isinstance(inside, Add):
        return inside
    left, done = list(inside.terms), list[Term]()
    while left:
        first = left.pop(0)
        for number, other in enumerate(left):
            both = _joined(first, other)
            if both is not None:
                _ = left.pop(number)
                left.insert(0, both)
                break
        else:
            done.append(first)
    return add(*done)


def _joined(one: Term, other: Term) -> Term | None:
    """Return the sum of two sums as one, if they have a factor in common that runs with them."""
    first, second = _nest(one), _nest(other)
    if len(first.axes) == len(second.axes):
        return _as_one(first, second, _common(first, second))
    for mine in _shapes(first, second):
        for theirs in _shapes(second, first):
            common = _common(mine, theirs)
            if any(free(factor) - set(mine.axes) for factor in common):  # a contraction less, which is worth it
                return _as_one(mine, theirs, common)
    return None


def _shapes(nest: Nest, other: Nest) -> list[Nest]:
    """Return a nest; beside a single sum, also each of its sums alone with the others inside it."""
    if len(other.axes) != 1 or len(nest.axes) == 1:
        return [nest]
    return [nest, *(_pushed(nest, axis) for axis in nest.axes)]


def _pushed(nest: Nest, kept: Axis) -> Nest:
    """Return a nest with all sums but one around those factors only that run with them."""
    others = [axis for axis in nest.axes if axis != kept]
    inside = [factor for factor in nest.factors if free(factor) & set(others)]
    body = mul(*inside)
    for axis in reversed(others):
        body = reduce("sum", axis, body)
    return Nest((kept,), (*(factor for factor in nest.factors if factor not in inside), body))


def _common(first: Nest, second: Nest) -> list[Term]:
    """Return the factors that two nests of the same ranges share, in the names of the first; none for others."""
    ranges = [[(axis.low, axis.high) for axis in nest.axes] for nest in (first, second)]
    if not first.axes or ranges[0] != ranges[1]:
        return []
    theirs = _renamed(second, first)
    mine = [factor for factor in first.factors if not isinstance(factor, Number)]
    return [factor for n, factor in enumerate(mine) if mine[: n + 1].count(factor) <= theirs.count(factor)]


def _renamed(nest: Nest, other: Nest) -> list[Term]:
    names = dict(zip(nest.axes, other.axes, strict=True))
    return [rename(factor, names) for factor in nest.factors]


def _as_one(first: Nest, second: Nest, common: list[Term]) -> Term | None:
    """Return the sum of two nests as one, if a factor in common runs with them."""
    if not any(free(factor) & set(first.axes) for factor in common):
        return None
    mine, theirs = list(first.factors), _renamed(second, first)
    for factor in common:
        mine.remove(factor)
        theirs.remove(factor)
    if not _alike(mul(*mine), mul(*theirs)):
        return None
    body = mul(*common, add(mul(*mine), mul(*theirs)))
    for axis in reversed(first.axes):
        body = reduce("sum", axis, body)
    return body


def _alike(one: Term, other: Term) -> bool:
    """Return whether the difference of two terms is no larger an array than the larger of them."""
    return free(one) <= free(other) or free(other) <= free(one)


def _nest(term: Term) -> Nest:
    """Return a term as a nest; what stands in front of it goes to the factors."""
    number, body = split_coefficient(term)
    axes: list[Axis] = []
    sums = [f for f in body.factors if isinstance(f, Reduce) and f.kind == "sum"] if isinstance(body, Mul) else []
    if len(sums) == 1 and isinstance(body, Mul):
        inner = _nest(sums[0])
        return Nest(inner.axes, (Number(number), *(f for f in body.factors if f is not sums[0]), *inner.factors))
    while isinstance(body, Reduce) and body.kind == "sum":
        axis, body = opened(body)
        axes.append(axis)
    factors = body.factors if isinstance(body, Mul) else (body,)
    return Nest(tuple(axes), (Number(number), *factors))
