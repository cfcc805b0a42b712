"""Inequalities of functions on demand: tangents of exp and log, absolute values, maxima, single terms of sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from derive import kernel
from derive.decide.candidates import Candidate, Grounds, candidate
from derive.decide.ground import Ground
from derive.decide.kinds import KINDS
from derive.decide.opened import Frame, Frames, Opened
from derive.kernel import nodes
from derive.kernel.nodes import free_of

MOST_LOGARITHMS = 5
Rule = Callable[[Ground, nodes.Call, kernel.Poly], Iterator[Grounds]]


def _absolute(ground: Ground, form: nodes.Call, whole: kernel.Poly) -> Iterator[Grounds]:
    """Yield |p| >= p and |p| >= -p."""
    inside = dict(form.arguments[0])
    yield "absolute value", (inside,)
    yield "absolute value", (kernel.scale(inside, -1),)


def _maximum(ground: Ground, form: nodes.Call, whole: kernel.Poly) -> Iterator[Grounds]:
    """Yield that a maximum is at least each of its arguments."""
    yield from (("maximum", (whole, dict(argument))) for argument in form.arguments)


def _minimum(ground: Ground, form: nodes.Call, whole: kernel.Poly) -> Iterator[Grounds]:
    """Yield that a minimum is at most each of its arguments."""
    yield from (("minimum", (dict(argument), whole)) for argument in form.arguments)


RULES: Mapping[str, Rule] = {"Abs": _absolute, "Max": _maximum, "Min": _minimum}
"""What a function that occurs brings along, by its name."""


def lemmas(ground: Ground, goal: kernel.Poly, others: Iterable[kernel.Mono], frames: Frames) -> Iterator[Candidate | None]:
    """Yield the inequalities that the functions in the terms bring along, weighted by what they are multiplied with."""
    for mono in (*goal, *others):
        for term in frames.open(mono):
            yield from _of_calls(ground, term)
            yield from _of_exponentials(ground, term)
            yield from _of_single_terms(ground, term)
    yield from _of_logarithms(ground, goal, frames)
    yield from _ordered_exponentials(ground, goal)


def _of_calls(ground: Ground, term: Opened) -> Iterator[Candidate | None]:
    for atom, exponent in term.mono.factors:
        form = atom.form
        if isinstance(form, nodes.Call) and form.name in RULES and exponent == 1 and not any(form.orders):
            weight = _rest(ground, term.mono, {atom})
            for reason in RULES[form.name](ground, form, {ground.ring.mono([(atom, 1)]): 1}):
                yield candidate(ground, term.frame, [("sign", (weight,)), reason])


def _rest(ground: Ground, mono: kernel.Mono, gone: Iterable[nodes.Atom]) -> kernel.Poly:
    without = set(gone)
    return {ground.ring.mono([f for f in mono.factors if f[0] not in without]): 1}


def _of_exponentials(ground: Ground, term: Opened) -> Iterator[Candidate | None]:
    """Yield e^u >= 1 + u for the product of all exponentials of a term."""
    atoms = {atom: e for atom, e in term.mono.factors if isinstance(atom.form, nodes.Exp)}
    if atoms:
        power = kernel.add(*({atom.form.power: e} for atom, e in atoms.items() if isinstance(atom.form, nodes.Exp)))
        weight = _rest(ground, term.mono, atoms)
        yield candidate(ground, term.frame, [("sign", (weight,)), ("exp above its tangent", (power,))])


def _of_single_terms(ground: Ground, term: Opened) -> Iterator[Candidate | None]:
    """Yield that a sum of nonnegative terms is at least the one at a free index of the goal."""
    for index in term.mono.free.difference(term.frame):
        if not term.frame:
            at = kernel.entry(ground.ring, kernel.INDEX_VALUE, index)
            inside = {ground.ring.mono([f for f in term.mono.factors if index in f[0].free]): 1}
            rest = {ground.ring.mono([f for f in term.mono.factors if index not in f[0].free]): 1}
            yield candidate(ground, (), [("sign", (rest,)), ("sum of nonnegative terms", (inside, at))])


@dataclass(frozen=True, slots=True)
class _Logarithm:
    """A logarithm in the goal, opened: what it is of, what it is multiplied with, and with which sign."""

    frame: Frame
    inside: kernel.Poly
    weight: kernel.Poly
    sign: int


def _logarithms(ground: Ground, goal: kernel.Poly, frames: Frames) -> list[_Logarithm]:
    found: dict[tuple[Frame, kernel.Terms, kernel.Terms], _Logarithm] = {}
    for mono, coef in goal.items():
        for term in frames.open(mono):
            for atom, exponent in term.mono.factors:
                form = atom.form
                if isinstance(form, nodes.Call) and form.name == "log" and exponent == 1:
                    weight = _rest(ground, term.mono, {atom})
                    each = _Logarithm(term.frame, dict(form.arguments[0]), weight, 1 if coef * term.coef > 0 else -1)
                    _ = found.setdefault((each.frame, form.arguments[0], kernel.freeze(weight)), each)
    return list(found.values())


def _of_logarithms(ground: Ground, goal: kernel.Poly, frames: Frames) -> Iterator[Candidate | None]:
    """Yield log y <= y - 1 for products y of the arguments of logarithms, weighted as the logarithms are."""
    known = _logarithms(ground, goal, frames)[:MOST_LOGARITHMS]
    weights = {(each.frame, kernel.freeze(each.weight)): each for each in known if ground.sign(each.weight)}
    for each in weights.values():
        near = [other for other in known if not any(i in known_frame(known) and i not in each.frame for i in free_of(other.inside))]
        for size in (1, 2, 3):
            for chosen in combinations(near, size):
                yield _tangent(ground, each, chosen)


def known_frame(known: Iterable[_Logarithm]) -> frozenset[kernel.Index]:
    """Return all indices at which the logarithms were opened."""
    return frozenset(index for each in known for index in each.frame)


def _tangent(ground: Ground, at: _Logarithm, chosen: Iterable[_Logarithm]) -> Candidate | None:
    ratio = ground.ring.constant(1)
    try:
        for each in chosen:
            ratio = kernel.multiply(ground.ring, ratio, kernel.raise_to(ground.ring, each.inside, -each.sign))
    except (kernel.Undefined, kernel.UnstableLabelError):
        return None
    return candidate(ground, at.frame, [("sign", (at.weight,)), ("log below its tangent", (ratio,))])


def _ordered_exponentials(ground: Ground, goal: kernel.Poly) -> Iterator[Candidate | None]:
    """Yield e^u >= e^v for exponentials of the goal whose exponents are known to be ordered."""
    powers: list[kernel.Poly] = [{}]
    for mono in goal:
        parts = [{a.form.power: e} for a, e in mono.factors if isinstance(a.form, nodes.Exp)]
        if parts and len(parts) == len(mono.factors):
            powers.append(kernel.add(*parts))
    for one, other in combinations(powers[:6], 2):
        yield candidate(ground, (), [("exp increases", (one, other))])
        yield candidate(ground, (), [("exp increases", (other, one))])


def increasing(ground: Ground, poly: kernel.Poly) -> Iterator[tuple[kernel.Coef, Grounds]]:
    """Yield reasons, with a positive factor, for a polynomial that is c log p - c log q, whatever way it is written."""
    ring = ground.ring
    for mono, coef in poly.items():
        form = mono.factors[0][0].form if len(mono.factors) == 1 and mono.factors[0][1] == 1 else None
        if not isinstance(form, nodes.Call) or form.name != "log":
            continue
        rest = kernel.scale(kernel.subtract({mono: coef}, poly), nodes.quotient(1, abs(coef)))
        try:
            other = kernel.exponential(ring, rest if coef > 0 else kernel.scale(rest, -1))
        except (kernel.Undefined, kernel.UnstableLabelError):
            continue
        pair = (dict(form.arguments[0]), other) if coef > 0 else (other, dict(form.arguments[0]))
        if KINDS["log increases"].sign(ground, pair):
            yield abs(coef), ("log increases", pair)
