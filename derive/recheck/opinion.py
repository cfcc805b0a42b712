"""`recheck`, `find` and `witness`: what many exact evaluations say about a statement."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

from flint import ctx, fmpq

from derive.errors import BadLimitError
from derive.expr.tree import ZERO, Compare, Node
from derive.recheck.budget import CONSTRAINED, POINTS, REAL_BESIDE_MODULAR, ROUNDS
from derive.recheck.machine import Frame
from derive.recheck.model import model
from derive.recheck.points import Point
from derive.recheck.survey import PRECISIONS, READABLE, Manner, Survey, Tally, is_entry, shown, spelt
from derive.recheck.terms import condition
from derive.recheck.values import BudgetError, NotEvaluableError, UndefinedError
from derive.statements.types import SIGNS, FreeIndex, Relation, Sign, Statement
from derive.verdict import Counterexample

TOO_DEEP = "the expression is nested too deeply"
ONLY_MODULAR = "the sides differ modulo a prime, but at no real point that was tried"


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


def recheck(statement: Statement, *, seed: int = 0, points: int = 100, max_seconds: float = 2.0) -> Recheck:
    """Return whether a statement holds at every point tried; nothing that is true is ever contradicted.

    About `points` points are tried, and every way in which the free indices can coincide. Raises `BadLimitError` for a
    budget that is not positive; whatever cannot be evaluated is an opinion of None.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> from derive.statements import statement
    >>> N, i, j = symbols("N i j", integer=True)
    >>> x = IndexedBase("x")
    >>> square = Sum(x[i], (i, 1, N)) ** 2
    >>> recheck(statement(square, Sum(x[i] * x[j], (i, 1, N), (j, 1, N)))).agrees
    True
    >>> print(recheck(statement(square, Sum(x[i] ** 2, (i, 1, N)))))
    disagrees at N = 2, ...
    """
    for name, value in (("points", points), ("max_seconds", max_seconds)):
        if not value > 0:
            raise BadLimitError(name, reason=f"{value} is not positive", way_out="give a positive number")
    deadline = time.thread_time() + max_seconds
    try:
        return _opinion(Survey(model(statement), seed=seed, deadline=deadline, points=points))
    except NotEvaluableError as problem:
        return Recheck(None, 0, 1.0, reason=str(problem))
    except RecursionError:
        return Recheck(None, 0, 1.0, reason=TOO_DEEP)


def _opinion(survey: Survey) -> Recheck:
    modular = survey.modular()
    if modular is not None and modular.agreed and not modular.differs:
        return _agreement(survey, modular)
    real = survey.real()
    if real.difference is None and modular is not None and modular.differs:
        real = survey.readable(rounds=1)
    if real.difference is not None:
        return Recheck(agrees=False, points=real.tried, error_bound=0.0, counterexample=real.difference)
    if modular is not None and modular.differs:
        return Recheck(None, real.tried, 1.0, reason=ONLY_MODULAR)
    if not real.agreed:
        return Recheck(None, real.tried, 1.0, reason=real.why_nothing())
    return Recheck(agrees=True, points=real.tried, error_bound=real.error)


def _agreement(survey: Survey, modular: Tally) -> Recheck:
    """Look at a few real points as well: a prime does not know where a function has no value."""
    real, tried = survey.real(choices=REAL_BESIDE_MODULAR), modular.tried
    if real.difference is None and (real.too_large or (not real.agreed and real.undefined)):
        real = survey.real(real)
    if real.difference is not None:
        return Recheck(agrees=False, points=tried + real.tried, error_bound=0.0, counterexample=real.difference)
    if not real.agreed and real.undefined:
        return Recheck(None, tried + real.tried, 1.0, reason=real.why_nothing())
    return Recheck(agrees=True, points=tried + real.tried, error_bound=modular.error)


def find(statement: Statement, *, seed: int = 0, max_seconds: float = 2.0) -> Counterexample | Evidence:
    """Return a point at which a statement provably fails, or what was seen where it holds.

    The sides of a counterexample are exact, or balls that do not meet; every hypothesis holds there exactly. A point
    that is undefined, or for which that cannot be shown, counts neither way.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> from derive.statements import statement
    >>> N, i = symbols("N i", integer=True)
    >>> x = IndexedBase("x")
    >>> print(find(statement(Sum(x[i], (i, 1, N)) ** 2, Sum(x[i] ** 2, (i, 1, N)))))
    at N = 2, x[1] = ...
    >>> find(statement(Sum(x[i] ** 2, (i, 1, N)), 0, relation=">=")).reason
    'it holds at every point that was tried'
    """
    deadline = time.thread_time() + max_seconds
    try:
        known = model(statement)
        points = CONSTRAINED if known.equations or known.inequalities else POINTS[statement.sign == "=="]
        return _found(Survey(known, seed=seed, deadline=deadline, points=points))
    except NotEvaluableError as problem:
        return Evidence(0, 1.0, str(problem), complete=False)
    except RecursionError:
        return Evidence(0, 1.0, TOO_DEEP, complete=False)


def fails(statement: Statement, *, seed: int = 0, max_seconds: float = 2.0) -> bool:
    """Return whether a statement is seen to fail, at a point or modulo a prime, where it is cheaper to look.

    >>> from sympy import symbols
    >>> from derive.statements import statement
    >>> x = symbols("x", real=True)
    >>> fails(statement((x + 1) ** 2, x**2 + 1)), fails(statement((x + 1) ** 2, x**2 + 2 * x + 1))
    (True, False)
    """
    deadline = time.thread_time() + max_seconds
    try:
        survey = Survey(model(statement), seed=seed, deadline=deadline, points=POINTS[True])
        modular = survey.modular()
        if modular is not None and (modular.differs or modular.agreed):
            return modular.differs
        if survey.real(choices=REAL_BESIDE_MODULAR).difference is not None:
            return True
    except (NotEvaluableError, RecursionError):
        return False
    return isinstance(find(statement, seed=seed, max_seconds=max_seconds), Counterexample)


def _found(survey: Survey) -> Counterexample | Evidence:
    modular = survey.modular()
    if modular is not None and modular.agreed and not modular.differs:
        return _evidence(modular)
    # Simple values first; then every size and every coincidence of indices, for which those may have left no points.
    tally = survey.real(survey.readable(rounds=ROUNDS[survey.goal.sign == "=="]))
    if tally.difference is None and modular is not None and modular.differs:
        return Evidence(0, 1.0, ONLY_MODULAR, complete=False)
    return tally.difference or _evidence(tally)


def _evidence(tally: Tally) -> Evidence:
    if not tally.agreed:
        return Evidence(0, 1.0, tally.why_nothing(), complete=tally.in_time and not tally.stuck)
    reason = "it holds at every point that was tried" + ("" if tally.undefined == 0 else " and where it is defined")
    if tally.trivial:
        reason += ", but larger sizes than 1 could not be afforded"
    return Evidence(tally.agreed, tally.error, reason, complete=tally.in_time and not tally.trivial)


@dataclass(frozen=True, slots=True)
class Witness:
    """A point that meets all hypotheses and conditions, at which both sides have a value.

    They have one for every value of the free indices that was tried, and `values` are exact.
    """

    sizes: Mapping[str, int]
    values: Mapping[str, Fraction]

    def __str__(self) -> str:
        """Return the point as one line."""
        parts = [f"{name} = {value}" for group in (self.sizes, self.values) for name, value in group.items()]
        return f"at {', '.join(parts)}" if parts else "anywhere"


def witness(
    statement: Statement,
    *,
    conditions: tuple[Node, ...] = (),
    indices: tuple[FreeIndex, ...] | None = None,
    seed: int = 0,
    max_seconds: float = 2.0,
) -> Witness | None:
    """Return a point, of sizes of at least 2, at which a statement says something; None where none is found.

    All hypotheses hold there exactly, both sides are defined, and so are the `conditions` (`Compare` and what is made
    of them) for every value of the `indices`, which are those of the statement unless others are given. Where an index
    has no end, the sides need a value at one of its places only.

    >>> from sympy import Symbol, log
    >>> from derive.statements import statement
    >>> z = Symbol("z", real=True)
    >>> print(witness(statement(log(z), log(z))))
    at z = 3
    >>> print(witness(statement(log(-(z**2)), 0)))
    None
    """
    over = statement.indices if indices is None else indices
    # What is a relation can be solved for, or drawn until it holds, as a hypothesis is; the rest must hold by luck.
    solvable = [each for each in conditions if isinstance(each, Compare) and each.sign in SIGNS]
    assumed = [Relation(cast("Sign", each.sign), each.left, each.right, over) for each in solvable]
    others = tuple(each for each in conditions if each not in solvable)
    named = Relation("==", ZERO, ZERO, over)
    given = replace(statement, hypotheses=(*statement.hypotheses, named, *assumed))
    try:
        survey = Survey(model(given), seed=seed, deadline=time.thread_time() + max_seconds, points=1)
        return _witness(survey, others, over)
    except (NotEvaluableError, RecursionError, TimeoutError):
        return None


def _witness(survey: Survey, conditions: tuple[Node, ...], indices: tuple[FreeIndex, ...]) -> Witness | None:
    whole = [condition(each, survey.reals) for each in conditions]
    for sizes in survey.admitted(survey.up_to(3, least=2)):
        for style in READABLE:
            try:
                survey.allow(sizes)
                with ctx.workprec(PRECISIONS[1]):
                    point = survey.settled(Tally(), sizes, Manner(survey, survey.reals, style))
                    if point is not None and _speaks(survey, point, whole, indices):
                        return _seen(survey, point)
            except (UndefinedError, ZeroDivisionError, BudgetError):
                continue
    return None


def _speaks(survey: Survey, point: Point, whole: list[Callable[[Frame], bool]], indices: tuple[FreeIndex, ...]) -> bool:
    """Return whether the conditions hold and both sides have a value, else raise.

    Of an index that has no end they may have none at some places, as `log(t)` has none before the first step.
    """
    for frame in survey.frames.instances(indices, list(point.frame)):
        if not all(holds(frame) for holds in whole):
            return False
    sides = [survey.reals.run(side) for side in (survey.goal.left, survey.goal.right)]
    is_endless = any(None in (each.range.first, each.range.last) for each in survey.goal.indices)
    patterns, silent = survey.patterns(point.sizes), 0
    for values in patterns:
        try:
            for side in sides:
                _ = side(survey.framed(point, values))
        except (UndefinedError, ZeroDivisionError):
            if not is_endless:
                raise
            silent += 1
    return not patterns or silent < len(patterns)


def _seen(survey: Survey, point: Point) -> Witness:
    entries = sorted((k, v) for k, v in survey.reals.store.items() if is_entry(k) and isinstance(v, fmpq))
    values = {spelt(key, survey.model): Fraction(int(v.p), int(v.q)) for key, v in entries}
    return Witness({shown(name, survey.model): value for name, value in point.sizes.items()}, values)
