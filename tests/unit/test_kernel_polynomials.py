"""The arithmetic of the normal form: polynomials, powers, entries, deltas, signs, functions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from derive.kernel import (
    NONNEGATIVE,
    POSITIVE,
    UNKNOWN,
    Dim,
    Index,
    LimitReached,
    Limits,
    Poly,
    Ring,
    Undefined,
    add,
    call,
    delta,
    entry,
    exponential,
    freeze,
    logarithm,
    primitive,
    raise_to,
    rename,
    scale,
    sign_of_terms,
    subtract,
    symbolic_power,
)
from derive.kernel.known import is_nonzero, sign_of, vanishes_at_coincidence
from derive.kernel.nodes import integral, quotient
from derive.kernel.places import covers, least, lies_in
from derive.kernel.powers import factor_number, leading_term
from tests.polynomials import product_of

ring = Ring(
    limits=Limits(seconds=86_400),  # made when the tests are collected, long before they run
    traits={
        "p": frozenset({"positive"}),
        "q": frozenset({"nonnegative"}),
        "y": frozenset({"sign"}),
        "b": frozenset({"binary"}),
        "N": frozenset({"positive", "integer"}),
        "S": frozenset({"symmetric"}),
    },
)
a, c, p, q, y, b, N = (entry(ring, name) for name in ("a", "c", "p", "q", "y", "b", "N"))
one = ring.constant(1)
zero: Poly = {}
full = Dim("1..N", freeze(one), freeze(N), nonempty=True)
short = Dim("1..N - 1", freeze(one), freeze(subtract(N, one)), nonempty=False)
i, j, k = (ring.index(name, full) for name in "ijk")
other = ring.index("other", short)


def x(index: Index) -> Poly:
    """Return the entry of x at an index."""
    return entry(ring, "x", index)


times = partial(product_of, ring)


def power(poly: Poly, exponent: int | Fraction) -> Poly:
    """Return a power."""
    return raise_to(ring, poly, exponent)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

EQUAL: dict[str, tuple[Poly, Poly]] = {
    "(a + c)^2 is expanded": (power(add(a, c), 2), add(power(a, 2), scale(times(a, c), 2), power(c, 2))),
    "(a + c)(a - c) = a^2 - c^2": (times(add(a, c), subtract(a, c)), subtract(power(a, 2), power(c, 2))),
    "a / a = 1": (times(a, power(a, -1)), one),
    "(a + c) / (a + c) = 1": (times(add(a, c), power(add(a, c), -1)), one),
    "1 / (2 a + 2 c) = 1/2 / (a + c)": (
        power(scale(add(a, c), 2), -1),
        scale(power(add(a, c), -1), HALF),
    ),
    "1 / (a - c) = -1 / (c - a)": (power(subtract(a, c), -1), scale(power(subtract(c, a), -1), -1)),
    "the root of 8 is 2 times the root of 2": (power(ring.constant(8), HALF), scale(power(ring.constant(2), HALF), 2)),
    "roots of 2 and 3 multiply": (
        times(power(ring.constant(2), HALF), power(ring.constant(3), HALF)),
        power(ring.constant(6), HALF),
    ),
    "the root of a square is an absolute value": (power(power(a, 2), HALF), call(ring, "Abs", (a,))),
    "the root of p^2 is p": (power(power(p, 2), HALF), p),
    "the root of p c splits off p": (power(times(p, c), HALF), times(power(p, HALF), power(c, HALF))),
    "|a|^2 = a^2": (power(call(ring, "Abs", (a,)), 2), power(a, 2)),
    "|a|^3 = a^2 |a|": (power(call(ring, "Abs", (a,)), 3), times(power(a, 2), call(ring, "Abs", (a,)))),
    "|-a c| = |a| |c|": (
        call(ring, "Abs", (scale(times(a, c), -1),)),
        times(call(ring, "Abs", (a,)), call(ring, "Abs", (c,))),
    ),
    "y^2 = 1": (power(y, 2), one),
    "1 / y = y": (power(y, -1), y),
    "y^3 = y": (power(y, 3), y),
    "b^5 = b": (power(b, 5), b),
    "delta is symmetric": (delta(ring, i, j), delta(ring, j, i)),
    "delta^2 = delta": (power(delta(ring, i, j), 2), delta(ring, i, j)),
    "delta_ii = 1": (delta(ring, i, i), one),
    "delta_23 = 0": (delta(ring, ring.literal(2), ring.literal(3)), zero),
    "delta_ij x_j = delta_ij x_i": (times(delta(ring, i, j), x(j)), times(delta(ring, i, j), x(i))),
    "S_ij = S_ji": (entry(ring, "S", i, j), entry(ring, "S", j, i)),
    "e^a e^c = e^(a + c)": (times(exponential(ring, a), exponential(ring, c)), exponential(ring, add(a, c))),
    "e^(3 log p) = p^3": (exponential(ring, scale(logarithm(ring, p), 3)), power(p, 3)),
    "e^log(a + c) = a + c": (exponential(ring, logarithm(ring, add(a, c))), add(a, c)),
    "log(p c) = log p + log c": (logarithm(ring, times(p, c)), add(logarithm(ring, p), logarithm(ring, c))),
    "log e^a = a": (logarithm(ring, exponential(ring, a)), a),
    "log 1 = 0": (logarithm(ring, one), zero),
    "log 12 = 2 log 2 + log 3": (
        logarithm(ring, ring.constant(12)),
        add(scale(logarithm(ring, ring.constant(2)), 2), logarithm(ring, ring.constant(3))),
    ),
    "tanh is odd": (call(ring, "tanh", (scale(a, -1),)), scale(call(ring, "tanh", (a,)), -1)),
    "sigmoid(a) + sigmoid(-a) = 1": (
        add(call(ring, "sigmoid", (a,)), call(ring, "sigmoid", (scale(a, -1),))),
        one,
    ),
    "cosh^2 - sinh^2 = 1": (
        subtract(power(call(ring, "cosh", (a,)), 2), power(call(ring, "sinh", (a,)), 2)),
        one,
    ),
    "softplus(a) - softplus(-a) = a": (
        subtract(call(ring, "softplus", (a,)), call(ring, "softplus", (scale(a, -1),))),
        a,
    ),
    "a^N a = a^(N + 1)": (
        times(symbolic_power(ring, a, N, whole=True), a),
        symbolic_power(ring, a, add(N, one), whole=True),
    ),
    "(a c)^N = a^N c^N": (
        symbolic_power(ring, times(a, c), N, whole=True),
        times(symbolic_power(ring, a, N, whole=True), symbolic_power(ring, c, N, whole=True)),
    ),
    "((-1)^N)^2 = 1": (power(symbolic_power(ring, ring.constant(-1), N, whole=True), 2), one),
    "0^N = 0": (symbolic_power(ring, zero, N, whole=True), zero),
    "4^N = (2^N)^2": (
        symbolic_power(ring, ring.constant(4), N, whole=True),
        power(symbolic_power(ring, ring.constant(2), N, whole=True), 2),
    ),
}


@pytest.mark.parametrize("case", EQUAL)
def test_equal_expressions_are_the_same_object(case: str) -> None:
    """Both ways to write a polynomial end in one normal form."""
    left, right = EQUAL[case]
    assert left == right


DIFFERENT: dict[str, tuple[Poly, Poly]] = {
    "the root of a^2 is not a": (power(power(a, 2), HALF), a),
    "the root of a c does not split": (power(times(a, c), HALF), times(power(a, HALF), power(c, HALF))),
    "the cube root of a^3 is not a": (power(power(a, 3), THIRD), a),
    "log(a c) does not split": (logarithm(ring, times(a, c)), add(logarithm(ring, a), logarithm(ring, c))),
    "log a^2 is not 2 log a": (logarithm(ring, power(a, 2)), scale(logarithm(ring, a), 2)),
    "y is not 1": (y, one),
    "1 / b is not b": (power(b, -1), b),
    "b^(1/2) c^(1/2) is not (b c)": (power(times(b, c), HALF), times(b, c)),
    "|a|^3 is not a^3": (power(call(ring, "Abs", (a,)), 3), power(a, 3)),
    "x_i is not x_j": (x(i), x(j)),
    "delta moves no index of another range": (
        times(delta(ring, i, other), x(i)),
        times(delta(ring, i, other), x(other)),
    ),
    "((-1)^N)^(1/2) is not (-1)^N": (
        symbolic_power(ring, ring.constant(-1), scale(N, HALF), whole=True),
        symbolic_power(ring, ring.constant(-1), N, whole=True),
    ),
    "((-1)^N)^(3/2) is not ((-1)^N)^(1/2)": (
        symbolic_power(ring, ring.constant(-1), scale(N, Fraction(3, 2)), whole=True),
        symbolic_power(ring, ring.constant(-1), scale(N, HALF), whole=True),
    ),
    "(a + c)^N is not a^N + c^N": (
        symbolic_power(ring, add(a, c), N, whole=True),
        add(symbolic_power(ring, a, N, whole=True), symbolic_power(ring, c, N, whole=True)),
    ),
}


@pytest.mark.parametrize("case", DIFFERENT)
def test_different_expressions_stay_different(case: str) -> None:
    """What holds under a condition only is not rewritten without it."""
    left, right = DIFFERENT[case]
    assert subtract(left, right) != zero


UNDEFINED: dict[str, Callable[[], object]] = {
    "1 / 0": lambda: power(zero, -1),
    "the root of -1": lambda: power(ring.constant(-1), HALF),
    "log 0": lambda: logarithm(ring, zero),
    "log -1": lambda: logarithm(ring, ring.constant(-1)),
    "0^a": lambda: symbolic_power(ring, zero, a, whole=True),
}


@pytest.mark.parametrize("case", UNDEFINED)
def test_what_has_no_value_is_said(case: str) -> None:
    """Nothing is invented for an expression without a value."""
    with pytest.raises(Undefined):
        _ = UNDEFINED[case]()


def test_a_power_of_absurd_length_meets_a_limit() -> None:
    """A number of a million digits is not computed."""
    with pytest.raises(LimitReached) as met:
        _ = power(ring.constant(3), 10**7)
    assert met.value.limit == "binary digits of a number"


def test_steps_are_counted() -> None:
    """A large power of a sum ends in good order."""
    small = Ring(limits=Limits(steps=1000))
    with pytest.raises(LimitReached) as met:
        _ = raise_to(small, add(entry(small, "a"), entry(small, "c")), 10**6)
    assert met.value.limit == "steps"


def test_primitive_part_has_no_content_and_a_sign() -> None:
    """-2 a c + 4 a = 2 a (2 - c) up to the sign that the primitive part keeps for itself."""
    poly = add(scale(times(a, c), -2), scale(a, 4))
    content, mono, rest = primitive(ring, poly)
    assert abs(content) == 2
    assert {mono: 1} == a
    assert scale(times({mono: 1}, rest), content) == poly


NUMBERS = {1: [], 7: [(7, 1)], Fraction(12, 5): [(2, 2), (3, 1), (5, -1)]}


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_are_factored(number: int | Fraction) -> None:
    """A positive rational is a product of primes with whole exponents."""
    assert factor_number(number) == NUMBERS[number]


def test_integral_values_are_integers() -> None:
    """A fraction of denominator 1 is an `int`; a quotient is exact."""
    assert (integral(Fraction(6, 3)), quotient(6, 3), quotient(1, 3)) == (2, 2, THIRD)


def test_the_leading_term_does_not_depend_on_names() -> None:
    """Where only index names could decide, there is no leading term."""
    assert leading_term(ring, freeze(subtract(x(i), x(j)))) is None
    lead = leading_term(ring, freeze(add(one, x(i))))
    assert lead is not None
    assert {lead[0]: lead[1]} == x(i)


def test_renaming_is_simultaneous() -> None:
    """Exchanging two indices is one step."""
    poly = times(x(i), entry(ring, "z", j))
    assert rename(ring, poly, {i: j, j: i}) == times(x(j), entry(ring, "z", i))


SIGNS: dict[str, tuple[Poly, int]] = {
    "p": (p, POSITIVE),
    "q": (q, NONNEGATIVE),
    "a": (a, UNKNOWN),
    "a^2": (power(a, 2), NONNEGATIVE),
    "a^3": (power(a, 3), UNKNOWN),
    "-p": (scale(p, -1), UNKNOWN),
    "p + a^2": (add(p, power(a, 2)), POSITIVE),
    "q + a^2": (add(q, power(a, 2)), NONNEGATIVE),
    "p - q": (subtract(p, q), UNKNOWN),
    "e^a": (exponential(ring, a), POSITIVE),
    "|a|": (call(ring, "Abs", (a,)), NONNEGATIVE),
    "the root of a": (power(a, HALF), NONNEGATIVE),
    "a times the root of a": (times(a, power(a, HALF)), UNKNOWN),
    "b": (b, NONNEGATIVE),
    "y": (y, UNKNOWN),
    "p q": (times(p, q), NONNEGATIVE),
    "p a": (times(p, a), UNKNOWN),
    "1": (one, POSITIVE),
    "-1": (ring.constant(-1), UNKNOWN),
    "p (1 + e^a)": (add(p, times(p, exponential(ring, a))), POSITIVE),
}


@pytest.mark.parametrize("case", SIGNS)
def test_signs(case: str) -> None:
    """What is known of a sign holds for every value, and no more is claimed."""
    poly, sign = SIGNS[case]
    assert sign_of(ring, poly) == sign
    assert sign_of_terms(ring, freeze(poly)) <= sign


NONZERO: dict[str, tuple[Poly, bool]] = {
    "p": (p, True),
    "-p": (scale(p, -1), True),
    "y": (y, True),
    "a": (a, False),
    "q": (q, False),
    "a^2 + 1": (add(power(a, 2), one), True),
    "a^2 - 1": (subtract(power(a, 2), one), False),
    "0": (zero, False),
}


@pytest.mark.parametrize("case", NONZERO)
def test_what_cannot_vanish(case: str) -> None:
    """Signs, positive values and y = +-1 are never zero."""
    poly, known = NONZERO[case]
    assert is_nonzero(ring, poly) is known


def test_a_difference_vanishes_where_its_indices_meet() -> None:
    """x_i - x_j is zero at i = j, which a sum over both includes; x_i - z_j need not be."""
    assert vanishes_at_coincidence(ring, subtract(x(i), x(j)), (i, j)) == (i, j)
    assert vanishes_at_coincidence(ring, subtract(x(i), entry(ring, "z", j)), (i, j)) is None
    assert vanishes_at_coincidence(ring, subtract(x(i), x(j)), ()) is None


def test_assumed_signs_hold_for_other_names_but_not_for_the_statements_own_index() -> None:
    """x_i > 0 for every i says something of x_j; needed at one index of the statement, it says nothing of others."""
    fresh = Ring()
    count = entry(fresh, "N")
    dim = Dim("1..N", freeze(fresh.constant(1)), freeze(count), nonempty=True)
    here, there = fresh.index("i", dim), fresh.index("j", dim)
    fresh.positive.append((freeze(entry(fresh, "x", here)), True))
    assert sign_of(fresh, entry(fresh, "x", there)) == POSITIVE
    fresh.own.add(here)
    assert sign_of(fresh, entry(fresh, "x", here)) == POSITIVE
    assert sign_of(fresh, entry(fresh, "x", there)) == UNKNOWN


PLACES = {
    "0 in 1..N": (0, full, False),
    "1 in 1..N": (1, full, True),
    "2 in 1..N": (2, full, None),
    "1 in 1..N-1": (1, short, None),
    "-3 in 1..N-1": (-3, short, False),
}


@pytest.mark.parametrize("case", PLACES)
def test_whether_a_number_lies_in_a_range(case: str) -> None:
    """At every size, at none, or as the sizes have it."""
    value, dim, known = PLACES[case]
    assert lies_in(ring, ring.literal(value), dim) is known


def test_the_least_value_of_a_count() -> None:
    """Sizes are at least 1, so 2 N + 3 is at least 5, and -N has no least value."""
    assert least(ring, add(scale(N, 2), ring.constant(3))) == 5
    assert least(ring, scale(N, -1)) is None


def test_an_index_covers_its_range_only() -> None:
    """A moving index takes the values of its range, and of no other."""
    found = [covers(ring, i, index) for index in (j, other, ring.literal(1), ring.literal(0), ring.literal(9))]
    assert found == [True, True, True, False, False]
    assert covers(ring, other, i) is False


DERIVED = [exponential(ring, a), power(add(a, c), -1), power(a, HALF), logarithm(ring, p)]


@pytest.mark.parametrize("poly", DERIVED)
def test_addition_cancels(poly: Poly) -> None:
    """What is subtracted from itself is the empty polynomial."""
    assert subtract(poly, poly) == zero
