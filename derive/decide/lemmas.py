"""Inequalities of functions on demand: tangents of exp and log, absolute values, maxima, single terms of sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product

from derive import kernel
from derive.decide.bounds import BOUNDS
from derive.decide.budget import EXPONENTS, SCALES, TOUCHED, VALUES, WEIGHTED
from derive.decide.candidates import Candidate, Grounds, candidate
from derive.decide.ground import Ground
from derive.decide.kinds import KINDS, MONOTONE, RANGES, VERBS, factors_of
from derive.decide.linear import solved
from derive.decide.opened import Frame, Frames, Opened
from derive.kernel import nodes
from derive.kernel.polynomials import merge

ORDERS = {row.name: f"{row.name} {VERBS[row.monotone]}" for row in MONOTONE if row.name != "log"}
"""The reasons for an order of two values; that of log also sees what a sum of them is multiplied with."""
ALONE = {each.function: [b.name for b in BOUNDS if b.function == each.function] for each in BOUNDS}
"""The bounds of a value by itself, by the name of its function."""
SPECIAL = {row.name: [kernel.compiled(argument) for argument, _ in row.values] for row in MONOTONE}
NO_VALUE = (kernel.Undefined, kernel.UnstableLabelError)
Rule = Callable[[nodes.Call, kernel.Poly], Iterator[Grounds]]


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
        yield from _of_sizes(ground, term)
    for term in terms:
        yield from _of_single_terms(ground, term)
    yield from _of_geometric_means(ground, goal)
    yield from _of_products(ground, goal)
    yield from _of_power_tangents(ground, terms)
    yield from _of_triangles(ground, goal, frames)
    yield from _of_exponentials(ground, terms)
    yield from _of_logarithms(ground, goal, frames)
    yield from _ordered_values(ground, terms)


def _of_calls(ground: Ground, term: Opened) -> Iterator[Candidate | None]:
    for atom, exponent in term.mono.factors:
        form = atom.form
        if isinstance(form, nodes.Call) and form.name in RULES and exponent == 1 and not any(form.orders):
            weight = _rest(ground, term.mono, {atom})
            for reason in RULES[form.name](form, {ground.ring.mono([(atom, 1)]): 1}):
                yield candidate(ground, term.frame, [("sign", (weight,)), reason])


def _of_sizes(ground: Ground, term: Opened) -> Iterator[Candidate | None]:
    """Yield |p| |q| >= p q and >= -p q for the absolute values in a term."""
    sizes = {atom: atom.form for atom, e in term.mono.factors if e == 1 and _is_call(atom.form, "Abs")}
    inside = ground.ring.constant(1)
    for form in sizes.values():
        inside = kernel.multiply(ground.ring, inside, dict(form.arguments[0]) if isinstance(form, nodes.Call) else {})
    weight = _rest(ground, term.mono, sizes)
    for each in (inside, kernel.scale(inside, -1)) if sizes else ():
        yield candidate(ground, term.frame, [("sign", (weight,)), ("absolute value", (each,))])


def _is_call(form: nodes.Form, name: str) -> bool:
    return isinstance(form, nodes.Call) and form.name == name and not any(form.orders)


def _rest(ground: Ground, mono: kernel.Mono, gone: Iterable[nodes.Atom]) -> kernel.Poly:
    without = set(gone)
    return {ground.ring.mono([f for f in mono.factors if f[0] not in without]): 1}


def _of_exponentials(ground: Ground, terms: Sequence[Opened]) -> Iterator[Candidate | None]:
    """Yield e^u >= e^v (1 + u - v) for exponents of the goal, or 0, at common indices, weighted as one of them is.

    The tangent may also touch at an exponent that no sum surrounds, such as a mean.
    """
    found: dict[Frame, dict[kernel.Terms, kernel.Poly]] = {}
    for term in terms:
        power, atoms = _exponent(term.mono)
        if atoms and ground.ring.meter.within(EXPONENTS, len(found.setdefault(term.frame, {})) + 1):
            found[term.frame][kernel.freeze(power)] = _rest(ground, term.mono, atoms)
    outside = found.get((), {})
    for term in terms:
        yield from _of_powers(ground, term, [dict(power) for power in found.get(term.frame, ())])
    for frame, weights in found.items():
        yield from _of_chords(ground, frame, weights, outside if frame else ())
        yield from _of_means(ground, frame, weights, outside)
        for one, other in product((*weights, ()), (*weights, *outside, ())):
            if one != other and (one or other) in weights:
                scale = kernel.exponential(ground.ring, dict(other))
                weight: list[Grounds] = [("sign", (weights[one or other],)), ("sign", (scale,))]
                gap = kernel.subtract(dict(one), dict(other))
                yield from (candidate(ground, frame, [*weight, (name, (gap,))]) for name in ALONE["exp"])


def _of_geometric_means(ground: Ground, goal: kernel.Poly) -> Iterator[Candidate | None]:
    """Yield that a term with a minus is at most a weighted mean of terms of which it is the geometric mean."""
    ring = ground.ring
    positive = ring.meter.first(VALUES, (m for m, coef in goal.items() if coef > 0 and ground.sign({m: 1})))
    for mean in (mono for mono, coef in goal.items() if coef < 0):
        for count in range(2, len(positive) + 1):
            for chosen in combinations(positive, count):
                shares = _shares(mean, chosen)
                polys: list[kernel.Poly] = []
                for mono, share in zip(chosen, shares or (), strict=False):
                    polys.append({mono: 1})
                    polys.append(ring.constant(nodes.integral(share)))
                if polys:
                    yield candidate(ground, (), [("means", tuple(polys))])


def _shares(mean: kernel.Mono, chosen: Sequence[kernel.Mono]) -> list[Fraction] | None:
    """Return positive weights that sum to 1 with which the exponents of a mean are those of the chosen, else None."""
    atoms = dict.fromkeys(atom for mono in (mean, *chosen) for atom, _ in mono.factors)
    rows = [[*(dict(mono.factors).get(atom, 0) for mono in chosen), dict(mean.factors).get(atom, 0)] for atom in atoms]
    shares = solved([*rows, [1] * (len(chosen) + 1)])
    # Of two halves a square tells more.
    return shares if shares is not None and min(shares) > 0 and shares != [Fraction(1, 2)] * 2 else None


def _of_triangles(ground: Ground, goal: kernel.Poly, frames: Frames) -> Iterator[Candidate | None]:
    """Yield |p| <= |q| + |p - q| for absolute values of the goal at common indices, q as it is multiplied there."""
    found: dict[Frame, dict[kernel.Terms, tuple[kernel.Poly, kernel.Poly]]] = {}
    for mono, coef in goal.items():
        for term in frames.open(mono):
            for atom, _ in (f for f in term.mono.factors if _is_call(f[0].form, "Abs") and f[1] == 1):
                inside = atom.form.arguments[0] if isinstance(atom.form, nodes.Call) else ()
                weight, total = (
                    _rest(ground, term.mono, {atom}),
                    found.setdefault(term.frame, {}).get(inside, ({}, {}))[1],
                )
                total = kernel.add(total, kernel.scale(weight, coef * term.coef))
                found[term.frame][inside] = weight, total
    for frame, weights in found.items():
        for inside, (weight, own) in ground.ring.meter.first(VALUES, weights.items()):
            # A size below a fraction would be taken apart without an end.
            plain = not any(_is_call(atom.form, "Abs") for mono in own for atom, _ in mono.factors)
            others = {k: total for k, (_, total) in weights.items() if k != inside and plain}
            times = {k: _quotient(ground, total, own) or {} for k, total in others.items()}
            for parts in _parts(ground, dict(inside), times):
                yield candidate(ground, frame, [("sign", (weight,)), ("triangle", parts)])


def _parts(
    ground: Ground, whole: kernel.Poly, others: Mapping[kernel.Terms, kernel.Poly]
) -> Iterator[tuple[kernel.Poly, ...]]:
    """Yield what a sum may be taken apart into: its terms, or another one, as often as it is there, and the rest."""
    if len(whole) > 1:
        yield tuple({mono: coef} for mono, coef in whole.items())
    products = (kernel.multiply(ground.ring, dict(inside), total) for inside, total in others.items())
    taken = ground.ring.meter.first(VALUES, products)
    for each in (part for own in taken for part in (own, kernel.scale(own, -1))):
        yield each, kernel.subtract(whole, each)


def _of_means(
    ground: Ground, frame: Frame, weights: Mapping[kernel.Terms, kernel.Poly], outside: Iterable[kernel.Terms]
) -> Iterator[Candidate | None]:
    """Yield that e^(r p + (1 - r) q) is at most the mean of e^p and e^q, also of their shares in other exponentials."""
    for power, weight in weights.items():
        for share, one, other in _as_means(ground, dict(power)):
            yield candidate(ground, frame, [("sign", (weight,)), ("mean of exponentials", (one, other, share))])
            for whole in outside if frame else ():
                for same, first, second in _as_means(ground, dict(whole)):
                    scale = "sign", (kernel.exponential(ground.ring, dict(whole)),)
                    pair = kernel.subtract(one, first), kernel.subtract(other, second)
                    if same == share:
                        reason = "mean of exponentials", (*pair, share)
                        yield candidate(ground, frame, [("sign", (weight,)), scale, reason])


def _as_means(ground: Ground, power: kernel.Poly) -> Iterator[tuple[kernel.Poly, kernel.Poly, kernel.Poly]]:
    """Yield (r, p, q) with power = r p + (1 - r) q for scalars r from 0 to 1 that the power is linear in."""
    ring = ground.ring
    atoms = dict.fromkeys(atom for mono in power for atom, _ in mono.factors)
    for atom in (atom for atom in atoms if isinstance(atom.form, nodes.Entry) and not atom.free):
        share: kernel.Poly = {ring.mono([(atom, 1)]): 1}
        if ground.sign(share) and ground.sign(kernel.subtract(ring.constant(1), share)):
            moving = {mono: coef for mono, coef in power.items() if dict(mono.factors).get(atom) == 1}
            rest = kernel.subtract(power, moving)
            slope = kernel.multiply(ring, moving, kernel.raise_to(ring, share, -1))
            if not any(atom in dict(mono.factors) for mono in (*rest, *slope)):
                yield share, kernel.add(rest, slope), rest


def _of_chords(
    ground: Ground, frame: Frame, weights: Mapping[kernel.Terms, kernel.Poly], outside: Iterable[kernel.Terms]
) -> Iterator[Candidate | None]:
    """Yield that e^u lies below its chord between two other exponents, and e^u + e^v below what cosh is below of."""
    ring, one = ground.ring, ground.ring.constant(1)
    powers = [dict(power) for power in dict.fromkeys((*weights, *outside, ()))]
    for at, weight in weights.items():
        for low, high in permutations([power for power in powers if power != dict(at)], 2):
            _, common, _ = kernel.primitive(ring, kernel.subtract(high, low))
            scale = kernel.raise_to(ring, {common: 1}, -1)
            for each in (one, *([weight] if weight != one else []), *([scale] if scale != one else [])):
                yield candidate(ground, frame, [("sign", (each,)), ("exp below its chord", (dict(at), low, high))])
    for at, other in combinations(weights, 2):
        half = kernel.scale(kernel.subtract(dict(at), dict(other)), Fraction(1, 2))
        scale = kernel.exponential(ring, kernel.add(dict(other), half))
        reasons: list[Grounds] = [("sign", (weights[at],)), ("sign", (scale,)), ("cosh below a Gaussian", (half,))]
        yield candidate(ground, frame, reasons)


def _of_powers(ground: Ground, term: Opened, powers: Sequence[kernel.Poly]) -> Iterator[Candidate | None]:
    """Yield Bernoulli's inequality for p^r in a term, and its order to a power e^u of the same exponent, and to 1."""
    for atoms, base, exponent in _symbolic_powers(ground, term.mono):
        weight = ("sign", (_rest(ground, term.mono, atoms),))
        yield candidate(ground, term.frame, [weight, ("Bernoulli", (base, exponent))])
        for power in (*powers, {}):
            ratio = _quotient(ground, power, exponent)
            other = {} if ratio is None else kernel.exponential(ground.ring, ratio)
            for pair in ((base, other), (other, base)) if other else ():
                yield candidate(ground, term.frame, [weight, ("powers increase", (*pair, exponent))])


