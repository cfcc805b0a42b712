"""Inequalities of functions on demand: tangents of exp and log, absolute values, maxima, single terms of sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from derive import kernel
from derive.decide.candidates import Candidate, Grounds, candidate
from derive.decide.ground import Ground
from derive.decide.kinds import KINDS, MONOTONE, RANGES, VERBS
from derive.decide.opened import Frame, Frames, Opened
from derive.kernel import nodes
from derive.kernel.nodes import free_of
from derive.kernel.polynomials import merge

MOST_LOGARITHMS = 5
MOST_EXPONENTS = 4
MOST_VALUES = 4
ORDERS = {row.name: f"{row.name} {VERBS[row.monotone]}" for row in MONOTONE if row.name not in {"exp", "log"}}
"""The reasons for an order of two values; those of exp and log also see what a sum of them is multiplied with."""
SPECIAL = {row.name: [kernel.compiled(argument) for argument, _ in row.values] for row in MONOTONE}
Rule = Callable[[nodes.Call, kernel.Poly], Iterator[Grounds]]


def _absolute(form: nodes.Call, _whole: kernel.Poly) -> Iterator[Grounds]:
    """Yield |p| >= p and |p| >= -p."""
    inside = dict(form.arguments[0])
    yield "absolute value", (inside,)
    yield "absolute value", (kernel.scale(inside, -1),)


def _maximum(form: nodes.Call, whole: kernel.Poly) -> Iterator[Grounds]:
    """Yield that a maximum is at least each of its arguments."""
    yield from (("maximum", (whole, dict(argument))) for argument in form.arguments)


def _minimum(form: nodes.Call, whole: kernel.Poly) -> Iterator[Grounds]:
    """Yield that a minimum is at most each of its arguments."""
    yield from (("minimum", (dict(argument), whole)) for argument in form.arguments)


def _bounded(form: nodes.Call, whole: kernel.Poly) -> Iterator[Grounds]:
    """Yield that a value lies in the range of its function."""
    low, high = RANGES[form.name]
    if low is not None:
        yield "beginning of a range", (whole,)
    if high is not None:
        yield "end of a range", (whole,)


RULES: Mapping[str, Rule] = {
    **{name: _bounded for name, ends in RANGES.items() if any(ends)},
    "Abs": _absolute,
    "Max": _maximum,
    "Min": _minimum,
}
"""What a function that occurs brings along, by its name."""


def lemmas(
    ground: Ground, goal: kernel.Poly, others: Iterable[kernel.Mono], frames: Frames
) -> Iterator[Candidate | None]:
    """Yield the inequalities that the functions in the terms bring along, weighted by what they are multiplied with."""
    terms = [term for mono in goal for term in frames.open(mono)]
    for term in (*terms, *(term for mono in others for term in frames.open(mono))):
        yield from _of_calls(ground, term)
    for term in terms:
        yield from _of_single_terms(ground, term)
    yield from _of_exponentials(ground, terms)
    yield from _of_logarithms(ground, goal, frames)
    yield from _ordered_exponentials(ground, goal)
    yield from _ordered_values(ground, terms)


def _of_calls(ground: Ground, term: Opened) -> Iterator[Candidate | None]:
    for atom, exponent in term.mono.factors:
        form = atom.form
        if isinstance(form, nodes.Call) and form.name in RULES and exponent == 1 and not any(form.orders):
            weight = _rest(ground, term.mono, {atom})
            for reason in RULES[form.name](form, {ground.ring.mono([(atom, 1)]): 1}):
                yield candidate(ground, term.frame, [("sign", (weight,)), reason])


def _rest(ground: Ground, mono: kernel.Mono, gone: Iterable[nodes.Atom]) -> kernel.Poly:
    without = set(gone)
    return {ground.ring.mono([f for f in mono.factors if f[0] not in without]): 1}


def _of_exponentials(ground: Ground, terms: Sequence[Opened]) -> Iterator[Candidate | None]:
    """Yield e^u >= e^v (1 + u - v) for exponents of the goal, or 0, at common indices, weighted as one of them is.

    The tangent may also touch at an exponent that no sum surrounds, such as a mean.
    """
    found: dict[Frame, dict[kernel.Terms, kernel.Poly]] = {}
    for term in terms:
        atoms = {atom: e for atom, e in term.mono.factors if isinstance(atom.form, nodes.Exp)}
        power = kernel.add(*({atom.form.power: e} for atom, e in atoms.items() if isinstance(atom.form, nodes.Exp)))
        if atoms and len(found.setdefault(term.frame, {})) < MOST_EXPONENTS:
            found[term.frame][kernel.freeze(power)] = _rest(ground, term.mono, atoms)
    outside = found.get((), {})
    for frame, weights in found.items():
        for one, other in product((*weights, ()), (*weights, *outside, ())):
            if one != other and (one or other) in weights:
                scale = kernel.exponential(ground.ring, dict(other))
                reason = "exp above its tangent", (kernel.subtract(dict(one), dict(other)),)
                yield candidate(ground, frame, [("sign", (weights[one or other],)), ("sign", (scale,)), reason])


def _of_single_terms(ground: Ground, term: Opened) -> Iterator[Candidate | None]:
    """Yield that a sum of nonnegative terms is at least any one of them, such as p_k p_k <= p_k sum_j p_j."""
    ring = ground.ring
    for index in term.mono.free:
        at = kernel.entry(ring, kernel.INDEX_VALUE, index)
        inside = [(atom, 1 if term.frame else e) for atom, e in term.mono.factors if index in atom.free]
        beside: kernel.Poly = {ring.mono(merge(term.mono.factors, [(atom, -e) for atom, e in inside]).items()): 1}
        reasons: list[Grounds] = [("sign", (beside,)), ("sum of nonnegative terms", ({ring.mono(inside): 1}, at))]
        yield candidate(ground, term.frame, reasons)


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
    if found:
        known = [_as_logarithm(ground, coef * t.coef, t) for mono, coef in goal.items() for t in frames.open(mono)]
        for each in known:
            if each is not None:
                _ = found.setdefault((each.frame, kernel.freeze(each.inside), kernel.freeze(each.weight)), each)
    return list(found.values())


def _as_logarithm(ground: Ground, coef: kernel.Coef, term: Opened) -> _Logarithm | None:
    """Return a term h * u as h * log(e^u), with h nonnegative."""
    known = [f for f in term.mono.factors if ground.sign({ground.ring.mono([f]): 1})]
    rest = ground.ring.mono([f for f in term.mono.factors if f not in known])
    if rest is ground.ring.one or any(isinstance(a.form, nodes.Call) for a, _ in rest.factors):
        return None
    inside = kernel.exponential(ground.ring, {rest: 1})
    return _Logarithm(term.frame, inside, {ground.ring.mono(known): 1}, 1 if coef > 0 else -1)


def _of_logarithms(ground: Ground, goal: kernel.Poly, frames: Frames) -> Iterator[Candidate | None]:
    """Yield log y <= y - 1 for products y of the arguments of logarithms, weighted as the logarithms are."""
    known = _logarithms(ground, goal, frames)[:MOST_LOGARITHMS]
    weights = {(each.frame, kernel.freeze(each.weight)): each for each in known if ground.sign(each.weight)}
    for each in weights.values():
        near = [
            other
            for other in known
            if not any(i in known_frame(known) and i not in each.frame for i in free_of(other.inside))
        ]
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


def _ordered_values(ground: Ground, terms: Sequence[Opened]) -> Iterator[Candidate | None]:
    """Yield the order of two values of one monotone function, of which one may be a special value of the table."""
    found: dict[tuple[Frame, str], dict[kernel.Terms, kernel.Poly]] = {}
    for term in terms:
        for atom, exponent in term.mono.factors:
            form = atom.form
            if isinstance(form, nodes.Call) and form.name in ORDERS and exponent == 1 and form.orders == (0,):
                weights = found.setdefault((term.frame, form.name), {})
                weights[form.arguments[0]] = _rest(ground, term.mono, {atom})
    for (frame, name), weights in found.items():
        special = [kernel.freeze(rule(ground.ring, ())) for rule in SPECIAL[name]]
        for one, other in product(list(weights)[:MOST_VALUES], [*list(weights)[:MOST_VALUES], *special]):
            for pair in ((one, other), (other, one)) if one != other else ():
                reason = ORDERS[name], (dict(pair[0]), dict(pair[1]))
                yield candidate(ground, frame, [("sign", (weights[one],)), reason])


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
