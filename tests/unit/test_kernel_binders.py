"""Sums and products that nest: canonical names, no capture, and the ways in which a difference is shown to be zero."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import permutations

import pytest

from derive.kernel import (
    Dim,
    Index,
    LimitReached,
    Limits,
    Poly,
    Ring,
    Undefined,
    UnstableLabelError,
    add,
    assume_zero,
    call,
    delta,
    entry,
    exponential,
    freeze,
    inverse_entry,
    logarithm,
    multiply,
    product_over,
    raise_to,
    rename,
    scale,
    substitute,
    subtract,
    sum_over,
    symbolic_power,
    vanishes,
)
from tests.polynomials import product_of

ring = Ring(
    limits=Limits(seconds=86_400),  # made when the tests are collected, long before they run
    traits={
        "p": frozenset({"positive"}),
        "r": frozenset({"positive"}),
        "S": frozenset({"symmetric"}),
        "N": frozenset({"positive", "integer"}),
        "D": frozenset({"positive", "integer"}),
    },
)
one = ring.constant(1)
a, p, r, N, D = (entry(ring, name) for name in ("a", "p", "r", "N", "D"))
full = Dim("1..N", freeze(one), freeze(N), nonempty=True)
wide = Dim("1..D", freeze(one), freeze(D), nonempty=True)
i, j = ring.index("i", full), ring.index("j", full)
times = partial(product_of, ring)


def at(name: str, *indices: Index) -> Poly:
    """Return an entry."""
    return entry(ring, name, *indices)


def total(body: Callable[..., Poly], *dims: Dim) -> Poly:
    """Return the sum of a body over fresh indices, the same in every order of them."""
    fresh = [ring.fresh(dim) for dim in dims]
    poly = body(*fresh)
    found = [sum_over(ring, order, poly) for order in permutations(fresh)]
    assert all(each == found[0] for each in found)
    return found[0]


def every(body: Callable[[Index], Poly], dim: Dim = full) -> Poly:
    """Return the product of a body over a fresh index."""
    index = ring.fresh(dim)
    return product_over(ring, [index], body(index))


def power(poly: Poly, exponent: int | Fraction) -> Poly:
    """Return a power."""
    return raise_to(ring, poly, exponent)


SAME: dict[str, Callable[[Index, Index], Poly]] = {
    "squares of two vectors around a symmetric matrix": lambda s, t: times(
        power(at("x", s), 2), power(at("z", t), 2), at("S", s, t)
    ),
    "different powers of one vector": lambda s, t: times(power(at("x", s), 3), power(at("x", t), 2), at("S", s, t)),
    "functions of entries": lambda s, t: times(
        call(ring, "f", (at("x", s),)), call(ring, "g", (at("x", t),)), at("S", s, t)
    ),
    "orders of a function": lambda s, t: times(
        call(ring, "f", (at("x", s),), (1,)), call(ring, "f", (at("x", t),), (2,)), at("S", s, t)
    ),
    "exponentials": lambda s, t: times(exponential(ring, at("x", s)), exponential(ring, at("z", t)), at("S", s, t)),
    "reciprocals of differences": lambda s, t: times(
        power(subtract(at("x", s), at("x", t)), -1), at("u", s), at("v", t)
    ),
    "odd powers of differences": lambda s, t: times(power(subtract(at("x", s), at("x", t)), -3), at("u", s)),
    "deltas beside another range": lambda s, t: times(at("M", s, t), at("x", s), at("z", t)),
    "towers": lambda s, t: times(symbolic_power(ring, at("x", s), N, whole=True), at("S", s, t), power(at("x", t), 2)),
    "nested sums": lambda s, t: times(
        exponential(ring, total(lambda m: times(at("M", s, m), at("M", m, t)), full)), at("x", s)
    ),
}


@pytest.mark.parametrize("case", SAME)
def test_a_sum_is_the_same_whichever_index_is_called_first(case: str) -> None:
    """Both orders of the indices, and both ways to name them, end in one normal form."""
    body = SAME[case]
    straight = total(body, full, full)
    assert straight == total(lambda s, t: body(t, s), full, full)
    assert len(straight) == 1


APART: dict[str, tuple[Poly, Poly]] = {
    "rows and columns below a function": (
        total(lambda s: exponential(ring, total(lambda t: at("M", s, t), full)), full),
        total(lambda s: exponential(ring, total(lambda t: at("M", t, s), full)), full),
    ),
    "a diagonal below a function": (
        total(lambda s: exponential(ring, total(lambda t: at("M", s, t), full)), full),
        total(lambda _: exponential(ring, total(lambda t: at("M", t, t), full)), full),
    ),
    "three binders, one inside of the other": (
        total(
            lambda s: exponential(
                ring,
                total(lambda t: exponential(ring, total(lambda m: times(at("M", s, m), at("M", t, m)), full)), full),
            ),
            full,
        ),
        total(
            lambda s: exponential(
                ring,
                total(lambda t: exponential(ring, total(lambda m: times(at("M", s, m), at("M", m, t)), full)), full),
            ),
            full,
        ),
    ),
    "a product of sums and a sum of products": (
        every(lambda s: add(total(lambda t: at("M", s, t), full), one)),
        every(lambda s: add(total(lambda t: at("M", t, s), full), one)),
    ),
    "a square inside and outside of a sum": (
        total(lambda s: power(at("x", s), 2), full),
        power(total(lambda s: at("x", s), full), 2),
    ),
    "squares of two vectors": (
        total(lambda s, t: times(power(at("x", s), 2), at("z", t), at("S", s, t)), full, full),
        total(lambda s, t: times(at("x", s), power(at("z", t), 2), at("S", s, t)), full, full),
    ),
}


@pytest.mark.parametrize("case", APART)
def test_no_index_is_captured(case: str) -> None:
    """Sums that differ by which index stands where are different, under functions and in each other."""
    left, right = APART[case]
    assert left != right
    assert vanishes(ring, subtract(left, right)) is None


def test_a_sum_and_a_product_over_the_same_are_two_factors() -> None:
    """Their order does not matter, and neither is the other."""
    whole, sum_of = every(lambda s: at("x", s)), total(lambda s: at("x", s), full)
    assert times(whole, sum_of) == times(sum_of, whole)
    assert whole != sum_of
    assert times(whole, whole, sum_of) != times(whole, sum_of, sum_of)


def test_fresh_indices_are_fresh() -> None:
    """No two of them are one, by name as well."""
    fresh = [ring.fresh(full) for _ in range(5)]
    assert len({index.name for index in fresh}) == 5


def test_two_sums_that_are_multiplied_keep_their_indices_apart() -> None:
    """(sum of x)^2 is not the sum of x^2, also where both were written with one index."""
    body = times(at("x", i), at("z", i))
    once = sum_over(ring, [i], body)
    assert total(lambda s: times(at("u", s), once, once), full) == times(once, once, total(lambda s: at("u", s), full))
    nested = total(
        lambda s: times(at("M", s, s), total(lambda t: at("M", s, t), full), total(lambda t: at("M", t, s), full)), full
    )
    again = total(lambda s, t, m: times(at("M", s, s), at("M", s, t), at("M", m, s)), full, full, full)
    assert nested == again


def test_renaming_into_a_bound_name_is_no_capture() -> None:
    """The sum over i of M[i, j], with j called i, is the sum over another index of M[., i]."""
    column = sum_over(ring, [i], at("M", i, j))
    moved = rename(ring, column, {j: i})
    assert moved == sum_over(ring, [j], at("M", j, i))
    assert moved != sum_over(ring, [i], at("M", i, i))


def reciprocal(*terms: Poly) -> Poly:
    """Return one over a sum."""
    return power(add(*terms), -1)


def test_functions_of_equal_arguments_are_identified() -> None:
    """f(1/((a+1)(a+2))) = f(1/(a+1) - 1/(a+2)), alone, twice, and among others."""
    two = ring.constant(2)
    whole, parts = reciprocal(times(add(a, one), add(a, two))), subtract(reciprocal(a, one), reciprocal(a, two))
    f = lambda z: call(ring, "f", (z,))  # noqa: E731 -- an unknown function
    assert vanishes(ring, subtract(f(whole), f(parts))) == "normal form, equal arguments identified"
    assert vanishes(ring, subtract(times(f(whole), f(parts)), power(f(parts), 2))) is not None
    assert vanishes(ring, subtract(times(p, f(whole)), times(r, f(parts)))) is None
    assert vanishes(ring, subtract(f(whole), call(ring, "g", (parts,)))) is None
    assert vanishes(ring, subtract(f(whole), call(ring, "f", (parts,), (1,)))) is None
    assert vanishes(ring, subtract(f(whole), f(add(parts, one)))) is None


def inverse(name: str, left: Index, right: Index) -> Poly:
    """Return an entry of the inverse of 1 + M, or of its transpose."""
    row, column = ring.fresh(full), ring.fresh(full)
    entries = at("M", row, column) if name == "M" else at("M", column, row)
    return inverse_entry(ring, (left, right), row, column, add(delta(ring, row, column), entries))


def along(one_factor: Callable[[Index], Poly], other: Callable[[Index], Poly]) -> Poly:
    """Return the sum over an index of two factors."""
    return total(lambda s: times(one_factor(s), other(s)), full)


COMMUTES: dict[str, tuple[Poly, Poly]] = {
    "M commutes with the inverse of 1 + M": (
        along(lambda s: inverse("M", i, s), lambda s: at("M", s, j)),
        along(lambda s: at("M", i, s), lambda s: inverse("M", s, j)),
    ),
    "1 - (1 + M)^-1 = (1 + M)^-1 M": (
        subtract(delta(ring, i, j), inverse("M", i, j)),
        along(lambda s: inverse("M", i, s), lambda s: at("M", s, j)),
    ),
    "1 - (1 + M)^-1 = M (1 + M)^-1": (
        subtract(delta(ring, i, j), inverse("M", i, j)),
        along(lambda s: at("M", i, s), lambda s: inverse("M", s, j)),
    ),
}


@pytest.mark.parametrize("case", COMMUTES)
def test_inverses_are_multiplied_away_from_either_side(case: str) -> None:
    """Rows and columns are not confused: with M transposed on one side nothing is shown."""
    left, right = COMMUTES[case]
    assert vanishes(ring, subtract(left, right)) is not None
    assert vanishes(ring, subtract(right, left)) is not None
    turned = rename(ring, right, {i: j, j: i})
    assert vanishes(ring, subtract(left, turned)) is None


def resolvent(first: str, second: str, left: Index, right: Index) -> Poly:
    """Return an entry of (1 + F S)^-1."""
    row, column = ring.fresh(full), ring.fresh(full)
    product = along(lambda s: at(first, row, s), lambda s: at(second, s, column))
    return inverse_entry(ring, (left, right), row, column, add(delta(ring, row, column), product))


def test_inverses_of_two_matrices_are_multiplied_away() -> None:
    """(1 + A B)^-1 A = A (1 + B A)^-1, whichever inverse is met first, and not with A and B exchanged on one side."""
    left = along(lambda s: resolvent("A", "B", i, s), lambda s: at("A", s, j))
    right = along(lambda s: at("A", i, s), lambda s: resolvent("B", "A", s, j))
    for difference in (subtract(left, right), subtract(right, left)):
        assert vanishes(ring, difference) == "normal form, inverses multiplied away"
    turned = along(lambda s: at("A", s, i), lambda s: resolvent("B", "A", s, j))
    wrong = along(lambda s: at("A", i, s), lambda s: resolvent("A", "B", s, j))
    for other in (turned, wrong, scale(right, 2)):
        assert vanishes(ring, subtract(left, other)) is None


def test_an_assumed_product_of_sums_is_used_where_both_are_closed() -> None:
    """With (sum of x) (sum of z) = a, the product of both is a, and each alone stays."""
    own = Ring(traits={"N": frozenset({"positive", "integer"})})
    dim = Dim("1..N", freeze(own.constant(1)), freeze(entry(own, "N")), nonempty=True)

    def sum_of(name: str) -> Poly:
        index = own.fresh(dim)
        return sum_over(own, [index], entry(own, name, index))

    given = subtract(multiply(own, sum_of("x"), sum_of("z")), entry(own, "a"))
    assert assume_zero(own, given, "given") is True
    assert multiply(own, sum_of("x"), sum_of("z")) == entry(own, "a")
    assert multiply(own, sum_of("x"), sum_of("u")) != entry(own, "a")


PRODUCTS: dict[str, tuple[Poly, Poly]] = {
    "of a positive sum": (
        logarithm(ring, every(lambda s: add(p, exponential(ring, at("x", s))))),
        total(lambda s: logarithm(ring, add(p, exponential(ring, at("x", s)))), full),
    ),
    "of a sum without the index": (
        every(lambda _: add(a, one)),
        symbolic_power(ring, add(a, one), N, whole=True),
    ),
    "of a power": (every(lambda s: power(at("x", s), 3)), power(every(lambda s: at("x", s)), 3)),
    "of a reciprocal": (every(lambda s: power(at("x", s), -1)), power(every(lambda s: at("x", s)), -1)),
    "of sums over two indices": (
        every(lambda s: every(lambda t: add(at("M", s, t), one), wide)),
        every(lambda t: every(lambda s: add(at("M", s, t), one)), wide),
    ),
    "of what is replaced inside": (
        substitute(ring, every(lambda s: at("x", s)), ("x", (i,)), scale(at("z", i), 2)),
        times(symbolic_power(ring, ring.constant(2), N, whole=True), every(lambda s: at("z", s))),
    ),
}


@pytest.mark.parametrize("case", PRODUCTS)
def test_products_over_an_index(case: str) -> None:
    """A product over an index splits over factors, powers and ranges."""
    left, right = PRODUCTS[case]
    assert left == right


def test_a_product_that_cannot_be_named_is_refused() -> None:
    """Of (x_s y_st) over two indices, one factor has one of them: nothing is said in place of something wrong."""
    inner = every(lambda s: at("x", s))
    assert every(lambda _: inner, wide) == symbolic_power(ring, inner, D, whole=True)
    with pytest.raises(UnstableLabelError):
        _ = every(lambda _: {}, Dim("0", (), (), nonempty=False))


def test_logarithms_split_into_positive_factors_only() -> None:
    """log(p^2 + 3 p r + 2 r^2) = log(p + r) + log(p + 2 r); of p^3 + r^3 one factor has a minus, so it stays."""
    split = add(power(p, 2), scale(times(p, r), 3), scale(power(r, 2), 2))
    assert logarithm(ring, split) == add(logarithm(ring, add(p, r)), logarithm(ring, add(p, scale(r, 2))))
    cubes = add(power(p, 3), power(r, 3))
    assert len(logarithm(ring, cubes)) == 1
    assert exponential(ring, logarithm(ring, cubes)) == cubes
    twice = power(add(p, r), 2)
    assert logarithm(ring, twice) == scale(logarithm(ring, add(p, r)), 2)


def test_the_logarithm_of_a_complex_exponential_stays() -> None:
    """log e^c is c up to a multiple of 2 pi i, so it is c only where c is real."""
    own = Ring(traits={"c": frozenset({"complex"})})
    for name, real in (("c", False), ("a", True)):
        poly = entry(own, name)
        assert (logarithm(own, exponential(own, poly)) == poly) is real


def test_absolute_values_of_zero_and_of_signs() -> None:
    """|0| = 0 and sign 0 = 0; |a| and |-a| are one; of something positive it is that."""
    size = lambda z: call(ring, "Abs", (z,))  # noqa: E731 -- |z|
    assert size({}) == {}
    assert call(ring, "sign", ({},)) == {}
    assert size(subtract(a, p)) == size(subtract(p, a))
    assert size(add(p, r)) == add(p, r)
    assert size(scale(add(p, r), -2)) == scale(add(p, r), 2)


def test_whole_powers_with_a_constant_in_the_exponent() -> None:
    """a^(2 N + 3) = (a^N)^2 a^3, and (-1)^(2 N + 1) = -1."""
    raised = lambda base, exponent: symbolic_power(ring, base, exponent, whole=True)  # noqa: E731
    exponent = add(scale(N, 2), ring.constant(3))
    assert raised(a, exponent) == times(power(raised(a, N), 2), power(a, 3))
    assert raised(ring.constant(-1), add(scale(N, 2), one)) == ring.constant(-1)
    assert raised(a, {}) == one
    assert raised(a, ring.constant(3)) == power(a, 3)
    moved = substitute(ring, raised(a, N), ("a", ()), scale(p, 2))
    assert moved == times(raised(ring.constant(2), N), raised(p, N))


def test_a_power_of_zero_needs_a_positive_exponent() -> None:
    """0^p = 0; 0^a may be anything."""
    assert symbolic_power(ring, {}, p, whole=False) == {}
    with pytest.raises(Undefined):
        _ = symbolic_power(ring, {}, a, whole=False)


def test_interned_nodes_are_counted() -> None:
    """As many names as a budget allows, and no more."""
    small = Ring(limits=Limits(nodes=40))
    with pytest.raises(LimitReached) as met:
        _ = [entry(small, f"a{n}") for n in range(100)]
    assert met.value.limit == "nodes"
    roomy = Ring(limits=Limits(nodes=400))
    assert len([entry(roomy, f"a{n}") for n in range(100)]) == 100