def _of_products(ground: Ground, goal: kernel.Poly) -> Iterator[Candidate | None]:
    """Yield that a product of factors on one side of 1 is at least 1 and the sum of what they have more than 1."""
    for factor in dict.fromkeys(factor for mono in goal for factor in mono.factors):
        poly: kernel.Poly = {ground.ring.mono([factor]): 1}
        if factors_of(ground.ring, poly) is not None:
            yield candidate(ground, (), [("Weierstrass", (poly,))])


def _of_power_tangents(ground: Ground, terms: Sequence[Opened]) -> Iterator[Candidate | None]:
    """Yield that x^r lies above its tangent at m, for powers x^r at common indices and m^r under no sum."""
    outside = [factor for term in terms if not term.frame for factor in term.mono.factors]
    for term in terms:
        for atom, exponent in term.mono.factors if len(term.frame) == 1 else ():
            weight = _rest(ground, term.mono, {atom})
            for other, whole in outside if atom.free and exponent not in {1, 2} else ():
                touching: kernel.Poly = {ground.ring.mono([(other, nodes.quotient(whole, exponent))]): 1}
                base: kernel.Poly = {ground.ring.mono([(atom, 1)]): 1}
                reason = "power and its tangent", (base, touching, ground.ring.constant(exponent))
                yield candidate(ground, term.frame, [("sign", (weight,)), reason])


