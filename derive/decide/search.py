"""The search for a certificate: the sign first, then linear programs over more and more candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product as choices
from math import prod

from derive import kernel
from derive.decide.budget import ALIGNMENTS, DEGREE, GOAL, MULTIPLIERS, OTHERS, STEPS
from derive.decide.candidates import Candidate, Grounds, candidate, distinct
from derive.decide.factors import of_known_sign
from derive.decide.gram import refine
from derive.decide.ground import Ground
from derive.decide.lemmas import increasing, lemmas
from derive.decide.linear import Combination, combine
from derive.decide.material import Material, equations, material
from derive.decide.opened import Frame, Frames, Opened
from derive.decide.squares import groups
from derive.kernel import POSITIVE, nodes
from derive.kernel.angles import with_angles_split
from derive.kernel.polynomials import normalise

SHARE = 0.6
"""The share of the time that the search leaves for the check, and for a counterexample where it finds nothing."""


@dataclass(frozen=True, slots=True)
class Proof:
    """multiplier * goal = the combination, in the kernel's language."""

    method: str
    multiplier: kernel.Poly
    combination: Combination


def proofs(ground: Ground) -> Iterator[Proof]:
    """Yield what looks like a proof that the goal is nonnegative, or positive for a strict one; simple ones first.

    Where there are sines of sums, the goal is tried with its angles split, too.
    """
    one, split = ground.ring.constant(1), with_angles_split(ground.ring, ground.goal)
    grounds = [ground] if split == ground.goal else [ground, replace(ground, goal=split)]
    for each in grounds:
        for combination in (_by_sign(each), *_at_common_indices(each)):
            if combination is not None and (not each.strict or any(c.sign == POSITIVE for _, c in combination)):
                yield Proof("sign", one, combination)
    for each in grounds:
        yield from _by_programs(each)


def _by_sign(ground: Ground) -> Combination | None:
    if kernel.vanishes(ground.ring, ground.goal) is not None:
        return []
    whole = candidate(ground, (), [("sign", (ground.goal,))])
    return None if whole is None else [(Fraction(1), whole)]


def _at_common_indices(ground: Ground) -> Iterator[Combination | None]:
    """Yield the goal as one sum whose terms have a known sign, the sums that its terms share opened."""
    frames = Frames(ground.ring)
    opened = {mono: frames.open(mono) for mono in ground.goal}
    for frame in sorted({term.frame for terms in opened.values() for term in terms}, key=len):
        options = [[(coef, t) for t in opened[m] if t.frame == frame] for m, coef in ground.goal.items()]
        left = {m: coef for (m, coef), own in zip(ground.goal.items(), options, strict=True) if not own}
        options = [own for own in options if own]
        if ground.ring.meter.within(ALIGNMENTS, prod(len(own) for own in options)):
            for chosen in choices(*options):
                yield from _as_one_sum(ground, frame, chosen, left)


def _as_one_sum(
    ground: Ground, frame: Frame, chosen: Iterable[tuple[kernel.Coef, Opened]], left: kernel.Poly
) -> Iterator[Combination | None]:
    inside: kernel.Poly = kernel.add(*({term.mono: coef * term.coef} for coef, term in chosen))
    beside = candidate(ground, (), [("sign", (left,))]) if left else None
    if not inside or (left and beside is None):
        return
    rest: Combination = [(Fraction(1), beside)] if beside is not None else []
    for factor, reasons in _reasons(ground, inside):
        whole = candidate(ground, frame, reasons)
        if whole is not None:
            yield [(Fraction(factor), whole), *rest]


def _reasons(ground: Ground, poly: kernel.Poly) -> Iterator[tuple[kernel.Coef, list[Grounds]]]:
    """Yield reasons for the sign of a polynomial by itself, with a positive factor."""
    if ground.sign(poly):
        yield 1, [("sign", (poly,))]
        return
    positive, outer, rest = factored(ground, poly)
    weight = kernel.multiply(ground.ring, normalise(ground.ring, positive), outer)
    product = of_known_sign(ground, rest)
    if product is not None:
        yield product[0], [("sign", (weight,)), *product[1]]
    for factor, reason in increasing(ground, rest):
        yield factor, [("sign", (weight,)), reason]


