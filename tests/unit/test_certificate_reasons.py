"""Why something is nonnegative: what each kind of reason is worth, and the sign that it vouches for."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    Abs,
    Add,
    Eq,
    Ge,
    Gt,
    Integer,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Min,
    Mul,
    Pow,
    Product,
    Sum,
    Symbol,
    Trace,
    exp,
    log,
    sqrt,
    symbols,
)

from derive import Limits, kernel, nonnegative, positive, sign, tensor
from derive.decide.ground import Ground, instances, is_multiple, stand_on
from derive.decide.kinds import KINDS, index_of
from derive.decide.statement import statement
from derive.decide.written import written_difference, written_sign
from derive.kernel import NONNEGATIVE, POSITIVE, UNKNOWN
from derive.kernel.nodes import free_of
from tests.cases import N, n, total, x
from tests.checked import checked

a, b, c = symbols("a b c", real=True)
s, t = symbols("s t", positive=True)
e = Symbol("e", nonnegative=True)
m = Symbol("m", integer=True)
q, y = tensor("q", N), tensor("y", N)


def ground_of(*facts: object, about: Any = None) -> Ground:
    """Return a ground on which symbols and entries of vectors can be read."""
    everything = a + b + c + s + t + e + total(q[n] + x[n] + y[n], n) + q[n] + x[n] + y[n]
    claim = statement(everything if about is None else about, 0, ">=", facts)
    assert not isinstance(claim, bool)
    return stand_on(claim, Limits())


VALUES: dict[str, tuple[tuple[Any, ...], Any]] = {
    "sign": ((a,), a),
    "fact": ((a - b,), a - b),
    "square": ((a - b,), a**2 - 2 * a * b + b**2),
    "exp above its tangent": ((a,), exp(a) - 1 - a),
    "log below its tangent": ((s,), s - 1 - log(s)),
    "log increases": ((s, t), log(s) - log(t)),
    "exp increases": ((a, b), exp(a) - exp(b)),
    "sum of nonnegative terms": ((q[n], n), total(q[n], n) - q[n]),
    "absolute value": ((a,), Abs(a) - a),
    "maximum": ((Max(a, b, c), b), Max(a, b, c) - b),
    "minimum": ((a, Min(a, b, c)), a - Min(a, b, c)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_reason_is_worth_what_it_says(kind: str) -> None:
    """The value is the expression that the reason's name describes."""
    about, expected = VALUES[kind]
    ground = ground_of(nonnegative(q))
    polys = tuple(ground.question.read(each) for each in about)
    difference = kernel.subtract(KINDS[kind].value(ground, polys), ground.question.read(expected))
    assert kernel.vanishes(ground.ring, difference) is not None


