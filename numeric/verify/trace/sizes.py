"""Symbolic sizes: which axes of the inputs must be equally long, and which one is made of parts, as the code shows."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sympy import Integer, Symbol

from derive import size
from numeric.verify.trace.errors import untraceable

AxisName: TypeAlias = tuple[int, int]
"""Which axis of which input: the number of the leaf and of its axis."""

NAMES = ("N", "D", "K", "H", "M", "L", "P", "Q", "R", "S", "T", "U", "V")
MOST_UNITS = 12


@dataclass(slots=True)
class SizeTable:
    """The sizes of all axes: classes of equal ones, and what a class is made of.

    `parts` describes a class as segments laid end to end; a segment is a product of classes, and the empty
    product is a single place. `labels` says along which class the whole numbers of an input count, `fixed_labels`
    the same for a number of places, `integral` which inputs hold whole numbers, `natural` which of them none below 0,
    `whole` which inputs are single whole numbers, `counts` which of these are sizes, `deep` whether activations get
    names, `small` whether all lengths were chosen beforehand, and `answers` what is taken for granted on this path.
    """

    example: dict[int, int] = field(default_factory=dict[int, int])
    of_axis: dict[AxisName, int] = field(default_factory=dict[AxisName, int])
    merged: dict[int, int] = field(default_factory=dict[int, int])
    parts: dict[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict[int, tuple[tuple[int, ...], ...]])
    answers: dict[Any, bool] = field(default_factory=dict[Any, bool])
    labels: dict[int, int] = field(default_factory=dict[int, int])
    fixed_labels: dict[int, int] = field(default_factory=dict[int, int])
    integral: dict[int, bool] = field(default_factory=dict[int, bool])
    natural: dict[int, bool] = field(default_factory=dict[int, bool])
    whole: dict[int, int] = field(default_factory=dict[int, int])
    counts: dict[int, int] = field(default_factory=dict[int, int])
    deep: bool = False
    small: bool = False
    taken: frozenset[str] = frozenset()

    def fresh(self, example: int) -> int:
        """Return a new class that is so long in the example."""
        number = len(self.example)
        self.example[number] = example
        return number

    def root(self, number: int) -> int:
        """Return the class that this one was merged into."""
        while number in self.merged:
            number = self.merged[number]
        return number

    def segments(self, number: int) -> tuple[tuple[int, ...], ...]:
        """Return what a class is made of, down to classes that are made of nothing smaller."""
        number = self.root(number)
        if number not in self.parts:
            return ((number,),)
        return tuple(whole for part in self.parts[number] for whole in self._product(part))

    def _product(self, factors: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Return a product of classes as segments; only its first factor may be made of several."""
        inner = [self.segments(factor) for factor in factors]
        if any(len(segments) > 1 and segments != ((),) * len(segments) for segments in inner[1:]):
            raise untraceable("reshape", "an axis of several parts is folded into another")
        result: tuple[tuple[int, ...], ...] = ((),)
        for segments in inner:
            result = tuple((*left, *right) for left in result for right in segments)
        return result

    def merge(self, one: int, other: int) -> None:
        """Learn that two classes are equally long."""
        first, second = sorted((self.root(one), self.root(other)))
        if first == second:
            return
        if first in self.parts and second in self.parts:
            raise untraceable("sizes", "two axes that are split differently must be equally long")
        keep, drop = (second, first) if second in self.parts else (first, second)
        self.merged[drop] = keep

    def split(self, number: int, parts: tuple[tuple[int, ...], ...]) -> None:
        """Learn what a class is made of."""
        number = self.root(number)
        if any(number == self.root(piece) for part in parts for piece in part):
            raise untraceable("sizes", "an axis would be a part of itself")
        self.parts[number] = parts

    def count(self, leaf: int) -> None:
        """Learn that an input that is a whole number serves as a size."""
        self.counts[leaf] = self.fresh(self.whole[leaf])

    def names(self) -> dict[int, Symbol]:
        """Return a symbol for each class that stands for itself, named in the order of the axes."""
        roots = dict.fromkeys(
            factor
            for number in (*self.of_axis.values(), *self.counts.values(), *self.labels.values(), *self.example)
            for segment in self.segments(number)
            for factor in segment
        )
        free = [name for name in NAMES if name not in self.taken]
        free += [f"n_{i}" for i in range(len(roots))]
        return {root: size(name) for root, name in zip(roots, free, strict=False)}

    def copy(self) -> SizeTable:
        """Return an independent copy, for the other way of a fork."""
        return copy.deepcopy(self)


def total(segments: tuple[tuple[Any, ...], ...]) -> Any:
    """Return the length of an axis: the sum of its segments' products.

    >>> N, D = size("N"), size("D")
    >>> total(((), (N, D)))
    D*N + 1
    """
    result: Any = Integer(0)
    for segment in segments:
        product: Any = Integer(1)
        for factor in segment:
            product *= factor
        result += product
    return result
