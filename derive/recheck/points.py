"""A point: values for every entry and every unknown function, drawn as they are asked for, so that hypotheses hold.

What a definition says is computed; equations are solved (see `solving`). Then everything that is assumed is checked at
the point, and where that does not show that it holds, the point does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add
from random import Random
from typing import Any

from flint import arb, fmpq, nmod

from derive.expr import tree
from derive.expr.tree import Node
from derive.recheck.budget import ARGUMENTS_AT_MOST, AT_BORDER, EXPONENTS_AT_MOST, ROWS_AT_MOST, TERMS_AT_MOST
from derive.recheck.machine import Frame, Key, Machine
from derive.recheck.model import Definition, Domain, Model, Style
from derive.recheck.terms import SIGNS
from derive.recheck.values import (
    Affine,
    NotEvaluableError,
    NotModularError,
    OutsideError,
    P,
    Q,
    UndefinedError,
    Value,
    is_zero,
    reciprocal,
)
from derive.statements.types import FreeIndex, Relation

FREE = Domain()


def modulus(machine: Machine) -> int:
    """Return the prime of a machine, 0 for real numbers."""
    return getattr(machine.field, "prime", 0)


class Point:
    """Values at one choice of sizes: real ones, or `modular` ones, which are residues unless they must be exact.

    `fixed` holds what was solved for, by modulus. `unknown` are the names that are being solved for, `line` what stands
    for single entries meanwhile. `closed` says of some names outside of which places no entry is known any more.
    """

    def __init__(self, model: Model, sizes: Mapping[str, int], dice: Random, style: Style, *, modular: bool) -> None:
        """Draw nothing yet."""
        self.model, self.sizes, self.dice, self.style, self.modular = model, dict(sizes), dice, style, modular
        self.frame = model.frames.frame(sizes)
        self.fixed: dict[int, dict[Key, Value]] = {0: {}, P: {}, Q: {}}
        self.unknown, self.closed = frozenset[str](), dict[str, list[tuple[int, int, int]]]()
        self.line: Mapping[Key, Value] = {}
        self.drawn: dict[Key, fmpq | dict[int, nmod]] = {}
        self._alike: dict[str, int] = {}
        self._polynomials: dict[tuple[str, int], dict[tuple[int, ...], fmpq | dict[int, nmod]]] = {}
        self._axes: dict[str, list[tuple[int, int] | None]] = {}
        self._moving: dict[frozenset[str], frozenset[str]] = {}
        self._ranks: dict[Key, int] = {}
        self._simple = model.simple

    def axes(self, name: str) -> list[tuple[int, int] | None]:
        """Return the first and last place of each axis of a name at these sizes."""
        if name not in self._axes:
            ends = self.model.frames.span
            self._axes[name] = [axis and ends(axis, self.frame) for axis in self.model.names[name].axes]
        return self._axes[name]

    def value(self, key: Key, machine: Machine) -> Value:
        """Return the value of an entry: solved for, computed from others, or drawn."""
        name, *places = key
        for place, axis in zip(places, self.axes(name), strict=True):
            if axis is not None and not axis[0] <= place <= axis[1]:
                raise OutsideError
        if name in self._simple:
            return self._number(key, machine)
        own = self.canonical(key)
        if own in self.line:
            return self.line[own]
        fixed = self.fixed[modulus(machine)].get(own)
        if fixed is not None:
            return fixed
        if name in self.unknown:
            return Affine(machine.field.number(0), {own: machine.field.number(1)})
        definition = self.model.definitions.get(name)
        defined = None if definition is None else self._computed(definition, places, machine)
        if defined is not None:
            return defined
        return self._inverse(key, machine) if name in self.model.inverse_of else self._number(own, machine)

    def canonical(self, key: Key) -> Key:
        """Return the entry that stands for this one: the same for both halves of a symmetric matrix."""
        return key if key[0] not in self.model.symmetric else (*key[:-2], *sorted(key[-2:]))

    def defined(self, key: Key, machine: Machine) -> Value | None:
        """Return what an entry is defined to be, where that varies in the direction of the machine."""
        definition = self.model.definitions.get(key[0])
        if definition is None or not definition.whole or not machine.moves(definition.body.names):
            return None
        return self._computed(definition, list(key[1:]), machine)

    def _computed(self, definition: Definition, places: list[int], machine: Machine) -> Value | None:
        frame = list(self.frame)
        frames = self.model.frames
        for node, place in zip(definition.places, places, strict=True):
            if isinstance(node, tree.Index):
                frame[frames.places[node.name]] = place
            elif isinstance(node, tree.Number) and node.value != place:
                return None
        if not definition.whole:
            spans = (
                (frames.ends(index, frame), frame[frames.places[index.name]]) for index in definition.relation.indices
            )
            if not all(low <= place <= high for (low, high), place in spans):
                return None
        return machine.run(definition.body)(frame)

    def moving(self, names: frozenset[str]) -> frozenset[str]:
        """Return the names with all that are defined by them."""
        if names not in self._moving:
            found = set(names)
            for _ in self.model.definitions:
                found |= {
                    d.name for d in self.model.definitions.values() if d.whole and not found.isdisjoint(d.body.names)
                }
            self._moving[names] = frozenset(found)
        return self._moving[names]

    def _number(self, key: Key, machine: Machine) -> Value:
        if key not in self.drawn:
            self._draw(key)
        value, prime = self.drawn[key], modulus(machine)
        if isinstance(value, fmpq):
            return machine.field.number(Fraction(int(value.p), int(value.q))) if prime else value
        if not prime:
            raise NotModularError("a residue where a number is wanted")
        return value[prime]

    def _draw(self, key: Key) -> None:
        name = key[0]
        for axis, low, high in self.closed.get(name, ()):
            if not low <= key[axis + 1] <= high:
                raise UndefinedError
        if name in self.model.rows:
            self._draw_row(key)
            return
        domain = self.model.domains.get(name, FREE)
        if name in self.model.labels:
            self.drawn[key] = self._label(name, domain)
            return
        if self.modular and domain.finite is None and name not in self.model.exact:
            self.drawn[key] = self._residues()
            return
        if name in self.model.exact:
            domain = domain.below(fmpq(EXPONENTS_AT_MOST), strictly=False)
        dice = self.dice.getrandbits(128)
        value = self._at_border(domain) if self.style.zeros else None
        if value is None:
            value = domain.pick(self._alike.setdefault(name, dice) if self.style.alike else dice, self.style)
        if value is None:
            raise UndefinedError
        self.drawn[key] = value

    def _label(self, name: str, domain: Domain) -> fmpq:
        """Return one of the integers that the entries of a tensor of labels may be."""
        low, high = self.model.frames.span(self.model.labels[name], self.frame)
        allowed = [value for value in map(fmpq, range(low, high + 1)) if domain.contains(value)]
        if not allowed:
            raise UndefinedError
        return self.dice.choice(allowed)

    def _at_border(self, domain: Domain) -> fmpq | None:
        """Return now and then a value at which something is told apart, or at an end of what is allowed."""
        ends = [end for end in (domain.low, domain.high) if end is not None]
        found = [value for value in (*self.model.borders, *ends) if domain.contains(value)]
        return self.dice.choice(found) if found and self.dice.random() < AT_BORDER else None

    def _residues(self) -> dict[int, nmod]:
        bits = self.dice.getrandbits
        return {P: nmod(bits(62), P), Q: nmod(bits(62), Q)}

    def _draw_row(self, key: Key) -> None:
        """Draw all entries of a row at once."""
        axis = self.axes(key[0])[-1]
        if axis is None or axis[1] < axis[0]:
            raise UndefinedError
        keys = [(*key[:-1], place) for place in range(axis[0], axis[1] + 1)]
        domain = self.model.domains.get(key[0], FREE)
        for _ in range(ROWS_AT_MOST):
            values = self._row(self.model.rows[key[0]], len(keys))
            if all(not isinstance(value, fmpq) or domain.contains(value) for value in values):
                self.drawn |= dict(zip(keys, values, strict=True))
                return
        raise UndefinedError

    def _row(self, kind: str, count: int) -> list[Any]:
        chosen = self.dice.randrange(count)
        if kind == "one-hot":
            return [fmpq(n == chosen) for n in range(count)]
        if self.modular:
            weights = [self._residues() for _ in range(count)]
            totals = {prime: reciprocal(reduce(add, (w[prime] for w in weights))) for prime in (P, Q)}
            return [{p: w[p] * totals[p] for p in (P, Q)} for w in weights]
        least = 0 if self.style.zeros and self.dice.random() < 0.5 else 1  # noqa: PLR2004 -- one of two rows
        shares = [fmpq(self.dice.randrange(2 * self.style.size + 1) + least) for _ in range(count)]
        shares[chosen] += 1 - least  # so that they never all vanish
        total = reduce(add, shares)
        return [share / total for share in shares]

    def _inverse(self, key: Key, machine: Machine) -> Value:
        name, row, column = key
        other = self.model.inverse_of[name]
        span = self.axes(other)[0]
        if span is None or {span} != {*self.axes(name), *self.axes(other)}:
            raise UndefinedError
        low, high = span
        mark = ("inverse of", other)
        if mark not in machine.store:
            places = range(low, high + 1)
            rows = [[self.entry((other, r, c), machine) for c in places] for r in places]
            machine.store[mark] = machine.field.inverse(rows)
        return machine.store[mark][row - low][column - low]

    @staticmethod
    def entry(key: Key, machine: Machine) -> Value:
        """Return an entry as the machine knows it."""
        value = machine.store.get(key)
        return machine.missing(key) if value is None else value

    def polynomial(self, name: str, arity: int, machine: Machine) -> Mapping[tuple[int, ...], Value]:
        """Return the polynomial that stands for an unknown function, as exponents and coefficients."""
        if (name, arity) not in self._polynomials:
            degree = self.model.order + (self.style.degree if arity == 1 else min(self.style.degree, 3))
            powers = (
                [e for e in product(range(degree + 1), repeat=arity) if sum(e) <= degree]
                if arity <= ARGUMENTS_AT_MOST
                else []
            )
            if not 0 < len(powers) <= TERMS_AT_MOST:
                raise NotEvaluableError(f"{name} has too many arguments")
            self._polynomials[name, arity] = {e: self._coefficient() for e in powers}
        prime = modulus(machine)
        if self.modular and not prime:
            raise NotEvaluableError(f"{name} is drawn modulo primes, and its exact value is asked for")
        return {e: c if isinstance(c, fmpq) else c[prime] for e, c in self._polynomials[name, arity].items()}

    def _coefficient(self) -> fmpq | dict[int, nmod]:
        if self.modular:
            return self._residues()
        return fmpq(self.dice.randrange(1, 6) if self.dice.random() < 0.5 else -1)  # noqa: PLR2004 -- either sign

    def functions(self) -> dict[str, str]:
        """Return the functions that were asked for, as text."""
        return {name: _spelt(terms, arity) for (name, arity), terms in self._polynomials.items()}

    def rank(self, key: Key) -> int:
        """Return the place of an entry in a random order."""
        return self._ranks.setdefault(key, self.dice.getrandbits(30))


def _spelt(terms: Mapping[tuple[int, ...], Value], arity: int) -> str:
    letters = "uvw" if arity <= len("uvw") else [f"u{k}" for k in range(1, arity + 1)]
    parts: list[str] = []
    for exponents, coefficient in sorted(terms.items(), reverse=True):
        powers = [x if e == 1 else f"{x}**{e}" for x, e in zip(letters, exponents, strict=False) if e]
        number = [] if powers and abs(coefficient) == 1 else [str(abs(coefficient))]
        parts += [("- " if coefficient < 0 else "+ ") + "*".join(number + powers)]
    return " ".join(parts).removeprefix("+ ").replace("- ", "-", 1 if parts[0].startswith("-") else 0)


def residuals(point: Point, machine: Machine, relations: Iterable[Relation]) -> Iterator[tuple[Value, Frame]]:
    """Yield left minus right of relations, for each choice of their own indices, with the frame that holds it."""
    for each in relations:
        left, right = machine.run(each.left), machine.run(each.right)
        for frame in point.model.frames.instances(each.indices, list(point.frame)):
            machine.meter.spend(1)
            try:
                yield left(frame) - right(frame), frame
            except TypeError:
                raise NotEvaluableError("an unknown number stands beside one that is not exact") from None


def holds(point: Point, machine: Machine) -> bool:
    """Return whether a point has all that is assumed, provably, for every value of the indices.

    Modulo a prime, only what is an equation is looked at.
    """
    model = point.model
    for definition in model.definitions.values():
        for frame in model.frames.instances(definition.relation.indices, list(point.frame)):
            machine.meter.spend(1)
            key = (definition.name, *(machine.frames.whole(place)(frame) for place in definition.places))
            if not _allowed(point, key, point.entry(key, machine), machine):
                return False
    if not all(is_zero(value) for value, _ in residuals(point, machine, model.equations)):
        return False
    for each in model.inequalities:
        signs = SIGNS[each.sign]
        if not all(machine.field.sign(value) in signs for value, _ in residuals(point, machine, (each,))):
            return False
    fixed = point.fixed[modulus(machine)]
    if not all(_allowed(point, key, value, machine) for key, value in fixed.items()):
        return False
    for name in sorted(model.rows.keys() & model.domains.keys()):
        spans = [span or (0, 0) for span in point.axes(name)]
        _ = point.entry((name, *(low for low, _ in spans)), machine)
    if not all(_inverses(point, name, machine) for name in model.inverse_of):
        return False
    point.closed = _closed(point, machine)
    return True


def _closed(point: Point, machine: Machine) -> dict[str, list[tuple[int, int, int]]]:
    """Return between which places of their axes entries are known to have what is assumed of every integer."""
    found: dict[str, list[tuple[int, int, int]]] = {}
    for each in (*point.model.equations, *point.model.inequalities):
        names = frozenset(index.name for index in each.indices if index.range.is_open)
        nodes = {node for side in (each.left, each.right) for node in tree.walk(side)} if names else set[Node]()
        reach = any(isinstance(n, tree.Sum | tree.Product) and names & (n.first.names | n.last.names) for n in nodes)
        for entry in (node for node in nodes if isinstance(node, tree.Entry)):
            for axis, place in enumerate(entry.indices):
                own = [index for index in each.indices if index.name in place.names]
                if reach or names & place.names:
                    low, high = (0, -1) if reach or len(own) > 1 else _between(point, machine, own[0], place)
                    found.setdefault(entry.name, []).append((axis, low, high))
    return found


def _between(point: Point, machine: Machine, index: FreeIndex, place: Node) -> tuple[int, int]:
    """Return the first and the last value of a place over the window of its index."""
    frame, frames = list(point.frame), point.model.frames
    ends: list[int] = []
    for end in frames.ends(index, frame):
        frame[frames.places[index.name]] = end
        ends.append(machine.frames.whole(place)(frame))
    return min(ends), max(ends)


def _inverses(point: Point, name: str, machine: Machine) -> bool:
    """Return whether the entries of an inverse exist and are what its kind allows."""
    spans = point.axes(name)
    keys = product(*(range(low, high + 1) for low, high in (span for span in spans if span is not None)))
    machine.meter.spend(1)
    return all(_allowed(point, (name, *at), point.entry((name, *at), machine), machine) for at in keys)


def _is_label(point: Point, name: str, value: fmpq) -> bool:
    """Return whether a value is one that the labels of this name may have; any is where they are none."""
    if name not in point.model.labels:
        return True
    low, high = point.model.frames.span(point.model.labels[name], point.frame)
    return low <= value <= high


def _allowed(point: Point, key: Key, value: Value, machine: Machine) -> bool:
    """Return whether an entry that was computed is what its name allows."""
    domain, model = point.model.domains.get(key[0], FREE), point.model
    if key[0] in model.symmetric:
        mirrored = point.entry((*key[:-2], key[-1], key[-2]), machine)
        if not is_zero(mirrored - value):
            return False
    if domain is FREE or modulus(machine):
        return domain is FREE or (isinstance(value, nmod) and domain.finite is None and not domain.whole)
    if isinstance(value, fmpq):
        return domain.contains(value) and _is_label(point, key[0], value)
    if domain.finite is not None or domain.whole or not isinstance(value, arb):
        return False
    sign = machine.field.sign
    above = domain.low is None or sign(value - domain.low) > 0
    below = domain.high is None or sign(value - domain.high) < 0
    return above and below and not (domain.without_zero and sign(value) == 0)
