"""The search for a certificate from inside: linear programs over what is nonnegative, and squares of a form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from derive import kernel
from derive.decide.candidates import Candidate, distinct
from derive.decide.gram import ldl
from derive.decide.linear import combine, obstacle, useful
from derive.kernel import NONNEGATIVE, POSITIVE, Poly

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


A, B, SURE = made(a=1), made(b=1), made(POSITIVE, a=1)
PROGRAMS: dict[str, tuple[Poly, list[Candidate], bool, dict[int, Any] | None]] = {
    "each as often as it is needed": (poly(a=1, b=2), [A, B], False, {0: 1, 1: 2}),
    "in fractions": (poly(a=1), [made(a=3)], False, {0: Fraction(1, 3)}),
    "never less than nothing": (poly(a=1, b=-1), [A, B], False, None),
    "an equation as well": (poly(a=1, b=-1), [A, made(b=1, free=True)], False, {0: 1, 1: -1}),
    "nothing for nothing": ({}, [A, B], False, {}),
    "nothing is not above zero": ({}, [A, B], True, None),
    "the cheaper one": (poly(a=1, b=1), [A, B, made(a=1, b=1)], False, {2: 1}),
    "the one with fewer reasons": (poly(a=1), [made(a=1, reasons=2), made(a=1)], False, {1: 1}),
    "what does not reach": (poly(a=1, c=1), [A, B], False, None),
    "strictly, with what is above zero": (poly(a=1, b=1), [B, SURE], True, {0: 1, 1: 1}),
    "strictly, with nothing above zero": (poly(a=1, b=1), [A, B], True, None),
    "strictly, with something above zero elsewhere": (poly(a=1), [A, made(POSITIVE, b=1)], True, None),
    "strictly, the dearer one": (poly(a=1), [A, made(POSITIVE, a=1, reasons=3)], True, {1: 1}),
    "strictly, a number": (poly(a=1, one=2), [A, made(POSITIVE, one=1)], True, {0: 1, 1: 2}),
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
    assert useful(poly(a=1), [A]) == [A]
    assert [useful(poly(a=1, b=1), [A]), useful(poly(a=1), [back]), useful(poly(a=-1, b=-1), [back, A])] == [None] * 3
    assert useful({}, [A, back, kept[2]]) == [A, back]
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
    assert distinct([A, made(a=2), None, opposite, B]) == [A, opposite, B]
    assert distinct([A, sure, made(a=2)]) == distinct([sure, A]) == [sure]


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
