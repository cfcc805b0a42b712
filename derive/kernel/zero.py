"""Is a polynomial zero? By its normal form, else with denominators cleared, else with sums merged, else not known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations
from math import factorial, prod

from derive.kernel.arithmetic import accumulate, integral, subtract
from derive.kernel.binomials import without_binomial_sums
from derive.kernel.cases import has_cases, vanishes_by_cases
from derive.kernel.geometric import without_geometric_sums
from derive.kernel.label import dim_of
from derive.kernel.nodes import (
    Atom,
    Call,
    Coef,
    Compound,
    Entry,
    Factors,
    Form,
    Index,
    InverseEntry,
    Mono,
    Poly,
    Sum,
    free_of,
)
from derive.kernel.polynomials import merge, multiply, normalise, rename
from derive.kernel.powers import raise_to
from derive.kernel.ring import Ring
from derive.kernel.sums import open_sum, sum_over

MOST_ROUNDS = 8
MOST_ALIGNMENTS = 48


def vanishes(ring: Ring, poly: Poly) -> str | None:
    """Return how the polynomial was shown to be zero wherever it is defined, or None where it was not."""
    if not poly:
        return "normal form"
    return next((f"normal form, {method}" for method, shows in WAYS.items() if shows(ring, poly)), None)


def _cleared(ring: Ring, poly: Poly) -> bool:
    return not clear(ring, poly)


def _used_again(ring: Ring, poly: Poly) -> bool:
    return bool(ring.rules) and not clear(ring, _closed_again(ring, clear(ring, poly, every=True)), every=True)


def _without_inverses(ring: Ring, poly: Poly) -> bool:
    multiplied = clear_inverses(ring, poly)
    return multiplied is not poly and not clear(ring, multiplied)


def _identified(ring: Ring, poly: Poly) -> bool:
    same = _identify_calls(ring, poly)
    return same is not None and (not clear(ring, same) or _merged(ring, same))


def _geometric(ring: Ring, poly: Poly) -> bool:
    summed = without_geometric_sums(ring, poly)
    return summed is not poly and not clear(ring, summed)


def _binomial(ring: Ring, poly: Poly) -> bool:
    summed = without_binomial_sums(ring, poly)
    return summed is not poly and (not clear(ring, summed) or _geometric(ring, summed))


def clear_inverses(ring: Ring, poly: Poly) -> Poly:
    """Return the polynomial with its inverses multiplied away at its free indices.

    Where E[i] holds M^-1[i, j], the family E is zero just when the sum of M[k, i] E[i] over i is: M is invertible.
    """
    for _ in range(MOST_ROUNDS):
        found = _inverse_at_free_index(poly)
        if found is None:
            return poly
        form, index = found
        fresh = ring.fresh(index.dim)
        place = (fresh, index) if form.row is index else (index, fresh)
        matrix = rename(ring, dict(form.terms), dict(zip(form.bound, place, strict=True)))
        poly = sum_over(ring, [index], multiply(ring, matrix, poly))
    return poly


def _inverse_at_free_index(poly: Poly) -> tuple[InverseEntry, Index] | None:
    """Return an inverse, outermost at a free index, its matrix without that index."""
    for mono in poly:
        for atom, _ in mono.factors:
            body = atom.form.body.factors if isinstance(atom.form, Sum) else ((atom, 1),)
            for inner, exponent in body:
                form = inner.form
                if isinstance(form, InverseEntry) and exponent == 1:
                    own = free_of(m for m, _ in form.terms)
                    for index in (form.row, form.column):
                        if index in mono.free and index not in own and index.dim is form.bound[0].dim:
                            return form, index
    return None


def clear(ring: Ring, poly: Poly, *, every: bool = False) -> Poly:
    """Return the polynomial times its denominators, again and again until none is left.

    Single entries below a fraction are among these only with `every`: they hide nothing but what is assumed of them.
    """
    for _ in range(MOST_ROUNDS):
        denominators = _denominators(poly, (Sum, Compound, Entry) if every else (Sum, Compound))
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
            if exponent < 0 and isinstance(atom.form, kinds):
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
    return found is not None and all(not group or not clear(ring, group) for group in found)


def _in_cases(ring: Ring, poly: Poly) -> bool:
    """Return whether it is zero in each case for the absolute values in it, or below common binders is."""
    if vanishes_by_cases(ring, poly, _cleared_or_merged):
        return True
    groups = [group for group in _below_binders(ring, poly) or [poly] if group]
    if all(not clear(ring, each) or vanishes_by_cases(ring, each, _cleared) for each in groups):
        return True
    return any(vanishes_by_cases(ring, each, _cleared_or_merged) for each in _below_one_binder(ring, poly))


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
        key = tuple(dim_of(i).name for i in bound)
        frame = frames.setdefault(key, tuple(ring.fresh(i.dim) for i in bound))
        if _alignments(bound) > MOST_ALIGNMENTS:
            return None
        for order in _orders(bound):
            image = rename(ring, body, dict(zip(order, frame, strict=True)))
            accumulate(groups.setdefault(key, {}), image, coef)
    return list(groups.values())


def _below_one_binder(ring: Ring, poly: Poly) -> Iterator[Poly]:
    """Yield what stands below one binder that all terms have, for each range: the sums inside stay whole.

    Where a term has several indices over that range, each of them takes its share. None where no case is to be told.
    """
    opened = [(*prenex(ring, mono), coef) for mono, coef in poly.items()]
    if not any(has_cases(ring, body) for _, body, _ in opened):
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


def _closed_again(ring: Ring, poly: Poly) -> Poly:
    """Return the polynomial with powers and products of sums written as one sum, where an assumption may apply."""
    total: Poly = {}
    for mono, coef in poly.items():
        bound, body = prenex(ring, mono)
        accumulate(total, sum_over(ring, bound, body), coef)
    return total


def _alignments(bound: tuple[Index, ...]) -> int:
    names = [dim_of(i).name for i in bound]
    return prod(factorial(names.count(name)) for name in set(names))


def _orders(bound: tuple[Index, ...]) -> Iterator[tuple[Index, ...]]:
    dims = [i.dim for i in bound]
    return (order for order in permutations(bound) if [i.dim for i in order] == dims)


def prenex(ring: Ring, mono: Mono) -> tuple[tuple[Index, ...], Poly]:
    """Return the monomial with all its sums opened, sizes as sums of 1; the bound indices are ordered by range."""
    bound: list[Index] = []
    kept: list[tuple[Atom, Coef]] = []
    body = ring.constant(1)
    for atom, exponent in mono.factors:
        whole = isinstance(exponent, int) and exponent > 0
        if whole and isinstance(atom.form, Sum):
            for _ in range(int(exponent)):
                fresh, inner = open_sum(ring, atom.form)
                bound += fresh
                body = multiply(ring, body, inner)
        elif whole and atom in ring.sizes:
            bound += [ring.fresh(ring.sizes[atom]) for _ in range(int(exponent))]
        else:
            kept.append((atom, exponent))
    ordered = tuple(sorted(bound, key=lambda i: dim_of(i).name))
    return ordered, multiply(ring, body, {ring.mono(kept): 1})


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
    "assumptions used across sums": _used_again,
    "inverses multiplied away": _without_inverses,
    "equal arguments identified": _identified,
    "geometric sums added up": _geometric,
    "binomial sums added up": _binomial,
    "by cases": _in_cases,
}
"""How a polynomial is shown to be zero where its normal form is not, cheapest first."""
