"""Binders inside of binders keep their indices apart; what stands in each kind of form; ranges and their names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from derive.kernel import (
    POSITIVE,
    UNKNOWN,
    Dim,
    Index,
    Limits,
    Poly,
    Ring,
    add,
    call,
    delta,
    determinant,
    entry,
    exponential,
    inverse_entry,
    logarithm,
    multiply,
    product_over,
    raise_to,
    scale,
    subtract,
    sum_over,
    symbolic_power,
    vanishes,
)
from derive.kernel.known import settled_sign, vanishes_at_coincidence
from derive.kernel.nodes import Entry
from derive.kernel.places import are_related, range_from, shifted
from derive.kernel.spans import entries_in, pieces, standing
from derive.kernel.zero import prenex

Bodies = Callable[[tuple[Index, ...]], Poly]
INTEGER = frozenset({"positive", "integer"})


def new_ring() -> Ring:
    """Return a ring in which N and M are sizes and p is positive."""
    traits = {"N": INTEGER, "M": INTEGER, "L": INTEGER, "n": frozenset({"integer"}), "p": frozenset({"positive"})}
    return Ring(limits=Limits(seconds=600), traits=traits)


def up_to(ring: Ring, size: str) -> Dim:
    """Return the range from 1 to a size."""
    return range_from(ring, ring.constant(1), entry(ring, size))


def nested_sums(ring: Ring, body: Bodies, count: int) -> Poly:
    """Return a sum over an exponential of a sum, and so on."""
    bound = tuple(ring.fresh(up_to(ring, "N")) for _ in range(count))
    term = body(bound)
    for index in reversed(bound):
        term = sum_over(ring, [index], exponential(ring, term))
    return term


def nested_products(ring: Ring, body: Bodies, count: int) -> Poly:
    """Return a product over several indices of 1 and something."""
    bound = tuple(ring.fresh(up_to(ring, "N")) for _ in range(count))
    return product_over(ring, bound, add(ring.constant(1), body(bound)))


def nested_functions(ring: Ring, body: Bodies, count: int) -> Poly:
    """Return a product of a function of a product of a function, and so on."""
    bound = tuple(ring.fresh(up_to(ring, "N")) for _ in range(count))
    term = body(bound)
    for index in reversed(bound):
        term = product_over(ring, [index], add(ring.constant(1), call(ring, "f", (term,))))
    return term


def nested_determinants(ring: Ring, body: Bodies, count: int) -> Poly:
    """Return the determinant of a matrix of determinants."""
    bound = tuple(ring.fresh(up_to(ring, "N")) for _ in range(count))
    row, column, deeper, across = bound
    return determinant(ring, row, column, determinant(ring, deeper, across, body(bound)))


BINDERS = {
    "sums": (nested_sums, 3),
    "sums, four deep": (nested_sums, 4),
    "products": (nested_products, 2),
    "products of functions": (nested_functions, 3),
    "determinants": (nested_determinants, 4),
}


@pytest.mark.parametrize("case", BINDERS)
def test_nested_indices_stay_apart(case: str) -> None:
    """Which of them stands where is seen: no two places may be exchanged, or hold one index."""
    make, count = BINDERS[case]
    ring = new_ring()
    straight = make(ring, lambda bound: entry(ring, "x", *bound), count)
    again = make(ring, lambda bound: entry(ring, "x", *bound), count)
    assert not subtract(straight, again)
    first, *rest = range(count)
    half = count // 2
    orders = [
        (*rest, first),
        (*range(half, count), *range(half)),
        (first, *reversed(rest)),
        (first, first, *rest[1:]),
        (rest[0],) * count,
    ]
    for order in orders:
        other = make(ring, lambda bound, order=order: entry(ring, "x", *(bound[place] for place in order)), count)
        same = order == (*range(count),) or (case == "products" and sorted(order) == [*range(count)])
        assert bool(subtract(straight, other)) is not same, order


def test_each_index_of_a_product_has_its_own_place() -> None:
    """In the product of 1 + x_ij + y_i over i and j, y does not stand at the column."""
    ring = new_ring()
    one, full = ring.constant(1), up_to(ring, "N")
    row, column = ring.fresh(full), ring.fresh(full)
    by_row, by_column = (
        product_over(ring, [row, column], add(one, entry(ring, "x", row, column), entry(ring, "y", place)))
        for place in (row, column)
    )
    assert subtract(by_row, by_column)
    turned = product_over(ring, [row, column], add(one, entry(ring, "x", column, row), entry(ring, "y", column)))
    assert not subtract(by_row, turned)


def test_a_power_with_a_symbolic_exponent_splits() -> None:
    """x^(n+1) = x x^n and x^(2n) = (x^n)^2 for a base of any sign, a number among them."""
    ring = new_ring()
    n, one = entry(ring, "n"), ring.constant(1)
    for base in (entry(ring, "x"), ring.constant(-1), ring.constant(-3), add(entry(ring, "x"), one)):
        power = symbolic_power(ring, base, n, whole=True)
        assert symbolic_power(ring, base, add(n, one), whole=True) == multiply(ring, base, power)
        assert symbolic_power(ring, base, scale(n, 2), whole=True) == multiply(ring, power, power)
        assert power != multiply(ring, base, power)
        assert symbolic_power(ring, base, {}, whole=True) == one


@pytest.mark.parametrize("exponent", [-4, -3, -2, -1, 1, 2, 3, 4])
def test_an_even_power_of_an_absolute_value_has_none(exponent: int) -> None:
    """|x|^2 = x^2 and |x|^-2 = x^-2; an odd power keeps one, and times |x| it is the next."""
    ring = new_ring()
    x = entry(ring, "x")
    size = call(ring, "Abs", (x,))
    power = raise_to(ring, size, exponent)
    assert (power == raise_to(ring, x, exponent)) is (exponent % 2 == 0)
    assert multiply(ring, power, size) == raise_to(ring, size, exponent + 1)


def test_only_whole_powers_have_a_root_of_their_sum() -> None:
    """The root of x^2 + 2 x + 1 is |x + 1|; that of p + 2 p^(1/2) + 1 stays, and is squared what it was."""
    ring = new_ring()
    x, p, one, half = entry(ring, "x"), entry(ring, "p"), ring.constant(1), Fraction(1, 2)
    square = add(multiply(ring, x, x), scale(x, 2), one)
    assert raise_to(ring, square, half) == call(ring, "Abs", (add(x, one),))
    for inner in (add(p, scale(raise_to(ring, p, half), 2), one), add(p, raise_to(ring, p, -1), ring.constant(2))):
        root = raise_to(ring, inner, half)
        assert vanishes(ring, subtract(multiply(ring, root, root), inner))


@pytest.mark.parametrize("exponent", [-4, -2, 2, 4, 6])
def test_an_even_power_leaves_its_logarithm_as_a_square(exponent: int) -> None:
    """log x^4 = 2 log x^2; log x^2 is not 2 log x, where x may be negative."""
    ring = new_ring()
    x = entry(ring, "x")
    found = logarithm(ring, raise_to(ring, x, exponent))
    assert found == scale(logarithm(ring, raise_to(ring, x, 2)), Fraction(exponent, 2))
    assert found != scale(logarithm(ring, x), exponent)


def test_a_logarithm_is_factored_in_whole_powers_only() -> None:
    """log(p^2 + 2 p + 1) = 2 log(p + 1); p + p^(1/2) + 1 is not p + 2, nor has it factors."""
    ring = new_ring()
    p, one = entry(ring, "p"), ring.constant(1)
    assert logarithm(ring, add(multiply(ring, p, p), scale(p, 2), one)) == scale(logarithm(ring, add(p, one)), 2)
    root = raise_to(ring, p, Fraction(1, 2))
    found = logarithm(ring, add(p, root, one))
    assert vanishes(ring, subtract(exponential(ring, found), add(p, root, one)))
    assert found != logarithm(ring, add(p, ring.constant(2)))


def test_a_logarithm_is_split_over_positive_factors_only() -> None:
    """log(p^2 - 2 p + 1) is not 2 log(p - 1), as p may be below 1; a function of two arguments has no definition."""
    ring = new_ring()
    p, q, one = entry(ring, "p"), entry(ring, "q"), ring.constant(1)
    for left, right in ((add(p, one), subtract(p, one)), (subtract(p, one), subtract(p, one))):
        product = add(multiply(ring, left, right), p)
        assert logarithm(ring, subtract(product, p)) != add(logarithm(ring, left), logarithm(ring, right))
    assert call(ring, "log", (p, q)) != logarithm(ring, p)


def test_the_sign_of_a_quadratic_is_that_of_its_leading_term() -> None:
    """x^2 + x + 1 is positive; its opposite is not, nor is what may have either sign in front."""
    ring = new_ring()
    x, c, one = entry(ring, "x"), entry(ring, "c"), ring.constant(1)
    square = multiply(ring, x, x)
    quadratic = add(square, x, one)
    assert settled_sign(ring, quadratic) == POSITIVE
    assert settled_sign(ring, scale(quadratic, -1)) == UNKNOWN
    assert settled_sign(ring, add(multiply(ring, c, square), one)) == UNKNOWN
    assert settled_sign(ring, add(*(multiply(ring, c, term) for term in (square, x, one)))) == UNKNOWN
    assert settled_sign(ring, subtract(x, add(square, one))) == UNKNOWN


def test_sizes_are_opened_as_sums_of_one() -> None:
    """N^2 times a sum over i has three indices, and its body is that of the sum."""
    ring = new_ring()
    full = up_to(ring, "N")
    index = ring.fresh(full)
    counted = sum_over(ring, [ring.fresh(full)], ring.constant(1))
    ((size, _),) = next(iter(counted)).factors
    ring.sizes[size] = full
    total = multiply(ring, counted, sum_over(ring, [index], entry(ring, "x", index)))
    for times in (1, 2):
        ((mono, _),) = total.items()
        bound, body = prenex(ring, mono)
        assert [i.dim for i in bound] == [full] * (times + 1)
        assert sum_over(ring, bound, body) == total
        total = multiply(ring, total, counted)


def test_no_term_has_the_coefficient_zero() -> None:
    """The number 0 is the empty polynomial, however it comes about."""
    ring = new_ring()
    x = entry(ring, "x")
    assert ring.constant(0) == {} == scale(x, 0) == subtract(x, x)
    assert add(ring.constant(0), x) == x


def test_entries_are_found_in_every_kind_of_form() -> None:
    """Also below a function, an exponent, a binder, in a matrix and at an entry of its inverse."""
    ring = new_ring()
    full = up_to(ring, "N")
    i, j = ring.index("i", full), ring.index("j", full)
    x, y = entry(ring, "x", i), entry(ring, "y", j)
    bound = ring.fresh(full), ring.fresh(full)
    matrix = entry(ring, "A", *bound)
    forms: dict[str, tuple[Poly, set[str]]] = {
        "an entry": (x, {"x"}),
        "a delta": (delta(ring, i, j), set()),
        "a function": (call(ring, "f", (x, y)), {"x", "y"}),
        "an exponential": (exponential(ring, multiply(ring, x, y)), {"x", "y"}),
        "a reciprocal": (raise_to(ring, add(x, y), -1), {"x", "y"}),
        "a tower": (symbolic_power(ring, x, entry(ring, "n"), whole=True), {"x", "n"}),
        "a sum": (sum_over(ring, [i], multiply(ring, x, entry(ring, "z", i, j))), {"x", "z"}),
        "a product": (product_over(ring, [i], x), {"x"}),
        "a determinant": (determinant(ring, *bound, matrix), {"A"}),
        "an inverse": (inverse_entry(ring, (i, j), *bound, matrix), {"A", "inverse"}),
    }
    for name, (poly, expected) in forms.items():
        ((mono, _),) = poly.items()
        found = {
            e.tensor.name if isinstance(e, Entry) else "inverse" for a, _ in mono.factors for e in entries_in(a.form)
        }
        assert found == expected, name


def test_where_entries_stand() -> None:
    """At free indices, shifted ones and fixed places, not at bound ones; an inverse stands at its row and column."""
    ring = new_ring()
    full = up_to(ring, "N")
    i, j, bound = ring.index("i", full), ring.index("j", full), ring.fresh(full)
    ahead, third = shifted(ring, i, ring.constant(1)), ring.literal(3)
    body = multiply(ring, entry(ring, "x", bound, ahead), entry(ring, "y", bound))
    assert set(standing(add(entry(ring, "z", third), sum_over(ring, [bound], body)))) == {ahead, third}
    row, column = ring.fresh(full), ring.fresh(full)
    assert set(standing(inverse_entry(ring, (i, ahead), row, column, entry(ring, "A", row, column)))) == {i, ahead}
    assert j not in standing(delta(ring, i, j))


def test_indices_whose_meeting_is_a_zero() -> None:
    """x_i - x_j vanishes where i meets j; one of the two must be bound, both of one range."""
    ring = new_ring()
    full, other = up_to(ring, "N"), up_to(ring, "M")
    i, j, k = ring.index("i", full), ring.index("j", full), ring.index("k", other)
    gap = subtract(entry(ring, "x", i), entry(ring, "x", j))
    assert vanishes_at_coincidence(ring, gap, (i,)) == (i, j)
    assert vanishes_at_coincidence(ring, gap, (j,)) == (i, j)
    assert vanishes_at_coincidence(ring, gap, (i, j)) == (i, j)
    assert vanishes_at_coincidence(ring, gap, ()) is None
    assert vanishes_at_coincidence(ring, gap, (k,)) is None
    apart = subtract(entry(ring, "x", i), entry(ring, "x", k))
    assert vanishes_at_coincidence(ring, apart, (i, k)) is None
    assert vanishes_at_coincidence(ring, add(entry(ring, "x", i), entry(ring, "x", j)), (i, j)) is None


def test_a_delta_is_one_however_it_is_moved() -> None:
    """3 = t - 1 is 4 = t, i + 1 = j is i = j - 1, and 2 = 3 is nothing."""
    ring = new_ring()
    full, one = up_to(ring, "N"), ring.constant(1)
    i, j = ring.index("i", full), ring.index("j", full)
    before, after = shifted(ring, i, ring.constant(-1)), shifted(ring, i, one)
    assert delta(ring, ring.literal(3), before) == delta(ring, ring.literal(4), i) != delta(ring, ring.literal(3), i)
    assert delta(ring, after, ring.literal(3)) == delta(ring, ring.literal(2), i)
    assert delta(ring, after, j) == delta(ring, i, shifted(ring, j, ring.constant(-1))) != delta(ring, i, j)
    assert delta(ring, before, after) == delta(ring, ring.literal(2), ring.literal(3)) == {}
    assert delta(ring, i, i) == delta(ring, after, shifted(ring, i, one)) == one


def test_ranges_have_names_of_their_own() -> None:
    """One range for the same ends; the name that is given, or the ends; never that of another range."""
    ring = new_ring()
    one, size = ring.constant(1), entry(ring, "N")
    whole = range_from(ring, one, size, "rows")
    assert whole.name == "rows"
    assert range_from(ring, one, size) is whole
    assert range_from(ring, one, size, "others") is whole
    assert range_from(ring, ring.constant(2), size, "rows").name == "rows'"
    assert range_from(ring, ring.constant(3), size).name == "3..N + 2"
    assert range_from(ring, ring.constant(4), subtract(size, one)).name == "4..N + 2"


@pytest.mark.parametrize(
    ("sizes", "related"),
    [(("N",), False), (("N", "M"), False), (("N", "N"), True), (("N", "M", "N"), True), (("N", "M", "L"), False)],
)
def test_ranges_are_related_by_an_end(sizes: tuple[str, ...], related: bool) -> None:  # noqa: FBT001 -- a case
    """1..N and 2..N + 1 are; 1..N and 2..M + 1 are not, whatever lies between."""
    ring = new_ring()
    for number, size in enumerate(sizes, 1):
        _ = range_from(ring, ring.constant(number), entry(ring, size))
    assert are_related(ring) is related


def test_a_range_is_taken_apart_where_that_is_sound() -> None:
    """1..N + 8 is 1..N and eight places; nine are too many, and N - M may run backwards, so neither is taken apart."""
    ring = new_ring()
    one, size, other = ring.constant(1), entry(ring, "N"), entry(ring, "M")

    def apart(count: Poly) -> tuple[list[tuple[int, str]], list[tuple[int, str]]] | None:
        found = pieces(ring, range_from(ring, one, count))
        return found and ([(int(c), dim.name) for c, dim in found[0]], [(int(c), at.name) for c, at in found[1]])

    assert apart(add(size, ring.constant(8))) == ([(1, "1..N")], [(1, f"#N + {k}") for k in range(1, 9)])
    assert apart(add(size, ring.constant(-2))) == ([(1, "1..N")], [(-1, "#N - 1"), (-1, "#N")])
    assert apart(add(size, ring.constant(9))) is None
    assert apart(add(subtract(size, other), one)) is None
    assert apart(size) is None
