"""Many points: which sizes, which coincidences of indices, how often, and what they show together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from math import isfinite
from random import Random
from typing import Literal

from flint import arb, ctx, fmpq

from derive.recheck.budget import (
    ALL_AT_MOST,
    CLASSES_AT_MOST,
    DEAR,
    ENOUGH,
    ENUMERATED_AT_MOST,
    FAMILIAR_AT_MOST,
    FAMILIAR_MODULAR,
    SMALL,
    SMALL_AT_MOST,
    STEPS,
    STEPS_IF_LARGE,
    STEPS_IF_SMALL,
    TRIES,
    TRIES_BY_LUCK,
    TURNS,
    TURNS_OF_LABELS,
)
from derive.recheck.degrees import degree
from derive.recheck.fields import Reals, Residues, as_number
from derive.recheck.machine import Frame, Key, Machine, Meter
from derive.recheck.model import Model, Style
from derive.recheck.points import Point
from derive.recheck.solving import settle
from derive.recheck.terms import SIGNS, modular, reals
from derive.recheck.values import (
    BudgetError,
    ImpreciseError,
    NotEvaluableError,
    NotModularError,
    Q,
    UndefinedError,
    Value,
)
from derive.statements.types import Size
from derive.verdict import Counterexample

CYCLE = (2, 3, 4, 1)
LARGE = (9, 7, 8)
PRECISIONS = (128, 256, 512, 1024, 2048, 4096)
TINY = arb(2) ** -200  # a difference below this, relative to sides of moderate size, counts as agreement
MODERATE = arb(2) ** 100

READABLE = (
    Style(2),
    Style(1, alike=True, degree=1),
    Style(3, zeros=True),
    Style(3, positive=True),
    Style(3, (1, 2), degree=3),
    Style(2, (3, 4, 5), positive=True),
    Style(20, (1, 2, 4), zeros=True),
    Style(40, (1, 1, 3), zeros=True),
)
TESTING = (
    Style(9, (1, 2, 3), degree=5),
    Style(7, (2, 5, 8), degree=4, positive=True),
    Style(2, (5, 7, 11), degree=3, positive=True),
    Style(30, (1, 7), degree=6),
)
SHARES = Style(1, (7, 11, 13), positive=True)
"""Where numbers add up to less than 1: what is left to be solved for is positive, too."""
CORNERS = (Style(1, zeros=True), Style(1, alike=True, zeros=True), Style(0, zeros=True))
"""Where inequalities are equalities and functions have steps: the last is always 0, which dice may never show."""

Outcome = Literal["agrees", "differs", "undefined"]
Values = tuple[int, ...]


@dataclass(slots=True)
class Tally:
    """What a survey found so far.

    `invalid` counts points at which the hypotheses could not be met; it is `stuck` where a point costs too much and
    there is no size that could be smaller, and something is `too_large` where sides differ that no float can show.
    """

    agreed: int = 0
    undefined: int = 0
    invalid: int = 0
    error: float = 0.0
    difference: Counterexample | None = None
    differs: bool = False
    in_time: bool = True
    stuck: bool = False
    too_large: bool = False
    largest: dict[str, int] = field(default_factory=dict[str, int])
    patterns: set[Values] = field(default_factory=set[Values])

    @property
    def tried(self) -> int:
        """Return the number of points, good and bad."""
        return self.agreed + self.undefined + self.invalid

    @property
    def trivial(self) -> bool:
        """Return whether some size was never more than 1, where sums are single terms and many falsehoods true."""
        return any(n <= 1 for n in self.largest.values())

    @property
    def is_over(self) -> bool:
        """Return whether no more points are wanted: one was found that decides, or none can be afforded."""
        return not self.in_time or self.differs or self.stuck

    def why_nothing(self) -> str:
        """Return why no point counted."""
        if not self.in_time:
            return "the time was up before any point was evaluated"
        if self.invalid:
            return "no point was found that satisfies the assumptions"
        return "undefined at every point that was tried" if self.undefined else "no point could be afforded"


class Survey:
    """Evaluates one statement at many points, within a deadline and about a number of points.

    That number is exceeded for coincidences that have not been met, and for one point at each size.
    """

    def __init__(self, model: Model, *, seed: int, deadline: float, points: int) -> None:
        """Keep what is asked and what it may cost."""
        self.model, self.seed, self.points, self.meter = model, seed, points, Meter(deadline)
        self.goal, self.frames = model.goal, model.frames
        self.places = [self.frames.places[index.name] for index in self.goal.indices]
        self.reals = reals(self.frames)
        self.dice = Random(seed)  # noqa: S311 -- no secret
        self.familiar = FAMILIAR_AT_MOST

    def modular(self) -> Tally | None:
        """Return what points modulo two primes show; None for a statement that has no meaning there."""
        if self.goal.sign != "==" or not self.model.modular:
            return None
        self.familiar = FAMILIAR_MODULAR
        machine, tally = modular(self.frames, self.dice.getrandbits(60)), Tally()
        try:
            manner = Manner(self, machine)
            # A prime does not make up for few labels: they are drawn again and again, and nothing bounds the chance.
            turns = TURNS_OF_LABELS if self.model.labels else 1
            for done, sizes in enumerate(self.plan() * turns):
                if done < ENOUGH * turns or self.meter.spent < DEAR:
                    self._sweep(tally, sizes, manner)
        except NotModularError:
            return None
        fields = [each.field for each in (machine, machine.inner) if each is not None]
        if tally.differs and any(isinstance(each, Residues) and each.guessed for each in fields):
            return None
        tally.error = 0.0 if not tally.agreed or self.model.labels else max(degree(self.model, tally.largest), 1) / Q
        return tally

    def real(self, tally: Tally | None = None, *, choices: int | None = None) -> Tally:
        """Return what real points show, with values drawn in each of several styles in turn.

        With a tally, that one is continued.
        """
        self.familiar = FAMILIAR_AT_MOST if choices is None else 0
        tally, sizes = tally or Tally(), list(islice(self.plan(), choices))
        tally.patterns.clear()
        # An inequality may fail in a corner only; so it is tried more often, where points are cheap.
        styles = TESTING if self.goal.sign == "==" and not self.model.borders else (*TESTING, *CORNERS)
        cheap = choices is None and not (self.model.equations or self.model.inequalities)
        smooth = self.goal.sign == "==" and not self.model.borders and bool(self.model.statement.sizes)
        turns = 1 if not cheap else TURNS // 2 if smooth else TURNS
        for number in range(len(sizes) * turns):
            if tally.is_over:
                break
            turn, place = divmod(number, len(sizes))
            style = styles[(turn + place) % len(styles)]
            self._sweep(tally, sizes[place], Manner(self, self.reals, style))
        return tally

    def readable(self, *, rounds: int) -> Tally:
        """Look for a difference at the smallest sizes and the simplest values first."""
        self.familiar = FAMILIAR_AT_MOST
        tally, choices = Tally(), self.small()
        choices += [sizes for sizes in self.plan() if sizes not in choices]
        for sizes, style in ((sizes, style) for _ in range(rounds) for sizes in choices for style in READABLE):
            if tally.is_over or (style is READABLE[0] and tally.tried >= self.points):
                break
            tally.patterns.clear()
            self._sweep(tally, sizes, Manner(self, self.reals, style, PRECISIONS[0]))
        return tally

    def plan(self) -> list[dict[str, int]]:
        """Return choices of sizes, different ones for different names: each between 1 and 5, and then large ones."""
        count = len(self.model.statement.sizes)
        if not count:
            return [{}] * TRIES if self.admitted([()]) else []
        first, *turned = (tuple(CYCLE[(k + turn) % 4] for k in range(count)) for turn in range(4))
        # Two sizes may have to be equal for a hypothesis to hold, or for a claim to fail.
        choices = [first, (3,) * count, *turned, tuple(5 - k % 2 for k in range(count))]
        # To solve equations takes the cube of their number, which grows with the sizes.
        choices += [(2,) * count] if self.model.equations else [tuple(LARGE[k % 3] for k in range(count))]
        choices += [(0,) * count] if any(size.least == 0 for size in self.model.statement.sizes) else []
        admitted = self.admitted(choices)
        return admitted if len(admitted) >= TRIES else [*admitted, *self.admitted(_up_to(5, count))[:TRIES]]

    def small(self) -> list[dict[str, int]]:
        """Return choices of sizes up to 3, the smallest first, as far as there are not too many."""
        return self.admitted(_up_to(SMALL, len(self.model.statement.sizes)))[:SMALL_AT_MOST]

    def up_to(self, largest: int, *, least: int) -> list[Values]:
        """Return choices of sizes from a least value on, two that differ among the first."""
        found = _up_to(largest - least + 1, len(self.model.statement.sizes))
        return [tuple(n + least - 1 for n in choice) for choice in found]

    def admitted(self, choices: list[Values]) -> list[dict[str, int]]:
        """Return sizes, counted from their least values on, that meet what is assumed of them."""
        named = [
            {size.name: self._counted(size, n) for size, n in zip(self.model.statement.sizes, choice, strict=True)}
            for choice in choices
        ]
        distinct = {tuple(sizes.values()): sizes for sizes in named}
        return [sizes for sizes in distinct.values() if self._sizes_hold(sizes)]

    def _counted(self, size: Size, n: int) -> int:
        symbol = self.model.statement.vocabulary.sizes.get(size.name)
        value = max(n + max(size.least - 1, 0), size.least)
        wrong = bool(getattr(symbol, "is_odd" if value % 2 == 0 else "is_even", None))
        return value + wrong

    def _sizes_hold(self, sizes: Mapping[str, int]) -> bool:
        self.meter.refill(STEPS)
        for each in self.model.sizes:
            left, right = self.reals.run(each.left), self.reals.run(each.right)
            for frame in self.frames.instances(each.indices, self.frames.frame(sizes)):
                if self.reals.field.sign(left(frame) - right(frame)) not in SIGNS[each.sign]:
                    return False
        return True

    def _sweep(self, tally: Tally, sizes: dict[str, int], manner: Manner) -> None:
        """Try every pattern of coincidences at one choice of sizes; at smaller sizes, if these cost too much."""
        while not tally.is_over:
            affordable = self._at_sizes(tally, sizes, manner)
            least = {size.name: size.least for size in self.model.statement.sizes}
            smaller = {s: max(least[s], 1, 2 * n // 3) if n > 1 else n for s, n in sizes.items()}
            tally.stuck = not affordable and not sizes
            if affordable or smaller == sizes:
                return
            sizes = smaller

    def _at_sizes(self, tally: Tally, sizes: dict[str, int], manner: Manner) -> bool:
        """Count the points at one choice of sizes; return whether they could be afforded."""
        try:
            self.allow(sizes)
            found = self.ordered(tally, self.patterns(sizes))
            point = self.settled(tally, sizes, manner) if found else None
            if point is None:
                return True
            for values in found:
                self.allow(sizes)
                self._count(tally, point, values, manner)
                if tally.differs:
                    break
        except BudgetError:
            return False
        except TimeoutError:
            tally.in_time = False
        return True

    def allow(self, sizes: Mapping[str, int]) -> None:
        """Allow the steps of one point."""
        largest = max(sizes.values(), default=SMALL)
        self.meter.allow(STEPS_IF_SMALL if largest <= SMALL else STEPS if largest < min(LARGE) else STEPS_IF_LARGE)

    def _count(self, tally: Tally, point: Point, values: Values, manner: Manner) -> None:
        outcome = manner.compare(point, self.framed(point, values), tally)
        if outcome == "agrees":
            tally.agreed += 1
            tally.largest |= {s: max(n, tally.largest.get(s, 0)) for s, n in point.sizes.items()}
        tally.undefined += outcome == "undefined"
        tally.differs = tally.differs or outcome == "differs"

    def framed(self, point: Point, values: Values) -> Frame:
        """Return the frame of a point with values of the goal's free indices."""
        frame = list(point.frame)
        for place, value in zip(self.places, values, strict=True):
            frame[place] = value
        return frame

    def settled(self, tally: Tally, sizes: Mapping[str, int], manner: Manner) -> Point | None:
        """Return a point that has all that is assumed, or None."""
        model, machine = self.model, manner.machine
        styles = (manner.style, *TESTING, *READABLE, SHARES)
        luck = model.by_luck
        for attempt in range(TRIES_BY_LUCK if luck else TRIES):
            style = styles[attempt % len(styles)] if luck else manner.style
            point = Point(model, sizes, self.dice, style, modular=manner.is_modular)
            machine.at(point, self.meter)
            if not model.bound:
                return point
            with ctx.workprec(PRECISIONS[1]):
                if settle(point, machine):
                    machine.at(point, self.meter)
                    return point
            tally.invalid += 1
        return None

    def patterns(self, sizes: Mapping[str, int]) -> list[Values]:
        """Return values of the goal's free indices: one for each way in which they coincide or lie at an end.

        Few combinations are returned whole.
        """
        frame = self.frames.frame(sizes)
        indices = self.goal.indices
        found = [
            tuple(here[place] for place in self.places)
            for here in islice(self.frames.instances(indices, frame), ENUMERATED_AT_MOST)
        ]
        if len(found) == ENUMERATED_AT_MOST:
            found = list(self._sampled(sizes))
        if len(found) <= 1:
            return found
        self.dice.shuffle(found)
        if len(found) <= ALL_AT_MOST:
            return found
        ends = [(min(values), max(values)) for values in zip(*found, strict=True)]
        classes: dict[tuple[Values, Values], Values] = {}
        for values in found:
            where = tuple(2 * (v == low) + (v == high) for v, (low, high) in zip(values, ends, strict=True))
            _ = classes.setdefault((pattern(values), where), values)
        first = {p: values for (p, _), values in reversed(classes.items())}
        others = [values for values in classes.values() if values not in first.values()]
        return [*first.values(), *others[: max(0, CLASSES_AT_MOST - len(first))]]

    def _sampled(self, sizes: Mapping[str, int]) -> Iterator[Values]:
        # Drawing each index on its own would almost never make many of them equal.
        for _ in range(ENUMERATED_AT_MOST):
            frame, few = self.frames.frame(sizes), self.dice.randint(1, 4)
            for index in self.frames.ordered(self.goal.indices):
                low, high = self.frames.ends(index, frame)
                if low > high:
                    return
                frame[self.frames.places[index.name]] = self.dice.randint(low, min(high, low + few))
            yield tuple(frame[place] for place in self.places)

    def ordered(self, tally: Tally, found: list[Values]) -> list[Values]:
        """Return those whose coincidences are new, and a few others."""
        known, new = list[Values](), list[Values]()
        whole = self.familiar and len(found) <= ALL_AT_MOST
        for values in found:
            # Something may hold everywhere but at one small place.
            met = (1, *values) if whole and max(values, default=0) <= SMALL else (0, *pattern(values))
            (known if met in tally.patterns else new).append(values)
            tally.patterns.add(met)
        return new + known[: max(self.familiar if tally.tried < self.points else 1, 0 if new else 1)]


