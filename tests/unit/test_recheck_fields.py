"""The kinds of number: residues, dual numbers, linear forms, degrees, balls."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flint import arb, ctx, fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from derive.recheck.fields import FUNCTIONS, Degrees, Field, Reals, Residues
from derive.recheck.grids import Grid, identity
from derive.recheck.holding import is_zero
from derive.recheck.values import (
    Affine,
    Degree,
    Dual,
    NotEvaluableError,
    NotModularError,
    P,
    Q,
    Residue,
    UndefinedError,
    Value,
    bounded,
)

rationals = st.fractions(max_denominator=50, min_value=-50, max_value=50).map(
    lambda q: fmpq(q.numerator, q.denominator)
)


def test_moduli_are_a_pair_of_primes() -> None:
    """P = 2Q + 1 with both prime, so the squares modulo P have order Q."""
    assert fmpz(P).is_prime()
    assert fmpz(Q).is_prime()
    assert P == 2 * Q + 1
    assert pow(Residues().generator, Q, P) == 1


@given(rationals, rationals)
def test_residues_are_a_homomorphism(a: fmpq, b: fmpq) -> None:
    """Sums, products and quotients of residues are the residues of sums, products and quotients."""
    zero = Residue(0, 0)
    for combine in (lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y, lambda x, y: x / (y * y + 1)):
        exact, modular = combine(a, b), combine(zero + a, zero + b)
        assert (modular - exact).is_zero()


@given(rationals, rationals)
def test_exponentials_turn_sums_into_products(a: fmpq, b: fmpq) -> None:
    """exp(a + b) = exp(a) exp(b) and tanh(a) = 2 / (1 + exp(-2a)) - 1 modulo P."""
    f = Residues(pow(1234567, 2, P))
    assert is_zero(f.function("exp", a + b) - f.function("exp", a) * f.function("exp", b))
    assert is_zero(f.function("tanh", a) - 2 / (1 + f.function("exp", -2 * a)) + 1)


@pytest.mark.parametrize("name", ["log", "sin", "erf"])
def test_what_has_no_residue_is_refused(name: str) -> None:
    """A logarithm, say, is no homomorphism modulo a prime."""
    with pytest.raises(NotModularError):
        _ = Residues().function(name, Residue(5, 5))


def test_an_exponential_has_no_exponential() -> None:
    """exp(exp(a)) would need the exponential modulo Q, which is not known."""
    f = Residues()
    with pytest.raises(NotModularError):
        _ = f.function("exp", f.function("exp", fmpq(1)))


def test_zero_has_no_reciprocal() -> None:
    """A division by zero is undefined in every kind of number."""
    for zero in (Residue(0, 0), Dual(fmpq(0), fmpq(1), 1)):
        with pytest.raises((UndefinedError, ZeroDivisionError)):
            _ = 1 / zero


@pytest.mark.parametrize("name", sorted(FUNCTIONS - {"digamma"}))
def test_derivative_of_each_function(name: str) -> None:
    """The rule of each function agrees with a difference quotient of 600 bits."""
    f, at, step = Reals(), fmpq(3, 7), fmpq(1, 2**200)
    with ctx.workprec(600):
        slope = f.function(name, Dual(at, fmpq(1), 1)).slope
        quotient = (f.function(name, at + step) - f.function(name, at - step)) / (2 * step)
        assert abs(slope - quotient) < arb(2) ** -190


@pytest.mark.parametrize("exponent", [fmpq(3), fmpq(-2), fmpq(1, 3), fmpq(-5, 2)])
def test_derivative_of_a_power(exponent: fmpq) -> None:
    """(x^a)' = a x^(a-1), for integers and fractions."""
    f, at = Reals(), fmpq(9, 4)
    with ctx.workprec(300):
        slope = f.power(Dual(at, fmpq(1), 1), exponent).slope
        assert abs(slope - exponent * f.power(at, exponent - 1)) < arb(2) ** -250


