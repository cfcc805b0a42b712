"""Squared distances of all pairs, which must not be made as an array of all differences."""

from __future__ import annotations

from dataclasses import dataclass

from derive.lower.terms import Add, Axis, Pow, Reduce, Term, add, is_number, negative, split_coefficient
from derive.lower.walk import free, opened


@dataclass(frozen=True, slots=True)
class Difference:
    """A sum over an axis of (a - b)^2, where a and b have one axis more each, not the same."""

    axis: Axis
    sides: tuple[Term, Term]
    own: tuple[Axis, Axis]


def difference(term: Term) -> Difference | None:
    """Return what a sum of squares takes the difference of, if it is that of all pairs.

    >>> from derive.lower.terms import ONE
    >>> difference(ONE) is None
    True
    """
    if not isinstance(term, Reduce) or term.kind != "sum":
        return None
    axis, body = opened(term)
    if not isinstance(body, Pow) or not is_number(body.exponent, 2) or not isinstance(body.base, Add):
        return None
    terms = body.base.terms
    own = sorted(free(body) - {axis}, key=lambda other: other.name)
    if len(own) != 2 or axis not in free(terms[0]):
        return None
    sides = [add(*(part for part in terms if other in free(part))) for other in own]
    if sum(len(free(part) & set(own)) for part in terms) != len(terms) or any(axis not in free(s) for s in sides):
        return None
    first = 0 if split_coefficient(terms[0] if own[0] in free(terms[0]) else terms[-1])[0] > 0 else 1
    one, other = sides[first], negative(sides[1 - first])
    return Difference(axis, (one, other), (own[first], own[1 - first]))
