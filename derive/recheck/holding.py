"""Whether a point satisfies what is assumed: exactly, or beyond the doubt of a ball."""

from __future__ import annotations

from functools import reduce
from operator import add

from flint import ctx, fmpq

from derive.recheck.domains import Domain
from derive.recheck.fields import Field
from derive.recheck.grids import Grid, as_grid, identity
from derive.recheck.points import Point
from derive.recheck.question import Statement
from derive.recheck.terms import At, Key, Meter
from derive.recheck.values import ONE, ZERO, Residue, UndefinedError, Value

SIGNS = {"==": (0,), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}


def residuals(statement: Statement, at: At) -> list[Value]:
    """Return left minus right side, entry by entry for matrices."""
    difference = as_grid(statement.left.run(at) - statement.right.run(at))
    return [v for row in difference.rows for v in row]


def holds(statement: Statement, at: At) -> bool:
    """Return whether an assumption holds, provably; False where its sides have no value."""
    try:
        values = residuals(statement, at)
        if statement.relation == "==":
            return all(is_zero(v) for v in values)
        return all(at.field.sign(v) in SIGNS[statement.relation] for v in values)
    except UndefinedError:
        return False


def violated(point: Point, field: Field, meter: Meter) -> list[frozenset[Key]]:
    """Return the entries that each broken assumption mentions; an assumption is broken unless it provably holds."""
    found, used = list[frozenset[Key]](), set[Key]()
    for statement in (*point.model.equations, *point.model.inequalities):
        for bound in statement.instances(point.sizes):
            at = point.at(field, bound, meter)
            held = holds(statement, at)
            keys = frozenset(point.model.key(key) for key in at.store)
            used |= keys
            found += [] if held else [keys]
    outside = [key for key, value in point.fixed.items() if not _allowed_value(point, key, value)]
    return found + [frozenset(used) for _ in outside]


def _allowed_value(point: Point, key: Key, value: Value) -> bool:
    domain = point.model.domains.get(key[0])
    return domain is None or not isinstance(value, fmpq) or domain.contains(value)


def sound(point: Point, field: Field, meter: Meter) -> bool:
    """Return whether the entries that assumptions mention obey their facts; `UndefinedError` where one has no value.

    The goal need not mention what makes a point impossible.
    """
    mark = type(field), ctx.prec
    if mark not in point.soundness:
        at = point.at(field, {}, meter)
        for statement in point.model.question.relations:
            used = _evaluated(statement, point, field, meter)
            point.reached |= used.keys() if statement in point.model.loose else set()
            at.store |= used
        point.soundness[mark] = facts_hold(at, point)
    return point.soundness[mark]


def _evaluated(statement: Statement, point: Point, field: Field, meter: Meter) -> dict[Key, Value]:
    store = dict[Key, Value]()
    for bound in statement.instances(point.sizes):
        at = point.at(field, bound, meter)
        at.store = store
        _ = statement.left.run(at), statement.right.run(at)
    return store


def facts_hold(at: At, point: Point) -> bool:
    """Return whether all entries used so far obey their facts exactly; those of groups are looked at together."""
    keys = [key for key in list(at.store) if not isinstance(at.store[key], Grid)]
    loose = {name for statement in point.model.loose for name in statement.names()}
    if any(key[0] in loose and key[1] and key not in point.reached for key in keys):
        return False
    if not all(_allowed(at, point, key) and _symmetric(at, point, key) for key in keys):
        return False
    rows = {(name, tuple(places[:-1])) for name, places in keys if name in point.model.rows and places}
    inverses = point.model.inverse_of
    pairs = [b for b in inverses if {b, inverses[b]} & {name for name, _ in keys}]
    return all(_row_holds(at, point, *row) for row in rows) and all(_inverse_holds(at, point, b) for b in pairs)


def _allowed(at: At, point: Point, key: Key) -> bool:
    domain, value = point.model.domains.get(key[0]), point.value(at, key)
    if domain is None or isinstance(value, Residue):
        return True
    if isinstance(value, fmpq):
        return domain.contains(value)
    return _inside(at.field, domain, value)


def _symmetric(at: At, point: Point, key: Key) -> bool:
    name, places = key
    if name not in point.model.symmetric or len(places) < 2:  # noqa: PLR2004 -- the last two indices
        return True
    mirrored = point.defined(at, (name, (*places[:-2], places[-1], places[-2])))
    return mirrored is None or is_zero(mirrored - point.value(at, key))


def _inside(field: Field, domain: Domain, value: Value) -> bool:
    if domain.finite is not None or domain.step:
        return False
    above = domain.low is None or field.sign(value - domain.low) > 0
    below = domain.high is None or field.sign(value - domain.high) < 0
    return above and below and not (domain.without_zero and field.sign(value) == 0)


def _row_holds(at: At, point: Point, name: str, prefix: tuple[int, ...]) -> bool:
    low, high = point.extent(name, len(prefix))
    values = [point.value(at, (name, (*prefix, k))) for k in range(low, high + 1)]
    if not values or not is_zero(reduce(add, values) - ONE):
        return False
    if point.model.rows[name] == "one-hot":
        return all(isinstance(v, fmpq) and v in (ZERO, ONE) for v in values)
    return all(isinstance(v, Residue) or at.field.sign(v) >= 0 for v in values)


def _inverse_holds(at: At, point: Point, name: str) -> bool:
    matrix, inverse = (point.grid(at, n, point.span(name)) for n in (point.model.inverse_of[name], name))
    difference = matrix @ inverse - identity(matrix.columns)
    return all(is_zero(v) for row in difference.rows for v in row)


def is_zero(value: Value) -> bool:
    """Return whether a value is exactly zero; a ball around zero does not count."""
    return value.is_zero() if isinstance(value, Residue) else isinstance(value, fmpq) and value == 0
