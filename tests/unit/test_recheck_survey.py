"""Which sizes the second opinion tries, how often, and what it makes of the points."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from sympy import Basic, Eq, Ge, IndexedBase, Le, Lt, Product, Sum, exp, log, symbols

from derive.recheck import recheck
from derive.recheck.domains import CORNERS, READABLE, TESTING
from derive.recheck.fields import Reals
from derive.recheck.model import Model
from derive.recheck.opinion import prepare
from derive.recheck.points import Point
from derive.recheck.ranges import Bound
from derive.recheck.survey import (
    FAMILIAR_AT_MOST,
    HOPELESS,
    STEPS,
    STEPS_IF_SMALL,
    Manner,
    Survey,
    Tally,
    _affordable,
    plan,
    small,
)
from derive.recheck.terms import Meter
from derive.recheck.trial import Trial, try_real
from derive.recheck.values import BudgetError, Q
from derive.verdict import Counterexample

N, D, K, L, M = symbols("N D K L M", integer=True, positive=True)
even, odd = symbols("even", integer=True, even=True, positive=True), symbols("odd", odd=True, positive=True)
i, j, k, m, n = symbols("i j k m n", integer=True)
a, b = symbols("a b")
x, y, w, X, T = (IndexedBase(name) for name in ("x", "y", "w", "X", "T"))


def total(*sizes: Basic) -> Basic:
    """Return a sum over so many sizes."""
    indices = (i, j, k, m, n)[: len(sizes)]
    return Sum(T[indices], *((index, 1, size) for index, size in zip(indices, sizes, strict=True)))


def asked(lhs: Basic, rhs: Basic | int = 0, relation: str = "==", assuming: object = ()) -> Model:
    """Return a question, ready for a survey."""
    return prepare((lhs, rhs), relation, assuming, None)


def survey(model: Model, *, points: int = 100, seconds: float = 60) -> Survey:
    """Return a survey of a question."""
    return Survey(model, seed=0, deadline=time.monotonic() + seconds, points=points)


def sweep(ask: Survey, sizes: dict[Basic, int], trial: Callable[[Point, Bound, Meter], Trial]) -> Tally:
    """Return what one sweep shows that begins at these sizes."""
    tally = Tally()
    ask._sweep(tally, 0, sizes, Manner(TESTING[0], Reals(), trial))  # noqa: SLF001 -- one sweep is the unit here
    return tally


def steps(ask: Survey, sizes: Bound) -> int:
    """Return what one point may cost at these sizes."""
    return ask._meter(sizes).steps  # noqa: SLF001 -- it is asked for at every point, and shows nowhere else


PLANS: dict[str, tuple[Model, list[tuple[int, ...]]]] = {
    "no size": (asked(a), [()] * 4),
    "one size": (asked(total(N)), [(2,), (3,), (4,), (1,), (5,), (9,)]),
    "two sizes": (
        asked(total(D, N)),
        [(2, 3), (3, 4), (4, 1), (1, 2), (5, 4), (9, 7), (3, 3), (2, 2)],
    ),
    "two sizes and an equation": (
        asked(total(D, N), assuming=Eq(Sum(x[i], (i, 1, N)), 1)),
        [(2, 3), (3, 4), (4, 1), (1, 2), (5, 4), (3, 3), (2, 2)],
    ),
    "an even size": (asked(total(even)), [(2,), (4,), (6,), (10,)]),
    "an odd size": (asked(total(odd)), [(3,), (5,), (1,), (9,)]),
    "a size from 2 to 4": (asked(total(N), assuming=[Ge(N, 2), Lt(N, 5)]), [(2,), (3,), (4,), (2,), (3,), (4,)]),
    "two sizes that are one": (
        asked(total(D, N), assuming=Eq(D, N)),
        [(3, 3), (2, 2), (1, 1), (2, 2), (3, 3), (4, 4)],
    ),
    "no size is possible": (asked(total(N), assuming=[Ge(N, 3), Lt(N, 3)]), []),
}


@pytest.mark.parametrize("case", PLANS)
def test_sizes_that_are_planned(case: str) -> None:
    """Each size from 1 to 5 and a large one, two of them unlike and, once or twice, alike; what is assumed holds."""
    model, expected = PLANS[case]
    assert [tuple(sizes.values()) for sizes in plan(model)] == expected


def test_large_sizes_cost_too_much_where_loops_nest() -> None:
    """The estimate stays below the limit, and one more would be above it."""
    goal = Sum(exp(total(N, N, N, N) + x[m]), (m, 1, N))
    question = asked(goal).question
    weight, depth = question.goal.left.weight + question.goal.right.weight, question.goal.left.depth
    ((cap,),) = [_affordable(question, {N: 50}).values()]
    assert weight * cap**depth <= HOPELESS < weight * (cap + 1) ** depth
    assert _affordable(question, {N: cap - 1, D: 50}) == {N: cap - 1, D: cap}
    assert all(sizes[N] <= cap for sizes in plan(asked(goal)))


def test_no_size_is_below_one_however_much_it_costs() -> None:
    """A sum over nothing shows nothing."""
    goal = total(N, N, N, N, N)
    heavy = asked(sum((goal * k for k in range(200)), goal)).question
    many = replace(heavy, goal=replace(heavy.goal, left=replace(heavy.goal.left, weight=10 * HOPELESS)))
    assert _affordable(many, {N: 7, D: 1}) == {N: 1, D: 1}


def test_small_sizes_come_first() -> None:
    """By their sum, none above 3, at most 24; of five sizes the last stays 1."""
    assert [tuple(s.values()) for s in small(asked(total(N)))] == [(1,), (2,), (3,)]
    two = [tuple(s.values()) for s in small(asked(total(D, N)))]
    assert two == [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1), (2, 3), (3, 2), (3, 3)]
    three = [tuple(s.values()) for s in small(asked(total(D, K, N)))]
    assert (len(three), three[0]) == (24, (1, 1, 1))
    assert [sum(sizes) for sizes in three] == sorted(map(sum, three))
    assert {sizes[4] for sizes in map(tuple, (s.values() for s in small(asked(total(D, K, L, M, N)))))} == {1}


def sweeps(
    monkeypatch: pytest.MonkeyPatch, ask: Survey, how: str, **options: int
) -> list[tuple[tuple[int, ...], object]]:
    """Return the sizes and the styles that a survey goes through."""
    found: list[tuple[tuple[int, ...], object]] = []

    def _note(_self: Survey, _tally: Tally, _number: object, sizes: dict[Basic, int], manner: Manner) -> None:
        found.append((tuple(sizes.values()), manner.style))

    monkeypatch.setattr(Survey, "_sweep", _note)
    _ = getattr(ask, how)(**options)
    return found


def test_an_equation_is_tried_once_at_each_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """The styles take turns, so that all of them are used."""
    found = sweeps(monkeypatch, survey(asked(total(N), x[1])), "real")
    assert [sizes for sizes, _ in found] == [(2,), (3,), (4,), (1,), (5,), (9,)]
    assert [style for _, style in found[:4]] == list(TESTING)
    first = sweeps(monkeypatch, survey(asked(total(N), x[1])), "real", choices=2)
    assert first == found[:2]


def test_an_inequality_is_tried_in_every_style_at_each_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may fail in a corner only; each size meets each style, and none twice."""
    model = asked(total(N), x[1], "<=")
    found = sweeps(monkeypatch, survey(model), "real")
    styles = (*TESTING, *CORNERS)
    assert len(found) == len(set(found)) == 6 * len(styles)
    assert {style for _, style in found} == set(styles)
    dear = asked(total(N), x[1], "<=", Ge(Sum(x[i], (i, 1, N)), 1))
    assert len(sweeps(monkeypatch, survey(dear), "real")) == len(plan(dear))


