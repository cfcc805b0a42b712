"""Sums and products of the kernel: over one index and several, over ranges, with deltas; and how zero is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derive.kernel import INDEX_VALUE, Index, UnstableLabelError, substitute
from derive.kernel.nodes import Sum
from derive.kernel.places import are_related, covers, least, lies_in, range_from, shifted
from derive.kernel.spans import pieces
from derive.kernel.sums import open_sum
from derive.kernel.zero import prenex
from tests.polynomials import Number, World

w = World(**dict.fromkeys("pr", "positive"), S="symmetric", M="positive integer", L="positive integer")
x, z, X, M = (lambda *at, name=name: w(name, *at) for name in "xzXM")
here, there, N, D = w.i, w.d, w.N, w.D
three = w.range("0..2", 0, 3)
total, every, delta, number = w.sum, w.product, w.delta, w.number


def value(index: Index) -> Number:
    """Return an index as a number."""
    return w(INDEX_VALUE, index)


SUMS = [
    (total(lambda _: number(3)), 3 * N),
    (total(lambda i, _: x(i), w.full, w.wide), D * total(x)),
    (total(lambda i: w("a") * x(i)), w("a") * total(x)),
    (total(lambda i, j: x(i) * z(j), w.full, w.wide), total(x) * total(z, w.wide)),
    (total(lambda i: x(i) * total(lambda j: X(i, j), w.wide)), total(lambda i, j: x(i) * X(i, j), w.full, w.wide)),
    (total(lambda i: delta(i, here) * x(i)), x(here)),
    (total(lambda i, j: delta(i, j) * delta(j, here) * x(i), w.full, w.full), x(here)),
    (total(lambda i: delta(i, w.at(1)) * x(i)), x(w.at(1))),
    (total(lambda i: delta(i, w.at(0)) * x(i)), number(0)),
    (total(lambda i: delta(i, w.at(3)) * x(i), three), number(0)),
    (total(value), (N * N + N) / 2),
    (total(lambda i: value(i) * value(i), three), number(5)),
    (total(value, w.short) + N, total(value)),
    (total(lambda i: w.exp(x(i)) / total(lambda j: w.exp(x(j)))), number(1)),
]
PRODUCTS = [
    (every(lambda _: w("a")), w("a") ** N),
    (every(lambda _: w("a") + 1), (w("a") + 1) ** N),
    (every(lambda i: x(i) * z(i)), every(x) * every(z)),
    (every(lambda i: w.exp(x(i))), w.exp(total(x))),
    (w.log(every(lambda i: w("p", i))), total(lambda i: w.log(w("p", i)))),
    (w.log(every(lambda i: w("p") + w.exp(x(i)))), total(lambda i: w.log(w("p") + w.exp(x(i))))),
    (every(lambda i: 2 * (x(i) + 1)), number(2) ** N * every(lambda i: x(i) + 1)),
    (every(lambda i: -x(i)), number(-1) ** N * every(x)),
    (every(lambda _: number(0)), number(0)),
    (every(lambda i: x(i) ** 3), every(x) ** 3),
    (every(lambda i: 1 / x(i)), 1 / every(x)),
    (every(lambda i: every(lambda j: X(i, j), w.wide)), every(lambda j: every(lambda i: X(i, j)), w.wide)),
    (every(lambda i: every(lambda j: X(i, j) + 1, w.wide)), every(lambda j: every(lambda i: X(i, j) + 1), w.wide)),
    (every(lambda i, j: 1 + X(i, j) + z(i), w.full, w.full), every(lambda i, j: 1 + X(j, i) + z(j), w.full, w.full)),
    (every(lambda _: every(x), w.wide), every(x) ** D),
    (every(x) * total(x), total(x) * every(x)),
]


@pytest.mark.parametrize("table", [SUMS, PRODUCTS])
def test_a_closed_sum_or_product_is_in_normal_form(table: list[tuple[Number, Number]]) -> None:
    """Both split over what is not connected, and contract where a delta stands."""
    assert [pair for pair in table if pair[0] != pair[1]] == []


DIFFERENT = [
    (every(lambda i: -x(i)), every(x)),
    (every(lambda i: x(i) - 1), every(lambda i: 1 - x(i))),
    (every(x), total(x)),
    (every(x) * every(x) * total(x), every(x) * total(x) * total(x)),
    (total(lambda i: delta(i, there) * x(i)), x(there)),  # an index of 1..D need not lie in 1..N
    (every(lambda i, j: 1 + X(i, j) + z(i), w.full, w.full), every(lambda i, j: 1 + X(i, j) + z(j), w.full, w.full)),
]


def test_different_sums_stay_different() -> None:
    """Signs are counted, and so are places."""
    assert [pair for pair in DIFFERENT if pair[0] == pair[1]] == []
    assert there in {index for mono in DIFFERENT[4][0].poly for index in mono.free}


def test_powers_of_an_index_are_summed_without_delay() -> None:
    """The sum of i^40 over 1..N is right at N = 3."""
    poly = total(lambda i: value(i) ** 40)
    assert put(poly, "N", (), number(3)) == number(1 + 2**40 + 3**40)


def put(poly: Number, name: str, at: tuple[Index, ...], by: Number) -> Number:
    """Return a polynomial with a replacement for the entries of a tensor."""
    return Number(w.ring, substitute(w.ring, poly.poly, (name, at), by.poly))


def test_substitution_avoids_capture_and_stays_in_its_range() -> None:
    """What is given for 1..N says nothing of an entry at 0 or at an index of 1..D."""
    outer, parameter = w.i, w.j
    assert put(total(x), "x", (parameter,), z(parameter) * w("t", outer)) == w("t", outer) * total(z)
    assert put(every(x), "x", (parameter,), 2 * z(parameter)) == number(2) ** N * every(z)
    assert put(w("a") ** N, "a", (), 2 * w("p")) == number(2) ** N * w("p") ** N
    kept = [x(w.at(0)), x(there), x(w.at(7))]
    assert [put(poly, "x", (parameter,), number(1)) for poly in kept] == kept
    assert put(x(w.at(1)), "x", (parameter,), number(1)) == number(1)


def test_a_delta_at_a_number_that_may_lie_outside_keeps_its_sum() -> None:
    """5 lies in 1..N for some N only; 1 for all."""
    own = World()
    first, fifth = (own.sum(lambda i, at=at: own.delta(i, own.at(at)) * own("x", i)) for at in (1, 5))
    assert first == own("x", own.at(1))
    assert fifth != own("x", own.at(5))


def test_opening_takes_fresh_indices() -> None:
    """A sum that is opened twice has different indices each time, and different names."""
    ((mono, _),) = total(lambda i: x(i) * x(i)).poly.items()
    form = mono.factors[0][0].form
    assert isinstance(form, Sum)
    first, second = open_sum(w.ring, form), open_sum(w.ring, form)
    assert set(first[0]).isdisjoint(second[0])
    assert len({index.name for index in w.fresh(*5 * [w.full])}) == 5


def test_sizes_are_opened_as_sums_of_one() -> None:
    """N^2 times a sum over i has three indices, and its body is that of the sum."""
    own = World()
    counted = own.sum(lambda _: own.one)
    ((size, _),) = next(iter(counted.poly)).factors
    own.ring.sizes[size] = own.full
    whole = counted * own.sum(lambda i: own("x", i))
    for times in (1, 2):
        ((mono, _),) = whole.poly.items()
        bound, body = prenex(own.ring, mono)
        assert [index.dim for index in bound] == [own.full] * (times + 1)
        assert own.total(Number(own.ring, body), *bound) == whole
        whole = whole * counted


UNSTABLE: dict[str, Callable[[], object]] = {
    "zeros over a range that may be empty": lambda: every(lambda _: number(0), w.short),
    "zeros over nothing": lambda: every(lambda _: number(0), w.range("0", 0, 0, nonempty=False)),
}


@pytest.mark.parametrize("case", UNSTABLE)
def test_a_product_that_cannot_be_named_is_refused(case: str) -> None:
    """A product of zeros is 0 or, over no place, 1: nothing is said in place of something wrong."""
    with pytest.raises(UnstableLabelError):
        _ = UNSTABLE[case]()


a = w("a")
both = lambda i, j: w.exp(x(i)) + w.exp(x(j))  # noqa: E731 -- e^x_i + e^x_j
ZERO: list[tuple[Number, str | None]] = [
    (number(0), "normal form"),
    (1 / ((a + 1) * (a + 2)) - (1 / (a + 1) - 1 / (a + 2)), "normal form, denominators cleared"),
    (
        total(lambda i, j: 1 / both(i, j), w.full, w.full)
        - total(lambda i, j: both(i, j) * both(i, j) ** -2, w.full, w.full),
        "normal form, sums merged",
    ),
    (x(here), None),
    (total(x), None),
    (N * N - N, None),
    (total(x, w.range("1..N", 1, w("N1"))) - total(x, w.range("1..N'", 1, w("N2"))), None),
]


def test_whether_a_polynomial_vanishes() -> None:
    """How it was shown to be zero, or None; ranges that are spelled alike are two."""
    assert [(poly, poly.zero()) for poly, _ in ZERO] == ZERO


f = lambda argument: w.call("f", argument)  # noqa: E731 -- an unknown function
whole, parts = 1 / ((a + 1) * (a + 2)), 1 / (a + 1) - 1 / (a + 2)
IDENTIFIED = [f(whole) - f(parts), f(whole) * f(parts) - f(parts) ** 2]
APART = [
    w("p") * f(whole) - w("r") * f(parts),
    f(whole) - w.call("g", parts),
    f(whole) - w.call("f", parts, orders=(1,)),
    f(whole) - f(parts + 1),
]


def test_functions_of_equal_arguments_are_identified() -> None:
    """f(1/((a+1)(a+2))) = f(1/(a+1) - 1/(a+2)), alone, twice, and among others; another function is another."""
    assert IDENTIFIED[0].zero() == "normal form, equal arguments identified"
    assert [poly for poly in IDENTIFIED if poly.zero() is None] == []
    assert [poly for poly in APART if poly.zero() is not None] == []


def test_places_in_ranges() -> None:
    """A number lies in a range at every size, at none, or as the sizes have it; sizes are at least 1."""
    inside = [(0, w.full, False), (1, w.full, True), (2, w.full, None), (1, w.short, None), (-3, w.short, False)]
    assert [(at, dim, lies_in(w.ring, w.at(at), dim)) for at, dim, _ in inside] == inside
    other = w.ring.index("other", w.short)
    covered = [(w.j, True), (other, True), (w.at(1), True), (w.at(0), False), (w.at(9), False)]
    assert [(index, covers(w.ring, here, index)) for index, _ in covered] == covered
    assert covers(w.ring, other, here) is False
    assert [least(w.ring, count.poly) for count in (2 * N + 3, -N)] == [5, None]


def test_a_delta_is_one_however_it_is_moved() -> None:
    """3 = t - 1 is 4 = t, i + 1 = j is i = j - 1, and 2 = 3 is nothing."""
    moved = lambda index, by: shifted(w.ring, index, w.ring.constant(by))  # noqa: E731 -- t - 1
    i, j = w.i, w.j
    before, after = moved(i, -1), moved(i, 1)
    assert delta(w.at(3), before) == delta(w.at(4), i) != delta(w.at(3), i)
    assert delta(after, w.at(3)) == delta(w.at(2), i)
    assert delta(after, j) == delta(i, moved(j, -1)) != delta(i, j)
    assert delta(before, after) == 0
    assert delta(after, moved(i, 1)) == 1


def test_ranges_have_names_of_their_own() -> None:
    """One range for the same ends; the name that is given, or the ends; never that of another range."""
    own = World()
    span = lambda low, count, *name: range_from(own.ring, own.number(low).poly, count.poly, *name)  # noqa: E731 -- short
    rows = span(1, own.N, "rows")
    assert rows.name == "rows"
    assert span(1, own.N) is span(1, own.N, "others") is rows
    assert span(2, own.N, "rows").name == "rows'"
    assert [span(3, own.N).name, span(4, own.N - 1).name] == ["3..N + 2", "4..N + 2"]


def test_ranges_are_related_by_an_end() -> None:
    """1..N and 2..N + 1 are; 1..N and 2..M + 1 are not, whatever lies between."""
    found: dict[str, bool] = {}
    for sizes in ("N", "NM", "NN", "NMN", "NML"):
        own = World(M="positive integer", L="positive integer")
        for lower, size in enumerate(sizes, 1):
            _ = range_from(own.ring, own.ring.constant(lower), own(size).poly)
        found[sizes] = are_related(own.ring)
    assert found == {"N": False, "NM": False, "NN": True, "NMN": True, "NML": False}


def test_a_range_is_taken_apart_where_that_is_sound() -> None:
    """1..N + 8 is 1..N and eight places; nine are too many, and what may run backwards, such as N - M, stays."""
    own = World(M="positive integer")
    own.ring.least[next(iter(own.N.poly)).factors[0][0]] = 2

    def apart(count: Number) -> tuple[list[tuple[int, str]], list[tuple[int, str]]] | None:
        found = pieces(own.ring, range_from(own.ring, own.one.poly, count.poly))
        return found and ([(int(c), dim.name) for c, dim in found[0]], [(int(c), at.name) for c, at in found[1]])

    assert apart(own.N + 8) == ([(1, "1..N")], [(1, f"#N + {k}") for k in range(1, 9)])
    assert apart(own.N - 2) == ([(1, "1..N")], [(-1, "#N - 1"), (-1, "#N")])
    assert [apart(count) for count in (own.N + 9, own.N - own("M") + 1, own.N - 3, own.N)] == [None] * 4
