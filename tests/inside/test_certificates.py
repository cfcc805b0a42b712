"""Certificates from inside: what each kind of reason vouches for, forged ones that are refused, and the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sympy import (
    Abs,
    Ge,
    Gt,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Sum,
    Symbol,
    acos,
    atan,
    erf,
    exp,
    log,
    sin,
    sqrt,
    symbols,
    tan,
)

from derive import Limits, kernel, nonnegative, positive, prove, tensor
from derive.decide.candidates import Candidate, distinct
from derive.decide.cases import Cases
from derive.decide.certificate import Certificate, Part, Reason
from derive.decide.gram import ldl
from derive.decide.linear import combine, obstacle, useful
from derive.decide.transforms import Transformed
from derive.expr import tree
from derive.expr.from_sympy import Scope, from_sympy
from derive.expr.tree import Node
from derive.expr.vocabulary import vocabulary
from derive.kernel import NONNEGATIVE, POSITIVE, Poly
from tests.cases import ROWS, N, dot, m, n, total, u, w, x

a, b, c = symbols("a b c", real=True)
s, t = symbols("s t", positive=True)
e = Symbol("e", nonnegative=True)
q = tensor("q", ROWS)
ZERO, ONE = Integer(0), Integer(1)
i = Symbol("i", integer=True, positive=True)
CHORD = (c - a) * exp(b) + (a - b) * exp(c) - (c - b) * exp(a)
MEAN = s * exp(a) + (1 - s) * exp(b) - exp(s * a + (1 - s) * b)
LARGEST, SMALLEST = Max(a, b, c), Min(a, b, c)


def claim(lhs: Any, relation: str, rhs: Any, *facts: Any) -> Any:
    """Return a statement, be it true or not."""
    return prove(lhs, rhs, facts, relation=relation).statement


def nodes(*expressions: Any) -> tuple[Node, ...]:
    """Return expressions that share their names as nodes."""
    scope = Scope(vocabulary(expressions))
    return tuple(from_sympy(each, scope) for each in expressions)


def node(expression: Any) -> Node:
    """Return an expression as a node."""
    return nodes(expression)[0]


def part(kind: str, *about: Any, coefficient: Any = Fraction(1), over: Any = ()) -> Part:
    """Return a part of one reason."""
    ranges = tuple((str(name), node(first), node(last)) for name, first, last in over)
    return Part(coefficient, ranges, (Reason(kind, nodes(*about)),))


def by_hand(statement: Any, *parts: Part, multiplier: Any = ONE) -> Certificate:
    """Return a certificate made by hand."""
    return Certificate(statement, node(multiplier), parts, Limits(seconds=600))


def vouched(goal: Any, kind: str, about: tuple[Any, ...], facts: tuple[Any, ...]) -> str:
    """Return which sign of the goal a reason proves, alone."""
    checks = [by_hand(claim(goal, sign, 0, *facts), part(kind, *about)).check() for sign in (">", ">=")]
    return {(True, True): "positive", (False, True): "nonnegative"}.get((checks[0], checks[1]), "nothing")


Q_SUM = total(q[n], n)
Q_REST, EXP_REST = Q_SUM - q[m], exp(Q_SUM) - exp(q[m])
SIGNS: dict[str, tuple[Any, str, tuple[Any, ...], tuple[Any, ...], str]] = {
    "a positive number": (s, "sign", (s,), (), "positive"),
    "a nonnegative number": (e, "sign", (e,), (), "nonnegative"),
    "any number": (a, "sign", (a,), (), "nothing"),
    "another number": (t, "sign", (s,), (), "nothing"),
    "what was assumed": (b - a, "fact", (b - a,), (Le(a, b),), "nonnegative"),
    "what was assumed strictly": (b - a, "fact", (b - a,), (Lt(a, b),), "positive"),
    "what was not assumed": (a - b, "fact", (a - b,), (Le(a, b),), "nothing"),
    "what is positive, and no fact": (s, "fact", (s,), (), "nothing"),
    "a square": ((a - b) ** 2, "square", (a - b,), (), "nonnegative"),
    "a tangent of exp": (exp(a) - 1 - a, "exp above its tangent", (a,), (), "nonnegative"),
    "a tangent of log": (s - 1 - log(s), "log below its tangent", (s,), (), "nonnegative"),
    "a tangent of log at what may be zero": (e - 1 - log(e), "log below its tangent", (e,), (), "nonnegative"),
    "a tangent of log at any number": (a - 1 - log(a**2) / 2, "log below its tangent", (a,), (), "nothing"),
    "logarithms in order": (log(t) - log(s), "log increases", (t, s), (Le(s, t),), "nonnegative"),
    "logarithms in strict order": (log(t) - log(s), "log increases", (t, s), (Lt(s, t),), "positive"),
    "logarithms in the wrong order": (log(s) - log(t), "log increases", (s, t), (Le(s, t),), "nothing"),
    "logarithms, one of any number": (log(s) - log(a**2) / 2, "log increases", (s, a), (Ge(s, a),), "nothing"),
    "exponentials in order": (exp(b) - exp(a), "exp increases", (b, a), (Le(a, b),), "nonnegative"),
    "exponentials in strict order": (exp(b) - exp(a), "exp increases", (b, a), (Lt(a, b),), "positive"),
    "exponentials in the wrong order": (exp(a) - exp(b), "exp increases", (a, b), (Le(a, b),), "nothing"),
    "exponentials of 0 and a negative number": (1 - exp(-s), "exp increases", (ZERO, -s), (), "positive"),
    "exponentials of a sum and a term": (EXP_REST, "exp increases", (Q_SUM, q[m]), (nonnegative(q),), "nonnegative"),
    "exponentials of less than a sum": (
        *(exp(Q_SUM - s) - exp(q[m]), "exp increases", (Q_SUM - s, q[m])),
        *((nonnegative(q),), "nothing"),
    ),
    "exponentials of a sum of any signs": (EXP_REST, "exp increases", (Q_SUM, q[m]), (), "nothing"),
    "arcs in order": (atan(b) - atan(a), "atan increases", (b, a), (Lt(a, b),), "positive"),
    "arcs in the wrong order": (atan(a) - atan(b), "atan increases", (a, b), (Le(a, b),), "nothing"),
    "what decreases": (acos(a) - acos(b), "acos decreases", (b, a), (Le(a, b),), "nonnegative"),
    "what decreases, the other way": (acos(b) - acos(a), "acos decreases", (a, b), (Le(a, b),), "nothing"),
    "a sine and its largest value": (1 - sin(a), "end of a range", (sin(a),), (), "nonnegative"),
    "a sine and less than that": (1 - 2 * sin(a), "end of a range", (sin(a),), (), "nothing"),
    "twice a sine": (1 - 2 * sin(a), "end of a range", (2 * sin(a),), (), "nothing"),
    "a number without a range": (1 - a, "end of a range", (a,), (), "nothing"),
    "a tangent, which has no bound": (1 - tan(a), "end of a range", (tan(a),), (), "nothing"),
    "an error function and its bound": (1 + erf(a), "beginning of a range", (erf(a),), (), "positive"),
    "a sum and a term": (Q_REST, "sum of nonnegative terms", (q[m], m), (nonnegative(q),), "nonnegative"),
    "a sum and a positive term": (Q_REST, "sum of nonnegative terms", (q[m], m), (positive(q),), "nonnegative"),
    "a sum and a term of any sign": (Q_REST, "sum of nonnegative terms", (q[m], m), (), "nothing"),
    "a sum over no index": (Q_REST, "sum of nonnegative terms", (q[m], s), (nonnegative(q),), "nothing"),
    "a sum over twice an index": (Q_REST, "sum of nonnegative terms", (q[m], 2 * m), (nonnegative(q),), "nothing"),
    "an absolute value": (Abs(a) - a, "absolute value", (a,), (), "nonnegative"),
    "sizes of parts": (Abs(a) + Abs(b) - Abs(a + b), "triangle", (a, b), (), "nonnegative"),
    "sizes of other parts": (Abs(a) + Abs(b) - Abs(a + b + c), "triangle", (a, b), (), "nothing"),
    "a power above its tangent": (s**t - 1 - t * (s - 1), "Bernoulli", (s, t), (Ge(t, 1),), "nonnegative"),
    "a root above its tangent": (s**t - 1 - t * (s - 1), "Bernoulli", (s, t), (), "nothing"),
    "a power of any number": ((1 + a) ** i - 1 - i * a, "Bernoulli", (1 + a, i), (), "nothing"),
    "powers of what is larger": (t**i - s**i, "powers increase", (t, s, i), (Le(s, t),), "nonnegative"),
    "powers of what may be larger": (t**i - s**i, "powers increase", (t, s, i), (), "nothing"),
    "powers of what may be negative": (b**i - a**i, "powers increase", (b, a, i), (Le(a, b),), "nothing"),
    "exp and its chord": (CHORD, "exp below its chord", (a, b, c), (Ge(a, b), Le(a, c)), "nonnegative"),
    "exp and its chord, produced": (CHORD, "exp below its chord", (a, b, c), (Ge(a, b),), "nothing"),
    "a mean of exponentials": (MEAN, "mean of exponentials", (a, b, s), (Le(s, 1),), "nonnegative"),
    "a sum of exponentials that is no mean": (MEAN, "mean of exponentials", (a, b, s), (), "nothing"),
    "a parabola below exp": (exp(s) - 1 - s - s**2 / 2, "exp above its parabola", (s,), (), "nonnegative"),
    "a parabola left of 0": (exp(a) - 1 - a - a**2 / 2, "exp above its parabola", (a,), (), "nothing"),
    "a parabola above exp": (1 - s + s**2 / 2 - exp(-s), "exp below its parabola", (-s,), (), "nonnegative"),
    "a parabola above exp, right of 0": (1 + s + s**2 / 2 - exp(s), "exp below its parabola", (s,), (), "nothing"),
    "a maximum and an argument": (LARGEST - b, "maximum", (LARGEST, b), (), "nonnegative"),
    "a maximum and another number": (LARGEST - s, "maximum", (LARGEST, s), (), "nothing"),
    "two maxima and an argument": (2 * LARGEST - b, "maximum", (2 * LARGEST, b), (), "nothing"),
    "a maximum and a number beside it": (LARGEST + s - b, "maximum", (LARGEST + s, b), (), "nothing"),
    "a square of a maximum": (LARGEST**2 - b, "maximum", (LARGEST**2, b), (), "nothing"),
    "a product with a maximum": (LARGEST * x[n] - b, "maximum", (LARGEST * x[n], b), (), "nothing"),
    "a minimum for a maximum": (SMALLEST - b, "maximum", (SMALLEST, b), (), "nothing"),
    "a minimum and an argument": (b - SMALLEST, "minimum", (b, SMALLEST), (), "nonnegative"),
    "a minimum and another number": (s - SMALLEST, "minimum", (s, SMALLEST), (), "nothing"),
    "an equation": (a - b, "equation", (a - b,), (), "nothing"),
    "an unknown kind": (s, "obvious", (s,), (), "nothing"),
}


@pytest.mark.parametrize("kind", sorted({kind for _, kind, *_ in SIGNS.values()}))
def test_a_reason_vouches_for_a_sign_where_it_holds(kind: str) -> None:
    """And for none where something of it is missing, or where it is worth something else than the goal."""
    rows = {name: row for name, row in SIGNS.items() if row[1] == kind}
    found = {name: vouched(goal, kind, about, facts) for name, (goal, _, about, facts, _) in rows.items()}
    assert found == {name: row[-1] for name, row in rows.items()}


def proof(relation: Any, *facts: Any) -> Any:
    """Return the certificate of a true inequality."""
    return prove(relation, assuming=facts).certificate


CHAIN = proof(Lt(a, c), Le(a, b), Lt(2 * b, 2 * c))
SQUARES = proof(Ge(a**2 + b**2, 2 * a * b))
TRIANGLE = proof(Le(Abs(Abs(a) - Abs(b)), Abs(a - b)))
LENGTHS = proof(Le(dot(u, w), sqrt(dot(u, u)) * sqrt(dot(w, w))))
ENTRIES = proof(Le(Abs(Abs(x[n]) - Abs(x[m])), Abs(x[n] - x[m])))
HANDMADE = by_hand(claim(a**2 + 1, ">", 0), part("square", a), Part(Fraction(1), (), ()))


@pytest.mark.parametrize("honest", [CHAIN, SQUARES, TRIANGLE, LENGTHS, ENTRIES, HANDMADE])
def test_an_honest_certificate_checks(honest: Any) -> None:
    """Those that the forgers start from are good; one need not come from the search."""
    assert honest.check() is True


def with_first(certificate: Any, **changes: Any) -> Any:
    """Return the certificate with its first part changed."""
    return replace(certificate, parts=(replace(certificate.parts[0], **changes), *certificate.parts[1:]))


def by_transform(name: str, smaller: Any, larger: Any, certificate: Any) -> Transformed:
    """Return a proof of `smaller` <= `larger` from one of something else."""
    sides = node(smaller), node(larger)
    return Transformed(claim(smaller, "<=", larger), name, *sides, certificate, Limits())


FORGED: dict[str, Callable[[], Any]] = {
    "another coefficient": lambda: with_first(CHAIN, coefficient=CHAIN.parts[0].coefficient + 1),
    "a coefficient that is no fraction": lambda: with_first(SQUARES, coefficient=1.0),
    "a part left out": lambda: replace(CHAIN, parts=CHAIN.parts[1:]),
    "a part twice": lambda: replace(SQUARES, parts=SQUARES.parts * 2),
    "another statement": lambda: replace(SQUARES, statement=claim(a**2 + b**2, ">=", 3 * a * b)),
    "a strict statement": lambda: replace(SQUARES, statement=claim(a**2 + b**2, ">", 2 * a * b)),
    "the statement, reversed": lambda: replace(SQUARES, statement=claim(2 * a * b, ">=", a**2 + b**2)),
    "an assumption left out": lambda: replace(CHAIN, statement=claim(a, "<", c, Lt(2 * b, 2 * c))),
    "a strict assumption made weak": lambda: replace(CHAIN, statement=claim(a, "<", c, Le(a, b), Le(2 * b, 2 * c))),
    "a negative weight": lambda: by_hand(claim(-(a**2), ">=", 0), part("square", a, coefficient=Fraction(-1))),
    "a written form without a sign": lambda: by_hand(claim(a, ">=", 0), part("written form", a)),
    "a square that is none": lambda: by_hand(claim(a * b, ">=", 0), part("square", sqrt(a) * sqrt(b))),
    "a root that needs more than the statement": lambda: by_hand(claim(a, ">=", 0), part("square", sqrt(a))),
    "a logarithm of a negative number": lambda: by_hand(claim(-s - 1, ">=", log(s)), part("log below its tangent", -s)),
    "a term at what is no index": lambda: by_hand(claim(a, ">=", 0), part("sum of nonnegative terms", a, b)),
    "a multiplier of unknown sign": lambda: by_hand(claim(a, ">=", 0), part("square", a), multiplier=a),
    "a multiplier that is zero": lambda: by_hand(claim(a, ">=", 0), part("sign", ZERO), multiplier=ZERO),
    "nothing at all": lambda: by_hand(claim(a, ">=", 0)),
    "a square taken for positive": lambda: by_hand(
        claim(total(x[n] ** 2, n), ">", 0), part("square", x[n], over=((n, ONE, N),))
    ),
    "a sum that may be empty": lambda: by_hand(
        claim(Sum(exp(x[n]), (n, 2, N)), ">", 0), part("sign", exp(x[n]), over=((n, 2 * ONE, N),))
    ),
    "a case left out": lambda: replace(TRIANGLE, certificates=TRIANGLE.certificates[:1]),
    "one case twice": lambda: replace(TRIANGLE, certificates=TRIANGLE.certificates[:1] * 2),
    "cases of something else": lambda: replace(TRIANGLE, split=node(Abs(a))),
    "cases at one point of something else": lambda: replace(ENTRIES, pointwise=False),
    "cases of nothing": lambda: Cases(claim(a, ">=", 0), node(a), ()),
    "squares of other sides": lambda: replace(LENGTHS, larger=tree.add(LENGTHS.larger, tree.ONE)),
    "squares in another order": lambda: replace(LENGTHS, smaller=tree.negative(LENGTHS.smaller)),
    "squares of a negative side": lambda: by_transform("squares", a, -a - 1, proof(Le(a**2, (a + 1) ** 2), Ge(a, 0))),
    "squares whose larger side is negative": lambda: by_transform("squares", s, -s - 1, proof(Le(s**2, (-s - 1) ** 2))),
    "another transform": lambda: replace(LENGTHS, transform="exponentials"),
    "logarithms of sides of any sign": lambda: by_transform(
        "logarithms", a, a + 1, proof(Le(log(a), log(a + 1)), Gt(a, 0))
    ),
}


def test_a_forged_certificate_does_not_check() -> None:
    """Whoever alters a certificate is found out by its own check."""
    assert [name for name, forge in FORGED.items() if forge().check() is not False] == []


RING = kernel.Ring(limits=kernel.Limits(seconds=86_400))
MONOS = {name: kernel.entry(RING, name) for name in "abc"} | {"1": RING.constant(1)}


def poly(**coefficients: int) -> Poly:
    """Return a polynomial of degree 1; `one` is its constant."""
    named = {"1" if name == "one" else name: coef for name, coef in coefficients.items()}
    return kernel.add(*(kernel.scale(MONOS[name], coef) for name, coef in named.items())) if named else {}


def made(sign: int = NONNEGATIVE, *, free: bool = False, reasons: int = 1, **coefficients: int) -> Candidate:
    """Return a candidate of some value, as if it were known to be nonnegative."""
    value = poly(**coefficients)
    return Candidate((), (("sign", (value,)),) * reasons, value, sign, free)


FIRST, SECOND, SURE = made(a=1), made(b=1), made(POSITIVE, a=1)
PROGRAMS: dict[str, tuple[Poly, list[Candidate], bool, dict[int, Any] | None]] = {
    "each as often as it is needed": (poly(a=1, b=2), [FIRST, SECOND], False, {0: 1, 1: 2}),
    "in fractions": (poly(a=1), [made(a=3)], False, {0: Fraction(1, 3)}),
    "never less than nothing": (poly(a=1, b=-1), [FIRST, SECOND], False, None),
    "an equation as well": (poly(a=1, b=-1), [FIRST, made(b=1, free=True)], False, {0: 1, 1: -1}),
    "nothing for nothing": ({}, [FIRST, SECOND], False, {}),
    "nothing is not above zero": ({}, [FIRST, SECOND], True, None),
    "the cheaper one": (poly(a=1, b=1), [FIRST, SECOND, made(a=1, b=1)], False, {2: 1}),
    "the one with fewer reasons": (poly(a=1), [made(a=1, reasons=2), made(a=1)], False, {1: 1}),
    "what does not reach": (poly(a=1, c=1), [FIRST, SECOND], False, None),
    "strictly, with what is above zero": (poly(a=1, b=1), [SECOND, SURE], True, {0: 1, 1: 1}),
    "strictly, with nothing above zero": (poly(a=1, b=1), [FIRST, SECOND], True, None),
    "strictly, with something above zero elsewhere": (poly(a=1), [FIRST, made(POSITIVE, b=1)], True, None),
    "strictly, the dearer one": (poly(a=1), [FIRST, made(POSITIVE, a=1, reasons=3)], True, {1: 1}),
    "strictly, a number": (poly(a=1, one=2), [FIRST, made(POSITIVE, one=1)], True, {0: 1, 1: 2}),
    "a detour": (poly(a=1), [made(a=1, b=1), made(b=-1)], False, {0: 1, 1: 1}),
    "a contradiction proves everything": ({}, [SURE, made(a=-1)], True, {0: 1, 1: 1}),
}


def test_a_program_combines_what_is_nonnegative() -> None:
    """Exactly, with nonnegative coefficients but for equations."""
    for name, (target, candidates, strict, expected) in PROGRAMS.items():
        found = combine(target, candidates, strict=strict)
        shares = None if found is None else {candidates.index(used): share for share, used in found}
        assert shares == expected, name


def test_what_cannot_cancel_is_left_out() -> None:
    """Each term of each candidate has another one that is its opposite, or is wanted."""
    back, kept = made(a=-1), [made(a=-1), made(a=1), made(a=1, c=-1), made(a=1, c=1, b=-1)]
    assert useful(poly(a=1), [FIRST]) == [FIRST]
    assert [useful(poly(a=1, b=1), [FIRST]), useful(poly(a=1), [back]), useful(poly(a=-1, b=-1), [back, FIRST])] == [
        None
    ] * 3
    assert useful({}, [FIRST, back, kept[2]]) == [FIRST, back]
    assert useful(poly(a=-1), kept) == kept[:2]


def test_a_functional_tells_the_target_from_the_candidates() -> None:
    """It is nonnegative on each of them, and on the target minus the distance."""
    candidates = [made(a=1), made(a=1, b=1), made(c=1, free=True)]
    for target, distance in ((poly(a=2, b=1), 0), (poly(a=-3, b=-2), 5), (poly(c=1, b=-1), 1), (poly(a=1, b=-2), 2)):
        found, functional = obstacle(target, candidates)
        values = [
            sum(functional.get(mono, 0) * float(coef) for mono, coef in each.value.items()) for each in candidates
        ]
        assert found == pytest.approx(distance, abs=1e-9)
        assert sum(functional.get(mono, 0) * float(coef) for mono, coef in target.items()) == pytest.approx(-distance)
        assert (min(values) > -1e-9, abs(values[2]) < 1e-9) == (True, True)


def test_multiples_are_one_candidate() -> None:
    """The first of them, unless a later one is known to be above zero; opposites are two."""
    sure, opposite = made(POSITIVE, a=3), made(a=-1)
    assert distinct([FIRST, made(a=2), None, opposite, SECOND]) == [FIRST, opposite, SECOND]
    assert distinct([FIRST, sure, made(a=2)]) == distinct([sure, FIRST]) == [sure]


FORMS: list[tuple[list[list[int]], list[list[str]]]] = [
    ([[4, -6], [-6, 9]], [["1", "-3/2"]]),
    ([[2, 1, 0], [1, 2, 1], [0, 1, 2]], [["1", "1/2", "0"], ["0", "1", "2/3"], ["0", "0", "1"]]),
    ([[0, 0], [0, 3]], [["0", "1"]]),
    ([[-1, 0], [0, 1]], [["0", "1"]]),
]


def test_a_form_is_a_sum_of_squares_of_vectors() -> None:
    """As far as the pivots are positive, and then the vectors with their pivots give it back."""
    for matrix, expected in FORMS:
        vectors = ldl([[Fraction(entry) for entry in row] for row in matrix])
        assert [[str(entry) for entry in vector] for vector in vectors] == expected
