"""Points that satisfy equations: solve them for some entries, exactly, and leave the others as they were drawn.

Equations are put in an order in which each can be solved for a tensor that no earlier one mentions. First it is tried
as a linear system; if it is not linear, one instance after the other along a line through the point. Whatever comes
out is checked elsewhere, so a wrong turn here costs a point and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from flint import fmpq, fmpq_poly
from flint.utils.flint_exceptions import DomainError

from derive.recheck.domains import Domain, roll
from derive.recheck.fields import Field
from derive.recheck.holding import is_zero, residuals, violated
from derive.recheck.model import Model
from derive.recheck.points import Point, Variation
from derive.recheck.question import Statement
from derive.recheck.ranges import Bound
from derive.recheck.reading import name_of
from derive.recheck.terms import Key, Meter
from derive.recheck.values import MINUS_ONE, ONE, ZERO, Affine, NotEvaluableError, UndefinedError, Value

ROUNDS = 12
MOVES = 8
STARTS = 24
JOINTLY_AT_MOST = 3
TARGETS = [
    fmpq(s * n, d) for s in (1, -1) for n, d in ((0, 1), (1, 4), (1, 2), (1, 1), (2, 1), (3, 1), (5, 1), (20, 1))
]
Stage = tuple[tuple[Statement, ...], tuple[str, ...]]


def settle(point: Point, field: Field, meter: Meter, *, repair: bool) -> bool:
    """Solve the equations of a point, and `repair` what is still broken; return whether all that is assumed holds."""
    try:
        solve(point, field, meter)
    except UndefinedError:
        return False
    broken = violated(point, field, meter)
    return not broken or (repair and not point.modular and _repair(point, field, meter, broken))


def solve(point: Point, field: Field, meter: Meter) -> None:
    """Solve all equations of a point; `UndefinedError` when some cannot be."""
    for statements, names in stages(point.model):
        choices = [(n,) for n in names]
        if len(statements) > 1:
            choices += [c for k in range(2, JOINTLY_AT_MOST + 1) for c in combinations(names, k)]
        if not any(_solved_for(point, field, meter, statements, choice) for choice in choices):
            raise UndefinedError


def stages(model: Model) -> list[Stage]:
    """Return equations in the order to solve them, each with the tensors it may be solved for, best first."""
    known = {d.name for d in model.definitions} | {name_of(s) for s in model.question.sizes}
    mentioned = {e: model.spread(e.names()) - known for e in model.equations}
    remaining, found = list(model.equations), list[Stage]()
    while remaining:
        own = {e: mentioned[e].difference(*(mentioned[o] for o in remaining if o is not e)) for e in remaining}
        last = next((e for e in remaining if own[e]), None)
        if last is None:
            names = frozenset[str]().union(*(mentioned[e] for e in remaining))
            return [(tuple(remaining), _by_freedom(names, model)), *found]
        found.insert(0, ((last,), _by_freedom(own[last], model)))
        remaining.remove(last)
    return found


def _by_freedom(names: Iterable[str], model: Model) -> tuple[str, ...]:
    def _constraint(name: str) -> tuple[int, str]:
        domain = model.domains.get(name, Domain())
        computed = name in model.inverse_of or name in model.rows
        return 3 * computed + 2 * (domain.finite is not None) + (domain.ordered or bool(domain.step)), name

    return tuple(sorted(names, key=_constraint))


def _solved_for(
    point: Point, field: Field, meter: Meter, statements: tuple[Statement, ...], names: tuple[str, ...]
) -> bool:
    before = dict(point.fixed)
    for attempt in (_linear, _along_lines):
        try:
            attempt(point, field, meter, statements, names)
        except (NotEvaluableError, UndefinedError, ZeroDivisionError, TypeError, DomainError):
            point.fixed = dict(before)  # what is not linear or not polynomial shows itself by such an error
        else:
            return True
    return False


def _instances(point: Point, statements: Iterable[Statement]) -> Iterator[tuple[Statement, Bound]]:
    for statement in statements:
        for bound in statement.instances(point.sizes):
            yield statement, bound


def _linear(
    point: Point, field: Field, meter: Meter, statements: tuple[Statement, ...], names: tuple[str, ...]
) -> None:
    solved: dict[Key, Affine] = {}
    unknown = Variation(point, {}, names)
    for statement, bound in _instances(point, statements):
        for value in residuals(statement, unknown.at(field, bound, meter)):
            if isinstance(value, Affine):
                meter.spend(1 + len(value.slopes) + len(solved))
                _eliminate(_reduced(value, solved), solved, point.seed)
            elif not is_zero(value):
                raise UndefinedError
    free = {key for row in solved.values() for key in row.slopes}
    drawn = {key: point.value(point.at(field, {}, meter), key) for key in sorted(free)}
    for key, row in solved.items():
        total = row.constant
        for other, slope in row.slopes.items():
            total = total + slope * drawn[other]
        point.fixed[key] = total


def _reduced(row: Affine, solved: dict[Key, Affine]) -> Affine:
    result = Affine(row.constant, {})
    for key, slope in row.slopes.items():
        result = result.plus(solved.get(key, Affine(ZERO, {key: ONE})).times(Affine(slope, {})))
    return Affine(result.constant, {key: s for key, s in result.slopes.items() if not is_zero(s)})


def _eliminate(row: Affine, solved: dict[Key, Affine], seed: str) -> None:
    if not row.slopes:
        if not is_zero(row.constant):
            raise UndefinedError
        return
    pivot = min(row.slopes, key=lambda key: roll(seed, "pivot", key))
    factor = MINUS_ONE / row.slopes[pivot]
    others = {key: slope * factor for key, slope in row.slopes.items() if key != pivot}
    solved[pivot] = Affine(row.constant * factor, others)
    for key in list(solved):
        solved[key] = _reduced(solved[key], solved) if key != pivot else solved[key]


def _along_lines(
    point: Point, field: Field, meter: Meter, statements: tuple[Statement, ...], names: tuple[str, ...]
) -> None:
    settled: set[Key] = set()
    for statement, bound in _instances(point, statements):
        at = point.at(field, bound, meter)
        values = residuals(statement, at)
        used = {point.model.key(key) for key in at.store}
        unknowns = sorted(key for key in used - settled if key[0] in names)
        if not all(is_zero(v) for v in values):
            _solve_instance(point, field, meter, (statement, bound), unknowns)
        settled |= used


def _solve_instance(
    point: Point, field: Field, meter: Meter, instance: tuple[Statement, Bound], unknowns: list[Key]
) -> None:
    drawn = {key: point.value(point.at(field, {}, meter), key) for key in unknowns}
    unknowns = sorted(unknowns, key=lambda key: roll(point.seed, "order", key))
    lines = [(drawn, {key: ONE}) for key in unknowns] + list(_starts(point, unknowns))
    for start, direction in lines:
        line = {key: fmpq_poly([start[key], direction.get(key, ZERO)]) for key in unknowns}
        at = Variation(point, line).at(field, instance[1], meter)
        found = _meeting(residuals(instance[0], at), roll(point.seed, "root", *unknowns))
        if found is None:
            continue
        moved = {key: line[key](found) for key in unknowns}
        if all(point.model.domains.get(key[0], Domain()).contains(v) for key, v in moved.items()):
            point.fixed |= moved
            return
    raise UndefinedError


def _starts(point: Point, unknowns: list[Key]) -> Iterator[tuple[dict[Key, Value], dict[Key, Value]]]:
    # Through a rational point of a sphere, a line of rational direction meets the sphere in another rational point.
    for k in range(STARTS):
        start = {key: fmpq(roll(point.seed, k, "start", key) % 3 - 1) for key in unknowns}
        if k < 2 * len(unknowns):
            start = {key: fmpq((j == k // 2) * (-1) ** k) for j, key in enumerate(unknowns)}
        direction = {key: fmpq(roll(point.seed, k, "direction", key) % 7 - 3) for key in unknowns}
        yield start, direction
        yield start, {}


def _meeting(values: list[Value], dice: int) -> fmpq | None:
    """Return where all of some polynomials vanish: for lines through a solution, preferably elsewhere."""
    polynomials = [v if isinstance(v, fmpq_poly) else fmpq_poly([v]) for v in values]
    wanted = [p for p in polynomials if p.degree() >= 0]
    if not wanted:
        return ZERO
    roots = [root for root, _ in wanted[0].roots()]
    common = [r for r in roots if all(p(r) == 0 for p in wanted)]
    elsewhere = [r for r in common if r != 0] or common
    return elsewhere[dice % len(elsewhere)] if elsewhere else None


def _repair(point: Point, field: Field, meter: Meter, broken: list[frozenset[Key]]) -> bool:
    """Move entries one by one, each time to where the fewest assumptions fail; return whether none is left."""
    for turn in range(ROUNDS):
        before, moves = point.chosen, list(_moves(point, broken[turn % len(broken)], turn))
        if not moves:
            return False
        results = [
            (len(found), k) for k, m in enumerate(moves) if (found := _tried(point, field, meter, m)) is not None
        ]
        failures, best = min(results, default=(len(broken) + 1, 0))
        chosen = moves[best] if failures <= len(broken) else before
        broken = _tried(point, field, meter, chosen) or []
        if not failures:
            return True
    return False


def _moves(point: Point, keys: frozenset[Key], turn: int) -> Iterator[dict[Key, Value]]:
    model = point.model
    computed = {d.name for d in model.definitions} | model.rows.keys() | model.inverse_of.keys()
    movable = sorted(key for key in keys if key not in point.fixed and key[0] not in computed)
    for k in range(MOVES if movable else 0):
        dice = roll(point.seed, "move", turn, k)
        key, target = movable[dice % len(movable)], TARGETS[(dice >> 32) % len(TARGETS)]
        if model.domains.get(key[0], Domain()).contains(target):
            yield {**point.chosen, key: target}


def _tried(point: Point, field: Field, meter: Meter, chosen: dict[Key, Value]) -> list[frozenset[Key]] | None:
    point.chosen, point.fixed = chosen, {}
    try:
        solve(point, field, meter)
    except UndefinedError:
        return None
    return violated(point, field, meter)
