"""One evaluation of both sides at one point, and what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from flint import arb, ctx, fmpq

from derive.recheck.fields import Degrees, Field, Reals, as_number
from derive.recheck.grids import Grid, as_grid
from derive.recheck.holding import SIGNS, facts_hold, is_zero, sound
from derive.recheck.points import Counting, Point
from derive.recheck.question import Question
from derive.recheck.ranges import Bound
from derive.recheck.terms import At, Meter
from derive.recheck.values import Degree, ImpreciseError, NotEvaluableError, UndefinedError, Value
from derive.verdict import Counterexample

PRECISIONS = (128, 256, 512, 1024, 2048, 4096)
TINY = arb(2) ** -200  # a difference below this, relative to sides of moderate size, counts as agreement
MODERATE = arb(2) ** 100
Outcome = Literal["agrees", "differs", "undefined", "invalid"]


@dataclass(frozen=True, slots=True)
class Trial:
    """What came out: `error` bounds a difference that a ball leaves open; `witness` says where the sides differ."""

    outcome: Outcome
    error: float = 0.0
    witness: Counterexample | None = None


def try_real(point: Point, bound: Bound, meter: Meter, *, bits: int = PRECISIONS[0]) -> Trial:
    """Compare both sides at a real point, with more and more bits until the answer is certain."""
    for precision in (p for p in PRECISIONS if p >= bits):
        with ctx.workprec(precision):
            try:
                return _compare(point, bound, meter)
            except ImpreciseError:
                continue
            except UndefinedError:
                break
    return Trial("undefined")


def _compare(point: Point, bound: Bound, meter: Meter) -> Trial:
    at, question = point.at(Reals(), bound, meter), point.model.question
    if not sound(point, at.field, meter):
        return Trial("invalid")
    left, right = sides(question, at)
    used, error = set(at.store), 0.0
    for place in _places(left):
        agreed, width = _judge(_at(left, place), _at(right, place), question.goal.relation)
        if not agreed:
            if not facts_hold(at, point):
                return Trial("invalid")
            at.store = {key: value for key, value in at.store.items() if key in used}
            return Trial("differs", witness=_witness(point, bound, at, (left, right, place)))
        error = max(error, width)
    return Trial("agrees", error) if facts_hold(at, point) else Trial("invalid")


def sides(question: Question, at: At) -> tuple[Grid, Grid]:
    """Return both sides as matrices of one shape."""
    left, right = as_grid(question.goal.left.run(at)), as_grid(question.goal.right.run(at))
    if left.shape != right.shape:
        raise NotEvaluableError(f"the sides have shapes {left.shape} and {right.shape}")
    return left, right


def _places(grid: Grid) -> Iterator[tuple[int, int]]:
    return ((r, c) for r in range(grid.shape[0]) for c in range(grid.shape[1]))


def _at(grid: Grid, place: tuple[int, int]) -> Value:
    return grid.rows[place[0]][place[1]]


def _judge(left: Value, right: Value, relation: str) -> tuple[bool, float]:
    """Return whether two numbers are in a relation, and by how much that may be wrong."""
    difference = left - right
    if isinstance(difference, arb) and not difference.is_finite():
        raise ImpreciseError
    if isinstance(difference, fmpq) or difference > 0 or difference < 0:
        return Reals().sign(difference) in SIGNS[relation], 0.0
    if not difference.abs_upper() <= TINY * arb(left).abs_upper().max(arb(1)).min(MODERATE):
        raise ImpreciseError
    if 0 not in SIGNS[relation]:
        raise UndefinedError  # equal as far as one can see, and equality cannot be proved from balls
    return True, float(difference.abs_upper())


def _witness(point: Point, bound: Bound, at: At, where: tuple[Grid, Grid, tuple[int, int]]) -> Counterexample:
    question, (left, right, place) = point.model.question, where
    indices = {str(i): bound[i] for i in question.goal.indices}
    if left.shape != (1, 1) or isinstance(question.goal.left.run(at), Grid):
        indices |= dict(zip(("row", "column"), place, strict=True))
    values = {_spelt(key): as_number(v) for key, v in sorted(at.store.items()) if isinstance(v, fmpq)}
    return Counterexample(
        sizes={str(s): point.sizes[s] for s in question.sizes if s not in question.private},
        indices=indices,
        values=values,  # pyright: ignore[reportArgumentType] -- all are fractions
        lhs=as_number(_at(left, place)),
        rhs=as_number(_at(right, place)),
        relation=question.goal.relation,
        functions=point.functions(),
    )


def _spelt(key: tuple[str, tuple[int, ...]]) -> str:
    name, places = key
    return f"{name}[{', '.join(map(str, places))}]" if places else name


def try_modular(point: Point, bound: Bound, field: Field, meter: Meter) -> Trial:
    """Compare both sides modulo two primes; the error is a bound on the chance that different sides agree."""
    at = point.at(field, bound, meter)
    try:
        left, right = sides(point.model.question, at)
        same = all(is_zero(_at(left, place) - _at(right, place)) for place in _places(left))
        valid = point.model.plain or (sound(point, field, meter) and facts_hold(at, point))
    except UndefinedError:
        return Trial("undefined")
    return Trial("invalid") if not valid else Trial("agrees" if same else "differs")


def degree(point: Point, bound: Bound, meter: Meter) -> int:
    """Return a bound on the degree of the difference of both sides, over a common denominator."""
    at = At(Degrees(), Counting(point), {**point.sizes, **bound}, meter)
    left, right = sides(point.model.question, at)
    differences = [_at(left, place) - _at(right, place) for place in _places(left)]
    return max((d.over for d in differences if isinstance(d, Degree)), default=0)