def _symbolic_powers(ground: Ground, mono: kernel.Mono) -> Iterator[tuple[list[nodes.Atom], kernel.Poly, kernel.Poly]]:
    """Yield the factors p^r of a monomial, also where they are written as e^(r log p), with p and r; one for each r."""
    found: dict[kernel.Mono, tuple[list[nodes.Atom], kernel.Poly]] = {}
    for atom, times in mono.factors:
        for base, exponent in _as_power(ground.ring, atom.form):
            atoms, whole = found.get(exponent, ([], ground.ring.constant(1)))
            with suppress(*NO_VALUE):
                whole = kernel.multiply(ground.ring, whole, kernel.raise_to(ground.ring, base, times))
                found[exponent] = [*atoms, atom], whole
    for exponent, (atoms, base) in found.items():
        power: kernel.Poly = {exponent: 1}
        yield atoms, base, power


def _as_power(ring: kernel.Ring, form: nodes.Form) -> Iterator[tuple[kernel.Poly, kernel.Mono]]:
    if isinstance(form, nodes.Tower):
        yield dict(form.base), form.power
    factors = form.power.factors if isinstance(form, nodes.Exp) else ()
    for log, exponent in factors:
        if exponent == 1 and isinstance(log.form, nodes.Call) and log.form.name == "log":
            rest = ring.mono([factor for factor in factors if factor[0] is not log])
            yield dict(log.form.arguments[0]), rest


