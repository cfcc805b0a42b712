"""Sums of terms with numbers in front, compared and subtracted: exponents are such."""

from __future__ import annotations

from typing import Any

from derive.lower.terms import Add, Call, Mul, Number, Reduce, Term, add, call, mul, negative, split_coefficient
from derive.lower.walk import free, opened, rename

Linear = dict[Term, Any]


def linear(term: Term) -> Linear:
    """Return the terms of a sum, each with its rational factor; equal terms are joined.

    >>> from derive.lower.terms import ONE
    >>> linear(ONE) == {ONE: 1}
    True
    """
    found: Linear = {}
    for part in _spread(term):
        number, rest = split_coefficient(part)
        rest = ordered(rest)
        found[rest] = found.get(rest, 0) + number
    return {rest: number for rest, number in found.items() if number != 0}


def _spread(term: Term) -> list[Term]:
    """Return the terms of a sum, also of a number times a sum."""
    if isinstance(term, Add):
        return [part for inner in term.terms for part in _spread(inner)]
    number, rest = split_coefficient(term)
    if isinstance(rest, Call) and rest.name == "subtract":
        rest = add(rest.args[0], negative(rest.args[1]))
    if isinstance(rest, Add):
        return [part for inner in rest.terms for part in _spread(mul(Number(number), inner))]
    return [term]


def ordered(term: Term) -> Term:
    """Return a product with its factors in an order that does not depend on how it was written."""
    return Mul(tuple(sorted(term.factors, key=repr))) if isinstance(term, Mul) else term


def plus(one: Linear, other: Linear, times: Any = 1) -> Linear:
    """Return one sum plus a multiple of another."""
    result = dict(one)
    for rest, number in other.items():
        result[rest] = result.get(rest, 0) + times * number
    return {rest: number for rest, number in result.items() if number != 0}


def written(sum_: Linear) -> Term:
    """Return the sum as a term; what is shifted by its own largest value is subtracted first, which is exact there.

    >>> from derive.lower.terms import ONE
    >>> written({ONE: 2}) == Number(2)
    True
    """
    for rest, number in sum_.items():
        shifted = _shifted(sum_, rest, -number) if isinstance(rest, Reduce) and rest.kind == "peak" else None
        if shifted is not None:
            left = plus(plus(sum_, linear(shifted), number), {rest: 1}, -number)
            return add(mul(Number(-number), call("subtract", shifted, rest)), written(left))
    return add(*(mul(Number(number), rest) for rest, number in sum_.items()))


def _shifted(sum_: Linear, peak: Reduce, times: Any) -> Term | None:
    """Return the exponent whose peak is subtracted so many times, if all its terms are there."""
    axis, body = opened(peak)
    for at in sorted({a for rest in sum_ for a in free(rest)} - free(peak), key=lambda a: a.name):
        here = rename(body, {axis: at})
        if (at.low, at.high) == (axis.low, axis.high) and covers(sum_, linear(here), times):
            return here
    return None


def covers(whole: Linear, part: Linear, times: Any = 1) -> bool:
    """Return whether a sum has all terms of another, so many times.

    >>> from derive.lower.terms import ONE
    >>> covers({ONE: 2}, {ONE: 1}), covers({ONE: 2}, {ONE: 1}, 2)
    (False, True)
    """
    return bool(part) and all(whole.get(rest) == times * number for rest, number in part.items())
