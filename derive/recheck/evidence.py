"""Where a statement fails: the smallest sizes and simplest values at which it provably does."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from sympy import Basic

from derive.recheck.opinion import prepare, strong
from derive.recheck.reading import Range
from derive.recheck.survey import Survey, Tally
from derive.recheck.values import NotEvaluableError
from derive.verdict import Counterexample

# An equality that fails does so almost everywhere, an inequality perhaps in a corner.
POINTS = {True: 150, False: 600}
CONSTRAINED = 120  # where every point has to be solved for first
ROUNDS = {True: 1, False: 80}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a statement that is neither proved nor refuted.

    `points` counts those at which it holds, and `error_bound` bounds the chance that it is false at these sizes, where
    it could be evaluated modulo primes; else the difference that balls leave open. Without points, `reason` says why.
    `complete` tells whether all that was planned could be evaluated: in time, and with every size at least 2.
    """

    points: int
    error_bound: float
    reason: str
    complete: bool


def find(
    lhs: Basic | int,
    rhs: Basic | int,
    *,
    relation: str = "==",
    assuming: object = (),
    ranges: Mapping[str, Range] | None = None,
    seed: int = 0,
    max_seconds: float = 2.0,
) -> Counterexample | Evidence:
    """Return a point at which a statement provably fails, or what was seen where it holds.

    The sides of a counterexample are exact, or balls that do not meet; every assumption holds there exactly. A point
    that is undefined, or for which that cannot be shown, counts neither way. Raises what `recheck` raises.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> N, i = symbols("N i", integer=True)
    >>> x = IndexedBase("x")
    >>> print(find(Sum(x[i], (i, 1, N)) ** 2, Sum(x[i] ** 2, (i, 1, N))))
    at N = 2, x[1] = -2, x[2] = 1: left side 1, right side 5
    >>> find(Sum(x[i] ** 2, (i, 1, N)), 0, relation=">=").reason
    'it holds at every point that was tried'
    """
    deadline = time.monotonic() + max_seconds
    try:
        model = prepare((lhs, rhs), relation, assuming, ranges)
        points = CONSTRAINED if model.equations or model.inequalities else POINTS[relation == "=="]
        return _found(Survey(model, seed=seed, deadline=deadline, points=points))
    except NotEvaluableError as problem:
        return Evidence(0, 1.0, str(problem), complete=False)
    except RecursionError:
        return Evidence(0, 1.0, "the expression is nested too deeply", complete=False)


def _found(survey: Survey) -> Counterexample | Evidence:
    equality = survey.model.question.goal.relation == "=="
    modular = strong(survey)
    if modular is not None and modular.agreed and not modular.differs:
        return _evidence(modular)
    # Simple values first; then every size and every coincidence of indices, for which those may have left no points.
    tally = survey.real(survey.readable(rounds=ROUNDS[equality]))
    if tally.difference is None and modular is not None and modular.differs:
        return Evidence(0, 1.0, "the sides differ modulo a prime, but at no real point that was tried", complete=False)
    return tally.difference or _evidence(tally)


def _evidence(tally: Tally) -> Evidence:
    if not tally.agreed:
        return Evidence(0, 1.0, tally.why_nothing(), complete=tally.in_time and not tally.stuck)
    reason = "it holds at every point that was tried" + ("" if tally.undefined == 0 else " and where it is defined")
    if tally.trivial:
        reason += ", but larger sizes than 1 could not be afforded"
    return Evidence(tally.agreed, tally.error, reason, complete=tally.in_time and not tally.trivial)