def _of_single_terms(ground: Ground, term: Opened) -> Iterator[Candidate | None]:
    """Yield that a sum of nonnegative terms is at least any one of them, such as p_k p_k <= p_k sum_j p_j."""
    ring = ground.ring
    for index in term.mono.free:
        at = kernel.entry(ring, kernel.INDEX_VALUE, index)
        sized = [_as_size(ground, factor) for factor in term.mono.factors]
        inside = [(atom, 1 if term.frame else e) for atom, e in sized if index in atom.free]
        beside: kernel.Poly = {ring.mono(merge(sized, [(atom, -e) for atom, e in inside]).items()): 1}
        reasons: list[Grounds] = [("sign", (beside,)), ("sum of nonnegative terms", ({ring.mono(inside): 1}, at))]
        yield candidate(ground, term.frame, reasons)


def _as_size(ground: Ground, factor: tuple[nodes.Atom, kernel.Coef]) -> tuple[nodes.Atom, kernel.Coef]:
    """Return an even power of a number of any sign as that of its absolute value."""
    atom, exponent = factor
    even = isinstance(exponent, int) and exponent % 2 == 0
    if not even or ground.sign({ground.ring.mono([(atom, 1)]): 1}):
        return factor
    ((size, _),) = kernel.call(ground.ring, "Abs", ({ground.ring.mono([(atom, 1)]): 1},)).items()
    return size.factors[0][0], exponent


@dataclass(frozen=True, slots=True)
class _Logarithm:
    """A logarithm in a term of the goal, opened: `coef` * `weight` * log(`inside`) at the indices of `frame`.

    A `shared` one has several weights, whose sum is another weight.
    """

    term: kernel.Mono
    frame: Frame
    inside: kernel.Poly
    weight: kernel.Poly
    coef: kernel.Coef
    shared: bool = False


def _logarithms(ground: Ground, goal: kernel.Poly, frames: Frames) -> Iterator[_Logarithm]:
    """Yield the logarithms of the goal, those in an exponent too, and its terms h * u with h >= 0 as h * log(e^u)."""
    for mono, coef in goal.items():
        power, _ = _exponent(mono)
        for inner in (term for part in power for term in frames.open(part) if term.frame):
            for atom in (atom for atom, e in inner.mono.factors if e == 1 and _is_call(atom.form, "log")):
                inside = dict(atom.form.arguments[0]) if isinstance(atom.form, nodes.Call) else {}
                weight = kernel.multiply(ground.ring, {mono: 1}, _rest(ground, inner.mono, {atom}))
                yield _Logarithm(mono, inner.frame, inside, weight, coef)
        for term in frames.open(mono):
            logs = [atom for atom, e in term.mono.factors if e == 1 and _is_call(atom.form, "log")]
            for atom in logs:
                inside = dict(atom.form.arguments[0]) if isinstance(atom.form, nodes.Call) else {}
                yield _Logarithm(mono, term.frame, inside, _rest(ground, term.mono, {atom}), coef * term.coef)
            if not logs and not _has_logarithm(mono):
                yield from _as_logarithm(ground, mono, coef, term)