def pattern(values: Values) -> Values:
    """Return which values coincide."""
    return tuple(values.index(value) for value in values)


def _up_to(largest: int, count: int) -> list[Values]:
    free = min(count, 4)
    choices = sorted(product(range(1, largest + 1), repeat=free), key=lambda c: (sum(c), c))
    return [choice + (1,) * (count - free) for choice in choices]


class Manner:
    """How both sides are evaluated and compared at a point: modulo primes, or as numbers drawn in a style."""

    def __init__(self, survey: Survey, machine: Machine, style: Style = TESTING[0], bits: int = PRECISIONS[1]) -> None:
        """Compile both sides for a machine; `bits` are those of the first try."""
        self.survey, self.machine, self.style, self.bits = survey, machine, style, bits
        self.is_modular = machine is not survey.reals
        self.left, self.right = machine.run(survey.goal.left), machine.run(survey.goal.right)

    def compare(self, point: Point, frame: Frame, tally: Tally) -> Outcome:
        """Compare at one point, numbers with more and more bits until the answer is certain."""
        for bits in (p for p in PRECISIONS if p >= self.bits):
            with ctx.workprec(bits):
                try:
                    if self.is_modular:
                        return "agrees" if self.left(frame) - self.right(frame) == 0 else "differs"
                    return self._judged(point, frame, tally)
                except ImpreciseError:
                    self.bits = bits * 2
                    self.machine.at(point, self.survey.meter)
                except (UndefinedError, ZeroDivisionError):
                    break
        return "undefined"

    def _judged(self, point: Point, frame: Frame, tally: Tally) -> Outcome:
        left, right = self.left(frame), self.right(frame)
        agreed, width = judge(left, right, self.survey.goal.sign)
        if agreed:
            tally.error = max(tally.error, width)
            return "agrees"
        if not all(isinstance(side, fmpq) or isfinite(side.mid()) for side in (left, right)):
            tally.too_large = True
            raise UndefinedError
        fresh = reals(self.survey.frames)
        fresh.at(point, self.survey.meter)
        # Evaluated once more on its own, the point shows which entries matter.
        sides = fresh.run(self.survey.goal.left)(frame), fresh.run(self.survey.goal.right)(frame)
        tally.difference = _witness(self.survey, point, frame, fresh, sides)
        return "differs"


