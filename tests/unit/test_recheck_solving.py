"""How the second opinion finds points that satisfy equations: in which order, for what, and along which lines."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flint import fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st
from sympy import Basic, Eq, Ge, IndexedBase, Sum, exp, symbols

from derive.facts import binary, inverse_pair, nonnegative, one_hot, positive, sign, simplex
from derive.recheck.domains import TESTING, Style
from derive.recheck.fields import Reals, Residues
from derive.recheck.holding import violated
from derive.recheck.model import Model
from derive.recheck.opinion import prepare
from derive.recheck.points import Point
from derive.recheck.solving import (
    STARTS,
    TARGETS,
    _by_freedom,
    _eliminate,
    _meeting,
    _moves,
    _reduced,
    _starts,
    settle,
    solve,
    stages,
)
from derive.recheck.terms import Key, Meter
from derive.recheck.values import Affine, UndefinedError

N, D = symbols("N D", integer=True, positive=True)
i, j, n = symbols("i j n", integer=True)
a, b, c = symbols("a b c")
whole = symbols("whole", integer=True)
x, y, z, w, alpha, beta, X, G, H = (IndexedBase(s) for s in ("x", "y", "z", "w", "alpha", "beta", "X", "G", "H"))
numbers = st.fractions(max_denominator=3, min_value=-4, max_value=4).map(lambda q: fmpq(q.numerator, q.denominator))
LETTERS: list[Key] = [("p", ()), ("q", ()), ("r", ())]


def total(*factors: Basic) -> Basic:
    """Return the sum over N of a product of entries."""
    body = factors[0][i]
    for factor in factors[1:]:
        body *= factor[i]
    return Sum(body, (i, 1, N))


def assumed(*assumptions: object, goal: Basic = a) -> Model:
    """Return what is assumed, ready to be solved."""
    return prepare((goal, 0), "==", assumptions, None)


def point(model: Model, style: Style = TESTING[0], *, seed: str = "0", size: int = 3, modular: bool = False) -> Point:
    """Return a point at which every size is the same."""
    return Point(model, dict.fromkeys(model.question.sizes, size), seed, style, modular=modular)


def meter() -> Meter:
    """Return a meter that lets everything pass."""
    return Meter(float("inf"), 10**6)


def order(model: Model) -> list[tuple[list[int], tuple[str, ...]]]:
    """Return the stages, with equations by number."""
    return [([model.equations.index(s) for s in statements], names) for statements, names in stages(model)]


STAGES: dict[str, tuple[Model, list[tuple[list[int], tuple[str, ...]]]]] = {
    "no equation": (assumed(), []),
    "one": (assumed(Eq(total(x, y), 1)), [([0], ("x", "y"))]),
    "what only the last mentions is found last": (
        assumed(Eq(total(x), 1), Eq(total(x, y), 2)),
        [([0], ("x",)), ([1], ("y",))],
    ),
    "the same, said the other way round": (
        assumed(Eq(total(x, y), 2), Eq(total(x), 1)),
        [([1], ("x",)), ([0], ("y",))],
    ),
    "a chain": (
        assumed(Eq(total(x, y), 1), Eq(total(y, z), 2), Eq(total(z, w), 3)),
        [([2], ("w", "z")), ([1], ("y",)), ([0], ("x",))],
    ),
    "two of the same": (assumed(Eq(a + b, 3), Eq(a - b, 1)), [([0, 1], ("a", "b"))]),
    "two of the same, and one that needs them": (
        assumed(Eq(a + b, 3), Eq(a - b, 1), Eq(a + b + c * c, 1)),
        [([0, 1], ("a", "b")), ([2], ("c",))],
    ),
    "what is defined is no unknown, what it is defined by is": (
        assumed(Eq(w[j], total(alpha)), Eq(Sum(w[j], (j, 1, D)), 1)),
        [([0], ("alpha",))],
    ),
    "a size is no unknown": (assumed(Eq(total(x), N)), [([0], ("x",))]),
}


@pytest.mark.parametrize("case", STAGES)
def test_equations_are_solved_for_what_no_earlier_one_mentions(case: str) -> None:
    """Each after those that it needs; those that share all of their tensors together."""
    model, expected = STAGES[case]
    assert order(model) == expected


def test_what_is_free_is_solved_for_first() -> None:
    """Then what is bounded or whole, then what has few values, then what has a form of its own."""
    kinds = [nonnegative(x), sign(y), one_hot(z), inverse_pair(G, H), binary(beta), simplex(alpha)]
    goal = total(w) + total(x) + whole + total(beta) + total(y) + H[i, j] + z[i] + alpha[i]
    names = ("H", "alpha", "beta", "w", "whole", "x", "y", "z", "unknown")
    found = _by_freedom(names, assumed(*kinds, goal=goal))
    assert found == ("unknown", "w", "whole", "x", "beta", "y", "H", "alpha", "z")


@given(st.lists(st.tuples(numbers, st.lists(numbers, min_size=3, max_size=3)), min_size=1, max_size=3))
def test_elimination_solves_what_can_be_solved(rows: list[tuple[fmpq, list[fmpq]]]) -> None:
    """Every value of the free unknowns then gives a solution; a system that is refused has a row that is not 0 = 0."""
    system = [Affine(constant, dict(zip(LETTERS, slopes, strict=True))) for constant, slopes in rows]
    solved: dict[Key, Affine] = {}
    try:
        for row in system:
            _eliminate(_reduced(row, solved), solved, "seed")
    except UndefinedError:
        assert any(constant != 0 for constant, _ in rows)
        return
    free = {unknown: fmpq(k + 2) for k, unknown in enumerate(LETTERS) if unknown not in solved}
    assert all(set(row.slopes) <= set(free) for row in solved.values())
    values = free | {unknown: worth(row, free) for unknown, row in solved.items()}
    assert all(worth(row, values) == 0 for row in system)


def worth(row: Affine, values: Mapping[Key, fmpq]) -> fmpq:
    """Return the value of a linear form."""
    return fmpq(0) + sum((slope * values[unknown] for unknown, slope in row.slopes.items()), row.constant)


def test_a_contradiction_is_refused() -> None:
    """p + q = 1 and 2 p + 2 q = 3 have no solution; said twice, an equation is one."""
    one, same, other = (Affine(fmpq(c), dict.fromkeys(LETTERS[:2], fmpq(s))) for c, s in ((-1, 1), (-2, 2), (-3, 2)))
    solved: dict[Key, Affine] = {}
    _eliminate(one, solved, "seed")
    _eliminate(_reduced(same, solved), solved, "seed")
    assert len(solved) == 1
    with pytest.raises(UndefinedError):
        _eliminate(_reduced(other, solved), solved, "seed")


MEETINGS: dict[str, tuple[list[fmpq | fmpq_poly], fmpq | None]] = {
    "nothing to solve": ([], fmpq(0)),
    "what is 0 anyway": ([fmpq(0), fmpq_poly([])], fmpq(0)),
    "a constant that is not 0": ([fmpq(3)], None),
    "a constant beside a line": ([fmpq_poly([-2, 1]), fmpq(3)], None),
    "one root": ([fmpq_poly([-2, 1])], fmpq(2)),
    "rather elsewhere than where the line begins": ([fmpq_poly([0, -3, 1])], fmpq(3)),
    "where it begins, if nowhere else": ([fmpq_poly([0, 1])], fmpq(0)),
    "what all have in common": ([fmpq_poly([2, -3, 1]), fmpq_poly([-2, 1])], fmpq(2)),
    "nothing in common": ([fmpq_poly([-1, 1]), fmpq_poly([-2, 1])], None),
    "no rational root": ([fmpq_poly([-2, 0, 1])], None),
}


@pytest.mark.parametrize("case", MEETINGS)
def test_where_polynomials_vanish(case: str) -> None:
    """At a root of all of them."""
    polynomials, expected = MEETINGS[case]
    assert {_meeting(polynomials, dice) for dice in range(4)} == {expected}


def test_each_root_may_be_taken() -> None:
    """The dice choose."""
    assert {_meeting([fmpq_poly([2, -3, 1])], dice) for dice in range(4)} == {1, 2}


def test_lines_begin_at_simple_points() -> None:
    """First at the ends of every axis, then at -1, 0 or 1 in each; each is tried with a direction and without."""
    unknowns: list[Key] = [("x", (1,)), ("x", (2,))]
    lines = list(_starts(point(assumed()), unknowns))
    assert len(lines) == 2 * STARTS
    assert [tuple(start.values()) for start, _ in lines[:8:2]] == [(1, 0), (-1, 0), (0, 1), (0, -1)]
    assert all((start, {}) == other for (start, _), other in zip(lines[::2], lines[1::2], strict=True))
    assert {v for start, _ in lines for v in start.values()} == {-1, 0, 1}
    assert {v for _, direction in lines for v in direction.values()} <= set(range(-3, 4))
    assert len({tuple(direction.values()) for _, direction in lines}) > STARTS // 2


SOLVABLE: dict[str, Model] = {
    "linear": assumed(Eq(total(x, y), 1), goal=x[1]),
    "two linear ones": assumed(Eq(a + b, 3), Eq(a - b, 1)),
    "two in a row": assumed(Eq(total(x), 1), Eq(total(x, y), 2)),
    "an instance each": assumed(Eq(Sum(X[n, j] * w[j], (j, 1, D)), y[n] ** 2), goal=Sum(y[n], (n, 1, N))),
    "a sphere": assumed(Eq(total(x, x), 1)),
    "a sphere for each": assumed(Eq(Sum(X[n, j] ** 2, (j, 1, D)), 1), goal=Sum(y[n], (n, 1, N))),
    "signs": assumed(Eq(y[i] ** 2, 1)),
    "bits": assumed(Eq(y[i] ** 2, y[i])),
    "a product": assumed(Eq(a * b, 6), positive(a), positive(b)),
    "signs that are bounded": assumed(Eq(y[i] ** 2, 4), nonnegative(y)),
}


@pytest.mark.parametrize("case", SOLVABLE)
def test_a_point_that_is_settled_satisfies_its_equations(case: str) -> None:
    """Nothing is broken, and what was solved for lies in its domain; modulo primes too, where no root is needed."""
    model = SOLVABLE[case]
    settled = [point(model, seed=str(seed), size=size) for seed in range(3) for size in (1, 2, 3)]
    found = [at for at in settled if settle(at, Reals(), meter(), repair=True)]
    assert len(found) > 3
    for at in found:
        assert at.fixed
        assert violated(at, Reals(), meter()) == []


def test_signs_that_are_solved_for_are_both_taken() -> None:
    """Of the two solutions of y^2 = 1, each at some place."""
    at = point(assumed(Eq(y[i] ** 2, 1)), size=9)
    assert settle(at, Reals(), meter(), repair=False)
    assert set(at.fixed.values()) == {-1, 1}


UNSOLVABLE: dict[str, Model] = {
    "no number": assumed(Eq(a**2, -1)),
    "no rational number": assumed(Eq(a**2, 2)),
    "two values": assumed(Eq(a, 1), Eq(a, 2)),
    "a transcendental equation": assumed(Eq(exp(a) + a, 3)),
    "outside of its domain": assumed(Eq(2 * a, -2), positive(a)),
}


@pytest.mark.parametrize("case", UNSOLVABLE)
def test_what_cannot_be_solved_is_not_settled(case: str) -> None:
    """Whatever the seed; and repairing does not help."""
    model = UNSOLVABLE[case]
    for seed in range(3):
        at = point(model, seed=str(seed))
        assert not settle(at, Reals(), meter(), repair=True)


def test_equations_are_solved_modulo_primes_too() -> None:
    """A linear system is."""
    model = assumed(Eq(total(x, y), 1), goal=x[1])
    at = point(model, modular=True)
    solve(at, Residues(), meter())
    assert len(at.fixed) == 1
    assert violated(at, Residues(), meter()) == []


def test_inequalities_are_repaired_where_drawing_does_not_help() -> None:
    """A large sum is at no point that is drawn with small entries; moving one gets there."""
    model = assumed(Ge(total(x), 15))
    at = point(model)
    assert not settle(at, Reals(), meter(), repair=False)
    assert settle(at, Reals(), meter(), repair=True)
    assert violated(at, Reals(), meter()) == []
    assert at.chosen


def test_only_what_is_drawn_is_moved_and_only_within_its_domain() -> None:
    """Not what is solved for, defined, a row of its kind or an inverse."""
    model = assumed(
        Eq(w[j], a * alpha[j]), simplex(z), inverse_pair(G, H), nonnegative(y), goal=total(x, y) + z[i] + w[j] + H[i, j]
    )
    at = point(model)
    at.fixed = {("x", (2,)): fmpq(1)}
    keys = frozenset({("x", (1,)), ("x", (2,)), ("y", (1,)), ("z", (1,)), ("w", (1,)), ("H", (0, 0))})
    moves = [move for turn in range(20) for move in _moves(at, keys, turn)]
    assert {key for move in moves for key in move} == {("x", (1,)), ("y", (1,))}
    assert {v for move in moves for key, v in move.items() if key[0] == "y"} == {t for t in TARGETS if t >= 0}
    assert {v for move in moves for key, v in move.items() if key[0] == "x"} == set(TARGETS)
    assert list(_moves(at, frozenset({("z", (1,))}), 0)) == []


def test_a_move_keeps_the_moves_before() -> None:
    """Entries are moved one by one."""
    at = point(assumed(goal=total(x)))
    at.chosen = {("x", (7,)): fmpq(20)}
    moves = list(_moves(at, frozenset({("x", (1,))}), 0))
    assert moves
    assert all(move[("x", (7,))] == 20 and ("x", (1,)) in move for move in moves)
