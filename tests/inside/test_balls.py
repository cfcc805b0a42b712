"""The kinds of number of the second opinion: exact ones and balls, residues modulo two primes, slopes of both."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from flint import arb, ctx, fmpq, fmpq_mat, fmpz, nmod
from hypothesis import given
from hypothesis import strategies as st

from derive.recheck.fields import Reals, Residues
from derive.recheck.values import (
    Dual,
    ImpreciseError,
    NotEvaluableError,
    NotModularError,
    P,
    Q,
    UndefinedError,
    bounded,
    reciprocal,
)

rationals = st.fractions(max_denominator=20, min_value=-20, max_value=20).map(
    lambda number: fmpq(number.numerator, number.denominator)
)
real, modular = Reals(), Residues(P)
BALL = arb(0, 1)  # somewhere between -1 and 1
ZERO, MOVING, RESTING = fmpq(0), Dual(fmpq(0), fmpq(1), 1), Dual(fmpq(0), fmpq(0), 1)


def residue(number: fmpq | int) -> nmod:
    """Return a rational number modulo the larger prime."""
    return modular.number(Fraction(int(fmpq(number).p), int(fmpq(number).q)))


def test_moduli_are_a_pair_of_primes() -> None:
    """P = 2Q + 1 with both prime, so the squares modulo P have order Q."""
    assert P == 2 * Q + 1
    assert fmpz(P).is_prime()
    assert fmpz(Q).is_prime()
    assert pow(4, Q, P) == 1


@given(rationals, rationals.filter(bool), st.integers(-4, 4))
def test_residues_compute_as_numbers_do(x: fmpq, y: fmpq, n: int) -> None:
    """The four operations from either side, and powers."""
    a, b = residue(x), residue(y)
    pairs = ((a + y, x + y), (x - b, x - y), (a * b, x * y), (a * reciprocal(b), x / y), (b**n, y**n))
    assert [found == residue(exact) for found, exact in pairs] == [True] * len(pairs)
    assert modular.power(b, fmpq(n)) == residue(y**n)


@given(rationals, rationals.filter(bool))
def test_what_nobody_knows_is_the_same_at_the_same_place(x: fmpq, y: fmpq) -> None:
    """A function that has no meaning modulo a prime has a value for each argument, and says that it was guessed."""
    field = Residues(P)
    assert not field.guessed
    assert field.function("log", residue(x)) == field.function("log", residue(x))
    assert field.function("log", residue(x)) != field.function("log", residue(x + y))
    assert field.function("sin", residue(x)) != field.function("cos", residue(x))
    assert field.function("sin", Dual(residue(x), residue(1), 1)).slope == field.function("cos", residue(x))
    assert field.power(residue(y), fmpq(3, 2)) == field.power(residue(y), fmpq(1, 2)) ** 3
    assert field.guessed


REFUSED: dict[str, tuple[type[Exception], Any]] = {
    "a residue has no sign": (NotModularError, lambda: modular.sign(residue(3))),
    "nor has a function of what moves twice": (NotModularError, lambda: modular.unknown("f", MOVING)),
    "golden ratio": (NotEvaluableError, lambda: real.constant("GoldenRatio")),
    "1 / 0, modulo a prime": (UndefinedError, lambda: reciprocal(residue(0))),
    "1 / P, modulo P": (UndefinedError, lambda: modular.number(Fraction(1, P))),
    "log 0": (UndefinedError, lambda: real.function("log", ZERO)),
    "gamma 0": (UndefinedError, lambda: real.function("gamma", ZERO)),
    "log of what is below 0": (UndefinedError, lambda: real.function("log", arb(-5, 1))),
    "log of what may be 0": (ImpreciseError, lambda: real.function("log", BALL)),
    "gamma of what may be 0": (ImpreciseError, lambda: real.function("gamma", BALL)),
    "the sign of what may be 0": (ImpreciseError, lambda: real.sign(BALL)),
    "the sign of what leaves 0": (UndefinedError, lambda: real.sign(MOVING)),
    "the sign of what may leave 0 later": (UndefinedError, lambda: real.sign(RESTING)),
    "the sign of what leaves 0 by and by": (UndefinedError, lambda: real.sign(Dual(ZERO, MOVING, 2))),
    "1 / 0": (UndefinedError, lambda: real.power(ZERO, fmpq(-1))),
    "0 to the power of -1/2": (UndefinedError, lambda: real.power(ZERO, fmpq(-1, 2))),
    "1 / what may be 0": (ImpreciseError, lambda: real.power(BALL, fmpq(-1))),
    "the root of what may be 0": (ImpreciseError, lambda: real.power(BALL, fmpq(1, 2))),
    "a cube root of -8": (UndefinedError, lambda: real.power(fmpq(-8), fmpq(1, 3))),
    "-8 to a ball": (UndefinedError, lambda: real.power(fmpq(-8), arb(0.3))),
    "the slope of digamma": (NotEvaluableError, lambda: real.function("digamma", Dual(fmpq(1, 2), fmpq(1), 1))),
    "a power too large": (NotEvaluableError, lambda: real.power(fmpq(3, 2), fmpq(10**6))),
    "a number too long": (NotEvaluableError, lambda: bounded(fmpq(1 << 70000))),
    "a slope's number too long": (NotEvaluableError, lambda: bounded(Dual(fmpq(1 << 70000), ZERO, 1))),
}


def test_what_has_no_value_is_refused() -> None:
    """By what is wrong: no value, a ball too wide to tell, nothing modulo a prime, or more than can be computed."""
    for name, (error, call) in REFUSED.items():
        with pytest.raises(error) as caught:
            _ = call()
        assert caught.type is error, name


EXACT: dict[str, tuple[Any, Any]] = {
    **{
        name: (partial(real.function, name, ZERO), ZERO)
        for name in ["sin", "tan", "sinh", "tanh", "asin", "atan", "erf"]
    },
    **{name: (partial(real.function, name, ZERO), fmpq(1)) for name in ("exp", "cos", "cosh")},
    **{name: (partial(real.function, name, fmpq(1)), ZERO) for name in ("log", "acos", "loggamma")},
    "a root of nothing": (lambda: real.power(ZERO, fmpq(1, 2)), ZERO),
    "nothing to the nothing": (lambda: real.power(ZERO, ZERO), fmpq(1)),
    "signs of balls": (lambda: [real.sign(arb(2, 1)), real.sign(arb(-2, 1)), real.sign(arb(0))], [1, -1, 0]),
    "the sign of what moves elsewhere": (lambda: real.sign(Dual(fmpq(-2), fmpq(1), 1)), -1),
}


def test_exact_values() -> None:
    """What an assumption compares with 0 or 1 is no ball."""
    found = {name: (call(), exact) for name, (call, exact) in EXACT.items()}
    assert {
        name: pair for name, pair in found.items() if type(pair[0]) is not type(pair[1]) or pair[0] != pair[1]
    } == {}


@given(rationals.filter(lambda x: x > 0), st.integers(1, 4), st.integers(-3, 3))
def test_roots_of_powers_are_exact(x: fmpq, index: int, times: int) -> None:
    """(x^n)^(m/n) = x^m, as a rational number; other roots are balls around them."""
    found = real.power(x**index, fmpq(times, index))
    assert isinstance(found, fmpq)
    assert found == x**times
    with ctx.workprec(200):
        assert abs(real.power(x + fmpq(1, 7), fmpq(1, 2)) ** 2 - x - fmpq(1, 7)) < arb(2) ** -150


@given(rationals.filter(bool), rationals.filter(bool))
def test_slopes_are_those_of_the_rules(a: fmpq, b: fmpq) -> None:
    """Of quotients and powers, in two directions that are kept apart."""
    x, y = Dual(a, fmpq(1), 1), Dual(b, fmpq(1), 2)
    assert (1 / x).slope == -1 / a**2
    assert (x * (x + y).slope).slope == 1
    assert ((y * y * x).slope.value, (y * y * x).slope.slope) == (2 * a * b, 2 * b)
    quotient = x / y
    assert (quotient.value.slope, quotient.slope.value, quotient.slope.slope) == (1 / b, -a / b**2, -1 / b**2)
    assert [real.power(x, fmpq(n)).slope for n in (0, 1, 3, -2)] == [0, 1, 3 * a**2, -2 / a**3]


entries = st.lists(rationals, min_size=9, max_size=9)


@given(entries, entries)
def test_matrices_have_the_slopes_of_their_rules(still: list[fmpq], moving: list[fmpq]) -> None:
    """The derivative of a determinant is a trace with the adjugate, that of an inverse has it on both sides."""
    rows = [[Dual(still[3 * r + c], moving[3 * r + c], 1) for c in range(3)] for r in range(3)]
    matrix, change = fmpq_mat(3, 3, still), fmpq_mat(3, 3, moving)
    found = real.determinant(rows)
    assert found.value == matrix.det()
    if matrix.det() == 0:
        with pytest.raises(UndefinedError):
            _ = real.inverse(rows)
        return
    inverse = matrix.inv()
    assert found.slope == matrix.det() * sum(((inverse * change)[n, n] for n in range(3)), ZERO)
    expected = -inverse * change * inverse
    assert [[v.slope for v in row] for row in real.inverse(rows)] == expected.tolist()
