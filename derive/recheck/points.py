"""A point: values for every entry and every unknown function, drawn as they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import product
from operator import add

from flint import fmpq
from sympy import Basic

from derive.recheck.domains import Domain, Style, roll
from derive.recheck.fields import Field
from derive.recheck.grids import Grid, as_grid, identity
from derive.recheck.model import Model
from derive.recheck.question import Bound
from derive.recheck.terms import At, Key, Meter
from derive.recheck.values import ONE, ZERO, Affine, Degree, NotEvaluableError, P, Q, Residue, UndefinedError, Value

EXPONENTS_AT_MOST = 4


class Point:
    """Values drawn for one choice of sizes: real ones, or `modular` ones. `fixed` holds those that were solved for."""

    def __init__(self, model: Model, sizes: Bound, seed: str, style: Style, *, modular: bool = False) -> None:
        """Draw nothing yet; the same seed and style give the same values."""
        self.model, self.sizes, self.seed, self.style, self.modular = model, dict(sizes), seed, style, modular
        self.fixed: dict[Key, Value] = {}
        uses = model.question.uses
        self._exponents = {u.name for u in uses if u.kind == "exponent"}
        self._exponents |= {str(u.symbol) for u in uses if u.kind == "exponent"}
        self._functions: dict[tuple[str, int], Mapping[tuple[int, ...], Value]] = {}

    def at(self, field: Field, bound: Bound, meter: Meter) -> At:
        """Return this point as a place where terms can be evaluated."""
        return At(field, self, {**self.sizes, **bound}, meter)

    def value(self, at: At, key: Key) -> Value:
        """Return the value of an entry: solved for, computed from others, or drawn."""
        if key not in at.store:
            at.store[key] = self._value(at, key)
        return at.store[key]

    def _value(self, at: At, key: Key) -> Value:
        key = self.model.key(key)
        if key in self.fixed:
            return self.fixed[key]
        for definition in self.model.definitions:
            found = definition.match(key, self.model.question, self.sizes)
            if found is not None:
                return self.defined(at, definition.body.run(self.plain(at, found)), key)
        name = key[0]
        if name in self.model.inverse_of:
            return self._inverse(at, key)
        return self._row(key) if name in self.model.rows and key[1] else self.draw(key)

    @staticmethod
    def plain(at: At, bound: Bound) -> At:
        """Return the same place without derivatives, which do not reach into what an entry was defined by."""
        inner = At(at.field, at.point, {**at.outside, **bound}, at.meter)
        inner.store, inner.outside = at.store, at.outside
        return inner

    @staticmethod
    def defined(_at: At, value: Value, key: Key) -> Value:
        """Return the entry of a value that defines a whole tensor."""
        if not isinstance(value, Grid) or value.shape == (1, 1):
            return as_grid(value).rows[0][0]
        row, column = key[1]
        return value.rows[row][column]

    # ---- drawing ----

    def draw(self, key: Key) -> Value:
        """Return a value of an entry's domain; `UndefinedError` when there is none."""
        name, places = key
        domain, dice = self.model.domains.get(name, Domain()), self._dice(name, places)
        if self.modular and domain.finite is None and not (domain.step and name in self._exponents):
            return Residue(dice % P, (dice >> 80) % Q)
        if name in self._exponents and domain.step:
            domain = domain.below(fmpq(EXPONENTS_AT_MOST), strictly=False)
        value = domain.pick(dice, self.style)
        if value is None:
            raise UndefinedError
        return value

    def _dice(self, name: str, places: tuple[int, ...]) -> int:
        alike = self.style.alike and not self.modular
        return roll(self.seed, name) if alike else roll(self.seed, name, *places)

    def _row(self, key: Key) -> Value:
        name, (*prefix, place) = key
        low, high = self.extent(name, len(prefix))
        if not low <= place <= high:
            return ZERO
        dice = roll(self.seed, "row", name, *prefix)
        if self.model.rows[name] == "one-hot":
            return fmpq(place == low + dice % (high - low + 1))
        weights = {k: self._weight(name, (*prefix, k), dice) for k in range(low, high + 1)}
        weights[low + dice % (high - low + 1)] += 1  # so that they never all vanish
        return weights[place] / reduce(add, weights.values())

    def _weight(self, name: str, places: tuple[int, ...], dice: int) -> Value:
        own = self._dice(name, places)
        if self.modular:
            return Residue(own % P, (own >> 80) % Q)
        some = fmpq(own % (2 * self.style.size + 1))
        return some if self.style.zeros and dice & (1 << 20) else some + 1

    def extent(self, name: str, slot: int) -> tuple[int, int]:
        """Return the range of a place in a tensor at these sizes."""
        return self.model.question.extent(name, slot, self.sizes)

    def _inverse(self, at: At, key: Key) -> Value:
        mark = ("inverse", key[0])
        if mark not in at.store:
            at.store[mark] = self.grid(at, self.model.inverse_of[key[0]]).inverse()
        (row, column), (first, _) = key[1], self.extent(self.model.inverse_of[key[0]], 0)
        grid = at.store[mark]
        if not (0 <= row - first < len(grid.rows) and 0 <= column - first < grid.columns):
            return self.draw(key)
        return grid.rows[row - first][column - first]

    def grid(self, at: At, name: str) -> Grid:
        """Return all entries of a matrix."""
        spans = [range(low, high + 1) for low, high in (self.extent(name, 0), self.extent(name, 1))]
        at.meter.spend(len(spans[0]) * len(spans[1]))
        return Grid([[self.value(at, (name, (r, c))) for c in spans[1]] for r in spans[0]], len(spans[1]))

    # ---- unknown functions ----

    def polynomial(self, name: str, arity: int) -> Mapping[tuple[int, ...], Value]:
        """Return the polynomial that stands for an unknown function, as exponents and coefficients."""
        if (name, arity) not in self._functions:
            degree = self.style.degree if arity == 1 else min(self.style.degree, 3)
            powers = [e for e in product(range(degree + 1), repeat=arity) if sum(e) <= degree]
            self._functions[name, arity] = {e: self._coefficient(name, e) for e in powers}
        return self._functions[name, arity]

    def _coefficient(self, name: str, exponents: tuple[int, ...]) -> Value:
        dice = roll(self.seed, "function", name, *exponents)
        return Residue(dice % P, (dice >> 80) % Q) if self.modular else fmpq(dice % 5 + 1 if dice & 256 else -1)

    def functions(self) -> dict[str, str]:
        """Return the functions that were asked for, as text."""
        return {name: _spelt(terms, arity) for (name, arity), terms in self._functions.items()}


