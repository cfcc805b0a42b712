"""Assumed equations in the kernel: where they are used, with which indices, and where they say nothing."""

from __future__ import annotations

import pytest

from derive.kernel import (
    Dim,
    Index,
    Poly,
    Ring,
    add,
    assume_zero,
    delta,
    entry,
    exponential,
    freeze,
    raise_to,
    rebuild,
    scale,
    subtract,
    sum_over,
)
from tests.polynomials import product_of


class World:
    """A ring with indices over 1..N and 1..D, and words for what is built in it."""

    def __init__(self, **traits: str) -> None:
        """Give the tensors named their traits."""
        given = {name: frozenset({trait}) for name, trait in traits.items()}
        positive = frozenset({"positive", "integer"})
        self.ring = Ring(traits={"N": positive, "D": positive, **given})
        one = freeze(self.ring.constant(1))
        self.full = Dim("1..N", one, freeze(entry(self.ring, "N")), nonempty=True)
        self.wide = Dim("1..D", one, freeze(entry(self.ring, "D")), nonempty=True)
        self.i, self.j, self.k = (self.ring.index(name, self.full) for name in "ijk")
        self.d = self.ring.index("d", self.wide)

    def __call__(self, name: str, *indices: Index) -> Poly:
        """Return an entry."""
        return entry(self.ring, name, *indices)

    def times(self, *polys: Poly) -> Poly:
        """Return the product."""
        return product_of(self.ring, *polys)

    def total(self, body: Poly, *indices: Index) -> Poly:
        """Return the sum of a body over some of its indices."""
        return sum_over(self.ring, indices, body)

    def assume(self, left: Poly, right: Poly) -> bool:
        """Assume an equation, and return whether it can be used."""
        return assume_zero(self.ring, subtract(left, right), "given")


def test_a_product_is_rewritten_wherever_its_factors_stand() -> None:
    """With x_i z_j = a_i for all i and j: in powers, beside other factors, once for each time it fits."""
    w = World()
    assert w.assume(w.times(w("x", w.i), w("z", w.j)), w("a", w.i)) is True
    assert w.times(w("x", w.k), w("z", w.i), w("b")) == w.times(w("a", w.k), w("b"))
    assert w.times(raise_to(w.ring, w("x", w.k), 2), w("z", w.i)) == w.times(w("a", w.k), w("x", w.k))
    assert w.times(raise_to(w.ring, w("x", w.k), 2), raise_to(w.ring, w("z", w.i), 2)) == w.times(
        w("a", w.k), w("a", w.k)
    )


def test_a_factor_below_a_line_is_not_there() -> None:
    """x z = a says nothing of x / z or of the root of x times z."""
    w = World()
    assert w.assume(w.times(w("x"), w("z")), w("a")) is True
    for factor in (raise_to(w.ring, w("z"), -1), raise_to(w.ring, w("z"), -2)):
        product = w.times(w("x"), factor)
        assert product == rebuild(w.ring, product)
        assert set(product) == {w.ring.mono([*next(iter(w("x"))).factors, *next(iter(factor)).factors])}


def test_an_entry_of_a_symmetric_matrix_matches_in_both_orders() -> None:
    """With S_ij x_j = a_i for every i and j, S_ji x_j = a_i too; a matrix that is not symmetric has no such luck."""
    for traits, holds in (({"S": "symmetric"}, True), ({}, False)):
        w = World(**traits)
        assert w.assume(w.times(w("S", w.i, w.j), w("x", w.j)), w("a", w.i)) is True
        assert w.times(w("S", w.j, w.k), w("x", w.k)) == w("a", w.j)
        assert (w.times(w("S", w.k, w.j), w("x", w.k)) == w("a", w.j)) is holds
        assert (w.times(w("S", w.j, w.k), w("x", w.j)) == w("a", w.k)) is holds


