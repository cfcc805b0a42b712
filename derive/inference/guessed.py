"""The axes of tensors that nobody declared, from the indices in them: what a document leaves to its reader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Add, Basic, IndexedBase

from derive.facts import Fact, as_assumptions
from derive.inference.survey import Survey, survey
from derive.inference.symbols import Range


def is_whole(where: Range) -> bool:
    """Return whether a range may be all of an axis: it begins at 0 or 1, and stops nowhere before a size.

    >>> from sympy import Symbol
    >>> N = Symbol("N", integer=True)
    >>> is_whole((1, N)), is_whole((0, N - 1)), is_whole((2, N)), is_whole((1, N - 1))
    (True, True, False, False)
    """
    first, last = where
    count = last - first + 1
    return first in {0, 1} and not any(part.is_negative for part in Add.make_args(count))


def guessed(expressions: Iterable[Basic], assuming: Any = ()) -> dict[Any, tuple[Range, ...]]:
    """Return the axes of the bases without a shape, as `prove` takes them in `ranges`, where all usage shows the same.

    The range of a free index that is an `Idx` counts before the limits of sums. A base gets no axes where sums use a
    place over two ranges, or over a part of an axis such as 2..N; the engine leaves them open then. Raises the
    `ReadError` that fits for what does not fit together.

    >>> from sympy import Sum, symbols
    >>> x, i, N = IndexedBase("x"), symbols("i", integer=True), symbols("N", integer=True, positive=True)
    >>> guessed([Sum(x[i], (i, 1, N))])
    {x: ((1, N),)}
    >>> guessed([Sum(x[i], (i, 1, N)) - Sum(x[i], (i, 2, N))]), guessed([Sum(x[i], (i, 2, N))])
    ({}, {})
    """
    relations = [fact for fact in as_assumptions(assuming) if not isinstance(fact, Fact)]
    seen = survey([tuple(expressions), *(relation.args for relation in relations)])
    found: dict[Any, tuple[Range, ...]] = {}
    for name, base in seen.tensors.items():
        axes = [_axis(seen, name, place) for place in range(seen.ranks[name])]
        if isinstance(base, IndexedBase) and base.shape is None and None not in axes:
            found[base] = tuple(axis for axis in axes if axis is not None)
    return found


def _axis(seen: Survey, name: str, place: int) -> Range | None:
    shown = seen.place((name, place))
    own = {where for key in shown.free if (where := seen.free[key].own) is not None}
    whole = [*(own or shown.bound)]
    if len(whole) != 1 or not is_whole(whole[0]) or shown.moved:
        return None
    standing = [*shown.bound, *((at, at) for at in shown.fixed)]
    return whole[0] if all(_holds(whole[0], part) for part in standing) else None


def _holds(whole: Range, part: Range) -> bool:
    """Return whether nothing shows that a part leaves the whole."""
    return not ((part[0] - whole[0]).is_negative or (whole[1] - part[1]).is_negative)