SIGNS: dict[str, tuple[str, tuple[Any, ...], tuple[object, ...], int]] = {
    "a positive number": ("sign", (s,), (), POSITIVE),
    "a nonnegative number": ("sign", (e,), (), NONNEGATIVE),
    "any number": ("sign", (a,), (), UNKNOWN),
    "what was assumed": ("fact", (b - a,), (Le(a, b),), NONNEGATIVE),
    "what was assumed strictly": ("fact", (b - a,), (Lt(a, b),), POSITIVE),
    "what was not assumed": ("fact", (a - b,), (Le(a, b),), UNKNOWN),
    "a square": ("square", (a,), (), NONNEGATIVE),
    "a tangent of exp": ("exp above its tangent", (a,), (), NONNEGATIVE),
    "a tangent of log": ("log below its tangent", (s,), (), NONNEGATIVE),
    "a tangent of log at what may be zero": ("log below its tangent", (e,), (), UNKNOWN),
    "a tangent of log at any number": ("log below its tangent", (a,), (), UNKNOWN),
    "logarithms in order": ("log increases", (t, s), (Le(s, t),), NONNEGATIVE),
    "logarithms in strict order": ("log increases", (t, s), (Lt(s, t),), POSITIVE),
    "logarithms in the wrong order": ("log increases", (s, t), (Le(s, t),), UNKNOWN),
    "logarithms of any numbers": ("log increases", (a, b), (Ge(a, b),), UNKNOWN),
    "logarithms, the smaller one of any number": ("log increases", (s, a), (Ge(s, a),), UNKNOWN),
    "exponentials in order": ("exp increases", (b, a), (Le(a, b),), NONNEGATIVE),
    "exponentials in strict order": ("exp increases", (b, a), (Lt(a, b),), POSITIVE),
    "exponentials in the wrong order": ("exp increases", (a, b), (Le(a, b),), UNKNOWN),
    "exponentials of 0 and a negative number": ("exp increases", (Integer(0), -s), (), POSITIVE),
    "exponentials of a sum and a term": ("exp increases", (total(q[n], n), q[n]), (nonnegative(q),), NONNEGATIVE),
    "exponentials of a sum, a term and more": (
        "exp increases",
        (total(q[n], n) + s, q[n]),
        (nonnegative(q),),
        NONNEGATIVE,
    ),
    "exponentials of a sum less a number, and a term": (
        "exp increases",
        (total(q[n], n) - s, q[n]),
        (nonnegative(q),),
        UNKNOWN,
    ),
    "exponentials of a sum and a term, of any sign": ("exp increases", (total(x[n], n), x[n]), (), UNKNOWN),
    "a sum and one of its terms": ("sum of nonnegative terms", (q[n], n), (nonnegative(q),), NONNEGATIVE),
    "a sum and one of its positive terms": ("sum of nonnegative terms", (q[n], n), (positive(q),), NONNEGATIVE),
    "a sum and one of its terms, of any sign": ("sum of nonnegative terms", (x[n], n), (), UNKNOWN),
    "a sum over no index": ("sum of nonnegative terms", (q[n], s), (nonnegative(q),), UNKNOWN),
    "an absolute value": ("absolute value", (a,), (), NONNEGATIVE),
    "a maximum and one of its arguments": ("maximum", (Max(a, b, c), b), (), NONNEGATIVE),
    "a maximum and another number": ("maximum", (Max(a, b, c), s), (), UNKNOWN),
    "two maxima and an argument": ("maximum", (2 * Max(a, b, c), b), (), UNKNOWN),
    "a maximum and a number beside it": ("maximum", (Max(a, b, c) + s, b), (), UNKNOWN),
    "a square of a maximum": ("maximum", (Max(a, b, c) ** 2, b), (), UNKNOWN),
    "a product with a maximum": ("maximum", (Max(a, b, c) * x[n], b), (), UNKNOWN),
    "a minimum for a maximum": ("maximum", (Min(a, b, c), b), (), UNKNOWN),
    "an entry for a maximum": ("maximum", (x[n], b), (), UNKNOWN),
    "a minimum and one of its arguments": ("minimum", (b, Min(a, b, c)), (), NONNEGATIVE),
    "a minimum and another number": ("minimum", (s, Min(a, b, c)), (), UNKNOWN),
    "a maximum for a minimum": ("minimum", (b, Max(a, b, c)), (), UNKNOWN),
}


@pytest.mark.parametrize("case", SIGNS)
def test_a_reason_vouches_for_a_sign_where_it_holds(case: str) -> None:
    """And for none where something of it is missing."""
    kind, about, facts, expected = SIGNS[case]
    ground = ground_of(*facts)
    assert KINDS[kind].sign(ground, tuple(ground.question.read(each) for each in about)) == expected


@pytest.mark.parametrize(
    ("expr", "name"),
    [(n, True), (2 * n, False), (n + 1, False), (n**2, False), (n * s, False), (x[n], False), (s, False)],
)
def test_an_index_is_known_by_its_value(expr: Any, name: bool) -> None:  # noqa: FBT001 # a table of answers
    """Only the index itself, and no multiple or power of it."""
    ground = ground_of()
    found = index_of(ground.question.read(expr))
    assert (found is not None) is name
    assert found is None or {found} == free_of(ground.question.read(x[n]))


