"""What is supposed in a case, how deep cases go, and which do not occur."""

from __future__ import annotations

import pytest

from derive.kernel import (
    NONNEGATIVE,
    POSITIVE,
    UNKNOWN,
    Poly,
    Ring,
    add,
    call,
    entry,
    freeze,
    raise_to,
    scale,
    subtract,
)
from derive.kernel.cases import has_cases, vanishes_by_cases
from derive.kernel.limits import LimitReached
from derive.kernel.signs import sign_of_terms


def names(ring: Ring) -> tuple[Poly, Poly, Poly]:
    """Return three numbers of unknown sign."""
    return entry(ring, "a"), entry(ring, "b"), entry(ring, "c")


def is_zero(_: Ring, poly: Poly) -> bool:
    """Return whether nothing is left."""
    return not poly


def test_a_case_holds_its_border() -> None:
    """Where |a| is a, a may be 0; in each case the other side is not known, and afterwards neither is."""
    ring = Ring()
    a, b, _ = names(ring)
    seen: list[tuple[int, int]] = []

    def look(ring: Ring, _: Poly) -> bool:
        seen.append((sign_of_terms(ring, freeze(a)), sign_of_terms(ring, freeze(scale(a, -1)))))
        return True

    assert vanishes_by_cases(ring, add(call(ring, "Abs", (a,)), b), look) is True
    assert seen == [(NONNEGATIVE, UNKNOWN), (UNKNOWN, NONNEGATIVE)]
    assert (ring.positive, ring.own) == ([], set())


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_functions_are_split_as_deep_as_is_allowed(depth: int) -> None:
    """Nothing shows |a| + |b| + c to be zero; each level is asked once before that is known."""
    ring = Ring()
    a, b, c = names(ring)
    asked: list[Poly] = []

    def refuse(_: Ring, poly: Poly) -> bool:
        asked.append(poly)
        return False

    poly = add(call(ring, "Abs", (a,)), call(ring, "Abs", (b,)), c)
    assert vanishes_by_cases(ring, poly, refuse, depth) is False
    assert len(asked) == depth


@pytest.mark.parametrize("strict", [True, False])
def test_a_case_that_cannot_occur_is_left_out(strict: bool) -> None:  # noqa: FBT001 -- a column of the table
    """With a > b, b is not the largest of three; with a >= b it may be, and then nothing is left out."""
    ring = Ring()
    a, b, c = names(ring)
    ring.positive.append((freeze(subtract(a, b)), strict))
    poly = subtract(call(ring, "Max", (a, b, c)), call(ring, "Max", (a, c)))
    assert has_cases(ring, poly) is True
    assert vanishes_by_cases(ring, poly, is_zero) is strict


def test_what_is_decided_has_no_cases() -> None:
    """|a| where a is known not to be negative, and what holds no such function."""
    ring = Ring()
    a, b, _ = names(ring)
    size = call(ring, "Abs", (a,))
    assert has_cases(ring, size) is True
    ring.positive.append((freeze(a), False))
    assert has_cases(ring, size) is False
    assert has_cases(ring, add(a, b)) is False
    assert vanishes_by_cases(ring, b, lambda _ring, _poly: True) is False


def test_only_a_square_of_a_real_number_adds_to_what_is_positive() -> None:
    """With z > 0, z + a^2 is positive and z + c^2 is not known to be, c being complex; nor is z + c^-2 or z - a^2."""
    ring = Ring(traits={"c": frozenset({"complex"})})
    z, a, c = (entry(ring, name) for name in "zac")
    ring.positive.append((freeze(z), True))
    known = {
        POSITIVE: (z, scale(z, 2), add(z, raise_to(ring, a, 2))),
        UNKNOWN: (add(z, raise_to(ring, c, 2)), add(z, raise_to(ring, c, -2)), subtract(z, raise_to(ring, a, 2))),
    }
    for sign, polys in known.items():
        assert [sign_of_terms(ring, freeze(poly)) for poly in polys] == [sign] * len(polys)


def test_a_limit_says_which_it_was() -> None:
    """With what was allowed."""
    assert str(LimitReached("steps", 5)) == "limit reached: steps = 5"
