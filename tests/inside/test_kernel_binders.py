"""Bound indices: every renamed copy of a sum is one object, different sums stay different, and nothing is captured."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations

import pytest

from derive.kernel import Index
from derive.kernel.label import dim_of, label
from derive.kernel.nodes import Entry
from derive.kernel.places import shifted
from derive.kernel.spans import entries_in, standing
from tests.polynomials import Number, World

w = World(p="positive", S="symmetric", n="integer")
x, z, u, v, M, S = (lambda *at, name=name: w(name, *at) for name in "xzuvMS")
total, every, N = w.sum, w.product, w.N


def exp_sum(body: Callable[[Index], Number]) -> Number:
    """Return e to the power of a sum."""
    return w.exp(total(body))


SAME: dict[str, Callable[[Index, Index], Number]] = {
    "squares of two vectors around a symmetric matrix": lambda s, t: x(s) ** 2 * z(t) ** 2 * S(s, t),
    "different powers of one vector": lambda s, t: x(s) ** 3 * x(t) ** 2 * S(s, t),
    "functions of entries": lambda s, t: w.call("f", x(s)) * w.call("g", x(t)) * S(s, t),
    "orders of a function": lambda s, t: w.call("f", x(s), orders=(1,)) * w.call("f", x(t), orders=(2,)) * S(s, t),
    "exponentials": lambda s, t: w.exp(x(s)) * w.exp(z(t)) * S(s, t),
    "reciprocals of differences": lambda s, t: u(s) * v(t) / (x(s) - x(t)),
    "odd powers of differences": lambda s, t: (x(s) - x(t)) ** -3 * u(s),
    "deltas beside another range": lambda s, t: M(s, t) * x(s) * z(t),
    "towers": lambda s, t: x(s) ** N * S(s, t) * x(t) ** 2,
    "nested sums": lambda s, t: exp_sum(lambda m: M(s, m) * M(m, t)) * x(s),
}


def test_a_sum_is_the_same_whichever_index_is_called_first() -> None:
    """Both orders of the indices, and both ways to name them, end in one normal form of one term."""
    for name, body in SAME.items():
        one, other = w.fresh(w.full, w.full)
        poly, turned = body(one, other), body(other, one)
        found = [w.total(each, *order) for each in (poly, turned) for order in permutations((one, other))]
        assert [sum_ == found[0] for sum_ in found] == [True] * 4, name
        assert len(found[0].poly) == 1, name


APART: list[tuple[Number, Number]] = [
    (total(lambda s: exp_sum(lambda t: M(s, t))), total(lambda s: exp_sum(lambda t: M(t, s)))),
    (total(lambda s: exp_sum(lambda t: M(s, t))), total(lambda _: exp_sum(lambda t: M(t, t)))),
    (
        total(lambda s: exp_sum(lambda t: exp_sum(lambda m: M(s, m) * M(t, m)))),
        total(lambda s: exp_sum(lambda t: exp_sum(lambda m: M(s, m) * M(m, t)))),
    ),
    (every(lambda s: total(lambda t: M(s, t)) + 1), every(lambda s: total(lambda t: M(t, s)) + 1)),
    (total(lambda s: x(s) ** 2), total(x) ** 2),
    (
        total(lambda s, t: x(s) ** 2 * z(t) * S(s, t), w.full, w.full),
        total(lambda s, t: x(s) * z(t) ** 2 * S(s, t), w.full, w.full),
    ),
]


def test_no_index_is_captured() -> None:
    """Sums that differ by which index stands where are different, under functions and in each other."""
    assert [pair for pair in APART if pair[0] == pair[1] or (pair[0] - pair[1]).zero() is not None] == []


def test_two_sums_that_are_multiplied_keep_their_indices_apart() -> None:
    """(sum of x)^2 is not the sum of x^2, also where both were written with one index."""
    once = w.total(x(w.i) * z(w.i), w.i)
    assert total(lambda s: u(s) * once * once) == once * once * total(u)
    nested = total(lambda s: M(s, s) * total(lambda t: M(s, t)) * total(lambda t: M(t, s)))
    assert nested == total(lambda s, t, m: M(s, s) * M(s, t) * M(m, s), w.full, w.full, w.full)


Bodies = Callable[..., Number]


def nested(step: Callable[[Callable[[Index], Number]], Number], body: Bodies, count: int, *bound: Index) -> Number:
    """Return a binder around a binder, and so on, around a body that has all their indices."""
    if len(bound) == count:
        return body(*bound)
    return step(lambda index: nested(step, body, count, *bound, index))


BINDERS: dict[str, tuple[int, Callable[[Bodies], Number]]] = {
    "sums": (3, lambda body: nested(lambda inner: total(lambda s: w.exp(inner(s))), body, 3)),
    "sums, four deep": (4, lambda body: nested(lambda inner: total(lambda s: w.exp(inner(s))), body, 4)),
    "products": (2, lambda body: every(lambda s, t: 1 + body(s, t), w.full, w.full)),
    "products of functions": (
        3,
        lambda body: nested(lambda inner: every(lambda s: 1 + w.call("f", inner(s))), body, 3),
    ),
    "determinants": (4, lambda body: w.determinant(lambda s, t: w.determinant(lambda m, n: body(s, t, m, n)))),
}


@pytest.mark.parametrize("case", BINDERS)
def test_nested_indices_stay_apart(case: str) -> None:
    """Which of them stands where is seen: no two places may be exchanged, or hold one index."""
    count, make = BINDERS[case]
    places = [*range(count)]
    straight = make(x)
    assert straight == make(x)
    turned = [places[1:] + places[:1], places[count // 2 :] + places[: count // 2], [0, *reversed(places[1:])]]
    met = [[0, 0, *places[2:]], [1] * count]
    for order in [*turned, *met]:
        other = make(lambda *bound, order=order: x(*(bound[place] for place in order)))
        same = order == places or (case == "products" and order in turned)
        assert (straight == other) is same, order


Edges = list[tuple[int, int]]
CYCLE: Edges = [(n, (n + 1) % 12) for n in range(12)]
OUTER: Edges = [(n, (n + 1) % 5) for n in range(5)]
PETERSEN: Edges = [*OUTER, *((n, n + 5) for n in range(5)), *((5 + n, 5 + (n + 2) % 5) for n in range(5))]
PRISM: Edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
BIPARTITE: Edges = [(one, other) for one in (0, 1, 2) for other in (3, 4, 5)]
HEXAGON: Edges = [(n, (n + 1) % 6) for n in range(6)]
TRIANGLES: Edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
COMPLETE: Edges = [(one, other) for one in range(8) for other in range(one)]


def graph_sum(own: World, edges: Edges, order: list[int]) -> Number:
    """Return the sum over all vertices of the product of A along the edges, vertices opened in this order."""
    vertices = dict(zip(order, own.fresh(*len(order) * [own.full]), strict=True))
    body = own.one
    for one, other in edges:
        body = body * own("A", vertices[one], vertices[other])
    return own.total(body, *(vertices[n] for n in order))


def vertices_of(edges: Edges) -> list[int]:
    """Return the vertices of a graph."""
    return sorted({vertex for edge in edges for vertex in edge})


GRAPHS: dict[str, tuple[Edges, bool]] = {
    "a directed 12-cycle": (CYCLE, False),
    "a 12-cycle": (CYCLE, True),
    "the directed Petersen graph": (PETERSEN, False),
    "the Petersen graph": (PETERSEN, True),
    "a prism": (PRISM, True),
    "all pairs of eight": (COMPLETE, True),
    "two triangles": (TRIANGLES, True),
}


@pytest.mark.parametrize("case", GRAPHS)
def test_renamed_graphs_are_one(case: str) -> None:
    """Random orders of the vertices give one object; so do turned edges where A is symmetric."""
    edges, symmetric = GRAPHS[case]
    own = World(A="symmetric" if symmetric else "")
    vertices = vertices_of(edges)
    straight = graph_sum(own, edges, list(vertices))
    draw = random.Random(7)  # noqa: S311 -- any order will do
    for _ in range(8):
        draw.shuffle(vertices)
        turned = [(b, a) if symmetric and draw.random() < 0.5 else (a, b) for a, b in edges]
        assert graph_sum(own, turned, vertices) == straight


def test_a_star_with_a_tail_under_all_orders() -> None:
    """Every one of the 24 orders of four indices gives the same object."""
    own, star = World(), [(0, 1), (0, 2), (0, 3), (3, 3)]
    assert len({graph_sum(own, star, list(order)) for order in permutations(range(4))}) == 1


def test_different_graphs_stay_different() -> None:
    """Graphs of equal degrees that are not isomorphic have different sums; a turned edge counts without symmetry."""
    pairs: list[tuple[Edges, Edges]] = [
        (HEXAGON, TRIANGLES),
        (PRISM, BIPARTITE),
        ([(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 2)]),
        ([(0, 1), (0, 1), (1, 2)], [(0, 1), (1, 2), (1, 2), (0, 2)]),
    ]
    own = World(A="symmetric")
    assert [two for two in pairs if len({graph_sum(own, edges, vertices_of(edges)) for edges in two}) < 2] == []
    own, turned = World(), [(1, 0), *CYCLE[1:]]
    assert graph_sum(own, turned, [*range(12)]) != graph_sum(own, CYCLE, [*range(12)])


def test_symmetric_last_places_only() -> None:
    """T[i, j, k] = T[i, k, j] for a symmetric T of three places, and T[j, i, k] is another."""
    assert S(w.i, w.j, w.k) == S(w.i, w.k, w.j) != S(w.j, w.i, w.k)


def test_an_antisymmetric_sum_is_labelled_with_its_sign() -> None:
    """The sum of 1/(x_i - x_j) u_i v_j is minus the sum of 1/(x_j - x_i) u_i v_j, however the indices are opened."""
    left = total(lambda s, t: u(s) * v(t) / (x(s) - x(t)), w.full, w.full)
    right = total(lambda s, t: v(s) * u(t) / (x(s) - x(t)), w.full, w.full)
    assert left == -right != right


def test_labels_are_numbered_in_one_order() -> None:
    """The order of the labels does not depend on the order in which indices are given; only what moves has one."""
    ((mono, _),) = (M(w.i, w.j) * x(w.i)).poly.items()
    assert label((w.i, w.j), mono.factors, {}, w.ring.meter) == label((w.j, w.i), mono.factors, {}, w.ring.meter)
    with pytest.raises(TypeError):
        _ = dim_of(Index("#3", None, 3))


i, j = w.i, w.j
FORMS: list[tuple[Number, set[str]]] = [
    (x(i), {"x"}),
    (w.delta(i, j), set()),
    (w.call("f", x(i), z(j)), {"x", "z"}),
    (w.exp(x(i) * z(j)), {"x", "z"}),
    (1 / (x(i) + z(j)), {"x", "z"}),
    (x(i) ** w("n"), {"x", "n"}),
    (w.total(x(i) * M(i, j), i), {"x", "M"}),
    (every(x), {"x"}),
    (w.determinant(M), {"M"}),
    (w.inverse(M, i, j), {"M", "inverse"}),
]


def test_entries_are_found_in_every_kind_of_form() -> None:
    """Also below a function, an exponent, a binder, in a matrix and at an entry of its inverse."""
    found: list[tuple[Number, set[str]]] = []
    for number, _ in FORMS:
        ((mono, _),) = number.poly.items()
        entries = [entry for atom, _ in mono.factors for entry in entries_in(atom.form)]
        found.append((number, {e.tensor.name if isinstance(e, Entry) else "inverse" for e in entries}))
    assert found == FORMS


def test_where_entries_stand() -> None:
    """At free indices, shifted ones and fixed places, not at bound ones; an inverse stands at its row and column."""
    ahead, third = shifted(w.ring, i, w.one.poly), w.at(3)
    assert set(standing((z(third) + total(lambda s: x(s, ahead) * z(s))).poly)) == {ahead, third}
    assert set(standing(w.inverse(M, i, ahead).poly)) == {i, ahead}
    assert j not in standing(w.delta(i, j).poly)
