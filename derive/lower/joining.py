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
    found = (_as_one(mine, theirs) for mine in _shapes(first, second) for theirs in _shapes(second, first))
    return next((both for both in found if both is not None), None)


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


def _as_one(first: Nest, second: Nest) -> Term | None:
    """Return the sum of two nests of the same ranges as one, if they have a factor in common."""
    ranges = [[(axis.low, axis.high) for axis in nest.axes] for nest in (first, second)]
    if not first.axes or ranges[0] != ranges[1]:
        return None
    names = dict(zip(second.axes, first.axes, strict=True))
    mine, theirs = list(first.factors), [rename(factor, names) for factor in second.factors]
    common = [factor for factor in mine if not isinstance(factor, Number)]
    common = [factor for n, factor in enumerate(common) if common[: n + 1].count(factor) <= theirs.count(factor)]
    if not any(free(factor) & set(first.axes) for factor in common):
        return None
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