WRITTEN: dict[str, tuple[Any, tuple[object, ...], int]] = {
    "a sum of squares": (Add((a - b) ** 2, (b - c) ** 2, evaluate=False), (), NONNEGATIVE),
    "a sum of squares and a positive number": ((a - b) ** 2 + s, (), POSITIVE),
    "a square and any number": ((a - b) ** 2 + c, (), UNKNOWN),
    "a product of two positive numbers": ((s + (a - b) ** 2) * (t + (b - c) ** 2), (), POSITIVE),
    "a product of a positive and a nonnegative one": ((s + (a - b) ** 2) * (b - c) ** 2, (), NONNEGATIVE),
    "a product of two negative numbers": (Mul(-s - exp(a), -t - exp(b), evaluate=False), (), POSITIVE),
    "a product of two numbers that facts make negative": ((b - a) * (b - c), (Gt(a, b), Gt(c, b)), POSITIVE),
    "a product with one number that a fact makes negative": ((b - a) * (b - c), (Gt(a, b),), UNKNOWN),
    "a product with one negative number": (Mul(-s - exp(a), t + exp(b), evaluate=False), (), UNKNOWN),
    "a product with three negative numbers": (Mul(-s - exp(a), -t - exp(b), -s - t, evaluate=False), (), UNKNOWN),
    "a product with any number": ((s + (a - b) ** 2) * c, (), UNKNOWN),
    "an even power": ((a - b) ** 4, (), NONNEGATIVE),
    "an odd power": ((a - b) ** 3, (), UNKNOWN),
    "an odd power of what is nonnegative": (((a - b) ** 2 + e) ** 3, (), NONNEGATIVE),
    "a reciprocal": (1 / ((a - b) ** 2 + s), (), POSITIVE),
    "a reciprocal of what is nonnegative": (1 / ((a - b) ** 2 + e), (), POSITIVE),
    "a reciprocal of a square": ((a - b) ** -2, (), POSITIVE),
    "a reciprocal of a third power": ((a - b) ** -3, (), UNKNOWN),
    "a root": (sqrt((a - b) ** 2 + s), (), POSITIVE),
    "a power with any exponent": (Pow((a - b) ** 2 + s, c), (), POSITIVE),
    "a sum over a full range": (Sum((x[m] - a) ** 2 + s, (m, 1, N)), (), POSITIVE),
    "a sum of squares over a full range": (Sum((x[m] - a) ** 2, (m, 1, N)), (), NONNEGATIVE),
    "a sum over a range that may be empty": (Sum((x[m] - a) ** 2 + s, (m, 2, N)), (), NONNEGATIVE),
    "a product over a range that may be empty": (Product((x[m] - a) ** 2 + s, (m, 2, N)), (), POSITIVE),
    "a sum of any numbers": (Sum(x[m] - a, (m, 1, N)), (), UNKNOWN),
    "a maximum with a positive number": (Max(s, a), (), POSITIVE),
    "a maximum with a nonnegative number": (Max(e, a), (), NONNEGATIVE),
    "a maximum of any numbers": (Max(a, b), (), UNKNOWN),
    "a minimum of positive numbers": (Min(s, t), (), POSITIVE),
    "a minimum of a positive and a nonnegative one": (Min(s, e), (), NONNEGATIVE),
    "a minimum with any number": (Min(s, a), (), UNKNOWN),
    "a product of signs, squared": ((y[n] * s) ** 2, (sign(y),), POSITIVE),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_a_written_form_shows_its_sign(case: str) -> None:
    """From its parts, where no multiplying out is needed."""
    expr, facts, expected = WRITTEN[case]
    ground = ground_of(*facts)
    assert written_sign(expr, ground, {}) == expected


def test_two_sums_over_one_range_are_subtracted_term_by_term() -> None:
    """Only if their ranges are the same; nothing is subtracted where that is 0."""
    left, right = Sum(x[m] ** 2, (m, 1, N)), Sum(q[m], (m, 1, N))
    assert written_difference(left, right) == Sum(x[m] ** 2 - q[m], (m, 1, N))
    assert written_difference(left, Sum(q[m], (m, 2, N))) == left - Sum(q[m], (m, 2, N))
    assert written_difference(left, 0) is left
    assert written_difference(a, b) == a - b


MULTIPLES: list[tuple[Any, Any, bool]] = [
    (a - b, 2 * a - 2 * b, True),
    (a - b, 2 * b - 2 * a, False),
    (a - b, a - 2 * b, False),
    (a - b, a + b, False),
    (a - b, a - c, False),
    (a, a, True),
]


@pytest.mark.parametrize(("left", "right", "answer"), MULTIPLES)
def test_a_multiple_is_one_by_a_positive_number(left: Any, right: Any, answer: bool) -> None:  # noqa: FBT001 # answers
    """Which way round they are compared is the same."""
    ground = ground_of()
    one, other = ground.question.read(left), ground.question.read(right)
    assert is_multiple(one, other) is answer
    assert is_multiple(other, one) is answer
    assert not is_multiple({}, {})


def test_instances_stay_in_their_range() -> None:
    """An index is moved to every offered one that runs over the same range, and to no other."""
    ground = ground_of(about=x[n] + x[m] * Sum(q[m], (m, 1, N)))
    poly = ground.question.read(x[n])
    offered = free_of(ground.goal)
    images = list(instances(ground.ring, poly, free_of(poly), offered))
    same = {i for i in offered if i.dim is next(iter(free_of(poly))).dim}
    assert {next(iter(free_of(image))) for image in images} == same
    assert len(images) == len(same)


def test_what_has_a_logarithm_at_one_index_is_positive_there_only() -> None:
    """Where the statement has a value x_n > 0, and nothing is known of the other entries."""
    ground = ground_of(about=log(x[n]) + x[m])
    at_n, at_m = ground.question.read(x[n]), ground.question.read(x[m])
    assert ground.sign(at_n) == POSITIVE
    assert ground.sign(kernel.scale(at_n, 3)) == POSITIVE
    assert ground.sign(kernel.scale(at_n, -1)) == UNKNOWN
    assert ground.sign(ground.question.read(x[n] * s)) == POSITIVE
    assert ground.sign(ground.question.read(x[n] * e)) == NONNEGATIVE
    assert ground.sign(ground.question.read(-x[n] * s)) == UNKNOWN
    assert ground.sign(ground.question.read(x[n] * a)) == UNKNOWN
    assert ground.sign(ground.question.read(x[n] + a)) == UNKNOWN
    assert ground.sign(at_m) == UNKNOWN
    both = ground_of(about=log(x[n]) + log(q[n]))
    assert both.sign(both.question.read(x[n] * q[n])) == POSITIVE
    assert both.sign(both.question.read(s * x[n])) == POSITIVE


def test_a_need_of_several_terms_is_granted_as_a_whole() -> None:
    """x_n - q_n > 0 for its logarithm, and a multiple of it is too."""
    ground = ground_of(about=log(x[n] - q[n]))
    assert ground.sign(ground.question.read(x[n] - q[n])) == POSITIVE
    assert ground.sign(ground.question.read(2 * x[n] - 2 * q[n])) == POSITIVE
    assert ground.sign(ground.question.read(x[n] + q[n])) == UNKNOWN


A, B = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N)
ROOM: dict[str, tuple[Any, Any, tuple[object, ...], bool]] = {
    "a logarithm of the same": (log(a), log(2 * a), (), True),
    "a logarithm of another": (log(a), log(b), (), False),
    "a root of what has a logarithm": (log(a), sqrt(a), (), True),
    "a logarithm of what has a root": (sqrt(a), log(a), (), False),
    "a reciprocal of what has a logarithm": (log(a), 1 / a, (), True),
    "a reciprocal of its opposite": (log(a - b), 1 / (b - a), (), True),
    "a reciprocal of the same": (1 / (a - b), 1 / (b - a), (), True),
    "a logarithm of what has a reciprocal": (1 / a, log(a), (), False),
    "a reciprocal of what has a root": (sqrt(a), 1 / a, (), False),
    "a logarithm of a positive number": (a, log(s + b**2), (), True),
    "a root of a nonnegative number": (a, sqrt(e + b**2), (), True),
    "a reciprocal of a nonnegative number": (a, 1 / (e + b**2), (), False),
    "a reciprocal of what is never zero": (a, 1 / (s + b**2), (), True),
    "a reciprocal of a negative number": (a, 1 / (-s - b**2), (), True),
    "a logarithm of a definite form": (a, log(b**2 + b * c + c**2 + 1), (), True),
    "a logarithm of an entry, of all entries": (Sum(log(x[m]), (m, 1, N)), log(x[n]), (), True),
    "a logarithm of all entries, of one": (log(x[n]), Sum(log(x[m]), (m, 1, N)), (), False),
    "an inverse of the same": (Trace(A.I * B), Trace(B * A.I), (), True),
    "an inverse of another": (Trace(A.I * B), Trace(A * B.I), (), False),
    "an inverse of the second": (Trace(A.I + B.I), Trace(B.I), (), True),
}


