"""The facts as candidates: at the indices of the goal, summed with nonnegative weights, multiplied with one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from derive import kernel
from derive.decide.budget import ALIGNED, INSTANCES, PRODUCTS, SCALARS, WEIGHTS
from derive.decide.candidates import Candidate, Grounds, candidate, distinct, times
from derive.decide.certificate import ANY, EQUATION
from derive.decide.ground import Ground
from derive.decide.opened import Frames, weights
from derive.kernel import NONNEGATIVE, POSITIVE
from derive.kernel.nodes import free_of
from derive.kernel.places import covers
from derive.kernel.polynomials import merge
from derive.kernel.spans import standing


@dataclass(frozen=True, slots=True)
class Material:
    """Facts as candidates, and the scalars known to be nonnegative that goal and facts are made of."""

    ground: Ground
    frames: Frames
    facts: tuple[Candidate, ...]
    scalars: tuple[Candidate, ...]

    @property
    def multipliers(self) -> list[kernel.Poly]:
        """Return the scalars known to be positive, with which a goal may be multiplied."""
        return [each.value for each in self.scalars if each.sign == POSITIVE]

    def products(self, degree: int) -> list[Candidate]:
        """Return the products of at most `degree` facts and scalars, at least one of them a fact."""
        base = [*self.facts, *self.scalars]
        found: list[Candidate | None] = list(self.facts)
        for size in range(2, degree + 1):
            choices = (c for c in combinations_with_replacement(base, size) if any(f in self.facts for f in c))
            found += [_product(self.ground, chosen) for chosen in self.ground.ring.meter.first(PRODUCTS, choices)]
        return distinct(found)


def _product(ground: Ground, chosen: Sequence[Candidate]) -> Candidate | None:
    result: Candidate | None = chosen[0]
    for each in chosen[1:]:
        result = None if result is None else times(ground, result, each)
    return result


def material(ground: Ground) -> Material:
    """Return what the facts of a ground give."""
    frames = Frames(ground.ring)
    terms = [*ground.goal, *(mono for fact in ground.facts for mono in fact.poly)]
    facts = ground.ring.meter.first(INSTANCES, _facts(ground, frames, terms))
    return Material(ground, frames, tuple(distinct(facts)), tuple(_scalars(ground, terms)))


def _facts(ground: Ground, frames: Frames, terms: Iterable[kernel.Mono]) -> Iterator[Candidate | None]:
    known = weights(ground, [term for mono in terms for term in frames.open(mono)])
    everywhere = [(fact, *each) for fact in ground.facts for each in placed(ground, frames, fact.poly)]
    for fact, over, poly in everywhere:
        # A family of nonnegative numbers may also weigh another: the sum over n of f_n g_n.
        others = [p for other, o, p in everywhere if o == over and other is not fact] if len(over) == 1 else []
        choices = [[(), *((weight,) for weight in (*known.get(index, []), *others))] for index in over]
        pairs = [(w, other) for index in over[:1] for w, other in product(known.get(index, []), others)]
        first = ground.ring.meter.first
        for chosen in (*first(WEIGHTS, product(*choices)), *((pair,) for pair in first(WEIGHTS, pairs))):
            reasons: list[Grounds] = [("sign", (weight,)) for weights_there in chosen for weight in weights_there]
            yield candidate(ground, over, [*reasons, ("fact", (poly,))])


def placed(ground: Ground, frames: Frames, poly: kernel.Poly) -> Iterator[tuple[tuple[kernel.Index, ...], kernel.Poly]]:
    """Yield a universal polynomial with each free index at one of the goal's, or left to be summed over."""
    ring = ground.ring
    free = sorted(free_of(poly), key=lambda index: index.name)
    offered = sorted({*free_of(ground.goal), *standing(ground.goal)}, key=lambda index: index.name)
    frame = frames.frame(index.dim for index in free if index.dim is not None)
    choices = [[f, *(i for i in offered if covers(ring, f, i))] for f in frame]
    for chosen in product(*choices):
        names = dict(zip(free, chosen, strict=True))
        yield tuple(i for i in chosen if i in frame), kernel.rename(ring, poly, names)


def _scalars(ground: Ground, terms: Iterable[kernel.Mono]) -> list[Candidate]:
    """Return the factors of known sign that no sum surrounds."""
    ring = ground.ring
    own = free_of(ground.goal)
    atoms = {atom: None for mono in terms for atom, _ in mono.factors if atom.free <= own}
    found = distinct(candidate(ground, (), [("sign", ({ring.mono([(atom, 1)]): 1},))]) for atom in atoms)
    return ring.meter.first(SCALARS, found)


def equations(ground: Ground, frames: Frames, support: Iterable[kernel.Mono]) -> Iterator[Candidate]:
    """Yield the assumed equations that no rule uses up, times what turns one of their terms into one of the support."""
    monos = list(support)
    for each in ground.equations:
        for over, poly in placed(ground, frames, each):
            if over:
                continue
            for lead, mono in ground.ring.meter.first(ALIGNED, product(poly, monos)):
                factors = merge(mono.factors, [(atom, -e) for atom, e in lead.factors])
                if all(isinstance(e, int) and e > 0 for e in factors.values()):
                    weight: kernel.Poly = {ground.ring.mono(factors.items()): 1}
                    value = kernel.multiply(ground.ring, poly, weight)
                    reasons: tuple[Grounds, ...] = ((EQUATION, (poly,)), (ANY, (weight,)))
                    if value:
                        yield Candidate((), reasons, value, NONNEGATIVE, free=True)
