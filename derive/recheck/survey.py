"""Many points: which sizes, which coincidences of indices, how often, and what they show together."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from flint import ctx
from sympy import Basic

from derive.recheck.domains import CORNERS, READABLE, TESTING, Style
from derive.recheck.fields import Field, Reals, Residues
from derive.recheck.holding import holds
from derive.recheck.model import Model
from derive.recheck.points import Point
from derive.recheck.question import Question
from derive.recheck.ranges import Bound, Nowhere
from derive.recheck.solving import settle
from derive.recheck.terms import At, Meter
from derive.recheck.trial import PRECISIONS, Trial, degree, try_modular, try_real
from derive.recheck.values import BudgetError, P, Q, UndefinedError
from derive.verdict import Counterexample

STEPS = 8_000  # loop turns that one point may cost
SMALL = 3
STEPS_IF_SMALL = 3 * STEPS  # the same at sizes up to that, without which there is little to see
HOPELESS = 40 * STEPS  # by the first estimate, which knows nothing of what is remembered
CYCLE = (2, 3, 4, 1)
LARGE = (9, 7, 8)
TRIES = 4
FAMILIAR_AT_MOST = 5  # points at one choice of sizes whose pattern of coincidences has been met before; 1 if late
SMALL_AT_MOST = 24


@dataclass(slots=True)
class Tally:
    """What a survey found so far.

    `invalid` counts points at which the assumptions could not be met; it is `stuck` where a point costs too much and
    there is no size that could be smaller.
    """

    agreed: int = 0
    undefined: int = 0
    invalid: int = 0
    error: float = 0.0
    difference: Counterexample | None = None
    differs: bool = False
    in_time: bool = True
    stuck: bool = False
    largest: dict[Basic, int] = field(default_factory=dict[Basic, int])
    patterns: set[tuple[int, ...]] = field(default_factory=set[tuple[int, ...]])

    @property
    def tried(self) -> int:
        """Return the number of points, good and bad."""
        return self.agreed + self.undefined + self.invalid

    @property
    def trivial(self) -> bool:
        """Return whether some size was never more than 1, where sums are single terms and many falsehoods true."""
        return any(n == 1 for n in self.largest.values())

    def add(self, trial: Trial, sizes: Bound) -> None:
        """Count one point."""
        if trial.outcome == "agrees":
            self.agreed += 1
            self.largest |= {s: max(n, self.largest.get(s, 0)) for s, n in sizes.items()}
        self.undefined += trial.outcome == "undefined"
        self.invalid += trial.outcome == "invalid"
        self.differs = self.differs or trial.outcome == "differs"
        self.difference = self.difference or trial.witness
        self.error = max(self.error, trial.error)

    def why_nothing(self) -> str:
        """Return why no point counted."""
        if not self.in_time:
            return "the time was up before any point was evaluated"
        if self.invalid:
            return "no point was found that satisfies the assumptions"
        return "undefined at every point that was tried" if self.undefined else "no point could be afforded"


def plan(model: Model) -> list[dict[Basic, int]]:
    """Return choices of sizes, different ones for different symbols: each between 1 and 5, and then large ones."""
    symbols = model.question.sizes
    if not symbols:
        return [{}] * TRIES if _conditions_hold(model, {}) else []
    choices = [tuple(CYCLE[(k + turn) % 4] for k in range(len(symbols))) for turn in range(4)]
    choices += [tuple(5 - k % 2 for k in range(len(symbols)))]
    # To solve equations takes the cube of their number, which grows with the sizes.
    choices += [] if model.equations else [tuple(LARGE[k % 3] for k in range(len(symbols)))]
    # Two sizes may have to be equal for an assumption to hold.
    choices += [(n,) * len(symbols) for n in (3, 2)] if len(symbols) > 1 else []
    admitted = _admitted(model, choices)
    return admitted if len(admitted) >= TRIES else [*admitted, *_admitted(model, _up_to(5, len(symbols)))[:TRIES]]


def small(model: Model) -> list[dict[Basic, int]]:
    """Return choices of sizes up to 3, the smallest first, as far as there are not too many."""
    return _admitted(model, _up_to(SMALL, len(model.question.sizes)))[:SMALL_AT_MOST]


def _up_to(largest: int, count: int) -> list[tuple[int, ...]]:
    free = min(count, 4)
    choices = sorted(product(range(1, largest + 1), repeat=free), key=lambda c: (sum(c), c))
    return [choice + (1,) * (count - free) for choice in choices]


def _admitted(model: Model, choices: list[tuple[int, ...]]) -> list[dict[Basic, int]]:
    symbols = model.question.sizes
    named = ({s: _of_parity(s, n) for s, n in zip(symbols, choice, strict=True)} for choice in choices)
    distinct = {tuple(sizes.values()): sizes for sizes in (_affordable(model.question, s) for s in named)}
    return [sizes for sizes in distinct.values() if _conditions_hold(model, sizes)]


def _of_parity(size: Basic, n: int) -> int:
    wrong = (size.is_even and n % 2 == 1) or (size.is_odd and n % 2 == 0)
    return n + 1 if wrong else n


def _conditions_hold(model: Model, sizes: Bound) -> bool:
    return all(
        holds(condition, At(Reals(), Nowhere(), bound, Meter(float("inf"), STEPS)))
        for condition in model.conditions
        for bound in condition.instances(sizes)
    )


def _affordable(question: Question, sizes: dict[Basic, int]) -> dict[Basic, int]:
    weight = question.goal.left.weight + question.goal.right.weight
    depth = max(question.goal.left.depth, question.goal.right.depth)
    cap = max(sizes.values(), default=1)
    while cap > 1 and weight * cap**depth > HOPELESS:
        cap -= 1
    return {s: min(n, cap) for s, n in sizes.items()}


class Manner(NamedTuple):
    """How a survey evaluates: the style in which values are drawn, the kind of number, and what is done at a point."""

    style: Style
    numbers: Field
    trial: Callable[[Point, Bound, Meter], Trial]


class Survey:
    """Evaluates one question at many points, within a deadline and about a number of points.

    That number is exceeded for a pattern of coincidences that has not been met, and for one point at each size.
    """

    def __init__(self, model: Model, *, seed: int, deadline: float, points: int) -> None:
        """Keep what is asked and what it may cost."""
        self.model, self.seed, self.deadline, self.points = model, seed, deadline, points

    def modular(self) -> Tally:
        """Return what points modulo two primes show; `NotModularError` where there are none."""
        dice = random.Random(f"{self.seed}")  # noqa: S311 -- no secret
        numbers, passed = Residues(pow(dice.randrange(2, P - 1), 2, P)), list[tuple[Point, Bound]]()

        def _trial(point: Point, bound: Bound, meter: Meter) -> Trial:
            result = try_modular(point, bound, numbers, meter)
            if result.outcome == "agrees":
                passed.append((point, bound))
            return result

        tally = Tally()
        for number, sizes in enumerate(plan(self.model)):
            self._sweep(tally, number, sizes, Manner(TESTING[0], numbers, _trial))
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

    def real(self, tally: Tally | None = None, *, choices: int | None = None) -> Tally:
        """Return what real points show, with values drawn in each of several styles in turn.

        With a tally, that one is continued.
        """
        tally, sizes = tally or Tally(), plan(self.model)[:choices]
        tally.patterns.clear()
        # An inequality may fail in a corner only; so it is tried more often, where points are cheap.
        styles = TESTING if self.model.question.goal.relation == "==" else (*TESTING, *CORNERS)
        cheap = styles is not TESTING and not (self.model.equations or self.model.inequalities)
        for number in range(len(sizes) * (len(styles) if cheap else 1)):
            turn, place = divmod(number, len(sizes))
            manner = Manner(styles[(turn + place) % len(styles)], Reals(), _with_many_bits)
            self._sweep(tally, number, sizes[place], manner)
        return tally

    def readable(self, *, rounds: int) -> Tally:
        """Look for a difference at the smallest sizes and the simplest values first."""
        tally, choices = Tally(), small(self.model)
        choices += [c for c in plan(self.model) if c not in choices]
        for turn in range(rounds):
            for number, sizes in enumerate(choices):
                for style in READABLE if tally.tried < self.points else ():
                    tally.patterns.clear()
                    self._sweep(tally, f"{turn}/{number}", sizes, Manner(style, Reals(), try_real))
        return tally

    def _sweep(self, tally: Tally, number: object, sizes: dict[Basic, int], manner: Manner) -> None:
        """Try every pattern of coincidences at one choice of sizes; at smaller sizes, if these cost too much."""
        while tally.in_time and not tally.differs and not tally.stuck:
            affordable = self._at_sizes(tally, number, sizes, manner)
            smaller = {s: max(1, 2 * n // 3) for s, n in sizes.items()}
            tally.stuck = not affordable and not sizes
            if affordable or smaller == sizes:
                return
            sizes = smaller

    def _at_sizes(self, tally: Tally, number: object, sizes: Bound, manner: Manner) -> bool:
        """Count the points at one choice of sizes; return whether they could be afforded."""
        dice = random.Random(f"{self.seed}/{number}")  # noqa: S311 -- no secret
        patterns = self._ordered(tally, self.model.question.patterns(sizes, dice))
        try:
            point = self._settled(tally, number, sizes, manner) if patterns else None
            for bound in patterns if point else []:
                if tally.differs:
                    break
                tally.add(manner.trial(point, bound, self._meter(sizes)), sizes)  # pyright: ignore[reportArgumentType] -- not None here
        except BudgetError:
            return False
        except TimeoutError:
            tally.in_time = False
        return True

    def _ordered(self, tally: Tally, found: list[dict[Basic, int]]) -> list[dict[Basic, int]]:
        known, new = list[dict[Basic, int]](), list[dict[Basic, int]]()
        for bound in found:
            pattern = self.model.question.pattern(bound)
            (known if pattern in tally.patterns else new).append(bound)
            tally.patterns.add(pattern)
        return new + known[: FAMILIAR_AT_MOST if tally.tried < self.points else 1]

    def _settled(self, tally: Tally, number: object, sizes: Bound, manner: Manner) -> Point | None:
        modular, model = isinstance(manner.numbers, Residues), self.model
        for attempt in range(TRIES):
            point = Point(model, sizes, f"{self.seed}/{number}/{attempt}", manner.style, modular=modular)
            if not (model.equations or model.inequalities):
                return point
            with ctx.workprec(PRECISIONS[1]):
                # To draw again is cheaper than to repair, so that comes last.
                if settle(point, manner.numbers, self._meter(sizes), repair=attempt == TRIES - 1):
                    return point
            tally.invalid += 1
        return None

    def _meter(self, sizes: Bound) -> Meter:
        small = 0 < max(sizes.values(), default=0) <= SMALL
        return Meter(self.deadline, STEPS_IF_SMALL if small else STEPS)


def _with_many_bits(point: Point, bound: Bound, meter: Meter) -> Trial:
    return try_real(point, bound, meter, bits=PRECISIONS[1])
