"""Where terms are evaluated: derivatives that do not leak, indices, balls that overlap, matrices of several shapes."""

from __future__ import annotations

import math

import pytest
from flint import fmpq
from sympy import (
    Basic,
    Derivative,
    Eq,
    GreaterThan,
    IndexedBase,
    LessThan,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Piecewise,
    StrictGreaterThan,
    StrictLessThan,
    Sum,
    exp,
    log,
    pi,
    symbols,
)
from sympy.matrices.expressions import HadamardPower

from derive.facts import inverse_pair
from derive.recheck import recheck
from derive.recheck.domains import TESTING
from derive.recheck.fields import Reals, as_number
from derive.recheck.grids import Grid, scalar
from derive.recheck.opinion import prepare
from derive.recheck.points import Point
from derive.recheck.terms import At, Meter
from derive.recheck.values import Dual, NotEvaluableError

D = symbols("D", integer=True, positive=True)
i, j, k = symbols("i j k", integer=True)
a, b = symbols("a b", positive=True)
G, H = IndexedBase("G"), IndexedBase("H")
A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)


def place(goal: Basic, *assuming: object) -> At:
    """Return a place at a point where every size is 3."""
    model = prepare((goal, 0), "==", assuming, None)
    point = Point(model, dict.fromkeys(model.question.sizes, 3), "0", TESTING[0])
    return point.at(Reals(), {}, Meter(float("inf"), 10**6))


def test_an_inverse_does_not_move_with_its_matrix() -> None:
    """What is drawn together is constant for a derivative, then and afterwards; the entry itself has slope one."""
    where = place(Sum(G[i, j] * H[j, k], (j, 1, D)), inverse_pair(G, H))
    moving = where.toward(("G", (1, 1)))
    assert isinstance(moving.entry(("G", (1, 1))), Dual)
    for inside in (moving, where):
        assert isinstance(inside.entry(("H", (1, 1))), fmpq)
        assert isinstance(inside.entry(("H", (2, 1))), fmpq)


def test_an_index_without_a_range_is_refused() -> None:
    """It is no question of the point."""
    with pytest.raises(NotEvaluableError, match="has no range"):
        _ = place(a).index(i)


EXTREMES: dict[str, tuple[Basic, float]] = {
    "the larger of two": (Max(pi, exp(1)), math.pi),
    "the smaller of two": (Min(pi, exp(1)), math.e),
    "the larger of what is equal": (Max(log(6), log(2) + log(3), evaluate=False), math.log(6)),
    "the smaller of what is equal": (Min(log(6), log(2) + log(3), evaluate=False), math.log(6)),
    "the larger of a ball and a number": (Max(pi, 3, evaluate=False), math.pi),
    "the smaller of three": (Min(pi, 3, exp(1), evaluate=False), math.e),
}


@pytest.mark.parametrize("case", EXTREMES)
def test_balls_have_a_largest_and_a_smallest(case: str) -> None:
    """Also where they overlap, up to their width."""
    node, expected = EXTREMES[case]
    model = prepare((node + a, 0), "==", (), None)
    where = place(node + a)
    value = scalar(model.question.goal.left.run(where)) - where.entry(("a", ()))
    assert float(as_number(value)) == pytest.approx(expected)


RELATIONS: dict[type[Basic], set[int]] = {
    Eq: {0},
    Ne: {-1, 1},
    StrictLessThan: {-1},
    LessThan: {-1, 0},
    StrictGreaterThan: {1},
    GreaterThan: {0, 1},
}


@pytest.mark.parametrize("relation", RELATIONS)
def test_conditions_of_cases(relation: type[Basic]) -> None:
    """Each relation between 0 and what is below, at or above it."""
    node = Piecewise((1, relation(a - b, 0)), (0, True))
    model = prepare((node, 0), "==", (), None)
    found = set[int]()
    for value in (-1, 0, 1):
        where = place(node)
        where.store = {("a", ()): fmpq(2 + value), ("b", ()): fmpq(2)}
        found |= {value} if model.question.goal.left.run(where) == 1 else set()
    assert found == RELATIONS[relation]


def test_an_entry_by_entry_power_has_its_base_left() -> None:
    """a^b, not b^a; and the shapes must agree."""
    assert recheck(HadamardPower(A, B)[0, 1], A[0, 1] ** B[0, 1], assuming=[A[0, 1] > 0, B[0, 1] > 0]).agrees is True
    base, exponents = Grid([[fmpq(2), fmpq(3)]]), Grid([[fmpq(3), fmpq(2)]])
    assert base.with_each(exponents, Reals().power).rows == [[8, 9]]
    with pytest.raises(NotEvaluableError):
        _ = base.with_each(exponents.transpose(), Reals().power)


def test_a_matrix_with_one_entry_is_a_number() -> None:
    """On either side of a product, where the shapes do not fit; beside another matrix that fits it is a matrix."""
    wide, number = Grid([[fmpq(1), fmpq(2), fmpq(3)], [fmpq(4), fmpq(5), fmpq(6)]]), Grid([[fmpq(10)]])
    assert (wide * number).rows == (number * wide).rows == [[10, 20, 30], [40, 50, 60]]
    assert (number * Grid([[fmpq(1), fmpq(2)]])).rows == [[10, 20]]
    with pytest.raises(NotEvaluableError):
        _ = wide * wide


def test_the_derivative_of_a_matrix_is_one() -> None:
    """Entry by entry."""
    assert recheck(Derivative(a**2 * A, a), 2 * a * A).agrees is True
    assert recheck(Derivative(a**2 * A, a), 3 * a * A).agrees is False


def test_an_opinion_is_one_line() -> None:
    """With the number of points, a counterexample, or a reason."""
    assert str(recheck((a + b) ** 2, a**2 + 2 * a * b + b**2)).startswith("agrees at ")
    assert str(recheck(a, b)).startswith("disagrees at a = ")
    assert str(recheck(log(-1 - a), 0)).startswith("no opinion: undefined")
