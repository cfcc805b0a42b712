"""Sums over parts of an axis as data: a body, two ends, a factor; rewrites that keep the value, and slips that do not.

A body is a function of its index, so that an end is put in by a call and nothing is substituted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sympy import Add, Expr, Integer, Sum, Symbol, expand

Body = Callable[[Any], Expr]
ONE = Integer(1)
LETTERS = tuple(Symbol(name, integer=True) for name in ("n", "m", "r", "s"))


@dataclass(frozen=True)
class Part:
    """A factor times the sum of a body from `low` to `high`; without ends, times the body at `low`."""

    body: Body
    low: Any
    high: Any = None
    factor: Any = ONE

    def expression(self, letter: Symbol) -> Expr:
        """Return it as a SymPy expression."""
        if self.high is None:
            return self.factor * self.body(self.low)
        return self.factor * Sum(self.body(letter), (letter, self.low, self.high))


Side = list[Part]


def written(side: Side, source: Random) -> Expr:
    """Return a side as an expression; each sum has a letter of its own choice."""
    return Add(*(part.expression(source.choice(LETTERS)) for part in side))


def shift(part: Part, by: int) -> Side:
    """Shift the index."""
    return [replace(part, body=lambda n: part.body(n + by), low=part.low - by, high=part.high - by)]


def turn(part: Part, _by: int) -> Side:
    """Sum in the other order."""
    ends = part.low + part.high
    return [replace(part, body=lambda n: part.body(ends - n))]


def first(part: Part, _by: int) -> Side:
    """Split the first term off; right where there is one."""
    return [replace(part, high=None), replace(part, low=part.low + 1)]


def last(part: Part, _by: int) -> Side:
    """Split the last term off; right where there is one."""
    return [replace(part, low=part.high, high=None), replace(part, high=part.high - 1)]


def before(part: Part, _by: int) -> Side:
    """Add the term before the first, and take it away."""
    if part.low == 0:
        return [part]
    return [replace(part, low=part.low - 1), replace(part, low=part.low - 1, high=None, factor=-part.factor)]


def after(part: Part, by: int) -> Side:
    """Add a multiple of the whole sum, and take it away."""
    return [replace(part, factor=part.factor * (1 + by)), replace(part, factor=-by * part.factor)]


def opened(part: Part, _by: int) -> Side:
    """Multiply the body out."""
    return [replace(part, body=lambda n: expand(part.body(n)))]


REWRITES = (shift, turn, first, last, before, after, opened)


def rewritten(side: Side, source: Random, steps: int) -> Side:
    """Return a side of the same value, up to terms that are not there at the least sizes."""
    for _ in range(steps):
        at = source.choice([i for i, part in enumerate(side) if part.high is not None] or [0])
        if side[at].high is not None:
            side = [*side[:at], *source.choice(REWRITES)(side[at], source.choice((-2, -1, 1, 2))), *side[at + 1 :]]
    source.shuffle(side)
    return side


def low_end(part: Part, source: Random) -> Part:
    """Begin one place earlier or later."""
    return replace(part, low=part.low + (1 if part.low == 0 else source.choice((-1, 1))))


def high_end(part: Part, source: Random) -> Part:
    """End one place earlier or later."""
    return replace(part, high=part.high + source.choice((-1, 1)))


def factor(part: Part, source: Random) -> Part:
    """Take another factor."""
    return replace(part, factor=part.factor * source.choice((-1, 2)))


def slipped(side: Side, source: Random) -> Side:
    """Return a side with one end or factor altered."""
    at = source.randrange(len(side))
    kinds = (factor,) if side[at].high is None else (low_end, low_end, high_end, high_end, factor)
    return [*side[:at], source.choice(kinds)(side[at], source), *side[at + 1 :]]
