"""`recheck`: what many exact evaluations say about a statement."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from sympy import Basic, Expr, ImmutableDenseMatrix, Integer, MatrixBase, MatrixExpr

from derive.errors import BadLimitError, NotAnExpressionError, UnsupportedError
from derive.facts import as_assumptions
from derive.recheck.holding import SIGNS
from derive.recheck.model import Model, model
from derive.recheck.question import ask
from derive.recheck.reading import Range
from derive.recheck.survey import Survey, Tally
from derive.recheck.values import NotEvaluableError, NotModularError
from derive.verdict import Counterexample

REAL_BESIDE_MODULAR = 2  # choices of sizes at which a modular agreement is repeated with real numbers


@dataclass(frozen=True, slots=True)
class Recheck:
    """What the second opinion is: `agrees` is None where no point could be evaluated, and `reason` says why.

    `points` counts all that were tried. `error_bound` bounds the chance that a statement which is false at these sizes
    passes, where it was evaluated modulo primes; else the difference that balls leave open, 0 for rational numbers.
    """

    agrees: bool | None
    points: int
    error_bound: float
    counterexample: Counterexample | None = None
    reason: str = ""

    def __str__(self) -> str:
        """Return the opinion as one line."""
        if self.agrees is None:
            return f"no opinion: {self.reason}"
        if not self.agrees:
            return f"disagrees {self.counterexample or self.reason}"
        return f"agrees at {self.points} points, error bound {self.error_bound:.2g}"


def recheck(
    lhs: Basic | int,
    rhs: Basic | int,
    *,
    relation: str = "==",
    assuming: object = (),
    ranges: Mapping[str, Range] | None = None,
    seed: int = 0,
    points: int = 100,
    max_seconds: float = 2.0,
) -> Recheck:
    """Return whether two sides are in a relation at every point tried; nothing that is true is ever contradicted.

    About `points` points are tried, and every way in which the free indices can coincide. `ranges` gives the ends of
    free indices by name; else they are taken from where the index stands. Assumptions with free indices hold for all
    their values. Raises `NotAnExpressionError` for a string or a list, `BadFactError` for
    what is no assumption, and `BadLimitError` for a budget that is not positive; whatever cannot be evaluated is an
    opinion of None.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> N, i, j = symbols("N i j", integer=True)
    >>> x = IndexedBase("x")
    >>> square = Sum(x[i], (i, 1, N)) ** 2
    >>> recheck(square, Sum(x[i] * x[j], (i, 1, N), (j, 1, N))).agrees
    True
    >>> print(recheck(square, Sum(x[i] ** 2, (i, 1, N))))
    disagrees at N = 2, ...
    """
    _refuse_bad_limits(points, max_seconds)
    deadline = time.monotonic() + max_seconds
    try:
        found = prepare((lhs, rhs), relation, assuming, ranges)
        return _opinion(Survey(found, seed=seed, deadline=deadline, points=points))
    except NotEvaluableError as problem:
        return Recheck(None, 0, 1.0, reason=str(problem))
    except RecursionError:
        return Recheck(None, 0, 1.0, reason="the expression is nested too deeply")


def _opinion(survey: Survey) -> Recheck:
    modular = strong(survey)
    if modular is not None and modular.agreed and not modular.differs:
        return _agreement(survey, modular)
    real = survey.real()
    if real.difference is None and modular is not None and modular.differs:
        real = survey.readable(rounds=1)
    if real.difference is not None:
        return Recheck(agrees=False, points=real.tried, error_bound=0.0, counterexample=real.difference)
    if modular is not None and modular.differs:
        return Recheck(
            None, real.tried, 1.0, reason="the sides differ modulo a prime, but at no real point that was tried"
        )
    if not real.agreed:
        return Recheck(None, real.tried, 1.0, reason=real.why_nothing())
    return Recheck(agrees=True, points=real.tried, error_bound=real.error)


def _agreement(survey: Survey, modular: Tally) -> Recheck:
    real = survey.real(choices=REAL_BESIDE_MODULAR)
    if real.difference is not None:
        return Recheck(agrees=False, points=modular.tried + real.tried, error_bound=0.0, counterexample=real.difference)
    return Recheck(agrees=True, points=modular.tried + real.tried, error_bound=modular.error)


def strong(survey: Survey) -> Tally | None:
    """Return what points modulo two primes show; None for a statement that has no meaning there."""
    if survey.model.question.goal.relation != "==" or not survey.model.modular:
        return None
    try:
        return survey.modular()
    except NotModularError:
        return None


def prepare(sides: tuple[object, object], relation: str, assuming: object, ranges: Mapping[str, Range] | None) -> Model:
    """Return a statement with its assumptions, ready for a survey; `NotEvaluableError` when it cannot be read."""
    if relation not in SIGNS:
        way_out = f"use one of {', '.join(SIGNS)}"
        raise UnsupportedError(relation, reason="this relation is not known", way_out=way_out)
    left, right = map(_expression, sides)
    given = {str(index): (_expression(low), _expression(high)) for index, (low, high) in (ranges or {}).items()}
    return model(ask((left, right), relation, as_assumptions(assuming), given))


def _expression(side: object) -> Basic:
    if isinstance(side, MatrixBase):
        return ImmutableDenseMatrix(side)
    if isinstance(side, int) and not isinstance(side, bool):
        return Integer(side)
    if not isinstance(side, Expr | MatrixExpr):
        raise NotAnExpressionError(side, reason="this is no SymPy expression", way_out="build it from SymPy objects")
    return side


def _refuse_bad_limits(points: int, max_seconds: float) -> None:
    for name, value in (("points", points), ("max_seconds", max_seconds)):
        if not value > 0:
            raise BadLimitError(name, reason=f"{value} is not positive", way_out="give a positive number")