def test_a_readable_difference_is_looked_for_at_small_sizes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each size meets each style; the larger ones follow, those that are small not again."""
    found = sweeps(monkeypatch, survey(asked(total(N), x[1])), "readable", rounds=1)
    assert found == [((size,), style) for size in (1, 2, 3, 4, 5, 9) for style in READABLE]
    assert len(sweeps(monkeypatch, survey(asked(total(N), x[1])), "readable", rounds=2)) == 2 * len(found)


def test_no_more_points_than_were_asked_for() -> None:
    """Where nothing differs, the search ends soon after so many points."""
    few, many = (survey(asked(total(N), total(N)), points=points).readable(rounds=3).tried for points in (20, 60))
    assert 20 <= few < 60 <= many < 100


def test_a_time_that_is_over_is_said() -> None:
    """Nothing was found, and the reason is the clock."""
    late = survey(asked(exp(total(N, N, N, N)), 0, ">"), seconds=-1.0)
    tally = late.real()
    assert (tally.in_time, tally.tried) == (False, 0)
    assert tally.why_nothing() == "the time was up before any point was evaluated"


def test_points_of_what_cannot_hold_are_invalid() -> None:
    """Four attempts are made at each size, and counted."""
    model = asked(x[1], 0, assuming=Eq(a**2, -1))
    tally = survey(model).real()
    assert (tally.agreed, tally.undefined, tally.invalid) == (0, 0, 4 * len(plan(model)))
    assert tally.why_nothing() == "no point was found that satisfies the assumptions"


def test_points_without_a_value_are_undefined() -> None:
    """They are counted as such."""
    tally = survey(asked(log(-1 - a**2), 0)).real()
    assert (tally.agreed, tally.invalid, tally.undefined) == (0, 0, 4)
    assert tally.why_nothing() == "undefined at every point that was tried"


def test_a_point_that_costs_too_much_is_tried_at_smaller_sizes() -> None:
    """Two thirds each time, until it can be afforded; the loops of the plan are cut before."""
    tried: list[int] = []

    def _dear(point: Point, _bound: object, meter: Meter) -> Trial:
        tried.append(point.sizes[N])
        if point.sizes[N] > 2:
            raise BudgetError
        meter.spend()
        return Trial("agrees")

    tally = sweep(survey(asked(total(N), x[1])), {N: 9}, _dear)
    assert tried == [9, 6, 4, 2]
    assert (tally.agreed, tally.stuck, tally.largest) == (1, False, {N: 2})


def test_where_there_is_no_size_nothing_can_be_smaller() -> None:
    """It is said that no point could be afforded."""

    def _dear(_point: Point, _bound: object, _meter: Meter) -> Trial:
        raise BudgetError

    for model, sizes, stuck in ((asked(a), {}, True), (asked(total(N), x[1]), {N: 1}, False)):
        tally = sweep(survey(model), sizes, _dear)
        assert (tally.stuck, tally.in_time, tally.tried) == (stuck, True, 0)
        assert tally.why_nothing() == "no point could be afforded"


def test_a_sweep_ends_at_a_difference() -> None:
    """One is enough: the other coincidences are not tried."""
    model = asked(x[i] + x[j] + total(N), x[i])
    tally = sweep(survey(model), {N: 4, **dict.fromkeys(model.question.private, 4)}, try_real)
    assert (tally.differs, tally.tried) == (True, 0)


def test_small_points_may_cost_more() -> None:
    """Without them there is little to see."""
    ask = survey(asked(total(N), x[1]))
    allowed = {n: steps(ask, {N: n}) for n in (1, 3, 4)}
    assert allowed == {1: STEPS_IF_SMALL, 3: STEPS_IF_SMALL, 4: STEPS}
    assert steps(ask, {}) == STEPS


def test_coincidences_that_have_been_met_come_last_and_few() -> None:
    """All that are new are tried; of the others five, or one where enough points have been."""
    model = asked(x[i] - x[j], y[i])
    bounds = model.question.patterns({N: 3, **dict.fromkeys(model.question.sizes, 3)}, random.Random(0))  # noqa: S311 -- no secret
    assert {model.question.pattern(bound) for bound in bounds} == {(0, 0), (0, 1)}
    tally, ordered = Tally(), partial(survey(model)._ordered, found=bounds * 4)  # noqa: SLF001 -- the unit here
    assert len(ordered(tally)) == 2 + FAMILIAR_AT_MOST
    assert tally.patterns == {(0, 0), (0, 1)}
    assert len(ordered(tally)) == FAMILIAR_AT_MOST
    tally.agreed = 100
    assert len(ordered(tally)) == 1


def test_a_tally_counts_points() -> None:
    """What agrees is counted at its sizes; the first witness and the largest error are kept."""
    witness = Counterexample(sizes={}, indices={}, values={}, lhs=1, rhs=2, relation="==")
    tally = Tally()
    for trial, size in ((Trial("agrees", 0.25), 3), (Trial("agrees", 0.125), 2), (Trial("undefined"), 7)):
        tally.add(trial, {N: size, D: 1})
    assert (tally.agreed, tally.undefined, tally.invalid, tally.tried) == (2, 1, 0, 3)
    assert (tally.error, tally.largest, tally.trivial, tally.differs) == (0.25, {N: 3, D: 1}, True, False)
    tally.add(Trial("invalid"), {N: 9, D: 9})
    tally.add(Trial("agrees"), {N: 1, D: 2})
    assert (tally.invalid, tally.tried, tally.largest, tally.trivial) == (1, 5, {N: 3, D: 2}, False)
    tally.add(Trial("differs", witness=witness), {N: 9, D: 9})
    tally.add(Trial("agrees"), {N: 1, D: 1})
    assert (tally.differs, tally.difference, tally.tried) == (True, witness, 6)


CHANCES: dict[str, tuple[Basic, Basic, int]] = {
    "a square": (Sum(x[i], (i, 1, N)) ** 2, Sum(x[i] * x[j], (i, 1, N), (j, 1, N)), 2),
    "a product over the largest size, 9": (b * Product(x[i], (i, 1, N)), Product(x[i], (i, 1, N)) * b, 10),
    "a constant counts as one": (Sum(2, (i, 1, N)), 2 * N, 1),
}


@pytest.mark.parametrize("case", CHANCES)
def test_the_chance_of_an_accident_is_a_degree_over_a_prime(case: str) -> None:
    """By Schwartz and Zippel, at the largest sizes."""
    lhs, rhs, degree = CHANCES[case]
    opinion = recheck(lhs, rhs)
    assert (opinion.agrees, opinion.error_bound) == (True, degree / Q)


def test_the_sides_are_compared_in_their_order() -> None:
    """A bound from below is not one from above, at any size."""
    assert recheck(total(N) ** 2, 0, relation=">=").agrees is True
    assert recheck(total(N) ** 2, 0, relation="<=").agrees is False
    assert recheck(x[i], 3, relation="<=", assuming=Le(x[i], 3)).agrees is True
