"""Many points: which sizes, which coincidences of indices, how often, and what they show together."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

from sympy import Basic

from derive.recheck.domains import READABLE, TESTING, Style
from derive.recheck.fields import Field, Reals, Residues
from derive.recheck.model import Model
from derive.recheck.points import Point
from derive.recheck.question import Bound, Question
from derive.recheck.solving import settle
from derive.recheck.terms import Meter
from derive.recheck.trial import PRECISIONS, Trial, degree, try_modular, try_real
from derive.recheck.values import BudgetError, P, Q, UndefinedError
from derive.verdict import Counterexample

STEPS = 8_000  # loop turns that one point may cost
HOPELESS = 40 * STEPS  # by the first estimate, which knows nothing of what is remembered
CYCLE = (2, 3, 4, 1)
LARGE = (13, 11, 12)
TRIES = 4
FAMILIAR_AT_MOST = 3  # points at one choice of sizes whose pattern of coincidences has been met before
SMALL_SIZES = 3


@dataclass(slots=True)
class Tally:
    """What a survey found so far. `invalid` counts points at which the assumptions could not be met."""

    agreed: int = 0
    undefined: int = 0
    invalid: int = 0
    error: float = 0.0
    difference: Counterexample | None = None
    differs: bool = False
    complete: bool = True
    patterns: set[tuple[int, ...]] = field(default_factory=set[tuple[int, ...]])

    @property
    def tried(self) -> int:
        """Return the number of points, good and bad."""
        return self.agreed + self.undefined + self.invalid

    def add(self, trial: Trial) -> None:
        """Count one point."""
        self.agreed += trial.outcome == "agrees"
        self.undefined += trial.outcome == "undefined"
        self.invalid += trial.outcome == "invalid"
        self.differs = self.differs or trial.outcome == "differs"
        self.difference = self.difference or trial.witness
        self.error = max(self.error, trial.error)

    def why_nothing(self) -> str:
        """Return why no point counted."""
        if not self.complete:
            return "the time was up before any point was evaluated"
        if self.invalid:
            return "no point was found that satisfies the assumptions"
        return "undefined at every point that was tried" if self.undefined else "no point could be afforded"


# ---- sizes ----


def plan(question: Question) -> list[dict[Basic, int]]:
    """Return choices of sizes, different ones for different symbols: each between 1 and 5, and then large ones."""
    symbols = question.sizes
    if not symbols:
        return [{}] * TRIES
    choices = [tuple(CYCLE[(k + turn) % 4] for k in range(len(symbols))) for turn in range(4)]
    choices += [tuple(5 - k % 2 for k in range(len(symbols))), tuple(LARGE[k % 3] for k in range(len(symbols)))]
    # Two sizes may have to be equal for an assumption to hold.
    choices += [(n,) * len(symbols) for n in (3, 2)] if len(symbols) > 1 else []
    return _distinct([_affordable(question, _admitted(symbols, choice)) for choice in choices])


def small(question: Question) -> list[dict[Basic, int]]:
    """Return all choices of sizes up to 3, the smallest first, as far as there are not too many."""
    symbols = question.sizes
    choices = sorted(product(range(1, SMALL_SIZES + 1), repeat=min(len(symbols), 4)), key=lambda c: (sum(c), c))
    padded = [choice + (1,) * (len(symbols) - len(choice)) for choice in choices[:24]]
    return _distinct([_affordable(question, _admitted(symbols, choice)) for choice in padded])


def _admitted(symbols: tuple[Basic, ...], choice: tuple[int, ...]) -> dict[Basic, int]:
    parity = {s: 0 if s.is_even else 1 if s.is_odd else None for s in symbols}
    return {s: n + 1 if parity[s] is not None and n % 2 != parity[s] else n for s, n in zip(symbols, choice, strict=True)}


def _affordable(question: Question, sizes: dict[Basic, int]) -> dict[Basic, int]:
    weight = question.goal.left.weight + question.goal.right.weight
    depth = max(question.goal.left.depth, question.goal.right.depth)
    cap = max(sizes.values(), default=1)
    while cap > 1 and weight * cap**depth > HOPELESS:
        cap -= 1
    return {s: min(n, cap) for s, n in sizes.items()}


def _distinct(choices: list[dict[Basic, int]]) -> list[dict[Basic, int]]:
    return list({tuple(choice.values()): choice for choice in choices}.values())


# ---- surveys ----

_Trial = Callable[[Point, Bound, Meter], Trial]


class Survey:
    """Evaluates one question at many points, within a deadline and a number of points."""

    def __init__(self, model: Model, *, seed: int, deadline: float, points: int) -> None:
        """Keep what is asked and what it may cost."""
        self.model, self.seed, self.deadline, self.points = model, seed, deadline, points

    def modular(self) -> Tally:
        """Return what points modulo two primes show; `NotModularError` where there are none."""
        dice = random.Random(f"{self.seed}")  # noqa: S311 -- no secret
        numbers, passed = Residues(pow(dice.randrange(2, P - 1), 2, P)), list[tuple[Point, Bound]]()

        def trial(point: Point, bound: Bound, meter: Meter) -> Trial:
            result = try_modular(point, bound, numbers, meter)
            if result.outcome == "agrees":
                passed.append((point, bound))
            return result

        tally = Tally()
        for number, sizes in enumerate(plan(self.model.question)):
            self._sweep(tally, (number, sizes), TESTING[0], numbers, trial)
        tally.error = self._chance(passed)
        return tally

    def _chance(self, passed: list[tuple[Point, Bound]]) -> float:
        """Return a bound on the chance that different sides agree modulo a prime at one point, by Schwartz and Zippel.

        The degree grows with the sizes, so the largest point has the largest.
        """
        if not passed:
            return 1.0
        point, bound = max(passed, key=lambda p: sum(p[0].sizes.values()))
        try:
            return max(degree(point, bound, Meter(self.deadline, 4 * STEPS)), 1) / Q
        except (BudgetError, TimeoutError, UndefinedError):
            return 1.0

    def real(self, *, choices: int | None = None) -> Tally:
        """Return what real points show, with values drawn in each of several styles in turn."""
        tally = Tally()
        for number, sizes in enumerate(plan(self.model.question)[:choices]):
            self._sweep(tally, (number, sizes), TESTING[number % len(TESTING)], Reals(), _with_many_bits)
        return tally

    def readable(self, *, rounds: int, large: bool = True) -> Tally:
        """Look for a difference at the smallest sizes and the simplest values first."""
        tally, choices = Tally(), small(self.model.question)
        choices += [c for c in plan(self.model.question) if large and c not in choices]
        for turn in range(rounds):
            for number, sizes in enumerate(choices):
                for style in READABLE:
                    tally.patterns.clear()
                    self._sweep(tally, (f"{turn}/{number}", sizes), style, Reals(), try_real)
        return tally

    def _sweep(
        self, tally: Tally, where: tuple[object, dict[Basic, int]], style: Style, numbers: Field, trial: _Trial
    ) -> None:
        """Try every pattern of coincidences at one choice of sizes; at smaller sizes, if these cost too much."""
        number, sizes = where
        while tally.complete and not tally.differs:
            affordable = self._at_sizes(tally, number, sizes, style, numbers, trial)
            smaller = {s: max(1, 2 * n // 3) for s, n in sizes.items()}
            if affordable or smaller == sizes:
                return
            sizes = smaller

    def _at_sizes(
        self, tally: Tally, number: object, sizes: Bound, style: Style, numbers: Field, trial: _Trial
    ) -> bool:
        """Count the points at one choice of sizes; return whether they could be afforded."""
        dice = random.Random(f"{self.seed}/{number}")  # noqa: S311 -- no secret
        patterns = self._ordered(tally, self.model.question.patterns(sizes, dice))
        try:
            point = self._settled(tally, number, sizes, style, numbers) if patterns else None
            for bound in patterns if point else []:
                if tally.differs or tally.tried >= self.points:
                    break
                tally.add(trial(point, bound, self._meter()))  # pyright: ignore[reportArgumentType] -- not None here
        except BudgetError:
            return False
        except TimeoutError:
            tally.complete = False
        return True

    def _ordered(self, tally: Tally, found: list[dict[Basic, int]]) -> list[dict[Basic, int]]:
        known, new = list[dict[Basic, int]](), list[dict[Basic, int]]()
        for bound in found:
            values = [bound[i] for i in self.model.question.goal.indices]
            pattern = tuple(values.index(v) for v in values)
            (known if pattern in tally.patterns else new).append(bound)
            tally.patterns.add(pattern)
        return new + known[:FAMILIAR_AT_MOST]

    def _settled(self, tally: Tally, number: object, sizes: Bound, style: Style, numbers: Field) -> Point | None:
        modular, model = isinstance(numbers, Residues), self.model
        for attempt in range(TRIES):
            point = Point(model, sizes, f"{self.seed}/{number}/{attempt}", style, modular=modular)
            if not (model.equations or model.inequalities) or settle(point, numbers, self._meter()):
                return point
            tally.invalid += 1
        return None

    def _meter(self) -> Meter:
        return Meter(self.deadline, STEPS)


def _with_many_bits(point: Point, bound: Bound, meter: Meter) -> Trial:
    return try_real(point, bound, meter, bits=PRECISIONS[1])
