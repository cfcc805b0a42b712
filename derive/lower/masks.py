"""Sums over a choice that a delta makes: taken on the diagonal and beside it apart, so that no array holds both."""

from __future__ import annotations

from derive.lower.terms import Axis, Call, Delta, Mul, Place, Reduce, Term, call, mul
from derive.lower.walk import free, opened, rebuilt, reduce, rename


def apart(term: Term) -> Term:
    """Return a term with each sum of `where(delta_kl, a, b) c` as `where(delta_kl, sum of a c at l = k, sum of b c)`.

    >>> from derive.lower.terms import ONE
    >>> apart(ONE) == ONE
    True
    """
    if not isinstance(term, Reduce) or term.kind != "sum":
        return rebuilt(term, apart)
    axis, body = opened(term)
    body = apart(body)
    for number, factor in enumerate(body.factors if isinstance(body, Mul) else (body,)):
        if isinstance(factor, Call) and factor.name == "where" and _splits(factor.args[0], axis):
            rest = (*body.factors[:number], *body.factors[number + 1 :]) if isinstance(body, Mul) else ()
            return _split(factor, axis, rest)
    return reduce("sum", axis, body)


def _splits(condition: Term, axis: Axis) -> bool:
    """Return whether a condition is a delta of two other axes that run alike."""
    if not isinstance(condition, Delta) or condition.left.axis is None or condition.right.axis is None:
        return False
    ends = [(place.axis.low + place.shift, place.axis.high + place.shift) for place in _places(condition) if place.axis]
    return ends[0] == ends[1] and axis not in free(condition)


def _places(delta: Delta) -> tuple[Place, Place]:
    return delta.left, delta.right


def _split(choice: Call, axis: Axis, rest: tuple[Term, ...]) -> Term:
    condition, inside, beside = choice.args
    diagonal, off = (apart(reduce("sum", axis, mul(value, *rest))) for value in (inside, beside))
    if isinstance(condition, Delta) and condition.right.axis is not None and condition.left.axis is not None:
        at = Place(condition.left.axis, condition.left.shift - condition.right.shift)
        diagonal = rename(diagonal, {condition.right.axis: condition.left.axis if at.shift == 0 else at})
    return call("where", condition, diagonal, off)
