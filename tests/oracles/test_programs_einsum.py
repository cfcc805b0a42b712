"""Contractions against NumPy: its values, and the paths that it takes to be the cheapest."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sympy import IndexedBase, Mul, Sum, Symbol

from derive import lambdify, size
from derive.lower.contraction import Tree, cheapest
from tests.strategies import randoms

law = settings(suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much))


@st.composite
def contractions(draw: st.DrawFn) -> tuple[list[str], str, dict[str, int]]:
    """Return the axes of some operands, those that are kept, and a length for each."""
    axes = st.text("abcdef", min_size=1, max_size=3).map(lambda s: "".join(sorted(set(s))))
    operands = draw(st.lists(axes, min_size=2, max_size=5))
    seen = sorted(set("".join(operands)))
    kept = draw(st.lists(st.sampled_from(seen), unique=True, max_size=3))
    return operands, "".join(sorted(kept)), {axis: draw(st.sampled_from((2, 10, 50, 3000))) for axis in seen}


@law
@given(contractions())
def test_no_order_of_contraction_is_cheaper(case: tuple[list[str], str, dict[str, int]]) -> None:
    """NumPy's optimal path has no fewer operations, by more than 5 %."""
    operands, kept, lengths = case
    tree = cheapest([frozenset(operand) for operand in operands], frozenset(kept), lengths)
    ours = counted(tree, operands, kept, lengths)
    assert ours == tree.cost
    arrays = [np.broadcast_to(0.0, [lengths[axis] for axis in operand]) for operand in operands]
    path, _ = np.einsum_path(f"{','.join(operands)}->{kept}", *arrays, optimize=("optimal", 10**30))
    assert ours <= 1.05 * of_path(path[1:], operands, kept, lengths)


def counted(tree: Tree, operands: list[str], kept: str, lengths: dict[str, int]) -> int:
    """Return the operations of a tree, from what is multiplied and summed at each of its pairs."""
    if tree.pair is None:
        (number,) = tree.operands
        alone = set(operands[number]) - tree.axes
        return prod(lengths[axis] for axis in operands[number]) if alone else 0
    one, other = tree.pair
    whole = one.axes | other.axes
    outside = set(kept).union(*(set(o) for n, o in enumerate(operands) if n not in tree.operands))
    assert tree.axes == whole & outside
    work = prod(lengths[axis] for axis in whole) * (2 if whole - outside else 1)
    return work + counted(one, operands, kept, lengths) + counted(other, operands, kept, lengths)


def of_path(path: Any, operands: list[str], kept: str, lengths: dict[str, int]) -> int:
    """Return the operations of one of NumPy's paths, counted as it counts them."""
    left, total = [set(operand) for operand in operands], 0
    for places in path:
        taken = [left[place] for place in places]
        left = [axes for place, axes in enumerate(left) if place not in places]
        whole = set[str]().union(*taken)
        result = whole & set(kept).union(*left)
        total += (max(1, len(taken) - 1) + bool(whole - result)) * prod(lengths[axis] for axis in whole)
        left.append(result)
    return total


def test_a_bad_order_of_contraction_is_counted_as_such() -> None:
    """The law about orders would notice a planner that takes operands from left to right, or in their own order."""
    lengths, operands = {"a": 2, "b": 3000, "c": 3000, "d": 2}, [frozenset("bc"), frozenset("cd"), frozenset("ab")]
    best = cheapest(operands, frozenset("ad"), lengths)
    assert best.cost == cheapest(operands[::2] + operands[1:2], frozenset("ad"), lengths).cost
    assert best.cost < 2 * 3000 * 3000 * 2 * 2


@law
@given(contractions(), randoms())
def test_contractions_are_those_of_einsum(case: tuple[list[str], str, dict[str, int]], source: Random) -> None:
    """A sum of products at small sizes, by whatever mixture of `@`, `tensordot` and `einsum`."""
    operands, kept, lengths = case
    small = {axis: 1 + length % 4 for axis, length in lengths.items()}
    rng = np.random.default_rng(source.getrandbits(32))
    ends = {axis: (Symbol(axis, integer=True), 0, size(f"N_{axis}") - 1) for axis in small}
    tensors = [IndexedBase(f"T{n}", shape=tuple(size(f"N_{a}") for a in operand)) for n, operand in enumerate(operands)]
    arrays = [rng.normal(size=[small[axis] for axis in operand]) for operand in operands]
    entries = [t[tuple(ends[axis][0] for axis in operand)] for t, operand in zip(tensors, operands, strict=True)]
    bound = [ends[axis] for axis in small if axis not in kept]
    expr = Sum(Mul(*entries), *bound) if bound else Mul(*entries)
    got = lambdify(expr, tensors, [ends[axis] for axis in kept])(*arrays)
    np.testing.assert_allclose(got, np.einsum(f"{','.join(operands)}->{kept}", *arrays), rtol=1e-10, atol=1e-12)
