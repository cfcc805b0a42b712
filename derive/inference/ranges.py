"""Which range has a free index? The one of the place where it stands; what was inferred is said in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Dummy, Integer

from derive.errors import IndexClashError
from derive.inference.shifted import settle_sizes
from derive.inference.survey import Free, Slot, Survey
from derive.inference.symbols import Range, show, unrelated

WHOLE_RANGE = "sum over the whole range, times an entry such as U[i, j] that is 1 where a term counts and else 0"
"""The way out for a sum whose range depends on another index."""
Key = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Ranges:
    """Over what indices run: free ones by statement and name, and those in each place of each tensor.

    `taken` says in sentences what was inferred and not declared, such as "j in 1..D"; a verdict lists them.
    """

    free: dict[Key, Range]
    places: dict[Slot, Range]
    taken: tuple[str, ...]


def resolve(seen: Survey) -> Ranges:
    """Return the ranges of all free indices. Raises `IndexClashError` for one that would need two."""
    settle_sizes(seen)
    taken: dict[str, None] = {}
    free: dict[Key, Range] = {}
    for key, index in seen.free.items():
        found = _of_free(seen, key, index, taken)
        if found is not None:
            free[key] = found
    _spread(seen, free, taken)
    for key, index in seen.free.items():
        if key not in free:
            free[key] = _unknown(index)
            _spread(seen, free, taken)
    return Ranges(free, {slot: where for slot in seen.places if (where := _of_place(seen, slot, free))}, tuple(taken))


def _spread(seen: Survey, free: dict[Key, Range], taken: dict[str, None]) -> None:
    """Give ranges on to indices in the same place, or across a delta, as long as there are any."""
    waiting = {key: index for key, index in seen.free.items() if key not in free}
    found = {key: _beside(index, free) or _by_neighbour(seen, index, free) for key, index in waiting.items()}
    news = {key: where for key, where in found.items() if where is not None}
    for key, where in news.items():
        free[key] = where
        _say(taken, key, waiting[key], where)
    if news:
        _spread(seen, free, taken)


def _of_free(seen: Survey, key: Key, index: Free, taken: dict[str, None]) -> Range | None:
    """Return the range of bound indices in the same place, else its own, else the declared one."""
    found = _distinct(
        [r for slot in index.slots for r in seen.places[slot].bound]
        + [r for r in index.beside if isinstance(r[0], Integer)]
    )
    if index.own is not None and (not found or index.own in found or index.shifted):
        return index.own
    if index.shifted:
        return _of_shifted(seen, key, index, taken)
    if found:
        where = _widest(found, key[1], index)
        if index.own is not None and unrelated(index.own, where):
            raise _clash(key[1], index.own, where, index)
        if index.own is not None and key[0] != 0 and index.own[1] - index.own[0] != where[1] - where[0]:
            return index.own
        _say(taken, key, index, where)
        return where
    declared = _distinct([r for slot in index.slots if (r := seen.places[slot].declared) is not None])
    if not declared:
        return None
    where = _numbered(seen, _widest(declared, key[1], index))
    _say(taken, key, index, where)
    return where


def _of_shifted(seen: Survey, key: Key, index: Free, taken: dict[str, None]) -> Range | None:
    """Return the values of an index at which all its entries exist, also those to which something is added.

    With x[t] declared for 0..T, an equation of x[t] and x[t - 1] is about t in 1..T.
    """
    at = [(slot, Integer(0)) for slot in index.slots] + index.shifted
    met = [(r[0] - by, r[1] - by) for slot, by in at for r in (*seen.places[slot].bound, *seen.places[slot].reached)]
    met += [(r[0] - by, r[1] - by) for slot, by in at if (r := seen.places[slot].declared) is not None]
    if not met:
        return None
    low, high = met[0]
    for other in met[1:]:
        above, below = other[0] - low, high - other[1]
        if not (above.is_number and below.is_number):
            raise _clash(key[1], (low, high), other, index)
        low, high = (other[0] if above > 0 else low), (other[1] if below > 0 else high)
    _say(taken, key, index, (low, high))
    return low, high


def _say(taken: dict[str, None], key: Key, index: Free, where: Range) -> None:
    """Report the ranges of the statement's own indices; those of an assumption are quantified anyway."""
    if key[0] == 0 and not is_unknown(where):
        taken.setdefault(f"{index.symbol} in {show(where)}")


def _numbered(seen: Survey, where: Range) -> Range:
    """Return a declared range 0..N-1 as 1..N where the sums over it count from 1, and none counts from 0."""
    from_one = (where[0] + 1, where[1] + 1)
    return from_one if from_one in seen.binders and where not in seen.binders else where


def _distinct(ranges: list[Range]) -> list[Range]:
    return list(dict.fromkeys(ranges))


def _widest(ranges: list[Range], name: str, index: Free) -> Range:
    """Return the range that holds all the others; they must differ by numbers only."""
    low, high = ranges[0]
    for other in ranges[1:]:
        below, above = low - other[0], other[1] - high
        if not (below.is_number and above.is_number):
            raise _clash(name, (low, high), other, index)
        low, high = (other[0] if below > 0 else low), (other[1] if above > 0 else high)
    return low, high


def _clash(name: str, one: Range, other: Range, index: Free) -> IndexClashError:
    places = ", ".join(dict.fromkeys(map(str, index.entries)))
    reason = f"it would have to range over {show(one)} and over {show(other)}"
    return IndexClashError(name, place=places, reason=reason, way_out="use two indices, or give both tensors one size")


def _beside(index: Free, free: dict[Key, Range]) -> Range | None:
    """Return the range of an index on the other side of a delta."""
    return next((free[other] for other in index.beside if isinstance(other[0], int) and other in free), None)


def _by_neighbour(seen: Survey, index: Free, free: dict[Key, Range]) -> Range | None:
    """Return the range of another free index in the same place, or of one in a place that must have the same size."""
    for slot in index.slots:
        for at in (slot, *seen.tied.get(slot, ())):
            place = seen.place(at)
            found = [free[other] for other in place.free if other in free] or (place.bound if at != slot else [])
            if found:
                return found[0]
    return None


def _unknown(index: Free) -> Range:
    """Return a range that only indices in the same place, or across a delta, share."""
    return Integer(1), Dummy(f"n_{index.symbol}", integer=True, positive=True)


def is_unknown(where: Range) -> bool:
    """Return whether nothing showed the range, so that its size was made up."""
    return isinstance(where[1], Dummy) and where[1].name.startswith("n_")


def _of_place(seen: Survey, slot: Slot, free: dict[Key, Range]) -> Range | None:
    place = seen.places[slot]
    if place.bound:
        return place.bound[0]
    standing = [free[key] for key in place.free if key in free]
    if standing or place.declared is None:
        return standing[0] if standing else None
    return _numbered(seen, place.declared)
