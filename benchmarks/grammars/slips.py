"""Small mistakes anywhere in an expression: an edge, a direction, an end of a range, a place, a sign, a factor, a term.

What comes out is probably false; that is for the numbers to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from sympy import (
    Add,
    Basic,
    Ge,
    Gt,
    Indexed,
    KroneckerDelta,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    Number,
    Sum,
    preorder_traversal,
)

EDGES = {Gt: Ge, Ge: Gt, Lt: Le, Le: Lt}
TURNED = {Gt: Lt, Ge: Le, Lt: Gt, Le: Ge}


def edge(test: Any, source: Random) -> Any:
    """Take the edge of a test in or leave it out; or, more seldom, turn the test."""
    kinds = EDGES if source.random() < 0.7 else TURNED  # noqa: PLR2004 -- edges are what is mistaken most
    return kinds[test.func](*test.args)


def end(total: Any, source: Random) -> Any:
    """Begin or end one of the ranges one place earlier or later."""
    limits = [tuple(limit) for limit in total.limits]
    at = source.randrange(len(limits))
    name, low, high = limits[at]
    by = source.choice((-1, 1))
    limits[at] = (name, low + by, high) if source.random() < 0.5 else (name, low, high + by)  # noqa: PLR2004 -- either
    return total.func(total.function, *limits)


def place(entry: Any, source: Random) -> Any:
    """Take the place before or after."""
    at = source.randrange(len(entry.indices))
    moved = [index + source.choice((-1, 1)) if n == at else index for n, index in enumerate(entry.indices)]
    return entry.base[tuple(moved)]


def shifted(delta: Any, source: Random) -> Any:
    """Compare with the next number, or say that the two differ."""
    first, second = delta.args
    return source.choice((KroneckerDelta(first + 1, second), 1 - delta))


def sign(total: Any, source: Random) -> Any:
    """Take one of the terms with the other sign, or leave it out."""
    term = source.choice(total.args)
    return total - source.choice((1, 2)) * term


def factor(product: Any, source: Random) -> Any:
    """Leave one of the factors out, or take twice."""
    dropped = source.choice(product.args)
    return source.choice((2 * product, Mul(*(arg for arg in product.args if arg is not dropped))))


def other(extreme: Any, _source: Random) -> Any:
    """Take the least for the largest, or the other way round."""
    return (Min if isinstance(extreme, Max) else Max)(*extreme.args)


SLIPS: tuple[tuple[Any, Callable[[Any, Random], Any]], ...] = (
    ((Gt, Ge, Lt, Le), edge),
    (Sum, end),
    (Indexed, place),
    (KroneckerDelta, shifted),
    (Add, sign),
    (Mul, factor),
    ((Max, Min), other),
)


def _chances(expr: Any) -> Iterator[tuple[Basic, Callable[[Any, Random], Any]]]:
    """Yield what may be altered, and how; the ranges and places of entries are altered only by their own slips."""
    for node in preorder_traversal(expr):
        if isinstance(node, Number):
            continue
        for kinds, slip in SLIPS:
            if isinstance(node, kinds):
                yield node, slip


def altered(expr: Any, source: Random) -> Any:
    """Return an expression with one node altered; where nothing can be, 1 more.

    >>> from sympy import Symbol
    >>> x = Symbol("x")
    >>> altered(x > 0, Random(0))
    x >= 0
    """
    chances = list(_chances(expr))
    if not chances:
        return expr + 1
    kind = source.choice(sorted({slip.__name__ for _, slip in chances}))
    node, slip = source.choice([chance for chance in chances if chance[1].__name__ == kind])
    return expr.xreplace({node: slip(node, source)})
