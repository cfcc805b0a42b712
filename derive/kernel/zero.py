"""Is a polynomial zero? By its normal form, else with denominators cleared, else with sums merged, else not known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations
from math import factorial, prod

from derive.kernel.angles import with_angles_split
from derive.kernel.arithmetic import accumulate, integral, subtract
from derive.kernel.binomials import without_binomial_sums
from derive.kernel.budget import ALIGNMENTS, CLEARINGS
from derive.kernel.cases import has_cases, vanishes_by_cases
from derive.kernel.combination import is_combination
from derive.kernel.determinants import few_places, taken_apart
from derive.kernel.functions import call, logarithm
from derive.kernel.geometric import without_geometric_sums
from derive.kernel.inverses import cut_open, multiplied_away
from derive.kernel.label import dim_of
from derive.kernel.maps import built_anew
from derive.kernel.neighbours import RECURSIVE, told_by_neighbours
from derive.kernel.nodes import (
    Atom,
    Call,
    Compound,
    Entry,
    Factors,
    Form,
    Index,
    Poly,
    Sum,
    free_of,
)
from derive.kernel.one_hot import at_values, has_values, without_values
from derive.kernel.polynomials import merge, multiply, normalise, rename
from derive.kernel.powers import raise_to
from derive.kernel.ring import Ring
from derive.kernel.sums import prenex, sum_over
from derive.kernel.telescopes import without_telescoping_sums


def vanishes(ring: Ring, poly: Poly) -> str | None:
    """Return how the polynomial was shown to be zero wherever it is defined, or None where it was not."""
    if not poly:
        return "normal form"
    return next((f"normal form, {method}" for method, shows in WAYS.items() if shows(ring, poly)), None)


def _at_values(ring: Ring, poly: Poly) -> bool:
    """Return whether it is zero whatever value each label, and each sign in a function, has."""
    ways = [shows for shows in WAYS.values() if shows is not _at_values]
    values = at_values(ring, poly) if has_values(ring, poly) else [poly]
    return all(not each or any(shows(ring, each) for shows in ways if each is not poly) for each in values)


def _cleared(ring: Ring, poly: Poly) -> bool:
    return not clear(ring, poly)


def _combined(ring: Ring, poly: Poly) -> bool:
    cleared = clear(ring, poly, every=True) if ring.rules else poly
    return not cleared or is_combination(ring, cleared)


def _without_inverses(ring: Ring, poly: Poly) -> bool:
    return multiplied_away(ring, [poly], lambda polys: _cleared(ring, polys[0]) or _place_by_place(ring, polys[0]))


def _cut_open(ring: Ring, poly: Poly) -> bool:
    return bool(ring.inverses) and cut_open(ring, clear(ring, poly))


def _identified(ring: Ring, poly: Poly) -> bool:
    same = _identify_calls(ring, poly)
    return same is not None and (not clear(ring, same) or _merged(ring, same))


def _taken_apart(ring: Ring, poly: Poly) -> bool:
    return ring.determinants and not clear(ring, taken_apart(ring, poly))


def _place_by_place(ring: Ring, poly: Poly) -> bool:
    """Return whether it is zero at each place of a free index that has few, determinants of so few rows written out."""
    index = next((i for i in sorted(free_of(poly), key=lambda i: i.name) if few_places(ring, i)), None)
    if index is None:
        return False
    images = (rename(ring, poly, {index: ring.literal(n)}) for n in range(few_places(ring, index)))
    return all(_cleared(ring, each) or _taken_apart(ring, each) or _place_by_place(ring, each) for each in images)


def _geometric(ring: Ring, poly: Poly) -> bool:
    summed = without_geometric_sums(ring, poly)
    return summed is not poly and not clear(ring, summed)


def _binomial(ring: Ring, poly: Poly) -> bool:
    summed = without_binomial_sums(ring, poly)
    return summed is not poly and (not clear(ring, summed) or _geometric(ring, summed))


def _angles_split(ring: Ring, poly: Poly) -> bool:
    ways = [shows for shows in WAYS.values() if shows not in {_angles_split, _at_values}]
    split = with_angles_split(ring, poly)
    return split != poly and (not split or any(shows(ring, split) for shows in ways))


def _logarithms_split(ring: Ring, poly: Poly) -> bool:
    if not any("log" in mono.spelling for mono in poly):
        return False
    split = built_anew(ring, poly, _log_of_squares)
    return split != poly and not clear(ring, split)


def _log_of_squares(ring: Ring, form: Call, arguments: tuple[Poly, ...]) -> Poly:
    """Return log(a / b) as half of log(a^2) - log(b^2), which it is where it has a value, whatever the signs are."""
    ((mono, coef),) = arguments[0].items() if len(arguments[0]) == 1 else ((ring.one, 0),)
    plain = not any(isinstance(atom.form, Compound) for atom, _ in mono.factors)
    if form.name != "log" or form.orders != (0,) or coef <= 0 or not plain:
        return call(ring, form.name, arguments, form.orders)
    total: Poly = {}
    accumulate(total, logarithm(ring, ring.constant(coef)))
    for atom, exponent in mono.factors:
        accumulate(total, logarithm(ring, {ring.mono(((atom, 2),)): 1}), Fraction(exponent) / 2)
    return total


def _telescoped(ring: Ring, poly: Poly) -> bool:
    summed = without_telescoping_sums(ring, poly)
    return summed is not poly and (not clear(ring, summed) or _by_neighbours(ring, summed))


def _by_neighbours(ring: Ring, poly: Poly) -> bool:
    """Return whether Gamma, digamma and binomials at neighbouring arguments cancel, or do below common binders."""
    if not any(name in mono.spelling for mono in poly for name in RECURSIVE):
        return False
    groups = [[poly], _below_binders(ring, poly) or [poly]]
    return any(all(not clear(ring, _told_by_neighbours(ring, each)) for each in group) for group in groups)


def _told_by_neighbours(ring: Ring, poly: Poly) -> Poly:
    # Times what stands below a fraction that may not count, a function with a jump at 0 could vanish.
    kinds = (Sum, Compound) if ring.astray else (Sum, Compound, Entry, Call)
    return told_by_neighbours(ring, clear(ring, poly, kinds=kinds))


def clear(ring: Ring, poly: Poly, *, every: bool = False, kinds: tuple[type[Form], ...] = (Sum, Compound)) -> Poly:
    """Return the polynomial times its denominators, again and again until none is left.

    Single entries below a fraction are among these only with `every`: they hide nothing but what is assumed of them.
    """
    for _ in ring.meter.rounds(CLEARINGS):
        denominators = _denominators(poly, (*kinds, Entry) if every else kinds)
        if not denominators or not poly:
            return poly
        total: Poly = {}
        for mono, coef in poly.items():
            accumulate(total, _times(ring, merge(mono.factors, denominators.items())), coef)
        poly = total
    return poly


def _denominators(poly: Poly, kinds: tuple[type[Form], ...]) -> Factors:
    powers: Factors = {}
    for mono in poly:
        for atom, exponent in mono.factors:
            hides = isinstance(atom.form, kinds) or (atom.special and isinstance(atom.form, Call))
            if exponent < 0 and hides:
                powers[atom] = max(powers.get(atom, 0), -exponent)
    return powers


def _times(ring: Ring, factors: Factors) -> Poly:
    """Return the product, compounds multiplied out one by one, so that none meets a reciprocal half-way."""
    whole = {a: e for a, e in factors.items() if isinstance(a.form, Compound) and e >= 1}
    result: Poly = normalise(ring, {a: e for a, e in factors.items() if a not in whole})
    for atom, exponent in whole.items():
        if isinstance(atom.form, Compound):
            result = multiply(ring, result, raise_to(ring, dict(atom.form.terms), exponent))
    return result


def _merged(ring: Ring, poly: Poly) -> bool:
    """Return whether the terms cancel below common binders, denominators cleared inside."""
    found = _below_binders(ring, poly)
    return found is not None and all(not clear(ring, each) for group in found for each in at_values(ring, group))


def _in_cases(ring: Ring, poly: Poly) -> bool:
    """Return whether it is zero in each case for the absolute values in it, or below common binders is."""
    if vanishes_by_cases(ring, poly, _cleared_or_merged):
        return True
    groups = [group for group in _below_binders(ring, poly) or [poly] if group]
    if all(not clear(ring, each) or vanishes_by_cases(ring, each, _cleared) for each in groups):
        return True
    below = _below_one_binder(ring, poly)
    return any(_cleared(ring, each) or vanishes_by_cases(ring, each, _cleared_or_merged) for each in below)


def _cleared_or_merged(ring: Ring, poly: Poly) -> bool:
    return _cleared(ring, poly) or _merged(ring, poly)


def _below_binders(ring: Ring, poly: Poly) -> list[Poly] | None:
    """Return what stands below common binders, one polynomial for each, the terms aligned in every way.

    None where there are too many ways.
    """
    groups: dict[tuple[str, ...], Poly] = {}
    frames: dict[tuple[str, ...], tuple[Index, ...]] = {}
    for mono, coef in poly.items():
        bound, body = prenex(ring, mono)
        if ring.one_hot:
            bound, body = without_values(ring, bound, body)
        key = tuple(dim_of(i).name for i in bound)
        frame = frames.setdefault(key, tuple(ring.fresh(i.dim) for i in bound))
        if not ring.meter.within(ALIGNMENTS, _alignments(bound)):
            return None
        for order in _orders(bound):
            image = rename(ring, body, dict(zip(order, frame, strict=True)))
            accumulate(groups.setdefault(key, {}), image, coef)
    return list(groups.values())


def _below_one_binder(ring: Ring, poly: Poly) -> Iterator[Poly]:
    """Yield what stands below one binder that all terms have, for each range: the sums inside stay whole.

    Where a term has several indices over that range, each of them takes its share. None where no case is to be told and
    nothing stands below a fraction.
    """
    opened = [(*prenex(ring, mono), coef) for mono, coef in poly.items()]
    if not any(_denominators(body, (Compound,)) or has_cases(ring, body) for _, body, _ in opened):
        return
    ranges = [{dim_of(i).name: i.dim for i in bound} for bound, _, _ in opened]
    for name in sorted(set.intersection(*map(set, ranges))):
        frame = ring.fresh(ranges[0][name])
        total: Poly = {}
        for bound, body, coef in opened:
            places = [i for i in bound if dim_of(i).name == name]
            for place in places:
                inner = sum_over(ring, [i for i in bound if i is not place], body)
                accumulate(total, rename(ring, inner, {place: frame}), integral(Fraction(coef) / len(places)))
        yield total


def _alignments(bound: tuple[Index, ...]) -> int:
    names = [dim_of(i).name for i in bound]
    return prod(factorial(names.count(name)) for name in set(names))


def _orders(bound: tuple[Index, ...]) -> Iterator[tuple[Index, ...]]:
    dims = [i.dim for i in bound]
    return (order for order in permutations(bound) if [i.dim for i in order] == dims)


def _identify_calls(ring: Ring, poly: Poly) -> Poly | None:
    """Return the polynomial with functions of equal arguments made one, or None where there are none."""
    calls = list({atom: None for mono in poly for atom, _ in mono.factors if isinstance(atom.form, Call)})
    same: dict[Atom, Atom] = {}
    for one, other in combinations(calls, 2):
        if other not in same and one not in same and _equal_calls(ring, one.form, other.form):
            same[other] = one
    if not same:
        return None
    total: Poly = {}
    for mono, coef in poly.items():
        factors = merge(*([(same.get(atom, atom), e)] for atom, e in mono.factors))
        accumulate(total, normalise(ring, factors), coef)
    return total


def _equal_calls(ring: Ring, one: object, other: object) -> bool:
    if not (isinstance(one, Call) and isinstance(other, Call)) or (one.name, one.orders) != (other.name, other.orders):
        return False
    pairs = zip(one.arguments, other.arguments, strict=True)
    return all(_argument_difference_vanishes(ring, subtract(dict(a), dict(b))) for a, b in pairs)


def _argument_difference_vanishes(ring: Ring, difference: Poly) -> bool:
    return not difference or not clear(ring, difference) or _merged(ring, difference)


WAYS: dict[str, Callable[[Ring, Poly], bool]] = {
    "denominators cleared": _cleared,
    "sums merged": _merged,
    "inverses multiplied away": _without_inverses,
    "inverses multiplied away below sums": _cut_open,
    "determinants taken apart": _taken_apart,
    "place by place": _place_by_place,
    "equal arguments identified": _identified,
    "geometric sums added up": _geometric,
    "binomial sums added up": _binomial,
    "angles split": _angles_split,
    "logarithms of quotients split": _logarithms_split,
    "sums telescoped": _telescoped,
    "neighbours told by one another": _by_neighbours,
    "by cases": _in_cases,
    "values told apart": _at_values,
    "a combination of what is assumed": _combined,
}
"""How a polynomial is shown to be zero where its normal form is not, cheapest first."""
