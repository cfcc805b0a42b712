"""In which order a product of arrays is multiplied and summed: the cheapest tree of pairs, by counting operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import Any

Axes = frozenset[Any]
EXHAUSTIVE = 9
"""Up to so many operands every tree is looked at; beyond, the cheapest pair is taken again and again."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A way to contract some operands: the pair joined last (none for an operand), the axes left, and the cost."""

    operands: frozenset[int]
    axes: Axes
    cost: int
    pair: tuple[Tree, Tree] | None = None


def cheapest(operands: Sequence[Axes], kept: Axes, lengths: Mapping[Any, int]) -> Tree:
    """Return the tree with the fewest multiplications and additions, small intermediates among equals.

    >>> ij, jk, kl = frozenset("ij"), frozenset("jk"), frozenset("kl")
    >>> tree = cheapest([ij, jk, kl], frozenset("il"), {"i": 2, "j": 9, "k": 9, "l": 9})
    >>> tree.cost, sorted(tree.pair[0].operands)
    (648, [0, 1])
    """
    leaves = [_leaf(n, operands, kept, lengths) for n in range(len(operands))]
    return (_exhaustive if len(leaves) <= EXHAUSTIVE else _greedy)(leaves, operands, kept, lengths)


def _leaf(number: int, operands: Sequence[Axes], kept: Axes, lengths: Mapping[Any, int]) -> Tree:
    """Return an operand, what only it has summed out first."""
    axes = operands[number]
    elsewhere = kept.union(*(other for n, other in enumerate(operands) if n != number))
    alone = {axis for axis in axes - elsewhere if lengths[axis] > 1}
    cost = _size(axes, lengths) if alone else 0
    return Tree(frozenset({number}), axes - alone, cost)


def _exhaustive(leaves: list[Tree], operands: Sequence[Axes], kept: Axes, lengths: Mapping[Any, int]) -> Tree:
    best = {leaf.operands: leaf for leaf in leaves}
    for count in range(2, len(leaves) + 1):
        for chosen in combinations(range(len(leaves)), count):
            whole = frozenset(chosen)
            pairs = ((best[part], best[whole - part]) for part in _halves(chosen))
            trees = (_joined(one, other, operands, kept, lengths) for one, other in pairs)
            best[whole] = min(trees, key=lambda tree: (tree.cost, _size(tree.axes, lengths)))
    return best[frozenset(range(len(leaves)))]


def _halves(chosen: tuple[int, ...]) -> Iterator[frozenset[int]]:
    """Return every part that has the first one, so that each split comes once."""
    first, *rest = chosen
    for count in range(len(rest)):
        for others in combinations(rest, count):
            yield frozenset({first, *others})


def _greedy(leaves: list[Tree], operands: Sequence[Axes], kept: Axes, lengths: Mapping[Any, int]) -> Tree:
    trees = list(leaves)
    while len(trees) > 1:
        pairs = [_joined(one, other, operands, kept, lengths) for one, other in combinations(trees, 2)]
        chosen = min(pairs, key=lambda tree: _growth(tree, lengths))
        trees = [tree for tree in trees if not tree.operands <= chosen.operands] + [chosen]
    return trees[0]


def _growth(tree: Tree, lengths: Mapping[Any, int]) -> tuple[int, int]:
    inner = sum(_size(part.axes, lengths) for part in tree.pair or ())
    return _size(tree.axes, lengths) - inner, tree.cost


def _joined(one: Tree, other: Tree, operands: Sequence[Axes], kept: Axes, lengths: Mapping[Any, int]) -> Tree:
    inside = one.operands | other.operands
    both = one.axes | other.axes
    needed = kept.union(*(axes for n, axes in enumerate(operands) if n not in inside))
    left = both & needed
    work = _size(both, lengths) * (2 if left != both else 1)
    return Tree(inside, left, one.cost + other.cost + work, (one, other))


def _size(axes: Axes, lengths: Mapping[Any, int]) -> int:
    return prod(lengths[axis] for axis in axes)
