"""The numbers of the second opinion: exact values, balls, residues and degrees, each against an oracle."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from derive.recheck.fields import FUNCTIONS, Degrees, Reals, Residues, as_number
from derive.recheck.values import (
    Affine,
    Degree,
    Dual,
    ImpreciseError,
    NotEvaluableError,
    NotModularError,
    P,
    Q,
    Residue,
    UndefinedError,
    Value,
    residue,
)

rationals = st.fractions(max_denominator=20, min_value=-20, max_value=20).map(
    lambda q: fmpq(q.numerator, q.denominator)
)
real, modular = Reals(), Residues()
BALL = arb(0, 1)  # somewhere between -1 and 1


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_has_its_value(name: str) -> None:
    """At 3/7, a ball around what mpmath computes."""
    with mpmath.workdps(40), ctx.workprec(150):
        oracle = getattr(mpmath, name)(mpmath.mpf(3) / 7)
        assert abs(real.function(name, fmpq(3, 7)) - arb(mpmath.nstr(oracle, 35))) < arb(10) ** -30


CONSTANTS = {"pi": "pi", "E": "e", "EulerGamma": "euler", "Catalan": "catalan"}


@pytest.mark.parametrize("name", CONSTANTS)
def test_every_constant_has_its_value(name: str) -> None:
    """A ball around what mpmath computes."""
    with mpmath.workdps(40), ctx.workprec(150):
        assert abs(real.constant(name) - arb(mpmath.nstr(+getattr(mpmath, CONSTANTS[name]), 35))) < arb(10) ** -30


def test_what_is_no_constant_is_refused() -> None:
    """A name that is not known has no value; e alone has a residue."""
    with pytest.raises(NotEvaluableError):
        _ = real.constant("GoldenRatio")
    with pytest.raises(NotModularError):
        _ = modular.constant("pi")
    assert (modular.constant("E") - modular.function("exp", fmpq(1))).p == 0


@pytest.mark.parametrize("name", ["sin", "tan", "sinh", "tanh", "asin", "atan", "erf", "exp", "cos", "cosh"])
def test_values_at_zero_are_exact(name: str) -> None:
    """What an assumption compares with 0 or 1 is no ball."""
    value = real.function(name, fmpq(0))
    assert isinstance(value, fmpq)
    assert float(value) == pytest.approx(float(getattr(mpmath, name)(0)))


@pytest.mark.parametrize("name", ["log", "acos", "loggamma"])
def test_values_at_one_are_exact(name: str) -> None:
    """Likewise at 1, where these are 0."""
    assert real.function(name, fmpq(1)) == fmpq(0)
    assert isinstance(real.function(name, fmpq(1)), fmpq)


OUTSIDE = {"log 0": ("log", 0), "log -1": ("log", -1), "gamma 0": ("gamma", 0), "digamma -2": ("digamma", -2)}


@pytest.mark.parametrize("case", OUTSIDE)
def test_a_function_has_no_value_outside_of_its_domain(case: str) -> None:
    """At an exact number that is known; for a ball that only touches the edge it is not."""
    name, at = OUTSIDE[case]
    with pytest.raises(UndefinedError):
        _ = real.function(name, fmpq(at))
    with pytest.raises(ImpreciseError):
        _ = real.function(name, arb(at, 1))


def test_the_logarithm_of_a_negative_ball_has_no_value() -> None:
    """A ball that lies below 0 as a whole is outside."""
    with pytest.raises(UndefinedError):
        _ = real.function("log", arb(-5, 1))
    assert real.function("log", arb(5, 1)) > 0


@given(rationals)
def test_signs_of_exact_numbers(x: fmpq) -> None:
    """-1, 0 or 1, and the same of a dual number away from 0."""
    sign = (x > 0) - (x < 0)
    assert real.sign(x) == sign
    assert modular.sign(x) == sign
    assert real.sign(Dual(x, fmpq(0), 1)) == sign


def test_signs_of_balls_and_of_moving_numbers() -> None:
    """A ball around 0 does not tell; a value that leaves 0 has no sign that a derivative could use; no residue has."""
    assert [real.sign(arb(2, 1)), real.sign(arb(-2, 1)), real.sign(arb(0))] == [1, -1, 0]
    with pytest.raises(ImpreciseError):
        _ = real.sign(BALL)
    with pytest.raises(UndefinedError):
        _ = real.sign(Dual(fmpq(0), fmpq(1), 1))
    with pytest.raises(UndefinedError):
        _ = real.sign(Dual(fmpq(0), Dual(fmpq(0), fmpq(1), 1), 2))
    assert real.sign(Dual(fmpq(0), Dual(fmpq(0), fmpq(0), 1), 2)) == 0
    with pytest.raises(NotModularError):
        _ = modular.sign(Residue(3, 3))


@given(rationals.filter(lambda x: x > 0), st.integers(1, 4), st.integers(-3, 3))
def test_roots_of_powers_are_exact(x: fmpq, index: int, times: int) -> None:
    """(x^n)^(m/n) = x^m, as a rational number, in both kinds of arithmetic."""
    whole = x**index
    for field in (real, modular):
        found = field.power(whole, fmpq(times, index))
        assert isinstance(found, fmpq)
        assert found == x**times


def test_roots_that_are_not_rational() -> None:
    """2^(1/2) and (2/9)^(3/2) are balls around the right place, and have no residue."""
    with ctx.workprec(200):
        for base, exponent in (
            (fmpq(2), fmpq(1, 2)),
            (fmpq(2, 9), fmpq(3, 2)),
            (fmpq(4), fmpq(-1, 3)),
            (fmpq(1, 2), fmpq(1, 2)),
        ):
            found = real.power(base, exponent)
            assert isinstance(found, arb)
            assert abs(found ** int(exponent.q) - base ** int(exponent.p)) < arb(2) ** -150
            with pytest.raises(NotModularError):
                _ = modular.power(base, exponent)


@pytest.mark.parametrize("exponent", [fmpq(1, 3), fmpq(1, 2), fmpq(-1, 2), arb(0.3)])
def test_a_negative_number_has_no_root(exponent: Value) -> None:
    """Also where an odd root could be meant: powers are real powers."""
    with pytest.raises(UndefinedError):
        _ = real.power(fmpq(-8), exponent)
    with pytest.raises((NotModularError, UndefinedError)):
        _ = modular.power(fmpq(-8), exponent)


def test_powers_of_zero() -> None:
    """0^(1/2) = 0, 0^0 = 1, and 0^-1 and 0^(-1/2) have no value; for a ball around 0 nothing is known."""
    zero = fmpq(0)
    assert (real.power(zero, fmpq(1, 2)), real.power(zero, zero)) == (0, 1)
    for exponent in (fmpq(-1), fmpq(-1, 2)):
        with pytest.raises(UndefinedError):
            _ = real.power(zero, exponent)
    for exponent in (fmpq(-1), fmpq(1, 2)):
        with pytest.raises(ImpreciseError):
            _ = real.power(BALL, exponent)


def test_powers_with_a_ball_in_the_exponent() -> None:
    """2^pi, and its derivatives by base and by exponent: y x^(y-1) and x^y log x."""
    with ctx.workprec(200):
        pi, tiny = real.constant("pi"), arb(2) ** -150
        power = real.power(fmpq(2), pi)
        assert abs(real.function("log", power) - pi * real.function("log", fmpq(2))) < tiny
        by_base = real.power(Dual(fmpq(2), fmpq(1), 1), pi).slope
        assert abs(by_base - pi * power / 2) < tiny
        by_exponent = real.power(fmpq(2), Dual(pi, fmpq(1), 1)).slope
        assert abs(by_exponent - power * real.function("log", fmpq(2))) < tiny


@pytest.mark.parametrize("exponent", [0, 1, 2, 5, -1, -3])
def test_integer_powers_of_moving_numbers(exponent: int) -> None:
    """(x^n)' = n x^(n-1), exactly; x^0 has no slope, also at 0."""
    power = real.power(Dual(fmpq(3), fmpq(7), 1), fmpq(exponent))
    assert (power.value, power.slope) == (fmpq(3) ** exponent, 7 * exponent * fmpq(3) ** (exponent - 1))
    at_zero = real.power(Dual(fmpq(0), fmpq(1), 1), fmpq(0))
    assert (at_zero.value, at_zero.slope) == (1, 0)