def _as_logarithm(ground: Ground, whole: kernel.Mono, coef: kernel.Coef, term: Opened) -> Iterator[_Logarithm]:
    ring = ground.ring
    known = [f for f in term.mono.factors if ground.sign({ring.mono([f]): 1})]
    rest = ring.mono([f for f in term.mono.factors if f not in known])
    if rest is not ring.one and not any(isinstance(atom.form, nodes.Call) for atom, _ in rest.factors):
        inside = kernel.exponential(ring, {rest: 1})
        yield _Logarithm(whole, term.frame, inside, {ring.mono(known): 1}, coef * term.coef)


def _of_logarithms(ground: Ground, goal: kernel.Poly, frames: Frames) -> Iterator[Candidate | None]:
    """Yield log y <= y - 1, weighted as the logarithms of the goal are, for each y that the goal suggests.

    Of the logarithms under one weight, y is what makes -log y their sum, with those beside the sum or without; and
    where a term of the goal is the weight times y, the tangent touches there. Two of them may also be in order.
    """
    if not any(_has_logarithm(mono) for mono in goal):
        return
    classes = _classes(ground, list(_logarithms(ground, goal, frames)))
    touched = [(t.frame, coef * t.coef, t.mono) for m, coef in goal.items() for t in frames.open(m)]
    weighted = [(key, list(own.values())) for key, own in classes.items() if ground.sign(dict(key[1]))]
    alone = classes.get(((), kernel.freeze(ground.ring.constant(1))), {})
    for (frame, weight), own in ground.ring.meter.first(WEIGHTED, weighted):
        total = kernel.freeze(kernel.sum_over(ground.ring, list(frame), dict(weight)))
        opened, inside = {each.term for each in own}, [each.inside for each in own]
        near = {**classes.get(((), total), {}), **alone}.values()
        beside = [each for each in near if each.term not in opened and each.inside not in inside]
        for ratio in _ratios(ground, own, beside):
            yield _tangent(ground, frame, dict(weight), ratio)
        for one, other in product(own, [*own, *beside]):
            for large, small in ((one, other), (other, one)) if one.coef * other.coef < 0 else ():
                reason = "log increases", (large.inside, small.inside)
                yield candidate(ground, frame, [("sign", (dict(weight),)), reason])
        for place, coef, mono in ground.ring.meter.first(TOUCHED, (each for each in touched if each[0] == frame)):
            ratio = _quotient(ground, {mono: 1}, dict(weight)) if not _has_logarithm(mono) else None
            for scale in {1, abs(coef)} if ratio else ():
                yield _tangent(ground, place, dict(weight), kernel.scale(ratio or {}, scale))


Class = tuple[Frame, kernel.Terms]
"""The indices at which logarithms were opened, and their weight."""


def _classes(ground: Ground, known: Sequence[_Logarithm]) -> dict[Class, dict[kernel.Terms, _Logarithm]]:
    """Return the logarithms by weight; one of several weights also under their sum, such as 1 - p."""
    found: dict[Class, dict[kernel.Terms, _Logarithm]] = {}
    sums: dict[tuple[Frame, kernel.Terms], kernel.Poly] = {}
    for each in known:
        inside = kernel.freeze(each.inside)
        _ = found.setdefault((each.frame, kernel.freeze(each.weight)), {}).setdefault(inside, each)
        place = each.frame, inside
        sums[place] = kernel.add(sums.get(place, {}), kernel.scale(each.weight, each.coef))
    for (frame, inside), total in sums.items():
        for sign in (1, -1) if len(total) > 1 else ():
            weight = kernel.scale(total, sign)
            if ground.sign(weight):
                whole = _Logarithm(ground.ring.one, frame, dict(inside), weight, sign)
                for own in found.values():
                    if inside in own and own[inside].frame == frame:
                        own[inside] = replace(own[inside], shared=True)
                found.setdefault((frame, kernel.freeze(weight)), {})[inside] = whole
    return found


def _has_logarithm(mono: kernel.Mono) -> bool:
    return "log(" in mono.spelling


