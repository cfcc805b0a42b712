"""Sums over a Kronecker delta: the delta picks one place, and the sum is gone."""

from __future__ import annotations

from derive.lower.terms import Axis, Delta, Mul, Place, Reduce, Term, mul
from derive.lower.walk import free, opened, rebuilt, reduce, rename


def without_deltas(term: Term) -> Term:
    """Return the term with every sum over a delta carried out, where the place it picks is surely within the sum."""
    if not isinstance(term, Reduce) or term.kind != "sum":
        return rebuilt(term, without_deltas)
    axis, body = opened(term)
    return picked(axis, without_deltas(body))


def picked(axis: Axis, body: Term) -> Term:
    """Return the sum of a body over an axis, a delta in it used up."""
    factors = body.factors if isinstance(body, Mul) else (body,)
    for number, factor in enumerate(factors):
        other = _picks(factor, axis) if isinstance(factor, Delta) else None
        if other is not None:
            return rename(mul(*factors[:number], *factors[number + 1 :]), {axis: other})
    if not isinstance(body, Reduce) or body.kind != "sum" or axis not in free(body):
        return reduce("sum", axis, body)
    inner_axis, inner = opened(body)
    changed = picked(axis, inner)
    if isinstance(changed, Reduce) and changed.kind == "sum" and free(changed) == free(inner) - {axis}:
        return reduce("sum", axis, body)
    return reduce("sum", inner_axis, changed)


def _picks(factor: Delta, axis: Axis) -> Place | None:
    """Return the place that the delta puts for the axis, if it is one of the sum's."""
    for own, other in ((factor.left, factor.right), (factor.right, factor.left)):
        if own.axis == axis and other.axis != axis:
            place = Place(other.axis, other.shift - own.shift)
            return place if _within(place, axis) else None
    return None


def _within(place: Place, axis: Axis) -> bool:
    low, high = (place.shift, place.shift) if place.axis is None else _ends(place, place.axis)
    return bool((low - axis.low).is_nonnegative) and bool((axis.high - high).is_nonnegative)


def _ends(place: Place, axis: Axis) -> tuple[object, object]:
    return axis.low + place.shift, axis.high + place.shift
