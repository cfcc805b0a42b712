"""Assumed equations in the kernel: *equation, what follows, what it says nothing of*."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from derive.kernel import Index
from tests.polynomials import Coef, Number, World

Sides = tuple[Number, Number | Coef]


class Words(World):
    """A world with tensors x, z, u, a, M, and sums of products of them."""

    def __init__(self, **traits: str) -> None:
        """Give each tensor a word."""
        super().__init__(**traits)
        self.x, self.z, self.u, self.v, self.y, self.a, self.b, self.M, self.S = (partial(self, n) for n in "xzuvyabMS")

    def form(self, row: Index, column: Index) -> Number:
        """Return x_row M_row,column z_column."""
        return self.x(row) * self.M(row, column) * self.z(column)

    def row(self, at: Index) -> Number:
        """Return the entry of M x at an index."""
        return self.total(self.M(at, self.k) * self.x(self.k), self.k)

    def hot(self, left: Index, right: Index) -> Sides:
        """Return that of a one-hot y products of different entries are 0."""
        return self.y(left) * self.y(right), self.delta(left, right) * self.y(left)


Given = Callable[[Words], Sides]
Follows = Callable[[Words], list[Sides]]
Kept = Callable[[Words], list[Number]]
CASES: dict[str, tuple[Given, Follows, Kept]] = {
    "x_i z_j = a_i: in powers, beside other factors, once for each time it fits": (
        lambda w: (w.x(w.i) * w.z(w.j), w.a(w.i)),
        lambda w: [
            (w.x(w.k) * w.z(w.i) * w.b(), w.a(w.k) * w.b()),
            (w.x(w.k) ** 2 * w.z(w.i), w.a(w.k) * w.x(w.k)),
            (w.x(w.k) ** 2 * w.z(w.i) ** 2, w.a(w.k) * w.a(w.k)),
            (w.x(w.k) * w.z(w.k), w.a(w.k)),
        ],
        lambda _: [],
    ),
    "x_i z_i = a_i: not of two indices": (
        lambda w: (w.x(w.i) * w.z(w.i), w.a(w.i)),
        lambda w: [(w.x(w.j) * w.z(w.j), w.a(w.j))],
        lambda w: [w.x(w.j) * w.z(w.k)],
    ),
    "x z = a: not below a line": (
        lambda w: (w.x() * w.z(), w.a()),
        lambda w: [(w.x() * w.z(), w.a())],
        lambda w: [w.x() / w.z(), w.x() * w.z() ** -2],
    ),
    "a = x z - b: the largest product becomes the rest": (
        lambda w: (w.a(), w.x() * w.z() - w.b()),
        lambda w: [(w.x() * w.z(), w.a() + w.b()), (w.a().again(), w.a())],
        lambda _: [],
    ),
    "-3 x z = a: coefficients are divided out": (
        lambda w: (-3 * (w.x() * w.z()), w.a()),
        lambda w: [(-3 * (w.x() * w.z()), w.a())],
        lambda _: [],
    ),
    "2 sum_i x_i z_i = a: coefficients are divided out": (
        lambda w: (2 * w.sum(lambda at: w.x(at) * w.z(at)), w.a()),
        lambda w: [(2 * w.sum(lambda at: w.x(at) * w.z(at)), w.a())],
        lambda _: [],
    ),
    "y_i y_j = delta_ij y_i: in either order, at numbers that are surely in range": (
        lambda w: w.hot(w.i, w.j),
        lambda w: [w.hot(w.k, w.k), w.hot(w.j, w.i), w.hot(w.at(1), w.at(1))],
        lambda w: [w.y(w.at(2)) * w.y(w.at(2))],
    ),
    "e^(x_i) z_i = a: with one index": (
        lambda w: (w.exp(w.x(w.i)) * w.z(w.i), w.a()),
        lambda w: [(w.exp(w.x(w.k)) * w.z(w.k), w.a())],
        lambda w: [w.exp(w.x(w.k)) * w.z(w.j), w.exp(w.u(w.k)) * w.z(w.k)],
    ),
    "x_i = 0: in its range": (
        lambda w: (w.x(w.i), 0),
        lambda w: [(w.x(w.k).again(), 0)],
        lambda w: [w.x(w.d), w.exp(w.u(w.d))],
    ),
    "sum_id x_i M_id z_d = a: below another sum, and beside factors that do not hold the indices": (
        lambda w: (w.total(w.form(w.i, w.d), w.i, w.d), w.a()),
        lambda w: [
            (w.total(w.form(w.i, w.d) * w.u(w.k), w.i, w.d), w.a() * w.u(w.k)),
            (w.total(w.form(w.i, w.d) * w.u(w.k), w.i, w.d, w.k), w.a() * w.total(w.u(w.k), w.k)),
        ],
        lambda w: [w.total(w.form(w.i, w.d) * more, w.i, w.d) for more in (w.u(w.i), w.v(w.d))],
    ),
    "sum_ij x_i M_ij z_j = a: two indices do not become one": (
        lambda w: (w.total(w.form(w.i, w.j), w.i, w.j), w.a()),
        lambda w: [
            (w.total(w.form(w.i, w.i) * w.u(w.k), w.i, w.k), w.total(w.form(w.i, w.i), w.i) * w.total(w.u(w.k), w.k))
        ],
        lambda w: [w.total(w.form(w.i, w.i), w.i), w.total(w.form(w.i, w.i) * w.u(w.k), w.i, w.k)],
    ),
    "sum_j M_ij x_j = a_i: at a bound i, at a number, in a square, not where i and j would meet": (
        lambda w: (w.row(w.i), w.a(w.i)),
        lambda w: [
            (w.row(w.j), w.a(w.j)),
            (w.row(w.at(1)), w.a(w.at(1))),
            (w.total(w.u(w.j) * w.M(w.j, w.k) * w.x(w.k), w.j, w.k), w.total(w.u(w.j) * w.a(w.j), w.j)),
            (w.row(w.j) ** 2, w.a(w.j) ** 2),
        ],
        lambda w: [w.total(w.M(w.j, w.j) * w.x(w.j), w.j)],
    ),
    "sum_i x_i = a: inside of another sum, not over another range, not beside the index": (
        lambda w: (w.sum(w.x), w.a()),
        lambda w: [
            (w.sum(lambda i, j: w.x(i) * w.z(j), w.full, w.wide), w.a() * w.sum(w.z, w.wide)),
            (w.sum(w.x).again(), w.a()),
        ],
        lambda w: [w.sum(w.x, w.short), w.sum(lambda i: w.x(i) * w.z(i))],
    ),
    "(sum of x) (sum of z) = a: the product of both, and not each alone": (
        lambda w: (w.sum(w.x) * w.sum(w.z), w.a()),
        lambda w: [(w.sum(w.x) * w.sum(w.z), w.a())],
        lambda w: [w.sum(w.x) * w.sum(w.u), w.sum(w.x)],
    ),
    "t u (sum_i x_i z_i) = a: t without u is not enough, below a sum either": (
        lambda w: (w.sum(lambda i: w.x(i) * w.z(i) * w("t")) * w.u(), w.a()),
        lambda w: [(w.sum(lambda i: w.x(i) * w.z(i) * w("t") * w.u()), w.a())],
        lambda w: [w.sum(lambda i: w.x(i) * w.z(i) * w("t"))],
    ),
    "delta_id M_id = a_i over two ranges: in either order of the names": (
        lambda w: (w.delta(w.i, w.d) * w.M(w.i, w.d), w.a(w.i)),
        lambda w: [
            (w.delta(at, other) * w.M(at, other), w.a(at))
            for at, other in ((w.i, w.ring.index("m", w.wide)), (w.j, w.d))
        ],
        lambda _: [],
    ),
    "z_1i u = a_i: a number is that number, and the index after it counts": (
        lambda w: (w.z(w.at(1), w.i) * w.u(), w.a(w.i)),
        lambda w: [(w.z(w.at(1), w.k) * w.u(), w.a(w.k))],
        lambda w: [w.z(*at) * w.u() for at in ((w.at(2), w.k), (w.at(1), w.d), (w.k, w.at(1)))],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_assumed_equation_is_used_where_it_fits_and_nowhere_else(case: str) -> None:
    """What follows is in normal form at once; the rest stays what it was, also when it is built anew."""
    given, follows, kept = CASES[case]
    w = Words()
    assert w.assume(*given(w)) is True
    assert [sides for sides in follows(w) if sides[0] != sides[1]] == []
    assert [poly for poly in kept(w) if poly != poly.again() or poly.holds("a") or poly == 0] == []


@pytest.mark.parametrize("trait", ["symmetric", ""])
def test_an_entry_of_a_symmetric_matrix_matches_in_both_orders(trait: str) -> None:
    """With S_ij x_j = a_i for every i and j, S_ji x_j = a_i too; a matrix that is not symmetric has no such luck."""
    w = Words(S=trait)
    assert w.assume(w.S(w.i, w.j) * w.x(w.j), w.a(w.i)) is True
    assert w.S(w.j, w.k) * w.x(w.k) == w.a(w.j)
    turned = [w.S(w.k, w.j) * w.x(w.k) == w.a(w.j), w.S(w.j, w.k) * w.x(w.j) == w.a(w.k)]
    assert turned == [trait == "symmetric"] * 2


def test_what_cannot_be_used_is_said() -> None:
    """There is no product to look for, or none that holds all the indices."""
    w = Words()
    unusable = [(1 / w.x(), w.z() / w.u()), (w.x(w.i), w.z(w.j)), (w.number(2), 2), (w.number(2), 3)]
    assert [w.assume(*sides) for sides in unusable] == [False] * 4
    assert w.ring.rules == []