def test_the_derivative_of_a_function_without_one_is_refused() -> None:
    """Of digamma none is known here."""
    with pytest.raises(NotEvaluableError):
        _ = real.function("digamma", Dual(fmpq(1, 2), fmpq(1), 1))


@given(rationals, rationals.filter(bool), st.integers(-4, 4))
def test_residues_compute_as_numbers_do(x: fmpq, y: fmpq, n: int) -> None:
    """Modulo both primes: the four operations from either side, and powers."""
    one = residue(1)
    a, b = one * x, one * y
    for modular_value, exact in (
        (a + y, x + y),
        (x - b, x - y),
        (a * b, x * y),
        (a / b, x / y),
        (x / b, x / y),
        (b**n, y**n),
    ):
        difference = modular_value - exact
        assert (difference.p, difference.q) == (0, 0)
    assert (one * P).p == 0
    assert (one * Q).q == 0


def test_what_came_out_of_an_exponential_has_one_modulus() -> None:
    """Sums, products, reciprocals and powers with it have one too, and it is zero where that vanishes."""
    e = modular.function("exp", fmpq(2))
    two = residue(2)
    assert [v.q for v in (e, e + two, two + e, e * two, two * e, 1 / e, e**3)] == [None] * 7
    assert (e - e).is_zero() is True
    assert e.is_zero() is False
    assert Residue(0, 1).is_zero() is False
    assert Residue(1, 0).is_zero() is False
    assert ((1 / e) * e - 1).p == 0
    assert (e**-2 * e**2 - 1).p == 0


