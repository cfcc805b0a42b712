"""Canonical labels: every renamed copy of a sum is the same object, and different graphs stay different."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from derive.kernel import Dim, Index, Limits, Poly, Ring, entry, freeze, multiply, raise_to, subtract, sum_over
from derive.kernel.label import dim_of, label

Edges = list[tuple[int, int]]
CYCLE_12: Edges = [(n, (n + 1) % 12) for n in range(12)]
OUTER: Edges = [(n, (n + 1) % 5) for n in range(5)]
PETERSEN: Edges = [*OUTER, *((n, n + 5) for n in range(5)), *((5 + n, 5 + (n + 2) % 5) for n in range(5))]
PRISM: Edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
BIPARTITE: Edges = [(one, other) for one in (0, 1, 2) for other in (3, 4, 5)]
HEXAGON: Edges = [(n, (n + 1) % 6) for n in range(6)]
TRIANGLES: Edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
COMPLETE_8: Edges = [(one, other) for one in range(8) for other in range(one)]


def make_ring(*, symmetric: bool) -> tuple[Ring, Dim]:
    """Return a ring in which A may be symmetric, and the range 1..N."""
    ring = Ring(traits={"A": frozenset({"symmetric"})} if symmetric else {}, limits=Limits(seconds=20))
    return ring, Dim("1..N", freeze(ring.constant(1)), freeze(entry(ring, "N")), nonempty=True)


def graph_sum(ring: Ring, dim: Dim, edges: Edges, order: list[int]) -> Poly:
    """Return the sum over all vertices of the product of A along the edges, vertices opened in this order."""
    vertices = {vertex: ring.fresh(dim) for vertex in order}
    body = ring.constant(1)
    for one, other in edges:
        body = multiply(ring, body, entry(ring, "A", vertices[one], vertices[other]))
    return sum_over(ring, [vertices[n] for n in order], body)


GRAPHS: dict[str, tuple[Edges, bool]] = {
    "a directed 12-cycle": (CYCLE_12, False),
    "a 12-cycle": (CYCLE_12, True),
    "the directed Petersen graph": (PETERSEN, False),
    "the Petersen graph": (PETERSEN, True),
    "a prism": (PRISM, True),
    "all pairs of eight": (COMPLETE_8, True),
    "two triangles": (TRIANGLES, True),
}


@pytest.mark.parametrize("case", GRAPHS)
def test_renamed_graphs_are_one(case: str) -> None:
    """Twenty random orders of the vertices give one object; so do turned edges where A is symmetric."""
    edges, symmetric = GRAPHS[case]
    ring, dim = make_ring(symmetric=symmetric)
    vertices = sorted({vertex for edge in edges for vertex in edge})
    draw = random.Random(7)  # noqa: S311 -- any order will do
    found: list[Poly] = []
    for _ in range(20):
        draw.shuffle(vertices)
        turned = [(b, a) if symmetric and draw.random() < 0.5 else (a, b) for a, b in edges]
        found.append(graph_sum(ring, dim, turned, list(vertices)))
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_a_star_with_a_tail_under_all_orders(order: tuple[int, ...]) -> None:
    """Every one of the 24 orders of four indices gives the same object."""
    ring, dim = make_ring(symmetric=False)
    edges: Edges = [(0, 1), (0, 2), (0, 3), (3, 3)]
    assert graph_sum(ring, dim, edges, list(order)) == graph_sum(ring, dim, edges, [0, 1, 2, 3])


PAIRS: dict[str, tuple[Edges, Edges]] = {
    "a hexagon and two triangles": (HEXAGON, TRIANGLES),
    "a prism and all pairs between two threes": (PRISM, BIPARTITE),
    "a loop more": ([(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 2)]),
    "a double edge": ([(0, 1), (0, 1), (1, 2)], [(0, 1), (1, 2), (1, 2), (0, 2)]),
}


@pytest.mark.parametrize("case", PAIRS)
def test_different_graphs_stay_different(case: str) -> None:
    """Graphs of equal degrees that are not isomorphic have different sums."""
    one, other = PAIRS[case]
    ring, dim = make_ring(symmetric=True)
    sums = [graph_sum(ring, dim, edges, sorted({v for e in edges for v in e})) for edges in (one, other)]
    assert subtract(*sums) != {}


def test_a_turned_edge_is_another_directed_cycle() -> None:
    """Without symmetry, the direction of an edge counts."""
    ring, dim = make_ring(symmetric=False)
    turned = [(1, 0), *CYCLE_12[1:]]
    assert graph_sum(ring, dim, turned, list(range(12))) != graph_sum(ring, dim, CYCLE_12, list(range(12)))


def test_symmetric_last_places_only() -> None:
    """T[i, j, k] = T[i, k, j] for a symmetric T of three places, and T[j, i, k] is another."""
    ring, dim = make_ring(symmetric=True)
    i, j, k = (ring.index(name, dim) for name in "ijk")
    assert entry(ring, "A", i, j, k) == entry(ring, "A", i, k, j)
    assert entry(ring, "A", i, j, k) != entry(ring, "A", j, i, k)


def test_an_antisymmetric_sum_is_labelled_with_its_sign() -> None:
    """The sum of 1/(x_i - x_j) w_i v_j is minus the sum of 1/(x_j - x_i) w_i v_j, however the indices are opened."""
    ring, dim = make_ring(symmetric=False)

    def total(first: str, second: str) -> Poly:
        i, j = ring.fresh(dim), ring.fresh(dim)
        difference = subtract(entry(ring, "x", i), entry(ring, "x", j))
        body = multiply(ring, entry(ring, first, i), entry(ring, second, j))
        return sum_over(ring, [j, i], multiply(ring, body, raise_to(ring, difference, -1)))

    left, right = total("w", "v"), total("v", "w")
    assert {mono: -coef for mono, coef in right.items()} == left


def test_labels_are_numbered_in_one_order() -> None:
    """The order of the labels does not depend on the order in which indices are given."""
    ring, dim = make_ring(symmetric=False)
    i, j = ring.index("i", dim), ring.index("j", dim)
    ((mono, _),) = multiply(ring, entry(ring, "A", i, j), entry(ring, "x", i)).items()
    orders = [label(bound, mono.factors, {}, ring.meter) for bound in ((i, j), (j, i))]
    assert orders[0] == orders[1]


def test_a_fixed_integer_has_no_range() -> None:
    """Only a moving index can be bound."""
    with pytest.raises(TypeError):
        _ = dim_of(Index("#3", None, 3))
