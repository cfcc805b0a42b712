"""The arithmetic of the normal form: polynomials, powers, roots, logarithms, absolute values, deltas."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from derive.kernel import Index, LimitReached, Limits, Ring, Undefined, freeze, primitive, rename, symbolic_power
from derive.kernel.nodes import integral, quotient
from derive.kernel.polynomials import power_of_number
from derive.kernel.powers import factor_number, leading_term
from tests.polynomials import Coef, Number, World

w = World(
    **dict.fromkeys("pr", "positive"), q="nonnegative", y="sign", b="binary", S="symmetric", c="complex", n="integer"
)
a, z, u, p, r, q, y, b, c, n, N, one = (*(w(name) for name in "azuprqybcn"), w.N, w.one)
i, j, other = w.i, w.j, w.ring.index("other", w.short)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
two, three, nothing = w.number(2), w.number(3), w.number(0)
minus = w.number(-1)


def x(index: Index) -> Number:
    """Return the entry of x at an index."""
    return w("x", index)


def root(number: Number) -> Number:
    """Return the square root."""
    return number**HALF


def power(base: int, exponent: Number) -> Number:
    """Return a number to a power that need not be whole."""
    return Number(w.ring, symbolic_power(w.ring, w.number(base).poly, exponent.poly, whole=False))


below = 1 / (a + z)
POLYNOMIALS = [
    (a - a, nothing),
    (nothing + a, a),
    (a * 0, nothing),
    ((a + z) ** 2, a**2 + 2 * a * z + z**2),
    ((a + z) * (a - z), a**2 - z**2),
    (a / a, one),
    ((a + z) / (a + z), one),
    (y**2, one),
    (1 / y, y),
    (y**3, y),
    (b**5, b),
    (w.delta(i, j), w.delta(j, i)),
    (w.delta(i, j) ** 2, w.delta(i, j)),
    (w.delta(i, i), one),
    (w.delta(w.at(2), w.at(3)), nothing),
    (w.delta(i, j) * x(j), w.delta(i, j) * x(i)),
    (w("S", i, j), w("S", j, i)),
    *((value - value, nothing) for value in (w.exp(a), 1 / (a + z), root(a), w.log(p))),
]
RECIPROCALS = [
    (1 / (2 * a + 2 * z), HALF / (a + z)),
    (1 / (a - z), -1 / (z - a)),
    (1 / a * (1 / (2 + 3 * a)), HALF / a - Fraction(3, 2) / (2 + 3 * a)),
    (a**-2 / (2 + 3 * a), 1 / a * (HALF / a - Fraction(3, 2) / (2 + 3 * a))),
    (a * below, 1 - z * below),
    (a * a * below, a - z + z * z * below),
    (1 / (a * a * z - a * z * z), 1 / (a * z) * (1 / (a - z))),
    (1 / (a + 1 / a), a / (a**2 + 1)),
    *(
        (((4 * a - 6 * z) * factor) ** -k, (4 * a - 6 * z) ** -k * (Fraction(1) / factor) ** k)
        for factor in (3, -3, Fraction(2, 3), Fraction(-2, 3))
        for k in (1, 2)
    ),
]
ROOTS = [
    (root(w.number(8)), 2 * root(two)),
    (root(two) * root(three), root(w.number(6))),
    *((two ** (whole + HALF), root(two) * 2**whole) for whole in (1, 2, 3)),
    *((two ** (whole + HALF) * two ** (whole + HALF), w.number(2 ** (2 * whole + 1))) for whole in (1, 2, 3)),
    *((base ** (1 + HALF), base * root(base)) for base in (p + q, 1 + w.exp(a))),
    *((z * root(base) * root(base), z * base) for base in (p + q, 1 + w.exp(a))),
    (root(a**2), abs(a)),
    (root(p**2), p),
    (root(p * z), root(p) * root(z)),
    (root(a**2 * z**2 * p), abs(a) * abs(z) * root(p)),
    (root(a**4 * z), a**2 * root(z)),
    (root(c**2) * root(c**2), c**2),
    (root(a * a + 2 * a + 1), abs(a + 1)),
]
SIZES = [
    (abs(nothing), nothing),
    (w.call("sign", nothing), nothing),
    (abs(a - p), abs(p - a)),
    (abs(p + r), p + r),
    (abs(-2 * (p + r)), 2 * (p + r)),
    (abs(-(a * z)), abs(a) * abs(z)),
    (abs(a) ** 3, a**2 * abs(a)),
    *((abs(a) ** k, a**k) for k in (-4, -2, 2, 4)),
    *((abs(a) ** k * abs(a), abs(a) ** (k + 1)) for k in range(-4, 5)),
]
FUNCTIONS = [
    (w.exp(a) * w.exp(z), w.exp(a + z)),
    (w.exp(3 * w.log(p)), p**3),
    (w.exp(w.log(a + z)), a + z),
    (w.exp(w.log(p**3 + r**3)), p**3 + r**3),
    (w.log(p * z), w.log(p) + w.log(z)),
    (w.log(w.exp(a)), a),
    (w.log(one), nothing),
    (w.log(w.number(12)), 2 * w.log(two) + w.log(three)),
    (w.log(p**2 + 3 * p * r + 2 * r**2), w.log(p + r) + w.log(p + 2 * r)),
    (w.log((p + r) ** 2), 2 * w.log(p + r)),
    (w.log(p * p + 2 * p + 1), 2 * w.log(p + 1)),
    (w.log((q + a**2) ** -2), -2 * w.log(q + a**2)),
    (w.log((q + a**2) ** -HALF), -HALF * w.log(q + a**2)),
    *((w.log(a**k), Fraction(k, 2) * w.log(a**2)) for k in (-4, -2, 2, 4, 6)),
    *((w.exp(w.log(a**k)), a**k) for k in (-2, 2, 4, 6)),
    (w.exp(a * HALF) ** 2, w.exp(a)),
    (root(w.exp(a)), w.exp(a * HALF)),
    (w.call("tanh", -a), -w.call("tanh", a)),
    (w.call("sigmoid", a) + w.call("sigmoid", -a), one),
    (w.call("cosh", a) ** 2 - w.call("sinh", a) ** 2, one),
    (w.call("softplus", a) - w.call("softplus", -a), a),
]
WHOLE_POWERS = [
    (a**N * a, a ** (N + 1)),
    ((a * z) ** N, a**N * z**N),
    (nothing**N, nothing),
    (w.number(4) ** N, (two**N) ** 2),
    (a ** (2 * N + 3), (a**N) ** 2 * a**3),
    (minus ** (2 * N + 1), minus),
    (a**three, a**3),
    *((base ** (n + 1), base * base**n) for base in (a, minus, w.number(-3), a + 1)),
    *((base ** (2 * n), base**n * base**n) for base in (a, minus, w.number(-3), a + 1)),
    *((base**nothing, one) for base in (a, minus, w.number(-3), a + 1)),
    *(((minus**N) ** k, minus**N if k % 2 else one) for k in range(-4, 5)),
    *(((minus**N) ** k * (minus**N * a), a if k % 2 else minus**N * a) for k in range(-4, 5)),
    (power(6, a), power(2, a) * power(3, a)),
    (power(2, a) * power(2, -a), one),
    (Number(w.ring, symbolic_power(w.ring, {}, p.poly, whole=False)), nothing),
]


@pytest.mark.parametrize("table", [POLYNOMIALS, RECIPROCALS, ROOTS, SIZES, FUNCTIONS, WHOLE_POWERS])
def test_equal_expressions_are_the_same_object(table: list[tuple[Number, Number]]) -> None:
    """Both ways to write a polynomial end in one normal form."""
    assert [pair for pair in table if pair[0] != pair[1]] == []


DIFFERENT = [
    (root(a**2), a),
    (root(a * z), root(a) * root(z)),
    ((a**3) ** THIRD, a),
    (root(c**2), abs(c)),
    (root((a + c) * (a + c)), abs(a + c)),
    (w.log(a * z), w.log(a) + w.log(z)),
    (w.log(a**2), 2 * w.log(a)),
    (w.log((p - 1) * (p - 1)), 2 * w.log(p - 1)),
    (w.log((p + 1) * (p - 1)), w.log(p + 1) + w.log(p - 1)),
    (w.log(p**3 + r**3), w.log(p + r) + w.log(p**2 - p * r + r**2)),
    (w.log(p + root(p) + 1), w.log(p + 2)),
    (w.call("log", p, q), w.log(p)),
    (w.log(w.exp(c)), c),
    (y, one),
    (1 / b, b),
    (root(b) * root(z), b * z),
    (abs(a) ** 3, a**3),
    (abs(a + z), abs(a) + abs(z)),
    (w.exp(a) ** Fraction(2, 3), w.exp(a * THIRD)),
    (x(i), x(j)),
    (w.delta(i, other) * x(i), w.delta(i, other) * x(other)),
    (minus ** (N * HALF), minus**N),
    (minus ** (N * Fraction(3, 2)), minus ** (N * HALF)),
    ((a + z) ** N, a**N + z**N),
    *((base**n, base * base**n) for base in (a, minus, w.number(-3), a + 1)),
]


def test_different_expressions_stay_different() -> None:
    """What holds under a condition only is not rewritten without it."""
    assert [pair for pair in DIFFERENT if pair[0] == pair[1]] == []


def test_a_root_that_stays_is_squared_what_it_was() -> None:
    """A root of p + 2 p^(1/2) + 1 is no root of a polynomial, and an exponential undoes a logarithm of such."""
    inner = [p + 2 * root(p) + 1, p + 1 / p + 2, p + root(p) + 1]
    assert [base for base in inner if (root(base) * root(base) - base).zero() is None] == []
    assert [base for base in inner if (w.exp(w.log(base)) - base).zero() is None] == []


UNDEFINED: dict[str, Callable[[], object]] = {
    "1 / 0": lambda: 1 / nothing,
    "the root of -1": lambda: root(minus),
    "the root of -4 p": lambda: root(-4 * p),
    "log 0": lambda: w.log(nothing),
    "log -1": lambda: w.log(minus),
    "0^a": lambda: nothing**a,
    "0^a for a that is not whole": lambda: symbolic_power(w.ring, {}, a.poly, whole=False),
}


@pytest.mark.parametrize("case", UNDEFINED)
def test_what_has_no_value_is_said(case: str) -> None:
    """Nothing is invented for an expression without a value."""
    with pytest.raises(Undefined):
        _ = UNDEFINED[case]()


def exhausted(limits: Limits) -> object:
    """Return the sixtieth power of a sum of twelve names, which no such budget allows."""
    tight = World()
    tight.ring = Ring(limits=limits)
    return sum((tight(f"a{k}") for k in range(12)), tight.number(0)) ** 60


LIMITED: dict[str, tuple[str, Callable[[], object]]] = {
    "a million digits": ("binary digits of a number", lambda: three ** (10**7)),
    "a long number to a long power": ("binary digits of a number", lambda: power_of_number(2**1000, 1000)),
    "a long fraction": ("binary digits of a number", lambda: power_of_number(Fraction(1, 2**1000), 1000)),
    "a long negative number": ("binary digits of a number", lambda: power_of_number(-(2**1000), -1000)),
    "the whole part of a root": ("steps", lambda: (p + q) ** (10**7 + HALF)),
    "seconds": ("seconds", lambda: exhausted(Limits(seconds=0.05))),
    "steps": ("steps", lambda: exhausted(Limits(steps=2000))),
    "nodes": ("nodes", lambda: exhausted(Limits(nodes=200))),
    "memory": ("memory", lambda: exhausted(Limits(memory=100_000))),
}


@pytest.mark.parametrize("case", LIMITED)
def test_each_budget_ends_a_computation_and_is_named(case: str) -> None:
    """Whatever is too long ends in good order."""
    name, work = LIMITED[case]
    with pytest.raises(LimitReached) as met:
        _ = work()
    assert met.value.limit == name
    assert str(met.value).startswith(f"limit reached: {name} = ")


def test_a_hundred_names_are_allowed_where_there_is_room() -> None:
    """A node is counted once, when it is made."""
    roomy = World()
    roomy.ring = Ring(limits=Limits(nodes=400))
    assert len([roomy(f"a{k}") for _ in range(3) for k in range(100)]) == 300


def test_powers_of_numbers() -> None:
    """The length of a power of 1 is no reason to refuse it; what is whole is an `int`."""
    table: list[tuple[Coef, int, Coef]] = [
        (1, 10**9, 1),
        (-1, 10**9, 1),
        (-1, 10**9 + 1, -1),
        (2, 3, 8),
        (HALF, -3, 8),
        (2, -3, Fraction(1, 8)),
        (2**1000, 2, 2**2000),
    ]
    found = [(base, exponent, power_of_number(base, exponent)) for base, exponent, _ in table]
    assert [(*row, type(row[2])) for row in found] == [(*row, type(row[2])) for row in table]
    assert (integral(Fraction(6, 3)), quotient(6, 3), quotient(1, 3)) == (2, 2, THIRD)


def test_numbers_are_factored() -> None:
    """A positive rational is a product of primes with whole exponents."""
    numbers: dict[Coef, list[tuple[int, int]]] = {1: [], 7: [(7, 1)], Fraction(12, 5): [(2, 2), (3, 1), (5, -1)]}
    assert {number: factor_number(Ring(), number) for number in numbers} == numbers


def test_primitive_part_has_no_content_and_a_sign() -> None:
    """-2 a z + 4 a = 2 a (2 - z) up to the sign that the primitive part keeps for itself."""
    poly = -2 * a * z + 4 * a
    content, mono, rest = primitive(w.ring, poly.poly)
    assert (abs(content), Number(w.ring, {mono: 1})) == (2, a)
    assert Number(w.ring, rest) * a * content == poly


def test_an_assumed_sign_is_the_sign_of_the_primitive_part() -> None:
    """With z - a > 0, the primitive part of f (z - a) is z - a, and the content is f."""
    own = World()
    gap = own("z") - own("a")
    for given in (gap, 2 * gap):
        own.ring.positive[:] = [(freeze(given.poly), True)]
        for factor in (3, -3, HALF):
            assert primitive(own.ring, (gap * factor).poly) == (factor, own.ring.one, gap.poly)


def test_leading_terms() -> None:
    """Unknowns lead, longer ones first; no positive number, no denominator, nothing that only an index name decides."""
    table = [
        (x(i) - x(j), None),
        (1 + x(i), x(i)),
        (a, None),
        *((unit + a, a) for unit in (p, w.exp(z), w.exp(p))),
        (5 * a + 7 * a * z, 7 * a * z),
        (a + 1 / z, a),
        (1 / a + 1 / z, None),
    ]
    found = [(poly, leading_term(w.ring, freeze(poly.poly))) for poly, _ in table]
    assert [(poly, lead and Number(w.ring, {lead[0]: lead[1]})) for poly, lead in found] == table


def test_renaming_is_simultaneous_and_captures_nothing() -> None:
    """Exchanging two indices is one step; the sum over i of M[i, j], with j called i, sums over another index."""
    rename_to = lambda poly, names: Number(w.ring, rename(w.ring, poly.poly, names))  # noqa: E731 -- short
    assert rename_to(x(i) * w("z", j), {i: j, j: i}) == x(j) * w("z", i)
    moved = rename_to(w.total(w("M", i, j), i), {j: i})
    assert moved == w.total(w("M", j, i), j) != w.total(w("M", i, i), i)
