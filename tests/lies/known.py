"""Rows of claims that are known to be false or true, and which verdicts on them are lies.

A row is a `Claim` of the fuzzer. It is false because loops over real arrays find a point that meets its facts and
breaks it, and true because they find none. A false claim must not be *proved* where that point lies, a true one must
not be *refuted*. An error of the family is no lie, but of a row whose name begins with "right" an answer is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from benchmarks.grammars.claims import WRONG, Claim, Engine, Outcome, Point, Span, failures, is_tried, judged, spans
from benchmarks.grammars.duals import NoValueError
from benchmarks.grammars.values import World, related, slope, value
from derive import prove

Rows = Mapping[str, Claim]
LARGEST = 4


def false(lhs: Any, rhs: Any, *facts: Any, **more: Any) -> Claim:
    """Return a claim that some point breaks; `more` are fields of `Claim`."""
    return Claim(lhs, rhs, facts=facts, built=False, **more)


def true(lhs: Any, rhs: Any, *facts: Any, **more: Any) -> Claim:
    """Return a claim that no point breaks."""
    return Claim(lhs, rhs, facts=facts, **more)


def mislabelled(rows: Rows) -> dict[str, str]:
    """Return the rows that are not what they are said to be, by the loops."""
    found = {name: failures(claim, LARGEST) for name, claim in rows.items()}
    wrong = {name: points for name, points in found.items() if rows[name].built == bool(points)}
    untried = {name: "nothing could break it" for name, claim in rows.items() if not is_tried(claim, LARGEST)}
    return {name: str(points[0]) if points else "nothing breaks it" for name, points in wrong.items()} | untried


def believed(rows: Rows) -> dict[str, str]:
    """Return the rows about which a lie is told, with the second opinion or without it."""
    wrong: dict[str, str] = {}
    for recheck in (False, True):
        engine = Engine(prove=partial(prove, recheck=recheck))
        outcomes = {name: judged(claim, engine) for name, claim in rows.items()}
        wrong |= {name: str(outcome) for name, outcome in outcomes.items() if _is_lie(name, outcome)}
    return wrong


def _is_lie(name: str, outcome: Outcome) -> bool:
    return outcome.word in WRONG or (outcome.word == "refused" and name.startswith("right"))


@dataclass(frozen=True)
class Slope:
    """A derivative that is asked for, and held against dual numbers at every place of its range and every size.

    `ask` is called with the engine's function and returns an expression in the indices of `free`; `by` is one variable,
    or several one after another.
    """

    ask: Callable[[], Any]
    expr: Any
    by: tuple[Any, ...]
    free: Mapping[str, Span] = field(default_factory=dict)
    sizes: tuple[str, ...] = ("N",)

    def __str__(self) -> str:
        """Return what is asked for."""
        return f"d {self.expr} / d {', '.join(map(str, self.by))}"

    def judge(self, _engine: Engine) -> Outcome:
        """Ask for it, and compare."""
        made = self.ask()
        claim = Claim(made, made, sizes=self.sizes)
        for number in range(1, LARGEST + 1):
            world = World(dict.fromkeys(claim.sizes, number), number)
            for at in spans(self.free, world):
                if not _agree(made, self, world, at):
                    return Outcome("wrong slope", self, str(made), Point(world, at))
        return Outcome("fine", self, str(made))


def _agree(made: Any, asked: Slope, world: World, at: Mapping[str, int]) -> bool:
    try:
        wanted = slope(asked.expr, list(asked.by), world, at)
    except NoValueError:
        return True
    try:
        return related(wanted, "==", value(made, world, at))
    except NoValueError:
        return False


def wrong_slopes(rows: Mapping[str, Slope]) -> dict[str, str]:
    """Return the derivatives that differ from dual numbers."""
    outcomes = {name: judged(asked, Engine()) for name, asked in rows.items()}
    return {name: str(outcome) for name, outcome in outcomes.items() if outcome.word in WRONG}