@pytest.mark.parametrize("case", ROOM)
def test_what_has_a_value_wherever_the_statement_has_one(case: str) -> None:
    """A condition that the statement itself brings, or that holds anyway; no other."""
    said, also, facts, expected = ROOM[case]
    ground = ground_of(*facts, about=said + x[n] * q[n])
    session = ground.question.session
    before = len(session.needs)
    _ = ground.question.read(also)
    assert len(session.needs) > before
    assert all(ground.is_defined(need) for need in session.needs[before:]) is expected


SIDES: dict[str, tuple[Any, tuple[object, ...], str]] = {
    "a product of an equation": (Le(a, c), (Eq(a + e, c),), "proved"),
    "a product of an equation, strictly": (Lt(a, c), (Eq(a + s, c),), "proved"),
    "a product of an equation, not strictly": (Lt(a, c), (Eq(a + e, c),), "refuted"),
    "a product of an equation, the other way": (Le(c, a), (Eq(a + e, c),), "refuted"),
    "a size is at least 1": (Ge(s * N, s), (), "proved"),
    "a size is more than 1": (Gt(s * N, s), (), "refuted"),
    "a power of a size": (Ge(N**2, N), (), "proved"),
    "an order of entries at all places": (Le(x[n], s), (Le(x[m], s),), "proved"),
}


@pytest.mark.parametrize("case", SIDES)
def test_what_a_ground_offers_beside_the_facts(case: str) -> None:
    """What equations say of signs, that sizes are at least 1, and facts at all of their indices."""
    claim, facts, expected = SIDES[case]
    assert checked(claim, assuming=facts).status == expected