def test_a_delta_matches_in_both_orders() -> None:
    """With y_i y_j = delta_ij y_i, one hot: products of different entries are 0, at numbers too."""
    w = World()
    one, two = w.ring.literal(1), w.ring.literal(1 + 1)
    assert w.assume(w.times(w("y", w.i), w("y", w.j)), w.times(delta(w.ring, w.i, w.j), w("y", w.i))) is True
    assert w.times(w("y", w.k), w("y", w.k)) == w("y", w.k)
    assert w.times(w("y", w.j), w("y", w.i)) == w.times(delta(w.ring, w.j, w.i), w("y", w.i))
    # Whether N reaches 2 is not known, so of y_2 nothing is assumed.
    assert w.times(w("y", one), w("y", one)) == w("y", one)
    assert w.times(w("y", two), w("y", two)) == raise_to(w.ring, w("y", two), 2)


def test_an_exponential_matches_with_its_indices() -> None:
    """With e^(x_i) z_i = 1 for every i; of e^(x_i) z_j or e^(u_i) z_i nothing is said."""
    w = World()
    power = lambda name, index: exponential(w.ring, w(name, index))  # noqa: E731 -- e^(x_i)
    assert w.assume(w.times(power("x", w.i), w("z", w.i)), w.ring.constant(1)) is True
    assert w.times(power("x", w.k), w("z", w.k)) == w.ring.constant(1)
    for apart in (w.times(power("x", w.k), w("z", w.j)), w.times(power("u", w.k), w("z", w.k))):
        assert apart == rebuild(w.ring, apart)
        assert apart != w.ring.constant(1)


def test_ranges_are_part_of_an_index() -> None:
    """x_i = 0 for i in 1..N says nothing of x_d for d in 1..D."""
    w = World()
    assert w.assume(w("x", w.i), {}) is True
    assert rebuild(w.ring, w("x", w.k)) == {}
    assert rebuild(w.ring, w("x", w.d)) == w("x", w.d)
    other = exponential(w.ring, w("u", w.d))
    assert rebuild(w.ring, other) == other


def test_a_sum_is_used_where_all_its_indices_are_bound() -> None:
    """With sum_ij x_i M_ij z_j = 1: below another sum, and beside factors that do not hold the indices."""
    w = World()
    form = w.times(w("x", w.i), w("M", w.i, w.d), w("z", w.d))
    assert w.assume(w.total(form, w.i, w.d), w.ring.constant(1)) is True
    beside = w.times(form, w("u", w.k))
    assert w.total(beside, w.i, w.d) == w("u", w.k)
    assert w.total(beside, w.i, w.d, w.k) == w.total(w("u", w.k), w.k)
    for more in (w("u", w.i), w("v", w.d)):
        kept = w.total(w.times(form, more), w.i, w.d)
        assert kept == rebuild(w.ring, kept)
        assert len(kept) == 1
        assert {"x", "M", "z"} <= next(iter(kept)).tensors


def test_two_indices_of_an_assumed_sum_do_not_become_one() -> None:
    """With sum_ij x_i M_ij z_j = 1, nothing is said of the diagonal sum of x_i M_ii z_i, beside another sum either."""
    w = World()
    body = lambda one, other: w.times(w("x", one), w("M", one, other), w("z", other))  # noqa: E731 -- x_i M_ij z_j
    assert w.assume(w.total(body(w.i, w.j), w.i, w.j), w.ring.constant(1)) is True
    beside = w.times(body(w.i, w.i), w("u", w.k))
    diagonal, rest = w.total(body(w.i, w.i), w.i), w.total(w("u", w.k), w.k)
    assert w.total(beside, w.i, w.k) == w.times(diagonal, rest)
    assert w.total(beside, w.i, w.k) != rest


def test_a_sum_that_holds_for_every_index_is_used_at_each() -> None:
    """With sum_j M_ij x_j = a_i for every i: at a bound i, at a number, and twice in a square."""
    w = World()
    row = lambda at: w.total(w.times(w("M", at, w.k), w("x", w.k)), w.k)  # noqa: E731 -- (M x)_at
    assert w.assume(row(w.i), w("a", w.i)) is True
    assert row(w.j) == w("a", w.j)
    assert row(w.ring.literal(1)) == w("a", w.ring.literal(1))
    inner = w.times(w("u", w.j), w("M", w.j, w.k), w("x", w.k))
    assert w.total(inner, w.j, w.k) == w.total(w.times(w("u", w.j), w("a", w.j)), w.j)
    assert raise_to(w.ring, row(w.j), 2) == raise_to(w.ring, w("a", w.j), 2)


