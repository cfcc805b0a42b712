"""Squares that a goal suggests: its terms, opened at common indices, are split into two halves and a weight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, product

from derive import kernel
from derive.decide.budget import HALVES, SPLITS, SUGGESTING, WEIGHTS_OF_SQUARES
from derive.decide.candidates import Candidate, Grounds, candidate
from derive.decide.ground import Ground
from derive.decide.opened import Content, Frame, Frames, Opened, weights
from derive.kernel import NONNEGATIVE, POSITIVE, nodes
from derive.kernel.nodes import free_of, quotient
from derive.kernel.polynomials import merge

Factor = tuple[nodes.Atom, kernel.Coef]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Halves under one sum and one weight: each combination of them, squared, is a candidate."""

    ground: Ground
    frame: Frame
    weight: kernel.Poly
    halves: list[kernel.Mono] = field(default_factory=list)
    products: dict[tuple[int, int], kernel.Poly | None] = field(default_factory=dict)

    @property
    def has_room(self) -> bool:
        """Return whether another half may be taken."""
        return self.ground.ring.meter.within(HALVES, len(self.halves) + 1)

    def product(self, one: int, other: int) -> kernel.Poly | None:
        """Return the weighted sum of the product of two halves; None where it has no value."""
        key = min(one, other), max(one, other)
        if key not in self.products:
            self.products[key] = self.close(self.halves[one], self.halves[other])
        return self.products[key]

    def close(self, one: kernel.Mono, other: kernel.Mono) -> kernel.Poly | None:
        """Return the weighted sum of a product; None where it has no value."""
        ring = self.ground.ring
        try:
            body = kernel.multiply(ring, {one: 1}, {other: 1})
            return kernel.sum_over(ring, self.frame, kernel.multiply(ring, self.weight, body))
        except (kernel.Undefined, kernel.UnstableLabelError):
            return None

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

    def rests(self, support: Collection[kernel.Mono]) -> Iterator[Candidate | None]:
        """Yield the sums of such squares at all places but one, for the goal's own indices of this range."""
        ring = self.ground.ring
        own = [index for index in free_of(self.ground.goal) if [index.dim] == [each.dim for each in self.frame]]
        for square in self.simple(support) if own else ():
            body = (
                kernel.multiply(ring, self.weight, kernel.raise_to(ring, square.reasons[-1][1][0], 2)) if square else {}
            )
            for index in own:
                term = kernel.rename(ring, body, {self.frame[0]: index})
                about = term, kernel.entry(ring, kernel.INDEX_VALUE, index)
                yield candidate(self.ground, (), [("sum of nonnegative terms", about)])

    def simple(self, support: Collection[kernel.Mono]) -> Iterator[Candidate | None]:
        """Yield the squares of halves, and of sums and differences of two whose product occurs, or is a square."""
        diagonal = {mono for i in range(len(self.halves)) for mono in self.product(i, i) or ()}
        size = len(self.halves)
        unit = [[int(i == j) for j in range(size)] for i in range(size)]
        yield from (self.square(row) for row in unit)
        for one in range(size):
            for other in range(one):
                part = self.product(one, other)
                if part is not None and all(mono in support or mono in diagonal for mono in part):
                    yield self.square([a + b for a, b in zip(unit[one], unit[other], strict=True)])
                    yield self.square([a - b for a, b in zip(unit[one], unit[other], strict=True)])


@dataclass(frozen=True, slots=True)
class _Support:
    """The terms that a square may consist of, and what they contain, which is looked at first as it costs nothing."""

    frames: Frames
    monos: set[kernel.Mono]
    contents: set[frozenset[tuple[str, kernel.Coef]]]
    rules: list[Content]

    def admits(self, group: Group, half: kernel.Mono) -> bool:
        """Return whether the weighted sum of the square of a half consists of terms of the support."""
        if half in group.halves or not group.has_room:
            return False
        inside = self.frames.content(half)
        alike = any(self._knows(_joined(self.frames.content(weight), inside)) for weight in group.weight)
        # The square of an absolute value contains what is inside of it.
        if not alike and not any(_is_size(atom.form) for atom, _ in half.factors):
            return False
        square = group.close(half, half)
        return bool(square) and all(mono in self.monos for mono in square or ())

    def _knows(self, content: frozenset[tuple[str, kernel.Coef]]) -> bool:
        """Return whether a term contains that, or what a rule leaves of it, such as a sum that is 1."""
        counts = dict(content)
        smaller = (rule for rule in self.rules if all(counts.get(name, 0) >= count for name, count in rule.items()))
        return content in self.contents or any(
            self._knows(_joined({name: -count for name, count in rule.items()}, {}, counts)) for rule in smaller
        )


