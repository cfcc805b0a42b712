"""Where the second opinion draws its values: domains, what symbols assume of themselves, balls inside of a domain."""

from __future__ import annotations

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from sympy import Symbol

from derive.recheck.domains import Domain, assumed
from derive.recheck.fields import Reals
from derive.recheck.holding import _inside, is_zero
from derive.recheck.values import ImpreciseError, Residue

numbers = st.fractions(max_denominator=4, min_value=-6, max_value=6).map(lambda q: fmpq(q.numerator, q.denominator))
flags = st.booleans()


@given(numbers, numbers, flags)
def test_above_and_below_are_half_lines(bound: fmpq, value: fmpq, strictly: bool) -> None:  # noqa: FBT001 -- drawn
    """The bound itself is in it unless the bound is strict."""
    assert Domain().above(bound, strictly=strictly).contains(value) is (value > bound if strictly else value >= bound)
    assert Domain().below(bound, strictly=strictly).contains(value) is (value < bound if strictly else value <= bound)


@given(numbers, numbers, numbers, flags, flags)
def test_bounds_intersect(one: fmpq, other: fmpq, value: fmpq, strictly: bool, also: bool) -> None:  # noqa: FBT001 -- drawn
    """Two bounds of one side hold together, in either order."""
    for name in ("above", "below"):
        both = getattr(getattr(Domain(), name)(one, strictly=strictly), name)(other, strictly=also)
        each = getattr(Domain(), name)(one, strictly=strictly), getattr(Domain(), name)(other, strictly=also)
        assert both.contains(value) is all(domain.contains(value) for domain in each)


def test_a_finite_set_is_cut_to_the_domain() -> None:
    """Of -1, 0, 1, 2 those above 0 remain, and only they are drawn."""
    domain = Domain().above(fmpq(0), strictly=True).among(-1, 0, 1, 2)
    assert domain.finite == (1, 2)
    assert [domain.contains(fmpq(v)) for v in (-1, 0, 1, 2, 3)] == [False, False, True, True, False]


ASSUMED: dict[str, tuple[dict[str, bool], dict[str, bool]]] = {
    "positive": ({"positive": True}, {"-1": False, "0": False, "1/2": True, "3": True}),
    "nonnegative": ({"nonnegative": True}, {"-1": False, "0": True, "1/2": True}),
    "negative": ({"negative": True}, {"-1": True, "0": False, "1/2": False}),
    "nonpositive": ({"nonpositive": True}, {"-1": True, "0": True, "1/2": False}),
    "integer": ({"integer": True}, {"-1": True, "0": True, "1/2": False}),
    "even": ({"even": True}, {"-1": False, "0": True, "2": True, "1/2": False}),
    "odd": ({"odd": True}, {"-1": True, "0": False, "3": True, "1/2": False}),
    "nonzero": ({"nonzero": True}, {"-1": True, "0": False, "1/2": True}),
    "zero": ({"zero": True}, {"-1": False, "0": True, "1/2": False}),
    "positive integer": ({"positive": True, "integer": True}, {"0": False, "1": True, "3/2": False}),
    "nothing": ({}, {"-1": True, "0": True, "1/2": True}),
}


@pytest.mark.parametrize("case", ASSUMED)
def test_symbols_assume_something_of_themselves(case: str) -> None:
    """What SymPy knows of a symbol is the domain of its values, and what is drawn lies in it."""
    given_of, expected = ASSUMED[case]
    domain = assumed(Symbol("s", **given_of))
    found = {text: domain.contains(fmpq(*map(int, text.split("/")))) for text in expected}
    assert found == expected


BETWEEN = Domain().above(fmpq(0), strictly=False).below(fmpq(1), strictly=False)
BALLS: dict[str, tuple[Domain, arb, bool]] = {
    "inside": (BETWEEN, arb(0.5, 0.1), True),
    "above": (BETWEEN, arb(3, 0.1), False),
    "below": (BETWEEN, arb(-3, 0.1), False),
    "above a lower bound": (Domain().above(fmpq(0), strictly=True), arb(3, 0.1), True),
    "below a lower bound": (Domain().above(fmpq(0), strictly=True), arb(-3, 0.1), False),
    "below an upper bound": (Domain().below(fmpq(0), strictly=True), arb(-3, 0.1), True),
    "anywhere": (Domain(), arb(3, 0.1), True),
    "away from zero": (Domain(without_zero=True), arb(3, 0.1), True),
    "zero itself": (Domain(without_zero=True), arb(0), False),
    "in a finite set": (Domain().among(3), arb(3, 0.1), False),
    "among whole numbers": (Domain(step=1), arb(3, 0.1), False),
}


@pytest.mark.parametrize("case", BALLS)
def test_balls_inside_of_a_domain(case: str) -> None:
    """A ball is inside where all of it is; of a whole number or a finite set none is known to be."""
    domain, ball, inside = BALLS[case]
    assert _inside(Reals(), domain, ball) is inside


def test_a_ball_across_a_bound_is_too_wide() -> None:
    """More digits may tell; so it is neither inside nor outside."""
    for domain in (BETWEEN, Domain(without_zero=True)):
        with pytest.raises(ImpreciseError):
            _ = _inside(Reals(), domain, arb(0, 0.1))


def test_zero_is_exact() -> None:
    """A ball around 0 is not known to be 0, and a residue is 0 modulo both primes or not at all."""
    assert [is_zero(v) for v in (fmpq(0), fmpq(1), arb(0), arb(0, 1))] == [True, False, False, False]
    assert [is_zero(v) for v in (Residue(0, 0), Residue(0, None), Residue(0, 1), Residue(1, 0))] == [
        True,
        True,
        False,
        False,
    ]