@pytest.mark.parametrize("zero", [Residue(0, 0), Residue(0, 5), Residue(5, 0), Residue(0, None)])
def test_what_may_be_zero_has_no_reciprocal(zero: Residue) -> None:
    """One prime that divides is enough: the quotient is not known modulo both."""
    with pytest.raises(UndefinedError):
        _ = 1 / zero


def test_hyperbolic_functions_modulo_a_prime() -> None:
    """cosh^2 - sinh^2 = 1, tanh = sinh / cosh, and both have their parity."""
    x = fmpq(5, 3)
    sinh, cosh, tanh = (modular.function(name, x) for name in ("sinh", "cosh", "tanh"))
    assert (cosh * cosh - sinh * sinh - 1).p == 0
    assert (sinh / cosh - tanh).p == 0
    assert (modular.function("sinh", -x) + sinh).p == 0
    assert (modular.function("cosh", -x) - cosh).p == 0
    assert (cosh + sinh - modular.function("exp", x)).p == 0


def test_degrees_bound_what_they_count() -> None:
    """Functions, constants, roots, quotients and negative powers; a number counts as none."""
    x, f = Degree(2, 1), Degrees()
    for value, over, under in (
        (f.function("exp", x), 3, 3),
        (f.function("tanh", x), 12, 12),
        (f.function("exp", Degree(0, 0)), 1, 1),
        (f.plain("exp", fmpq(3)), 1, 1),
        (f.constant("E"), 1, 1),
        (f.power(x, fmpq(3)), 6, 3),
        (f.power(x, fmpq(-2)), 2, 4),
        (f.root(x, fmpq(1, 2)), 2, 1),
        (x + 1, 2, 1),
        (x + Degree(3, 0), 4, 1),
        (x + Degree(0, 4), 6, 5),
        (x * 5, 2, 1),
        (1 / x, 1, 2),
        (x / Degree(1, 3), 5, 2),
    ):
        assert (value.over, value.under) == (over, under)
    assert f.constant("pi") == 0
    assert f.power(fmpq(2), fmpq(3)) == 8


def test_linear_forms_divide_by_constants_only() -> None:
    """(6 + 2 x) / 2 = 3 + x, and a constant form is a number."""
    x = Affine(fmpq(6), {"x": fmpq(2)})
    half = x / 2
    assert (half.constant, half.slopes) == (3, {"x": 1})
    assert (x * Affine(fmpq(3), {})).slopes == {"x": 6}
    assert (Affine(fmpq(3), {}) * x).constant == 18
    assert (2 / Affine(fmpq(4), {})).constant == fmpq(1, 2)


def test_derivatives_of_quotients() -> None:
    """(1 / x)' = -1 / x^2, and of x / y by both, in two levels."""
    x, y = Dual(fmpq(2), fmpq(1), 1), Dual(fmpq(3), fmpq(1), 2)
    assert (1 / x).slope == fmpq(-1, 4)
    quotient = x / y
    assert quotient.value.slope == fmpq(1, 3)
    assert (quotient.slope.value, quotient.slope.slope) == (fmpq(-2, 9), fmpq(-1, 9))


def test_values_as_python_numbers() -> None:
    """Exact ones as fractions, balls by their middle."""
    assert as_number(fmpq(-3, 4)) == Fraction(-3, 4)
    assert as_number(arb(2.5, 0.1)) == 2.5