def test_nested_derivatives_keep_their_directions_apart() -> None:
    """d/dx (x * d/dy (x + y)) = 1: the inner slope knows nothing of the outer one."""
    x = Dual(fmpq(2), fmpq(1), 1)
    y = Dual(fmpq(3), fmpq(1), 2)
    inner = (x + y).slope
    assert (x * inner).slope == 1
    assert (y * y * x).slope.value == 12
    assert (y * y * x).slope.slope == 6


def test_linear_forms() -> None:
    """A linear form keeps its coefficients; a product of two is none."""
    x, y = (Affine(fmpq(0), {name: fmpq(1)}) for name in "xy")
    form = 3 * x - y / 2 + 5 - x
    assert (form.constant, form.slopes) == (5, {"x": 2, "y": fmpq(-1, 2)})
    for nonlinear in (lambda: x * y, lambda: 1 / x, lambda: x**2, lambda: Reals().function("exp", x)):
        with pytest.raises(NotEvaluableError):
            _ = nonlinear()


def test_degrees() -> None:
    """Degrees add in products and are brought over a common denominator in sums."""
    x, f = Degree(1, 0), Degrees()
    for value, over, under in (
        (x * x + x, 2, 0),
        (1 / (1 + x), 0, 1),
        (x / (1 + x) + x / (2 + x), 2, 2),
        (f.power(x + 1, fmpq(-3)), 0, 3),
        (f.function("exp", x * x), 2, 2),
    ):
        assert (value.over, value.under) == (over, under)


@pytest.mark.parametrize(
    ("field", "call"),
    [
        (Reals(), lambda f: f.power(fmpq(3, 2), fmpq(10**6))),
        (Reals(), lambda f: f.power(fmpq(2), fmpq(2) ** 70000)),
        (Residues(), lambda f: f.power(Residue(3, 3), fmpq(2) ** 70000)),
    ],
)
def test_huge_powers_are_refused(field: Field, call: Callable[[Field], Value]) -> None:
    """A power that would fill the memory is refused before it is computed."""
    with pytest.raises(NotEvaluableError):
        _ = call(field)


def test_powers_of_small_bases_are_not_huge() -> None:
    """1, 0 and -1 may have any exponent."""
    f = Reals()
    assert [f.power(fmpq(b), fmpq(10**12)) for b in (1, 0, -1)] == [1, 0, 1]


def test_long_numbers_are_refused() -> None:
    """A number of more bits than allowed is refused, and so is a dual number that holds one."""
    long = fmpq(1 << 70000)
    for value in (long, Dual(long, fmpq(0), 1)):
        with pytest.raises(NotEvaluableError):
            _ = bounded(value)


@given(st.integers(0, 4), st.data())
def test_inverse_and_determinant(n: int, data: st.DataObject) -> None:
    """A matrix times its inverse is the identity; the determinant vanishes exactly where there is none."""
    grid = Grid([[data.draw(rationals) for _ in range(n)] for _ in range(n)], n)
    if grid.determinant() == 0:
        with pytest.raises(UndefinedError):
            _ = grid.inverse()
    else:
        assert (grid @ grid.inverse()).rows == identity(n).rows


@given(st.lists(rationals, min_size=4, max_size=4))
def test_determinant_of_two_rows(entries: list[fmpq]) -> None:
    """ad - bc."""
    a, b, c, d = entries
    assert Grid([[a, b], [c, d]]).determinant() == a * d - b * c


@pytest.mark.parametrize("exponent", range(-3, 4))
def test_matrix_power(exponent: int) -> None:
    """Repeated squaring gives repeated products."""
    grid = Grid([[fmpq(2), fmpq(3)], [fmpq(1), fmpq(4)]])
    factor, expected = grid if exponent > 0 else grid.inverse(), identity(2)
    for _ in range(abs(exponent)):
        expected = expected @ factor
    assert grid.power(exponent).rows == expected.rows
