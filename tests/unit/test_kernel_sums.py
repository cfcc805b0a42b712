"""Binders and matrices of the kernel: sums, products, determinants, inverses, and what is assumed of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derive.kernel import (
    INDEX_VALUE,
    Dim,
    Index,
    LimitReached,
    Limits,
    NoDerivativeError,
    Poly,
    Ring,
    Undefined,
    UnstableLabelError,
    add,
    assume_zero,
    call,
    delta,
    determinant,
    differentiate,
    entry,
    exponential,
    freeze,
    inverse_entry,
    logarithm,
    product_over,
    raise_to,
    rebuild,
    scale,
    substitute,
    subtract,
    sum_over,
    symbolic_power,
    vanishes,
)
from derive.kernel.nodes import Sum
from derive.kernel.sums import open_sum
from tests.polynomials import product_of


class World:
    """A ring with the ranges 1..N, 1..D, 1..N-1, 0..2, and words for what is built in it."""

    def __init__(self, **traits: str) -> None:
        """Give the tensors named their traits."""
        given = {name: frozenset({trait}) for name, trait in traits.items()}
        # The tables below are made when the tests are collected, long before they run.
        limits = Limits(seconds=86_400)
        self.ring = Ring(limits=limits, traits={"N": frozenset({"positive", "integer"}), **given})
        one, self.N, self.D = self.ring.constant(1), self.entry("N"), self.entry("D")
        self.full = Dim("1..N", freeze(one), freeze(self.N), nonempty=True)
        self.wide = Dim("1..D", freeze(one), freeze(self.D), nonempty=True)
        self.short = Dim("1..N - 1", freeze(one), freeze(subtract(self.N, one)), nonempty=False)
        self.three = Dim("0..2", (), freeze(self.ring.constant(3)), nonempty=True)

    def entry(self, name: str, *indices: Index) -> Poly:
        """Return an entry."""
        return entry(self.ring, name, *indices)

    def times(self, *polys: Poly) -> Poly:
        """Return the product."""
        return product_of(self.ring, *polys)

    def total(self, body: Callable[..., Poly], *dims: Dim) -> Poly:
        """Return the sum of a body over fresh indices of these ranges."""
        bound = [self.ring.fresh(dim) for dim in dims]
        return sum_over(self.ring, bound, body(*bound))

    def every(self, body: Callable[[Index], Poly], dim: Dim) -> Poly:
        """Return the product of a body over a fresh index."""
        index = self.ring.fresh(dim)
        return product_over(self.ring, [index], body(index))


w = World(p="positive")
x, z, X = (lambda *at, name=name: w.entry(name, *at) for name in "xzX")
here, there = w.ring.index("here", w.full), w.ring.index("there", w.wide)
value = lambda i: w.entry(INDEX_VALUE, i)  # noqa: E731 -- an index as a number, in the words of the table below
number = w.ring.constant

SUMS: dict[str, tuple[Poly, Poly]] = {
    "a constant is counted": (w.total(lambda _: number(3), w.full), scale(w.N, 3)),
    "an unused index is counted": (w.total(lambda i, _: x(i), w.full, w.wide), w.times(w.D, w.total(x, w.full))),
    "a free factor leaves": (
        w.total(lambda i: w.times(w.entry("a"), x(i)), w.full),
        w.times(w.entry("a"), w.total(x, w.full)),
    ),
    "what is not connected splits": (
        w.total(lambda i, j: w.times(x(i), z(j)), w.full, w.wide),
        w.times(w.total(x, w.full), w.total(z, w.wide)),
    ),
    "a nested sum joins": (
        w.total(lambda i: w.times(x(i), w.total(lambda j: X(i, j), w.wide)), w.full),
        w.total(lambda i, j: w.times(x(i), X(i, j)), w.full, w.wide),
    ),
    "a delta contracts": (w.total(lambda i: w.times(delta(w.ring, i, here), x(i)), w.full), x(here)),
    "two deltas contract": (
        w.total(lambda i, j: w.times(delta(w.ring, i, j), delta(w.ring, j, here), x(i)), w.full, w.full),
        x(here),
    ),
    "a delta to 1 contracts": (
        w.total(lambda i: w.times(delta(w.ring, i, w.ring.literal(1)), x(i)), w.full),
        x(w.ring.literal(1)),
    ),
    "a delta to a number outside is zero": (
        w.total(lambda i: w.times(delta(w.ring, i, w.ring.literal(0)), x(i)), w.full),
        {},
    ),
    "a delta to a number beyond is zero": (
        w.total(lambda i: w.times(delta(w.ring, i, w.ring.literal(3)), x(i)), w.three),
        {},
    ),
    "the sum of i": (
        w.total(value, w.full),
        scale(add(w.times(w.N, w.N), w.N), raise_to(w.ring, number(2), -1)[w.ring.one]),
    ),
    "the sum of i^2 over 0..2": (w.total(lambda i: w.times(value(i), value(i)), w.three), number(5)),
    "the sum of i over 1..N-1 and N": (add(w.total(value, w.short), w.N), w.total(value, w.full)),
    "softmax sums to one": (
        w.total(
            lambda i: w.times(
                exponential(w.ring, x(i)), raise_to(w.ring, w.total(lambda j: exponential(w.ring, x(j)), w.full), -1)
            ),
            w.full,
        ),
        number(1),
    ),
}


@pytest.mark.parametrize("case", SUMS)
def test_sums(case: str) -> None:
    """A closed sum is in normal form."""
    left, right = SUMS[case]
    assert left == right


def test_powers_of_an_index_are_summed_without_delay() -> None:
    """The sum of i^40 over 1..N is a polynomial in N of 41 terms or fewer, and right at N = 3."""
    poly = w.total(lambda i: raise_to(w.ring, value(i), 40), w.full)
    at_three = substitute(w.ring, poly, ("N", ()), number(3))
    assert at_three == number(1 + 2**40 + 3**40)


def test_a_delta_between_ranges_stays() -> None:
    """An index of 1..D need not lie in 1..N."""
    poly = w.total(lambda i: w.times(delta(w.ring, i, there), x(i)), w.full)
    assert poly != x(there)
    assert there in {i for mono in poly for i in mono.free}


def test_a_number_that_may_lie_in_a_range_is_noted() -> None:
    """5 lies in 1..N for some N: the note becomes a condition."""
    world = World()
    five = world.ring.literal(5)
    poly = world.total(lambda i: world.times(delta(world.ring, i, five), world.entry("x", i)), world.full)
    assert (poly, list(world.ring.notes)) == (world.entry("x", five), ["5 lies in 1..N"])


def test_opening_takes_fresh_indices() -> None:
    """A sum that is opened twice has different indices each time."""
    ((mono, _),) = w.total(lambda i: w.times(x(i), x(i)), w.full).items()
    form = mono.factors[0][0].form
    assert isinstance(form, Sum)
    first, second = open_sum(w.ring, form), open_sum(w.ring, form)
    assert set(first[0]).isdisjoint(second[0])


def product_pairs() -> dict[str, tuple[Poly, Poly]]:
    """Return products over 1..N that are equal."""
    ring = w.ring
    count = lambda base: symbolic_power(ring, base, w.N, whole=True)  # noqa: E731 -- base^N
    plus = lambda i: add(x(i), number(1))  # noqa: E731 -- a body of two terms
    return {
        "of a constant": (w.every(lambda _: w.entry("a"), w.full), count(w.entry("a"))),
        "of a product": (
            w.every(lambda i: w.times(x(i), z(i)), w.full),
            w.times(w.every(x, w.full), w.every(z, w.full)),
        ),
        "of exp": (
            w.every(lambda i: exponential(ring, x(i)), w.full),
            exponential(ring, w.total(x, w.full)),
        ),
        "of positive entries": (
            logarithm(ring, w.every(lambda i: w.entry("p", i), w.full)),
            w.total(lambda i: logarithm(ring, w.entry("p", i)), w.full),
        ),
        "of twice a sum of two terms": (
            w.every(lambda i: scale(plus(i), 2), w.full),
            w.times(count(number(2)), w.every(plus, w.full)),
        ),
        "of the negative": (
            w.every(lambda i: scale(x(i), -1), w.full),
            w.times(count(number(-1)), w.every(x, w.full)),
        ),
        "of zero": (w.every(lambda _: {}, w.full), {}),
        "over two indices": (
            w.every(lambda i: w.every(lambda j: X(i, j), w.wide), w.full),
            w.every(lambda j: w.every(lambda i: X(i, j), w.full), w.wide),
        ),
    }


PRODUCTS = product_pairs()


@pytest.mark.parametrize("case", PRODUCTS)
def test_products(case: str) -> None:
    """A product splits over its factors, and is exp of a sum where its body is positive."""
    left, right = PRODUCTS[case]
    assert left == right


def test_a_product_of_zeros_over_a_range_that_may_be_empty() -> None:
    """It is 0 or, over no place, 1: nothing is said."""
    with pytest.raises(UnstableLabelError):
        _ = w.every(lambda _: {}, w.short)


def test_the_product_of_the_negative_is_not_the_product() -> None:
    """The sign counts places."""
    assert w.every(lambda i: scale(x(i), -1), w.full) != w.every(x, w.full)
    one = w.every(lambda i: subtract(x(i), number(1)), w.full)
    other = w.every(lambda i: subtract(number(1), x(i)), w.full)
    assert one != other


def matrix(world: World, name: str = "M") -> tuple[Index, Index, Poly]:
    """Return a row, a column and the entry there."""
    row, column = world.ring.fresh(world.full), world.ring.fresh(world.full)
    return row, column, world.entry(name, row, column)


def test_a_matrix_times_its_inverse_is_the_identity() -> None:
    """The rule is made when the inverse is; from the right as well as from the left."""
    world = World()
    ring, i, j = world.ring, world.ring.index("i", world.full), world.ring.index("j", world.full)
    row, column, entries = matrix(world)
    for flip in (False, True):

        def body(k: Index, *, flip: bool = flip) -> Poly:
            one, two = ((i, k), (k, j))
            left, right = (two, one) if flip else (one, two)
            inverse = inverse_entry(ring, right, row, column, entries)
            return world.times(world.entry("M", *left), inverse)

        assert world.total(body, world.full) == delta(ring, i, j)


def test_scalars_leave_a_determinant_and_an_inverse() -> None:
    """det(c M) = c^N det M, and (c M)^-1 = M^-1 / c."""
    world = World()
    ring, c = world.ring, world.entry("c")
    i, j = ring.index("i", world.full), ring.index("j", world.full)
    row, column, entries = matrix(world)
    scaled = world.times(c, entries)
    power = symbolic_power(ring, c, world.N, whole=True)
    assert determinant(ring, row, column, scaled) == world.times(power, determinant(ring, row, column, entries))
    inverse = inverse_entry(ring, (i, j), row, column, entries)
    assert inverse_entry(ring, (i, j), row, column, scaled) == world.times(raise_to(ring, c, -1), inverse)


def test_transposing() -> None:
    """det M^T = det M, and the inverse of M^T is the transposed inverse."""
    world = World()
    ring = world.ring
    i, j = ring.index("i", world.full), ring.index("j", world.full)
    row, column, entries = matrix(world)
    assert determinant(ring, column, row, entries) == determinant(ring, row, column, entries)
    turned = inverse_entry(ring, (i, j), column, row, entries)
    assert turned == inverse_entry(ring, (j, i), row, column, entries)
    assert turned != inverse_entry(ring, (i, j), row, column, entries)


def test_the_inverse_of_a_symmetric_matrix_is_symmetric() -> None:
    """M^T M has a symmetric inverse, M has none that is known."""
    world = World()
    ring = world.ring
    i, j = ring.index("i", world.full), ring.index("j", world.full)
    row, column = ring.fresh(world.full), ring.fresh(world.full)
    gram = world.total(lambda k: world.times(world.entry("M", k, row), world.entry("M", k, column)), world.wide)
    assert inverse_entry(ring, (i, j), row, column, gram) == inverse_entry(ring, (j, i), row, column, gram)


def test_the_zero_matrix() -> None:
    """Its determinant is 0, and it has no inverse."""
    world = World()
    row, column, _ = matrix(world)
    assert determinant(world.ring, row, column, {}) == {}
    with pytest.raises(Undefined):
        _ = inverse_entry(world.ring, (row, column), row, column, {})


def test_the_identity() -> None:
    """det 1 = 1, and 1 is its own inverse."""
    world = World()
    ring = world.ring
    i, j = ring.index("i", world.full), ring.index("j", world.full)
    row, column, _ = matrix(world)
    unit = delta(ring, row, column)
    assert determinant(ring, row, column, unit) == ring.constant(1)
    assert inverse_entry(ring, (i, j), row, column, unit) == delta(ring, i, j)


def test_derivatives_of_a_determinant_and_an_inverse_say_what_they_take_for_granted() -> None:
    """d det M needs an invertible M."""
    world = World()
    ring = world.ring
    i, j = ring.index("i", world.full), ring.index("j", world.full)
    row, column, entries = matrix(world)
    det = determinant(ring, row, column, entries)
    found = differentiate(ring, det, ("M", (i, j)))
    assert found == world.times(det, inverse_entry(ring, (j, i), row, column, entries))
    assert list(ring.notes) == ["the differentiated determinant is not 0"]


CHAIN: dict[str, tuple[Poly, Poly]] = {
    "an entry": (x(here), number(1)),
    "a square": (w.times(x(here), x(here)), scale(x(here), 2)),
    "the reciprocal": (raise_to(w.ring, x(here), -1), scale(raise_to(w.ring, x(here), -2), -1)),
    "a sum": (w.total(lambda i: w.times(x(i), z(i)), w.full), z(here)),
    "a double sum": (
        w.total(lambda i, j: w.times(x(i), x(j)), w.full, w.full),
        scale(w.total(x, w.full), 2),
    ),
    "exp": (exponential(w.ring, x(here)), exponential(w.ring, x(here))),
    "log": (logarithm(w.ring, x(here)), raise_to(w.ring, x(here), -1)),
    "sin": (call(w.ring, "sin", (x(here),)), call(w.ring, "cos", (x(here),))),
    "cot": (
        call(w.ring, "cot", (x(here),)),
        scale(add(number(1), w.times(call(w.ring, "cot", (x(here),)), call(w.ring, "cot", (x(here),)))), -1),
    ),
    "a function of another": (call(w.ring, "f", (z(here),)), {}),
    "a function twice": (
        call(w.ring, "f", (x(here), x(here))),
        add(call(w.ring, "f", (x(here), x(here)), (1, 0)), call(w.ring, "f", (x(here), x(here)), (0, 1))),
    ),
    "an index as a number": (w.times(value(here), x(here)), value(here)),
}


@pytest.mark.parametrize("case", CHAIN)
def test_derivatives(case: str) -> None:
    """The derivative by x at `here`."""
    poly, expected = CHAIN[case]
    assert differentiate(w.ring, poly, ("x", (here,))) == expected


def test_what_has_no_derivative() -> None:
    """Functions with steps everywhere, the largest of three, and an exponent that is a whole number, have none."""
    for function in (call(w.ring, "floor", (x(here),)), call(w.ring, "Max", (x(here), number(0), w.entry("a")))):
        with pytest.raises(NoDerivativeError):
            _ = differentiate(w.ring, function, ("x", (here,)))
    tower = symbolic_power(w.ring, w.entry("a"), w.N, whole=True)
    with pytest.raises(NoDerivativeError):
        _ = differentiate(w.ring, tower, ("N", ()))


def test_substitution_avoids_capture() -> None:
    """In the sum over i of x_i, x_j becomes z_j times an outer entry whose index may have any name."""
    outer = w.ring.index("i", w.full)
    parameter = w.ring.index("j", w.full)
    body = w.times(z(parameter), w.entry("t", outer))
    found = substitute(w.ring, w.total(x, w.full), ("x", (parameter,)), body)
    assert found == w.times(w.entry("t", outer), w.total(z, w.full))


def test_substitution_stays_in_its_range() -> None:
    """What is given for 1..N says nothing of an entry at 0 or at an index of 1..D."""
    parameter = w.ring.index("j", w.full)
    at = ("x", (parameter,))
    kept = [x(w.ring.literal(0)), x(there), x(w.ring.literal(7))]
    assert [substitute(w.ring, poly, at, number(1)) for poly in kept] == kept
    assert substitute(w.ring, x(w.ring.literal(1)), at, number(1)) == number(1)


def test_an_assumed_sum_is_used_under_a_binder() -> None:
    """Where the sum of x_i is 1, so is that of x_i inside of another sum; over another range it stays."""
    world = World()
    ring = world.ring
    total = world.total(lambda i: world.entry("x", i), world.full)
    assert assume_zero(ring, subtract(total, ring.constant(1)), "x sums to one") is True
    nested = world.total(lambda i, j: world.times(world.entry("x", i), world.entry("z", j)), world.full, world.wide)
    assert nested == world.total(lambda j: world.entry("z", j), world.wide)
    assert rebuild(ring, total) == ring.constant(1)
    elsewhere = world.total(lambda i: world.entry("x", i), world.short)
    assert elsewhere != ring.constant(1)


def test_a_rule_needs_its_own_index() -> None:
    """The sum of x_i = 1 says nothing of the sum of x_i z_i."""
    world = World()
    total = world.total(lambda i: world.entry("x", i), world.full)
    assert assume_zero(world.ring, subtract(total, world.ring.constant(1)), "x sums to one") is True
    mixed = world.total(lambda i: world.times(world.entry("x", i), world.entry("z", i)), world.full)
    assert mixed != world.total(lambda i: world.entry("z", i), world.full)


def test_an_assumption_for_all_indices_covers_coincidences_but_not_the_reverse() -> None:
    """x_i z_j = 0 for all i, j holds at i = j; x_i z_i = 0 says nothing of x_i z_j."""
    for same in (False, True):
        world = World()
        ring = world.ring
        i, j = ring.index("i'1", world.full), ring.index("j'1", world.full)
        one, other = ring.index("one", world.full), ring.index("other", world.full)
        given = world.times(world.entry("x", i), world.entry("z", i if same else j))
        assert assume_zero(ring, given, "given") is True
        assert world.times(world.entry("x", one), world.entry("z", one)) == {}
        apart = world.times(world.entry("x", one), world.entry("z", other))
        assert (apart == {}) is not same


def pair(i: Index, j: Index) -> Poly:
    """Return exp x_i + exp x_j."""
    return add(exponential(w.ring, x(i)), exponential(w.ring, x(j)))


VANISHING: dict[str, tuple[Poly, str | None]] = {
    "nothing": ({}, "normal form"),
    "a x - a x / (1 + 1/a) (1 + 1/a)": (
        subtract(
            raise_to(w.ring, add(w.entry("a"), number(1)), -1), raise_to(w.ring, add(w.entry("a"), number(1)), -1)
        ),
        "normal form",
    ),
    "partial fractions": (
        subtract(
            raise_to(w.ring, w.times(add(w.entry("a"), number(1)), add(w.entry("a"), number(2))), -1),
            subtract(
                raise_to(w.ring, add(w.entry("a"), number(1)), -1), raise_to(w.ring, add(w.entry("a"), number(2)), -1)
            ),
        ),
        "normal form, denominators cleared",
    ),
    "sums that merge": (
        subtract(
            w.total(lambda i, j: raise_to(w.ring, pair(i, j), -1), w.full, w.full),
            w.total(lambda i, j: w.times(pair(i, j), raise_to(w.ring, pair(i, j), -2)), w.full, w.full),
        ),
        "normal form, sums merged",
    ),
    "x at one place": (x(here), None),
    "a sum": (w.total(x, w.full), None),
    "N^2 - N": (subtract(w.times(w.N, w.N), w.N), None),
}


@pytest.mark.parametrize("case", VANISHING)
def test_whether_a_polynomial_vanishes(case: str) -> None:
    """How it was shown to be zero, or None."""
    poly, method = VANISHING[case]
    assert vanishes(w.ring, poly) == method


def test_sizes_of_one_spelling_are_two() -> None:
    """Sums over different ranges that are spelled alike do not cancel."""
    one = Dim("1..N", freeze(number(1)), freeze(w.entry("N1")), nonempty=True)
    two = Dim("1..N'", freeze(number(1)), freeze(w.entry("N2")), nonempty=True)
    assert vanishes(w.ring, subtract(w.total(x, one), w.total(x, two))) is None


LIMITED = {
    "seconds": Limits(seconds=0.05),
    "steps": Limits(steps=2000),
    "nodes": Limits(nodes=200),
    "memory": Limits(memory=100_000),
}


@pytest.mark.parametrize("name", LIMITED)
def test_limits(name: str) -> None:
    """Each budget ends a computation and is named."""
    ring = Ring(limits=LIMITED[name])
    total = add(*(entry(ring, f"a{n}") for n in range(12)))
    with pytest.raises(LimitReached) as met:
        _ = raise_to(ring, total, 60)
    assert (met.value.limit, ring.meter.left() <= LIMITED[name].seconds) == (name, True)
