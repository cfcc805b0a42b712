"""What is supposed in a case, how deep cases go, which do not occur, and what a case must not leave behind."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Abs, Symbol

from derive.kernel import NONNEGATIVE, UNKNOWN, Poly, Ring, freeze, sign_of_terms
from derive.kernel.budget import CASES
from derive.kernel.cases import KINKS, has_cases, vanishes_by_cases
from derive.kernel.geometric import without_geometric_sums
from derive.kernel.nodes import Call
from tests.checked import checked
from tests.polynomials import Number, World


def is_zero(_: Ring, poly: Poly) -> bool:
    """Return whether nothing is left."""
    return not poly


def test_a_case_holds_its_border_and_nothing_is_left_of_it() -> None:
    """Where |a| is a, a may be 0; in each case the other side is not known, and afterwards neither is."""
    w = World()
    a, seen = w("a"), list[tuple[int, int]]()

    def look(ring: Ring, _: Poly) -> bool:
        seen.append((sign_of_terms(ring, freeze(a.poly)), sign_of_terms(ring, freeze((-a).poly))))
        return True

    assert vanishes_by_cases(w.ring, (abs(a) + w("b")).poly, look) is True
    assert seen == [(NONNEGATIVE, UNKNOWN), (UNKNOWN, NONNEGATIVE)]
    assert vanishes_by_cases(w.ring, abs(a).poly, is_zero) is False
    assert (w.ring.positive, w.ring.own) == ([], set())


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_functions_are_split_as_deep_as_is_allowed(depth: int) -> None:
    """Nothing shows |a| + |b| + c to be zero; each level is asked once before that is known."""
    w = World()
    asked: list[Poly] = []

    def refuse(_: Ring, poly: Poly) -> bool:
        asked.append(poly)
        return False

    poly = abs(w("a")) + abs(w("b")) + w("c")
    assert vanishes_by_cases(w.ring, poly.poly, refuse, ((),) * (CASES.most - depth)) is False
    assert len(asked) == depth


@pytest.mark.parametrize("strict", [True, False])
def test_a_case_that_cannot_occur_is_left_out(strict: bool) -> None:  # noqa: FBT001 -- a column of the table
    """With a > b, b is not the largest of three; with a >= b it may be, and then nothing is left out."""
    w = World()
    a, b, c = (w(name) for name in "abc")
    w.ring.positive.append((freeze((a - b).poly), strict))
    poly = w.call("Max", a, b, c) - w.call("Max", a, c)
    assert has_cases(w.ring, poly.poly) is True
    assert vanishes_by_cases(w.ring, poly.poly, is_zero) is strict


def test_what_is_decided_has_no_cases() -> None:
    """|a| where a is known not to be negative, and what holds no such function."""
    w = World()
    a, b = w("a"), w("b")
    assert has_cases(w.ring, abs(a).poly) is True
    w.ring.positive.append((freeze(a.poly), False))
    assert [has_cases(w.ring, poly.poly) for poly in (abs(a), a + b)] == [False, False]
    assert vanishes_by_cases(w.ring, b.poly, lambda _ring, _poly: True) is False


def test_a_case_that_is_left_out_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the positive side alone, |z| = z would be proved; the second opinion would say that it is not so."""
    monkeypatch.setitem(KINKS, "Abs", lambda arguments: [((">=", arguments[0]),)])
    z = Symbol("z", real=True)
    assert checked(Abs(z), z).method == "kernel and re-check disagree"


def test_a_root_of_a_complex_square_stays() -> None:
    """The root of (a + 1)^2 is the size of a + 1 for real a only."""
    found: dict[str, list[str]] = {}
    for trait in ("", "complex"):
        a = World(a=trait)("a")
        root: Number = ((a + 1) * (a + 1)) ** Fraction(1, 2)
        found[trait] = [atom.form.name for mono in root.poly for atom, _ in mono.factors if isinstance(atom.form, Call)]
    assert found == {"": ["Abs"], "complex": []}


def test_what_holds_no_geometric_sum_stays() -> None:
    """The same object comes back, so that nothing is tried twice."""
    w = World()
    poly = w("a").poly
    assert without_geometric_sums(w.ring, poly) is poly
