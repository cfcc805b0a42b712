"""Arithmetic of sizes: the ends of ranges as polynomials, and how small such a polynomial can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import prod
from typing import TypeAlias

from derive.expr import tree
from derive.expr.tree import Node

Polynomial: TypeAlias = Mapping[tuple[str, ...], int | Fraction]
"""Coefficients by the names that stand in a term, each as often as its power says; the names of indices too."""


def indexed(index: tree.Index | tree.Bound) -> str:
    """Return the name of an index in a polynomial; a bound one has its level.

    >>> indexed(tree.Bound(2))
    '~2'
    """
    return index.name if isinstance(index, tree.Index) else f"~{index.at}"


def polynomial(node: Node) -> Polynomial | None:
    """Return a node as a polynomial in sizes and indices, or None where it is none.

    >>> polynomial(tree.subtract(tree.Scalar("N"), tree.ONE))
    {('N',): 1, (): -1}
    """
    if isinstance(node, tree.Number):
        return {(): node.value} if node.value else {}
    if isinstance(node, tree.Scalar):
        return {(node.name,): 1}
    if isinstance(node, tree.Index | tree.Bound):
        return {(indexed(node),): 1}
    if isinstance(node, tree.Add | tree.Mul):
        return _combined([polynomial(part) for part in node.children], _sum if isinstance(node, tree.Add) else _product)
    if isinstance(node, tree.Power) and isinstance(node.exponent, tree.Number) and node.exponent.value in range(1, 9):
        return _combined([polynomial(node.base)] * int(node.exponent.value), _product)
    return None


def _combined(
    parts: list[Polynomial | None], join: Callable[[Polynomial, Polynomial], Polynomial]
) -> Polynomial | None:
    total: Polynomial | None = None
    for part in parts:
        if part is None:
            return None
        total = part if total is None else join(total, part)
    return total


def _sum(one: Polynomial, other: Polynomial, factor: int = 1) -> Polynomial:
    total = {key: one.get(key, 0) + factor * other.get(key, 0) for key in {**one, **other}}
    return {key: value for key, value in total.items() if value}


def _product(one: Polynomial, other: Polynomial) -> Polynomial:
    total: dict[tuple[str, ...], int | Fraction] = {}
    for left, a in one.items():
        for right, b in other.items():
            key = tuple(sorted(left + right))
            total[key] = total.get(key, 0) + a * b
    return {key: value for key, value in total.items() if value}


def difference(one: Node, other: Node) -> Polynomial | None:
    """Return one end minus another, or None where either is no polynomial."""
    left, right = polynomial(one), polynomial(other)
    return None if left is None or right is None else _sum(left, right, -1)


def constant(poly: Polynomial) -> int | Fraction | None:
    """Return the value of a polynomial that is a number, else None."""
    return poly.get((), 0) if poly.keys() <= {()} else None


def lowest(poly: Polynomial, least: Mapping[str, int]) -> int | Fraction | None:
    """Return the least value of a polynomial for sizes that are at least so large, or None where it is not bounded.

    A term with a negative factor has a lower bound only as a number: sizes grow without end.
    """
    if any(value < 0 for key, value in poly.items() if key) or any(name not in least for key in poly for name in key):
        return None
    return sum((value * prod(least[name] for name in key) for key, value in poly.items()), 0)


def required(poly: Polynomial, least: Mapping[str, int]) -> dict[str, int] | None:
    """Return from where on a polynomial in one size is not negative, or None where that is no question of one size.

    >>> required({("N",): 1, (): -2}, {"N": 1})
    {'N': 2}
    """
    names = {name for key in poly for name in key}
    if len(names) != 1 or any(value < 0 for key, value in poly.items() if key):
        return None
    (name,) = names
    value = least.get(name, 1)
    while (lowest(poly, {name: value}) or 0) < 0:
        value += 1
        if value > least.get(name, 1) + MOST_RAISED:
            return None
    return {name: value}


MOST_RAISED = 1000
"""How far the least value of a size is looked for."""
