"""Inequalities at symbolic size, each by a certificate: the perceptron bound and its friends."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from sympy import (
    Eq,
    Ge,
    Le,
    Symbol,
    symbols,
)
from sympy.core.relational import GreaterThan, LessThan

from derive import (
    prove,
    simplex,
)
from tests.cases import (
    N,
    a,
    b,
    d,
    dot,
    k,
    n,
    pr,
    total,
    u,
    v,
    w,
    x,
    z,
)
from tests.checked import checked, status


@dataclass(frozen=True)
class Bound:
    """An inequality, the facts it needs, and one fact without which it is false."""

    goal: GreaterThan | LessThan
    facts: tuple[object, ...] = ()
    needed: object = None


MARGIN, RADIUS, STEPS = symbols("gamma R t", positive=True)
TRUTH = Symbol("y", real=True)
RIGHT_SIDE = Ge(TRUTH * dot(u, v), MARGIN)
MISTAKE = Le(TRUTH * dot(w, v), 0)
SMALL = Le(dot(v, v), RADIUS**2)
PROGRESS, LENGTH = Ge(dot(w, u), STEPS * MARGIN), Le(dot(w, w), STEPS * RADIUS**2)
SIGN, UNIT = Eq(TRUTH**2, 1), Eq(dot(u, u), 1)
UPDATED = w[d] + TRUTH * v[d]
AVERAGE_OF_X = total(x[n], n)

BOUNDS = {
    "a mistake turns w towards u": Bound(
        Ge(total(UPDATED * u[d], d), (STEPS + 1) * MARGIN), (RIGHT_SIDE, PROGRESS), PROGRESS
    ),
    "a mistake lengthens w by at most R^2": Bound(
        Le(total(UPDATED**2, d), (STEPS + 1) * RADIUS**2), (MISTAKE, SMALL, LENGTH, SIGN), MISTAKE
    ),
    "at most R^2/gamma^2 mistakes": Bound(Le(STEPS * MARGIN**2, RADIUS**2), (PROGRESS, LENGTH, UNIT), LENGTH),
    "Cauchy-Schwarz": Bound(Le(dot(u, w) ** 2, dot(u, u) * dot(w, w))),
    "square of the mean": Bound(Le(AVERAGE_OF_X**2, N * total(x[n] ** 2, n))),
    "arithmetic and geometric mean": Bound(Ge((a + b) ** 2, 4 * a * b)),
    "softmax Hessian is positive semidefinite": Bound(
        Ge(total(pr[k] * z[k] ** 2, k), total(pr[k] * z[k], k) ** 2), (simplex(pr),), simplex(pr)
    ),
}


@pytest.mark.parametrize("bound", BOUNDS.values(), ids=BOUNDS)
def test_bound_is_proved_by_a_certificate(bound: Bound) -> None:
    """The inequality is proved, and its certificate adds up when it is expanded again."""
    verdict = checked(bound.goal, assuming=bound.facts)

    assert (verdict.status, verdict.certificate and verdict.certificate.check()) == ("proved", True)


@pytest.mark.parametrize("bound", BOUNDS.values(), ids=BOUNDS)
def test_reversed_bound_is_not_proved(bound: Bound) -> None:
    """The same inequality the other way round is refused."""
    assert status(bound.goal.func(bound.goal.rhs, bound.goal.lhs), assuming=bound.facts) != "proved"


@pytest.mark.parametrize("bound", [b for b in BOUNDS.values() if b.needed is not None])
def test_bound_needs_each_fact(bound: Bound) -> None:
    """Without the fact that carries it the inequality is not proved."""
    rest = tuple(fact for fact in bound.facts if fact != bound.needed)

    assert status(bound.goal, assuming=rest) != "proved"


def test_certificate_can_be_printed() -> None:
    """A certificate says in words what it adds up."""
    verdict = prove(Le(dot(u, w) ** 2, dot(u, u) * dot(w, w)))

    assert str(verdict.certificate).strip()