def _spelt(terms: Mapping[tuple[int, ...], Value], arity: int) -> str:
    letters = "uvw" if arity <= len("uvw") else [f"u{k}" for k in range(1, arity + 1)]
    parts: list[str] = []
    for exponents, coefficient in sorted(terms.items(), reverse=True):
        powers = [x if e == 1 else f"{x}**{e}" for x, e in zip(letters, exponents, strict=False) if e]
        number = [] if powers and abs(coefficient) == 1 else [str(abs(coefficient))]
        parts += [("- " if coefficient < 0 else "+ ") + "*".join(number + powers)]
    return " ".join(parts).removeprefix("+ ").replace("- ", "-", 1 if parts[0].startswith("-") else 0)


class Variation:
    """A point in which some entries are unknowns: `unknowns` gives their values, the point those of the others."""

    def __init__(self, point: Point, unknowns: Mapping[Key, Value], names: Iterable[str] = ()) -> None:
        """Replace the given entries, and make every entry of the named tensors an unknown of its own."""
        self.point, self.unknowns, self.names = point, unknowns, frozenset(names)

    def value(self, at: At, key: Key) -> Value:
        """Return an unknown, or what the point has."""
        own = self.point.model.key(key)
        if own in self.unknowns:
            return self.unknowns[own]
        return Affine(ZERO, {own: ONE}) if own[0] in self.names else self.point.value(at, key)

    def polynomial(self, name: str, arity: int) -> Mapping[tuple[int, ...], Value]:
        """Return what the point has."""
        return self.point.polynomial(name, arity)

    def at(self, field: Field, bound: Bound, meter: Meter) -> At:
        """Return this point as a place where terms can be evaluated."""
        return At(field, self, {**self.point.sizes, **bound}, meter)


class Counting:
    """A point whose entries are all of degree one, for the bound on the chance of an accident."""

    def __init__(self, point: Point) -> None:
        """Take definitions and exact values from a point."""
        self.point = point

    def value(self, at: At, key: Key) -> Value:
        """Return the degree of an entry; what is exact in the point stays exact."""
        value = self.point.value(at, key)
        return Degree(1, 0) if isinstance(value, Residue) else value

    def polynomial(self, name: str, arity: int) -> Mapping[tuple[int, ...], Value]:
        """Return the exponents of an unknown function, with coefficients of degree one."""
        return dict.fromkeys(self.point.polynomial(name, arity), Degree(1, 0))


def facts_hold(at: At, point: Point) -> bool:
    """Return whether all entries used so far obey their facts exactly; those of groups are looked at together."""
    keys = [key for key in list(at.store) if key[0] != "inverse"]
    if not all(_allowed(at, point, key) for key in keys):
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
    matrix, inverse = (point.grid(at, n) for n in (point.model.inverse_of[name], name))
    if matrix.shape != inverse.shape or matrix.shape[0] != matrix.shape[1]:
        return False
    difference = matrix @ inverse - identity(matrix.columns)
    return all(is_zero(v) for row in difference.rows for v in row)


def is_zero(value: Value) -> bool:
    """Return whether a value is exactly zero; a ball around zero does not count."""
    return value.is_zero() if isinstance(value, Residue) else isinstance(value, fmpq) and value == 0


def assignment(bound: Bound, keep: Iterable[Basic]) -> dict[str, int]:
    """Return some sizes or indices by name."""
    return {str(s): bound[s] for s in keep}
