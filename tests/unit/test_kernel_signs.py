"""What the kernel knows of signs: of every kind of atom, of sums of terms, from assumptions, from discriminants."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from derive.kernel import (
    INDEX_VALUE,
    NONNEGATIVE,
    POSITIVE,
    UNKNOWN,
    Dim,
    Limits,
    Poly,
    Ring,
    add,
    call,
    delta,
    entry,
    exponential,
    freeze,
    multiply,
    product_over,
    raise_to,
    scale,
    subtract,
    sum_over,
)
from derive.kernel.known import is_nonzero, settled_sign, sign_of
from derive.kernel.nodes import Entry
from derive.kernel.ring import PI
from derive.kernel.signs import is_real, sign_of_quadratic, sign_of_terms
from tests.polynomials import product_of

ring = Ring(
    limits=Limits(seconds=86_400),  # made when the tests are collected, long before they run
    traits={
        "p": frozenset({"positive"}),
        "q": frozenset({"nonnegative"}),
        "y": frozenset({"sign"}),
        "b": frozenset({"binary"}),
        "c": frozenset({"complex"}),
        "N": frozenset({"positive", "integer"}),
    },
)
a, z, p, q, y, b, c, N = (entry(ring, name) for name in ("a", "z", "p", "q", "y", "b", "c", "N"))
one = ring.constant(1)
HALF = Fraction(1, 2)
full = Dim("1..N", freeze(one), freeze(N), nonempty=True)
short = Dim("1..N - 1", freeze(one), freeze(subtract(N, one)), nonempty=False)
from_zero = Dim("0..N - 1", (), freeze(N), nonempty=True)
below = Dim("-1..N", freeze(ring.constant(-1)), freeze(add(N, ring.constant(2))), nonempty=True)
from_z = Dim("z..N", freeze(z), freeze(N), nonempty=True)
times = partial(product_of, ring)


def square(poly: Poly) -> Poly:
    """Return the square."""
    return raise_to(ring, poly, 2)


def total(name: str, dim: Dim) -> Poly:
    """Return the sum of the entries of a tensor over a range."""
    index = ring.fresh(dim)
    return sum_over(ring, [index], entry(ring, name, index))


def of_index(dim: Dim) -> Poly:
    """Return an index of that range, as a number."""
    return entry(ring, INDEX_VALUE, ring.index("i", dim))


def over_range(name: str) -> Poly:
    """Return the product over 1..N of 1 + t_i z for a tensor t, which has a factor of unknown sign, times itself."""
    index = ring.fresh(full)
    return product_over(ring, [index], entry(ring, name, index))


pi = ring.single(Entry(ring.tensor(PI), ()))

KNOWN: dict[str, tuple[Poly, int]] = {
    "a delta": (delta(ring, ring.index("i", full), ring.index("j", full)), UNKNOWN),
    "an index from 1": (of_index(full), POSITIVE),
    "an index from 0": (of_index(from_zero), NONNEGATIVE),
    "an index from -1": (of_index(below), UNKNOWN),
    "an index from somewhere": (of_index(from_z), UNKNOWN),
    "a sum of positive ones": (total("p", full), POSITIVE),
    "a sum of positive ones that may be empty": (total("p", short), NONNEGATIVE),
    "a sum of nonnegative ones": (total("q", full), NONNEGATIVE),
    "a sum of nonnegative ones that may be empty": (total("q", short), NONNEGATIVE),
    "a sum of any": (total("a", full), UNKNOWN),
    "a sum of any that may be empty": (total("a", short), UNKNOWN),
    "a product of any": (over_range("a"), UNKNOWN),
    "a product of nonnegative ones": (over_range("q"), NONNEGATIVE),
    "pi": (pi, POSITIVE),
    "pi, beside others": (times(pi, a), UNKNOWN),
    "|y|": (call(ring, "Abs", (y,)), POSITIVE),
    "|y|, beside others": (call(ring, "Abs", (add(y, a),)), NONNEGATIVE),
    "e^c": (exponential(ring, c), UNKNOWN),
    "c^2": (square(c), UNKNOWN),
    "the root of 2": (raise_to(ring, ring.constant(2), HALF), POSITIVE),
    "1 / q, where it is defined": (raise_to(ring, q, -1), POSITIVE),
    "1 / a": (raise_to(ring, a, -1), UNKNOWN),
    "1 / a^2": (raise_to(ring, a, -2), NONNEGATIVE),
    "1 / (p + a^2)": (raise_to(ring, add(p, square(a)), -1), POSITIVE),
    "1 / (q + a^2), where it is defined": (raise_to(ring, add(q, square(a)), -1), POSITIVE),
    "1 / (p - q)": (raise_to(ring, subtract(p, q), -1), UNKNOWN),
    "the slope of |a|": (call(ring, "Abs", (a,), (1,)), UNKNOWN),
    "-p - q": (scale(add(p, q), -1), UNKNOWN),
    "p^2 (-p - q)": (times(p, p, scale(add(p, q), -1)), UNKNOWN),
    "a^2 (p + q)": (times(a, a, add(p, q)), NONNEGATIVE),
    "a (p + q)": (times(a, add(p, q)), UNKNOWN),
    "b p": (times(b, p), NONNEGATIVE),
    "y p": (times(y, p), UNKNOWN),
}


@pytest.mark.parametrize("case", KNOWN)
def test_signs_of_kinds(case: str) -> None:
    """What is known of a sign is as strong as the kind allows, and no stronger."""
    poly, sign = KNOWN[case]
    assert sign_of(ring, poly) == sign


def quadratic(linear: int | Fraction, constant: Poly, *, leading: Poly = one) -> Poly:
    """Return leading a^2 + linear a z + constant."""
    return add(times(leading, square(a)), scale(times(a, z), linear), constant)


QUADRATICS: dict[str, tuple[Poly, int]] = {
    "(a - z)^2": (quadratic(-2, square(z)), NONNEGATIVE),
    "(a + z)^2 / 4": (scale(quadratic(2, square(z)), Fraction(1, 4)), NONNEGATIVE),
    "(a - z)^2 + p": (add(quadratic(-2, square(z)), p), POSITIVE),
    "a^2 - a z + z^2": (quadratic(-1, square(z)), NONNEGATIVE),
    "a^2 - 3 a z + z^2": (quadratic(-3, square(z)), UNKNOWN),
    "-(a - z)^2": (scale(quadratic(-2, square(z)), -1), UNKNOWN),
    "(a - z)^2 - 1": (subtract(quadratic(-2, square(z)), one), UNKNOWN),
    "p a^2, a single term": (quadratic(0, {}, leading=p), UNKNOWN),
    "p a^2 - 2 a z + z^2 / p": (quadratic(-2, times(square(z), raise_to(ring, p, -1)), leading=p), NONNEGATIVE),
    "a^4 - 2 a^2 z + z^2": (add(raise_to(ring, a, 4), scale(times(a, a, z), -2), square(z)), NONNEGATIVE),
    "c^2 + 2 c + 1": (add(square(c), scale(c, 2), one), UNKNOWN),
    "a^3 + a^2 + 2 a": (add(raise_to(ring, a, 3), square(a), scale(a, 2)), UNKNOWN),
    "1 + (a - z)^2": (add(one, quadratic(-2, square(z))), POSITIVE),
    "(a + z + 1)^2": (square(add(a, z, one)), NONNEGATIVE),
}


@pytest.mark.parametrize("case", QUADRATICS)
def test_signs_of_quadratics(case: str) -> None:
    """A s^2 + B s + C with A > 0 has the sign of 4 A C - B^2, where it is not negative."""
    poly, sign = QUADRATICS[case]
    assert sign_of_quadratic(ring, freeze(poly)) == sign


def test_long_and_short_sums_are_no_quadratics() -> None:
    """Two terms have no middle, and of thirteen the discriminant is not computed."""
    assert sign_of_quadratic(ring, freeze(add(square(a), one))) == UNKNOWN
    long = square(add(*(entry(ring, f"a{n}") for n in range(5))))
    assert len(long) > 12
    assert sign_of_quadratic(ring, freeze(long)) == UNKNOWN
    assert sign_of_quadratic(ring, freeze(square(add(*(entry(ring, f"a{n}") for n in range(4)))))) == NONNEGATIVE


def test_the_sign_of_a_quadratic_needs_its_discriminant() -> None:
    """`sign_of` looks at terms and factors alone, `settled_sign` at discriminants too."""
    poly = add(quadratic(-2, square(z)), one)
    assert (sign_of(ring, poly), settled_sign(ring, poly)) == (UNKNOWN, POSITIVE)
    assert is_nonzero(ring, poly) is True
    assert is_nonzero(ring, scale(poly, -3)) is True
    assert is_nonzero(ring, quadratic(-2, square(z))) is False


def test_what_cannot_vanish_is_a_product_of_such() -> None:
    """3 p y 2^(1/2) is not 0; p y a and p y + a may be."""
    never = times(scale(p, 3), y, raise_to(ring, ring.constant(2), HALF))
    assert is_nonzero(ring, never) is True
    assert is_nonzero(ring, times(never, a)) is False
    assert is_nonzero(ring, add(never, a)) is False
    assert is_nonzero(ring, raise_to(ring, times(y, p), -3)) is True


def assumed(poly: Poly, *, strict: bool) -> Ring:
    """Return the ring with a sign assumed, everything else as it is."""
    ring.positive.append((freeze(poly), strict))
    return ring


ABOVE = {
    "the same": (subtract(a, z), POSITIVE, NONNEGATIVE),
    "twice": (scale(subtract(a, z), 2), POSITIVE, NONNEGATIVE),
    "the negative": (subtract(z, a), UNKNOWN, UNKNOWN),
    "one more": (add(subtract(a, z), one), POSITIVE, POSITIVE),
    "one less": (subtract(subtract(a, z), one), UNKNOWN, UNKNOWN),
    "another": (subtract(a, p), UNKNOWN, UNKNOWN),
    "more by what is unknown": (add(subtract(a, z), y), UNKNOWN, UNKNOWN),
    "one that is no multiple": (subtract(a, scale(z, 2)), UNKNOWN, UNKNOWN),
    "twice and one more": (add(scale(subtract(a, z), 2), one), POSITIVE, POSITIVE),
    "twice and one less": (subtract(scale(subtract(a, z), 2), one), UNKNOWN, UNKNOWN),
    "more by what is positive": (add(subtract(a, z), p), POSITIVE, POSITIVE),
    "less by what is positive": (subtract(subtract(a, z), p), UNKNOWN, UNKNOWN),
    "more by a square": (add(subtract(a, z), square(a)), POSITIVE, NONNEGATIVE),
    "the negative and more by what is positive": (add(subtract(z, a), p), UNKNOWN, UNKNOWN),
}


def test_two_assumed_orders_do_not_chase_each_other() -> None:
    """From a >= z and z >= a nothing follows of a alone, and the search for it ends."""
    try:
        _ = assumed(subtract(a, z), strict=False)
        assert sign_of_terms(assumed(subtract(z, a), strict=False), freeze(a)) == UNKNOWN
    finally:
        ring.positive.clear()


@pytest.mark.parametrize("case", ABOVE)
def test_what_follows_from_an_assumed_sign(case: str) -> None:
    """From a - z > 0, and from a - z >= 0: of positive multiples, and of what is more by something positive."""
    poly, strictly, weakly = ABOVE[case]
    for strict, sign in ((True, strictly), (False, weakly)):
        try:
            assert sign_of_terms(assumed(subtract(a, z), strict=strict), freeze(poly)) == sign
        finally:
            ring.positive.clear()


def test_an_assumed_sign_of_entries_keeps_ranges_apart() -> None:
    """x_i > 0 for i in 1..N says nothing of x_j for j in 1..N - 1, nor of x_i z_i."""
    own = Ring(traits={"N": frozenset({"positive", "integer"})})
    wide = Dim("1..N", freeze(own.constant(1)), freeze(entry(own, "N")), nonempty=True)
    narrow = Dim("2..N", freeze(own.constant(2)), freeze(entry(own, "N")), nonempty=False)
    i, j, other = own.index("i", wide), own.index("j", wide), own.index("k", narrow)
    own.positive.append((freeze(multiply(own, entry(own, "x", i), entry(own, "z", j))), True))
    found = [
        sign_of(own, multiply(own, entry(own, "x", one), entry(own, "z", two)))
        for one, two in ((i, j), (j, i), (i, i), (other, i), (i, other))
    ]
    assert found == [POSITIVE, POSITIVE, POSITIVE, UNKNOWN, UNKNOWN]


def test_complex_entries_make_what_holds_them_complex() -> None:
    """e^c, a sum over c, and c itself are not real; where nothing is declared, everything is."""
    (mono,) = c
    assert is_real(ring, mono.factors[0][0]) is False
    (mono,) = a
    assert is_real(ring, mono.factors[0][0]) is True
    assert sign_of(ring, square(total("c", full))) == UNKNOWN
    assert sign_of(ring, square(total("a", full))) == NONNEGATIVE