def _is_size(form: nodes.Form) -> bool:
    return isinstance(form, nodes.Call) and form.name == "Abs"


def _joined(weight: Content, half: Content, beside: Content | None = None) -> frozenset[tuple[str, kernel.Coef]]:
    more = beside or {}
    names = {*weight, *half, *more}
    counts = ((n, nodes.integral(weight.get(n, 0) + 2 * half.get(n, 0) + more.get(n, 0))) for n in names)
    return frozenset((name, count) for name, count in counts if count)


def groups(
    ground: Ground, goal: kernel.Poly, frames: Frames, others: Sequence[kernel.Mono], support: Iterable[kernel.Mono]
) -> list[Group]:
    """Return the groups of halves that the terms of the goal and others suggest, with squares inside the support."""
    found: dict[tuple[Frame, kernel.Terms], Group] = {}
    start = ground.ring.meter.steps
    waiting: dict[Group, dict[kernel.Mono, None]] = {}
    known = set(support)
    rules = [frames.content(ground.ring.mono(rule.closed)) for rule in ground.ring.rules if rule.closed]
    within = _Support(frames, known, {_joined(frames.content(m), {}) for m in known}, [each for each in rules if each])
    terms = [term for mono in (*goal, *others) for term in frames.open(mono)]
    suggested = [(term.frame, weight, rest) for term in terms for weight, rest in _weighted(ground, term)]
    joint, further = _joint_weights(ground, goal, frames), _under_weights(ground, terms)
    for frame, weight, rest in chain(joint, suggested, further):
        if not ground.ring.meter.within(SUGGESTING, ground.ring.meter.steps - start):
            break
        group = found.setdefault((frame, kernel.freeze(weight)), Group(ground, frame, weight))
        for half in _halves(ground, rest, closed=not frame):
            if within.admits(group, half):
                group.halves.append(half)
            elif not frame:
                waiting.setdefault(group, {})[half] = None
    for group, halves in waiting.items():
        _admit_between(within, group, halves)
    for group in found.values():
        _admit_constants(within, group, goal)
    return [group for group in found.values() if group.halves]


def _admit_between(within: _Support, group: Group, waiting: Iterable[kernel.Mono]) -> None:
    """Admit halves such as a*b between a^2 and b^2: their squares are products of two others."""
    pairs = ((i, j) for i in range(len(group.halves)) for j in range(i))
    between = {mono for pair in pairs for mono in group.product(*pair) or ()} | within.monos
    for half in waiting:
        if half not in group.halves and group.has_room:
            square = group.close(half, half)
            if square and all(mono in between for mono in square):
                group.halves.append(half)


def _admit_constants(within: _Support, group: Group, goal: Iterable[kernel.Mono]) -> None:
    """Admit halves without the indices of the sum whose squares add up to a term of the goal, such as a mean."""
    ring = group.ground.ring
    total = group.close(ring.one, ring.one) if group.frame and group.halves else None
    for mono in goal if total is not None and len(total) == 1 else ():
        factors = merge(mono.factors, [(atom, -e) for whole in total or () for atom, e in whole.factors]).items()
        if all(_has_root(group.ground, atom, e) for atom, e in factors):
            half = ring.mono([(atom, quotient(e, 2)) for atom, e in factors])
            if within.admits(group, half):
                group.halves.append(half)


def _has_root(ground: Ground, atom: nodes.Atom, exponent: kernel.Coef) -> bool:
    known = isinstance(atom.form, nodes.Entry) and ground.sign({ground.ring.mono([(atom, 1)]): 1})
    return bool(known) or (isinstance(exponent, int) and exponent % 2 == 0)


