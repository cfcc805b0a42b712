"""A point: values for every entry and every unknown function, drawn as they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import product
from operator import add

from flint import fmpq

from derive.recheck.domains import Domain, Style, roll
from derive.recheck.fields import Field
from derive.recheck.grids import Grid, as_grid, scalar
from derive.recheck.model import Model
from derive.recheck.ranges import Bound
from derive.recheck.terms import At, Key, Meter
from derive.recheck.values import ONE, ZERO, Affine, Degree, P, Q, Residue, UndefinedError, Value

EXPONENTS_AT_MOST = 4


class Point:
    """Values drawn for one choice of sizes: real ones, or `modular` ones.

    `fixed` holds values that were solved for, `chosen` values that replace a draw. `soundness` and `reached` remember
    what has been found out about the assumptions: whether they can hold, and of which entries they speak.
    """

    def __init__(self, model: Model, sizes: Bound, seed: str, style: Style, *, modular: bool = False) -> None:
        """Draw nothing yet; the same seed and style give the same values."""
        self.model, self.sizes, self.seed, self.style, self.modular = model, dict(sizes), seed, style, modular
        self.fixed: dict[Key, Value] = {}
        self.chosen: dict[Key, Value] = {}
        self.soundness: dict[tuple[type[Field], int], bool] = {}
        self.reached: set[Key] = set()
        self._drawn: dict[Key, Value] = {}
        self._functions: dict[tuple[str, int], Mapping[tuple[int, ...], Value]] = {}

    def at(self, field: Field, bound: Bound, meter: Meter) -> At:
        """Return this point as a place where terms can be evaluated."""
        return At(field, self, {**self.sizes, **bound}, meter)

    def value(self, at: At, key: Key) -> Value:
        """Return the value of an entry: solved for, computed from others, or drawn."""
        if at.seeds and key not in at.seeds:
            # A derivative reaches into what an entry was defined by; such a value is good for these seeds only.
            moving = self.defined(at, key)
            if moving is not None:
                return moving
        if key not in at.store:
            at.store[key] = self._value(at.still(), key)
        return at.store[key]

    def _value(self, at: At, key: Key) -> Value:
        key = self.model.key(key)
        if key in self.fixed:
            return self.fixed[key]
        defined = self.defined(at, key)
        if defined is not None:
            return defined
        name = key[0]
        if name in self.model.inverse_of:
            return self._inverse(at, key)
        return self._row(key) if name in self.model.rows and key[1] else self.draw(key)

    def defined(self, at: At, key: Key) -> Value | None:
        """Return what an entry is defined to be; None where it is not."""
        for definition in self.model.definitions:
            found = definition.match(key, self.sizes)
            if found is None:
                continue
            inner = At(at.field, at.point, {**self.sizes, **found}, at.meter)
            inner.store, inner.seeds, inner.level = at.store, at.seeds, at.level
            value = definition.body.run(inner)
            return _element(value, key[1]) if definition.pattern is None else scalar(value)
        return None

    def draw(self, key: Key) -> Value:
        """Return a value of an entry's domain; `UndefinedError` when there is none."""
        if key in self.chosen:
            return self.chosen[key]
        if key not in self._drawn:
            self._drawn[key] = self._draw(key)
        return self._drawn[key]

    def _draw(self, key: Key) -> Value:
        name, places = key
        domain, dice = self.model.domains.get(name, Domain()), self._dice(name, places)
        if self.modular and domain.finite is None and not (domain.step and name in self.model.exponents):
            return Residue(dice % P, (dice >> 80) % Q)
        if name in self.model.exponents and domain.step:
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
            raise UndefinedError
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
        return self.model.question.extent([(name, slot)], self.sizes)

    def _inverse(self, at: At, key: Key) -> Value:
        name, (row, column) = key
        first, last = self.span(name)
        if not (first <= row <= last and first <= column <= last):
            raise UndefinedError
        mark: Key = (f"inverse of {self.model.inverse_of[name]}", ())
        if mark not in at.store:
            at.store[mark] = self.grid(at, self.model.inverse_of[name], (first, last)).inverse()
        return at.store[mark].rows[row - first][column - first]

    def span(self, inverse: str) -> tuple[int, int]:
        """Return the range of rows and columns of a pair of inverse matrices."""
        names = (self.model.inverse_of[inverse], inverse)
        return self.model.question.extent([(name, slot) for name in names for slot in (0, 1)], self.sizes)

    def grid(self, at: At, name: str, span: tuple[int, int]) -> Grid:
        """Return all entries of a square matrix."""
        places = range(span[0], span[1] + 1)
        at.meter.spend(len(places) ** 2)
        return Grid([[self.value(at, (name, (r, c))) for c in places] for r in places], len(places))

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


def _element(value: Value, places: tuple[int, ...]) -> Value:
    grid = as_grid(value)
    row, column = places
    if not (0 <= row < len(grid.rows) and 0 <= column < grid.columns):
        raise UndefinedError
    return grid.rows[row][column]


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
        if not isinstance(value, Residue):
            return value
        model = self.point.model
        computed = key[0] in model.rows or key[0] in model.inverse_of or key in self.point.fixed
        # What was solved for is a quotient of polynomials in the others, a degree higher for every equation.
        degree = 2 + 2 * len(self.point.fixed)
        return Degree(degree, degree) if computed else Degree(1, 0)

    def polynomial(self, name: str, arity: int) -> Mapping[tuple[int, ...], Value]:
        """Return the exponents of an unknown function, with coefficients of degree one."""
        return dict.fromkeys(self.point.polynomial(name, arity), Degree(1, 0))
