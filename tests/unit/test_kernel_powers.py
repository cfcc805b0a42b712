"""Powers in the kernel: numbers, roots, reciprocals, and which term of a polynomial leads."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from derive.kernel import (
    LimitReached,
    Limits,
    Poly,
    Ring,
    Undefined,
    add,
    call,
    entry,
    exponential,
    freeze,
    logarithm,
    multiply,
    primitive,
    raise_to,
    scale,
    subtract,
    symbolic_power,
)
from derive.kernel.polynomials import power_of_number
from derive.kernel.powers import leading_term
from tests.polynomials import product_of

ring = Ring(
    limits=Limits(seconds=86_400),  # made when the tests are collected, long before they run
    traits={"p": frozenset({"positive"}), "q": frozenset({"nonnegative"}), "c": frozenset({"complex"})},
)
a, b, c, p, q = (entry(ring, name) for name in "abcpq")
one, two = ring.constant(1), ring.constant(2)
HALF = Fraction(1, 2)
times = partial(product_of, ring)


def power(poly: Poly, exponent: int | Fraction) -> Poly:
    """Return a power."""
    return raise_to(ring, poly, exponent)


@pytest.mark.parametrize(("base", "exponent"), [(1, 10**9), (-1, 10**9), (-1, 10**9 + 1)])
def test_ones_have_every_power(base: int, exponent: int) -> None:
    """The length of a power of 1 or -1 is no reason to refuse it."""
    assert power_of_number(base, exponent) == (-1 if base < 0 and exponent % 2 else 1)


@pytest.mark.parametrize(("base", "exponent"), [(2**1000, 1000), (Fraction(1, 2**1000), 1000), (-(2**1000), -1000)])
def test_long_numbers_to_long_powers_are_refused(base: int | Fraction, exponent: int) -> None:
    """The length of the result counts, which is that of the base times the exponent."""
    with pytest.raises(LimitReached):
        _ = power_of_number(base, exponent)
    assert power_of_number(base, 2) == base * base


def test_powers_of_whole_numbers_are_whole() -> None:
    """They are `int`, and a fraction only where it must be one."""
    assert [type(power_of_number(base, n)) for base, n in ((2, 3), (Fraction(1, 2), -3), (2, -3))] == [
        int,
        int,
        Fraction,
    ]


@pytest.mark.parametrize("factor", [3, -3, HALF])
def test_an_assumed_sign_is_the_sign_of_the_primitive_part(factor: int | Fraction) -> None:
    """With b - a > 0, the primitive part of f (b - a) is b - a, and the content is f."""
    own = Ring()
    gap = subtract(entry(own, "b"), entry(own, "a"))
    for given in (gap, scale(gap, 2)):
        own.positive[:] = [(freeze(given), True)]
        assert primitive(own, scale(gap, factor)) == (factor, own.one, gap)


@pytest.mark.parametrize("whole", [1, 2, 3])
def test_a_root_of_a_number_is_split_into_whole_and_rest(whole: int) -> None:
    """2^(n + 1/2) = 2^n 2^(1/2), and its square is 2^(2n + 1)."""
    root = power(two, whole + HALF)
    assert root == scale(power(two, HALF), 2**whole)
    assert times(root, root) == ring.constant(2 ** (2 * whole + 1))


@pytest.mark.parametrize("base", [add(p, q), add(one, exponential(ring, a))], ids=["p + q", "1 + e^a"])
def test_a_root_of_a_sum_is_split_into_whole_and_rest(base: Poly) -> None:
    """P^(3/2) = P P^(1/2), and P^(1/2) P^(1/2) = P, beside other factors too."""
    assert power(base, 1 + HALF) == times(base, power(base, HALF))
    assert times(b, power(base, HALF), power(base, HALF)) == times(b, base)


def test_the_reciprocals_of_a_variable_and_of_it_plus_one_part() -> None:
    """1 / (a (2 + 3 a)) = 1 / (2 a) - 3 / (2 (2 + 3 a)), whatever its power."""
    below = add(two, scale(a, 3))
    parted = subtract(scale(power(a, -1), HALF), scale(power(below, -1), Fraction(3, 2)))
    assert times(power(a, -1), power(below, -1)) == parted
    assert times(power(a, -2), power(below, -1)) == times(power(a, -1), parted)


def test_what_stands_above_a_reciprocal_is_divided_by_it() -> None:
    """a / (b + a) and 1 - b / (b + a) are one; a^2 / (b + a) is a - b + b^2 / (b + a)."""
    below = power(add(a, b), -1)
    assert times(a, below) == subtract(one, times(b, below))
    assert times(a, a, below) == add(subtract(a, b), times(b, b, below))


def test_positive_numbers_do_not_lead() -> None:
    """Of p + a the unknown a leads, so that p, which is like a number, remains; in a + a b p it is neither 1 nor p."""
    for unit in (p, exponential(ring, b), exponential(ring, p)):
        lead = leading_term(ring, freeze(add(unit, a)))
        assert lead is not None
        assert {lead[0]: lead[1]} == a


def test_a_leading_term_divides_no_other() -> None:
    """In a + a b the longer one leads: rewriting by a would find a again in a b."""
    lead = leading_term(ring, freeze(add(scale(a, 5), scale(times(a, b), 7))))
    assert lead is not None
    assert {lead[0]: lead[1]} == scale(times(a, b), 7)


def test_a_leading_term_has_no_denominator() -> None:
    """Of a + 1 / b the term a leads; 1 / a + 1 / b has none."""
    lead = leading_term(ring, freeze(add(a, power(b, -1))))
    assert lead is not None
    assert {lead[0]: lead[1]} == a
    assert leading_term(ring, freeze(add(power(a, -1), power(b, -1)))) is None
    assert leading_term(ring, freeze(a)) is None


def test_the_logarithm_of_a_power_of_what_is_not_negative() -> None:
    """log (q + a^2)^-2 = -2 log (q + a^2): the base is not negative, and where it is 0 neither side has a value."""
    base = add(q, power(a, 2))
    assert logarithm(ring, power(base, -2)) == scale(logarithm(ring, base), -2)
    assert logarithm(ring, power(base, -HALF)) == scale(logarithm(ring, base), -HALF)


def test_the_root_of_a_negative_number_has_no_value_beside_other_factors() -> None:
    """(-4 p)^(1/2) is not 2 i p^(1/2): there are real numbers only."""
    with pytest.raises(Undefined):
        _ = power(scale(p, -4), HALF)


def test_absolute_values_leave_a_root_one_by_one() -> None:
    """The root of a^2 b^2 p is |a| |b| p^(1/2), that of a^4 b is a^2 b^(1/2)."""
    size_a, size_b = call(ring, "Abs", (a,)), call(ring, "Abs", (b,))
    assert power(times(power(a, 2), power(b, 2), p), HALF) == times(size_a, size_b, power(p, HALF))
    assert power(times(power(a, 4), b), HALF) == times(power(a, 2), power(b, HALF))


def test_the_root_of_a_square_of_a_complex_number_stays() -> None:
    """(c^2)^(1/2) is |c| for real c only."""
    root = power(power(c, 2), HALF)
    assert root != call(ring, "Abs", (c,))
    assert times(root, root) == power(c, 2)


@pytest.mark.parametrize("factor", [3, -3, Fraction(2, 3), Fraction(-2, 3)])
def test_numbers_leave_reciprocals(factor: int | Fraction) -> None:
    """1 / (f P) = (1 / f) (1 / P), for every number f and each sign of P."""
    base = add(scale(a, 4), scale(b, -6))
    assert power(scale(base, factor), -1) == scale(power(base, -1), Fraction(1) / factor)
    assert power(scale(base, factor), -2) == scale(power(base, -2), (Fraction(1) / factor) ** 2)


def test_common_factors_leave_reciprocals() -> None:
    """1 / (a^2 b - a b^2) = 1 / (a b (a - b)), and 1 / (a + 1 / a) = a / (a^2 + 1)."""
    assert power(subtract(times(a, a, b), times(a, b, b)), -1) == times(
        power(times(a, b), -1), power(subtract(a, b), -1)
    )
    assert power(add(a, power(a, -1)), -1) == times(a, power(add(power(a, 2), one), -1))


def test_symbolic_powers_of_numbers_multiply() -> None:
    """6^a = 2^a 3^a, and 2^a 2^-a = 1."""
    of = lambda base, exponent: symbolic_power(ring, ring.constant(base), exponent, whole=False)  # noqa: E731
    assert of(6, a) == times(of(2, a), of(3, a))
    assert times(of(2, a), of(2, scale(a, -1))) == one


@pytest.mark.parametrize("exponent", range(-4, 5))
def test_powers_of_a_sign_that_alternates(exponent: int) -> None:
    """((-1)^N)^k is 1 for even k, and (-1)^N for odd, beside other factors too."""
    own = Ring(traits={"N": frozenset({"positive", "integer"})})
    sign = symbolic_power(own, own.constant(-1), entry(own, "N"), whole=True)
    found = raise_to(own, sign, exponent)
    assert found == (sign if exponent % 2 else own.constant(1))
    assert multiply(own, found, multiply(own, sign, entry(own, "a"))) == multiply(
        own, own.constant(1) if exponent % 2 else sign, entry(own, "a")
    )


def test_a_root_of_a_sum_to_an_absurd_power_meets_a_limit() -> None:
    """Its whole part would be multiplied out."""
    with pytest.raises(LimitReached) as met:
        _ = power(add(p, q), 10**7 + HALF)
    assert met.value.limit == "steps"


@pytest.mark.parametrize("exponent", [2, -2, 4, 6])
def test_the_logarithm_of_an_even_power_keeps_the_square(exponent: int) -> None:
    """log(a^4) is 2 log(a^2), whatever the sign of a; the exponential gives the power back."""
    own = Ring()
    a = entry(own, "a")
    found = logarithm(own, raise_to(own, a, exponent))
    assert found == scale(logarithm(own, raise_to(own, a, 2)), exponent // 2)
    assert exponential(own, found) == raise_to(own, a, exponent)