def test_a_sum_says_nothing_at_an_index_that_it_binds() -> None:
    """With sum_j M_ij x_j = a_i, the diagonal sum of M_jj x_j stays: i and j would meet."""
    w = World()
    assert w.assume(w.total(w.times(w("M", w.i, w.k), w("x", w.k)), w.k), w("a", w.i)) is True
    diagonal = w.total(w.times(w("M", w.j, w.j), w("x", w.j)), w.j)
    assert diagonal == rebuild(w.ring, diagonal)
    assert "a" not in next(iter(diagonal)).tensors


@pytest.mark.parametrize("number", [2, -3])
def test_coefficients_of_an_assumption_are_divided_out(number: int) -> None:
    """From n x z + a = 0 follows x z = -a / n; likewise for a sum of x_i z_i."""
    w = World()
    assert w.assume(scale(w.times(w("x"), w("z")), number), w("a")) is True
    assert scale(w.times(w("x"), w("z")), number) == w("a")
    v = World()
    dot = lambda: v.total(v.times(v("x", v.i), v("z", v.i)), v.i)  # noqa: E731 -- built anew, to be rewritten
    assert v.assume(scale(dot(), number), v("a")) is True
    assert scale(dot(), number) == v("a")


def test_the_largest_product_becomes_the_rest() -> None:
    """x z = a + b is used at x z, and a and b stay; a sum of squares goes before a single factor."""
    w = World()
    assert w.assume(w("a"), subtract(w.times(w("x"), w("z")), w("b"))) is True
    assert w.times(w("x"), w("z")) == add(w("a"), w("b"))
    assert rebuild(w.ring, w("a")) == w("a")


UNUSABLE = {
    "1 / x = z / u": lambda w: (raise_to(w.ring, w("x"), -1), w.times(w("z"), raise_to(w.ring, w("u"), -1))),
    "x_i = z_j": lambda w: (w("x", w.i), w("z", w.j)),
    "2 = 2": lambda w: (w.ring.constant(2), w.ring.constant(2)),
    "2 = 3": lambda w: (w.ring.constant(2), w.ring.constant(3)),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_what_cannot_be_used_is_said(case: str) -> None:
    """There is no product to look for, or none that holds all the indices."""
    w = World()
    assert w.assume(*UNUSABLE[case](w)) is False
    assert w.ring.rules == []


def test_the_indices_of_a_delta_over_two_ranges_stand_in_either_order() -> None:
    """With delta_id M_id = a_i for i in 1..N and d in 1..D, at indices whose names are sorted the other way."""
    w = World()
    other = w.ring.index("m", w.wide)
    pair = lambda one, two: w.times(delta(w.ring, one, two), w("M", one, two))  # noqa: E731 -- delta_id M_id
    assert w.assume(pair(w.i, w.d), w("a", w.i)) is True
    assert pair(w.i, other) == w("a", w.i)
    assert pair(w.j, w.d) == w("a", w.j)


def test_a_number_in_a_pattern_is_that_number_and_the_index_after_it_counts() -> None:
    """With z_1i = a_i for every i in 1..N: of z_2k and of z_1d nothing is said."""
    w = World()
    one, two = w.ring.literal(1), w.ring.literal(1 + 1)
    assert w.assume(w.times(w("z", one, w.i), w("u")), w("a", w.i)) is True
    assert w.times(w("z", one, w.k), w("u")) == w("a", w.k)
    for other in (w("z", two, w.k), w("z", one, w.d), w("z", w.k, one)):
        product = w.times(other, w("u"))
        assert "a" not in next(iter(product)).tensors


def test_all_factors_beside_a_sum_are_asked_for() -> None:
    """With t u (sum_i x_i z_i) = a: t without u is not enough, below a sum either."""
    w = World()
    body = w.times(w("x", w.i), w("z", w.i), w("t"))
    assert w.assume(w.times(w.total(body, w.i), w("u")), w("a")) is True
    assert w.total(w.times(body, w("u")), w.i) == w("a")
    assert "a" not in next(iter(w.total(body, w.i))).tensors
