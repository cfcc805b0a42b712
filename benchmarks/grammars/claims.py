"""A claim whose truth is known from numbers, and what a verdict on it is worth.

A claim is *false* where loops over real arrays (`values`) find a point that meets its facts and breaks it. It is *true*
where it was built by rewriting and no point breaks it. A claim that was not built as true, and that nothing breaks, is
left out: nobody knows.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

from sympy import Indexed, MatrixExpr

import derive
from benchmarks.grammars.blocks import numbers as worth
from benchmarks.grammars.duals import NoValueError, UnknownNodeError
from benchmarks.grammars.values import At, Kind, World, holds, related, whole
from benchmarks.grammars.witness import is_inside, world_of
from derive.errors import DeriveError

Span = tuple[Any, Any]
Word = Literal[
    "false proved", "true refuted", "false witness", "wrong slope", "wrong numbers", "crash",
    "fine", "open", "refused", "unclear", "unknown",
]  # fmt: skip
WRONG: tuple[Word, ...] = ("false proved", "true refuted", "false witness", "wrong slope", "wrong numbers", "crash")
FAR = (-4, 6)
"""How far from 0 an index of any integer is looked for."""


@dataclass(frozen=True)
class Engine:
    """What is tested: the public functions, or others in a test of the tests."""

    prove: Callable[..., Any] = derive.prove
    differentiate: Callable[..., Any] = derive.differentiate
    gradient: Callable[..., Any] = derive.gradient
    hessian: Callable[..., Any] = derive.hessian
    normalize: Callable[..., Any] = derive.normalize
    substitute: Callable[..., Any] = derive.substitute
    lambdify: Callable[..., Any] = derive.lambdify


@dataclass(frozen=True)
class Claim:
    """Two sides, what is assumed of them, and where it holds.

    `kinds` says how entries are drawn so that the facts are met; relations among the facts are evaluated too. `free`
    has the range of each free index: that of its axis, or `FAR` where it is any integer. `shown` has a narrower one for
    an index that the statement shows in a part only: there a claim must fail too before it may be refuted.
    """

    lhs: Any
    rhs: Any
    relation: str = "=="
    facts: tuple[Any, ...] = ()
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    free: Mapping[str, Span] = field(default_factory=dict)
    shown: Mapping[str, Span] = field(default_factory=dict)
    sizes: tuple[str, ...] = ("N",)
    built: bool = True
    fits: bool = False
    """Whether it was built as true for the ranges that are shown."""
    among: Mapping[str, Span] = field(default_factory=dict)
    """The ranges of the free indices of its facts."""
    ranges: Mapping[Any, Any] = field(default_factory=dict)
    """What is declared of bases without a shape, and of indices: a range, or one an axis."""
    seeds: int = 2
    """How many worlds are tried at each size."""

    def judge(self, engine: Engine, largest: int = 0) -> Outcome:
        """Ask for a verdict, and return what it is worth; sizes are tried up to 4, two of them up to 3."""
        largest = largest or (4 if len(self.sizes) == 1 else 3)
        broken = failures(self, largest)
        if (not self.built and not broken) or not is_tried(self, largest):
            return Outcome("unknown", self, "")
        more = {"ranges": self.ranges} if self.ranges else {}
        verdict = engine.prove(self.lhs, self.rhs, assuming=self.facts, relation=self.relation, **more)
        return weighed(self, verdict, broken, largest)

    def __str__(self) -> str:
        """Return the claim in one line."""
        facts = f"  given {', '.join(map(str, self.facts))}" if self.facts else ""
        free = "".join(f", {name} in {low}..{high}" for name, (low, high) in self.free.items())
        declared = f", declared {dict(self.ranges)}" if self.ranges else ""
        return f"{self.lhs} {self.relation} {self.rhs}{facts}{free}{declared}"


@dataclass(frozen=True)
class Point:
    """Sizes, numbers and indices at which a claim fails."""

    world: World
    at: At

    def __str__(self) -> str:
        """Return the point in one line."""
        numbers = ", ".join(f"{name}{list(at) if at else ''} = {n}" for (name, at), n in self.world.drawn.items())
        return f"{dict(self.world.sizes)} {dict(self.at)} {numbers}"


def spans(ranges: Mapping[str, Span], world: World) -> Iterator[At]:
    """Return every assignment of free indices."""
    ends = [range(whole(low, world, {}), whole(high, world, {}) + 1) for low, high in ranges.values()]
    for numbers in product(*ends):
        yield dict(zip(ranges, numbers, strict=True))


def is_placed(index: Any, *sides: Any) -> bool:
    """Return whether an index stands in a place of an entry, whose axis then says over what it runs.

    >>> from sympy import IndexedBase, KroneckerDelta, symbols
    >>> x, k, y = IndexedBase("x"), *symbols("k y")
    >>> is_placed(k, x[k + 1]), is_placed(k, KroneckerDelta(k, y) * x[y])
    (True, False)
    """
    return any(place.has(index) for side in sides for entry in side.atoms(Indexed) for place in entry.indices)


def axes_of(claim: Claim) -> dict[str, Any]:
    """Return the axes that are declared beside a claim."""
    return {str(what): span if isinstance(span[0], tuple) else (span,) for what, span in claim.ranges.items()}


def worlds(claim: Claim, largest: int) -> Iterator[World]:
    """Return worlds of all sizes up to the largest, small ones first."""
    axes = axes_of(claim)
    for numbers in sorted(product(range(1, largest + 1), repeat=len(claim.sizes)), key=sum):
        for seed in range(claim.seeds):
            yield World(dict(zip(claim.sizes, numbers, strict=True)), seed, claim.kinds, axes=axes)


def met(claim: Claim, world: World) -> bool:
    """Return whether a world meets the relations among the facts; one without a value there does not."""
    relations = [fact for fact in claim.facts if hasattr(fact, "rel_op")]
    try:
        return all(_is_met(fact, world, at) for fact in relations for at in spans(claim.among, world))
    except NoValueError:
        return False


def _is_met(fact: Any, world: World, at: At) -> bool:
    if not isinstance(fact.lhs, MatrixExpr):
        return holds(fact, world, at)
    pairs = zip(worth(fact.lhs, world, at), worth(fact.rhs, world, at), strict=True)
    return all(related(left, fact.rel_op, right) for left, right in pairs)


def breaks(claim: Claim, world: World, at: At) -> bool:
    """Return whether both sides have a value at a point and the claim fails there."""
    try:
        pairs = zip(worth(claim.lhs, world, at), worth(claim.rhs, world, at), strict=True)
        return not all(related(left, claim.relation, right) for left, right in pairs)
    except NoValueError:
        return False


def is_tried(claim: Claim, largest: int = 4) -> bool:
    """Return whether both sides have values somewhere, at points that meet the facts; else nothing could break it."""
    return any(
        _has_values(claim, world, at)
        for world in worlds(claim, largest)
        if met(claim, world)
        for at in spans(claim.free, world)
    )


def _has_values(claim: Claim, world: World, at: At) -> bool:
    try:
        _ = worth(claim.lhs, world, at), worth(claim.rhs, world, at)
    except NoValueError:
        return False
    return True


def failures(claim: Claim, largest: int = 4, *, narrow: bool = False) -> list[Point]:
    """Return where a claim fails, at every size up to the largest."""
    ranges = {**claim.free, **(claim.shown if narrow else {})}
    found: list[Point] = []
    for world in worlds(claim, largest):
        if met(claim, world):
            broken = (at for at in spans(ranges, world) if breaks(claim, world, at))
            found += [Point(world, at) for at in broken][:6]
    return found


def admits(verdict: Any, point: Point) -> bool:
    """Return whether a verdict speaks of the sizes of a point.

    No other condition excuses a proof: where both sides have a value and differ, a claim is false.
    """
    sizes = point.world.sizes
    if any(sizes.get(name, number) < number for name, number in _least(verdict)):
        return False
    return all(_of_sizes(condition.statement, sizes) for condition in verdict.conditions)


def _least(verdict: Any) -> list[tuple[str, int]]:
    """Return the least sizes that a verdict names, in its status or in its statement."""
    named = [(name, int(number)) for name, number in re.findall(r"(\w+) >= (\d+)", verdict.status)]
    sizes = getattr(getattr(verdict, "statement", None), "sizes", ())
    return named + [(str(size.name), size.least) for size in sizes if hasattr(size, "least")]


def _of_sizes(statement: Any, sizes: Mapping[str, int]) -> bool:
    """Return whether a condition on sizes is met, be it a relation or in words; of any other say that it is."""
    if not isinstance(statement, str):
        names = {str(symbol) for symbol in statement.free_symbols}
        return not names <= set(sizes) or holds(statement, World(sizes), {})
    try:
        return bool(_worth(ast.parse(statement, mode="eval").body, sizes))
    except (KeyError, SyntaxError):
        return True


OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow, ast.USub: operator.neg,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip


def _worth(node: ast.expr, numbers: Mapping[str, int]) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return numbers[node.id]
        case ast.UnaryOp():
            return OPERATORS[type(node.op)](_worth(node.operand, numbers))
        case ast.BinOp():
            return OPERATORS[type(node.op)](_worth(node.left, numbers), _worth(node.right, numbers))
        case ast.Compare():
            values = [_worth(part, numbers) for part in (node.left, *node.comparators)]
            tests = zip(node.ops, values[:-1], values[1:], strict=True)
            return all(OPERATORS[type(op)](a, b) for op, a, b in tests)
        case _:
            raise KeyError(ast.unparse(node))


@dataclass(frozen=True)
class Outcome:
    """What became of a claim."""

    word: Word
    case: Any
    says: str
    point: Point | None = None

    def __str__(self) -> str:
        """Return everything that is wanted to see it again."""
        where = f"\n    fails at {self.point}" if self.point else ""
        return f"{self.word}: {self.case}\n    {self.says}{where}"


def judged(case: Any, engine: Engine) -> Outcome:
    """Put a case to the engine, and return what its answer is worth; an error of the family is no answer."""
    try:
        return case.judge(engine)
    except DeriveError as error:
        return Outcome("refused", case, f"{type(error).__name__}: {error}")
    except UnknownNodeError as error:
        return Outcome("unclear", case, f"nobody knows what {error} is worth")
    except Exception as error:  # noqa: BLE001 -- whatever escapes is a defect, and the run goes on
        return Outcome("crash", case, f"{type(error).__name__}: {error}")


def weighed(claim: Claim, verdict: Any, broken: list[Point], largest: int) -> Outcome:
    """Return what a verdict is worth, given where the claim fails."""
    says = f"{verdict.status} ({verdict.method}); " + "; ".join(map(str, [*verdict.conditions, *verdict.assumptions]))
    if verdict.status.startswith("proved"):
        caught = next((point for point in broken if admits(verdict, point)), None)
        return Outcome("false proved" if caught else "fine", claim, says, caught)
    if verdict.status == "refuted":
        true = claim.fits and not failures(claim, largest, narrow=True) if claim.shown else not broken
        says += f"; {verdict.counterexample}"
        if true:
            return Outcome("true refuted", claim, says)
        wrong = trouble(claim, verdict.counterexample)
        return Outcome("false witness" if wrong else "fine", claim, f"{says}; {wrong}")
    return Outcome("open", claim, f"{says}; {verdict.reason}")


def trouble(claim: Claim, witness: Any) -> str:
    """Return what is wrong with a counterexample, computed again: its range, the facts, or the two sides."""
    if witness is None or witness.functions or not set(claim.free) <= set(witness.indices):
        return ""
    world = world_of(witness, claim.sizes, claim.kinds, axes_of(claim))
    at = {name: witness.indices[name] for name in claim.free}
    outside = [name for name, place in at.items() if not is_inside(place, claim.free[name], world)]
    if outside:
        return f"{outside[0]} is not in its range there"
    named = len(world.drawn)
    wrong = "" if met(claim, world) else "the facts do not hold there"
    wrong = wrong or ("" if breaks(claim, world, at) else "both sides agree there, or have no value")
    complete = len(world.drawn) == named and set(claim.sizes) <= set(witness.sizes)
    return wrong if complete else ""  # what it does not name may have any value