def judge(left: Value, right: Value, relation: str) -> tuple[bool, float]:
    """Return whether two numbers are in a relation, and by how much that may be wrong."""
    difference = left - right
    if isinstance(difference, arb) and not difference.is_finite():
        raise ImpreciseError
    if isinstance(difference, fmpq | int) or difference > 0 or difference < 0:
        return Reals().sign(difference) in SIGNS[relation], 0.0
    if not isinstance(difference, arb):
        raise NotEvaluableError("a side is no number")
    if not difference.abs_upper() <= TINY * arb(left).abs_upper().max(arb(1)).min(MODERATE):
        raise ImpreciseError
    if 0 not in SIGNS[relation]:
        raise UndefinedError  # equal as far as one can see, and equality cannot be proved from balls
    return True, float(difference.abs_upper())


def is_entry(key: Key) -> bool:
    """Return whether something that a machine remembers is an entry."""
    return isinstance(key[0], str) and key[0] != "inverse of"


def _witness(
    survey: Survey, point: Point, frame: Frame, machine: Machine, sides: tuple[Value, Value]
) -> Counterexample:
    statement = survey.model.statement
    entries = {key: v for key, v in machine.store.items() if is_entry(key)}
    # A row that is a pair, or lies in a block, has several indices, which keep their names.
    called = {1: ("entry",), 2: ("row", "column")}.get(len(statement.rows), statement.rows)
    rows = dict(zip(statement.rows, called, strict=True))
    indices = {
        rows.get(index.name) or shown(index.name, survey.model): frame[place]
        for index, place in zip(statement.indices, survey.places, strict=True)
    }
    values = {spelt(key, survey.model): as_number(v) for key, v in sorted(entries.items()) if isinstance(v, fmpq)}
    return Counterexample(
        sizes={shown(size.name, survey.model): point.sizes[size.name] for size in statement.sizes},
        indices=indices,
        values=values,  # pyright: ignore[reportArgumentType] -- all are fractions
        lhs=as_number(sides[0]),
        rhs=as_number(sides[1]),
        relation=statement.sign,
        functions=point.functions(),
    )


def shown(name: str, model: Model) -> str:
    """Return a name as its author wrote it."""
    known = model.statement.vocabulary
    symbol = known.sizes.get(name) or known.symbols.get(name)
    return getattr(symbol, "name", name)


def spelt(key: Key, model: Model) -> str:
    """Return an entry as text."""
    name, *places = key
    return f"{name}[{', '.join(map(str, places))}]" if places else shown(name, model)
