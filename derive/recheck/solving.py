"""Equations solved at a point: for one name each, exactly, as a linear system or along a line; inequalities by luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from flint import fmpq, fmpq_poly
from flint.utils.flint_exceptions import DomainError

from derive.recheck.budget import JOINTLY_AT_MOST, PERSUASIONS, STARTS
from derive.recheck.machine import Key, Machine
from derive.recheck.model import Model, Style, names_in
from derive.recheck.points import FREE, Point, holds, modulus, residuals
from derive.recheck.values import (
    ONE,
    ZERO,
    Affine,
    NotEvaluableError,
    NotModularError,
    UndefinedError,
    Value,
    is_zero,
    reciprocal,
)
from derive.statements.types import Relation


def settle(point: Point, machine: Machine) -> bool:
    """Solve the equations of a point; return whether all that is assumed holds there, as far as a machine can tell."""
    try:
        _persuade(point, machine)
        for solver in (machine, machine.inner) if machine.inner is not None and point.model.equations else (machine,):
            if not _settled(point, solver):
                return False
        machine.at(point, machine.meter)
        return holds(point, machine)
    except (UndefinedError, ZeroDivisionError):
        return False


def _settled(point: Point, machine: Machine) -> bool:
    """Solve the equations one after the other; together, where a name would vanish everywhere, as an eigenvector may.

    Where all names vanish, most equations hold: agreement there would say nothing.
    """
    fixed = point.fixed[modulus(machine)]
    before = dict(fixed)
    if not all(_solved(point, machine, *stage) for stage in stages(point.model)):
        return False
    if len(point.model.equations) > 1 and _vanished(fixed, before):
        solved = dict(fixed)
        _restore(fixed, before)
        if not _solved(point, machine, *together(point.model)) or _vanished(fixed, before):
            _restore(fixed, solved)
    return True


def _vanished(fixed: Mapping[Key, Value], before: Mapping[Key, Value]) -> bool:
    """Return whether all entries of a name that was solved for are 0."""
    solved = [(key[0], value) for key, value in fixed.items() if key not in before]
    return bool({name for name, _ in solved} - {name for name, value in solved if not is_zero(value)})


def _restore(fixed: dict[Key, Value], before: Mapping[Key, Value]) -> None:
    fixed.clear()
    fixed.update(before)


def _persuade(point: Point, machine: Machine) -> None:
    """Draw the entries of an inequality that fails again, one at a time, as long as that brings it nearer."""
    for each in point.model.inequalities:
        left, right = machine.run(each.left), machine.run(each.right)
        wanted = 1 if each.sign[0] == ">" else -1
        for frame in point.model.frames.instances(each.indices, list(point.frame)):
            here, best, change = list(frame), None, None
            for _ in range(PERSUASIONS):
                machine.meter.spend(1)
                machine.at(point, machine.meter)
                slack = wanted * (left(here) - right(here))
                if best is not None and not slack > best and change is not None:
                    point.drawn[change[0]] = change[1]
                else:
                    best = slack
                if best > 0 or (len(each.sign) > 1 and best == 0):
                    break
                change = _redrawn(point, machine)
                if change is None:
                    break


def _redrawn(point: Point, machine: Machine) -> tuple[Key, Value] | None:
    """Draw one of the entries that a machine has met again, and return what it was before."""
    told = point.model.rows.keys() | point.model.labels.keys()
    keys = [key for key in machine.store if key in point.drawn and key[0] not in told]
    if not keys:
        return None
    key = point.dice.choice(keys)
    old, domain = point.drawn[key], point.model.domains.get(key[0], FREE)
    wide = Style(point.dice.choice((1, 4, 20)), (1, 2, 4), zeros=True)
    point.drawn[key] = domain.pick(point.dice.getrandbits(128), wide) or old
    return key, old


Stage = tuple[tuple[Relation, ...], tuple[str, ...]]


def stages(model: Model) -> list[Stage]:
    """Return equations in the order to solve them, each with the names it may be solved for, best first.

    Each is solved for a name that no earlier one mentions; those among which there is no such order, together.
    """
    mentioned = _mentioned(model)
    found = list[Stage]()
    while mentioned:
        for n, (each, names) in enumerate(mentioned):
            own = names.difference(*(others for m, (_, others) in enumerate(mentioned) if m != n))
            if own:
                found.insert(0, ((each,), _by_freedom(own, model)))
                del mentioned[n]
                break
        else:
            return [_jointly(mentioned, model), *found]
    return found


def together(model: Model) -> Stage:
    """Return all equations, with the names that they may be solved for."""
    return _jointly(_mentioned(model), model)


def _mentioned(model: Model) -> list[tuple[Relation, frozenset[str]]]:
    known = model.definitions.keys() | model.frames.sizes | model.rows.keys() | model.inverse_of.keys()
    return [(each, model.spread(names_in(each)) - known) for each in model.equations]


def _jointly(mentioned: list[tuple[Relation, frozenset[str]]], model: Model) -> Stage:
    names = frozenset[str]().union(*(names for _, names in mentioned))
    return tuple(each for each, _ in mentioned), _by_freedom(names, model)


def _by_freedom(names: Iterable[str], model: Model) -> tuple[str, ...]:
    def tied(name: str) -> tuple[int, str]:
        domain = model.domains.get(name, FREE)
        return 2 * (domain.finite is not None) + (domain.ordered or domain.whole), name

    return tuple(sorted(names, key=tied))


def _solved(point: Point, machine: Machine, relations: tuple[Relation, ...], names: tuple[str, ...]) -> bool:
    if all(is_zero(value) for value, _ in residuals(point, machine, relations)):
        return True
    # Solved for the same name at every point, X Y = 0 would always make the first of them vanish.
    start = point.dice.randrange(len(names)) if names else 0
    names = (*names[start:], *names[:start]) if len(relations) == 1 and _are_alike(names, point.model) else names
    jointly = JOINTLY_AT_MOST if len(relations) > 1 else 2
    choices = [choice for k in range(1, jointly + 1) for choice in combinations(names, k)]
    fixed = point.fixed[modulus(machine)]
    for attempt in (_linear, _along_lines):
        for choice in choices:
            before = dict(fixed)
            try:
                attempt(point, machine, relations, choice)
            except (NotEvaluableError, UndefinedError, ZeroDivisionError, TypeError, DomainError):
                # What is not linear or not polynomial shows itself by such an error.
                _restore(fixed, before)
            else:
                return True
            finally:
                point.unknown, point.line = frozenset(), {}
                machine.at(point, machine.meter)  # what it remembers may be of the line
    return False


def _are_alike(names: tuple[str, ...], model: Model) -> bool:
    return all(model.domains.get(name, FREE) == FREE for name in names)


def _linear(point: Point, machine: Machine, relations: tuple[Relation, ...], names: tuple[str, ...]) -> None:
    solved: dict[Key, Affine] = {}
    point.unknown = frozenset(names)
    machine.at(point, machine.meter)
    for value, _ in residuals(point, machine, relations):
        if isinstance(value, Affine):
            machine.meter.spend(1 + len(value.slopes) + len(solved))
            _eliminate(_reduced(value, solved), solved, point)
        elif not is_zero(value):
            raise UndefinedError
    point.unknown = frozenset()
    machine.at(point, machine.meter)
    for key, row in solved.items():
        total = row.constant
        for other, factor in row.slopes.items():
            total = total + factor * point.value(other, machine)
        point.fixed[modulus(machine)][key] = total


def _reduced(row: Affine, solved: Mapping[Key, Affine]) -> Affine:
    result = Affine(row.constant, {})
    for key, factor in row.slopes.items():
        result = result.plus(solved[key] * factor if key in solved else Affine(ZERO, {key: factor}))
    return result


def _eliminate(row: Affine, solved: dict[Key, Affine], point: Point) -> None:
    if not row.slopes:
        if not is_zero(row.constant):
            raise UndefinedError
        return
    pivot = min(row.slopes, key=point.rank)
    factor = -reciprocal(row.slopes[pivot])
    others = {key: value * factor for key, value in row.slopes.items() if key != pivot}
    solved[pivot] = Affine(row.constant * factor, others)
    for key, old in list(solved.items()):
        if key != pivot and pivot in old.slopes:
            solved[key] = _reduced(old, {pivot: solved[pivot]})


def _along_lines(point: Point, machine: Machine, relations: tuple[Relation, ...], names: tuple[str, ...]) -> None:
    """Solve one instance after the other along a line through the point; none moves what an earlier one used."""
    if point.modular:
        raise NotModularError("a root")
    settled: set[Key] = set()
    for each in relations:
        left, right = machine.run(each.left), machine.run(each.right)
        for frame in point.model.frames.instances(each.indices, list(point.frame)):
            here = list(frame)
            machine.at(point, machine.meter)
            value = left(here) - right(here)
            used = {point.canonical(key) for key in machine.store if key[0] in names}
            if not is_zero(value):
                _solve_instance(point, machine, (left, right, here), sorted(used - settled))
            settled |= used


def _solve_instance(point: Point, machine: Machine, instance: tuple[Any, ...], unknowns: list[Key]) -> None:
    left, right, frame = instance
    drawn = {key: point.value(key, machine) for key in unknowns}
    unknowns.sort(key=point.rank)
    for start, direction in [(drawn, {key: ONE}) for key in unknowns] + list(_starts(point, unknowns)):
        point.line = {key: fmpq_poly([start[key], direction.get(key, ZERO)]) for key in unknowns}
        machine.at(point, machine.meter)
        roots = _roots(left(frame) - right(frame))
        for root in sorted(roots, key=lambda root: (root == 0, point.dice.random())):
            moved = {key: line(root) for key, line in point.line.items()}
            if all(point.model.domains.get(key[0], FREE).contains(v) for key, v in moved.items()):
                point.line = {}
                point.fixed[0].update(moved)
                return
    raise UndefinedError


def _starts(point: Point, unknowns: list[Key]) -> Iterator[tuple[dict[Key, Value], dict[Key, Value]]]:
    # Through a rational point of a sphere, a line of rational direction meets the sphere in another rational point.
    for k in range(STARTS):
        start = {key: fmpq(point.dice.randrange(-1, 2)) for key in unknowns}
        if k < 2 * len(unknowns):
            start = {key: fmpq((j == k // 2) * (-1) ** k) for j, key in enumerate(unknowns)}
        yield start, {key: fmpq(point.dice.randrange(-3, 4)) for key in unknowns}
        yield start, {}


def _roots(value: Value) -> list[fmpq]:
    found = value if isinstance(value, fmpq_poly) else fmpq_poly([value])
    return [ZERO] if found.degree() < 0 else [root for root, _ in found.roots()]
