"""Places: indices with something added, the ends of ranges, and whether one place lies in a range at every size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.nodes import Coef, Dim, Entry, Index, Mono, Poly, Terms, freeze
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.spell import spell_shift


def least(ring: Ring, count: Poly) -> Coef | None:
    """Return the least value of a polynomial in sizes, or None where it may fall without end."""
    total: Coef = 0
    for mono, coef in count.items():
        if mono is not ring.one and coef < 0:
            return None
        product: Coef = 1
        for atom, exponent in mono.factors:
            low = ring.least.get(atom, 1)
            if low is None:
                return None
            product *= low ** int(exponent)
        total += coef * product
    return total


def is_open(ring: Ring, end: Poly) -> bool:
    """Return whether an end of a range is a number that nothing bounds: then the range has no end there."""
    return any(ring.least.get(atom, 1) is None for mono in end for atom, _ in mono.factors)


def range_from(ring: Ring, lower: Poly, count: Poly, name: str = "") -> Dim:
    """Return the range of `count` integers from `lower` on, the same one for the same ends."""
    key = freeze(lower), freeze(count)
    if key not in ring.dims:
        low, taken = least(ring, count), {dim.name for dim in ring.dims.values()}
        name = name or f"{_spelled(lower)}..{_spelled(_last(ring, lower, count))}"
        while name in taken:
            name += "'"
        proper = any(at_least(ring, count, gap) for gap in ring.gaps)
        ring.dims[key] = Dim(name, *key, nonempty=low is not None and low > 0, proper=proper)
    return ring.dims[key]


def _last(ring: Ring, lower: Poly, count: Poly) -> Poly:
    return subtract(add(lower, count), ring.constant(1))


def _spelled(poly: Poly) -> str:
    text = spell_shift(freeze(poly))
    return text.removeprefix(" + ") if text.startswith(" +") else text.replace(" - ", "-", 1) or "0"


def ends(ring: Ring, dim: Dim) -> tuple[Poly, Poly]:
    """Return the first and the last place of a range."""
    return dict(dim.lower), _last(ring, dict(dim.lower), dict(dim.count))


def position(ring: Ring, index: Index) -> Poly:
    """Return what is added to the moving index, or the fixed place: -1 for t - 1, and 3 for 3."""
    return dict(index.shift) if index.value is None else ring.constant(index.value)


def shifted(ring: Ring, index: Index, by: Poly) -> Index:
    """Return the index with a polynomial in sizes added."""
    if not by:
        return index
    base, total = index.moving, add(position(ring, index), by)
    if base is not None and not total:
        return base
    if base is None and total.keys() <= {ring.one}:
        return ring.literal(int(total.get(ring.one, 0)))
    key = base, freeze(total)
    if key not in ring.shifts:
        ring.shifts[key] = _shifted(ring, base, total, key[1])
    return ring.shifts[key]


def _shifted(ring: Ring, base: Index | None, total: Poly, shift: Terms) -> Index:
    if base is None or base.dim is None:
        return Index(f"#{_spelled(total)}", None, None, None, shift)
    dim = range_from(ring, add(dict(base.dim.lower), total), dict(base.dim.count))
    return Index(base.name + spell_shift(shift), dim, None, base, shift)


def moved(ring: Ring, index: Index, names: dict[Index, Index]) -> Index:
    """Return the image of an index under new names for moving ones; what is added to it stays."""
    if index.base is None and not index.parts:
        return names.get(index, index)
    if index.base is not None and not index.base.parts:
        new = names.get(index.base)
        return index if new is None else shifted(ring, new, dict(index.shift))
    if all(part not in names for part, _ in index.terms):
        return index
    return combined(ring, [(names.get(part, part), factor) for part, factor in index.terms], position(ring, index))


Gap = tuple[dict[Index, int], Poly]
"""Indices with factors other than 0, and what is added to them: an index that is not made."""


def gathered(ring: Ring, terms: Iterable[tuple[Index, int]], by: Poly) -> Gap:
    """Return what indices with factors add up to."""
    parts: dict[Index, int] = {}
    total = dict(by)
    for index, factor in terms:
        accumulate(total, position(ring, index), factor)
        for part, own in index.terms:
            parts[part] = parts.get(part, 0) + factor * own
    return {part: factor for part, factor in parts.items() if factor}, total


def gap_of(ring: Ring, poly: Poly) -> Gap | None:
    """Return a polynomial as indices and sizes, each with a whole number; None for another one."""
    terms: dict[Index, int] = {}
    by: Poly = {}
    for mono, coef in poly.items():
        form = mono.factors[0][0].form if len(mono.factors) == 1 and mono.factors[0][1] == 1 else None
        if not isinstance(coef, int):
            return None
        if isinstance(form, Entry) and form.tensor.name == INDEX_VALUE:
            terms[form.indices[0]] = coef
        elif all(isinstance(e, int) and e > 0 and atom in ring.least for atom, e in mono.factors):
            by[mono] = coef
        else:
            return None
    return terms, by


def combined(ring: Ring, terms: Iterable[tuple[Index, int]], by: Poly) -> Index:
    """Return the place c i + d j + ... for indices with factors, and what is added to it."""
    found, total = gathered(ring, terms, by)
    alone = next(iter(found.items())) if len(found) == 1 else None
    if alone is not None and alone[1] == 1:
        return shifted(ring, alone[0], total)
    return shifted(ring, _linear(ring, frozenset(found.items())) if found else ring.literal(0), total)


def _linear(ring: Ring, parts: frozenset[tuple[Index, int]]) -> Index:
    if parts not in ring.linear:
        ordered = tuple(sorted(parts, key=lambda part: (part[0].name, part[1])))
        low, high = dict[Mono, Coef](), dict[Mono, Coef]()
        for index, factor in ordered:
            first, last = extent(ring, index)
            accumulate(low, first if factor > 0 else last, factor)
            accumulate(high, last if factor > 0 else first, factor)
        name = "".join(f"{factor:+}*{index.name}" for index, factor in ordered)
        dim = range_from(ring, low, add(subtract(high, low), ring.constant(1)))
        ring.linear[parts] = Index(name, dim, parts=ordered)
    return ring.linear[parts]


def factors_of(ring: Ring) -> list[int]:
    """Return the factors other than 1 with which indices stand in places, without their signs."""
    found = {abs(factor) for parts in ring.linear for _, factor in parts}
    return sorted(found - {1})


def positive(terms: Mapping[Index, int]) -> int:
    """Return the sign by which the factors of some indices add up to more than 0; names decide only where that is 0."""
    total = sum(terms.values())
    first = terms[min(terms, key=lambda part: part.name)]
    return 1 if (total or first) > 0 else -1


def solved(ring: Ring, index: Index, gap: Gap) -> Index | None:
    """Return what an index is where a gap is 0: -j - 1 for i in i + j + 1; None for i in 2 i."""
    terms, by = gap
    factor = terms.get(index, 0)
    rest = [(part, -factor * own) for part, own in terms.items() if part is not index]
    return combined(ring, rest, scale(by, -factor)) if factor in {1, -1} else None


def relative(ring: Ring, one: Index, other: Index) -> Index:
    """Return `other` as seen from `one`: what the moving index of `one` is where the two agree."""
    return shifted(ring, other, scale(position(ring, one), -1))


def extent(ring: Ring, index: Index) -> tuple[Poly, Poly]:
    """Return the least and the largest place of an index; a fixed one has one place."""
    here = position(ring, index)
    return (here, here) if index.dim is None else ends(ring, index.dim)


def lies_in(ring: Ring, index: Index, dim: Dim) -> bool | None:
    """Return whether all places of an index lie in the range at every size, or none does; None where sizes decide."""
    first, last = extent(ring, index)
    low, high = ends(ring, dim)
    if is_from(ring, first, low) and is_to(ring, last, high):
        return True
    beyond = ring.constant(1)
    outside = at_least(ring, low, add(last, beyond)) or at_least(ring, first, add(high, beyond))
    return False if outside else None


def is_from(ring: Ring, first: Poly, low: Poly) -> bool:
    """Return whether a place is not before the beginning of a range, as none is where that is open."""
    return is_open(ring, low) or at_least(ring, first, low)


def is_to(ring: Ring, last: Poly, high: Poly) -> bool:
    """Return whether a place is not behind the end of a range, as none is where that is open."""
    return is_open(ring, high) or at_least(ring, high, last)


def covers(ring: Ring, moving: Index, index: Index) -> bool:
    """Return whether all places of the index are among the values that the moving one takes; a fixed one has one."""
    if moving.dim is None or index.dim is moving.dim:
        return moving.dim is not None or moving is index
    return lies_in(ring, index, moving.dim) is True


def at_least(ring: Ring, one: Poly, other: Poly) -> bool:
    """Return whether one polynomial in sizes is known to be at least another."""
    low = least(ring, subtract(one, other))
    return low is not None and low >= 0


def are_related(ring: Ring) -> bool:
    """Return whether two ranges have an end in common, up to a number: taken apart, sums over them may share terms."""
    seen: set[Terms] = set()
    for dim in ring.dims.values():
        sizes = {freeze({mono: c for mono, c in end.items() if mono is not ring.one}) for end in ends(ring, dim)} - {()}
        if not seen.isdisjoint(sizes):
            return True
        seen |= sizes
    return False
