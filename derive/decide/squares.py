"""Squares that a goal suggests: its terms, opened at common indices, are split into two halves and a weight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from derive import kernel
from derive.decide.candidates import Candidate, Grounds
from derive.decide.ground import Ground
from derive.decide.opened import Frame, Opened
from derive.kernel import NONNEGATIVE, nodes

MOST_SPLITS = 24
MOST_WEIGHTS = 8
MOST_HALVES = 10
Factor = tuple[nodes.Atom, kernel.Coef]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Halves under one sum and one weight: each combination of them, squared, is a candidate."""

    ground: Ground
    frame: Frame
    weight: kernel.Poly
    halves: list[kernel.Mono] = field(default_factory=list)
    products: dict[tuple[int, int], kernel.Poly | None] = field(default_factory=dict)

    def product(self, one: int, other: int) -> kernel.Poly | None:
        """Return the weighted sum of the product of two halves; None where it has no value."""
        key = min(one, other), max(one, other)
        if key not in self.products:
            ring = self.ground.ring
            try:
                body = kernel.multiply(ring, {self.halves[one]: 1}, {self.halves[other]: 1})
                self.products[key] = kernel.sum_over(ring, self.frame, kernel.multiply(ring, self.weight, body))
            except (kernel.Undefined, kernel.UnstableLabelError):
                self.products[key] = None
        return self.products[key]

    def square(self, vector: Sequence[kernel.Coef]) -> Candidate | None:
        """Return the weighted sum of the square of a combination of the halves."""
        value: kernel.Poly = {}
        for (one, a), (other, b) in product(enumerate(vector), repeat=2):
            if a and b:
                part = self.product(one, other)
                if part is None:
                    return None
                value = kernel.add(value, kernel.scale(part, a * b))
        base = {half: nodes.integral(Fraction(a)) for half, a in zip(self.halves, vector, strict=True) if a}
        reasons: list[Grounds] = [("square", (base,))]
        if self.weight != self.ground.ring.constant(1):
            reasons.insert(0, ("sign", (self.weight,)))
        return Candidate(self.frame, tuple(reasons), value, NONNEGATIVE) if value else None

    def simple(self, support: Collection[kernel.Mono]) -> Iterator[Candidate | None]:
        """Yield the squares of halves, and of sums and differences of two whose product occurs."""
        size = len(self.halves)
        unit = [[int(i == j) for j in range(size)] for i in range(size)]
        yield from (self.square(row) for row in unit)
        for one in range(size):
            for other in range(one):
                part = self.product(one, other)
                if part is not None and part.keys() <= support:
                    yield self.square([a + b for a, b in zip(unit[one], unit[other], strict=True)])
                    yield self.square([a - b for a, b in zip(unit[one], unit[other], strict=True)])


def groups(ground: Ground, terms: Iterable[Opened], support: Collection[kernel.Mono]) -> list[Group]:
    """Return the groups of halves whose squares occur in the support."""
    ring = ground.ring
    found: dict[tuple[Frame, kernel.Mono], Group] = {}
    for term in terms:
        for weight, one, other in _splits(ground, term):
            group = found.setdefault((term.frame, weight), Group(ground, term.frame, {weight: 1}))
            for half in (one, other):
                _admit(group, half, support)
    for group in _with_joint_weights(ground, terms):
        known = [g for g in group.halves if g]
        halves, group.halves[:] = known, []
        for half in halves:
            _admit(group, half, support)
        found[group.frame, ring.mono([*group.halves[0].factors] if group.halves else ())] = group
    return [group for group in found.values() if group.halves]


def _admit(group: Group, half: kernel.Mono, support: Collection[kernel.Mono]) -> None:
    """Add a half whose square can be cancelled or occurs; more than a few would make too many pairs."""
    if half in group.halves or len(group.halves) >= MOST_HALVES:
        return
    group.halves.append(half)
    place = len(group.halves) - 1
    square = group.product(place, place)
    if not square or not square.keys() <= set(support):
        _ = group.halves.pop(), group.products.pop((place, place))
