"""Quantities that are known for all values of some indices, and the tensors that stand for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from sympy import Integer, Product, Sum

from derive import tensor


@dataclass(frozen=True, slots=True)
class Family:
    """A quantity for all values of some indices, and the tensor that stands for what is known of it."""

    indices: tuple[Any, ...]
    expr: Any
    base: Any

    def at(self, indices: tuple[Any, ...]) -> Any:
        """Return the quantity at other indices."""
        return self.expr.xreplace(dict(zip(self.indices, indices, strict=True))) if self.indices else self.expr


def arrangements(wanted: tuple[Any, ...], given: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Return the orders of the given indices whose ranges fit the wanted ones."""
    if len(wanted) != len(given):
        return
    for order in permutations(given):
        if all(i.upper == j.upper for i, j in zip(wanted, order, strict=True)):
            yield order


def bound_in(expr: Any) -> set[Any]:
    """Return the indices that sums and products in an expression run over."""
    return {limit[0] for summation in expr.atoms(Sum, Product) for limit in summation.limits}


def tensor_over(name: str, indices: tuple[Any, ...]) -> Any:
    """Return a tensor with an axis for each index; without one, it has a single entry."""
    return tensor(name, *(i.upper + 1 for i in indices)) if indices else tensor(name, 1)


def entry_of(base: Any, indices: tuple[Any, ...]) -> Any:
    """Return the entry of such a tensor."""
    return base[indices] if indices else base[Integer(0)]