def _by_programs(ground: Ground) -> Iterator[Proof]:
    """Yield combinations from linear programs: more facts at once, then the goal multiplied with what is positive."""
    positive, outer, target = factored(ground, ground.goal)
    multiplier = normalise(ground.ring, {atom: -exponent for atom, exponent in positive.items()})
    found = material(ground)
    tried: set[tuple[int, int, kernel.Terms]] = set()
    for degree, times in _stages(ground, found):
        goal = kernel.multiply(ground.ring, target, times)
        meter = ground.ring.meter
        affordable = meter.within(GOAL, len(goal)) and meter.within(STEPS, meter.steps)
        if not affordable or meter.left() < SHARE * meter.limits.seconds:
            continue
        candidates = found.products(degree)
        key = (len(candidates), len(outer), kernel.freeze(goal))
        if key not in tried:
            tried.add(key)
            combination = _program(found, goal, candidates, further=degree < DEGREE.most)
            if combination is not None:
                whole = kernel.multiply(ground.ring, multiplier, times)
                yield Proof("facts and squares", whole, [(c, _within(ground, outer, part)) for c, part in combination])


def _stages(ground: Ground, found: Material) -> Iterator[tuple[int, kernel.Poly]]:
    one = ground.ring.constant(1)
    multipliers = ground.ring.meter.first(MULTIPLIERS, found.multipliers)
    yield from ((1, one), (2, one))
    yield from ((2, each) for each in multipliers)
    if found.facts:
        yield from ((DEGREE.most, each) for each in (one, *multipliers))


def factored(ground: Ground, poly: kernel.Poly) -> tuple[nodes.Factors, kernel.Poly, kernel.Poly]:
    """Return (m, q, p) with poly = m * q * p, m factors that are positive and q nonnegative; p has no denominators."""
    ring = ground.ring
    if not poly:
        return {}, ring.constant(1), {}
    content, common, rest = kernel.primitive(ring, poly)
    powers = [factor for factor in common.factors if not isinstance(factor[0].form, nodes.Exp)]
    exponentials = [factor for factor in common.factors if factor not in powers]
    signs = [(factor, ground.sign({ring.mono([factor]): 1})) for factor in powers]
    positive, outer, others = (dict(factor for factor, sign in signs if sign == wanted) for wanted in (2, 1, 0))
    # The common factors of a normal form need not be one: a product is normal only when it is made by the ring.
    target = kernel.multiply(ring, normalise(ring, {**others, **dict(exponentials)}), kernel.scale(rest, content))
    return positive, normalise(ring, outer), target


def _within(ground: Ground, outer: kernel.Poly, part: Candidate) -> Candidate:
    if outer == ground.ring.constant(1):
        return part
    reasons: tuple[Grounds, ...] = (("sign", (outer,)), *part.reasons)
    return Candidate(part.over, reasons, kernel.multiply(ground.ring, outer, part.value), min(part.sign, 1), part.free)


def _program(found: Material, goal: kernel.Poly, facts: list[Candidate], *, further: bool) -> Combination | None:
    """Return a combination of facts, lemmas, terms of known sign and squares; `further` squares take several rounds."""
    ground = found.ground
    monos = sorted(dict.fromkeys(mono for each in facts for mono in each.value), key=lambda m: len(m.spelling))
    others = ground.ring.meter.first(OTHERS, monos)
    known = distinct([*facts, *lemmas(ground, goal, others, found.frames)])
    support = dict.fromkeys([ground.ring.one, *goal, *(mono for each in known for mono in each.value)])
    squares = groups(ground, goal, found.frames, others, support)
    rests = (each for group in squares for each in group.rests(support))
    signs = (candidate(ground, (), [("sign", ({mono: 1},))]) for mono in support)
    simple = (each for group in squares for each in group.simple(support))
    zero = equations(ground, found.frames, support)
    columns = distinct([*known, *signs, *zero, *simple, *rests])
    combination = combine(goal, columns, strict=ground.strict)
    return refine(goal, columns, squares, strict=ground.strict) if combination is None and further else combination