def _under_weights(ground: Ground, terms: Sequence[Opened]) -> Iterator[tuple[Frame, kernel.Poly, list[Factor]]]:
    """Yield each weight of a frame, such as a probability or its reciprocal, with what is left of each term there."""
    known = weights(ground, terms)
    for term in terms:
        for weight in known.get(term.frame[0], ()) if len(term.frame) == 1 else ():
            for mono in (mono for mono in weight if isinstance(mono.factors[0][0].form, nodes.Entry)):
                powers = {*mono.factors, *((atom, -e) for atom, e in mono.factors if ground.sign(weight) == POSITIVE)}
                for atom, exponent in powers:
                    rest = merge(term.mono.factors, [(atom, -exponent)])
                    yield term.frame, {ground.ring.mono([(atom, exponent)]): 1}, list(rest.items())


def _joint_weights(
    ground: Ground, goal: kernel.Poly, frames: Frames
) -> Iterator[tuple[Frame, kernel.Poly, list[Factor]]]:
    """Yield weights of several terms, such as s - s^2, that stand beside one and the same rest in the goal."""
    ring = ground.ring
    beside: dict[tuple[Frame, kernel.Mono], kernel.Poly] = {}
    for mono, coef in goal.items():
        for term in frames.open(mono):
            known, rest = _by_sign(ground, term.mono)
            if term.frame and rest:
                key = term.frame, ring.mono(rest)
                part = {ring.mono(known): coef * term.coef}
                beside[key] = kernel.add(beside.get(key, {}), part)
    for (frame, rest_mono), weight in beside.items():
        for each in (weight, kernel.scale(weight, -1)) if len(weight) > 1 else ():
            if ground.sign(each):
                yield frame, each, list(rest_mono.factors)


def _by_sign(ground: Ground, mono: kernel.Mono) -> tuple[list[Factor], list[Factor]]:
    """Return the factors known to be nonnegative, and the others."""
    known = [f for f in mono.factors if ground.sign({ground.ring.mono([(f[0], 1)]): 1})]
    return known, [f for f in mono.factors if f not in known]


def _weighted(ground: Ground, term: Opened) -> Iterator[tuple[kernel.Poly, list[Factor]]]:
    """Yield each choice of nonnegative factors as a weight, with the factors that are left for the halves."""
    known, others = _by_sign(ground, term.mono)
    choices = [[e, 0, *([1] if isinstance(e, int) and e > 1 and e % 2 else [])] for _, e in known]
    for taken in chain([(0,) * len(known)], ground.ring.meter.first(WEIGHTS_OF_SQUARES, product(*choices))):
        weight = ground.ring.mono([(a, t) for (a, _), t in zip(known, taken, strict=True) if t])
        left = [(a, nodes.integral(e - t)) for (a, e), t in zip(known, taken, strict=True) if e - t]
        yield {weight: 1}, [*left, *others]


def _halves(ground: Ground, factors: Sequence[Factor], *, closed: bool) -> Iterator[kernel.Mono]:
    """Yield what a product may be split into, two by two; under a sum without fractions, both have one degree."""
    ring = ground.ring
    closed = closed or any(e < 0 for _, e in factors)
    options = [_exponents(ground, atom, e) for atom, e in factors]
    for taken in ring.meter.first(SPLITS, product(*options)):
        rest = [nodes.integral(e - t) for (_, e), t in zip(factors, taken, strict=True)]
        if closed or sum(taken) == sum(rest):
            for chosen in (taken, rest):
                yield ring.mono([(a, t) for (a, _), t in zip(factors, chosen, strict=True) if t])


def _exponents(ground: Ground, atom: nodes.Atom, exponent: kernel.Coef) -> Sequence[kernel.Coef]:
    """Return the exponents that an atom may have in one half."""
    known = ground.sign({ground.ring.mono([(atom, 1)]): 1})
    if isinstance(exponent, int) and exponent > 0:
        root = [quotient(exponent, 2)] if exponent % 2 and known and atom.free and not _is_size(atom.form) else []
        return [exponent // 2, *(e for e in range(exponent + 1) if e != exponent // 2)][:4] + root
    even = isinstance(exponent, int) and exponent % 2 == 0
    half = [quotient(exponent, 2)] if even or known else []
    return [0, exponent, *half] if not even else half