def _quotient(ground: Ground, poly: kernel.Poly, weight: kernel.Poly) -> kernel.Poly | None:
    try:
        return kernel.multiply(ground.ring, poly, kernel.raise_to(ground.ring, weight, -1))
    except NO_VALUE:
        return None


def _ratios(ground: Ground, own: Sequence[_Logarithm], beside: Sequence[_Logarithm]) -> Iterator[kernel.Poly]:
    """Yield what has minus the sum of the logarithms as its logarithm, or a multiple of that; and each alone."""
    scales = ground.ring.meter.first(SCALES, dict.fromkeys(abs(each.coef) for each in own))
    lone = [each for each in own if not each.shared]
    for scale, chosen in product(scales, (own, lone) if lone and len(lone) < len(own) else (own,)):
        powers = [(each.inside, nodes.quotient(-each.coef, scale)) for each in chosen]
        yield from _product(ground, powers)
        for step in dict.fromkeys((scale, abs(beside[0].coef)) if beside else ()):
            yield from _product(ground, [*powers, *((b.inside, nodes.quotient(-b.coef, step)) for b in beside)])
    for each in own if len(own) > 1 else ():
        yield from _product(ground, [(each.inside, -1 if each.coef > 0 else 1)])


def _product(ground: Ground, powers: Iterable[tuple[kernel.Poly, kernel.Coef]]) -> Iterator[kernel.Poly]:
    """Yield the product of powers where it has a value."""
    result = ground.ring.constant(1)
    with suppress(*NO_VALUE):
        for base, exponent in powers:
            result = kernel.multiply(ground.ring, result, kernel.raise_to(ground.ring, base, exponent))
        yield result


def _tangent(ground: Ground, frame: Frame, weight: kernel.Poly, ratio: kernel.Poly) -> Candidate | None:
    return candidate(ground, frame, [("sign", (weight,)), ("log below its tangent", (ratio,))])


def _ordered_values(ground: Ground, terms: Sequence[Opened]) -> Iterator[Candidate | None]:
    """Yield the order of two values of one monotone function, of which one may be a special value of the table.

    At common indices, the other one may also stand under no sum, such as a bound.
    """
    found: dict[tuple[Frame, str], dict[kernel.Terms, kernel.Poly]] = {}
    for term in terms:
        for name, argument, weight in _values(ground, term):
            if name in ORDERS:
                found.setdefault((term.frame, name), {})[kernel.freeze(argument)] = weight
            if name != "exp":
                reasons = ((each, (argument,)) for each in ALONE.get(name, ()))
                yield from (candidate(ground, term.frame, [("sign", (weight,)), reason]) for reason in reasons)
    for (frame, name), weights in found.items():
        own = ground.ring.meter.first(VALUES, weights)
        outside = ground.ring.meter.first(VALUES, found.get(((), name), ())) if frame else []
        special = [kernel.freeze(rule(ground.ring, ())) for rule in SPECIAL[name]]
        for one, other in product(own, [*own, *outside, *special]):
            for pair in ((one, other), (other, one)) if one != other else ():
                reason = ORDERS[name], (dict(pair[0]), dict(pair[1]))
                yield candidate(ground, frame, [("sign", (weights[one],)), reason])


def _values(ground: Ground, term: Opened) -> Iterator[tuple[str, kernel.Poly, kernel.Poly]]:
    """Yield the monotone functions in a term, with the argument and what the value is multiplied with."""
    for atom, exponent in term.mono.factors:
        form = atom.form
        named = isinstance(form, nodes.Call) and (form.name in ORDERS or form.name in ALONE)
        if named and isinstance(form, nodes.Call) and exponent == 1 and form.orders == (0,):
            yield form.name, dict(form.arguments[0]), _rest(ground, term.mono, {atom})
    power, atoms = _exponent(term.mono)
    if atoms:
        yield "exp", power, _rest(ground, term.mono, atoms)


def _exponent(mono: kernel.Mono) -> tuple[kernel.Poly, list[nodes.Atom]]:
    """Return what e is raised to in a term, and the atoms in which that stands."""
    powers = [(atom, {atom.form.power: e}) for atom, e in mono.factors if isinstance(atom.form, nodes.Exp)]
    return kernel.add(*(power for _, power in powers)), [atom for atom, _ in powers]


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
        except NO_VALUE:
            continue
        pair = (dict(form.arguments[0]), other) if coef > 0 else (other, dict(form.arguments[0]))
        if KINDS["log increases"].sign(ground, pair):
            yield abs(coef), ("log increases", pair)
