"""What the kernel knows of signs: of every kind of atom, of sums of terms, from assumptions, from discriminants."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.kernel import INDEX_VALUE, NONNEGATIVE, POSITIVE, UNKNOWN, freeze
from derive.kernel.known import is_nonzero, settled_sign, sign_of, vanishes_at_coincidence
from derive.kernel.nodes import Entry
from derive.kernel.ring import PI
from derive.kernel.signs import is_real, sign_of_quadratic, sign_of_terms
from tests.polynomials import Number, World

w = World(p="positive", q="nonnegative", y="sign", b="binary", c="complex")
a, z, p, q, y, b, c, N, one = (*(w(name) for name in "azpqybc"), w.N, w.one)
HALF = Fraction(1, 2)
i, j, k, d = w.i, w.j, w.k, w.d


def of_index(lower: Number | int) -> Number:
    """Return an index that begins there, as a number."""
    return w(INDEX_VALUE, w.ring.index("at", w.range("range", lower, N + 2)))


def total(name: str, *, empty: bool = False) -> Number:
    """Return the sum of the entries of a tensor, over a range that may be empty."""
    return w.sum(lambda at: w(name, at), w.short if empty else w.full)


pi = Number(w.ring, w.ring.single(Entry(w.ring.tensor(PI), ())))

SIGNS = {
    POSITIVE: [
        *(p, one, pi, p + a**2, w.exp(a), p + p * w.exp(a), of_index(1), total("p"), abs(y)),
        w.number(2) ** HALF,
        1 / q,  # where it is defined
        1 / (p + a**2),
        1 / (q + a**2),
    ],
    NONNEGATIVE: [
        *(q, b, a**2, q + a**2, abs(a), a**HALF, p * q, b * p, of_index(0), abs(y + a), a**-2),
        *(a * a * (p + q), w.delta(i, j), total("p", empty=True), total("q"), total("q", empty=True), total("a") ** 2),
        w.product(lambda at: w("q", at)),
    ],
    UNKNOWN: [
        *(a, y, c, -p, -one, a**3, p - q, a * a**HALF, p * a, y * p, pi * a, w.exp(c), c**2, 1 / a, 1 / (p - q)),
        *(-(p + q), p * p * -(p + q), a * (p + q), of_index(-1), of_index(z)),
        *(total("a"), total("a", empty=True), total("c") ** 2, w.product(lambda at: w("a", at))),
        w.call("Abs", a, orders=(1,)),
    ],
}


@pytest.mark.parametrize("sign", SIGNS)
def test_signs(sign: int) -> None:
    """What is known of a sign is as strong as the kind allows, and no stronger."""
    assert [number for number in SIGNS[sign] if sign_of(w.ring, number.poly) != sign] == []
    assert [number for number in SIGNS[sign] if sign_of_terms(w.ring, freeze(number.poly)) > sign] == []


LONG = {count: sum((w(f"a{n}") for n in range(count)), w.number(0)) ** 2 for count in (4, 5)}
QUADRATICS = {
    POSITIVE: [(a - z) ** 2 + p, 1 + (a - z) ** 2, a * a + a + 1],
    NONNEGATIVE: [
        *((a - z) ** 2, (a + z) ** 2 / 4, a**2 - a * z + z**2, a**4 - 2 * a * a * z + z**2, (a + z + 1) ** 2),
        p * a**2 - 2 * a * z + z**2 / p,
        LONG[4],
    ],
    UNKNOWN: [
        *(a**2 - 3 * a * z + z**2, -((a - z) ** 2), (a - z) ** 2 - 1, c**2 + 2 * c + 1, a**3 + a**2 + 2 * a),
        *(-(a * a + a + 1), z * a * a + 1, z * a * a + z * a + z, a - a * a - 1),
        *(p * a**2, a**2 + 1),  # no middle
        LONG[5],  # too long
    ],
}


@pytest.mark.parametrize("sign", QUADRATICS)
def test_signs_of_quadratics(sign: int) -> None:
    """A s^2 + B s + C with A > 0 has the sign of 4 A C - B^2, where it is not negative."""
    polys = QUADRATICS[sign]
    assert [poly for poly in polys if sign_of_quadratic(w.ring, freeze(poly.poly)) != sign] == []


def test_the_sign_of_a_quadratic_needs_its_discriminant() -> None:
    """`sign_of` looks at terms and factors alone, `settled_sign` at discriminants too."""
    poly = (a - z) ** 2 + 1
    assert (sign_of(w.ring, poly.poly), settled_sign(w.ring, poly.poly)) == (UNKNOWN, POSITIVE)
    assert [settled_sign(w.ring, each.poly) for each in (-poly, z * a * a + 1)] == [UNKNOWN, UNKNOWN]


def test_what_cannot_vanish() -> None:
    """Signs, positive values, y = +-1, their products and their reciprocals are never zero."""
    never = 3 * p * y * w.number(2) ** HALF
    quadratic = (a - z) ** 2 + 1
    nonzero = [p, -p, y, a**2 + 1, never, (y * p) ** -3, quadratic, -3 * quadratic]
    unknown = [a, q, a**2 - 1, a - a, never * a, never + a, (a - z) ** 2]
    assert [number for number in nonzero if not is_nonzero(w.ring, number.poly)] == []
    assert [number for number in unknown if is_nonzero(w.ring, number.poly)] == []


gap = a - z
ABOVE = [  # what follows from a - z > 0, and from a - z >= 0
    (gap, POSITIVE, NONNEGATIVE),
    (2 * gap, POSITIVE, NONNEGATIVE),
    (gap + a**2, POSITIVE, NONNEGATIVE),
    (gap + 1, POSITIVE, POSITIVE),
    (2 * gap + 1, POSITIVE, POSITIVE),
    (gap + p, POSITIVE, POSITIVE),
    *((poly, UNKNOWN, UNKNOWN) for poly in (-gap, gap - 1, a - p, gap + y, a - 2 * z, 2 * gap - 1, gap - p, p - gap)),
]


def assumed(poly: Number, *rows: tuple[Number, bool]) -> int:
    """Return the sign of a polynomial with signs assumed, each strictly or not."""
    w.ring.positive[:] = [(freeze(given.poly), strict) for given, strict in rows]
    try:
        return sign_of_terms(w.ring, freeze(poly.poly))
    finally:
        w.ring.positive.clear()


def test_what_follows_from_an_assumed_sign() -> None:
    """Of positive multiples, and of what is more by something positive; nothing of the opposite."""
    for given in (gap, 2 * gap):
        found = [(poly, assumed(poly, (given, True)), assumed(poly, (given, False))) for poly, *_ in ABOVE]
        assert found == ABOVE


def test_two_assumed_orders_do_not_chase_each_other() -> None:
    """From a >= z and z >= a nothing follows of a alone, and the search for it ends."""
    assert assumed(a, (gap, False), (-gap, False)) == UNKNOWN


def test_only_a_square_of_a_real_number_adds_to_what_is_positive() -> None:
    """With z > 0, z + a^2 is positive, and z + c^2 is not known to be, c being complex; nor is z - a^2."""
    rows = {POSITIVE: [z, 2 * z, z + a**2], UNKNOWN: [z + c**2, z + c**-2, z - a**2]}
    wrong = {sign: [poly for poly in polys if assumed(poly, (z, True)) != sign] for sign, polys in rows.items()}
    assert wrong == {POSITIVE: [], UNKNOWN: []}


def test_an_assumed_sign_of_entries_holds_at_other_indices_of_their_ranges() -> None:
    """x_i z_j > 0 in 1..N says nothing of an index in another range, nor, needed at an own index, of others."""
    own = World()
    other = own.ring.index("other", own.range("2..N", 2, own.N, nonempty=False))
    own.ring.positive.append((freeze((own("x", own.i) * own("z", own.j)).poly), True))
    pairs = [(own.i, own.j), (own.j, own.i), (own.i, own.i), (other, own.i), (own.i, other)]
    found = [sign_of(own.ring, (own("x", one) * own("z", two)).poly) for one, two in pairs]
    assert found == [POSITIVE, POSITIVE, POSITIVE, UNKNOWN, UNKNOWN]
    own.ring.own.add(own.i)
    assert sign_of(own.ring, (own("x", own.i) * own("z", own.k)).poly) == POSITIVE
    assert sign_of(own.ring, (own("x", own.k) * own("z", own.j)).poly) == UNKNOWN


def test_complex_entries_are_not_real() -> None:
    """Where nothing is declared, everything is."""
    factors = {name: next(iter(w(name).poly)).factors[0][0] for name in "ca"}
    assert [is_real(w.ring, factors[name]) for name in "ca"] == [False, True]


def test_indices_whose_meeting_is_a_zero() -> None:
    """x_i - x_j vanishes where i meets j; one of the two must be bound, both of one range."""
    apart = w("x", i) - w("x", j)
    rows = [
        *((apart, bound, (i, j)) for bound in ((i,), (j,), (i, j))),
        *((apart, bound, None) for bound in ((), (k,), (d,))),
        (w("x", i) - w("x", d), (i, d), None),
        (w("x", i) + w("x", j), (i, j), None),
        (w("x", i) - w("z", j), (i, j), None),
    ]
    assert [(poly, bound, vanishes_at_coincidence(w.ring, poly.poly, bound)) for poly, bound, _ in rows] == rows
